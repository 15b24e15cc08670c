"""Alertness, waves and challenges: what comes at the end of a round (SQ-ALR, SQ-CHL, SQ-RND-10)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from sightline.core.catalog import figures
from sightline.core.dice import Roll
from sightline.core.referee import Referee
from sightline.core.table import TABLE, Model, Part, RuleId, Table
from sightline.games.starquest.catalog import CONSTANTS, DIE, ENEMIES, HEROES, PACKAGE
from sightline.games.starquest.events import Achieved, Alerted, BossCalled, Changed, Noted, WaveBegan
from sightline.games.starquest.happenings import RandomEvent
from sightline.games.starquest.measure import units
from sightline.games.starquest.tokens import (
    ALARM,
    ALERTNESS,
    BOSS,
    BOSS_WAVE,
    DIFFICULTY,
    HUNTED,
    POINTS,
    TIMES,
    WAVE,
    WEATHERS,
)

LIMIT: int = CONSTANTS["alertness_limit"]
STEP: int = CONSTANTS["alertness_step"]
EMPTY: int = CONSTANTS["alertness_step_empty"]
SURPRISE: int = CONSTANTS["alertness_step_primary"]
TWICE: int = CONSTANTS["boss_wave_factor"]
SHARES: Mapping[int, int] = {d["level"]: d["wave_percent"] for d in figures(PACKAGE)["difficulty"]}
"""What a wave is worth of the party, in percent, by difficulty (SQ-DPL-02)."""
CALLED = 1
"""The boss wave was called for."""


class Alerting(Part, frozen=True):
    """Alertness rises; perhaps a wave comes."""

    primary: bool = False
    """In the round in which the primary was achieved (SQ-MIS-03)."""


class WaveComes(Part, frozen=True):
    """A wave of reinforcements is drawn."""


class AfterWave(Part, frozen=True):
    """A wave is on the table."""


class Challenges(Part, frozen=True):
    """The challenges of a mission are settled before round 1."""


# ------------------------------------------------------------------ alertness (SQ-ALR-01, SQ-ALR-02)


class Rise(NamedTuple):
    """What alertness comes to, and whether a wave comes."""

    after: int
    wave: bool


def rise(before: int, *, enemies: bool, primary: bool = False, more: int = 0) -> Rise:
    """One step, two without enemies, three in the round of the primary; at six a wave, and all of it is gone."""
    reached = before + (SURPRISE if primary else STEP if enemies else EMPTY) + more
    return Rise(0, True) if reached >= LIMIT else Rise(reached, False)


def wave_budget(points: int, difficulty: int, factor: int = 1) -> int:
    """What a wave may cost, rounded down once (SQ-DPL-02, SQ-GEN-10)."""
    return points * SHARES[difficulty] * factor // 100


def budget(table: Table, factor: int = 1) -> int:
    """What a wave of this mission may cost."""
    return wave_budget(table.tokens(HEROES, POINTS), table.tokens(ENEMIES, DIFFICULTY), factor)


async def alerting(ref: Referee, part: Alerting) -> None:
    """Step 8 and 9 of the end of a round; nothing is counted once the boss was called for (SQ-CHL-02)."""
    table = ref.table
    if table.tokens(TABLE, BOSS):
        return
    more = 0
    alarm = table.tokens(TABLE, ALARM)
    if alarm:
        reads = tuple(int(face <= alarm) for face in range(1, DIE + 1))
        rule = "SQ-CHL-04" if alarm > 1 else "SQ-CHL-05"
        ((face,),) = await ref.throw(Roll(rule, DIE, 1, ENEMIES, reads=reads))
        more = int(face <= alarm)
    before = table.tokens(TABLE, ALERTNESS)
    found = rise(before, enemies=bool(units(table, ENEMIES)), primary=part.primary, more=more)
    if found.wave:
        await ref.emit(Alerted(rule="SQ-ALR-02", bearer=TABLE, token=ALERTNESS, value=LIMIT))
        ref.then(WaveComes())
    else:
        await ref.emit(Alerted(rule="SQ-ALR-01", bearer=TABLE, token=ALERTNESS, value=found.after))


# ------------------------------------------------------------------ waves (SQ-ALR-03)


async def wave_comes(ref: Referee, part: WaveComes) -> None:
    """Units are drawn and placed; what comes with a wave follows."""
    from sightline.games.starquest.deploying import DrawWave

    table = ref.table
    boss = table.tokens(TABLE, BOSS) == CALLED
    await ref.emit(
        WaveBegan(
            rule="SQ-CHL-02" if boss else "SQ-ALR-02", bearer=TABLE, token=WAVE, value=table.tokens(TABLE, WAVE) + 1
        )
    )
    ref.then(DrawWave(budget(table, TWICE if boss else 1), sentries=False, boss=boss), AfterWave())


async def after_wave(ref: Referee, part: AfterWave) -> None:
    """Alertness is removed, time and weather move on, and an event is rolled (SQ-ALR-03)."""
    table = ref.table
    wave = table.tokens(TABLE, WAVE)
    await ref.emit(Alerted(rule="SQ-ALR-02", bearer=TABLE, token=ALERTNESS, value=0))
    if table.tokens(TABLE, HUNTED) == wave and not left_of(table, wave):  # Nobody came: the next one is hunted.
        await ref.emit(Noted(rule="SQ-PRI-04", bearer=TABLE, token=HUNTED, value=wave + 1))
    await move_on(ref)
    if table.options["random_events"]:
        ref.then(RandomEvent())


async def boss_over(ref: Referee) -> None:
    """The whole boss wave is destroyed, those in ambush too (SQ-CHL-02)."""
    table = ref.table
    wave = table.tokens(TABLE, BOSS_WAVE)
    if wave and table.tokens(TABLE, WAVE) >= wave and not table.tokens(HEROES, BOSS) and not left_of(table, wave):
        await ref.emit(Achieved(rule="SQ-CHL-02", bearer=HEROES, token=BOSS, value=1, objective=BOSS))


def left_of(table: Table, wave: int) -> list[Model]:
    """Who is left of a wave; the slain keep no mark of it."""
    return [m for m in table.models.values() if m.owner == ENEMIES and m.tokens.get(WAVE) == wave]


async def call_boss(ref: Referee) -> None:
    """The players call for it: the wave comes at the end of this round, and it is the last."""
    table = ref.table
    await ref.emit(
        BossCalled(rule="SQ-CHL-02", bearer=TABLE, token=BOSS, value=CALLED),
        Noted(rule="SQ-CHL-02", bearer=TABLE, token=BOSS_WAVE, value=table.tokens(TABLE, WAVE) + 1),
    )
    ref.then(WaveComes())


# ------------------------------------------------------------------ challenges (SQ-CHL-03, SQ-CHL-07, SQ-CHL-12)


@cache
def by_face(heading: str) -> Mapping[int, str]:
    """What each face of the die means."""
    return {face: entry["id"] for entry in figures(PACKAGE)[heading] for face in entry["rolls"]}


@cache
def entry(heading: str, id: str) -> Mapping[str, Any]:
    """An entry of the figures."""
    found: Mapping[str, Any] = next(e for e in figures(PACKAGE)[heading] if e["id"] == id)
    return found


async def settled(ref: Referee, option: str, heading: str, rule: RuleId) -> str:
    """What was chosen or rolled; empty if the challenge is off."""
    asked: str = ref.table.options[option]
    if asked == "off":
        return ""
    if asked != "roll":
        return asked
    faces = by_face(heading)
    order = list(dict.fromkeys(faces.values()))
    reads = tuple(order.index(faces[face]) for face in range(1, DIE + 1))
    ((face,),) = await ref.throw(Roll(rule, DIE, 1, HEROES, reads=reads))
    return faces[face]


async def challenges(ref: Referee, part: Challenges) -> None:
    """Each of them by itself; then the game begins (SQ-CHL-01, SQ-DPL-08)."""
    from sightline.games.starquest.sequence import BeginRound

    watch = await settled(ref, "increased_alertness", "alertness_challenge", "SQ-CHL-03")
    if watch:
        faces = len(entry("alertness_challenge", watch)["raise_on"])
        await ref.emit(Noted(rule="SQ-CHL-03", bearer=TABLE, token=ALARM, value=faces))
    for option, rule in (("time_of_day", "SQ-CHL-07"), ("weather", "SQ-CHL-12")):
        now = await settled(ref, option, option, rule)
        if now:
            await ref.emit(Changed(rule=rule, bearer=TABLE, token=now, value=1))
    ref.then(BeginRound(1))


def following(heading: str, now: str) -> str:
    """What a time of day or a weather turns into with a wave."""
    found: str = entry(heading, now)["next"]
    return found


async def move_on(ref: Referee) -> None:
    """Time of day and weather move on together."""
    for heading, known, rule in (("time_of_day", TIMES, "SQ-CHL-07"), ("weather", WEATHERS, "SQ-CHL-12")):
        now = next((t for t in known if t in ref.table.models[TABLE].tokens), "")
        if now and following(heading, now) != now:
            await ref.emit(
                Changed(rule=rule, bearer=TABLE, token=now, value=0),
                Changed(rule=rule, bearer=TABLE, token=following(heading, now), value=1),
            )
