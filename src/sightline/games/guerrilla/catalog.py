"""The figures of the book: characters, equipment, abilities, sample squads and table presets, read from their files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from sightline.core.catalog import entries, figures
from sightline.core.game import TablePlan
from sightline.core.muster import Entry, Roster
from sightline.core.rulebook import LEDGER
from sightline.core.table import Piece

GAME_ID = "guerrilla"
PACKAGE = __package__

DIE = 10
WIDTH, DEPTH = 36.0, 24.0
STEP = 2
SQUAD_STARS = 16
POINTS = 3
TURNS = 7
ENGAGED = 1.0
HALF = 0.5
PAINTED = 3
BASE_LEAST, BASE_MOST, BASE_USUAL = 0.5, 2.0, 1.0
LOW = 1.0
"""Pieces no taller than this neither cover nor block sight."""
SLACK = 1e-6
CONTACT = 0.02
PHASES = ("movement", "active", "siege", "upkeep")


class Character(Struct, frozen=True):
    """A type of character and its traits."""

    id: str
    name: str
    origin: str
    cost: int
    eqab_edition_a: int
    eqab_edition_b: int
    gs: int
    ms: int
    sp_in: float
    hp: int
    rules: tuple[str, ...]


class Item(Struct, frozen=True):
    """A piece of equipment or an ability."""

    id: str
    name: str
    origin: str
    kind: str
    cost: int
    available_to: tuple[str, ...]
    excludes: tuple[str, ...]
    rules: tuple[str, ...]
    attributes: tuple[str, ...] = ()
    shots: int = 0
    swings: int = 0
    throws: int = 0
    damage: int = 0
    range_in: float = 0.0
    diameter_in: float = 0.0
    target_number: int = 0
    skill: str = ""
    phase: str = ""
    shape: str = ""
    side: str = ""
    duration: str = "instant"
    effect: dict[str, Any] = {}
    effects: tuple[dict[str, Any], ...] = ()

    @property
    def rule(self) -> str:
        """The rule that describes it."""
        return self.rules[0]

    @property
    def dice(self) -> int:
        """How many dice one use of it rolls."""
        return self.shots or self.swings or self.throws

    @property
    def attack(self) -> str:
        """What its dice are to the rules: `shot`, `swing`, `throw`, or nothing for what is no weapon."""
        return "shot" if self.shots else "swing" if self.swings else "throw" if self.throws else ""

    @property
    def reloads(self) -> bool:
        """Whether it is empty after use."""
        return "reload" in self.attributes


@cache
def characters() -> Mapping[str, Character]:
    """The nine types."""
    return entries(PACKAGE, "character", Character)


@cache
def items() -> Mapping[str, Item]:
    """All equipment and abilities."""
    return {**entries(PACKAGE, "equipment", Item), **entries(PACKAGE, "ability", Item)}


@cache
def listed() -> Mapping[str, Sequence[Mapping[str, Any]]]:
    """Everything a squad is made of, in the figures a player needs to choose."""
    return {
        "characters": [
            {
                "id": c.id,
                "name": c.name,
                "cost": c.cost,
                "gs": f"{c.gs}+",
                "ms": f"{c.ms}+",
                "sp": f"{c.sp_in:g} in",
                "hp": c.hp,
                "eqab": f"{c.eqab_edition_a} (edition_b {c.eqab_edition_b})",
                "origin": c.origin,
                "rule": c.rules[0],
            }
            for c in characters().values()
        ],
        "items": [
            {
                "id": i.id,
                "name": i.name,
                "cost": i.cost,
                "kind": i.kind.replace("_", " "),
                "dice": i.dice or "",
                "damage": i.damage or "",
                "range": f"{i.range_in:g} in" if i.attack or i.shape else "",
                "cast on": f"{i.target_number}+" if i.target_number else "",
                "open_to": i.available_to,
                "origin": i.origin,
                "rule": i.rule,
            }
            for i in items().values()
        ],
    }


@cache
def item(id: str) -> Item:
    """What a carried thing is; a second copy (`name:2`) is the same thing."""
    return items()[id.partition(":")[0]]


@cache
def rosters() -> Mapping[str, Roster]:
    """The sample squads."""
    return {
        s["id"]: Roster(
            game=GAME_ID,
            name=s["name"],
            models=tuple(
                Entry(profile=m["character"], items=tuple(m["items"]), base=m.get("base_in")) for m in s["model"]
            ),
            id=s["id"],
            note=s["note"],
            origin=s["origin"],
        )
        for s in figures(PACKAGE)["squad"]
    }


@cache
def tables() -> Mapping[str, TablePlan]:
    """The table presets."""
    return {
        p["id"]: TablePlan(
            id=p["id"],
            pieces=tuple(
                msgspec.convert({**piece, "id": piece["name"].lower().replace(" ", "-")}, Piece) for piece in p["piece"]
            ),
            name=p["name"],
            origin=p["origin"],
            note=p["note"],
        )
        for p in figures(PACKAGE, LEDGER)["terrain_preset"]
    }
