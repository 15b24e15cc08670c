"""Where two rules meet, and where a careless answer meets the referee."""

from __future__ import annotations

from typing import Any

import pytest

from sightline.ai.player import player
from sightline.core.decisions import Action, Illegal, Refusal
from sightline.core.dice import Roll
from sightline.core.errors import BadInput
from sightline.core.events import Rolled, Swept
from sightline.core.table import Attachment
from sightline.core.wire import codec, encode, lay_out
from sightline.games.guerrilla import GAME, measure, reloading
from sightline.games.guerrilla.actions import (
    Activate,
    Attack,
    Cast,
    CastArea,
    CastAround,
    Done,
    Move,
    Pass,
    Place,
    Reload,
    SecondWind,
    Throw,
)
from sightline.games.guerrilla.events import Damaged, InitiativeWon
from sightline.games.guerrilla.upkeep import doomed
from tests.games.guerrilla.stage import Stage, at, damage, on, refused, spent, table_of, wall
from tests.kit import rule

RED, BLUE = on("trooper", 5, 12, "phaser_rifle"), on("trooper", 15, 12, "phaser_rifle")

NOBODY: list[Action] = [
    Place("", (5, 12)),
    Activate(""),
    Done(""),
    Move("", (6, 12)),
    Attack("", "phaser_rifle", {"blue-1": 1}),
    Throw("", "force_grenade", (6, 12)),
    Reload("", "phaser_rifle"),
    Cast("", "blindness", "blue-1"),
    CastArea("", "ground_quake", (6, 12)),
    CastAround("", "inspiration"),
    SecondWind(()),
]


@pytest.mark.parametrize("phase", ["movement", "active", "siege"])
@pytest.mark.parametrize("action", NOBODY, ids=lambda a: type(a).__name__)
def test_an_action_of_nobody_is_refused_in_every_phase(phase: str, action: Action) -> None:
    assert refused(Stage([RED], [BLUE], phase=phase).match(), action).rule.startswith("DG-")


@pytest.mark.parametrize(
    "action",
    [Activate([]), Attack("red-1", "phaser_rifle", [1]), Move(3, (6, 12)), Cast("red-1", {}, "blue-1")],  # type: ignore[arg-type]
)
def test_a_field_of_the_wrong_kind_is_bad_input_or_a_refusal_and_changes_nothing(action: Action) -> None:
    match = Stage([RED], [BLUE]).match()
    before = match.pending
    with pytest.raises((BadInput, Illegal)):
        match.play(action)
    assert match.pending == before
    match.play(Pass())


@pytest.mark.parametrize("nonsense", [None, 42, "hello", {}, object()])
def test_what_is_no_answer_is_bad_input(nonsense: Any) -> None:
    match = Stage([RED], [BLUE]).match()
    with pytest.raises(BadInput):
        match.play(nonsense)
    with pytest.raises(BadInput):
        match.refusal(nonsense)


@rule("DG-SWD-03")
def test_a_die_is_named_by_its_place_not_by_yes_or_no() -> None:
    match = Stage([RED], [BLUE], second_wind={"red": 2}).match()
    match.play(Activate("red-1"), Attack("red-1", "phaser_rifle", {"blue-1": 2}))
    match.play((1, 1))
    assert refused(match, SecondWind((True,))).rule == "DG-SWD-03"


def test_a_split_changed_after_it_was_played_changes_nothing() -> None:
    match, split = Stage([RED], [BLUE]).match(), {"blue-1": 4}
    match.play(Activate("red-1"), Attack("red-1", "phaser_rifle", split))
    split["blue-1"] = 1
    fork = match.fork()
    fork.play((10, 10, 10, 10))
    assert damage(fork, "blue-1") == 8


@rule("DG-SWD-02")
@pytest.mark.parametrize("faces", [(10, 1, 1, 1), (10, 10, 10, 1), (1, 10, 10, 10)])
def test_a_program_rolls_a_miss_again_wherever_it_lies(faces: tuple[int, ...]) -> None:
    match = Stage([RED], [BLUE], second_wind={"red": 1}).match()
    match.play(Activate("red-1"), Attack("red-1", "phaser_rifle", {"blue-1": 4}))
    match.play(faces)
    player("regular", "any").answer(match)
    assert isinstance(match.pending, Roll)
    assert match.pending.count == 1


@rule("DG-ONG-05")
def test_a_table_read_back_places_ongoing_damage_in_the_same_order() -> None:
    def burn(id: str, bearer: str) -> Attachment:
        return Attachment(id, "DG-ONG-04", bearer, "red-1", tokens={"damage": 1, "from": 1, "at end of": 0})

    table = table_of([RED], [BLUE, on("trooper", 15, 8)], phase="active", turn=2)
    for id, bearer in (("a", "blue-1"), ("b", "blue-2"), ("c", "blue-1"), ("a", "blue-1")):
        table.attach(burn(id, bearer))
    told = []
    for rest in (table, codec(GAME).table(encode(lay_out(table)))):
        stage = Stage([RED], [BLUE, on("trooper", 15, 8)], phase="active", turn=2)
        stage.table = rest
        match = stage.match()
        match.play(Pass())
        match.play(Pass())
        told.append([e for e in match.events if isinstance(e, Damaged)])
    assert told[0] == told[1]
    assert len(told[0]) == 3


@rule("DG-CST-15")
@rule("DG-DUR-02")
def test_renewing_an_aura_takes_no_heal_away_that_is_due() -> None:
    herald = on("herald", 5, 12, "aura_of_revitalization", damage=10)
    stage = Stage(
        [herald], [on("trooper", 30, 12)], phase="active", turn=2, options={"two_turn_count": "next_two_turns"}
    )
    match = stage.match(7, 7)
    match.play(Activate("red-1"), Cast("red-1", "aura_of_revitalization", "red-1"))
    while (match.table.tokens("table", "turn"), match.table.tokens("table", "phase")) != (3, 1):
        match.play(Pass())
    match.play(Activate("red-1"), Cast("red-1", "aura_of_revitalization", "red-1"))
    while match.table.tokens("table", "turn") == 3:
        match.play(Pass())
    assert damage(match, "red-1") == 8
    assert spent(match)


@rule("DG-FLG-03")
@rule("DG-DUR-02")
@rule("DG-ONG-04")
@pytest.mark.parametrize(
    ("until", "effect", "cited"),
    [
        ("2 siege ends", "DG-FLG-02", "DG-FLG-03"),
        ("2 ends", "DG-APR-01", "DG-DUR-02"),
        ("3 active begins", "DG-BLD-01", "DG-DUR-01"),
        ("3 siege: ongoing damage placed", "DG-ONG-04", "DG-ONG-04"),
    ],
)
def test_the_end_of_an_effect_cites_the_rule_that_ends_it(until: str, effect: str, cited: str) -> None:
    tokens = {"damage": 1, "from": 3, "at end of": 0}
    match = Stage([RED], [BLUE], turn=2, attached=[Attachment("x", effect, "red-1", None, until, tokens)]).match()
    while "x" in match.table.attachments:
        match.play(Pass())
    assert [e.rule for e in match.events if isinstance(e, Swept) and e.moment == until] == [cited]


@rule("DG-TRN-02")
def test_a_roll_off_for_a_later_turn_cites_its_own_rule() -> None:
    match = Stage([RED], [BLUE], phase="upkeep", turn=1, options={"initiative": "roll_each_turn"}).match(3, 8)
    assert {e.rule for e in match.events if isinstance(e, Rolled | InitiativeWon)} == {"DG-TRN-02"}
    assert spent(match)


@rule("DG-ARN-04")
def test_a_way_that_leaves_the_mat_is_refused_for_that() -> None:
    match = Stage([on("trooper", 1, 12)], [BLUE], phase="movement").match()
    no = refused(match, Activate("red-1"), Move("red-1", (1, 14), via=((0.2, 13),)))
    assert no.rule == "DG-ARN-04"


@rule("DG-MOV-03")
def test_a_move_that_goes_nowhere_is_none_however_it_is_written() -> None:
    match = Stage([RED], [BLUE], phase="movement").match()
    match.play(Activate("red-1"))
    for nowhere in (Move("red-1", (5, 12)), Move("red-1", (5, 12), via=((5, 12),))):
        assert refused(match, nowhere) == Refusal("DG-MOV-03", {"model": "red-1", "length": 0})
    match.play(Move("red-1", (5, 12), via=((6, 12),)))
    assert at(match, "red-1") == (5, 12)


@rule("DG-DUA-03")
def test_a_target_tied_by_two_casters_dies_with_either() -> None:
    for dying in (1, 2):
        heralds = [on("herald", 5, 10 + n, "duality_of_fate", damage=15 if n == dying else 0) for n in (1, 2)]
        match = Stage(heralds, [on("crusader", 15, 12)], phase="active").match(8, 8)
        match.play(Activate("red-1"), Cast("red-1", "duality_of_fate", "blue-1"))
        match.play(Pass())
        match.play(Activate("red-2"), Cast("red-2", "duality_of_fate", "blue-1"))
        assert set(doomed(match.table)) == {"red-1", "red-2", "blue-1"}
        assert spent(match)


@rule("DG-RLD-04")
def test_reloading_everything_is_used_up_for_the_phase() -> None:
    jammed = on("artillerist", 5, 12, "phaser_rifle", "phaser_pistol", "saw_sword", empty=["phaser_rifle"])
    match = Stage([jammed], [BLUE], phase="active", options={"reload_scope": "all_weapons"}).match()
    match.play(Activate("red-1"), Reload("red-1", "phaser_rifle"))
    table = match.table
    table.put_tokens("red-1", "empty:phaser_pistol", 1)
    no = reloading.weapon_fault(table, table.models["red-1"], "phaser_pistol")
    assert no is not None
    assert no.rule == "DG-ACT-04"


@rule("DG-LOS-09")
def test_a_pillar_too_thin_for_cover_still_hides_a_spot() -> None:
    pillar = wall(9.8, 11.7, 10.4, 12.3, height=3)
    table = table_of([on("trooper", 5, 12)], [on("trooper", 15, 12)], terrain=[pillar])
    assert measure.share(table, "red-1", "blue-1") == 1.0
    assert not measure.sees_spot(table, table.models["red-1"], (10.6, 12.0))


@rule("DG-ENG-06")
def test_it_is_enough_for_engagement_that_one_sees_the_other() -> None:
    # The pillar is broad enough to hide the small base, and too narrow to count for the large one.
    small, large = on("trooper", 10.05, 12, base=0.5), on("trooper", 11.65, 12, base=2.0)
    pillar = wall(10.32, 11.4, 10.62, 12.6, height=2)
    table = table_of([small], [large], terrain=[pillar], options={"engaged_needs_los": True})
    assert measure.sees(table, "red-1", "blue-1")
    assert not measure.sees(table, "blue-1", "red-1")
    assert measure.engaged_with(table, "red-1") == ("blue-1",)
    assert measure.engaged_with(table, "blue-1") == ("red-1",)
