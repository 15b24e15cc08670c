"""Matches taken up in the middle of a fight: everybody stands close together, wherever they were set up.

On a large mat random models rarely meet each other, or what lies about. What happens only then is heard here. Their
dice come in streaks, for what needs three sixes in a row is rarer still; any fall of the dice is a legal one. They may
be given what a book lists, too: some of it is in nobody's profile, or hard to come by.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin, sqrt
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from sightline.ai.player import Player
from sightline.core.decisions import Decision
from sightline.core.dice import Dice, Faces, Roll
from sightline.core.kernel import shapes
from sightline.core.match import Match
from sightline.core.table import FLAT, Grant, Model, Point, RuleId, Side, Table, snap

AROUND = 7.0
"""Inches around the middle of the mat within which they stand."""
BESIDE = 0.03
"""The gap to somebody or something, for those who are put beside it."""
CURIOUS, SOCIABLE = 0.4, 0.2
"""How many of them are put beside something that lies about, and how many beside a friend."""
DRAWS = 60
STREAK = 0.4
"""How often all dice of a roll show the same face."""


class StreakyDice:
    """Dice like others, but now and then all of a roll show one face."""

    def __init__(self, dice: Dice, rng: Random) -> None:
        self._dice, self._rng = dice, rng

    def roll(self, roll: Roll) -> Faces:
        if self._rng.random() < STREAK:
            return (self._rng.randint(1, roll.sides),) * roll.count
        return self._dice.roll(roll)


def set_up(match: Match, players: dict[Side, Player]) -> bool:
    """Play until everybody has been set up and somebody has to decide; whether it came to that."""
    while isinstance(match.pending, Decision):
        squads = (m for m in match.table.models.values() if m.kind == "model" and m.side in match.table.sides)
        if not match.answers and all(m.at is not None for m in squads):
            return True
        players[match.pending.side].answer(match)
    return False


class Gift(NamedTuple):
    """An entry of a catalog that somebody may be given."""

    id: str
    rule: RuleId | None
    """The rule of its effect, if it has one."""
    through: frozenset[str] | None
    """The entries it may only be had through, such as weapons; None: a model has it by itself."""


def fray(
    match: Match, rng: Random, gifts: Sequence[Gift] = (), tasks: Sequence[str] = (), knacks: Sequence[str] = ()
) -> Match:
    """The same match, its models gathered around the middle, on open ground.

    Each has a gift if there are any, and all of the knacks; each side has all of the tasks. Both are tokens.
    """
    table = match.rest.copy()
    for bearers, tokens in ((table.sides, tasks), (match.rest.standing(), knacks)):
        for bearer in bearers:
            for token in tokens:
                table.put_tokens(bearer, token, 1)
    if gifts:
        for id in match.rest.standing():
            table.put_moved(gifted(table.models[id], rng.choice(gifts), rng))
    for id in match.rest.standing():
        model = table.models[id]
        at = somewhere(match, table, replace(model, z=FLAT), rng)
        if at is not None:
            table.put_moved(replace(model, at=at, z=FLAT, facing=rng.uniform(0.0, 360.0)))
    dice = StreakyDice(match.dice, rng) if match.dice is not None else None
    return Match(match.game, match.setup, dice, rest=table)


def gifted(model: Model, gift: Gift, rng: Random) -> Model:
    """A model with one thing more, if it has something to have it through."""
    if gift.through is None:
        granted = () if gift.rule is None else (Grant(gift.rule, 1),)
        return replace(model, kit=(*model.kit, gift.id), effects=(*model.effects, *granted))
    held = [item for item in model.kit if item in gift.through]
    assert gift.rule is not None
    return replace(model, effects=(*model.effects, Grant(gift.rule, 1, rng.choice(held)))) if held else model


def somewhere(match: Match, table: Table, model: Model, rng: Random) -> Point | None:
    """A spot around the middle, or beside something or a friend, where a model may stand, in no piece of terrain."""
    there = table.copy()
    there.put_moved(model)
    near = [m for m in table.models.values() if m.at is not None and m.id != model.id]
    things = [(m.at, m.radius) for m in near if m.at is not None and m.kind != "model"]
    friends = [(m.at, m.radius) for m in near if m.at is not None and m.side == model.side]
    for _ in range(DRAWS):
        (x, y), far = (table.terrain.width / 2, table.terrain.height / 2), AROUND * sqrt(rng.random())
        draw = rng.random()
        company = things if draw < CURIOUS else friends if draw < CURIOUS + SOCIABLE else ()
        if company:
            # The larger a thing, the more room there is beside it.
            (((x, y), radius),) = rng.choices(company, [radius + model.radius / 4 for _, radius in company])
            far = model.radius + radius + BESIDE
        turn = rng.uniform(0.0, 2 * pi)
        at = (snap(x + far * cos(turn)), snap(y + far * sin(turn)))
        inside = any(shapes.contains(piece.polygon, *at) for piece in table.terrain.pieces)
        if not inside and match.game.screen.stands(there, model.id, at) is None:
            return at
    return None
