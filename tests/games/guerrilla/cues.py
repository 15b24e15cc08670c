"""What a test asks of a stage beyond one action: turns that pass, odds of an attack, and who may take an item."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from sightline.core.decisions import Decision
from sightline.core.events import Event
from sightline.core.match import Match
from sightline.core.muster import Entry, Roster
from sightline.core.odds import distribution
from sightline.core.table import Attachment
from sightline.games.guerrilla import GAME
from sightline.games.guerrilla.acting import phase, turn
from sightline.games.guerrilla.actions import Activate, Attack, Done, Pass
from sightline.games.guerrilla.attacking import to_hit
from sightline.games.guerrilla.catalog import characters, item
from sightline.games.guerrilla.moving import speed
from sightline.games.guerrilla.tokens import DAMAGE, EMPTY
from tests.games.guerrilla.stage import Stage

DEFAULTS = GAME.rulebook.settle({})
ALL_TYPES = tuple(characters())


def pass_to(match: Match, number: int, name: str) -> Match:
    """Let everybody pass until a phase of a turn has begun."""
    while (turn(match.table), phase(match.table)) != (number, name):
        nothing(match)
    return match


def play_out(match: Match) -> Match:
    """Let everybody pass until the match is over."""
    while match.pending is not None:
        nothing(match)
    return match


def nothing(match: Match) -> None:
    """Whoever is asked does nothing."""
    decision = match.decision
    match.play(Pass() if decision.rule == "DG-TRN-03" else Done(decision.about))


def turn_of(match: Match, side: str) -> None:
    """Let models hold until a side is asked for its next activation."""
    while match.decision.side != side or match.decision.rule != "DG-TRN-03":
        nothing(match)


def under(ability: str, model: str, source: str = "red-1") -> Attachment:
    """An ability's lasting effect, on a model from before the test began."""
    return Attachment(f"{ability}@{model}", item(ability).rule, model, source)


def need(match: Match | Stage, attacker: str, target: str, weapon: str) -> int:
    """The number an attack needs as the table lies."""
    return int(to_hit(match.table, attacker, target, weapon).value)


def pace(match: Match | Stage, model: str) -> float:
    """How far a model may go in one move as the table lies."""
    return speed(match.table, match.table.models[model])


def alive(match: Match, model: str) -> bool:
    """Whether a model is still on the mat."""
    return match.table.models[model].at is not None


def loaded(match: Match, model: str, weapon: str) -> bool:
    """Whether a weapon is ready."""
    return not match.table.tokens(model, f"{EMPTY}:{weapon}")


def damage_odds(stage: Stage, attack: Attack, target: str) -> dict[int, Fraction]:
    """How likely an attack is to leave so many tokens on a target."""
    match = stage.match()
    match.play(Activate(attack.actor), attack)
    return distribution(match, lambda m: isinstance(m.pending, Decision), lambda m: m.table.tokens(target, DAMAGE))


def mean(odds: dict[int, Fraction]) -> Fraction:
    """The mean of a distribution."""
    return sum((value * chance for value, chance in odds.items()), Fraction(0))


def shot_odds(attacker: str, weapon: str, **more: Any) -> dict[str, Any]:
    """The answer of `GAME.odds` to an attack on a Bastion in the open."""
    return GAME.odds({"attack": {"attacker": attacker, "weapon": weapon, "target": "bastion", **more}})


def faults(profile: str, *items: str, **options: Any) -> list[str]:
    """The rules against a squad of one model."""
    roster = Roster(game=GAME.id, name="one", models=(Entry(profile, items),))
    return [f.rule for f in GAME.muster(roster, GAME.rulebook.settle(options))]


def takers(id: str) -> tuple[str, ...]:
    """The types that a squad may give an item to; all others are refused by the availability list."""
    found = tuple(c for c in ALL_TYPES if not faults(c, id))
    assert all("DG-EQP-02" in faults(c, id) for c in ALL_TYPES if c not in found)
    return found


def told(match: Match, kind: type[Event], **fields: Any) -> list[Event]:
    """The events of a kind whose fields are these."""
    return [e for e in match.events if isinstance(e, kind) and all(getattr(e, k) == v for k, v in fields.items())]
