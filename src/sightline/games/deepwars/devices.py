"""Tech: learning, mending, teaching, using; salvage; scenic weapons; cores (DW-TEC, DW-ART, DW-SCW, DW-SCN-14)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations_with_replacement
from math import hypot

from msgspec.structs import replace

from sightline.core.decisions import Decision, Offer, Pick, Refusal, Slot, Spot
from sightline.core.events import Event, Granted
from sightline.core.referee import Referee
from sightline.core.sight import reach as gap_to
from sightline.core.table import TABLE, Grant, Model, ModelId, Point, Table, snap, spot
from sightline.games.deepwars import catalog
from sightline.games.deepwars.acting import OFFERS, PLAYS, cannot, left, spend
from sightline.games.deepwars.actions import (
    CallPredators,
    EnterPortal,
    Extract,
    Fire,
    Fix,
    Learn,
    OpenPortal,
    Salvage,
    SwitchOver,
    Teach,
)
from sightline.games.deepwars.attacking import target_fault
from sightline.games.deepwars.catalog import SLACK, TOUCH, weapon
from sightline.games.deepwars.checks import quality_check
from sightline.games.deepwars.conjuring import room_near
from sightline.games.deepwars.effects import EFFECTS
from sightline.games.deepwars.effects.scenery import BLASTER, DREAD, DREAD_LINE
from sightline.games.deepwars.events import (
    Afflicted,
    AttackDeclared,
    Called,
    Dropped,
    Found,
    Learned,
    Noted,
    Rearmed,
    Shoved,
    Tallied,
    Vanished,
)
from sightline.games.deepwars.measure import (
    LONG,
    SHORT,
    WILD,
    enemies,
    engaged,
    friends,
    level,
    objects,
    place,
    size,
    stick,
    touching,
)
from sightline.games.deepwars.models import raised
from sightline.games.deepwars.moving import place_fault
from sightline.games.deepwars.parts import CombatRoll
from sightline.games.deepwars.questions import ITEMS, SHOT, Blow, Doing
from sightline.games.deepwars.sighting import BLOCKED, terrain_line
from sightline.games.deepwars.tokens import (
    ATTACKED,
    ATTACKS,
    CHARGING,
    CHARMED,
    CORE,
    DAMAGED,
    EXTRACTED,
    FIRED,
    GAME_TURN,
    LEARNED,
    LOAD,
    NO_MORE,
    PORTAL,
    SKILL,
    SWITCHED_OFF,
    TRANSFIXED,
    UPGRADE,
    USED,
)
from sightline.games.deepwars.treasure import loads, room

DONE, FIRE_COST, SALVAGE_COST = 2, 2, 2
SWITCH_COST = {BLASTER: 2, DREAD: 2}
TECHIES = ("ether_tech", "scientist", "engineer", "animist")
PREDATORS_WORTH = 100
FOREVER = 99
ARTIFACT_IDS = frozenset(a["id"] for a in catalog.rows("artifact"))


# ------------------------------------------------------------------ who knows what


def figure(model: Model, ability: str) -> int:
    """The level of a training."""
    return model.tokens.get(f"{SKILL}:{ability}", 0)


def complexity(table: Table, model: Model, device: str) -> int:
    """The CL of a device for somebody; a simplified one counts as one lower for those with a tech ability."""
    thing = table.models.get(device)
    if device in catalog.weapons():
        level_ = weapon(device).cl
    elif thing is not None:
        rows = (
            *catalog.rows("scenic_artifact"),
            *catalog.rows("scenic_weapon"),
        )
        level_ = next(r["cl"] for r in rows if r["id"] == thing.profile)
    else:
        level_ = 3
    simple = model.tokens.get(f"{UPGRADE}:simplify:{device}") and any(t in model.kit for t in TECHIES)
    return max(1, level_ - 1) if simple else level_


def can_use(table: Table, model: Model, device: str) -> bool:
    """Whoever has learned it; of one that works also a Scientist, or Ether Tech that matches (DW-TEC-06)."""
    if f"{DAMAGED}:{device}" in model.tokens:
        return False
    if f"{LEARNED}:{device}" in model.tokens:
        return True
    works = table.tokens(TABLE, f"{LEARNED}:{device}")
    need = 1 if model.tokens.get(f"{UPGRADE}:instruction_manual:{device}") else complexity(table, model, device)
    return bool(works) and ("scientist" in model.kit or figure(model, "ether_tech") >= need)


def handicap(table: Table, model: Model, device: str) -> int:
    """What learning or mending a device costs somebody on every die (DW-TEC-08, DW-TEC-10)."""
    cl = complexity(table, model, device)
    if "scientist" in model.kit:
        return -1 if figure(model, "scientist") < cl else 0
    return 0 if figure(model, "ether_tech") >= cl else -2


def at_hand(table: Table, model: Model) -> list[str]:
    """The devices a model carries or touches that can be learned."""
    carried = [w for w in loads(model) if w in ARTIFACT_IDS or w in catalog.weapons()]
    near = [o.id for o in objects(table) if touching(table, model, o) and complexity(table, model, o.id)]
    return carried + near


def is_damaged(table: Table, model: Model, device: str) -> bool:
    """Whether a device has to be mended first."""
    thing = table.models.get(device)
    return f"{DAMAGED}:{device}" in model.tokens or (thing is not None and DAMAGED in thing.tokens)


# ------------------------------------------------------------------ learning: DW-TEC-03, DW-TEC-04


def unknown(table: Table, model: Model) -> list[str]:
    """What a model could try to learn now."""
    if engaged(table, model) or not EFFECTS.allows(table, Doing(model.id, ITEMS)):
        return []
    known = (d for d in at_hand(table, model) if f"{LEARNED}:{d}" not in model.tokens)
    return [d for d in known if not is_damaged(table, model, d)]


def check_learn(table: Table, decision: Decision, action: Learn) -> Refusal | None:
    """A device at hand that one does not know yet and that is whole."""
    refusal = cannot(table, decision, action.actor, ITEMS, 1)
    model = table.models[action.actor]
    if refusal is not None or action.device in unknown(table, model):
        return refusal
    rule = "DW-TEC-04" if is_damaged(table, model, action.device) else "DW-TEC-03"
    return Refusal(rule, {"model": model.id, "device": action.device})


async def learn(ref: Referee, action: Learn) -> None:
    """As many successes as its CL; three failures damage it."""
    table, model = ref.table, ref.table.models[action.actor]
    need, mod = complexity(table, model, action.device), handicap(table, model, action.device)
    await spend(ref, model.id, 1, "DW-TEC-03")
    successes = await quality_check(ref, model.id, "learn", action.device, "DW-TEC-03", mod)
    if successes >= need:
        await master(ref, model.id, action.device, "DW-TEC-03")
    elif not successes:
        await ref.emit(breaks(table, model, action.device, 1, "DW-TEC-04"))


def breaks(table: Table, model: Model, device: str, value: int, rule: str) -> Event:
    """A device is damaged, or mended: an object itself, what is carried with its bearer."""
    thing = device in table.models
    return Noted(
        rule=rule, bearer=device if thing else model.id, token=DAMAGED if thing else f"{DAMAGED}:{device}", value=value
    )


async def master(ref: Referee, id: ModelId, device: str, rule: str) -> None:
    """Somebody knows a device, and it works; a weapon comes into its hands, an engine's traits with it."""
    await ref.emit(
        Learned(rule=rule, bearer=id, token=f"{LEARNED}:{device}", value=1),
        Noted(rule=rule, bearer=TABLE, token=f"{LEARNED}:{device}", value=1),
    )
    model, thing = ref.table.models[id], ref.table.models.get(device)
    if device in catalog.weapons():
        tokens = {k: n for k, n in model.tokens.items() if k != f"{LOAD}:{device}"}
        await ref.emit(Rearmed(rule=rule, new=replace(model, kit=(*model.kit, device), tokens=tokens)))
        await grant_traits(ref, id, device)
    elif thing is not None and is_gun(thing):
        await grant_traits(ref, id, thing.profile)


async def grant_traits(ref: Referee, id: ModelId, item: str) -> None:
    """What a weapon can do speaks for whoever uses it."""
    for trait in weapon(item).traits:
        rule = catalog.abilities()[trait.id].rule
        grant = Grant(rule, trait.n, item)
        if rule in EFFECTS.by_rule and grant not in ref.table.models[id].effects:
            await ref.emit(Granted(rule="DW-TEC-06", model=id, grant=grant))


# ------------------------------------------------------------------ mending and teaching: DW-TEC-05, DW-TEC-07


def broken(table: Table, model: Model) -> list[str]:
    """What a model could try to mend."""
    if engaged(table, model) or not EFFECTS.allows(table, Doing(model.id, ITEMS)):
        return []
    given_up = f"{NO_MORE}:fix"
    return [
        d for d in at_hand(table, model) if is_damaged(table, model, d) and not table.tokens(TABLE, f"{given_up} {d}")
    ]


def check_fix(table: Table, decision: Decision, action: Fix) -> Refusal | None:
    """A damaged device at hand that was not given up."""
    refusal = cannot(table, decision, action.actor, ITEMS, 1)
    if refusal is not None or action.device in broken(table, table.models[action.actor]):
        return refusal
    return Refusal("DW-TEC-05", {"model": action.actor, "device": action.device})


async def fix(ref: Referee, action: Fix) -> None:
    """As many successes as its CL; three failures leave it damaged for the rest of the battle."""
    table, model = ref.table, ref.table.models[action.actor]
    need, mod = complexity(table, model, action.device), handicap(table, model, action.device)
    await spend(ref, model.id, 1, "DW-TEC-05")
    successes = await quality_check(ref, model.id, "mend", action.device, "DW-TEC-05", mod)
    if successes >= need:
        await ref.emit(breaks(table, model, action.device, 0, "DW-TEC-05"))
    elif not successes:
        token = f"{NO_MORE}:fix {action.device}"
        await ref.emit(Noted(rule="DW-TEC-05", bearer=TABLE, token=token, value=1))


def pupils(table: Table, model: Model) -> dict[ModelId, tuple[str, ...]]:
    """Whom a Scientist could teach what: friends in contact who are no Scientists."""
    if "scientist" not in model.kit or not EFFECTS.allows(table, Doing(model.id, ITEMS)):
        return {}
    known = [t.partition(":")[2] for t in model.tokens if t.startswith(f"{LEARNED}:")]
    found = {}
    for friend in friends(table, model):
        new = tuple(d for d in known if f"{LEARNED}:{d}" not in friend.tokens)
        if new and "scientist" not in friend.kit and touching(table, model, friend):
            found[friend.id] = new
    return found


def check_teach(table: Table, decision: Decision, action: Teach) -> Refusal | None:
    """A friend in contact, a device one knows."""
    refusal = cannot(table, decision, action.actor, ITEMS, 1)
    found = pupils(table, table.models[action.actor])
    if refusal is not None or action.device in found.get(action.target, ()):
        return refusal
    return Refusal("DW-TEC-07", {"model": action.actor, "target": action.target, "device": action.device})


async def teach(ref: Referee, action: Teach) -> None:
    """The pupil knows it, without a roll."""
    await spend(ref, action.actor, 1, "DW-TEC-07")
    await master(ref, action.target, action.device, "DW-TEC-07")


# ------------------------------------------------------------------ salvage: DW-TEC-02


def salvageable(table: Table, model: Model) -> dict[ModelId, tuple[str, ...]]:
    """The tech weapons on bodies in contact, for a Scientist with a hand free."""
    if "scientist" not in model.kit or room(model) <= 0 or engaged(table, model):
        return {}
    found = {}
    for body in table.models.values():
        if body.kind == "marker" and body.at is not None and body.profile in ("body", "remains"):
            tech = tuple(
                w
                for w in body.kit
                if w in catalog.weapons() and weapon(w).cl >= 1 and not body.tokens.get(f"{USED}:{w}")
            )
            if tech and gap_to(model, body.at) <= TOUCH + 1e-9:
                found[body.id] = tech
    return found


def check_salvage(table: Table, decision: Decision, action: Salvage) -> Refusal | None:
    """Two actions, a body in contact."""
    refusal = cannot(table, decision, action.actor, ITEMS, SALVAGE_COST)
    found = salvageable(table, table.models[action.actor])
    if refusal is not None or action.what in found.get(action.target, ()):
        return refusal
    return Refusal("DW-TEC-02", {"model": action.actor, "target": action.target, "what": action.what})


async def salvage(ref: Referee, action: Salvage) -> None:
    """It is carried off, damaged if its bearer's death has damaged it."""
    body = ref.table.models[action.target]
    await spend(ref, action.actor, SALVAGE_COST, "DW-TEC-02")
    events: list[Event] = [
        Found(rule="DW-TEC-02", bearer=action.actor, token=f"{LOAD}:{action.what}", by=1),
        Noted(rule="DW-TEC-02", bearer=body.id, token=f"{USED}:{action.what}", value=1),
    ]
    if f"{DAMAGED}:{action.what}" in body.tokens:
        events.append(Noted(rule="DW-DMG-15", bearer=action.actor, token=f"{DAMAGED}:{action.what}", value=1))
    await ref.emit(*events)


# ------------------------------------------------------------------ scenic devices: DW-SCA-01, DW-SCW-01


def is_gun(thing: Model) -> bool:
    """Whether a scenic device is a weapon that is fired."""
    rows = catalog.rows("scenic_weapon")
    return any(r["id"] == thing.profile and "bonus" in r["figures"] for r in rows)


def usable(table: Table, model: Model) -> list[Model]:
    """The scenic devices a model touches and can use."""
    if engaged(table, model) or not EFFECTS.allows(table, Doing(model.id, ITEMS)):
        return []
    near = (o for o in objects(table) if touching(table, model, o) and complexity(table, model, o.id))
    return [o for o in near if DAMAGED not in o.tokens and can_use(table, model, o.id)]


def check_switch(table: Table, decision: Decision, action: SwitchOver) -> Refusal | None:
    """A device in contact that one can use and that is not fired."""
    thing = table.models.get(action.device)
    cost = SWITCH_COST.get(thing.profile, 1) if thing is not None else 1
    refusal = cannot(table, decision, action.actor, ITEMS, cost)
    if refusal is not None:
        return refusal
    model = table.models[action.actor]
    if thing is None or thing not in usable(table, model) or is_gun(thing) or thing.tokens.get(USED):
        return Refusal("DW-SCA-01", {"model": model.id, "device": action.device})
    if thing.profile == DREAD and place(thing) == action.toward:
        return Refusal("DW-SCW-03", {"device": thing.id, "toward": str(action.toward)})
    return None


def switch_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """The direction of a wall of dread."""
    thing = table.models[offer.given["device"]]
    return {"toward": Spot(offer.given["actor"], 6.0)} if thing.profile == DREAD else {}


async def switch_over(ref: Referee, action: SwitchOver) -> None:
    """On or off; a blaster begins to gather charge, a wall of dread rises once."""
    table, thing = ref.table, ref.table.models[action.device]
    await spend(ref, action.actor, SWITCH_COST.get(thing.profile, 1), "DW-SCA-01")
    if thing.profile == BLASTER:
        now = table.tokens(TABLE, GAME_TURN)
        value = 0 if CHARGING in thing.tokens else now
        await ref.emit(Noted(rule="DW-SCW-02", bearer=thing.id, token=CHARGING, value=value))
    elif thing.profile == DREAD:
        (x, y), (tx, ty) = place(thing), action.toward
        far, apart = 3 * stick(table, LONG), hypot(tx - x, ty - y)
        end = spot(x + (tx - x) * far / apart, y + (ty - y) * far / apart)
        line = Model(
            f"{thing.id}-{DREAD_LINE}", thing.id, "", DREAD_LINE, "Wall of dread", "marker", at=end, radius=0.0
        )
        await ref.emit(
            Dropped(rule="DW-SCW-03", new=line), Noted(rule="DW-SCW-03", bearer=thing.id, token=USED, value=1)
        )
    else:
        value = 0 if SWITCHED_OFF in thing.tokens else 1
        await ref.emit(Noted(rule="DW-SCA-01", bearer=thing.id, token=SWITCHED_OFF, value=value))


def in_its_sights(table: Table, model: Model, thing: Model) -> tuple[ModelId, ...]:
    """Whom a scenic weapon may be fired at."""
    kind = weapon(thing.profile)
    if FIRED in thing.tokens or model.tokens.get(f"wound:{kind.id}"):
        return ()
    clear = table.copy()  # It fires all round: the weapon itself is in nobody's way.
    Vanished(rule="DW-SCW-01", piece=thing.id).apply(clear)
    return tuple(e.id for e in enemies(table, model) if target_fault(clear, model, kind, e.id) is None)


def check_fire(table: Table, decision: Decision, action: Fire) -> Refusal | None:
    """A weapon in contact that one can use, once per Game Turn."""
    refusal = cannot(table, decision, action.actor, ITEMS, FIRE_COST)
    if refusal is not None:
        return refusal
    model, thing = table.models[action.actor], table.models.get(action.device)
    if thing is None or thing not in usable(table, model) or not is_gun(thing):
        return Refusal("DW-SCW-01", {"model": model.id, "device": action.device})
    if action.target not in in_its_sights(table, model, thing) or ATTACKS in model.tokens:
        return Refusal("DW-SCW-01", {"model": model.id, "device": thing.id, "target": action.target})
    return None


def fire_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Whom."""
    model, thing = table.models[offer.given["actor"]], table.models[offer.given["device"]]
    return {"target": Pick(in_its_sights(table, model, thing))}


async def fire(ref: Referee, action: Fire) -> None:
    """A shot with the weapon's bonus added to the operator's Combat."""
    thing = ref.table.models[action.device]
    await spend(ref, action.actor, FIRE_COST, "DW-SCW-01")
    await grant_traits(ref, action.actor, thing.profile)
    blow = Blow(action.actor, action.target, thing.profile, SHOT)
    await ref.emit(
        Noted(rule="DW-SCW-01", bearer=thing.id, token=FIRED, value=1),
        Tallied(rule="DW-ACT-15", bearer=action.actor, token=ATTACKS, by=1),
        Noted(rule="DW-LOS-06", bearer=action.actor, token=ATTACKED, value=1),
        AttackDeclared(rule="DW-SCW-01", attacker=action.actor, target=action.target, blow=blow),
    )
    ref.then(CombatRoll(blow))


# ------------------------------------------------------------------ power cores: DW-SCN-14


def altar(table: Table, model: Model) -> Model | None:
    """The enemy's artifact, if a model touches it and nobody has its core."""
    if model.side not in table.sides:
        return None
    found = table.models.get(f"{table.other(model.side)}-altar")
    able = found is not None and found.at is not None and touching(table, model, found)
    return found if able and not table.tokens(model.side, EXTRACTED) else None


def check_extract(table: Table, decision: Decision, action: Extract) -> Refusal | None:
    """In contact with the enemy's artifact, with both hands free."""
    refusal = cannot(table, decision, action.actor, ITEMS, 1)
    if refusal is not None:
        return refusal
    model = table.models[action.actor]
    found = altar(table, model)
    if found is None or found.id != action.target or engaged(table, model):
        return Refusal("DW-SCN-14", {"model": model.id, "target": action.target})
    return Refusal("DW-TRE-03", {"model": model.id, "carries": len(loads(model))}) if loads(model) else None


async def extract(ref: Referee, action: Extract) -> None:
    """Two successes take it, three failures transfix."""
    await spend(ref, action.actor, 1, "DW-SCN-14")
    successes = await quality_check(ref, action.actor, "extract", action.target, "DW-SCN-14")
    model = ref.table.models[action.actor]
    if successes >= DONE:
        await ref.emit(
            Found(rule="DW-SCN-14", bearer=model.id, token=f"{LOAD}:{CORE}", by=1),
            Noted(rule="DW-SCN-14", bearer=model.side, token=EXTRACTED, value=1),
        )
    elif not successes:
        await ref.emit(Afflicted(rule="DW-SCN-14", bearer=model.id, token=TRANSFIXED, value=1))


# ------------------------------------------------------------------ Golden Trident: DW-ART-06

TRIDENT = "golden_trident"


def packs() -> tuple[str, ...]:
    """Predators worth at most a hundred points in all, up to three of them."""
    hunters = [c for c in catalog.creatures().values() if c.behaviour == "predator" and c.has("animal")]
    groups = (pack for count in (1, 2, 3) for pack in combinations_with_replacement(hunters, count))
    return tuple("+".join(c.id for c in pack) for pack in groups if sum(c.points for c in pack) <= PREDATORS_WORTH)


def check_call(table: Table, decision: Decision, action: CallPredators) -> Refusal | None:
    """Once in a battle, by who carries the trident and can use it."""
    refusal = cannot(table, decision, action.actor, ITEMS, 1)
    if refusal is not None or (may_call(table, table.models[action.actor]) and action.creature in packs()):
        return refusal
    return Refusal("DW-ART-06", {"model": action.actor, "creature": action.creature})


def may_call(table: Table, model: Model) -> bool:
    """The trident is at hand, works, and was not used."""
    has = f"{LOAD}:{TRIDENT}" in model.tokens and not table.tokens(TABLE, f"{USED}:{TRIDENT}")
    return has and can_use(table, model, TRIDENT)


async def call_predators(ref: Referee, action: CallPredators) -> None:
    """They enter at an edge, wild; a Sea Shaman or Deep Caller commands them."""
    table, model = ref.table, ref.table.models[action.actor]
    await spend(ref, model.id, 1, "DW-ART-06")
    await ref.emit(Noted(rule="DW-ART-06", bearer=TABLE, token=f"{USED}:{TRIDENT}", value=1))
    commands = "sea_shaman" in model.kit or "deep_caller" in model.kit
    for n, id in enumerate(action.creature.split("+"), 1):
        who = catalog.creatures()[id]
        new = raised(who, f"wild-called-{n}-{table.serial}", WILD, who.name)
        at = way_in(ref.table, new)
        if at is not None:
            tokens = {**new.tokens, CHARMED: FOREVER} if commands else new.tokens
            side = model.side if commands else WILD
            await ref.emit(Called(rule="DW-ART-06", new=replace(new, at=at, side=side, tokens=tokens)))


def way_in(table: Table, model: Model) -> Point | None:
    """The first spot along the edges, from the west clockwise, a Long stick from every model."""
    width, high, r = table.terrain.width, table.terrain.height, model.radius
    ring = [(r, y) for y in steps(high)] + [(x, high - r) for x in steps(width)]
    ring += [(width - r, y) for y in steps(high)] + [(x, r) for x in steps(width)]
    for x, y in ring:
        at = spot(x, y)
        there = replace(model, at=at)
        far = all(gap_to(table.models[id], at) - there.radius >= stick(table, LONG) for id in table.standing())
        if far and place_fault(table, model, at, 0) is None:
            return at
    return None


def steps(length: float) -> list[float]:
    """Every other inch."""
    return [snap(float(n)) for n in range(2, int(length) - 1, 2)]


# ------------------------------------------------------------------ Portable Portal: DW-ART-09

GATE = "portable_portal"
MOUTH, EXIT = "portal-mouth", "portal-exit"


def check_open(table: Table, decision: Decision, action: OpenPortal) -> Refusal | None:
    """One to three actions; the mouth a Short stick away, the exit in view."""
    refusal = cannot(table, decision, action.actor, ITEMS, action.actions)
    if refusal is not None:
        return refusal
    model = table.models[action.actor]
    if f"{LOAD}:{GATE}" not in model.tokens or not can_use(table, model, GATE) or not 1 <= action.actions <= 3:
        return Refusal("DW-ART-09", {"model": model.id, "actions": action.actions})
    far = gap_to(model, action.mouth)
    low = level(table, model)
    blocked, _ = terrain_line(table, place(model), action.exit, low, low, soft=False)
    on = all(0 <= x <= table.terrain.width and 0 <= y <= table.terrain.height for x, y in (action.mouth, action.exit))
    if far > stick(table, SHORT) + SLACK or blocked == BLOCKED or not on:
        return Refusal("DW-ART-09", {"model": model.id, "distance": round(far, 3)})
    return None


def open_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """How wide, from where, to where."""
    model = table.models[offer.given["actor"]]
    far = max(table.terrain.width, table.terrain.height)
    return {
        "actions": Pick(tuple(range(1, min(3, left(model)) + 1))),
        "mouth": Spot(model.id, stick(table, SHORT) + model.radius),
        "exit": Spot(model.id, far),
    }


async def open_portal(ref: Referee, action: OpenPortal) -> None:
    """There is never more than one; the size it passes is the actions spent on it."""
    model = ref.table.models[action.actor]
    await spend(ref, model.id, action.actions, "DW-ART-09")
    width = {PORTAL: action.actions}
    for id, at in ((MOUTH, action.mouth), (EXIT, action.exit)):
        new = Model(id, "", "", id, "Portal", "marker", at=at, z=model.z, radius=0.5, tokens=width)
        await ref.emit(Dropped(rule="DW-ART-09", new=new))


def way_out(table: Table, model: Model) -> Point | None:
    """The spot beside the exit, for who touches the mouth on its level and is not too large."""
    mouth, out = table.models.get(MOUTH), table.models.get(EXIT)
    if mouth is None or out is None or mouth.at is None or out.at is None:
        return None
    near = gap_to(model, mouth.at) - mouth.radius <= TOUCH + 1e-9 and level(table, mouth) == level(table, model)
    if not near or size(model) > mouth.tokens[PORTAL]:
        return None
    if place_fault(table, model, out.at, level(table, out)) is None:
        return out.at
    return room_near(table, model, out.at, level(table, out))


def check_enter(table: Table, decision: Decision, action: EnterPortal) -> Refusal | None:
    """One action, at the mouth."""
    refusal = cannot(table, decision, action.actor, "move", 1)
    if refusal is not None or way_out(table, table.models[action.actor]) is not None:
        return refusal
    return Refusal("DW-ART-09", {"model": action.actor})


async def enter_portal(ref: Referee, action: EnterPortal) -> None:
    """It comes out beside the exit."""
    model, out = ref.table.models[action.actor], ref.table.models[EXIT]
    to = way_out(ref.table, model)
    assert to is not None
    await spend(ref, model.id, 1, "DW-ART-09")
    length = round(hypot(to[0] - place(model)[0], to[1] - place(model)[1]), 4)
    await ref.emit(Shoved(rule="DW-ART-09", model=model.id, path=(place(model), to), length=length, z=out.z))


# ------------------------------------------------------------------ offers


def offers(table: Table, model: Model) -> list[Offer]:
    """Everything a model may do with devices now."""
    who = {"actor": model.id}
    if not EFFECTS.allows(table, Doing(model.id, ITEMS)):
        return []
    found = [Offer(Learn, "DW-TEC-03", {**who, "device": d}) for d in unknown(table, model)]
    found += [Offer(Fix, "DW-TEC-05", {**who, "device": d}) for d in broken(table, model)]
    for target, things in pupils(table, model).items():
        found += [Offer(Teach, "DW-TEC-07", {**who, "target": target, "device": d}) for d in things]
    if left(model) >= SALVAGE_COST:
        for target, things in salvageable(table, model).items():
            found += [Offer(Salvage, "DW-TEC-02", {**who, "target": target, "what": w}) for w in things]
    for thing in usable(table, model):
        if is_gun(thing):
            if left(model) >= FIRE_COST and ATTACKS not in model.tokens and in_its_sights(table, model, thing):
                found.append(Offer(Fire, "DW-SCW-01", {**who, "device": thing.id}))
        elif left(model) >= SWITCH_COST.get(thing.profile, 1) and not thing.tokens.get(USED):
            found.append(Offer(SwitchOver, "DW-SCA-01", {**who, "device": thing.id}))
    core = altar(table, model)
    if core is not None and not loads(model) and not engaged(table, model):
        found.append(Offer(Extract, "DW-SCN-14", {**who, "target": core.id}))
    if may_call(table, model):
        found.append(Offer(CallPredators, "DW-ART-06", who))
    if f"{LOAD}:{GATE}" in model.tokens and can_use(table, model, GATE):
        found.append(Offer(OpenPortal, "DW-ART-09", who))
    if MOUTH in table.models and EFFECTS.allows(table, Doing(model.id, "move")) and way_out(table, model) is not None:
        found.append(Offer(EnterPortal, "DW-ART-09", who))
    return found


def call_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Which predators."""
    return {"creature": Pick(packs())}


PLAYS.update(
    {
        Learn: learn,
        Fix: fix,
        Teach: teach,
        Salvage: salvage,
        SwitchOver: switch_over,
        Fire: fire,
        Extract: extract,
        CallPredators: call_predators,
        OpenPortal: open_portal,
        EnterPortal: enter_portal,
    }
)
OFFERS.append(offers)
