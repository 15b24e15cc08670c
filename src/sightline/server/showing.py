"""A room in the words of the wire: what everybody sees of it, and what each seat may do about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import to_builtins
from msgspec.structs import asdict

from sightline.core.battle import Battle, Debrief
from sightline.core.campaign import Campaign
from sightline.core.decisions import Action, Offer
from sightline.core.game import CAMPAIGN, Foresees
from sightline.server import views
from sightline.server.chronicle import dice_lock
from sightline.server.hands import commands
from sightline.server.messages import (
    CalledView,
    Change,
    DiceProof,
    ForeseenView,
    JourneyView,
    OrderView,
    OrderWay,
    OutcomeView,
    RoomView,
    Update,
    Welcome,
)

if TYPE_CHECKING:
    from sightline.core.table import Side
    from sightline.server.rooms import Room, Visitor


def room_view(room: Room, sides: tuple[Side, ...] = (), hand: str = "") -> RoomView:
    """The room as those see it who play these sides."""
    setup = room.created.setup
    usual = room.chronicle.game.rulebook.settle({})
    return RoomView(
        match=room.id,
        game=setup.game.removesuffix(CAMPAIGN),
        title=room.chronicle.game.title,
        table=setup.table.name or setup.table.id,
        seats={side: seat.view(room.clocks.left(side)) for side, seat in room.seats.items()},
        options=dict(setup.options),
        changed=tuple(name for name, value in setup.options.items() if usual.get(name) != value),
        dice=proof(room),
        watchers=sum(not visitor.sides for visitor in room.visitors),
        undo=room.undo_way(sides),
        asked=room.asked,
        turn=room.chronicle.turn,
        running=room.clocks.running,
        hints=may_be_advised(room, sides),
        orders=tuple(order for side in sides for order in orders_of(room, side)),
        commands=commands(room, sides[0], hand) if hand else None,
        stuck=room.programs.stuck,
        outcome=outcome(room),
        campaign=room.created.campaign,
        journey=journey(room),
    )


def journey(room: Room) -> JourneyView | None:
    """What a campaign has besides its table."""
    match = room.chronicle.match
    if not isinstance(match.game, Campaign):
        return None
    told = [answer for step in room.created.past for answer in step.answers]
    told += [answer for entry in room.chronicle.history for answer in entry.answers]
    fought = (a["match"] for a in told if isinstance(a, dict) and a["type"] == Debrief.__name__)
    return JourneyView(room.created.name, tuple(match.game.journey(match.table)), battle(room), tuple(fought))


def battle(room: Room) -> CalledView | None:
    """The battle a campaign waits for."""
    match = room.chronicle.match
    pending = match.pending
    if not isinstance(match.game, Campaign) or not isinstance(pending, Battle):
        return None
    return CalledView(
        briefing=match.game.briefing(match.table, pending),
        commands=pending.commands,
        squads={side: roster.name for side, roster in pending.setup.rosters.items()},
        match=room.called.match if room.called else "",
    )


def may_be_advised(room: Room, sides: tuple[Side, ...]) -> bool:
    """Whether whoever plays these sides may ask for hints: no watcher, and with another person only if agreed."""
    if not sides or room.over or isinstance(room.chronicle.game, Campaign):
        return False
    if room.created.hints is not None:
        return room.created.hints
    return all(seat.kept.kind == "ai" for side, seat in room.seats.items() if side not in sides)


def orders_of(room: Room, side: Side) -> list[OrderView]:
    """A side's standing orders, in words."""
    book, table = room.chronicle.game, room.chronicle.match.table
    found = []
    for rule, answer in room.seats[side].orders.items():
        text = "The usual answer"
        if answer is not None:
            action = room.chronicle.read(answer)
            assert isinstance(action, Action)
            text = book.sayings.offer(table, Offer(type(action), rule, asdict(action)))
        found.append(OrderView(side, rule, book.rulebook.rules[rule].title, text, answer))
    return found


def foreseen_by(room: Room, side: Side) -> list[ForeseenView]:
    """What a side may give standing orders about before it is asked, in words."""
    book, table = room.chronicle.game, room.chronicle.match.table
    if not isinstance(book, Foresees):
        return []
    found = []
    for one in book.foreseen(side):
        ways = [OrderWay(book.sayings.offer(table, one.usual))]
        ways += [OrderWay(book.sayings.offer(table, o), to_builtins(o.action(**o.given))) for o in one.others]
        found.append(ForeseenView(side, one.rule, book.sayings.question(one.rule), tuple(ways)))
    return found


def proof(room: Room) -> DiceProof:
    """How the dice can be checked; the key comes out when none is left to fall."""
    shares = {side: seat.kept.share for side, seat in room.seats.items() if seat.kept.share is not None}
    return DiceProof(dice_lock(room.created.key), shares, room.created.key if room.over else "")


def outcome(room: Room) -> OutcomeView | None:
    """How it ended."""
    found = room.chronicle.match.outcome
    if found is None or not room.over:
        return None
    rule = room.chronicle.game.rulebook.rules.get(found.rule)
    return OutcomeView(found.winner or "", found.rule, rule.title if rule else found.rule)


def welcome(room: Room, visitor: Visitor, after: int = 0, hash: str = "") -> Welcome:
    """All there is to see; to one who comes back and knows what happened up to `after`, only the lines since."""
    chronicle = room.chronicle
    known = 0 < after <= chronicle.number and chronicle.hashes[after] == hash
    return Welcome(
        you=visitor.sides[0] if visitor.sides else "",
        sides=visitor.sides,
        room=room_view(room, visitor.sides, visitor.hand),
        scene=room.scene,
        version=room.version,
        number=chronicle.number,
        hash=chronicle.hash,
        lines=tuple(line for line in chronicle.lines if not known or line.number > after),
        whole=not known,
        decision=room.decision,
        foreseen=() if visitor.hand else tuple(one for side in visitor.sides for one in foreseen_by(room, side)),
    )


def update(room: Room, visitor: Visitor) -> Update:
    """The whole table once more, to one who was mistaken about it."""
    chronicle, scene = room.chronicle, room.scene
    return Update(
        version=room.version,
        number=chronicle.number,
        hash=chronicle.hash,
        room=room_view(room, visitor.sides, visitor.hand),
        change=views.whole(scene),
        decision=room.decision,
    )


def news(room: Room, visitor: Visitor, change: Change, number: int) -> Update:
    """What has changed since the event of a number."""
    chronicle = room.chronicle
    return Update(
        version=room.version,
        number=chronicle.number,
        hash=chronicle.hash,
        room=room_view(room, visitor.sides, visitor.hand),
        change=change,
        lines=tuple(chronicle.lines[number:]),
        motions=chronicle.moved,
        decision=room.decision,
    )
