from pathlib import Path

import pytest
from msgspec.structs import replace

from sightline.core import rulebook
from sightline.core.errors import BadInput
from sightline.core.game import game
from sightline.lab.arena import Played, Series, run, tallied

BOOK = game(next(iter(rulebook.packages())))
SQUADS = sorted(BOOK.rosters.values(), key=lambda roster: len(roster.models))[:2]


def series(out: Path | str = "", seed: int = 3) -> Series:
    rosters = dict(zip(BOOK.sides, SQUADS, strict=True))
    return Series(BOOK.id, rosters, dict.fromkeys(BOOK.sides, "random"), seed, out=str(out))


def test_the_games_do_not_depend_on_the_number_of_processes(tmp_path: Path) -> None:
    alone, _ = run(series(tmp_path / "alone"), 5, jobs=1)
    together, _ = run(series(tmp_path / "together"), 5, jobs=2)
    assert alone == together
    assert [one.number for one in alone] == [1, 2, 3, 4, 5]
    for path in sorted((tmp_path / "alone").iterdir()):
        assert path.read_bytes() == (tmp_path / "together" / path.name).read_bytes()


def test_another_seed_gives_other_games() -> None:
    assert run(series(seed=3), 3)[0] != run(series(seed=4), 3)[0]


def test_a_shorter_series_is_the_start_of_a_longer_one() -> None:
    assert run(series(), 2)[0] == run(series(), 4)[0][:2]


def test_a_stopped_series_keeps_what_is_done_and_goes_on_from_there(tmp_path: Path) -> None:
    def stop(played: Played) -> None:
        if played.number == 2:
            raise KeyboardInterrupt

    done, stopped = run(series(tmp_path), 4, progress=stop)
    assert stopped
    assert [one.number for one in done] == [1, 2]
    (tmp_path / "game-000002.json").write_text('{\n  "kind": "sightline.record",\n')
    resumed, stopped = run(series(tmp_path), 4)
    assert not stopped
    assert [one.resumed for one in resumed] == [True, False, False, False]
    assert [replace(one, resumed=False) for one in resumed] == run(series(), 4)[0]
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"game-{n:06d}.json" for n in range(1, 5)]


def test_a_stopped_series_of_several_processes_ends_them(tmp_path: Path) -> None:
    def stop(_: Played) -> None:
        raise KeyboardInterrupt

    done, stopped = run(series(tmp_path), 6, jobs=2, progress=stop)
    assert stopped
    assert len(done) == 1


def test_a_folder_with_the_games_of_another_series_is_refused(tmp_path: Path) -> None:
    run(series(tmp_path, seed=3), 1)
    with pytest.raises(BadInput, match="record of another series"):
        run(series(tmp_path, seed=4), 1)


def test_draws_are_counted_apart() -> None:
    first, second = BOOK.sides
    played = [Played(n, winner, 0, "") for n, winner in enumerate([first, None, second, first])]
    assert tallied(played, BOOK.sides) == {first: 2, second: 1, "draw": 1}
