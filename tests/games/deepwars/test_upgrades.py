"""Upgrades and training in a battle (DW-UPG)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sightline.core.muster import Entry, Roster
from sightline.games.deepwars import GAME, catalog
from sightline.games.deepwars.actions import Attack, BlowOpen, Fix, FreeActivation, Nominate, Treat
from sightline.games.deepwars.arms import best_melee
from sightline.games.deepwars.damage import Suffering
from sightline.games.deepwars.devices import can_use, handicap
from sightline.games.deepwars.effects import EFFECTS
from sightline.games.deepwars.events import Clashed
from sightline.games.deepwars.questions import SHOT, Armor, AttackScore, Blow
from sightline.games.deepwars.tokens import LEARNED, UPGRADE, WOUND
from tests.games.deepwars.finds import EYE
from tests.games.deepwars.scenes import HOLD, scenic
from tests.games.deepwars.stage import Stage, act, alive, example, free, happened, has, offered, on, spent
from tests.games.deepwars.wars import battle
from tests.kit import rule

# ------------------------------------------------------------------ weapons and armor


def gun(kind: str = "energy") -> str:
    """A ranged weapon of a kind."""
    return next(w.id for w in catalog.weapons().values() if not w.melee and w.kind == kind)


@rule("DW-UPG-02")
@rule("DW-UPG-03")
@rule("DW-UPG-05")
@rule("DW-UPG-10")
@rule("DW-UPG-13")
def test_upgrades_change_scores_and_armor() -> None:
    def tallied(upgrade: str, item: str, mode: str) -> tuple[float, float]:
        found = []
        for tokens in ({}, {f"{UPGRADE}:{upgrade}:{item}": 1, f"{UPGRADE}:{upgrade}": 1}):
            table = Stage([on(20, 18, item, tokens=tokens)], [on(22, 18)]).table
            blow = Blow("red-1", "blue-1", item, mode)
            score = EFFECTS.tally(table, AttackScore("red-1", "blue-1", blow), 3).value
            found.append((score, EFFECTS.tally(table, Armor("blue-1", "red-1", blow, "body"), 9).value))
        (a, b), (c, d) = found
        return c - a, d - b

    assert tallied("amplifier", "trident", "h2h") == (1, 0)
    assert tallied("armor_piercing", gun(), SHOT) == (0, -1)
    assert tallied("enhanced_targeting", gun(), SHOT) == (1, 0)
    assert tallied("powerful_blast", "depth_charge", SHOT) == (1, -1)
    assert tallied("battle_master", "trident", "h2h") == (1, 0)


@rule("DW-UPG-06", 0)
def test_a_range_extender_softens_long_shots() -> None:
    facts = example("DW-UPG-06", 0)
    item = next(w.id for w in catalog.weapons().values() if w.range == "medium" and w.kind in ("energy", "projectile"))
    for far, wanted in zip(facts["distance"], facts["mods"], strict=True):
        table = Stage([on(10, 18, item, tokens={f"{UPGRADE}:range_extender:{item}": 1})], [on(11 + far, 18)]).table
        near = Stage([on(10, 18, item)], [on(12, 18)]).table
        blow = Blow("red-1", "blue-1", item, SHOT)
        base = EFFECTS.tally(near, AttackScore("red-1", "blue-1", blow), 3).value
        assert EFFECTS.tally(table, AttackScore("red-1", "blue-1", blow), 3).value - base == wanted


@rule("DW-UPG-04")
def test_an_auto_reloader_saves_a_reload() -> None:
    item = next(w.id for w in catalog.weapons().values() if not w.melee and any(t.id == "reload" for t in w.traits))
    printed = next(t.n for t in catalog.weapon(item).traits if t.id == "reload")
    for tokens, wanted in (({}, printed), ({f"{UPGRADE}:auto_reloader:{item}": 1}, printed - 1)):
        stage = Stage([on(20, 18, item, tokens=tokens), on(2, 2)], [on(22, 18, combat=9), on(2, 34)])
        match = stage.match(2, 6, 6, 6, 6)
        act(match, Nominate("red-1"), FreeActivation("red-1"), Attack("red-1", item, "blue-1"))
        assert has(match, "red-1", f"empty:{item}") == wanted


@rule("DW-UPG-09")
def test_reinforced_armor_is_one_point_stronger() -> None:
    table = Stage([on(20, 18)], [on(21, 18, tokens={f"{UPGRADE}:reinforce_armor": 1})]).table
    blow = Blow("red-1", "blue-1", "bare_hands")
    for section in ("body", "head", "locomotion"):
        assert EFFECTS.tally(table, Armor("blue-1", "red-1", blow, section), 3).value == 4


@rule("DW-UPG-02")
@rule("DW-CBT-05")
def test_one_defends_oneself_with_the_weapon_an_amplifier_has_made_the_best() -> None:
    stage = Stage([on(10, 10)], [on(11, 10, "trident", "shock_lance", tokens={"upgrade:amplifier:shock_lance": 1})])
    assert best_melee(stage.table, stage.table.models["blue-1"]).id == "shock_lance"
    match = act(stage.match(3, 3, 6, 6, 6), *free("red-1"), Attack("red-1", "bare_hands", "blue-1"))
    assert happened(match, Clashed)[0].totals == (6, 8), "3 + 3 against 3 + 3 + 1 + 1"


@rule("DW-UPG-10")
@rule("DW-ABL-12")
def test_a_powerful_blast_breaches_from_afar_and_breaks_what_is_scenic() -> None:
    better = {"upgrade:powerful_blast:sonic_horn": 1}
    for tokens in ({}, better):
        stage = Stage([on(24, 12, "sonic_horn", facing=90, tokens=tokens)], [on(2, 34)], terrain=[HOLD])
        match = act(stage.match(6, 6, 6), *free("red-1"))
        assert bool(offered(match, BlowOpen)) is bool(tokens)
        scene_ = Stage([on(20, 18, "sonic_horn", tokens=tokens)], [on(2, 34)])
        table = scenic(scene_, "scenic_artifact", "hydrothermal_power_plant").table
        blow = Blow("red-1", "thing", "sonic_horn", SHOT)
        armor = EFFECTS.tally(table, Armor("thing", "red-1", blow, "body"), 3).value
        assert armor == (1 if tokens else 3), "one point by its Armor Break, one by its Breach"


# ------------------------------------------------------------------ devices


@rule("DW-UPG-11")
@rule("DW-UPG-12")
def test_a_simplified_item_and_a_manual_open_it_to_more() -> None:
    plain = Stage([on(20, 18, "ether_tech:2")], [on(40, 30)])
    assert handicap(plain.table, plain.table.models["red-1"], EYE) == -2
    easy = Stage([on(20, 18, "ether_tech:2", tokens={f"{UPGRADE}:simplify:{EYE}": 1})], [on(40, 30)])
    assert handicap(easy.table, easy.table.models["red-1"], EYE) == 0
    manual = Stage([on(20, 18, "ether_tech:1", tokens={f"{UPGRADE}:instruction_manual:{EYE}": 1})], [on(40, 30)]).table
    manual.put_tokens("table", f"{LEARNED}:{EYE}", 1)
    assert can_use(manual, manual.models["red-1"], EYE)


@rule("DW-UPG-11")
@rule("DW-TEC-05")
def test_a_simplified_device_of_a_friend_is_mended_as_one_of_a_lower_level() -> None:
    broken = {"load:planar_eye": 1, "damaged:planar_eye": 1}
    for simple, left in (({"upgrade:simplify:planar_eye": 1}, 0), ({}, 1)):
        red = [on(10, 10, "scientist:3"), on(11, 10, tokens={**broken, **simple})]
        match = Stage(red, [on(40, 30)]).match(6, 6, 1)
        act(match, *free("red-1"), Fix("red-1", "planar_eye"))
        assert has(match, "red-2", "damaged:planar_eye") == left
        assert spent(match)
    rifle = {"wound:coil_rifle": 1, "upgrade:simplify:coil_rifle": 1}
    red = [on(10, 10, "scientist:3"), on(11, 10, "coil_rifle", tokens=rifle)]
    match = Stage(red, [on(40, 30)]).match(6, 1, 1)
    act(match, *free("red-1"), Treat("red-1", "red-2", "coil_rifle"))
    assert has(match, "red-2", "wound:coil_rifle") == 0


@rule("DW-UPG-12")
@pytest.mark.parametrize("artifact", ["planar_eye", "golden_trident"])
@pytest.mark.parametrize(
    ("pupil", "manual", "teacher", "works"),
    [
        ("tw_chorister", 1, 1, True),
        ("tw_chorister", 0, 1, False),
        ("tw_chorister", 1, 0, False),
        ("bw_cutter", 1, 1, False),
    ],
)
def test_with_a_manual_ether_tech_is_enough_for_an_artifact_that_was_handed_over(
    artifact: str, pupil: str, manual: int, teacher: int, works: bool
) -> None:
    given = {f"load:{artifact}": 1, **({f"upgrade:instruction_manual:{artifact}": 1} if manual else {})}
    knows = {f"learned:{artifact}": 1} if teacher else {}
    band = (Entry("bw_captain", stats={"battles": 1, **knows}), Entry(pupil, stats={"battles": 1, **given}))
    rosters = {**battle().setup.rosters, "red": Roster("deepwars", "x", band)}
    table = GAME.set_up(replace(battle().setup, rosters=rosters))
    assert can_use(table, table.models["red-2"], artifact) == works
    if artifact == EYE:
        assert (artifact in table.models["red-2"].tokens) == works


@rule("DW-UPG-08")
@rule("DW-DMG-15")
@pytest.mark.parametrize(
    ("severity", "rugged", "broken"), [(3, False, True), (3, True, False), (4, True, True)], ids=str
)
def test_what_is_rugged_survives_its_bearer_unless_that_dies_gruesomely(
    severity: int, rugged: bool, broken: bool
) -> None:
    gun = next(w.id for w in catalog.weapons().values() if w.kind == "energy")
    tokens = {f"{UPGRADE}:ruggedize:{gun}": 1} if rugged else {}
    blow = Blow("blue-1", "red-1", gun, "shot")
    part = Suffering(blow, "blue-1", "red-1", severity)
    match = Stage([on(10, 10, gun, tokens=tokens), on(45, 2), on(2, 34)], [on(14, 10, gun)], agenda=(part,)).match(
        *[6] * 9
    )
    assert not alive(match, "red-1")
    assert bool(has(match, "red-1-body", f"{WOUND}:{gun}")) is broken
