"""A defender whose owner has said what it defends itself with (DW-CBT-05)."""

from __future__ import annotations

import pytest

from sightline.games.deepwars import GAME
from sightline.games.deepwars.actions import Attack, Done, EndTurn, NameWeapon
from sightline.games.deepwars.events import Clashed, Wounded
from tests.games.deepwars.duels import FISTS
from tests.games.deepwars.stage import Stage, act, free, happened, model, offered, on, refused
from tests.kit import rule


def armed(*weapons: str) -> Stage:
    """Somebody with several weapons, and an enemy at its side."""
    return Stage([on(20, 18, *weapons), on(2, 2)], [on(21, 18), on(2, 34)])


@rule("DW-CBT-05")
def test_the_owner_names_what_a_model_defends_itself_with() -> None:
    match = armed("drill_arm", "venom_fangs").match(3, 3, 6, 6, 6)
    act(match, *free("red-1"), NameWeapon("red-1", "venom_fangs"))
    assert refused(match, NameWeapon("red-1", "drill_arm")).rule == "DW-CBT-05"
    act(match, Done("red-1"), EndTurn("red"), *free("blue-1"), Attack("blue-1", FISTS, "red-1"))
    assert happened(match, Clashed)[0].defence.value == 3 + 1, "the fangs add one, where the drill would add two"
    assert "blue-1" in {e.bearer for e in happened(match, Wounded)}, "and they strike back with their poison"


@rule("DW-CBT-05")
def test_unless_named_the_highest_bonus_defends() -> None:
    match = armed("drill_arm", "venom_fangs").match(3, 3)
    act(match, *free("red-1"), Done("red-1"), EndTurn("red"), *free("blue-1"), Attack("blue-1", FISTS, "red-1"))
    assert happened(match, Clashed)[0].defence.value == 3 + 2


@rule("DW-CBT-05")
@rule("DW-SUB-09")
def test_a_named_weapon_that_is_damaged_no_longer_defends() -> None:
    stage = armed("drill_arm", "venom_fangs")
    stage.table.put_tokens("red-1", "parries:venom_fangs", 1)
    stage.table.put_tokens("red-1", "wound:venom_fangs", 1)
    match = act(stage.match(3, 3), EndTurn("red"), *free("blue-1"), Attack("blue-1", FISTS, "red-1"))
    assert happened(match, Clashed)[0].defence.value == 3 + 2


@rule("DW-CBT-05")
@pytest.mark.parametrize(
    ("weapons", "choices"),
    [(("trident", "dive_knife"), None), (("drill_arm", "venom_fangs"), ("venom_fangs",)), (("trident",), None)],
)
def test_it_is_only_offered_where_another_weapon_does_something_else(
    weapons: tuple[str, ...], choices: tuple[str, ...] | None
) -> None:
    match = act(armed(*weapons).match(), *free("red-1"))
    assert bool(offered(match, NameWeapon)) is (choices is not None)
    if choices is not None:
        offer = next(o for o in match.decision.offers if o.action is NameWeapon)
        assert match.slots(offer)["weapon"].options == choices  # type: ignore[union-attr]
    assert refused(match, NameWeapon("red-1", "star_sabre")).rule == "DW-CBT-05"


@rule("DW-CBT-05")
def test_what_was_named_is_told_and_may_be_changed_in_the_next_activation() -> None:
    match = act(armed("drill_arm", "venom_fangs").match(), *free("red-1"), NameWeapon("red-1", "venom_fangs"))
    assert any("defend itself with: Venom fangs" in GAME.sayings.event(match.table, e) for e in match.events)
    act(match, Done("red-1"), EndTurn("red"), EndTurn("blue"), *free("red-1"), NameWeapon("red-1", "drill_arm"))
    assert model(match, "red-1").tokens.get("parries:drill_arm") == 1
    assert "parries:venom_fangs" not in model(match, "red-1").tokens
