"""What would come of something on the table as it lies: the same scripts, over every way the dice can fall."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from typing import TypeVar

from msgspec import Struct

from sightline.core.decisions import Action, Decision, Offer, Picks, RollAgain, Thrown
from sightline.core.dice import Roll, SeededDice
from sightline.core.effects import Tally
from sightline.core.game import Game, SetUp
from sightline.core.match import Match, Running
from sightline.core.odds import Policy, by_default, falls
from sightline.core.referee import Asking, Referee
from sightline.core.screen import DOOMED, Figure, Gauge, Prospect
from sightline.core.table import ModelId, Part, RuleId, Table
from sightline.core.wire import changes

T = TypeVar("T")

LEAVES = 4_000
"""Ends beyond which chances are sampled."""
SAMPLE, LEAST = 2_000, 40
"""Battles in a sample, and those it has however little time there is."""
Stop = Callable[[], bool]
"""Whether somebody who waits has waited long enough."""


def never() -> bool:
    """Whoever asks has all the time there is."""
    return False


class Fate(Struct, frozen=True):
    """What may become of one model, or of one piece of terrain."""

    model: ModelId
    """Its id, or that of the piece."""
    loss: dict[int, Fraction]
    """The chance of each loss of health; below 0 for a gain."""
    mean: Fraction
    lethal: Fraction
    """The chance that it is gone, or will be as things are."""
    health: Gauge | None
    """What it has now."""
    effects: dict[str, Fraction]
    """The chance of each status it comes under, by name."""
    fatal: tuple[int, ...] = ()
    """The losses it does not survive."""


class Outlook(Struct, frozen=True):
    """What may come of something."""

    roll: Roll | None
    """The first dice that fall, or the first of the model that was asked about."""
    fates: tuple[Fate, ...]
    again: tuple[Fate, ...] = ()
    """The same if everything that may be rolled again is; empty if nothing may."""
    again_rule: RuleId = ""
    again_name: str = ""
    exact: bool = True

    @property
    def need(self) -> Tally | None:
        """The number the first dice have to reach."""
        return self.roll.need if self.roll else None

    @property
    def each(self) -> Fraction:
        """The chance of one of the first dice, where they succeed or fail."""
        if self.roll is None or self.roll.need is None:
            return Fraction(0)
        return Fraction(self.roll.need.good(self.roll.sides), self.roll.sides)


class TooManyEnds(RuntimeError):
    """More ends than are looked at one by one."""


# ------------------------------------------------------------------ a match that stops


class Halt(Part, frozen=True):
    """Where a trial ends."""


async def halt(referee: Referee) -> None:
    """Wait for ever."""
    await Asking(Decision("", "", ()))


class Trial(Match):
    """A match that is played to see what comes of it, and halts before anything older goes on."""

    __slots__ = ()

    def _start(self, rest: Table) -> tuple[Referee, Running]:
        if self._halts(rest):
            referee = Referee(self.game, rest.copy())
            return referee, halt(referee)
        return super()._start(rest)

    def _halts(self, rest: Table) -> bool:
        """Whether nothing more is looked at: all is played, or what comes is what others make of it."""
        return isinstance(rest.agenda[0], (Halt, *self.game.screen.aftermath))

    @classmethod
    def of(cls, game: Game, setup: SetUp, table: Table, part: Part) -> Trial:
        """A part that is played on a table before all else."""
        rest = table.copy()
        rest.agenda = (part, Halt(), *table.agenda)
        return cls(game, setup, rest=rest)

    @classmethod
    def after(cls, match: Match, action: Action) -> Trial:
        """An action of a match, which stays as it is; raises Illegal if it is refused."""
        rest = match.rest.copy()
        first, *older = match.rest.agenda
        rest.agenda = (first, Halt(), *older)
        trial = cls(match.game, match.setup, rest=rest)
        for answer in match.answers:
            trial.play(answer)
        trial.play(action)
        return trial

    @property
    def over(self) -> bool:
        """Whether all that was begun has been played, or somebody has something else to decide."""
        pending = self.pending
        if pending is None or self._halts(self.rest):
            return True
        return isinstance(pending, Decision) and pending.on is None

    @property
    def end(self) -> Table:
        """The table it came to."""
        return self.rest if self.pending is None or self._halts(self.rest) else self.table


# ------------------------------------------------------------------ who decides about dice


def again(match: Match, decision: Decision) -> Action:
    """Roll again whatever fell short, as much as may be: the lowest first, nothing that is above the average."""
    if isinstance(decision.on, Thrown):
        for offer in decision.offers:
            if issubclass(offer.action, RollAgain):
                action = repeated(match, decision.on, offer)
                if action is not None:
                    return action
    return by_default(match, decision)


def repeated(match: Match, thrown: Thrown, offer: Offer) -> Action | None:
    """An offer to roll again, taken up with the dice that are worst for the side that rolled them."""
    slot = match.slots(offer).get("dice")
    if not isinstance(slot, Picks):
        return None
    short: list[tuple[float, int]] = []
    for place, roll, face in thrown.dice():
        if place in slot.options and roll.by == thrown.side:
            worth = short_of(roll, face)
            if worth < 0:
                short.append((worth, place))
    chosen = tuple(sorted(place for _, place in sorted(short)[: slot.most]))
    if not chosen or len(chosen) < slot.least:
        return None
    action = offer.action(**offer.given, dice=chosen)
    return action if match.refusal(action) is None else None


def short_of(roll: Roll, face: int) -> float:
    """By how much what a die means falls short of the average of its kind."""
    reads = roll.reads or tuple(range(1, roll.sides + 1))
    return reads[face - 1] - sum(reads) / len(reads)


# ------------------------------------------------------------------ ends


def ends(start: Trial, policy: Policy, stop: Stop = never) -> Iterator[tuple[Table, Fraction]]:
    """Every table a trial can come to, with its chance; what comes to rest alike on the way is gone on with once."""
    layer: dict[bytes, tuple[Trial, Fraction]] = {b"": (start, Fraction(1))}
    met = 0
    while layer:
        following: dict[bytes, tuple[Trial, Fraction]] = {}
        for trial, chance in layer.values():
            if trial.over:
                yield trial.end, chance
                continue
            if stop():  # A layer may be wide where nothing is rolled, too.
                raise TooManyEnds
            pending = trial.pending
            if isinstance(pending, Roll):
                branches = list(falls(pending))
                met += len(branches)
                if met > LEAVES:
                    raise TooManyEnds
                for faces, part in branches:
                    branch = trial.fork()
                    branch.play(faces)
                    _meet(following, start, branch, chance * part)
            else:
                branch = trial.fork()
                branch.play(policy(branch, trial.decision))
                _meet(following, start, branch, chance)
        layer = following


def _meet(known: dict[bytes, tuple[Trial, Fraction]], start: Trial, trial: Trial, chance: Fraction) -> None:
    """Add a trial to those of a layer, joined with one that came to the same."""
    # Dice of which only some things count, such as those set against each other, come to few tables in many ways.
    where = changes(start.rest, trial.rest) + repr(trial.answers).encode()
    before = known.get(where)
    known[where] = (trial, chance) if before is None else (before[0], before[1] + chance)


def sampled(start: Trial, policy: Policy, stop: Stop = never) -> Iterator[tuple[Table, Fraction]]:
    """Tables a trial came to in a sample."""
    found: list[Table] = []
    for number in range(SAMPLE):
        if number >= LEAST and stop():
            break
        trial = start.fork(SeededDice(f"outlook {number}"))
        while not trial.over:
            pending = trial.pending
            if isinstance(pending, Roll):
                assert trial.dice is not None
                trial.play(trial.dice.roll(pending))
            else:
                trial.play(policy(trial, trial.decision))
        found.append(trial.end)
    for table in found:
        yield table, Fraction(1, len(found))


# ------------------------------------------------------------------ what became of everybody


class Watch:
    """What becomes of models, counted over many ends of one beginning."""

    def __init__(self, game: Game, before: Table) -> None:
        self.game = game
        self.before = before
        self._figures: dict[ModelId, Figure] = {}
        self._loss: dict[ModelId, dict[int, Fraction]] = {}
        self._lethal: dict[ModelId, Fraction] = {}
        self._fatal: dict[ModelId, set[int]] = {}
        self._effects: dict[ModelId, dict[str, Fraction]] = {}
        self._changed: dict[ModelId, Fraction] = {}

    def figure(self, id: ModelId) -> Figure:
        """How a model looked at the beginning; of a piece of terrain only what it had left."""
        found = self._figures.get(id)
        if found is None:
            known = id in self.before.models
            found = self.game.screen.figure(self.before, id) if known else Figure("", "", self.pieces[id])
            self._figures[id] = found
        return found

    @cached_property
    def pieces(self) -> Mapping[str, Gauge]:
        """The pieces of terrain that may be lost; one that is a model as well is looked at as a model."""
        found = self.game.screen.sturdy(self.before)
        return {id: left for id, left in found.items() if id not in self.before.models}

    def see(self, after: Table, chance: Fraction) -> None:
        """Count one end."""
        for id in touched(self.before, after):
            old, new = self.figure(id), self.game.screen.figure(after, id)
            gone = after.models[id].at is None
            self._changed[id] = self._changed.get(id, Fraction(0)) + chance
            if old.health is not None and new.health is not None:
                lost = old.health.value - (0 if gone else new.health.value)
                _add(self._loss.setdefault(id, {}), lost, chance)
                if gone or new.doomed:
                    self._fatal.setdefault(id, set()).add(lost)
            if gone or new.doomed:
                _add(self._lethal, id, chance)
            counts = {badge.id: badge.count for badge in old.badges}
            for badge in new.badges:
                if badge.id != DOOMED and badge.count > counts.get(badge.id, 0):
                    _add(self._effects.setdefault(id, {}), badge.name, chance)
        if after.terrain is not self.before.terrain:
            self._see_pieces(after, chance)

    def _see_pieces(self, after: Table, chance: Fraction) -> None:
        """Count what became of terrain: worn down, or gone."""
        lying, left = {piece.id for piece in after.terrain.pieces}, self.game.screen.sturdy(after)
        for id, old in self.pieces.items():
            if id in lying and left.get(id, old) == old:
                continue
            lost = old.value - (left[id].value if id in lying else 0)
            self._changed[id] = self._changed.get(id, Fraction(0)) + chance
            _add(self._loss.setdefault(id, {}), lost, chance)
            if id not in lying:
                _add(self._lethal, id, chance)
                self._fatal.setdefault(id, set()).add(lost)

    def fates(self) -> tuple[Fate, ...]:
        """Everybody something may happen to, in table order, and then every piece of terrain."""
        known = (*self.before.models, *self.pieces)
        return tuple(fate for id in known if (fate := self._fate(id)) is not None)

    def _fate(self, id: ModelId) -> Fate | None:
        if id not in self._changed:
            return None
        loss = dict(self._loss.get(id, {}))
        untouched = 1 - self._changed[id]
        old = self.figure(id)
        lethal = self._lethal.get(id, Fraction(0)) + (untouched if old.doomed else 0)
        if untouched:
            _add(loss, 0, untouched)
        effects = self._effects.get(id, {})
        if not effects and set(loss) <= {0} and (lethal == 0 or old.doomed):
            return None
        mean = sum((n * chance for n, chance in loss.items()), Fraction(0))
        fatal = tuple(sorted(self._fatal.get(id, ())))
        return Fate(id, dict(sorted(loss.items())), mean, lethal, old.health, effects, fatal)


def _add(found: dict[T, Fraction], key: T, chance: Fraction) -> None:
    found[key] = found.get(key, Fraction(0)) + chance


def touched(before: Table, after: Table) -> list[ModelId]:
    """The models that stood on the mat and may look different now: changed themselves, or tied to one that is."""
    standing = before.standing()
    changed = {id for id in standing if after.models[id] is not before.models[id]}
    changed |= {id for id in standing if after.borne.get(id) != before.borne.get(id)}
    if any(after.models[id].at != before.models[id].at for id in changed):
        return list(standing)  # Who moved may change what is said of everybody else.
    ties = [{a.bearer, a.source} for a in after.attachments.values() if a.source is not None]
    growing = bool(changed)
    while growing:
        tied = {id for tie in ties if not changed.isdisjoint(tie) for id in tie}
        growing = not tied <= changed
        changed |= tied
    return [id for id in standing if id in changed]


# ------------------------------------------------------------------ the answers


def outlook(
    game: Game,
    setup: SetUp,
    table: Table,
    part: Part,
    *,
    by: ModelId = "",
    repeats: bool = True,
    stop: Stop = never,
) -> Outlook:
    """What may come of a part if it were played on a table now; without repeats nothing is rolled again."""
    return _outlook(Trial.of(game, setup, table, part), table, repeats, stop, by)


def outlook_of(match: Match, action: Action, *, repeats: bool = True, stop: Stop = never) -> Outlook:
    """What may come of an action of the pending decision; raises Illegal if it is refused."""
    return _outlook(Trial.after(match, action), match.table, repeats, stop)


def first_roll(start: Trial, by: ModelId = "") -> Roll | None:
    """The first dice that fall, or the first of one model where those of others fall before them."""
    roll = start.pending if isinstance(start.pending, Roll) else None
    trial, found = start, roll
    while by and found is not None and found.about != by:
        trial = trial.fork()
        trial.play((1,) * found.count)
        found = trial.pending if isinstance(trial.pending, Roll) else None
    return found or roll


def _outlook(start: Trial, before: Table, repeats: bool, stop: Stop, by: ModelId = "") -> Outlook:
    roll = first_roll(start, by)
    offers: dict[RuleId, str] = {}

    def keep(match: Match, decision: Decision) -> Action:
        for offer in decision.offers:
            if issubclass(offer.action, RollAgain):
                offers.setdefault(offer.rule, match.game.sayings.offer(match.table, offer))
        return by_default(match, decision)

    fates, exact = _fates(start, before, keep, stop)
    if not offers or not repeats:
        return Outlook(roll, fates, exact=exact)
    better, also = _fates(start, before, again, stop)
    rule, name = next(iter(offers.items()))
    return Outlook(roll, fates, better, rule, name, exact and also)


def _fates(start: Trial, before: Table, policy: Policy, stop: Stop) -> tuple[tuple[Fate, ...], bool]:
    """What becomes of everybody, and whether that is exact."""
    for walk, exact in ((ends, True), (sampled, False)):
        watch = Watch(start.game, before)
        try:
            for table, chance in walk(start, policy, stop):
                watch.see(table, chance)
        except TooManyEnds:
            continue
        return watch.fates(), exact
    raise AssertionError("a sample always ends")


# ------------------------------------------------------------------ in the book's words


class Forecast(Struct, frozen=True):
    """What may come of an answer in the book's words, each with its chance, in the order they were first told."""

    prospects: tuple[tuple[Prospect, Fraction], ...]
    exact: bool = True
    roll: Roll | None = None
    """The first dice that fall."""


def forecast(match: Match, action: Action) -> Forecast:
    """What may come of an action of the pending decision; raises Illegal if it is refused."""
    start = Trial.after(match, action)
    for walk, exact in ((ends, True), (sampled, False)):
        found: dict[Prospect, Fraction] = {}
        try:
            for table, chance in walk(start, by_default):
                for prospect in match.game.screen.prospects(match.table, table, action):
                    _add(found, prospect, chance)
        except TooManyEnds:
            continue
        # Figures by their value, what may happen beside them after that.
        order = sorted(found.items(), key=lambda one: (one[0].value is None, one[0].value or 0))
        return Forecast(tuple(order), exact, first_roll(start))
    raise AssertionError("a sample always ends")
