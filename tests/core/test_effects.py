from __future__ import annotations

import pytest

from sightline.core.decisions import Keep, Offer
from sightline.core.effects import Bearing, Note, Question, effect, fold, forbid, modify, offer, silence
from sightline.core.effects import Effects as Index
from sightline.core.events import Attached, Counted, Detached, Marked, Spawned, Swept
from sightline.core.table import TABLE, Attachment, Grant, Table
from tests.core.sandbox import Luck, always, model, table

A = "a"
STUN = "stunned"


@pytest.mark.parametrize(
    ("notes", "value"),
    [
        ([], 10),
        ([Note("x", 2)], 12),
        ([Note("x", 2), Note("y", -5)], 7),
        ([Note("x", 2), Note("x", 3)], 13),
        ([Note("x", 2, group="g"), Note("y", -3, group="g")], 7),
        ([Note("x", 4, "set"), Note("y", 1)], 5),
        ([Note("x", 4, "set"), Note("y", 6, "set")], 6),
        ([Note("x", 2, "times"), Note("y", 1)], 22),
        ([Note("x", 12, "least")], 12),
        ([Note("x", 8, "most"), Note("y", 100)], 8),
        ([Note("x", 8, "most"), Note("y", 9, "least")], 9),
        ([Note("x", 3, "unheard of")], 10),
    ],
)
def test_notes_are_set_then_added_then_multiplied_then_bounded(notes: list[Note], value: float) -> None:
    assert fold(10, notes) == value


def test_a_tally_gives_the_reasons_with_the_number() -> None:
    effects = Index([effect("sharp", modify(Luck, +2, role="one")), effect("dull", modify(Luck, -1, role="other"))])
    on = table(model(A, "sharp", "dull"), model("b", "dull", "sharp"))
    tally = effects.tally(on, Luck(A, "b"), 3)
    assert tally.value == 4
    assert tally.notes == (Note("sharp", 2), Note("dull", -1))
    assert effects.tally(on, Luck("b"), 3).value == 5
    assert effects.tally(on, Luck("nobody"), 3).notes == ()


def test_rules_of_the_table_are_heard_first_and_whoever_is_concerned() -> None:
    effects = Index([effect("law", modify(Luck, +1)), effect("own", modify(Luck, +1))])
    tally = effects.tally(table(model(A, "own"), rules=["law"]), Luck(A), 0)
    assert [note.rule for note in tally.notes] == ["law", "own"]


def test_nobody_answers_twice() -> None:
    effects = Index([effect("law", modify(Luck, +1)), effect("own", modify(Luck, +1), modify(Luck, +5, role="other"))])
    on = table(model(A, "own"), rules=["law"])
    assert [n.value for n in effects.tally(on, Luck(A, A), 0).notes] == [1, 1, 5]
    assert [n.rule for n in effects.tally(on, Luck(TABLE), 0).notes] == ["law"]


def test_a_clause_applies_when_its_condition_holds() -> None:
    effects = Index(
        [effect("no", modify(Luck, +9, when=always(False))), effect("yes", modify(Luck, +1, when=always(True)))]
    )
    assert effects.tally(table(model(A, "no", "yes")), Luck(A), 0).value == 1


def test_an_amount_may_be_worked_out() -> None:
    effects = Index([effect("tough", modify(Luck, lambda _t, _q, bearing: bearing.grant.value))])
    on = table(model(A))
    on.put(model(A).__class__(A, "red", "red", "pawn", effects=(Grant("tough", 3),)))
    assert effects.tally(on, Luck(A), 0).value == 3


def test_a_silenced_note_is_shown_and_not_counted() -> None:
    effects = Index([effect("cover", modify(Luck, +2)), effect("scope", silence(Luck, "cover", role="one"))])
    on = table(model(A, "scope"), model("b", "cover"))
    tally = effects.tally(on, Luck(A, "b"), 5)
    assert tally.value == 5
    assert tally.notes == (Note("cover", 2, muted="scope"),)
    assert effects.tally(on, Luck("b", A), 5).value == 7


def test_the_first_no_is_given_with_its_figures() -> None:
    facts = lambda _table, question, bearing: {"one": question.one, "bearer": bearing.bearer}  # noqa: E731
    effects = Index([effect("ban", forbid(Luck, role="one", facts=facts)), effect("pardon", silence(Luck, "ban"))])
    on = table(model(A, "ban"), model("b", "pardon"))
    assert effects.forbids(on, Luck(A)) == ("ban", {"one": A, "bearer": A})
    assert not effects.allows(on, Luck(A))
    assert effects.allows(on, Luck("", A))
    assert effects.forbids(on, Luck(A, "b")) is None


def test_offers_come_from_those_concerned_unless_silenced() -> None:
    make = lambda _table, _question, bearing: Offer(Keep, bearing.bearer)  # noqa: E731
    effects = Index([effect("gift", offer(Luck, make)), effect("hush", silence(Luck, "gift"))])
    on = table(model(A, "gift"), model("b", "gift"), model("c", "hush"))
    assert effects.offers(on, Luck(A, "b")) == [Offer(Keep, A), Offer(Keep, "b")]
    assert effects.offers(on, Luck(A, "c")) == []


def test_an_attachment_speaks_for_its_bearer_while_it_lasts() -> None:
    effects = Index([effect("aura", modify(Luck, +1, role="one"))])
    on = table(model(A), model("b"))
    Attached(rule="r", attachment=Attachment("1", "aura", A, "b", until="dusk")).apply(on)
    assert effects.tally(on, Luck(A), 0).value == 1
    assert effects.tally(on, Luck("b", A), 0).value == 0
    Swept(rule="r", moment="dawn").apply(on)
    assert effects.tally(on, Luck(A), 0).value == 1
    Swept(rule="r", moment="dusk").apply(on)
    assert effects.tally(on, Luck(A), 0).value == 0
    assert on.borne == {}


def test_an_attachment_on_the_table_speaks_to_every_question() -> None:
    effects = Index([effect("fog", modify(Luck, -2))])
    on = table(model(A))
    on.attach(Attachment("1", "fog", TABLE))
    assert effects.tally(on, Luck(A), 0).value == -2
    Detached(rule="r", attachment="1").apply(on)
    assert effects.tally(on, Luck(A), 0).value == 0


def test_a_condition_comes_and_goes_with_its_token() -> None:
    effects = Index([effect("dazed", forbid(Luck, role="one"))])
    on = table(model(A, "other"), conditions={"stunned": "dazed"})
    Marked(rule="r", bearer=A, token=STUN, value=2).apply(on)
    assert on.models[A].effects == (Grant("other"), Grant("dazed", 2, "stunned"))
    assert not effects.allows(on, Luck(A))
    Counted(rule="r", bearer=A, token=STUN, by=-2).apply(on)
    assert effects.allows(on, Luck(A))
    assert on.models[A].effects == (Grant("other"),)
    Spawned(rule="r", new=model("new", stunned=1)).apply(on)
    assert not effects.allows(on, Luck("new"))
    Swept(rule="r", moment="dusk", kinds=("stunned",)).apply(on)
    assert effects.allows(on, Luck("new"))


def test_two_effects_under_one_rule_are_a_mistake() -> None:
    with pytest.raises(ValueError, match="twice: x"):
        Index([effect("x"), effect("x"), effect("y")])


class Gathering(Question, frozen=True):
    """Whether somebody stays, with several who may have a say."""

    roles = ("one", "witnesses")
    low = True
    one: str
    witnesses: tuple[str, ...] = ()


def test_a_role_may_name_several_models() -> None:
    effects = Index([effect("law", modify(Gathering, +1, role="witnesses"))])
    on = table(model(A, "law"), model("b", "law"), model("c", "law"))
    assert effects.tally(on, Gathering(A), 0).value == 0
    assert [n.rule for n in effects.tally(on, Gathering(A, ("b", "c", "nobody")), 0).notes] == ["law", "law"]


def test_some_effects_sleep_while_their_bearer_has_a_token() -> None:
    effects = Index([effect("keen", modify(Luck, +1)), effect("wild", modify(Luck, +2))], {STUN: ["keen"]})
    on = table(model(A, "keen", "wild"), model("b", "keen"))
    on.put_tokens(A, STUN, 1)
    assert [n.rule for n in effects.tally(on, Luck(A, "b"), 0).notes] == ["wild", "keen"]


def test_dice_may_have_to_stay_below_a_number() -> None:
    low = Index([]).tally(table(model(A)), Gathering(A), 6)
    assert (low.met(6), low.met(7), low.good(10)) == (True, False, 6)
    high = Index([]).tally(table(model(A)), Luck(A), 6)
    assert (high.met(6), high.met(5), high.good(10)) == (True, False, 5)


def test_the_first_no_settles_it() -> None:
    asked: list[str] = []

    def says_no(_table: object, _question: object, bearing: Bearing) -> bool:
        asked.append(bearing.effect)
        return bearing.effect != "mild"

    rules = ("mild", "stern", "late")
    effects = Index([effect(rule, forbid(Luck, when=says_no)) for rule in rules])
    no = effects.forbids(table(model(A, "late"), rules=rules[:2]), Luck(A))
    assert no == ("stern", {})
    assert asked == ["mild", "stern"]


def test_a_question_is_worked_out_again_only_when_something_has_changed() -> None:
    asked: list[str] = []

    def tokens(on: Table, question: Luck, _bearing: Bearing) -> int:
        asked.append(question.one)
        return on.tokens(question.one, "clover")

    effects = Index([effect("clover", modify(Luck, tokens), forbid(Luck, when=lambda *now: tokens(*now) > 1))])
    on = table(model(A, "clover", clover=1))
    assert [effects.tally(on, Luck(A), 3).value for _ in range(3)] == [4, 4, 4]
    assert effects.tally(on.copy(), Luck(A), 3).value == 4
    assert asked == [A]
    assert effects.allows(on, Luck(A))
    assert effects.forbids(on, Luck(A)) is None
    assert asked == [A, A]
    there = on.copy()
    there.put_tokens(A, "clover", 2)
    assert effects.tally(there, Luck(A), 3).value == 5
    assert not effects.allows(there, Luck(A))
    assert effects.tally(on, Luck(A), 3).value == 4, "the other table is as it was"
    assert type(effects.tally(on, Luck(A), 3).base) is int
    assert type(effects.tally(on, Luck(A), 3.0).base) is float
