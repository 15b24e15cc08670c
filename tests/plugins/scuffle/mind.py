"""What programs are told about the yard: who hits how hard, and what each thing to do promises."""

from __future__ import annotations

from collections.abc import Sequence

from sightline.core import reach
from sightline.core.decisions import Action, Decision
from sightline.core.kernel import Ground, Scene
from sightline.core.mind import Arm, Goal, Harm, Promise, Unit
from sightline.core.table import TABLE, Model, ModelId, Piece, Point, Side, Table
from tests.plugins.scuffle import rounds
from tests.plugins.scuffle import words as w
from tests.plugins.scuffle.effects import EFFECTS

OPEN = Scene([])
"""Nothing hides anybody."""
BREATH, LUCK = 0.04, 0.1
"""What a breath and a piece of luck are worth, in fighters."""
GUARD = 0.06
"""What bracing is worth for each enemy who can still strike."""

_kinds: dict[tuple[str, int, bool], int] = {}


def chance(table: Table, striker: ModelId, target: ModelId) -> float:
    """The chance of one die of a strike."""
    need = EFFECTS.tally(table, w.ToStrike(striker, target), rounds.NEEDED).value
    return min(max((rounds.DIE + 1 - need) / rounds.DIE, 0.0), 1.0)


class ScuffleMind:
    """What programs are told."""

    close = -1.0

    def unit(self, table: Table, model: Model) -> Unit:
        """A fighter has one point a round: it walks, or it strikes with all its breath."""
        x, y = rounds.where(model)
        breath, fresh = model.tokens.get(w.BREATH, 0), int(w.ACTED not in model.tokens)
        strikes = fresh and breath and w.STUNNED not in model.tokens
        kind = (model.profile, breath, model.id in table.borne)
        return Unit(
            id=model.id,
            side=model.side,
            x=x,
            y=y,
            radius=model.radius,
            worth=1.0,
            life=rounds.LASTS - model.tokens.get(w.BRUISES, 0),
            whole=rounds.LASTS,
            points=fresh,
            moves=fresh,
            speed=rounds.PACE,
            full=1,
            arms=(
                Arm("fists", rounds.REACH, missile=False, blind=False, price=int(strikes), times=1, later=1, often=1),
            ),
            kind=_kinds.setdefault(kind, len(_kinds)),
        )

    def nook(self, piece: Piece) -> float:
        """Close behind whatever stands there."""
        return 0.05

    def harm(self, table: Table, attacker: ModelId, target: ModelId) -> tuple[Harm, ...]:
        """The bruises of one strike with all the breath there is."""
        bruises = table.tokens(attacker, w.BREATH) * chance(table, attacker, target)
        return (Harm(bruises, bruises),)

    def scene(self, table: Table, radius: float) -> Scene:
        """The yard is empty."""
        return OPEN

    def ground(self, table: Table) -> Ground:
        """The whole yard."""
        return reach.ground(table.terrain)

    def lead(self, table: Table, side: Side) -> float:
        """By how many fighters a side leads."""
        return float(len(list(table.squad(side))) - len(list(table.squad(table.other(side)))))

    def keeps(self, table: Table, side: Side) -> float:
        """Nothing ends a turn early."""
        return 1.0

    def stage(self, table: Table) -> int:
        """The rounds."""
        return table.tokens(TABLE, w.ROUND)

    def left(self, table: Table) -> float:
        """The rounds after this one."""
        return (rounds.ROUNDS - max(1, table.tokens(TABLE, w.ROUND))) / rounds.ROUNDS

    def goals(self, table: Table, side: Side) -> Sequence[Goal]:
        """No ground is worth holding."""
        return ()

    def holding(self, table: Table, id: ModelId, points: Sequence[Point]) -> Sequence[float]:
        """There is no ground to be held."""
        return ()

    def extras(self, table: Table, side: Side) -> float:
        """Breath and luck."""
        breath = sum(model.tokens.get(w.BREATH, 0) for model in table.squad(side))
        return BREATH * breath + LUCK * table.tokens(side, w.LUCK)

    def idle(self, table: Table, decision: Decision, action: Action) -> bool:
        """Nobody is handed a turn."""
        return False

    def stand(self, table: Table, decision: Decision, action: Action) -> tuple[ModelId, Point, int] | None:
        """A walk is the only way to get anywhere."""
        return (action.actor, action.to, 1) if isinstance(action, w.Walk) else None

    def promise(self, table: Table, decision: Decision, action: Action) -> Promise | None:
        """Bruises, breath, a guard, or another try."""
        match action:
            case w.Strike(actor, target, effort):
                return Promise({target: effort * chance(table, actor, target)}, more=-BREATH * effort)
            case w.Rest(actor):
                return Promise({}, more=BREATH * min(2, rounds.BREATHS - table.tokens(actor, w.BREATH)))
            case w.Brace(actor):
                near = rounds.in_reach(table, table.models[actor])
                return Promise({}, more=GUARD * sum(w.ACTED not in table.models[foe].tokens for foe in near))
            case w.TryLuck():
                blows = next(part for part in table.agenda if isinstance(part, rounds.Blows))
                return Promise({blows.target: chance(table, blows.striker, blows.target)}, more=-LUCK / 4)
        return Promise({}) if not isinstance(action, w.Walk) else None
