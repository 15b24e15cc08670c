"""House rules that are not built yet: asked for, they are refused by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sightline.core.decisions import Refusal

UNBUILT: Mapping[str, tuple[str, Sequence[Any]]] = {
    "terrain": ("SQ-TER-27", ("random_preset", "chosen_preset", "editor")),
}
"""The options of which not every value can be played yet, with their rules and the values that can."""


def unbuilt(options: Mapping[str, Any]) -> Iterator[Refusal]:
    """Every option that asks for something that is not built."""
    for name, (rule, built) in UNBUILT.items():
        if name in options and options[name] not in built:
            yield Refusal(rule, {"option": name, "value": options[name], "built": ", ".join(built)})
