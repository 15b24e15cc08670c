"""What each action promises a program, and where it takes whom."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import hypot
from typing import Any

from sightline.core.decisions import Action, Decision, Keep, Thrown
from sightline.core.mind import Promise
from sightline.core.responses import Enough, StandDown
from sightline.core.table import Model, ModelId, Point, Table, spot
from sightline.games.xenotactics import actions as a
from sightline.games.xenotactics.acting import left, price, spent
from sightline.games.xenotactics.attacking import firepower
from sightline.games.xenotactics.catalog import DISTANCES
from sightline.games.xenotactics.clash import manner
from sightline.games.xenotactics.deeds import ATTACK, CAPTURE, DOOR, MOVE, STAND_UP, Deed
from sightline.games.xenotactics.ground import feature, with_trait
from sightline.games.xenotactics.harm import LOSS, STUN, verdicts
from sightline.games.xenotactics.measure import crosses, swept_over, to_piece, touched
from sightline.games.xenotactics.questions import ToDefend, ToHit, ToKeepTheTurn
from sightline.games.xenotactics.reckon import (
    added,
    best_reply,
    blow,
    caught_in_blast,
    cost_of_stun,
    drawn,
    life_per_point,
    losing,
    need_to_hit,
    reactors,
    reply_life,
    stands,
    worth,
)
from sightline.games.xenotactics.sequence import offers_of
from sightline.games.xenotactics.sighting import sees
from sightline.games.xenotactics.specials import SPECIALS
from sightline.games.xenotactics.steps import pending_deed
from sightline.games.xenotactics.tokens import (
    ACTIVATED,
    BUILT_HIT_POINTS,
    HACKED,
    HIT_POINTS,
    INSPIRED,
    QUALITY,
    STUNNED,
)
from sightline.games.xenotactics.tokens import ATTACK as ATTACK_STAT
from sightline.games.xenotactics.tokens import MOVE as MOVE_STAT

NEVER = -50.0
"""What is done only where nothing else can be."""
UPRIGHT = 0.45
"""What standing up is worth, for a model worth 1."""
WASTED = -0.05
"""What it is worth to shoot at a wall."""
TURNED = 0.01
"""What it costs a model to turn to whom it reacts to."""
TO_ACT = 0.25
"""What an activation to come is worth to its side, for a model worth 1."""


def where(model: Model) -> Point:
    """Where a model stands."""
    assert model.at is not None
    return model.at


def cost_of(model: Model, life: float) -> float:
    """What it costs a side that a model loses so much life."""
    return worth(model) * min(life, float(model.tokens[HIT_POINTS])) / max(1, model.tokens[BUILT_HIT_POINTS])


# ------------------------------------------------------------------ attacks


def struck(table: Table, model: Model, weapon: str, target: str, dice: int) -> dict[ModelId, float]:
    """The life an attack may be expected to cost everybody it reaches, without what answers it."""
    found: dict[ModelId, float] = {}
    victim = table.models.get(target)
    if victim is not None:
        answers = victim.id in {m.id for m in reactors(table, model)}
        against = best_reply(table, victim, model, 1)[1] or victim.tokens[MOVE_STAT] if answers else 0
        opposed = (manner(table, weapon) if against else "") if answers else ""
        found[victim.id] = blow(table, model, weapon, victim, dice, against, opposed)
        for other in caught_in_blast(table, target, weapon):
            found[other.id] = found.get(other.id, 0.0) + blow(table, model, weapon, other, dice, against, opposed)
        return found
    piece = feature(table.terrain, target)
    if piece is not None and "explosive" in piece.traits:
        hit = 1.0 - (1.0 - stands(need_to_hit(table, model, target, weapon, "", active=True))) ** dice
        for id in table.standing():
            near = table.models[id]
            if to_piece(near, piece) <= DISTANCES["explosion"]:
                found[id] = hit * life_per_point(table, near, "", "")
    return found


def with_answers(table: Table, model: Model, found: dict[ModelId, float], target: str, weapon: str) -> dict[str, float]:
    """The same with what reactions may cost the attacker."""
    need = need_to_hit(table, model, target, weapon, "", active=True)
    back = drawn(table, model, dodging=False, target=target, need=need)
    if back:
        found[model.id] = found.get(model.id, 0.0) + back
    return found


def attack(table: Table, decision: Decision, action: a.Attack) -> Promise:
    """The harm of an attack, that of its answers, and what one more point risks."""
    model = table.models[action.actor]
    dice = firepower(table, model, action.weapon, active=True, extra=action.extra)
    cost = price(table, model, ATTACK, action.weapon) + action.extra
    found = struck(table, model, action.weapon, action.target, dice)
    more = 0.0 if found else WASTED
    known = with_answers(table, model, found, action.target, action.weapon)
    return Promise(known, more=more, risk=added(table, model, cost))


def offhand(table: Table, decision: Decision, action: a.OffhandAttack) -> Promise:
    """The same for no point at all."""
    model = table.models[action.actor]
    dice = firepower(table, model, action.weapon, active=True)
    found = struck(table, model, action.weapon, action.target, dice)
    known = with_answers(table, model, found, action.target, action.weapon)
    return Promise(known, risk=added(table, model, price(table, model, ATTACK, action.weapon, 0)))


# ------------------------------------------------------------------ moves


def way(table: Table, model: Model, to: Point | None) -> float:
    """What it may cost to go somewhere across a rift or through what burns."""
    if to is None or model.at is None:
        return 0.0
    cost = 0.0
    if any(crosses(rift, model.at, to) for rift in with_trait(table.terrain, "rift")):
        cost = worth(model) * (1.0 - model.tokens[MOVE_STAT] / 10)
    if any(swept_over(fire, model.at, to, model.radius) for fire in with_trait(table.terrain, "hazardous")):
        cost += cost_of(model, life_per_point(table, model, "", ""))
    return cost


def move(table: Table, decision: Decision, action: a.Move) -> Promise:
    """What reactions may cost, what a light weapon does on the way, and what the point risks."""
    model = table.models[action.actor]
    found: dict[ModelId, float] = {}
    wasted = 0.0
    if action.weapon:
        dice = firepower(table, model, action.weapon, active=True)
        found = struck(table, model, action.weapon, action.target, dice)
        wasted = 0.0 if found else WASTED
    if action.to is None and not action.against:
        back = drawn(table, model, dodging=action.dodge and not action.weapon)
        if back:
            found[model.id] = found.get(model.id, 0.0) + back
    risk = added(table, model, price(table, model, MOVE, action.weapon))
    return Promise(found, more=wasted - way(table, model, action.to), risk=risk)


def go(table: Table, decision: Decision, action: a.Go) -> Promise:
    """The way itself: rifts and fires are dangerous."""
    return Promise({}, more=-way(table, table.models[action.actor], action.to))


def contact(table: Table, model: Model, other: Model) -> Point:
    """About where a model touches another that it charges."""
    (x, y), (ox, oy) = where(model), where(other)
    far = hypot(ox - x, oy - y) or 1.0
    gap = max(0.0, far - model.radius - other.radius)
    return spot(x + (ox - x) / far * gap, y + (oy - y) / far * gap)


Standing = tuple[ModelId, Point | None, int]


def moved(table: Table, decision: Decision, action: a.Move) -> Standing:
    """A move takes its model where it says, or somewhere."""
    model = table.models[action.actor]
    to = contact(table, model, table.models[action.against]) if action.against else action.to
    return model.id, to, price(table, model, MOVE, action.weapon)


def gone(table: Table, decision: Decision, action: a.Go) -> Standing:
    """A move that is paid for."""
    model = table.models[action.actor]
    return model.id, contact(table, model, table.models[action.against]) if action.against else action.to, 0


def stays(table: Table, decision: Decision, action: a.StayHere) -> Standing | None:
    """It stays where it is."""
    model = table.models[action.actor]
    return (model.id, model.at, 0) if model.at is not None else None


def staying(table: Table, decision: Decision, action: Any) -> Standing:
    """Whoever does something stays where it is, with so many points less."""
    model = table.models[action.actor]
    if isinstance(action, a.Attack):
        return model.id, where(model), price(table, model, ATTACK, action.weapon) + action.extra
    if isinstance(action, a.OffhandAttack):
        return model.id, where(model), 0
    return model.id, where(model), price(table, model, CAPTURE if isinstance(action, a.Capture) else DOOR)


def stopping(table: Table, decision: Decision, action: a.Stop) -> Standing | None:
    """It does nothing more."""
    model = table.models[action.actor]
    return (model.id, model.at, left(table, model)) if model.at is not None else None


# ------------------------------------------------------------------ whose turn it is


def activate(table: Table, decision: Decision, action: a.Activate) -> Promise:
    """Whoever can do something may as well: the first point never costs the turn (XT-QTY-08)."""
    model = table.models[action.model]
    if not offers_of(table, model):
        return Promise({}, more=NEVER)
    if STUNNED in model.tokens:
        return Promise({}, more=UPRIGHT * worth(model), risk=added(table, model, price(table, model, STAND_UP)))
    return Promise({}, more=0.3 if model.at is None else 0.0)


def activated(table: Table, decision: Decision, action: a.Activate) -> Standing | None:
    """It may go somewhere, or do something where it stands."""
    model = table.models[action.model]
    return (model.id, None, 0) if model.at is not None and STUNNED not in model.tokens else None


def passing(table: Table, decision: Decision, action: a.Pass) -> Promise:
    """The enemy begins with whoever can make the least of it."""
    model = table.models.get(action.model)
    if model is None:
        return Promise({})
    seen = len(reactors(table, model))
    return Promise({}, more=-0.005 * worth(model) * (1 + seen))


# ------------------------------------------------------------------ other actions


def capture(table: Table, decision: Decision, action: a.Capture) -> Promise:
    """Whoever is taken away is lost."""
    model, victim = table.models[action.actor], table.models[action.target]
    back = drawn(table, model, dodging=False)
    found = {victim.id: 2.0 * victim.tokens[HIT_POINTS] + 1.0, **({model.id: back} if back else {})}
    return Promise(found, risk=added(table, model, price(table, model, CAPTURE)))


def stand_up(table: Table, decision: Decision, action: a.StandUp) -> Promise:
    """An upright model acts, reacts and cannot be taken prisoner."""
    model = table.models[action.actor]
    return Promise({}, more=UPRIGHT * worth(model), risk=added(table, model, price(table, model, STAND_UP)))


def use_door(table: Table, decision: Decision, action: a.UseDoor) -> Promise:
    """Doors are for those who want to go through."""
    model = table.models[action.actor]
    return Promise({}, more=-0.02, risk=added(table, model, price(table, model, DOOR)))


def use_ability(table: Table, decision: Decision, action: a.UseAbility) -> Promise:
    """Each ability for itself, less what the points risk."""
    model = table.models[action.actor]
    special = SPECIALS[action.ability]
    cost = price(table, model, action.ability, base=special.points)
    risk = added(table, model, cost) if model.at is not None else 0.0
    found: dict[ModelId, float] = {}
    if model.at is not None and action.ability != "sneak":
        back = drawn(table, model, dodging=special.moves)
        if back:
            found[model.id] = back
    target = table.models.get(action.target)
    more = 0.0
    match action.ability:
        case "heal" | "regenerate":
            healed = target or model
            more = cost_of(healed, 1.0)
        case "inspire" if target is not None:
            fresh = not {ACTIVATED, STUNNED, INSPIRED} & target.tokens.keys()
            more = 0.15 * worth(target) if fresh else -0.1
        case "hacker" if target is not None:
            more = -0.1 if HACKED in target.tokens else 0.3 * worth(target)
        case "mind_control" if target is not None:
            more = 0.6 * worth(target) if STUNNED not in target.tokens else -0.1
        case "facehugger" if target is not None:
            found[target.id] = 2.0 * target.tokens[HIT_POINTS] + 1.0
            more = 0.2 if action.choice == "zombie" else 0.7 * worth(target) - worth(model)
        case "fire_screen" | "smoke_screen" if action.at is not None:
            more = screen(table, model, action.ability, action.at)
        case "reform":
            more = UPRIGHT * worth(model)
        case "shock_entry":
            more = 0.5 * worth(model)
        case "portal" | "close_portal":
            more = -0.03
    return Promise(found, more=more, risk=risk)


def screen(table: Table, model: Model, ability: str, at: Point) -> float:
    """Fire under enemies, smoke around friends whom somebody sees; nothing for those who are in the like already."""
    half, total, fire = DISTANCES["screen_diameter"] / 2, 0.0, ability == "fire_screen"
    for id in table.standing():
        near = table.models[id]
        if hypot(where(near)[0] - at[0], where(near)[1] - at[1]) > half + near.radius:
            continue
        if touched(table, near, "hazardous" if fire else "cover"):
            continue
        friend = near.side == model.side
        if fire:
            total += (-1.2 if friend else 1.0) * cost_of(near, life_per_point(table, near, "", ""))
        elif any(sees(table, id, other.id) for other in table.squad(table.other(near.side))):
            total += 0.06 * worth(near) * (1 if friend else -1)
    return total


def ability_place(table: Table, decision: Decision, action: a.UseAbility) -> Standing | None:
    """Special moves go somewhere; everything else is done where one stands."""
    model, special = table.models[action.actor], SPECIALS[action.ability]
    if model.at is None or STUNNED in model.tokens:
        return None
    cost = price(table, model, action.ability, base=special.points)
    return model.id, None if special.moves else model.at, cost


def landed(table: Table, decision: Decision, action: a.Land | a.Warp) -> Standing:
    """Where somebody comes down."""
    return action.actor, action.at, 0


def placed(table: Table, decision: Decision, action: a.Place | a.Infiltrate) -> Standing:
    """Where somebody is set up."""
    return action.model, action.at, 0


# ------------------------------------------------------------------ reactions


def incoming(table: Table, deed: Deed, reactor: Model, against: int) -> float:
    """The life the attack that is being answered may be expected to cost its target."""
    if not deed.weapon or deed.target != reactor.id:
        return 0.0
    attacker = table.models[deed.actor]
    return blow(
        table, attacker, deed.weapon, reactor, deed.dice, against, manner(table, deed.weapon) if against else ""
    )


def answered(table: Table) -> Deed:
    """The action that is being answered."""
    part = pending_deed(table)
    assert part is not None
    return part.deed


def shoot_back(table: Table, decision: Decision, action: a.ShootBack | a.MoveAway) -> Promise:
    """The harm of one die, and the hits it cancels."""
    deed, reactor = answered(table), table.models[action.actor]
    target = table.models.get(action.target or deed.actor)
    if target is None:
        return Promise({})
    kind = manner(table, action.weapon)
    need = need_to_hit(
        table, reactor, target.id, action.weapon, kind if deed.target == reactor.id else "", active=False
    )
    against = 0
    if deed.actor == target.id:
        if deed.weapon and deed.target == reactor.id:
            against = need_to_hit(table, target, reactor.id, deed.weapon, kind, active=True)
        elif deed.dodge:
            against = target.tokens[MOVE_STAT]
    life = reply_life(table, reactor, action.weapon, target, need, against)
    saved = incoming(table, deed, reactor, 0) - incoming(table, deed, reactor, need)
    return Promise({target.id: life}, more=cost_of(reactor, saved) - TURNED)


def move_away(table: Table, decision: Decision, action: a.MoveAway) -> Promise:
    """A die against the attack, then a place of one's own choice."""
    deed, reactor = answered(table), table.models[action.actor]
    if action.weapon:
        return shoot_back(table, decision, action)
    against = reactor.tokens[MOVE_STAT] if action.dodge else 0
    saved = incoming(table, deed, reactor, 0) - incoming(table, deed, reactor, against)
    return Promise({}, more=cost_of(reactor, saved) - TURNED)


def away(table: Table, decision: Decision, action: a.MoveAway) -> Standing:
    """Somewhere else."""
    return action.actor, None, 0


def steal(table: Table, decision: Decision, action: a.StealInitiative) -> Promise:
    """A turn that ends early keeps the others from acting."""
    active = table.models[answered(table).actor]
    thief = table.models[action.actor]
    gone = spent(active)
    gain = losing(table, active, gone, (thief.tokens[QUALITY],)) - losing(table, active, gone)
    waits = (m for m in table.squad(active.side) if not {ACTIVATED, STUNNED} & m.tokens.keys())
    return Promise({}, more=gain * TO_ACT * sum(worth(m) for m in waits) - TURNED)


def reflect(table: Table, decision: Decision, action: a.Reflect) -> Promise:
    """Hits that are turned back hurt the attacker."""
    deed, reactor = answered(table), table.models[action.actor]
    active, need = table.models[deed.actor], reactor.tokens[ATTACK_STAT]
    before, after = incoming(table, deed, reactor, 0), incoming(table, deed, reactor, need)
    own = life_per_point(table, reactor, active.id, deed.weapon) or 1.0
    turned = (before - after) / own * life_per_point(table, active, active.id, deed.weapon)
    return Promise({active.id: turned} if turned > 0 else {}, more=cost_of(reactor, before - after) - TURNED)


def shield(table: Table, decision: Decision, action: a.UseShield) -> Promise:
    """To be stunned instead of losing a hit point; the last one is worth most."""
    model = table.models[action.model]
    lost = worth(model) if model.tokens[HIT_POINTS] <= 1 else cost_of(model, 1.0)
    return Promise({}, more=lost - cost_of(model, cost_of_stun(table, model)) - 0.5 * UPRIGHT * worth(model))


# ------------------------------------------------------------------ dice rolled again


def roll_again(table: Table, decision: Decision, action: a.RollDieAgain) -> Promise:
    """What a die may be expected to become, less what it shows."""
    window = decision.on
    assert isinstance(window, Thrown)
    dice = window.dice()
    _, roll, face = dice[action.dice[0]]
    if roll.need is None:
        return Promise({}, more=-1.0)
    stolen = max([f for _, r, f in dice if r.rule == "XT-STL-01" and r.need and r.need.met(f)], default=0)
    good = roll.need.met(face) and face >= stolen
    if isinstance(roll.on, ToDefend):
        cost = {LOSS: 1.0, STUN: cost_of_stun(table, table.models[roll.on.victim])}
        shown = [cost.get(v, 0.0) for v in verdicts(roll.need.value)]
        return Promise({}, more=shown[face - 1] - sum(shown) / len(shown))
    if isinstance(roll.on, ToKeepTheTurn):
        failed = sum(r is roll and not (r.need.met(f) and f >= stolen) for _, r, f in dice if r.need is not None)
        return Promise({}, more=0.5 if not good and failed > 1 else -0.5)
    met = stands(int(roll.need.value))
    gain = met - (1.0 if good else 0.0)
    return Promise({}, more=0.5 * gain if isinstance(roll.on, ToHit) else 0.2 * gain)


def fixed(more: float) -> Callable[[Table, Decision, Any], Promise]:
    """The same whatever the table looks like."""

    def promise(table: Table, decision: Decision, action: Action) -> Promise:
        return Promise({}, more=more)

    return promise


def keep_back(table: Table, decision: Decision, action: a.KeepBack) -> Promise:
    """Who comes later comes where it wants, but it takes all its points."""
    return Promise({}, more=-0.2 * worth(table.models[action.model]))


PROMISES: Mapping[type[Action], Callable[[Table, Decision, Any], Promise]] = {
    a.Attack: attack,
    a.OffhandAttack: offhand,
    a.Move: move,
    a.Go: go,
    a.Activate: activate,
    a.Pass: passing,
    a.Capture: capture,
    a.StandUp: stand_up,
    a.UseDoor: use_door,
    a.UseAbility: use_ability,
    a.ShootBack: shoot_back,
    a.MoveAway: move_away,
    a.StealInitiative: steal,
    a.Reflect: reflect,
    a.UseShield: shield,
    a.Suffer: fixed(0.0),
    a.RollDieAgain: roll_again,
    a.KeepBack: keep_back,
    a.DeployFirst: fixed(0.01),
    a.DeploySecond: fixed(0.0),
    a.ChooseEdge: fixed(0.0),
    a.Leave: fixed(NEVER),
    a.Retreat: fixed(2 * NEVER),
    a.StayHere: fixed(0.0),
    a.Stop: fixed(0.0),
    Enough: fixed(0.0),
    StandDown: fixed(-0.01),
    Keep: fixed(0.0),
}

STANDS: Mapping[type[Action], Callable[[Table, Decision, Any], Standing | None]] = {
    a.Attack: staying,
    a.OffhandAttack: staying,
    a.Capture: staying,
    a.UseDoor: staying,
    a.Move: moved,
    a.Go: gone,
    a.StayHere: stays,
    a.Stop: stopping,
    a.Activate: activated,
    a.UseAbility: ability_place,
    a.Land: landed,
    a.Warp: landed,
    a.Place: placed,
    a.Infiltrate: placed,
    a.MoveAway: away,
}
