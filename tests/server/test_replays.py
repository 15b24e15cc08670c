from time import process_time

import msgspec
import pytest
from msgspec.structs import replace

from sightline.core.deeds import deeds, fork_at
from sightline.core.match import Match
from sightline.core.record import DamagedRecord, record
from sightline.server.describe import scene_view
from sightline.server.messages import Change, Replay, Scene
from sightline.server.replays import replay, replay_of
from sightline.server.reports import report
from tests.conformance.matches import GAMES, finished, played, started


def shown(scene: Scene, change: Change) -> Scene:
    """A scene as a browser has it after a change."""
    return replace(
        scene,
        models={**scene.models, **change.models},
        sides={**scene.sides, **change.sides},
        clock=change.clock or scene.clock,
        zones=scene.zones if change.zones is None else change.zones,
        pieces=scene.pieces if change.pieces is None else change.pieces,
        blocks=scene.blocks if change.blocks is None else change.blocks,
        active=scene.active if change.active is None else change.active,
    )


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("number", range(3))
def test_watching_ends_where_the_match_ended(name: str, number: int) -> None:
    match = played(name, number)
    film = replay_of(record(match))
    scene = film.scene
    for frame in film.frames:
        scene = shown(scene, frame.change)
    end = scene_view(match.game, match.table, scene.name, scene.mat)
    assert {id: (m.at, m.gone, m.side, m.figure.health) for id, m in scene.models.items()} == {
        id: (m.at, m.gone, m.side, m.figure.health) for id, m in end.models.items()
    }
    assert scene.sides == end.sides
    assert scene.clock == end.clock
    assert film.outcome is not None
    assert [line.number for frame in film.frames for line in frame.lines] == list(range(1, len(match.events) + 1))
    assert msgspec.json.decode(msgspec.json.encode(film), type=Replay) == film


@pytest.mark.parametrize("name", GAMES)
def test_frames_say_who_did_what_and_count_upwards(name: str) -> None:
    match = played(name, 1)
    film = replay(match.game, match.setup, deeds(match))
    numbered = [frame for frame in film.frames if frame.action]
    assert [frame.action for frame in numbered] == list(range(1, len(numbered) + 1))
    assert all(frame.text for frame in film.frames)
    assert all(frame.side in match.game.sides for frame in numbered)
    for one, other in zip(film.frames, film.frames[1:], strict=False):
        assert (one.round, one.activation) <= (other.round, other.activation)
    assert len({frame.activation for frame in film.frames}) > 5


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("number", range(4))
def test_a_report_adds_up(name: str, number: int) -> None:
    match = played(name, number)
    film = replay(match.game, match.setup, deeds(match))
    found = film.report
    assert found == report(match.game, match.setup, deeds(match))
    fallen = [id for frame in film.frames for id in frame.fallen]
    assert sorted(t.model for t in found.tallies if t.fell) == sorted(fallen)
    assert sum(t.kills for t in found.tallies) <= len(fallen)
    left = {t.model: t.parted for t in found.tallies if t.parted}
    assert left == {id: word for id in fallen if (word := match.game.screen.figure(match.table, id).parted)}
    counted = sum(t.kills for t in found.tallies) + sum(one.fell for one in found.astray)
    assert len(fallen) - len(left) <= counted <= len(fallen)
    for side in match.game.sides:
        dealt = sum(frame.damage.get(side, 0) for frame in film.frames)
        assert dealt == sum(row[side] for row in found.rounds)
        assert dealt == sum(t.dealt for t in found.tallies if t.side == side), "the chart says what the table says"
    assert sum(t.dealt for t in found.tallies) <= sum(t.taken for t in found.tallies)
    assert found.scores[-1] == dict(match.game.scores(match.table))
    assert len(found.luck) == len(match.game.sides)
    assert found.method


@pytest.mark.parametrize("name", GAMES)
def test_a_record_of_things_that_are_not_there_is_damaged(name: str) -> None:
    kept = record(played(name, 0))
    odd = [
        replace(step, events=[{**e, "bearer": "nobody"} if "bearer" in e else e for e in step.events])
        for step in kept.steps
    ]
    with pytest.raises(DamagedRecord):
        replay_of(replace(kept, steps=odd))
    squad = replace(next(iter(kept.setup.rosters.values())), models=())
    with pytest.raises(DamagedRecord, match="not legal"):
        fork_at(replace(kept, setup=replace(kept.setup, rosters=dict.fromkeys(kept.setup.rosters, squad))), 3)


@pytest.mark.usefixtures("swept")
def test_a_long_record_is_ready_before_anybody_waits() -> None:
    match: Match = finished(started(GAMES[0], 0, level="regular"), 0, "regular")
    kept = record(match)
    began = process_time()
    film = replay_of(kept)
    assert len(film.frames) > 200
    assert process_time() - began < 3  # 1.5 s on a machine that does nothing else
