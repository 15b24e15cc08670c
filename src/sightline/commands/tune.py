"""`sightline tune`: better weights for the programs, by self-play."""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sightline.commands.choices import GameName, parse_seed
from sightline.commands.ladder import checked, chosen_squads
from sightline.commands.output import Bar, new_app, print_json, print_lines
from sightline.commands.sim import MOST_GAMES, STOPPED
from sightline.core.errors import BadInput

if TYPE_CHECKING:
    from sightline.core.game import Game
    from sightline.lab.crew import Crew
    from sightline.lab.mirror import Bout, Result
    from sightline.lab.tune import Batch, Duel, Plan, Tuned

app = new_app()


@app.command()
def tune(
    game: GameName,
    out: Annotated[str, typer.Option(metavar="DIR", help="Keep every step there; the same command goes on from it.")],
    level: Annotated[str, typer.Option(metavar="LEVEL", help="Who plays.")] = "regular",
    weights: Annotated[str, typer.Option(metavar="NAME,...", help="The weights to change; none: all.")] = "",
    steps: Annotated[int, typer.Option(metavar="N", help="Steps of the search.")] = 150,
    pairs: Annotated[int, typer.Option(metavar="N", help="Pairs of games in each step.")] = 8,
    confirm: Annotated[int, typer.Option(metavar="N", help="Games of the new weights against the old.")] = 400,
    squads: Annotated[str, typer.Option(metavar="ID,...", help="Sample squads, by turns; none: all.")] = "",
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
    for name, count, even in (("steps", steps, False), ("pairs", pairs, False), ("confirm", confirm, True)):
        if not 1 <= count <= MOST_GAMES or (even and count % 2):
            kind = "an even number from 2" if even else "1"
            raise BadInput(f"--{name} {count}: expected {kind} to {MOST_GAMES:,}")
    if jobs < 1:
        raise BadInput(f"--jobs {jobs}: expected 1 or more")
    checked(level, "--level")
    ring = Ring(book.id, chosen_squads(book, squads), parse_seed(seed), book.rulebook.settle({}))
    start, old = chosen_weights(book, weights)
    plan = Plan(start, ring.seed, steps, pairs, confirm)
    head = {"game": book.id, "level": level, "squads": list(ring.squads), PROGRAMS: programs_hash(book.id)}
    MirrorArena(ring).check()
    with Crew(partial(MirrorArena, ring), jobs) as crew, Bar("games", plan.games) as bar:
        tuned = search(plan, duels_in(crew, level), out, head, bar.step)
    files: Sequence[Any] = ()
    if tuned.better:
        command = f"sightline tune {book.id} --level {level} --steps {steps} --pairs {pairs} --confirm {confirm}"
        options = {"--weights": weights, "--squads": squads, "--seed": seed}
        command += "".join(f" {name} {shlex.quote(value)}" for name, value in options.items() if value)
        files = proposal.write(out, old, tuned, proposal.evidence(book.id, level, command, plan, tuned))
    told(plan, tuned, [str(path) for path in files], as_json=as_json)
    if tuned.stopped:
        typer.echo(f"stopped after {tuned.steps} of {steps} steps; the same command goes on from here", err=True)
        raise typer.Exit(STOPPED)


def chosen_weights(book: "Game", written: str) -> tuple[dict[str, float], str]:
    """The weights to change with their values, and the file they stand in."""
    from sightline.lab.mirror import known_weights
    from sightline.lab.proposal import written_weights

    try:
        known: Mapping[str, float] = known_weights(book)
    except ModuleNotFoundError:
        raise BadInput(f"{book.id}: its programs have no weights to tune") from None
    names = list(dict.fromkeys(part.strip() for part in written.split(","))) if written else list(known)
    for name in names:
        if name not in known:
            raise BadInput(f"--weights {name}: no such weight; known: {', '.join(known)}")
    if not names:
        raise BadInput(f"{book.id}: its programs have no weights to tune")
    return {name: float(known[name]) for name in names}, written_weights(book.id)


def duels_in(crew: "Crew[Bout, Result]", level: str) -> "Batch":
    """Games between programs of one level with different weights, played by a crew."""
    from sightline.lab.mirror import Bout, Entrant

    def batch(duels: "Sequence[Duel]") -> Iterator[tuple[int, float]]:
        bouts = [Bout(number, Entrant(level, dict(a)), Entrant(level, dict(b))) for number, a, b in duels]
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
