"""Rules everybody is under: checks, what is begun, Deadly Terrain (DW-CHK, DW-PHY, DW-TER)."""

from __future__ import annotations

from msgspec.structs import replace

from sightline.core.effects import Bearing, Effect, after, effect, modify
from sightline.core.events import Moved
from sightline.core.referee import Referee
from sightline.core.table import ModelId, Table
from sightline.games.deepwars.arriving import pieces_at
from sightline.games.deepwars.catalog import BODY
from sightline.games.deepwars.checks import brawn, bulk, lowest_armor, resistance_check
from sightline.games.deepwars.damage import fall, wound
from sightline.games.deepwars.events import (
    ActionsSpent,
    ActivationEnds,
    Afflicted,
    ChangedDepth,
    Entered,
    Nominated,
    Noted,
    Recoiled,
    TurnEnded,
)
from sightline.games.deepwars.ground import DEADLY, features
from sightline.games.deepwars.measure import BIG, size
from sightline.games.deepwars.questions import Check, ResistanceCheck, StrengthCheck
from sightline.games.deepwars.tokens import BURNT, FALLEN, LOOSENED, RECOVERING, TRANSFIXED, UNFINISHED, about, kind_of

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


# ------------------------------------------------------------------ what a check is for: DW-GEN-03


def has_a_handicap(table: Table, question: Check, bearing: Bearing) -> bool:
    """What it is rolled for makes it easier or harder."""
    return bool(question.mod)


def handicap(table: Table, question: Check, bearing: Bearing) -> float:
    """By so much."""
    return question.mod


HANDICAP = effect("DW-GEN-03", modify(Check, handicap, when=has_a_handicap))


# ------------------------------------------------------------------ what is begun: DW-PHY-03, DW-PHY-10, DW-ACN-15

BEGUN = (UNFINISHED, LOOSENED)
"""What has to be finished by the end of the next activation."""
LAPSES = 2
"""The ends of activations that lasts: of this one, and of the next."""
HALFWAY = (f"{UNFINISHED}:rise ", f"{UNFINISHED}:dive ")
"""What is left of a dive, up or down."""


async def let_it_lapse(ref: Referee, event: ActivationEnds, bearing: Bearing) -> None:
    """What was begun in an activation may be finished in the next, and not later."""
    tokens = ref.table.models[event.model].tokens
    await ref.emit(
        *(
            Noted(rule="DW-PHY-03", bearer=event.model, token=token, value=count - 1)
            for token, count in tokens.items()
            if kind_of(token) in BEGUN
        )
    )


async def give_it_up(ref: Referee, event: Recoiled | Afflicted, bearing: Bearing) -> None:
    """Whoever is driven back, falls or is transfixed loses what it had begun."""
    id = event.model if isinstance(event, Recoiled) else event.bearer
    begun = [t for t in ref.table.models[id].tokens if t.startswith(f"{UNFINISHED}:")]
    await ref.emit(*(Noted(rule="DW-PHY-10", bearer=id, token=token, value=0) for token in begun))


async def leave_it(ref: Referee, event: Moved, bearing: Bearing) -> None:
    """Whoever goes or is moved out of contact loses what it had begun there; from afar it was in no contact."""
    from sightline.games.deepwars.exerting import in_contact

    there = ref.table.models[event.model]
    tokens = [t for t in there.tokens if t.startswith(f"{UNFINISHED}:") and not t.startswith(HALFWAY)]
    if not tokens or there.at is None:
        return
    before = replace(there, at=event.path[0], z=event.start if isinstance(event, ChangedDepth) else event.z)
    begun = ((t, about(t)) for t in tokens)
    left = [t for t, what in begun if in_contact(ref.table, before, what) and not in_contact(ref.table, there, what)]
    await ref.emit(*(Noted(rule="DW-PHY-10", bearer=there.id, token=token, value=0) for token in left))


def is_upset(table: Table, event: Afflicted, bearing: Bearing) -> bool:
    """Fallen or transfixed."""
    return event.token in (FALLEN, TRANSFIXED)


def does_something_else(table: Table, event: ActionsSpent, bearing: Bearing) -> bool:
    """An action goes into anything but a dive."""
    return event.rule != "DW-PHY-02"


async def lose_the_dive(ref: Referee, event: ActionsSpent, bearing: Bearing) -> None:
    """The rest of a dive is the first action of the next activation, or none (DW-PHY-08)."""
    tokens = ref.table.models[event.bearer].tokens
    rest = [t for t, n in tokens.items() if t.startswith(HALFWAY) and n < LAPSES]
    await ref.emit(*(Noted(rule="DW-PHY-08", bearer=event.bearer, token=token, value=0) for token in rest))


async def start_over(ref: Referee, event: TurnEnded, bearing: Bearing) -> None:
    """Getting over a transfixion takes this turn and the next, or begins again (DW-ACN-15)."""
    half = [(m.id, m.tokens[RECOVERING]) for m in ref.table.squad(event.bearer) if RECOVERING in m.tokens]
    await ref.emit(*(Noted(rule="DW-ACN-15", bearer=id, token=RECOVERING, value=n - 1) for id, n in half))


LAPSING = effect(
    "DW-PHY-03", after(ActivationEnds, let_it_lapse), after(ActionsSpent, lose_the_dive, when=does_something_else)
)
CONSECUTIVE = effect("DW-ACN-15", after(TurnEnded, start_over))
INTERRUPTED = effect(
    "DW-PHY-10",
    after(Recoiled, give_it_up),
    after(Afflicted, give_it_up, when=is_upset),
    after(Moved, leave_it),
)


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
