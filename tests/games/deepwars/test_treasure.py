"""Treasure: picked up, carried, robbed, dropped and handed over (DW-TRE, DW-ACN-14, DW-ACN-24)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from sightline.games.deepwars import GAME
from sightline.games.deepwars.actions import (
    Attack,
    Drop,
    FreeActivation,
    HandOver,
    Move,
    Nominate,
    PickUp,
    RollToActivate,
    Take,
    Withdraw,
)
from sightline.games.deepwars.events import Dropped, Taken
from sightline.games.deepwars.loads import loads
from sightline.games.deepwars.moving import pace
from sightline.games.deepwars.parts import MoraleOf
from sightline.games.deepwars.scoring import standing_points
from sightline.games.deepwars.tokens import ACTIONS, CORE, LEARNED, LOAD, MISSION, TRANSFIXED, VICTORY
from sightline.games.deepwars.treasure import kind_of, values
from tests.games.deepwars.finds import EYE, GOLD, lay
from tests.games.deepwars.scenes import playing
from tests.games.deepwars.stage import (
    Stage,
    act,
    alive,
    at,
    example,
    free,
    happened,
    has,
    model,
    offered,
    on,
    refused,
    rolling,
    spent,
)
from tests.kit import rule

# ------------------------------------------------------------------ treasure


@rule("DW-TRE-01", 0)
def test_a_die_says_what_a_token_is() -> None:
    found = Counter(kind_of(n) for n in range(1, 7))
    kinds = ("corroded_junk", "golden_treasure", "ether_crystals", "ancient_artifact")
    facts = example("DW-TRE-01", 0)
    assert [Fraction(found[k], 6) for k in kinds] == [Fraction(p) for p in facts["p"]]
    assert sum(Fraction(found[k], 6) * values()[k] for k in kinds) == Fraction(facts["mean"])


@rule("DW-TRE-01")
@rule("DW-TRE-02")
def test_a_token_is_looked_at_when_it_is_picked_up() -> None:
    stage = lay(Stage([on(20, 18)], [on(40, 30)]), (20.5, 18))
    match = act(stage.match(3), Nominate("red-1"), FreeActivation("red-1"), PickUp("red-1", "treasure-1"))
    assert has(match, "red-1", f"{LOAD}:golden_treasure") == 1
    assert spent(match)
    junk = act(stage.match(1), Nominate("red-1"), FreeActivation("red-1"), PickUp("red-1", "treasure-1"))
    assert not any(t.startswith(LOAD) for t in model(junk, "red-1").tokens)
    assert not alive(junk, "treasure-1")
    wonder = act(stage.match(6, 2, 5), Nominate("red-1"), FreeActivation("red-1"), PickUp("red-1", "treasure-1"))
    assert has(wonder, "red-1", f"{LOAD}:acoustic_map")


@rule("DW-TRE-02")
@pytest.mark.parametrize("more", [{"level": 1}, {"far": 1}, {"foe": 1}, {"animal": 1}])
def test_picking_up_needs_contact_on_the_level_and_free_hands(more: dict[str, int]) -> None:
    at = (20.0, 18.0) if not more.get("far") else (18.9, 18.0)
    items = ("animal",) if more.get("animal") else ()
    foe = on(20, 19) if more.get("foe") else on(40, 30)
    stage = lay(Stage([on(*at, *items, level=more.get("level", 0))], [foe]), (20.5, 18))
    refusal = refused(stage.match(), Nominate("red-1"), FreeActivation("red-1"), PickUp("red-1", "treasure-1"))
    assert refusal.rule in ("DW-TRE-02", "DW-ABL-02")


@rule("DW-TRE-03")
def test_a_normal_model_carries_one_thing_and_a_core_slows_it() -> None:
    stage = lay(Stage([on(20, 18, tokens={f"{LOAD}:golden_treasure": 1})], [on(40, 30)]), (20.5, 18))
    refusal = refused(stage.match(), Nominate("red-1"), FreeActivation("red-1"), PickUp("red-1", "treasure-1"))
    assert refusal.rule == "DW-TRE-03"
    big = lay(Stage([on(20, 18, size=2, tokens={f"{LOAD}:golden_treasure": 1})], [on(40, 30)]), (20.5, 18))
    act(big.match(3), Nominate("red-1"), FreeActivation("red-1"), PickUp("red-1", "treasure-1"))
    slow = Stage([on(20, 18, tokens={f"{LOAD}:{CORE}": 1}), on(5, 5)], [on(40, 30)]).table
    assert (pace(slow, slow.models["red-1"]), pace(slow, slow.models["red-2"])) == (1, 2)


def far() -> list[Any]:
    """Others who play no part."""
    return [on(40, 30), on(42, 30), on(44, 30)]


@rule("DW-TRE-04")
@rule("DW-OPS-20")
def test_a_dead_carrier_can_be_robbed() -> None:
    stage = Stage([on(20, 18, combat=9), on(5, 5)], [on(21, 18, tokens={f"{LOAD}:ether_crystals": 1}), *far()])
    stage.table.put_tokens("red", f"{MISSION}:grave_robber", 1)
    match = stage.match(6, 6, 6, 6, 4, *[6] * 9)
    act(match, Nominate("red-1"), RollToActivate("red-1", 3), Attack("red-1", "bare_hands", "blue-1"))
    assert not alive(match, "blue-1")
    act(match, Move("red-1", (20.6, 18)), Take("red-1", "blue-1-body", "ether_crystals"))
    assert has(match, "red-1", f"{LOAD}:ether_crystals")
    assert has(match, "red", VICTORY) == 2


@rule("DW-TRE-04")
def test_a_transfixed_enemy_can_be_robbed_but_no_other() -> None:
    foe = on(21, 18, tokens={f"{LOAD}:golden_treasure": 1, TRANSFIXED: 1})
    match = act(Stage([on(20, 18)], [foe]).match(), Nominate("red-1"), FreeActivation("red-1"))
    act(match, Take("red-1", "blue-1", "golden_treasure"))
    assert has(match, "red-1", f"{LOAD}:golden_treasure")
    assert not has(match, "blue-1", f"{LOAD}:golden_treasure")
    awake = Stage([on(20, 18)], [on(21, 18, tokens={f"{LOAD}:golden_treasure": 1})]).match()
    act(awake, Nominate("red-1"), FreeActivation("red-1"))
    assert refused(awake, Take("red-1", "blue-1", "golden_treasure")).rule == "DW-TRE-04"


@rule("DW-TRE-05")
@rule("DW-SCN-09", 0)
def test_treasure_counts_when_it_is_held_or_carried_off() -> None:
    facts = example("DW-SCN-09", 0)
    red = [on(20, 2, tokens={f"{LOAD}:golden_treasure": 2}), on(20, 10, tokens={f"{LOAD}:ether_crystals": 1})]
    blue = [on(30, 30, tokens={f"{LOAD}:planar_eye": 1, f"{LOAD}:ether_crystals": 1})]
    stage = playing("salvage", red, blue)
    assert list(standing_points(stage.table).values()) == facts["vp"]
    match = act(stage.match(), Nominate("red-1"), FreeActivation("red-1"), Withdraw("red-1"))
    assert list(standing_points(match.table).values()) == facts["vp"]


# ------------------------------------------------------------------ picking up: DW-ACN-14


@rule("DW-ACN-14")
@rule("DW-TRE-02")
def test_picking_something_up_takes_one_action() -> None:
    stage = lay(Stage([on(20, 18), on(2, 2)], [on(40, 30)]), (20.5, 18))
    match = act(stage.match(6, 6, 3), *rolling("red-1"), PickUp("red-1", "treasure-1"))
    assert has(match, "red-1", f"{LOAD}:{GOLD}") == 1
    assert has(match, "red-1", ACTIONS) == 1
    assert spent(match)


# ------------------------------------------------------------------ dropping and handing over: DW-ACN-24


@rule("DW-ACN-24")
def test_dropping_is_free_and_it_can_be_picked_up_again_without_a_roll() -> None:
    stage = Stage([on(20, 18, tokens={f"{LOAD}:{GOLD}": 1}), on(2, 2)], [on(40, 30)])
    match = act(stage.match(6, 6), *rolling("red-1"), Drop("red-1", GOLD))
    assert has(match, "red-1", ACTIONS) == 2
    assert not has(match, "red-1", f"{LOAD}:{GOLD}")
    (fell,) = happened(match, Dropped)
    assert at(match, fell.new.id) == (20, 18)
    act(match, PickUp("red-1", fell.new.id))
    assert has(match, "red-1", f"{LOAD}:{GOLD}") == 1
    assert spent(match)
    assert refused(match, Drop("red-1", "ether_crystals")).rule == "DW-ACN-24"


@rule("DW-ACN-24")
@rule("DW-TRE-02")
def test_handing_over_costs_the_giver_one_action_and_needs_contact_and_a_free_hand() -> None:
    bearer = on(20, 18, tokens={f"{LOAD}:{GOLD}": 1})
    match = act(Stage([bearer, on(21, 18)], [on(40, 30)]).match(6, 6), *rolling("red-1"))
    act(match, HandOver("red-1", "red-2", GOLD))
    assert has(match, "red-1", ACTIONS) == 1
    assert (has(match, "red-1", f"{LOAD}:{GOLD}"), has(match, "red-2", f"{LOAD}:{GOLD}")) == (0, 1)
    apart = Stage([bearer, on(21.2, 18)], [on(40, 30)]).match()
    assert refused(apart, *free("red-1"), HandOver("red-1", "red-2", GOLD)).rule == "DW-ACN-24"
    full = Stage([bearer, on(21, 18, tokens={f"{LOAD}:ether_crystals": 1})], [on(40, 30)]).match()
    assert refused(full, *free("red-1"), HandOver("red-1", "red-2", GOLD)).rule == "DW-ACN-24"
    beast = Stage([bearer, on(21, 18, "animal")], [on(40, 30)]).match()
    assert refused(beast, *free("red-1"), HandOver("red-1", "red-2", GOLD)).rule == "DW-ACN-24", (
        "an Animal carries nothing"
    )


@rule("DW-ACN-24")
@rule("DW-TEC-06")
def test_an_artifact_that_is_handed_over_works_for_whoever_knows_it() -> None:
    knows = {f"{LEARNED}:{EYE}": 1}
    bearer = on(20, 18, tokens={f"{LOAD}:{EYE}": 1, EYE: 1, **knows})
    for tokens in ({}, knows):
        match = act(Stage([bearer, on(21, 18, tokens=tokens)], [on(40, 30)]).match(), *free("red-1"))
        act(match, HandOver("red-1", "red-2", EYE))
        assert not has(match, "red-1", EYE)
        assert bool(has(match, "red-2", EYE)) is bool(tokens)


@rule("DW-ACN-24")
def test_dropping_is_free_when_no_action_is_left() -> None:
    match = Stage([on(20, 18, tokens={"load:golden_treasure": 1})], [on(40, 30)]).match()
    act(match, *free("red-1"), Move("red-1", (22, 18)), Drop("red-1", "golden_treasure"))
    assert not has(match, "red-1", "load:golden_treasure")


@rule("DW-TRE-04")
@rule("DW-ACN-24")
def test_a_salvaged_weapon_that_was_dropped_can_be_picked_up_again() -> None:
    carrier = on(20, 18, tokens={"load:coil_rifle": 1, "damaged:coil_rifle": 1})
    match = act(Stage([carrier, on(2, 2)], [on(40, 30)]).match(6, 6), *rolling("red-1"), Drop("red-1", "coil_rifle"))
    (lies,) = [m for m in match.table.models.values() if m.profile == "coil_rifle"]
    assert offered(match, PickUp)
    act(match, PickUp("red-1", lies.id))
    assert loads(model(match, "red-1")) == {"coil_rifle": 1}
    assert has(match, "red-1", "damaged:coil_rifle")


@rule("DW-TRE-04")
@pytest.mark.parametrize("way", ["dropped", "fled with"])
@pytest.mark.parametrize(
    ("what", "name"), [("power_core", "Power Core"), ("trident", "Fishing trident"), (GOLD, "Golden Treasure")]
)
def test_a_thing_has_the_same_name_however_it_came_to_lie_there(way: str, what: str, name: str) -> None:
    stage = Stage([on(20, 18, tokens={f"{LOAD}:{what}": 1}), on(2, 2)], [on(40, 30)])
    if way == "dropped":
        match = act(stage.match(6, 6), *rolling("red-1"), Drop("red-1", what))
    else:
        stage.table.agenda = (MoraleOf(("red-1",), "gruesome"), *stage.table.agenda)
        match = stage.match(1, 1, 1)
    (lies,) = happened(match, Dropped)
    assert lies.new.name == name
    gone = [GAME.sayings.event(match.table, event) for event in happened(match, Taken)]
    assert all(told.endswith(f"no longer has {name}") for told in gone), gone
