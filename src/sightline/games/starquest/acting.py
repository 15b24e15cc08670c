"""What a unit may still do in its activation, how far it goes, and what power costs."""

from __future__ import annotations

from collections.abc import Sequence

from sightline.core.decisions import Refusal
from sightline.core.events import Event
from sightline.core.referee import Referee
from sightline.core.table import Model, RuleId, Table
from sightline.core.variants import Variant
from sightline.games.starquest.catalog import CONSTANTS
from sightline.games.starquest.effects import EFFECTS
from sightline.games.starquest.events import PowerLost, PowerRestored, PowerSpent, Settled
from sightline.games.starquest.measure import conscious
from sightline.games.starquest.questions import Doing, Reach
from sightline.games.starquest.tokens import (
    CAST,
    DEEDS,
    DISEASED,
    EXTRA,
    MOST_POWER,
    POWER,
    RESTED,
    SHAKEN,
    SKILLS,
    UNCONSCIOUS,
)

HOLD, SHOOT, ADVANCE, RUSH, CHARGE, SKILL, REST = "hold", "shoot", "advance", "rush", "charge", "skill", "rest"
BASE = {ADVANCE: 6.0, RUSH: 12.0, CHARGE: 12.0, "scout": float(CONSTANTS["scout_distance"])}
"""The moves of the actions, and of those who scout ahead (SQ-ACN-03, SQ-ACN-04, SQ-ACN-05, SQ-SPR-27)."""
SCURRY = "scurry"
ONWARD = "onward"
"""What is left of a move that is gone on with: whatever changes moves has changed it already."""
OVER = 9
"""Actions taken that leave nobody any more."""
PRICE: int = CONSTANTS["extra_action_power"]


def allowance(table: Table, model: Model, deed: str, base: float | None = None) -> float:
    """How far a model may go with an action, on this table (SQ-MOV-06)."""
    return EFFECTS.tally(table, Reach(model.id, deed), BASE[deed] if base is None else base).value


def doing_fault(table: Table, model: Model, deed: str) -> Refusal | None:
    """Why a unit may not act in some way at all: its state forbids it (SQ-GEN-07)."""
    no = EFFECTS.forbids(table, Doing(model.id, deed))
    return None if no is None else Refusal(no[0], {"model": model.id, **no[1]})


def idle(model: Model) -> bool:
    """Whether a hero uses nothing of its own accord: it is unconscious, Shaken or rests this round (SQ-GEN-07)."""
    return any(state in model.tokens for state in (UNCONSCIOUS, SHAKEN, RESTED))


def slot_fault(model: Model, deed: str) -> Refusal | None:
    """Why a hero has no action left for something: one of any kind and a Skill action, and one paid for (SQ-RND-05)."""
    extra = model.tokens.get(EXTRA, 0)
    others, skills = model.tokens.get(DEEDS, 0), model.tokens.get(SKILLS, 0)
    if deed == REST:
        taken = others + skills + sum(token.startswith(f"{CAST}:") for token in model.tokens)
        return Refusal("SQ-RST-02", {"model": model.id, "actions": taken}) if taken + extra else None
    if deed != SKILL and others >= 1 + extra:
        return Refusal("SQ-RND-05", {"model": model.id, "actions": others, "most": 1 + extra})
    if others + skills >= 2 + extra:
        return Refusal("SQ-RND-05", {"model": model.id, "actions": others + skills, "most": 2 + extra})
    return None


async def no_more(ref: Referee, models: Sequence[Model], rule: RuleId) -> None:
    """The activation of some models is over, whatever they could still do."""
    own = tuple(m.id for m in models)
    await ref.emit(
        Settled(rule=rule, bearers=own, token=DEEDS, value=OVER),
        Settled(rule=rule, bearers=own, token=SKILLS, value=OVER),
    )


# ------------------------------------------------------------------ power (SQ-RST-03, SQ-STC-03)


def whole_amount(held: int, amount: int) -> tuple[int, int]:
    """All or nothing: what cannot be paid is taken as wounds in full."""
    return (amount, 0) if amount <= held else (0, amount)


def shortfall_only(held: int, amount: int) -> tuple[int, int]:
    """What is held is used up first."""
    return (min(held, amount), max(0, amount - held))


DEBT = Variant("power_debt", {"whole_amount": whole_amount, "shortfall_only": shortfall_only})


def price(table: Table, model: Model, amount: int, spent: bool = True) -> tuple[int, int]:
    """The power and the wounds that a payment or a loss takes; the Diseased pay with both (SQ-STC-03)."""
    power, wounds = DEBT.of(table)(model.tokens.get(POWER, 0), amount)
    if spent and DISEASED in model.tokens:
        wounds += power
    return power, wounds


async def pay(ref: Referee, model: str, amount: int, rule: RuleId, spent: bool = True) -> bool:
    """Settle a cost before its benefit; whether the hero is still on its feet to get it."""
    from sightline.games.starquest.harm import hurt

    power, wounds = price(ref.table, ref.table.models[model], amount, spent)
    if power:
        kind = PowerSpent if spent else PowerLost
        await ref.emit(kind(rule=rule, bearer=model, token=POWER, by=-power))
    if wounds:
        await hurt(ref, model, wounds, "SQ-RST-03" if not power else "SQ-STC-03", "cost")
    return conscious(ref.table.models[model])


def restored(model: Model, amount: int, rule: RuleId) -> tuple[Event, ...]:
    """Power that comes back, up to what a hero can hold (SQ-RST-04)."""
    more = min(amount, model.tokens.get(MOST_POWER, 0) - model.tokens.get(POWER, 0))
    return (PowerRestored(rule=rule, bearer=model.id, token=POWER, by=more),) if more > 0 else ()
