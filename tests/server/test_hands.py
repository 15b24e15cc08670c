"""Hands: some models of a side commanded by a program, or by a friend with a link of their own."""

from typing import Any

import pytest
from msgspec import json

from sightline import new_match
from sightline.core.game import game, keepers, samples
from sightline.core.rulebook import packages
from sightline.core.table import ModelId
from sightline.core.wire import encode
from sightline.server.entries import KeptHand, KeptSeat
from sightline.server.hall import Hall, seat_of
from sightline.server.hands import concerned, program_for
from sightline.server.hearing import arrive, hear, opened
from sightline.server.messages import Concession, Done, Entrust, Failed, Hello, Play, Presence
from sightline.server.rooms import Room
from sightline.server.seats import Seat
from sightline.server.store.sqlite import SqliteStore
from tests.server.test_keeping import Ear, answer, table, until

pytestmark = pytest.mark.anyio


async def called(store: SqliteStore) -> tuple[Hall, Room, Ear, tuple[ModelId, ...]]:
    """A room in which somebody is asked which of several models is to have its turn, and who has both seats."""
    hall, room, _ = await table(store)
    ear = Ear(*room.seats)
    await arrive(room, ear, Hello())
    for number in range(300):
        models = concerned(room.chronicle.match)
        if len(models) > 1 and not room.chronicle.match.decision.about and activations(room, models[0]):
            return hall, room, ear, models
        await hear(room, ear, Play(f"play-{number}", room.version, (answer(room),)))
    raise AssertionError("nobody was ever asked to choose a model")


def activations(room: Room, model: ModelId) -> list[dict[str, Any]]:
    """The answers that give a model its turn and leave nothing open."""
    match, found = room.chronicle.match, []
    for offer in match.decision.offers:
        for field in match.slots(offer):
            action = offer.action(**offer.given, **{field: model}) if len(match.slots(offer)) == 1 else None
            if action is not None and match.refusal(action) is None:
                found.append(json.decode(encode(action)))
    return found


async def test_a_program_plays_the_model_it_was_given_and_no_other() -> None:
    async with SqliteStore("sqlite://") as store:
        hall, room, ear, models = await called(store)
        side = room.chronicle.turn
        await hear(room, ear, Entrust("e", side, models[:1], "ai", "random"))
        assert ear.last(Presence).room.seats[side].hands[0].models == models[:1]
        before = len(room.chronicle.history)
        await hear(room, ear, Play("call", room.version, (activations(room, models[0])[0],)))
        await until(
            lambda: room.over or models[0] not in concerned(room.chronicle.match) or room.chronicle.turn != side
        )
        since = room.chronicle.history[before:]
        assert not since[0].automatic
        assert {entry.level for entry in since[1:] if entry.by == side} <= {"random"}
        again = await Room.load(store, hall.bots, room.settings, room.id)
        assert again is not None
        assert again.seats[side].hands == room.seats[side].hands
        await hear(room, ear, Entrust("f", side, models[:1], "me"))
        assert not room.seats[side].hands
        await hall.close()


async def test_a_friend_commands_what_they_were_given_by_a_link_and_nothing_else() -> None:
    async with SqliteStore("sqlite://") as store:
        hall, room, ear, models = await called(store)
        side = room.chronicle.turn
        await hear(room, ear, Entrust("e", side, models[:1], "friend"))
        token = ear.last(Done).token
        assert opened(room, Hello(token)) == ((side,), room.seats[side].hands[0].token)
        assert seat_of(room, token) == side
        friend = Ear(side, hand=room.seats[side].hands[0].token)
        await arrive(room, friend, Hello(token, name="Bea"))
        seat = friend.last(Presence).room.seats[side]
        assert (seat.hands[0].name, seat.hands[0].present) == ("Bea", True)
        assert friend.last(Presence).room.commands == models[:1]
        assert ear.last(Presence).room.commands is None
        await hear(room, friend, Play("not", room.version, (activations(room, models[1])[0],)))
        assert "not yours to command" in friend.last(Failed).message
        await hear(room, friend, Concession("up", room.version))
        assert "whole seat" in friend.last(Failed).message
        await hear(room, friend, Play("mine", room.version, (activations(room, models[0])[0],)))
        assert friend.last(Done).id == "mine"
        await hall.close()


async def test_models_of_others_cannot_be_given_away() -> None:
    async with SqliteStore("sqlite://") as store:
        hall, room, ear, models = await called(store)
        other = next(side for side in room.seats if side != room.chronicle.turn)
        await hear(room, ear, Entrust("e", other, models[:1], "ai", "random"))
        assert "one's own" in ear.last(Failed).message
        await hear(room, Ear(other), Entrust("e", room.chronicle.turn, models[:1], "ai", "random"))
        assert not room.seats[room.chronicle.turn].hands
        await hear(room, ear, Entrust("g", room.chronicle.turn, models[:1], "friend", hand=3))
        assert "no such hand" in ear.last(Failed).message
        await hall.close()


def test_what_is_about_nobody_of_a_side_is_for_the_programs_that_command_all_of_it() -> None:
    """As where a search token lies, or who of the enemies takes a wound: as long as somebody has a model, they say."""
    book = next(game(id) for id in packages() if keepers(game(id)))
    squads = {side: next(iter(samples(book, side))) for side in book.sides}
    match = new_match(book.id, squads=squads, seed=1)
    side = match.decision.side
    assert not concerned(match)
    own = tuple(id for id, one in match.table.models.items() if one.side == side and one.kind == "model")
    seat = Seat(side, KeptSeat("person", ""))
    seat.hands = (KeptHand(own[1:], "random"),)
    assert program_for(seat, match) == ""
    seat.hands = (KeptHand(own[:1], "regular"), KeptHand(own[1:], "random"))
    assert program_for(seat, match) == "regular"
