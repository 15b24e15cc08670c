"""Players that think: the quick judgement alone, or a search on top of it."""

from __future__ import annotations

from random import Random
from time import perf_counter

from sightline.ai.levels import Level, Style
from sightline.ai.policy import Policy, last_resort
from sightline.ai.search import Effort, Search, clock
from sightline.ai.thought import Candidate, Stop, Thought, never
from sightline.ai.weights import Weights, load
from sightline.core.match import Match

EFFORTS = {
    "veteran": Effort(width=6, places=9, ahead=40, follow=4, falls=8),
    "commander": Effort(width=14, places=14, ahead=60, follow=6, falls=12),
}


class ThinkingPlayer:
    """A program of some level and style."""

    def __init__(self, seed: int | str, level: Level, style: Style, weights: Weights | None = None) -> None:
        self.level = level
        self._style = style
        self._weights = weights
        self._rng = Random(f"{level.id} {seed}")  # noqa: S311 - a player, not a lock
        self._policy: Policy | None = None
        self._effort = EFFORTS.get(level.id)

    def policy(self, match: Match) -> Policy:
        if self._policy is None:
            weights = (self._weights or load(match.game)).leaning(self._style)
            self._policy = Policy(weights, self._effort.places if self._effort else 8)
        return self._policy

    def answer(self, match: Match) -> None:
        if self._effort is None:
            match.play(self.policy(match).best(match, self._rng))
        else:
            match.play(self.think(match).action)

    def think(self, match: Match, stop: Stop = never) -> Thought:
        began = perf_counter()
        if self._effort is not None:
            search = Search(self.policy(match), self._effort, clock(self.level.seconds * 20, stop), "quiet")
            lines, weighed = search.lines(match, self._rng)
            candidates = tuple(Candidate(line.action, line.value) for line in lines[:5])
            return Thought(lines[0].action, candidates, weighed, perf_counter() - began, search.stopped)
        ranked = self.policy(match).ranked(match, self._rng)
        legal = [w for w in ranked if match.refusal(w.action) is None]
        action = legal[0].action if legal else last_resort(match, self._rng)
        return Thought(action, tuple(Candidate(a, v) for v, a in legal[:5]), len(ranked), perf_counter() - began)
