"""What is added to the dice of combat, hand to hand (DW-H2H) and from afar (DW-RNG)."""

from __future__ import annotations

import pytest

from sightline.core.decisions import Picks
from sightline.core.match import Match
from sightline.games.deepwars import catalog
from sightline.games.deepwars.actions import Attack, Cast, ChangeDepth, Drop, FastDive, Move, Reload, StepAndAttack
from sightline.games.deepwars.effects import EFFECTS
from sightline.games.deepwars.events import AttackDeclared, Clashed
from sightline.games.deepwars.measure import distance
from sightline.games.deepwars.questions import SHOT, Blow, DefenceScore
from sightline.games.deepwars.tokens import ACTIVATED, ADVANTAGE, ATTACKED, FLASHED
from tests.games.deepwars.chants import caster, chant
from tests.games.deepwars.duels import FISTS, HIT, PLAIN, duel, result, row_of, scores, shot
from tests.games.deepwars.stage import (
    Stage,
    act,
    at,
    box,
    example,
    free,
    happened,
    has,
    kelp,
    model,
    offered,
    on,
    refused,
    rolling,
    spent,
    wall,
    wounds,
)
from tests.kit import rule

# ------------------------------------------------------------------ hand-to-hand modifiers


@rule("DW-H2H-01")
def test_a_foe_that_is_down_is_easier() -> None:
    for tokens in ({"fallen": 1}, {"transfixed": 1}, {"immobilized": 1}, {"fallen": 1, "transfixed": 1}):
        assert scores(duel(blue=on(21, 18, tokens=tokens)), PLAIN)[0] == 2
    assert scores(duel(blue=on(21, 18, tokens={"dazed": 1})), PLAIN)[0] == 0


@rule("DW-H2H-02", 0)
@rule("DW-ABL-29")
@rule("DW-ABL-43")
def test_a_powerful_mighty_attack_with_a_great_weapon() -> None:
    stage = duel(on(20, 18, "powerful", "breaching_maul"))
    plain = Blow("red-1", "blue-1", "breaching_maul", effort=3)
    assert scores(stage, plain) == (1 + 1, -3)
    assert scores(stage, Blow("red-1", "blue-1", "breaching_maul", effort=3, pierce=2)) == (1 + 1, -1)
    assert scores(stage, Blow("red-1", "blue-1", "breaching_maul")) == (1, 0)


@rule("DW-H2H-04", 0, 1)
@rule("DW-ACN-16")
def test_a_move_into_an_attack_is_a_charge_and_two_are_a_rush() -> None:
    match = duel(on(16, 18)).match(5, 5, 5, 3, 3)
    act(match, *rolling("red-1", 3), Move("red-1", (19.99, 18.0)), Attack("red-1", FISTS, "blue-1", effort=2))
    assert happened(match, AttackDeclared)[0].blow.run == 1
    assert happened(match, Clashed)[0].totals == (7, 5)
    match = duel(on(11, 18)).match(5, 5, 5, 3, 3)
    act(match, *rolling("red-1", 3), Move("red-1", (16, 18)), Move("red-1", (19.99, 18.0)), HIT)
    assert happened(match, Clashed)[0].totals == (8, 6)


@rule("DW-H2H-04")
def test_a_charge_must_begin_out_of_contact_and_follow_directly() -> None:
    match = duel(on(16, 18, "speargun", tokens={"empty:speargun": 1})).match(5, 5, 5, 3, 3)
    act(match, *rolling("red-1", 3), Move("red-1", (19.99, 18.0)), Reload("red-1", "speargun"), HIT)
    assert happened(match, AttackDeclared)[0].blow.run == 0


@rule("DW-H2H-04", 2)
def test_a_powerful_charge_with_a_great_claw_doubles_a_weaker_foe() -> None:
    match = duel(on(16, 18, "great_claw", "powerful", combat=4), on(21, 18, "dive_knife", boxes_body=3)).match(
        5, 5, 5, 3, 4
    )
    act(match, *rolling("red-1", 3), Move("red-1", (19.99, 18.0)), Attack("red-1", "great_claw", "blue-1", effort=2))
    assert happened(match, Clashed)[0].totals == (10, 5)
    assert wounds(match, "blue-1") == 2
    assert spent(match)


@rule("DW-H2H-03")
def test_an_attacker_that_was_hidden_strikes_from_ambush() -> None:
    assert scores(duel(), Blow("red-1", "blue-1", FISTS, ambush=True))[0] == 1
    match = Stage([on(16, 18)], [on(21, 18), on(2, 34)], terrain=[wall(17.5, 17, 18.5, 30)]).match(5, 5)
    act(match, *rolling("red-1"))
    assert has(match, "red-1", "unseen:blue-1")
    match = Stage([on(16, 18)], [on(21, 18, facing=0.0), on(2, 34)]).match(5, 5)
    act(match, *rolling("red-1"))
    assert not has(match, "red-1", "unseen:blue-1")


@rule("DW-H2H-05", 0)
def test_a_coordinated_attack_presses_the_defender_to_five() -> None:
    facts = example("DW-H2H-05", 0)
    found = [scores(duel(), Blow("red-1", "blue-1", FISTS, joiners=n - 1))[1] for n in facts["attackers"]]
    assert found == facts["mods"]


@rule("DW-H2H-06")
@rule("DW-ACT-05")
def test_joiners_pay_with_their_activation() -> None:
    stage = Stage(
        [on(20, 18), on(21, 19), on(21, 17, tokens={"activated": 1}), on(30, 18)], [on(21, 18, boxes_body=9), on(2, 34)]
    )
    match = stage.match(3, 3)
    act(match, *free("red-1"))
    assert match.refusal(Attack("red-1", FISTS, "blue-1", joiners=("red-3",))).rule == "DW-H2H-06"  # type: ignore[union-attr]
    assert match.refusal(Attack("red-1", FISTS, "blue-1", joiners=("red-4",))).rule == "DW-H2H-06"  # type: ignore[union-attr]
    act(match, Attack("red-1", FISTS, "blue-1", joiners=("red-2",)))
    assert has(match, "red-2", ACTIVATED)
    assert happened(match, Clashed)[0].totals == (6, 3)  # One joins, three beset the defender.


@rule("DW-H2H-08", 0, 1, 2, 3)
@pytest.mark.parametrize("index", range(4))
def test_flanked_and_surrounded_add_to_a_coordinated_attack(index: int) -> None:
    facts = example("DW-H2H-08", index)
    spots = [(20, 18), (21, 19), (21, 17), (22, 18), (21.71, 18.71)]
    red = [on(*spot) for spot in spots[: facts["in_contact"]]]
    stage = Stage(red, [on(21, 18)], options=facts.get("option"))
    assert scores(stage, Blow("red-1", "blue-1", FISTS, joiners=facts["joiners"]))[1] == facts["mod"]


@rule("DW-H2H-08")
def test_who_is_down_does_not_flank() -> None:
    for tokens in ({"fallen": 1}, {"dazed": 1}, {"transfixed": 1}, {"immobilized": 1}):
        stage = Stage([on(20, 18), on(21, 19, tokens=tokens)], [on(21, 18)])
        assert scores(stage, PLAIN)[1] == 0
    assert scores(Stage([on(20, 18), on(21, 19, tokens={"entangled": 1})], [on(21, 18)]), PLAIN)[1] == -1


@rule("DW-H2H-08")
@rule("DW-CND-02")
def test_a_dazed_attacker_does_not_flank_either() -> None:
    dazed = Stage([on(20, 18, tokens={"dazed": 1}), on(21, 19), on(21, 17)], [on(21, 18)])
    assert scores(dazed, PLAIN) == (-1, -1), "two beset the defender, not three"


@rule("DW-H2H-07")
@rule("DW-DEP-05")
def test_the_higher_and_those_behind_an_obstacle_fight_better() -> None:
    assert scores(Stage([on(20, 18, level=1)], [on(20, 18)]), PLAIN) == (1, 0)
    assert scores(Stage([on(20, 18)], [on(20.5, 18, level=1)]), PLAIN) == (0, 1)
    reef = box(20.8, 17, 24, 19, "scenic", "cover", "material:coral", id="reef")
    assert scores(duel(terrain=[reef]), PLAIN) == (0, 1)
    both = Stage([on(20, 18)], [on(20.9, 18, level=1)], terrain=[wall(20.6, 17, 24, 19, height=1)])
    assert scores(both, PLAIN) == (0, 1)


@rule("DW-H2H-09")
@rule("DW-TER-03")
def test_a_model_in_cover_is_not_driven_out_of_it() -> None:
    weeds = kelp(20.6, 17, 24, 19)
    match = duel(blue=on(21, 18, av=3), terrain=[weeds]).match(4, 3)
    act(match, *free("red-1"), HIT)
    assert at(match, "blue-1") == (21.0, 18.0)
    assert has(match, "red-1", f"{ADVANTAGE}:blue-1")


@rule("DW-H2H-10")
def test_an_attack_from_behind_is_better_and_safe() -> None:
    assert scores(duel(blue=on(21, 18, facing=0.0)), PLAIN)[0] == 1
    assert row_of(result((6, 8), facing=0.0)) == "no_effect"
    assert scores(duel(blue=on(21, 18, facing=90.0)), PLAIN)[0] == 0


@rule("DW-H2H-11")
@rule("DW-ABL-08")
@rule("DW-ABL-33")
def test_the_bigger_fights_better_in_attack_and_defence() -> None:
    assert scores(Stage([on(20, 18, size=2)], [on(21.2, 18)]), PLAIN) == (1, 0)
    assert scores(Stage([on(20, 18)], [on(21.7, 18, size=3)]), PLAIN) == (0, 1)
    assert scores(Stage([on(20, 18, size=3)], [on(21.7, 18)]), PLAIN) == (1, 0)
    assert scores(Stage([on(20, 18, size=2)], [on(21.5, 18, size=2)]), PLAIN) == (0, 0)


@rule("DW-H2H-13")
@rule("DW-ABL-07")
def test_bad_ground_hampers_an_attacker_that_is_not_at_home_there() -> None:
    weeds = kelp(18, 17, 20.4, 19)
    assert scores(duel(terrain=[weeds]), PLAIN)[0] == -1
    assert scores(duel(on(20, 18, "benthic"), terrain=[weeds]), PLAIN)[0] == 0
    assert scores(Stage([on(20, 18, level=2)], [on(21, 18, level=2)], terrain=[weeds]), PLAIN)[0] == 0


# ------------------------------------------------------------------ ranged modifiers


@rule("DW-RNG-02", 0)
@rule("DW-RNG-07", 0)
@pytest.mark.parametrize(("id", "effort"), [("DW-RNG-02", 1), ("DW-RNG-07", 2)])
def test_long_shots_and_how_aiming_moves_their_bands(id: str, effort: int) -> None:
    facts = example(id, 0)
    for far, wanted in zip(facts["distance"], facts["mods"], strict=True):
        stage = Stage([on(5, 18, "dart_rifle"), on(2, 2)], [on(6 + far, 18), on(2, 34)])
        match = stage.match(5, 5)
        act(match, *rolling("red-1"))
        refusal = match.refusal(Attack("red-1", "dart_rifle", "blue-1", effort=effort))
        if wanted == "none":
            assert refusal is not None
            assert refusal.rule == "DW-RNG-02"
        else:
            assert refusal is None
            attack, _ = scores(stage, Blow("red-1", "blue-1", "dart_rifle", SHOT, effort=effort))
            assert attack == int(wanted)


@rule("DW-RNG-01")
def test_partial_cover_costs_the_shooter_one() -> None:
    assert shot(on(5, 18), on(9, 18), terrain=[kelp(6, 17, 8, 19)])[0] == -1
    assert shot(on(5, 18), on(9, 18))[0] == 0


@rule("DW-RNG-03")
def test_a_shot_from_behind_or_from_ambush_is_better_once() -> None:
    assert shot(on(5, 18), on(9, 18, facing=0.0))[0] == 1
    assert shot(on(5, 18), on(9, 18), ambush=True)[0] == 1
    assert shot(on(5, 18), on(9, 18, facing=0.0), ambush=True)[0] == 1


@rule("DW-RNG-04")
@rule("DW-RNG-05")
def test_only_a_transfixed_target_is_easier_to_shoot() -> None:
    assert shot(on(5, 18), on(9, 18, tokens={"fallen": 1}))[0] == 0
    assert shot(on(5, 18), on(9, 18, tokens={"dazed": 1}))[0] == 0
    assert shot(on(5, 18), on(9, 18, tokens={"transfixed": 1}))[0] == 2


@rule("DW-RNG-06")
@rule("DW-DEP-06", 0)
def test_another_depth_helps_the_shooter() -> None:
    assert shot(on(5, 18), on(9, 18, level=1))[0] == 1
    assert shot(on(5, 18, level=1), on(9, 18))[0] == 1
    table = Stage([on(5, 18, level=3)], [on(12, 18)]).table
    assert distance(table, table.models["red-1"], table.models["blue-1"]) == 9.0


@rule("DW-RNG-07")
@rule("DW-ACN-10")
def test_an_aimed_shot_presses_the_target_or_breaks_its_armor() -> None:
    assert shot(on(5, 18), on(9, 18), effort=2)[1] == -1
    assert shot(on(5, 18), on(9, 18), effort=3)[1] == -2
    assert shot(on(5, 18), on(9, 18), effort=3, pierce=1)[1] == -1


@rule("DW-RNG-08")
def test_big_targets_are_easier() -> None:
    assert shot(on(5, 18), on(9, 18, size=2))[0] == 1
    assert shot(on(5, 18), on(9, 18, size=3))[0] == 1


@rule("DW-RNG-10")
def test_nobody_shoots_out_of_or_into_a_melee() -> None:
    stage = Stage([on(10, 18, "dart_rifle", "needle_pistol"), on(16, 18)], [on(11, 18), on(17, 18), on(10, 22)])
    match = stage.match()
    act(match, *free("red-1"))
    assert match.refusal(Attack("red-1", "dart_rifle", "blue-1")).rule == "DW-RNG-10"  # type: ignore[union-attr]
    assert match.refusal(Attack("red-1", "dart_rifle", "blue-3")).rule == "DW-RNG-10"  # type: ignore[union-attr]
    assert match.refusal(Attack("red-1", "needle_pistol", "blue-1")) is None
    stage = Stage([on(10, 18, "dart_rifle"), on(13, 18)], [on(14, 18)])
    match = stage.match()
    act(match, *free("red-1"))
    assert match.refusal(Attack("red-1", "dart_rifle", "blue-1")).rule == "DW-RNG-10"  # type: ignore[union-attr]
    loose = Stage([on(10, 18, "dart_rifle"), on(14, 19)], [on(14, 18)], options={"fire_into_melee": "minus_2"})
    match = loose.match()
    act(match, *free("red-1"))
    assert match.refusal(Attack("red-1", "dart_rifle", "blue-1")) is None
    assert scores(loose, Blow("red-1", "blue-1", "dart_rifle", SHOT))[0] == -2
    astray = loose.match(1, 6, 4, 5)
    act(astray, *free("red-1"), Attack("red-1", "dart_rifle", "blue-1"))
    (clash,) = happened(astray, Clashed)
    assert (clash.defender, clash.totals) == ("red-2", (5, 8))
    assert spent(astray)
    armored = Stage([on(10, 18, "dart_rifle"), on(13, 18, av=3)], [on(13, 19)], options={"fire_into_melee": "minus_2"})
    driven = armored.match(1, 6, 6, 1)
    act(driven, *free("red-1"), Attack("red-1", "dart_rifle", "blue-1"))
    assert at(driven, "red-2") == (14.0, 18.0), "away from the shooter, not from whom it was meant for"


@rule("DW-RNG-11")
def test_concentrated_fire_presses_the_target() -> None:
    stage = Stage([on(10, 18, "dart_rifle"), on(10, 20, "speargun"), on(10, 16)], [on(14, 18), on(2, 34)])
    match = stage.match(3, 3)
    act(match, *free("red-1"))
    assert match.refusal(Attack("red-1", "dart_rifle", "blue-1", joiners=("red-3",))).rule == "DW-H2H-06"  # type: ignore[union-attr]
    act(match, Attack("red-1", "dart_rifle", "blue-1", joiners=("red-2",)))
    assert happened(match, Clashed)[0].totals == (6, 5)
    assert has(match, "red-2", "empty:speargun") == 1
    assert has(match, "red-2", ACTIVATED)


@rule("DW-RNG-12")
@rule("DW-ACN-11")
@rule("DW-ACN-09")
@rule("DW-ABL-51")
def test_a_speargun_has_to_be_reloaded() -> None:
    options = {"attacks_per_activation": 3}
    match = Stage([on(10, 18, "speargun")], [on(14, 18, boxes_body=9), on(2, 34)], options=options).match(
        5, 5, 5, 3, 3, 3, 3
    )
    fire = Attack("red-1", "speargun", "blue-1")
    act(match, *rolling("red-1", 3), fire)
    assert match.refusal(fire).rule == "DW-WPN-02"  # type: ignore[union-attr]
    act(match, Reload("red-1", "speargun"), fire)
    assert spent(match)
    assert (
        refused(Stage([on(10, 18, "speargun")], [on(14, 18)]).match(), *free("red-1"), Reload("red-1", "speargun")).rule
        == "DW-ACN-11"
    )


@rule("DW-RNG-12")
@rule("DW-WPN-04")
@rule("DW-ABL-56")
def test_a_thrown_weapon_is_used_once() -> None:
    options = {"attacks_per_activation": 2}
    stage = Stage([on(10, 18, "depth_charge")], [on(13, 18, boxes_body=9), on(2, 34)], options=options)
    match = stage.match(5, 5, 3, 3)
    throw = Attack("red-1", "depth_charge", "blue-1")
    act(match, *rolling("red-1"), throw)
    assert match.refusal(throw).rule == "DW-WPN-02"  # type: ignore[union-attr]


@rule("DW-RNG-02")
@rule("DW-MOV-10")
@pytest.mark.parametrize(("weapon", "inches"), [("needle_pistol", 3.0), ("dart_rifle", 5.0)])
def test_a_band_ends_where_its_stick_does(weapon: str, inches: float) -> None:
    # Spots lie on a lattice of which a step is 1/512 inch: what is within a hundredth is within.
    for band, penalty in ((1, 0), (2, -2), (3, -4)):
        for more, expected in ((0.0, penalty), (0.008, penalty), (0.02, penalty - 2)):
            far = on(11 + band * inches + more, 18)
            if expected >= -4:
                assert shot(on(10, 18, weapon), far, weapon)[0] - catalog.weapon(weapon).bonus == expected


@rule("DW-WPN-03")
@rule("DW-ACN-11")
def test_a_damaged_weapon_is_not_reloaded() -> None:
    gun = next(w.id for w in catalog.weapons().values() if any(t.id == "reload" for t in w.traits))
    match = Stage([on(20, 18, gun, tokens={f"empty:{gun}": 1, f"wound:{gun}": 1})], [on(40, 30)]).match()
    assert refused(match, *free("red-1"), Reload("red-1", gun)).rule == "DW-WPN-03"


# ------------------------------------------------------------------ what leads into a charge: DW-H2H-04


def running_bonus(match: Match) -> float:
    """What the run added to the last attack."""
    notes = happened(match, Clashed)[-1].attack.notes
    return float(sum(note.value for note in notes if note.rule == "DW-H2H-04"))


@rule("DW-H2H-04")
@rule("DW-DEP-03")
def test_a_change_of_depth_between_two_moves_breaks_a_rush() -> None:
    stage = Stage([on(20, 18), on(2, 2)], [on(29.2, 18, level=1), on(2, 34), on(6, 34)])
    match = act(stage.match(6, 6, 6, 3, 3), *rolling("red-1", 3))
    act(match, Move("red-1", (24, 18)), ChangeDepth("red-1", 1), Move("red-1", (28.19, 18)))
    act(match, Attack("red-1", FISTS, "blue-1"))
    assert running_bonus(match) == 1


@rule("DW-H2H-04")
@rule("DW-ACN-22")
def test_a_move_that_a_free_hack_has_cancelled_is_no_charge() -> None:
    stage = Stage([on(20, 18, av=3), on(2, 2)], [on(21, 18), on(18, 18), on(2, 34)])
    match = act(stage.match(6, 6, 4, 3, 3, 3), *rolling("red-1"), Move("red-1", (20, 21)))
    assert at(match, "red-1") == (19.0, 18.0), "driven back, against another enemy"
    act(match, Attack("red-1", FISTS, "blue-2"))
    assert running_bonus(match) == 0


@rule("DW-DEP-03")
@rule("DW-PHY-08")
def test_a_fast_dive_that_stops_short_of_contact_is_no_part_of_a_rush() -> None:
    stage = Stage([on(20, 18, level=3), on(2, 2)], [on(21.02, 18), on(2, 34), on(6, 34)])
    match = act(stage.match(6, 5, 5, 6, 1, 1, 3, 3), *rolling("red-1", 3), FastDive("red-1", -2))
    assert model(match, "red-1").z == 6.0, "one success: one level now"
    act(match, ChangeDepth("red-1", -1), Attack("red-1", FISTS, "blue-1"))
    assert running_bonus(match) == 1


@rule("DW-H2H-04")
@rule("DW-ACN-24")
def test_what_is_dropped_on_the_way_does_not_break_a_charge() -> None:
    bearer = on(20, 18, tokens={"load:golden_treasure": 1})
    match = Stage([bearer, on(2, 2)], [on(25, 18), on(2, 34), on(6, 34)]).match(6, 6, 3, 3)
    act(match, *rolling("red-1"), Move("red-1", (23.99, 18)), Drop("red-1", "golden_treasure"))
    act(match, Attack("red-1", FISTS, "blue-1"))
    assert running_bonus(match) == 1


# ------------------------------------------------------------------ friends who join: DW-H2H-06


@rule("DW-H2H-06")
@rule("DW-ACN-17")
def test_friends_join_an_attack_that_begins_with_a_step() -> None:
    match = Stage([on(19, 18), on(22, 18), on(2, 2)], [on(21, 18), on(2, 34)]).match(3, 3)
    act(match, *free("red-1"))
    offer = next(o for o in match.decision.offers if o.action is StepAndAttack and o.given["weapon"] == FISTS)
    assert match.slots(offer)["joiners"] == Picks(("red-2",), 0, 1)
    far = StepAndAttack("red-1", FISTS, "blue-1", (19.99, 18.0), joiners=("red-3",))
    assert match.refusal(far).rule == "DW-H2H-06"  # type: ignore[union-attr]
    act(match, StepAndAttack("red-1", FISTS, "blue-1", (19.99, 18.0), joiners=("red-2",)))
    assert happened(match, Clashed)[0].totals == (6, 4)
    assert has(match, "red-2", "activated")
    assert spent(match)


@rule("DW-H2H-06")
@rule("DW-ABL-13")
@rule("DW-LOS-06")
def test_whoever_joins_an_attack_has_attacked() -> None:
    red = [on(20, 18, "dart_rifle"), on(20, 20, "dart_rifle"), on(2, 2)]
    match = Stage(red, [on(24, 18), on(2, 34), on(6, 34)]).match(3, 3)
    act(match, *free("red-1"), Attack("red-1", "dart_rifle", "blue-1", joiners=("red-2",)))
    for shooter in ("red-1", "red-2"):
        assert has(match, shooter, ATTACKED)
        assert has(match, shooter, FLASHED)
    assert not has(match, "red-3", ATTACKED)


# ------------------------------------------------------------------ what stands between: DW-H2H-07, DW-H2H-09


@rule("DW-H2H-07")
def test_who_swims_above_a_reef_is_not_in_it() -> None:
    reef = [box(20, 16, 24, 20, "scenic", "material:coral", id="reef")]
    for low, bonus in ((0, 0), (1, 1)):
        stage = Stage([on(21, 18, level=low)], [on(22, 18)], terrain=reef)
        blow = Blow("red-1", "blue-1", FISTS)
        assert EFFECTS.tally(stage.table, DefenceScore("blue-1", "red-1", blow), 0).value == bonus


@rule("DW-H2H-09")
@rule("DW-ABL-47")
def test_a_long_weapon_does_not_reach_through_a_wall() -> None:
    for terrain in ([], [wall(20.7, 15, 21.2, 21)]):
        match = Stage([on(20, 18, "harpoon_pike"), on(2, 2)], [on(21.9, 18), on(2, 34)], terrain=terrain).match()
        act(match, *free("red-1"))
        assert bool(offered(match, Attack)) is not bool(terrain)


# ------------------------------------------------------------------ spells into a melee: DW-RNG-10


@rule("DW-RNG-10")
def test_a_spell_with_an_attack_roll_is_not_aimed_into_a_melee_with_friends() -> None:
    red, blue = [caster(), on(26, 18)], [on(25, 18), on(2, 34)]
    for spell, options, no in (
        ("brine_lance", {}, "DW-RNG-10"),
        ("thermal_burst", {}, "DW-RNG-10"),
        ("siren_lock", {}, None),
        ("brine_lance", {"fire_into_melee": "minus_2"}, None),
    ):
        match = act(Stage(red, blue, options=options).match(6, 6, 6), *chant(spell))
        refusal = match.refusal(Cast("red-1", 3, "blue-1"))
        assert (refusal and refusal.rule) == no


@rule("DW-RNG-10")
def test_an_engaged_caster_may_strike_whom_it_is_engaged_with() -> None:
    match = act(Stage([caster(), on(2, 2)], [on(21, 18), on(2, 34)]).match(6, 6, 6), *chant("brine_lance"))
    assert match.refusal(Cast("red-1", 3, "blue-1")) is None
