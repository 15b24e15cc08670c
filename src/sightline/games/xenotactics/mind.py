"""What programs are told about this table: arms and the harm they do, ground worth holding, and who keeps the turn."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import hypot
from typing import Any

from msgspec.structs import replace

from sightline.core.decisions import Action, Decision
from sightline.core.kernel import Ground, Scene
from sightline.core.mind import NOOK, Arm, Goal, Harm, Promise, Unit
from sightline.core.sight import Disc
from sightline.core.table import Model, ModelId, Piece, Point, Side, Table, Terrain
from sightline.games.xenotactics import areas, promises, victory
from sightline.games.xenotactics import harm as harms
from sightline.games.xenotactics.acting import BASE_LIMIT, left, on_turn, spent
from sightline.games.xenotactics.arms import arm
from sightline.games.xenotactics.attacking import damage as damage_of
from sightline.games.xenotactics.attacking import firepower, weapons_of
from sightline.games.xenotactics.catalog import STATS, TALL, TOUCH
from sightline.games.xenotactics.ground import Feature, features, near, with_trait
from sightline.games.xenotactics.measure import crosses
from sightline.games.xenotactics.reckon import (
    fails,
    lies_for_good,
    life_per_point,
    losing,
    need_to_hit,
    sheltered,
    stands,
    worth,
)
from sightline.games.xenotactics.sighting import is_in, overlaps_area
from sightline.games.xenotactics.tokens import (
    ACTING,
    ACTIVATED,
    BUILT_HIT_POINTS,
    HACKED,
    HIT_POINTS,
    INSPIRED,
    MOVE,
    STUNNED,
    TURN,
    USED,
)

ANSWERED = 0.8
"""The part of the hits of an attack that stands, more or less, where the target sets a die against it."""
OFTEN = 2
"""Attacks of a model in a turn: the third one is rarely worth the risk."""
EASY = 0.25
"""How much less life a stunned model has: it sets nothing against an attack."""
LYING = 0.35
"""How much less a model counts that lies stunned."""
HELD = 3.0
"""What the lead in areas is worth when they are counted, in models."""
NEAR_AREA = 0.3
"""What it is worth to be near an area by then where one has nobody yet; less than to have somebody there."""
HEADS = (0.0, 1.0, 2.0, 3.0, 4.0, 4.6, 5.1, 5.45, 5.7)
"""What so many models are worth to a side: who has four can be everywhere (learned from games, see docs/ai.md)."""
MORE = 0.2
"""What each further model is worth."""
IN_COVER = 0.5
"""The share of a base that counts as seen of who is in cover: more than half is clear."""
VIEWS = 2048
"""How many sets of pieces are remembered with what the kernel makes of them."""
EARLY = 0.03
"""How little areas may matter for nobody to think of them."""
TO_ACT = 0.08
"""What it is worth to a side that a model may still act in this turn, beside the harm it may do."""
TO_STAND = 0.25
"""The same for one that may still stand up."""
FEWER = 0.6
"""How much less models count for themselves when areas are about to be counted."""


@lru_cache(4096)
def arms(table_column: str, kit: tuple[str, ...], used: tuple[str, ...], far: float, able: bool) -> tuple[Arm, ...]:
    """What a model that carries this can do harm with."""
    from sightline.games.xenotactics.arms import built, is_weapon

    found = []
    for id in kit:
        weapon = built(id, table_column) if is_weapon(id) else None
        if weapon is None:
            continue
        limit = weapon.trait("max_range")
        reach = 0.0 if weapon.melee else limit.inches if limit is not None else far
        once = weapon.trait("reload") is not None
        price = 1 if able and not (once and id in used) else 0
        often = 1 if once else OFTEN
        found.append(Arm(id, reach, not weapon.melee, False, price, often, 1, often))
    return tuple(found)


_kinds: dict[Any, int] = {}


class XenotacticsMind:
    """What programs are told."""

    close = -1.0

    def __init__(self) -> None:
        self._known: dict[ModelId, tuple[Model, Any, Any, Unit]] = {}
        """The unit last made of each model, with all it was made of."""

    def unit(self, table: Table, model: Model) -> Unit:
        """A model on the mat in figures."""
        laid = table.borne.get(model.id)
        stake, ends = at_stake(table, model), lies_for_good(table, model)
        clock = (on_turn(table), harms.active(table) == model.id, table.options, stake, ends)
        known = self._known.get(model.id)
        if known is not None and known[0] is model and known[1] is laid and known[2] == clock:
            return known[3]
        unit = self._unit(table, model, stake)
        self._known[model.id] = (model, laid, clock, unit)
        return unit

    def _unit(self, table: Table, model: Model, stake: float) -> Unit:
        assert model.at is not None
        tokens = model.tokens
        lying, turn = STUNNED in tokens, on_turn(table)
        if lying or (turn and turn != model.side):
            points = 0
        elif ACTING in tokens:
            points = left(table, model)
        else:
            points = 0 if ACTIVATED in tokens else BASE_LIMIT
        stats = tuple(tokens[s] for s in STATS)
        laid = table.borne.get(model.id)
        under = tuple(a.effect for a in laid) if laid else ()
        sign = (model.kit, stats, tokens[HIT_POINTS], lying, lies_for_good(table, model), under)
        kind = _kinds.setdefault(sign, len(_kinds))
        used = tuple(t.partition(":")[2] for t in tokens if t.startswith(f"{USED}:"))
        far = table.terrain.width + table.terrain.height
        column = table.options["upgrade_plus_one_column"]
        return Unit(
            id=model.id,
            side=model.side,
            x=model.at[0],
            y=model.at[1],
            radius=model.radius,
            worth=stake,
            life=tokens[HIT_POINTS] - (EASY if lying else 0.0),
            whole=float(max(tokens[BUILT_HIT_POINTS], tokens[HIT_POINTS])),
            points=points,
            moves=points,
            speed=float(tokens[MOVE]) if not lying else 0.0,
            full=0 if lying else 1 if HACKED in tokens else BASE_LIMIT,
            arms=arms(column, model.kit, used, far, points > 0),
            kind=kind,
        )

    def nook(self, piece: Piece) -> float | None:
        """Who wants cover has to touch what gives it; what only hides must not be touched (XT-TER-03, XT-TER-06)."""
        if {"hazardous", "explosive"} & set(piece.traits):
            return None
        return TOUCH / 2 if "cover" in piece.traits else NOOK if "hiding" in piece.traits else None

    def harm(self, table: Table, attacker: ModelId, target: ModelId) -> tuple[Harm, ...]:
        """The life one attack with each weapon costs a target, in the open and in cover."""
        one, other = table.models[attacker], table.models[target]
        return tuple(harm(table, one, other, weapon) for weapon in weapons_of(one))

    def scene(self, table: Table, radius: float) -> Hiding:
        """What hides who stands on the mat."""
        return Hiding(table)

    def ground(self, table: Table) -> Ground:
        """Walls, faces and rifts keep bases out; nobody wants to stand in a fire."""
        return ground(table)

    def lead(self, table: Table, side: Side) -> float:
        """How many are left, more than how good they are; who may still act; and late the areas they will be in."""
        other, late = table.other(side), lateness(table)
        turn = on_turn(table)
        keeps = self.keeps(table, turn) if turn else 1.0
        total = (1.0 - FEWER * late) * (force(table, side) - force(table, other))
        if turn:
            # Half a turn ahead when it begins, half a turn behind when it ends: then the others begin theirs.
            tempo = keeps * waiting(table, turn) - everybody(table, turn) / 2
            total += tempo if turn == side else -tempo
        return total if late < EARLY else total + HELD * late * areas.lead(table, side, keeps)

    def keeps(self, table: Table, side: Side) -> float:
        """The chance that the quality dice of what was spent so far let the turn go on."""
        id = harms.active(table)
        if not id or table.models[id].side != side:
            return 1.0
        return 1.0 - losing(table, table.models[id], spent(table.models[id]))

    def stage(self, table: Table) -> int:
        """The turns of both sides."""
        return sum(table.tokens(side, TURN) for side in table.sides)

    def left(self, table: Table) -> float:
        """The turns of both sides after this one."""
        return turns_left(table)

    def goals(self, table: Table, side: Side) -> Sequence[Goal]:
        """The areas a side has nobody in, when they are soon to be counted."""
        late = lateness(table)
        if late < EARLY:
            return ()
        width, height = table.terrain.width, table.terrain.height
        upright = (m for m in table.squad(side) if STUNNED not in m.tokens)
        known = {area for m in upright for area in victory.areas_touched(table, m)}
        spots = {
            "south": (width / 2, height / 5),
            "north": (width / 2, 4 * height / 5),
            "west": (width / 5, height / 2),
            "east": (4 * width / 5, height / 2),
        }
        near = min(width, height) / 6
        return [Goal(at, NEAR_AREA * late, near) for area, at in spots.items() if area not in known]

    def holding(self, table: Table, id: ModelId, points: Sequence[Point]) -> Sequence[float]:
        """What a model does for the areas its side will be in."""
        late, model = lateness(table), table.models[id]
        if late < EARLY or STUNNED in model.tokens:
            return ()
        touched = [victory.areas_touched(table, replace(model, at=point)) for point in points]
        kinds = list(dict.fromkeys(touched))
        found = dict(zip(kinds, areas.gained(table, model, kinds), strict=True))
        return [HELD * late * found[one] for one in touched]

    def extras(self, table: Table, side: Side) -> float:
        """Models that are still to come, and what lies on others."""
        total = 0.0
        for model in table.models.values():
            if model.kind == "model" and model.side == side:
                if victory.waiting(model):
                    total += 0.3 * worth(model)
                if HACKED in model.tokens:
                    total -= 0.25 * worth(model)
                if INSPIRED in model.tokens:
                    total += 0.1 * worth(model)
        return total

    def idle(self, table: Table, decision: Decision, action: Action) -> bool:
        """Everything else that may be answered promises something."""
        return False

    def stand(self, table: Table, decision: Decision, action: Action) -> tuple[ModelId, Point | None, int] | None:
        """Where an action takes a model, or that it stays."""
        found = promises.STANDS.get(type(action))
        return found(table, decision, action) if found is not None else None

    def promise(self, table: Table, decision: Decision, action: Action) -> Promise | None:
        """What an action may be expected to do."""
        found = promises.PROMISES.get(type(action))
        promise: Promise | None = found(table, decision, action) if found is not None else None
        if promise is not None and promise.risk:
            late, stake = lateness(table), waiting(table, decision.side)
            if late >= EARLY:
                stake += HELD * late * areas.at_stake(table, decision.side)
            return replace(promise, stake=stake)
        return promise


def ground(table: Table) -> Ground:
    """The mat without walls, faces, rifts and what burns whoever touches it; compiled once per terrain."""
    terrain = table.terrain
    found: Ground | None = terrain.compiled.get("ground to stand on")
    if found is None:
        shut = [f.polygon for f in features(terrain) if f.solid or f.sheer or "rift" in f.traits]
        shut += [wider(f, NOOK) for f in with_trait(terrain, "hazardous")]
        found = terrain.compiled["ground to stand on"] = Ground(shut, terrain.width, terrain.height)
    return found


def wider(piece: Feature, by: float) -> tuple[Point, ...]:
    """The outline of a piece, so much farther out or a little more."""
    x, y = piece.centre
    factor = 1.0 + by / (piece.rim(x, y) or 1.0)
    return tuple((x + factor * (px - x), y + factor * (py - y)) for px, py in piece.polygon)


class Hiding:
    """The pieces that hide bases from each other, but for those one of the two is in (XT-TER-03)."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def pieces(self) -> tuple[int, ...]:
        """The pieces that reach as high as a model."""
        terrain = self.table.terrain
        found: tuple[int, ...] | None = terrain.compiled.get("tall")
        if found is None:
            tall = (f.place for f in with_trait(terrain, "hiding") if f.top >= TALL)
            found = terrain.compiled["tall"] = tuple(tall)
        return found

    def around(self, at: Point, radius: float) -> frozenset[int]:
        """The pieces a base is in or stands on: they do not hide it. Nor does one that it cannot stand half in."""
        table = self.table
        return table.terrain.recall(
            "around",
            (at, radius, table.options["hiding_contact"]),
            lambda: frozenset(
                f.place
                for f in near(table.terrain, at, radius + TOUCH)
                if f.hiding and (is_in(table, f, at, radius) or overlaps_area(f, at, radius))
            ),
        )

    def exposure(
        self, points: Sequence[Point], radius: float, others: Sequence[Disc]
    ) -> tuple[list[list[float]], list[list[float]]]:
        """What bases at some points would see of others and they of them."""
        given: list[list[float]] = []
        taken: list[list[float]] = []
        for point in points:
            known = self.looks(point, radius)
            missing = [other for other in others if other not in known]
            if missing:
                self.look(known, point, radius, missing)
            given.append([known[other][0] for other in others])
            taken.append([known[other][1] for other in others])
        return given, taken

    def looks(self, at: Point, radius: float) -> dict[Disc, tuple[float, float]]:
        """What a base and others, as far as somebody asked, see of each other: most stand where they stood before."""
        return self.table.terrain.recall("looks", (at, radius, self.table.options["hiding_contact"]), dict)

    def look(self, known: dict[Disc, tuple[float, float]], at: Point, radius: float, others: Sequence[Disc]) -> None:
        """Find out what a base and some others see of each other."""
        around = self.around(at, radius)
        within: dict[frozenset[int], list[Disc]] = {}
        for other in others:
            # Bases that overlap stand on different floors, or could not both stand there: they see each other.
            if is_apart(at, radius, other):
                within.setdefault(self.around(other[:2], other[2]), []).append(other)
            else:
                known[other] = self.shares(1.0, 1.0, at, radius, other)
        for theirs, apart in within.items():
            shown, spotted = self.view(around | theirs).exposure((at,), radius, apart)
            for other, part, back in zip(apart, shown[0], spotted[0], strict=True):
                known[other] = self.shares(part, back, at, radius, other)

    def shares(self, part: float, back: float, at: Point, radius: float, other: Disc) -> tuple[float, float]:
        """What a base and another see of each other as programs count it."""
        there = other[:2]
        return self.share(part, at, there, other[2]), self.share(back, there, at, radius)

    def view(self, but: frozenset[int]) -> Scene:
        """What the kernel makes of all pieces but some."""
        pieces = self.pieces()
        return view(self.table.terrain, tuple(n for n in pieces if n not in but) if but else pieces)

    def share(self, part: float, origin: Point, at: Point, radius: float) -> float:
        """What is seen of a base as programs count it: all of it, or half in cover (XT-TER-06, by the middles)."""
        if part <= 0.0:
            return 0.0
        pieces = self.touched(at, radius)
        return IN_COVER if pieces and any(crosses(piece, origin, at) for piece in pieces) else 1.0

    def touched(self, at: Point, radius: float) -> tuple[Feature, ...]:
        """The pieces that give cover to a base that touches them."""
        terrain = self.table.terrain
        return terrain.recall(
            "cover touched",
            (at, radius),
            lambda: tuple(
                f for f in near(terrain, at, radius + TOUCH) if "cover" in f.traits and f.touches(*at, radius)
            ),
        )


def is_apart(at: Point, radius: float, other: Disc) -> bool:
    """Whether two bases do not overlap."""
    return hypot(at[0] - other[0], at[1] - other[1]) >= radius + other[2]


def view(terrain: Terrain, pieces: tuple[int, ...]) -> Scene:
    """The kernel's view of a few pieces; there are many such sets, so only some are remembered."""
    known: dict[tuple[int, ...], Scene] = terrain.compiled.setdefault("views", {})
    found = known.get(pieces)
    if found is None:
        if len(known) >= VIEWS:
            known.clear()
        found = known[pieces] = Scene([terrain.pieces[n].polygon for n in pieces])
    return found


def harm(table: Table, one: Model, other: Model, weapon: str) -> Harm:
    """The life one attack may be expected to cost, wherever both stand."""
    upright = STUNNED not in other.tokens
    need = need_to_hit(table, one, other.id, weapon, "", active=True)
    dice = firepower(table, one, weapon, active=True) * (ANSWERED if upright else 1.0)
    points = dice * stands(need) * damage_of(table, one.id, weapon, active=True)
    life = points * life_per_point(table, other, one.id, weapon)
    if arm(table, weapon).trait("melee") is not None or arm(table, weapon).trait("ignores_cover") is not None:
        return Harm(life, life)
    return Harm(life, life * sheltered(points, sum(fails(table, other, one.id, weapon))))


# ------------------------------------------------------------------ what sides are worth


def turns_left(table: Table) -> float:
    """The share of the match that is left: the turns of both sides after this one."""
    limit = 2 * int(table.options["turn_limit"])
    return max(0.0, min(1.0, 1.0 - sum([table.tokens(s, TURN) for s in table.sides]) / limit))


def lateness(table: Table) -> float:
    """How much areas matter: from 0 to 1, and most in the last turns."""
    return (1.0 - turns_left(table)) ** 4


def heads(count: float) -> float:
    """What so many models are worth to a side; one that lies stunned counts in part."""
    whole = int(count)
    if whole >= len(HEADS) - 1:
        return HEADS[-1] + MORE * (count - len(HEADS) + 1)
    return HEADS[whole] + (count - whole) * (HEADS[whole + 1] - HEADS[whole])


def force(table: Table, side: Side) -> float:
    """What the models of a side are worth together."""
    key = ("force", side)
    found: float | None = table.now.get(key)
    if found is None:
        models = victory.remaining(table, side)
        lying = sum(STUNNED in m.tokens for m in models)
        found = table.now[key] = heads(len(models) - LYING * lying) + sum([worth(m) - 1.0 for m in models])
    return found


def waiting(table: Table, side: Side) -> float:
    """What it is worth to the side on turn that some have not acted yet: it is lost with the turn."""
    fresh = [m for m in table.squad(side) if ACTIVATED not in m.tokens]
    return precious(table, side) * sum([TO_STAND if STUNNED in m.tokens else TO_ACT for m in fresh])


def everybody(table: Table, side: Side) -> float:
    """The same when its turn began."""
    lying = [STUNNED in m.tokens for m in table.squad(side)]
    return precious(table, side) * sum([TO_STAND if stunned else TO_ACT for stunned in lying])


def at_stake(table: Table, model: Model) -> float:
    """What a side loses with a model: the fewer it has, the more; late in a match also the areas it stands for."""
    whole, late = worth(model) * precious(table, model.side), lateness(table)
    if late < EARLY:
        return whole
    return (1.0 - FEWER * late) * whole + HELD * late * areas.held_by(table, model)


def precious(table: Table, side: Side) -> float:
    """What one model is worth to a side that has so many: the fewer, the more."""
    count = len(victory.remaining(table, side))
    return heads(count) - heads(count - 1) if count else 1.0
