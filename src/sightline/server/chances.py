"""What one model could do to another, with exact odds, in the words a browser is sent."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from sightline.core.game import Game, SetUp
from sightline.core.outlook import Fate, Outlook, outlook
from sightline.core.screen import Aim
from sightline.core.table import Table
from sightline.server.describe import need_view, refusal_view
from sightline.server.messages import AimView, AreaAnswer, CardAnswer, Chances, SeenView


def chances(fates: Iterable[Fate]) -> tuple[Chances, ...]:
    """What may become of everybody concerned."""
    return tuple(
        Chances(
            model=fate.model,
            loss={str(n): float(chance) for n, chance in fate.loss.items()},
            fractions={str(n): str(chance) for n, chance in fate.loss.items()},
            mean=float(fate.mean),
            lethal=float(fate.lethal),
            health=fate.health,
            effects={name: float(chance) for name, chance in fate.effects.items()},
            fatal=fate.fatal,
        )
        for fate in fates
    )


LONGEST = 1.5
"""Seconds that chances may take to be exact; what would take longer is sampled, and says so."""


def in_time(seconds: float = LONGEST) -> Callable[[], bool]:
    """Says when somebody has waited long enough."""
    end = time.monotonic() + seconds
    return lambda: time.monotonic() > end


def aim_view(game: Game, setup: SetUp, table: Table, aim: Aim, *, odds: bool = True, repeats: bool = True) -> AimView:
    """One thing that could be done: with its odds, or why not; without repeats nothing is rolled again."""
    no = refusal_view(game, table, aim.refusal) if aim.refusal is not None else None
    plain = AimView(aim.gear, aim.name, aim.glyph, aim.rule, aim.when, no, sight=aim.sight)
    if aim.part is None or not odds:
        return plain
    return with_odds(game, plain, outlook(game, setup, table, aim.part, by=aim.by, repeats=repeats, stop=in_time()))


def with_odds(game: Game, aim: AimView, found: Outlook) -> AimView:
    """The same with what may come of it."""
    roll = found.roll
    return AimView(
        gear=aim.gear,
        name=aim.name,
        glyph=aim.glyph,
        rule=aim.rule,
        when=aim.when,
        need=need_view(game, roll.need, roll.rule) if roll is not None and roll.need is not None else None,
        dice=roll.count if roll else 0,
        sides=roll.sides if roll else 0,
        each=float(found.each),
        chances=chances(found.fates),
        again=chances(found.again),
        again_name=found.again_name,
        again_rule=found.again_rule,
        exact=found.exact,
        sight=aim.sight,
    )


def card_answer(
    game: Game, setup: SetUp, table: Table, actor: str, target: str, gear: str = "", choices: Mapping[str, Any] = {}
) -> CardAnswer:
    """Everything about what one model could do to another; with one thing or with all, and as it is chosen."""
    aims = [aim for aim in game.screen.aims(table, actor, target) if gear in ("", aim.gear)]
    if choices:
        aims = [game.screen.amended(table, actor, aim, choices) for aim in aims]
    return CardAnswer(
        model=actor,
        target=target,
        sight=game.screen.sightline(table, actor, target),
        aims=tuple(aim_view(game, setup, table, aim) for aim in aims),
    )


def seen_view(game: Game, setup: SetUp, table: Table, actor: str, target: str, *, odds: bool = True) -> SeenView:
    """What one model sees of another, and the best it could do to it."""
    best = next(iter(game.screen.aims(table, actor, target)), None)
    return SeenView(
        target=target,
        sight=game.screen.sightline(table, actor, target),
        best=aim_view(game, setup, table, best, odds=odds, repeats=False) if best is not None else None,
    )


def area_answer(game: Game, found: Outlook) -> AreaAnswer:
    """Who would be concerned by an action, and how."""
    roll = found.roll
    return AreaAnswer(
        affected=tuple(fate.model for fate in found.fates),
        chances=chances(found.fates),
        need=need_view(game, roll.need, roll.rule) if roll is not None and roll.need is not None else None,
        each=float(found.each),
    )
