"""Attacks: who shoots or strikes with what, hits, blocks, and the wounds that come of it (SQ-WPN, SQ-SHT, SQ-SPR)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from sightline.core.decisions import Decision, Offer, Pick, Picks, Refusal, Slot
from sightline.core.dice import Roll
from sightline.core.effects import Question, Tally
from sightline.core.events import Detached, Event
from sightline.core.referee import Referee
from sightline.core.table import Model, ModelId, Part, RuleId, Table
from sightline.games.starquest.actions import Share
from sightline.games.starquest.agreeing import agreed
from sightline.games.starquest.catalog import DIE, Weapon, arm, is_weapon
from sightline.games.starquest.effects import EFFECTS
from sightline.games.starquest.effects.workings import ONLY_IN
from sightline.games.starquest.events import AttackDeclared, Hits
from sightline.games.starquest.harm import FALL, Suffering
from sightline.games.starquest.measure import (
    UnitId,
    apart,
    conscious,
    ids,
    inches,
    members,
    units,
    within,
)
from sightline.games.starquest.questions import (
    Attacks,
    Deepened,
    Doubted,
    Multiplied,
    Needing,
    Range,
    Seeing,
    Sixes,
    ToBlock,
    ToHit,
    Using,
)
from sightline.games.starquest.sighting import sees
from sightline.games.starquest.tokens import DEFENSE, QUALITY

IMPACT = "impact"
"""The group of the impact dice, which are no weapon (SQ-SPR-20)."""
CRUSHED = 2
"""The face an impact die hits with."""


class Group(Struct, frozen=True, omit_defaults=True):
    """The same weapon in the hands of some models (SQ-WPN-03)."""

    weapon: str
    models: tuple[ModelId, ...]
    dice: int


class Assault(Part, frozen=True, omit_defaults=True):
    """The weapon groups of one unit that are still to be rolled against another."""

    attacker: UnitId
    target: UnitId
    groups: tuple[Group, ...]
    melee: bool = False
    charging: bool = False
    cover: bool = False
    blind_cover: bool = False
    """Cover against weapons that look over everything (SQ-SPR-21)."""


class Blocking(Part, frozen=True, omit_defaults=True):
    """Hits that are to be blocked."""

    attacker: ModelId
    target: UnitId
    weapon: str
    plain: int
    torn: int = 0
    melee: bool = False
    charging: bool = False
    cover: bool = False
    ap: int = 0
    """Of hits that come from no weapon."""
    deep: int = 1
    cause: str = "attack"
    rule: RuleId = ""


# ------------------------------------------------------------------ weapons


def arms(model: Model, *, melee: bool) -> list[Weapon]:
    """The weapons of a model for shooting or for melee, as they are printed (SQ-WPN-01)."""
    return [arm(id) for id in model.kit if is_weapon(id) and arm(id).melee == melee]


def usable(table: Table, model: Model, weapon: str) -> bool:
    """Whether a weapon was not used up (SQ-SPR-22)."""
    return EFFECTS.allows(table, Using(model.id, weapon))


def range_of(table: Table, model: Model, weapon: Weapon) -> float:
    """How far a weapon shoots now (SQ-SHT-09)."""
    return EFFECTS.tally(table, Range(model.id, weapon.id), weapon.range).value


def attacks_of(table: Table, model: Model, weapon: Weapon) -> int:
    """How many attacks a weapon makes now."""
    return int(EFFECTS.tally(table, Attacks(model.id, weapon.id, weapon.melee), weapon.attacks).value)


def looks_over(table: Table, model: Model, weapon: str) -> bool:
    """Whether a weapon needs no sight (SQ-SPR-21)."""
    return not EFFECTS.allows(table, Needing(model.id, weapon))


def spots(table: Table, one: Model, other: Model) -> bool:
    """Whether a model sees another, as far as the light goes."""
    return sees(table, one.id, other.id) and EFFECTS.allows(table, Seeing(one.id, other.id))


def ap(weapon: str) -> int:
    """The AP printed on a weapon; for the order of groups (SQ-WPN-03)."""
    found = arm(weapon).special("ap") if is_weapon(weapon) else None
    return found.value if found else 0


def turn(group: Group) -> int:
    """When a group is rolled, whatever anybody wishes: Deadly, then Impact, then the rest (SQ-WPN-03)."""
    if group.weapon == IMPACT:
        return 1
    return 0 if is_weapon(group.weapon) and arm(group.weapon).special("deadly") is not None else 2


def ordered(groups: Sequence[Group], order: Sequence[str] = ()) -> tuple[Group, ...]:
    """Each group in its turn; within it as the player wishes, otherwise by AP and as printed (SQ-WPN-03)."""

    def wish(group: Group) -> int:
        return list(order).index(group.weapon) if group.weapon in order else len(order)

    return tuple(sorted(groups, key=lambda g: (turn(g), wish(g), -ap(g.weapon))))


def grouped(table: Table, carriers: Sequence[tuple[Model, Weapon]]) -> list[Group]:
    """Weapons of one name are one group (SQ-WPN-03, SQ-SHT-04, SQ-MEL-06)."""
    found: dict[str, list[tuple[Model, int]]] = {}
    for model, weapon in carriers:
        found.setdefault(weapon.id, []).append((model, attacks_of(table, model, weapon)))
    return [
        Group(id, ids(m for m, _ in who), sum(n for _, n in who))
        for id, who in found.items()
        if sum(n for _, n in who) > 0
    ]


def covered(table: Table, part: Assault, group: Group) -> bool:
    """Whether cover counts against a group."""
    if part.melee or group.weapon == IMPACT:
        return False
    return part.blind_cover if looks_over(table, table.models[group.models[0]], group.weapon) else part.cover


# ------------------------------------------------------------------ one group (SQ-SHT-03, SQ-SHT-08)


async def assault(ref: Referee, part: Assault) -> None:
    """Attacks, hits, extra hits and Blast of the first group; blocks and wounds follow, then the next group."""
    table = ref.table
    if not part.groups or not any(conscious(m) for m in members(table, part.target)):
        await ref.emit(*used_up(table, members(table, part.attacker), part.melee))
        return
    group, *rest = part.groups
    standing = tuple(id for id in group.models if conscious(table.models[id]))
    later = (Assault(part.attacker, part.target, tuple(rest), part.melee, part.charging, part.cover, part.blind_cover),)
    if not standing:
        ref.then(*later)
        return
    attacker, victim = table.models[standing[0]], spokesman(table, part.target)
    await ref.emit(
        AttackDeclared(
            rule="SQ-MEL-06" if part.melee else "SQ-SHT-04",
            attacker=attacker.id,
            target=victim.id,
            weapon=group.weapon,
            attacks=group.dice,
            melee=part.melee,
            others=tuple(standing[1:]),
        )
    )
    plain, torn = await roll_to_hit(ref, part, group, victim)
    await ref.emit(
        Hits(
            rule="SQ-MEL-07" if part.melee else "SQ-SHT-05",
            attacker=attacker.id,
            target=victim.id,
            weapon=group.weapon,
            hits=plain + torn,
            torn=torn,
        )
    )
    shares = await blast(ref, part, group, plain, torn)
    ref.then(
        *(
            Blocking(
                attacker.id,
                unit,
                group.weapon,
                n - t,
                t,
                part.melee,
                part.charging,
                covered(table, part, group) if unit == part.target else False,
            )
            for unit, n, t in shares
            if n
        ),
        *later,
    )


NEXT_ATTACK = "next_attack"
"""The token of a lasting working that an attack uses up."""


def used_up(table: Table, models: Sequence[Model], melee: bool) -> tuple[Event, ...]:
    """What an attack of some models uses up; what is for shots outlasts blows, and the other way round (SQ-HSK-02)."""
    return tuple(
        Detached(rule="SQ-HSK-02", attachment=a.id)
        for m in models
        for a in table.borne.get(m.id, ())
        if NEXT_ATTACK in a.tokens and ONLY_IN.get(a.id.partition("@")[0], melee) == melee
    )


def spokesman(table: Table, unit: UnitId) -> Model:
    """The first model of a unit that is on its feet."""
    return next(m for m in members(table, unit) if conscious(m))


def need_to_hit(table: Table, part: Assault, group: Group, attacker: ModelId, victim: ModelId) -> Tally:
    """The face an attack needs (SQ-STA-03)."""
    if group.weapon == IMPACT:
        return Tally(CRUSHED, CRUSHED)
    question = ToHit(attacker, victim, group.weapon, part.melee, part.charging)
    return EFFECTS.tally(table, question, table.tokens(attacker, QUALITY))


def more_on_six(table: Table, part: Assault, group: Group, attacker: ModelId, victim: ModelId) -> int:
    """How many hits a natural 6 brings beside its own (SQ-SPR-18, SQ-SPR-24, SQ-SPR-31)."""
    if group.weapon == IMPACT:
        return 0
    question = Sixes(attacker, victim, group.weapon, part.melee, part.charging)
    # Different rules with like effects do add up (SQ-SPR-03).
    notes = {n.rule: n.value for n in EFFECTS.tally(table, question, 0).notes if not n.muted}
    return int(sum(notes.values()))


def tears(table: Table, part: Assault, group: Group, attacker: ModelId, victim: ModelId) -> bool:
    """Whether a natural 6 of a group goes deeper (SQ-SPR-26)."""
    if group.weapon == IMPACT:
        return False
    deep, plain = (
        EFFECTS.tally(table, ToBlock(victim, attacker, group.weapon, part.melee, part.charging, torn), 2)
        for torn in (True, False)
    )
    return deep.notes != plain.notes


async def roll_to_hit(ref: Referee, part: Assault, group: Group, victim: Model) -> tuple[int, int]:
    """The hits of a group, plain ones and those that tear; models for whom dice mean different things roll apart."""
    table = ref.table
    kinds: dict[tuple[float, int], list[ModelId]] = {}
    for id in group.models:
        need = need_to_hit(table, part, group, id, victim.id)
        kinds.setdefault((need.value, more_on_six(table, part, group, id, victim.id)), []).append(id)
    each = group.dice // len(group.models)
    plain = torn = 0
    for (_, more), who in kinds.items():
        need = need_to_hit(table, part, group, who[0], victim.id)
        deep = tears(table, part, group, who[0], victim.id)
        dice = each * len(who) if len(kinds) > 1 else group.dice
        special = more or deep
        reads = tuple(0 if face < need.value else 2 if face == DIE and special else 1 for face in range(1, DIE + 1))
        rule = "SQ-SPR-20" if group.weapon == IMPACT else "SQ-MEL-07" if part.melee else "SQ-SHT-05"
        (faces,) = await ref.throw(Roll(rule, DIE, dice, table.models[who[0]].side, who[0], need, reads))
        hits, sixes = sum(face >= need.value for face in faces), sum(face == DIE for face in faces)
        torn += sixes if deep else 0
        plain += hits - (sixes if deep else 0) + sixes * more
    return plain, torn


# ------------------------------------------------------------------ Blast (SQ-SPR-09)


def neighbours(table: Table, part: Assault) -> list[tuple[UnitId, int]]:
    """The other enemy units near the target, with their models near it; unconscious heroes are none."""
    hit = [m for m in members(table, part.target) if conscious(m)]
    side = hit[0].side
    far = inches(table, "blast_distance")
    found = []
    for unit in units(table, side):
        if unit != part.target:
            near = [m for m in members(table, unit) if conscious(m) and within(apart((m,), hit), far)]
            if near:
                found.append((unit, len(near)))
    return found


def multiplier(most: int, models: int, near: Sequence[int]) -> int:
    """How often each hit counts: as the weapon allows, and as there are models to be hit."""
    return min(most, models + sum(near)) if most > 1 else 1


async def blast(ref: Referee, part: Assault, group: Group, plain: int, torn: int) -> list[tuple[UnitId, int, int]]:
    """The hits of a group on each unit: all of them, and those that tear."""
    table = ref.table
    most = 1
    if group.weapon != IMPACT:
        most = int(EFFECTS.tally(table, Multiplied(group.models[0], group.weapon), 1).value)
    if most < 2 or not plain + torn:
        return [(part.target, plain + torn, torn)]
    near = neighbours(table, part)
    own = sum(conscious(m) for m in members(table, part.target))
    times = multiplier(most, own, [n for _, n in near])
    everybody = [part.target, *(unit for unit, _ in near)]
    return await shared(ref, everybody, (plain + torn) * times, torn * times)


async def shared(ref: Referee, among: Sequence[UnitId], hits: int, torn: int) -> list[tuple[UnitId, int, int]]:
    """Hits shared out evenly; the players hand out what is over, one each, those that tear go round first."""
    each, over = divmod(hits, len(among))
    extra: tuple[UnitId, ...] = ()
    if over:
        first = tuple(spokesman(ref.table, unit).id for unit in among)
        action = await agreed(
            ref, "SQ-SPR-09", (Offer(Share, "SQ-SPR-09"),), default=Share(first[:over]), on=Sharing(first, over)
        )
        assert isinstance(action, Share)
        extra = tuple(ref.table.models[id].unit for id in action.models)
    counts = {unit: each + (unit in extra) for unit in among}
    deep = dict.fromkeys(among, 0)
    while torn:
        for unit in among:
            if torn and deep[unit] < counts[unit]:
                deep[unit] += 1
                torn -= 1
    return [(unit, counts[unit], deep[unit]) for unit in among]


class Sharing(Question, frozen=True):
    """What is over when hits are shared out."""

    among: tuple[ModelId, ...]
    over: int


def check_share(table: Table, decision: Decision, action: Share) -> Refusal | None:
    """As many different units as there are hits left over."""
    on = decision.on
    if not isinstance(on, Sharing):
        return Refusal("SQ-SPR-09", {"units": len(action.models)})
    fine = len(set(action.models)) == len(action.models) == on.over and set(action.models) <= set(on.among)
    return None if fine else Refusal("SQ-SPR-09", {"units": len(action.models), "needed": on.over})


def share_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """The units that were hit."""
    assert isinstance(decision.on, Sharing)
    return {"models": Picks(decision.on.among, decision.on.over, decision.on.over)}


# ------------------------------------------------------------------ blocking (SQ-SHT-06, SQ-MEL-08)


async def blocking(ref: Referee, part: Blocking) -> None:
    """One Defense roll for every hit; each that fails is a wound."""
    table = ref.table
    models = [m for m in members(table, part.target) if conscious(m)]
    if not models:
        return
    victim = models[0]
    doubted = is_weapon(part.weapon) and bool(EFFECTS.tally(table, Doubted(part.attacker, part.weapon), 0).value)
    wounds = 0
    for torn, hits in ((True, part.torn), (False, part.plain)):
        if hits:
            need = need_to_block(table, part, victim, torn)
            wounds += await roll_to_block(ref, part, victim, need, hits, doubted)
    if not wounds:
        return
    deep = part.deep
    if is_weapon(part.weapon):
        deep = int(EFFECTS.tally(table, Deepened(part.attacker, part.weapon), 1).value)
    weapon = part.weapon if is_weapon(part.weapon) else ""
    attacker = part.attacker if part.cause != FALL else ""
    ref.then(Suffering(part.target, wounds, attacker, weapon, deep, part.cause))


def need_to_block(table: Table, part: Blocking, victim: Model, torn: bool = False) -> Tally:
    """The face a Defense roll needs."""
    question = ToBlock(victim.id, part.attacker, part.weapon, part.melee, part.charging, torn, part.cover, part.ap)
    return EFFECTS.tally(table, question, victim.tokens[DEFENSE])


async def roll_to_block(ref: Referee, part: Blocking, victim: Model, need: Tally, hits: int, doubted: bool) -> int:
    """The hits that are not blocked; sixes may have to be rolled again once (SQ-SPR-08, SQ-DIC-05)."""
    rule = part.rule or ("SQ-MEL-08" if part.melee else "SQ-SHT-06")
    reads = tuple(0 if face < need.value else 2 if doubted and face == DIE else 1 for face in range(1, DIE + 1))
    (faces,) = await ref.throw(Roll(rule, DIE, hits, victim.side, victim.id, need, reads))
    missed = sum(face < need.value for face in faces)
    sixes = sum(face == DIE for face in faces) if doubted else 0
    if sixes:
        plain = tuple(int(face >= need.value) for face in range(1, DIE + 1))
        (again,) = await ref.throw(Roll("SQ-SPR-08", DIE, sixes, victim.side, victim.id, need, plain))
        missed += sum(face < need.value for face in again)
    return missed


def first_of(table: Table, found: Sequence[UnitId]) -> Pick:
    """Units to choose from, each by its first model."""
    return Pick(tuple(spokesman(table, unit).id for unit in found))
