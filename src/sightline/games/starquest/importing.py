"""Lists of Army Forge as squads, with proposals for what they do not say and a report of what is lost (SQ-IMP-01)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from sightline.core.errors import BadInput
from sightline.core.lists import ListChoice, ListLoss, ListQuestion, ListRead, ListUnit
from sightline.core.muster import LONGEST_NAME, Entry, Roster
from sightline.core.table import Side
from sightline.games.starquest import army_forge
from sightline.games.starquest.army_forge import LEAST, MOST, Imported, ImportedList
from sightline.games.starquest.catalog import (
    ENEMIES,
    GAME_ID,
    HEROES,
    Enemy,
    Hero,
    Profile,
    Weapon,
    classes,
    enemies,
    heroes,
    sizes,
    skills,
)
from sightline.games.starquest.growth import KNOWN_SKILLS
from sightline.games.starquest.printed import LARGEST, STATS, read_enemy, read_hero

PROGRAM = "Army Forge"
MOST_UNITS = 64
"""More than this is no squad."""
SIZE, TRADE, SKILL = "size", "class", "skill"
POWER = "power"

Answers = Mapping[str, str]


def read(text: str, side: Side, answers: Mapping[str, Answers]) -> ListRead:
    """A list as a squad of a side; where none is said, of the one it looks like."""
    if side not in ("", HEROES, ENEMIES):
        raise BadInput(f"side: expected {HEROES} or {ENEMIES}")
    found = army_forge.read_list(text, "enemies" if side == ENEMIES else "heroes") if side else _guessed(text)
    if len(found.units) > MOST_UNITS:
        raise BadInput(f"list.units: {len(found.units)}, expected at most {MOST_UNITS}")
    side = side or (HEROES if _heroic(found) else ENEMIES)
    questions: list[ListQuestion] = []
    models: list[Entry] = []
    for number, unit in enumerate(found.units, 1):
        asks = list(_questions(unit, number, side, answers.get(str(number), {})))
        said = {question.field: question.value for question in asks}
        models.append(_entry(unit, side, said))
        questions += asks
    known = {(str(question.unit), question.field) for question in questions}
    for key, fields in answers.items():
        for field in fields:
            if (key, field) not in known:
                raise BadInput(f"answers.{key[:20]}.{field[:20]}: nothing of the list is left open there")
    roster = Roster(GAME_ID, found.name[:LONGEST_NAME], tuple(models), note=army_forge.note(found))
    units = tuple(
        ListUnit(unit.name, _joined(_head(unit.size, unit), _kit(unit.size, unit, unit.weapons)), unit.points)
        for unit in found.units
    )
    losses = tuple(ListLoss(loss.unit, loss.field, loss.what) for loss in found.losses)
    return ListRead(side, roster, units, tuple(questions), losses)


def unlisted(id: str) -> dict[str, Any] | None:
    """A unit that goes by its printed profile, as the catalog has those of the book."""
    found = read_hero(id) or read_enemy(id)
    if found is None:
        return None
    like = next(iter(heroes() if isinstance(found, Hero) else enemies()))
    size, counts = (found.size, found.counts) if isinstance(found, Enemy) else (1, [1] * len(found.weapons))
    head = _head(size, found) if isinstance(found, Enemy) else ""  # A hero's figures are shown by themselves.
    line = _joined(head, _kit(size, found, zip(found.weapons, counts, strict=True)))
    return {"id": id, "name": found.name, "cost": found.points, "like": like, "line": line}


# ------------------------------------------------------------------ which side it is for


def _guessed(text: str) -> ImportedList:
    """A list read for the side it looks like: heroes stand alone and have stats of their own."""
    try:
        found = army_forge.read_list(text, "heroes")
    except BadInput:
        return army_forge.read_list(text, "enemies")
    return found if _heroic(found) else army_forge.read_list(text, "enemies")


def _heroic(found: ImportedList) -> bool:
    return any(unit.stats or unit.xp for unit in found.units)


# ------------------------------------------------------------------ what it does not say


def _questions(unit: Imported, number: int, side: Side, said: Answers) -> Iterator[ListQuestion]:
    """What is to be answered about a unit, with what was said or is proposed."""
    if side == HEROES:
        order = list(classes())
        trade = _asked(
            number, TRADE, "Class", {c.id: c.name for c in classes().values()}, said, order[(number - 1) % len(order)]
        )
        yield trade
        taught = {id: skills()[id].name for id in classes()[trade.value].skills}
        for nth in range(1, KNOWN_SKILLS + 1):
            skill = _asked(number, f"{SKILL} {nth}", f"Skill {nth}", taught, said, next(iter(taught)))
            yield skill
            taught = {id: name for id, name in taught.items() if id != skill.value}
        for stat in STATS:
            if stat not in unit.stats:
                sign = "" if stat == POWER else "+"
                least, most = _span(stat)
                values = {str(value): f"{value}{sign}" for value in range(least, most + 1)}
                yield _asked(number, stat, stat.capitalize(), values, said, str(_usual(stat)))
    yield _asked(number, SIZE, "Size", {s.id: s.name for s in sizes().values()}, said, unit.size_class)


def _asked(number: int, field: str, name: str, values: Mapping[str, str], said: Answers, proposed: str) -> ListQuestion:
    value = said.get(field, "")
    choices = tuple(ListChoice(*pair) for pair in values.items())
    return ListQuestion(number, field, name, value if value in values else proposed, choices, "SQ-IMP-01")


def _usual(stat: str) -> int:
    """What most heroes of the book have."""
    found: Counter[int] = Counter(getattr(hero, stat) for hero in heroes().values())
    return found.most_common(1)[0][0]


def _span(stat: str) -> tuple[int, int]:
    return (0, LARGEST[POWER]) if stat == POWER else (LEAST, MOST)


# ------------------------------------------------------------------ what was made


def _entry(unit: Imported, side: Side, said: Answers) -> Entry:
    if side == ENEMIES:
        return Entry(army_forge.profile_of(unit, said[SIZE]), name=unit.name[:LONGEST_NAME])
    stats = {stat: unit.stats[stat] if stat in unit.stats else int(said[stat]) for stat in STATS}
    for stat, value in stats.items():
        least, most = _span(stat)
        if not least <= value <= most:
            raise BadInput(f"{unit.place}.{stat}: {value}, expected {least} to {most}")
    known: Sequence[str] = [said[f"{SKILL} {nth}"] for nth in range(1, KNOWN_SKILLS + 1)]
    return army_forge.hero(unit, said[TRADE], known, stats, said[SIZE])


def _head(size: int, unit: Imported | Profile) -> str:
    """How many, Quality, Defense, Tough."""
    models = [f"{size} models"] if size > 1 else []
    tough = [f"Tough {unit.tough}"] if unit.tough > 1 else []
    return ", ".join([*models, f"Quality {unit.quality}+", f"Defense {unit.defense}+", *tough])


def _kit(size: int, unit: Imported | Profile, arms: Iterable[tuple[Weapon, int]]) -> str:
    """Special rules and weapons."""
    weapons = [f"{count} {w.name} ({w.line})" if size > 1 else f"{w.name} ({w.line})" for w, count in arms]
    return _joined(", ".join(rule.written for rule in unit.rules), ", ".join(weapons))


def _joined(*parts: str) -> str:
    return " · ".join(part for part in parts if part)
