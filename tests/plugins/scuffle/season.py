"""The season: what a campaign is made of, small enough to be read in one sitting."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, ClassVar

from sightline.core.battle import Battle
from sightline.core.camp import Camp
from sightline.core.campaign import Briefing, Campaign, Chapter, Migration, Plain, Stage, State
from sightline.core.decisions import Action, Decision, Offer, Pick, Refusal, Slot
from sightline.core.dice import Roll
from sightline.core.effects import Effects
from sightline.core.events import Counted, Ended, Event, Marked
from sightline.core.game import ActionKind, Script, SetUp
from sightline.core.muster import Entry, Roster
from sightline.core.referee import Referee
from sightline.core.screen import Badge, Clock, Figure, Gauge, Gear, Phase, Screen
from sightline.core.table import TABLE, Model, ModelId, Part, Side, Table, TokenKind
from tests.plugins.scuffle.game import GAME
from tests.plugins.scuffle.words import BRUISES

COINS, POINTS, SORE, CHARM, DONE, NOW, BOUTS = "coins", "points", "sore", "charm", "done", "now", "bouts"
FAIRS = {"spring-fair": "Spring Fair", "summer-fair": "Summer Fair", "autumn-fair": "Autumn Fair"}
PRICES = {"Buy": 2, "Treat": 1}
DIE, SORE_ON = 6, 2


# Actions


class GoTo(Action, frozen=True):
    """Begin a fair."""

    fair: ModelId


class Buy(Action, frozen=True):
    """Buy a charm for a fighter."""

    fighter: ModelId


class Treat(Action, frozen=True):
    """Have a fighter treated."""

    fighter: ModelId


class Leave(Action, frozen=True):
    """Go on from the stall."""


# Events


class FairBegan(Marked, frozen=True, kw_only=True):
    """A fair begins."""


class FairEnded(Marked, frozen=True, kw_only=True):
    """A fair is over."""


class BoutFought(Counted, frozen=True, kw_only=True):
    """A fair has had one bout more."""


class Paid(Counted, frozen=True, kw_only=True):
    """A gang earned coins."""


class Spent(Counted, frozen=True, kw_only=True):
    """A gang spent coins."""


class Scored(Counted, frozen=True, kw_only=True):
    """A gang earned points."""


class TurnedSore(Marked, frozen=True, kw_only=True):
    """A fighter is sore."""


class Treated(Marked, frozen=True, kw_only=True):
    """A fighter is well again."""


class Charmed(Marked, frozen=True, kw_only=True):
    """A fighter has a charm."""


# Parts


class Stall(Part, frozen=True):
    """A gang is at the stall, and others after it."""

    sides: tuple[Side, ...]


class Fair(Part, frozen=True):
    """Somebody says which fair comes next."""


class Bout(Part, frozen=True):
    """Two gangs meet at a fair."""

    fair: ModelId
    pair: tuple[Side, Side]


class Soreness(Part, frozen=True):
    """Those who were knocked out roll."""

    fighters: tuple[ModelId, ...]


class Closing(Part, frozen=True):
    """A fair is over."""

    fair: ModelId


async def stall(ref: Referee, part: Stall) -> None:
    """Each gang in turn buys what it likes (SC-CMP-05)."""
    side, *others = part.sides
    offers = [Offer(kind, "SC-CMP-05") for kind in (Buy, Treat) if open_to(ref.table, side, kind)]
    answer = await ref.choose(side, "SC-CMP-05", (*offers, Offer(Leave, "SC-CMP-05")), default=Leave())
    if isinstance(answer, Leave):
        ref.then(*([Stall(tuple(others))] if others else [Fair()]))
        return
    price = PRICES[type(answer).__name__]
    await ref.emit(Spent(rule="SC-CMP-05", bearer=side, token=COINS, by=-price))
    if isinstance(answer, Buy):
        await ref.emit(Charmed(rule="SC-CMP-05", bearer=answer.fighter, token=CHARM, value=1))
    elif isinstance(answer, Treat):
        await ref.emit(Treated(rule="SC-CMP-05", bearer=answer.fighter, token=SORE, value=0))
    ref.then(part)


def open_to(table: Table, side: Side, kind: type[Action]) -> tuple[ModelId, ...]:
    """The fighters something can be bought for."""
    if table.tokens(side, COINS) < PRICES[kind.__name__]:
        return ()
    own = [m for m in table.models.values() if m.kind == "model" and m.side == side]
    return tuple(m.id for m in own if (CHARM not in m.tokens if kind is Buy else SORE in m.tokens))


async def fair(ref: Referee, part: Fair) -> None:
    """The gang with the fewest points says where to go (SC-CMP-02)."""
    table = ref.table
    side = min(table.sides, key=lambda s: (table.tokens(s, POINTS), table.sides.index(s)))
    left = fairs_left(table)
    answer = await ref.choose(side, "SC-CMP-02", (Offer(GoTo, "SC-CMP-02"),), default=GoTo(left[0]))
    assert isinstance(answer, GoTo)
    await ref.emit(FairBegan(rule="SC-CMP-02", bearer=answer.fair, token=NOW, value=1))
    bouts = (Bout(answer.fair, (one, other)) for one, other in combinations(table.sides, 2))
    ref.then(*bouts, Closing(answer.fair))


def fairs_left(table: Table) -> tuple[ModelId, ...]:
    """The fairs still to come."""
    return tuple(m.id for m in table.models.values() if m.kind == "fair" and DONE not in m.tokens)


async def bout(ref: Referee, part: Bout) -> None:
    """A battle, and what it brings (SC-CMP-03)."""
    table, (one, other) = ref.table, part.pair
    first, second = GAME.sides
    rosters = {first: gang(table, one), second: gang(table, other)}
    setup = SetUp(GAME.id, rosters, GAME.tables["yard"], dict(table.options))
    commands = {first: one, second: other}
    told = await ref.fight(Battle("SC-CMP-01", setup, commands, part.fair))
    winners = part.pair if told.winner is None else (commands[told.winner],)
    points, coins = (1, 1) if told.winner is None else (3, 2)
    for side in winners:
        await ref.emit(
            Scored(rule="SC-CMP-03", bearer=side, token=POINTS, by=points),
            Paid(rule="SC-CMP-03", bearer=side, token=COINS, by=coins),
        )
    await ref.emit(BoutFought(rule="SC-CMP-01", bearer=part.fair, token=BOUTS, by=1))
    places = {f"{side}-{number}": f"{own}-{number}" for side, own in commands.items() for number in (1, 2, 3)}
    out = [fighter for place, fighter in places.items() if told.marks.get(place)]
    if out:
        ref.then(Soreness(tuple(out)))


async def soreness(ref: Referee, part: Soreness) -> None:
    """A die for everybody who was out (SC-CMP-04)."""
    fighter, *others = part.fighters
    reads = tuple(int(face <= SORE_ON) for face in range(1, DIE + 1))
    side = ref.table.models[fighter].side
    ((face,),) = await ref.throw(Roll("SC-CMP-04", DIE, 1, side, fighter, reads=reads))
    if face <= SORE_ON:
        await ref.emit(TurnedSore(rule="SC-CMP-04", bearer=fighter, token=SORE, value=1))
    if others:
        ref.then(Soreness(tuple(others)))


async def closing(ref: Referee, part: Closing) -> None:
    """The next fair, or the end of the season (SC-CMP-06)."""
    table = ref.table
    await ref.emit(
        FairEnded(rule="SC-CMP-02", bearer=part.fair, token=NOW, value=0),
        FairEnded(rule="SC-CMP-02", bearer=part.fair, token=DONE, value=1),
    )
    if fairs_left(table):
        ref.then(Stall(table.sides))
        return
    best = max(table.tokens(side, POINTS) for side in table.sides)
    winners = [side for side in table.sides if table.tokens(side, POINTS) == best]
    await ref.emit(Ended(rule="SC-CMP-06", winner=winners[0] if len(winners) == 1 else None))


def gang(table: Table, side: Side) -> Roster:
    """A gang as it goes into a bout."""
    entries = (
        Entry(
            m.profile,
            items=(CHARM,) * m.tokens.get(CHARM, 0),
            name=m.name,
            stats={BRUISES: m.tokens[SORE]} if SORE in m.tokens else {},
        )
        for m in table.models.values()
        if m.kind == "model" and m.side == side
    )
    return Roster(GAME.id, table.models[side].name, tuple(entries))


# What is legal


def check_stall(table: Table, decision: Decision, action: Buy | Treat) -> Refusal | None:
    """Coins, and a fighter that needs it."""
    coins, price = table.tokens(decision.side, COINS), PRICES[type(action).__name__]
    if decision.rule != "SC-CMP-05" or coins < price:
        return Refusal("SC-CMP-05", {"coins": coins, "needed": price})
    if action.fighter not in open_to(table, decision.side, type(action)):
        return Refusal("SC-CMP-05", {"model": action.fighter})
    return None


def check_fair(table: Table, decision: Decision, action: GoTo) -> Refusal | None:
    """A fair that is still to come."""
    return None if action.fair in fairs_left(table) else Refusal("SC-CMP-02", {"fair": action.fair})


def check_leave(table: Table, decision: Decision, action: Leave) -> Refusal | None:
    """Always."""
    return None


def stall_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Whom it is for."""
    return {"fighter": Pick(open_to(table, decision.side, offer.action))}


def fair_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Which fair."""
    return {"fair": Pick(fairs_left(table))}


# What is shown


class SeasonScreen(Camp):
    """Gangs, fighters and their charms."""

    glyphs: Mapping[str, str] = {
        **dict.fromkeys(("bruiser", "ox", "weasel", "joker"), "game:fist"),
        "GoTo": "game:footsteps",
        "Buy": "game:clover",
        "Treat": "game:shield",
        "Leave": "lucide:check",
    }

    def figure(self, table: Table, id: ModelId) -> Figure:
        model = table.models[id]
        sore, charm = model.tokens.get(SORE, 0), model.tokens.get(CHARM, 0)
        return Figure(
            model.profile,
            "game:fist",
            Gauge("Stamina", 3 - sore, 3, "SC-STR-02"),
            badges=(Badge(SORE, "Sore", "game:star-swirl", "SC-CMP-04", "bad"),) * sore,
            gear=(Gear(CHARM, "Charm", "game:clover", "SC-CMP-05", "one luck more"),) * charm,
        )

    def clock(self, table: Table) -> Clock:
        done = sum(DONE in m.tokens for m in table.models.values())
        phase = Phase("season", "Season", "game:fist", "SC-CMP-01")
        return Clock("Fair", done, sum(m.kind == "fair" for m in table.models.values()), (phase,), 0)

    def pools(self, table: Table, side: Side) -> Sequence[Badge]:
        return (Badge(COINS, "Coins", "lucide:coins", "SC-CMP-03", "plain", table.tokens(side, COINS)),)

    def cost(self, table: Table, offer: Offer) -> int:
        return PRICES.get(offer.action.__name__, 0)


def pennies_are_coins(document: Plain) -> Plain:
    """Edition 1 counted pennies."""
    return dict(_renamed(document))


def _renamed(value: Any) -> Any:
    if isinstance(value, dict):
        return {COINS if key == "pennies" else key: _renamed(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_renamed(inner) for inner in value]
    return COINS if value == "pennies" else value


class Season(Campaign):
    """Gangs through the fairs of a year."""

    sides: tuple[Side, ...] = ("red", "blue", "green")
    fewest = 2
    concession = "SC-CMP-07"
    effects = Effects(())
    tokens: Mapping[str, TokenKind] = {id: TokenKind(id) for id in (COINS, POINTS, SORE, CHARM, DONE, NOW, BOUTS)}
    actions: Mapping[type[Action], ActionKind] = {
        GoTo: ActionKind(check_fair, fair_slots),
        Buy: ActionKind(check_stall, stall_slots),
        Treat: ActionKind(check_stall, stall_slots),
        Leave: ActionKind(check_leave),
    }
    events: Sequence[type[Event]] = (
        FairBegan,
        FairEnded,
        BoutFought,
        Paid,
        Spent,
        Scored,
        TurnedSore,
        Treated,
        Charmed,
    )
    parts: Mapping[type[Part], Script] = {
        Stall: stall,
        Fair: fair,
        Bout: bout,
        Soreness: soreness,
        Closing: closing,
    }
    screen: Screen = SeasonScreen()
    migrations: ClassVar[Sequence[Migration]] = (pennies_are_coins,)

    def set_up(self, setup: SetUp) -> Table:
        models = [Model(TABLE, "", "", TABLE, kind="table")]
        for side, roster in setup.rosters.items():
            models.append(Model(side, side, side, "side", roster.name, kind="side", tokens={COINS: 1}))
        for side, roster in setup.rosters.items():
            for number, entry in enumerate(roster.models, 1):
                name = entry.name or entry.profile.title()
                models.append(Model(f"{side}-{number}", side, side, entry.profile, name))
        fairs = list(FAIRS.items())[: int(setup.options["fairs"])]
        models.extend(Model(fair, "", "", "fair", name, kind="fair") for fair, name in fairs)
        return self.camp(setup, models, Stall(tuple(setup.rosters)))

    def report(self, battle: Battle, table: Table) -> dict[str, dict[str, int]]:
        return {m.id: {"out": 1} for m in table.models.values() if m.kind == "model" and m.at is None}

    def journey(self, table: Table) -> Sequence[Chapter]:
        pairs = [f"{one} and {other}" for one, other in combinations(table.sides, 2)]
        chapters = []
        for model in table.models.values():
            if model.kind == "fair":
                state: State = "done" if DONE in model.tokens else "now" if NOW in model.tokens else "open"
                fought = model.tokens.get(BOUTS, 0)
                next_one: State = "now" if state == "now" else "ahead"
                stages = tuple(
                    Stage(f"{model.id}-{n}", p, "done" if n < fought else next_one if n == fought else "ahead")
                    for n, p in enumerate(pairs)
                )
                chapters.append(Chapter(model.id, model.name, state, "SC-CMP-01", "", stages))
        return chapters

    def briefing(self, table: Table, battle: Battle) -> Briefing:
        names = " against ".join(table.models[side].name for side in battle.commands.values())
        return Briefing(names, "SC-CMP-01", (f"At the {table.models[battle.about].name}.",))

    def appeal(self, table: Table, decision: Decision, action: Action) -> float:
        return {Treat: 2.0, Buy: 1.0}.get(type(action), 0.0)

    def scores(self, table: Table) -> Mapping[Side, float]:
        return {side: table.tokens(side, POINTS) for side in table.sides}


CAMPAIGN = Season(GAME)
