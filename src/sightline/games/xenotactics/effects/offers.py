"""The abilities that offer something of their own: special actions, special moves, special reactions, a shield."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from sightline.core.decisions import Offer
from sightline.core.effects import Bearing, Effect, after, effect, forbid, instead, modify, offer
from sightline.core.events import Event
from sightline.core.referee import Referee
from sightline.core.table import Table
from sightline.core.variants import Variant
from sightline.games.xenotactics.actions import Reflect, Suffer, UseAbility, UseShield
from sightline.games.xenotactics.catalog import POINTS
from sightline.games.xenotactics.events import AttackDeclared, HitPointLost, Noted
from sightline.games.xenotactics.questions import (
    Acting,
    ActionLimit,
    Doing,
    Frail,
    Hindered,
    Reacting,
    Replying,
    Stunnable,
)
from sightline.games.xenotactics.tokens import (
    ACTING,
    ATTACKS,
    HACKED,
    INSPIRED,
    OFFHAND,
    SHIELDED,
    SNEAKED,
    STUNNED,
)

FOUR = POINTS["permitted_limit"]


class Usable(Struct, frozen=True):
    """Whether an ability may be used now; what comes with a mark that others laid on the bearer is none of its own."""

    ability: str

    def __call__(self, table: Table, question: Doing, bearing: Bearing) -> bool:
        from sightline.games.xenotactics.specials import usable

        return not bearing.grant.via and usable(table, table.models[question.actor], self.ability)


class Using(Struct, frozen=True):
    """The offer of an ability."""

    ability: str

    def __call__(self, table: Table, question: Doing, bearing: Bearing) -> Offer:
        return Offer(UseAbility, bearing.effect, {"actor": question.actor, "ability": self.ability})


def special(rule: str, *abilities: str, more: tuple[Any, ...] = ()) -> Effect:
    """An ability that may be used as an action, in one way or several."""
    return effect(rule, *(offer(Doing, Using(a), role="actor", when=Usable(a)) for a in abilities), *more)


# ------------------------------------------------------------------ inspired and hacked models


def came_with_inspiration(table: Table, question: ActionLimit, bearing: Bearing) -> bool:
    """The bearer was inspired, and the table lets restrictions stand."""
    return bearing.grant.via == INSPIRED and not question.beginning and not BEATS.of(table)


def came_with_great_inspiration(table: Table, question: ActionLimit, bearing: Bearing) -> bool:
    """The bearer was inspired, and the table lets that beat restrictions."""
    return bearing.grant.via == INSPIRED and not question.beginning and BEATS.of(table)


BEATS = Variant("inspire_beats_restrictions", {False: False, True: True})


def came_with_a_hack(table: Table, question: ActionLimit, bearing: Bearing) -> bool:
    """The bearer was hacked."""
    return bearing.grant.via == HACKED and not question.beginning


INSPIRE = special(
    "XT-ABL-17",
    "inspire",
    more=(
        modify(ActionLimit, FOUR, role="model", how="permit", when=came_with_inspiration),
        modify(ActionLimit, FOUR, role="model", how="override", when=came_with_great_inspiration),
    ),
)
HACKER = special(
    "XT-ABL-13",
    "hacker",
    more=(modify(ActionLimit, POINTS["hacked_limit"], role="model", how="restrict", when=came_with_a_hack),),
)


# ------------------------------------------------------------------ plain special actions

HEAL = special("XT-ABL-14", "heal")
REGENERATE = special("XT-ABL-25", "regenerate")
MIND_CONTROL = special("XT-ABL-21", "mind_control")
FIRE_SCREEN = special("XT-ABL-11", "fire_screen")
SMOKE_SCREEN = special("XT-ABL-31", "smoke_screen")
PORTAL = special("XT-ABL-23", "portal", "close_portal")
TELEPORT = special("XT-ABL-33", "teleport")
SHOCK_ENTRY = special("XT-ABL-29", "shock_entry")
INFILTRATOR = effect("XT-ABL-16")


def has_attacked(table: Table, question: Acting, bearing: Bearing) -> bool:
    """The bearer has attacked in this activation."""
    return bool(question.weapon) and bool(table.tokens(question.actor, ATTACKS)) and _active(table, question.actor)


def _active(table: Table, model: str) -> bool:
    return ACTING in table.models[model].tokens


FACEHUGGER = special("XT-ABL-10", "facehugger", more=(forbid(Acting, role="actor", when=has_attacked),))


def falls(table: Table, question: Hindered, bearing: Bearing) -> bool:
    """It is a fall."""
    return question.by == "fall"


FLYING = special("XT-ABL-12", "flying", more=(forbid(Hindered, role="model", when=falls),))


def sneaks_for_the_first_time(table: Table, question: Reacting, bearing: Bearing) -> bool:
    """It is the first sneak of the activation that begins in somebody's sight."""
    return question.deed == "sneak" and table.tokens(question.active, SNEAKED) <= 1


STEALTH = special("XT-ABL-32", "sneak", more=(forbid(Reacting, role="active", when=sneaks_for_the_first_time),))
ENERGY_BEING = special("XT-ABL-08", "reform", more=(forbid(Frail, role="model"),))


# ------------------------------------------------------------------ a second weapon (XT-ABL-07)


def uses_one_hand(table: Table, event: AttackDeclared, bearing: Bearing) -> bool:
    """It is an attack action of the active bearer with a light or melee weapon."""
    from sightline.games.xenotactics.attacking import in_one_hand

    return event.rule == "XT-TGT-01" and in_one_hand(table, event.weapon)


async def free_the_other_hand(ref: Referee, event: AttackDeclared, bearing: Bearing) -> None:
    """An offhand attack may follow at once."""
    await ref.emit(Noted(rule="XT-ABL-07", bearer=event.attacker, token=f"{OFFHAND}:{event.weapon}", value=1))


DUALWIELDER = effect("XT-ABL-07", after(AttackDeclared, free_the_other_hand, role="attacker", when=uses_one_hand))


# ------------------------------------------------------------------ reflections


def is_shot_at(table: Table, question: Replying, bearing: Bearing) -> bool:
    """The active model attacks the bearer."""
    return bool(question.weapon) and question.target == question.reactor


def turn_it_back(table: Table, question: Replying, bearing: Bearing) -> Offer:
    """The offer to reflect."""
    return Offer(Reflect, "XT-ABL-24", {"actor": question.reactor})


REFLECT = effect("XT-ABL-24", offer(Replying, turn_it_back, role="reactor", when=is_shot_at))


# ------------------------------------------------------------------ energy shields


def the_first_loss(table: Table, event: HitPointLost) -> bool:
    """A shield saves one hit point while its bearer is upright."""
    return STUNNED not in table.models[event.bearer].tokens


def every_loss(table: Table, event: HitPointLost) -> bool:
    """A shield holds for all dice of one attack."""
    tokens = table.models[event.bearer].tokens
    return STUNNED not in tokens or SHIELDED in tokens


SHIELDS = Variant("energy_shield_scope", {"one_swap": the_first_loss, "all_dice_of_one_attack": every_loss})


def shield_is_up(table: Table, event: HitPointLost, bearing: Bearing) -> bool:
    """The shield works, and a stun would stick."""
    from sightline.games.xenotactics.effects import EFFECTS

    return SHIELDS.of(table)(table, event) and EFFECTS.allows(table, Stunnable(event.bearer))


async def raise_the_shield(ref: Referee, event: HitPointLost, bearing: Bearing) -> tuple[Event, ...]:
    """The owner may have the model stunned instead."""
    from sightline.games.xenotactics.harm import kept_down

    bearer = ref.table.models[event.bearer]
    offers = [
        Offer(UseShield, "XT-ABL-09", {"model": bearer.id}),
        Offer(Suffer, "XT-ABL-09", {"model": bearer.id}),
    ]
    action = await ref.choose(bearer.side, "XT-ABL-09", offers, default=UseShield(bearer.id), about=bearer.id, on=HELD)
    if isinstance(action, Suffer):
        return (event,)
    stun = kept_down(ref.table, bearer.id, "XT-ABL-09", event.wielder, event.weapon)
    return (*stun, Noted(rule="XT-ABL-09", bearer=bearer.id, token=SHIELDED, value=1))


HELD = Stunnable("")
"""What the choice of a shield answers: whether a model is to be stunned."""
ENERGY_SHIELD = effect("XT-ABL-09", instead(HitPointLost, raise_the_shield, role="bearer", when=shield_is_up))

ALL: tuple[Effect, ...] = (
    DUALWIELDER,
    ENERGY_BEING,
    ENERGY_SHIELD,
    FACEHUGGER,
    FIRE_SCREEN,
    FLYING,
    HACKER,
    HEAL,
    INFILTRATOR,
    INSPIRE,
    MIND_CONTROL,
    PORTAL,
    REFLECT,
    REGENERATE,
    SHOCK_ENTRY,
    SMOKE_SCREEN,
    STEALTH,
    TELEPORT,
)
WAKEFUL = frozenset((INSPIRE.rule, HACKER.rule, ENERGY_SHIELD.rule, ENERGY_BEING.rule))
"""What speaks for a stunned model too: marks others laid on it, and what is written for stunned models (XT-STN-03)."""
