"""Exact odds of one attack or cast, answered by the scripts that are played, on a bare table laid for the question."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta, Struct
from msgspec.structs import replace

from sightline.core.decisions import Action, Decision, Keep, Thrown
from sightline.core.dice import Roll
from sightline.core.errors import BadInput
from sightline.core.game import SetUp, TablePlan
from sightline.core.match import Match
from sightline.core.muster import Entry, Roster
from sightline.core.odds import outcomes
from sightline.core.reading import shape
from sightline.core.table import TABLE, Attachment, Part, Table
from sightline.games.guerrilla.actions import SecondWind
from sightline.games.guerrilla.attacking import Volley
from sightline.games.guerrilla.casting import Casting
from sightline.games.guerrilla.catalog import PHASES, POINTS, SQUAD_STARS, Item, characters, item, items
from sightline.games.guerrilla.events import Hit, Succeeded
from sightline.games.guerrilla.sequence import NextActivation
from sightline.games.guerrilla.tokens import DAMAGE, EMPTY, FIRST, PHASE, POINTS_LEFT, SECOND_WIND, TURN
from sightline.games.guerrilla.upkeep import Upkeep

if TYPE_CHECKING:
    from sightline.core.game import Game

MOST_DAMAGE = 10_000
"""More tokens than this are a slip of the pen."""
BARE = TablePlan(id="bare", pieces=())
ATTACKER, TARGET = "red-1", "blue-1"
STAFF, PISTOL = "warding_staff", "phaser_pistol"
SHELTER = Attachment("odds", item("aura_of_protection").rule, TARGET)
SPUR = Attachment("odds", item("aura_of_annihilation").rule, ATTACKER)
STEPS = {-1: (SHELTER,), 0: (), 1: (SPUR,)}
"""What puts an attack at disadvantage or advantage: effects of the book, as they are cast."""
START = (6.0, 12.0)
IN_REACH, IN_THE_OPEN = 0.5, 2.0
"""How far apart two bases are for a swing, and for a shot at which nobody is engaged."""

Steps = Annotated[int, Meta(ge=-1, le=1)]
Rerolls = Annotated[int, Meta(ge=0, le=SQUAD_STARS)]
Taken = Annotated[int, Meta(ge=0, le=MOST_DAMAGE)]


class AttackSpec(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody attacks somebody in the open."""

    attacker: str
    weapon: str
    target: str
    steps: Steps = 0
    shots: int | None = None
    rerolls: Rerolls = 0
    damage_taken: Taken = 0


class CastSpec(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody casts something."""

    caster: str
    ability: str
    steps: Steps = 0
    rerolls: Rerolls = 0


class Spec(Struct, frozen=True, forbid_unknown_fields=True):
    """One question."""

    attack: AttackSpec | None = None
    cast: CastSpec | None = None


def examples() -> list[dict[str, Any]]:
    """Questions as they come up in play: every type with every weapon open to it, now and then with second winds."""
    types = list(characters())
    return [
        {"attack": {"attacker": id, "weapon": weapon.id, "target": types[(place + n) % len(types)], "rerolls": n % 3}}
        for place, id in enumerate(types)
        for n, weapon in enumerate(items().values())
        if weapon.attack in ("shot", "swing") and id in weapon.available_to
    ]


def answer(game: Game, spec: Any) -> dict[str, Any]:
    """The odds a question asks for, as exact fractions."""
    asked = shape(spec, Spec, "odds")
    if asked.attack is not None and asked.cast is None:
        return of_attack(game, asked.attack)
    if asked.cast is not None and asked.attack is None:
        return of_cast(game, asked.cast)
    raise BadInput("odds: expected one of 'attack' and 'cast'")


# ------------------------------------------------------------------ attacks


def of_attack(game: Game, spec: AttackSpec) -> dict[str, Any]:
    """Hits, damage, and whether the target is dead at the next upkeep."""
    who("odds.attack.attacker", spec.attacker)
    who("odds.attack.target", spec.target)
    weapon = carried("odds.attack.weapon", spec.attacker, spec.weapon)
    if weapon.attack not in ("shot", "swing"):
        rule, what = (
            ("DG-THR-02", "thrown in the active phase at a spot") if weapon.attack else ("DG-EQP-07", "no weapon")
        )
        raise BadInput(f"odds.attack.weapon: {weapon.id} is {what} ({rule})")
    shots = weapon.dice if spec.shots is None else spec.shots
    if not 1 <= shots <= weapon.dice:
        rule = "DG-SPL-03" if shots < 1 else "DG-SPL-01"
        raise BadInput(f"odds.attack.shots: {weapon.id} has 1 to {weapon.dice}, got {shots} ({rule})")
    apart = IN_THE_OPEN if weapon.attack == "shot" else IN_REACH
    setup, table = lay(game, Entry(spec.attacker, (spec.weapon,)), Entry(spec.target), apart, spec.rerolls)
    for attachment in STEPS[spec.steps]:
        table.attach(attachment)
    table.put_tokens(TARGET, DAMAGE, spec.damage_taken)
    start = begin(game, setup, table, Volley(ATTACKER, spec.weapon, {TARGET: shots}))
    roll = first_roll(start)
    hits: dict[int, Fraction] = {}
    damage: dict[int, Fraction] = {}
    kill = Fraction(0)
    for match, chance in outcomes(start, over, roll_misses_again):
        landed = [e for e in match.events if isinstance(e, Hit)]
        add(hits, sum(e.hits for e in landed), chance)
        add(damage, sum(e.by for e in landed), chance)
        if begin(game, setup, match.rest.copy(), Upkeep()).rest.models[TARGET].at is None:
            kill += chance
    return {
        "need": needed(roll),
        "per_die": str(Fraction(sum(roll.reads), roll.sides)),
        "hits": {str(n): str(hits[n]) for n in sorted(hits)},
        "damage": {str(n): str(damage[n]) for n in sorted(damage)},
        "mean": str(sum((n * chance for n, chance in damage.items()), Fraction(0))),
        "kill": str(kill),
    }


def add(found: dict[int, Fraction], value: int, chance: Fraction) -> None:
    """One more way to come to a value."""
    found[value] = found.get(value, Fraction(0)) + chance


# ------------------------------------------------------------------ casts


def of_cast(game: Game, spec: CastSpec) -> dict[str, Any]:
    """Whether the cast comes off."""
    who("odds.cast.caster", spec.caster)
    ability = carried("odds.cast.ability", spec.caster, spec.ability)
    if ability.kind != "ability":
        raise BadInput(f"odds.cast.ability: {ability.id} is no ability (DG-CST-01)")
    if spec.steps < 0:
        raise BadInput("odds.cast.steps: nothing puts a cast at disadvantage (DG-ADV-06)")
    helped = (STAFF,) if spec.steps else ()
    if helped and spec.caster not in item(STAFF).available_to:
        raise BadInput(f"odds.cast.steps: only {STAFF} helps a cast, and {spec.caster} may not take it (DG-EQP-02)")
    # Wounds and an empty pistol here, a loaded one there: a cast with nothing to do would look like one that failed.
    caster, other = Entry(spec.caster, (spec.ability, PISTOL, *helped)), Entry(spec.caster, (PISTOL,))
    setup, table = lay(game, caster, other, IN_THE_OPEN, spec.rerolls)
    table.put_tokens(ATTACKER, DAMAGE, 1)
    table.put_tokens(ATTACKER, f"{EMPTY}:{PISTOL}", 1)
    target = ATTACKER if ability.side == "ally" else TARGET
    single = ability.shape == "single"
    part = Casting(ATTACKER, spec.ability, target if single else "", None if single else START)
    start = begin(game, setup, table, part)
    roll = first_roll(start)
    ends = outcomes(start, over, roll_misses_again)
    success = sum((chance for match, chance in ends if came_off(match)), Fraction(0))
    return {"need": needed(roll), "success": str(success)}


# ------------------------------------------------------------------ the table, and who plays on it


def who(where: str, name: str) -> None:
    """A type of character the book has."""
    if name not in characters():
        raise BadInput(f"{where}: no character {name!r}; there are {', '.join(characters())}")


def carried(where: str, who: str, name: str) -> Item:
    """Something the book has and the character may take."""
    if name not in items():
        raise BadInput(f"{where}: no equipment or ability {name!r}")
    found = item(name)
    if who not in found.available_to:
        raise BadInput(f"{where}: {name} is not for {who}, only for {', '.join(found.available_to)} (DG-EQP-02)")
    return found


def lay(game: Game, one: Entry, other: Entry, apart: float, second_winds: int) -> tuple[SetUp, Table]:
    """Two models on an empty mat, so far apart, in the first siege phase."""
    rosters = {s: Roster(game=game.id, name=s, models=(e,)) for s, e in zip(game.sides, (one, other), strict=True)}
    setup = SetUp(game.id, rosters, BARE, game.rulebook.settle({}))
    table = game.set_up(setup)
    x, y = START
    for model, at in ((ATTACKER, START), (TARGET, (x + 1.0 + apart, y))):
        table.put_moved(replace(table.models[model], at=at, tokens={POINTS_LEFT: POINTS}))
    table.put_tokens(game.sides[0], SECOND_WIND, second_winds)
    table.put_tokens(game.sides[0], FIRST, 1)
    table.put_tokens(TABLE, TURN, 1)
    table.put_tokens(TABLE, PHASE, PHASES.index("siege"))
    return setup, table


def begin(game: Game, setup: SetUp, table: Table, part: Part) -> Match:
    """A match in which one part is to be played before anybody is asked what to do next."""
    table.agenda = (part, NextActivation(game.sides[0]))
    return Match(game, setup, rest=table)


def first_roll(match: Match) -> Roll:
    """The roll a part begins with."""
    if not isinstance(match.pending, Roll):
        raise TypeError("the part begins without a roll")
    return match.pending


def needed(roll: Roll) -> int:
    """The number each die of a roll needs."""
    return int(roll.need.value) if roll.need is not None else 0


def over(match: Match) -> bool:
    """The part has been played: somebody would have the next activation."""
    return isinstance(match.rest.agenda[0], NextActivation)


def came_off(match: Match) -> bool:
    """The cast that was played last succeeded."""
    return any(isinstance(event, Succeeded) for event in match.events)


def roll_misses_again(match: Match, decision: Decision) -> Action:
    """The best use of second winds: as many missed dice as there are."""
    if not isinstance(decision.on, Thrown):
        raise TypeError(f"{decision.rule} asks about no dice")
    fresh = [die for die in decision.on.dice() if die[0] not in decision.on.repeated]
    missed = [place for place, roll, face in fresh if not roll.reads[face - 1]]
    dice = tuple(missed[: match.table.tokens(decision.side, SECOND_WIND)])
    return SecondWind(dice) if dice else Keep()
