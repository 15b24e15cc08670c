"""What players of this game can answer."""

from __future__ import annotations

from typing import ClassVar

from sightline.core.decisions import Action, RollAgain
from sightline.core.table import ModelId, Point, Side


class ChooseEdge(Action, frozen=True):
    """Take the long edge nearest to a spot."""

    points: ClassVar[tuple[str, ...]] = ("edge",)
    edge: Point
    side: Side


class Deploy(Action, frozen=True):
    """Set up a model; it faces across the map unless it is told to face a spot."""

    points: ClassVar[tuple[str, ...]] = ("at", "toward")
    model: ModelId
    at: Point
    level: int = 0
    toward: Point | None = None


class Nominate(Action, frozen=True):
    """Name the model that activates next."""

    model: ModelId


class EndTurn(Action, frozen=True):
    """Let the turn go to the opponent."""

    side: Side


class FreeActivation(Action, frozen=True):
    """Take one action for sure."""

    actor: ModelId


class RollToActivate(Action, frozen=True):
    """Roll two or three dice for actions, and risk the turn."""

    actor: ModelId
    dice: int


class Move(Action, frozen=True):
    """Go one stick, straight."""

    points: ClassVar[tuple[str, ...]] = ("to",)
    actor: ModelId
    to: Point


class ChangeDepth(Action, frozen=True):
    """Rise or sink one level."""

    actor: ModelId
    by: int


class FastDive(Action, frozen=True):
    """Rise or sink several levels at once."""

    actor: ModelId
    by: int


class NameWeapon(Action, frozen=True):
    """Say what a model will defend itself with hand-to-hand."""

    actor: ModelId
    weapon: str


class Turn(Action, frozen=True):
    """Turn towards a spot."""

    points: ClassVar[tuple[str, ...]] = ("toward",)
    actor: ModelId
    toward: Point


class Attack(Action, frozen=True):
    """Strike at somebody hand-to-hand, or shoot."""

    foes: ClassVar[tuple[str, ...]] = ("target",)
    actor: ModelId
    weapon: str
    target: ModelId
    section: str = "body"
    effort: int = 1
    """Actions spent: more than one makes a Mighty Attack or an Aimed Shot."""
    pierce: int = 0
    """How many of the further actions go into Armor Break."""
    joiners: tuple[ModelId, ...] = ()


class StepAndAttack(Action, frozen=True):
    """Take a small step, and strike or shoot."""

    points: ClassVar[tuple[str, ...]] = ("to",)
    foes: ClassVar[tuple[str, ...]] = ("target",)
    actor: ModelId
    weapon: str
    target: ModelId
    to: Point
    section: str = "body"
    joiners: tuple[ModelId, ...] = ()


class Reload(Action, frozen=True):
    """Make a ranged weapon ready again."""

    actor: ModelId
    weapon: str


class Recover(Action, frozen=True):
    """Get over being fallen, dazed or transfixed."""

    actor: ModelId
    condition: str


class BreakAway(Action, frozen=True):
    """Try to leave combat without being struck."""

    actor: ModelId


class BreakFree(Action, frozen=True):
    """Try to free oneself or a friend who is entangled."""

    actor: ModelId
    target: ModelId


class Exert(Action, frozen=True):
    """A Physical Activity: force, break or push something."""

    actor: ModelId
    activity: str
    target: str


class BlowOpen(Action, frozen=True):
    """Use a Breach weapon on a structure from afar."""

    actor: ModelId
    weapon: str
    target: str


class Drag(Action, frozen=True):
    """A Physical Activity: drag something loose along."""

    points: ClassVar[tuple[str, ...]] = ("to",)
    actor: ModelId
    target: ModelId
    to: Point


class Treat(Action, frozen=True):
    """Heal a living ally, or repair a machine or a weapon."""

    actor: ModelId
    target: ModelId
    section: str = "body"


class Charm(Action, frozen=True):
    """Bring a wild creature under one's control."""

    foes: ClassVar[tuple[str, ...]] = ("target",)
    actor: ModelId
    target: ModelId


class Raise(Action, frozen=True):
    """Raise a dead body as a construct."""

    actor: ModelId
    target: ModelId


class Shift(Action, frozen=True):
    """Step out of this dimension."""

    actor: ModelId


class InkCloud(Action, frozen=True):
    """Hide in a cloud of ink."""

    actor: ModelId


class Bend(Action, frozen=True):
    """Let a beam jump to a second enemy."""

    foes: ClassVar[tuple[str, ...]] = ("target",)
    actor: ModelId
    target: ModelId


class RollToCast(Action, frozen=True):
    """Name a spell and roll one, two or three dice for power."""

    actor: ModelId
    spell: str
    dice: int


class Cast(Action, frozen=True):
    """Put power into the spell that was named: on somebody, at a spot, or both."""

    points: ClassVar[tuple[str, ...]] = ("at",)
    actor: ModelId
    power: int
    target: ModelId = ""
    at: Point = (0.0, 0.0)
    creature: str = ""


class UseAdvance(Action, frozen=True):
    """Use an advance of the warband before a model is activated."""

    actor: ModelId
    advance: str


class DirtyTrick(Action, frozen=True):
    """Cancel an ability of an enemy for an activation."""

    foes: ClassVar[tuple[str, ...]] = ("target",)
    actor: ModelId
    target: ModelId
    ability: str


class FirstAid(Action, frozen=True):
    """Bring an ally in contact round."""

    actor: ModelId
    target: ModelId


class Choose(Action, frozen=True):
    """Pick one of several things: a creature, a mission, a variant of a scenario."""

    side: Side
    what: str


class Place(Action, frozen=True):
    """Put something onto the map before the battle: a creature or a treasure token."""

    points: ClassVar[tuple[str, ...]] = ("at",)
    side: Side
    what: str
    at: Point
    level: int = 0


class PickUp(Action, frozen=True):
    """Pick up a treasure token."""

    actor: ModelId
    target: ModelId


class Take(Action, frozen=True):
    """Take an object from a body, or from an enemy who cannot resist."""

    actor: ModelId
    target: ModelId
    what: str


class Drop(Action, frozen=True):
    """Let go of something one carries."""

    actor: ModelId
    what: str


class HandOver(Action, frozen=True):
    """Give something one carries to a friend."""

    actor: ModelId
    target: ModelId
    what: str


class Extract(Action, frozen=True):
    """Take the power core out of the enemy's artifact."""

    actor: ModelId
    target: ModelId


class Learn(Action, frozen=True):
    """Bring a new device to life and learn how it works."""

    actor: ModelId
    device: str


class Fix(Action, frozen=True):
    """Mend a device that three failures have damaged."""

    actor: ModelId
    device: str


class Teach(Action, frozen=True):
    """Show a friend how a device is used."""

    actor: ModelId
    target: ModelId
    device: str


class Salvage(Action, frozen=True):
    """Take a tech item from a dead model."""

    actor: ModelId
    target: ModelId
    what: str


class SwitchOver(Action, frozen=True):
    """Switch a scenic device on or off."""

    points: ClassVar[tuple[str, ...]] = ("toward",)
    actor: ModelId
    device: str
    toward: Point = (0.0, 0.0)


class Fire(Action, frozen=True):
    """Fire a scenic weapon."""

    foes: ClassVar[tuple[str, ...]] = ("target",)
    actor: ModelId
    device: str
    target: ModelId
    actions: int = 2
    section: str = "body"
    pierce: int = 0
    """How many of the further actions go into Armor Break."""


class CallPredators(Action, frozen=True):
    """Call wild predators with the Golden Trident."""

    actor: ModelId
    creature: str


class OpenPortal(Action, frozen=True):
    """Open a portal: its mouth beside one, its exit in view."""

    points: ClassVar[tuple[str, ...]] = ("mouth", "exit")
    actor: ModelId
    actions: int
    mouth: Point
    exit: Point


class EnterPortal(Action, frozen=True):
    """Go through a portal."""

    actor: ModelId


class Dance(Action, frozen=True):
    """Move a model that is somebody's puppet."""

    points: ClassVar[tuple[str, ...]] = ("to",)
    actor: ModelId
    to: Point


class Withdraw(Action, frozen=True):
    """Leave the map over one's own edge."""

    actor: ModelId


class Done(Action, frozen=True):
    """End the activation."""

    actor: ModelId


class FollowUp(Action, frozen=True):
    """Go after somebody one has driven back."""

    actor: ModelId


class HoldBack(Action, frozen=True):
    """Stay where one is."""

    actor: ModelId


class RollDieAgain(RollAgain, frozen=True):
    """Roll one die again."""
