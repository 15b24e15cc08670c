"""The end of a Game Turn, and of the battle (DW-END)."""

from __future__ import annotations

from collections.abc import Iterator

from sightline.core.events import Event, Swept
from sightline.core.referee import Referee
from sightline.core.table import TABLE, Model, Part, RuleId, Side, Table
from sightline.games.deepwars.bodies import BODY_MARKER, REMAINS
from sightline.games.deepwars.events import BattleEnded, Charmed, GameTurnEnds, Noted, Relieved, Sank, TakenAway
from sightline.games.deepwars.ground import ground_beneath
from sightline.games.deepwars.measure import height, level, place
from sightline.games.deepwars.scoring import at_the_end, guest, points, scenario
from sightline.games.deepwars.tokens import (
    ADVANTAGE,
    CHARMED,
    ENCHANTED,
    GAME_TURN,
    GAME_TURN_ENDS,
    LASTS,
    OPEN_OCEAN,
    fading,
)

LONGER = {"breach": 2, "capture": 2}
"""Game Turns that a scenario lasts more than others (DW-END-02)."""
ENDLESS = 12
"""The Game Turns programs reckon with where there is no last one."""


class BeginGameTurn(Part, frozen=True):
    """A Game Turn begins."""

    number: int


class Creatures(Part, frozen=True):
    """The wild creatures act."""


class Scenery(Part, frozen=True):
    """Scenery that does something of its own does it."""


class EndOfGameTurn(Part, frozen=True):
    """What lasts runs down, points are scored, and the end of the battle is checked."""

    number: int


class FinalCount(Part, frozen=True):
    """The battle is over: points are counted."""

    rule: RuleId


def gone(table: Table, side: Side) -> bool:
    """Whether a side has nobody left on the map; guests are no models left (DW-CRE-12, DW-CND-07)."""
    return all(guest(m) for m in table.squad(side))


def last_turn(table: Table) -> int:
    """The number of the last Game Turn; 0 if there is none (DW-END-02)."""
    turns: int = table.options["game_turns"]
    return turns and turns + LONGER.get(scenario(table), 0)


def left_of_battle(table: Table) -> float:
    """The share of the battle that comes after this Game Turn."""
    last = last_turn(table) or ENDLESS
    return max(0.0, (last - max(1, table.tokens(TABLE, GAME_TURN))) / last)


async def end_of_game_turn(ref: Referee, part: EndOfGameTurn) -> None:
    """Durations run down, then points, then the end is checked (DW-END-01)."""
    table = ref.table
    events: list[Event] = []
    for model in table.models.values():
        for token, count in model.tokens.items():
            if token.startswith(f"{ADVANTAGE}:"):
                events.append(Noted(rule="DW-DMG-14", bearer=model.id, token=token, value=count - 1))
            elif token in (LASTS, CHARMED):
                events += run_down(table, model, token, count)
    swept = Swept(rule="DW-END-01", moment=GAME_TURN_ENDS, kinds=fading(GAME_TURN_ENDS))
    await ref.emit(swept, *events, *sunk(table))
    await ref.emit(GameTurnEnds(rule="DW-END-01", number=part.number))
    empty = [gone(table, side) for side in table.sides]
    if any(empty):
        ref.then(FinalCount("DW-END-06" if all(empty) else "DW-END-03"))
    elif last_turn(table) and part.number >= last_turn(table):
        ref.then(FinalCount("DW-END-02"))
    else:
        ref.then(BeginGameTurn(part.number + 1))


def sunk(table: Table) -> Iterator[Event]:
    """Bodies and dropped things sink to the ground beneath (DW-DEP-07); in open ocean there is none (DW-DEP-09)."""
    from sightline.games.deepwars.treasure import loose, markers

    if table.tokens(TABLE, OPEN_OCEAN):
        return
    for thing in (*markers(table, (BODY_MARKER, REMAINS)), *loose(table)):
        at, low = place(thing), level(table, thing)
        ground = ground_beneath(table.terrain, at, low)
        if ground < low:
            yield Sank(rule="DW-DEP-07", model=thing.id, at=at, facing=thing.facing, z=height(table, ground))


def run_down(table: Table, model: Model, token: str, count: int) -> list[Event]:
    """One Game Turn less; what has run out is gone, or goes back to whose it was (DW-CND-07)."""
    if count > 1:
        return [Noted(rule="DW-END-01", bearer=model.id, token=token, value=count - 1)]
    if token == LASTS:
        return [TakenAway(rule="DW-END-01", model=model.id)]
    return [
        Relieved(rule="DW-CND-07", bearer=model.id, token=CHARMED, value=0),
        *([Noted(rule="DW-CND-07", bearer=model.id, token=ENCHANTED, value=0)] if ENCHANTED in model.tokens else ()),
        Charmed(rule="DW-CND-07", model=model.id, side=model.owner),
    ]


async def final_count(ref: Referee, part: FinalCount) -> None:
    """More victory points win (DW-END-04)."""
    table = ref.table
    await at_the_end(ref)
    won = points(table)
    one, other = table.sides
    winner = None if won[one] == won[other] else max(table.sides, key=won.__getitem__)
    await ref.emit(BattleEnded(rule=part.rule, winner=winner, points=won))
