"""The abilities, one by one: their figures and what they do."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sightline.core.decisions import Decision
from sightline.core.match import Match
from sightline.core.odds import distribution
from sightline.games.guerrilla import GAME
from sightline.games.guerrilla.actions import Activate, Attack, Cast, CastArea, CastAround, Move
from sightline.games.guerrilla.catalog import item, items
from sightline.games.guerrilla.events import Healed, Reloaded
from sightline.games.guerrilla.throwing import to_throw
from tests.games.guerrilla.cues import loaded, mean, need, pace, pass_to, takers, turn_of, under
from tests.games.guerrilla.stage import On, Stage, at, chance, damage, happened, on, points, refused, spent, wall
from tests.kit import rule

PAIR = ("herald", "crusader")
ABILITIES = [
    # rule        id              number range diameter cost who
    ("DG-PSY-01", "psychic_shock", 4, 18, 0, 2, ("overseer", *PAIR)),
    ("DG-QUK-01", "ground_quake", 6, 18, 12, 2, PAIR),
    ("DG-BLD-01", "blindness", 4, 18, 0, 2, PAIR),
    ("DG-WKN-01", "weakness", 4, 18, 0, 2, PAIR),
    ("DG-MBZ-01", "mind_blaze", 7, 24, 0, 4, PAIR),
    ("DG-INS-01", "inspiration", 6, 0, 12, 2, ("overseer", "crusader")),
    ("DG-RET-01", "tactical_retreat", 5, 0, 18, 2, ("overseer",)),
    ("DG-DRS-01", "dress_wounds", 4, 0, 0, 2, ("overseer", "trooper", "recon", "medic", "herald")),
    ("DG-SUP-01", "supply_request", 6, 24, 12, 2, ("overseer",)),
    ("DG-APR-01", "aura_of_protection", 7, 18, 0, 3, PAIR),
    ("DG-ANN-01", "aura_of_annihilation", 7, 18, 0, 3, PAIR),
    ("DG-REV-01", "aura_of_revitalization", 7, 18, 0, 3, ("medic", *PAIR)),
    ("DG-DUA-01", "duality_of_fate", 8, 24, 0, 4, PAIR),
    ("DG-SAN-01", "sanctify_ground", 8, 0, 14, 4, PAIR),
    ("DG-MAL-01", "equipment_malfunction", 6, 12, 12, 3, ("technician",)),
    ("DG-RAD-01", "radon_shield", 6, 18, 0, 3, ("technician",)),
    ("DG-ELP-01", "electron_pulse", 4, 12, 3, 2, ("technician",)),
]
ALLIED = {"dress_wounds", "aura_of_protection", "aura_of_annihilation", "aura_of_revitalization", "radon_shield"}


def test_the_book_has_these_abilities_and_no_others() -> None:
    assert {row[1] for row in ABILITIES} == {i.id for i in items().values() if i.kind == "ability"}


@pytest.mark.parametrize(
    ("ability", "number", "reach", "diameter", "cost", "who"),
    [pytest.param(*row[1:], id=row[1], marks=rule(row[0])) for row in ABILITIES],
)
def test_an_ability_has_its_printed_figures(
    ability: str, number: int, reach: int, diameter: int, cost: int, who: tuple[str, ...]
) -> None:
    kind = item(ability)
    assert (kind.target_number, kind.range_in, kind.diameter_in, kind.cost) == (number, reach, diameter, cost)
    assert takers(ability) == who
    assert GAME.odds({"cast": {"caster": who[0], "ability": ability}})["need"] == number


@pytest.mark.parametrize(
    ("ability", "reach", "diameter", "caster"),
    [pytest.param(row[1], row[3], row[4], row[6][0], id=row[1], marks=rule(row[0])) for row in ABILITIES if row[3]],
)
def test_an_ability_reaches_its_range_and_no_farther(ability: str, reach: int, diameter: int, caster: str) -> None:
    for beyond in (0.0, 0.002):
        x = 2.5 + reach + beyond + (0 if diameter else 0.5)
        red, blue = [on(caster, 2, 12, ability, "force_grenade")], [on("bastion", 30, 3)]
        (red if ability in ALLIED else blue).insert(1 if ability in ALLIED else 0, on("trooper", x, 12))
        target = "red-2" if ability in ALLIED else "blue-1"
        action = CastArea("red-1", ability, (x, 12)) if diameter else Cast("red-1", ability, target)
        stage = Stage(red, blue, phase="active")
        if beyond:
            no = refused(stage.match(), Activate("red-1"), action)
            assert (no.rule, no.facts["range"]) == ("DG-CST-06" if diameter else "DG-CST-04", reach)
            assert reach < no.facts["distance"] < reach + 0.004
        else:
            assert stage.match().play(Activate("red-1"), action)


def cast(stage: Stage, action: Cast | CastArea | CastAround, face: int) -> Match:
    """A cast by red-1 on one die."""
    match = stage.match(face)
    match.play(Activate("red-1"), action)
    assert spent(match)
    return match


def toll(stage: Stage, action: Cast | CastArea, *victims: str) -> dict[int, Fraction]:
    """How likely a cast is to leave so many tokens on its victims together."""
    match = stage.match()
    match.play(Activate("red-1"), action)
    return distribution(match, lambda m: isinstance(m.pending, Decision), lambda m: sum(damage(m, v) for v in victims))


# Harm


@pytest.mark.parametrize(
    ("ability", "staff", "tokens", "odds", "average"),
    [
        pytest.param("psychic_shock", (), 3, "7/10", "21/10", marks=rule("DG-PSY-01", 0)),
        pytest.param("psychic_shock", ("warding_staff",), 3, "9/10", "27/10", marks=rule("DG-PSY-01", 0)),
        pytest.param("mind_blaze", (), 8, "2/5", "16/5", marks=rule("DG-MBZ-01", 0)),
        pytest.param("mind_blaze", ("warding_staff",), 8, "3/5", "24/5", marks=rule("DG-MBZ-01", 0)),
    ],
)
def test_a_mind_is_struck_all_at_once(
    ability: str, staff: tuple[str, ...], tokens: int, odds: str, average: str
) -> None:
    stage = Stage([on("herald", 5, 12, ability, *staff)], [on("bastion", 15, 12)], phase="active")
    found = toll(stage, Cast("red-1", ability, "blue-1"), "blue-1")
    assert found == {tokens: Fraction(odds), 0: 1 - Fraction(odds)}
    assert mean(found) == Fraction(average)


@rule("DG-ELP-01", 0)
@pytest.mark.parametrize(("x", "tokens"), [(20, 3), (21.9, 3), (22, 3), (22.002, 0), (22.1, 0)])
def test_an_electron_pulse_reaches_an_inch_and_a_half(x: float, tokens: int) -> None:
    stage = Stage([on("technician", 10, 12, "electron_pulse")], [on("bastion", x, 12)], phase="active")
    assert damage(cast(stage, CastArea("red-1", "electron_pulse", (20, 12)), 4), "blue-1") == tokens


@rule("DG-ELP-01", 1)
def test_an_electron_pulse_on_two_enemies_does_four_and_a_fifth_on_the_mean() -> None:
    blue = [on("bastion", 20, 13), on("bastion", 20, 11)]
    stage = Stage([on("technician", 10, 12, "electron_pulse")], blue, phase="active")
    found = toll(stage, CastArea("red-1", "electron_pulse", (20, 12)), "blue-1", "blue-2")
    assert found == {6: Fraction(7, 10), 0: Fraction(3, 10)}
    assert mean(found) == Fraction(21, 5)


# Hindrance


@rule("DG-QUK-01", 0)
def test_a_quake_slows_the_move_and_the_sprint_of_the_next_turn_only() -> None:
    stage = Stage([on("herald", 5, 12, "ground_quake")], [on("crusader", 20, 12)], phase="active", turn=2)
    match = cast(stage, CastArea("red-1", "ground_quake", (20, 12)), 6)
    pass_to(match, 3, "movement")
    turn_of(match, "blue")
    no = refused(match, Activate("blue-1"), Move("blue-1", (23.002, 12)))
    assert (no.rule, no.facts["speed"]) == ("DG-MOV-02", 3)
    match.play(Move("blue-1", (23, 12)))
    assert refused(match, Move("blue-1", (26.002, 12))).facts["speed"] == 3
    match.play(Move("blue-1", (26, 12)))
    assert at(match, "blue-1") == (26, 12)
    assert pace(pass_to(match, 4, "movement"), "blue-1") == 5


@rule("DG-QUK-01", 1)
def test_a_quake_roots_an_armoured_bastion_to_the_spot() -> None:
    blue = [on("bastion", 20, 12, "powered_titanium_armor")]
    stage = Stage([on("herald", 5, 12, "ground_quake")], blue, phase="active", turn=2)
    assert pace(stage, "blue-1") == 1
    match = cast(stage, CastArea("red-1", "ground_quake", (20, 12)), 6)
    assert pace(pass_to(match, 3, "movement"), "blue-1") == 0


@rule("DG-BLD-01", 0)
def test_a_blinded_artillerist_shoots_badly_but_throws_and_swings_as_before() -> None:
    kit = ("phaser_rifle", "force_grenade", "saw_sword")
    blue = [on("artillerist", 15, 12, *kit)]
    match = cast(
        Stage([on("herald", 5, 12, "blindness")], blue, phase="active"), Cast("red-1", "blindness", "blue-1"), 4
    )
    assert to_throw(match.table, "blue-1", "force_grenade").value == 4
    pass_to(match, 1, "siege")
    assert need(match, "blue-1", "red-1", "phaser_rifle") == 6
    assert need(match, "blue-1", "red-1", "saw_sword") == 7
    assert (chance(6), chance(4)) == (Fraction(1, 2), Fraction(7, 10))
    assert need(pass_to(match, 2, "siege"), "blue-1", "red-1", "phaser_rifle") == 4


@rule("DG-WKN-01", 0)
def test_a_weakened_bastion_swings_badly_but_shoots_as_before() -> None:
    blue = [on("bastion", 15, 12, "phaser_rifle", "saw_sword")]
    match = cast(Stage([on("herald", 5, 12, "weakness")], blue, phase="active"), Cast("red-1", "weakness", "blue-1"), 4)
    pass_to(match, 1, "siege")
    assert need(match, "blue-1", "red-1", "saw_sword") == 6
    assert need(match, "blue-1", "red-1", "phaser_rifle") == 6
    assert chance(6) == Fraction(1, 2)
    assert need(pass_to(match, 2, "siege"), "blue-1", "red-1", "saw_sword") == 4


# Help


@rule("DG-INS-01", 0)
def test_an_inspired_trooper_shoots_swings_and_throws_at_advantage() -> None:
    red = [on("overseer", 5, 12, "inspiration"), on("trooper", 8, 12, "phaser_rifle", "saw_sword", "force_grenade")]
    match = cast(Stage(red, [on("bastion", 15, 12)], phase="active"), CastAround("red-1", "inspiration"), 6)
    assert need(match, "red-2", "blue-1", "phaser_rifle") == 3
    assert need(match, "red-2", "blue-1", "saw_sword") == 4
    assert to_throw(match.table, "red-2", "force_grenade").value == 3
    assert [str(chance(n)) for n in (3, 4, 3)] == ["4/5", "7/10", "4/5"]
    pass_to(match, 2, "movement")
    assert need(match, "red-2", "blue-1", "phaser_rifle") == 3
    assert need(pass_to(match, 2, "active"), "red-2", "blue-1", "phaser_rifle") == 5


@rule("DG-INS-01", 1)
def test_inspiration_makes_up_for_half_cover() -> None:
    red, blue = [on("trooper", 5, 12, "phaser_rifle")], [on("bastion", 15, 12)]
    half = [wall(10, 8, 10.5, 12.4)]
    assert need(Stage(red, blue, terrain=half), "red-1", "blue-1", "phaser_rifle") == 7
    inspired = Stage(red, blue, terrain=half, attached=[under("inspiration", "red-1")])
    assert need(inspired, "red-1", "blue-1", "phaser_rifle") == 5
    assert chance(5) == Fraction(3, 5)


@rule("DG-RET-01", 0)
def test_a_retreat_lends_four_inches_to_the_move_and_the_sprint() -> None:
    red = [on("overseer", 5, 12, "tactical_retreat"), on("bastion", 8, 12)]
    stage = Stage(red, [on("trooper", 33, 3)], phase="active", turn=1)
    assert pace(cast(stage, CastAround("red-1", "tactical_retreat"), 4), "red-2") == 3
    match = cast(stage, CastAround("red-1", "tactical_retreat"), 5)
    pass_to(match, 2, "movement")
    match.play(Activate("red-2"))
    for start in (8, 15):
        no = refused(match, Move("red-2", (start + 7.002, 12)))
        assert (no.rule, no.facts["speed"]) == ("DG-MOV-02", 7)
        match.play(Move("red-2", (start + 7, 12)))
    assert at(match, "red-2") == (22, 12)
    assert pace(pass_to(match, 2, "active"), "red-2") == 3


@rule("DG-DRS-01", 0)
@pytest.mark.parametrize(("kit", "left"), [((), 6), (("suture_kit",), 5), (("cauterizing_torch",), 3)])
def test_dressed_wounds_heal_at_once(kit: tuple[str, ...], left: int) -> None:
    assert GAME.odds({"cast": {"caster": "medic", "ability": "dress_wounds"}})["success"] == "7/10"
    red = [on("medic", 5, 12, "dress_wounds", *kit), on("trooper", 6, 12, damage=10)]
    stage = Stage(red, [on("trooper", 30, 12)], phase="active")
    assert damage(cast(stage, Cast("red-1", "dress_wounds", "red-2"), 4), "red-2") == left
    assert damage(cast(stage, Cast("red-1", "dress_wounds", "red-2"), 3), "red-2") == 10


@rule("DG-DRS-01")
def test_dressed_wounds_heal_no_more_than_there_is() -> None:
    red = [on("medic", 5, 12, "dress_wounds"), on("trooper", 6, 12, damage=3)]
    stage = Stage(red, [on("trooper", 30, 12)], phase="active")
    match = cast(stage, Cast("red-1", "dress_wounds", "red-2"), 4)
    assert damage(match, "red-2") == 0
    assert [e.by for e in happened(match, Healed)] == [-3]


def rifleman(x: float, y: float) -> On:
    """A Trooper whose rifle is empty."""
    return on("trooper", x, y, "phaser_rifle", empty=["phaser_rifle"])


@rule("DG-SUP-01", 0)
def test_a_supply_request_loads_three_rifles_for_nothing() -> None:
    red = [on("overseer", 5, 12, "supply_request"), rifleman(12, 10), rifleman(12, 12), rifleman(12, 14)]
    stage = Stage(red, [on("bastion", 20, 12)], phase="active")
    assert GAME.odds({"cast": {"caster": "overseer", "ability": "supply_request"}})["success"] == "1/2"
    request = CastArea("red-1", "supply_request", (14, 12))
    failed = cast(stage, request, 5)
    assert not any(loaded(failed, f"red-{n}", "phaser_rifle") for n in (2, 3, 4))
    match = stage.match(6, 5)
    match.play(Activate("red-1"), request)
    assert all(loaded(match, f"red-{n}", "phaser_rifle") for n in (2, 3, 4))
    assert [points(match, f"red-{n}") for n in (2, 3, 4)] == [3, 3, 3]
    pass_to(match, 1, "siege")
    match.play(Activate("red-2"), Attack("red-2", "phaser_rifle", {"blue-1": 1}))
    assert damage(match, "blue-1") == 2
    assert spent(match)


@rule("DG-SUP-01")
def test_a_supply_request_loads_all_weapons_and_the_overseers_own() -> None:
    kit = ("phaser_rifle", "phaser_pistol")
    red = [on("overseer", 5, 12, "supply_request", *kit, empty=kit), on("trooper", 7, 12, *kit, empty=kit)]
    match = cast(Stage(red, [on("bastion", 20, 12)], phase="active"), CastArea("red-1", "supply_request", (6, 12)), 6)
    assert all(loaded(match, model, weapon) for model in ("red-1", "red-2") for weapon in kit)
    assert {e.rule for e in happened(match, Reloaded)} == {"DG-SUP-01"}


@rule("DG-RAD-01", 0)
def test_a_radon_shield_is_half_cover_and_no_more() -> None:
    red, blue = [on("trooper", 5, 12, "phaser_rifle")], [on("bastion", 15, 12)]
    shield, half = under("radon_shield", "blue-1"), [wall(10, 8, 10.5, 12.4)]
    for options in ({}, {"advantage_stacking": "additive"}):
        in_the_open = Stage(red, blue, attached=[shield], options=options)
        assert need(in_the_open, "red-1", "blue-1", "phaser_rifle") == 7
        behind = Stage(red, blue, attached=[shield], terrain=half, options=options)
        assert need(behind, "red-1", "blue-1", "phaser_rifle") == 7
    scoped = Stage([on("trooper", 5, 12, "phaser_rifle", "thermal_scope")], blue, attached=[shield])
    assert need(scoped, "red-1", "blue-1", "phaser_rifle") == 5
    assert (chance(7), chance(5)) == (Fraction(2, 5), Fraction(3, 5))


@rule("DG-RAD-01")
def test_a_radon_shield_lasts_two_turns_and_turns_no_blade() -> None:
    red = [on("technician", 5, 12, "radon_shield")]
    stage = Stage(red, [on("trooper", 15, 12, "phaser_rifle", "saw_sword")], phase="active", turn=2)
    match = cast(stage, Cast("red-1", "radon_shield", "red-1"), 6)
    assert need(match, "blue-1", "red-1", "saw_sword") == 6
    for turn, number in ((2, 7), (3, 7), (4, 5)):
        assert need(pass_to(match, turn, "siege"), "blue-1", "red-1", "phaser_rifle") == number
