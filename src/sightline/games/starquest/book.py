"""The rulebook as the engine plays it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from sightline.core.decisions import Action, Refusal, RollAgain, Thrown
from sightline.core.effects import Effects
from sightline.core.events import Detached, Event, Rolled
from sightline.core.game import ActionKind, Script, SetUp, TablePlan
from sightline.core.lists import ListRead
from sightline.core.mind import Mind
from sightline.core.muster import Allowance, Entry, Roster
from sightline.core.referee import Referee
from sightline.core.rulebook import Rulebook, load
from sightline.core.sayings import Sayings
from sightline.core.screen import Screen
from sightline.core.table import TABLE, Model, Part, Side, Table, Terrain, TokenKind, laid
from sightline.games.starquest import (
    actions,
    agreeing,
    alerting,
    army_forge,
    arriving,
    attacking,
    carrying,
    casting,
    catalog,
    charging,
    conditions,
    deploying,
    enemies,
    falling,
    ground,
    happenings,
    harm,
    importing,
    laying,
    levelling,
    lining_up,
    markers,
    missions,
    muster,
    objectives,
    placing,
    plays,
    searching,
    sequence,
    skills,
    striking,
    testing,
    walking,
    working,
)
from sightline.games.starquest.catalog import HEROES
from sightline.games.starquest.effects import EFFECTS, IN_FORCE
from sightline.games.starquest.events import GAME_EVENTS, Noted
from sightline.games.starquest.growth import KNOWN_SKILLS, WORDS, carried
from sightline.games.starquest.measure import wounds_left
from sightline.games.starquest.models import hero
from sightline.games.starquest.questions import ROLLED_AGAIN
from sightline.games.starquest.tokens import DIFFICULTY, POINTS, PRIMARY, SECONDARY, SPENT, TOKENS, TOUGH


class StarQuest:
    """Grimdark Future: Star Quest."""

    id = catalog.GAME_ID
    title = "Star Quest"
    sides: tuple[Side, ...] = catalog.SIDES
    alike = False
    concession = "SQ-RND-09"
    preparation: Mapping[str, str] = {
        "sides": "SQ-PRT-02",
        "order": "SQ-MIS-01",
        "lists": "SQ-PRT-03",
        "terrain": "SQ-TER-27",
        "fixed": "SQ-PRT-06",
    }
    bonuses: Mapping[str, str] = {}
    lists = importing.PROGRAM
    keeps: Mapping[Side, str] = {catalog.ENEMIES: "clever_enemies"}
    scenario: Sequence[str] = (
        "difficulty",
        "primary",
        "secondary",
        "time_of_day",
        "weather",
        "increased_alertness",
        "boss_fights",
        "random_events",
        "first_event",
    )
    events: Sequence[type[Event]] = (
        *GAME_EVENTS,
        *levelling.EVENTS,
        carrying.ItemUsed,
        carrying.RoundOver,
    )
    tokens: Mapping[str, TokenKind] = {**TOKENS, **carried()}
    effects: Effects = EFFECTS
    actions: Mapping[type[Action], ActionKind] = {
        actions.PlaceHero: ActionKind(lining_up.check_place, lining_up.place_slots),
        actions.KeepBack: ActionKind(lining_up.check_keep_back, lining_up.keep_back_slots),
        actions.ChooseCorner: ActionKind(placing.check_corner, placing.corner_slots),
        actions.ChooseUnit: ActionKind(deploying.check_unit, deploying.unit_slots),
        actions.PutMarker: ActionKind(markers.check_put_marker, markers.put_marker_slots),
        **agreeing.CHECKS,
        **missions.CHECKS,
        actions.Arrive: ActionKind(arriving.check_arrive, arriving.arrive_slots),
        actions.Wait: ActionKind(arriving.check_wait),
        **sequence.CHECKS,
        **plays.CHECKS,
        **levelling.KINDS,
        actions.Pay: ActionKind(testing.check_payment),
        actions.Decline: ActionKind(testing.check_payment),
        actions.TakeOff: ActionKind(harm.check_take_off, harm.take_off_slots),
        actions.Share: ActionKind(attacking.check_share, attacking.share_slots),
        actions.StrikeWith: ActionKind(striking.check_strike_with, striking.strike_with_slots),
        actions.Tend: ActionKind(conditions.check_tend, conditions.tend_slots),
    }
    parts: Mapping[type[Part], Script] = {
        objectives.SetObjective: objectives.set_objective,
        searching.SearchTokens: searching.search_tokens,
        searching.LayTokens: searching.lay_tokens,
        deploying.DrawWave: deploying.draw_wave,
        deploying.PlaceUnits: deploying.place_units,
        lining_up.HeroCorner: lining_up.hero_corner,
        lining_up.DeployHeroes: lining_up.deploy_heroes,
        alerting.Challenges: alerting.challenges,
        sequence.BeginRound: sequence.begin_round,
        happenings.RandomEvent: happenings.random_event,
        **levelling.PARTS,
        sequence.Empowered: sequence.empowered,
        arriving.Arrivals: arriving.arrivals,
        arriving.Ambush: arriving.ambush,
        agreeing.AtOnce: agreeing.in_order,
        sequence.HeroPhase: sequence.hero_phase,
        sequence.Starting: sequence.starting,
        conditions.Conditions: conditions.conditions,
        sequence.Acting: sequence.acting,
        sequence.Shooting: sequence.shooting,
        sequence.Ending: sequence.ending,
        sequence.Closed: sequence.closed,
        sequence.EndRound: sequence.end_round,
        missions.Seizing: missions.seizing,
        missions.Leaving: missions.leaving,
        missions.Second: missions.second,
        alerting.Alerting: alerting.alerting,
        alerting.WaveComes: alerting.wave_comes,
        alerting.AfterWave: alerting.after_wave,
        sequence.NextRound: sequence.next_round,
        walking.Hazards: walking.hazards,
        attacking.Assault: attacking.assault,
        attacking.Blocking: attacking.blocking,
        harm.Suffering: harm.suffering,
        charging.Closing: charging.closing,
        striking.Blows: striking.blows,
        striking.Aftermath: striking.aftermath,
        charging.Parting: charging.parting,
        testing.Morale: testing.morale,
        skills.Stepping: skills.stepping,
        casting.Casting: casting.casting,
        casting.EnemySpell: casting.enemy_spell,
        casting.MineHits: casting.mine_hits,
        falling.Toppling: falling.toppling,
        working.Fallout: working.fallout,
        working.Shoving: working.shoving,
        enemies.EnemyPhase: enemies.enemy_phase,
        enemies.Deciding: enemies.deciding,
        enemies.Firing: enemies.firing,
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
        arms = {weapon.id: weapon.name for weapon in catalog.weapons().values()}
        workings = {
            w.id: w.name for known in (catalog.spells(), catalog.items(), catalog.skills()) for w in known.values()
        }
        events = {fate.id: fate.name for fate in happenings.fates().values()}
        tasks = {o.id: o.name for o in (*objectives.primaries().values(), *objectives.secondaries().values())}
        found = searching.names()
        return Sayings.load(__package__, {**WORDS, **rules} | arms | workings | named | tasks | events | found)

    @property
    def choices(self) -> Mapping[str, str]:
        """What the choices of a mission are called."""
        events = {str(fate.number): f"{fate.number} {fate.name}" for fate in happenings.fates().values()}
        return {"roll": "Roll for it", "off": "Not used", **events}

    @cached_property
    def screen(self) -> Screen:
        """What any screen is told about the table."""
        from sightline.games.starquest.screen import StarQuestScreen

        return StarQuestScreen()

    @cached_property
    def mind(self) -> Mind:
        """What programs are told."""
        from sightline.games.starquest.mind import StarQuestMind

        return StarQuestMind()

    @property
    def rosters(self) -> Mapping[str, Roster]:
        """The sample parties, and the rosters of the enemy factions."""
        return {**catalog.parties(), **catalog.collections()}

    @property
    def catalog(self) -> Mapping[str, Sequence[Mapping[str, Any]]]:
        """Heroes, classes, skills, upgrades and enemies with their figures."""
        return catalog.listed()

    @property
    def tables(self) -> Mapping[str, TablePlan]:
        """The battlefields."""
        return catalog.tables()

    def plays(self, roster: Roster) -> Sequence[Side]:
        """A party plays the heroes, a collection the enemies."""
        return muster.sides(roster)

    def cost(self, roster: Roster) -> int:
        """What a party or a collection is worth."""
        return muster.total(roster)

    def muster(self, roster: Roster, options: Mapping[str, Any]) -> Sequence[Refusal]:
        """Every fault of a party or a collection."""
        return muster.faults(roster, options)

    def budget(self, roster: Roster, options: Mapping[str, Any]) -> Allowance:
        """The points of a party; nothing but the number of heroes is limited (SQ-PRT-02)."""
        return muster.allowance(roster)

    def allowances(self, entry: Entry, options: Mapping[str, Any]) -> Sequence[Allowance]:
        """The skills a hero knows of those a new one may know (SQ-HSK-01)."""
        if entry.profile not in catalog.heroes():
            return ()
        return (Allowance("Skills", len(muster.skills_of(entry)), KNOWN_SKILLS, "SQ-HSK-01"),)

    def totals(self, roster: Roster, options: Mapping[str, Any]) -> Mapping[str, float]:
        """Points and models."""
        return muster.totals(roster)

    def squad_from(
        self, text: str, side: Side, answers: Mapping[str, Any], where: str = "list"
    ) -> tuple[Roster, Sequence[str]]:
        """A party or a collection from a list of Army Forge (SQ-IMP-01)."""
        return army_forge.squad(text, side, answers, where)

    def read_list(self, text: str, side: Side, answers: Mapping[str, Mapping[str, str]]) -> ListRead:
        """A list of Army Forge with proposals for what it does not say (SQ-IMP-01)."""
        return importing.read(text, side, answers)

    def unlisted(self, profile: str) -> Mapping[str, Any] | None:
        """A unit of a list of Army Forge."""
        return importing.unlisted(profile)

    def draft(self, seed: str, options: Mapping[str, Any], side: Side = HEROES) -> Roster:
        """A legal party or collection drawn at random."""
        return muster.draft(seed, side)

    def layout(self, plan: TablePlan) -> Sequence[Refusal]:
        """Every fault of a layout; the presets are sound, as a test makes sure."""
        return () if self.tables.get(plan.id) == plan else ground.layout_faults(plan)

    def lay_table(self, seed: str, options: Mapping[str, Any]) -> TablePlan | None:
        """A battlefield laid out from the seed, if that is what the players want (SQ-TER-27)."""
        return laying.generated(seed) if laying.WANTED.among(options) else None

    def room(self, setup: SetUp) -> Sequence[Refusal]:
        """Squads on their own sides."""
        found = []
        for side, roster in setup.rosters.items():
            if side not in muster.sides(roster):
                found.append(Refusal("SQ-PRT-03", {"side": side, "squad": roster.name}))
        return found

    def terrain(self, plan: TablePlan, options: Mapping[str, Any]) -> Terrain:
        """A layout on its mat, as large as the table (SQ-TBL-02)."""
        by = float(options["table_size"]) / ground.USUAL
        width, depth = ground.size(plan)
        return laid(width * by, depth * by, ground.numbered(plan.pieces, by), plan.id)

    def set_up(self, setup: SetUp) -> Table:
        """The mat, the party beside it, the collection in its box, and the mission to be set up (SQ-MIS-01)."""
        models = [Model(TABLE, "", "", TABLE, kind="table", effects=IN_FORCE)]
        party, box = setup.rosters[catalog.HEROES], setup.rosters[catalog.ENEMIES]
        points = muster.party_value(party, setup.options)
        difficulty = int(setup.options["difficulty"])
        models.append(
            Model(catalog.HEROES, *2 * (catalog.HEROES,), "side", party.name, "side", tokens={POINTS: points})
        )
        kit = tuple(e.profile for e in box.models if e.profile in catalog.enemies())
        tokens = {DIFFICULTY: difficulty}
        models.append(Model(catalog.ENEMIES, *2 * (catalog.ENEMIES,), "side", box.name, "side", kit=kit, tokens=tokens))
        known = [e for e in party.models if e.profile in catalog.heroes()]
        models += [hero(number, entry, setup.options) for number, entry in enumerate(known, 1)]
        conditions = {kind.id: kind.condition for kind in self.tokens.values() if kind.condition}
        agenda = (
            objectives.SetObjective(),
            searching.SearchTokens(),
            deploying.DrawWave(alerting.wave_budget(points, difficulty)),
            lining_up.HeroCorner(),
        )
        table = Table(
            {m.id: m for m in models},
            self.terrain(setup.table, setup.options),
            self.sides,
            setup.options,
            agenda,
            conditions,
        )
        for model in models:
            table.put_all_tokens(table.models[model.id], model.tokens)  # Injuries and gear come with their effects.
        return table

    def scores(self, table: Table) -> Mapping[Side, float]:
        """What is left of each side, in points of its units, and what the heroes have achieved."""
        found = dict.fromkeys(table.sides, 0.0)
        found[HEROES] += 2 * table.tokens(HEROES, PRIMARY) + table.tokens(HEROES, SECONDARY)
        for side in table.sides:
            for model in table.squad(side):
                share = wounds_left(model) / model.tokens[TOUGH]
                found[side] += share * model.tokens.get(POINTS, 0) / model.tokens.get("size", 1) / 100
        return found

    async def roll_again(self, ref: Referee, action: RollAgain, window: Thrown) -> None:
        """What lets dice be rolled again is used up: a working is over, gear is spent (SQ-HSK-02, SQ-ITM-11)."""
        if isinstance(action, actions.TryAgain):
            if action.by in ref.table.attachments:
                await ref.emit(Detached(rule="SQ-HSK-02", attachment=action.by))
            else:
                await ref.emit(Noted(rule="SQ-ITM-11", bearer=action.by, token=f"{SPENT}:{ROLLED_AGAIN}", value=1))

    def worth(self, table: Table, before: Sequence[Event], roll: Rolled) -> float:
        """Every success counts the same."""
        return 1.0

    def odds(self, spec: Any) -> dict[str, Any]:
        """Exact odds of an attack."""
        from sightline.games.starquest.odds import answer

        return answer(self, spec)

    @property
    def odds_examples(self) -> Sequence[Any]:
        """Questions as they come up in play."""
        from sightline.games.starquest.odds import examples

        return examples()
