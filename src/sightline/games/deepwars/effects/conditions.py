"""What conditions do to those who are under them (DW-CND)."""

from __future__ import annotations

from sightline.core.effects import Bearing, Effect, after, effect, forbid, modify
from sightline.core.events import Moved
from sightline.core.referee import Referee
from sightline.core.table import Table
from sightline.games.deepwars.checks import DONE, resistance_check
from sightline.games.deepwars.damage import cure, set_free, wound
from sightline.games.deepwars.effects.weapons import holds
from sightline.games.deepwars.events import Nominated
from sightline.games.deepwars.questions import (
    ATTACKING,
    ITEMS,
    MOVING,
    RECOVERING,
    STEPPING,
    USING,
    Activating,
    AttackScore,
    Countering,
    DefenceScore,
    Doing,
    Flanking,
)
from sightline.games.deepwars.tokens import FALLEN, HELD_BY, IRRADIATED, POISONED, TRANSFIXED, about


def not_getting_up(table: Table, question: Doing, bearing: Bearing) -> bool:
    """Anything but getting up."""
    return question.deed != f"{RECOVERING}:{FALLEN}" and not (
        question.deed == f"{RECOVERING}:{TRANSFIXED}" and TRANSFIXED in table.models[question.actor].tokens
    )


def more_than_recovering(table: Table, question: Doing, bearing: Bearing) -> bool:
    """Moving, attacking, using things, turning."""
    return question.deed != f"{RECOVERING}:{TRANSFIXED}"


def moving(table: Table, question: Doing, bearing: Bearing) -> bool:
    """Moving, stepping, charging or changing depth (DW-MOV-09)."""
    return question.deed in (MOVING, STEPPING)


def moving_or_acting(table: Table, question: Doing, bearing: Bearing) -> bool:
    """Moving, attacking, using things."""
    return question.deed in (MOVING, STEPPING, ATTACKING, ITEMS, USING, "turn", "cast")


LIES_DOWN = effect(
    "DW-CND-01",
    forbid(Doing, role="actor", when=not_getting_up),
    forbid(Flanking, role="model"),
)
IS_DAZED = effect(
    "DW-CND-02",
    modify(Activating, -1, role="model"),
    modify(AttackScore, -1, role="attacker"),
    modify(DefenceScore, -1, role="defender"),
    forbid(Flanking, role="model"),
)
IS_TRANSFIXED = effect(
    "DW-CND-03",
    forbid(Doing, role="actor", when=more_than_recovering),
    forbid(Countering, role="defender"),
    forbid(Flanking, role="model"),
)


async def slip_away(ref: Referee, event: Moved, bearing: Bearing) -> None:
    """Whoever is carried out of reach of the one that holds it is free (DW-CND-04)."""
    table, model = ref.table, ref.table.models[event.model]
    holders = [about(t) for t in model.tokens if t.startswith(f"{HELD_BY}:")]
    if model.at is not None and holders and not any(holds(table, table.models[id], model) for id in holders):
        await set_free(ref, model.id)


IS_ENTANGLED = effect(
    "DW-CND-04",
    forbid(Doing, role="actor", when=moving),
    modify(AttackScore, -1, role="attacker"),
    modify(DefenceScore, -1, role="defender"),
    after(Moved, slip_away, role="model"),
)
IS_IMMOBILIZED = effect(
    "DW-CND-05",
    forbid(Doing, role="actor", when=moving_or_acting),
    forbid(Countering, role="defender"),
    forbid(Flanking, role="model"),
)


async def poison_bites(ref: Referee, event: Nominated, bearing: Bearing) -> None:
    """Resist and be rid of it, or take a wound that ignores armor; against rays armor does not help (DW-CND-06)."""
    id = event.bearer
    strength = ref.table.tokens(id, POISONED)
    if not strength:
        return  # It has died when it was nominated, of the ground it lies on.
    cause = "irradiation" if ref.table.tokens(id, IRRADIATED) else "poison"
    if await resistance_check(ref, id, cause, rule="DW-CND-06", mod=1 - strength) >= DONE:
        await cure(ref, id)
    else:
        await wound(ref, id, "body", 1, rule="DW-CND-06", how="poison")


IS_POISONED = effect("DW-CND-06", after(Nominated, poison_bites, role="bearer"))

ALL: tuple[Effect, ...] = tuple(found for found in list(globals().values()) if isinstance(found, Effect))
