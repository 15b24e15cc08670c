"""House rules that are not built yet: asked for, they are refused by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sightline.core.decisions import Refusal

UNBUILT: Mapping[str, tuple[str, Any]] = {
    "points_per_level": ("SQ-PRT-04", 0),
    "collection": ("SQ-ENM-01", "unlimited_faction"),
    "terrain": ("SQ-TER-27", "random_preset"),
}
"""The options of which only one value can be played yet, with their rules and that value."""


def unbuilt(options: Mapping[str, Any]) -> Iterator[Refusal]:
    """Every option that asks for something that is not built."""
    for name, (rule, built) in UNBUILT.items():
        if options.get(name, built) != built:
            yield Refusal(rule, {"option": name, "value": options[name], "built": built})
