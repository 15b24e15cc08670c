"""What spells do while they last, and what casting means for the rest of an activation (DW-SPL, DW-MAG)."""

from __future__ import annotations

from sightline.core.decisions import Offer
from sightline.core.effects import Bearing, Effect, after, effect, forbid, modify, offer
from sightline.core.events import Event
from sightline.core.referee import Referee
from sightline.core.table import TABLE, Table
from sightline.games.deepwars.actions import RollToCast
from sightline.games.deepwars.arriving import pieces_at
from sightline.games.deepwars.catalog import SECTIONS, weapon
from sightline.games.deepwars.checks import DONE, resistance_check, strength_check
from sightline.games.deepwars.effects.weapons import blast
from sightline.games.deepwars.events import (
    ActivationEnds,
    Afflicted,
    Clashed,
    Entered,
    GameTurnEnds,
    Nominated,
    Noted,
    Slain,
    TakenAway,
    TurnEnded,
    Vanished,
    Wounded,
)
from sightline.games.deepwars.questions import (
    ATTACKING,
    GIFTED,
    USING,
    Affecting,
    Armor,
    AttackScore,
    Choosing,
    DefenceScore,
    Doing,
)
from sightline.games.deepwars.tokens import (
    ACTIONS,
    CASTING,
    ENDS,
    ENTANGLED,
    FALLEN,
    KEEPS,
    KEPT,
    MANTLED,
    POISONED,
    TRANSFIXED,
    kind_of,
)

KEEP_MOST = 3
"""Points of power that can be kept (DW-SPL-03)."""
SPELLBOUND = "spell"
"""What stands in the name of everything that goes with its caster."""
MARK = f"-{SPELLBOUND}-"
"""The same as it stands there, after the name of the caster."""


# ------------------------------------------------------------------ casting (DW-ABL-58, DW-SPL-03, DW-SPL-04)


def a_spell(table: Table, question: Choosing, bearing: Bearing) -> Offer:
    """A Spellcasting Roll in the place of the activation choice."""
    return Offer(RollToCast, "DW-SPL-01", {"actor": question.actor})


def knows_any(table: Table, question: Choosing, bearing: Bearing) -> bool:
    """The model has a discipline."""
    from sightline.games.deepwars.casting import known

    return bool(known(table.models[question.actor]))


SPELLCASTER = effect("DW-ABL-58", offer(Choosing, a_spell, role="actor", when=knows_any))


def pays_not_for(table: Table, question: Doing, bearing: Bearing) -> bool:
    """Power pays for spells, movement and Physical Activities; neither for attacks nor for gifts and devices."""
    return question.deed in (ATTACKING, "reload", USING, GIFTED)


async def keep(ref: Referee, event: ActivationEnds, bearing: Bearing) -> None:
    """What is left of the power is kept, up to three points, for the next turn (DW-SPL-03)."""
    points = min(KEEP_MOST, ref.table.tokens(event.model, ACTIONS))
    if points:
        await ref.emit(
            Noted(rule="DW-SPL-03", bearer=event.model, token=KEPT, value=points),
            Noted(rule="DW-SPL-03", bearer=event.model, token=KEEPS, value=2),
        )


POWER = effect(
    "DW-SPL-04",
    forbid(Doing, role="actor", when=pays_not_for),
    after(ActivationEnds, keep, role="model"),
)


def casts_nothing(table: Table, event: ActivationEnds, bearing: Bearing) -> bool:
    """The activation was spent on something else."""
    return not any(kind_of(t) == CASTING for t in table.models[event.model].tokens)


def breaks_it(table: Table, event: Afflicted, bearing: Bearing) -> bool:
    """Fallen or transfixed."""
    return event.token in (FALLEN, TRANSFIXED)


def hurts_it(table: Table, event: Wounded, bearing: Bearing) -> bool:
    """A wound of its own: one on a weapon in its hands is none, one on a natural weapon is (DW-ABL-41)."""
    return event.section in SECTIONS or weapon(event.section).kind == "natural"


async def lose(ref: Referee, event: Event, bearing: Bearing) -> None:
    """Kept points are gone."""
    if ref.table.tokens(bearing.bearer, KEPT):
        await ref.emit(
            Noted(rule="DW-SPL-03", bearer=bearing.bearer, token=KEPT, value=0),
            Noted(rule="DW-SPL-03", bearer=bearing.bearer, token=KEEPS, value=0),
        )


KEEPING = effect(
    "DW-SPL-03",
    after(ActivationEnds, lose, role="model", when=casts_nothing),
    after(Wounded, lose, role="bearer", when=hurts_it),
    after(Afflicted, lose, role="bearer", when=breaks_it),
)


async def forget(ref: Referee, event: TurnEnded, bearing: Bearing) -> None:
    """Power is kept for one turn only (DW-SPL-03)."""
    for model in list(ref.table.models.values()):
        left = model.tokens.get(KEEPS, 0)
        if model.side == event.bearer and left:
            await ref.emit(Noted(rule="DW-SPL-03", bearer=model.id, token=KEEPS, value=left - 1))
            if left == 1 and KEPT in model.tokens:
                await ref.emit(Noted(rule="DW-SPL-03", bearer=model.id, token=KEPT, value=0))


# ------------------------------------------------------------------ durations: DW-SPL-10


async def run_out(ref: Referee, event: GameTurnEnds, bearing: Bearing) -> None:
    """Whatever lasts until the end of this Game Turn is over."""
    table = ref.table
    for model in list(table.models.values()):
        for token, last in list(model.tokens.items()):
            kind, _, what = token.partition(":")
            if kind != ENDS or last > event.number:
                continue
            await ref.emit(Noted(rule="DW-SPL-10", bearer=model.id, token=token, value=0))
            if model.id == TABLE:
                await vanish(ref, what)
            else:
                await ref.emit(Noted(rule="DW-SPL-10", bearer=model.id, token=what, value=0))


async def vanish(ref: Referee, piece: str) -> None:
    """A piece is gone, if it is still there."""
    if any(p.id == piece for p in ref.table.terrain.pieces):
        await ref.emit(Vanished(rule="DW-SPL-10", piece=piece))


async def end_with_the_caster(ref: Referee, event: Slain, bearing: Bearing) -> None:
    """A caster's death ends its conjurations."""
    table, mark = ref.table, f"{event.model}{MARK}"
    for piece in [p.id for p in table.terrain.pieces if p.id.startswith(mark)]:
        await ref.emit(Noted(rule="DW-SPL-10", bearer=TABLE, token=f"{ENDS}:{piece}", value=0))
        await vanish(ref, piece)
    for model in [m.id for m in table.models.values() if m.id.startswith(mark) and m.at is not None]:
        await ref.emit(TakenAway(rule="DW-SPL-10", model=model))


LASTING = effect(
    "DW-SPL-10",
    after(GameTurnEnds, run_out),
    after(TurnEnded, forget),
    after(Slain, end_with_the_caster),
)


# ------------------------------------------------------------------ single spells


def by_the_mantle(table: Table, question: Armor, bearing: Bearing) -> float:
    """One, or two of a strong one."""
    return table.tokens(question.victim, MANTLED)


FROST_MANTLE = effect("DW-MAG-06", modify(Armor, by_the_mantle, role="victim"))
ADRENAL_SURGE = effect(
    "DW-MAG-17",
    modify(AttackScore, 1, role="attacker"),
    modify(DefenceScore, 1, role="defender"),
)


def goes_off(table: Table, event: Clashed, bearing: Bearing) -> bool:
    """A burst, at its target."""
    return event.blow.weapon == "thermal_burst" and not event.blow.near


async def around(ref: Referee, event: Clashed, bearing: Bearing) -> None:
    """Everybody around is attacked with the same die (DW-MAG-04)."""
    await blast(ref, event)


THERMAL_BURST = effect("DW-MAG-04", after(Clashed, around, when=goes_off))


def zones(table: Table, pieces: tuple[str, ...], what: str) -> list[str]:
    """Those of some pieces that are zones of a spell."""
    return [p.id for p in table.terrain.pieces if p.id in pieces and f"zone:{what}" in p.traits]


async def snared(ref: Referee, id: str, pieces: tuple[str, ...]) -> None:
    """Strong enough, or entangled (DW-MAG-12)."""
    for piece in zones(ref.table, pieces, "kelp_snare"):
        model = ref.table.models[id]
        if model.at is None or ENTANGLED in model.tokens:
            continue
        if await strength_check(ref, id, "snare", piece, "DW-MAG-12") < DONE:
            caster = piece.partition(MARK)[0]
            await ref.emit(Afflicted(rule="DW-MAG-12", bearer=id, token=ENTANGLED, value=1, source=caster))


async def snare_enters(ref: Referee, event: Entered, bearing: Bearing) -> None:
    """Whoever comes into it."""
    await snared(ref, event.model, event.pieces)


async def snare_begins(ref: Referee, event: Nominated, bearing: Bearing) -> None:
    """Whoever is nominated in it."""
    await snared(ref, event.bearer, pieces_at(ref.table, ref.table.models[event.bearer]))


async def spored(ref: Referee, id: str, pieces: tuple[str, ...]) -> None:
    """The living resist, or are poisoned (DW-MAG-18)."""
    table = ref.table
    for piece in zones(table, pieces, "spore_bloom"):
        model = table.models[id]
        if model.at is None or POISONED in model.tokens:
            continue
        if ref.effects.allows(table, Affecting(id, "poison")) and (
            await resistance_check(ref, id, "spores", piece, "DW-MAG-18") < DONE
        ):
            await ref.emit(Afflicted(rule="DW-MAG-18", bearer=id, token=POISONED, value=1))


async def spores_enter(ref: Referee, event: Entered, bearing: Bearing) -> None:
    """Whoever comes into it."""
    await spored(ref, event.model, event.pieces)


async def spores_begin(ref: Referee, event: Nominated, bearing: Bearing) -> None:
    """Whoever is nominated in it."""
    await spored(ref, event.bearer, pieces_at(ref.table, ref.table.models[event.bearer]))


KELP_SNARE = effect("DW-MAG-12", after(Entered, snare_enters), after(Nominated, snare_begins))
SPORE_BLOOM = effect("DW-MAG-18", after(Entered, spores_enter), after(Nominated, spores_begin))

ALL: tuple[Effect, ...] = tuple(found for found in list(globals().values()) if isinstance(found, Effect))
IN_FORCE = (LASTING, THERMAL_BURST, KELP_SNARE, SPORE_BLOOM)
"""What everybody is under."""
