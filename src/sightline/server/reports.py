"""A match looked back on: who dealt what to whom, what each round brought, and how lucky each side was."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from sightline.core.deeds import Deed
from sightline.core.events import Event, Removed
from sightline.core.game import Game, SetUp
from sightline.core.luck import METHOD, Luck, luck, thrown
from sightline.core.table import Model, ModelId, Side, Table
from sightline.server.messages import AstrayView, LuckPoint, LuckView, Report, TallyView
from sightline.server.telling import mentioned


class Blow(Struct, frozen=True):
    """Health that a model lost, and whose doing it was, where that is known."""

    victim: ModelId
    amount: float
    dealer: ModelId
    side: Side
    """The side that is credited with it: whose the dealer is, if that is no friend; nobody's where it has none."""


class Tally(Struct):
    """What one model did so far."""

    dealt: float = 0.0
    taken: float = 0.0
    kills: int = 0
    fell: int = 0


class Watch:
    """A match being watched: events are applied to a table, and what they do to models is counted."""

    def __init__(self, game: Game, setup: SetUp) -> None:
        self.game = game
        self.table: Table = game.set_up(setup)
        self.actor: ModelId = ""
        """The model that acts."""
        self.tallies: dict[ModelId, Tally] = {}
        self.astray: dict[Side, Tally] = {}
        """What each side took, and how many of it fell, by nobody of the other side."""
        self.alone: list[ModelId] = []
        """Who fell or left by nobody of the other side: how, only what follows tells."""
        self.rounds: list[dict[Side, float]] = []
        self.scores: list[dict[Side, float]] = []
        self._health: dict[ModelId, float] = {}
        self._last: dict[ModelId, ModelId] = {}
        """Who dealt each model the blow that counts: the one that left it with nothing, or else the last."""
        for model in self.table.models.values():
            self._meet(model)

    def _meet(self, model: Model) -> None:
        if model.kind == "model":
            self.tallies.setdefault(model.id, Tally())
            self._health[model.id] = self._gauge(model.id)

    def _gauge(self, id: ModelId) -> float:
        health = self.game.screen.figure(self.table, id).health
        return health.value if health is not None else 0.0

    def take(self, deed: Deed) -> tuple[list[Blow], list[ModelId]]:
        """Let a deed happen: the blows it dealt, and who fell."""
        blows: list[Blow] = []
        fallen: list[ModelId] = []
        self.actor = actor_of(self.table, deed) or self.actor
        for event in deed.events:
            if self.game.sayings.heading(event):
                self.actor = ""
            before = self.table.models.copy()
            named = self._dealers(event)
            event.apply(self.table)
            dealt = len(blows)
            for model in [m for m in self.table.models.values() if m is not before.get(m.id) and m.kind == "model"]:
                if isinstance(event, Removed) and model.id == event.model:
                    fallen.append(model.id)
                    self._fell(model, named)
                else:
                    blows.extend(self._hurt(model, named))
            self._score(blows[dealt:])
        return blows, fallen

    def _dealers(self, event: Event) -> list[ModelId]:
        """The models an event may be the doing of: those it names, whoever laid the effect it comes from, the actor."""
        named = list(mentioned(self.table, event))
        for id in named[:1]:
            named += [a.source for a in self.table.borne.get(id, ()) if a.effect == event.rule and a.source]
        return [*named, self.actor] if self.actor else named

    def _hurt(self, model: Model, named: Sequence[ModelId]) -> Iterator[Blow]:
        if model.id not in self._health:
            self._meet(model)
            return
        was, now = self._health[model.id], self._gauge(model.id)
        self._health[model.id] = now
        if now >= was:
            return
        dealer = next((id for id in named if id != model.id), "")
        if dealer and (was > 0 or model.id not in self._last):
            self._last[model.id] = dealer
        self.tallies[model.id].taken += was - now
        side = ""
        if dealer in self.tallies and self.table.models[dealer].side != model.side:
            self.tallies[dealer].dealt += was - now
            side = self.table.models[dealer].owner
        else:
            self.astray.setdefault(model.owner, Tally()).taken += was - now
        yield Blow(model.id, was - now, dealer, side)

    def _fell(self, model: Model, named: Sequence[ModelId]) -> None:
        self.tallies.setdefault(model.id, Tally()).fell = self.round
        killer = self._last.get(model.id) or next((id for id in named if id not in (model.id, self.actor)), "")
        if killer in self.tallies and self.table.models[killer].owner != model.owner:
            self.tallies[killer].kills += 1
        else:
            self.astray.setdefault(model.owner, Tally()).fell += 1
            self.alone.append(model.id)

    @property
    def round(self) -> int:
        """The round it is."""
        return self.game.screen.clock(self.table).round

    def _score(self, blows: Iterable[Blow]) -> None:
        """Put down what a round brought so far."""
        number = self.round
        while len(self.rounds) < number:
            self.rounds.append(dict.fromkeys(self.table.sides, 0.0))
            self.scores.append({})
        if number:
            for blow in blows:
                if blow.side in self.table.sides:
                    self.rounds[number - 1][blow.side] += blow.amount
            self.scores[number - 1] = dict(self.game.scores(self.table))


def actor_of(table: Table, deed: Deed) -> ModelId:
    """The model an action names first: the one that acts."""
    for field in deed.action.__struct_fields__ if deed.action is not None else ():
        value = getattr(deed.action, field)
        if isinstance(value, str) and value in table.models and table.models[value].kind == "model":
            return value
    return ""


# ------------------------------------------------------------------ the report


def report(game: Game, setup: SetUp, deeds: Sequence[Deed]) -> Report:
    """A match looked back on, from what it started from and what was done."""
    watch = Watch(game, setup)
    for deed in deeds:
        watch.take(deed)
    return report_of(game, setup, deeds, watch)


def report_of(game: Game, setup: SetUp, deeds: Sequence[Deed], watch: Watch) -> Report:
    """The report of a match that was watched to its end."""
    throws = thrown(game.set_up(setup), deeds, game.worth)
    return Report(
        luck=tuple(luck_view(luck(side, throws)) for side in game.sides),
        tallies=tuple(
            tally_view(game, watch.table, watch.table.models[id], tally)
            for id, tally in watch.tallies.items()
            if id in watch.table.models
        ),
        rounds=tuple(watch.rounds),
        scores=tuple(watch.scores),
        method=METHOD,
        astray=tuple(one for side in watch.astray if (one := astray_view(watch, side)).taken or one.fell),
    )


def astray_view(watch: Watch, side: Side) -> AstrayView:
    """What befell a side by nobody of the other; who left did not fall."""
    table, tally = watch.table, watch.astray[side]
    left = [id for id in watch.alone if table.models[id].owner == side and watch.game.screen.figure(table, id).parted]
    return AstrayView(side, tally.taken, tally.fell - len(left))


def tally_view(game: Game, table: Table, model: Model, tally: Tally) -> TallyView:
    """What one model did."""
    return TallyView(
        model=model.id,
        name=model.name,
        side=model.owner,
        glyph=game.screen.glyphs.get(model.profile, ""),
        dealt=tally.dealt,
        taken=tally.taken,
        kills=tally.kills,
        fell=tally.fell,
        parted=game.screen.figure(table, model.id).parted if tally.fell else "",
    )


def luck_view(found: Luck) -> LuckView:
    """How lucky a side was."""
    return LuckView(
        side=found.side,
        points=tuple(LuckPoint(p.action, p.surplus) for p in found.points),
        surplus=found.surplus,
        chance=float(found.chance),
        lucky=found.lucky,
        text=found.text,
        dice=found.dice,
        successes=found.successes,
        expected=found.expected,
        band50=tuple((p.action, p.band50) for p in found.points),
        band90=tuple((p.action, p.band90) for p in found.points),
        others=len(found.others),
    )
