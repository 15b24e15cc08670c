"""What players are shown: how near to a marker one has to be, where places are, and what is asked."""

from __future__ import annotations

from math import hypot
from typing import Any

import pytest
from msgspec.structs import replace

from sightline.core.decisions import Decision, Offer
from sightline.core.events import Spawned
from sightline.core.table import TABLE
from sightline.games.starquest import GAME
from sightline.games.starquest.actions import ChooseCorner, PlaceHero
from sightline.games.starquest.catalog import HEROES
from sightline.games.starquest.events import Changed, MarkerRemoved, Revealed, SkillUsed
from sightline.games.starquest.searching import LayTokens
from sightline.games.starquest.tokens import BAD, NIGHT
from tests.games.starquest.quest import quest
from tests.games.starquest.stage import Stage, hero, squad
from tests.kit import rule

SPOT = (24.0, 24.0)
SEARCH = "search-1"


@pytest.mark.parametrize(
    ("profile", "tokens", "far"),
    [("objective", {}, 1.0), ("objective", {"started": 1}, 3.0), ("delivery", {}, 3.0)],
)
def test_a_ring_shows_where_the_middle_of_a_base_has_to_be(profile: str, tokens: dict[str, int], far: float) -> None:
    stage = quest([hero(10, 10)], objective="target_defense", laid=[(profile, SPOT, tokens), ("search", (30, 30))])
    (ring,) = GAME.screen.zones(stage.table)
    base = stage.table.models["heroes-1"].radius
    assert {round(hypot(x - SPOT[0], y - SPOT[1]), 2) for x, y in ring.polygon} == {round(far + base, 2)}


def test_the_mission_says_how_near_one_has_to_stand() -> None:
    stage = quest([hero(10, 10)], objective="retrieval", laid=[("objective", SPOT)])
    told = GAME.screen.mission(stage.table)
    assert told is not None
    assert told.tasks[0].text == "Stand within 1 inch of the marker and pick it up with Dexterity."


@pytest.mark.parametrize(("part", "wide"), [(LayTokens(1, 1), 24.0), (LayTokens(0, 1), 6.0)])
def test_a_search_token_is_picked_a_quarter_or_a_corner(part: Any, wide: float) -> None:
    table = Stage([hero(10, 10)], agenda=[part]).table
    offer = Offer(ChooseCorner, "SQ-SRC-03")
    decision = Decision(HEROES, "SQ-SRC-03", (offer,))
    ground = GAME.screen.grounds(table, decision, offer, "corner")[1]
    assert max(x for x, _ in ground.polygon) - min(x for x, _ in ground.polygon) == wide


def test_what_is_asked_under_one_rule_is_told_by_what_may_be_answered() -> None:
    """The corner of the party is picked after a high die; then the heroes are set up there."""
    table = Stage([hero(10, 10)]).table
    asked = [
        GAME.sayings.decision(table, Decision(HEROES, "SQ-DPL-07", (Offer(kind, "SQ-DPL-07"),)))
        for kind in (ChooseCorner, PlaceHero)
    ]
    assert "a 5 or 6 for your party, so you pick" in asked[0]
    assert "Set the party up in its corner" in asked[1]


def test_skills_everybody_has_are_told_as_what_is_done() -> None:
    table = quest([hero(10, 10)], laid=[("search", (12, 12))]).table
    used = {"discover": "SQ-SKL-02", "scurry": "SQ-SKL-04", "pick_up": "SQ-PRI-02", "patch_up": "SQ-SKL-05"}
    told = [
        GAME.sayings.event(table, SkillUsed(rule=rule, model="heroes-1", skill=skill, target=SEARCH))
        for skill, rule in used.items()
    ]
    assert [one.removeprefix("heroes heroes-1 ") for one in told] == [
        "tries to discover what lies there",
        "scurries",
        "tries to pick the marker up",
        "uses Patch Up",
    ]


@rule("SQ-SRC-04")
@rule("SQ-CHL-07")
def test_markers_and_the_hour_are_told_in_words() -> None:
    table = quest([hero(10, 10)], laid=[("search", (12, 12))]).table
    told = [
        GAME.sayings.event(table, event)
        for event in (
            Revealed(rule="SQ-SRC-04", token=SEARCH, treasure="credits_stash"),
            MarkerRemoved(rule="SQ-SRC-04", model=SEARCH),
            Changed(rule="SQ-CHL-07", bearer=TABLE, token=NIGHT, value=1),
            Changed(rule="SQ-CHL-12", bearer=TABLE, token=BAD, value=0),
            Spawned(rule="SQ-HSK-07", new=replace(table.models[SEARCH], id="mine-1", name="Tripmine")),
        )
    ]
    assert told == [
        "A search token is revealed: Credits Stash",
        "The token is taken away",
        "night comes",
        "bad weather is over",
        "Tripmine lies on the table",
    ]


def test_a_unit_of_which_all_are_meant_goes_by_its_name() -> None:
    table = Stage([hero(10, 10)], [squad((30, 30), (31.5, 30), (33, 30))]).table
    pack = [m.id for m in table.models.values() if m.unit == "enemies-1"]
    for number, id in enumerate(pack, 1):
        table.put(replace(table.models[id], name=f"Debt Levies 1.{number}"))
    word = GAME.sayings.word
    assert word(table, pack) == "enemies Debt Levies 1"
    assert word(table, pack[:2]) == "enemies Debt Levies 1.1, enemies Debt Levies 1.2", "one of them is not meant"
    table.put_tokens(pack[2], "removed", 1)
    assert word(table, pack[:2]) == "enemies Debt Levies 1"
    assert word(table, pack[:1]) == "enemies Debt Levies 1.1"
    assert word(table, [pack[0], "heroes-1"]) == "enemies Debt Levies 1.1, heroes heroes-1"
