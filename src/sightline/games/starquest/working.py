"""What skills, spells and items do, in the vocabulary of the figures (SQ-SKL-05, SQ-HSK-02, SQ-SPL-02, SQ-SPL-03)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from math import hypot
from typing import Any

from msgspec import Struct

from sightline.core.events import Event, Spawned
from sightline.core.referee import Referee
from sightline.core.table import Attachment, Model, ModelId, Part, Point, RuleId, Table
from sightline.games.starquest.acting import pay, restored
from sightline.games.starquest.attacking import NEXT_ATTACK, Assault, Blocking, multiplier, neighbours, shared
from sightline.games.starquest.catalog import HEROES, Working, slug
from sightline.games.starquest.conditions import stricken, suffered
from sightline.games.starquest.effects import BY_SPECIAL
from sightline.games.starquest.events import Cured, Enchanted, Steadied, Teleported, TokensGained
from sightline.games.starquest.ground import scale
from sightline.games.starquest.harm import healed
from sightline.games.starquest.measure import UnitId, conscious, ids, is_hero, members, place, wounds_left
from sightline.games.starquest.searching import light_fingers
from sightline.games.starquest.skills import Stepping, push, revive
from sightline.games.starquest.tasks import remote_work
from sightline.games.starquest.testing import hold, roll_d3, shake
from sightline.games.starquest.tokens import (
    ACTING,
    ACTIVATION_ENDS,
    ROUND_ENDS,
    SHAKEN,
    SPELL_TOKENS,
    TOUGH,
    WOUNDS,
)

LASTING = frozenset(("stat_mod", "move_mod", "ap_mod", "attacks_mod", "ai_priority", "ai_ignore", "reroll"))
"""What lies on a unit for a while."""
MOST_TOKENS = 6


class Use(Struct, frozen=True):
    """A working that is being used: by whom, on whom or where."""

    entry: Working
    rule: RuleId
    source: ModelId
    target: UnitId = ""
    at: Point | None = None
    choice: str = ""


class Fallout(Part, frozen=True):
    """What follows if hits have wounded a unit."""

    unit: UnitId
    condition: str
    rule: RuleId
    before: int


def moment(table: Table, until: str, source: Model, target: UnitId) -> str:
    """When something lasting ends (SQ-HSK-02, SQ-SPL-03)."""
    if until == "own_next_activation":
        return f"{source.unit} is activated"
    if until == "target_next_activation_end":
        acting = any(ACTING in m.tokens for m in members(table, target))
        return f"{ACTIVATION_ENDS} {target}" + (" again" if acting else "")
    if until == "next_attack_this_activation":
        return ACTIVATION_ENDS
    return ROUND_ENDS


async def resolve(ref: Referee, use: Use) -> None:
    """Everything a working does, in the order of its entry; what lasts is laid down as one."""
    ops = [fx["op"] for fx in use.entry.fx]
    if LASTING.intersection(ops):
        await lay(ref, use)
    for fx in use.entry.fx:
        act = OPS.get(fx["op"])
        if act is not None and ref.table.outcome is None:
            await act(ref, use, fx)


async def lay(ref: Referee, use: Use) -> None:
    """A lasting working on every model of a unit; the same one does not stack (SQ-SPL-03)."""
    table = ref.table
    source = table.models[use.source]
    until = moment(table, use.entry.until, source, use.target)
    kept = {NEXT_ATTACK: 1} if "next_attack" in use.entry.until else {}
    special = SPECIAL_LAYING.get(use.entry.id)
    if special is not None:
        await special(ref, use, until)
        return
    await ref.emit(
        *(
            Enchanted(
                rule=use.rule,
                attachment=Attachment(f"{use.entry.id}@{m.id}", lasting_rule(use), m.id, use.source, until, kept),
            )
            for m in members(table, use.target)
        )
    )


def lasting_rule(use: Use) -> RuleId:
    """The rule under which a working lasts."""
    if use.entry.kind:
        return use.rule  # An item lasts by its own rule.
    return "SQ-SPL-03" if use.entry.faction else "SQ-HSK-02"


async def number(ref: Referee, written: str, use: Use) -> int:
    """A number as the figures write it: 2, D3, D3+1."""
    if not str(written).startswith("D3"):
        return int(written)
    side = ref.table.models[use.source].side
    return await roll_d3(ref, use.rule, side, use.source) + int(str(written)[2:] or 0)


# ------------------------------------------------------------------ the vocabulary


async def hits(ref: Referee, use: Use, fx: Mapping[str, Any]) -> None:
    """Hits to be blocked, without cover; Blast and Deadly as with weapons (SQ-SPL-02)."""
    count = await number(ref, fx["n"], use)
    shares: Sequence[tuple[UnitId, int, int]] = [(use.target, count, 0)]
    if fx.get("blast"):
        imagined = Assault(ref.table.models[use.source].unit, use.target, ())
        near = neighbours(ref.table, imagined)
        own = sum(conscious(m) for m in members(ref.table, use.target))
        times = multiplier(fx["blast"], own, [n for _, n in near])
        shares = await shared(ref, [use.target, *(u for u, _ in near)], count * times, 0)
    parts: list[Part] = [
        Blocking(use.source, unit, "", n, ap=fx.get("ap", 0), deep=fx.get("deadly", 1), cause="hits", rule="SQ-SPL-02")
        for unit, n, _ in shares
        if n
    ]
    after = next((f for f in use.entry.fx if f["op"] == "condition" and f.get("when") == "wounded"), None)
    if after is not None:
        parts.append(Fallout(use.target, after["name"], use.rule, taken(ref.table, use.target)))
    ref.then(*parts)


def taken(table: Table, unit: UnitId) -> int:
    """The wounds a unit has taken and the models it has lost, in one number."""
    models = members(table, unit)
    return sum(m.tokens.get(WOUNDS, 0) for m in models) - 100 * len(models)


async def fallout(ref: Referee, part: Fallout) -> None:
    """A unit that was wounded is stricken."""
    if members(ref.table, part.unit) and taken(ref.table, part.unit) > part.before:
        await ref.emit(*stricken(ref.table, part.unit, part.condition, part.rule))


async def condition(ref: Referee, use: Use, fx: Mapping[str, Any]) -> None:
    """A status condition, at once."""
    if fx.get("when") != "wounded":
        await ref.emit(*stricken(ref.table, use.target, fx["name"], use.rule))


async def grant_rule(ref: Referee, use: Use, fx: Mapping[str, Any]) -> None:
    """A special rule for a while."""
    until = moment(ref.table, use.entry.until, ref.table.models[use.source], use.target)
    effect = BY_SPECIAL[slug(fx["rule"])].rule
    await ref.emit(
        *(
            Enchanted(
                rule=use.rule, attachment=Attachment(f"{use.entry.id}:{effect}@{m.id}", effect, m.id, use.source, until)
            )
            for m in members(ref.table, use.target)
        )
    )


async def shove(ref: Referee, use: Use, fx: Mapping[str, Any]) -> None:
    """The target is pushed directly away, once its hits are resolved."""
    ref.then(Shoving(use.source, use.target, float(fx["distance"]), use.rule))


async def pull(ref: Referee, use: Use, fx: Mapping[str, Any]) -> None:
    """The target is moved toward the source, stopping an inch short of others."""
    ref.then(Shoving(use.source, use.target, -float(fx["distance"]), use.rule))


class Shoving(Part, frozen=True):
    """A unit is pushed away from a model, or drawn to it."""

    source: ModelId
    unit: UnitId
    distance: float
    rule: RuleId


async def shoving(ref: Referee, part: Shoving) -> None:
    """As far as nothing stops it."""
    table = ref.table
    source = table.models[part.source]
    models = [m for m in members(table, part.unit) if conscious(m)]
    if source.at is None or not models:
        return
    far = abs(part.distance) * scale(table)
    if part.distance > 0:
        await push(ref, source.at, part.unit, far, part.rule)
        return
    # Drawn to the source is pushed away from a spot on the other side.
    near = min(models, key=lambda m: hypot(place(m)[0] - source.at[0], place(m)[1] - source.at[1]))  # type: ignore[index]
    x, y = place(near)
    await push(ref, (2 * x - source.at[0], 2 * y - source.at[1]), part.unit, far, part.rule)


async def restore_wounds(ref: Referee, use: Use, fx: Mapping[str, Any]) -> None:
    """Wounds come back to one wounded model."""
    models = [m for m in members(ref.table, use.target) if conscious(m) and m.tokens.get(WOUNDS, 0)]
    if not models:
        return
    model = models[0]
    written = fx["n"]
    if written == "1_or_D3_if_half":
        written = "D3" if 2 * wounds_left(model) <= model.tokens[TOUGH] else "1"
    amount = await number(ref, written, use)
    await ref.emit(*healed(ref.table.models[model.id], amount, use.rule))


async def restore_power(ref: Referee, use: Use, fx: Mapping[str, Any]) -> None:
    """Power comes back."""
    model = members(ref.table, use.target)[0]
    written = fx["n"]
    if written == "1_if_no_caster":
        if any(g.effect == "SQ-SPR-10" for g in model.effects):
            return
        written = "1"
    amount = await number(ref, written, use)
    await ref.emit(*restored(ref.table.models[model.id], amount, use.rule))


async def lose_power(ref: Referee, use: Use, fx: Mapping[str, Any]) -> None:
    """Power is lost; what is not there is taken as wounds (SQ-RST-03)."""
    model = members(ref.table, use.target)[0]
    amount = await number(ref, fx["n"], use)
    if is_hero(model):
        await pay(ref, model.id, amount, use.rule, spent=False)


async def spell_tokens(ref: Referee, use: Use, fx: Mapping[str, Any]) -> None:
    """A Caster gains tokens, six at most."""
    model = members(ref.table, use.target)[0]
    if any(g.effect == "SQ-SPR-10" for g in model.effects):
        more = min(fx["n"], MOST_TOKENS - model.tokens.get(SPELL_TOKENS, 0))
        if more > 0:
            await ref.emit(TokensGained(rule=use.rule, bearer=model.id, token=SPELL_TOKENS, by=more))


async def remove_shaken(ref: Referee, use: Use, fx: Mapping[str, Any]) -> None:
    """Calmed."""
    own = members(ref.table, use.target)
    if own and SHAKEN in own[0].tokens:
        await ref.emit(Steadied(rule=use.rule, bearers=ids(own), token=SHAKEN, value=0))


async def shaken(ref: Referee, use: Use, fx: Mapping[str, Any]) -> None:
    """Shaken at once."""
    await shake(ref, use.target, use.rule, ignorable=fx.get("ignorable", True))


async def morale_test(ref: Referee, use: Use, fx: Mapping[str, Any]) -> None:
    """A morale test at once."""
    await hold(ref, use.target, -fx.get("mod", 0))


async def remove_condition(ref: Referee, use: Use, fx: Mapping[str, Any]) -> None:
    """Conditions go: the one that was chosen, or as many as it takes."""
    own = members(ref.table, use.target)
    ill = [c for c in suffered(own[0]) if not use.choice or c == use.choice or fx["n"] > 1]
    events: list[Event] = [Cured(rule=use.rule, bearers=ids(own), token=c, value=0) for c in ill[: fx["n"]]]
    await ref.emit(*events)


async def back_up(ref: Referee, use: Use, fx: Mapping[str, Any]) -> None:
    """An unconscious hero is revived."""
    model = ref.table.models[use.target]
    if not conscious(model) and model.at is not None:
        await revive(ref, model.id, fx["wounds"], use.rule)


async def put(ref: Referee, use: Use, fx: Mapping[str, Any]) -> None:
    """A hero is put elsewhere."""
    assert use.at is not None
    model = members(ref.table, use.target)[0]
    far = hypot(use.at[0] - place(model)[0], use.at[1] - place(model)[1])
    path = (place(model), use.at)
    await ref.emit(Teleported(rule=use.rule, model=model.id, path=path, length=round(far, 4)))


async def free_move(ref: Referee, use: Use, fx: Mapping[str, Any]) -> None:
    """A hero moves at once."""
    ref.then(Stepping(use.target, float(fx["distance"]), "advance", use.rule))


async def mine(ref: Referee, use: Use, fx: Mapping[str, Any]) -> None:
    """A mine lies at a spot; a hero has at most two, the oldest gives way."""
    table = ref.table
    own = [m for m in table.models.values() if m.profile == "tripmine" and m.unit == use.source and m.at is not None]
    if len(own) > 1:
        from sightline.core.events import Removed

        await ref.emit(Removed(rule=use.rule, model=own[0].id))
    id = f"tripmine-{table.serial + 1}"
    marker = Model(id, HEROES, HEROES, "tripmine", "Tripmine", "marker", use.source, use.at, radius=0.0)
    await ref.emit(Spawned(rule=use.rule, new=marker))


OPS: Mapping[str, Callable[[Referee, Use, Mapping[str, Any]], Awaitable[None]]] = {
    "hits": hits,
    "condition": condition,
    "grant_rule": grant_rule,
    "push": shove,
    "pull": pull,
    "restore_wounds": restore_wounds,
    "restore_power": restore_power,
    "lose_power": lose_power,
    "spell_tokens": spell_tokens,
    "remove_shaken": remove_shaken,
    "shaken": shaken,
    "morale_test": morale_test,
    "remove_condition": remove_condition,
    "revive": back_up,
    "place": put,
    "free_move": free_move,
    "mine": mine,
    "remote_work": remote_work,
    "treasure_mod": light_fingers,
}
"""What each word of the vocabulary does at once; the rest lasts."""


# ------------------------------------------------------------------ what is laid elsewhere than on the target


async def lay_taunt(ref: Referee, use: Use, until: str) -> None:
    """Every enemy unit within nine inches takes the hero for the closest."""
    from sightline.games.starquest.catalog import ENEMIES
    from sightline.games.starquest.measure import apart, units, within

    table = ref.table
    hero = table.models[use.source]
    far = use.entry.range * scale(table)
    near = [u for u in units(table, ENEMIES) if within(apart((hero,), members(table, u)), far)]
    await ref.emit(
        *(
            Enchanted(rule=use.rule, attachment=Attachment(f"taunt@{m.id}", "SQ-HSK-04", m.id, hero.id, until))
            for u in near
            for m in members(table, u)
        )
    )


async def lay_vanish(ref: Referee, use: Use, until: str) -> None:
    """Enemies far away do not heed the hero."""
    attachment = Attachment(f"vanish@{use.source}", "SQ-HSK-08", use.source, use.source, until)
    await ref.emit(Enchanted(rule=use.rule, attachment=attachment))


async def lay_foresight(ref: Referee, use: Use, until: str) -> None:
    """One failed test may be rolled again; it is the side that is offered it."""
    attachment = Attachment(f"foresight@{use.target}", "SQ-HSK-09", HEROES, use.target, until)
    await ref.emit(Enchanted(rule=use.rule, attachment=attachment))


SPECIAL_LAYING: Mapping[str, Callable[[Referee, Use, str], Awaitable[None]]] = {
    "taunt": lay_taunt,
    "vanish": lay_vanish,
    "foresight": lay_foresight,
}
