"""What counts how much: a rulebook's weights, as data beside its rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import inf, isfinite
from types import MappingProxyType
from typing import Any

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import asdict, replace

from sightline.ai.levels import LEVELS, SLIDERS, Effort, Level, Style
from sightline.core import rulebook
from sightline.core.errors import BadInput
from sightline.core.game import Game
from sightline.core.reading import parse_toml, read_text, shape

FILE = "weights.toml"


class Weight(Struct, frozen=True, forbid_unknown_fields=True):
    """One weight: its value, what it weighs, and what the styles make of it."""

    value: float
    text: str
    aggressive: float = 1.0
    """The factor of the slider of this name when it is pushed all the way; likewise the others."""
    cautious: float = 1.0
    objective: float = 1.0


class Habit(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a level does otherwise in one game than elsewhere; what is not said is as everywhere."""

    effort: dict[str, int] | UnsetType = UNSET
    """How hard it looks ahead, where it does so."""
    slips: float | UnsetType = UNSET
    gross: float | UnsetType = UNSET
    places: int | UnsetType = UNSET
    leans: dict[str, float] | UnsetType = UNSET


class File(Struct, frozen=True, forbid_unknown_fields=True):
    """The file as a whole."""

    weights: dict[str, Any] = {}
    levels: dict[str, Any] = {}


class Weights(Mapping[str, float]):
    """The weights of a rulebook."""

    def __init__(
        self,
        entries: Mapping[str, Weight],
        values: Mapping[str, float] | None = None,
        levels: Mapping[str, Level] = MappingProxyType({}),
    ) -> None:
        self.entries = entries
        self._levels = levels
        self._values = {name: entry.value for name, entry in entries.items()} if values is None else dict(values)

    def __getitem__(self, name: str) -> float:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def text(self, name: str) -> str:
        """What a weight weighs, in a few words."""
        return self.entries[name].text

    def with_(self, changes: Mapping[str, float]) -> Weights:
        """The same with some values changed."""
        unknown = [name for name in changes if name not in self._values]
        if unknown:
            raise BadInput(f"{unknown[0]}: no such weight; known: {', '.join(self._values)}")
        return Weights(self.entries, {**self._values, **changes}, self._levels)

    def leaning(self, style: Style) -> Weights:
        """The same as a style sees it: a slider pushed half-way brings half of its factor."""
        pushed = {slider: amount for slider, amount in style.items() if amount and slider in SLIDERS}
        if not pushed:
            return self
        values = dict(self._values)
        for name, entry in self.entries.items():
            for slider, amount in pushed.items():
                values[name] *= 1 + amount * (getattr(entry, slider) - 1)
        return Weights(self.entries, values, self._levels)

    def without_slips(self) -> Weights:
        """The same for programs that always do what they think best."""
        return Weights(
            self.entries, self._values, {id: replace(self.level(one), slips=0.0) for id, one in LEVELS.items()}
        )

    def level(self, level: Level) -> Level:
        """A level as it plays this game: how hard it looks may differ, its time and its name do not."""
        here = self._levels.get(level.id)
        return level if here is None else replace(here, seconds=level.seconds)


@lru_cache(32)
def load(game: Game) -> Weights:
    """The weights of a rulebook, from its folder: that of its entry point, or where its class is written."""
    package = rulebook.packages().get(game.id) or type(game).__module__.rpartition(".")[0]
    path = rulebook.folder(package) / FILE
    return read(read_text(path), str(path))


def read(text: str, where: str) -> Weights:
    """Weights from the text of their file; `where` names it in errors."""
    file = shape(parse_toml(text, where), File, where)
    written = file.weights
    entries = {name: shape(entry, Weight, f"{where}: weights.{name}") for name, entry in written.items()}
    for name, entry in entries.items():
        for field, value in asdict(entry).items():
            if isinstance(value, float) and not isfinite(value):
                raise BadInput(f"{where}: weights.{name}.{field}: expected a finite number, got {value}")
        if not entry.text.strip():
            raise BadInput(f"{where}: weights.{name}.text: expected a few words on what it weighs")
    for id, said in file.levels.items():
        for name in habit(id, said, where).leans:
            if name not in entries:
                raise BadInput(f"{where}: levels.{id}.leans.{name}: no such weight; known: {', '.join(entries)}")
    missing = [name for name in NEEDED if name not in entries]
    if missing:
        raise BadInput(f"{where}: weights.{missing[0]} is missing")
    return Weights(entries, levels={id: habit(id, said, where) for id, said in file.levels.items()})


def habit(id: str, said: Any, where: str) -> Level:
    """A level as a file says it plays this game."""
    if id not in LEVELS:
        raise BadInput(f"{where}: levels.{id}: no such level; known: {', '.join(LEVELS)}")
    changes = asdict(shape(said, Habit, f"{where}: levels.{id}"))
    effort = changes.get("effort", UNSET)
    if effort is not UNSET:
        unknown = [name for name in effort if name not in Effort._fields]
        if unknown or "width" not in effort:
            raise BadInput(f"{where}: levels.{id}.effort: expected width and perhaps {', '.join(Effort._fields[1:])}")
        changes["effort"] = Effort(**effort)
    for name, least, most in (("slips", 0.0, 1.0), ("gross", 0.0, inf), ("places", 1, 100)):
        value = changes.get(name, UNSET)
        if value is not UNSET and not least <= value <= most:
            raise BadInput(f"{where}: levels.{id}.{name}: expected {least:g} to {most:g}, got {value:g}")
    return replace(LEVELS[id], **{name: value for name, value in changes.items() if value is not UNSET})


NEEDED = (
    "score",
    "material",
    "wounds",
    "give",
    "take",
    "give_next",
    "take_next",
    "approach",
    "goals",
    "extras",
    "fear",
    "fear_next",
    "pull",
    "keep",
    "press",
    "attention",
    "unsure",
)
"""The weights every program reads."""

AHEAD = ("take", "take_next", "approach", "extras")
"""The weights that are read by programs that look ahead, and not by first sight."""
