"""A battlefield in the middle of a match, set up in one line for a test.

    stage = Stage(red=[on(10, 10, "autorifle")], blue=[on(20, 10, "pistol", defence=3)])
    match = stage.match(1, 5, 3, 10)          # the dice, in the order they fall; a test must use them all
    match.play(Activate("red-1"), Attack("red-1", "autorifle", "blue-1"))

Models are called red-1, red-2, ..., blue-1, ... in the order given; warbands need not be legal. It is red's first turn.
Without dice a match pauses at every roll.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from sightline.core.decisions import Action, Decision, Illegal, Keep, Refusal
from sightline.core.dice import Roll, ScriptedDice
from sightline.core.events import Event
from sightline.core.game import SetUp, TablePlan
from sightline.core.match import Match
from sightline.core.muster import Entry, Roster
from sightline.core.odds import Policy, by_default, distribution
from sightline.core.responses import Enough
from sightline.core.table import Part, Piece, Table, spot
from sightline.games.xenotactics import GAME
from sightline.games.xenotactics.actions import Activate, Stop
from sightline.games.xenotactics.catalog import CUSTOM
from sightline.games.xenotactics.sequence import NextActivation
from sightline.games.xenotactics.tokens import FIRST, HIT_POINTS, ON_TURN, SPENT, STUNNED, TURN

USUAL = {"move": 6, "attack": 6, "defence": 3, "quality": 5, "hit_points": 1}


class On:
    """A model to be put onto the stage."""

    def __init__(self, at: tuple[float, float] | None, entry: Entry, tokens: Mapping[str, int], facing: float) -> None:
        self.at, self.entry, self.tokens, self.facing = at, entry, dict(tokens), facing


def on(
    x: float,
    y: float,
    *items: str,
    profile: str = CUSTOM,
    stunned: bool = False,
    hp: int = 0,
    tokens: Mapping[str, int] | None = None,
    facing: float = 0.0,
    **stats: int,
) -> On:
    """A model at a spot: its weapons and abilities, and the stats that are not the usual ones."""
    entry = Entry(profile=profile, items=items, stats={**USUAL, **stats} if profile == CUSTOM else {})
    extra = {**(tokens or {}), **({STUNNED: 1} if stunned else {}), **({HIT_POINTS: hp} if hp else {})}
    return On(spot(x, y), entry, extra, facing)


def off(*items: str, tokens: Mapping[str, int] | None = None, **stats: int) -> On:
    """A model that waits beside the table."""
    return On(None, Entry(profile=CUSTOM, items=items, stats={**USUAL, **stats}), tokens or {}, 0.0)


def box(x0: float, y0: float, x1: float, y1: float, *traits: str, height: float = 0.0, id: str = "") -> Piece:
    """A rectangle of terrain with its traits."""
    return Piece(((x0, y0), (x1, y0), (x1, y1), (x0, y1)), height, id, traits=traits)


def wall(x0: float, y0: float, x1: float, y1: float, id: str = "wall") -> Piece:
    """Something that stops movement and sight."""
    return box(x0, y0, x1, y1, "impassable", "hiding", id=id)


class Stage:
    """A table at rest in the middle of a match."""

    def __init__(
        self,
        red: Sequence[On],
        blue: Sequence[On] = (),
        *,
        terrain: Sequence[Piece] = (),
        size: tuple[float, float] = (48.0, 36.0),
        side: str = "red",
        turns: tuple[int, int] = (1, 0),
        options: Mapping[str, Any] | None = None,
        agenda: Sequence[Part] = (),
    ) -> None:
        placed = {"red": list(red), "blue": list(blue)}
        rosters = {s: Roster(game=GAME.id, name=s, models=tuple(o.entry for o in ons)) for s, ons in placed.items()}
        plan = TablePlan(id="stage", pieces=tuple(terrain), width=size[0], height=size[1])
        assert not GAME.layout(plan), GAME.layout(plan)
        self.setup = SetUp(GAME.id, rosters, plan, GAME.rulebook.settle(options or {}))
        table = GAME.set_up(self.setup)
        for s, ons in placed.items():
            for number, one in enumerate(ons, 1):
                model = table.models[f"{s}-{number}"]
                tokens = {k: n for k, n in model.tokens.items() if one.at is None or k != "infiltrating"}
                table.put_moved(replace(model, at=one.at, facing=one.facing))
                table.put_all_tokens(table.models[model.id], {**tokens, **one.tokens})
        table.put_tokens("red", FIRST, 1)
        table.put_tokens("red", TURN, turns[0])
        table.put_tokens("blue", TURN, turns[1])
        table.put_tokens(side, ON_TURN, 1)
        table.forget()
        table.agenda = tuple(agenda) or (NextActivation(side),)
        self.table = table

    def match(self, *faces: int) -> Match:
        """The match from here on, with the dice that will fall; with none it pauses at every roll."""
        return Match(GAME, self.setup, ScriptedDice(*faces) if faces else None, keep=True, rest=self.table.copy())


def table_of(red: Sequence[On], blue: Sequence[On] = (), **more: Any) -> Table:
    """Only the table of a stage."""
    return Stage(red, blue, **more).table


# ------------------------------------------------------------------ playing


def act(match: Match, *actions: Action) -> Match:
    """Activate whoever acts first and play all actions; nobody reacts unless it is among them."""
    for action in actions:
        settle(match, action)
        actor = getattr(action, "actor", "")
        if isinstance(match.pending, Decision) and match.pending.rule == "XT-TRN-01" and actor:
            match.play(Activate(actor))
        match.play(action)
    return match


def settle(match: Match, before: Action | None = None) -> Match:
    """Let nobody react, keep all dice, until somebody has something else to decide."""
    while isinstance(match.pending, Decision) and (before is None or match.refusal(before) is not None):
        if match.pending.rule == "XT-RCT-01":
            match.play(Enough(match.pending.side))
        elif match.pending.on is not None and match.refusal(Keep()) is None:
            match.play(Keep())
        else:
            break
    return match


def finish(match: Match, actor: str = "") -> Match:
    """End the activation, with whatever dice that takes."""
    settle(match)
    if isinstance(match.pending, Decision) and match.pending.rule == "XT-TRN-02":
        match.play(Stop(actor or match.pending.about))
    return settle(match)


def spent(match: Match) -> bool:
    """Whether all scripted dice were used; assert it at the end of every test that scripts dice."""
    return isinstance(match.dice, ScriptedDice) and match.dice.spent


def rolling(match: Match) -> Roll:
    """The roll a match without dice waits for."""
    assert isinstance(match.pending, Roll), match.pending
    return match.pending


def refused(match: Match, *actions: Action) -> Refusal:
    """Play all but the last action, and return the refusal of the last; the match must stay as it was."""
    act(match, *actions[:-1])
    last = actions[-1]
    settle(match, last) if actions[:-1] else None
    actor = getattr(last, "actor", "")
    if isinstance(match.pending, Decision) and match.pending.rule == "XT-TRN-01" and actor:
        match.play(Activate(actor))
    before = (len(match.events), match.pending)
    with pytest.raises(Illegal) as caught:
        match.play(last)
    assert (len(match.events), match.pending) == before
    return caught.value.refusal


def offered(match: Match, kind: type[Action]) -> list[dict[str, Any]]:
    """What is given in the offers of a kind that are open now."""
    return [o.given for o in match.decision.offers if o.action is kind]


def reactors(match: Match) -> set[str]:
    """Everybody who may react now."""
    if not isinstance(match.pending, Decision) or match.pending.rule != "XT-RCT-01":
        return set()
    return {o.given["actor"] for o in match.pending.offers if "actor" in o.given}


# ------------------------------------------------------------------ looking


def at(match: Match, model: str) -> tuple[float, float] | None:
    """Where a model stands."""
    return match.table.models[model].at


def hp(match: Match, model: str) -> int:
    """The hit points a model has left; none if it is gone."""
    return match.table.tokens(model, HIT_POINTS)


def is_stunned(match: Match, model: str) -> bool:
    """Whether a model lies on its side."""
    return bool(match.table.tokens(model, STUNNED))


def alive(match: Match, model: str) -> bool:
    """Whether a model is still on the table."""
    return match.table.models[model].at is not None


def points(match: Match, model: str) -> int:
    """The action points a model has spent."""
    return match.table.tokens(model, SPENT)


def happened(match: Match, kind: type[Event]) -> list[Any]:
    """All events of a kind so far."""
    return [e for e in match.events if isinstance(e, kind)]


def state(match: Match, model: str) -> str:
    """The worst that has become of a model."""
    if not alive(match, model):
        return "dead"
    return "stunned" if is_stunned(match, model) else "unharmed"


def odds(
    match: Match,
    measure: Callable[[Match], Any],
    policy: Policy = by_default,
    stop: Callable[[Match], bool] | None = None,
) -> dict[Any, Fraction]:
    """How likely each value is once the dice that are pending have taken effect."""

    def over(m: Match) -> bool:
        return isinstance(m.pending, Decision) and m.pending.on is None

    return distribution(match, stop or over, measure, policy)
