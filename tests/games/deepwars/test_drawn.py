"""What a screen is told beside the rules: how far somebody could go, and why a spell is not to be had."""

from __future__ import annotations

import re

import pytest

from sightline.core.kernel import Ground, shapes
from sightline.games.deepwars import GAME
from sightline.games.deepwars.actions import Cast
from sightline.games.deepwars.conjuring import disc
from sightline.games.deepwars.ground import FINE, plainer
from tests.games.deepwars.chants import caster, chant, scene
from tests.games.deepwars.stage import On, Stage, act, offered, on
from tests.kit import ROOT


@pytest.mark.parametrize("radius", [1.0, 1.5, 3.0])
def test_what_is_round_is_drawn_with_few_corners_and_looks_the_same(radius: float) -> None:
    outline = disc((10.0, 10.0), radius)
    few = plainer(outline)
    assert len(few) <= len(outline) / 2
    gaps = (min(shapes.point_gap(*at, few[n - 1], few[n]) for n in range(len(few))) for at in outline)
    assert max(gaps) <= FINE


def test_an_outline_of_few_corners_is_drawn_as_it_is() -> None:
    box = [(0.0, 0.0), (4.0, 0.0), (4.0, 3.0), (0.0, 3.0)]
    assert plainer(box) == box
    assert len(Ground([plainer(disc((5.0, 5.0), 1.0))], 10.0, 10.0).region(1.0, 1.0, 0.5, 20.0)) < 60


def why_not(stage: Stage, spell: str, *dice: int) -> tuple[str, str]:
    """The rule and the sentence that tell why a spell that was rolled for is not on offer."""
    match = act(stage.match(*dice), *chant(spell, len(dice)))
    assert not offered(match, Cast)
    [(_, refusal)] = GAME.screen.withheld(match.table, match.decision)
    return refusal.rule, GAME.sayings.refusal(match.table, refusal)


def test_a_spell_that_reaches_nobody_says_how_far_it_is_to_the_nearest() -> None:
    stage = Stage([caster(), on(2, 2)], [on(31, 18), on(40, 30)])
    id, said = why_not(stage, "brine_lance", 6)
    assert id == "DW-SPL-09"
    assert said == "Brine Lance, power 1, reaches 3 in; the nearest is 10 in away"


def test_a_spell_says_that_whoever_is_near_is_behind_its_caster() -> None:
    id, said = why_not(Stage([caster(facing=180), on(2, 2)], [on(22, 18), on(40, 30)]), "brine_lance", 6)
    assert id == "DW-SPL-11"
    assert "in front of" in said


def test_a_spell_says_how_much_power_it_takes() -> None:
    id, said = why_not(scene(), "thermal_burst", 6)
    assert id == "DW-MAG-02"
    assert said == "Thermal Burst takes power 2 or more, there is 1"


@pytest.mark.parametrize(
    ("spell", "foe", "id", "said"),
    [
        ("knit_flesh", on(23, 18), "DW-SPL-11", "there is nobody on the map for Knit Flesh"),
        ("beast_charm", on(23, 18), "DW-SPL-11", "there is nobody on the map for Beast Charm"),
        ("beast_charm", on(23, 18, "warbeast", facing=0), "", ""),
        (
            "siren_lock",
            on(23, 18, "artificial"),
            "DW-SPL-09",
            "Siren Lock, power 1, reaches 3 in; the nearest is 22.3",
        ),
    ],
)
def test_a_spell_without_anybody_it_is_for_does_not_speak_of_others(spell: str, foe: On, id: str, said: str) -> None:
    stage = Stage([caster(), on(2, 2)], [foe, on(40, 30)])
    if not id:
        assert offered(act(stage.match(6), *chant(spell, 1)), Cast)
        return
    rule, sentence = why_not(stage, spell, 6)
    assert rule == id
    assert sentence.startswith(said)


def test_a_friend_who_is_hurt_is_what_a_healing_spell_is_measured_to() -> None:
    stage = Stage([caster(), on(30, 18, tokens={"wound:body": 1})], [on(22, 18), on(40, 30)])
    id, said = why_not(stage, "knit_flesh", 6)
    assert (id, said) == ("DW-SPL-09", "Knit Flesh, power 1, reaches 3 in; the nearest is 9 in away")


def test_a_spell_that_can_be_cast_is_not_missed() -> None:
    match = act(scene().match(6, 6, 6), *chant("brine_lance", 3))
    assert offered(match, Cast)
    assert not GAME.screen.withheld(match.table, match.decision)


def test_everything_that_is_emitted_has_a_sentence_or_is_nobodys_business() -> None:
    emitted: set[str] = set()
    for path in (ROOT / "src" / "sightline" / "games" / "deepwars").rglob("*.py"):
        source = path.read_text()
        names = re.findall(r"from sightline\.core\.events import \(?([\w\s,]+?)\)?\n(?=\S)", source)
        known = {word for found in names for word in re.findall(r"\w+", found)}
        emitted |= {name for name in known if re.search(rf"\b{name}\(rule=", source)}
    assert "Granted" in emitted
    sayings = GAME.sayings
    assert not {name for name in emitted if name not in sayings.quiet and name not in sayings.events}
