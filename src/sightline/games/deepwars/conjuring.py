"""Conjurations: things and zones that last for a number of Game Turns (DW-MAG-11 to DW-MAG-14, DW-MAG-18)."""

from __future__ import annotations

from math import cos, hypot, pi, radians, sin

from msgspec.structs import replace

from sightline.core.decisions import Offer, Refusal
from sightline.core.referee import Referee
from sightline.core.table import TABLE, Model, ModelId, Piece, Point, Side, Table, spot
from sightline.games.deepwars import catalog
from sightline.games.deepwars.actions import Cast, Choose
from sightline.games.deepwars.casting import WORKS, Work, spot_fault
from sightline.games.deepwars.catalog import SLACK, Profile
from sightline.games.deepwars.choosing import CHOICES
from sightline.games.deepwars.damage import fall
from sightline.games.deepwars.effects.spells import MARK, SPELLBOUND
from sightline.games.deepwars.elemental import STRONG, catch
from sightline.games.deepwars.events import Afflicted, Called, Conjured, Inked, Noted
from sightline.games.deepwars.gifts import cloud
from sightline.games.deepwars.ground import BLOCKING, DIFFICULT, feature
from sightline.games.deepwars.measure import MEDIUM, SHORT, WILD, level, place, stick
from sightline.games.deepwars.models import raised
from sightline.games.deepwars.moving import place_fault
from sightline.games.deepwars.tokens import ACTIVATED, DAZED, ENDS, GAME_TURN, LASTS, POISONED, SUMMONED

VEIL, SNARE, HUNTER, BULWARK, SPORES = "ink_veil", "kelp_snare", "call_the_hunter", "pearl_bulwark", "spore_bloom"
CORNERS = 72
"""Enough of them that no centre within a radius is outside of its outline (DW-TER-08, DW-MOV-10)."""
PER_POWER, DEAREST = 20, 60
"""Points of a creature per point of power, and at most (DW-MAG-13)."""
THICK, TALLEST = 0.5, 3


def name_of(table: Table, caster: ModelId, what: str) -> str:
    """A name that says whose conjuration it is."""
    return f"{caster}{MARK}{what}-{table.serial}"


def whose(name: str) -> ModelId:
    """Whose conjuration something is; nobody's if it is none."""
    caster, found, _ = name.partition(MARK)
    return caster if found else ""


async def conjure(ref: Referee, piece: Piece, game_turns: int, rule: str) -> None:
    """A piece lies on the map until the end of so many Game Turns after this one (DW-SPL-10)."""
    last = ref.table.tokens(TABLE, GAME_TURN) + game_turns
    await ref.emit(
        Conjured(rule=rule, piece=piece),
        Noted(rule="DW-SPL-10", bearer=TABLE, token=f"{ENDS}:{piece.id}", value=last),
    )


def disc(at: Point, radius: float) -> tuple[Point, ...]:
    """A circle as an outline."""
    turns = [2 * pi * n / CORNERS for n in range(CORNERS)]
    return tuple(spot(at[0] + radius * cos(t), at[1] + radius * sin(t)) for t in turns)


# ------------------------------------------------------------------ Ink Veil: DW-MAG-11


async def veil(ref: Referee, caster: Model, action: Cast) -> None:
    """A zone that blocks all lines, wider if strong."""
    wide = stick(ref.table, MEDIUM if action.power >= STRONG else SHORT)
    source = f"{caster.id}-{SPELLBOUND}"
    new = cloud(ref.table, source, caster.side, action.at, wide, action.power + 1)
    await ref.emit(Inked(rule="DW-MAG-11", new=new))


async def veil_turns(ref: Referee, caster: Model) -> None:
    """It appears around the caster, who is dazed."""
    source = f"{caster.id}-{SPELLBOUND}"
    new = cloud(ref.table, source, caster.side, place(caster), stick(ref.table, SHORT), 2)
    await ref.emit(
        Inked(rule="DW-MAG-11", new=new), Afflicted(rule="DW-MAG-11", bearer=caster.id, token=DAZED, value=1)
    )


# ------------------------------------------------------------------ Kelp Snare: DW-MAG-12


async def snare(ref: Referee, caster: Model, action: Cast) -> None:
    """Difficult ground that catches whoever comes into it."""
    await conjure(ref, zone(ref.table, caster, action.at, SNARE, 1, DIFFICULT), 2, "DW-MAG-12")


def zone(table: Table, caster: Model, at: Point, what: str, high: int, *traits: str) -> Piece:
    """A zone of one Short stick radius."""
    outline = disc(at, stick(table, SHORT))
    words = (*traits, f"zone:{what}", "material:none")
    return Piece(outline, float(high), name_of(table, caster.id, what), catalog.spells()[what].name, what, words)


async def snare_turns(ref: Referee, caster: Model) -> None:
    """The caster is caught."""
    await catch(ref, caster, "DW-MAG-12")


# ------------------------------------------------------------------ Spore Bloom: DW-MAG-18


async def spores(ref: Referee, caster: Model, action: Cast) -> None:
    """Poison on the caster's level."""
    low = level(ref.table, caster)
    await conjure(ref, zone(ref.table, caster, action.at, SPORES, low + 1, f"floor:{low}"), 2, "DW-MAG-18")


async def spores_turn(ref: Referee, caster: Model) -> None:
    """The caster is poisoned."""
    if POISONED not in caster.tokens:
        await ref.emit(Afflicted(rule="DW-MAG-18", bearer=caster.id, token=POISONED, value=1))


# ------------------------------------------------------------------ Call the Hunter: DW-MAG-13


def hunters(limit: int) -> tuple[str, ...]:
    """The Animals of at most so many points."""
    return tuple(c.id for c in catalog.creatures().values() if c.has("animal") and c.points <= limit)


def callable_now(table: Table, caster: Model, power: int) -> tuple[str, ...]:
    """What the power is enough for; nothing while there is one already."""
    if any(whose(m.id) == caster.id and m.kind == "model" and m.at is not None for m in table.models.values()):
        return ()
    return hunters(min(DEAREST, PER_POWER * power))


def beside(table: Table, caster: Model, action: Cast) -> Refusal | None:
    """Within a Short stick of the caster, where there is room for it."""
    refusal = spot_fault(table, caster, action)
    who = catalog.creatures().get(action.creature)
    if refusal is not None or who is None:
        return refusal
    return place_fault(table, creature(table, who, "", caster.side), action.at, level(table, caster))


def creature(table: Table, who: Profile, id: str, side: Side) -> Model:
    """A creature beside the map."""
    return raised(who, id or f"{who.id}-{table.serial}", side, who.name)


async def hunter(ref: Referee, caster: Model, action: Cast) -> None:
    """It fights for the caster's side from the next turn on, as long as it lasts (DW-CRE-12)."""
    table = ref.table
    who = catalog.creatures()[action.creature]
    new = creature(table, who, name_of(table, caster.id, HUNTER), caster.side)
    tokens = {**new.tokens, SUMMONED: 1, LASTS: action.power + 1, ACTIVATED: 1}
    there = replace(new, at=action.at, z=caster.z, facing=caster.facing, tokens=tokens)
    await ref.emit(Called(rule="DW-MAG-13", new=there))


def let_loose(table: Table, side: Side) -> tuple[str, ...]:
    """What an opponent may let loose on a caster who failed."""
    return hunters(DEAREST)


CHOICES["DW-MAG-13"] = let_loose


async def hunter_turns(ref: Referee, caster: Model) -> None:
    """A wild one comes, which the opponent picks."""
    table = ref.table
    side = table.other(caster.side)
    picks = let_loose(table, side)
    offers = [Offer(Choose, "DW-MAG-13", {"side": side})]
    action = await ref.choose(side, "DW-MAG-13", offers, default=Choose(side, picks[0]), about=caster.id)
    assert isinstance(action, Choose)
    who = creature(table, catalog.creatures()[action.what], name_of(table, "wild", HUNTER), WILD)
    at = room_near(table, who, place(caster), level(table, caster))
    if at is not None:
        await ref.emit(Called(rule="DW-MAG-13", new=replace(who, at=at, z=caster.z, facing=caster.facing)))


def room_near(table: Table, model: Model, at: Point, low: int) -> Point | None:
    """The free spot nearest to a point, looking round it in rings."""
    for ring in range(1, 33):
        for n in range(24):
            turn = radians(15 * n)
            there = spot(at[0] + ring / 2 * cos(turn), at[1] + ring / 2 * sin(turn))
            if place_fault(table, model, there, low) is None:
                return there
    return None


# ------------------------------------------------------------------ Pearl Bulwark: DW-MAG-14


def wall_at(table: Table, caster: Model, at: Point, across: Point, power: int) -> Piece:
    """A wall one Short stick long across a direction, one level high per point of power."""
    size = hypot(*across)
    dx, dy = across[0] / size, across[1] / size
    half, thick = stick(table, SHORT) / 2, THICK / 2
    corners = ((-half, -thick), (half, -thick), (half, thick), (-half, thick))
    outline = tuple(spot(at[0] - dy * a + dx * b, at[1] + dx * a + dy * b) for a, b in corners)
    name = name_of(table, caster.id, BULWARK)
    high = min(TALLEST, power)
    return Piece(outline, float(high), name, "Pearl Bulwark", BULWARK, (BLOCKING, "material:stone"))


def wall_fault(table: Table, caster: Model, action: Cast) -> Refusal | None:
    """In sight, and touching no model."""
    refusal = spot_fault(table, caster, action)
    if refusal is not None:
        return refusal
    x, y = place(caster)
    if action.at == (x, y):
        return Refusal("DW-MAG-14", {"model": caster.id, "at": str(action.at)})
    piece = wall_at(table, caster, action.at, (action.at[0] - x, action.at[1] - y), action.power)
    return touched_by(table, piece)


def touched_by(table: Table, piece: Piece) -> Refusal | None:
    """Nobody may stand where a wall rises."""
    solid = feature(piece)
    for id in table.standing():
        model = table.models[id]
        if level(table, model) < solid.height and solid.gap(place(model)) <= model.radius + SLACK:
            return Refusal("DW-MAG-14", {"model": id, "wall": piece.id})
    return None


async def bulwark(ref: Referee, caster: Model, action: Cast) -> None:
    """A wall stands between the caster and what is beyond."""
    x, y = place(caster)
    piece = wall_at(ref.table, caster, action.at, (action.at[0] - x, action.at[1] - y), action.power)
    await conjure(ref, piece, action.power, "DW-MAG-14")


async def bulwark_turns(ref: Referee, caster: Model) -> None:
    """It rises behind the caster's back if there is room, and throws it down."""
    turn = radians(caster.facing)
    x, y = place(caster)
    back = caster.radius + THICK / 2 + 2 * SLACK
    at = spot(x - back * cos(turn), y - back * sin(turn))
    piece = wall_at(ref.table, caster, at, (cos(turn), sin(turn)), 1)
    if touched_by(ref.table, piece) is None:
        await conjure(ref, piece, 1, "DW-MAG-14")
    await fall(ref, caster.id, "DW-MAG-14")


WORKS[VEIL] = Work(veil, veil_turns, spot=spot_fault)
WORKS[SNARE] = Work(snare, snare_turns, spot=spot_fault)
WORKS[SPORES] = Work(spores, spores_turn, spot=spot_fault)
WORKS[HUNTER] = Work(hunter, hunter_turns, spot=beside, creatures=callable_now)
WORKS[BULWARK] = Work(bulwark, bulwark_turns, spot=wall_fault)
