"""Free measuring: what a screen may ask about the table at any time, and the answers."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from sightline.core.screen import Gauge, Intent, Remark, Risk, Sightline, Span, Tone
from sightline.core.table import Point
from sightline.server.messages.table import Change, DecisionView, NeedView, RefusalView


class Reach(Struct, frozen=True, tag="reach"):
    """How far a model could go, and what its weapons reach."""

    model: str
    at: Point | None = None


class Sees(Struct, frozen=True, tag="sees"):
    """What a model sees of every other, from where it stands or would stand, and what it could do to them."""

    model: str
    at: Point | None = None
    odds: bool = True


class Plan(Struct, frozen=True, tag="plan"):
    """A way for a model: how long it is, whether it may be gone, and the answers that would go it."""

    model: str
    to: Point
    via: tuple[Point, ...] = ()
    draft: tuple[dict[str, Any], ...] = ()


class Card(Struct, frozen=True, tag="card"):
    """Everything about what one model could do to another, or to a sturdy piece of terrain."""

    model: str
    target: str
    at: Point | None = None
    gear: str = ""
    choices: dict[str, Any] = {}
    """What is chosen within it already, by the fields of the action."""


class Try(Struct, frozen=True, tag="try"):
    """Whether answers may be given, and what comes of them before any die falls."""

    answers: tuple[dict[str, Any], ...]


class Area(Struct, frozen=True, tag="area"):
    """Who would be concerned by an action at a spot."""

    answers: tuple[dict[str, Any], ...]
    """The draft, ending with the action at the spot."""


class Weigh(Struct, frozen=True, tag="weigh"):
    """What may come of each of several answers, any of which could follow a draft."""

    options: tuple[dict[str, Any], ...]
    draft: tuple[dict[str, Any], ...] = ()


class Why(Struct, frozen=True, tag="why"):
    """What a program made of the decision that it answered with an action."""

    action: int


class Advise(Struct, frozen=True, tag="advise", omit_defaults=True):
    """What a good player would answer now, or after a draft."""

    draft: tuple[dict[str, Any], ...] = ()


class Intents(Struct, frozen=True, tag="intents"):
    """What the book will have the side it plays do next, as things stand."""


Measure = Reach | Sees | Plan | Card | Try | Area | Weigh | Intents
"""What is measured; nobody needs to think about it."""
Query = Measure | Why | Advise


class StrideView(Struct, frozen=True, omit_defaults=True):
    """A length to go, and the ground within it."""

    name: str
    rule: str
    limit: float
    cost: int
    region: list[list[Point]]


class RangeView(Struct, frozen=True, omit_defaults=True):
    """How far something reaches."""

    gear: str
    name: str
    range: float
    rule: str


class ReachAnswer(Struct, frozen=True, tag="reach"):
    """How far a model could go, and what its weapons reach."""

    model: str
    strides: tuple[StrideView, ...]
    ranges: tuple[RangeView, ...]


class Chances(Struct, frozen=True, omit_defaults=True):
    """Exact chances of one action for one model, or for a piece: what it loses, and whether that is the end of it."""

    model: str
    """Its id, or that of the piece."""
    loss: dict[str, float]
    """The chance of each loss, by its figure."""
    fractions: dict[str, str]
    """The same as exact fractions."""
    mean: float
    lethal: float
    health: Gauge | None = None
    effects: dict[str, float] = {}
    """The chance of each status it may come under, by name."""
    fatal: tuple[int, ...] = ()
    """The losses it does not survive."""


class AimView(Struct, frozen=True, omit_defaults=True):
    """One thing that could be done, with its odds, or why not."""

    gear: str
    name: str
    glyph: str
    rule: str
    when: str = ""
    refusal: RefusalView | None = None
    need: NeedView | None = None
    dice: int = 0
    sides: int = 0
    each: float = 0.0
    """The chance of one die."""
    chances: tuple[Chances, ...] = ()
    again: tuple[Chances, ...] = ()
    """The same if everything that may be rolled again is."""
    again_name: str = ""
    again_rule: str = ""
    exact: bool = True
    sight: Sightline | None = None
    """How it is seen with this, where that is not how it is seen with the bare eye."""


class SeenView(Struct, frozen=True, omit_defaults=True):
    """What a model sees of another, and the best it could do to it."""

    target: str
    sight: Sightline
    best: AimView | None = None


class SeesAnswer(Struct, frozen=True, tag="sees"):
    """What a model sees of every other."""

    model: str
    seen: tuple[SeenView, ...]


class Leg(Struct, frozen=True, omit_defaults=True):
    """A part of a way that is one stride."""

    name: str
    rule: str
    length: float
    limit: float
    cost: int
    path: tuple[Point, ...]


class PlanAnswer(Struct, frozen=True, tag="plan", omit_defaults=True):
    """A way for a model. `at` is where it would come to stand: the nearest legal spot if the wanted one is not."""

    model: str
    at: Point
    legs: tuple[Leg, ...]
    used: float
    left: float
    answers: tuple[dict[str, Any], ...]
    """What to play to go there; empty if this is only measured."""
    risk: Risk | None = None
    """What it risks to go there and do nothing more."""
    remarks: tuple[Remark, ...] = ()
    """What comes of the way besides being there."""
    refusal: RefusalView | None = None


class CardAnswer(Struct, frozen=True, tag="card"):
    """Everything about what one model could do to another."""

    model: str
    target: str
    sight: Sightline
    aims: tuple[AimView, ...]


class TryAnswer(Struct, frozen=True, tag="try", omit_defaults=True):
    """What comes of answers before any die falls."""

    refusal: RefusalView | None = None
    change: Change | None = None
    decision: DecisionView | None = None
    rolls: bool = False
    """A die falls next."""


class AreaAnswer(Struct, frozen=True, tag="area", omit_defaults=True):
    """Who would be concerned by an action at a spot."""

    refusal: RefusalView | None = None
    affected: tuple[str, ...] = ()
    chances: tuple[Chances, ...] = ()
    need: NeedView | None = None
    each: float = 0.0


class ProspectView(Struct, frozen=True, omit_defaults=True):
    """Something that may come of an answer, and how likely: a figure with one of its values, or something beside."""

    name: str
    rule: str
    chance: float
    fraction: str
    """The same as an exact fraction."""
    tone: Tone = "plain"
    value: int | None = None


class ForecastView(Struct, frozen=True, omit_defaults=True):
    """What may come of one answer."""

    refusal: RefusalView | None = None
    prospects: tuple[ProspectView, ...] = ()
    exact: bool = True
    spans: tuple[Span, ...] = ()
    """How far that reaches which may be done afterwards, by what is won."""
    need: NeedView | None = None
    """What each of the first dice needs, where there is a reason that it is not the usual number."""


class WeighAnswer(Struct, frozen=True, tag="weigh"):
    """What may come of each of the answers that were asked about, in their order."""

    forecasts: tuple[ForecastView, ...]


class ReasonView(Struct, frozen=True):
    """One number of an appraisal, and what it counts."""

    id: str
    text: str
    value: float
    """What is good for whoever decides is positive."""


class CandidateView(Struct, frozen=True, omit_defaults=True):
    """An answer that was weighed, in words, and what of it can be shown on the table."""

    answer: dict[str, Any]
    text: str
    glyph: str
    rule: str
    value: float | None = None
    """None for an answer that was given although it was not among those weighed."""
    reasons: tuple[ReasonView, ...] = ()
    """What the value is made of, the weightiest first."""
    then: str = ""
    """How whoever does it would go on, if that was looked into."""
    mark: str = ""
    """What sets it apart from the others, in a word or two."""
    played: bool = False
    model: str = ""
    """Who would do it."""
    targets: tuple[str, ...] = ()
    path: tuple[Point, ...] = ()
    """The way it would go, or the one spot it is about."""
    radius: float = 0.0


class ThoughtAnswer(Struct, frozen=True, tag="thought", omit_defaults=True):
    """What a program made of a decision: the answers it weighed, the best first; what was planned before them."""

    side: str
    level: str
    label: str
    """The level and its style, as one says it."""
    candidates: tuple[CandidateView, ...] = ()
    weighed: int = 0
    """How many answers were weighed."""
    seconds: float = 0.0
    stopped: bool = False
    """It was hurried or ran out of time before it was sure."""
    slipped: bool = False
    """It thought another answer better at first sight than the one it gave: it makes mistakes on purpose."""
    action: int = 0
    """The action it led to, where it led to one."""
    again: bool = False
    """It is not what was thought then, but what the same program thinks of the same table now."""


class IntentsAnswer(Struct, frozen=True, tag="intents"):
    """In the order they act."""

    intents: tuple[Intent, ...]


QueryAnswer = (
    IntentsAnswer
    | ReachAnswer
    | SeesAnswer
    | PlanAnswer
    | CardAnswer
    | TryAnswer
    | AreaAnswer
    | WeighAnswer
    | ThoughtAnswer
)
