"""Treasure: tokens on the map, what they turn out to be, carrying, robbing and holding (DW-TRE)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from sightline.core.decisions import Decision, Offer, Pick, Refusal, Slot
from sightline.core.dice import Roll
from sightline.core.events import Event
from sightline.core.referee import Referee
from sightline.core.sight import reach as gap_to
from sightline.core.table import Model, ModelId, Side, Table
from sightline.games.deepwars import catalog
from sightline.games.deepwars.acting import PLAYS, cannot, spend
from sightline.games.deepwars.actions import Drop, HandOver, PickUp, Take
from sightline.games.deepwars.catalog import DIE, TOUCH, sizes
from sightline.games.deepwars.checks import roller
from sightline.games.deepwars.effects import EFFECTS
from sightline.games.deepwars.events import Dropped, Found, Noted, Taken, TakenAway, Tallied
from sightline.games.deepwars.loads import TREASURE, loads, lying_there
from sightline.games.deepwars.measure import engaged, friends, helpless, level, place, size, touching, upright
from sightline.games.deepwars.questions import ITEMS, USING, Doing
from sightline.games.deepwars.tokens import ARTIFACTS, CASHED, CORE, HELD, LOAD, about, marks_of

JUNK, ANCIENT = "corroded_junk", "ancient_artifact"


def values() -> dict[str, int]:
    """What each kind of treasure is worth; every artifact is worth the same (DW-TRE-01)."""
    rows = {t["id"]: t["vp"] for t in catalog.rows("treasure")}
    return rows | {a["id"]: rows[ANCIENT] for a in catalog.rows("artifact")}


def kind_of(face: int) -> str:
    """What a die says a token is."""
    rows = catalog.rows("treasure")
    return str(next(t["id"] for t in rows if t["roll_min"] <= face <= t["roll_max"]))


def artifact_of(first: int, second: int) -> str:
    """The artifact of two dice, each read as 1 to 3 (DW-ART-01)."""
    row, column = (first + 1) // 2, (second + 1) // 2
    rows = catalog.rows("artifact")
    return str(next(a["id"] for a in rows if (a["roll_1"], a["roll_2"]) == (row, column)))


def room(model: Model) -> int:
    """How many more objects a model can carry; a heavy load fills its hands (DW-TRE-03)."""
    carried = loads(model)
    return 0 if CORE in carried else sizes()[size(model) - 1].carries - sum(carried.values())


# ------------------------------------------------------------------ picking up: DW-TRE-01, DW-TRE-02


def lying(table: Table) -> tuple[Model, ...]:
    """All treasure that can be picked up."""
    found: tuple[Model, ...] | None = table.now.get("lying")
    if found is None:
        found = table.now["lying"] = tuple(markers(table, (TREASURE, CORE, *values())))
    return found


def loose(table: Table) -> tuple[Model, ...]:
    """Everything that can be picked up: treasure, and salvaged weapons that somebody has dropped (DW-TRE-04)."""
    return (*lying(table), *markers(table, catalog.weapons()))


def markers(table: Table, kinds: Collection[str]) -> Iterator[Model]:
    """What lies on the map of some kinds."""
    return (m for m in table.models.values() if m.kind == "marker" and m.profile in kinds and m.at is not None)


def in_hand(table: Table, model: Model) -> tuple[ModelId, ...]:
    """What a model could pick up now."""
    if engaged(table, model) or room(model) <= 0 or not EFFECTS.allows(table, Doing(model.id, ITEMS)):
        return ()
    low, free = level(table, model), not loads(model)
    return tuple(
        m.id
        for m in loose(table)
        if gap_to(model, place(m)) - m.radius <= TOUCH + 1e-9 and level(table, m) == low and (m.profile != CORE or free)
    )


def check_pick_up(table: Table, decision: Decision, action: PickUp) -> Refusal | None:
    """In contact on its level, not engaged, with a hand free."""
    refusal = cannot(table, decision, action.actor, ITEMS, 1)
    if refusal is not None:
        return refusal
    model = table.models[action.actor]
    if action.target in in_hand(table, model):
        return None
    full = action.target in {m.id for m in loose(table)} and room(model) <= 0
    facts = {"model": model.id, "target": action.target, "engaged": len(engaged(table, model))}
    return Refusal("DW-TRE-03" if full else "DW-TRE-02", facts)


def pick_up_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Which token."""
    return {"target": Pick(in_hand(table, table.models[offer.given["actor"]]))}


async def pick_up(ref: Referee, action: PickUp) -> None:
    """One action; a token nobody knows is looked at, and junk thrown away."""
    found = ref.table.models[action.target]
    await spend(ref, action.actor, 1, "DW-TRE-02")
    what = found.profile if found.profile != TREASURE else await look_at(ref, action.actor)
    events: list[Event] = [TakenAway(rule="DW-TRE-02", model=found.id)]
    if what != JUNK:
        rule = "DW-TRE-02" if found.profile != TREASURE else "DW-TRE-01"
        events += known_of(action.actor, marks_of(found.tokens, what), rule)
        events.append(Found(rule=rule, bearer=action.actor, token=f"{LOAD}:{what}", by=1, at=place(found)))
    await ref.emit(*events)


def known_of(id: ModelId, marks: Mapping[str, int], rule: str) -> list[Event]:
    """What is known of a thing comes to whoever has it now; of several of a kind, how many have scored before."""
    return [
        Tallied(rule=rule, bearer=id, token=token, by=n)
        if token.startswith(f"{CASHED}:")
        else Noted(rule=rule, bearer=id, token=token, value=n)
        for token, n in marks.items()
    ]


async def look_at(ref: Referee, id: ModelId) -> str:
    """One die says what it is, two more which artifact."""
    side = roller(ref.table, ref.table.models[id])
    ((face,),) = await ref.throw(Roll("DW-TRE-01", DIE, 1, side, id))
    what = kind_of(face)
    if what == ANCIENT:
        ((first, second),) = await ref.throw(Roll("DW-ART-01", DIE, 2, side, id))
        what = artifact_of(first, second)
    return what


# ------------------------------------------------------------------ robbing: DW-TRE-04


def victims(table: Table, model: Model) -> dict[ModelId, tuple[str, ...]]:
    """Whom a model could take something from, and what: bodies, and enemies who are transfixed."""
    if room(model) <= 0 or not EFFECTS.allows(table, Doing(model.id, ITEMS)):
        return {}
    found = {}
    for other in table.models.values():
        if other.at is None:
            continue
        held = other.kind == "model" and other.side != model.side and helpless(other)
        if (other.kind == "marker" or held) and touching(table, model, other):
            what = tuple(w for w in loads(other) if w != CORE or not loads(model))
            if what:
                found[other.id] = what
    return found


def check_take(table: Table, decision: Decision, action: Take) -> Refusal | None:
    """One action, one object."""
    refusal = cannot(table, decision, action.actor, ITEMS, 1)
    if refusal is not None:
        return refusal
    found = victims(table, table.models[action.actor])
    if action.what in found.get(action.target, ()):
        return None
    return Refusal("DW-TRE-04", {"model": action.actor, "target": action.target, "what": action.what})


def take_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """What of it."""
    return {"what": Pick(victims(table, table.models[offer.given["actor"]])[offer.given["target"]])}


async def take(ref: Referee, action: Take) -> None:
    """It changes hands; treasure of a dead enemy is what grave robbers are after (DW-OPS-20)."""
    await spend(ref, action.actor, 1, "DW-TRE-04")
    victim = ref.table.models[action.target]
    dead_enemy = victim.kind == "marker" and victim.owner not in ("", ref.table.models[action.actor].side)
    rule = "DW-OPS-20" if dead_enemy and action.what in values() else "DW-TRE-04"
    await ref.emit(*changes_hands(victim, action.actor, action.what, rule))


# ------------------------------------------------------------------ dropping and handing over: DW-ACN-24


def let_go(model: Model, what: str, rule: str) -> list[Event]:
    """Somebody no longer has an object; an artifact stops working for whom the last of its kind is taken from."""
    events: list[Event] = [Taken(rule=rule, bearer=model.id, token=f"{LOAD}:{what}", by=-1)]
    if what in ARTIFACTS and what in model.tokens and loads(model)[what] == 1:
        events.append(Taken(rule=rule, bearer=model.id, token=what, by=-1))
    gone = {t: -1 if t.startswith(f"{CASHED}:") else 0 for t in marks_of(model.tokens, what)}
    return [*events, *known_of(model.id, gone, rule)]


def changes_hands(giver: Model, taker: ModelId, what: str, rule: str) -> list[Event]:
    """From one to another, with all that is known of it."""
    has_it_now = Found(rule=rule, bearer=taker, token=f"{LOAD}:{what}", by=1)
    return [*let_go(giver, what, rule), *known_of(taker, marks_of(giver.tokens, what), rule), has_it_now]


def check_drop(table: Table, decision: Decision, action: Drop) -> Refusal | None:
    """Free, of what one carries."""
    refusal = cannot(table, decision, action.actor, ITEMS, 0)
    if refusal is not None or action.what in loads(table.models[action.actor]):
        return refusal
    return Refusal("DW-ACN-24", {"model": action.actor, "what": action.what})


async def drop(ref: Referee, action: Drop) -> None:
    """It lies where one is; what costs no action does not come between others."""
    table, model = ref.table, ref.table.models[action.actor]
    await spend(ref, model.id, 0, "DW-ACN-24", running=True)
    number, marks = f"{model.id}-{action.what}-{table.serial}", marks_of(model.tokens, action.what)
    lies = lying_there(number, place(model), model.z, action.what, marks)
    await ref.emit(*let_go(model, action.what, "DW-ACN-24"), Dropped(rule="DW-ACN-24", new=lies))


def takers(table: Table, model: Model) -> dict[ModelId, tuple[str, ...]]:
    """The friends in contact who have a hand free, and what each could be given."""
    if not loads(model) or not EFFECTS.allows(table, Doing(model.id, USING)):
        return {}
    found = {}
    for friend in friends(table, model):
        what = tuple(w for w in loads(model) if w != CORE or not loads(friend))
        able = room(friend) > 0 and upright(friend) and EFFECTS.allows(table, Doing(friend.id, ITEMS))
        if what and able and touching(table, model, friend):
            found[friend.id] = what
    return found


def check_hand_over(table: Table, decision: Decision, action: HandOver) -> Refusal | None:
    """One action of the giver, to a friend in contact with a hand free."""
    refusal = cannot(table, decision, action.actor, USING, 1)
    if refusal is not None or action.what in takers(table, table.models[action.actor]).get(action.target, ()):
        return refusal
    return Refusal("DW-ACN-24", {"model": action.actor, "target": action.target, "what": action.what})


async def hand_over(ref: Referee, action: HandOver) -> None:
    """It changes hands."""
    await spend(ref, action.actor, 1, "DW-ACN-24")
    await ref.emit(*changes_hands(ref.table.models[action.actor], action.target, action.what, "DW-ACN-24"))


def offers(table: Table, model: Model) -> list[Offer]:
    """Picking up, taking, and handing over."""
    who = {"actor": model.id}
    found = [Offer(PickUp, "DW-TRE-02", who)] if in_hand(table, model) else []
    found += [Offer(Take, "DW-TRE-04", {**who, "target": id}) for id in victims(table, model)]
    for id, things in takers(table, model).items():
        found += [Offer(HandOver, "DW-ACN-24", {**who, "target": id, "what": what}) for what in things]
    return found


def drops(table: Table, model: Model) -> list[Offer]:
    """Letting go of whatever one carries."""
    if not EFFECTS.allows(table, Doing(model.id, ITEMS)):
        return []
    return [Offer(Drop, "DW-ACN-24", {"actor": model.id, "what": what}) for what in loads(model)]


# ------------------------------------------------------------------ holding: DW-TRE-05


def holds(table: Table, side: Side) -> dict[str, int]:
    """What a side holds: carried by its living models on the map, or carried off on purpose."""
    found = {about(t): n for t, n in table.models[side].tokens.items() if t.startswith(f"{HELD}:")}
    for model in table.squad(side):
        for what, count in loads(model).items():
            found[what] = found.get(what, 0) + count
    return found


def worth_points(table: Table, side: Side) -> dict[str, int]:
    """What a side holds that counts: an artifact that was brought along has scored before (DW-CMP-05)."""
    marks = [m.tokens for m in (table.models[side], *table.squad(side))]
    new = {what: n - sum(own.get(f"{CASHED}:{what}", 0) for own in marks) for what, n in holds(table, side).items()}
    return {what: n for what, n in new.items() if n > 0}


def treasure_points(table: Table, side: Side) -> int:
    """What held treasure is worth."""
    worth = values()
    return sum(worth.get(what, 0) * n for what, n in worth_points(table, side).items())


def finds(table: Table, side: Side) -> int:
    """How many finds a side holds."""
    worth = values()
    return sum(n for what, n in worth_points(table, side).items() if worth.get(what))


PLAYS.update({PickUp: pick_up, Take: take, Drop: drop, HandOver: hand_over})
