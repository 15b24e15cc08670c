"""Elemental spells: lances, bursts, currents and ice (DW-MAG-03 to DW-MAG-06)."""

from __future__ import annotations

from math import cos, hypot, radians, sin

from sightline.core.decisions import Refusal
from sightline.core.dice import Roll
from sightline.core.referee import Referee
from sightline.core.table import TABLE, Model, ModelId, Point, Table
from sightline.games.deepwars import catalog
from sightline.games.deepwars.acting import shows
from sightline.games.deepwars.actions import Cast
from sightline.games.deepwars.arriving import arrive
from sightline.games.deepwars.casting import WORKS, Work, attackable, friends, in_aim
from sightline.games.deepwars.catalog import DIE, SLACK
from sightline.games.deepwars.checks import roller, strength_check
from sightline.games.deepwars.damage import fall, pushed
from sightline.games.deepwars.events import Afflicted, AttackDeclared, Noted, Shoved
from sightline.games.deepwars.measure import MEDIUM, SHORT, place, size, stick
from sightline.games.deepwars.parts import CombatRoll
from sightline.games.deepwars.questions import SPELL, Blow
from sightline.games.deepwars.sides import north
from sightline.games.deepwars.tokens import ENDS, ENTANGLED, GAME_TURN, MANTLED

LANCE, BURST, RIPTIDE, MANTLE = "brine_lance", "thermal_burst", "riptide", "frost_mantle"
HELD_FAST = 2
"""The successes that keep a model where it is."""
STRONG = 3
"""The power at which many spells do more."""
CLOCK = 60
"""Degrees that one pip of a random heading stands for (DW-CRE-07)."""


async def lance(ref: Referee, caster: Model, action: Cast) -> None:
    """A spell attack that breaks armor (DW-MAG-03)."""
    await declare(ref, caster.id, action.target, LANCE, action.power + catalog.spells()[LANCE].modifier)


async def lance_turns(ref: Referee, caster: Model) -> None:
    """The caster is attacked by its own lance."""
    ref.then(CombatRoll(spell_attack(caster.id, caster.id, LANCE, 3)))


async def burst(ref: Referee, caster: Model, action: Cast) -> None:
    """A spell attack on everybody around the target (DW-MAG-04)."""
    await declare(ref, caster.id, action.target, BURST, action.power)


async def burst_turns(ref: Referee, caster: Model) -> None:
    """It goes off where the caster is."""
    ref.then(CombatRoll(spell_attack(caster.id, caster.id, BURST, 2)))


def spell_attack(caster: ModelId, target: ModelId, spell: str, score: int) -> Blow:
    """A shot with a score in the place of Combat and weapon (DW-SPL-07)."""
    return Blow(caster, target, spell, SPELL, score=score)


async def declare(ref: Referee, caster: ModelId, target: ModelId, spell: str, score: int) -> None:
    """A spell attack is an attack like others: whoever makes it has attacked, and may have provoked (DW-ACT-15)."""
    blow = spell_attack(caster, target, spell, score)
    await ref.emit(
        *shows(caster),
        AttackDeclared(rule="DW-SPL-07", attacker=caster, target=target, blow=blow),
    )
    ref.then(CombatRoll(blow))


# ------------------------------------------------------------------ Riptide: DW-MAG-05


def light_enough(table: Table, caster: Model, power: int) -> tuple[ModelId, ...]:
    """Big models need power 2, Huge ones 3."""
    return tuple(m.id for m in in_aim(table, caster, power) if size(m) <= power)


def any_way(table: Table, caster: Model, action: Cast) -> Refusal | None:
    """Any direction from where the target is."""
    target = table.models[action.target]
    if place(target) == action.at:
        return Refusal("DW-MAG-05", {"target": target.id, "at": str(action.at)})
    return None


async def riptide(ref: Referee, caster: Model, action: Cast) -> None:
    """The target is swept along, unless it is unwilling and strong enough to stay."""
    target = ref.table.models[action.target]
    unwilling = target.side != caster.side
    if unwilling and await strength_check(ref, target.id, "riptide", caster.id, "DW-MAG-05") >= HELD_FAST:
        return
    (x, y), (x0, y0) = action.at, place(target)
    await sweep(ref, target.id, (x - x0, y - y0), action.power * stick(ref.table, SHORT))


async def riptide_turns(ref: Referee, caster: Model) -> None:
    """The caster is swept a Medium stick in a random direction."""
    degrees = await random_heading(ref, caster, "DW-MAG-05")
    way = (cos(radians(degrees)), sin(radians(degrees)))
    await sweep(ref, caster.id, way, stick(ref.table, MEDIUM))


async def random_heading(ref: Referee, model: Model, rule: str) -> float:
    """One die times 60 degrees, from north clockwise; in degrees counter-clockwise from east."""
    (faces,) = await ref.throw(Roll(rule, DIE, 1, roller(ref.table, model), model.id))
    return (north(ref.table) - CLOCK * faces[0]) % 360.0


async def sweep(ref: Referee, id: ModelId, way: Point, inches: float) -> None:
    """Along a direction until something solid stops it, which makes it fall; nobody strikes at it meanwhile."""
    model = ref.table.models[id]
    start = place(model)
    end = pushed(ref.table, model, way, inches)
    length = hypot(end[0] - start[0], end[1] - start[1])
    if length > 0:
        moved = Shoved(rule="DW-MAG-05", model=id, path=(start, end), length=round(length, 4), z=model.z)
        await arrive(ref, model, moved, turn=False)
    if length < inches - SLACK:
        await fall(ref, id, "DW-MAG-05")


# ------------------------------------------------------------------ Frost Mantle: DW-MAG-06


async def mantle(ref: Referee, caster: Model, action: Cast) -> None:
    """More armor everywhere until the end of the next Game Turn."""
    await lay(ref, action.target, MANTLED, 2 if action.power >= STRONG else 1, 1, "DW-MAG-06")


async def lay(ref: Referee, id: ModelId, token: str, value: int, game_turns: int, rule: str) -> None:
    """Something lies on a model until the end of so many Game Turns after this one (DW-SPL-10)."""
    last = ref.table.tokens(TABLE, GAME_TURN) + game_turns
    await ref.emit(
        Afflicted(rule=rule, bearer=id, token=token, value=value),
        Noted(rule="DW-SPL-10", bearer=id, token=f"{ENDS}:{token}", value=last),
    )


async def ice_turns(ref: Referee, caster: Model) -> None:
    """The caster is caught in ice."""
    await catch(ref, caster, "DW-MAG-06")


async def catch(ref: Referee, caster: Model, rule: str) -> None:
    """A caster is entangled; whoever holds it already holds it no less firmly (DW-CND-09)."""
    if ENTANGLED not in caster.tokens:
        await ref.emit(Afflicted(rule=rule, bearer=caster.id, token=ENTANGLED, value=1))


WORKS[LANCE] = Work(lance, lance_turns, attackable)
WORKS[BURST] = Work(burst, burst_turns, attackable)
WORKS[RIPTIDE] = Work(riptide, riptide_turns, light_enough, any_way)
WORKS[MANTLE] = Work(mantle, ice_turns, friends)
