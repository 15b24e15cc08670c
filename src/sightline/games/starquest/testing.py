"""Stat tests and what may be bought, dice of three sides, and morale (SQ-DIC, SQ-STA, SQ-MRL, SQ-SHK)."""

from __future__ import annotations

from sightline.core.decisions import Decision, Offer, Refusal
from sightline.core.dice import Roll
from sightline.core.effects import Question, Tally
from sightline.core.referee import Referee
from sightline.core.table import Model, ModelId, Part, RuleId, Table
from sightline.games.starquest.acting import pay
from sightline.games.starquest.actions import Decline, Pay
from sightline.games.starquest.catalog import CONSTANTS, DIE
from sightline.games.starquest.effects import EFFECTS
from sightline.games.starquest.effects.specials import MORALE
from sightline.games.starquest.events import Failed, Passed, Shaken
from sightline.games.starquest.harm import FRIGHT, hurt
from sightline.games.starquest.measure import UnitId, conscious, ids, is_hero, members, units, wounds_left
from sightline.games.starquest.questions import ToHold, ToPass
from sightline.games.starquest.tokens import DREAD, HURT, QUALITY, SHAKEN, SIZE, TOUGH, WOUNDS

BUY: int = CONSTANTS["buy_test_power"]
SHRUG_OFF: int = CONSTANTS["ignore_shaken_power"]
TOO_BIG: int = CONSTANTS["tough_no_shaken"]


def d3(face: int) -> int:
    """What a die shows as one of three: 1 and 2 are 1, 3 and 4 are 2, 5 and 6 are 3 (SQ-DIC-02)."""
    return (face + 1) // 2


async def roll_d3(ref: Referee, rule: RuleId, side: str, about: ModelId = "") -> int:
    """A die of three (SQ-DIC-02)."""
    reads = tuple(d3(face) for face in range(1, DIE + 1))
    ((face,),) = await ref.throw(Roll(rule, DIE, 1, side, about, reads=reads))
    return d3(face)


def pass_or_fail(need: Tally) -> tuple[int, ...]:
    """What each face means to a test."""
    return tuple(int(face >= need.value) for face in range(1, DIE + 1))


# ------------------------------------------------------------------ stat tests (SQ-STA-01, SQ-STA-02)


def need_to_pass(table: Table, model: Model, stat: str, jump: bool = False) -> Tally:
    """The face a stat test needs; an enemy takes a Quality test instead (SQ-GEN-05, SQ-STC-07)."""
    base = model.tokens.get(stat, 0) or model.tokens[QUALITY]
    return EFFECTS.tally(table, ToPass(model.id, stat, jump), base)


async def stat_test(
    ref: Referee, model: ModelId, stat: str, rule: RuleId, *, jump: bool = False, for_sale: bool = True
) -> bool:
    """One stat test of a model; a hero may buy one that failed. Whether it counts as passed."""
    who = ref.table.models[model]
    need = need_to_pass(ref.table, who, stat, jump)
    ((face,),) = await ref.throw(
        Roll(rule, DIE, 1, who.side, model, need, pass_or_fail(need), ToPass(model, stat, jump)), seats=(who.side,)
    )
    if face >= need.value:
        await ref.emit(Passed(rule=rule, model=model, stat=stat))
        return True
    if is_hero(who) and for_sale and await offer_to_pay(ref, model, BUY, "SQ-STA-02"):
        await ref.emit(Passed(rule="SQ-STA-02", model=model, stat=stat, bought=True))
        return True
    if conscious(ref.table.models[model]):
        await ref.emit(Failed(rule=rule, model=model, stat=stat))
    return False


async def offer_to_pay(ref: Referee, model: ModelId, amount: int, rule: RuleId) -> bool:
    """Ask whether a hero pays for something; whether it did, and is still on its feet."""
    side = ref.table.models[model].side
    offers = (Offer(Pay, rule, {"model": model}), Offer(Decline, rule, {"model": model}))
    action = await ref.choose(side, rule, offers, default=Decline(model), about=model, on=Price(amount))
    return isinstance(action, Pay) and await pay(ref, model, amount, rule)


class Price(Question, frozen=True):
    """What is to be paid."""

    amount: int


def check_payment(table: Table, decision: Decision, action: Pay | Decline) -> Refusal | None:
    """Whoever is asked, and what it is asked: not everything that may be declined can be paid for."""
    if decision.about == action.model and any(offer.action is type(action) for offer in decision.offers):
        return None
    return Refusal("SQ-STA-02", {"model": action.model, "asked": decision.rule})


# ------------------------------------------------------------------ morale (SQ-MRL-01 to SQ-MRL-04)


class Morale(Part, frozen=True):
    """Units that took wounds may have to test morale, one after the other."""

    units: tuple[UnitId, ...]


def at_half(table: Table, unit: UnitId, more: int = 0) -> bool:
    """Whether a unit is down to half or less, some imagined wounds counted (SQ-MRL-01, SQ-SPR-15)."""
    models = [m for m in members(table, unit) if conscious(m)]
    size = models[0].tokens.get(SIZE, 1)
    if size == 1:
        return 2 * (wounds_left(models[0]) - more) <= models[0].tokens[TOUGH]
    hurt_first = sorted(models, key=lambda m: -m.tokens.get(WOUNDS, 0))
    left = [wounds_left(m) for m in hurt_first]
    while more and left:
        taken = min(more, left[0])
        more -= taken
        left[0] -= taken
        if not left[0]:
            left.pop(0)
    return 2 * len(left) <= size


def must_test(table: Table, unit: UnitId) -> bool:
    """Whether a unit took wounds in this activation and is down to half or less."""
    models = [m for m in members(table, unit) if conscious(m)]
    return bool(models) and HURT in models[0].tokens and at_half(table, unit, models[0].tokens.get(DREAD, 0))


def need_to_hold(table: Table, unit: UnitId, worse: int = 0) -> Tally:
    """The face a morale test needs; leaders near by lend their Quality (SQ-SPR-34)."""
    one = next(m for m in members(table, unit) if conscious(m))
    friends = tuple(members(table, u)[0].id for u in units(table, one.side) if u != unit)
    return EFFECTS.tally(table, ToHold(one.id, friends, worse), one.tokens[QUALITY])


async def morale(ref: Referee, part: Morale) -> None:
    """One Quality test each; who fails is Shaken, and who is Shaken fails (SQ-MRL-03, SQ-SHK-01)."""
    for place, unit in enumerate(part.units, 1):
        if must_test(ref.table, unit):
            await hold(ref, unit)
            ref.then(Morale(part.units[place:]))  # What one test brings about may make the next one necessary.
            return


async def hold(ref: Referee, unit: UnitId, worse: int = 0) -> bool:
    """A morale test of a unit, whatever brought it about; whether it holds."""
    table = ref.table
    one = next(m for m in members(table, unit) if conscious(m))
    if SHAKEN not in one.tokens:
        need = need_to_hold(table, unit, worse)
        ((face,),) = await ref.throw(Roll("SQ-MRL-03", DIE, 1, one.side, one.id, need, pass_or_fail(need)))
        if face >= need.value:
            await ref.emit(Passed(rule="SQ-MRL-03", model=one.id, stat=MORALE))
            return True
    happened = await ref.emit(Failed(rule="SQ-MRL-03", model=one.id, stat=MORALE))
    if not any(isinstance(e, Failed) for e in happened):
        return True
    await shake(ref, unit, "SQ-MRL-03", ignorable=True)
    return False


async def shake(ref: Referee, unit: UnitId, rule: RuleId, *, ignorable: bool = False) -> None:
    """A unit becomes Shaken; a hero may shrug morale off, and the biggest enemies are hurt instead (SQ-SHK-03)."""
    table = ref.table
    models = [m for m in members(table, unit) if conscious(m)]
    if not models:
        return
    one = models[0]
    if not is_hero(one) and one.tokens[TOUGH] >= TOO_BIG:
        wounds = await roll_d3(ref, "SQ-SHK-03", one.side, one.id)
        await hurt(ref, one.id, wounds, "SQ-SHK-03", FRIGHT)
        return
    if SHAKEN in one.tokens:
        return
    if ignorable and is_hero(one) and await offer_to_pay(ref, one.id, SHRUG_OFF, "SQ-MRL-04"):
        return
    if conscious(table.models[one.id]):
        await ref.emit(Shaken(rule=rule, bearers=ids(models), token=SHAKEN, value=1, unit=unit))
