"""Looking ahead: candidates are played on forks, dice and the others' answers included, and what they lead to is weighed."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import perf_counter
from typing import NamedTuple

from sightline.ai.field import Field, Standing, weighed
from sightline.ai.policy import Policy, last_resort
from sightline.core.decisions import Action, Decision, Thrown
from sightline.core.dice import Roll
from sightline.core.match import Match
from sightline.core.odds import falls
from sightline.core.table import Side

WON = 100.0
"""What winning the match is worth."""


class Effort(NamedTuple):
    """How hard a search tries; with the same effort it finds the same, however quick the machine is."""

    width: int
    """Candidates that are played out."""
    places: int
    """Places that are proposed for a move."""
    ahead: int
    """Answers of either side that are followed after a candidate, as long as no die falls."""
    follow: int
    """Places that are proposed for each of those."""
    falls: int
    """Ways for the dice of one roll to fall that are followed at most; the likeliest count."""


class Line(NamedTuple):
    """A candidate with what it leads to."""

    value: float
    action: Action
    standing: Standing | None


class OutOfTime(Exception):
    """The time is up; whatever was found so far has to do."""


class Search:
    """Weighs the answers to one decision by what they lead to."""

    def __init__(self, policy: Policy, effort: Effort, over: Callable[[], bool], seed: str) -> None:
        self.policy = policy
        self.effort = effort
        self.over = over
        self._quick = Policy(policy.weights, effort.follow)
        self._seed = seed
        self.side: Side = ""
        self.stopped = False

    def lines(self, match: Match, rng: Random) -> tuple[list[Line], int]:
        """The candidates that were weighed, the best first, and how many there were at first."""
        decision = match.decision
        self.side = decision.side
        ranked = self.policy.ranked(match, rng)
        legal = [w for w in ranked if match.refusal(w.action) is None]
        if len(legal) < 2:
            action = legal[0].action if legal else last_resort(match, rng)
            return [Line(0.0, action, None)], len(ranked)
        found: list[Line] = []
        try:
            for weighed in legal[: self.effort.width]:
                standing = self.after(match, weighed.action)
                found.append(Line(self._value(standing) + 1e-6 * weighed.value, weighed.action, standing))
        except OutOfTime:
            self.stopped = True
        rest = [Line(w.value, w.action, None) for w in legal] if not found else []
        found.sort(key=lambda line: -line.value)
        return found + rest, len(ranked)

    def after(self, match: Match, action: Action) -> Standing:
        """What an action leads to."""
        trial = match.fork()
        trial.play(action)
        about = match.decision.about
        return self._own(trial, about, fell=False)

    # ------------------------------------------------------------------ until it has had its effect

    def _own(self, trial: Match, about: str, *, fell: bool) -> Standing:
        """Play on until the action has had its effect: its own dice fall in every way."""
        rng = Random(self._seed)  # noqa: S311
        while True:
            if self.over():
                raise OutOfTime
            pending = trial.pending
            if pending is None:
                return self._ended(trial)
            if isinstance(pending, Roll):
                return self._chance(trial, pending, about)
            assert isinstance(pending, Decision)
            if isinstance(pending.on, Thrown):
                trial.play(self._quick.best(trial, rng))
                continue
            if fell:
                return self._weigh(trial)
            if pending.side != self.side or (about and pending.about != about):
                return self._quiet(trial, rng)
            if not pending.about:
                return self._quiet(trial, rng)
            about = pending.about
            trial.play(self._quick.best(trial, rng))

    def _chance(self, trial: Match, roll: Roll, about: str) -> Standing:
        ways = sorted(((float(chance), faces) for faces, chance in falls(roll)), reverse=True)[: self.effort.falls]
        total = sum([chance for chance, _ in ways])
        parts = []
        for chance, faces in ways:
            branch = trial.fork()
            branch.play(faces)
            parts.append((chance / total, self._own(branch, about, fell=True)))
        return Standing(*(sum([chance * s[n] for chance, s in parts]) for n in range(len(Standing._fields))))

    # ------------------------------------------------------------------ and then

    def _quiet(self, trial: Match, rng: Random) -> Standing:
        """Let both sides answer quickly until a die would fall."""
        for _ in range(self.effort.ahead):
            if self.over():
                raise OutOfTime
            if trial.pending is None:
                return self._ended(trial)
            if isinstance(trial.pending, Roll):
                break
            ahead = trial.fork()
            ahead.play(self._quick.best(ahead, rng))
            if isinstance(ahead.pending, Roll):
                break
            trial = ahead
        return self._weigh(trial)

    def _weigh(self, trial: Match) -> Standing:
        return Field(trial.game, trial.table, self.side, self.policy.weights).standing()

    def _value(self, standing: Standing) -> float:
        return sum(weighed(standing, self.policy.weights), 0.0)

    def _ended(self, trial: Match) -> Standing:
        outcome = trial.outcome
        assert outcome is not None
        won = 0.0 if outcome.winner is None else WON if outcome.winner == self.side else -WON
        return Standing(won, *(0.0 for _ in Standing._fields[1:]))


def clock(seconds: float, stop: Callable[[], bool]) -> Callable[[], bool]:
    """Whether so many seconds have passed, or somebody is in a hurry."""
    end = perf_counter() + seconds

    def over() -> bool:
        return perf_counter() > end or stop()

    return over
