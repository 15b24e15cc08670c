"""The greedy player: the answer that promises most, looking one decision ahead."""

from __future__ import annotations

from random import Random

from sightline.ai.propose import filled, some
from sightline.core.decisions import Action, Illegal, Offer, Pick, Picks, Slot, Split, Spot
from sightline.core.match import Match
from sightline.core.table import Table

PLACES = 10
"""Places tried for a move or a placement."""
SPOTS = 3
"""Spots tried for an area besides those where somebody stands."""


class GreedyPlayer:
    """Proposes some answers to every offer, has the game appraise them, and plays the best that is legal."""

    def __init__(self, seed: int | str) -> None:
        self._rng = Random(f"greedy player {seed}")  # noqa: S311 - a player, not a lock

    def answer(self, match: Match) -> None:
        decision = match.decision
        actions = [action for offer in decision.offers for action in self._candidates(match, offer)]
        values = match.game.appraise(match.table, decision, actions)
        # The best first; among equals the one proposed first.
        for place in sorted(range(len(actions)), key=lambda n: (-values[n], n)):
            try:
                match.play(actions[place])
            except Illegal:
                continue
            return
        if decision.default is None:
            while True:
                try:
                    match.play(filled(match, decision.offers[0], match.slots(decision.offers[0]), self._rng))
                except Illegal:
                    continue
                return
        match.play(decision.default)

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
                return [*self._crowded(table), *(some(table, slot, self._rng) for _ in range(SPOTS))]
            case _:
                return [some(table, slot, self._rng) for _ in range(PLACES)]

    def _crowded(self, table: Table) -> list[object]:
        return [table.models[m].at for m in table.standing()]
