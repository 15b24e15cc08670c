"""A match in the words of the wire, as a room needs it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sightline.core.decisions import Refusal
from sightline.core.match import Match
from sightline.server.describe import refusal_view, scene_view
from sightline.server.messages import Change, LineView, RefusalView, Scene
from sightline.server.sheets import MAT


def scene(match: Match) -> Scene:
    """The whole table."""
    plan = match.setup.table
    return scene_view(match.game, match.table, plan.name or plan.id, match.game.screen.mats.get(plan.id, MAT))


def whole(now: Scene) -> Change:
    """The whole scene as a change."""
    return Change(now.models, now.sides, now.clock, now.zones, now.pieces, now.blocks, now.active, now.mission)


def refusal(match: Match, no: Refusal) -> RefusalView:
    """A no in words."""
    return refusal_view(match.game, match.table, no)


def told_before(events: Sequence[Any], number: int) -> list[LineView]:
    """Events of rules that are no more, as far as they can be told."""
    return [
        LineView(place, str(event.get("type", "")), str(event.get("rule", "")), "quiet", tag=str(event.get("type", "")))
        for place, event in enumerate(events, number + 1)
    ]
