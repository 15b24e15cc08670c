"""A battle that a campaign waits for, and the answer that says what came of it."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from sightline.core.decisions import Action, Refusal
from sightline.core.game import SetUp
from sightline.core.table import RuleId, Side


class Battle(Struct, frozen=True, tag=True, omit_defaults=True):
    """A match that must be fought before a campaign goes on."""

    rule: RuleId
    setup: SetUp
    commands: dict[Side, Side]
    """The side of the campaign that commands each side of the battle; one that nobody commands is a program's."""
    about: str = ""
    """What on the table of the campaign it is fought for: a mission, a scenario."""

    def fault(self, action: Action) -> Refusal | None:
        """Why an action is no answer to it; None if it is one."""
        if not isinstance(action, Debrief):
            return Refusal(self.rule, {"battle": type(action).__name__})
        if action.winner is not None and action.winner not in self.setup.rosters:
            return Refusal(self.rule, {"winner": action.winner, "sides": ", ".join(self.setup.rosters)})
        for bearer, tokens in action.marks.items():
            for token, count in tokens.items():
                if type(count) is not int or count < 0:
                    return Refusal(self.rule, {"bearer": bearer, "token": token, "count": count})
        return None


class Debrief(Action, frozen=True):
    """Tell a campaign what came of a battle."""

    mappings: ClassVar[tuple[str, ...]] = ("marks",)
    match: str
    winner: Side | None = None
    marks: dict[str, dict[str, int]] = {}  # noqa: RUF012 - a struct copies it
    """How much of what came of whom: tokens by bearer, as the campaign reads them from the table it ended on."""
