"""What the party decides by agreement, and the dice that settle what it cannot agree on (SQ-GEN-01, SQ-GEN-08)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from sightline.core.decisions import Action, Decision, Offer, Pick, Picks, Refusal, Slot
from sightline.core.dice import Roll
from sightline.core.effects import Question
from sightline.core.game import ActionKind
from sightline.core.referee import Referee
from sightline.core.table import ModelId, Part, RuleId, Table
from sightline.core.variants import Variant
from sightline.games.starquest.actions import CallDie, TakeNext
from sightline.games.starquest.catalog import DIE, HEROES
from sightline.games.starquest.events import Decided
from sightline.games.starquest.measure import ids, party
from sightline.games.starquest.tokens import READING

HALF = DIE // 2
"""Up to this face the die is for the player of the first of two heroes."""


def one_voice(table: Table, among: Sequence[ModelId]) -> tuple[ModelId, ...]:
    """Whoever plays the heroes answers for all of them."""
    return tuple(among[:1])


def each_hero(table: Table, among: Sequence[ModelId]) -> tuple[ModelId, ...]:
    """Every hero has a player of its own."""
    return tuple(among)


VOICES = Variant("party_voices", {"one": one_voice, "each_hero": each_hero})


def voices(table: Table, among: Sequence[ModelId]) -> tuple[ModelId, ...]:
    """The heroes whose players may disagree, of those that something concerns."""
    return VOICES.of(table)(table, among)


def speaker(table: Table, rule: RuleId) -> ModelId:
    """The hero whose player's reading of a rule was adopted, if there was a dispute over it."""
    return next((m.id for m in party(table) if f"{READING}:{rule}" in m.tokens), "")


async def agreed(
    ref: Referee,
    rule: RuleId,
    offers: Iterable[Offer],
    *,
    default: Action,
    about: ModelId = "",
    on: Question | None = None,
) -> Action:
    """A choice of the whole party; if it cannot agree, the dice say whose reading of the rule binds from now on."""
    table = ref.table
    plain = tuple(offers)
    settled = speaker(table, rule)
    disputed = () if settled or len(voices(table, ids(party(table)))) < 2 else (Offer(CallDie, "SQ-GEN-01"),)
    action = await ref.choose(HEROES, rule, (*plain, *disputed), default=default, about=settled or about, on=on)
    if not isinstance(action, CallDie):
        return action
    winner = await decider(ref, [id for id in ids(party(table)) if id in action.voices])
    await ref.emit(Decided(rule="SQ-GEN-01", bearer=winner, token=f"{READING}:{rule}", value=1))
    return await ref.choose(HEROES, rule, plain, default=default, about=winner, on=on)


async def decider(ref: Referee, between: Sequence[ModelId]) -> ModelId:
    """One die for two players, a roll-off for more (SQ-GEN-01)."""
    if len(between) > 2:
        return await roll_off(ref, between)
    reads = tuple(1 if face <= HALF else 2 for face in range(1, DIE + 1))
    ((face,),) = await ref.throw(Roll("SQ-GEN-01", DIE, 1, HEROES, reads=reads))
    return between[reads[face - 1] - 1]


async def roll_off(ref: Referee, between: Sequence[ModelId]) -> ModelId:
    """Everybody rolls a die and the highest wins; the tied highest roll again (SQ-DIC-06)."""
    left = list(between)
    while len(left) > 1:
        thrown = await ref.throw(*(Roll("SQ-DIC-06", DIE, 1, HEROES, one) for one in left))
        best = max(thrown)
        left = [one for one, faces in zip(left, thrown, strict=True) if faces == best]
    return left[0]


# ------------------------------------------------------------------ what happens at once (SQ-SPR-02)


class AtOnce(Part, frozen=True, omit_defaults=True):
    """The same thing is about to happen to several heroes, without a clear order."""

    what: RuleId
    models: tuple[ModelId, ...]
    by: ModelId = ""
    """The hero whose player won the roll-off and orders the rest."""


def at_once(what: RuleId, models: Sequence[ModelId]) -> tuple[Part, ...]:
    """What happens to these heroes by some rule, in an order that is still to be found."""
    return (AtOnce(what, tuple(models)),) if len(models) > 1 else tuple(SIMULTANEOUS[what](m) for m in models)


async def in_order(ref: Referee, part: AtOnce) -> None:
    """The only player concerned orders it; several roll off who does."""
    known = voices(ref.table, part.models)
    by = part.by or (await roll_off(ref, known) if len(known) > 1 else "")
    offers = (Offer(TakeNext, "SQ-SPR-02"),)
    action = await ref.choose(HEROES, "SQ-SPR-02", offers, default=TakeNext(part.models[0]), about=by)
    assert isinstance(action, TakeNext)
    rest = tuple(m for m in part.models if m != action.model)
    left = (AtOnce(part.what, rest, by),) if len(rest) > 1 else at_once(part.what, rest)
    ref.then(SIMULTANEOUS[part.what](action.model), *left)


SIMULTANEOUS: dict[RuleId, Callable[[ModelId], Part]] = {}
"""What may happen to several heroes at once, by rule: what it is to one of them."""


def open_now(table: Table) -> tuple[ModelId, ...]:
    """Those to whom it has not happened yet."""
    part = table.agenda[0] if table.agenda else None
    return part.models if isinstance(part, AtOnce) else ()


def check_next(table: Table, decision: Decision, action: TakeNext) -> Refusal | None:
    """One of those that are left."""
    if decision.rule == "SQ-SPR-02" and action.model in open_now(table):
        return None
    return Refusal("SQ-SPR-02", {"model": action.model})


def next_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Those that are left."""
    return {"model": Pick(open_now(table))}


# ------------------------------------------------------------------ calling for the die


def check_call(table: Table, decision: Decision, action: CallDie) -> Refusal | None:
    """At least two heroes of the party, where its players may disagree and have not done so before."""
    known = voices(table, ids(party(table)))
    named = len(set(action.voices))
    if any(o.action is CallDie for o in decision.offers) and named == len(action.voices) >= 2:
        strangers = [id for id in action.voices if id not in known]
        return Refusal("SQ-GEN-01", {"model": strangers[0]}) if strangers else None
    return Refusal("SQ-GEN-01", {"rule": decision.rule, "voices": named, "least": 2})


def call_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Those who disagree."""
    known = voices(table, ids(party(table)))
    return {"voices": Picks(known, 2, len(known))}


CHECKS: Mapping[type[Action], ActionKind] = {
    CallDie: ActionKind(check_call, call_slots),
    TakeNext: ActionKind(check_next, next_slots),
}
