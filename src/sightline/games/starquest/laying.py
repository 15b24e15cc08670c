"""Battlefields laid out from a seed (SQ-TER-27): one piece to a square of a grid, mixed and spaced as advised."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import count

from sightline.core.dice import SeededDice
from sightline.core.game import TablePlan
from sightline.core.table import Piece, Point
from sightline.core.variants import Variant
from sightline.games.starquest.battlefields import (
    CLEARANCE,
    GUIDELINE,
    LEAST_BLOCKED,
    advice,
    guide,
    lines_blocked,
)
from sightline.games.starquest.catalog import piece
from sightline.games.starquest.ground import USUAL

WANTED = Variant("terrain", {"random_preset": False, "chosen_preset": False, "generated": True, "editor": False})

ROWS = 5
SQUARE = USUAL / ROWS
MARGIN: float = GUIDELINE["gap_min"] / 2
"""What stays free around a piece in its square, so that no two are too near."""
ROOM = SQUARE - 2 * MARGIN
FINE = 16
"""Places along the room a piece has to move in."""
SOLID = ("buildings", "mountains")
OTHERS = ("barricades", "fields", "hills", "lakes_shallow", "lakes_deep", "rivers", "rubble", "ruins", "swamps")
SMALL = ("barricades", "rubble", "ruins")
HEIGHTS = {"buildings": 6.0, "mountains": 8.0, "forests": 5.0, "hills": 2.0, "ruins": 1.0, "barricades": 1.0}
CENTRES = ((2, 2), (1, 1), (1, 3), (3, 1), (3, 3))
"""The squares of the middle and of the quarters, where markers and sentries go: nothing there keeps them out."""
HIDDEN = 15
"""Pieces that hide something, at least: fewer leave too many lines open."""


@lru_cache(maxsize=64)
def generated(seed: str) -> TablePlan:
    """The first layout of a seed that keeps to the advice about mix and spacing (SQ-TER-25, SQ-TER-26)."""
    tries = (laid_out(SeededDice(f"battlefield {seed} {n}"), f"generated-{seed}") for n in count())
    return next(plan for plan in tries if not advice(plan) and lines_blocked(plan) >= LEAST_BLOCKED)


def laid_out(dice: SeededDice, id: str) -> TablePlan:
    """Twenty-one to twenty-five pieces; corners hold something small, or nothing."""
    edge = (0, ROWS - 1)
    squares = [(row, column) for row in range(ROWS) for column in range(ROWS)]
    corners = [s for s in squares if s[0] in edge and s[1] in edge]
    kept = corners[: dice.below(len(corners) + 1)]
    others = [s for s in squares if s not in corners and s not in CENTRES]
    kinds = shuffled(dice, mix(dice, len(CENTRES) + len(others)))
    free = [kind for kind in kinds if "impassable" not in guide(kind)["types"]][: len(CENTRES)]
    for kind in free:
        kinds.remove(kind)
    laid = [*zip(free, CENTRES, strict=True), *zip(kinds, others, strict=True)]
    pieces = [placed(dice, kind, at, n) for n, (kind, at) in enumerate(laid, 1)]
    pieces += [cornered(dice, at, len(laid) + n) for n, at in enumerate(kept, 1)]
    return TablePlan(id=id, name="Generated battlefield", pieces=tuple(pieces))


def mix(dice: SeededDice, number: int) -> list[str]:
    """Types of the guide in the shares it advises."""
    hiding = HIDDEN + dice.below(3)
    woods = number // 3 + 1
    found = ["forests"] * woods + [SOLID[dice.below(len(SOLID))] for _ in range(hiding - woods)]
    found += ["lava"] * GUIDELINE["dangerous_pieces"]
    return found + [OTHERS[dice.below(len(OTHERS))] for _ in range(number - len(found))]


def shuffled(dice: SeededDice, kinds: Sequence[str]) -> list[str]:
    """In any order."""
    left = list(kinds)
    return [left.pop(dice.below(len(left))) for _ in kinds]


def placed(dice: SeededDice, kind: str, square: tuple[int, int], number: int) -> Piece:
    """A piece somewhere in its square, in the sizes of the guide (SQ-TER-12)."""
    low, high = (GUIDELINE["scatter_max"] - 1, GUIDELINE["scatter_max"]) if kind in SMALL else (ROOM - 1, ROOM)
    wide, deep = (low + (high - low) * dice.below(FINE + 1) / FINE for _ in range(2))
    x, y = (
        place * SQUARE + MARGIN + (ROOM - size) * dice.below(FINE + 1) / FINE
        for place, size in zip(square, (wide, deep), strict=True)
    )
    return made(kind, outline(kind, x, y, wide, deep), number)


def made(kind: str, polygon: Sequence[Point], number: int) -> Piece:
    """A piece of a type of the guide; on a hill one stands as high as it is (SQ-TER-29)."""
    height = HEIGHTS.get(kind, 0.0)
    floor = {"floor": height} if kind == "hills" else {}
    return piece({**guide(kind), **floor, "id": f"{kind}-{number}", "polygon": polygon, "height": height})


def cornered(dice: SeededDice, square: tuple[int, int], number: int) -> Piece:
    """Something small in the square of a corner, away from the corner itself."""
    kind = SMALL[dice.below(len(SMALL))]
    wide: float = GUIDELINE["scatter_max"]
    near = CLEARANCE * 0.75
    x, y = (near if c == 0 else USUAL - near - wide for c in square)
    return made(kind, outline(kind, x, y, wide, wide), number)


def outline(kind: str, x: float, y: float, wide: float, deep: float) -> tuple[Point, ...]:
    """What people built has four corners, what grew has eight."""
    if kind in ("buildings", "barricades", "ruins", "fields"):
        return ((x, y), (x + wide, y), (x + wide, y + deep), (x, y + deep))
    cut = min(wide, deep) / 5
    right, top = x + wide, y + deep
    return (
        (x + cut, y),
        (right - cut, y),
        (right, y + cut),
        (right, top - cut),
        (right - cut, top),
        (x + cut, top),
        (x, top - cut),
        (x, y + cut),
    )
