"""What a target card says: exact odds of the table as it lies."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from sightline.core.decisions import Illegal, Keep
from sightline.core.match import Match
from sightline.core.muster import Entry
from sightline.core.outlook import Fate, Outlook, Trial, outlook, outlook_of
from sightline.core.wire import key
from sightline.games.guerrilla import GAME
from sightline.games.guerrilla.actions import Activate, Attack, Throw
from sightline.games.guerrilla.attacking import Volley
from sightline.games.guerrilla.casting import Casting
from sightline.games.guerrilla.catalog import item
from sightline.games.guerrilla.odds import ATTACKER, IN_REACH, IN_THE_OPEN, STEPS, TARGET, lay
from sightline.games.guerrilla.throwing import Flight
from sightline.games.guerrilla.tokens import DAMAGE
from tests.games.guerrilla.stage import Stage, on
from tests.kit import rule

CASES: list[dict[str, Any]] = [
    {"attacker": "overseer", "weapon": "beam_rifle", "target": "crusader", "steps": -1},
    {"attacker": "overseer", "weapon": "beam_rifle", "target": "crusader", "rerolls": 1, "damage_taken": 20},
    {"attacker": "bastion", "weapon": "heavy_rotary_rifle", "target": "trooper", "rerolls": 3, "damage_taken": 12},
    {"attacker": "recon", "weapon": "dueling_blades", "target": "herald", "steps": 1, "damage_taken": 13},
    {"attacker": "trooper", "weapon": "long_range_phaser_rifle", "target": "medic", "rerolls": 2},
    {"attacker": "artillerist", "weapon": "phaser_cannon", "target": "recon", "damage_taken": 16, "rerolls": 1},
]


def the_fate(fates: tuple[Fate, ...], model: str) -> Fate:
    return next(fate for fate in fates if fate.model == model)


def texts(loss: dict[int, Fraction]) -> dict[str, str]:
    return {str(n): str(chance) for n, chance in loss.items()}


def of_case(spec: dict[str, Any]) -> Outlook:
    kind = item(spec["weapon"])
    apart = IN_THE_OPEN if kind.attack == "shot" else IN_REACH
    one, other = Entry(spec["attacker"], (spec["weapon"],)), Entry(spec["target"])
    setup, table = lay(GAME, one, other, apart, spec.get("rerolls", 0))
    for attachment in STEPS[spec.get("steps", 0)]:
        table.attach(attachment)
    table.put_tokens(TARGET, DAMAGE, spec.get("damage_taken", 0))
    return outlook(GAME, setup, table, Volley(ATTACKER, spec["weapon"], {TARGET: kind.dice}))


@pytest.mark.parametrize("spec", CASES, ids=lambda spec: spec["weapon"])
def test_the_card_says_what_the_odds_command_says(spec: dict[str, Any]) -> None:
    found = of_case(spec)
    fates = found.again if spec.get("rerolls") else found.fates
    known = GAME.odds({"attack": spec})
    fate = the_fate(fates, TARGET)
    assert texts(fate.loss) == known["damage"]
    assert str(fate.mean) == known["mean"]
    assert str(fate.lethal) == known["kill"]
    assert str(found.each) == known["per_die"]
    assert found.exact
    plain = GAME.odds({"attack": {**spec, "rerolls": 0}})
    assert texts(the_fate(found.fates, TARGET).loss) == plain["damage"]


def burning_stage(**more: Any) -> Stage:
    return Stage(
        red=[on("trooper", 5, 12, "solumide_burner", "force_grenade")],
        blue=[on("bastion", 10, 12), on("recon", 10, 15)],
        **more,
    )


def every_face(stage: Stage, part: Volley) -> dict[int, Fraction]:
    """What every single fall of the dice comes to."""
    found: dict[int, Fraction] = {}
    for faces in product(range(1, 11), repeat=2):
        trial: Match = Trial.of(GAME, stage.setup, stage.table, part)
        trial.play(faces)
        damage = trial.rest.tokens("blue-1", DAMAGE)
        found[damage] = found.get(damage, Fraction(0)) + Fraction(1, 100)
    return found


@rule("DG-ONG-01")
def test_a_burner_may_set_its_target_burning() -> None:
    stage = burning_stage()
    part = Volley("red-1", "solumide_burner", {"blue-1": 2})
    found = outlook(GAME, stage.setup, stage.table, part)
    fate = the_fate(found.fates, "blue-1")
    assert fate.loss == dict(sorted(every_face(stage, part).items()))
    assert fate.effects == {"Ongoing damage": 1 - fate.loss[0]}
    assert not found.again
    assert [f.model for f in found.fates] == ["blue-1"]


def test_looking_ahead_changes_nothing() -> None:
    stage = burning_stage(second_wind={"red": 2})
    before = key(stage.table)
    outlook(GAME, stage.setup, stage.table, Volley("red-1", "solumide_burner", {"blue-1": 2}))
    assert key(stage.table) == before


def test_second_winds_are_worth_what_they_are_worth() -> None:
    stage = burning_stage(second_wind={"red": 2})
    found = outlook(GAME, stage.setup, stage.table, Volley("red-1", "solumide_burner", {"blue-1": 2}))
    miss = 1 - found.each
    assert the_fate(found.fates, "blue-1").loss[0] == miss**2
    assert the_fate(found.again, "blue-1").loss[0] == miss**4
    assert (found.again_rule, found.again_name) == ("DG-SWD-02", "Second wind")


@rule("DG-THR-07")
def test_a_grenade_concerns_everybody_near() -> None:
    stage = burning_stage(phase="active")
    found = outlook(GAME, stage.setup, stage.table, Flight("red-1", "force_grenade", (10.0, 12.0)))
    assert {fate.model for fate in found.fates} == {"red-1", "blue-1", "blue-2"}
    assert the_fate(found.fates, "blue-1").loss == {0: 1 - found.each, 8: found.each}
    assert the_fate(found.fates, "blue-2").loss == {0: 1 - found.each, 3: found.each}


def test_an_action_that_may_be_taken_now_has_an_outlook() -> None:
    match = burning_stage().match()
    match.play(Activate("red-1"))
    split = Attack("red-1", "solumide_burner", {"blue-1": 1, "blue-2": 1})
    found = outlook_of(match, split)
    assert {fate.model for fate in found.fates} == {"blue-1", "blue-2"}
    assert all(fate.loss == {0: 1 - found.each, 3: found.each} for fate in found.fates)
    with pytest.raises(Illegal):
        outlook_of(match, Throw("red-1", "force_grenade", (10.0, 12.0)))


def test_an_action_that_ends_the_phase_is_judged_before_anything_else_happens() -> None:
    stage = Stage(red=[on("trooper", 5, 12, "phaser_rifle", points=1)], blue=[on("bastion", 10, 12, damage=27)])
    match = stage.match()
    match.play(Activate("red-1"))
    found = outlook_of(match, Attack("red-1", "phaser_rifle", {"blue-1": 4}))
    fate = the_fate(found.fates, "blue-1")
    assert fate.lethal == 1 - fate.loss[0]
    assert sum(fate.loss.values()) == 1
    assert fate.health is not None
    assert fate.health.value == 1


@rule("DG-UPK-04")
def test_lasting_heals_are_counted_before_somebody_is_called_doomed() -> None:
    stage = Stage(red=[on("herald", 5, 12, "aura_of_revitalization")], blue=[on("trooper", 20, 12)], phase="active")
    found = outlook(GAME, stage.setup, stage.table, Casting("red-1", "aura_of_revitalization", "red-1"))
    assert the_fate(found.fates, "red-1").effects == {"Revitalized": found.each}
    doomed = Stage(red=[on("herald", 5, 12, damage=15)], blue=[on("trooper", 20, 12)])
    assert GAME.screen.figure(doomed.table, "red-1").doomed
    trial = Trial.of(GAME, stage.setup, stage.table, Casting("red-1", "aura_of_revitalization", "red-1"))
    trial.play((10,))
    healed = trial.rest.copy()
    healed.put_tokens("red-1", DAMAGE, 15)
    assert not GAME.screen.figure(healed, "red-1").doomed
    healed.put_tokens("red-1", DAMAGE, 17)
    assert GAME.screen.figure(healed, "red-1").doomed


def test_what_is_too_much_to_count_is_sampled_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = burning_stage(second_wind={"red": 2})
    part = Volley("red-1", "solumide_burner", {"blue-1": 2})
    exact = outlook(GAME, stage.setup, stage.table, part)
    monkeypatch.setattr("sightline.core.outlook.LEAVES", 2)
    found = outlook(GAME, stage.setup, stage.table, part)
    assert not found.exact
    for known, drawn in ((exact.fates, found.fates), (exact.again, found.again)):
        one, other = the_fate(known, "blue-1"), the_fate(drawn, "blue-1")
        assert abs(one.mean - other.mean) < Fraction(1, 4)
        assert sum(other.loss.values()) == 1


def test_letting_dice_stand_is_no_action_of_a_table_without_dice() -> None:
    match = burning_stage().match()
    with pytest.raises(Illegal):
        outlook_of(match, Keep())
