"""How well programs play: the levels, and the styles any of them may play in."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from sightline.core.errors import BadInput


class Level(Struct, frozen=True):
    """How well a program plays."""

    id: str
    name: str
    text: str
    """What to expect, in a sentence."""
    seconds: float
    """What it may think about one decision; it is cut short where it would take longer."""


class Slider(Struct, frozen=True):
    """A leaning of a program, from 0 (none) to 1 (all the way)."""

    id: str
    name: str
    text: str


LEVELS: Mapping[str, Level] = {
    level.id: level
    for level in (
        Level("random", "Random", "Does anything that is allowed, in any order.", 0.05),
        Level("recruit", "Recruit", "Knows the rules, overlooks things and forgets about cover.", 0.05),
        Level("regular", "Regular", "Plays soundly and at once, one model at a time.", 0.15),
        Level("veteran", "Veteran", "Looks for cover, joins fire and thinks about your answer.", 0.7),
        Level("commander", "Commander", "Weighs whole turns, yours and its own, for up to two seconds.", 2.0),
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
