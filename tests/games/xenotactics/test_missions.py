"""Deployment, how a mission ends, general promises, and the odds a book is asked for."""

from __future__ import annotations

from typing import Any

import pytest

from sightline.core.decisions import Decision
from sightline.core.dice import ScriptedDice, SeededDice
from sightline.core.errors import BadInput
from sightline.core.game import SetUp
from sightline.core.match import Match
from sightline.core.muster import Roster
from sightline.games.xenotactics import GAME
from sightline.games.xenotactics.actions import (
    Attack,
    ChooseEdge,
    DeployFirst,
    DeploySecond,
    KeepBack,
    Pass,
    Place,
    Retreat,
    ShootBack,
    UseAbility,
)
from sightline.games.xenotactics.deploying import long_edges, opposite, strip
from sightline.games.xenotactics.events import AreasCounted
from sightline.games.xenotactics.sequence import EndTurn
from sightline.games.xenotactics.tokens import COST, INFILTRATING, ON_TURN, RESERVE
from sightline.games.xenotactics.victory import area_of, areas_touched, may_retreat, meaning, series
from tests.games.xenotactics.stage import On, Stage, act, alive, happened, hp, off, on, settle, spent, table_of, wall
from tests.kit import rule

MIDDLE = wall(20, 0, 21, 36, "middle")


def begun(
    *dice: int, table: str = "xt_meridian_habs", red: str = "halyard_salvage", blue: str = "ninth_lantern"
) -> Match:
    rosters = {"red": GAME.rosters[red], "blue": GAME.rosters[blue]}
    setup = SetUp(GAME.id, rosters, GAME.tables[table], GAME.rulebook.settle({}))
    return Match(GAME, setup, ScriptedDice(*dice), keep=True)


# ------------------------------------------------------------------ deployment


@rule("XT-DEP-01", 0)
def test_the_higher_roll_chooses_and_ties_are_rolled_again() -> None:
    assert begun(7, 4).decision.side == "red"
    assert begun(3, 4).decision.side == "blue"
    tied = begun(6, 6, 2, 9)
    assert tied.decision.side == "blue"
    assert spent(tied)
    ties = sum(a == b for a in range(10) for b in range(10))
    wins = sum(a > b for a in range(10) for b in range(10))
    assert (ties, wins) == (10, 45)


@rule("XT-DEP-02", 0)
@rule("XT-DEP-03")
@rule("XT-DEP-04")
def test_sides_set_up_along_opposite_long_edges_and_the_first_to_deploy_starts() -> None:
    match = begun(7, 4)
    match.play(DeploySecond("red"))
    assert match.decision.side == "blue"
    match.play(ChooseEdge((24.0, 1.0), "blue"))
    assert match.table.models["blue-edge"].at == (24.0, 0.0)
    assert match.table.models["red-edge"].at == (24.0, 36.0)
    assert match.refusal(Place("blue-1", (2.0, 2.5))) is None
    refusal = match.refusal(Place("blue-1", (2.0, 2.6)))
    assert refusal is not None
    assert (refusal.rule, refusal.facts["most"]) == ("XT-DEP-02", 3.0)
    assert match.refusal(Place("red-1", (2.0, 34.0))).rule == "XT-DEP-02"  # type: ignore[union-attr]
    for n in range(1, 5):
        match.play(Place(f"blue-{n}", (1.0 + 1.2 * n if n < 3 else 20.0 + 2 * n, 0.6)))
    assert match.decision.side == "red"
    for n in range(1, 6):
        match.play(Place(f"red-{n}", (1.0 + 1.2 * n, 35.4)))
    assert match.table.tokens("blue", ON_TURN) == 1
    assert match.decision.rule == "XT-TRN-01"


@rule("XT-DEP-02", 0)
def test_a_big_base_lies_wholly_in_the_strip() -> None:
    match = begun(7, 4, red="hunger_of_kesh", blue="ninth_lantern")
    match.play(DeployFirst("red"), ChooseEdge((24.0, 0.0), "red"))
    assert match.refusal(Place("red-1", (12.0, 2.25))) is None
    assert match.refusal(Place("red-1", (12.0, 2.3))).rule == "XT-DEP-02"  # type: ignore[union-attr]


@rule("XT-DEP-02")
def test_a_square_table_has_four_long_edges() -> None:
    square, oblong = GAME.terrain(GAME.tables["xt_gantry_yard"]), GAME.terrain(GAME.tables["xt_meridian_habs"])
    assert len(long_edges(square)) == 4
    assert long_edges(oblong) == ((24.0, 0.0), (24.0, 36.0))
    for terrain in (square, oblong):
        for edge in long_edges(terrain):
            assert opposite(terrain, opposite(terrain, edge)) == edge
            assert len(strip(terrain, edge)) == 4


@rule("XT-DEP-05", 0)
def test_somebody_has_to_be_set_up_normally() -> None:
    match = begun(7, 4, red="hunger_of_kesh")
    match.play(DeployFirst("red"), ChooseEdge((24.0, 0.0), "red"))
    assert "red-6" not in match.slots(match.decision.offers[0])["model"].options  # type: ignore[union-attr]
    assert match.refusal(KeepBack("red-5")) is None
    match.play(KeepBack("red-5"))
    assert match.table.tokens("red-5", RESERVE) == 1
    assert match.refusal(KeepBack("red-1")).rule == "XT-DEP-05"  # type: ignore[union-attr]
    match = setting_up(*[on(1, 1, "shock_entry") for _ in range(3)])
    match.play(KeepBack("red-1"), KeepBack("red-2"))
    assert match.refusal(KeepBack("red-3")).rule == "XT-DEP-05"  # type: ignore[union-attr]


def setting_up(*red: On) -> Match:
    """These models are about to be set up along the southern edge."""
    rosters = {"red": Roster(GAME.id, "red", tuple(o.entry for o in red)), "blue": GAME.rosters["ninth_lantern"]}
    setup = SetUp(GAME.id, rosters, GAME.tables["xt_meridian_habs"], GAME.rulebook.settle({}))
    match = Match(GAME, setup, ScriptedDice(9, 1))
    match.play(DeployFirst("red"), ChooseEdge((24.0, 0.0), "red"))
    return match


@rule("XT-DEP-05")
def test_who_may_infiltrate_or_make_a_shock_entry_chooses_one() -> None:
    match = setting_up(on(1, 1, "infiltrator", "shock_entry"), on(1, 1), on(1, 1, "infiltrator"))
    assert match.refusal(KeepBack("red-3")).rule == "XT-DEP-05"  # type: ignore[union-attr]
    match.play(KeepBack("red-1"))
    assert (match.table.tokens("red-1", RESERVE), match.table.tokens("red-1", INFILTRATING)) == (1, 0)
    spy = setting_up(on(1, 1, "infiltrator", "shock_entry"), on(1, 1))
    spy.play(Place("red-2", (2.0, 0.5)))
    assert (spy.table.tokens("red-1", RESERVE), spy.table.tokens("red-1", INFILTRATING)) == (0, 1)


@rule("XT-DEP-05")
def test_a_warband_of_infiltrators_sets_one_of_them_up() -> None:
    match = setting_up(on(1, 1, "infiltrator"), on(1, 1, "infiltrator"))
    assert match.decision.side == "red"
    match.play(Place("red-2", (2.0, 0.5)))
    assert match.decision.side == "blue"
    assert [match.table.tokens(f"red-{n}", INFILTRATING) for n in (1, 2)] == [1, 0]


@rule("XT-GEN-03", 0)
def test_everything_lies_open() -> None:
    match = begun(7, 4, red="hunger_of_kesh")
    match.play(DeployFirst("red"), ChooseEdge((24.0, 0.0), "red"), KeepBack("red-5"))
    assert "hivemind_master" in match.table.models["red-1"].kit
    assert match.table.tokens("red-5", RESERVE) == 1


@rule("XT-GEN-04", 0)
def test_a_series_goes_to_two_wins() -> None:
    assert series(["red", None, "blue"]) is None
    assert series(["red", "red"]) == "red"
    assert series(["red", None, "red"]) == "red"
    assert series([None, None, "blue"]) == "blue"


@rule("XT-GEN-04")
def test_nothing_carries_over_from_one_mission_to_the_next() -> None:
    stage = Stage([on(10, 10, "sniper_rifle", attack=9)], [on(20, 10), on(20, 14, hit_points=2)])
    match = settle(act(stage.match(1, 4, 4, 4, 1, 4, 1, 1), Attack("red-1", "sniper_rifle", "blue-1")))
    settle(act(match, Attack("red-1", "sniper_rifle", "blue-2")))
    assert (alive(match, "blue-1"), hp(match, "blue-2")) == (False, 1)
    again = Match(GAME, match.setup, ScriptedDice(7, 4))
    assert (alive(again, "blue-1"), hp(again, "blue-2")) == (False, 2), "nobody is set up yet"
    assert "removed" not in again.table.models["blue-1"].tokens


# ------------------------------------------------------------------ endings


@rule("XT-END-01", 0)
def test_a_warband_of_stunned_models_retreats() -> None:
    stage = Stage([on(10, 10, "pistol")], [on(20, 10), on(5, 30, stunned=True)])
    match = act(stage.match(1, 7), Attack("red-1", "pistol", "blue-1"))
    settle(match)
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.rule) == ("red", "XT-END-01")
    reserve = Stage([on(10, 10, "pistol")], [on(20, 10), off(tokens={RESERVE: 1})])
    match = act(reserve.match(1, 7), Attack("red-1", "pistol", "blue-1"))
    settle(match)
    assert match.outcome is None, "somebody is still to come"


@rule("XT-END-02", 0)
def test_a_side_may_give_up_with_more_than_half_stunned_or_dead() -> None:
    gone = {"removed": 1}
    five = Stage([off(tokens=gone), off(tokens=gone), on(5, 5, stunned=True), on(5, 10), on(5, 15)], [on(40, 5)])
    match = five.match()
    match.play(Retreat())
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.rule) == ("blue", "XT-END-02")
    four = Stage([off(tokens=gone), off(tokens=gone), on(5, 10), on(5, 15)], [on(40, 5)])
    match = four.match()
    assert match.refusal(Retreat()).facts == {"stunned or dead": 2, "models": 4}  # type: ignore[union-attr]
    assert may_retreat(match.table, "red") == (2, 4)


@rule("XT-END-02")
def test_risen_zombies_are_none_of_the_models_a_side_started_with() -> None:
    hugger = on(10, 10, "facehugger", quality=9)
    stage = Stage([hugger, on(5, 5, stunned=True), off(tokens={"removed": 1})], [on(11, 10, stunned=True), on(40, 5)])
    match = act(stage.match(), UseAbility("red-1", "facehugger", "blue-1", choice="zombie"))
    settle(match)
    assert sum(m.side == "red" for m in match.table.models.values() if m.at is not None) == 3
    assert may_retreat(match.table, "red") == (2, 3)


@rule("XT-END-03", 0)
def test_a_warband_off_the_table_has_lost() -> None:
    stage = Stage([on(10, 10, "pistol")], [on(20, 10), off(tokens={RESERVE: 1})])
    match = act(stage.match(1, 8), Attack("red-1", "pistol", "blue-1"))
    settle(match)
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.rule) == ("red", "XT-END-03")


@rule("XT-END-04", 0)
def test_if_both_sides_would_lose_the_cheaper_wins() -> None:
    for extra, winner in (("", None), ("blade", "blue")):
        red = on(10, 10, "pistol", *([extra] if extra else []))
        stage = Stage([red], [on(20, 10, "pistol")])
        match = act(stage.match(4, 4, 7, 7), Attack("red-1", "pistol", "blue-1"), ShootBack("blue-1", "pistol"))
        settle(match)
        assert match.outcome is not None
        assert (match.outcome.rule, match.outcome.winner) == ("XT-END-07", winner)
    lying = Stage([on(10, 10, "pistol")], [on(20, 10, "pistol")])
    match = act(lying.match(4, 4, 8, 7), Attack("red-1", "pistol", "blue-1"), ShootBack("blue-1", "pistol"))
    settle(match)
    assert match.outcome is not None
    assert (match.outcome.rule, match.outcome.winner) == ("XT-END-04", "red")


@rule("XT-END-05", 0)
@rule("XT-PAS-05")
def test_the_game_ends_with_the_second_sides_last_turn() -> None:
    stage = Stage([on(24, 30)], [on(24, 6), on(8, 18)], side="blue", turns=(6, 6), terrain=[MIDDLE])
    match = stage.match()
    match.play(Pass(""))
    assert match.outcome is not None
    assert (match.outcome.rule, match.outcome.winner) == ("XT-END-06", "blue")
    earlier = Stage([on(24, 30)], [on(24, 6)], side="blue", turns=(6, 5))
    match = earlier.match()
    match.play(Pass("red-1"))
    assert match.outcome is None
    assert GAME.rulebook.options["turn_limit"].default == 6


@rule("XT-END-06", 0)
def test_the_diagonals_divide_the_table() -> None:
    table = table_of([on(8, 6)])
    assert [area_of(table, p) for p in ((24.0, 30.0), (40.0, 20.0), (10.0, 6.0))] == ["north", "east", "south"]
    assert areas_touched(table, table.models["red-1"]) == ("south", "west")
    assert meaning(2) == (0,) * 5 + (1,) * 5
    assert meaning(3) == (0, 0, 0, 1, 1, 1, 2, 2, 2, -1)
    assert meaning(4) == (0, 0, 1, 1, 2, 2, 3, 3, -1, -1)
    middle = table_of([on(24, 18)])
    assert len(areas_touched(middle, middle.models["red-1"])) == 4
    clear = table_of([on(10, 6)])
    assert areas_touched(clear, clear.models["red-1"]) == ("south",)
    long = table_of([on(24.37, 5.58)], size=(48.0, 12.0))
    assert areas_touched(long, long.models["red-1"]) == ("north", "east", "south"), "it touches both eastern halves"


@rule("XT-END-06", 1)
def test_more_controlled_areas_win() -> None:
    stage = Stage(
        [on(24, 30), on(40, 18), on(22, 5), on(8, 14, stunned=True)],
        [on(26, 5), on(8, 18)],
        side="blue",
        turns=(6, 6),
        agenda=[EndTurn("blue")],
    )
    match = stage.match()
    assert happened(match, AreasCounted)[0].areas == {"red": 2, "blue": 1}
    assert match.outcome is not None
    assert match.outcome.winner == "red"


@rule("XT-END-06", 0)
def test_a_model_on_a_line_is_assigned_by_a_die() -> None:
    for die, held in ((5, 0), (6, 1)):
        stage = Stage([on(8, 6)], [on(24, 6)], side="blue", turns=(6, 6), agenda=[EndTurn("blue")])
        match = stage.match(die)
        assert happened(match, AreasCounted)[0].areas == {"red": held, "blue": held}, "in the south they are both"
        assert spent(match)


@rule("XT-END-07", 0)
def test_equal_areas_go_to_the_cheaper_warband() -> None:
    for costs, winner in (((498, 500), "red"), ((500, 500), None)):
        stage = Stage([on(24, 30)], [on(24, 6)], side="blue", turns=(6, 6), agenda=[EndTurn("blue")])
        for side, cost in zip(("red", "blue"), costs, strict=True):
            stage.table.put_tokens(side, COST, cost)
        match = stage.match()
        assert match.outcome is not None
        assert (match.outcome.rule, match.outcome.winner) == ("XT-END-07", winner)


# ------------------------------------------------------------------ odds


@rule("XT-OPP-02", 3)
@rule("XT-TRT-01")
def test_the_odds_of_an_attack_in_figures() -> None:
    spec = {
        "attack": 6,
        "firepower": 2,
        "damage": 1,
        "defence": 4,
        "hp": 1,
        "traits": ["armor_piercing"],
        "cover": False,
        "high_ground": False,
        "melee": False,
        "oppose": {"kind": "attack", "value": 7},
    }
    found = GAME.odds({"attack": spec})
    assert found["hits"] == {"0": "419/1000", "1": "191/500", "2": "199/1000"}
    assert set(found) == {"hits", "outcome", "hp_lost"}
    plain = GAME.odds({"attack": {"attack": 6, "firepower": 2, "damage": 1, "defence": 6}})
    assert plain["outcome"]["dead"] == "141/625"
    assert plain["hp_lost"]["1"] == "141/625"


@pytest.mark.parametrize(
    ("spec", "key", "value"),
    [
        ({"attack": 9, "firepower": 1, "damage": 2, "defence": 4, "cover": True}, "outcome", ("dead", "567/2000")),
        ({"attack": 6, "firepower": 1, "damage": 1, "defence": 4, "high_ground": True}, "hits", ("1", "21/25")),
        (
            {"attack": 6, "firepower": 2, "damage": 1, "defence": 4, "oppose": {"kind": "dodge", "value": 5}},
            "hits",
            ("1", "23/50"),
        ),
        (
            {"attack": 6, "firepower": 2, "damage": 1, "defence": 4, "oppose": {"kind": "reflect", "value": 8}},
            "hits",
            ("2", "163/1000"),
        ),
        (
            {
                "attack": 7,
                "firepower": 3,
                "damage": 1,
                "defence": 4,
                "melee": True,
                "oppose": {"kind": "attack", "value": 6},
            },
            "hits",
            ("3", "431/2000"),
        ),
    ],
)
def test_odds_follow_the_rules(spec: dict[str, Any], key: str, value: tuple[str, str]) -> None:
    assert GAME.odds({"attack": spec})[key][value[0]] == value[1]


@rule("XT-STL-01", 8)
def test_the_odds_of_a_turnover_in_figures() -> None:
    assert GAME.odds({"turnover": {"quality": 6, "ap": 3, "reroll": True, "steal": 5}}) == {"turnover": "16669/50000"}
    assert GAME.odds({"turnover": {"quality": 6, "ap": 3}}) == {"turnover": "44/125"}
    assert GAME.odds({"turnover": {"quality": 3, "ap": 1}}) == {"turnover": "0"}


@pytest.mark.parametrize(
    "spec",
    [
        {},
        {"attack": {"attack": 0, "firepower": 1, "damage": 1, "defence": 1}},
        {"attack": {"attack": 6, "firepower": 1, "damage": 1, "defence": 4, "traits": ["magic"]}},
        {"turnover": {"quality": 6}},
        {"turnover": {"quality": 6, "ap": 3}, "attack": {"attack": 6, "firepower": 1, "damage": 1, "defence": 4}},
        "attack",
    ],
)
def test_bad_questions_are_refused(spec: Any) -> None:
    with pytest.raises(BadInput):
        GAME.odds(spec)


def test_a_match_can_be_played_by_programs() -> None:
    from sightline.ai.player import play_out, player

    setup = SetUp(
        GAME.id,
        {"red": GAME.rosters["halyard_salvage"], "blue": GAME.rosters["choir_of_spikes"]},
        GAME.tables["xt_dustwell_outpost"],
        GAME.rulebook.settle({}),
    )
    match = Match(GAME, setup, SeededDice("programs"))
    play_out(match, {side: player("random", side) for side in GAME.sides})
    assert match.outcome is not None
    assert not isinstance(match.pending, Decision)
