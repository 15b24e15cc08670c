"""Exact odds of an activation, a combat or a Morale Check, by the scripts that are played on a bare table."""

from __future__ import annotations

from fractions import Fraction
from math import hypot
from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from sightline.core.decisions import Decision
from sightline.core.errors import BadInput
from sightline.core.game import SetUp, TablePlan
from sightline.core.match import Match
from sightline.core.muster import Entry, Roster
from sightline.core.odds import distribution
from sightline.core.reading import shape
from sightline.core.table import Part, Point
from sightline.games.deepwars.catalog import BARE_HANDS, BODY, CUSTOM
from sightline.games.deepwars.damage import wounds
from sightline.games.deepwars.ending import EndOfGameTurn
from sightline.games.deepwars.measure import MEDIUM, stick
from sightline.games.deepwars.morale import DESERTS
from sightline.games.deepwars.parts import CombatRoll, MoraleOf
from sightline.games.deepwars.questions import H2H, HACK, SHOT, Blow
from sightline.games.deepwars.sequence import ActivationRoll, Nominating
from sightline.games.deepwars.tokens import ACTING, ACTIONS, ADVANTAGE, ATTACKER, ON_TURN, PASSES

if TYPE_CHECKING:
    from sightline.core.game import Game

ONE, OTHER = "red-1", "blue-1"
START = (20.0, 18.0)
BEST, WORST = 2, 6
"""The Qualities there are (DW-GEN-04)."""
MANY = 20
"""Boxes enough for whatever happens."""
Bonus = Annotated[int, Meta(ge=-6, le=6)]
Score = Annotated[int, Meta(ge=-10, le=20)]
Value = Annotated[int, Meta(ge=0, le=10)]


class ActivationSpec(Struct, frozen=True, forbid_unknown_fields=True):
    """An activation roll in figures."""

    quality: Annotated[int, Meta(ge=2, le=6)]
    dice: Annotated[int, Meta(ge=1, le=3)]
    bonus: Bonus = 0


class CombatSpec(Struct, frozen=True, forbid_unknown_fields=True):
    """A combat in figures: the scores before the die."""

    mode: Literal["h2h", "ranged"]
    attacker: Score
    defender: Score
    attacker_av: Value = 1
    defender_av: Value = 1
    armor_break: Value = 0
    counter: bool = True


class MoraleSpec(Struct, frozen=True, forbid_unknown_fields=True):
    """A Morale Check in figures."""

    quality: Annotated[int, Meta(ge=2, le=6)]
    bonus: Bonus = 0


class Spec(Struct, frozen=True, forbid_unknown_fields=True):
    """One question."""

    activation: ActivationSpec | None = None
    combat: CombatSpec | None = None
    morale: MoraleSpec | None = None


def answer(game: Game, spec: Any) -> dict[str, Any]:
    """The odds a question asks for."""
    question = shape(spec, Spec, "odds")
    asked = [q for q in (question.activation, question.combat, question.morale) if q is not None]
    if len(asked) != 1:
        raise BadInput("odds: expected one of activation, combat and morale")
    if isinstance(asked[0], ActivationSpec):
        return activation_odds(game, asked[0])
    if isinstance(asked[0], CombatSpec):
        return combat_odds(game, asked[0])
    return morale_odds(game, asked[0])


def examples() -> list[dict[str, Any]]:
    """Questions as they come up in play."""
    found: list[dict[str, Any]] = []
    for quality in range(2, 7):
        found += [{"activation": {"quality": quality, "dice": dice, "bonus": 1}} for dice in (2, 3)]
        found.append({"morale": {"quality": quality}})
    for attacker in (2, 4, 6):
        plain = {"attacker": attacker, "defender": 3, "attacker_av": 1, "defender_av": 2}
        found += [{"combat": {"mode": mode, **plain}} for mode in ("h2h", "ranged")]
    return found


# ------------------------------------------------------------------ a bare table


def laid(game: Game, one: Entry, other: Entry, part: Part, tokens: dict[tuple[str, str], int], at: Point) -> Match:
    """Two models on an empty map that face each other, about to play a part."""
    # Idle friends, so that no side loses half of its models with one.
    idle = (Entry(CUSTOM), Entry(CUSTOM))
    rosters = {"red": Roster(game.id, "red", (one, *idle)), "blue": Roster(game.id, "blue", (other, *idle))}
    setup = SetUp(game.id, rosters, TablePlan("bare", ()), game.rulebook.settle({}))
    table = game.set_up(setup)
    table.put_moved(replace(table.models[ONE], at=START, facing=0.0))
    table.put_moved(replace(table.models[OTHER], at=at, facing=180.0))
    for (bearer, token), count in {("red", ATTACKER): 1, ("red", ON_TURN): 1, **tokens}.items():
        table.put_tokens(bearer, token, count)
    table.agenda = (part, Nominating("red"), EndOfGameTurn(1))
    return Match(game, setup, rest=table)


def to_reach(quality: int, bonus: int) -> int:
    """A bonus on every die is the same as a Quality that is lower by it; beyond 2 and 6 naturals decide (DW-GEN-02)."""
    return min(WORST, max(BEST, quality - bonus))


def written(chances: dict[Any, Fraction]) -> dict[str, str]:
    """Chances as exact fractions."""
    return {str(value): str(chance) for value, chance in chances.items()}


# ------------------------------------------------------------------ activation


def activation_odds(game: Game, spec: ActivationSpec) -> dict[str, Any]:
    """How many actions a roll gives, and how likely it passes the turn."""
    one = Entry(CUSTOM, (BARE_HANDS,), stats={"quality": to_reach(spec.quality, spec.bonus)})
    match = laid(game, one, Entry(CUSTOM), ActivationRoll(ONE, spec.dice), {(ONE, ACTING): 1}, (40.0, 18.0))
    seen = distribution(match, asked, rolled)
    actions = {n: Fraction(0) for n in range(5)}
    turnover = Fraction(0)
    for (won, passes), chance in seen.items():
        actions[won] += chance
        turnover += chance if passes else 0
    return {"actions": written(actions), "turnover": str(turnover)}


def rolled(match: Match) -> tuple[int, bool]:
    """The actions won, and whether the turn passes."""
    return match.table.tokens(ONE, ACTIONS), bool(match.table.tokens("red", PASSES))


# ------------------------------------------------------------------ combat

ROWS = ("nothing", "recoil", "1", "2", "3")


def combat_odds(game: Game, spec: CombatSpec) -> dict[str, Any]:
    """What both suffer."""
    # A target far away is shot at with a score of its own, so that nothing else counts.
    mode = SHOT if spec.mode == "ranged" else H2H if spec.counter else HACK
    weapon = f"figures__0__{spec.armor_break}"
    blow = Blow(ONE, OTHER, weapon, mode, score=spec.attacker)
    match = laid(
        game,
        fighter(spec.attacker, spec.attacker_av),
        fighter(spec.defender, spec.defender_av),
        CombatRoll(blow),
        {},
        (21.0, 18.0) if spec.mode == "h2h" else (23.0, 18.0),
    )
    seen = distribution(match, asked, suffered)
    found = {who: dict.fromkeys(ROWS, Fraction(0)) for who in (ONE, OTHER)}
    for (victim, severity), chance in seen.items():
        for who, rows in found.items():
            rows[ROWS[severity] if who == victim else "nothing"] += chance
    return {"defender": written(found[OTHER]), "attacker": written(found[ONE])}


def fighter(score: int, armor: int) -> Entry:
    """A model in figures, armed with nothing."""
    stats = {"combat": score, "av": armor, "boxes_body": MANY}
    return Entry(CUSTOM, (BARE_HANDS,), stats=stats)


def suffered(match: Match) -> tuple[str, int]:
    """Who suffers what: wounds are on the body, and who recoils leaves the advantage to the other."""
    for victim, winner in ((ONE, OTHER), (OTHER, ONE)):
        taken = wounds(match.table.models[victim], BODY)
        if taken:
            return victim, taken + 1
        if match.table.tokens(winner, f"{ADVANTAGE}:{victim}"):
            return victim, 1
    return "", 0


# ------------------------------------------------------------------ morale


def morale_odds(game: Game, spec: MoraleSpec) -> dict[str, Any]:
    """Whether a model stays, how far it flees, or whether it deserts."""
    one = Entry(CUSTOM, (BARE_HANDS,), stats={"quality": to_reach(spec.quality, spec.bonus)})
    match = laid(game, one, Entry(CUSTOM), MoraleOf((ONE,), "gruesome"), {}, (40.0, 18.0))
    seen = distribution(match, asked, failures)
    words = ("stays", "one_move", "two_moves", "deserts")
    return {word: str(seen.get(n, Fraction(0))) for n, word in enumerate(words)}


def failures(match: Match) -> int:
    """How many dice failed, by how far it fled."""
    at = match.table.models[ONE].at
    return DESERTS if at is None else round(hypot(at[0] - START[0], at[1] - START[1]) / stick(match.table, MEDIUM))


def asked(match: Match) -> bool:
    """Everything the dice have led to has happened, and somebody has to decide."""
    return isinstance(match.pending, Decision)
