"""`sightline tune`: better weights for the programs, by self-play."""

import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from math import log
from typing import TYPE_CHECKING, Annotated, Any

import typer
from msgspec import to_builtins

from sightline.commands.choices import GameName, parse_seed
from sightline.commands.ladder import checked, chosen_squads, chosen_tables
from sightline.commands.output import Bar, new_app, print_json, print_lines
from sightline.commands.sim import MOST_GAMES, STOPPED
from sightline.core.errors import BadInput

if TYPE_CHECKING:
    from sightline.core.game import Game
    from sightline.lab.crew import Crew
    from sightline.lab.mirror import Bout, Result, Ring
    from sightline.lab.tune import Batch, Duel, Plan, Tuned

app = new_app()


@app.command()
def tune(
    game: GameName,
    out: Annotated[str, typer.Option(metavar="DIR", help="Keep every step there; the same command goes on from it.")],
    level: Annotated[str, typer.Option(metavar="LEVEL", help="Who plays.")] = "regular",
    weights: Annotated[str, typer.Option(metavar="NAME,...", help="The weights to change; none: all.")] = "",
    against: Annotated[
        str, typer.Option(metavar="FILE", help="No search: the weights as they are against those of a file.")
    ] = "",
    fit: Annotated[int, typer.Option(metavar="N", help="First learn the weights of positions from so many games.")] = 0,
    steps: Annotated[int, typer.Option(metavar="N", help="Steps of the search.")] = 150,
    pairs: Annotated[int, typer.Option(metavar="N", help="Pairs of games in each step.")] = 8,
    confirm: Annotated[int, typer.Option(metavar="N", help="Games of the new weights against the old.")] = 400,
    squads: Annotated[str, typer.Option(metavar="ID,...", help="Sample squads, by turns; none: all.")] = "",
    tables: Annotated[str, typer.Option(metavar="ID,...", help="Table presets, by turns; none: all.")] = "",
    sure: Annotated[bool, typer.Option("--sure", help="Nobody slips in the search and its confirmation.")] = False,
    seed: Annotated[str, typer.Option(metavar="S", help="The same seed gives the same search.")] = "1",
    jobs: Annotated[int, typer.Option(metavar="J", help="Processes; what comes out does not depend on it.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print one object for scripts.")] = False,
) -> None:
    """Look for better weights by self-play; they are proposed only if they then beat the old ones."""
    from sightline.core.game import game as find
    from sightline.lab import proposal
    from sightline.lab.crew import Crew
    from sightline.lab.log import PROGRAMS, programs_hash
    from sightline.lab.mirror import MirrorArena, Ring
    from sightline.lab.tune import Plan
    from sightline.lab.tune import tune as search

    book = find(game)
    if against:
        fit = steps = 0
    ranges = (
        ("fit", fit, 0),
        ("steps", steps, 0 if fit or against else 1),
        ("pairs", pairs, 1),
        ("confirm", confirm, 2),
    )
    for name, count, least in ranges:
        if not least <= count <= MOST_GAMES or (least == 2 and count % 2):
            kind = "an even number from 2" if least == 2 else str(least)
            raise BadInput(f"--{name} {count}: expected {kind} to {MOST_GAMES:,}")
    if jobs < 1:
        raise BadInput(f"--jobs {jobs}: expected 1 or more")
    checked(level, "--level")
    where = chosen_tables(book, tables)
    ring = Ring(book.id, chosen_squads(book, squads), parse_seed(seed), book.rulebook.settle({}), where)
    start, old = chosen_weights(book, weights, level)
    now, start = start, former(against, start) if against else start
    plan = Plan(start, ring.seed, steps, pairs, confirm)
    head = {
        "game": book.id,
        "level": level,
        "sure": sure,
        "squads": list(ring.squads),
        "tables": list(where),
        PROGRAMS: programs_hash(book.id),
    }
    MirrorArena(ring).check()
    with Bar("games", fit + plan.games) as bar:
        try:
            first = lessons_of(ring, level, fit, jobs, out, {**to_builtins(plan), **head}, bar.step)
        except KeyboardInterrupt:
            typer.echo("stopped while it learned from games; the same command goes on from here", err=True)
            raise typer.Exit(STOPPED) from None
        if against:
            first = leading(start, now)
        with Crew(partial(MirrorArena, ring), jobs) as crew:
            tuned = search(plan, duels_in(crew, level, sure=sure), out, head, bar.step, first)
    files: Sequence[Any] = ()
    if tuned.better:
        command = f"sightline tune {book.id} --level {level}{' --sure' if sure else ''}"
        how = {"--against": against} if against else {"--fit": fit, "--steps": steps, "--pairs": pairs}
        command += "".join(f" {name} {value}" for name, value in how.items() if value or name == "--steps")
        command += f" --confirm {confirm}"
        options = {"--weights": weights, "--squads": squads, "--tables": tables, "--seed": seed}
        command += "".join(f" {name} {shlex.quote(value)}" for name, value in options.items() if value)
        files = proposal.write(out, old, tuned, proposal.evidence(book.id, level, command, plan, tuned))
    told(plan, tuned, [str(path) for path in files], as_json=as_json)
    if tuned.stopped:
        typer.echo(f"stopped after {tuned.steps} of {steps} steps; the same command goes on from here", err=True)
        raise typer.Exit(STOPPED)


def chosen_weights(book: "Game", written: str, level: str) -> tuple[dict[str, float], str]:
    """The weights to change with their values, and the file they stand in; none are named: all that the level reads."""
    from sightline.ai.levels import parse_level
    from sightline.ai.weights import AHEAD, load
    from sightline.lab.proposal import written_weights

    known = load(book)
    unread = AHEAD if parse_level(level)[0].effort is None else ()
    names = list(dict.fromkeys(part.strip() for part in written.split(","))) if written else list(known)
    for name in names:
        if name not in known:
            raise BadInput(f"--weights {name}: no such weight; known: {', '.join(known)}")
        if written and name in unread:
            raise BadInput(f"--weights {name}: {level} does not read it; a level that looks ahead does")
    return {name: known[name] for name in names if name not in unread}, written_weights(book.id)


def former(path: str, now: Mapping[str, float]) -> dict[str, float]:
    """The weights of a file, those of them that are in question."""
    from pathlib import Path

    from sightline.ai.weights import read
    from sightline.core.reading import read_text

    was = read(read_text(Path(path)), path)
    for name in now:
        if name not in was:
            raise BadInput(f"--against {path}: weights.{name} is missing")
    return {name: was[name] for name in now}


def leading(start: Mapping[str, float], to: Mapping[str, float]) -> dict[str, float]:
    """The place of a search that leads from some weights to others; a weight keeps its sign."""
    for name, was in start.items():
        if was and to[name] / was <= 0:
            raise BadInput(f"--against: weights.{name} is {was:g} there and {to[name]:g} here; expected the same sign")
    return {name: log(to[name] / was) if was else to[name] for name, was in start.items()}


def lessons_of(
    ring: "Ring", level: str, games: int, jobs: int, out: str, head: Mapping[str, Any], told: Callable[[], None]
) -> dict[str, float]:
    """What so many games say about the weights of positions; of none, nothing."""
    if not games:
        return {}
    from sightline.ai.weights import load
    from sightline.core.game import game
    from sightline.lab.crew import Crew
    from sightline.lab.fit import Lesson, School, learned, study
    from sightline.lab.log import Log

    with Log(out, "tune", Lesson, head, "lessons") as log, Crew(partial(School, ring), jobs) as crew:
        study(crew, level, games, log, told)
        return learned(log.lines[:games], load(game(ring.game)))


def duels_in(crew: "Crew[Bout, Result]", level: str, *, sure: bool = False) -> "Batch":
    """Games between programs of one level with different weights, played by a crew."""
    from sightline.lab.mirror import Bout, Entrant

    def batch(duels: "Sequence[Duel]") -> Iterator[tuple[int, float]]:
        bouts = [Bout(number, Entrant(level, dict(a), sure), Entrant(level, dict(b), sure)) for number, a, b in duels]
        for result in crew.work(bouts):
            yield result.number, result.score

    return batch


def told(plan: "Plan", tuned: "Tuned", files: list[str], *, as_json: bool) -> None:
    """Say what came out."""
    low, high = tuned.interval
    if as_json:
        print_json(
            {
                "verdict": tuned.verdict,
                "better": tuned.better,
                "steps": tuned.steps,
                "games": tuned.games,
                "score": tuned.score,
                "interval": [round(low, 6), round(high, 6)],
                "old": plan.start,
                "new": tuned.weights,
                "files": files,
            }
        )
        return
    from rich import box
    from rich.console import Console
    from rich.table import Table

    grid = Table("weight", box=box.SIMPLE_HEAD, pad_edge=False)
    for name in ("old", "new"):
        grid.add_column(name, justify="right")
    for name, was in plan.start.items():
        grid.add_row(name, f"{was:g}", f"{tuned.weights[name]:g}")
    Console(highlight=False, markup=False, emoji=False).print(grid)
    score = "-" if tuned.score is None else f"{tuned.score:.1%}"
    print_lines(
        tuned.verdict,
        f"{tuned.games} games on fresh seeds: score {score}, {low:.1%} to {high:.1%} (95 % interval over pairs)",
        *(f"wrote {path}" for path in files),
    )
