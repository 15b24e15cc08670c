"""Whatever may be chosen is called by its name, in every game and campaign: nobody is shown an id."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from sightline.core.decisions import Decision, Pick, Picks
from sightline.core.match import Match
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
