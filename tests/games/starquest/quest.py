"""A stage with a mission on it: an objective, its markers, and what was achieved so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from sightline.core.match import Match
from sightline.core.rulebook import load
from sightline.core.table import TABLE, Model, spot
from sightline.games.starquest.catalog import HEROES, PACKAGE
from sightline.games.starquest.markers import marker
from sightline.games.starquest.objectives import primaries, secondaries
from sightline.games.starquest.sequence import EndRound
from sightline.games.starquest.tokens import PRIMARY
from tests.games.starquest.stage import Given, Stage
from tests.kit import rule

BOOK = load(PACKAGE)
CHAPTERS = ("MIS", "PRI", "SEC", "SRC", "DPL", "ALR", "CHL", "EVT")
CORNER = (4.0, 4.0)
"""The spot of corner 4, which is that of the heroes on every stage."""


def vectors(kind: str) -> list[Any]:
    """The worked examples of a kind in the chapters of missions, each marked with its rule."""
    found = []
    for entry in (r for r in BOOK.rules.values() if r.section in CHAPTERS):
        for index, example in enumerate(entry.examples):
            vector = example.facts.get("vector", {})
            if vector.get("kind") == kind:
                marks = rule(entry.id, index)
                found.append(pytest.param(vector, example.facts["exact"], id=f"{entry.id} {index}", marks=marks))
    assert found, kind
    return found


def quest(
    heroes: Sequence[Given],
    enemies: Sequence[Given] = (),
    *,
    objective: str = "",
    laid: Sequence[tuple[Any, ...]] = (),
    done: Sequence[str] = (),
    tokens: Mapping[str, int] | None = None,
    **more: Any,
) -> Stage:
    """A stage with an objective, markers (profile, spot, tokens), what is achieved, and tokens of the table."""
    stage = Stage(heroes, enemies, **more)
    table = stage.table
    if objective:
        known = {**primaries(), **secondaries()}[objective]
        table.put_tokens(TABLE, known.token, known.roll)
        if known.secondary:
            table.put_tokens(TABLE, PRIMARY, 1)
            table.put_tokens(HEROES, PRIMARY, 1)
    for profile, at, *held in laid:
        made = marker(table, profile, spot(*at), held[0] if held else None)
        table.put_moved(made)
        table.put_all_tokens(made, made.tokens)
    for name in done:
        table.put_tokens(TABLE, name, 1)
        table.put_tokens(HEROES, name, 1)
    for kind, count in (tokens or {}).items():
        table.put_tokens(TABLE, kind, count)
    table.memo = {}
    return stage


def round_ends(heroes: Sequence[Given], enemies: Sequence[Given] = (), **more: Any) -> Stage:
    """A stage where the round is about to close."""
    return quest(heroes, enemies, agenda=(EndRound(),), **more)


def markers(match: Match, profile: str = "objective") -> list[Model]:
    """The markers of a kind that lie on the table."""
    return [m for m in match.table.models.values() if m.profile == profile and m.at is not None]


def spots(match: Match, profile: str = "objective") -> list[tuple[float, float] | None]:
    """Where they lie."""
    return [m.at for m in markers(match, profile)]


def usual(match: Match) -> None:
    """Answer as the book answers where nobody does."""
    assert match.decision.default is not None
    match.play(match.decision.default)
