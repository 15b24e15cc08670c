"""Dirty Tricks: an ability of an enemy is cancelled for an activation (DW-ADV-04)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from sightline.core.decisions import Decision, Offer, Pick, Refusal, Slot
from sightline.core.referee import Referee
from sightline.core.table import Grant, Model, ModelId, Part, RuleId, Side, Table
from sightline.games.deepwars import catalog
from sightline.games.deepwars.acting import PLAYS
from sightline.games.deepwars.actions import Choose, DirtyTrick
from sightline.games.deepwars.advancing import SAVE, left
from sightline.games.deepwars.choosing import CHOICES
from sightline.games.deepwars.effects import EFFECTS, RULES_IN_FORCE
from sightline.games.deepwars.events import Noted, Rearmed
from sightline.games.deepwars.measure import enemies
from sightline.games.deepwars.questions import Blow
from sightline.games.deepwars.scoring import CHIEFS
from sightline.games.deepwars.tokens import ACTING, TRICKED, USED, about

FIXED = ("normal", "big", "huge", "artificial", *CHIEFS)
"""What cannot be cancelled: size, that something is a machine, and rank."""


def only_save(table: Table, side: Side) -> tuple[str, ...]:
    """Later: what is used now is said by another answer."""
    return (SAVE,)


CHOICES["DW-ADV-04"] = only_save


def tricks(table: Table, model: Model) -> dict[ModelId, tuple[str, ...]]:
    """Whose abilities could be cancelled for an activation of this model."""
    if model.side not in table.sides or not left(table, model.side, "dirty_tricks"):
        return {}
    return {e.id: found for e in enemies(table, model) if (found := abilities_of(e))}


def offers(table: Table, model: Model) -> list[Offer]:
    """Everybody on whom a trick could be played before a model chooses."""
    return [Offer(DirtyTrick, "DW-ADV-04", {"actor": model.id, "target": foe}) for foe in tricks(table, model)]


def abilities_of(model: Model) -> tuple[str, ...]:
    """What could be cancelled of somebody; a trick that is being played counts until it is over."""
    known = catalog.abilities()
    return tuple(a for a in model.kit if a in known and a not in FIXED)


def check_trick(table: Table, decision: Decision, action: DirtyTrick) -> Refusal | None:
    """Before somebody chooses, or when one is attacked: an ability of an enemy, once in a battle."""
    mine = decision.rule in ("DW-ACT-02", "DW-ADV-04") and decision.about == action.actor
    if mine and action.ability in tricks(table, table.models[action.actor]).get(action.target, ()):
        return None
    return Refusal("DW-ADV-04", {"model": action.target, "ability": action.ability})


async def trick(ref: Referee, action: DirtyTrick) -> None:
    """The ability is gone for this activation; the model still chooses."""
    from sightline.games.deepwars.sequence import Gamble

    await cancel(ref, action)
    again: Part = Gamble(action.actor)
    ref.then(again)


async def tricked(ref: Referee, blow: Blow) -> None:
    """Who is attacked may cancel what the attacker would use against it, until the activation is over."""
    table, other = ref.table, ref.table.models[blow.defender]
    if blow.attacker in tricks(table, other) and any(ACTING in m.tokens for m in table.models.values()):
        await offer_trick(ref, other, blow.attacker)


async def foresee(ref: Referee, foe: Model) -> None:
    """Somebody is named: the other side may cancel an ability of it for this activation, whatever it would do."""
    table = ref.table
    if foe.side not in table.sides:
        return
    other = next((m for m in table.squad(table.other(foe.side)) if foe.id in tricks(table, m)), None)
    if other is not None:
        await offer_trick(ref, other, foe.id)


async def offer_trick(ref: Referee, model: Model, foe: ModelId) -> None:
    """A side is asked whether it plays its trick on somebody now, or later."""
    offers = [
        Offer(DirtyTrick, "DW-ADV-04", {"actor": model.id, "target": foe}),
        Offer(Choose, "DW-ADV-04", {"side": model.side}),
    ]
    answer = await ref.choose(model.side, "DW-ADV-04", offers, default=Choose(model.side, SAVE), about=model.id)
    if isinstance(answer, DirtyTrick):
        await cancel(ref, answer)


async def cancel(ref: Referee, action: DirtyTrick) -> None:
    """An ability is gone until the activation is over."""
    side, foe = ref.table.models[action.actor].side, ref.table.models[action.target]
    rule = catalog.abilities()[action.ability].rule
    kept = tuple(g for g in foe.effects if g.effect != rule or g.via)
    lost = replace(foe, kit=tuple(i for i in foe.kit if i != action.ability), effects=kept)
    await ref.emit(
        Noted(rule="DW-ADV-04", bearer=side, token=f"{USED}:dirty_tricks", value=1),
        Rearmed(rule="DW-ADV-04", new=lost),
        Noted(rule="DW-ADV-04", bearer=foe.id, token=f"{TRICKED}:{action.ability}", value=1 + grade(foe, rule)),
    )


def grade(model: Model, rule: RuleId) -> int:
    """The figure of an ability."""
    return next((g.value for g in model.effects if g.effect == rule and not g.via), 0)


def trick_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Which of its abilities."""
    return {"ability": Pick(tricks(table, table.models[offer.given["actor"]])[offer.given["target"]])}


def undone(model: Model) -> Model:
    """A model with what was taken from it by a trick."""
    back = {about(t): n - 1 for t, n in model.tokens.items() if t.startswith(f"{TRICKED}:")}
    granted = tuple(Grant(catalog.abilities()[a].rule, n) for a, n in back.items())
    heard = tuple(g for g in granted if g.effect in EFFECTS.by_rule and Grant(g.effect) not in RULES_IN_FORCE)
    tokens = {t: n for t, n in model.tokens.items() if not t.startswith(f"{TRICKED}:")}
    return replace(model, kit=(*model.kit, *back), effects=(*model.effects, *heard), tokens=tokens)


async def tricks_end(ref: Referee) -> None:
    """What was cancelled for an activation is there again."""
    if not any(ref.table.tokens(side, f"{USED}:dirty_tricks") for side in ref.table.sides):
        return
    fooled = [m for m in ref.table.models.values() if any(t.startswith(f"{TRICKED}:") for t in m.tokens)]
    await ref.emit(*(Rearmed(rule="DW-ADV-04", new=undone(m)) for m in fooled))


PLAYS[DirtyTrick] = trick
