"""What a screen of this game is told: levels, what may come of an answer, and what a choice within it is called."""

from __future__ import annotations

import re
from fractions import Fraction
from math import hypot
from pathlib import Path
from typing import Any

import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from sightline.ai.thought import Candidate, Thought
from sightline.core.decisions import Action
from sightline.core.events import Rolled
from sightline.core.match import Match
from sightline.core.outlook import forecast
from sightline.core.table import TABLE
from sightline.games.deepwars import GAME, catalog
from sightline.games.deepwars.actions import (
    Attack,
    Cast,
    Choose,
    Done,
    FreeActivation,
    Learn,
    Move,
    Nominate,
    RollToActivate,
    RollToCast,
    Withdraw,
)
from sightline.games.deepwars.briefing import PAYS
from sightline.games.deepwars.events import ActionsSpent
from sightline.games.deepwars.missions import PickingMissions
from sightline.games.deepwars.odds import answer
from sightline.games.deepwars.parts import MoraleOf
from sightline.games.deepwars.scoring import to_come
from sightline.games.deepwars.tokens import ACHIEVED, ACTIONS, GAME_TURN, POOL
from sightline.server.chances import card_answer
from sightline.server.describe import decision_view, scene_view
from sightline.server.measuring import weighed
from sightline.server.messages import OfferView, Weigh
from sightline.server.thoughts import thought_view
from tests.games.deepwars import chants
from tests.games.deepwars.chants import scene
from tests.games.deepwars.scenes import nature, opened, scenic, sea
from tests.games.deepwars.stage import Stage, act, free, on, rolling
from tests.kit import rule

Told = dict[tuple[str, int | None], Fraction]


def told(match: Match, action: Action) -> Told:
    """The chances of everything that may come of an answer."""
    found = forecast(match, action)
    assert found.exact
    return {(p.name, p.value): chance for p, chance in found.prospects}


def gambling(quality: int = 4) -> Match:
    match = Stage([on(5, 5, quality=quality), on(40, 5)], [on(24, 30)]).match()
    match.play(Nominate("red-1"))
    return match


def offer(match: Match, action: str) -> OfferView:
    """An offer as a browser is sent it."""
    asked = decision_view(match)
    assert asked is not None
    return next(one for one in asked.offers if one.action == action)


# ------------------------------------------------------------------ the gamble


@rule("DW-ACT-03")
@pytest.mark.parametrize("quality", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("dice", [2, 3])
def test_the_gamble_is_told_as_the_book_has_it(quality: int, dice: int) -> None:
    book = answer(GAME, {"activation": {"quality": quality, "dice": dice}})
    found = told(gambling(quality), RollToActivate("red-1", dice))
    for actions, chance in book["actions"].items():
        assert found.get(("Actions", int(actions)), Fraction(0)) == Fraction(chance)
    assert found.get(("Turn lost", None), Fraction(0)) == Fraction(book["turnover"])


@rule("DW-ACT-14")
def test_the_gamble_says_why_its_dice_need_what_they_need() -> None:
    led = Stage([on(5, 5, quality=4), on(8, 5, "leader"), on(40, 5)], [on(24, 30)]).match()
    for match, needs in ((act(led, Nominate("red-1")), [(4, 3, [("DW-ABL-37", "good")])]), (gambling(), [])):
        rolls = (FreeActivation("red-1"), RollToActivate("red-1", 2), RollToActivate("red-1", 3))
        free_one, *rolled = weighed(match, Weigh(tuple(map(to_builtins, rolls)))).forecasts
        assert free_one.need is None
        for one in rolled:
            assert [(n.base, n.value, [(x.rule, x.tone) for x in n.notes]) for n in (one.need,) if n] == needs


def test_a_hint_says_a_choice_as_its_button_does() -> None:
    action = RollToActivate("red-1", 3)
    view = thought_view(gambling(), Thought(action, (Candidate(action, 0.0),)), "veteran")
    assert view.candidates[0].text.endswith(" 3 dice")


@rule("DW-ACT-02")
def test_a_free_activation_is_one_action_for_sure() -> None:
    assert told(gambling(), FreeActivation("red-1")) == {("Actions", 1): Fraction(1)}


@rule("DW-SPL-06")
def test_a_spell_is_weighed_with_its_power_and_its_mishap() -> None:
    match = Stage([on(5, 5, profile="tw_cantor"), on(40, 5)], [on(24, 30)]).match()
    match.play(Nominate("red-1"))
    spell = offer(match, "RollToCast").slots[0].options[0]
    found = told(match, RollToCast("red-1", spell, 3))
    assert sum(chance for (name, _), chance in found.items() if name == "Power") == 1
    assert found["Mishap", None] == found["Power", 0]
    assert found["Turn lost", None] > found["Mishap", None]


@rule("DW-SPL-09")
def test_how_far_a_spell_would_reach_and_whom_is_told_before_the_roll() -> None:
    match = act(scene(chants.caster(tokens={"kept": 1}), on(25, 18)).match(), Nominate("red-1"))
    rolls = (RollToCast("red-1", "brine_lance", 3), RollToCast("red-1", "ink_veil", 1))
    lance, veil = weighed(match, Weigh(tuple(map(to_builtins, rolls)))).forecasts
    # A foe five inches ahead: a Short stick is three, a Medium five; power that was kept is won for sure.
    assert [(one.value, one.range, one.models) for one in lance.spans] == [
        (1, 3.0, ()),
        (2, 5.0, ("blue-1",)),
        (3, 7.0, ("blue-1",)),
        (4, 10.0, ("blue-1",)),
    ]
    assert [(one.value, one.models, one.front) for one in veil.spans] == [(n, None, True) for n in range(1, 5)]
    assert "casting:brine_lance" not in match.table.models["red-1"].tokens


def test_a_spell_says_what_it_does_where_it_is_named_and_what_it_is_where_it_is_cast() -> None:
    match = act(chants.scene().match(6, 6, 6), Nominate("red-1"))
    spells = offer(match, "RollToCast").slots[0]
    lock = dict(zip(spells.options, spells.texts, strict=True))["siren_lock"]
    assert lock.startswith("The target makes a Will Check")
    assert "Mishap: the caster is transfixed" in lock
    assert not any(re.search(r"[a-z]_[a-z]", text) for text in spells.texts)
    act(match, RollToCast("red-1", "siren_lock", 3))
    assert offer(match, "Cast").name == "Siren Lock, power 2"
    weak, strong = (told(match, Cast("red-1", power, "blue-1")) for power in (2, 3))
    assert weak["Transfixed", None] == Fraction(1, 2)
    assert strong["Transfixed", None] == Fraction(7, 8)


def test_power_that_is_kept_is_seen_on_its_caster() -> None:
    match = act(chants.scene().match(6, 6, 6), *chants.chant("brine_lance"), Done("red-1"))
    figure = GAME.screen.figure(match.table, "red-1")
    assert [(badge.name, badge.count) for badge in figure.badges] == [("Power kept", 3)]


def test_ground_for_a_spell_lies_in_front_of_its_caster_and_a_step_goes_an_inch() -> None:
    match = act(chants.scene().match(6, 6, 6), *chants.chant("ink_veil"))
    veil = next(slot for slot in offer(match, "Cast").slots if slot.kind == "spot")
    (drawn,) = veil.ground
    assert all(x >= 20 - 1e-6 for x, _ in drawn)
    assert max(x for x, _ in drawn) == pytest.approx(20 + veil.reach, abs=0.01)
    fight = Stage([on(10, 10), on(40, 5)], [on(11.8, 10), on(40, 30)]).match()
    fight.play(Nominate("red-1"), FreeActivation("red-1"))
    step = next(slot for slot in offer(fight, "StepAndAttack").slots if slot.kind == "spot")
    assert max(hypot(x - 10, y - 10) for polygon in step.ground for x, y in polygon) == pytest.approx(1.0, abs=0.01)


@rule("DW-SPL-06")
@rule("DW-MAG-09")
@pytest.mark.parametrize("spell", sorted(catalog.spells()))
def test_three_failures_are_foretold_as_a_mishap_whatever_the_spell(spell: str) -> None:
    match = scene().match()
    match.play(Nominate("red-1"))
    found = told(match, RollToCast("red-1", spell, 3))
    assert found["Mishap", None] == found["Power", 0] == Fraction(1, 8)
    assert found["Turn lost", None] == Fraction(1, 2)


# ------------------------------------------------------------------ parts


@rule("DW-SUB-01")
def test_every_part_has_its_own_chances() -> None:
    match = Stage([on(10, 10, combat=5), on(40, 5)], [on(11, 10), on(40, 30)], active="red-1", actions=2).match()
    match.play(Nominate("red-1"), FreeActivation("red-1"))
    chances = {
        part: told(match, Attack("red-1", "bare_hands", "blue-1", part)) for part in ("body", "head", "locomotion")
    }
    hits = {part: found.get(("Hit", None), Fraction(0)) for part, found in chances.items()}
    assert hits["body"] > hits["head"] > 0
    assert hits["body"] > hits["locomotion"] > 0
    assert chances["head"]["Killed", None] == hits["head"], "a head has one box"
    assert all(("You are hit", None) in found for found in chances.values()), "who is attacked strikes back"


@rule("DW-SUB-01")
def test_an_attack_is_ready_to_be_made_and_its_parts_have_names() -> None:
    match = Stage([on(10, 10), on(40, 5)], [on(11, 10, "trident"), on(40, 30)]).match()
    match.play(Nominate("red-1"), FreeActivation("red-1"))
    attack = offer(match, "Attack")
    assert attack.foretold
    assert attack.foes == ("target",)
    (part,) = attack.slots
    assert (part.usual, part.name, part.names[:3]) == ("body", "Aim at", ("Body", "Head", "Locomotion"))
    assert part.names[-1] == "Fishing trident"


def test_a_shot_says_how_many_actions_it_takes_as_it_is_aimed() -> None:
    match = Stage([on(10, 10, "coil_rifle"), on(40, 5)], [on(14, 10), on(40, 30)]).match(5, 5, 5)
    act(match, *rolling("red-1", 3))
    effort = next(slot for slot in offer(match, "Attack").slots if slot.field == "effort")
    assert effort.costs == effort.options == (1, 2, 3)


def test_a_card_counts_the_actions_and_the_part_that_are_chosen() -> None:
    match = Stage([on(10, 10, "coil_rifle"), on(40, 5)], [on(14, 10), on(40, 30)]).match(5, 5, 5)
    act(match, *rolling("red-1", 3))

    def lethal(choices: dict[str, Any]) -> float:
        card = card_answer(match.game, match.setup, match.table, "red-1", "blue-1", "coil_rifle", choices)
        return card.aims[0].chances[0].lethal

    ways = [{"effort": e, "section": part, "pierce": e - 1} for e in (1, 2, 3) for part in ("body", "head")]
    for way in ways:
        killed = told(match, Attack("red-1", "coil_rifle", "blue-1", **way)).get(("Killed", None), 0)  # type: ignore[arg-type]
        assert lethal(way) == pytest.approx(float(killed)), way
    assert lethal({"effort": 3}) > lethal({})
    assert lethal({"effort": 9}) == lethal({"effort": "many"}) == lethal({"section": "tail"}) == lethal({})


def test_a_scenic_device_says_what_it_is_for_and_how_likely_it_is_learned() -> None:
    stage = Stage([on(22, 18, "scientist:3"), on(40, 5)], [on(24, 30)])
    match = scenic(stage, "scenic_weapon", "lightning_blaster", (23.5, 18)).match()
    act(match, *free("red-1"))
    (gear,) = GAME.screen.figure(match.table, "thing").gear
    assert gear.line.startswith("Switched on, it gathers charge")
    found = told(match, Learn("red-1", "thing"))
    assert found["Learned", None] > 0
    assert found["Damaged", None] > 0
    (aim, *_) = GAME.screen.aims(match.table, "red-1", "thing")
    assert aim.refusal is None


@rule("DW-H2H-04")
@rule("DW-SUB-01")
def test_the_odds_of_an_aim_are_those_of_the_attack_that_would_be_made() -> None:
    match = Stage([on(16, 18, "breaching_maul"), on(2, 2)], [on(21, 18), on(40, 34)]).match(5, 5, 5)
    act(match, *rolling("red-1", 3), Move("red-1", (19.99, 18.0)))
    attack = Attack("red-1", "breaching_maul", "blue-1")
    for chosen in ({}, {"section": "head"}, {"effort": 2}, {"effort": 2, "pierce": 1, "section": "locomotion"}):
        (aim,) = card_answer(GAME, match.setup, match.table, "red-1", "blue-1", attack.weapon, chosen).aims
        (odds,) = (one for one in aim.chances if one.model == "blue-1")
        dead = told(match, replace(attack, **chosen)).get(("Killed", None), Fraction())
        assert odds.lethal == pytest.approx(float(dead)), chosen
    assert ("Free to leave", None) not in told(match, attack)


def test_what_is_chosen_against_the_rules_changes_no_odds() -> None:
    match = Stage([on(20, 18), on(2, 2)], [on(21, 18), on(40, 34)]).match()
    act(match, *free("red-1"))
    for chosen in ({"section": "tail"}, {"effort": 9}, {"pierce": 3}, {"effort": "2"}, {"weapon": "net"}):
        plain, odd = (card_answer(GAME, match.setup, match.table, "red-1", "blue-1", "", c) for c in ({}, chosen))
        assert plain == odd


def test_answers_are_weighed_in_the_order_they_were_asked_about() -> None:
    match = Stage([on(5, 5), on(40, 5)], [on(24, 30)]).match()
    draft = ({"type": "Nominate", "model": "red-1"},)
    options = tuple({"type": "RollToActivate", "actor": "red-1", "dice": dice} for dice in (2, 4, 3))
    two, four, three = weighed(match, Weigh(options, draft)).forecasts
    assert max(p.value or 0 for p in two.prospects) == 2
    assert max(p.value or 0 for p in three.prospects) == 4
    assert four.refusal is not None
    assert four.refusal.rule == "DW-ACT-03"


# ------------------------------------------------------------------ depth


@rule("DW-DEP-01")
def test_levels_are_told_with_their_height() -> None:
    match = Stage([on(5, 5, level=2), on(40, 5)], [on(24, 30)]).match()
    scene = scene_view(GAME, match.table, "", "deep")
    assert scene.levels is not None
    assert scene.levels.most == 3
    assert round(scene.models["red-1"].z / scene.levels.step) == 2


@rule("DW-ACN-06")
def test_rising_and_sinking_are_words() -> None:
    match = Stage([on(5, 5, level=1), on(40, 5)], [on(24, 30)]).match()
    match.play(Nominate("red-1"), FreeActivation("red-1"))
    (by,) = offer(match, "ChangeDepth").slots
    assert by.spoken
    assert dict(zip(by.options, by.names, strict=True)) == {1: "Rise one level", -1: "Sink one level"}


# ------------------------------------------------------------------ what is paid for


@rule("DW-SCN-03")
def test_the_points_of_a_battle_say_what_they_are_for_and_none_are_there_before_it_begins() -> None:
    stage = Stage([on(4, 2), on(8, 2)], [on(4, 34)])
    stage.table.put_tokens(TABLE, GAME_TURN, 0)
    assert GAME.scores(stage.table) == {"red": 0, "blue": 0}, "more models are no points before the first turn"
    stage.table.put_tokens(TABLE, GAME_TURN, 1)
    assert GAME.scores(stage.table) == {"red": 5, "blue": 0}
    told = GAME.screen.mission(stage.table)
    assert told is not None
    assert (told.name, told.side) == ("Skirmish", "")
    last = next(task for task in told.tasks if task.id == "last_standing")
    assert last.text == "5 points at the end for the side with the most models left. Now: red 5, blue 0."


@rule("DW-END-04")
def test_every_point_that_would_be_counted_has_a_line_of_its_own() -> None:
    for what in PAYS:
        stage = Stage([on(4, 2), on(8, 2)], [on(4, 34)])
        tokens = stage.table.models[TABLE].tokens
        kept = {token: n for token, n in tokens.items() if not token.startswith("scenario:")}
        stage.table.put_all_tokens(stage.table.models[TABLE], {**kept, f"scenario:{what}": 1})
        known = {source for source, _ in PAYS[what]}
        assert set(to_come(stage.table, "red")) <= known | {"missions"}
        told = GAME.screen.mission(stage.table)
        assert told is not None
        assert {task.id for task in told.tasks} == known
        assert all(task.text.endswith(".") for task in told.tasks)


@rule("DW-OPS-03")
def test_a_mission_is_told_in_a_sentence_where_it_is_chosen_and_afterwards() -> None:
    stage = Stage([on(4, 2)], [on(4, 34)], agenda=(PickingMissions("red"),))
    for mission in ("trailblazer", "dive_master"):
        stage.table.put_tokens(TABLE, f"{POOL}:{mission}", 1)
    match = stage.match()
    (slot,) = offer(match, "Choose").slots
    assert slot.names == ("Trailblazer", "Dive Master")
    assert slot.texts[0] == "Let one model visit three separate pieces of Scenic Terrain. 2 points."
    assert not slot.spoken, "who has to read a sentence gets no row of buttons"
    match.play(Choose("red", "trailblazer"))
    told = GAME.screen.mission(match.table)
    assert told is not None
    mine = next(task for task in told.tasks if task.id == "red trailblazer")
    assert (mine.name, mine.state) == ("red: Trailblazer", "open")
    assert mine.text.endswith("Scenic Terrain. 2 points.")
    match.table.put_tokens("red", f"{ACHIEVED}:trailblazer", 1)
    again = GAME.screen.mission(match.table)
    assert again is not None
    assert next(task for task in again.tasks if task.id == "red trailblazer").state == "done"


def test_every_mission_has_its_sentence() -> None:
    assert {row["id"] for row in catalog.rows("special_operation")} <= set(GAME.sayings.meanings)


def test_abilities_and_traits_are_written_with_their_figures() -> None:
    table = Stage([on(10, 10, "scientist:2", "depth_charge", "bio_weapon:1")], [on(40, 30)]).table
    gear = {g.id: g for g in GAME.screen.figure(table, "red-1").gear}
    assert gear["scientist"].name == "Scientist (2)"
    assert gear["depth_charge"].line.endswith("Blast, Breach (3), Single Use")
    assert not [id for id, name in GAME.sayings.names.items() if "(n)" in name and not id.startswith("DW-")]


# ------------------------------------------------------------------ who rolls, and what for


def lines(match: Match) -> list[str]:
    """What the log says of the dice."""
    return [GAME.sayings.event(match.table, event) for event in match.events if isinstance(event, Rolled)]


@rule("DW-MRL-02")
def test_whoever_checks_morale_is_named_with_what_frightens_it() -> None:
    stage = Stage([on(20, 18, "terror"), on(2, 2)], [on(21, 18, boxes_body=9), on(2, 34)])
    match = act(stage.match(5, 5, 5, 5, 1, 1, 6), *rolling("red-1"), Attack("red-1", "bare_hands", "blue-1"))
    told = lines(match)
    assert told[0].startswith("red Somebody 1 rolls for actions 5, 5")
    assert told[1].startswith("blue Somebody 1 rolls for morale: terror of its attacker 5, 5, 1")


@rule("DW-CRE-07")
def test_a_wild_creature_that_wanders_rolls_itself_whoever_throws_the_die() -> None:
    match = nature(sea(Stage([on(2, 2)], [on(40, 34)]), ("slate_ray", 24, 18)), 3)
    assert lines(match) == ["wild Slate Ray rolls for where it wanders 3"]


def test_every_roll_in_a_battle_says_what_it_is_for() -> None:
    source = "".join(path.read_text() for path in Path(catalog.__file__).parent.rglob("*.py"))
    checks = r"(?:(?:Roll|will_check|resists)\(|_check\(ref, |random_heading\(ref, )[^\n]*?\"(DW-[A-Z]+-\d+)\""
    between_battles = {"DW-CMP-02"}
    assert set(re.findall(checks, source)) - between_battles <= set(GAME.sayings.rolls)


# ------------------------------------------------------------------ who is gone, and how


def word(match: Match, id: str) -> str:
    """How a screen says that somebody is gone, where it did not fall."""
    view = scene_view(GAME, match.table, "", "").models[id]
    assert view.gone
    return view.figure.parted


@rule("DW-MRL-08")
def test_who_loses_its_nerve_has_fled_and_not_fallen() -> None:
    stage = Stage([on(20, 18)], [on(40, 34.6)], agenda=[MoraleOf(("blue-1",), "terror", "red-1")])
    assert word(act(stage.match(1, 5, 5)), "blue-1") == "fled"
    assert word(act(stage.match(1, 1, 1)), "blue-1") == "fled"


@rule("DW-MOV-08")
def test_who_leaves_on_purpose_has_left() -> None:
    match = act(Stage([on(20, 0.5)], [on(40, 30)]).match(), *free("red-1"), Withdraw("red-1"))
    assert word(match, "red-1") == "left"


def test_the_dead_have_fallen() -> None:
    stage = Stage([on(20, 18, combat=9)], [on(21, 18, boxes_body=1), on(40, 30), on(44, 30)])
    match = act(stage.match(5, 5, 6, 1), *rolling("red-1"), Attack("red-1", "bare_hands", "blue-1"))
    assert word(match, "blue-1") == ""


def test_actions_that_were_never_won_are_not_shown_as_spent() -> None:
    match = gambling()
    assert GAME.screen.figure(match.table, "red-1").points is None
    match.play(FreeActivation("red-1"))
    points = GAME.screen.figure(match.table, "red-1").points
    assert points is not None
    assert (points.value, points.most) == (1, 1)


def test_what_an_action_was_spent_on_is_told_once() -> None:
    match = act(Stage([on(5, 5), on(40, 5)], [on(24, 30)]).match(), *free("red-1"), Move("red-1", (7, 5)))
    said = [GAME.sayings.event(match.table, event) for event in match.events]
    assert not any("spends" in text for text in said)
    assert any("moves" in text for text in said)
    far = ActionsSpent(rule="DW-ACN-01", bearer="red-1", token=ACTIONS, by=-2)
    assert GAME.sayings.event(match.table, far) == "red Somebody 1 spends 2 actions"


def test_what_is_asked_several_times_says_how_often_it_is_left() -> None:
    match = opened("bone_garden")
    asked = []
    while match.decision.rule == "DW-SCN-08":
        asked.append(GAME.sayings.decision(match.table, match.decision))
        assert match.decision.default is not None
        match.play(match.decision.default)
    assert asked == [f"red places treasure, {n} of 6" for n in range(1, 7)]
    match = opened("twin_kelp_shallows", *[1, 1, 1, 3, 1, 5] * 2, special_operations=True)
    for asked_for in ("red chooses a mission from the pool, 1 of 2", "red chooses a mission from the pool, 2 of 2"):
        assert GAME.sayings.decision(match.table, match.decision) == asked_for
        assert all(text.endswith(" 2 points.") for text in offer(match, "Choose").slots[0].texts)
        assert match.decision.default is not None
        match.play(match.decision.default)
