"""Abilities of models and traits of weapons."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from sightline.core.decisions import Decision, Keep
from sightline.core.match import Match
from sightline.core.table import Grant
from sightline.games.deepwars.actions import (
    Attack,
    Bend,
    BreakFree,
    Charm,
    Done,
    EndTurn,
    InkCloud,
    Move,
    Nominate,
    Raise,
    RollDieAgain,
    RollToActivate,
    Shift,
    Treat,
)
from sightline.games.deepwars.catalog import abilities
from sightline.games.deepwars.combat import Comparing
from sightline.games.deepwars.damage import Suffering
from sightline.games.deepwars.effects import EFFECTS
from sightline.games.deepwars.events import Clashed, Harmed, Slain, Struck
from sightline.games.deepwars.measure import stick
from sightline.games.deepwars.moving import path_fault
from sightline.games.deepwars.questions import (
    HACK,
    SHOT,
    Activating,
    Affecting,
    Armor,
    AttackScore,
    Blow,
    Countering,
    Doing,
    Gambling,
    QualityCheck,
    StrengthCheck,
    Targeting,
)
from sightline.games.deepwars.sighting import COMPLETE, cover
from tests.games.deepwars.duels import FISTS, PLAIN, duel, row_of, scores, shot
from tests.games.deepwars.stage import (
    On,
    Stage,
    act,
    alive,
    at,
    example,
    fallen,
    free,
    happened,
    has,
    model,
    odds,
    on,
    refused,
    rolling,
    spent,
    table_of,
    waits_for,
    wall,
    wounds,
)
from tests.kit import rule


def command(*friends: On, me: On | None = None) -> float:
    """The number the first red model needs to activate."""
    table = table_of([me or on(10, 10), *friends], [on(40, 30)])
    near = tuple(m.id for m in table.squad("red") if m.id != "red-1")
    return EFFECTS.tally(table, Activating("red-1", near), 4).value


# ------------------------------------------------------------------ command


@rule("DW-ABL-37")
@rule("DW-ACT-14")
def test_a_leader_helps_those_within_a_long_stick_and_not_itself() -> None:
    assert command(on(18, 10, "leader")) == 3
    assert command(on(18.1, 10, "leader")) == 4
    assert command(on(12, 10, "leader", tokens={"fallen": 1})) == 4
    assert command(on(12, 10, "leader", tokens={"transfixed": 1})) == 4
    assert command(me=on(10, 10, "leader")) == 4


@rule("DW-ABL-18")
@rule("DW-ABL-03")
@rule("DW-ABL-10")
@rule("DW-ABL-48")
@rule("DW-ABL-54")
@rule("DW-ABL-15")
@pytest.mark.parametrize(
    ("master", "mine", "not_mine"),
    [
        ("deep_caller", (), None),
        ("animist", ("construct", "artificial"), ("construct",)),
        ("biomancer", ("construct",), ("construct", "artificial")),
        ("re_animator", ("construct",), ()),
        ("sea_shaman", ("warbeast", "animal"), ()),
    ],
)
def test_every_master_commands_its_own(master: str, mine: tuple[str, ...], not_mine: tuple[str, ...] | None) -> None:
    assert command(on(12, 10, master), me=on(10, 10, *mine)) == 3
    if not_mine is not None:
        assert command(on(12, 10, master), me=on(10, 10, *not_mine)) == 4


@rule("DW-ABL-06")
def test_two_assistants_at_most_help_who_knows_machines() -> None:
    def need(*friends: On) -> float:
        table = table_of([on(10, 10, "scientist:1"), *friends], [on(40, 30)])
        near = tuple(m.id for m in table.squad("red") if m.id != "red-1")
        return EFFECTS.tally(table, QualityCheck("red-1", near, "repair"), 5).value

    helpers = [on(11, 10, "assistant"), on(10, 11, "assistant"), on(9, 10, "assistant")]
    assert [need(*helpers[:n]) for n in range(4)] == [5, 4, 3, 3]
    assert need(on(14, 10, "assistant")) == 5


# ------------------------------------------------------------------ bodies and minds


@rule("DW-ABL-02")
@rule("DW-ABL-05")
def test_animals_handle_nothing_and_machines_are_not_poisoned() -> None:
    table = table_of([on(10, 10, "animal"), on(14, 10, "artificial")])
    assert not EFFECTS.allows(table, Doing("red-1", "item"))
    assert EFFECTS.allows(table, Doing("red-1", "attack"))
    for cause in ("poison", "irradiation", "psychic", "healing"):
        assert not EFFECTS.allows(table, Affecting("red-2", cause))
        assert EFFECTS.allows(table, Affecting("red-1", cause))


@rule("DW-ABL-50")
def test_who_regenerates_may_restore_a_box_when_nominated() -> None:
    stage = Stage([on(10, 10, "regenerate", tokens={"wound:body": 1}), on(2, 2)], [on(40, 30)])
    for face, left in ((5, 0), (4, 1)):
        match = stage.match(face)
        match.play(Nominate("red-1"))
        assert wounds(match, "red-1") == left
        assert spent(match)


@rule("DW-ABL-57")
def test_the_sluggish_move_once_in_an_activation() -> None:
    for slow in (on(10, 10, "sluggish"), on(10, 10, av_head=4)):
        match = Stage([slow, on(2, 2)], [on(40, 30)]).match(5, 5)
        act(match, *rolling("red-1"), Move("red-1", (12.0, 10.0)))
        assert refused(match, Move("red-1", (14.0, 10.0))).rule == "DW-ABL-57"


@rule("DW-ABL-61")
def test_a_warbeast_without_a_keeper_only_takes_its_free_activation() -> None:
    table = table_of([on(10, 10, "warbeast", "animal"), on(26, 10), on(12, 10, "animal")], [on(40, 30)])
    assert not EFFECTS.allows(table, Gambling("red-1"))
    match = Stage([on(10, 10, "warbeast", "animal"), on(26, 10)], [on(40, 30)]).match()
    assert refused(match, Nominate("red-1"), RollToActivate("red-1", 2)).rule == "DW-ABL-61"
    table = table_of([on(10, 10, "warbeast", "animal"), on(25, 10)], [on(40, 30)])
    assert EFFECTS.allows(table, Gambling("red-1"))


@rule("DW-ABL-32", 0)
@rule("DW-GEN-15")
@rule("DW-CHK-06")
def test_a_hero_rolls_one_failed_die_again_once_per_turn() -> None:
    stage = Stage([on(10, 10, "hero", quality=3), on(2, 2)], [on(40, 30)])
    match = stage.match(1, 1, 5)
    match.play(*rolling("red-1"))
    assert match.refusal(RollDieAgain((0, 1))).rule == "DW-GEN-15"  # type: ignore[union-attr]
    match.play(RollDieAgain((0,)))
    assert has(match, "red-1", "actions") == 1
    assert has(match, "red-1", "hero")
    assert spent(match)
    kept = stage.match(1, 1)
    kept.play(*rolling("red-1"))
    kept.play(Keep())
    assert kept.decision.side == "blue"

    def retry(m: Match, decision: Decision) -> Any:
        window = decision.on
        assert window is not None
        failed = [p for p, roll, face in window.dice() if not roll.need.met(face)]  # type: ignore[attr-defined]
        return RollDieAgain((failed[0],))

    unrolled = stage.match()
    unrolled.play(*rolling("red-1"))
    passes = odds(
        unrolled,
        lambda m: bool(has(m, "red", "passes") or has(m, "blue", "on_turn")),
        stop=lambda m: isinstance(m.pending, Decision) and m.pending.on is None,
        policy=retry,
    )
    assert passes[True] == Fraction(example("DW-ABL-32", 0)["p"])


# ------------------------------------------------------------------ fighting


@rule("DW-ABL-16", 0)
@rule("DW-ABL-17")
def test_a_natural_six_makes_a_hit_worse() -> None:
    def result(item: str, blow: Blow, face: int, totals: tuple[int, int] = (9, 7)) -> str:
        red = on(20, 18, item) if blow.mode != SHOT else on(18, 18, item)
        part = Comparing(blow, totals, (face, 3))
        return row_of(duel(red, on(21, 18, boxes_body=9), agenda=(part,)).match())

    gun = Blow("red-1", "blue-1", "dart_rifle", SHOT)
    assert result("critical_hit", PLAIN, 6) == "hit_2"
    assert result("critical_hit", PLAIN, 5) == "hit_1"
    assert result("critical_hit", gun, 6) == "hit_1"
    assert result("deadeye", gun, 6) == "hit_2"
    assert result("deadeye", PLAIN, 6) == "hit_1"


@rule("DW-ABL-38")
@rule("DW-H2H-12")
def test_a_rider_is_better_against_the_smaller() -> None:
    assert scores(duel(on(20, 18, "mounted")), PLAIN) == (1, 0)
    assert scores(Stage([on(20, 18, "mounted")], [on(21.2, 18, size=2)]), PLAIN) == (0, 1)
    assert scores(Stage([on(20, 18, "mounted", size=2)], [on(21.2, 18)]), PLAIN) == (2, 0)


@rule("DW-ABL-40")
def test_a_pack_hunts_together() -> None:
    stage = Stage([on(20, 18, "pack_hunter"), on(21, 19, "pack_hunter")], [on(21, 18)])
    assert scores(stage, PLAIN) == (1, -1)
    stage = Stage([on(20, 18, "pack_hunter"), on(21, 19)], [on(21, 18)])
    assert scores(stage, PLAIN) == (0, -1)


@rule("DW-ABL-26")
@rule("DW-ABL-21")
@rule("DW-RNG-09")
@rule("DW-SUB-04")
def test_evasive_and_shielded_targets_are_harder_once() -> None:
    assert shot(on(5, 18), on(9, 18, "evasive"))[0] == -2
    assert shot(on(5, 18), on(9, 18, "energy_shield"))[0] == -2
    assert shot(on(5, 18), on(9, 18, "evasive", "energy_shield"))[0] == -2
    for token in ("fallen", "dazed", "entangled", "wound:head"):
        assert shot(on(5, 18), on(9, 18, "evasive", tokens={token: 1}))[0] == 0
    assert shot(on(5, 18), on(9, 18, "energy_shield", tokens={"wound:energy_shield": 1}))[0] == 0
    assert scores(duel(blue=on(21, 18, "evasive")), PLAIN)[0] == 0
    match = duel(blue=on(21, 18, "energy_shield")).match()
    act(match, *free("red-1"))
    assert match.refusal(Attack("red-1", FISTS, "blue-1", "energy_shield")) is None


@rule("DW-ABL-25")
@rule("DW-ABL-19")
@rule("DW-CND-08")
def test_only_ethereal_attacks_reach_the_shifted() -> None:
    match = Stage([on(20, 18, "dimension_shift")], [on(21, 18), on(19, 18, "ethereal_attack")]).match(5, 5)
    act(match, *rolling("red-1"), Shift("red-1"))
    table = match.table
    assert EFFECTS.forbids(table, Targeting("blue-1", "red-1", "h2h", FISTS)) is not None
    assert EFFECTS.forbids(table, Targeting("blue-2", "red-1", "h2h", FISTS)) is None
    assert refused(match, Attack("red-1", FISTS, "blue-1")).rule == "DW-CND-08"
    act(match, Done("red-1"), EndTurn("blue"))
    assert has(match, "red-1", "shifted")
    match.play(Nominate("red-1"))
    assert not has(match, "red-1", "shifted")
    assert shot(on(5, 18, "ethereal_attack"), on(9, 18, "energy_shield"))[0] == 0


@rule("DW-ABL-19")
def test_the_shifted_pass_through_walls_and_foes() -> None:
    stage = Stage(
        [on(10, 10, tokens={"shifted": 1}), on(2, 2)], [on(12, 10), on(40, 30)], terrain=[wall(13, 5, 13.5, 15)]
    )
    table = stage.table
    assert path_fault(table, table.models["red-1"], (14.5, 10.0)) is None


@rule("DW-ABL-47")
def test_reach_strikes_from_an_inch_and_is_not_struck_back() -> None:
    match = duel(on(19, 18, "harpoon_pike")).match(3, 3)
    act(match, *free("red-1"))
    assert match.refusal(Attack("red-1", FISTS, "blue-1")).rule == "DW-ACN-07"  # type: ignore[union-attr]
    assert match.refusal(Attack("red-1", "harpoon_pike", "blue-1")) is None
    blow = Blow("red-1", "blue-1", "harpoon_pike")
    far = duel(on(19, 18, "harpoon_pike")).table
    assert EFFECTS.forbids(far, Countering("blue-1", "red-1", blow)) is not None
    both = duel(on(19, 18, "harpoon_pike"), on(21, 18, "harpoon_pike")).table
    assert EFFECTS.forbids(both, Countering("blue-1", "red-1", blow)) is None


@rule("DW-ABL-44")
@rule("DW-ABL-04")
@rule("DW-ABL-12")
def test_traits_of_weapons_count_where_the_weapon_is_used() -> None:
    red = on(5, 18, "prism_projector", "dart_rifle", "drill_arm")
    assert shot(red, on(9, 18), "prism_projector", section="head")[0] == 1 - 4 + 2
    assert shot(red, on(9, 18), "prism_projector", section="locomotion")[0] == 1
    assert shot(red, on(9, 18), "dart_rifle", section="head")[0] == -4
    table = Stage([red], [on(9, 18)]).table
    need = EFFECTS.tally(table, StrengthCheck("red-1", cause="break"), 5)
    assert need.value == 3
    assert EFFECTS.tally(table, Armor("blue-1", "red-1", Blow("red-1", "blue-1", "drill_arm"), "body"), 5).value == 3


# ------------------------------------------------------------------ what comes after a hit


@rule("DW-ABL-11", 0)
@rule("DW-SUB-01")
def test_a_blast_attacks_everybody_near_with_one_die() -> None:
    facts = example("DW-ABL-11", 0)
    stage = Stage(
        [on(18, 18, "sonic_horn"), on(2, 2), on(21, 16.8, combat=3, boxes_body=9, facing=180)],
        [on(21, 18, boxes_body=9), on(21, 19.2, combat=4, boxes_body=9), on(2, 34)],
    )
    match = stage.match(5, 2, 1, 4)
    act(match, *free("red-1"), Attack("red-1", "sonic_horn", "blue-1"))
    clashes = happened(match, Clashed)
    assert [c.defender for c in clashes] == ["blue-1", "red-3", "blue-2"]
    assert {c.totals[0] for c in clashes} == {facts["attack"]}
    assert [c.totals[1] for c in clashes] == [5, 4, 8]
    assert {s.victim: s.severity - 1 for s in happened(match, Struck)} == {"blue-1": 1, "red-3": 2}
    assert spent(match)
    again = Stage([on(18, 18, "sonic_horn")], [on(21, 18)]).match()
    assert refused(again, *free("red-1"), Attack("red-1", "sonic_horn", "blue-1", "head")).rule == "DW-SUB-01"


def hit(item: str, severity: int, *dice: int, blue: On | None = None, **blow: Any) -> Match:
    """The first blue model has lost to a weapon."""
    part = Suffering(Blow("red-1", "blue-1", item, **blow), "red-1", "blue-1", severity + 1)
    return duel(on(20, 18, item), blue or on(21, 18, boxes_body=9), agenda=(part,)).match(*dice)


@rule("DW-ABL-23")
@rule("DW-CND-04", 0, 1)
def test_hooks_hold_whom_they_hit() -> None:
    match = hit("lure_hooks", 0)
    assert has(match, "blue-1", "entangled") == 1
    assert at(match, "blue-1") == (21.0, 18.0)
    match = hit("net_caster", 1, mode=SHOT)
    assert has(match, "blue-1", "entangled") == 1
    assert fallen(match, "blue-1")


@rule("DW-CND-04")
def test_who_is_entangled_may_break_free_or_is_let_go() -> None:
    held = on(20, 18, tokens={"entangled": 2, "held_by:blue-1": 1})
    match = Stage([held, on(2, 2)], [on(21, 18, "lure_hooks", size=2), on(2, 34)]).match(5, 5, 6, 1, 1)
    act(match, *rolling("red-1"))
    assert match.refusal(Move("red-1", (18.0, 18.0))).rule == "DW-CND-04"  # type: ignore[union-attr]
    act(match, BreakFree("red-1", "red-1"))
    assert has(match, "red-1", "loosened")
    act(match, BreakFree("red-1", "red-1"))
    assert not has(match, "red-1", "entangled")
    assert spent(match)
    blow = Blow("red-1", "blue-1", FISTS)
    stage = Stage(
        [held, on(2, 2)],
        [on(21, 18, "lure_hooks", boxes_body=9), on(2, 34)],
        agenda=(Suffering(blow, "red-1", "blue-1", 2),),
    )
    match = stage.match()
    assert fallen(match, "blue-1")
    assert not has(match, "red-1", "entangled")


@rule("DW-CND-04")
@pytest.mark.parametrize(("size", "mods"), [(1, []), (2, [-1]), (3, [-3])])
def test_the_larger_the_entangler_the_harder_it_is_to_break_free(size: int, mods: list[int]) -> None:
    held = on(20, 18, tokens={"entangled": size, "held_by:blue-1": 1})
    match = Stage([held, on(2, 2)], [on(21, 18, "lure_hooks", size=size), on(2, 34)]).match()
    match.play(*free("red-1"), BreakFree("red-1", "red-1"))
    assert [note.value for note in waits_for(match).need.notes] == mods  # type: ignore[union-attr]


@rule("DW-ABL-20")
def test_disintegration_is_resisted_at_minus_two() -> None:
    stage = duel(on(20, 18, "dart_rifle"), on(21, 18, boxes_body=9))
    red = stage.table.models["red-1"]
    grant = Grant(abilities()["disintegrate"].rule, 0, "dart_rifle")
    stage.table.put_moved(replace(red, effects=(*red.effects, grant)))
    blow = Blow("red-1", "blue-1", "dart_rifle", SHOT)
    stage.table.agenda = (Suffering(blow, "red-1", "blue-1", 2), *stage.table.agenda)
    match = stage.match(5, 5, 5)
    assert happened(match, Slain)[0].gruesome
    match = stage.match(6, 6, 5)
    assert alive(match, "blue-1")


@rule("DW-ABL-35")
@rule("DW-ABL-55")
def test_shock_transfixes_and_rays_poison() -> None:
    match = hit("shock_lance", 0, 1, 1, 6)
    assert has(match, "blue-1", "transfixed")
    match = hit("shock_lance", 0, 5, 5, 1)
    assert not has(match, "blue-1", "transfixed")
    stage = duel(on(20, 18, "trident"), on(21, 18, boxes_body=9, av=3))
    red = stage.table.models["red-1"]
    stage.table.put_moved(replace(red, effects=(*red.effects, Grant(abilities()["irradiate"].rule, 0, "trident"))))
    stage.table.agenda = (Suffering(Blow("red-1", "blue-1", "trident"), "red-1", "blue-1", 2), *stage.table.agenda)
    match = stage.match(4, 4, 5)
    assert has(match, "blue-1", "poisoned") == 1  # Armor 3 did not count.
    assert has(match, "blue-1", "irradiated")


@rule("DW-ABL-35")
@rule("DW-CND-06")
def test_armor_does_not_help_against_rays_later_either() -> None:
    for tokens, need in (({"poisoned": 1}, 3), ({"poisoned": 1, "irradiated": 1}, 5)):
        match = Stage([on(10, 18, av=2, tokens=tokens), on(2, 2)], [on(40, 18)]).match()
        match.play(Nominate("red-1"))
        assert waits_for(match).need.value == need  # type: ignore[union-attr]
    ill = on(10, 18, av=2, tokens={"poisoned": 1, "irradiated": 1})
    match = Stage([ill, on(2, 2)], [on(40, 18)]).match(5, 5, 1)
    match.play(Nominate("red-1"))
    assert not has(match, "red-1", "poisoned") + has(match, "red-1", "irradiated")


@rule("DW-ABL-30")
def test_a_hazardous_weapon_backfires_on_a_one() -> None:
    stage = duel(on(20, 18, "trident", boxes_body=9), on(21, 18, boxes_body=9, av=9, combat=0))
    red = stage.table.models["red-1"]
    stage.table.put_moved(replace(red, effects=(*red.effects, Grant("DW-ABL-30", 0, "trident"))))
    match = stage.match(1, 2, 1, 1, 6)
    act(match, *free("red-1"), Attack("red-1", "trident", "blue-1"))
    assert wounds(match, "red-1", "trident") == 1
    assert (wounds(match, "red-1"), fallen(match, "red-1")) == (1, True)


@rule("DW-ABL-30")
def test_nobody_strikes_back_at_one_that_died_of_its_own_weapon() -> None:
    stage = duel(on(20, 18, "trident", boxes_body=1), on(21, 18, boxes_body=9, combat=5))
    red = stage.table.models["red-1"]
    stage.table.put_moved(replace(red, effects=(*red.effects, Grant("DW-ABL-30", 0, "trident"))))
    match = stage.match(1, 6, 1, 1, 1, 1)
    act(match, *free("red-1"), Attack("red-1", "trident", "blue-1"))
    assert not alive(match, "red-1")
    assert not happened(match, Struck)


@rule("DW-ABL-49")
def test_a_beam_may_jump_to_a_second_enemy() -> None:
    stage = Stage(
        [on(10, 18, "prism_projector"), on(2, 2)],
        [on(14, 18, boxes_body=9), on(15, 20, boxes_body=9), on(30, 20), on(2, 34)],
    )
    match = stage.match(5, 3, 2)
    match.play(*free("red-1"), Attack("red-1", "prism_projector", "blue-1"))
    assert match.decision.rule == "DW-ABL-49"
    assert match.refusal(Bend("red-1", "blue-3")).rule == "DW-ABL-49"  # type: ignore[union-attr]
    match.play(Bend("red-1", "blue-2"))
    first, second = happened(match, Clashed)
    assert (first.totals, second.totals) == ((9, 6), (7, 5))
    assert spent(match)


@rule("DW-ABL-09")
def test_a_living_weapon_is_loosed_a_few_times() -> None:
    options = {"attacks_per_activation": 2}
    stage = Stage([on(10, 18, "bio_weapon:1")], [on(13, 18, boxes_body=9, combat=5), on(2, 34)], options=options)
    match = stage.match(5, 5, 1, 6)
    loose = Attack("red-1", "bio_weapon", "blue-1")
    act(match, *rolling("red-1"), loose)
    assert happened(match, Clashed)[0].totals == (6, 11)
    assert refused(match, loose).rule == "DW-WPN-02"


# ------------------------------------------------------------------ helping and hiding


@rule("DW-ABL-31")
@rule("DW-ACN-13")
def test_a_healer_restores_boxes() -> None:
    for dice, left in (((5, 5, 1), 1), ((5, 5, 5), 0), ((5, 1, 1), 2)):
        hurt = on(11, 10, boxes_body=3, tokens={"wound:body": 2, "poisoned": 1})
        match = Stage([on(10, 10, "healer"), hurt], [on(40, 30)]).match(*dice)
        act(match, *free("red-1"), Treat("red-1", "red-2", "body"))
        assert wounds(match, "red-2") == left
        assert bool(has(match, "red-2", "poisoned")) == (left == 2)
    match = Stage([on(10, 10, "healer"), on(11, 10, tokens={"wound:body": 1})], [on(40, 30)]).match(5, 5, 1, 1, 1)
    act(match, *rolling("red-1"), Treat("red-1", "red-2", "body"))
    assert refused(match, Treat("red-1", "red-2", "body")).rule == "DW-ABL-31"
    machine = Stage([on(10, 10, "healer"), on(11, 10, "artificial", tokens={"wound:body": 1})], [on(40, 30)]).match()
    assert refused(machine, *free("red-1"), Treat("red-1", "red-2", "body")).rule == "DW-ABL-31"


@rule("DW-ABL-31")
def test_a_healer_brings_back_the_newly_dead() -> None:
    blow = Blow("blue-1", "red-2", FISTS)
    stage = Stage(
        [on(10, 10, "healer"), on(11, 10), on(2, 2), on(6, 2)],
        [on(12, 10), on(40, 30)],
        agenda=(Suffering(blow, "blue-1", "red-2", 3),),
    )
    match = stage.match(5, 5, 1)
    assert has(match, "red", "killed:1") == 1
    act(match, *free("red-1"), Treat("red-1", "red-2-body", "body"))
    assert alive(match, "red-2")
    assert (wounds(match, "red-2"), fallen(match, "red-2")) == (1, True)
    assert has(match, "red", "killed:1") == 0
    assert at(match, "red-2-body") is None


@rule("DW-ABL-22")
@rule("DW-ACN-25")
def test_an_engineer_repairs_machines_and_weapons() -> None:
    machine = on(11, 10, "artificial", "drill_arm", boxes_body=3, tokens={"wound:body": 2, "wound:drill_arm": 1})
    stage = Stage([on(10, 10, "engineer"), machine, on(9, 10, tokens={"wound:body": 1})], [on(40, 30)])
    match = stage.match(5, 5, 5)
    act(match, *free("red-1"), Treat("red-1", "red-2", "body"))
    assert wounds(match, "red-2") == 0
    match = stage.match(5, 5, 1)
    act(match, *free("red-1"), Treat("red-1", "red-2", "drill_arm"))
    assert wounds(match, "red-2", "drill_arm") == 0
    assert refused(stage.match(), *free("red-1"), Treat("red-1", "red-3", "body")).rule == "DW-ABL-22"


@rule("DW-ABL-48")
def test_a_re_animator_raises_a_body() -> None:
    blow = Blow("red-1", "blue-1", FISTS)
    stage = Stage(
        [on(10, 10, "re_animator"), on(2, 2)],
        [on(11, 10, "leader", "hero", combat=4, boxes_body=3), on(40, 30), on(44, 30), on(40, 26)],
        agenda=(Suffering(blow, "red-1", "blue-1", 4),),
    )
    match = stage.match(*(6,) * 9, 5, 5, 5, 5, 1)
    act(match, *rolling("red-1"), Raise("red-1", "blue-1-body"))
    risen = next(m for m in match.table.squad("red") if "risen" in m.id)
    assert (risen.tokens["combat"], risen.tokens["wound:body"], risen.tokens["fallen"]) == (3, 2, 1)
    assert "construct" in risen.kit
    assert not {"leader", "hero"} & set(risen.kit)
    assert has(match, "blue", "killed:3") == 1


@rule("DW-ABL-18", 0)
@rule("DW-CND-07")
@rule("DW-ABL-54")
def test_a_deep_caller_charms_wild_creatures_for_a_while() -> None:
    stage = Stage([on(10, 10, "deep_caller", quality=3), on(2, 2)], [on(16, 10, size=2), on(40, 30)])
    beast = stage.table.models["blue-1"]
    stage.table.put_moved(replace(beast, side="wild", owner="wild"))
    match = stage.match(4, 4, 1)
    match.play(*free("red-1"), Charm("red-1", "blue-1"))
    assert model(match, "blue-1").side == "red"
    act(match, EndTurn("red") if match.decision.rule == "DW-ACT-01" else Done("red-1"))
    while match.table.tokens("table", "game_turn") < 3:
        act(match, EndTurn(match.decision.side) if match.decision.rule == "DW-ACT-01" else Done(match.decision.about))
    assert model(match, "blue-1").side == "wild"
    tame = Stage([on(10, 10, "deep_caller")], [on(16, 10)]).match()
    assert refused(tame, *free("red-1"), Charm("red-1", "blue-1")).rule == "DW-ABL-18"


@rule("DW-ABL-34")
@rule("DW-TER-08")
def test_a_cloud_of_ink_blocks_all_lines_for_a_while() -> None:
    match = Stage([on(10, 10, "ink_cloud"), on(2, 2)], [on(20, 10), on(40, 30)]).match(5, 5)
    act(match, *rolling("red-1"), InkCloud("red-1"))
    assert cover(match.table, "blue-1", "red-1") == COMPLETE
    assert refused(match, InkCloud("red-1")).rule == "DW-ABL-34"
    while match.table.tokens("table", "game_turn") < 3:
        act(match, EndTurn(match.decision.side) if match.decision.rule == "DW-ACT-01" else Done(match.decision.about))
    assert cover(match.table, "blue-1", "red-1") != COMPLETE


@rule("DW-ABL-39")
@rule("DW-ABL-45")
@rule("DW-ABL-15")
def test_tags_do_nothing_by_themselves() -> None:
    plain = table_of([on(10, 10)]).models["red-1"]
    tagged = table_of([on(10, 10, "natural", "predator", "construct")]).models["red-1"]
    assert plain.effects == tagged.effects
    assert {"natural", "predator", "construct"} <= set(tagged.kit)


@rule("DW-ABL-28")
def test_a_free_hack_uses_the_best_weapon_and_is_not_answered() -> None:
    match = Stage([on(20, 18), on(2, 2)], [on(21, 18, "dive_knife", "trident"), on(2, 34)]).match(5, 5, 1, 6)
    act(match, *rolling("red-1"), Move("red-1", (16.0, 18.0)))
    clash = happened(match, Clashed)[0]
    assert (clash.blow.mode, clash.blow.weapon, clash.totals) == (HACK, "trident", (5, 9))
    assert not happened(match, Harmed)
    assert stick(match.table, 1) == 3
    assert EFFECTS.tally(match.table, AttackScore("red-1", "blue-1", PLAIN), 0).value == 0
