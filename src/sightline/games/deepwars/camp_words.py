"""The vocabulary of a campaign: what players answer between battles, and what happens there."""

from __future__ import annotations

from sightline.core.decisions import Action
from sightline.core.events import Counted, Event, Marked, Spawned
from sightline.core.table import ModelId
from sightline.games.deepwars.tokens import WEAKENED

VP, STANDING, FREE, PAID = "bank", "standing", "free", "paid"
"""Victory points left to spend, all ever earned, and the points of recruits that are free or paid for."""
EXP, OWED, DISABLED, DEAD = "exp", "owed", "disabled", "dead"
WEAK = WEAKENED
GAINED, STASH, TRIED, MADE, BATTLES = "gained", "stash", "tried", "made", "battles"
DONE, NOW, LOST = "done", "now", "lost"
GRUESOME, RAN, OWN_HALF = "gruesome", "ran", "own_half"
"""What a battle tells besides: how somebody died or that it ran, and whether a body lay on its own half."""

# ------------------------------------------------------------------ actions


class GoOn(Action, frozen=True):
    """Leave it at that."""


class Mend(Action, frozen=True):
    """Try to mend something damaged."""

    owner: ModelId
    item: str


class PayMending(Action, frozen=True):
    """Have something damaged mended for a victory point."""

    owner: ModelId
    item: str


class Build(Action, frozen=True):
    """Have a Scientist make a tech weapon for a construct."""

    weapon: str


class Fit(Action, frozen=True):
    """Fit a construct with a weapon of the warband."""

    weapon: str
    construct: ModelId


class BuyAdvance(Action, frozen=True):
    """Buy a Warband Advance."""

    advance: str


class Upgrade(Action, frozen=True):
    """Have an item of a member improved; armor is an item of everybody."""

    upgrade: str
    member: ModelId
    item: str


class Train(Action, frozen=True):
    """Spend the experience of a member on a personal advance."""

    member: ModelId
    advance: str
    form: str = ""
    """The discipline, or what a doctor learns, where there is a choice."""


class Tutor(Action, frozen=True):
    """Spend victory points on the training of a member."""

    training: str
    member: ModelId
    form: str = ""


class Hire(Action, frozen=True):
    """Take somebody new into the warband."""

    profile: str


class HandOver(Action, frozen=True):
    """Give an artifact, or a weapon with its manual, to another member."""

    owner: ModelId
    item: str
    to: ModelId


class Study(Action, frozen=True):
    """Let a member try to learn an artifact it carries."""

    member: ModelId
    item: str


# ------------------------------------------------------------------ events


class ScenarioDrawn(Spawned, frozen=True, kw_only=True):
    """A scenario lies ahead."""


class ScenarioBegan(Marked, frozen=True, kw_only=True):
    """A scenario is about to be fought."""


class ScenarioEnded(Marked, frozen=True, kw_only=True):
    """A scenario is behind the warbands."""


class StayedAway(Marked, frozen=True, kw_only=True):
    """A warband has nobody who could fight."""


class PointsEarned(Counted, frozen=True, kw_only=True):
    """A warband earned victory points."""


class PointsBanked(Counted, frozen=True, kw_only=True):
    """A warband has more victory points to spend."""


class PointsSpent(Counted, frozen=True, kw_only=True):
    """A warband spent victory points."""


class Unharmed(Marked, frozen=True, kw_only=True):
    """A member comes through."""


class Weakened(Marked, frozen=True, kw_only=True):
    """A member lives, but will not be itself in the next battle."""


class Disabled(Marked, frozen=True, kw_only=True):
    """A member cannot fight before it has passed a roll."""


class Died(Marked, frozen=True, kw_only=True):
    """A member is dead for good."""


class Recovered(Marked, frozen=True, kw_only=True):
    """A member that was disabled or weak is well again."""


class ExperienceGained(Counted, frozen=True, kw_only=True):
    """A member gained experience."""


class ExperienceSpent(Counted, frozen=True, kw_only=True):
    """A member spent experience."""


class ExperienceLost(Marked, frozen=True, kw_only=True):
    """What a member would have learned is lost."""


class Brought(Marked, frozen=True, kw_only=True):
    """A member came back with something, or without it."""


class Stored(Counted, frozen=True, kw_only=True):
    """Something is with the warband, and with nobody."""


class Mended(Marked, frozen=True, kw_only=True):
    """Something damaged is whole again."""


class Broke(Marked, frozen=True, kw_only=True):
    """Something is damaged."""


class Tried(Marked, frozen=True, kw_only=True):
    """Something was tried in vain, for now."""


class Built(Counted, frozen=True, kw_only=True):
    """A Scientist has made a weapon."""


class Fitted(Marked, frozen=True, kw_only=True):
    """A construct has a weapon more."""


class Advanced(Marked, frozen=True, kw_only=True):
    """A warband has an advance."""


class Upgraded(Marked, frozen=True, kw_only=True):
    """Something of a member was improved."""


class Trained(Marked, frozen=True, kw_only=True):
    """A member has learned something for good."""


class Rose(Counted, frozen=True, kw_only=True):
    """A training of a member is a level higher."""


class Hired(Spawned, frozen=True, kw_only=True):
    """Somebody new is in the warband."""


class HiringSpent(Counted, frozen=True, kw_only=True):
    """Points for recruits are used up, or bought."""


class IntervalBegan(Marked, frozen=True, kw_only=True):
    """A warband is between two battles."""


class IntervalEnded(Marked, frozen=True, kw_only=True):
    """What counts for one interval is over."""


class HandedOver(Marked, frozen=True, kw_only=True):
    """A member gave something away."""


class TakenOver(Marked, frozen=True, kw_only=True):
    """A member was given something."""


class MadeLeader(Marked, frozen=True, kw_only=True):
    """A warband has a new leader."""


EVENTS: tuple[type[Event], ...] = (
    ScenarioDrawn,
    ScenarioBegan,
    ScenarioEnded,
    StayedAway,
    PointsEarned,
    PointsBanked,
    PointsSpent,
    Unharmed,
    Weakened,
    Disabled,
    Died,
    Recovered,
    ExperienceGained,
    ExperienceSpent,
    ExperienceLost,
    Brought,
    Stored,
    Mended,
    Broke,
    Tried,
    Built,
    Fitted,
    Advanced,
    Upgraded,
    Trained,
    Rose,
    Hired,
    HiringSpent,
    IntervalBegan,
    IntervalEnded,
    HandedOver,
    TakenOver,
    MadeLeader,
)
