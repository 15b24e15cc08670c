"""Playing on from a stage: letting time pass, and the exact odds of what comes next."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from sightline.core.decisions import Action, Decision, Keep, Refusal, Thrown
from sightline.core.match import Match
from sightline.core.odds import Policy, by_default, distribution
from sightline.core.table import Attachment
from sightline.games.guerrilla import GAME
from sightline.games.guerrilla.acting import phase, turn
from sightline.games.guerrilla.actions import Activate, Done, SecondWind
from sightline.games.guerrilla.effects.common import REPEATABLE
from sightline.games.guerrilla.tokens import EMPTY

PATIENCE = 500
"""Decisions after which a match is taken to stand still; a whole match of passes has 42."""


def under(
    effect: str, bearer: str, source: str | None = None, until: str = "", tokens: Mapping[str, int] | None = None
) -> Attachment:
    """An effect that lies on a model from the start."""
    return Attachment(f"{effect}@{bearer}", effect, bearer, source, until, dict(tokens or {}))


def wait(match: Match, until: str, number: int = 0) -> None:
    """Let everybody hold and pass until a phase begins, in the turn of that number if there is one."""
    for _ in range(PATIENCE):
        if match.pending is None or (phase(match.table) == until and number in {0, turn(match.table)}):
            return
        default = match.decision.default
        assert default is not None
        match.play(default)
    raise AssertionError(f"the {until} phase never comes")


def hold(match: Match, *models: str) -> None:
    """Activate models one after another, as the sides alternate, and let them do nothing."""
    for model in models:
        match.play(Activate(model))
        if isinstance(match.pending, Decision) and match.pending.about == model:
            match.play(Done(model))


def verdict(match: Match, actor: str, action: Action) -> Refusal | None:
    """What the rules of an action say of it, if the model were active."""
    decision = Decision(match.table.models[actor].side, "DG-TRN-04", (), actor)
    return GAME.actions[type(action)].check(match.table, decision, action)


def offers(match: Match, kind: type[Action]) -> list[dict[str, Any]]:
    """What is given in the offers of a kind that are open now."""
    return [o.given for o in match.decision.offers if o.action is kind]


def loaded(match: Match, model: str, weapon: str) -> bool:
    """Whether a weapon is loaded."""
    return not match.table.tokens(model, f"{EMPTY}:{weapon}")


def settled(match: Match) -> bool:
    """Whether no dice are to be rolled, or rolled again."""
    return isinstance(match.pending, Decision) and match.pending.on is None


def again_if_missed(match: Match, decision: Decision) -> Action:
    """Use a second wind on the first die that missed, as long as there is one."""
    window = decision.on
    assert isinstance(window, Thrown)
    fresh = REPEATABLE.of(match.table)(window)
    missed = [d for d, roll, face in window.dice() if d in fresh and roll.need is not None and face < roll.need.value]
    return SecondWind((missed[0],)) if missed else Keep()


def odds_of_damage(match: Match, model: str, policy: Policy = by_default) -> dict[int, Fraction]:
    """How likely each number of damage tokens is once the dice on the table have taken effect."""
    return distribution(match, settled, lambda m: m.table.tokens(model, "damage"), policy)


def mean(odds: Mapping[int, Fraction]) -> Fraction:
    """The mean of a distribution."""
    return sum((value * chance for value, chance in odds.items()), Fraction(0))
