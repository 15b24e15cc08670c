"""Damage: defence rolls, hit points lost, stunned, killed."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor

from sightline.core.decisions import Decision, Refusal
from sightline.core.dice import Roll
from sightline.core.events import Event
from sightline.core.referee import Referee
from sightline.core.table import ModelId, Side, Table
from sightline.games.xenotactics.actions import Suffer, UseShield
from sightline.games.xenotactics.arms import arm
from sightline.games.xenotactics.catalog import DIE, LEVEL
from sightline.games.xenotactics.deeds import Damage, Wound
from sightline.games.xenotactics.effects import EFFECTS
from sightline.games.xenotactics.events import Fell, HitPointLost, Noted, Slain, Stunned, Wounded
from sightline.games.xenotactics.ground import feature
from sightline.games.xenotactics.measure import height, place
from sightline.games.xenotactics.questions import Caught, Hindered, Stunnable, ToDefend
from sightline.games.xenotactics.tokens import ACTING, DEFENCE, HARMED, HIT_POINTS, SHIELDED, STUNNED

SAVED, STUN, LOSS = 2, 1, 0
"""What a defence die means, the worst lowest (XT-DMG-01 to XT-DMG-03)."""


def active(table: Table) -> ModelId:
    """The model whose activation it is; empty between activations."""
    found: ModelId | None = table.now.get("active")
    if found is None:
        found = table.now["active"] = next((m.id for m in table.models.values() if ACTING in m.tokens), "")
    return found


def verdicts(defence: float) -> tuple[int, ...]:
    """What each face of a defence die means: saved, or by an odd number stunned, by an even one a hit point lost."""
    return tuple(SAVED if face <= defence else STUN if face % 2 else LOSS for face in range(1, DIE + 1))


async def defend(ref: Referee, damage: Damage) -> Wound | None:
    """One defence die for each damage point; cover lets one of them be rolled again (XT-DMG-01, XT-TER-05)."""
    table = ref.table
    question = ToDefend(damage.model, damage.wielder, damage.weapon, damage.active, damage.cause, damage.origin)
    side, base = defender(table, damage)
    need = EFFECTS.tally(table, question, base)
    reads = verdicts(need.value)
    roll = Roll(damage.rule, DIE, damage.points, side, damage.model, need, reads, question)
    (faces,) = await ref.throw(roll, seats=(side,))
    shown = [reads[f - 1] for f in faces]
    losses, stuns = shown.count(LOSS), shown.count(STUN)
    return Wound(damage.model, losses, stuns, damage.weapon, damage.wielder, damage.rule, damage.cause != "attack")


def defender(table: Table, damage: Damage) -> tuple[Side, int]:
    """Who rolls, and against which Defence; a piece of terrain has its own (XT-TER-12)."""
    model = table.models.get(damage.model)
    if model is not None:
        return model.side, model.tokens[DEFENCE]
    piece = feature(table.terrain, damage.model)
    wielder = table.models.get(damage.wielder)
    side = table.other(wielder.side) if wielder is not None else table.sides[0]
    return side, piece.defence if piece is not None else 0


async def suffer(ref: Referee, damages: Sequence[Damage]) -> None:
    """Damage outside the attack step: rolled one after another, applied together."""
    wounds = [await defend(ref, d) for d in damages if d.points and may_be_hurt(ref.table, d)]
    await apply(ref, [w for w in wounds if w is not None])


def may_be_hurt(table: Table, damage: Damage) -> bool:
    """Whether damage reaches a model at all: it is on the table, and no trait or ability spares it."""
    model = table.models.get(damage.model)
    if model is None:
        return feature(table.terrain, damage.model) is not None
    if model.at is None:
        return False
    if damage.cause in ("hazardous", "fall") and not EFFECTS.allows(table, Hindered(damage.model, damage.cause)):
        return False
    return EFFECTS.allows(table, Caught(damage.model, damage.wielder, damage.weapon, damage.cause, damage.attacker))


# ------------------------------------------------------------------ applying (XT-DMG-04, XT-STN-01, XT-SEQ-04)


def never_kills(table: Table, wound: Wound) -> bool:
    """Whether a wound comes from a weapon that cannot kill (XT-TRT-09)."""
    return bool(wound.weapon) and arm(table, wound.weapon).trait("nonlethal") is not None


async def apply(ref: Referee, wounds: Sequence[Wound]) -> None:
    """All results of a step: every loss and stun, then everybody without a hit point left is killed together."""
    table = ref.table
    for model in dict.fromkeys(w.model for w in wounds if w.model in table.models):
        own = [w for w in wounds if w.model == model]
        for mild in (False, True):
            await wounded(ref, [w for w in own if never_kills(table, w) is mild])
    dead = [w.model for w in wounds if w.model in table.models]
    dead = [m for m in dict.fromkeys(dead) if table.models[m].at is not None and not table.tokens(m, HIT_POINTS)]
    await kill(ref, dead, "XT-STN-01")
    for id in dict.fromkeys(w.model for w in wounds if w.model in table.models):
        await drop_from_the_face(ref, id)


async def wounded(ref: Referee, wounds: Sequence[Wound]) -> None:
    """What one model suffers in a step from what may kill, or from what never does: all losses one by one, then stuns.

    The owner would have it so: a model that is stunned already has no shield against a loss (XT-ABL-09).
    """
    lost = [await losses(ref, wound) for wound in wounds]
    for wound, before in zip(wounds, lost, strict=True):
        also = await stuns(ref, wound)
        if wound.losses or wound.stuns:
            await ref.emit(
                Wounded(
                    rule="XT-DMG-04",
                    model=wound.model,
                    wielder=wound.wielder,
                    weapon=wound.weapon,
                    accident=wound.accident,
                    lost=max(0, before + also),
                )
            )


async def losses(ref: Referee, wound: Wound) -> int:
    """The losses of one attack; returns how many hit points they came to."""
    before = ref.table.tokens(wound.model, HIT_POINTS)
    for _ in range(wound.losses):
        if ref.table.tokens(wound.model, HIT_POINTS):
            await ref.emit(
                HitPointLost(
                    rule="XT-DMG-02",
                    bearer=wound.model,
                    token=HIT_POINTS,
                    by=-1,
                    wielder=wound.wielder,
                    weapon=wound.weapon,
                )
            )
    if SHIELDED in ref.table.models[wound.model].tokens:
        await ref.emit(Noted(rule="XT-ABL-09", bearer=wound.model, token=SHIELDED, value=0))
    return before - ref.table.tokens(wound.model, HIT_POINTS)


async def stuns(ref: Referee, wound: Wound) -> int:
    """The stun of one attack; returns how many hit points it cost whoever loses some instead."""
    before = ref.table.tokens(wound.model, HIT_POINTS)
    # One stun is as good as several, but for those who lose something with each.
    times = min(wound.stuns, 1) if EFFECTS.allows(ref.table, Stunnable(wound.model)) else wound.stuns
    for _ in range(times):
        if ref.table.tokens(wound.model, HIT_POINTS):
            await ref.emit(*kept_down(ref.table, wound.model, "XT-DMG-03", wound.wielder, wound.weapon))
    return before - ref.table.tokens(wound.model, HIT_POINTS)


def check_shield(table: Table, decision: Decision, action: UseShield | Suffer) -> Refusal | None:
    """Whoever is asked about a shield (XT-ABL-09)."""
    if decision.rule == "XT-ABL-09" and decision.about == action.model:
        return None
    return Refusal("XT-ABL-09", {"model": action.model})


def stunned(table: Table, model: ModelId, rule: str, wielder: ModelId = "", weapon: str = "") -> Stunned:
    """A model is stunned; the active model may have something to say to that."""
    return Stunned(
        rule=rule, bearer=model, token=STUNNED, value=1, wielder=wielder, weapon=weapon, active=active(table)
    )


def kept_down(table: Table, model: ModelId, rule: str, wielder: ModelId, weapon: str) -> tuple[Event, ...]:
    """A model is stunned in the course of an action, by whatever: if it was about to stand up it stays down."""
    stays = Noted(rule="XT-STD-02", bearer=model, token=HARMED, value=1)
    return stunned(table, model, rule, wielder, weapon), stays


async def kill(ref: Referee, models: Sequence[ModelId], rule: str) -> None:
    """Models leave the battlefield together."""
    now = active(ref.table)
    events: list[Event] = [Slain(rule=rule, model=m, active=now) for m in models]
    if events:
        await ref.emit(*events)


async def drop_from_the_face(ref: Referee, id: ModelId) -> None:
    """A climber who is stunned falls to the foot: one damage for every full 3 inches (XT-MOV-09)."""
    model = ref.table.models[id]
    if model.at is not None and model.z and STUNNED in model.tokens:
        await let_go(ref, id)


async def let_go(ref: Referee, id: ModelId) -> None:
    """A climber drops to the foot of the face it hangs on."""
    model = ref.table.models[id]
    at, far = place(model), height(ref.table, model)
    await ref.emit(Fell(rule="XT-MOV-09", model=id, path=(at, at), length=far))
    await suffer(ref, [fall(id, far)])


def fall(model: ModelId, height: float) -> Damage:
    """The damage of a fall: one for every full 3 inches (XT-MOV-11, XT-TER-09)."""
    return Damage(model, floor(height / LEVEL + 1e-9), "fall", rule="XT-MOV-11")
