"""Between battles: advances, upgrades, training, recruits (DW-ADV-01, DW-UPG, DW-EXP, DW-CMP-04)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sightline.core.decisions import Action, Decision, Offer, Pick, Refusal, Slot
from sightline.core.events import Event
from sightline.core.game import ActionKind
from sightline.core.referee import Referee
from sightline.core.table import Model, ModelId, Part, Side, Table
from sightline.core.variants import Variant
from sightline.games.deepwars import camp_words as w
from sightline.games.deepwars import catalog, muster
from sightline.games.deepwars.arms import LIVING
from sightline.games.deepwars.catalog import Profile, artifacts, weapon
from sightline.games.deepwars.growing import advances, personal, upgrades
from sightline.games.deepwars.homecoming import is_tech
from sightline.games.deepwars.members import arms, as_roster, has, members, owned, worth
from sightline.games.deepwars.models import raised
from sightline.games.deepwars.surviving import learns
from sightline.games.deepwars.tokens import ADVANCE, CHARGES, DAMAGED, DISCIPLINE, LOAD, SKILL, UPGRADE, about, kind_of

MARKET = "market"
FREE_POINTS, PER_POINT = 30, 10
"""Points of troops that are free in an interval, and what a victory point adds (DW-CMP-04)."""
REINFORCE, ARMOR = "reinforce_armor", "armor"
MASTER, SCHOLAR, DOCTOR = "battle_master", "magic_scholar", "doctor_of_science"
TUTORED = {"up_battle_master": MASTER, "up_magic_scholar": SCHOLAR, "up_doctor": DOCTOR}
"""The trainings that victory points buy, by the personal advance that is the same (DW-UPG-13)."""


class Purchases(Part, frozen=True):
    """A warband buys what it likes, and hires whom it likes."""

    side: Side


# ------------------------------------------------------------------ what may be bought


def bank(table: Table, side: Side) -> int:
    """The victory points a warband can spend (DW-CMP-01)."""
    return table.tokens(side, w.VP)


def short(table: Table, side: Side, price: int) -> Refusal | None:
    """Not enough victory points."""
    left = bank(table, side)
    return None if left >= price else Refusal("DW-CMP-01", {"points": left, "price": price})


def advance_fault(table: Table, side: Side, advance: str) -> Refusal | None:
    """A Warband Advance can be bought once (DW-ADV-01)."""
    if advance not in advances():
        return Refusal("DW-ADV-01", {"unknown advance": advance})
    if table.tokens(side, f"{ADVANCE}:{advance}"):
        return Refusal("DW-ADV-01", {"advance": advance, "times": 2, "most": 1})
    return short(table, side, price(advance))


def price(id: str) -> int:
    """What an advance or an upgrade costs in victory points."""
    row = advances().get(id) or upgrades()[id]
    return int(str(row["cost_vp"]))


def is_missile(item: str) -> bool:
    """A projectile or energy weapon."""
    return item in catalog.weapons() and weapon(item).kind in ("projectile", "energy")


def has_trait(item: str, trait: str) -> bool:
    """Whether a weapon has a trait."""
    return item in catalog.weapons() and any(t.id == trait for t in weapon(item).traits)


SUITS: Mapping[str, Callable[[str], bool]] = {
    "amplifier": lambda item: item in catalog.weapons() and weapon(item).melee and weapon(item).cl >= 1,
    "armor_piercing": is_missile,
    "auto_reloader": lambda item: has_trait(item, "reload"),
    "enhanced_targeting": is_missile,
    "range_extender": is_missile,
    "reliable": lambda item: item in catalog.weapons() and weapon(item).cl >= 1,
    "ruggedize": is_tech,
    "powerful_blast": lambda item: has_trait(item, "blast"),
    "simplify": lambda item: item in artifacts() or (item in catalog.weapons() and weapon(item).cl >= 2),
    "instruction_manual": is_tech,
}
"""What each upgrade of an item is for (DW-UPG-02 to DW-UPG-12)."""


def things(member: Model) -> tuple[str, ...]:
    """What a member owns: its weapons, and the artifacts it carries."""
    return (*arms(member), *(about(t) for t in member.tokens if kind_of(t) == LOAD))


def upgrade_fault(table: Table, side: Side, action: w.Upgrade) -> Refusal | None:
    """Once per item, which must be owned and undamaged, and be of the right kind (DW-UPG-01)."""
    row = upgrades().get(action.upgrade)
    if row is None or row["kind"] != "item":
        return Refusal("DW-UPG-01", {"unknown upgrade": action.upgrade})
    no = owned(table, side, action.member)
    if no is not None:
        return no
    member, rule = table.models[action.member], str(row["rule"])
    facts = {"upgrade": action.upgrade, "model": member.id, "item": action.item}
    if action.upgrade == REINFORCE:
        if action.item != ARMOR:
            return Refusal(rule, facts)
        if f"{UPGRADE}:{REINFORCE}" in member.tokens:
            return Refusal(rule, {**facts, "times": 2, "most": 1})
        return short(table, side, price(REINFORCE))
    if action.item not in things(member):
        return Refusal("DW-UPG-01", {**facts, "owned": 0})
    if f"{DAMAGED}:{action.item}" in member.tokens:
        return Refusal("DW-UPG-01", {**facts, "damaged": 1})
    if not SUITS[action.upgrade](action.item):
        return Refusal(rule, facts)
    if f"{UPGRADE}:{action.upgrade}:{action.item}" in member.tokens:
        return Refusal("DW-UPG-01", {**facts, "times": 2, "most": 1})
    return short(table, side, price(action.upgrade))


# ------------------------------------------------------------------ training (DW-EXP, DW-UPG-13 to DW-UPG-15)


def for_points(table: Table) -> bool:
    """Victory points buy the three trainings."""
    return True


def for_experience_only(table: Table) -> bool:
    """Only experience buys them."""
    return False


TUTORS: Variant[Callable[[Table], bool]] = Variant("training_for_vp", {True: for_points, False: for_experience_only})


def known_disciplines(member: Model) -> tuple[str, ...]:
    """What a caster can cast from."""
    own = tuple(catalog.profiles()[member.profile].disciplines)
    return (*own, *(about(t) for t in member.tokens if kind_of(t) == DISCIPLINE))


def forms(member: Model, advance: str) -> tuple[str, ...]:
    """What a member may choose with a training; none where it is of no use to it."""
    if advance == SCHOLAR:
        every = dict.fromkeys(s.discipline for s in catalog.spells().values())
        return tuple(d for d in every if d not in known_disciplines(member)) if has(member, "spellcaster") else ()
    if advance == DOCTOR:
        return ("scientist", LIVING) if has(member, "scientist") else ()
    return ("",)


NEEDS = {"technician": "ether_tech", "ether_infused": "spellcaster"}
"""The ability without which an advance means nothing."""


def training_fault(member: Model, advance: str, form: str) -> Refusal | None:
    """Each advance once per model, and only where it means something (DW-EXP-01)."""
    if advance not in personal():
        return Refusal("DW-EXP-01", {"unknown advance": advance})
    facts = {"advance": advance, "model": member.id}
    if f"{ADVANCE}:{advance}" in member.tokens:
        return Refusal("DW-EXP-01", {"times": 2, "most": 1, **facts})
    rule = str(personal()[advance]["rule"])
    if not learns(member) or not forms(member, advance):
        return Refusal("DW-EXP-01" if not learns(member) else rule, facts)
    needs = NEEDS.get(advance)
    if needs is not None and not has(member, needs):
        return Refusal(rule, {**facts, "needed": needs})
    return None if form in forms(member, advance) else Refusal(rule, {**facts, "form": form})


def costs(advance: str) -> int:
    """What a personal advance costs in experience."""
    return int(str(personal()[advance]["cost_exp"]))


def check_train(table: Table, decision: Decision, action: w.Train) -> Refusal | None:
    """Experience enough, and a use for it."""
    no = closed(decision) or owned(table, decision.side, action.member)
    if no is not None:
        return no
    return learning_fault(table.models[action.member], action.advance, action.form)


def learning_fault(member: Model, advance: str, form: str) -> Refusal | None:
    """Why a member cannot learn something now: it means nothing to it, or it has too little experience."""
    no, exp = training_fault(member, advance, form), member.tokens.get(w.EXP, 0)
    if no is None and exp < costs(advance):
        return Refusal("DW-EXP-01", {"exp": exp, "price": costs(advance), "model": member.id})
    return no


def check_tutor(table: Table, decision: Decision, action: w.Tutor) -> Refusal | None:
    """One of three trainings, if points buy them (DW-UPG-13)."""
    no = closed(decision) or owned(table, decision.side, action.member)
    if no is not None:
        return no
    if action.training not in TUTORED or not TUTORS.of(table)(table):
        return Refusal("DW-UPG-13", {"training": action.training})
    no = training_fault(table.models[action.member], TUTORED[action.training], action.form)
    return no or short(table, decision.side, price(action.training))


async def taught(ref: Referee, id: ModelId, advance: str, form: str) -> None:
    """A member has learned something for good."""
    rule = str(personal()[advance]["rule"])
    events: list[Event] = [w.Trained(rule=rule, bearer=id, token=f"{ADVANCE}:{advance}", value=1)]
    if advance == SCHOLAR:
        events.append(w.Trained(rule=rule, bearer=id, token=f"{DISCIPLINE}:{form}", value=1))
    elif advance == DOCTOR:
        token = f"{CHARGES}:{LIVING}" if form == LIVING else f"{SKILL}:scientist"
        events.append(w.Rose(rule=rule, bearer=id, token=token, by=1))
    await ref.emit(*events)


# ------------------------------------------------------------------ recruits (DW-CMP-04, DW-CMP-07)


def hire_room(limit: int, members: int, free: int, bought: int) -> int:
    """The points that may still be hired: what is free or paid for, never above the limit."""
    return max(0, min(limit - members, free + bought))


def hire_price(table: Table, side: Side, profile: str) -> int:
    """The victory points that a recruit costs: troops take what is free first, personalities nothing of it."""
    who = catalog.profiles()[profile]
    pool = table.tokens(side, w.PAID) + (table.tokens(side, w.FREE) if who.rank == "troop" else 0)
    return max(0, -(-(who.points - pool) // PER_POINT))


def hire_fault(table: Table, side: Side, profile: str) -> Refusal | None:
    """Up to the starting limit, and by the rules for warbands."""
    if profile not in catalog.profiles():
        return Refusal("DW-GEN-04", {"unknown profile": profile})
    who, limit = catalog.profiles()[profile], int(table.options["points_limit"])
    spent = worth(table, side)
    if spent + who.points > limit:
        return Refusal("DW-CMP-04", {"points": spent + who.points, "limit": limit})
    for fault in muster.band_faults(as_roster(table, side, profile), table.options):
        if brings(who, fault):
            return (
                fault if "construct" not in fault.facts else Refusal(fault.rule, {**fault.facts, "construct": who.id})
            )
    return short(table, side, hire_price(table, side, profile))


def brings(who: Profile, fault: Refusal) -> bool:
    """Whether a recruit is to blame for what is wrong with a warband; losses are borne with (DW-CMP-07)."""
    facts = fault.facts
    if "leaders" in facts:
        return who.has("leader")
    if "personalities" in facts or "personality" in facts:
        return who.rank == "personality"
    if "warbeasts" in facts:
        return who.has("warbeast")
    if "construct" in facts:
        return who.has("construct") and facts["needed"] == " or ".join(muster.makers_of(who))
    return int(facts["models"]) > muster.MOST


async def hire(ref: Referee, side: Side, profile: str) -> None:
    """Points are used up, victory points paid where they do not reach."""
    table, who = ref.table, catalog.profiles()[profile]
    cost = hire_price(table, side, profile)
    if cost:
        await ref.emit(
            w.PointsSpent(rule="DW-CMP-04", bearer=side, token=w.VP, by=-cost),
            w.HiringSpent(rule="DW-CMP-04", bearer=side, token=w.PAID, by=cost * PER_POINT),
        )
    free = min(who.points, table.tokens(side, w.FREE)) if who.rank == "troop" else 0
    if free:
        await ref.emit(w.HiringSpent(rule="DW-CMP-04", bearer=side, token=w.FREE, by=-free))
    if who.points > free:
        await ref.emit(w.HiringSpent(rule="DW-CMP-04", bearer=side, token=w.PAID, by=free - who.points))
    number = 1 + sum(m.kind == "model" and m.side == side for m in table.models.values())
    new = raised(who, f"{side}-{number}", side, f"{who.name} {number}")
    await ref.emit(w.Hired(rule="DW-CMP-04", new=new))


# ------------------------------------------------------------------ the market


def offers(table: Table, side: Side) -> list[Offer]:
    """What a warband can afford now."""
    found = [
        Offer(w.BuyAdvance, "DW-ADV-01", {"advance": id}) for id in advances() if advance_fault(table, side, id) is None
    ]
    for id in upgrades():
        things_of = dict.fromkeys(item for _, item in suited(table, side, id))
        found += [Offer(w.Upgrade, "DW-UPG-01", {"upgrade": id, "item": item}) for item in things_of]
    for id in personal():
        open_to = dict.fromkeys(form for m in members(table, side) for form in forms(m, id))
        found += [
            Offer(w.Train, "DW-EXP-01", {"advance": id, "form": form})
            for form in open_to
            if trainees(table, side, id, form)
        ]
    for id, advance in TUTORED.items():
        open_to = dict.fromkeys(form for m in members(table, side) for form in forms(m, advance))
        found += [
            Offer(w.Tutor, "DW-UPG-13", {"training": id, "form": form})
            for form in open_to
            if pupils(table, side, id, form)
        ]
    found += [Offer(w.Hire, "DW-CMP-04", {"profile": id}) for id in hireable(table, side)]
    return found


def hireable(table: Table, side: Side) -> tuple[str, ...]:
    """Who can be hired now: of the faction of the warband first."""
    own = {catalog.profiles()[m.profile].faction for m in members(table, side)}
    fits = [p for p in catalog.profiles().values() if hire_fault(table, side, p.id) is None]
    return tuple(p.id for p in sorted(fits, key=lambda p: p.faction not in own))


def suited(table: Table, side: Side, upgrade: str) -> tuple[tuple[ModelId, str], ...]:
    """The things an upgrade could be bought for: owner and item."""
    if upgrades()[upgrade]["kind"] != "item":
        return ()
    return tuple(
        (m.id, item)
        for m in members(table, side)
        for item in ((ARMOR,) if upgrade == REINFORCE else dict.fromkeys(things(m)))
        if upgrade_fault(table, side, w.Upgrade(upgrade, m.id, item)) is None
    )


def trainees(table: Table, side: Side, advance: str, form: str) -> tuple[ModelId, ...]:
    """Who has the experience for an advance, and a use for it."""
    return tuple(m.id for m in members(table, side) if learning_fault(m, advance, form) is None)


def pupils(table: Table, side: Side, training: str, form: str) -> tuple[ModelId, ...]:
    """Whom a training could be bought for."""
    if not TUTORS.of(table)(table) or bank(table, side) < price(training):
        return ()
    every = members(table, side)
    return tuple(m.id for m in every if training_fault(m, TUTORED[training], form) is None)


async def purchases(ref: Referee, part: Purchases) -> None:
    """One purchase after the other; troops for thirty points are free in every interval (DW-CMP-04)."""
    table, side = ref.table, part.side
    if not table.tokens(side, w.NOW):
        await ref.emit(
            w.IntervalBegan(rule="DW-CMP-03", bearer=side, token=w.NOW, value=1),
            w.HiringSpent(rule="DW-CMP-04", bearer=side, token=w.FREE, by=FREE_POINTS),
        )
        ref.then(part)
        return
    ask = (*offers(table, side), Offer(w.GoOn, "DW-CMP-03"))
    answer = await ref.choose(side, "DW-CMP-03", ask, default=w.GoOn(), about=MARKET)
    if isinstance(answer, w.GoOn):
        own = table.models[side].tokens
        passing = [t for t in own if kind_of(t) in (w.FREE, w.PAID, w.NOW, w.TRIED, w.MADE)]
        await ref.emit(*(w.IntervalEnded(rule="DW-CMP-03", bearer=side, token=t, value=0) for t in passing))
        return
    await buy(ref, side, answer)
    ref.then(part)


async def buy(ref: Referee, side: Side, answer: Action) -> None:
    """Pay, and have it."""
    if isinstance(answer, w.BuyAdvance):
        await ref.emit(
            paid(side, price(answer.advance), "DW-ADV-01"),
            w.Advanced(rule="DW-ADV-01", bearer=side, token=f"{ADVANCE}:{answer.advance}", value=1),
        )
    elif isinstance(answer, w.Upgrade):
        token = f"{UPGRADE}:{answer.upgrade}" + ("" if answer.upgrade == REINFORCE else f":{answer.item}")
        rule = str(upgrades()[answer.upgrade]["rule"])
        await ref.emit(
            paid(side, price(answer.upgrade), "DW-UPG-01"),
            w.Upgraded(rule=rule, bearer=answer.member, token=token, value=1),
        )
    elif isinstance(answer, w.Train):
        cost = costs(answer.advance)
        await ref.emit(w.ExperienceSpent(rule="DW-EXP-01", bearer=answer.member, token=w.EXP, by=-cost))
        await taught(ref, answer.member, answer.advance, answer.form)
    elif isinstance(answer, w.Tutor):
        await ref.emit(paid(side, price(answer.training), "DW-UPG-13"))
        await taught(ref, answer.member, TUTORED[answer.training], answer.form)
    elif isinstance(answer, w.Hire):
        await hire(ref, side, answer.profile)


def paid(side: Side, points: int, rule: str) -> w.PointsSpent:
    """Victory points leave the bank."""
    return w.PointsSpent(rule=rule, bearer=side, token=w.VP, by=-points)


def closed(decision: Decision) -> Refusal | None:
    """Things are bought between battles, after repairs and fitting (DW-CMP-03)."""
    return None if decision.about == MARKET else Refusal("DW-CMP-03", {"open": False})


def check_advance(table: Table, decision: Decision, action: w.BuyAdvance) -> Refusal | None:
    """Once, for ten points."""
    return closed(decision) or advance_fault(table, decision.side, action.advance)


def check_upgrade(table: Table, decision: Decision, action: w.Upgrade) -> Refusal | None:
    """For something of one's own."""
    return closed(decision) or upgrade_fault(table, decision.side, action)


def check_hire(table: Table, decision: Decision, action: w.Hire) -> Refusal | None:
    """Room, and points."""
    return closed(decision) or hire_fault(table, decision.side, action.profile)


def upgrade_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Whose it is."""
    found = suited(table, decision.side, offer.given["upgrade"])
    return {"member": Pick(tuple(id for id, item in found if item == offer.given["item"]))}


def train_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Who learns it."""
    return {"member": Pick(trainees(table, decision.side, offer.given["advance"], offer.given["form"]))}


def tutor_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Whose training."""
    return {"member": Pick(pupils(table, decision.side, offer.given["training"], offer.given["form"]))}


ACTIONS: Mapping[type[Action], ActionKind] = {
    w.BuyAdvance: ActionKind(check_advance),
    w.Upgrade: ActionKind(check_upgrade, upgrade_slots),
    w.Train: ActionKind(check_train, train_slots),
    w.Tutor: ActionKind(check_tutor, tutor_slots),
    w.Hire: ActionKind(check_hire),
}
