"""Rules everybody is under that say no, or change a number, in the matters of others."""

from __future__ import annotations

from typing import Any

from sightline.core.decisions import Offer, Thrown
from sightline.core.effects import Bearing, effect, forbid, modify, offer
from sightline.core.table import Table
from sightline.core.variants import Variant
from sightline.games.xenotactics.actions import RollDieAgain
from sightline.games.xenotactics.catalog import DISTANCES
from sightline.games.xenotactics.measure import covered, levels, within
from sightline.games.xenotactics.questions import (
    Acting,
    ActionLimit,
    Dice,
    Reacting,
    SecondChances,
    Shielded,
    Targeting,
    ToDefend,
    ToHit,
    ToKeepTheTurn,
)
from sightline.games.xenotactics.sighting import behind, flankers, sees
from sightline.games.xenotactics.tokens import LIMIT, STUNNED

NEAR: float = DISTANCES["quality_reroll_friend"]

# ------------------------------------------------------------------ stunned (XT-STN-02)


def is_not_standing_up(table: Table, question: Acting, bearing: Bearing) -> bool:
    """It is anything but standing up."""
    return question.deed not in ("stand_up", "reform")


STUNNED_MODEL = effect(
    "XT-STN-02",
    forbid(Acting, role="actor", when=is_not_standing_up),
    forbid(Reacting, role="reactor"),
)


# ------------------------------------------------------------------ who may react (XT-RCT-02 to XT-RCT-07, XT-FLK-01)


def cannot_see(table: Table, question: Reacting, bearing: Bearing) -> bool:
    """The reactor does not see the active model."""
    return table.models[question.active].at is None or not sees(table, question.reactor, question.active)


def is_flanked(table: Table, question: Reacting, bearing: Bearing) -> bool:
    """Two enemies flank the reactor; whoever does not see the active model need not be asked."""
    return not cannot_see(table, question, bearing) and flankers(table, table.models[question.reactor]) is not None


def by_whom(table: Table, question: Reacting, bearing: Bearing) -> dict[str, Any]:
    """The figures of a model that is flanked."""
    pair = flankers(table, table.models[question.reactor])
    return {"model": question.reactor, "flanked by": list(pair or ())}


def is_behind(table: Table, question: Reacting, bearing: Bearing) -> bool:
    """The active model is in the rear arc of the reactor."""
    at = table.models[question.active].at
    return at is not None and behind(table.models[question.reactor], at)


def the_two(table: Table, question: Reacting, bearing: Bearing) -> dict[str, Any]:
    """Who may not react to whom."""
    return {"model": question.reactor, "active": question.active}


IN_SIGHT = effect("XT-RCT-02", forbid(Reacting, when=cannot_see, facts=the_two))
FLANKED = effect("XT-FLK-01", forbid(Reacting, when=is_flanked, facts=by_whom))
REAR_ARC = effect("XT-RCT-06", forbid(Reacting, when=is_behind, facts=the_two))


# ------------------------------------------------------------------ limits (XT-APL-03)


def settled(table: Table, question: ActionLimit, bearing: Bearing) -> list[int]:
    """What the start of the activation settled; a stunned model's own abilities no longer count (XT-APL-04)."""
    from sightline.games.xenotactics.effects.abilities import SLEEPING

    model = table.models[question.model]
    asleep = SLEEPING if STUNNED in model.tokens else frozenset()
    found = {k.partition(":")[2]: n for k, n in model.tokens.items() if k.startswith(f"{LIMIT}:")}
    return [n for rule, n in found.items() if rule not in asleep]


def restricted(table: Table, question: ActionLimit, bearing: Bearing) -> bool:
    """The start of the activation brought a restriction."""
    return not question.beginning and any(n < 3 for n in settled(table, question, bearing))


def permitted(table: Table, question: ActionLimit, bearing: Bearing) -> bool:
    """The start of the activation brought a permission."""
    return not question.beginning and any(n > 3 for n in settled(table, question, bearing))


def lowest(table: Table, question: ActionLimit, bearing: Bearing) -> float:
    """The lowest restriction."""
    return float(min(settled(table, question, bearing)))


def highest(table: Table, question: ActionLimit, bearing: Bearing) -> float:
    """The highest permission."""
    return float(max(settled(table, question, bearing)))


SETTLED_AT_THE_START = effect(
    "XT-APL-03",
    modify(ActionLimit, lowest, how="restrict", when=restricted),
    modify(ActionLimit, highest, how="permit", when=permitted),
)


# ------------------------------------------------------------------ attack reactions (XT-RAT-01)


def is_a_reaction(table: Table, question: Dice, bearing: Bearing) -> bool:
    """It is an attack reaction."""
    return not question.active


ONE_DIE_ONE_DAMAGE = effect("XT-RAT-01", modify(Dice, 1, how="most", when=is_a_reaction))


# ------------------------------------------------------------------ dice rolled again (XT-DIC-03, XT-DIC-04)


def fresh(window: Thrown, on: type, most: int) -> list[int]:
    """The places of dice that may be rolled again: of rolls for something, none of which used up its second chances."""
    found: list[int] = []
    first = 0
    for roll, faces in zip(window.rolls, window.faces, strict=True):
        places = range(first, first + len(faces))
        used = [p for p in places if p in window.repeated]
        if isinstance(roll.on, on) and roll.by == window.side and len(used) < most:
            found += [p for p in places if p not in used]
        first += len(faces)
    return found


def again(table: Table, window: Thrown, bearing: Bearing) -> Offer:
    """The offer to roll a die again."""
    return Offer(RollDieAgain, bearing.effect)


def dice_from_above(table: Table, window: Thrown) -> list[int]:
    """Attack dice of models that stand higher than their targets (XT-TER-08)."""
    rises = levels(table)
    found: list[int] = []
    for place in fresh(window, ToHit, 1):
        question = window.dice()[place][1].on
        assert isinstance(question, ToHit)
        if rises.get(question.attacker, 0) > rises.get(question.target, 99):
            found.append(place)
    return found


def dice_in_cover(table: Table, window: Thrown) -> list[int]:
    """Defence dice of models in cover against ranged damage (XT-TER-05)."""
    from sightline.games.xenotactics.effects import EFFECTS

    found: list[int] = []
    for place in fresh(window, ToDefend, 1):
        question = window.dice()[place][1].on
        assert isinstance(question, ToDefend)
        victim = table.models.get(question.victim)
        if question.origin is None or victim is None or not covered(table, victim, question.origin):
            continue
        if EFFECTS.allows(table, Shielded(question.victim, question.wielder, question.weapon, question.cause)):
            found.append(place)
    return found


def dice_of_quality(table: Table, window: Thrown, rule: str) -> list[int]:
    """Quality dice of the active model while second chances of a rule, or any, are left (XT-QTY-05, XT-QTY-06)."""
    from sightline.games.xenotactics.effects import EFFECTS

    for roll in window.rolls:
        if isinstance(roll.on, ToKeepTheTurn) and not roll.on.thief and roll.by == window.side:
            model = table.models[roll.on.model]
            if model.at is None or roll.count < 2:
                return []  # A killed model has nobody near it (XT-QTY-07); a single die is safe anyway (XT-QTY-08).
            near = tuple(m.id for m in table.squad(model.side) if m.id != model.id)
            notes = EFFECTS.tally(table, SecondChances(model.id, near), 0).notes
            sources = list(dict.fromkeys(n.rule for n in notes))[: SOURCES.of(table)]
            used = sum(p in window.repeated for p in range(len(window.faces[0])))
            if used < len(sources) and sources[used] == rule:
                return [p for p in fresh(window, ToKeepTheTurn, len(sources)) if p < len(window.faces[0])]
    return []


SOURCES = Variant("quality_reroll_sources_stack", {True: 2, False: 1})


def improvable(window: Thrown, places: list[int]) -> bool:
    """Whether one of some dice could come to more than it did; nobody is asked about dice that could not."""
    dice = window.dice()
    return any(not roll.reads or roll.reads[face - 1] < max(roll.reads) for _, roll, face in (dice[p] for p in places))


def turn_at_stake(window: Thrown) -> bool:
    """Whether the quality dice as they lie would end the turn (XT-QTY-02)."""
    kept = [(r.on, r.need, f) for _, r, f in window.dice() if isinstance(r.on, ToKeepTheTurn) and r.need is not None]
    bar = max((f for on, need, f in kept if on.thief and need.met(f)), default=0)
    return sum(not need.met(f) or f < bar for on, need, f in kept if not on.thief) >= 2


def is_above(table: Table, window: Thrown, bearing: Bearing) -> bool:
    """An attack die was rolled from above."""
    return improvable(window, dice_from_above(table, window))


def is_in_cover(table: Table, window: Thrown, bearing: Bearing) -> bool:
    """A defence die was rolled in cover."""
    return improvable(window, dice_in_cover(table, window))


def has_a_friend_near(table: Table, window: Thrown, bearing: Bearing) -> bool:
    """A quality die was rolled with a friend nearby."""
    return turn_at_stake(window) and bool(dice_of_quality(table, window, "XT-QTY-05"))


def has_a_leader(table: Table, window: Thrown, bearing: Bearing) -> bool:
    """A quality die was rolled with a leader in sight."""
    return turn_at_stake(window) and bool(dice_of_quality(table, window, "XT-ABL-19"))


ANYBODY_NEAR = Variant("stunned_friend_gives_reroll", {True: frozenset[str](), False: frozenset((STUNNED,))})


def friend_within_three_inches(table: Table, question: SecondChances, bearing: Bearing) -> bool:
    """A friend stands near the active model."""
    model = table.models[question.model]
    friends = (table.models[f] for f in question.friends)
    return any(within(table, model, f, NEAR) and not ANYBODY_NEAR.of(table) & f.tokens.keys() for f in friends)


HIGH_GROUND = effect("XT-TER-08", offer(Thrown, again, when=is_above))
COVER = effect("XT-TER-05", offer(Thrown, again, when=is_in_cover))
FRIEND_NEAR = effect(
    "XT-QTY-05",
    modify(SecondChances, 1, when=friend_within_three_inches),
    offer(Thrown, again, when=has_a_friend_near),
)
LEADER_SEEN = effect("XT-QTY-06", offer(Thrown, again, when=has_a_leader))


def dice_near_a_friend(table: Table, window: Thrown) -> list[int]:
    """Quality dice a friend nearby lets one roll again."""
    return dice_of_quality(table, window, "XT-QTY-05")


def dice_under_a_leader(table: Table, window: Thrown) -> list[int]:
    """Quality dice a leader in sight lets one roll again."""
    return dice_of_quality(table, window, "XT-ABL-19")


SOURCES_OF_DICE = {
    HIGH_GROUND.rule: dice_from_above,
    COVER.rule: dice_in_cover,
    FRIEND_NEAR.rule: dice_near_a_friend,
    LEADER_SEEN.rule: dice_under_a_leader,
}


def repeatable(table: Table, window: Thrown, rule: str) -> list[int]:
    """The dice that may be rolled again under a rule."""
    return SOURCES_OF_DICE[rule](table, window) if rule in SOURCES_OF_DICE else []


# ------------------------------------------------------------------ targets (XT-TGT-01)


def is_out_of_sight(table: Table, question: Targeting, bearing: Bearing) -> bool:
    """The attacker does not see the target, and nobody sees it for him."""
    if question.shown or question.target not in table.models:
        return False
    return not sees(table, question.attacker, question.target)


SEEN_TARGET = effect("XT-TGT-01", forbid(Targeting, when=is_out_of_sight))


# ------------------------------------------------------------------ hanging on a face (XT-MOV-08)


def hangs(table: Table, question: Acting, bearing: Bearing) -> bool:
    """A climber between two actions does anything but climb on, be it in stealth (XT-ABL-32)."""
    return bool(table.models[question.actor].z) and question.deed not in ("move", "sneak")


def how_high(table: Table, question: Acting, bearing: Bearing) -> dict[str, Any]:
    """The figures of a climber."""
    return {"model": question.actor, "height": round(table.models[question.actor].z, 4)}


HANGING = effect("XT-MOV-08", forbid(Acting, when=hangs, facts=how_high))

IN_FORCE = (
    IN_SIGHT,
    FLANKED,
    REAR_ARC,
    SETTLED_AT_THE_START,
    ONE_DIE_ONE_DAMAGE,
    HIGH_GROUND,
    COVER,
    FRIEND_NEAR,
    LEADER_SEEN,
    SEEN_TARGET,
    HANGING,
)
ALL = (STUNNED_MODEL, *IN_FORCE)
