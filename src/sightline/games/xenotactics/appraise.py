"""What actions are worth, in the simplest way that lets programs play: hurt enemies, come closer, take few risks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import hypot
from typing import Any

from sightline.core.decisions import Action, Decision, Keep, Thrown
from sightline.core.responses import Enough, StandDown
from sightline.core.table import Model, Table
from sightline.games.xenotactics import actions as a
from sightline.games.xenotactics.acting import spent
from sightline.games.xenotactics.arms import arm
from sightline.games.xenotactics.tokens import ATTACK, DEFENCE, QUALITY, STUNNED

RISKY = 2
"""Points after which a further one may lose the turn."""


def appraise(table: Table, decision: Decision, actions: Sequence[Action]) -> list[float]:
    """What each action is worth to the side that decides."""
    return [value(table, decision, action) for action in actions]


def value(table: Table, decision: Decision, action: Action) -> float:
    """One action."""
    judge = JUDGES.get(type(action))
    return judge(table, decision, action) if judge is not None else 0.0


def damage(table: Table, attacker: Model, weapon: str, target: str, dice: int) -> float:
    """The damage to be expected of an attack, in failed defence dice."""
    kind = arm(table, weapon)
    hit = (9 if kind.melee else attacker.tokens[ATTACK]) / 10
    victim = table.models.get(target)
    if victim is None:
        return 0.05
    fails = (10 - victim.tokens[DEFENCE]) / 10
    return dice * kind.damage * hit * fails * (0.3 if STUNNED in victim.tokens else 1.0)


def risk(table: Table, decision: Decision) -> float:
    """What spending one more point puts at stake."""
    model = table.models.get(decision.about)
    if model is None or spent(model) < 1:
        return 0.0
    return 0.1 * (10 - model.tokens[QUALITY]) / 10 * spent(model)


def attack(table: Table, decision: Decision, action: a.Attack) -> float:
    """Worth what it does, less what it risks."""
    model = table.models[action.actor]
    dice = arm(table, action.weapon).firepower + action.extra
    return damage(table, model, action.weapon, action.target, dice) - risk(table, decision) * (1 + action.extra)


def closer(table: Table, model: Model, to: Any) -> float:
    """How much nearer to the nearest enemy a spot is."""
    enemies = [m.at for m in table.squad(table.other(model.side)) if m.at is not None]
    if not enemies or model.at is None or to is None:
        return 0.0
    before = min(hypot(model.at[0] - x, model.at[1] - y) for x, y in enemies)
    after = min(hypot(to[0] - x, to[1] - y) for x, y in enemies)
    return (before - after) / 24


def move(table: Table, decision: Decision, action: a.Move) -> float:
    """Worth the ground it gains."""
    model = table.models[action.actor]
    bonus = damage(table, model, action.weapon, action.target, 1) if action.weapon else 0.0
    gain = 0.3 if action.against else closer(table, model, action.to) if action.to else 0.05
    return bonus + gain - risk(table, decision)


def go(table: Table, decision: Decision, action: a.Go) -> float:
    """Worth the ground it gains."""
    return 0.3 if action.against else closer(table, table.models[action.actor], action.to)


def shoot_back(table: Table, decision: Decision, action: a.ShootBack) -> float:
    """Worth what one die does."""
    on = decision.on
    target = action.target or getattr(on, "active", "")
    return damage(table, table.models[action.actor], action.weapon, target, 1) / max(
        1, arm(table, action.weapon).damage
    )


def roll_again(table: Table, decision: Decision, action: a.RollDieAgain) -> float:
    """Failures are rolled again, successes are kept."""
    assert isinstance(decision.on, Thrown)
    _, roll, face = decision.on.dice()[action.dice[0]]
    return 0.5 if roll.need is not None and not roll.need.met(face) else -1.0


def forced(table: Table, decision: Decision, action: a.Pass) -> float:
    """Passing is for when nothing better is left."""
    return -0.5


def fixed(worth: float) -> Callable[[Table, Decision, Any], float]:
    """The same whatever the table looks like."""

    def judge(table: Table, decision: Decision, action: Action) -> float:
        return worth

    return judge


JUDGES: dict[type[Action], Callable[[Table, Decision, Any], float]] = {
    a.Attack: attack,
    a.Move: move,
    a.Go: go,
    a.Capture: fixed(2.0),
    a.StandUp: fixed(0.6),
    a.UseDoor: fixed(-0.1),
    a.ShootBack: shoot_back,
    a.MoveAway: fixed(0.1),
    a.StealInitiative: fixed(0.05),
    a.RollDieAgain: roll_again,
    a.Pass: forced,
    a.Retreat: fixed(-9.0),
    a.Leave: fixed(-5.0),
    a.Activate: fixed(0.1),
    a.UseAbility: fixed(0.15),
    a.OffhandAttack: fixed(0.3),
    a.Land: fixed(0.1),
    a.UseShield: fixed(0.5),
    Enough: fixed(0.02),
    StandDown: fixed(-0.5),
    Keep: fixed(0.0),
}
