"""Casters and their spells: a chant, what comes of it, and the turns it lasts, in one line each."""

from __future__ import annotations

from typing import Any

from sightline.core.decisions import Decision
from sightline.core.match import Match
from sightline.games.deepwars.actions import (
    Cast,
    Done,
    EndTurn,
    Nominate,
    RollToCast,
)
from sightline.games.deepwars.tokens import (
    ACTIONS,
    ON_TURN,
)
from tests.games.deepwars.stage import (
    On,
    Stage,
    act,
    has,
    on,
    spent,
)

ALL = ("elemental", "psychic", "conjuration", "biomancy")


def caster(x: float = 20, y: float = 18, **more: Any) -> On:
    """A model that knows every discipline."""
    tokens = {f"discipline:{d}": 1 for d in ALL} | more.pop("tokens", {})
    return on(x, y, "spellcaster", tokens=tokens, **more)


def scene(red: On | None = None, blue: On | None = None, **more: Any) -> Stage:
    """A caster and a foe five inches apart, with others far away."""
    others = more.pop("others", [])
    return Stage([red or caster(), on(2, 2), *others], [blue or on(25, 18), on(2, 34), on(6, 34)], **more)


def chant(spell: str, dice: int = 3) -> tuple[Any, Any]:
    """Nominate the caster and roll for a spell."""
    return (Nominate("red-1"), RollToCast("red-1", spell, dice))


def cast(match: Match, spell: str, action: Cast, dice: int = 3) -> Match:
    """Name, roll, cast; and use all dice."""
    act(match, *chant(spell, dice), action)
    assert spent(match)
    return match


def end(match: Match, turns: int = 1) -> Match:
    """Let so many turns end, with whatever is open in them."""
    for _ in range(turns):
        if match.decision.rule == "DW-ACT-04":
            act(match, Done(match.decision.about))
        act(match, EndTurn(match.decision.side))
    return match


def outcome(match: Match) -> tuple[int, bool]:
    """The power won, and whether the turn will pass or has passed."""
    return has(match, "red-1", ACTIONS), bool(has(match, "red", "passes") or has(match, "blue", ON_TURN))


def successes(match: Match) -> int:
    """Points of power of the one roll."""
    return has(match, "red-1", ACTIONS)


def rolled(match: Match) -> bool:
    """Whether the roll for power is over."""
    return isinstance(match.pending, Decision)
