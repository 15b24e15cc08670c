"""Rules that are easily played nearly right: objects, flights, repairs, puppets and the ground they end on."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sightline.core.decisions import Concede
from sightline.core.dice import Roll
from sightline.core.table import Grant
from sightline.games.deepwars.actions import (
    Attack,
    BreakFree,
    Cast,
    ChangeDepth,
    Dance,
    Done,
    Drag,
    EndTurn,
    EnterPortal,
    Fix,
    FollowUp,
    Move,
    Nominate,
    OpenPortal,
    Raise,
    Shift,
    Treat,
)
from sightline.games.deepwars.damage import Recoil, Suffering
from sightline.games.deepwars.effects import EFFECTS
from sightline.games.deepwars.events import AttackDeclared, Clashed, Swam
from sightline.games.deepwars.gifts import second_targets
from sightline.games.deepwars.homecoming import earned
from sightline.games.deepwars.loads import loads
from sightline.games.deepwars.measure import level, touching
from sightline.games.deepwars.parts import MoraleOf
from sightline.games.deepwars.questions import H2H, SHOT, Activating, AttackScore, Blow, DefenceScore
from sightline.games.deepwars.tokens import ACTIONS, ADVANTAGE, ATTACKED, PROVOKED
from sightline.games.deepwars.treasure import lying
from tests.games.deepwars.chants import caster, chant
from tests.games.deepwars.stage import (
    On,
    Stage,
    act,
    alive,
    at,
    box,
    fallen,
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
    table_of,
    wall,
)
from tests.games.deepwars.test_creatures import nature, sea
from tests.games.deepwars.test_devices import scenic
from tests.games.deepwars.test_scenarios import lay
from tests.kit import rule

FISTS = "bare_hands"


# ------------------------------------------------------------------ flight, recoil, leaving combat


@rule("DW-MRL-07")
@rule("DW-SUB-06")
def test_who_is_hurt_in_its_legs_flees_no_faster_than_it_moves() -> None:
    def flown(**tokens: int) -> tuple[float, float] | None:
        runner = on(20, 12, tokens=tokens, boxes_locomotion=2)
        stage = Stage([runner, on(40, 12)], [on(2, 34)], agenda=(MoraleOf(("red-1",), "gruesome", "red-2"),))
        return at(stage.match(5, 5, 1), "red-1")

    assert flown() == (20.0, 7.0)
    assert flown(**{"wound:locomotion": 1}) == (20.0, 9.0)
    assert flown(**{"load:power_core": 1}) == (20.0, 9.0)


@rule("DW-DMG-13")
@rule("DW-DMG-12")
def test_a_winner_may_go_after_one_that_had_no_room_to_recoil() -> None:
    pressed = Recoil("blue-1", "red-1", (20.0, 18.0), True)
    match = Stage(
        [on(20, 18), on(2, 2)], [on(21, 18), on(2, 34)], terrain=[wall(22, 10, 23, 26)], agenda=(pressed,)
    ).match()
    assert fallen(match, "blue-1")
    assert at(match, "blue-1") == (21.5, 18.0)
    match.play(FollowUp("red-1"))
    assert at(match, "red-1") == pytest.approx((20.49, 18.0), abs=0.01)


@rule("DW-ACN-22")
@rule("DW-ACN-06")
def test_a_change_of_depth_that_stays_in_contact_leaves_nobody() -> None:
    stage = Stage([on(20, 18), on(2, 2)], [on(21, 18), on(2, 34)], options={"disengage": "two_actions"})
    match = act(stage.match(5, 5), *rolling("red-1"), ChangeDepth("red-1", 1))
    assert has(match, "red-1", ACTIONS) == 1
    assert refused(match, ChangeDepth("red-1", 1)).rule == "DW-ACN-22"


# ------------------------------------------------------------------ the shifted


@rule("DW-ABL-19")
@rule("DW-CND-08")
@rule("DW-ABL-28")
@pytest.mark.parametrize(("hacker", "hacks"), [(on(21, 18), 0), (on(21, 18, "ethereal_attack"), 1)])
def test_only_ethereal_attacks_hack_at_the_shifted(hacker: On, hacks: int) -> None:
    stage = Stage([on(20, 18, "dimension_shift"), on(2, 2)], [hacker, on(2, 34)])
    match = act(stage.match(5, 5, 3, 3), *rolling("red-1"), Shift("red-1"), Move("red-1", (16.0, 18.0)))
    assert len(happened(match, Clashed)) == hacks
    assert at(match, "red-1") == (16.0, 18.0)


@rule("DW-ABL-19")
@rule("DW-ABL-28")
def test_whoever_has_shifted_makes_no_free_hack() -> None:
    stage = Stage([on(20, 18), on(2, 2)], [on(21, 18, tokens={"shifted": 1}), on(2, 34)])
    match = act(stage.match(), *free("red-1"), Move("red-1", (16.0, 18.0)))
    assert not happened(match, Clashed)
    assert at(match, "red-1") == (16.0, 18.0)


@rule("DW-ABL-19")
@rule("DW-ABL-11")
def test_a_blast_does_not_reach_the_shifted() -> None:
    blue = [on(25, 18), on(26, 18, tokens={"shifted": 1}), on(25, 19), on(2, 34)]
    match = Stage([caster(), on(2, 2)], blue).match(6, 6, 6, 3, 3, 3)
    act(match, *chant("thermal_burst"), Cast("red-1", 3, "blue-1"))
    assert [e.defender for e in happened(match, Clashed)] == ["blue-1", "blue-3"]
    assert spent(match)


@rule("DW-ABL-19")
@rule("DW-ABL-49")
@pytest.mark.parametrize(
    ("shooter", "tokens", "reached"), [((), 0, True), ((), 1, False), (("ethereal_attack",), 1, True)]
)
def test_a_beam_does_not_jump_to_the_shifted(shooter: tuple[str, ...], tokens: int, reached: bool) -> None:
    second = on(26, 18, tokens={"shifted": 1} if tokens else {})
    table = table_of([on(20, 18, *shooter)], [on(25, 19), second])
    assert second_targets(table, "red-1", "blue-1") == (("blue-2",) if reached else ())


# ------------------------------------------------------------------ command, help, advantage


@rule("DW-ABL-37")
@rule("DW-SUB-07")
@pytest.mark.parametrize(("condition", "bonus"), [("dazed", 1), ("transfixed", 0), ("immobilized", 0)])
def test_an_immobilized_leader_commands_nobody(condition: str, bonus: int) -> None:
    table = table_of([on(10, 10), on(12, 10, "leader", tokens={condition: 1})], [on(40, 30)])
    assert 4 - EFFECTS.tally(table, Activating("red-1", ("red-2",)), 4).value == bonus


@rule("DW-ABL-06")
@rule("DW-TEC-05")
def test_assistants_help_to_mend_an_item() -> None:
    broken = {"load:planar_eye": 1, "damaged:planar_eye": 1}
    red = [on(10, 10, "scientist:3", tokens=broken), on(11, 10, "assistant"), on(2, 2)]
    match = act(Stage(red, [on(40, 30)]).match(3, 3, 3), *free("red-1"), Fix("red-1", "planar_eye"))
    assert not has(match, "red-1", "damaged:planar_eye")


@rule("DW-TEC-10")
@rule("DW-ABL-53")
@pytest.mark.parametrize(("level_", "mended"), [("scientist:1", 0), ("scientist:3", 1)])
def test_a_scientist_has_trouble_with_weapons_above_its_level(level_: str, mended: int) -> None:
    owner = on(11, 10, "coil_rifle", tokens={"wound:coil_rifle": 1})
    match = Stage([on(10, 10, level_), owner, on(2, 2)], [on(40, 30)]).match(4, 4, 4)
    act(match, *free("red-1"), Treat("red-1", "red-2", "coil_rifle"))
    assert has(match, "red-2", "wound:coil_rifle") == 1 - mended


@rule("DW-ABL-21")
@rule("DW-ABL-22")
@pytest.mark.parametrize(("helper", "mended"), [("engineer", 1), ("healer", 0)])
def test_the_generator_of_a_shield_is_mended_like_any_device(helper: str, mended: int) -> None:
    owner = on(11, 10, "energy_shield", tokens={"wound:energy_shield": 1})
    match = act(Stage([on(10, 10, helper), owner, on(2, 2)], [on(40, 30)]).match(4, 4, 1), *free("red-1"))
    mend = Treat("red-1", "red-2", "energy_shield")
    assert (match.refusal(mend) is None) == bool(mended)
    if mended:
        assert not has(act(match, mend), "red-2", "wound:energy_shield")


@rule("DW-DMG-14")
@rule("DW-ABL-31")
def test_who_is_brought_back_has_lost_its_advantages() -> None:
    weak = on(21, 18, boxes_body=1, tokens={f"{ADVANTAGE}:red-2": 2})
    blue = [weak, on(22, 18, "healer"), on(2, 34), on(4, 34), on(6, 34)]
    match = Stage([on(20, 18), on(2, 2)], blue).match(4, 3, 6, 6, 2)
    act(match, *free("red-1"), Attack("red-1", FISTS, "blue-1"))
    assert not alive(match, "blue-1")
    act(match, Done("red-1"), EndTurn("red"), *free("blue-2"), Treat("blue-2", "blue-1-body", "body"))
    assert alive(match, "blue-1")
    assert not has(match, "blue-1", f"{ADVANTAGE}:red-2")
    assert spent(match)


@rule("DW-CND-04")
def test_what_a_friend_has_loosened_has_to_be_finished_in_the_next_activation() -> None:
    stage = Stage([on(20, 18, tokens={"entangled": 1}), on(21, 18), on(2, 2)], [on(40, 30)])
    match = act(stage.match(5, 1, 1), *free("red-2"), BreakFree("red-2", "red-1"))
    assert has(match, "red-1", "loosened")
    act(match, Done("red-2"), *free("red-1"), Done("red-1"))
    assert not has(match, "red-1", "loosened")


@rule("DW-CBT-09")
@rule("DW-SCA-01")
@pytest.mark.parametrize(("blow", "scores"), [(("dart_rifle", SHOT), (4, 5)), ((FISTS, H2H), (3, 5))])
def test_a_thing_defends_with_its_score_and_nothing_more(blow: tuple[str, str], scores: tuple[int, int]) -> None:
    stage = Stage([on(22, 18, "dart_rifle")], [on(2, 34)])
    table = scenic(stage, "scenic_artifact", "hydrothermal_power_plant", (24, 18)).table
    weapon, mode = blow
    assert table.models["thing"].tokens["combat"] == 5
    attack = EFFECTS.tally(table, AttackScore("red-1", "thing", Blow("red-1", "thing", weapon, mode)), 3)
    defence = EFFECTS.tally(table, DefenceScore("thing", "red-1", Blow("red-1", "thing", weapon, mode)), 5)
    assert (attack.value, defence.value) == scores


# ------------------------------------------------------------------ spells


@rule("DW-ABL-13")
@rule("DW-CRE-04")
@rule("DW-SPL-07")
def test_a_spell_attack_is_an_attack() -> None:
    stage = sea(Stage([caster(), on(2, 2)], [on(2, 34)]), ("slate_ray", 24, 18))
    match = act(stage.match(6, 6, 6, 1, 6), *chant("brine_lance"), Cast("red-1", 3, "wild-slate_ray"))
    assert has(match, "red-1", ATTACKED)
    assert has(match, "wild-slate_ray", PROVOKED)
    match = act(stage.match(1, 1, 1, 1, 6), *chant("brine_lance"))
    assert not has(match, "red-1", ATTACKED), "who is struck by its own lance has attacked nobody"


@rule("DW-CBT-10")
@rule("DW-SCA-03")
@rule("DW-SPL-07")
@pytest.mark.parametrize(("spell", "score"), [("brine_lance", 5), ("thermal_burst", 3), ("siren_lock", None)])
def test_a_spell_attack_may_be_aimed_at_an_object(spell: str, score: int | None) -> None:
    stage = scenic(Stage([caster(), on(2, 2)], [on(2, 34)]), "scenic_artifact", "deflector_field_generator", (26, 18))
    stage.table.put_moved(replace(stage.table.models["red-1"], at=(20.5, 18.0)))
    match = act(stage.match(6, 6, 6, 3, 3), *chant(spell))
    if score is None:
        assert not offered(match, Cast)
    else:
        act(match, Cast("red-1", 3, "thing"))
        assert happened(match, Clashed)[0].totals == (3 + score + 1, 3 + 5 + 2), "Big, and in its own field"


@rule("DW-MAG-09")
@rule("DW-TER-01")
def test_a_puppet_does_not_sink_into_deadly_terrain_but_may_swim_out_of_it() -> None:
    vents = [box(24, 10, 30, 26, "deadly", "material:none", id="vents")]
    above = Stage([caster(), on(2, 2)], [on(25, 18, level=1), on(2, 34)], terrain=vents).match(6, 6, 6, 1, 1, 1)
    act(above, *chant("puppet_tide"), Cast("red-1", 3, "blue-1"))
    assert refused(above, ChangeDepth("blue-1", -1)).rule == "DW-MAG-09"
    inside = Stage([caster(), on(2, 2)], [on(25, 18), on(2, 34)], terrain=vents).match(6, 6, 6, 1, 1, 1)
    act(inside, *chant("puppet_tide"), Cast("red-1", 3, "blue-1"), Dance("blue-1", (22.0, 18.0)))
    assert at(inside, "blue-1") == (22.0, 18.0)


@rule("DW-MAG-16")
def test_a_peaceful_creature_hunts_a_caster_that_has_failed_to_charm_it() -> None:
    stage = sea(Stage([caster(), on(2, 2)], [on(2, 34)]), ("slate_ray", 30, 18, 0, {"hunts:red-1:1": 1}))
    match = nature(stage, 3, 3, 6, 6, 6)
    assert happened(match, Swam)[0].path[-1][0] < 30


# ------------------------------------------------------------------ ground


@rule("DW-DEP-08")
@rule("DW-MOV-04")
def test_a_bottom_dweller_does_not_sink_onto_anybody() -> None:
    stage = Stage([on(10, 10, "benthic", level=2), on(10.5, 10), on(2, 2)], [on(40, 30)])
    match = act(stage.match(), *free("red-1"), Done("red-1"))
    assert level(match.table, model(match, "red-1")) == 1


@rule("DW-DEP-08")
@rule("DW-TER-02")
def test_a_bottom_dweller_that_sinks_into_deadly_terrain_is_in_it() -> None:
    vents = [box(8, 8, 12, 12, "deadly", "material:none", id="vents")]
    match = Stage([on(10, 10, "benthic", level=1), on(2, 2)], [on(40, 30)], terrain=vents).match(5, 1, 1)
    act(match, *free("red-1"), Done("red-1"))
    assert fallen(match, "red-1")
    assert spent(match)


@rule("DW-SCA-07")
@rule("DW-TER-02")
def test_the_arch_may_carry_somebody_into_deadly_terrain() -> None:
    vents = [box(32, 16, 36, 20, "deadly", "material:none", id="vents")]
    stage = Stage([on(20, 18), on(2, 2)], [on(40, 30)], terrain=vents)
    match = scenic(stage, "scenic_artifact", "crumbling_dimensional_arch", (18, 15)).match(1, 5, 1, 1)
    act(match, Nominate("red-1"))
    assert at(match, "red-1") == (34.0, 18.0)
    assert fallen(match, "red-1")
    assert spent(match)


@rule("DW-ART-09")
@rule("DW-TER-02")
def test_a_portal_may_lead_into_deadly_terrain() -> None:
    vents = [box(32, 16, 36, 20, "deadly", "material:none", id="vents")]
    gate = on(20, 18, tokens={"load:portable_portal": 1, "learned:portable_portal": 1})
    match = Stage([gate, on(2, 2)], [on(40, 30)], terrain=vents).match(6, 6, 4, 5, 1, 1)
    act(match, *rolling("red-1", 3), OpenPortal("red-1", 1, (21.0, 18.0), (34.0, 18.0)), EnterPortal("red-1"))
    assert at(match, "red-1") == (34.0, 18.0)
    assert fallen(match, "red-1")
    assert spent(match)


@rule("DW-ART-05")
@rule("DW-ACN-05")
@rule("DW-PHY-09")
def test_an_accelerated_move_is_free_whatever_it_costs_and_dragging_is_no_move() -> None:
    fast = {"soul_accelerator": 1}
    weeds = Stage([on(20, 18, stick=1, tokens=fast), on(2, 2)], [on(40, 30)], terrain=[kelp(15, 10, 30, 26)])
    match = act(weeds.match(5, 5), *rolling("red-1"), Move("red-1", (22.0, 18.0)))
    assert has(match, "red-1", ACTIONS) == 2
    act(match, Move("red-1", (24.0, 18.0)))
    assert has(match, "red-1", ACTIONS) == 0
    hauled = lay(Stage([on(20, 18, tokens=fast), on(2, 2)], [on(40, 30)]), (20.5, 18.0))
    match = act(hauled.match(5, 5, 5, 5, 5), *rolling("red-1"), Drag("red-1", "treasure-1", (22.0, 18.0)))
    assert has(match, "red-1", ACTIONS) == 1


@rule("DW-CRE-01")
@rule("DW-ACN-05")
def test_a_slow_creature_pays_two_actions_in_difficult_terrain() -> None:
    red = [on(24, 21, points=20), on(2, 2)]
    for terrain, attacks in (([], 1), ([kelp(20, 10, 28, 29)], 0)):
        stage = sea(Stage(red, [on(2, 35)], terrain=terrain), ("reef_mauler", 24, 18))
        match = nature(stage, 3, 3, 6, 6, 6)
        assert touching(match.table, model(match, "wild-reef_mauler"), model(match, "red-1"))
        assert len(happened(match, AttackDeclared)) == attacks


@rule("DW-H2H-07")
def test_who_swims_above_a_reef_is_not_in_it() -> None:
    reef = [box(20, 16, 24, 20, "scenic", "material:coral", id="reef")]
    for low, bonus in ((0, 0), (1, 1)):
        stage = Stage([on(21, 18, level=low)], [on(22, 18)], terrain=reef)
        blow = Blow("red-1", "blue-1", FISTS)
        assert EFFECTS.tally(stage.table, DefenceScore("blue-1", "red-1", blow), 0).value == bonus


# ------------------------------------------------------------------ the end


@rule("DW-END-05")
@rule("DW-CND-07")
def test_a_charmed_creature_does_not_flee_for_the_side_that_concedes() -> None:
    stage = sea(Stage([on(10, 10)], [on(40, 30)]), ("grindfin", 20, 18, 0, {"charmed": 2}))
    stage.table.put_moved(replace(stage.table.models["wild-grindfin"], side="red"))
    match = stage.match()
    match.play(Concede("red"))
    assert earned(match.table)["blue"] == 1 + 5, "one trooper, and the last warband standing"


# ------------------------------------------------------------------ what a weapon does to flesh, and what to things


def disintegrating(stage: Stage, victim: str, section: str = "body") -> Stage:
    """The first red model has wounded somebody with a rifle that disintegrates."""
    red = stage.table.models["red-1"]
    stage.table.put_moved(replace(red, effects=(*red.effects, Grant("DW-ABL-20", 0, "dart_rifle"))))
    blow = Blow("red-1", victim, "dart_rifle", SHOT, section)
    stage.table.agenda = (Suffering(blow, "red-1", victim, 2), *stage.table.agenda)
    return stage


@rule("DW-ABL-20")
@rule("DW-CBT-09")
def test_a_thing_that_disintegrates_takes_two_more_wounds() -> None:
    stage = scenic(Stage([on(20, 18, "dart_rifle")], [on(40, 30)]), "scenic_artifact", "hydrothermal_power_plant")
    stage.table.put_tokens("thing", "boxes:body", 9)
    match = disintegrating(stage, "thing").match()
    assert has(match, "thing", "wound:body") == 3
    assert match.decision.rule == "DW-ACT-01", "nothing is resisted"


@rule("DW-ABL-20")
@rule("DW-ABL-41")
@rule("DW-SUB-09")
@pytest.mark.parametrize(("item", "resists"), [("trident", False), ("fangs", True)])
def test_a_wounded_weapon_is_no_wounded_model_unless_it_has_grown_on_it(item: str, resists: bool) -> None:
    def foes() -> list[On]:
        return [on(21, 18, item, boxes_body=9), on(2, 34), on(6, 34)]

    match = disintegrating(Stage([on(20, 18, "dart_rifle"), on(2, 2)], foes()), "blue-1", item).match()
    assert isinstance(match.pending, Roll) is resists
    bite = Suffering(Blow("red-1", "blue-1", "venom_fangs", section=item), "red-1", "blue-1", 2)
    match = Stage([on(20, 18, "venom_fangs"), on(2, 2)], foes(), agenda=(bite,)).match()
    assert isinstance(match.pending, Roll) is resists


# ------------------------------------------------------------------ healing, raising, mending


@rule("DW-CND-06")
@rule("DW-ABL-31")
def test_a_healer_ends_poison_in_whoever_has_no_wound_left() -> None:
    stage = Stage([on(10, 10, "healer"), on(11, 10, tokens={"poisoned": 2}), on(10, 11)], [on(40, 30)])
    match = act(stage.match(5, 5, 1), *free("red-1"), Treat("red-1", "red-2", "body"))
    assert not has(match, "red-2", "poisoned")
    assert refused(stage.match(), *free("red-1"), Treat("red-1", "red-3", "body")).rule == "DW-ABL-31"
    assert refused(stage.match(), *free("red-1"), Treat("red-1", "red-2", "head")).rule == "DW-ABL-31"


@rule("DW-ABL-48")
@rule("DW-TRE-04")
def test_what_a_raised_body_carried_lies_where_it_lay() -> None:
    loaded = {"load:golden_treasure": 2, "load:planar_eye": 1, "damaged:planar_eye": 1}
    dead = on(11.25, 10, size=3, boxes_body=2, tokens=loaded)
    slain = Suffering(Blow("red-1", "blue-1", FISTS), "red-1", "blue-1", 3)
    stage = Stage([on(10, 10, "re_animator"), on(2, 2)], [dead, on(40, 30), on(44, 30)], agenda=(slain,))
    match = act(stage.match(6, 6, 5, 5, 1), *rolling("red-1"), Raise("red-1", "blue-1-body"))
    (risen,) = [m for m in match.table.models.values() if "-risen-" in m.id]
    assert not loads(risen)
    things = lying(match.table)
    assert sorted(m.profile for m in things) == ["golden_treasure", "golden_treasure", "planar_eye"]
    assert {m.at for m in things} == {(11.25, 10.0)}
    assert next(m for m in things if m.profile == "planar_eye").tokens == {"damaged:planar_eye": 1}


@rule("DW-ACN-25")
@rule("DW-ABL-22")
@rule("DW-TEC-05")
@pytest.mark.parametrize("mender", ["engineer", "scientist:3"])
def test_engineers_and_scientists_mend_what_a_friend_in_contact_carries(mender: str) -> None:
    friend = on(11, 10, tokens={"load:planar_eye": 1, "damaged:planar_eye": 1})
    match = act(Stage([on(10, 10, mender), friend], [on(40, 30)]).match(4, 4, 4), *free("red-1"))
    act(match, Fix("red-1", "planar_eye"))
    assert not has(match, "red-2", "damaged:planar_eye")
    plain = act(Stage([on(10, 10), friend], [on(40, 30)]).match(), *free("red-1"))
    assert refused(plain, Fix("red-1", "planar_eye")).rule == "DW-TEC-05"


@rule("DW-TEC-04")
@rule("DW-DMG-15")
def test_an_artifact_damaged_by_the_death_of_its_bearer_does_not_work() -> None:
    worn = {"load:planar_eye": 1, "planar_eye": 1, "learned:planar_eye": 1}
    shot = Suffering(Blow("blue-1", "red-2", "steam_lance", SHOT), "blue-1", "red-2", 3)
    red = [on(10, 10, "healer"), on(11, 10, tokens=worn), on(2, 2), on(6, 2)]
    match = Stage(red, [on(14, 10, "steam_lance")], agenda=(shot,)).match(5, 5, 1)
    assert has(match, "red-2-body", "damaged:planar_eye")
    act(match, *free("red-1"), Treat("red-1", "red-2-body", "body"))
    assert alive(match, "red-2")
    assert has(match, "red-2", "load:planar_eye")
    assert not has(match, "red-2", "planar_eye")


@rule("DW-TEC-05")
@rule("DW-TEC-06")
@pytest.mark.parametrize("known", [0, 1])
def test_what_is_mended_works_again_for_whoever_knows_it(known: int) -> None:
    tokens = {"load:planar_eye": 1, "damaged:planar_eye": 1} | ({"learned:planar_eye": 1} if known else {})
    match = act(Stage([on(10, 10, "engineer", tokens=tokens)], [on(40, 30)]).match(4, 4, 4), *free("red-1"))
    act(match, Fix("red-1", "planar_eye"))
    assert bool(has(match, "red-1", "planar_eye")) is bool(known)


@rule("DW-TEC-05")
def test_a_weapon_one_was_taught_comes_into_the_hands_once_it_is_mended() -> None:
    tokens = {"load:coil_rifle": 1, "damaged:coil_rifle": 1, "learned:coil_rifle": 1}
    match = act(Stage([on(10, 10, "engineer", tokens=tokens)], [on(40, 30)]).match(4, 4, 4), *free("red-1"))
    act(match, Fix("red-1", "coil_rifle"))
    assert "coil_rifle" in model(match, "red-1").kit
    assert not has(match, "red-1", "load:coil_rifle")
