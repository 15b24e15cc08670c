"""The mission as players see it: what is to be done, what weighs on it, and what the book has the enemies do next."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import cos, pi, sin

from sightline.core.decisions import Decision
from sightline.core.rulebook import load
from sightline.core.screen import Intent, Mark, Mission, Task, Zone
from sightline.core.table import TABLE, Model, RuleId, Table, spot
from sightline.games.starquest import look, missions, objectives
from sightline.games.starquest.alerting import LIMIT, rise
from sightline.games.starquest.catalog import ENEMIES, HEROES, PACKAGE
from sightline.games.starquest.charging import charge_roads
from sightline.games.starquest.deploying import collection
from sightline.games.starquest.enemies import ORDER, Plan, decide, phase_order, seek
from sightline.games.starquest.formation import standing
from sightline.games.starquest.happenings import fates
from sightline.games.starquest.markers import DELIVERY, EXTRACTION, OBJECTIVE, lying
from sightline.games.starquest.measure import (
    UnitId,
    conscious,
    corners,
    inches,
    leader,
    members,
    party,
    place,
    reach,
    units,
    up,
    within,
)
from sightline.games.starquest.objectives import Objective, primaries, secondaries
from sightline.games.starquest.searching import LayTokens
from sightline.games.starquest.tokens import (
    ACTIVATED,
    ALERTNESS,
    BOSS,
    DIFFICULTY,
    EVENT,
    HUNTED,
    PRIMARY,
    SECONDARY,
    SEIZED,
    SHAKEN,
    STARTED,
    TIMES,
    WAVE,
    WEATHERS,
)

CORNERS = 32
"""Of what is drawn as a ring."""
TESTS: Mapping[str, str] = {"str": "Strength", "dex": "Dexterity", "wil": "Willpower"}


def near(table: Table, key: str) -> str:
    """A distance of the book in words, as it is on this table."""
    return within_inches(inches(table, key))


def within_inches(far: float) -> str:
    """How near one has to be."""
    return f"within {far:g} inch{'es' * (far != 1)} of"


def mission(table: Table) -> Mission:
    """Everything a party has to know about its mission."""
    first = _objective(table, PRIMARY)
    tasks = [*_primary(table, first), *_secondary(table)]
    if table.options["boss_fights"]:
        tasks.append(_boss(table))
    tasks.append(_way_out(table))
    return Mission(first.name if first else "Mission", HEROES, tuple(tasks), tuple(marks(table)))


# ------------------------------------------------------------------ what is to be done


def _objective(table: Table, token: str) -> Objective | None:
    known = primaries() if token == PRIMARY else secondaries()
    number = table.tokens(TABLE, token)
    if number:
        return list(known.values())[number - 1]
    return known.get(str(table.options[token]))


def _primary(table: Table, objective: Objective | None) -> Iterator[Task]:
    if objective is None:
        yield Task(PRIMARY, "Primary objective", "It is about to be rolled.", "SQ-MIS-02", "later")
    else:
        yield task(table, objective)


def _secondary(table: Table) -> Iterator[Task]:
    objective = _objective(table, SECONDARY)
    if table.tokens(TABLE, SECONDARY) and objective is not None:
        yield task(table, objective)
        return
    name = objective.name if objective else "Secondary objective"
    yield Task(
        SECONDARY, name, "It comes at the end of the round in which the primary is achieved.", "SQ-MIS-03", "later"
    )


def task(table: Table, objective: Objective) -> Task:
    """An objective that is set up."""
    if table.tokens(HEROES, objective.token):
        return Task(objective.id, objective.name, "Achieved.", objective.rule, "done")
    spots = tuple(place(m) for m in lying(table, OBJECTIVE, DELIVERY, EXTRACTION))
    text, value, most = STEPS[objective.kind](table, objective)
    return Task(objective.id, objective.name, text, objective.rule, "open", value, most, spots)


Step = tuple[str, int, int]


def _hunt(table: Table, objective: Objective) -> Step:
    test = TESTS[objective.test]
    if lying(table, OBJECTIVE):
        return f"Stand {near(table, 'marker_reach')} the marker and work on it with {test}.", 0, 0
    wave = table.tokens(TABLE, HUNTED)
    left = [u for u in units(table, ENEMIES) if members(table, u)[0].tokens.get(WAVE) == wave]
    if table.tokens(TABLE, WAVE) < wave:
        return "The last model of the next wave leaves a marker. The wave has yet to come.", 0, 0
    return (
        f"Defeat the wave ({len(left)} {'unit' if len(left) == 1 else 'units'} left): its last model leaves a marker.",
        0,
        0,
    )


def _hold(table: Table, objective: Objective) -> Step:
    held = sum(m.tokens.get(SEIZED, 0) for m in lying(table, OBJECTIVE))
    if any(STARTED in m.tokens for m in lying(table, OBJECTIVE)):
        close = near(table, "seize_distance")
        return f"End rounds with a hero {close} the marker and no enemy there.", held, objective.tokens
    return (
        f"Stand {near(table, 'marker_reach')} the marker and start it with {TESTS[objective.test]}.",
        held,
        objective.tokens,
    )


def _carry(table: Table, objective: Objective) -> Step:
    carrier = _carrier(table)
    if carrier is None:
        return f"Stand {near(table, 'marker_reach')} the marker and pick it up with {TESTS[objective.test]}.", 0, 0
    where = "any corner" if objective.secondary else "the corner the party came from"
    return f"{carrier.name} carries the marker: bring it {near(table, 'corner_distance')} {where}.", 0, 0


def _deliver(table: Table, objective: Objective) -> Step:
    most = objective.delivery_markers or objective.extraction_markers
    done = most - len(lying(table, DELIVERY, EXTRACTION))
    carrier = _carrier(table)
    if carrier is None:
        return (
            f"Stand {near(table, 'marker_reach')} the marker and pick it up with {TESTS[objective.test]}.",
            done,
            most,
        )
    return (
        f"{carrier.name} carries the marker: end {near(table, 'delivery_distance')} each point it goes to.",
        done,
        most,
    )


def _work_all(table: Table, objective: Objective) -> Step:
    done = objective.markers - len(lying(table, OBJECTIVE))
    every = "every marker" if objective.markers > 1 else "the marker"
    return (
        f"Stand {near(table, 'marker_reach')} {every} and work on it with {TESTS[objective.test]}.",
        done,
        objective.markers,
    )


def _work_and_roll(table: Table, objective: Objective) -> Step:
    done = objective.markers - len(lying(table, OBJECTIVE))
    need = f"{objective.roll_needed}+"
    test = TESTS[objective.test]
    close = near(table, "marker_reach")
    text = f"Stand {close} a marker and work on it with {test}. It is the right one on {need}, the last one is anyhow."
    return text, done, objective.markers


STEPS = {
    "kill_then_work": _hunt,
    "start_then_seize": _hold,
    "carry": _carry,
    "carry_deliver": _deliver,
    "work_all": _work_all,
    "work_and_roll": _work_and_roll,
}
"""What there is to say about an objective, by its kind."""


def _carrier(table: Table) -> Model | None:
    return next((h for h in party(table) if objectives.carried(h)), None)


def _boss(table: Table) -> Task:
    if table.tokens(HEROES, BOSS):
        return Task(BOSS, "Boss fight", "The boss wave is beaten.", "SQ-CHL-02", "done")
    if table.tokens(TABLE, BOSS):
        left = len(units(table, ENEMIES))
        return Task(BOSS, "Boss fight", f"Beat everybody: {left} left.", "SQ-CHL-02")
    text = "May be called for once both objectives are achieved."
    if objectives.achieved_all(table) and not collection(table):
        text = "Nobody is left in the box who could come; beat somebody first."
    return Task(BOSS, "Boss fight", text, "SQ-CHL-02", "later")


def _way_out(table: Table) -> Task:
    """All heroes who are up by one corner (SQ-MIS-04)."""
    ready = bool(table.tokens(HEROES, PRIMARY))
    far = inches(table, "corner_distance")
    heroes = [h for h in up(table) if h.at is not None]
    best = max((sum(within(reach(h, c), far) for h in heroes) for c in corners(table)), default=0)
    text = f"End a round with every conscious hero {near(table, 'corner_distance')} one corner."
    if not ready:
        return Task("leave", "Leave", f"After the primary: {text[:1].lower()}{text[1:]}", "SQ-MIS-04", "later")
    if table.outcome is not None and table.outcome.winner == HEROES:
        return Task("leave", "Leave", "The party has left.", "SQ-MIS-04", "done")
    return Task("leave", "Leave", text, "SQ-MIS-04", "open", best, len(heroes), tuple(corners(table)))


# ------------------------------------------------------------------ how near one has to be


def rings(table: Table) -> Iterator[Zone]:
    """Where the middle of a base has to be for something to be done at a marker (SQ-PRI-01, SQ-PRI-05, SQ-RND-12)."""
    base = min((h.radius for h in party(table)), default=0.0)
    for marker in lying(table, OBJECTIVE, DELIVERY, EXTRACTION):
        objective = objectives.current(table)
        rule = "SQ-PRI-01" if marker.profile == OBJECTIVE else "SQ-RND-12"
        far = inches(table, "marker_reach" if marker.profile == OBJECTIVE else "delivery_distance")
        if STARTED in marker.tokens and objective is not None:
            rule, far = objective.rule, inches(table, "seize_distance")
        x, y = place(marker)
        turns = [2 * pi * n / CORNERS for n in range(CORNERS)]
        ring = tuple(spot(x + (far + base) * cos(t), y + (far + base) * sin(t)) for t in turns)
        yield Zone(f"W{within_inches(far)[1:]} the marker", ring, rule, HEROES)


# ------------------------------------------------------------------ what weighs on it


def marks(table: Table) -> Iterator[Mark]:
    """Alertness and the wave, the hour, the weather and the event in force."""
    glyph = look.glyphs().__getitem__
    alert = table.tokens(TABLE, ALERTNESS)
    if not table.tokens(TABLE, BOSS):
        after = rise(alert, enemies=bool(units(table, ENEMIES)))
        soon = "a wave comes when this round ends" if after.wave else f"it rises to {after.after} when this round ends"
        text = f"At {LIMIT} a wave comes. As things stand {soon}; achieving the primary raises it by 3."
        yield Mark(
            ALERTNESS, "Alertness", text, glyph(ALERTNESS), "SQ-ALR-01", "bad" if after.wave else "plain", alert, LIMIT
        )
    wave = table.tokens(TABLE, WAVE)
    if wave:
        yield Mark(WAVE, f"Wave {wave}", "Waves that have come so far.", glyph("enemies"), "SQ-ALR-02")
    yield Mark(
        DIFFICULTY,
        f"Difficulty {table.tokens(ENEMIES, DIFFICULTY)}",
        "What a wave is worth.",
        glyph("ChooseUnit"),
        "SQ-CMP-04",
    )
    for token in (*TIMES, *WEATHERS):
        if table.tokens(TABLE, token):
            shown = look.looks("circumstances")[token]
            yield Mark(token, shown.name, _says(shown.rule), shown.glyph, shown.rule, shown.tone)
    number = table.tokens(TABLE, EVENT)
    if number in fates():
        fate = fates()[number]
        yield Mark(EVENT, fate.name, _says(fate.rule), glyph(EVENT), fate.rule)


def _says(rule: RuleId) -> str:
    """What the ledger says."""
    return load(PACKAGE).rules[rule].text


# ------------------------------------------------------------------ what the players pick


def corner_grounds(table: Table, decision: Decision) -> Mapping[int, Zone]:
    """The quarter of the table at each corner, or the corner itself where that is asked for (SQ-MSR-07)."""
    part = table.agenda[0] if table.agenda else None
    quarters = decision.rule == "SQ-DPL-04" or (isinstance(part, LayTokens) and part.quarters > 0)
    width, depth = table.terrain.width, table.terrain.height
    found = {}
    for number, (x, y) in enumerate(corners(table), 1):
        wide, deep = (width / 2, depth / 2) if quarters else (inches(table, "corner_distance"),) * 2
        x0, y0 = min(x, width - wide), min(y, depth - deep)
        square = ((x0, y0), (x0 + wide, y0), (x0 + wide, y0 + deep), (x0, y0 + deep))
        name = f"{'Quarter' if quarters else 'Corner'} {number}"
        found[number] = Zone(name, square, decision.rule)
    return found


# ------------------------------------------------------------------ what the enemies will do


def intents(table: Table) -> Sequence[Intent]:
    """What the book has every unit do, the next to act first; none if somebody plays them (SQ-AIU-16)."""
    if table.options["clever_enemies"] or table.outcome is not None or not up(table):
        return ()
    order = phase_order(table)
    there = [unit for unit in order if any(conscious(m) and m.at is not None for m in members(table, unit))]
    spent = [intent(table, unit, planned(table, unit)) for unit in there if ACTIVATED in leader(table, unit).tokens]
    found, left, then = [], [u for u in there if ACTIVATED not in leader(table, u).tokens], table
    while left:
        # Who acts later finds those before it where they will have gone by then.
        unit = next(u for u in ORDER.of(table)(then, order) if u in left)
        left.remove(unit)
        plan = planned(then, unit)
        found.append(intent(then, unit, plan))
        if plan is not None and left:
            charging = plan.kind == "charge"
            then = standing(then, charge_roads(then, unit, plan.target) if charging else plan.roads)
    return (*found, *spent)


def planned(table: Table, unit: UnitId) -> Plan | None:
    """What a unit would do now; nothing if it is Shaken."""
    return None if SHAKEN in leader(table, unit).tokens else decide(table, unit)


def intent(table: Table, unit: UnitId, plan: Plan | None) -> Intent:
    """What a unit is about to do, in words."""
    own = members(table, unit)
    first = leader(table, unit)
    ids = tuple(m.id for m in own)
    spent = ACTIVATED in first.tokens
    glyph = look.glyphs()
    if plan is None:
        return Intent(ids, "Recovers", "Shaken: it does nothing but recover", glyph["Wait"], "SQ-SHK-01", spent=spent)
    target = leader(table, plan.target) if plan.target else None
    at = target.id if target else ""
    name = target.name if target else ""
    road = plan.roads.get(first.id) or next(iter(plan.roads.values()), None)
    to = road.end if road else None
    match plan.kind:
        case "charge":
            return Intent(ids, "Charges", f"Charges {name}", glyph["Charge"], "SQ-AIU-02", at, spent=spent)
        case "shoot" if plan.roads:
            return Intent(ids, "Shoots", f"Advances and shoots at {name}", glyph["Shoot"], "SQ-AIU-06", at, to, spent)
        case "shoot":
            return Intent(ids, "Shoots", f"Stays and shoots at {name}", glyph["Shoot"], "SQ-AIU-02", at, spent=spent)
        case "rush" if target is not None:
            return Intent(ids, "Rushes", f"Rushes toward {name}", glyph["Rush"], "SQ-AIU-02", at, to, spent)
        case "rush":
            text = "Closes up" if plan.rule == "SQ-COH-02" else f"Rushes to {goal_name(table)}"
            return Intent(ids, "Rushes", text, glyph["Rush"], plan.rule, "", to, spent)
    return Intent(ids, "Waits", waits(table, unit, plan), glyph["Wait"], plan.rule or "SQ-AIU-03", spent=spent)


def goal_name(table: Table) -> str:
    """What the enemies make for while they see nobody (SQ-MIS-06)."""
    objective = objectives.current(table)
    if objective is None:
        return "the nearest hero"
    return "the middle of the table" if objective.goal == "table_centre" else "the objective"


def waits(table: Table, unit: UnitId, plan: Plan) -> str:
    """Why a unit stays where it is."""
    if plan.rule == "SQ-AIU-07":
        goal = leader(table, plan.target).name if plan.target else goal_name(table)
        return f"Can come no nearer to {goal} and waits"
    if missions.goals(table, unit) and plan == seek(table, unit, missions.goals(table, unit)):
        return f"Sees nobody and waits at {goal_name(table)}"
    return "Has nothing to do"
