"""What any screen is told about a table of this game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from math import cos, hypot, radians, sin
from typing import Any

from msgspec.structs import replace

from sightline.core.decisions import Action, Decision, Offer, Refusal
from sightline.core.screen import (
    Aim,
    Badge,
    Clock,
    Figure,
    Gesture,
    Levels,
    Mission,
    Phase,
    Prospect,
    Risk,
    Sightline,
    Span,
    Stride,
    Usual,
    Way,
    Zone,
)
from sightline.core.table import TABLE, Model, ModelId, Part, Point, Side, Table, spot
from sightline.games.deepwars import briefing, catalog, look
from sightline.games.deepwars.acting import left
from sightline.games.deepwars.actions import (
    Attack,
    BreakAway,
    BreakFree,
    Cast,
    ChangeDepth,
    Extract,
    FastDive,
    Fire,
    Fix,
    Learn,
    Move,
    Recover,
    Reload,
    RollToCast,
    StepAndAttack,
    SwitchOver,
    Turn,
)
from sightline.games.deepwars.arms import melee_arms, ranged_arms
from sightline.games.deepwars.attacking import Assault, blow_of, effort_fault, section_fault, target_fault
from sightline.games.deepwars.casting import WORKS, idle, named, spans
from sightline.games.deepwars.casting import reach as spell_reach
from sightline.games.deepwars.catalog import Weapon
from sightline.games.deepwars.damage import Falling, Following
from sightline.games.deepwars.deploying import edge_of, edges, zone
from sightline.games.deepwars.devices import is_gun
from sightline.games.deepwars.effects import EFFECTS
from sightline.games.deepwars.ending import EndOfGameTurn, last_turn
from sightline.games.deepwars.engines import (
    FIRE_COST,
    SWITCH_COST,
    may_aim,
    not_in_the_way,
    sights_fault,
    usable,
)
from sightline.games.deepwars.ground import BLOCKING, features, water
from sightline.games.deepwars.measure import OBJECT, SHORT, TOP, distance, level, place, stick
from sightline.games.deepwars.moving import path_fault, place_fault, reach
from sightline.games.deepwars.prospects import FORETOLD, prospects
from sightline.games.deepwars.questions import ATTACKING, MOVING, Doing
from sightline.games.deepwars.scoring import standing_points
from sightline.games.deepwars.sides import edge_id
from sightline.games.deepwars.sighting import COMPLETE, PARTIAL, view
from sightline.games.deepwars.stepping import STEP
from sightline.games.deepwars.tokens import ACTING, ACTIVATED, GAME_TURN

PRICED = (
    Attack,
    BreakAway,
    BreakFree,
    ChangeDepth,
    Extract,
    FastDive,
    Fix,
    Learn,
    Move,
    Recover,
    Reload,
    StepAndAttack,
)
EFFORTS = ("effort", "actions", "power")
"""The fields that say how many actions are put into something."""
CHOSEN = {"section": str, "effort": int, "pierce": int}
"""What is chosen within an attack and changes its odds."""
VERDICTS = ("clear", "part", "none")
SHOWN = ("In the open", "Partial cover", "Complete cover")
USUAL = 2


class DeepWarsScreen(Usual):
    """The table as it is drawn."""

    aftermath: tuple[type[Part], ...] = (Falling, Following)
    """Who flees and who follows up comes after the blow."""
    foretold: tuple[type[Action], ...] = FORETOLD

    def faces(self, table: Table, model: Model) -> bool:
        """Everybody has a front and a rear."""
        return True

    @property
    def glyphs(self) -> Mapping[str, str]:
        """The icon of everything, by id."""
        return look.glyphs()

    @property
    def mats(self) -> Mapping[str, str]:
        """The ground each preset lies on."""
        return look.plain("mats")

    @property
    def gestures(self) -> Mapping[str, Gesture]:
        """How attacks, falls and what comes of them are shown."""
        return look.gestures()

    def cost(self, table: Table, offer: Offer) -> int:
        """The actions an offer takes: as many as are said with it, or the least it takes."""
        said = next((offer.given[field] for field in EFFORTS if field in offer.given), None)
        if said is not None:
            return int(said)
        if offer.action is SwitchOver:
            return SWITCH_COST.get(table.models[offer.given["device"]].profile, 1)
        return FIRE_COST if offer.action is Fire else int(offer.action in PRICED)

    def risk(self, table: Table, id: ModelId, points: int) -> Risk | None:
        """What is at stake was rolled for before: actions are spent without fear."""
        return None

    def active(self, table: Table) -> ModelId:
        """The model whose activation it is."""
        return next((id for id in table.standing() if ACTING in table.models[id].tokens), "")

    def figure(self, table: Table, id: ModelId) -> Figure:
        """How a model looks."""
        return look.figure(table, id)

    def clock(self, table: Table) -> Clock:
        """The Game Turn."""
        phases = tuple(Phase(id, at.name, at.glyph, at.rule) for id, at in look.looks("phases").items())
        turn = table.tokens(TABLE, GAME_TURN)
        ending = bool(table.agenda) and isinstance(table.agenda[0], EndOfGameTurn)
        return Clock("Game Turn", turn, last_turn(table), phases, -1 if not turn else int(ending))

    def pools(self, table: Table, side: Side) -> Sequence[Badge]:
        """The victory points of a side if the battle ended now."""
        points = standing_points(table)[side] if table.tokens(TABLE, GAME_TURN) else 0
        return (Badge("vp", "Victory points", "lucide:star", "DW-END-04", "plain", points),) if points else ()

    def zones(self, table: Table) -> Sequence[Zone]:
        """The deployment zones, which matter before the first turn."""
        if table.tokens(TABLE, GAME_TURN):
            return ()
        if all(edge_id(s) in table.models for s in table.sides):
            return tuple(Zone("Deployment", zone(table, edge_of(table, s)), "DW-SET-03", s) for s in table.sides)
        return tuple(Zone("Deployment", zone(table, edge), "DW-SET-03") for edge in edges(table))

    def blocks(self, table: Table) -> Sequence[str]:
        """The pieces that are solid."""
        return tuple(f.id for f in features(table.terrain) if BLOCKING in f.traits)

    def strides(self, table: Table, id: ModelId, *, regions: bool = True) -> Sequence[Stride]:
        """One move after another, as many as there are actions."""
        model = table.models[id]
        if model.at is None or not EFFECTS.allows(table, Doing(id, MOVING)):
            return ()
        moves = left(model) if ACTING in model.tokens else 0 if ACTIVATED in model.tokens else USUAL
        far = reach(table, model)
        open_water = water(table.terrain, level(table, model), model.radius)
        return tuple(
            Stride("Move", "DW-ACN-01", n * far, 1, open_water.region(model.at, n * far) if regions else [])
            for n in range(1, moves + 1)
        )

    def sightline(self, table: Table, observer: ModelId, target: ModelId) -> Sightline:
        """What one model has of another."""
        one, other = table.models[observer], table.models[target]
        if observer == target:
            return Sightline(1.0, 0.0, "clear", SHOWN[0], "DW-LOS-01")
        seen = view(table, one, other)
        share = sum(line < COMPLETE for line in seen.lines) / len(seen.lines)
        verdict = VERDICTS[seen.cover]
        assert verdict in ("clear", "part", "none")
        apart = distance(table, one, other)
        rule = "DW-RNG-01" if seen.cover == PARTIAL else "DW-LOS-01"
        return Sightline(share, apart, verdict, SHOWN[seen.cover], rule, seen.hiders)  # type: ignore[arg-type]

    def aims(self, table: Table, actor: ModelId, target: ModelId) -> Sequence[Aim]:
        """Every weapon of one model against another, those that may be used first."""
        one, other = table.models[actor], table.models[target]
        if one.at is None or other.at is None or one.side == other.side or other.kind not in ("model", OBJECT):
            return ()
        found = [self._aim(table, one, other, kind) for kind in (*melee_arms(one), *ranged_arms(one))]
        guns = (thing for thing in usable(table, one) if is_gun(thing) and thing.id != target)
        found += [self._manned(table, one, other, thing) for thing in guns]
        return tuple(sorted(found, key=lambda aim: aim.refusal is not None))

    def amended(self, table: Table, actor: ModelId, aim: Aim, choices: Mapping[str, Any]) -> Aim:
        """The part that is aimed at, and the actions that go into the attack, as far as they are legal."""
        if not isinstance(aim.part, Assault):
            return aim
        model, blow, kind = table.models[actor], aim.part.blow, catalog.weapon(aim.gear)
        chosen = {field: value for field, value in choices.items() if type(value) is CHOSEN.get(field)}
        attack = replace(Attack(blow.attacker, blow.weapon, blow.defender), **chosen)
        if effort_fault(model, kind, attack) or section_fault(table, blow.defender, kind, attack.section):
            return aim
        return replace(aim, part=Assault(blow_of(model, attack)))

    def _aim(self, table: Table, one: Model, other: Model, kind: Weapon) -> Aim:
        no = target_fault(table, one, kind, other.id)
        held = EFFECTS.forbids(table, Doing(one.id, ATTACKING))
        if no is None and held is not None:
            no = Refusal(*held)
        part: Part | None = None
        if no is None:
            part = Assault(blow_of(one, Attack(one.id, kind.id, other.id)))
        return Aim(kind.id, kind.name, look.glyphs().get(kind.id, look.NOBODY), kind.rule, "", part, no)

    def _manned(self, table: Table, one: Model, other: Model, thing: Model) -> Aim:
        """A scenic weapon one stands at: it hides nothing from whoever fires it, and what it does is weighed."""
        clear = not_in_the_way(table, thing)
        no = sights_fault(clear, one, thing, other.id, aimed=may_aim(one))
        sight = self.sightline(clear, one.id, other.id)
        glyph = look.glyphs().get(thing.profile, look.NOBODY)
        return Aim(thing.id, thing.name, glyph, "DW-SCW-01", refusal=no, sight=sight)

    def rank(self, table: Table, offer: Offer) -> int:
        """What one stands next to comes before steps and dives to nobody yet, then attacks on what is one's own."""
        target, actor = (table.models.get(offer.given.get(field, "")) for field in ("target", "actor"))
        if offer.action is Attack and target is not None and actor is not None and target.owner == actor.side:
            return 2
        return 1 if offer.action in (StepAndAttack, FastDive, Turn) else 0

    def way(self, table: Table, id: ModelId, to: Point, via: Sequence[Point] = ()) -> Way | Refusal:
        """Moves are straight, one after another."""
        model = table.models[id]
        points = (place(model), *via, to)
        for start, end in pairwise(points):
            no = path_fault(table, replace(model, at=start), end) if start != end else None
            if no is not None:
                return no
        length = sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points))
        return place_fault(table, model, to, level(table, model)) or Way(length, points)

    def free(self, table: Table, id: ModelId, limit: float | None = None) -> Callable[[Point], bool]:
        """Whether a model may be at a spot, and get there within a limit."""

        def free(point: Point) -> bool:
            if self.stands(table, id, point) is not None:
                return False
            if limit is None:
                return True
            found = self.way(table, id, point)
            return isinstance(found, Way) and found.length <= limit + 1e-6

        return free

    def within(self, table: Table, offer: Offer, field: str) -> Sequence[Sequence[Point]]:
        """How far a step leads, and how far in front of its caster a spell is laid down."""
        model = table.models.get(offer.given.get("actor", ""))
        if model is None or model.at is None:
            return ()
        if offer.action is StepAndAttack:
            return water(table.terrain, level(table, model), model.radius).region(model.at, STEP)
        spell = named(model)
        # Where a spell is cast on somebody, the spot is only a direction.
        if offer.action is Cast and spell is not None and WORKS[spell.id].targets is None:
            far = spell_reach(table, spell, offer.given["power"]) + model.radius
            turns = (radians(model.facing + turn) for turn in range(-90, 91, 5))
            return ([spot(model.at[0] + far * cos(t), model.at[1] + far * sin(t)) for t in turns],)
        return ()

    def withheld(self, table: Table, decision: Decision) -> Sequence[tuple[Offer, Refusal]]:
        """The spell that was named, where it cannot be cast with the power there is."""
        model = table.models.get(decision.about or "")
        why = idle(table, model) if model is not None and decision.rule == "DW-ACT-04" else None
        if why is None:
            return ()
        return ((Offer(Cast, "DW-SPL-02", {"actor": decision.about, "power": why.facts.get("power", 0)}), why),)

    def stands(self, table: Table, id: ModelId, at: Point) -> Refusal | None:
        """A free spot on the model's own level."""
        model = table.models[id]
        return place_fault(table, model, at, level(table, model))

    def levels(self, table: Table) -> Levels:
        """The levels of the water, each a Short stick above the other."""
        return Levels("Depth level", stick(table, SHORT), TOP, "DW-DEP-01")

    def mission(self, table: Table) -> Mission:
        """What the scenario pays for, and the missions of both sides."""
        from sightline.games.deepwars import GAME

        return briefing.mission(table, GAME.sayings)

    def prospects(self, before: Table, after: Table, action: Action) -> Sequence[Prospect]:
        """Actions won, turns lost, parts hit."""
        return tuple(prospects(before, after, action))

    def spans(self, table: Table, action: Action) -> Sequence[Span]:
        """How far a spell would reach, before anybody rolls for it."""
        if not isinstance(action, RollToCast) or table.models[action.actor].at is None:
            return ()
        return tuple(spans(table, action.actor, catalog.spells()[action.spell]))
