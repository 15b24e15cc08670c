"""The table and what happened on it, in the words of the wire; until a rulebook's screen is there, in plain ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sightline.core.decisions import Count, Decision, Pick, Picks, Refusal, Route, Slot, Split, Spot
from sightline.core.events import Event
from sightline.core.game import Game
from sightline.core.match import Match
from sightline.core.screen import Clock, Figure
from sightline.core.table import Side, Table
from sightline.server.messages import (
    Change,
    DecisionView,
    LineView,
    ModelView,
    Motion,
    OfferView,
    RefusalView,
    Scene,
    SideView,
    SlotView,
)


def scene(match: Match) -> Scene:
    """The whole table."""
    table, game = match.table, match.game
    scores = game.scores(table)
    return Scene(
        table.terrain.width,
        table.terrain.height,
        "colony",
        match.setup.table.name or match.setup.table.id,
        table.terrain.pieces,
        (),
        {
            m.id: ModelView(
                m.id, m.side, m.owner, m.name, m.profile, m.radius, Figure(m.profile, ""), m.kind, m.at, facing=m.facing
            )
            for m in table.models.values()
            if m.kind == "model"
        },
        {s: SideView(s, match.setup.rosters[s].name, scores.get(s, 0.0)) for s in table.sides},
        Clock("Turn", 1, 0, (), -1),
    )


def change(before: Scene, after: Scene) -> Change:
    """What differs."""
    return Change(
        {id: m for id, m in after.models.items() if before.models.get(id) != m},
        {s: v for s, v in after.sides.items() if before.sides.get(s) != v},
        after.clock if after.clock != before.clock else None,
    )


def decision(match: Match) -> DecisionView | None:
    """What is asked."""
    pending = match.pending
    if not isinstance(pending, Decision):
        return None
    offers = tuple(
        OfferView(
            o.action.__name__,
            o.rule,
            o.action.__name__,
            "",
            _plain(o.given),
            tuple(_slot(field, slot) for field, slot in match.slots(o).items()),
        )
        for o in pending.offers
    )
    rule = match.game.rulebook.rules[pending.rule]
    return DecisionView(pending.side, pending.rule, rule.title, offers, pending.about)


def _plain(value: Any) -> Any:
    import msgspec

    from sightline.core.wire import encode

    return msgspec.json.decode(encode(value))


def _slot(field: str, slot: Slot) -> SlotView:
    if isinstance(slot, Pick):
        return SlotView(field, "pick", slot.options)
    if isinstance(slot, Picks):
        return SlotView(field, "picks", slot.options, least=slot.least, most=slot.most)
    if isinstance(slot, Spot):
        return SlotView(
            field, "spot", actor=slot.actor or "", reach=slot.reach, radius=slot.radius, zone=slot.zone
        )
    if isinstance(slot, Route):
        return SlotView(field, "route", actor=slot.actor, reach=slot.limit)
    if isinstance(slot, Count):
        return SlotView(field, "count", least=slot.least, most=slot.most)
    assert isinstance(slot, Split)
    return SlotView(field, "split", slot.among, most=slot.total)


def lines(
    game: Game, table: Table, events: Sequence[Event], number: int, action: int, side: Side
) -> list[LineView]:
    """Events in words, numbered on from `number`."""
    now = table.copy()
    found = []
    for place, event in enumerate(events, number + 1):
        text = game.sayings.event(now, event)
        event.apply(now)
        kind: Any = "event" if text else "quiet"
        found.append(LineView(place, text, event.rule, kind, action, side, tag=type(event).__name__))
    return found


def told_before(events: Sequence[Any], number: int) -> list[LineView]:
    """Events of rules that are no more, as far as they can be told."""
    return [
        LineView(place, str(event.get("type", "")), str(event.get("rule", "")), "quiet", tag=str(event.get("type", "")))
        for place, event in enumerate(events, number + 1)
    ]


def motions(game: Game, table: Table, events: Sequence[Event], number: int) -> tuple[Motion, ...]:
    """What moves."""
    found: list[Motion] = []
    for place, event in enumerate(events, number + 1):
        path = getattr(event, "path", None)
        if path:
            found.append(Motion("move", place, getattr(event, "model", ""), path=path))
    return tuple(found)


def refusal(match: Match, no: Refusal) -> RefusalView:
    """A no in words."""
    rule = match.game.rulebook.rules.get(no.rule)
    title = rule.title if rule else no.rule
    return RefusalView(no.rule, title, match.game.sayings.refusal(match.table, no, title), _plain(no.facts))


def whole(now: Scene) -> Change:
    """The whole scene as a change."""
    return Change(now.models, now.sides, now.clock, now.zones, now.pieces, now.blocks, now.active)
