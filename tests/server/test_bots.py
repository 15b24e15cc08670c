"""Programs that hang, die, fail or are hurried: the match goes on, and what was thought is kept."""

import asyncio
import multiprocessing
import os
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import msgspec
import pytest

from sightline.core.game import game
from sightline.server import programs, rooms
from sightline.server.bots import Advice, Before, Bots, think
from sightline.server.chronicle import Chronicle
from sightline.server.consulting import HINTS, advice
from sightline.server.hall import Hall
from sightline.server.hearing import arrive, hear
from sightline.server.messages import (
    Advise,
    Done,
    Failed,
    Hello,
    Hurry,
    Motion,
    NewMatch,
    Play,
    Presence,
    SeatWish,
    StandIn,
    Thinking,
    ThoughtAnswer,
    Update,
    Welcome,
)
from sightline.server.rooms import Room
from sightline.server.settings import Settings
from sightline.server.store.sqlite import SqliteStore
from sightline.server.telling import acts
from sightline.server.thoughts import level_label
from sightline.server.workers import Workers
from tests.server.guests import GAME
from tests.server.odd import odd
from tests.server.test_keeping import Ear, Here, answer, until

T = TypeVar("T")

pytestmark = pytest.mark.anyio


class Odd(Workers):
    """Processes in which those programs play."""

    async def do(self, work: Callable[..., T], *arguments: Any, **more: Any) -> T:
        chosen: Callable[..., Any] = odd if work is think else work
        found: T = await super().do(chosen, *arguments, **more)
        return found


@asynccontextmanager
async def against(level: str, patience: float = 20.0, pace: float = 0.0) -> AsyncIterator[tuple[Room, Ear]]:
    """A room in which a program of a level has both sides, somebody with a seat's rights watches it."""
    async with SqliteStore("sqlite://") as store:
        hall = Hall(store, Settings(pace=pace))
        hall.measuring = Here(1, 5.0)
        hall.bots = Patient(Odd(1, 5.0), patience)
        try:
            made = await hall.create(NewMatch(GAME, dict.fromkeys(game(GAME).sides, SeatWish("ai", level))))
            room = await hall.room(made.match)
            assert room is not None
            ear = Ear(game(GAME).sides[0])
            room.visitors.add(ear)
            yield room, ear
        finally:
            await hall.close()


class Patient(Bots):
    """Programs that are waited for just so long."""

    def __init__(self, workers: Workers, seconds: float) -> None:
        super().__init__(workers, Here(1, 5.0))
        self.seconds = seconds

    def patience(self, level: str) -> float:
        return self.seconds


def test_what_several_do_is_shown_in_as_many_acts() -> None:
    shot = (Motion("move", 1, "a"), Motion("shot", 2, "a", "b"), Motion("hit", 3, "", "b"))
    flight = (Motion("move", 4, "b"), Motion("remove", 5, "b"))
    placed = (Motion("place", 1, "a"), Motion("place", 2, "b"))
    assert [acts(motions, str) for motions in ((), shot, shot + flight, placed)] == [0, 1, 2, 1]
    assert acts(shot + flight, lambda _: "together") == 1


@pytest.mark.parametrize(("shown", "waits"), [(3, True), (1, False)])
async def test_a_program_does_not_answer_while_screens_still_show_what_happened(
    monkeypatch: pytest.MonkeyPatch, shown: int, waits: bool
) -> None:
    monkeypatch.setattr("sightline.server.programs.acts", lambda *_: shown)
    async with against("random", pace=0.01) as (room, _):
        await until(lambda: room.version >= 2)
        before = room.version
        await asyncio.sleep(1.0)
        assert (room.version == before) == waits


async def test_each_model_that_moves_is_waited_for_where_somebody_looks() -> None:
    async with against("commander/aggressive=1", pace=0.01) as (room, ear):
        one, other = [model.id for model in room.chronicle.match.table.models.values() if model.kind == "model"][:2]
        room.chronicle.moved = (Motion("move", 1, one), Motion("move", 2, other))
        assert room.programs.rest() == pytest.approx(1.6)
        room.visitors.remove(ear)
        assert room.programs.rest() == 0.01


async def test_whoever_plays_hurries_a_program_and_a_watcher_does_not() -> None:
    async with against("commander/aggressive=1") as (room, ear):
        await until(
            lambda: any(isinstance(message, Thinking) for message in ear.told) and bool(room.programs.thinking())
        )
        thinking = ear.last(Thinking)
        assert (thinking.budget, thinking.hurried) == (2.0, False)
        watcher = Ear()
        await hear(room, watcher, Hurry("1"))
        assert isinstance(watcher.last(Failed), Failed)
        await asyncio.sleep(0.3)
        assert room.version == 1
        assert room.programs.thinking()[0].elapsed >= 0.3
        await hear(room, ear, Hurry("2"))
        assert isinstance(ear.last(Done), Done)
        assert ear.last(Thinking).hurried
        await until(lambda: room.version == 2)
        entry = room.chronicle.history[-1]
        assert (entry.level, entry.automatic) == ("commander/aggressive=1", True)
        # The next thought has all its time again.
        await asyncio.sleep(0.3)
        assert room.version == 2
        # Somebody who comes now hears that it thinks.
        late = Ear()
        await arrive(room, late, Hello())
        assert late.last(Thinking).elapsed > 0.0


async def test_what_was_thought_is_kept_and_told_in_words() -> None:
    async with against("regular") as (room, ear):
        await until(lambda: room.chronicle.actions > 8)
        for number in range(1, 9):
            entry = room.chronicle.entry(number)
            assert entry is not None
            thought = msgspec.json.decode(room.programs.thoughts[number], type=ThoughtAnswer)
            assert (thought.side, thought.label) == (entry.by, "Regular")
            played = [one for one in thought.candidates if one.played]
            assert [one.answer for one in played] == [next(a for a in entry.answers if isinstance(a, dict))]
            assert all(one.text and one.glyph for one in thought.candidates)
            assert played[0].value is not None
            assert played[0].reasons or not played[0].value
        told = [line for message in ear.told if isinstance(message, Update) for line in message.lines]
        assert any(line.why for line in told)
        assert len({line.action for line in told if line.why}) == sum(line.why for line in told)


async def test_a_program_killed_in_mid_thought_is_started_again_and_then_another_plays() -> None:
    async with against("commander") as (room, _):
        for _ in range(2):
            await until(lambda: bool(multiprocessing.active_children()))
            await asyncio.sleep(1.0)
            for process in multiprocessing.active_children():
                if process.pid is not None:
                    os.kill(process.pid, signal.SIGKILL)
        await until(lambda: room.version >= 2)
        assert room.chronicle.history[-1].level == "regular"


@pytest.mark.parametrize("level", ["veteran", "recruit"], ids=["fails", "hangs"])
async def test_for_a_program_that_fails_or_hangs_another_plays(level: str) -> None:
    async with against(level, 2.0) as (room, _):
        await until(lambda: room.version >= 2)
        assert room.chronicle.history[-1].level == "regular"


async def test_where_every_program_breaks_the_rules_something_legal_is_played() -> None:
    async with against("random") as (room, _):
        await until(lambda: room.version >= 4)
        assert all(entry.automatic for entry in room.chronicle.history[1:])


async def test_nobody_who_plays_waits_for_an_explanation() -> None:
    async with against("commander") as (room, _):
        await until(lambda: bool(room.programs.thinking()))
        told = await room.bots.advise(room.position, b"[]", Before(), "seed")
        assert told.thought.candidates
        assert room.programs.thinking(), "the program that plays still thinks"


async def test_hints_for_one_table_are_kept_but_not_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    async with against("commander") as (room, _):

        async def advise(*_: Any) -> Advice:
            return Advice(ThoughtAnswer("red", "veteran", "Veteran"))

        monkeypatch.setattr(room.bots, "advise", advise)
        for number in range(2 * HINTS):
            await advice(room, Advise(({"number": number},)))
        assert len(room.advice) == HINTS
        assert (room.version, msgspec.json.encode(({"number": 2 * HINTS - 1},))) in room.advice


@asynccontextmanager
async def given_up(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[Room, Ear]]:
    """A room whose program has given up, with a person on the other side; the fault it stumbled over is gone again."""
    monkeypatch.setattr(programs, "AGAIN", 0.0)
    monkeypatch.setattr(rooms, "PATCH", 0.0)
    async with SqliteStore("sqlite://") as store:
        hall = Hall(store, Settings(pace=0.0))
        hall.bots = Bots(Here(1, 5.0), Here(1, 5.0))
        one, other = game(GAME).sides
        try:
            made = await hall.create(NewMatch(GAME, {one: SeatWish("me"), other: SeatWish("ai", "random")}))
            room = await hall.room(made.match)
            assert room is not None
            ear = Ear(one)

            sound = Chronicle.answer

            def fault(self: Chronicle, *what: Any, **how: Any) -> Any:
                if how.get("automatic"):
                    raise RuntimeError("a fault in the rules")
                return sound(self, *what, **how)

            with monkeypatch.context() as broken:
                broken.setattr(Chronicle, "answer", fault)
                await arrive(room, ear, Hello())
                while room.chronicle.turn == one:
                    await hear(room, ear, Play(f"p{room.version}", room.version, (answer(room),)))
                await until(lambda: bool(room.programs.stuck))
                await until(lambda: not room.torn)
            assert ear.last(Presence).room.stuck == other
            yield room, ear
        finally:
            await hall.close()


async def test_a_program_that_gave_up_is_seen_to_and_tries_again_when_somebody_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with given_up(monkeypatch) as (room, ear):
        version = room.version
        room.wake()
        await asyncio.sleep(0.05)
        assert room.version == version, "it stands still until somebody sees to it"
        await hear(room, ear, Hurry("again"))
        await until(lambda: room.version > version)
        assert not ear.last(Presence).room.stuck


async def test_whoever_is_there_may_take_the_seat_of_a_program_that_gave_up(monkeypatch: pytest.MonkeyPatch) -> None:
    async with given_up(monkeypatch) as (room, ear):
        side = room.programs.stuck
        watcher = Ear()
        await hear(room, watcher, StandIn("1", side))
        assert isinstance(watcher.last(Failed), Failed)
        await hear(room, ear, StandIn("2", side))
        assert isinstance(ear.last(Done), Done)
        assert set(ear.last(Welcome).sides) == set(game(GAME).sides)
        assert (room.seats[side].kept.kind, room.seats[side].level, room.programs.stuck) == ("person", "", "")
        await hear(room, ear, Play("3", room.version, (answer(room),)))
        assert room.chronicle.history[-1].by == side


def test_levels_and_styles_are_said_as_one_says_them() -> None:
    assert level_label("veteran") == "Veteran"
    assert level_label("veteran/cautious=0.2,aggressive=0.5") == "Veteran, aggressive, cautious"
    assert level_label("regular/objective") == "Regular, objective first"
    assert level_label("greedy") == "greedy"
