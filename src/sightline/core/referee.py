"""The referee plays one part of a match on a working copy of the table; scripts touch nothing else."""

from __future__ import annotations

from collections.abc import Awaitable, Generator, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from sightline.core.battle import Battle, Debrief
from sightline.core.decisions import Action, Decision, Keep, Offer, Refusal, RollAgain, Thrown, offered
from sightline.core.dice import Faces, Roll
from sightline.core.effects import Bearing, Clause, Question, Tally
from sightline.core.events import Event, Fought, Rolled
from sightline.core.table import ModelId, Part, RuleId, Side, Table

if TYPE_CHECKING:
    from sightline.core.game import Game

Pause = Decision | Roll | Battle

DEEPEST = 64
"""How long a chain of answers to answers may grow before it is taken for a circle."""


class Asking:
    """A pause on its way to whoever drives the match, and the answer on its way back."""

    __slots__ = ("pause",)

    def __init__(self, pause: Pause) -> None:
        self.pause = pause

    def __await__(self) -> Generator[Pause, Any, Any]:
        return (yield self.pause)


class Referee:
    """What a script may do: read the table, tally, forbid, throw, choose, emit, and plan what comes next."""

    __slots__ = ("_chain", "_depth", "effects", "events", "game", "plans", "table")

    def __init__(self, game: Game, table: Table) -> None:
        self.game = game
        self.effects = game.effects
        self.table = table
        self.events: list[Event] = []
        self.plans: list[Part] = []
        self._depth = 0
        self._chain: set[tuple[RuleId, ModelId, str]] = set()

    def tally(self, question: Question, base: float) -> Tally:
        """The number a question comes to, with its reasons."""
        return self.effects.tally(self.table, question, base)

    def refusal(self, question: Question) -> Refusal | None:
        """The first no to a question."""
        no = self.effects.forbids(self.table, question)
        return None if no is None else Refusal(*no)

    def then(self, *parts: Part) -> None:
        """Plan parts: played in this order when the script ends, before older plans."""
        self.plans.extend(parts)

    def choose(
        self,
        side: Side,
        rule: RuleId,
        offers: Iterable[Offer],
        *,
        default: Action | None = None,
        about: ModelId = "",
        on: Question | None = None,
    ) -> Awaitable[Action]:
        """Ask a side for one action; the match lets only legal ones through."""
        return Asking(Decision(side, rule, tuple(offers), about, default, on))

    async def throw(self, *rolls: Roll, seats: Sequence[Side] = ()) -> tuple[Faces, ...]:
        """Roll dice: all are seen, then each seat in order may roll again what its effects allow."""
        faces: list[Faces] = []
        for roll in rolls:
            shown: Faces = await Asking(roll)
            faces.append(shown)
            await self.emit(
                Rolled(rule=roll.rule, side=roll.by, sides=roll.sides, faces=shown, about=roll.about, need=roll.need)
            )
        for side in seats:
            if self.effects.by_verb("offer", Thrown):
                await self._roll_again(side, rolls, faces)
        return tuple(faces)

    async def _roll_again(self, side: Side, rolls: tuple[Roll, ...], faces: list[Faces]) -> None:
        repeated: tuple[int, ...] = ()
        while True:
            window = Thrown(side, rolls, tuple(faces), repeated)
            offers = self.effects.offers(self.table, window)
            if not offers:
                return
            keep = Offer(Keep, offers[0].rule)
            action = await self.choose(side, offers[0].rule, (*offers, keep), default=Keep(), on=window)
            if not isinstance(action, RollAgain):
                return
            taken = offered(Decision(side, offers[0].rule, tuple(offers)), action)
            assert taken is not None
            await self.game.roll_again(self, action, window)
            first = 0
            for index, roll in enumerate(rolls):
                places = tuple(d - first for d in sorted(action.dice) if first <= d < first + roll.count)
                if places:
                    fresh: Faces = await Asking(
                        Roll(roll.rule, roll.sides, len(places), roll.by, roll.about, roll.need, roll.reads, roll.on)
                    )
                    shown = list(faces[index])
                    for place, face in zip(places, fresh, strict=True):
                        shown[place] = face
                    faces[index] = tuple(shown)
                    await self.emit(
                        Rolled(
                            rule=taken.rule,
                            side=side,
                            sides=roll.sides,
                            faces=fresh,
                            about=roll.about,
                            need=roll.need,
                            again=places,
                        )
                    )
                first += roll.count
            repeated = (*repeated, *action.dice)

    async def fight(self, battle: Battle) -> Debrief:
        """Wait for a battle to be fought, as for a die to fall."""
        debrief: Debrief = await Asking(battle)
        # The campaign knows its own sides: which of them won stood on some other side of the battle.
        winner = battle.commands.get(debrief.winner, debrief.winner) if debrief.winner is not None else None
        await self.emit(Fought(rule=battle.rule, match=debrief.match, about=battle.about, winner=winner))
        return debrief

    async def emit(self, *events: Event) -> tuple[Event, ...]:
        """Let events happen together: each may be replaced, all are applied, then each is answered."""
        effects = self.effects
        for event in events:
            if effects.hears(type(event)):
                return await self._answered(events)
        for event in events:
            event.apply(self.table)
        self.events.extend(events)
        return events

    async def _answered(self, events: tuple[Event, ...]) -> tuple[Event, ...]:
        """Let events happen that somebody may answer."""
        effects = self.effects
        self._depth += 1
        if self._depth > DEEPEST:
            raise RuntimeError(f"answers to {type(events[0]).__name__} go round in a circle")
        happening: list[Event] = []
        for event in events:
            happening.extend(await self._instead(event))
        # Who answers is settled before anything changes, so that the dead answer their own death.
        answers: list[tuple[Event, Clause, Bearing]] = []
        for event in happening:
            answers.extend((event, clause, bearing) for clause, bearing in effects.answers(self.table, "after", event))
        for event in happening:
            event.apply(self.table)
        self.events.extend(happening)
        for event, clause, bearing in answers:
            if clause.once:
                key = (
                    bearing.effect,
                    bearing.bearer,
                    bearing.attachment.id if bearing.attachment else bearing.grant.via,
                )
                if key in self._chain:
                    continue
                self._chain.add(key)
            await clause.payload(self, event, bearing)
        self._depth -= 1
        if self._depth == 0:
            self._chain.clear()
        return tuple(happening)

    async def _instead(self, event: Event) -> tuple[Event, ...]:
        """What happens in the place of an event: the first effect that has something else in mind decides.

        What it puts there may be replaced in turn if it is of another kind, but by no effect a second time.
        """
        return await self._replaced(event, ())

    async def _replaced(self, event: Event, spoken: tuple[tuple[RuleId, ModelId], ...]) -> tuple[Event, ...]:
        for clause, bearing in self.effects.answers(self.table, "instead", event):
            who = (bearing.effect, bearing.bearer)
            if who in spoken:
                continue
            spoken = (*spoken, who)
            found = await clause.payload(self, event, bearing)
            if len(found) == 1 and found[0] is event:
                continue
            others: list[Event] = []
            for other in found:
                another = type(other) is not type(event)
                others.extend(await self._replaced(other, spoken) if another else (other,))
            return tuple(others)
        return (event,)
