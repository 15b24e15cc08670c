"""Campaigns: scenarios, survival, experience, leaders, what comes home (DW-CMP, DW-SRV, DW-EXP-01)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from sightline.ai.player import play_out, player
from sightline.core.battle import Battle
from sightline.core.decisions import Concede
from sightline.core.dice import ScriptedDice, SeededDice
from sightline.core.events import Fought
from sightline.core.game import SetUp
from sightline.core.match import Match
from sightline.core.record import illegal
from sightline.core.table import Model
from sightline.games.deepwars import GAME, catalog
from sightline.games.deepwars.camp_words import DEAD, BuyAdvance, GoOn, HandOver, Hire, IntervalBegan, StayedAway
from sightline.games.deepwars.campaign import CAMPAIGN
from sightline.games.deepwars.growing import entry_of, going
from sightline.games.deepwars.members import able, members
from sightline.games.deepwars.models import recruit
from sightline.games.deepwars.packing import Packing
from sightline.games.deepwars.questions import (
    Activating,
    Casting,
    MoraleCheck,
    QualityCheck,
    ResistanceCheck,
    WillCheck,
)
from sightline.games.deepwars.surviving import Comeback, Fate, Leadership, Survival
from sightline.games.deepwars.war import Closing, Encounter, meetings, scenarios
from tests.games.deepwars.finds import EYE
from tests.games.deepwars.stage import on as standing
from tests.games.deepwars.stage import table_of
from tests.games.deepwars.wars import CREW, RAIDERS, at_battle, between, example, has, home, on, setup, successes
from tests.kit import rule


def begun(*dice: int, **options: Any) -> Match:
    return Match(CAMPAIGN, setup(**options), ScriptedDice(*dice), keep=True)


# ------------------------------------------------------------------ scenarios


@rule("DW-CMP-02")
def test_a_campaign_is_six_scenarios_one_of_each_archetype_in_random_order() -> None:
    match = begun(3, 1, 4, 2, 1)
    drawn = [m.profile for m in scenarios(match.table)]
    assert drawn[:2] == ["breach", "skirmish"]
    assert sorted(drawn) == sorted(row["id"] for row in catalog.rows("scenario"))


@rule("DW-CMP-02")
@pytest.mark.parametrize(("number", "dice"), [(3, 3), (9, 8), (12, 10)])
def test_longer_and_shorter_campaigns_never_repeat_an_archetype_before_all_have_come(number: int, dice: int) -> None:
    match = begun(*[1] * dice, campaign_scenarios=number)
    drawn = [m.profile for m in scenarios(match.table)]
    assert len(drawn) == number
    assert len(set(drawn[:6])) == min(6, number)
    assert isinstance(match.dice, ScriptedDice)
    assert match.dice.spent


@rule("DW-CMP-02")
def test_everybody_meets_everybody_in_turn_and_of_three_one_rests() -> None:
    assert meetings(("red", "blue"), 5) == (("red", "blue"),)
    three = [meetings(("red", "blue", "green"), n) for n in (1, 2, 3)]
    assert all(len(pairs) == 1 for pairs in three)
    assert {frozenset(pairs[0]) for pairs in three} == {
        frozenset(p) for p in (("red", "blue"), ("red", "green"), ("blue", "green"))
    }
    four = [meetings(CAMPAIGN.sides, n) for n in (1, 2, 3)]
    assert all({side for pair in pairs for side in pair} == set(CAMPAIGN.sides) for pairs in four)
    assert len({frozenset(pair) for pairs in four for pair in pairs}) == 6


@rule("DW-CMP-02")
def test_the_way_shows_who_meets_in_each_scenario() -> None:
    match = Match(CAMPAIGN, setup(CREW, RAIDERS, CREW), SeededDice(1), keep=True)
    shown = [stage.name for chapter in CAMPAIGN.journey(match.table) for stage in chapter.stages]
    met = []
    while match.outcome is None:
        if isinstance(match.pending, Battle):
            met.append(" and ".join(match.table.models[side].name for side in match.pending.commands.values()))
            match.play(home(red={"bank": 1}))
        else:
            assert match.decision.default is not None
            match.play(match.decision.default)
    assert met == shown


@rule("DW-CMP-07")
@rule("DW-CMP-03")
def test_where_one_warband_stays_away_both_have_their_interval() -> None:
    match, _ = at_battle(*[1] * 15)
    match.play(home("blue", **{f"red_{n}": {DEAD: 1} for n in range(1, 6)}))
    on(match)
    (away, *_) = (n for n, event in enumerate(match.events) if isinstance(event, StayedAway))
    begun_after = [event.bearer for event in match.events[away:] if isinstance(event, IntervalBegan)]
    assert {"red", "blue"} <= set(begun_after)


@rule("DW-CMP-02")
def test_who_won_is_told_by_the_side_of_the_campaign() -> None:
    made = setup(CREW, RAIDERS, CREW)
    table = CAMPAIGN.set_up(made)
    table.put_moved(Model("scenario-1", "", "", "skirmish", "Skirmish", kind="scenario"))
    table.agenda = (Encounter("scenario-1", ("blue", "green")),)
    match = Match(CAMPAIGN, made, ScriptedDice(), keep=True, rest=table)
    assert isinstance(match.pending, Battle)
    assert match.pending.commands == {"red": "blue", "blue": "green"}
    fought = match.play(home("red", red={"bank": 4}, blue={"bank": 3}))[0]
    assert isinstance(fought, Fought)
    assert fought.winner == "blue"
    assert CAMPAIGN.scores(match.table) == {"red": 0.0, "blue": 4.0, "green": 3.0}


@rule("DW-CMP-01")
def test_points_are_money_but_spending_them_does_not_change_the_standing() -> None:
    match, _ = at_battle()
    match.play(home("red", red={"bank": 12}, blue={"bank": 3}))
    assert has(match, "red", "bank", "standing") == (12, 12)
    match.play(BuyAdvance("lucky"))
    assert has(match, "red", "bank", "standing", "advance:lucky") == (2, 12, 1)
    assert CAMPAIGN.scores(match.table) == {"red": 12.0, "blue": 3.0}


@rule("DW-CMP-02")
@pytest.mark.parametrize(("blue", "winner"), [(3, "red"), (9, "blue"), (5, None)])
def test_most_points_earned_win(blue: int, winner: str | None) -> None:
    match, _ = between(Closing("scenario-1"), standing=5, tokens={"blue": {"standing": blue}})
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.rule) == (winner, "DW-CMP-02")


@rule("DW-CMP-03")
def test_between_scenarios_survival_comes_first_and_recruits_last() -> None:
    match, dice = at_battle(6, 6, 6)
    match.play(home("red", red_2={DEAD: 1}, red={"bank": 5}, red_3={"damaged:coil_rifle": 1}))
    assert dice.spent, "the dead roll before anything is decided"
    order = [o.action.__name__ for o in match.decision.offers]
    assert order[:2] == ["Mend", "PayMending"]
    match.play(GoOn())
    assert {o.action for o in match.decision.offers} >= {Hire}


# ------------------------------------------------------------------ survival


@rule("DW-SRV-01", 0)
def test_the_chances_of_the_dead_by_quality() -> None:
    for row in example("DW-SRV-01")["table"]:
        found = successes(row["target"], row["mod"])
        assert {str(n): Fraction(found[n], 216) for n in range(4)} == {k: Fraction(p) for k, p in row["p"].items()}


def after(faces: tuple[int, ...], *, fate: Fate | None = None, **options: Any) -> Match:
    """The Captain (Quality 3) died, and three dice fall."""
    dead = fate or Fate("red-1", DEAD)
    match, dice = between(Survival("red", (dead,)), dice=faces, options=options)
    assert dice.spent
    return match


@rule("DW-SRV-02")
def test_with_three_successes_a_model_survives_unharmed_and_learns() -> None:
    assert has(after((3, 4, 6)), "red-1", "weakened", "disabled", DEAD, "exp") == (0, 0, 0, 1)


@rule("DW-SRV-03")
def test_with_two_successes_it_is_weak_in_the_next_battle() -> None:
    match = after((3, 2, 6))
    assert has(match, "red-1", "weakened", "exp") == (1, 1)
    entry = entry_of(match.table.models["red-1"])
    table = table_of([standing(5, 5)])
    weak = recruit("red", 1, entry)
    assert weak.tokens["weakened"] == 1
    table.put_tokens("red-1", "weakened", 1)
    for question in (Activating, Casting, QualityCheck, WillCheck, MoraleCheck):
        assert GAME.effects.tally(table, question("red-1"), 4).value == 5
    assert GAME.effects.tally(table, ResistanceCheck("red-1"), 5).value == 4, "armor helps, weakness does not hinder"


@rule("DW-SRV-03")
def test_weakness_is_over_after_one_battle() -> None:
    match, _ = at_battle()
    match.table.put_tokens("red-2", "weakened", 1)
    match.play(home("blue"))
    assert has(match, "red-2", "weakened") == (0,)


@rule("DW-SRV-04")
def test_with_one_success_it_is_disabled_and_its_experience_waits() -> None:
    match = after((1, 2, 6))
    assert has(match, "red-1", "disabled", "exp", "owed") == (1, 0, 1)
    assert "red-1" not in [m.id for m in able(match.table, "red")]


@rule("DW-SRV-04", 0)
def test_a_disabled_model_fights_again_with_two_successes() -> None:
    found = successes(4)
    assert Fraction(found[2] + found[3], 216) == Fraction(example("DW-SRV-04")["p"]) == Fraction(1, 2)
    tokens = {"red-2": {"disabled": 1, "owed": 1}}
    match, dice = between(Comeback("red"), tokens=tokens, dice=(4, 1, 5))
    assert dice.spent
    assert has(match, "red-2", "disabled", "owed", "exp") == (0, 0, 1)


@rule("DW-SRV-04")
def test_the_experience_is_lost_if_the_first_roll_fails() -> None:
    match, _ = between(
        Comeback("red"), Comeback("red"), tokens={"red-2": {"disabled": 1, "owed": 1}}, dice=(4, 1, 1, 4, 4, 4)
    )
    assert has(match, "red-2", "disabled", "owed", "exp") == (0, 0, 0)


@rule("DW-SRV-05")
def test_with_no_success_a_model_is_dead_for_good() -> None:
    match = after((1, 2, 2))
    assert has(match, "red-1", DEAD, "exp") == (1, 0)
    assert "red-1" not in [m.id for m in members(match.table, "red")]


@rule("DW-SRV-05")
@pytest.mark.parametrize("saved", [True, False])
def test_whole_things_of_the_dead_stay_with_the_warband_if_it_won_or_the_body_lay_at_home(saved: bool) -> None:
    tokens = {"red-3": {"load:planar_eye": 1, "damaged:coil_rifle": 1}}
    fate = Fate("red-3", DEAD, saved=saved)
    match, _ = between(Survival("red", (fate,)), tokens=tokens, dice=(1, 1, 1))
    assert has(match, "red", "stash:planar_eye", "stash:coil_rifle") == (int(saved), 0)


@rule("DW-SRV-01")
@pytest.mark.parametrize(
    ("reading", "faces", "dead"), [("normal", (3, 3, 3), 0), ("minus_one", (3, 3, 3), 1), ("none", (), 1)]
)
def test_a_gruesome_death_is_read_in_three_ways(reading: str, faces: tuple[int, ...], dead: int) -> None:
    match = after(faces, fate=Fate("red-1", DEAD, gruesome=True), gruesome_survival=reading)
    assert has(match, "red-1", DEAD) == (dead,)


@rule("DW-SRV-01")
@rule("DW-EXP-01")
def test_those_who_ran_neither_roll_nor_learn() -> None:
    match = after((), fate=Fate("red-1", "ran"))
    assert has(match, "red-1", DEAD, "exp") == (0, 0)


@rule("DW-EXP-01")
def test_everybody_who_survives_gains_one_but_beasts_and_constructs_do_not() -> None:
    band = ("bw_captain", "tw_golem", "tw_ray", "bw_cutter")
    fates = tuple(Fate(f"red-{n}") for n in (1, 2, 3, 4))
    match, _ = between(Survival("red", fates), red=band)
    assert [has(match, f"red-{n}", "exp")[0] for n in (1, 2, 3, 4)] == [1, 0, 0, 1]


@rule("DW-SRV-05")
@rule("DW-ART-01")
@rule("DW-UPG-01")
def test_what_was_done_to_the_things_of_the_dead_stays_with_them_and_so_does_the_second_of_a_kind() -> None:
    own = {"load:planar_eye": 2, "upgrade:simplify:planar_eye": 1, "upgrade:reliable:coil_rifle": 1}
    fate = Fate("red-3", DEAD, saved=True)
    match, _ = between(Survival("red", (fate,)), Packing("red"), tokens={"red-3": own}, dice=(1, 1, 1))
    assert has(match, "red", "stash:planar_eye", "stash:coil_rifle") == (2, 1)
    assert has(match, "red", "upgrade:simplify:planar_eye", "upgrade:reliable:coil_rifle") == (1, 1)
    match.play(HandOver("red", EYE, "red-2"))
    assert has(match, "red-2", "load:planar_eye", "upgrade:simplify:planar_eye") == (1, 1)


# ------------------------------------------------------------------ leaders


@rule("DW-CMP-06")
def test_the_best_personality_leads_when_the_leader_is_dead() -> None:
    red = ("bw_captain", "bw_surgeon", "bw_rigwright", "bw_cutter")
    tokens = {"red-1": {DEAD: 1}, "red-3": {"exp": 2}}
    match, _ = between(Leadership("red"), red=red, tokens=tokens)
    assert has(match, "red-2", "gained:leader") == (0,)
    assert has(match, "red-3", "gained:leader") == (1,), "equal Quality, more experience"
    made = recruit("red", 1, entry_of(match.table.models["red-3"]))
    assert "leader" in made.kit


@rule("DW-CMP-06")
def test_without_a_personality_a_troop_leads_and_nobody_while_the_leader_lives() -> None:
    match, _ = between(Leadership("red"), red=("bw_captain", "bw_apprentice", "bw_cutter"), tokens={"red-1": {DEAD: 1}})
    assert has(match, "red-3", "gained:leader") == (1,)
    match, _ = between(Leadership("red"), tokens={"red-1": {"disabled": 1}})
    assert all("gained:leader" not in m.tokens for m in match.table.models.values())


# ------------------------------------------------------------------ battles


@rule("DW-CMP-02")
def test_the_battle_is_fought_on_the_map_of_its_scenario_by_those_who_can() -> None:
    match, _ = at_battle()
    assert isinstance(match.pending, Battle)
    scenario = scenarios(match.table)[0].profile
    row = next(r for r in catalog.rows("scenario") if r["id"] == scenario)
    assert match.pending.setup.table.id == row["preset"]
    assert match.pending.commands == {"red": "red", "blue": "blue"}
    assert not list(illegal(match.pending.setup, GAME))


@rule("DW-CMP-05")
def test_artifacts_held_at_the_end_and_what_was_learned_come_home() -> None:
    match, _ = at_battle()
    match.play(home("red", red_2={"load:planar_eye": 1, "learned:planar_eye": 1}))
    assert has(match, "red-2", "load:planar_eye", "learned:planar_eye") == (1, 1)
    entry = entry_of(match.table.models["red-2"])
    battle = recruit("red", 2, entry)
    assert battle.tokens["planar_eye"] == 1, "it works from the first moment"
    unlearned = recruit("red", 2, replace(entry, stats={"load:planar_eye": 1, "battles": 1}))
    assert "planar_eye" not in unlearned.tokens


@rule("DW-CMP-07")
def test_a_warband_with_losses_plays_with_what_it_has() -> None:
    match, _ = at_battle(*[1] * 12)
    match.play(home("blue", **{f"red_{n}": {DEAD: 1} for n in (1, 2, 3, 4)}))
    on(match)
    assert isinstance(match.pending, Battle)
    roster = match.pending.setup.rosters["red"]
    assert [entry.profile for entry in roster.models] == ["bw_apprentice"]
    assert not list(illegal(match.pending.setup, GAME))
    alone = recruit("red", 1, roster.models[0])
    assert "leader" in alone.kit, "somebody leads"


@rule("DW-CMP-07")
def test_a_warband_without_anybody_stays_away_and_may_hire() -> None:
    match, _ = at_battle(*[1] * 15)
    match.play(home("blue", **{f"red_{n}": {DEAD: 1} for n in range(1, 6)}))
    on(match)
    assert match.outcome is not None, "nobody came to any later battle, and nobody was hired"


@rule("DW-END-05")
@rule("DW-SRV-01")
def test_what_a_real_battle_leaves_is_read_from_its_table() -> None:
    match, _ = at_battle()
    battle = match.pending
    assert isinstance(battle, Battle)
    fight = Match(GAME, battle.setup, SeededDice(3), keep=True)
    play_out(fight, {side: player("random", f"3 {side}") for side in ("red", "blue")})
    told = CAMPAIGN.debrief(battle, "M1", fight.table)
    for side in ("red", "blue"):
        dead = [i for i in fight.table.models if i.startswith(side) and i.endswith("-body")]
        gone = [id for id, marks in told.marks.items() if id.startswith(f"{side}-") and marks.get(DEAD)]
        assert {i.removesuffix("-body") for i in dead} >= set(gone)
        assert told.marks[side].get("bank", 0) == fight.table.tokens(side, "vp")
    match.dice = SeededDice(1)
    match.play(told)


@rule("DW-END-05")
def test_who_concedes_has_run_and_the_other_scores_as_if_it_ended_then() -> None:
    match, _ = at_battle()
    battle = match.pending
    assert isinstance(battle, Battle)
    fight = Match(GAME, battle.setup, SeededDice(5), keep=True)
    red, blue = (player("random", f"5 {side}") for side in ("red", "blue"))
    while not any(m.at for m in fight.table.squad("red")) or fight.table.tokens("table", "game_turn") < 1:
        fight.play((red if fight.decision.side == "red" else blue).choose(fight))
    fight.play(Concede("red"))
    told = CAMPAIGN.debrief(battle, "M1", fight.table)
    assert told.winner == "blue"
    assert all(marks.get("ran") for id, marks in told.marks.items() if id.startswith("red-"))
    assert not any(marks.get("ran") for id, marks in told.marks.items() if id.startswith("blue-"))


def test_a_campaign_goes_into_a_battle_with_all_it_has() -> None:
    tokens = {"red": {"advance:lucky": 1, "battles": 1}, "red-2": {"upgrade:ruggedize:depth_charge": 1, "exp": 3}}
    match, _ = between(tokens=tokens)
    roster = going(match.table, "red", able(match.table, "red"))
    assert roster.models[0].stats == {"warband:lucky": 1, "battles": 1}
    assert "exp" not in roster.models[1].stats
    table = GAME.set_up(
        SetUp(
            "deepwars", {"red": roster, "blue": roster}, catalog.tables()["the_sunken_forum"], GAME.rulebook.settle({})
        )
    )
    assert table.tokens("red", "advance:lucky") == 1
    assert table.tokens("red-2", "upgrade:ruggedize:depth_charge") == 1
