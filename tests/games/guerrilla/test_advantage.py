"""Advantage and disadvantage (DG-ADV)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations

import pytest

from sightline.core.decisions import Decision
from sightline.core.match import Match
from sightline.core.odds import distribution
from sightline.core.table import Attachment
from sightline.games.guerrilla.actions import Activate, Attack, Cast, Throw
from sightline.games.guerrilla.attacking import to_hit
from sightline.games.guerrilla.casting import to_cast
from sightline.games.guerrilla.catalog import characters
from sightline.games.guerrilla.effects import EFFECTS
from sightline.games.guerrilla.questions import ToCast, ToHit
from sightline.games.guerrilla.throwing import to_throw
from tests.games.guerrilla.stage import On, Stage, chance, damage, on, spent, table_of, wall
from tests.kit import rule

INSPIRED, ANNIHILATING = "DG-INS-01", "DG-ANN-01"
BLINDED, WEAKENED, FLASHED = "DG-BLD-01", "DG-WKN-01", "DG-FLG-02"
PROTECTED, SHIELDED = "DG-APR-01", "DG-RAD-01"
CORNER = wall(14, 8, 14.4, 12.25)
"""Leaves a model at (15,12) in half cover from one at (5,12)."""
STACKING = ("net_single_step", "additive", "any_cancels")


def by_stacking(*needs: int) -> list[tuple[str, int]]:
    """The number needed under each way of counting sources."""
    return list(zip(STACKING, needs, strict=True))


def under(bearer: str, *effects: str) -> list[Attachment]:
    return [Attachment(f"{effect} {n}", effect, bearer) for n, effect in enumerate(effects)]


def need(
    shooter: On,
    weapon: str,
    *effects: str,
    target: On | None = None,
    on_target: Iterable[str] = (),
    cover: bool = False,
    stacking: str = "net_single_step",
) -> float:
    """The number a die against a model at (15,12) needs."""
    table = table_of(
        [shooter],
        [target or on("trooper", 15, 12)],
        terrain=[CORNER] if cover else [],
        attached=[*under("red-1", *effects), *under("blue-1", *on_target)],
        options={"advantage_stacking": stacking},
    )
    return to_hit(table, "red-1", "blue-1", weapon).value


def decided(match: Match) -> bool:
    return isinstance(match.pending, Decision)


def hits(stage: Stage, action: Attack, damage_each: int) -> list[Fraction]:
    """The chance of each number of hits on blue-1, by playing every fall of the dice."""
    match = stage.match()
    match.play(Activate("red-1"), action)
    found = distribution(match, decided, lambda m: damage(m, "blue-1") // damage_each)
    return [found[n] for n in sorted(found)]


# ------------------------------------------------------------------ one step

SHOTS = [on("trooper", 5, 12, "phaser_rifle")]


@rule("DG-ADV-01", 0, 1, 2)
@pytest.mark.parametrize(
    ("profile", "weapon", "expected", "odds"),
    [
        ("trooper", "phaser_rifle", 3, Fraction(4, 5)),
        ("recon", "saw_sword", 2, Fraction(9, 10)),
        ("herald", "phaser_pistol", 6, Fraction(1, 2)),
    ],
)
def test_advantage_lowers_the_number_needed_by_two(profile: str, weapon: str, expected: int, odds: Fraction) -> None:
    assert need(on(profile, 5, 12, weapon), weapon, INSPIRED) == expected
    assert chance(expected) == odds


@rule("DG-ADV-01", 3)
def test_four_shots_with_advantage() -> None:
    stage = Stage(SHOTS, [on("bastion", 15, 12)], attached=under("red-1", INSPIRED))
    found = hits(stage, Attack("red-1", "phaser_rifle", {"blue-1": 4}), 2)
    assert found == [Fraction(n, 625) for n in (1, 16, 96, 256, 256)]
    assert sum(2 * n * p for n, p in enumerate(found)) == Fraction(32, 5)


@rule("DG-ADV-02", 0, 1, 2)
@pytest.mark.parametrize(
    ("profile", "weapon", "effect", "expected", "odds"),
    [
        ("trooper", "phaser_rifle", BLINDED, 7, Fraction(2, 5)),
        ("technician", "saw_sword", WEAKENED, 10, Fraction(1, 10)),
        ("artillerist", "phaser_rifle", BLINDED, 6, Fraction(1, 2)),
    ],
)
def test_disadvantage_raises_the_number_needed_by_two(
    profile: str, weapon: str, effect: str, expected: int, odds: Fraction
) -> None:
    assert need(on(profile, 5, 12, weapon), weapon, effect) == expected
    assert chance(expected) == odds


@rule("DG-ADV-02", 3)
def test_four_shots_with_disadvantage() -> None:
    stage = Stage(SHOTS, [on("bastion", 15, 12)], attached=under("red-1", BLINDED))
    found = hits(stage, Attack("red-1", "phaser_rifle", {"blue-1": 4}), 2)
    assert found == [Fraction(n, 625) for n in (81, 216, 216, 96, 16)]
    assert sum(2 * n * p for n, p in enumerate(found)) == Fraction(16, 5)


# ------------------------------------------------------------------ several sources

ARMOURED = on("crusader", 15, 12, "powered_titanium_armor")


@rule("DG-ADV-03", 0)
@pytest.mark.parametrize(("stacking", "expected"), by_stacking(7, 9, 7))
def test_armour_and_half_cover_make_one_step_unless_steps_add_up(stacking: str, expected: int) -> None:
    trooper = on("trooper", 5, 12, "phaser_rifle")
    assert need(trooper, "phaser_rifle", target=ARMOURED, cover=True, stacking=stacking) == expected
    assert chance(expected) == {7: Fraction(2, 5), 9: Fraction(1, 5)}[expected]


@rule("DG-ADV-03", 1)
@pytest.mark.parametrize(("stacking", "expected"), by_stacking(7, 7, 5))
def test_one_scope_against_armour_and_half_cover(stacking: str, expected: int) -> None:
    trooper = on("trooper", 5, 12, "phaser_rifle", "laser_scope")
    assert need(trooper, "phaser_rifle", target=ARMOURED, cover=True, stacking=stacking) == expected
    assert chance(expected) == {7: Fraction(2, 5), 5: Fraction(3, 5)}[expected]


@rule("DG-ADV-03", 2)
@pytest.mark.parametrize(("stacking", "expected"), by_stacking(3, 3, 5))
def test_scope_and_inspiration_against_half_cover(stacking: str, expected: int) -> None:
    recon = on("recon", 5, 12, "beam_rifle", "laser_scope")
    assert need(recon, "beam_rifle", INSPIRED, cover=True, stacking=stacking) == expected
    assert chance(expected) == {3: Fraction(4, 5), 5: Fraction(3, 5)}[expected]


@rule("DG-ADV-03", 3)
@pytest.mark.parametrize("stacking", STACKING)
def test_one_of_each_cancels_whatever_the_players_agreed(stacking: str) -> None:
    overseer = on("overseer", 5, 12, "beam_rifle", "laser_scope")
    assert need(overseer, "beam_rifle", cover=True, stacking=stacking) == 5
    assert chance(5) == Fraction(3, 5)


@rule("DG-ADV-03", 4)
@pytest.mark.parametrize(("stacking", "expected"), by_stacking(10, 12, 10))
def test_a_blinded_herald_and_half_cover(stacking: str, expected: int) -> None:
    herald = on("herald", 5, 12, "phaser_pistol")
    assert need(herald, "phaser_pistol", BLINDED, cover=True, stacking=stacking) == expected
    assert chance(expected) == {10: Fraction(1, 10), 12: Fraction(0)}[expected]


@rule("DG-ADV-04", 0)
@pytest.mark.parametrize("stacking", STACKING)
def test_two_equal_auras_are_one_source(stacking: str) -> None:
    heralds = [on("herald", 3, 10, "aura_of_protection"), on("herald", 3, 14, "aura_of_protection")]
    stage = Stage(
        [on("crusader", 5, 12), *heralds],
        [on("trooper", 12, 12, "phaser_rifle")],
        phase="active",
        options={"advantage_stacking": stacking},
    )
    match = stage.match(7, 7)
    match.play(Activate("red-2"), Cast("red-2", "aura_of_protection", "red-1"))
    match.play(Activate("blue-1"))
    match.play(Activate("red-3"), Cast("red-3", "aura_of_protection", "red-1"))
    assert spent(match)
    assert to_hit(match.table, "blue-1", "red-1", "phaser_rifle").value == 7


@rule("DG-ADV-04")
def test_two_flashes_are_one_source() -> None:
    stage = Stage(
        [on("trooper", 5, 12, "flash_grenade"), on("trooper", 5, 14, "flash_grenade")],
        [on("trooper", 15, 12, "phaser_rifle")],
        phase="active",
        options={"advantage_stacking": "additive"},
    )
    match = stage.match(5, 5)
    match.play(Activate("red-1"), Throw("red-1", "flash_grenade", (15, 12)))
    match.play(Activate("blue-1"))
    match.play(Activate("red-2"), Throw("red-2", "flash_grenade", (15, 13)))
    assert spent(match)
    assert to_hit(match.table, "blue-1", "red-1", "phaser_rifle").value == 7


@rule("DG-ADV-04", 1)
@pytest.mark.parametrize("stacking", STACKING)
def test_half_cover_and_radon_shield_are_one_source(stacking: str) -> None:
    trooper = on("trooper", 5, 12, "phaser_rifle")
    assert need(trooper, "phaser_rifle", on_target=[SHIELDED], cover=True, stacking=stacking) == 7
    # A different name is a different source.
    both = need(trooper, "phaser_rifle", on_target=[SHIELDED, PROTECTED], cover=True, stacking=stacking)
    assert both == (9 if stacking == "additive" else 7)


@rule("DG-ADV-04")
def test_a_shooter_engaged_twice_has_one_source() -> None:
    shooter, near = on("trooper", 5, 12, "phaser_rifle"), on("trooper", 6.5, 12)
    table = table_of([shooter], [near, on("trooper", 5, 13.5)], options={"advantage_stacking": "additive"})
    assert to_hit(table, "red-1", "blue-1", "phaser_rifle").value == 7


# ------------------------------------------------------------------ no certainties


@rule("DG-ADV-05", 0)
def test_by_default_every_number_lies_between_two_and_ten() -> None:
    ours, theirs = (INSPIRED, ANNIHILATING), (BLINDED, WEAKENED, FLASHED)
    sets = [set(s) for n in range(6) for s in combinations((*ours, *theirs), n)]
    needs = set()
    for profile in characters():
        for weapon in ("phaser_pistol", "saw_sword"):
            for effects in sets:
                needs.add(need(on(profile, 5, 12, weapon), weapon, *sorted(effects), on_target=[PROTECTED, SHIELDED]))
                needs.add(need(on(profile, 5, 12, weapon), weapon, *sorted(effects)))
    assert min(needs) == 2
    assert max(needs) == 10


@rule("DG-ADV-05", 1)
def test_three_advantages_that_add_up_always_hit_and_the_die_is_still_rolled() -> None:
    stage = Stage(
        [on("recon", 5, 12, "beam_rifle", "laser_scope")],
        [on("bastion", 15, 12)],
        attached=under("red-1", INSPIRED, ANNIHILATING),
        options={"advantage_stacking": "additive"},
    )
    assert to_hit(stage.table, "red-1", "blue-1", "beam_rifle").value == -1
    assert hits(stage, Attack("red-1", "beam_rifle", {"blue-1": 1}), 3) == [1]
    match = stage.match(1, 1, 1)
    match.play(Activate("red-1"), Attack("red-1", "beam_rifle", {"blue-1": 3}))
    assert damage(match, "blue-1") == 9
    assert spent(match)


@rule("DG-ADV-05", 2)
def test_two_disadvantages_that_add_up_never_hit_and_the_die_is_still_rolled() -> None:
    stage = Stage(
        [on("herald", 5, 12, "phaser_pistol")],
        [on("bastion", 15, 12)],
        terrain=[CORNER],
        attached=under("red-1", BLINDED),
        options={"advantage_stacking": "additive"},
    )
    assert to_hit(stage.table, "red-1", "blue-1", "phaser_pistol").value == 12
    match = stage.match(10, 10, 10, 10)
    match.play(Activate("red-1"), Attack("red-1", "phaser_pistol", {"blue-1": 4}))
    assert damage(match, "blue-1") == 0
    assert spent(match)


@rule("DG-ADV-05")
def test_a_ten_is_one_hit_and_a_one_is_one_miss() -> None:
    match = Stage(SHOTS, [on("bastion", 15, 12)]).match(10, 5, 4, 1)
    match.play(Activate("red-1"), Attack("red-1", "phaser_rifle", {"blue-1": 4}))
    assert damage(match, "blue-1") == 4
    assert spent(match)


# ------------------------------------------------------------------ what it touches


@rule("DG-ADV-06", 0)
def test_a_flashed_herald_casts_as_well_as_ever() -> None:
    herald, target = on("herald", 5, 12, "mind_blaze"), on("crusader", 6.5, 12, "powered_titanium_armor")
    table = table_of([herald], [target], attached=under("red-1", FLASHED, BLINDED, WEAKENED))
    assert to_cast(table, "red-1", "mind_blaze").value == 7
    assert chance(7) == Fraction(2, 5)


@rule("DG-ADV-06")
def test_inspiration_does_not_help_a_cast_but_the_warding_staff_does() -> None:
    for kit, expected in ((["mind_blaze"], 7), (["mind_blaze", "warding_staff"], 5)):
        table = table_of([on("herald", 5, 12, *kit)], [on("trooper", 15, 12)], attached=under("red-1", INSPIRED))
        assert to_cast(table, "red-1", "mind_blaze").value == expected


@rule("DG-ADV-07", 0)
def test_a_split_attack_has_a_number_for_each_target() -> None:
    stage = Stage(SHOTS, [on("bastion", 15, 12), on("bastion", 15, 18)], terrain=[CORNER])
    table = stage.table
    assert to_hit(table, "red-1", "blue-2", "phaser_rifle").value == 5
    assert to_hit(table, "red-1", "blue-1", "phaser_rifle").value == 7
    match = stage.match()
    match.play(Activate("red-1"), Attack("red-1", "phaser_rifle", {"blue-2": 2, "blue-1": 2}))
    found = distribution(match, decided, lambda m: (damage(m, "blue-2"), damage(m, "blue-1")))
    assert found[4, 4] == Fraction(3, 5) ** 2 * Fraction(2, 5) ** 2 == Fraction(36, 625)


# ------------------------------------------------------------------ all sources


@rule("DG-ADV-08", 0)
@pytest.mark.parametrize(
    ("effects", "shot", "swing"),
    [((WEAKENED,), 5, 8), ((BLINDED,), 7, 6), ((WEAKENED, BLINDED), 7, 8), ((), 5, 6)],
)
def test_blindness_hampers_shots_and_weakness_swings(effects: Sequence[str], shot: int, swing: int) -> None:
    trooper = on("trooper", 5, 12, "phaser_rifle", "saw_sword")
    assert need(trooper, "phaser_rifle", *effects) == shot
    assert need(trooper, "saw_sword", *effects) == swing


@rule("DG-ADV-08")
@pytest.mark.parametrize(
    ("effect", "shot", "swing", "throw"),
    [
        (INSPIRED, 3, 4, 3),
        (ANNIHILATING, 3, 4, 3),
        (FLASHED, 7, 8, 7),
        (BLINDED, 7, 6, 5),
        (WEAKENED, 5, 8, 5),
    ],
)
def test_what_an_attacker_is_under_changes_its_own_attacks(effect: str, shot: int, swing: int, throw: int) -> None:
    trooper = on("trooper", 5, 12, "phaser_rifle", "saw_sword", "force_grenade")
    table = table_of([trooper], [on("trooper", 15, 12)], attached=under("red-1", effect))
    assert to_hit(table, "red-1", "blue-1", "phaser_rifle").value == shot
    assert to_hit(table, "red-1", "blue-1", "saw_sword").value == swing
    assert to_throw(table, "red-1", "force_grenade").value == throw
    assert to_hit(table_of([trooper], [on("trooper", 15, 12)]), "red-1", "blue-1", "phaser_rifle").value == 5


@rule("DG-ADV-08")
@pytest.mark.parametrize(
    ("target", "effects", "shot", "swing"),
    [
        (on("crusader", 15, 12, "powered_titanium_armor"), (), 7, 8),
        (on("crusader", 15, 12), (PROTECTED,), 7, 8),
        (on("crusader", 15, 12), (SHIELDED,), 7, 6),
        (on("crusader", 15, 12), (INSPIRED, ANNIHILATING, FLASHED, BLINDED, WEAKENED), 5, 6),
    ],
)
def test_what_a_target_is_under_changes_attacks_on_it(
    target: On, effects: Sequence[str], shot: int, swing: int
) -> None:
    trooper = on("trooper", 5, 12, "phaser_rifle", "saw_sword")
    assert need(trooper, "phaser_rifle", target=target, on_target=effects) == shot
    assert need(trooper, "saw_sword", target=target, on_target=effects) == swing


@rule("DG-ADV-08")
def test_the_scope_helps_shots_and_engagement_hampers_them() -> None:
    trooper = on("trooper", 5, 12, "phaser_rifle", "saw_sword", "laser_scope")
    assert need(trooper, "phaser_rifle") == 3
    assert need(trooper, "saw_sword") == 6
    table = table_of([on("trooper", 5, 12, "phaser_rifle", "saw_sword")], [on("trooper", 6.5, 12)])
    assert to_hit(table, "red-1", "blue-1", "phaser_rifle").value == 7
    assert to_hit(table, "red-1", "blue-1", "saw_sword").value == 6


@rule("DG-ADV-08")
@pytest.mark.parametrize("effects", [(), (SHIELDED,)])
def test_the_thermal_scope_takes_cover_off_the_list(effects: Sequence[str]) -> None:
    trooper = on("trooper", 5, 12, "phaser_rifle", "thermal_scope")
    assert need(trooper, "phaser_rifle", on_target=effects, cover=True) == 5


@rule("DG-ADV-08")
def test_no_other_rule_grants_advantage_or_disadvantage_on_attacks() -> None:
    sources = {e.rule for e in EFFECTS.by_rule.values() for c in e.clauses if c.verb == "modify" and c.about is ToHit}
    engagement, cover = {"DG-ENG-04", "DG-ENG-05"}, {"DG-LOS-07", SHIELDED}
    assert sources == engagement | cover | {
        "DG-SCP-01",
        "DG-ARM-01",
        INSPIRED,
        ANNIHILATING,
        PROTECTED,
        BLINDED,
        WEAKENED,
        FLASHED,
    }


@rule("DG-ADV-06")
def test_nothing_but_the_staff_speaks_to_a_cast() -> None:
    assert {e.rule for e in EFFECTS.by_rule.values() for c in e.clauses if c.about is ToCast} == {"DG-WRD-02"}
