"""What lies over the whole table: night and dawn, bad weather, random events, and the fate of markers."""

from __future__ import annotations

from sightline.core import sight
from sightline.core.catalog import figures
from sightline.core.effects import Bearing, after, effect, forbid, instead, modify
from sightline.core.events import Event
from sightline.core.referee import Referee
from sightline.core.table import Table
from sightline.games.starquest.catalog import PACKAGE, SLACK
from sightline.games.starquest.effects.rules import halved, in_melee
from sightline.games.starquest.effects.workings import lasting
from sightline.games.starquest.events import Felled, Shaken, Slain
from sightline.games.starquest.ground import scale
from sightline.games.starquest.questions import Reach, Seeing, ToHit

IN_THE_DARK: float = next(t["sight_limit"] for t in figures(PACKAGE)["time_of_day"] if t["id"] == "night")
"""How far one sees at night."""


def shooting(table: Table, question: ToHit, bearing: Bearing) -> bool:
    """The attack is a shot."""
    return not question.melee


def in_the_dark(table: Table, question: Seeing, bearing: Bearing) -> bool:
    """What is looked at is farther away than one sees at night (SQ-CHL-09)."""
    one, other = table.models[question.model], table.models[question.target]
    return sight.gap(one, other) > IN_THE_DARK * scale(table) + SLACK


def last_one(table: Table, event: Slain, bearing: Bearing) -> bool:
    """The last model of the wave that matters falls."""
    from sightline.games.starquest.tasks import last_of_the_hunted

    return last_of_the_hunted(table, event, bearing)


async def leave(ref: Referee, event: Slain, bearing: Bearing) -> tuple[Event, ...]:
    """It leaves a marker."""
    from sightline.games.starquest.tasks import leave_a_marker

    return await leave_a_marker(ref, event, bearing)


async def drop(ref: Referee, event: Shaken | Felled, bearing: Bearing) -> None:
    """A carrier lets go."""
    from sightline.games.starquest.tasks import drop

    await drop(ref, event, bearing)


LOOT = effect("SQ-PRI-04", instead(Slain, leave, when=last_one))
DROPPING = effect("SQ-PRI-03", after(Shaken, drop), after(Felled, drop))
NIGHT = effect("SQ-CHL-09", modify(ToHit, -1, when=shooting), forbid(Seeing, when=in_the_dark))
DAWN = effect("SQ-CHL-10", modify(ToHit, -1, when=shooting))
BAD_WEATHER = effect("SQ-CHL-14", modify(ToHit, -1, when=in_melee), modify(Reach, 0.5, when=halved, how="times"))
IMPROVING = effect("SQ-CHL-15", modify(ToHit, -1, when=in_melee))
HAPPENING = tuple(
    lasting(event["rule"])
    for event in figures(PACKAGE)["event"]
    if event["until"] == "next_event" and event["target"] != "random_quarter"
)
"""The random events that last, each under its own rule (SQ-EVT-03)."""

FATES = (LOOT, DROPPING, NIGHT, DAWN, BAD_WEATHER, IMPROVING, *HAPPENING)
EVERYWHERE = (LOOT, DROPPING)
"""What the table itself bears in every mission."""
