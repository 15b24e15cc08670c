"""A room's match as a story to be told: what records, replays and reports are made of."""

from __future__ import annotations

from sightline.server.chronicle import dice_seed
from sightline.server.desk import Story
from sightline.server.rooms import Room
from sightline.server.showing import proof


def story(room: Room) -> Story:
    """The match of a room as far as it has come; the seed of the dice only once it is over."""
    chronicle = room.chronicle
    shares = [seat.kept.share or "" for seat in room.seats.values()]
    aside = chronicle.set_aside
    whole = room.over and not room.created.before and aside is not None
    return Story(
        match=room.id,
        setup=room.created.setup,
        answers=chronicle.answers,
        seats={side: seat.view(None) for side, seat in room.seats.items()},
        dice=proof(room),
        seed=dice_seed(room.created.key, shares) if whole else None,
        set_aside=tuple(aside or ()) if whole else (),
    )
