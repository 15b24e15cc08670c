"""Status conditions: tested when their bearer is activated (SQ-STC)."""

from __future__ import annotations

from collections.abc import Mapping

from sightline.core.decisions import Decision, Offer, Pick, Refusal, Slot
from sightline.core.referee import Referee
from sightline.core.table import Model, Part, Table
from sightline.games.starquest.acting import pay
from sightline.games.starquest.actions import Decline, Pay, Tend
from sightline.games.starquest.events import Cured, Stricken
from sightline.games.starquest.harm import Suffering
from sightline.games.starquest.measure import UnitId, conscious, ids, is_hero, members
from sightline.games.starquest.testing import roll_d3, stat_test
from sightline.games.starquest.tokens import AFFLICTED, CONDITIONS, CRIPPLED, DISEASED, IMPAIRED

CURE = {AFFLICTED: ("str", "SQ-STC-01"), CRIPPLED: ("dex", "SQ-STC-02"), DISEASED: ("wil", "SQ-STC-03")}
"""The test that gets rid of a condition, and its rule; Impaired is paid for by heroes."""


class Conditions(Part, frozen=True, omit_defaults=True):
    """The conditions of an activated unit that are still to be tested."""

    unit: UnitId
    tested: tuple[str, ...] = ()


def suffered(model: Model) -> tuple[str, ...]:
    """The conditions of a model."""
    return tuple(c for c in CONDITIONS if c in model.tokens)


async def conditions(ref: Referee, part: Conditions) -> None:
    """One after the other, in the order the hero's player likes (SQ-RND-11)."""
    table = ref.table
    own = [m for m in members(table, part.unit) if conscious(m)]
    if not own:
        return
    left = [c for c in suffered(own[0]) if c not in part.tested]
    if not left:
        return
    which = left[0]
    if is_hero(own[0]) and len(left) > 1:
        offers = (Offer(Tend, "SQ-RND-11", {"model": own[0].id}),)
        action = await ref.choose(own[0].side, "SQ-RND-11", offers, default=Tend(own[0].id, which), about=own[0].id)
        assert isinstance(action, Tend)
        which = action.condition
    if which == IMPAIRED and is_hero(own[0]):
        await get_over_it(ref, own[0])
    else:
        await fight_it(ref, part.unit, which)
    if ref.table.outcome is None:
        ref.then(Conditions(part.unit, (*part.tested, which)))


async def fight_it(ref: Referee, unit: UnitId, which: str) -> None:
    """A test to be rid of it; the Afflicted take a wound if they fail (SQ-STC-01 to SQ-STC-03, SQ-STC-07)."""
    one = members(ref.table, unit)[0]
    stat, rule = CURE.get(which, ("quality", "SQ-STC-07"))
    if await stat_test(ref, one.id, stat, rule if is_hero(one) else "SQ-STC-07"):
        await ref.emit(Cured(rule=rule, bearers=ids(members(ref.table, unit)), token=which, value=0))
    elif which == AFFLICTED and conscious(ref.table.models[one.id]):
        ref.then(Suffering(unit, 1, cause="condition", rule="SQ-STC-01"))


async def get_over_it(ref: Referee, model: Model) -> None:
    """A hero may pay D3 power to be Impaired no longer; it decides before it knows how much (SQ-STC-04)."""
    offers = (Offer(Pay, "SQ-STC-04", {"model": model.id}), Offer(Decline, "SQ-STC-04", {"model": model.id}))
    action = await ref.choose(model.side, "SQ-STC-04", offers, default=Decline(model.id), about=model.id)
    if isinstance(action, Pay):
        amount = await roll_d3(ref, "SQ-STC-04", model.side, model.id)
        if await pay(ref, model.id, amount, "SQ-STC-04"):
            await ref.emit(Cured(rule="SQ-STC-04", bearers=(model.id,), token=IMPAIRED, value=0))


def stricken(table: Table, unit: UnitId, which: str, rule: str) -> tuple[Stricken, ...]:
    """A condition that is laid on a unit; never twice, and enemies are never Diseased (SQ-STC-06, SQ-STC-07)."""
    own = [m for m in members(table, unit) if conscious(m)]
    if not own or which in own[0].tokens or (which == DISEASED and not is_hero(own[0])):
        return ()
    return (Stricken(rule=rule, bearers=ids(own), token=which, value=1),)


def open_to(table: Table, model: str) -> tuple[str, ...]:
    """The conditions a hero may test next."""
    part = table.agenda[0] if table.agenda else None
    if not isinstance(part, Conditions) or model not in table.models:
        return ()
    return tuple(c for c in suffered(table.models[model]) if c not in part.tested)


def check_tend(table: Table, decision: Decision, action: Tend) -> Refusal | None:
    """A condition that was not tested yet."""
    if (
        decision.rule == "SQ-RND-11"
        and decision.about == action.model
        and action.condition in open_to(table, action.model)
    ):
        return None
    return Refusal("SQ-RND-11", {"model": action.model, "condition": action.condition})


def tend_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Those that are left."""
    return {"condition": Pick(open_to(table, offer.given["model"]))}
