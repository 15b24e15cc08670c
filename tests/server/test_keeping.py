"""A room and its store: what is not kept did not happen, and what was kept is found again."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import msgspec
import pytest
from msgspec.structs import replace

from sightline.core.decisions import Action, Concede
from sightline.core.errors import BadInput
from sightline.core.game import game
from sightline.server import chronicle, programs, rooms
from sightline.server.bots import think
from sightline.server.chronicle import Chronicle
from sightline.server.clocks import Clocks
from sightline.server.entries import AnsweredEntry, read_entry
from sightline.server.hall import FINISHED, Hall, may_see
from sightline.server.hearing import arrive, hear
from sightline.server.messages import (
    Concession,
    Consent,
    Created,
    Done,
    Failed,
    Hello,
    NewMatch,
    Play,
    Say,
    SeatKey,
    SeatWish,
    Undo,
    Welcome,
)
from sightline.server.positions import position
from sightline.server.rooms import Room
from sightline.server.routes.matches import StatusBody, match_status
from sightline.server.settings import Settings
from sightline.server.showing import proof, room_view
from sightline.server.store import Unavailable
from sightline.server.store.sqlite import SqliteStore
from sightline.server.workers import Workers
from tests.server.guests import GAME

T = TypeVar("T")

pytestmark = pytest.mark.anyio


class Moody(SqliteStore):
    """A store that fails when it is told to: before it has written, or after."""

    def __init__(self) -> None:
        super().__init__("sqlite://")
        self.fails = ""

    async def append(
        self, stream: str, after: int, bodies: Sequence[bytes], snapshot: bytes | None = None, *, kind: str = ""
    ) -> None:
        if self.fails == "before":
            raise Unavailable("full")
        await super().append(stream, after, bodies, snapshot, kind=kind)
        if self.fails == "after":
            raise Unavailable("broken line")


class Here(Workers):
    """Workers that do everything in this process: it is quicker to start."""

    def warm_up(self, game: str) -> None:
        pass

    async def do(self, work: Callable[..., T], *arguments: Any, **_: Any) -> T:
        return work(*arguments)


class Ear:
    """A visitor that only listens."""

    def __init__(self, *sides: str, hand: str = "") -> None:
        self.sides = sides
        self.hand = hand
        self.told: list[Any] = []

    def tell(self, message: Any) -> None:
        self.told.append(message)

    def last(self, kind: type) -> Any:
        return [message for message in self.told if isinstance(message, kind)][-1]


async def table(store: SqliteStore, name: str = GAME, **more: Any) -> tuple[Hall, Room, Created]:
    """A hot-seat match."""
    hall = Hall(store, Settings(pace=0.0))
    hall.bots.workers = hall.measuring = Here(1, 5.0)
    seats = more.pop("seats", None) or dict.fromkeys(game(name).sides, SeatWish("me"))
    made = await hall.create(NewMatch(name, seats, **more))
    room = await hall.room(made.match)
    assert room is not None
    return hall, room, made


async def until(what: Callable[[], bool]) -> None:
    """Wait for something."""
    for _ in range(1000):
        if what():
            return
        await asyncio.sleep(0.01)
    pytest.fail("it never happened")


def answer(room: Room) -> dict[str, Any]:
    """Something legal."""
    thought = msgspec.json.decode(think(position(room.chronicle.match), "random", str(room.version)))
    plain: dict[str, Any] = thought["action"]
    return plain


async def play(room: Room, ear: Ear, id: str) -> None:
    await hear(room, ear, Play(id, room.version, (answer(room),)))


@pytest.mark.parametrize("fails", ["before", "after"])
async def test_what_could_not_be_kept_did_not_happen_and_play_goes_on(fails: str) -> None:
    async with Moody() as store:
        hall, room, made = await table(store)
        ear = Ear(*room.seats)
        await arrive(room, ear, Hello(",".join(made.tokens.values())))
        await play(room, ear, "one")
        version, number = room.version, room.chronicle.number
        store.fails = fails
        failed = answer(room)
        await hear(room, ear, Play("two", room.version, (failed,)))
        assert isinstance(ear.told[-1], Failed)
        assert "nothing has changed" in ear.told[-1].message or "saved" in ear.told[-1].message
        store.fails = ""
        await hear(room, ear, Play("two", version, (failed,)))
        # Written or not, it counts once: a repetition of what was written is only answered.
        assert room.version == version + 1
        assert ear.last(Welcome).version in {version, version + 1}
        assert room.chronicle.number >= number
        again = await Room.load(store, hall.bots, hall.settings, room.id)
        assert again is not None
        assert (again.version, again.chronicle.hash) == (room.version, room.chronicle.hash)
        await hall.close()


@pytest.mark.parametrize("fails", ["before", "after"])
async def test_programs_go_on_by_themselves_after_the_store_failed(fails: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "PATCH", 0.05)
    async with Moody() as store:
        hall, room, _ = await table(store, seats=dict.fromkeys(game(GAME).sides, SeatWish("ai", "random")))
        watcher = Ear()
        room.visitors.add(watcher)
        await until(lambda: room.version > 3)
        store.fails = fails
        await until(lambda: room.torn)
        await asyncio.sleep(0.2)
        store.fails = ""
        version = room.version
        await until(lambda: room.version > version + 5)
        assert not room.torn
        again = await Room.load(store, hall.bots, hall.settings, room.id)
        assert again is not None
        assert again.version <= room.version
        await hall.close()


async def test_an_end_that_was_not_kept_does_not_show_the_key_of_the_dice() -> None:
    async with Moody() as store:
        hall, room, made = await table(store)
        ear = Ear(*room.seats)
        await arrive(room, ear, Hello(",".join(made.tokens.values())))
        store.fails = "before"
        await hear(room, ear, Concession("end", room.version))
        assert isinstance(ear.told[-1], Failed)
        assert proof(room).key == ""
        assert room_view(room).outcome is None
        assert not may_see(room, "nobody's")
        store.fails = ""
        await hear(room, ear, Concession("end", room.version))
        assert isinstance(ear.told[-1], Done)
        assert proof(room).key
        await hall.close()


async def test_a_program_whose_answer_cannot_be_played_gives_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "PATCH", 0.05)
    monkeypatch.setattr(programs, "AGAIN", 0.05)
    async with SqliteStore("sqlite://") as store:
        hall, room, _ = await table(store)
        real, tries = Chronicle.answer, iter(range(2))

        def answer(self: Chronicle, *given: Any, **more: Any) -> AnsweredEntry:
            if next(tries, None) is not None:
                raise RuntimeError("a script failed")
            return real(self, *given, **more)

        monkeypatch.setattr(Chronicle, "answer", answer)
        room.seats[room.chronicle.turn].stand_in = "random"
        version = room.version
        room.wake()
        await until(lambda: room.version > version)
        await hall.close()


async def test_a_room_whose_rules_have_changed_goes_on_from_its_snapshot(monkeypatch: pytest.MonkeyPatch) -> None:
    async with SqliteStore("sqlite://") as store:
        hall, room, made = await table(store)
        ear = Ear(*room.seats)
        await arrive(room, ear, Hello(",".join(made.tokens.values())))
        for number in range(12):
            await play(room, ear, str(number))
        entries = [read_entry(entry.body) for entry in await store.read(room.id)]
        early = next(n for n, entry in enumerate(entries) if isinstance(entry, AnsweredEntry))
        entries[early] = replace(entries[early], digest="0" * 16)
        kept = await store.snapshot(room.id)
        assert kept is not None
        monkeypatch.setattr(chronicle, "fingerprint", lambda _: "another program")
        old = Room(store, hall.bots, hall.settings, entries, len(entries))
        old.restore(entries, kept[1])
        assert old.scene == room.scene
        assert (old.version, old.chronicle.number, old.chronicle.hash) == (
            room.version,
            room.chronicle.number,
            room.chronicle.hash,
        )
        assert old.undo_to(tuple(old.seats)) is None
        assert isinstance(old.chronicle.read(answer(old)), Action)
        await hall.close()


async def test_at_zero_the_default_is_answered() -> None:
    async with SqliteStore("sqlite://") as store:
        hall, room, made = await table(store, clock=1)
        ear = Ear(*room.seats)
        await arrive(room, ear, Hello(",".join(made.tokens.values())))
        side = room.chronicle.turn
        assert room_view(room).running == side
        room.clocks.put({side: 0.0})
        version = room.version
        room.wake()
        for _ in range(500):
            await asyncio.sleep(0.01)
            if room.version > version:
                break
        assert room.version > version
        assert room.chronicle.history[-1].automatic
        await hall.close()


def test_a_clock_runs_only_for_whoever_is_asked() -> None:
    now = 0.0
    clocks = Clocks(("red", "blue"), 1, lambda: now)
    clocks.run("red")
    now = 20.0
    clocks.run("blue")
    now = 50.0
    assert (clocks.left("red"), clocks.left("blue")) == (40.0, 30.0)
    clocks.run("")
    now = 500.0
    assert clocks.all() == {"red": 40.0, "blue": 30.0}
    assert not clocks.out("red")
    clocks.run("red")
    now = 600.0
    assert clocks.out("red")
    assert Clocks(("red",), 0).left("red") is None


async def test_a_consent_is_remembered_for_whoever_gave_it() -> None:
    async with SqliteStore("sqlite://") as store:
        hall, room, _ = await table(store)
        red, blue = (Ear(side) for side in room.seats)
        actor, other = (red, blue) if room.chronicle.turn == red.sides[0] else (blue, red)
        while room.chronicle.turn == actor.sides[0]:
            await play(room, actor, f"own {room.version}")
        await play(room, other, "theirs")
        await hear(room, actor, Undo("back", room.version))
        assert room.asked == actor.sides[0]
        await hear(room, other, Consent("same", yes=True))
        done = other.last(Done)
        await hear(room, other, Consent("same", yes=True))
        assert other.told[-1] == done
        # What the other side called its command has nothing to do with one's own.
        version = room.version
        await play(room, actor, "same")
        assert room.version == version + 1
        again = await Room.load(store, hall.bots, hall.settings, room.id)
        assert again is not None
        assert again.ids == room.ids
        await hall.close()


async def test_nothing_is_left_unanswered() -> None:
    async with SqliteStore("sqlite://") as store:
        hall, room, _ = await table(store)
        ear = Ear(*room.seats)
        await hear(room, ear, Say("mute", " \n"))
        assert isinstance(ear.told[-1], Failed)
        assert ear.told[-1].id == "mute"
        await hall.close()


async def test_an_end_that_was_not_listed_is_listed_later() -> None:
    async with SqliteStore("sqlite://") as store:
        hall, room, _ = await table(store)
        room.ended = None
        await hear(room, Ear(*room.seats), Concession("end", room.version))
        assert await store.get(FINISHED, room.id) is None
        hall.rooms.clear()
        assert await hall.room(room.id) is not None
        await hall.close()
        assert await store.get(FINISHED, room.id) is not None


async def test_a_match_that_cannot_be_read_is_said_to_be_one() -> None:
    async with SqliteStore("sqlite://") as store:
        hall, room, made = await table(store)
        newer = msgspec.json.decode((await store.read(room.id))[0].body) | {"format": 2, "match": "NEWER"}
        await store.append("NEWER", 0, [msgspec.json.encode(newer)], kind="match")
        with pytest.raises(BadInput, match="another version"):
            await hall.room("NEWER")
        side, token = next(iter(made.tokens.items()))
        seats = (SeatKey("NEWER", token), SeatKey(room.id, token))
        found = await match_status.fn(StatusBody(seats), hall)
        assert [(brief.match, brief.you) for brief in found] == [(room.id, side)]
        await hall.close()


async def test_a_room_is_let_go_when_nobody_wants_it_any_more() -> None:
    async with SqliteStore("sqlite://") as store:
        hall, room, _ = await table(store)
        hall.settings = replace(hall.settings, idle=0.4)
        room.changed = 0.0
        for seat in room.seats.values():
            seat.absent_since = 0.0
        await hall.open()
        await asyncio.sleep(0.3)
        assert await hall.room(room.id) is room  # Somebody is on the way, and has not said hello yet.
        await asyncio.sleep(0.25)
        assert hall.rooms[room.id] is room
        await until(lambda: room.id not in hall.rooms)
        assert room.closed
        await hall.close()


async def test_a_program_that_stands_in_does_not_consent_for_whoever_is_away() -> None:
    async with SqliteStore("sqlite://") as store:
        hall, room, _ = await table(store)
        red, blue = (Ear(side) for side in room.seats)
        actor, other = (red, blue) if room.chronicle.turn == red.sides[0] else (blue, red)
        while room.chronicle.turn == actor.sides[0]:
            await play(room, actor, f"own {room.version}")
        await play(room, other, "theirs")
        room.seats[other.sides[0]].stand_in = "regular"
        version = room.version
        await hear(room, actor, Undo("back", version))
        assert room.asked == actor.sides[0]
        assert room.version == version
        await hall.close()


async def test_a_match_may_end_while_a_program_thinks() -> None:
    async with SqliteStore("sqlite://") as store:
        hall, room, _ = await table(store)
        match = room.chronicle.match

        class Late(Here):
            async def do(self, *_: Any, **__: Any) -> Any:
                match.play(Concede(match.decision.side))
                raise TimeoutError

        hall.bots.workers = Late(1, 5.0)
        decision = match.decision
        action = (await hall.bots.choose(match, "random", "seed")).action
        assert any(offer.action is type(action) for offer in decision.offers)
        await hall.close()
