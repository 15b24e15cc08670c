"""Abilities that are actions of their own: what each may be used on, what it takes, and what it does."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from math import cos, hypot, pi, sin
from typing import Any, NamedTuple

from msgspec.structs import replace

from sightline.core.decisions import Decision, Offer, Pick, Refusal, Slot, Spot
from sightline.core.events import Event, Laid
from sightline.core.referee import Referee
from sightline.core.table import Grant, Model, ModelId, Piece, Point, Table, spot
from sightline.core.variants import Variant
from sightline.games.xenotactics import harm
from sightline.games.xenotactics.acting import may, out_of_turn, paying, price, reach
from sightline.games.xenotactics.actions import Land, StayHere, UseAbility
from sightline.games.xenotactics.attacking import beside
from sightline.games.xenotactics.catalog import DISTANCES, SLACK, abilities, profiles
from sightline.games.xenotactics.deeds import Deed
from sightline.games.xenotactics.effects import EFFECTS
from sightline.games.xenotactics.events import (
    Converted,
    Declared,
    Dispersed,
    HitPointRegained,
    ModelEntered,
    Noted,
    Raised,
    StoodUp,
    Tallied,
    Warped,
)
from sightline.games.xenotactics.ground import features, with_trait
from sightline.games.xenotactics.measure import in_contact, place, touched
from sightline.games.xenotactics.moving import at_a_portal, go_offers, make_go
from sightline.games.xenotactics.others import prisoners
from sightline.games.xenotactics.questions import Targeting
from sightline.games.xenotactics.sighting import sees, spots_see
from sightline.games.xenotactics.standing import gap_at, standing_fault, too_near
from sightline.games.xenotactics.steps import DEEDS, LYING
from sightline.games.xenotactics.tokens import (
    BUILT_HIT_POINTS,
    CONTROLLED,
    HACKED,
    HARMED,
    HIT_POINTS,
    INSPIRED,
    MOVES,
    OVER,
    RESERVE,
    SNEAKED,
    STUNNED,
    UNSEEN,
)

ROUND = 40
"""Corners of a round piece."""


class Special(NamedTuple):
    """An ability as an action."""

    rule: str
    points: int
    targets: Callable[[Table, Model], tuple[str, ...]] | None = None
    """What it may be used on; None if it needs no target."""
    ready: Callable[[Table, Model], bool] | None = None
    spots: Callable[[Table, Model, Point], Refusal | None] | None = None
    """Why a spot will not do, where one is chosen with the declaration."""
    choices: tuple[str, ...] = ()
    moves: bool = False
    """Whether it is a special move."""
    twin: bool = False


# ------------------------------------------------------------------ what abilities may be used on


def hurt_friends(table: Table, model: Model) -> tuple[str, ...]:
    """The healer itself and friends in contact who have lost hit points (XT-ABL-14)."""
    near = (model, *(m for m in in_contact(table, model) if m.side == model.side))
    return tuple(m.id for m in near if m.tokens.get(HIT_POINTS, 0) < m.tokens[BUILT_HIT_POINTS])


def friends_in_sight(table: Table, model: Model) -> tuple[str, ...]:
    """Friends a model sees (XT-ABL-17)."""
    return tuple(m.id for m in table.squad(model.side) if m.id != model.id and sees(table, model.id, m.id))


def may_be_chosen(table: Table, model: Model, target: ModelId, deed: str) -> bool:
    """Whether nobody stands in the way of an ability aimed at an enemy (XT-ABL-06, XT-ABL-18)."""
    return EFFECTS.allows(table, Targeting(model.id, target, deed, "", False, beside(table, target)))


def seen_by_anybody(table: Table, model: Model) -> tuple[str, ...]:
    """Enemies seen by any of one's models (XT-ABL-13)."""
    own = [m.id for m in table.squad(model.side)]
    enemies = (m.id for m in table.squad(table.other(model.side)))
    return tuple(e for e in enemies if any(sees(table, o, e) for o in own) and may_be_chosen(table, model, e, "hacker"))


def enemies_in_sight(table: Table, model: Model) -> tuple[str, ...]:
    """Enemies a model sees (XT-ABL-21)."""
    enemies = (m.id for m in table.squad(table.other(model.side)) if sees(table, model.id, m.id))
    return tuple(e for e in enemies if may_be_chosen(table, model, e, "mind_control"))


def portals_touched(table: Table, model: Model) -> tuple[str, ...]:
    """The portals a model could close (XT-ABL-23)."""
    return tuple(f.id for f in touched(table, model, "portal"))


def is_hurt(table: Table, model: Model) -> bool:
    """Whether a model has lost hit points."""
    return model.tokens.get(HIT_POINTS, 0) < model.tokens[BUILT_HIT_POINTS]


def began_unseen(table: Table, model: Model) -> bool:
    """Whether a model started its activation out of enemy sight (XT-ABL-32)."""
    if "acting" in model.tokens:
        return UNSEEN in model.tokens
    return not any(sees(table, model.id, m.id) for m in table.squad(table.other(model.side)))


def waits_outside(table: Table, model: Model) -> bool:
    """Whether a model is kept back for a shock entry."""
    return model.at is None and RESERVE in model.tokens


def lies_there(table: Table, model: Model) -> bool:
    """Whether a model is stunned."""
    return STUNNED in model.tokens


def screen_fault(table: Table, model: Model, at: Point) -> Refusal | None:
    """A screen lies within 8 inches, its middle on the table (XT-ABL-11)."""
    terrain, half = table.terrain, DISTANCES["screen_diameter"] / 2
    far = max(0.0, hypot(at[0] - place(model)[0], at[1] - place(model)[1]) - model.radius - half)
    if far <= DISTANCES["screen_range"] + SLACK and 0 <= at[0] <= terrain.width and 0 <= at[1] <= terrain.height:
        return None
    return Refusal("XT-ABL-11", {"distance": round(far, 4), "most": DISTANCES["screen_range"]})


def portal_fault(table: Table, at: Point) -> Refusal | None:
    """A portal lies wholly on the table and on no base, wall or other portal (XT-ABL-23)."""
    half, (x, y), terrain = DISTANCES["portal_diameter"] / 2, at, table.terrain
    off = min(x, y, terrain.width - x, terrain.height - y) < half - SLACK
    on_base = any(gap_at(replace(table.models[m], radius=half), at, table.models[m]) < -SLACK for m in table.standing())
    blocked = any(half - f.depth(x, y) > SLACK for f in features(terrain) if f.solid or "portal" in f.traits)
    if off or on_base or blocked:
        return Refusal("XT-ABL-23", {"at": str(at)})
    return None


def first_portal_fault(table: Table, model: Model, at: Point) -> Refusal | None:
    """The first portal touches its maker."""
    half = DISTANCES["portal_diameter"] / 2
    gap = hypot(at[0] - place(model)[0], at[1] - place(model)[1]) - model.radius - half
    if not -SLACK <= gap <= 0.01:
        return Refusal("XT-ABL-23", {"model": model.id, "gap": round(gap, 4)})
    return portal_fault(table, at)


SPECIALS: dict[str, Special] = {
    "heal": Special("XT-ABL-14", 3, hurt_friends),
    "regenerate": Special("XT-ABL-25", 2, None, is_hurt),
    "inspire": Special("XT-ABL-17", 2, friends_in_sight),
    "hacker": Special("XT-ABL-13", 3, seen_by_anybody),
    "mind_control": Special("XT-ABL-21", 3, enemies_in_sight),
    "facehugger": Special("XT-ABL-10", 2, prisoners, choices=("zombie", "take_over")),
    "fire_screen": Special("XT-ABL-11", 1, spots=screen_fault),
    "smoke_screen": Special("XT-ABL-31", 1, spots=screen_fault),
    "portal": Special("XT-ABL-23", 3, spots=first_portal_fault, twin=True),
    "close_portal": Special("XT-ABL-23", 2, portals_touched),
    "flying": Special("XT-ABL-12", 2, moves=True),
    "teleport": Special("XT-ABL-33", 3, moves=True),
    "sneak": Special("XT-ABL-32", 1, None, began_unseen, moves=True),
    "reform": Special("XT-ABL-08", 3, None, lies_there),
    "shock_entry": Special("XT-ABL-29", 3, None, waits_outside, moves=True),
}
"""Every ability that is an action, by the name of what is done."""


# ------------------------------------------------------------------ the action


def usable(table: Table, model: Model, ability: str) -> bool:
    """Whether an ability may be used now."""
    special = SPECIALS[ability]
    if (model.at is None) != (ability == "shock_entry") or model.z:
        return False
    if special.ready is not None and not special.ready(table, model):
        return False
    if special.targets is not None and not special.targets(table, model):
        return False
    return may(table, model, ability, base=special.points)


def check_use(table: Table, decision: Decision, action: UseAbility) -> Refusal | None:
    """One's own ability, affordable, on something it may be used on."""
    special, model = SPECIALS.get(action.ability), table.models.get(action.actor)
    known = special is not None and any(o.given.get("ability") == action.ability for o in decision.offers)
    if special is None or model is None:
        return Refusal("XT-SPC-01", {"model": action.actor, "ability": action.ability})
    refusal = out_of_turn(table, decision, action.actor, action.ability, base=special.points)
    if refusal is not None:
        return refusal
    if not known or not usable(table, model, action.ability):
        return Refusal(special.rule, {"model": model.id, "ability": action.ability})
    if special.targets is not None and action.target not in special.targets(table, model):
        return Refusal(special.rule, {"model": model.id, "target": action.target})
    if special.choices and action.choice not in special.choices:
        return Refusal(special.rule, {"choice": action.choice, "choices": list(special.choices)})
    if special.spots is not None:
        if action.at is None or (special.twin and action.twin is None):
            return Refusal(special.rule, {"at": "nowhere"})
        refusal = special.spots(table, model, action.at)
        if refusal is not None:
            return refusal
    if special.twin and action.twin is not None and action.at is not None:
        apart = hypot(action.at[0] - action.twin[0], action.at[1] - action.twin[1])
        if apart < DISTANCES["portal_diameter"] - SLACK:
            return Refusal(special.rule, {"apart": round(apart, 4), "least": DISTANCES["portal_diameter"]})
        return portal_fault(table, action.twin)
    return None


def use_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Whom, where and how."""
    model, special = table.models[offer.given["actor"]], SPECIALS[offer.given["ability"]]
    slots: dict[str, Slot] = {}
    if special.targets is not None:
        slots["target"] = Pick(special.targets(table, model))
    if special.choices:
        slots["choice"] = Pick(special.choices)
    if special.twin:
        slots["at"] = Pick(portal_spots(table, model))
        slots["twin"] = Spot(zone=whole(table))
    elif special.spots is not None:
        half = DISTANCES["screen_diameter"] / 2
        slots["at"] = Spot(model.id, DISTANCES["screen_range"] + half, half)
    return slots


def whole(table: Table) -> tuple[Point, ...]:
    """A large part of the table."""
    width, height = table.terrain.width, table.terrain.height
    return ((0.0, 0.0), (width, 0.0), (width / 2, height))


def portal_spots(table: Table, model: Model) -> tuple[Point, ...]:
    """Some spots for a portal that touches its maker."""
    x, y = place(model)
    far = model.radius + DISTANCES["portal_diameter"] / 2 + 1 / 512
    around = [spot(x + far * cos(k * pi / 8), y + far * sin(k * pi / 8)) for k in range(16)]
    found = tuple(p for p in around if first_portal_fault(table, model, p) is None)
    return found or (place(model),)


async def use(ref: Referee, action: UseAbility) -> Deed:
    """An ability is declared and paid for; special moves may be dodged with (XT-MOV-05)."""
    table, model = ref.table, ref.table.models[action.actor]
    special = SPECIALS[action.ability]
    cost = price(table, model, action.ability, base=special.points)
    target = action.target
    events = [
        *paying(table, model, action.ability, cost, special.rule),
        Declared(rule=special.rule, model=model.id, deed=action.ability, target=target),
    ]
    if special.moves:
        events.append(Tallied(rule=special.rule, bearer=model.id, token=MOVES, by=1))
    if action.ability == "sneak" and any(sees(table, model.id, m.id) for m in table.squad(table.other(model.side))):
        events.append(Tallied(rule=special.rule, bearer=model.id, token=SNEAKED, by=1))
    await ref.emit(*events)
    return Deed(
        action.ability,
        model.id,
        model.at,
        target,
        dodge=special.moves and model.at is not None,
        to=action.at,
        via=(action.twin,) if action.twin is not None else (),
        choice=action.choice,
    )


# ------------------------------------------------------------------ what they do (XT-SEQ-03 step 4)


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
    events: list[Event] = [Noted(rule="XT-ABL-13", bearer=deed.actor, token=OVER, value=1)]
    if ref.table.models[deed.target].at is not None:
        events.append(Noted(rule="XT-ABL-13", bearer=deed.target, token=HACKED, value=1))
    await ref.emit(*events)


async def control(ref: Referee, deed: Deed) -> None:
    """An enemy fights for one's own side until the turn ends (XT-ABL-21)."""
    table = ref.table
    side = table.models[deed.actor].side
    if table.models[deed.target].at is not None:
        await ref.emit(
            Converted(rule="XT-ABL-21", model=deed.target, side=side),
            Noted(rule="XT-ABL-21", bearer=deed.target, token=CONTROLLED, value=1),
        )


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
        await ref.emit(Converted(rule="XT-ABL-10", model=victim.id, side=hugger.side))
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
        tokens={**stats, HIT_POINTS: stats["hit_points"]},
        effects=grants,
    )


def disc(at: Point, radius: float) -> tuple[Point, ...]:
    """A round outline."""
    return tuple(
        spot(at[0] + radius * cos(2 * pi * k / ROUND), at[1] + radius * sin(2 * pi * k / ROUND)) for k in range(ROUND)
    )


SMOKE = Variant("smoke_traits", {"hiding_and_cover": ("hiding", "cover"), "cover": ("cover",), "hiding": ("hiding",)})


async def screen(ref: Referee, deed: Deed) -> None:
    """Fire or smoke lies there until the owner's next turn starts (XT-ABL-11, XT-ABL-31)."""
    table, fire = ref.table, deed.kind == "fire_screen"
    side, number = table.models[deed.actor].side, sum(f.owner != "" for f in features(table.terrain)) + 1
    traits = ("hazardous",) if fire else SMOKE.of(table)
    assert deed.to is not None
    ids = {p.id for p in table.terrain.pieces}
    while f"{deed.kind}-{number}" in ids:
        number += 1
    outline = disc(deed.to, DISTANCES["screen_diameter"] / 2)
    name = "fire" if fire else "smoke"
    piece = Piece(outline, id=f"{deed.kind}-{number}", name=name, traits=(*traits, f"owner:{side}"))
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
    if portal_fault(ref.table, deed.to) is not None or portal_fault(ref.table, twin) is not None:
        return
    half = DISTANCES["portal_diameter"] / 2
    pieces = [
        Piece(disc(at, half), id=id, name="portal", traits=("portal", f"pair:{other}"))
        for at, id, other in ((deed.to, names[0], names[1]), (twin, names[1], names[0]))
    ]
    await ref.emit(*(Laid(rule="XT-ABL-23", piece=p) for p in pieces))


async def close_portals(ref: Referee, deed: Deed) -> None:
    """A portal and its twin are gone."""
    doors = {f.id: f.pair for f in with_trait(ref.table.terrain, "portal")}
    gone = [id for id in (deed.target, doors.get(deed.target, "")) if id in doors]
    if gone:
        await ref.emit(*(Dispersed(rule="XT-ABL-23", piece=id) for id in gone))


# ------------------------------------------------------------------ special moves


def landing_fault(table: Table, model: Model, kind: str, at: Point) -> Refusal | None:
    """Why a model may not come down on a spot (XT-MOV-13, XT-MOV-03)."""
    refusal = standing_fault(table, model, at)
    if refusal is not None:
        return refusal
    if kind == "shock_entry":
        enemies = table.squad(table.other(model.side))
        near = [gap_at(model, at, m) for m in enemies]
        if near and min(near) <= DISTANCES["shock_entry_clear"] + SLACK:
            return Refusal("XT-ABL-29", {"model": model.id, "gap": round(min(near), 4), "over": 3.0})
        return None
    refusal = too_near(table, model, at)
    if refusal is not None:
        return refusal
    if kind == "flying":
        far, most = (
            hypot(at[0] - place(model)[0], at[1] - place(model)[1]),
            DISTANCES["flying_factor"] * reach(table, model),
        )
        if far > most + SLACK:
            return Refusal("XT-ABL-12", {"model": model.id, "length": round(far, 4), "limit": most})
    elif kind == "teleport":
        if not spots_see(table, place(model), model.radius, at, model.radius, (model.id,)):
            return Refusal("XT-ABL-33", {"model": model.id, "at": str(at)})
    elif kind == "reform":
        friends = (m for m in table.squad(model.side) if m.id != model.id)
        if not any(-SLACK <= gap_at(model, at, m) <= 0.01 for m in friends):
            return Refusal("XT-ABL-08", {"model": model.id, "at": str(at)})
    return None


def landing_kind(table: Table) -> str:
    """The special move that is being made."""
    part = table.agenda[0] if table.agenda else None
    deed = getattr(part, "deed", None)
    return deed.kind if isinstance(deed, Deed) else ""


def check_land(table: Table, decision: Decision, action: Land) -> Refusal | None:
    """Whoever makes a special move, on a spot that will do."""
    model, kind = table.models.get(action.actor), landing_kind(table)
    if model is None or decision.about != action.actor or decision.rule != "XT-SEQ-02" or kind not in SPECIALS:
        return Refusal("XT-SEQ-02", {"model": action.actor})
    return landing_fault(table, model, kind, action.at)


def land_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """The ground a model could come down on."""
    model, kind = table.models[offer.given["actor"]], landing_kind(table)
    if kind == "flying":
        return {"at": Spot(model.id, DISTANCES["flying_factor"] * reach(table, model))}
    if kind == "reform":
        return {"at": Pick(beside_friends(table, model))}
    return {"at": Spot(zone=whole(table))}


def beside_friends(table: Table, model: Model) -> tuple[Point, ...]:
    """Some spots that touch a friend."""
    found: list[Point] = []
    for friend in table.squad(model.side):
        if friend.id != model.id:
            x, y = place(friend)
            far = model.radius + friend.radius + 1 / 512
            around = [spot(x + far * cos(k * pi / 6), y + far * sin(k * pi / 6)) for k in range(12)]
            found += [p for p in around if landing_fault(table, model, "reform", p) is None]
    return tuple(found)


async def special_move(ref: Referee, deed: Deed) -> None:
    """A flight, a teleport: nothing in between has any effect; it may be left at nothing (XT-ABL-12, XT-ABL-33)."""
    model = ref.table.models[deed.actor]
    offers = [Offer(Land, SPECIALS[deed.kind].rule, {"actor": model.id}), stays(model)]
    action = await ref.choose(model.side, "XT-SEQ-02", offers, default=StayHere(model.id), about=model.id)
    if isinstance(action, Land):
        path = (place(model), action.at)
        await ref.emit(Warped(rule=SPECIALS[deed.kind].rule, model=model.id, path=path, length=0.0))
        await at_a_portal(ref, model.id)


def stays(model: Model) -> Offer:
    """To stay where one is."""
    return Offer(StayHere, "XT-MOV-01", {"actor": model.id})


async def sneak(ref: Referee, deed: Deed) -> None:
    """A move like any other, but for the first one in sight (XT-ABL-32)."""
    await make_go(ref, ref.table.models[deed.actor], go_offers(ref.table, ref.table.models[deed.actor], reply=False))


async def reform(ref: Referee, deed: Deed) -> None:
    """An energy being stands up, and may be set down beside a friend (XT-ABL-08)."""
    table, model = ref.table, ref.table.models[deed.actor]
    if HARMED in model.tokens:
        return
    await ref.emit(StoodUp(rule="XT-ABL-08", bearer=model.id, token=STUNNED, value=0))
    model = table.models[deed.actor]
    if not beside_friends(table, model):
        return
    offers = [Offer(Land, "XT-ABL-08", {"actor": model.id}), stays(model)]
    action = await ref.choose(model.side, "XT-SEQ-02", offers, default=StayHere(model.id), about=model.id)
    if isinstance(action, Land):
        await ref.emit(Warped(rule="XT-ABL-08", model=model.id, path=(place(model), action.at), length=0.0))


async def enter(ref: Referee, deed: Deed) -> None:
    """A model comes onto the table anywhere over 3 inches from enemies (XT-ABL-29)."""
    model = ref.table.models[deed.actor]
    offers = [Offer(Land, "XT-ABL-29", {"actor": model.id}), stays(model)]
    action = await ref.choose(model.side, "XT-SEQ-02", offers, default=StayHere(model.id), about=model.id)
    if isinstance(action, Land):
        await ref.emit(
            ModelEntered(rule="XT-ABL-29", model=model.id, at=action.at),
            Noted(rule="XT-ABL-29", bearer=model.id, token=RESERVE, value=0),
        )


LYING.add("reform")

Does = Callable[[Referee, Deed], Coroutine[Any, Any, None]]
DOES: dict[str, Does] = {
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
    "flying": special_move,
    "teleport": special_move,
    "sneak": sneak,
    "reform": reform,
    "shock_entry": enter,
}
DEEDS.update(DOES)
