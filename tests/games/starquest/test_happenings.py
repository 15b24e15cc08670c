"""Challenges: alertness, night, weather and bosses; and all thirty-six random events."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from sightline.core.catalog import figures
from sightline.core.decisions import Decision
from sightline.core.dice import Roll
from sightline.core.match import Match
from sightline.core.table import TABLE, Attachment, Table
from sightline.games.starquest import GAME
from sightline.games.starquest.acting import allowance
from sightline.games.starquest.actions import Activate, CallBoss, EndTurn
from sightline.games.starquest.alerting import AfterWave, Alerting, Challenges, following, rise, wave_budget
from sightline.games.starquest.attacking import arms, range_of
from sightline.games.starquest.attacking import spots as in_sight
from sightline.games.starquest.camp_words import Improve
from sightline.games.starquest.catalog import ENEMIES, HEROES, PACKAGE, enemies, skills
from sightline.games.starquest.effects import EFFECTS
from sightline.games.starquest.events import (
    Achieved,
    Drawn,
    Enchanted,
    Failed,
    Felled,
    Found,
    Happened,
    Lost,
    Passed,
    PowerLost,
    Revealed,
    Shaken,
    WaveBegan,
)
from sightline.games.starquest.happenings import GROUND, RandomEvent, event_number, fates
from sightline.games.starquest.heroics import usable_skills
from sightline.games.starquest.missions import rewards
from sightline.games.starquest.questions import ToBlock, ToHit
from sightline.games.starquest.searching import discoverable
from sightline.games.starquest.sequence import BeginRound, EndRound, HeroPhase
from sightline.games.starquest.testing import need_to_hold, need_to_pass
from sightline.games.starquest.tokens import TIMES, WEATHERS
from tests.games.starquest.quest import markers, quest, round_ends, vectors
from tests.games.starquest.stage import RIFLE, SWORD, act, happened, hero, refused, spent, squad, tokens, wounds
from tests.kit import rule

SIX = range(1, 7)
BY_ID = {fate.id: fate for fate in fates().values()}


def event(name: str, *faces: int, heroes: Any = None, foes: Any = (), **more: Any) -> Match:
    """An event strikes; the dice after those of its number follow."""
    number = BY_ID[name].number
    people = [hero(10, 10, RIFLE, SWORD)] if heroes is None else heroes
    stage = quest(people, foes, agenda=(RandomEvent(), HeroPhase()), **more)
    return stage.match(number // 10, number % 10, *faces)


def need(table: Table, melee: bool = False, attacker: str = "heroes-1", target: str = "enemies-1-1") -> float:
    """The face an attack needs."""
    return EFFECTS.tally(table, ToHit(attacker, target, SWORD if melee else RIFLE, melee), 4).value


def block(table: Table, target: str = "heroes-1") -> float:
    """The face a Defense roll needs."""
    return EFFECTS.tally(table, ToBlock(target, "", ""), 4).value


# ------------------------------------------------------------------ challenges


@rule("SQ-CHL-01")
def test_no_challenge_is_on_unless_it_is_asked_for() -> None:
    match = quest([hero(9, 9)], agenda=(Challenges(),), options={"random_events": False}).match()
    assert isinstance(match.pending, Decision)
    assert not set(match.table.models[TABLE].tokens) & {*TIMES, *WEATHERS, "alarm"}


@rule("SQ-CHL-03")
@rule("SQ-CHL-06")
@pytest.mark.parametrize(("face", "faces"), [(1, 2), (2, 1), (3, 1), (4, 0), (6, 0)])
def test_a_die_says_how_alert_the_enemy_is(face: int, faces: int) -> None:
    options = {"increased_alertness": "roll", "random_events": False}
    assert tokens(quest([hero(9, 9)], agenda=(Challenges(),), options=options).match(face), TABLE, "alarm") == faces


@rule("SQ-CHL-04")
@rule("SQ-CHL-05")
@rule("SQ-CHL-03")
@pytest.mark.parametrize(("vector", "exact"), vectors("alert_extra"))
def test_an_alert_enemy_may_grow_more_alert(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    risen = 0
    for face in SIX:
        stage = quest(
            [hero(9, 9)], [squad((40, 40))], tokens={"alarm": vector["faces"]}, agenda=(Alerting(), HeroPhase())
        )
        match = stage.match(face)
        assert spent(match)
        risen += tokens(match, TABLE, "alertness")
    assert Fraction(risen, 6) == Fraction(exact["expected"])
    assert rise(5, enemies=True, more=1).wave


@rule("SQ-CHL-07")
@rule("SQ-CHL-12")
@pytest.mark.parametrize(("option", "names"), [("time_of_day", TIMES), ("weather", WEATHERS)])
def test_a_die_draws_time_and_weather(option: str, names: tuple[str, ...]) -> None:
    for face in SIX:
        options = {option: "roll", "random_events": False}
        match = quest([hero(9, 9)], agenda=(Challenges(),), options=options).match(face)
        assert [t for t in names if tokens(match, TABLE, t)] == [names[min(face, 4) - 1]]


@rule("SQ-CHL-07")
@rule("SQ-CHL-12")
@rule("SQ-CHL-08")
@rule("SQ-CHL-11")
@rule("SQ-CHL-13")
@rule("SQ-CHL-16")
def test_time_and_weather_move_on_with_each_wave() -> None:
    assert [following("time_of_day", t) for t in TIMES] == ["night", "dawn", "day", "day"]
    assert [following("weather", t) for t in WEATHERS] == ["bad", "improving", "good", "good"]
    stage = quest(
        [hero(9, 9)], tokens={"dusk": 1, "good": 1}, agenda=(AfterWave(), HeroPhase()), options={"random_events": False}
    )
    match = stage.match()
    assert [t for t in (*TIMES, *WEATHERS) if tokens(match, TABLE, t)] == ["night", "good"]


def weathered(*names: str) -> Table:
    people = [hero(10, 10, RIFLE, SWORD)], [squad((20, 10), weapons=(RIFLE, SWORD)), squad((24, 10))]
    return quest(*people, tokens=dict.fromkeys(names, 1)).table


@rule("SQ-CHL-08")
@rule("SQ-CHL-11")
@rule("SQ-CHL-13")
@rule("SQ-CHL-16")
@pytest.mark.parametrize("name", ["dusk", "day", "worsening", "good"])
def test_some_hours_and_weathers_change_nothing(name: str) -> None:
    table = weathered(name)
    assert (need(table), need(table, melee=True)) == (4, 4)
    assert allowance(table, table.models["heroes-1"], "advance") == 6


@rule("SQ-CHL-09")
@pytest.mark.parametrize(("vector", "exact"), vectors("combat"))
def test_at_night_shots_are_worse_and_nobody_sees_far(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    table = weathered("night")
    assert (need(table), need(table, melee=True)) == (5, 4)
    assert need(table, attacker="enemies-1-1", target="heroes-1") == 5
    one, other = (table.models[i] for i in ("heroes-1", "enemies-1-1"))
    assert in_sight(table, one, other)
    far = quest([hero(10, 10, RIFLE)], [squad((24, 10))], tokens={"night": 1}).table
    assert not in_sight(far, far.models["heroes-1"], far.models["enemies-1-1"])
    assert in_sight(
        *(t := quest([hero(10, 10)], [squad((24, 10))]).table, t.models["heroes-1"], t.models["enemies-1-1"])
    )
    lost = quest([hero(10, 10)], laid=[("search", (16, 10))], tokens={"night": 1}).table
    assert discoverable(lost, lost.models["heroes-1"])
    hit = Fraction(7 - int(need(table)), 6)
    assert vector["attacks"] * hit * Fraction(2, 3) == Fraction(exact["expected_wounds"])


@rule("SQ-CHL-10")
def test_at_dawn_shots_are_worse() -> None:
    table = quest([hero(10, 10, RIFLE, SWORD)], [squad((30, 10))], tokens={"dawn": 1}).table
    assert (need(table), need(table, melee=True)) == (5, 4)
    assert in_sight(table, table.models["heroes-1"], table.models["enemies-1-1"])


@rule("SQ-CHL-14")
@pytest.mark.parametrize(("vector", "exact"), vectors("move_all"))
def test_bad_weather_halves_moves_and_hampers_blows(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    table = weathered("bad")
    assert (need(table), need(table, melee=True)) == (4, 5)
    for deed in ("advance", "rush", "charge"):
        assert allowance(table, table.models["heroes-1"], deed) == int(exact[deed])
        assert allowance(table, table.models["enemies-1-1"], deed) == int(exact[deed])


@rule("SQ-CHL-15")
def test_improving_weather_hampers_blows_only() -> None:
    table = weathered("improving")
    assert (need(table), need(table, melee=True)) == (4, 5)
    assert allowance(table, table.models["heroes-1"], "rush") == 12


@rule("SQ-CHL-02")
@pytest.mark.parametrize(("vector", "exact"), vectors("boss"))
def test_the_boss_wave_is_worth_twice_the_points(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    assert wave_budget(vector["party_points"], vector["difficulty"], 2) == int(exact["budget"])
    assert wave_budget(230, 1, 2) == 115
    plain, fought = (rewards(vector["difficulty"], secondary=True, boss=boss)[1] for boss in (False, True))
    assert fought - plain == int(exact["xp"])


@rule("SQ-CHL-02")
def test_the_players_may_call_for_a_boss_fight() -> None:
    options = {"boss_fights": True, "difficulty": 4, "random_events": False}
    match = round_ends([hero(24, 10)], done=["primary", "secondary"], options=options, tokens={"alertness": 5}).match()
    match.play(CallBoss())
    assert len(happened(match, WaveBegan)) == 1
    villain = happened(match, Drawn)[0].unit
    assert any(s.id == "villain" for s in enemies()[villain].rules)
    assert tokens(match, TABLE, "alertness") == 5
    plain = round_ends([hero(24, 10)], done=["primary", "secondary"]).match()
    assert not happened(plain, WaveBegan)
    early = round_ends([hero(2, 2)], done=["primary"], options={**options, "secondary": "capture"}).match()
    assert [o.action for o in early.decision.offers if o.action is CallBoss] == []
    over = round_ends(
        [hero(24, 10)], done=["primary", "secondary", "boss"], options=options, tokens={"alertness": 5}
    ).match()
    assert not happened(over, WaveBegan)


@rule("SQ-CHL-02")
@pytest.mark.parametrize(("out", "comes"), [(1, True), (2, False)])
def test_no_boss_fight_is_called_for_while_nobody_in_the_box_could_come(out: int, comes: bool) -> None:
    options = {"boss_fights": True, "collection": "limited_collection"}
    foes = [squad((40, 10 + 10 * n), profile="rb_scuttlers") for n in range(out)]
    stage = round_ends([hero(4, 4)], foes, done=["primary", "secondary"], options=options)
    stage.table.models[ENEMIES] = replace(stage.table.models[ENEMIES], kit=("rb_scuttlers",) * 2)
    match = stage.match()
    assert any(o.action is CallBoss for o in match.decision.offers) == comes
    mission = GAME.screen.mission(match.table)
    assert mission is not None
    task = next(t for t in mission.tasks if t.id == "boss")
    assert ("box" in task.text) != comes
    if not comes:
        assert refused(match, CallBoss()).facts["free"] == 0


@rule("SQ-CHL-02")
def test_the_boss_is_beaten_when_nobody_of_its_wave_is_left() -> None:
    from sightline.games.starquest.sequence import Closed

    for wave, beaten in ((3, False), (2, True)):
        stage = quest(
            [hero(10, 10)],
            [squad((40, 40), wave=wave)],
            done=["primary", "secondary"],
            tokens={"boss": 1, "boss_wave": 3, "wave": 3},
            agenda=(Closed("heroes-1"), HeroPhase()),
        )
        assert bool(happened(stage.match(), Achieved)) == beaten


# ------------------------------------------------------------------ when events happen


@rule("SQ-EVT-01")
def test_events_come_with_round_one_and_with_waves_only() -> None:
    on = {"random_events": True}
    first = quest([hero(9, 9)], agenda=(BeginRound(1),), options=on).match()
    assert isinstance(first.pending, Roll)
    assert first.pending.rule == "SQ-EVT-02"
    assert isinstance(quest([hero(9, 9)], agenda=(BeginRound(2),), options=on).match().pending, Decision)
    off = quest([hero(9, 9)], agenda=(BeginRound(1),), options={"random_events": False}).match()
    assert isinstance(off.pending, Decision)
    assert isinstance(
        quest([hero(9, 9)], [squad((40, 40))], agenda=(EndRound(),), options=on).match().pending, Decision
    )


@pytest.mark.parametrize(("vector", "exact"), vectors("event"))
def test_the_first_die_is_the_tens(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    assert event_number(*vector["dice"]) == int(exact["event"])
    assert happened(event("explosive_trap", 1, 6), Happened)[0].value == 21


@rule("SQ-EVT-02")
@pytest.mark.parametrize(("vector", "exact"), vectors("event_probability"))
def test_there_are_thirty_six_events(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    assert sorted(fates()) == sorted(event_number(a, b) for a in SIX for b in SIX)
    assert Fraction(1, len(fates())) == Fraction(exact["p"])


@rule("SQ-EVT-41")
def test_the_first_event_may_be_named() -> None:
    options = {"first_event": "64", "random_events": True}
    match = quest([hero(9, 9)], agenda=(BeginRound(1),), options=options).match()
    assert [e.value for e in happened(match, Happened)] == [64]
    later = quest([hero(9, 9)], agenda=(RandomEvent(), HeroPhase()), options=options).match()
    assert isinstance(later.pending, Roll)


@rule("SQ-EVT-03")
def test_what_lasts_until_the_next_event_ends_when_that_is_rolled() -> None:
    stage = quest([hero(10, 10)], agenda=(RandomEvent(), RandomEvent(), HeroPhase()))
    match = stage.match(1, 3, 6, 4)
    assert not match.table.attachments
    match = quest([hero(10, 10)], agenda=(RandomEvent(), RandomEvent(), HeroPhase())).match(3, 4, 1, 6, 4)
    assert not [p for p in match.table.terrain.pieces if p.id == GROUND]


@rule("SQ-EVT-04")
def test_the_hero_is_drawn_among_those_who_are_up() -> None:
    match = event("razor_vines", 2, heroes=[hero(9, 9), hero(20, 9, unconscious=1), hero(30, 9)])
    assert tokens(match, "heroes-3", "crippled") == 1
    stage = quest(
        [hero(9, 9, unconscious=1)], agenda=(RandomEvent(), HeroPhase()), options={"wave_fill": "players_choose"}
    )
    match = stage.match(1, 5)
    assert happened(match, Happened)
    assert tokens(match, "heroes-1", "crippled") == 0


@rule("SQ-EVT-04")
def test_wounds_of_events_are_no_reason_to_test_morale() -> None:
    match = event("falling_debris", 5, heroes=[hero(9, 9, wounds=2)])
    assert wounds(match, "heroes-1") == 5
    act(match, EndTurn("heroes-1"))
    assert not happened(match, Passed) + happened(match, Failed)


# ------------------------------------------------------------------ the events


@rule("SQ-EVT-05", 0)
def test_lightning_fells_a_hero_without_a_wound() -> None:
    match = event("lightning_strike", 1, heroes=[hero(9, 9, wounds=2), hero(20, 9)])
    assert happened(match, Felled)
    assert wounds(match, "heroes-1") == 2
    stage = quest([hero(10, 10), hero(12, 10, unconscious=1, wounds=2)])
    from sightline.games.starquest.actions import Revive

    match = act(stage.match(), Revive("heroes-1", "heroes-2"))
    assert wounds(match, "heroes-2") == 0
    assert happened(event("lightning_strike"), Lost)


@rule("SQ-EVT-06")
@rule("SQ-EVT-09")
@rule("SQ-EVT-13")
@rule("SQ-EVT-16")
@pytest.mark.parametrize(
    ("name", "token"),
    [
        ("stuck_in_the_mud", "impaired"),
        ("razor_vines", "crippled"),
        ("anomalous_gale", "afflicted"),
        ("venomous_moss", "diseased"),
    ],
)
def test_some_events_bring_a_condition(name: str, token: str) -> None:
    assert tokens(event(name), "heroes-1", token) == 1


@pytest.mark.parametrize(
    ("name", "stat", "by"),
    [
        pytest.param("debilitating_static", "str", -1, marks=rule("SQ-EVT-07")),
        pytest.param("shifting_illusion", "wil", -1, marks=rule("SQ-EVT-10")),
        pytest.param("sticky_foliage", "dex", -1, marks=rule("SQ-EVT-15")),
        pytest.param("robot_guide", "dex", 1, marks=rule("SQ-EVT-24")),
        pytest.param("psychic_fog", "wil", 1, marks=rule("SQ-EVT-29")),
        pytest.param("support_robot", "str", 1, marks=rule("SQ-EVT-32")),
    ],
)
def test_some_events_change_the_rolls_of_one_stat(name: str, stat: str, by: int) -> None:
    table = event(name, 1, heroes=[hero(10, 10), hero(20, 10)]).table
    for other in ("str", "dex", "wil"):
        assert need_to_pass(table, table.models["heroes-1"], other).value == (4 - by if other == stat else 4)
        assert need_to_pass(table, table.models["heroes-2"], other).value == 4


@rule("SQ-EVT-08", 0)
def test_falling_debris_cannot_be_blocked() -> None:
    match = event("falling_debris", 1, 3, heroes=[hero(9, 9, wounds=5), hero(20, 20)])
    assert spent(match)
    assert wounds(match, "heroes-1") == 6
    assert happened(match, Felled)


@rule("SQ-EVT-11")
@pytest.mark.parametrize(("vector", "exact"), vectors("event_hits"))
def test_a_trap_is_blocked_with_defense(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    mean, none = Fraction(0), Fraction(0)
    for hits in (1, 2, 3):
        mean += Fraction(hits, 3) * Fraction(1, 2)
        none += Fraction(1, 3) * Fraction(1, 2) ** hits
        match = event("explosive_trap", 2 * hits, *[3, 4, 3][:hits])
        assert spent(match)
        assert wounds(match, "heroes-1") == [1, 1, 2][hits - 1]
    assert mean == Fraction(exact.get("expected_wounds", mean))
    assert none == Fraction(exact.get("p_none", none))


@rule("SQ-EVT-12")
@pytest.mark.parametrize(("vector", "exact"), vectors("power_spend"))
def test_a_shriek_costs_power_or_wounds(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    match = event("alien_shriek", 2 * vector["amount"], heroes=[hero(9, 9, power=vector["power"])])
    assert tokens(match, "heroes-1", "power") == int(exact["power"])
    assert wounds(match, "heroes-1") == int(exact["wounds"])
    assert happened(event("alien_shriek", 2), PowerLost)


@rule("SQ-EVT-14")
def test_a_swarm_shakes_a_hero_who_cannot_pay() -> None:
    match = event("swarm_attack")
    assert tokens(match, "heroes-1", "shaken") == 1
    assert match.decision.rule != "SQ-MRL-04"


@rule("SQ-EVT-17")
@pytest.mark.parametrize(("vector", "exact"), vectors("dangerous"))
def test_a_quarter_crumbles(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    match = event("crumbling_earth", 4, *[2] * 7, heroes=[hero(10, 10, tough=vector["tough"]), hero(40, 40)])
    match.play(Activate("heroes-1"))
    assert spent(match)
    other = event("crumbling_earth", 1, heroes=[hero(10, 10, tough=7), hero(40, 40)])
    other.play(Activate("heroes-1"))
    assert other.decision.rule == "SQ-RND-05"
    assert 1 - Fraction(5, 6) ** vector["tough"] == Fraction(exact["p_at_least_1"])


@rule("SQ-EVT-18")
@pytest.mark.parametrize(("vector", "exact"), vectors("block_probability"))
def test_a_flare_hampers_every_block(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    table = event("solar_flare", foes=[squad((30, 30))]).table
    assert (block(table), block(table, "enemies-1-1")) == (5, 5)
    covered = EFFECTS.tally(table, ToBlock("heroes-1", "", "", cover=True, ap=vector["ap"]), vector["defense"]).value
    assert Fraction(7 - int(covered), 6) == Fraction(exact["p"])


@rule("SQ-EVT-19")
def test_spores_hamper_every_attack() -> None:
    table = event("dazing_spores", foes=[squad((30, 30))]).table
    assert (need(table), need(table, melee=True)) == (5, 5)
    assert need(table, attacker="enemies-1-1", target="heroes-1") == 5


@rule("SQ-EVT-20")
def test_rain_makes_a_quarter_difficult() -> None:
    from sightline.games.starquest.walking import road_for

    for quarter, refused_ in ((4, True), (2, False)):
        table = event("heavy_rain", quarter).table
        road = road_for(table, table.models["heroes-1"], (10.0, 18.0), (), 12.0, "rush")
        assert hasattr(road, "facts") == refused_


@rule("SQ-EVT-21")
@rule("SQ-EVT-26")
def test_clouds_shorten_every_range_and_a_drone_lengthens_one() -> None:
    clouds = event("thick_clouds", foes=[squad((30, 30), weapons=(RIFLE,))]).table
    for id in ("heroes-1", "enemies-1-1"):
        model = clouds.models[id]
        assert range_of(clouds, model, arms(model, melee=False)[0]) == 18
    drone = event("spotter_drone", 1, heroes=[hero(10, 10, RIFLE), hero(20, 10, RIFLE)]).table
    models = [drone.models[id] for id in ("heroes-1", "heroes-2")]
    assert [range_of(drone, m, arms(m, melee=False)[0]) for m in models] == [30, 24]


@rule("SQ-EVT-22")
@pytest.mark.parametrize(("vector", "exact"), vectors("morale"))
def test_quakes_terrify_everybody(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    table = event("terrifying_quakes", heroes=[hero(9, 9, quality=vector["quality"])], foes=[squad((30, 30))]).table
    assert Fraction(7 - int(need_to_hold(table, "heroes-1").value), 6) == Fraction(exact["p_pass"])
    assert need_to_hold(table, "enemies-1").value == 5


@rule("SQ-EVT-23")
def test_a_pool_calms_one_hero() -> None:
    table = event("psychic_pool", 1, heroes=[hero(9, 9), hero(20, 9)]).table
    assert [need_to_hold(table, f"heroes-{n}").value for n in (1, 2)] == [3, 4]


@rule("SQ-EVT-25", 0)
def test_a_holopad_lays_tokens_in_different_quarters() -> None:
    match = event("treasure_holopad", 6, 1, 1, 1)
    assert sorted(m.at or (0, 0) for m in markers(match, "search")) == [(12, 36), (36, 12), (36, 36)]


@rule("SQ-EVT-27")
def test_refreshments_restore_power() -> None:
    assert tokens(event("refreshment_kit", 4, heroes=[hero(9, 9, power=1)]), "heroes-1", "power") == 3


@rule("SQ-EVT-28", 0)
def test_a_sinkhole_shakes_an_enemy_or_hurts_a_monster() -> None:
    match = event("sinkhole", foes=[squad((30, 30), (32, 30))])
    assert len(happened(match, Shaken)[0].bearers) == 2
    monster = event("sinkhole", 4, foes=[squad((30, 30), tough=12)])
    assert wounds(monster, "enemies-1-1") == 2
    assert not happened(event("sinkhole"), Shaken)


@rule("SQ-EVT-30")
def test_stims_make_one_hero_faster() -> None:
    table = event("haste_stims").table
    assert [allowance(table, table.models["heroes-1"], d) for d in ("advance", "rush", "charge")] == [8, 16, 16]


@rule("SQ-EVT-31")
@rule("SQ-EVT-33")
@rule("SQ-EVT-34")
def test_some_events_help_one_hero_to_hit_or_to_block() -> None:
    fumes, field, shield = (
        event(n, foes=[squad((30, 30))]).table
        for n in ("invigorating_fumes", "enhancing_force_field", "shield_projector_drone")
    )
    assert [(need(t), need(t, melee=True), block(t)) for t in (fumes, field, shield)] == [
        (4, 3, 4),
        (3, 4, 4),
        (4, 4, 3),
    ]
    assert block(shield, "enemies-1-1") == 4


@pytest.mark.parametrize(
    ("name", "item", "count", "faces"),
    [
        pytest.param("injector_pouch_event", "power_injector", 1, (), marks=rule("SQ-EVT-35")),
        pytest.param("grenade_bag_event", "stun_grenade", 1, (), marks=rule("SQ-EVT-37")),
        pytest.param("credits_stash_event", "credits", 15, (), marks=rule("SQ-EVT-38")),
        pytest.param("kit_box_event", "med_kit", 1, (), marks=rule("SQ-EVT-39")),
        pytest.param("godly_blessing", "xp", 2, (3,), marks=rule("SQ-EVT-40")),
    ],
)
def test_some_events_are_gifts(name: str, item: str, count: int, faces: tuple[int, ...]) -> None:
    match = event(name, *faces)
    assert tokens(match, "heroes-1", item) == count
    assert happened(match, Found)[0].rule == BY_ID[name].rule


@rule("SQ-EVT-40")
@pytest.mark.parametrize(("vector", "exact"), vectors("level_gain"))
def test_a_blessing_may_be_worth_a_level(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    match = event("godly_blessing", 2 * vector["xp_gain"], heroes=[hero(9, 9, xp=vector["xp_before"])])
    while match.decision.rule == "SQ-LVL-01":
        match.play(match.decision.default)  # type: ignore[arg-type]
    assert tokens(match, "heroes-1", "level") == int(exact["level"])


@rule("SQ-EVT-40", 0)
@rule("SQ-LVL-01")
def test_a_hero_who_is_blessed_enough_rises_in_the_middle_of_the_mission() -> None:
    kit = ("Sword (A1)", "bulwark", "brace", "taunt")
    blessed = hero(9, 9, *kit, profile="ysolt_vey", xp=3, level=2)
    match = event("godly_blessing", 4, heroes=[blessed])
    assert (tokens(match, "heroes-1", "xp"), tokens(match, "heroes-1", "level")) == (5, 3)
    (decision,) = (match.decision,)
    assert (decision.rule, decision.about) == ("SQ-LVL-01", "heroes-1")
    gains = [o.given["gain"] for o in decision.offers if o.action is Improve]
    printed = next(row["choose_one"] for row in figures(PACKAGE)["level"] if row["level"] == 3)
    assert gains == [gain for gain in printed if not gain.startswith("skill")]
    token = {"power": "most_power"}.get(gains[0].partition("+")[0], gains[0].partition("+")[0])
    before = tokens(match, "heroes-1", token)
    match.play(Improve("heroes-1", gains[0]))
    assert tokens(match, "heroes-1", token) != before
    assert match.decision.rule == "SQ-RND-03", "one improvement for one level"


@rule("SQ-EVT-40")
def test_a_skill_learned_in_a_mission_can_be_used_in_it() -> None:
    table = quest([hero(9, 9, "Sword (A1)", "bulwark", "brace", taunt=1)], [squad((15, 9))]).table
    assert [skill.id for skill in usable_skills(table, table.models["heroes-1"])] == ["brace", "taunt"]


@rule("SQ-EVT-36")
def test_a_vision_shows_what_tokens_hold() -> None:
    laid = [("search", (12, 12)), ("search", (36, 12))]
    match = event("prophetic_vision", 4, 1, 1, 5, 6, laid=laid)
    assert spent(match)
    assert len(happened(match, Revealed)) == 2
    assert not markers(match, "search")
    assert [m.tokens for m in markers(match, "treasure")] == [{"med_kit": 1}]
    assert not happened(match, Found)


def test_events_and_skills_go_by_their_names() -> None:
    table = quest([hero(9, 9)]).table
    fated = next(m for m in table.models.values() if m.side == HEROES and m.kind == "model")
    for fate in fates().values():
        happened = Happened(rule=fate.rule, bearer=TABLE, token="event", value=fate.number, event=fate.id)  # noqa: S106 - no password
        assert fate.name in GAME.sayings.sentence(table, happened)
        lasting = Enchanted(rule=fate.rule, attachment=Attachment(f"{fate.id}@{fated.id}", fate.rule, fated.id))
        told = GAME.sayings.sentence(table, lasting)
        assert told.startswith(f"{fate.name} takes hold of")
        assert fated.name in told
    assert all(GAME.sayings.word(table, skill.id) == skill.name for skill in skills().values())
