"""The dead as they lie on the map: bodies, and what is left of those who died gruesomely (DW-DMG-15)."""

from __future__ import annotations

from collections.abc import Iterator

from sightline.core.table import TABLE, Model, ModelId, Side, Table
from sightline.games.deepwars.tokens import DIED, GAME_TURN

BODY_MARKER = "body"
"""The profile of the marker that lies where a model died."""
REMAINS = "remains"
"""The profile of what is left of one that died gruesomely."""


def body_id(model: ModelId) -> ModelId:
    """What the body of a model is called."""
    return f"{model}-{BODY_MARKER}"


def who_it_was(body: ModelId) -> ModelId:
    """Whose body something is."""
    return body.removesuffix(f"-{BODY_MARKER}")


def body_of(table: Table, model: ModelId) -> Model | None:
    """What there is or was of a dead model; None if it has not died."""
    return table.models.get(body_id(model))


def whole_bodies(table: Table) -> Iterator[Model]:
    """The bodies that lie there of those who were alive: machines and those who died gruesomely leave none."""
    for model in table.models.values():
        body = model.kind == "marker" and model.profile == BODY_MARKER and model.at is not None
        if body and "artificial" not in model.kit:
            yield model


def newly_dead(table: Table, side: Side) -> Iterator[Model]:
    """The dead of a side who can still come back: until the end of the Game Turn after their death (DW-ABL-31)."""
    now = table.tokens(TABLE, GAME_TURN)
    return (body for body in whole_bodies(table) if body.side == side and now <= body.tokens.get(DIED, 0) + 1)
