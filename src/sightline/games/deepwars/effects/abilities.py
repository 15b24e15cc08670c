"""Abilities of models (DW-ABL)."""

from __future__ import annotations

from sightline.core.dice import Roll
from sightline.core.effects import Bearing, Effect, after, effect, forbid, instead, modify, silence
from sightline.core.events import Event
from sightline.core.referee import Referee
from sightline.core.table import TABLE, Model, Table
from sightline.games.deepwars.arms import works
from sightline.games.deepwars.arriving import arrive
from sightline.games.deepwars.catalog import BODY, DIE, HEAD, SECTIONS, SLACK, weapon
from sightline.games.deepwars.checks import roller
from sightline.games.deepwars.damage import half_gone, mend, wounds
from sightline.games.deepwars.events import (
    ActivationEnds,
    Afflicted,
    AttackDeclared,
    ChangedDepth,
    Nominated,
    Relieved,
    Swam,
)
from sightline.games.deepwars.ground import ground_level
from sightline.games.deepwars.measure import (
    LONG,
    MEDIUM,
    SHORT,
    distance,
    friends,
    height,
    level,
    place,
    size,
    step_of,
    stick,
    touching,
    unready,
)
from sightline.games.deepwars.parts import Terrorizing
from sightline.games.deepwars.questions import (
    ATTACKING,
    H2H,
    ITEMS,
    MOVING,
    SHOT,
    USING,
    Affecting,
    AttackScore,
    CheckingMorale,
    Countering,
    DefenceScore,
    Doing,
    Gambling,
    Hacking,
    Pace,
    Passing,
    Recoiling,
    ResistanceCheck,
    Rolling,
    Seeing,
    Severity,
    Targeting,
)
from sightline.games.deepwars.sighting import PARTIAL
from sightline.games.deepwars.tokens import (
    ACTING,
    ARMOR,
    ATTACKED,
    MOVES,
    OPEN_OCEAN,
    SHIFTED,
    UPGRADE,
)

DIVE = "fast dive"
"""The cause of the checks of Fast Dives and Fast Ascents."""


def diving(table: Table, question: ResistanceCheck | Rolling, bearing: Bearing) -> bool:
    """A Fast Dive or Fast Ascent."""
    return question.cause == DIVE


def has(model: Model, ability: str) -> bool:
    """Whether another model is of a kind that an ability is about."""
    return ability in model.kit


# ------------------------------------------------------------------ diving: DW-PHY-07

AIR_BREATHER = effect("DW-ABL-01", modify(ResistanceCheck, -1, role="model", when=diving))
PRESSURIZED = effect("DW-ABL-46", modify(ResistanceCheck, 2, role="model", when=diving))
RESILIENT = effect("DW-ABL-52", modify(ResistanceCheck, 1, role="model"))
POWER_DIVE = effect("DW-ABL-42", forbid(Rolling, role="model", when=diving))


async def follow_the_ground(ref: Referee, event: Swam, bearing: Bearing) -> None:
    """A bottom dweller that moves over a drop follows the ground down (DW-MOV-03)."""
    sunk = sinking(ref.table, event.model, "DW-MOV-03")
    if sunk is not None:
        await ref.emit(sunk)  # It is still arriving: what it is in then is asked once, when it lies there.


async def come_to_rest(ref: Referee, event: ActivationEnds, bearing: Bearing) -> None:
    """A bottom dweller ends its activation on the ground (DW-DEP-08)."""
    sunk = sinking(ref.table, event.model, "DW-DEP-08")
    if sunk is not None:
        await arrive(ref, ref.table.models[event.model], sunk)


def sinking(table: Table, id: str, rule: str) -> ChangedDepth | None:
    """Down to the ground beneath, as far as nobody is in the way."""
    from sightline.games.deepwars.moving import place_fault

    model = table.models[id]
    if model.at is None or table.tokens(TABLE, OPEN_OCEAN):
        return None
    start, ground = level(table, model), ground_level(table.terrain, model.at, model.radius)
    low = start
    while low > ground and place_fault(table, model, model.at, low - 1) is None:
        low -= 1
    if low == start:
        return None
    length, z = (start - low) * height(table, 1), height(table, low)
    return ChangedDepth(rule=rule, model=id, path=(place(model),), length=length, z=z, start=model.z)


def has_no_ground(table: Table, question: Pace, bearing: Bearing) -> bool:
    """In open ocean a bottom dweller swims as well as it can (DW-DEP-09)."""
    return bool(table.tokens(TABLE, OPEN_OCEAN))


def down_to_short(table: Table, question: Pace, bearing: Bearing) -> float:
    """The Short stick, whatever its own is."""
    return SHORT - step_of(table.models[question.model])


BENTHIC = effect(
    "DW-ABL-07",
    modify(ResistanceCheck, -1, role="model", when=diving),
    modify(Pace, down_to_short, role="model", when=has_no_ground),
    silence(AttackScore, "DW-H2H-13", role="attacker"),
    after(Swam, follow_the_ground, role="model"),
    after(ActivationEnds, come_to_rest, role="model"),
)


# ------------------------------------------------------------------ bodies


def handles_things(table: Table, question: Doing, bearing: Bearing) -> bool:
    """Items and doors."""
    return question.deed in (ITEMS, USING, "force door")


def living_matters(table: Table, question: Affecting, bearing: Bearing) -> bool:
    """What touches the living only."""
    return question.cause in ("poison", "irradiation", "psychic", "healing")


async def regenerate(ref: Referee, event: Nominated, bearing: Bearing) -> None:
    """On 5 or 6 a box of the body is restored (DW-ABL-50)."""
    model = ref.table.models[event.bearer]
    if model.at is not None and wounds(model, BODY):
        side = roller(ref.table, model)
        (faces,) = await ref.throw(Roll("DW-ABL-50", DIE, 1, side, model.id, None, (0, 0, 0, 0, 1, 1)))
        if faces[0] >= DIE - 1:
            await mend(ref, model.id, BODY, 1, "DW-ABL-50")


ANIMAL = effect("DW-ABL-02", forbid(Doing, role="actor", when=handles_things))
ARTIFICIAL = effect(
    "DW-ABL-05", forbid(CheckingMorale, role="model"), forbid(Affecting, role="model", when=living_matters)
)
FEARLESS = effect("DW-ABL-27", forbid(CheckingMorale, role="model"))
REGENERATE = effect("DW-ABL-50", after(Nominated, regenerate, role="bearer"))


# ------------------------------------------------------------------ things: DW-CBT-09


async def nothing(ref: Referee, event: Event, bearing: Bearing) -> tuple[Event, ...]:
    """It does not happen: a thing does not fall, and leaves no body."""
    return ()


THING = effect(
    "DW-CBT-09",
    forbid(Countering, role="defender"),
    forbid(Recoiling, role="model"),
    forbid(CheckingMorale, role="model"),
    forbid(Affecting, role="model"),
    instead(Afflicted, nothing, role="bearer"),
    silence(AttackScore, "DW-RNG-01", "DW-RNG-03", "DW-H2H-10", "DW-H2H-11", role="defender"),
    silence(DefenceScore, "DW-H2H-07", "DW-H2H-11", role="defender"),  # Its score says how hard it is to hit,
    silence(AttackScore, "DW-H2H-11", role="attacker"),  # and how hard it strikes, where it does (DW-SCA-05).
)
"""What stands on the map and can be attacked; shooters have it larger because its size is Big."""


# ------------------------------------------------------------------ fighting


def strikes_with_a_six(table: Table, question: Severity, bearing: Bearing) -> bool:
    """A hand-to-hand attack won with a natural 6."""
    return question.won and question.face == DIE and question.blow.melee and not question.counter


def shoots_with_a_six(table: Table, question: Severity, bearing: Bearing) -> bool:
    """A shot won with a natural 6."""
    return question.won and question.face == DIE and question.blow.mode == SHOT


def is_mighty(table: Table, question: AttackScore, bearing: Bearing) -> bool:
    """A Mighty Attack."""
    return question.blow.melee and question.blow.mighty


def rides_at_the_smaller(table: Table, question: AttackScore, bearing: Bearing) -> bool:
    """Hand-to-hand against somebody smaller than rider and mount together."""
    one, other = table.models[question.attacker], table.models[question.defender]
    return question.blow.melee and size(other) < size(one) + 1


def hunts_with_another(table: Table, question: AttackScore, bearing: Bearing) -> bool:
    """Another of the pack is in contact with the target."""
    one, other = table.models[question.attacker], table.models[question.defender]
    pack = (f for f in friends(table, one) if has(f, "pack_hunter"))
    return question.blow.melee and any(touching(table, f, other) for f in pack)


EVASION = "evasion"
"""Evasive and Energy Shield count once together (DW-RNG-09)."""


def evades(table: Table, question: AttackScore, bearing: Bearing) -> bool:
    """Shot at, with a clear head, and free to move."""
    model = table.models[question.defender]
    return not question.blow.melee and not half_gone(model, HEAD) and not unready(model)


def is_shielded(table: Table, question: AttackScore, bearing: Bearing) -> bool:
    """Shot at, with a generator that works."""
    return not question.blow.melee and works(table.models[question.defender], weapon("energy_shield"))


CRITICAL_HIT = effect("DW-ABL-16", modify(Severity, 1, role="striker", when=strikes_with_a_six))
DEADEYE = effect("DW-ABL-17", modify(Severity, 1, role="striker", when=shoots_with_a_six))
POWERFUL = effect("DW-ABL-43", modify(AttackScore, 1, role="attacker", when=is_mighty))
MOUNTED = effect("DW-ABL-38", modify(AttackScore, 1, role="attacker", when=rides_at_the_smaller))
PACK_HUNTER = effect("DW-ABL-40", modify(AttackScore, 1, role="attacker", when=hunts_with_another))
EVASIVE = effect("DW-ABL-26", modify(AttackScore, -2, role="defender", when=evades, group=EVASION))
ENERGY_SHIELD = effect("DW-ABL-21", modify(AttackScore, -2, role="defender", when=is_shielded, group=EVASION))
ETHEREAL_ATTACK = effect(
    "DW-ABL-25",
    silence(AttackScore, "DW-ABL-21", role="attacker"),
    silence(Targeting, "DW-CND-08", role="attacker"),
    silence(Hacking, "DW-CND-08", role="hacker"),
)


async def frighten(ref: Referee, event: AttackDeclared, bearing: Bearing) -> None:
    """Whoever is attacked checks its morale first (DW-MRL-02)."""
    ref.then(Terrorizing(event.blow))


def charges_in(table: Table, event: AttackDeclared, bearing: Bearing) -> bool:
    """A hand-to-hand attack."""
    return event.blow.mode == H2H


def of_another_terror(table: Table, question: CheckingMorale, bearing: Bearing) -> bool:
    """Those who are terrible themselves ignore the Terror of others (DW-MRL-11)."""
    return question.trigger == "terror"


TERROR = effect(
    "DW-ABL-60",
    after(AttackDeclared, frighten, role="attacker", when=charges_in),
    forbid(CheckingMorale, role="model", when=of_another_terror),
)


# ------------------------------------------------------------------ hiding and seeing


def blends_in(table: Table, question: Seeing, bearing: Bearing) -> bool:
    """In partial cover, quiet since its last activation began, and more than a Medium stick away."""
    viewer, target = table.models[question.viewer], table.models[question.target]
    quiet = question.cover == PARTIAL and ATTACKED not in target.tokens
    return quiet and viewer.side != target.side and distance(table, viewer, target) > stick(table, MEDIUM) + SLACK


def keeps_away(table: Table, question: Seeing, bearing: Bearing) -> bool:
    """More than a Long stick away."""
    viewer, target = table.models[question.viewer], table.models[question.target]
    return viewer.side != target.side and distance(table, viewer, target) > stick(table, LONG) + SLACK


CAMOUFLAGE = effect("DW-ABL-13", forbid(Seeing, role="target", when=blends_in))
STEALTH = effect("DW-ABL-59", forbid(Seeing, role="target", when=keeps_away))
LANTERN = effect(
    "DW-ABL-36",
    silence(Seeing, "DW-LOS-06", role="viewer"),
    silence(Seeing, "DW-LOS-06", role="target"),
    silence(Pace, "DW-LOS-06", role="model"),
)


# ------------------------------------------------------------------ Dimension Shift: DW-ABL-19


async def come_back(ref: Referee, event: Nominated, bearing: Bearing) -> None:
    """A shift ends when the next activation begins."""
    await ref.emit(Relieved(rule="DW-ABL-19", bearer=event.bearer, token=SHIFTED, value=0))


def touches_the_world(table: Table, question: Doing, bearing: Bearing) -> bool:
    """Attacking, casting, taking things."""
    return question.deed in (ATTACKING, ITEMS, USING, "cast")


IS_SHIFTED = effect(
    "DW-CND-08",
    forbid(Targeting, role="target"),
    forbid(Hacking, role="victim"),
    forbid(Doing, role="actor", when=touches_the_world),
    forbid(Passing, role="model"),
    after(Nominated, come_back, role="bearer"),
)


# ------------------------------------------------------------------ limits


def worn(model: Model, section: str) -> int:
    """The armor of a section, reinforced where it was (DW-UPG-09)."""
    return model.tokens.get(f"{ARMOR}:{section}", 0) + bool(model.tokens.get(f"{UPGRADE}:reinforce_armor"))


def has_moved(table: Table, question: Doing, bearing: Bearing) -> bool:
    """A slow model, or one in armor of 4 or more, has made its one move of this activation (DW-ABL-57)."""
    model = table.models[question.actor]
    heavy = has(model, "sluggish") or any(worn(model, s) >= 4 for s in SECTIONS)
    return heavy and question.deed == MOVING and bool(model.tokens.get(MOVES)) and ACTING in model.tokens


def has_no_keeper(table: Table, question: Gambling, bearing: Bearing) -> bool:
    """No friend that is not an Animal is within two Long sticks."""
    model = table.models[question.actor]
    far = 2 * stick(table, LONG) + SLACK
    return not any(not has(f, "animal") and distance(table, model, f) <= far for f in friends(table, model))


SLUGGISH = effect("DW-ABL-57", forbid(Doing, when=has_moved))
WARBEAST = effect("DW-ABL-61", forbid(Gambling, role="actor", when=has_no_keeper))


IN_FORCE = (SLUGGISH,)
"""What has to be asked of the table, because those it is about are not asked themselves."""
ALL: tuple[Effect, ...] = tuple(found for found in list(globals().values()) if isinstance(found, Effect))
