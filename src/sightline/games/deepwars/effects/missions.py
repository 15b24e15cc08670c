"""What Special Operations ask for, one effect for each (DW-OPS-04 to DW-OPS-21).

A side that has not chosen a mission gets nothing for it; each pays two victory points once.
"""

from __future__ import annotations

from collections.abc import Mapping

from sightline.core.effects import Bearing, Effect, after, effect
from sightline.core.events import Moved
from sightline.core.referee import Referee
from sightline.core.table import RuleId, Side, Table
from sightline.games.deepwars.arms import has_trait
from sightline.games.deepwars.catalog import HEAD, TOUCH, weapon, weapons
from sightline.games.deepwars.effects.abilities import DIVE
from sightline.games.deepwars.effects.creatures import is_won_over, on_strings
from sightline.games.deepwars.effects.spells import MARK
from sightline.games.deepwars.events import (
    Achieved,
    ActionsSpent,
    Afflicted,
    ChangedDepth,
    Charmed,
    Deployed,
    Deserted,
    Entered,
    Found,
    Learned,
    Noted,
    Raised,
    RanAway,
    Scored,
    Slain,
    SpellCast,
)
from sightline.games.deepwars.ground import DEADLY, SCENIC, features
from sightline.games.deepwars.measure import OBJECT, SHORT, WILD, level, stick
from sightline.games.deepwars.questions import SPELL
from sightline.games.deepwars.scoring import loser, side_behind
from sightline.games.deepwars.tokens import (
    ACHIEVED,
    BURNS,
    DIVES,
    ENCHANTED,
    ENTANGLED,
    HELPLESS_FOE,
    IMMOBILIZED,
    LEARNED,
    LOAD,
    MISSION,
    NO_MORE,
    PUPPET,
    ROSE,
    SUMMONED,
    TRANSFIXED,
    VICTORY,
    VISITED,
)

REWARD = 2
CALLED = f"{WILD}-called-"
"""How the names of creatures begin that the Golden Trident has called."""
CHOSEN_ONES = ("leader", "hero", "animist", "biomancer", "re_animator", "deep_caller")
HELD = (IMMOBILIZED, ENTANGLED, TRANSFIXED)
SLAIN = "slain"
"""How the number of enemies a side has killed itself is kept."""
DEEP, OFTEN, PIECES = 3, 2, 3


async def achieve(ref: Referee, side: Side, mission: str, rule: str) -> None:
    """A side has done what a mission of its asks for: two points, once."""
    table = ref.table
    if side not in table.sides or not table.tokens(side, f"{MISSION}:{mission}"):
        return
    if not table.tokens(side, f"{ACHIEVED}:{mission}"):
        await ref.emit(
            Achieved(rule=rule, bearer=side, token=f"{ACHIEVED}:{mission}", value=1),
            Scored(rule=rule, bearer=side, token=VICTORY, by=REWARD, what=mission),
        )


def settled(table: Table, side: Side) -> Mapping[str, RuleId]:
    """The missions of a side that would pay if the battle ended now, of those that only its end can tell."""
    found = {"pacifist": ("DW-OPS-10", pacifist), "tempting_fate": ("DW-OPS-19", tempted)}
    return {mission: rule for mission, (rule, holds) in found.items() if holds(table, side)}


def at_the_end(table: Table, side: Side) -> int:
    """What Pacifist and Tempting Fate would pay if the battle ended now."""
    return REWARD * len(settled(table, side))


async def settle(ref: Referee) -> None:
    """The battle is over: each mission that its end decides is done and paid, under its own rule."""
    for side in ref.table.sides:
        for mission, rule in settled(ref.table, side).items():
            await achieve(ref, side, mission, rule)


def pacifist(table: Table, side: Side) -> bool:
    """At least one enemy made helpless, and none killed (DW-OPS-10)."""
    wanted = table.tokens(side, f"{MISSION}:pacifist") and table.tokens(side, HELPLESS_FOE)
    return bool(wanted) and not table.tokens(side, f"{ACHIEVED}:{SLAIN}")


def tempted(table: Table, side: Side) -> bool:
    """Somebody has been in Deadly Terrain and lives, on the map or off it (DW-OPS-19)."""
    wanted = table.tokens(side, f"{MISSION}:tempting_fate")
    own = (m for m in table.models.values() if m.kind == "model" and (m.side if m.at is not None else m.owner) == side)
    return bool(wanted) and any(BURNS in m.tokens for m in own)


# ------------------------------------------------------------------ kills


def side_of(table: Table, event: Slain) -> Side:
    """The side whose model killed an enemy; empty if none did."""
    side = side_behind(table, event.killer)
    return "" if side == loser(table.models[event.model]) else side


def an_enemy(table: Table, event: Slain, bearing: Bearing) -> bool:
    """A model of the opponent was killed by a side's own hands, also one it had charmed (DW-GEN-12)."""
    victim = table.models[event.model]
    return bool(side_of(table, event)) and loser(victim) in table.sides and victim.kind != OBJECT


async def count_kills(ref: Referee, event: Slain, bearing: Bearing) -> None:
    """Every kill, against Pacifist; and what the kill itself was."""
    table, side, victim = ref.table, side_behind(ref.table, event.killer), ref.table.models[event.model]
    await ref.emit(Noted(rule="DW-OPS-10", bearer=side, token=f"{ACHIEVED}:{SLAIN}", value=1))
    if event.section == HEAD:
        await achieve(ref, side, "headhunter", "DW-OPS-04")
    if any(a in victim.kit for a in CHOSEN_ONES):
        await achieve(ref, side, "hit_squad", "DW-OPS-05")
    if "artificial" in victim.kit:
        await achieve(ref, side, "terminator", "DW-OPS-06")
    if event.effort >= DEEP:
        await achieve(ref, side, "master_warrior", "DW-OPS-07")
    killer = table.models[event.killer]
    if event.how == SPELL or PUPPET in killer.tokens or ENCHANTED in killer.tokens:
        await achieve(ref, side, "battle_sorcerer", "DW-OPS-08")
    if "warbeast" in victim.kit or ("animal" in victim.kit and is_called(victim.id)):
        await achieve(ref, side, "trophy_hunter", "DW-OPS-09")


def is_called(id: str) -> bool:
    """Whether a creature came to the map by a spell, or by the Golden Trident."""
    return MARK in id or id.startswith(CALLED)


KILLS = effect("DW-OPS-04", after(Slain, count_kills, when=an_enemy))


def made_helpless(table: Table, event: Afflicted, bearing: Bearing) -> bool:
    """Somebody is immobilized, entangled or transfixed by an enemy."""
    side = side_behind(table, event.source)
    return event.token in HELD and bool(side) and side != table.models[event.bearer].side


async def remember_helpless(ref: Referee, event: Afflicted, bearing: Bearing) -> None:
    """One such result is enough (DW-OPS-10)."""
    side = side_behind(ref.table, event.source)
    await ref.emit(Noted(rule="DW-OPS-10", bearer=side, token=HELPLESS_FOE, value=1))


PACIFIST = effect("DW-OPS-10", after(Afflicted, remember_helpless, when=made_helpless))


def with_kept_points(table: Table, event: SpellCast, bearing: Bearing) -> bool:
    """A spell was cast with power of an earlier turn."""
    return event.amplified > 0


async def supercharge(ref: Referee, event: SpellCast, bearing: Bearing) -> None:
    """DW-OPS-11."""
    await achieve(ref, ref.table.models[event.caster].side, "supercharger", "DW-OPS-11")


SUPERCHARGER = effect("DW-OPS-11", after(SpellCast, supercharge, when=with_kept_points))


def frightened_by_another(table: Table, event: RanAway | Deserted, bearing: Bearing) -> bool:
    """Somebody is gone, and a side it is not of has done it (DW-GEN-14)."""
    return bool(event.by) and event.by != loser(table.models[event.model])


async def intimidate(ref: Referee, event: RanAway | Deserted, bearing: Bearing) -> None:
    """It lost its nerve by what the side did (DW-OPS-12)."""
    await achieve(ref, event.by, "intimidator", "DW-OPS-12")


INTIMIDATOR = effect(
    "DW-OPS-12",
    after(RanAway, intimidate, when=frightened_by_another),
    after(Deserted, intimidate, when=frightened_by_another),
)


# ------------------------------------------------------------------ adventures


def something_valuable(table: Table, event: Found, bearing: Bearing) -> bool:
    """A token on the map was something of worth."""
    return event.token.startswith(f"{LOAD}:") and event.rule == "DW-TRE-01"


async def gold_rush(ref: Referee, event: Found, bearing: Bearing) -> None:
    """It lay within or on Scenic or Deadly Terrain (DW-OPS-13)."""
    wild = (f for f in features(ref.table.terrain) if SCENIC in f.traits or DEADLY in f.traits)
    if event.at is not None and any(f.covers(event.at) for f in wild):
        await achieve(ref, ref.table.models[event.bearer].side, "gold_rush", "DW-OPS-13")


async def rob(ref: Referee, event: Found, bearing: Bearing) -> None:
    """Taken from the body of an enemy (DW-OPS-20)."""
    await achieve(ref, ref.table.models[event.bearer].side, "grave_robber", "DW-OPS-20")


def from_a_body(table: Table, event: Found, bearing: Bearing) -> bool:
    """Robbed, not found."""
    return event.rule == "DW-OPS-20"


GOLD_RUSH = effect("DW-OPS-13", after(Found, gold_rush, when=something_valuable))
GRAVE_ROBBER = effect("DW-OPS-20", after(Found, rob, when=from_a_body))


def an_object_blown_up(table: Table, event: Slain, bearing: Bearing) -> bool:
    """The last wound of an object came from a blast."""
    blast = bool(event.weapon) and has_trait(weapon(event.weapon), "blast")
    return table.models[event.model].kind == OBJECT and blast


async def demolish(ref: Referee, event: Slain, bearing: Bearing) -> None:
    """DW-OPS-14."""
    await achieve(ref, side_behind(ref.table, event.killer), "demolitionist", "DW-OPS-14")


DEMOLITIONIST = effect("DW-OPS-14", after(Slain, demolish, when=an_object_blown_up))


UP, DOWN = f"{ROSE}:up", f"{ROSE}:down"
DIVING = ("DW-ACN-06", "DW-PHY-02")
"""The rules under which actions are spent on depth."""


async def count_levels(ref: Referee, event: ChangedDepth, bearing: Bearing) -> None:
    """Three levels one way in consecutive actions of one activation, unhurt, are a dive; two dives do (DW-OPS-15)."""
    table, model = ref.table, ref.table.models[event.model]
    if model.side not in table.sides or "power_dive" in model.kit or event.rule not in ("DW-DEP-02", "DW-PHY-02"):
        return
    way, other = (UP, DOWN) if event.z > event.start else (DOWN, UP)
    hurt = event.rule == "DW-PHY-02" and f"{NO_MORE}:{DIVE}" in model.tokens  # The one that went wrong: it wounds.
    gone = 0 if hurt else model.tokens.get(way, 0) + round(event.length / stick(table, SHORT))
    await ref.emit(
        Noted(rule="DW-OPS-15", bearer=model.id, token=way, value=gone % DEEP),
        Noted(rule="DW-OPS-15", bearer=model.id, token=other, value=0),
    )
    if gone >= DEEP:
        dives = model.tokens.get(DIVES, 0) + 1
        await ref.emit(Noted(rule="DW-OPS-15", bearer=model.id, token=DIVES, value=dives))
        if dives >= OFTEN:
            await achieve(ref, model.side, "dive_master", "DW-OPS-15")


def does_something_else(table: Table, event: ActionsSpent, bearing: Bearing) -> bool:
    """An action goes into anything but depth."""
    return event.rule not in DIVING and any(t in table.models[event.bearer].tokens for t in (UP, DOWN))


async def interrupted(ref: Referee, event: ActionsSpent, bearing: Bearing) -> None:
    """Whatever is done in between ends a dive."""
    await ref.emit(*(Noted(rule="DW-OPS-15", bearer=event.bearer, token=t, value=0) for t in (UP, DOWN)))


DIVE_MASTER = effect(
    "DW-OPS-15",
    after(ChangedDepth, count_levels),
    after(ActionsSpent, interrupted, when=does_something_else),
)


async def whisper(ref: Referee, event: Charmed, bearing: Bearing) -> None:
    """DW-OPS-16."""
    if not on_strings(ref.table, event.model):
        await achieve(ref, event.side, "beast_whisperer", "DW-OPS-16")


BEAST_WHISPERER = effect("DW-OPS-16", after(Charmed, whisper, when=is_won_over))


def is_brought_back(table: Table, event: Raised, bearing: Bearing) -> bool:
    """Somebody who was dead lives again, as itself."""
    return event.new.owner in table.sides and SUMMONED not in event.new.tokens


async def nine_lives(ref: Referee, event: Raised, bearing: Bearing) -> None:
    """DW-OPS-17."""
    await achieve(ref, event.new.owner, "nine_lives", "DW-OPS-17")


NINE_LIVES = effect("DW-OPS-17", after(Raised, nine_lives, when=is_brought_back))


async def blaze(ref: Referee, event: Moved | Deployed | Entered, bearing: Bearing) -> None:
    """Three separate pieces of Scenic Terrain, in them, through them or touching them (DW-OPS-18)."""
    table, model = ref.table, ref.table.models[event.model]
    if model.at is None or model.side not in table.sides:
        return
    low = level(table, model)
    been = event.pieces if isinstance(event, Entered) else ()
    for f in features(table.terrain):
        token = f"{VISITED}:{f.id}"
        if SCENIC not in f.traits or token in model.tokens:
            continue
        if f.id in been or (f.on(low) and f.gap(model.at) <= model.radius + TOUCH):
            await ref.emit(Noted(rule="DW-OPS-18", bearer=model.id, token=token, value=1))
    seen = sum(1 for t in table.models[model.id].tokens if t.startswith(f"{VISITED}:"))
    if seen >= PIECES:
        await achieve(ref, model.side, "trailblazer", "DW-OPS-18")


TRAILBLAZER = effect("DW-OPS-18", after(Moved, blaze), after(Deployed, blaze), after(Entered, blaze))


async def tempt(ref: Referee, event: Entered, bearing: Bearing) -> None:
    """Whoever has been in Deadly Terrain may tell of it if it lives (DW-OPS-19)."""
    deadly = {f.id for f in features(ref.table.terrain) if DEADLY in f.traits}
    if any(p in deadly for p in event.pieces) and ref.table.models[event.model].at is not None:
        await ref.emit(Noted(rule="DW-OPS-19", bearer=event.model, token=BURNS, value=1))


TEMPTING_FATE = effect("DW-OPS-19", after(Entered, tempt))


async def progress(ref: Referee, event: Learned, bearing: Bearing) -> None:
    """An ancient device works (DW-OPS-21)."""
    await achieve(ref, ref.table.models[event.bearer].side, "scientific_progress", "DW-OPS-21")


def by_a_check(table: Table, event: Learned, bearing: Bearing) -> bool:
    """An ancient device, learned by oneself, not taught: no weapon that was salvaged."""
    kind, _, what = event.token.partition(":")
    return kind == LEARNED and what not in weapons() and event.rule == "DW-TEC-03"


SCIENTIFIC_PROGRESS = effect("DW-OPS-21", after(Learned, progress, when=by_a_check))

ALL: tuple[Effect, ...] = tuple(found for found in list(globals().values()) if isinstance(found, Effect))
