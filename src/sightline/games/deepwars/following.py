"""Going after somebody one has driven back (DW-DMG-13)."""

from __future__ import annotations

from math import hypot

from msgspec.structs import replace

from sightline.core.decisions import Decision, Offer, Refusal
from sightline.core.referee import Referee
from sightline.core.sight import gap
from sightline.core.table import Model, Point, Table, spot
from sightline.core.variants import Variant
from sightline.games.deepwars.actions import FollowUp, HoldBack
from sightline.games.deepwars.arriving import arrive
from sightline.games.deepwars.damage import RECOIL_INCHES, Following
from sightline.games.deepwars.events import Followed
from sightline.games.deepwars.ground import water
from sightline.games.deepwars.measure import level, place, rooted, share_a_level, touching

ALLOWED = Variant("follow_up", {True: True, False: False})
HAIR = 0.01
"""The gap left between bases that come into contact."""


def behind_it(table: Table, winner: Model, loser: Model) -> Point | None:
    """Where a winner comes into contact again, straight ahead; None if it cannot."""
    apart = gap(winner, loser)
    (x, y), (x1, y1) = place(winner), place(loser)
    size = hypot(x1 - x, y1 - y)
    way = min(apart - HAIR, RECOIL_INCHES.of(table))
    if size == 0.0 or way <= 0.0:
        return None
    to = spot(x + (x1 - x) / size * way, y + (y1 - y) / size * way)
    there = replace(winner, at=to)
    if not touching(table, there, loser) or not water(table.terrain, level(table, winner), winner.radius).clear(
        (x, y), to
    ):
        return None
    for id in table.standing():
        other = table.models[id]
        if id != winner.id and share_a_level(table, winner, other):
            near = hypot(place(other)[0] - to[0], place(other)[1] - to[1])
            if near < winner.radius + other.radius - 1e-6:
                return None
    return to


async def following(ref: Referee, part: Following) -> None:
    """Free of charge, up to the recoil distance; a wild creature always does."""
    table = ref.table
    winner, loser = table.models[part.winner], table.models[part.loser]
    if not ALLOWED.of(table) or winner.at is None or loser.at is None or touching(table, winner, loser):
        return
    if rooted(winner):
        return
    to = behind_it(table, winner, loser)
    if to is None:
        return
    if winner.side in table.sides:
        who = {"actor": winner.id}
        offers = [Offer(FollowUp, "DW-DMG-13", who), Offer(HoldBack, "DW-DMG-13", who)]
        action = await ref.choose(winner.side, "DW-DMG-13", offers, default=HoldBack(winner.id), about=winner.id)
        if isinstance(action, HoldBack):
            return
    length = hypot(to[0] - place(winner)[0], to[1] - place(winner)[1])
    moved = Followed(rule="DW-DMG-13", model=winner.id, path=(place(winner), to), length=round(length, 4), z=winner.z)
    await arrive(ref, winner, moved)


def check_follow(table: Table, decision: Decision, action: FollowUp | HoldBack) -> Refusal | None:
    """Asked of a winner only."""
    asked = ("DW-DMG-13", "DW-ABL-49") if isinstance(action, HoldBack) else ("DW-DMG-13",)
    mine = decision.rule in asked and decision.about == action.actor
    return None if mine else Refusal("DW-DMG-13", {"model": action.actor})
