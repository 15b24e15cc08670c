"""Infiltrators, who arrive with their side's first turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from sightline.core.decisions import Decision, Offer, Pick, Refusal, Slot, Spot
from sightline.core.referee import Referee
from sightline.core.table import Model, Part, Point, Side, Table, Terrain
from sightline.games.xenotactics.actions import Infiltrate
from sightline.games.xenotactics.catalog import DISTANCES, SLACK
from sightline.games.xenotactics.events import ModelEntered, Noted
from sightline.games.xenotactics.ground import everywhere, with_trait
from sightline.games.xenotactics.harm import stunned
from sightline.games.xenotactics.measure import distance
from sightline.games.xenotactics.sighting import spots_see
from sightline.games.xenotactics.standing import standing_fault
from sightline.games.xenotactics.tokens import INFILTRATING

CLEAR: float = DISTANCES["infiltrator_clear"]
COARSE, FINE = 1.0, 0.25
"""How far apart hidden spots are looked for: anywhere, and around whatever hides."""


class Infiltrating(Part, frozen=True):
    """A side lets its infiltrators appear, one by one."""

    side: Side


def waiting(table: Table, side: Side) -> list[Model]:
    """The infiltrators of a side that are still to come."""
    found = (m for m in table.models.values() if m.kind == "model" and m.side == side and m.at is None)
    return [m for m in found if INFILTRATING in m.tokens]


def spot_fault(table: Table, model: Model, at: Point) -> Refusal | None:
    """Anywhere over 3 inches from enemies and out of their sight (XT-ABL-16)."""
    refusal = standing_fault(table, model, at)
    if refusal is not None:
        return refusal
    for enemy in table.squad(table.other(model.side)):
        gap = distance(table, replace(model, at=at), enemy)
        if gap <= CLEAR + SLACK:
            return Refusal("XT-ABL-16", {"model": model.id, "gap": round(gap, 4), "over": CLEAR})
        assert enemy.at is not None
        if spots_see(table, at, model.radius, enemy.at, enemy.radius, (model.id, enemy.id)):
            return Refusal("XT-ABL-16", {"model": model.id, "seen by": enemy.id})
    return None


def somewhere(table: Table, model: Model) -> Point | None:
    """Some legal spot; none if there is none on a coarse grid, nor on a fine one around whatever hides."""
    key = ("somewhere", model.id)
    if key not in table.memo:
        table.memo[key] = next((at for at in spots(table.terrain) if spot_fault(table, model, at) is None), None)
    found: Point | None = table.memo[key]
    return found


def spots(terrain: Terrain) -> Iterator[Point]:
    """Where one may look for a hidden spot, the likeliest places first."""
    columns, rows = int(terrain.width / COARSE), int(terrain.height / COARSE)
    yield from ((x * COARSE, y * COARSE) for x in range(1, columns) for y in range(1, rows))
    for piece in with_trait(terrain, "hiding"):
        left, right, low, high = (int(side / FINE) for side in piece.box)
        far = int(2 * COARSE / FINE)
        for x in range(left - far, right + far + 2):
            yield from ((x * FINE, y * FINE) for y in range(low - far, high + far + 2))


def refuge(table: Table, model: Model) -> Point:
    """Where an infiltrator appears that finds no hidden spot: in its own deployment strip."""
    from sightline.games.xenotactics.deploying import edge_of, filling

    for at in filling(table, edge_of(table, model.owner), model):
        if standing_fault(table, model, at) is None:
            return at
    raise RuntimeError(f"{model.id} finds no room")


async def infiltrating(ref: Referee, part: Infiltrating) -> None:
    """They arrive stunned; what cannot be stunned loses a hit point (XT-ABL-16, XT-ABL-04)."""
    table = ref.table
    first = waiting(table, part.side)[0]
    spot = somewhere(table, first)
    if spot is None:
        model, at = first.id, refuge(table, first)
    else:
        offers = [Offer(Infiltrate, "XT-ABL-16")]
        action = await ref.choose(part.side, "XT-ABL-16", offers, default=Infiltrate(first.id, spot))
        assert isinstance(action, Infiltrate)
        model, at = action.model, action.at
    await ref.emit(
        ModelEntered(rule="XT-ABL-16", model=model, at=at),
        Noted(rule="XT-ABL-16", bearer=model, token=INFILTRATING, value=0),
    )
    await ref.emit(stunned(table, model, "XT-ABL-16"))
    if waiting(table, part.side):
        ref.then(part)


def check_infiltrate(table: Table, decision: Decision, action: Infiltrate) -> Refusal | None:
    """An infiltrator of one's own on a hidden spot."""
    model = table.models.get(action.model)
    if decision.rule != "XT-ABL-16" or model is None or model not in waiting(table, decision.side):
        return Refusal("XT-ABL-16", {"model": action.model})
    return spot_fault(table, model, action.at)


def infiltrate_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Any infiltrator, any spot."""
    waits = tuple(m.id for m in waiting(table, decision.side))
    return {"model": Pick(waits), "at": Spot(zone=everywhere(table.terrain))}
