"""Abilities of models (DW-ABL)."""

from __future__ import annotations

from sightline.core.effects import Bearing, Effect, effect, modify
from sightline.core.table import Table
from sightline.games.deepwars.catalog import SLACK
from sightline.games.deepwars.measure import LONG, distance, stick
from sightline.games.deepwars.questions import Activating
from sightline.games.deepwars.tokens import FALLEN, TRANSFIXED

COMMAND = "command"
"""The group of command bonuses, which never add to each other (DW-ACT-14)."""


def near_and_able(table: Table, question: Activating, bearing: Bearing) -> bool:
    """Within a Long stick of the one that rolls, and neither fallen nor transfixed."""
    one, other = table.models[bearing.bearer], table.models[question.model]
    able = FALLEN not in one.tokens and TRANSFIXED not in one.tokens
    return able and distance(table, one, other) <= stick(table, LONG) + SLACK


LEADER = effect("DW-ABL-37", modify(Activating, 1, role="near", when=near_and_able, group=COMMAND))

ALL: tuple[Effect, ...] = tuple(found for found in list(globals().values()) if isinstance(found, Effect))
