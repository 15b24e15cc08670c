"""Hand-to-hand: the weapon, modifiers, counter-attacks, Free Hacks, recoil, advantage (DW-CBT, DW-H2H, DW-DMG)."""

from __future__ import annotations

from sightline.core.effects import Bearing, Effect, after, effect, forbid, modify
from sightline.core.events import Removed
from sightline.core.referee import Referee
from sightline.core.table import Model, Table
from sightline.core.variants import Variant
from sightline.games.deepwars.arms import has_trait, parrying
from sightline.games.deepwars.catalog import HEAD, weapon
from sightline.games.deepwars.damage import half_gone
from sightline.games.deepwars.events import Noted
from sightline.games.deepwars.ground import BLOCKING, COVER, DIFFICULT, ROOF, Feature, at_place, features
from sightline.games.deepwars.measure import (
    HUGE,
    behind,
    engaged,
    faces,
    held,
    level,
    place,
    size,
    touching,
)
from sightline.games.deepwars.questions import (
    H2H,
    HACK,
    SHOT,
    Armor,
    AttackScore,
    Blow,
    Countering,
    DefenceScore,
    Flanking,
    Hacking,
    Recoiling,
)
from sightline.games.deepwars.sighting import walled_off
from sightline.games.deepwars.tokens import (
    ADVANTAGE,
    DAZED,
    FALLEN,
    IMMOBILIZED,
    SHIFTED,
    TRANSFIXED,
)


def models(table: Table, blow: Blow) -> tuple[Model, Model]:
    """Attacker and defender."""
    return table.models[blow.attacker], table.models[blow.defender]


def plain(blow: Blow) -> bool:
    """Whether an attack is one of hand-to-hand that was chosen, not a Free Hack."""
    return blow.mode == H2H


# ------------------------------------------------------------------ the weapon (DW-CBT-01, DW-CBT-05, DW-DMG-10)


def attack_weapon(table: Table, question: AttackScore, bearing: Bearing) -> float:
    """What the weapon of an attack adds."""
    return weapon(question.blow.weapon).bonus


def armed(table: Table, question: AttackScore, bearing: Bearing) -> bool:
    """A weapon is used that adds something."""
    return question.blow.score is None and bool(weapon(question.blow.weapon).bonus)


def defence_weapon(table: Table, question: DefenceScore, bearing: Bearing) -> float:
    """What the weapon adds that one defends oneself with."""
    return parrying(table, table.models[question.defender]).bonus


def parries(table: Table, question: DefenceScore, bearing: Bearing) -> bool:
    """Hand-to-hand, with something that adds to it."""
    return question.blow.melee and bool(parrying(table, table.models[question.defender]).bonus)


WEAPON = effect("DW-WPN-01", modify(AttackScore, attack_weapon, when=armed))
PARRY = effect("DW-CBT-05", modify(DefenceScore, defence_weapon, when=parries))


def weapon_pierces(table: Table, question: Armor, bearing: Bearing) -> bool:
    """The weapon breaks armor by itself."""
    return bool(question.blow.weapon) and bool(weapon(question.blow.weapon).armor_break)


def pierced(table: Table, question: Armor, bearing: Bearing) -> float:
    """The Armor Break of the weapon."""
    return -weapon(question.blow.weapon).armor_break


ARMOR_BREAK = effect("DW-DMG-10", modify(Armor, pierced, when=weapon_pierces))


# ------------------------------------------------------------------ Mighty Attacks, Aimed Shots: DW-H2H-02, DW-RNG-07


def pressed(table: Table, question: DefenceScore, bearing: Bearing) -> bool:
    """Actions were spent on lowering the opponent's score."""
    return question.blow.effort - 1 > question.blow.pierce


def pressure(table: Table, question: DefenceScore, bearing: Bearing) -> float:
    """One for each of them."""
    return -(question.blow.effort - 1 - question.blow.pierce)


def in_melee(table: Table, question: DefenceScore, bearing: Bearing) -> bool:
    """Of a Mighty Attack."""
    return question.blow.melee and pressed(table, question, bearing)


def at_range(table: Table, question: DefenceScore, bearing: Bearing) -> bool:
    """Of an Aimed Shot."""
    return not question.blow.melee and pressed(table, question, bearing)


def harder(table: Table, question: Armor, bearing: Bearing) -> bool:
    """Actions were spent on Armor Break."""
    return bool(question.blow.pierce)


def by_effort(table: Table, question: Armor, bearing: Bearing) -> float:
    """One for each of them."""
    return -question.blow.pierce


MIGHTY = effect("DW-H2H-02", modify(DefenceScore, pressure, when=in_melee))
AIMED = effect("DW-RNG-07", modify(DefenceScore, pressure, when=at_range))
EFFORT = effect("DW-ACN-08", modify(Armor, by_effort, when=harder))


# ------------------------------------------------------------------ hand-to-hand: DW-H2H


def foe_is_down(table: Table, question: AttackScore, bearing: Bearing) -> bool:
    """The defender is fallen, transfixed or immobilized."""
    down = (FALLEN, TRANSFIXED, IMMOBILIZED)
    return question.blow.melee and any(t in table.models[question.defender].tokens for t in down)


def from_ambush(table: Table, question: AttackScore, bearing: Bearing) -> bool:
    """The attacker began its activation hidden from the defender."""
    return plain(question.blow) and question.blow.ambush


def running(table: Table, question: AttackScore, bearing: Bearing) -> bool:
    """A charge or a rush."""
    return bool(question.blow.run)


def run(table: Table, question: AttackScore, bearing: Bearing) -> float:
    """One for each move that led into it."""
    return question.blow.run


def joined(table: Table, question: DefenceScore, bearing: Bearing) -> bool:
    """More than one attack together, hand-to-hand."""
    return question.blow.melee and bool(question.blow.joiners)


def joined_fire(table: Table, question: DefenceScore, bearing: Bearing) -> bool:
    """More than one shoot together."""
    return question.blow.mode == SHOT and bool(question.blow.joiners)


def coordination(table: Table, question: DefenceScore, bearing: Bearing) -> float:
    """One for each beyond the first, to five."""
    return -min(5, question.blow.joiners)


def defends_an_obstacle(table: Table, model: Model, other: Model) -> bool:
    """Whether a model is in or on something solid that its attacker is not in or on (DW-H2H-07)."""
    for f in features(table.terrain):
        if f.material not in ("coral", "soft_coral", "wreck", "stone"):
            continue
        if holds(table, f, model) and not holds(table, f, other):
            return True
    return False


def holds(table: Table, piece: Feature, model: Model) -> bool:
    """Whether a model is in a piece, or on top of one that is solid or has a roof (DW-DEP-04, DW-TER-06)."""
    low, bears = level(table, model), not piece.traits.isdisjoint((BLOCKING, ROOF))
    return piece.covers(place(model)) and (low < piece.height or (bears and low == piece.height))


def is_higher(table: Table, question: AttackScore, bearing: Bearing) -> bool:
    """The attacker is on a higher level."""
    one, other = models(table, question.blow)
    return question.blow.melee and level(table, one) > level(table, other)


def is_higher_or_behind_something(table: Table, question: DefenceScore, bearing: Bearing) -> bool:
    """The defender is on a higher level, or defends an obstacle."""
    one, other = models(table, question.blow)
    if not question.blow.melee:
        return False
    return level(table, other) > level(table, one) or defends_an_obstacle(table, other, one)


def besetting(table: Table, question: DefenceScore) -> int:
    """How many enemies beset a defender, the attacker among them."""
    from sightline.games.deepwars.effects import EFFECTS

    defender = table.models[question.defender]
    around = {*engaged(table, defender), question.attacker}
    return sum(EFFECTS.allows(table, Flanking(id)) for id in around)


def beset(table: Table, question: DefenceScore, bearing: Bearing) -> bool:
    """More than one enemy is there."""
    return question.blow.melee and besetting(table, question) > 1


def flanked(table: Table, question: DefenceScore, bearing: Bearing) -> float:
    """By two: 1; by more: 2; where only the worse counts, what is not in the other note already."""
    return STACKING.of(table)(-1 if besetting(table, question) == 2 else -2, question.blow)


def both_count(penalty: int, blow: Blow) -> float:
    """Flanked and coordinated add up."""
    return penalty


def the_worse(penalty: int, blow: Blow) -> float:
    """Only what goes beyond the coordinated attack."""
    return min(0, penalty + min(5, blow.joiners))


STACKING = Variant("flank_stacks_with_coordinated", {True: both_count, False: the_worse})


def from_behind(table: Table, question: AttackScore, bearing: Bearing) -> bool:
    """The attacker stands in the defender's rear arc."""
    one, other = models(table, question.blow)
    return plain(question.blow) and behind(other, one)


def attacker_is_bigger(table: Table, question: AttackScore, bearing: Bearing) -> bool:
    """The attacker is Big or Huge and larger than the defender."""
    one, other = models(table, question.blow)
    return question.blow.melee and size(one) > size(other)


def defender_is_bigger(table: Table, question: DefenceScore, bearing: Bearing) -> bool:
    """The defender is Big or Huge and larger than the attacker."""
    one, other = models(table, question.blow)
    return question.blow.melee and size(other) > size(one)


def in_bad_ground(table: Table, question: AttackScore, bearing: Bearing) -> bool:
    """The attacker stands in Difficult Terrain."""
    one = table.models[question.attacker]
    return question.blow.melee and any(at_place(table.terrain, place(one), level(table, one), DIFFICULT))


FOE_DOWN = effect("DW-H2H-01", modify(AttackScore, 2, when=foe_is_down))
AMBUSH = effect("DW-H2H-03", modify(AttackScore, 1, when=from_ambush))
CHARGE = effect("DW-H2H-04", modify(AttackScore, run, when=running))
COORDINATED = effect("DW-H2H-05", modify(DefenceScore, coordination, when=joined))
HIGHER = effect(
    "DW-H2H-07",
    modify(AttackScore, 1, when=is_higher),
    modify(DefenceScore, 1, when=is_higher_or_behind_something),
)
FLANKED = effect("DW-H2H-08", modify(DefenceScore, flanked, when=beset))
BIGGER = effect(
    "DW-H2H-11", modify(AttackScore, 1, when=attacker_is_bigger), modify(DefenceScore, 1, when=defender_is_bigger)
)
BAD_GROUND = effect("DW-H2H-13", modify(AttackScore, -1, when=in_bad_ground))


# ------------------------------------------------------------------ counter-attacks (DW-CBT-03, DW-H2H-10, DW-SUB-04)


def back_is_turned(table: Table, question: Countering, bearing: Bearing) -> bool:
    """The defender does not face the attacker."""
    one, other = models(table, question.blow)
    return question.blow.mode == HACK or behind(other, one)


def head_is_hurt(table: Table, question: Countering, bearing: Bearing) -> bool:
    """Half the defender's head is gone."""
    return half_gone(table.models[question.defender], HEAD)


def out_of_its_reach(table: Table, question: Countering, bearing: Bearing) -> bool:
    """The attacker is not in contact, and the defender has no long weapon."""
    one, other = models(table, question.blow)
    return not touching(table, one, other) and not has_trait(parrying(table, other), "reach")


REAR = effect("DW-H2H-10", modify(AttackScore, 1, when=from_behind), forbid(Countering, when=back_is_turned))
HALF_THE_HEAD = effect("DW-SUB-04", forbid(Countering, when=head_is_hurt))
OUT_OF_REACH = effect("DW-ABL-47", forbid(Countering, when=out_of_its_reach))


def may_counter(question: Countering, table: Table) -> bool:
    """Fallen defenders strike back."""
    return False


def may_not_counter(question: Countering, table: Table) -> bool:
    """Fallen defenders do not strike back."""
    return FALLEN in table.models[question.defender].tokens


FALLEN_COUNTERS = Variant("fallen_may_counter", {True: may_counter, False: may_not_counter})


def lies_down(table: Table, question: Countering, bearing: Bearing) -> bool:
    """The defender is fallen, and the table plays it so that this forbids it."""
    return FALLEN_COUNTERS.of(table)(question, table)


DOWN = effect("DW-CBT-03", forbid(Countering, when=lies_down))


# ------------------------------------------------------------------ Free Hacks (DW-ABL-28)


def cannot_hack(table: Table, question: Hacking, bearing: Bearing) -> bool:
    """The hacker is down, held by its mind or out of this world, looks elsewhere or is beyond a roof."""
    hacker, victim = table.models[question.hacker], table.models[question.victim]
    unable = (FALLEN, DAZED, TRANSFIXED, IMMOBILIZED, SHIFTED)
    return any(t in hacker.tokens for t in unable) or not faces(hacker, victim) or walled_off(table, hacker, victim)


FREE_HACK = effect("DW-ABL-28", forbid(Hacking, when=cannot_hack))


# ------------------------------------------------------------------ recoil (DW-DMG-11, DW-H2H-09)


def is_held(table: Table, question: Recoiling, bearing: Bearing) -> bool:
    """The loser is held where it is, or too large for its opponent."""
    model, other = table.models[question.model], table.models[question.opponent]
    return held(model) or (size(model) == HUGE and size(other) < HUGE)


def in_tactical_cover(table: Table, model: Model, other: Model) -> bool:
    """Whether a model is in a piece with cover that another is outside of (DW-TER-03)."""
    pieces = at_place(table.terrain, place(model), level(table, model), COVER)
    return any(not (f.covers(place(other)) and level(table, other) < f.height) for f in pieces)


def stands_in_cover(table: Table, question: Recoiling, bearing: Bearing) -> bool:
    """Hand-to-hand, by somebody outside the cover."""
    model, other = table.models[question.model], table.models[question.opponent]
    return question.blow.melee and in_tactical_cover(table, model, other)


STANDS = effect("DW-DMG-11", forbid(Recoiling, when=is_held))
COVER_IN_MELEE = effect("DW-H2H-09", forbid(Recoiling, when=stands_in_cover))


# ------------------------------------------------------------------ advantage: DW-DMG-14


def has_the_advantage(table: Table, question: AttackScore, bearing: Bearing) -> bool:
    """The attacker holds a marker against the defender."""
    return bool(table.tokens(question.attacker, f"{ADVANTAGE}:{question.defender}"))


def keeps_the_advantage(table: Table, question: DefenceScore, bearing: Bearing) -> bool:
    """The defender holds a marker against the attacker."""
    return bool(table.tokens(question.defender, f"{ADVANTAGE}:{question.attacker}"))


async def nobody_is_there(ref: Referee, event: Removed, bearing: Bearing) -> None:
    """An advantage over somebody who dies or leaves the map is gone."""
    token = f"{ADVANTAGE}:{event.model}"
    holders = [m.id for m in ref.table.models.values() if token in m.tokens]
    await ref.emit(*(Noted(rule="DW-DMG-14", bearer=id, token=token, value=0) for id in holders))


HAS_ADVANTAGE = effect(
    "DW-DMG-14",
    after(Removed, nobody_is_there),
    modify(AttackScore, 1, when=has_the_advantage),
    modify(DefenceScore, 1, when=keeps_the_advantage),
)


ALL: tuple[Effect, ...] = tuple(found for found in list(globals().values()) if isinstance(found, Effect))
