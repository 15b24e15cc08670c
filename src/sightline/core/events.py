"""What happened: the only things that write to a table.

Games extend these (`Slain(Removed)`), or add facts of their own that change nothing. Each carries the rule that made it
happen.
"""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from sightline.core.effects import Tally
from sightline.core.table import (
    FLAT,
    Attachment,
    Grant,
    Model,
    ModelId,
    Moment,
    Outcome,
    Piece,
    Point,
    RuleId,
    Side,
    Table,
    laid,
)


class Event(Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """Something that happened, and the rule that made it happen."""

    roles: ClassVar[tuple[str, ...]] = ()
    """The fields that name models: bearers there may answer the event."""

    rule: RuleId

    def apply(self, table: Table) -> None:
        """Write to the table what happened; a plain fact writes nothing."""


class Placed(Event, frozen=True, kw_only=True):
    """A model was put down on the mat."""

    roles: ClassVar[tuple[str, ...]] = ("model",)
    model: ModelId
    at: Point
    facing: float = 0.0
    z: float = FLAT
    """How high above the ground there it is put: a swimmer, a flier."""

    def apply(self, table: Table) -> None:
        table.put_moved(replace(table.models[self.model], at=self.at, facing=self.facing, z=self.z or FLAT))


class Moved(Event, frozen=True, kw_only=True):
    """A model went along a path; `length` is what it travelled."""

    roles: ClassVar[tuple[str, ...]] = ("model",)
    model: ModelId
    path: tuple[Point, ...]
    length: float
    z: float = FLAT
    """How high above the ground there it comes to a stop: a climber on a face."""

    def apply(self, table: Table) -> None:
        table.put_moved(replace(table.models[self.model], at=self.path[-1], z=self.z or FLAT))


class Turned(Event, frozen=True, kw_only=True):
    """A model turned on the spot."""

    roles: ClassVar[tuple[str, ...]] = ("model",)
    model: ModelId
    facing: float

    def apply(self, table: Table) -> None:
        table.put(replace(table.models[self.model], facing=self.facing))


class Removed(Event, frozen=True, kw_only=True):
    """A model left the mat for good, and all that lay on it with it."""

    roles: ClassVar[tuple[str, ...]] = ("model",)
    model: ModelId

    def apply(self, table: Table) -> None:
        for attachment in table.borne.get(self.model, ()):
            table.detach(attachment.id)
        table.put_moved(replace(table.models[self.model], at=None))
        table.put_all_tokens(table.models[self.model], {"removed": 1})


class Spawned(Event, frozen=True, kw_only=True):
    """A new model or marker came onto the table."""

    new: Model

    def apply(self, table: Table) -> None:
        table.serial += 1
        table.put_moved(self.new)
        table.put_all_tokens(self.new, self.new.tokens)


class Counted(Event, frozen=True, kw_only=True):
    """A bearer gained tokens, or lost them if `by` is negative; never below none."""

    roles: ClassVar[tuple[str, ...]] = ("bearer",)
    bearer: ModelId
    token: str
    by: int

    def apply(self, table: Table) -> None:
        table.put_tokens(self.bearer, self.token, max(0, table.tokens(self.bearer, self.token) + self.by))


class Marked(Event, frozen=True, kw_only=True):
    """A bearer has exactly so many tokens of a kind from now on."""

    roles: ClassVar[tuple[str, ...]] = ("bearer",)
    bearer: ModelId
    token: str
    value: int

    def apply(self, table: Table) -> None:
        table.put_tokens(self.bearer, self.token, self.value)


class Refilled(Event, frozen=True, kw_only=True):
    """Several bearers have exactly so many tokens of a kind from now on."""

    bearers: tuple[ModelId, ...]
    token: str
    value: int

    def apply(self, table: Table) -> None:
        for bearer in self.bearers:
            table.put_tokens(bearer, self.token, self.value)


class Swept(Event, frozen=True, kw_only=True):
    """A moment came: the tokens of these kinds fade and the attachments that last until then end."""

    moment: Moment
    kinds: tuple[str, ...] = ()

    def apply(self, table: Table) -> None:
        for attachment in [a for a in table.attachments.values() if a.until == self.moment]:
            table.detach(attachment.id)
        if self.kinds:
            kinds = frozenset(self.kinds)
            for model in list(table.models.values()):
                gone = [k for k in model.tokens if (k.partition(":")[0] if ":" in k else k) in kinds]
                if gone:
                    table.put_all_tokens(model, {k: n for k, n in model.tokens.items() if k not in gone})


class Attached(Event, frozen=True, kw_only=True):
    """An effect was laid on a model, or renewed."""

    attachment: Attachment

    def apply(self, table: Table) -> None:
        table.serial += 1
        table.attach(self.attachment)


class Detached(Event, frozen=True, kw_only=True):
    """An effect ended before its time."""

    attachment: str

    def apply(self, table: Table) -> None:
        table.detach(self.attachment)


class Commanded(Event, frozen=True, kw_only=True):
    """A model obeys another side from now on."""

    roles: ClassVar[tuple[str, ...]] = ("model",)
    model: ModelId
    side: Side

    def apply(self, table: Table) -> None:
        table.put_moved(replace(table.models[self.model], side=self.side))


class Granted(Event, frozen=True, kw_only=True):
    """A model gained an effect for good."""

    roles: ClassVar[tuple[str, ...]] = ("model",)
    model: ModelId
    grant: Grant

    def apply(self, table: Table) -> None:
        model = table.models[self.model]
        table.put_moved(replace(model, effects=(*model.effects, self.grant)))


class Revoked(Event, frozen=True, kw_only=True):
    """A model lost an effect it had for good."""

    roles: ClassVar[tuple[str, ...]] = ("model",)
    model: ModelId
    grant: Grant

    def apply(self, table: Table) -> None:
        model = table.models[self.model]
        table.put_moved(replace(model, effects=tuple(g for g in model.effects if g != self.grant)))


class Reshaped(Event, frozen=True, kw_only=True):
    """The terrain is a different one from now on."""

    pieces: tuple[Piece, ...]

    def apply(self, table: Table) -> None:
        reshape(table, self.pieces)


class Laid(Event, frozen=True, kw_only=True):
    """A piece of terrain was laid, in the place of the one with its id if there is one."""

    piece: Piece

    def apply(self, table: Table) -> None:
        pieces = table.terrain.pieces
        if any(p.id == self.piece.id for p in pieces):
            reshape(table, tuple(self.piece if p.id == self.piece.id else p for p in pieces))
        else:
            reshape(table, (*pieces, self.piece))


class Cleared(Event, frozen=True, kw_only=True):
    """A piece of terrain was taken away."""

    piece: str

    def apply(self, table: Table) -> None:
        reshape(table, tuple(p for p in table.terrain.pieces if p.id != self.piece))


def reshape(table: Table, pieces: tuple[Piece, ...]) -> None:
    """Give a table these pieces; what was worked out for the old ones no longer holds."""
    old = table.terrain
    table.terrain = laid(old.width, old.height, pieces, old.id)
    table.forget()


class Rolled(Event, frozen=True, kw_only=True):
    """Dice fell: the faces, and the number each needed if there was one."""

    side: Side
    sides: int
    faces: tuple[int, ...]
    about: ModelId = ""
    need: Tally | None = None
    again: tuple[int, ...] = ()
    """The dice of this roll, by place, that were rolled again; empty for a first roll."""


class Ended(Event, frozen=True, kw_only=True):
    """The match is over."""

    winner: Side | None

    def apply(self, table: Table) -> None:
        table.outcome = Outcome(self.winner, self.rule)
        table.agenda = ()


class Conceded(Ended, frozen=True, kw_only=True):
    """A side gave up."""

    side: Side


class Fought(Event, frozen=True, kw_only=True):
    """A battle of a campaign is over."""

    match: str
    about: str = ""
    winner: Side | None = None


CORE_EVENTS: tuple[type[Event], ...] = (
    Placed,
    Moved,
    Turned,
    Removed,
    Spawned,
    Counted,
    Marked,
    Refilled,
    Swept,
    Attached,
    Detached,
    Commanded,
    Granted,
    Revoked,
    Reshaped,
    Laid,
    Cleared,
    Rolled,
    Ended,
    Conceded,
    Fought,
)
