"""The figures of the book: profiles, weapons, upgrades, abilities, sample warbands and battlefields."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from msgspec import Struct

from sightline.core.catalog import entries, figures
from sightline.core.game import TablePlan
from sightline.core.muster import Entry, Roster
from sightline.core.rulebook import LEDGER
from sightline.core.table import Piece

GAME_ID = "xenotactics"
PACKAGE = __package__

DIE = 10
CUSTOM = "custom"
"""The profile of a model made from scratch."""
MASTER = "hivemind_master"
"""What the hivemind model carries that is named master."""
UNARMED = "unarmed"
JOINED = "__"
"""Between a weapon and its upgrade."""
STATS = ("move", "attack", "defence", "quality", "hit_points")

MISSION = figures(PACKAGE)["mission"]
POINTS = figures(PACKAGE)["action_points"]
DISTANCES = figures(PACKAGE)["distances"]
DEFAULTS = figures(PACKAGE)["table_defaults"]

LEVEL: float = DISTANCES["level_height"]
TALL: float = DISTANCES["volume_height"]
TOUCH: float = DEFAULTS["contact_tolerance"]
SLACK: float = DEFAULTS["range_tolerance"]


class Trait(Struct, frozen=True, omit_defaults=True):
    """A trait of a weapon, with its figures."""

    id: str
    inches: float = 0.0
    direction: str = ""
    ignores_self: bool = False
    stacks: bool = False

    @property
    def written(self) -> str:
        """The trait as the finished builds have it: `push:6`, `blast:3:ignores_self`."""
        words = [self.id]
        if self.inches:
            words.append(f"{self.inches:g}")
        if self.ignores_self:
            words.append("ignores_self")
        if self.direction and self.direction != "away_from_attacker":
            words.append(self.direction)
        return ":".join(words)

    @property
    def spoken(self) -> str:
        """The trait as one says it: `push:3:away_from_target` is a push 3″ away from target."""
        return " ".join(f"{part}″" if part.isdigit() else part.replace("_", " ") for part in self.written.split(":"))


class Weapon(Struct, frozen=True):
    """A weapon of the lists, or one finished with an upgrade."""

    id: str
    name: str
    origin: str
    kind: str
    cost: int
    firepower: int
    damage: int
    traits: tuple[Trait, ...]
    upgradable: bool
    rules: tuple[str, ...]

    def trait(self, id: str) -> Trait | None:
        """A trait it has."""
        for trait in self.traits:
            if trait.id == id:
                return trait
        return None

    @property
    def melee(self) -> bool:
        """Whether it needs base contact."""
        return self.trait("melee") is not None


class Upgrade(Struct, frozen=True):
    """An upgrade of a class of weapons."""

    id: str
    name: str
    origin: str
    kind: str
    cost_mode: str
    cost: int
    damage_change: int
    firepower_change: int
    adds: tuple[Trait, ...]
    removes: tuple[str, ...]
    rules: tuple[str, ...]


class Ability(Struct, frozen=True):
    """An ability, and what it costs."""

    id: str
    name: str
    origin: str
    cost: int
    kind: str
    rules: tuple[str, ...]
    ap: int = 0
    close_ap: int = 0

    @property
    def rule(self) -> str:
        """The rule that describes it."""
        return self.rules[0]


class Profile(Struct, frozen=True):
    """A printed profile."""

    id: str
    name: str
    origin: str
    species: str
    move: int
    attack: int
    defence: int
    quality: int
    hit_points: int
    abilities: tuple[str, ...]
    printed_cost: int
    computed_cost: int
    rules: tuple[str, ...]

    @property
    def stats(self) -> dict[str, int]:
        """The five stats, by name."""
        return {stat: getattr(self, stat) for stat in STATS}


class Extra(Struct, frozen=True):
    """An armour or frame option of a printed profile."""

    id: str
    name: str
    origin: str
    profile: str
    group: str
    defence: int
    hit_points: int
    adds_abilities: tuple[str, ...]
    printed_cost: int
    computed_cost: int
    rules: tuple[str, ...]


@cache
def profiles() -> Mapping[str, Profile]:
    """The printed profiles."""
    return entries(PACKAGE, "profile", Profile)


@cache
def extras() -> Mapping[str, Extra]:
    """The armour and frame options of the printed profiles."""
    return entries(PACKAGE, "profile_option", Extra)


@cache
def abilities() -> Mapping[str, Ability]:
    """All abilities."""
    return entries(PACKAGE, "ability", Ability)


@cache
def _classed(key: str) -> Mapping[str, Any]:
    """Entries under a heading, with their class under a word Python leaves free."""
    return {e["id"]: {**e, "kind": e["class"]} for e in figures(PACKAGE)[key]}


@cache
def weapons() -> Mapping[str, Weapon]:
    """The weapons as they are bought, without upgrades."""
    from sightline.core.reading import shape

    return {id: shape(plain, Weapon, f"{PACKAGE}: weapon {id}") for id, plain in _classed("weapon").items()}


@cache
def upgrades() -> Mapping[str, Upgrade]:
    """All upgrades."""
    from sightline.core.reading import shape

    return {id: shape(plain, Upgrade, f"{PACKAGE}: upgrade {id}") for id, plain in _classed("upgrade").items()}


# ------------------------------------------------------------------ sample warbands and battlefields


@cache
def rosters() -> Mapping[str, Roster]:
    """The sample warbands."""
    return {
        w["id"]: Roster(
            game=GAME_ID,
            name=w["name"],
            models=tuple(sample(m) for m in w["model"]),
            id=w["id"],
            note=w["theme"],
            origin=w["origin"],
        )
        for w in figures(PACKAGE)["warband"]
    }


def sample(model: Mapping[str, Any]) -> Entry:
    """One model of a sample warband: what it carries beyond its profile."""
    profile = profiles().get(model["profile"])
    known = (*profile.abilities, *(a for o in model["options"] for a in extras()[o].adds_abilities)) if profile else ()
    carried = [w["weapon"] if w["upgrade"] == "none" else w["weapon"] + JOINED + w["upgrade"] for w in model["weapons"]]
    added = [a for a in model["abilities"] if a not in known]
    master = [MASTER] if model.get("hivemind_master") else []
    return Entry(
        profile=model["profile"],
        items=(*model["options"], *carried, *added, *master),
        name=model["name"],
        stats={} if profile else {stat: model[stat] for stat in STATS},
    )


@cache
def tables() -> Mapping[str, TablePlan]:
    """The battlefields."""
    return {
        p["id"]: TablePlan(
            id=p["id"],
            pieces=tuple(piece(plain) for plain in p["piece"]),
            name=p["name"],
            origin=p["origin"],
            note=p["description"],
            width=float(p["width"]),
            height=float(p["depth"]),
        )
        for p in figures(PACKAGE, LEDGER)["terrain_preset"]
    }


def piece(plain: Mapping[str, Any]) -> Piece:
    """A piece of a battlefield; attributes become traits with figures (XT-TER-01)."""
    words = list(plain["traits"])
    words += [f"{key}:{plain[key]}" for key in ("level", "to_level", "defence", "hp", "pair") if key in plain]
    words += [plain["sides"]] if plain.get("sides") == "slope" else []
    words += ["open"] if plain.get("state") == "open" else []
    words += ["climbable"] if plain.get("climbable") else []
    return Piece(
        polygon=tuple((float(x), float(y)) for x, y in plain["polygon"]),
        height=float(plain.get("height", 0.0)),
        id=plain["id"],
        name=plain["name"],
        traits=tuple(words),
    )


# ------------------------------------------------------------------ what a player chooses from


@cache
def listed() -> Mapping[str, Sequence[Mapping[str, Any]]]:
    """Everything a warband is made of, in the figures a player needs to choose."""
    from sightline.games.xenotactics.arms import finished, statline_cost

    cheapest = min((p.stats for p in profiles().values()), key=statline_cost)
    everybody = (*profiles(), CUSTOM)
    limits = figures(PACKAGE)["stat_limits"]
    return {
        "profiles": [
            *({**_head(p, p.computed_cost), **p.stats, "species": p.species} for p in profiles().values()),
            {
                "id": CUSTOM,
                "name": "Made from scratch",
                "cost": statline_cost(cheapest),
                "origin": "book",
                "rule": "XT-CST-04",
                **cheapest,  # what one starts with, until other figures are chosen
                "spans": {stat: (limits[stat]["min"], limits[stat]["max"]) for stat in STATS},
            },
        ],
        "options": [
            {**_head(e, e.computed_cost), "group": e.group, "open_to": (e.profile,)} for e in extras().values()
        ],
        "weapons": [
            {
                **_head(w, w.cost),
                "class": w.kind,
                "firepower": f"{w.firepower}d10",
                "damage": w.damage,
                "of": w.id.split(JOINED)[0] if JOINED in w.id else "",
                "traits": ", ".join(t.spoken for t in w.traits),
                "open_to": everybody,
            }
            for w in finished()
        ],
        "abilities": [
            {**_head(a, a.cost), "kind": a.kind.replace("_", " "), "open_to": everybody} for a in abilities().values()
        ]
        + [
            {
                "id": MASTER,
                "name": "Hivemind master",
                "cost": 0,
                "origin": "book",
                "rule": "XT-ABL-15",
                "open_to": everybody,
            }
        ],
    }


def _head(entry: Profile | Extra | Weapon | Ability, cost: int) -> dict[str, Any]:
    return {"id": entry.id, "name": entry.name, "cost": cost, "origin": entry.origin, "rule": entry.rules[0]}
