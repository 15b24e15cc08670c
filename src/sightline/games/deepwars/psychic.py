"""Psychic spells: fear, stillness, strings and pain in the minds of others (DW-MAG-07 to DW-MAG-10)."""

from __future__ import annotations

from collections.abc import Mapping

from sightline.core.decisions import Decision, Offer, Refusal, Slot
from sightline.core.referee import Referee
from sightline.core.table import Model, ModelId, Part, RuleId, Side, Table
from sightline.games.deepwars import acting, moving
from sightline.games.deepwars.actions import Attack, Cast, ChangeDepth, Dance, Done, Drop, Move
from sightline.games.deepwars.casting import WORKS, Work, has_a_mind, minds, resists
from sightline.games.deepwars.catalog import BODY
from sightline.games.deepwars.damage import wound
from sightline.games.deepwars.effects.creatures import blame
from sightline.games.deepwars.elemental import STRONG
from sightline.games.deepwars.events import ActionsWon, Afflicted, Charmed, Noted
from sightline.games.deepwars.ground import DEADLY, touched
from sightline.games.deepwars.measure import WILD, level, place
from sightline.games.deepwars.parts import MoraleOf
from sightline.games.deepwars.tokens import (
    ACTING,
    ACTIONS,
    ATTACKS,
    DAZED,
    MOVES,
    PUPPET,
    RUN,
    SPURRED,
    TRANSFIXED,
    TURNED,
)

FEAR, LOCK, STRINGS, SPIKE = "hallucination", "siren_lock", "puppet_tide", "mind_spike"
ILLUSION = "hallucination"
"""The reason of a Morale Check that a spell calls for."""


async def fear(ref: Referee, caster: Model, action: Cast) -> None:
    """Whoever does not resist checks its morale (DW-MAG-07)."""
    if not await resists(ref, action.target, action.power, "DW-MAG-07"):
        if ref.table.models[action.target].side == WILD:
            await blame(ref, action.target, caster.side)
        ref.then(MoraleOf((action.target,), ILLUSION, caster.id, caster.side))


async def fear_turns(ref: Referee, caster: Model) -> None:
    """The caster checks its morale."""
    ref.then(MoraleOf((caster.id,), ILLUSION, caster.id))


async def lock(ref: Referee, caster: Model, action: Cast) -> None:
    """Whoever does not resist is transfixed (DW-MAG-08)."""
    if not await resists(ref, action.target, action.power, "DW-MAG-08"):
        await ref.emit(Afflicted(rule="DW-MAG-08", bearer=action.target, token=TRANSFIXED, value=1, source=caster.id))


async def lock_turns(ref: Referee, caster: Model) -> None:
    """The caster is transfixed."""
    await ref.emit(Afflicted(rule="DW-MAG-08", bearer=caster.id, token=TRANSFIXED, value=1))


async def spike(ref: Referee, caster: Model, action: Cast) -> None:
    """Whoever does not resist is dazed, and hurt by a strong one (DW-MAG-10)."""
    if await resists(ref, action.target, action.power, "DW-MAG-10"):
        return
    await ref.emit(Afflicted(rule="DW-MAG-10", bearer=action.target, token=DAZED, value=1, source=caster.id))
    if action.power >= STRONG:
        await wound(ref, action.target, BODY, 1, caster.id, rule="DW-MAG-10", how="spell")


async def spike_turns(ref: Referee, caster: Model) -> None:
    """The caster is dazed."""
    await ref.emit(Afflicted(rule="DW-MAG-10", bearer=caster.id, token=DAZED, value=1))


# ------------------------------------------------------------------ Puppet Tide: DW-MAG-09


class Dancing(Part, frozen=True):
    """A model takes one action as if it were of another side."""

    model: ModelId
    side: Side
    only_moves: bool
    rule: RuleId


class LettingGo(Part, frozen=True):
    """A puppet is its own master again."""

    model: ModelId
    side: Side
    before: tuple[tuple[str, int], ...]
    """What it had of its own activation."""
    rule: RuleId


OWN = (ACTING, ACTIONS, ATTACKS, MOVES, RUN, TURNED)
"""What belongs to an activation and is not touched by being a puppet."""


async def strings(ref: Referee, caster: Model, action: Cast) -> None:
    """Whoever does not resist takes one action of the caster's choice."""
    if not await resists(ref, action.target, action.power, "DW-MAG-09"):
        await pull(ref, action.target, caster.side)


async def strings_turn(ref: Referee, caster: Model) -> None:
    """The opponent moves the caster."""
    await pull(ref, caster.id, ref.table.other(caster.side), only_moves=True)


async def pull(ref: Referee, id: ModelId, side: Side, *, only_moves: bool = False) -> None:
    """A model is on the strings of a side for one action."""
    await at_once(ref, id, side, PUPPET, "DW-MAG-09", only_moves=only_moves)


async def at_once(ref: Referee, id: ModelId, side: Side, token: str, rule: RuleId, *, only_moves: bool) -> None:
    """One action for a side, out of turn; what a model has of its own activation is put aside meanwhile."""
    model = ref.table.models[id]
    before = tuple((own, model.tokens[own]) for own in OWN if own in model.tokens)
    await ref.emit(
        *(Noted(rule=rule, bearer=id, token=own, value=0) for own, _ in before),
        *([Charmed(rule=rule, model=id, side=side)] if side != model.side else ()),
        Noted(rule=rule, bearer=id, token=token, value=1),
        Noted(rule=rule, bearer=id, token=ACTING, value=1),
        ActionsWon(rule=rule, bearer=id, token=ACTIONS, by=1),
    )
    ref.then(Dancing(id, side, only_moves, rule), LettingGo(id, model.side, before, rule))


async def dancing(ref: Referee, part: Dancing) -> None:
    """One action: a move, a change of depth, an attack, a shot, or dropping what it carries."""
    table, model = ref.table, ref.table.models[part.model]
    kinds = (Move, ChangeDepth) if part.only_moves else (Move, ChangeDepth, Attack, Drop)
    offers = [dance_offer(o, part.rule) for o in acting.offers_of(table, model) if o.action in kinds]
    offers.append(Offer(Done, part.rule, {"actor": model.id}))
    action = await ref.choose(part.side, "DW-ACT-04", offers, default=Done(model.id), about=model.id)
    if not isinstance(action, Done):
        await acting.PLAYS[type(action)](ref, action)


def dance_offer(offer: Offer, rule: RuleId) -> Offer:
    """A puppet's move is a move with a rule of its own."""
    return Offer(Dance, rule, offer.given) if offer.action is Move else offer


def check_dance(table: Table, decision: Decision, action: Dance) -> Refusal | None:
    """A move of a puppet, never into Deadly Terrain; who is spurred on may go where it likes (DW-MAG-17)."""
    model = table.models.get(action.actor)
    if model is None or (PUPPET not in model.tokens and SPURRED not in model.tokens):
        return Refusal("DW-MAG-09", {"model": action.actor})
    refusal = moving.check_move(table, decision, Move(action.actor, action.to))
    if refusal is not None or PUPPET not in model.tokens:
        return refusal
    way = touched(table.terrain, place(model), action.to, level(table, model), DEADLY)
    return moving.deadly_fault(table, model, (piece.id for piece in way))


def dance_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Anywhere within a stick."""
    return moving.move_slots(table, decision, offer)


async def dance(ref: Referee, action: Dance) -> None:
    """It goes."""
    await moving.move(ref, Move(action.actor, action.to))


async def letting_go(ref: Referee, part: LettingGo) -> None:
    """It belongs to its own side again, and has what it had."""
    model = ref.table.models[part.model]
    stale = [token for token in (*OWN, PUPPET, SPURRED) if token in model.tokens]
    await ref.emit(
        *(Noted(rule=part.rule, bearer=model.id, token=token, value=0) for token in stale),
        *(Noted(rule=part.rule, bearer=model.id, token=token, value=n) for token, n in part.before),
        *([Charmed(rule=part.rule, model=model.id, side=part.side)] if model.side != part.side else ()),
    )


WORKS[FEAR] = Work(fear, fear_turns, minds, meant=has_a_mind)
WORKS[LOCK] = Work(lock, lock_turns, minds, meant=has_a_mind)
WORKS[STRINGS] = Work(strings, strings_turn, minds, meant=has_a_mind)
WORKS[SPIKE] = Work(spike, spike_turns, minds, meant=has_a_mind)
acting.PLAYS[Dance] = dance
