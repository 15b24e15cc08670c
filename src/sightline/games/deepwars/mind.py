"""What programs are told about this table: arms and the harm they do, and what an action promises."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from operator import itemgetter
from typing import Any, NamedTuple

from msgspec.structs import replace

from sightline.core.decisions import Action, Decision
from sightline.core.kernel import Ground, Scene
from sightline.core.mind import NOOK, Arm, Goal, Harm, Promise, Unit
from sightline.core.sight import gap
from sightline.core.table import TABLE, Model, ModelId, Piece, Point, Side, Table
from sightline.games.deepwars import actions as a
from sightline.games.deepwars.acting import left
from sightline.games.deepwars.arms import best_melee, melee_arms, ranged_arms
from sightline.games.deepwars.casting import WORKS
from sightline.games.deepwars.catalog import BODY, SECTIONS, Weapon, spells, weapon
from sightline.games.deepwars.damage import boxes, wounds
from sightline.games.deepwars.effects import EFFECTS
from sightline.games.deepwars.ending import last_turn
from sightline.games.deepwars.exerting import BREAK, FORCE, PUSH
from sightline.games.deepwars.gambling import (
    BESIDE_HARM,
    HALF_A_TURN,
    LATER,
    MOVE_WORTH,
    NOBODY,
    Strike,
    at_best,
    down,
    gamble,
    others,
    prospects,
    staked,
    strike,
)
from sightline.games.deepwars.ground import DEADLY, touched
from sightline.games.deepwars.harming import AT_ITS_MERCY, expected, exposed, strength
from sightline.games.deepwars.incanting import incantation
from sightline.games.deepwars.measure import (
    NORMAL,
    STEPS,
    TOP,
    WILD,
    enemies,
    engaged,
    height,
    level,
    level_gap,
    place,
    size,
    step_of,
    stick,
)
from sightline.games.deepwars.moving import own_edge
from sightline.games.deepwars.purpose import Way, breached, company, drawn, kept, leaning, pursued, rallied, spots, way
from sightline.games.deepwars.questions import H2H, SHOT, Armor, AttackScore, Blow, Countering, DefenceScore
from sightline.games.deepwars.remembering import MOST, Remembered, alike, lineup
from sightline.games.deepwars.scoring import FIRST_IN, class_of, per_game_turn, scenario, standing_points
from sightline.games.deepwars.sequence import DICE_OFFERED, HERO
from sightline.games.deepwars.storming import detour, detours, shortened, standing_room, structure
from sightline.games.deepwars.tokens import (
    ACTING,
    ACTIVATED,
    ARMOR,
    CASTING,
    COMBAT,
    GAME_TURN,
    ON_TURN,
    PASSES,
    POINTS,
    QUALITY,
    SIZE,
    TRANSFIXED,
    UNFINISHED,
)
from sightline.games.deepwars.treasure import lying
from sightline.games.deepwars.wild import hunts, profile_of

OPEN_WATER = Scene([])
USUAL = 2
"""The actions of an activation, as one may expect."""
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

HELD_GROUND = ("survival", "capture")
"""The scenarios in which ground counts by itself: to come from one's edge is worth nothing more."""
DEEPER = 0.1
"""What it is worth to come nearer to the depth of an enemy, beside what can be done there."""
COUNTERED = 0.5
"""What a wound that strikes back counts for beside one that is dealt, where nothing is decided yet."""
BESETS = 0.04
"""What even those do to an enemy who could not win against it: who is beset by several is easier prey (DW-H2H-08)."""
OUT_OF_DEPTH = 0.6
"""What an attack counts for each level that has to be crossed first."""
UNHURRIED = 1.0
"""What keeps naming somebody worth more than ending the turn."""
TRIED = 0.55
"""The chance that somebody who tries a door or a wall gets it open, at once or the next time."""
DETOUR = 0.08
"""What an inch costs that the way to the nearest enemy is longer than it looks, because a hull is between."""
SHORTER = 0.05
"""What each inch is worth that another opening makes the ways of a side inside shorter."""
BEGUN = 0.7
"""What an opening that only has to be finished counts of one that is made."""
WILD_FEAR = 0.6
"""What may be lost to a predator counts that much: it may go for somebody else."""
LAST_CHANCE = 0.3
"""How much of that fear is left in the last turn."""
PASSED_OVER = 0.35
"""How much of that is left for those who are not the cheapest prey."""
NEXT_TURN = 7.0
"""How many inches beyond its reach a predator is still feared."""
BITES = 1.5
"""What a predator puts into one attack, in plain attacks."""
DEADLY_WATER = 0.8
"""What Deadly Terrain costs whoever comes into it, in wounds: some, and whoever has any lies there."""
EAGER = 1 / 1.2
"""Who attacks minds what strikes back no more than what it deals: programs mind hurting themselves by a fifth more."""
ABOVE = 1
"""The level at which a warband begins, for who fights from above has the better of it; but treasure lies below."""

_kinds: dict[Any, int] = {}


class Figure(NamedTuple):
    """What counts of a model in blows: what it is and has, where it is, and what is left of it."""

    kind: int
    at: Point
    z: float
    radius: float
    speed: float
    life: float
    whole: float
    worth: float


class DeepWarsMind:
    """What programs are told."""

    close = 0.05

    def __init__(self) -> None:
        self._units: dict[bool, Remembered[Unit]] = {True: Remembered(), False: Remembered()}
        self._strikes: Remembered[Strike] = Remembered()
        self._targets: Remembered[Strike] = Remembered()
        self._values: Remembered[tuple[Way, Strike, tuple[float, ...]]] = Remembered()
        self._figures: Remembered[Figure] = Remembered()
        self._made: dict[Figure, Figure] = {}
        self._harms: dict[tuple[int, int], tuple[Harm, ...]] = {}

    def unit(self, table: Table, model: Model) -> Unit:
        """A model on the map in figures; as long as it is the very same model, and its turn, they are the same."""
        on_turn = model.side in table.sides and bool(table.tokens(model.side, ON_TURN))
        known = self._units[on_turn]
        found = known.of(table, model)
        if found is None:
            found = known.keep(table, model, self._unit(table, model, on_turn=on_turn))
        return found

    def _unit(self, table: Table, model: Model, *, on_turn: bool) -> Unit:
        """Who is not on turn can do nothing in this one, and who is down has to get up first."""
        x, y = place(model)
        getting_up = down(model)
        points = left(model) if ACTING in model.tokens else USUAL if on_turn and ACTIVATED not in model.tokens else 0
        points = max(0, points - getting_up)
        whole = boxes(model, BODY)
        arms = self._weapons(model)
        kind = (
            tuple(w.id for w in arms),
            best_melee(table, model).id,
            model.tokens.get(COMBAT),
            model.tokens.get(f"{ARMOR}:body"),
            level(table, model),
            model.tokens.get(SIZE),
            exposed(model),
        )
        return Unit(
            id=model.id,
            side=model.side,
            x=x,
            y=y,
            radius=model.radius,
            worth=float(class_of(model)),
            life=float(whole - wounds(model, BODY)),
            whole=float(whole),
            points=points,
            moves=points,
            speed=stick(table, step_of(model)),
            full=max(0, USUAL - getting_up),
            arms=tuple(self._arm(table, w, points) for w in arms),
            kind=_kinds.setdefault(kind, len(_kinds)),
        )

    def _weapons(self, model: Model) -> list[Weapon]:
        return [max(melee_arms(model), key=strength), *ranged_arms(model)]

    def _arm(self, table: Table, kind: Weapon, points: int) -> Arm:
        far = 0.05 if kind.melee else stick(table, STEPS[kind.range])
        return Arm(kind.id, far, not kind.melee, False, int(points > 0), 1, 1, 1)

    def nook(self, piece: Piece) -> float:
        """A hand's breadth behind whatever stands there."""
        return NOOK

    def harm(self, table: Table, attacker: ModelId, target: ModelId) -> tuple[Harm, ...]:
        """The wounds of one attack with each arm at these depths, from the printed figures.

        Hand to hand, what strikes back is taken off; and who is out of reach above or below has to come first. Models
        of one kind do the same to each other wherever they are.
        """
        one, other = table.models[attacker], table.models[target]
        kinds = (self.unit(table, one).kind, self.unit(table, other).kind)
        known = self._harms.get(kinds)
        if known is None:
            known = self._harms[kinds] = self._harm(table, one, other)
        return known

    def _harm(self, table: Table, one: Model, other: Model) -> tuple[Harm, ...]:
        rise, larger = level(table, one) - level(table, other), size(one) - size(other)
        away = max(0, level_gap(table, one, other) - 1)
        found = []
        for kind in self._weapons(one):
            armor = max(0, other.tokens.get(f"{ARMOR}:body", 0) - kind.armor_break)
            attack = one.tokens.get(COMBAT, 0) + kind.bonus
            defence = other.tokens.get(COMBAT, 0)
            if kind.melee:
                attack += AT_ITS_MERCY * exposed(other)
                parry = best_melee(table, other)
                own = max(0, one.tokens.get(f"{ARMOR}:body", 0) - parry.armor_break)
                attack += (rise > 0) + (larger > 0)
                hit, struck = expected(attack, defence + parry.bonus + (rise < 0) + (larger < 0), armor, own)
                clear = max(BESETS, hit - COUNTERED * struck) * OUT_OF_DEPTH**away
                found.append(Harm(clear, clear))
            else:
                attack += (rise != 0) + (size(other) > NORMAL)
                found.append(Harm(expected(attack, defence, armor)[0], expected(attack - 1, defence, armor)[0]))
        return tuple(found)

    def scene(self, table: Table, radius: float) -> Scene:
        """Nothing hides anybody for sure: whatever is solid can be swum over, and is looked at where it matters."""
        return OPEN_WATER

    def ground(self, table: Table) -> Ground:
        """The map without what is solid at the seafloor; higher up there is more room."""
        return standing_room(table.terrain)

    def lead(self, table: Table, side: Side) -> float:
        """Victory points, those included that the end of this Game Turn brings to whoever stands where they count."""
        won, other = standing_points(table), table.other(side)
        ahead = float(won[side] + per_game_turn(table, side) - won[other] - per_game_turn(table, other))
        return ahead + leaning(table, side, self.left(table))

    def keeps(self, table: Table, side: Side) -> float:
        """A turn that is bound to pass is over once the active model is done (DW-ACT-06)."""
        return 0.0 if table.tokens(side, PASSES) else 1.0

    def stage(self, table: Table) -> int:
        """The turns of both sides in each Game Turn."""
        on = next((n for n, side in enumerate(table.sides, 1) if table.tokens(side, ON_TURN)), 0)
        return table.tokens(TABLE, GAME_TURN) * (len(table.sides) + 1) + on

    def left(self, table: Table) -> float:
        """The Game Turns after this one."""
        last = last_turn(table) or 12
        return max(0.0, (last - max(1, table.tokens(TABLE, GAME_TURN))) / last)

    def goals(self, table: Table, side: Side) -> Sequence[Goal]:
        """Where the scenario is decided, as far as it should come to mind."""
        return spots(table, side)

    def holding(self, table: Table, id: ModelId, points: Sequence[Point]) -> Sequence[float]:
        """How well each place serves what the scenario asks of a model."""
        model = table.models[id]
        found = [
            a + b
            for a, b in zip(drawn(table, model, points, self.left(table)), rallied(table, model, points), strict=True)
        ]
        if structure(table) is not None:
            found = [good - DETOUR * way for good, way in zip(found, detours(table, model, points), strict=True)]
        if not self._hunters(table):
            return found
        return [good - bad for good, bad in zip(found, self._feared(table, model, points), strict=True)]

    def _hunters(self, table: Table) -> Sequence[tuple[Model, float]]:
        """The predators that may strike when it is their turn, and how far they come."""
        known: Sequence[tuple[Model, float]] | None = table.now.get("hunters")
        if known is None:
            found = (m for m in table.squad(WILD) if hunts(m) and TRANSFIXED not in m.tokens)
            known = tuple((m, stick(table, step_of(m)) * max(1, profile_of(m).free_actions - 1)) for m in found)
            table.now["hunters"] = known
        return known

    def _feared(self, table: Table, model: Model, points: Sequence[Point]) -> list[float]:
        """What a model may lose to predators at some places; they go for the cheapest (DW-CRE-05)."""
        found = [0.0] * len(points)
        if model.side not in table.sides:
            return found
        cost, life = model.tokens.get(POINTS, 0), max(1, boxes(model, BODY) - wounds(model, BODY))
        to_lose = WILD_FEAR * (LAST_CHANCE + (1.0 - LAST_CHANCE) * self.left(table))
        for hunter, far in self._hunters(table):
            cheapest = all(m.tokens.get(POINTS, 0) >= cost for m in enemies(table, hunter))
            share = min(1.0, BITES * self.harm(table, hunter.id, model.id)[0].clear / life)
            bad = to_lose * (1.0 if cheapest else PASSED_OVER) * share * class_of(model)
            x, y = place(hunter)
            for n, at in enumerate(points):
                beyond = hypot(at[0] - x, at[1] - y) - hunter.radius - model.radius - far
                found[n] += bad * min(1.0, max(0.0, 1.0 - beyond / NEXT_TURN))
        return found

    def extras(self, table: Table, side: Side) -> float:
        """Ground gained, what the scenario asks, and the activations to come."""
        share = self.left(table)
        served = pursued(table, side, share)
        squad = lineup(table, side)
        served += sum([kept(table, m) + company(table, m) for m in squad])
        if self._hunters(table):
            served -= sum([self._feared(table, m, (place(m),))[0] for m in squad])
        if structure(table) is not None:
            served -= DETOUR * sum([detour(table, m) for m in squad])
        gained = 0.0 if scenario(table) in HELD_GROUND else self._gained(table, side)
        return served + gained + self._begun(table, side) + self._waiting(table, side)

    def _gained(self, table: Table, side: Side) -> float:
        """How far a side has come from its edge, up to the middle; who waits at home cannot win."""
        edge = own_edge(table, side)
        if edge is None:
            return 0.0
        half = table.terrain.height / 2
        return MOVE_WORTH * sum([min(half, abs(place(m)[1] - edge)) for m in lineup(table, side)])

    def _waiting(self, table: Table, side: Side) -> float:
        """What the activations of this turn are worth that are still to come; for the others, half of their next turn.

        When a turn ends, that of the others begins. The half that both have then makes up for it: else whatever ends
        a turn would cost that of the others as well.
        """
        if not table.tokens(side, ON_TURN):
            return LATER * HALF_A_TURN * sum([self._prospects(table, m)[1] for m in lineup(table, side)])
        lost = bool(table.tokens(side, PASSES))
        total = 0.0
        for model in lineup(table, side):
            if ACTING in model.tokens:
                total += LATER * self._prospects(table, model)[min(HERO, left(model))]
            elif not lost and ACTIVATED not in model.tokens:
                total += LATER * self._at_best(table, model)
        return total

    def _at_best(self, table: Table, model: Model) -> float:
        """What the activation of somebody who waits is worth if it comes to it."""
        key = ("at best", model.id)
        known: float | None = table.now.get(key)
        if known is None:
            known = table.now[key] = at_best(table, model, self._prospects(table, model))
        return known

    def idle(self, table: Table, decision: Decision, action: Action) -> bool:
        """Ending a turn hands it over for nothing."""
        return isinstance(action, a.EndTurn)

    def stand(self, table: Table, decision: Decision, action: Action) -> tuple[ModelId, Point, int] | None:
        """Moves and deployments; who is done has nothing more to do."""
        if isinstance(action, a.Move):
            return (action.actor, action.to, 1)
        return (action.model, action.at, -1) if isinstance(action, a.Deploy) else None

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
        gained = self._prospects(there, moved)[max(0, actions - 1)] - self._prospects(table, model)[actions]
        share, at = self.left(table), (place(model),)
        gained += drawn(there, moved, at, share)[0] - drawn(table, model, at, share)[0]
        foe = min(enemies(table, model), key=lambda e: gap(model, e), default=None)
        if foe is not None and level_gap(table, model, foe) > max(1, level_gap(there, moved, foe)):
            gained += DEEPER + MOVE_WORTH * stick(table, step_of(model))
        return Promise({}, more=gained)

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
            return self._attack(table, a.Attack(action.actor, action.weapon, action.target, action.section))
        if isinstance(action, a.RollToActivate):
            return self._roll(table, action)
        if isinstance(action, a.FreeActivation):
            return Promise({}, more=self._prospects(table, table.models[action.actor])[1])
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

    def _through(self, table: Table, action: a.Move) -> Promise | None:
        """What a way costs that leads into Deadly Terrain, or through it (DW-TER-02)."""
        model = table.models[action.actor]
        start, low = place(model), level(table, model)
        deadly = any(not f.covers(start) for f in touched(table.terrain, start, action.to, low, DEADLY))
        return Promise({model.id: DEADLY_WATER}) if deadly else None

    def _prospects(self, table: Table, model: Model) -> tuple[float, ...]:
        """What 0 to 4 actions are worth to a model here."""
        key = ("prospects", model.id)
        known: tuple[float, ...] | None = table.now.get(key)
        if known is None:
            unit = self.unit(table, model)
            target = self._target(table, model, unit) if model.side in table.sides else NOBODY
            ahead = way(table, model, self.left(table), unit.speed)
            before = self._values.of(table, model)
            if before is None or before[1] is not target or before[0] != ahead:
                before = self._values.keep(table, model, (ahead, target, prospects(model, unit, target, ahead)))
            known = table.now[key] = before[2]
        return known

    def figure(self, table: Table, model: Model) -> Figure:
        """What a model is to whoever reckons with blows: one thing as long as that is the same."""
        known = self._figures.of(table, model)
        if known is None:
            unit = self.unit(table, model)
            found = Figure(unit.kind, place(model), model.z, unit.radius, unit.speed, unit.life, unit.whole, unit.worth)
            if len(self._made) >= MOST:
                self._made.clear()
            known = self._figures.keep(table, model, self._made.setdefault(found, found))
        return known

    def figures(self, table: Table, side: Side) -> tuple[Figure, ...]:
        """All of a side: the very same tuple as long as they are the same."""
        key = ("figures", side)
        known: tuple[Figure, ...] | None = table.now.get(key)
        if known is None:
            known = table.now[key] = alike(tuple([self.figure(table, m) for m in lineup(table, side)]))
        return known

    def _target(self, table: Table, model: Model, unit: Unit) -> Strike:
        """The enemy it does most harm to, sooner rather than later."""
        other = table.other(model.side)
        own, foes = self.figure(table, model), self.figures(table, other)
        known = self._targets.of(table, own, foes)
        if known is None:
            enemies = zip(lineup(table, other), foes, strict=True)
            within = [self._within(table, model, unit, own, foe, figure) for foe, figure in enemies]
            known = self._targets.keep(table, own, max(within, key=itemgetter(2), default=NOBODY), foes)
        return known

    def _within(self, table: Table, model: Model, unit: Unit, own: Figure, foe: Model, other: Figure) -> Strike:
        """What a model can do to an enemy; as long as both are the same in figures, it is the same."""
        found = self._strikes.of(table, own, other)
        if found is None:
            harms = self.harm(table, model.id, foe.id)
            found = self._strikes.keep(table, own, strike(table, model, unit, foe, harms), other)
        return found

    def _opens(self, table: Table, actor: ModelId, activity: str, target: str) -> float:
        """An opening is worth most to whoever makes the first; one that only has to be finished is sure."""
        house = structure(table)
        hull = next((hull for hull in house.hulls if hull.id == target), None) if house is not None else None
        if house is None or hull is None:
            return FIXED[a.Exert]
        done = f"{UNFINISHED}:{activity} {target}" in table.models[actor].tokens
        worth = float(FIRST_IN) if not breached(table) else SHORTER * shortened(table, table.models[actor], house, hull)
        return worth * (1.0 if done else TRIED) if worth > 0 else FIXED[a.Exert]

    def _begun(self, table: Table, side: Side) -> float:
        """An opening that only has to be finished is as good as made."""
        if scenario(table) != "breach" or breached(table):
            return 0.0
        begun = (f"{UNFINISHED}:{FORCE} ", f"{UNFINISHED}:{BREAK} ")
        return FIRST_IN * BEGUN * any(t.startswith(begun) for m in table.squad(side) for t in m.tokens)

    def _turn_of(self, table: Table, model: Model) -> float:
        """What it is worth to name a model now, and not later: whoever has to risk the turn comes last."""
        chosen = max(self._prospects(table, model)[1], *(self._gamble(table, model.id, n) for n in DICE_OFFERED))
        return 0.1 + UNHURRIED + chosen - LATER * self._at_best(table, model)

    def _roll(self, table: Table, action: a.RollToActivate) -> Promise:
        """The actions of a roll by their chances, at the risk of the turn."""
        model = table.models[action.actor]
        gained, lost = staked(table, model, action.dice, self._prospects(table, model))
        return Promise({}, more=gained, risk=lost, stake=BESIDE_HARM * self._to_come(table, model))

    def _gamble(self, table: Table, actor: ModelId, dice: int) -> float:
        """The exact value of a roll: its actions by their chances, less what is lost with the turn."""
        model = table.models[actor]
        return gamble(table, model, dice, self._prospects(table, model), self._to_come(table, model))

    def _to_come(self, table: Table, model: Model) -> float:
        """What the activations of the others are worth that still wait."""
        return LATER * sum(self._at_best(table, m) for m in others(table, model))

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
        return self._gamble(table, actor, dice) + (0.12 * good if aimed else -0.1)

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
        own = max(0, one.tokens.get(f"{ARMOR}:body", 0) - best_melee(table, other).armor_break)
        hit, struck = expected(int(attack), int(defence), int(armor), own)
        harm = {other.id: hit * SECTION.get(action.section, 0.2)}
        if kind.melee and EFFECTS.allows(table, Countering(other.id, one.id, blow)):
            harm[one.id] = EAGER * struck
        joined = LATER * sum(self._at_best(table, table.models[id]) for id in action.joiners)
        return Promise(harm, more=-0.02 * (action.effort - 1) - joined)
