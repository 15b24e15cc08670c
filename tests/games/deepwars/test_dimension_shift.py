"""Who has shifted into another dimension, and what reaches it there (DW-ABL-19, DW-ABL-25, DW-CND-08)."""

from __future__ import annotations

import pytest

from sightline.games.deepwars.actions import Attack, Cast, Done, EndTurn, Exert, Move, Nominate, Shift
from sightline.games.deepwars.effects import EFFECTS
from sightline.games.deepwars.events import Clashed, Entered
from sightline.games.deepwars.gifts import second_targets
from sightline.games.deepwars.moving import path_fault
from sightline.games.deepwars.questions import Targeting
from sightline.games.deepwars.tokens import CHARGING, TRANSFIXED
from tests.games.deepwars.chants import caster, chant, end
from tests.games.deepwars.duels import FISTS, duel, shot, struck
from tests.games.deepwars.scenes import VENTS, scenic
from tests.games.deepwars.stage import (
    On,
    Stage,
    act,
    at,
    free,
    happened,
    has,
    offered,
    on,
    refused,
    rolling,
    spent,
    table_of,
    wall,
)
from tests.kit import rule

# ------------------------------------------------------------------ what reaches the shifted


@rule("DW-ABL-25")
@rule("DW-ABL-19")
@rule("DW-CND-08")
def test_only_ethereal_attacks_reach_the_shifted() -> None:
    match = Stage([on(20, 18, "dimension_shift")], [on(21, 18), on(19, 18, "ethereal_attack")]).match(5, 5)
    act(match, *rolling("red-1"), Shift("red-1"))
    table = match.table
    assert EFFECTS.forbids(table, Targeting("blue-1", "red-1", "h2h", FISTS)) is not None
    assert EFFECTS.forbids(table, Targeting("blue-2", "red-1", "h2h", FISTS)) is None
    assert refused(match, Attack("red-1", FISTS, "blue-1")).rule == "DW-CND-08"
    act(match, Done("red-1"), EndTurn("blue"))
    assert has(match, "red-1", "shifted")
    match.play(Nominate("red-1"))
    assert not has(match, "red-1", "shifted")
    assert shot(on(5, 18, "ethereal_attack"), on(9, 18, "energy_shield"))[0] == 0


@rule("DW-ABL-19")
@rule("DW-CND-08")
@rule("DW-ABL-28")
@pytest.mark.parametrize(("hacker", "hacks"), [(on(21, 18), 0), (on(21, 18, "ethereal_attack"), 1)])
def test_only_ethereal_attacks_hack_at_the_shifted(hacker: On, hacks: int) -> None:
    stage = Stage([on(20, 18, "dimension_shift"), on(2, 2)], [hacker, on(2, 34)])
    match = act(stage.match(5, 5, 3, 3), *rolling("red-1"), Shift("red-1"), Move("red-1", (16.0, 18.0)))
    assert len(happened(match, Clashed)) == hacks
    assert at(match, "red-1") == (16.0, 18.0)


@rule("DW-ABL-19")
@rule("DW-ABL-28")
def test_whoever_has_shifted_makes_no_free_hack() -> None:
    stage = Stage([on(20, 18), on(2, 2)], [on(21, 18, tokens={"shifted": 1}), on(2, 34)])
    match = act(stage.match(), *free("red-1"), Move("red-1", (16.0, 18.0)))
    assert not happened(match, Clashed)
    assert at(match, "red-1") == (16.0, 18.0)


@rule("DW-ABL-19")
@rule("DW-ABL-11")
def test_a_blast_does_not_reach_the_shifted() -> None:
    blue = [on(25, 18), on(26, 18, tokens={"shifted": 1}), on(25, 19), on(2, 34)]
    match = Stage([caster(), on(2, 2)], blue).match(6, 6, 6, 3, 3, 3)
    act(match, *chant("thermal_burst"), Cast("red-1", 3, "blue-1"))
    assert [e.defender for e in happened(match, Clashed)] == ["blue-1", "blue-3"]
    assert spent(match)


@rule("DW-ABL-19")
@rule("DW-ABL-49")
@pytest.mark.parametrize(
    ("shooter", "tokens", "reached"), [((), 0, True), ((), 1, False), (("ethereal_attack",), 1, True)]
)
def test_a_beam_does_not_jump_to_the_shifted(shooter: tuple[str, ...], tokens: int, reached: bool) -> None:
    second = on(26, 18, tokens={"shifted": 1} if tokens else {})
    table = table_of([on(20, 18, *shooter)], [on(25, 19), second])
    assert second_targets(table, "red-1", "blue-1") == (("blue-2",) if reached else ())


@rule("DW-ABL-19")
@rule("DW-CND-08")
def test_whoever_has_shifted_is_no_target_for_a_spell() -> None:
    shifted = on(25, 18, "dimension_shift", tokens={"shifted": 1})
    match = act(Stage([caster(), on(2, 2)], [shifted, on(24, 20)]).match(6, 6, 6), *chant("siren_lock"))
    refusal = match.refusal(Cast("red-1", 3, "blue-1"))
    assert refusal is not None
    assert refusal.rule == "DW-CND-08"
    assert match.refusal(Cast("red-1", 3, "blue-2")) is None


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


# ------------------------------------------------------------------ where the shifted go


@rule("DW-ABL-19")
def test_the_shifted_pass_through_walls_and_foes() -> None:
    stage = Stage(
        [on(10, 10, tokens={"shifted": 1}), on(2, 2)], [on(12, 10), on(40, 30)], terrain=[wall(13, 5, 13.5, 15)]
    )
    table = stage.table
    assert path_fault(table, table.models["red-1"], (14.5, 10.0)) is None


@rule("DW-ABL-19")
@rule("DW-TER-02")
@pytest.mark.parametrize("x", [23.0, 25.5])
def test_the_shifted_pass_through_deadly_terrain_unharmed(x: float) -> None:
    match = Stage([on(21, 18, "dimension_shift"), on(2, 2)], [on(40, 30)], terrain=[VENTS]).match(5, 5)
    act(match, *rolling("red-1"), Shift("red-1"), Move("red-1", (x, 18.0)))
    assert at(match, "red-1") == (x, 18.0)
    assert not happened(match, Entered)


@rule("DW-ABL-19")
@rule("DW-SCW-02")
def test_lightning_does_not_strike_the_shifted() -> None:
    red = [on(24, 10, tokens={"shifted": 1}), on(26, 10, boxes_body=9), on(2, 2)]
    stage = scenic(Stage(red, [on(40, 34)], turn=4), "scenic_weapon", "lightning_blaster")
    stage.table.put_tokens("thing", CHARGING, 1)
    match = end(stage.match(6, 1, 1), 2)
    assert (has(match, "red-1", TRANSFIXED), has(match, "red-2", TRANSFIXED)) == (0, 1)
    assert spent(match)


@rule("DW-ABL-19")
@rule("DW-SCA-05")
def test_tentacles_do_not_reach_the_shifted() -> None:
    red = [on(24, 15, tokens={"shifted": 1}), on(22, 15), on(2, 2)]
    stage = scenic(Stage(red, [on(40, 30)]), "scenic_artifact", "chamber_of_lost_souls")
    assert struck(end(stage.match(1, 1, 6), 2)) == ["red-2"]
