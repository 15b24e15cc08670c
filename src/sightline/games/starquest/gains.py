"""What skills, spells and items are worth to programs, by the words of the figures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from sightline.core.mind import Promise
from sightline.core.table import Model, ModelId, Table
from sightline.games.starquest.acting import price
from sightline.games.starquest.catalog import DIE, ENEMIES, HEROES, Working
from sightline.games.starquest.ground import scale
from sightline.games.starquest.measure import apart, conscious, members, party, wounds_left
from sightline.games.starquest.objectives import current
from sightline.games.starquest.shooting import targets
from sightline.games.starquest.testing import need_to_pass
from sightline.games.starquest.tokens import (
    ACTIVATED,
    CONDITIONS,
    DEEDS,
    DEFENSE,
    MOST_POWER,
    POINTS,
    POWER,
    SHAKEN,
    SIZE,
    SPELL_TOKENS,
    TOUGH,
    WOUNDS,
)

HUNDRED = 100
"""Points that count as one."""
A_POINT_OF_POWER = 0.04
A_POINT_OF_DEBT = 0.1
"""What a wound that was taken for want of power costs beside what a wound costs."""
OBJECTIVE = 1.0
"""What a step towards an objective is worth."""
TREASURE = 0.05
NUISANCE = 0.1
"""What being Shaken or stricken costs of a model's worth."""
IDLE = 0.15
"""What a round in which somebody does nothing costs of its worth."""
EDGE = 0.06
"""What it is worth to hit harder with the next attack, or to be hit less hard."""
USELESS = -0.05
"""What something is worth that changes nothing: less than to be done with it."""
NEAR = 24.0
"""How near enemies are that matter in this round, in inches."""


class Given(Struct, frozen=True):
    """A working somebody thinks of: by whom, on whom."""

    entry: Working
    source: Model
    target: Model


def worth(model: Model) -> float:
    """What a model is worth, in hundreds of points."""
    return max(0.05, model.tokens.get(POINTS, 0) / model.tokens.get(SIZE, 1) / HUNDRED)


def unit_worth(table: Table, model: Model) -> float:
    """What is left of the unit of a model is worth."""
    return sum(worth(m) for m in members(table, model.unit) if conscious(m))


def spread(table: Table, unit: str, wounds: float) -> dict[ModelId, float]:
    """Wounds that go through a unit, one model after the other."""
    damage: dict[ModelId, float] = {}
    for model in sorted(members(table, unit), key=lambda m: -m.tokens.get(WOUNDS, 0)):
        taken = min(wounds, wounds_left(model))
        if taken > 0:
            damage[model.id] = taken
        wounds -= taken
    return damage


def passing(table: Table, model: Model, stat: str) -> float:
    """The chance to pass a test."""
    return (DIE + 1 - need_to_pass(table, model, stat).value) / DIE if stat else 1.0


def paid(table: Table, model: Model, amount: int, chance: float = 1.0) -> Promise:
    """What a payment costs, if it comes to that with some chance: power, or wounds where there is too little."""
    power, wounds = price(table, model, amount)
    more = -chance * (A_POINT_OF_POWER * power + A_POINT_OF_DEBT * wounds)
    return Promise({model.id: chance * wounds} if wounds else {}, more=more)


def both(one: Promise, other: Promise, times: float = 1.0) -> Promise:
    """Two promises in one, the second so often."""
    damage = dict(one.damage)
    for id, wounds in other.damage.items():
        damage[id] = damage.get(id, 0.0) + times * wounds
    return Promise(damage, more=one.more + times * other.more)


def of_working(table: Table, given: Given) -> Promise:
    """What a working is worth if it works: all its effects together."""
    total, useful = Promise({}), False
    for fx in given.entry.fx:
        found = GAINS.get(fx["op"], nothing)(table, given, fx)
        useful = useful or bool(found.damage) or found.more > 0
        total = both(total, found)
    return total if useful else Promise({}, more=USELESS)


def threatened(table: Table, model: Model) -> bool:
    """Whether there are enemies about."""
    return any(apart((model,), (m,)) <= NEAR * scale(table) for m in table.squad(ENEMIES))


def fresh(model: Model) -> bool:
    """Whether a model can still attack in this round."""
    return conscious(model) and SHAKEN not in model.tokens and not model.tokens.get(DEEDS)


# ------------------------------------------------------------------ word by word


def nothing(table: Table, given: Given, fx: Mapping[str, Any]) -> Promise:
    """Nothing a program knows to use."""
    return Promise({})


def number(written: object, model: Model) -> float:
    """A number as the figures write it, in the mean."""
    text = str(written)
    if text == "1_or_D3_if_half":
        text = "D3" if 2 * wounds_left(model) <= model.tokens[TOUGH] else "1"
    if not text.startswith("D3"):
        return float(text) if text.isdigit() else 1.0
    return 2.0 + float(text[2:] or 0)


def hits(table: Table, given: Given, fx: Mapping[str, Any]) -> Promise:
    """Hits that are not blocked."""
    need = min(DIE, max(2, given.target.tokens[DEFENSE] + fx.get("ap", 0)))
    lost = (need - 1) / DIE
    size = sum(conscious(m) for m in members(table, given.target.unit))
    times = min(fx.get("blast", 1), size) * fx.get("deadly", 1)
    return Promise(spread(table, given.target.unit, number(fx["n"], given.target) * times * lost))


def half_a_shot(table: Table, given: Given, fx: Mapping[str, Any]) -> Promise:
    """Half of what shooting does."""
    from sightline.games.starquest.reckoning import of_shooting

    unit = given.target.unit
    return Promise(spread(table, unit, float(of_shooting(table, given.source.unit, unit)) / 2))


def restore_wounds(table: Table, given: Given, fx: Mapping[str, Any]) -> Promise:
    """Wounds that come back to somebody who has some."""
    hurt = given.target.tokens.get(WOUNDS, 0)
    if not hurt or not conscious(given.target):
        return Promise({})
    return Promise({given.target.id: -min(hurt, number(fx["n"], given.target))})


def restore_power(table: Table, given: Given, fx: Mapping[str, Any]) -> Promise:
    """Power up to what a hero can hold."""
    missing = given.target.tokens.get(MOST_POWER, 0) - given.target.tokens.get(POWER, 0)
    return Promise({}, more=A_POINT_OF_POWER * min(missing, number(fx["n"], given.target)))


def spell_tokens(table: Table, given: Given, fx: Mapping[str, Any]) -> Promise:
    """Tokens for spells to come."""
    return Promise({}, more=A_POINT_OF_POWER / 2 * max(0, min(fx["n"], 6 - given.target.tokens.get(SPELL_TOKENS, 0))))


def condition(table: Table, given: Given, fx: Mapping[str, Any]) -> Promise:
    """Something ails an enemy that did not ail it before."""
    if given.target.side == HEROES or fx["name"] in given.target.tokens:
        return Promise({})
    return Promise({}, more=NUISANCE * unit_worth(table, given.target))


def shaken(table: Table, given: Given, fx: Mapping[str, Any]) -> Promise:
    """A round lost to an enemy that has not acted."""
    if SHAKEN in given.target.tokens:
        return Promise({})
    return Promise({}, more=2 * IDLE * unit_worth(table, given.target))


def remove_shaken(table: Table, given: Given, fx: Mapping[str, Any]) -> Promise:
    """A round won for a hero."""
    lost = SHAKEN in given.target.tokens and ACTIVATED not in given.target.tokens
    return Promise({}, more=IDLE * worth(given.target) if lost else 0.0)


def remove_condition(table: Table, given: Given, fx: Mapping[str, Any]) -> Promise:
    """What ails a hero no longer does."""
    ill = sum(t in given.target.tokens for t in CONDITIONS)
    return Promise({}, more=NUISANCE * worth(given.target) * min(ill, fx["n"]))


def back_up(table: Table, given: Given, fx: Mapping[str, Any]) -> Promise:
    """A hero back on its feet is worth most of a hero."""
    return Promise({}, more=0.0 if conscious(given.target) else 0.8 * worth(given.target))


def changed(table: Table, given: Given, fx: Mapping[str, Any]) -> Promise:
    """Figures of a hero, or of an enemy, for a while: of use while there is fighting to be done."""
    hero = given.target if given.target.side == HEROES else given.source
    if not threatened(table, hero):
        return Promise({})
    if given.target.side != HEROES:
        helped = sum(ACTIVATED not in m.tokens for m in party(table)) if fx.get("value", 0) > 0 else 2
        return Promise({}, more=EDGE / 2 * helped)
    if fx.get("stat") == "def":
        return Promise({}, more=EDGE)
    return sharpened(table, given, fx)


def sharpened(table: Table, given: Given, fx: Mapping[str, Any]) -> Promise:
    """The next attack, if there is one to come."""
    hero = given.target
    if not fresh(hero) or not targets(table, hero.unit):
        return Promise({})
    return Promise({}, more=EDGE)


def unnoticed(table: Table, given: Given, fx: Mapping[str, Any]) -> Promise:
    """Whoever is far away looks for somebody else."""
    far = fx.get("beyond", 0) * scale(table)
    gaps = [apart((given.source,), (m,)) for m in table.squad(ENEMIES)]
    return Promise({}, more=EDGE if gaps and min(gaps) > far and min(gaps) <= NEAR * scale(table) else 0.0)


def remote_work(table: Table, given: Given, fx: Mapping[str, Any]) -> Promise:
    """An objective from afar."""
    return work_on(table, given.source)


def work_on(table: Table, model: Model) -> Promise:
    """An objective is what one came for; a test that is failed may be bought."""
    objective = current(table)
    stat = objective.test if objective is not None else ""
    sure = 0.9 if model.tokens.get(POWER, 0) >= 2 else 0.3
    return Promise({}, more=OBJECTIVE * max(passing(table, model, stat), sure))


def treasure(table: Table, given: Given, fx: Mapping[str, Any]) -> Promise:
    """There may be something of use."""
    return Promise({}, more=TREASURE)


def mine(table: Table, given: Given, fx: Mapping[str, Any]) -> Promise:
    """Somebody may step on it."""
    return Promise({}, more=EDGE / 2 if threatened(table, given.source) else 0.0)


def shove(table: Table, given: Given, fx: Mapping[str, Any]) -> Promise:
    """Room to breathe."""
    return Promise({}, more=0.01)


GAINS: Mapping[str, Callable[[Table, Given, Mapping[str, Any]], Promise]] = {
    "hits": hits,
    "shoot": half_a_shot,
    "restore_wounds": restore_wounds,
    "restore_power": restore_power,
    "spell_tokens": spell_tokens,
    "condition": condition,
    "shaken": shaken,
    "morale_test": shaken,
    "remove_shaken": remove_shaken,
    "remove_condition": remove_condition,
    "revive": back_up,
    "stat_mod": changed,
    "move_mod": changed,
    "ap_mod": sharpened,
    "attacks_mod": sharpened,
    "grant_rule": sharpened,
    "ai_ignore": unnoticed,
    "remote_work": remote_work,
    "treasure_mod": treasure,
    "mine": mine,
    "push": shove,
}
