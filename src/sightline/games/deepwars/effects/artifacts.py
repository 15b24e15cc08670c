"""Ancient Artifacts that work once they are learned (DW-ART)."""

from __future__ import annotations

from msgspec.structs import replace

from sightline.core.dice import Roll
from sightline.core.effects import Bearing, Effect, after, effect, modify, silence
from sightline.core.referee import Referee
from sightline.core.table import Model, Table
from sightline.games.deepwars.catalog import DIE, SLACK, weapon, weapons
from sightline.games.deepwars.checks import roller
from sightline.games.deepwars.effects.commanding import COMMAND
from sightline.games.deepwars.events import ActionsWon, ActivationEnds, Afflicted, Found, Gambled, Learned, Noted, Swam
from sightline.games.deepwars.measure import LONG, behind, distance, enemies, helpless, stick
from sightline.games.deepwars.questions import (
    SHOT,
    SPELL,
    Activating,
    AttackScore,
    DefenceScore,
    Hacking,
    Pace,
    QualityCheck,
    Seeing,
    Targeting,
)
from sightline.games.deepwars.tokens import (
    ACCELERATED,
    ACTING,
    ACTIONS,
    ARTIFACTS,
    DAMAGED,
    FALLEN,
    LEARNED,
    LOAD,
    RISK,
    TRANSFIXED,
    about,
)

SHIELD, MAP, ACCELERATOR, ENTANGLER, CRUSHER = (
    "portable_shield_generator",
    "acoustic_map",
    "soul_accelerator",
    "quantum_entangler",
    "psychic_crusher",
)


def bearers(table: Table, what: str) -> list[Model]:
    """Whoever has an artifact at work, on the map."""
    return [m for id in table.standing() if what in (m := table.models[id]).tokens]


# ------------------------------------------------------------------ DW-ART-02, DW-ART-03


def energy_or_spell(table: Table, question: DefenceScore, bearing: Bearing) -> bool:
    """A shot with an energy weapon, or a spell attack."""
    blow = question.blow
    return blow.mode == SPELL or (blow.mode == SHOT and weapon(blow.weapon).kind == "energy")


SHIELD_GENERATOR = effect(
    "DW-ART-02",
    modify(DefenceScore, 3, role="defender", when=energy_or_spell),
    silence(AttackScore, "DW-ABL-21", role="defender", when=energy_or_spell),
)
PLANAR_EYE = effect(
    "DW-ART-03",
    silence(AttackScore, "DW-ABL-21", role="attacker"),
    silence(Targeting, "DW-CND-08", role="attacker"),
    silence(Hacking, "DW-CND-08", role="hacker"),
)


# ------------------------------------------------------------------ DW-ART-04


def is_mapped(table: Table, question: Seeing, bearing: Bearing) -> bool:
    """The viewer's side has an Acoustic Map at work."""
    side = table.models[question.viewer].side
    return any(m.side == side for m in bearers(table, MAP))


def bears_a_map(table: Table, question: Pace, bearing: Bearing) -> bool:
    """The mover sounds its way."""
    return MAP in table.models[question.model].tokens


REVEALED = ("camouflage", "stealth", "natural")
"""Whom a map shows: who hides by nature or by art, and natural armor."""


def is_revealed(table: Table, question: AttackScore, bearing: Bearing) -> bool:
    """The attacker shows on a map of the defender's side, wherever it began."""
    one, side = table.models[question.attacker], table.models[question.defender].side
    return any(a in one.kit for a in REVEALED) and any(m.side == side for m in bearers(table, MAP))


def is_only_hidden(table: Table, question: AttackScore, bearing: Bearing) -> bool:
    """The same, of one who does not shoot from behind, which is as good (DW-RNG-03)."""
    one, other = table.models[question.attacker], table.models[question.defender]
    return not behind(other, one) and is_revealed(table, question, bearing)


ACOUSTIC_MAP = effect(
    "DW-ART-04",
    silence(Seeing, "DW-ABL-13", "DW-ABL-59", when=is_mapped),
    silence(AttackScore, "DW-H2H-03", when=is_revealed),
    silence(AttackScore, "DW-RNG-03", when=is_only_hidden),
    silence(Pace, "DW-LOS-06", when=bears_a_map),
)


# ------------------------------------------------------------------ DW-ART-05


def first_move(table: Table, event: Swam, bearing: Bearing) -> bool:
    """The first move of its activation; dragging is no move."""
    tokens = table.models[event.model].tokens
    moves = event.rule == "DW-MOV-02" and ACTING in tokens
    return ACCELERATOR in tokens and moves and ACCELERATED not in tokens


async def speed_up(ref: Referee, event: Swam, bearing: Bearing) -> None:
    """One move of the activation is free: what it cost comes back."""
    from sightline.games.deepwars.moving import price

    start, *_, to = event.path
    cost, _ = price(ref.table, replace(ref.table.models[event.model], at=start, z=event.z), to)
    await ref.emit(
        Noted(rule="DW-ART-05", bearer=event.model, token=ACCELERATED, value=1),
        ActionsWon(rule="DW-ART-05", bearer=event.model, token=ACTIONS, by=cost),
    )


async def risk(ref: Referee, event: ActivationEnds, bearing: Bearing) -> None:
    """One more die for every natural 1 of the activation roll; another 1 transfixes."""
    ones = ref.table.tokens(event.model, RISK)
    if not ones:
        return
    model = ref.table.models[event.model]
    (faces,) = await ref.throw(Roll("DW-ART-05", DIE, ones, roller(ref.table, model), model.id))
    await ref.emit(Noted(rule="DW-ART-05", bearer=model.id, token=RISK, value=0))
    if 1 in faces and TRANSFIXED not in model.tokens:
        await ref.emit(Afflicted(rule="DW-ART-05", bearer=model.id, token=TRANSFIXED, value=1))


def shows_a_one(table: Table, event: Gambled, bearing: Bearing) -> bool:
    """The activation roll of a bearer shows a natural 1; a die that was rolled again has its new face (DW-GEN-15)."""
    return 1 in event.faces and ACCELERATOR in table.models[event.model].tokens


async def remember_ones(ref: Referee, event: Gambled, bearing: Bearing) -> None:
    """So many."""
    ones = sum(face == 1 for face in event.faces)
    await ref.emit(Noted(rule="DW-ART-05", bearer=event.model, token=RISK, value=ones))


SOUL_ACCELERATOR = effect(
    "DW-ART-05",
    after(Swam, speed_up, when=first_move),
    after(ActivationEnds, risk),
    after(Gambled, remember_ones, when=shows_a_one),
)


# ------------------------------------------------------------------ DW-ART-07, DW-ART-08, DW-ART-10

TIME_LOOP = effect("DW-ART-07", modify(Activating, 1, role="model"))


def its_construct(table: Table, question: Activating, bearing: Bearing) -> bool:
    """The construct of a maker with an entangler rolls, wherever it is."""
    maker, other = table.models[bearing.bearer], table.models[question.model]
    able = FALLEN not in maker.tokens and not helpless(maker)
    made = "construct" in other.kit
    machine = made and "artificial" in other.kit and "animist" in maker.kit
    living = made and "artificial" not in other.kit and ("re_animator" in maker.kit or "biomancer" in maker.kit)
    return able and (machine or living)


QUANTUM_ENTANGLER = effect("DW-ART-08", modify(Activating, 1, role="near", when=its_construct, group=COMMAND))


def crushed(table: Table, question: Activating | QualityCheck, bearing: Bearing) -> bool:
    """An enemy wears the crown within a Long stick; machines do not care."""
    model = table.models[question.model]
    if model.at is None or "artificial" in model.kit:
        return False
    far = stick(table, LONG) + SLACK
    return any(CRUSHER in e.tokens and distance(table, e, model) <= far for e in enemies(table, model))


PSYCHIC_CRUSHER = effect("DW-ART-10", modify(Activating, -1, when=crushed), modify(QualityCheck, -1, when=crushed))


# ------------------------------------------------------------------ switching on: DW-TEC-06


def is_an_artifact(table: Table, event: Learned | Found, bearing: Bearing) -> bool:
    """It is about an artifact that lasts."""
    return about(event.token) in ARTIFACTS


async def switch_on(ref: Referee, event: Learned | Found, bearing: Bearing) -> None:
    """What somebody carries and can use works without further actions."""
    from sightline.games.deepwars.devices import can_use

    what, model = about(event.token), ref.table.models[event.bearer]
    if f"{LOAD}:{what}" in model.tokens and what not in model.tokens and can_use(ref.table, model, what):
        await ref.emit(Noted(rule="DW-TEC-06", bearer=event.bearer, token=what, value=1))


def is_a_weapon_one_knows(table: Table, event: Found, bearing: Bearing) -> bool:
    """Somebody was taught a weapon before it came by it."""
    what, tokens = about(event.token), table.models[event.bearer].tokens
    return what in weapons() and f"{LEARNED}:{what}" in tokens and f"{DAMAGED}:{what}" not in tokens


async def arm(ref: Referee, event: Found, bearing: Bearing) -> None:
    """It comes into its hands."""
    from sightline.games.deepwars.devices import take_in_hand

    await take_in_hand(ref, event.bearer, about(event.token), "DW-TEC-06")


WORKING = effect(
    "DW-TEC-06",
    after(Learned, switch_on, when=is_an_artifact),
    after(Found, switch_on, when=is_an_artifact),
    after(Found, arm, when=is_a_weapon_one_knows),
)

ALL: tuple[Effect, ...] = tuple(found for found in list(globals().values()) if isinstance(found, Effect))
IN_FORCE = (ACOUSTIC_MAP, SOUL_ACCELERATOR, PSYCHIC_CRUSHER, WORKING)
