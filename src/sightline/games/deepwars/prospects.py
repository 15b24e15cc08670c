"""What one end of an answer means in the words of the book: actions won, power, parts that were hit, turns lost."""

from __future__ import annotations

from collections.abc import Iterator

from sightline.core.decisions import Action
from sightline.core.screen import Prospect, Tone
from sightline.core.table import Model, ModelId, Table
from sightline.games.deepwars import look
from sightline.games.deepwars.actions import (
    Attack,
    BreakAway,
    BreakFree,
    Cast,
    Extract,
    Fire,
    Fix,
    FreeActivation,
    Learn,
    Recover,
    RollToActivate,
    RollToCast,
    StepAndAttack,
)
from sightline.games.deepwars.casting import MISHAP
from sightline.games.deepwars.catalog import BODY, SECTIONS, names
from sightline.games.deepwars.damage import empty_boxes, wounds
from sightline.games.deepwars.devices import is_damaged
from sightline.games.deepwars.tokens import ACTIONS, ADVANTAGE, BROKE_AWAY, EXTRACTED, FALLEN, LEARNED, PASSES, PUPPET

TURN_LOST = Prospect("Turn lost", "DW-ACT-06", "bad")
TURNS_ON_ITS_CASTER = Prospect("Mishap", "DW-SPL-06", "bad")
FORETOLD: tuple[type[Action], ...] = (
    FreeActivation,
    RollToActivate,
    RollToCast,
    Cast,
    Attack,
    StepAndAttack,
    Fire,
    BreakAway,
    BreakFree,
    Recover,
    Learn,
    Fix,
    Extract,
)


def prospects(before: Table, after: Table, action: Action) -> Iterator[Prospect]:
    """What an end means for whoever acts and whoever it is done to."""
    who: ModelId = getattr(action, "actor", "")
    if who not in before.models:
        return
    if isinstance(action, (FreeActivation, RollToActivate)):
        yield Prospect("Actions", "DW-ACT-04", value=after.tokens(who, ACTIONS))
        yield from lost(before, after, who)
        return
    if isinstance(action, RollToCast):
        # On strings of its own it has an action, but no power (DW-MAG-09).
        power = 0 if after.tokens(who, PUPPET) else after.tokens(who, ACTIONS)
        yield Prospect("Power", "DW-SPL-02", value=power)
        yield from lost(before, after, who)
        if action.dice >= MISHAP and not power:
            yield TURNS_ON_ITS_CASTER
        return
    if isinstance(action, (Learn, Fix)):
        yield from handled(before, after, who, action.device)
    if isinstance(action, Extract) and after.tokens(before.models[who].side, EXTRACTED):
        yield Prospect("Core taken", "DW-SCN-14", "good")
    target: ModelId = getattr(action, "target", "")
    if target in before.models and target != who:
        yield from done_to(before.models[target], after.models[target], getattr(action, "section", BODY), after, who)
    yield from suffered(before.models[who], after.models[who], after, target)


def handled(before: Table, after: Table, who: ModelId, device: str) -> Iterator[Prospect]:
    """What becomes of a device that somebody tries to learn or to mend."""
    if f"{LEARNED}:{device}" in after.models[who].tokens and f"{LEARNED}:{device}" not in before.models[who].tokens:
        yield Prospect("Learned", "DW-TEC-03", "good")
    was, now = (is_damaged(table, table.models[who], device) for table in (before, after))
    if now and not was:
        yield Prospect("Damaged", "DW-TEC-04", "bad")
    if was and not now:
        yield Prospect("Mended", "DW-TEC-05", "good")


def lost(before: Table, after: Table, who: ModelId) -> Iterator[Prospect]:
    """Two failures pass the turn (DW-ACT-06, DW-SPL-05)."""
    side = before.models[who].side
    if after.tokens(side, PASSES) and not before.tokens(side, PASSES):
        yield TURN_LOST


def done_to(old: Model, new: Model, section: str, after: Table, by: ModelId) -> Iterator[Prospect]:
    """What becomes of a target: dead, hit in the part that was aimed at, driven back, under a status or rid of it."""
    foe = old.side != after.models[by].side
    glad: Tone = "good" if foe else "bad"
    sorry: Tone = "bad" if foe else "good"
    if new.at is None:
        yield Prospect("Hit", "DW-SUB-01", glad)
        yield Prospect("Killed", "DW-DMG-06", glad)
        return
    if hurt(old, new, section):
        yield Prospect("Hit", "DW-SUB-01", glad)
    if section not in SECTIONS and wounds(new, section) > wounds(old, section) and not empty_boxes(new, section):
        yield Prospect(f"{names().get(section, section)} destroyed", "DW-SUB-09", glad)
    if any(wounds(new, part) < wounds(old, part) for part in SECTIONS):
        yield Prospect("Healed", "DW-ABL-31", sorry)
    if f"{ADVANTAGE}:{old.id}" in after.models[by].tokens:
        yield Prospect("Driven back", "DW-DMG-11", glad)
    yield from statuses(old, new, foe=foe)


def suffered(old: Model, new: Model, after: Table, by: ModelId) -> Iterator[Prospect]:
    """What becomes of whoever acts: what strikes back, and what it gets rid of."""
    if new.at is None:
        yield Prospect("You are hit", "DW-SUB-01", "bad")
        yield Prospect("You die", "DW-DMG-06", "bad")
        return
    if hurt(old, new):
        yield Prospect("You are hit", "DW-SUB-01", "bad")
    if by in after.models and f"{ADVANTAGE}:{old.id}" in after.models[by].tokens:
        yield Prospect("You are driven back", "DW-DMG-11", "bad")
    if BROKE_AWAY in new.tokens and BROKE_AWAY not in old.tokens:
        yield Prospect("Free to leave", "DW-ACN-22", "good")
    for found in statuses(old, new, foe=False):
        yield Prospect(f"You: {found.name}", found.rule, found.tone)


def hurt(old: Model, new: Model, *more: str) -> bool:
    """Whether somebody has lost a box."""
    return any(wounds(new, part) > wounds(old, part) for part in (*SECTIONS, *more))


def statuses(old: Model, new: Model, *, foe: bool) -> Iterator[Prospect]:
    """Conditions somebody comes under, or gets rid of."""
    for id, known in look.looks("badges").items():
        if (id in new.tokens) == (id in old.tokens) or (id == FALLEN and hurt(old, new)):
            continue  # Whoever is hit falls: that goes without saying.
        bad = (known.tone == "bad") == (id in new.tokens)
        name = known.name if id in new.tokens else f"No longer {known.name.lower()}"
        yield Prospect(name, known.rule, "good" if bad == foe else "bad")
