"""What meets within one action: reactions, pushes, portals, changed minds and terrain that breaks."""

from __future__ import annotations

from math import cos, pi, sin

import pytest

from sightline.core.dice import Roll
from sightline.core.match import Match
from sightline.core.table import Piece
from sightline.games.xenotactics.actions import (
    Activate,
    Attack,
    Go,
    Land,
    Move,
    MoveAway,
    Pass,
    Reflect,
    ShootBack,
    StandUp,
    StayHere,
    StealInitiative,
    Stop,
    UseAbility,
    Warp,
)
from sightline.games.xenotactics.events import Battered, Destroyed, Exploded
from sightline.games.xenotactics.ground import feature
from sightline.games.xenotactics.questions import ToDefend
from sightline.games.xenotactics.sighting import sees_piece
from sightline.games.xenotactics.tokens import RESERVE
from tests.games.xenotactics.stage import (
    Stage,
    act,
    alive,
    at,
    box,
    happened,
    is_stunned,
    off,
    on,
    rolling,
    settle,
    state,
    wall,
)
from tests.kit import rule

FAR = on(46, 34)
HIDDEN = wall(40, 0, 41, 36, "screen")
TOLD = {"move_path_declared_before_reactions": True}
ANYBODY = {"reaction_targets": "any_legal_target"}
CHAIN = {"explosion_chain_reaction": True}


def disc(x: float, y: float, id: str, pair: str) -> Piece:
    """A portal."""
    ring = tuple((x + 1.5 * cos(k * pi / 20), y + 1.5 * sin(k * pi / 20)) for k in range(40))
    return Piece(ring, id=id, traits=("portal", f"pair:{pair}"))


PORTALS = [disc(15, 12, "one", "two"), disc(30, 20, "two", "one")]


def rolls(match: Match, *faces: int) -> Match:
    """Let one die fall after another, and nobody react."""
    for face in faces:
        settle(match)
        match.play((face,))
    return settle(match)


# ------------------------------------------------------------------ declarations


@rule("XT-SEQ-06")
def test_whoever_shot_first_is_defended_against_first_whomever_it_shot_at() -> None:
    stage = Stage(
        [on(10, 10, hit_points=5), on(10, 14, hit_points=5)],
        [on(20, 10, "pistol", attack=9), on(20, 14, "pistol", attack=9)],
        options=ANYBODY,
    )
    shots = (ShootBack("blue-1", "pistol", "red-2"), ShootBack("blue-2", "pistol", "red-1"))
    match = rolls(act(stage.match(), Move("red-1", dodge=False), *shots), 1, 1)
    assert rolling(match).about == "red-2"
    mirror = Stage(
        [on(10, 10, "pistol", attack=9, hit_points=5), on(5, 5)],
        [on(20, 10, "reflect", attack=9), on(20, 14, "pistol", attack=9), FAR],
    )
    answers = (ShootBack("blue-2", "pistol"), Reflect("blue-1"))
    match = rolls(act(mirror.match(), Attack("red-1", "pistol", "blue-1"), *answers), 1, 1, 9)
    assert rolling(match).on == ToDefend("red-1", "blue-2", "pistol", False, "attack", (20.0, 14.0))


@rule("XT-SEQ-01")
@pytest.mark.parametrize(
    ("ability", "spot"), [("flying", (10.0, 20.0)), ("teleport", (10.0, 20.0)), ("sneak", (10.0, 14.0))]
)
def test_a_table_may_have_it_declared_where_a_special_move_leads(ability: str, spot: tuple[float, float]) -> None:
    gifts = {"flying": "flying", "teleport": "teleport", "sneak": "stealth"}[ability]
    hidden = [wall(14, 0, 15, 36)] if ability == "sneak" else []
    stage = Stage(
        [on(10, 10, gifts, hit_points=3), on(5, 5)], [on(20, 10, "shotgun"), FAR], terrain=hidden, options=TOLD
    )
    match = stage.match()
    match.play(Activate("red-1"))
    nowhere = match.refusal(UseAbility("red-1", ability))
    assert nowhere is not None
    assert nowhere.rule == "XT-SEQ-01"
    too_far = match.refusal(UseAbility("red-1", ability, at=(10.0, 35.9)))
    assert too_far is not None
    match.play(UseAbility("red-1", ability, at=spot))
    settle(match)
    assert at(match, "red-1") == spot


@rule("XT-SEQ-01")
def test_who_is_pushed_before_a_flight_that_was_declared_chooses_anew() -> None:
    stage = Stage([on(10, 10, "flying", hit_points=3), on(5, 5)], [on(15, 10, "shotgun", attack=9), FAR], options=TOLD)
    match = act(stage.match(), UseAbility("red-1", "flying", at=(10.0, 20.0)), ShootBack("blue-1", "shotgun"))
    rolls(match, 10, 1, 1)
    assert at(match, "red-1") == (7.0, 10.0)
    assert match.decision.rule == "XT-SEQ-02"


# ------------------------------------------------------------------ actions that have lost their conditions


@rule("XT-SEQ-05")
@rule("XT-ABL-23")
@rule("XT-ABL-31")
@pytest.mark.parametrize(
    "action",
    [
        UseAbility("red-1", "portal", at=(10.0, 8.0), twin=(30.0, 25.0)),
        UseAbility("red-1", "close_portal", "one"),
        UseAbility("red-1", "smoke_screen", at=(20.0, 10.0)),
    ],
    ids=["portal", "closing", "smoke"],
)
def test_who_is_pushed_out_of_reach_does_nothing_to_the_table(action: UseAbility) -> None:
    pair = [disc(10, 12, "one", "two"), disc(30, 20, "two", "one")]
    maker = on(10, 10, "portal", "smoke_screen", defence=7, hit_points=5)
    stage = Stage([maker, on(5, 5)], [on(15, 10, "shotgun", attack=9), FAR], terrain=pair)
    match = rolls(act(stage.match(), action, ShootBack("blue-1", "shotgun")), 1, 1)
    assert at(match, "red-1") == (7.0, 10.0)
    assert [p.id for p in match.table.terrain.pieces] == ["one", "two"]


@rule("XT-STD-02")
def test_a_stun_at_the_end_of_an_activation_keeps_nobody_down_in_the_next() -> None:
    lava = box(8, 8, 12, 12, "hazardous", id="lava")
    stage = Stage([on(10, 10, defence=1), off("shock_entry", tokens={RESERVE: 1})], [FAR], terrain=[lava, HIDDEN])
    match = act(stage.match(9, 10, 10), Move("red-1", (10.0, 10.0)), Move("red-1", (10.0, 10.0)))
    match.play(Stop("red-1"))
    assert (is_stunned(match, "red-1"), match.decision.side) == (True, "blue")
    match.play(Pass())
    match.dice = None
    act(match, StandUp("red-1"))
    assert not is_stunned(match, "red-1")


# ------------------------------------------------------------------ minds that change in the middle


@rule("XT-ABL-21")
@rule("XT-RMV-02")
def test_who_is_brought_over_moves_for_its_new_side_and_need_not_stay_in_contact() -> None:
    stage = Stage([on(10, 10, "mind_control"), on(5, 5)], [on(11, 10), on(15, 14), FAR])
    match = act(stage.match(), UseAbility("red-1", "mind_control", "blue-1"), MoveAway("blue-1"), MoveAway("blue-2"))
    settle(match)
    assert (match.decision.side, match.decision.rule) == ("red", "XT-RMV-01")
    assert {o.given["actor"] for o in match.decision.offers} == {"blue-1"}
    match.play(Go("blue-1", (14.0, 10.0)))
    assert (match.decision.side, {o.given["actor"] for o in match.decision.offers}) == ("blue", {"blue-2"})


@rule("XT-ABL-08")
@rule("XT-ABL-21")
def test_an_energy_being_does_not_outlive_the_turn_in_which_its_neighbour_was_under_control() -> None:
    being = on(31, 10, "energy_being", stunned=True)
    stage = Stage([on(10, 10, "mind_control", quality=9), being, on(2, 2)], [on(30, 8), FAR])
    match = act(stage.match(), UseAbility("red-1", "mind_control", "blue-1"))
    settle(match)
    match.play((1, 1, 1))
    act(match, Move("blue-1"), Go("blue-1", (31.0, 9.0)))
    assert alive(match, "red-2"), "a friend touches it"
    match.play(Stop("blue-1"))
    match.play((1,))
    match.play(Pass("blue-2"))
    assert not alive(match, "red-2")


# ------------------------------------------------------------------ portals


@rule("XT-RMV-02")
@rule("XT-TER-24")
def test_no_portal_leads_a_reactor_out_of_contact_with_the_active_model() -> None:
    stage = Stage([on(14, 10), on(5, 5)], [on(15, 10), FAR], terrain=PORTALS)
    match = act(stage.match(), Move("red-1"), MoveAway("blue-1"))
    settle(match)
    match.play(StayHere("red-1"))
    match.play(StayHere("blue-1"))
    assert match.decision.rule == "XT-TRN-02", "nobody is asked about a portal"
    free = Stage([on(12, 10), on(5, 5)], [on(15, 10), FAR], terrain=PORTALS)
    match = act(free.match(), Move("red-1"), MoveAway("blue-1"))
    settle(match)
    match.play(StayHere("red-1"))
    match.play(StayHere("blue-1"))
    assert match.refusal(Warp("blue-1", (28.0, 20.0))) is None


@rule("XT-TER-24")
@rule("XT-ABL-29")
def test_a_shock_entry_that_ends_at_a_portal_may_go_on_at_its_twin() -> None:
    stage = Stage([off("shock_entry", tokens={RESERVE: 1}), on(2, 2)], [on(31, 18), FAR], terrain=PORTALS)
    match = act(stage.match(), UseAbility("red-1", "shock_entry"))
    match.play(Land("red-1", (15.0, 10.0)))
    assert match.decision.rule == "XT-TER-24"
    match.play(Warp("red-1", (30.0, 18.0)))
    assert at(match, "red-1") == (30.0, 18.0), "within 3 in of an enemy now, and in contact"


@rule("XT-TER-24")
def test_who_ends_a_move_at_two_portals_may_take_either() -> None:
    second = [disc(15, 8, "three", "four"), disc(40, 30, "four", "three")]
    stage = Stage([on(12, 10), on(5, 5)], [FAR], terrain=[*PORTALS, *second, wall(41.5, 0, 42, 36)])
    match = act(stage.match(), Move("red-1", (15.0, 10.0)))
    (offer,) = [o for o in match.decision.offers if o.action is Warp]
    (left, low), _, (right, high), _ = match.slots(offer)["at"].zone  # type: ignore[union-attr]
    for spot in ((28.0, 20.0), (38.0, 30.0)):
        assert match.refusal(Warp("red-1", spot)) is None
        assert left <= spot[0] <= right
        assert low <= spot[1] <= high


# ------------------------------------------------------------------ what is turned back, and who turns where


@rule("XT-ABL-24")
@rule("XT-TRT-09")
def test_who_is_pushed_into_a_wall_by_what_cannot_kill_and_was_turned_back_is_stunned() -> None:
    weapon = "shotgun__ballistic_stun"
    shooter = on(10, 10, weapon, attack=9, defence=1)
    stage = Stage([shooter, on(5, 5)], [on(14, 10, "reflect", attack=9), FAR], terrain=[wall(7, 0, 8, 36)])
    match = rolls(act(stage.match(), Attack("red-1", weapon, "blue-1"), Reflect("blue-1")), 1, 9)
    match.play((1,) * rolling(match).count)
    assert rolling(match).rule == "XT-TRT-13"
    match.play((8,))
    assert state(match, "red-1") == "stunned"


@rule("XT-RCT-05")
def test_who_reacted_turns_to_where_the_active_model_died() -> None:
    lava = box(12, 18, 18, 24, "hazardous", id="lava")
    stage = Stage([on(10, 10, move=9, defence=1), on(2, 2)], [on(14, 10), FAR], terrain=[lava])
    match = act(stage.match(), Move("red-1"), StealInitiative("blue-1"))
    settle(match)
    match.play(Go("red-1", (14.0, 18.0)))
    rolls(match, 10)
    assert not alive(match, "red-1")
    assert match.table.models["blue-1"].facing == 90.0


@rule("XT-ABL-18")
def test_an_invisible_model_may_be_aimed_at_in_its_activation_whatever_was_asked_before() -> None:
    stage = Stage(
        [on(10, 10, "invisibility", "pistol"), on(10, 14)], [on(30, 10, "pistol"), on(30, 14), FAR], options=ANYBODY
    )
    match = stage.match()
    assert match.fork().game.screen.aims(match.table, "blue-1", "red-1")[0].refusal is not None
    act(match, Attack("red-1", "pistol", "blue-2"))
    assert match.refusal(ShootBack("blue-1", "pistol", "red-1")) is None


# ------------------------------------------------------------------ terrain


BARREL = box(22, 9.5, 23, 10.5, "explosive", "impassable", id="barrel")


@rule("XT-TER-17")
@pytest.mark.parametrize("face", [10, 1], ids=["the target dies", "the target lives"])
def test_a_blast_sets_off_what_is_near_whatever_becomes_of_its_target(face: int) -> None:
    bomber = on(10, 10, "grenade_launcher", attack=9)
    stage = Stage([bomber, on(2, 2)], [on(20, 10, defence=1), FAR], terrain=[BARREL], options=CHAIN)
    match = rolls(act(stage.match(), Attack("red-1", "grenade_launcher", "blue-1")), 1, face)
    assert [e.piece for e in happened(match, Exploded)] == ["barrel"]
    fence = box(20, 5, 21, 15, "impassable", "hiding", "destructible", "defence:1", id="fence")
    stage = Stage([bomber, on(2, 2)], [FAR], terrain=[BARREL, fence], options=CHAIN)
    match = rolls(act(stage.match(), Attack("red-1", "grenade_launcher", "fence")), 1, face)
    assert [e.piece for e in happened(match, Exploded)] == ["barrel"]


@rule("XT-TER-12")
@rule("XT-TER-01")
def test_a_piece_that_was_agreed_to_be_tougher_takes_more_than_one_hit_point() -> None:
    tough = box(20, 5, 21, 15, "impassable", "hiding", "destructible", "hp:2", "defence:3", id="tough")
    match = Stage([on(10, 10, "pistol", attack=9), on(2, 2)], [FAR], terrain=[tough]).match()
    for broken in (False, True):
        rolls(act(match, Attack("red-1", "pistol", "tough")), 1, 8)
        assert bool(happened(match, Destroyed)) == broken
    assert len(happened(match, Battered)) == 1
    assert not match.table.terrain.pieces


@rule("XT-TRT-02")
@rule("XT-LOS-05")
def test_a_blast_at_a_door_that_needs_a_line_reaches_both_sides_of_it() -> None:
    house = [wall(20, 0, 20.6, 9, "south"), wall(20, 11, 20.6, 36, "north"), box(20, 9, 20.6, 11, "door", id="door")]
    bystanders = [on(21.5, 10, hit_points=5), on(18.5, 10, hit_points=5), on(21.5, 12.6, hit_points=5), FAR]
    options = {"blast_needs_line_of_sight": True}
    stage = Stage([on(10, 10, "grenade_launcher", attack=9), on(2, 2)], bystanders, terrain=house, options=options)
    match = rolls(act(stage.match(), Attack("red-1", "grenade_launcher", "door")), 1)
    hurt = []
    while isinstance(match.pending, Roll) and match.pending.rule == "XT-DMG-01":
        hurt.append(match.pending.about)
        match.play((1,))
    assert hurt == ["door", "blue-1", "blue-2", "blue-3"]


@rule("XT-LOS-05")
@rule("XT-LOS-04")
def test_from_a_deck_a_barrel_is_seen_over_the_heads_of_those_below() -> None:
    deck = box(0, 0, 10, 20, "high_ground", id="deck")
    barrel = box(24, 9, 25, 11, "explosive", "impassable", id="barrel")
    lane = [wall(17.2, 0, 17.8, 9.5, "south"), wall(17.2, 10.5, 17.8, 36, "north")]
    table = Stage([on(9.5, 10, "pistol"), on(9.5, 30)], [on(17.5, 10), FAR], terrain=[deck, barrel, *lane]).table
    piece = feature(table.terrain, "barrel")
    assert piece is not None
    assert sees_piece(table, table.models["red-1"], piece)
    assert not sees_piece(table, table.models["red-2"], piece), "from the ground the walls hide it"
