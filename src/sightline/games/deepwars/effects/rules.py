"""Rules everybody is under that change a number or say no in the matters of others (DW-H2H, DW-RNG, DW-SUB, ..)."""

from __future__ import annotations

from msgspec.structs import replace

from sightline.core.effects import Bearing, Effect, after, effect, forbid, instead, modify
from sightline.core.events import Event
from sightline.core.referee import Referee
from sightline.core.sight import gap
from sightline.core.table import Model, ModelId, Table
from sightline.core.variants import Variant
from sightline.games.deepwars.arms import best_melee, has_trait
from sightline.games.deepwars.arriving import pieces_at
from sightline.games.deepwars.catalog import BODY, HEAD, LOCOMOTION, SECTIONS, SLACK, weapon
from sightline.games.deepwars.checks import brawn, bulk, lowest_armor, resistance_check
from sightline.games.deepwars.damage import fall, half_gone, wound
from sightline.games.deepwars.events import ActivationEnds, Afflicted, Clashed, Entered, Nominated, Noted, Recoiled
from sightline.games.deepwars.ground import BLOCKING, COVER, DEADLY, DIFFICULT, at_place, features
from sightline.games.deepwars.measure import (
    BIG,
    HUGE,
    behind,
    distance,
    engaged,
    faces,
    level,
    place,
    size,
    stick,
    touching,
)
from sightline.games.deepwars.parts import CombatRoll
from sightline.games.deepwars.questions import (
    H2H,
    HACK,
    SHOT,
    SPELL,
    Armor,
    AttackScore,
    Blow,
    Check,
    Countering,
    DefenceScore,
    Flanking,
    Hacking,
    Pace,
    Recoiling,
    ResistanceCheck,
    Seeing,
    StrengthCheck,
    Targeting,
)
from sightline.games.deepwars.sighting import DARK, LIGHT, PARTIAL, cover, lit
from sightline.games.deepwars.tokens import (
    ADVANTAGE,
    ATTACKED,
    BURNT,
    DAZED,
    ENTANGLED,
    FALLEN,
    IMMOBILIZED,
    LOOSENED,
    RECOVERING,
    TRANSFIXED,
    UNFINISHED,
)


def models(table: Table, blow: Blow) -> tuple[Model, Model]:
    """Attacker and defender."""
    return table.models[blow.attacker], table.models[blow.defender]


def plain(blow: Blow) -> bool:
    """Whether an attack is one of hand-to-hand that was chosen, not a Free Hack."""
    return blow.mode == H2H


def missile(blow: Blow) -> bool:
    """Whether an attack comes from afar."""
    return blow.mode in (SHOT, SPELL)


# ------------------------------------------------------------------ the weapon (DW-CBT-01, DW-CBT-05, DW-DMG-10)


def attack_weapon(table: Table, question: AttackScore, bearing: Bearing) -> float:
    """What the weapon of an attack adds."""
    return weapon(question.blow.weapon).bonus


def armed(table: Table, question: AttackScore, bearing: Bearing) -> bool:
    """A weapon is used that adds something."""
    return question.blow.score is None and bool(weapon(question.blow.weapon).bonus)


def defence_weapon(table: Table, question: DefenceScore, bearing: Bearing) -> float:
    """What the weapon adds that one defends oneself with."""
    return best_melee(table, table.models[question.defender]).bonus


def parries(table: Table, question: DefenceScore, bearing: Bearing) -> bool:
    """Hand-to-hand, with something that adds to it."""
    return question.blow.melee and bool(best_melee(table, table.models[question.defender]).bonus)


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
        low = level(table, model)
        within_it = f.covers(place(model)) and (low < f.height or (BLOCKING in f.traits and low == f.height))
        if within_it and not f.covers(place(other)):
            return True
    return False


def is_higher(table: Table, question: AttackScore, bearing: Bearing) -> bool:
    """The attacker is on a higher level."""
    one, other = models(table, question.blow)
    return plain(question.blow) and level(table, one) > level(table, other)


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
    around = {id for id in engaged(table, defender) if EFFECTS.allows(table, Flanking(id))}
    return len(around | {question.attacker})


def beset(table: Table, question: DefenceScore, bearing: Bearing) -> bool:
    """More than one enemy is there."""
    return plain(question.blow) and besetting(table, question) > 1


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
    return plain(question.blow) and any(at_place(table.terrain, place(one), level(table, one), DIFFICULT))


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
    return not touching(table, one, other) and not has_trait(best_melee(table, other), "reach")


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
    """The hacker is down or held by its mind, or looks elsewhere."""
    hacker, victim = table.models[question.hacker], table.models[question.victim]
    down = (FALLEN, DAZED, TRANSFIXED, IMMOBILIZED)
    return any(t in hacker.tokens for t in down) or not faces(hacker, victim)


FREE_HACK = effect("DW-ABL-28", forbid(Hacking, when=cannot_hack))


# ------------------------------------------------------------------ recoil (DW-DMG-11, DW-H2H-09)


def is_held(table: Table, question: Recoiling, bearing: Bearing) -> bool:
    """The loser is held where it is, or too large for its opponent."""
    model, other = table.models[question.model], table.models[question.opponent]
    held = any(t in model.tokens for t in (TRANSFIXED, ENTANGLED, IMMOBILIZED))
    return held or (size(model) == HUGE and size(other) < HUGE)


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


# ------------------------------------------------------------------ shooting: DW-RNG


def is_covered(table: Table, question: AttackScore, bearing: Bearing) -> bool:
    """The target is in partial cover."""
    if not missile(question.blow):
        return False
    one, other = models(table, question.blow)
    if cover(table, one.id, other.id) == PARTIAL:
        return True
    return gap(one, other) > 1.0 + SLACK and in_tactical_cover(table, other, one)


def long_shot(table: Table, question: AttackScore, bearing: Bearing) -> float:
    """Nothing in the first band, -2 in the second, -4 in the third."""
    blow = question.blow
    if blow.mode != SHOT or blow.score is not None:
        return 0
    one, other = models(table, blow)
    steps = {"short": 1, "medium": 2, "long": 3}
    sticks = distance(table, one, other) / stick(table, steps[weapon(blow.weapon).range])
    first = 2 if blow.mighty else 1
    return 0 if sticks <= first + 1e-6 + SLACK / 7 else -2 if sticks <= first + 1 + SLACK / 7 else -4


def is_long_shot(table: Table, question: AttackScore, bearing: Bearing) -> bool:
    """Beyond the first band."""
    return long_shot(table, question, bearing) < 0


def unawares(table: Table, question: AttackScore, bearing: Bearing) -> bool:
    """From behind, or from ambush."""
    one, other = models(table, question.blow)
    return missile(question.blow) and (question.blow.ambush or behind(other, one))


def target_is_transfixed(table: Table, question: AttackScore, bearing: Bearing) -> bool:
    """The target cannot move its mind, or its body."""
    held = (TRANSFIXED, IMMOBILIZED)
    return missile(question.blow) and any(t in table.models[question.defender].tokens for t in held)


def other_depth(table: Table, question: AttackScore, bearing: Bearing) -> bool:
    """At least one level apart."""
    one, other = models(table, question.blow)
    return missile(question.blow) and level(table, one) != level(table, other)


def big_target(table: Table, question: AttackScore, bearing: Bearing) -> bool:
    """The target is Big or Huge."""
    return missile(question.blow) and size(table.models[question.defender]) >= BIG


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
    """An engaged shooter, or a target engaged with friends."""
    if question.mode != SHOT:
        return False
    return engaged_shooter(table, question) or (FIRE_INTO_MELEE.of(table) and friend_in_the_melee(table, question))


def risky(table: Table, question: AttackScore, bearing: Bearing) -> bool:
    """A shot at somebody engaged with friends, where that is allowed."""
    blow = question.blow
    if blow.mode != SHOT or FIRE_INTO_MELEE.of(table):
        return False
    return friend_in_the_melee(table, Targeting(blow.attacker, blow.defender, SHOT, blow.weapon))


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


def aims_at(section: str) -> bool:
    """Whether a section is a weapon."""
    return section not in SECTIONS


def at_the_head(table: Table, question: AttackScore, bearing: Bearing) -> bool:
    """The head is aimed at."""
    return question.blow.section == HEAD


def at_the_legs(table: Table, question: AttackScore, bearing: Bearing) -> bool:
    """Locomotion is aimed at."""
    return question.blow.section == LOCOMOTION


def at_a_weapon(table: Table, question: AttackScore, bearing: Bearing) -> bool:
    """A weapon is aimed at."""
    return aims_at(question.blow.section)


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


# ------------------------------------------------------------------ advantage: DW-DMG-14


def has_the_advantage(table: Table, question: AttackScore, bearing: Bearing) -> bool:
    """The attacker holds a marker against the defender."""
    return bool(table.tokens(question.attacker, f"{ADVANTAGE}:{question.defender}"))


def keeps_the_advantage(table: Table, question: DefenceScore, bearing: Bearing) -> bool:
    """The defender holds a marker against the attacker."""
    return bool(table.tokens(question.defender, f"{ADVANTAGE}:{question.attacker}"))


HAS_ADVANTAGE = effect(
    "DW-DMG-14",
    modify(AttackScore, 1, when=has_the_advantage),
    modify(DefenceScore, 1, when=keeps_the_advantage),
)


# ------------------------------------------------------------------ checks (DW-CHK-02, DW-CHK-04)


def armor_helps(table: Table, question: ResistanceCheck, bearing: Bearing) -> float:
    """The lowest armor of all sections."""
    return lowest_armor(table.models[question.model])


def size_resists(table: Table, question: ResistanceCheck, bearing: Bearing) -> float:
    """Big 1, Huge 3."""
    return bulk(table.models[question.model])


def size_lifts(table: Table, question: StrengthCheck, bearing: Bearing) -> float:
    """Big 1, Huge 3."""
    return brawn(table.models[question.model])


def armored(table: Table, question: ResistanceCheck, bearing: Bearing) -> bool:
    """There is armor everywhere, and it counts."""
    return bool(lowest_armor(table.models[question.model])) and question.cause != "irradiation"


def is_large(table: Table, question: ResistanceCheck | StrengthCheck, bearing: Bearing) -> bool:
    """Big or Huge."""
    return size(table.models[question.model]) >= BIG


RESISTANCE = effect(
    "DW-CHK-02",
    modify(ResistanceCheck, armor_helps, when=armored, group="armor"),
    modify(ResistanceCheck, size_resists, when=is_large, group="size"),
)
STRENGTH = effect("DW-CHK-04", modify(StrengthCheck, size_lifts, when=is_large))


# ------------------------------------------------------------------ light (DW-LOS-06)


def too_dark(table: Table, question: Seeing, bearing: Bearing) -> bool:
    """Farther than the light reaches, and nothing gives the target away."""
    viewer, target = table.models[question.viewer], table.models[question.target]
    if lit(table, viewer, target):
        return False
    return ATTACKED not in target.tokens


def in_darkness(table: Table, question: Pace, bearing: Bearing) -> bool:
    """The water is dark."""
    return LIGHT.of(table) == DARK


DARKNESS = effect("DW-LOS-06", forbid(Seeing, when=too_dark), modify(Pace, -1, when=in_darkness))


# ------------------------------------------------------------------ what a check is for: DW-GEN-03


def has_a_handicap(table: Table, question: Check, bearing: Bearing) -> bool:
    """What it is rolled for makes it easier or harder."""
    return bool(question.mod)


def handicap(table: Table, question: Check, bearing: Bearing) -> float:
    """By so much."""
    return question.mod


HANDICAP = effect("DW-GEN-03", modify(Check, handicap, when=has_a_handicap))


# ------------------------------------------------------------------ what is begun: DW-PHY-03, DW-PHY-10, DW-ACN-15

BEGUN = (UNFINISHED, RECOVERING, LOOSENED)
"""What has to be finished by the end of the next activation."""


async def let_it_lapse(ref: Referee, event: ActivationEnds, bearing: Bearing) -> None:
    """What was begun in an activation may be finished in the next, and not later."""
    tokens = ref.table.models[event.model].tokens
    await ref.emit(
        *(
            Noted(rule="DW-PHY-03", bearer=event.model, token=token, value=count - 1)
            for token, count in tokens.items()
            if token.partition(":")[0] in BEGUN
        )
    )


async def give_it_up(ref: Referee, event: Recoiled | Afflicted, bearing: Bearing) -> None:
    """Whoever is driven back, falls or is transfixed loses what it had begun."""
    id = event.model if isinstance(event, Recoiled) else event.bearer
    begun = [t for t in ref.table.models[id].tokens if t.startswith(f"{UNFINISHED}:")]
    await ref.emit(*(Noted(rule="DW-PHY-10", bearer=id, token=token, value=0) for token in begun))


def is_upset(table: Table, event: Afflicted, bearing: Bearing) -> bool:
    """Fallen or transfixed."""
    return event.token in (FALLEN, TRANSFIXED)


LAPSING = effect("DW-PHY-03", after(ActivationEnds, let_it_lapse))
INTERRUPTED = effect("DW-PHY-10", after(Recoiled, give_it_up), after(Afflicted, give_it_up, when=is_upset))


# ------------------------------------------------------------------ Deadly Terrain: DW-TER-02


async def walk_into_it(ref: Referee, event: Entered, bearing: Bearing) -> None:
    """Whoever enters it resists."""
    await burn(ref, event.model, event.pieces)


async def begin_in_it(ref: Referee, event: Nominated, bearing: Bearing) -> None:
    """Whoever is in it when nominated resists."""
    await burn(ref, event.bearer, pieces_at(ref.table, ref.table.models[event.bearer]))


async def burn(ref: Referee, id: ModelId, pieces: tuple[str, ...]) -> None:
    """One success: a wound and a fall; none: two; at most once per Game Turn and piece."""
    deadly = {f.id for f in features(ref.table.terrain) if DEADLY in f.traits}
    for piece in (p for p in pieces if p in deadly):
        token = f"{BURNT}:{piece}"
        if ref.table.models[id].at is None or ref.table.tokens(id, token):
            continue
        await ref.emit(Noted(rule="DW-TER-02", bearer=id, token=token, value=1))
        taken = max(0, 2 - await resistance_check(ref, id, "deadly terrain", piece, "DW-TER-02"))
        if taken:
            await wound(ref, id, BODY, taken, rule="DW-TER-02", how="terrain")
            await fall(ref, id, "DW-TER-02")


DEADLY_GROUND = effect("DW-TER-02", after(Entered, walk_into_it), after(Nominated, begin_in_it))

ALL: tuple[Effect, ...] = tuple(found for found in list(globals().values()) if isinstance(found, Effect))
