"""A battle in the middle, set up in one line for a test.

    stage = Stage(red=[on(10, 10, "trident")], blue=[on(11, 10, combat=2)])
    match = stage.match(4, 2, 6, 3)          # the dice, in the order they fall; a test must use them all
    match.play(*acting("red-1", 2), Attack("red-1", "trident", "blue-1"))

Models are called red-1, red-2, ..., blue-1, ... in the order given; warbands need not be legal. It is red's turn in the
first Game Turn, red attacks from the south. Without dice a match pauses at every roll.
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
from sightline.core.rulebook import Example
from sightline.core.table import TABLE, Model, Part, Piece, Table, spot
from sightline.games.deepwars import GAME
from sightline.games.deepwars.actions import FreeActivation, HoldBack, Nominate, RollToActivate
from sightline.games.deepwars.catalog import CUSTOM
from sightline.games.deepwars.deploying import marker
from sightline.games.deepwars.ending import Creatures, EndOfGameTurn, Scenery
from sightline.games.deepwars.measure import SHORT, stick
from sightline.games.deepwars.sequence import BeginTurn, Nominating
from sightline.games.deepwars.tokens import ACTING, ACTIONS, ATTACKER, FALLEN, GAME_TURN, ON_TURN, WOUND
from tests.kit import rule


class On:
    """A model to be put onto the stage."""

    def __init__(
        self, at: tuple[float, float], level: int, facing: float | None, entry: Entry, tokens: Mapping[str, int]
    ) -> None:
        self.at, self.level, self.facing, self.entry, self.tokens = at, level, facing, entry, dict(tokens)


def on(
    x: float,
    y: float,
    *items: str,
    profile: str = CUSTOM,
    level: int = 0,
    facing: float | None = None,
    tokens: Mapping[str, int] | None = None,
    **stats: int,
) -> On:
    """A model at a spot: its weapons and abilities (`poison:2`), and the figures that are not the usual ones.

    The usual ones are Quality 4, Combat 3, a Medium stick, armor 1 everywhere and 2, 1 and 1 boxes. Red faces east and
    blue west unless a facing is given.
    """
    entry = Entry(profile=profile, items=items, stats=stats if profile == CUSTOM else {})
    return On(spot(x, y), level, facing, entry, tokens or {})


def box(
    x0: float, y0: float, x1: float, y1: float, *traits: str, height: int = 1, id: str = "", kind: str = ""
) -> Piece:
    """A rectangle of terrain with its traits."""
    return Piece(((x0, y0), (x1, y0), (x1, y1), (x0, y1)), height, id, kind=kind, traits=traits)


def wall(x0: float, y0: float, x1: float, y1: float, height: int = 3, id: str = "wall") -> Piece:
    """Something solid."""
    return box(x0, y0, x1, y1, "blocking", "material:stone", height=height, id=id)


def kelp(x0: float, y0: float, x1: float, y1: float, height: int = 2, id: str = "kelp") -> Piece:
    """Something to hide in."""
    return box(x0, y0, x1, y1, "scenic", "difficult", "cover", "material:none", height=height, id=id)


class Stage:
    """A table at rest in the middle of a battle."""

    def __init__(
        self,
        red: Sequence[On],
        blue: Sequence[On] = (),
        *,
        terrain: Sequence[Piece] = (),
        side: str = "red",
        turn: int = 1,
        options: Mapping[str, Any] | None = None,
        agenda: Sequence[Part] = (),
        active: str = "",
        actions: int = 0,
    ) -> None:
        placed = {"red": list(red), "blue": list(blue)}
        rosters = {s: Roster(game=GAME.id, name=s, models=tuple(o.entry for o in ons)) for s, ons in placed.items()}
        plan = TablePlan(id="stage", pieces=tuple(terrain))
        self.setup = SetUp(GAME.id, rosters, plan, GAME.rulebook.settle(options or {}))
        table = GAME.set_up(self.setup)
        for s, ons in placed.items():
            for number, one in enumerate(ons, 1):
                model = table.models[f"{s}-{number}"]
                facing = one.facing if one.facing is not None else 0.0 if s == "red" else 180.0
                z = one.level * stick(table, SHORT)
                table.put_moved(replace(model, at=one.at, facing=facing, z=z))
                table.put_all_tokens(table.models[model.id], {**model.tokens, **one.tokens})
        table.put_tokens("red", ATTACKER, 1)
        table.put_tokens(side, ON_TURN, 1)
        table.put_tokens(TABLE, GAME_TURN, turn)
        for s, edge in (("red", (24.0, 0.0)), ("blue", (24.0, 36.0))):
            table.put_moved(marker(s, edge))
        if active:
            table.put_tokens(active, ACTING, 1)
            table.put_tokens(active, ACTIONS, actions)
        table.memo = {}
        rest = (BeginTurn("blue"),) if side == "red" else ()
        table.agenda = (*agenda, Nominating(side), *rest, Creatures(), Scenery(), EndOfGameTurn(turn))
        self.table = table

    def match(self, *faces: int) -> Match:
        """The match from here on, with the dice that will fall; with none it pauses at every roll."""
        return Match(GAME, self.setup, ScriptedDice(*faces) if faces else None, keep=True, rest=self.table.copy())


def table_of(red: Sequence[On], blue: Sequence[On] = (), **more: Any) -> Table:
    """Only the table of a stage."""
    return Stage(red, blue, **more).table


# ------------------------------------------------------------------ playing


def rolling(actor: str, dice: int = 2) -> tuple[Action, Action]:
    """Nominate a model and roll for its actions."""
    return (Nominate(actor), RollToActivate(actor, dice))


def free(actor: str) -> tuple[Action, Action]:
    """Nominate a model for its Free Activation."""
    return (Nominate(actor), FreeActivation(actor))


def act(match: Match, *actions: Action) -> Match:
    """Play actions one by one; nobody follows up and no die is rolled again unless it is among them."""
    for action in actions:
        settle(match, action)
        match.play(action)
    return settle(match)


def settle(match: Match, before: Action | None = None) -> Match:
    """Let nobody follow up, keep all dice, until somebody has something else to decide."""
    while isinstance(match.pending, Decision) and (before is None or match.refusal(before) is not None):
        if match.pending.rule == "DW-DMG-13":
            match.play(HoldBack(match.pending.about))
        elif match.pending.on is not None and match.refusal(Keep()) is None:
            match.play(Keep())
        else:
            break
    return match


def spent(match: Match) -> bool:
    """Whether all scripted dice were used; assert it at the end of every test that scripts dice."""
    return isinstance(match.dice, ScriptedDice) and match.dice.spent


def waits_for(match: Match) -> Roll:
    """The roll a match without dice waits for."""
    assert isinstance(match.pending, Roll), match.pending
    return match.pending


def asked(match: Match) -> str:
    """The rule by which somebody has to decide something now."""
    assert isinstance(match.pending, Decision), match.pending
    return match.pending.rule


def refused(match: Match, *actions: Action) -> Refusal:
    """Play all but the last action, and return the refusal of the last; the match must stay as it was."""
    act(match, *actions[:-1])
    before = (len(match.events), match.pending)
    with pytest.raises(Illegal) as caught:
        match.play(actions[-1])
    assert (len(match.events), match.pending) == before
    return caught.value.refusal


def offered(match: Match, kind: type[Action]) -> list[dict[str, Any]]:
    """What is given in the offers of a kind that are open now."""
    return [o.given for o in match.decision.offers if o.action is kind]


# ------------------------------------------------------------------ looking


def model(match: Match, id: str) -> Model:
    """A model as it is now."""
    return match.table.models[id]


def model_of(stage: Stage, id: str) -> Model:
    """A model before anything has happened."""
    return stage.table.models[id]


def at(match: Match, id: str) -> tuple[float, float] | None:
    """Where a model is."""
    return match.table.models[id].at


def has(match: Match, id: str, token: str) -> int:
    """How many tokens of a kind a model or side has."""
    return match.table.tokens(id, token)


def alive(match: Match, id: str) -> bool:
    """Whether a model is on the map."""
    return match.table.models[id].at is not None


def wounds(match: Match, id: str, section: str = "body") -> int:
    """The marked boxes of a section."""
    return match.table.tokens(id, f"{WOUND}:{section}")


def fallen(match: Match, id: str) -> bool:
    """Whether a model is fallen."""
    return bool(match.table.tokens(id, FALLEN))


def happened(match: Match, kind: type[Event]) -> list[Any]:
    """All events of a kind so far."""
    return [e for e in match.events if isinstance(e, kind)]


def odds(
    match: Match,
    measure: Callable[[Match], Any],
    stop: Callable[[Match], bool] | None = None,
    policy: Policy = by_default,
) -> dict[Any, Fraction]:
    """How likely each value is once the dice that are pending have taken effect."""

    def over(m: Match) -> bool:
        return isinstance(m.pending, Decision) and m.pending.on is None and m.pending.rule != "DW-DMG-13"

    return distribution(match, stop or over, measure, policy)


# ------------------------------------------------------------------ worked examples


def example(id: str, index: int) -> dict[str, Any]:
    """The typed values of a worked example."""
    found: Example = GAME.rulebook.rule(id).examples[index]
    return dict(found.facts["vector"])


def examples(id: str, *indices: int) -> list[Any]:
    """Worked examples as cases of a table."""
    return [pytest.param(example(id, n), id=f"{id}-{n}", marks=rule(id, n)) for n in indices]
