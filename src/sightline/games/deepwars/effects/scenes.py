"""What scenarios and treasure bring with them: objects, loads, zones, breaches, cores (DW-CBT-09, DW-SCN, DW-TRE)."""

from __future__ import annotations

from sightline.core.effects import Bearing, Effect, after, effect, instead, modify
from sightline.core.events import Event, Moved
from sightline.core.referee import Referee
from sightline.core.table import Model, Point, Table
from sightline.games.deepwars.arms import has_trait
from sightline.games.deepwars.bodies import body_of, who_it_was
from sightline.games.deepwars.catalog import artifacts, weapon, weapons
from sightline.games.deepwars.effects.abilities import nothing
from sightline.games.deepwars.events import (
    BodyLeft,
    Breached,
    Deserted,
    Dropped,
    Found,
    GameTurnEnds,
    Noted,
    Raised,
    RanAway,
    Scored,
    Slain,
    Taken,
    Tallied,
    Vanished,
    Withdrew,
)
from sightline.games.deepwars.loads import loads, lying_there
from sightline.games.deepwars.measure import MEDIUM, OBJECT, place, stick
from sightline.games.deepwars.questions import Pace
from sightline.games.deepwars.scoring import CORE_HOME, in_zone, per_game_turn, scenario
from sightline.games.deepwars.sides import middle_of_edge
from sightline.games.deepwars.tokens import (
    CASHED,
    CORE,
    DAMAGED,
    DESTROYED,
    EXTRACTED,
    FIRST_BREACH,
    HELD,
    LOAD,
    OF,
    UPGRADE,
    VICTORY,
    WOUND,
    ZONE_KILL,
    about,
    marks_of,
)
from sightline.games.deepwars.tokens import CORE_HOME as CORE_IS_HOME

# ------------------------------------------------------------------ objects: DW-CBT-09


def of_an_object(table: Table, event: BodyLeft, bearing: Bearing) -> bool:
    """What would lie there is an object."""
    return event.new.side == OBJECT


def an_object_falls(table: Table, event: Slain, bearing: Bearing) -> bool:
    """An object is destroyed."""
    return table.models[event.model].kind == OBJECT


async def wreck(ref: Referee, event: Slain, bearing: Bearing) -> None:
    """The solid thing is gone, and whoever did it has destroyed it."""
    table = ref.table
    if any(p.id == event.model for p in table.terrain.pieces):
        await ref.emit(Vanished(rule="DW-CBT-09", piece=event.model))
    killer = table.models.get(event.killer)
    if killer is not None and killer.side in table.sides:
        await ref.emit(Noted(rule="DW-SCN-13", bearer=killer.side, token=f"{DESTROYED}:{event.model}", value=1))


WRECKS = effect(
    "DW-SCA-01",
    instead(BodyLeft, nothing, when=of_an_object),
    after(Slain, wreck, when=an_object_falls),
)


# ------------------------------------------------------------------ loads: DW-TRE-03 to DW-TRE-05

HEAVY = effect("DW-TRE-03", modify(Pace, -1, role="model"))


def carries(table: Table, event: RanAway | Deserted | Withdrew, bearing: Bearing) -> bool:
    """Whoever goes carries something."""
    return bool(loads(table.models[event.model]))


def dropped(table: Table, model: Model, rule: str) -> list[Event]:
    """What a model carries, each thing where it was last."""
    found: list[Event] = []
    for what, count in loads(model).items():
        for n in range(count):
            marks = marks_of(model.tokens, what)
            if n >= model.tokens.get(f"{CASHED}:{what}", 0):  # Those that have scored before lie first.
                marks.pop(f"{CASHED}:{what}", None)
            new = lying_there(f"{model.id}-{what}-{n}-{table.serial}", place(model), model.z, what, marks)
            found.append(Dropped(rule=rule, new=new))
    return found


async def drop(ref: Referee, event: RanAway | Deserted, bearing: Bearing) -> tuple[Event, ...]:
    """Who flees or deserts drops what it carries."""
    return (event, *dropped(ref.table, ref.table.models[event.model], "DW-TRE-04"))


async def carry_off(ref: Referee, event: Withdrew, bearing: Bearing) -> tuple[Event, ...]:
    """Who leaves on purpose takes it home; a core brings its points (DW-TRE-05, DW-SCN-13)."""
    model = ref.table.models[event.model]
    found: list[Event] = [event]
    for what, count in loads(model).items():
        found.append(Tallied(rule="DW-TRE-05", bearer=model.side, token=f"{HELD}:{what}", by=count))
        if what == CORE:
            found += home(ref.table, model)
        else:
            marks = {t: n for t, n in marks_of(model.tokens, what).items() if t != f"{CASHED}:{what}"}
            found += [Noted(rule="DW-CMP-05", bearer=model.side, token=t, value=1) for t in marks]
            scored = model.tokens.get(f"{CASHED}:{what}", 0)
            if scored:
                found.append(Tallied(rule="DW-CMP-05", bearer=model.side, token=f"{CASHED}:{what}", by=scored))
    return tuple(found)


LOSING = effect(
    "DW-TRE-04",
    instead(RanAway, drop, when=carries),
    instead(Deserted, drop, when=carries),
)
CARRYING_OFF = effect("DW-TRE-05", instead(Withdrew, carry_off, when=carries))


# ------------------------------------------------------------------ tech of the dead: DW-DMG-15, DW-UPG-08


def harms_tech(table: Table, event: Slain, bearing: Bearing) -> bool:
    """A gruesome death, or one by an energy weapon or a blast."""
    if table.models[event.model].kind == OBJECT:
        return False
    kind = weapon(event.weapon) if event.weapon else None
    rough = kind is not None and (kind.kind == "energy" or has_trait(kind, "blast"))
    return event.gruesome or rough


async def harm_tech(ref: Referee, event: Slain, bearing: Bearing) -> None:
    """The tech items on the body are damaged, its own and carried ones; a rugged one only by a gruesome death."""
    body = body_of(ref.table, event.model)
    if body is None:
        return
    own = [f"{WOUND}:{item}" for item in body.kit if item in weapons() and weapon(item).cl >= 1]
    carried = [f"{DAMAGED}:{about(t)}" for t in body.tokens if t.startswith(f"{LOAD}:") and is_tech(about(t))]
    for token in (*own, *carried):
        rugged = f"{UPGRADE}:ruggedize:{about(token)}" in body.tokens
        if token not in body.tokens and (event.gruesome or not rugged):
            await ref.emit(Noted(rule="DW-DMG-15", bearer=body.id, token=token, value=1))
            if about(token) in body.tokens:  # A damaged artifact does not work.
                await ref.emit(Noted(rule="DW-TEC-04", bearer=body.id, token=about(token), value=0))


def is_tech(item: str) -> bool:
    """Whether something carried is a device: an artifact, or a salvaged weapon (DW-TEC-01)."""
    return item in weapons() or item in artifacts()


TECH_OF_THE_DEAD = effect("DW-UPG-08", after(Slain, harm_tech, when=harms_tech))


# ------------------------------------------------------------------ Conquer: DW-SCN-05


def dies_in_the_zone(table: Table, event: BodyLeft, bearing: Bearing) -> bool:
    """A model of a warband has died inside the objective zone."""
    if scenario(table) != "conquer" or event.new.owner not in table.sides or event.new.at is None:
        return False
    return in_zone(table, event.new, stick(table, MEDIUM))


async def zone_kill(ref: Referee, event: BodyLeft, bearing: Bearing) -> None:
    """It counts for the other side, unless it comes back."""
    id, side = who_it_was(event.new.id), ref.table.other(event.new.owner)
    await ref.emit(Noted(rule="DW-SCN-05", bearer=side, token=f"{ZONE_KILL}:{id}", value=1))


async def zone_return(ref: Referee, event: Raised, bearing: Bearing) -> None:
    """A dead model that is healed was not killed."""
    for side in ref.table.sides:
        if ref.table.tokens(side, f"{ZONE_KILL}:{event.new.id}"):
            await ref.emit(Noted(rule="DW-SCN-05", bearer=side, token=f"{ZONE_KILL}:{event.new.id}", value=0))


async def score(ref: Referee, event: GameTurnEnds, bearing: Bearing) -> None:
    """What counts at the end of every Game Turn."""
    table = ref.table
    rule = "DW-SCN-05" if scenario(table) == "conquer" else "DW-SCN-13"
    found = {side: per_game_turn(table, side) for side in table.sides}
    what = "personalities" if rule == "DW-SCN-05" else "in_control"
    scored = [Scored(rule=rule, bearer=side, token=VICTORY, by=n, what=what) for side, n in found.items() if n]
    await ref.emit(*scored)


CONQUEST = effect(
    "DW-SCN-05",
    after(BodyLeft, zone_kill, when=dies_in_the_zone),
    after(Raised, zone_return),
    after(GameTurnEnds, score),
)


# ------------------------------------------------------------------ Breach: DW-SCN-07


async def first_in(ref: Referee, event: Breached, bearing: Bearing) -> None:
    """The side that breaches the structure first."""
    table = ref.table
    side = table.models[event.model].side
    if side in table.sides and not any(table.tokens(s, FIRST_BREACH) for s in table.sides):
        await ref.emit(Noted(rule="DW-SCN-07", bearer=side, token=FIRST_BREACH, value=1))


BREACH = effect("DW-SCN-07", after(Breached, first_in))


# ------------------------------------------------------------------ Capture: DW-SCN-13


def home(table: Table, model: Model) -> list[Event]:
    """Ten points for the enemy's core, once; one's own is worth nothing."""
    side = model.side
    if not table.tokens(side, EXTRACTED) or table.tokens(side, CORE_IS_HOME) or f"{OF}:{side}:{CORE}" in model.tokens:
        return []
    return [
        Noted(rule="DW-SCN-13", bearer=side, token=CORE_IS_HOME, value=1),
        Scored(rule="DW-SCN-13", bearer=side, token=VICTORY, by=CORE_HOME, what="core_home"),
    ]


def at_home(table: Table, model: Model, at: Point | None) -> bool:
    """Whether a spot is in the deployment zone of a model's side."""
    from sightline.games.deepwars.deploying import zone

    edge = middle_of_edge(table, model.side)
    if at is None or edge is None:
        return False
    (_, low), _, (_, high), _ = zone(table, edge)
    return low <= at[1] <= high


def carries_it_home(table: Table, event: Moved, bearing: Bearing) -> bool:
    """A carrier of a core comes into its own deployment zone, by whatever move."""
    model = table.models[event.model]
    return f"{LOAD}:{CORE}" in model.tokens and at_home(table, model, event.path[-1])


def gets_it_at_home(table: Table, event: Found, bearing: Bearing) -> bool:
    """Somebody in its own deployment zone is given a core, or picks it up."""
    model = table.models[event.bearer]
    return event.token == f"{LOAD}:{CORE}" and at_home(table, model, model.at)


async def bring_home(ref: Referee, event: Moved | Found, bearing: Bearing) -> None:
    """It is home."""
    model = ref.table.models[event.model if isinstance(event, Moved) else event.bearer]
    scored = home(ref.table, model)
    if scored:
        taken = Taken(rule="DW-SCN-13", bearer=model.id, token=f"{LOAD}:{CORE}", by=-1)
        await ref.emit(*scored, taken)


CORE_COMES_HOME = effect(
    "DW-SCN-13", after(Moved, bring_home, when=carries_it_home), after(Found, bring_home, when=gets_it_at_home)
)

ALL: tuple[Effect, ...] = tuple(found for found in list(globals().values()) if isinstance(found, Effect))
IN_FORCE = (WRECKS, LOSING, CARRYING_OFF, TECH_OF_THE_DEAD, CONQUEST, BREACH, CORE_COMES_HOME)
