"""The search for weights, on a game of which the best weights are known."""

from collections.abc import Callable
from datetime import date
from math import exp, log
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from sightline.core.errors import BadInput
from sightline.lab import proposal
from sightline.lab.tune import FRESH, Plan, Play, Tuned, Weights, one_by_one, settled, tune

BEST = {"damage": 2.0, "cover": 0.5, "ground": 1.5, "fear": -2.0}
START = {"damage": 1.0, "cover": 1.0, "ground": 1.0, "fear": -1.0}
PLAN = Plan(START, seed=4, steps=60, pairs=6, confirm=200)


def strength(weights: Weights) -> float:
    return -sum(log(weights[name] / best) ** 2 for name, best in BEST.items())


def noisy(number: int, a: Weights, b: Weights) -> float:
    """A game in which those win more often who are nearer to the best weights."""
    luck = Random(f"synthetic {number}").random()  # noqa: S311 - a test, not a lock
    return float(luck < 1 / (1 + exp(strength(b) - strength(a))))


def blind(luck: int) -> Play:
    """A game that no weight decides."""

    def play(number: int, a: Weights, b: Weights) -> float:
        return float(Random(f"blind {luck} {number}").random() < 0.5)  # noqa: S311 - a test, not a lock

    return play


def stopping(play: Play, after: int) -> Play:
    left = [after]

    def stop(number: int, a: Weights, b: Weights) -> float:
        left[0] -= 1
        if left[0] < 0:
            raise KeyboardInterrupt
        return play(number, a, b)

    return stop


def test_better_weights_are_found_and_confirmed() -> None:
    found = tune(PLAN, one_by_one(noisy))
    assert strength(found.weights) > strength(START) / 4
    assert found.better
    assert found.verdict == "the new weights beat the old"
    assert (found.steps, found.games) == (60, 200)
    assert found.weights["fear"] < 0, "a weight keeps its sign"


def test_the_same_seed_finds_the_same() -> None:
    assert tune(PLAN, one_by_one(noisy)) == tune(PLAN, one_by_one(noisy))
    assert tune(PLAN, one_by_one(noisy)).weights != tune(replace(PLAN, seed=5), one_by_one(noisy)).weights


def test_where_nothing_helps_the_weights_are_kept() -> None:
    plan = replace(PLAN, steps=2, pairs=1)
    verdicts = [tune(plan, one_by_one(blind(luck))).verdict for luck in range(200)]
    # Of a hundred intervals five miss the truth, half of them on the side of hope.
    assert verdicts.count("the new weights beat the old") <= 10
    assert verdicts.count("no difference, weights kept") >= 180


def test_every_seed_is_played_from_both_sides_and_the_confirmation_sees_none_again() -> None:
    seen: list[tuple[int, Weights, Weights]] = []

    def play(number: int, a: Weights, b: Weights) -> float:
        seen.append((number, a, b))
        return noisy(number, a, b)

    found = tune(PLAN, one_by_one(play))
    learning, confirming = seen[: 60 * 12], seen[60 * 12 :]
    assert [number for number, _, _ in learning] == list(range(1, 60 * 12 + 1))
    assert learning[0][1:] == learning[1][1:]
    assert [number for number, _, _ in confirming] == list(range(FRESH + 1, FRESH + 201))
    assert all((a, b) == (found.weights, START) for _, a, b in confirming)


@pytest.mark.parametrize("after", [5, 200, 60 * 12 + 31])
def test_a_stopped_search_goes_on_where_it_stopped(tmp_path: Path, after: int) -> None:
    stopped = tune(PLAN, one_by_one(stopping(noisy, after)), str(tmp_path))
    assert stopped.stopped
    assert not stopped.better
    heard: list[int] = []
    found = tune(PLAN, one_by_one(noisy), str(tmp_path), told=lambda: heard.append(1))
    assert found == tune(PLAN, one_by_one(noisy))
    assert len(heard) == PLAN.games
    assert tune(PLAN, one_by_one(never_played), str(tmp_path)) == found


def never_played(number: int, a: Weights, b: Weights) -> float:
    raise AssertionError(f"game {number} was played already")


def test_the_folder_of_another_search_is_refused(tmp_path: Path) -> None:
    plan = replace(PLAN, steps=1, confirm=2)
    tune(plan, one_by_one(noisy), str(tmp_path))
    with pytest.raises(BadInput, match=r"holds another tune \(seed differs\)"):
        tune(replace(plan, seed=9), one_by_one(noisy), str(tmp_path))


def test_a_weight_of_nought_is_moved_by_adding() -> None:
    def likes(number: int, a: Weights, b: Weights) -> float:
        return float(a["new"] > b["new"])

    found = tune(Plan({"new": 0.0}, steps=20, pairs=1, confirm=10), one_by_one(likes))
    assert found.weights["new"] > 0.5


def test_no_step_changes_nothing() -> None:
    assert settled(PLAN, [], dict.fromkeys(START, 0.0)) == START


FILE = """# What the programs care for.
[weights.damage]
value = 1.0 # per wound
text = "damage done, value = 3"
aggressive = 1.3

[weights."cover"]
text = "being hidden"
value = 1

[weights.ground]
value=1.0
"""


def tuned(low: float, high: float, *, stopped: bool = False) -> Tuned:
    return Tuned({"damage": 1.25, "cover": 0.5}, 60, 200, (low + high) / 2, (low, high), stopped)


def test_a_proposal_changes_the_values_and_nothing_else() -> None:
    changed = proposal.with_values(FILE, {"damage": 1.25, "cover": 0.5})
    assert changed == FILE.replace("value = 1.0 # per", "value = 1.25 # per").replace("value = 1\n", "value = 0.5\n")
    with pytest.raises(BadInput, match=r"has no table \[weights\.morale\]"):
        proposal.with_values(FILE, {"morale": 1.0})


def test_the_evidence_says_what_was_played(tmp_path: Path) -> None:
    row = proposal.evidence("chess", "regular", "sightline tune chess", PLAN, tuned(0.51, 0.57), date(2030, 1, 2))
    assert row == (
        "| 2030-01-02 | chess | regular | `sightline tune chess` | 720 to learn, 200 to confirm | 54.0% "
        "| 51.0% to 57.0% |\n"
    )
    weights, table = proposal.write(str(tmp_path), FILE, tuned(0.51, 0.57), row)
    assert "value = 1.25" in weights.read_text()
    assert row in table.read_text()
    assert "| `cover` | 0.5 |" in table.read_text()


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [
        (0.51, 0.6, "the new weights beat the old"),
        (0.5, 0.6, "no difference, weights kept"),
        (0.3, 0.49, "the new weights are worse, weights kept"),
    ],
)
def test_only_a_sure_gain_is_proposed(low: float, high: float, verdict: str) -> None:
    assert tuned(low, high).verdict == verdict
    assert tuned(low, high).better == (low > 0.5)
    assert not tuned(0.9, 1.0, stopped=True).better


def test_the_search_needs_no_more_than_a_way_to_play() -> None:
    play: Callable[[int, Weights, Weights], float] = blind(1)
    assert tune(Plan({"one": 1.0}, steps=2, pairs=1, confirm=2), one_by_one(play)).steps == 2
