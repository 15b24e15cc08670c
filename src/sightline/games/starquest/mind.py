"""What programs are told about this table: arms and the harm they do, and what an action promises."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sightline.core.decisions import Action, Decision
from sightline.core.kernel import Ground
from sightline.core.mind import NOOK, Arm, Goal, Harm, Promise, Unit
from sightline.core.table import TABLE, Model, ModelId, Piece, Point, Side, Table
from sightline.games.starquest import actions as a
from sightline.games.starquest import missions, purpose
from sightline.games.starquest.acting import ADVANCE, CHARGE, allowance
from sightline.games.starquest.attacking import arms, range_of, usable
from sightline.games.starquest.catalog import HEROES, Weapon
from sightline.games.starquest.gains import A_POINT_OF_POWER, NUISANCE, TREASURE, worth
from sightline.games.starquest.hiding import Hiding
from sightline.games.starquest.markers import SEARCH, lying
from sightline.games.starquest.markers import TREASURE as TREASURE_MARKER
from sightline.games.starquest.measure import conscious, inches, place, wounds_left
from sightline.games.starquest.objectives import possible_goals
from sightline.games.starquest.promises import PROMISES
from sightline.games.starquest.roads import walls
from sightline.games.starquest.simple import wounds_of
from sightline.games.starquest.tokens import (
    ACTING,
    ACTIVATED,
    CONDITIONS,
    DEEDS,
    DEFENSE,
    FATIGUED,
    POWER,
    QUALITY,
    ROUND,
    SHAKEN,
    TOUGH,
)

ACTION = 2
"""The points of an action: a short move and an attack are half of it each, a long move is all of it."""
THE_GOAL = 0.1
"""What it is worth to enemies to be where the book would have them."""
ON_THE_WAY = 0.01
"""What a place on the way is worth for itself: enough to come to mind."""
_kinds: dict[Any, int] = {}


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

    def nook(self, piece: Piece) -> float:
        """A hand's breadth behind whatever stands there."""
        return NOOK

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
        """Where a move or a placement takes a model; the shot after an Advance is promised with it."""
        match action:
            case a.Advance(actor, to) | a.Rush(actor, to):
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
        found = PROMISES.get(type(action))
        if found is not None:
            return found(table, decision, action)
        return None if self.stand(table, decision, action) is not None else Promise({})


def weapons_of(model: Model) -> list[Weapon]:
    """All weapons of a model."""
    return [*arms(model, melee=False), *arms(model, melee=True)]
