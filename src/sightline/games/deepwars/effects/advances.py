"""What a campaign has made of a warband and its members, in a battle (DW-SRV-03, DW-ADV, DW-EXP)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sightline.core.effects import Bearing, Effect, after, effect, modify, silence
from sightline.core.referee import Referee
from sightline.core.table import Table
from sightline.games.deepwars.events import ActivationEnds, Noted, Struck, Tallied, TurnEnded, Unmoved
from sightline.games.deepwars.questions import (
    Activating,
    AttackScore,
    Casting,
    Check,
    DefenceScore,
    MoraleCheck,
    Pace,
    QualityCheck,
    ResistanceCheck,
    Severity,
    StrengthCheck,
    WillCheck,
)
from sightline.games.deepwars.tokens import ADVANCE, DIVERS, READY, SONG

# ------------------------------------------------------------------ the weak: DW-SRV-03

WEAKNESS = effect(
    "DW-SRV-03",
    *(modify(roll, -1, role="model") for roll in (Activating, Casting, QualityCheck, WillCheck, MoraleCheck)),
)


# ------------------------------------------------------------------ for a whole battle: DW-EXP-11, DW-EXP-12


def is_infused(table: Table, question: Casting, bearing: Bearing) -> bool:
    """The caster is Ether Infused."""
    return bool(table.tokens(question.model, f"{ADVANCE}:ether_infused"))


def is_veteran(table: Table, question: Check, bearing: Bearing) -> bool:
    """Whoever checks is a Veteran."""
    return bool(table.tokens(question.model, f"{ADVANCE}:veteran"))


ETHER_INFUSED = effect("DW-EXP-11", modify(Casting, 1, when=is_infused))
VETERAN = effect(
    "DW-EXP-12",
    *(
        modify(check, 1, when=is_veteran)
        for check in (QualityCheck, ResistanceCheck, WillCheck, StrengthCheck, MoraleCheck)
    ),
)

# ------------------------------------------------------------------ once per battle: DW-EXP-02 to DW-EXP-08


def ready(advance: str, role: str = "model") -> Callable[[Table, Any, Bearing], bool]:
    """Whoever rolls has declared an advance of its own."""

    def is_ready(table: Table, question: Any, bearing: Bearing) -> bool:
        return bool(table.tokens(getattr(question, role), f"{READY}:{advance}"))

    return is_ready


def declared(advance: str, role: str) -> Callable[[Table, Any, Bearing], bool]:
    """The side of whoever rolls has declared an advance."""

    def is_declared(table: Table, question: Any, bearing: Bearing) -> bool:
        side = table.models[getattr(question, role)].side
        return side in table.sides and bool(table.tokens(side, f"{READY}:{advance}"))

    return is_declared


def said(advance: str) -> Callable[[Table, AttackScore, Bearing], bool]:
    """An advance was declared for an attack die that has fallen already (DW-ABL-11)."""

    def was_said(table: Table, question: AttackScore, bearing: Bearing) -> bool:
        return advance in question.blow.declared

    return was_said


INITIATOR = effect("DW-EXP-02", modify(Activating, 1, when=ready("initiator")))
SHOT_FOCUS = effect(
    "DW-EXP-03",
    modify(AttackScore, 2, when=ready("shot_focus", "attacker")),
    modify(AttackScore, 2, when=said("shot_focus")),
)
ATTACK_FOCUS = effect(
    "DW-EXP-04",
    modify(AttackScore, 2, when=ready("attack_focus", "attacker")),
    modify(DefenceScore, 2, when=ready("attack_focus", "defender")),
)
RESISTANT = effect("DW-EXP-05", modify(ResistanceCheck, 2, when=ready("resistant")))
MENTAL_FORTITUDE = effect("DW-EXP-06", modify(WillCheck, 2, when=ready("mental_fortitude")))
BUFF = effect("DW-EXP-07", modify(StrengthCheck, 2, when=ready("buff")))
WIZENED = effect("DW-EXP-08", modify(QualityCheck, 2, when=ready("wizened")))

# ------------------------------------------------------------------ of a whole warband: DW-ADV-02, 08, 10, 12

EFFICIENT_WARRIORS = effect(
    "DW-ADV-02",
    modify(AttackScore, 2, when=declared("efficient_warriors", "attacker")),
    modify(AttackScore, 2, when=said("efficient_warriors")),
    modify(DefenceScore, 2, when=declared("efficient_warriors", "defender")),
)
VOLLEY = effect("DW-ADV-12", modify(AttackScore, 2, when=declared("volley", "attacker")))


def dives_well(role: str) -> Callable[[Table, Any, Bearing], bool]:
    """The warband of whoever moves or strikes has declared that it knows these waters."""

    def knows(table: Table, question: Any, bearing: Bearing) -> bool:
        side = table.models[getattr(question, role)].side
        return side in table.sides and bool(table.tokens(side, DIVERS))

    return knows


async def run_down(ref: Referee, event: TurnEnded, bearing: Bearing) -> None:
    """An own turn, and the opponent's after it."""
    known = [side for side in ref.table.sides if ref.table.tokens(side, DIVERS)]
    await ref.emit(*(Tallied(rule="DW-ADV-08", bearer=side, token=DIVERS, by=-1) for side in known))


EXPERIENCED_DIVERS = effect(
    "DW-ADV-08",
    silence(Pace, "DW-MOV-05", when=dives_well("model")),
    silence(AttackScore, "DW-H2H-13", when=dives_well("attacker")),
    after(TurnEnded, run_down),
)


def hears_the_song(table: Table, question: Activating, bearing: Bearing) -> bool:
    """The song of its warband is played."""
    side = table.models[question.model].side
    return side in table.sides and bool(table.tokens(side, SONG))


async def play_on(ref: Referee, event: ActivationEnds, bearing: Bearing) -> None:
    """One activation less."""
    side = ref.table.models[event.model].side
    if side in ref.table.sides and ref.table.tokens(side, SONG):
        await ref.emit(Tallied(rule="DW-ADV-10", bearer=side, token=SONG, by=-1))


def masters_it(table: Table, question: Severity, bearing: Bearing) -> bool:
    """A Battle Master has declared the form that fits, and wins its attack with any die (DW-ABL-16)."""
    form = "critical_hit" if question.blow.melee else "deadeye"
    return question.won and not question.counter and bool(table.tokens(question.striker, f"{READY}:{form}"))


async def has_mastered(ref: Referee, event: Struck | Unmoved, bearing: Bearing) -> None:
    """It was for one roll."""
    for model in list(ref.table.models.values()):
        done = [t for t in (f"{READY}:critical_hit", f"{READY}:deadeye") if t in model.tokens]
        await ref.emit(*(Noted(rule="DW-EXP-13", bearer=model.id, token=t, value=0) for t in done))


MASTERY = effect(
    "DW-EXP-13", modify(Severity, 1, when=masters_it), after(Struck, has_mastered), after(Unmoved, has_mastered)
)
THEME_MUSIC = effect("DW-ADV-10", modify(Activating, 1, when=hears_the_song), after(ActivationEnds, play_on))

ALL: tuple[Effect, ...] = tuple(found for found in list(globals().values()) if isinstance(found, Effect))
IN_FORCE = tuple(found for found in ALL if found is not WEAKNESS)
