"""Answers to what another side does: several models may each respond, one after another, until their side is done.

A game asks with `responses`: whoever may respond is offered it, each response is a rest of its own, and two words are
always among the offers: that was all, and nobody responds any more for now. Whoever is not at the table gives standing
orders instead: what to answer to decisions under a rule, given by the room in the side's name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from sightline.core.decisions import Action, Decision, Offer
from sightline.core.effects import Question
from sightline.core.match import Match
from sightline.core.referee import Referee
from sightline.core.table import ModelId, RuleId, Side


class Respond(Action, frozen=True):
    """A response of one model; games say what it does."""

    actor: ModelId


class Enough(Action, frozen=True):
    """Nobody else of a side responds to this."""

    side: Side


class StandDown(Action, frozen=True):
    """Nobody of a side responds to this, nor to anything else until the game asks anew."""

    side: Side


async def next_response(
    ref: Referee, side: Side, rule: RuleId, offers: Iterable[Offer], on: Question, pause: RuleId
) -> Action | None:
    """One response of a side to something, `Enough`, or `StandDown`; None, unasked, if nobody has any to offer.

    The default is `Enough`, so that nobody waits for somebody who does not answer.
    """
    found = tuple(offers)
    if not found:
        return None
    silence = (Offer(Enough, rule, {"side": side}), Offer(StandDown, pause, {"side": side}))
    return await ref.choose(side, rule, (*found, *silence), default=Enough(side), on=on)


class Foreseen(Struct, frozen=True):
    """A question that comes again and again, and what may be ordered to be answered to it."""

    rule: RuleId
    usual: Offer
    """What is answered where nobody answers; whose model it is about need not be given."""
    others: tuple[Offer, ...] = ()
    """What else may be ordered, with nothing left open."""


Orders = Mapping[RuleId, Action | None]
"""What a side wants answered to decisions under a rule; None stands for the default of the decision."""


def ordered(match: Match, orders: Orders) -> Action | None:
    """The answer standing orders give to the pending decision; None if they say nothing that is legal now."""
    pending = match.pending
    if not isinstance(pending, Decision) or pending.rule not in orders:
        return None
    action = orders[pending.rule] or pending.default
    return action if action is not None and match.refusal(action) is None else None
