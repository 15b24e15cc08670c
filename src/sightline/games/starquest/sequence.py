"""Rounds, phases and activations (SQ-RND, SQ-ACN)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from sightline.core.decisions import Action, Decision, Offer, Pick, Refusal, Route, Slot
from sightline.core.events import Cleared
from sightline.core.game import ActionKind
from sightline.core.referee import Referee
from sightline.core.table import TABLE, Model, ModelId, Part, Table
from sightline.core.variants import Variant
from sightline.games.starquest import missions
from sightline.games.starquest.acting import (
    ADVANCE,
    CHARGE,
    HOLD,
    OVER,
    PRICE,
    REST,
    RUSH,
    SHOOT,
    SKILL,
    allowance,
    doing_fault,
    pay,
    slot_fault,
)
from sightline.games.starquest.actions import (
    Activate,
    Advance,
    Charge,
    EndTurn,
    HoldFire,
    PushOn,
    Rest,
    Rush,
    Shoot,
)
from sightline.games.starquest.agreeing import agreed
from sightline.games.starquest.attacking import first_of
from sightline.games.starquest.catalog import CONSTANTS, ENEMIES, HEROES
from sightline.games.starquest.charging import charge, charge_fault, chargeable
from sightline.games.starquest.effects import EFFECTS
from sightline.games.starquest.events import (
    Activated,
    ActivationEnded,
    Enchanted,
    Fatigued,
    Noted,
    PhaseBegan,
    Rested,
    RoundBegan,
    RoundEnded,
    Steadied,
    Tallied,
    TokensGained,
)
from sightline.games.starquest.measure import UnitId, conscious, ids, is_hero, members, units, up
from sightline.games.starquest.questions import Empowering
from sightline.games.starquest.shooting import order_fault, shoot, shot_fault, targets
from sightline.games.starquest.testing import Morale
from sightline.games.starquest.tokens import (
    ACTING,
    ACTIVATED,
    ACTIVATION_ENDS,
    ARRIVES,
    CHARGED,
    DEEDS,
    EXTRA,
    FATIGUED,
    HURT,
    MOST_POWER,
    PHASE,
    POWER,
    RESERVE,
    RESTED,
    ROUND,
    ROUND_ENDS,
    SHAKEN,
    SHOT,
    SPELL_TOKENS,
    fading,
)
from sightline.games.starquest.walking import Hazards, go, road_for, standing_in

HERO_PHASE, ENEMY_PHASE = 1, 2
Play = Callable[[Referee, Model, Any], Awaitable[None]]
"""How an action of a unit is played."""
MOST_TOKENS: int = CONSTANTS["caster_max_tokens"]


class BeginRound(Part, frozen=True):
    """A round begins."""

    number: int


class Empowered(Part, frozen=True):
    """Casters gain their tokens."""


class HeroPhase(Part, frozen=True):
    """The players choose the next hero."""


class Starting(Part, frozen=True):
    """A unit is activated."""

    unit: UnitId


class Acting(Part, frozen=True):
    """A unit whose activation it is takes its next action."""

    unit: UnitId


class Shooting(Part, frozen=True):
    """A unit that has advanced may shoot."""

    unit: UnitId


class Ending(Part, frozen=True):
    """The last action of an activation is done."""

    unit: UnitId


class Closed(Part, frozen=True):
    """Morale is settled: the activation is over."""

    unit: UnitId


class EndRound(Part, frozen=True):
    """The last activation of a round is over."""


class NextRound(Part, frozen=True):
    """Everything is settled: a round is over."""


# ------------------------------------------------------------------ rounds, SQ-RND-10


async def begin_round(ref: Referee, part: BeginRound) -> None:
    """What the mission has in store, spell tokens, ambushers; then the heroes go first (SQ-RND-02)."""
    from sightline.games.starquest.arriving import Arrivals

    await ref.emit(RoundBegan(rule="SQ-RND-01", bearer=TABLE, token=ROUND, value=part.number))
    ref.then(*missions.opening(ref.table, part.number), Empowered(), Arrivals(), HeroPhase())


async def empowered(ref: Referee, part: Empowered) -> None:
    """Casters gain tokens, six at most, and in ambush as well (SQ-SPR-10)."""
    table = ref.table
    for model in [m for m in table.models.values() if m.kind == "model"]:
        here = model.at is not None or RESERVE in model.tokens or ARRIVES in model.tokens
        gained = int(EFFECTS.tally(table, Empowering(model.id), 0).value) if here else 0
        more = min(gained, MOST_TOKENS - model.tokens.get(SPELL_TOKENS, 0))
        if more > 0:
            await ref.emit(TokensGained(rule="SQ-SPR-10", bearer=model.id, token=SPELL_TOKENS, by=more))


def waiting(table: Table) -> tuple[Model, ...]:
    """The conscious heroes that have not been activated this round (SQ-RND-03)."""
    return tuple(m for m in up(table) if ACTIVATED not in m.tokens)


async def hero_phase(ref: Referee, part: HeroPhase) -> None:
    """The players choose among the heroes, anew every round; then the enemies follow (SQ-RND-04, SQ-RND-07)."""
    from sightline.games.starquest.enemies import EnemyPhase, phase_order

    table = ref.table
    if table.tokens(TABLE, PHASE) != HERO_PHASE:
        await ref.emit(PhaseBegan(rule="SQ-RND-02", bearer=TABLE, token=PHASE, value=HERO_PHASE))
        ref.then(part)  # What one is told before a choice belongs to what came before it.
        return
    heroes = waiting(table)
    if not heroes:
        await ref.emit(PhaseBegan(rule="SQ-RND-07", bearer=TABLE, token=PHASE, value=ENEMY_PHASE))
        ref.then(EnemyPhase(phase_order(table)))
        return
    offers = (Offer(Activate, "SQ-RND-03"),)
    action = await agreed(ref, "SQ-RND-03", offers, default=Activate(heroes[0].id))
    assert isinstance(action, Activate)
    ref.then(Starting(table.models[action.model].unit), part)


def check_activate(table: Table, decision: Decision, action: Activate) -> Refusal | None:
    """A hero on its feet that has not been activated this round."""
    if decision.rule == "SQ-RND-03" and action.model in ids(waiting(table)):
        return None
    return Refusal("SQ-RND-03", {"model": action.model})


def activate_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """The heroes that wait for their turn."""
    return {"model": Pick(ids(waiting(table)))}


# ------------------------------------------------------------------ activations, SQ-RND-11


async def starting(ref: Referee, part: Starting) -> None:
    """Dangerous ground first, then conditions, then actions; who is Shaken is idle (SQ-SHK-02).

    Wounds from before, of events and arrivals, are no reason to test morale (SQ-MRL-01).
    """
    from sightline.games.starquest.casting import EnemySpell
    from sightline.games.starquest.conditions import Conditions
    from sightline.games.starquest.enemies import Deciding

    table = ref.table
    own = members(table, part.unit)
    await ref.emit(
        ActivationEnded(rule="SQ-HSK-02", moment=f"{part.unit} is activated", kinds=(HURT,)),
        Activated(rule="SQ-RND-03", bearers=ids(own), token=ACTIVATED, value=1),
        Noted(rule="SQ-RND-03", bearer=own[0].id, token=ACTING, value=1),
    )
    tests = tuple((m.id, f.id) for m in own for f in standing_in(table, m))
    plans: list[Part] = [Hazards(tests)] if tests else []
    acts: tuple[Part, ...] = (Acting(part.unit),)
    if own[0].side != HEROES:
        acts = (EnemySpell(part.unit), Deciding(part.unit))
    ref.then(*plans, Conditions(part.unit), *acts, Ending(part.unit))


async def ending(ref: Referee, part: Ending) -> None:
    """Fatigue, recovery, then the morale of everybody who was hurt, the active unit last (SQ-RND-12)."""
    table = ref.table
    own = members(table, part.unit)  # Whoever fell in its charge has charged all the same.
    if own and CHARGED in own[0].tokens and FATIGUED not in own[0].tokens:
        await ref.emit(Fatigued(rule="SQ-FTG-01", bearers=ids(own), token=FATIGUED, value=1))
    if own and SHAKEN in own[0].tokens:
        await ref.emit(Steadied(rule="SQ-SHK-02", bearers=ids(own), token=SHAKEN, value=0))
    everybody = [*units(table, HEROES), *units(table, ENEMIES)]
    others = [u for u in everybody if u != part.unit]
    ref.then(Morale(tuple(u for u in (*others, part.unit) if u in everybody)), Closed(part.unit))


async def closed(ref: Referee, part: Closed) -> None:
    """What the mission looks at, then everything that lasts for an activation ends."""
    await missions.activation_over(ref, part.unit)
    if ref.table.outcome is None:
        await ref.emit(
            ActivationEnded(rule="SQ-RND-12", moment=ACTIVATION_ENDS, kinds=fading(ACTIVATION_ENDS)),
            ActivationEnded(rule="SQ-RND-12", moment=f"{ACTIVATION_ENDS} {part.unit}"),
            *(
                Enchanted(rule="SQ-SPL-03", attachment=replace(a, until=f"{ACTIVATION_ENDS} {part.unit}"))
                for a in ref.table.attachments.values()
                if a.until == f"{ACTIVATION_ENDS} {part.unit} again"
            ),
        )


async def end_round(ref: Referee, part: EndRound) -> None:
    """What the mission looks at, one step after the other (SQ-RND-10)."""
    ref.then(*missions.closing(), NextRound())


async def next_round(ref: Referee, part: NextRound) -> None:
    """Fatigue and what lasts for a round ends."""
    from sightline.games.starquest.carrying import dried, over

    table = ref.table
    await ref.emit(RoundEnded(rule="SQ-RND-10", moment=ROUND_ENDS, kinds=fading(ROUND_ENDS)), over(table))
    await ref.emit(*(Cleared(rule=rule, piece=piece) for piece, rule in dried(table).items()))
    ref.then(BeginRound(table.tokens(TABLE, ROUND) + 1))


# ------------------------------------------------------------------ what a unit may do


def again(model: Model, deed: str) -> Refusal | None:
    """A second attack of the same kind is fine."""
    return None


def once_each(model: Model, deed: str) -> Refusal | None:
    """One shooting and one charge an activation (option of SQ-RND-06)."""
    token = {SHOOT: SHOT, CHARGE: CHARGED}.get(deed, "")
    return Refusal("SQ-RND-06", {"model": model.id, "twice": deed}) if token in model.tokens else None


REPEATED = Variant("extra_action_repeat_attack", {True: again, False: once_each})


def action_fault(table: Table, model: Model, deed: str) -> Refusal | None:
    """Why a unit may not take an action of some kind now, wherever it would lead."""
    acting = ACTING in model.tokens
    if not acting or not conscious(model):
        return Refusal("SQ-RND-03", {"model": model.id, "active": acting})
    no = doing_fault(table, model, deed)
    if no is not None:
        return no
    if is_hero(model):
        return slot_fault(model, HOLD if deed == SHOOT else deed) or REPEATED.of(table)(model, deed)
    taken = model.tokens.get(DEEDS, 0)
    return Refusal("SQ-RND-01", {"model": model.id, "actions": taken, "most": 1}) if taken else None


def offers(table: Table, model: Model) -> Iterator[Offer]:
    """Everything a unit may do now."""
    from sightline.games.starquest.carrying import item_offers
    from sightline.games.starquest.casting import cast_offers
    from sightline.games.starquest.heroics import heroic_offers
    from sightline.games.starquest.jumping import leap_offers
    from sightline.games.starquest.searching import search_offers
    from sightline.games.starquest.skills import skill_offers
    from sightline.games.starquest.tasks import put_down_offers, task_offers

    who = {"actor": model.id}

    def may(deed: str) -> bool:
        return action_fault(table, model, deed) is None

    if may(SHOOT) and targets(table, model.unit):
        yield Offer(Shoot, "SQ-ACN-02", who)
    if may(ADVANCE) and allowance(table, model, ADVANCE) > 0:
        yield Offer(Advance, "SQ-ACN-03", who)
    if may(RUSH) and allowance(table, model, RUSH) > 0:
        yield Offer(Rush, "SQ-ACN-04", who)
    if may(CHARGE) and chargeable(table, model.unit):
        yield Offer(Charge, "SQ-ACN-05", who)
    if is_hero(model):
        if doing_fault(table, model, "cast") is None:
            yield from cast_offers(table, model)
        if may(SKILL):
            yield from heroic_offers(table, model)
            yield from skill_offers(table, model)
            yield from task_offers(table, model)
            yield from search_offers(table, model)
            yield from item_offers(table, model)
        yield from put_down_offers(table, model)
        yield from leap_offers(table, model)
        if may(REST) and model.tokens.get(POWER, 0) < model.tokens[MOST_POWER]:
            yield Offer(Rest, "SQ-ACN-01", who)
        if EXTRA not in model.tokens and doing_fault(table, model, HOLD) is None:
            yield Offer(PushOn, "SQ-RND-06", who)
    yield Offer(EndTurn, "SQ-RND-03", who)


async def acting(ref: Referee, part: Acting) -> None:
    """One action after another, until the unit stops or can do no more."""
    from sightline.games.starquest.plays import PLAYS

    table = ref.table
    own = [m for m in members(table, part.unit) if conscious(m)]
    if not own or SHAKEN in own[0].tokens or own[0].tokens.get(DEEDS, 0) >= OVER:
        return
    model = own[0]
    open_now = tuple(offers(table, model))
    if len(open_now) == 1:
        return
    action = await ref.choose(model.side, "SQ-RND-05", open_now, default=EndTurn(model.id), about=model.id)
    if isinstance(action, EndTurn):
        return
    play = PLAYS.get(type(action)) or DEEDS_PLAYED[type(action)]
    await play(ref, model, action)
    if not isinstance(action, Rest):
        ref.then(part)


async def count(ref: Referee, model: Model, token: str) -> None:
    """An action is taken."""
    await ref.emit(Tallied(rule="SQ-RND-05", bearer=model.id, token=token, by=1))


async def play_shoot(ref: Referee, model: Model, action: Action) -> None:
    """Hold and shoot."""
    assert isinstance(action, Shoot)
    await count(ref, model, DEEDS)
    await ref.emit(Noted(rule="SQ-ACN-02", bearer=model.id, token=SHOT, value=1))
    await shoot(ref, model.unit, ref.table.models[action.target].unit, action.order)


async def play_advance(ref: Referee, model: Model, action: Action) -> None:
    """Move, then shoot if there is anybody to shoot at."""
    assert isinstance(action, Advance)
    await count(ref, model, DEEDS)
    await move(ref, model, action, ADVANCE, "SQ-ACN-03")
    ref.then(Shooting(model.unit))


async def play_rush(ref: Referee, model: Model, action: Action) -> None:
    """Move far."""
    assert isinstance(action, Rush)
    await count(ref, model, DEEDS)
    await move(ref, model, action, RUSH, "SQ-ACN-04")


async def move(ref: Referee, model: Model, action: Advance | Rush, deed: str, rule: str) -> None:
    """The unit goes where its first model is sent."""
    from sightline.games.starquest.formation import follow

    road = road_for(ref.table, model, action.to, action.via, allowance(ref.table, model, deed), deed)
    assert not isinstance(road, Refusal)
    await go(ref, follow(ref.table, model, road, deed), deed, rule)


async def play_charge(ref: Referee, model: Model, action: Action) -> None:
    """Charge one unit."""
    assert isinstance(action, Charge)
    await count(ref, model, DEEDS)
    await charge(ref, model.unit, ref.table.models[action.target].unit)


async def play_rest(ref: Referee, model: Model, action: Action) -> None:
    """All power comes back, and nothing else happens (SQ-RST-01, SQ-RST-02)."""
    await count(ref, model, DEEDS)
    await ref.emit(
        Rested(rule="SQ-RST-01", bearer=model.id, token=POWER, value=model.tokens[MOST_POWER]),
        Noted(rule="SQ-RST-02", bearer=model.id, token=RESTED, value=1),
    )


async def play_push_on(ref: Referee, model: Model, action: Action) -> None:
    """Two power for one more action (SQ-RND-06)."""
    await ref.emit(Noted(rule="SQ-RND-06", bearer=model.id, token=EXTRA, value=1))
    await pay(ref, model.id, PRICE, "SQ-RND-06")


DEEDS_PLAYED: Mapping[type[Action], Play] = {
    Shoot: play_shoot,
    Advance: play_advance,
    Rush: play_rush,
    Charge: play_charge,
    Rest: play_rest,
    PushOn: play_push_on,
}


async def shooting(ref: Referee, part: Shooting) -> None:
    """After an Advance a unit may shoot (SQ-ACN-03)."""
    table = ref.table
    own = [m for m in members(table, part.unit) if conscious(m)]
    if not own or own[0].tokens.get(DEEDS, 0) >= OVER:
        return  # Whoever missed a jump on its way does nothing any more (SQ-FAL-01).
    if not targets(table, part.unit) or REPEATED.of(table)(own[0], SHOOT) is not None:
        return
    who = {"actor": own[0].id}
    open_now = (Offer(Shoot, "SQ-ACN-03", who), Offer(HoldFire, "SQ-ACN-03", who))
    action = await ref.choose(own[0].side, "SQ-ACN-03", open_now, default=HoldFire(own[0].id), about=own[0].id)
    if isinstance(action, Shoot):
        await ref.emit(Noted(rule="SQ-ACN-03", bearer=own[0].id, token=SHOT, value=1))
        await shoot(ref, part.unit, table.models[action.target].unit, action.order)


# ------------------------------------------------------------------ what is legal


def actor_fault(table: Table, decision: Decision, actor: ModelId, deed: str) -> Refusal | None:
    """The active unit, with an action left."""
    model = table.models.get(actor)
    if model is None or model.side != decision.side or decision.about != actor or decision.rule != "SQ-RND-05":
        return Refusal("SQ-RND-03", {"model": actor, "active": decision.about})
    return action_fault(table, model, deed)


def check_move(table: Table, decision: Decision, action: Advance | Rush) -> Refusal | None:
    """A way within the move of the action."""
    deed = ADVANCE if isinstance(action, Advance) else RUSH
    no = actor_fault(table, decision, action.actor, deed)
    if no is not None:
        return no
    model = table.models[action.actor]
    limit = allowance(table, model, deed)
    if limit <= 0:
        return Refusal("SQ-MOV-06", {"model": model.id, "limit": limit})
    road = road_for(table, model, action.to, action.via, limit, deed)
    return road if isinstance(road, Refusal) else None


def move_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """As far as the action goes."""
    deed = ADVANCE if offer.action is Advance else RUSH
    actor = offer.given["actor"]
    return {"to": Route(actor, allowance(table, table.models[actor], deed))}


def check_shoot(table: Table, decision: Decision, action: Shoot) -> Refusal | None:
    """A target in sight and range."""
    model, target = table.models.get(action.actor), table.models.get(action.target)
    if decision.rule == "SQ-ACN-03" and decision.about == action.actor:
        no = None
    else:
        no = actor_fault(table, decision, action.actor, SHOOT)
    if no is not None or model is None:
        return no or Refusal("SQ-SHT-01", {"model": action.actor})
    if target is None or target.at is None or target.kind != "model":
        return Refusal("SQ-SHT-01", {"target": action.target})
    return shot_fault(table, model.unit, target.unit) or order_fault(table, action)


def shoot_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """The units in sight and range."""
    return {"target": first_of(table, targets(table, table.models[offer.given["actor"]].unit))}


def check_hold_fire(table: Table, decision: Decision, action: HoldFire) -> Refusal | None:
    """Whoever may shoot after an Advance."""
    if decision.rule == "SQ-ACN-03" and decision.about == action.actor:
        return None
    return Refusal("SQ-ACN-03", {"model": action.actor})


def check_charge(table: Table, decision: Decision, action: Charge) -> Refusal | None:
    """A target in reach of the charge."""
    no = actor_fault(table, decision, action.actor, CHARGE)
    if no is not None:
        return no
    target = table.models.get(action.target)
    if target is None or target.at is None or target.kind != "model":
        return Refusal("SQ-CHG-04", {"target": action.target})
    return charge_fault(table, table.models[action.actor].unit, target.unit)


def charge_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """The units in reach."""
    return {"target": first_of(table, chargeable(table, table.models[offer.given["actor"]].unit))}


def check_rest(table: Table, decision: Decision, action: Rest) -> Refusal | None:
    """A hero that has done nothing else in its activation."""
    model = table.models.get(action.actor)
    if model is not None and not is_hero(model):
        return Refusal("SQ-ACN-01", {"model": action.actor})
    return actor_fault(table, decision, action.actor, REST)


def check_push_on(table: Table, decision: Decision, action: PushOn) -> Refusal | None:
    """Once per activation (SQ-RND-06)."""
    model = table.models.get(action.actor)
    if model is None or decision.about != action.actor or decision.rule != "SQ-RND-05" or not is_hero(model):
        return Refusal("SQ-RND-06", {"model": action.actor})
    if EXTRA in model.tokens:
        return Refusal("SQ-RND-06", {"model": action.actor, "extra actions": 1, "most": 1})
    return doing_fault(table, model, HOLD)


def check_end_turn(table: Table, decision: Decision, action: EndTurn) -> Refusal | None:
    """The active unit."""
    if decision.rule == "SQ-RND-05" and decision.about == action.actor:
        return None
    return Refusal("SQ-RND-03", {"model": action.actor, "active": decision.about})


CHECKS: Mapping[type[Action], ActionKind] = {
    Activate: ActionKind(check_activate, activate_slots),
    Advance: ActionKind(check_move, move_slots),
    Rush: ActionKind(check_move, move_slots),
    Shoot: ActionKind(check_shoot, shoot_slots),
    HoldFire: ActionKind(check_hold_fire),
    Charge: ActionKind(check_charge, charge_slots),
    Rest: ActionKind(check_rest),
    PushOn: ActionKind(check_push_on),
    EndTurn: ActionKind(check_end_turn),
}
"""What is legal, and how it is described, by action."""
