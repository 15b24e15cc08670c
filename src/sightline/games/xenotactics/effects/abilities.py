"""The abilities that change what others ask; those that are actions of their own are in `specials`."""

from __future__ import annotations

from typing import Any

from sightline.core.effects import Bearing, Effect, after, effect, forbid, instead, modify
from sightline.core.events import Event
from sightline.core.referee import Referee
from sightline.core.table import Model, Table
from sightline.games.xenotactics.catalog import DISTANCES, MASTER, POINTS, SLACK
from sightline.games.xenotactics.effects import offers
from sightline.games.xenotactics.events import Captured, HitPointLost, Noted, Slain, Stunned, Unharmed
from sightline.games.xenotactics.measure import distance, in_contact, within
from sightline.games.xenotactics.questions import (
    Acting,
    ActionLimit,
    Climbing,
    Hindered,
    Price,
    Reach,
    Reacting,
    SecondChances,
    Stunnable,
    Targeting,
)
from sightline.games.xenotactics.sighting import sees
from sightline.games.xenotactics.tokens import (
    ACTING,
    ACTIVATIONS,
    HIT_POINTS,
    MOVES,
    OTHER_DEED,
    SHOT_BACK,
    STRUCK_DOWN,
    STUNNED,
)
from sightline.games.xenotactics.victory import home

FOUR, TWO = POINTS["permitted_limit"], POINTS["restricted_limit"]


def bears(model: Model, rule: str) -> bool:
    """Whether a model has an ability that is awake; only for abilities that speak of others who have them too."""
    return STUNNED not in model.tokens and any(g.effect == rule for g in model.effects)


# ------------------------------------------------------------------ limits (XT-APL-01)


def begins_first(table: Table, question: ActionLimit, bearing: Bearing) -> bool:
    """Nobody of the warband has been activated this turn."""
    return question.beginning and not table.tokens(table.models[question.model].side, ACTIVATIONS)


def begins_later(table: Table, question: ActionLimit, bearing: Bearing) -> bool:
    """Somebody of the warband has been activated this turn."""
    return question.beginning and not begins_first(table, question, bearing)


AI = effect(
    "XT-ABL-01",
    modify(ActionLimit, FOUR, role="model", how="permit", when=begins_first),
    modify(ActionLimit, TWO, role="model", how="restrict", when=begins_later),
)


def sees_an_enemy(table: Table, model: Model) -> bool:
    """Whether a model sees anybody of the other side."""
    return model.at is not None and any(sees(table, model.id, e.id) for e in table.squad(table.other(model.side)))


def begins_unseen(table: Table, question: ActionLimit, bearing: Bearing) -> bool:
    """The activation starts with no enemy in sight."""
    return question.beginning and not sees_an_enemy(table, table.models[question.model])


def begins_in_sight(table: Table, question: ActionLimit, bearing: Bearing) -> bool:
    """The activation starts with an enemy in sight."""
    return question.beginning and sees_an_enemy(table, table.models[question.model])


RUSH = effect(
    "XT-ABL-28",
    modify(ActionLimit, FOUR, role="model", how="permit", when=begins_unseen),
    modify(ActionLimit, TWO, role="model", how="restrict", when=begins_in_sight),
)


def telepaths_seen(table: Table, model: Model) -> int:
    """How many other telepaths of its side a model sees."""
    if model.at is None:
        return 0
    others = (m for m in table.squad(model.side) if m.id != model.id and bears(m, TELEPATHIC.rule))
    return sum(sees(table, model.id, m.id) for m in others)


def begins_in_company(table: Table, question: ActionLimit, bearing: Bearing) -> bool:
    """The activation starts with two telepaths in sight."""
    return question.beginning and telepaths_seen(table, table.models[question.model]) >= 2


def begins_alone(table: Table, question: ActionLimit, bearing: Bearing) -> bool:
    """The activation starts without two telepaths in sight."""
    return question.beginning and telepaths_seen(table, table.models[question.model]) < 2


TELEPATHIC = effect(
    "XT-ABL-34",
    modify(ActionLimit, FOUR, role="model", how="permit", when=begins_in_company),
    modify(ActionLimit, TWO, role="model", how="restrict", when=begins_alone),
)


def at_any_time(table: Table, question: ActionLimit, bearing: Bearing) -> bool:
    """What holds at any time is asked."""
    return not question.beginning


def stands(table: Table, question: ActionLimit) -> bool:
    """What holds at any time is asked of a model that is not stunned."""
    return not question.beginning and not table.tokens(question.model, STUNNED)


def has_seen_blood(table: Table, question: ActionLimit, bearing: Bearing) -> bool:
    """An enemy went down in this activation."""
    return stands(table, question) and bool(table.tokens(question.model, STRUCK_DOWN))


def has_not_seen_blood(table: Table, question: ActionLimit, bearing: Bearing) -> bool:
    """No enemy went down in this activation yet."""
    return stands(table, question) and not table.tokens(question.model, STRUCK_DOWN)


def strikes_an_upright_enemy(table: Table, event: Stunned, bearing: Bearing) -> bool:
    """An enemy is stunned who was not stunned before."""
    victim = table.models[event.bearer]
    return victim.side != table.models[bearing.bearer].side and STUNNED not in victim.tokens


def kills_an_enemy(table: Table, event: Slain, bearing: Bearing) -> bool:
    """An enemy is killed; a capture is no killing."""
    return table.models[event.model].side != table.models[bearing.bearer].side and not isinstance(event, Captured)


async def see_blood(ref: Referee, event: Event, bearing: Bearing) -> None:
    """An enemy went down in this activation."""
    await ref.emit(Noted(rule="XT-ABL-03", bearer=bearing.bearer, token=STRUCK_DOWN, value=1))


BERSERKER = effect(
    "XT-ABL-03",
    after(Stunned, see_blood, role="active", when=strikes_an_upright_enemy),
    after(Slain, see_blood, role="active", when=kills_an_enemy),
    modify(ActionLimit, FOUR, role="model", how="permit", when=has_seen_blood),
    modify(ActionLimit, TWO, role="model", how="restrict", when=has_not_seen_blood),
)


def master_of(table: Table, model: Model) -> Model | None:
    """The master of the warband a hivemind model was built in."""
    found = (m for m in table.models.values() if m.kind == "model" and m.owner == model.owner)
    return next((m for m in found if MASTER in m.kit), None)


def master_stands(table: Table, question: ActionLimit, bearing: Bearing) -> bool:
    """Another model is the master, on the table and upright."""
    master = master_of(table, table.models[question.model])
    if question.beginning or master is None or master.id == question.model or home(table, master) != master.owner:
        return False
    return master.at is not None and STUNNED not in master.tokens


def master_is_gone(table: Table, question: ActionLimit, bearing: Bearing) -> bool:
    """Another model is the master, and killed, stunned or converted for good."""
    master = master_of(table, table.models[question.model])
    if question.beginning or master is None or master.id == question.model:
        return False
    return bool(master.tokens.get("removed")) or STUNNED in master.tokens or home(table, master) != master.owner


HIVEMIND = effect(
    "XT-ABL-15",
    modify(ActionLimit, FOUR, role="model", how="permit", when=master_stands),
    modify(ActionLimit, TWO, role="model", how="restrict", when=master_is_gone),
)


def has_done_something_else(table: Table, question: Acting, bearing: Bearing) -> bool:
    """The bearer has done something of another kind than its first action."""
    return bool(table.tokens(question.actor, OTHER_DEED))


ROBOT = effect(
    "XT-ABL-27",
    modify(ActionLimit, FOUR, role="model", how="permit", when=at_any_time),
    forbid(Acting, role="actor", when=has_done_something_else),
)


# ------------------------------------------------------------------ bodies


def is_a_later_move(table: Table, question: Price, bearing: Bearing) -> bool:
    """It is a move after the first of the activation."""
    moved = question.again or bool(table.tokens(question.actor, MOVES))
    return moved and question.deed in ("move", "flying", "teleport", "sneak")


async def lose_a_hit_point(ref: Referee, event: Stunned, bearing: Bearing) -> tuple[Event, ...]:
    """A Big model is hurt instead of stunned; what cannot kill does nothing to its last hit point (XT-TRT-09)."""
    if event.rule == "XT-TRT-09" or (_spares(ref.table, event) and ref.table.tokens(event.bearer, HIT_POINTS) <= 1):
        return (Unharmed(rule="XT-TRT-09", model=event.bearer),)
    return (
        HitPointLost(
            rule="XT-ABL-04",
            bearer=event.bearer,
            token=HIT_POINTS,
            by=-1,
            wielder=event.wielder,
            weapon=event.weapon,
        ),
    )


def _spares(table: Table, event: Stunned) -> bool:
    """Whether a stun comes from a weapon that never kills."""
    wielder = table.models.get(event.wielder)
    return wielder is not None and any(g.effect == "XT-TRT-09" and g.via == event.weapon for g in wielder.effects)


BIG = effect(
    "XT-ABL-04",
    forbid(Stunnable, role="model"),
    instead(Stunned, lose_a_hit_point, role="bearer"),
    modify(Price, +1, role="actor", when=is_a_later_move),
)
CLIMBER = effect("XT-ABL-05", modify(Climbing, 1, role="model", how="set"))


def is_difficult(table: Table, question: Hindered, bearing: Bearing) -> bool:
    """It is difficult ground."""
    return question.by == "difficult"


def is_hazardous(table: Table, question: Hindered, bearing: Bearing) -> bool:
    """It is hazardous ground."""
    return question.by == "hazardous"


def is_a_reaction(table: Table, question: Reach, bearing: Bearing) -> bool:
    """It is a move reaction."""
    return question.reply


def shot_already(table: Table, question: Reacting, bearing: Bearing) -> bool:
    """The bearer has attacked in this activation of an enemy."""
    return bool(question.weapon) and bool(table.tokens(question.reactor, SHOT_BACK))


PATHFINDER = effect("XT-ABL-22", forbid(Hindered, role="model", when=is_difficult))
SILICON_BEING = effect(
    "XT-ABL-30",
    forbid(Hindered, role="model", when=is_hazardous),
    modify(Reach, float(DISTANCES["silicon_move_reaction"]), role="model", how="most", when=is_a_reaction),
)
REPTILE = effect(
    "XT-ABL-26",
    modify(Reach, float(DISTANCES["reptile_factor"]), role="model", how="times", when=is_a_reaction),
    forbid(Reacting, role="reactor", when=shot_already),
)


# ------------------------------------------------------------------ protection


def would_be_shot_past(table: Table, question: Targeting, bearing: Bearing) -> bool:
    """Whether the target is a friend of an awake bodyguard whom the attacker sees."""
    target = table.models.get(question.target)
    guard = table.models[bearing.bearer]
    if target is None or question.melee or target.side != guard.side or bears(target, BODYGUARD.rule):
        return False
    return sees(table, question.attacker, guard.id)


BODYGUARD = effect("XT-ABL-06", forbid(Targeting, role="beside", when=would_be_shot_past))


def is_far_and_waiting(table: Table, question: Targeting, bearing: Bearing) -> bool:
    """The bearer is not active, and the attacker is too far away."""
    target = table.models[bearing.bearer]
    far = distance(table, table.models[question.attacker], target) > DISTANCES["invisibility"] + SLACK
    return far and ACTING not in target.tokens


def how_far(table: Table, question: Targeting, bearing: Bearing) -> dict[str, Any]:
    """The figures of a target that is too far away to be made out."""
    apart = distance(table, table.models[question.attacker], table.models[bearing.bearer])
    return {"target": question.target, "distance": round(apart, 4), "most": DISTANCES["invisibility"]}


INVISIBILITY = effect("XT-ABL-18", forbid(Targeting, role="target", when=is_far_and_waiting, facts=how_far))


# ------------------------------------------------------------------ help


def sees_the_leader(table: Table, question: SecondChances, bearing: Bearing) -> bool:
    """The active model sees the bearer."""
    return sees(table, question.model, bearing.bearer)


LEADER = effect("XT-ABL-19", modify(SecondChances, 1, role="friends", when=sees_the_leader))


def patient_is_near(table: Table, question: Price, bearing: Bearing) -> bool:
    """Somebody stands up near the bearer."""
    patient, medic = table.models[question.actor], table.models[bearing.bearer]
    return question.deed == "stand_up" and within(table, patient, medic, DISTANCES["medic"])


MEDIC = effect(
    "XT-ABL-20", modify(Price, POINTS["stand_up_with_medic"], role="friends", how="set", when=patient_is_near)
)


def has_a_supplier(table: Table, model: Model) -> bool:
    """Whether a friend in base contact has ammunition to spare (XT-ABL-02)."""
    return any(m.side == model.side and bears(m, AMMO_SUPPORT.rule) for m in in_contact(table, model))


AMMO_SUPPORT = effect("XT-ABL-02")


# ------------------------------------------------------------------ what sleeps in a stunned model (XT-STN-03)

PASSIVE: tuple[Effect, ...] = (
    AI,
    AMMO_SUPPORT,
    BERSERKER,
    BIG,
    CLIMBER,
    BODYGUARD,
    HIVEMIND,
    INVISIBILITY,
    LEADER,
    MEDIC,
    PATHFINDER,
    REPTILE,
    ROBOT,
    RUSH,
    SILICON_BEING,
    TELEPATHIC,
)
ALL: tuple[Effect, ...] = (*PASSIVE, *offers.ALL)
SLEEPING = frozenset(e.rule for e in ALL) - offers.WAKEFUL - {BERSERKER.rule}
"""The abilities that are switched off while their bearer is stunned; a berserker who lies there sees who falls."""
