"""The attack step of an action: every attack, dodge and reflect die at once, then defence, then the consequences."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from sightline.core.dice import Faces, Roll
from sightline.core.effects import Tally
from sightline.core.referee import Referee
from sightline.core.table import Model, ModelId, Part, Point, Table
from sightline.core.variants import Variant
from sightline.games.xenotactics import harm
from sightline.games.xenotactics.arms import arm
from sightline.games.xenotactics.attacking import damage as damage_of
from sightline.games.xenotactics.catalog import DIE, DISTANCES, SLACK
from sightline.games.xenotactics.deeds import Blow, Damage, Deed, Push, Reply, Wound
from sightline.games.xenotactics.effects import EFFECTS
from sightline.games.xenotactics.events import Exploded, Hits
from sightline.games.xenotactics.ground import feature
from sightline.games.xenotactics.measure import distance, place, to_piece, touching
from sightline.games.xenotactics.opposed import hit_or_not, reads, standing, successes
from sightline.games.xenotactics.pushing import Pushing
from sightline.games.xenotactics.questions import Caught, ToHit, ToMove
from sightline.games.xenotactics.sighting import reaches_piece, spots_see
from sightline.games.xenotactics.tokens import ATTACK, MOVE
from sightline.games.xenotactics.wreckage import battered, going_off

REFLECT = "reflect"


class Clash(Part, frozen=True):
    """All attack dice of an action and its reactions."""

    deed: Deed
    replies: tuple[Reply, ...]


class Defending(Part, frozen=True):
    """Damage still to be defended against, and what came of the rest."""

    damages: tuple[Damage, ...]
    blows: tuple[Blow, ...]
    wounds: tuple[Wound, ...] = ()
    starts: tuple[tuple[ModelId, Point], ...] = ()
    """Where everybody stood when the action began."""


class Suffering(Part, frozen=True):
    """All results of the attack step."""

    blows: tuple[Blow, ...]
    wounds: tuple[Wound, ...]
    starts: tuple[tuple[ModelId, Point], ...] = ()


class Exploding(Part, frozen=True):
    """Pieces that blow up."""

    pieces: tuple[str, ...]


# ------------------------------------------------------------------ dice (XT-SEQ-03 step 3a to 3c)


def opponent_of(deed: Deed, replies: Sequence[Reply]) -> Reply | None:
    """The reaction of the model the active one attacks, if it sets dice against the attack (XT-OPP-01)."""
    for reply in replies:
        if reply.actor == deed.target and deed.weapon:
            if reply.attacks and reply.target != deed.actor:
                return None
            return reply if reply.attacks or reply.dodge or reply.kind == REFLECT else None
    return None


def manner(table: Table, weapon: str) -> str:
    """How an attack opposes another (XT-TRT-08)."""
    return "melee" if arm(table, weapon).melee else "ranged"


def against_active(table: Table, deed: Deed, replies: Sequence[Reply]) -> str:
    """What opposes the active attack."""
    reply = opponent_of(deed, replies)
    if reply is None:
        return ""
    if reply.attacks:
        return manner(table, reply.weapon)
    return reply.kind if reply.kind == REFLECT else "dodge"


def against_reply(table: Table, deed: Deed, reply: Reply) -> str:
    """What opposes a reactive attack: the active attack if it is aimed at the reactor, or the dodge of a mover."""
    if reply.target != deed.actor:
        return ""
    if deed.weapon:
        return manner(table, deed.weapon) if deed.target == reply.actor else ""
    return "dodge" if deed.dodge else ""


def attack_roll(
    table: Table, attacker: Model, weapon: str, target: str, dice: int, opposed: str, *, active: bool
) -> Roll:
    """The dice of an attack; unopposed they only hit or miss."""
    question = ToHit(attacker.id, target, weapon, opposed, active)
    need = EFFECTS.tally(table, question, attacker.tokens[ATTACK])
    meaning = reads(need) if opposed else hit_or_not(need)
    return Roll("XT-ATK-01", DIE, dice, attacker.side, attacker.id, need, meaning, question)


def move_roll(table: Table, model: Model, why: str, rule: str) -> Roll:
    """A die against Move: a dodge, a jump (XT-STA-01)."""
    question = ToMove(model.id, why)
    need = EFFECTS.tally(table, question, model.tokens[MOVE])
    return Roll(rule, DIE, 1, model.side, model.id, need, reads(need) if why == "dodge" else hit_or_not(need), question)


def once(attackers: int) -> int:
    """One dodge die stands against everybody (XT-MOV-06)."""
    return 1


def for_each(attackers: int) -> int:
    """A dodge die against each attacker."""
    return attackers


DODGES = Variant("dodge_scope", {"one_roll_per_action": once, "one_roll_per_attacker": for_each})


async def clash(ref: Referee, part: Clash) -> None:
    """Every die is rolled and seen, then rolled again where that is allowed, then compared pair by pair (XT-SEQ-03)."""
    table, deed, replies = ref.table, part.deed, part.replies
    actor = table.models[deed.actor]
    shots = [r for r in replies if r.attacks]
    rolls: list[Roll] = []
    if deed.weapon:
        against = against_active(table, deed, replies)
        rolls.append(attack_roll(table, actor, deed.weapon, deed.target, deed.dice, against, active=True))
    aimed = [r for r in shots if r.target == deed.actor]
    dodges = DODGES.of(table)(len(aimed)) if deed.dodge and aimed else 0
    rolls += [move_roll(table, actor, "dodge", "XT-MOV-05")] * dodges
    first = len(rolls)
    for reply in replies:
        roll = reply_roll(table, deed, reply)
        if roll is not None:
            rolls.append(roll)
    faces = await ref.throw(*rolls, seats=(actor.side, table.other(actor.side)))
    thrown = list(zip(rolls, faces, strict=True))
    answers = dict(zip([r.actor for r in replies if reply_roll(table, deed, r)], thrown[first:], strict=True))
    blows = await active_blows(ref, deed, replies, thrown, answers)
    own = good(thrown[0]) if deed.weapon else []
    for reply in shots:
        kept = hits = good(answers[reply.actor])
        if deed.weapon and deed.target == reply.actor and reply in aimed:
            kept = standing(hits, own)
        elif dodges and reply in aimed:
            kept = standing(hits, good(thrown[min(aimed.index(reply), dodges - 1)]))
        blows.append(blow_of(table, reply, kept))
        await ref.emit(hits_of(reply.actor, reply.target, reply.weapon, len(kept), len(hits) - len(kept)))
    declared = {reply.actor: number for number, reply in enumerate(replies)}
    landed = tuple(sorted((b for b in blows if b.hits), key=lambda b: declared.get(b.attacker, -1)))
    if landed:
        starts = tuple((m, place(table.models[m])) for m in table.standing())
        ref.then(Defending(tuple(damages(table, landed)), landed, (), starts))


def reply_roll(table: Table, deed: Deed, reply: Reply) -> Roll | None:
    """The die a reaction brings to the attack step."""
    reactor = table.models[reply.actor]
    if reply.attacks:
        against = against_reply(table, deed, reply)
        return attack_roll(table, reactor, reply.weapon, reply.target, 1, against, active=False)
    if not deed.weapon or deed.target != reply.actor:
        return None
    if reply.kind == REFLECT:
        question = ToHit(reactor.id, deed.actor, "", REFLECT, active=False)
        need = EFFECTS.tally(table, question, reactor.tokens[ATTACK])
        # A reflect die is no attack: high ground does not help it (XT-TER-08).
        return Roll("XT-ABL-24", DIE, 1, reactor.side, reactor.id, need, reads(need))
    return move_roll(table, reactor, "dodge", "XT-MOV-05") if reply.dodge else None


def good(thrown: tuple[Roll, Faces]) -> list[int]:
    """The successes of a roll."""
    roll, faces = thrown
    assert isinstance(roll.need, Tally)
    return successes(faces, roll.need)


async def active_blows(
    ref: Referee,
    deed: Deed,
    replies: Sequence[Reply],
    thrown: Sequence[tuple[Roll, Faces]],
    answers: dict[ModelId, tuple[Roll, Faces]],
) -> list[Blow]:
    """What the active attack comes to; what a Reflect die cancels comes back (XT-ABL-24)."""
    if not deed.weapon:
        return []
    table = ref.table
    hits, reply = good(thrown[0]), opponent_of(deed, replies)
    kept = standing(hits, good(answers[reply.actor])) if reply is not None else hits
    hurt = damage_of(table, deed.actor, deed.weapon, active=True)
    await ref.emit(hits_of(deed.actor, deed.target, deed.weapon, len(kept), len(hits) - len(kept)))
    found = [Blow(deed.actor, deed.target, deed.weapon, len(kept), hurt, active=True, origin=deed.start)]
    if reply is not None and reply.kind == REFLECT:
        origin = table.models[reply.actor].at
        turned = len(hits) - len(kept)
        found.append(Blow(reply.actor, deed.actor, deed.weapon, turned, hurt, True, deed.actor, origin))
    return found


def blow_of(table: Table, reply: Reply, kept: Sequence[int]) -> Blow:
    """What a reactive attack comes to."""
    hurt = damage_of(table, reply.actor, reply.weapon, active=False)
    return Blow(
        reply.actor, reply.target, reply.weapon, len(kept), hurt, active=False, origin=table.models[reply.actor].at
    )


def hits_of(attacker: ModelId, target: str, weapon: str, hits: int, cancelled: int) -> Hits:
    """An attack and its hits, told."""
    return Hits(rule="XT-ATK-02", attacker=attacker, target=target, weapon=weapon, hits=hits, cancelled=cancelled)


# ------------------------------------------------------------------ damage (XT-ATK-02, XT-TRT-02, XT-TRT-03)


def damages(table: Table, blows: Sequence[Blow]) -> list[Damage]:
    """Who has to defend against what: attack by attack, its target first, then others in table order (XT-SEQ-06)."""
    found = []
    for blow in blows:
        points = blow.hits * blow.damage
        common = {"weapon": blow.weapon, "wielder": blow.by, "active": blow.active}
        centre = centre_of(table, blow.target)
        for victim in victims(table, blow):
            origin = blow.origin if victim == blow.target else centre
            found.append(Damage(victim, points, "attack", origin=origin, **common))  # type: ignore[arg-type]
    return found


def centre_of(table: Table, target: str) -> Point | None:
    """The middle of a target: of its base, or of the piece."""
    if target in table.models:
        return table.models[target].at
    piece = feature(table.terrain, target)
    return piece.centre if piece is not None else None


def through_walls(table: Table, target: str, victim: Model) -> bool:
    """A blast reaches around corners (XT-TRT-02)."""
    return True


def in_the_open(table: Table, target: str, victim: Model) -> bool:
    """A blast reaches whoever has a clear line to the target; models are not in its way."""
    if target in table.models:
        other = table.models[target]
        if touching(table, other, victim):
            return True
        return spots_see(table, place(other), other.radius, place(victim), victim.radius, table.standing())
    piece = feature(table.terrain, target)
    return piece is not None and reaches_piece(table, victim, piece, table.standing())


BLAST_REACHES = Variant("blast_needs_line_of_sight", {False: through_walls, True: in_the_open})


def victims(table: Table, blow: Blow) -> list[str]:
    """Everybody a blow hurts: its target, and whoever is caught by its blast."""
    found: list[str] = []
    piece = feature(table.terrain, blow.target)
    if blow.target in table.models:
        if table.models[blow.target].at is not None and caught(table, blow, blow.target):
            found.append(blow.target)
    elif piece is not None and "explosive" not in piece.traits:
        found.append(blow.target)
    blast = arm(table, blow.weapon).trait("blast")
    if blast is not None:
        others = [m for m in table.standing() if m != blow.target]
        near = (table.models[m] for m in others if from_target(table, blow.target, m) <= blast.inches + SLACK)
        found += [m.id for m in near if caught(table, blow, m.id) and BLAST_REACHES.of(table)(table, blow.target, m)]
    return found


def caught(table: Table, blow: Blow, victim: ModelId) -> bool:
    """Whether a weapon hurts somebody at all."""
    return EFFECTS.allows(table, Caught(victim, blow.by, blow.weapon, attacker=blow.attacker))


def from_target(table: Table, target: str, other: ModelId) -> float:
    """How far somebody is from the target of a blast."""
    model = table.models[other]
    if target in table.models:
        return distance(table, table.models[target], model)
    piece = feature(table.terrain, target)
    return to_piece(model, piece) if piece is not None else float("inf")


async def defending(ref: Referee, part: Defending) -> None:
    """Defence against one attack by one model; the results wait until all are known (XT-SEQ-04)."""
    wounds = part.wounds
    if part.damages:
        wound = await harm.defend(ref, part.damages[0])
        if wound is not None:
            wounds = (*wounds, wound)
    if len(part.damages) > 1:
        ref.then(replace(part, damages=part.damages[1:], wounds=wounds))
    else:
        ref.then(Suffering(part.blows, wounds, part.starts))


# ------------------------------------------------------------------ consequences (XT-SEQ-03 step 3e to 3g)


async def suffering(ref: Referee, part: Suffering) -> None:
    """All results are applied at once; then terrain that was hit explodes, then models are pushed one by one."""
    table = ref.table
    pushes, pieces = pushed(table, part), going_off(table, part.blows)
    await harm.apply(ref, part.wounds)
    events = battered(table, part.wounds)
    if events:
        await ref.emit(*events)
    if pieces:
        ref.then(Exploding(pieces))
    ref.then(*(Pushing(p) for p in pushes))


async def exploding(ref: Referee, part: Exploding) -> None:
    """Each model at most 5 inches from the edge takes one damage from each explosion (XT-TER-15, XT-TER-16)."""
    table = ref.table
    going = [f for f in (feature(table.terrain, p) for p in part.pieces) if f is not None]
    hurt = [
        Damage(m, 1, "explosion", origin=f.centre, rule="XT-TER-16")
        for m in table.standing()
        for f in going
        if to_piece(table.models[m], f) <= DISTANCES["explosion"] + SLACK
    ]
    await ref.emit(*(Exploded(rule="XT-TER-15", piece=f.id) for f in going))
    if hurt:
        ref.then(Defending(tuple(hurt), ()))


# ------------------------------------------------------------------ pushes


def whoever_was_hit(part: Suffering, blow: Blow, victim: str) -> bool:
    """A hit pushes, whatever the defence does."""
    return True


def whoever_failed(part: Suffering, blow: Blow, victim: str) -> bool:
    """Only a failed defence die lets a model be pushed."""
    same = (w for w in part.wounds if (w.model, w.weapon, w.wielder) == (victim, blow.weapon, blow.by))
    return any(w.losses or w.stuns for w in same)


PUSHED = Variant("push_trigger", {"hit": whoever_was_hit, "failed_defence": whoever_failed})


def pushed(table: Table, part: Suffering) -> list[Push]:
    """The pushes of all blows, in their order; directions are those of the start of the action."""
    found: list[Push] = []
    starts = dict(part.starts)
    for blow in part.blows:
        trait = arm(table, blow.weapon).trait("push")
        if trait is None:
            continue
        hurt = [v for v in victims(table, blow) if v in table.models and PUSHED.of(table)(part, blow, v)]
        if trait.direction in ("away_from_target", "toward_target"):
            centre, toward = centre_of(table, blow.target), trait.direction == "toward_target"
            hurt = [v for v in hurt if v != blow.target]
            hurt.sort(key=lambda v: from_target(table, blow.target, v) * (1 if toward else -1))
        else:
            centre, toward = starts.get(blow.attacker, blow.origin), False
            hurt = [v for v in hurt if v == blow.target]
        if centre is not None:
            by = (trait.inches, blow.attacker, blow.weapon, blow.wielder)
            found += [Push(v, centre, *by, toward, starts.get(v)) for v in hurt]
    return found
