"""Special actions: what is done to others, and what is laid on the table."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sightline.games.xenotactics.acting import limit, on_turn
from sightline.games.xenotactics.actions import (
    Activate,
    Attack,
    Go,
    Move,
    Pass,
    UseAbility,
)
from sightline.games.xenotactics.events import Converted
from sightline.games.xenotactics.measure import covered
from sightline.games.xenotactics.sighting import sees
from sightline.games.xenotactics.tokens import HACKED, INSPIRED
from tests.games.xenotactics.gifts import SCREEN, SPARE, lim, unseen, use
from tests.games.xenotactics.stage import (
    Stage,
    act,
    alive,
    box,
    finish,
    happened,
    hp,
    is_stunned,
    odds,
    offered,
    on,
    points,
    settle,
    spent,
    wall,
)
from tests.kit import rule


@rule("XT-ABL-14", 0)
@rule("XT-STA-05", 0)
def test_heal_gives_a_lost_hit_point_back() -> None:
    stage = unseen(on(10, 10, "heal"), on(11, 10, hit_points=3, hp=1))
    match = act(stage.match(), use("heal", "red-2"))
    assert (hp(match, "red-2"), points(match, "red-1")) == (2, 3)
    whole = unseen(on(10, 10, "heal"), on(11, 10, hit_points=3))
    match = whole.match()
    match.play(Activate("red-1"))
    assert not offered(match, UseAbility)
    assert match.refusal(use("heal", "red-2")) is not None


@rule("XT-ABL-25", 0)
def test_regenerate_may_be_repeated_with_enough_points() -> None:
    match = act(unseen(on(10, 10, "regenerate", hit_points=3, hp=1)).match(), use("regenerate"))
    assert (hp(match, "red-1"), points(match, "red-1")) == (2, 2)
    assert not offered(match, UseAbility), "one point is left"
    assert offered(match, Move)


@rule("XT-ABL-17", 0)
def test_an_inspired_friend_has_four_points_if_it_is_next() -> None:
    stage = unseen(on(10, 10, "inspire"), on(13, 10), on(10, 13))
    match = act(stage.match(1, 1, 1), use("inspire", "red-2"), Move("red-1", (11.0, 10.0)))
    assert limit(match.table, match.table.models["red-2"]) == 4
    match = act(stage.match(1, 1, 1), use("inspire", "red-2"))
    finish(match)
    act(match, Move("red-3", (10.0, 14.0)))
    assert limit(match.table, match.table.models["red-2"]) == 3, "somebody else came first"


@rule("XT-ABL-13", 0)
def test_a_hacked_model_that_is_forced_has_one_point() -> None:
    stage = Stage([on(10, 10, "hacker"), on(9, 9)], [on(30, 10), on(33, 10)])
    match = act(stage.match(1, 1, 1, 1), use("hacker", "blue-1"))
    finish(match)
    assert match.table.tokens("blue-1", HACKED) == 1
    elsewhere = match.fork()
    elsewhere.play(Pass("blue-2"))
    assert not elsewhere.table.tokens("blue-1", HACKED), "lost if somebody else is forced"
    keen = Stage([on(10, 10, "hacker", tokens={INSPIRED: 1}), on(9, 9)], [on(30, 10), on(33, 10)])
    assert lim(keen) == 4
    ended = settle(act(keen.match(1, 1, 1), use("hacker", "blue-1")))
    assert ended.decision.rule == "XT-TRN-01", "hacking ends the activation, whatever points are left"
    match.play(Pass("blue-1"))
    assert limit(match.table, match.table.models["blue-1"]) == 1
    act(match, Move("blue-1"), Go("blue-1", (30.0, 11.0)))
    assert not match.table.tokens("blue-1", HACKED)
    assert spent(match)


@rule("XT-ABL-06")
@rule("XT-ABL-18")
@pytest.mark.parametrize("ability", ["hacker", "mind_control"])
def test_who_is_protected_from_minds_is_so_by_the_rule_that_protects(ability: str) -> None:
    guarded = Stage([on(10, 10, ability)], [on(20, 10), on(20, 11, "bodyguard"), SPARE]).match()
    act(guarded, Activate("red-1"))
    assert guarded.refusal(use(ability, "blue-1")).rule == "XT-ABL-06"  # type: ignore[union-attr]
    hidden = Stage([on(10, 10, ability)], [on(20, 10, "invisibility")]).match()
    act(hidden, Activate("red-1"))
    refusal = hidden.refusal(use(ability, "blue-1"))
    assert refusal is not None
    assert (refusal.rule, refusal.facts["distance"]) == ("XT-ABL-18", 9.0)
    behind = Stage([on(10, 10, ability)], [on(20, 10, "invisibility"), SPARE], terrain=[wall(14, 0, 15, 36)]).match()
    act(behind, Activate("red-1"))
    assert behind.refusal(use(ability, "blue-1")).rule in ("XT-ABL-13", "XT-ABL-21")  # type: ignore[union-attr]


@rule("XT-ABL-21", 0)
def test_mind_control_lasts_for_the_turn() -> None:
    stage = Stage([on(10, 10, "mind_control", quality=7), on(2, 2)], [on(30, 10, "pistol"), on(33, 10)])
    match = settle(act(stage.match(), use("mind_control", "blue-1")))
    chances = odds(match, lambda m: on_turn(m.table) == "blue")
    assert chances[True] == Fraction(216, 1000), "the turn ends before the victim can be used"
    match.play((1, 1, 1))
    blue = match.table.models["blue-1"]
    assert (blue.side, blue.owner) == ("red", "blue")
    assert match.refusal(Activate("blue-1")) is None
    match.play(Pass("blue-2"))
    assert match.table.models["blue-1"].side == "blue"
    assert [e.side for e in happened(match, Converted)] == ["red", "blue"]


@rule("XT-ABL-10", 0)
def test_a_facehugger_raises_a_zombie_or_takes_over() -> None:
    stage = Stage(
        [on(10, 10, "facehugger"), on(9, 9)], [on(14, 10, "blade", stunned=True, hit_points=2), SPARE], terrain=[SCREEN]
    )
    match = act(stage.match(1, 1, 1), Move("red-1", (13.0, 10.0)), use("facehugger", "blue-1", choice="take_over"))
    settle(match)
    assert not alive(match, "red-1")
    hero = match.table.models["blue-1"]
    assert (hero.side, is_stunned(match, "blue-1"), hp(match, "blue-1")) == ("red", True, 2)
    assert spent(match), "three quality dice for the hatchling"
    match = act(stage.match(1, 1, 1), Move("red-1", (13.0, 10.0)), use("facehugger", "blue-1", choice="zombie"))
    settle(match)
    assert not alive(match, "blue-1")
    (risen,) = [m for m in match.table.models.values() if m.profile == "zombie"]
    assert (risen.side, risen.at, risen.tokens["attack"]) == ("red", (14.0, 10.0), 3)
    assert match.refusal(Activate(risen.id)) is None


@rule("XT-ABL-10")
def test_a_facehugger_attacks_once_an_activation() -> None:
    stage = Stage([on(10, 10, "facehugger", "pistol"), on(9, 9)], [on(30, 10), SPARE])
    match = act(stage.match(9), Attack("red-1", "pistol", "blue-1"))
    settle(match)
    assert match.refusal(Attack("red-1", "pistol", "blue-1")).rule == "XT-ABL-10"  # type: ignore[union-attr]
    assert offered(match, Move)


@rule("XT-ABL-11", 0, 1)
@rule("XT-TRN-06", 0)
def test_a_fire_screen_burns_until_the_next_own_turn() -> None:
    stage = unseen(on(10, 10, "fire_screen"), on(5, 30))
    match = stage.match(1, 1)
    match.play(Activate("red-1"))
    assert match.refusal(use("fire_screen", at=(21.1, 10.0))).rule == "XT-ABL-11"  # type: ignore[union-attr]
    match.play(use("fire_screen", at=(21.0, 10.0)))
    assert [p.traits for p in match.table.terrain.pieces if p.name == "fire"] == [("hazardous", "owner:red")]
    finish(match)
    match.play(Pass("blue-1"))
    assert any(p.name == "fire" for p in match.table.terrain.pieces)
    act(match, Move("blue-1", (46.0, 33.0)))
    finish(match)
    match.play(Pass("red-1"))
    assert not any(p.name == "fire" for p in match.table.terrain.pieces)


@rule("XT-ABL-31", 0)
def test_smoke_hides_and_covers() -> None:
    for spot, visible in (((20, 5), False), ((15, 5), True)):
        stage = Stage([on(9, 3, "smoke_screen"), on(5, 5)], [on(*spot), SPARE])
        match = act(stage.match(), use("smoke_screen", at=(12.0, 5.0)))
        settle(match)
        assert sees(match.table, "red-2", "blue-1") == visible
    for traits, hides, covers in (("hiding_and_cover", 1, 1), ("cover", 0, 1), ("hiding", 1, 0)):
        plain = Stage([on(9, 3, "smoke_screen"), on(5, 5)], [on(20, 5), on(12, 8)], options={"smoke_traits": traits})
        table = settle(act(plain.match(), use("smoke_screen", at=(12.0, 5.0)))).table
        assert sees(table, "red-2", "blue-1") != hides
        assert covered(table, table.models["blue-2"], (5.0, 5.0)) == covers


@rule("XT-ABL-23", 0)
def test_portals_are_opened_in_pairs_and_closed_together() -> None:
    match = unseen(on(10, 10, "portal"), on(5, 30)).match(1, 1, 1)
    match.play(Activate("red-1"))
    assert match.refusal(use("portal", at=(12.5, 10.0), twin=(30.0, 20.0))).rule == "XT-ABL-23"  # type: ignore[union-attr]
    match.play(use("portal", at=(12.0, 10.0), twin=(30.0, 20.0)))
    doors = [p for p in match.table.terrain.pieces if p.name == "portal"]
    assert len(doors) == 2
    close = unseen(
        on(10, 10, "portal"),
        on(5, 30),
        terrain=[box(10.5, 9, 12, 11, "portal", "pair:b", id="a"), box(30, 30, 32, 32, "portal", "pair:a", id="b")],
    )
    match = act(close.match(), use("close_portal", "a"))
    assert [p.id for p in match.table.terrain.pieces] == ["screen"]
    assert points(match, "red-1") == 2
