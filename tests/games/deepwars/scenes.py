"""What else there may be: maps and scenarios of the book, wild creatures, scenic objects, a structure, deadly vents."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from sightline.core.decisions import Pick, Spot
from sightline.core.dice import ScriptedDice
from sightline.core.game import SetUp
from sightline.core.match import Match
from sightline.core.table import TABLE
from sightline.games.deepwars import GAME, catalog
from sightline.games.deepwars.actions import ChooseEdge, Deploy
from sightline.games.deepwars.measure import WILD, height
from sightline.games.deepwars.models import raised
from sightline.games.deepwars.scenarios import ENGINE, standing_there
from sightline.games.deepwars.sides import ALTAR
from tests.games.deepwars.chants import end
from tests.games.deepwars.stage import Stage, box, on

USUAL = GAME.rulebook.settle({})
QUIET = GAME.rulebook.settle({"special_operations": False})
"""Nothing is rolled between the attacker and the edges."""
HOLD = next(p for p in GAME.tables["the_sealed_hold"].pieces if p.kind == "structure")
VENTS = box(22, 16, 24, 20, "deadly", "material:none", id="vents")


# ------------------------------------------------------------------ battles from their beginning


def before(*faces: int, options: Any = None, table: str = "twin_kelp_shallows") -> Match:
    """A match before the first die."""
    rosters = {"red": GAME.rosters["karrow_300"], "blue": GAME.rosters["brasswake_300"]}
    setup = SetUp(
        GAME.id, rosters, GAME.tables[table], GAME.rulebook.settle({"special_operations": False, **(options or {})})
    )
    return Match(GAME, setup, ScriptedDice(*faces) if faces else None)


def opened(preset: str, *dice: int, **options: Any) -> Match:
    """A battle on a map of the book, up to the first choice; the edges are taken where nothing comes before."""
    rosters = dict(zip(GAME.sides, GAME.rosters.values(), strict=False))
    plan = GAME.tables.get(preset) or replace(next(iter(GAME.tables.values())), id="ocean", pieces=())
    settled = GAME.rulebook.settle({"special_operations": False, **options})
    match = Match(GAME, SetUp(GAME.id, rosters, plan, settled), ScriptedDice(6, 1, *dice), keep=True)
    if match.decision.rule == "DW-SET-01":
        match.play(ChooseEdge((24.0, 0.0), "red"))
    return match


def set_up(match: Match) -> Match:
    """Both warbands along their edges."""
    while match.decision.rule == "DW-SET-05":
        offer = match.decision.offers[0]
        ground, waits = match.slots(offer)["at"], match.slots(offer)["model"]
        assert isinstance(ground, Spot)
        assert isinstance(waits, Pick)
        (_, low), *_ = ground.zone
        spots = [(float(x), low + y) for y in (1.5, 4.5) for x in range(2, 47, 3)]
        tries = (Deploy(waits.options[0], at) for at in spots)
        match.play(next(a for a in tries if match.refusal(a) is None))
    return match


def playing(scenario: str, *args: Any, **more: Any) -> Stage:
    """A stage of another scenario than a skirmish."""
    stage = Stage(*args, **more)
    stage.table.put_tokens(TABLE, "scenario:skirmish", 0)
    stage.table.put_tokens(TABLE, f"scenario:{scenario}", 1)
    return stage


# ------------------------------------------------------------------ creatures


def sea(stage: Stage, *beasts: tuple[Any, ...], facing: float = 90.0) -> Stage:
    """Wild creatures on a stage: profile, x, y, level, tokens."""
    for profile, x, y, *more in beasts:
        who = catalog.creatures()[profile]
        new = replace(raised(who, f"wild-{profile}", WILD, who.name), at=(x, y), facing=facing)
        low = more[0] if more else 0
        tokens = {**new.tokens, **(more[1] if len(more) > 1 else {})}
        stage.table.put_moved(replace(new, z=height(stage.table, low), tokens=tokens))
        stage.table.put_all_tokens(stage.table.models[new.id], tokens)
    stage.table.memo = {}
    return stage


def nature(stage: Stage, *dice: int) -> Match:
    """Both sides do nothing, and the creatures act."""
    return end(stage.match(*dice or (1,)), 2)


# ------------------------------------------------------------------ scenic objects


def scenic(
    stage: Stage, table: str, id: str, at: tuple[float, float] = (24.0, 18.0), name: str = "thing", owner: str = ""
) -> Stage:
    """An object on a stage."""
    row = next(r for r in catalog.rows(table) if r["id"] == id)
    for event in standing_there(row, name, owner, ALTAR if table == "scenic_artifact" else ENGINE, at):
        event.apply(stage.table)
    stage.table.memo = {}
    return stage


def thing(stage: Stage, what: str, id: str, at: tuple[float, float], *tokens: str, owner: str = "red") -> Stage:
    """A scenic artifact or weapon of a side, and what lies on it."""
    artifact = what in {row["id"] for row in catalog.rows("scenic_artifact")}
    scenic(stage, "scenic_artifact" if artifact else "scenic_weapon", what, at, id, owner)
    own = stage.table.models[id]
    stage.table.put_all_tokens(own, {**own.tokens, **dict.fromkeys(tokens, 1)})
    stage.table.memo = {}
    return stage


def at_a_plant(*items: str, gap: float = 0.0, combat: int = 3) -> Stage:
    """Somebody beside a scenic object, so far from it."""
    stage = Stage([on(20, 18, *items, combat=combat), on(2, 2)], [on(2, 34)])
    scenic(stage, "scenic_artifact", "hydrothermal_power_plant", (24, 18))
    x = 24 - stage.table.models["thing"].radius - 0.5 - gap
    stage.table.put_moved(replace(stage.table.models["red-1"], at=(x, 18.0)))
    return stage
