"""Lines of sight and light; morale, flight and desertion; checks."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from sightline.core.decisions import Decision
from sightline.core.match import Match
from sightline.games.deepwars import GAME, catalog
from sightline.games.deepwars.actions import Attack, Done, EndTurn, Nominate, Recover
from sightline.games.deepwars.damage import Suffering
from sightline.games.deepwars.effects import EFFECTS
from sightline.games.deepwars.events import Clashed, Deserted, RanAway, Slain
from sightline.games.deepwars.measure import level
from sightline.games.deepwars.morale import Flight, nearest_edge
from sightline.games.deepwars.moving import pace
from sightline.games.deepwars.parts import MoraleOf
from sightline.games.deepwars.questions import (
    Blow,
    Casting,
    CheckingMorale,
    QualityCheck,
    ResistanceCheck,
    StrengthCheck,
    WillCheck,
)
from sightline.games.deepwars.scoring import standing_points
from sightline.games.deepwars.seeing import hidden, sees
from sightline.games.deepwars.sighting import (
    BLOCKED,
    CLEAR,
    COMPLETE,
    OBSCURED,
    OPEN,
    PARTIAL,
    cover_of,
    terrain_line,
    view,
)
from sightline.games.deepwars.tokens import CHARMED
from tests.games.deepwars.duels import FISTS
from tests.games.deepwars.stage import (
    On,
    Stage,
    act,
    alive,
    at,
    box,
    example,
    examples,
    free,
    happened,
    has,
    kelp,
    model,
    odds,
    on,
    rolling,
    spent,
    table_of,
    wall,
)
from tests.kit import rule

WORDS = {"clear": CLEAR, "obscured": OBSCURED, "blocked": BLOCKED}
COVERS = {"open": OPEN, "partial": PARTIAL, "complete": COMPLETE}


def seen(red: On, blue: On, *terrain: Any, **more: Any) -> Any:
    """What the first has of the second."""
    table = table_of([red], [blue], terrain=terrain, **more)
    return view(table, table.models["red-1"], table.models["blue-1"])


# ------------------------------------------------------------------ lines


@pytest.mark.parametrize("facts", examples("DW-LOS-01", 0, 1, 2))
def test_three_lines_make_the_cover(facts: dict[str, Any]) -> None:
    assert cover_of([WORDS[line] for line in facts["lines"]]) == COVERS[facts["cover"]]


@rule("DW-LOS-01")
def test_three_clear_lines_are_the_open() -> None:
    assert cover_of([CLEAR, CLEAR, CLEAR]) == OPEN
    assert cover_of([BLOCKED, BLOCKED, OBSCURED]) == PARTIAL


@rule("DW-LOS-01", 3)
def test_a_block_beside_the_middle_line_is_partial_cover() -> None:
    facts = example("DW-LOS-01", 3)
    xs, ys = [x for x, _ in facts["block"]], [y for _, y in facts["block"]]
    block = wall(min(xs) + 10, min(ys) + 10, max(xs) + 10, max(ys) + 10, height=1)
    found = seen(on(10, 10), on(20, 10), block)
    assert sorted(found.lines) == sorted(WORDS[line] for line in facts["lines"])
    assert found.lines[0] == CLEAR
    assert found.cover == PARTIAL


@pytest.mark.parametrize("facts", examples("DW-LOS-02", 0, 1))
def test_a_wall_hides_below_its_height(facts: dict[str, Any]) -> None:
    low, high = facts["levels"]
    found = seen(on(10, 10, level=low), on(20, 10, level=high), wall(14, 5, 15, 15, height=facts["height"]))
    assert (found.cover == COMPLETE) == facts["touched"]


@pytest.mark.parametrize("facts", examples("DW-LOS-02", 2, 3))
def test_a_rising_line_clears_a_wall_that_is_far_enough(facts: dict[str, Any]) -> None:
    near, far = facts["wall"]
    piece = wall(10 + near, 5, 10 + far, 15, height=facts["height"])
    table = table_of([on(10, 10, level=facts["levels"][0])], [on(20, 10, level=facts["levels"][1])], terrain=[piece])
    line, _ = terrain_line(table, (10.0, 10.0), (20.0, 10.0), *facts["levels"], soft=True)
    assert (line == BLOCKED) == facts["touched"]


@rule("DW-LOS-02")
def test_a_huge_model_is_seen_at_its_better_level() -> None:
    assert seen(on(10, 10), on(20, 10, size=3), wall(14, 5, 15, 15, height=1)).cover == COMPLETE
    assert seen(on(10, 10, level=1), on(20, 10, size=3), wall(14, 5, 15, 15, height=1)).cover == OPEN


@pytest.mark.parametrize("facts", examples("DW-LOS-03", 0, 1))
def test_much_kelp_blocks_and_some_obscures(facts: dict[str, Any]) -> None:
    table = table_of([on(10, 10)], [on(20, 10)], terrain=[kelp(12, 5, 12 + facts["inches"], 15)])
    line, _ = terrain_line(table, (10.0, 10.0), (20.0, 10.0), 0, 0, soft=True)
    assert line == WORDS[facts["line"]]


@rule("DW-LOS-03")
def test_close_by_only_what_is_solid_covers() -> None:
    assert seen(on(10, 10), on(11.9, 10), kelp(10.5, 5, 11.4, 15)).cover == OPEN
    assert seen(on(10, 10), on(12.2, 10), kelp(10.5, 5, 11.4, 15)).cover == PARTIAL
    assert seen(on(10, 10), on(11.9, 10), wall(10.6, 5, 11.3, 15, height=1)).cover == COMPLETE


@rule("DW-LOS-04")
def test_standing_models_obscure_but_never_block() -> None:
    def through(other: On) -> int:
        table = table_of([on(10, 10)], [on(20, 10), other])
        return view(table, table.models["red-1"], table.models["blue-1"]).cover

    assert through(on(15, 10)) == PARTIAL
    assert through(on(15, 10, tokens={"fallen": 1})) == OPEN
    assert through(on(15, 10, level=2)) == OPEN
    assert through(on(11, 10)) == OPEN
    table = table_of([on(10, 10)], [on(20, 10, size=2), on(15, 10)])
    assert view(table, table.models["red-1"], table.models["blue-1"]).cover == OPEN


@rule("DW-LOS-05")
def test_a_model_sees_ahead_and_feels_what_is_near() -> None:
    table = table_of([on(10, 10)], [on(20, 10), on(5, 10), on(7, 10)])
    assert [sees(table, "red-1", f"blue-{n}") for n in (1, 2, 3)] == [True, False, True]


@rule("DW-LOS-06")
def test_light_limits_sight() -> None:
    for light, limit in (("dim", 21), ("dark", 7)):
        table = table_of([on(5, 10)], [on(6 + limit, 10), on(6.1 + limit, 12)], options={"light": light})
        assert not hidden(table, "red-1", "blue-1")
        assert hidden(table, "red-1", "blue-2")


@rule("DW-LOS-06")
@pytest.mark.parametrize("light", ["dim", "dark"])
def test_a_light_or_an_attack_gives_one_away(light: str) -> None:
    blue = [on(35, 10, tokens={"flashed": 1}), on(35, 12, "lantern"), on(35, 14)]
    table = table_of([on(5, 10)], blue, options={"light": light})
    assert [hidden(table, "red-1", f"blue-{n}") for n in (1, 2, 3)] == [False, False, True]


@rule("DW-LOS-06")
@rule("DW-ABL-13")
def test_an_attack_gives_one_away_in_the_dark_until_the_game_turn_ends() -> None:
    red, blue = [on(5, 10), on(36, 10, boxes_body=5), on(2, 2)], [on(35, 10, facing=0.0), on(2, 34)]
    match = Stage(red, blue, side="blue", options={"light": "dark"}).match(3, 3)
    assert hidden(match.table, "red-1", "blue-1")
    act(match, *free("blue-1"), Attack("blue-1", "bare_hands", "red-2"))
    assert not hidden(match.table, "red-1", "blue-1")
    act(match, Done("blue-1"), EndTurn("blue"))
    assert match.decision.side == "red"
    assert hidden(match.table, "red-1", "blue-1")
    assert has(match, "blue-1", "attacked"), "who hides in cover has shown itself until it acts again"


@rule("DW-LOS-06")
@rule("DW-ABL-36")
def test_in_darkness_one_needs_a_light_to_move_and_see() -> None:
    table = table_of([on(5, 10), on(5, 12, "lantern")], [on(25, 10)], options={"light": "dark"})
    assert pace(table, table.models["red-1"]) == 1
    assert pace(table, table.models["red-2"]) == 2
    assert hidden(table, "red-1", "blue-1")
    assert not hidden(table, "red-2", "blue-1")


@rule("DW-ABL-13")
@rule("DW-ABL-59")
def test_camouflage_and_stealth_hide() -> None:
    weeds = kelp(18, 8, 22, 12)
    table = table_of([on(10, 10), on(14.5, 10)], [on(18.5, 10, "camouflage")], terrain=[weeds])
    assert hidden(table, "red-1", "blue-1")
    assert not hidden(table, "red-2", "blue-1")
    table = table_of([on(10, 10)], [on(18.5, 10, "camouflage", tokens={"attacked": 1})], terrain=[weeds])
    assert not hidden(table, "red-1", "blue-1")
    table = table_of([on(10, 10)], [on(18, 10, "stealth"), on(18.1, 12, "stealth")])
    assert not hidden(table, "red-1", "blue-1")
    assert hidden(table, "red-1", "blue-2")


# ------------------------------------------------------------------ checks


def success_examples(*kinds: str) -> list[Any]:
    """Every worked example that gives chances of success rolls, with its rule."""
    found = []
    for id, entry in GAME.rulebook.rules.items():
        if id.split("-")[1] not in kinds:
            continue
        for n, one in enumerate(entry.examples):
            facts = one.facts.get("vector", {})
            rows = [facts] if facts.get("kind") else [*facts.get("table", ()), *facts.get("distribution", ())]
            rows = [r for r in rows if r.get("kind") in ("success_roll", "success_dist")]
            if rows:
                found.append(pytest.param(rows, id=f"{id}-{n}", marks=rule(id, n)))
    return found


def _binomial(n: int, k: int) -> int:
    return [[1], [1, 1], [1, 2, 1], [1, 3, 3, 1]][n][k]


@pytest.mark.parametrize("rows", success_examples("CHK", "PHY", "CND", "ABL", "TER"))
def test_the_chances_of_success_rolls_are_exact(rows: list[dict[str, Any]]) -> None:
    for row in rows:
        table = table_of([on(10, 10)])
        need = EFFECTS.tally(table, QualityCheck("red-1", mod=row["mod"]), row["target"])
        good = Fraction(sum(need.met(face) for face in range(1, 7)), 6)
        dice = row["dice_count"]
        chances = {k: _binomial(dice, k) * good**k * (1 - good) ** (dice - k) for k in range(dice + 1)}
        if row["kind"] == "success_dist":
            assert chances == {int(k): Fraction(v) for k, v in row["p"].items()}
        else:
            assert sum(p for k, p in chances.items() if k >= row["needs"]) == Fraction(row["p"])


@rule("DW-CHK-02", 0, 1, 2)
@rule("DW-CHK-05")
@rule("DW-WAR-07", 0)
@pytest.mark.parametrize("index", [0, 1, 2])
def test_armor_and_size_help_to_resist(index: int) -> None:
    facts = example("DW-CHK-02", index)
    body, head, legs = facts["av"]
    size = ("normal", "big", "huge").index(facts["size"]) + 1
    table = table_of([on(10, 10, size=size, av_body=body, av_head=head, av_locomotion=legs)])
    need = EFFECTS.tally(table, ResistanceCheck("red-1"), 5)
    assert sum(n.value for n in need.notes) == facts["mod"]


@rule("DW-CHK-05")
@rule("DW-WAR-07")
def test_printed_bonuses_are_what_the_profile_gives() -> None:
    for profile in (*catalog.profiles().values(), *catalog.creatures().values()):
        table = table_of([on(10, 10, profile=profile.id)])
        checks = (ResistanceCheck("red-1"), WillCheck("red-1"), StrengthCheck("red-1"))
        found = tuple(sum(n.value for n in EFFECTS.tally(table, c, 5).notes) for c in checks)
        assert found == (profile.res, profile.will, profile.strength), profile.id


@rule("DW-CHK-04", 0)
@rule("DW-CHK-03", 0)
def test_strength_grows_with_size_and_will_does_not() -> None:
    table = table_of([on(10, 10), on(20, 10, size=2), on(30, 10, size=3)])
    assert [EFFECTS.tally(table, StrengthCheck(f"red-{n}"), 5).value for n in (1, 2, 3)] == [5, 4, 2]
    assert [EFFECTS.tally(table, WillCheck(f"red-{n}"), 4).value for n in (1, 2, 3)] == [4, 4, 4]


@rule("DW-GEN-02", 1)
@rule("DW-GEN-03")
def test_natural_sixes_count_whatever_the_penalty_unless_agreed_otherwise() -> None:
    table = table_of([on(10, 10)])
    need = EFFECTS.tally(table, StrengthCheck("red-1", mod=-4), 5)
    assert sum(need.met(face) for face in (6, 6, 5)) == 2
    strict = table_of([on(10, 10)], options={"nat_1_6_scope": "activation_and_quality_only"})
    assert not EFFECTS.tally(strict, StrengthCheck("red-1", mod=-4), 5).met(6)
    assert EFFECTS.tally(strict, StrengthCheck("red-1", mod=4), 5).met(1)
    assert EFFECTS.tally(strict, QualityCheck("red-1", mod=-4), 5).met(6)
    assert not EFFECTS.tally(strict, Casting("red-1", mod=-4), 5).met(6), "a Spellcasting Roll is another success roll"


# ------------------------------------------------------------------ morale


@rule("DW-MRL-06", 0)
@pytest.mark.parametrize("row", example("DW-MRL-06", 0)["table"], ids=lambda r: f"Q{r['target']}")
def test_the_chances_of_a_morale_check(row: dict[str, Any]) -> None:
    answer = GAME.odds({"morale": {"quality": row["target"]}})
    words = {"3": "stays", "2": "one_move", "1": "two_moves", "0": "deserts"}
    assert {k: Fraction(answer[word]) for k, word in words.items()} == {k: Fraction(v) for k, v in row["p"].items()}


@rule("DW-MRL-06", 1)
def test_a_penalty_on_morale_is_a_worse_quality() -> None:
    facts = example("DW-MRL-06", 1)
    answer = GAME.odds({"morale": {"quality": facts["target"], "bonus": facts["mod"]}})
    assert Fraction(answer["deserts"]) == Fraction(facts["p"]["0"])
    assert answer == GAME.odds({"morale": {"quality": facts["target"] - facts["mod"]}})


def scared(*dice: int, red: On | None = None, **more: Any) -> Match:
    """The first red model checks its morale."""
    stage = Stage(
        [red or on(20, 6), on(40, 6)], [on(20, 30)], agenda=(MoraleOf(("red-1",), "gruesome", "red-2"),), **more
    )
    return stage.match(*dice)


@rule("DW-MRL-07", 0, 1)
@rule("DW-MRL-08")
def test_a_fleeing_model_runs_for_the_nearest_edge() -> None:
    match = scared(5, 5, 1)
    assert at(match, "red-1") == (20.0, 1.0)
    match = scared(5, 1, 1)
    assert happened(match, RanAway)
    assert has(match, "red", "fled:1") == 1


@rule("DW-MRL-06")
def test_three_failures_are_a_desertion() -> None:
    match = scared(1, 1, 1)
    assert happened(match, Deserted)
    assert not alive(match, "red-1")
    assert at(scared(5, 5, 5), "red-1") == (20.0, 6.0)


@rule("DW-MRL-07")
def test_flight_keeps_away_from_enemies_or_leaves_one_dazed() -> None:
    blocked = [wall(18, 3, 22, 5.4, height=4)]
    match = scared(5, 5, 1, terrain=blocked)
    assert at(match, "red-1") != (20.0, 1.0)
    cage = [wall(18, 3, 22, 5.4, id="a", height=4), wall(18, 6.6, 22, 8, id="b", height=4)]
    cage += [wall(18, 5.4, 19.4, 6.6, id="c", height=4), wall(20.6, 5.4, 22, 6.6, id="d", height=4)]
    match = scared(5, 5, 1, terrain=cage)
    assert has(match, "red-1", "dazed")


@rule("DW-MRL-09")
def test_the_fallen_get_up_first_and_the_held_stay() -> None:
    match = scared(5, 5, 1, red=on(20, 6, tokens={"fallen": 1}))
    assert at(match, "red-1") == (20.0, 6.0)
    assert not has(match, "red-1", "fallen")
    match = scared(5, 1, 1, red=on(20, 6, tokens={"entangled": 1}))
    assert at(match, "red-1") == (20.0, 6.0)
    assert happened(scared(1, 1, 1, red=on(20, 6, tokens={"entangled": 1})), Deserted)


@rule("DW-MRL-09")
def test_fleeing_out_of_contact_provokes_free_hacks() -> None:
    stage = Stage([on(20, 6), on(40, 6)], [on(20, 7, facing=270)], agenda=(MoraleOf(("red-1",), "gruesome", "red-2"),))
    match = stage.match(5, 5, 1, 3, 3)
    assert happened(match, Clashed)[0].attacker == "blue-1"
    assert at(match, "red-1") == (20.0, 1.0)
    assert model(match, "red-1").facing == 270


@rule("DW-MRL-09")
def test_whom_a_free_hack_entangles_does_not_flee() -> None:
    stage = Stage(
        [on(20, 6, av=4), on(40, 6)], [on(20, 7, "lure_hooks", facing=270)], agenda=(Flight("red-1", 1, (24.0, 0.0)),)
    )
    match = stage.match(4, 3)
    assert has(match, "red-1", "entangled")
    assert at(match, "red-1") == (20.0, 6.0)


@rule("DW-MRL-07")
def test_of_two_edges_equally_near_a_model_takes_its_own() -> None:
    table = table_of([on(20, 18)], [on(20, 30)])
    assert nearest_edge(table, table.models["red-1"]) == (24.0, 0.0)


def kill(severity: int, victim: On, *others: On, dice: tuple[int, ...] = (), section: str = "body") -> Match:
    """The first blue model takes wounds; its friends are the others."""
    blow = Blow("red-1", "blue-1", FISTS, section=section)
    stage = Stage([on(20, 18)], [victim, *others], agenda=(Suffering(blow, "red-1", "blue-1", severity + 1),))
    return stage.match(*dice)


@rule("DW-MRL-01")
def test_a_gruesome_death_frightens_allies_within_a_long_stick() -> None:
    match = kill(3, on(21, 18), on(28, 18), on(30, 18), on(40, 18), dice=(5, 5, 5))
    assert happened(match, Slain)[0].gruesome
    assert spent(match)
    match = kill(2, on(21, 18), on(28, 18), on(30, 18), on(40, 18), dice=(1,))
    assert not happened(match, Slain)[0].gruesome


@rule("DW-MRL-01")
@rule("DW-DMG-07")
@pytest.mark.parametrize(("item", "dice"), [("fearless", (5, 5, 5)), ("artificial", ())])
def test_the_end_of_the_fearless_frightens_and_that_of_a_machine_does_not(item: str, dice: tuple[int, ...]) -> None:
    match = kill(3, on(21, 18, item), on(28, 18), on(30, 18), on(40, 18), dice=dice)
    assert happened(match, Slain)[0].gruesome
    assert match.decision.rule == "DW-ACT-01"
    assert spent(match) or not dice


@rule("DW-MRL-03")
def test_a_dead_leader_frightens_everybody() -> None:
    match = kill(2, on(21, 18, "leader"), on(40, 4), on(44, 4), on(40, 34), dice=(5,) * 9)
    assert spent(match)


@rule("DW-MRL-04", 0, 1)
@pytest.mark.parametrize("index", [0, 1])
def test_half_the_warband_dead_frightens_the_rest_once(index: int) -> None:
    facts = example("DW-MRL-04", index)
    start, limit = facts["start"], facts["trigger_at"]
    crowd = [on(40, 2 + 3 * n) for n in range(start - 1)]
    blow = Blow("red-1", "blue-1", FISTS)
    stage = Stage([on(20, 18)], [on(21, 18), *crowd], agenda=(Suffering(blow, "red-1", "blue-1", 3),))
    stage.table.put_tokens("blue", "killed:1", limit - 1)
    match = stage.match(*(5,) * 3 * (start - 1))
    assert spent(match)
    assert has(match, "blue", "halved")
    stage.table.put_tokens("blue", "killed:1", limit - 2)
    quiet = stage.match(5)
    assert not has(quiet, "blue", "halved")


@rule("DW-CND-07")
@rule("DW-MRL-04")
@pytest.mark.parametrize(("owner", "losses"), [("wild", (0, 0)), ("red", (1, 0))])
def test_a_charmed_creature_is_a_loss_of_its_own_warband_if_of_any(owner: str, losses: tuple[int, int]) -> None:
    blow = Blow("red-1", "blue-1", FISTS)
    red, blue = [on(20, 18), on(2, 2), on(6, 2)], [on(21, 18), on(40, 2), on(44, 2)]
    stage = Stage(red, blue, agenda=(Suffering(blow, "red-1", "blue-1", 3),))
    stage.table.put_moved(replace(stage.table.models["blue-1"], owner=owner))
    stage.table.put_tokens("blue-1", CHARMED, 2)
    stage.table.put_tokens("blue", "killed:1", 1)
    assert standing_points(stage.table)["red"] == 1 + 5, "beside it two are left of blue, and three of red"
    match = stage.match(5)
    assert not alive(match, "blue-1")
    assert not has(match, "blue", "halved")
    assert (has(match, "red", "killed:1"), has(match, "blue", "killed:1") - 1) == losses


@rule("DW-MRL-10")
def test_one_event_is_one_check_whatever_the_reasons() -> None:
    match = kill(3, on(21, 18, "leader"), on(24, 18), dice=(5, 5, 5))
    assert spent(match)


@rule("DW-MRL-11")
@rule("DW-ABL-05")
@rule("DW-ABL-27")
def test_machines_and_the_fearless_do_not_check() -> None:
    table = table_of([on(20, 18)], [on(21, 18, "artificial"), on(24, 18, "fearless"), on(28, 18, "terror")])
    asked = [EFFECTS.allows(table, CheckingMorale(f"blue-{n}", "gruesome", "red-1")) for n in (1, 2, 3)]
    assert asked == [False, False, True]
    assert not EFFECTS.allows(table, CheckingMorale("blue-3", "terror", "red-1"))
    match = kill(3, on(21, 18, "artificial"), on(24, 18), on(26, 18), on(28, 18), dice=(1,))
    assert happened(match, Slain)[0].gruesome


@rule("DW-MRL-02")
@rule("DW-ABL-60")
def test_terror_is_checked_before_the_dice_once_per_game_turn() -> None:
    options = {"attacks_per_activation": 2}
    stage = Stage([on(20, 18, "terror"), on(2, 2)], [on(21, 18, boxes_body=9), on(2, 34)], options=options)
    hit = Attack("red-1", FISTS, "blue-1")
    match = stage.match(5, 5, 5, 5, 5, 3, 3, 3, 3)
    act(match, *rolling("red-1"), hit, hit)
    assert spent(match)
    match = stage.match(5, 5, 5, 5, 1, 1, 6)
    act(match, *rolling("red-1"), hit)
    assert at(match, "blue-1") != (21.0, 18.0)
    assert len(happened(match, Clashed)) == 1  # Only the Free Hack: the attack is lost.


@rule("DW-CND-06")
@rule("DW-ABL-41", 0)
@rule("DW-ACN-20")
def test_poison_wounds_until_it_is_resisted() -> None:
    match = Stage([on(20, 18, "venom_fangs"), on(2, 2)], [on(21, 18, boxes_body=5), on(2, 34)]).match(4, 3, 1, 1, 6)
    act(match, *free("red-1"), Attack("red-1", "venom_fangs", "blue-1"))
    assert has(match, "blue-1", "poisoned") == 1
    assert spent(match)
    stage = Stage([on(20, 18, tokens={"poisoned": 1}), on(2, 2)], [on(40, 18)])
    match = stage.match(6, 6, 1)
    match.play(Nominate("red-1"))
    assert not has(match, "red-1", "poisoned")
    strong = Stage([on(20, 18, tokens={"poisoned": 2})], [on(40, 18)]).match()
    strong.play(Nominate("red-1"))
    assert strong.pending.need.value == 5  # type: ignore[union-attr]


@rule("DW-CND-09")
def test_conditions_are_ended_one_by_one() -> None:
    match = Stage([on(20, 18, tokens={"fallen": 1, "dazed": 1})], [on(40, 18)]).match(5, 5, 5)

    act(match, *rolling("red-1", 3), Recover("red-1", "fallen"))
    assert has(match, "red-1", "dazed")
    act(match, Recover("red-1", "dazed"))
    assert not has(match, "red-1", "dazed")


def _over(match: Match) -> bool:
    return isinstance(match.pending, Decision)


@rule("DW-MRL-07")
def test_a_flight_ends_where_the_model_is_gone() -> None:
    stage = Stage([on(20, 3), on(40, 6)], [on(20, 30)], agenda=(Flight("red-1", 2, (24.0, 0.0)),))
    match = stage.match()
    assert not alive(match, "red-1")
    assert odds(match, lambda m: level(m.table, m.table.models["red-2"]), stop=_over) == {0: 1}


@rule("DW-TER-03")
def test_terrain_with_cover_covers_those_in_it() -> None:
    reef = box(18, 8, 22, 12, "scenic", "cover", "material:coral", id="reef")
    assert seen(on(10, 10), on(19, 10), reef).cover == PARTIAL
