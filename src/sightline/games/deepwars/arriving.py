"""What comes with arriving somewhere: facing, turning to meet an attacker, dangerous ground (DW-GEN-08, DW-TER-02)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from sightline.core.events import Event, Moved
from sightline.core.referee import Referee
from sightline.core.table import Model, ModelId, Point, Table
from sightline.core.variants import Variant
from sightline.games.deepwars.events import Entered, Faced
from sightline.games.deepwars.ground import features, on_the_way
from sightline.games.deepwars.measure import enemies, engaged, faces, heading, level, place, touching, unready
from sightline.games.deepwars.questions import Passing


def nobody(table: Table, mover: Model, there: Model) -> tuple[ModelId, ...]:
    """Nobody turns outside its own activation."""
    return ()


def whoever_saw_it_come(table: Table, mover: Model, there: Model) -> tuple[ModelId, ...]:
    """The free enemies that a mover comes into contact with and that had it in front and in sight."""
    from sightline.games.deepwars.seeing import sees

    return tuple(
        enemy.id
        for enemy in enemies(table, mover)
        if touching(table, there, enemy)
        and not touching(table, mover, enemy)
        and not engaged(table, enemy)
        and not unready(enemy)
        and faces(enemy, mover)
        and sees(table, enemy.id, mover.id)
    )


MEETING = Variant("reactive_facing", {True: whoever_saw_it_come, False: nobody})


def meeting(table: Table, mover: Model, there: Model) -> tuple[ModelId, ...]:
    """Who will turn to meet a mover; settled before it moves (DW-GEN-08)."""
    return MEETING.of(table)(table, mover, there)


def pieces_at(table: Table, model: Model) -> tuple[str, ...]:
    """The pieces a model is in (DW-TER-01); none if it has just died or left."""
    if model.at is None:
        return ()
    low = level(table, model)
    return tuple(f.id for f in features(table.terrain) if f.on(low) and f.covers(model.at))


def crossed(table: Table, path: Sequence[Point], low: int) -> tuple[str, ...]:
    """The pieces a way on a level leads through or ends in (DW-TER-01)."""
    ends = tuple(pairwise(path)) or ((path[-1], path[-1]),)
    return tuple(f.id for f in features(table.terrain) if any(on_the_way(f, *line, low) for line in ends))


def sunk_through(table: Table, at: Point, one: int, other: int) -> tuple[str, ...]:
    """The pieces on the way straight up or down between two levels at a spot."""
    depths = range(min(one, other), max(one, other) + 1)
    return tuple(f.id for f in features(table.terrain) if f.covers(at) and any(f.on(low) for low in depths))


async def arrive(
    ref: Referee,
    model: Model,
    moved: Moved,
    meets: tuple[ModelId, ...] = (),
    *,
    turn: bool = True,
    leaps: bool = False,
) -> None:
    """A model goes somewhere, faces where it went, is met, and has entered what it came through.

    One that leaps is there without having been anywhere between.
    """
    table = ref.table
    before = pieces_at(table, model)
    await ref.emit(moved)
    there = table.models[model.id]
    if there.at is None:
        return
    turns: list[Event] = []
    if turn and place(there) != place(model):
        turns.append(Faced(rule="DW-ACN-23", model=model.id, facing=heading(place(model), place(there))))
    turns += [
        Faced(rule="DW-GEN-08", model=id, facing=heading(place(table.models[id]), place(there)))
        for id in meets
        if place(table.models[id]) != place(there)
    ]
    await ref.emit(*turns)
    way, low = (place(there),) if leaps else moved.path, level(table, there)
    depths = () if leaps else sunk_through(table, place(there), level(table, model), low)
    entered = tuple(p for p in dict.fromkeys((*crossed(table, way, low), *depths)) if p not in before)
    if entered and ref.effects.allows(table, Passing(model.id)):  # Who passes through it is not in it (DW-ABL-19).
        await ref.emit(Entered(rule="DW-TER-01", model=model.id, pieces=entered))
