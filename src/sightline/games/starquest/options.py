"""House rules that are not built yet: asked for, they are refused by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sightline.core.decisions import Refusal

UNBUILT: Mapping[str, tuple[str, Any]] = {
    "points_per_level": ("SQ-PRT-04", 0),
    "collection": ("SQ-ENM-01", "unlimited_faction"),
    "terrain": ("SQ-TER-27", "random_preset"),
    "primary": ("SQ-MIS-02", "roll"),
    "mission_end": ("SQ-MIS-04", "ask"),
    "marker_spots": ("SQ-MIS-07", "fixed"),
    "secondary": ("SQ-SEC-01", "roll"),
    "item_carry_limit": ("SQ-SRC-12", 0),
    "wave_fill": ("SQ-DPL-03", "random"),
    "boss_fights": ("SQ-CHL-02", False),
    "increased_alertness": ("SQ-CHL-03", "off"),
    "time_of_day": ("SQ-CHL-07", "off"),
    "weather": ("SQ-CHL-12", "off"),
}
"""The options of which only one value can be played yet, with their rules and that value."""


def unbuilt(options: Mapping[str, Any]) -> Iterator[Refusal]:
    """Every option that asks for something that is not built."""
    for name, (rule, built) in UNBUILT.items():
        if options.get(name, built) != built:
            yield Refusal(rule, {"option": name, "value": options[name], "built": built})
