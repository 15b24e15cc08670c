"""What lasts of skills, spells, items and upgrades: one set of clauses that reads the figures of whatever it is.

A working lies on a model as an attachment `<entry>@<bearer>`, or comes with it as a grant `via` the entry. Other
chapters lay theirs under rules of their own with `lasting`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from typing import Any

from sightline.core.catalog import figures
from sightline.core.decisions import Offer, Thrown
from sightline.core.effects import Amount, Bearing, Clause, Effect, Question, after, effect, modify, offer
from sightline.core.referee import Referee
from sightline.core.table import Model, ModelId, RuleId, Table
from sightline.games.starquest.actions import Absorb, Decline, TryAgain
from sightline.games.starquest.catalog import CONSTANTS, HEROES, JOINED, PACKAGE, arm, is_weapon
from sightline.games.starquest.events import Absorbed, Noted, Wounded
from sightline.games.starquest.questions import (
    FREE_REVIVAL,
    IGNORED_WOUND,
    ONLY,
    ROLLED_AGAIN,
    Attacks,
    Falling,
    Finding,
    Range,
    Reach,
    RevivalPrice,
    ToBlock,
    ToHit,
    ToHold,
    ToPass,
)
from sightline.games.starquest.tokens import DEX, SPENT, STR, WIL

ONLY_IN = {"steady_aim": False, "find_the_gap": True}
"""Workings that deepen only shots, or only blows."""
HEADINGS = ("skill", "spell", "item", "injury", "event")
"""The entries of the figures that have effects in its vocabulary."""


@cache
def fx_of(id: str) -> Sequence[dict[str, Any]]:
    """The effects of an entry, as the figures have them."""
    for heading in HEADINGS:
        for entry in figures(PACKAGE)[heading]:
            if entry["id"] == id:
                found: Sequence[dict[str, Any]] = entry.get("fx", ())
                return found
    return ()


def entry_of(bearing: Bearing) -> str:
    """The entry something lasting comes from."""
    if bearing.attachment is not None:
        return bearing.attachment.id.partition("@")[0]
    return bearing.grant.via


def stat(bearing: Bearing, *stats: str) -> float:
    """What an entry adds to rolls of some stats."""
    return sum([fx["value"] for fx in fx_of(entry_of(bearing)) if fx["op"] == "stat_mod" and fx["stat"] in stats], 0.0)


def to_hit(table: Table, question: ToHit, bearing: Bearing) -> float:
    """Rolls to hit of the bearer."""
    return stat(bearing, "qua", "hit", "hit_melee" if question.melee else "hit_shooting")


def against(table: Table, question: ToHit, bearing: Bearing) -> float:
    """Rolls of heroes who shoot at the bearer."""
    shot = not question.melee and table.models[question.attacker].side == HEROES
    return stat(bearing, "hit_shooting_against") if shot else 0.0


def to_block(table: Table, question: ToBlock, bearing: Bearing) -> float:
    """Defense rolls of the bearer."""
    return stat(bearing, "def") if question.melee else stat(bearing, "def", "def_shooting")


def deeper(table: Table, question: ToBlock, bearing: Bearing) -> float:
    """AP of the bearer's attacks, with all weapons or with one."""
    if not is_weapon(question.weapon):
        return 0.0
    entry = entry_of(bearing)
    if entry in ONLY_IN and ONLY_IN[entry] != question.melee:
        return 0.0
    wanted = [
        fx["value"]
        for fx in fx_of(entry)
        if fx["op"] == "ap_mod" and ("scope" not in fx or question.weapon == edged(table.models[bearing.bearer]))
    ]
    return -sum(wanted, 0.0)


def edged(model: Model) -> str:
    """The one melee weapon that gear sharpens: the first; every hero of the list is built with one only."""
    return next((id for id in model.kit if is_weapon(id) and arm(id).melee), "")


def to_pass(table: Table, question: ToPass, bearing: Bearing) -> float:
    """Str, Dex and Wil tests of the bearer."""
    return stat(bearing, question.stat, *(["dex_jump"] if question.jump else []))


def to_hold(table: Table, question: ToHold, bearing: Bearing) -> float:
    """Morale tests of the bearer."""
    return stat(bearing, "qua", "morale")


def longer(table: Table, question: Range, bearing: Bearing) -> float:
    """The range of the bearer's weapons."""
    return stat(bearing, "range")


def farther(table: Table, question: Reach, bearing: Bearing) -> float:
    """The moves of the bearer."""
    moves = [fx.get(question.deed, 0) for fx in fx_of(entry_of(bearing)) if fx["op"] == "move_mod"]
    return sum(moves, 0.0)


def more_attacks(table: Table, question: Attacks, bearing: Bearing) -> float:
    """The attacks of the bearer's weapons."""
    kinds = [fx for fx in fx_of(entry_of(bearing)) if fx["op"] == "attacks_mod"]
    return sum([fx["value"] for fx in kinds if question.melee == (fx["scope"] == "melee")], 0.0)


def luckier(table: Table, question: Finding, bearing: Bearing) -> float:
    """The treasure rolls of the bearer."""
    return sum([fx["value"] for fx in fx_of(entry_of(bearing)) if fx["op"] == "treasure_mod"], 0.0)


def softer(table: Table, question: Falling, bearing: Bearing) -> float:
    """Falls of the bearer: as hard as the figures say, whatever the height."""
    limits = [fx["value"] for fx in fx_of(entry_of(bearing)) if fx["op"] == "fall_ap"]
    return min(0, min(limits) - question.ap) if limits else 0.0


def for_nothing(table: Table, question: RevivalPrice, bearing: Bearing) -> float:
    """The first revival of the bearer in a mission."""
    free = any(fx["op"] == FREE_REVIVAL for fx in fx_of(entry_of(bearing)))
    used = table.tokens(question.model, f"{SPENT}:{FREE_REVIVAL}")
    return -CONSTANTS["revive_power"] if free and not used else 0.0


def counts(amount: Amount, table: Table, question: Any, bearing: Bearing) -> bool:
    """Whether something has anything to say to a question."""
    return bool(amount(table, question, bearing))


def says(about: type[Question], amount: Amount, role: str) -> Clause:
    """A note, where there is anything to note."""
    return modify(about, amount, role=role, when=partial(counts, amount))


def lasting(rule: RuleId) -> Effect:
    """An effect under a rule that does what the figures of its entries say."""
    return effect(
        rule,
        says(ToHit, to_hit, "attacker"),
        says(ToHit, against, "target"),
        says(ToBlock, to_block, "target"),
        says(ToBlock, deeper, "attacker"),
        says(ToPass, to_pass, "model"),
        says(ToHold, to_hold, "unit"),
        says(Range, longer, "shooter"),
        says(Reach, farther, "model"),
        says(Attacks, more_attacks, "attacker"),
        says(Finding, luckier, "model"),
        says(Falling, softer, "model"),
        says(RevivalPrice, for_nothing, "model"),
    )


# ------------------------------------------------------------------ once per mission (SQ-ITM-11)


def has(table: Table, model: ModelId, op: str) -> bool:
    """Whether a hero wears something for a purpose, and has not used it in this mission."""
    own = table.models[model].tokens
    worn = (entry["id"] for entry in figures(PACKAGE)["item"] if any(fx["op"] == op for fx in entry.get("fx", ())))
    return f"{SPENT}:{op}" not in own and any(id in own for id in worn)


def may_absorb(table: Table, event: Wounded, bearing: Bearing) -> bool:
    """A wound that was taken, is no cost, and not one of too many; one piece asks, whatever else the hero wears."""
    plate = any(fx["op"] == IGNORED_WOUND for fx in fx_of(entry_of(bearing)))
    felt = event.cause != "cost" and event.by > 0 and not event.lost
    return plate and felt and has(table, event.bearer, IGNORED_WOUND)


async def absorb(ref: Referee, event: Wounded, bearing: Bearing) -> None:
    """The hero may ignore one wound it has just taken, before anything comes of it."""
    who = {"model": event.bearer}
    offers = (Offer(Absorb, bearing.effect, who), Offer(Decline, bearing.effect, who))
    action = await ref.choose(HEROES, bearing.effect, offers, default=Absorb(event.bearer), about=event.bearer)
    if isinstance(action, Absorb):
        await ref.emit(
            Absorbed(rule=bearing.effect, bearer=event.bearer, token=event.token, by=-1),
            Noted(rule=bearing.effect, bearer=event.bearer, token=f"{SPENT}:{IGNORED_WOUND}", value=1),
        )


def lost(table: Table, thrown: Thrown) -> tuple[tuple[int, ModelId], ...]:
    """The failed tests of heroes who may take one again, each with its hero."""
    return tuple(
        (place, roll.on.model)
        for place, roll, face in thrown.dice()
        if isinstance(roll.on, ToPass)
        and roll.on.stat in (STR, DEX, WIL)
        and roll.need is not None
        and not roll.need.met(face)
        and place not in thrown.repeated
        and has(table, roll.on.model, ROLLED_AGAIN)
    )


def may_link(table: Table, thrown: Thrown, bearing: Bearing) -> bool:
    """A test of the heroes has failed, and somebody up there knows better."""
    return thrown.side == HEROES and bool(lost(table, thrown))


def linked(table: Table, thrown: Thrown, bearing: Bearing) -> Offer:
    """That die once more."""
    place, hero = lost(table, thrown)[0]
    return Offer(TryAgain, bearing.effect, {"dice": (place,), "by": hero})


# ------------------------------------------------------------------ upgrades (SQ-PRT-03)


def scoped(table: Table, question: Range, bearing: Bearing) -> bool:
    """A scope on this weapon."""
    return bearing.grant.via == f"up_scoped_sight{JOINED}{question.weapon}"


def second_blade(table: Table, question: Attacks, bearing: Bearing) -> bool:
    """A second blade to this weapon."""
    return bearing.grant.via == f"up_second_blade{JOINED}{question.weapon}"


UPGRADES = effect(
    "SQ-PRT-03",
    modify(Range, 6, role="shooter", when=scoped),
    modify(Attacks, 1, role="attacker", when=second_blade),
)
SKILLS = lasting("SQ-HSK-02")
SPELLS = lasting("SQ-SPL-03")

FRENZY = lasting("SQ-ITM-03")
COURAGE = effect("SQ-ITM-02", modify(ToHold, 1, role="unit", how=ONLY))
GREASE = effect("SQ-ITM-06")
PLAIN_GEAR = lasting("SQ-ITM-11")
GEAR = effect(
    "SQ-ITM-11",
    *PLAIN_GEAR.clauses,
    after(Wounded, absorb, role="bearer", when=may_absorb),
    offer(Thrown, linked, when=may_link),
)
INJURIES = tuple(lasting(f"SQ-INJ-0{number}") for number in range(2, 8))

WORKINGS = (UPGRADES, SKILLS, SPELLS, FRENZY, COURAGE, GREASE, GEAR, *INJURIES)
