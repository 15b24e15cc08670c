"""What is found: treasure that lies there, an artifact nobody has learned, and one try to learn it."""

from __future__ import annotations

from typing import Any

from sightline.games.deepwars.actions import FreeActivation, Learn, Nominate
from sightline.games.deepwars.loads import lying_there
from sightline.games.deepwars.tokens import LOAD
from tests.games.deepwars.stage import Stage, act, on

EYE, GOLD = "planar_eye", "golden_treasure"


def lay(stage: Stage, *spots: tuple[float, float], what: str = "treasure") -> Stage:
    """Treasure tokens on a stage."""
    for n, at in enumerate(spots, 1):
        stage.table.put_moved(lying_there(n, at, 0.0, what))
    stage.table.memo = {}
    return stage


def finder(*items: str, tokens: dict[str, int] | None = None) -> Stage:
    """Somebody who carries an artifact nobody has learned."""
    return Stage([on(20, 18, *items, tokens={f"{LOAD}:{EYE}": 1, **(tokens or {})}), on(2, 2)], [on(40, 30)])


def learning(stage: Stage, *dice: int) -> Any:
    """One try to learn the artifact."""
    return act(stage.match(*dice), Nominate("red-1"), FreeActivation("red-1"), Learn("red-1", EYE))
