"""Abilities that are actions of their own: what each may be used on, and what it takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import cos, hypot, pi, sin
from typing import NamedTuple

from msgspec.structs import replace

from sightline.core.decisions import Decision, Offer, Pick, Refusal, Route, Slot, Spot
from sightline.core.referee import Referee
from sightline.core.table import Model, ModelId, Point, Table, spot
from sightline.games.xenotactics.acting import left, may, out_of_turn, paying, price, reach
from sightline.games.xenotactics.actions import Go, UseAbility
from sightline.games.xenotactics.attacking import beside
from sightline.games.xenotactics.catalog import DISTANCES, SLACK
from sightline.games.xenotactics.deeds import Deed
from sightline.games.xenotactics.effects import EFFECTS
from sightline.games.xenotactics.events import (
    Declared,
    Tallied,
)
from sightline.games.xenotactics.ground import everywhere, features
from sightline.games.xenotactics.measure import in_contact, place, touched
from sightline.games.xenotactics.moving import PATH_FIRST, further_moves, go_fault, limit_of
from sightline.games.xenotactics.others import prisoners
from sightline.games.xenotactics.questions import Targeting
from sightline.games.xenotactics.sighting import sees
from sightline.games.xenotactics.standing import gap_at
from sightline.games.xenotactics.tokens import (
    BUILT_HIT_POINTS,
    HIT_POINTS,
    MOVES,
    RESERVE,
    SNEAKED,
    STUNNED,
    UNSEEN,
)


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


def shown(table: Table, model: Model) -> list[ModelId]:
    """Enemies seen by any of one's models (XT-ABL-13)."""
    own = [m.id for m in table.squad(model.side)]
    enemies = (m.id for m in table.squad(table.other(model.side)))
    return [e for e in enemies if any(sees(table, o, e) for o in own)]


def seen(table: Table, model: Model) -> list[ModelId]:
    """Enemies a model sees itself (XT-ABL-21)."""
    return [m.id for m in table.squad(table.other(model.side)) if sees(table, model.id, m.id)]


IN_VIEW = {"hacker": shown, "mind_control": seen}
"""Whom an ability may be aimed at, unless somebody stands in the way."""


def aiming(table: Table, model: Model, ability: str, target: ModelId) -> Targeting:
    """The question whether somebody stands in the way of an ability (XT-ABL-06, XT-ABL-18)."""
    return Targeting(model.id, target, ability, "", False, beside(table, target), IN_VIEW[ability] is shown)


def to_be_hacked(table: Table, model: Model) -> tuple[str, ...]:
    """Enemies who may be hacked (XT-ABL-13)."""
    return tuple(e for e in shown(table, model) if EFFECTS.allows(table, aiming(table, model, "hacker", e)))


def to_be_controlled(table: Table, model: Model) -> tuple[str, ...]:
    """Enemies whose mind may be controlled (XT-ABL-21)."""
    return tuple(e for e in seen(table, model) if EFFECTS.allows(table, aiming(table, model, "mind_control", e)))


def protection(table: Table, model: Model, ability: str, target: str) -> Refusal | None:
    """Why an enemy in view cannot be chosen all the same."""
    if ability not in IN_VIEW or ability not in model.kit or target not in IN_VIEW[ability](table, model):
        return None
    no = EFFECTS.forbids(table, aiming(table, model, ability, target))
    return None if no is None else Refusal(no[0], {"attacker": model.id, "target": target, **no[1]})


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
    "hacker": Special("XT-ABL-13", 3, to_be_hacked),
    "mind_control": Special("XT-ABL-21", 3, to_be_controlled),
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
    if (model.at is None) != (ability == "shock_entry") or (model.z and ability != "sneak"):
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
    refusal = refusal or protection(table, model, action.ability, action.target)
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
    if tells_where(table, action.ability):
        return where_fault(table, model, action)
    if special.twin and action.twin is not None and action.at is not None:
        apart = hypot(action.at[0] - action.twin[0], action.at[1] - action.twin[1])
        if apart < DISTANCES["portal_diameter"] - SLACK:
            return Refusal(special.rule, {"apart": round(apart, 4), "least": DISTANCES["portal_diameter"]})
        return portal_fault(table, action.twin)
    return None


def tells_where(table: Table, ability: str) -> bool:
    """Whether it is declared where a special move leads; a shock entry has nobody who could react (XT-SEQ-01)."""
    return SPECIALS[ability].moves and ability != "shock_entry" and PATH_FIRST.of(table)(True)


def where_fault(table: Table, model: Model, action: UseAbility) -> Refusal | None:
    """Why a special move may not lead where it is declared to."""
    from sightline.games.xenotactics.landing import landing_fault

    if action.at is None:
        return Refusal("XT-SEQ-01", {"model": model.id, "to": "nowhere"})
    if action.at == model.at and not action.via:
        return None
    if action.ability != "sneak":
        return landing_fault(table, model, action.ability, action.at)
    limit, _ = limit_of(table, model, reply=False)
    rest = left(table, model) - price(table, model, action.ability, base=SPECIALS[action.ability].points)
    later = limit * further_moves(table, model, rest)
    return go_fault(table, model, Go(model.id, action.at, action.via), limit, later)


def use_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Whom, where and how."""
    model, special = table.models[offer.given["actor"]], SPECIALS[offer.given["ability"]]
    slots: dict[str, Slot] = {}
    if special.targets is not None:
        slots["target"] = Pick(special.targets(table, model))
    if special.choices:
        slots["choice"] = Pick(special.choices)
    if tells_where(table, offer.given["ability"]):
        slots["at"] = where_slot(table, model, offer.given["ability"])
    elif special.twin:
        slots["at"] = Pick(portal_spots(table, model))
        slots["twin"] = Spot(zone=everywhere(table.terrain))
    elif special.spots is not None:
        half = DISTANCES["screen_diameter"] / 2
        slots["at"] = Spot(model.id, DISTANCES["screen_range"] + half, half)
    return slots


def where_slot(table: Table, model: Model, ability: str) -> Slot:
    """Where a special move may lead, as far as it can be said in a word."""
    if ability == "sneak":
        return Route(model.id, reach(table, model))
    if ability == "flying":
        return Spot(model.id, DISTANCES["flying_factor"] * reach(table, model))
    return Spot(zone=everywhere(table.terrain))


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
        via=(action.twin,) if action.twin is not None else action.via,
        fixed=tells_where(table, action.ability),
        choice=action.choice,
    )
