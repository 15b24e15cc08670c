"""Tech: learning, mending, teaching and salvage (DW-TEC)."""

from __future__ import annotations

from msgspec.structs import replace

from sightline.core.decisions import Decision, Offer, Refusal
from sightline.core.events import Event, Granted
from sightline.core.referee import Referee
from sightline.core.table import TABLE, Grant, Model, ModelId, Table
from sightline.games.deepwars import catalog
from sightline.games.deepwars.acting import PLAYS, cannot, left, spend
from sightline.games.deepwars.actions import Fix, Learn, Salvage, Teach
from sightline.games.deepwars.bodies import BODY_MARKER, REMAINS
from sightline.games.deepwars.catalog import artifacts, weapon
from sightline.games.deepwars.checks import quality_check
from sightline.games.deepwars.effects import EFFECTS
from sightline.games.deepwars.events import Found, Learned, Noted, Rearmed, Stripped
from sightline.games.deepwars.loads import loads
from sightline.games.deepwars.measure import friends, objects, touching
from sightline.games.deepwars.questions import USING, Doing
from sightline.games.deepwars.tokens import (
    ADVANCE,
    ARTIFACTS,
    DAMAGED,
    LEARNED,
    LOAD,
    NO_MORE,
    SKILL,
    UPGRADE,
    WOUND,
    about,
    marks_of,
)
from sightline.games.deepwars.treasure import room
from sightline.games.deepwars.treating import mends_items, one_repair, use_it_up

SALVAGE_COST = 2
FIX = "fix"
TECHIES = ("ether_tech", "scientist", "engineer", "animist")
"""Who profits from a simplified device (DW-UPG-11)."""

# ------------------------------------------------------------------ who knows what


def figure(model: Model, ability: str) -> int:
    """The level of a training; none where it was cancelled (DW-ADV-04)."""
    return model.tokens.get(f"{SKILL}:{ability}", 0) if ability in model.kit else 0


def complexity(table: Table, model: Model, device: str, owner: Model | None = None) -> int:
    """The CL of a device for somebody; a simplified one, whose ever it is, counts as one lower for tech abilities."""
    thing = table.models.get(device)
    if device in artifacts():
        level_ = 3
    elif thing is not None:
        rows = (
            *catalog.rows("scenic_artifact"),
            *catalog.rows("scenic_weapon"),
        )
        level_ = next((r["cl"] for r in rows if r["id"] == thing.profile), 0)
    else:
        level_ = weapon(device).cl
    improved = (owner or model).tokens.get(f"{UPGRADE}:simplify:{device}")
    simple = improved and any(t in model.kit for t in TECHIES)
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


def use_fault(table: Table, model: Model, device: str) -> Refusal | None:
    """Why a model does not use what it would have to carry: not there, damaged, never learned, or beyond it."""
    facts = {"model": model.id, "device": device}
    if f"{LOAD}:{device}" not in model.tokens:
        return Refusal("DW-TEC-06", {"without": device, **facts})
    if can_use(table, model, device):
        return None
    if f"{DAMAGED}:{device}" in model.tokens:
        return Refusal("DW-TEC-04", {"damaged": device, **facts})
    works = table.tokens(TABLE, f"{LEARNED}:{device}")
    return Refusal("DW-TEC-06" if works else "DW-TEC-03", {"unlearned": device, **facts})


def handicap(table: Table, model: Model, device: str, owner: Model | None = None) -> int:
    """What learning or mending a device costs somebody on every die (DW-TEC-08, DW-TEC-10)."""
    cl = complexity(table, model, device, owner)
    if "scientist" in model.kit:
        return -1 if figure(model, "scientist") < cl else 0
    return 0 if figure(model, "ether_tech") >= cl else -2


def at_hand(table: Table, model: Model) -> list[str]:
    """The devices a model carries or touches that can be learned."""
    carried = [w for w in loads(model) if w in artifacts() or w in catalog.weapons()]
    near = [o.id for o in objects(table) if touching(table, model, o) and complexity(table, model, o.id)]
    return carried + near


def is_damaged(table: Table, model: Model, device: str) -> bool:
    """Whether a device has to be mended first."""
    thing = table.models.get(device)
    return f"{DAMAGED}:{device}" in model.tokens or (thing is not None and DAMAGED in thing.tokens)


def is_gun(thing: Model) -> bool:
    """Whether a scenic device is a weapon that is fired."""
    rows = catalog.rows("scenic_weapon")
    return any(r["id"] == thing.profile and "bonus" in r["figures"] for r in rows)


# ------------------------------------------------------------------ learning: DW-TEC-03, DW-TEC-04


def unknown(table: Table, model: Model) -> list[str]:
    """What a model could try to learn now; a salvaged weapon is brought to life, though its kind may be known."""
    if not EFFECTS.allows(table, Doing(model.id, USING)):
        return []
    new = (d for d in at_hand(table, model) if f"{LEARNED}:{d}" not in model.tokens or d in catalog.weapons())
    return [d for d in new if not is_damaged(table, model, d)]


def check_learn(table: Table, decision: Decision, action: Learn) -> Refusal | None:
    """A device at hand that one does not know yet and that is whole."""
    refusal = cannot(table, decision, action.actor, USING, 1)
    if refusal is not None:
        return refusal
    model = table.models[action.actor]
    if action.device in unknown(table, model):
        return None
    rule = "DW-TEC-04" if is_damaged(table, model, action.device) else "DW-TEC-03"
    return Refusal(rule, {"model": model.id, "device": action.device})


async def learn(ref: Referee, action: Learn) -> None:
    """As many successes as its CL; three failures damage it."""
    table, model = ref.table, ref.table.models[action.actor]
    need, mod = complexity(table, model, action.device), handicap(table, model, action.device)
    mod += int(f"{ADVANCE}:technician" in model.tokens)  # DW-EXP-10
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
    """Somebody knows a device, and it works; a weapon it carries comes into its hands, an engine's traits with it."""
    await ref.emit(
        Learned(rule=rule, bearer=id, token=f"{LEARNED}:{device}", value=1),
        Noted(rule=rule, bearer=TABLE, token=f"{LEARNED}:{device}", value=1),
    )
    thing = ref.table.models.get(device)
    if device in catalog.weapons():
        await take_in_hand(ref, id, device, rule)
    elif thing is not None and is_gun(thing):
        await grant_traits(ref, id, thing.profile)


async def take_in_hand(ref: Referee, id: ModelId, device: str, rule: str) -> None:
    """A weapon that somebody carries and knows is one of its arms from now on; a damaged one once it is mended."""
    model = ref.table.models[id]
    if f"{LOAD}:{device}" in model.tokens and f"{DAMAGED}:{device}" not in model.tokens:
        tokens = {k: n - (k == f"{LOAD}:{device}") for k, n in model.tokens.items()}
        tokens = {k: n for k, n in tokens.items() if n or not k.startswith(f"{LOAD}:")}
        await ref.emit(Rearmed(rule=rule, new=replace(model, kit=(*model.kit, device), tokens=tokens)))
        await grant_traits(ref, id, device)


async def grant_traits(ref: Referee, id: ModelId, item: str) -> None:
    """What a weapon can do speaks for whoever uses it."""
    for trait in weapon(item).traits:
        rule = catalog.abilities()[trait.id].rule
        grant = Grant(rule, trait.n, item)
        if rule in EFFECTS.by_rule and grant not in ref.table.models[id].effects:
            await ref.emit(Granted(rule="DW-TEC-06", model=id, grant=grant))


# ------------------------------------------------------------------ mending and teaching: DW-TEC-05, DW-TEC-07


def broken(table: Table, model: Model) -> list[str]:
    """What a model could try to mend, if it is allowed to; Mechanical Experts let anybody, once (DW-ADV-07)."""
    if not (mends_items(model) or one_repair(table, model)) or not EFFECTS.allows(table, Doing(model.id, USING)):
        return []
    own = [d for d in at_hand(table, model) if is_damaged(table, model, d)]
    return [d for d in (*own, *theirs(table, model)) if not given_up(table, keeper(table, model, d), d)]


def given_up(table: Table, owner: Model, device: str) -> bool:
    """Whether three failures have left this very device damaged for the rest of the battle."""
    return f"{NO_MORE}:{FIX}:{device}" in table.models.get(device, owner).tokens


def theirs(table: Table, model: Model) -> dict[str, Model]:
    """The damaged devices of friends in contact (DW-ACN-25)."""
    near = [f for f in friends(table, model) if touching(table, model, f)]
    marks = ((about(t), f) for f in near for t in f.tokens if t.startswith(f"{DAMAGED}:"))
    return {item: f for item, f in marks if item in artifacts() or item in catalog.weapons()}


def keeper(table: Table, model: Model, device: str) -> Model:
    """Whose device it is."""
    return model if is_damaged(table, model, device) else theirs(table, model).get(device, model)


def check_fix(table: Table, decision: Decision, action: Fix) -> Refusal | None:
    """A damaged device at hand that was not given up."""
    refusal = cannot(table, decision, action.actor, USING, 1)
    if refusal is not None or action.device in broken(table, table.models[action.actor]):
        return refusal
    return Refusal("DW-TEC-05", {"model": action.actor, "device": action.device})


def trouble(table: Table, model: Model, device: str, owner: Model) -> int:
    """What mending a device costs a mere Scientist on every die (DW-TEC-10); DW-TEC-08 is about learning."""
    handy = "engineer" in model.kit or f"{ADVANCE}:technician" in model.tokens
    return handicap(table, model, device, owner) if "scientist" in model.kit and not handy else 0


async def fix(ref: Referee, action: Fix) -> None:
    """As many successes as its CL; three failures leave it damaged for the rest of the battle."""
    table, model = ref.table, ref.table.models[action.actor]
    owner = keeper(table, model, action.device)
    need = complexity(table, model, action.device, owner)
    mod = trouble(table, model, action.device, owner)
    await spend(ref, model.id, 1, "DW-TEC-05")
    await use_it_up(ref, model)
    successes = await quality_check(ref, model.id, "mend", action.device, "DW-TEC-05", mod)
    if successes >= need:
        await ref.emit(breaks(table, owner, action.device, 0, "DW-TEC-05"))
        await works_again(ref, owner.id, action.device)
    elif not successes:
        bearer = action.device if action.device in table.models else owner.id
        await ref.emit(Noted(rule="DW-TEC-05", bearer=bearer, token=f"{NO_MORE}:{FIX}:{action.device}", value=1))


async def works_again(ref: Referee, id: ModelId, device: str) -> None:
    """What was mended serves whoever carries and can use it as it did before (DW-TEC-06)."""
    owner = ref.table.models[id]
    if f"{LOAD}:{device}" not in owner.tokens or not can_use(ref.table, owner, device):
        return
    if device in ARTIFACTS and device not in owner.tokens:
        await ref.emit(Noted(rule="DW-TEC-06", bearer=id, token=device, value=1))
    elif device in catalog.weapons() and f"{LEARNED}:{device}" in owner.tokens:
        await take_in_hand(ref, id, device, "DW-TEC-06")


def pupils(table: Table, model: Model) -> dict[ModelId, tuple[str, ...]]:
    """Whom a Scientist could teach what: friends in contact who are no Scientists."""
    if "scientist" not in model.kit or not EFFECTS.allows(table, Doing(model.id, USING)):
        return {}
    known = [about(t) for t in model.tokens if t.startswith(f"{LEARNED}:")]
    found = {}
    for friend in friends(table, model):
        new = tuple(d for d in known if f"{LEARNED}:{d}" not in friend.tokens)
        if new and "scientist" not in friend.kit and touching(table, model, friend):
            found[friend.id] = new
    return found


def check_teach(table: Table, decision: Decision, action: Teach) -> Refusal | None:
    """A friend in contact, a device one knows."""
    refusal = cannot(table, decision, action.actor, USING, 1)
    if refusal is not None or action.device in pupils(table, table.models[action.actor]).get(action.target, ()):
        return refusal
    return Refusal("DW-TEC-07", {"model": action.actor, "target": action.target, "device": action.device})


async def teach(ref: Referee, action: Teach) -> None:
    """The pupil knows it, without a roll."""
    await spend(ref, action.actor, 1, "DW-TEC-07")
    await master(ref, action.target, action.device, "DW-TEC-07")


# ------------------------------------------------------------------ salvage: DW-TEC-02


def salvageable(table: Table, model: Model) -> dict[ModelId, tuple[str, ...]]:
    """The tech weapons on bodies in contact, for a Scientist with a hand free."""
    if "scientist" not in model.kit or room(model) <= 0:
        return {}
    found = {}
    for body in table.models.values():
        if body.kind == "marker" and body.at is not None and body.profile in (BODY_MARKER, REMAINS):
            weapons = (w for w in body.kit if w in catalog.weapons() and weapon(w).cl >= 1)
            tech = tuple(w for w in weapons if body.tokens.get(f"{WOUND}:{w}", 0) < weapon(w).boxes)
            if tech and touching(table, model, body):
                found[body.id] = tech
    return found


def check_salvage(table: Table, decision: Decision, action: Salvage) -> Refusal | None:
    """Two actions, a body in contact."""
    refusal = cannot(table, decision, action.actor, USING, SALVAGE_COST)
    if refusal is not None or action.what in salvageable(table, table.models[action.actor]).get(action.target, ()):
        return refusal
    return Refusal("DW-TEC-02", {"model": action.actor, "target": action.target, "what": action.what})


async def salvage(ref: Referee, action: Salvage) -> None:
    """It is carried off, damaged if it was or its bearer's death has damaged it; the body has it no more."""
    body, what = ref.table.models[action.target], action.what
    await spend(ref, action.actor, SALVAGE_COST, "DW-TEC-02")
    marks = marks_of(body.tokens, what)
    if f"{WOUND}:{what}" in body.tokens:
        marks[f"{DAMAGED}:{what}"] = 1
    await ref.emit(
        Stripped(rule="DW-TEC-02", new=without(body, what)),
        *(Noted(rule="DW-TEC-02", bearer=action.actor, token=token, value=n) for token, n in marks.items()),
        Found(rule="DW-TEC-02", bearer=action.actor, token=f"{LOAD}:{what}", by=1),
    )


def without(body: Model, item: str) -> Model:
    """A body from which a weapon was taken, with all that belonged to it."""
    kit = list(body.kit)
    kit.remove(item)
    more = item in kit
    gone = set() if more else {f"{WOUND}:{item}", *marks_of(body.tokens, item)}
    return replace(
        body,
        kit=tuple(kit),
        effects=body.effects if more else tuple(g for g in body.effects if g.via != item),
        tokens={k: n for k, n in body.tokens.items() if k not in gone},
    )


# ------------------------------------------------------------------ offers


def offers(table: Table, model: Model) -> list[Offer]:
    """What a model may learn, mend, teach and salvage now."""
    who = {"actor": model.id}
    if not EFFECTS.allows(table, Doing(model.id, USING)):
        return []
    found = [Offer(Learn, "DW-TEC-03", {**who, "device": d}) for d in unknown(table, model)]
    found += [Offer(Fix, "DW-TEC-05", {**who, "device": d}) for d in broken(table, model)]
    for target, things in pupils(table, model).items():
        found += [Offer(Teach, "DW-TEC-07", {**who, "target": target, "device": d}) for d in things]
    if left(model) >= SALVAGE_COST:
        for target, things in salvageable(table, model).items():
            found += [Offer(Salvage, "DW-TEC-02", {**who, "target": target, "what": w}) for w in things]
    return found


PLAYS.update({Learn: learn, Fix: fix, Teach: teach, Salvage: salvage})
