"""Where the rules of fighting meet: wounds and dice that take them back, charges and what they cost, nerves."""

from __future__ import annotations

import pytest

from sightline.core.decisions import Decision
from sightline.core.match import Match
from sightline.core.table import Attachment
from sightline.games.starquest.actions import (
    Cast,
    Charge,
    Counter,
    EndTurn,
    Pay,
    Rest,
    Revive,
    Shoot,
    StrikeWith,
    TakeOff,
    UseSkill,
)
from sightline.games.starquest.carrying import UseItem
from sightline.games.starquest.casting import Casting
from sightline.games.starquest.charging import Closing, Parting, charge_roads
from sightline.games.starquest.effects import EFFECTS
from sightline.games.starquest.events import AttackDeclared, Charged, Failed, Passed, Shrugged, SteppedBack, Wounded
from sightline.games.starquest.measure import gap
from sightline.games.starquest.questions import ToBlock
from sightline.games.starquest.sequence import HeroPhase
from sightline.games.starquest.tokens import ROUND_ENDS, fading
from tests.games.starquest.stage import (
    RIFLE,
    SWORD,
    Stage,
    act,
    alive,
    box,
    enemy_turn,
    happened,
    hero,
    offered,
    options,
    refused,
    rolling,
    spent,
    squad,
    tokens,
    wounds,
)
from tests.kit import rule

A, B, E, F = "heroes-1", "heroes-2", "enemies-1-1", "enemies-1-2"
RADIUS = 16 / 25.4
FAR = hero(44, 44)
"""Somebody who is still to act, so that nobody else does."""
DEADLY = 'Lance (24", A1, Deadly(3))'


# ------------------------------------------------------------------ wounds


@rule("SQ-SPR-13")
@rule("SQ-SPR-23")
def test_every_multiplied_wound_is_diced_for_even_those_beyond_the_last() -> None:
    stage = Stage([hero(10, 10, DEADLY)], [squad((20, 10), (20, 13), (21, 11.5), rules=["Regeneration"])])
    match = act(stage.match(6, 1, 6, 6, 1), Shoot(A, E))
    match.play(TakeOff(F))
    assert happened(match, Shrugged)[0].wounds == 2
    assert not alive(match, F)
    assert spent(match)
    lucky = act(stage.match(6, 1, 5, 6, 5), Shoot(A, E))
    lucky.play(TakeOff(F))
    assert alive(lucky, F)
    assert not happened(lucky, Wounded)
    assert spent(lucky)


@rule("SQ-SPR-13")
@rule("SQ-ITM-11")
def test_a_plate_takes_one_wound_of_three_and_that_saves_nobody_who_has_one_left() -> None:
    stage = enemy_turn([hero(10, 10, ablative_plate=1, wounds=5), hero(40, 40)], [squad((20, 10), weapons=(DEADLY,))])
    match = stage.match(6, 1)
    assert tokens(match, A, "unconscious") == 1
    assert wounds(match, A) == 6
    assert tokens(match, A, "spent:ignore_wound") == 0
    assert spent(match)


@rule("SQ-WND-02")
def test_of_two_wounded_models_the_players_choose_which_suffers_on() -> None:
    stage = Stage([hero(10, 10, RIFLE)], [squad((20, 10), (20, 11.5), (20, 13), tough=3)])
    for wounded in (E, "enemies-1-3"):
        stage.table.put_tokens(wounded, "wounds", 1)
    match = act(stage.match(6, 1), Shoot(A, E))
    assert refused(match, TakeOff(F)).rule == "SQ-WND-02"
    match.play(TakeOff("enemies-1-3"))
    assert (wounds(match, E), wounds(match, "enemies-1-3")) == (1, 2)
    assert spent(match)


@rule("SQ-STC-07")
@rule("SQ-WND-02")
def test_an_afflicted_unit_loses_its_wound_where_it_has_wounds_already() -> None:
    pair = squad((40, 10), (40, 11.5), tough=3, afflicted=1)
    stage = enemy_turn([hero(10, 10)], [pair])
    stage.table.put_tokens(F, "wounds", 1)
    match = stage.match(1)
    assert (wounds(match, E), wounds(match, F)) == (0, 2)
    assert spent(match)


# ------------------------------------------------------------------ charges


@rule("SQ-WPN-03")
@rule("SQ-MEL-04")
def test_a_hero_strikes_with_its_weapons_in_the_order_its_player_picks() -> None:
    kit = ("Knife (A1)", "Axe (A1, AP(2))", "Saw (A1, AP(1))", "Fang (A1, Deadly(3))")
    match = act(Stage([hero(10, 10, *kit), FAR], [squad((15, 10), tough=9)]).match(1, 1, 1, 1, 1), Charge(A, E))
    assert match.decision.rule == "SQ-WPN-03"
    assert options(match, StrikeWith, "weapon") == (kit[1], kit[2], kit[0])
    assert refused(match, StrikeWith(A, kit[3])).rule == "SQ-WPN-03"
    match.play(StrikeWith(A, kit[0]))
    assert refused(match, StrikeWith(A, kit[0])).rule == "SQ-WPN-03"
    match.play(StrikeWith(A, kit[2]))
    struck = [e.weapon for e in happened(match, AttackDeclared) if e.attacker == A]
    assert struck == [kit[3], kit[0], kit[2], kit[1]]
    assert spent(match)


@rule("SQ-WPN-03")
@rule("SQ-MEL-09")
def test_who_strikes_back_picks_the_order_too_and_enemies_ask_nobody() -> None:
    kit = ("Knife (A1)", "Axe (A1, AP(2))")
    match = enemy_turn([hero(10, 10, *kit)], [squad((15, 10), weapons=kit, tough=9)]).match(1, 1, 1, 1)
    assert match.decision.about == A
    match.play(StrikeWith(A, kit[0]))
    assert [(e.attacker, e.weapon) for e in happened(match, AttackDeclared)] == [
        (E, kit[1]),
        (E, kit[0]),
        (A, kit[0]),
        (A, kit[1]),
    ]
    assert spent(match)


@rule("SQ-SPR-12")
@rule("SQ-FTG-01")
def test_who_cut_its_charger_down_with_counter_has_struck_back_and_is_fatigued() -> None:
    spear = "Spear (A1, Counter)"
    stage = enemy_turn([hero(10, 10, spear)], [squad((15, 10)), squad((44, 44))])
    match = stage.match(6, 1)
    assert not alive(match, E)
    assert tokens(match, A, "fatigued") == 1
    assert spent(match)


@rule("SQ-FTG-01")
@rule("SQ-UNC-01")
def test_who_fell_in_its_own_charge_is_still_fatigued_when_it_is_back_on_its_feet() -> None:
    stage = Stage([hero(10, 10, wounds=5), hero(12, 11)], [squad((15, 10), tough=3)])
    match = act(stage.match(1, 6, 1), Charge(A, E))
    assert tokens(match, A, "unconscious") == 1
    assert tokens(match, A, "fatigued") == 1
    act(match, Revive(B, A))
    assert tokens(match, A, "fatigued") == 1
    assert spent(match)


@rule("SQ-CON-01")
@rule("SQ-COH-01")
def test_a_file_of_two_steps_back_together() -> None:
    stage = Stage([hero(10, 10)], [squad((10 + 2 * RADIUS, 10), (10 + 4 * RADIUS + 0.02, 10), tough=3)])
    stage.table.agenda = (Parting("enemies-1", A), HeroPhase())
    match = stage.match()
    models = match.table.models
    assert gap(models[A], models[E]) == pytest.approx(1.0, abs=0.01)
    assert models[E].at == pytest.approx((11 + 2 * RADIUS, 10), abs=0.01)
    assert models[F].at == pytest.approx((11 + 4 * RADIUS + 0.02, 10), abs=0.01)
    assert len(happened(match, SteppedBack)) == 2


@rule("SQ-TER-07")
@rule("SQ-CHG-02")
def test_one_model_in_the_swamp_slows_down_the_whole_charge() -> None:
    swamp = box(12, 8, 16, 12, "difficult", id="swamp")
    stage = Stage([hero(10, 10)], [squad((14.5, 10), (16.7, 11.7), (18.9, 12.4))], terrain=[swamp])
    roads = charge_roads(stage.table, "enemies-1", A)
    assert min(r.cost for r in roads.values()) > 0
    assert max(r.cost for r in roads.values()) <= 6.001


@rule("SQ-TER-07")
@rule("SQ-CHG-03")
def test_who_charged_over_difficult_ground_has_no_more_than_six_inches_to_finish_its_charge_with() -> None:
    swamp, lava = box(13, 8, 17, 13, "difficult", id="swamp"), box(10, 0, 12, 48, "dangerous", id="lava")
    stage = enemy_turn([hero(9, 10)], [squad((14, 10), (14.8, 11.7), tough=3)], terrain=[swamp, lava])
    match = stage.match()
    assert rolling(match).rule == "SQ-TER-09"
    (closing,) = (part for part in match.rest.agenda if isinstance(part, Closing))
    walked = {e.model: e.length for e in happened(match, Charged)}
    assert len(walked) == 2
    assert closing.left
    assert {id: pytest.approx(6 - walked[id], abs=0.01) for id, _ in closing.left} == dict(closing.left)


@rule("SQ-SPR-15")
def test_fear_counts_only_if_the_blows_themselves_wounded() -> None:
    terror = squad((15, 10), tough=6, rules=["Fear(3)"])
    lava = box(11.5, 0, 12.5, 48, "dangerous", id="lava")
    stage = Stage([hero(10, 10), FAR], [terror], terrain=[lava])
    match = act(stage.match(1, 2, 3, 4, 5, 6, 1, 1), Charge(A, E), EndTurn(A))
    assert wounds(match, A) == 1
    assert not [e for e in (*happened(match, Passed), *happened(match, Failed)) if e.stat == "morale"]
    assert spent(match)


# ------------------------------------------------------------------ nerves


@rule("SQ-SHK-03")
@rule("SQ-MRL-01")
def test_what_a_big_enemy_suffers_instead_of_being_shaken_is_no_reason_for_another_test() -> None:
    stage = Stage([hero(10, 10, stun_grenade=1), FAR], [squad((15, 10), tough=9, wounds=3)])
    match = act(stage.match(6), UseItem(A, "stun_grenade", E), EndTurn(A))
    assert wounds(match, E) == 6
    assert not [e for e in (*happened(match, Passed), *happened(match, Failed)) if e.stat == "morale"]
    assert spent(match)


# ------------------------------------------------------------------ what a hero does in one activation


@rule("SQ-RST-02")
@rule("SQ-SPR-10")
def test_who_has_cast_a_spell_can_rest_no_more() -> None:
    stage = Stage([hero(10, 10, rules=["Caster(2)"], spell_tokens=2, power=1)], [squad((15, 10), tough=9)])
    match = act(stage.match(1), Cast(A, "kinetic_shove", E, 0))
    match.play(match.decision.default)  # type: ignore[arg-type]
    assert not offered(match, Rest)
    assert refused(match, Rest(A)).rule == "SQ-RST-02"
    assert spent(match)


@rule("SQ-SPR-10")
@rule("SQ-HSK-05")
def test_a_snap_shot_is_an_attack_and_after_it_no_spell_is_cast() -> None:
    caster = hero(10, 10, RIFLE, "deadeye", "snap_shot", rules=["Caster(2)"], spell_tokens=2)
    match = act(Stage([caster], [squad((15, 10), tough=9)]).match(6, 1), UseSkill(A, "snap_shot", E))
    assert not offered(match, Cast)
    assert refused(match, Cast(A, "kinetic_shove", E, 0)).rule == "SQ-SPR-10"
    assert spent(match)


@rule("SQ-GEN-07")
@rule("SQ-SPR-10")
@pytest.mark.parametrize(("state", "asked"), [("", True), ("shaken", False), ("rested", False)])
def test_who_is_idle_burns_no_tokens_against_a_spell(state: str, asked: bool) -> None:
    seer = hero(10, 10, rules=["Caster(2)"], spell_tokens=2)
    stage = Stage([seer], [squad((15, 10), rules=["Caster(2)"], spell_tokens=2, tough=3)])
    if state:
        stage.table.put_tokens(A, state, 1)
    stage.table.agenda = (Casting(E, "spark_lash", A, 0), HeroPhase())
    match = stage.match()
    assert isinstance(match.pending, Decision) == asked
    assert match.pending is not None
    assert match.pending.rule == ("SQ-SPR-11" if asked else "SQ-SPR-10")


@rule("SQ-RST-02")
@rule("SQ-SPR-10")
def test_a_rest_lasts_for_the_round() -> None:
    match = act(Stage([hero(10, 10, power=1), FAR], [squad((44, 10))]).match(), Rest(A))
    assert tokens(match, A, "rested") == 1
    assert "rested" in fading(ROUND_ENDS)


@rule("SQ-SPR-11")
def test_to_counter_takes_a_token() -> None:
    seer = hero(10, 10, rules=["Caster(2)"], spell_tokens=2)
    stage = Stage([seer], [squad((15, 10), rules=["Caster(2)"], spell_tokens=2, tough=3)])
    stage.table.agenda = (Casting(E, "spark_lash", A, 0), HeroPhase())
    assert refused(stage.match(), Counter(A, 0)).rule == "SQ-SPR-11"
    assert refused(stage.match(), Counter(A, 3)).rule == "SQ-SPR-11"
    assert refused(stage.match(), Pay(A)).facts["asked"] == "SQ-SPR-11"


def piercing(match: Match, weapon: str, melee: bool) -> float:
    """The AP that lies on the next attack."""
    return EFFECTS.tally(match.table, ToBlock(E, A, weapon, melee), 2).value - 2


@rule("SQ-HSK-02")
@rule("SQ-HSK-07")
def test_what_helps_the_next_attack_waits_for_the_blow_that_answers_a_charge() -> None:
    stage = enemy_turn([hero(10, 10)], [squad((15, 10), weapons=("Stick (A1)",), tough=3)])
    stage.table.attach(Attachment(f"overcharge@{A}", "SQ-HSK-02", A, A, "the round ends", {"next_attack": 1}))
    match = stage.match(1, 6, 4)
    assert [e.attacker for e in happened(match, AttackDeclared)] == [E, A]
    assert wounds(match, E) == 1
    assert not match.table.borne.get(A)
    assert spent(match)


@rule("SQ-HSK-02")
@rule("SQ-HSK-05")
@rule("SQ-HSK-08")
def test_aim_is_not_spent_on_a_blow_nor_a_gap_found_on_a_shot() -> None:
    aiming = hero(10, 10, RIFLE, SWORD, "deadeye", "steady_aim")
    match = act(
        Stage([aiming, FAR], [squad((15, 10), tough=9)]).match(6, 1, 1), UseSkill(A, "steady_aim", A), Charge(A, E)
    )
    assert piercing(match, RIFLE, melee=False) == 1
    assert spent(match)
    lurking = hero(10, 10, RIFLE, SWORD, "ghost", "find_the_gap")
    match = act(
        Stage([lurking, FAR], [squad((15, 10), tough=9)]).match(6, 1), UseSkill(A, "find_the_gap", A), Shoot(A, E)
    )
    assert piercing(match, SWORD, melee=True) == 2
    assert spent(match)
