"""Shooting, melee, and who takes the wounds."""

from __future__ import annotations

from typing import Any

import pytest

from sightline.core.decisions import Decision
from sightline.core.events import Rolled
from sightline.games.starquest.actions import (
    Charge,
    EndTurn,
    PushOn,
    Shoot,
    StrikeWith,
    TakeOff,
)
from sightline.games.starquest.events import (
    AttackDeclared,
    Charged,
    Fatigued,
    PiledIn,
    Slain,
    SteppedBack,
)
from sightline.games.starquest.measure import gap
from sightline.games.starquest.sequence import HeroPhase
from sightline.games.starquest.shooting import shooters
from sightline.games.starquest.striking import lessened, strikes
from sightline.games.starquest.testing import at_half
from tests.games.starquest.stage import (
    PISTOL,
    RIFLE,
    SWORD,
    Stage,
    act,
    active,
    alive,
    deck,
    enemy_turn,
    happened,
    hero,
    offered,
    options,
    refused,
    rolling,
    spent,
    squad,
    table_of,
    tokens,
    wall,
)
from tests.games.starquest.test_dice import vectors
from tests.kit import rule

A, B, E = "heroes-1", "heroes-2", "enemies-1-1"
RADIUS = 16 / 25.4


# ------------------------------------------------------------------ shooting


@pytest.mark.parametrize(("vector", "exact"), vectors("who_shoots"))
def test_only_who_sees_and_reaches_shoots(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    rock = wall(17, 8.5, 18, 10.5, height=6.0)
    foes = squad((14, 9.5), (14, 12), (8, 12), weapons=('Gun (8", A1)',))
    table = table_of([hero(21, 9.5)], [foes], terrain=[rock])
    able = {m.id for m, _ in shooters(table, "enemies-1", A)}
    assert [f"enemies-1-{n}" in able for n in (1, 2, 3)] == exact["shooters"]


@pytest.mark.parametrize(("vector", "exact"), vectors("attacks"))
def test_attacks_of_a_group_add_up(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    spots = [(20.0, 10.0 + 1.4 * n) for n in range(vector["models"])]
    weapon = f'Gun (24", A{vector["attacks"]})'
    match = enemy_turn([hero(10, 12)], [squad(*spots, weapons=(weapon,))]).match()
    assert str(happened(match, AttackDeclared)[0].attacks) == exact["attacks"]
    assert str(rolling(match).count) == exact["attacks"]


@rule("SQ-SHT-01")
@rule("SQ-SHT-02")
@rule("SQ-ACN-02")
def test_a_target_must_be_seen_and_in_range() -> None:
    far = Stage([hero(10, 10, PISTOL)], [squad((10 + 12 + 2 * RADIUS + 0.01, 10))])
    assert not offered(active(far), Shoot)
    assert refused(far.match(), Shoot(A, E)).rule == "SQ-SHT-02"
    near = Stage([hero(10, 10, PISTOL)], [squad((10 + 12 + 2 * RADIUS, 10))])
    assert options(active(near), Shoot, "target") == (E,)
    hidden = Stage([hero(10, 10, PISTOL)], [squad((16, 10))], terrain=[wall(12, 0, 13, 48)])
    assert refused(hidden.match(), Shoot(A, E)).rule == "SQ-LOS-01"
    assert refused(Stage([hero(10, 10)], [squad((16, 10))]).match(), Shoot(A, E)).rule == "SQ-WPN-01"
    assert refused(Stage([hero(10, 10, RIFLE), hero(14, 10)]).match(), Shoot(A, B)).rule == "SQ-SHT-01"


@rule("SQ-SHT-03")
@rule("SQ-WPN-03")
@rule("SQ-SHT-07")
def test_weapons_of_one_name_are_rolled_together_deadly_ones_first() -> None:
    kit = ('Rifle (24", A1, AP(1))', 'Bow (24", A1, Deadly(3))', 'Flare (24", A1, AP(2))')
    stage = Stage([hero(10, 10, *kit)], [squad((20, 10), tough=9)])
    match = act(stage.match(1, 1, 1), Shoot(A, E))
    assert (match.decision.rule, match.decision.default) == ("SQ-WPN-03", StrikeWith(A, kit[2]))
    assert options(match, StrikeWith, "weapon") == (kit[2], kit[0]), "the player picks among those that are free"
    match.play(StrikeWith(A, kit[0]))
    assert [e.weapon for e in happened(match, AttackDeclared)] == [kit[1], kit[0], kit[2]]
    said = act(stage.match(1, 1, 1), Shoot(A, E, (kit[2], kit[0])))
    assert [e.weapon for e in happened(said, AttackDeclared)] == [kit[1], kit[2], kit[0]], "or says so with the shot"
    assert refused(stage.match(), Shoot(A, E, ("Spoon",))).rule == "SQ-WPN-03"


@pytest.mark.parametrize(("vector", "exact"), vectors("range"))
def test_a_weapon_whose_range_is_gone_cannot_shoot(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    from sightline.core.table import Attachment
    from sightline.games.starquest.attacking import arms, range_of

    weapon = f'Gun ({vector["base"]}", A1)'
    table = table_of([hero(10, 10, weapon)], [squad((12.5, 10))])
    table.attach(Attachment(f"thick_clouds@{A}", "SQ-HSK-02", A))
    model = table.models[A]
    assert f"{range_of(table, model, arms(model, melee=False)[0]):g}" == exact["range"]
    assert bool(shooters(table, A, "enemies-1")) == (exact["range"] != "0")


# ------------------------------------------------------------------ melee


@rule("SQ-MEL-05")
@rule("SQ-MEL-09")
@rule("SQ-CON-01")
def test_a_charge_is_answered_and_then_the_charger_steps_back() -> None:
    stage = Stage([hero(10, 10, SWORD)], [squad((16, 10), tough=3)])
    match = act(stage.match(1, 1), Charge(A, E))
    assert [e.attacker for e in happened(match, AttackDeclared)] == [A, E]
    assert happened(match, Charged)[0].length == pytest.approx(6 - 2 * RADIUS, abs=0.01)
    assert happened(match, SteppedBack)
    assert gap(match.table.models[A], match.table.models[E]) == pytest.approx(1.0, abs=0.01)
    assert spent(match)


@rule("SQ-CON-02")
@rule("SQ-WND-01")
@rule("SQ-WND-03")
def test_the_dead_do_not_strike_back_and_nobody_steps_away() -> None:
    stage = Stage([hero(10, 10, SWORD)], [squad((16, 10)), squad((44, 44))])
    match = act(stage.match(6, 1), Charge(A, E))
    assert happened(match, Slain)
    assert not happened(match, SteppedBack)
    assert spent(match)


@rule("SQ-WPN-04")
@rule("SQ-MEL-04")
def test_who_has_no_melee_weapon_does_not_strike() -> None:
    stage = Stage([hero(10, 10, SWORD)], [squad((16, 10), weapons=(PISTOL,), tough=3)])
    match = act(stage.match(1), Charge(A, E))
    assert [e.attacker for e in happened(match, AttackDeclared)] == [A]
    assert spent(match)


@pytest.mark.parametrize(("vector", "exact"), vectors("melee_reach"))
def test_blows_reach_two_inches_and_four_up(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    floor = deck(11, 5, 20, 15, float(vector["vertical"]))
    x = 11 + RADIUS + 0.01
    table = table_of([hero(x - vector["horizontal"] - 2 * RADIUS, 10)], [squad((x, 10))], terrain=[floor])
    one, other = table.models[A], table.models[E]
    assert strikes(table, one, one.at, other) == exact["strikes"]  # type: ignore[arg-type]


@rule("SQ-MEL-03")
def test_nobody_strikes_through_a_wall() -> None:
    for height, reached in ((6.0, False), (1.0, True)):
        thin = wall(11.1, 5, 11.3, 15, height=height)
        table = table_of([hero(10.4, 10)], [squad((12.0, 10))], terrain=[thin])
        one = table.models[A]
        assert strikes(table, one, one.at, table.models[E]) is reached  # type: ignore[arg-type]


@pytest.mark.parametrize(("vector", "exact"), vectors("pile_in"))
def test_the_charged_step_up_three_inches(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    from sightline.games.starquest.charging import pile_in
    from tests.games.starquest.stage import moved

    contact = 16.0 - 2 * RADIUS
    table = table_of([hero(contact, 10)], [squad((16.0, 10.0), (contact, 10 + vector["gap"] + 2 * RADIUS), tough=3)])
    end = pile_in(table, "enemies-1", [table.models[A]])["enemies-1-2"].end
    after = moved(table, "enemies-1-2", end)
    one = after.models["enemies-1-2"]
    assert gap(one, after.models[A]) == pytest.approx(float(exact["end_gap"]), abs=0.01)
    assert strikes(after, one, end, after.models[A]) == exact["strikes"]


@rule("SQ-MEL-02")
def test_far_models_pile_in_and_strike_back() -> None:
    row = squad((16, 10), (17.6, 10), (16, 11.6), (17.6, 11.6), tough=3)
    match = act(Stage([hero(10, 10, SWORD, tough=9)], [row]).match(), Charge(A, E))
    assert {e.model for e in happened(match, PiledIn)} >= {"enemies-1-2"}
    match.play((1,))
    assert (rolling(match).about, rolling(match).count) == (E, 4)


@rule("SQ-FTG-01", 0)
@rule("SQ-FTG-02")
def test_a_hero_is_fatigued_when_its_activation_is_over() -> None:
    stage = Stage([hero(10, 10, "Sword (A2)"), hero(40, 4)], [squad((16, 10), tough=9), squad((12, 18), tough=9)])
    match = act(stage.match(3, 3, 1, 3, 3, 1), Charge(A, E), PushOn(A), Charge(A, "enemies-2-1"))
    assert [roll.need.value for roll in happened(match, Rolled) if roll.about == A] == [4, 4]
    assert tokens(match, A, "fatigued") == 0
    match.play(EndTurn(A))
    assert tokens(match, A, "fatigued") == 1
    assert spent(match)


@rule("SQ-FTG-01", 1)
@rule("SQ-AIU-04", 4)
def test_who_has_struck_back_hits_only_with_sixes() -> None:
    match = act(Stage([hero(10, 10, SWORD)], [squad((16, 10), tough=9)]).match(1, 1), Charge(A, E))
    assert happened(match, Fatigued)[0].bearers == (E,)
    again = enemy_turn([hero(10, 10, SWORD)], [squad((14, 10), tough=9, fatigued=1)]).match()
    assert rolling(again).need.value == 6  # type: ignore[union-attr]


@rule("SQ-SPR-12", 0, 3)
@rule("SQ-SPR-20")
def test_impact_dice_and_counter() -> None:
    assert (lessened(3, 1), lessened(4, 5)) == (2, 0)
    ram = squad((16, 10), rules=["Impact(3)"], weapons=("Horn (A1)",), tough=6)
    match = enemy_turn([hero(10, 10, "Pike (A1, Counter)", tough=9)], [ram]).match()
    assert (rolling(match).about, rolling(match).rule) == (A, "SQ-MEL-07")
    match.play((1,))
    assert (rolling(match).count, rolling(match).rule) == (2, "SQ-SPR-20")
    match.play((1, 1))
    match.play((1,))
    # The pike has struck already; there is nothing else to strike back with, but it is tiring all the same.
    assert tokens(match, A, "fatigued") == 1


@rule("SQ-SPR-15", 4)
@rule("SQ-SPR-15")
def test_a_feared_hero_frightens_a_unit_sooner() -> None:
    row = squad((16, 10), (17.4, 10), (18.8, 10), (16, 11.4), (17.4, 11.4))
    stage = Stage([hero(10, 10, "Axe (A2)", rules=["Fear(1)"], tough=9), hero(40, 4)], [row])
    match = act(stage.match(), Charge(A, E))
    for faces in ((6, 6), (1, 1)):
        match.play(faces)
    while isinstance(match.pending, Decision):
        match.play(match.pending.default)  # type: ignore[arg-type]
    left = [m.id for m in match.table.models.values() if m.unit == "enemies-1" and m.at is not None]
    assert len(left) == 3
    assert not at_half(match.table, "enemies-1")
    assert at_half(match.table, "enemies-1", tokens(match, left[0], "dread"))


# ------------------------------------------------------------------ wounds


@pytest.mark.parametrize(("vector", "exact"), vectors("allocate"))
def test_wounds_go_to_the_wounded_first(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    from sightline.games.starquest.harm import Suffering

    spots = [(20.0, 10.0 + 1.4 * n) for n in range(vector["models"])]
    part = Suffering("enemies-1", vector["wounds"])
    stage = Stage([hero(10, 10)], [squad(*spots, tough=vector["tough"]), squad((44, 44))], agenda=(part, HeroPhase()))
    match = stage.match()
    while isinstance(match.pending, Decision) and match.pending.rule == "SQ-WND-02":
        match.play(match.pending.default)  # type: ignore[arg-type]
    own = [m for m in match.table.models.values() if m.unit == "enemies-1"]
    assert sum(m.at is None for m in own) == int(exact["removed"])
    assert sum(m.tokens.get("wounds", 0) for m in own if m.at is not None) == int(exact["on_next"])


@rule("SQ-WND-02")
@rule("SQ-GEN-08")
def test_the_players_choose_who_falls_as_long_as_the_unit_stays_together() -> None:
    from sightline.games.starquest.harm import Suffering

    row = squad((20, 10), (22, 10), (24, 10))
    match = Stage([hero(10, 10)], [row], agenda=(Suffering("enemies-1", 1), HeroPhase())).match()
    assert options(match, TakeOff, "model") == ("enemies-1-1", "enemies-1-3")
    assert match.decision.default == TakeOff("enemies-1-1")
    assert refused(match, TakeOff("enemies-1-2")).rule == "SQ-WND-02"
    match.play(TakeOff("enemies-1-3"))
    assert alive(match, "enemies-1-1", "enemies-1-2", "enemies-1-3") == ["enemies-1-1", "enemies-1-2"]
