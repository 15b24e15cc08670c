"""Layouts looked at: every fault at once, and how fair they are to both sides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import ceil, floor
from typing import Any

from msgspec.structs import replace

from sightline.core.decisions import Refusal
from sightline.core.errors import BadInput
from sightline.core.game import Advises, Game, TablePlan
from sightline.core.kernel import Scene, shapes
from sightline.core.links import CORNERS, PIECES
from sightline.core.muster import LONGEST_NAME
from sightline.core.reading import shape
from sightline.core.screen import Zone
from sightline.core.table import Piece, Point, Table
from sightline.server.messages import FaultView, Hint, LayoutView
from sightline.server.musters import advice_view, sentence, title_of
from sightline.server.sheets import bare_table

SPOTS = 12
"""Places of each zone that look across."""
GRID = 0.5
"""How finely ground is measured, in inches."""
HAIR = 1e-6
BASE = 0.5
MATCHED, ALIKE = 0.9, 0.1
"""Shares from which on a layout counts as symmetrical, and up to which two sides count as equal."""
LEAST_COVER, MOST_COVER = 0.08, 0.3
MOST_OPEN = 0.35
FAR = 3.0
"""Sides that differ by no more than this many inches are as far from cover."""


def layout_view(game: Game, document: Any) -> LayoutView:
    """Every fault of a layout and how fair it is, whatever was handed in."""
    plan, faults = read_layout(game, document)
    found = list(game.layout(plan))
    faults += [fault_view(game, fault) for fault in found]
    bad = {fault.facts.get("piece") for fault in found}
    table = bare_table(game, plan)
    sound = [p for p in table.terrain.pieces if p.id not in bad and shapes.validate(p.polygon) is None]
    return LayoutView(tuple(faults), tuple(hints(game, table, sound)), advised(game, plan, sound, found))


def advised(game: Game, plan: TablePlan, sound: Sequence[Piece], faults: Sequence[Refusal]) -> tuple[FaultView, ...]:
    """What the book points out about the sound pieces of a layout, unless more than single pieces has to be mended."""
    if not isinstance(game, Advises) or any("piece" not in fault.facts for fault in faults):
        return ()
    return advice_view(game, game.layout_advice(replace(plan, pieces=tuple(sound))))


# ------------------------------------------------------------------ reading


def read_layout(game: Game, document: Any) -> tuple[TablePlan, list[FaultView]]:
    """A layout as far as it can be read, and what cannot."""
    rule = game.preparation["terrain"]
    faults: list[FaultView] = []

    def slip(text: str, piece: str = "") -> None:
        faults.append(FaultView(rule, title_of(game, rule), sentence(text), piece=piece))

    if not isinstance(document, Mapping):
        slip("expected a layout: a table with id and pieces")
        return TablePlan("drawn", ()), faults
    plain = document.get("pieces", ())
    if not isinstance(plain, list | tuple):
        slip("pieces: expected a list")
        plain = ()
    if len(plain) > PIECES:
        slip(f"pieces: {len(plain)}, only the first {PIECES} are looked at")
    pieces = []
    for number, one in enumerate(plain[:PIECES], 1):
        try:
            pieces.append(read_piece(one, f"piece {number}"))
        except BadInput as error:
            slip(str(error), f"piece-{number}")
    words = {key: document[key] for key in ("id", "name", "origin", "note") if key in document}
    sizes = {key: document[key] for key in ("width", "height") if key in document}
    unknown = [key for key in document if key not in ("pieces", *words, *sizes)]
    unreadable = [key for key, word in words.items() if not _readable(word)]
    for key in unreadable:
        slip(f"{key}: expected at most {LONGEST_NAME} printable characters")
    if unknown:
        slip("a key of the layout is unknown")
    if not all(_is_a_length(value) for value in sizes.values()):
        slip("width, height: expected lengths in inches")
        sizes = {}
    read: dict[str, Any] = {"id": "drawn"} | {k: w for k, w in words.items() if k not in unreadable}
    read |= {key: float(value) for key, value in sizes.items()}
    return TablePlan(pieces=tuple(pieces), **read), faults


def _is_a_length(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < 1e3


def read_piece(document: Any, where: str) -> Piece:
    """One piece of terrain."""
    piece = shape(document, Piece, where)
    if len(piece.polygon) > CORNERS:
        raise BadInput(f"{where}: {len(piece.polygon)} corners, at most {CORNERS}")
    if not all(_readable(word) for word in (piece.id, piece.name, piece.kind, *piece.traits)):
        raise BadInput(f"{where}: expected names of at most {LONGEST_NAME} printable characters")
    if not all(abs(value) < 1e6 for value in (piece.height, *(v for point in piece.polygon for v in point))):
        raise BadInput(f"{where}: expected lengths in inches")
    return piece


def _readable(word: Any) -> bool:
    return isinstance(word, str) and word.isprintable() and len(word) <= LONGEST_NAME


def fault_view(game: Game, fault: Refusal) -> FaultView:
    """One fault in words."""
    title = title_of(game, fault.rule)
    text = sentence(game.sayings.refusal(None, fault, title))
    return FaultView(fault.rule, title, text, piece=str(fault.facts.get("piece", "")))


# ------------------------------------------------------------------ fairness


def hints(game: Game, table: Table, pieces: Sequence[Piece]) -> Iterator[Hint]:
    """How fair a layout is: its shape, its cover, and what the zones see of each other."""
    width, height = table.terrain.width, table.terrain.height
    tall = set(game.screen.blocks(table))
    cover = [piece for piece in pieces if piece.id in tall]
    low = len(pieces) - len(cover)
    yield Hint(f"{_count(len(cover), 'piece')} that cover, {low} low", len(pieces), bool(cover), "Pieces")
    ground = {spot for piece in pieces for spot in cells(piece.polygon)}
    yield from symmetry(ground, width, height)
    yield covered(cover, width, height)
    zones = game.screen.zones(table)
    if len(zones) == len(game.sides) == 2:
        yield from across(zones, pieces, cover)


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


Cell = tuple[int, int]


def cells(polygon: Sequence[Point]) -> Iterator[Cell]:
    """The squares of a fine grid whose centre a piece covers, a row at a time."""
    low, high = min(y for _, y in polygon), max(y for _, y in polygon)
    for row in range(int(low / GRID - 0.5), int(high / GRID + 0.5) + 1):
        y = (row + 0.5) * GRID
        # A centre on an edge counts for nobody, whichever way the piece is turned.
        inside = _columns(polygon, y - HAIR) & _columns(polygon, y + HAIR)
        yield from ((column, row) for column in sorted(inside))


def _columns(polygon: Sequence[Point], y: float) -> set[int]:
    """The columns whose centre lies inside a piece at one height."""
    crossed = sorted(
        ax + (y - ay) / (by - ay) * (bx - ax)
        for (ax, ay), (bx, by) in zip(polygon, (*polygon[1:], polygon[0]), strict=True)
        if (ay <= y) != (by <= y)
    )
    found: set[int] = set()
    for left, right in zip(crossed[::2], crossed[1::2], strict=False):
        found.update(range(ceil((left + HAIR) / GRID - 0.5), floor((right - HAIR) / GRID - 0.5) + 1))
    return found


def symmetry(ground: set[Cell], width: float, height: float) -> Iterator[Hint]:
    """How much of the terrain finds terrain where a half turn or the mirror puts it."""
    columns, rows = round(width / GRID), round(height / GRID)
    if not ground:
        return
    turned = sum((columns - 1 - x, rows - 1 - y) in ground for x, y in ground) / len(ground)
    mirrored = sum((columns - 1 - x, y) in ground for x, y in ground) / len(ground)
    best = max(turned, mirrored) >= MATCHED
    yield Hint(f"{turned:.0%} of the terrain matches after a half turn", turned, best, "Half turn")
    yield Hint(f"{mirrored:.0%} of the terrain matches in the left-right mirror", mirrored, best, "Mirror")


def covered(cover: Sequence[Piece], width: float, height: float) -> Hint:
    """How much of the mat is terrain that covers."""
    share = sum(abs(shapes.area(piece.polygon)) for piece in cover) / (width * height)
    word = "" if LEAST_COVER <= share <= MOST_COVER else ", rather little" if share < LEAST_COVER else ", rather much"
    return Hint(f"{share:.0%} of the mat is cover{word}", share, not word, "Cover")


def across(zones: Sequence[Zone], pieces: Sequence[Piece], cover: Sequence[Piece]) -> Iterator[Hint]:
    """What the zones see of each other, and how far each has to go for cover."""
    one, other = (spots(zone.polygon, pieces) for zone in zones)
    scene = Scene([piece.polygon for piece in cover])
    if one and other:
        there = scene.matrix(one, other)
        back = scene.matrix(other, one)
        seen = [sum(share > 0 for row in matrix for share in row) / (len(one) * len(other)) for matrix in (there, back)]
        half = [
            sum(share > 0.5 for row in matrix for share in row) / (len(one) * len(other)) for matrix in (there, back)
        ]
        share = sum(seen) / 2
        yield Hint(f"{share:.0%} of the lines between the zones are open", share, share <= MOST_OPEN, "Open lines")
        gap = abs(half[0] - half[1])
        text = "Both zones see as much of each other" if gap <= ALIKE else "One zone sees more of the other"
        yield Hint(f"{text} ({half[0]:.0%} and {half[1]:.0%} by more than half)", gap, gap <= ALIKE, "Equal sight")
    if cover:
        far = [nearest(zone, cover) for zone in zones]
        text = " and ".join(f"{zone.name} {distance:.1f} in" for zone, distance in zip(zones, far, strict=True))
        gap = abs(far[0] - far[1])
        yield Hint(f"To the nearest cover: {text}", gap, gap <= FAR, "Way to cover")


def spots(zone: Sequence[Point], pieces: Sequence[Piece]) -> list[tuple[float, float, float]]:
    """Places spread over a zone where a base could stand."""
    found = [((x + 0.5) * GRID, (y + 0.5) * GRID) for x, y in cells(zone)]
    free = [p for p in found if all(_apart(piece.polygon, p) for piece in pieces)]
    step = max(1, len(free) // SPOTS)
    return [(x, y, BASE) for x, y in free[step // 2 :: step][:SPOTS]]


def _apart(polygon: Sequence[Point], point: Point) -> bool:
    """Whether a base at a point is clear of a piece."""
    x, y = point
    if not min(a for a, _ in polygon) - BASE < x < max(a for a, _ in polygon) + BASE:
        return True
    if not min(b for _, b in polygon) - BASE < y < max(b for _, b in polygon) + BASE:
        return True
    edges = zip(polygon, (*polygon[1:], polygon[0]), strict=True)
    return not shapes.contains(polygon, x, y) and all(shapes.point_gap(x, y, a, b) >= BASE for a, b in edges)


def nearest(zone: Zone, cover: Sequence[Piece]) -> float:
    """How far it is from the middle of a zone to the nearest piece that covers."""
    x = sum(a for a, _ in zone.polygon) / len(zone.polygon)
    y = sum(b for _, b in zone.polygon) / len(zone.polygon)
    return min(
        0.0
        if shapes.contains(piece.polygon, x, y)
        else min(
            shapes.point_gap(x, y, a, b)
            for a, b in zip(piece.polygon, (*piece.polygon[1:], piece.polygon[0]), strict=True)
        )
        for piece in cover
    )
