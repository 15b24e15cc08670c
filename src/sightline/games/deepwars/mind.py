"""What programs are told about this table: arms and the harm they do, and what an action promises."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from sightline.core.decisions import Action, Decision
from sightline.core.kernel import Ground, Scene
from sightline.core.mind import NOOK, Goal, Harm, Promise, Unit
from sightline.core.table import TABLE, Model, ModelId, Piece, Point, Side, Table
from sightline.games.deepwars import actions as a
from sightline.games.deepwars.awaiting import Activations
from sightline.games.deepwars.catalog import BODY
from sightline.games.deepwars.damage import boxes, wounds
from sightline.games.deepwars.ending import left_of_battle
from sightline.games.deepwars.exerting import BREAK, FORCE
from sightline.games.deepwars.fighting import Fighters
from sightline.games.deepwars.gambling import MOVE_WORTH
from sightline.games.deepwars.measure import WILD, enemies, place, step_of, stick
from sightline.games.deepwars.promising import Promises
from sightline.games.deepwars.purpose import breached, company, drawn, kept, leaning, pursued, rallied, spots
from sightline.games.deepwars.remembering import lineup
from sightline.games.deepwars.scoring import FIRST_IN, class_of, per_game_turn, scenario, standing_points
from sightline.games.deepwars.sides import own_edge
from sightline.games.deepwars.storming import detour, detours, standing_room, structure
from sightline.games.deepwars.tokens import GAME_TURN, ON_TURN, PASSES, POINTS, TRANSFIXED, UNFINISHED
from sightline.games.deepwars.wild import hunts, profile_of

OPEN_WATER = Scene([])
HELD_GROUND = ("survival", "capture")
"""The scenarios in which ground counts by itself: to come from one's edge is worth nothing more."""
DETOUR = 0.08
"""What an inch costs that the way to the nearest enemy is longer than it looks, because a hull is between."""
BEGUN = 0.7
"""What an opening that only has to be finished counts of one that is made."""
WILD_FEAR = 0.6
"""What may be lost to a predator counts that much: it may go for somebody else."""
LAST_CHANCE = 0.3
"""How much of that fear is left in the last turn."""
PASSED_OVER = 0.35
"""How much of that is left for those who are not the cheapest prey."""
NEXT_TURN = 7.0
"""How many inches beyond its reach a predator is still feared."""
BITES = 1.5
"""What a predator puts into one attack, in plain attacks."""


class DeepWarsMind:
    """What programs are told."""

    close = 0.05

    def __init__(self) -> None:
        self._fighters = Fighters()
        self._activations = Activations(self._fighters)
        self._promises = Promises(self._activations)

    def unit(self, table: Table, model: Model) -> Unit:
        """A model on the map in figures."""
        return self._fighters.unit(table, model)

    def harm(self, table: Table, attacker: ModelId, target: ModelId) -> tuple[Harm, ...]:
        """The wounds of one attack with each arm, by the depths of both."""
        return self._fighters.harm(table, attacker, target)

    def promise(self, table: Table, decision: Decision, action: Action) -> Promise | None:
        """What an action may be expected to do."""
        return self._promises.promise(table, decision, action)

    def nook(self, piece: Piece) -> float:
        """A hand's breadth behind whatever stands there."""
        return NOOK

    def scene(self, table: Table, radius: float) -> Scene:
        """Nothing hides anybody for sure: whatever is solid can be swum over, and is looked at where it matters."""
        return OPEN_WATER

    def ground(self, table: Table) -> Ground:
        """The map without what is solid at the seafloor; higher up there is more room."""
        return standing_room(table.terrain)

    def lead(self, table: Table, side: Side) -> float:
        """Victory points, those included that the end of this Game Turn brings to whoever stands where they count."""
        won, other = standing_points(table), table.other(side)
        ahead = float(won[side] + per_game_turn(table, side) - won[other] - per_game_turn(table, other))
        return ahead + leaning(table, side, self.left(table))

    def keeps(self, table: Table, side: Side) -> float:
        """A turn that is bound to pass is over once the active model is done (DW-ACT-06)."""
        return 0.0 if table.tokens(side, PASSES) else 1.0

    def stage(self, table: Table) -> int:
        """The turns of both sides in each Game Turn."""
        on = next((n for n, side in enumerate(table.sides, 1) if table.tokens(side, ON_TURN)), 0)
        return table.tokens(TABLE, GAME_TURN) * (len(table.sides) + 1) + on

    def left(self, table: Table) -> float:
        """The Game Turns after this one."""
        return left_of_battle(table)

    def goals(self, table: Table, side: Side) -> Sequence[Goal]:
        """Where the scenario is decided, as far as it should come to mind."""
        return spots(table, side)

    def holding(self, table: Table, id: ModelId, points: Sequence[Point]) -> Sequence[float]:
        """How well each place serves what the scenario asks of a model."""
        model = table.models[id]
        found = [
            a + b
            for a, b in zip(drawn(table, model, points, self.left(table)), rallied(table, model, points), strict=True)
        ]
        if structure(table) is not None:
            found = [good - DETOUR * way for good, way in zip(found, detours(table, model, points), strict=True)]
        if not self._hunters(table):
            return found
        return [good - bad for good, bad in zip(found, self._feared(table, model, points), strict=True)]

    def _hunters(self, table: Table) -> Sequence[tuple[Model, float]]:
        """The predators that may strike when it is their turn, and how far they come."""
        known: Sequence[tuple[Model, float]] | None = table.now.get("hunters")
        if known is None:
            found = (m for m in table.squad(WILD) if hunts(m) and TRANSFIXED not in m.tokens)
            known = tuple((m, stick(table, step_of(m)) * max(1, profile_of(m).free_actions - 1)) for m in found)
            table.now["hunters"] = known
        return known

    def _feared(self, table: Table, model: Model, points: Sequence[Point]) -> list[float]:
        """What a model may lose to predators at some places; they go for the cheapest (DW-CRE-05)."""
        found = [0.0] * len(points)
        if model.side not in table.sides:
            return found
        cost, life = model.tokens.get(POINTS, 0), max(1, boxes(model, BODY) - wounds(model, BODY))
        to_lose = WILD_FEAR * (LAST_CHANCE + (1.0 - LAST_CHANCE) * self.left(table))
        for hunter, far in self._hunters(table):
            cheapest = all(m.tokens.get(POINTS, 0) >= cost for m in enemies(table, hunter))
            share = min(1.0, BITES * self.harm(table, hunter.id, model.id)[0].clear / life)
            bad = to_lose * (1.0 if cheapest else PASSED_OVER) * share * class_of(model)
            x, y = place(hunter)
            for n, at in enumerate(points):
                beyond = hypot(at[0] - x, at[1] - y) - hunter.radius - model.radius - far
                found[n] += bad * min(1.0, max(0.0, 1.0 - beyond / NEXT_TURN))
        return found

    def extras(self, table: Table, side: Side) -> float:
        """Ground gained, what the scenario asks, and the activations to come."""
        share = self.left(table)
        served = pursued(table, side, share)
        squad = lineup(table, side)
        served += sum([kept(table, m) + company(table, m) for m in squad])
        if self._hunters(table):
            served -= sum([self._feared(table, m, (place(m),))[0] for m in squad])
        if structure(table) is not None:
            served -= DETOUR * sum([detour(table, m) for m in squad])
        gained = 0.0 if scenario(table) in HELD_GROUND else self._gained(table, side)
        return served + gained + self._begun(table, side) + self._activations.waiting(table, side)

    def _gained(self, table: Table, side: Side) -> float:
        """How far a side has come from its edge, up to the middle; who waits at home cannot win."""
        edge = own_edge(table, side)
        if edge is None:
            return 0.0
        half = table.terrain.height / 2
        return MOVE_WORTH * sum([min(half, abs(place(m)[1] - edge)) for m in lineup(table, side)])

    def _begun(self, table: Table, side: Side) -> float:
        """An opening that only has to be finished is as good as made."""
        if scenario(table) != "breach" or breached(table):
            return 0.0
        begun = (f"{UNFINISHED}:{FORCE} ", f"{UNFINISHED}:{BREAK} ")
        return FIRST_IN * BEGUN * any(t.startswith(begun) for m in table.squad(side) for t in m.tokens)

    def idle(self, table: Table, decision: Decision, action: Action) -> bool:
        """Ending a turn hands it over for nothing."""
        return isinstance(action, a.EndTurn)

    def stand(self, table: Table, decision: Decision, action: Action) -> tuple[ModelId, Point, int] | None:
        """Moves and deployments; who is done has nothing more to do."""
        if isinstance(action, a.Move):
            return (action.actor, action.to, 1)
        return (action.model, action.at, -1) if isinstance(action, a.Deploy) else None
