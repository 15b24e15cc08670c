"""What goes on in a room by itself: programs that play, clocks that run, and what the programs thought."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING

from sightline.core.campaign import Campaign, preferred
from sightline.core.decisions import Action
from sightline.core.responses import ordered
from sightline.server.bots import FALLBACK, Choice
from sightline.server.entries import NotKept
from sightline.server.hands import program_for
from sightline.server.messages import Thinking
from sightline.server.telling import acts
from sightline.server.thoughts import level_seconds
from sightline.server.workers import Hurry

if TYPE_CHECKING:
    from sightline.core.table import Side
    from sightline.server.rooms import Room
from sightline.server.seats import Seat

LOG = logging.getLogger("sightline.programs")

AGAIN = 2.0
"""Seconds after which programs that stumbled go on."""
STUMBLES = 5
"""Answers of programs in a row that may fail before the room waits for a person."""
THOUGHTS = 200
"""Thoughts that are kept; an older one is thought again if somebody asks."""
OUT_OF_TIME = "default"
"""What answers for a person whose clock has run out: whatever is answered where nobody answers."""
ACT = 0.8
"""Seconds that screens take for each of several acts they show one after the other."""
LONGEST = 6.0
"""Seconds that they take for all of them at most."""
ORDERED = "orders"
"""What answers for a person who has said beforehand what to answer."""


class Programs:
    """The programs and clocks of one room."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self.thoughts: dict[int, bytes] = {}
        """What programs thought, as JSON, by the number of the action it led to."""
        self._playing: asyncio.Task[None] | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self._hurry: Hurry | None = None
        """The hand on the shoulder of the program that thinks."""
        self._thinks: tuple[Side, float, float] = ("", 0.0, 0.0)
        """Who thinks, how long it may, and since when."""
        self._stumbles = 0
        """How often in a row the answer of a program could not be played."""
        self.stuck: Side = ""
        """The side whose program gave up: it waits until somebody has it try again or takes its seat."""

    # ------------------------------------------------------------------ thinking

    def thinking(self) -> list[Thinking]:
        """The program that thinks now, if one does."""
        if self._hurry is None:
            return []
        side, budget, since = self._thinks
        return [Thinking(side, budget, round(time.monotonic() - since, 2), self._hurry.asked)]

    def hurry(self) -> None:
        """Have the program that thinks answer at once, or the one that gave up try again."""
        if self._hurry is not None:
            self._hurry.ask()
            self._show()
        elif self.stuck:
            self.resume()

    def resume(self) -> None:
        """Go on after a program gave up."""
        self._stumbles, self.stuck = 0, ""
        self._room.show_presence()
        self.settle()

    def _show(self) -> None:
        for message in self.thinking():
            self._room.tell(message)

    def keep(self, number: int, thought: bytes | None) -> None:
        """Remember what led to the newest action, and forget what led to actions that were taken back since."""
        self.thoughts = {known: text for known, text in self.thoughts.items() if known < number}
        if thought is not None:
            self.remember(number, thought)

    def remember(self, number: int, thought: bytes) -> None:
        """Remember what led to an action."""
        self.thoughts[number] = thought
        while len(self.thoughts) > THOUGHTS:
            del self.thoughts[next(iter(self.thoughts))]

    # ------------------------------------------------------------------ whose turn it is

    def settle(self) -> None:
        """After a change: let the right clock run, and whoever is a program play."""
        room = self._room
        turn = room.chronicle.turn
        if self.stuck != turn:
            self.stuck = ""  # What it could not answer was taken back, or is over.
        seat = room.seats.get(turn)
        person = seat is not None and not seat.level and seat.kept.kind != "ai"
        room.clocks.run(turn if person and room.visitors and room.chronicle.dice else "")
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if room.closed or self.stuck:
            return
        left = room.clocks.left(turn) if room.clocks.running else None
        if left is not None:
            self._alarm = asyncio.get_running_loop().call_later(left + 0.01, self.settle)
        if seat is not None and not room.torn and self._level(seat) and (self._playing is None or self._playing.done()):
            self._playing = asyncio.create_task(self._play(), name=f"programs of {room.id}")

    def _level(self, seat: Seat) -> str:
        """What answers for a seat: its program, its orders, or what is legal once its time is up."""
        if seat.level or seat.kept.kind == "ai" or self._room.clocks.out(seat.side):
            return seat.level or OUT_OF_TIME
        if self._ordered(seat) is not None:
            return ORDERED
        chronicle = self._room.chronicle
        asked = seat.hands and chronicle.dice is not None and chronicle.turn == seat.side
        return program_for(seat, chronicle.match) if asked else ""

    def _ordered(self, seat: Seat) -> Action | None:
        """What a seat's standing orders answer to what it is asked; nothing is answered before the dice are open."""
        chronicle = self._room.chronicle
        if not seat.orders or chronicle.dice is None or chronicle.turn != seat.side:
            return None
        orders: dict[str, Action | None] = {}
        for rule, answer in seat.orders.items():
            action = None if answer is None else chronicle.read(answer)
            assert action is None or isinstance(action, Action)
            orders[rule] = action
        return ordered(chronicle.match, orders)

    async def _play(self) -> None:
        """Let programs answer as long as they are asked."""
        room = self._room
        try:
            while (seat := room.seats.get(room.chronicle.turn)) and (level := self._level(seat)):
                version = room.version
                started = time.monotonic()
                rest = self.rest()
                choice = await self._choose(level, seat.side)
                await asyncio.sleep(max(0.0, rest - (time.monotonic() - started)))
                async with room.lock:
                    await room.mend()
                    if room.version == version and self._level(seat):
                        await room.answer(seat.side, [choice.action], automatic=True, level=choice.level)
                        self.keep(room.chronicle.actions, choice.thought)
                        self._stumbles = 0
        except NotKept as error:
            LOG.warning("program waits match=%s error=%s", room.id, error)  # Mending wakes it.
        except Exception:
            self._stumbles += 1
            LOG.exception("program stumbled match=%s times=%d", room.id, self._stumbles)
            if self._stumbles < STUMBLES:
                asyncio.get_running_loop().call_later(AGAIN, self.settle)
            else:
                self.stuck = room.chronicle.turn
                room.show_presence()

    def rest(self) -> float:
        """Seconds until people have seen what happened: an answer would cut short what their screens still show."""
        room = self._room
        models, pace = room.chronicle.match.table.models, room.settings.pace
        shown = acts(room.chronicle.moved, lambda who: (models[who].unit if who in models else "") or who)
        return max(pace, min(LONGEST, ACT * shown)) if pace and shown > 1 and room.visitors else pace

    async def _choose(self, level: str, side: Side) -> Choice:
        room = self._room
        match = room.chronicle.match
        if isinstance(match.game, Campaign):
            return Choice(preferred(match), level=level)
        if level == ORDERED:
            order = self._ordered(room.seats[side])
            if order is not None:
                return Choice(order)
        if level in (OUT_OF_TIME, ORDERED):
            default = match.decision.default
            if default is not None and match.refusal(default) is None:
                return Choice(default)
            level = FALLBACK
        if self._stumbles:
            level = FALLBACK  # What the program wanted could not be played: anything else will do.
        self._hurry = Hurry()
        self._thinks = (side, level_seconds(level), time.monotonic())
        self._show()
        seed = f"{room.id}/{side}/{room.chronicle.actions}/{self._stumbles}"
        try:
            return await room.bots.choose(match, level, seed, self._hurry)
        finally:
            self._hurry = None

    # ------------------------------------------------------------------ the end

    @property
    def busy(self) -> bool:
        """Whether a program plays."""
        return self._playing is not None and not self._playing.done()

    def close(self) -> None:
        """Stop everything that would go on by itself."""
        if self._playing is not None:
            self._playing.cancel()
        if self._alarm is not None:
            self._alarm.cancel()
