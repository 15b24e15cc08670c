"""Rounds and activations, power, melee, wounds, the unconscious, morale, the Shaken and conditions."""

from __future__ import annotations

from typing import Any

import pytest

from sightline.core.decisions import Decision
from sightline.core.events import Rolled
from sightline.core.match import Match
from sightline.games.starquest.acting import price
from sightline.games.starquest.actions import (
    Activate,
    Advance,
    Charge,
    Decline,
    EndTurn,
    Pay,
    PushOn,
    Rest,
    Revive,
    Rush,
    Scurry,
    Shoot,
    Stay,
    TakeOff,
    Tend,
)
from sightline.games.starquest.events import (
    Activated,
    AttackDeclared,
    Charged,
    Cured,
    Failed,
    Fatigued,
    Felled,
    Lost,
    Passed,
    PhaseBegan,
    PiledIn,
    Rested,
    RoundBegan,
    Shaken,
    Slain,
    SteppedBack,
    Stricken,
    Wounded,
)
from sightline.games.starquest.measure import gap
from sightline.games.starquest.sequence import BeginRound, EndRound, HeroPhase
from sightline.games.starquest.shooting import shooters
from sightline.games.starquest.striking import lessened, strikes
from sightline.games.starquest.testing import Morale, at_half
from tests.games.starquest.stage import (
    PISTOL,
    RIFLE,
    SWORD,
    Stage,
    act,
    alive,
    at,
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
    wounds,
)
from tests.games.starquest.test_dice import vectors
from tests.kit import rule

A, B, E = "heroes-1", "heroes-2", "enemies-1-1"
RADIUS = 16 / 25.4


def active(stage: Stage, who: str = A, *faces: int) -> Match:
    match = stage.match(*faces)
    match.play(Activate(who))
    return match


# ------------------------------------------------------------------ rounds and turns


@rule("SQ-RND-01")
@rule("SQ-RND-02")
@rule("SQ-RND-03")
@rule("SQ-RND-04")
@rule("SQ-RND-07")
def test_heroes_act_first_in_any_order_then_the_enemies_then_a_new_round() -> None:
    far = squad((44, 44), weapons=(PISTOL,))
    match = Stage([hero(4, 4), hero(8, 4)], [far], agenda=(BeginRound(1),)).match()
    assert options(match, Activate, "model") == (A, B)
    match.play(Activate(B), EndTurn(B))
    assert options(match, Activate, "model") == (A,)
    assert refused(match, Activate(B)).rule == "SQ-RND-03"
    match.play(Activate(A), EndTurn(A))
    assert [e.rule for e in happened(match, PhaseBegan)] == ["SQ-RND-07", "SQ-RND-02"]
    assert [e.value for e in happened(match, RoundBegan)] == [1, 2]
    assert options(match, Activate, "model") == (A, B)


@rule("SQ-RND-05", 0, 1, 2)
def test_a_hero_has_one_action_of_any_kind_and_a_skill() -> None:
    stage = Stage([hero(10, 10, PISTOL)], [squad((30, 10))])
    match = act(stage.match(6, 1), Scurry(A), Stay(A), Advance(A, (12, 10)))
    assert refused(match, Rush(A, (14, 10))).rule == "SQ-RND-05"
    assert refused(match, Scurry(A)).rule == "SQ-RND-05"
    twice = act(stage.match(6, 1, 6, 1), Scurry(A), Stay(A), Scurry(A), Stay(A))
    assert refused(twice, Rush(A, (14, 10))).rule == "SQ-RND-05"
    assert spent(twice)
    plain = act(stage.match(), Advance(A, (12, 10)))
    assert refused(plain, Rush(A, (14, 10))).rule == "SQ-RND-05"


@rule("SQ-RND-06", 0, 1)
def test_two_power_buy_one_more_action_and_no_second() -> None:
    stage = Stage([hero(10, 10, PISTOL), hero(4, 4)], [squad((30, 10))])
    match = act(stage.match(6, 1), Advance(A, (12, 10)), Scurry(A), Stay(A), PushOn(A))
    assert tokens(match, A, "power") == 3
    assert refused(match, PushOn(A)).facts["extra actions"] == 1
    assert offered(match, Charge) == []
    assert spent(match)
    act(match, Rush(A, (20, 10)))


@rule("SQ-RND-06", 2)
@rule("SQ-RST-03", 1)
def test_power_that_is_not_there_is_paid_in_wounds() -> None:
    match = act(Stage([hero(10, 10, power=1)], [squad((30, 10))]).match(), PushOn(A))
    assert (tokens(match, A, "power"), wounds(match, A)) == (1, 2)
    act(match, Rush(A, (14, 10)), Rush(A, (18, 10)))


@rule("SQ-RND-06")
def test_a_group_may_allow_each_attack_only_once() -> None:
    stage = Stage([hero(10, 10, RIFLE)], [squad((20, 10), tough=9)])
    again = act(stage.match(1, 1), Shoot(A, E), PushOn(A), Shoot(A, E))
    assert spent(again)
    strict = Stage([hero(10, 10, RIFLE)], [squad((20, 10), tough=9)], options={"extra_action_repeat_attack": False})
    match = act(strict.match(1), Shoot(A, E), PushOn(A))
    assert refused(match, Shoot(A, E)).rule == "SQ-RND-06"


@rule("SQ-RND-08", 0)
@pytest.mark.parametrize(("order", "wanted"), [("remeasure", "XZY"), ("fixed_at_phase_start", "XYZ")])
def test_the_nearest_enemy_acts_first(order: str, wanted: str) -> None:
    from sightline.games.starquest.enemies import EnemyPhase, phase_order

    a, b = hero(10, 10, tough=1), hero(10, 20)
    x = squad((10 + 4 + 2 * RADIUS, 10), weapons=("Claws (A1)",))
    y = squad((10 - 5 - 2 * RADIUS, 10), weapons=(PISTOL,))
    z = squad((10, 20 + 6 + 2 * RADIUS), weapons=(PISTOL,))
    stage = Stage([a, b], [x, y, z], options={"ai_order": order})
    stage.table.agenda = (EnemyPhase(phase_order(stage.table)),)
    match = stage.match()
    while match.pending is not None and not (isinstance(match.pending, Decision) and match.pending.rule == "SQ-RND-03"):
        if isinstance(match.pending, Decision):
            match.play(match.pending.default)  # type: ignore[arg-type]
        else:
            # The charger hits and is not blocked; nobody else does any harm.
            roll, first = rolling(match), not happened(match, Felled)
            match.play((6 if (roll.by == "enemies") == first else 1,) * roll.count)
    names = {"enemies-1": "X", "enemies-2": "Y", "enemies-3": "Z"}
    bearers = [e.bearers[0].rpartition("-")[0] for e in happened(match, Activated)]
    acted = [names[b] for b in bearers if b in names]
    assert "".join(acted[:3]) == wanted


@rule("SQ-RND-10")
def test_a_round_begins_with_tokens_for_casters_and_ends_with_rest_for_the_tired() -> None:
    stage = Stage([hero(4, 4, rules=["Caster(2)"], fatigued=1)], [squad((44, 44))], agenda=(EndRound(),))
    match = stage.match()
    assert tokens(match, A, "fatigued") == 0
    assert tokens(match, A, "spell_tokens") == 2
    assert tokens(match, "table", "round") == 2


# ------------------------------------------------------------------ rest and power


@rule("SQ-RST-01")
@rule("SQ-RST-02")
@rule("SQ-ACN-01")
@rule("SQ-RST-04")
def test_rest_restores_all_power_and_excludes_everything_else() -> None:
    stage = Stage([hero(10, 10, power=1), hero(14, 10)], [squad((44, 44))])
    match = act(stage.match(), Rest(A))
    assert tokens(match, A, "power") == 5
    assert happened(match, Rested)
    assert options(match, Activate, "model") == (B,)
    late = act(stage.match(), Rush(A, (10, 14)))
    assert refused(late, Rest(A)).rule == "SQ-RST-02"
    assert not offered(active(Stage([hero(10, 10)], [squad((44, 44))])), Rest)


@pytest.mark.parametrize(("vector", "exact"), vectors("power_spend"))
def test_what_a_payment_takes(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    more: dict[str, Any] = {"diseased": 1} if vector.get("diseased") else {}
    table = table_of([hero(10, 10, power=vector["power"], **more)])
    power, hurt = price(table, table.models[A], vector["amount"])
    assert (str(vector["power"] - power), str(hurt)) == (exact["power"], exact["wounds"])


@rule("SQ-RST-03", 1)
def test_a_group_may_take_only_what_is_missing_as_wounds() -> None:
    table = table_of([hero(10, 10, power=1)], options={"power_debt": "shortfall_only"})
    assert price(table, table.models[A], 2) == (1, 1)


@rule("SQ-RST-03", 3)
@rule("SQ-UNC-01")
def test_who_is_felled_by_the_price_does_not_get_what_it_paid_for() -> None:
    match = act(Stage([hero(10, 10, power=0, wounds=5), hero(20, 20)], [squad((44, 44))]).match(), PushOn(A))
    assert tokens(match, A, "unconscious") == 1
    assert match.decision.rule == "SQ-RND-03"


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
    assert [e.weapon for e in happened(match, AttackDeclared)] == [kit[1], kit[2], kit[0]]
    chosen = act(stage.match(1, 1, 1), Shoot(A, E, (kit[0], kit[2])))
    assert [e.weapon for e in happened(chosen, AttackDeclared)] == [kit[1], kit[0], kit[2]]
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


# ------------------------------------------------------------------ unconscious heroes


@rule("SQ-UNC-01")
@rule("SQ-UNC-02")
@rule("SQ-AIU-09")
def test_a_felled_hero_stays_where_it_is_and_nobody_minds_it() -> None:
    from sightline.games.starquest.harm import Suffering

    stage = Stage([hero(10, 10, shaken=1), hero(30, 10)], [squad((14, 10))], agenda=(Suffering(A, 9), HeroPhase()))
    match = stage.match()
    assert at(match, A) == (10, 10)
    assert (wounds(match, A), tokens(match, A, "shaken")) == (6, 0)
    assert options(match, Activate, "model") == (B,)
    from sightline.games.starquest.heeding import heeded

    assert [h.id for h in heeded(match.table, "enemies-1")] == [B]


@rule("SQ-UNC-03", 0, 1)
@pytest.mark.parametrize(("power", "left"), [(5, 3), (1, 1)])
def test_reviving_costs_two_power_and_gives_three_wounds_back(power: int, left: int) -> None:
    down = hero(12, 10, tough=7, wounds=7, unconscious=1)
    match = act(Stage([hero(10, 10, power=power), down], [squad((44, 44))]).match(), Revive(A, B))
    assert tokens(match, A, "power") == left
    assert wounds(match, A) == (0 if power > 1 else 2)
    assert wounds(match, B) == 4
    assert tokens(match, B, "unconscious") == 0
    far = Stage([hero(10, 10), hero(10 + 3 + 2 * RADIUS + 0.01, 10, wounds=6, unconscious=1)], [squad((44, 44))])
    assert refused(far.match(), Revive(A, B)).rule == "SQ-UNC-03"


@pytest.mark.parametrize(("vector", "exact"), vectors("revive"))
def test_wounds_left_after_a_revival(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    tough = vector["tough"]
    down = hero(12, 10, tough=tough, wounds=tough, unconscious=1)
    match = act(Stage([hero(10, 10), down], [squad((44, 44))]).match(), Revive(A, B))
    assert str(tough - wounds(match, B)) == exact["left"]


@rule("SQ-UNC-04")
def test_the_mission_is_lost_when_the_last_hero_falls() -> None:
    from sightline.games.starquest.harm import Suffering

    stage = Stage([hero(10, 10), hero(20, 10, wounds=6, unconscious=1)], [squad((14, 10))])
    stage.table.agenda = (Suffering(A, 6), HeroPhase())
    match = stage.match()
    assert happened(match, Lost)[0].rule == "SQ-UNC-04"
    assert match.outcome is not None
    assert match.outcome.winner == "enemies"
    held = Stage([hero(10, 10), hero(20, 10)], [squad((14, 10))])
    from msgspec.structs import replace

    held.table.put_moved(replace(held.table.models[B], at=None))
    held.table.put_tokens(B, "reserve", 1)
    held.table.agenda = (Suffering(A, 6), BeginRound(2))
    waiting = held.match()
    assert waiting.outcome is None
    assert waiting.decision.rule == "SQ-SPR-05"
    assert [o.action.__name__ for o in waiting.decision.offers] == ["Arrive"]


# ------------------------------------------------------------------ morale and the Shaken


@rule("SQ-MRL-01")
@rule("SQ-MRL-03")
@rule("SQ-RND-12")
def test_a_unit_at_half_tests_when_the_activation_is_over() -> None:
    stage = Stage([hero(10, 10, 'Rifle (24", A2)'), hero(4, 4)], [squad((20, 10), tough=2)])
    match = act(stage.match(6, 1, 2, 3), Shoot(A, E))
    assert not happened(match, Shaken)
    match.play(EndTurn(A))
    assert happened(match, Shaken)[0].bearers == (E,)
    assert spent(match)


@rule("SQ-MRL-04")
def test_a_hero_may_shrug_morale_off() -> None:
    stage = Stage([hero(10, 10, wounds=3, hurt=1)], [squad((44, 44))], agenda=(Morale((A,)), HeroPhase()))
    match = stage.match(1)
    match.play(Pay(A))
    assert (tokens(match, A, "shaken"), tokens(match, A, "power")) == (0, 3)
    other = stage.match(1)
    other.play(Decline(A))
    assert tokens(other, A, "shaken") == 1


@rule("SQ-SHK-01")
@rule("SQ-SHK-02")
@rule("SQ-GEN-07")
def test_the_shaken_are_idle_and_recover() -> None:
    match = Stage([hero(10, 10, shaken=1), hero(20, 20)], [squad((44, 44))]).match()
    match.play(Activate(A))
    assert match.decision.rule == "SQ-RND-03"
    assert tokens(match, A, "shaken") == 0


@rule("SQ-SHK-01")
@rule("SQ-SHK-04")
def test_the_shaken_fail_morale_without_a_die_and_strike_back_as_if_tired() -> None:
    stage = Stage([hero(10, 10, wounds=3, hurt=1, shaken=1)], [squad((44, 44))], agenda=(Morale((A,)), HeroPhase()))
    match = stage.match()
    assert happened(match, Failed)
    assert not happened(match, Shaken)
    charged = act(Stage([hero(10, 10, SWORD)], [squad((16, 10), tough=9, shaken=1)]).match(), Charge(A, E))
    charged.play((1,))
    assert rolling(charged).need.value == 6  # type: ignore[union-attr]


@rule("SQ-AIU-14")
def test_a_shaken_enemy_spends_its_activation_idle() -> None:
    match = enemy_turn([hero(10, 10)], [squad((14, 10), shaken=1)]).match()
    assert tokens(match, E, "shaken") == 0
    assert at(match, E) == (14, 10)


@rule("SQ-MRL-02")
def test_a_unit_deployed_with_several_models_always_counts_models() -> None:
    table = table_of([hero(10, 10)], [squad((20, 10), size=3, tough=3)])
    assert at_half(table, "enemies-1")
    assert not at_half(table_of([hero(10, 10)], [squad((20, 10), tough=3)]), "enemies-1")


# ------------------------------------------------------------------ conditions


def stricken(*conditions: str, **stats: Any) -> Stage:
    states: dict[str, Any] = dict.fromkeys(conditions, 1)
    return Stage([hero(10, 10, **states, **stats), hero(40, 4)], [squad((44, 44))])


@rule("SQ-STC-01")
@rule("SQ-STC-05")
@rule("SQ-RND-11")
def test_the_afflicted_test_strength_or_take_a_wound() -> None:
    cured = active(stricken("afflicted"), A, 4)
    assert tokens(cured, A, "afflicted") == 0
    hurt = stricken("afflicted").match(3)
    hurt.play(Activate(A))
    hurt.play(Decline(A))
    assert (wounds(hurt, A), tokens(hurt, A, "afflicted")) == (1, 1)
    assert happened(hurt, Wounded)[0].cause == "condition"


@pytest.mark.parametrize(("vector", "exact"), vectors("condition"))
def test_how_often_a_condition_is_failed_before_it_goes(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    from fractions import Fraction

    match = stricken("afflicted", str=vector["stat"]).match()
    match.play(Activate(A))
    need = rolling(match).need
    assert need is not None
    passed = Fraction(need.good(6), 6)
    assert (1 - passed) / passed == Fraction(exact["expected_failures"])


@rule("SQ-STC-02")
def test_the_crippled_move_half_as_far() -> None:
    match = stricken("crippled", power=0).match(1)
    match.play(Activate(A))
    match.play(Decline(A))
    assert refused(match, Rush(A, (16.1, 10))).rule == "SQ-MSR-05"
    act(match, Rush(A, (16, 10)))


@rule("SQ-STC-03", 0)
def test_the_diseased_pay_with_wounds_as_well() -> None:
    match = stricken("diseased").match(1)
    match.play(Activate(A))
    match.play(Decline(A))
    act(match, PushOn(A))
    assert (tokens(match, A, "power"), wounds(match, A)) == (3, 2)


@rule("SQ-STC-04")
def test_the_impaired_may_pay_d3_power_to_get_over_it() -> None:
    match = stricken("impaired").match(3)
    match.play(Activate(A))
    match.play(Pay(A))
    assert (tokens(match, A, "impaired"), tokens(match, A, "power")) == (0, 3)
    assert happened(match, Cured)


@rule("SQ-STC-04", 0)
@pytest.mark.parametrize("included", [True, False])
def test_the_impaired_are_worse_at_everything(included: bool) -> None:
    from sightline.games.starquest.effects import EFFECTS
    from sightline.games.starquest.questions import ToBlock, ToHit, ToHold, ToPass

    table = table_of([hero(10, 10, impaired=1)], [squad((20, 10))], options={"impaired_includes_defense": included})
    assert EFFECTS.tally(table, ToHit(A, E, SWORD), 4).value == 5
    assert EFFECTS.tally(table, ToPass(A, "str"), 4).value == 5
    assert EFFECTS.tally(table, ToHold(A), 4).value == 5
    assert EFFECTS.tally(table, ToBlock(A, E, SWORD), 4).value == (5 if included else 4)


@rule("SQ-RND-11")
def test_the_player_orders_conditions() -> None:
    match = stricken("afflicted", "crippled", power=0).match(6, 6)
    match.play(Activate(A))
    assert options(match, Tend, "condition") == ("afflicted", "crippled")
    match.play(Tend(A, "crippled"))
    assert [e.token for e in happened(match, Cured)] == ["crippled", "afflicted"]
    assert spent(match)


@rule("SQ-STC-07")
@rule("SQ-STC-06")
def test_enemies_get_rid_of_conditions_by_quality_and_are_never_diseased() -> None:
    from sightline.games.starquest.conditions import stricken as laid_on

    match = enemy_turn([hero(10, 10)], [squad((44, 44), (45.4, 44), impaired=1, quality=3)]).match()
    assert rolling(match).rule == "SQ-STC-07"
    assert rolling(match).need.value == 4  # type: ignore[union-attr]
    match.play((4,))
    assert tokens(match, "enemies-1-2", "impaired") == 0
    table = match.table
    assert not laid_on(table, "enemies-1", "diseased", "SQ-STC-07")
    (event,) = laid_on(table, "enemies-1", "crippled", "SQ-STC-07")
    assert isinstance(event, Stricken)
    assert event.bearers == ("enemies-1-1", "enemies-1-2")


@rule("SQ-STA-02", 0)
def test_every_failed_die_of_a_jump_is_bought_for_itself() -> None:
    stage = Stage([hero(10, 10, power=4)], [squad((44, 44))], terrain=[deck(2, 5, 11, 15)])
    from sightline.games.starquest.actions import Leap

    match = act(stage.match(1, 1), Leap(A, "rush", (12, 10)))
    match.play(Pay(A))
    match.play(Pay(A))
    assert (at(match, A), tokens(match, A, "power")) == ((12, 10), 0)
    assert [e.bought for e in happened(match, Passed)] == [True, True]


@rule("SQ-ACN-06")
@rule("SQ-SKL-06")
def test_reviving_uses_up_a_skill_action_and_only_heroes_have_one() -> None:
    down = hero(12, 10, wounds=6, unconscious=1)
    match = act(Stage([hero(10, 10), down], [squad((44, 44))]).match(), Revive(A, B))
    assert tokens(match, A, "skills") == 1
    clever = enemy_turn([hero(10, 10), down], [squad((14, 10))], options={"clever_enemies": True}).match()
    assert clever.decision.side == "enemies"
    refusal = clever.refusal(Revive(E, B))
    assert refusal is not None
    assert refusal.rule == "SQ-ACN-06"
