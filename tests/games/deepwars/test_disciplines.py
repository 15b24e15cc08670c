"""The spells themselves, discipline by discipline (DW-MAG)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from sightline.games.deepwars import GAME, catalog
from sightline.games.deepwars.actions import (
    Attack,
    Cast,
    ChangeDepth,
    Choose,
    Dance,
    Done,
    FreeActivation,
    Move,
    Nominate,
)
from sightline.games.deepwars.casting import WORKS
from sightline.games.deepwars.conjuring import callable_now
from sightline.games.deepwars.events import Clashed
from sightline.games.deepwars.measure import WILD
from sightline.games.deepwars.models import raised
from sightline.games.deepwars.seeing import hidden
from sightline.games.deepwars.tokens import (
    ACTIONS,
    CHARMED,
    DAZED,
    ENTANGLED,
    HELPLESS_FOE,
    HUNTS,
    MANTLED,
    POISONED,
    SURGED,
    TRANSFIXED,
)
from tests.games.deepwars.chants import cast, caster, chant, end, rolled, scene
from tests.games.deepwars.stage import (
    Stage,
    act,
    alive,
    at,
    box,
    example,
    fallen,
    happened,
    has,
    model,
    odds,
    offered,
    on,
    refused,
    spent,
    wall,
    wounds,
)
from tests.kit import rule

# ------------------------------------------------------------------ elemental


@rule("DW-MAG-03")
def test_the_lance_breaks_armor_and_turns_on_a_caster_who_fails() -> None:
    match = cast(scene(blue=on(25, 18, av=2)).match(4, 4, 4, 1, 2), "brine_lance", Cast("red-1", 3, "blue-1"))
    assert wounds(match, "blue-1") == 1
    match = scene().match(1, 1, 1, 3, 1)
    act(match, *chant("brine_lance", 3))
    assert happened(match, Clashed)[0].attack.value == 3
    assert wounds(match, "red-1") == 1
    assert spent(match)


@rule("DW-MAG-04")
def test_a_burst_strikes_everybody_around_the_target() -> None:
    stage = Stage([caster(), on(25, 20)], [on(25, 18), on(26, 18.5), on(30, 18)])
    match = cast(stage.match(4, 4, 4, 1, 1, 1, 1), "thermal_burst", Cast("red-1", 3, "blue-1"))
    assert [c.defender for c in happened(match, Clashed)] == ["blue-1", "red-2", "blue-2"]
    mishap = Stage([caster(), on(21, 18)], [on(30, 18)]).match(1, 1, 1, 1, 1, 1)
    act(mishap, *chant("thermal_burst", 3))
    assert [c.defender for c in happened(mishap, Clashed)] == ["red-1", "red-2"]
    assert happened(mishap, Clashed)[0].attack.value == 2
    assert spent(mishap)


@rule("DW-MAG-05")
def test_a_riptide_sweeps_away_whoever_is_not_strong_enough() -> None:
    match = cast(scene().match(4, 4, 4, 1, 1, 1), "riptide", Cast("red-1", 2, "blue-1", (25, 30)))
    assert at(match, "blue-1") == pytest.approx((25, 24))
    assert not fallen(match, "blue-1")
    match = cast(scene().match(4, 4, 4, 5, 5, 1), "riptide", Cast("red-1", 2, "blue-1", (25, 30)))
    assert at(match, "blue-1") == (25, 18)
    stage = scene(terrain=[wall(20, 20, 30, 22)])
    match = cast(stage.match(4, 4, 4, 1, 1, 1), "riptide", Cast("red-1", 2, "blue-1", (25, 30)))
    assert fallen(match, "blue-1")


@rule("DW-MAG-05")
def test_a_friend_is_swept_without_a_check_and_big_models_need_more_power() -> None:
    stage = scene(others=[on(22, 18)])
    match = cast(stage.match(4, 4, 4), "riptide", Cast("red-1", 1, "red-3", (22, 0)))
    assert at(match, "red-3") == pytest.approx((22, 15))
    big = scene(blue=on(22.7, 18, size=2)).match(4, 4, 4)
    act(big, *chant("riptide", 3))
    assert refused(big, Cast("red-1", 1, "blue-1", (25, 30))).rule == "DW-SPL-11"
    mishap = scene().match(1, 1, 1, 6)
    act(mishap, *chant("riptide", 3))
    assert at(mishap, "red-1") == pytest.approx((20, 23), abs=0.01)


@rule("DW-MAG-06")
@rule("DW-SPL-10")
def test_a_mantle_of_frost_is_armor_until_the_end_of_the_next_game_turn() -> None:
    match = cast(scene().match(4, 4, 4), "frost_mantle", Cast("red-1", 3, "red-1"))
    assert has(match, "red-1", MANTLED) == 2
    end(match, 2)
    assert has(match, "red-1", MANTLED) == 2
    end(match, 2)
    assert not has(match, "red-1", MANTLED)
    mishap = act(scene().match(1, 1, 1), *chant("frost_mantle", 3))
    assert has(mishap, "red-1", ENTANGLED)


@rule("DW-MAG-06")
def test_frost_counts_against_every_blow() -> None:
    stage = Stage([on(20, 18, tokens={MANTLED: 2}), on(2, 2)], [on(21, 18), on(2, 34)], side="blue")
    match = stage.match(3, 1)

    act(match, Nominate("blue-1"), FreeActivation("blue-1"), Attack("blue-1", "bare_hands", "red-1"))
    assert not wounds(match, "red-1")


# ------------------------------------------------------------------ psychic


@rule("DW-MRL-05")
@rule("DW-MAG-07", 0)
def test_a_hallucination_puts_the_weak_of_will_to_flight() -> None:
    match = scene().match(6, 6, 6)
    match.play(*chant("hallucination", 3))
    match = match.fork()
    match.play(Cast("red-1", 2, "blue-1"))
    found = odds(match, lambda m: at(m, "blue-1") != (25, 18), stop=rolled)
    assert found[True] == Fraction(example("DW-MAG-07", 0)["p"])
    mishap = act(scene().match(1, 1, 1, 1, 1, 1), *chant("hallucination", 3))
    assert not alive(mishap, "red-1")


@rule("DW-MAG-08")
def test_a_siren_lock_transfixes() -> None:
    match = cast(scene().match(6, 6, 6, 1, 1, 6), "siren_lock", Cast("red-1", 2, "blue-1"))
    assert has(match, "blue-1", TRANSFIXED)


@rule("DW-MAG-09")
def test_a_puppet_takes_one_action_for_its_enemy() -> None:
    stage = Stage([caster(), on(2, 2)], [on(25, 18), on(26, 18), on(6, 34)])
    match = stage.match(6, 6, 6, 1, 1, 6, 3, 1)
    act(match, *chant("puppet_tide", 3), Cast("red-1", 2, "blue-1"))
    assert match.decision.side == "red"
    assert match.decision.about == "blue-1"
    act(match, Attack("blue-1", "bare_hands", "blue-2"))
    assert wounds(match, "blue-2")
    assert spent(match)
    assert model(match, "blue-1").side == "blue"
    assert not has(match, "blue-1", ACTIONS)
    assert has(match, "red-1", ACTIONS) == 1


@rule("DW-MAG-09")
def test_a_puppet_is_never_sent_into_deadly_terrain() -> None:
    stage = scene(terrain=[box(26, 10, 30, 26, "deadly", "material:none", id="vents")])
    match = stage.match(6, 6, 6, 1, 1, 6)
    act(match, *chant("puppet_tide", 3), Cast("red-1", 2, "blue-1"))
    assert refused(match, Dance("blue-1", (27, 18))).rule == "DW-MAG-09"
    act(match, Dance("blue-1", (25, 22)))
    assert at(match, "blue-1") == (25, 22)


@rule("DW-MAG-09")
def test_a_failed_puppeteer_is_moved_by_the_opponent() -> None:
    match = act(scene().match(1, 1, 1), *chant("puppet_tide", 3))
    assert match.decision.side == "blue"
    assert match.decision.about == "red-1"
    assert not offered(match, Attack)
    act(match, Dance("red-1", (20, 22)))
    assert at(match, "red-1") == (20, 22)
    assert model(match, "red-1").side == "red"


@rule("DW-MAG-10")
def test_a_mind_spike_dazes_and_wounds_if_it_is_strong() -> None:
    match = cast(scene().match(6, 6, 6, 1, 1, 1), "mind_spike", Cast("red-1", 2, "blue-1"))
    assert has(match, "blue-1", DAZED)
    assert not wounds(match, "blue-1")
    match = cast(scene().match(6, 6, 6, 1, 1, 1), "mind_spike", Cast("red-1", 3, "blue-1"))
    assert has(match, "blue-1", DAZED)
    assert wounds(match, "blue-1") == 1
    assert has(act(scene().match(1, 1, 1), *chant("mind_spike", 3)), "red-1", DAZED)


# ------------------------------------------------------------------ conjuration


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


# ------------------------------------------------------------------ biomancy


@rule("DW-MAG-15")
def test_flesh_is_knit_box_by_box() -> None:
    stage = scene(others=[on(21.5, 18, boxes_body=4, tokens={"wound:body": 2, "wound:locomotion": 1})])
    match = cast(stage.match(6, 6, 6), "knit_flesh", Cast("red-1", 3, "red-3"))
    assert wounds(match, "red-3") == 0
    assert wounds(match, "red-3", "locomotion") == 0


@rule("DW-MAG-15")
def test_strong_power_brings_a_dead_friend_back() -> None:
    stage = Stage([caster(), on(21.5, 18)], [on(22.5, 18, combat=9), on(2, 34)], side="blue")
    match = stage.match(1, 1, *[6] * 9)

    act(match, Nominate("blue-1"), FreeActivation("blue-1"), Attack("blue-1", "bare_hands", "red-2"))
    if alive(match, "red-2"):
        pytest.fail("the blow should kill")
    end(match)
    act(match, *chant("knit_flesh", 3))
    assert refused(match, Cast("red-1", 2, "red-2-body")).rule == "DW-SPL-11"
    act(match, Cast("red-1", 3, "red-2-body"))
    assert alive(match, "red-2")
    assert fallen(match, "red-2")


@rule("DW-MAG-15")
def test_a_failed_knitting_wounds_the_friend_who_was_near() -> None:
    stage = scene(others=[on(21.5, 18)])
    match = act(stage.match(1, 1, 1), *chant("knit_flesh", 3))
    assert wounds(match, "red-3") == 1


def beast(stage: Stage, profile: str = "cleft_eel", at: tuple[float, float] = (25.0, 18.0)) -> Stage:
    """A wild creature on the stage."""
    who = catalog.creatures()[profile]
    stage.table.put_moved(replace(raised(who, f"wild-{profile}", WILD, who.name), at=at))
    stage.table.memo = {}
    return stage


@rule("DW-MAG-16", 0)
def test_a_beast_is_charmed_unless_its_will_is_strong() -> None:
    stage = beast(Stage([caster(), on(2, 2)], [on(2, 34)]))
    stage.table.put_tokens("wild-cleft_eel", "quality", 4)
    match = stage.match(6, 6, 6)
    match.play(*chant("beast_charm", 3))
    match = match.fork()
    match.play(Cast("red-1", 3, "wild-cleft_eel"))
    found = odds(match, lambda m: has(m, "wild-cleft_eel", CHARMED) == 4, stop=rolled)
    assert found[True] == Fraction(example("DW-MAG-16", 0)["p"])


@rule("DW-MAG-16")
def test_the_larger_a_beast_the_better_it_resists() -> None:
    stage = beast(Stage([caster(), on(2, 2)], [on(2, 34)]), "grindfin")
    stage.table.put_tokens("wild-grindfin", "quality", 5)
    match = cast(stage.match(6, 6, 6, 4, 1, 1), "beast_charm", Cast("red-1", 2, "wild-grindfin"))
    assert model(match, "wild-grindfin").side == "red"
    match = cast(stage.match(6, 6, 6, 4, 4, 1), "beast_charm", Cast("red-1", 2, "wild-grindfin"))
    assert model(match, "wild-grindfin").side == WILD
    mishap = act(stage.match(1, 1, 1), *chant("beast_charm", 3))
    assert has(mishap, "wild-grindfin", f"{HUNTS}:red-1:2")


@rule("DW-MAG-17")
def test_a_surge_strengthens_a_friend_and_a_strong_one_moves_it() -> None:
    match = cast(scene().match(6, 6, 6), "adrenal_surge", Cast("red-1", 2, "red-1"))
    assert has(match, "red-1", SURGED)
    stage = scene(others=[on(22, 18)])
    match = stage.match(6, 6, 6)
    act(match, *chant("adrenal_surge", 3), Cast("red-1", 3, "red-3"))
    assert match.decision.about == "red-3"
    act(match, Dance("red-3", (22, 14)))
    assert at(match, "red-3") == (22, 14)
    assert not has(match, "red-3", "acting")
    mishap = act(scene().match(1, 1, 1), *chant("adrenal_surge", 3))
    assert has(mishap, "red-1", DAZED)


@rule("DW-MAG-17")
def test_a_surge_counts_in_attack_and_defence() -> None:
    stage = Stage([on(20, 18, tokens={SURGED: 1}), on(2, 2)], [on(21, 18, tokens={SURGED: 1}), on(2, 34)])

    match = act(stage.match(3, 3), Nominate("red-1"), FreeActivation("red-1"), Attack("red-1", "bare_hands", "blue-1"))
    clash = happened(match, Clashed)[0]
    assert (clash.attack.value, clash.defence.value) == (4, 4)


@rule("DW-MAG-18")
def test_spores_poison_the_living_on_their_level() -> None:
    match = scene(blue=on(25, 18)).match(6, 6, 1, 1, 1, *[1] * 6)
    act(end(act(match, *chant("spore_bloom", 2), Cast("red-1", 2, at=(25, 18)))), Nominate("blue-1"))
    assert has(match, "blue-1", POISONED)
    above = scene(blue=on(25, 18, level=1)).match(6, 6)
    act(end(act(above, *chant("spore_bloom", 2), Cast("red-1", 2, at=(25, 18)))), Nominate("blue-1"))
    assert not has(above, "blue-1", POISONED)
    assert has(act(scene().match(1, 1, 1), *chant("spore_bloom", 3)), "red-1", POISONED)


@rule("DW-MAG-18")
def test_who_rises_into_spores_from_below_enters_them() -> None:
    match = scene(caster(level=1), on(25, 18)).match(6, 6, 1, 1, 1)
    end(act(match, *chant("spore_bloom", 2), Cast("red-1", 2, at=(25, 18))))
    act(match, Nominate("blue-1"), FreeActivation("blue-1"))
    assert not has(match, "blue-1", POISONED), "the bloom is above it"
    act(match, ChangeDepth("blue-1", 1))
    assert has(match, "blue-1", POISONED)
    assert spent(match)


def test_every_spell_has_its_work() -> None:
    assert set(WORKS) == set(catalog.spells())
    assert GAME.id == "deepwars"
