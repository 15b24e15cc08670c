"""Upkeep: heals, deaths and what follows from them (UPK)."""

from fractions import Fraction
from typing import Any

import pytest

from sightline.core.events import Ended, Swept
from sightline.core.match import Match
from sightline.core.table import Attachment
from sightline.games.guerrilla import GAME
from sightline.games.guerrilla.acting import turn
from sightline.games.guerrilla.actions import Activate, Attack, Cast, CastAround, Move, Pass, Reload
from sightline.games.guerrilla.attacking import to_hit
from sightline.games.guerrilla.events import Healed, Scored, Slain, TurnBegan
from tests.games.guerrilla.playing import under, wait
from tests.games.guerrilla.stage import On, Stage, at, chance, damage, happened, on, spent
from tests.kit import rule

BYSTANDERS = [on("trooper", 33, 3), on("trooper", 33, 21)]


def revitalized(model: str) -> Attachment:
    """An aura of revitalization that heals in the upkeep of turn 1."""
    return under("DG-REV-01", model, until="2 ends", tokens={"amount": 2, "from": 1})


def after_upkeep(*red: On, **more: Any) -> Match:
    """The upkeep of turn 1 has passed; a red and a blue bystander keep the match going."""
    return Stage([*red, BYSTANDERS[0]], [BYSTANDERS[1]], phase="upkeep", **more).match()


def alive(match: Match, model: str) -> bool:
    """Whether a model is on the table."""
    return at(match, model) is not None


@rule("DG-UPK-01", 0)
def test_a_model_with_lethal_damage_attacks_normally_and_is_removed_in_upkeep() -> None:
    match = Stage([on("trooper", 10, 12, "phaser_rifle", damage=20), BYSTANDERS[0]], [on("bastion", 20, 12)]).match(
        5, 5, 5, 4
    )
    assert to_hit(match.table, "red-1", "blue-1", "phaser_rifle").value == 5
    match.play(Activate("red-1"))
    match.play(Attack("red-1", "phaser_rifle", {"blue-1": 4}))
    assert damage(match, "blue-1") == 6
    assert alive(match, "red-1")
    wait(match, "movement", 2)
    assert not alive(match, "red-1")
    assert spent(match)


@rule("DG-UPK-02", 0, 1)
@pytest.mark.parametrize(
    ("who", "tokens", "threshold", "lives"),
    [
        ("trooper", 15, "more_than_hp", True),
        ("trooper", 16, "more_than_hp", True),
        ("trooper", 17, "more_than_hp", False),
        ("trooper", 15, "at_least_hp", True),
        ("trooper", 16, "at_least_hp", False),
        ("bastion", 28, "more_than_hp", True),
        ("bastion", 29, "more_than_hp", False),
    ],
)
def test_a_model_dies_of_more_tokens_than_it_has_hit_points(who: str, tokens: int, threshold: str, lives: bool) -> None:
    match = after_upkeep(on(who, 10, 12, damage=tokens), options={"death_threshold": threshold})
    assert alive(match, "red-1") == lives
    assert [(e.rule, e.model) for e in happened(match, Slain)] == ([] if lives else [("DG-UPK-02", "red-1")])


@rule("DG-UPK-03", 0)
def test_a_heal_comes_before_the_tie_of_fate_is_triggered() -> None:
    tie = under("DG-DUA-01", "blue-1", "red-1")
    herald = on("herald", 10, 12, damage=16)
    match = after_upkeep(herald, attached=[tie, revitalized("red-1")])
    assert damage(match, "red-1") == 14
    assert alive(match, "red-1")
    assert alive(match, "blue-1")
    match = after_upkeep(herald, attached=[tie])
    assert [e.model for e in happened(match, Slain)] == ["red-1", "blue-1"]


@rule("DG-UPK-03")
def test_upkeep_heals_then_kills_then_scores_then_ends_effects_and_then_the_next_turn_begins() -> None:
    ending = under("DG-APR-01", "red-2", until="1 ends")
    match = after_upkeep(
        on("trooper", 10, 12, damage=17), on("herald", 12, 12, damage=5), attached=[ending, revitalized("red-2")]
    )
    steps = [type(e) for e in match.events if isinstance(e, Healed | Slain | Scored | Swept | TurnBegan)]
    assert steps == [Healed, Slain, Scored, Swept, TurnBegan]
    assert list(match.table.attachments) == ["DG-REV-01@red-2"]


@rule("DG-UPK-03")
def test_annihilation_is_checked_before_the_final_count_of_turn_7() -> None:
    match = Stage(
        [on("trooper", 5, 12)], [on("trooper", 30, 12, damage=17)], phase="upkeep", turn=7, stars={"blue": 9}
    ).match()
    assert [(type(e), e.rule) for e in match.events] == [
        (Slain, "DG-UPK-02"),
        (Scored, "DG-WIN-01"),
        (Ended, "DG-WIN-04"),
    ]
    match = Stage([on("trooper", 5, 12)], [on("trooper", 30, 12)], phase="upkeep", turn=7, stars={"blue": 9}).match()
    assert [(type(e), e.rule) for e in match.events] == [(Ended, "DG-WIN-02")]


@rule("DG-UPK-04", 0, 1, 2)
@pytest.mark.parametrize(
    ("tokens", "aura", "order", "left"),
    [
        (20, False, "heal_then_kill", 15),
        (20, False, "kill_then_heal", None),
        (22, False, "heal_then_kill", None),
        (22, True, "heal_then_kill", 15),
        (22, True, "kill_then_heal", None),
        (16, True, "kill_then_heal", 9),
    ],
)
def test_lasting_heals_come_before_deaths_unless_only_survivors_are_healed(
    tokens: int, aura: bool, order: str, left: int | None
) -> None:
    match = Stage(
        [on("trooper", 10, 12, damage=tokens), on("herald", 10, 10, "sanctify_ground")],
        BYSTANDERS,
        phase="active",
        options={"upkeep_heal_order": order},
        attached=[revitalized("red-1")] if aura else [],
    ).match(8)
    match.play(Activate("red-2"))
    match.play(CastAround("red-2", "sanctify_ground"))
    wait(match, "movement", 2)
    assert (damage(match, "red-1") if alive(match, "red-1") else None) == left
    assert spent(match)


@rule("DG-UPK-05", 0)
def test_two_models_that_killed_each_other_leave_together() -> None:
    match = Stage(
        [on("recon", 10, 12, damage=17), BYSTANDERS[0]], [on("recon", 11, 12, damage=17), BYSTANDERS[1]], phase="upkeep"
    ).match()
    assert [e.model for e in happened(match, Slain)] == ["red-1", "blue-1"]
    assert GAME.scores(match.table) == {"red": 2, "blue": 2}


@rule("DG-UPK-05")
def test_both_sides_may_lose_their_last_models_together() -> None:
    match = Stage([on("recon", 10, 12, damage=17)], [on("recon", 11, 12, damage=17)], phase="upkeep").match()
    assert len(happened(match, Slain)) == 2
    assert match.outcome is not None
    assert match.outcome.winner is None


@rule("DG-UPK-06", 0)
def test_tokens_stay_from_turn_to_turn_and_add_up() -> None:
    red = [on("trooper", 10, 12, "slugger", "phaser_rifle")]
    match = Stage(red, [on("overseer", 18, 12), BYSTANDERS[0]]).match(9, 9, 9, 9, 9, 9, 9, 1)
    totals = []
    for weapon, dice in (("slugger", 2), ("phaser_rifle", 4), ("slugger", 2)):
        if turn(match.table) == 3:
            wait(match, "active")
            match.play(Activate("red-1"), Reload("red-1", "slugger"))
        wait(match, "siege")
        match.play(Activate("red-1"))
        match.play(Attack("red-1", weapon, {"blue-1": dice}))
        totals.append(damage(match, "blue-1"))
        assert alive(match, "blue-1")
        wait(match, "movement")
    assert totals == [10, 18, 23]
    assert turn(match.table) == 4
    assert not alive(match, "blue-1")
    assert spent(match)


@rule("DG-UPK-07", 0)
def test_a_doomed_model_still_engages() -> None:
    table = Stage([on("trooper", 10, 12, "phaser_rifle")], [on("recon", 11, 12, damage=17), on("recon", 20, 12)]).table
    for target in ("blue-1", "blue-2"):
        need = to_hit(table, "red-1", target, "phaser_rifle").value
        assert (need, chance(need)) == (7, Fraction(2, 5))


@rule("DG-UPK-07", 1)
def test_a_doomed_model_may_be_healed_and_saved() -> None:
    red = [on("medic", 10, 12, "dress_wounds"), on("recon", 11, 12, damage=17)]
    match = Stage(red, BYSTANDERS, phase="active").match(4)
    match.play(Activate("red-1"))
    match.play(Cast("red-1", "dress_wounds", "red-2"))
    assert damage(match, "red-2") == 13
    wait(match, "movement", 2)
    assert alive(match, "red-2")
    assert spent(match)


@rule("DG-UPK-07")
def test_a_doomed_model_moves_and_may_be_shot_at() -> None:
    match = Stage(
        [on("recon", 10, 12, damage=17), BYSTANDERS[0]],
        [on("trooper", 20, 12, "phaser_rifle"), BYSTANDERS[1]],
        phase="movement",
    ).match(9, 9, 9, 9)
    match.play(Activate("red-1"), Move("red-1", (12, 12)))
    wait(match, "siege")
    match.play(Pass(), Activate("blue-1"))
    match.play(Attack("blue-1", "phaser_rifle", {"red-1": 4}))
    assert damage(match, "red-1") == 25
    wait(match, "movement", 2)
    assert not alive(match, "red-1")
    assert spent(match)
