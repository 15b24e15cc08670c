"""A match told in lines: who meets, what happens turn by turn with its dice and rules, and how it ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct
from rich.console import Console
from rich.text import Text

from sightline.commands.choices import differing_options, model_name
from sightline.core.events import Event, Rolled
from sightline.core.game import Game, SetUp
from sightline.core.sayings import applied
from sightline.core.table import Outcome, Side

COLOURS = ("red", "blue", "green", "yellow")
"""The colours of the sides, in their order."""
WIDTH = 112
"""Where rule ids end, in characters, unless the terminal is narrower."""


class Line(Struct, frozen=True):
    """One line of the tale."""

    text: Text
    rule: str = ""
    level: int = 9
    """1 for the broadest heading; 9 for what is no heading."""

    def laid_out(self, console: Console, width: int = WIDTH) -> Text:
        """The line as it is printed, its rule at the right; what does not fit beside it goes on below."""
        if not self.rule:
            return self.text
        first, *more = self.text.wrap(console, max(20, width - len(self.rule) - 2))
        first.rstrip()
        gap = max(2, width - first.cell_len - len(self.rule))
        lines = [Text.assemble(first, " " * gap, (self.rule, "dim"))]
        lines.extend(Text.assemble("    ", line) for line in more)
        return Text("\n").join(lines)


class Tale:
    """Tells a match from its set-up and its events; no rule is run for it."""

    def __init__(self, game: Game, setup: SetUp) -> None:
        self.game = game
        self.setup = setup
        self.table = game.set_up(setup)
        self.colours = dict(zip(game.sides, COLOURS, strict=False))
        self._turns = 0

    def opening(self, players: Mapping[Side, str] | None = None, seed: int | str | None = None) -> Iterator[Line]:
        """Who meets, where, and by which house rules."""
        game, setup = self.game, self.setup
        yield Line(Text(game.title, "bold"), level=1)
        for side, roster in setup.rosters.items():
            player = f", played by {players[side]}" if players and side in players else ""
            cost = f"{len(roster.models)} models, cost {game.cost(roster)}"
            yield Line(Text())
            yield Line(self._coloured(Text(f"{side}: {roster.name} ({cost}{player})", "bold")))
            for number, entry in enumerate(roster.models, 1):
                items = ", ".join(game.sayings.word(None, item) for item in entry.items) or "unarmed"
                yield Line(Text(f"  {number}. {model_name(game, roster, number)}: {items}"))
        plan = setup.table
        yield Line(Text())
        yield Line(Text(f"Table: {plan.name or plan.id}, {len(plan.pieces)} pieces of terrain"))
        changed = differing_options(game.rulebook, setup.options)
        yield Line(Text(f"Options: {', '.join(changed) or 'all at their defaults'}"))
        if seed is not None:
            yield Line(Text(f"Seed: {seed}"))

    def told(self, events: Iterable[Event]) -> Iterator[Line]:
        """What happened, line by line; between two turns, the score."""
        sayings = self.game.sayings
        for event in events:
            level = sayings.heading(event)
            if level == 1:
                if self._turns:
                    yield self._score()
                self._turns += 1
            sentence = sayings.event(applied(self.table, event), event)
            if not sentence:
                continue
            if level == 1:
                yield Line(Text())
                yield Line(Text(f"=== {sentence} ===", "bold"), event.rule, 1)
            elif level:
                yield Line(Text())
                yield Line(Text(f"--- {sentence}", "bold cyan"), event.rule, level)
            else:
                yield Line(self._said(sentence, event), event.rule)

    def closing(self, outcome: Outcome | None) -> Iterator[Line]:
        """How it ended."""
        yield Line(Text())
        score = self._standing()
        if outcome is None:
            yield Line(Text(f"Not finished; {score}", "bold"), level=1)
        else:
            result = f"{outcome.winner} wins" if outcome.winner else "A draw"
            yield Line(self._coloured(Text(f"Result: {result}; {score}", "bold")), outcome.rule, 1)

    def _standing(self) -> str:
        return ", ".join(f"{side} {score:g}" for side, score in self.game.scores(self.table).items())

    def _score(self) -> Line:
        return Line(self._coloured(Text(f"Score: {self._standing()}")))

    def _said(self, sentence: str, event: Event) -> Text:
        text = Text(f"  {sentence}")
        if isinstance(event, Rolled):
            text.stylize("yellow")
            self._colour_dice(text, event)
        return self._coloured(text)

    def _colour_dice(self, text: Text, event: Rolled) -> None:
        """Faces that meet their need green, the others dim."""
        shown = self.game.sayings.word(self.table, event.faces)
        place = text.plain.find(shown)
        if event.need is None or place < 0:
            return
        for face in event.faces:
            style = "bold green" if event.need.met(face) else "dim"
            text.stylize(style, place, place + len(str(face)))
            place += len(str(face)) + 2

    def _coloured(self, text: Text) -> Text:
        for side, colour in self.colours.items():
            names = [f"{side} {m.name}" for m in self.table.models.values() if m.kind == "model" and m.owner == side]
            text.highlight_words(sorted(names, key=len, reverse=True), colour)
            text.highlight_regex(rf"\b{side}\b", colour)
        return text
