"""Who is in a warband between battles, and what is known of them."""

from __future__ import annotations

from sightline.core.decisions import Refusal
from sightline.core.dice import Roll
from sightline.core.effects import Tally
from sightline.core.muster import Entry, Roster
from sightline.core.referee import Referee
from sightline.core.table import Model, ModelId, Side, Table
from sightline.games.deepwars import camp_words as w
from sightline.games.deepwars import catalog
from sightline.games.deepwars.catalog import DIE, GAME_ID
from sightline.games.deepwars.checks import DICE
from sightline.games.deepwars.effects.commanding import HELPERS, MASTERS
from sightline.games.deepwars.tokens import POINTS, QUALITY, SKILL, about


def members(table: Table, side: Side) -> list[Model]:
    """Everybody of a warband who is not dead for good."""
    return [m for m in table.models.values() if m.kind == "model" and m.side == side and w.DEAD not in m.tokens]


def able(table: Table, side: Side) -> list[Model]:
    """Those who can fight."""
    return [m for m in members(table, side) if w.DISABLED not in m.tokens]


def has(member: Model, ability: str) -> bool:
    """Whether a member has an ability, from the beginning or since."""
    return catalog.profiles()[member.profile].has(ability) or f"{w.GAINED}:{ability}" in member.tokens


def arms(member: Model) -> tuple[str, ...]:
    """The weapons of a member, those it was fitted with included."""
    own = tuple(catalog.profiles()[member.profile].weapons)
    return (
        *own,
        *(i for t in member.tokens if (i := about(t)) in catalog.weapons() and t.startswith(w.GAINED)),
    )


def help_for(table: Table, worker: Model) -> int:
    """What the Assistants of a warband add to a roll of one of these, two of them at most (DW-ABL-06)."""
    if not any(has(worker, master) for master in MASTERS):
        return 0
    others = (m for m in able(table, worker.side) if m.id != worker.id)
    return min(HELPERS, sum(has(m, "assistant") for m in others))


def above_its_level(worker: Model, cl: int) -> int:
    """What it costs a Scientist to handle something above its level; one level of -1 only (DW-TEC-10)."""
    return -1 if worker.tokens.get(f"{SKILL}:scientist", 0) < cl else 0


def worth(table: Table, side: Side) -> int:
    """The points of every living member, disabled ones included (DW-CMP-07)."""
    return sum(m.tokens[POINTS] for m in members(table, side))


def as_roster(table: Table, side: Side, *more: str) -> Roster:
    """The living members and somebody more, as the rules for warbands read them."""
    living = tuple(
        Entry(m.profile, ("leader",) if f"{w.GAINED}:leader" in m.tokens else ()) for m in members(table, side)
    )
    return Roster(GAME_ID, table.models[side].name, (*living, *map(Entry, more)))


def owned(table: Table, decision_side: Side, id: ModelId) -> Refusal | None:
    """Only living members of one's own."""
    if id in {m.id for m in members(table, decision_side)}:
        return None
    return Refusal("DW-CMP-03", {"model": id})


def need_of(quality: int, mod: int = 0) -> Tally:
    """What each of the dice must reach; a natural 1 fails and a natural 6 succeeds (DW-GEN-03)."""
    return Tally(float(quality), float(min(DIE, max(2, quality - mod))))


async def quality_roll(ref: Referee, member: Model, rule: str, mod: int = 0, quality: int = 0) -> int:
    """Three dice against Quality, between battles; how many reach it."""
    need = need_of(quality or member.tokens[QUALITY], mod)
    reads = tuple(int(need.met(face)) for face in range(1, DIE + 1))
    (faces,) = await ref.throw(Roll(rule, DIE, DICE, member.side, member.id, need, reads))
    return sum(need.met(face) for face in faces)
