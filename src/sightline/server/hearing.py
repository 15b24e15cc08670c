"""What may be said in a room, and what comes of it; a message that makes no sense ends there and changes nothing."""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any

from msgspec.structs import replace

from sightline.ai.levels import parse_level
from sightline.core.decisions import Concede, Illegal
from sightline.core.errors import BadInput
from sightline.core.table import Side
from sightline.server import showing, views
from sightline.server.entries import EntrustedEntry, KeptHand, NotKept, OrderedEntry, SaidEntry, SeatedEntry
from sightline.server.hands import called, check_command, entrusted, opened_by
from sightline.server.messages import (
    Concession,
    Consent,
    Done,
    Entrust,
    Failed,
    Heard,
    Hello,
    Hurry,
    Order,
    Ping,
    Play,
    PointAt,
    Pointed,
    Pong,
    Refused,
    Said,
    Say,
    Stale,
    StandIn,
    Undo,
)
from sightline.server.rooms import Room, Visitor
from sightline.server.seats import LONGEST_NAME, LONGEST_SHARE, NOBODY, hashed, new_token, same_secret, tidy

LOG = logging.getLogger("sightline.hearing")

LONGEST_ID = 64
LONGEST_WORD = 400
MOST_ORDERS = 40


async def hear(room: Room, visitor: Visitor, said: Said) -> None:
    """Do what somebody asks for, and answer them."""
    id = getattr(said, "id", "")
    try:
        if len(id) > LONGEST_ID:
            raise BadInput("id: too long")  # noqa: TRY301 - answered below like all that is wrong
        if isinstance(said, Ping):
            visitor.tell(Pong())
        elif isinstance(said, PointAt):
            _point(room, visitor, said)
        else:
            async with room.lock:
                await room.mend()
                await _COMMANDS[type(said)](room, visitor, said)
    except Illegal as error:
        visitor.tell(Refused(id, views.refusal(room.chronicle.match, error.refusal), room.version))
    except (BadInput, NotKept) as error:
        visitor.tell(Failed(id, str(error)))
    except Exception:
        LOG.exception("command failed match=%s kind=%s", room.id, type(said).__name__)
        visitor.tell(Failed(id, "a fault in Sightline itself; nothing has changed"))


def opened(room: Room, hello: Hello) -> tuple[tuple[Side, ...], str]:
    """The sides that the tokens of a greeting open, or a hand of one; raises BadInput for tokens that open nothing."""
    if not hello.token:
        if same_secret(hello.watch, room.created.watch):
            return (), ""
        raise BadInput("this link opens no seat at this table")
    some = opened_by(room, hello.token)
    if some is not None:
        return (some[0],), some[1]
    found = []
    for token in hello.token.split(",")[: len(room.seats)]:
        mine = [side for side, seat in room.seats.items() if same_secret(token, seat.kept.token)]
        if not mine:
            raise BadInput("this link opens no seat at this table")
        found += mine
    return tuple(side for side in room.seats if side in found), ""


async def arrive(room: Room, visitor: Visitor, hello: Hello) -> None:
    """Somebody has come: they are shown everything, and the others see them."""
    async with room.lock:
        await room.mend()
        name = tidy(hello.name, LONGEST_NAME)
        for side in visitor.sides:
            if visitor.hand:
                await _lend_hand(room, side, visitor.hand, name)
            else:
                await _take_seat(room, side, name, tidy(hello.share, LONGEST_SHARE))
        room.visitors.add(visitor)
        for side in visitor.sides:
            room.seats[side].visitors.add(visitor)
        visitor.tell(showing.welcome(room, visitor, hello.after, hello.hash))
        for word in room.said:
            visitor.tell(word)  # Words are not numbered; whoever has heard one already knows it by its time.
        for thinking in room.programs.thinking():
            visitor.tell(thinking)
        room.show_presence()
        await room.open()


async def _take_seat(room: Room, side: Side, name: str, share: str) -> None:
    """Whoever comes for an open seat adds to the dice; a new name is noted."""
    seat = room.seats[side]
    kept = seat.kept
    if kept.kind == "ai":
        raise BadInput("a program has this seat")
    if kept.share is None:
        kept = replace(kept, share=share.replace("/", "") or new_token()[:12])
    kept = replace(kept, kind="person", name=name or kept.name)
    if kept != seat.kept:
        await room.commit(SeatedEntry(side, kept, seat.stand_in))


async def _lend_hand(room: Room, side: Side, token: str, name: str) -> None:
    """Somebody has come for some models of a side; a new name is noted."""
    hands = room.seats[side].hands
    named = tuple(replace(hand, name=name) if name and hand.token == token else hand for hand in hands)
    if named != hands:
        await room.commit(EntrustedEntry(side, named))


def leave(room: Room, visitor: Visitor) -> None:
    """Somebody has gone."""
    if visitor not in room.visitors:
        return
    room.visitors.discard(visitor)
    for side in visitor.sides:
        seat = room.seats[side]
        seat.visitors.discard(visitor)
        if not seat.visitors:
            seat.absent_since = time.time()
    room.show_presence()
    room.wake()


# ------------------------------------------------------------------ commands; the lock is held


def _done(room: Room, visitor: Visitor, id: str) -> bool:
    """Whether a command was carried out already; then it is answered once more."""
    for side in visitor.sides:
        version = room.ids.get((side, id))
        if version is not None and id:
            visitor.tell(Done(id, version))
            return True
    return False


def _may_act(visitor: Visitor, *, whole: bool = False) -> None:
    if not visitor.sides:
        raise BadInput("a watcher only watches")
    if whole and visitor.hand:
        raise BadInput("that is for whoever has the whole seat to say")


def _fresh(room: Room, visitor: Visitor, id: str, version: int) -> bool:
    """Whether a command was made for the table as it is; if not, its maker is shown the table."""
    if version == room.version:
        return True
    visitor.tell(Stale(id, room.version))
    visitor.tell(showing.update(room, visitor))
    return False


async def _play(room: Room, visitor: Visitor, said: Play) -> None:
    _may_act(visitor)
    if _done(room, visitor, said.id) or not _fresh(room, visitor, said.id, said.version):
        return
    actions = room.chronicle.check(said.answers, visitor.sides)
    check_command(room, visitor.sides[0], visitor.hand, actions)
    turn = room.chronicle.turn
    await room.answer(turn if turn in visitor.sides else visitor.sides[0], actions, said.id)
    visitor.tell(Done(said.id, room.version))


async def _concede(room: Room, visitor: Visitor, said: Concession) -> None:
    _may_act(visitor, whole=True)
    if _done(room, visitor, said.id) or not _fresh(room, visitor, said.id, said.version):
        return
    turn = room.chronicle.turn
    side = turn if turn in visitor.sides else visitor.sides[0]
    action = Concede(side)
    refusal = room.chronicle.match.refusal(action)
    if refusal is not None:
        raise Illegal(refusal)
    await room.answer(side, [action], said.id)
    visitor.tell(Done(said.id, room.version))


async def _undo(room: Room, visitor: Visitor, said: Undo) -> None:
    _may_act(visitor)
    if _done(room, visitor, said.id) or not _fresh(room, visitor, said.id, said.version):
        return
    if room.undo_to(visitor.sides) is None:
        raise BadInput("there is nothing of yours to take back")
    way = room.undo_way(visitor.sides)
    if not way:
        raise BadInput("a die has fallen, and a program does not agree to take it back")
    if way == "free":
        await room.undo(visitor.sides[0], visitor.sides, said.id)
    else:
        room.asked = visitor.sides[0]
        room.show_presence()
    visitor.tell(Done(said.id, room.version))


async def _consent(room: Room, visitor: Visitor, said: Consent) -> None:
    _may_act(visitor)
    if _done(room, visitor, said.id):
        return
    asked = room.asked
    if not asked:
        raise BadInput("nobody asks for anything")
    if visitor.sides == (asked,):
        if said.yes:
            raise BadInput("it is for the other side to say")
        room.asked = ""  # Whoever asked may think better of it.
        room.show_presence()
    elif said.yes:
        await room.undo(next(side for side in visitor.sides if side != asked), (asked,), said.id)
    else:
        room.asked = ""
        room.show_presence()
    visitor.tell(Done(said.id, room.version))


async def _stand_in(room: Room, visitor: Visitor, said: StandIn) -> None:
    _may_act(visitor, whole=True)
    if _done(room, visitor, said.id):
        return
    seat = room.seats.get(said.side)
    stuck = room.programs.stuck == said.side
    if stuck and seat is not None and seat.kept.kind == "ai" and not said.level:
        await _take_over(room, visitor, said)
        return
    if seat is None or seat.kept.kind == "ai":
        raise BadInput("there is nobody to stand in for")
    if said.level:
        parse_level(said.level)
    if said.side not in visitor.sides:
        if not said.level:
            raise BadInput("only whoever has the seat takes it back")
        if seat.away() < room.settings.absence:
            raise BadInput(f"wait until they have been away for {room.settings.absence:g} seconds")
    kept = seat.kept if seat.kept.share is not None else replace(seat.kept, share=NOBODY)
    await room.commit(SeatedEntry(said.side, kept, said.level, said.id if said.side in visitor.sides else ""))
    if said.level:
        room.bots.warm_up(room.created.setup.game)
    visitor.tell(Done(said.id, room.version))
    if stuck:
        room.programs.resume()
    room.show_presence()
    await room.open()


async def _take_over(room: Room, visitor: Visitor, said: StandIn) -> None:
    """A program gave up: somebody plays its side from here on, with the key of the seat they have."""
    own, seat = room.seats[visitor.sides[0]], room.seats[said.side]
    kept = replace(seat.kept, kind="person", token=own.kept.token, name=own.kept.name, level="")
    await room.commit(SeatedEntry(said.side, kept, "", said.id))
    for one in own.visitors:
        one.sides = tuple(side for side in room.seats if side in (*one.sides, said.side))
        seat.visitors.add(one)
    for one in room.visitors:
        one.tell(showing.welcome(room, one))
    visitor.tell(Done(said.id, room.version))
    room.programs.resume()


async def _entrust(room: Room, visitor: Visitor, said: Entrust) -> None:
    _may_act(visitor, whole=True)
    if _done(room, visitor, said.id):
        return
    if said.side not in visitor.sides:
        raise BadInput("only one's own models can be entrusted to others")
    models = room.chronicle.match.table.models
    if not said.models or any(m not in models or models[m].side != said.side for m in said.models):
        raise BadInput("models: expected some of one's own")
    token, to = "", None
    if said.to == "ai":
        parse_level(said.level)
        to = KeptHand(said.models, said.level)
        room.bots.warm_up(room.created.setup.game)
    elif said.to == "friend" and said.hand < 0:
        token = new_token()
        to = KeptHand(said.models, token=hashed(token))
    place = said.hand if said.to == "friend" and said.hand >= 0 else None
    hands = entrusted(room.seats[said.side].hands, said.models, to if place is None else place)
    await room.commit(EntrustedEntry(said.side, hands, said.id))
    visitor.tell(Done(said.id, room.version, token))
    room.show_presence()
    room.wake()


async def _order(room: Room, visitor: Visitor, said: Order) -> None:
    _may_act(visitor, whole=True)
    if _done(room, visitor, said.id):
        return
    if said.side not in visitor.sides:
        raise BadInput("orders are for one's own side")
    if said.rule not in room.chronicle.game.rulebook.rules:
        raise BadInput("rule: there is no such rule")
    if said.answer is not None:
        room.chronicle.read(said.answer)
    orders = {rule: answer for rule, answer in room.seats[said.side].orders.items() if rule != said.rule}
    if not said.clear:
        orders[said.rule] = said.answer
    if len(orders) > MOST_ORDERS:
        raise BadInput(f"at most {MOST_ORDERS} standing orders")
    await room.commit(OrderedEntry(said.side, orders, said.id))
    visitor.tell(Done(said.id, room.version))
    room.show_presence()
    room.wake()


async def _hurry(room: Room, visitor: Visitor, said: Hurry) -> None:
    _may_act(visitor)
    room.programs.hurry()  # If it has just answered, all the better.
    visitor.tell(Done(said.id, room.version))


async def _say(room: Room, visitor: Visitor, said: Say) -> None:
    _may_act(visitor)
    text = tidy(said.text, LONGEST_WORD)
    if not text:
        raise BadInput("text: expected a word")
    if _done(room, visitor, said.id):
        return
    word = Heard(visitor.sides[0], text, time.time(), called(room, visitor.sides[0], visitor.hand))
    await room.commit(SaidEntry(word.by, word.text, word.at, said.id, word.name))
    visitor.tell(Done(said.id, room.version))
    room.tell(word)


def _point(room: Room, visitor: Visitor, said: PointAt) -> None:
    if not visitor.sides:
        raise BadInput("a watcher only watches")
    for other in room.visitors:
        if other is not visitor:
            other.tell(Pointed(visitor.sides[0], said.at))


_COMMANDS: dict[type, Callable[[Room, Visitor, Any], Awaitable[None]]] = {
    Play: _play,
    Concession: _concede,
    Undo: _undo,
    Consent: _consent,
    StandIn: _stand_in,
    Entrust: _entrust,
    Order: _order,
    Hurry: _hurry,
    Say: _say,
}
