"""How well programs play: the levels, and the styles any of them may play in."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import NamedTuple

from msgspec import Struct

from sightline.core.errors import BadInput


class Effort(NamedTuple):
    """How hard a program looks ahead; with the same effort it finds the same, however quick the machine is."""

    width: int
    """Candidates that are played out."""
    own: int = 1
    """Ways to go on that are weighed for the model that acts; 1: the obvious one."""
    follow: int = 4
    """Places that are proposed where it goes on."""
    rounds: int = 0
    """How often it looks for something still better close to the best places so far."""
    falls: int = 8
    """Ways for the dice of one roll to fall that are followed at most; the likeliest count."""
    rivals: int = 0
    """How many of the best are played on, both sides by first sight, until a die falls or the stage ends."""


class Level(Struct, frozen=True):
    """How well a program plays."""

    id: str
    name: str
    text: str
    """What to expect, in a sentence."""
    seconds: float
    """What it may think about one decision; it is cut short where it would take longer."""
    places: int = 8
    """Places that are proposed for a move, more or less."""
    effort: Effort | None = None
    """How hard it looks ahead; None: it goes by first sight."""
    slips: float = 0.0
    """How often it takes any of the better half of what came to mind, the best or another."""
    gross: float = inf
    """How much worse than the best something has to look, at first sight, for nobody to slip into it."""
    leans: Mapping[str, float] = {}
    """What it makes of some weights, as factors: none of its business at 0."""


class Slider(Struct, frozen=True):
    """A leaning of a program, from 0 (none) to 1 (all the way)."""

    id: str
    name: str
    text: str


LEVELS: Mapping[str, Level] = {
    level.id: level
    for level in (
        Level("random", "Random", "Does anything that is allowed, in any order.", 0.05),
        Level(
            "recruit",
            "Recruit",
            "Knows the rules, shoots at what is near, forgets about cover and sometimes changes its mind.",
            0.05,
            places=4,
            slips=0.5,
            leans={"fear": 0.0, "fear_next": 0.0, "pull": 3.0},
        ),
        Level(
            "regular",
            "Regular",
            "Plays soundly and at once, one model at a time, and now and then overlooks something.",
            0.15,
            places=4,
            slips=0.08,
            leans={"fear": 0.3, "fear_next": 0.0},
        ),
        Level(
            "veteran",
            "Veteran",
            "Looks for cover, joins fire, and weighs each dice roll before it commits.",
            0.7,
            places=12,
            effort=Effort(width=12, own=2, follow=6),
        ),
        Level(
            "commander",
            "Commander",
            "Weighs whole activations against what you can do to it, for up to two seconds.",
            2.0,
            places=18,
            effort=Effort(width=16, own=3, follow=6, rounds=2, falls=8, rivals=6),
        ),
    )
}
"""Every level, the weakest first."""

USUAL = "regular"
"""The level that plays where nobody says which."""

SLIDERS: Mapping[str, Slider] = {
    slider.id: slider
    for slider in (
        Slider("aggressive", "Aggressive", "Closes in and trades blows, whatever it costs."),
        Slider("cautious", "Cautious", "Would rather keep a model than kill one."),
        Slider("objective", "Objective first", "Cares for what scores before anything else."),
    )
}
"""The leanings a program may have."""

Style = Mapping[str, float]
"""How far each slider is pushed, from 0 to 1; those not named are at 0."""


def parse_level(written: str) -> tuple[Level, Style]:
    """A level and a style as they are written: `veteran`, or `veteran/aggressive=0.5,cautious=0.2`."""
    id, _, leanings = written.partition("/")
    level = LEVELS.get(id)
    if level is None:
        raise BadInput(f"no such level {id!r}; known: {', '.join(LEVELS)}")
    style: dict[str, float] = {}
    for leaning in leanings.split(",") if leanings else ():
        slider, _, amount = leaning.partition("=")
        if slider not in SLIDERS:
            raise BadInput(f"{slider}: no such style; known: {', '.join(SLIDERS)}")
        try:
            style[slider] = float(amount) if amount else 1.0
        except ValueError:
            raise BadInput(f"{leaning}: a style is pushed from 0 to 1, such as {slider}=0.5") from None
        if not 0 <= style[slider] <= 1:
            raise BadInput(f"{leaning}: a style is pushed from 0 to 1")
    return level, style


def written_level(level: str, style: Style) -> str:
    """A level and a style in the form that `parse_level` reads."""
    pushed = ",".join(f"{slider}={amount:g}" for slider, amount in style.items() if amount)
    return f"{level}/{pushed}" if pushed else level
