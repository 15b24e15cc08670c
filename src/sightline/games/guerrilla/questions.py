"""What the rules ask of those concerned."""

from __future__ import annotations

from collections.abc import Sequence

from sightline.core.effects import Note, Question, fold
from sightline.core.table import ModelId, Table
from sightline.core.variants import Variant
from sightline.games.guerrilla.catalog import STEP

ADVANTAGE, DISADVANTAGE = -STEP, STEP


def sources(notes: Sequence[Note]) -> tuple[int, int]:
    """How many sources of advantage and of disadvantage there are, those of one name counted once (DG-ADV-04)."""
    return len({n.source for n in notes if n.value < 0}), len({n.source for n in notes if n.value > 0})


def net_single_step(base: float, notes: Sequence[Note]) -> float:
    """One step for the side with more sources, none if they are equal."""
    helps, hinders = sources(notes)
    return base + (DISADVANTAGE if hinders > helps else ADVANTAGE if helps > hinders else 0)


def additive(base: float, notes: Sequence[Note]) -> float:
    """One step for every source."""
    helps, hinders = sources(notes)
    return base + DISADVANTAGE * hinders + ADVANTAGE * helps


def any_cancels(base: float, notes: Sequence[Note]) -> float:
    """One step, unless there are sources of both kinds."""
    helps, hinders = sources(notes)
    return base if helps and hinders else base + (DISADVANTAGE if hinders else ADVANTAGE if helps else 0)


STACKING = Variant(
    "advantage_stacking",
    {"net_single_step": net_single_step, "additive": additive, "any_cancels": any_cancels},
)


class ToHit(Question, frozen=True):
    """The number one die of an attack needs; a throw has no target."""

    roles = ("attacker", "target")
    attacker: ModelId
    target: ModelId
    weapon: str
    attack: str
    """`shot`, `swing` or `throw`."""

    def fold(self, table: Table, base: float, notes: Sequence[Note]) -> float:
        return STACKING.of(table)(base, notes)


class ToCast(Question, frozen=True):
    """The number the die of a cast needs."""

    roles = ("caster",)
    caster: ModelId
    ability: str

    def fold(self, table: Table, base: float, notes: Sequence[Note]) -> float:
        return STACKING.of(table)(base, notes)


class Targeting(Question, frozen=True):
    """Whether a model may be aimed at."""

    roles = ("attacker", "target")
    attacker: ModelId
    target: ModelId
    attack: str
    """`shot`, `swing` or `cast`."""


class Speed(Question, frozen=True):
    """How far a model may go in one move."""

    roles = ("model",)
    model: ModelId

    def fold(self, table: Table, base: float, notes: Sequence[Note]) -> float:
        return max(0.0, fold(base, notes))


class Healing(Question, frozen=True):
    """How much each heal of a cast takes off."""

    roles = ("caster",)
    caster: ModelId


class Mending(Question, frozen=True):
    """What lasting heals take off a model this upkeep."""

    roles = ("model",)
    model: ModelId


class Burning(Question, frozen=True):
    """What ongoing damage falls due on a model now."""

    roles = ("model",)
    model: ModelId
    moment: str
    """`start` or `end` of the siege phase."""
