"""Levels and what they bring, the shop, and gear that lasts (SQ-LVL, SQ-SHP, SQ-ITM-11)."""

from __future__ import annotations

import pytest

from sightline.core.battle import Battle
from sightline.core.decisions import Illegal, Picks
from sightline.core.game import SetUp, game
from sightline.core.match import Match
from sightline.core.muster import Entry
from sightline.core.table import TABLE, Model, Table, laid
from sightline.games.starquest.camp_words import Buy, Give, Improve, Learn, Sell, SetOut, Treat
from sightline.games.starquest.catalog import classes, heroes, items
from sightline.games.starquest.effects import EFFECTS
from sightline.games.starquest.growth import gear, level_for, levels, most_power
from sightline.games.starquest.levelling import LevelUps, choices
from sightline.games.starquest.models import hero
from sightline.games.starquest.questions import Empowering, Range, ToPass
from sightline.games.starquest.shop import price, worth
from tests.games.starquest.quests import ONE, TWO, at_mission, home, in_camp, tokens, with_stats
from tests.kit import rule

BOOK = game("starquest")


def due(xp: int, **own: int) -> Match:
    """The first hero has so much experience, and nothing was made of it yet."""
    match, _ = in_camp(tokens={ONE: {"xp": xp, **own}}, part=LevelUps())
    return match


# ------------------------------------------------------------------ levels


@rule("SQ-LVL-02", 0)
def test_experience_makes_levels() -> None:
    experience = [0, 1, 2, 7, 8, 17, 60, 81, 82, 122, 200]
    assert [level_for(xp) for xp in experience] == [1, 1, 2, 3, 4, 5, 11, 11, 12, 15, 15]


@rule("SQ-LVL-02", 1)
@rule("SQ-MIS-05")
def test_a_mission_with_both_objectives_at_difficulty_two_makes_two_levels() -> None:
    match, _ = at_mission(difficulty=2)
    match.play(home(secondary=1))
    assert tokens(match, ONE, "xp", "credits", "level") == (6, 20, 2)
    risen = [match.decision.about]
    while match.decision.rule == "SQ-LVL-01":
        match.play(match.decision.default)  # type: ignore[arg-type]
        risen.append(match.decision.about)
    assert risen[:4] == [ONE, ONE, TWO, TWO]
    assert tokens(match, ONE, "level") == tokens(match, TWO, "level") == (3,)


@rule("SQ-LVL-02")
def test_the_improvements_are_those_printed_for_the_level() -> None:
    printed = {level: row.choose_one for level, row in levels().items()}
    assert printed[2] == printed[10] == ("tough+1", "skill+1")
    assert printed[3] == printed[7] == printed[11] == printed[15] == ("str+1", "dex+1", "wil+1")
    assert printed[4] == printed[12] == ("tough+2", "quality+1")
    assert printed[5] == printed[9] == printed[13] == ("power+2", "skill+2", "caster+1")
    assert printed[6] == printed[14] == ("tough+1", "power+1")
    assert printed[8] == ("tough+2", "power+2")
    match = due(2)
    with pytest.raises(Illegal, match="SQ-LVL-02"):
        match.play(Improve(ONE, "str+1"))
    with pytest.raises(Illegal, match="SQ-LVL-01"):
        match.play(Improve(TWO, "tough+1"))


@rule("SQ-LVL-01")
def test_several_levels_are_gained_one_after_the_other_each_with_its_choice() -> None:
    match = due(4)
    assert tokens(match, ONE, "level") == (2,)
    match.play(Improve(ONE, "tough+1"))
    assert tokens(match, ONE, "level") == (3,)
    match.play(Improve(ONE, "dex+1"))
    assert tokens(match, ONE, "level", "tough", "dex") == (3, 8, 4)
    assert match.decision.rule == "SQ-CMP-03"


@rule("SQ-LVL-01")
def test_more_tough_and_power_is_more_of_what_is_left() -> None:
    match = due(18, level=5, wounds=4, power=1)
    match.play(Improve(ONE, "power+1"))
    assert tokens(match, ONE, "most_power", "power") == (5, 2)
    match = due(18, level=5, wounds=4, power=1)
    match.play(Improve(ONE, "tough+1"))
    assert match.table.tokens(ONE, "tough") - match.table.tokens(ONE, "wounds") == 4


@rule("SQ-LVL-03")
@pytest.mark.parametrize(
    ("xp", "gain", "token", "was", "comes"),
    [
        (8, "quality+1", "quality", 4, 3),
        (4, "str+1", "str", 3, 2),
        (12, "power+2", "most_power", 4, 6),
        (32, "tough+2", "tough", 7, 9),
    ],
)
def test_an_improvement_lowers_a_target_number_or_raises_a_figure(
    xp: int, gain: str, token: str, was: int, comes: int
) -> None:
    match = due(xp, level=level_for(xp) - 1)
    assert tokens(match, ONE, token) == (was,)
    match.play(Improve(ONE, gain))
    assert tokens(match, ONE, token) == (comes,)


@rule("SQ-LVL-03")
def test_what_would_have_no_effect_cannot_be_chosen() -> None:
    match = due(8, level=3, quality=2)
    assert choices(match.table.models[ONE], 4) == ("tough+2",)
    with pytest.raises(Illegal, match="SQ-LVL-03"):
        match.play(Improve(ONE, "quality+1"))
    match = due(12, level=4)
    with pytest.raises(Illegal, match="SQ-LVL-03"):
        match.play(Improve(ONE, "caster+1"))


@rule("SQ-LVL-03")
def test_a_caster_grows_and_casts_more() -> None:
    usual = heroes()["anselm_null"].special("caster")
    assert usual is not None
    entry = Entry("anselm_null", ("oracle", "foresight", "mind_spike"), stats={"casting": 1, "level": 5, "xp": 12})
    grown = hero(1, entry, BOOK.rulebook.settle({}))
    bare = Model(TABLE, "", "", TABLE, kind="table")
    table = Table(
        {TABLE: bare, grown.id: grown}, laid(48.0, 48.0, (), "bare"), ("heroes",), BOOK.rulebook.settle({}), (), {}
    )
    assert EFFECTS.tally(table, Empowering(grown.id), 0).value == usual.value + 1


@rule("SQ-LVL-03")
def test_defense_is_never_improved() -> None:
    assert not any("def" in written for row in levels().values() for written in row.choose_one)


@rule("SQ-LVL-04")
def test_a_hero_learns_the_skills_of_its_class_first() -> None:
    match = due(2)
    offer = next(o for o in match.decision.offers if o.action is Learn)
    slot = match.slots(offer)["skills"]
    assert isinstance(slot, Picks)
    assert set(slot.options) == set(classes()["bulwark"].skills) - {"brace", "taunt"}
    assert (slot.least, slot.most) == (1, 1)
    for wrong in (
        Learn(ONE, ("brace",)),
        Learn(ONE, ("mind_spike",)),
        Learn(ONE, ()),
        Learn(ONE, ("hurl_back", "second_wind")),
    ):
        with pytest.raises(Illegal, match="SQ-LVL-04"):
            match.play(wrong)
    match.play(Learn(ONE, ("hurl_back",)))
    assert tokens(match, ONE, "hurl_back") == (1,)


@rule("SQ-LVL-04")
def test_once_it_knows_them_all_it_learns_those_of_other_classes() -> None:
    match = due(12, level=4, hurl_back=1)
    match.play(Learn(ONE, ("second_wind", "mind_spike")))
    assert tokens(match, ONE, "second_wind", "mind_spike") == (1, 1)


@rule("SQ-LVL-05")
def test_the_fifteenth_level_is_the_last() -> None:
    match = due(200, level=15)
    assert match.decision.rule == "SQ-CMP-03"
    assert tokens(match, ONE, "level", "xp") == (15, 200)


# ------------------------------------------------------------------ the shop


@rule("SQ-SHP-01")
@pytest.mark.parametrize(
    ("item", "cost"),
    [
        ("courage_injector", 10),
        ("noise_grenade", 10),
        ("curing_kit", 10),
        ("frenzy_injector", 15),
        ("grease_grenade", 15),
        ("teleport_kit", 15),
        ("power_injector", 20),
        ("stun_grenade", 20),
        ("med_kit", 20),
        ("surgery", 15),
        ("clinic_visit", 5),
    ],
)
def test_rare_finds_cost_more(item: str, cost: int) -> None:
    assert price(item) == cost


@rule("SQ-SHP-01", 0)
def test_the_shop_buys_back_at_half_price_rounded_down() -> None:
    match, _ = in_camp(tokens={ONE: {"frenzy_injector": 1, "credits": 0}})
    match.play(Sell(ONE, "frenzy_injector"))
    assert tokens(match, ONE, "frenzy_injector", "credits") == (0, 7)
    assert all(worth(id) == item.sell for id, item in items().items() if item.kind != "service")
    with pytest.raises(Illegal, match="SQ-SHP-01"):
        match.play(Sell(ONE, "frenzy_injector"))


@rule("SQ-SHP-01", 1)
@rule("SQ-MIS-05")
def test_two_missions_at_difficulty_two_buy_a_med_kit_or_two_curing_kits() -> None:
    match, _ = at_mission(1, missions=2, difficulty=2, tokens={ONE: {"credits": 0}})
    for credits in (0, 10):
        match.play(home(one={"credits": credits, "power": 4, "xp": match.table.tokens(ONE, "xp")}))
        while not isinstance(match.pending, Battle) and match.decision.rule != "SQ-CMP-03":
            match.play(match.decision.default)  # type: ignore[arg-type]
    assert tokens(match, ONE, "credits") == (20,)
    rich = match.fork()
    rich.play(Buy("med_kit", ONE))
    assert rich.table.tokens(ONE, "credits") == 0
    match.play(Buy("curing_kit", ONE))
    match.play(Buy("curing_kit", ONE))
    assert tokens(match, ONE, "curing_kit", "credits") == (2, 0)
    with pytest.raises(Illegal, match="SQ-SHP-01: credits 0, price 10"):
        match.play(Buy("curing_kit", ONE))


@rule("SQ-SHP-02")
def test_there_is_one_of_each_piece_until_a_chapter_is_over() -> None:
    match, _ = in_camp(2, 1, tokens={ONE: {"credits": 60}, TWO: {"credits": 60}}, chapters=2)
    match.play(Buy("grav_boots", ONE))
    with pytest.raises(Illegal, match="SQ-SHP-02: item grav_boots, stock 0"):
        match.play(Buy("grav_boots", TWO))
    for _ in range(3):
        match.play(Buy("courage_injector", TWO))
    match.play(SetOut("chapter-1", 1))
    match.play(
        home(one={"grav_boots": 1, "credits": 30, "power": 4}, two={"credits": 30, "courage_injector": 3, "power": 4})
    )
    while match.decision.rule != "SQ-CMP-03":
        match.play(match.decision.default)  # type: ignore[arg-type]
    match.play(Buy("grav_boots", TWO))
    assert tokens(match, TWO, "grav_boots") == (1,)


@rule("SQ-SHP-02")
@rule("SQ-INJ-01")
def test_surgery_ends_an_injury_and_the_clinic_all_conditions() -> None:
    hurt = {ONE: {"credits": 20, "broken_arm": 1, "chest_wound": 1, "afflicted": 1, "impaired": 1}}
    match, _ = in_camp(tokens=hurt)
    match.play(Treat(ONE, "broken_arm"))
    assert tokens(match, ONE, "credits", "broken_arm", "chest_wound") == (5, 0, 1)
    match.play(Buy("clinic_visit", ONE))
    assert tokens(match, ONE, "credits", "afflicted", "impaired") == (0, 0, 0)
    for wrong in (Treat(ONE, "broken_arm"), Buy("clinic_visit", ONE), Buy("surgery", ONE), Buy("jetpack", ONE)):
        with pytest.raises(Illegal, match="SQ-SHP-02"):
            match.play(wrong)
    with pytest.raises(Illegal, match="SQ-SHP-01"):
        match.play(Treat(ONE, "chest_wound"))


@rule("SQ-SHP-03")
def test_a_new_hero_has_ten_credits_and_nothing_in_its_pockets() -> None:
    match, _ = in_camp()
    for who in (ONE, TWO):
        assert tokens(match, who, "credits", "xp", "level") == (10, 0, 1)
        assert not set(match.table.models[who].tokens) & {id for id, item in items().items()}


# ------------------------------------------------------------------ gear


@rule("SQ-ITM-11")
def test_a_hero_carries_one_piece_of_each_kind_and_three_at_most() -> None:
    match, _ = in_camp(tokens={ONE: {"credits": 200, "long_optics": 1}, TWO: {"long_optics": 1, "newcomer": 0}})
    with pytest.raises(Illegal, match="SQ-ITM-11: piece long_optics"):
        match.play(Buy("long_optics", ONE))
    with pytest.raises(Illegal, match="SQ-ITM-11"):
        match.play(Give(TWO, "long_optics", ONE))
    match.play(Buy("grav_boots", ONE))
    match.play(Buy("spare_cell", ONE))
    with pytest.raises(Illegal, match="SQ-ITM-11: gear 4, most 3"):
        match.play(Buy("trauma_rig", ONE))


@rule("SQ-SRC-12")
def test_who_carries_all_it_may_neither_buys_nor_takes_over_more() -> None:
    purses = {ONE: {"credits": 200, "med_kit": 3, "long_optics": 1}, TWO: {"curing_kit": 1, "newcomer": 0}}
    match, _ = in_camp(tokens=purses, item_carry_limit=4)
    for item in ("med_kit", "grav_boots"):
        with pytest.raises(Illegal, match="SQ-SRC-12: items 5, most 4"):
            match.play(Buy(item, ONE))
    with pytest.raises(Illegal, match="SQ-SRC-12: items 5, most 4"):
        match.play(Give(TWO, "curing_kit", ONE))
    match.play(Sell(ONE, "med_kit"))
    match.play(Give(TWO, "curing_kit", ONE))
    assert tokens(match, ONE, "med_kit", "curing_kit") == (2, 1)
    free, _ = in_camp(tokens=purses)
    free.play(Buy("med_kit", ONE))
    assert tokens(free, ONE, "med_kit") == (4,)


@rule("SQ-ITM-11")
def test_gear_can_be_sold_and_handed_over_like_items() -> None:
    match, _ = in_camp(tokens={ONE: {"mono_edge": 1, "grav_boots": 1, "credits": 0, "newcomer": 0}})
    match.play(Give(ONE, "mono_edge", TWO))
    match.play(Sell(ONE, "grav_boots"))
    assert tokens(match, TWO, "mono_edge") == (1,)
    assert tokens(match, ONE, "credits") == (15,)


@rule("SQ-RST-04")
@rule("SQ-ITM-11")
@pytest.mark.parametrize(("power", "left"), [(5, 4), (4, 4), (2, 2)])
def test_the_power_of_a_cell_goes_with_it(power: int, left: int) -> None:
    for action in (Sell(ONE, "spare_cell"), Give(ONE, "spare_cell", TWO)):
        match, _ = in_camp(tokens={ONE: {"spare_cell": 1, "power": power, "newcomer": 0}})
        assert most_power(match.table.models[ONE]) == 5
        match.play(action)
        assert (most_power(match.table.models[ONE]), tokens(match, ONE, "power")) == (4, (left,))


def battle(*carried: str) -> Table:
    """A battle with a hero who carries something."""
    rosters = {"heroes": with_stats(1, *carried), "enemies": BOOK.rosters["rustborn"]}
    return BOOK.set_up(SetUp("starquest", rosters, next(iter(BOOK.tables.values())), BOOK.rulebook.settle({})))


@rule("SQ-ITM-11")
def test_optics_boots_and_cells_work_while_they_are_carried() -> None:
    plain, worn = battle(), battle("long_optics", "grav_boots", "spare_cell")
    tally = BOOK.effects.tally
    shoots = [tally(t, Range(ONE, "bulldog_scattergun"), 12).value for t in (plain, worn)]
    assert shoots == [12, 15]
    jumps = [tally(t, ToPass(ONE, "dex", jump=True), 5).value for t in (plain, worn)]
    walks = [tally(t, ToPass(ONE, "dex"), 5).value for t in (plain, worn)]
    assert (jumps, walks) == ([5, 4], [5, 5])
    assert worn.tokens(ONE, "power") == plain.tokens(ONE, "power") + 1
    assert set(gear()) <= set(items())
