"""Success rolls: several dice, each against a number (DW-GEN-01 to DW-GEN-03, DW-CHK)."""

from __future__ import annotations

from sightline.core.dice import Roll
from sightline.core.effects import Tally
from sightline.core.referee import Referee
from sightline.core.table import Model, ModelId, RuleId, Side, Table
from sightline.games.deepwars.catalog import DIE, SECTIONS, sizes
from sightline.games.deepwars.events import Checked
from sightline.games.deepwars.measure import size
from sightline.games.deepwars.questions import (
    Check,
    MoraleCheck,
    QualityCheck,
    ResistanceCheck,
    StrengthCheck,
    WillCheck,
)
from sightline.games.deepwars.remembering import lineup
from sightline.games.deepwars.sides import attacker
from sightline.games.deepwars.tokens import ARMOR, LOOPED, QUALITY

DICE = 3
FIXED = 5
"""What Resistance and Strength Checks roll against."""

DONE = 2
"""The successes that complete a check, or resist (DW-CHK-01 to DW-CHK-04)."""


def roller(table: Table, model: Model) -> Side:
    """Who throws the dice of a model; for wild creatures the attacker does."""
    if model.side in table.sides:
        return model.side
    return attacker(table)


def near(table: Table, model: Model) -> tuple[ModelId, ...]:
    """The friends who may have something to add to a roll."""
    return tuple([m.id for m in lineup(table, model.side) if m.id != model.id])


def reads(need: Tally) -> tuple[int, ...]:
    """What the faces mean: reached, or not."""
    return tuple(int(need.met(face)) for face in range(1, DIE + 1))


def lowest_armor(model: Model) -> int:
    """The lowest printed Armor Value of a model (DW-CHK-02)."""
    return min(model.tokens.get(f"{ARMOR}:{section}", 0) for section in SECTIONS)


async def succeed(ref: Referee, question: Check, target: int, rule: RuleId, dice: int = DICE) -> int:
    """Roll dice against a number; how many of them reach it."""
    from sightline.games.deepwars import advancing

    table, model = ref.table, ref.table.models[question.model]
    await advancing.before_check(ref, question)
    need = ref.tally(question, target)
    side = roller(table, model)
    roll = Roll(rule, DIE, dice, side, model.id, need, reads(need), question)
    (faces,) = await ref.throw(roll, seats=(side,) if side == model.side else ())
    successes = sum(need.met(face) for face in faces)
    # No die is rolled a third time (DW-GEN-15).
    repeated = table.tokens(model.id, LOOPED) > model.tokens.get(LOOPED, 0)
    if not repeated and await advancing.rolled_again(ref, question, dice - successes):
        (faces,) = await ref.throw(roll)
        successes = sum(need.met(face) for face in faces)
    await advancing.over(ref, model.id, model.side)
    await ref.emit(
        Checked(
            rule=rule,
            model=model.id,
            check=type(question).__name__,
            successes=successes,
            failures=dice - successes,
        )
    )
    return successes


async def quality_check(
    ref: Referee, id: ModelId, cause: str, about: str = "", rule: RuleId = "DW-CHK-01", mod: int = 0
) -> int:
    """Three dice against Quality (DW-CHK-01)."""
    model = ref.table.models[id]
    question = QualityCheck(id, near(ref.table, model), cause, about, mod)
    return await succeed(ref, question, model.tokens[QUALITY], rule)


async def resistance_check(
    ref: Referee, id: ModelId, cause: str, about: str = "", rule: RuleId = "DW-CHK-02", mod: int = 0
) -> int:
    """Three dice against 5; the lowest armor and the size help (DW-CHK-02)."""
    model = ref.table.models[id]
    return await succeed(ref, ResistanceCheck(id, near(ref.table, model), cause, about, mod), FIXED, rule)


async def will_check(
    ref: Referee, id: ModelId, cause: str, about: str = "", rule: RuleId = "DW-CHK-03", mod: int = 0
) -> int:
    """Three dice against Quality (DW-CHK-03)."""
    model = ref.table.models[id]
    return await succeed(ref, WillCheck(id, near(ref.table, model), cause, about, mod), model.tokens[QUALITY], rule)


async def strength_check(
    ref: Referee, id: ModelId, cause: str, about: str = "", rule: RuleId = "DW-CHK-04", mod: int = 0
) -> int:
    """Three dice against 5; the size helps (DW-CHK-04)."""
    model = ref.table.models[id]
    return await succeed(ref, StrengthCheck(id, near(ref.table, model), cause, about, mod), FIXED, rule)


async def morale_check(ref: Referee, id: ModelId, trigger: str, cause: ModelId, rule: RuleId) -> int:
    """Three dice against Quality; every failure counts (DW-MRL-06)."""
    model = ref.table.models[id]
    question = MoraleCheck(id, near(ref.table, model), trigger, cause)
    return DICE - await succeed(ref, question, model.tokens[QUALITY], rule)


def bulk(model: Model) -> int:
    """What size adds to Resistance."""
    return sizes()[size(model) - 1].resistance


def brawn(model: Model) -> int:
    """What size adds to Strength."""
    return sizes()[size(model) - 1].strength
