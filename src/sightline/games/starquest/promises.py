"""What actions promise programs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import hypot
from typing import Any

from sightline.core import sight
from sightline.core.decisions import Action, Decision
from sightline.core.mind import Promise
from sightline.core.table import Model, ModelId, Point, Table
from sightline.games.starquest import actions as a
from sightline.games.starquest import purpose
from sightline.games.starquest.acting import RUSH, allowance
from sightline.games.starquest.attacking import arms, range_of, usable
from sightline.games.starquest.carrying import ThrowItem, UseItem
from sightline.games.starquest.casting import NEEDED
from sightline.games.starquest.catalog import DIE, HEROES, items, skills, spells
from sightline.games.starquest.charging import charge_roads
from sightline.games.starquest.formation import standing
from sightline.games.starquest.gains import (
    A_POINT_OF_POWER,
    EDGE,
    IDLE,
    OBJECTIVE,
    TREASURE,
    USELESS,
    Given,
    both,
    of_working,
    paid,
    passing,
    spread,
    work_on,
    worth,
)
from sightline.games.starquest.heroics import FAILED
from sightline.games.starquest.hiding import Hiding
from sightline.games.starquest.measure import conscious, foes, members, place
from sightline.games.starquest.questions import RevivalPrice
from sightline.games.starquest.reckoning import of_charging, of_shooting
from sightline.games.starquest.shooting import targets
from sightline.games.starquest.simple import volley
from sightline.games.starquest.skills import REVIVAL
from sightline.games.starquest.tasks import to_pick_up, to_work_on
from sightline.games.starquest.testing import BUY
from sightline.games.starquest.tokens import DEEDS, MOST_POWER, POWER, SKILLS, TOUGH

STEADY = 0.95
"""How sure a shot is that is aimed from where one has yet to go."""
SEEN = 0.5
"""The share of a base that has to be seen not to be in cover, more or less."""


# ------------------------------------------------------------------ attacks


def shoot(table: Table, decision: Decision, action: a.Shoot) -> Promise:
    """The wounds of a shot, on the first of those it hits."""
    unit, target = table.models[action.actor].unit, table.models[action.target].unit
    return Promise(spread(table, target, float(of_shooting(table, unit, target))))


def charge(table: Table, decision: Decision, action: a.Charge) -> Promise:
    """The wounds of a charge as if it had arrived, less what strikes back."""
    unit, target = table.models[action.actor].unit, table.models[action.target].unit
    there = standing(table, charge_roads(table, unit, target))
    back = 0.5 * float(of_charging(there, target, unit))
    return Promise({**spread(table, target, float(of_charging(there, unit, target))), action.actor: back})


def advance(table: Table, decision: Decision, action: a.Advance) -> Promise:
    """The best shot from where it leads."""
    model = table.models[action.actor]
    found = aimed(table, model, action.to)
    return Promise(found, sure=STEADY) if found else Promise({})


def aimed(table: Table, model: Model, at: Point) -> dict[ModelId, float]:
    """The wounds of the best shot a unit could make if it stood somewhere."""
    ready = [w for w in arms(model, melee=False) if usable(table, model, w.id)]
    if not ready:
        return {}
    enemies = [m for u in foes(table, model.side) for m in members(table, u) if conscious(m)]
    discs = [(*place(m), m.radius) for m in enemies]
    seen = Hiding(table).exposure([at], model.radius, discs)[0][0]
    reaches = [(w, range_of(table, model, w)) for w in ready]
    mates = sum(conscious(m) for m in members(table, model.unit))
    best: tuple[float, dict[ModelId, float]] = (0.0, {})
    shown: dict[str, tuple[float, float, Model]] = {}
    for m, share in zip(enemies, seen, strict=True):
        far = hypot(place(m)[0] - at[0], place(m)[1] - at[1]) - model.radius - m.radius
        if share > 0 and (m.unit not in shown or (-share, far) < (-shown[m.unit][0], shown[m.unit][1])):
            shown[m.unit] = (share, far, m)
    for unit, (share, far, m) in shown.items():
        wounds = mates * sum(volley(table, model, m, w, cover=share < SEEN) for w, reach in reaches if far <= reach)
        if wounds:
            found = spread(table, unit, wounds)
            best = max(best, (felled(table, found), found), key=lambda b: b[0])
    return best[1]


def felled(table: Table, damage: Mapping[ModelId, float]) -> float:
    """What so many wounds take away, by what those who suffer them are worth."""
    return sum(worth(table.models[id]) * n / table.models[id].tokens[TOUGH] for id, n in damage.items())


def take_off(table: Table, decision: Decision, action: a.TakeOff) -> Promise:
    """Whoever is nearest to a hero does the most harm."""
    model = table.models[action.model]
    near = min((sight.gap(model, h) for h in table.squad(HEROES)), default=0.0)
    return Promise({}, more=-0.001 * near)


# ------------------------------------------------------------------ power


def rest(table: Table, decision: Decision, action: a.Rest) -> Promise:
    """All power back."""
    model = table.models[action.actor]
    return Promise({}, more=A_POINT_OF_POWER * (model.tokens[MOST_POWER] - model.tokens.get(POWER, 0)) - 0.05)


def push_on(table: Table, decision: Decision, action: a.PushOn) -> Promise:
    """One more action: the best of a shot, a way to go and a task, if there is the power for it."""
    model = table.models[action.actor]
    if not model.tokens.get(DEEDS) or model.tokens.get(POWER, 0) < BUY:
        return both(Promise({}, more=-0.5), paid(table, model, BUY))
    return both(Promise({}, more=another(table, model)), paid(table, model, BUY))


def another(table: Table, model: Model) -> float:
    """What one more action is worth to a hero."""
    found = 0.0
    for unit in targets(table, model.unit):
        found = max(found, felled(table, spread(table, unit, float(of_shooting(table, model.unit, unit)))))
    if model.tokens.get(SKILLS) and (to_work_on(table, model) or to_pick_up(table, model)):
        found = max(found, work_on(table, model).more)
    aim = purpose.aims(table).get(model.id)
    if aim is not None:
        left = purpose.distance(table, aim.at, place(model)) - aim.near
        way = min(allowance(table, model, RUSH), left)
        if way > 0:
            found = max(found, aim.inch * way + (aim.there if way == left else 0.0))
    return found


def pay(table: Table, decision: Decision, action: a.Pay) -> Promise:
    """Power is there to be used where it matters, wounds are not."""
    model = table.models[action.model]
    gain = 0.01
    if decision.rule == "SQ-MRL-04":
        gain = IDLE * worth(model)
    elif decision.rule != "SQ-STA-02":
        gain = EDGE + A_POINT_OF_POWER * BUY
    elif to_work_on(table, model) or to_pick_up(table, model):
        gain = OBJECTIVE
    elif not model.tokens.get(SKILLS):
        gain = EDGE + A_POINT_OF_POWER * BUY  # Not a skill: something that befell the hero.
    return both(Promise({}, more=gain), paid(table, model, BUY))


# ------------------------------------------------------------------ skills, spells, items


def use_skill(table: Table, decision: Decision, action: a.UseSkill | a.UseSkillAt) -> Promise:
    """What it does, less the power a failed test costs."""
    model, skill = table.models[action.actor], skills()[action.skill]
    target = table.models[action.target] if isinstance(action, a.UseSkill) else model
    gain = of_working(table, Given(skill, model, target))
    return both(gain, paid(table, model, FAILED, 1.0 - passing(table, model, skill.stat)))


def use_item(table: Table, decision: Decision, action: UseItem) -> Promise:
    """What it does, less that it is gone."""
    given = Given(items()[action.item], table.models[action.actor], table.models[action.target])
    return both(of_working(table, given), Promise({}, more=-TREASURE))


def cast(table: Table, decision: Decision, action: a.Cast) -> Promise:
    """What it does, as often as it works; every token more that is spent helps."""
    need = max(2, NEEDED - action.extra)
    gain = of_working(table, Given(spells()[action.spell], table.models[action.actor], table.models[action.target]))
    return both(Promise({}, more=-0.01 * action.extra), gain, (DIE + 1 - need) / DIE)


def throw_item(table: Table, decision: Decision, action: ThrowItem) -> Promise:
    """Kept for whoever knows what to do with it."""
    return Promise({}, more=USELESS)


def revive(table: Table, decision: Decision, action: a.Revive) -> Promise:
    """A hero back on its feet is worth most of a hero."""
    from sightline.games.starquest.effects import EFFECTS

    model = table.models[action.actor]
    price = int(EFFECTS.tally(table, RevivalPrice(model.id), REVIVAL).value)
    return both(Promise({}, more=0.8 * worth(table.models[action.target])), paid(table, model, price))


def shove(table: Table, decision: Decision, action: a.Shove) -> Promise:
    """Room to breathe: what stands by a marker that is to be held may be pushed off it."""
    return Promise({}, more=0.01)


def scurry(table: Table, decision: Decision, action: a.Scurry) -> Promise:
    """A few inches more, for somebody who has somewhere to go."""
    model = table.models[action.actor]
    aim = purpose.aims(table).get(model.id)
    left = purpose.distance(table, aim.at, place(model)) - aim.near if aim is not None else 0.0
    if aim is None or left <= 0:
        return Promise({}, more=USELESS)
    return Promise({}, more=0.5 * aim.inch * min(left, 2.0) + (0.3 * aim.there if left <= 2.0 else 0.0))


# ------------------------------------------------------------------ the mission


def work(table: Table, decision: Decision, action: a.Work | a.PickUp) -> Promise:
    """An objective is what one came for."""
    return work_on(table, table.models[action.actor])


def put_down(table: Table, decision: Decision, action: a.PutDown) -> Promise:
    """What was picked up is there to be carried."""
    return Promise({}, more=-OBJECTIVE)


def discover(table: Table, decision: Decision, action: a.Discover | a.TakeTreasure) -> Promise:
    """There may be something of use."""
    return Promise({}, more=TREASURE)


def hand_over(table: Table, decision: Decision, action: a.HandOver) -> Promise:
    """Everybody may keep what they have."""
    return Promise({}, more=USELESS)


def leave(table: Table, decision: Decision, action: a.Leave) -> Promise:
    """Home with the rewards; only the strong stay for more."""
    return Promise({}, more=1.0 if purpose.going_home(table) else -0.1)


def call_boss(table: Table, decision: Decision, action: a.CallBoss) -> Promise:
    """Trouble for little."""
    return Promise({}, more=-0.5)


def end_turn(table: Table, decision: Decision, action: a.EndTurn) -> Promise:
    """Better than nothing, worse than something."""
    return Promise({}, more=-0.02)


PROMISES: Mapping[type[Action], Callable[[Table, Decision, Any], Promise | None]] = {
    a.Shoot: shoot,
    a.Charge: charge,
    a.Advance: advance,
    a.Rest: rest,
    a.PushOn: push_on,
    a.Pay: pay,
    a.UseSkill: use_skill,
    a.UseSkillAt: use_skill,
    UseItem: use_item,
    ThrowItem: throw_item,
    a.Cast: cast,
    a.Revive: revive,
    a.TakeOff: take_off,
    a.Shove: shove,
    a.Scurry: scurry,
    a.EndTurn: end_turn,
    a.Work: work,
    a.PickUp: work,
    a.PutDown: put_down,
    a.Discover: discover,
    a.TakeTreasure: discover,
    a.HandOver: hand_over,
    a.Leave: leave,
    a.CallBoss: call_boss,
}
