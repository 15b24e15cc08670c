"""A screen for a table without ground: it shows who there is and what they have, and nobody stands anywhere."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence

from sightline.core.decisions import Offer, Refusal
from sightline.core.errors import BadInput
from sightline.core.screen import Aim, Badge, Clock, Figure, Gesture, Risk, Sightline, Stride, Usual, Way, Zone
from sightline.core.table import ModelId, Point, Side, Table


class Camp(Usual, ABC):
    """What a campaign tells any screen: members as figures, purses as pools, prices as costs."""

    mats: Mapping[str, str] = {}
    gestures: Mapping[str, Gesture] = {}

    @property
    @abstractmethod
    def glyphs(self) -> Mapping[str, str]:
        """The icon of every profile, item and action, by id."""

    @abstractmethod
    def figure(self, table: Table, id: ModelId) -> Figure:
        """A member: what is left of it, what it has learned, what it suffers from, what it carries."""

    @abstractmethod
    def clock(self, table: Table) -> Clock:
        """How far the campaign has come."""

    @abstractmethod
    def pools(self, table: Table, side: Side) -> Sequence[Badge]:
        """What a side has to spend."""

    @abstractmethod
    def cost(self, table: Table, offer: Offer) -> int:
        """The price of an offer."""

    def risk(self, table: Table, id: ModelId, points: int) -> Risk | None:
        return None

    def active(self, table: Table) -> ModelId:
        return ""

    def zones(self, table: Table) -> Sequence[Zone]:
        return ()

    def blocks(self, table: Table) -> Sequence[str]:
        return ()

    def strides(self, table: Table, id: ModelId, *, regions: bool = True) -> Sequence[Stride]:
        return ()

    def aims(self, table: Table, actor: ModelId, target: ModelId) -> Sequence[Aim]:
        return ()

    def sightline(self, table: Table, observer: ModelId, target: ModelId) -> Sightline:
        raise BadInput(NOWHERE)

    def way(self, table: Table, id: ModelId, to: Point, via: Sequence[Point] = ()) -> Way | Refusal:
        raise BadInput(NOWHERE)

    def free(self, table: Table, id: ModelId, limit: float | None = None) -> Callable[[Point], bool]:
        raise BadInput(NOWHERE)

    def stands(self, table: Table, id: ModelId, at: Point) -> Refusal | None:
        raise BadInput(NOWHERE)


NOWHERE = "nobody stands anywhere in a campaign"
