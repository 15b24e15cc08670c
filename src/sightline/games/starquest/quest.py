"""A campaign from its first die to its last mission: chapters, missions, injuries and rest (SQ-CMP, SQ-INJ)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import lru_cache

from sightline.core.battle import Battle
from sightline.core.decisions import Decision, Offer, Pick, Refusal, Slot
from sightline.core.dice import Roll
from sightline.core.errors import BadInput
from sightline.core.events import Ended, Event
from sightline.core.game import SetUp, TablePlan
from sightline.core.links import check_size, plan_from_link
from sightline.core.muster import Roster
from sightline.core.referee import Referee
from sightline.core.table import TABLE, Model, ModelId, Part, Table
from sightline.core.variants import Variant
from sightline.games.starquest import barracks, missions, shop
from sightline.games.starquest import camp_words as w
from sightline.games.starquest.barracks import in_battle, party
from sightline.games.starquest.catalog import (
    CONSTANTS,
    DIE,
    ENEMIES,
    GAME_ID,
    HEROES,
    collections,
    factions,
    skills,
    tables,
)
from sightline.games.starquest.ground import layout_faults
from sightline.games.starquest.growth import (
    CELL,
    CREDITS,
    LEVEL,
    LOWERED,
    NEWCOMER,
    XP,
    entry_of,
    injuries,
    injury_rule,
    most_power,
)
from sightline.games.starquest.laying import generated
from sightline.games.starquest.levelling import LevelUps
from sightline.games.starquest.testing import roll_d3
from sightline.games.starquest.tokens import (
    CASTING,
    CONDITIONS,
    DIFFICULTY,
    MOST_POWER,
    POWER,
    TOUGH,
    UNCONSCIOUS,
    WOUNDS,
)

FEWEST = 2
"""Chapters a campaign has besides the die (SQ-CMP-01)."""
HARDEST = 4
SEED = 8
"""Dice from which a battlefield is laid out."""
MOST_SHOWN = 120
"""Characters of what is wrong with a battlefield."""
WOUNDS_BACK: int = CONSTANTS["mission_restore_wounds"]
POWER_BACK: int = CONSTANTS["mission_restore_power"]
CARRIED = (WOUNDS, POWER, *CONDITIONS)
"""What a mission leaves on a hero besides what it owns and has learned (SQ-CMP-06)."""


GROWN = (LEVEL, TOUGH, MOST_POWER, *LOWERED, CASTING, *skills())
"""What becomes different when a hero rises in the middle of a mission (SQ-EVT-40)."""


class Opening(Part, frozen=True):
    """The chapters are drawn."""


class InCamp(Part, frozen=True):
    """Between chapters: the shop is open, and the players say where to go."""

    again: ModelId = ""
    """The chapter that must be begun again."""


class Chapter(Part, frozen=True):
    """A chapter begins."""

    chapter: ModelId
    again: bool = False


class Mission(Part, frozen=True):
    """The next mission of a chapter."""

    chapter: ModelId


class Casualties(Part, frozen=True):
    """Old injuries end, those who were killed roll for new ones."""

    killed: tuple[ModelId, ...]


class Recovery(Part, frozen=True):
    """Wounds and power come back after a mission."""


class Handing(Part, frozen=True):
    """Items and credits change hands before the next mission."""


class Onward(Part, frozen=True):
    """A mission is behind the party."""

    chapter: ModelId
    success: bool


def chapters(table: Table) -> list[Model]:
    """The chapters, in the order they were drawn."""
    return [m for m in table.models.values() if m.kind == "chapter"]


def left(table: Table) -> tuple[ModelId, ...]:
    """The chapters still to come."""
    return tuple(c.id for c in chapters(table) if w.DONE not in c.tokens)


# ------------------------------------------------------------------ the beginning (SQ-CMP-01, SQ-CMP-02)


async def opening(ref: Referee, part: Opening) -> None:
    """What lies ahead is drawn: a whole campaign, or one mission (SQ-PRT-01)."""
    for place, faction in enumerate(await AHEAD.of(ref.table)(ref), 1):
        name = factions()[faction].name if ALONE.of(ref.table) else f"Chapter {place}"
        drawn = Model(f"chapter-{place}", "", "", faction, name, kind="chapter")
        await ref.emit(w.ChapterDrawn(rule="SQ-CMP-02", new=drawn))
    ref.then(InCamp())


async def many_chapters(ref: Referee) -> list[str]:
    """D3+2 chapters, each with its enemies; no faction comes twice before all have come once (SQ-ENM-03)."""
    number = await roll_d3(ref, "SQ-CMP-01", HEROES) + FEWEST
    unused: list[str] = []
    drawn: list[str] = []
    while len(drawn) < number:
        unused = unused or list(collections())
        ((face,),) = await ref.throw(Roll("SQ-ENM-03", len(unused), 1, HEROES))
        drawn.append(unused.pop(face - 1))
    return drawn


async def any_faction(ref: Referee) -> list[str]:
    """One faction is drawn; the players take it, which is usual, or choose another (SQ-PRT-01)."""
    known = list(collections())
    ((face,),) = await ref.throw(Roll("SQ-PRT-01", len(known), 1, HEROES))
    return [known.pop(face - 1), *known]


AHEAD = Variant("play_mode", {"campaign": many_chapters, "one_off": any_faction})
ALONE = Variant("play_mode", {"campaign": False, "one_off": True})
"""Whether there is only one mission, and nothing to begin again."""


# ------------------------------------------------------------------ between chapters (SQ-CMP-03, SQ-CMP-04)


async def in_camp(ref: Referee, part: InCamp) -> None:
    """The shop is open before a chapter and after it, and the players say what comes next, and how hard."""
    table = ref.table
    first = part.again or left(table)[0]
    given = {"chapter": part.again} if part.again else {}
    offers = [*shop.offers(table), *barracks.offers(table), Offer(w.SetOut, "SQ-CMP-02", given)]
    default = w.SetOut(first, int(table.options["difficulty"]))
    answer = await ref.choose(HEROES, "SQ-CMP-03", offers, default=default)
    if isinstance(answer, w.SetOut):
        await ref.emit(w.DifficultySet(rule="SQ-CMP-04", bearer=TABLE, token=DIFFICULTY, value=answer.difficulty))
        ref.then(Chapter(answer.chapter, bool(part.again)))
        return
    await {**shop.PLAYS, **barracks.PLAYS}[type(answer)](ref, answer)
    ref.then(part)


def check_set_out(table: Table, decision: Decision, action: w.SetOut) -> Refusal | None:
    """A chapter that is still to come, the same one after a failure, at one of four difficulties."""
    if type(action.difficulty) is not int or not 1 <= action.difficulty <= HARDEST:
        return Refusal("SQ-CMP-04", {"difficulty": action.difficulty, "least": 1, "most": HARDEST})
    if action.chapter not in left(table):
        return Refusal("SQ-CMP-02", {"chapter": action.chapter})
    return None


def set_out_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Which chapter, and how hard."""
    hard: dict[str, Slot] = {"difficulty": Pick(tuple(range(1, HARDEST + 1)))}
    return hard if "chapter" in offer.given else {"chapter": Pick(left(table)), **hard}


async def rested(ref: Referee, *, again: bool) -> None:
    """All wounds and power come back; conditions and injuries stay (SQ-CMP-09)."""
    for hero in party(ref.table):
        await ref.emit(*restored(hero, hero.tokens[TOUGH], most_power(hero), "SQ-CMP-09"))


async def unrested(ref: Referee, *, again: bool) -> None:
    """Nothing comes back, but a little before a chapter begins again (SQ-CMP-09)."""
    if again:
        for hero in party(ref.table):
            await ref.emit(*restored(hero, WOUNDS_BACK, POWER_BACK, "SQ-CMP-09"))


Rest = Callable[..., Awaitable[None]]
REST: Variant[Rest] = Variant("chapter_rest", {True: rested, False: unrested})


async def chapter(ref: Referee, part: Chapter) -> None:
    """D3 missions, known before the first; a chapter that begins again keeps their number (SQ-CMP-08)."""
    await ref.emit(w.ChapterBegan(rule="SQ-CMP-02", bearer=part.chapter, token=w.NOW, value=1))
    rest = rested if ALONE.of(ref.table) else REST.of(ref.table)
    await rest(ref, again=part.again)
    if ALONE.of(ref.table):
        await ref.emit(w.MissionsSet(rule="SQ-PRT-01", bearer=part.chapter, token=w.MISSIONS, value=1))
    elif part.again:
        await ref.emit(w.ChapterReset(rule="SQ-CMP-08", bearer=part.chapter, token=w.PLAYED, value=0))
    else:
        number = await roll_d3(ref, "SQ-CMP-01", HEROES, part.chapter)
        await ref.emit(w.MissionsSet(rule="SQ-CMP-01", bearer=part.chapter, token=w.MISSIONS, value=number))
    ref.then(Mission(part.chapter))


# ------------------------------------------------------------------ a mission (SQ-CMP-05 to SQ-CMP-07)


def going(table: Table) -> Roster:
    """The party as it goes into a mission."""
    return Roster(GAME_ID, table.models[HEROES].name, tuple(entry_of(hero) for hero in party(table)))


async def drawn_field(ref: Referee, chapter: ModelId) -> TablePlan:
    """One of the ready battlefields, drawn evenly (SQ-TER-27)."""
    presets = list(tables().values())
    ((face,),) = await ref.throw(Roll("SQ-TER-27", len(presets), 1, HEROES, chapter))
    return presets[face - 1]


async def named_field(ref: Referee, chapter: ModelId) -> TablePlan:
    """The players name one of the ready battlefields, or hand in one of their own where they may."""
    offers = (Offer(w.TakeField, "SQ-TER-27"),)
    answer = await ref.choose(HEROES, "SQ-TER-27", offers, default=w.TakeField(next(iter(tables()))), about=chapter)
    assert isinstance(answer, w.TakeField)
    found = tables().get(answer.field) or own_field(answer.field)
    assert isinstance(found, TablePlan)
    return found


@lru_cache(64)
def own_field(link: str) -> TablePlan | Refusal:
    """A battlefield made in the editor, from its link, or the first thing that is wrong with it."""
    try:
        plan = plan_from_link(link)
        check_size(plan, "layout")
    except BadInput as wrong:
        return Refusal("SQ-TER-27", {"field": str(wrong)[:MOST_SHOWN]})
    faults = layout_faults(plan)
    return faults[0] if faults else plan


async def laid_field(ref: Referee, chapter: ModelId) -> TablePlan:
    """A battlefield nobody has seen before, from dice that everybody sees."""
    (faces,) = await ref.throw(Roll("SQ-TER-27", DIE, SEED, HEROES, chapter))
    return generated("".join(map(str, faces)))


Field = Callable[[Referee, ModelId], Awaitable[TablePlan]]
FIELDS: Variant[Field] = Variant(
    "terrain",
    {"random_preset": drawn_field, "chosen_preset": named_field, "generated": laid_field, "editor": named_field},
)
"""Where the next mission is fought."""
OWN_FIELDS = Variant("terrain", {"random_preset": False, "chosen_preset": False, "generated": False, "editor": True})
"""Whether players may bring what they made in the editor; who has made nothing names a ready one."""


def check_field(table: Table, decision: Decision, action: w.TakeField) -> Refusal | None:
    """One of the ready battlefields, or a sound one of the players' own (SQ-TER-27)."""
    if decision.rule == "SQ-TER-27" and action.field in tables():
        return None
    if decision.rule != "SQ-TER-27" or not OWN_FIELDS.of(table):
        return Refusal("SQ-TER-27", {"field": action.field[:MOST_SHOWN]})
    found = own_field(action.field)
    return found if isinstance(found, Refusal) else None


def field_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """All of them, and those of the players' own."""
    return {"field": Pick(tuple(tables()), layouts=OWN_FIELDS.of(table))}


async def mission(ref: Referee, part: Mission) -> None:
    """A battlefield is drawn and fought over; what came of it is carried home (SQ-TER-27, SQ-CMP-10)."""
    table = ref.table
    field = await FIELDS.of(table)(ref, part.chapter)
    options = {**table.options, DIFFICULTY: table.tokens(TABLE, DIFFICULTY)}
    foes = collections()[table.models[part.chapter].profile]
    setup = SetUp(GAME_ID, {HEROES: going(table), ENEMIES: foes}, field, options)
    told = await ref.fight(Battle("SQ-CMP-05", setup, {HEROES: HEROES}, part.chapter))
    marks = {id: told.marks.get(there, {}) for id, there in in_battle(table).items()}
    for hero in party(ref.table):
        await ref.emit(*returned(hero, marks[hero.id]))
        if NEWCOMER in hero.tokens:
            await ref.emit(w.Proven(rule="SQ-PRT-06", bearer=hero.id, token=NEWCOMER, value=0))
    success = told.winner == HEROES
    if success:
        await rewards(ref, told.marks.get(HEROES, {}))
        await ref.emit(w.MissionPlayed(rule="SQ-CMP-01", bearer=part.chapter, token=w.PLAYED, by=1))
    else:
        await ref.emit(w.MissionFailed(rule="SQ-CMP-07", bearer=part.chapter, token=w.FAILURES, by=1))
    killed = tuple(hero.id for hero in party(ref.table) if marks[hero.id].get(UNCONSCIOUS))
    after = [LevelUps(), Casualties(killed), *([Recovery()] if success else []), Onward(part.chapter, success)]
    ref.then(*after)


def returned(hero: Model, marks: Mapping[str, int]) -> list[Event]:
    """What a mission left on a hero, and in its pockets."""
    pockets = (CREDITS, XP, *shop.things())
    kept = (*CARRIED, *pockets, *((t for t in GROWN if t in marks) if LEVEL in marks else ()))
    worn = {MOST_POWER: -min(1, marks.get(CELL, 0))}  # A cell is counted in the mission, while it is carried.
    now = {token: marks.get(token, 0) + worn.get(token, 0) for token in kept}
    found: list[Event] = []
    for token, value in now.items():
        more = value - hero.tokens.get(token, 0)
        if more and token in pockets:
            kind = w.BroughtBack if more > 0 else w.UsedUp
            found.append(kind(rule="SQ-CMP-10", bearer=hero.id, token=token, by=more))
        elif more:
            found.append(w.Returned(rule="SQ-CMP-10", bearer=hero.id, token=token, value=value))
    return found


async def rewards(ref: Referee, marks: Mapping[str, int]) -> None:
    """Hazard pay and experience, for every hero, killed ones included (SQ-MIS-05)."""
    difficulty, both = ref.table.tokens(TABLE, DIFFICULTY), bool(marks.get(w.SECONDARY))
    pay, xp = missions.rewards(difficulty, secondary=both)
    more = missions.rewards(difficulty, secondary=both, boss=bool(marks.get(w.BOSS)))[1] - xp
    for hero in party(ref.table):
        await ref.emit(
            w.CreditsEarned(rule="SQ-MIS-05", bearer=hero.id, token=CREDITS, by=pay),
            w.ExperienceGained(rule="SQ-MIS-05", bearer=hero.id, token=XP, by=xp),
        )
        if more:
            await ref.emit(w.ExperienceGained(rule="SQ-CHL-02", bearer=hero.id, token=XP, by=more))


def healed_by_time(hero: Model) -> tuple[str, ...]:
    """An injury lasts for one mission (SQ-INJ-01)."""
    return tuple(id for id in injuries() if id in hero.tokens)


def healed_by_nothing(hero: Model) -> tuple[str, ...]:
    """An injury lasts until it is treated (SQ-INJ-01)."""
    return ()


LASTING: Variant[Callable[[Model], tuple[str, ...]]] = Variant(
    "injury_duration", {"next_mission": healed_by_time, "until_treated": healed_by_nothing}
)


async def casualties(ref: Referee, part: Casualties) -> None:
    """Old injuries end, then every killed hero rolls for a new one (SQ-INJ-01 to SQ-INJ-07)."""
    over = LASTING.of(ref.table)
    for hero in party(ref.table):
        ended = over(hero)
        await ref.emit(*(w.InjuryHealed(rule="SQ-INJ-01", bearer=hero.id, token=id, value=0) for id in ended))
    ref.then(*(Wounding(id) for id in part.killed))


class Wounding(Part, frozen=True):
    """A killed hero rolls for its injury."""

    hero: ModelId


async def wounding(ref: Referee, part: Wounding) -> None:
    """One die; the same injury twice has no further effect (SQ-INJ-01)."""
    ((face,),) = await ref.throw(Roll("SQ-INJ-01", DIE, 1, HEROES, part.hero))
    injury = next(i for i in injuries().values() if i.roll == face)
    await ref.emit(w.Injured(rule=injury_rule(injury.id), bearer=part.hero, token=injury.id, value=1))


def restored(hero: Model, wounds: int, power: int, rule: str) -> list[Event]:
    """Wounds and power that come back, as far as something is missing."""
    hurt = min(hero.tokens.get(WOUNDS, 0), hero.tokens[TOUGH])
    extra = hero.tokens.get(WOUNDS, 0) - hurt
    found: list[Event] = []
    back = min(wounds, hurt) + extra
    if back:
        found.append(w.WoundsRestored(rule=rule, bearer=hero.id, token=WOUNDS, by=-back))
    missing = min(power, most_power(hero) - hero.tokens.get(POWER, 0))
    if missing > 0:
        found.append(w.PowerBack(rule=rule, bearer=hero.id, token=POWER, by=missing))
    return found


async def recovery(ref: Referee, part: Recovery) -> None:
    """Three wounds and three power for each; neither conditions nor injuries (SQ-CMP-06)."""
    for hero in party(ref.table):
        await ref.emit(*restored(hero, WOUNDS_BACK, POWER_BACK, "SQ-CMP-06"))


async def handing(ref: Referee, part: Handing) -> None:
    """Items and credits may be handed to other heroes before the next mission (SQ-CMP-06)."""
    offers = [*shop.hand_overs(ref.table), Offer(w.GoOn, "SQ-CMP-06")]
    answer = await ref.choose(HEROES, "SQ-CMP-06", offers, default=w.GoOn())
    if not isinstance(answer, w.GoOn):
        await shop.PLAYS[type(answer)](ref, answer)
        ref.then(part)


async def onward(ref: Referee, part: Onward) -> None:
    """The next mission, the next chapter, the same one again, or the end (SQ-CMP-01, SQ-CMP-07)."""
    table, chapter = ref.table, ref.table.models[part.chapter]
    if ALONE.of(table):
        await ref.emit(
            w.ChapterLeft(rule="SQ-PRT-01", bearer=chapter.id, token=w.NOW, value=0),
            w.ChapterEnded(rule="SQ-PRT-01", bearer=chapter.id, token=w.DONE, value=1),
            Ended(rule="SQ-PRT-01", winner=HEROES if part.success else None),
        )
    elif not part.success:
        await ref.emit(w.ChapterEnded(rule="SQ-CMP-07", bearer=chapter.id, token=w.NOW, value=0))
        ref.then(InCamp(chapter.id))
    elif chapter.tokens.get(w.PLAYED, 0) < chapter.tokens[w.MISSIONS]:
        ref.then(Handing(), Mission(chapter.id))
    else:
        await ref.emit(
            w.ChapterLeft(rule="SQ-CMP-01", bearer=chapter.id, token=w.NOW, value=0),
            w.ChapterEnded(rule="SQ-CMP-01", bearer=chapter.id, token=w.DONE, value=1),
        )
        await shop.restock(ref)
        if left(table):
            ref.then(InCamp())
        else:
            await ref.emit(Ended(rule="SQ-CMP-01", winner=HEROES))


def faction_name(chapter: Model) -> str:
    """Who is met in a chapter."""
    return factions()[chapter.profile].name
