"""Models with abilities: what the tests of those begin with."""

from __future__ import annotations

from typing import Any

from sightline.games.xenotactics.acting import limit
from sightline.games.xenotactics.actions import (
    UseAbility,
)
from tests.games.xenotactics.stage import (
    Stage,
    on,
    wall,
)

SPARE = on(46, 34)
SCREEN = wall(40, 0, 41, 36, "screen")


def lim(stage: Stage, model: str = "red-1") -> int:
    """How many points a model may spend."""
    return limit(stage.table, stage.table.models[model])


def unseen(*red: Any, **more: Any) -> Stage:
    """Red models whom nobody sees."""
    return Stage(red, [SPARE], terrain=[SCREEN, *more.pop("terrain", ())], **more)


def seen(*red: Any, **more: Any) -> Stage:
    """Red models in the open, with an enemy who looks on."""
    return Stage(red, [on(30, 10)], **more)


def use(ability: str, target: str = "", **more: Any) -> UseAbility:
    return UseAbility("red-1", ability, target, **more)
