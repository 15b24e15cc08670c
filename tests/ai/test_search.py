"""Looking ahead: it keeps to its time, says the same every time, expands chance exactly, and adds up."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import inf
from random import Random
from time import process_time

import pytest
from msgspec.structs import replace

from sightline.ai.field import COUNTED, FEATURES, Field, Standing, weighed
from sightline.ai.levels import LEVELS, Effort, Level
from sightline.ai.player import Thinker, play_out, player
from sightline.ai.policy import Policy, legal
from sightline.ai.search import STEADY, WON, Search, alike
from sightline.ai.thinker import NOTHING, SHOWN, ThinkingPlayer
from sightline.ai.thought import never
from sightline.ai.weights import Weight, Weights, load
from sightline.core.decisions import Action, Concede, Decision, Keep
from sightline.core.dice import SeededDice
from sightline.core.game import Game, SetUp, game
from sightline.core.match import Match
from sightline.core.odds import outcomes
from sightline.core.table import Side
from sightline.core.wire import encode, key
from sightline.lab.timing import moments
from tests.conformance.matches import GAMES, asked, clumsy, pauses, setup
from tests.core.scuffles import SCUFFLE, match_at
from tests.plugins.scuffle.rounds import Round, Turn
from tests.plugins.scuffle.words import BREATH, BRUISES, LUCK, Strike, Walk

SEARCHING = [level for level in LEVELS.values() if level.effort is not None]
GAME = pytest.mark.parametrize("name", GAMES)
SEARCHER = pytest.mark.parametrize("level", SEARCHING, ids=lambda level: level.id)

SHORT = 0.05
"""Seconds for one decision that are too few for most of them."""
LATE = 0.1
"""By how much an answer may be late: the first sight of a large squad is not cut short."""


def search(book: Game, effort: Effort, over: Callable[[], bool] = never) -> Search:
    return Search(Policy(load(book), 8), effort, over)


def drawn() -> Random:
    return Random("search")  # noqa: S311 - proposals, not secrets


# ------------------------------------------------------------------ time


def crowd(book: Game) -> SetUp:
    """The largest sample squad of each side: against itself where sides are alike."""
    squads = {
        side: max((r for r in book.rosters.values() if side in book.plays(r)), key=lambda roster: len(roster.models))
        for side in book.sides
    }
    return SetUp(book.id, squads, next(iter(book.tables.values())), book.rulebook.settle({}))


def crowded(name: str, every: int) -> list[Match]:
    """Decisions of a match between large squads, from its beginning to its end."""
    book = game(name)
    match = Match(book, crowd(book), SeededDice("crowd"))
    programs = {side: player("recruit", f"crowd/{side}") for side in book.sides}  # By first sight in every game.
    found: list[Match] = []
    number = 0
    while isinstance(match.pending, Decision):
        if number % every == 0:
            found.append(match.fork())
        programs[match.pending.side].answer(match)
        number += 1
    return found


@pytest.mark.usefixtures("swept")
@pytest.mark.parametrize(
    "through", [play_out, lambda match, players: list(moments(match, players))], ids=["quick", "timed"]
)
def test_a_match_that_does_not_end_is_given_up(
    through: Callable[[Match, Mapping[Side, Thinker]], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("sightline.ai.player", "sightline.lab.timing"):
        monkeypatch.setattr(f"{module}.PATIENCE", 3)
    match = Match(SCUFFLE, setup(SCUFFLE, 0), SeededDice(4), keep=True)
    through(match, {side: player("random", 1) for side in match.table.sides})
    assert match.outcome is not None
    assert match.outcome.rule == SCUFFLE.concession
    assert match.steps is not None
    assert sum(not isinstance(answer, tuple) for step in match.steps for answer in step.answers) == 4


@GAME
def test_a_program_answers_in_its_time_however_many_models_there_are(name: str) -> None:
    late: dict[str, float] = {}
    for match in crowded(name, 40):
        for level in SEARCHING:
            thinker = ThinkingPlayer("time", replace(level, seconds=SHORT), {})
            began = process_time()
            thought = thinker.think(match)
            took = process_time() - began
            assert match.refusal(thought.action) is None
            what = f"{level.id} {match.decision.rule}"
            late[what] = max(late.get(what, 0.0), took - SHORT)
    assert max(late.values()) < LATE, late


@GAME
@SEARCHER
def test_with_no_time_at_all_the_first_sight_is_the_answer(name: str, level: Level) -> None:
    for match in pauses(name, 0, 8):
        if asked(match) is None:
            continue
        assert level.effort is not None
        hurried = search(match.game, level.effort, lambda: True)
        lines = hurried.lines(match, drawn())
        first = Policy(load(match.game), 8).best(match, drawn())
        assert lines[0].action == first
        assert hurried.stopped == (len(lines) > 1)


@GAME
def test_time_that_is_up_on_the_way_leaves_what_was_found_in_front(name: str) -> None:
    left = 0

    def over() -> bool:
        nonlocal left
        left -= 1
        return left < 0

    stopped = 0
    for match in pauses(name, 0, 8):
        if asked(match) is None:
            continue
        left = 6
        cut = search(match.game, Effort(width=12), over)
        lines = cut.lines(match, drawn())
        known = [line.standing is not None for line in lines]
        assert known == sorted(known, reverse=True)
        assert not (cut.stopped and all(known))
        stopped += cut.stopped
    assert stopped


@GAME
def test_where_there_is_no_time_to_say_why_it_is_what_the_answer_changes_at_once(name: str) -> None:
    for match in pauses(name, 0, 8):
        if asked(match) is None:
            continue
        hurried = search(match.game, Effort(width=1), lambda: True)
        hurried.begin(match)
        action = Policy(load(match.game), 8).best(match, drawn())
        trial = match.fork()
        trial.play(action)
        now = Field(match.game, trial.table, match.decision.side, load(match.game)).standing()
        assert hurried.after(match, action) == (now, ())


@GAME
@SEARCHER
def test_a_program_without_time_says_why_of_its_answer_and_no_more(name: str, level: Level) -> None:
    cut = 0
    for match in pauses(name, 0, 8):
        if asked(match) is None:
            continue
        thought = ThinkingPlayer("cut short", level, {}).think(match, lambda: True)
        assert [candidate.action for candidate in thought.candidates] == [thought.action]
        cut += thought.stopped
    assert cut


# ------------------------------------------------------------------ nothing else happens


@GAME
@SEARCHER
def test_the_same_position_is_judged_the_same_and_stays_as_it_is(name: str, level: Level) -> None:
    for match in pauses(name, 1, 3):
        if asked(match) is None:
            continue
        assert level.effort is not None
        before = key(match.table), key(match.rest), encode(match.answers), encode(match.pending)
        once, again = (search(match.game, level.effort).lines(match.fork(), drawn()) for _ in range(2))
        assert once == again
        search(match.game, level.effort).lines(match, drawn())
        assert (key(match.table), key(match.rest), encode(match.answers), encode(match.pending)) == before


@GAME
@pytest.mark.parametrize("level", LEVELS)
def test_nobody_gives_up(name: str, level: str) -> None:
    book = game(name)
    match = Match(book, setup(book, 0), SeededDice("to the end"), keep=True)
    quick = {side: player("random", side) for side in book.sides}
    while isinstance(match.pending, Decision) and len(match.steps or ()) < 12:
        quick[match.pending.side].answer(match)
    thinkers = {side: player(level, side) for side in book.sides}
    for _ in range(12):
        if isinstance(match.pending, Decision):
            thinkers[match.pending.side].answer(match)
    assert match.steps is not None
    assert not any(isinstance(answer, Concede) for step in match.steps for answer in step.answers)


# ------------------------------------------------------------------ chance


def face_to_face(*, luck: int = 0, bruises: int = 0) -> Match:
    """Red's second fighter may strike blue's second."""
    match = match_at(Turn("red"), Round(2))
    table = match.rest.copy()
    for side in table.sides:
        table.put_tokens(side, LUCK, luck)
    table.put_tokens("blue-2", BRUISES, bruises)
    return Match(SCUFFLE, match.setup, rest=table)


def by_hand(match: Match, action: Action) -> list[float]:
    """What a strike leads to on average, by the odds of the core."""
    weights = load(SCUFFLE)
    start = match.fork()
    start.play(action)
    total = [0.0 for _ in FEATURES]
    for end, chance in outcomes(start, lambda m: isinstance(m.pending, Decision) and m.pending.on is None):
        standing = Field(SCUFFLE, end.table, match.decision.side, weights).standing()
        total = [sum_ + float(chance) * part for sum_, part in zip(total, standing, strict=True)]
    return total


@pytest.mark.parametrize("effort", [1, 2, 3])
@pytest.mark.parametrize("bruises", [0, 2])
def test_what_a_strike_leads_to_is_the_mean_of_all_ways_for_its_dice_to_fall(effort: int, bruises: int) -> None:
    match = face_to_face(bruises=bruises)
    looking = search(SCUFFLE, Effort(width=1))
    looking.side = "red"
    action = Strike("red-2", "blue-2", effort)
    assert list(looking.after(match, action).standing) == pytest.approx(by_hand(match, action))


def test_what_a_table_leads_to_is_found_once_and_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    weighed_tables: list[bytes] = []
    stands = Search._stands

    def watched(self: Search, trial: Match) -> Standing:
        weighed_tables.append(key(trial.rest))
        return stands(self, trial)

    monkeypatch.setattr(Search, "_stands", watched)
    action, found = Strike("red-2", "blue-2", 3), []
    for remembers in (True, False):
        match, looking = face_to_face(), search(SCUFFLE, Effort(width=1))
        looking.side = "red"
        if remembers:
            looking.begin(match)
        weighed_tables.clear()
        found.append(looking.after(match, action))
        if remembers:
            assert len(set(weighed_tables)) == len(weighed_tables)
    assert found[0] == found[1]


def test_where_only_one_fall_is_followed_it_is_one_of_the_likeliest_and_counts_as_all() -> None:
    match = face_to_face()
    few = search(SCUFFLE, Effort(width=1, falls=1))
    few.side = "red"
    standing = few.after(match, Strike("red-2", "blue-2", 3)).standing
    found = []
    for faces in ((1, 1, 6), (1, 6, 6)):
        trial = match.fork()
        trial.play(Strike("red-2", "blue-2", 3))
        trial.play(faces)
        found.append(Field(SCUFFLE, trial.table, "red", load(SCUFFLE)).standing())
    assert standing in found


def test_luck_is_tried_while_looking_ahead_as_it_would_be_at_the_table() -> None:
    # A third bruise knocks it out: with luck in hand the miss is rolled again.
    values = []
    for luck in (0, 1):
        looking = search(SCUFFLE, Effort(width=1))
        looking.side = "red"
        values.append(looking.after(face_to_face(luck=luck, bruises=2), Strike("red-2", "blue-2", 1)).standing.score)
    chance = 0.5
    assert values == pytest.approx([chance, chance + (1 - chance) * chance])


def test_the_end_of_the_match_is_worth_more_than_anything() -> None:
    match = face_to_face(bruises=2)
    table = match.rest.copy()
    for id in ("blue-1", "blue-3"):
        table.put_moved(replace(table.models[id], at=None))
    table.put_tokens("red-2", BREATH, 3)
    last = Match(SCUFFLE, match.setup, rest=table)
    lines = search(SCUFFLE, Effort(width=30)).lines(last, drawn())
    assert isinstance(lines[0].action, Strike)
    assert lines[0].value > WON / 2
    assert lines[0].standing is not None
    assert lines[0].standing.score == pytest.approx(WON * 7 / 8 + 1 / 8, abs=1)


def test_first_sight_counts_beside_looking_ahead_as_much_as_the_weights_say() -> None:
    match, known = face_to_face(), load(SCUFFLE)
    sight = {w.action: w.value for w in Policy(known, 8).ranked(match, drawn())}

    def values(first: float) -> dict[Action, float]:
        weights = Weights({**known.entries, "first": Weight(first, "at first sight")})
        lines = Search(Policy(weights, 8), Effort(width=4), never).lines(match, drawn())
        return {line.action: line.value for line in lines if line.standing is not None}

    alone, beside = values(1e-6), values(0.5)
    assert len(alone) == 4
    for action, value in beside.items():
        assert value == pytest.approx(alone[action] + 0.5 * sight[action], abs=1e-3)


# ------------------------------------------------------------------ reasons


@GAME
@pytest.mark.parametrize("level", [id for id in LEVELS if id != "random"])
def test_the_reasons_for_an_answer_add_up_to_its_value(name: str, level: str) -> None:
    told = 0
    for match in pauses(name, 0, 6):
        if asked(match) is None:
            continue
        thought = player(level, "why").think(match)
        assert 1 <= len(thought.candidates) <= SHOWN
        for candidate in thought.candidates:
            assert match.refusal(candidate.action) is None
            summed = sum(reason.value for reason in candidate.reasons)
            assert summed == pytest.approx(candidate.value, abs=len(FEATURES) * NOTHING)
            sizes = [abs(reason.value) for reason in candidate.reasons]
            assert sizes == sorted(sizes, reverse=True)
            assert all(reason.id in (*FEATURES, "first") and reason.text for reason in candidate.reasons)
            told += len(candidate.reasons)
        assert thought.action == thought.candidates[0].action
    assert told


@GAME
def test_the_parts_of_a_position_add_up_with_their_weights(name: str) -> None:
    for match in pauses(name, 0, 4):
        weights = load(match.game)
        for side in match.game.sides:
            standing = Field(match.game, match.table, side, weights).standing()
            parts = dict(zip(FEATURES, weighed(standing, weights), strict=True))
            for feature, part in parts.items():
                plain = getattr(standing, feature)
                assert part == (plain if feature in COUNTED else weights[feature] * plain)


@GAME
def test_a_loss_is_the_same_to_first_sight_as_to_looking_ahead(name: str) -> None:
    for match in pauses(name, 0, 4):
        field = Field(match.game, match.table, match.game.sides[0], load(match.game))
        for place, unit in enumerate((*field.own, *field.foes)):
            for damage in (-1.0, 0.0, 0.3, 1.0, 2.0 * unit.whole):
                assert field.loss(unit, damage) == pytest.approx(field.strife.loss(place, damage), abs=1e-12)


@GAME
def test_what_is_good_for_one_side_is_as_bad_for_the_other(name: str) -> None:
    for match in pauses(name, 1, 6):
        # Whoever leads is more careful than who does not, and a turn that has come is no longer to come: that aside.
        aside = {"keep": 0.0, "press": 0.0, "again": 1.0}
        weights = load(match.game)
        weights = weights.with_({name: value for name, value in aside.items() if name in weights})
        one, other = (Field(match.game, match.table, side, weights).standing() for side in match.game.sides)
        turned = Standing(*(-part for part in other))
        turned = turned._replace(
            give=turned.take, take=turned.give, give_next=turned.take_next, take_next=turned.give_next
        )
        assert one == pytest.approx(turned, abs=1e-6)


def test_quiet_positions_are_played_on_and_the_same_answers_weighed() -> None:
    played = 0
    for match in (match for name in GAMES for match in pauses(name, 0, 8) if asked(match) is not None):
        first = search(match.game, Effort(width=6))
        at_once = first.lines(match, drawn())
        later = search(match.game, Effort(width=6, rivals=3)).lines(match, drawn())
        assert sorted(encode(line.action) for line in later) == sorted(encode(line.action) for line in at_once)
        front = [line.value for line in later[:3] if line.standing is not None]
        assert front == sorted(front, reverse=True)
        before = {encode(line.action): line for line in at_once}
        changed = [line for line in later if line.standing != before[encode(line.action)].standing]
        assert len(changed) <= 3
        for line in changed:
            assert line.standing is not None
            seen = first.sight(before[encode(line.action)])
            assert line.value == pytest.approx(sum(weighed(line.standing, load(match.game)), 0.0) + seen)
        played += len(changed) > 0
    assert played, "somewhere nobody rolls for a while"


def test_where_a_die_falls_first_nothing_is_played_on() -> None:
    match = face_to_face()
    strikes = search(SCUFFLE, Effort(width=6, rivals=3))
    strikes.side = match.decision.side
    assert strikes._until_a_die_falls(match, Strike("red-2", "blue-2", 1)) is None


def test_two_places_close_to_each_other_are_alike() -> None:
    assert alike(Walk("red-1", (1.0, 2.0)), Walk("red-1", (1.0, 2.5)))
    assert not alike(Walk("red-1", (1.0, 2.0)), Walk("red-1", (1.0, 3.0)))
    assert not alike(Walk("red-1", (1.0, 2.0)), Walk("red-2", (1.0, 2.0)))
    assert not alike(Walk("red-1", (1.0, 2.0)), Strike("red-1", "blue-1", 1))


# ------------------------------------------------------------------ plans and slips


def test_a_plan_is_kept_while_it_is_good_and_given_up_for_something_clearly_better() -> None:
    match = face_to_face()
    looking = search(SCUFFLE, Effort(width=30))
    free = looking.lines(match, drawn())
    best = free[0].value
    close = [line.action for line in free if line.standing is not None and best - STEADY < line.value < best]
    worse = [line.action for line in free if line.standing is not None and line.value < best - STEADY]
    assert close
    assert worse
    for action in close:
        assert looking.lines(match, drawn(), (action,))[0].action == action
    for action in worse:
        assert looking.lines(match, drawn(), (action,))[0].value == pytest.approx(best, abs=1e-3)


def test_a_plan_that_cannot_be_carried_out_any_more_is_none() -> None:
    match = face_to_face()
    looking = search(SCUFFLE, Effort(width=30))
    free = looking.lines(match, drawn())
    for gone in (Strike("red-2", "blue-1", 1), Walk("blue-2", (1.0, 1.0))):
        assert looking.lines(match, drawn(), (gone,)) == free


@pytest.mark.parametrize("name", [name for name in GAMES if name != SCUFFLE.id])  # There a turn is one action.
def test_who_looks_ahead_says_how_it_would_go_on(name: str) -> None:
    told = 0
    for match in pauses(name, 0, 16):
        if asked(match) is None:
            continue
        for candidate in player("veteran", "and then").think(match).candidates:
            trial = match.fork()
            trial.play(candidate.action)
            while isinstance(trial.pending, Decision) and trial.pending.on is not None:
                trial.play(Policy(load(match.game), 6).best(trial, drawn()))
            if candidate.then and isinstance(trial.pending, Decision):
                told += trial.pending.side == match.decision.side
    assert told


@GAME
@pytest.mark.parametrize("level", ["regular", "veteran", "commander"])
def test_answers_a_small_step_apart_are_told_as_one(name: str, level: str) -> None:
    for match in pauses(name, 0, 6):
        if asked(match) is None:
            continue
        told = [candidate.action for candidate in player(level, "twins").think(match).candidates]
        assert not any(alike(one, other) for n, one in enumerate(told) for other in told[:n])


@pytest.mark.parametrize("name", [name for name in GAMES if name != SCUFFLE.id])  # There everybody stands already.
def test_where_a_model_is_put_down_the_reasons_are_about_the_place(name: str) -> None:
    book, told = game(name), 0
    for number in range(4):  # Two heroes are a party, and put down before there are ten reasons.
        match = Match(book, setup(book, number), SeededDice("places"))
        quick = {side: player("regular", side) for side in book.sides}
        for _ in range(40):
            if not isinstance(match.pending, Decision) or told >= 10:
                break
            for candidate in player("veteran", "places").think(match).candidates:
                taken = book.mind.stand(match.table, match.decision, candidate.action)
                if taken is not None and match.table.models[taken[0]].at is None:
                    assert all(reason.id != "material" for reason in candidate.reasons)
                    told += bool(candidate.reasons)
            quick[match.pending.side].answer(match)
    assert told >= 10


@GAME
def test_a_program_that_slips_knows_what_it_thought_better(name: str) -> None:
    recruit, slips, thoughts = clumsy(name), 0, 0
    for match in pauses(name, 0, 40):
        if asked(match) is None:
            continue
        thought = recruit.think(match)
        thoughts += 1
        if thought.slipped is not None:
            slips += 1
            assert match.refusal(thought.slipped) is None
            assert not alike(thought.slipped, thought.action)
    assert 0 < slips < thoughts
    sure = player("commander", "slips")
    assert all(sure.think(match).slipped is None for match in pauses(name, 0, 8) if asked(match))


def test_luck_is_tried_on_a_miss_that_matters() -> None:
    match = face_to_face(luck=1, bruises=2)
    match.play(Strike("red-2", "blue-2", 1))
    match.play((1,))
    for level in ("regular", "veteran", "commander"):
        assert not isinstance(player(level, 1).think(match).action, Keep)


def test_programs_play_a_whole_match_of_a_game_they_were_never_taught() -> None:
    match = Match(SCUFFLE, setup(SCUFFLE, 0), SeededDice(4))
    play_out(match, {"red": player("commander", 1), "blue": player("random", 1)})
    assert match.outcome is not None
    assert match.outcome.winner == "red"


@GAME
def test_nobody_slips_into_something_grossly_wrong(name: str) -> None:
    """With the same luck, the same comes to mind: then it shows how much worse than the best its answer looked."""
    worst = {0.0: 0.0, 0.2: 0.0, inf: 0.0}
    for n, match in enumerate(pauses(name, 0, 30)):
        if asked(match) is None:
            continue
        for gross, so_far in worst.items():
            level = Level("clumsy", "Clumsy", "Always slips.", 1.0, slips=1.0, gross=gross)
            luck = Random(f"clumsy {n}")  # noqa: S311 - no lock
            luck.random()
            found = legal(match, Policy(load(match.game), level.places).ranked(match, luck))
            if found:
                chosen = ThinkingPlayer(n, level, {}).choose(match)
                value = max(w.value for w in found if w.action == chosen)
                worst[gross] = max(so_far, found[0].value - value)
    assert worst[0.0] == 0.0
    assert worst[0.2] <= 0.2 < worst[inf]
