"""Those who lead, make and help others: command and assistance (DW-ACT-14, DW-ABL-06)."""

from __future__ import annotations

from sightline.core.effects import Bearing, Effect, effect, modify
from sightline.core.table import Table
from sightline.games.deepwars.catalog import SLACK
from sightline.games.deepwars.effects.abilities import has
from sightline.games.deepwars.measure import LONG, distance, friends, helpless, stick, touching
from sightline.games.deepwars.questions import Activating, QualityCheck
from sightline.games.deepwars.tokens import FALLEN

COMMAND = "command"
"""The group of command bonuses, which never add to each other."""


def in_command(table: Table, question: Activating, bearing: Bearing) -> bool:
    """Within a Long stick of the one that rolls, and not fallen, transfixed or immobilized."""
    one, other = table.models[bearing.bearer], table.models[question.model]
    able = FALLEN not in one.tokens and not helpless(one)
    return able and distance(table, one, other) <= stick(table, LONG) + SLACK


def commands_machines(table: Table, question: Activating, bearing: Bearing) -> bool:
    """A mechanical construct rolls."""
    other = table.models[question.model]
    return has(other, "construct") and has(other, "artificial") and in_command(table, question, bearing)


def commands_the_made(table: Table, question: Activating, bearing: Bearing) -> bool:
    """A living construct rolls."""
    other = table.models[question.model]
    return has(other, "construct") and not has(other, "artificial") and in_command(table, question, bearing)


def commands_beasts(table: Table, question: Activating, bearing: Bearing) -> bool:
    """A Warbeast or an Animal rolls."""
    other = table.models[question.model]
    return (has(other, "warbeast") or has(other, "animal")) and in_command(table, question, bearing)


def heals_the_made(table: Table, question: QualityCheck, bearing: Bearing) -> bool:
    """A living construct is treated."""
    patient = table.models.get(question.about)
    living = patient is not None and has(patient, "construct") and not has(patient, "artificial")
    return question.cause == "heal" and living


LEADER = effect("DW-ABL-37", modify(Activating, 1, role="near", when=in_command, group=COMMAND))


DEEP_CALLER = effect("DW-ABL-18", modify(Activating, 1, role="near", when=in_command, group=COMMAND))


ANIMIST = effect("DW-ABL-03", modify(Activating, 1, role="near", when=commands_machines, group=COMMAND))


BIOMANCER = effect(
    "DW-ABL-10",
    modify(Activating, 1, role="near", when=commands_the_made, group=COMMAND),
    modify(QualityCheck, 1, role="model", when=heals_the_made),
)


RE_ANIMATOR = effect("DW-ABL-48", modify(Activating, 1, role="near", when=commands_the_made, group=COMMAND))


SEA_SHAMAN = effect("DW-ABL-54", modify(Activating, 1, role="near", when=commands_beasts, group=COMMAND))


HELPED = ("learn", "mend", "repair")


MASTERS = ("scientist", "animist", "re_animator")
"""Whom Assistants help."""


HELPERS = 2
"""The Assistants that count at most."""


def lends_a_hand(table: Table, question: QualityCheck, bearing: Bearing) -> bool:
    """Somebody in contact who knows such work does it."""
    one, other = table.models[bearing.bearer], table.models[question.model]
    knows = any(has(other, ability) for ability in MASTERS)
    return question.cause in HELPED and knows and touching(table, one, other)


def helpers(table: Table, question: QualityCheck, bearing: Bearing) -> float:
    """One for each assistant in contact, two at most."""
    other = table.models[question.model]
    near = [f for f in friends(table, other) if has(f, "assistant") and touching(table, f, other)]
    return min(HELPERS, len(near))


ASSISTANT = effect("DW-ABL-06", modify(QualityCheck, helpers, role="near", when=lends_a_hand))


ALL: tuple[Effect, ...] = tuple(found for found in list(globals().values()) if isinstance(found, Effect))
