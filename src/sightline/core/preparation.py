"""Before the first die: terrain is agreed, squads are locked apart and shown together, then the match may start."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sightline.core.decisions import Illegal, Refusal
from sightline.core.dice import Dice, SeededDice
from sightline.core.errors import BadInput
from sightline.core.game import Game, LaysTables, SetUp, TablePlan
from sightline.core.match import Match
from sightline.core.muster import Roster
from sightline.core.table import Side


class Faults(ValueError):
    """Everything that is wrong with what was handed in, all at once."""

    def __init__(self, what: str, faults: Sequence[Refusal], words: Sequence[str] = ()) -> None:
        self.what = what
        self.faults = tuple(faults)
        self.words = tuple(words)
        told = "; ".join(words or (f"{f.rule} " + ", ".join(f"{k} {v}" for k, v in f.facts.items()) for f in faults))
        super().__init__(f"{what}: {len(faults)} faults: {told}" if len(faults) > 1 else f"{what}: {told}")

    def __reduce__(self) -> tuple[type[Faults], tuple[str, tuple[Refusal, ...], tuple[str, ...]]]:
        return type(self), (self.what, self.faults, self.words)  # It travels between processes, like every refusal.


def told_faults(game: Game, what: str, faults: Sequence[Refusal], roster: Roster | None = None) -> Faults:
    """What is wrong, in the words of the game: whom it is about, by how much, and the rule."""
    words = []
    for fault in faults:
        title = rule.title if (rule := game.rulebook.rules.get(fault.rule)) else ""
        who = fault.facts.get("model")
        named = roster.models[who - 1].name if roster is not None and isinstance(who, int) else ""
        about = f"model {who}{f' ({named})' if named else ''}: " if isinstance(who, int) else ""
        words.append(f"{about}{game.sayings.refusal(None, fault, title)} ({fault.rule})")
    return Faults(what, faults, words)


def drawn_table(game: Game, seed: int | str, options: Mapping[str, Any]) -> TablePlan:
    """A table by a seed: one that the game lays out itself where the options ask for it, else one of the presets."""
    laid = game.lay_table(str(seed), game.rulebook.settle(options)) if isinstance(game, LaysTables) else None
    if laid is not None:
        return laid
    presets = list(game.tables)
    return game.tables[presets[SeededDice(f"table {seed}").below(len(presets))]]


class Preparation:
    """A table being made ready; each step is refused with its rule if it comes out of order."""

    def __init__(self, game: Game, options: Mapping[str, Any] | None = None) -> None:
        self.game = game
        self.options = game.rulebook.settle(options or {})
        self.table: TablePlan | None = None
        self._accepted: set[Side] = set()
        self._locked: dict[Side, Roster] = {}
        self._claims: dict[str, set[Side]] = {}
        self.bonuses: dict[str, list[Side]] = {}
        self.started = False

    def propose(self, side: Side, plan: TablePlan) -> None:
        """Put a layout forward; whoever proposes it accepts it. One that everybody has accepted is frozen."""
        self._not_started()
        self._side(side)
        if self._accepted == set(self.game.sides):
            raise self._no("terrain", {"accepted": len(self._accepted)})
        faults = self.game.layout(plan)
        if faults:
            raise told_faults(self.game, plan.name or plan.id, faults)
        self.table, self._accepted = plan, {side}

    def accept(self, side: Side) -> None:
        """Agree to the layout that lies there."""
        self._not_started()
        self._side(side)
        if self.table is None:
            raise self._no("terrain", {"proposed": 0})
        self._accepted.add(side)

    def claim(self, side: Side, bonus: str, by: Side) -> None:
        """Say that a side has earned a bonus; it counts once every side has said so."""
        self._not_started()
        self._side(side)
        self._side(by)
        if self._locked:
            raise self._no("order", {"locked": len(self._locked)})
        if bonus not in self.game.bonuses:
            raise BadInput(f"{bonus}: no such bonus; {self.game.title} has {', '.join(self.game.bonuses) or 'none'}")
        agreed = self._claims.setdefault(f"{bonus} {side}", set())
        agreed.add(by)
        if agreed == set(self.game.sides) and side not in self.bonuses.setdefault(bonus, []):
            self.bonuses[bonus].append(side)

    def lock(self, side: Side, roster: Roster) -> None:
        """Settle a side's squad for good; when the last one is locked, everybody has to fit onto the table."""
        self._not_started()
        self._side(side)
        if side in self._locked:
            raise self._no("fixed", {"side": side, "locked": 1})
        if self._accepted != set(self.game.sides):
            raise self._no("order", {"terrain accepted": len(self._accepted), "needed": len(self.game.sides)})
        faults = self.game.muster(roster, self.options)
        if faults:
            raise told_faults(self.game, roster.name, faults, roster)
        if side not in self.game.plays(roster):
            raise self._no("sides", {"side": side, "squad": roster.name, "plays": ", ".join(self.game.plays(roster))})
        self._locked[side] = roster
        if self.table is not None and len(self._locked) == len(self.game.sides):
            self._room(self.setup())

    def shown(self, to: Side) -> dict[Side, Roster]:
        """The squads a side may see: its own, and all once all are locked."""
        if len(self._locked) == len(self.game.sides):
            return {s: self._locked[s] for s in self.game.sides}
        return {s: r for s, r in self._locked.items() if s == to}

    def setup(self) -> SetUp:
        """What the match will start from."""
        if len(self._locked) != len(self.game.sides):
            raise self._no("sides", {"squads": len(self._locked), "needed": len(self.game.sides)})
        if self.table is None:
            raise self._no("terrain", {"proposed": 0})
        extras = {bonus: [s for s in self.game.sides if s in sides] for bonus, sides in self.bonuses.items()}
        return SetUp(self.game.id, {s: self._locked[s] for s in self.game.sides}, self.table, self.options, extras)

    def start(self, dice: Dice | None = None, *, keep: bool = False) -> Match:
        """Begin the match; from now on nothing of this can be changed."""
        self._not_started()
        setup = self.setup()
        if self._accepted != set(self.game.sides):
            raise self._no("terrain", {"accepted": len(self._accepted), "needed": len(self.game.sides)})
        self._room(setup)
        self.started = True
        return Match(self.game, setup, dice, keep=keep)

    def _room(self, setup: SetUp) -> None:
        """A layout on which somebody finds no room goes back to the players."""
        faults = self.game.room(setup)
        if faults:
            self.table, self._accepted = None, set()
            raise told_faults(self.game, "layout", faults)

    def _side(self, side: Side) -> None:
        if side not in self.game.sides:
            raise self._no("sides", {"side": side, "sides": ", ".join(self.game.sides)})

    def _not_started(self) -> None:
        if self.started:
            raise self._no("order", {"started": 1})

    def _no(self, step: str, facts: dict[str, Any]) -> Illegal:
        return Illegal(Refusal(self.game.preparation[step], facts))
