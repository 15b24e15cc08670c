"""Combat: both roll, totals are compared, and the result is read from the table (DW-CBT, DW-DMG-01 to DW-DMG-09)."""

from __future__ import annotations

from sightline.core.dice import Roll
from sightline.core.effects import Tally
from sightline.core.events import Event
from sightline.core.referee import Referee
from sightline.core.table import Model, ModelId, Part, RuleId, Table
from sightline.core.variants import Variant
from sightline.games.deepwars import advancing, tricking
from sightline.games.deepwars.arms import parrying
from sightline.games.deepwars.catalog import BODY, DIE, SECTIONS, weapon
from sightline.games.deepwars.checks import roller
from sightline.games.deepwars.damage import Suffering
from sightline.games.deepwars.events import Clashed, Noted, Struck, Unmoved
from sightline.games.deepwars.parts import CombatRoll
from sightline.games.deepwars.questions import HACK, SPELL, Armor, AttackScore, Blow, Countering, DefenceScore, Severity
from sightline.games.deepwars.tokens import ADVANTAGE, ARMOR, COMBAT

NOTHING, RECOIL, ONE, TWO, THREE = range(5)
"""The rows of the damage table: what a loser suffers."""


class Comparing(Part, frozen=True):
    """The totals are compared and armor is tested."""

    blow: Blow
    totals: tuple[int, int]
    faces: tuple[int, int]
    """The natural faces of attacker and defender."""


# ------------------------------------------------------------------ the roll (DW-CBT-01, DW-CBT-05)


def attack_score(ref: Referee, blow: Blow) -> Tally:
    """What the attacker adds to its die."""
    table = ref.table
    base = table.models[blow.attacker].tokens.get(COMBAT, 0) if blow.score is None else blow.score
    return ref.tally(AttackScore(blow.attacker, blow.defender, blow), base)


def defence_score(ref: Referee, blow: Blow) -> Tally:
    """What the defender adds to its die."""
    base = ref.table.models[blow.defender].tokens.get(COMBAT, 0)
    return ref.tally(DefenceScore(blow.defender, blow.attacker, blow), base)


def combat_die(table: Table, model: Model) -> Roll:
    """The one die of a combatant."""
    return Roll("DW-CBT-01", DIE, 1, roller(table, model), model.id)


async def combat_roll(ref: Referee, part: CombatRoll) -> None:
    """Attacking is optional, defending is not."""
    table, blow = ref.table, part.blow
    one, other = table.models[blow.attacker], table.models[blow.defender]
    if one.at is None or other.at is None:
        return
    if blow.mode in (SPELL, HACK):
        await tricking.tricked(ref, blow)
    await advancing.before_combat(ref, blow)
    attack, defence = attack_score(ref, blow), defence_score(ref, blow)
    seats = tuple(dict.fromkeys(s for s in (one.side, other.side) if s in table.sides))
    dice = [combat_die(table, one)] if blow.die is None and blow.total is None else []
    *first, (theirs,) = await ref.throw(*dice, combat_die(table, other), seats=seats)
    mine = first[0][0] if first else blow.die or 0
    score = int(attack.value) if blow.fixed is None else blow.fixed
    mine_in_all = blow.total if blow.total is not None else mine + score
    totals = (mine_in_all, theirs + int(defence.value))
    if await advancing.reflects(ref, blow):
        await ref.emit(*used_up(table, blow))
        await advancing.over(ref, one.id, other.id, one.side, other.side)
        ref.then(CombatRoll(advancing.thrown_back(blow, mine_in_all)))
        return
    said = await ref.emit(
        Clashed(
            rule="DW-CBT-01",
            attacker=one.id,
            defender=other.id,
            attack=attack,
            defence=defence,
            totals=totals,
            faces=(mine, theirs),
            blow=blow,
        ),
        *used_up(table, blow),
    )
    await advancing.over(ref, one.id, other.id, one.side, other.side)
    if any(isinstance(event, Clashed) for event in said):
        ref.then(Comparing(blow, totals, (mine, theirs)))


def used_up(table: Table, blow: Blow) -> list[Event]:
    """The Advantage of either over the other is gone with the roll (DW-DMG-14)."""
    pairs = ((blow.attacker, blow.defender), (blow.defender, blow.attacker))
    return [
        Noted(rule="DW-DMG-14", bearer=holder, token=f"{ADVANTAGE}:{over}", value=0)
        for holder, over in pairs
        if table.tokens(holder, f"{ADVANTAGE}:{over}")
    ]


# ------------------------------------------------------------------ the result (DW-DMG-01 to DW-DMG-09)


def whatever_the_armor(difference: int, armor: int, row: int) -> int:
    """A doubled or tripled total counts as such (DW-DMG-08)."""
    return row


def through_the_armor(difference: int, armor: int, row: int) -> int:
    """A doubled or tripled total counts only if the difference reaches the armor; otherwise it is a recoil."""
    return row if difference >= armor else RECOIL


GATE = Variant("armor_gates_doubles", {False: whatever_the_armor, True: through_the_armor})


def row(table: Table, winning: int, losing: int, armor: int) -> int:
    """What the loser suffers: tripled, else doubled, else the difference against the armor."""
    difference, least = winning - losing, max(1, losing)
    if winning >= 3 * least:
        return GATE.of(table)(difference, armor, THREE)
    if winning >= 2 * least:
        return GATE.of(table)(difference, armor, TWO)
    return ONE if difference >= armor else RECOIL


def armor_of(model: Model, section: str) -> int:
    """The printed Armor Value of a section, or of a weapon (DW-SUB-09)."""
    if section in SECTIONS:
        return model.tokens.get(f"{ARMOR}:{section}", 0)
    return weapon(section).av


def effective_armor(ref: Referee, victim: ModelId, striker: ModelId, blow: Blow, section: str) -> int:
    """The Armor Value after Armor Break and whatever else changes it (DW-DMG-10)."""
    base = armor_of(ref.table.models[victim], section)
    return int(ref.tally(Armor(victim, striker, blow, section), base).value)


async def comparing(ref: Referee, part: Comparing) -> None:
    """The higher total wins; the loser suffers, if the winner is one who can hurt it."""
    table, blow = ref.table, part.blow
    attack, defence = part.totals
    if attack > defence or (attack == defence and open_to_ties(ref, blow)):
        armor = effective_armor(ref, blow.defender, blow.attacker, blow, blow.section)
        severity = ONE if attack == defence else row(table, attack, defence, armor)
        rule = "DW-DMG-01" if attack == defence else RULES[severity]
        won = attack > defence
        await hurt(ref, blow, blow.attacker, blow.defender, severity, part.faces[0], rule, attack, won=won)
        return
    # Whoever has died of its own weapon (DW-ABL-30) is past being struck back at.
    if defence > attack and blow.melee and table.models[blow.attacker].at is not None:
        no = ref.effects.forbids(table, Countering(blow.defender, blow.attacker, blow))
        if no is None:
            counter = counter_blow(table, blow)
            armor = effective_armor(ref, blow.attacker, blow.defender, counter, BODY)
            severity = row(table, defence, attack, armor)
            await hurt(
                ref, counter, blow.defender, blow.attacker, severity, part.faces[1], "DW-CBT-03", defence, counter=True
            )
            return
    rule = "DW-DMG-01" if attack == defence else "DW-CBT-03" if blow.melee else "DW-CBT-04"
    await ref.emit(Unmoved(rule=rule, attacker=blow.attacker, defender=blow.defender))


RULES: dict[int, RuleId] = {RECOIL: "DW-DMG-02", ONE: "DW-DMG-03", TWO: "DW-DMG-04", THREE: "DW-DMG-05"}


def open_to_ties(ref: Referee, blow: Blow) -> bool:
    """Whether equal totals hurt the defender: only one without armor (DW-DMG-01)."""
    return effective_armor(ref, blow.defender, blow.attacker, blow, blow.section) == 0


def counter_blow(table: Table, blow: Blow) -> Blow:
    """A counter-attack: a standard attack on the body with the weapon one defends with (DW-CBT-08)."""
    defender = table.models[blow.defender]
    return Blow(blow.defender, blow.attacker, parrying(table, defender).id)


async def hurt(
    ref: Referee,
    blow: Blow,
    striker: ModelId,
    victim: ModelId,
    severity: int,
    face: int,
    rule: RuleId,
    total: int,
    *,
    counter: bool = False,
    won: bool = True,
) -> None:
    """Somebody is hurt; natural dice may make it worse, then the loser suffers."""
    worse = int(ref.tally(Severity(striker, victim, blow, face, counter, won), severity).value)
    ref.then(Suffering(blow, striker, victim, worse, counter, won))
    await ref.emit(
        Struck(
            rule=rule,
            striker=striker,
            victim=victim,
            blow=blow,
            severity=worse,
            counter=counter,
            total=total,
            won=won,
        )
    )
