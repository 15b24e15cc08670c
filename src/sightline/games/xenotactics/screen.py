"""What any screen is told about a table of this game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from sightline.core.decisions import Action, Decision, Offer, Refusal
from sightline.core.responses import Respond
from sightline.core.screen import (
    Aim,
    Badge,
    Clock,
    Figure,
    Gauge,
    Gesture,
    Phase,
    Remark,
    Risk,
    Sightline,
    Stride,
    Usual,
    Way,
    Zone,
)
from sightline.core.table import Model, ModelId, Part, Point, Side, Table
from sightline.games.xenotactics import actions, look
from sightline.games.xenotactics.acting import left, limit, price, reach, spent
from sightline.games.xenotactics.arms import arm
from sightline.games.xenotactics.attacking import extra_most, firepower, target_fault, weapons_of
from sightline.games.xenotactics.catalog import SLACK
from sightline.games.xenotactics.clash import Clash
from sightline.games.xenotactics.deeds import ATTACK, CAPTURE, DOOR, MOVE, STAND_UP, Deed, Reply
from sightline.games.xenotactics.deploying import EDGE, TakingAnEdge, edge_of, long_edges, opposite, strip
from sightline.games.xenotactics.ground import feature, features, floor_at
from sightline.games.xenotactics.harm import active
from sightline.games.xenotactics.legs import obstacles
from sightline.games.xenotactics.legs import price as price_of
from sightline.games.xenotactics.marching import ground_met
from sightline.games.xenotactics.measure import distance, place, to_piece
from sightline.games.xenotactics.moving import way_to
from sightline.games.xenotactics.risk import turnover
from sightline.games.xenotactics.sequence import Activation
from sightline.games.xenotactics.sighting import sees, sees_piece
from sightline.games.xenotactics.specials import SPECIALS
from sightline.games.xenotactics.standing import keep_clear, standing_fault, too_near
from sightline.games.xenotactics.steps import Reactions, ReactiveMoves, may_react, reaction_fault, silence
from sightline.games.xenotactics.tokens import REACTED, STUNNED, TURN

FAR = 1000.0
DEEDS: Mapping[type[Action], str] = {
    actions.Move: MOVE,
    actions.Attack: ATTACK,
    actions.Capture: CAPTURE,
    actions.StandUp: STAND_UP,
    actions.UseDoor: DOOR,
}


def answers_by_moving(table: Table, model: Model) -> bool | None:
    """Whether a model of the side that reacts may do so by moving, or has said so; None for whoever is not asked."""
    part = table.agenda[0] if table.agenda else None
    if isinstance(part, ReactiveMoves):
        return model.id in part.movers if model.side == table.models[part.movers[0]].side else None
    if not isinstance(part, Reactions) or model.side == table.models[part.deed.actor].side:
        return None
    said = next((r.kind for r in part.replies if r.actor == model.id), "")
    return said == MOVE if said else may_react(table, model.id, part.deed, MOVE)


class XenotacticsScreen(Usual):
    """The table as it is drawn."""

    def faces(self, table: Table, model: Model) -> bool:
        """Only who has reacted this turn has a rear (XT-RCT-05)."""
        return REACTED in model.tokens

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
        """The action points an offer takes (XT-TRN-02)."""
        model = table.models.get(offer.given.get("actor", ""))
        if model is None:
            return 0
        if offer.action is actions.UseAbility:
            ability = offer.given["ability"]
            return price(table, model, ability, base=SPECIALS[ability].points)
        if offer.action is actions.OffhandAttack:
            return price(table, model, ATTACK, offer.given["weapon"], 0)
        deed = DEEDS.get(offer.action)
        more = int(offer.given.get("extra", 0))
        return price(table, model, deed, offer.given.get("weapon", "")) + more if deed is not None else 0

    def risk(self, table: Table, id: ModelId, points: int) -> Risk | None:
        """That the activation ends the turn (XT-QTY-02); without a point spent no die is rolled."""
        model = table.models[id]
        if model.at is None or model.kind != "model" or not spent(model) + points:
            return None
        return Risk("Turnover", float(turnover(table, model, spent(model) + points)), "XT-QTY-02")

    def active(self, table: Table) -> ModelId:
        """The model whose activation it is, or that was chosen for it."""
        return active(table) or next((p.model for p in table.agenda if isinstance(p, Activation)), "")

    def figure(self, table: Table, id: ModelId) -> Figure:
        """How a model looks."""
        return look.figure(table, id)

    def clock(self, table: Table) -> Clock:
        """The turn of each player."""
        phases = tuple(Phase(id, at.name, at.glyph, at.rule) for id, at in look.looks("phases").items())
        turns = max(table.tokens(s, TURN) for s in table.sides)
        return Clock("Turn", turns, table.options["turn_limit"], phases, 0 if turns else -1)

    def pools(self, table: Table, side: Side) -> Sequence[Badge]:
        """Nothing belongs to a side as a whole."""
        return ()

    def zones(self, table: Table) -> Sequence[Zone]:
        """The strips along the edges, which matter only before the first turn."""
        if any(table.tokens(s, TURN) for s in table.sides):
            return ()
        if all(f"{s}-{EDGE}" in table.models for s in table.sides):
            return tuple(
                Zone("Deployment", strip(table.terrain, edge_of(table, s)), "XT-DEP-02", s) for s in table.sides
            )
        edges = long_edges(table.terrain)
        if not (table.agenda and isinstance(table.agenda[0], TakingAnEdge)):
            edges = (edges[0], opposite(table.terrain, edges[0]))
        return tuple(Zone("Deployment", strip(table.terrain, e), "XT-DEP-02") for e in edges)

    def blocks(self, table: Table) -> Sequence[str]:
        """The pieces that hide."""
        return tuple(f.id for f in features(table.terrain) if f.hiding)

    def sturdy(self, table: Table) -> Mapping[str, Gauge]:
        """The pieces that may be attacked (XT-TGT-03)."""
        return {f.id: look.left_of(f) for f in features(table.terrain) if f.target}

    def withheld(self, table: Table, decision: Decision) -> Sequence[tuple[Offer, Refusal]]:
        """Whoever may not react to what is being answered, and why."""
        part = table.agenda[0] if table.agenda else None
        if decision.rule != "XT-RCT-01" or not isinstance(part, Reactions):
            return ()
        able = {offer.given.get("actor") for offer in decision.offers}
        silent = [model for model in table.squad(decision.side) if model.id not in able]
        return tuple((Offer(Respond, "XT-RCT-01", {"actor": m.id}), silence(table, m, part)) for m in silent)

    def strides(self, table: Table, id: ModelId, *, regions: bool = True) -> Sequence[Stride]:
        """One move after another, as many as the points allow."""
        model = table.models[id]
        if model.at is None or STUNNED in model.tokens or model.z:
            return ()
        answering = answers_by_moving(table, model)
        if answering is False:
            return ()
        far, points = reach(table, model, reply=answering is True), left(table, model) or limit(table, model)
        floor = floor_at(table.terrain, model.at)
        clear = keep_clear(table, model, floor, model.at)
        ground = obstacles(table.terrain, floor, rifts=True)
        if answering:
            shown = ground.region(*model.at, model.radius, far, clear) if regions else []
            return (Stride("Move", "XT-RMV-01", far, 0, shown),)
        found: list[Stride] = []
        cost = price(table, model, MOVE)
        while cost <= points:
            whole = (len(found) + 1) * far
            shown = ground.region(*model.at, model.radius, whole, clear) if regions else []
            found.append(Stride("Move", "XT-MOV-01", whole, cost, shown))
            points, cost = points - cost, price(table, model, MOVE, again=True)
        return tuple(found)

    def sightline(self, table: Table, observer: ModelId, target: ModelId) -> Sightline:
        """Whether two models see each other, or one of them a piece."""
        one = table.models[observer]
        piece = None if target in table.models else feature(table.terrain, target)
        if piece is not None:
            seen, apart, rule = sees_piece(table, one, piece), to_piece(one, piece), "XT-LOS-05"
        else:
            apart = 0.0 if observer == target else distance(table, one, table.models[target])
            seen, rule = sees(table, observer, target), "XT-LOS-01"
        if seen:
            return Sightline(1.0, apart, "clear", "In sight", rule)
        return Sightline(0.0, apart, "none", "Out of sight", rule)

    def aims(self, table: Table, actor: ModelId, target: ModelId) -> Sequence[Aim]:
        """Every weapon of one model against another or a piece, those that may be used first."""
        one, other = table.models[actor], table.models.get(target)
        if one.at is None:
            return ()
        if other is not None and (other.at is None or one.side == other.side or other.kind != "model"):
            return ()
        found = [self._aim(table, one, target, weapon) for weapon in weapons_of(one)]
        return tuple(sorted(found, key=lambda aim: aim.refusal is not None))

    def amended(self, table: Table, actor: ModelId, aim: Aim, choices: Mapping[str, Any]) -> Aim:
        """Points that are added to a psychic attack are dice (XT-TRT-11)."""
        model, part, extra = table.models[actor], aim.part, choices.get("extra")
        if type(extra) is not int or not isinstance(part, Clash) or part.deed.actor != actor:
            return aim
        more = max(0, min(extra, extra_most(table, model, aim.gear)))
        dice = firepower(table, model, aim.gear, active=True, extra=more)
        return replace(aim, part=Clash(replace(part.deed, dice=dice), part.replies))

    def _aim(self, table: Table, one: Model, target: str, weapon: str) -> Aim:
        kind = arm(table, weapon)
        no = target_fault(table, one, weapon, target)
        if no is None and STUNNED in one.tokens:
            no = Refusal("XT-STN-02", {"model": one.id})
        answered = table.agenda[0] if table.agenda else None
        replying = isinstance(answered, Reactions) and answered.deed.actor == target
        part: Part | None = None
        if replying:
            assert isinstance(answered, Reactions)
            if any(r.actor == one.id for r in answered.replies):
                no = Refusal("XT-RCT-03", {"model": one.id})
            no = no or reaction_fault(table, one.id, answered.deed, ATTACK, weapon)
            reply = Reply(one.id, ATTACK, weapon, target)
            # What has been declared falls with it: the attack it opposes, a dodge, whoever shoots besides (XT-SEQ-03).
            part = Clash(answered.deed, (*answered.replies, reply))
        else:
            dice = firepower(table, one, weapon, active=True)
            part = Clash(Deed(ATTACK, one.id, one.at, target, weapon, dice), ())
        glyph = look.glyphs().get(kind.id, look.NOBODY)
        return Aim(weapon, kind.name, glyph, kind.rules[0], "", None if no else part, no, by=one.id if replying else "")

    def way(self, table: Table, id: ModelId, to: Point, via: Sequence[Point] = ()) -> Way | Refusal:
        """The shortest way, or the one through the waypoints."""
        model = table.models[id]
        found = way_to(table, model, actions.Go(id, to, tuple(via)), FAR)
        if isinstance(found, Refusal):
            return found
        points: list[Point] = [place(model)]
        for leg in found:
            points += leg.path[1:]
        return Way(price_of(found), tuple(points))

    def remarks(self, table: Table, id: ModelId, to: Point, via: Sequence[Point] = ()) -> Sequence[Remark]:
        """What the ground does to whoever moves over it (XT-TER-07, XT-TER-18)."""
        model = table.models[id]
        found = way_to(table, model, actions.Go(id, to, tuple(via)), FAR)
        met = set() if isinstance(found, Refusal) else ground_met(table, model, found)
        told = []
        if "difficult" in met and not answers_by_moving(table, model):
            told.append(Remark("ends the activation", "XT-TER-07"))
        if "hazardous" in met:
            told.append(Remark("1 damage", "XT-TER-18"))
        return told

    def free(self, table: Table, id: ModelId, limit: float | None = None) -> Callable[[Point], bool]:
        """Whether a model may stand on a spot, and get there within a limit."""
        model = table.models[id]

        def stands(point: Point) -> bool:
            return standing_fault(table, model, point) is None and too_near(table, model, point) is None

        def arrives(point: Point) -> bool:
            if not stands(point):
                return False
            found = way_to(table, model, actions.Go(id, point), far)
            return not isinstance(found, Refusal) and price_of(found) <= far + SLACK

        if limit is None:
            return stands
        far = limit
        return arrives

    def stands(self, table: Table, id: ModelId, at: Point) -> Refusal | None:
        """A legal standing spot, not too near to enemies (XT-MOV-03, XT-MOV-13)."""
        model = table.models[id]
        return standing_fault(table, model, at) or too_near(table, model, at)
