"""What a mission decides: its set-up, where enemies go, and what is looked at when an activation or a round ends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sightline.core.decisions import Action, Decision, Offer, Refusal
from sightline.core.game import ActionKind
from sightline.core.referee import Referee
from sightline.core.table import TABLE, Part, Point, Table
from sightline.core.variants import Variant
from sightline.games.starquest import objectives
from sightline.games.starquest.actions import CallBoss, Leave, StayOn
from sightline.games.starquest.agreeing import agreed
from sightline.games.starquest.alerting import Alerting, boss_over, call_boss
from sightline.games.starquest.catalog import CONSTANTS, HEROES
from sightline.games.starquest.deploying import collection
from sightline.games.starquest.events import Won
from sightline.games.starquest.happenings import RandomEvent
from sightline.games.starquest.markers import draw
from sightline.games.starquest.measure import UnitId, corners, inches, party, reach, up, within
from sightline.games.starquest.objectives import SetObjective, achieved_all
from sightline.games.starquest.tokens import BOSS, PRIMARY, RESERVE, SECONDARY

USUAL = 24
"""Rounds a mission takes at most if it goes well; there is no limit (SQ-RND-09)."""


class Seizing(Part, frozen=True):
    """Markers are seized and objectives checked."""


class Leaving(Part, frozen=True):
    """The players may end the mission."""


class Second(Part, frozen=True):
    """If the primary was achieved in this round, the secondary is set up; then alertness rises."""


# ------------------------------------------------------------------ seams of the battle


def opening(table: Table, number: int) -> tuple[Part, ...]:
    """What comes before anything else in a round: in the first, a random event (SQ-EVT-01)."""
    return (RandomEvent(first=True),) if number == 1 and table.options["random_events"] else ()


def closing() -> tuple[Part, ...]:
    """Steps 5 to 11 of the end of a round (SQ-RND-10)."""
    return Seizing(), Leaving(), Second()


def goals(table: Table, unit: UnitId) -> Sequence[Point]:
    """The AI Goals of a unit (SQ-MIS-06)."""
    return objectives.goals(table, unit)


async def ambush_goal(ref: Referee) -> Point | None:
    """Where enemies come out of ambush: at the AI Goal, one drawn at random if there are several (SQ-SPR-06)."""
    found = objectives.possible_goals(ref.table)
    return await draw(ref, "SQ-SPR-06", found) if found else None


async def activation_over(ref: Referee, unit: UnitId) -> None:
    """Objective checks that look at the end of an activation (SQ-RND-12)."""
    await objectives.delivered(ref, unit)
    await boss_over(ref)


# ------------------------------------------------------------------ the end of a round


async def seizing(ref: Referee, part: Seizing) -> None:
    """Step 5."""
    await objectives.seize(ref)


def may_leave(table: Table) -> bool:
    """Whether all heroes who are up stand by one corner, with the primary achieved (SQ-MIS-04)."""
    heroes = up(table)
    if not table.tokens(HEROES, PRIMARY) or not heroes or any(RESERVE in m.tokens for m in party(table)):
        return False
    far = inches(table, "corner_distance")
    return any(all(within(reach(h, c), far) for h in heroes) for c in corners(table))


def may_call(table: Table) -> bool:
    """Whether a boss fight may be called for: somebody has to be there to come (SQ-CHL-02)."""
    asked = bool(table.options["boss_fights"]) and achieved_all(table) and not table.tokens(TABLE, BOSS)
    return asked and bool(collection(table))


async def ask(ref: Referee) -> type:
    """The players decide (SQ-MIS-04)."""
    offers = [Offer(Leave, "SQ-MIS-04")] if may_leave(ref.table) else []
    if may_call(ref.table):
        offers.append(Offer(CallBoss, "SQ-CHL-02"))
    if not offers:
        return StayOn
    default = Leave() if may_leave(ref.table) else StayOn()
    offers.append(Offer(StayOn, "SQ-MIS-04"))
    return type(await agreed(ref, "SQ-MIS-04", offers, default=default))


async def at_once(ref: Referee) -> type:
    """The mission ends the first time it can (option automatic of SQ-MIS-04)."""
    return Leave if may_leave(ref.table) else await ask(ref)


ENDING = Variant("mission_end", {"ask": ask, "automatic": at_once})


async def leaving(ref: Referee, part: Leaving) -> None:
    """Step 6."""
    answer = await ENDING.of(ref.table)(ref)
    if answer is Leave:
        await ref.emit(Won(rule="SQ-MIS-04", winner=HEROES))
    elif answer is CallBoss:
        await call_boss(ref)


async def second(ref: Referee, part: Second) -> None:
    """Steps 7 and 8: with the primary achieved the secondary comes, once (SQ-MIS-03)."""
    table = ref.table
    now = bool(table.tokens(HEROES, PRIMARY)) and not table.tokens(TABLE, SECONDARY)
    ref.then(*([SetObjective(secondary=True)] if now else []), Alerting(primary=now))


def check_ending(table: Table, decision: Decision, action: Leave | StayOn | CallBoss) -> Refusal | None:
    """What is asked at the end of a round."""
    if decision.rule != "SQ-MIS-04" or not any(o.action is type(action) for o in decision.offers):
        boss = isinstance(action, CallBoss)
        facts = {"primary": table.tokens(HEROES, PRIMARY), "secondary": table.tokens(HEROES, SECONDARY)}
        return Refusal("SQ-CHL-02", {**facts, "free": len(collection(table))}) if boss else Refusal("SQ-MIS-04", facts)
    return None


CHECKS: Mapping[type[Action], ActionKind] = {kind: ActionKind(check_ending) for kind in (Leave, StayOn, CallBoss)}


# ------------------------------------------------------------------ rewards (SQ-MIS-05)


def rewards(difficulty: int, *, primary: bool = True, secondary: bool = False, boss: bool = False) -> tuple[int, int]:
    """The credits and the experience each hero gets for a mission."""
    if not primary:
        return 0, 0
    xp = CONSTANTS["xp_primary"] + CONSTANTS["xp_secondary"] * secondary + CONSTANTS["xp_boss"] * boss
    return CONSTANTS["hazard_pay"] * difficulty, xp * difficulty
