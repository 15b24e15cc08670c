"""How often a side wins: many games between programs, squads, tables and the values of some options by turns.

    .venv/bin/python tools/outcomes.py GAME --levels veteran,random --option difficulty=2 --vary primary --games 48

The first level plays the first side of the game, the second the other. Wins of the first side are counted by each squad
of either side and by each value of the options that vary, with Wilson's 95 % interval.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from itertools import product
from time import process_time
from typing import Any

from sightline.ai.player import player
from sightline.commands.choices import parse_options
from sightline.core.dice import SeededDice
from sightline.core.game import Game, SetUp, game, samples
from sightline.core.match import Match
from sightline.lab.arena import prepared
from sightline.lab.statistics import wilson
from sightline.lab.timing import moments


class Plans:
    """Every game there could be, mixed so that the first few differ in everything."""

    def __init__(self, book: Game, options: Mapping[str, Any], vary: Sequence[str]) -> None:
        self.book, self.options, self.vary = book, options, vary
        values = [[v for v in book.rulebook.options[name].values if v != "roll"] for name in vary]
        self.all = list(product(product(*values), product(*(samples(book, side) for side in book.sides))))
        self.step = next(n for n in (41, 37, 31, 29, 23, 19, 17) if len(self.all) % n)

    def __call__(self, number: int) -> tuple[dict[str, str], SetUp]:
        """What one game is counted under, and what it starts from."""
        book = self.book
        chosen, ids = self.all[number * self.step % len(self.all)]
        settled = book.rulebook.settle({**self.options, **dict(zip(self.vary, chosen, strict=True))})
        rosters = {side: book.rosters[id] for side, id in zip(book.sides, ids, strict=True)}
        labels = dict(zip(book.sides, ids, strict=True)) | {
            name: str(value) for name, value in zip(self.vary, chosen, strict=True)
        }
        plan = list(book.tables.values())[number % len(book.tables)]
        return labels, prepared(book, rosters, plan, settled)


def main() -> int:
    """Play them and say how often the first side won."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--levels", default="regular,regular")
    parser.add_argument("--games", type=int, default=48)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--vary", action="append", default=[])
    parser.add_argument("--option", action="append", default=[])
    parser.add_argument("--told", action="store_true", help="a line for every game")
    arguments = parser.parse_args()
    book = game(arguments.game)
    levels = dict(zip(book.sides, arguments.levels.split(","), strict=True))
    plans = Plans(book, parse_options(book.rulebook, arguments.option), arguments.vary)
    counted: dict[tuple[str, str], list[int]] = {}
    began = process_time()
    for number in range(arguments.first, arguments.first + arguments.games):
        labels, setup = plans(number)
        match = Match(book, setup, SeededDice(f"outcome {number}"))
        seats = {side: player(level, f"outcome {number}/{side}") for side, level in levels.items()}
        decisions = sum(1 for _ in moments(match, seats))
        assert match.outcome is not None
        won = int(match.outcome.winner == book.sides[0])
        for label in (("all", ""), *labels.items()):
            counted.setdefault(label, []).append(won)
        if arguments.told:
            scores = {side: round(score, 2) for side, score in book.scores(match.table).items()}
            print(number, "won" if won else "lost", decisions, labels, scores, flush=True)
    for (name, value), results in sorted(counted.items()):
        low, high = wilson(sum(results), len(results))
        share = f"{sum(results) / len(results):5.0%} ({low:.0%} to {high:.0%})"
        print(f"{name:12} {value:24} {sum(results):4} of {len(results):4} won  {share}")
    print(f"{arguments.games} games, {(process_time() - began) / arguments.games:.2f} s of the processor each")
    return 0


if __name__ == "__main__":
    sys.exit(main())
