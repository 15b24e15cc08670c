"""The upkeep phase: heals, deaths, stars, and whether the match is over."""

from __future__ import annotations

from sightline.core.events import Ended, Event, Swept
from sightline.core.referee import Referee
from sightline.core.table import Model, ModelId, Part, RuleId, Side, Table
from sightline.core.variants import Variant
from sightline.games.guerrilla.acting import character, turn
from sightline.games.guerrilla.catalog import PAINTED as PAINTED_STARS
from sightline.games.guerrilla.catalog import TURNS
from sightline.games.guerrilla.effects import EFFECTS
from sightline.games.guerrilla.events import Scored, Slain
from sightline.games.guerrilla.powers import heal, turn_ends
from sightline.games.guerrilla.questions import Mending
from sightline.games.guerrilla.tokens import DAMAGE, PAINTED, STARS

TIE = "DG-DUA-01"


class Upkeep(Part, frozen=True):
    """The damage of the turn takes effect."""


async def upkeep(ref: Referee, part: Upkeep) -> None:
    """Lasting heals, deaths and tied deaths, removal and scoring, annihilation, the end of effects (DG-UPK-03)."""
    await UPKEEP_ORDER.of(ref.table)(ref)
    now = turn(ref.table)
    await annihilation(ref)
    if ref.table.outcome is None:
        await sweep(ref, turn_ends(now), "DG-DUR-02")
        if now == TURNS:
            await ref.emit(final_count(ref.table, "DG-WIN-02"))


async def heal_then_kill(ref: Referee) -> None:
    """The damage and the healing of a turn are settled together (DG-UPK-04)."""
    await lasting_heals(ref)
    await deaths(ref)


async def kill_then_heal(ref: Referee) -> None:
    """Only survivors are healed."""
    await deaths(ref)
    await lasting_heals(ref)


UPKEEP_ORDER = Variant("upkeep_heal_order", {"heal_then_kill": heal_then_kill, "kill_then_heal": kill_then_heal})


async def lasting_heals(ref: Referee) -> None:
    """Heals of different names add up, equal names count once."""
    table = ref.table
    for id in [m for m in table.standing() if DAMAGE in table.models[m].tokens]:
        for note in EFFECTS.tally(ref.table, Mending(id), 0).notes:
            await ref.emit(*heal(ref.table.models[id], int(note.value), note.rule))


# Deaths


BEYOND = Variant("death_threshold", {"more_than_hp": 1, "at_least_hp": 0})
"""How many tokens beyond its hit points kill a model (DG-UPK-02)."""


def deadly(table: Table, model: Model) -> int:
    """The damage that kills a model."""
    return character(model).hp + BEYOND.of(table)


def doomed(table: Table) -> dict[ModelId, RuleId]:
    """Everybody who dies now: of damage, or tied to one who does (DG-UPK-02, DG-DUA-02, DG-DUA-03)."""
    models = [table.models[m] for m in table.standing()]
    dead = {m.id: "DG-UPK-02" for m in models if m.tokens.get(DAMAGE, 0) >= deadly(table, m)}
    ties = [(a.source, a.bearer) for a in table.attachments.values() if a.effect == TIE]
    spreading = bool(dead) and bool(ties)
    while spreading:
        spreading = False
        for one, other in (*ties, *((b, a) for a, b in ties)):
            if one in dead and other not in dead and other is not None:
                dead[other] = "DG-DUA-02"
                spreading = True
    return dead


async def deaths(ref: Referee) -> None:
    """All who die leave together, and each is worth its cost to the opponent (DG-UPK-05, DG-WIN-01)."""
    table = ref.table
    events: list[Event] = []
    for id, rule in doomed(table).items():
        victim = table.models[id]
        stars = character(victim).cost
        events.append(Slain(rule=rule, model=id))
        events.append(Scored(rule="DG-WIN-01", bearer=table.other(victim.owner), token=STARS, by=stars, victim=id))
    await ref.emit(*events)


# The end


async def annihilation(ref: Referee) -> None:
    """A side that is wiped out loses whatever the stars say; if both are, the stars decide (DG-WIN-04, DG-WIN-05)."""
    table = ref.table
    alive = [side for side in table.sides if any(True for _ in table.squad(side))]
    if len(alive) == 1:
        await ref.emit(Ended(rule="DG-WIN-04", winner=alive[0]))
    elif not alive:
        await ref.emit(final_count(table, "DG-WIN-05"))


def stars(table: Table, side: Side) -> int:
    """What a side has: its kills, and the bonus of a painted squad (DG-WIN-03)."""
    return table.tokens(side, STARS) + PAINTED_STARS * table.tokens(side, PAINTED)


def final_count(table: Table, rule: RuleId) -> Ended:
    """More stars win, equal stars draw (DG-WIN-02, DG-WIN-06)."""
    one, other = table.sides
    if stars(table, one) == stars(table, other):
        return Ended(rule="DG-WIN-06", winner=None)
    return Ended(rule=rule, winner=one if stars(table, one) > stars(table, other) else other)


async def sweep(ref: Referee, moment: str, rule: RuleId, kinds: tuple[str, ...] = ()) -> None:
    """A moment comes; it is worth an event only if something ends with it."""
    table = ref.table
    ends = any(a.until == moment for a in table.attachments.values())
    if ends or any(k.partition(":")[0] in kinds for m in table.models.values() for k in m.tokens):
        await ref.emit(Swept(rule=rule, moment=moment, kinds=kinds))
