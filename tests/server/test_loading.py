"""How a match comes back: called to mind by the program that played it, played again by any other."""

import sys
from pathlib import Path
from threading import get_ident
from typing import Any

import pytest

from sightline.core import program
from sightline.core.decisions import Action, Decision
from sightline.core.game import game
from sightline.core.match import Answer, Match
from sightline.core.program import fingerprint
from sightline.server import chronicle
from sightline.server.chronicle import LEG, Chronicle
from sightline.server.entries import AnsweredEntry, UndoneEntry, read_entry
from sightline.server.hearing import arrive, hear
from sightline.server.messages import Hello, Undo
from sightline.server.past import Past
from sightline.server.rooms import Room
from sightline.server.store.sqlite import SqliteStore
from tests.server.guests import GAME
from tests.server.test_keeping import Ear, answer, play, table

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("same", [True, False])
async def test_a_room_comes_back_as_it_was(same: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    async with SqliteStore("sqlite://") as store:
        hall, room, made = await table(store)
        ear = Ear(*room.seats)
        await arrive(room, ear, Hello(",".join(made.tokens.values())))
        for number in range(3 * LEG):
            await play(room, ear, str(number))
            if number % 9 == 8:
                await hear(room, ear, Undo(f"back {number}", room.version))
        if not same:
            monkeypatch.setattr(chronicle, "fingerprint", lambda _: "another program")
        played: list[Past] = []
        real = Chronicle.replay

        def replay(self: Chronicle, past: Past) -> None:
            played.append(past)
            real(self, past)

        monkeypatch.setattr(Chronicle, "replay", replay)
        again = await Room.load(store, hall.bots, hall.settings, room.id)
        assert again is not None
        assert bool(played) != same, "what this program has played it need not play again"
        monkeypatch.undo()
        was, now = room.chronicle, again.chronicle
        assert (now.hash, now.lines, now.actions, now.set_aside) == (was.hash, was.lines, was.actions, was.set_aside)
        assert (again.version, again.scene, again.decision) == (room.version, room.scene, room.decision)
        assert now.snapshot() == was.snapshot()
        given = answer(room)
        for one in (was, now):
            action = one.read(given)
            assert isinstance(action, Action)
            one.answer(one.turn, [action])
        assert (now.hash, now.snapshot()) == (was.hash, was.snapshot()), "it goes on in the same way"
        for one in (was, now):
            one.take_back(one.way_back(LEG + 3))
        assert (now.hash, now.lines, now.snapshot()) == (was.hash, was.lines, was.snapshot())
        await hall.close()


async def test_entries_that_do_not_fit_the_snapshot_are_played_again() -> None:
    async with SqliteStore("sqlite://") as store:
        hall, room, made = await table(store)
        ear = Ear(*room.seats)
        await arrive(room, ear, Hello(",".join(made.tokens.values())))
        early = room.chronicle.snapshot()
        for number in range(6):
            await play(room, ear, str(number))
        past = Past()
        entries = [read_entry(kept.body) for kept in await store.read(room.id)]
        for entry in entries[1:]:
            past.add(entry)
        assert not Chronicle(room.created).recall(early, past)
        again = Room(store, hall.bots, hall.settings, entries, len(entries))
        again.restore(entries, early)
        assert again.chronicle.hash == room.chronicle.hash
        assert again.chronicle.match.pending == room.chronicle.match.pending
        await hall.close()


async def test_taking_back_step_by_step_leads_through_all_that_was(monkeypatch: pytest.MonkeyPatch) -> None:
    async with SqliteStore("sqlite://") as store:
        hall, room, made = await table(store)
        await arrive(room, Ear(*room.seats), Hello(",".join(made.tokens.values())))
        one, was = room.chronicle, list[tuple[int, bytes]]()
        for _ in range(2 * LEG + 5):
            assert isinstance(one.match.pending, Decision)
            was.append((one.number, one.snapshot()))
            action = one.read(answer(room))
            assert isinstance(action, Action)
            one.answer(one.turn, [action])
            room.version += 1
        first = len(one.history) - len(was)
        given: list[Any] = []
        real = Chronicle.read

        def read(self: Chronicle, plain: Any) -> Answer:
            given.append(plain)
            return real(self, plain)

        monkeypatch.setattr(Chronicle, "read", read)
        for keep in reversed(range(first, len(one.history))):
            del given[:]
            one.take_back(one.way_back(keep))
            assert (one.number, one.snapshot()) == was[keep - first]
            assert sum(isinstance(plain, dict) for plain in given) < LEG, "only what came after the last mark"
        await hall.close()


async def test_the_first_taking_back_after_a_restart_keeps_nobody_else_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """What led there is played again in a thread; the next finds marks on the way."""
    async with SqliteStore("sqlite://") as store:
        hall, room, made = await table(store)
        ear = Ear(*room.seats)
        await arrive(room, ear, Hello(",".join(made.tokens.values())))
        for number in range(2 * LEG + 5):
            await play(room, ear, str(number))
        again = await Room.load(store, hall.bots, hall.settings, room.id)
        assert again is not None
        await arrive(again, ear, Hello(",".join(made.tokens.values())))
        threads: list[int] = []
        real = Match.play

        def played(self: Match, *answers: Answer) -> Any:
            threads.append(get_ident())
            return real(self, *answers)

        monkeypatch.setattr(Match, "play", played)
        await hear(again, ear, Undo("back", again.version))
        assert len(threads) > LEG
        assert get_ident() not in threads
        del threads[:]
        await hear(again, ear, Undo("further back", again.version))
        assert len(threads) < len(again.chronicle.history), "not all of it again"
        monkeypatch.undo()
        was, now = room.chronicle, again.chronicle
        was.take_back(was.way_back(len(now.history)))
        assert (now.hash, now.lines, now.snapshot()) == (was.hash, was.lines, was.snapshot())
        await hall.close()


def test_what_was_taken_back_is_not_played_again_but_its_dice_stay_fallen() -> None:
    past = Past()
    for number, dice in enumerate((((6, 1),), ((6, 2), (6, 3)), ((6, 4),))):
        past.add(AnsweredEntry(str(number), "red", (), dice, (), 0, "", ""))
        if number == 1:
            past.add(UndoneEntry("back", "red", 1))
    assert [entry.id for entry in past.entries] == ["0", "2"]
    assert past.starts == [0, 3]
    assert past.rolled == [(6, 1), (6, 2), (6, 3), (6, 4)]


def test_every_line_of_a_program_tells_it_from_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "pastime"
    home.mkdir()
    for name in ("__init__.py", "rules.toml", "notes.md"):
        (home / name).write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "pastime", raising=False)
    __import__("pastime")
    found = []
    for name, text in (("notes.md", "x"), ("rules.toml", "a = 1"), ("__init__.py", "b = 2")):
        program._of.cache_clear()
        found.append(program._of("pastime"))
        (home / name).write_text(text)
    program._of.cache_clear()
    found.append(program._of("pastime"))
    assert found[0] == found[1], "what is no code does not count"
    assert len(set(found)) == 3
    assert fingerprint(game(GAME)) == fingerprint(game(GAME))
