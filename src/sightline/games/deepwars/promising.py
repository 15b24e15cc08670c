"""What single actions promise to programs."""

from __future__ import annotations

from msgspec.structs import replace

from sightline.core.decisions import Action, Decision
from sightline.core.mind import Promise
from sightline.core.sight import gap
from sightline.core.table import Model, ModelId, Table
from sightline.games.deepwars import actions as a
from sightline.games.deepwars.acting import left
from sightline.games.deepwars.arms import parrying
from sightline.games.deepwars.awaiting import Activations
from sightline.games.deepwars.casting import WORKS
from sightline.games.deepwars.catalog import SECTIONS, spells, weapon
from sightline.games.deepwars.effects import EFFECTS
from sightline.games.deepwars.ending import left_of_battle
from sightline.games.deepwars.exerting import BREAK, PUSH
from sightline.games.deepwars.gambling import (
    BESIDE_HARM,
    LATER,
    MOVE_WORTH,
    staked,
)
from sightline.games.deepwars.ground import DEADLY, touched
from sightline.games.deepwars.harming import expected
from sightline.games.deepwars.incanting import incantation
from sightline.games.deepwars.measure import (
    TOP,
    enemies,
    engaged,
    height,
    level,
    level_gap,
    place,
    step_of,
    stick,
)
from sightline.games.deepwars.purpose import breached, drawn
from sightline.games.deepwars.questions import H2H, SHOT, Armor, AttackScore, Blow, Countering, DefenceScore
from sightline.games.deepwars.scoring import FIRST_IN, scenario
from sightline.games.deepwars.sequence import DICE_OFFERED, HERO
from sightline.games.deepwars.storming import shortened, structure
from sightline.games.deepwars.tokens import (
    ARMOR,
    CASTING,
    COMBAT,
    QUALITY,
    UNFINISHED,
)
from sightline.games.deepwars.treasure import lying

SECTION = {"body": 1.0, "head": 1.6, "locomotion": 0.5}
"""What a wound on a section counts for, in wounds on the body; weapons count little."""
FIXED: dict[type[Action], float] = {
    a.Recover: 0.3,
    a.Reload: 0.08,
    a.BreakAway: 0.02,
    a.FollowUp: 0.03,
    a.Withdraw: -20.0,
    a.ChangeDepth: -10.0,
    a.FastDive: -10.0,
    a.Turn: -10.0,
    a.NameWeapon: -10.0,
    a.Exert: -5.0,
    a.BlowOpen: -5.0,
    a.Drag: -5.0,
    a.DirtyTrick: 0.05,
    a.BreakFree: 0.15,
    a.PickUp: 1.2,
    a.Take: 1.0,
    a.Drop: -2.0,
    a.HandOver: -0.3,
    a.Extract: 1.5,
    a.Learn: 0.3,
    a.Fix: 0.1,
    a.Teach: 0.1,
    a.Salvage: 0.2,
    a.Fire: 0.6,
    a.SwitchOver: -0.05,
    a.CallPredators: 0.2,
    a.EndTurn: -20.0,
}
"""What some actions are worth whatever the table looks like."""
DEEPER = 0.1
"""What it is worth to come nearer to the depth of an enemy, beside what can be done there."""
UNHURRIED = 1.0
"""What keeps naming somebody worth more than ending the turn."""
TRIED = 0.75
"""What a door or a wall that is tried counts of one that is open: whoever fails at first tries again."""
SHORTER = 0.05
"""What each inch is worth that another opening makes the ways of a side inside shorter."""
DEADLY_WATER = 0.8
"""What Deadly Terrain costs whoever comes into it, in wounds: some, and whoever has any lies there."""
EAGER = 1 / 1.2
"""Who attacks minds what strikes back no more than what it deals: programs mind hurting themselves by a fifth more."""
ABOVE = 1
"""The level at which a warband begins, for who fights from above has the better of it; but treasure lies below."""


class Promises:
    """What an action may be expected to do."""

    def __init__(self, activations: Activations) -> None:
        self._activations = activations

    def promise(self, table: Table, decision: Decision, action: Action) -> Promise | None:
        """What an action may be expected to do."""
        if isinstance(action, a.Move):
            return self._through(table, action)
        if isinstance(action, a.Deploy):
            return Promise({}, more=-DEEPER * abs(action.level - (0 if lying(table) else ABOVE)))
        if isinstance(action, a.ChangeDepth):
            return self._dive(table, action)
        if isinstance(action, a.Attack):
            return self._attack(table, action)
        if isinstance(action, a.StepAndAttack):
            plain = a.Attack(action.actor, action.weapon, action.target, action.section, joiners=action.joiners)
            return self._attack(table, plain)
        if isinstance(action, a.RollToActivate):
            return self._roll(table, action)
        if isinstance(action, a.FreeActivation):
            return Promise({}, more=self._activations.prospects(table, table.models[action.actor])[1])
        if isinstance(action, a.RollToCast):
            return Promise({}, more=self._chant(table, action.actor, action.spell, action.dice))
        if isinstance(action, a.Cast):
            return incantation(table, action)
        if isinstance(action, a.Exert) and scenario(table) == "breach" and action.activity != PUSH:
            return Promise({}, more=self._opens(table, action.actor, action.activity, action.target))
        if isinstance(action, a.BlowOpen) and scenario(table) == "breach":
            return Promise({}, more=self._opens(table, action.actor, BREAK, action.target))
        if isinstance(action, a.Nominate):
            return Promise({}, more=self._turn_of(table, table.models[action.model]))
        return Promise({}, more=FIXED.get(type(action), 0.0))

    def _dive(self, table: Table, action: a.ChangeDepth) -> Promise:
        """What can be done from there with an action less, beyond what can be done from here."""
        model = table.models[action.actor]
        low = level(table, model) + action.by
        if engaged(table, model) or not 0 <= low <= TOP:
            return Promise({}, more=FIXED[a.ChangeDepth])
        there = table.copy()
        there.put_moved(replace(model, z=height(table, low)))
        moved = there.models[model.id]
        actions = min(HERO, left(model))
        gained = (
            self._activations.prospects(there, moved)[max(0, actions - 1)]
            - self._activations.prospects(table, model)[actions]
        )
        share, at = left_of_battle(table), (place(model),)
        gained += drawn(there, moved, at, share)[0] - drawn(table, model, at, share)[0]
        foe = min(enemies(table, model), key=lambda e: gap(model, e), default=None)
        if foe is not None and level_gap(table, model, foe) > max(1, level_gap(there, moved, foe)):
            gained += DEEPER + MOVE_WORTH * stick(table, step_of(model))
        return Promise({}, more=gained)

    def _through(self, table: Table, action: a.Move) -> Promise | None:
        """What a way costs that leads into Deadly Terrain, or through it (DW-TER-02)."""
        model = table.models[action.actor]
        start, low = place(model), level(table, model)
        deadly = any(not f.covers(start) for f in touched(table.terrain, start, action.to, low, DEADLY))
        return Promise({model.id: DEADLY_WATER}) if deadly else None

    def _opens(self, table: Table, actor: ModelId, activity: str, target: str) -> float:
        """An opening is worth most to whoever makes the first; one that only has to be finished is sure."""
        house = structure(table)
        hull = next((hull for hull in house.hulls if hull.id == target), None) if house is not None else None
        if house is None or hull is None:
            return FIXED[a.Exert]
        done = f"{UNFINISHED}:{activity} {target}" in table.models[actor].tokens
        worth = float(FIRST_IN) if not breached(table) else SHORTER * shortened(table, table.models[actor], house, hull)
        return worth * (1.0 if done else TRIED) if worth > 0 else FIXED[a.Exert]

    def _turn_of(self, table: Table, model: Model) -> float:
        """What it is worth to name a model now, and not later: whoever has to risk the turn comes last."""
        chosen = max(
            self._activations.prospects(table, model)[1],
            *(self._activations.gamble(table, model.id, n) for n in DICE_OFFERED),
        )
        return 0.1 + UNHURRIED + chosen - LATER * self._activations.at_best(table, model)

    def _roll(self, table: Table, action: a.RollToActivate) -> Promise:
        """The actions of a roll by their chances, at the risk of the turn."""
        model = table.models[action.actor]
        gained, lost = staked(table, model, action.dice, self._activations.prospects(table, model))
        return Promise({}, more=gained, risk=lost, stake=BESIDE_HARM * self._activations.to_come(table, model))

    def _chant(self, table: Table, actor: ModelId, spell: str, dice: int) -> float:
        """A little more than a plain roll if the spell could be cast on somebody from here, with enough dice."""
        model, known = table.models[actor], spells()[spell]
        if dice < known.min_power:
            return -0.1
        ready = table.copy()
        ready.put_tokens(actor, f"{CASTING}:{spell}", 1)
        work = WORKS[spell]
        aimed = work.targets is None or bool(work.targets(ready, ready.models[actor], dice))
        good = (7 - model.tokens.get(QUALITY, 4)) / 6
        return self._activations.gamble(table, actor, dice) + (0.12 * good if aimed else -0.1)

    def _attack(self, table: Table, action: a.Attack) -> Promise:
        """The wounds of an attack on the table as it lies, with its real modifiers; asked over and over."""
        key = ("promise", action)
        known: Promise | None = table.memo.get(key)
        if known is None:
            known = table.memo[key] = self._reckoned(table, action)
        return known

    def _reckoned(self, table: Table, action: a.Attack) -> Promise:
        kind = weapon(action.weapon)
        mode = H2H if kind.melee else SHOT
        blow = Blow(
            action.actor,
            action.target,
            kind.id,
            mode,
            action.section,
            action.effort,
            action.pierce,
            joiners=len(action.joiners),
        )
        one, other = table.models[action.actor], table.models[action.target]
        attack = EFFECTS.tally(table, AttackScore(one.id, other.id, blow), one.tokens.get(COMBAT, 0)).value
        defence = EFFECTS.tally(table, DefenceScore(other.id, one.id, blow), other.tokens.get(COMBAT, 0)).value
        printed = other.tokens.get(f"{ARMOR}:{action.section}", 0) if action.section in SECTIONS else 2
        armor = EFFECTS.tally(table, Armor(other.id, one.id, blow, action.section), printed).value
        own = max(0, one.tokens.get(f"{ARMOR}:body", 0) - parrying(table, other).armor_break)
        hit, struck = expected(int(attack), int(defence), int(armor), own)
        harm = {other.id: hit * SECTION.get(action.section, 0.2)}
        if kind.melee and EFFECTS.allows(table, Countering(other.id, one.id, blow)):
            harm[one.id] = EAGER * struck
        joined = LATER * sum(self._activations.at_best(table, table.models[id]) for id in action.joiners)
        return Promise(harm, more=-0.02 * (action.effort - 1) - joined)
