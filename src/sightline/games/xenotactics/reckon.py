"""What dice may be expected to do: hits that stand, the life a damage point costs, reactions that are drawn.

Life is counted in hit points; being stunned counts as half of one, or as all of them where it lasts to the end. All
figures are means, not odds: quick, and good enough to choose by.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from sightline.core.table import Model, Table
from sightline.games.xenotactics import risk
from sightline.games.xenotactics.acting import friends, on_turn, spent
from sightline.games.xenotactics.arms import arm, built, statline_cost
from sightline.games.xenotactics.attacking import damage as damage_of
from sightline.games.xenotactics.attacking import targets, weapons_of
from sightline.games.xenotactics.catalog import DIE, STATS, abilities
from sightline.games.xenotactics.clash import from_target
from sightline.games.xenotactics.deeds import ATTACK as ATTACKS
from sightline.games.xenotactics.deeds import Deed
from sightline.games.xenotactics.effects import EFFECTS
from sightline.games.xenotactics.effects.rules import SOURCES
from sightline.games.xenotactics.harm import LOSS, STUN, verdicts
from sightline.games.xenotactics.measure import covered
from sightline.games.xenotactics.questions import SecondChances, Shielded, ToDefend, ToHit, ToKeepTheTurn
from sightline.games.xenotactics.sequence import thieves
from sightline.games.xenotactics.steps import reaction_fault
from sightline.games.xenotactics.tokens import (
    ACTIVATED,
    ATTACK,
    DEFENCE,
    HIT_POINTS,
    MOVE,
    QUALITY,
    REACTED,
    STUNNED,
    TURN,
)

STUNNING = 0.5
"""What being stunned costs who may stand up again, in hit points."""
QUALITY_COUNTS = 0.001
"""What each point that a model costs adds to its worth: who wins depends on how many are left, hardly on which."""
WILLING = 0.9
"""How likely it is that who may shoot back does so."""


# ------------------------------------------------------------------ what a model is worth


@lru_cache(1024)
def _worth(kit: tuple[str, ...], stats: tuple[int, ...]) -> float:
    weapons = sum(w.cost for w in map(built, kit) if w is not None)
    others = sum(abilities()[a].cost for a in kit if a in abilities())
    return 1.0 + QUALITY_COUNTS * max(0, statline_cost(dict(zip(STATS, stats, strict=True))) + weapons + others)


def worth(model: Model) -> float:
    """What a model is worth, if its side has not many: it is there, and a little for what it costs."""
    return _worth(model.kit, tuple(model.tokens[s] for s in STATS))


# ------------------------------------------------------------------ dice


@lru_cache(256)
def stands(need: int, against: int = 0) -> float:
    """The chance that a die succeeds and is not beaten by one die against another number (XT-OPP-02)."""
    return sum(1.0 - max(0, min(against, DIE) - face) / DIE for face in range(1, min(need, DIE) + 1)) / DIE


def need_to_hit(table: Table, attacker: Model, target: str, weapon: str, opposed: str, *, active: bool) -> int:
    """The number attack dice must not exceed."""
    return int(EFFECTS.tally(table, ToHit(attacker.id, target, weapon, opposed, active), attacker.tokens[ATTACK]).value)


def fails(table: Table, victim: Model, wielder: str, weapon: str, *, active: bool = True) -> tuple[float, float]:
    """The chances that a damage point costs a hit point, and that it stuns."""
    need = EFFECTS.tally(table, ToDefend(victim.id, wielder, weapon, active), victim.tokens[DEFENCE])
    shown = verdicts(need.value)
    return shown.count(LOSS) / DIE, shown.count(STUN) / DIE


def life_per_point(table: Table, victim: Model, wielder: str, weapon: str, *, active: bool = True) -> float:
    """What one damage point may be expected to cost, in life."""
    loss, stun = fails(table, victim, wielder, weapon, active=active)
    lying, stunning = STUNNED in victim.tokens, cost_of_stun(table, victim)
    if "big" in victim.kit:
        return loss + stun
    kind = arm(table, weapon) if weapon else None
    deadly = 1.0
    if kind is not None and kind.trait("nonlethal") is not None and victim.tokens[HIT_POINTS] <= 1:
        deadly = 0.0 if lying else stunning
    elif "energy_shield" in victim.kit and not lying:
        deadly = stunning
    return loss * deadly + (0.0 if lying else stun * stunning)


def cost_of_stun(table: Table, model: Model) -> float:
    """What being stunned costs, in hit points: all there are for who will lie there when areas are counted."""
    return float(model.tokens[HIT_POINTS]) if lies_for_good(table, model) else STUNNING


def lies_for_good(table: Table, model: Model) -> bool:
    """Whether a model that is stunned now never stands up again: its side has no turn left for it (XT-END-06)."""
    if table.tokens(model.side, TURN) < table.options["turn_limit"]:
        return False
    return on_turn(table) != model.side or ACTIVATED in model.tokens


def sheltered(points: float, failing: float) -> float:
    """The part of so many damage points that is left where one failed die may be rolled again (XT-TER-05)."""
    if points <= 0 or failing <= 0:
        return 1.0
    saved = (1.0 - float((1.0 - failing) ** points)) * (1.0 - failing)
    return max(0.0, 1.0 - saved / (points * failing))


def blow(table: Table, attacker: Model, weapon: str, target: Model, dice: int, against: int, opposed: str) -> float:
    """The life an active attack may be expected to cost its target, with cover as things stand."""
    need = need_to_hit(table, attacker, target.id, weapon, opposed, active=True)
    points = dice * stands(need, against) * damage_of(table, attacker.id, weapon, active=True)
    life = points * life_per_point(table, target, attacker.id, weapon)
    shield = Shielded(target.id, attacker.id, weapon, "attack")
    if attacker.at is not None and covered(table, target, attacker.at) and EFFECTS.allows(table, shield):
        life *= sheltered(points, sum(fails(table, target, attacker.id, weapon)))
    return life


def caught_in_blast(table: Table, target: str, weapon: str) -> list[Model]:
    """Everybody else a blast reaches."""
    blast = arm(table, weapon).trait("blast")
    if blast is None:
        return []
    others = (table.models[m] for m in table.standing() if m != target)
    return [m for m in others if from_target(table, target, m.id) <= blast.inches]


# ------------------------------------------------------------------ reactions


def reactors(table: Table, active: Model) -> tuple[Model, ...]:
    """The enemies who could react if a model did something now."""
    enemies = list(table.squad(table.other(active.side)))
    turned = tuple((m.id, m.facing, STUNNED in m.tokens) for m in enemies if REACTED in m.tokens or STUNNED in m.tokens)
    key = ("reactors", active.id, turned)
    found: tuple[str, ...] | None = table.memo.get(key)
    if found is None:
        deed = Deed(ATTACKS, active.id)
        found = tuple(m.id for m in enemies if reaction_fault(table, m.id, deed) is None)
        table.memo[key] = found
    return tuple(table.models[id] for id in found)


def best_reply(table: Table, reactor: Model, active: Model, against: int) -> tuple[float, int]:
    """The life the best reactive attack of a model may be expected to cost, and its number to hit."""
    best = (0.0, 0)
    for weapon in weapons_of(reactor):
        if active.id in targets(table, reactor, weapon):
            need = need_to_hit(table, reactor, active.id, weapon, "ranged" if against else "", active=False)
            best = max(best, (reply_life(table, reactor, weapon, active, need, against), need))
    return best


def reply_life(table: Table, reactor: Model, weapon: str, active: Model, need: int, against: int) -> float:
    """The life one reactive die may be expected to cost: one die, one damage (XT-RAT-01)."""
    return stands(need, against) * life_per_point(table, active, reactor.id, weapon, active=False)


def drawn(table: Table, active: Model, *, dodging: bool, target: str = "", need: int = 0) -> float:
    """The life an action may be expected to cost who takes it, by reactions."""
    total = 0.0
    for reactor in reactors(table, active):
        against = need if reactor.id == target else active.tokens[MOVE] if dodging else 0
        total += best_reply(table, reactor, active, against)[0]
    return WILLING * total


# ------------------------------------------------------------------ turnovers


@lru_cache(4096)
def turnover(quality: int, dice: int, again: int, against: tuple[int, ...]) -> float:
    """The chance of a turnover as a plain number (see `risk`)."""
    return float(risk.chance(quality, dice, again, against)) if dice > 1 else 0.0


def losing(table: Table, model: Model, points: int, more: Sequence[int] = ()) -> float:
    """The chance that a model's activation ends the turn after so many points, with the thieves and perhaps more."""
    if points < risk.FATAL:
        return 0.0
    key = ("second chances", model.id)
    figures: tuple[int, int] | None = table.memo.get(key)
    if figures is None:
        need = EFFECTS.tally(table, ToKeepTheTurn(model.id), model.tokens[QUALITY])
        notes = EFFECTS.tally(table, SecondChances(model.id, friends(table, model)), 0).notes if model.at else ()
        figures = int(need.value), min(len({n.rule for n in notes}), SOURCES.of(table))
        table.memo[key] = figures
    against = tuple(table.models[t].tokens[QUALITY] for t in thieves(table, model.side))
    return turnover(figures[0], points, figures[1], (*against, *more))


def added(table: Table, model: Model, cost: int) -> float:
    """How much the chance of a turnover grows by spending so many points more."""
    gone = spent(model)
    return max(0.0, losing(table, model, gone + cost) - losing(table, model, gone))
