"""Exact odds of an activation, a combat or a Morale Check, by the scripts that are played on a bare table."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from sightline.core.decisions import Action, Decision
from sightline.core.errors import BadInput
from sightline.core.game import SetUp, TablePlan
from sightline.core.match import Match
from sightline.core.muster import Entry, Roster
from sightline.core.odds import distribution
from sightline.core.reading import shape
from sightline.core.table import Attachment, Part, Point

if TYPE_CHECKING:
    from sightline.core.game import Game

_ = (Fraction, Annotated, Literal, Meta, Struct, replace, Action, Decision, SetUp, TablePlan, Match, Entry, Roster)
_ = (*_, distribution, shape, Attachment, Part, Point)


def answer(game: Game, spec: Any) -> dict[str, Any]:
    """The odds a question asks for."""
    raise BadInput("odds: nothing is answered yet")


def examples() -> list[dict[str, Any]]:
    """Questions as they come up in play."""
    return []
