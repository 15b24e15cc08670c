"""Special rules of units, spells, and hero skills."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from sightline.core.decisions import Decision
from sightline.core.match import Match
from sightline.core.table import TABLE
from sightline.games.starquest.actions import (
    Activate,
    Arrive,
    Cast,
    Charge,
    Counter,
    Decline,
    EndTurn,
    KeepBack,
    Pay,
    PlaceHero,
    Shoot,
    TryAgain,
    UseSkill,
    UseSkillAt,
    Wait,
)
from sightline.games.starquest.casting import Casting, EnemySpell, chosen, need_to_cast
from sightline.games.starquest.catalog import skills, spells
from sightline.games.starquest.deploying import PlaceUnits
from sightline.games.starquest.effects import EFFECTS
from sightline.games.starquest.events import AttackDeclared, Healed, Pushed, SpellCast, SpellFailed, Teleported, Wounded
from sightline.games.starquest.heeding import heeded
from sightline.games.starquest.lining_up import DeployHeroes
from sightline.games.starquest.questions import Range, ToBlock, ToHit
from sightline.games.starquest.sequence import BeginRound, HeroPhase
from tests.games.starquest.stage import (
    CLAWS,
    PISTOL,
    RIFLE,
    SWORD,
    Stage,
    act,
    at,
    away,
    enemy_turn,
    happened,
    hero,
    mean,
    odds,
    offered,
    options,
    refused,
    rolling,
    spent,
    squad,
    table_of,
    tokens,
    wall,
    wounds,
)
from tests.games.starquest.test_dice import vectors
from tests.kit import rule

A, B, E = "heroes-1", "heroes-2", "enemies-1-1"
RADIUS = 16 / 25.4


# ------------------------------------------------------------------ special rules of units


@rule("SQ-SPR-29", 0)
@rule("SQ-SPR-29")
def test_stealth_helps_from_over_nine_inches() -> None:
    for far, need in ((9.0, 3), (9.01, 4)):
        table = table_of([hero(10, 10, RIFLE, quality=3)], [squad((10 + far + 2 * RADIUS, 10), rules=["Stealth"])])
        assert EFFECTS.tally(table, ToHit(A, E, RIFLE), 3).value == need


@rule("SQ-SPR-24", 1)
@rule("SQ-GEN-06", 1)
def test_relentless_gives_nothing_at_nine_inches() -> None:
    for far, more in ((9.0, 0), (9.01, 1)):
        stage = Stage([hero(10, 10, RIFLE, rules=["Relentless"])], [squad((10 + far + 2 * RADIUS, 10), tough=9)])
        match = act(stage.match(), Shoot(A, E))
        match.play((6,))
        assert rolling(match).count == 1 + more


@rule("SQ-SPR-33", 0)
def test_unstoppable_weapons_mind_no_penalty_but_cover() -> None:
    gun = 'Gun (24", A1, Unstoppable)'
    foe = squad((26, 10), rules=["Stealth", "Regeneration"])
    table = table_of([hero(10, 10, gun, impaired=1)], [foe])
    assert EFFECTS.tally(table, ToHit(A, E, gun), 4).value == 4
    assert EFFECTS.tally(table, ToBlock(E, A, gun, cover=True), 4).value == 3
    match = act(Stage([hero(10, 10, gun), hero(40, 4)], [foe]).match(6, 1), Shoot(A, E))
    assert happened(match, Wounded)
    assert spent(match)


@rule("SQ-SPR-21", 0)
@rule("SQ-SPR-25")
def test_indirect_weapons_are_worse_after_a_move_and_reliable_ones_are_always_good() -> None:
    tube, torch = 'Tube (18", A1, Indirect)', 'Torch (18", A1, Reliable)'
    for moved, need in ((0, 4), (1, 5)):
        stats: dict[str, Any] = {"moved": moved} if moved else {}
        table = table_of([hero(10, 10, tube, torch, **stats)], [squad((20, 10))])
        assert EFFECTS.tally(table, ToHit(A, E, tube), 4).value == need
        assert EFFECTS.tally(table, ToHit(A, E, torch), 4).value == 2


@rule("SQ-SPR-22")
def test_a_limited_weapon_fires_once() -> None:
    charge = 'Charge (6", A1, Limited)'
    match = act(Stage([hero(10, 10, charge)], [squad((14, 10), tough=9)]).match(1), Shoot(A, E))
    assert tokens(match, A, f"spent:{charge}") == 1
    assert not offered(match, Shoot)
    several = enemy_turn([hero(10, 10, tough=9)], [squad((15, 10), (16.5, 10), weapons=(charge,))]).match(1, 1)
    assert [tokens(several, f"enemies-1-{n}", f"spent:{charge}") for n in (1, 2)] == [1, 1]


@rule("SQ-SPR-01")
@rule("SQ-SPR-18")
@rule("SQ-SPR-32")
def test_furious_and_thrust_work_on_a_charge_only() -> None:
    lance = "Lance (A1, Thrust)"
    table = table_of([hero(10, 10, lance)], [squad((12, 10))])
    assert EFFECTS.tally(table, ToHit(A, E, lance, melee=True, charging=True), 4).value == 3
    assert EFFECTS.tally(table, ToHit(A, E, lance, melee=True), 4).value == 4


@rule("SQ-SPR-34")
def test_a_shaken_villain_helps_nobody() -> None:
    from sightline.games.starquest.testing import need_to_hold

    calm = squad((24, 10), quality=3, rules=["Villain"])
    shaken = squad((24, 10), quality=3, rules=["Villain"], shaken=1)
    for boss, need in ((calm, 3), (shaken, 5)):
        table = table_of([hero(10, 10)], [squad((20, 10), quality=5), boss])
        assert need_to_hold(table, "enemies-1").value == need


@rule("SQ-SPR-05", 0, 1)
def test_a_hero_in_ambush_comes_on_from_round_two_far_from_enemies() -> None:
    hidden = away(rules=["Ambush"])
    stage = Stage([hero(10, 10), hidden], [squad((30, 10))], agenda=(DeployHeroes(),))
    match = stage.match()
    match.play(KeepBack(B))
    assert match.decision.rule == "SQ-RND-03"
    later = Stage([hero(10, 10), away(rules=["Ambush"], reserve=1)], [squad((30, 10))], agenda=(BeginRound(2),)).match()
    spot = 30 - 9 - 2 * RADIUS
    assert refused(later, Arrive(B, (spot, 10))).rule == "SQ-SPR-05"
    other = Stage([hero(10, 10), away(rules=["Ambush"], reserve=1)], [squad((30, 10))], agenda=(BeginRound(2),)).match()
    other.play(Arrive(B, (spot - 0.02, 10)))
    assert tokens(other, B, "reserve") == 0
    wait = Stage([hero(10, 10), away(rules=["Ambush"], reserve=1)], [squad((30, 10))], agenda=(BeginRound(2),)).match()
    wait.play(Wait(B))
    assert wait.decision.rule == "SQ-RND-03"


@pytest.mark.parametrize(("vector", "exact"), vectors("ambush_round"))
def test_enemies_in_ambush_come_d3_rounds_after_their_wave(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    after = vector["wave_end_round"]
    stage = Stage(
        [hero(10, 10)],
        [squad((44, 44))],
        round=after or 1,
        agenda=(PlaceUnits(("rb_stalker",), not after), HeroPhase()),
    )
    stage.table.put_tokens(TABLE, "round", after)
    match = stage.match(2, 2 * vector["d3"])
    new = next(m for m in match.table.models.values() if m.profile == "rb_stalker")
    assert str(new.tokens["arrives"]) == exact["round"]
    assert new.at is None
    assert spent(match)


@rule("SQ-SPR-06")
def test_an_ambusher_appears_near_its_goal() -> None:
    stage = Stage([hero(10, 10)], [squad((44, 44))], agenda=(PlaceUnits(("rb_stalker",), True), BeginRound(3)))
    stage.table.put_tokens(TABLE, "round", 0)
    match = stage.match(2, 4)
    new = next(m for m in match.table.models.values() if m.profile == "rb_stalker")
    assert new.at is not None
    from sightline.games.starquest.measure import gap

    assert 1 - 1e-3 <= gap(new, match.table.models[A]) <= 6


@rule("SQ-SPR-27")
def test_scouts_set_up_ahead() -> None:
    plain, scout = (Stage([away(rules=r)], [squad((44, 44))], agenda=(DeployHeroes(),)) for r in ([], ["Scout"]))
    spot = 18 - RADIUS - 0.03
    assert refused(plain.match(), PlaceHero(A, (spot, 0.7))).rule == "SQ-DPL-07"
    scout.match().play(PlaceHero(A, (spot, 0.7)))
    assert refused(scout.match(), PlaceHero(A, (18.5, 0.7))).rule == "SQ-SPR-27"
    stage = Stage([hero(10, 10)], [squad((44, 44))], agenda=(PlaceUnits(("ot_hounds",), True), HeroPhase()))
    match = stage.match(2)
    own = [m for m in match.table.models.values() if m.profile == "ot_hounds"]
    assert min(abs(m.at[0] - 36) + abs(m.at[1] - 36) for m in own if m.at) > 5


@rule("SQ-DPL-04")
@rule("SQ-DPL-06")
def test_sentries_stand_about_the_centre_of_their_quarter() -> None:
    stage = Stage([hero(10, 10)], [], agenda=(PlaceUnits(("rb_scuttlers",), True), HeroPhase()))
    match = stage.match(3)
    own = [m for m in match.table.models.values() if m.profile == "rb_scuttlers"]
    places = [m.at or (0.0, 0.0) for m in own]
    assert places[0] == (36.0, 12.0)
    assert all(abs(x - 36) + abs(y - 12) < 6 for x, y in places)
    from sightline.games.starquest.harm import in_coherency

    assert in_coherency(match.table, own)


# ------------------------------------------------------------------ spells


def caster(held: int = 4, **more: Any) -> Any:
    return hero(10, 10, PISTOL, rules=["Caster(2)"], spell_tokens=held, **more)


@pytest.mark.parametrize(("vector", "exact"), vectors("cast"))
def test_tokens_help_and_hinder_a_spell(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    table = table_of([caster()], [squad((20, 10))])
    extras = vector["extra"] if isinstance(vector["extra"], list) else [vector["extra"]]
    wanted = exact["p"] if isinstance(exact["p"], list) else [exact["p"]]
    found = []
    for extra in extras:
        need = need_to_cast(table, Casting(A, "spark_lash", E, extra, vector.get("countered", 0)))
        found.append(str(Fraction(need.good(6), 6)))
    assert found == wanted


@pytest.mark.parametrize(("vector", "exact"), vectors("spell_tokens"))
def test_nobody_holds_more_than_six_tokens(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    one = hero(10, 10, rules=[f"Caster({vector['gain']})"], spell_tokens=vector["held"])
    match = Stage([one], [squad((44, 44))], agenda=(BeginRound(2),)).match()
    assert str(tokens(match, A, "spell_tokens")) == exact["held"]


@rule("SQ-SPR-10")
@pytest.mark.parametrize(("vector", "exact"), vectors("cast_buy"))
def test_a_hero_may_buy_a_failed_spell(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    spell = next(s.id for s in spells().values() if s.faction == "hero_discipline" and s.value == vector["value"])
    stage = Stage([caster(power=vector["power"])], [squad((20, 10), tough=9)])
    match = act(stage.match(3, 6, 6), Cast(A, spell, E))
    match.play(Pay(A))
    assert str(tokens(match, A, "power")) == exact["power"]
    assert happened(match, SpellCast)


@rule("SQ-SPR-10")
@rule("SQ-SPL-02")
def test_a_spell_is_tried_once_before_the_first_attack() -> None:
    stage = Stage([caster(6)], [squad((20, 10), tough=9)])
    match = act(stage.match(1), Cast(A, "kinetic_shove", E))
    match.play(Decline(A))
    assert happened(match, SpellFailed)
    assert tokens(match, A, "spell_tokens") == 5
    assert refused(match, Cast(A, "kinetic_shove", E)).rule == "SQ-SPR-10"
    shot = act(stage.match(1), Shoot(A, E))
    assert not offered(shot, Cast)
    hidden = Stage([caster(6)], [squad((20, 10))], terrain=[wall(14, 0, 15, 48)])
    assert refused(hidden.match(), Cast(A, "kinetic_shove", E)).rule == "SQ-SPR-10"


@pytest.mark.parametrize(("vector", "exact"), vectors("spell_hits"))
def test_spells_know_no_cover(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    from sightline.games.starquest.attacking import Blocking
    from tests.games.starquest.stage import box

    part = Blocking(E, A, "", vector["hits"], ap=vector["ap"], cause="hits", rule="SQ-SPL-02")
    ruins = box(5, 5, 15, 15, "cover", height=1.0, id="ruins")
    stage = Stage(
        [hero(10, 10, defense=vector["defense"])], [squad((20, 10))], terrain=[ruins], agenda=(part, HeroPhase())
    )
    assert mean(odds(stage.match(), lambda m: wounds(m, A))) == Fraction(exact["expected_wounds"])


@rule("SQ-SPL-02")
def test_wounds_of_a_spell_are_its_casters_doing() -> None:
    from sightline.games.starquest.attacking import Blocking

    part = Blocking(E, A, "", 1, ap=0, cause="hits", rule="SQ-SPL-02")
    match = Stage([hero(10, 10), hero(40, 4)], [squad((20, 10))], agenda=(part, HeroPhase())).match(1)
    assert [(e.attacker, e.weapon) for e in happened(match, Wounded)] == [(E, "")]


def drawing(spell: str, tokens_held: int) -> Match:
    priest = squad((20, 10), profile="rb_signal_priest", rules=["Caster(2)"], spell_tokens=tokens_held, tough=3)
    stage = Stage([hero(12, 10, tough=9), hero(4, 4)], [priest], agenda=(EnemySpell("enemies-1"), HeroPhase()))
    match = stage.match()
    match.play((spells()[spell].number,))
    return match


@rule("SQ-AIU-15")
@pytest.mark.parametrize(("vector", "exact"), vectors("ai_cast"))
def test_an_enemy_spends_all_its_tokens_on_the_spell_it_draws(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    spell = {1: "spark_lash", 2: "magnet_grip", 3: "arc_storm"}[vector["value"]]
    match = drawing(spell, vector["tokens"])
    if exact["p"] == "0":
        assert isinstance(match.pending, Decision)
    else:
        need = rolling(match).need
        assert need is not None
        assert str(Fraction(need.good(6), 6)) == exact["p"]
    assert str(tokens(match, E, "spell_tokens")) == exact["tokens_left"]


@pytest.mark.parametrize(("vector", "exact"), vectors("ai_cast_list"))
def test_the_chance_that_an_enemy_spell_works(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    known = ["spark_lash", "rust_veil", "overclock", "magnet_grip", "arc_storm", "reassemble"]
    assert [spells()[s].value for s in known] == vector["values"]
    total = Fraction(0)
    for spell in known:
        value = spells()[spell].value
        if value <= vector["tokens"]:
            table = table_of([hero(12, 10)], [squad((20, 10))])
            need = need_to_cast(table, Casting(E, spell, A, vector["tokens"] - value))
            total += Fraction(1, 6) * Fraction(need.good(6), 6)
    assert str(total) == exact["p"]


@rule("SQ-SPR-11", 3)
def test_a_helpful_spell_goes_to_who_gains_from_it() -> None:
    priest = squad((20, 10), profile="rb_signal_priest", rules=["Caster(2)"], tough=3)
    riveters, crusher = squad((24, 10)), squad((20, 18), tough=6, wounds=2, body="large")
    table = table_of([hero(40, 40)], [priest, riveters, crusher])
    assert chosen(table, table.models[E], spells()["reassemble"]) == "enemies-3-1"
    unhurt = table_of([hero(40, 40)], [priest, riveters])
    assert chosen(unhurt, unhurt.models[E], spells()["reassemble"]) == ""


@rule("SQ-SPR-10", 1)
def test_hero_casters_burn_tokens_against_an_enemy_spell() -> None:
    priest = squad((20, 10), profile="rb_signal_priest", rules=["Caster(2)"], spell_tokens=2, tough=3)
    stage = Stage([caster(3, tough=9), hero(4, 4)], [priest], agenda=(EnemySpell("enemies-1"), HeroPhase()))
    match = stage.match()
    match.play((1,))
    assert match.decision.rule == "SQ-SPR-11"
    match.play(Counter(A, 3))
    assert rolling(match).need.value == 6  # type: ignore[union-attr]
    assert tokens(match, A, "spell_tokens") == 0


@rule("SQ-SPL-03")
def test_a_lasting_spell_ends_with_the_next_activation_of_its_target() -> None:
    stage = Stage([caster(6), hero(12, 12)], [squad((44, 44), weapons=(PISTOL,))])
    match = act(stage.match(6), Cast(A, "ward_of_glass", B), EndTurn(A))
    assert EFFECTS.tally(match.table, ToBlock(B, E, CLAWS), 4).value == 3
    match.play(Activate(B), EndTurn(B))
    assert EFFECTS.tally(match.table, ToBlock(B, E, CLAWS), 4).value == 4
    own = act(stage.match(6), Cast(A, "ward_of_glass", A), EndTurn(A))
    assert EFFECTS.tally(own.table, ToBlock(A, E, CLAWS), 4).value == 3


# ------------------------------------------------------------------ hero skills


def skilled(skill: str, *more: str, **stats: Any) -> Any:
    return hero(10, 10, *(more or (SWORD,)), skill, **stats)


@rule("SQ-SKL-05", 0, 1)
@rule("SQ-HSK-03")
def test_a_skill_works_even_if_the_test_fails_for_a_point_of_power() -> None:
    match = act(
        Stage([skilled("second_wind", wounds=2, power=3)], [squad((44, 44))]).match(2), UseSkill(A, "second_wind", A)
    )
    assert (tokens(match, A, "power"), wounds(match, A)) == (2, 1)
    assert refused(match, UseSkill(A, "second_wind", A)).rule == "SQ-HSK-03"
    weak = Stage([skilled("second_wind", wounds=5, power=0), hero(40, 4)], [squad((44, 44))])
    fell = act(weak.match(2), UseSkill(A, "second_wind", A))
    assert tokens(fell, A, "unconscious") == 1
    assert not happened(fell, Healed)


@pytest.mark.parametrize(("vector", "exact"), vectors("skill_cost"))
def test_what_a_skill_costs(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    found = []
    for stat in vector["stats"]:
        stage = Stage([skilled("brace", str=stat), hero(40, 4)], [squad((44, 44))])
        match = act(stage.match(), UseSkill(A, "brace", A))
        chances = odds(match, lambda m: 5 - tokens(m, A, "power"))
        found.append(str(mean(chances)))
    assert found == exact["expected_power"]


@rule("SQ-HSK-02")
@rule("SQ-HSK-04")
def test_bracing_lasts_until_the_next_activation() -> None:
    stage = Stage([skilled("brace")], [squad((44, 44), weapons=(PISTOL,))])
    match = act(stage.match(6), UseSkill(A, "brace", A), EndTurn(A))
    assert tokens(match, "table", "round") == 2
    assert EFFECTS.tally(match.table, ToBlock(A, E, CLAWS), 4).value == 3
    match.play(Activate(A))
    assert EFFECTS.tally(match.table, ToBlock(A, E, CLAWS), 4).value == 4


@rule("SQ-HSK-04")
def test_a_taunt_draws_enemies_and_hurling_back_pushes_them() -> None:
    stage = Stage([skilled("taunt"), hero(14, 13)], [squad((16, 13))])
    assert heeded(stage.table, "enemies-1")[0].id == B
    match = act(stage.match(6), UseSkill(A, "taunt", A))
    assert heeded(match.table, "enemies-1")[0].id == A
    hurl = Stage([skilled("hurl_back")], [squad((12, 10), tough=9)])
    thrown = act(hurl.match(6, 1, 6), UseSkill(A, "hurl_back", E))
    assert happened(thrown, Pushed)[0].length == pytest.approx(2.0, abs=0.01)
    assert spent(thrown)


@rule("SQ-HSK-05")
def test_the_skills_of_a_deadeye() -> None:
    marked = act(Stage([skilled("mark_prey", RIFLE)], [squad((20, 10))]).match(6), UseSkill(A, "mark_prey", E))
    assert EFFECTS.tally(marked.table, ToHit(A, E, RIFLE), 4).value == 3
    aimed = act(
        Stage([skilled("steady_aim", RIFLE)], [squad((20, 10), tough=9)]).match(6, 6, 6), UseSkill(A, "steady_aim", A)
    )
    assert EFFECTS.tally(aimed.table, Range(A, RIFLE), 24).value == 30
    assert EFFECTS.tally(aimed.table, ToBlock(E, A, RIFLE), 4).value == 5
    assert EFFECTS.tally(aimed.table, ToBlock(E, A, SWORD, melee=True), 4).value == 4
    act(aimed, Shoot(A, E))
    assert EFFECTS.tally(aimed.table, Range(A, RIFLE), 24).value == 24
    lamed = act(Stage([skilled("hamstring_shot")], [squad((20, 10))]).match(6), UseSkill(A, "hamstring_shot", E))
    assert tokens(lamed, E, "crippled") == 1
    gun = 'Gun (24", A3)'
    snap = act(Stage([skilled("snap_shot", gun)], [squad((20, 10), tough=9)]).match(), UseSkill(A, "snap_shot", E))
    snap.play((6,))
    assert happened(snap, AttackDeclared)[0].attacks == 2


@rule("SQ-HSK-06")
@rule("SQ-WND-04")
def test_the_skills_of_a_mender() -> None:
    hurt = Stage([skilled("patch_up"), hero(12, 10, wounds=4)], [squad((44, 44))])
    match = act(hurt.match(6, 3), UseSkill(A, "patch_up", B))
    assert wounds(match, B) == 2
    purged = Stage([skilled("purge_toxins"), hero(12, 10, crippled=1)], [squad((44, 44))])
    assert tokens(act(purged.match(6), UseSkill(A, "purge_toxins", B)), B, "crippled") == 0
    fresh = Stage([skilled("stimulant"), hero(12, 10, power=1)], [squad((44, 44))])
    assert tokens(act(fresh.match(6), UseSkill(A, "stimulant", B)), B, "power") == 3
    assert options(_active(fresh), UseSkill, "target") == (B,)
    down = Stage([skilled("bring_them_back", power=0), hero(14, 10, wounds=6, unconscious=1)], [squad((44, 44))])
    back = act(down.match(6), UseSkill(A, "bring_them_back", B))
    assert (tokens(back, B, "unconscious"), wounds(back, B), wounds(back, A)) == (0, 3, 0)


def _active(stage: Stage) -> Match:
    match = stage.match()
    match.play(Activate(A))
    return match


@rule("SQ-HSK-07")
def test_the_skills_of_a_rigger() -> None:
    jammed = act(Stage([skilled("jam_optics")], [squad((20, 10))]).match(6), UseSkill(A, "jam_optics", E))
    assert EFFECTS.tally(jammed.table, ToHit(E, A, CLAWS), 4).value == 5
    charged = Stage([skilled("overcharge"), hero(12, 10, RIFLE)], [squad((44, 44))])
    match = act(charged.match(6), UseSkill(A, "overcharge", B))
    assert EFFECTS.tally(match.table, ToBlock(E, B, RIFLE), 4).value == 5
    trap = Stage([skilled("tripmine"), hero(4, 4)], [squad((24, 10), tough=9, weapons=(CLAWS,))])
    laid = act(trap.match(6), UseSkillAt(A, "tripmine", (13, 10)), EndTurn(A))
    laid_again = act(trap.match(), UseSkillAt(A, "tripmine", (13.6, 10)))
    assert rolling(laid_again).rule == "SQ-SKL-05"
    assert any(m.profile == "tripmine" and m.at == (13, 10) for m in laid.table.models.values())
    far = refused(trap.match(), UseSkillAt(A, "tripmine", (14, 10)))
    assert far.rule == "SQ-SKL-05"


@rule("SQ-HSK-07")
def test_a_mine_goes_off_under_the_first_enemy_that_comes_near() -> None:
    from sightline.core.table import Model

    stage = enemy_turn([hero(10, 10, tough=9)], [squad((20, 10), tough=9)])
    stage.table.put_moved(
        Model("tripmine-9", "heroes", "heroes", "tripmine", "Tripmine", "marker", A, (15.0, 10.0), radius=0.0)
    )
    match = stage.match()
    assert (rolling(match).rule, rolling(match).by) == ("SQ-HSK-07", "heroes")
    match.play((3,))
    assert (rolling(match).count, rolling(match).need.value) == (3, 5)  # type: ignore[union-attr]
    assert match.table.models["tripmine-9"].at is None


@rule("SQ-HSK-07")
def test_a_hero_has_two_mines_at_most_and_mines_that_are_gone_do_not_count() -> None:
    from sightline.core.table import Model

    stage = Stage([skilled("tripmine")], [squad((44, 44))])
    for number, spot in enumerate((None, (8.0, 10.0), (9.0, 10.0)), 7):
        stage.table.put_moved(
            Model(f"tripmine-{number}", "heroes", "heroes", "tripmine", "Tripmine", "marker", A, spot, radius=0.0)
        )
    match = act(stage.match(6), UseSkillAt(A, "tripmine", (12, 10)))
    mines = [m.at for m in match.table.models.values() if m.profile == "tripmine" and m.at is not None]
    assert mines == [(9, 10), (12, 10)]


@rule("SQ-HSK-08")
def test_the_skills_of_a_ghost() -> None:
    gone = Stage([skilled("vanish"), hero(40, 40)], [squad((10 + 9.1 + 2 * RADIUS, 10))])
    match = act(gone.match(6), UseSkill(A, "vanish", A))
    assert [h.id for h in heeded(match.table, "enemies-1")] == [B]
    near = Stage([skilled("vanish"), hero(40, 40)], [squad((10 + 9 + 2 * RADIUS, 10))])
    assert [h.id for h in heeded(act(near.match(6), UseSkill(A, "vanish", A)).table, "enemies-1")] == [A, B]
    step = Stage([skilled("shadow_step")], [squad((44, 44))], terrain=[wall(12, 8, 13, 12)])
    there = act(step.match(6), UseSkillAt(A, "shadow_step", (10, 15)))
    assert happened(there, Teleported)
    assert at(there, A) == (10, 15)
    assert refused(step.match(), UseSkillAt(A, "shadow_step", (15, 10))).rule == "SQ-LOS-01"
    gap_found = Stage([skilled("find_the_gap")], [squad((16, 10), tough=9)])
    ready = act(gap_found.match(6, 6, 6, 1), UseSkill(A, "find_the_gap", A))
    assert EFFECTS.tally(ready.table, ToBlock(E, A, SWORD, melee=True), 4).value == 6
    assert EFFECTS.tally(ready.table, ToBlock(E, A, RIFLE), 4).value == 4
    act(ready, Charge(A, E))
    assert EFFECTS.tally(ready.table, ToBlock(E, A, SWORD, melee=True), 4).value == 4


@rule("SQ-HSK-09")
def test_the_skills_of_an_oracle() -> None:
    drawn = Stage([skilled("draw_the_current", rules=["Caster(1)"], spell_tokens=5)], [squad((44, 44))])
    assert tokens(act(drawn.match(6), UseSkill(A, "draw_the_current", A)), A, "spell_tokens") == 6
    plain = Stage([skilled("draw_the_current", power=2)], [squad((44, 44))])
    assert tokens(act(plain.match(6), UseSkill(A, "draw_the_current", A)), A, "power") == 3
    spike = Stage([skilled("mind_spike")], [squad((20, 10), tough=9)])
    assert wounds(act(spike.match(6, 1, 1), UseSkill(A, "mind_spike", E)), E) == 2
    calm = Stage([skilled("still_the_heart"), hero(14, 10, shaken=1)], [squad((44, 44))])
    assert tokens(act(calm.match(6), UseSkill(A, "still_the_heart", B)), B, "shaken") == 0


@rule("SQ-HSK-09")
@rule("SQ-DIC-05")
def test_foresight_lets_one_failed_test_be_rolled_again() -> None:
    stage = Stage([skilled("foresight"), hero(12.5, 10)], [squad((44, 44))])
    match = act(stage.match(6, 2, 5, 1), UseSkill(A, "foresight", A))
    from sightline.games.starquest.actions import Scurry

    act(match, Scurry(A))
    (offer,) = offered(match, TryAgain)
    match.play(TryAgain(**offer))
    assert match.decision.rule == "SQ-SKL-04"
    assert not any(a.id.startswith("foresight") for a in match.table.attachments.values())
    assert spent(match)


def test_every_skill_of_the_list_can_be_used() -> None:
    from sightline.games.starquest.working import LASTING, OPS

    for skill in skills().values():
        assert all(fx["op"] in OPS or fx["op"] in LASTING or fx["op"] == "shoot" for fx in skill.fx), skill.id
    for spell in spells().values():
        assert all(fx["op"] in OPS or fx["op"] in LASTING for fx in spell.fx), spell.id
