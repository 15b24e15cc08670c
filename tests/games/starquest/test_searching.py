"""Search tokens, treasure and what heroes carry; waves, deployment and alertness."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from sightline.core.decisions import Decision
from sightline.core.dice import Roll
from sightline.core.match import Match
from sightline.core.table import TABLE
from sightline.games.starquest.actions import (
    ChooseCorner,
    ChooseTreasure,
    ChooseUnit,
    Discover,
    HandOver,
    OddToken,
    TakeTreasure,
    UseSkill,
)
from sightline.games.starquest.alerting import rise, wave_budget
from sightline.games.starquest.catalog import enemies
from sightline.games.starquest.deploying import DrawWave, PlaceUnits, affordable, farthest_corner, heaviest_quarter
from sightline.games.starquest.events import Alerted, Drawn, Found, Happened, Stricken, WaveBegan
from sightline.games.starquest.lining_up import HeroCorner
from sightline.games.starquest.placing import FREE
from sightline.games.starquest.searching import (
    LayTokens,
    SearchTokens,
    contents,
    fewest,
    split,
    treasure_for,
    treasures,
)
from sightline.games.starquest.sequence import HeroPhase
from tests.games.starquest.quest import markers, quest, round_ends, spots, usual, vectors
from tests.games.starquest.stage import act, happened, hero, offered, refused, spent, squad, tokens
from tests.kit import rule

SIX = range(1, 7)
EVENTS = {"random_events": True}


def opened(*faces: int, kit: str = "", at: tuple[float, float] = (10, 11)) -> Match:
    """A hero discovers a token within an inch."""
    stage = quest([hero(10, 10, *([kit] if kit else []))], laid=[("search", at)])
    return act(stage.match(*faces), Discover("heroes-1", "search-1"))


# ------------------------------------------------------------------ laying tokens out


@rule("SQ-SRC-01")
@pytest.mark.parametrize(("vector", "exact"), vectors("search_tokens"))
def test_there_are_d3_tokens_and_one_for_each_hero(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    heroes = [hero(10 + 3 * n, 10) for n in range(vector["heroes"])]
    match = quest(heroes, agenda=(SearchTokens(), HeroPhase())).match()
    match.play((2 * vector["d3"],))
    match.play(OddToken("quarters"))
    while isinstance(match.pending, Roll):
        match.play((1,))
    assert len(markers(match, "search")) == int(exact["tokens"])


@rule("SQ-SRC-02")
@pytest.mark.parametrize(("vector", "exact"), vectors("token_split"))
def test_tokens_are_split_evenly_and_the_odd_one_is_free(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    assert list(split(vector["tokens"])) == exact["groups"]
    assert list(split(vector["tokens"], "corners")) == exact["groups"][::-1]
    match = quest([hero(10, 10), hero(20, 10)], agenda=(SearchTokens(), HeroPhase())).match()
    match.play((1,))
    assert match.decision.default == OddToken("quarters")
    assert refused(match, OddToken("middle")).rule == "SQ-SRC-02"
    match.play(OddToken("corners"))
    for _ in range(3):
        match.play((4,))
    assert spots(match, "search") == [(12, 12), (4, 4), (3, 4)]


@rule("SQ-SRC-03")
@pytest.mark.parametrize(("vector", "exact"), vectors("pick"))
def test_on_five_and_six_the_players_pick_the_place(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    asked = 0
    for face in SIX:
        match = quest([hero(24, 10)], laid=[("search", (12, 36))], agenda=(LayTokens(1, 0), HeroPhase())).match(face)
        asked += match.decision.rule == "SQ-SRC-03"
        if match.decision.rule == "SQ-SRC-03":
            assert match.decision.default == ChooseCorner(2)
            match.play(ChooseCorner(3))
            assert (36, 12) in spots(match, "search")
    assert Fraction(asked, 6) == Fraction(exact["p"])
    assert fewest(quest([hero(9, 9)], laid=[("search", (4, 44))]).table, in_quarter=False) == 2


# ------------------------------------------------------------------ treasure


@rule("SQ-SRC-04")
@rule("SQ-SRC-10")
@pytest.mark.parametrize(("vector", "exact"), vectors("treasure"))
def test_the_chances_of_the_treasure_table(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    drawn = [treasure_for(face + vector.get("mod", 0)) for face in SIX]
    if "p" in exact:
        kinds = ["hazard", "injector_pouch", "grenade_bag", "kit_box", "credits_stash"]
        assert [str(Fraction(drawn.count(k), 6)) for k in kinds] == exact["p"]
    else:
        assert Fraction(drawn.count("treasure_trove"), 6) == Fraction(exact["trove"])
        assert Fraction(drawn.count("hazard"), 6) == Fraction(exact["hazard"])


@pytest.mark.parametrize(("vector", "exact"), vectors("treasure_item"))
def test_the_chance_of_one_item(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    found = [treasures().get(treasure_for(a), ("",) * 6)[b - 1] for a, b in product(SIX, SIX)]
    assert Fraction(found.count(vector["item"]), 36) == Fraction(exact["p"])


@rule("SQ-SRC-09")
@pytest.mark.parametrize(("vector", "exact"), vectors("treasure_credits"))
def test_the_credits_to_be_expected(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    stash = [contents(gift)[1] for gift in treasures()["credits_stash"]]
    assert stash == [5, 5, 5, 10, 10, 15]
    assert Fraction(sum(stash), 36) == Fraction(exact["expected"])


@rule("SQ-SRC-05")
@pytest.mark.parametrize(("vector", "exact"), vectors("hazard"))
def test_a_hazard_strikes_who_is_within_an_inch(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    ill = 0
    for face in SIX:
        match = opened(1, face)
        ill += bool(happened(match, Stricken))
        assert not markers(match, "search")
    assert Fraction(1, 3) * Fraction(ill, 6) == Fraction(exact["p"])
    assert [opened(2, f).table.models["heroes-1"].tokens.get("diseased", 0) for f in (1, 2)] == [0, 1]
    afar = opened(4, 1, at=(10, 14))
    assert not happened(afar, Stricken)
    assert not markers(afar, "treasure")


@rule("SQ-SRC-06")
@rule("SQ-SRC-07")
@rule("SQ-SRC-08")
@rule("SQ-SRC-09")
@pytest.mark.parametrize(
    ("first", "second", "item"),
    [
        (3, 3, "courage_injector"),
        (3, 4, "frenzy_injector"),
        (3, 6, "power_injector"),
        (4, 1, "noise_grenade"),
        (4, 5, "grease_grenade"),
        (4, 6, "stun_grenade"),
        (5, 2, "curing_kit"),
        (5, 4, "teleport_kit"),
        (5, 6, "med_kit"),
    ],
)
def test_a_second_die_says_what_it_is(first: int, second: int, item: str) -> None:
    match = opened(first, second)
    assert tokens(match, "heroes-1", item) == 1
    assert [e.rule for e in happened(match, Found)] == [f"SQ-SRC-0{first + 3}"]
    assert spent(match)
    assert tokens(opened(6, 6), "heroes-1", "credits") == 15


@rule("SQ-SRC-10")
@rule("SQ-HSK-08")
def test_a_trove_is_two_things_of_ones_choice() -> None:
    stage = quest([hero(10, 10, "light_fingers")], laid=[("search", (10, 11))])
    match = act(stage.match(6, 6), UseSkill("heroes-1", "light_fingers", "search-1"))
    assert refused(match, ChooseTreasure("hazard")).rule == "SQ-SRC-10"
    match.play(ChooseTreasure("15c"))
    match.play(ChooseTreasure("15c"))
    assert tokens(match, "heroes-1", "credits") == 30


@rule("SQ-SKL-02", 0, 1)
def test_a_token_in_sight_takes_a_test_and_one_within_an_inch_none() -> None:
    match = opened(3, 3, 1, at=(10, 15.6))
    match.play(type(match.decision.offers[0].action(**match.decision.offers[0].given))("heroes-1"))
    assert len(markers(match, "treasure")) == 1
    assert tokens(match, "heroes-1", "power") == 3
    assert tokens(opened(6, 1, at=(10, 11.5)), "heroes-1", "credits") == 5
    far = quest([hero(10, 10)], laid=[("search", (10, 16.7))])
    assert refused(far.match(), Discover("heroes-1", "search-1")).rule == "SQ-SKL-02"


@rule("SQ-SRC-04")
@rule("SQ-SRC-11")
def test_what_is_revealed_from_afar_lies_there_until_it_is_taken() -> None:
    match = opened(4, 5, 6, at=(10, 14))
    assert spots(match, "treasure") == [(10, 14)]
    assert not happened(match, Found)
    near = quest([hero(10, 10)], laid=[("treasure", (10, 11), {"med_kit": 1, "credits": 5})])
    match = act(near.match(), TakeTreasure("heroes-1", "treasure-1"))
    assert (tokens(match, "heroes-1", "med_kit"), tokens(match, "heroes-1", "credits")) == (1, 5)
    assert not markers(match, "treasure")
    far = quest([hero(10, 10)], laid=[("treasure", (10, 12), {"med_kit": 1})])
    assert refused(far.match(), TakeTreasure("heroes-1", "treasure-1")).rule == "SQ-SRC-11"


@rule("SQ-SRC-12")
def test_items_go_from_hand_to_hand_within_an_inch() -> None:
    stage = quest([hero(10, 10, med_kit=1), hero(12.2, 10, unconscious=1, stun_grenade=1)])
    match = act(stage.match(), HandOver("heroes-1", "heroes-2", "heroes-1", "stun_grenade"))
    assert tokens(match, "heroes-1", "stun_grenade") == 1
    assert tokens(match, "heroes-2", "stun_grenade") == 0
    away = quest([hero(10, 10, med_kit=1), hero(13, 10)])
    assert refused(away.match(), HandOver("heroes-1", "heroes-1", "heroes-2", "med_kit")).rule == "SQ-SRC-12"


@rule("SQ-SRC-12")
def test_who_carries_all_it_can_leaves_what_it_finds() -> None:
    stage = quest([hero(10, 10, med_kit=4)], laid=[("search", (10, 11))], options={"item_carry_limit": 4})
    match = act(stage.match(5, 6), Discover("heroes-1", "search-1"))
    assert tokens(match, "heroes-1", "med_kit") == 4
    assert spots(match, "treasure") == [(10, 10)]


# ------------------------------------------------------------------ waves


@rule("SQ-DPL-02")
@pytest.mark.parametrize(("vector", "exact"), [*vectors("wave_budget"), *vectors("wave_budgets")])
def test_a_wave_is_a_share_of_the_party(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    levels = [vector["difficulty"]] if "difficulty" in vector else [1, 2, 3, 4]
    wanted = [int(exact["budget"])] if "budget" in exact else exact["budgets"]
    assert [wave_budget(vector["party_points"], level) for level in levels] == wanted


class Priced:
    """Units of some costs, drawn as the book draws."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, costs: list[int]) -> None:
        from types import SimpleNamespace

        known = {str(c): SimpleNamespace(points=c, unique=False) for c in costs}
        monkeypatch.setattr("sightline.games.starquest.deploying.enemies", lambda: known)
        self.names = list(known)

    def able(self, left: int, drawn: list[str]) -> list[str]:
        return affordable(self.names, left, drawn)


@pytest.mark.parametrize(("vector", "exact"), vectors("wave_fill"))
def test_units_are_drawn_while_any_fits(
    vector: dict[str, Any], exact: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    box = Priced(monkeypatch, vector["costs"])
    left, drawn = vector["budget"], list[str]()
    while able := box.able(left, drawn):
        unit = str(vector["draws"][len(drawn)]) if "draws" in vector else able[0]
        assert unit in able
        drawn.append(unit)
        left = max(0, left - int(unit))
    assert sum(map(int, drawn)) == int(exact["total"])
    assert left == int(exact.get("left", left))


@pytest.mark.parametrize(("vector", "exact"), vectors("wave_fill_probability"))
def test_the_chance_of_a_wave(vector: dict[str, Any], exact: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    box = Priced(monkeypatch, vector["costs"])

    def chance(left: int, drawn: list[str]) -> Fraction:
        able = box.able(left, drawn)
        if not able:
            return Fraction(sorted(map(int, drawn)) == sorted(vector["wave"]))
        return sum((chance(left - int(u), [*drawn, u]) for u in able), Fraction(0)) / len(able)

    assert chance(vector["budget"], []) == Fraction(exact["p"])


@rule("SQ-DPL-03")
def test_every_draw_is_one_number_and_players_may_choose_instead() -> None:
    match = quest([hero(9, 9)], agenda=(DrawWave(100), HeroPhase())).match()
    assert isinstance(match.pending, Roll)
    assert match.pending.rule == "SQ-DPL-03"
    chosen = quest([hero(9, 9)], agenda=(DrawWave(100), HeroPhase()), options={"wave_fill": "players_choose"}).match()
    assert refused(chosen, ChooseUnit("nobody")).rule == "SQ-DPL-03"
    unit = next(u for u in enemies() if u.startswith("rb_") and enemies()[u].points <= 100)
    chosen.play(ChooseUnit(unit))
    assert happened(chosen, Drawn)[0].unit == unit


@rule("SQ-DPL-03")
def test_a_unique_unit_comes_once() -> None:
    villain = next(u for u in enemies() if enemies()[u].unique)
    assert villain in affordable([villain], 1000, [])
    assert affordable([villain], 1000, [villain]) == []


@rule("SQ-DPL-04")
@rule("SQ-DPL-06")
def test_sentries_stand_at_the_centre_of_a_quarter() -> None:
    unit = next(u for u in enemies() if enemies()[u].size > 1)
    match = quest([hero(9, 9)], agenda=(PlaceUnits((unit,), True), HeroPhase())).match(3)
    own = [m for m in match.table.models.values() if m.owner == "enemies" and m.kind == "model"]
    assert own[0].at == (36.0, 12.0)
    x, y = own[1].at or (0.0, 0.0)
    assert abs(x - (36 + 2 * own[0].radius + 0.5)) < 0.01
    assert y == 12
    asked = quest([hero(9, 9)], [squad((36, 36))], agenda=(PlaceUnits((unit,), True), HeroPhase())).match(5)
    assert asked.decision.default == ChooseCorner(2)
    assert heaviest_quarter(asked.table) == 2


@rule("SQ-DPL-05")
@rule("SQ-DPL-06")
def test_reinforcements_come_from_a_corner() -> None:
    unit = next(u for u in enemies() if enemies()[u].size == 1)
    match = quest([hero(24, 24)], agenda=(PlaceUnits((unit,), False), HeroPhase()), tokens={"wave": 2}).match(1)
    (own,) = [m for m in match.table.models.values() if m.owner == "enemies" and m.kind == "model"]
    assert own.at == (4.0, 44.0)
    assert own.tokens["wave"] == 2
    asked = quest([hero(24, 26), hero(46, 2, unconscious=1)], agenda=(PlaceUnits((unit,), False), HeroPhase())).match(6)
    assert asked.decision.default == ChooseCorner(3)
    assert farthest_corner(asked.table) == 3


@rule("SQ-DPL-07")
@pytest.mark.parametrize(("vector", "exact"), vectors("corner"))
def test_a_die_gives_the_heroes_their_corner(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    given = 0
    for face in SIX:
        match = quest([hero(24, 24)], [squad((40, 40))], agenda=(HeroCorner(), HeroPhase())).match(face)
        if face < FREE:
            given += tokens(match, "heroes", "corner") == 2
        else:
            assert match.decision.default == ChooseCorner(4)
            assert not refused(match, ChooseCorner(5)).facts.get("model")
    assert Fraction(given, 6) == Fraction(exact["p"])


# ------------------------------------------------------------------ alertness


@rule("SQ-ALR-01")
def test_alertness_rises_by_one_and_by_two_without_enemies() -> None:
    assert tokens(round_ends([hero(24, 24)], [squad((40, 40))]).match(), TABLE, "alertness") == 1
    assert tokens(round_ends([hero(24, 24)]).match(), TABLE, "alertness") == 2


@rule("SQ-ALR-02")
@pytest.mark.parametrize(("vector", "exact"), vectors("alertness"))
def test_a_wave_comes_at_six(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    primary = vector.get("primary_completed", False)
    found = rise(vector["before"], enemies=vector.get("enemies", False), primary=primary)
    assert (found.after, found.wave) == (int(exact["after"]), exact["wave"])
    foes = [squad((40, 40))] if vector.get("enemies") else []
    stage = round_ends([hero(24, 24)], foes, tokens={"alertness": vector["before"]}, options={"secondary": "capture"})
    if primary:
        stage.table.put_tokens("heroes", "primary", 1)
    assert bool(happened(stage.match(), WaveBegan)) == exact["wave"]


@pytest.mark.parametrize(("vector", "exact"), [*vectors("alertness_run"), *vectors("alertness_run_empty")])
def test_waves_come_like_clockwork(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    alertness, waves = 0, []
    for number in range(1, vector["rounds"] + 1):
        alertness, wave = rise(alertness, enemies=vector["kind"] == "alertness_run")
        waves += [number] if wave else []
    assert waves == exact["waves"]


@rule("SQ-ALR-03")
@rule("SQ-ALR-02")
@rule("SQ-EVT-01")
def test_with_a_wave_alertness_goes_time_moves_on_and_an_event_comes() -> None:
    stage = round_ends(
        [hero(24, 24), hero(30, 24)], [squad((40, 40))], tokens={"alertness": 5, "dusk": 1, "bad": 1}, options=EVENTS
    )
    match = stage.match()
    while isinstance(match.pending, Roll) or match.decision.rule in ("SQ-DPL-05", "SQ-WND-02"):
        if isinstance(match.pending, Roll):
            match.play((1,) * match.pending.count)
        else:
            usual(match)
    assert tokens(match, TABLE, "alertness") == 0
    assert [tokens(match, TABLE, t) for t in ("dusk", "night", "bad", "improving")] == [0, 1, 0, 1]
    order = [type(e) for e in match.events if isinstance(e, (WaveBegan, Drawn, Alerted, Happened))]
    assert order == [Alerted, WaveBegan, *[Drawn] * order.count(Drawn), Alerted, Happened]
    assert tokens(match, TABLE, "round") == 2


def test_a_token_is_offered_to_who_can_reach_it() -> None:
    assert offered(act_first(quest([hero(10, 10)], laid=[("search", (10, 14))]).match()), Discover)
    assert not offered(act_first(quest([hero(10, 10)], laid=[("search", (10, 24))]).match()), Discover)


def act_first(match: Match) -> Match:
    from sightline.games.starquest.actions import Activate

    assert isinstance(match.pending, Decision)
    match.play(Activate("heroes-1"))
    return match
