"""Between battles: damaged things are mended, constructs are fitted with weapons (DW-CMP-03, DW-CON)."""

from __future__ import annotations

from collections.abc import Mapping

from sightline.core.decisions import Action, Decision, Offer, Pick, Refusal, Slot
from sightline.core.events import Event
from sightline.core.game import ActionKind
from sightline.core.referee import Referee
from sightline.core.table import Model, ModelId, Part, Side, Table
from sightline.games.deepwars import camp_words as w
from sightline.games.deepwars import catalog
from sightline.games.deepwars.catalog import weapon
from sightline.games.deepwars.devices import TECHIES
from sightline.games.deepwars.effects.commanding import HELPERS
from sightline.games.deepwars.members import able, above_its_level, arms, has, help_for, members, quality_roll
from sightline.games.deepwars.muster import makers_of
from sightline.games.deepwars.tokens import ADVANCE, DAMAGED, QUALITY, SKILL, UPGRADE, about, kind_of

MENDING = 1
"""What it costs to have something mended without a roll (DW-CMP-03)."""
UNTAUGHT = -2
"""On the dice of those who mend without having learned it (DW-TEC-08)."""
HARDEST = 3
"""The CL of an Ancient Artifact (DW-ART-01)."""
LEAST = 2
"""Successes that a fitting needs in any case (DW-CON-03)."""


class Repairs(Part, frozen=True):
    """A warband mends what is damaged."""

    side: Side


class Fitting(Part, frozen=True):
    """A warband fits its constructs with weapons."""

    side: Side


# ------------------------------------------------------------------ mending (DW-CMP-03)


def damaged(table: Table, side: Side) -> list[tuple[ModelId, str]]:
    """What of a warband is damaged, with its owner; what nobody has is the warband's."""
    owners = [table.models[side], *members(table, side)]
    return [(m.id, about(t)) for m in owners for t in m.tokens if kind_of(t) == DAMAGED]


def tried(item: str, owner: ModelId) -> str:
    """The token that says that something was tried in this interval."""
    return f"{w.TRIED}:{owner} {item}"


def mender(table: Table, side: Side, owner: ModelId, item: str) -> tuple[Model | None, int]:
    """Who mends something, and at what: the best who has learned it, else its owner at -2."""
    taught: list[tuple[Model, int]] = []
    for m in able(table, side):
        if has(m, "engineer") or f"{ADVANCE}:technician" in m.tokens:
            taught.append((m, help_for(table, m)))
        elif has(m, "scientist"):
            taught.append((m, help_for(table, m) + above_its_level(m, complexity(table, owner, item, m))))
    if taught:
        return min(taught, key=lambda one: one[0].tokens[QUALITY] - one[1])
    others = [m for m in able(table, side) if m.id == owner] or able(table, side)
    return (others[0] if others else None), UNTAUGHT


def complexity(table: Table, owner: ModelId, item: str, worker: Model) -> int:
    """The successes that mending takes: the CL, one less of a simplified thing (DW-UPG-11), and one at least."""
    cl = weapon(item).cl if item in catalog.weapons() else HARDEST
    simple = table.tokens(owner, f"{UPGRADE}:simplify:{item}") and any(has(worker, t) for t in TECHIES)
    return max(1, cl - 1 if simple else cl)


async def repairs(ref: Referee, part: Repairs) -> None:
    """One try each, or a victory point."""
    table, side = ref.table, part.side
    offers: list[Offer] = []
    for owner, item in damaged(table, side):
        given = {"owner": owner, "item": item}
        able_to_try = not destroyed(table, owner, item) and not table.tokens(side, tried(item, owner))
        if able_to_try and mender(table, side, owner, item)[0] is not None:
            offers.append(Offer(w.Mend, "DW-CMP-03", given))
        if table.tokens(side, w.VP) >= MENDING:
            offers.append(Offer(w.PayMending, "DW-CMP-03", given))
    if not offers:
        return
    ask = (*offers, Offer(w.GoOn, "DW-CMP-03"))
    answer = await ref.choose(side, "DW-CMP-03", ask, default=w.GoOn(), about=REPAIRING)
    if isinstance(answer, w.GoOn):
        return
    assert isinstance(answer, w.Mend | w.PayMending)
    whole = w.Mended(rule="DW-CMP-03", bearer=answer.owner, token=f"{DAMAGED}:{answer.item}", value=0)
    if isinstance(answer, w.PayMending):
        await ref.emit(w.PointsSpent(rule="DW-CMP-03", bearer=side, token=w.VP, by=-MENDING), whole)
    else:
        who, mod = mender(table, side, answer.owner, answer.item)
        assert who is not None
        if await quality_roll(ref, who, "DW-CMP-03", mod) >= complexity(table, answer.owner, answer.item, who):
            await ref.emit(whole)
        else:
            token = tried(answer.item, answer.owner)
            await ref.emit(w.Tried(rule="DW-CMP-03", bearer=side, token=token, value=1))
    ref.then(part)


def destroyed(table: Table, owner: ModelId, item: str) -> bool:
    """Whether a weapon is beyond repair, and can only be replaced for a point (DW-WPN-03)."""
    return item in catalog.weapons() and table.tokens(owner, f"{DAMAGED}:{item}") >= weapon(item).boxes


REPAIRING, WORKSHOP = "repairs", "workshop"


def check_mend(table: Table, decision: Decision, action: w.Mend | w.PayMending) -> Refusal | None:
    """Something of one's own that is damaged; one try, or a point."""
    facts = {"item": action.item, "model": action.owner}
    if decision.about != REPAIRING or (action.owner, action.item) not in damaged(table, decision.side):
        return Refusal("DW-CMP-03", facts)
    if isinstance(action, w.Mend) and table.tokens(decision.side, tried(action.item, action.owner)):
        return Refusal("DW-CMP-03", {**facts, "tries": 1})
    if isinstance(action, w.Mend) and destroyed(table, action.owner, action.item):
        return Refusal("DW-WPN-03", {**facts, "price": MENDING})
    bank = table.tokens(decision.side, w.VP)
    if isinstance(action, w.PayMending) and bank < MENDING:
        return Refusal("DW-CMP-01", {"points": bank, "price": MENDING})
    return None


# ------------------------------------------------------------------ fitting constructs (DW-CON)


def stash(table: Table, side: Side) -> tuple[str, ...]:
    """The tech weapons that are with the warband, and with nobody."""
    own = table.models[side].tokens
    return tuple(about(t) for t in own if kind_of(t) == w.STASH and about(t) in catalog.weapons())


def scientists(table: Table, side: Side) -> list[Model]:
    """The Scientists who have survived."""
    return [m for m in able(table, side) if has(m, "scientist")]


def makers(table: Table, construct: Model) -> list[Model]:
    """Who could have made a construct, and lives (DW-CON-02)."""
    crafts = makers_of(catalog.profiles()[construct.profile])
    return [m for m in able(table, construct.side) if any(has(m, ability) for ability in crafts)]


def constructs(table: Table, side: Side) -> tuple[ModelId, ...]:
    """The constructs that could be fitted with something."""
    made = [m for m in members(table, side) if has(m, "construct") and makers(table, m)]
    return tuple(m.id for m in made) if scientists(table, side) else ()


def price_of(item: str) -> int:
    """Half the points of a weapon, rounded up (DW-CON-01)."""
    return -(-weapon(item).cost // 2)


def buildable(table: Table, side: Side) -> tuple[str, ...]:
    """The weapons a Scientist could make now: one in an interval, of a CL it is up to."""
    return tuple(item for item in catalog.weapons() if build_fault(table, side, item) is None)


def build_fault(table: Table, side: Side, item: str) -> Refusal | None:
    """Why a weapon cannot be made now (DW-CON-01)."""
    if item not in catalog.weapons() or weapon(item).cl < 1 or weapon(item).kind == "natural":
        return Refusal("DW-CON-01", {"weapon": item})
    if not scientists(table, side):
        return Refusal("DW-CON-02", {"needed": "scientist"})
    if not constructs(table, side):
        return Refusal("DW-CON-02", {"needed": "construct"})
    if table.tokens(side, w.MADE):
        return Refusal("DW-CON-01", {"made": 1, "weapon": item})
    best = max(m.tokens.get(f"{SKILL}:scientist", 1) for m in scientists(table, side))
    if weapon(item).cl > best:
        return Refusal("DW-CON-01", {"level": best, "cl": weapon(item).cl})
    bank, price = table.tokens(side, w.VP), price_of(item)
    return None if bank >= price else Refusal("DW-CMP-01", {"points": bank, "price": price})


def fittable(table: Table, side: Side) -> tuple[str, ...]:
    """The weapons of the warband that are whole and were not tried in this interval."""
    own = table.models[side].tokens
    whole = (i for i in stash(table, side) if f"{DAMAGED}:{i}" not in own and tried(i, side) not in own)
    return tuple(i for i in whole if any(i not in arms(table.models[c]) for c in constructs(table, side)))


async def fitting(ref: Referee, part: Fitting) -> None:
    """A weapon is made, a weapon is fitted (DW-CON-01 to DW-CON-04)."""
    table, side = ref.table, part.side
    if not constructs(table, side):
        return
    offers = [Offer(w.Build, "DW-CON-01", {"weapon": i}) for i in buildable(table, side)]
    offers += [Offer(w.Fit, "DW-CON-03", {"weapon": i}) for i in fittable(table, side)]
    if not offers:
        return
    ask = (*offers, Offer(w.GoOn, "DW-CMP-03"))
    answer = await ref.choose(side, "DW-CMP-03", ask, default=w.GoOn(), about=WORKSHOP)
    if isinstance(answer, w.GoOn):
        return
    if isinstance(answer, w.Build):
        await ref.emit(
            w.PointsSpent(rule="DW-CON-01", bearer=side, token=w.VP, by=-price_of(answer.weapon)),
            w.Built(rule="DW-CON-01", bearer=side, token=f"{w.STASH}:{answer.weapon}", by=1),
            w.Tried(rule="DW-CON-01", bearer=side, token=w.MADE, value=1),
        )
    elif isinstance(answer, w.Fit):
        await fit(ref, side, answer)
    ref.then(part)


async def fit(ref: Referee, side: Side, action: w.Fit) -> None:
    """The better Quality of Scientist and maker, +1 for each Assistant; two successes, or as many as its CL."""
    table = ref.table
    team = [*scientists(table, side), *makers(table, table.models[action.construct])]
    best = min(team, key=lambda m: m.tokens[QUALITY])
    helpers = sum(has(m, "assistant") for m in able(table, side) if m.id != best.id)
    successes = await quality_roll(ref, best, "DW-CON-03", min(HELPERS, helpers))
    item = action.weapon
    if successes >= max(LEAST, weapon(item).cl):
        await ref.emit(
            w.Stored(rule="DW-CON-01", bearer=side, token=f"{w.STASH}:{item}", by=-1),
            w.Fitted(rule="DW-CON-01", bearer=action.construct, token=f"{w.GAINED}:{item}", value=1),
        )
        # What was done to it for whoever had it before goes with it.
        done = [t for t in table.models[side].tokens if kind_of(t) == UPGRADE and t.endswith(f":{item}")]
        await ref.emit(*(w.HandedOver(rule="DW-CON-01", bearer=side, token=t, value=0) for t in done))
        await ref.emit(*(w.TakenOver(rule="DW-CON-01", bearer=action.construct, token=t, value=1) for t in done))
        return
    events: list[Event] = [w.Tried(rule="DW-CON-04", bearer=side, token=tried(item, side), value=1)]
    if not successes:
        events.append(w.Broke(rule="DW-CON-04", bearer=side, token=f"{DAMAGED}:{item}", value=1))
    await ref.emit(*events)


def check_build(table: Table, decision: Decision, action: w.Build) -> Refusal | None:
    """A Scientist up to it, one weapon in an interval, and the points."""
    if decision.about != WORKSHOP:
        return Refusal("DW-CON-01", {"weapon": action.weapon})
    return build_fault(table, decision.side, action.weapon)


def check_fit(table: Table, decision: Decision, action: w.Fit) -> Refusal | None:
    """A whole weapon of the warband, a construct, its Scientist and its maker."""
    side, construct = decision.side, table.models.get(action.construct)
    if decision.about != WORKSHOP or action.weapon not in stash(table, side):
        return Refusal("DW-CON-01", {"weapon": action.weapon})
    if construct is None or construct not in members(table, side) or not has(construct, "construct"):
        return Refusal("DW-CON-01", {"model": action.construct})
    if not scientists(table, side):
        return Refusal("DW-CON-02", {"needed": "scientist", "model": action.construct})
    if not makers(table, construct):
        crafts = makers_of(catalog.profiles()[construct.profile])
        return Refusal("DW-CON-02", {"needed": " or ".join(crafts), "model": action.construct})
    if action.weapon not in fittable(table, side):
        return Refusal("DW-CON-04", {"weapon": action.weapon})
    if action.weapon in arms(construct):
        return Refusal("DW-CON-01", {"weapon": action.weapon, "model": action.construct, "times": 2})
    return None


def fit_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Which construct."""
    item = offer.given["weapon"]
    free = tuple(i for i in constructs(table, decision.side) if item not in arms(table.models[i]))
    return {"construct": Pick(free)}


def check_go_on(table: Table, decision: Decision, action: w.GoOn) -> Refusal | None:
    """Always."""
    return None


ACTIONS: Mapping[type[Action], ActionKind] = {
    w.GoOn: ActionKind(check_go_on),
    w.Mend: ActionKind(check_mend),
    w.PayMending: ActionKind(check_mend),
    w.Build: ActionKind(check_build),
    w.Fit: ActionKind(check_fit, fit_slots),
}
