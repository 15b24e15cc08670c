"""After a battle: who lives, who learns, who leads (DW-SRV, DW-EXP-01, DW-CMP-06)."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from sightline.core.events import Event
from sightline.core.referee import Referee
from sightline.core.table import Model, ModelId, Part, Side, Table
from sightline.core.variants import Variant
from sightline.games.deepwars import camp_words as w
from sightline.games.deepwars import catalog
from sightline.games.deepwars.catalog import artifacts
from sightline.games.deepwars.members import arms, has, members, quality_roll
from sightline.games.deepwars.tokens import DAMAGED, LOAD, PERSONALITY, QUALITY, UPGRADE, about, kind_of

UNTAUGHT = ("warbeast", "animal", "construct")
"""Those who never gain experience (DW-EXP-01)."""
PASSED = 2
"""Successes that a disabled member needs (DW-SRV-04)."""


class Fate(Struct, frozen=True, omit_defaults=True):
    """How a battle went for a member."""

    member: ModelId
    how: str = ""
    """Dead, or run away; empty for those who were still there, or left on purpose."""
    gruesome: bool = False
    saved: bool = False
    """Whether its things are with the warband, should it be dead for good."""


class Survival(Part, frozen=True):
    """The dead of a battle roll, then everybody who lived gains experience."""

    side: Side
    fates: tuple[Fate, ...]


class Comeback(Part, frozen=True):
    """The disabled roll before a scenario."""

    side: Side


class Leadership(Part, frozen=True):
    """A warband without a leader finds one."""

    side: Side


# ------------------------------------------------------------------ survival (DW-SRV-01 to DW-SRV-05)


def as_any(gruesome: bool) -> int | None:
    """A gruesome death rolls in the same way."""
    return 0


def at_minus_one(gruesome: bool) -> int | None:
    """It rolls at -1."""
    return -1 if gruesome else 0


def not_at_all(gruesome: bool) -> int | None:
    """It is the end."""
    return None if gruesome else 0


Reading = Callable[[bool], "int | None"]
AFTER_GORE: Variant[Reading] = Variant(
    "gruesome_survival", {"normal": as_any, "minus_one": at_minus_one, "none": not_at_all}
)


async def survival(ref: Referee, part: Survival) -> None:
    """Three dice for each of the dead, one after the other; then experience (DW-CMP-03)."""
    for fate in part.fates:
        if fate.how == w.DEAD:
            mod = AFTER_GORE.of(ref.table)(fate.gruesome)
            member = ref.table.models[fate.member]
            successes = 0 if mod is None else await quality_roll(ref, member, "DW-SRV-01", mod)
            await ref.emit(*outcome(ref.table, member, successes, saved=fate.saved))
    for fate in part.fates:
        member = ref.table.models[fate.member]
        if fate.how == w.RAN or w.DEAD in member.tokens or not learns(member):
            continue
        if w.DISABLED in member.tokens:
            await ref.emit(w.ExperienceLost(rule="DW-SRV-04", bearer=member.id, token=w.OWED, value=1))
        else:
            await ref.emit(w.ExperienceGained(rule="DW-EXP-01", bearer=member.id, token=w.EXP, by=1))


def outcome(table: Table, member: Model, successes: int, *, saved: bool) -> list[Event]:
    """Unharmed, weak in the next battle, disabled, or dead for good."""
    if successes >= 3:
        return [w.Unharmed(rule="DW-SRV-02", bearer=member.id, token=w.WEAK, value=0)]
    if successes == 2:
        return [w.Weakened(rule="DW-SRV-03", bearer=member.id, token=w.WEAK, value=1)]
    if successes == 1:
        return [w.Disabled(rule="DW-SRV-04", bearer=member.id, token=w.DISABLED, value=1)]
    found: list[Event] = [w.Died(rule="DW-SRV-05", bearer=member.id, token=w.DEAD, value=1)]
    if saved:
        whole = {i: n for i, n in belongings(member).items() if f"{DAMAGED}:{i}" not in member.tokens}
        found += [
            w.Stored(rule="DW-SRV-05", bearer=member.side, token=f"{w.STASH}:{i}", by=n) for i, n in whole.items()
        ]
        done = [t for t in member.tokens if kind_of(t) == UPGRADE and about(about(t)) in whole]
        found += [w.Brought(rule="DW-SRV-05", bearer=member.side, token=t, value=1) for t in done]
    return found


def belongings(member: Model) -> dict[str, int]:
    """The things of a member that are worth keeping, and how many of each: artifacts, and tech weapons."""
    held = {about(t): n for t, n in member.tokens.items() if kind_of(t) == LOAD and about(t) in artifacts()}
    return held | {i: 1 for i in arms(member) if catalog.weapon(i).cl >= 1}


def learns(member: Model) -> bool:
    """Whether a member can gain experience (DW-EXP-01)."""
    return not any(has(member, ability) for ability in UNTAUGHT)


async def comeback(ref: Referee, part: Comeback) -> None:
    """Two successes: fit to fight again; the experience is lost if the first of these rolls fails (DW-SRV-04)."""
    for member in members(ref.table, part.side):
        if w.DISABLED not in member.tokens:
            continue
        passed = await quality_roll(ref, member, "DW-SRV-04") >= PASSED
        if passed:
            await ref.emit(w.Recovered(rule="DW-SRV-04", bearer=member.id, token=w.DISABLED, value=0))
        if w.OWED in member.tokens:
            await ref.emit(w.ExperienceLost(rule="DW-SRV-04", bearer=member.id, token=w.OWED, value=0))
            if passed:
                await ref.emit(w.ExperienceGained(rule="DW-SRV-04", bearer=member.id, token=w.EXP, by=1))


# ------------------------------------------------------------------ a new leader (DW-CMP-06)


def heir(table: Table, side: Side) -> Model | None:
    """Who leads next: the personality, else the troop, with the best Quality, then most experience."""
    living = [m for m in members(table, side) if learns(m)] or members(table, side)
    if not living or any(has(m, "leader") for m in members(table, side)):
        return None
    return min(living, key=lambda m: (PERSONALITY not in m.tokens, m.tokens[QUALITY], -m.tokens.get(w.EXP, 0)))


async def leadership(ref: Referee, part: Leadership) -> None:
    """The Leader ability comes at no cost."""
    chosen = heir(ref.table, part.side)
    if chosen is not None:
        await ref.emit(w.MadeLeader(rule="DW-CMP-06", bearer=chosen.id, token=f"{w.GAINED}:leader", value=1))
