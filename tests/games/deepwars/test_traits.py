"""Traits of weapons: what they do in a fight, and what comes after a hit (DW-ABL, DW-WPN)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sightline.core.dice import Roll
from sightline.core.match import Match
from sightline.core.table import Grant
from sightline.games.deepwars import GAME, catalog
from sightline.games.deepwars.acting import Acting
from sightline.games.deepwars.actions import Attack, Bend, Cast, Choose, Fire, Nominate
from sightline.games.deepwars.advancing import USE
from sightline.games.deepwars.catalog import abilities
from sightline.games.deepwars.damage import Suffering
from sightline.games.deepwars.effects import EFFECTS
from sightline.games.deepwars.events import Checked, Clashed, Slain, Struck
from sightline.games.deepwars.questions import SHOT, Armor, Blow, Countering, StrengthCheck
from tests.games.deepwars.chants import caster, chant
from tests.games.deepwars.duels import FISTS, HORN, disintegrating, duel, shot, struck
from tests.games.deepwars.scenes import scenic
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
    on,
    refused,
    rolling,
    spent,
    waits_for,
    wall,
    wounds,
)
from tests.kit import rule

# ------------------------------------------------------------------ in a fight


@rule("DW-ABL-47")
def test_reach_strikes_from_an_inch_and_is_not_struck_back() -> None:
    match = duel(on(19, 18, "harpoon_pike")).match(3, 3)
    act(match, *free("red-1"))
    no = match.refusal(Attack("red-1", FISTS, "blue-1"))
    assert no is not None
    assert no.rule == "DW-ACN-07"
    assert GAME.sayings.refusal(match.table, no) == "blue Somebody 1 is 1 in away, hand-to-hand takes contact"
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


@rule("DW-ABL-09")
def test_a_living_weapon_is_loosed_a_few_times() -> None:
    options = {"attacks_per_activation": 2}
    stage = Stage([on(10, 18, "bio_weapon:1")], [on(13, 18, boxes_body=9, combat=5), on(2, 34)], options=options)
    match = stage.match(5, 5, 1, 6)
    loose = Attack("red-1", "bio_weapon", "blue-1")
    act(match, *rolling("red-1"), loose)
    assert happened(match, Clashed)[0].totals == (6, 11)
    assert refused(match, loose).rule == "DW-WPN-02"


# ------------------------------------------------------------------ what comes after a hit


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


@rule("DW-ABL-23")
@rule("DW-ABL-55")
@rule("DW-DMG-11")
def test_a_huge_model_that_does_not_recoil_is_caught_and_shaken_all_the_same() -> None:
    huge = on(21, 18, boxes_body=9, size=3)
    assert has(hit("lure_hooks", 0, blue=huge), "blue-1", "entangled") == 1
    match = hit("shock_lance", 0, 1, 1, 6, blue=huge)
    assert at(match, "blue-1") == (21.0, 18.0)
    assert has(match, "blue-1", "transfixed")


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


@rule("DW-ABL-41")
@rule("DW-ADV-11")
def test_no_poison_comes_from_a_wound_that_was_ignored() -> None:
    stage = Stage([on(20, 18, "venom_fangs"), on(2, 2)], [on(21, 18, tokens={"wound:body": 1}), on(2, 34)])
    stage.table.put_tokens("blue", "advance:tough_as_nails", 1)
    match = stage.match(6, 1)
    match.play(*free("red-1"), Attack("red-1", "venom_fangs", "blue-1"))
    match.play(Choose("blue", USE))
    assert (alive(match, "blue-1"), fallen(match, "blue-1"), wounds(match, "blue-1")) == (True, True, 1)
    assert spent(match)


@rule("DW-ABL-35")
@rule("DW-CBT-09")
def test_rays_do_not_make_a_thing_ill() -> None:
    stage = Stage([on(22.5, 18, tokens={"learned:thing": 1}), on(2, 2)], [on(40, 30)])
    scenic(stage, "scenic_weapon", "death_ray")
    scenic(stage, "scenic_artifact", "hydrothermal_power_plant", (18.0, 20.0), "goal")
    match = act(stage.match(6, 6, 6, 1), *rolling("red-1"), Fire("red-1", "thing", "goal"))
    assert not has(match, "goal", "irradiated")
    assert spent(match)


@rule("DW-ABL-55")
@rule("DW-ABL-23")
@rule("DW-SUB-09")
@pytest.mark.parametrize("trait", ["shock", "entangle"])
def test_who_has_only_its_weapon_struck_is_neither_shocked_nor_held(trait: str) -> None:
    arm = next(w.id for w in catalog.weapons().values() if w.melee and any(t.id == trait for t in w.traits))
    match = duel(on(20, 18, arm, combat=6), on(21, 18, "trident")).match(6, 3)
    act(match, *free("red-1"), Attack("red-1", arm, "blue-1", "trident"))
    assert wounds(match, "blue-1", "trident")
    assert not happened(match, Checked)
    assert not has(match, "blue-1", "entangled")


# ------------------------------------------------------------------ blasts: DW-ABL-11


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


@rule("DW-ABL-11")
@pytest.mark.parametrize(("x", "hit"), [(19.0, ["blue-1"]), (19.6, ["blue-1", "red-1"])])
def test_whoever_throws_a_blast_too_near_is_in_it(x: float, hit: list[str]) -> None:
    dice = (4, 6) if len(hit) == 1 else (4, 6, 1)
    stage = Stage([on(x, 18, HORN, boxes_body=9), on(2, 2)], [on(21.5, 18, boxes_body=9), on(2, 34)])
    match = act(stage.match(*dice), *free("red-1"), Attack("red-1", HORN, "blue-1"))
    assert struck(match) == hit
    assert wounds(match, "red-1") == len(hit) - 1
    assert spent(match)
    assert not any(t.startswith("advantage") for t in model(match, "red-1").tokens), "nobody has it over itself"


@rule("DW-ABL-11")
def test_whoever_is_killed_by_its_own_blast_has_struck_all_the_others() -> None:
    red, blue = [on(19.6, 18, HORN, boxes_body=1), on(2, 2), on(4, 2)], [on(21.5, 18), on(21.5, 19.2), on(2, 34)]
    match = act(Stage(red, blue).match(4, 6, 6, 1), *free("red-1"), Attack("red-1", HORN, "blue-1"))
    assert struck(match) == ["blue-1", "blue-2", "red-1"]
    assert not alive(match, "red-1")
    assert spent(match)


@rule("DW-ABL-11")
def test_whoever_is_driven_back_by_its_own_blast_goes_away_from_the_target() -> None:
    stage = Stage([on(19.6, 18, HORN), on(2, 2)], [on(21.5, 18, boxes_body=9), on(2, 34)])
    stage.table.put_tokens("red-1", "av:body", 3)
    match = act(stage.match(4, 6, 3), *free("red-1"), Attack("red-1", HORN, "blue-1"))
    assert at(match, "red-1") == pytest.approx((18.6, 18.0), abs=0.001)
    assert not any(t.startswith("advantage") for t in model(match, "red-1").tokens)


@rule("DW-ABL-11")
@rule("DW-CBT-09")
def test_a_blast_strikes_the_scenic_object_beside_its_target() -> None:
    stage = Stage([on(20, 14, HORN, combat=9), on(2, 2)], [on(24, 16, boxes_body=9), on(2, 34)])
    scenic(stage, "scenic_artifact", "hydrothermal_power_plant")
    match = act(stage.match(4, 6, 1), *free("red-1"), Attack("red-1", HORN, "blue-1"))
    assert struck(match) == ["blue-1", "thing"]
    assert wounds(match, "thing") == 2
    assert spent(match)


@rule("DW-ABL-11")
@rule("DW-MAG-04")
def test_a_burst_reaches_its_caster_too() -> None:
    match = Stage([caster(boxes_body=9), on(2, 2)], [on(21.5, 18, boxes_body=9), on(2, 34)]).match(6, 6, 6, 3, 3, 3)
    act(match, *chant("thermal_burst"), Cast("red-1", 3, "blue-1"))
    assert struck(match) == ["blue-1", "red-1"]


@rule("DW-ABL-11")
@rule("DW-EXP-03")
@rule("DW-ADV-02")
@pytest.mark.parametrize(("bearer", "advance"), [("red-1", "shot_focus"), ("red", "efficient_warriors")])
def test_what_was_declared_for_the_die_of_a_blast_counts_against_everybody(bearer: str, advance: str) -> None:
    stage = Stage(
        [on(17, 18, "sonic_horn"), on(2, 2)], [on(20, 18, boxes_body=9), on(20, 19.3, boxes_body=9), on(2, 34)]
    )
    stage.table.put_tokens(bearer, f"advance:{advance}", 1)
    match = stage.match(3, 2, 2)
    match.play(*free("red-1"))
    match.play(Attack("red-1", "sonic_horn", "blue-1"))
    match.play(Choose("red", USE))
    first, second = happened(match, Clashed)
    assert [clash.attack.value for clash in (first, second)] == [5, 5]
    assert [note.rule for note in second.attack.notes if note.value == 2] == [note.rule for note in first.attack.notes]
    assert has(match, bearer, f"used:{advance}") == 1


@rule("DW-ABL-11")
@rule("DW-RNG-03")
@pytest.mark.parametrize(("unseen", "totals"), [("blue-1", [(6, 5), (5, 5)]), ("blue-2", [(5, 5), (6, 5)])])
def test_a_blast_ambushes_only_those_who_could_not_see_it_come(unseen: str, totals: list[tuple[int, int]]) -> None:
    stage = Stage(
        [on(9, 18, "sonic_horn"), on(2, 2)],
        [on(12, 18, boxes_body=9), on(12, 19.2, boxes_body=9), on(40, 34), on(2, 34)],
        active="red-1",
        actions=1,
        agenda=(Acting("red-1"),),
    )
    stage.table.put_tokens("red-1", f"unseen:{unseen}", 1)
    match = stage.match(2, 2, 2)
    act(match, Attack("red-1", "sonic_horn", "blue-1"))
    assert [clash.totals for clash in happened(match, Clashed)] == totals
    assert spent(match)


# ------------------------------------------------------------------ Hazardous: DW-ABL-30


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


@rule("DW-ABL-30")
@rule("DW-TEC-09")
def test_a_hazardous_weapon_is_damaged_without_a_further_roll() -> None:
    tokens = {"learned:thing": 1}
    stage = Stage([on(22.5, 18, tokens=tokens, boxes_body=5), on(2, 2)], [on(18, 18, combat=9), on(2, 34)])
    scenic(stage, "scenic_weapon", "death_ray")
    match = act(stage.match(6, 6, 1, 6, 5, 5, 5), *rolling("red-1"), Fire("red-1", "thing", "blue-1"))
    assert has(match, "thing", "damaged")
    assert spent(match)


# ------------------------------------------------------------------ a beam that jumps: DW-ABL-49


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


@rule("DW-ABL-49")
@rule("DW-DMG-11")
def test_whoever_a_beam_jumps_to_is_driven_away_from_the_shooter() -> None:
    stage = Stage(
        [on(10, 18, "prism_projector"), on(2, 2)],
        [on(14, 18, boxes_body=9), on(14, 21, boxes_body=9, av=3), on(2, 34)],
    )
    match = stage.match(5, 3, 3)
    match.play(*free("red-1"), Attack("red-1", "prism_projector", "blue-1"))
    match.play(Bend("red-1", "blue-2"))
    assert at(match, "blue-2") == pytest.approx((14.8, 21.6), abs=0.001)
    assert spent(match)


@rule("DW-ABL-49")
def test_a_beam_jumps_round_a_corner_to_whom_the_first_sees() -> None:
    stage = Stage(
        [on(10, 18, "prism_projector"), on(2, 2)],
        [on(14, 18, boxes_body=9), on(14.5, 20.5, boxes_body=9), on(30, 20), on(2, 34)],
        terrain=[wall(12.6, 18.8, 12.9, 23)],
    )
    match = stage.match(5, 3, 2)
    match.play(*free("red-1"), Attack("red-1", "prism_projector", "blue-1"))
    assert match.decision.rule == "DW-ABL-49"
    match.play(Bend("red-1", "blue-2"))
    assert happened(match, Clashed)[1].totals == (7, 5)
    assert spent(match)


@rule("DW-ABL-49")
@rule("DW-RNG-11")
def test_those_who_join_a_shot_do_not_help_the_beam_to_its_second_target() -> None:
    stage = Stage(
        [on(10, 18, "prism_projector"), on(11, 20, "dart_rifle"), on(2, 2)],
        [on(14, 18, boxes_body=9), on(15, 20, boxes_body=9), on(2, 34)],
    )
    match = stage.match(5, 3, 2)
    match.play(*free("red-1"), Attack("red-1", "prism_projector", "blue-1", joiners=("red-2",)))
    match.play(Bend("red-1", "blue-2"))
    first, second = happened(match, Clashed)
    assert (first.totals, second.totals) == ((9, 5), (7, 5))
