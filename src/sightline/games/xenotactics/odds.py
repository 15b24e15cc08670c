"""Exact odds of one attack, or of keeping the turn, by the scripts that are played on a bare table."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from sightline.core.decisions import Action, Decision, Keep, Thrown
from sightline.core.errors import BadInput
from sightline.core.game import SetUp, TablePlan
from sightline.core.match import Match
from sightline.core.muster import Entry, Roster
from sightline.core.odds import distribution
from sightline.core.reading import shape
from sightline.core.table import Part, Piece, Point
from sightline.games.xenotactics.actions import RollDieAgain
from sightline.games.xenotactics.arms import figured
from sightline.games.xenotactics.catalog import CUSTOM, UNARMED
from sightline.games.xenotactics.clash import REFLECT, Clash, Defending
from sightline.games.xenotactics.deeds import ATTACK, MOVE, Deed, Reply
from sightline.games.xenotactics.effects.rules import repeatable
from sightline.games.xenotactics.effects.weapons import TRAITS
from sightline.games.xenotactics.harm import verdicts
from sightline.games.xenotactics.questions import ToDefend
from sightline.games.xenotactics.sequence import NextActivation, QualityRoll
from sightline.games.xenotactics.tokens import ACTING, HIT_POINTS, ON_TURN, SPENT, STOLE, STUNNED, TURN

if TYPE_CHECKING:
    from sightline.core.game import Game

Stat = Annotated[int, Meta(ge=1, le=9)]
KNOWN = frozenset((*TRAITS, "blast", "push", "light", "psychic"))
ATTACKER, TARGET = "red-1", "blue-1"
FAR, NEAR = (20.0, 10.0), (11.0, 10.0)
HILL = Piece(((0.0, 0.0), (15.0, 0.0), (15.0, 20.0), (0.0, 20.0)), id="hill", traits=("high_ground", "slope"))


class Opposing(Struct, frozen=True, forbid_unknown_fields=True):
    """What the target sets against an attack, and its stat."""

    kind: Literal["attack", "dodge", "reflect"]
    value: Stat


class AttackSpec(Struct, frozen=True, forbid_unknown_fields=True):
    """An attack in figures."""

    attack: Stat
    firepower: Annotated[int, Meta(ge=1, le=6)]
    damage: Annotated[int, Meta(ge=1, le=6)]
    defence: Annotated[int, Meta(ge=1, le=7)]
    hp: Annotated[int, Meta(ge=1, le=7)] = 1
    traits: tuple[str, ...] = ()
    cover: bool = False
    high_ground: bool = False
    melee: bool = False
    oppose: Opposing | None = None


class TurnoverSpec(Struct, frozen=True, forbid_unknown_fields=True):
    """The end of an activation in figures."""

    quality: Stat
    ap: Annotated[int, Meta(ge=0, le=4)]
    reroll: bool = False
    steal: Stat | None = None


class Spec(Struct, frozen=True, forbid_unknown_fields=True):
    """One question."""

    attack: AttackSpec | None = None
    turnover: TurnoverSpec | None = None


def answer(game: Game, spec: Any) -> dict[str, Any]:
    """The odds a question asks for."""
    question = shape(spec, Spec, "odds")
    if (question.attack is None) == (question.turnover is None):
        raise BadInput("odds: expected either attack or turnover")
    if question.attack is not None:
        return attack_odds(game, question.attack)
    assert question.turnover is not None
    return turnover_odds(game, question.turnover)


def examples() -> list[dict[str, Any]]:
    """Questions as they come up in play."""
    found: list[dict[str, Any]] = []
    for attack in (5, 6, 7):
        for dice in (1, 2, 3):
            plain = {"attack": attack, "firepower": dice, "damage": 1, "defence": 4}
            found.append({"attack": plain})
            found.append({"attack": {**plain, "cover": True, "oppose": {"kind": "attack", "value": 6}}})
    found += [{"turnover": {"quality": q, "ap": 3, "reroll": True, "steal": 5}} for q in range(4, 8)]
    return found


# ------------------------------------------------------------------ a bare table


def model(items: tuple[str, ...], **stats: int) -> Entry:
    """A model in figures."""
    usual = {"move": 6, "attack": 6, "defence": 4, "quality": 6, "hit_points": 1}
    return Entry(CUSTOM, items, stats={**usual, **stats})


def laid(
    game: Game,
    red: list[Entry],
    blue: list[Entry],
    spots: dict[str, Point],
    pieces: tuple[Piece, ...],
    part: Part,
    tokens: dict[tuple[str, str], int] | None = None,
) -> Match:
    """A match on a bare table, with everybody where a question wants them, about to play some parts."""
    rosters = {"red": Roster(game.id, "red", tuple(red)), "blue": Roster(game.id, "blue", tuple(blue))}
    setup = SetUp(game.id, rosters, TablePlan("bare", pieces), game.rulebook.settle({}))
    table = game.set_up(setup)
    for id, at in spots.items():
        table.put_moved(replace(table.models[id], at=at))
    for side, turns in (("red", 2), ("blue", 1)):
        table.put_tokens(side, TURN, turns)
    for (bearer, token), count in {("red", ON_TURN): 1, **(tokens or {})}.items():
        table.put_tokens(bearer, token, count)
    table.agenda = (part, NextActivation("red"))
    return Match(game, setup, rest=table)


def written(chances: dict[Any, Fraction]) -> dict[str, str]:
    """Chances as exact fractions."""
    return {str(value): str(chances[value]) for value in sorted(chances, key=str)}


# ------------------------------------------------------------------ attacks


def attack_odds(game: Game, spec: AttackSpec) -> dict[str, Any]:
    """The hits that stand, what becomes of the target, and the hit points it loses."""
    unknown = [t for t in spec.traits if t not in KNOWN]
    if unknown:
        raise BadInput(f"odds.attack.traits: {unknown[0]}: no such trait; there are {', '.join(sorted(KNOWN))}")
    match = attack_match(game, spec)
    hits = distribution(match, before_defence, hits_of, second_chances)
    fates = distribution(match, settled, fate, second_chances)
    outcome = {word: Fraction(0) for word in ("unharmed", "stunned", "dead")}
    lost: dict[int, Fraction] = {}
    for (word, hit_points), chance in fates.items():
        outcome[word] += chance
        lost[spec.hp - hit_points] = lost.get(spec.hp - hit_points, Fraction(0)) + chance
    return {"hits": written(hits), "outcome": {w: str(c) for w, c in outcome.items()}, "hp_lost": written(lost)}


def attack_match(game: Game, spec: AttackSpec) -> Match:
    """An attack whose dice are about to fall."""
    traits = tuple(t for t in spec.traits if t != "melee") + (("melee",) if spec.melee else ())
    weapon = figured(spec.firepower, spec.damage, tuple(dict.fromkeys(traits)))
    against, value = (spec.oppose.kind, spec.oppose.value) if spec.oppose else ("", 6)
    reply_weapon = (UNARMED if spec.melee else "pistol") if against == "attack" else ""
    target = model(
        ("pistol",),
        defence=spec.defence,
        hit_points=spec.hp,
        attack=value if against in ("attack", REFLECT) else 6,
        move=value if against == "dodge" else 6,
    )
    at = NEAR if spec.melee else FAR
    pieces = (HILL,) if spec.high_ground else ()
    if spec.cover:
        x, y = at
        shelter = ((x - 1.5, y - 2), (x - 0.5, y - 2), (x - 0.5, y + 2), (x - 1.5, y + 2))
        pieces = (*pieces, Piece(shelter, id="shelter", traits=("cover",)))
    deed = Deed(ATTACK, ATTACKER, (10.0, 10.0), TARGET, weapon, spec.firepower)
    kinds = {"attack": ATTACK, "dodge": MOVE, REFLECT: REFLECT}
    reply = (
        Reply(TARGET, kinds[against], reply_weapon, ATTACKER if reply_weapon else "", against == "dodge")
        if against
        else None
    )
    spots = {ATTACKER: (10.0, 10.0), TARGET: at, "red-2": (2.0, 34.0), "blue-2": (46.0, 34.0)}
    attacker = model((weapon,), attack=spec.attack, hit_points=7, defence=7)
    spare = model(())
    return laid(game, [attacker, spare], [target, spare], spots, pieces, Clash(deed, (reply,) if reply else ()))


def before_defence(match: Match) -> bool:
    """All attack dice are compared."""
    return not isinstance(match.rest.agenda[0], Clash)


def hits_of(match: Match) -> int:
    """The hits on the target that stand."""
    part = match.rest.agenda[0]
    return sum(b.hits for b in part.blows if b.target == TARGET) if isinstance(part, Defending) else 0


def settled(match: Match) -> bool:
    """Nothing is left of the attack."""
    return isinstance(match.rest.agenda[0], NextActivation)


def fate(match: Match) -> tuple[str, int]:
    """The worst that has become of the target, and the hit points it has left."""
    target = match.table.models[TARGET]
    if target.at is None:
        return "dead", 0
    return "stunned" if STUNNED in target.tokens else "unharmed", target.tokens[HIT_POINTS]


def second_chances(match: Match, decision: Decision) -> Action:
    """Roll again what is worst: a miss, a lost hit point before a stun, a quality die that does not stand."""
    window = decision.on
    if not isinstance(window, Thrown):
        assert decision.default is not None
        return decision.default
    places = [p for o in decision.offers if o.action is RollDieAgain for p in repeatable(match.table, window, o.rule)]
    stolen = [f for _, r, f in window.dice() if r.rule == "XT-STL-01" and r.need is not None and r.need.met(f)]
    bar = max(stolen, default=0)
    bad: list[tuple[int, int]] = []
    for place, roll, face in window.dice():
        if place not in places or roll.need is None:
            continue
        if isinstance(roll.on, ToDefend):
            worth = verdicts(roll.need.value)[face - 1]
            if worth < max(verdicts(roll.need.value)):
                bad.append((worth, place))
        elif not roll.need.met(face) or face < bar:
            bad.append((0, place))
    return RollDieAgain((min(bad)[1],)) if bad else Keep()


# ------------------------------------------------------------------ turnovers


def turnover_odds(game: Game, spec: TurnoverSpec) -> dict[str, Any]:
    """The chance that an activation ends the turn."""
    spots = {"red-1": (10.0, 10.0), "blue-1": (40.0, 30.0)}
    red = [model((), quality=spec.quality)]
    if spec.reroll:
        red.append(model(()))
        spots["red-2"] = (12.0, 10.0)
    tokens = {("red-1", ACTING): 1, ("red-1", SPENT): spec.ap}
    if spec.steal is not None:
        tokens["blue", f"{STOLE}:blue-1"] = 1
    blue = [model((), quality=spec.steal or 6)]
    start = laid(game, red, blue, spots, (), QualityRoll("red-1", "red"), tokens)
    chances = distribution(start, no_dice, lost_the_turn, second_chances)
    return {"turnover": str(chances.get(True, Fraction(0)))}


def no_dice(match: Match) -> bool:
    """The quality dice have been read."""
    return isinstance(match.pending, Decision) and match.pending.on is None


def lost_the_turn(match: Match) -> bool:
    """Whether it is the other side's turn."""
    return bool(match.table.tokens("blue", ON_TURN))
