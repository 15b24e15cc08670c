"""Charges with a jump in them: over a chasm, off a deck, and who falls short (SQ-JMP-02, SQ-CHG)."""

from __future__ import annotations

import pytest

from sightline.core.match import Match
from sightline.games.starquest.actions import Charge, Decline
from sightline.games.starquest.charging import charge_fault, chargeable
from sightline.games.starquest.events import Charged, Fell, Leapt
from sightline.games.starquest.measure import gap
from tests.games.starquest.stage import Stage, act, at, box, deck, happened, hero, refused, squad, tokens, wall
from tests.kit import rule

A, E = "heroes-1", "enemies-1-1"
SWORD = "Sword (A2)"
CHASM = box(15, 0, 18, 48, "impassable", "gap", "depth:4", id="chasm")


def across(x: float = 14.0, foe: float = 21.0) -> Stage:
    """A hero on one side of a chasm of three inches, an enemy on the other."""
    return Stage([hero(x, 10, SWORD)], [squad((foe, 10))], terrain=[CHASM])


def charging(stage: Stage, *faces: int) -> Match:
    """The hero charges; the dice are those of its jump, and nothing is paid for."""
    match = act(stage.match(), Charge(A, E))
    for face in faces:
        match.play((face,))
        if face == 1:
            match.play(Decline(A))
    return match


@rule("SQ-JMP-02")
@rule("SQ-CHG-02")
def test_a_hero_charges_over_a_chasm() -> None:
    match = charging(across(), 6, 6)
    (leapt,) = happened(match, Leapt)
    assert leapt.length == pytest.approx(3.0, abs=0.01)
    assert gap(match.table.models[A], match.table.models[E]) < 0.01
    assert tokens(match, A, "charged") == 1
    assert match.pending is not None, "blows are struck"


@rule("SQ-JMP-02")
@rule("SQ-CHG-01")
def test_what_is_left_of_the_move_is_walked_after_the_jump() -> None:
    """A wall behind the chasm keeps the hero from landing beside the enemy."""
    stage = Stage([hero(14, 10, SWORD)], [squad((24, 10))], terrain=[CHASM, wall(21, 9, 21.5, 11)])
    match = charging(stage, 6, 6)
    assert happened(match, Leapt)[0].path[-1][0] < 21
    (walked,) = happened(match, Charged)
    assert walked.rule == "SQ-CHG-03"
    assert gap(match.table.models[A], match.table.models[E]) < 0.01


@rule("SQ-JMP-02")
@rule("SQ-CHG-02")
def test_the_length_of_the_jump_is_not_counted() -> None:
    base = across().table.models[A].radius + across().table.models[E].radius
    within, beyond = across(10.0, 10.0 + 15.0 + base - 0.05), across(10.0, 10.0 + 15.0 + base + 0.1)
    assert charge_fault(within.table, A, "enemies-1") is None
    assert chargeable(within.table, A) == ("enemies-1",)
    assert refused(beyond.match(), Charge(A, E)).rule == "SQ-CHG-02"


@rule("SQ-CHG-03")
@rule("SQ-FAL-05")
def test_who_misses_the_jump_has_charged_and_strikes_nobody() -> None:
    match = charging(across(), 1, 6)
    match.play(Decline(A))  # It does not hold on either.
    assert not happened(match, Leapt)
    here = at(match, A)
    assert here is not None
    assert here[0] < 15
    assert tokens(match, A, "charged") == 1
    assert at(match, E) == (21, 10), "nobody piled in"


@rule("SQ-JMP-02")
@rule("SQ-JMP-04")
def test_a_hero_charges_off_a_deck() -> None:
    stage = Stage([hero(10, 10, SWORD)], [squad((15, 10))], terrain=[deck(2, 5, 11, 15)])
    match = charging(stage, 6, 6)
    assert happened(match, Leapt)[0].length == pytest.approx(4.0, abs=0.01)
    assert not happened(match, Fell)
    assert gap(match.table.models[A], match.table.models[E]) < 0.01


@rule("SQ-JMP-03")
def test_enemies_do_not_charge_over_a_chasm() -> None:
    stage = across()
    assert charge_fault(stage.table, "enemies-1", A) is not None


@rule("SQ-CHG-02")
def test_who_can_walk_does_not_jump() -> None:
    short = box(15, 8, 18, 12, "impassable", "gap", "depth:4", id="chasm")
    stage = Stage([hero(14, 10, SWORD)], [squad((20, 10))], terrain=[short])
    match = act(stage.match(), Charge(A, E))
    assert not happened(match, Leapt)
    assert happened(match, Charged)
