from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from sightline.core import rulebook
from sightline.core.errors import BadInput
from sightline.core.game import game
from sightline.lab.ladder import Ladder, climb, neighbours, report, verdict
from sightline.lab.mirror import Bout, Entrant, MirrorArena, Result, Ring, drawn, facing, turns
from sightline.lab.statistics import whole_pairs
from sightline.lab.timing import Times

BOOK = game(next(iter(rulebook.packages())))
SMALL = tuple(sorted(BOOK.rosters, key=lambda name: len(BOOK.rosters[name].models))[:2])
NO_TIMES = Times([], [])


def ladder(out: Path | str = "", seed: int = 3, games: int = 4) -> Ladder:
    return Ladder(Ring(BOOK.id, SMALL, seed), (("regular", "random"),), games, str(out))


def bare(results: list[Result]) -> list[Result]:
    """The games without what the machine made of them."""
    return [replace(one, times_a=NO_TIMES, times_b=NO_TIMES) for one in results]


def result(number: int, score: float, a: str = "regular", b: str = "random") -> Result:
    return Result(number, a, b, BOOK.sides[0], "", "", score, 100, Times([1.0, 60.0], [1.0, 2.0]), Times([3.0], [3.0]))


def test_levels_meet_the_next_below() -> None:
    assert neighbours(["low", "middle", "high"]) == (("middle", "low"), ("high", "middle"))


def test_every_seed_is_played_from_both_sides_with_one_squad_and_one_table() -> None:
    played, resumed, stopped = climb(ladder())
    assert (len(played), resumed, stopped) == (4, 0, False)
    for one, other in (played[:2], played[2:]):
        assert (one.side, other.side) == BOOK.sides
        assert (one.squad, one.table) == (other.squad, other.table)
    assert played[0].squad != played[2].squad
    assert len(played[0].times_a.wall) + len(played[0].times_b.process) == played[0].decisions


def test_where_sides_are_not_alike_each_has_a_squad_that_plays_it() -> None:
    for book in map(game, rulebook.packages()):
        for squad in book.rosters:
            for turn in range(turns(book)):
                squads = facing(book, squad, turn)
                assert book.rosters[squad] in squads.values()
                assert all(side in book.plays(roster) for side, roster in squads.items())
                assert len({roster.name for roster in squads.values()}) == (1 if book.alike else 2)
        met = {facing(book, squad, turn)[side].name for squad in book.rosters for turn in (0, 1) for side in book.sides}
        assert met == {roster.name for roster in book.rosters.values()}


def test_equal_programs_share_the_points_of_every_pair() -> None:
    arena = MirrorArena(Ring(BOOK.id, SMALL, 5))
    played = [arena.play(Bout(number, Entrant("regular"), Entrant("regular"))) for number in (1, 2)]
    assert whole_pairs((one.number, one.score) for one in played) == [0.5]
    assert played[0].decisions == played[1].decisions


def test_whoever_is_sure_never_slips_whatever_its_level_does() -> None:
    arena = MirrorArena(Ring(BOOK.id, SMALL, 5))
    match, (mine, other), seats = arena.seated_match(Bout(1, Entrant("recruit"), Entrant("recruit", sure=True)))
    slips = {mine: 0, other: 0}
    for _ in range(150):
        side = match.decision.side
        thought = seats[side].think(match)
        slips[side] += thought.slipped is not None
        match.play(thought.action)
    assert slips[mine] > 0
    assert slips[other] == 0


def test_squads_and_tables_take_turns_and_all_meet_equally_often() -> None:
    squads, tables = ("a", "b", "c", "d"), ("x", "y")
    assert [drawn(n, squads, tables) for n in range(3)] == [("a", "x"), ("b", "y"), ("c", "x")]
    met = Counter(drawn(n, squads, tables) for n in range(16))
    assert len(met) == 8
    assert set(met.values()) == {2}


def test_only_the_tables_that_are_named_take_turns() -> None:
    named = tuple(BOOK.tables)[1:3]
    arena = MirrorArena(Ring(BOOK.id, SMALL, 5, tables=named))
    assert {arena.drawn(pair)[1] for pair in range(1, 9)} == set(named)
    assert Ladder(arena.ring, (), 2).head()["tables"] == list(named)
    assert {MirrorArena(Ring(BOOK.id, SMALL, 5)).drawn(pair)[1] for pair in range(1, 13)} == set(BOOK.tables)


def test_the_games_do_not_depend_on_the_number_of_processes() -> None:
    assert bare(climb(ladder(), jobs=1)[0]) == bare(climb(ladder(), jobs=2)[0])


def stop_after(count: int) -> Callable[[Result], None]:
    seen = []

    def told(one: Result) -> None:
        seen.append(one)
        if len(seen) == count:
            raise KeyboardInterrupt

    return told


def test_a_stopped_ladder_goes_on_where_it_stopped(tmp_path: Path) -> None:
    played, _, stopped = climb(ladder(tmp_path), told=stop_after(3))
    assert stopped
    assert len(played) == 3
    log = tmp_path / "games.jsonl"
    log.write_bytes(log.read_bytes()[:-20])  # The last line was not written to its end.
    played, resumed, stopped = climb(ladder(tmp_path))
    assert (len(played), resumed, stopped) == (4, 2, False)
    assert bare(played) == bare(climb(ladder())[0])
    assert len(log.read_text().splitlines()) == 4
    assert climb(ladder(tmp_path, games=6))[1] == 4, "a longer ladder goes on from a shorter one"


def test_the_folder_of_another_ladder_is_refused(tmp_path: Path) -> None:
    climb(ladder(tmp_path, games=2))
    with pytest.raises(BadInput, match=r"holds another ladder \(seed differs\); choose another folder"):
        climb(ladder(tmp_path, seed=4))
    head = tmp_path / "ladder.json"
    text = head.read_text()
    head.write_text(text.replace('"programs": "', '"programs": "0'))
    with pytest.raises(BadInput, match="the programs have changed since"):
        climb(ladder(tmp_path))
    head.unlink()
    with pytest.raises(BadInput, match="holds games of something else"):
        climb(ladder(tmp_path))


def test_a_line_that_is_no_game_is_refused(tmp_path: Path) -> None:
    climb(ladder(tmp_path, games=2))
    log = tmp_path / "games.jsonl"
    log.write_text("nonsense\n" + log.read_text())
    with pytest.raises(BadInput, match=r"games\.jsonl:1: "):
        climb(ladder(tmp_path))


def test_the_report_counts_wins_and_judges_by_pairs() -> None:
    results = [result(n, 1.0) for n in range(1, 40)] + [result(40, 0.5)]
    found = report(ladder(games=40), results)
    (pair,) = found["pairs"]
    assert (pair["games"], pair["wins"], pair["draws"], pair["losses"]) == (40, 39, 1, 0)
    assert pair["win_share"] == 0.975
    assert pair["score"] == 0.9875
    assert pair["verdict"] == "regular beats random"
    assert pair["decisions"] == 100
    assert [row["level"] for row in found["ratings"]] == ["random", "regular"]
    assert found["ratings"][0]["elo"] == 0
    regular = next(row for row in found["times"] if row["level"] == "regular")
    assert regular["count"] == 80
    assert regular["wall_ms"]["max"] == 60.0
    assert (regular["overruns"], regular["overruns_twice"]) == (0, 0)


def test_an_overrun_is_one_by_the_clock() -> None:
    ring = replace(ladder(), pairings=(("recruit", "random"),))
    found = report(ring, [result(n, 1.0, "recruit") for n in (1, 2)])
    recruit = next(row for row in found["times"] if row["level"] == "recruit")
    assert (recruit["overruns"], recruit["overruns_twice"]) == (2, 0)


def test_a_game_without_its_pair_is_counted_but_not_judged() -> None:
    (pair,) = report(ladder(), [result(1, 1.0), result(2, 0.0), result(3, 1.0)])["pairs"]
    assert (pair["games"], pair["whole_pairs"], pair["score"]) == (3, 1, 0.5)


def test_nothing_played_says_nothing() -> None:
    found = report(ladder(), [])
    assert found["pairs"][0]["verdict"] == "not played"
    assert found["ratings"] == []


def test_the_verdict_is_in_words() -> None:
    assert verdict("a", "b", 0.51, 0.9, 9) == "a beats b"
    assert verdict("a", "b", 0.1, 0.49, 9) == "b beats a"
    assert verdict("a", "b", 0.5, 0.9, 9) == "no difference"


def test_ratings_of_those_who_never_met_stand_apart() -> None:
    pairings = (("regular", "random"), ("commander", "veteran"))
    results = [result(n, n % 2, *pairing) for pairing in pairings for n in (1, 2)]
    rows = report(replace(ladder(), pairings=pairings), results)["ratings"]
    assert [row["group"] for row in rows] == [1, 1, 2, 2]
