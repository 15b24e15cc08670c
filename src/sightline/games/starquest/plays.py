"""How everything a hero does beside the plain actions is played, and what of it is legal."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from sightline.core.decisions import Action, Decision, Refusal, Thrown
from sightline.core.game import ActionKind
from sightline.core.referee import Referee
from sightline.core.table import Model, Table
from sightline.games.starquest import carrying, casting, heroics, jumping, searching, skills, tasks
from sightline.games.starquest.actions import Absorb, Cast, Counter, Leap, TryAgain, UseSkill, UseSkillAt

PLAYS: Mapping[type[Action], Callable[[Referee, Model, Any], Awaitable[None]]] = {
    **skills.COMMON,
    **tasks.PLAYS,
    **searching.PLAYS,
    Cast: casting.play_cast,
    UseSkill: heroics.play_skill,
    UseSkillAt: heroics.play_skill,
    Leap: jumping.play_leap,
    carrying.UseItem: carrying.play_use,
    carrying.ThrowItem: carrying.play_throw,
    carrying.Teleport: carrying.play_teleport,
}


def check_again(table: Table, decision: Decision, action: TryAgain) -> Refusal | None:
    """One failed die, with what was offered for it."""
    offers = [o.given for o in decision.offers if o.action is TryAgain]
    if isinstance(decision.on, Thrown) and {"dice": action.dice, "by": action.by} in offers:
        return None
    return Refusal("SQ-DIC-05", {"dice": list(action.dice)})


def check_absorb(table: Table, decision: Decision, action: Absorb) -> Refusal | None:
    """Whoever is asked."""
    if decision.about == action.model and any(o.action is Absorb for o in decision.offers):
        return None
    return Refusal("SQ-ITM-11", {"model": action.model})


CHECKS: Mapping[type[Action], ActionKind] = {
    **skills.CHECKS,
    **tasks.CHECKS,
    **searching.CHECKS,
    Cast: ActionKind(casting.check_cast, casting.cast_slots),
    Counter: ActionKind(casting.check_counter, casting.counter_slots),
    UseSkill: ActionKind(heroics.check_skill, heroics.skill_slots),
    UseSkillAt: ActionKind(heroics.check_skill_at, heroics.skill_at_slots),
    Leap: ActionKind(jumping.check_leap, jumping.leap_slots),
    carrying.UseItem: ActionKind(carrying.check_use, carrying.use_slots),
    carrying.ThrowItem: ActionKind(carrying.check_throw, carrying.throw_slots),
    carrying.Teleport: ActionKind(carrying.check_teleport, carrying.teleport_slots),
    TryAgain: ActionKind(check_again),
    Absorb: ActionKind(check_absorb),
}
