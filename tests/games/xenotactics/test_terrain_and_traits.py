"""Weapon traits, pushes, cover, explosions and destruction."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from sightline.core.decisions import Action, Decision, Keep, Thrown
from sightline.core.match import Match
from sightline.games.xenotactics.actions import Attack, Go, Move, RollDieAgain, ShootBack
from sightline.games.xenotactics.events import Destroyed, Exploded, Fell, Pushed
from sightline.games.xenotactics.harm import verdicts
from sightline.games.xenotactics.tokens import ACTING, SPENT
from tests.games.xenotactics.stage import (
    Stage,
    act,
    alive,
    at,
    box,
    happened,
    hp,
    is_stunned,
    odds,
    on,
    refused,
    rolling,
    settle,
    spent,
    state,
    wall,
)
from tests.kit import rule

SPARE = on(46, 34)


def shot(
    weapon: str,
    target: Any = None,
    *others: Any,
    terrain: Any = (),
    attack: int = 6,
    start: Any = (10, 10),
    options: Any = None,
) -> Match:
    """A red model that has attacked a blue one; the attack dice are about to fall."""
    blue = target or on(20, 10)
    stage = Stage([on(*start, weapon, attack=attack)], [blue, *others, SPARE], terrain=terrain, options=options)
    return settle(act(stage.match(), Attack("red-1", weapon, "blue-1")))


# ------------------------------------------------------------------ targets and ranges


@rule("XT-TGT-01", 0)
def test_the_book_case_of_an_attack() -> None:
    stage = Stage([on(10, 10, "blade", attack=7), on(2, 2)], [on(11, 10, defence=4), SPARE])
    match = act(stage.match(1, 2, 7, 4, 5, 6), Attack("red-1", "blade", "blue-1"))
    settle(match)
    assert not alive(match, "blue-1")
    assert spent(match)


@rule("XT-TGT-01")
def test_a_target_must_be_seen() -> None:
    stage = Stage([on(10, 10, "pistol")], [on(20, 10), on(10, 20)], terrain=[wall(14, 8, 15, 12)])
    assert refused(stage.match(), Attack("red-1", "pistol", "blue-1")).rule == "XT-TGT-01"
    assert refused(stage.match(), Attack("red-1", "blade", "blue-2")).rule == "XT-WPN-02"


@rule("XT-TGT-02", 0)
def test_a_pistol_reaches_across_the_table() -> None:
    assert rolling(shot("pistol", on(41, 10), start=(1, 10))).count == 1


@rule("XT-TGT-03", 0)
def test_only_enemies_and_terrain_that_says_so_are_targets() -> None:
    rock = box(14, 14, 16, 16, "hiding", id="rock")
    crate = box(5, 14, 6, 15, "destructible", id="crate")
    stage = Stage([on(10, 10, "pistol"), on(12, 10)], [on(20, 10, stunned=True), on(20, 5)], terrain=[rock, crate])
    for target, broken in (("rock", "XT-TGT-03"), ("red-2", "XT-TGT-03"), ("nobody", "XT-TGT-03")):
        assert refused(stage.match(), Attack("red-1", "pistol", target)).rule == broken
    match = stage.match()
    act(match, Attack("red-1", "pistol", "crate"))
    match = stage.match()
    act(match, Attack("red-1", "pistol", "blue-2"))


@rule("XT-TGT-04", 0)
def test_a_model_in_contact_may_shoot_at_others() -> None:
    stage = Stage([on(10, 10, "pistol")], [on(11, 10), on(10, 30)])
    act(stage.match(), Attack("red-1", "pistol", "blue-2"))
    act(stage.match(), Attack("red-1", "pistol", "blue-1"))


@rule("XT-TRT-17", 0)
@rule("XT-MSR-06", 2)
def test_a_weapon_with_a_range_reaches_no_farther() -> None:
    near = Stage([on(10, 10, "grenades")], [on(19, 10), on(23, 10), SPARE])
    match = settle(act(near.match(), Attack("red-1", "grenades", "blue-1")))
    match.play((1,))
    assert rolling(match).about == "blue-1"
    match.play((1,))
    assert rolling(match).about == "blue-2", "a model 3 in beyond is caught as well"
    far = Stage([on(10, 10, "grenades")], [on(19.01, 10), SPARE])
    refusal = refused(far.match(), Attack("red-1", "grenades", "blue-1"))
    assert (refusal.rule, refusal.facts["range"]) == ("XT-TRT-17", 8)


# ------------------------------------------------------------------ traits


@rule("XT-TRT-01", 0, 1)
def test_armour_piercing_makes_every_defence_four() -> None:
    for defence in (1, 7):
        match = shot("pistol__ballistic_ap", on(20, 10, defence=defence))
        match.play((1,))
        assert rolling(match).need.value == 4  # type: ignore[union-attr]
    assert (verdicts(4).count(0), verdicts(4).count(1), verdicts(4).count(2)) == (3, 3, 4)


@rule("XT-TRT-02", 0, 1, 2)
def test_a_blast_hurts_everybody_within_three_inches_of_the_target() -> None:
    match = shot("rocket_launcher", on(20, 10), on(24, 10), on(24.1, 14))
    match.play((1,))
    hurt = []
    while isinstance(match.pending, Decision) is False and rolling(match).rule == "XT-DMG-01":
        hurt.append((rolling(match).about, rolling(match).count))
        match.play((1, 1))
    assert hurt == [("blue-1", 2), ("blue-2", 2)]
    close = Stage([on(10, 10, "grenades"), on(30, 30)], [on(13, 10), SPARE])
    match = settle(act(close.match(), Attack("red-1", "grenades", "blue-1")))
    match.play((1,))
    match.play((1,))
    assert rolling(match).about == "red-1", "the thrower is within 3 in of the target"
    missed = shot("rocket_launcher", on(20, 10), on(22, 10))
    missed.play((9,))
    assert not isinstance(missed.pending, Decision) or missed.pending.rule == "XT-TRN-02"


@rule("XT-TRT-02")
def test_a_table_may_ask_for_a_clear_line_from_the_target() -> None:
    behind = wall(21, 0, 21.5, 30)
    for needed, hurt in ((False, True), (True, False)):
        match = shot(
            "grenade_launcher",
            on(20, 10),
            on(22.5, 10),
            terrain=[behind],
            options={"blast_needs_line_of_sight": needed},
        )
        match.play((1,))
        match.play((1,))
        assert (not isinstance(match.pending, Decision)) == hurt


@rule("XT-TRT-03", 0)
@rule("XT-TER-05")
def test_cover_against_a_blast_is_judged_from_its_centre() -> None:
    barricade = box(21, 8, 22, 12, "cover", id="barricade")
    stage = Stage([on(40, 20, "grenade_launcher")], [on(20, 10), on(22.5, 10), SPARE], terrain=[barricade])
    match = settle(act(stage.match(), Attack("red-1", "grenade_launcher", "blue-1")))
    match.play((1,))
    match.play((1,))
    assert rolling(match).about == "blue-2"
    match.play((9,))
    assert match.decision.rule == "XT-TER-05"


@rule("XT-TER-05")
def test_nobody_is_asked_about_a_defence_die_that_saved() -> None:
    barricade = box(18.5, 8, 19.5, 12, "cover", id="barricade")
    for face, asked in ((3, False), (4, True)):
        match = shot("pistol", on(20, 10, defence=3), terrain=[barricade], attack=9)
        match.play((1,))
        match.play((face,))
        assert (match.decision.rule == "XT-TER-05") is asked


@rule("XT-TRT-05", 0, 1)
def test_a_heavy_weapon_costs_more_after_moving() -> None:
    stage = Stage([on(10, 10, "heavy_autorifle"), on(2, 2)], [on(20, 10, defence=7, hit_points=7), SPARE])
    match = act(stage.match(), Move("red-1"), Go("red-1", (10.0, 10.0)), Attack("red-1", "heavy_autorifle", "blue-1"))
    assert match.table.tokens("red-1", SPENT) == 3
    still = Stage([on(10, 10, "sniper_rifle"), on(2, 2)], [on(20, 10), SPARE])
    match = still.match(10, 10)
    act(match, Attack("red-1", "sniper_rifle", "blue-1"), Attack("red-1", "sniper_rifle", "blue-1"))
    settle(match)
    act(match, Move("red-1"))
    assert match.table.tokens("red-1", SPENT) == 3
    tired = Stage(
        [on(10, 10, "heavy_autorifle", tokens={ACTING: 1, SPENT: 2, "moves": 1}), on(2, 2)], [on(20, 10), SPARE]
    )
    assert refused(tired.match(), Attack("red-1", "heavy_autorifle", "blue-1")).rule == "XT-TRN-02"


@rule("XT-TRT-06", 0)
def test_some_weapons_ignore_cover() -> None:
    barricade = box(18.5, 8, 19.5, 12, "cover", id="barricade")
    for weapon, again in (("pistol", True), ("pistol__ballistic_flamer", False)):
        match = shot(weapon, on(20, 10), terrain=[barricade], start=(13, 10))
        match.play((1,))
        match.play((9,))
        assert (isinstance(match.pending, Decision) and match.pending.on is not None) == again


def worst_first(match: Match, decision: Decision) -> Action:
    """Roll a lost hit point again, or else a stun."""
    window = decision.on
    assert isinstance(window, Thrown)
    bad = []
    for place, roll, face in window.dice():
        worth = verdicts(roll.need.value)[face - 1]  # type: ignore[union-attr]
        if worth < 2 and place not in window.repeated:
            bad.append((worth, place))
    return RollDieAgain((min(bad)[1],)) if bad else Keep()


@rule("XT-TER-05", 0, 1, 2)
def test_the_chances_in_cover() -> None:
    barricade = box(18.5, 8, 19.5, 12, "cover", id="barricade")

    def chances(weapon: str, defence: int) -> dict[str, Fraction]:
        match = shot(weapon, on(20, 10, defence=defence), terrain=[barricade], attack=9)
        match.play((1,))
        return odds(match, lambda m: state(m, "blue-1"), worst_first)

    def of(dead: int, stunned: int, safe: int) -> dict[str, Fraction]:
        whole = dead + stunned + safe
        return {"dead": Fraction(dead, whole), "stunned": Fraction(stunned, whole), "unharmed": Fraction(safe, whole)}

    assert chances("pistol", 3) == of(28, 21, 51)
    assert chances("pistol", 5) == of(15, 10, 75)
    assert chances("rocket_launcher", 4) == of(315, 333, 352)


@rule("XT-TRT-08", 0, 1)
@rule("XT-WPN-02", 0)
def test_melee_attacks_at_nine_unless_opposed_by_melee() -> None:
    stage = Stage([on(10, 10, "blade", attack=7), on(2, 2)], [on(11, 10, "pistol", attack=5), SPARE])
    for weapon, needs in (("pistol", (9, 5)), ("unarmed", (7, 5))):
        match = act(stage.match(), Attack("red-1", "blade", "blue-1"), ShootBack("blue-1", weapon))
        settle(match)
        assert rolling(match).need.value == needs[0]  # type: ignore[union-attr]
        match.play((10, 10, 10))
        assert rolling(match).need.value == needs[1]  # type: ignore[union-attr]
    bare = settle(act(Stage([on(10, 10, attack=4)], [on(11, 10), SPARE]).match(), Attack("red-1", "unarmed", "blue-1")))
    assert (rolling(bare).count, rolling(bare).need.value) == (1, 9)  # type: ignore[union-attr]
    apart = Stage([on(10, 10, "blade")], [on(11.1, 10), SPARE])
    assert refused(apart.match(), Attack("red-1", "blade", "blue-1")).rule == "XT-TRT-08"


@rule("XT-TRT-09", 0, 1, 2, 4)
def test_a_nonlethal_weapon_never_kills() -> None:
    match = shot("delta_psi", on(20, 10, defence=3))
    match.play((1,))
    chances = odds(match, lambda m: state(m, "blue-1"))
    assert chances == {"stunned": Fraction(7, 10), "unharmed": Fraction(3, 10)}
    tough = shot("sniper_rifle__ballistic_stun", on(20, 10, defence=3, hit_points=2))
    tough.play((1,))
    tough.play((4, 6, 8, 1))
    assert (hp(tough, "blue-1"), is_stunned(tough, "blue-1")) == (1, True)
    friends = Stage([on(10, 10, "grenade_launcher__explosive_stun"), on(21, 12)], [on(20, 10), SPARE])
    match = settle(act(friends.match(), Attack("red-1", "grenade_launcher__explosive_stun", "blue-1")))
    match.play((1,))
    assert rolling(match).about == "blue-1"
    match.play((1, 1))
    assert isinstance(match.pending, Decision), "friends take no damage"
    for face in (8, 7):
        big = shot("delta_psi", on(20, 10, "big", defence=4))
        big.play((1,))
        big.play((face,))
        assert (hp(big, "blue-1"), is_stunned(big, "blue-1")) == (1, False)


@rule("XT-TRT-09", 3)
def test_lethal_results_come_before_nonlethal_ones() -> None:
    stage = Stage(
        [on(10, 10, hit_points=2, defence=3), on(9, 9)], [on(20, 10, "delta_psi"), on(20, 13, "pistol"), SPARE]
    )
    match = act(
        stage.match(9, 1, 1, 8, 6, 1), Move("red-1"), ShootBack("blue-1", "delta_psi"), ShootBack("blue-2", "pistol")
    )
    settle(match)
    assert (hp(match, "red-1"), is_stunned(match, "red-1")) == (1, True), "the 6 costs a hit point, then the 8 stuns"


@rule("XT-TRT-10", 0, 1)
def test_poison_stuns_whoever_loses_a_hit_point() -> None:
    match = shot("pistol__ballistic_poison", on(20, 10, defence=3, hit_points=2))
    match.play((1,))
    chances = odds(match, lambda m: (hp(m, "blue-1"), is_stunned(m, "blue-1")))
    assert chances == {(1, True): Fraction(4, 10), (2, True): Fraction(3, 10), (2, False): Fraction(3, 10)}
    big = shot("pistol__ballistic_poison", on(20, 10, "big", defence=4, hit_points=3))
    big.play((1,))
    big.play((8,))
    assert hp(big, "blue-1") == 1


@rule("XT-TRT-11", 0)
def test_psychic_attacks_take_extra_points_for_extra_dice() -> None:
    stage = Stage([on(10, 10, "gamma_psi"), on(2, 2)], [on(20, 10), SPARE])
    match = settle(act(stage.match(), Attack("red-1", "gamma_psi", "blue-1", 2)))
    assert rolling(match).count == 3
    assert match.table.tokens("red-1", SPENT) == 3
    assert refused(stage.match(), Attack("red-1", "gamma_psi", "blue-1", 3)).rule in ("XT-TRT-11", "XT-TRN-02")
    limited = Stage([on(10, 10, "gamma_psi", "berserker"), on(2, 2)], [on(20, 10), SPARE])
    assert refused(limited.match(), Attack("red-1", "gamma_psi", "blue-1", 2)).rule == "XT-TRN-02"
    act(limited.match(), Attack("red-1", "gamma_psi", "blue-1", 1))
    gun = Stage([on(10, 10, "pistol")], [on(20, 10), SPARE])
    assert refused(gun.match(), Attack("red-1", "pistol", "blue-1", 1)).rule == "XT-TRT-11"


@rule("XT-TRT-16", 0)
@rule("XT-ABL-02", 0)
def test_a_weapon_to_be_reloaded_is_used_once_an_activation() -> None:
    weapon = "autorifle__ballistic_stun"
    alone = Stage([on(10, 10, weapon), on(2, 2)], [on(20, 10), SPARE])
    match = alone.match(9, 9)
    act(match, Attack("red-1", weapon, "blue-1"))
    settle(match)
    assert match.refusal(Attack("red-1", weapon, "blue-1")).rule == "XT-TRT-16"  # type: ignore[union-attr]
    helped = Stage([on(10, 10, weapon), on(10, 9, "ammo_support")], [on(20, 10), SPARE])
    match = helped.match(9, 9, 9, 9)
    act(match, Attack("red-1", weapon, "blue-1"), Attack("red-1", weapon, "blue-1"))
    settle(match)
    assert match.refusal(Attack("red-1", weapon, "blue-1")).rule == "XT-TRT-16"  # type: ignore[union-attr]
    reply = Stage([on(10, 10, hit_points=3, defence=7), on(10, 12)], [on(20, 10, "pistol__ballistic_poison"), SPARE])
    match = act(
        reply.match(1, 10, 1), Move("red-1"), ShootBack("blue-1", "pistol__ballistic_poison"), Go("red-1", (10.0, 10.0))
    )
    act(match, Move("red-1"))
    assert not [o for o in match.decision.offers if o.action is ShootBack and "poison" in o.given["weapon"]]


# ------------------------------------------------------------------ pushes


def pushed(target: Any, *others: Any, terrain: Any = (), weapon: str = "shotgun", **more: Any) -> Match:
    """A push from (10, 10), the attack die is a hit; defence dice are about to fall."""
    match = shot(weapon, target, *others, terrain=terrain, **more)
    match.play((1,))
    match.play((1,) * rolling(match).count)
    return match


@rule("XT-TRT-12", 0, 1)
def test_a_hit_pushes_whatever_the_defence_does() -> None:
    assert at(pushed(on(12, 10)), "blue-1") == (15.0, 10.0)
    slanted = pushed(on(13, 14))
    x, y = at(slanted, "blue-1") or (0.0, 0.0)
    assert [x, y] == pytest.approx([14.8, 16.4], abs=1e-3)


@rule("XT-TRT-12", 2)
def test_pushes_of_both_sides_come_one_after_another() -> None:
    weapon = "pistol__ballistic_gravity"
    stage = Stage([on(10, 10, weapon), on(2, 2)], [on(13, 10, weapon), SPARE])
    match = act(stage.match(4, 4, 1, 1), Attack("red-1", weapon, "blue-1"), ShootBack("blue-1", weapon))
    settle(match)
    assert [(e.model, e.path[-1]) for e in happened(match, Pushed)] == [
        ("blue-1", (16.0, 10.0)),
        ("red-1", (7.0, 10.0)),
    ]


@rule("XT-TRT-12")
def test_a_table_may_push_only_whoever_failed() -> None:
    for face, x in ((1, 12.0), (7, 15.0)):
        match = shot("shotgun", on(12, 10), options={"push_trigger": "failed_defence"})
        match.play((1,))
        match.play((1, 1, face))
        assert at(match, "blue-1") == (x, 10.0)


@rule("XT-TRT-13", 0, 1)
@rule("XT-TER-25", 0)
def test_a_push_ends_at_what_it_runs_into() -> None:
    match = pushed(on(12, 10), terrain=[wall(14, 0, 15, 20)])
    assert at(match, "blue-1") == (13.5, 10.0)
    assert rolling(match).rule == "XT-TRT-13"
    match.play((9,))
    assert is_stunned(match, "blue-1")
    match = pushed(on(12, 10), on(15, 10))
    assert list(at(match, "blue-1") or ()) == pytest.approx([14.0, 10.0], abs=2e-3)
    hurt = []
    while not isinstance(match.pending, Decision):
        hurt.append(rolling(match).about)
        match.play((1,))
    assert hurt == ["blue-1", "blue-2"]
    edge = pushed(on(46, 10), start=(44, 10))
    assert at(edge, "blue-1") == (47.5, 10.0)
    assert rolling(edge).rule == "XT-TRT-13"


@rule("XT-TRT-14", 0, 1)
@rule("XT-TER-18", 3)
@rule("XT-ABL-30", 0)
def test_a_push_through_bad_ground_hurts() -> None:
    mud = box(13, 0, 13.4, 20, "difficult", id="mud")
    match = pushed(on(12, 10), terrain=[mud, wall(14, 0, 15, 20)])
    rules = []
    while not isinstance(match.pending, Decision):
        rules.append(rolling(match).rule)
        match.play((1,))
    assert rules == ["XT-TRT-13", "XT-TRT-14"]
    lava = box(13, 0, 20, 20, "hazardous", id="lava")
    assert rolling(pushed(on(12, 10), terrain=[lava])).rule == "XT-TER-18"
    assert isinstance(pushed(on(12, 10, "silicon_being"), terrain=[lava]).pending, Decision)
    tower = box(8, 0, 13, 20, "high_ground", "level:2", id="tower")
    match = pushed(on(12, 10), terrain=[tower])
    assert happened(match, Fell)[0].length == 6.0
    assert (rolling(match).rule, rolling(match).count) == ("XT-MOV-11", 2)


@rule("XT-TER-22", 0, 1)
def test_a_push_into_a_rift_kills() -> None:
    near = box(13.5, 0, 15.5, 20, "rift", id="rift")
    assert not alive(pushed(on(12, 10, hit_points=5), terrain=[near]), "blue-1")
    far = box(15.5, 0, 17, 20, "rift", id="rift")
    assert at(pushed(on(12, 10), terrain=[far]), "blue-1") == (15.0, 10.0)
    mild = pushed(
        on(12, 10), terrain=[box(15.2, 0, 17, 20, "rift", id="rift")], options={"rift_push_test": "base_centre"}
    )
    assert alive(mild, "blue-1")
    assert not alive(pushed(on(12, 10), terrain=[box(15.2, 0, 17, 20, "rift", id="rift")]), "blue-1")


@rule("XT-TRT-15", 0, 1)
def test_blasts_push_away_from_the_target_or_towards_it() -> None:
    match = shot("rocket_launcher__explosive_gravity", on(20, 10), on(22, 10))
    match.play((1,))
    match.play((1, 1))
    match.play((1, 1))
    assert (at(match, "blue-1"), at(match, "blue-2")) == ((20.0, 10.0), (25.0, 10.0))
    pull = shot("gamma_psi__psychic_implosion", on(20, 10), on(23.5, 10))
    pull.play((1,))
    pull.play((1,))
    pull.play((1,))
    x, y = at(pull, "blue-2") or (0.0, 0.0)
    assert [x, y] == pytest.approx([21.0, 10.0], abs=2e-3)
    for hurt in ("blue-2", "blue-1"):
        assert (rolling(pull).rule, rolling(pull).about) == ("XT-TRT-13", hurt), "both take damage"
        pull.play((1,))


@rule("XT-SEQ-06", 2)
def test_the_scripted_case_of_a_push_into_a_wall() -> None:
    weapon = "shotgun__ballistic_gravity"
    stage = Stage(
        [on(10, 10, weapon, attack=7), on(2, 2)],
        [on(14, 10, "pistol", attack=6, defence=3, hit_points=2), SPARE],
        terrain=[wall(18, 0, 19, 20)],
    )
    match = act(stage.match(5, 3, 2, 6, 5, 9), Attack("red-1", weapon, "blue-1"), ShootBack("blue-1", "pistol"))
    settle(match)
    assert (at(match, "blue-1"), hp(match, "blue-1"), is_stunned(match, "blue-1")) == ((17.5, 10.0), 1, True)
    assert spent(match)


@rule("XT-SEQ-06", 3)
def test_the_scripted_case_of_a_grenade() -> None:
    from sightline.games.xenotactics.actions import MoveAway

    stage = Stage([on(5, 10, "grenade_launcher"), on(2, 2)], [on(20, 10, move=5, defence=4), on(23, 10), SPARE])
    match = act(stage.match(4, 3, 8, 7), Attack("red-1", "grenade_launcher", "blue-1"), MoveAway("blue-1"))
    settle(match)
    assert (alive(match, "blue-1"), is_stunned(match, "blue-2")) == (False, True)
    assert spent(match)


@rule("XT-UPG-12", 0)
def test_a_charged_weapon_spares_its_user() -> None:
    stage = Stage([on(10, 10, "blade__melee_charged"), on(12.5, 12.5)], [on(11, 10), SPARE])
    match = settle(act(stage.match(), Attack("red-1", "blade__melee_charged", "blue-1")))
    match.play((1, 2, 10))
    hurt = []
    while not isinstance(match.pending, Decision):
        hurt.append((rolling(match).about, rolling(match).count))
        match.play((1,) * rolling(match).count)
    assert hurt == [("blue-1", 2), ("red-2", 2)]


# ------------------------------------------------------------------ destructible and explosive terrain


@rule("XT-TER-12", 0, 1, 2)
def test_destructible_terrain_falls_to_a_lost_hit_point() -> None:
    panel = box(18, 8, 19, 12, "impassable", "hiding", "destructible", id="panel")

    def broken(weapon: str) -> Fraction:
        stage = Stage([on(12, 10, weapon, attack=6), on(2, 2)], [SPARE], terrain=[panel])
        match = settle(act(stage.match(), Attack("red-1", weapon, "panel")))
        return odds(match, lambda m: not m.table.terrain.pieces)[True]

    assert broken("autorifle") == Fraction(141, 625)
    assert broken("autorifle__ballistic_ap") == Fraction(819, 2500)
    assert broken("shotgun") == Fraction(183, 625)
    stage = Stage([on(12, 10, "pistol", attack=6), on(2, 2)], [SPARE], terrain=[panel])
    match = act(stage.match(1, 9), Attack("red-1", "pistol", "panel"))
    settle(match)
    assert not happened(match, Destroyed), "a stun does nothing to it"
    assert verdicts(7).count(0) == 2


@rule("XT-TER-15", 0)
@rule("XT-TER-16", 0)
@rule("XT-MSR-07", 0)
def test_explosive_terrain_explodes_when_it_is_hit() -> None:
    barrel = box(10, 10, 11, 11, "explosive", "impassable", id="barrel")
    stage = Stage(
        [on(30, 25, "pistol", attack=6), on(5, 10.5)], [on(16.5, 10.5), on(10.5, 17), on(16.6, 14)], terrain=[barrel]
    )
    match = act(stage.match(), Attack("red-1", "pistol", "barrel"))
    settle(match)
    assert rolling(match).need.good(10) == 6  # type: ignore[union-attr]
    match.play((6,))
    hurt = []
    while not isinstance(match.pending, Decision):
        hurt.append((rolling(match).about, rolling(match).count))
        match.play((1,))
    assert hurt == [("red-2", 1), ("blue-1", 1)]
    assert happened(match, Exploded)
    assert not match.table.terrain.pieces


@rule("XT-TER-17", 0)
def test_explosions_leave_other_barrels_alone_unless_the_table_plays_chains() -> None:
    barrels = [box(10, 10, 11, 11, "explosive", id="one"), box(13, 10, 14, 11, "explosive", id="two")]
    for chain, left in ((False, 1), (True, 0)):
        stage = Stage([on(30, 10.5, "pistol")], [SPARE], terrain=barrels, options={"explosion_chain_reaction": chain})
        match = act(stage.match(1), Attack("red-1", "pistol", "two"))
        settle(match)
        assert len(match.table.terrain.pieces) == left


@rule("XT-STN-03", 2)
def test_abilities_of_the_stunned_are_off() -> None:
    stage = Stage([on(10, 10, stunned=True), on(14, 10, "medic", stunned=True), on(2, 2)], [SPARE])
    from sightline.games.xenotactics.actions import Activate, StandUp

    match = stage.match()
    match.play(Activate("red-1"))
    act(match, StandUp("red-1"))
    settle(match)
    assert match.table.tokens("red-1", SPENT) == 3
    guarded = Stage([on(10, 10, "pistol")], [on(20, 10), on(20, 11, "bodyguard", stunned=True), SPARE])
    act(guarded.match(), Attack("red-1", "pistol", "blue-1"))


@rule("XT-LOS-05")
def test_a_piece_out_of_sight_is_no_target() -> None:
    barrel = box(20, 9, 21, 11, "explosive", id="barrel")
    stage = Stage([on(10, 10, "pistol")], [SPARE], terrain=[barrel, wall(14, 0, 15, 30)])
    assert refused(stage.match(), Attack("red-1", "pistol", "barrel")).rule == "XT-LOS-05"
