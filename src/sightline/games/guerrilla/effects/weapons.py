"""What a hit does beyond its damage: ongoing damage, the push of the hammer; and the flash of a grenade."""

from __future__ import annotations

from math import hypot

from sightline.core import reach, sight
from sightline.core.effects import Bearing, after, effect, modify
from sightline.core.events import Attached
from sightline.core.referee import Referee
from sightline.core.table import TABLE, Attachment, Table
from sightline.core.variants import Variant
from sightline.games.guerrilla.catalog import item
from sightline.games.guerrilla.events import Hit, Pushed
from sightline.games.guerrilla.questions import DISADVANTAGE, Burning, ToHit
from sightline.games.guerrilla.tokens import TURN

ONGOING = "DG-ONG-04"
TICK = 1
"""Tokens each ongoing effect places at a time."""


def with_this_weapon(table: Table, hit: Hit, bearing: Bearing) -> bool:
    """The hit was made with the weapon that grants the effect."""
    return bearing.grant.via == hit.weapon


# Ongoing damage


class Burn:
    """When an effect begun in a turn falls due: at the end of that siege phase or not, and at which later starts."""

    __slots__ = ("at_end", "first", "last")

    def __init__(self, turn: int, *, at_once: bool) -> None:
        self.at_end = turn if at_once else 0
        self.first = turn + 1
        self.last = turn + 1 if at_once else turn + 2


def next_siege(turn: int, weapon: str) -> Burn:
    """The two siege phases after the hit."""
    return Burn(turn, at_once=False)


def current_siege(turn: int, weapon: str) -> Burn:
    """For guns the siege phase of the hit is the first; melee weapons are explicit about the next two."""
    return Burn(turn, at_once=item(weapon).attack == "shot")


STARTS = Variant("ongoing_start", {"next_siege": next_siege, "current_siege": current_siege})


def renew_per_weapon(table: Table, hit: Hit) -> tuple[str, int]:
    """One effect per name of weapon, renewed by every new hit."""
    return f"{item(hit.weapon).id}@{hit.bearer}", TICK


def per_hit(table: Table, hit: Hit) -> tuple[str, int]:
    """Every hit starts an effect of its own."""
    return f"{item(hit.weapon).id}@{hit.bearer}#{table.serial}", TICK * hit.hits


STACKS = Variant("ongoing_stacking", {"renew_per_weapon": renew_per_weapon, "per_hit": per_hit})


def last_siege(turn: int) -> str:
    """The moment after ongoing damage was placed in a turn."""
    return f"{turn} siege: ongoing damage placed"


async def set_burning(ref: Referee, hit: Hit, bearing: Bearing) -> None:
    """The model that was hit suffers ongoing damage (DG-ONG-04, DG-ONG-05)."""
    burn = STARTS.of(ref.table)(ref.table.tokens(TABLE, TURN), hit.weapon)
    id, damage = STACKS.of(ref.table)(ref.table, hit)
    tokens = {"damage": damage, "from": burn.first, "at end of": burn.at_end}
    await ref.emit(
        Attached(
            rule=bearing.effect,
            attachment=Attachment(id, ONGOING, hit.bearer, hit.attacker, last_siege(burn.last), tokens),
        )
    )


def due(table: Table, question: Burning, bearing: Bearing) -> bool:
    """Whether an ongoing effect places its tokens at this moment."""
    assert bearing.attachment is not None
    turn = table.tokens(TABLE, TURN)
    if question.moment == "end":
        return bearing.attachment.tokens["at end of"] == turn
    return turn >= bearing.attachment.tokens["from"]


def ongoing_damage(table: Table, question: Burning, bearing: Bearing) -> float:
    """The tokens it places."""
    assert bearing.attachment is not None
    return bearing.attachment.tokens["damage"]


ONGOING_DAMAGE = effect(ONGOING, modify(Burning, ongoing_damage, role="model", when=due, how="each"))
SOLUMIDE_BURNER = effect("DG-ONG-01", after(Hit, set_burning, role="attacker", when=with_this_weapon))
INCENDIARY_CANNON = effect("DG-ONG-02", after(Hit, set_burning, role="attacker", when=with_this_weapon))
ASSASSINS_KNIFE = effect("DG-ONG-03", after(Hit, set_burning, role="attacker", when=with_this_weapon))


# The push


async def drive_back(ref: Referee, hit: Hit, bearing: Bearing) -> None:
    """The victim goes straight away from the attacker until something bars its way (DG-PSH-02, DG-PSH-03)."""
    table = ref.table
    attacker, victim = table.models[hit.attacker], table.models[hit.bearer]
    assert attacker.at is not None
    assert victim.at is not None
    (ax, ay), (x, y), radius = attacker.at, victim.at, victim.radius
    apart = hypot(x - ax, y - ay)
    dx, dy = (x - ax) / apart, (y - ay) / apart
    _, others = sight.bases(table, victim.id)
    ground = reach.ground(table.terrain)
    distance = ground.push(x, y, dx, dy, radius, item(hit.weapon).effect["distance_in"], others)
    end = reach.settle(
        lambda p: ground.free(p[0], p[1], radius, others), x + dx * distance, y + dy * distance, victim.at
    )
    if end != victim.at:
        length = hypot(end[0] - x, end[1] - y)
        await ref.emit(
            Pushed(rule=bearing.effect, model=victim.id, path=(victim.at, end), length=length, by=hit.attacker)
        )


FORCE_HAMMER = effect("DG-PSH-01", after(Hit, drive_back, role="attacker", when=with_this_weapon))


# The flash

FLASHED = effect("DG-FLG-02", modify(ToHit, DISADVANTAGE, role="attacker", how="edge"))

HIT_EFFECTS = (SOLUMIDE_BURNER, INCENDIARY_CANNON, ASSASSINS_KNIFE, FORCE_HAMMER)
WEAPON_EFFECTS = (*HIT_EFFECTS, ONGOING_DAMAGE, FLASHED)
