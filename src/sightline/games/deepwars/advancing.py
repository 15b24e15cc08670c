"""What a campaign has taught, used in a battle: once, when its owner says so (DW-ADV, DW-EXP).

Who has learned something is asked just before the roll it would help, or just after one it would mend. What is used
is `used:<advance>` for the rest of the battle, and `ready:<advance>` until the roll is over.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sightline.core.decisions import Decision, Offer, Refusal
from sightline.core.events import Event
from sightline.core.referee import Referee
from sightline.core.table import Model, ModelId, Part, RuleId, Side, Table
from sightline.games.deepwars import catalog
from sightline.games.deepwars.acting import PLAYS, cannot, spend
from sightline.games.deepwars.actions import Choose, FirstAid, UseAdvance
from sightline.games.deepwars.choosing import CHOICES
from sightline.games.deepwars.effects import EFFECTS
from sightline.games.deepwars.events import Noted, Relieved
from sightline.games.deepwars.measure import friends, touching
from sightline.games.deepwars.questions import (
    GIFTED,
    SHOT,
    SPELL,
    Blow,
    Check,
    Doing,
    MoraleCheck,
    QualityCheck,
    ResistanceCheck,
    StrengthCheck,
    WillCheck,
)
from sightline.games.deepwars.tokens import (
    ADVANCE,
    DAZED,
    DIVERS,
    FALLEN,
    READY,
    RECOVERING,
    SONG,
    SUMMONED,
    TRANSFIXED,
    UPGRADE,
    USED,
)

USE, SAVE = "use", "save"
CHECKS: Mapping[type[Check], tuple[str, RuleId]] = {
    ResistanceCheck: ("resistant", "DW-EXP-05"),
    WillCheck: ("mental_fortitude", "DW-EXP-06"),
    StrengthCheck: ("buff", "DW-EXP-07"),
    QualityCheck: ("wizened", "DW-EXP-08"),
}
"""What helps with a Check, once."""
ASKED: tuple[RuleId, ...] = (
    *(rule for _, rule in CHECKS.values()),
    "DW-EXP-02",
    "DW-EXP-03",
    "DW-EXP-04",
    "DW-EXP-13",
    "DW-ADV-02",
    "DW-ADV-03",
    "DW-ADV-05",
    "DW-ADV-06",
    "DW-ADV-11",
    "DW-ADV-12",
    "DW-ADV-13",
)
CRITICAL, DEADEYE, COMBAT_FORM = "critical_hit", "deadeye", "combat"
MASTERY = (f"{READY}:{CRITICAL}", f"{READY}:{DEADEYE}")
"""What a Battle Master has declared: it counts when the result is read, after the roll."""
SONGS, TURNS, AID = 3, 2, 2
"""Activations a song lasts, turns that divers profit, actions of First Aid."""


def use_or_save(table: Table, side: Side) -> tuple[str, ...]:
    """Now, or later."""
    return (USE, SAVE)


CHOICES.update(dict.fromkeys(ASKED, use_or_save))


# ------------------------------------------------------------------ having and using


def left(table: Table, bearer: ModelId, advance: str) -> bool:
    """Whether somebody has an advance that was not used in this battle (DW-ADV-01)."""
    own = table.models[bearer].tokens
    return f"{ADVANCE}:{advance}" in own and f"{USED}:{advance}" not in own


async def use(ref: Referee, bearer: ModelId, side: Side, advance: str, rule: RuleId, about: ModelId) -> bool:
    """Ask whether an advance is used now; it is marked as used, and ready."""
    if side not in ref.table.sides or not left(ref.table, bearer, advance):
        return False
    offers = [Offer(Choose, rule, {"side": side})]
    answer = await ref.choose(side, rule, offers, default=Choose(side, USE), about=about)
    if not isinstance(answer, Choose) or answer.what != USE:
        return False
    await ref.emit(
        Noted(rule=rule, bearer=bearer, token=f"{USED}:{advance}", value=1),
        Noted(rule=rule, bearer=bearer, token=f"{READY}:{advance}", value=1),
    )
    return True


async def over(ref: Referee, *bearers: ModelId) -> None:
    """The roll is over: nothing is ready any more."""
    for bearer in dict.fromkeys(bearers):
        model = ref.table.models.get(bearer)
        done = [t for t in model.tokens if t.startswith(f"{READY}:") and t not in MASTERY] if model is not None else []
        await ref.emit(*(Noted(rule="DW-ADV-01", bearer=bearer, token=t, value=0) for t in done))


# ------------------------------------------------------------------ activations: DW-EXP-02, DW-ADV-06


async def before_activation(ref: Referee, model: Model) -> None:
    """An Initiator may add to its roll."""
    await use(ref, model.id, model.side, "initiator", "DW-EXP-02", model.id)


async def retains(ref: Referee, model: Model) -> bool:
    """The turn does not pass, if its side says so; three failures count too."""
    return await use(ref, model.side, model.side, "retaining_the_initiative", "DW-ADV-06", model.id)


# ------------------------------------------------------------------ checks: DW-EXP-05 to 08, DW-ADV-03, DW-ADV-13


async def before_check(ref: Referee, question: Check) -> None:
    """What somebody has learned for such a Check."""
    model = ref.table.models[question.model]
    if type(question) in CHECKS:
        advance, rule = CHECKS[type(question)]
        await use(ref, model.id, model.side, advance, rule, model.id)


async def rolled_again(ref: Referee, question: Check, failures: int) -> bool:
    """A Morale Check of the Courageous, any other of the Lucky, is rolled again with all dice."""
    model = ref.table.models[question.model]
    if not failures or model.side not in ref.table.sides:
        return False
    if isinstance(question, MoraleCheck):
        return await use(ref, model.side, model.side, "courageous", "DW-ADV-03", model.id)
    return type(question) in CHECKS and await use(ref, model.side, model.side, "lucky", "DW-ADV-13", model.id)


# ------------------------------------------------------------------ combat: DW-EXP-03, DW-EXP-04, DW-ADV-02, -05, -12


async def before_combat(ref: Referee, blow: Blow) -> None:
    """What either side has learned for a combat roll, declared before it: the attacker first."""
    table = ref.table
    one, other = table.models[blow.attacker], table.models[blow.defender]
    if blow.die is None and blow.total is None and blow.score is None:
        mastery = DEADEYE if blow.mode == SHOT else CRITICAL
        await use(ref, one.id, one.side, mastery, "DW-EXP-13", one.id)
        if blow.mode == SHOT:
            await use(ref, one.id, one.side, "shot_focus", "DW-EXP-03", one.id)
            if blow.joiners and one.side in table.sides:
                await use(ref, one.side, one.side, "volley", "DW-ADV-12", one.id)
        else:
            await use(ref, one.id, one.side, "attack_focus", "DW-EXP-04", one.id)
    if blow.melee:
        await use(ref, other.id, other.side, "attack_focus", "DW-EXP-04", other.id)
    for model in (one, other):
        rolls = model is other or (blow.die is None and blow.total is None)
        if rolls and model.side in table.sides:
            await use(ref, model.side, model.side, "efficient_warriors", "DW-ADV-02", model.id)


async def reflects(ref: Referee, blow: Blow) -> bool:
    """A spell or an energy attack is thrown back; only attacks with a roll (DW-ADV-05)."""
    table, other = ref.table, ref.table.models[blow.defender]
    energy = blow.mode == SHOT and catalog.weapon(blow.weapon).kind == "energy"
    if blow.total is not None or not (energy or blow.mode == SPELL) or other.side not in table.sides:
        return False
    if blow.attacker == other.id:
        return False  # It would only come back to itself.
    return await use(ref, other.side, other.side, "ethereal_reflection", "DW-ADV-05", other.id)


def thrown_back(blow: Blow, total: int) -> Blow:
    """The same attack, the other way: the first total is the attack, the attacker defends."""
    return Blow(blow.defender, blow.attacker, blow.weapon, blow.mode, total=total)


async def shrugs_it_off(ref: Referee, model: Model) -> bool:
    """A kill is ignored: the model is fallen instead (DW-ADV-11). Who was summoned or charmed is no member."""
    member = model.kind == "model" and model.owner in ref.table.sides and SUMMONED not in model.tokens
    if not member or model.side != model.owner:
        return False
    return await use(ref, model.side, model.side, "tough_as_nails", "DW-ADV-11", model.id)


# ------------------------------------------------------------------ Battle Masters: DW-UPG-13, DW-EXP-13


class ChoosingForm(Part, frozen=True):
    """A Battle Master chooses its form for this battle."""

    model: ModelId


def forms(table: Table, side: Side) -> tuple[str, ...]:
    """Every score one higher, or a better result once."""
    return (COMBAT_FORM, CRITICAL, DEADEYE)


CHOICES["DW-UPG-13"] = forms


async def choosing_form(ref: Referee, part: ChoosingForm) -> None:
    """For the whole battle, or a single time in it."""
    side = ref.table.models[part.model].side
    offers = [Offer(Choose, "DW-UPG-13", {"side": side})]
    answer = await ref.choose(side, "DW-UPG-13", offers, default=Choose(side, COMBAT_FORM), about=part.model)
    assert isinstance(answer, Choose)
    form = f"{UPGRADE}:battle_master" if answer.what == COMBAT_FORM else f"{ADVANCE}:{answer.what}"
    await ref.emit(Noted(rule="DW-UPG-13", bearer=part.model, token=form, value=1))


def masters(models: Sequence[Model]) -> tuple[ChoosingForm, ...]:
    """The Battle Masters of a battle."""
    return tuple(ChoosingForm(m.id) for m in models if f"{ADVANCE}:battle_master" in m.tokens)


# ------------------------------------------------------------------ the first roll: DW-ADV-09


def strategy(table: Table, side: Side) -> int:
    """+1 on the first roll for attacker and defender; a tie is rolled again with it (DW-SET-02)."""
    return int(left(table, side, "strategic_bonus"))


async def strategy_used(ref: Referee, bonus: Mapping[Side, int]) -> None:
    """It is known who attacks: whoever had the bonus has used it."""
    used = (side for side, more in bonus.items() if more)
    await ref.emit(*(Noted(rule="DW-ADV-09", bearer=side, token=f"{USED}:strategic_bonus", value=1) for side in used))


# ------------------------------------------------------------------ before an activation: DW-ADV-08, DW-ADV-10

DECLARED: Mapping[str, tuple[RuleId, str, int]] = {
    "experienced_divers": ("DW-ADV-08", DIVERS, TURNS),
    "theme_music": ("DW-ADV-10", SONG, SONGS),
}
"""What is declared before an activation: rule, token and how long it lasts."""


def declarable(table: Table, side: Side) -> Iterator[str]:
    """What a side could declare now."""
    if side in table.sides:
        yield from (advance for advance in DECLARED if left(table, side, advance))


def declaring(table: Table, model: Model) -> list[Offer]:
    """What may be declared before a model chooses."""
    who = {"actor": model.id}
    return [Offer(UseAdvance, DECLARED[id][0], {**who, "advance": id}) for id in declarable(table, model.side)]


def check_use(table: Table, decision: Decision, action: UseAdvance) -> Refusal | None:
    """Before a model of one's own has chosen, once in a battle."""
    rule = DECLARED.get(action.advance, ("DW-ADV-01", "", 0))[0]
    mine = decision.rule == "DW-ACT-02" and decision.about == action.actor
    if mine and action.advance in declarable(table, decision.side):
        return None
    return Refusal(rule, {"model": action.actor, "advance": action.advance})


async def declare(ref: Referee, action: UseAdvance) -> None:
    """It lasts from now on; the model still chooses."""
    from sightline.games.deepwars.sequence import Gamble

    side = ref.table.models[action.actor].side
    rule, token, lasts = DECLARED[action.advance]
    await ref.emit(
        Noted(rule=rule, bearer=side, token=f"{USED}:{action.advance}", value=1),
        Noted(rule=rule, bearer=side, token=token, value=lasts),
    )
    again: Part = Gamble(action.actor)
    ref.then(again)


# ------------------------------------------------------------------ First Aid: DW-EXP-09

AILMENTS = (FALLEN, DAZED, TRANSFIXED)


def to_be_aided(table: Table, model: Model) -> tuple[ModelId, ...]:
    """The allies in contact whom First Aid would help."""
    if f"{ADVANCE}:first_aid" not in model.tokens:
        return ()
    near = (f for f in friends(table, model) if touching(table, model, f))
    return tuple(f.id for f in near if any(token in f.tokens for token in AILMENTS))


def check_aid(table: Table, decision: Decision, action: FirstAid) -> Refusal | None:
    """Two actions, and an ally in contact who needs it."""
    refusal = cannot(table, decision, action.actor, GIFTED, AID)
    if refusal is not None or action.target in to_be_aided(table, table.models[action.actor]):
        return refusal
    return Refusal("DW-EXP-09", {"model": action.actor, "target": action.target})


async def first_aid(ref: Referee, action: FirstAid) -> None:
    """The ally is on its feet again; no box is restored."""
    await spend(ref, action.actor, AID, "DW-EXP-09")
    ally = ref.table.models[action.target]
    events: list[Event] = [
        Relieved(rule="DW-EXP-09", bearer=ally.id, token=token, value=0) for token in AILMENTS if token in ally.tokens
    ]
    if RECOVERING in ally.tokens:  # What it had recovered by itself it has of this transfixion only (DW-ACN-15).
        events.append(Noted(rule="DW-EXP-09", bearer=ally.id, token=RECOVERING, value=0))
    await ref.emit(*events)


def aid_offers(table: Table, model: Model) -> list[Offer]:
    """Each ally who could be helped."""
    from sightline.games.deepwars.acting import left as actions_left

    if actions_left(model) < AID or not EFFECTS.allows(table, Doing(model.id, GIFTED)):
        return []
    return [Offer(FirstAid, "DW-EXP-09", {"actor": model.id, "target": id}) for id in to_be_aided(table, model)]


PLAYS[UseAdvance] = declare
PLAYS[FirstAid] = first_aid
