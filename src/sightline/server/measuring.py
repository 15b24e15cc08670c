"""Free measuring: what may be asked about a table at any time, computed on a copy of it."""

from __future__ import annotations

from math import isfinite
from typing import Any

import msgspec
from msgspec.structs import replace

from sightline.core.decisions import FAR, Action, Illegal
from sightline.core.dice import Roll
from sightline.core.errors import BadInput
from sightline.core.match import Match
from sightline.core.outlook import forecast, outlook_of
from sightline.core.reading import shape
from sightline.core.sayings import SENTINELS
from sightline.core.table import Point, Table, spot
from sightline.core.ways import plan
from sightline.core.wire import codec
from sightline.server import views
from sightline.server.chances import area_answer, card_answer, in_time, seen_view
from sightline.server.describe import change_view, decision_view, need_view, plan_answer, reach_answer
from sightline.server.messages import (
    Area,
    AreaAnswer,
    Card,
    CardAnswer,
    ForecastView,
    Intents,
    IntentsAnswer,
    Plan,
    PlanAnswer,
    ProspectView,
    QueryAnswer,
    Reach,
    ReachAnswer,
    Sees,
    SeesAnswer,
    Try,
    TryAnswer,
    Weigh,
    WeighAnswer,
)
from sightline.server.messages.queries import Measure
from sightline.server.positions import Position, taken_up

_QUERY = msgspec.json.Decoder(Measure)
MOST = 20
"""Answers of a draft."""


def measure(where: Position, query: bytes) -> bytes:
    """The answer to a question about a position, as JSON; raises BadInput for a question that makes no sense."""
    return msgspec.json.encode(answer(taken_up(where), _QUERY.decode(query)))


def answer(match: Match, query: Measure) -> QueryAnswer:
    """The answer to a question."""
    if isinstance(query, Reach):
        return reach(match, query)
    if isinstance(query, Sees):
        return sees(match, query)
    if isinstance(query, Card):
        return card(match, query)
    if isinstance(query, Try):
        return tried(match, query)
    if isinstance(query, Area):
        return area(match, query)
    if isinstance(query, Intents):
        return IntentsAnswer(tuple(match.game.screen.intents(match.table)))
    if isinstance(query, Weigh):
        return weighed(match, query)
    return planned(match, query)


def _table(match: Match, model: str, at: Point | None) -> Table:
    """The table with a model where it stands, or where it would stand."""
    table = match.table
    found = table.models.get(model)
    if found is None or found.kind != "model":
        raise BadInput(f"model: there is no {model[:40]!r}")
    if at is None:
        if found.at is None:
            raise BadInput(f"model: {model!r} is not on the mat")
        return table
    _on_mat(at)
    moved = table.copy()
    moved.put_moved(replace(found, at=spot(*at)))
    return moved


def _on_mat(point: Point) -> None:
    if not all(isfinite(value) and abs(value) < FAR for value in point):
        raise BadInput("not a point on any mat")


def reach(match: Match, query: Reach) -> ReachAnswer:
    """How far a model could go, and what its weapons reach."""
    return reach_answer(match.game, _table(match, query.model, query.at), query.model)


def sees(match: Match, query: Sees) -> SeesAnswer:
    """What a model sees of every other, its foes with what it could do to them."""
    table = _table(match, query.model, query.at)
    own = table.models[query.model].side
    seen = tuple(
        seen_view(match.game, match.setup, table, query.model, id, odds=query.odds and table.models[id].side != own)
        for id in table.standing()
        if id != query.model
    )
    return SeesAnswer(query.model, seen)


def planned(match: Match, query: Plan) -> PlanAnswer:
    """A way for a model, after a draft if there is one."""
    trial, actions = drafted(match, query.draft)
    if len(query.via) > MOST:
        raise BadInput(f"via: at most {MOST} points")
    try:
        for action in actions:
            trial.play(action)
    except Illegal as error:
        at = match.table.models[query.model].at if query.model in match.table.models else None
        return PlanAnswer(query.model, at or query.to, (), 0.0, 0.0, (), refusal=views.refusal(trial, error.refusal))
    _table(trial, query.model, None)
    for point in (query.to, *query.via):
        _on_mat(point)
    found = plan(trial, query.model, query.to, query.via)
    return plan_answer(match.game, trial.table, query.model, found, query.via)


def card(match: Match, query: Card) -> CardAnswer:
    """Everything about what one model could do to another, or to a piece of terrain."""
    table = _table(match, query.model, query.at)
    aimed = table.models.get(query.target)
    # What stands there and is nobody, such as a machine, may be looked at like a model.
    thing = aimed is not None and aimed.kind not in SENTINELS and aimed.at is not None
    if not thing and (aimed is not None or query.target not in match.game.screen.sturdy(table)):
        _table(match, query.target, None)
    if query.model == query.target:
        raise BadInput("target: expected another model")
    return card_answer(match.game, match.setup, table, query.model, query.target, query.gear, query.choices)


def drafted(match: Match, answers: tuple[dict[str, Any], ...]) -> tuple[Match, list[Action]]:
    """A fork on which a draft may be played, and its actions."""
    if len(answers) > MOST:
        raise BadInput(f"answers: at most {MOST}")
    return match.fork(), [shape(plain, codec(match.game).actions, "answers") for plain in answers]


def tried(match: Match, query: Try) -> TryAnswer:
    """What comes of answers before any die falls."""
    trial, actions = drafted(match, query.answers)
    try:
        for action in actions:
            trial.play(action)
    except Illegal as error:
        return TryAnswer(views.refusal(trial, error.refusal))
    return TryAnswer(
        change=change_view(views.scene(match), views.scene(trial)),
        decision=decision_view(trial),
        rolls=isinstance(trial.pending, Roll),
    )


def area(match: Match, query: Area) -> AreaAnswer:
    """Who would be concerned by the last action of a draft."""
    trial, actions = drafted(match, query.answers)
    if not actions:
        raise BadInput("answers: expected at least one")
    try:
        for action in actions[:-1]:
            trial.play(action)
        return area_answer(match.game, outlook_of(trial, actions[-1], stop=in_time()))
    except Illegal as error:
        return AreaAnswer(views.refusal(trial, error.refusal))


def weighed(match: Match, query: Weigh) -> WeighAnswer:
    """What may come of each of several answers after a draft."""
    trial, actions = drafted(match, query.draft)
    _, options = drafted(match, query.options)
    try:
        for action in actions:
            trial.play(action)
    except Illegal as error:
        return WeighAnswer(tuple(ForecastView(views.refusal(trial, error.refusal)) for _ in options))
    return WeighAnswer(tuple(forecast_view(trial, option) for option in options))


def forecast_view(match: Match, action: Action) -> ForecastView:
    """What may come of one answer."""
    try:
        found = forecast(match, action)
    except Illegal as error:
        return ForecastView(views.refusal(match, error.refusal))
    told = (ProspectView(p.name, p.rule, float(n), str(n), p.tone, p.value) for p, n in found.prospects)
    spans = tuple(match.game.screen.spans(match.table, action))
    roll = found.roll
    need = need_view(match.game, roll.need, roll.rule) if roll and roll.need and roll.need.notes else None
    return ForecastView(prospects=tuple(told), exact=found.exact, spans=spans, need=need)
