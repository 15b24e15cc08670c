"""Checks: success rolls, resistance, strength and will (DW-CHK)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from sightline.games.deepwars import GAME, catalog
from sightline.games.deepwars.effects import EFFECTS
from sightline.games.deepwars.questions import Casting, QualityCheck, ResistanceCheck, StrengthCheck, WillCheck
from tests.games.deepwars.stage import example, on, table_of
from tests.kit import rule


def success_examples(*kinds: str) -> list[Any]:
    """Every worked example that gives chances of success rolls, with its rule."""
    found = []
    for id, entry in GAME.rulebook.rules.items():
        if id.split("-")[1] not in kinds:
            continue
        for n, one in enumerate(entry.examples):
            facts = one.facts.get("vector", {})
            rows = [facts] if facts.get("kind") else [*facts.get("table", ()), *facts.get("distribution", ())]
            rows = [r for r in rows if r.get("kind") in ("success_roll", "success_dist")]
            if rows:
                found.append(pytest.param(rows, id=f"{id}-{n}", marks=rule(id, n)))
    return found


def _binomial(n: int, k: int) -> int:
    return [[1], [1, 1], [1, 2, 1], [1, 3, 3, 1]][n][k]


@pytest.mark.parametrize("rows", success_examples("CHK", "PHY", "CND", "ABL", "TER"))
def test_the_chances_of_success_rolls_are_exact(rows: list[dict[str, Any]]) -> None:
    for row in rows:
        table = table_of([on(10, 10)])
        need = EFFECTS.tally(table, QualityCheck("red-1", mod=row["mod"]), row["target"])
        good = Fraction(sum(need.met(face) for face in range(1, 7)), 6)
        dice = row["dice_count"]
        chances = {k: _binomial(dice, k) * good**k * (1 - good) ** (dice - k) for k in range(dice + 1)}
        if row["kind"] == "success_dist":
            assert chances == {int(k): Fraction(v) for k, v in row["p"].items()}
        else:
            assert sum(p for k, p in chances.items() if k >= row["needs"]) == Fraction(row["p"])


@rule("DW-CHK-02", 0, 1, 2)
@rule("DW-CHK-05")
@rule("DW-WAR-07", 0)
@pytest.mark.parametrize("index", [0, 1, 2])
def test_armor_and_size_help_to_resist(index: int) -> None:
    facts = example("DW-CHK-02", index)
    body, head, legs = facts["av"]
    size = ("normal", "big", "huge").index(facts["size"]) + 1
    table = table_of([on(10, 10, size=size, av_body=body, av_head=head, av_locomotion=legs)])
    need = EFFECTS.tally(table, ResistanceCheck("red-1"), 5)
    assert sum(n.value for n in need.notes) == facts["mod"]


@rule("DW-CHK-05")
@rule("DW-WAR-07")
def test_printed_bonuses_are_what_the_profile_gives() -> None:
    for profile in (*catalog.profiles().values(), *catalog.creatures().values()):
        table = table_of([on(10, 10, profile=profile.id)])
        checks = (ResistanceCheck("red-1"), WillCheck("red-1"), StrengthCheck("red-1"))
        found = tuple(sum(n.value for n in EFFECTS.tally(table, c, 5).notes) for c in checks)
        assert found == (profile.res, profile.will, profile.strength), profile.id


@rule("DW-CHK-04", 0)
@rule("DW-CHK-03", 0)
def test_strength_grows_with_size_and_will_does_not() -> None:
    table = table_of([on(10, 10), on(20, 10, size=2), on(30, 10, size=3)])
    assert [EFFECTS.tally(table, StrengthCheck(f"red-{n}"), 5).value for n in (1, 2, 3)] == [5, 4, 2]
    assert [EFFECTS.tally(table, WillCheck(f"red-{n}"), 4).value for n in (1, 2, 3)] == [4, 4, 4]


@rule("DW-GEN-02", 1)
@rule("DW-GEN-03")
def test_natural_sixes_count_whatever_the_penalty_unless_agreed_otherwise() -> None:
    table = table_of([on(10, 10)])
    need = EFFECTS.tally(table, StrengthCheck("red-1", mod=-4), 5)
    assert sum(need.met(face) for face in (6, 6, 5)) == 2
    strict = table_of([on(10, 10)], options={"nat_1_6_scope": "activation_and_quality_only"})
    assert not EFFECTS.tally(strict, StrengthCheck("red-1", mod=-4), 5).met(6)
    assert EFFECTS.tally(strict, StrengthCheck("red-1", mod=4), 5).met(1)
    assert EFFECTS.tally(strict, QualityCheck("red-1", mod=-4), 5).met(6)
    assert not EFFECTS.tally(strict, Casting("red-1", mod=-4), 5).met(6), "a Spellcasting Roll is another success roll"
