"""Lists of Army Forge: what is read, what is lost, what is refused and where (SQ-IMP)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sightline.core.errors import BadInput
from sightline.games.starquest.army_forge import Asked, Loss, asked, read_list
from sightline.games.starquest.catalog import Special
from tests.kit import rule

RIFLE = {"name": "Rifle", "count": 3, "attacks": 1, "range": 24, "specialRules": [{"name": "AP", "rating": 1}]}
SQUAD: dict[str, Any] = {
    "id": "a1",
    "name": "Guards",
    "size": 3,
    "cost": 55,
    "quality": "5",
    "defense": "4",
    "loadout": [RIFLE],
}
HERO: dict[str, Any] = {
    "selectionId": "h1",
    "customName": "Aunt May",
    "name": "Captain",
    "size": 1,
    "cost": 100,
    "quality": "3+",
    "defense": 4,
    "xp": 7,
    "rules": [
        {"name": "Tough", "rating": "6"},
        {"name": "Fearless"},
        {"name": "Power", "rating": 5},
        {"name": "Str", "rating": "4+"},
    ],
    "loadout": [{"name": "Kit", "content": [{"name": "Sword", "attacks": "2"}]}],
}


def text(*units: dict[str, Any], **more: Any) -> str:
    return json.dumps({"name": "My list", "gameSystem": "gfsq", "units": list(units), **more})


@rule("SQ-IMP-01", 0)
def test_three_models_each_with_a_rifle() -> None:
    (unit,) = read_list(text(SQUAD), "enemies").units
    assert (unit.size, unit.quality, unit.defense, unit.points) == (3, 5, 4, 55)
    ((rifle, count),) = unit.weapons
    assert (rifle.name, rifle.range, rifle.attacks, rifle.rules, count) == ("Rifle", 24.0, 1, (Special("ap", 1),), 3)
    assert rifle.line == '24", A1, AP(1)'


@rule("SQ-IMP-01")
def test_a_hero_is_read_with_its_stats_and_those_that_are_missing_are_asked_for() -> None:
    found = read_list(text(HERO), "heroes")
    (hero,) = found.units
    assert (hero.id, hero.name, hero.quality, hero.tough, hero.xp) == ("h1", "Aunt May", 3, 6, 7)
    assert hero.stats == {"power": 5, "str": 4}
    assert asked(found.units) == [Asked("Aunt May", "dex"), Asked("Aunt May", "wil")]
    ((sword, _),) = hero.weapons
    assert sword.melee
    assert found.losses == ()


@rule("SQ-IMP-01")
def test_unknown_rules_are_kept_and_told() -> None:
    odd = {**SQUAD, "specialRules": [{"name": "Time Walk", "rating": 2}, {"name": "Fast"}]}
    found = read_list(text(odd), "enemies")
    assert found.units[0].kept == ("Time Walk",)
    assert found.units[0].rules == (Special("fast"),)
    assert found.losses == (Loss("Guards", "Time Walk", "no such special rule here: it is kept, and has no effect"),)


@rule("SQ-IMP-01")
@pytest.mark.parametrize(("size", "tough", "proposed"), [(1, 9, "huge"), (1, 8, "infantry"), (3, 9, "infantry")])
def test_a_single_enemy_of_great_toughness_is_proposed_to_be_huge(size: int, tough: int, proposed: str) -> None:
    big = {**SQUAD, "size": size, "loadout": [], "rules": [{"name": "Tough", "rating": tough}]}
    assert read_list(text(big), "enemies").units[0].size_class == proposed
    assert size > 1 or read_list(text(big), "heroes").units[0].size_class == "infantry"


@rule("SQ-IMP-01")
def test_upgrades_given_apart_are_paid_for_and_a_list_of_another_game_is_told() -> None:
    dear = {**SQUAD, "selectedUpgrades": [{"option": {"cost": 10}}, {"cost": 5}]}
    found = read_list(text(dear, gameSystem="aof"), "enemies")
    assert found.units[0].points == 70
    assert [loss.field for loss in found.losses] == ["gameSystem"]


@rule("SQ-IMP-01")
def test_a_share_wraps_the_list() -> None:
    assert read_list(json.dumps({"list": {"name": "Shared", "units": [SQUAD]}}), "enemies").name == "Shared"


@rule("SQ-IMP-02")
@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"quality": 7}, r"units\[0\] \(Guards\).quality: 7, expected 2 to 6"),
        ({"quality": 1}, r"\(Guards\).quality: 1, expected 2 to 6"),
        ({"defense": "9+"}, r"\(Guards\).defense: 9, expected 2 to 6"),
        ({"defense": None}, r"\(Guards\).defense: expected a whole number"),
        ({"size": 0}, r"\(Guards\).size: 0, expected at least 1"),
        ({"size": 2.5}, r"\(Guards\).size: expected a whole number"),
        ({"name": ""}, r"units\[0\].name: expected a name"),
        ({"loadout": {}}, r"\(Guards\).loadout: expected a list"),
        ({"loadout": [7]}, r"\(Guards\).loadout\[0\]: expected something with a name"),
        ({"loadout": [{"name": "Gun", "attacks": 0}]}, r"loadout\[0\]: 0 attacks"),
        ({"rules": [{"rating": 1}]}, r"\(Guards\).rules\[0\]: expected a rule with a name"),
        ({"cost": "dear"}, r"\(Guards\).cost: expected a whole number"),
    ],
)
def test_what_is_wrong_is_named_with_its_unit_and_field(change: dict[str, Any], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        read_list(text({**SQUAD, **change}), "enemies")


@rule("SQ-IMP-02")
def test_a_hero_is_one_model() -> None:
    with pytest.raises(BadInput, match=r"\(Guards\).size: 3, a hero is one model"):
        read_list(text(SQUAD), "heroes")


@rule("SQ-IMP-02")
@pytest.mark.parametrize(
    "nonsense", ["", "{", "[]", "7", "null", '{"units": []}', '{"units": 7}', '{"list": 3}', '{"units": [3]}']
)
def test_what_is_no_list_is_refused(nonsense: str) -> None:
    with pytest.raises(BadInput, match="list"):
        read_list(nonsense, "enemies")
