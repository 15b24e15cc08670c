"""The greedy player: the answer that promises most, looking one decision ahead."""

from __future__ import annotations

from math import hypot
from random import Random

from sightline.ai.levels import LEVELS, USUAL, Level, Style
from sightline.ai.propose import filled, some
from sightline.ai.thought import Candidate, Reason, Stop, Thought, never
from sightline.core.decisions import Action, Offer, Pick, Picks, Slot, Split, Spot
from sightline.core.match import Match
from sightline.core.table import Point, Table

PLACES = 6
"""Places tried for a move or a placement."""
TRIES = 400
"""Proposals drawn where none of the appraised ones was legal and there is no default."""
CLOSE = 1.5
"""Spots nearer to each other than this are one to an area."""
SPOTS = 2
"""Spots tried for an area besides those where somebody stands."""


class GreedyPlayer:
    """Proposes some answers to every offer, has the game appraise them, and plays the best that is legal."""

    def __init__(self, seed: int | str, level: Level = LEVELS[USUAL], style: Style | None = None) -> None:
        self._rng = Random(f"greedy player {seed}")  # noqa: S311 - a player, not a lock

    def answer(self, match: Match) -> None:
        match.play(self.think(match).action)

    def think(self, match: Match, stop: Stop = never) -> Thought:
        decision = match.decision
        actions = [action for offer in decision.offers for action in self._candidates(match, offer)]
        values = match.game.appraise(match.table, decision, actions)
        # The best first; among equals the one proposed first. The first try is nearly always legal.
        order = sorted(range(len(actions)), key=values.__getitem__, reverse=True)
        for place, best in enumerate(order):
            if match.refusal(actions[best]) is None:
                candidates = tuple(
                    Candidate(actions[n], values[n], (Reason("value", "what it promises", values[n]),))
                    for n in order[place : place + 5]
                )
                return Thought(actions[best], candidates, len(actions))
        return Thought(self._last_resort(match))

    def _last_resort(self, match: Match) -> Action:
        """Where no proposal was legal: the default, or anything that is."""
        decision = match.decision
        for _ in range(TRIES if decision.default is None else 0):
            action = filled(match, decision.offers[0], match.slots(decision.offers[0]), self._rng)
            if match.refusal(action) is None:
                return action
        if decision.default is None:
            raise RuntimeError(f"no legal answer to {decision.rule} found in {TRIES} tries")
        return decision.default

    def _candidates(self, match: Match, offer: Offer) -> list[Action]:
        slots = match.slots(offer)
        fields: list[dict[str, object]] = [dict(offer.given)]
        for field, slot in slots.items():
            values = self._values(match.table, slot)
            fields = [{**known, field: value} for known in fields for value in values]
        return [offer.action(**known) for known in fields]

    def _values(self, table: Table, slot: Slot) -> list[object]:
        match slot:
            case Pick(options):
                return list(options)
            case Picks(options, least, most):
                return [options[:count] for count in range(max(least, 1), most + 1)]
            case Split(total, among):
                return [{target: total} for target in among]
            case Spot(zone=()):
                return [*crowded(table, slot), *(some(table, slot, self._rng) for _ in range(SPOTS))]
            case _:
                return [some(table, slot, self._rng) for _ in range(PLACES)]


def crowded(table: Table, slot: Spot) -> list[object]:
    """The spots within reach where somebody stands, one of those that lie close together."""
    actor = table.models[slot.actor] if slot.actor is not None else None
    if actor is None or actor.at is None:
        return []
    reach = slot.reach + actor.radius
    kept: list[Point] = []
    for id in table.standing():
        at = table.models[id].at
        if at is None or hypot(at[0] - actor.at[0], at[1] - actor.at[1]) > reach:
            continue
        if all(hypot(at[0] - x, at[1] - y) > CLOSE for x, y in kept):
            kept.append(at)
    return list(kept)
