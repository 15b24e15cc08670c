"""Programs that play heroes: they come for what the mission is about."""

from __future__ import annotations

import pytest

from sightline.ai.player import player
from sightline.core.decisions import Action, Decision
from sightline.core.dice import SeededDice
from sightline.core.match import Match
from sightline.core.table import TABLE
from sightline.games.starquest import GAME
from sightline.games.starquest.actions import Activate, Advance, EndTurn, PickUp, PushOn, Rush, UseSkill, Work
from sightline.games.starquest.catalog import HEROES
from sightline.games.starquest.events import SkillUsed
from sightline.games.starquest.markers import beside
from sightline.games.starquest.measure import place
from sightline.games.starquest.purpose import AN_INCH, Aim, aims, drawn
from tests.games.starquest.quest import quest
from tests.games.starquest.stage import PISTOL, RIFLE, Given, Stage, hero, squad, table_of, wall

MARKER = (24.0, 24.0)
ROUNDS = 4


def seeded(stage: Stage, seed: int) -> Match:
    """A stage with dice of its own."""
    return Match(GAME, stage.setup, SeededDice(f"programs {seed}"), keep=True, rest=stage.table.copy())


def played(stage: Stage, seed: int, level: str, rounds: int) -> Match:
    """So many rounds, the heroes by a program."""
    match, heroes = seeded(stage, seed), player(level, seed)
    while isinstance(match.pending, Decision) and match.table.tokens(TABLE, "round") <= rounds:
        assert match.decision.side == HEROES
        heroes.answer(match)
    return match


def used(match: Match, *skills: str) -> bool:
    """Whether some hero did one of these with its Skill action."""
    return any(isinstance(e, SkillUsed) and e.skill in skills for e in match.events)


def errand(objective: str, *heroes: Given) -> Stage:
    """Somebody with an errand, and enemies far enough away to be shot at from where one stands."""
    far = squad((42, 24), (43, 26), (43, 22), weapons=('Bow (6", A1)',), defense=6)
    return quest(heroes, [far], objective=objective, laid=[("objective", MARKER)])


@pytest.mark.parametrize("objective", ["area_search", "retrieval", "target_defense", "investigation"])
@pytest.mark.parametrize("start", [(20.0, 24.0), (21.5, 26.5), (9.0, 20.0)])
def test_a_regular_hero_with_a_free_way_walks_up_to_a_marker_and_uses_it(
    objective: str, start: tuple[float, float]
) -> None:
    """Also one who could shoot from three inches off."""
    came = 0
    for seed in range(4):
        match = played(errand(objective, hero(*start, RIFLE)), seed, "regular", ROUNDS)
        came += used(match, "work", "pick_up")
    assert came > 2, "one in twelve answers is a slip, but nobody stops short of what they came for"


def test_a_regular_hero_goes_round_a_wall_to_a_marker() -> None:
    stage = quest(
        [hero(18, 24, PISTOL)],
        [squad((45, 45))],
        objective="area_search",
        laid=[("objective", MARKER)],
        terrain=[wall(20.5, 20, 21.5, 28)],
    )
    assert sum(used(played(stage, seed, "regular", ROUNDS), "work") for seed in range(4)) > 2


def hinted(match: Match) -> Action:
    """What somebody who asks is told."""
    thought = player("veteran", 1).think(match)
    assert thought.candidates
    return thought.action


@pytest.mark.parametrize(("objective", "deed"), [("area_search", Work), ("retrieval", PickUp)])
def test_a_hint_says_to_go_up_to_the_marker_and_then_to_use_it(objective: str, deed: type[Action]) -> None:
    match = seeded(errand(objective, hero(20.2, 24, RIFLE)), 1)
    match.play(Activate("heroes-1"))
    step = hinted(match)
    assert isinstance(step, Advance | Rush), step
    match.play(step)
    while match.decision.rule != "SQ-RND-05":
        match.play(hinted(match))
    assert beside(match.table, match.table.models["heroes-1"], "objective"), place(match.table.models["heroes-1"])
    assert isinstance(hinted(match), deed)


def promised(match: Match, action: Action) -> float:
    """What an action promises beside harm, as programs are told; wounds to the hero count against it."""
    promise = GAME.mind.promise(match.table, match.decision, action)
    assert promise is not None
    return promise.more - promise.damage.get("heroes-1", 0.0)


def test_nobody_bleeds_for_a_skill_that_changes_nothing() -> None:
    """Without power a failed test costs a wound: second wind is not for who is well."""
    for hurt, power, better in ((0, 5, False), (0, 0, False), (3, 5, True)):
        match = seeded(errand("area_search", hero(20, 24, RIFLE, "second_wind", power=power, wounds=hurt)), 1)
        match.play(Activate("heroes-1"))
        use = promised(match, UseSkill("heroes-1", "second_wind", "heroes-1"))
        assert (use > promised(match, EndTurn("heroes-1"))) == better, (hurt, power, use)


def test_another_action_is_paid_for_with_power_and_not_with_blood() -> None:
    for power in (0, 5):
        match = seeded(errand("area_search", hero(10, 24, RIFLE, power=power)), 1)
        match.play(Activate("heroes-1"), Rush("heroes-1", (18.0, 24.0)))
        assert (promised(match, PushOn("heroes-1")) > promised(match, EndTurn("heroes-1"))) == (power > 0)


@pytest.mark.parametrize(("size", "most"), [(48, 14.0), (24, 7.0)])
def test_on_the_small_table_heroes_think_in_half_the_distances(size: int, most: float) -> None:
    """A fallen friend beyond what one goes for is left, and an inch is worth two (SQ-TBL-02)."""

    def sent(far: float) -> bool:
        fallen = hero(4 + far, 4, unconscious=1, wounds=6)
        return "heroes-1" in aims(table_of([hero(4, 4), fallen], options={"table_size": size}))

    assert sent(most - 0.1)
    assert not sent(most + 0.1)
    table = table_of([hero(4, 4)], options={"table_size": size})
    near, farther = drawn(table, Aim((20.0, 4.0), 1.0), [(10.0, 4.0), (10.0 - size / 48, 4.0)])
    assert near - farther == pytest.approx(AN_INCH)
