"""What attacks do to terrain: pieces that lose hit points, and pieces that explode and set others off."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from sightline.core.events import Event
from sightline.core.kernel import shapes
from sightline.core.table import Table
from sightline.core.variants import Variant
from sightline.games.xenotactics.arms import arm
from sightline.games.xenotactics.catalog import DISTANCES, SLACK
from sightline.games.xenotactics.deeds import Blow, Wound
from sightline.games.xenotactics.events import Battered, Destroyed
from sightline.games.xenotactics.ground import Feature, feature, features
from sightline.games.xenotactics.measure import to_piece


def battered(table: Table, wounds: Sequence[Wound]) -> list[Event]:
    """What becomes of pieces of terrain that lost hit points; stuns do nothing to them (XT-TER-12)."""
    found: list[Event] = []
    for piece in (p for p in table.terrain.pieces if p.id not in table.models):
        lost = sum(w.losses for w in wounds if w.model == piece.id)
        known = feature(table.terrain, piece.id)
        if lost and known is not None and lost >= known.hit_points:
            found.append(Destroyed(rule="XT-TER-12", piece=piece.id))
        elif lost and known is not None:
            traits = tuple(t for t in piece.traits if t.partition(":")[0] != "hp")
            worn = replace(piece, traits=(*traits, f"hp:{known.hit_points - lost}"))
            found.append(Battered(rule="XT-TER-12", piece=worn))
    return found


def going_off(table: Table, blows: Sequence[Blow]) -> tuple[str, ...]:
    """The explosive pieces that were hit, and those they set off (XT-TER-15, XT-TER-17)."""
    hit = [b.target for b in blows if (f := feature(table.terrain, b.target)) and "explosive" in f.traits]
    return CHAIN.of(table)(table, blows, tuple(dict.fromkeys(hit)))


def alone(table: Table, blows: Sequence[Blow], pieces: tuple[str, ...]) -> tuple[str, ...]:
    """Explosions leave other explosive pieces intact (XT-TER-17)."""
    return pieces


def in_a_chain(table: Table, blows: Sequence[Blow], pieces: tuple[str, ...]) -> tuple[str, ...]:
    """What explodes, or a blast that hit, sets off explosive pieces nearby."""
    found = list(pieces)
    for blow in blows:
        blast = arm(table, blow.weapon).trait("blast")
        if blast is not None:
            near = (f for f in explosives(table) if beside_target(table, blow.target, f) <= blast.inches + SLACK)
            found += [f.id for f in near if f.id not in found]
    for id in found:
        start = feature(table.terrain, id)
        if start is not None:
            near = (f for f in explosives(table) if between(start, f) <= DISTANCES["explosion"] + SLACK)
            found += [f.id for f in near if f.id not in found]
    return tuple(found)


CHAIN = Variant("explosion_chain_reaction", {False: alone, True: in_a_chain})


def beside_target(table: Table, target: str, piece: Feature) -> float:
    """How far a piece is from the target of a blast, model or piece."""
    if target in table.models:
        return to_piece(table.models[target], piece)
    other = feature(table.terrain, target)
    return between(other, piece) if other is not None else float("inf")


def explosives(table: Table) -> list[Feature]:
    """Every explosive piece."""
    return [f for f in features(table.terrain) if "explosive" in f.traits]


def between(one: Feature, other: Feature) -> float:
    """The distance between two pieces."""
    return shapes.gap(one.polygon, other.polygon)
