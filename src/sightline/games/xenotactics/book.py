"""The rulebook as the engine plays it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from sightline.core.decisions import Action, Decision, Offer, Picks, Refusal, RollAgain, Slot, Thrown
from sightline.core.effects import Effects
from sightline.core.events import Event, Rolled
from sightline.core.game import ActionKind, Script, SetUp, TablePlan
from sightline.core.mind import Mind
from sightline.core.muster import Allowance, Entry, Roster
from sightline.core.referee import Referee
from sightline.core.responses import Enough, Foreseen, StandDown
from sightline.core.rulebook import Rulebook, load
from sightline.core.sayings import Sayings
from sightline.core.screen import Screen
from sightline.core.table import TABLE, Grant, Model, Part, Side, Table, Terrain, TokenKind, laid
from sightline.games.xenotactics import (
    actions,
    arms,
    attacking,
    catalog,
    choosing,
    clash,
    deploying,
    ground,
    harm,
    infiltrating,
    landing,
    marching,
    moving,
    muster,
    others,
    pushing,
    sequence,
    specials,
    steps,
    victory,
    wonders,
)
from sightline.games.xenotactics.effects import EFFECTS, RULES_IN_FORCE
from sightline.games.xenotactics.effects.rules import repeatable
from sightline.games.xenotactics.effects.weapons import CHARGED, TRAITS
from sightline.games.xenotactics.events import GAME_EVENTS
from sightline.games.xenotactics.tokens import COST, HIT_POINTS, INFILTRATING, MODELS, TOKENS

SIDES: tuple[Side, ...] = ("red", "blue")
CALLED = {"sneak": "Sneak", "close_portal": "Close a portal", "reform": "Reform", "hit_points": "Hit points"}
"""What goes by another name than its id, or than the ability it is done with."""
CHAPTERS = (landing, others, wonders)
"""The chapters that add what their actions do once reactions are over; being imported is what they are here for."""


# ------------------------------------------------------------------ dice rolled again (XT-DIC-03, XT-DIC-04)


def check_roll_again(table: Table, decision: Decision, action: actions.RollDieAgain) -> Refusal | None:
    """One die that may be rolled again, and was not yet."""
    if not isinstance(decision.on, Thrown):
        return Refusal("XT-DIC-03", {"dice": 0})
    if any(place in decision.on.repeated for place in action.dice):
        return Refusal("XT-DIC-04", {"dice": list(action.dice)})
    known = [p for o in decision.offers if o.action is type(action) for p in repeatable(table, decision.on, o.rule)]
    if len(action.dice) != 1 or type(action.dice[0]) is not int or action.dice[0] not in known:
        return Refusal("XT-DIC-03", {"dice": list(action.dice), "may be rolled again": sorted(known)})
    return None


def roll_again_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Any one die of those the rule is about, failures first."""
    window = decision.on
    assert isinstance(window, Thrown)
    met = {p: roll.need is not None and roll.need.met(face) for p, roll, face in window.dice()}
    return {"dice": Picks(tuple(sorted(repeatable(table, window, offer.rule), key=met.__getitem__)), 1, 1)}


# ------------------------------------------------------------------ the game


class Xenotactics:
    """Xenotactics, second edition."""

    id = catalog.GAME_ID
    title = "Xenotactics"
    sides = SIDES
    alike = True
    concession = "XT-END-02"
    preparation: Mapping[str, str] = {
        "sides": "XT-GEN-01",
        "order": "XT-MIS-05",
        "lists": "XT-GEN-03",
        "terrain": "XT-MIS-05",
        "fixed": "XT-WBD-04",
    }
    bonuses: Mapping[str, str] = {}
    events: Sequence[type[Event]] = GAME_EVENTS
    tokens: Mapping[str, TokenKind] = TOKENS
    effects: Effects = EFFECTS
    actions: Mapping[type[Action], ActionKind] = {
        actions.DeployFirst: ActionKind(deploying.check_choice),
        actions.DeploySecond: ActionKind(deploying.check_choice),
        actions.ChooseEdge: ActionKind(deploying.check_edge, deploying.edge_slots),
        actions.Place: ActionKind(deploying.check_place, deploying.place_slots),
        actions.KeepBack: ActionKind(deploying.check_keep_back, deploying.keep_back_slots),
        actions.Activate: ActionKind(choosing.check_activate, choosing.activate_slots),
        actions.Leave: ActionKind(sequence.check_leave),
        actions.Stop: ActionKind(sequence.check_stop),
        actions.Pass: ActionKind(choosing.check_pass, choosing.pass_slots),
        actions.Retreat: ActionKind(choosing.check_retreat),
        actions.Move: ActionKind(moving.check_move, moving.move_slots),
        actions.Go: ActionKind(marching.check_go, marching.go_slots),
        actions.Attack: ActionKind(attacking.check_attack, attacking.attack_slots),
        actions.Capture: ActionKind(others.check_capture, others.capture_slots),
        actions.StandUp: ActionKind(others.check_stand_up),
        actions.UseDoor: ActionKind(others.check_use_door, others.use_door_slots),
        actions.Warp: ActionKind(marching.check_warp, marching.warp_slots),
        actions.StayHere: ActionKind(marching.check_stay),
        actions.MoveAway: ActionKind(steps.check_reply, steps.reply_slots),
        actions.ShootBack: ActionKind(steps.check_reply, steps.reply_slots),
        actions.StealInitiative: ActionKind(steps.check_reply, steps.reply_slots),
        actions.SendThief: ActionKind(sequence.check_send_thief, sequence.send_thief_slots),
        Enough: ActionKind(steps.check_enough),
        StandDown: ActionKind(steps.check_enough),
        actions.Reflect: ActionKind(steps.check_reply, steps.reply_slots),
        actions.UseAbility: ActionKind(specials.check_use, specials.use_slots),
        actions.OffhandAttack: ActionKind(attacking.check_offhand, attacking.offhand_slots),
        actions.Land: ActionKind(landing.check_land, landing.land_slots),
        actions.Infiltrate: ActionKind(infiltrating.check_infiltrate, infiltrating.infiltrate_slots),
        actions.UseShield: ActionKind(harm.check_shield),
        actions.Suffer: ActionKind(harm.check_shield),
        actions.RollDieAgain: ActionKind(check_roll_again, roll_again_slots),
    }
    parts: Mapping[type[Part], Script] = {
        deploying.RollForDeployment: deploying.roll_for_deployment,
        deploying.Choosing: deploying.choosing,
        deploying.TakingAnEdge: deploying.taking_an_edge,
        deploying.Deploying: deploying.deploying,
        sequence.BeginTurn: sequence.begin_turn,
        sequence.Opening: sequence.opening,
        infiltrating.Infiltrating: infiltrating.infiltrating,
        sequence.NextActivation: sequence.next_activation,
        sequence.Activation: sequence.activation,
        sequence.EndActivation: sequence.end_activation,
        sequence.QualityRoll: sequence.quality_roll,
        sequence.EndTurn: sequence.end_turn,
        steps.Reactions: steps.reactions,
        steps.Doing: steps.doing,
        steps.ReactiveMoves: steps.reactive_moves,
        marching.AtAPortal: marching.stepping_through,
        steps.Aftermath: steps.aftermath,
        clash.Clash: clash.clash,
        clash.Defending: clash.defending,
        clash.Suffering: clash.suffering,
        clash.Exploding: clash.exploding,
        pushing.Pushing: pushing.pushing,
        victory.FinalCount: victory.final_count,
    }

    @cached_property
    def rulebook(self) -> Rulebook:
        """The ledger."""
        return load(__package__)

    @cached_property
    def sayings(self) -> Sayings:
        """The sentences of this book's events and refusals."""
        rules = {rule.id: rule.title for rule in self.rulebook.rules.values()}
        named = {entry["id"]: entry["name"] for heading in self.catalog.values() for entry in heading}
        added = {upgrade.id: upgrade.name for upgrade in catalog.upgrades().values()}
        return Sayings.load(__package__, rules | added | named | CALLED)

    @cached_property
    def screen(self) -> Screen:
        """What any screen is told about the table."""
        from sightline.games.xenotactics.screen import XenotacticsScreen

        return XenotacticsScreen()

    @property
    def rosters(self) -> Mapping[str, Roster]:
        """The sample warbands."""
        return catalog.rosters()

    @property
    def catalog(self) -> Mapping[str, Sequence[Mapping[str, Any]]]:
        """Profiles, options, weapons and abilities with their figures."""
        return catalog.listed()

    @property
    def tables(self) -> Mapping[str, TablePlan]:
        """The battlefields."""
        return catalog.tables()

    def cost(self, roster: Roster) -> int:
        """What a warband costs under the usual options."""
        return muster.total(roster, self.rulebook.settle({}))

    def muster(self, roster: Roster, options: Mapping[str, Any]) -> Sequence[Refusal]:
        """Every fault of a warband."""
        return muster.faults(roster, options)

    def budget(self, roster: Roster, options: Mapping[str, Any]) -> Allowance:
        """The credits of a warband (XT-MIS-01)."""
        return muster.allowance(roster, options)

    def allowances(self, entry: Entry, options: Mapping[str, Any]) -> Sequence[Allowance]:
        """A model has no allowance of its own: only the budget limits it (XT-CST-02)."""
        return ()

    def totals(self, roster: Roster, options: Mapping[str, Any]) -> Mapping[str, float]:
        """Hit points and attack dice."""
        return muster.totals(roster)

    def plays(self, roster: Roster) -> Sequence[Side]:
        """Any squad plays for either side."""
        return self.sides

    def draft(self, seed: str, options: Mapping[str, Any], side: Side = "") -> Roster:
        """A legal warband drawn at random."""
        return muster.draft(seed, options)

    def layout(self, plan: TablePlan) -> Sequence[Refusal]:
        """Every fault of a layout; the presets are sound, as a test makes sure."""
        return () if self.tables.get(plan.id) == plan else ground.layout_faults(plan)

    def room(self, setup: SetUp) -> Sequence[Refusal]:
        """Both warbands must fit along every long edge (XT-DEP-02)."""
        table = self.set_up(setup)
        found = []
        for side in setup.rosters:
            models = [m for m in table.models.values() if m.kind == "model" and m.owner == side]
            found += [
                Refusal("XT-DEP-02", {"side": side, "edge": str(edge), "models": len(models)})
                for edge in deploying.long_edges(table.terrain)
                if not deploying.fits(table, edge, models, ())
            ]
        return found

    def squad_advice(self, roster: Roster, options: Mapping[str, Any]) -> Sequence[Refusal]:
        """How many models the book has in mind, and that each has a name (XT-GEN-01, XT-WBD-03)."""
        return muster.advice(roster) if roster.models else ()

    def layout_advice(self, plan: TablePlan) -> Sequence[Refusal]:
        """How large a table should be, and how much of it terrain (XT-MIS-03, XT-MIS-04)."""
        return ground.advice(plan)

    def foreseen(self, side: Side) -> Sequence[Foreseen]:
        """Reactions, dice that may be rolled again, portals and shields."""
        return steps.foreseen(side)

    def terrain(self, plan: TablePlan) -> Terrain:
        """A layout on its mat."""
        return laid(*ground.size(plan), ground.numbered(plan.pieces), plan.id)

    def set_up(self, setup: SetUp) -> Table:
        """The mat, both warbands beside it, and the roll for deployment to come."""
        models = [Model(TABLE, "", "", TABLE, kind="table", effects=RULES_IN_FORCE)]
        for side, roster in setup.rosters.items():
            tokens = {COST: muster.total(roster, setup.options), MODELS: len(roster.models)}
            models.append(Model(side, side, side, "side", roster.name, "side", tokens=tokens))
        for side, roster in setup.rosters.items():
            models.extend(warband(side, roster, setup.options))
        conditions = {kind.id: kind.condition for kind in TOKENS.values() if kind.condition}
        agenda = (deploying.RollForDeployment(),)
        return Table(
            {m.id: m for m in models},
            self.terrain(setup.table),
            tuple(setup.rosters),
            setup.options,
            agenda,
            conditions,
        )

    def scores(self, table: Table) -> Mapping[Side, float]:
        """The hit points each side has left on the table and beside it."""
        return {
            side: float(sum(m.tokens.get(HIT_POINTS, 0) for m in victory.remaining(table, side)))
            for side in table.sides
        }

    async def roll_again(self, ref: Referee, action: RollAgain, window: Thrown) -> None:
        """Rolling again costs nothing (XT-DIC-03)."""

    def worth(self, table: Table, before: Sequence[Event], roll: Rolled) -> float:
        """Every success counts the same."""
        return 1.0

    def odds(self, spec: Any) -> dict[str, Any]:
        """Exact odds of an attack or of keeping the turn."""
        from sightline.games.xenotactics.odds import answer

        return answer(self, spec)

    @property
    def odds_examples(self) -> Sequence[Any]:
        """Questions as they come up in play."""
        from sightline.games.xenotactics.odds import examples

        return examples()

    @cached_property
    def mind(self) -> Mind:
        """What programs are told."""
        from sightline.games.xenotactics.mind import XenotacticsMind

        return XenotacticsMind()


# ------------------------------------------------------------------ models


def warband(side: Side, roster: Roster, options: Mapping[str, Any]) -> list[Model]:
    """The models of a warband, waiting beside the mat with all their hit points."""
    return [recruit(side, number, entry, options) for number, entry in enumerate(roster.models, 1)]


def recruit(side: Side, number: int, entry: Entry, options: Mapping[str, Any]) -> Model:
    """A model as it is written down: its stats as tokens, its traits and abilities as effects."""
    # A model in the making may lack some of its stats; it is shown all the same.
    stats = {**dict.fromkeys(catalog.STATS, 1), **arms.statline(entry)}
    profile = catalog.profiles().get(entry.profile)
    kit = arms.kit(entry)
    tokens = {**stats, HIT_POINTS: stats["hit_points"]}
    if catalog.MASTER in entry.items:
        kit = (*kit, catalog.MASTER)
    if "infiltrator" in kit:
        tokens[INFILTRATING] = 1
    grants = [g for item in kit if arms.is_weapon(item) for g in traits(item, options)]
    own = (catalog.abilities()[a] for a in kit if a in catalog.abilities())
    grants += [Grant(a.rule) for a in own if a.rule in EFFECTS.by_rule]
    return Model(
        id=f"{side}-{number}",
        owner=side,
        side=side,
        profile=entry.profile,
        name=entry.name or (profile.name if profile else "Recruit") + f" {number}",
        radius=muster.base(entry) / 2,
        kit=kit,
        tokens=tokens,
        effects=tuple(grants),
    )


def traits(item: str, options: Mapping[str, Any]) -> list[Grant]:
    """The traits of a weapon as effects that come through it."""
    weapon = arms.built(item, options[arms.PLUS_ONE.option])
    assert weapon is not None
    found = [Grant(TRAITS[t.id].rule, int(t.inches), item) for t in weapon.traits if t.id in TRAITS]
    if any(t.ignores_self for t in weapon.traits):
        found.append(Grant(CHARGED.rule, 0, item))
    return found
