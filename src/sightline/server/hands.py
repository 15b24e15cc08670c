"""Hands: some models of a side commanded by a program, or by somebody with a link of their own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import asdict, replace

from sightline.core.decisions import Action, Pick, Picks
from sightline.core.errors import BadInput
from sightline.core.match import Match
from sightline.core.table import ModelId
from sightline.server.entries import KeptHand
from sightline.server.seats import same_secret

if TYPE_CHECKING:
    from sightline.core.table import Side
    from sightline.server.rooms import Room
    from sightline.server.seats import Seat

MOST_HANDS = 12
A_FRIEND = "A friend"


def concerned(match: Match) -> tuple[ModelId, ...]:
    """The models of its own that a side is asked about: the one it is about, or those it may choose among."""
    decision, models = match.decision, match.table.models

    def own(value: object) -> bool:
        return isinstance(value, str) and value in models and value != decision.side and _of(match, value)

    if own(decision.about):
        return (decision.about,)
    found: dict[str, None] = {}
    for offer in decision.offers:
        found.update(dict.fromkeys(str(value) for value in offer.given.values() if own(value)))
        for slot in match.slots(offer).values():
            if isinstance(slot, Pick | Picks):
                found.update(dict.fromkeys(str(option) for option in slot.options if own(option)))
    return tuple(found)


def _of(match: Match, id: ModelId) -> bool:
    return match.table.models[id].side == match.decision.side


def program_for(seat: Seat, match: Match) -> str:
    """The level of the program that answers, because only models it commands are asked about.

    What is about none of the side's models, as who of the enemies takes a wound, is for a program only where programs
    command all of them.
    """
    played = {model: hand.level for hand in seat.hands if hand.level for model in hand.models}
    if not played:
        return ""
    asked = concerned(match) or [id for id, one in match.table.models.items() if one.kind == "model" and _of(match, id)]
    levels = [played.get(model, "") for model in asked]
    return levels[0] if levels and all(levels) else ""


def opened_by(room: Room, token: str) -> tuple[Side, str] | None:
    """The side of which a token opens some models, and what is kept of it."""
    for side, seat in room.seats.items():
        for hand in seat.hands:
            if token and hand.token and same_secret(token, hand.token):
                return side, hand.token
    return None


def commands(room: Room, side: Side, hand: str) -> tuple[ModelId, ...]:
    """The models that whoever has the link of a hand commands."""
    return next((one.models for one in room.seats[side].hands if one.token == hand), ())


def called(room: Room, side: Side, hand: str) -> str:
    """What whoever has the link of a hand is called by the others; nothing for whoever has the seat."""
    return next((one.name or A_FRIEND for one in room.seats[side].hands if hand and one.token == hand), "")


def check_command(room: Room, side: Side, hand: str, actions: Sequence[Action]) -> None:
    """Raise BadInput where somebody answers for a model that is not theirs."""
    match = room.chronicle.match
    if not hand or not actions or match.decision.side != side:
        return
    mine = commands(room, side, hand)
    about = match.decision.about
    named = [about] if about in match.table.models else list(_named(match, actions[0]))
    for model in named:
        if _of(match, model) and match.table.models[model].kind == "model" and model not in mine:
            raise BadInput(f"{match.table.models[model].name or model} is not yours to command")


def _named(match: Match, action: Action) -> Iterator[ModelId]:
    for value in asdict(action).values():
        for one in value if isinstance(value, tuple) else (value,):
            if isinstance(one, str) and one in match.table.models:
                yield one


def entrusted(hands: Sequence[KeptHand], models: Sequence[ModelId], to: KeptHand | int | None) -> tuple[KeptHand, ...]:
    """The hands of a side after some models were given to a new hand, to one there is, or taken back."""
    left = [replace(hand, models=tuple(m for m in hand.models if m not in models)) for hand in hands]
    if isinstance(to, KeptHand):
        left.append(to)
    elif to is not None:
        if not 0 <= to < len(left):
            raise BadInput("hand: there is no such hand")
        left[to] = replace(left[to], models=(*left[to].models, *models))
    found = tuple(hand for hand in left if hand.models or hand.token)
    if len(found) > MOST_HANDS:
        raise BadInput(f"at most {MOST_HANDS} hands for a side")
    return found
