"""Lists of Army Forge: what is read, what is lost, what is refused and where (SQ-IMP)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec import to_builtins

from sightline import new_match
from sightline.core.errors import BadInput
from sightline.core.match import Match
from sightline.core.muster import Entry, Roster, roster_from
from sightline.core.odds import by_default
from sightline.games.starquest import GAME
from sightline.games.starquest.army_forge import Asked, Hired, Loss, asked, collection, crew, read_list
from sightline.games.starquest.catalog import Special, arm, profiles
from sightline.games.starquest.events import Wounded
from sightline.games.starquest.models import enemy_unit
from tests.kit import rule, sightline

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
    what = "no such special rule here: kept in the squad's note, without effect"
    assert found.losses == (Loss("Guards", "Time Walk(2)", what, "list.units[0] (Guards).specialRules[0]"),)
    assert collection(found).note == "Without effect here: Time Walk(2) (Guards)"


@rule("SQ-IMP-01")
def test_weapons_that_stand_in_no_loadout_are_read() -> None:
    found = read_list(text({**{k: v for k, v in SQUAD.items() if k != "loadout"}, "weapons": [RIFLE]}), "enemies")
    assert [(w.name, count) for w, count in found.units[0].weapons] == [("Rifle", 3)]
    assert found.losses == ()


@rule("SQ-IMP-01")
def test_who_comes_unarmed_is_told_and_what_is_left_out_with_its_place() -> None:
    bare = {**SQUAD, "loadout": [], "items": [{"name": "Banner"}]}
    found = read_list(text(SQUAD, bare), "enemies")
    assert [(loss.place, loss.what) for loss in found.losses] == [
        ("list.units[1] (Guards).loadout", "no weapons in the list: it comes unarmed"),
        ("list.units[1] (Guards).items", "means nothing here: left out"),
    ]
    rules = [{"name": "Odd"}]
    odd = {**SQUAD, "loadout": [{"name": "Box", "content": [{**RIFLE, "specialRules": rules}]}]}
    (loss,) = read_list(text(odd), "enemies").losses
    assert loss.place == "list.units[0] (Guards).loadout[0].content[0].specialRules[0]"


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
        ({"defense": None}, r"\(Guards\).defense: expected a whole number, found nothing$"),
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


# ------------------------------------------------------------------ as squads


FISTS = {"name": "Fists", "attacks": 1}
GUNS = [{**RIFLE, "count": 2}, {"name": "Flamer", "count": 1, "attacks": 2, "range": 12}, FISTS]
MAY = Hired("bulwark", ("brace", "taunt"), {"dex": 5, "wil": 4})
BOB = {**HERO, "selectionId": "h2", "customName": "Bob | the [Third]", "xp": 0}


def play_on(match: Match, most: int = 400) -> Match:
    """Answer as the book does, so many times at most."""
    for _ in range(most):
        if match.pending is None:
            break
        match.play(by_default(match, match.decision))
    return match


@rule("SQ-IMP-01", 0)
def test_an_imported_list_is_a_collection_that_can_be_played_against() -> None:
    found = read_list(
        text({**SQUAD, "loadout": GUNS}, {**SQUAD, "name": "Ogre", "size": 1, "loadout": [FISTS]}), "enemies"
    )
    roster = collection(found)
    assert GAME.plays(roster) == ("enemies",)
    assert GAME.muster(roster, GAME.rulebook.settle({})) == []
    assert roster_from(to_builtins(roster), "file") == roster, "a file keeps everything"
    squads: dict[str, Any] = {"heroes": "party_long_night", "enemies": roster}
    match = new_match("starquest", seed=3, options={"difficulty": 2}, squads=squads)
    while match.table.tokens("table", "round") < 1:
        match.play(by_default(match, match.decision))
    guards = [m for m in match.table.models.values() if m.unit == "enemies-1"]
    drawn = {m.profile for m in match.table.models.values() if m.kind == "model" and m.side == "enemies"}
    assert drawn <= {e.profile for e in roster.models}
    assert guards
    play_on(match)
    assert any(isinstance(e, Wounded) for e in match.events)


@rule("SQ-IMP-01")
def test_the_weapons_of_a_unit_are_spread_over_its_models() -> None:
    (entry,) = collection(read_list(text({**SQUAD, "loadout": GUNS}), "enemies")).models
    models = enemy_unit(entry.profile, 1, GAME.rulebook.settle({}))
    names = [[arm(id).name for id in model.kit] for model in models]
    assert names == [["Rifle", "Fists"], ["Rifle", "Fists"], ["Flamer", "Fists"]]
    assert [model.tokens["quality"] for model in models] == [5, 5, 5]


@rule("SQ-IMP-01")
def test_imported_heroes_make_a_party_once_everything_is_answered() -> None:
    found = read_list(text(HERO, BOB), "heroes")
    with pytest.raises(
        BadInput,
        match=r'Aunt May: expected a class and two skills, such as {"Aunt May": {"trade": .*classes: bulwark, ',
    ):
        crew(found, {})
    with pytest.raises(BadInput, match=r"Aunt May\.trade: bulwrk: no such class; there are bulwark, "):
        crew(found, {"Aunt May": Hired("bulwrk", ("brace", "taunt"))})
    with pytest.raises(BadInput, match=r"Aunt May\.skills: tant: no skill of a bulwark; there are brace, "):
        crew(found, {"Aunt May": Hired("bulwark", ("brace", "tant"))})
    with pytest.raises(
        BadInput, match=r'Aunt May\.dex: the list does not say, .*such as {"Aunt May": {"stats": {"dex": 4}}}'
    ):
        crew(found, {"Aunt May": Hired("bulwark", ("brace", "taunt"))})
    with pytest.raises(BadInput, match=r"Aunt May\.wil: 9, expected 2 to 6"):
        crew(found, {"Aunt May": Hired("bulwark", ("brace", "taunt"), {"dex": 4, "wil": 9})})
    party = crew(found, {"Aunt May": MAY, BOB["customName"]: MAY})
    assert GAME.plays(party) == ("heroes",)
    assert GAME.muster(party, GAME.rulebook.settle({})) == []
    squads: dict[str, Any] = {"heroes": party, "enemies": "rustborn"}
    match = new_match("starquest", seed=3, squads=squads)
    may = match.table.models["heroes-1"]
    assert may.name == "Aunt May"
    assert [may.tokens[t] for t in ("quality", "tough", "most_power", "str", "dex", "wil", "xp")] == [
        3,
        6,
        5,
        4,
        5,
        4,
        7,
    ]
    assert match.table.models["heroes-2"].name == "Bob | the [Third]"
    play_on(match)
    assert match.table.tokens("table", "round") >= 1


@rule("SQ-IMP-01")
@rule("SQ-PRT-05")
def test_an_imported_party_is_held_to_the_rules_of_parties() -> None:
    party = crew(read_list(text(HERO, HERO), "heroes"), {"Aunt May": MAY})
    assert {f.rule for f in GAME.muster(party, GAME.rulebook.settle({}))} == {"SQ-PRT-05"}
    lazy = Hired("bulwark", (), MAY.stats)
    odd = crew(read_list(text(HERO, BOB), "heroes"), {"Aunt May": MAY, BOB["customName"]: lazy})
    assert "SQ-HSK-01" in {f.rule for f in GAME.muster(odd, GAME.rulebook.settle({}))}


@rule("SQ-IMP-01")
def test_the_size_of_a_unit_can_be_answered_differently() -> None:
    ogre = {**SQUAD, "size": 1, "rules": [{"name": "Tough", "rating": 9}], "loadout": [FISTS]}
    found = read_list(text(ogre), "enemies")
    usual, small = collection(found), collection(found, {"Guards": "infantry"})
    widths = [enemy_unit(r.models[0].profile, 1, GAME.rulebook.settle({}))[0].radius for r in (usual, small)]
    assert widths[0] > widths[1]
    with pytest.raises(BadInput, match="no unit of this game"):
        collection(found, {"Guards": "enormous"})


@rule("SQ-IMP-02")
@pytest.mark.parametrize(
    "id",
    [
        "Guards [0] Q5+ D4+ T1 infantry 55pts |  | ",
        "Guards [999] Q5+ D4+ T1 infantry 55pts |  | ",
        "Guards [3] Q7+ D4+ T1 infantry 55pts |  | ",
        "Guards [3] Q5+ D4+ T0 infantry 55pts |  | ",
        "Guards [3] Q5+ D4+ T1 gigantic 55pts |  | ",
        "Guards [3] Q5+ D4+ T1 infantry 55pts | Omnipotent | ",
        "Guards [3] Q5+ D4+ T1 infantry 55pts |  | Gun (A1) x4",
        "Guards [3] Q5+ D4+ T1 infantry 55pts |  | Gun (A999) x1",
        "Guards [3] Q5+ D4+ T1 infantry 55pts |  | Gun x1",
        "Guards [2] Q5+ D4+ T1 infantry 55pts Power 5 Str 4+ Dex 4+ Wil 4+ |  | ",
    ],
)
def test_a_profile_that_is_no_unit_of_this_game_is_unknown(id: str) -> None:
    assert id not in profiles()
    assert profiles().get(id) is None
    roster = Roster("starquest", "Odd", (Entry(id),))
    assert "SQ-PRT-03" in {f.rule for f in GAME.muster(roster, GAME.rulebook.settle({}))}


@rule("SQ-IMP-01")
def test_a_list_is_imported_on_the_command_line_with_everything_that_is_lost(tmp_path: Path) -> None:
    odd = {**SQUAD, "specialRules": [{"name": "Time Walk", "rating": 2}]}
    (tmp_path / "enemies.json").write_text(text(odd))
    done = sightline("squad", "import", "starquest", tmp_path / "enemies.json", "--side", "enemies")
    assert done.returncode == 0
    what = "Time Walk(2): no such special rule here: kept in the squad's note, without effect"
    assert done.stderr == f"lost: {tmp_path / 'enemies.json'}.units[0] (Guards).specialRules[0]: {what}\n"
    assert "Time Walk(2) (Guards)" in json.loads(done.stdout)["note"]
    other = sightline("squad", "import", "starquest", tmp_path / "enemies.json")
    assert other.returncode == 2
    assert other.stderr.startswith(f"error: {tmp_path / 'enemies.json'}.units[0] (Guards).size: 3, a hero is one model")
    assert "(read for heroes; it can be read with --side enemies)" in other.stderr
    (tmp_path / "mine.json").write_text(done.stdout)
    assert sightline("squad", "check", tmp_path / "mine.json").stdout.startswith("My list: OK")


@rule("SQ-IMP-01")
@rule("SQ-IMP-02")
def test_answers_belong_to_units_of_the_list_and_to_what_is_asked() -> None:
    plain = {"trade": "bulwark", "skills": ["brace", "taunt"], "stats": {"dex": 4, "wil": 4}}
    named = {"Aunt May": plain, BOB["customName"]: plain}
    roster, losses = GAME.squad_from(text(HERO, BOB), "heroes", named)
    assert GAME.muster(roster, GAME.rulebook.settle({})) == []
    assert losses == []
    with pytest.raises(BadInput, match="answers: Nobody: no such unit"):
        GAME.squad_from(text(HERO, BOB), "heroes", {**named, "Nobody": plain})
    with pytest.raises(BadInput, match=r"answers\.Aunt May"):
        GAME.squad_from(text(HERO, BOB), "heroes", {**named, "Aunt May": {"luck": 1}})
    with pytest.raises(BadInput, match="expected heroes or enemies"):
        GAME.squad_from(text(HERO, BOB), "umpire", named)


# ------------------------------------------------------------------ in the browser


@rule("SQ-IMP-01")
def test_a_list_is_read_for_the_side_it_looks_like_with_proposals_for_what_it_does_not_say() -> None:
    party = GAME.read_list(text(HERO, BOB), "", {})
    assert (party.side, GAME.muster(party.roster, GAME.rulebook.settle({}))) == ("heroes", [])
    fields = [q.field for q in party.questions if q.unit == 1]
    assert fields == ["class", "skill 1", "skill 2", "dex", "wil", "size"]
    assert all(q.value in {c.value for c in q.choices} for q in party.questions)
    assert GAME.read_list(text(SQUAD), "", {}).side == "enemies"
    lone = {**SQUAD, "size": 1, "loadout": [FISTS]}
    assert GAME.read_list(text(lone), "", {}).side == "enemies"
    assert GAME.read_list(text(lone), "heroes", {}).side == "heroes"


@rule("SQ-IMP-01")
def test_answers_change_what_is_made_and_what_is_asked_next() -> None:
    answers = {"1": {"class": "bulwark", "skill 1": "taunt", "dex": "2", "size": "huge"}}
    read = GAME.read_list(text(HERO, BOB), "heroes", answers)
    may = read.roster.models[0]
    assert may.items[:2] == ("bulwark", "taunt")
    assert " huge " in may.profile
    assert " Dex 2+ " in may.profile
    second = next(q for q in read.questions if (q.unit, q.field) == (1, "skill 2"))
    assert "taunt" not in {c.value for c in second.choices}
    other = GAME.read_list(text(HERO, BOB), "heroes", {"1": {"class": "bulwark", "skill 1": "no such skill"}})
    assert not GAME.muster(other.roster, GAME.rulebook.settle({})), "what does not fit gives way to the proposal"
    with pytest.raises(BadInput, match="nothing of the list is left open"):
        GAME.read_list(text(HERO), "heroes", {"7": {"dex": "2"}})


@rule("SQ-IMP-01")
def test_what_is_lost_is_told_by_unit_and_stays_in_the_note() -> None:
    odd = {**SQUAD, "rules": [{"name": "Time\nWalk"}], "loadout": [RIFLE, {"name": "Banner"}]}
    read = GAME.read_list(text(odd), "enemies", {})
    assert [(loss.unit, loss.what) for loss in read.losses] == [("Guards", "Time Walk"), ("Guards", "Banner")]
    assert read.roster.note == "Without effect here: Time Walk (Guards), Banner (Guards)"
    assert read.units[0].line == '3 models, Quality 5+, Defense 4+ · 3 Rifle (24", A1, AP(1))'
    assert (read.units[0].name, read.units[0].cost) == ("Guards", 55)


@rule("SQ-IMP-02")
@pytest.mark.parametrize(
    ("given", "side", "said"),
    [
        ("https://example.org/share?id=7", "", "list: this is an address"),
        (text({**HERO, "rules": [{"name": "Str", "rating": 9}]}), "heroes", "str: 9, expected 2 to 6"),
        (text({**SQUAD, "selectedUpgrades": 7}), "enemies", "selectedUpgrades: expected a list"),
        (text({**SQUAD, "size": 10**30, "loadout": []}), "enemies", "size: expected a whole number"),
        (text({**SQUAD, "size": 40, "loadout": []}), "enemies", r"\(Guards\).size: 40, expected at most 20"),
        (text(*[SQUAD] * 65), "enemies", "expected at most 64"),
        (text(SQUAD), "umpire", "expected heroes or enemies"),
    ],
    ids=["address", "stat", "upgrades", "huge number", "size", "units", "side"],
)
def test_what_cannot_be_read_is_refused_with_its_place(given: str, side: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        GAME.read_list(given, side, {})
