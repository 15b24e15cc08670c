"""The rulebook as the engine plays it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any

from sightline.core.decisions import Action, Decision, Offer, Picks, Refusal, RollAgain, Slot, Thrown
from sightline.core.effects import Effects
from sightline.core.events import Event, Rolled
from sightline.core.game import ActionKind, Script, SetUp, TablePlan
from sightline.core.mind import Mind
from sightline.core.muster import Allowance, Entry, Roster
from sightline.core.referee import Referee
from sightline.core.rulebook import Rulebook, load
from sightline.core.sayings import Sayings
from sightline.core.screen import Screen
from sightline.core.table import TABLE, Grant, Model, Part, Side, Table, Terrain, TokenKind
from sightline.core.variants import Variant
from sightline.games.guerrilla import (
    attacking,
    casting,
    catalog,
    measure,
    moving,
    muster,
    placing,
    reloading,
    sequence,
    throwing,
    upkeep,
)
from sightline.games.guerrilla.actions import (
    Activate,
    Attack,
    Cast,
    CastArea,
    CastAround,
    Done,
    Move,
    Pass,
    Place,
    Reload,
    SecondWind,
    Throw,
)
from sightline.games.guerrilla.effects import CARRIED, EFFECTS, RULES_IN_FORCE, SIDE_RULES
from sightline.games.guerrilla.effects.common import REPEATABLE
from sightline.games.guerrilla.events import GAME_EVENTS, SecondWindSpent
from sightline.games.guerrilla.tokens import PAINTED, SECOND_WIND, SECOND_WIND_EACH_TURN, TOKENS

SIDES: tuple[Side, ...] = ("red", "blue")


# ------------------------------------------------------------------ second wind (DG-SWD-03)


def one_each(dice: int) -> int:
    """Every die costs a second wind."""
    return dice


def one_for_all(dice: int) -> int:
    """One second wind repeats all missed dice of an attack."""
    return 1


def any_of_them(chosen: set[int], fresh: set[int]) -> bool:
    """Some of the dice that were not repeated yet."""
    return bool(chosen) and chosen <= fresh


def all_of_them(chosen: set[int], fresh: set[int]) -> bool:
    """All dice that missed, no fewer."""
    return chosen == fresh


def one_at_least(fresh: int) -> int:
    """One die is enough."""
    return 1


def all_of_it(fresh: int) -> int:
    """No fewer than all."""
    return fresh


LEAST = Variant("second_wind_scope", {"one_die": one_at_least, "whole_attack": all_of_it})
PRICE = Variant("second_wind_scope", {"one_die": one_each, "whole_attack": one_for_all})
CHOICE = Variant("second_wind_scope", {"one_die": any_of_them, "whole_attack": all_of_them})


def check_second_wind(table: Table, decision: Decision, action: SecondWind) -> Refusal | None:
    """Own dice, seen but not yet applied, none of them twice, and a second wind for each."""
    thrown = decision.on
    if not isinstance(thrown, Thrown):
        return Refusal("DG-SWD-06", {"dice": 0})
    if any(type(place) is not int for place in action.dice):
        return Refusal("DG-SWD-03", {"dice": list(action.dice)})
    fresh = set(REPEATABLE.of(table)(thrown))
    if set(action.dice) & set(thrown.repeated):
        return Refusal("DG-SWD-04", {"dice": list(action.dice), "repeated": list(thrown.repeated)})
    if len(set(action.dice)) != len(action.dice) or not CHOICE.of(table)(set(action.dice), fresh):
        return Refusal("DG-SWD-03", {"dice": list(action.dice), "may be repeated": sorted(fresh)})
    left, price = table.tokens(decision.side, SECOND_WIND), PRICE.of(table)(len(action.dice))
    if price > left:
        return Refusal("DG-SWD-01", {"needed": price, "left": left})
    return None


def second_wind_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Places of dice that were not repeated yet, misses first, as many as there are second winds."""
    assert isinstance(decision.on, Thrown)
    fresh = REPEATABLE.of(table)(decision.on)
    left = table.tokens(decision.side, SECOND_WIND)
    most = next(n for n in range(len(fresh), 0, -1) if PRICE.of(table)(n) <= left)
    hit = {place: roll.need is not None and face >= roll.need.value for place, roll, face in decision.on.dice()}
    return {"dice": Picks(tuple(sorted(fresh, key=hit.__getitem__)), LEAST.of(table)(len(fresh)), most)}


# ------------------------------------------------------------------ the game


class Guerrilla:
    """Depths of Space: Guerrilla Tactics."""

    id = catalog.GAME_ID
    title = "Depths of Space: Guerrilla Tactics"
    sides = SIDES
    alike = True
    concession = "DG-WIN-07"
    preparation: Mapping[str, str] = {
        "sides": "DG-SET-01",
        "order": "DG-SET-08",
        "lists": "DG-SET-09",
        "terrain": "DG-TER-01",
        "fixed": "DG-SQD-06",
    }
    bonuses: Mapping[str, str] = {"painted": "DG-WIN-03"}
    events: Sequence[type[Event]] = GAME_EVENTS
    tokens: Mapping[str, TokenKind] = TOKENS
    effects: Effects = EFFECTS
    actions: Mapping[type[Action], ActionKind] = {
        Place: ActionKind(placing.check_place, placing.place_slots),
        Activate: ActionKind(sequence.check_activate, sequence.activate_slots),
        Pass: ActionKind(sequence.check_pass),
        Done: ActionKind(sequence.check_done),
        Move: ActionKind(moving.check_move, moving.move_slots),
        Attack: ActionKind(attacking.check_attack, attacking.attack_slots),
        Throw: ActionKind(throwing.check_throw, throwing.throw_slots),
        Reload: ActionKind(reloading.check_reload, reloading.reload_slots),
        Cast: ActionKind(casting.check_cast, casting.cast_slots),
        CastArea: ActionKind(casting.check_cast_area, casting.cast_area_slots),
        CastAround: ActionKind(casting.check_cast_around, casting.cast_around_slots),
        SecondWind: ActionKind(check_second_wind, second_wind_slots),
    }
    parts: Mapping[type[Part], Script] = {
        placing.RollOff: placing.roll_off,
        placing.Positioning: placing.position,
        sequence.BeginTurn: sequence.begin_turn,
        sequence.BeginPhase: sequence.begin_phase,
        sequence.NextActivation: sequence.next_activation,
        sequence.Activation: sequence.activation,
        sequence.EndPhase: sequence.end_phase,
        attacking.Volley: attacking.volley,
        attacking.Landing: attacking.landing,
        throwing.Flight: throwing.flight,
        throwing.Burst: throwing.burst,
        casting.Casting: casting.casting,
        casting.Power: casting.power,
        upkeep.Upkeep: upkeep.upkeep,
    }

    @cached_property
    def rulebook(self) -> Rulebook:
        """The ledger."""
        return load(__package__)

    @cached_property
    def sayings(self) -> Sayings:
        """The sentences of this book's events and refusals."""
        rules = {rule.id: rule.title for rule in self.rulebook.rules.values()}
        characters = {c.id: c.name for c in catalog.characters().values()}
        return Sayings.load(__package__, rules | characters | {i.id: i.name for i in catalog.items().values()})

    @cached_property
    def screen(self) -> Screen:
        """What any screen is told about the table."""
        from sightline.games.guerrilla.screen import GuerrillaScreen

        return GuerrillaScreen()

    @property
    def rosters(self) -> Mapping[str, Roster]:
        """The sample squads."""
        return catalog.rosters()

    @property
    def catalog(self) -> Mapping[str, Sequence[Mapping[str, Any]]]:
        """Characters, equipment and abilities with their figures."""
        return catalog.listed()

    @property
    def tables(self) -> Mapping[str, TablePlan]:
        """The table presets."""
        return catalog.tables()

    def cost(self, roster: Roster) -> int:
        """The stars of a squad's characters."""
        return muster.stars(roster)

    def muster(self, roster: Roster, options: Mapping[str, Any]) -> Sequence[Refusal]:
        """Every fault of a squad."""
        return muster.faults(roster, options)

    def budget(self, roster: Roster, options: Mapping[str, Any]) -> Allowance:
        """The stars of a squad (DG-SQD-01)."""
        return Allowance("Stars", muster.stars(roster), catalog.SQUAD_STARS, "DG-SQD-01", "★")

    def allowances(self, entry: Entry, options: Mapping[str, Any]) -> Sequence[Allowance]:
        """The stars of a model's equipment and abilities (DG-SQD-04)."""
        return muster.allowances(entry, options)

    def totals(self, roster: Roster, options: Mapping[str, Any]) -> Mapping[str, float]:
        """Second winds, health, and what a volley does."""
        from sightline.games.guerrilla.worth import totals

        return totals(roster)

    def plays(self, roster: Roster) -> Sequence[Side]:
        """Any squad plays for either side."""
        return self.sides

    def draft(self, seed: str, options: Mapping[str, Any], side: Side = "") -> Roster:
        """A legal squad drawn at random."""
        return muster.draft(seed, options)

    def layout(self, plan: TablePlan) -> Sequence[Refusal]:
        """Every fault of a layout; the presets are sound, as a test makes sure."""
        return () if self.tables.get(plan.id) == plan else muster.layout_faults(plan)

    def room(self, setup: SetUp) -> Sequence[Refusal]:
        """Both squads must fit into both zones (DG-TER-06)."""
        terrain = self.terrain(setup.table)
        found = []
        for side, roster in setup.rosters.items():
            radii = [muster.base(e) / 2 for e in roster.models]
            for zone, name in ((measure.LEFT_ZONE, "left"), (measure.RIGHT_ZONE, "right")):
                if not placing.fits(terrain, zone, radii, ()):
                    found.append(Refusal("DG-TER-06", {"side": side, "zone": name, "models": len(radii)}))
        return found

    def terrain(self, plan: TablePlan) -> Terrain:
        """A layout on the mat; what is compiled for it serves every table that has the same."""
        return laid(plan)

    def set_up(self, setup: SetUp) -> Table:
        """The mat, both squads beside it, and the roll-off to come."""
        models = [Model(TABLE, "", "", TABLE, kind="table", effects=RULES_IN_FORCE)]
        for side, roster in setup.rosters.items():
            left = catalog.SQUAD_STARS - muster.stars(roster)
            tokens = {SECOND_WIND_EACH_TURN: left} if left else {}
            if side in setup.extras.get("painted", ()):
                tokens[PAINTED] = 1
            models.append(Model(side, side, side, "side", roster.name, "side", tokens=tokens, effects=SIDE_RULES))
        for side, roster in setup.rosters.items():
            models.extend(squad(side, roster))
        agenda = (placing.RollOff(), sequence.BeginTurn(1))
        return Table({m.id: m for m in models}, self.terrain(setup.table), tuple(setup.rosters), setup.options, agenda)

    def scores(self, table: Table) -> Mapping[Side, float]:
        """The stars of each side."""
        return {side: upkeep.stars(table, side) for side in table.sides}

    async def roll_again(self, ref: Referee, action: RollAgain, window: Thrown) -> None:
        """Second winds are spent, no action point is (DG-SWD-02, DG-APS-03)."""
        price = PRICE.of(ref.table)(len(action.dice))
        await ref.emit(SecondWindSpent(rule="DG-SWD-03", bearer=window.side, token=SECOND_WIND, by=-price))

    def worth(self, table: Table, before: Sequence[Event], roll: Rolled) -> float:
        """The damage a success does to the other side."""
        from sightline.games.guerrilla.worth import worth

        return worth(table, before, roll)

    def odds(self, spec: Any) -> dict[str, Any]:
        """Exact odds of an attack or a cast."""
        from sightline.games.guerrilla.odds import answer

        return answer(self, spec)

    @property
    def odds_examples(self) -> Sequence[Any]:
        """Every type with every weapon open to it, without and with second winds."""
        from sightline.games.guerrilla.odds import examples

        return examples()

    @cached_property
    def mind(self) -> Mind:
        """What programs are told about the table."""
        from sightline.games.guerrilla.mind import GuerrillaMind

        return GuerrillaMind()


@lru_cache(64)
def laid(plan: TablePlan) -> Terrain:
    """A layout on the mat."""
    return Terrain(catalog.WIDTH, catalog.DEPTH, muster.numbered(plan.pieces), plan.id)


def squad(side: Side, roster: Roster) -> list[Model]:
    """The models of a squad, waiting beside the mat, all weapons loaded (DG-RLD-01)."""
    names = [e.name or catalog.characters()[e.profile].name for e in roster.models]
    found = []
    for number, entry in enumerate(roster.models, 1):
        name = names[number - 1]
        if names.count(name) > 1:
            name = f"{name} {names[:number].count(name)}"
        kit = muster.kit(entry)
        grants = tuple(Grant(rule, via=id) for id in kit for rule in catalog.item(id).rules if rule in CARRIED)
        found.append(
            Model(
                id=f"{side}-{number}",
                owner=side,
                side=side,
                profile=entry.profile,
                name=name,
                radius=muster.base(entry) / 2,
                kit=kit,
                effects=grants,
            )
        )
    return found
