"""What happens in this game, beyond what happens in every game."""

from __future__ import annotations

from typing import ClassVar

from sightline.core.effects import Tally
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
    Removed,
    Reshaped,
    Spawned,
    Turned,
)
from sightline.core.table import ModelId, Point, Side, Table
from sightline.games.deepwars.questions import Blow
from sightline.games.deepwars.tokens import BURNS, LEARNED, WOUND, kind_of

# ------------------------------------------------------------------ set-up and turns


class AttackerFound(Marked, frozen=True, kw_only=True):
    """A side is the attacker of this battle."""


class EdgeTaken(Spawned, frozen=True, kw_only=True):
    """A side has a table edge; a marker lies on its middle."""


class Deployed(Placed, frozen=True, kw_only=True):
    """A model was set up."""


class GameTurnBegan(Marked, frozen=True, kw_only=True):
    """A Game Turn begins."""


class TurnBegan(Marked, frozen=True, kw_only=True):
    """It is a side's turn."""


class TurnEnded(Marked, frozen=True, kw_only=True):
    """It is a side's turn no longer."""


class CreaturesStirred(Event, frozen=True, kw_only=True):
    """It is the turn of the wild creatures."""


class TurnPassed(Event, frozen=True, kw_only=True):
    """The turn goes to the opponent because of failed dice."""

    roles: ClassVar[tuple[str, ...]] = ("side", "model")
    side: Side
    model: ModelId = ""


class Nominated(Marked, frozen=True, kw_only=True):
    """A model activates; whatever lasts on it is resolved now."""


class Activated(Marked, frozen=True, kw_only=True):
    """A model has had its activation of this turn."""


class Gambled(Event, frozen=True, kw_only=True):
    """The dice of an activation roll lie as they are: none of them is rolled again any more."""

    roles: ClassVar[tuple[str, ...]] = ("model",)
    model: ModelId
    faces: tuple[int, ...]


class ActionsWon(Counted, frozen=True, kw_only=True):
    """A model has actions to spend."""


class ActionsSpent(Counted, frozen=True, kw_only=True):
    """A model has spent actions."""


class ActivationEnds(Event, frozen=True, kw_only=True):
    """An activation is over; what a model has not spent is lost."""

    roles: ClassVar[tuple[str, ...]] = ("model",)
    model: ModelId


class GameTurnEnds(Event, frozen=True, kw_only=True):
    """Both sides have had their turn and the creatures have acted."""

    number: int


class Noted(Marked, frozen=True, kw_only=True):
    """Something to be remembered."""


class WeaponNamed(Marked, frozen=True, kw_only=True):
    """Somebody will defend itself with a weapon its owner has named."""


class MissionRolled(Marked, frozen=True, kw_only=True):
    """A mission comes into the pool."""


class MissionChosen(Marked, frozen=True, kw_only=True):
    """A side chooses a mission."""


class Tallied(Counted, frozen=True, kw_only=True):
    """Something counted."""


class Scored(Tallied, frozen=True, kw_only=True):
    """A side has victory points for something."""

    what: str


class Checked(Event, frozen=True, kw_only=True):
    """A check was made, with so many successes."""

    roles: ClassVar[tuple[str, ...]] = ("model",)
    model: ModelId
    check: str
    successes: int
    failures: int


# ------------------------------------------------------------------ moving


class Swam(Moved, frozen=True, kw_only=True):
    """A model went one stick, straight."""


class ChangedDepth(Moved, frozen=True, kw_only=True):
    """A model rose or sank."""

    start: float = 0.0
    """How high it was before."""


class Stepped(Moved, frozen=True, kw_only=True):
    """A model took a small step."""


class Recoiled(Moved, frozen=True, kw_only=True):
    """A model was driven back."""


class Followed(Moved, frozen=True, kw_only=True):
    """A model went after one it had driven back."""


class Fled(Moved, frozen=True, kw_only=True):
    """A model ran for the edge of the map."""


class Shoved(Moved, frozen=True, kw_only=True):
    """A model was pushed, dragged or swept along."""


class Faced(Turned, frozen=True, kw_only=True):
    """A model turned to meet somebody."""


class Entered(Event, frozen=True, kw_only=True):
    """A model came to be in pieces of terrain it was not in before."""

    roles: ClassVar[tuple[str, ...]] = ("model",)
    model: ModelId
    pieces: tuple[str, ...]


class Breached(Reshaped, frozen=True, kw_only=True):
    """An opening was made in a structure."""

    roles: ClassVar[tuple[str, ...]] = ("model",)
    model: ModelId
    piece: str


class Sank(Placed, frozen=True, kw_only=True):
    """A body or something dropped has come to lie on the ground."""


# ------------------------------------------------------------------ combat


class AttackDeclared(Event, frozen=True, kw_only=True):
    """Somebody is attacked."""

    roles: ClassVar[tuple[str, ...]] = ("attacker", "target")
    attacker: ModelId
    target: ModelId
    blow: Blow


class Clashed(Event, frozen=True, kw_only=True):
    """Both have rolled: the scores with their reasons, and the totals."""

    roles: ClassVar[tuple[str, ...]] = ("attacker", "defender")
    attacker: ModelId
    defender: ModelId
    attack: Tally
    defence: Tally
    totals: tuple[int, int]
    faces: tuple[int, int]
    """The natural faces of attacker and defender."""
    blow: Blow


class Charmed(Commanded, frozen=True, kw_only=True):
    """A creature obeys another side for a while, or no longer."""


class Raised(Spawned, frozen=True, kw_only=True):
    """A dead model is back."""


class TakenAway(Removed, frozen=True, kw_only=True):
    """A marker is taken away."""


class Inked(Spawned, frozen=True, kw_only=True):
    """A cloud lies in the water."""


class SpellNamed(Event, frozen=True, kw_only=True):
    """A caster has announced a spell and the dice it rolls."""

    roles: ClassVar[tuple[str, ...]] = ("caster",)
    caster: ModelId
    spell: str
    dice: int


class SpellCast(Event, frozen=True, kw_only=True):
    """A spell takes effect."""

    roles: ClassVar[tuple[str, ...]] = ("caster", "target")
    caster: ModelId
    spell: str
    power: int
    target: ModelId = ""
    amplified: int = 0
    """The kept points among its power."""


class Mishap(Event, frozen=True, kw_only=True):
    """A spell has turned on its caster."""

    roles: ClassVar[tuple[str, ...]] = ("caster",)
    caster: ModelId
    spell: str


class Conjured(Laid, frozen=True, kw_only=True):
    """A zone or a wall has come up."""


class Vanished(Cleared, frozen=True, kw_only=True):
    """A zone or a wall is gone."""


class Dropped(Spawned, frozen=True, kw_only=True):
    """Something to be picked up lies on the map."""


class ObjectStands(Spawned, frozen=True, kw_only=True):
    """A scenic artifact or weapon stands on the map."""


class Found(Counted, frozen=True, kw_only=True):
    """Somebody has picked something up."""

    at: Point | None = None
    """Where it lay, if it lay on the map."""


class Taken(Counted, frozen=True, kw_only=True):
    """Somebody has lost what it carried, or handed it over."""


class Learned(Marked, frozen=True, kw_only=True):
    """Somebody knows how a device works."""


class Rearmed(Spawned, frozen=True, kw_only=True):
    """Somebody has one more weapon."""


class Stripped(Spawned, frozen=True, kw_only=True):
    """A weapon was taken from a body."""


class Achieved(Marked, frozen=True, kw_only=True):
    """A side has done what one of its missions asks for."""


class Called(Spawned, frozen=True, kw_only=True):
    """A creature has come."""


class Struck(Event, frozen=True, kw_only=True):
    """A combat was won: how severe the result is, and what the loser took."""

    roles: ClassVar[tuple[str, ...]] = ("striker", "victim")
    striker: ModelId
    victim: ModelId
    blow: Blow
    severity: int
    counter: bool = False
    total: int = 0
    """What the winner came to."""
    won: bool = True
    """Equal totals may hurt, but nobody has won (DW-DMG-01)."""


class Harmed(Event, frozen=True, kw_only=True):
    """What a blow did is done: what its weapon does besides comes now."""

    roles: ClassVar[tuple[str, ...]] = ("striker", "victim")
    striker: ModelId
    victim: ModelId
    blow: Blow
    severity: int
    wounds: int = 0
    """The wounds it dealt: none where it drove somebody back, or a kill was ignored (DW-ADV-11)."""
    won: bool = True


class Unmoved(Event, frozen=True, kw_only=True):
    """A combat came to nothing."""

    roles: ClassVar[tuple[str, ...]] = ("attacker", "defender")
    attacker: ModelId
    defender: ModelId


class Wounded(Counted, frozen=True, kw_only=True):
    """Boxes of a section were marked."""

    roles: ClassVar[tuple[str, ...]] = ("bearer", "striker")
    striker: ModelId = ""
    section: str = "body"


class Mended(Counted, frozen=True, kw_only=True):
    """Boxes of a section were cleared."""


class Afflicted(Marked, frozen=True, kw_only=True):
    """A model is under a condition from now on."""

    roles: ClassVar[tuple[str, ...]] = ("bearer", "source")
    source: ModelId = ""


class Relieved(Marked, frozen=True, kw_only=True):
    """A condition of a model has ended."""


class AdvantageGained(Marked, frozen=True, kw_only=True):
    """A model has the advantage over another."""


class Slain(Removed, frozen=True, kw_only=True):
    """A model died."""

    roles: ClassVar[tuple[str, ...]] = ("model", "killer")
    killer: ModelId = ""
    gruesome: bool = False
    section: str = "body"
    how: str = ""
    """The mode of the attack, or what else killed it."""
    weapon: str = ""
    effort: int = 0


class BodyLeft(Spawned, frozen=True, kw_only=True):
    """A body, or what is left of one, lies where a model died."""


class LostToTheSide(Counted, frozen=True, kw_only=True):
    """A side has lost a model, or has it back."""


# ------------------------------------------------------------------ morale


class Departed(Removed, frozen=True, kw_only=True):
    """A model is gone from the map alive: what it has learned and been through it still knows."""

    def apply(self, table: Table) -> None:
        model = table.models[self.model]
        arms = {f"{WOUND}:{item}" for item in model.kit}
        kept = {t: n for t, n in model.tokens.items() if t in arms or kind_of(t) in (LEARNED, BURNS)}
        super().apply(table)
        table.put_all_tokens(table.models[self.model], {**kept, "removed": 1})


class Risen(Departed, frozen=True, kw_only=True):
    """A body lies there no more, somebody has raised it: who it was may still come home (DW-SRV-01)."""


class RanAway(Departed, frozen=True, kw_only=True):
    """A model fled over the edge of the map."""

    by: Side = ""
    """Whose doing it is (DW-GEN-14)."""


class Deserted(Departed, frozen=True, kw_only=True):
    """A model deserted."""

    by: Side = ""


class Withdrew(Departed, frozen=True, kw_only=True):
    """A model left the map on purpose."""


# ------------------------------------------------------------------ the end


class BattleEnded(Ended, frozen=True, kw_only=True):
    """The battle is over and the points are counted."""

    points: dict[Side, int]


GAME_EVENTS: tuple[type[Event], ...] = tuple(
    found
    for found in list(globals().values())
    if isinstance(found, type) and issubclass(found, Event) and found.__module__ == __name__
)
