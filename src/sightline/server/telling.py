"""What happened, line by line as a log shows it, and the movements a table shows with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Literal

from msgspec.structs import replace

from sightline.core.events import Ended, Event, Moved, Placed, Removed, Rolled, Spawned
from sightline.core.game import Game
from sightline.core.sayings import applied
from sightline.core.screen import Gesture
from sightline.core.table import Point, Table
from sightline.server.describe import dice_view
from sightline.server.messages import LineView, Motion

Kind = Literal["event", "roll", "round", "phase", "end", "quiet"]
HEADINGS: tuple[Kind, ...] = ("event", "round", "phase")


def line_views(
    game: Game, before: Table, events: Sequence[Event], first: int, action: int = 0
) -> tuple[tuple[LineView, ...], tuple[Motion, ...]]:
    """Events in words, numbered from the first, and what moves with them; `before` is the table they happened on."""
    table = before.copy()
    lines: list[LineView] = []
    motions: list[Motion] = []
    for number, event in enumerate(events, first):
        motions.extend(motion_views(game, table, event, number))
        lines.append(line_view(game, applied(table, event), event, number, action))
    return tuple(thrown(lines)), tuple(motions)


def thrown(lines: Sequence[LineView]) -> Iterator[LineView]:
    """The lines, with those marked that tell one throw of several sides: first rolls with nothing between them."""
    for first, found in groupby(lines, key=lambda line: line.dice is not None and not line.dice.again):
        throw = list(found)
        together = first and len({line.side for line in throw}) > 1
        for line in throw:
            yield replace(line, throw=throw[0].number) if together else line


def line_view(game: Game, table: Table, event: Event, number: int, action: int) -> LineView:
    """One event in words; the table is the one it made, or from which it took something away."""
    text = game.sayings.event(table, event)
    models = tuple(mentioned(table, event))
    dice = None
    if isinstance(event, Rolled):
        dice = dice_view(game, event.sides, event.faces, event.need, event.rule, event.again)
    return LineView(
        number=number,
        text=text[:1].upper() + text[1:],
        rule=event.rule,
        kind=kind_of(game, event, text),
        action=action,
        side=side_of(table, event, models),
        models=models,
        dice=dice,
        tag=type(event).__name__,
    )


def kind_of(game: Game, event: Event, text: str) -> Kind:
    """How a line is set."""
    if isinstance(event, Ended):
        return "end"
    if isinstance(event, Rolled):
        return "roll"
    if not text:
        return "quiet"
    level = game.sayings.heading(event)
    return HEADINGS[min(level, len(HEADINGS) - 1)]


def mentioned(table: Table, event: Event) -> Iterator[str]:
    """The models an event names, each once."""
    met = set()
    for field in event.__struct_fields__:
        value = getattr(event, field)
        for name in value if isinstance(value, tuple | Mapping) else (value,):
            model = table.models.get(name) if isinstance(name, str) else None
            if model is not None and model.kind == "model" and name not in met:
                met.add(name)
                yield name


def side_of(table: Table, event: Event, models: Sequence[str]) -> str:
    """Whose doing an event is: the side it names, or that of the first model it names."""
    for field in ("side", "bearer", "winner"):
        value = getattr(event, field, None)
        if value in table.sides:
            return str(value)
    actor = next((getattr(event, f) for f in ("attacker", "by") if getattr(event, f, None) in table.models), None)
    model = table.models.get(actor or (models[0] if models else ""))
    return model.side if model is not None else ""


# ------------------------------------------------------------------ what moves


def acts(motions: Sequence[Motion], who: Callable[[str], str]) -> int:
    """How many acts a screen shows one after the other: one wherever somebody else begins to act, as it cuts them."""
    count, doing = 0, ""
    for motion in motions:
        begins = motion.kind in ("move", "place", "shot") and motion.model
        by = doing if not begins else "place" if motion.kind == "place" else who(motion.model)
        count += not count or by != doing
        doing = by
    return count


def motion_views(game: Game, table: Table, event: Event, line: int) -> Iterator[Motion]:
    """What a table shows with an event; the table is the one before it."""
    gesture = gesture_of(game, event)
    path: tuple[Point, ...] = getattr(event, "path", ())
    if gesture is not None:
        yield from gestures(table, event, gesture, line, path)
    elif isinstance(event, Placed):
        yield Motion("place", line, event.model, path=(event.at,))
    elif isinstance(event, Moved):
        yield Motion("move", line, event.model, path=path, amount=event.length)
    elif isinstance(event, Removed):
        yield Motion("remove", line, event.model)
    elif isinstance(event, Spawned):
        yield Motion("area", line, event.new.id, path=(event.new.at,) if event.new.at else (), radius=event.new.radius)


def gesture_of(game: Game, event: Event) -> Gesture | None:
    """The gesture of an event, or of what it is a kind of."""
    known = game.screen.gestures
    return next((known[kind.__name__] for kind in type(event).__mro__ if kind.__name__ in known), None)


def gestures(table: Table, event: Event, gesture: Gesture, line: int, path: tuple[Point, ...]) -> Iterator[Motion]:
    """A gesture at everybody it concerns."""
    actor = getattr(event, gesture.model) if gesture.model else ""
    amount = abs(getattr(event, gesture.amount)) if gesture.amount else 0.0
    spot = getattr(event, gesture.spot) if gesture.spot else None
    if spot is not None and not path:
        start = table.models[actor].at if actor in table.models else None
        path = (start, spot) if start is not None else (spot,)
    value: Any = getattr(event, gesture.target) if gesture.target else ""
    several = isinstance(value, tuple | Mapping)
    for target in value if several else (value,):
        if target in table.models or not target:
            yield Motion(gesture.kind, line, actor, target, path, amount)
        else:
            yield Motion(gesture.kind, line, actor, "", path or towards_piece(table, actor, target), amount)


def towards_piece(table: Table, actor: str, target: str) -> tuple[Point, ...]:
    """From a model to the middle of a piece of terrain; nowhere if there is none of that name."""
    start = table.models[actor].at if actor in table.models else None
    piece = next((p.polygon for p in table.terrain.pieces if p.id == target), ())
    if start is None or not piece:
        return ()
    return (start, (sum(x for x, _ in piece) / len(piece), sum(y for _, y in piece) / len(piece)))
