"""Spells: tokens, attempts of heroes and enemies, and countering (SQ-SPR-10, SQ-SPR-11, SQ-AIU-15, SQ-SPL)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sightline.core.decisions import Count, Decision, Offer, Refusal, Slot
from sightline.core.dice import Roll
from sightline.core.effects import Question, Tally
from sightline.core.referee import Referee
from sightline.core.table import Model, ModelId, Part, Table
from sightline.games.starquest.acting import idle
from sightline.games.starquest.actions import Cast, Counter, Decline
from sightline.games.starquest.attacking import Blocking, arms, first_of, spots
from sightline.games.starquest.catalog import (
    CONSTANTS,
    DIE,
    ENEMIES,
    HEROES,
    Working,
    enemies,
    factions,
    slug,
    spells,
)
from sightline.games.starquest.effects import BY_SPECIAL, EFFECTS
from sightline.games.starquest.effects.specials import bears
from sightline.games.starquest.events import Noted, SpellCast, SpellFailed, TokensSpent
from sightline.games.starquest.ground import scale
from sightline.games.starquest.heeding import heeded
from sightline.games.starquest.measure import (
    UnitId,
    apart,
    conscious,
    foes,
    gap,
    inches,
    is_hero,
    members,
    units,
    up,
    within,
)
from sightline.games.starquest.questions import Empowering, ToCast
from sightline.games.starquest.testing import offer_to_pay, pass_or_fail, roll_d3
from sightline.games.starquest.tokens import ATTACKED, CAST, SHAKEN, SPELL_TOKENS, WOUNDS
from sightline.games.starquest.working import Use, resolve

NEEDED: int = CONSTANTS["cast_target"]
DISCIPLINE = "hero_discipline"


class Casting(Part, frozen=True):
    """A spell that is being tried: heroes may still counter one of an enemy."""

    caster: ModelId
    spell: str
    target: ModelId
    extra: int
    countered: int = 0
    asked: tuple[ModelId, ...] = ()


class EnemySpell(Part, frozen=True):
    """An enemy caster draws a spell at the start of its activation."""

    unit: UnitId


class MineHits(Part, frozen=True):
    """A mine went off."""

    hero: ModelId
    unit: UnitId


def is_caster(table: Table, model: Model) -> bool:
    """Whether a model gains spell tokens."""
    return EFFECTS.tally(table, Empowering(model.id), 0).value > 0


def known_spells(model: Model) -> Sequence[str]:
    """The spells of a caster's own faction (SQ-SPL-01)."""
    faction = DISCIPLINE if is_hero(model) or model.profile not in enemies() else enemies()[model.profile].faction
    return factions()[faction if faction in factions() else DISCIPLINE].spells


# ------------------------------------------------------------------ targets


def targets_of(table: Table, caster: Model, spell: Working) -> list[UnitId]:
    """The units a spell may be cast on: in range and in sight."""
    able = foes(table, caster.side) if spell.target == "enemy_unit" else units(table, caster.side)
    far = spell.range * scale(table)
    return [u for u in able if any(within(gap(caster, m), far) and spots(table, caster, m) for m in members(table, u))]


def gains(table: Table, unit: UnitId, spell: Working) -> bool:
    """Whether a helpful spell changes anything for a unit (SQ-SPR-11)."""
    own = members(table, unit)
    if any(a.id.partition("@")[0].partition(":")[0] == spell.id for m in own for a in table.borne.get(m.id, ())):
        return False
    return any(_helps(table, own, fx) for fx in spell.fx)


def _helps(table: Table, own: Sequence[Model], fx: Mapping[str, Any]) -> bool:
    match fx["op"]:
        case "restore_wounds":
            return any(m.tokens.get(WOUNDS, 0) for m in own)
        case "remove_shaken":
            return SHAKEN in own[0].tokens
        case "grant_rule":
            return not bears(table, own[0].id, BY_SPECIAL[slug(fx["rule"])].rule)
        case "stat_mod" if fx["stat"] in ("hit_melee", "hit_shooting"):
            return bool(arms(own[0], melee=fx["stat"] == "hit_melee"))
    return True


# ------------------------------------------------------------------ heroes


def castable(table: Table, model: Model) -> Iterator[Working]:
    """The spells a hero may try now: each once, before its first attack of the activation."""
    if ATTACKED in model.tokens or not is_caster(table, model):
        return
    for id in known_spells(model):
        spell = spells()[id]
        enough = spell.value <= model.tokens.get(SPELL_TOKENS, 0) and f"{CAST}:{id}" not in model.tokens
        if enough and targets_of(table, model, spell):
            yield spell


def cast_offers(table: Table, model: Model) -> Iterator[Offer]:
    """The spells a hero may try."""
    for spell in castable(table, model):
        yield Offer(Cast, "SQ-SPR-10", {"actor": model.id, "spell": spell.id})


async def play_cast(ref: Referee, model: Model, action: Cast) -> None:
    """Tokens are spent, then the die falls."""
    await try_spell(ref, model.id, action.spell, action.target, action.extra)


async def try_spell(ref: Referee, caster: ModelId, spell: str, target: ModelId, extra: int) -> None:
    """The tokens go, whatever comes of it."""
    value = spells()[spell].value
    await ref.emit(
        TokensSpent(rule="SQ-SPR-10", bearer=caster, token=SPELL_TOKENS, by=-(value + extra)),
        Noted(rule="SQ-SPR-10", bearer=caster, token=f"{CAST}:{spell}", value=1),
    )
    ref.then(Casting(caster, spell, target, extra))


def check_cast(table: Table, decision: Decision, action: Cast) -> Refusal | None:
    """A spell of one's own that there are tokens for, on a target in range and sight."""
    model = table.models.get(action.actor)
    if model is None or decision.rule != "SQ-RND-05" or decision.about != action.actor or not is_hero(model):
        return Refusal("SQ-SPR-10", {"model": action.actor, "spell": action.spell})
    if action.spell not in [s.id for s in castable(table, model)]:
        return Refusal("SQ-SPR-10", {"model": action.actor, "spell": action.spell})
    spell, held = spells()[action.spell], model.tokens.get(SPELL_TOKENS, 0)
    if not 0 <= action.extra <= held - spell.value:
        return Refusal("SQ-SPR-10", {"tokens": held, "needed": spell.value + action.extra})
    target = table.models.get(action.target)
    if target is None or target.unit not in targets_of(table, model, spell):
        return Refusal("SQ-SPL-01", {"target": action.target, "spell": action.spell})
    return None


def cast_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Whom it may be cast on, and how many tokens more are spent."""
    model, spell = table.models[offer.given["actor"]], spells()[offer.given["spell"]]
    most = model.tokens.get(SPELL_TOKENS, 0) - spell.value
    return {"target": first_of(table, targets_of(table, model, spell)), "extra": Count(0, most)}


# ------------------------------------------------------------------ the roll


def need_to_cast(table: Table, part: Casting) -> Tally:
    """The face a spell needs: tokens for and against it count a point each."""
    return EFFECTS.tally(table, ToCast(part.caster, part.spell, part.extra, part.countered), NEEDED)


def counterers(table: Table, caster: Model) -> list[Model]:
    """The hero casters who are not idle, see an enemy caster within 18 inches and have tokens (SQ-SPR-10)."""
    far = inches(table, "counter_cast_range")
    able = (h for h in up(table) if not idle(h) and is_caster(table, h) and h.tokens.get(SPELL_TOKENS, 0))
    return [h for h in able if within(gap(h, caster), far) and spots(table, h, caster)]


async def casting(ref: Referee, part: Casting) -> None:
    """Heroes may counter an enemy; then one die, and a hero may pay for one that failed."""
    table = ref.table
    caster = table.models[part.caster]
    if not conscious(caster):
        return
    if not is_hero(caster):
        left = [h for h in counterers(table, caster) if h.id not in part.asked]
        if left:
            id = left[0].id
            offers = (Offer(Counter, "SQ-SPR-11", {"actor": id}), Offer(Decline, "SQ-SPR-11", {"model": id}))
            seen = Countering(part.spell, caster.id, part.target, need_to_cast(table, part).value)
            action = await ref.choose(HEROES, "SQ-SPR-11", offers, default=Decline(id), about=id, on=seen)
            burnt = action.tokens if isinstance(action, Counter) else 0
            if burnt:
                await ref.emit(TokensSpent(rule="SQ-SPR-10", bearer=id, token=SPELL_TOKENS, by=-burnt))
            countered = part.countered + burnt
            asked = (*part.asked, id)
            ref.then(Casting(part.caster, part.spell, part.target, part.extra, countered, asked))
            return
    need = need_to_cast(table, part)
    ((face,),) = await ref.throw(Roll("SQ-SPR-10", DIE, 1, caster.side, caster.id, need, pass_or_fail(need)))
    works = face >= need.value
    if not works and is_hero(caster):
        works = await offer_to_pay(ref, caster.id, 2 * spells()[part.spell].value, "SQ-SPR-10")
    if not works:
        await ref.emit(SpellFailed(rule="SQ-SPR-10", caster=caster.id, spell=part.spell))
        return
    await ref.emit(SpellCast(rule="SQ-SPR-10", caster=caster.id, spell=part.spell, target=part.target))
    await resolve(ref, Use(spells()[part.spell], "SQ-SPL-02", caster.id, table.models[part.target].unit))


class Countering(Question, frozen=True):
    """A spell of an enemy before its die falls: what is tried, by whom, on whom, and what the die needs so far."""

    spell: str
    caster: ModelId
    target: ModelId
    need: float


def check_counter(table: Table, decision: Decision, action: Counter) -> Refusal | None:
    """One token or more, of those the hero has."""
    held = table.tokens(action.actor, SPELL_TOKENS) if action.actor in table.models else 0
    if decision.rule == "SQ-SPR-11" and decision.about == action.actor and 1 <= action.tokens <= held:
        return None
    return Refusal("SQ-SPR-11", {"model": action.actor, "tokens": held})


def counter_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """How many tokens are burnt."""
    return {"tokens": Count(1, table.tokens(offer.given["actor"], SPELL_TOKENS))}


# ------------------------------------------------------------------ enemies, SQ-SPR-11


async def enemy_spell(ref: Referee, part: EnemySpell) -> None:
    """One spell drawn at random, with all tokens; if it cannot be cast there, none is."""
    table = ref.table
    own = [m for m in members(table, part.unit) if conscious(m)]
    if not own or SHAKEN in own[0].tokens or not is_caster(table, own[0]):
        return
    caster = own[0]
    known = known_spells(caster)
    ((face,),) = await ref.throw(Roll("SQ-SPR-11", len(known), 1, ENEMIES, caster.id))
    spell = spells()[known[face - 1]]
    held = caster.tokens.get(SPELL_TOKENS, 0)
    target = chosen(table, caster, spell)
    if spell.value <= held and target:
        await try_spell(ref, caster.id, spell.id, target, held - spell.value)


def chosen(table: Table, caster: Model, spell: Working) -> ModelId:
    """The target of an enemy's spell: the closest hero, or the closest friend that gains; empty if there is none."""
    able = targets_of(table, caster, spell)
    if spell.target != "enemy_unit":
        able = [u for u in able if gains(table, u, spell)]
        able.sort(key=lambda u: (u == caster.unit, apart((caster,), members(table, u))))
    else:
        able = [h.unit for h in heeded(table, caster.unit) if h.unit in able]
    return next((m.id for u in able for m in members(table, u) if conscious(m)), "")


# ------------------------------------------------------------------ mines (SQ-HSK-07)


async def mine_hits(ref: Referee, part: MineHits) -> None:
    """D3 and one more hits with AP(1)."""
    if any(conscious(m) for m in members(ref.table, part.unit)):
        count = 1 + await roll_d3(ref, "SQ-HSK-07", HEROES, part.hero)
        ref.then(Blocking(part.hero, part.unit, "", count, ap=1, cause="hits", rule="SQ-HSK-07"))
