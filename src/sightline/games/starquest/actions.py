"""What may be answered in this game, in the imperative."""

from __future__ import annotations

from typing import ClassVar

from sightline.core.decisions import Action, RollAgain
from sightline.core.table import ModelId, Point
from sightline.games.starquest.catalog import HEROES

# ------------------------------------------------------------------ setting up


class PlaceHero(Action, frozen=True):
    """Put a hero down near the corner of the party (SQ-DPL-07)."""

    points: ClassVar[tuple[str, ...]] = ("at",)
    model: ModelId
    at: Point


class KeepBack(Action, frozen=True):
    """Hold a hero back in ambush (SQ-SPR-05)."""

    model: ModelId


class Arrive(Action, frozen=True):
    """Bring a hero on from ambush."""

    points: ClassVar[tuple[str, ...]] = ("at",)
    model: ModelId
    at: Point


class Wait(Action, frozen=True):
    """Leave a hero in ambush for another round."""

    model: ModelId


class ChooseCorner(Action, frozen=True):
    """Pick a corner or a quarter by its number (SQ-DPL-04, SQ-DPL-05, SQ-DPL-07)."""

    whose: ClassVar[str] = HEROES
    corner: int


# ------------------------------------------------------------------ activations


class Activate(Action, frozen=True):
    """Activate a hero (SQ-RND-03)."""

    model: ModelId


class Rest(Action, frozen=True):
    """Stay idle and get all power back (SQ-ACN-01)."""

    actor: ModelId


class Shoot(Action, frozen=True):
    """Shoot at a unit, named by one of its models (SQ-ACN-02, SQ-ACN-03)."""

    foes: ClassVar[tuple[str, ...]] = ("target",)
    actor: ModelId
    target: ModelId
    order: tuple[str, ...] = ()
    """The weapons in the order they are fired; empty for the usual one (SQ-WPN-03)."""


class HoldFire(Action, frozen=True):
    """Do not shoot after an Advance."""

    actor: ModelId


class Advance(Action, frozen=True):
    """Move, and shoot afterwards if wished (SQ-ACN-03)."""

    points: ClassVar[tuple[str, ...]] = ("to", "via")
    actor: ModelId
    to: Point
    via: tuple[Point, ...] = ()


class Rush(Action, frozen=True):
    """Move far (SQ-ACN-04)."""

    points: ClassVar[tuple[str, ...]] = ("to", "via")
    actor: ModelId
    to: Point
    via: tuple[Point, ...] = ()


class Charge(Action, frozen=True):
    """Move into melee with a unit, named by one of its models (SQ-ACN-05)."""

    foes: ClassVar[tuple[str, ...]] = ("target",)
    actor: ModelId
    target: ModelId


class PushOn(Action, frozen=True):
    """Pay power for one more action of any kind (SQ-RND-06)."""

    actor: ModelId


class EndTurn(Action, frozen=True):
    """Stop, whatever could still be done (SQ-RND-03)."""

    actor: ModelId


# ------------------------------------------------------------------ choices on the way


class Pay(Action, frozen=True):
    """Pay what is asked."""

    model: ModelId


class Decline(Action, frozen=True):
    """Do not pay."""

    model: ModelId


class TakeOff(Action, frozen=True):
    """Choose the model that takes a wound (SQ-WND-02)."""

    whose: ClassVar[str] = HEROES
    model: ModelId


class Share(Action, frozen=True):
    """Choose the units that get one hit more, each by one of its models (SQ-SPR-09)."""

    whose: ClassVar[str] = HEROES
    models: tuple[ModelId, ...]


class StrikeWith(Action, frozen=True):
    """Choose the melee weapon a hero strikes with next (SQ-WPN-03)."""

    actor: ModelId
    weapon: str


# ------------------------------------------------------------------ skills


class Revive(Action, frozen=True):
    """Bring an unconscious hero back (SQ-UNC-03)."""

    actor: ModelId
    target: ModelId


class Shove(Action, frozen=True):
    """Push an enemy unit away (SQ-SKL-03)."""

    foes: ClassVar[tuple[str, ...]] = ("target",)
    actor: ModelId
    target: ModelId


class Scurry(Action, frozen=True):
    """Try to move a little (SQ-SKL-04)."""

    actor: ModelId


class Go(Action, frozen=True):
    """Move as far as a skill, a spell or a jump allows."""

    points: ClassVar[tuple[str, ...]] = ("to", "via")
    actor: ModelId
    to: Point
    via: tuple[Point, ...] = ()


class Stay(Action, frozen=True):
    """Do not move any further."""

    actor: ModelId


class Absorb(Action, frozen=True):
    """Ignore a wound just taken, with what a hero wears (SQ-ITM-11)."""

    model: ModelId


class Tend(Action, frozen=True):
    """Choose the condition to be tested next (SQ-RND-11)."""

    model: ModelId
    condition: str


class TryAgain(RollAgain, frozen=True):
    """Roll a failed test again, with what allows it (SQ-HSK-09)."""

    by: str = ""


class UseSkill(Action, frozen=True):
    """Use a hero skill on somebody (SQ-SKL-05)."""

    foes: ClassVar[tuple[str, ...]] = ("target",)
    actor: ModelId
    skill: str
    target: ModelId


class UseSkillAt(Action, frozen=True):
    """Use a hero skill somewhere (SQ-SKL-05)."""

    points: ClassVar[tuple[str, ...]] = ("at",)
    actor: ModelId
    skill: str
    at: Point


class Cast(Action, frozen=True):
    """Try a spell, with more tokens than it needs if wished (SQ-SPR-10)."""

    foes: ClassVar[tuple[str, ...]] = ("target",)
    actor: ModelId
    spell: str
    target: ModelId
    extra: int = 0


class Counter(Action, frozen=True):
    """Burn tokens against the spell of an enemy (SQ-SPR-10)."""

    actor: ModelId
    tokens: int


class Leap(Action, frozen=True):
    """Move straight to a landing with a jump on the way (SQ-JMP-02)."""

    points: ClassVar[tuple[str, ...]] = ("land",)
    actor: ModelId
    deed: str
    land: Point


# ------------------------------------------------------------------ missions


class Work(Action, frozen=True):
    """Work on an objective marker with a test (SQ-PRI-01)."""

    actor: ModelId
    marker: ModelId


class PickUp(Action, frozen=True):
    """Pick up an objective marker with a test (SQ-PRI-01, SQ-PRI-02)."""

    actor: ModelId
    marker: ModelId


class PutDown(Action, frozen=True):
    """Put down the marker one carries (SQ-PRI-02)."""

    points: ClassVar[tuple[str, ...]] = ("at",)
    actor: ModelId
    at: Point


class Discover(Action, frozen=True):
    """Reveal a search token (SQ-SKL-02)."""

    actor: ModelId
    token: ModelId


class TakeTreasure(Action, frozen=True):
    """Take what a treasure marker holds (SQ-SRC-11)."""

    actor: ModelId
    marker: ModelId


class HandOver(Action, frozen=True):
    """Hand an item to a hero near by, or take one from it (SQ-SRC-12)."""

    actor: ModelId
    giver: ModelId
    taker: ModelId
    item: str


class ChooseTreasure(Action, frozen=True):
    """Pick something out of a trove (SQ-SRC-10)."""

    whose: ClassVar[str] = HEROES
    content: str


class OddToken(Action, frozen=True):
    """Say which group gets the odd search token (SQ-SRC-02)."""

    whose: ClassVar[str] = HEROES
    group: str


class PutMarker(Action, frozen=True):
    """Lay a marker or a token where its distance allows (SQ-MIS-07)."""

    whose: ClassVar[str] = HEROES
    points: ClassVar[tuple[str, ...]] = ("at",)
    near: str
    """Where it belongs: `corner:3`, `quarter:2`, `hero:heroes-1`."""
    at: Point


class CallDie(Action, frozen=True):
    """Let the dice say whose reading of a rule binds, between the players of some heroes (SQ-GEN-01)."""

    whose: ClassVar[str] = HEROES
    voices: tuple[ModelId, ...]


class TakeNext(Action, frozen=True):
    """Say what comes next of several things that happen at once (SQ-SPR-02)."""

    whose: ClassVar[str] = HEROES
    model: ModelId


class ChooseUnit(Action, frozen=True):
    """Pick the next unit of a wave (SQ-DPL-03)."""

    whose: ClassVar[str] = HEROES
    unit: str


class Leave(Action, frozen=True):
    """End the mission and collect the rewards (SQ-MIS-04)."""

    whose: ClassVar[str] = HEROES


class StayOn(Action, frozen=True):
    """Go on with the mission."""

    whose: ClassVar[str] = HEROES


class CallBoss(Action, frozen=True):
    """Call for a boss fight (SQ-CHL-02)."""

    whose: ClassVar[str] = HEROES
