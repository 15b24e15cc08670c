"""Players who disagree: the decider die, roll-offs, and things that happen at once."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import pytest

from sightline.core.decisions import Decision
from sightline.core.events import Rolled
from sightline.games.starquest import GAME
from sightline.games.starquest.actions import Activate, Arrive, CallDie, EndTurn, Shoot, TakeNext, TakeOff, Wait
from sightline.games.starquest.effects import EFFECTS
from sightline.games.starquest.events import Decided
from sightline.games.starquest.sequence import BeginRound
from sightline.server.hands import concerned
from tests.games.starquest.stage import (
    Stage,
    act,
    at,
    away,
    happened,
    hero,
    offered,
    refused,
    spent,
    squad,
    tokens,
)
from tests.kit import rule

A, B, C, D = (f"heroes-{n}" for n in range(1, 5))
SEVERAL = {"party_voices": "each_hero"}


def at_odds(count: int = 2, options: dict[str, Any] | None = None, **more: Any) -> Stage:
    """A party whose players disagree."""
    return Stage([hero(5, 5 + 5 * n) for n in range(count)], options=options or SEVERAL, **more)


@rule("SQ-GEN-01", 0, 1)
@rule("SQ-GEN-08")
@pytest.mark.parametrize(("face", "winner"), [(1, A), (3, A), (4, B), (6, B)])
def test_one_die_decides_between_two_players_and_its_result_binds(face: int, winner: str) -> None:
    match = at_odds().match(face)
    match.play(CallDie((B, A)))
    assert [e.bearer for e in happened(match, Decided)] == [winner]
    for _ in range(2):
        assert match.decision.about == winner
        assert concerned(match) == (winner,), "the player of that hero answers"
        assert not offered(match, CallDie), "the reading binds until the mission is over"
        next_one = match.slots(match.decision.offers[0])["model"].options[0]  # type: ignore[union-attr]
        match.play(Activate(next_one), EndTurn(next_one))
    assert spent(match)


@rule("SQ-GEN-01")
def test_a_dispute_over_one_rule_settles_no_other() -> None:
    foes = squad((25, 5), (26.5, 5), (28, 5))
    stage = Stage([hero(5, 5, 'Rifle (24", A1)'), hero(5, 10)], [foes], options=SEVERAL)
    match = stage.match(4, 6, 1, 2)
    match.play(CallDie((A, B)))
    assert match.decision.about == B
    match.play(Activate(A), Shoot(A, "enemies-1-1"))
    assert match.decision.rule == "SQ-WND-02"
    match.play(CallDie((A, B)))
    assert match.decision.about == A
    match.play(TakeOff("enemies-1-3"))
    assert match.table.models["enemies-1-3"].at is None
    assert (tokens(match, A, "reading:SQ-WND-02"), tokens(match, B, "reading:SQ-RND-03")) == (1, 1)
    assert spent(match)


@rule("SQ-GEN-01")
@rule("SQ-DIC-06")
def test_three_players_roll_off_and_only_the_tied_highest_roll_again() -> None:
    match = at_odds(4).match(5, 2, 5, 5, 3, 6, 6, 1, 4)
    match.play(CallDie((A, B, C, D)))
    rolled = [e.about for e in happened(match, Rolled)]
    assert rolled == [A, B, C, D, A, C, D, C, D]
    assert match.decision.about == D
    assert spent(match)


@rule("SQ-GEN-01")
@pytest.mark.parametrize("voices", [(), (A,), (A, A), (A, "enemies-1-1"), (A, "heroes-9")])
def test_a_dispute_is_between_two_heroes_or_more(voices: tuple[str, ...]) -> None:
    assert refused(at_odds().match(), CallDie(voices)).rule == "SQ-GEN-01"


@rule("SQ-GEN-08")
def test_who_plays_the_whole_party_has_nobody_to_disagree_with() -> None:
    match = at_odds(options={"party_voices": "one"}).match()
    assert not offered(match, CallDie)
    assert refused(match, CallDie((A, B))).rule == "SQ-GEN-01"
    assert not offered(at_odds(1).match(), CallDie)


# ------------------------------------------------------------------ at once


def ambushers(**options: Any) -> Stage:
    """Two heroes who may both come on now."""
    hidden = [away(rules=["Ambush"], reserve=1) for _ in range(2)]
    return Stage([hero(5, 5), *hidden], [squad((30, 30))], agenda=(BeginRound(2),), options=options)


@rule("SQ-SPR-02")
def test_what_happens_at_once_to_heroes_of_one_player_is_ordered_by_that_player() -> None:
    match = ambushers().match()
    assert (match.decision.rule, match.decision.about) == ("SQ-SPR-02", "")
    assert refused(match, TakeNext(A)).rule == "SQ-SPR-02"
    match.play(TakeNext(C), Arrive(C, (5, 20)))
    assert at(match, C) == (5, 20)
    assert match.decision.about == B, "one is left, and nothing to be ordered"
    match.play(Wait(B))
    assert match.decision.rule == "SQ-RND-03"


@rule("SQ-SPR-02")
@rule("SQ-DIC-06")
def test_players_whose_heroes_come_at_once_roll_off_who_orders_it() -> None:
    match = ambushers(**SEVERAL).match(2, 2, 3, 5)
    assert [e.about for e in happened(match, Rolled)] == [B, C, B, C]
    assert (match.decision.rule, match.decision.about) == ("SQ-SPR-02", C)
    match.play(TakeNext(B))
    assert match.decision.about == B, "where a hero goes is said by its own player"
    assert spent(match)


@rule("SQ-SPR-02")
def test_no_two_special_rules_ever_answer_the_same_event() -> None:
    """Whatever else comes together is ordered by the ledger, or adds up to the same in any order."""
    speaking: dict[tuple[str, str], set[str]] = defaultdict(set)
    for event in GAME.events:
        for effect in EFFECTS.by_rule.values():
            for clause in effect.clauses:
                if clause.verb in ("after", "instead") and issubclass(event, clause.about):
                    speaking[clause.verb, event.__name__].add(effect.rule)
    assert speaking
    assert {moment: rules for moment, rules in speaking.items() if len(rules) > 1} == {}


@rule("SQ-SPR-02")
def test_a_hero_orders_its_own_conditions_and_weapons() -> None:
    match = act(Stage([hero(5, 5, afflicted=1, crippled=1)]).match(), Activate(A))
    assert isinstance(match.pending, Decision)
    assert (match.pending.rule, match.pending.about) == ("SQ-RND-11", A)
