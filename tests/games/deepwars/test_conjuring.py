"""Spells that bring something: veils, snares, hunters, bulwarks (DW-MAG-11 to DW-MAG-14, DW-SPL-10)."""

from __future__ import annotations

from sightline.games.deepwars.actions import Attack, Cast, Choose, Done, FreeActivation, Move, Nominate
from sightline.games.deepwars.conjuring import callable_now
from sightline.games.deepwars.measure import WILD
from sightline.games.deepwars.seeing import hidden
from sightline.games.deepwars.tokens import DAZED, ENTANGLED, HELPLESS_FOE
from tests.games.deepwars.chants import cast, caster, chant, end, scene
from tests.games.deepwars.stage import Stage, act, alive, fallen, has, model, on, refused, spent
from tests.kit import rule


@rule("DW-MAG-11")
@rule("DW-SPL-10")
def test_a_veil_blocks_sight_for_as_many_game_turns_as_its_power() -> None:
    match = cast(scene(blue=on(34, 18)).match(6, 6), "ink_veil", Cast("red-1", 1, at=(23, 18)), dice=2)
    assert hidden(match.table, "red-1", "blue-1")
    end(match, 2)
    assert hidden(match.table, "red-1", "blue-1")
    end(match, 2)
    assert not hidden(match.table, "red-1", "blue-1")
    mishap = act(scene().match(1, 1, 1), *chant("ink_veil", 3))
    assert has(mishap, "red-1", DAZED)
    assert hidden(mishap.table, "red-1", "blue-1")


@rule("DW-MAG-12")
def test_a_snare_catches_whoever_enters_it_or_begins_in_it() -> None:
    match = scene(blue=on(25, 18)).match(6, 6, 1, 1, 1)
    act(match, *chant("kelp_snare", 2), Cast("red-1", 2, at=(25, 18)))
    assert not has(match, "blue-1", ENTANGLED)
    act(end(match), Nominate("blue-1"))
    assert has(match, "blue-1", ENTANGLED)
    assert spent(match)
    other = scene(blue=on(28.5, 18)).match(6, 6, 1, 1, 1)
    end(act(other, *chant("kelp_snare", 2), Cast("red-1", 2, at=(24, 18))))

    act(other, Nominate("blue-1"), FreeActivation("blue-1"), Move("blue-1", (26, 18)))
    assert has(other, "blue-1", ENTANGLED)
    assert spent(other)
    assert has(act(scene().match(1, 1, 1), *chant("kelp_snare", 3)), "red-1", ENTANGLED)


@rule("DW-MAG-12")
@rule("DW-OPS-10")
def test_whom_a_snare_catches_its_caster_has_made_helpless() -> None:
    match = scene(blue=on(25, 18)).match(6, 6, 1, 1, 1)
    act(match, *chant("kelp_snare", 2), Cast("red-1", 2, at=(25, 18)))
    act(end(match), Nominate("blue-1"))
    assert has(match, "red", HELPLESS_FOE)
    own = scene(others=[on(24, 18)]).match(6, 6, 1, 1, 1)
    act(own, *chant("kelp_snare", 2), Cast("red-1", 2, at=(24, 18)), Done("red-1"), Nominate("red-3"))
    assert has(own, "red-3", ENTANGLED)
    assert not has(own, "red", HELPLESS_FOE), "a friend is no foe"


@rule("DW-MAG-13")
@rule("DW-CRE-12")
def test_a_called_hunter_fights_for_the_caster_while_it_lasts() -> None:
    match = cast(
        scene(blue=on(40, 30)).match(6, 6, 6), "call_the_hunter", Cast("red-1", 2, at=(22, 18), creature="needle_pack")
    )
    called = [m for m in match.table.squad("red") if m.profile == "needle_pack"]
    assert len(called) == 1
    assert refused(match, Nominate(called[0].id)).rule in ("DW-ACT-01", "DW-ACT-05")
    for _ in range(2):
        end(match, 2)
    assert called[0].id in {m.id for m in match.table.squad("red")}
    end(match, 2)
    assert called[0].id not in {m.id for m in match.table.squad("red")}


@rule("DW-MAG-13")
def test_power_limits_what_comes_and_there_is_only_one() -> None:
    match = scene(blue=on(40, 30)).match(6, 6, 6)
    act(match, *chant("call_the_hunter", 3))
    assert refused(match, Cast("red-1", 2, at=(22, 18), creature="grindfin")).rule == "DW-MAG-13"
    assert match.refusal(Cast("red-1", 3, at=(22, 18), creature="grindfin")) is None
    assert match.refusal(Cast("red-1", 3, at=(22, 18), creature="rift_squid")) is not None
    act(match, Cast("red-1", 3, at=(22, 18), creature="needle_pack"))

    assert callable_now(match.table, model(match, "red-1"), 3) == ()


@rule("DW-MAG-13")
def test_a_failed_call_brings_a_wild_one_that_the_opponent_picks() -> None:
    match = act(scene(blue=on(40, 30)).match(1, 1, 1), *chant("call_the_hunter", 3))
    assert match.decision.side == "blue"
    assert refused(match, Choose("blue", "keel_saurian")).rule == "DW-MAG-13"
    act(match, Choose("blue", "grindfin"))
    wild = [m for m in match.table.models.values() if m.side == WILD]
    assert [m.profile for m in wild] == ["grindfin"]


@rule("DW-MAG-14")
@rule("DW-SPL-10")
def test_a_bulwark_stands_as_long_as_its_power_and_falls_with_its_caster() -> None:
    match = cast(scene(blue=on(30, 18)).match(6, 6, 6), "pearl_bulwark", Cast("red-1", 3, at=(24, 18)))
    (piece,) = match.table.terrain.pieces
    assert piece.height == 3
    assert "blocking" in piece.traits
    table = match.table.copy()
    assert (
        refused(scene(blue=on(24, 18)).match(6, 6, 6), *chant("pearl_bulwark", 3), Cast("red-1", 3, at=(24, 18))).rule
        == "DW-MAG-14"
    )
    for _ in range(3):
        end(match, 2)
        assert match.table.terrain.pieces
    end(match, 2)
    assert not match.table.terrain.pieces
    assert table.terrain.pieces
    mishap = act(scene().match(1, 1, 1), *chant("pearl_bulwark", 3))
    assert fallen(mishap, "red-1")
    assert mishap.table.terrain.pieces


@rule("DW-SPL-10")
def test_the_death_of_a_caster_ends_its_conjurations() -> None:
    stage = Stage([caster(boxes_body=1), on(2, 2)], [on(21, 18.0, combat=9), on(2, 34)])
    match = stage.match(6, 6, 6, 6, 1, *[6] * 6)
    act(match, *chant("pearl_bulwark", 3), Cast("red-1", 3, at=(20, 21)))
    assert match.table.terrain.pieces

    end(match)
    act(match, Nominate("blue-1"), FreeActivation("blue-1"), Attack("blue-1", "bare_hands", "red-1"))
    assert not alive(match, "red-1")
    assert not match.table.terrain.pieces
