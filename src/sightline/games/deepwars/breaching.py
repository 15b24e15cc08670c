"""Breach weapons used on a structure from afar: a Strength Check in the place of an attack (DW-ABL-12, DW-TER-06)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import hypot

from sightline.core.decisions import Decision, Offer, Pick, Refusal, Slot
from sightline.core.referee import Referee
from sightline.core.table import Model, Point, Table
from sightline.games.deepwars.acting import PLAYS, cannot, shows, spend
from sightline.games.deepwars.actions import BlowOpen
from sightline.games.deepwars.arms import breach_of, ranged_arms
from sightline.games.deepwars.attacking import fired, may_attack, span, usable
from sightline.games.deepwars.catalog import SLACK, Weapon, material, weapon
from sightline.games.deepwars.events import Faced, Tallied
from sightline.games.deepwars.exerting import BREAK, activity, complete, difficulty, too_soon
from sightline.games.deepwars.ground import DOOR, Feature, features
from sightline.games.deepwars.measure import SHORT, engaged, heading, level, place, stick
from sightline.games.deepwars.opening import HULL
from sightline.games.deepwars.questions import ATTACKING
from sightline.games.deepwars.sighting import BLOCKED, terrain_line
from sightline.games.deepwars.tokens import ATTACKS, NO_MORE


def nearest(piece: Feature, at: Point) -> Point:
    """The spot of an outline that is nearest to a point."""

    def on(a: Point, b: Point) -> Point:
        dx, dy = b[0] - a[0], b[1] - a[1]
        share = ((at[0] - a[0]) * dx + (at[1] - a[1]) * dy) / ((dx * dx + dy * dy) or 1.0)
        share = min(1.0, max(0.0, share))
        return (a[0] + share * dx, a[1] + share * dy)

    outline = piece.polygon
    spots = (on(outline[i - 1], outline[i]) for i in range(len(outline)))
    return min(spots, key=lambda p: hypot(p[0] - at[0], p[1] - at[1]))


def hulls(table: Table) -> Iterator[Feature]:
    """The walls and closed doors of structures."""
    built = {p.id for p in table.terrain.pieces if HULL in p.traits or DOOR in p.traits}
    return (f for f in features(table.terrain) if f.id in built and material(f.material) is not None)


def fault(table: Table, model: Model, kind: Weapon, target: str) -> Refusal | None:
    """In range, which is the weapon's stick, in sight, not given up, and not while engaged (DW-RNG-10)."""
    piece = next((f for f in hulls(table) if f.id == target), None)
    facts = {"model": model.id, "weapon": kind.id, "target": target}
    if piece is None or kind.melee or not breach_of(model, kind):
        return Refusal("DW-ABL-12", facts)
    if engaged(table, model):
        return Refusal("DW-RNG-10", facts)
    if f"{NO_MORE}:{BREAK} {target}" in model.tokens or too_soon(model, f"{BREAK} {target}"):
        return Refusal("DW-PHY-03", {**facts, "activity": BREAK})
    low, at = level(table, model), place(model)
    there = min(low, piece.height - 1)
    far = max(piece.gap(at) - model.radius, (low - there) * stick(table, SHORT))
    if far > span(table, kind) + SLACK:
        return Refusal("DW-RNG-02", {**facts, "distance": round(far, 3), "range": span(table, kind)})
    line, hider = terrain_line(table, at, nearest(piece, at), low, there, soft=True)
    return Refusal("DW-CBT-10", {**facts, "cover": "complete"}) if line == BLOCKED and hider != target else None


def targets(table: Table, model: Model, kind: Weapon) -> tuple[str, ...]:
    """The walls and doors a weapon may be used on from here."""
    if not breach_of(model, kind):
        return ()
    return tuple(f.id for f in hulls(table) if fault(table, model, kind, f.id) is None)


def offers(table: Table, model: Model) -> list[Offer]:
    """Every loaded Breach weapon with something to open."""
    if not may_attack(table, model):
        return []
    able = (kind for kind in ranged_arms(model) if targets(table, model, kind))
    return [Offer(BlowOpen, "DW-ABL-12", {"actor": model.id, "weapon": kind.id}) for kind in able]


def check(table: Table, decision: Decision, action: BlowOpen) -> Refusal | None:
    """An attack with a loaded weapon, at a structure in range."""
    refusal = cannot(table, decision, action.actor, ATTACKING, 1)
    if refusal is not None:
        return refusal
    model = table.models[action.actor]
    kind = usable(table, model, action.weapon)
    return kind if isinstance(kind, Refusal) else fault(table, model, kind, action.target)


def slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Which wall or door."""
    model, kind = table.models[offer.given["actor"]], weapon(offer.given["weapon"])
    return {"target": Pick(targets(table, model, kind))}


async def blow_open(ref: Referee, action: BlowOpen) -> None:
    """It counts as the attack, the weapon is fired, and the check is that of breaking it in contact (DW-PHY-09)."""
    table, model, kind = ref.table, ref.table.models[action.actor], weapon(action.weapon)
    await spend(ref, model.id, 1, "DW-ABL-12")
    spot = nearest(next(f for f in hulls(table) if f.id == action.target), place(model))
    await ref.emit(
        Tallied(rule="DW-ACT-15", bearer=model.id, token=ATTACKS, by=1),
        *shows(model.id),
        Faced(rule="DW-ACN-09", model=model.id, facing=heading(place(model), spot)),
    )
    done = await activity(ref, model.id, BREAK, action.target, difficulty(table, BREAK, action.target))
    await ref.emit(*fired(ref.table.models[model.id], kind))
    if done:
        await complete(ref, ref.table.models[model.id], BREAK, action.target)


PLAYS[BlowOpen] = blow_open
