"""What the screen is told of this table: who may not react and why, how far, and what is left."""

from __future__ import annotations

from typing import Any

from sightline.core.dice import ScriptedDice
from sightline.core.game import SetUp
from sightline.core.match import Match
from sightline.core.responses import Enough
from sightline.core.ways import plan
from sightline.games.xenotactics import GAME
from sightline.games.xenotactics.actions import (
    Activate,
    Attack,
    ChooseEdge,
    DeployFirst,
    Move,
    MoveAway,
    ShootBack,
    Stop,
)
from sightline.games.xenotactics.events import Stopped
from sightline.games.xenotactics.tokens import REACTED
from sightline.server.describe import decision_view
from sightline.server.measuring import answer
from sightline.server.messages import Card, Plan, PlanAnswer
from tests.games.xenotactics.stage import Stage, act, box, happened, on, wall
from tests.kit import rule


def silent(match: Match) -> dict[str, tuple[str, str]]:
    """Who may not react, by which rule and in which words."""
    view = decision_view(match)
    assert view is not None
    return {o.given["actor"]: (o.refusal.rule, o.refusal.text) for o in view.withheld if o.refusal is not None}


@rule("XT-RCT-02")
@rule("XT-RCT-06")
@rule("XT-STN-02")
@rule("XT-FLK-01")
def test_whoever_may_not_react_is_told_why() -> None:
    stage = Stage(
        [on(10, 10, "autorifle"), on(30, 10)],
        [
            on(2, 10, "pistol"),
            on(10, 2, "pistol"),
            on(10, 14, stunned=True),
            on(6, 14, tokens={REACTED: 1}, facing=180.0),
            on(20, 10),
        ],
        terrain=[wall(5, 5, 15, 6)],
    )
    match = act(stage.match(), Move("red-1"))
    assert silent(match) == {
        "blue-2": ("XT-RCT-02", "blue Recruit 2 does not see red Recruit 1"),
        "blue-3": ("XT-STN-02", "a stunned model can only stand up"),
        "blue-4": ("XT-RCT-06", "red Recruit 1 is behind blue Recruit 4"),
        "blue-5": ("XT-FLK-01", "blue Recruit 5 is flanked by red Recruit 1, red Recruit 2"),
    }


@rule("XT-RCT-03")
def test_whoever_has_reacted_is_told_so() -> None:
    match = act(Stage([on(10, 10)], [on(20, 10, "pistol"), on(20, 14, "pistol")]).match(), Move("red-1"))
    assert silent(match) == {}
    match.play(ShootBack("blue-1", "pistol"))
    assert silent(match) == {"blue-1": ("XT-RCT-03", "blue Recruit 1 has reacted to this already")}


def limits(match: Match, id: str) -> list[float]:
    """How far a model is shown to go, stride by stride."""
    return [stride.limit for stride in GAME.screen.strides(match.table, id)]


@rule("XT-RMV-01")
def test_while_somebody_reacts_only_what_a_reaction_allows_is_shown() -> None:
    blue = [on(20, 10, "pistol"), on(10, 2), on(20, 20, "silicon_being"), on(20, 24)]
    match = Stage([on(10, 10)], blue, terrain=[wall(5, 5, 15, 6)]).match()
    assert limits(match, "blue-1") == [6.0, 12.0, 18.0], "what it could do in its own activation"
    act(match, Move("red-1"))
    assert limits(match, "blue-1") == [6.0], "one move"
    assert limits(match, "blue-2") == [], "it may not react"
    assert len(limits(match, "blue-3")) == 1
    assert limits(match, "blue-3")[0] < 6.0, "slow to react"
    assert [s.cost for s in GAME.screen.strides(match.table, "blue-1")] == [0], "a reaction takes no points"
    match.play(ShootBack("blue-1", "pistol"))
    assert limits(match, "blue-1") == [], "it has said that it shoots"
    match.play(MoveAway("blue-3"))
    assert len(limits(match, "blue-3")) == 1, "it will go"
    assert limits(match, "red-1") == [6.0, 12.0], "two of its three points are left"


@rule("XT-TRN-02")
def test_after_its_activation_a_model_has_no_points_left() -> None:
    match = Stage([on(10, 10), on(10, 14)], [on(40, 30)], terrain=[wall(30, 0, 31, 36)]).match(3)
    act(match, Move("red-1", (12.0, 10.0)), Stop("red-1"))
    points = {id: GAME.screen.figure(match.table, id).points for id in ("red-1", "red-2")}
    assert {id: (found.value, found.most) for id, found in points.items() if found} == {
        "red-1": (0, 3),
        "red-2": (3, 3),
    }


def standing(match: Match) -> set[str]:
    """What may be made a standing order now."""
    view = decision_view(match)
    assert view is not None
    return {offer.action for offer in view.offers if offer.standing}


@rule("XT-RCT-03")
def test_standing_orders_are_about_responses_and_not_about_what_one_does_oneself() -> None:
    match = Stage([on(10, 10, "autorifle")], [on(20, 10, "pistol")]).match(9)
    assert standing(match) == set(), "whom to activate"
    match.play(Activate("red-1"))
    assert standing(match) == set(), "what to do with it"
    declared = match.fork()
    match.play(Attack("red-1", "autorifle", "blue-1"))
    assert standing(match) == {"Enough", "StandDown"}
    declared.play(Move("red-1"), Enough("blue"))
    assert standing(declared) == set(), "whereto"


@rule("XT-DEP-02")
def test_whoever_chooses_an_edge_is_shown_all_there_are() -> None:
    def asked(table: str) -> Match:
        rosters = {"red": GAME.rosters["halyard_salvage"], "blue": GAME.rosters["ninth_lantern"]}
        setup = SetUp(GAME.id, rosters, GAME.tables[table], GAME.rulebook.settle({}))
        match = Match(GAME, setup, ScriptedDice(7, 2))
        assert len(GAME.screen.zones(match.table)) == 2, "nobody knows yet who chooses"
        match.play(DeployFirst("red"))
        return match

    square = asked("xt_dustwell_outpost")
    view = decision_view(square)
    assert view is not None
    assert view.text == "Choose the edge to set up along"
    assert [len(GAME.screen.zones(m.table)) for m in (square, asked("xt_meridian_habs"))] == [4, 2]
    square.play(ChooseEdge((0.0, 15.0), "red"))
    assert [zone.side for zone in GAME.screen.zones(square.table)] == ["red", "blue"]


@rule("XT-MOV-08")
def test_whoever_is_dragged_onto_a_deck_that_is_too_high_spends_no_point_in_vain() -> None:
    deck = box(18.4, 4.2, 21.6, 9.4, "high_ground", "level:2", id="deck")
    stage = Stage([on(18.75, 1.2, move=5), on(2, 2)], [on(46, 34)], terrain=[deck, wall(40, 0, 41, 36)])
    way = plan(act(stage.match(), Activate("red-1")), "red-1", (18.9, 5.0))
    assert way.refusal is not None
    assert way.refusal.rule == "XT-MOV-08"
    assert [leg.cost for leg in way.legs] == [1], "its foot is within one move"


def dragged(match: Match, to: tuple[float, float], model: str = "red-1") -> PlanAnswer:
    """What a browser is told of a model that is dragged somewhere."""
    found: Any = answer(match, Plan(model, to))
    assert isinstance(found, PlanAnswer)
    return found


@rule("XT-TER-07")
@rule("XT-TER-18")
def test_whoever_is_dragged_over_bad_ground_is_told_what_comes_of_it_and_then_why_it_is_over() -> None:
    mud, fire = box(12, 8, 14, 12, "difficult", id="mud"), box(14.5, 8, 15.5, 12, "hazardous", id="fire")
    hidden = wall(30, 0, 31, 36)
    stage = Stage([on(10, 10), on(10, 20, "pathfinder")], [on(40, 10)], terrain=[mud, fire, hidden])
    match = act(stage.match(1), Activate("red-1"))
    told = [(remark.name, remark.rule) for remark in dragged(match, (14.0, 10.0)).remarks]
    assert told == [("ends the activation", "XT-TER-07"), ("1 damage", "XT-TER-18")]
    assert dragged(match, (8.0, 10.0)).remarks == ()
    act(match, Move("red-1", (12.0, 10.0)))
    (stopped,) = happened(match, Stopped)
    said = GAME.sayings.event(match.table, stopped)
    assert said == "red Recruit 1 has come through difficult ground: its activation is over"


@rule("XT-ABL-22")
def test_a_pathfinder_is_told_nothing_of_difficult_ground() -> None:
    mud = box(12, 8, 14, 12, "difficult", id="mud")
    stage = Stage([on(10, 10, "pathfinder")], [on(40, 10)], terrain=[mud, wall(30, 0, 31, 36)])
    assert dragged(act(stage.match(), Activate("red-1")), (14.0, 10.0)).remarks == ()


@rule("XT-QTY-02")
def test_whoever_is_dragged_farther_than_one_move_is_told_what_that_risks() -> None:
    stage = Stage([on(10, 10, quality=5)], [on(40, 10)], terrain=[wall(30, 0, 31, 36)])
    match = act(stage.match(), Activate("red-1"))
    risks = [dragged(match, (10.0 + far, 10.0)).risk for far in (5.0, 11.0, 17.0)]
    assert [round(risk.chance, 6) for risk in risks if risk] == [0.0, 0.25, 0.5]


@rule("XT-TRN-04")
@rule("XT-QTY-01")
def test_whoever_has_done_nothing_risks_nothing_by_leaving_it_at_that() -> None:
    match = Stage([on(10, 10)], [on(40, 10)], terrain=[wall(30, 0, 31, 36)]).match()
    view = decision_view(act(match, Activate("red-1")))
    assert view is not None
    assert {offer.action: offer.risk is not None for offer in view.offers} == {"Move": True, "Leave": False}


@rule("XT-TRT-11")
def test_points_that_are_added_to_a_psychic_attack_are_told_with_their_risk_and_their_odds() -> None:
    stage = Stage([on(10, 10, "gamma_psi", attack=5, quality=5)], [on(14, 10, defence=3, quality=5)])
    match = act(stage.match(), Activate("red-1"))
    view = decision_view(match)
    assert view is not None
    (offer,) = [one for one in view.offers if one.gear == "gamma_psi"]
    (extra,) = [slot for slot in offer.slots if slot.field == "extra"]
    assert (offer.cost, extra.costs) == (1, (1, 2, 3))
    assert [round(risk.chance, 6) for risk in extra.risks] == [0.0, 0.25, 0.5]

    def told(**choices: Any) -> tuple[int, float]:
        found: Any = answer(match, Card("red-1", "blue-1", gear="gamma_psi", choices=choices))
        (aim,) = found.aims
        return aim.dice, round(aim.chances[0].lethal, 6)

    assert told() == told(extra=0) == (1, 0.2)
    assert told(extra=2) == (3, round(1 - 0.8**3, 6))
    assert told(extra=99) == told(extra=2), "no more than may be added"
    assert told(extra="x") == told()
