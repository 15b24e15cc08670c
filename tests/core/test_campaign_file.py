"""Campaign files: cut short, edited by hand, from a newer or an older version; what is wrong is said, and where."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sightline.core import campaign_file as files
from sightline.core.battle import Debrief
from sightline.core.campaign_file import (
    DamagedCampaign,
    campaign_file,
    read_campaign,
    step_seal,
    taken_up,
    whole_seal,
    write_campaign,
)
from sightline.core.errors import BadInput
from sightline.core.match import Answer, Match
from tests.conformance.campaigns import steps_of
from tests.core.test_campaign import SEASON, season
from tests.plugins.scuffle.season import COINS, Buy, GoTo, Leave

OLD = Path(__file__).parent / "files" / "season-edition-1.json"

ANSWERS: tuple[Answer, ...] = (
    Leave(),
    Leave(),
    GoTo("spring-fair"),
    Debrief("M1", "red", {"blue-1": {"out": 1}}),
    (2,),
    Buy("red-1"),
    Leave(),
)


def at_second_fair() -> Match:
    match = season(fairs=2)
    for answer in ANSWERS:
        match.play(answer)
    return match


def text() -> str:
    match = at_second_fair()
    return write_campaign(campaign_file(match, "A year", steps_of(match, ANSWERS)))


def sealed(document: dict[str, Any]) -> str:
    """A document with seals that fit, whatever it says."""
    last = ""
    for step in document["steps"]:
        last = step["seal"] = step_seal(last, step)
    document["seal"] = whole_seal(document)
    return json.dumps(document)


def test_a_file_leads_back_to_where_the_campaign_stood() -> None:
    back = read_campaign(text(), "year.json")
    match = taken_up(SEASON, back.file.setup, back.file.rest)
    assert match.pending == at_second_fair().pending
    assert back.file.name == "A year"


def test_a_file_formatted_otherwise_is_the_same_file() -> None:
    assert read_campaign(json.dumps(json.loads(text()), indent=4, sort_keys=True), "year.json").file.count == 8


@pytest.mark.parametrize("share", [0.3, 0.5, 0.7, 0.9, 0.99])
def test_a_file_cut_short_says_after_which_step(share: float) -> None:
    whole = text()
    with pytest.raises(DamagedCampaign, match=r"year\.json: line \d+: the text breaks off or is damaged after step \d"):
        read_campaign(whole[: int(len(whole) * share)], "year.json")


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("sort", [False, True])
def test_a_file_cut_short_names_the_place_however_its_lines_are_broken(indent: int | None, sort: bool) -> None:
    whole = json.dumps(json.loads(text()), indent=indent, sort_keys=sort)
    fifth = json.dumps(json.loads(text())["steps"][4]["seal"])
    cut = whole[: whole.index(fifth) + len(fifth) - 3]
    with pytest.raises(DamagedCampaign) as caught:
        read_campaign(cut, "year.json")
    last = len(cut.splitlines())
    assert str(caught.value) == f"year.json: line {last}: the text breaks off or is damaged after step 4"


def test_a_file_damaged_in_the_middle_names_the_line() -> None:
    lines = json.dumps(json.loads(text()), indent=2).splitlines()
    place = max(n for n, line in enumerate(lines) if '"digest"' in line)
    lines[place] = lines[place].replace(":", "", 1)
    with pytest.raises(DamagedCampaign, match=rf"line {place + 1}: the text breaks off or is damaged after step 7"):
        read_campaign("\n".join(lines), "year.json")


@pytest.mark.parametrize("other", ["", "Dear diary, we lost again.", "<html></html>"])
def test_a_text_that_is_no_json_is_no_campaign_file_and_nothing_is_imported(other: str) -> None:
    with pytest.raises(BadInput, match=r"^year\.json: no campaign file, not even JSON .*nothing was imported$"):
        read_campaign(other, "year.json")


def test_a_file_with_a_step_less_says_so() -> None:
    document = json.loads(text())
    del document["steps"][-1]
    with pytest.raises(DamagedCampaign, match="the file has 7 steps, it should have 8"):
        read_campaign(json.dumps(document), "year.json")


def test_a_step_edited_by_hand_is_named() -> None:
    document = json.loads(text())
    document["steps"][4]["answers"][0]["winner"] = "blue"
    with pytest.raises(DamagedCampaign, match=r"year\.json: step 5 was changed after it was written"):
        read_campaign(json.dumps(document), "year.json")


def test_every_step_edited_by_hand_is_named_with_the_rule_it_breaks() -> None:
    document = json.loads(text())
    document["steps"][4]["events"][0]["rule"] = "SC-CMP-99"
    document["steps"][6]["answers"][0]["fighter"] = "blue-3"
    with pytest.raises(DamagedCampaign) as caught:
        read_campaign(json.dumps(document), "year.json")
    told = str(caught.value)
    assert told.startswith("year.json: steps 5, 7 were changed after it was written: step 5: event 1: ")
    assert told.partition("; step 7: answer 1 is refused: ")[2].startswith("SC-CMP-05")


def test_every_fault_of_squads_edited_by_hand_is_told() -> None:
    document = json.loads(text())
    for roster in document["setup"]["rosters"].values():
        roster["models"].clear()
    with pytest.raises(DamagedCampaign) as caught:
        read_campaign(json.dumps(document), "year.json")
    for side in document["setup"]["rosters"]:
        assert f"the squad of {side} is not legal: " in str(caught.value)


def test_a_purse_edited_by_hand_is_noticed() -> None:
    edited = text().replace(f'"{COINS}":1', f'"{COINS}":9', 1)
    assert edited != text()
    with pytest.raises(DamagedCampaign, match="something outside the steps was changed"):
        read_campaign(edited, "year.json")


@pytest.mark.parametrize("forged", [False, True])
def test_a_figure_edited_by_hand_is_told_with_whose_it_is_and_what_it_should_be(forged: bool) -> None:
    document = json.loads(text())
    side = next(model for model in document["rest"]["table"]["models"] if model["id"] == "red")
    true = side["tokens"].get(COINS, 0)
    side["tokens"][COINS] = 50
    with pytest.raises(DamagedCampaign, match=rf"{COINS} of .*\(red\) is 50, it should be {true}$"):
        read_campaign(sealed(document) if forged else json.dumps(document), "year.json")


def test_whoever_forges_the_seals_still_has_to_play_by_the_rules() -> None:
    document = json.loads(text())
    document["steps"][6]["answers"][0]["fighter"] = "blue-3"
    with pytest.raises(DamagedCampaign, match="step 7: answer 1 is refused: SC-CMP-05"):
        read_campaign(sealed(document), "year.json")
    document = json.loads(text())
    for model in document["rest"]["table"]["models"]:
        if model["id"] == "red":
            model["tokens"][COINS] = 50
    with pytest.raises(DamagedCampaign, match="rest: it is not where the 8 steps lead"):
        read_campaign(sealed(document), "year.json")


@pytest.mark.parametrize(("field", "found"), [("schema", 2), ("edition", 3)])
def test_a_file_from_a_newer_version_is_refused_by_name(field: str, found: int) -> None:
    document = {**json.loads(text()), field: found}
    with pytest.raises(BadInput, match=rf"year\.json\.{field}: {found}, this program reads up to {found - 1}; a newer"):
        read_campaign(sealed(document), "year.json")


@pytest.mark.parametrize("found", [0, -1, "1", None, 1.0, True])
def test_a_version_that_is_none_is_refused(found: Any) -> None:
    document = {**json.loads(text()), "edition": found}
    with pytest.raises(DamagedCampaign, match="expected a version from 1 to 2"):
        read_campaign(sealed(document), "year.json")


@pytest.mark.parametrize("nonsense", ["", "{}", "[]", "null", '{"kind": "sightline.record"}', "campaign", "[" * 5000])
def test_what_is_no_campaign_is_refused(nonsense: str) -> None:
    with pytest.raises(BadInput, match=r"year\.json"):
        read_campaign(nonsense, "year.json")


@pytest.mark.parametrize("key", ["steps", "setup", "rest", "game", "count", "seal", "edition", "name"])
def test_a_file_without_a_key_is_refused(key: str) -> None:
    document = json.loads(text())
    del document[key]
    with pytest.raises(BadInput, match=r"year\.json"):
        read_campaign(json.dumps(document), "year.json")
    if key not in ("steps", "seal"):
        with pytest.raises(BadInput, match=r"year\.json|has no campaign"):
            read_campaign(sealed(document), "year.json")


def test_a_file_of_other_rules_goes_on_from_where_it_stood_and_says_so() -> None:
    document = {**json.loads(text()), "rules_hash": "0123456789abcdef"}
    back = read_campaign(sealed(document), "year.json")
    assert back.changed
    assert taken_up(SEASON, back.file.setup, back.file.rest).pending == at_second_fair().pending


def test_a_file_of_other_rules_that_stands_nowhere_is_refused() -> None:
    document = {**json.loads(text()), "rules_hash": "0123456789abcdef"}
    document["rest"]["table"]["agenda"] = [{"type": "Jousting"}]
    with pytest.raises(DamagedCampaign, match="rest"):
        read_campaign(sealed(document), "year.json")


def test_an_old_edition_is_carried_over() -> None:
    """Edition 1 counted pennies; the file lies here as it was written then."""
    written = OLD.read_text()
    assert '"pennies"' in written
    assert json.loads(written)["edition"] == 1
    back = read_campaign(written, OLD.name)
    assert back.changed
    assert back.file.edition == SEASON.edition == 2
    match = taken_up(SEASON, back.file.setup, back.file.rest)
    assert match.table.tokens("red", COINS) == 3
    match.play(Buy("red-1"))
    assert match.table.tokens("red", COINS) == 1


def test_an_old_schema_is_carried_over(monkeypatch: pytest.MonkeyPatch) -> None:
    def named(document: dict[str, Any]) -> dict[str, Any]:
        return {**document, "schema": 2, "name": document["name"].upper()}

    monkeypatch.setattr(files, "SCHEMA", 2)
    monkeypatch.setitem(files.MIGRATIONS, 1, named)
    assert read_campaign(text(), "year.json").file.name == "A YEAR"


def test_an_old_file_edited_by_hand_is_not_carried_over() -> None:
    with pytest.raises(DamagedCampaign, match="changed after it was written"):
        read_campaign(OLD.read_text().replace('"pennies":3', '"pennies":30'), OLD.name)


@pytest.mark.parametrize("told", ["nothing", [], 3, None])
def test_an_event_that_is_none_is_refused_with_its_place(told: Any) -> None:
    document = json.loads(text())
    document["steps"][6]["events"][0] = told
    with pytest.raises(BadInput, match=r"year\.json\.steps\[6\]\.events\[0\]"):
        read_campaign(sealed(document), "year.json")


@pytest.mark.parametrize("options", [{}, {"no such": 1}, {"fairs": "many"}])
def test_by_options_that_are_none_no_squad_is_judged(options: dict[str, Any]) -> None:
    document = json.loads(text())
    document["setup"]["options"] = options
    document["setup"]["rosters"]["red"]["models"][0]["profile"] = "nobody"
    with pytest.raises(DamagedCampaign, match="option") as refused:
        read_campaign(sealed(document), "year.json")
    assert "squad" not in str(refused.value)


def test_a_table_that_no_screen_can_show_is_refused() -> None:
    document = {**json.loads(text()), "rules_hash": "0123456789abcdef"}
    document["rest"]["table"]["sides"] = ["red", "nobody"]
    with pytest.raises(DamagedCampaign, match="rest: cannot be played"):
        read_campaign(sealed(document), "year.json")
