"""Looking ahead: candidates are played on forks, their dice in every way, and what they lead to is weighed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import hypot
from random import Random
from time import perf_counter
from typing import NamedTuple

from sightline.ai.field import FEATURES, Field, Standing, weighed
from sightline.ai.levels import Effort
from sightline.ai.policy import OUT_OF_THE_QUESTION, Policy, Weighed, last_resort, legal
from sightline.ai.propose import Proposals
from sightline.core.decisions import Action, Decision, offered
from sightline.core.dice import Faces, Roll
from sightline.core.match import Match
from sightline.core.odds import falls
from sightline.core.table import Side, Table
from sightline.core.wire import changes

WON = 100.0
"""What winning the match is worth, where a game has no weight for it (`won`)."""
FIRST = 1e-6
"""What first sight still counts beside looking ahead where a game has no weight for it (`first`): it settles ties."""
IN_A_ROW = 3
"""How many times the ways of one roll are followed where several follow each other."""
FEWEST = 2
"""Ways that are followed of the later of many rolls."""
MANY = 4
"""After so many rolls in a row only the likeliest way is followed."""
ROLLS = 8
"""Rolls in a row that are followed at most."""
APART = 1.2
"""How far from a good place one looks for a better one at first, in inches."""
ALIKE = 0.8
"""Two places nearer to each other than this are one to whoever plays on from there, in inches."""
LATER = 2 / 3
"""How much what comes of playing on counts beside what was weighed at once."""
PASSING = 4
"""Places that are proposed to those who are only played on."""
QUIET = 200
"""Decisions that are played on at most."""
STEADY = 0.1
"""By how much something has to be better than what was planned for the plan to be given up."""
FEW = 3
"""Answers that doing nothing may take to end a part of a turn."""
SEED = "what is obvious"
"""The proposals that are followed are drawn from here: the same for every candidate, so that they compare."""
OBVIOUS = Effort(width=1)


class Line(NamedTuple):
    """A candidate with what it leads to."""

    value: float
    action: Action
    standing: Standing | None
    """None where it was only judged by first sight."""
    then: tuple[Action, ...] = ()
    """How whoever acts goes on from there."""


class Led(NamedTuple):
    """Where an action leads."""

    standing: Standing
    then: tuple[Action, ...] = ()
    """How whoever acts goes on."""


class OutOfTime(Exception):
    """The time is up; whatever was found so far has to do."""


class Search:
    """Weighs the answers to one decision by what they lead to."""

    def __init__(self, policy: Policy, effort: Effort | None, over: Callable[[], bool]) -> None:
        self.policy = policy
        self.effort = effort or OBVIOUS
        self.over = over
        """Whether the time is up."""
        self.stopped = False
        """Whether it was, before everything was weighed."""
        self.side: Side = ""
        self._stage = 0
        self._beyond = False
        """Whether positions are weighed after the part of the turn that is being played, if doing nothing ends it."""
        self._base: Table | None = None
        """The table the decision is about."""
        self._met: dict[tuple[bytes, int, int], Standing] = {}
        """What tables at rest led to, with so many rolls behind and ways ahead: many ways to fall come to the same."""
        self._first = policy.weights.get("first", FIRST) or FIRST
        self._quick = Policy(policy.weights, self.effort.follow)
        self._passing = Policy(policy.weights, PASSING)

    def lines(self, match: Match, rng: Random, plan: Sequence[Action] | None = None) -> list[Line]:
        """The candidates, the best first; those that could not be weighed in time come last, by first sight.

        Who advises has a plan, if only an empty one: what was planned before is weighed in any case, and comes first
        unless something is clearly better; and being done is compared with using those who are left.
        """
        self.begin(match)
        ranked = legal(match, self.policy.ranked(match, rng))
        intended = next((action for action in plan or () if still(match, action)), None)
        if intended is not None:
            known = next((w for w in ranked if w.action == intended), Weighed(0.0, intended))
            ranked = [known, *(w for w in ranked if w is not known)]
        if not ranked:
            return [Line(0.0, last_resort(match, rng), None)]
        if len(ranked) == 1:
            return [Line(ranked[0].value, ranked[0].action, None)]
        found: list[Line] = []
        try:
            found.extend(self._line(match, first.action, first.value) for first in ranked[: self.effort.width])
            self._widen(match, found, rng)
            found = self._play_on(match, in_order(found))
            if plan is not None:
                found = self._or_be_done(match, found)
        except OutOfTime:
            self.stopped = True
            found = in_order(found)
        if intended is not None:
            found = steady(found, intended)
        rest = [Line(w.value, w.action, None) for w in ranked[min(len(found), self.effort.width) :]]
        return found + rest

    def begin(self, match: Match) -> None:
        """Look at a decision: whose it is, and in which part of a turn."""
        self.side = match.decision.side
        self._stage, self._beyond = match.game.mind.stage(match.table), False
        self._base, self._met = match.table, {}

    def _or_be_done(self, match: Match, found: list[Line]) -> list[Line]:
        """Where doing nothing ends a part of the turn, compare it with the best of what else there is beyond that end.

        Much changes of itself then, for everybody may act again. That is no merit of whatever ends it, or a side would
        rather be done than use those it has left.
        """
        default = match.decision.default
        done = next((line for line in found if line.action == default), None)
        if done is None or done.standing is None or len(found) == 1 or self._to_the_end(match, 1) is match:
            return found
        others = [line for line in found if line is not done]
        self._beyond = True
        try:
            later = [self._after(match, line.action).standing for line in others[:FEW]]
        except OutOfTime:
            return found  # Everything has been weighed: that has to do.
        finally:
            self._beyond = False
        best, beyond = max(zip(others, later, strict=False), key=lambda pair: self.value(pair[1]))
        assert best.standing is not None
        same = Standing(*(a + b - c for a, b, c in zip(best.standing, done.standing, beyond, strict=True)))
        return in_order([*others, Line(self.value(same) + self.sight(done), done.action, same)])

    def _to_the_end(self, trial: Match, steps: int = FEW) -> Match:
        """The match after the part of the turn that is being played, if doing nothing ends it; otherwise as it is."""
        end = trial
        for _ in range(steps):
            pending = end.pending
            if not isinstance(pending, Decision) or pending.side != self.side or pending.default is None:
                break
            if end.refusal(pending.default) is not None:
                break
            end = end.fork()
            end.play(pending.default)
            if trial.game.mind.stage(end.table) != self._stage:
                return end if end.pending is not None else trial
        return trial

    def _line(self, match: Match, action: Action, first: float) -> Line:
        standing, then = self._after(match, action)
        return Line(self.value(standing) + self._first * first, action, standing, then)

    def _widen(self, match: Match, found: list[Line], rng: Random) -> None:
        """Look around the best place so far, again and again, each time closer to it."""
        proposals = Proposals(match, Field(match.game, match.table, self.side, self.policy.weights), rng, 1)
        apart = APART
        for _ in range(self.effort.rounds):
            best = max(found, key=lambda line: line.value)
            around = [action for action in proposals.near(best.action, apart) if match.refusal(action) is None]
            found.extend(self._line(match, action, self.sight(best) / self._first) for action in around)
            apart /= 2

    def _play_on(self, match: Match, found: list[Line]) -> list[Line]:
        """Where no die falls for a while, play the best so far on to the end of the stage, both sides by first sight.

        So replies are seen, and what it means to go first. What was weighed before still counts. Where a die falls
        before the other side has decided anything, nothing is played on.
        """
        rivals: list[Line] = []
        for line in found:
            if len(rivals) < self.effort.rivals and not any(alike(line.action, other.action) for other in rivals):
                rivals.append(line)
        if len(rivals) < 2:
            return found
        played: list[Line] = []
        for line in rivals:
            later = self._until_a_die_falls(match, line.action)
            if later is None or line.standing is None:
                return found
            both = Standing(*(LATER * b + (1 - LATER) * a for a, b in zip(line.standing, later, strict=True)))
            played.append(Line(self.value(both) + self.sight(line), line.action, both, line.then))
        return in_order(played) + [line for line in found if line not in rivals]

    def _until_a_die_falls(self, match: Match, action: Action) -> Standing | None:
        """What comes of an action if both sides go on as is obvious; None if a die falls before the other decides."""
        mind, stage = match.game.mind, match.game.mind.stage(match.table)
        trial, replied = match.fork(), False
        trial.play(action)
        for _ in range(QUIET):
            if not isinstance(trial.pending, Decision) or mind.stage(trial.table) != stage:
                break
            replied = replied or trial.pending.side != self.side
            before = trial.fork()
            self._obvious(trial, self._passing)
            if isinstance(trial.pending, Roll):
                # Whoever was about to roll has paid for it: the table is weighed as it lay before.
                return self._weigh(before) if replied else None
        return self._weigh(trial) if replied else None

    def after(self, match: Match, action: Action) -> Led:
        """What an action leads to; where finding out takes too long, what it changes at once."""
        try:
            return self._after(match, action)
        except OutOfTime:
            trial = match.fork()
            trial.play(action)
            return Led(self._ended(trial) if trial.pending is None else self._stands(trial))

    def _after(self, match: Match, action: Action) -> Led:
        trial = match.fork()
        trial.play(action)
        return self._own(trial, match.decision.about)

    # ------------------------------------------------------------------ until it has had its effect

    def _own(self, trial: Match, about: str) -> Led:
        """Play on until the model that acts has done something; whoever may answer it gives the obvious answer."""
        pending = trial.pending
        while isinstance(pending, Decision) and pending.on is not None:
            if pending.side == self.side and pending.about:
                break
            self._obvious(trial)
            pending = trial.pending
        if not isinstance(pending, Decision):
            return Led(self._chance(trial))
        if pending.side != self.side or not pending.about or (about and pending.about != about):
            return Led(self._weigh(trial))
        return self._best(trial)

    def _best(self, trial: Match) -> Led:
        """The best of several ways for the same model to go on."""
        best: tuple[float, Led] | None = None
        weighed_so_far = 0
        for first in self._quick.ranked(trial, Random(SEED)):  # noqa: S311 - no lock
            if weighed_so_far == self.effort.own:
                break
            if first.value <= OUT_OF_THE_QUESTION or trial.refusal(first.action) is not None:
                continue
            branch = trial.fork()
            branch.play(first.action)
            standing = self._chance(branch)
            led_to = self.value(standing)
            if best is None or led_to > best[0]:
                best = (led_to, Led(standing, (first.action,)))
            weighed_so_far += 1
        return Led(self._weigh(trial)) if best is None else best[1]

    def _obvious(self, trial: Match, policy: Policy | None = None) -> None:
        """Let a side answer by first sight."""
        if self.over():
            raise OutOfTime
        trial.play((policy or self._quick).best(trial, Random(SEED)))  # noqa: S311 - no lock

    def _chance(self, trial: Match, rolls: int = 0, most: int = 0) -> Standing:
        """What dice that lie before us lead to, in every way they can fall; the trial is played on.

        What answers them, such as rolling again, is chosen as it seems best. Of many rolls in a row fewer and fewer
        ways are followed. Dice that are about nobody, such as those for who goes first, are not the action's: they are
        not followed.
        """
        if self.over():
            raise OutOfTime
        if trial.answers or self._beyond or self._base is None:
            return self._followed(trial, rolls, most)
        where = (changes(self._base, trial.rest), rolls, most)
        known = self._met.get(where)
        if known is None:
            known = self._met[where] = self._followed(trial, rolls, most)
        return known

    def _followed(self, trial: Match, rolls: int, most: int) -> Standing:
        """The same, worked out."""
        pending = trial.pending
        if pending is None:
            return self._ended(trial)
        if isinstance(pending, Decision) and pending.on is not None:
            self._obvious(trial)
            return self._chance(trial, rolls, most)
        if not isinstance(pending, Roll) or not pending.about or rolls == ROLLS:
            return self._weigh(trial)
        ways = likeliest(pending, min(self.effort.falls, most or self.effort.falls))
        left = max(FEWEST if rolls + 1 < MANY else 1, (most or IN_A_ROW * self.effort.falls) // len(ways))
        total = sum([chance for chance, _ in ways])
        parts = []
        for n, (chance, faces) in enumerate(ways, 1):
            branch = trial.fork() if n < len(ways) else trial  # Nobody needs it after the last: it need not run again.
            branch.play(faces)
            parts.append((chance / total, self._chance(branch, rolls + 1, left)))
        return Standing(*(sum([chance * standing[n] for chance, standing in parts]) for n in range(len(FEATURES))))

    def _weigh(self, trial: Match) -> Standing:
        if trial.pending is None:
            return self._ended(trial)
        if self.over():
            raise OutOfTime
        if self._beyond and trial.game.mind.stage(trial.table) == self._stage:
            trial = self._to_the_end(trial)
        return self._stands(trial)

    def _stands(self, trial: Match) -> Standing:
        return Field(trial.game, trial.table, self.side, self.policy.weights).standing()

    def value(self, standing: Standing) -> float:
        """What a position is worth to the side that decides."""
        return sum(weighed(standing, self.policy.weights), 0.0)

    def sight(self, line: Line) -> float:
        """What first sight adds to what a candidate leads to."""
        return 0.0 if line.standing is None else line.value - self.value(line.standing)

    def _ended(self, trial: Match) -> Standing:
        outcome = trial.outcome
        assert outcome is not None
        won = self.policy.weights.get("won")
        sign = 0.0 if outcome.winner is None else 1.0 if outcome.winner == self.side else -1.0
        if won is None:
            return Standing(sign * WON, *(0.0 for _ in FEATURES[1:]))
        # What is won counts beside what is left: else whoever leads by far would rather go on than win.
        stands = self._stands(trial)
        return stands._replace(score=stands.score + sign * won)


def in_order(found: list[Line]) -> list[Line]:
    """The best first."""
    return sorted(found, key=lambda line: -line.value)


def still(match: Match, action: Action) -> bool:
    """Whether something that was planned is offered now, and legal."""
    return offered(match.decision, action) is not None and match.refusal(action) is None


def steady(found: list[Line], intended: Action) -> list[Line]:
    """The candidates with what was planned in front, unless something is clearly better."""
    planned = next((line for line in found if line.action == intended), None)
    if planned is None or planned.value < found[0].value - STEADY:
        return found
    return [planned, *(line for line in found if line is not planned)]


def alike(one: Action, other: Action) -> bool:
    """Whether two actions are the same but for a small step to the side."""
    if type(one) is not type(other):
        return False
    for name in one.__struct_fields__:
        a, b = getattr(one, name), getattr(other, name)
        if a != b:
            one_point = name in one.points and a and b and isinstance(a[0], float)  # and not a way with its corners
            if not one_point or hypot(a[0] - b[0], a[1] - b[1]) >= ALIKE:
                return False
    return True


def likeliest(roll: Roll, most: int) -> Sequence[tuple[float, Faces]]:
    """The likeliest ways for dice to fall; where many are as likely, some of them, low and high alike."""
    return _likeliest(roll.sides, roll.count, roll.reads, most)


@lru_cache(4096)
def _likeliest(sides: int, count: int, reads: tuple[int, ...], most: int) -> Sequence[tuple[float, Faces]]:
    ways = [(float(chance), faces) for faces, chance in falls(Roll("", sides, count, "", reads=reads))]
    if len(ways) <= most:
        return ways
    ways.sort(key=lambda way: -way[0])  # Equals stay in the order of their faces.
    least = ways[most - 1][0]
    sure = [way for way in ways if way[0] > least]
    equal = [way for way in ways if way[0] == least]
    wanted = most - len(sure)
    return sure + [equal[(2 * n + 1) * len(equal) // (2 * wanted)] for n in range(wanted)]


def clock(seconds: float, stop: Callable[[], bool]) -> Callable[[], bool]:
    """Whether so many seconds have passed, or somebody is in a hurry."""
    end = perf_counter() + seconds

    def over() -> bool:
        return perf_counter() > end or stop()

    return over
