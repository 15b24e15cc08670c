"""Every moment of every match can be put into the words a browser is sent."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from sightline.ai.propose import filled
from sightline.core.decisions import Decision, Keep
from sightline.core.match import Match
from sightline.core.offers import PLAIN
from sightline.core.wire import codec, encode
from sightline.server.describe import change_view, decision_view, refusal_view, scene_view
from sightline.server.messages import Change, DecisionView, OfferView, Scene
from sightline.server.telling import line_views
from tests.conformance.matches import GAMES, MATCHES, asked, pauses, played

pytestmark = [
    pytest.mark.parametrize("name", GAMES),
    pytest.mark.parametrize("number", range(max(3, MATCHES // 4))),
]


def scene(match: Match) -> Scene:
    return scene_view(match.game, match.table, "somewhere", "yard")


def fits(match: Match, decision: Decision, view: OfferView, rng: Random) -> bool:
    """Whether what the view describes, filled in and sent as JSON, is an action of the game."""
    offer = next(o for o in decision.offers if o.action.__name__ == view.action and o.rule == view.rule)
    action = filled(match, offer, match.slots(offer), rng)
    plain = msgspec.to_builtins(action, str_keys=True)
    open_fields = {slot.field for slot in view.slots} | {slot.via for slot in view.slots}
    assert set(plain) - {"type"} - set(view.given) <= open_fields
    return codec(match.game).action(encode(plain)) == action


def test_every_offer_has_a_name_an_icon_and_fields_to_fill(name: str, number: int) -> None:
    rng = Random(number)  # noqa: S311 - proposals, not secrets
    for match in pauses(name, number, 16):
        decision, view = asked(match), decision_view(match)
        assert (decision is None) == (view is None)
        if decision is None or view is None:
            continue
        assert msgspec.json.decode(msgspec.json.encode(view), type=DecisionView) == view
        assert view.text not in ("", decision.rule)
        called = [f"{model.owner} {model.name}" for model in match.table.models.values() if model.kind == "model"]
        for offer in view.offers:
            assert offer.name
            # Whose model it is goes without saying: buttons do not speak of sides.
            assert not any(name in offer.name for name in called)
            assert offer.glyph != PLAIN
            assert fits(match, decision, offer, rng)
            for slot in offer.slots:
                assert len(slot.names) == len(slot.options)


def test_a_scene_and_its_changes_make_the_next_scene(name: str, number: int) -> None:
    before: Scene | None = None
    for match in pauses(name, number, 8):
        after = scene(match)
        assert msgspec.json.decode(msgspec.json.encode(after), type=Scene) == after
        if before is not None:
            change = msgspec.json.decode(msgspec.json.encode(change_view(before, after)), type=Change)
            said = {f: getattr(change, f) for f in Change.__struct_fields__}
            kept = {f: value for f, value in said.items() if value is not None}
            kept |= {"models": {**before.models, **change.models}, "sides": {**before.sides, **change.sides}}
            assert msgspec.structs.replace(before, **kept) == after
        before = after


def test_every_event_has_its_line(name: str, number: int) -> None:
    match = played(name, number)
    lines, motions = line_views(match.game, match.game.set_up(match.setup), match.events, 1, 7)
    assert [line.number for line in lines] == list(range(1, len(match.events) + 1))
    rules = match.game.rulebook.rules
    for line in lines:
        assert line.rule in rules
        assert line.kind == "quiet" or line.text
        assert line.action == 7
    known = set(match.table.models)
    for motion in motions:
        assert {motion.model, motion.target} <= {"", *known}
        assert motion.amount >= 0
    assert lines[-1].kind == "end"


def test_a_no_has_a_title_and_a_sentence(name: str, number: int) -> None:
    for match in pauses(name, number, 6):
        refusal = match.refusal(Keep())
        if refusal is not None:
            view = refusal_view(match.game, match.table, refusal)
            assert view.title
            assert view.text
