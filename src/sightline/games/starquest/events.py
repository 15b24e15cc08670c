"""What happens in this game."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from sightline.core.events import (
    Attached,
    Counted,
    Ended,
    Event,
    Marked,
    Moved,
    Placed,
    Refilled,
    Removed,
    Spawned,
    Swept,
)
from sightline.core.table import ModelId, Point, Table
from sightline.games.starquest.tokens import CARRYING

# ------------------------------------------------------------------ rounds and activations


class RoundBegan(Marked, frozen=True, kw_only=True):
    """A round began."""


class PhaseBegan(Marked, frozen=True, kw_only=True):
    """The heroes, or the enemies, begin their part of a round."""


class Activated(Refilled, frozen=True, kw_only=True):
    """A unit is activated."""


class ActivationEnded(Swept, frozen=True, kw_only=True):
    """An activation is over."""


class RoundEnded(Swept, frozen=True, kw_only=True):
    """A round is over."""


class Skipped(Event, frozen=True, kw_only=True):
    """A unit has its activation and does nothing with it."""

    roles: ClassVar[tuple[str, ...]] = ("model",)
    model: ModelId


class Noted(Marked, frozen=True, kw_only=True):
    """Something to be remembered."""


class Settled(Refilled, frozen=True, kw_only=True):
    """Something to be remembered of a whole unit."""


class Tallied(Counted, frozen=True, kw_only=True):
    """Something to be counted."""


# ------------------------------------------------------------------ setting up


class Deployed(Spawned, frozen=True, kw_only=True):
    """An enemy model came onto the table."""


class Drawn(Event, frozen=True, kw_only=True):
    """A unit was drawn for a wave."""

    unit: str
    points: int
    left: int


class HeroPlaced(Placed, frozen=True, kw_only=True):
    """A hero stands on the table."""


class KeptBack(Marked, frozen=True, kw_only=True):
    """A hero waits in ambush."""


# ------------------------------------------------------------------ moves


class Walked(Moved, frozen=True, kw_only=True):
    """A model moved."""


class Charged(Moved, frozen=True, kw_only=True):
    """A model charged."""


class PiledIn(Moved, frozen=True, kw_only=True):
    """A charged model stepped up to its enemies."""


class SteppedBack(Moved, frozen=True, kw_only=True):
    """A model stepped back after a melee."""


class Pushed(Moved, frozen=True, kw_only=True):
    """A model was pushed."""


class Leapt(Moved, frozen=True, kw_only=True):
    """A hero jumped."""


class Fell(Moved, frozen=True, kw_only=True):
    """A model fell to a lower floor."""


class Teleported(Moved, frozen=True, kw_only=True):
    """A model was put elsewhere."""


class Rested(Marked, frozen=True, kw_only=True):
    """A hero got its power back."""


class PowerSpent(Counted, frozen=True, kw_only=True):
    """A hero paid power."""


class PowerLost(Counted, frozen=True, kw_only=True):
    """A hero lost power."""


class PowerRestored(Counted, frozen=True, kw_only=True):
    """A hero got power back."""


# ------------------------------------------------------------------ attacks


class AttackDeclared(Event, frozen=True, kw_only=True):
    """A unit attacks another with one kind of weapon."""

    roles: ClassVar[tuple[str, ...]] = ("attacker", "target")
    attacker: ModelId
    target: ModelId
    weapon: str
    attacks: int
    melee: bool = False
    others: tuple[ModelId, ...] = ()
    """Whoever else attacks with the same weapon."""


class Hits(Event, frozen=True, kw_only=True):
    """How many hits came of it."""

    roles: ClassVar[tuple[str, ...]] = ("attacker", "target")
    attacker: ModelId
    target: ModelId
    weapon: str
    hits: int
    torn: int = 0


class Wounded(Counted, frozen=True, kw_only=True):
    """A model took wounds."""

    attacker: ModelId = ""
    weapon: str = ""
    lost: int = 0
    """Wounds dealt with them that go beyond the last one a model can take (SQ-WND-01)."""
    cause: str = "attack"
    """`attack`, `hits` (no weapon), `terrain`, `fall`, `condition`, `cost`, `fright`, `event`."""


class Shrugged(Event, frozen=True, kw_only=True):
    """Wounds that were never taken."""

    roles: ClassVar[tuple[str, ...]] = ("model",)
    model: ModelId
    wounds: int


class Absorbed(Counted, frozen=True, kw_only=True):
    """A wound just taken is ignored."""


class Healed(Counted, frozen=True, kw_only=True):
    """Wounds were restored."""


class Slain(Removed, frozen=True, kw_only=True):
    """A model was taken off the table."""


class Felled(Marked, frozen=True, kw_only=True):
    """A hero fell unconscious."""


class Revived(Marked, frozen=True, kw_only=True):
    """A hero is back on its feet."""


class Fatigued(Refilled, frozen=True, kw_only=True):
    """A unit is fatigued for the rest of the round."""


class Used(Marked, frozen=True, kw_only=True):
    """A weapon that may be used once was used."""


# ------------------------------------------------------------------ tests and states


class Passed(Event, frozen=True, kw_only=True):
    """A test was passed."""

    roles: ClassVar[tuple[str, ...]] = ("model",)
    model: ModelId
    stat: str
    bought: bool = False


class Failed(Event, frozen=True, kw_only=True):
    """A test was failed."""

    roles: ClassVar[tuple[str, ...]] = ("model",)
    model: ModelId
    stat: str


class Shaken(Refilled, frozen=True, kw_only=True):
    """A unit is Shaken."""

    unit: str = ""


class Steadied(Refilled, frozen=True, kw_only=True):
    """A unit is Shaken no longer."""


class Stricken(Refilled, frozen=True, kw_only=True):
    """A unit has a status condition."""


class Cured(Refilled, frozen=True, kw_only=True):
    """A unit is rid of a status condition."""


class SkillUsed(Event, frozen=True, kw_only=True):
    """A hero used a skill."""

    roles: ClassVar[tuple[str, ...]] = ("model",)
    model: ModelId
    skill: str
    target: ModelId = ""


class TokensGained(Counted, frozen=True, kw_only=True):
    """A Caster gained spell tokens."""


class TokensSpent(Counted, frozen=True, kw_only=True):
    """A Caster spent spell tokens."""


class SpellCast(Event, frozen=True, kw_only=True):
    """A spell worked."""

    roles: ClassVar[tuple[str, ...]] = ("caster",)
    caster: ModelId
    spell: str
    target: ModelId


class SpellFailed(Event, frozen=True, kw_only=True):
    """A spell did not work."""

    roles: ClassVar[tuple[str, ...]] = ("caster",)
    caster: ModelId
    spell: str


class Enchanted(Attached, frozen=True, kw_only=True):
    """Something lasting lies on a model."""


# ------------------------------------------------------------------ missions


class ObjectiveSet(Marked, frozen=True, kw_only=True):
    """An objective was rolled or named."""

    objective: str


class Achieved(Marked, frozen=True, kw_only=True):
    """An objective is achieved, or the boss wave destroyed."""

    objective: str = ""


class Decided(Marked, frozen=True, kw_only=True):
    """The dice adopted the reading of a hero's player for the rest of the mission."""


class MarkerLaid(Spawned, frozen=True, kw_only=True):
    """A marker or a token was laid down."""


class MarkerShifted(Placed, frozen=True, kw_only=True):
    """A marker lies elsewhere."""


class MarkerRemoved(Removed, frozen=True, kw_only=True):
    """A marker or a token is gone."""


class Started(Marked, frozen=True, kw_only=True):
    """A marker was started: from now on it can be seized."""


class Seized(Counted, frozen=True, kw_only=True):
    """A marker was seized for another round."""


class PickedUp(Event, frozen=True, kw_only=True):
    """A hero carries a marker from now on."""

    roles: ClassVar[tuple[str, ...]] = ("model",)
    model: ModelId
    marker: ModelId

    def apply(self, table: Table) -> None:
        table.put_moved(replace(table.models[self.marker], at=None))
        table.put_tokens(self.model, f"{CARRYING}:{self.marker}", 1)


class Dropped(Event, frozen=True, kw_only=True):
    """A hero let go of a marker, which lies there from now on."""

    roles: ClassVar[tuple[str, ...]] = ("model",)
    model: ModelId
    marker: ModelId
    at: Point

    def apply(self, table: Table) -> None:
        table.put_moved(replace(table.models[self.marker], at=self.at))
        table.put_tokens(self.model, f"{CARRYING}:{self.marker}", 0)


class LetGo(Marked, frozen=True, kw_only=True):
    """A hero carries something no longer."""


class Revealed(Event, frozen=True, kw_only=True):
    """A search token showed what it holds."""

    token: ModelId
    treasure: str


class Found(Counted, frozen=True, kw_only=True):
    """A hero has something more in its purse or pack, or learned something."""


class Handed(Counted, frozen=True, kw_only=True):
    """A hero gave something away."""


class Alerted(Marked, frozen=True, kw_only=True):
    """The enemy is so alert."""


class WaveBegan(Marked, frozen=True, kw_only=True):
    """A wave of reinforcements comes."""


class BossCalled(Marked, frozen=True, kw_only=True):
    """The players called for a boss fight."""


class Changed(Marked, frozen=True, kw_only=True):
    """The time of day or the weather is another one."""


class Happened(Marked, frozen=True, kw_only=True):
    """A random event happens."""

    event: str


class EventOver(Swept, frozen=True, kw_only=True):
    """What lasted until the next event is over."""


class Won(Ended, frozen=True, kw_only=True):
    """The mission is a success."""


class Lost(Ended, frozen=True, kw_only=True):
    """The mission is lost."""


GAME_EVENTS: tuple[type[Event], ...] = (
    RoundBegan,
    PhaseBegan,
    Decided,
    Activated,
    ActivationEnded,
    RoundEnded,
    Skipped,
    Noted,
    Settled,
    Tallied,
    Deployed,
    Drawn,
    HeroPlaced,
    KeptBack,
    Walked,
    Charged,
    PiledIn,
    SteppedBack,
    Pushed,
    Leapt,
    Fell,
    Teleported,
    Rested,
    PowerSpent,
    PowerLost,
    PowerRestored,
    AttackDeclared,
    Hits,
    Wounded,
    Shrugged,
    Absorbed,
    Healed,
    Slain,
    Felled,
    Revived,
    Fatigued,
    Used,
    Passed,
    Failed,
    Shaken,
    Steadied,
    Stricken,
    Cured,
    SkillUsed,
    TokensGained,
    TokensSpent,
    SpellCast,
    SpellFailed,
    Enchanted,
    ObjectiveSet,
    Achieved,
    MarkerLaid,
    MarkerShifted,
    MarkerRemoved,
    Started,
    Seized,
    PickedUp,
    Dropped,
    LetGo,
    Revealed,
    Found,
    Handed,
    Alerted,
    WaveBegan,
    BossCalled,
    Changed,
    Happened,
    EventOver,
    Won,
    Lost,
)
