"""Units that come later: enemies out of ambush, and heroes held back (SQ-SPR-05, SQ-SPR-06)."""

from __future__ import annotations

from collections.abc import Mapping

from sightline.core.decisions import Decision, Offer, Refusal, Slot, Spot
from sightline.core.referee import Referee
from sightline.core.table import TABLE, Model, Part, Point, Table
from sightline.games.starquest import missions
from sightline.games.starquest.actions import Arrive, Wait
from sightline.games.starquest.agreeing import SIMULTANEOUS, at_once
from sightline.games.starquest.catalog import HEROES
from sightline.games.starquest.events import HeroPlaced, Noted
from sightline.games.starquest.measure import UnitId, conscious, foes, inches, members, over, party, reach
from sightline.games.starquest.roads import standing_fault
from sightline.games.starquest.tokens import ARRIVES, RESERVE, ROUND


class Arrivals(Part, frozen=True):
    """The start of a round: enemies in ambush that are due, then heroes in reserve."""


class Ambush(Part, frozen=True):
    """A hero in reserve may be brought on."""

    model: str


SIMULTANEOUS["SQ-SPR-05"] = Ambush


def due(table: Table) -> list[UnitId]:
    """The enemy units whose round of arrival has come."""
    now = table.tokens(TABLE, ROUND)
    found = [m.unit for m in table.models.values() if m.at is None and 0 < m.tokens.get(ARRIVES, 0) <= now]
    return list(dict.fromkeys(found))


async def arrivals(ref: Referee, part: Arrivals) -> None:
    """Enemies first, then the heroes decide (SQ-RND-10)."""
    from sightline.games.starquest.deploying import appear

    table = ref.table
    for unit in due(table):
        own = [m for m in table.models.values() if m.unit == unit and ARRIVES in m.tokens]
        found = await missions.ambush_goal(ref)
        if found is not None:
            await appear(ref, own, found, inches(table, "ambush_goal_distance"))
    if table.tokens(TABLE, ROUND) >= 2:
        ref.then(*at_once("SQ-SPR-05", [m.id for m in party(table) if RESERVE in m.tokens]))


async def ambush(ref: Referee, part: Ambush) -> None:
    """From round 2 on, anywhere over 9 inches from every enemy; the last ones up have to come (SQ-SPR-05)."""
    table = ref.table
    offers = [Offer(Arrive, "SQ-SPR-05", {"model": part.model})]
    must = not any(conscious(m) for m in party(table))
    if not must:
        offers.append(Offer(Wait, "SQ-SPR-05", {"model": part.model}))
    default = None if must else Wait(part.model)
    action = await ref.choose(HEROES, "SQ-SPR-05", offers, default=default, about=part.model)
    if isinstance(action, Arrive):
        await ref.emit(
            HeroPlaced(rule="SQ-SPR-05", model=part.model, at=action.at),
            Noted(rule="SQ-SPR-05", bearer=part.model, token=RESERVE, value=0),
        )


def arrival_fault(table: Table, model: Model, at: Point) -> Refusal | None:
    """A legal spot over 9 inches from every enemy unit."""
    no = standing_fault(table, model, at)
    if no is not None:
        return no
    for unit in foes(table, model.side):
        for enemy in members(table, unit):
            far = reach(enemy, at) - model.radius
            if not over(far, inches(table, "ambush_distance")):
                return Refusal("SQ-SPR-05", {"distance": round(far, 4), "over": inches(table, "ambush_distance")})
    return None


def check_arrive(table: Table, decision: Decision, action: Arrive) -> Refusal | None:
    """A hero in reserve, from round 2 on."""
    model = table.models.get(action.model)
    if model is None or decision.rule != "SQ-SPR-05" or decision.about != action.model or RESERVE not in model.tokens:
        return Refusal("SQ-SPR-05", {"model": action.model, "round": table.tokens(TABLE, ROUND)})
    return arrival_fault(table, model, action.at)


def arrive_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Anywhere on the table."""
    width, depth = table.terrain.width, table.terrain.height
    return {"at": Spot(zone=((0.0, 0.0), (width, 0.0), (width, depth), (0.0, depth)))}


def check_wait(table: Table, decision: Decision, action: Wait) -> Refusal | None:
    """Whoever is asked, unless it has to come."""
    if (
        decision.rule == "SQ-SPR-05"
        and decision.about == action.model
        and any(o.action is Wait for o in decision.offers)
    ):
        return None
    return Refusal("SQ-SPR-05", {"model": action.model})
