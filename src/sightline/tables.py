"""Matches from a few words: a game's name, two squads and a seed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from sightline.core.dice import Dice, SeededDice
from sightline.core.errors import BadInput
from sightline.core.game import Game, TablePlan, game
from sightline.core.match import Match
from sightline.core.muster import Roster, read_roster, roster_from
from sightline.core.preparation import Preparation, drawn_table
from sightline.core.reading import parse_json, parse_toml, read_text, shape
from sightline.core.table import Side

Squad = str | Path | Roster | Mapping[str, Any]
Layout = str | Path | TablePlan | Mapping[str, Any]


def find_roster(book: Game, squad: Squad) -> Roster:
    """A squad by the id of a sample, by file, or as it is."""
    if isinstance(squad, Roster):
        return squad
    if not isinstance(squad, str | Path | Mapping):
        raise BadInput(f"{squad!r} is no squad: expected a sample's id, a file, a dictionary or a Roster")
    if isinstance(squad, Mapping):
        return roster_from(squad, "squad")
    if str(squad) in book.rosters:
        return book.rosters[str(squad)]
    path = Path(squad)
    if path.suffix.lower() in (".json", ".toml") or path.exists():
        return read_roster(path)
    raise BadInput(f"{squad}: no such squad; samples: {', '.join(book.rosters)}; or give a .toml or .json file")


def find_table(book: Game, layout: Layout | None, seed: int | str, options: Mapping[str, Any]) -> TablePlan:
    """A layout by the id of a preset, by file, or as it is; none given: one drawn by the seed."""
    presets = list(book.tables)
    if layout is None:
        return drawn_table(book, seed, options)
    if isinstance(layout, TablePlan):
        return layout
    if not isinstance(layout, str | Path | Mapping):
        raise BadInput(f"{layout!r} is no table: expected a preset's id, a file, a dictionary or a TablePlan")
    if isinstance(layout, Mapping):
        return shape(dict(layout), TablePlan, "table")
    if str(layout) in book.tables:
        return book.tables[str(layout)]
    path = Path(layout)
    if path.suffix.lower() in (".json", ".toml") or path.exists():
        text = read_text(path)
        plain = parse_toml(text, str(path)) if path.suffix.lower() == ".toml" else parse_json(text, str(path))
        return shape(plain, TablePlan, str(path))
    raise BadInput(f"{layout}: no such table; presets: {', '.join(presets)}; or give a .toml or .json file")


def new_match(
    game_id: str,
    *,
    seed: int | str | None = None,
    dice: Dice | None = None,
    table: Layout | None = None,
    options: Mapping[str, Any] | None = None,
    bonuses: Mapping[str, Iterable[Side]] | None = None,
    keep: bool = True,
    squads: Mapping[Side, Squad] | None = None,
    **named: Squad,
) -> Match:
    """A match ready to be played: `new_match("...", red="...", blue="...", seed=1)`.

    Squads are given by the names of their sides, or all together as `squads`. With a seed its dice fall by themselves;
    without one (and without `dice`) it pauses at every roll for the faces.
    """
    book = game(game_id)
    for name in named:
        if name not in book.sides:
            raise BadInput(f"{name}: neither a side ({', '.join(book.sides)}) nor anything else a match is made of")
    preparation = Preparation(book, options)
    plan = find_table(book, table, seed if seed is not None else 0, preparation.options)
    first = book.sides[0]
    preparation.propose(first, plan)
    for side in book.sides:
        preparation.accept(side)
    for bonus, earned in (bonuses or {}).items():
        for side in earned:
            for other in book.sides:
                preparation.claim(side, bonus, other)
    for side, squad in {**(squads or {}), **named}.items():
        preparation.lock(side, find_roster(book, squad))
    if dice is None and seed is not None:
        dice = SeededDice(seed)
    return preparation.start(dice, keep=keep)
