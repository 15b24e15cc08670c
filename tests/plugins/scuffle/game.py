"""The rulebook as the engine wants it: one object that fills in `sightline.core.game.Game`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from sightline.core.decisions import Action, Refusal, RollAgain, Thrown
from sightline.core.dice import SeededDice
from sightline.core.effects import Effects
from sightline.core.errors import BadInput
from sightline.core.events import Event, Rolled
from sightline.core.game import ActionKind, Script, SetUp, TablePlan
from sightline.core.muster import Allowance, Entry, Roster
from sightline.core.referee import Referee
from sightline.core.rulebook import Rulebook, load
from sightline.core.sayings import Sayings
from sightline.core.table import TABLE, Grant, Model, Part, Side, Table, Terrain, TokenKind
from tests.plugins.scuffle import rounds, words
from tests.plugins.scuffle.effects import EFFECTS, FIGHTERS, LUCKY
from tests.plugins.scuffle.mind import ScuffleMind
from tests.plugins.scuffle.screen import ScuffleScreen

WIDTH = DEPTH = 8.0
SPOTS = ((2.0, 2.0), (2.0, 4.0), (2.0, 6.0))
SIZE = len(SPOTS)


class Scuffle:
    """Three against three in a yard."""

    id = "scuffle"
    title = "Scuffle"
    sides: tuple[Side, ...] = ("red", "blue")
    alike = True
    concession = "SC-WIN-02"
    preparation: Mapping[str, str] = {
        "sides": "SC-SET-01",
        "order": "SC-SET-01",
        "lists": "SC-SET-01",
        "fixed": "SC-SET-01",
        "terrain": "SC-SET-02",
    }
    catalog: Mapping[str, Sequence[Mapping[str, Any]]] = {
        "fighters": [{"id": id, "name": id.title(), "cost": 1} for id in FIGHTERS]
    }
    bonuses: Mapping[str, str] = {"cheers": "SC-SET-01"}
    events: Sequence[type[Event]] = words.EVENTS
    tokens: Mapping[str, TokenKind] = words.TOKENS
    effects: Effects = EFFECTS
    screen = ScuffleScreen()
    mind = ScuffleMind()
    actions: Mapping[type[Action], ActionKind] = {
        words.Walk: ActionKind(rounds.check_walk, rounds.walk_slots),
        words.Strike: ActionKind(rounds.check_strike, rounds.strike_slots),
        words.Brace: ActionKind(rounds.check_actor),
        words.Rest: ActionKind(rounds.check_actor),
        words.TryLuck: ActionKind(rounds.check_luck, rounds.luck_slots),
    }
    parts: Mapping[type[Part], Script] = {
        rounds.Opening: rounds.opening,
        rounds.Round: rounds.begin_round,
        rounds.Turn: rounds.turn,
        rounds.Blows: rounds.blows,
    }
    rosters: Mapping[str, Roster] = {
        id: Roster(game="scuffle", id=id, name=id, models=tuple(Entry(profile) for profile in profiles), origin="house")
        for id, profiles in {
            "regulars": ("bruiser", "ox", "weasel"),
            "strangers": ("joker", "joker", "bruiser"),
        }.items()
    }
    tables: Mapping[str, TablePlan] = {"yard": TablePlan("yard", ())}

    @cached_property
    def rulebook(self) -> Rulebook:
        return load(__package__)

    @cached_property
    def sayings(self) -> Sayings:
        return Sayings.load(__package__, {})

    def cost(self, roster: Roster) -> int:
        return len(roster.models)

    def muster(self, roster: Roster, options: Mapping[str, Any]) -> Sequence[Refusal]:
        found = [Refusal("SC-SET-01", {"unknown": e.profile}) for e in roster.models if e.profile not in FIGHTERS]
        if len(roster.models) != SIZE:
            found.append(Refusal("SC-SET-01", {"fighters": len(roster.models), "needed": SIZE}))
        return found

    def budget(self, roster: Roster, options: Mapping[str, Any]) -> Allowance:
        return Allowance("Fighters", len(roster.models), SIZE, "SC-SET-01")

    def allowances(self, entry: Entry, options: Mapping[str, Any]) -> Sequence[Allowance]:
        return ()

    def totals(self, roster: Roster, options: Mapping[str, Any]) -> Mapping[str, float]:
        return {}

    def plays(self, roster: Roster) -> Sequence[Side]:
        return self.sides

    def draft(self, seed: str, options: Mapping[str, Any], side: Side = "") -> Roster:
        below, known = SeededDice(seed).below, list(FIGHTERS)
        return Roster("scuffle", seed, tuple(Entry(known[below(len(known))]) for _ in SPOTS))

    def layout(self, plan: TablePlan) -> Sequence[Refusal]:
        return [Refusal("SC-SET-02", {"pieces": len(plan.pieces)})] if plan.pieces else []

    def room(self, setup: SetUp) -> Sequence[Refusal]:
        return ()

    def set_up(self, setup: SetUp) -> Table:
        """Sentinels for the table and the sides, fighters on their spots, and the first part to play."""
        models = [Model(TABLE, "", "", TABLE, kind="table")]
        for side in setup.rosters:  # A charm or a bruise brought along comes from a season.
            charms = sum("charm" in entry.items for entry in setup.rosters[side].models)
            luck = {words.LUCK: int(setup.options["luck"]) + charms}
            models.append(Model(side, side, side, "side", kind="side", tokens=luck, effects=(Grant(LUCKY.rule),)))
        for place, (side, roster) in enumerate(setup.rosters.items()):
            for number, (entry, (x, y)) in enumerate(zip(roster.models, SPOTS, strict=True), 1):
                at = (WIDTH - x, DEPTH - y) if place else (x, y)
                effects = (Grant(FIGHTERS[entry.profile].rule),)
                tokens = {words.BREATH: rounds.BREATHS, **entry.stats}
                id = f"{side}-{number}"
                models.append(
                    Model(id, side, side, entry.profile, entry.profile, at=at, tokens=tokens, effects=effects)
                )
        conditions = {kind.id: kind.condition for kind in self.tokens.values() if kind.condition}
        mat = Terrain(WIDTH, DEPTH, (), setup.table.id)
        plan: tuple[Part, ...] = (rounds.Opening(),)
        return Table({m.id: m for m in models}, mat, tuple(setup.rosters), setup.options, plan, conditions)

    def scores(self, table: Table) -> Mapping[Side, float]:
        return {side: sum(1 for _ in table.squad(side)) for side in table.sides}

    async def roll_again(self, ref: Referee, action: RollAgain, window: Thrown) -> None:
        await ref.emit(words.LuckSpent(rule="SC-STR-06", bearer=window.side, token=words.LUCK, by=-1))

    def worth(self, table: Table, before: Sequence[Event], roll: Rolled) -> float:
        return 1.0

    odds_examples: Sequence[Any] = ()

    def odds(self, spec: Any) -> dict[str, Any]:
        raise BadInput("scuffle answers no questions about odds")


GAME = Scuffle()
