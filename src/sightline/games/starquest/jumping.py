"""Jumps and falls: over gaps, off decks, pushed off an edge (SQ-JMP, SQ-FAL)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import hypot

from msgspec import Struct

from sightline.core.decisions import Decision, Offer, Refusal, Slot, Spot
from sightline.core.kernel import shapes
from sightline.core.lines import through
from sightline.core.referee import Referee
from sightline.core.table import Model, ModelId, Part, Point, Table, Terrain, spot
from sightline.games.starquest.acting import ADVANCE, BASE, CHARGE, ONWARD, RUSH, SCURRY, no_more
from sightline.games.starquest.actions import Leap
from sightline.games.starquest.catalog import CONSTANTS, SLACK
from sightline.games.starquest.events import Leapt, Noted, Tallied, Walked
from sightline.games.starquest.falling import CATCH, fall_down, landing
from sightline.games.starquest.ground import Feature, features, floor_at, plane_at, scale, stands_on
from sightline.games.starquest.measure import conscious, inches, is_hero, place
from sightline.games.starquest.roads import crowd_fault, ground_fault, meeting, overlap_fault, raised_pieces
from sightline.games.starquest.skills import Stepping, step_of, stride
from sightline.games.starquest.testing import offer_to_pay, stat_test
from sightline.games.starquest.tokens import DEEDS, MOVED
from sightline.games.starquest.walking import Hazards, by_waypoints, crossed, hampered, minds, slowed

BEGUN_WITH_A_JUMP = (ADVANCE, RUSH)
GONE_ON_WITH_A_JUMP = (SCURRY, ONWARD)
"""Moves that are being made and may lead over a gap: Scurry, and what is left of a move after a jump or a charge."""


class Jump(Struct, frozen=True):
    """A straight way with a jump in it: from where, over what, down how far."""

    off: Point
    """Where the hero takes off: its whole base still on firm ground."""
    land: Point
    gap: float
    drop: float
    walked: float
    """What of the way counts towards the move."""
    depth: float
    """How far one falls who fails."""
    below: Point | None
    """Over what; nothing if one is put back to the edge of a chasm (SQ-FAL-05)."""

    @property
    def length(self) -> float:
        """The larger of the gap and the drop (SQ-JMP-04)."""
        return max(self.gap, self.drop)


def tests_for(gap: float, drop: float) -> int | None:
    """How many Dex tests a jump takes: none if it can be walked; None if it is too far (SQ-JMP-01, SQ-JMP-02)."""
    if gap > CONSTANTS["jump_max"] + SLACK or drop > CONSTANTS["jump_max"] + SLACK:
        return None
    if gap <= CONSTANTS["free_gap"] + SLACK and drop <= CONSTANTS["drop_free"] + SLACK:
        return 0
    return 1 + int((max(gap, drop) + SLACK) // CONSTANTS["jump_step"])


# ------------------------------------------------------------------ a jump on the table


def jump_to(table: Table, model: Model, land: Point, *, charging: bool = False) -> Jump | Refusal:
    """The straight way to a landing with its jump, or why there is none; a charge may land beside anybody."""
    start = place(model)
    no = ground_fault(table, model, land) or overlap_fault(table, model, land)
    if no is None and not charging:
        no = crowd_fault(table, model, land)
    if no is not None:
        return no
    far = hypot(land[0] - start[0], land[1] - start[1])
    if far < SLACK:
        return Refusal("SQ-JMP-02", {"model": model.id, "length": 0})
    high, low = floor_at(table.terrain, start), floor_at(table.terrain, land)
    if low - high > inches(table, "short_terrain") + SLACK:
        return Refusal("SQ-JMP-02", {"model": model.id, "higher by": round(low - high, 4)})
    void = void_on(table, start, land)
    gap = (void[1] - void[0]) * far if void is not None else 0.0
    edge = void[0] if void is not None else leaving(table, start, land)
    if edge is None:
        return Refusal("SQ-JMP-02", {"model": model.id, "length": 0})
    back = max(0.0, edge * far - model.radius - SLACK) / far
    off = spot(start[0] + (land[0] - start[0]) * back, start[1] + (land[1] - start[1]) * back)
    chasm, drop = depth_of(table, start, land), max(0.0, high - low)
    below = land
    if void is not None and not chasm:
        middle = (void[0] + void[1]) / 2
        below = (start[0] + (land[0] - start[0]) * middle, start[1] + (land[1] - start[1]) * middle)
    depth = chasm or high - floor_at(table.terrain, below)
    fault = in_the_way(table, model, off, land, high)
    return fault or Jump(off, land, gap, drop, far - gap, depth, None if chasm and not drop else below)


def gaps(terrain: Terrain) -> tuple[Feature, ...]:
    """The pieces one has to jump over."""
    found: tuple[Feature, ...] | None = terrain.compiled.get("gaps")
    if found is None:
        found = terrain.compiled["gaps"] = tuple(f for f in features(terrain) if f.gap)
    return found


def crosses_an_edge(table: Table, a: Point, b: Point) -> bool:
    """Whether a line leads over a gap or off the floor it starts on: else there is no jump on any part of it."""
    if any(through(part, a, b) is not None for f in gaps(table.terrain) for part in f.parts):
        return True
    return leaving(table, a, b) is not None


def void_on(table: Table, a: Point, b: Point) -> tuple[float, float] | None:
    """From which share of a line to which one flies: over a gap, or from a high floor to another that is raised.

    A plain drop has no width.
    """
    found = [span for f in gaps(table.terrain) for part in f.parts if (span := through(part, a, b)) is not None]
    here, there = stands_on(table.terrain, a), stands_on(table.terrain, b)
    if here is not None and there is not None and here.high and here is not there:
        leaves = max((s[1] for part in here.parts if (s := through(part, a, b)) is not None), default=0.0)
        comes = min((s[0] for part in there.parts if (s := through(part, a, b)) is not None), default=0.0)
        if leaves < comes:
            found.append((leaves, comes))
    if not found:
        return None
    return min(s[0] for s in found), max(s[1] for s in found)


def depth_of(table: Table, a: Point, b: Point) -> float:
    """How deep the gap is that a line crosses; 0 if it crosses none."""
    return max((f.depth for f in gaps(table.terrain) if any(through(p, a, b) for p in f.parts)), default=0.0)


def leaving(table: Table, a: Point, b: Point) -> float | None:
    """At which share of a line it leaves the raised floor it starts on."""
    here = plane_at(table.terrain, a)
    own = [f for f in raised_pieces(table.terrain, scale(table)) if f.holds(*a)]
    if here < 0 and not own:
        return None
    shares = [
        t
        for f in own
        for c, d in zip(f.polygon, (*f.polygon[1:], f.polygon[0]), strict=True)
        if (t := meeting(a, b, c, d)) is not None
    ]
    return min(shares) if shares else None


def in_the_way(table: Table, model: Model, off: Point, land: Point, high: float) -> Refusal | None:
    """A model, or something more than an inch above the take-off, that a jump would cross."""
    for f in features(table.terrain):
        tall = f.top > high + inches(table, "short_terrain") + SLACK
        if tall and (f.solid or "blocking" in f.types) and any(through(part, off, land) for part in f.parts):
            return Refusal("SQ-JMP-02", {"model": model.id, "in the way": f.id})
    for id in table.standing():
        other = table.models[id]
        near = model.radius + other.radius - SLACK
        if id != model.id and conscious(other) and shapes.point_gap(*place(other), off, land) < near:
            return Refusal("SQ-MOV-03", {"model": model.id, "with": id, "overlap": 0.0})
    return None


# ------------------------------------------------------------------ jumping


def leap_offers(table: Table, model: Model) -> Iterator[Offer]:
    """The actions that may begin with a jump."""
    from sightline.games.starquest.sequence import action_fault

    for deed in BEGUN_WITH_A_JUMP:
        if action_fault(table, model, deed) is None:
            yield from leaps(table, begun(model, deed))


def leaps(table: Table, move: Stepping) -> Iterator[Offer]:
    """A jump in the course of a move is offered to a hero who stands high, or near a gap."""
    model, far = table.models[move.model], stride(table, move)
    near, at = far + inches(table, "jump_max"), place(model)
    if (
        is_hero(model)
        and far > 0
        and (any(f.is_near(*at, near) for f in gaps(table.terrain)) or plane_at(table.terrain, at) >= 0)
    ):
        yield Offer(Leap, "SQ-JMP-02", {"actor": model.id, "deed": move.deed})


def begun(model: Model, deed: str) -> Stepping:
    """The move of an action from its first inch."""
    return Stepping(model.id, BASE[deed], deed, "SQ-JMP-02")


def move_of(table: Table, model: Model, deed: str) -> Stepping:
    """The move a jump would be part of: the one that is being made, or the whole of an action."""
    return step_of(table, model.id) or begun(model, deed)


def deed_fault(table: Table, decision: Decision, action: Leap) -> Refusal | None:
    """Why a hero may not jump in the course of a move: it is no such move, or not the hero's to make (SQ-JMP-02)."""
    from sightline.games.starquest.sequence import actor_fault

    part = step_of(table, action.actor)
    if part is None:
        known = action.deed in BEGUN_WITH_A_JUMP
        return actor_fault(table, decision, action.actor, action.deed) if known else _no_jump(action)
    fine = part.deed == action.deed and part.deed in GONE_ON_WITH_A_JUMP and decision.about == action.actor
    return None if fine else _no_jump(action)


def _no_jump(action: Leap) -> Refusal:
    return Refusal("SQ-JMP-02", {"model": action.actor, "length": 0})


def check_leap(table: Table, decision: Decision, action: Leap) -> Refusal | None:
    """A jump that is needed and not too far, on a way within the move; only heroes jump (SQ-JMP-02, SQ-JMP-03)."""
    model = table.models.get(action.actor)
    if model is None or not is_hero(model):
        return Refusal("SQ-JMP-03", {"model": action.actor})
    no = deed_fault(table, decision, action)
    if no is not None:
        return no
    jump = jump_to(table, model, action.land)
    if isinstance(jump, Refusal):
        return jump
    by = scale(table)
    tests = tests_for(jump.gap / by, jump.drop / by)
    if not tests:
        return Refusal("SQ-JMP-02", {"model": model.id, "length": round(jump.length, 4)})
    move = move_of(table, model, action.deed)
    limit = stride(table, move)
    run_up = by_waypoints(table, model, jump.off, (), limit, move.walked * by)
    if isinstance(run_up, Refusal):
        return run_up
    most = far_enough(table, move, jump)
    if jump.walked > most + SLACK:
        rule = "SQ-TER-07" if most < limit else "SQ-MSR-05"
        return Refusal(rule, {"model": model.id, "length": round(jump.walked, 4), "limit": round(most, 4)})
    return None


def far_enough(table: Table, move: Stepping, jump: Jump) -> float:
    """How far a hero goes that jumps on its way: less where it takes off or lands on difficult ground (SQ-TER-07)."""
    model, limit = table.models[move.model], stride(table, move)
    slow = hampered(table, model, (place(model), jump.off)) or hampered(table, model, (jump.land,))
    return slowed(table, limit, move.walked * scale(table)) if slow else limit


def leap_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """A landing as far as the move and the jump go."""
    actor = offer.given["actor"]
    far = stride(table, move_of(table, table.models[actor], offer.given["deed"])) + inches(table, "jump_max")
    return {"land": Spot(actor, far)}


async def play_leap(ref: Referee, model: Model, action: Leap) -> None:
    """An action that begins with a jump; after an Advance the hero may shoot, if it is across."""
    from sightline.games.starquest.sequence import Shooting

    await ref.emit(Tallied(rule="SQ-RND-05", bearer=model.id, token=DEEDS, by=1))
    await leap(ref, begun(model, action.deed), action.land)
    if action.deed == ADVANCE:
        ref.then(Shooting(model.unit))


async def leap(
    ref: Referee, move: Stepping, land: Point, onward: Callable[[float], Sequence[Part]] | None = None
) -> None:
    """The way to the ledge stands; then the tests, and who passes them all is across and may go on (SQ-JMP-02).

    `onward` says how, with so many inches left; else what is left may be walked.
    """
    table = ref.table
    model = table.models[move.model]
    jump = jump_to(table, model, land, charging=move.deed == CHARGE)
    assert isinstance(jump, Jump)
    start = place(model)
    left = far_enough(table, move, jump) - jump.walked
    before = hypot(jump.off[0] - start[0], jump.off[1] - start[1])
    dangers = crossed(table, model, (start, jump.off), move.deed) if before else []
    await ref.emit(Noted(rule="SQ-JMP-02", bearer=model.id, token=MOVED, value=1))
    if jump.off != start:
        await ref.emit(Walked(rule="SQ-JMP-02", model=model.id, path=(start, jump.off), length=round(before, 4)))
    by = scale(table)
    tests = tests_for(jump.gap / by, jump.drop / by) or 0
    flying = not minds(table, model, "jumps")
    passed = True
    for _ in range(0 if flying else tests):
        passed = await stat_test(ref, model.id, "dex", "SQ-JMP-02", jump=True) and passed
        if not conscious(table.models[model.id]):
            return
    if not passed:
        ref.then(*tested(model, dangers))
        await slip(ref, model.id, jump)
        return
    path = (jump.off, jump.land)
    await ref.emit(Leapt(rule="SQ-JMP-02", model=model.id, path=path, length=round(jump.length, 4)))
    there = crossed(table, table.models[model.id], (jump.land,), move.deed)
    plans = tested(model, [*dangers, *(f for f in there if f not in dangers)])
    if onward is not None:
        plans += onward(left)
    elif left > STEP:
        plans.append(Stepping(model.id, left / by, ONWARD, "SQ-JMP-02", move.walked + jump.walked / by))
    ref.then(*plans)


def tested(model: Model, dangers: Sequence[Feature]) -> list[Part]:
    """The tests for dangerous ground on the way of a hero (SQ-TER-08)."""
    return [Hazards(tuple((model.id, f.id) for f in dangers))] if dangers else []


STEP = 0.25
"""A rest of a move that is worth going on with, in inches."""


async def slip(ref: Referee, model: ModelId, jump: Jump) -> None:
    """A hero about to fall may hold on for two power; either way its activation is over (SQ-FAL-01, SQ-FAL-03)."""
    who = ref.table.models[model]
    if await offer_to_pay(ref, model, CATCH, "SQ-FAL-03"):
        await no_more(ref, (who,), "SQ-FAL-03")
        return
    if not conscious(ref.table.models[model]):
        return
    await no_more(ref, (who,), "SQ-FAL-01")
    foot = jump.off if jump.below is None else landing(ref.table, who, jump.off, jump.below)
    await fall_down(ref, model, jump.depth, foot)
