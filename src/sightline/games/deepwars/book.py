"""The rulebook as the engine plays it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from sightline.core.decisions import Action, Refusal, RollAgain, Thrown
from sightline.core.dice import SeededDice
from sightline.core.effects import Effects
from sightline.core.events import Event, Rolled
from sightline.core.game import ActionKind, Script, SetUp, TablePlan
from sightline.core.mind import Mind
from sightline.core.muster import Allowance, Entry, Roster
from sightline.core.referee import Referee
from sightline.core.rulebook import Rulebook, load
from sightline.core.sayings import Sayings
from sightline.core.screen import Screen
from sightline.core.table import TABLE, Model, Part, Side, Table, Terrain, TokenKind, laid
from sightline.games.deepwars import (
    acting,
    actions,
    advancing,
    again,
    attacking,
    biomancy,
    breaching,
    casting,
    catalog,
    choosing,
    combat,
    conjuring,
    damage,
    deploying,
    devices,
    dragging,
    elemental,
    ending,
    engines,
    exerting,
    following,
    gifts,
    ground,
    growing,
    hacking,
    missions,
    morale,
    moving,
    muster,
    naming,
    opening,
    psychic,
    recovering,
    relics,
    reloading,
    scenarios,
    scenes,
    sequence,
    stepping,
    treasure,
    treating,
    tricking,
    wild,
)
from sightline.games.deepwars.effects import EFFECTS, RULES_IN_FORCE
from sightline.games.deepwars.events import GAME_EVENTS
from sightline.games.deepwars.models import warband
from sightline.games.deepwars.parts import (
    Bending,
    CombatRoll,
    CreaturesCome,
    FillingTheAreas,
    MoraleOf,
    SettingTheScene,
    Terrorizing,
)
from sightline.games.deepwars.scoring import standing_points
from sightline.games.deepwars.tokens import SCENARIO, STARTED, TOKENS

SIDES: tuple[Side, ...] = ("red", "blue")
SKIRMISH = "skirmish"
acting.OFFERS += (
    casting.offers,
    moving.offers,
    treating.offers,
    gifts.offers,
    advancing.aid_offers,
    attacking.offers,
    stepping.offers,
    reloading.offers,
    exerting.offers,
    breaching.offers,
    treasure.offers,
    devices.offers,
    dragging.offers,
    engines.offers,
    recovering.offers,
    relics.offers,
)
acting.FREE += (treasure.drops, naming.offers)
SPELLBOOK = (elemental, psychic, conjuring, biomancy)
"""Where the spells are; loading them fills `casting.WORKS`."""


class DeepWars:
    """DeepWars 2.5."""

    id = catalog.GAME_ID
    title = "DeepWars"
    sides = SIDES
    alike = True
    concession = "DW-END-05"
    preparation: Mapping[str, str] = {
        "sides": "DW-GEN-12",
        "order": "DW-SET-01",
        "lists": "DW-GEN-16",
        "terrain": "DW-SET-04",
        "fixed": "DW-SET-01",
    }
    bonuses: Mapping[str, str] = {}
    events: Sequence[type[Event]] = GAME_EVENTS
    tokens: Mapping[str, TokenKind] = TOKENS
    effects: Effects = EFFECTS
    actions: Mapping[type[Action], ActionKind] = {
        actions.ChooseEdge: ActionKind(deploying.check_edge, deploying.edge_slots),
        actions.Deploy: ActionKind(deploying.check_deploy, deploying.deploy_slots),
        actions.Nominate: ActionKind(sequence.check_nominate, sequence.nominate_slots),
        actions.EndTurn: ActionKind(sequence.check_end_turn),
        actions.FreeActivation: ActionKind(sequence.check_free),
        actions.RollToActivate: ActionKind(sequence.check_roll, sequence.roll_slots),
        actions.Done: ActionKind(acting.check_done),
        actions.NameWeapon: ActionKind(naming.check_name, naming.name_slots),
        actions.Turn: ActionKind(acting.check_turn, acting.turn_slots),
        actions.Move: ActionKind(moving.check_move, moving.move_slots),
        actions.ChangeDepth: ActionKind(moving.check_depth, moving.depth_slots),
        actions.Withdraw: ActionKind(moving.check_withdraw),
        actions.Attack: ActionKind(attacking.check_attack, attacking.attack_slots),
        actions.StepAndAttack: ActionKind(stepping.check_step, stepping.step_slots),
        actions.Reload: ActionKind(reloading.check_reload),
        actions.Recover: ActionKind(recovering.check_recover),
        actions.BreakAway: ActionKind(recovering.check_away),
        actions.BreakFree: ActionKind(recovering.check_free, recovering.free_slots),
        actions.RollDieAgain: ActionKind(again.check_again, again.again_slots),
        actions.FastDive: ActionKind(exerting.check_dive, exerting.dive_slots),
        actions.Exert: ActionKind(exerting.check_exert, exerting.exert_slots),
        actions.BlowOpen: ActionKind(breaching.check, breaching.slots),
        actions.Drag: ActionKind(dragging.check_drag, dragging.drag_slots),
        actions.Treat: ActionKind(treating.check_treat, treating.treat_slots),
        actions.Charm: ActionKind(gifts.check_charm, gifts.charm_slots),
        actions.Raise: ActionKind(gifts.check_raise, gifts.raise_slots),
        actions.Shift: ActionKind(gifts.check_shift),
        actions.InkCloud: ActionKind(gifts.check_ink),
        actions.Bend: ActionKind(gifts.check_bend, gifts.bend_slots),
        actions.RollToCast: ActionKind(casting.check_roll, casting.roll_slots),
        actions.Cast: ActionKind(casting.check_cast, casting.cast_slots),
        actions.Dance: ActionKind(psychic.check_dance, psychic.dance_slots),
        actions.UseAdvance: ActionKind(advancing.check_use),
        actions.DirtyTrick: ActionKind(tricking.check_trick, tricking.trick_slots),
        actions.FirstAid: ActionKind(advancing.check_aid),
        actions.Choose: ActionKind(choosing.check_choose, choosing.choose_slots),
        actions.Place: ActionKind(scenarios.check_place, scenarios.place_slots),
        actions.PickUp: ActionKind(treasure.check_pick_up, treasure.pick_up_slots),
        actions.Take: ActionKind(treasure.check_take, treasure.take_slots),
        actions.Drop: ActionKind(treasure.check_drop),
        actions.HandOver: ActionKind(treasure.check_hand_over),
        actions.Extract: ActionKind(engines.check_extract),
        actions.Learn: ActionKind(devices.check_learn),
        actions.Fix: ActionKind(devices.check_fix),
        actions.Teach: ActionKind(devices.check_teach),
        actions.Salvage: ActionKind(devices.check_salvage),
        actions.SwitchOver: ActionKind(engines.check_switch, engines.switch_slots),
        actions.Fire: ActionKind(engines.check_fire, engines.fire_slots),
        actions.CallPredators: ActionKind(relics.check_call, relics.call_slots),
        actions.OpenPortal: ActionKind(relics.check_open, relics.open_slots),
        actions.EnterPortal: ActionKind(relics.check_enter),
        actions.FollowUp: ActionKind(following.check_follow),
        actions.HoldBack: ActionKind(following.check_follow),
    }
    parts: Mapping[type[Part], Script] = {
        advancing.ChoosingForm: advancing.choosing_form,
        deploying.RollForAttacker: deploying.roll_for_attacker,
        deploying.TakingAnEdge: deploying.taking_an_edge,
        deploying.Deploying: deploying.deploying,
        SettingTheScene: scenarios.setting_the_scene,
        FillingTheAreas: scenarios.filling_the_areas,
        CreaturesCome: scenarios.creatures_come,
        scenarios.Placing: scenarios.placing,
        scenarios.ChoosingPredators: scenarios.choosing_predators,
        missions.RollingMissions: missions.rolling_missions,
        missions.PickingMissions: missions.picking_missions,
        ending.BeginGameTurn: sequence.begin_game_turn,
        sequence.BeginTurn: sequence.begin_turn,
        sequence.Nominating: sequence.nominating,
        sequence.Opening: sequence.opening,
        sequence.Gamble: sequence.gamble,
        sequence.ActivationRoll: sequence.activation_roll,
        sequence.EndActivation: sequence.end_activation,
        sequence.EndOfTurn: sequence.end_of_turn,
        acting.Acting: acting.act,
        casting.CastingRoll: casting.casting_roll,
        psychic.Dancing: psychic.dancing,
        psychic.LettingGo: psychic.letting_go,
        moving.Going: moving.going,
        moving.Leaving: moving.leaving,
        hacking.Hacks: hacking.hacks,
        attacking.Assault: attacking.assault,
        Terrorizing: morale.terrorizing,
        CombatRoll: combat.combat_roll,
        combat.Comparing: combat.comparing,
        damage.Suffering: damage.suffering,
        damage.Recoil: damage.recoil,
        exerting.Diving: exerting.diving,
        relics.Emerging: relics.emerging,
        Bending: gifts.bending,
        damage.Following: following.following,
        damage.Falling: morale.falling,
        MoraleOf: morale.checks,
        morale.Flight: morale.flight,
        morale.Fleeing: morale.fleeing,
        ending.Creatures: wild.creatures,
        wild.Prowling: wild.prowling,
        ending.Scenery: scenes.scenery,
        ending.EndOfGameTurn: ending.end_of_game_turn,
        ending.FinalCount: ending.final_count,
    }

    @cached_property
    def rulebook(self) -> Rulebook:
        """The ledger."""
        return load(__package__)

    @cached_property
    def sayings(self) -> Sayings:
        """The sentences of this book's events and refusals."""
        from sightline.games.deepwars.wording import GRIP, HOUSE_RULES, DeepWarsSayings, makers, meanings

        rules = {rule.id: rule.title for rule in self.rulebook.rules.values()}
        names = {**rules, **catalog.names(), **makers(), **GRIP, **HOUSE_RULES}
        return DeepWarsSayings.load(__package__, names, meanings=meanings())

    @cached_property
    def screen(self) -> Screen:
        """What any screen is told about the table."""
        from sightline.games.deepwars.screen import DeepWarsScreen

        return DeepWarsScreen()

    @property
    def rosters(self) -> Mapping[str, Roster]:
        """The sample warbands."""
        return catalog.rosters()

    @property
    def catalog(self) -> Mapping[str, Sequence[Mapping[str, Any]]]:
        """The profiles with their figures."""
        return catalog.listed()

    @property
    def tables(self) -> Mapping[str, TablePlan]:
        """The maps."""
        return catalog.tables()

    def cost(self, roster: Roster) -> int:
        """What a warband costs."""
        return muster.total(roster)

    def muster(self, roster: Roster, options: Mapping[str, Any]) -> Sequence[Refusal]:
        """Every fault of a warband."""
        return muster.faults(roster, options)

    def budget(self, roster: Roster, options: Mapping[str, Any]) -> Allowance:
        """The points of a warband (DW-WAR-01)."""
        return muster.allowance(roster, options)

    def allowances(self, entry: Entry, options: Mapping[str, Any]) -> Sequence[Allowance]:
        """Nothing limits a model by itself."""
        return ()

    def totals(self, roster: Roster, options: Mapping[str, Any]) -> Mapping[str, float]:
        """Models, boxes and Combat."""
        return muster.totals(roster)

    def plays(self, roster: Roster) -> Sequence[Side]:
        """Any warband plays for either side."""
        return self.sides

    def draft(self, seed: str, options: Mapping[str, Any], side: Side = "") -> Roster:
        """A legal warband drawn at random; every other one with battles behind it."""
        from sightline.games.deepwars.seasoning import seasoned

        fresh = muster.draft(seed, options)
        return seasoned(fresh, seed) if SeededDice(f"season {seed}").below(2) else fresh

    def layout(self, plan: TablePlan) -> Sequence[Refusal]:
        """Every fault of a layout; the presets are sound, as a test makes sure."""
        if self.tables.get(plan.id) == plan:
            return ()
        return [*ground.layout_faults(plan), *scenarios.scene_faults(plan)]

    def room(self, setup: SetUp) -> Sequence[Refusal]:
        """Every zone has room."""
        return ()

    def terrain(self, plan: TablePlan, options: Mapping[str, Any]) -> Terrain:
        """A layout on its map."""
        return laid(*ground.mat(plan, options), opening.built(ground.numbered(plan.pieces)), plan.id)

    def set_up(self, setup: SetUp) -> Table:
        """The map, both warbands beside it, and the roll for attacker and defender to come."""
        preset = catalog.presets().get(setup.table.id, {})
        clock = {f"{SCENARIO}:{preset.get('scenario', SKIRMISH)}": 1}
        for roster in setup.rosters.values():
            clock |= growing.working(roster)
        models = [Model(TABLE, "", "", TABLE, kind="table", tokens=clock, effects=RULES_IN_FORCE)]
        for side, roster in setup.rosters.items():
            tokens = {STARTED: len(roster.models), **growing.known_to_all(roster)}
            models.append(Model(side, side, side, "side", roster.name, "side", tokens=tokens))
        for side, roster in setup.rosters.items():
            models.extend(warband(side, roster))
        conditions = {kind.id: kind.condition for kind in TOKENS.values() if kind.condition}
        agenda = (*advancing.masters(models), deploying.RollForAttacker())
        return Table(
            {m.id: m for m in models},
            self.terrain(setup.table, setup.options),
            tuple(setup.rosters),
            setup.options,
            agenda,
            conditions,
        )

    def scores(self, table: Table) -> Mapping[Side, float]:
        """The victory points of both sides if the battle ended now."""
        return {side: float(n) for side, n in standing_points(table).items()}

    async def roll_again(self, ref: Referee, action: RollAgain, window: Thrown) -> None:
        """A Hero rolls again once per turn (DW-ABL-32), a time loop once per battle (DW-ART-07)."""
        await again.pay(ref, action, window)

    def worth(self, table: Table, before: Sequence[Event], roll: Rolled) -> float:
        """Every success counts the same."""
        return 1.0

    def odds(self, spec: Any) -> dict[str, Any]:
        """Exact odds of an activation, a combat or a Morale Check."""
        from sightline.games.deepwars.odds import answer

        return answer(self, spec)

    @property
    def odds_examples(self) -> Sequence[Any]:
        """Questions as they come up in play."""
        from sightline.games.deepwars.odds import examples

        return examples()

    @cached_property
    def mind(self) -> Mind:
        """What it tells programs that play it."""
        from sightline.games.deepwars.mind import DeepWarsMind

        return DeepWarsMind()
