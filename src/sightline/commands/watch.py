"""`sightline watch`: a quick battle between two programs, told in the terminal."""

import os
import time
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sightline.commands.choices import parse_seed, refuse, told_faults
from sightline.commands.output import new_app

if TYPE_CHECKING:
    from sightline.commands.narrate import Line
    from sightline.core.game import Game

app = new_app()

WHOLE = 45.0
"""Seconds a paced battle takes at most."""
BEAT = 0.12
"""Seconds between two lines, at most."""


@app.command()
def watch(
    game: Annotated[str, typer.Option(metavar="GAME", help="A game; none: the first that is installed.")] = "",
    seed: Annotated[str, typer.Option(metavar="S", help="Repeat a battle; none: a new one.")] = "",
    table: Annotated[str, typer.Option(metavar="PRESET", help="A table preset; none: drawn by the seed.")] = "",
    red: Annotated[str, typer.Option(metavar="SQUAD", help="The first side's squad; none: drawn by the seed.")] = "",
    blue: Annotated[str, typer.Option(metavar="SQUAD", help="The other side's squad.")] = "",
    ai: Annotated[str, typer.Option(metavar="LEVEL[:LEVEL]", help="Who plays.")] = "regular",
    fast: Annotated[bool, typer.Option("--fast", help="Print everything at once.")] = False,
) -> None:
    """Watch a quick battle between two programs in the terminal."""
    from sightline.core import rulebook
    from sightline.core.game import game as find

    book = find(game or next(iter(rulebook.packages())))
    chosen = parse_seed(seed or str(int.from_bytes(os.urandom(3), "big")))
    lines = battle(book, chosen, table, (red, blue), ai)
    tell(lines, fast=fast)


def battle(book: "Game", seed: int | str, table: str, squads: tuple[str, str], ai: str) -> "list[Line]":
    """A whole battle in lines; it is quickly played, so that only the telling takes its time."""
    from sightline import new_match
    from sightline.ai.player import play_out, player
    from sightline.commands.narrate import Tale
    from sightline.commands.sim import both_levels
    from sightline.core.dice import SeededDice
    from sightline.core.game import samples
    from sightline.core.preparation import Faults
    from sightline.tables import find_roster

    draw, drawn = SeededDice(f"squads {seed}"), list[str]()
    for side in book.sides:
        left = [id for id in samples(book, side) if id not in drawn]
        drawn.append(left[draw.below(len(left))])
    chosen: dict[str, Any] = {
        side: squad or drawn[n] for n, (side, squad) in enumerate(zip(book.sides, squads, strict=True))
    }
    levels = dict(zip(book.sides, both_levels(ai), strict=True))
    rosters = {side: find_roster(book, squad) for side, squad in chosen.items()}
    try:
        match = new_match(book.id, seed=seed, table=table or None, keep=False, squads=rosters)
    except Faults as faults:
        roster = next((r for r in rosters.values() if r.name == faults.what), None)
        raise refuse(faults.what, told_faults(book, faults.faults, roster)) from None
    play_out(match, {side: player(level, f"{seed}/{side}") for side, level in levels.items()})
    tale = Tale(book, match.setup)
    return [*tale.opening(levels, seed), *tale.told(match.events), *tale.closing(match.outcome)]


def tell(lines: "list[Line]", *, fast: bool) -> None:
    """Print lines, on a terminal at a pace that can be followed."""
    from rich.console import Console

    console = Console(highlight=False, markup=False, emoji=False)
    width = min(console.width, 140) if console.is_terminal else 112
    beat = 0.0 if fast or not console.is_terminal else min(BEAT, WHOLE / max(1, len(lines)))
    for line in lines:
        console.print(line.laid_out(console, width), soft_wrap=True)
        if beat and line.text.plain:
            time.sleep(beat)
