"""Duality of Fate: tied models die together."""

from __future__ import annotations

import pytest

from sightline.core.table import Attachment
from sightline.games.guerrilla import GAME
from sightline.games.guerrilla.actions import Activate, Cast
from sightline.games.guerrilla.events import Healed, Scored, Slain
from tests.games.guerrilla.cues import pass_to, turn_of
from tests.games.guerrilla.stage import On, Stage, happened, on, refused, spent
from tests.kit import rule

FATE = "duality_of_fate"
SPARES = on("trooper", 2, 2), on("trooper", 33, 22)


def tie(one: str, other: str) -> Attachment:
    """A tie made before the test began, as the cast makes it."""
    return Attachment(f"{FATE}@{one}+{other}", "DG-DUA-01", other, one)


def slain(red: list[On], blue: list[On], *ties: Attachment) -> dict[str, str]:
    """Who dies in an upkeep, and by which rule."""
    match = Stage([*red, SPARES[0]], [*blue, SPARES[1]], phase="upkeep", attached=ties).match()
    return {e.model: e.rule for e in happened(match, Slain)}


@rule("DG-DUA-01", 0)
def test_fates_are_tied_three_times_in_ten_or_every_other_time_with_the_staff() -> None:
    assert GAME.odds({"cast": {"caster": "herald", "ability": FATE}})["success"] == "3/10"
    assert GAME.odds({"cast": {"caster": "herald", "ability": FATE, "steps": 1}})["success"] == "1/2"


@rule("DG-DUA-01", 1)
@pytest.mark.parametrize(("face", "both"), [(8, True), (7, False)])
def test_a_dying_herald_takes_the_tied_crusader_along_and_each_side_scores(face: int, both: bool) -> None:
    red = [on("herald", 5, 12, FATE, damage=15), SPARES[0]]
    match = Stage(red, [on("crusader", 20, 12), SPARES[1]], phase="active").match(face)
    match.play(Activate("red-1"), Cast("red-1", FATE, "blue-1"))
    pass_to(match, 2, "movement")
    dead = {"red-1": "DG-UPK-02", **({"blue-1": "DG-DUA-02"} if both else {})}
    assert {e.model: e.rule for e in happened(match, Slain)} == dead
    assert GAME.scores(match.table) == {"red": 5 if both else 0, "blue": 3}
    assert {(e.bearer, e.by, e.victim) for e in happened(match, Scored)} == (
        {("red", 5, "blue-1"), ("blue", 3, "red-1")} if both else {("blue", 3, "red-1")}
    )
    assert spent(match)


@rule("DG-DUA-01")
def test_the_caster_dies_with_its_target_as_well() -> None:
    red, blue = [on("herald", 5, 12)], [on("crusader", 20, 12, damage=26)]
    assert slain(red, blue, tie("red-1", "blue-1")) == {"blue-1": "DG-UPK-02", "red-1": "DG-DUA-02"}
    assert slain(red, [on("crusader", 20, 12, damage=25)], tie("red-1", "blue-1")) == {}


@rule("DG-DUA-02", 0)
def test_an_unhurt_crusader_dies_with_the_herald_it_is_tied_to() -> None:
    red, blue = [on("herald", 5, 12, damage=15)], [on("crusader", 20, 12)]
    assert slain(red, blue, tie("red-1", "blue-1")) == {"red-1": "DG-UPK-02", "blue-1": "DG-DUA-02"}
    assert slain(red, blue) == {"red-1": "DG-UPK-02"}


@rule("DG-DUA-02")
def test_no_healing_saves_the_tied_partner() -> None:
    aura = Attachment("aura", "DG-REV-01", "blue-1", "blue-1", "", {"amount": 2, "from": 1})
    red, blue = [on("herald", 5, 12, damage=15), SPARES[0]], [on("crusader", 20, 12, damage=2), SPARES[1]]
    match = Stage(red, blue, phase="upkeep", attached=[tie("red-1", "blue-1"), aura]).match()
    assert [e.bearer for e in happened(match, Healed)] == ["blue-1"]
    assert [e.model for e in happened(match, Slain)] == ["red-1", "blue-1"]


@rule("DG-DUA-03", 0)
def test_deaths_spread_along_all_ties_in_one_upkeep() -> None:
    red, blue = [on("herald", 5, 12, damage=15), on("herald", 5, 15)], [on("bastion", 20, 12)]
    dead = slain(red, blue, tie("red-1", "blue-1"), tie("red-2", "blue-1"))
    assert dead == {"red-1": "DG-UPK-02", "blue-1": "DG-DUA-02", "red-2": "DG-DUA-02"}


@rule("DG-DUA-03")
def test_deaths_spread_whatever_the_order_of_the_ties() -> None:
    red = [on("herald", 5, 12), on("herald", 5, 15), on("herald", 5, 18, damage=15)]
    blue = [on("bastion", 20, 12), on("bastion", 20, 15)]
    chain = (tie("red-1", "blue-1"), tie("red-2", "blue-1"), tie("red-2", "blue-2"), tie("red-3", "blue-2"))
    assert set(slain(red, blue, *chain)) == {"red-1", "red-2", "red-3", "blue-1", "blue-2"}
    assert set(slain(red, blue, *chain[2:])) == {"red-2", "red-3", "blue-2"}


@rule("DG-DUA-04", 0)
def test_a_tie_of_turn_one_kills_in_turn_six() -> None:
    red, blue = [on("herald", 5, 12, FATE, damage=11), SPARES[0]], [on("herald", 20, 12, "psychic_shock"), SPARES[1]]
    match = Stage(red, blue, phase="active", turn=1).match(8, 4, 4)
    match.play(Activate("red-1"), Cast("red-1", FATE, "blue-1"))
    shock = Cast("blue-1", "psychic_shock", "red-1")
    pass_to(match, 5, "active")
    turn_of(match, "blue")
    match.play(Activate("blue-1"), shock)
    pass_to(match, 6, "active")
    assert not happened(match, Slain)
    turn_of(match, "blue")
    match.play(Activate("blue-1"), shock)
    pass_to(match, 7, "movement")
    assert {e.model for e in happened(match, Slain)} == {"red-1", "blue-1"}
    assert spent(match)


@rule("DG-DUA-04")
def test_tying_the_same_pair_again_changes_nothing() -> None:
    red, blue = [on("herald", 5, 12, FATE), SPARES[0]], [on("bastion", 20, 12), SPARES[1]]
    match = Stage(red, blue, phase="active", turn=1).match(8, 8)
    match.play(Activate("red-1"), Cast("red-1", FATE, "blue-1"))
    once = dict(match.table.attachments)
    pass_to(match, 2, "active")
    match.play(Activate("red-1"), Cast("red-1", FATE, "blue-1"))
    assert match.table.attachments == once
    assert len(once) == 1
    assert spent(match)


@rule("DG-DUA-05", 0)
@pytest.mark.parametrize("target", ["red-1", "red-2"])
def test_nobody_ties_itself_or_a_friend(target: str) -> None:
    red = [on("herald", 5, 12, FATE), on("trooper", 8, 12)]
    match = Stage(red, [on("bastion", 20, 12)], phase="active").match()
    no = refused(match, Activate("red-1"), Cast("red-1", FATE, target))
    assert (no.rule, no.facts) == ("DG-DUA-05", {"target": target, "needed": "enemy"})
