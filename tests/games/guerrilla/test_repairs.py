from time import process_time

import pytest

from sightline.core.decisions import Refusal
from sightline.core.muster import Entry, Roster
from sightline.core.repair import Fix, Repairs
from sightline.games.guerrilla import GAME

OPTIONS = GAME.rulebook.settle({})

ASHFALL = Roster(
    "guerrilla",
    "Ashfall Company",
    (
        Entry("overseer", ("beam_rifle", "laser_scope")),
        Entry("artillerist", ("long_range_phaser_rifle", "phaser_pistol", "slugger")),
        Entry("bastion", ("powered_titanium_armor", "powered_titanium_boots")),
        Entry("herald", ("warding_staff", "mind_blaze")),
        Entry("recon", ("beam_rifle", "dueling_blades", "phaser_cannon")),
        Entry("trooper", ("phaser_rifle", "flash_grenade", "saw_sword")),
        Entry("trooper", ("phaser_rifle", "flash_grenade")),
    ),
)


def repairs(*models: Entry, game: str = "guerrilla") -> dict[str, Fix | None]:
    """The repair of every fault, by rule."""
    roster = Roster(game, "Odd Lot", models)
    found = Repairs(GAME, roster, OPTIONS)
    return {fault.rule: found.of(fault) for fault in GAME.muster(roster, OPTIONS)}


def only(fixes: dict[str, Fix | None]) -> tuple[str, str, str]:
    """The one fault there is, and its repair in words and figures."""
    ((rule, fix),) = fixes.items()
    assert fix is not None
    return rule, fix.text, fix.effect


def faults(roster: Roster) -> list[Refusal]:
    return list(GAME.muster(roster, OPTIONS))


@pytest.mark.parametrize(
    ("models", "expected"),
    [
        (
            [Entry("bastion", ("powered_titanium_armor", "powered_titanium_boots"))],
            ("DG-EQP-05", "Take off the Powered Titanium Boots", "5 → 3"),
        ),
        (
            [Entry("trooper", ("phaser_rifle", "phaser_rifle"))],
            ("DG-EQP-03", "Take off the second Phaser Rifle", "4 → 2"),
        ),
        ([Entry("trooper", base=9.0)], ("DG-SET-04", "Give the Trooper a base of 2 in", "")),
        ([Entry("troper")], ("DG-SQD-02", "Make the troper a Trooper", "0 → 1 ★")),
        ([Entry("trooper", ("phaser_rifel",))], ("DG-EQP-01", "Swap phaser_rifel for Phaser Rifle", "0 → 2")),
        ([Entry("trooper", ("???",))], ("DG-EQP-01", "Take off the ???", "")),
        ([], ("DG-SQD-01", "Add a Trooper", "0 → 1 ★")),
        ([Entry("trooper")] * 17, ("DG-SQD-01", "Remove the 17th Trooper", "17 → 16 ★")),
        (
            [Entry("crusader")] * 5,
            ("DG-SQD-01", "Remove the fifth Crusader; remove the fourth Crusader", "25 → 15 ★"),
        ),
    ],
)
def test_every_kind_of_fault_has_its_cheapest_repair(models: list[Entry], expected: tuple[str, str, str]) -> None:
    assert only(repairs(*models)) == expected


def test_a_squad_of_another_game_becomes_one_of_this() -> None:
    assert only(repairs(Entry("trooper"), game="chess"))[1] == "Make it a squad for Depths of Space: Guerrilla Tactics"


def test_what_may_not_be_carried_is_swapped_for_something_of_the_same_cost() -> None:
    rule, text, effect = only(repairs(Entry("recon", ("beam_rifle", "dueling_blades", "phaser_cannon"))))
    assert rule == "DG-EQP-02"
    assert text.startswith("Swap Phaser Cannon for ")
    assert effect == "same cost"


def test_the_cheaper_of_two_models_goes() -> None:
    squad = Repairs(GAME, ASHFALL, OPTIONS)
    (over,) = [fault for fault in faults(ASHFALL) if fault.rule == "DG-SQD-01"]
    fix = squad.of(over)
    assert fix is not None
    assert (fix.text, fix.effect) == ("Remove the second Trooper", "17 → 16 ★")


def test_the_smallest_set_of_changes_uses_one_change_for_two_faults() -> None:
    fix = Repairs(GAME, ASHFALL, OPTIONS).all()
    assert fix is not None
    assert not faults(fix.roster)
    assert len(faults(ASHFALL)) == 4
    assert fix.changes == 3
    assert "emove the first Trooper" in fix.text


@pytest.mark.usefixtures("swept")
def test_a_bad_squad_is_repaired_while_one_blinks() -> None:
    squad = Repairs(GAME, ASHFALL, OPTIONS)
    began = process_time()
    for fault in faults(ASHFALL):
        squad.of(fault)
    squad.all()
    assert process_time() - began < 0.5  # 0.1 s on a machine that does nothing else
