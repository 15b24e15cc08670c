"""Shooting, sections and light (DW-RNG, DW-SUB, DW-LOS-06)."""

from __future__ import annotations

from msgspec.structs import replace

from sightline.core.effects import Bearing, Effect, effect, forbid, instead, modify
from sightline.core.events import Event
from sightline.core.referee import Referee
from sightline.core.sight import gap
from sightline.core.table import Table
from sightline.core.variants import Variant
from sightline.games.deepwars.arms import has_trait
from sightline.games.deepwars.catalog import BODY, HEAD, LOCOMOTION, SECTIONS, SLACK, spells, weapon
from sightline.games.deepwars.damage import half_gone
from sightline.games.deepwars.effects.melee import coordination, in_tactical_cover, joined_fire, models
from sightline.games.deepwars.events import Clashed
from sightline.games.deepwars.measure import BIG, STEPS, behind, distance, engaged, level, size, stick
from sightline.games.deepwars.parts import CombatRoll
from sightline.games.deepwars.questions import SHOT, SPELL, AttackScore, DefenceScore, Pace, Seeing, Targeting
from sightline.games.deepwars.sighting import CLOSE, DARK, LIGHT, PARTIAL, cover, lit
from sightline.games.deepwars.tokens import FLASHED, IMMOBILIZED, TRANSFIXED

# ------------------------------------------------------------------ shooting: DW-RNG


def is_covered(table: Table, question: AttackScore, bearing: Bearing) -> bool:
    """The target is in partial cover."""
    if question.blow.melee:
        return False
    one, other = models(table, question.blow)
    if cover(table, one.id, other.id) == PARTIAL:
        return True
    return gap(one, other) > CLOSE + SLACK and in_tactical_cover(table, other, one)


def long_shot(table: Table, question: AttackScore, bearing: Bearing) -> float:
    """Nothing in the first band, -2 in the second, -4 in the third."""
    blow = question.blow
    if blow.mode != SHOT or blow.score is not None:
        return 0
    one, other = models(table, blow)
    far, span = distance(table, one, other) - SLACK, stick(table, STEPS[weapon(blow.weapon).range])
    first = 2 if blow.mighty else 1
    return 0 if far <= first * span else -2 if far <= (first + 1) * span else -4


def is_long_shot(table: Table, question: AttackScore, bearing: Bearing) -> bool:
    """Beyond the first band."""
    return long_shot(table, question, bearing) < 0


def unawares(table: Table, question: AttackScore, bearing: Bearing) -> bool:
    """From behind, or from ambush."""
    one, other = models(table, question.blow)
    return not question.blow.melee and (question.blow.ambush or behind(other, one))


def target_is_transfixed(table: Table, question: AttackScore, bearing: Bearing) -> bool:
    """The target cannot move its mind, or its body."""
    held = (TRANSFIXED, IMMOBILIZED)
    return not question.blow.melee and any(t in table.models[question.defender].tokens for t in held)


def other_depth(table: Table, question: AttackScore, bearing: Bearing) -> bool:
    """At least one level apart."""
    one, other = models(table, question.blow)
    return not question.blow.melee and level(table, one) != level(table, other)


def big_target(table: Table, question: AttackScore, bearing: Bearing) -> bool:
    """The target is Big or Huge."""
    return not question.blow.melee and size(table.models[question.defender]) >= BIG


PARTIAL_COVER = effect("DW-RNG-01", modify(AttackScore, -1, when=is_covered))
LONG_SHOT = effect("DW-RNG-02", modify(AttackScore, long_shot, when=is_long_shot))
UNAWARES = effect("DW-RNG-03", modify(AttackScore, 1, when=unawares))
HELD_TARGET = effect("DW-RNG-05", modify(AttackScore, 2, when=target_is_transfixed))
OTHER_DEPTH = effect("DW-RNG-06", modify(AttackScore, 1, when=other_depth))
BIG_TARGET = effect("DW-RNG-08", modify(AttackScore, 1, when=big_target))
CONCENTRATED = effect("DW-RNG-11", modify(DefenceScore, coordination, when=joined_fire))


def engaged_shooter(table: Table, question: Targeting) -> bool:
    """Whether the shooter is engaged, and this is not a pistol at somebody it is engaged with."""
    shooter = table.models[question.attacker]
    around = engaged(table, shooter)
    if not around:
        return False
    return question.target not in around or not has_trait(weapon(question.weapon), "close_quarters")


def friend_in_the_melee(table: Table, question: Targeting) -> bool:
    """Whether the target is engaged with a friend of the shooter."""
    shooter, target = table.models[question.attacker], table.models[question.target]
    return any(table.models[id].side == shooter.side and id != shooter.id for id in engaged(table, target))


FIRE_INTO_MELEE = Variant("fire_into_melee", {"forbidden": True, "minus_2": False})


def into_melee(table: Table, question: Targeting, bearing: Bearing) -> bool:
    """An engaged shooter, or a target engaged with friends; of spells those that need an attack roll."""
    if question.mode == SPELL:
        rolls = spells()[question.weapon].type == "attack"  # Whom an engaged caster may aim at is in DW-SPL-11.
        return rolls and FIRE_INTO_MELEE.of(table) and friend_in_the_melee(table, question)
    if question.mode != SHOT:
        return False
    return engaged_shooter(table, question) or (FIRE_INTO_MELEE.of(table) and friend_in_the_melee(table, question))


def risky(table: Table, question: AttackScore, bearing: Bearing) -> bool:
    """A shot or a spell at somebody engaged with friends, where that is allowed."""
    blow = question.blow
    if blow.melee or FIRE_INTO_MELEE.of(table):
        return False
    return friend_in_the_melee(table, Targeting(blow.attacker, blow.defender, blow.mode, blow.weapon))


def goes_astray(table: Table, event: Clashed, bearing: Bearing) -> bool:
    """A natural 1 of a shot into a melee with friends in it, where that is allowed."""
    blow = event.blow
    question = AttackScore(blow.attacker, blow.defender, blow)
    return event.faces[0] == 1 and not blow.near and risky(table, question, bearing)


async def strike_a_friend(ref: Referee, event: Clashed, bearing: Bearing) -> tuple[Event, ...]:
    """The friend nearest to the target is attacked instead, with fresh dice and the same score."""
    table, blow = ref.table, event.blow
    shooter, target = table.models[blow.attacker], table.models[blow.defender]
    around = [table.models[id] for id in engaged(table, target) if table.models[id].side == shooter.side]
    friend = min((m for m in around if m.id != shooter.id), key=lambda m: gap(m, target))
    score = int(event.attack.value)
    ref.then(CombatRoll(replace(blow, defender=friend.id, near=target.id, fixed=score, section=BODY)))
    return ()


MELEE_AND_FIRE = effect(
    "DW-RNG-10",
    forbid(Targeting, when=into_melee),
    modify(AttackScore, -2, when=risky),
    instead(Clashed, strike_a_friend, when=goes_astray),
)


# ------------------------------------------------------------------ sections (DW-SUB-03, DW-SUB-05, DW-SUB-09)


def at_the_head(table: Table, question: AttackScore, bearing: Bearing) -> bool:
    """The head is aimed at."""
    return question.blow.section == HEAD


def at_the_legs(table: Table, question: AttackScore, bearing: Bearing) -> bool:
    """Locomotion is aimed at."""
    return question.blow.section == LOCOMOTION


def at_a_weapon(table: Table, question: AttackScore, bearing: Bearing) -> bool:
    """A weapon is aimed at."""
    return question.blow.section not in SECTIONS


AIM_HEAD = effect("DW-SUB-03", modify(AttackScore, -4, when=at_the_head))
AIM_LEGS = effect("DW-SUB-05", modify(AttackScore, -2, when=at_the_legs))
AIM_WEAPON = effect("DW-SUB-09", modify(AttackScore, -2, when=at_a_weapon))


def legs_are_hurt(table: Table, question: Pace, bearing: Bearing) -> bool:
    """Half of the mover's Locomotion is gone."""
    return half_gone(table.models[question.model], LOCOMOTION)


def rough(table: Table, question: Pace, bearing: Bearing) -> bool:
    """The way touches Difficult Terrain."""
    return question.difficult


HALF_THE_LEGS = effect("DW-SUB-06", modify(Pace, -1, when=legs_are_hurt))
ROUGH = effect("DW-MOV-05", modify(Pace, -1, when=rough))


# ------------------------------------------------------------------ light (DW-LOS-06)


def too_dark(table: Table, question: Seeing, bearing: Bearing) -> bool:
    """Farther than the light reaches, and nothing gives the target away."""
    viewer, target = table.models[question.viewer], table.models[question.target]
    if lit(table, viewer, target):
        return False
    return FLASHED not in target.tokens


def in_darkness(table: Table, question: Pace, bearing: Bearing) -> bool:
    """The water is dark."""
    return LIGHT.of(table) == DARK


DARKNESS = effect("DW-LOS-06", forbid(Seeing, when=too_dark), modify(Pace, -1, when=in_darkness))


ALL: tuple[Effect, ...] = tuple(found for found in list(globals().values()) if isinstance(found, Effect))
