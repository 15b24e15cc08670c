"""Standing orders: what a room answers in somebody's name, without asking them."""

from typing import Any

import pytest

from sightline.core.decisions import Decision
from sightline.core.game import Foresees, game
from sightline.server.hall import Hall
from sightline.server.hearing import arrive, hear
from sightline.server.messages import Done, Failed, Hello, Order, Play, Presence, Welcome
from sightline.server.rooms import Room
from sightline.server.store.sqlite import SqliteStore
from tests.conformance.matches import GAMES
from tests.server.test_keeping import Ear, answer, table, until

pytestmark = pytest.mark.anyio


async def play_until_spared(room: Room, ear: Ear) -> Decision:
    """Play anything legal until somebody is asked what is answered for those who do not answer."""
    for number in range(600):
        assert not room.over
        decision = room.chronicle.match.decision
        if decision.default is not None:
            return decision
        await hear(room, ear, Play(f"play-{number}", room.version, (answer(room),)))
    raise AssertionError("nobody was ever asked anything that has a default")


async def asked(store: SqliteStore) -> tuple[Hall, Room, Ear, Decision]:
    hall, room, _ = await table(store)
    ear = Ear(*room.seats)
    await arrive(room, ear, Hello())
    return hall, room, ear, await play_until_spared(room, ear)


async def test_what_was_ordered_is_answered_without_asking_and_written_down_like_any_answer() -> None:
    async with SqliteStore("sqlite://") as store:
        hall, room, ear, decision = await asked(store)
        before = len(room.chronicle.history)
        await hear(room, ear, Order("o", decision.side, decision.rule))
        assert isinstance(ear.last(Done), Done)
        await until(lambda: len(room.chronicle.history) > before)
        entry = room.chronicle.history[before]
        assert (entry.by, entry.automatic, entry.level) == (decision.side, True, "")
        assert room.chronicle.read(entry.answers[0]) == decision.default
        told = ear.last(Presence).room.orders
        assert [(one.side, one.rule) for one in told] == [(decision.side, decision.rule)]
        assert told[0].title
        await hall.close()


async def test_orders_are_kept_until_they_are_taken_back() -> None:
    async with SqliteStore("sqlite://") as store:
        hall, room, ear, decision = await asked(store)
        await hear(room, ear, Order("o", decision.side, decision.rule, None))
        again = await Room.load(store, hall.bots, room.settings, room.id)
        assert again is not None
        assert again.seats[decision.side].orders == {decision.rule: None}
        await hear(room, ear, Order("p", decision.side, decision.rule, clear=True))
        assert not room.seats[decision.side].orders
        assert not ear.last(Presence).room.orders
        await hall.close()


async def test_nobody_sees_the_orders_of_another_side_and_nobody_gives_them_any() -> None:
    async with SqliteStore("sqlite://") as store:
        hall, room, ear, decision = await asked(store)
        other = Ear(next(side for side in room.seats if side != decision.side))
        room.visitors.add(other)
        await hear(room, other, Order("o", decision.side, decision.rule))
        assert "own side" in other.last(Failed).message
        await hear(room, ear, Order("o", decision.side, decision.rule))
        assert not other.last(Presence).room.orders
        await hall.close()


@pytest.mark.parametrize(
    ("rule", "answer", "wrong"),
    [("nonsense", None, "rule"), ("", {"type": "Nonsense"}, "answer")],
    ids=["no such rule", "no such answer"],
)
async def test_orders_that_make_no_sense_are_not_taken(rule: str, answer: Any, wrong: str) -> None:
    async with SqliteStore("sqlite://") as store:
        hall, room, _ = await table(store)
        ear = Ear(*room.seats)
        await arrive(room, ear, Hello())
        known = next(iter(room.chronicle.game.rulebook.rules))
        await hear(room, ear, Order("o", ear.sides[0], rule or known, answer))
        assert wrong in ear.last(Failed).message
        assert not room.seats[ear.sides[0]].orders
        await hall.close()


@pytest.mark.parametrize("name", [name for name in GAMES if isinstance(game(name), Foresees)])
async def test_orders_may_be_given_before_anybody_is_asked(name: str) -> None:
    async with SqliteStore("sqlite://") as store:
        hall, room, _ = await table(store, name=name)
        ear = Ear(*room.seats)
        await arrive(room, ear, Hello())
        foreseen = ear.last(Welcome).foreseen
        assert {one.side for one in foreseen} == set(room.seats)
        assert all(one.text and way.name for one in foreseen for way in one.ways)
        ways = [(one, way) for one in foreseen for way in one.ways]
        for number, (one, way) in enumerate(ways):
            await hear(room, ear, Order(f"o-{number}", one.side, one.rule, way.answer))
            assert isinstance(ear.last(Done), Done)
            told = next(o for o in ear.last(Presence).room.orders if (o.side, o.rule) == (one.side, one.rule))
            assert (told.answer, told.answer is None or told.text == way.name) == (way.answer, True)
        watcher = Ear()
        await arrive(room, watcher, Hello())
        assert not watcher.last(Welcome).foreseen
        await hall.close()
