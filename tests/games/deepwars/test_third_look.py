"""Positions in which rules meet that one seldom sees together: charges in the deep, roofs, bodies, what lies loose."""

from __future__ import annotations

from fractions import Fraction
from math import cos, radians, sin
from typing import Any

import pytest

from sightline.core.decisions import Action
from sightline.core.match import Match
from sightline.core.outlook import forecast
from sightline.core.table import Piece
from sightline.games.deepwars import GAME, catalog
from sightline.games.deepwars.actions import (
    Attack,
    Cast,
    ChangeDepth,
    Dance,
    Done,
    Drop,
    EndTurn,
    Exert,
    FastDive,
    FirstAid,
    Move,
    Nominate,
    Recover,
    Reload,
    RollToCast,
    StepAndAttack,
    Treat,
    Withdraw,
)
from sightline.games.deepwars.arriving import pieces_at
from sightline.games.deepwars.deploying import marker
from sightline.games.deepwars.effects.melee import defends_an_obstacle
from sightline.games.deepwars.events import Checked, Clashed
from sightline.games.deepwars.morale import nearest_edge, refuge
from sightline.games.deepwars.odds import answer
from sightline.games.deepwars.questions import HACK
from sightline.games.deepwars.tokens import ATTACKED, FLASHED
from tests.games.deepwars.chants import caster, chant, scene
from tests.games.deepwars.duels import FISTS, duel, shot
from tests.games.deepwars.scenes import HOLD, at_a_plant
from tests.games.deepwars.stage import (
    Stage,
    act,
    alive,
    at,
    box,
    free,
    happened,
    has,
    kelp,
    model,
    offered,
    on,
    refused,
    rolling,
    wall,
    wounds,
)
from tests.kit import rule

# ------------------------------------------------------------------ what can be aimed at: DW-SUB-09


@rule("DW-SUB-09")
def test_a_damaged_weapon_may_be_aimed_at_until_it_is_destroyed() -> None:
    for marked, left in ((1, True), (2, False)):
        match = duel(blue=on(21, 18, "trident", tokens={"wound:trident": marked})).match()
        act(match, *free("red-1"))
        assert (match.refusal(Attack("red-1", FISTS, "blue-1", "trident")) is None) is left


# ------------------------------------------------------------------ what leads into a charge: DW-H2H-04, DW-DEP-03


def running_bonus(match: Match) -> float:
    """What the run added to the last attack."""
    notes = happened(match, Clashed)[-1].attack.notes
    return float(sum(note.value for note in notes if note.rule == "DW-H2H-04"))


@rule("DW-H2H-04")
@rule("DW-DEP-03")
def test_a_change_of_depth_between_two_moves_breaks_a_rush() -> None:
    stage = Stage([on(20, 18), on(2, 2)], [on(29.2, 18, level=1), on(2, 34), on(6, 34)])
    match = act(stage.match(6, 6, 6, 3, 3), *rolling("red-1", 3))
    act(match, Move("red-1", (24, 18)), ChangeDepth("red-1", 1), Move("red-1", (28.19, 18)))
    act(match, Attack("red-1", FISTS, "blue-1"))
    assert running_bonus(match) == 1


@rule("DW-H2H-04")
@rule("DW-ACN-22")
def test_a_move_that_a_free_hack_has_cancelled_is_no_charge() -> None:
    stage = Stage([on(20, 18, av=3), on(2, 2)], [on(21, 18), on(18, 18), on(2, 34)])
    match = act(stage.match(6, 6, 4, 3, 3, 3), *rolling("red-1"), Move("red-1", (20, 21)))
    assert at(match, "red-1") == (19.0, 18.0), "driven back, against another enemy"
    act(match, Attack("red-1", FISTS, "blue-2"))
    assert running_bonus(match) == 0


@rule("DW-DEP-03")
@rule("DW-PHY-08")
def test_a_fast_dive_that_stops_short_of_contact_is_no_part_of_a_rush() -> None:
    stage = Stage([on(20, 18, level=3), on(2, 2)], [on(21.02, 18), on(2, 34), on(6, 34)])
    match = act(stage.match(6, 5, 5, 6, 1, 1, 3, 3), *rolling("red-1", 3), FastDive("red-1", -2))
    assert model(match, "red-1").z == 6.0, "one success: one level now"
    act(match, ChangeDepth("red-1", -1), Attack("red-1", FISTS, "blue-1"))
    assert running_bonus(match) == 1


@rule("DW-H2H-04")
@rule("DW-ACN-24")
def test_what_is_dropped_on_the_way_does_not_break_a_charge() -> None:
    bearer = on(20, 18, tokens={"load:golden_treasure": 1})
    match = Stage([bearer, on(2, 2)], [on(25, 18), on(2, 34), on(6, 34)]).match(6, 6, 3, 3)
    act(match, *rolling("red-1"), Move("red-1", (23.99, 18)), Drop("red-1", "golden_treasure"))
    act(match, Attack("red-1", FISTS, "blue-1"))
    assert running_bonus(match) == 1


# ------------------------------------------------------------------ one activation in a turn: DW-ACT-05


@rule("DW-ACT-05")
@rule("DW-ABL-31")
def test_whoever_dies_in_its_activation_and_is_brought_back_has_had_it() -> None:
    red = [on(20, 18, boxes_body=1), on(19, 18, "healer"), on(2, 2), on(4, 2), on(6, 2)]
    match = Stage(red, [on(21, 18), on(2, 34)]).match(1, 4, 6, 6, 2)
    act(match, *free("red-1"), Attack("red-1", FISTS, "blue-1"))
    assert not alive(match, "red-1")
    act(match, *free("red-2"), Treat("red-2", "red-1-body", "body"), Done("red-2"))
    assert alive(match, "red-1")
    assert refused(match, Nominate("red-1")).rule == "DW-ACT-05"
    act(match, EndTurn("red"), EndTurn("blue"), Nominate("red-1"))


# ------------------------------------------------------------------ scenic objects: DW-CBT-09, DW-CBT-10


@rule("DW-ACN-17")
@rule("DW-CBT-10")
def test_one_may_step_up_to_an_object_and_strike_it() -> None:
    match = act(at_a_plant(gap=0.8).match(6, 1), *free("red-1"))
    assert offered(match, StepAndAttack)
    x, y = at(match, "red-1") or (0.0, 0.0)
    act(match, StepAndAttack("red-1", FISTS, "thing", (x + 0.78, y)))
    assert happened(match, Clashed)[0].defender == "thing"


@rule("DW-CBT-09")
@rule("DW-ABL-41")
@rule("DW-ABL-55")
@rule("DW-ABL-23")
@pytest.mark.parametrize("trait", ["poison", "shock", "entangle", "irradiate"])
def test_an_object_has_nothing_to_resist(trait: str) -> None:
    arms = [w.id for w in catalog.weapons().values() if w.melee and any(t.id == trait for t in w.traits)]
    for weapon in arms:
        match = act(at_a_plant(weapon, combat=9).match(6, 1), *free("red-1"), Attack("red-1", weapon, "thing"))
        assert wounds(match, "thing")
        assert not happened(match, Checked), "no living thing, and no model"
        assert not has(match, "thing", "held_by:red-1")


# ------------------------------------------------------------------ roofs and walls: DW-TER-06


def middle_of_the_hold() -> tuple[float, float]:
    """Well inside a closed structure of two levels."""
    xs, ys = [x for x, _ in HOLD.polygon], [y for _, y in HOLD.polygon]
    return ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)


def on_and_under_the_roof(**more: Any) -> Stage:
    """Red on the roof, blue right below it."""
    x, y = middle_of_the_hold()
    return Stage([on(x, y, level=2), on(2, 2)], [on(x, y + 0.1, level=1), on(2, 34)], terrain=[HOLD], **more)


@rule("DW-TER-06")
@rule("DW-H2H-09")
def test_nobody_strikes_through_a_roof() -> None:
    match = act(on_and_under_the_roof().match(), *free("red-1"))
    assert not offered(match, Attack)
    assert refused(match, Attack("red-1", FISTS, "blue-1")).rule == "DW-H2H-09"
    x, y = middle_of_the_hold()
    act(match, Move("red-1", (x + 4, y)))
    assert not happened(match, Clashed), "no Free Hack either"
    match = act(Stage([on(x, y, level=1)], [on(x, y + 0.1, level=0)], terrain=[HOLD]).match(), *free("red-1"))
    assert offered(match, Attack), "both are inside"


@rule("DW-H2H-09")
@rule("DW-ABL-47")
def test_a_long_weapon_does_not_reach_through_a_wall() -> None:
    for terrain in ([], [wall(20.7, 15, 21.2, 21)]):
        match = Stage([on(20, 18, "harpoon_pike"), on(2, 2)], [on(21.9, 18), on(2, 34)], terrain=terrain).match()
        act(match, *free("red-1"))
        assert bool(offered(match, Attack)) is not bool(terrain)


@rule("DW-DEP-05")
def test_who_stands_on_a_wall_fights_who_is_at_its_foot() -> None:
    rock = wall(18, 15, 20.6, 21, height=1)
    match = Stage([on(20, 18, level=1), on(2, 2)], [on(21.12, 18), on(2, 34)], terrain=[rock]).match()
    act(match, *free("red-1"))
    assert not offered(match, Attack)
    match = Stage([on(20.3, 18, level=1), on(2, 2)], [on(21.12, 18), on(2, 34)], terrain=[rock]).match()
    act(match, *free("red-1"))
    assert offered(match, Attack)


@rule("DW-TER-06")
@rule("DW-PHY-09")
def test_a_roof_is_not_broken_as_a_whole() -> None:
    x, y = middle_of_the_hold()
    match = act(Stage([on(x, y, level=1)], [on(2, 34)], terrain=[HOLD]).match(), *free("red-1"))
    assert not offered(match, Exert)
    assert refused(match, Exert("red-1", "break", "hold-roof")).rule == "DW-PHY-09"


@rule("DW-H2H-07")
@rule("DW-TER-06")
def test_who_stands_on_the_roof_of_a_wreck_defends_an_obstacle() -> None:
    east, (_, y) = max(x for x, _ in HOLD.polygon), middle_of_the_hold()
    for inches in (0.2, 0.7):  # above the wall, and above the hold
        x = east - inches
        table = Stage([on(x, y, level=2)], [on(x + 1, y, level=2)], terrain=[HOLD]).table
        assert defends_an_obstacle(table, table.models["red-1"], table.models["blue-1"])


# ------------------------------------------------------------------ flight: DW-MRL-07


@rule("DW-MRL-07")
def test_of_two_edges_that_are_as_near_the_one_is_taken_that_is_so_from_either_chair() -> None:
    table = Stage([on(6, 30)], [on(24, 18)]).table
    assert nearest_edge(table, table.models["red-1"]) == (24.0, 36.0), "north, before west"
    table = Stage([on(42, 6)], [on(24, 18)]).table
    for side, edge in (("red", (24.0, 36.0)), ("blue", (24.0, 0.0))):
        table.put_moved(marker(side, edge))
    assert nearest_edge(table, table.models["red-1"]) == (24.0, 0.0), "the same with the chairs exchanged"


@rule("DW-MRL-07")
@rule("DW-GEN-05")
@pytest.mark.parametrize(("level", "near"), [(1, False), (2, True)])
def test_who_flees_keeps_away_from_a_huge_enemy_on_both_of_its_levels(level: int, near: bool) -> None:
    table = Stage([on(24, 6, level=level)], [on(27.5, 2, size=3)]).table
    straight = refuge(table, table.models["red-1"], (24.0, 0.0)) == (24.0, 1.0)
    assert straight is near


# ------------------------------------------------------------------ spells: DW-MAG


@rule("DW-MAG-17")
@rule("DW-MAG-09")
def test_a_free_move_may_lead_into_deadly_terrain_as_no_puppet_s_may() -> None:
    vent = box(22, 16, 24.5, 20, "deadly", id="vent")
    match = act(scene(terrain=[vent]).match(6, 6, 6, 6, 6, 6), *chant("adrenal_surge"), Cast("red-1", 3, "red-1"))
    assert {o.rule for o in match.decision.offers if o.action is Dance} == {"DW-MAG-17"}
    act(match, Dance("red-1", (23.0, 18.0)))
    assert at(match, "red-1") == (23.0, 18.0)
    assert happened(match, Checked)[-1].rule == "DW-TER-02"
    assert not has(match, "red-1", "spurred")


@rule("DW-TER-08")
@rule("DW-MAG-12")
@pytest.mark.parametrize(("inches", "inside"), [(2.99, True), (3.02, False)])
def test_a_zone_is_round(inches: float, inside: bool) -> None:
    for degrees in range(0, 360, 5):
        turn = radians(degrees + 2.5)
        foe = on(25 + inches * cos(turn), 18 + inches * sin(turn))
        match = act(scene(blue=foe).match(6, 6, 6), *chant("kelp_snare"), Cast("red-1", 3, at=(25.0, 18.0)))
        assert bool(pieces_at(match.table, model(match, "blue-1"))) is inside


# ------------------------------------------------------------------ shooting: DW-RNG


@rule("DW-RNG-02")
@rule("DW-MOV-10")
@pytest.mark.parametrize(("weapon", "inches"), [("needle_pistol", 3.0), ("dart_rifle", 5.0)])
def test_a_band_ends_where_its_stick_does(weapon: str, inches: float) -> None:
    # Spots lie on a lattice of which a step is 1/512 inch: what is within a hundredth is within.
    for band, penalty in ((1, 0), (2, -2), (3, -4)):
        for more, expected in ((0.0, penalty), (0.008, penalty), (0.02, penalty - 2)):
            far = on(11 + band * inches + more, 18)
            if expected >= -4:
                assert shot(on(10, 18, weapon), far, weapon)[0] - catalog.weapon(weapon).bonus == expected


# ------------------------------------------------------------------ what one comes through: DW-TER-01


@rule("DW-TER-01")
@rule("DW-MAG-18")
@pytest.mark.parametrize(("low", "levels"), [(3, -3), (3, -2), (0, 3)])
def test_a_fast_dive_leads_through_what_is_on_the_levels_between(low: int, levels: int) -> None:
    stage = Stage([caster(20, 18, level=1), on(24, 18, "power_dive", level=low), on(2, 2)], [on(2, 34)])
    match = act(stage.match(6, 6, 6, 1, 1, 1), *chant("spore_bloom"), Cast("red-1", 3, at=(24.0, 18.0)), Done("red-1"))
    act(match, *free("red-2"), FastDive("red-2", levels))
    assert has(match, "red-2", "poisoned")


# ------------------------------------------------------------------ what is begun: DW-PHY-03, DW-PHY-10


REEF = box(21, 16, 24, 20, "scenic", "blocking", "material:coral", id="reef")
SMASH = Exert("red-1", "break", "reef")


@rule("DW-PHY-10")
@rule("DW-PHY-03")
def test_whoever_goes_away_from_what_it_has_begun_begins_anew() -> None:
    stage = Stage([on(20.5, 18), on(2, 2)], [on(40, 30)], terrain=[REEF])
    match = act(stage.match(6, 6, 6, 1, 1), *rolling("red-1"), SMASH, Move("red-1", (20.5, 19.0)))
    assert has(match, "red-1", "unfinished:break reef"), "along it: still in contact"
    match = act(stage.match(6, 6, 6, 1, 1), *rolling("red-1"), SMASH, Move("red-1", (18.0, 18.0)))
    assert not has(match, "red-1", "unfinished:break reef")


@rule("DW-PHY-10")
def test_whoever_is_pushed_away_from_what_it_has_begun_begins_anew() -> None:
    stage = Stage([on(20.5, 18), on(2, 2)], [on(20.5, 19), on(2, 34)], terrain=[REEF])
    match = act(stage.match(6, 1, 1, 6, 6, 6), *free("red-1"), SMASH, Done("red-1"), EndTurn("red"))
    assert has(match, "red-1", "unfinished:break reef")
    act(match, *free("blue-1"), Exert("blue-1", "push", "red-1"))
    assert at(match, "red-1") == (20.5, 15.0)
    assert not has(match, "red-1", "unfinished:break reef")


# ------------------------------------------------------------------ who has attacked: DW-LOS-06, DW-ABL-13


@rule("DW-H2H-06")
@rule("DW-ABL-13")
@rule("DW-LOS-06")
def test_whoever_joins_an_attack_has_attacked() -> None:
    red = [on(20, 18, "dart_rifle"), on(20, 20, "dart_rifle"), on(2, 2)]
    match = Stage(red, [on(24, 18), on(2, 34), on(6, 34)]).match(3, 3)
    act(match, *free("red-1"), Attack("red-1", "dart_rifle", "blue-1", joiners=("red-2",)))
    for shooter in ("red-1", "red-2"):
        assert has(match, shooter, ATTACKED)
        assert has(match, shooter, FLASHED)
    assert not has(match, "red-3", ATTACKED)


@rule("DW-ABL-28")
@rule("DW-ABL-13")
def test_a_free_hack_is_an_attack() -> None:
    match = Stage([on(20, 18), on(2, 2)], [on(21, 18), on(2, 34), on(6, 34)]).match(1, 6)
    act(match, *free("red-1"), Move("red-1", (17, 18)))
    assert has(match, "blue-1", ATTACKED)


# ------------------------------------------------------------------ refusals say which rule, and by how much


@rule("DW-SPL-09")
def test_a_spell_that_falls_short_says_by_how_much() -> None:
    match = act(scene(blue=on(28.5, 18)).match(6, 6, 6), *chant("brine_lance"))
    no = refused(match, Cast("red-1", 3, "blue-1"))
    assert (no.rule, no.facts["distance"], no.facts["range"]) == ("DW-SPL-09", 7.5, 7.0)
    assert refused(match, Cast("red-1", 3, "nobody")).rule == "DW-SPL-11"


@rule("DW-ACN-22")
@rule("DW-MOV-07")
@rule("DW-ACN-05")
def test_what_makes_a_move_too_dear_is_named() -> None:
    foes, dear = [on(21, 18), on(2, 34), on(6, 34)], {"disengage": "two_actions"}
    match = act(Stage([on(20, 18, level=1), on(2, 2)], foes, options=dear).match(), *free("red-1"))
    for leaving in (Move("red-1", (17, 18)), ChangeDepth("red-1", 1), FastDive("red-1", 2)):
        no = refused(match, leaving)
        assert (no.rule, no.facts["needed"], no.facts["left"]) == ("DW-ACN-22", 2, 1)
    for hurt, terrain, rule_ in ((1, [], "DW-MOV-07"), (0, [kelp(15, 15, 25, 21)], "DW-ACN-05")):
        slow = on(20, 18, stick=1, boxes_locomotion=2, tokens={"wound:locomotion": hurt} if hurt else {})
        match = act(Stage([slow, on(2, 2)], [on(40, 30)], terrain=terrain).match(), *free("red-1"))
        no = refused(match, Move("red-1", (18, 18)))
        assert (no.rule, no.facts["needed"]) == (rule_, 2)


@rule("DW-MOV-08")
def test_a_way_off_the_map_that_is_too_dear_says_so() -> None:
    stage = Stage([on(20, 2), on(2, 2)], [on(21, 2), on(2, 34)], options={"disengage": "two_actions"})
    no = refused(act(stage.match(), *free("red-1")), Withdraw("red-1"))
    assert (no.rule, no.facts["needed"], no.facts["left"]) == ("DW-ACN-22", 2, 1)


@rule("DW-ACN-08")
@rule("DW-ACN-10")
def test_too_much_armor_break_is_refused_by_the_rule_of_the_attack() -> None:
    match = act(duel(on(20, 18, "needle_pistol")).match(6, 6), *rolling("red-1"))
    for weapon, rule_ in ((FISTS, "DW-ACN-08"), ("needle_pistol", "DW-ACN-10")):
        no = refused(match, Attack("red-1", weapon, "blue-1", effort=2, pierce=2))
        assert (no.rule, no.facts["armor break"], no.facts["most"]) == (rule_, 2, 1)


# ------------------------------------------------------------------ steps: DW-ACN-17


@rule("DW-ACN-17")
@rule("DW-MOV-04")
def test_who_steps_along_an_enemy_does_not_cut_through_what_is_solid() -> None:
    step = StepAndAttack("red-1", FISTS, "blue-1", (20.5, 18.86))
    tip, foot = (20.08, 18.53), ((19.0, 19.27), (18.9, 19.1))
    thorn = Piece((tip, *foot), 3, "thorn", traits=("blocking", "material:stone"))
    for terrain, said in (((), None), ((thorn,), "DW-MOV-04")):
        foes = [on(21, 18, level=1), on(2, 34), on(6, 34)]
        match = act(Stage([on(20, 18), on(2, 2)], foes, terrain=terrain).match(), *free("red-1"))
        no = match.refusal(step)
        assert (no and no.rule) == said


@rule("DW-ACN-17")
@rule("DW-DEP-05")
def test_one_may_step_up_to_an_enemy_on_the_level_above_and_strike_it() -> None:
    match = Stage([on(20, 18), on(2, 2)], [on(21.8, 18, level=1), on(2, 34), on(6, 34)]).match(3, 3)
    act(match, *free("red-1"), StepAndAttack("red-1", FISTS, "blue-1", (20.79, 18)))
    assert happened(match, Clashed)


# ------------------------------------------------------------------ what is foretold


Told = dict[tuple[str, int | None], Fraction]


def told(match: Match, action: Action) -> Told:
    """The chances of everything that may come of an answer."""
    found = forecast(match, action)
    assert found.exact
    return {(p.name, p.value): chance for p, chance in found.prospects}


@rule("DW-SPL-06")
@rule("DW-MAG-09")
@pytest.mark.parametrize("spell", sorted(catalog.spells()))
def test_three_failures_are_foretold_as_a_mishap_whatever_the_spell(spell: str) -> None:
    match = scene().match()
    match.play(Nominate("red-1"))
    found = told(match, RollToCast("red-1", spell, 3))
    assert found["Mishap", None] == found["Power", 0] == Fraction(1, 8)
    assert found["Turn lost", None] == Fraction(1, 2)


# ------------------------------------------------------------------ First Aid: DW-EXP-09


@rule("DW-EXP-09")
@rule("DW-ACN-15")
def test_after_first_aid_nothing_is_left_of_a_recovery_that_was_begun() -> None:
    medic, patient = on(20, 18, tokens={"advance:first_aid": 1}), on(21, 18, tokens={"transfixed": 1})
    match = Stage([medic, patient, on(2, 2)], [on(40, 30)]).match(6, 6)
    act(match, *free("red-2"), Recover("red-2", "transfixed"))
    assert has(match, "red-2", "recovering")
    act(match, *rolling("red-1"), FirstAid("red-1", "red-2"))
    assert not has(match, "red-2", "transfixed")
    assert not has(match, "red-2", "recovering"), "who is transfixed again needs two actions again"


# ------------------------------------------------------------------ odds


@rule("DW-GEN-02")
@rule("DW-MRL-06")
@pytest.mark.parametrize("quality", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("bonus", range(-6, 7))
def test_odds_are_told_for_every_quality_and_bonus(quality: int, bonus: int) -> None:
    good = Fraction(7 - min(6, max(2, quality - bonus)), 6)
    found = answer(GAME, {"morale": {"quality": quality, "bonus": bonus}})
    assert Fraction(found["stays"]) == good**3
    assert Fraction(found["deserts"]) == (1 - good) ** 3
    found = answer(GAME, {"activation": {"quality": quality, "bonus": bonus, "dice": 2}})
    assert Fraction(found["turnover"]) == (1 - good) ** 2


# ------------------------------------------------------------------ the shifted: DW-ABL-19


SHIFTED = on(21, 18, tokens={"shifted": 1})


@rule("DW-ABL-19")
@rule("DW-PHY-05")
def test_whoever_has_shifted_is_not_pushed() -> None:
    match = act(duel(blue=SHIFTED).match(), *free("red-1"))
    assert not offered(match, Exert)
    assert refused(match, Exert("red-1", "push", "blue-1")).rule == "DW-PHY-09"


@rule("DW-ABL-19")
@rule("DW-H2H-06")
def test_only_who_could_strike_the_shifted_joins_an_attack_on_it() -> None:
    for gift, joins in (("ethereal_attack", True), ("fearless", False)):
        red = [on(20, 18, "ethereal_attack"), on(22, 18, gift), on(2, 2)]
        match = act(Stage(red, [SHIFTED, on(2, 34)]).match(), *free("red-1"))
        no = match.refusal(Attack("red-1", FISTS, "blue-1", joiners=("red-2",)))
        assert (no is None) is joins


# ------------------------------------------------------------------ what lasts on the dead, and on what is damaged


@rule("DW-CND-06")
@rule("DW-ACT-17")
def test_poison_does_not_bite_who_has_just_died_in_deadly_terrain() -> None:
    vent, sick = box(18, 16, 22, 20, "deadly", id="vent"), on(20, 18, boxes_body=1, tokens={"poisoned": 1})
    match = act(Stage([sick, on(2, 2), on(4, 2)], [on(40, 30)], terrain=[vent]).match(1, 1, 1), Nominate("red-1"))
    assert not alive(match, "red-1")
    assert len(happened(match, Checked)) == 1


@rule("DW-WPN-03")
@rule("DW-ACN-11")
def test_a_damaged_weapon_is_not_reloaded() -> None:
    gun = next(w.id for w in catalog.weapons().values() if any(t.id == "reload" for t in w.traits))
    match = Stage([on(20, 18, gun, tokens={f"empty:{gun}": 1, f"wound:{gun}": 1})], [on(40, 30)]).match()
    assert refused(match, *free("red-1"), Reload("red-1", gun)).rule == "DW-WPN-03"


@rule("DW-ACN-24")
def test_dropping_is_free_when_no_action_is_left() -> None:
    match = Stage([on(20, 18, tokens={"load:golden_treasure": 1})], [on(40, 30)]).match()
    act(match, *free("red-1"), Move("red-1", (22, 18)), Drop("red-1", "golden_treasure"))
    assert not has(match, "red-1", "load:golden_treasure")


@rule("DW-CND-09")
@rule("DW-MAG-06")
@rule("DW-MAG-12")
@pytest.mark.parametrize("spell", ["frost_mantle", "kelp_snare"])
def test_a_mishap_does_not_loosen_the_grip_of_whoever_holds_the_caster(spell: str) -> None:
    held = caster(tokens={"entangled": 3, "held_by:blue-1": 1})
    match = act(scene(held, on(21.8, 18, size=3)).match(1, 1, 1), *chant(spell))
    assert has(match, "red-1", "entangled") == 3
    match = act(scene().match(1, 1, 1), *chant(spell))
    assert has(match, "red-1", "entangled") == 1


# ------------------------------------------------------------------ the order of an attack: DW-CBT-07


@rule("DW-CBT-07")
@rule("DW-MRL-02")
def test_who_turns_to_a_victim_it_terrifies_strikes_at_it_as_it_flees() -> None:
    match = duel(on(20, 18, "terror", facing=180)).match(6, 6, 1, 1, 6)
    act(match, *free("red-1"), Attack("red-1", FISTS, "blue-1"))
    assert [clash.blow.mode for clash in happened(match, Clashed)] == [HACK]
    assert at(match, "blue-1") != (21.0, 18.0)


@rule("DW-ABL-55")
@rule("DW-ABL-23")
@rule("DW-SUB-09")
@pytest.mark.parametrize("trait", ["shock", "entangle"])
def test_who_has_only_its_weapon_struck_is_neither_shocked_nor_held(trait: str) -> None:
    arm = next(w.id for w in catalog.weapons().values() if w.melee and any(t.id == trait for t in w.traits))
    match = duel(on(20, 18, arm, combat=6), on(21, 18, "trident")).match(6, 3)
    act(match, *free("red-1"), Attack("red-1", arm, "blue-1", "trident"))
    assert wounds(match, "blue-1", "trident")
    assert not happened(match, Checked)
    assert not has(match, "blue-1", "entangled")


@rule("DW-ACT-01")
@rule("DW-ACT-05")
def test_a_name_that_cannot_be_called_is_refused_by_the_rule_it_is_against() -> None:
    match = act(Stage([on(20, 18), on(2, 2)], [on(40, 30)]).match(), *free("red-1"), Done("red-1"))
    assert refused(match, Nominate("red-1")).rule == "DW-ACT-05"
    for other in ("blue-1", "nobody", "red"):
        assert refused(match, Nominate(other)).rule == "DW-ACT-01"
