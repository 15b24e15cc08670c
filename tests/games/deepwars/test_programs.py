"""What programs are told: chances of a gamble, what activations are worth, where to go."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from sightline.ai.field import Field, weighed
from sightline.ai.policy import worth
from sightline.ai.weights import load
from sightline.core.decisions import Decision
from sightline.core.table import TABLE, Table
from sightline.games.deepwars import GAME, catalog
from sightline.games.deepwars.actions import (
    Attack,
    Cast,
    ChangeDepth,
    Done,
    EndTurn,
    Exert,
    FreeActivation,
    Move,
    Nominate,
    PickUp,
    RollToActivate,
)
from sightline.games.deepwars.exerting import objects
from sightline.games.deepwars.gambling import chances, prospects, strike
from sightline.games.deepwars.harming import expected
from sightline.games.deepwars.incanting import gives_in
from sightline.games.deepwars.models import raised
from sightline.games.deepwars.sequence import to_activate
from sightline.games.deepwars.storming import apart
from sightline.games.deepwars.tokens import ACTING, ACTIONS, ACTIVATED, FALLEN, ON_TURN, PASSES, TRANSFIXED
from tests.games.deepwars.finds import lay
from tests.games.deepwars.stage import On, Stage, act, box, example, free, on, table_of

MIND = GAME.mind
ANY = Decision("red", "DW-ACT-02", (), default=None, about="red-1")


def more(stage: Stage, action: object) -> float:
    """What an action promises beside harm, less what it stakes by its risk."""
    found = MIND.promise(stage.table, ANY, action)  # type: ignore[arg-type]
    assert found is not None
    return found.more - found.risk * found.stake


@pytest.mark.parametrize("quality", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("dice", [2, 3])
def test_the_chances_of_a_gamble_are_those_of_the_odds(quality: int, dice: int) -> None:
    table = table_of([on(20, 18, quality=quality), on(2, 2)], [on(40, 30)])
    need = to_activate(table, table.models["red-1"], dice).need
    assert need is not None
    won, lost = chances(need, dice)
    exact = GAME.odds({"activation": {"quality": quality, "dice": dice}})
    assert list(won) == [pytest.approx(float(Fraction(exact["actions"][str(n)]))) for n in range(5)]
    assert lost == pytest.approx(float(Fraction(exact["turnover"])))


def test_who_waits_makes_a_gamble_dearer() -> None:
    alone = Stage([on(20, 18)], [on(21, 18)])
    crowd = Stage([on(20, 18), *(on(2 + 2 * n, 2) for n in range(6))], [on(21, 18)])
    assert more(alone, RollToActivate("red-1", 3)) > more(crowd, RollToActivate("red-1", 3))
    assert more(alone, FreeActivation("red-1")) == pytest.approx(more(crowd, FreeActivation("red-1")))
    assert more(crowd, FreeActivation("red-1")) > more(crowd, RollToActivate("red-1", 3))
    assert more(alone, RollToActivate("red-1", 3)) > more(alone, FreeActivation("red-1")) - 0.2


def test_actions_are_worth_getting_up_closing_in_and_striking_in_this_order() -> None:
    def values(x: float, **tokens: int) -> tuple[float, ...]:
        table = table_of([on(20, 18, tokens=tokens)], [on(x, 18)])
        model = table.models["red-1"]
        unit, harms = MIND.unit(table, model), MIND.harm(table, "red-1", "blue-1")
        return prospects(model, unit, strike(table, model, unit, table.models["blue-1"], harms))

    near, far, down = values(21.0), values(30.0), values(21.0, **{FALLEN: 1})
    assert near[1] > far[1] > 0
    assert near[2] - near[1] < near[1]
    assert far[3] > far[2] > far[1]
    assert down[2] - down[1] == pytest.approx(near[1])


def test_coming_to_the_depth_of_an_enemy_is_worth_something_and_any_other_depth_is_not() -> None:
    stage = Stage([on(20, 18, tokens={ACTING: 1, ACTIONS: 2})], [on(21, 18, level=3)])
    assert more(stage, ChangeDepth("red-1", 1)) > 0
    same = Stage([on(20, 18, tokens={ACTING: 1, ACTIONS: 2})], [on(21, 18)])
    assert MIND.stand(stage.table, ANY, ChangeDepth("red-1", 1)) is None
    assert more(same, ChangeDepth("red-1", 1)) < -1
    assert MIND.stand(same.table, ANY, Done("red-1")) is None


def test_a_turn_that_is_lost_has_no_activations_to_come() -> None:
    stage = Stage([on(20, 18), on(4, 2)], [on(40, 30)])
    whole = MIND.extras(stage.table, "red")
    stage.table.put_tokens("red-2", ACTIVATED, 1)
    one = MIND.extras(stage.table, "red")
    stage.table.put_tokens("red", PASSES, 1)
    assert whole > one > MIND.extras(stage.table, "red")
    assert (MIND.keeps(stage.table, "red"), MIND.keeps(stage.table, "blue")) == (0.0, 1.0)
    assert MIND.idle(stage.table, ANY, EndTurn("red"))


def test_who_comes_forward_gains_ground_and_nobody_gains_by_the_enemy_coming() -> None:
    home, forward = (table_of([on(20, y)], [on(40, 30)]) for y in (4, 12))
    assert MIND.extras(forward, "red") > MIND.extras(home, "red")
    assert MIND.extras(forward, "blue") == MIND.extras(home, "blue")


def test_who_gains_by_a_gamble_is_named_after_those_who_gain_nothing() -> None:
    hopeless, able, eager = on(30, 18, quality=5), on(20, 18, quality=2), [on(2 + 2 * n, 2) for n in range(4)]
    stage = Stage([hopeless, able, *eager], [on(31, 18), on(21, 18)])
    assert more(stage, Nominate("red-1")) > more(stage, Nominate("red-2")) > more(stage, Nominate("red-3"))


def test_who_fights_from_above_or_is_larger_does_more_harm() -> None:
    level = table_of([on(20, 18)], [on(21, 18)])
    above = table_of([on(20, 18, level=1)], [on(21, 18)])
    large = table_of([on(20, 18, size=2)], [on(21, 18)])
    below = table_of([on(20, 18)], [on(21, 18, level=1)])
    deep = table_of([on(20, 18)], [on(21, 18, level=3)])

    def harm(table: Table) -> float:
        return MIND.harm(table, "red-1", "blue-1")[0].clear

    assert harm(above) > harm(level) > harm(below) >= harm(deep) >= 0
    assert harm(large) > harm(level)


def test_a_scenario_draws_those_who_score_in_it() -> None:
    def draws(what: str, y: float, personality: int = 0) -> float:
        stage = Stage([on(24, 4, personality=personality), on(2, 2)], [on(40, 34)])
        tokens = {t: n for t, n in stage.table.models[TABLE].tokens.items() if not t.startswith("scenario:")}
        stage.table.put_all_tokens(stage.table.models[TABLE], {**tokens, f"scenario:{what}": 1})
        return MIND.holding(stage.table, "red-1", [(24.0, y)])[0]

    assert (
        draws("conquer", 18, personality=1) > draws("conquer", 10, personality=1) > draws("conquer", 4, personality=1)
    )
    assert draws("conquer", 18, personality=1) > draws("conquer", 18) > draws("conquer", 4), "troops only help there"
    assert draws("survival", 18) > draws("survival", 6)
    assert draws("skirmish", 18) == draws("skirmish", 4) == 0


def test_what_was_found_is_worth_more_than_what_lies_there() -> None:
    stage = lay(Stage([on(20, 18), on(2, 2)], [on(40, 34)]), (20.5, 18))
    own = {t: n for t, n in stage.table.models[TABLE].tokens.items() if not t.startswith("scenario:")}
    stage.table.put_all_tokens(stage.table.models[TABLE], {**own, "scenario:salvage": 1})
    beside = MIND.extras(stage.table, "red") + MIND.lead(stage.table, "red")
    match = act(stage.match(3), *free("red-1"), PickUp("red-1", "treasure-1"), Done("red-1"))
    match.table.put_tokens("red-1", ACTIVATED, 0)
    assert MIND.extras(match.table, "red") + MIND.lead(match.table, "red") > beside + 1


def at_the_hold(*red: On) -> Stage:
    """A closed hold with treasure inside, one door in each long side."""
    doors = "door:24.0,14.0", "door:24.0,22.0"
    hold = box(18, 14, 30, 22, "blocking", "material:wreck", *doors, height=2, id="hold", kind="structure")
    stage = lay(Stage(list(red), [on(2, 34)], terrain=[hold]), (24, 18))
    own = {t: n for t, n in stage.table.models[TABLE].tokens.items() if not t.startswith("scenario:")}
    stage.table.put_all_tokens(stage.table.models[TABLE], {**own, "scenario:breach": 1})
    return stage


@pytest.mark.parametrize(("x", "what"), [(24.0, "force"), (20.0, "break")])
def test_in_a_breach_the_hull_is_tried_until_somebody_has_opened_it(x: float, what: str) -> None:
    stage = at_the_hold(on(x, 13.48, tokens={ACTING: 1, ACTIONS: 2}), on(2, 2))
    given = next(t for t in objects(stage.table, stage.table.models["red-1"], what))
    assert more(stage, Exert("red-1", what, given)) > 1
    stage.table.put_tokens("red-1", f"unfinished:{what} {given}", 2)
    assert more(stage, Exert("red-1", what, given)) > 2, "it only has to be finished"
    begun = MIND.extras(stage.table, "red")
    stage.table.put_tokens("red-1", f"unfinished:{what} {given}", 0)
    assert begun > MIND.extras(stage.table, "red") + 1
    stage.table.put_tokens("blue", "first_breach", 1)
    assert more(stage, Exert("red-1", what, given)) < -1
    assert more(Stage([on(20, 18)], [on(40, 30)]), Exert("red-1", "break", "reef")) < -1, "elsewhere it is idle"


def test_a_closed_hold_draws_to_its_hull_below_the_roof_and_an_open_one_inside() -> None:
    closed = at_the_hold(on(24, 8), on(2, 2))
    near, off, along = MIND.holding(closed.table, "red-1", [(24.0, 13.48), (24.0, 10.0), (28.0, 13.48)])
    assert near == along > off, "any part of the hull will do"
    above = at_the_hold(on(24, 8, level=2), on(2, 2))
    assert MIND.holding(above.table, "red-1", [(24.0, 13.48)])[0] < near
    goals = [goal.at for goal in MIND.goals(at_the_hold(on(24, 8, tokens={ACTING: 1}), on(2, 2)).table, "red")]
    assert any(abs(x - 24) < 0.5 and 13.4 < y < 13.5 for x, y in goals)
    match = act(at_the_hold(on(24, 13.48), on(2, 2)).match(6, 6, 6), *free("red-1"))
    act(match, Exert("red-1", "force", "hold-door-0-1"))
    inside, before, aside = MIND.holding(match.table, "red-1", [(24.0, 16.0), (24.0, 13.0), (20.0, 13.0)])
    assert inside > before > aside, "through the opening"
    assert any(y > 14 for _, y in (goal.at for goal in MIND.goals(match.table, "red")))


def forced(*red: On) -> Table:
    """The hold with the door in its far side forced by the last of them."""
    number = len(red) + 1
    match = act(at_the_hold(*red, on(24, 22.52)).match(6, 6, 6), *free(f"red-{number}"))
    return act(match, Exert(f"red-{number}", "force", "hold-door-2-1")).table


def test_a_second_door_is_worth_opening_to_those_who_have_far_to_go_to_the_first() -> None:
    table = forced(on(24, 13.48), on(22, 12))
    near = MIND.promise(table, ANY, Exert("red-1", "force", "hold-door-0-1"))
    assert near is not None
    assert near.more > 0.2
    table = forced(on(24, 30))
    beside = MIND.promise(table, ANY, Exert("red-1", "break", "hold-wall-2-0"))
    assert beside is not None
    assert beside.more < 0, "nobody's way becomes shorter"


def test_whoever_is_behind_a_hull_is_as_far_away_as_the_way_there() -> None:
    table = forced(on(24, 13.48))
    table.put_moved(replace(table.models["blue-1"], at=(24.0, 16.0)))
    front, corner = MIND.holding(table, "red-1", [(24.0, 13.4), (17.0, 13.4)])
    assert corner > front, "it is nearer to the door, though it looks farther from the enemy"
    assert apart(table, table.models["red-1"], table.models["blue-1"]) > 15
    table.put_moved(replace(table.models["blue-1"], at=(24.0, 11.0)))
    assert apart(table, table.models["red-1"], table.models["blue-1"]) < 2, "nothing is between them"


def test_predators_are_feared_by_those_they_would_go_for() -> None:
    stage = Stage([on(20, 18, points=20), on(20, 20, points=60)], [on(2, 34, points=99)])
    quiet = MIND.extras(stage.table, "red")
    shark = raised(catalog.creatures()["grindfin"], "wild-1", "wild", "Grindfin")
    stage.table.put_moved(replace(shark, at=(26.0, 18.0)))
    assert MIND.extras(stage.table, "red") < quiet
    near, away = MIND.holding(stage.table, "red-1", [(24.0, 18.0), (2.0, 2.0)])
    assert near < away == 0
    assert MIND.holding(stage.table, "red-2", [(24.0, 18.0)])[0] > near, "it goes for the cheapest"
    stage.table.put_tokens("wild-1", TRANSFIXED, 1)
    assert MIND.holding(stage.table, "red-1", [(24.0, 18.0)])[0] == 0


def test_treasure_draws_whoever_is_nearest_and_has_a_hand_free() -> None:
    stage = lay(Stage([on(20, 12), on(20, 4)], [on(40, 34)]), (20, 18))
    near = MIND.holding(stage.table, "red-1", [(20.0, 12.0), (20.0, 16.9)])
    assert near[1] > near[0] > 0
    assert set(MIND.holding(stage.table, "red-2", [(20.0, 4.0), (20.0, 16.9)])) == {0.0}
    stage.table.put_tokens("red-1", "load:golden_treasure", 1)
    stage.table.now = {}
    assert set(MIND.holding(stage.table, "red-1", [(20.0, 12.0), (20.0, 16.9)])) == {0.0}


# ------------------------------------------------------------------ who can do what when


def test_nobody_can_do_anything_in_the_turn_of_the_others() -> None:
    table = table_of([on(20, 18), on(22, 18, tokens={ACTIVATED: 1})], [on(40, 30)])
    points = {id: MIND.unit(table, table.models[id]).points for id in ("red-1", "red-2", "blue-1")}
    assert points == {"red-1": 2, "red-2": 0, "blue-1": 0}
    for side, on_turn in (("red", 0), ("blue", 1)):
        table.put_tokens(side, ON_TURN, on_turn)
    assert (MIND.unit(table, table.models["red-1"]).points, MIND.unit(table, table.models["blue-1"]).points) == (0, 2)


def test_who_is_down_has_to_get_up_first_and_is_easier_to_hurt() -> None:
    table = table_of([on(20, 18)], [on(21, 18), on(21, 18, tokens={FALLEN: 1}), on(21, 18, tokens={TRANSFIXED: 1})])
    upright, fallen, held = (MIND.unit(table, table.models[f"blue-{n}"]) for n in (1, 2, 3))
    assert (upright.full, fallen.full, held.full) == (2, 1, 0)
    assert upright.kind != fallen.kind
    harms = [MIND.harm(table, "red-1", f"blue-{n}")[0].clear for n in (1, 2)]
    assert harms[1] > harms[0]


def test_armor_stops_what_strikes_back() -> None:
    bare, clad = expected(0, 0, 2, 0), expected(0, 0, 2, 3)
    assert bare[0] == clad[0]
    assert bare[1] > clad[1] > 0, "who is doubled is hurt all the same"
    table = table_of([on(20, 18, av=0), on(20, 20, av=3)], [on(21, 18)])
    assert MIND.harm(table, "red-2", "blue-1")[0].clear > MIND.harm(table, "red-1", "blue-1")[0].clear


def test_the_end_of_a_turn_is_worth_nothing_by_itself() -> None:
    both = [[on(14 + 4 * n, y, tokens=tokens) for n in range(4)] for y, tokens in ((13, {ACTIVATED: 1}), (23, {}))]
    table = table_of(*both)
    weights = load(GAME)
    before = sum(weighed(Field(GAME, table, "red", weights).standing(), weights))
    after = table_of([on(14 + 4 * n, 13) for n in range(4)], both[1])
    for side, on_turn in (("red", 0), ("blue", 1)):
        after.put_tokens(side, ON_TURN, on_turn)
    assert sum(weighed(Field(GAME, after, "red", weights).standing(), weights)) == pytest.approx(before, abs=0.4)


# ------------------------------------------------------------------ what else counts


def test_a_prize_for_whoever_has_more_is_the_less_sure_the_more_is_to_come() -> None:
    def lead(more: int, turn: int) -> float:
        stage = Stage([on(2 + 2 * n, 2) for n in range(3 + more)], [on(2 + 2 * n, 34) for n in range(3)], turn=turn)
        return MIND.lead(stage.table, "red")

    assert lead(0, 1) == 0
    assert 0 < lead(1, 1) < lead(2, 1) < 5, "a second one is worth something too"
    assert lead(1, 1) < lead(1, 5) < lead(1, 8)
    assert lead(1, 8) == pytest.approx(5, abs=0.3)


def test_company_is_worth_something_near_the_leader_and_to_the_leader_near_the_others() -> None:
    stage = Stage([on(20, 10, "leader"), on(20, 4), on(24, 4)], [on(40, 34)])
    near, far = MIND.holding(stage.table, "red-2", [(18.0, 6.0), (46.0, 6.0)])
    assert near > far
    among, alone = MIND.holding(stage.table, "red-1", [(22.0, 6.0), (46.0, 6.0)])
    assert among > alone
    lost = Stage([on(20, 4), on(24, 4)], [on(40, 34)])
    assert set(MIND.holding(lost.table, "red-1", [(18.0, 6.0), (46.0, 6.0)])) == {0.0}, "nobody leads"


def test_actions_are_worth_what_the_scenario_asks_for_where_that_is_more_than_a_fight() -> None:
    idle = lay(Stage([on(20, 18), on(2, 2)], [on(46, 34)]), (40, 30))
    busy = lay(Stage([on(20, 18), on(2, 2)], [on(46, 34)]), (20.5, 18))
    assert more(busy, FreeActivation("red-1")) > more(idle, FreeActivation("red-1")) + 1, "it only has to reach out"


# ------------------------------------------------------------------ spells


@pytest.mark.parametrize("row", example("DW-SPL-08", 0)["table"])
def test_the_chance_that_somebody_gives_in_is_that_of_the_check(row: dict[str, Any]) -> None:
    table = table_of([on(20, 18)], [on(22, 18, quality=row["target"])])
    assert gives_in(table.models["blue-1"], row["needs"]) == pytest.approx(1 - float(Fraction(row["p"])))


def promised(spell: str, power: int, **blue: Any) -> float:
    """What it promises red to cast a spell on blue, or where nobody is meant."""
    caster = on(20, 18, tokens={ACTING: 1, ACTIONS: power, f"casting:{spell}": 1})
    stage = Stage([caster, on(20, 20)], [on(24, 18, **blue)])
    return more(stage, Cast("red-1", power, "blue-1"))


def test_spells_that_do_no_harm_are_worth_what_they_are_for() -> None:
    lock = promised("siren_lock", 2)
    assert promised("siren_lock", 3) > lock > promised("mind_spike", 2) > 0
    assert promised("siren_lock", 2, personality=1) > lock, "by whom it is cast on"
    assert promised("siren_lock", 2, quality=2) < lock, "and by how strong its will is"
    assert promised("siren_lock", 2, tokens={TRANSFIXED: 1}) == 0


def test_nobody_is_strengthened_far_from_the_enemy() -> None:
    caster = on(20, 18, tokens={ACTING: 1, ACTIONS: 2, "casting:frost_mantle": 1})
    stage = Stage([caster, on(20, 20), on(2, 2)], [on(24, 20)])
    assert more(stage, Cast("red-1", 2, "red-2")) > more(stage, Cast("red-1", 2, "red-3")) == 0


def test_even_the_weak_close_in_on_the_strong() -> None:
    table = table_of([on(20, 18, combat=0)], [on(21, 18, combat=6)])
    assert MIND.harm(table, "red-1", "blue-1")[0].clear > 0, "two beset an enemy better than one"


@pytest.mark.parametrize("tokens", [{}, {FALLEN: 1}, {"wound:body": 1}])
def test_a_blow_is_worth_more_than_the_promise_of_one(tokens: dict[str, int]) -> None:
    stage = Stage([on(20, 18, combat=5), on(2, 2)], [on(21, 18, tokens=tokens), on(40, 30)])
    blow = MIND.promise(stage.table, ANY, Attack("red-1", "bare_hands", "blue-1"))
    assert blow is not None
    assert worth(Field(GAME, stage.table, "red", load(GAME)), blow) > 0.7 * more(stage, FreeActivation("red-1"))


def test_nobody_loses_by_coming_nearer_to_treasure_than_a_friend() -> None:
    def before_both(x: float) -> float:
        stage = lay(Stage([on(x, 18), on(14, 18)], [on(46, 34)]), (20, 18), (30, 18))
        return MIND.extras(stage.table, "red")

    assert before_both(25.9) == pytest.approx(before_both(26.1), abs=0.3), "the friend is six inches from the first"


def test_programs_mind_ways_through_deadly_terrain() -> None:
    vents = box(22, 16, 24, 20, "deadly", "material:none", id="vents")
    stage = Stage([on(20, 18), on(2, 2)], [on(40, 30)], terrain=[vents])
    assert MIND.promise(stage.table, ANY, Move("red-1", (20.0, 22.0))) is None
    for end in ((23.0, 18.0), (25.0, 18.0)):
        harm = MIND.promise(stage.table, ANY, Move("red-1", end))
        assert harm is not None
        assert harm.damage["red-1"] > 0
