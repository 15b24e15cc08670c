"""Players that think: by first sight alone, or by looking ahead."""

from __future__ import annotations

from collections.abc import Sequence
from math import dist
from random import Random
from time import perf_counter
from typing import NamedTuple

from sightline.ai.field import FEATURES, Field, weighed
from sightline.ai.levels import Effort, Level, Style
from sightline.ai.policy import Policy, Weighed, last_resort, legal
from sightline.ai.search import Led, Line, Search, alike, clock
from sightline.ai.thought import Candidate, Reason, Stop, Thought, never
from sightline.ai.weights import Weights, load
from sightline.core.decisions import Action
from sightline.core.errors import BadInput
from sightline.core.game import Game
from sightline.core.match import Match

SHOWN = 5
"""Candidates that are explained."""
NOTHING = 0.005
"""What a part of a value may come to without being worth a word."""
STEP = 0.25
"""How far one has to go, in inches, for it to be a way at all."""
SPARE = 0.1
"""The part of its time a program keeps back to say what it found."""
HASTY = Effort(width=1, falls=2)
"""How closely a program that ran out of time looks at its answer to say why."""
COMES_ANYWAY = "material"
"""The part of a value that a model brings wherever it is put down: no reason for one place or another."""


class Mind(NamedTuple):
    """How a program of some level sees one game."""

    level: Level
    weights: Weights
    """What counts how much."""
    policy: Policy
    """What comes to mind, with what it forgets."""


class ThinkingPlayer:
    """A program of some level and style."""

    def __init__(self, seed: int | str, level: Level, style: Style, weights: Weights | None = None) -> None:
        self.level = level
        self._style = style
        self._weights = weights
        self._rng = Random(f"{level.id} {seed}")  # noqa: S311 - a player, not a lock
        self._made: tuple[Game, Mind] | None = None
        self._slips = False
        """Whether it has just taken what came to mind without looking."""

    def answer(self, match: Match) -> None:
        """Play one legal answer to the decision that is pending."""
        match.play(self.choose(match))

    def choose(self, match: Match, stop: Stop = never) -> Action:
        """A legal answer to the decision that is pending."""
        return self._lines(match, stop)[0].action

    def think(self, match: Match, stop: Stop = never, plan: Sequence[Action] | None = None) -> Thought:
        """A legal answer to the decision that is pending, with what else was weighed and why.

        Who looks ahead keeps to a plan, what it meant to do next, unless it finds something clearly better.
        """
        began = perf_counter()
        search = self._search(match, clock(self.level.seconds * (1 - SPARE), stop))
        lines = self._lines(match, stop, search, plan)
        candidates = self._explained(match, search, lines)
        return Thought(
            lines[0].action,
            candidates,
            len(lines),
            perf_counter() - began,
            search.stopped,
            self._slipped(lines),
            lines[0].action in (plan or ()),
        )

    # ------------------------------------------------------------------ what it finds

    def _mind(self, match: Match) -> Mind:
        """What counts how much, as this player sees it, and how hard its level looks in this game."""
        if self._made is None or self._made[0] is not match.game:
            given = self._weights or load(match.game)
            level, weights = given.level(self.level), given.leaning(self._style)
            seen = weights.with_({name: part * weights[name] for name, part in level.leans.items()})
            self._made = (match.game, Mind(level, weights, Policy(seen, level.places)))
        return self._made[1]

    def _search(self, match: Match, over: Stop) -> Search:
        mind = self._mind(match)
        return Search(mind.policy, mind.level.effort, over)

    def _lines(
        self, match: Match, stop: Stop, search: Search | None = None, plan: Sequence[Action] | None = None
    ) -> list[Line]:
        """What was found, the chosen one first."""
        level, _, policy = self._mind(match)
        # Who advises has a plan, if only an empty one, and does not slip.
        self._slips = plan is None and bool(level.slips) and self._rng.random() < level.slips
        if self._slips:
            return by_first_sight(self._slip(match, policy, level.gross))
        if level.effort is not None:
            search = search or self._search(match, clock(level.seconds * (1 - SPARE), stop))
            return search.lines(match, self._rng, plan)
        ranked = policy.ranked(match, self._rng)
        while ranked and match.refusal(ranked[0].action) is not None:
            del ranked[0]  # The first is nearly always legal: the others need not be looked at.
        return by_first_sight(ranked or [Weighed(0.0, last_resort(match, self._rng))])

    def _slip(self, match: Match, policy: Policy, gross: float) -> list[Weighed]:
        """Any of the better half of what came to mind, by chance also the best, but nothing that is grossly wrong."""
        found = legal(match, policy.ranked(match, self._rng))
        if not found:
            return [Weighed(0.0, last_resort(match, self._rng))]
        likely = [w for w in found[: (len(found) + 1) // 2] if w.value >= found[0].value - gross]
        chosen = found.pop(self._rng.randrange(len(likely)))
        return [chosen, *found]

    def _slipped(self, lines: list[Line]) -> Action | None:
        """What it thought better than what it chose, if it chose something else."""
        chosen, best = lines[0], max(lines, key=lambda line: line.value)
        slipped = self._slips and best.value > chosen.value and not alike(best.action, chosen.action)
        return best.action if slipped else None

    # ------------------------------------------------------------------ why

    def _explained(self, match: Match, search: Search, lines: list[Line]) -> tuple[Candidate, ...]:
        """The first few of what was found, each number with its reason: what it changes in the position.

        What differs from a better one by no more than a small step to the side is not told again.
        Where the time was up, no more is found out than what the obvious way to go on makes of the answer itself; and
        where that takes too long as well, what the answer changes at once.
        """
        _, weights, policy = self._mind(match)
        if search.stopped:
            search = Search(policy, HASTY, clock(self.level.seconds * SPARE, never))
            search.stopped = True
        search.begin(match)
        before = weighed(Field(match.game, match.table, search.side, weights).standing(), weights)
        found: list[Candidate] = []
        for line in lines:
            action = line.action
            if len(found) == SHOWN or (found and line.standing is None and (search.stopped or search.over())):
                break
            if found and (self._stays(match, action) or any(alike(action, other.action) for other in found)):
                continue
            led = line if line.standing is not None else self._leads_to(match, search, action)
            if led is None or led.standing is None:
                continue
            parts = [part - now for part, now in zip(weighed(led.standing, weights), before, strict=True)]
            if self._arrives(match, action):
                parts[FEATURES.index(COMES_ANYWAY)] = 0.0
            reasons = [
                Reason(name, weights.text(name), round(part, 3))
                for name, part in zip(FEATURES, parts, strict=True)
                if abs(part) >= NOTHING
            ]
            sight = search.sight(line)
            if "first" in weights and abs(sight) >= NOTHING:
                reasons.append(Reason("first", weights.text("first"), round(sight, 3)))
                parts.append(sight)
            reasons.sort(key=lambda reason: -abs(reason.value))
            found.append(Candidate(action, round(sum(parts, 0.0), 3), tuple(reasons), led.then))
        return tuple(found)

    @staticmethod
    def _stays(match: Match, action: Action) -> bool:
        """Whether an action has somebody go to where it stands: nobody wants to be told that."""
        taken = match.game.mind.stand(match.table, match.decision, action) if action.points else None
        at = match.table.models[taken[0]].at if taken is not None else None
        return taken is not None and taken[1] is not None and at is not None and dist(at, taken[1]) < STEP

    @staticmethod
    def _arrives(match: Match, action: Action) -> bool:
        """Whether an action puts somebody on the table who is not there yet."""
        taken = match.game.mind.stand(match.table, match.decision, action)
        return taken is not None and match.table.models[taken[0]].at is None

    def _leads_to(self, match: Match, search: Search, action: Action) -> Led | None:
        """What an action leads to that was only judged by first sight; None if it is not legal."""
        try:
            return search.after(match, action) if match.refusal(action) is None else None
        except BadInput:
            return None


def by_first_sight(found: list[Weighed]) -> list[Line]:
    """Answers that nobody looked beyond."""
    return [Line(w.value, w.action, None) for w in found]
