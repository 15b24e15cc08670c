"""A battlefield in the middle of a mission, set up in one line for a test.

    stage = Stage([hero(10, 10, RIFLE, quality=4)], [squad((20, 10), (21.5, 10), weapons=(CLAWS,))])
    match = stage.match(5, 3)                   # the dice, in the order they fall; a test must use them all
    match.play(Activate("heroes-1"), Shoot("heroes-1", "enemies-1-1"))

Heroes are called heroes-1, heroes-2, ...; the models of the second enemy unit enemies-2-1, enemies-2-2, ... Weapons are
written as they are printed. No random events happen unless they are asked for. Nobody is on a table with anything but
what is given; it is the heroes' phase of round 1.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from sightline.core.decisions import Action, Decision, Illegal, Refusal
from sightline.core.dice import Roll, ScriptedDice
from sightline.core.events import Event
from sightline.core.game import SetUp, TablePlan
from sightline.core.match import Match
from sightline.core.odds import Policy, by_default, distribution
from sightline.core.table import TABLE, Grant, Model, Part, Piece, Table, spot
from sightline.games.starquest import GAME
from sightline.games.starquest.actions import Activate
from sightline.games.starquest.catalog import ENEMIES, HEROES, MM, arm, is_weapon, sizes, special
from sightline.games.starquest.enemies import EnemyPhase
from sightline.games.starquest.models import grants
from sightline.games.starquest.sequence import HeroPhase, Starting
from sightline.games.starquest.tokens import CORNER, PHASE, ROUND, WOUNDS

RIFLE = 'Rifle (24", A1)'
PISTOL = 'Pistol (12", A1)'
SWORD = "Sword (A1)"
CLAWS = "Claws (A1)"
HERO = {"quality": 4, "defense": 4, "tough": 6, "most_power": 5, "power": 5, "str": 4, "dex": 4, "wil": 4}
FOE = {"quality": 4, "defense": 4, "tough": 1}


class Given:
    """A unit to be put onto the stage."""

    def __init__(
        self,
        spots: Sequence[tuple[float, float] | None],
        kit: Sequence[str],
        rules: Sequence[str],
        body: str,
        tokens: Mapping[str, int],
        profile: str,
    ) -> None:
        self.spots, self.kit, self.rules = list(spots), tuple(kit), tuple(rules)
        self.body, self.tokens, self.profile = body, dict(tokens), profile


def hero(
    x: float,
    y: float,
    *kit: str,
    rules: Sequence[str] = (),
    body: str = "infantry",
    profile: str = "made",
    **tokens: int,
) -> Given:
    """A hero at a spot: its weapons and skills, its special rules, and the stats that are not the usual ones."""
    return Given([(x, y)], kit or (SWORD,), rules, body, {**HERO, **tokens}, profile)


def away(*kit: str, rules: Sequence[str] = (), **tokens: int) -> Given:
    """A hero who is not on the table."""
    return Given([None], kit or (SWORD,), rules, "infantry", {**HERO, **tokens}, "made")


def squad(
    *spots: tuple[float, float],
    weapons: Sequence[str] = (CLAWS,),
    rules: Sequence[str] = (),
    body: str = "infantry",
    profile: str = "made",
    **tokens: int,
) -> Given:
    """An enemy unit, each model at its spot."""
    return Given(spots, weapons, rules, body, {**FOE, **tokens}, profile)


def box(x0: float, y0: float, x1: float, y1: float, *traits: str, height: float = 0.0, id: str = "") -> Piece:
    """A rectangle of terrain with its types."""
    return Piece(((x0, y0), (x1, y0), (x1, y1), (x0, y1)), height, id, traits=traits)


def wall(x0: float, y0: float, x1: float, y1: float, height: float = 6.0, id: str = "wall") -> Piece:
    """Something that stops movement and sight."""
    return box(x0, y0, x1, y1, "impassable", "blocking", height=height, id=id)


def deck(x0: float, y0: float, x1: float, y1: float, height: float = 4.0, *ladders: tuple[float, float]) -> Piece:
    """A raised floor with ladders."""
    words = [f"ladder:{x:g}/{y:g}" for x, y in ladders]
    return box(x0, y0, x1, y1, "blocking", f"floor:{height:g}", *words, height=height, id="deck")


def models_of(given: Given, side: str, number: int) -> list[Model]:
    """The models of a unit as the game has them."""
    unit = f"{side}-{number}"
    size = sizes()[given.body]
    effects: list[Grant] = [*grants(special(r) for r in given.rules)]
    for item in given.kit:
        if is_weapon(item):
            effects += grants(arm(item).rules, item)
    tokens = {"height": round(100 * size.height), "size": len(given.spots), "points": 100, **given.tokens}
    found = []
    for place, at in enumerate(given.spots, 1):
        found.append(
            Model(
                id=unit if side == HEROES else f"{unit}-{place}",
                owner=side,
                side=side,
                profile=given.profile,
                name=unit,
                unit=unit,
                at=spot(*at) if at is not None else None,
                radius=size.base_mm / MM / 2,
                kit=given.kit,
                tokens=tokens,
                effects=tuple(effects),
            )
        )
    return found


class Stage:
    """A table at rest in the middle of a mission."""

    def __init__(
        self,
        heroes: Sequence[Given],
        enemies: Sequence[Given] = (),
        *,
        terrain: Sequence[Piece] = (),
        options: Mapping[str, Any] | None = None,
        agenda: Sequence[Part] = (),
        round: int = 1,
    ) -> None:
        plan = TablePlan(id="stage", pieces=tuple(terrain))
        assert not GAME.layout(plan), GAME.layout(plan)
        rosters = {HEROES: GAME.rosters["party_long_night"], ENEMIES: GAME.rosters["rustborn"]}
        self.setup = SetUp(GAME.id, rosters, plan, GAME.rulebook.settle({"random_events": False, **(options or {})}))
        table = GAME.set_up(self.setup)
        for id in [m.id for m in table.models.values() if m.kind == "model"]:
            del table.models[id]
        for side, units in ((HEROES, heroes), (ENEMIES, enemies)):
            for number, given in enumerate(units, 1):
                for model in models_of(given, side, number):
                    table.put_moved(model)
                    table.put_all_tokens(model, model.tokens)
        table.put_tokens(TABLE, ROUND, round)
        table.put_tokens(TABLE, PHASE, 1)
        table.put_tokens(HEROES, CORNER, 4)
        table.memo = {}
        table.agenda = tuple(agenda) or (HeroPhase(),)
        self.table = table

    def match(self, *faces: int) -> Match:
        """The match from here on, with the dice that will fall; with none it pauses at every roll."""
        return Match(GAME, self.setup, ScriptedDice(*faces) if faces else None, keep=True, rest=self.table.copy())


def table_of(heroes: Sequence[Given], enemies: Sequence[Given] = (), **more: Any) -> Table:
    """Only the table of a stage."""
    return Stage(heroes, enemies, **more).table


def enemy_turn(heroes: Sequence[Given], enemies: Sequence[Given], unit: int = 1, **more: Any) -> Stage:
    """A stage where an enemy unit is about to be activated."""
    agenda = (Starting(f"{ENEMIES}-{unit}"), HeroPhase())
    return Stage(heroes, enemies, agenda=agenda, **more)


def enemy_phase(heroes: Sequence[Given], enemies: Sequence[Given], order: Sequence[str] = (), **more: Any) -> Stage:
    """A stage where the enemies' phase begins."""
    return Stage(heroes, enemies, agenda=(EnemyPhase(tuple(order)),), **more)


# ------------------------------------------------------------------ playing


def active(stage: Stage, who: str = "heroes-1", *faces: int) -> Match:
    """A match in which a hero has just been activated."""
    match = stage.match(*faces)
    match.play(Activate(who))
    return match


def act(match: Match, *actions: Action) -> Match:
    """Activate whoever acts first and play all actions."""
    for action in actions:
        actor = getattr(action, "actor", "")
        if isinstance(match.pending, Decision) and match.pending.rule == "SQ-RND-03" and actor:
            match.play(Activate(actor))
        match.play(action)
    return match


def spent(match: Match) -> bool:
    """Whether all scripted dice were used; assert it at the end of every test that scripts dice."""
    return isinstance(match.dice, ScriptedDice) and match.dice.spent


def rolling(match: Match) -> Roll:
    """The roll a match without dice waits for."""
    assert isinstance(match.pending, Roll), match.pending
    return match.pending


def refused(match: Match, *actions: Action) -> Refusal:
    """Play all but the last action, and return the refusal of the last; the match must stay as it was."""
    act(match, *actions[:-1])
    last = actions[-1]
    actor = getattr(last, "actor", "")
    if isinstance(match.pending, Decision) and match.pending.rule == "SQ-RND-03" and actor:
        match.play(Activate(actor))
    before = (len(match.events), match.pending)
    with pytest.raises(Illegal) as caught:
        match.play(last)
    assert (len(match.events), match.pending) == before
    return caught.value.refusal


def offered(match: Match, kind: type[Action]) -> list[dict[str, Any]]:
    """What is given in the offers of a kind that are open now."""
    return [o.given for o in match.decision.offers if o.action is kind]


def options(match: Match, kind: type[Action], field: str) -> tuple[Any, ...]:
    """What an open field of an offer may be filled with."""
    offer = next(o for o in match.decision.offers if o.action is kind)
    slot = match.slots(offer)[field]
    return tuple(slot.options)  # type: ignore[union-attr]


# ------------------------------------------------------------------ looking


def at(match: Match, model: str) -> tuple[float, float] | None:
    """Where a model stands."""
    return match.table.models[model].at


def tokens(match: Match, model: str, kind: str) -> int:
    """The tokens of a kind a model has."""
    return match.table.tokens(model, kind)


def wounds(match: Match, model: str) -> int:
    """The wounds a model has taken."""
    return match.table.tokens(model, WOUNDS)


def alive(match: Match, *models: str) -> list[str]:
    """Those of some models that are still on the table."""
    return [m for m in models if match.table.models[m].at is not None]


def happened(match: Match, kind: type[Event]) -> list[Any]:
    """All events of a kind so far."""
    return [e for e in match.events if isinstance(e, kind)]


def stopped(match: Match) -> bool:
    """Whether the players choose their next hero, or act with one."""
    return isinstance(match.pending, Decision) and match.pending.rule in ("SQ-RND-03", "SQ-RND-05")


def odds(
    match: Match,
    measure: Callable[[Match], Any],
    policy: Policy = by_default,
    stop: Callable[[Match], bool] | None = None,
) -> dict[Any, Fraction]:
    """How likely each value is once the dice that are pending have taken effect."""
    return distribution(match, stop or stopped, measure, policy)


def mean(chances: Mapping[Any, Fraction]) -> Fraction:
    """What is to be expected."""
    return sum((value * chance for value, chance in chances.items()), Fraction(0))


def moved(table: Table, model: str, to: tuple[float, float]) -> Table:
    """The table with a model elsewhere."""
    other = table.copy()
    other.put_moved(replace(other.models[model], at=spot(*to)))
    return other
