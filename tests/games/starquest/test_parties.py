"""Parties, collections, figures and battlefields."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sightline.core.errors import BadInput
from sightline.core.game import TablePlan
from sightline.core.muster import Entry, Roster
from sightline.core.repair import Repairs
from sightline.core.table import Model, Table, laid
from sightline.games.starquest import GAME
from sightline.games.starquest.acting import ADVANCE, RUSH, allowance
from sightline.games.starquest.alerting import wave_budget
from sightline.games.starquest.catalog import (
    CONSTANTS,
    ENEMIES,
    classes,
    collections,
    enemies,
    factions,
    heroes,
    parties,
    sizes,
    special,
    specials,
    spells,
    tables,
    weapons,
)
from sightline.games.starquest.deploying import affordable, collection
from sightline.games.starquest.ground import features, scale
from sightline.games.starquest.measure import inches
from sightline.games.starquest.models import enemy_unit, hero
from sightline.games.starquest.muster import advice, party_value, total
from tests.games.starquest.stage import Stage, table_of
from tests.games.starquest.stage import hero as standing_hero
from tests.games.starquest.test_dice import vectors
from tests.kit import rule

OPTIONS = GAME.rulebook.settle({})
LONG_NIGHT = parties()["party_long_night"]
SCRAP, OTHER = "rb_scuttlers", "rb_riveters"


def faults(*models: Entry) -> list[tuple[str, dict[str, Any]]]:
    return [(f.rule, f.facts) for f in GAME.muster(Roster("starquest", "Test", models), OPTIONS)]


def made(template: str = "ysolt_vey", *items: str) -> Entry:
    return Entry(template, items or ("bulwark", "brace", "taunt"))


@rule("SQ-PRT-02", 0)
def test_two_to_four_heroes_make_a_party() -> None:
    for size, legal in ((1, False), (2, True), (3, True), (4, True), (5, False)):
        found = faults(*(made(template) for template in list(heroes())[:size]))
        assert ("SQ-PRT-02" in [r for r, _ in found]) != legal


@rule("SQ-PRT-05")
def test_a_party_holds_each_hero_once_but_classes_may_repeat() -> None:
    assert faults(made("ysolt_vey"), made("oru_threehorn")) == []
    assert faults(made(), made()) == [("SQ-PRT-05", {"hero": "ysolt_vey", "times": 2, "limit": 1})]


@rule("SQ-PRT-03")
@rule("SQ-HSK-01")
def test_a_hero_has_one_class_and_two_of_its_skills() -> None:
    other = made("oru_threehorn")
    assert faults(made("ysolt_vey", "bulwark", "brace", "hurl_back"), other) == []
    assert ("SQ-HSK-01", {"model": 1, "classes": 0, "needed": 1}) in faults(made("ysolt_vey", "brace", "taunt"), other)
    assert ("SQ-HSK-01", {"model": 1, "skills": 1, "needed": 2}) in faults(made("ysolt_vey", "bulwark", "brace"), other)
    wrong = faults(made("ysolt_vey", "bulwark", "brace", "vanish"), other)
    assert wrong == [("SQ-HSK-01", {"model": 1, "skill": "vanish", "class": "bulwark"})]


@rule("SQ-LVL-04")
@rule("SQ-ITM-11")
def test_faults_of_growth_are_told_in_sentences() -> None:
    def told(*items: str, **stats: int) -> list[str]:
        roster = Roster("starquest", "Two", (Entry("ysolt_vey", items, stats=stats), made("oru_threehorn")))
        return [GAME.sayings.refusal(None, fault) for fault in GAME.muster(roster, GAME.rulebook.settle({}))]

    built = ("bulwark", "brace", "taunt")
    assert told(*built, "hurl_back") == ["1 skills more than a hero starts with, 0 allowed at its level"]
    assert told(*built, level=3) == ["level 3 with 0 XP, it should be 1"]
    assert told(*built, luck=1) == ["there is no luck to bring along"]
    assert told(*built, wounds=40)[0].startswith("40 wounds, ")


@rule("SQ-PRT-02")
def test_a_party_of_one_is_mended_by_the_cheapest_hero_more() -> None:
    settled = GAME.rulebook.settle({})
    alone = Roster("starquest", "One", (made(),))
    (fault,) = GAME.muster(alone, settled)
    fix = Repairs(GAME, alone, settled).of(fault)
    assert fix is not None
    assert fix.text.startswith("Add ")
    assert not GAME.muster(fix.roster, settled)
    added = fix.roster.models[-1]
    others = [e for r in GAME.rosters.values() for e in r.models if e.profile in heroes() and e.profile != "ysolt_vey"]
    assert heroes()[added.profile].points == min(heroes()[e.profile].points for e in others)


@rule("SQ-PRT-03")
def test_upgrades_are_taken_once_and_fit_a_weapon() -> None:
    other = made("oru_threehorn")
    built = ("bulwark", "brace", "taunt")
    assert faults(made("ysolt_vey", *built, "up_honed_edge__ram_maul"), other) == []
    twice = faults(made("ysolt_vey", *built, "up_plated_suit", "up_plated_suit"), other)
    assert twice == [("SQ-PRT-03", {"model": 1, "upgrade": "up_plated_suit", "times": 2, "limit": 1})]
    unfit = faults(made(), made("oru_threehorn", *built, "up_scoped_sight"))
    assert unfit == [("SQ-PRT-03", {"model": 2, "upgrade": "up_scoped_sight", "weapon": "none"})]
    assert faults(made("ysolt_vey", *built, "jetpack"), other) == [
        ("SQ-PRT-03", {"model": 1, "unknown item": "jetpack"})
    ]


@rule("SQ-PRT-04")
def test_upgrades_count_toward_the_party_and_nothing_else_does() -> None:
    assert total(LONG_NIGHT) == 410
    plain = Roster("starquest", "Two", (made(), made("oru_threehorn")))
    assert total(plain) == heroes()["ysolt_vey"].points + heroes()["oru_threehorn"].points


@pytest.mark.parametrize(("vector", "exact"), vectors("wave_budget"))
def test_a_wave_is_a_share_of_the_party_rounded_down(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    assert wave_budget(vector["party_points"], vector["difficulty"]) == int(exact["budget"])


@rule("SQ-ENM-01")
def test_heroes_and_enemies_do_not_share_a_squad() -> None:
    assert ("SQ-ENM-01", {"heroes and enemies": 3}) in faults(made(), made("oru_threehorn"), Entry("rb_turret"))
    assert faults(Entry("rb_turret"), Entry("rb_turret")) == []
    assert GAME.plays(LONG_NIGHT) == ("heroes",)
    assert GAME.plays(collections()["veskit"]) == ("enemies",)


@rule("SQ-ENM-01")
@rule("SQ-ENM-03")
def test_four_factions_bring_ten_units_each() -> None:
    fielding = [f for f in factions().values() if f.units]
    assert [len(f.units) for f in fielding] == [10] * 4
    assert all(enemies()[u].faction == f.id for f in fielding for u in f.units)


@pytest.mark.parametrize(("vector", "exact"), vectors("collection_check"))
def test_a_small_collection_is_pointed_out(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    assert CONSTANTS["collection_factor"] * vector["party_points"] == int(exact["minimum"])
    party = Roster("starquest", "Three hundred", (Entry("chief_okoro"), Entry("chief_okoro")))
    assert total(party) == vector["party_points"]
    few = Roster("starquest", "Few", (Entry("rb_leviathan"),) * 8 + (Entry("rb_ferrets"),))
    assert total(few) == vector["collection_points"]
    assert bool(advice(party, few)) is not exact["ok"]
    assert advice(party, few)[0].facts == {"points": 1150, "least": 1200}


@rule("SQ-GEN-02")
@rule("SQ-GEN-04")
def test_bases_and_stats_are_those_of_the_list() -> None:
    found = faults(Entry("ysolt_vey", made().items, base=2.0, stats={"quality": 2}), made("oru_threehorn"))
    assert found == [
        ("SQ-GEN-02", {"model": 1, "base": 2.0}),
        ("SQ-LVL-03", {"model": 1, "quality": 2, "least": 4, "most": 4}),
    ]
    changed = faults(made(), Entry("rb_crusher", stats={"quality": 2}))
    assert ("SQ-GEN-04", {"model": 2, "changed": ["quality"]}) in changed
    assert sizes()["huge"].base_mm == 60
    big = hero(1, Entry("oru_threehorn", made().items), OPTIONS)
    assert big.radius == pytest.approx(50 / 25.4 / 2)


@rule("SQ-GEN-03")
@rule("SQ-GEN-04")
def test_a_unit_is_all_its_models_and_a_hero_is_a_unit_alone() -> None:
    pack = enemy_unit("rb_scuttlers", 1, OPTIONS)
    assert len({m.id for m in pack}) == 5
    assert {m.unit for m in pack} == {"enemies-1"}
    assert {m.tokens["tough"] for m in pack} == {1}
    own = hero(2, LONG_NIGHT.models[0], OPTIONS)
    assert own.unit == own.id == "heroes-2"
    assert own.tokens["power"] == own.tokens["most_power"] == 5


def test_every_special_rule_of_the_list_has_an_effect_but_tough() -> None:
    from sightline.games.starquest.effects import BY_SPECIAL

    assert set(specials()) - set(BY_SPECIAL) == {"tough"}
    assert all(BY_SPECIAL[id].rule == entry.rule for id, entry in specials().items() if id in BY_SPECIAL)
    with pytest.raises(BadInput, match="Sharp: no such special rule"):
        special("Sharp")


@rule("SQ-SPL-01")
def test_every_faction_has_six_spells_of_rising_value() -> None:
    for faction in factions().values():
        assert [spells()[s].value for s in faction.spells] == [1, 1, 2, 2, 3, 3]
        assert [spells()[s].number for s in faction.spells] == [1, 2, 3, 4, 5, 6]


def test_everything_in_the_figures_is_known() -> None:
    assert (len(heroes()), len(classes()), len(enemies()), len(tables())) == (8, 6, 40, 6)
    assert all(w.id in weapons() for p in (*heroes().values(), *enemies().values()) for w in p.weapons)
    for roster in GAME.rosters.values():
        assert GAME.muster(roster, OPTIONS) == []


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("side", GAME.sides)
def test_drafts_are_legal_and_play_for_their_side(seed: int, side: str) -> None:
    roster = GAME.draft(str(seed), OPTIONS, side)
    assert GAME.muster(roster, OPTIONS) == []
    assert GAME.plays(roster) == (side,)
    assert GAME.draft(str(seed), OPTIONS, side) == roster


def test_some_drafted_parties_have_been_through_missions() -> None:
    from sightline.core.campaign import campaign
    from sightline.games.starquest.growth import consumables, gear, injuries

    drawn = [hero for seed in range(99) for hero in GAME.draft(str(seed), OPTIONS, GAME.sides[0]).models]
    stats = {name for hero in drawn for name in hero.stats}
    assert {*injuries(), "level", "xp"} <= stats
    assert {*consumables(), *gear()} <= {item for hero in drawn for item in hero.items}
    assert any(not hero.stats for hero in drawn)
    # A campaign begins with heroes that have seen nothing yet.
    new = [hero for seed in range(30) for hero in campaign(GAME.id).draft(str(seed), OPTIONS, GAME.sides[0]).models]
    assert not any(hero.stats for hero in new)


@rule("SQ-PRT-04")
@pytest.mark.parametrize("points", [0, 5, 10])
def test_levels_add_to_the_value_of_a_party_only_by_an_option(points: int) -> None:
    first, *rest = LONG_NIGHT.models
    grown = replace(LONG_NIGHT, models=(replace(first, stats={**first.stats, "level": 3}), *rest))
    options = GAME.rulebook.settle({"points_per_level": points})
    assert party_value(grown, options) == total(LONG_NIGHT) + 2 * points


@rule("SQ-ENM-01")
def test_of_a_limited_collection_only_copies_in_the_box_are_drawn() -> None:
    box = Model(ENEMIES, ENEMIES, ENEMIES, "side", "Box", "side", kit=(SCRAP, SCRAP, OTHER))
    table = Table({ENEMIES: box}, laid(48, 48, ()), GAME.sides, {"collection": "limited_collection"})
    assert collection(table) == [SCRAP, SCRAP, OTHER]
    assert collection(table, (SCRAP,)) == [SCRAP, OTHER]
    own = {m.id: replace(m, at=(10.0, 10.0)) for m in enemy_unit(SCRAP, 1, OPTIONS)}
    table = Table({ENEMIES: box, **own}, laid(48, 48, ()), GAME.sides, {"collection": "limited_collection"})
    assert collection(table) == [SCRAP, OTHER], "one is on the table"
    assert collection(table, (SCRAP,)) == [OTHER]


@rule("SQ-ENM-01")
def test_mixed_factions_are_one_collection() -> None:
    box = Model(ENEMIES, ENEMIES, ENEMIES, "side", "Box", "side", kit=(SCRAP,))
    table = Table({ENEMIES: box}, laid(48, 48, ()), GAME.sides, {"collection": "mixed_factions"})
    assert collection(table) == list(enemies())


# ------------------------------------------------------------------ battlefields


@rule("SQ-TBL-01")
@rule("SQ-TBL-03")
@rule("SQ-TER-12")
@pytest.mark.parametrize("plan", tables().values(), ids=list(tables()))
def test_every_battlefield_is_sound(plan: TablePlan) -> None:
    assert not GAME.layout(TablePlan("copy", plan.pieces))
    assert (plan.width, plan.height) == (48.0, 48.0)
    assert len(plan.pieces) >= CONSTANTS["terrain_min"]


@rule("SQ-TBL-01")
@rule("SQ-TER-29")
def test_a_layout_with_faults_is_told_all_of_them() -> None:
    from tests.games.starquest.stage import box

    assert GAME.layout(TablePlan("small", (), width=30.0, height=48.0))[0].rule == "SQ-TBL-01"
    wrong = (
        box(10, 10, 12, 12, "sticky", id="a"),
        box(46, 46, 50, 50, "cover", id="a"),
        box(20, 20, 22, 22, "floor:high", "ladder:1", "dangerous_on:rest", id="b"),
    )
    found = [f.facts["fault"] for f in GAME.layout(TablePlan("wrong", wrong))]
    assert any("sticky: no such terrain type" in f for f in found)
    assert any("off the 48 by 48" in f for f in found)
    assert "2 pieces have this id" in found
    assert sum("expected" in f for f in found) == 3


@rule("SQ-FAL-05")
@pytest.mark.parametrize(("traits", "sound"), [(("depth:3.5",), True), (("depth:3",), False), ((), False)])
def test_a_layout_with_a_chasm_one_could_climb_out_of_is_refused(traits: tuple[str, ...], sound: bool) -> None:
    from tests.games.starquest.stage import box

    chasm = box(12, 8, 15, 40, "impassable", "gap", *traits, id="ditch")
    found = GAME.layout(TablePlan("split", (chasm,)))
    assert [f.rule for f in found] == ([] if sound else ["SQ-FAL-05"])
    assert all("ditch: a chasm" in GAME.sayings.refusal(None, f) for f in found)


@pytest.mark.parametrize(("vector", "exact"), vectors("scale"))
def test_everything_is_half_as_far_on_the_small_table(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    small = table_of([standing_hero(5, 5)], options={"table_size": 24})
    assert scale(small) == 0.5
    moves = [allowance(small, small.models["heroes-1"], deed) for deed in (ADVANCE, RUSH)]
    reaches = [inches(small, key) for key in ("melee_reach_horizontal", "corner_distance")]
    assert [*moves, *reaches] == exact["results"]
    assert (small.terrain.width, small.terrain.height) == (24.0, 24.0)


@rule("SQ-TBL-02")
def test_the_pieces_of_the_small_table_are_half_as_large_and_bases_are_small() -> None:
    from sightline.core.game import SetUp

    plan = tables()["broken_ward"]
    rosters = {"heroes": parties()["party_union_rules"], "enemies": collections()["veskit"]}
    small = GAME.set_up(SetUp("starquest", rosters, plan, GAME.rulebook.settle({"table_size": 24})))
    deck = next(f for f in features(small.terrain) if f.ladders)
    whole = next(p for p in plan.pieces if p.id == deck.id)
    assert deck.floor == whole.height / 2
    assert deck.polygon[0] == (whole.polygon[0][0] / 2, whole.polygon[0][1] / 2)
    assert {round(m.radius, 4) for m in small.models.values() if m.kind == "model"} == {round(16 / 25.4, 4)}


# ------------------------------------------------------------------ waves


@pytest.mark.parametrize(("vector", "exact"), vectors("wave_budgets"))
def test_waves_grow_with_difficulty(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    assert [wave_budget(vector["party_points"], n) for n in (1, 2, 3, 4)] == exact["budgets"]


@rule("SQ-DPL-03")
def test_a_wave_takes_what_fits_and_at_least_the_cheapest() -> None:
    known = ["rb_scuttlers", "rb_weldhands", "rb_overseer"]
    assert affordable(known, 60, ()) == ["rb_scuttlers", "rb_weldhands"]
    assert affordable(known, 20, ()) == ["rb_scuttlers"]
    assert affordable(known, 20, ("rb_weldhands",)) == []
    assert affordable(known, 200, ("rb_overseer",)) == ["rb_scuttlers", "rb_weldhands"]


def test_a_stage_is_a_legal_table() -> None:
    assert Stage([standing_hero(10, 10)]).match().decision.rule == "SQ-RND-03"
