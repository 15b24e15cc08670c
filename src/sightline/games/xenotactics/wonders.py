"""What special actions do: heal, inspire, hack, control minds, lay screens, open portals."""

from __future__ import annotations

from math import cos, hypot, pi, sin

from sightline.core.events import Event, Laid
from sightline.core.referee import Referee
from sightline.core.table import Grant, Model, ModelId, Piece, Point, RuleId, Side, Table, spot
from sightline.core.variants import Variant
from sightline.games.xenotactics import harm
from sightline.games.xenotactics.catalog import DISTANCES, abilities, profiles
from sightline.games.xenotactics.deeds import Deed
from sightline.games.xenotactics.events import Converted, Dispersed, HitPointRegained, Noted, Raised, Stopped
from sightline.games.xenotactics.ground import features, with_trait
from sightline.games.xenotactics.measure import place
from sightline.games.xenotactics.others import prisoners
from sightline.games.xenotactics.specials import (
    SPECIALS,
    first_portal_fault,
    hurt_friends,
    is_hurt,
    portal_fault,
    portals_touched,
    screen_fault,
)
from sightline.games.xenotactics.steps import DEEDS, Deeds
from sightline.games.xenotactics.tokens import CONTROLLED, HACKED, HIT_POINTS, INSPIRED, OVER, RAISED

ROUND = 40
"""Corners of a round piece."""


async def heal(ref: Referee, deed: Deed) -> None:
    """A lost hit point comes back, never above what the model was built with (XT-STA-05)."""
    target = deed.target or deed.actor
    rule = "XT-ABL-14" if deed.target else "XT-ABL-25"
    model = ref.table.models[target]
    near = target == deed.actor or target in hurt_friends(ref.table, ref.table.models[deed.actor])
    if near and model.at is not None and is_hurt(ref.table, model):
        await ref.emit(HitPointRegained(rule=rule, bearer=target, token=HIT_POINTS, by=1))


async def inspire(ref: Referee, deed: Deed) -> None:
    """A friend may spend more if it is activated next."""
    if ref.table.models[deed.target].at is not None:
        await ref.emit(Noted(rule="XT-ABL-17", bearer=deed.target, token=INSPIRED, value=1))


async def hack(ref: Referee, deed: Deed) -> None:
    """An enemy is marked, and the hacker's activation ends."""
    events: list[Event] = [Stopped(rule="XT-ABL-13", bearer=deed.actor, token=OVER, value=1)]
    if ref.table.models[deed.target].at is not None:
        events.append(Noted(rule="XT-ABL-13", bearer=deed.target, token=HACKED, value=1))
    await ref.emit(*events)


async def control(ref: Referee, deed: Deed) -> None:
    """An enemy fights for one's own side until the turn ends (XT-ABL-21)."""
    table = ref.table
    side = table.models[deed.actor].side
    if table.models[deed.target].at is not None:
        await ref.emit(
            *changing_sides(table, deed.target, side, "XT-ABL-21"),
            Noted(rule="XT-ABL-21", bearer=deed.target, token=CONTROLLED, value=1),
        )


def changing_sides(table: Table, id: ModelId, side: Side, rule: RuleId) -> list[Event]:
    """A model fights for another side, to which nobody can pass the turn any more that was hacked (XT-ABL-13)."""
    found: list[Event] = [Converted(rule=rule, model=id, side=side)]
    if HACKED in table.models[id].tokens:
        found.append(Noted(rule="XT-ABL-13", bearer=id, token=HACKED, value=0))
    return found


async def hug(ref: Referee, deed: Deed) -> None:
    """The victim becomes a zombie, or the facehugger dies and takes it over for good (XT-ABL-10)."""
    table, hugger = ref.table, ref.table.models[deed.actor]
    if deed.target not in prisoners(table, hugger):
        return
    victim = table.models[deed.target]
    if deed.choice == "zombie":
        at = place(victim)
        await harm.kill(ref, [victim.id], "XT-ABL-10")
        await ref.emit(Raised(rule="XT-ABL-10", new=zombie(table, hugger, at)))
    else:
        await ref.emit(*changing_sides(table, victim.id, hugger.side, "XT-ABL-10"))
        await harm.kill(ref, [hugger.id], "XT-ABL-10")


def zombie(table: Table, maker: Model, at: Point) -> Model:
    """A risen zombie of the maker's side."""
    stats = profiles()["zombie"].stats
    grants = (Grant("XT-TRT-08", 0, "unarmed"), Grant(abilities()["facehugger"].rule))
    return Model(
        id=f"{maker.side}-risen-{table.serial + 1}",
        owner=maker.side,
        side=maker.side,
        profile="zombie",
        name="Zombie",
        at=at,
        kit=("unarmed", "facehugger"),
        tokens={**stats, HIT_POINTS: stats["hit_points"], RAISED: 1},
        effects=grants,
    )


def disc(at: Point, radius: float, start: Point) -> tuple[Point, ...]:
    """A round outline; its first corner looks away from a spot, so that it is the same from either chair."""
    ux, uy = at[0] - start[0], at[1] - start[1]
    far = hypot(ux, uy)
    ux, uy = (radius * ux / far, radius * uy / far) if far else (radius, 0.0)
    turns = [(cos(2 * pi * k / ROUND), sin(2 * pi * k / ROUND)) for k in range(ROUND)]
    return tuple(spot(at[0] + ux * c - uy * s, at[1] + ux * s + uy * c) for c, s in turns)


SMOKE = Variant("smoke_traits", {"hiding_and_cover": ("hiding", "cover"), "cover": ("cover",), "hiding": ("hiding",)})


async def screen(ref: Referee, deed: Deed) -> None:
    """Fire or smoke lies there until the owner's next turn starts, if it is still in reach (XT-ABL-11, XT-ABL-31)."""
    table, fire = ref.table, deed.kind == "fire_screen"
    side, number = table.models[deed.actor].side, sum(f.owner != "" for f in features(table.terrain)) + 1
    traits = ("hazardous",) if fire else SMOKE.of(table)
    assert deed.to is not None
    if screen_fault(table, table.models[deed.actor], deed.to) is not None:
        return
    ids = {p.id for p in table.terrain.pieces}
    while f"{deed.kind}-{number}" in ids:
        number += 1
    outline = disc(deed.to, DISTANCES["screen_diameter"] / 2, place(table.models[deed.actor]))
    name = "fire" if fire else "smoke"
    piece = Piece(outline, id=f"{deed.kind}-{number}", name=name, kind=name, traits=(*traits, f"owner:{side}"))
    await ref.emit(Laid(rule=SPECIALS[deed.kind].rule, piece=piece))


async def open_portals(ref: Referee, deed: Deed) -> None:
    """A pair of portals that stays until it is closed (XT-ABL-23)."""
    assert deed.to is not None
    (twin,) = deed.via
    number = len(with_trait(ref.table.terrain, "portal")) + 1
    ids = {p.id for p in ref.table.terrain.pieces}
    while f"portal-{number}" in ids or f"portal-{number + 1}" in ids:
        number += 1
    names = (f"portal-{number}", f"portal-{number + 1}")
    model = ref.table.models[deed.actor]
    if first_portal_fault(ref.table, model, deed.to) is not None or portal_fault(ref.table, twin) is not None:
        return
    half, maker = DISTANCES["portal_diameter"] / 2, place(model)
    pieces = [
        Piece(disc(at, half, start), id=id, name="portal", traits=("portal", f"pair:{other}"))
        for at, start, id, other in ((deed.to, maker, names[0], names[1]), (twin, deed.to, names[1], names[0]))
    ]
    await ref.emit(*(Laid(rule="XT-ABL-23", piece=p) for p in pieces))


async def close_portals(ref: Referee, deed: Deed) -> None:
    """A portal and its twin are gone, if the model still touches it."""
    if deed.target in portals_touched(ref.table, ref.table.models[deed.actor]):
        doors = {f.id: f.pair for f in with_trait(ref.table.terrain, "portal")}
        gone = [id for id in (deed.target, doors[deed.target]) if id in doors]
        await ref.emit(*(Dispersed(rule="XT-ABL-23", piece=id) for id in gone))


DOES: Deeds = {
    "heal": heal,
    "regenerate": heal,
    "inspire": inspire,
    "hacker": hack,
    "mind_control": control,
    "facehugger": hug,
    "fire_screen": screen,
    "smoke_screen": screen,
    "portal": open_portals,
    "close_portal": close_portals,
}
DEEDS.update(DOES)
