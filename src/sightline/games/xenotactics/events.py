"""What happens in this game, beyond what happens in every game."""

from __future__ import annotations

from typing import ClassVar

from sightline.core.events import (
    Cleared,
    Commanded,
    Counted,
    Ended,
    Event,
    Laid,
    Marked,
    Moved,
    Placed,
    Refilled,
    Removed,
    Spawned,
    Turned,
)
from sightline.core.table import GRID, ModelId, Side, Table
from sightline.games.xenotactics.catalog import STATS
from sightline.games.xenotactics.tokens import LAST_X, LAST_Y


class DeploymentWon(Event, frozen=True, kw_only=True):
    """A side has the choice to deploy first or second."""

    side: Side


class DeploysFirst(Marked, frozen=True, kw_only=True):
    """A side sets up first, and has the first turn."""


class EdgeTaken(Spawned, frozen=True, kw_only=True):
    """A side has chosen its table edge; a marker lies on its middle."""


class KeptBack(Marked, frozen=True, kw_only=True):
    """A model waits off the table."""


class TurnBegan(Marked, frozen=True, kw_only=True):
    """A side's turn begins; how many it has had."""


class TurnPassed(Marked, frozen=True, kw_only=True):
    """It is a side's turn, or no longer."""


class Passed(Event, frozen=True, kw_only=True):
    """A side passes the turn; the named model has to act first."""

    roles: ClassVar[tuple[str, ...]] = ("model",)
    side: Side
    model: ModelId = ""


class Activated(Marked, frozen=True, kw_only=True):
    """A model has its activation."""


class ActivationCounted(Counted, frozen=True, kw_only=True):
    """A side has activated one more model this turn."""


class Stopped(Marked, frozen=True, kw_only=True):
    """An activation is over."""


class PointsSpent(Counted, frozen=True, kw_only=True):
    """An active model spends action points."""


class Noted(Marked, frozen=True, kw_only=True):
    """Something that matters for the rest of the action, the activation or the turn."""


class Tallied(Counted, frozen=True, kw_only=True):
    """One more of something that is counted in an activation."""


class AttackDeclared(Event, frozen=True, kw_only=True):
    """An attack is declared."""

    roles: ClassVar[tuple[str, ...]] = ("attacker", "target")
    attacker: ModelId
    weapon: str
    target: str


class Declared(Event, frozen=True, kw_only=True):
    """Any other action is declared."""

    roles: ClassVar[tuple[str, ...]] = ("model", "target")
    model: ModelId
    deed: str
    target: str = ""


class Reacted(Event, frozen=True, kw_only=True):
    """A model reacts."""

    roles: ClassVar[tuple[str, ...]] = ("model", "target")
    model: ModelId
    reply: str
    target: str = ""
    weapon: str = ""


class Walked(Moved, frozen=True, kw_only=True):
    """A model moves."""


class Climbed(Moved, frozen=True, kw_only=True):
    """A model climbs; on the way it hangs on the face at some height."""


class Jumped(Moved, frozen=True, kw_only=True):
    """A model jumps."""


class Fell(Moved, frozen=True, kw_only=True):
    """A model falls."""


class Pushed(Moved, frozen=True, kw_only=True):
    """A model is pushed."""

    by: ModelId = ""


class Warped(Moved, frozen=True, kw_only=True):
    """A model steps through a portal."""


class Hits(Event, frozen=True, kw_only=True):
    """What an attack comes to."""

    roles: ClassVar[tuple[str, ...]] = ("attacker", "target")
    attacker: ModelId
    target: str
    weapon: str
    hits: int
    cancelled: int = 0


class HitPointLost(Counted, frozen=True, kw_only=True):
    """A model loses a hit point."""

    roles: ClassVar[tuple[str, ...]] = ("bearer", "wielder")
    wielder: ModelId = ""
    weapon: str = ""


class HitPointRegained(Counted, frozen=True, kw_only=True):
    """A model regains a hit point."""


class Stunned(Marked, frozen=True, kw_only=True):
    """A model is stunned."""

    roles: ClassVar[tuple[str, ...]] = ("bearer", "wielder", "active")
    wielder: ModelId = ""
    weapon: str = ""
    active: ModelId = ""
    """Whose activation it is."""


class Wounded(Event, frozen=True, kw_only=True):
    """A model has taken what an attack or something else did to it: so many hit points in all."""

    roles: ClassVar[tuple[str, ...]] = ("model", "wielder")
    model: ModelId
    wielder: ModelId = ""
    weapon: str = ""
    accident: bool = False
    lost: int = 0


class StoodUp(Marked, frozen=True, kw_only=True):
    """A model stands up."""


class Unharmed(Event, frozen=True, kw_only=True):
    """Something that should have hurt a model does not."""

    roles: ClassVar[tuple[str, ...]] = ("model",)
    model: ModelId


KEPT = frozenset((*STATS, "acting", "activated", "spent"))
"""What stays with a model that leaves the table in its own activation: its quality dice are still to be rolled."""


class Slain(Removed, frozen=True, kw_only=True):
    """A model is killed; its figures stay with it for dice that are still to fall, and its place for who faces it."""

    roles: ClassVar[tuple[str, ...]] = ("model", "active")
    active: ModelId = ""
    """Whose activation it is."""

    def apply(self, table: Table) -> None:
        model = table.models[self.model]
        figures = {k: n for k, n in model.tokens.items() if k in KEPT}
        if "acting" in figures and model.at is not None:
            figures.update(zip((LAST_X, LAST_Y), (round(v * GRID) for v in model.at), strict=True))
        super().apply(table)
        table.put_all_tokens(table.models[self.model], {**figures, "removed": 1})


class Captured(Slain, frozen=True, kw_only=True):
    """A model is captured."""

    by: ModelId


class Faced(Turned, frozen=True, kw_only=True):
    """A model that reacted turns to the active one."""


class DoorMoved(Laid, frozen=True, kw_only=True):
    """A door is opened or closed."""

    by: ModelId


class Battered(Laid, frozen=True, kw_only=True):
    """A piece of terrain has lost hit points and still stands."""


class Destroyed(Cleared, frozen=True, kw_only=True):
    """A piece of terrain is destroyed."""


class Exploded(Cleared, frozen=True, kw_only=True):
    """A piece of terrain explodes."""


class Dispersed(Cleared, frozen=True, kw_only=True):
    """A screen disperses."""


class Turnover(Event, frozen=True, kw_only=True):
    """An activation fails so badly that the turn ends."""

    side: Side
    failures: int


class AreasCounted(Event, frozen=True, kw_only=True):
    """How many areas each side controls."""

    areas: dict[Side, int]


class ModelEntered(Placed, frozen=True, kw_only=True):
    """A model comes onto the table in the course of the battle."""


class Converted(Commanded, frozen=True, kw_only=True):
    """A model fights for the other side."""


class Raised(Spawned, frozen=True, kw_only=True):
    """Somebody rises again."""


class Settled(Refilled, frozen=True, kw_only=True):
    """Several models have something, or no longer."""


class Retreated(Ended, frozen=True, kw_only=True):
    """A side gives up the field."""

    side: Side


GAME_EVENTS: tuple[type[Event], ...] = (
    DeploymentWon,
    DeploysFirst,
    EdgeTaken,
    KeptBack,
    TurnBegan,
    TurnPassed,
    Passed,
    Activated,
    ActivationCounted,
    Stopped,
    PointsSpent,
    Noted,
    Tallied,
    AttackDeclared,
    Declared,
    Reacted,
    Walked,
    Climbed,
    Jumped,
    Fell,
    Pushed,
    Warped,
    Hits,
    HitPointLost,
    HitPointRegained,
    Stunned,
    Wounded,
    StoodUp,
    Unharmed,
    Slain,
    Captured,
    Faced,
    DoorMoved,
    Battered,
    Destroyed,
    Exploded,
    Dispersed,
    Turnover,
    AreasCounted,
    ModelEntered,
    Converted,
    Raised,
    Settled,
    Retreated,
)
