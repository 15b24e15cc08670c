"""Wounds: who takes them, who falls, and what becomes of units (SQ-WND, SQ-UNC)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sightline.core.decisions import Decision, Offer, Pick, Refusal, Slot
from sightline.core.events import Event
from sightline.core.referee import Referee
from sightline.core.table import Model, ModelId, Part, RuleId, Table
from sightline.games.starquest.actions import TakeOff
from sightline.games.starquest.agreeing import agreed
from sightline.games.starquest.catalog import ENEMIES, SLACK
from sightline.games.starquest.events import Felled, Healed, Lost, Settled, Slain, Steadied, Wounded
from sightline.games.starquest.ground import floor_at
from sightline.games.starquest.measure import (
    UnitId,
    conscious,
    gap,
    ids,
    inches,
    is_hero,
    members,
    party,
    place,
    up,
    wounds_left,
)
from sightline.games.starquest.tokens import HURT, RESERVE, SHAKEN, UNCONSCIOUS, WOUNDS

FRIGHT, FALL = "fright", "fall"
"""The cause of what somebody suffers who would be Shaken, and has been tried by it enough (SQ-SHK-03)."""


class Suffering(Part, frozen=True):
    """Wounds a unit has taken and nobody has yet."""

    unit: UnitId
    wounds: int
    attacker: ModelId = ""
    weapon: str = ""
    deep: int = 1
    """What each wound counts; if more than one, each goes to one model and does not spill over (SQ-SPR-13)."""
    cause: str = "attack"
    rule: RuleId = "SQ-WND-01"


async def suffering(ref: Referee, part: Suffering) -> None:
    """One model takes what it can, then the next (SQ-WND-02, SQ-SPR-13)."""
    table = ref.table
    models = [m for m in members(table, part.unit) if conscious(m)]
    if not models or part.wounds < 1:
        return
    model = await victim(ref, models, part.deep > 1)
    if part.deep > 1:
        taken, left = part.deep, part.wounds - 1
    else:
        taken = min(part.wounds, wounds_left(model))
        left = part.wounds - taken
    await hurt(ref, model.id, taken, part.rule, part.cause, part.attacker, part.weapon)
    if left and table.outcome is None:
        ref.then(Suffering(part.unit, left, part.attacker, part.weapon, part.deep, part.cause, part.rule))


# ------------------------------------------------------------------ who takes a wound (SQ-WND-02)


def coherent(spots: Sequence[tuple[Model, tuple[float, float]]], table: Table) -> bool:
    """Whether models on these spots form a unit: linked one by one, and all near each other (SQ-COH-01, SQ-COH-03)."""
    if len(spots) < 2:
        return True
    link, every = inches(table, "coherency_link"), inches(table, "coherency_all")
    levels = inches(table, "coherency_levels")
    floors = [floor_at(table.terrain, at) for _, at in spots]
    linked: dict[int, list[int]] = {n: [] for n in range(len(spots))}
    for i in range(len(spots)):
        for j in range(i + 1, len(spots)):
            (a, (ax, ay)), (b, (bx, by)) = spots[i], spots[j]
            far = max(0.0, ((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5 - a.radius - b.radius)
            if far > every + SLACK:
                return False
            if far <= (link if floors[i] == floors[j] else levels) + SLACK:
                linked[i].append(j)
                linked[j].append(i)
    return len(_chain(linked)) == len(spots)


def _chain(linked: Mapping[int, Sequence[int]]) -> list[int]:
    met, todo = [0], [0]
    while todo:
        for n in linked[todo.pop()]:
            if n not in met:
                met.append(n)
                todo.append(n)
    return met


def in_coherency(table: Table, models: Sequence[Model]) -> bool:
    """Whether some models form a unit where they stand."""
    return coherent([(m, place(m)) for m in models], table)


def candidates(table: Table, models: Sequence[Model], deep: bool) -> list[Model]:
    """Who may take the next wound: the wounded one first, then whoever the rest can do without."""
    hurt_already = [m for m in models if m.tokens.get(WOUNDS, 0)]
    able = hurt_already if hurt_already and not deep else list(models)
    if len(able) < 2 or len(models) < 3:
        return able
    return [m for m in able if in_coherency(table, [o for o in models if o is not m])] or able


def automatic(table: Table, models: Sequence[Model]) -> Model:
    """The usual choice: the one nearest to a hero, then the first; models of a unit deal the same damage."""
    heroes = up(table)
    return min(models, key=lambda m: min((gap(m, h) for h in heroes), default=0.0))


async def victim(ref: Referee, models: Sequence[Model], deep: bool) -> Model:
    """The players choose which model of a unit takes a wound, where there is a choice."""
    able = candidates(ref.table, models, deep)
    if len(able) == 1:
        return able[0]
    usual = automatic(ref.table, able)
    offers = (Offer(TakeOff, "SQ-WND-02"),)
    action = await agreed(ref, "SQ-WND-02", offers, default=TakeOff(usual.id))
    assert isinstance(action, TakeOff)
    return ref.table.models[action.model]


def open_to(table: Table) -> tuple[ModelId, ...]:
    """The models among which the players choose now."""
    part = table.agenda[0] if table.agenda else None
    unit = getattr(part, "unit", "")
    models = [m for m in members(table, unit) if conscious(m)]
    return ids(candidates(table, models, getattr(part, "deep", 1) > 1))


def check_take_off(table: Table, decision: Decision, action: TakeOff) -> Refusal | None:
    """Whoever may take the wound."""
    if decision.rule == "SQ-WND-02" and action.model in open_to(table):
        return None
    return Refusal("SQ-WND-02", {"model": action.model})


def take_off_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Those among whom the players choose."""
    return {"model": Pick(open_to(table))}


# ------------------------------------------------------------------ taking wounds


async def hurt(
    ref: Referee,
    model: ModelId,
    amount: int,
    rule: RuleId,
    cause: str,
    attacker: ModelId = "",
    weapon: str = "",
) -> int:
    """A model takes wounds; one that has taken all it can bear is gone, a hero unconscious. How many stay."""
    table = ref.table
    before = table.models[model]
    if not conscious(before) or amount < 1:
        return 0
    wounds = min(amount, wounds_left(before))
    await ref.emit(
        Wounded(
            rule=rule,
            bearer=model,
            token=WOUNDS,
            by=wounds,
            attacker=attacker,
            weapon=weapon,
            lost=amount - wounds,
            cause=cause,
        )
    )
    after = table.models[model]
    taken = wounds_left(before) - wounds_left(after)
    if not taken:
        return 0
    gone = wounds_left(after) <= 0
    if gone:
        await fall(ref, model, rule)
    if cause != FRIGHT:
        await mark(ref, before.unit)
    return taken


async def mark(ref: Referee, unit: UnitId) -> None:
    """Whoever is left of a unit bears in mind that it was hurt in this activation (SQ-MRL-01)."""
    table = ref.table
    rest = [m for m in members(table, unit) if conscious(m)]
    if rest and table.outcome is None and table.tokens(rest[0].id, HURT) < 1:
        await ref.emit(Settled(rule="SQ-MRL-01", bearers=ids(rest), token=HURT, value=1))


async def fall(ref: Referee, model: ModelId, rule: RuleId) -> None:
    """An enemy is taken off; a hero falls unconscious where it stands (SQ-WND-01, SQ-UNC-01)."""
    table = ref.table
    fallen = table.models[model]
    if not is_hero(fallen):
        await ref.emit(Slain(rule="SQ-WND-01", model=model))
        return
    events: list[Event] = [Felled(rule="SQ-UNC-01", bearer=model, token=UNCONSCIOUS, value=1)]
    if SHAKEN in fallen.tokens:
        events.append(Steadied(rule="SQ-UNC-01", bearers=(model,), token=SHAKEN, value=0))
    await ref.emit(*events)
    if not any(conscious(m) or RESERVE in m.tokens for m in party(table)):
        await ref.emit(Lost(rule="SQ-UNC-04", winner=ENEMIES))


def healed(model: Model, amount: int, rule: RuleId) -> tuple[Event, ...]:
    """Wounds that are restored, never below none (SQ-WND-04)."""
    less = min(amount, model.tokens.get(WOUNDS, 0))
    return (Healed(rule=rule, bearer=model.id, token=WOUNDS, by=-less),) if less > 0 else ()
