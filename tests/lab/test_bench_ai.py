from collections import Counter
from itertools import islice

import pytest

from sightline.ai.levels import LEVELS
from sightline.core import rulebook
from sightline.core.decisions import Decision
from sightline.core.game import game
from sightline.core.wire import key
from sightline.lab.bench_ai import FIGURES, Positions, Sample, decide, measure, report
from sightline.lab.timing import Times

BOOK = game(next(iter(rulebook.packages())))


def test_positions_come_from_all_over_the_game() -> None:
    source = Positions(BOOK)
    found = list(islice(source, 6))
    assert [key(match.table) for match in islice(source, 6)] == [key(match.table) for match in found]
    assert all(isinstance(match.pending, Decision) for match in found)
    assert len({match.setup.table.id for match in found}) == 2
    assert len({match.rest.serial for match in found}) > 2


def test_a_level_decides_as_often_as_it_is_asked_to() -> None:
    sample, heard = Sample(Times([], []), Counter()), list[str]()
    decide(Positions(BOOK), LEVELS["random"], sample, 0.0, 30, heard.append)
    assert len(sample.times.wall) == len(sample.times.process) == sum(sample.kinds.values())
    assert len(sample.times.wall) == 30
    assert heard[0] == "random, 0 of 30 decisions"


def seen(level: str, kinds: dict[str, int], *ms: float) -> dict[str, Sample]:
    samples = {id: Sample(Times([], []), Counter()) for id in LEVELS}
    samples[level] = Sample(Times(list(ms), [1.0] * len(ms)), Counter(kinds))
    return samples


def test_overruns_are_counted_by_the_clock_and_percentiles_by_the_processor() -> None:
    found = report(BOOK, seen("recruit", {}, 10.0, 60.0, 101.0), {})
    assert found["levels"]["recruit"]["overruns"] == 2
    assert (found["overruns"], found["overruns_twice"]) == (2, 1)
    assert found["recruit_p95_ms"] == 1.0
    assert found["levels"]["recruit"]["wall_ms"]["max"] == 101.0
    assert not FIGURES["overruns_twice"].met(found["overruns_twice"])
    assert found["veteran_p95_ms"] is None


def test_kinds_that_nobody_chose_are_named() -> None:
    first, *others = sorted(kind.__name__ for kind in BOOK.actions)
    found = report(BOOK, seen("random", {first: 3}), {})
    assert found["never_chosen"] == others
    assert found["chosen_by_chance_only"] == [first]
    assert found["kinds_never_chosen"] == len(others)
    assert report(BOOK, seen("regular", {first: 3}), {})["chosen_by_chance_only"] == []


def test_ctrl_c_ends_it_with_what_there_is() -> None:
    def stop(what: str) -> None:
        if what.startswith("recruit"):
            raise KeyboardInterrupt

    found = measure(BOOK, 0.01, told=stop)
    assert found["stopped"]
    assert found["random_p95_ms"] > 0
    assert found["regular_games_per_s"] is None


@pytest.mark.parametrize(("level", "floor"), [("recruit", 50), ("regular", 150), ("veteran", 700), ("commander", 2000)])
def test_the_floors_are_those_promised(level: str, floor: float) -> None:
    assert FIGURES[f"{level}_p95_ms"].floor == pytest.approx(floor)
    assert FIGURES["regular_games_per_s"].floor == 8
