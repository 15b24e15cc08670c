"""Hero skills that work on their own: a taunt, a vanishing, a mine, a glimpse of what is to come (SQ-HSK)."""

from __future__ import annotations

from sightline.core.decisions import Offer, Thrown
from sightline.core.effects import Bearing, after, effect, forbid, modify, offer
from sightline.core.events import Moved, Removed
from sightline.core.referee import Referee
from sightline.core.table import Table
from sightline.games.starquest.actions import TryAgain
from sightline.games.starquest.catalog import ENEMIES
from sightline.games.starquest.events import Charged, Leapt, PiledIn, Pushed, SteppedBack, Walked
from sightline.games.starquest.ground import scale
from sightline.games.starquest.measure import apart, members, over
from sightline.games.starquest.questions import Noticing, Preferring, ToPass

VANISHED_BEYOND = 9.0
TRIPPED_WITHIN = 2.0
OWN_MOVES = (Walked, Charged, PiledIn, SteppedBack, Pushed, Leapt)


def by_that_hero(table: Table, question: Preferring, bearing: Bearing) -> bool:
    """The hero who taunted."""
    return bearing.attachment is not None and bearing.attachment.source == question.hero


def far_away(table: Table, question: Noticing, bearing: Bearing) -> bool:
    """The enemy is over nine inches away."""
    own = members(table, table.models[question.unit].unit)
    return over(apart((table.models[question.hero],), own), VANISHED_BEYOND * scale(table))


def failed(table: Table, thrown: Thrown, bearing: Bearing) -> tuple[int, ...]:
    """The failed dice of tests of the hero it is about, that were not rolled again."""
    who = bearing.attachment.source if bearing.attachment else ""
    return tuple(
        place_
        for place_, roll, face in thrown.dice()
        if isinstance(roll.on, ToPass)
        and roll.on.model == who
        and roll.need is not None
        and not roll.need.met(face)
        and place_ not in thrown.repeated
    )


def may_try_again(table: Table, thrown: Thrown, bearing: Bearing) -> bool:
    """The hero has failed a test."""
    return bool(failed(table, thrown, bearing))


def try_again(table: Table, thrown: Thrown, bearing: Bearing) -> Offer:
    """That die once more."""
    assert bearing.attachment is not None
    given = {"dice": failed(table, thrown, bearing)[:1], "by": bearing.attachment.id}
    return Offer(TryAgain, bearing.effect, given)


def trips(table: Table, event: Moved, bearing: Bearing) -> bool:
    """An enemy moved within two inches of a mine."""
    model = table.models[event.model]
    return model.side == ENEMIES and isinstance(event, OWN_MOVES) and bool(mines_near(table, event))


def mines_near(table: Table, event: Moved) -> list[str]:
    """The mines a way comes near."""
    radius = table.models[event.model].radius
    from sightline.core.kernel import shapes

    far = TRIPPED_WITHIN * scale(table) + radius
    found = []
    for marker in table.models.values():
        if marker.profile == "tripmine" and marker.at is not None:
            x, y = marker.at
            steps = zip(event.path, event.path[1:], strict=False)
            if any(shapes.point_gap(x, y, a, b) <= far for a, b in steps):
                found.append(marker.id)
    return found


async def blow_up(ref: Referee, event: Moved, bearing: Bearing) -> None:
    """The mine is gone, and the unit takes its hits after that move."""
    from sightline.games.starquest.casting import MineHits

    for mine in mines_near(ref.table, event):
        marker = ref.table.models[mine]
        if marker.at is not None:
            await ref.emit(Removed(rule=bearing.effect, model=mine))
            ref.then(MineHits(marker.unit, ref.table.models[event.model].unit))


TAUNT = effect("SQ-HSK-04", modify(Preferring, 1, role="unit", when=by_that_hero))
VANISH = effect("SQ-HSK-08", forbid(Noticing, role="hero", when=far_away))
FORESIGHT = effect("SQ-HSK-09", offer(Thrown, try_again, role="side", when=may_try_again))
MINES = effect("SQ-HSK-07", after(Moved, blow_up, when=trips))

FEATS = (TAUNT, VANISH, FORESIGHT, MINES)
