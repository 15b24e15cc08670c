"""The form of a Battle Master's training, chosen at the start of each battle (DW-UPG-13)."""

from __future__ import annotations

from sightline.core.decisions import Offer
from sightline.core.referee import Referee
from sightline.core.table import Part, Side, Table
from sightline.games.deepwars.actions import Choose
from sightline.games.deepwars.choosing import CHOICES
from sightline.games.deepwars.effects.upgrades import COMBAT_FORM, FORMS, is_master
from sightline.games.deepwars.events import Noted
from sightline.games.deepwars.tokens import MASTER


class ChoosingForms(Part, frozen=True):
    """A side says for each of its Battle Masters what its training is in this battle."""

    side: Side


def undecided(table: Table, side: Side) -> list[str]:
    """The Battle Masters of a side, on the map or still beside it, whose form nobody has named."""
    own = (m for m in table.models.values() if m.kind == "model" and m.side == side and is_master(m))
    return [m.id for m in own if not any(f"{MASTER}:{form}" in m.tokens for form in FORMS)]


def forms(table: Table, side: Side) -> tuple[str, ...]:
    """A higher Combat Score throughout, or Critical Hit or Deadeye a single time."""
    return FORMS


CHOICES["DW-UPG-13"] = forms


async def choosing_forms(ref: Referee, part: ChoosingForms) -> None:
    """One after another."""
    for id in undecided(ref.table, part.side)[:1]:
        offers = [Offer(Choose, "DW-UPG-13", {"side": part.side})]
        default = Choose(part.side, COMBAT_FORM)
        action = await ref.choose(part.side, "DW-UPG-13", offers, default=default, about=id)
        assert isinstance(action, Choose)
        await ref.emit(Noted(rule="DW-UPG-13", bearer=id, token=f"{MASTER}:{action.what}", value=1))
        ref.then(part)
