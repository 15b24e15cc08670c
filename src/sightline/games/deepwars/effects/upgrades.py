"""Tech malfunctions and upgrades of items (DW-TEC-09, DW-UPG).

An upgrade is a token `upgrade:<upgrade>:<item>` on the model that owns the item.
"""

from __future__ import annotations

from sightline.core.dice import Roll
from sightline.core.effects import Bearing, Effect, after, effect, instead, modify
from sightline.core.events import Event
from sightline.core.referee import Referee
from sightline.core.table import Model, ModelId, Table
from sightline.games.deepwars.catalog import DIE, SECTIONS, weapon
from sightline.games.deepwars.checks import roller
from sightline.games.deepwars.damage import mark
from sightline.games.deepwars.events import Clashed, Noted, Struck, Tallied
from sightline.games.deepwars.questions import (
    SHOT,
    SPELL,
    Armor,
    AttackScore,
    Blow,
    DefenceScore,
    Severity,
    StrengthCheck,
)
from sightline.games.deepwars.tokens import EMPTY, MASTER, UPGRADE


def upgraded(table: Table, owner: ModelId, upgrade: str, item: str) -> bool:
    """Whether an item of somebody has an upgrade."""
    return bool(table.tokens(owner, f"{UPGRADE}:{upgrade}:{item}"))


def missile(blow: Blow) -> bool:
    """A shot with a projectile or energy weapon."""
    return blow.mode == SHOT and weapon(blow.weapon).kind in ("projectile", "energy")


# ------------------------------------------------------------------ malfunction: DW-TEC-09, DW-UPG-07


def may_fail(table: Table, event: Clashed, bearing: Bearing) -> bool:
    """A natural 1 with a tech weapon, at the target it was used on."""
    blow = event.blow
    tech = blow.mode != SPELL and bool(blow.weapon) and weapon(blow.weapon).cl >= 1
    return tech and event.faces[0] == 1 and not blow.near


async def fail(ref: Referee, event: Clashed, bearing: Bearing) -> None:
    """One more die, two for a Reliable weapon: only ones damage it."""
    owner, item = event.attacker, event.blow.weapon
    dice = 2 if upgraded(ref.table, owner, "reliable", item) else 1
    model = ref.table.models[owner]
    (faces,) = await ref.throw(Roll("DW-TEC-09", DIE, dice, roller(ref.table, model), owner))
    if all(face == 1 for face in faces):
        await mark(ref, owner, item, 1, "", "DW-TEC-09")


MALFUNCTION = effect("DW-TEC-09", after(Clashed, fail, when=may_fail))


# ------------------------------------------------------------------ weapons


def amplified_attack(table: Table, question: AttackScore, bearing: Bearing) -> bool:
    """A hand-to-hand tech weapon with an Amplifier attacks."""
    blow = question.blow
    return blow.melee and upgraded(table, question.attacker, "amplifier", blow.weapon)


def amplified_defence(table: Table, question: DefenceScore, bearing: Bearing) -> bool:
    """The weapon one defends with has an Amplifier."""
    from sightline.games.deepwars.arms import best_melee

    if not question.blow.melee:
        return False
    item = best_melee(table, table.models[question.defender]).id
    return upgraded(table, question.defender, "amplifier", item)


AMPLIFIER = effect(
    "DW-UPG-02",
    modify(AttackScore, 1, when=amplified_attack),
    modify(DefenceScore, 1, when=amplified_defence),
)


def pierces(table: Table, question: Armor, bearing: Bearing) -> bool:
    """A projectile or energy weapon that was made to pierce."""
    return missile(question.blow) and upgraded(table, question.striker, "armor_piercing", question.blow.weapon)


def aims_better(table: Table, question: AttackScore, bearing: Bearing) -> bool:
    """A projectile or energy weapon with Enhanced Targeting."""
    blow = question.blow
    return missile(blow) and upgraded(table, question.attacker, "enhanced_targeting", blow.weapon)


def reaches_farther(table: Table, question: AttackScore, bearing: Bearing) -> bool:
    """A long shot with a Range Extender."""
    from sightline.games.deepwars.effects.ranged import is_long_shot

    blow = question.blow
    known = missile(blow) and upgraded(table, question.attacker, "range_extender", blow.weapon)
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


def breaches_better(table: Table, question: StrengthCheck, bearing: Bearing) -> bool:
    """Its Breach."""
    tokens = table.models[question.model].tokens
    own = any(t.startswith(f"{UPGRADE}:powerful_blast:") for t in tokens)
    return own and question.cause in ("break", "force")


POWERFUL_BLAST = effect(
    "DW-UPG-10",
    modify(AttackScore, 1, when=blasts_harder),
    modify(Armor, -1, when=blasts_through),
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

COMBAT_FORM, CRITICAL, DEADEYE = "combat", "critical_hit", "deadeye"
FORMS = (COMBAT_FORM, CRITICAL, DEADEYE)
READY, DONE = 1, 2
"""What a form that serves once is worth before and after."""


def is_master(model: Model) -> bool:
    """Whether a model has the training."""
    return bool(model.tokens.get(f"{UPGRADE}:battle_master"))


def is_stronger(model: Model) -> bool:
    """A Battle Master whose Combat is higher: that is the form unless another was chosen."""
    return is_master(model) and not any(f"{MASTER}:{form}" in model.tokens for form in (CRITICAL, DEADEYE))


def trained_attack(table: Table, question: AttackScore, bearing: Bearing) -> bool:
    """A Battle Master attacks with the Combat form of its training."""
    return question.blow.score is None and is_stronger(table.models[question.attacker])


def trained_defence(table: Table, question: DefenceScore, bearing: Bearing) -> bool:
    """A Battle Master defends."""
    return is_stronger(table.models[question.defender])


def serves(model: Model, blow: Blow, face: int, *, counter: bool) -> str:
    """The form that makes a blow worse, if it was not used yet in this battle and its bearer is not as good anyway."""
    if face != DIE or counter:
        return ""
    form = CRITICAL if blow.melee else DEADEYE if blow.mode == SHOT else ""
    return form if form and form not in model.kit and model.tokens.get(f"{MASTER}:{form}") == READY else ""


def masterly(table: Table, question: Severity, bearing: Bearing) -> bool:
    """A natural six of a Battle Master who has its one great blow left."""
    return bool(serves(table.models[question.striker], question.blow, question.face, counter=question.counter))


def was_masterly(table: Table, event: Struck, bearing: Bearing) -> bool:
    """That blow was struck."""
    return bool(serves(table.models[event.striker], event.blow, event.face, counter=event.counter))


async def use_up(ref: Referee, event: Struck, bearing: Bearing) -> None:
    """There is no second one in this battle."""
    form = serves(ref.table.models[event.striker], event.blow, event.face, counter=event.counter)
    await ref.emit(Noted(rule="DW-UPG-13", bearer=event.striker, token=f"{MASTER}:{form}", value=DONE))


BATTLE_MASTER = effect(
    "DW-UPG-13",
    modify(AttackScore, 1, when=trained_attack),
    modify(DefenceScore, 1, when=trained_defence),
    modify(Severity, 1, when=masterly),
    after(Struck, use_up, when=was_masterly),
)

ALL: tuple[Effect, ...] = tuple(found for found in list(globals().values()) if isinstance(found, Effect))
IN_FORCE = ALL
