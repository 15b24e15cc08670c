"""A table in the middle of a match, set up in one line for a test.

    stage = Stage(red=[on("trooper", 5, 12, "phaser_rifle")], blue=[on("bastion", 15, 12)], phase="siege")
    match = stage.match(8, 3, 9, 2)          # the dice, in the order they fall; a test must use them all (see `dice`)
    match.play(Activate("red-1"), Attack("red-1", "phaser_rifle", {"blue-1": 4}))
    assert damage(match, "blue-1") == 4

Models are called red-1, red-2, ..., blue-1, ... in the order given; rosters need not be legal squads. Without dice a
match pauses at every roll.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from sightline.core.decisions import Action, Illegal, Refusal
from sightline.core.dice import Roll, ScriptedDice
from sightline.core.events import Event
from sightline.core.game import SetUp, TablePlan
from sightline.core.match import Match
from sightline.core.muster import Entry, Roster
from sightline.core.table import TABLE, Attachment, Part, Piece, Table, spot
from sightline.games.guerrilla import GAME
from sightline.games.guerrilla.catalog import PHASES, POINTS
from sightline.games.guerrilla.sequence import BeginTurn, NextActivation
from sightline.games.guerrilla.tokens import (
    DAMAGE,
    EMPTY,
    FIRST,
    PHASE,
    POINTS_LEFT,
    SECOND_WIND,
    SECOND_WIND_EACH_TURN,
    TURN,
)
from sightline.games.guerrilla.upkeep import Upkeep


class On:
    """A model to be put onto the stage."""

    def __init__(
        self, profile: str, x: float, y: float, items: Sequence[str], base: float | None, tokens: Mapping[str, int]
    ) -> None:
        self.entry = Entry(profile=profile, items=tuple(items), base=base)
        self.at = spot(x, y)
        self.tokens = dict(tokens)


def on(
    profile: str, x: float, y: float, *items: str, base: float | None = None, empty: Iterable[str] = (), **tokens: int
) -> On:
    """A character at a spot: its items, the diameter of its base, empty weapons and tokens (damage=3, points=1)."""
    return On(profile, x, y, items, base, {**tokens, **{f"{EMPTY}:{w}": 1 for w in empty}})


def wall(x0: float, y0: float, x1: float, y1: float, height: float = 2.0, id: str = "") -> Piece:
    """A box of terrain from one corner to the other."""
    return Piece(polygon=((x0, y0), (x1, y0), (x1, y1), (x0, y1)), height=height, id=id)


class Stage:
    """A table at rest in the middle of a match."""

    def __init__(
        self,
        red: Sequence[On],
        blue: Sequence[On],
        *,
        phase: str = "siege",
        turn: int = 1,
        first: str = "red",
        terrain: Sequence[Piece] = (),
        second_wind: Mapping[str, int] | None = None,
        painted: Iterable[str] = (),
        options: Mapping[str, Any] | None = None,
        attached: Iterable[Attachment] = (),
        stars: Mapping[str, int] | None = None,
    ) -> None:
        placed = {"red": list(red), "blue": list(blue)}
        rosters = {
            side: Roster(game=GAME.id, name=side, models=tuple(o.entry for o in ons)) for side, ons in placed.items()
        }
        plan = TablePlan(id="stage", pieces=tuple(terrain))
        assert not GAME.layout(plan), GAME.layout(plan)
        self.setup = SetUp(GAME.id, rosters, plan, GAME.rulebook.settle(options or {}), {"painted": list(painted)})
        table = GAME.set_up(self.setup)
        for side, ons in placed.items():
            for number, one in enumerate(ons, 1):
                model = table.models[f"{side}-{number}"]
                tokens = {POINTS_LEFT: POINTS, **one.tokens}
                table.put_moved(replace(model, at=one.at, tokens={k: n for k, n in tokens.items() if n}))
            winds = (second_wind or {}).get(side, 0)
            table.put_tokens(side, SECOND_WIND, winds)
            table.put_tokens(side, SECOND_WIND_EACH_TURN, winds)
            table.put_tokens(side, "stars", (stars or {}).get(side, 0))
        table.put_tokens(first, FIRST, 1)
        table.put_tokens(TABLE, TURN, turn)
        table.put_tokens(TABLE, PHASE, PHASES.index(phase))
        for attachment in attached:
            table.attach(attachment)
        agenda: tuple[Part, ...] = (Upkeep(), BeginTurn(turn + 1)) if phase == "upkeep" else (NextActivation(first),)
        table.agenda = agenda
        self.table = table

    def match(self, *faces: int) -> Match:
        """The match from here on, with the dice that will fall; with none it pauses at every roll."""
        return Match(GAME, self.setup, ScriptedDice(*faces) if faces else None, keep=True, rest=self.table.copy())


def spent(match: Match) -> bool:
    """Whether all scripted dice were used; assert it at the end of every test that scripts dice."""
    return isinstance(match.dice, ScriptedDice) and match.dice.spent


def rolling(match: Match) -> Roll:
    """The roll a match without dice waits for."""
    assert isinstance(match.pending, Roll)
    return match.pending


def refused(match: Match, *actions: Action) -> Refusal:
    """Play all but the last action, and return the refusal of the last; the match must stay as it was."""
    for action in actions[:-1]:
        match.play(action)
    before = (len(match.events), match.pending)
    with pytest.raises(Illegal) as caught:
        match.play(actions[-1])
    assert (len(match.events), match.pending) == before
    assert match.refusal(actions[-1]) == caught.value.refusal
    return caught.value.refusal


def damage(match: Match, model: str) -> int:
    """The damage tokens of a model."""
    return match.table.tokens(model, DAMAGE)


def points(match: Match, model: str) -> int:
    """The action points a model has left."""
    return match.table.tokens(model, POINTS_LEFT)


def at(match: Match, model: str) -> tuple[float, float] | None:
    """Where a model stands."""
    return match.table.models[model].at


def happened(match: Match, kind: type[Event]) -> list[Any]:
    """All events of a kind so far."""
    return [e for e in match.events if isinstance(e, kind)]


def chance(need: float) -> Fraction:
    """The chance of one die that needs a number."""
    return Fraction(max(0, min(10, 11 - int(need))), 10)


def table_of(red: Sequence[On], blue: Sequence[On], **more: Any) -> Table:
    """Only the table of a stage."""
    return Stage(red, blue, **more).table
