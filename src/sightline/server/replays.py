"""Matches for watching: one frame for every action. Events are applied and put into words; no rule is run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from sightline.core.decisions import Offer
from sightline.core.deeds import Deed, acting, deeds
from sightline.core.errors import BadInput
from sightline.core.events import Rolled
from sightline.core.game import Game, SetUp
from sightline.core.game import game as find
from sightline.core.record import DamagedRecord, Record
from sightline.core.table import ModelId, Outcome, Side, Table
from sightline.server.describe import change_view, scene_view
from sightline.server.messages import (
    DiceProof,
    Frame,
    LineView,
    Motion,
    OutcomeView,
    Replay,
    Scene,
    SeatView,
)
from sightline.server.musters import sentence
from sightline.server.reports import Blow, Watch, actor_of, report_of
from sightline.server.sheets import MAT
from sightline.server.telling import line_views
from sightline.server.thoughts import level_label

TELLING = ("remove", "hit", "miss", "push", "move", "place", "gain", "area", "shot")
"""What an action is remembered by, the gravest first."""


def replay(
    game: Game,
    setup: SetUp,
    done: Sequence[Deed],
    *,
    match: str = "",
    seats: Mapping[Side, SeatView] | None = None,
    outcome: Outcome | None = None,
    dice: DiceProof | None = None,
) -> Replay:
    """A whole match for watching, from what it started from and what was done."""
    reel = Reel(game, setup)
    first = reel.scene
    frames = tuple(reel.frame(deed) for deed in done if deed.number or deed.events)
    return Replay(
        match=match,
        game=game.id,
        title=game.title,
        table=setup.table.name or setup.table.id,
        seats=dict(seats or {side: SeatView(side, "person", side) for side in game.sides}),
        squads={side: roster.name for side, roster in setup.rosters.items()},
        scene=first,
        frames=frames,
        report=report_of(game, setup, done, reel.watch),
        outcome=outcome_view(game, reel.watch.table, outcome),
        dice=dice,
    )


def replay_of(kept: Record, match: str = "") -> Replay:
    """A record for watching; one that tells of things that are not there is a damaged one."""
    seats = {
        side: SeatView(side, "ai" if level else "person", level_label(level) or side, level, level_label(level))
        for side in kept.setup.rosters
        for level in (kept.players.get(side, ""),)
    }
    try:
        return replay(find(kept.game), kept.setup, deeds(kept), match=match, seats=seats, outcome=kept.outcome)
    except BadInput:
        raise
    except Exception as error:
        raise DamagedRecord(f"it cannot be watched: {type(error).__name__}: {error}") from error


def outcome_view(game: Game, table: Table, outcome: Outcome | None) -> OutcomeView | None:
    """How it ended, in words."""
    outcome = outcome or table.outcome
    if outcome is None:
        return None
    name = table.models[outcome.winner].name or outcome.winner if outcome.winner in table.models else ""
    rule = game.rulebook.rules.get(outcome.rule)
    text = f"{name} wins" if outcome.winner else "A draw"
    return OutcomeView(outcome.winner or "", outcome.rule, f"{text}: {rule.title}" if rule else text)


class Reel:
    """A match being put into frames."""

    def __init__(self, game: Game, setup: SetUp) -> None:
        self.game = game
        self.name = setup.table.name or setup.table.id
        self.mat = game.screen.mats.get(setup.table.id, MAT)
        self.watch = Watch(game, setup)
        self.scene = self._scene("")
        self._line = 1
        self._rolled: Side = ""
        self._activation = 0
        self._active: ModelId = ""

    def frame(self, deed: Deed) -> Frame:
        """One action: what it changed and what was told."""
        table = self.watch.table
        side = acting(table, deed, self._rolled)
        lines, motions = line_views(self.game, table, deed.events, self._line, deed.number)
        self._line += len(lines)
        text, rule = self._told(table, deed, lines, motions)
        # The sentence is told of the table before, so it comes first.
        clock = self.game.screen.clock(table)
        actor = actor_of(table, deed)
        if actor and actor != self._active:
            self._activation += 1
        blows, fallen = self.watch.take(deed)
        self._rolled = next((e.side for e in reversed(deed.events) if isinstance(e, Rolled)), self._rolled)
        self._active = self.watch.actor
        before, self.scene = self.scene, self._scene(self._active)
        if not deed.number:
            clock = self.scene.clock
        return Frame(
            action=deed.number,
            side=side,
            text=text,
            rule=rule,
            round=clock.round,
            phase=clock.phase,
            activation=self._activation,
            change=change_view(before, self.scene),
            lines=lines,
            motions=motions,
            damage=_damage(blows),
            fallen=tuple(fallen),
        )

    def _scene(self, active: ModelId) -> Scene:
        """The table as it is drawn; who acts is known from the actions, for plans are no events."""
        scene = scene_view(self.game, self.watch.table, self.name, self.mat)
        model = scene.models.get(active)
        if model is None:
            return scene
        acts = replace(model, figure=replace(model.figure, done=False))
        return replace(scene, active=active, models={**scene.models, active: acts})

    def _told(self, table: Table, deed: Deed, lines: Sequence[LineView], motions: Sequence[Motion]) -> tuple[str, str]:
        """An action in one line: what is gravest of what came of it, or else what it was."""
        said = {line.number: line for line in lines if line.text and line.kind == "event"}
        headings = [line.number for line in lines if line.kind in ("round", "phase")]
        until = headings[0] if headings and headings[0] != self._line - len(lines) else self._line
        told = [m for m in motions if m.line in said and m.line < until]
        if told:
            line = said[min(told, key=lambda m: TELLING.index(m.kind)).line]
            return line.text, line.rule
        first = next((line for number, line in said.items() if number < until), None)
        if first is not None:
            return first.text, first.rule
        quiet = next((e for e in deed.events[: until - self._line + len(lines)] if self.game.sayings.told(e)), None)
        if quiet is not None:
            return sentence(self.game.sayings.sentence(table, quiet)), quiet.rule
        rule = deed.events[0].rule if deed.events else ""
        return self._named(table, deed, rule), rule

    def _named(self, table: Table, deed: Deed, rule: str) -> str:
        """What an action is called, and by whom it was taken."""
        action = deed.action
        if action is None:
            return "Before the first action"
        given = {field: getattr(action, field) for field in action.__struct_fields__}
        name = self.game.sayings.offer(table, Offer(type(action), rule, given))
        model = next((table.models[v] for v in given.values() if isinstance(v, str) and v in table.models), None)
        return f"{model.name}: {name}" if model is not None and model.name not in name else name


def _damage(blows: Sequence[Blow]) -> dict[Side, float]:
    found: dict[Side, float] = {}
    for blow in blows:
        found[blow.side] = found.get(blow.side, 0.0) + blow.amount
    return found
