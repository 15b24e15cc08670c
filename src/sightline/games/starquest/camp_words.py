"""The vocabulary of a campaign: what players answer between missions, and what happens there."""

from __future__ import annotations

from sightline.core.decisions import Action
from sightline.core.events import Counted, Event, Marked, Refilled, Spawned
from sightline.core.table import ModelId

MISSIONS, PLAYED, FAILURES, DONE, NOW, STOCK = "missions", "played", "failures", "done", "now", "stock"
BENCH = "bench"
SECONDARY, BOSS = "secondary", "boss"
"""What a party has achieved besides the primary objective; the missions leave it on the side of the heroes."""

# ------------------------------------------------------------------ actions


class SetOut(Action, frozen=True):
    """Begin a chapter at a difficulty."""

    chapter: ModelId
    difficulty: int


class TakeField(Action, frozen=True):
    """Name the battlefield of the next mission."""

    field: str


class GoOn(Action, frozen=True):
    """Go on to the next mission."""


class Buy(Action, frozen=True):
    """Buy something for a hero, out of its own purse."""

    item: str
    hero: ModelId


class Treat(Action, frozen=True):
    """Have an injury of a hero treated."""

    hero: ModelId
    injury: str


class Sell(Action, frozen=True):
    """Sell something a hero carries."""

    hero: ModelId
    item: str


class Give(Action, frozen=True):
    """Hand something to another hero."""

    giver: ModelId
    item: str
    to: ModelId


class Share(Action, frozen=True):
    """Hand credits to another hero."""

    giver: ModelId
    to: ModelId
    credits: int


class Bench(Action, frozen=True):
    """Leave a hero behind."""

    hero: ModelId


class Recall(Action, frozen=True):
    """Bring a hero back from the bench."""

    hero: ModelId
    stays: ModelId = ""
    """Who stays behind for it."""


class Enlist(Action, frozen=True):
    """Bring in a new hero of the first level."""

    trade: str
    """Its class."""
    profile: str
    skills: tuple[str, ...]
    upgrades: tuple[str, ...] = ()
    """What it is built with besides, as in a roster."""
    stays: ModelId = ""
    """Who stays behind for it."""


class Improve(Action, frozen=True):
    """Choose what a new level brings."""

    hero: ModelId
    gain: str


class Learn(Action, frozen=True):
    """Choose the skills a new level teaches."""

    hero: ModelId
    skills: tuple[str, ...]


# ------------------------------------------------------------------ events


class ChapterDrawn(Spawned, frozen=True, kw_only=True):
    """A chapter lies ahead, and who is met there is known."""


class ChapterBegan(Marked, frozen=True, kw_only=True):
    """A chapter begins, or begins again."""


class ChapterEnded(Marked, frozen=True, kw_only=True):
    """A chapter is over."""


class ChapterLeft(Marked, frozen=True, kw_only=True):
    """A chapter is no longer under way."""


class DifficultySet(Marked, frozen=True, kw_only=True):
    """The missions of a chapter are so hard."""


class MissionsSet(Marked, frozen=True, kw_only=True):
    """A chapter has so many missions."""


class MissionPlayed(Counted, frozen=True, kw_only=True):
    """A mission was a success."""


class MissionFailed(Counted, frozen=True, kw_only=True):
    """A mission failed: the chapter begins again."""


class ChapterReset(Marked, frozen=True, kw_only=True):
    """None of a chapter's missions counts any more."""


class Returned(Marked, frozen=True, kw_only=True):
    """A hero came back from a mission so."""


class BroughtBack(Counted, frozen=True, kw_only=True):
    """A hero has more of something in its pockets than it set out with."""


class UsedUp(Counted, frozen=True, kw_only=True):
    """A hero has less of something in its pockets than it set out with."""


class CreditsEarned(Counted, frozen=True, kw_only=True):
    """A hero earned credits."""


class CreditsSpent(Counted, frozen=True, kw_only=True):
    """A hero spent credits."""


class ExperienceGained(Counted, frozen=True, kw_only=True):
    """A hero gained experience."""


class LevelGained(Counted, frozen=True, kw_only=True):
    """A hero rose a level."""


class Improved(Counted, frozen=True, kw_only=True):
    """A figure of a hero improved."""


class SkillLearned(Marked, frozen=True, kw_only=True):
    """A hero learned a skill."""


class Benched(Marked, frozen=True, kw_only=True):
    """A hero stays behind."""


class Recalled(Marked, frozen=True, kw_only=True):
    """A hero is back from the bench."""


class Enlisted(Spawned, frozen=True, kw_only=True):
    """A new hero joined."""


class Proven(Marked, frozen=True, kw_only=True):
    """A hero has its first mission behind it."""


class Injured(Marked, frozen=True, kw_only=True):
    """A hero goes into its next mission with an injury."""


class InjuryHealed(Marked, frozen=True, kw_only=True):
    """An injury is over."""


class WoundsRestored(Counted, frozen=True, kw_only=True):
    """A hero got wounds back."""


class PowerBack(Counted, frozen=True, kw_only=True):
    """A hero got power back."""


class PowerGone(Counted, frozen=True, kw_only=True):
    """A hero lost power it can no longer hold."""


class ConditionCured(Marked, frozen=True, kw_only=True):
    """A condition is over."""


class Bought(Counted, frozen=True, kw_only=True):
    """A hero has something it bought."""


class Sold(Counted, frozen=True, kw_only=True):
    """A hero no longer has something it sold."""


class HandedOver(Counted, frozen=True, kw_only=True):
    """A hero gave something away."""


class TakenOver(Counted, frozen=True, kw_only=True):
    """A hero was given something."""


class OutOfStock(Marked, frozen=True, kw_only=True):
    """The shop has no more of a piece."""


class Restocked(Refilled, frozen=True, kw_only=True):
    """The shop has a piece again."""


EVENTS: tuple[type[Event], ...] = (
    ChapterDrawn,
    ChapterBegan,
    ChapterEnded,
    ChapterLeft,
    DifficultySet,
    MissionsSet,
    MissionPlayed,
    MissionFailed,
    ChapterReset,
    Returned,
    BroughtBack,
    UsedUp,
    CreditsEarned,
    CreditsSpent,
    ExperienceGained,
    LevelGained,
    Improved,
    SkillLearned,
    Benched,
    Recalled,
    Enlisted,
    Proven,
    Injured,
    InjuryHealed,
    WoundsRestored,
    PowerBack,
    PowerGone,
    ConditionCured,
    Bought,
    Sold,
    HandedOver,
    TakenOver,
    OutOfStock,
    Restocked,
)
