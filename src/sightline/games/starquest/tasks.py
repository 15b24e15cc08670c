"""What heroes do with objective markers: working on them, carrying them, dropping them (SQ-PRI-01 to SQ-PRI-04)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import hypot
from typing import TYPE_CHECKING, Any

from sightline.core.decisions import Action, Decision, Offer, Pick, Refusal, Slot, Spot
from sightline.core.effects import Bearing
from sightline.core.events import Event
from sightline.core.game import ActionKind
from sightline.core.referee import Referee
from sightline.core.table import TABLE, Model, Point, Table
from sightline.games.starquest.actions import PickUp, PutDown, Work
from sightline.games.starquest.catalog import ENEMIES
from sightline.games.starquest.events import Dropped, Felled, MarkerLaid, PickedUp, Shaken, Slain
from sightline.games.starquest.markers import OBJECTIVE, beside, legal, lying, marker
from sightline.games.starquest.measure import ids, inches, place, reach, within
from sightline.games.starquest.objectives import carried, current, marker_fault, portable, workable, worked_on
from sightline.games.starquest.roads import around
from sightline.games.starquest.sighting import sees_spot
from sightline.games.starquest.skills import begin, skill_fault
from sightline.games.starquest.testing import stat_test
from sightline.games.starquest.tokens import ACTING, HUNTED, WAVE

if TYPE_CHECKING:
    from sightline.games.starquest.working import Use


def to_work_on(table: Table, model: Model) -> tuple[Model, ...]:
    """The markers a hero can work on from where it stands."""
    return tuple(m for m in beside(table, model, OBJECTIVE) if workable(table, m))


def to_pick_up(table: Table, model: Model) -> tuple[Model, ...]:
    """The markers a hero can pick up; it carries one at most (SQ-PRI-02)."""
    return () if carried(model) else tuple(m for m in beside(table, model, OBJECTIVE) if portable(table, m))


def task_offers(table: Table, model: Model) -> Iterator[Offer]:
    """What a hero may do with objective markers by a Skill action."""
    if to_work_on(table, model):
        yield Offer(Work, "SQ-PRI-01", {"actor": model.id})
    if to_pick_up(table, model):
        yield Offer(PickUp, "SQ-PRI-02", {"actor": model.id})


def put_down_offers(table: Table, model: Model) -> Iterator[Offer]:
    """A carrier may put its marker down at any time in its activation."""
    if carried(model):
        yield Offer(PutDown, "SQ-PRI-02", {"actor": model.id})


# ------------------------------------------------------------------ working and picking up (SQ-PRI-01)


async def play_work(ref: Referee, model: Model, action: Work) -> None:
    """A test of the objective; without success the marker stays."""
    await begin(ref, model, "work", "SQ-PRI-01", action.marker)
    await work(ref, model, action.marker)


async def work(ref: Referee, model: Model, marker: str) -> None:
    """The test, and what comes of it."""
    objective = current(ref.table)
    assert objective is not None
    if await stat_test(ref, model.id, objective.test, objective.rule):
        await worked_on(ref, marker)


async def play_pick_up(ref: Referee, model: Model, action: PickUp) -> None:
    """A test; who passes carries the marker."""
    objective = current(ref.table)
    assert objective is not None
    await begin(ref, model, "pick_up", "SQ-PRI-02", action.marker)
    if await stat_test(ref, model.id, objective.test, objective.rule):
        await ref.emit(PickedUp(rule="SQ-PRI-02", model=model.id, marker=action.marker))


async def play_put_down(ref: Referee, model: Model, action: PutDown) -> None:
    """No action, no test."""
    await ref.emit(Dropped(rule="SQ-PRI-02", model=model.id, marker=carried(model), at=action.at))


def check_work(table: Table, decision: Decision, action: Work) -> Refusal | None:
    """A marker within an inch with something to be done."""
    no = skill_fault(table, decision, action.actor)
    return no or marker_fault(table, table.models[action.actor], action.marker, workable)


def check_pick_up(table: Table, decision: Decision, action: PickUp) -> Refusal | None:
    """A marker within an inch, and empty hands."""
    no = skill_fault(table, decision, action.actor)
    if no is not None:
        return no
    hero = table.models[action.actor]
    if carried(hero):
        return Refusal("SQ-PRI-02", {"model": hero.id, "carries": carried(hero)})
    return marker_fault(table, hero, action.marker, portable)


def check_put_down(table: Table, decision: Decision, action: PutDown) -> Refusal | None:
    """A carrier in its own activation; a legal spot within an inch."""
    hero = table.models.get(action.actor)
    if hero is None or decision.rule != "SQ-RND-05" or decision.about != action.actor or ACTING not in hero.tokens:
        return Refusal("SQ-RND-03", {"model": action.actor, "active": decision.about})
    if not carried(hero):
        return Refusal("SQ-PRI-02", {"model": action.actor})
    far = reach(hero, action.at)
    if not within(far, inches(table, "marker_reach")):
        return Refusal("SQ-PRI-02", {"distance": round(far, 4), "most": inches(table, "marker_reach")})
    return None if legal(table, action.at) else Refusal("SQ-MIS-07", {"spot": str(action.at)})


def work_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """The markers near by."""
    hero = table.models[offer.given["actor"]]
    found = to_work_on(table, hero) if offer.action is Work else to_pick_up(table, hero)
    return {"marker": Pick(ids(found))}


def put_down_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Within an inch."""
    return {"at": Spot(offer.given["actor"], inches(table, "marker_reach"))}


PLAYS: Mapping[Any, Any] = {Work: play_work, PickUp: play_pick_up, PutDown: play_put_down}
CHECKS: Mapping[type[Action], ActionKind] = {
    Work: ActionKind(check_work, work_slots),
    PickUp: ActionKind(check_pick_up, work_slots),
    PutDown: ActionKind(check_put_down, put_down_slots),
}


# ------------------------------------------------------------------ from afar: Remote Access (SQ-HSK-07)


def in_remote_reach(table: Table, model: Model, far: float) -> tuple[str, ...]:
    """The objective markers in sight that a hero could work on from afar; it cannot pick any up so."""
    from sightline.games.starquest.effects import EFFECTS
    from sightline.games.starquest.questions import Seeing

    found = [m for m in lying(table, OBJECTIVE) if workable(table, m) and within(reach(model, place(m)), far)]
    return ids(m for m in found if sees_spot(table, model, place(m)) and EFFECTS.allows(table, Seeing(model.id, m.id)))


async def remote_work(ref: Referee, use: Use, fx: Mapping[str, Any]) -> None:
    """As though within an inch, with the usual test."""
    if workable(ref.table, ref.table.models[use.target]):
        await work(ref, ref.table.models[use.source], use.target)


# ------------------------------------------------------------------ dropping (SQ-PRI-03)


def where_it_falls(table: Table, hero: Model) -> Point:
    """At the feet of whoever drops it, or the nearest legal point within an inch."""
    far = inches(table, "marker_reach") + hero.radius
    x, y = place(hero)
    near = (p for p in around(table, (x, y)) if hypot(p[0] - x, p[1] - y) <= far)
    return next((p for p in near if legal(table, p)), (x, y))


async def drop(ref: Referee, event: Shaken | Felled, bearing: Bearing) -> None:
    """Whoever is Shaken or falls unconscious lets go."""
    for id in event.bearers if isinstance(event, Shaken) else (event.bearer,):
        hero = ref.table.models[id]
        held = carried(hero)
        if held and hero.at is not None:
            await ref.emit(Dropped(rule="SQ-PRI-03", model=id, marker=held, at=where_it_falls(ref.table, hero)))


# ------------------------------------------------------------------ the last of a wave (SQ-PRI-04, SQ-SEC-02)


def last_of_the_hunted(table: Table, event: Slain, bearing: Bearing) -> bool:
    """Nobody else is left of the wave, neither on the table nor in ambush."""
    wave = table.tokens(TABLE, HUNTED)
    fallen = table.models[event.model]
    objective = current(table)
    if not wave or fallen.tokens.get(WAVE) != wave or objective is None or objective.kind != "kill_then_work":
        return False
    return not any(
        m.owner == ENEMIES and m.tokens.get(WAVE) == wave and m.id != fallen.id and "removed" not in m.tokens
        for m in table.models.values()
        if m.kind == "model"
    )


async def leave_a_marker(ref: Referee, event: Slain, bearing: Bearing) -> tuple[Event, ...]:
    """It leaves a marker where it stood."""
    table = ref.table
    objective = current(table)
    assert objective is not None
    at = where_it_falls(table, table.models[event.model])
    return event, MarkerLaid(rule=objective.rule, new=marker(table, OBJECTIVE, at))
