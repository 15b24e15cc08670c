"""Whatever may be chosen is called by its name, in every game and campaign: nobody is shown an id."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
import pytest

from sightline.core.decisions import Decision, Pick, Picks, offered
from sightline.core.game import Advises, Foresees, game
from sightline.core.match import Match
from sightline.core.muster import Roster
from sightline.server.describe import listed
from sightline.server.messages.table import SlotView
from tests.conformance import campaigns
from tests.conformance.matches import GAMES, MATCHES, pauses


def called(matches: Iterable[Match]) -> set[str]:
    """What the options of everything that is asked are called."""
    found = set[str]()
    for match in matches:
        decision = match.pending
        if not isinstance(decision, Decision):
            continue
        for offer in decision.offers:
            for field, slot in match.slots(offer).items():
                if isinstance(slot, Pick | Picks):
                    found.update(listed(match, decision, SlotView(field, "pick"), slot.options).names)
    return found


@pytest.mark.parametrize("name", GAMES)
def test_every_option_of_a_match_has_a_name(name: str) -> None:
    met = called(match for number in range(MATCHES // 2) for match in pauses(name, number, 40))
    assert met
    assert not [one for one in met if "_" in one]


@pytest.mark.parametrize("name", campaigns.NAMES)
def test_every_option_of_a_campaign_has_a_name(name: str) -> None:
    shares = [n / 20 for n in range(21)]
    met = called(campaigns.replayed(name, number, share) for number in range(campaigns.RUNS) for share in shares)
    assert met
    assert not [one for one in met if "_" in one]


@pytest.mark.parametrize("name", GAMES)
def test_what_a_book_foresees_is_asked_as_it_says(name: str) -> None:
    book = game(name)
    if not isinstance(book, Foresees):
        return
    known = {(side, one.rule): one for side in book.sides for one in book.foreseen(side)}
    met = set[str]()
    for match in (match for number in range(MATCHES // 2) for match in pauses(name, number, 40)):
        decision = match.pending
        if isinstance(decision, Decision) and (decision.side, decision.rule) in known:
            one = known[decision.side, decision.rule]
            met.add(decision.rule)
            assert type(decision.default) is one.usual.action
            for other in one.others:
                action = other.action(**other.given)
                assert offered(decision, action) is not None
                assert match.refusal(action) is None
    assert met
    assert {rule for _, rule in known} <= book.rulebook.rules.keys()


@pytest.mark.parametrize("name", GAMES)
def test_advice_is_told_in_words(name: str) -> None:
    book = game(name)
    if not isinstance(book, Advises):
        return
    options = book.rulebook.settle({})
    squads = (Roster(book.id, "", models=roster.models[:1]) for roster in book.rosters.values())
    layouts = (msgspec.structs.replace(plan, pieces=plan.pieces[:3]) for plan in book.tables.values())
    told = [one for squad in squads for one in book.squad_advice(squad, options)]
    told += [one for layout in layouts for one in book.layout_advice(layout)]
    assert told
    assert {one.rule for one in told} <= book.rulebook.rules.keys()
    # Where a book has no words of its own, the title of the rule stands for them.
    assert not [one for one in told if "the title" in book.sayings.advice(one, "the title")]
