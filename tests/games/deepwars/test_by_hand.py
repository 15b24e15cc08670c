"""What people write by hand, warbands and maps: every fault is named with its rule, and nothing is half-applied."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from sightline.core.decisions import Refusal
from sightline.core.game import TablePlan
from sightline.core.muster import Entry
from sightline.core.table import Piece
from sightline.games.deepwars import GAME
from sightline.games.deepwars.actions import Fix, Treat
from sightline.games.deepwars.growing import entry_of, faults
from sightline.games.deepwars.homecoming import report
from sightline.games.deepwars.models import recruit
from tests.games.deepwars.stage import Stage, act, box, free, has, offered, on
from tests.games.deepwars.test_homecoming import battle, over
from tests.games.deepwars.wars import at_battle, between, home
from tests.games.deepwars.wars import has as bears
from tests.kit import rule


def wrong(profile: str, *items: str, **stats: int) -> list[tuple[str, object]]:
    """The faults of a model after a battle: rule, and what it should be; stats are written with two underscores."""
    plain = {"battles": 1, **{stat.replace("__", ":"): count for stat, count in stats.items()}}
    found: list[Refusal] = list(faults(Entry(profile, items, stats=plain)))
    for fault in found:
        assert GAME.sayings.refusal(None, fault), fault
    return [(fault.rule, fault.facts.get("needed")) for fault in found]


# ------------------------------------------------------------------ models that no campaign has made


@rule("DW-UPG-01")
@pytest.mark.parametrize(
    "upgrade",
    [
        pytest.param("upgrade__armor_piercing__shell_cleaver", marks=rule("DW-UPG-03"), id="not for what it is for"),
        pytest.param("upgrade__enhanced_targeting__coil_rifle", id="not for a thing of one's own"),
        pytest.param("upgrade__simplify__planar_eye", id="not for an artifact one does not carry"),
        pytest.param("upgrade__amplifier", id="for nothing"),
        pytest.param("upgrade__up_doctor", id="a training is no upgrade"),
        pytest.param("upgrade__battle_master", marks=rule("DW-UPG-13"), id="a form is chosen in each battle"),
        pytest.param("upgrade__reinforce_armor__shell_cleaver", marks=rule("DW-UPG-09"), id="armor is no item"),
    ],
)
def test_an_upgrade_that_nothing_was_bought_for_is_refused(upgrade: str) -> None:
    assert wrong("bw_captain", **{upgrade: 1}) == [("DW-UPG-01", 0)]


@rule("DW-UPG-01")
@rule("DW-UPG-09")
def test_an_upgrade_is_bought_once_for_something_of_ones_own() -> None:
    assert wrong("bw_marksman", upgrade__enhanced_targeting__coil_rifle=1, upgrade__reinforce_armor=1) == []
    assert wrong("bw_captain", load__planar_eye=1, upgrade__simplify__planar_eye=1) == []
    assert wrong("bw_marksman", upgrade__enhanced_targeting__coil_rifle=2) == [("DW-UPG-01", 1)]


@rule("DW-EXP-01")
@rule("DW-EXP-10")
@rule("DW-EXP-11")
def test_an_advance_is_for_whoever_gains_experience_and_has_what_it_needs() -> None:
    assert wrong("bw_captain", advance__veteran=1) == []
    for who in ("ll_hound", "bw_walker"):
        assert wrong(who, advance__veteran=1) == [("DW-EXP-01", 0)]
    assert wrong("bw_captain", advance__technician=1, advance__ether_infused=1) == [("DW-EXP-01", 0)] * 2
    assert wrong("bw_marksman", advance__technician=1) == []
    assert wrong("bw_captain", advance__veteran=2) == [("DW-EXP-01", 1)]


@rule("DW-UPG-14")
def test_a_scholar_has_learned_one_discipline_more() -> None:
    scholar = {"advance__magic_scholar": 1}
    spare = [d for d in ("elemental", "psychic", "conjuration", "biomancy") if d not in disciplines("tw_cantor")]
    one, other, *_ = (f"discipline__{d}" for d in spare)
    assert wrong("tw_cantor", **scholar, **{one: 1}) == []
    assert wrong("tw_cantor", **scholar, **{one: 1, other: 1}) == [("DW-UPG-14", 0)]
    assert wrong("tw_cantor", **{one: 1}) == [("DW-UPG-14", 0)]
    assert wrong("tw_cantor", **scholar, **{f"discipline__{disciplines('tw_cantor')[0]}": 1}) == [("DW-UPG-14", 0)]


def disciplines(profile: str) -> tuple[str, ...]:
    from sightline.games.deepwars.catalog import profiles

    return profiles()[profile].disciplines


@rule("DW-UPG-15")
def test_a_doctor_has_risen_by_one_level_or_one_living_weapon() -> None:
    doctor = {"advance__doctor_of_science": 1}
    assert wrong("bw_rigwright", **doctor, skill__scientist=2) == []
    assert wrong("bw_rigwright", **doctor, charges__bio_weapon=1) == []
    assert wrong("bw_rigwright", **doctor, skill__scientist=9) == [("DW-UPG-15", 2)]
    assert wrong("bw_rigwright", skill__scientist=2) == [("DW-UPG-15", 0)]
    assert wrong("bw_rigwright", **doctor, skill__scientist=2, charges__bio_weapon=1) == [("DW-UPG-15", 0)]
    assert ("DW-UPG-15", 0) in wrong("bw_captain", charges__bio_weapon=1)


@rule("DW-CON-01")
@rule("DW-ABL-39")
def test_only_tech_weapons_come_to_a_model_each_once() -> None:
    assert wrong("bw_walker", "coil_rifle") == []
    for items in (("venom_fangs",), ("trident",), ("coil_rifle", "coil_rifle"), ("drill_arm",)):
        assert wrong("bw_walker", *items) == [("DW-CON-01", None)]


@rule("DW-CMP-03")
@rule("DW-CMP-05")
@rule("DW-ABL-02")
def test_only_what_is_there_is_damaged_and_only_hands_carry() -> None:
    assert wrong("bw_marksman", damaged__coil_rifle=2, load__planar_eye=1, damaged__planar_eye=1) == []
    assert wrong("bw_marksman", damaged__coil_rifle=3) == [("DW-CMP-03", 2)]
    assert wrong("bw_captain", damaged__coil_rifle=1, damaged__planar_eye=1) == [("DW-CMP-03", 0)] * 2
    assert wrong("ll_hound", load__planar_eye=1) == [("DW-CMP-05", 0)]


@rule("DW-CMP-07")
@rule("DW-EXP-01")
@rule("DW-UPG-01")
@rule("DW-CON-01")
def test_every_fault_of_a_model_is_named_at_once() -> None:
    found = wrong("ll_hound", "coil_rifle", "coil_rifle", advance__veteran=1, upgrade__amplifier=1, load__planar_eye=1)
    assert [fault for fault, _ in found] == ["DW-CON-01", "DW-EXP-01", "DW-UPG-01", "DW-CMP-05"]


@rule("DW-UPG-01")
def test_what_was_done_to_a_thing_that_is_lost_is_not_taken_into_battle() -> None:
    lost = {"upgrade:simplify:planar_eye": 1, "damaged:planar_eye": 1, "upgrade:reinforce_armor": 1}
    match, _ = between(tokens={"red-1": lost})
    assert entry_of(match.table.models["red-1"]).stats == {"upgrade:reinforce_armor": 1}


# ------------------------------------------------------------------ damaged weapons, in battle and at home


@rule("DW-CMP-03")
@rule("DW-TEC-02")
@rule("DW-CON-01")
def test_a_weapon_that_was_salvaged_damaged_is_damaged_in_the_stash() -> None:
    found = report(battle(), over(red_2={"load:coil_rifle": 1, "damaged:coil_rifle": 1}))
    assert found["red-2"] == {}
    assert found["red"] == {"stash:coil_rifle": 1, "damaged:coil_rifle": 1}
    match, _ = at_battle()
    match.play(home("blue", red=found["red"]))
    assert bears(match, "red", "stash:coil_rifle", "damaged:coil_rifle") == (1, 1)


@rule("DW-TEC-05")
@rule("DW-SUB-09")
def test_a_weapon_that_came_damaged_is_mended_once_and_works() -> None:
    came = recruit("red", 1, Entry("bw_marksman", stats={"battles": 1, "damaged:coil_rifle": 1}))
    marks = {token: n for token, n in came.tokens.items() if token.endswith(":coil_rifle")}
    assert marks == {"wound:coil_rifle": 1}
    stage = Stage([on(10, 10, "engineer"), on(11, 10, "coil_rifle", tokens=marks)], [on(40, 30)])
    match = act(stage.match(6, 6, 6), *free("red-1"))
    assert not offered(match, Fix), "there is one way to mend it"
    act(match, Treat("red-1", "red-2", "coil_rifle"))
    assert has(match, "red-2", "wound:coil_rifle") == 0
    assert report(battle(), over(red_1={"wound:coil_rifle": 0}))["red-1"] == {}


# ------------------------------------------------------------------ maps


def faulty(preset: str, *pieces: Piece, keep: Callable[[Piece], bool] = lambda _: True) -> list[str]:
    """The rules against which a map of this name is, with other pieces."""
    plan = GAME.tables[preset]
    found = GAME.layout(replace(plan, pieces=(*filter(keep, plan.pieces), *pieces)))
    for fault in found:
        assert GAME.sayings.refusal(None, fault), fault
    return [fault.rule for fault in found]


@rule("DW-TER-01")
@rule("DW-TER-05")
@rule("DW-TER-06")
@pytest.mark.parametrize(
    ("words", "rules"),
    [
        (("blocking", "material:stone"), []),
        (("blocking", "material:cheese"), ["DW-TER-05"]),
        (("flying", "floor:x"), ["DW-TER-01", "DW-TER-01"]),
        (("blocking", "door:here", "roof"), ["DW-TER-06", "DW-TER-01"]),
    ],
)
def test_a_piece_has_the_traits_and_materials_there_are(words: tuple[str, ...], rules: list[str]) -> None:
    odd = box(42, 16, 45, 19, *words, id="odd")
    assert faulty("the_sunken_forum", odd) == rules
    GAME.terrain(TablePlan("drawn", (replace(odd, kind="structure"),)), GAME.rulebook.settle({}))  # Drawn all the same.


@rule("DW-SCN-04")
@rule("DW-SCN-06")
@rule("DW-SCN-12")
def test_a_map_leaves_room_for_what_its_scenario_puts_there() -> None:
    near = box(28, 17, 30, 19, "scenic", "cover", id="near")
    assert faulty("the_sunken_forum", near) == ["DW-SCN-04"], "a Scenic Feature within a Long stick of the objective"
    assert faulty("the_sunken_forum", box(28, 17, 30, 19, "blocking", id="near")) == []
    assert faulty("the_sunken_forum", box(23, 17, 25, 19, "blocking", id="near")) == ["DW-SCN-04"]
    assert faulty("rival_altars", box(23, 8, 25, 10, "blocking", id="near")) == ["DW-SCN-12"]
    assert faulty("the_sealed_hold", keep=lambda p: p.kind != "structure") == ["DW-SCN-06"] * 3


@rule("DW-SET-03")
@pytest.mark.parametrize("width", [0.5, -5.0, 1e300, float("inf"), float("nan")])
def test_a_map_has_a_size_that_can_be_laid_out(width: float) -> None:
    (fault,) = GAME.layout(TablePlan("mine", (), width=width, height=36.0))
    assert fault.rule == "DW-SET-03"
    assert "each may be 6 to 240" in GAME.sayings.refusal(None, fault)


@rule("DW-TER-01")
@pytest.mark.parametrize("high", [0.0, 1.5, 9.0, float("inf"), float("nan")])
@pytest.mark.parametrize("preset", ["mine", "the_sealed_hold"])
def test_a_piece_is_as_high_as_some_levels(preset: str, high: float) -> None:
    piece = replace(box(20, 14, 24, 16, "blocking"), height=high)
    found = GAME.layout(TablePlan(preset, (piece,)))
    assert "DW-TER-01" in {fault.rule for fault in found}
