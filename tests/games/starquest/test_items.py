"""Items: what each does with one Skill action, on whom, and that it is used up (SQ-ITM-01 to SQ-ITM-10)."""

from __future__ import annotations

from fractions import Fraction
from math import hypot
from typing import Any

import pytest

from sightline.core.table import TABLE
from sightline.games.starquest.actions import Absorb, Activate, Decline, EndTurn, PushOn, Revive, Scurry, TryAgain
from sightline.games.starquest.carrying import ItemUsed, Teleport, ThrowItem, UseItem, lure
from sightline.games.starquest.effects import BY_SPECIAL, EFFECTS
from sightline.games.starquest.enemies import decide
from sightline.games.starquest.events import SkillUsed
from sightline.games.starquest.questions import Attacks, Falling, Finding, Sixes, ToBlock, ToHit, ToHold
from sightline.games.starquest.tokens import ROUND
from tests.games.starquest.stage import (
    CLAWS,
    SWORD,
    Stage,
    act,
    at,
    box,
    happened,
    hero,
    offered,
    refused,
    spent,
    squad,
    tokens,
    wall,
    wounds,
)
from tests.kit import rule

ONE, TWO, FOE = "heroes-1", "heroes-2", "enemies-1-1"
USED: dict[str, Any] = {"spent:ignore_wound": 1, "spent:reroll": 1}
FAR = squad((40, 40), weapons=(CLAWS,))


@rule("SQ-ITM-01")
def test_an_item_takes_a_skill_action_and_no_test_and_is_used_up() -> None:
    match = act(Stage([hero(10, 10, SWORD, power_injector=3, power=0), hero(30, 30)], [FAR]).match(), Activate(ONE))
    act(match, UseItem(ONE, "power_injector", ONE))
    assert tokens(match, ONE, "power_injector") == 2
    assert [event.skill for event in happened(match, SkillUsed)] == ["power_injector"]
    assert [event.rule for event in happened(match, ItemUsed)] == ["SQ-ITM-01"]
    act(match, UseItem(ONE, "power_injector", ONE))
    assert refused(match, UseItem(ONE, "power_injector", ONE)).rule.startswith("SQ-RND"), "no Skill action is left"


@rule("SQ-ITM-01")
@pytest.mark.parametrize(("gap", "works"), [(0.99, True), (1.02, False)])
def test_an_item_reaches_another_hero_within_an_inch(gap: float, works: bool) -> None:
    pair = [hero(10, 10, power_injector=1), hero(10 + gap + 1.26, 10, power=0)]
    match = act(Stage(pair, [FAR]).match(), Activate(ONE))
    if works:
        act(match, UseItem(ONE, "power_injector", TWO))
        assert tokens(match, TWO, "power") == 4
    else:
        assert refused(match, UseItem(ONE, "power_injector", TWO)).rule == "SQ-ITM-04"


@rule("SQ-ITM-01")
def test_nobody_uses_what_it_does_not_have() -> None:
    match = act(Stage([hero(10, 10), hero(12, 10, med_kit=1)], [FAR]).match(), Activate(ONE))
    assert refused(match, UseItem(ONE, "med_kit", ONE)).rule == "SQ-ITM-01"
    assert not offered(match, UseItem)


@rule("SQ-ITM-02")
def test_a_courage_injector_steadies_and_makes_every_morale_test_a_success() -> None:
    pair = [hero(10, 10, courage_injector=1), hero(11.5, 10, shaken=1)]
    match = act(Stage(pair, [FAR]).match(), Activate(ONE), UseItem(ONE, "courage_injector", TWO))
    assert tokens(match, TWO, "shaken") == 0
    assert EFFECTS.tally(match.table, ToHold(TWO), 4).value == 1
    assert EFFECTS.tally(match.table, ToHold(ONE), 4).value == 4
    (brave,) = [a for a in match.table.attachments.values() if a.effect == "SQ-ITM-02"]
    assert brave.until.endswith(str(match.table.tokens(TABLE, ROUND) + 1)), "to the end of the next round"


@rule("SQ-ITM-03", 0)
def test_a_frenzy_injector_is_an_attack_more_and_furious() -> None:
    fighter = hero(10, 10, "Axe (A3, AP(1))", quality=3, frenzy_injector=1)
    match = act(Stage([fighter], [squad((20, 10), weapons=(CLAWS,), defense=5)]).match(), Activate(ONE))
    weapon = next(id for id in match.table.models[ONE].kit if id)
    before = EFFECTS.tally(match.table, Attacks(ONE, weapon, True), 3).value
    act(match, UseItem(ONE, "frenzy_injector", ONE))
    table = match.table
    attacks = EFFECTS.tally(table, Attacks(ONE, weapon, True), 3).value
    hit = EFFECTS.tally(table, ToHit(ONE, FOE, weapon, melee=True, charging=True), 3).value
    block = EFFECTS.tally(table, ToBlock(FOE, ONE, weapon, melee=True, charging=True), 5).value
    assert (before, attacks, hit, block) == (3, 4, 3, 6)
    assert BY_SPECIAL["furious"].rule in [a.effect for a in table.attachments.values() if a.bearer == ONE]
    sixes = EFFECTS.tally(table, Sixes(ONE, FOE, weapon, melee=True, charging=True), 0).value
    chance, double, through = Fraction(7 - int(hit), 6), int(sixes) * Fraction(1, 6), 1 - Fraction(7 - int(block), 6)
    assert int(attacks) * (chance + double) * through == Fraction(25, 9)


@rule("SQ-ITM-04")
def test_a_power_injector_restores_four_power_and_no_more_than_there_is() -> None:
    match = act(Stage([hero(10, 10, power_injector=1, power=2)], [FAR]).match(), Activate(ONE))
    act(match, UseItem(ONE, "power_injector", ONE))
    assert tokens(match, ONE, "power") == 5


@rule("SQ-ITM-06")
def test_a_grease_grenade_makes_difficult_ground_and_cripples_the_enemies_in_it() -> None:
    stage = Stage(
        [hero(10, 10, grease_grenade=1)], [squad((20, 10), weapons=(CLAWS,)), squad((20, 15), weapons=(CLAWS,))]
    )
    match = act(stage.match(), Activate(ONE), ThrowItem(ONE, "grease_grenade", (18.5, 10.0)))
    (circle,) = [p for p in match.table.terrain.pieces if p.kind == "grease"]
    assert circle.traits == ("difficult",)
    assert all(hypot(x - 18.5, y - 10) == pytest.approx(3, abs=0.01) for x, y in circle.polygon)
    assert tokens(match, "enemies-1-1", "crippled") == 1
    assert tokens(match, "enemies-2-1", "crippled") == 0
    assert (
        refused(act(stage.match(), Activate(ONE)), ThrowItem(ONE, "grease_grenade", (24.0, 10.0))).rule == "SQ-ITM-06"
    )


@rule("SQ-ITM-06")
def test_nobody_throws_where_it_does_not_see() -> None:
    stage = Stage([hero(10, 10, grease_grenade=1)], [FAR], terrain=[wall(14, 5, 15, 15)])
    match = act(stage.match(), Activate(ONE))
    assert refused(match, ThrowItem(ONE, "grease_grenade", (18.0, 10.0))).rule == "SQ-LOS-01"


@rule("SQ-ITM-05")
def test_a_noise_grenade_lures_enemies_who_have_no_hero_near() -> None:
    foes = [squad((30, 10), weapons=(CLAWS,)), squad((20, 30), weapons=(CLAWS,))]
    match = act(Stage([hero(10, 10, noise_grenade=1)], foes).match(), Activate(ONE))
    act(match, ThrowItem(ONE, "noise_grenade", (22.0, 10.0)))
    assert tokens(match, ONE, "noise_grenade") == 0
    (noise,) = [p for p in match.table.terrain.pieces if p.kind == "noise"]
    plan = decide(match.table, "enemies-1")
    (end,) = [road.end for road in plan.roads.values()]
    assert (plan.kind, plan.target) == ("rush", "")
    assert hypot(end[0] - 22, end[1] - 10) < 1, "it goes to the noise, though it sees a hero"
    assert lure(match.table, "enemies-2") is None, "too far away to hear it"
    act(match, EndTurn(ONE))
    assert noise.id not in [p.id for p in match.table.terrain.pieces], "the round is over"


@rule("SQ-ITM-05")
def test_a_hero_within_six_inches_matters_more_than_a_noise() -> None:
    match = act(Stage([hero(10, 10, noise_grenade=1)], [squad((16, 10), weapons=(CLAWS,))]).match(), Activate(ONE))
    act(match, ThrowItem(ONE, "noise_grenade", (16.0, 16.0)))
    assert lure(match.table, "enemies-1") is None
    assert decide(match.table, "enemies-1").kind == "charge"


@rule("SQ-ITM-07")
def test_a_stun_grenade_shakes_an_enemy_unit_in_sight() -> None:
    match = act(Stage([hero(10, 10, stun_grenade=1)], [squad((20, 10), weapons=(CLAWS,))]).match(), Activate(ONE))
    act(match, UseItem(ONE, "stun_grenade", FOE))
    assert tokens(match, FOE, "shaken") == 1
    far = act(Stage([hero(10, 10, stun_grenade=1)], [squad((30, 10), weapons=(CLAWS,))]).match(), Activate(ONE))
    assert refused(far, UseItem(ONE, "stun_grenade", FOE)).rule == "SQ-ITM-07"


@rule("SQ-ITM-07")
def test_the_biggest_are_hurt_instead() -> None:
    stage = Stage([hero(10, 10, stun_grenade=1)], [squad((20, 10), weapons=(CLAWS,), tough=9)])
    match = act(stage.match(4), Activate(ONE), UseItem(ONE, "stun_grenade", FOE))
    assert (tokens(match, FOE, "shaken"), wounds(match, FOE)) == (0, 2)
    assert spent(match)


@rule("SQ-ITM-08")
def test_a_curing_kit_removes_all_conditions() -> None:
    pair = [hero(10, 10, curing_kit=1), hero(11.5, 10, crippled=1, impaired=1)]
    match = act(Stage(pair, [FAR]).match(), Activate(ONE), UseItem(ONE, "curing_kit", TWO))
    assert (tokens(match, TWO, "crippled"), tokens(match, TWO, "impaired")) == (0, 0)


@rule("SQ-ITM-09")
def test_a_teleport_kit_puts_a_hero_anywhere_within_twelve_inches() -> None:
    stage = Stage(
        [hero(10, 10, teleport_kit=1), hero(30, 30)], [squad((20, 16), weapons=(CLAWS,))], terrain=[wall(14, 5, 15, 15)]
    )
    match = act(stage.match(), Activate(ONE))
    assert refused(match, Teleport(ONE, ONE, (22.5, 10.0))).rule == "SQ-ITM-09"
    assert refused(match, Teleport(ONE, ONE, (20.0, 14.9))).rule != "SQ-ITM-09", "too near to an enemy"
    assert refused(match, Teleport(ONE, TWO, (20.0, 10.0))).rule == "SQ-ITM-09"
    act(match, Teleport(ONE, ONE, (21.0, 10.0)))
    assert at(match, ONE) == (21.0, 10.0)
    assert tokens(match, ONE, "teleport_kit") == 0


@rule("SQ-ITM-10")
def test_a_med_kit_restores_four_wounds() -> None:
    match = act(Stage([hero(10, 10, med_kit=1, wounds=5)], [FAR]).match(), Activate(ONE))
    act(match, UseItem(ONE, "med_kit", ONE))
    assert wounds(match, ONE) == 1


@rule("SQ-ITM-10")
def test_a_med_kit_brings_an_unconscious_hero_back_with_four_wounds_left() -> None:
    pair = [hero(10, 10, med_kit=1), hero(11.5, 10, wounds=6, unconscious=1)]
    match = act(Stage(pair, [FAR]).match(), Activate(ONE), UseItem(ONE, "med_kit", TWO))
    assert (wounds(match, TWO), tokens(match, TWO, "unconscious")) == (2, 0)
    assert tokens(match, ONE, "power") == 5, "at no power cost"


@rule("SQ-ITM-01")
def test_only_the_unconscious_are_left_out_of_what_does_not_wake_them() -> None:
    pair = [hero(10, 10, power_injector=1), hero(11.5, 10, wounds=6, unconscious=1, power=0)]
    match = act(Stage(pair, [FAR]).match(), Activate(ONE))
    assert refused(match, UseItem(ONE, "power_injector", TWO)).rule == "SQ-ITM-04"
    assert act(match, EndTurn(ONE)) is match


@rule("SQ-ITM-11")
def test_a_trauma_rig_revives_once_for_nothing() -> None:
    fallen = [hero(12, 10, wounds=6, unconscious=1), hero(8, 10, wounds=6, unconscious=1)]
    match = act(Stage([hero(10, 10, trauma_rig=1), *fallen], [FAR]).match(), Activate(ONE), Revive(ONE, TWO))
    assert (tokens(match, TWO, "unconscious"), tokens(match, ONE, "power")) == (0, 5)
    act(match, PushOn(ONE), Revive(ONE, "heroes-3"))
    assert (tokens(match, "heroes-3", "unconscious"), tokens(match, ONE, "power")) == (0, 1), (
        "two to push on, two for it"
    )


@rule("SQ-ITM-11")
def test_grav_boots_make_a_fall_soft() -> None:
    table = Stage([hero(10, 10, grav_boots=1), hero(20, 20)], [FAR]).match().table
    assert [EFFECTS.tally(table, Falling(id, 2), 2).value for id in (ONE, TWO)] == [0, 2]


@rule("SQ-ITM-11")
def test_an_ablative_plate_ignores_one_wound_just_taken_once_in_a_mission() -> None:
    lava = box(0, 0, 48, 48, "dangerous", id="lava")
    stage = Stage([hero(10, 10, ablative_plate=1, tough=3, wounds=1)], [FAR], terrain=[lava])
    match = stage.match(1, 1, 4)
    match.play(Activate(ONE))
    assert (match.decision.rule, wounds(match, ONE)) == ("SQ-ITM-11", 3)
    assert refused(match, Absorb(TWO)).rule == "SQ-ITM-11"
    match.play(Absorb(ONE))
    assert (wounds(match, ONE), tokens(match, ONE, "unconscious")) == (2, 0), "it never came to that"
    assert spent(match)
    again = Stage([hero(10, 10, ablative_plate=1, tough=3, **USED)], [FAR], terrain=[lava])
    hurt = act(again.match(1, 4, 4), Activate(ONE))
    assert (hurt.decision.rule, wounds(hurt, ONE)) == ("SQ-RND-05", 1)


@rule("SQ-ITM-11")
def test_a_wound_that_was_ignored_frightens_nobody_and_may_be_taken_all_the_same() -> None:
    lava = box(0, 0, 48, 48, "dangerous", id="lava")
    stage = Stage([hero(10, 10, ablative_plate=1, tough=1)], [FAR], terrain=[lava])
    saved = stage.match(1)
    act(saved, Activate(ONE), Absorb(ONE))
    assert (wounds(saved, ONE), tokens(saved, ONE, "hurt")) == (0, 0)
    fallen = Stage([hero(10, 10, ablative_plate=1, tough=1), hero(20, 20)], [FAR], terrain=[lava]).match(1)
    act(fallen, Activate(ONE), Decline(ONE))
    assert (wounds(fallen, ONE), tokens(fallen, ONE, "unconscious")) == (1, 1)


@rule("SQ-ITM-11")
def test_an_ablative_plate_does_not_pay_debts() -> None:
    match = act(Stage([hero(10, 10, ablative_plate=1, power=0)], [FAR]).match(), Activate(ONE), PushOn(ONE))
    assert (match.decision.rule, wounds(match, ONE)) == ("SQ-RND-05", 2)


@rule("SQ-ITM-11")
@rule("SQ-SPR-02")
def test_what_regenerates_was_never_taken_and_needs_no_plate() -> None:
    lava = box(0, 0, 48, 48, "dangerous", id="lava")
    armoured = hero(10, 10, ablative_plate=1, tough=2, rules=["Regeneration"])
    match = Stage([armoured], [FAR], terrain=[lava]).match(1, 1, 5, 2)
    match.play(Activate(ONE))
    assert (match.decision.rule, wounds(match, ONE)) == ("SQ-ITM-11", 1), "one of two was diced away"
    whole = Stage([armoured], [FAR], terrain=[lava]).match(1, 1, 5, 6)
    whole.play(Activate(ONE))
    assert (whole.decision.rule, wounds(whole, ONE)) == ("SQ-RND-05", 0)


@rule("SQ-ITM-11")
def test_a_tactical_uplink_takes_one_failed_test_again() -> None:
    stage = Stage([hero(10, 10, tactical_uplink=1, dex=4), hero(20, 20)], [FAR])
    match = act(stage.match(2, 5, 1), Activate(ONE), Scurry(ONE))
    (offer,) = offered(match, TryAgain)
    match.play(TryAgain(**offer))
    assert match.decision.rule == "SQ-SKL-04", "passed after all"
    assert tokens(match, ONE, "spent:reroll") == 1
    assert spent(match)
    plain = act(
        Stage([hero(10, 10, dex=4), hero(20, 20, tactical_uplink=1)], [FAR]).match(2), Activate(ONE), Scurry(ONE)
    )
    assert not offered(plain, TryAgain), "it is another hero who wears it"
    used = Stage([hero(10, 10, tactical_uplink=1, **USED)], [FAR]).match(2)
    assert not offered(act(used, Activate(ONE), Scurry(ONE)), TryAgain)


@rule("SQ-ITM-11")
def test_scanner_goggles_find_better_things_and_mono_edge_cuts_deeper() -> None:
    blades = ("Sword (A1)", "Knife (A1)", 'Pistol (12", A1)')
    table = Stage([hero(10, 10, *blades, scanner_goggles=1, mono_edge=1), hero(20, 20, *blades)], [FAR]).match().table
    assert [EFFECTS.tally(table, Finding(id), 3).value for id in (ONE, TWO)] == [4, 3]
    for weapon, depth in zip(blades, (5, 4, 4), strict=True):
        melee = weapon != blades[2]
        assert EFFECTS.tally(table, ToBlock(FOE, ONE, weapon, melee=melee), 4).value == depth
        assert EFFECTS.tally(table, ToBlock(FOE, TWO, weapon, melee=melee), 4).value == 4
