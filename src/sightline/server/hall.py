"""The hall: every room of this server, those in memory and those that only lie in the store."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Coroutine, Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from sightline.ai.levels import USUAL, parse_level
from sightline.core.errors import BadInput
from sightline.core.game import Game, SetUp, TablePlan, by_the_book, game, samples
from sightline.core.links import check_size
from sightline.core.muster import Roster, roster_from
from sightline.core.preparation import Preparation, drawn_table
from sightline.core.reading import shape
from sightline.core.table import Side
from sightline.server.bots import Bots
from sightline.server.campaigns import Campaigns
from sightline.server.entries import CreatedEntry, KeptSeat
from sightline.server.hands import opened_by
from sightline.server.limits import Buckets
from sightline.server.messages import CodeView, Created, Joined, MatchBrief, NewMatch, SeatWish
from sightline.server.rooms import CAMPAIGN_KIND, Room
from sightline.server.seats import LONGEST_NAME, LONGEST_SHARE, NOBODY, hashed, new_token, same_secret, tidy
from sightline.server.settings import Settings
from sightline.server.showing import room_view
from sightline.server.store import Store, Unavailable
from sightline.server.workers import Workers

LOG = logging.getLogger("sightline.hall")

ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Letters nobody mistakes for each other."""
CODE, CODE_LIFE, CODES = 6, 600.0, 10_000
NAME = 12
"""Characters of a match's id."""
FINISHED = "finished"
"""The kind of the documents that list matches that are over."""
LONGEST_CLOCK = 600
MOST_MODELS = 100
DESK = 20.0
"""Seconds that work at the desk may take."""


class _Code(Struct, frozen=True):
    """What a short code opens."""

    match: str
    side: Side
    token: str
    until: float


def new_id() -> str:
    """A name for a match that nobody guesses."""
    return "".join(secrets.choice(ALPHABET) for _ in range(NAME))


class Hall:
    """Opens rooms, finds them, and lets those go that nobody is in."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store, self.settings = store, settings
        self.measuring = Workers(settings.workers, settings.patience)
        """For questions about tables; programs have processes of their own, so that nobody's hand waits for one."""
        thinkers, advisers = (Workers(n, settings.patience) for n in (settings.thinkers, settings.advisers))
        self.bots = Bots(thinkers, advisers, settings.grace)
        self.desk = Workers(1, DESK)
        """For work that has nothing to do with a room: nobody at a table waits for it."""
        self.rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self._codes: dict[str, _Code] = {}
        self.guesses = Buckets(settings.code_rate, settings.code_burst)
        """Tries to join by code, by address."""
        self.openings = Buckets(settings.match_rate, settings.match_burst)
        """New matches, by address."""
        self.wonders = Buckets(settings.thought_rate, settings.thought_burst)
        """Actions of programs that are thought again for a replay, by address."""
        self.campaigns = Campaigns(self)
        self._sweeper: asyncio.Task[None] | None = None
        self._notes: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Begin to look after the rooms."""
        self._sweeper = asyncio.create_task(self._sweep(), name="sweeper of rooms")

    async def close(self) -> None:
        """Let everything go."""
        if self._sweeper is not None:
            self._sweeper.cancel()
        for room in self.rooms.values():
            room.close()
        await asyncio.gather(*self._notes, return_exceptions=True)
        await self.measuring.close()
        await self.bots.close()
        await self.desk.close()

    # ------------------------------------------------------------------ rooms

    async def room(self, id: str) -> Room | None:
        """A room by its id, loaded if need be."""
        found = self.rooms.get(id)
        if found is not None:
            found.wanted = time.time()
            return found
        found = await self._brought(id)
        if found is not None and found.called is not None:
            await self.campaigns.settle(found)  # The server may have ended while its battle was fought.
        return found

    async def _brought(self, id: str) -> Room | None:
        """A room from the store, one at a time for each id."""
        found = None
        if len(id) > 40 or not id.isalnum() or not id.isascii():
            return None
        lock = self._loading.setdefault(id, asyncio.Lock())
        try:
            async with lock:
                found = self.rooms.get(id)
                if found is None:
                    found = await self._load(id)
                    if found is not None:
                        self._admit(found)
        finally:
            if not lock.locked():
                self._loading.pop(id, None)
        return found

    async def _load(self, id: str) -> Room | None:
        """A room from the store; raises BadInput for one that this version cannot make sense of."""
        try:
            room = await Room.load(self.store, self.bots, self.settings, id)
            if room is not None and room.over and await self.store.get(FINISHED, id) is None:
                self._list(room)  # The server ended between the two.
        except Unavailable:
            raise
        except Exception as error:
            LOG.exception("cannot be loaded match=%s", id)
            raise BadInput(f"match: {id} was kept by another version, and this one cannot read it") from error
        return room

    def _admit(self, room: Room) -> None:
        self.rooms[room.id] = room
        room.ended = self._note_end
        room.wake()

    def _note_end(self, room: Room) -> None:
        """List a match that is over, and tell the campaign it was fought for."""
        self._list(room)
        if room.created.campaign:
            self._note(self.campaigns.hear_of(room.created.campaign))

    def _list(self, room: Room) -> None:
        if room.kind != CAMPAIGN_KIND:
            self._note(self.store.put(FINISHED, room.id, msgspec.json.encode(self.brief(room))))

    def _note(self, work: Coroutine[Any, Any, None]) -> None:
        """Have something done that nobody waits for."""
        task = asyncio.create_task(work)
        self._notes.add(task)
        task.add_done_callback(self._noted)

    def _noted(self, task: asyncio.Task[None]) -> None:
        self._notes.discard(task)
        if not task.cancelled() and task.exception() is not None:
            LOG.warning("an end is not noted yet error=%s", task.exception())  # It is when the room is next loaded.

    async def _sweep(self) -> None:
        """Let rooms go from memory that nobody has been in for a while."""
        while True:
            await asyncio.sleep(min(30.0, self.settings.idle))
            now = time.time()
            for room in list(self.rooms.values()):
                left = max([room.changed, room.wanted, *(seat.absent_since for seat in room.seats.values())])
                if not room.busy and not room.lock.locked() and now - left > self.settings.idle:
                    room.close()
                    del self.rooms[room.id]

    # ------------------------------------------------------------------ new matches

    async def create(self, wish: NewMatch) -> Created:
        """Set a match up."""
        book = game(wish.game)
        setup = prepared(book, wish)
        return await self.begin(setup, wish.seats, wish.clock, wish.share, hints=wish.hints)

    async def begin(
        self,
        setup: SetUp,
        wishes: Mapping[Side, SeatWish],
        clock: int = 0,
        share: str = "",
        before: Iterable[Any] = (),
        hints: bool | None = None,
        **more: Any,
    ) -> Created:
        """Open a room for a set-up, and hand out the keys; what else is known of it is written down as it is."""
        book = game(setup.game)
        sides = tuple(side for side in book.sides if side in setup.rosters)
        if set(wishes) != set(sides):
            raise BadInput(f"seats: expected {', '.join(sides)}")
        if not 0 <= clock <= LONGEST_CLOCK:
            raise BadInput(f"clock: expected 0 to {LONGEST_CLOCK} minutes")
        kept = by_the_book(book, setup.options)
        id = new_id()
        tokens = {side: new_token() for side in sides}
        watch = new_token()
        own = tidy(share, LONGEST_SHARE).replace("/", "") or new_token()[:12]
        created = CreatedEntry(
            match=id,
            setup=setup,
            seats={side: _seat(wishes[side], tokens[side], own, kept=side in kept) for side in sides},
            watch=hashed(watch),
            key=secrets.token_hex(16),
            rules_hash=more.pop("rules_hash", book.rulebook.rules_hash),
            clock=clock,
            before=tuple(before),
            hints=hints,
            **more,
        )
        await self.furnish(created)
        mine = tuple(side for side in sides if wishes[side].kind == "me" and side not in kept)
        handed = {side: token for side, token in tokens.items() if created.seats[side].kind != "ai"}
        return Created(id, handed, watch, mine)

    async def furnish(self, created: CreatedEntry) -> Room:
        """Open a room for what is to be written down first."""
        room = Room(self.store, self.bots, self.settings, [created], 0)
        room.restore([created], None)
        try:
            await room.commit(created, table=True)
        except BaseException:
            room.close()  # Nobody will ever come to it.
            raise
        self._admit(room)
        self.measuring.warm_up(created.setup.game)
        if any(seat.kind == "ai" for seat in created.seats.values()):
            self.bots.warm_up(created.setup.game)
        async with room.lock:
            await room.open()
        LOG.info("match created match=%s game=%s", room.id, created.setup.game)
        return room

    # ------------------------------------------------------------------ codes

    def code(self, room: Room, token: str, side: Side) -> CodeView:
        """A short code for a seat; the token is the seat's own."""
        now = time.time()
        self._codes = {code: kept for code, kept in self._codes.items() if kept.until > now}
        if len(self._codes) >= CODES:
            raise BadInput("too many codes are waiting; try again in a few minutes")
        code = "".join(secrets.choice(ALPHABET) for _ in range(CODE))
        self._codes[code] = _Code(room.id, side, token, now + CODE_LIFE)
        return CodeView(code, now + CODE_LIFE)

    def join(self, code: str) -> Joined | None:
        """The seat behind a code, once."""
        kept = self._codes.pop(code.strip().upper(), None)
        if kept is None or kept.until < time.time():
            return None
        return Joined(kept.match, kept.token, kept.side)

    # ------------------------------------------------------------------ briefs

    def brief(self, room: Room, token: str = "") -> MatchBrief:
        """A match in a list."""
        scene = room.scene
        view = room_view(room)
        return MatchBrief(
            match=room.id,
            game=view.game,
            table=view.table,
            mat=scene.mat,
            seats=view.seats,
            scores={side: one.score for side, one in scene.sides.items()},
            squads={side: roster.name for side, roster in room.created.setup.rosters.items()},
            clock=scene.clock,
            turn=view.turn,
            changed=room.changed,
            actions=room.chronicle.actions,
            you=seat_of(room, token) or "",
            outcome=view.outcome,
            dots=tuple((m.side, m.at) for m in scene.models.values() if m.at is not None and m.kind == "model"),
            pieces=tuple(piece.polygon for piece in scene.pieces),
            size=(scene.width, scene.height),
        )


def seat_of(room: Room, token: str) -> Side | None:
    """The side a token opens."""
    whole = next((side for side, seat in room.seats.items() if token and same_secret(token, seat.kept.token)), None)
    some = opened_by(room, token)
    return whole or (some[0] if some else None)


def may_see(room: Room, token: str) -> bool:
    """Whether somebody may look at a match: everybody once it is over, before that with a token of it."""
    return room.over or seat_of(room, token) is not None or same_secret(token, room.created.watch)


LONGEST_LEVEL = 80
"""Characters of a level with its style."""


def _seat(wish: SeatWish, token: str, share: str, *, kept: bool = False) -> KeptSeat:
    """A new seat as it is kept; one that is the book's has no level."""
    name = tidy(wish.name, LONGEST_NAME)
    if kept:
        return KeptSeat("ai", hashed(new_token()), name, share=NOBODY)
    if wish.kind == "ai":
        level = tidy(wish.level, LONGEST_LEVEL) or USUAL
        parse_level(level)
        return KeptSeat("ai", hashed(new_token()), name, level, NOBODY)
    if wish.kind == "me":
        return KeptSeat("person", hashed(token), name, share=share)
    return KeptSeat("open", hashed(token), name)


def prepared(book: Game, wish: NewMatch) -> SetUp:
    """The set-up of a new match; what the wish leaves open is drawn."""
    preparation = Preparation(book, wish.options)
    first = book.sides[0]
    preparation.propose(first, _layout(book, wish.table, preparation.options))
    for side in book.sides:
        preparation.accept(side)
    for bonus, earned in wish.bonuses.items():
        for side in earned:
            for other in book.sides:
                preparation.claim(side, bonus, other)
    if set(wish.squads) - set(book.sides):
        raise BadInput(f"squads: expected {', '.join(book.sides)}")
    taken: list[Any] = []
    for side in book.sides:
        squad = wish.squads.get(side) or _drawn_squad(book, side, preparation.options, taken)
        taken.append(squad)
        preparation.lock(side, read_squad(book, squad))
    return preparation.setup()


def _drawn_squad(book: Game, side: Side, options: Mapping[str, Any], taken: Sequence[Any]) -> str:
    """A sample that nobody has, legal under the options if there is one."""
    left = {id: roster for id, roster in samples(book, side).items() if id not in taken}
    legal = [id for id, roster in left.items() if not book.muster(roster, options)] or list(left)
    return legal[secrets.randbelow(len(legal))]


def read_squad(book: Game, squad: Any) -> Roster:
    """A squad by the id of a sample, or as it is handed in."""
    if isinstance(squad, str):
        if squad not in book.rosters:
            raise BadInput(f"squads: {tidy(squad, 40)!r}: no such squad")
        return book.rosters[squad]
    roster = roster_from(squad, "squads")
    if len(roster.models) > MOST_MODELS:
        raise BadInput(f"squads: at most {MOST_MODELS} models")
    return roster


def _layout(book: Game, layout: Any, options: Mapping[str, Any]) -> TablePlan:
    if layout is None:
        return drawn_table(book, secrets.token_hex(4), options)
    if isinstance(layout, str):
        if layout not in book.tables:
            raise BadInput(f"table: {tidy(layout, 40)!r}: no such table")
        return book.tables[layout]
    plan: TablePlan = shape(layout, TablePlan, "table")
    check_size(plan, "table")
    return plan
