from __future__ import annotations

from typing import Any

import pytest

from sightline.core.decisions import Keep, Offer, Thrown
from sightline.core.dice import Roll
from sightline.core.effects import Bearing, after, effect, instead, offer
from sightline.core.events import Event, Rolled
from sightline.core.referee import Referee
from sightline.core.table import Attachment, Part, Table
from tests.core.sandbox import Again, Burnt, Died, Harmed, Luck, Other, drive, emitted, model, referee, table

A = "a"
HARM = "harm"


def harm(bearer: str = A, by: int = 1, kind: type[Harmed] = Harmed) -> Harmed:
    return kind(rule="r", bearer=bearer, token=HARM, by=by)


async def spare(ref: Referee, event: Harmed, bearing: Bearing) -> tuple[Event, ...]:
    return ()


async def soften(ref: Referee, event: Harmed, bearing: Bearing) -> tuple[Event, ...]:
    return (harm(event.bearer, event.by - 1),)


async def burn_too(ref: Referee, event: Event, bearing: Bearing) -> None:
    await ref.emit(harm(bearing.bearer, kind=Burnt))


async def tell(ref: Referee, event: Any, bearing: Bearing) -> None:
    ref.events.append(Luck(bearing.bearer, type(event).__name__))  # type: ignore[arg-type]


def told(ref: Referee) -> list[tuple[str, str]]:
    return [(e.one, e.other) for e in ref.events if isinstance(e, Luck)]


def test_an_event_nobody_hears_just_happens() -> None:
    ref = referee(table(model(A)))
    assert emitted(ref, harm(), harm()) == ["Harmed", "Harmed"]
    assert ref.table.tokens(A, "harm") == 2


def test_something_else_may_happen_instead() -> None:
    ref = referee(
        table(model(A, "soft"), model("b", "safe")),
        effect("soft", instead(Harmed, soften, role="bearer")),
        effect("safe", instead(Harmed, spare, role="bearer")),
    )
    happened, _ = drive(ref.emit(harm(A, 3), harm("b", 3)))
    assert happened == (harm(A, 2),)
    assert ref.table.tokens(A, "harm") == 2
    assert ref.table.tokens("b", "harm") == 0


def test_the_first_who_has_something_else_in_mind_decides() -> None:
    both = (effect("soft", instead(Harmed, soften)), effect("safe", instead(Harmed, spare)))
    ref = referee(table(model(A, "soft", "safe")), *both)
    emitted(ref, harm(A, 3))
    assert ref.table.tokens(A, "harm") == 2


async def let_be(ref: Referee, event: Harmed, bearing: Bearing) -> tuple[Event, ...]:
    return (event,)


def test_who_leaves_an_event_as_it_is_lets_the_next_one_decide() -> None:
    both = (effect("calm", instead(Harmed, let_be)), effect("soft", instead(Harmed, soften)))
    ref = referee(table(model(A, "calm", "soft")), *both)
    emitted(ref, harm(A, 3))
    assert ref.table.tokens(A, "harm") == 2


async def burn(ref: Referee, event: Harmed, bearing: Bearing) -> tuple[Event, ...]:
    return (harm(event.bearer, event.by, Burnt),)


async def quench(ref: Referee, event: Burnt, bearing: Bearing) -> tuple[Event, ...]:
    return (harm(event.bearer, event.by - 1),)


def test_what_happens_instead_may_be_replaced_in_turn_but_by_nobody_twice() -> None:
    both = (effect("hot", instead(Harmed, burn, when=plainly)), effect("wet", instead(Burnt, quench)))
    ref = referee(table(model(A, "hot", "wet")), *both)
    happened, _ = drive(ref.emit(harm(A, 3)))
    assert happened == (harm(A, 2),), "it burns, is quenched, and does not burn again"


def plainly(table: Table, event: Harmed, bearing: Bearing) -> bool:
    return type(event) is Harmed


def test_listeners_hear_extended_events_but_not_the_events_these_extend() -> None:
    ref = referee(table(model(A, "ears")), effect("ears", after(Burnt, tell, role="bearer")))
    emitted(ref, harm(), harm(kind=Burnt))
    assert told(ref) == [(A, "Burnt")]


def test_events_of_one_moment_all_happen_before_any_is_answered() -> None:
    seen = []

    async def look(ref: Referee, event: Harmed, bearing: Bearing) -> None:
        seen.append((ref.table.tokens(A, "harm"), ref.table.tokens("b", "harm")))

    ref = referee(table(model(A, "eyes"), model("b", "eyes")), effect("eyes", after(Harmed, look, role="bearer")))
    emitted(ref, harm(A), harm("b"))
    assert seen == [(1, 1), (1, 1)]


def test_answers_come_in_the_order_of_the_events_and_the_table_first() -> None:
    ref = referee(
        table(model(A, "ears"), model("b", "ears"), rules=["law"]),
        effect("ears", after(Harmed, tell, role="bearer")),
        effect("law", after(Harmed, tell)),
    )
    emitted(ref, harm("b"), harm(A))
    assert told(ref) == [("table", "Harmed"), ("b", "Harmed"), ("table", "Harmed"), (A, "Harmed")]


def test_the_dead_answer_their_own_death() -> None:
    on = table(model(A))
    on.attach(Attachment("1", "ghost", A))
    ref = referee(on, effect("ghost", after(Died, tell, role="model")))
    emitted(ref, Died(rule="r", model=A))
    assert told(ref) == [(A, "Died")]
    assert ref.table.attachments == {}
    assert ref.table.models[A].at is None
    assert ref.table.models[A].tokens == {"removed": 1}


def test_an_answer_may_be_given_once_in_a_chain() -> None:
    ref = referee(table(model(A, "temper")), effect("temper", after(Harmed, burn_too, role="bearer", once=True)))
    assert emitted(ref, harm()) == ["Harmed", "Burnt"]
    assert emitted(ref, harm()) == ["Harmed", "Burnt"] * 2


def test_answers_that_go_round_in_a_circle_are_stopped() -> None:
    ref = referee(table(model(A, "temper")), effect("temper", after(Harmed, burn_too, role="bearer")))
    with pytest.raises(RuntimeError, match="circle"):
        drive(ref.emit(harm()))


def test_plans_are_kept_in_their_order() -> None:
    ref = referee(table())
    one, two = Part(), Part()
    ref.then(one)
    ref.then(two)
    assert ref.plans == [one, two]


# Dice and re-rolls


def roll(count: int, by: str = "red") -> Roll:
    return Roll("dice", 6, count, by)


def has_token(on: Table, thrown: Thrown, bearing: Bearing) -> bool:
    return len(thrown.repeated) < 2 and all(r.by == bearing.bearer for r in thrown.rolls)


def again(kind: Any) -> Any:
    return lambda _table, _thrown, bearing: Offer(kind, bearing.effect)


def seated(*effects: str) -> Table:
    on = table()
    on.put(model("red", *effects, kind="side"))
    return on


LUCKY = effect("luck", offer(Thrown, again(Again), role="side", when=has_token))
FATED = effect("fate", offer(Thrown, again(Other), role="side", when=has_token))


def test_all_dice_are_seen_before_any_is_rolled_again() -> None:
    ref = referee(seated("luck"), LUCKY)
    faces, pauses = drive(ref.throw(roll(2), roll(1), seats=("red", "blue")), (1, 2), (3,), Again((1, 2)), (5,), (6,))
    assert faces == ((1, 5), (6,))
    assert [type(p).__name__ for p in pauses] == ["Roll", "Roll", "Decision", "Roll", "Roll"]
    assert pauses[2].on == Thrown("red", (roll(2), roll(1)), ((1, 2), (3,)))
    assert pauses[2].default == Keep()
    rolled = [e for e in ref.events if isinstance(e, Rolled)]
    assert [(e.faces, e.again) for e in rolled] == [((1, 2), ()), ((3,), ()), ((5,), (1,)), ((6,), (0,))]


def test_a_window_opens_again_until_the_dice_are_kept() -> None:
    ref = referee(seated("luck"), LUCKY)
    faces, pauses = drive(ref.throw(roll(3), seats=("red",)), (1, 1, 1), Again((2,)), (4,), Keep())
    assert faces == ((1, 1, 4),)
    assert pauses[-1].on.repeated == (2,)


def test_whoever_sits_elsewhere_is_not_asked() -> None:
    ref = referee(seated("luck"), LUCKY)
    assert drive(ref.throw(roll(1), seats=("blue",)), (1,))[0] == ((1,),)
    assert drive(ref.throw(roll(1)), (1,))[0] == ((1,),)
    assert drive(ref.throw(roll(1, "blue"), seats=("red",)), (1,))[0] == ((1,),)


def test_a_re_roll_cites_the_rule_it_was_made_under() -> None:
    ref = referee(seated("luck", "fate"), LUCKY, FATED)
    drive(ref.throw(roll(2), seats=("red",)), (1, 1), Other((0, 1)), (2, 2))
    assert [e.rule for e in ref.events if isinstance(e, Rolled)] == ["dice", "fate"]
