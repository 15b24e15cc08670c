"""Dice, tests and modifiers; hits, blocks, wounds and the special rules of weapons, in exact fractions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from sightline.core.dice import ScriptedDice
from sightline.core.match import Match
from sightline.core.rulebook import load
from sightline.games.starquest.actions import Decline, Pay, Shoot
from sightline.games.starquest.attacking import Assault, Blocking, Group, multiplier
from sightline.games.starquest.catalog import PACKAGE, parse_weapon
from sightline.games.starquest.events import Failed, Hits, Passed, Wounded
from sightline.games.starquest.questions import ToBlock, ToHit, ToPass
from sightline.games.starquest.reckoning import expected
from sightline.games.starquest.sequence import HeroPhase
from sightline.games.starquest.striking import lessened
from sightline.games.starquest.testing import at_half, d3
from tests.games.starquest.stage import Stage, act, happened, hero, mean, odds, spent, squad, table_of, tokens, wounds
from tests.kit import rule

BOOK = load(PACKAGE)
FAR = (20.0, 10.0)


def chance(need: float) -> Fraction:
    return Fraction(7 - int(need), 6)


def vectors(kind: str) -> list[Any]:
    """The worked examples of a kind in the chapters of the battle, each marked with its rule."""
    found = []
    for entry in (r for r in BOOK.rules.values() if r.section not in ("EVT", "CHL", "CMP")):
        for index, example in enumerate(entry.examples):
            vector = example.facts.get("vector", {})
            if vector.get("kind") == kind:
                exact = example.facts["exact"]
                found.append(pytest.param(vector, exact, id=f"{entry.id} {index}", marks=rule(entry.id, index)))
    return found


# ------------------------------------------------------------------ plain dice


@rule("SQ-DIC-01")
@pytest.mark.parametrize(("vector", "exact"), [v for v in vectors("d3") if "faces" in v.values[0]])
def test_a_die_of_three_is_half_a_die_rounded_up(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    assert [d3(face) for face in vector["faces"]] == exact["results"]
    assert Fraction(sum(map(d3, vector["faces"])), len(vector["faces"])) == Fraction(exact["mean"])


@rule("SQ-DIC-04")
@rule("SQ-DIC-03")
@pytest.mark.parametrize(("vector", "exact"), vectors("d3_plus"))
def test_a_number_may_be_added_to_a_die_of_three(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    assert [d3(face) + vector["plus"] for face in vector["faces"]] == exact["results"]


@rule("SQ-WPN-01")
@pytest.mark.parametrize(("vector", "exact"), vectors("parse_weapon"))
def test_a_weapon_is_read_from_its_printed_profile(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    weapon = parse_weapon(vector["text"])
    assert [s.written for s in weapon.rules] == exact["rules"]
    assert (f"{weapon.range:g}", str(weapon.attacks)) == (exact["range"], exact["attacks"])
    assert weapon.melee == (exact["range"] == "0")


# ------------------------------------------------------------------ stat tests


class Shift:
    """A stat test with a modifier that comes from nowhere in particular."""

    @staticmethod
    def need(stat: int, mod: int) -> float:
        from sightline.core.effects import Note

        table = table_of([hero(10, 10)])
        return ToPass("heroes-1", "str").fold(table, stat, [Note("SQ-MOD-01", mod)] if mod else [])


@rule("SQ-STA-01")
@rule("SQ-MOD-01")
@pytest.mark.parametrize(("vector", "exact"), vectors("stat_test"))
def test_modifiers_change_the_roll_and_not_the_stat(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    need = Shift.need(vector["stat"], vector["mod"])
    assert sum(face >= need for face in vector["faces"]) == int(exact["successes"])
    for face, result in zip(vector["faces"], exact.get("results", ()), strict=False):
        assert (face >= need) == (result >= vector["stat"])


@pytest.mark.parametrize(("vector", "exact"), vectors("stat_test_probability"))
def test_the_chance_of_a_test(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    stats = vector.get("stats") or [vector["stat"]] * len(vector["mods"])
    mods = vector.get("mods") or [vector["mod"]] * len(stats)
    assert [str(chance(Shift.need(s, m))) for s, m in zip(stats, mods, strict=True)] == exact["p"]


@rule("SQ-MOD-02", 1)
@rule("SQ-MOD-02", 0)
def test_a_six_always_succeeds_and_a_one_always_fails() -> None:
    assert Shift.need(2, 3) == 2
    assert Shift.need(2, -4) == 6


def tested(match: Match) -> bool:
    return bool(happened(match, Passed) or happened(match, Failed))


@rule("SQ-STA-02", 1)
@rule("SQ-GEN-05")
def test_a_hero_may_buy_a_failed_test_even_a_one() -> None:
    match = shoving(power=2, str=5).match(1)
    act(match, SHOVE)
    match.play(Pay("heroes-1"))
    assert happened(match, Passed)[0].bought
    assert tokens(match, "heroes-1", "power") == 0
    assert spent(match)


def test_a_test_that_is_not_bought_has_failed() -> None:
    match = shoving(power=2).match(3)
    act(match, SHOVE)
    match.play(Decline("heroes-1"))
    assert happened(match, Failed)
    assert tokens(match, "heroes-1", "power") == 2
    assert spent(match)


def shoving(**stats: Any) -> Stage:
    return Stage([hero(10, 10, **stats)], [squad((13, 10))])


def _shove() -> Any:
    from sightline.games.starquest.actions import Shove

    return Shove("heroes-1", "enemies-1-1")


SHOVE = _shove()


# ------------------------------------------------------------------ one weapon group


def group_stage(vector: dict[str, Any], *, melee: bool = False, tough: int = 99, models: int = 1) -> Stage:
    """A hero's weapon with the figures of a vector, about to be rolled against an enemy."""
    words = []
    if vector.get("ap"):
        words.append(f"AP({vector['ap']})")
    for word, name in (("rending", "Rending"), ("bane", "Bane")):
        if vector.get(word):
            words.append(name)
    if vector.get("deadly"):
        words.append(f"Deadly({vector['deadly']})")
    rules: list[str] = []
    more = vector.get("extra_on_six", 0)
    melee = melee or bool(vector.get("fatigued"))
    if more:
        words.append("Surge")
    if more > 1:
        rules.append("Furious")
        melee = True
    blast = vector.get("blast", 0)
    if blast:
        words.append(f"Blast({blast})")
        models = max(models, blast)
    profile = ", ".join([*([] if melee else ['24"']), f"A{vector['attacks']}", *words])
    weapon = f"Thing ({profile})"
    stats: dict[str, Any] = {"fatigued": 1} if vector.get("fatigued") else {}
    own = hero(10, 10, weapon, quality=vector["quality"], rules=rules, **stats)
    healing = ["Regeneration"] if vector.get("regeneration") or vector.get("regeneration_ignored") else []
    spots = [(20.0, 10.0 + 1.4 * n) for n in range(models)]
    foe = squad(*spots, defense=vector.get("defense", 4), tough=tough, rules=healing)
    part = Assault("heroes-1", "enemies-1", (Group(weapon, ("heroes-1",), vector["attacks"]),), melee, more > 1)
    if vector.get("impact"):
        part = Assault("heroes-1", "enemies-1", (Group("impact", ("heroes-1",), vector["attacks"]),), True, True)
    stage = Stage([own], [foe], agenda=(part, HeroPhase()))
    for mod, model in ((vector.get("hit_mod", 0), "heroes-1"), (vector.get("def_mod", 0), "enemies-1-1")):
        if mod:
            lay(stage, mod, model)
    return stage


def lay(stage: Stage, mod: int, model: str) -> None:
    """Lay a lasting working on a model that changes its rolls by so much."""
    from sightline.core.table import Attachment

    entry = {(-1, "heroes"): "jam_optics", (1, "heroes"): "enhancing_force_field", (1, "enemies"): "brace"}
    found = entry[mod, model.partition("-")[0]]
    stage.table.attach(Attachment(f"{found}@{model}", "SQ-HSK-02", model))


def wounds_taken(match: Match) -> int:
    return sum(e.by for e in match.events if isinstance(e, Wounded))


def total(match: Match) -> int:
    return sum(n for m in match.table.models.values() if m.side == "enemies" for n in [m.tokens.get("wounds", 0)])


@pytest.mark.parametrize(("vector", "exact"), vectors("combat"))
def test_the_wounds_of_a_weapon_group(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    stage = group_stage(vector)
    assert expected(stage.table, stage.table.agenda[0]) == Fraction(exact["expected_wounds"])  # type: ignore[arg-type]
    chances = odds(stage.match(), total)
    assert mean(chances) == Fraction(exact["expected_wounds"])
    if "distribution" in exact:
        assert [str(chances.get(n, Fraction(0))) for n in range(len(exact["distribution"]))] == exact["distribution"]
        assert 1 - chances.get(0, Fraction(0)) == Fraction(exact["p_at_least_1"])


def hits_so_far(match: Match) -> int:
    return sum(e.hits for e in happened(match, Hits))


def after_the_hits(match: Match) -> bool:
    """The hits are known: blocks come next, or there are none."""
    return not any(isinstance(part, Assault) and part.groups for part in match.rest.agenda)


def blocks_to_come(match: Match) -> int:
    return sum(part.plain + part.torn for part in match.rest.agenda if isinstance(part, Blocking))


@pytest.mark.parametrize(("vector", "exact"), vectors("hits"))
def test_the_hits_of_a_weapon_group(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    chances = odds(group_stage(vector).match(), blocks_to_come, stop=after_the_hits)
    if "distribution" in exact:
        assert [str(chances.get(n, Fraction(0))) for n in range(len(exact["distribution"]))] == exact["distribution"]
    if "expected_hits" in exact:
        assert mean(chances) == Fraction(exact["expected_hits"])


@pytest.mark.parametrize(("vector", "exact"), vectors("roll_hits"))
def test_dice_that_hit(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    words = [w for w in vector.get("rules", ()) if w != "Furious"]
    melee = "charging" in vector
    profile = ", ".join([*([] if melee else ['24"']), f"A{len(vector['faces'])}", *words])
    weapon = f"Thing ({profile})"
    own = hero(10, 10, weapon, quality=vector["quality"], rules=[w for w in vector.get("rules", ()) if w == "Furious"])
    part = Assault("heroes-1", "enemies-1", (Group(weapon, ("heroes-1",), len(vector["faces"])),), melee, melee)
    match = Stage([own], [squad((20, 10), tough=9)], agenda=(part, HeroPhase())).match()
    match.play(tuple(vector["faces"]))
    blocks = [p for p in match.rest.agenda if isinstance(p, Blocking)]
    assert sum(b.plain + b.torn for b in blocks) == hits_so_far(match)
    if "hits" in exact:
        assert hits_so_far(match) == int(exact["hits"])
    else:
        assert (blocks[0].plain, blocks[0].torn) == (int(exact["plain_hits"]), int(exact["ap4_hits"]))


@rule("SQ-MOD-03", 0)
def test_a_rending_weapon_looks_at_the_face_and_not_at_the_result() -> None:
    weapon = 'Thing (24", A1, Rending)'
    part = Assault("heroes-1", "enemies-1", (Group(weapon, ("heroes-1",), 1),))
    stage = Stage([hero(10, 10, weapon)], [squad((20, 10))], agenda=(part, HeroPhase()))
    lay(stage, 1, "heroes-1")
    match = stage.match()
    match.play((5,))
    assert happened(match, Hits)[0].torn == 0


@pytest.mark.parametrize(("vector", "exact"), vectors("roll_blocks"))
def test_dice_that_block(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    part = Blocking("heroes-1", "enemies-1", SWORDLIKE, len(vector["faces"]), melee=True)
    match = Stage(
        [hero(10, 10)], [squad((12, 10), defense=vector["defense"], tough=9)], agenda=(part, HeroPhase())
    ).match(*vector["faces"])
    assert wounds(match, "enemies-1-1") == int(exact["wounds"])
    assert spent(match)


SWORDLIKE = "Sword (A1)"


def need_to_block(defense: int, ap: int = 0, cover: bool = False) -> Fraction:
    weapon = f'Thing (24", A1, AP({ap}))' if ap else 'Thing (24", A1)'
    table = table_of([hero(10, 10, weapon)], [squad((20, 10), defense=defense)])
    from sightline.games.starquest.effects import EFFECTS

    return chance(EFFECTS.tally(table, ToBlock("enemies-1-1", "heroes-1", weapon, cover=cover), defense).value)


@pytest.mark.parametrize(("vector", "exact"), vectors("block_probability"))
def test_the_chance_to_block(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    if "covers" in vector:
        found = [need_to_block(vector["defense"], vector["ap"], bool(c)) for c in vector["covers"]]
    else:
        found = [need_to_block(d, vector["ap"]) for d in vector["defenses"]]
    assert [str(p) for p in found] == exact["p"]


@pytest.mark.parametrize(("vector", "exact"), vectors("unblocked_probability"))
def test_the_chance_that_a_hit_goes_through(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    wanted = exact["p"] if isinstance(exact["p"], list) else [exact["p"]]
    found = []
    for ap in vector.get("aps", [vector.get("ap", 0)]):
        words = [f"AP({ap})"] * bool(ap) + ["Bane"] * bool(vector.get("bane"))
        weapon = f"Thing ({', '.join(['A1', *words])})"
        part = Blocking("heroes-1", "enemies-1", weapon, 1, melee=True)
        foe = squad((12, 10), defense=vector["defense"], tough=9)
        match = Stage([hero(10, 10, weapon)], [foe], agenda=(part, HeroPhase())).match()
        found.append(str(odds(match, total).get(1, Fraction(0))))
    assert found == wanted


@rule("SQ-DIC-05", 0)
@pytest.mark.parametrize(("vector", "exact"), vectors("bane_block"))
def test_a_six_is_rolled_again_once_against_bane(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    weapon = "Thing (A1, Bane)"
    part = Blocking("heroes-1", "enemies-1", weapon, 1, melee=True)
    match = Stage([hero(10, 10, weapon)], [squad((12, 10))], agenda=(part, HeroPhase())).match(*vector["faces"])
    assert (wounds(match, "enemies-1-1") == 0) == exact["blocked"]
    assert spent(match)


# ------------------------------------------------------------------ special rules of weapons


@pytest.mark.parametrize(("vector", "exact"), vectors("ap_sum"))
def test_ap_of_several_sources_adds_up(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    weapon = "Lance (A1, AP(1), Thrust)"
    table = table_of([hero(10, 10, weapon)], [squad((12, 10))])
    from sightline.games.starquest.effects import EFFECTS

    tally = EFFECTS.tally(table, ToBlock("enemies-1-1", "heroes-1", weapon, melee=True, charging=True), 3)
    assert tally.value - tally.base == int(exact["ap"]) == sum(vector["ap"])


@rule("SQ-SPR-03", 1)
def test_the_same_mark_counts_once() -> None:
    from sightline.core.table import Attachment
    from sightline.games.starquest.effects import EFFECTS

    stage = Stage([hero(10, 10, 'Rifle (24", A1)')], [squad((20, 10))])
    for source in ("heroes-1", "heroes-2"):
        stage.table.attach(Attachment("mark_prey@enemies-1-1", "SQ-HSK-02", "enemies-1-1", source))
    assert EFFECTS.tally(stage.table, ToHit("heroes-1", "enemies-1-1", 'Rifle (24", A1)'), 4).value == 3


@pytest.mark.parametrize(("vector", "exact"), vectors("blast"))
def test_blast_multiplies_hits_by_those_it_reaches(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    times = multiplier(vector["x"], vector["target_models"], vector["neighbours"])
    assert times == int(exact["multiplier"])
    weapon = f'Bomb (24", A{vector["hits"]}, Blast({vector["x"]}))'
    target = squad(*((20.0, 10.0 + 1.4 * n) for n in range(vector["target_models"])), tough=9)
    others = [squad((22.5 + 2.5 * n, 10.0), tough=9) for n in range(len(vector["neighbours"]))]
    if len(others) == 2:
        others[1] = squad((17.5, 10.0), tough=9)
    part = Assault("heroes-1", "enemies-1", (Group(weapon, ("heroes-1",), vector["hits"]),))
    match = Stage([hero(5, 10, weapon)], [target, *others], agenda=(part, HeroPhase())).match()
    match.play((5,) * vector["hits"])
    if match.pending is not None and match.pending.rule == "SQ-SPR-09":
        match.play(match.decision.default)  # type: ignore[arg-type]
    blocks = [p.plain for p in match.rest.agenda if isinstance(p, Blocking)]
    assert sum(blocks) == int(exact["total_hits"])
    assert sorted(blocks, reverse=True) == exact.get("split", blocks)


@pytest.mark.parametrize(("vector", "exact"), vectors("deadly"))
def test_deadly_wounds_go_to_one_model_each(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    from sightline.games.starquest.harm import Suffering

    heroic = "wounds" in exact
    weapon = f'Gun (24", A1, Deadly({vector["x"]}))'
    if heroic:
        part = Suffering("heroes-1", vector["unblocked"], "enemies-1-1", weapon, vector["x"])
        stage = Stage([hero(10, 10, tough=vector["tough"])], [squad((20, 10))], agenda=(part, HeroPhase()))
        match = stage.match()
        assert wounds(match, "heroes-1") == int(exact["wounds"])
        assert at_half(match.table, "heroes-1") == exact["morale"]
        return
    part = Suffering("enemies-1", vector["unblocked"], "heroes-1", weapon, vector["x"])
    foe = squad((20, 10), (21.4, 10), (22.8, 10), tough=vector["tough"])
    match = Stage([hero(10, 10)], [foe], agenda=(part, HeroPhase())).match()
    match.play(match.decision.default)  # type: ignore[arg-type]
    left = [m for m in match.table.models.values() if m.side == "enemies" and m.at and m.kind == "model"]
    assert vector["models"] - len(left) == int(exact["removed"])


@pytest.mark.parametrize(("vector", "exact"), vectors("regeneration"))
def test_every_wound_on_a_regenerating_unit_is_diced_for(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    from sightline.games.starquest.harm import Suffering

    part = Suffering("enemies-1", vector["wounds"])
    foe = squad((20, 10), tough=9, rules=["Regeneration"])
    chances = odds(Stage([hero(10, 10)], [foe], agenda=(part, HeroPhase())).match(), total)
    assert [str(chances[n]) for n in range(len(exact["distribution"]))] == exact["distribution"]


@pytest.mark.parametrize(("vector", "exact"), vectors("impact_dice"))
def test_counter_takes_impact_dice_away(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    assert lessened(vector["impact"], vector["counter_models"]) == int(exact["dice"])


# ------------------------------------------------------------------ morale in figures


@pytest.mark.parametrize(("vector", "exact"), vectors("morale_needed"))
def test_half_or_less_tests_morale(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    if "size" in vector:
        left = vector["size"] - vector["lost"]
        spots = ((20.0, 10.0 + 1.3 * n) for n in range(left))
        table = table_of([hero(10, 10)], [squad(*spots, size=vector["size"])])
    else:
        table = table_of([hero(10, 10)], [squad((20, 10), tough=vector["tough"], wounds=vector["wounds"])])
    assert at_half(table, "enemies-1") == exact["test"]


@pytest.mark.parametrize(("vector", "exact"), vectors("fear_check"))
def test_wounds_of_the_feared_count_for_more(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    taken = vector["wounds"] + vector.get("earlier", 0)
    table = table_of([hero(10, 10)], [squad((20, 10), tough=vector["tough"], wounds=taken)])
    more = vector["fear"] if vector["wounds"] else 0
    assert (bool(vector["wounds"]) and at_half(table, "enemies-1", more)) == exact["test"]


def shaken_chance(rules: tuple[str, ...] = (), quality: int = 4, **more: Any) -> Fraction:
    from sightline.games.starquest.testing import Morale

    foe = squad((20, 10), quality=quality, tough=4, wounds=2, hurt=1, rules=rules)
    stage = Stage([hero(10, 10)], [foe, *more.get("others", ())], agenda=(Morale(("enemies-1",)), HeroPhase()))
    if more.get("worse"):
        from sightline.core.table import Attachment

        stage.table.attach(Attachment("whispered_doubt@enemies-1-1", "SQ-SPL-03", "enemies-1-1"))
    return odds(stage.match(), lambda m: tokens(m, "enemies-1-1", "shaken")).get(1, Fraction(0))


@pytest.mark.parametrize(("vector", "exact"), vectors("morale"))
def test_the_chance_to_be_shaken(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    quality = vector["quality"]
    if "plain" in exact:
        assert str(shaken_chance(quality=quality)) == exact["plain"]
        assert str(shaken_chance(quality=quality, worse=True)) == exact["minus_one"]
        assert str(shaken_chance(("Fearless",), quality)) == exact["fearless"]
    elif "villain_quality" in vector:
        boss = squad((26, 10), quality=vector["villain_quality"], rules=["Villain"])
        assert str(shaken_chance(quality=quality, others=[boss])) == exact["p_fail"]
        far = squad((34, 10), quality=vector["villain_quality"], rules=["Villain"])
        assert str(shaken_chance(quality=quality, others=[far])) == "2/3"
    else:
        assert str(shaken_chance(("Fearless",), quality)) == exact["p_fail"]


@pytest.mark.parametrize(("vector", "exact"), [v for v in vectors("d3") if "distribution" in v.values[1]])
def test_the_biggest_enemies_are_hurt_instead_of_shaken(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    chances = frightened()
    failed = {n: p for n, p in chances.items() if n}
    assert [str(p / sum(failed.values())) for _, p in sorted(failed.items())] == exact["distribution"]


@pytest.mark.parametrize(("vector", "exact"), vectors("morale_wounds"))
def test_what_morale_costs_a_monster(vector: dict[str, Any], exact: dict[str, Any]) -> None:
    assert mean(frightened(vector["quality"])) == Fraction(exact["expected_wounds"])


def frightened(quality: int = 4) -> dict[int, Fraction]:
    from sightline.games.starquest.testing import Morale

    foe = squad((20, 10), quality=quality, tough=12, wounds=6, hurt=1)
    match = Stage([hero(10, 10)], [foe], agenda=(Morale(("enemies-1",)), HeroPhase())).match()
    return odds(match, lambda m: wounds(m, "enemies-1-1") - 6)


def test_a_shot_uses_all_its_dice() -> None:
    stage = Stage([hero(10, 10, 'Rifle (24", A2)')], [squad((20, 10), tough=3)])
    match = act(stage.match(4, 3, 2), Shoot("heroes-1", "enemies-1-1"))
    assert wounds(match, "enemies-1-1") == 1
    assert isinstance(match.dice, ScriptedDice)
    assert spent(match)
