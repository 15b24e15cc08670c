"""What programs are told about this table: arms and the harm they do, and what an action promises."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sightline.core import sight
from sightline.core.decisions import Action, Decision
from sightline.core.kernel import Ground
from sightline.core.mind import Arm, Goal, Harm, Promise, Unit
from sightline.core.table import TABLE, Model, ModelId, Point, Side, Table
from sightline.games.starquest import actions as a
from sightline.games.starquest import missions, purpose
from sightline.games.starquest.acting import ADVANCE, CHARGE, allowance
from sightline.games.starquest.attacking import arms, range_of, usable
from sightline.games.starquest.catalog import HEROES, Weapon
from sightline.games.starquest.hiding import Hiding
from sightline.games.starquest.markers import SEARCH, lying
from sightline.games.starquest.markers import TREASURE as TREASURE_MARKER
from sightline.games.starquest.measure import conscious, inches, members, place, wounds_left
from sightline.games.starquest.objectives import current, possible_goals
from sightline.games.starquest.reckoning import of_charging, of_shooting
from sightline.games.starquest.roads import walls
from sightline.games.starquest.simple import wounds_of
from sightline.games.starquest.testing import need_to_pass
from sightline.games.starquest.tokens import (
    ACTING,
    ACTIVATED,
    CONDITIONS,
    DEEDS,
    DEFENSE,
    FATIGUED,
    MOST_POWER,
    POINTS,
    POWER,
    QUALITY,
    ROUND,
    SHAKEN,
    SIZE,
    TOUGH,
    WOUNDS,
)

ACTION = 2
"""The points of an action: a short move and an attack are half of it each, a long move is all of it."""
HUNDRED = 100
"""Points that count as one."""
A_POINT_OF_POWER = 0.03
THE_GOAL = 0.1
"""What it is worth to enemies to be where the book would have them."""
ON_THE_WAY = 0.01
"""What a place on the way is worth for itself: enough to come to mind."""
OBJECTIVE = 1.0
"""What a step towards an objective is worth."""
TREASURE = 0.05
NUISANCE = 0.1
"""What being Shaken or stricken costs of a model's worth."""

_kinds: dict[Any, int] = {}


def worth(model: Model) -> float:
    """What a model is worth, in hundreds of points."""
    return max(0.05, model.tokens.get(POINTS, 0) / model.tokens.get(SIZE, 1) / HUNDRED)


def ready(model: Model) -> bool:
    """Whether a model can still do something in this round."""
    if SHAKEN in model.tokens or not conscious(model):
        return False
    if ACTIVATED not in model.tokens:
        return True
    return ACTING in model.tokens and not model.tokens.get(DEEDS)


def changed_by(table: Table, bearer: ModelId) -> tuple[Any, ...]:
    """What is on somebody, or on the table, and changes what they do: the hour, the weather and events too."""
    return (table.models[bearer].effects, *sorted(at.effect for at in table.borne.get(bearer, ())))


class StarQuestMind:
    """What programs are told."""

    close = -1.0
    nook = 0.06

    def unit(self, table: Table, model: Model) -> Unit:
        """A model in figures: one action a round, of a move and an attack."""
        x, y = place(model)
        states = tuple(t for t in (FATIGUED, SHAKEN, *CONDITIONS) if t in model.tokens)
        figures = (model.tokens[QUALITY], model.tokens[DEFENSE], model.tokens[TOUGH])
        sign = (model.profile, model.kit, states, figures, changed_by(table, model.id), changed_by(table, TABLE))
        able = int(ready(model))
        up = conscious(model)
        return Unit(
            id=model.id,
            side=model.side,
            x=x,
            y=y,
            radius=model.radius,
            worth=worth(model),
            life=wounds_left(model) if up else 0,
            whole=model.tokens[TOUGH],
            points=ACTION * able,
            moves=able,
            speed=allowance(table, model, ADVANCE),
            full=ACTION * int(up),
            arms=tuple(self._arm(table, model, weapon, able) for weapon in weapons_of(model)) if up else (),
            kind=_kinds.setdefault(sign, len(_kinds)),
        )

    def _arm(self, table: Table, model: Model, weapon: Weapon, able: int) -> Arm:
        usual = int(usable(table, model, weapon.id))
        if weapon.melee:
            reach = (
                inches(table, "melee_reach_horizontal")
                + allowance(table, model, CHARGE)
                - allowance(table, model, ADVANCE)
            )
            return Arm(weapon.id, max(0.0, reach), False, False, able * usual, 1, usual, 1)
        return Arm(weapon.id, range_of(table, model, weapon), True, False, able * usual, 1, usual, 1)

    def harm(self, table: Table, attacker: ModelId, target: ModelId) -> tuple[Harm, ...]:
        """The wounds to be expected of each weapon, in the open and in cover."""
        one, other = table.models[attacker], table.models[target]
        if not conscious(one):
            return ()
        return tuple(self._harm(table, one, other, weapon) for weapon in weapons_of(one))

    def _harm(self, table: Table, one: Model, other: Model, weapon: Weapon) -> Harm:
        clear = wounds_of(table, one, other, weapon, cover=False)
        covered = clear if weapon.melee else wounds_of(table, one, other, weapon, cover=True)
        return Harm(clear, min(clear, covered))

    def scene(self, table: Table, radius: float) -> Hiding:
        """The pieces no sight passes through, as seen from the ground."""
        return Hiding(table)

    def ground(self, table: Table) -> Ground:
        """Walls, gaps and high decks keep bases out; what can be climbed is ground."""
        return walls(table.terrain, frozenset())

    def lead(self, table: Table, side: Side) -> float:
        """What was achieved and how far it is to the rest, and whoever is left on the table."""
        achieved = purpose.progress(table)
        total = achieved if side == HEROES else -achieved
        for model in table.squad(side):
            total += worth(model)
        for model in table.squad(table.other(side)):
            total -= worth(model)
        return total

    def keeps(self, table: Table, side: Side) -> float:
        """Nobody's phase ends early."""
        return 1.0

    def stage(self, table: Table) -> int:
        """The rounds: heroes and enemies by turns."""
        return table.tokens(TABLE, ROUND)

    def left(self, table: Table) -> float:
        """There is no last round (SQ-RND-09): what is to come counts less and less, but never nothing."""
        return missions.USUAL / (missions.USUAL + max(1, table.tokens(TABLE, ROUND)) - 1)

    def goals(self, table: Table, side: Side) -> Sequence[Goal]:
        """Places the mission makes worth holding."""
        if side != HEROES:
            far = inches(table, "ai_goal_distance")
            return [Goal(p, THE_GOAL, far) for p in possible_goals(table)]
        near = inches(table, "marker_reach")
        found = [Goal(place(m), TREASURE, near) for m in lying(table, SEARCH, TREASURE_MARKER)]
        return [*found, *(Goal(at, ON_THE_WAY, near) for at in purpose.waypoints(table))]

    def holding(self, table: Table, id: ModelId, points: Sequence[Point]) -> Sequence[float]:
        """Heroes are the better off the nearer they are to where they are needed."""
        if table.models[id].side != HEROES:
            return ()
        aim = purpose.aims(table).get(id)
        return purpose.drawn(table, aim, points) if aim is not None else ()

    def extras(self, table: Table, side: Side) -> float:
        """Power, and what ails one's models."""
        total = 0.0
        for model in table.squad(side):
            if conscious(model):
                total += A_POINT_OF_POWER * model.tokens.get(POWER, 0)
                total -= NUISANCE * worth(model) * sum(t in model.tokens for t in (SHAKEN, *CONDITIONS))
        return total

    def idle(self, table: Table, decision: Decision, action: Action) -> bool:
        """Programs do not quarrel; nobody is handed a turn with which it can do nothing."""
        return isinstance(action, a.CallDie)

    def stand(self, table: Table, decision: Decision, action: Action) -> tuple[ModelId, Point, int] | None:
        """Where a move or a placement takes a model."""
        match action:
            case a.Advance(actor, to):
                return actor, to, 1
            case a.Rush(actor, to):
                return actor, to, ACTION
            case a.PlaceHero(model, at) | a.Arrive(model, at):
                return model, at, 0
            case a.Go(actor, to):
                return actor, to, 0
        return None

    def promise(self, table: Table, decision: Decision, action: Action) -> Promise | None:
        """What an action may be expected to do."""
        if isinstance(action, a.Activate):
            return None
        if self.stand(table, decision, action) is not None:
            return None
        found = PROMISES.get(type(action))
        return found(table, decision, action) if found is not None else Promise({})


def weapons_of(model: Model) -> list[Weapon]:
    """All weapons of a model."""
    return [*arms(model, melee=False), *arms(model, melee=True)]


# ------------------------------------------------------------------ what actions promise


def shoot(table: Table, decision: Decision, action: a.Shoot) -> Promise:
    """The wounds of a shot, on the first of those it hits."""
    unit, target = table.models[action.actor].unit, table.models[action.target].unit
    return spread(table, target, float(of_shooting(table, unit, target)))


def charge(table: Table, decision: Decision, action: a.Charge) -> Promise:
    """The wounds of a charge as if it had arrived, less what strikes back."""
    from sightline.games.starquest.charging import charge_roads
    from sightline.games.starquest.enemies import standing

    unit, target = table.models[action.actor].unit, table.models[action.target].unit
    there = standing(table, charge_roads(table, unit, target))
    found = spread(table, target, float(of_charging(there, unit, target)))
    back = 0.5 * float(of_charging(there, target, unit))
    return Promise({**found.damage, action.actor: back})


def spread(table: Table, unit: str, wounds: float) -> Promise:
    """Wounds that go through a unit, one model after the other."""
    damage: dict[ModelId, float] = {}
    for model in sorted(members(table, unit), key=lambda m: -m.tokens.get(WOUNDS, 0)):
        taken = min(wounds, wounds_left(model))
        if taken > 0:
            damage[model.id] = taken
        wounds -= taken
    return Promise(damage)


def rest(table: Table, decision: Decision, action: a.Rest) -> Promise:
    """All power back."""
    model = table.models[action.actor]
    return Promise({}, more=A_POINT_OF_POWER * (model.tokens[MOST_POWER] - model.tokens.get(POWER, 0)) - 0.05)


def push_on(table: Table, decision: Decision, action: a.PushOn) -> Promise:
    """One more action is worth something while there is power for it, and nothing at the price of wounds."""
    model = table.models[action.actor]
    if model.tokens.get(POWER, 0) < 2:
        return Promise({model.id: 2.0}, more=-0.5)
    return Promise({}, more=0.02 if model.tokens.get(DEEDS) else -0.2)


def pay(table: Table, decision: Decision, action: a.Pay) -> Promise:
    """Power is there to be used, wounds are not."""
    model = table.models[action.model]
    if model.tokens.get(POWER, 0) < 2:
        return Promise({model.id: 2.0}, more=-0.5)
    return Promise({}, more=0.1)


def revive(table: Table, decision: Decision, action: a.Revive) -> Promise:
    """A hero back on its feet is worth most of a hero."""
    model = table.models[action.actor]
    return Promise({}, more=(0.8 if model.tokens.get(POWER, 0) >= 2 else 0.2) * worth(table.models[action.target]))


def take_off(table: Table, decision: Decision, action: a.TakeOff) -> Promise:
    """Whoever is nearest to a hero does the most harm."""
    model = table.models[action.model]
    near = min((sight.gap(model, h) for h in table.squad(HEROES)), default=0.0)
    return Promise({}, more=-0.001 * near)


def shove(table: Table, decision: Decision, action: a.Shove) -> Promise:
    """Room to breathe."""
    return Promise({}, more=0.01)


def end_turn(table: Table, decision: Decision, action: a.EndTurn) -> Promise:
    """Better than nothing, worse than something."""
    return Promise({}, more=-0.02)


def work(table: Table, decision: Decision, action: a.Work | a.PickUp) -> Promise:
    """An objective is what one came for."""
    objective = current(table)
    stat = objective.test if objective is not None else ""
    passed = (7 - need_to_pass(table, table.models[action.actor], stat).value) / 6 if stat else 0.0
    return Promise({}, more=OBJECTIVE * max(passed, 0.5))


def put_down(table: Table, decision: Decision, action: a.PutDown) -> Promise:
    """What was picked up is there to be carried."""
    return Promise({}, more=-OBJECTIVE)


def discover(table: Table, decision: Decision, action: a.Discover | a.TakeTreasure) -> Promise:
    """There may be something of use."""
    return Promise({}, more=TREASURE)


def leave(table: Table, decision: Decision, action: a.Leave) -> Promise:
    """Home with the rewards; only the strong stay for more."""
    return Promise({}, more=1.0 if purpose.going_home(table) else -0.1)


def call_boss(table: Table, decision: Decision, action: a.CallBoss) -> Promise:
    """Trouble for little."""
    return Promise({}, more=-0.5)


PROMISES: Mapping[type[Action], Callable[[Table, Decision, Any], Promise | None]] = {
    a.Shoot: shoot,
    a.Charge: charge,
    a.Rest: rest,
    a.PushOn: push_on,
    a.Pay: pay,
    a.Revive: revive,
    a.TakeOff: take_off,
    a.Shove: shove,
    a.EndTurn: end_turn,
    a.Work: work,
    a.PickUp: work,
    a.PutDown: put_down,
    a.Discover: discover,
    a.TakeTreasure: discover,
    a.Leave: leave,
    a.CallBoss: call_boss,
}
