"""Wild sea creatures: the order they act in, what they do, whom they hunt, and who has the credit."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
from msgspec.structs import replace

from sightline.core.decisions import Decision
from sightline.core.table import Piece
from sightline.games.deepwars import GAME, catalog
from sightline.games.deepwars.actions import Attack, Cast, Done, FreeActivation, Nominate, Place
from sightline.games.deepwars.events import AttackDeclared, Clashed, CreaturesStirred, Deserted, Swam
from sightline.games.deepwars.measure import WILD, touching
from sightline.games.deepwars.models import raised
from sightline.games.deepwars.parts import MoraleOf
from sightline.games.deepwars.scenarios import Placing
from sightline.games.deepwars.seeing import hidden
from sightline.games.deepwars.tokens import ATTACKED, BEAST, DAZED, FALLEN, PROVOKED, TRANSFIXED
from sightline.games.deepwars.wild import Prowling, prey_of, rolled
from tests.games.deepwars.chants import chant, scene
from tests.games.deepwars.scenes import nature, sea
from tests.games.deepwars.stage import (
    Stage,
    act,
    alive,
    at,
    example,
    happened,
    has,
    kelp,
    model,
    on,
    refused,
    settle,
    spent,
    wall,
    wounds,
)
from tests.kit import rule


@rule("DW-CRE-01")
@rule("DW-CRE-06", 0)
def test_a_predator_that_reaches_its_prey_with_one_move_charges_it() -> None:
    facts = example("DW-CRE-06", 0)
    stage = sea(Stage([on(24, 26, points=20)], [on(2, 35)]), ("grindfin", *facts["at"]))
    match = nature(stage, 3, 3, 6, 6, 6)
    blow = happened(match, AttackDeclared)[0].blow
    assert blow.run == 1
    assert blow.effort == 1
    assert len(happened(match, Swam)) == 1


@rule("DW-CRE-06", 1)
def test_prey_that_is_farther_away_is_only_reached() -> None:
    facts = example("DW-CRE-06", 1)
    stage = sea(Stage([on(24, 27, points=20)], [on(2, 35)]), ("grindfin", *facts["at"]))
    match = nature(stage)
    assert not happened(match, AttackDeclared)
    assert len(happened(match, Swam)) == 2
    assert touching(match.table, model(match, "wild-grindfin"), model(match, "red-1"))


@rule("DW-CRE-02")
def test_the_dearest_creature_acts_first() -> None:
    stage = sea(
        Stage([on(2, 2)], [on(2, 35)]), ("cleft_eel", 30, 18), ("shelf_turtle", 40, 18), ("glass_shoal", 20, 18)
    )
    match = nature(stage, 6, 6, 6)
    assert [e.model for e in happened(match, Swam)] == ["wild-shelf_turtle", "wild-cleft_eel", "wild-glass_shoal"]
    assert spent(match)


@rule("DW-CRE-03")
def test_a_creature_recovers_before_anything_else() -> None:
    stage = sea(Stage([on(24, 26, points=20)], [on(2, 35)]), ("grindfin", 24, 18, 0, {TRANSFIXED: 1}))
    match = nature(stage)
    assert not has(match, "wild-grindfin", TRANSFIXED)
    assert not happened(match, Swam)
    stage = sea(Stage([on(24, 26, points=20)], [on(2, 35)]), ("grindfin", 24, 18, 0, {FALLEN: 1, DAZED: 1}))
    match = nature(stage)
    assert not has(match, "wild-grindfin", FALLEN)
    assert not has(match, "wild-grindfin", DAZED)
    assert at(match, "wild-grindfin") == (24, 18)


@rule("DW-CRE-03")
def test_an_entangled_creature_breaks_free_by_strength() -> None:
    stage = sea(Stage([on(24, 26, points=20)], [on(2, 35)]), ("grindfin", 24, 18, 0, {"entangled": 1}))
    match = nature(stage, 5, 5, 5)
    assert not has(match, "wild-grindfin", "entangled")
    assert spent(match)
    stage = sea(Stage([on(24, 26, points=20)], [on(2, 35)]), ("grindfin", 24, 18, 0, {"entangled": 3}))
    assert has(nature(stage, 5, 5, 5, 5, 5, 5), "wild-grindfin", "entangled") == 3  # Huge: -3.


@rule("DW-CRE-04")
def test_an_engaged_predator_spends_everything_on_the_cheapest_of_its_enemies() -> None:
    red = [on(24, 19.25, points=30), on(24, 16.75, points=10)]
    match = nature(sea(Stage(red, [on(2, 35)]), ("grindfin", 24, 18)), 3, 3, 6, 6, 6)
    blow = happened(match, AttackDeclared)[0].blow
    assert (blow.defender, blow.effort, blow.run) == ("red-2", 2, 0)


@rule("DW-CRE-04")
def test_a_peaceful_creature_bites_only_when_it_was_attacked() -> None:
    stage = sea(Stage([on(24, 19, points=10)], [on(2, 35)]), ("slate_ray", 24, 18))
    match = nature(stage, 1, 6)
    assert not happened(match, AttackDeclared)
    stage = sea(Stage([on(24, 19, points=10)], [on(2, 35)]), ("slate_ray", 24, 18, 0, {PROVOKED: 1}))
    match = nature(stage, 3, 3, 6, 6, 6)
    assert happened(match, AttackDeclared)[0].attacker == "wild-slate_ray"
    assert not has(match, "wild-slate_ray", PROVOKED)


@rule("DW-CRE-04")
def test_whoever_attacks_a_peaceful_creature_provokes_it() -> None:
    stage = sea(Stage([on(24, 19, points=10)], [on(2, 35)]), ("slate_ray", 24, 18))
    match = stage.match(3, 3, 6, 6, 6)
    act(match, Nominate("red-1"), FreeActivation("red-1"), Attack("red-1", "bare_hands", "wild-slate_ray"))
    assert has(match, "wild-slate_ray", PROVOKED)


@rule("DW-ABL-13")
@rule("DW-CRE-01")
@pytest.mark.parametrize(("tokens", "hides"), [({}, False), ({TRANSFIXED: 1}, True)])
def test_a_creature_that_has_attacked_hides_again_once_it_acts_without_an_attack(
    tokens: dict[str, int], hides: bool
) -> None:
    stage = sea(
        Stage([on(24, 19.05), on(13.5, 18)], [on(2, 35)], terrain=[kelp(21, 16, 27, 20)]),
        ("cleft_eel", 24, 18, 0, {ATTACKED: 1, **tokens}),
    )
    match = nature(stage, 3, 3, 6, 6, 6)
    assert hidden(match.table, "red-2", "wild-cleft_eel") is hides


@rule("DW-CRE-05", 0)
def test_the_cheapest_and_then_the_nearest_is_hunted() -> None:
    facts = example("DW-CRE-05", 0)
    red = [on(10 + d + 1.25, 18, points=p) for p, d in zip(facts["points"], facts["distance"], strict=True)]
    red[2] = on(10, 18 + 13.25, points=22)
    stage = sea(Stage(red, [on(2, 35, points=90)]), ("grindfin", 10, 18), facing=45.0)
    prey = prey_of(stage.table, stage.table.models["wild-grindfin"])
    assert prey is not None
    assert prey.id == f"red-{facts['prey'] + 1}"


@rule("DW-CRE-05")
def test_unseen_prey_is_found_within_a_long_stick_only_and_the_wild_are_spared() -> None:
    hidden = wall(14, 10, 15, 26)
    near = sea(Stage([on(17, 18)], [on(40, 35)], terrain=[hidden]), ("grindfin", 10, 18), ("needle_pack", 10, 20))
    found = prey_of(near.table, near.table.models["wild-grindfin"])
    assert found is not None
    assert found.id == "red-1"
    far = sea(Stage([on(19, 18)], [on(40, 35)], terrain=[hidden]), ("grindfin", 10, 18), ("needle_pack", 10, 20))
    assert prey_of(far.table, far.table.models["wild-grindfin"]) is None


@rule("DW-CRE-06")
def test_a_hunter_comes_to_the_depth_of_its_prey_first() -> None:
    stage = sea(Stage([on(24, 26, level=3, points=20)], [on(2, 35)]), ("cleft_eel", 24, 18))
    match = nature(stage)
    assert model(match, "wild-cleft_eel").z == 6.0
    assert at(match, "wild-cleft_eel") == (24, 18)


@rule("DW-CRE-06")
def test_a_hunter_goes_round_what_is_in_its_way() -> None:
    stage = sea(
        Stage([on(24, 24, points=20)], [on(2, 35)], terrain=[wall(22.5, 20.5, 25.5, 21.5)]), ("cleft_eel", 24, 18)
    )
    match = nature(stage)
    assert at(match, "wild-cleft_eel") != (24, 18)


@rule("DW-CRE-06")
def test_a_creature_with_a_ranged_weapon_shoots_with_all_its_actions() -> None:
    stage = sea(Stage([on(24, 20.5, points=20)], [on(2, 35)]), ("cleft_eel", 24, 18))
    match = nature(stage, 3, 3, 6, 6, 6)
    blow = happened(match, AttackDeclared)[0].blow
    assert (blow.mode, blow.effort) == ("shot", 2)


@rule("DW-CRE-07")
@pytest.mark.parametrize(("die", "end_at"), [(6, (24, 23)), (3, (24, 13))])
def test_a_creature_without_prey_wanders_in_a_random_direction(die: int, end_at: tuple[float, float]) -> None:
    match = nature(sea(Stage([on(2, 2)], [on(2, 35)]), ("cleft_eel", 24, 18), facing=0.0), die)
    assert at(match, "wild-cleft_eel") == pytest.approx(end_at, abs=0.01)


@rule("DW-CRE-07")
@rule("DW-CRE-04")
def test_a_creature_that_wanders_moves_once_and_forgets_what_provoked_it() -> None:
    match = nature(sea(Stage([on(2, 2)], [on(2, 35)]), ("cleft_eel", 24, 18, 0, {PROVOKED: 1}), facing=0.0), 1)
    assert len(happened(match, Swam)) == 1
    assert not has(match, "wild-cleft_eel", PROVOKED)


@rule("DW-CRE-06")
def test_a_hunter_that_is_walled_in_stays_where_it_is() -> None:
    walls = [wall(22, 16, 26, 16.5), wall(22, 19.5, 26, 20), wall(22, 16.5, 22.5, 19.5), wall(25.5, 16.5, 26, 19.5)]
    match = nature(sea(Stage([on(24, 24, points=20)], [on(2, 35)], terrain=walls), ("grindfin", 24, 18)))
    assert at(match, "wild-grindfin") == (24, 18)
    assert not happened(match, AttackDeclared)


@rule("DW-CRE-07")
def test_at_the_edge_it_turns_round() -> None:
    match = nature(sea(Stage([on(2, 2)], [on(2, 35)]), ("cleft_eel", 44, 36), facing=0.0), 6)
    assert at(match, "wild-cleft_eel") == pytest.approx((44, 31), abs=0.01)


@rule("DW-CRE-08")
@rule("DW-CRE-09")
def test_a_wounded_creature_checks_its_morale_and_may_flee_from_the_map() -> None:
    stage = sea(Stage([on(24, 19, "trident")], [on(2, 35)]), ("slate_ray", 24, 18))
    match = stage.match(5, 2, 1, 1, 1)
    act(match, Nominate("red-1"), FreeActivation("red-1"), Attack("red-1", "trident", "wild-slate_ray"))
    assert not alive(match, "wild-slate_ray")
    assert spent(match)
    assert has(match, "red", f"{BEAST}:wild-slate_ray")


@rule("DW-CRE-08")
def test_it_checks_once_per_game_turn() -> None:
    stage = sea(Stage([on(24, 19, "trident")], [on(2, 35)]), ("slate_ray", 24, 18, 0, {"scared:wounded": 1}))
    match = stage.match(5, 2)
    act(match, Nominate("red-1"), FreeActivation("red-1"), Attack("red-1", "trident", "wild-slate_ray"))
    assert wounds(match, "wild-slate_ray")
    assert spent(match)


@rule("DW-CRE-09")
def test_a_kill_is_credited_to_the_side_of_the_killer_and_to_nobody_for_scenery() -> None:
    stage = sea(Stage([on(24, 19, combat=9)], [on(2, 35)]), ("glass_shoal", 24, 18))
    match = stage.match(6, 1)
    act(match, Nominate("red-1"), FreeActivation("red-1"), Attack("red-1", "bare_hands", "wild-glass_shoal"))
    assert not alive(match, "wild-glass_shoal")
    assert has(match, "red", f"{BEAST}:wild-glass_shoal")
    assert not wounds(match, "red-1")
    assert not has(match, "blue", f"{BEAST}:wild-glass_shoal")


@rule("DW-CRE-10")
def test_two_dice_pick_a_creature() -> None:
    found = Counter(rolled(a, b) for a, b in product(range(1, 7), repeat=2))
    assert set(found.values()) == {3}
    assert len(found) == 12
    assert rolled(3, 1) == "glass_shoal"
    assert rolled(4, 1) == "rift_squid"


@rule("DW-CRE-13")
def test_the_elder_gothagga_is_fearless_and_has_three_free_actions() -> None:
    stage = sea(Stage([on(24, 34, points=20)], [on(2, 35)]), ("elder_gothagga", 24, 18))
    match = nature(stage)
    assert len(happened(match, Swam)) == 3
    assert not has(match, "wild-elder_gothagga", "shifted")


@rule("DW-CRE-01")
@rule("DW-CRE-11")
def test_the_turn_of_the_creatures_has_a_heading_of_its_own_and_they_have_names() -> None:
    match = nature(sea(Stage([on(24, 27, points=20)], [on(2, 35)]), ("grindfin", 24, 6)))
    (stirred,) = happened(match, CreaturesStirred)
    assert GAME.sayings.heading(stirred)
    assert not happened(nature(Stage([on(24, 27)], [on(2, 35)])), CreaturesStirred), (
        "where there are none, nobody stirs"
    )
    asked = Decision("red", "DW-CRE-11", (), about="reef_mauler")
    assert GAME.sayings.decision(match.table, asked) == "red places Reef Mauler, 2 of 4"


@rule("DW-CRE-01")
@rule("DW-CRE-07")
@pytest.mark.parametrize(("terrain", "moves"), [((), 1), ((kelp(14, 8, 34, 28),), 0)])
def test_a_drifter_with_one_free_action_does_not_pay_two_for_a_move(terrain: tuple[Piece, ...], moves: int) -> None:
    stage = sea(Stage([on(2, 2)], [on(2, 35)], terrain=list(terrain)), ("bell_drifter", 24, 18))
    match = nature(stage, 3)
    assert len(happened(match, Swam)) == moves


@rule("DW-CRE-04")
def test_a_predator_bites_the_cheapest_it_can_reach_and_not_at_one_out_of_this_world() -> None:
    red = [on(25.25, 18, points=10, tokens={"shifted": 1}), on(22.75, 18, points=40)]
    match = nature(sea(Stage(red, [on(2, 35)]), ("grindfin", 24, 18)), 3, 3, 6, 6, 6)
    assert [event.target for event in happened(match, AttackDeclared)] == ["red-2"]


@rule("DW-CRE-01")
@rule("DW-ACN-05")
def test_a_slow_creature_pays_two_actions_in_difficult_terrain() -> None:
    red = [on(24, 21, points=20), on(2, 2)]
    for terrain, attacks in (([], 1), ([kelp(20, 10, 28, 29)], 0)):
        stage = sea(Stage(red, [on(2, 35)], terrain=terrain), ("reef_mauler", 24, 18))
        match = nature(stage, 3, 3, 6, 6, 6)
        assert touching(match.table, model(match, "wild-reef_mauler"), model(match, "red-1"))
        assert len(happened(match, AttackDeclared)) == attacks


@rule("DW-DEP-03")
@rule("DW-CRE-06")
def test_a_predator_that_comes_to_the_depth_of_its_prey_charges_and_does_not_rush() -> None:
    stage = Stage([on(16, 18), on(2, 2)], [on(2, 34)])
    beast = raised(catalog.creatures()["needle_pack"], "wild-1", WILD, "Needle pack")
    stage.table.put_moved(replace(beast, at=(20.0, 18.0), z=6.0, facing=180.0))
    stage.table.put_all_tokens(stage.table.models["wild-1"], beast.tokens)
    stage.table.agenda = (Prowling("wild-1", 3), *stage.table.agenda)
    match = settle(stage.match(3, 3))
    assert happened(match, Clashed)[0].blow.run == 1


@rule("DW-CRE-09")
@rule("DW-SCN-11")
@pytest.mark.parametrize("trigger", ["terror", "psychic_wall"])
def test_a_creature_driven_off_by_fear_alone_is_credited_too(trigger: str) -> None:
    stage = sea(Stage([on(20, 18), on(2, 2)], [on(40, 30)]), ("cleft_eel", 24, 18))
    stage.table.put_tokens("blue", "drove:wild-cleft_eel", 1)
    stage.table.agenda = (MoraleOf(("wild-cleft_eel",), trigger, "", "red"), *stage.table.agenda)
    match = stage.match(1, 1, 1)
    assert happened(match, Deserted)
    assert (has(match, "red", "beast:wild-cleft_eel"), has(match, "blue", "beast:wild-cleft_eel")) == (1, 0)


@rule("DW-CRE-09")
@rule("DW-MAG-09")
@rule("DW-OPS-16")
def test_a_wild_creature_on_strings_for_one_action_is_not_charmed() -> None:
    stage = sea(scene(), ("slate_ray", 24, 20))
    stage.table.put_tokens("red", "mission:beast_whisperer", 1)
    match = act(stage.match(6, 6, 6, 1, 1, 1), *chant("puppet_tide"), Cast("red-1", 2, "wild-slate_ray"))
    assert match.decision.about == "wild-slate_ray"
    act(match, Done("wild-slate_ray"))
    assert model(match, "wild-slate_ray").side == WILD
    assert not has(match, "red", f"{BEAST}:wild-slate_ray")
    assert not has(match, "red", "achieved:beast_whisperer")


# ------------------------------------------------------------------ where they come in: DW-CRE-11


@rule("DW-CRE-11")
@pytest.mark.parametrize(
    ("creature", "low", "fit"), [("reef_mauler", 0, True), ("reef_mauler", 1, False), ("grindfin", 1, True)]
)
def test_a_bottom_dweller_is_placed_on_the_ground(creature: str, low: int, fit: bool) -> None:
    stage = Stage(
        [on(2, 2)], [on(2, 34)], terrain=[wall(40, 16, 44, 20)], agenda=(Placing("red", (creature,), "DW-CRE-11"),)
    )
    place = Place("red", creature, (24.0, 18.0), low)
    if fit:
        assert stage.match().refusal(place) is None
    else:
        found = refused(stage.match(), place)
        assert (found.rule, found.facts["level"], found.facts["ground"]) == ("DW-CRE-11", 1, 0)


@rule("DW-CRE-11")
@pytest.mark.parametrize(("others", "free"), [((7, 18, 29), True), ((7, 18), False)])
def test_creatures_keep_their_distance_only_where_the_map_allows_it(others: tuple[int, ...], free: bool) -> None:
    options = {"map_inches": "36x36", "stick_inches": "4-6-8"}
    agenda = (Placing("red", ("shelf_turtle",), "DW-CRE-11"),)
    stage = Stage([on(2, 2)], [on(2, 34)], options=options, agenda=agenda)
    first, *more = (sea(stage, ("keel_saurian", x, 18)).table.models["wild-keel_saurian"] for x in others)
    for number, other in enumerate((first, *more)):
        stage.table.put_moved(replace(other, id=f"wild-{number}"))
    stage.table.put_moved(replace(first, at=None))
    stage.table.memo = {}
    match = stage.match()
    assert (match.refusal(Place("red", "shelf_turtle", (12.0, 18.0), 0)) is None) == free
    overlaps = match.refusal(Place("red", "shelf_turtle", (8.0, 18.0), 0))
    assert overlaps is not None
    assert overlaps.rule == "DW-MOV-04"
