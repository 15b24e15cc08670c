from __future__ import annotations

from sightline.core.decisions import Decision, Offer
from sightline.core.responses import Enough, Respond, StandDown, next_response
from tests.core.sandbox import Luck, drive, model, referee, table


class Duck(Respond, frozen=True):
    """Keep one's head down."""


def asked(*offers: Offer) -> Decision:
    """The decision a side is asked for."""
    ref = referee(table(model("a")))
    script = next_response(ref, "blue", "r", offers, Luck("a"), "pause")
    pending = script.send(None)
    script.close()
    assert isinstance(pending, Decision)
    return pending


def test_whoever_may_respond_may_also_have_had_enough() -> None:
    decision = asked(Offer(Duck, "r", {"actor": "a"}))
    assert [o.action for o in decision.offers] == [Duck, Enough, StandDown]
    assert (decision.side, decision.default, decision.on) == ("blue", Enough("blue"), Luck("a"))
    assert [o.rule for o in decision.offers] == ["r", "r", "pause"]


def test_where_nobody_may_respond_nobody_is_asked() -> None:
    ref = referee(table(model("a")))
    answer, _ = drive(next_response(ref, "blue", "r", (), Luck("a"), "pause"))
    assert answer is None
