"""What scenery does by itself at the end of a Game Turn (DW-END-01, DW-SCA-05, DW-SCW-02)."""

from __future__ import annotations

from sightline.core.referee import Referee
from sightline.games.deepwars.effects.scenery import go_on, wake
from sightline.games.deepwars.ending import Scenery


async def scenery(ref: Referee, part: Scenery) -> None:
    """The chamber stirs, the blaster goes on discharging."""
    await wake(ref)
    await go_on(ref)
