"""Single clauses of the chapters on fighting, shooting and spells, each read word for word."""

from __future__ import annotations

import pytest

from sightline.core.decisions import Picks
from sightline.games.deepwars.acting import Acting
from sightline.games.deepwars.actions import Attack, Bend, Cast, StepAndAttack, Treat, Withdraw
from sightline.games.deepwars.events import Clashed
from sightline.games.deepwars.questions import HACK, Blow
from tests.games.deepwars.chants import cast, chant, scene
from tests.games.deepwars.duels import FISTS, duel, scores
from tests.games.deepwars.stage import Stage, act, free, happened, has, on, refused, spent, wall, wounds
from tests.kit import rule

# ------------------------------------------------------------------ Free Hacks: DW-ABL-28


@rule("DW-ABL-28")
@rule("DW-ABL-38")
@rule("DW-ABL-40")
def test_riders_and_packs_hack_as_they_attack() -> None:
    hack = Blow("red-1", "blue-1", FISTS, HACK)
    assert scores(Stage([on(20, 18, "mounted")], [on(21, 18)]), hack) == (1, 0)
    pack = Stage([on(20, 18, "pack_hunter"), on(22, 18, "pack_hunter")], [on(21, 18)])
    assert scores(pack, hack) == (1, -1)


# ------------------------------------------------------------------ what is kept, and what heals: DW-SPL-03, DW-MAG-15


@rule("DW-SPL-03")
@pytest.mark.parametrize(("section", "left"), [("trident", 2), ("body", 0)])
def test_a_blow_at_its_weapon_leaves_a_caster_its_power(section: str, left: int) -> None:
    keeper = on(21, 18, "trident", "spellcaster", boxes_body=9, tokens={"kept": 2, "keeps": 1})
    match = duel(on(20, 18, combat=9), keeper).match(6, 1)
    act(match, *free("red-1"), Attack("red-1", FISTS, "blue-1", section))
    assert wounds(match, "blue-1", section)
    assert has(match, "blue-1", "kept") == left


@rule("DW-MAG-15")
@rule("DW-ABL-39")
def test_a_natural_weapon_is_knit_like_any_flesh() -> None:
    stage = scene(others=[on(21.5, 18, "fangs", tokens={"wound:fangs": 1})])
    match = cast(stage.match(6), "knit_flesh", Cast("red-1", 1, "red-3"), 1)
    assert wounds(match, "red-3", "fangs") == 0


@rule("DW-MAG-15")
@rule("DW-WPN-03")
@pytest.mark.parametrize("token", ["wound:trident", "wound:fangs"])
def test_neither_what_is_held_nor_what_is_destroyed_is_knit(token: str) -> None:
    marked = {"wound:trident": 1, "wound:fangs": 2}[token]
    stage = scene(others=[on(21.5, 18, "fangs", "trident", tokens={token: marked})])
    match = act(stage.match(6), *chant("knit_flesh", 1))
    assert refused(match, Cast("red-1", 1, "red-3")).rule == "DW-SPL-11"


@rule("DW-WPN-03")
@rule("DW-SUB-09")
@rule("DW-ABL-31")
def test_a_healer_mends_natural_weapons_until_they_are_destroyed() -> None:
    for marked, able in ((1, True), (2, False)):
        hurt = on(21, 18, "fangs", tokens={"wound:fangs": marked})
        match = Stage([on(20, 18, "healer"), hurt], [on(40, 18)]).match()
        act(match, *free("red-1"))
        assert (match.refusal(Treat("red-1", "red-2", "fangs")) is None) is able


# ------------------------------------------------------------------ a beam that jumps: DW-ABL-49


@rule("DW-ABL-49")
def test_a_beam_jumps_round_a_corner_to_whom_the_first_sees() -> None:
    stage = Stage(
        [on(10, 18, "prism_projector"), on(2, 2)],
        [on(14, 18, boxes_body=9), on(14.5, 20.5, boxes_body=9), on(30, 20), on(2, 34)],
        terrain=[wall(12.6, 18.8, 12.9, 23)],
    )
    match = stage.match(5, 3, 2)
    match.play(*free("red-1"), Attack("red-1", "prism_projector", "blue-1"))
    assert match.decision.rule == "DW-ABL-49"
    match.play(Bend("red-1", "blue-2"))
    assert happened(match, Clashed)[1].totals == (7, 5)
    assert spent(match)


# ------------------------------------------------------------------ Advantage: DW-DMG-14


@rule("DW-DMG-14")
def test_an_advantage_over_whoever_leaves_the_map_is_gone() -> None:
    holder = on(40, 30, tokens={"advantage:red-1": 2})
    match = Stage([on(20, 0.5), on(2, 2), on(4, 2)], [holder, on(2, 34)]).match()
    act(match, *free("red-1"), Withdraw("red-1"))
    assert not has(match, "blue-1", "advantage:red-1")


# ------------------------------------------------------------------ friends who join: DW-H2H-06, DW-ACN-17


@rule("DW-H2H-06")
@rule("DW-ACN-17")
def test_friends_join_an_attack_that_begins_with_a_step() -> None:
    match = Stage([on(19, 18), on(22, 18), on(2, 2)], [on(21, 18), on(2, 34)]).match(3, 3)
    act(match, *free("red-1"))
    offer = next(o for o in match.decision.offers if o.action is StepAndAttack and o.given["weapon"] == FISTS)
    assert match.slots(offer)["joiners"] == Picks(("red-2",), 0, 1)
    far = StepAndAttack("red-1", FISTS, "blue-1", (19.99, 18.0), joiners=("red-3",))
    assert match.refusal(far).rule == "DW-H2H-06"  # type: ignore[union-attr]
    act(match, StepAndAttack("red-1", FISTS, "blue-1", (19.99, 18.0), joiners=("red-2",)))
    assert happened(match, Clashed)[0].totals == (6, 4)
    assert has(match, "red-2", "activated")
    assert spent(match)


# ------------------------------------------------------------------ who is ambushed by a blast: DW-ABL-11


@rule("DW-ABL-11")
@rule("DW-RNG-03")
@pytest.mark.parametrize(("unseen", "totals"), [("blue-1", [(6, 5), (5, 5)]), ("blue-2", [(5, 5), (6, 5)])])
def test_a_blast_ambushes_only_those_who_could_not_see_it_come(unseen: str, totals: list[tuple[int, int]]) -> None:
    stage = Stage(
        [on(9, 18, "sonic_horn"), on(2, 2)],
        [on(12, 18, boxes_body=9), on(12, 19.2, boxes_body=9), on(40, 34), on(2, 34)],
        active="red-1",
        actions=1,
        agenda=(Acting("red-1"),),
    )
    stage.table.put_tokens("red-1", f"unseen:{unseen}", 1)
    match = stage.match(2, 2, 2)
    act(match, Attack("red-1", "sonic_horn", "blue-1"))
    assert [clash.totals for clash in happened(match, Clashed)] == totals
    assert spent(match)
