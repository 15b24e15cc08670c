"""The rules everybody is under: sight and cover, engagement, second wind."""

from __future__ import annotations

from typing import Any

from sightline.core.decisions import Offer, Thrown
from sightline.core.effects import Bearing, effect, forbid, modify, offer
from sightline.core.table import Table
from sightline.core.variants import Variant
from sightline.games.guerrilla import measure
from sightline.games.guerrilla.actions import SecondWind
from sightline.games.guerrilla.questions import DISADVANTAGE, Targeting, ToHit
from sightline.games.guerrilla.tokens import SECOND_WIND

COVER = "half cover"
ENGAGEMENT = "engagement"
"""Sources of one name count once (DG-ADV-04)."""


def is_shot(table: Table, question: ToHit, bearing: Bearing) -> bool:
    """Only shots."""
    return question.attack == "shot"


def is_swing(table: Table, question: ToHit, bearing: Bearing) -> bool:
    """Only swings."""
    return question.attack == "swing"


def is_shot_or_swing(table: Table, question: ToHit, bearing: Bearing) -> bool:
    """Attacks on a particular model, which a throw is not (DG-THR-05)."""
    return question.attack != "throw"


# Cover


def shot_at_half_cover(table: Table, question: ToHit, bearing: Bearing) -> bool:
    """A shot at a model of which half or less is to be seen."""
    return question.attack == "shot" and measure.in_half_cover(table, question.attacker, question.target)


def unseen(table: Table, question: Targeting) -> bool:
    """Nothing of the model is to be seen."""
    return not measure.sees(table, question.attacker, question.target)


def shot_or_cast_unseen(table: Table, question: Targeting, bearing: Bearing) -> bool:
    """A shot or cast at a model in full cover."""
    return question.attack != "swing" and unseen(table, question)


def swing_unseen(table: Table, question: Targeting, bearing: Bearing) -> bool:
    """A swing at a model out of sight."""
    return question.attack == "swing" and unseen(table, question)


def what_hides_it(table: Table, question: Targeting, bearing: Bearing) -> dict[str, Any]:
    """The pieces between the two."""
    blocked_by = measure.blocking(table, question.attacker, question.target)
    return {"target": question.target, "share": 0.0, "blocked by": ", ".join(blocked_by)}


HALF_COVER = effect("DG-LOS-07", modify(ToHit, DISADVANTAGE, when=shot_at_half_cover, how="edge", group=COVER))
FULL_COVER = effect("DG-LOS-08", forbid(Targeting, when=shot_or_cast_unseen, facts=what_hides_it))
SIGHT = effect("DG-LOS-04", forbid(Targeting, when=swing_unseen, facts=what_hides_it))


# Engagement


def at_an_engaged_enemy(table: Table, question: ToHit, bearing: Bearing) -> bool:
    """A shot at somebody the shooter is engaged with."""
    return question.attack == "shot" and question.target in measure.engaged_with(table, question.attacker)


def engaged_attackers(table: Table, question: ToHit) -> bool:
    """The shooter is engaged with somebody else."""
    return bool(measure.engaged_with(table, question.attacker))


def into_combat(table: Table, question: ToHit) -> bool:
    """The shooter is engaged with somebody else, or the target with a friend of the shooter."""
    return engaged_attackers(table, question) or bool(measure.engaged_with(table, question.target))


def every_attacker(table: Table, question: ToHit) -> bool:
    """Anybody who shoots at somebody out of engagement."""
    return True


ENGAGED_SCOPE = Variant(
    "engaged_scope",
    {"engaged_attackers": engaged_attackers, "into_combat": into_combat, "every_attacker": every_attacker},
)


def past_an_engagement(table: Table, question: ToHit, bearing: Bearing) -> bool:
    """A shot at somebody the shooter is not engaged with, where that is penalised."""
    if question.attack != "shot" or question.target in measure.engaged_with(table, question.attacker):
        return False
    return ENGAGED_SCOPE.of(table)(table, question)


POINT_BLANK = effect("DG-ENG-04", modify(ToHit, DISADVANTAGE, when=at_an_engaged_enemy, how="edge", group=ENGAGEMENT))
PAST_AN_ENGAGEMENT = effect(
    "DG-ENG-05", modify(ToHit, DISADVANTAGE, when=past_an_engagement, how="edge", group=ENGAGEMENT)
)


# Second wind


def own_dice(table: Table, thrown: Thrown, bearing: Bearing) -> bool:
    """The side has second winds left and dice of its own that were not repeated yet (DG-SWD-04, DG-SWD-05)."""
    return (
        table.tokens(bearing.bearer, SECOND_WIND) > 0
        and all(roll.by == bearing.bearer for roll in thrown.rolls)
        and bool(REPEATABLE.of(table)(thrown))
    )


def each_fresh_die(thrown: Thrown) -> tuple[int, ...]:
    """Any die that was not repeated yet, hit or miss."""
    return tuple(place for place, _, _ in thrown.dice() if place not in thrown.repeated)


def every_fresh_miss(thrown: Thrown) -> tuple[int, ...]:
    """All dice that missed, unless they were repeated."""
    return tuple(
        place
        for place, roll, face in thrown.dice()
        if place not in thrown.repeated and roll.need is not None and face < roll.need.value
    )


REPEATABLE = Variant("second_wind_scope", {"one_die": each_fresh_die, "whole_attack": every_fresh_miss})


def second_wind(table: Table, thrown: Thrown, bearing: Bearing) -> Offer:
    """Roll some of one's dice again."""
    return Offer(SecondWind, "DG-SWD-02")


SECOND_WINDS = effect("DG-SWD-02", offer(Thrown, second_wind, role="side", when=own_dice))

COMMON_RULES = (HALF_COVER, FULL_COVER, SIGHT, POINT_BLANK, PAST_AN_ENGAGEMENT)
COMMON_EFFECTS = (*COMMON_RULES, SECOND_WINDS)
