"""Who places terrain: presets, battlefields laid out from a seed, and what is only pointed out (SQ-TER-27)."""

from __future__ import annotations

import pytest

from sightline import new_match
from sightline.core.battle import Battle
from sightline.core.catalog import figures
from sightline.core.decisions import Illegal
from sightline.core.game import TablePlan
from sightline.core.kernel import shapes
from sightline.games.starquest import GAME
from sightline.games.starquest.battlefields import advice, counted, lines_blocked, shares
from sightline.games.starquest.camp_words import SetOut, TakeField
from sightline.games.starquest.catalog import PACKAGE
from sightline.games.starquest.laying import generated
from tests.games.starquest.quests import asked, in_camp
from tests.games.starquest.stage import box
from tests.kit import rule

CENTRES = ((24, 24), (12, 12), (12, 36), (36, 12), (36, 36))


@rule("SQ-TER-27")
@rule("SQ-TER-25")
@rule("SQ-TER-26")
@rule("SQ-TBL-03")
@pytest.mark.parametrize("seed", ["0", "a", "31415"])
def test_a_generated_battlefield_has_the_mix_and_the_spacing_that_are_advised(seed: str) -> None:
    plan = generated(seed)
    assert 20 <= len(plan.pieces) <= 25
    assert advice(plan) == []
    assert all(counted(plan)[kind] >= least for kind, least in shares(len(plan.pieces)).items())
    assert lines_blocked(plan) >= 0.95
    assert not GAME.layout(plan)
    assert generated(seed) == plan
    assert generated(f"{seed} other").pieces != plan.pieces


@rule("SQ-TER-27")
@rule("SQ-TER-12")
def test_generated_pieces_are_of_the_types_and_sizes_of_the_guide() -> None:
    plan = generated("sizes")
    known = {feature["name"]: feature for feature in figures(PACKAGE)["terrain_feature"]}
    for piece in plan.pieces:
        assert set(known[piece.name]["types"]) <= set(piece.traits)
        wide, deep = (max(p[n] for p in piece.polygon) - min(p[n] for p in piece.polygon) for n in (0, 1))
        assert all(1 <= size <= 3 + 1e-9 or 4 <= size <= 8 for size in (wide, deep)), piece.id
    solid = [p.polygon for p in plan.pieces if "impassable" in p.traits]
    assert not any(shapes.contains(polygon, *at) for polygon in solid for at in CENTRES)


@rule("SQ-TER-27")
def test_the_seed_of_a_game_lays_out_its_battlefield() -> None:
    squads = {"heroes": "party_long_night", "enemies": "rustborn"}
    match = new_match("starquest", seed=7, options={"terrain": "generated"}, squads=squads)
    assert match.setup.table == generated("7")
    usual = new_match("starquest", seed=7, squads=squads)
    assert usual.setup.table.id in GAME.tables


@rule("SQ-TER-27")
def test_what_players_place_themselves_is_only_commented_on() -> None:
    bare = TablePlan("ours", (box(10, 10, 12, 12, "cover"),))
    assert {fault.rule for fault in advice(bare)} == {"SQ-TBL-03", "SQ-TER-25", "SQ-TER-26"}
    assert not GAME.layout(bare)
    squads = {"heroes": "party_long_night", "enemies": "rustborn"}
    match = new_match("starquest", seed=7, table=bare, options={"terrain": "editor"}, squads=squads)
    assert match.pending is not None


@rule("SQ-TER-27")
def test_a_campaign_draws_names_or_lays_out_the_battlefield_of_each_mission() -> None:
    drawn, _ = in_camp(2, 3)
    drawn.play(SetOut("chapter-1", 1))
    assert isinstance(drawn.pending, Battle)
    assert drawn.pending.setup.table == list(GAME.tables.values())[2]

    named, _ = in_camp(2, terrain="chosen_preset")
    named.play(SetOut("chapter-1", 1))
    assert asked(named).rule == "SQ-TER-27"
    with pytest.raises(Illegal):
        named.play(TakeField("nowhere"))
    named.play(TakeField("slagworks"))
    assert isinstance(named.pending, Battle)
    assert named.pending.setup.table == GAME.tables["slagworks"]

    laid, dice = in_camp(2, *(1, 2, 3, 4, 5, 6, 1, 2), terrain="generated")
    laid.play(SetOut("chapter-1", 1))
    assert isinstance(laid.pending, Battle)
    assert laid.pending.setup.table == generated("12345612")
    assert dice.spent
