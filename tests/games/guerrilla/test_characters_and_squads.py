"""Character traits and building a combat squad (DG-CHR, DG-SQD)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from sightline.core.decisions import Illegal, Refusal
from sightline.core.game import TablePlan
from sightline.core.muster import Entry, Roster
from sightline.core.preparation import Faults, Preparation
from sightline.core.table import Attachment
from sightline.games.guerrilla import GAME
from sightline.games.guerrilla.actions import Activate, Move
from sightline.games.guerrilla.attacking import to_hit
from sightline.games.guerrilla.catalog import characters, item, items
from sightline.games.guerrilla.events import Slain
from sightline.games.guerrilla.moving import offers, speed
from sightline.games.guerrilla.muster import model_faults
from sightline.games.guerrilla.throwing import to_throw
from tests.games.guerrilla.stage import On, Stage, at, chance, damage, happened, on, refused, table_of
from tests.kit import rule

QUAKE, RETREAT = "DG-QUK-01", "DG-RET-01"
EDITIONS = ("edition_a", "edition_b")


def squad(*entries: str | tuple[str, ...], game: str = "guerrilla") -> Roster:
    """A squad of characters, each by its name or as a tuple of its name and items."""
    models = [Entry(e) if isinstance(e, str) else Entry(e[0], items=e[1:]) for e in entries]
    return Roster(game=game, name="squad", models=tuple(models))


def faults(roster: Roster, **options: Any) -> list[Refusal]:
    return list(GAME.muster(roster, GAME.rulebook.settle(options)))


def agreed() -> Preparation:
    """An open mat both sides have accepted."""
    ready = Preparation(GAME)
    ready.propose("red", TablePlan("open", ()))
    ready.accept("blue")
    return ready


def second_winds(roster: Roster) -> int:
    """The second wind rolls a squad starts every turn with."""
    ready = agreed()
    ready.lock("red", roster)
    ready.lock("blue", squad("trooper"))
    return ready.start().table.tokens("red", "second_wind_each_turn")


# ------------------------------------------------------------------ traits


@rule("DG-CHR-01", 0)
def test_a_crusader_costs_five_stars_and_is_worth_as_many_when_killed() -> None:
    assert GAME.cost(squad("crusader")) == 5
    match = Stage(
        [on("crusader", 5, 12, damage=26), on("trooper", 5, 8)], [on("trooper", 30, 12)], phase="upkeep"
    ).match()
    assert match.table.tokens("blue", "stars") == 5
    assert match.table.tokens("red", "stars") == 0


@rule("DG-CHR-01")
@pytest.mark.parametrize("profile", list(characters()))
def test_every_character_is_worth_its_cost(profile: str) -> None:
    dying = on(profile, 5, 12, damage=characters()[profile].hp + 1)
    match = Stage([dying, on("trooper", 5, 8)], [on("trooper", 30, 12)], phase="upkeep").match()
    assert match.table.tokens("blue", "stars") == GAME.cost(squad(profile))


@rule("DG-CHR-02", 0)
@pytest.mark.parametrize("weapon", ["phaser_pistol", "cauterizing_torch"])
def test_gunnery_skill_is_the_number_for_shots(weapon: str) -> None:
    table = table_of([on("medic", 5, 12, weapon)], [on("trooper", 9, 12)])
    assert to_hit(table, "red-1", "blue-1", weapon).value == 6
    assert chance(6) == Fraction(1, 2)


@rule("DG-CHR-02")
def test_gunnery_skill_is_the_number_for_throws() -> None:
    table = table_of([on("medic", 5, 12, "force_grenade")], [on("trooper", 9, 12)])
    assert to_throw(table, "red-1", "force_grenade").value == 6


@rule("DG-CHR-03", 0)
def test_melee_skill_is_the_number_for_swings() -> None:
    table = table_of([on("technician", 5, 12, "saw_sword")], [on("trooper", 6.5, 12)])
    assert to_hit(table, "red-1", "blue-1", "saw_sword").value == 8
    assert chance(8) == Fraction(3, 10)


def walking(walker: On, *effects: str) -> Stage:
    attached = [Attachment(f"{effect} {n}", effect, "red-1") for n, effect in enumerate(effects)]
    return Stage([walker], [on("trooper", 18, 2)], phase="movement", attached=attached)


@rule("DG-CHR-04", 0)
def test_a_model_goes_as_far_as_its_speed_in_one_move() -> None:
    match = walking(on("artillerist", 5, 12)).match()
    no = refused(match, Activate("red-1"), Move("red-1", (8.1, 12)))
    assert no.rule == "DG-MOV-02"
    assert no.facts["speed"] == 3
    assert no.facts["length"] == pytest.approx(3.1, abs=1e-3)
    assert refused(match, Move("red-1", (8 + 1 / 1024, 12))).facts["length"] == 3.001
    match.play(Move("red-1", (8, 12)))
    assert at(match, "red-1") == (8, 12)
    assert match.table.tokens("red-1", "points") == 2


@rule("DG-CHR-05", 0, 1, 2, 3)
@pytest.mark.parametrize(
    ("walker", "effects", "expected"),
    [
        (on("bastion", 5, 12, "powered_titanium_armor"), (), 1),
        (on("bastion", 5, 12, "powered_titanium_armor"), (QUAKE,), 0),
        (on("recon", 5, 12, "powered_titanium_boots"), (RETREAT,), 12),
        (on("trooper", 5, 12), (RETREAT, QUAKE), 6),
        (on("trooper", 5, 12), (QUAKE, QUAKE), 2),
        (on("trooper", 5, 12), (RETREAT, RETREAT), 8),
        (on("trooper", 5, 12), (), 4),
    ],
)
def test_modifiers_of_speed_add_up_and_equal_ones_count_once(
    walker: On, effects: tuple[str, ...], expected: float
) -> None:
    table = walking(walker, *effects).table
    assert speed(table, table.models["red-1"]) == expected


@rule("DG-CHR-05", 0, 2)
@pytest.mark.parametrize(
    ("walker", "effects", "step"),
    [
        (on("bastion", 5, 12, "powered_titanium_armor"), (), 1),
        (on("recon", 5, 12, "powered_titanium_boots"), (RETREAT,), 12),
    ],
)
def test_the_modified_speed_holds_for_the_move_and_for_the_sprint(
    walker: On, effects: tuple[str, ...], step: float
) -> None:
    match = walking(walker, *effects).match()
    match.play(Activate("red-1"))
    for move in (1, 2):
        too_far = refused(match, Move("red-1", (5 + move * step + 1 / 1024, 12)))
        assert too_far.rule == "DG-MOV-02"
        assert too_far.facts["speed"] == step
        match.play(Move("red-1", (5 + move * step, 12)))
    assert at(match, "red-1") == (5 + 2 * step, 12)
    assert match.decision.side == "blue"


@rule("DG-CHR-05", 1)
def test_a_model_without_speed_cannot_move() -> None:
    stage = walking(on("bastion", 5, 12, "powered_titanium_armor"), QUAKE)
    assert offers(stage.table, stage.table.models["red-1"]) == []
    match = stage.match()
    match.play(Activate("red-1"))
    assert match.decision.side == "blue"
    assert at(match, "red-1") == (5, 12)


@rule("DG-CHR-06", 0)
@pytest.mark.parametrize(("tokens", "dies"), [(25, False), (26, True)])
def test_a_crusader_lives_with_twenty_five_tokens_and_dies_with_one_more(tokens: int, dies: bool) -> None:
    red = [on("crusader", 5, 12, damage=tokens), on("trooper", 5, 8)]
    match = Stage(red, [on("trooper", 30, 12)], phase="upkeep").match()
    assert [e.model for e in happened(match, Slain)] == ["red-1"] * dies
    if not dies:
        assert damage(match, "red-1") == 25


@rule("DG-CHR-07", 0)
def test_gear_does_not_count_toward_the_stars_of_the_squad() -> None:
    crusader = ("crusader", "powered_titanium_armor", "phaser_rifle", "psychic_shock")
    assert sum(item(i).cost for i in crusader[1:]) == 7
    assert GAME.cost(squad(crusader)) == 5
    assert not faults(squad(crusader))
    assert not faults(squad(crusader, crusader, crusader, "trooper"))
    assert [f.rule for f in faults(squad(crusader, crusader, crusader, "recon"))] == ["DG-SQD-01"]


# ------------------------------------------------------------------ the budget


@rule("DG-SQD-01", 0)
def test_a_squad_of_sixteen_stars_is_legal_and_has_no_second_wind() -> None:
    full = squad("crusader", "overseer", "artillerist", "recon", "technician")
    assert GAME.cost(full) == 16
    assert not faults(full)
    assert second_winds(full) == 0


@rule("DG-SQD-01", 1)
def test_a_squad_of_seventeen_stars_is_illegal() -> None:
    assert faults(squad("crusader", "crusader", "crusader", "recon")) == [
        Refusal("DG-SQD-01", {"stars": 17, "limit": 16})
    ]


@rule("DG-SQD-01", 2)
def test_one_trooper_alone_has_fifteen_second_winds() -> None:
    assert not faults(squad("trooper"))
    assert second_winds(squad("trooper")) == 15


@rule("DG-SQD-01")
def test_an_empty_squad_is_illegal() -> None:
    assert faults(squad()) == [Refusal("DG-SQD-01", {"models": 0, "least": 1})]


@rule("DG-SQD-02", 0)
@pytest.mark.parametrize("roster", [squad(*["crusader"] * 3), squad(*["trooper"] * 16), squad("medic", "herald")])
def test_any_character_may_be_taken_any_number_of_times(roster: Roster) -> None:
    assert not faults(roster)


@rule("DG-SQD-02")
def test_each_purchase_is_a_model_of_its_own() -> None:
    stage = Stage([on("trooper", 5, 8, "slugger"), on("trooper", 5, 12, "phaser_rifle")], [on("trooper", 30, 12)])
    assert [stage.table.models[m].kit for m in ("red-1", "red-2")] == [("slugger",), ("phaser_rifle",)]


@rule("DG-SQD-03", 0)
def test_each_character_spends_its_own_allowance() -> None:
    assert not faults(squad(("trooper", "phaser_rifle", "force_grenade")))
    scoped = squad(("trooper", "phaser_rifle", "laser_scope"))
    assert faults(scoped) == [Refusal("DG-SQD-04", {"model": 1, "character": "trooper", "stars": 5, "allowance": 4})]
    assert not faults(scoped, eqab_budget="edition_b")


@rule("DG-SQD-03")
def test_allowances_are_not_shared() -> None:
    pooled = squad(("trooper", "phaser_rifle", "laser_scope"), "trooper", "trooper")
    assert [(f.rule, f.facts["model"]) for f in faults(pooled)] == [("DG-SQD-04", 1)]


ALLOWANCES = {
    "overseer": (6, 5),
    "trooper": (4, 5),
    "artillerist": (6, 4),
    "recon": (6, 4),
    "technician": (7, 5),
    "medic": (7, 6),
    "herald": (7, 7),
    "crusader": (7, 6),
    "bastion": (6, 4),
}
LOADOUTS = {
    "overseer": (1076, 463),
    "trooper": (65, 139),
    "artillerist": (396, 94),
    "recon": (280, 77),
    "technician": (248, 90),
    "medic": (79, 59),
    "herald": (1072, 1072),
    "crusader": (5044, 2047),
    "bastion": (593, 123),
}


@rule("DG-SQD-04", 0, 1, 2, 3, 4)
@pytest.mark.parametrize(
    ("entry", "stars", "legal"),
    [
        (("medic", "cauterizing_torch", "dress_wounds"), 7, (True, False)),
        (("recon", "long_range_phaser_rifle", "thermal_scope"), 6, (True, False)),
        (("bastion", "powered_titanium_armor", "heavy_rotary_rifle"), 6, (True, False)),
        (("herald", "warding_staff", "mind_blaze"), 7, (True, True)),
        (("trooper", "laser_scope", "phaser_rifle"), 5, (False, True)),
    ],
)
def test_the_allowance_is_that_of_the_edition(entry: tuple[str, ...], stars: int, legal: tuple[bool, bool]) -> None:
    for edition, allowance, fine in zip(EDITIONS, ALLOWANCES[entry[0]], legal, strict=True):
        over = Refusal("DG-SQD-04", {"model": 1, "character": entry[0], "stars": stars, "allowance": allowance})
        assert faults(squad(entry), eqab_budget=edition) == ([] if fine else [over])
    assert faults(squad(entry)) == faults(squad(entry), eqab_budget="edition_a")


def loadouts(
    profile: str, carried: tuple[str, ...], rest: list[str], options: dict[str, Any]
) -> Iterator[tuple[str, ...]]:
    """Every legal set of items that holds these and some of the rest, which is in order of cost."""
    yield carried
    for place, more in enumerate(rest):
        wrong = {f.rule for f in model_faults(Entry(profile, items=(*carried, more)), options)}
        if not wrong:
            yield from loadouts(profile, (*carried, more), rest[place + 1 :], options)
        elif "DG-SQD-04" in wrong:
            return


@rule("DG-SQD-04")
@pytest.mark.parametrize("place", [0, 1], ids=EDITIONS)
@pytest.mark.parametrize("profile", list(LOADOUTS))
def test_a_character_has_so_many_legal_loadouts(profile: str, place: int) -> None:
    options = dict(GAME.rulebook.settle({"eqab_budget": EDITIONS[place]}))
    open_to_it = [i for i in items().values() if profile in i.available_to]
    in_order = [i.id for i in sorted(open_to_it, key=lambda i: i.cost)]
    assert sum(1 for _ in loadouts(profile, (), in_order, options)) == LOADOUTS[profile][place]


@rule("DG-SQD-05", 0)
def test_unspent_gear_stars_give_no_second_wind() -> None:
    unspent = squad(
        ("crusader", "powered_titanium_armor", "beam_rifle", "psychic_shock"),
        ("overseer", "beam_rifle", "inspiration", "supply_request"),
        ("artillerist", "heavy_rotary_rifle", "heavy_slug_cannon"),
        ("recon", "beam_rifle", "force_grenade"),
        "technician",
    )
    spent = sum(item(i).cost for e in unspent.models for i in e.items)
    assert sum(ALLOWANCES[e.profile][0] for e in unspent.models) - spent == 9
    assert not faults(unspent)
    assert GAME.cost(unspent) == 16
    assert second_winds(unspent) == 0


@rule("DG-SQD-05")
def test_only_stars_not_spent_on_characters_give_second_winds() -> None:
    for bastion in ("bastion", ("bastion", "slugger"), ("bastion", "slugger", "force_grenade", "force_hammer")):
        assert second_winds(squad(bastion, bastion, bastion, "overseer")) == 16 - 3 * 3 - 4


# ------------------------------------------------------------------ after the reveal


@rule("DG-SQD-06", 0)
def test_there_is_no_way_to_hand_anything_over() -> None:
    assert {kind.__name__ for kind in GAME.actions} == {
        "Place",
        "Activate",
        "Pass",
        "Done",
        "Move",
        "Attack",
        "Throw",
        "Reload",
        "Cast",
        "CastArea",
        "CastAround",
        "SecondWind",
    }


@rule("DG-SQD-06")
def test_a_locked_squad_cannot_be_changed() -> None:
    ready = agreed()
    ready.lock("red", squad("trooper"))
    with pytest.raises(Illegal) as no:
        ready.lock("red", squad("crusader"))
    assert no.value.refusal == Refusal("DG-SQD-06", {"side": "red", "locked": 1})
    assert ready.shown("red") == {"red": squad("trooper")}


# ------------------------------------------------------------------ everything wrong at once

NINE_FAULTS = Roster(
    game="chess",
    name="nine faults",
    models=(
        Entry("crusader", items=("powered_titanium_armor", "powered_titanium_boots")),
        Entry("trooper", items=("assassins_knife",)),
        Entry("artillerist", items=("slug_revolver", "slug_revolver")),
        Entry("crusader", base=2.5),
        Entry("wizard"),
        Entry("medic", items=("healing_potion",)),
        Entry("trooper", items=("phaser_rifle", "laser_scope")),
    ),
)
FOUND = [
    Refusal("DG-SET-01", {"game": "chess", "needed": "guerrilla"}),
    Refusal("DG-SQD-01", {"stars": 19, "limit": 16}),
    Refusal("DG-EQP-05", {"model": 1, "item": "powered_titanium_armor", "excludes": "powered_titanium_boots"}),
    Refusal("DG-EQP-02", {"model": 2, "character": "trooper", "item": "assassins_knife"}),
    Refusal("DG-EQP-03", {"model": 3, "item": "slug_revolver", "times": 2, "limit": 1}),
    Refusal("DG-SET-04", {"model": 4, "base": 2.5, "least": 0.5, "most": 2.0}),
    Refusal("DG-SQD-02", {"model": 5, "unknown character": "wizard"}),
    Refusal("DG-EQP-01", {"model": 6, "unknown item": "healing_potion"}),
    Refusal("DG-SQD-04", {"model": 7, "character": "trooper", "stars": 5, "allowance": 4}),
]


@rule("DG-SQD-01")
def test_nine_faults_of_a_squad_are_listed_at_once() -> None:
    assert faults(NINE_FAULTS) == FOUND
    with pytest.raises(Faults, match="nine faults: 9 faults") as no:
        agreed().lock("red", NINE_FAULTS)
    assert no.value.faults == tuple(FOUND)


@rule("DG-SQD-01")
def test_one_model_may_have_every_fault_a_model_can_have() -> None:
    entry = Entry("trooper", items=("assassins_knife", "excalibur", "slugger", "slugger", "thermal_scope"), base=0.1)
    roster = Roster(game="guerrilla", name="one", models=(entry,))
    rules = ["DG-SET-04", "DG-EQP-01", "DG-EQP-02", "DG-EQP-03", "DG-SQD-04"]
    assert [f.rule for f in faults(roster)] == rules
    assert {f.facts["model"] for f in faults(roster)} == {1}


@rule("DG-SQD-02")
@pytest.mark.parametrize("unknown", ["", "Trooper", "trooper ", "x" * 10_000])
def test_a_character_nobody_knows_is_named(unknown: str) -> None:
    assert faults(squad(unknown)) == [Refusal("DG-SQD-02", {"model": 1, "unknown character": unknown})]


@rule("DG-SQD-01")
def test_every_sample_squad_is_legal() -> None:
    for roster in GAME.rosters.values():
        assert not faults(roster), roster.id
