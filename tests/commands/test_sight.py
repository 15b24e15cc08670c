import json
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

from tests.kit import sightline

WALL = {"id": "w1", "polygon": [[10, 6], [10.5, 6], [10.5, 12], [10, 12]]}
EYE = {"x": 5, "y": 12, "r": 0.5}
GOAL = {"x": 15, "y": 12, "r": 0.5}


def scene(**changes: Any) -> dict[str, Any]:
    return {"terrain": [WALL], "observer": EYE, "target": GOAL, **changes}


def look(value: Any) -> Any:
    done = sightline("sight", "-", stdin=json.dumps(value))
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def refused(value: Any) -> str:
    done = sightline("sight", "-", stdin=value if isinstance(value, str | bytes) else json.dumps(value))
    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr
    return done.stderr.removeprefix("error: ").removesuffix("\n")


def test_a_scene_is_answered_with_share_distance_and_what_blocks() -> None:
    answer = look(scene())
    assert list(answer) == ["sees", "share", "distance", "blocked_by"]
    assert answer["sees"] is True
    assert 0 < answer["share"] < 1
    assert answer["distance"] == 9.0
    assert answer["blocked_by"] == ["w1"]


def test_open_ground_hides_nothing() -> None:
    assert look(scene(terrain=[])) == {"sees": True, "share": 1.0, "distance": 9.0, "blocked_by": []}


def test_a_wall_across_the_line_hides_all() -> None:
    wall = {"id": "long", "polygon": [[10, 0], [10.5, 0], [10.5, 24], [10, 24]]}
    assert look(scene(terrain=[wall])) == {"sees": False, "share": 0.0, "distance": 9.0, "blocked_by": ["long"]}


def test_a_base_between_hides_some_of_the_target() -> None:
    answer = look(scene(terrain=[], blockers=[{"x": 0, "y": 0, "r": 0.5}, {"x": 10, "y": 12, "r": 0.5}]))
    assert answer["share"] < 1
    assert answer["blocked_by"] == ["blockers[1]"]


def test_the_distance_is_that_of_the_bases_and_never_below_0() -> None:
    apart = look(scene(terrain=[], target={"x": 6, "y": 13, "r": 0.5}))
    assert apart["distance"] == pytest.approx(sqrt(2) - 1, abs=1e-15)
    assert look(scene(terrain=[], target={"x": 5.25, "y": 12, "r": 0.5}))["distance"] == 0.0


def test_a_wider_line_sees_less() -> None:
    thin, wide = look([scene(line_mm=0), scene(line_mm=5)])
    assert thin["share"] > wide["share"]
    assert look(scene())["share"] == look(scene(line_mm=1))["share"]


def test_a_list_is_answered_with_a_list() -> None:
    assert look([]) == []
    first, second = look([scene(), scene(terrain=[])])
    assert first == look(scene())
    assert second["share"] == 1.0


def test_a_scene_is_read_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "scene.json"
    path.write_text(json.dumps(scene()))
    assert json.loads(sightline("sight", path).stdout) == look(scene())


def corner(x: Any, y: Any) -> dict[str, Any]:
    return {"id": "p", "polygon": [[0, 0], [x, y], [0, 4]]}


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("", "standard input:1:1: expected a value"),
        ('{"terrain": [],\n  "observer": }', "standard input:2:15: expected a value"),
        (b"\xff", "standard input:1: expected UTF-8 text, found byte 0xff"),
        ({}, "scene: missing key 'terrain'"),
        (3, "scene: expected an object, got a whole number"),
        ([scene(), 3], "scene[1]: expected an object, got a whole number"),
        (scene(sky=1), "scene: unknown key 'sky'"),
        (scene(observer={"x": 1, "y": 2}), "scene.observer: missing key 'r'"),
        (scene(observer={**EYE, "x": "5"}), "scene.observer.x: expected a number, got a text"),
        (scene(observer={**EYE, "x": float("nan")}), "scene.observer.x: expected a number, got NaN"),
        (scene(observer={**EYE, "x": float("-inf")}), "scene.observer.x: expected a number, got Infinity"),
        (scene(target={**GOAL, "y": 10_001}), "scene.target.y: expected a number <= 10000.0"),
        (scene(target={**GOAL, "y": -(10**400)}), "scene.target.y: expected a number >= -10000.0"),
        (scene(target={**GOAL, "r": -1}), "scene.target.r: expected a number >= 0.0"),
        (
            scene(target={**GOAL, "r": 0}),
            "scene.target.r: expected more than 0: a base without area has no visible share",
        ),
        (scene(blockers=[EYE, {**EYE, "r": -1}]), "scene.blockers[1].r: expected a number >= 0.0"),
        (scene(line_mm=-1), "scene.line_mm: expected a number >= 0.0"),
        (scene(terrain=[corner(4, None)]), "scene.terrain[0].polygon[1][1]: expected a number, got null"),
        (
            scene(terrain=[{"id": "p", "polygon": [[0, 0, 0]]}]),
            "scene.terrain[0].polygon[0]: expected a list of length 2, got 3",
        ),
        (
            scene(terrain=[{"id": "p", "polygon": [[0, 0], [1, 1]]}]),
            "scene.terrain[0].polygon: expected 3 corners or more, got 2",
        ),
        (scene(terrain=[WALL, WALL]), "scene.terrain[1].id: 'w1' is the id of terrain[0] already"),
        (
            [scene(), scene(), scene(), scene(terrain=[{"id": "bow", "polygon": [[0, 0], [4, 4], [4, 0], [0, 4]]}])],
            "scene[3].terrain[0].polygon: edges 0 and 2 cross",
        ),
        (scene(terrain=[corner(0, 0)]), "scene.terrain[0].polygon: a polygon needs at least three distinct vertices"),
        (scene(terrain=[corner(0, 2)]), "scene.terrain[0].polygon: the outline turns back on itself at vertex"),
    ],
)
def test_bad_input_exits_2_and_says_where(value: Any, message: str) -> None:
    assert refused(value).startswith(message)


def test_a_missing_file_is_bad_input(tmp_path: Path) -> None:
    done = sightline("sight", tmp_path / "none.json")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"error: {tmp_path / 'none.json'}: no such file or directory\n"


def test_a_base_that_overlaps_something_gets_an_answer_marked_as_inexact() -> None:
    wall = {"id": "w", "polygon": [[4, 10], [5, 10], [5, 14], [4, 14]]}
    apart = {"terrain": [wall], "observer": {"x": 5.5, "y": 12, "r": 0.5}, "target": {"x": 15, "y": 12, "r": 0.5}}
    inside = {**apart, "observer": {"x": 5.2, "y": 12, "r": 0.5}}
    together = {**apart, "target": {"x": 6, "y": 12, "r": 0.5}}
    answers = json.loads(sightline("sight", "-", stdin=json.dumps([apart, inside, together])).stdout)
    assert [answer.get("exact", True) for answer in answers] == [True, False, False]
