"""Equipment Malfunction: whose weapons fail, which of them, and how they work again."""

from __future__ import annotations

from sightline.core.match import Match
from sightline.games.guerrilla import GAME
from sightline.games.guerrilla.actions import Activate, Attack, CastArea, Reload, Throw
from sightline.games.guerrilla.events import PointSpent
from tests.games.guerrilla.cues import loaded, pass_to, told, turn_of
from tests.games.guerrilla.stage import On, Stage, damage, on, points, refused, spent
from tests.kit import rule

JAM = CastArea("red-1", "equipment_malfunction", (15, 12))
TECHNICIAN = on("technician", 5, 12, "equipment_malfunction")


def jammed(*blue: On, faces: tuple[int, ...] = (6,), options: dict[str, str] | None = None) -> Match:
    """A malfunction around the spot at which blue stands."""
    match = Stage([TECHNICIAN], list(blue), phase="active", options=options).match(*faces)
    match.play(Activate("red-1"), JAM)
    return match


@rule("DG-MAL-01", 0)
def test_a_malfunction_empties_a_loaded_rifle_at_once() -> None:
    assert GAME.odds({"cast": {"caster": "technician", "ability": "equipment_malfunction"}})["success"] == "1/2"
    for face, works in ((5, True), (6, False)):
        match = jammed(on("trooper", 15, 12, "phaser_rifle"), faces=(face,))
        assert loaded(match, "blue-1", "phaser_rifle") is works
        assert spent(match)


@rule("DG-MAL-01")
def test_a_malfunction_strikes_friends_inside_too() -> None:
    red, blue = [TECHNICIAN, on("trooper", 13, 12, "phaser_rifle")], [on("trooper", 25, 12, "phaser_rifle")]
    match = Stage(red, blue, phase="active").match(6)
    match.play(Activate("red-1"), JAM)
    assert not loaded(match, "red-2", "phaser_rifle")
    assert loaded(match, "blue-1", "phaser_rifle")
    assert spent(match)


@rule("DG-MAL-02", 0)
def test_blades_go_on_working_in_a_malfunction() -> None:
    match = jammed(on("recon", 15, 12, "beam_rifle", "dueling_blades"))
    assert not loaded(match, "blue-1", "beam_rifle")
    assert loaded(match, "blue-1", "dueling_blades")
    assert spent(match)


@rule("DG-MAL-02")
def test_grenades_and_the_torch_go_on_working_in_a_malfunction() -> None:
    match = jammed(on("medic", 15, 12, "force_grenade", "cauterizing_torch"))
    assert loaded(match, "blue-1", "force_grenade")
    assert loaded(match, "blue-1", "cauterizing_torch")


@rule("DG-MAL-02", 0)
def test_with_all_weapons_each_needs_a_reload_of_its_own() -> None:
    options = {"malfunction_scope": "all_weapons"}
    match = jammed(on("recon", 15, 12, "beam_rifle", "dueling_blades", "force_grenade"), options=options)
    turn_of(match, "blue")
    match.play(Activate("blue-1"))
    no = refused(match, Throw("blue-1", "force_grenade", (20, 12)))
    assert (no.rule, no.facts["loaded"]) == ("DG-RLD-02", 0)
    for weapon, left in (("beam_rifle", 2), ("dueling_blades", 1), ("force_grenade", 0)):
        assert not loaded(match, "blue-1", weapon)
        match.play(Reload("blue-1", weapon))
        assert loaded(match, "blue-1", weapon)
        assert points(match, "blue-1") == left
    assert spent(match)


@rule("DG-MAL-02")
def test_with_all_weapons_blades_and_torch_cannot_be_used() -> None:
    options = {"malfunction_scope": "all_weapons"}
    medic = on("medic", 15, 12, "cauterizing_torch", "saw_sword", "phaser_pistol")
    match = Stage([TECHNICIAN, on("bastion", 16.5, 12)], [medic], phase="active", options=options).match(6)
    match.play(Activate("red-1"), JAM)
    turn_of(match, "blue")
    match.play(Activate("blue-1"), Reload("blue-1", "phaser_pistol"))
    pass_to(match, 1, "siege")
    turn_of(match, "blue")
    match.play(Activate("blue-1"))
    for weapon in ("cauterizing_torch", "saw_sword"):
        assert refused(match, Attack("blue-1", weapon, {"red-2": 1})).rule == "DG-RLD-02"
    assert spent(match)


@rule("DG-MAL-02")
def test_with_all_weapons_one_reload_may_be_enough_for_all() -> None:
    options = {"malfunction_scope": "all_weapons", "reload_scope": "all_weapons"}
    match = jammed(on("recon", 15, 12, "beam_rifle", "dueling_blades"), options=options)
    turn_of(match, "blue")
    match.play(Activate("blue-1"), Reload("blue-1", "beam_rifle"))
    assert loaded(match, "blue-1", "beam_rifle")
    assert loaded(match, "blue-1", "dueling_blades")


@rule("DG-MAL-02")
def test_with_all_weapons_a_supply_request_clears_blades_as_well() -> None:
    options = {"malfunction_scope": "all_weapons"}
    blue = [on("recon", 15, 12, "beam_rifle", "dueling_blades"), on("overseer", 25, 12, "supply_request")]
    match = jammed(*blue, faces=(6, 6), options=options)
    turn_of(match, "blue")
    match.play(Activate("blue-2"), CastArea("blue-2", "supply_request", (15, 12)))
    assert loaded(match, "blue-1", "beam_rifle")
    assert loaded(match, "blue-1", "dueling_blades")
    assert spent(match)


@rule("DG-MAL-03", 0)
def test_a_trooper_that_has_not_acted_reloads_and_shoots() -> None:
    match = jammed(on("trooper", 15, 12, "phaser_rifle", points=2), faces=(6, 5))
    turn_of(match, "blue")
    match.play(Activate("blue-1"), Reload("blue-1", "phaser_rifle"))
    assert points(match, "blue-1") == 1
    pass_to(match, 1, "siege")
    turn_of(match, "blue")
    match.play(Activate("blue-1"), Attack("blue-1", "phaser_rifle", {"red-1": 1}))
    assert damage(match, "red-1") == 2
    assert [e.rule for e in told(match, PointSpent, bearer="blue-1")] == ["DG-RLD-03", "DG-SGE-03"]
    assert spent(match)


@rule("DG-MAL-03", 0)
def test_a_trooper_that_already_reloaded_cannot_fire_this_turn() -> None:
    blue = [on("trooper", 15, 12, "phaser_rifle", "saw_sword", empty=["phaser_rifle"]), on("trooper", 30, 12)]
    match = Stage([TECHNICIAN, on("trooper", 16.5, 12)], blue, phase="active", first="blue").match(6)
    match.play(Activate("blue-1"), Reload("blue-1", "phaser_rifle"))
    turn_of(match, "red")
    match.play(Activate("red-1"), JAM)
    assert not loaded(match, "blue-1", "phaser_rifle")
    pass_to(match, 1, "siege")
    match.play(Activate("blue-1"))
    assert refused(match, Attack("blue-1", "phaser_rifle", {"red-1": 1})).rule == "DG-RLD-02"
    assert spent(match)


@rule("DG-MAL-03")
def test_a_technician_caught_in_its_own_malfunction_cannot_reload_twice() -> None:
    kit = ("equipment_malfunction", "phaser_pistol", "radon_shield")
    match = Stage(
        [on("technician", 5, 12, *kit, empty=["phaser_pistol"])], [on("trooper", 30, 12)], phase="active"
    ).match(6)
    again = Reload("red-1", "phaser_pistol")
    match.play(Activate("red-1"), again, CastArea("red-1", "equipment_malfunction", (8, 12)))
    assert not loaded(match, "red-1", "phaser_pistol")
    assert refused(match, again).rule == "DG-ACT-04"
    assert spent(match)


@rule("DG-MAL-03")
def test_a_weapon_already_empty_stays_empty_and_one_reload_is_enough() -> None:
    match = jammed(on("trooper", 15, 12, "phaser_rifle", empty=["phaser_rifle"]))
    turn_of(match, "blue")
    match.play(Activate("blue-1"), Reload("blue-1", "phaser_rifle"))
    assert loaded(match, "blue-1", "phaser_rifle")
    assert spent(match)
