"""A room: a match, its seats, who is there, and the one door through which everything that changes it goes.

Check, play, write down, and only then say so: nothing is acknowledged that would not survive a power cut.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from typing import Any, Literal, Protocol

from msgspec.structs import replace

from sightline.core.decisions import Action, Illegal
from sightline.core.dice import Roll
from sightline.core.errors import BadInput
from sightline.core.game import CAMPAIGN
from sightline.core.table import Side
from sightline.server import showing, views
from sightline.server.bots import Bots
from sightline.server.chronicle import Chronicle, RulesChanged
from sightline.server.clocks import Clocks
from sightline.server.describe import change_view, decision_view
from sightline.server.entries import (
    FORMAT,
    AnsweredEntry,
    CalledEntry,
    CreatedEntry,
    EndedEntry,
    EntrustedEntry,
    LogEntry,
    NotKept,
    OrderedEntry,
    SaidEntry,
    SeatedEntry,
    UndoneEntry,
    debriefed,
    read_entry,
    written,
)
from sightline.server.messages import (
    DecisionView,
    Heard,
    Presence,
    Scene,
    Told,
)
from sightline.server.past import Past
from sightline.server.positions import Position, position
from sightline.server.programs import Programs
from sightline.server.seats import Seat
from sightline.server.settings import Settings
from sightline.server.store import Conflict, Store, Unavailable

LOG = logging.getLogger("sightline.rooms")

KIND, CAMPAIGN_KIND = "match", "campaign"
"""The kinds of the streams of matches and of campaigns."""


PATCH = 2.0
"""Seconds after which a room that could not be kept is loaded again."""


class Visitor(Protocol):
    """Somebody connected to a room: the sides they play, none for a watcher."""

    sides: tuple[Side, ...]
    hand: str
    """What is kept of the link that opens some models of a side only; empty for whoever has a whole seat."""

    def tell(self, message: Any) -> None:
        """Say something to them; never waits."""


class Room:
    """A match that is loaded."""

    def __init__(self, store: Store, bots: Bots, settings: Settings, entries: Sequence[LogEntry], length: int) -> None:
        created = entries[0]
        if not isinstance(created, CreatedEntry):
            raise TypeError("a match begins with its set-up")
        self.id = created.match
        self.kind = CAMPAIGN_KIND if created.setup.game.endswith(CAMPAIGN) else KIND
        self.called: CalledEntry | None = None
        """The battle that a campaign waits for, once it was called."""
        self.created = created
        self.store, self.bots, self.settings = store, bots, settings
        self.lock = asyncio.Lock()
        self.length = length
        """Entries in the store."""
        self.visitors: set[Visitor] = set()
        self.seats = {side: Seat(side, kept) for side, kept in created.seats.items()}
        self.version = 0
        self.ids: dict[tuple[Side, str], int] = {}
        """The version after each command that was carried out, by side and id."""
        self.asked: Side = ""
        """The side that asks to take something back."""
        self.said: list[Heard] = []
        self.over = False
        """Whether the match has ended, and that is written down: from then on the key of the dice is shown."""
        self.torn = False
        """The store knows better: load again before anything else."""
        self.changed = time.time()
        self.wanted = time.time()
        """When somebody last asked for it: they may be about to come in."""
        self.ended: Callable[[Room], None] | None = None
        self._scene: Scene | None = None
        self._decision: tuple[int, DecisionView | None] = (-1, None)
        self.measured: dict[tuple[int, bytes], bytes] = {}
        """Answers to questions about the table, by version and question."""
        self.advice: dict[tuple[int, bytes], bytes] = {}
        """Hints, by version and draft."""
        self.plans: dict[Side, tuple[tuple[Any, ...], int]] = {}
        """What each side's last hint meant to do, and how many answers there were when it was given."""
        self._position: tuple[int, Position] | None = None
        self._patching: asyncio.Task[None] | None = None
        self.closed = False
        self.programs = Programs(self)

    # ------------------------------------------------------------------ loading

    @classmethod
    async def load(cls, store: Store, bots: Bots, settings: Settings, id: str) -> Room | None:
        """A room from what is kept of it."""
        kept = await store.read(id)
        if not kept:
            return None
        snapshot = await store.snapshot(id)
        # Playing a long match again takes a while, and others are at their tables meanwhile.
        room = await asyncio.to_thread(cls._restored, store, bots, settings, [entry.body for entry in kept], snapshot)
        room.changed = kept[-1].at
        return room

    @classmethod
    def _restored(
        cls, store: Store, bots: Bots, settings: Settings, bodies: list[bytes], snapshot: tuple[int, bytes] | None
    ) -> Room:
        entries = [read_entry(body) for body in bodies]
        created = entries[0]
        if isinstance(created, CreatedEntry) and created.format > FORMAT:
            raise BadInput(f"format {created.format}, this program reads up to {FORMAT}")
        room = cls(store, bots, settings, entries, len(entries))
        room.restore(entries, snapshot[1] if snapshot else None)
        return room

    def restore(self, entries: Sequence[LogEntry], snapshot: bytes | None) -> None:
        """Make the match again from its entries."""
        past = Past()
        self.clocks = Clocks(self.seats, self.created.clock)
        self.version, self.ids, self.said, self.over, self.called = 0, {}, [], False, None
        for entry in entries[1:]:
            self._remember(entry)
            past.add(entry)
        self.chronicle = self._made_again(past, snapshot)
        self._scene = self._position = None
        self._decision = (-1, None)
        self.measured.clear()
        self._open_dice()

    def _made_again(self, past: Past, snapshot: bytes | None) -> Chronicle:
        """The match from what is written down: called to mind, played again, or gone on with by other rules."""
        chronicle = Chronicle(self.created)
        if snapshot is not None and chronicle.recall(snapshot, past):
            return chronicle
        chronicle = Chronicle(self.created)
        try:
            chronicle.replay(past)
        except RulesChanged as error:
            LOG.warning("rules changed match=%s error=%s", self.id, error)
            chronicle = Chronicle(self.created)
            if snapshot is not None:
                chronicle.resume(snapshot, past)
        return chronicle

    def _remember(self, entry: LogEntry) -> None:
        """Note what an entry says about everything but the table."""
        if isinstance(entry, AnsweredEntry | UndoneEntry):
            self.version += 1
        if isinstance(entry, AnsweredEntry):
            self.clocks.put(entry.clocks)
            if debriefed(entry):
                self.called = None
        if isinstance(entry, CalledEntry):
            self.called = entry
        if isinstance(entry, EndedEntry):
            self.over = True
        if isinstance(entry, SeatedEntry):
            seat = self.seats[entry.side]
            seat.kept, seat.stand_in = entry.seat, entry.stand_in
        if isinstance(entry, OrderedEntry):
            self.seats[entry.side].orders = dict(entry.orders)
        if isinstance(entry, EntrustedEntry):
            self.seats[entry.side].hands = entry.hands
        if isinstance(entry, SaidEntry):
            self.said = [*self.said[-49:], Heard(entry.by, entry.text, entry.at, entry.name)]
        if isinstance(entry, AnsweredEntry | UndoneEntry | SaidEntry) and entry.id:
            self.ids[entry.by, entry.id] = self.version
        if isinstance(entry, SeatedEntry | OrderedEntry | EntrustedEntry) and entry.id:
            self.ids[entry.side, entry.id] = self.version

    async def mend(self) -> None:
        """Load again what the store has, if something could not be kept."""
        if not self.torn:
            return
        try:
            kept = await self.store.read(self.id)
            snapshot = await self.store.snapshot(self.id)
        except Unavailable as error:
            raise NotKept("the store does not answer") from error
        entries = [read_entry(entry.body) for entry in kept]
        self.restore(entries, snapshot[1] if snapshot else None)
        self.length, self.torn = len(kept), False
        self.wake()
        for visitor in self.visitors:
            visitor.tell(showing.welcome(self, visitor))

    def _tear(self) -> None:
        """What is in memory cannot be trusted any more: load it again soon, if nobody comes and has it done before."""
        self.torn = True
        asyncio.get_running_loop().call_later(PATCH, self._patch)

    def _patch(self) -> None:
        if self.torn and not self.closed and (self._patching is None or self._patching.done()):
            self._patching = asyncio.create_task(self._mend_alone(), name=f"mending {self.id}")

    async def _mend_alone(self) -> None:
        try:
            async with self.lock:
                await self.mend()
        except NotKept as error:
            LOG.warning("still not mended match=%s error=%s", self.id, error)
            asyncio.get_running_loop().call_later(PATCH, self._patch)

    # ------------------------------------------------------------------ views

    @property
    def scene(self) -> Scene:
        """The table as it is drawn."""
        if self._scene is None:
            self._scene = views.scene(self.chronicle.match)
        return self._scene

    @property
    def decision(self) -> DecisionView | None:
        """What is asked."""
        if self._decision[0] != self.version:
            self._decision = (self.version, decision_view(self.chronicle.match))
        return self._decision[1]

    @property
    def position(self) -> Position:
        """The match for another process."""
        if self._position is None or self._position[0] != self.version:
            self._position = (self.version, position(self.chronicle.match))
        return self._position[1]

    def tell(self, message: Told) -> None:
        """Say something to everybody."""
        for visitor in self.visitors:
            visitor.tell(message)

    def show_presence(self) -> None:
        """Tell everybody who is there."""
        for visitor in self.visitors:
            visitor.tell(Presence(showing.room_view(self, visitor.sides, visitor.hand)))

    # ------------------------------------------------------------------ changing; the lock is held

    async def commit(self, *entries: LogEntry, table: bool = False) -> None:
        """Write entries down, with a snapshot if the table has changed; raises NotKept."""
        snapshot = self.chronicle.snapshot() if table else None
        try:
            bodies = [written(entry) for entry in entries]
            await self.store.append(self.id, self.length, bodies, snapshot, kind="" if self.length else self.kind)
        except BaseException as error:
            self._tear()  # Whether it was written after all, only the store knows.
            if isinstance(error, Conflict | Unavailable):
                LOG.exception("not kept match=%s", self.id)
                raise NotKept("the table could not be saved; nothing has changed") from error
            raise
        self.length += len(entries)
        self.changed = time.time()
        for entry in entries:
            self._remember(entry)

    async def answer(
        self, by: Side, actions: Sequence[Action], id: str = "", *, automatic: bool = False, level: str = ""
    ) -> None:
        """Play answers that were checked (none: only let the dice fall), keep them, and tell everybody."""
        chronicle = self.chronicle
        match = chronicle.match
        before, number, told = self.scene, chronicle.number, len(match.events)
        clocks = self.clocks.all()
        try:
            entry = replace(chronicle.answer(by, actions, id, automatic=automatic, level=level), clocks=clocks)
        except Exception as error:
            if not isinstance(error, Illegal) or chronicle.match.events[told:]:
                self._tear()
            raise
        ended = [EndedEntry(match.outcome)] if match.outcome else []
        await self.commit(entry, *ended, table=True)
        self.asked, self._scene = "", None
        change = change_view(before, self.scene)
        self.wake()
        for visitor in self.visitors:
            visitor.tell(showing.news(self, visitor, change, number))
        if match.outcome:
            LOG.info("match ended match=%s actions=%d", self.id, chronicle.actions)
            if self.ended is not None:
                self.ended(self)

    async def open(self) -> None:
        """Let the first dice fall once everybody has come."""
        self._open_dice()
        if self.chronicle.dice is not None and isinstance(self.chronicle.match.pending, Roll) and not self.over:
            await self.answer("", [])
        self.wake()

    def _open_dice(self) -> None:
        if self.chronicle.dice is None and all(seat.ready for seat in self.seats.values()):
            self.chronicle.open_dice(seat.kept.share or "" for seat in self.seats.values())

    # ------------------------------------------------------------------ taking back

    def undo_to(self, sides: tuple[Side, ...]) -> int | None:
        """How many entries would still count if the last answer of these sides were taken back."""
        history = self.chronicle.history
        if self.over:
            return None  # The key of the dice is out.
        for place in range(len(history) - 1, self.chronicle.floor - 1, -1):
            if history[place].by in sides and not history[place].automatic:
                return place
        return None

    def undo_way(self, sides: tuple[Side, ...]) -> Literal["", "free", "ask"]:
        """How the last answer of these sides may be taken back.

        Freely until a die fell or a person of another side did something, then only by that person's consent. Programs
        consent to nothing once a die has fallen.
        """
        place = self.undo_to(sides)
        if place is None:
            return ""
        others = {side: seat.kept.kind for side, seat in self.seats.items() if side not in sides}
        since = self.chronicle.history[place:]
        untouched = all(entry.by in sides or entry.automatic or others.get(entry.by) == "ai" for entry in since)
        if not others or (untouched and not any(entry.dice for entry in since)):
            return "free"
        return "ask" if "person" in others.values() else ""

    async def undo(self, by: Side, sides: tuple[Side, ...], id: str) -> None:
        """Take the last answer of these sides back, and everything since; `by` is whose command did it."""
        keep = self.undo_to(sides)
        assert keep is not None
        one = self.chronicle
        # Nobody changes the room meanwhile, for the lock is held; others are at their tables.
        back = await asyncio.to_thread(one.way_back, keep) if one.far_back(keep) else one.way_back(keep)
        one.take_back(back)
        await self.commit(UndoneEntry(id, by, keep), table=True)
        self.asked, self._scene = "", None
        self.wake()
        for visitor in self.visitors:
            visitor.tell(showing.welcome(self, visitor))

    # ------------------------------------------------------------------ what goes on by itself

    def wake(self) -> None:
        """Look whether a program or a clock has something to do."""
        self.programs.settle()

    @property
    def busy(self) -> bool:
        """Whether somebody is there or a program plays."""
        return bool(self.visitors) or self.programs.busy

    def close(self) -> None:
        """Stop everything that would go on by itself."""
        self.closed = True
        if self._patching is not None:
            self._patching.cancel()
        self.programs.close()
