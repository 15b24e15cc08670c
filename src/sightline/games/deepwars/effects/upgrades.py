"""Tech malfunctions and upgrades of items (DW-TEC-09, DW-UPG).

An upgrade is a token `upgrade:<upgrade>:<item>` on the model that owns the item.
"""

from __future__ import annotations

from sightline.core.dice import Roll
from sightline.core.effects import Bearing, Effect, after, effect, instead, modify
from sightline.core.events import Event
from sightline.core.referee import Referee
from sightline.core.table import ModelId, Table
from sightline.games.deepwars.arms import has_trait, parrying, works
from sightline.games.deepwars.catalog import DIE, SECTIONS, weapon
from sightline.games.deepwars.checks import roller
from sightline.games.deepwars.damage import spoil
from sightline.games.deepwars.events import Clashed, Noted, Tallied
from sightline.games.deepwars.measure import OBJECT
from sightline.games.deepwars.questions import SHOT, SPELL, Armor, AttackScore, Blow, DefenceScore, StrengthCheck
from sightline.games.deepwars.tokens import EMPTY, SPENT, UPGRADE


def upgraded(table: Table, owner: ModelId, upgrade: str, item: str) -> bool:
    """Whether an item of somebody has an upgrade."""
    return bool(table.tokens(owner, f"{UPGRADE}:{upgrade}:{item}"))


def gunfire(blow: Blow) -> bool:
    """A shot with a projectile or energy weapon."""
    return blow.mode == SHOT and weapon(blow.weapon).kind in ("projectile", "energy")


# ------------------------------------------------------------------ malfunction: DW-TEC-09, DW-UPG-07


def may_fail(table: Table, event: Clashed, bearing: Bearing) -> bool:
    """A natural 1 with a tech weapon, at the target it was used on; what is hazardous fails by itself (DW-ABL-30)."""
    blow = event.blow
    tech = blow.mode != SPELL and bool(blow.weapon) and weapon(blow.weapon).cl >= 1
    return tech and event.faces[0] == 1 and not blow.near and not has_trait(weapon(blow.weapon), "hazardous")


async def fail(ref: Referee, event: Clashed, bearing: Bearing) -> None:
    """One more die, two for a Reliable weapon: only ones damage it."""
    owner, item = event.attacker, event.blow.weapon
    dice = 2 if upgraded(ref.table, owner, "reliable", item) else 1
    model = ref.table.models[owner]
    (faces,) = await ref.throw(Roll("DW-TEC-09", DIE, dice, roller(ref.table, model), owner))
    if all(face == 1 for face in faces):
        await spoil(ref, owner, item, "DW-TEC-09")


MALFUNCTION = effect("DW-TEC-09", after(Clashed, fail, when=may_fail))


# ------------------------------------------------------------------ weapons


def amplified_attack(table: Table, question: AttackScore, bearing: Bearing) -> bool:
    """A hand-to-hand tech weapon with an Amplifier attacks."""
    blow = question.blow
    return blow.melee and upgraded(table, question.attacker, "amplifier", blow.weapon)


def amplified_defence(table: Table, question: DefenceScore, bearing: Bearing) -> bool:
    """The weapon one defends with has an Amplifier."""
    if not question.blow.melee:
        return False
    item = parrying(table, table.models[question.defender]).id
    return upgraded(table, question.defender, "amplifier", item)


AMPLIFIER = effect(
    "DW-UPG-02",
    modify(AttackScore, 1, when=amplified_attack),
    modify(DefenceScore, 1, when=amplified_defence),
)


def pierces(table: Table, question: Armor, bearing: Bearing) -> bool:
    """A projectile or energy weapon that was made to pierce."""
    return gunfire(question.blow) and upgraded(table, question.striker, "armor_piercing", question.blow.weapon)


def aims_better(table: Table, question: AttackScore, bearing: Bearing) -> bool:
    """A projectile or energy weapon with Enhanced Targeting."""
    blow = question.blow
    return gunfire(blow) and upgraded(table, question.attacker, "enhanced_targeting", blow.weapon)


def reaches_farther(table: Table, question: AttackScore, bearing: Bearing) -> bool:
    """A long shot with a Range Extender."""
    from sightline.games.deepwars.effects.ranged import is_long_shot

    blow = question.blow
    known = gunfire(blow) and upgraded(table, question.attacker, "range_extender", blow.weapon)
    return known and is_long_shot(table, question, bearing)


ARMOR_PIERCING = effect("DW-UPG-03", modify(Armor, -1, when=pierces))
ENHANCED_TARGETING = effect("DW-UPG-05", modify(AttackScore, 1, when=aims_better))
RANGE_EXTENDER = effect("DW-UPG-06", modify(AttackScore, 1, when=reaches_farther))


def blasts_harder(table: Table, question: AttackScore, bearing: Bearing) -> bool:
    """A blast weapon with a Powerful Blast."""
    return upgraded(table, question.attacker, "powerful_blast", question.blow.weapon)


def blasts_through(table: Table, question: Armor, bearing: Bearing) -> bool:
    """Its Armor Break."""
    return upgraded(table, question.striker, "powerful_blast", question.blow.weapon)


def breaks_through(table: Table, question: Armor, bearing: Bearing) -> float:
    """One point, and one more on scenic objects, where Breach counts as Armor Break (DW-ABL-12)."""
    return -2 if table.models[question.victim].kind == OBJECT else -1


def breaches_better(table: Table, question: StrengthCheck, bearing: Bearing) -> bool:
    """Its Breach."""
    model, better = table.models[question.model], f"{UPGRADE}:powerful_blast:"
    items = (t.removeprefix(better) for t in model.tokens if t.startswith(better))
    own = any(works(model, weapon(i)) and f"{SPENT}:{i}" not in model.tokens for i in items)
    return own and question.cause in ("break", "force")


POWERFUL_BLAST = effect(
    "DW-UPG-10",
    modify(AttackScore, 1, when=blasts_harder),
    modify(Armor, breaks_through, when=blasts_through),
    modify(StrengthCheck, 1, when=breaches_better),
)


# ------------------------------------------------------------------ armor and reloading: DW-UPG-04, DW-UPG-09


def empties(table: Table, event: Noted, bearing: Bearing) -> bool:
    """A weapon with an Auto Reloader was fired."""
    kind, _, item = event.token.partition(":")
    return (
        kind == EMPTY
        and event.rule == "DW-ACN-11"
        and event.value > 0
        and upgraded(table, event.bearer, "auto_reloader", item)
    )


async def reload(ref: Referee, event: Noted, bearing: Bearing) -> tuple[Event, ...]:
    """One reload action fewer, never below none."""
    return (Tallied(rule="DW-UPG-04", bearer=event.bearer, token=event.token, by=event.value - 1),)


AUTO_RELOADER = effect("DW-UPG-04", instead(Noted, reload, when=empties))


def reinforced(table: Table, question: Armor, bearing: Bearing) -> bool:
    """A section of reinforced armor is struck."""
    own = bool(table.tokens(question.victim, f"{UPGRADE}:reinforce_armor"))
    return own and question.section in SECTIONS


REINFORCE_ARMOR = effect("DW-UPG-09", modify(Armor, 1, when=reinforced))


# ------------------------------------------------------------------ training: DW-UPG-13


def trained_attack(table: Table, question: AttackScore, bearing: Bearing) -> bool:
    """A Battle Master attacks with the bonus form of its training."""
    return question.blow.score is None and bool(table.tokens(question.attacker, f"{UPGRADE}:battle_master"))


def trained_defence(table: Table, question: DefenceScore, bearing: Bearing) -> bool:
    """A Battle Master defends."""
    return bool(table.tokens(question.defender, f"{UPGRADE}:battle_master"))


BATTLE_MASTER = effect(
    "DW-UPG-13",
    modify(AttackScore, 1, when=trained_attack),
    modify(DefenceScore, 1, when=trained_defence),
)

ALL: tuple[Effect, ...] = tuple(found for found in list(globals().values()) if isinstance(found, Effect))
IN_FORCE = ALL
