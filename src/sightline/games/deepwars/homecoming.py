"""What a battle tells a campaign, read from the table it ended on (DW-CMP-05, DW-SRV-01, DW-END-05)."""

from __future__ import annotations

from msgspec.structs import replace

from sightline.core.battle import Battle
from sightline.core.muster import Entry
from sightline.core.table import Model, Side, Table
from sightline.games.deepwars import camp_words as w
from sightline.games.deepwars import catalog
from sightline.games.deepwars.bodies import REMAINS, body_of
from sightline.games.deepwars.catalog import artifacts, weapon
from sightline.games.deepwars.deploying import edge_of
from sightline.games.deepwars.gifts import RISEN
from sightline.games.deepwars.scoring import bereft, class_of, points, standing_points
from sightline.games.deepwars.sides import edge_id
from sightline.games.deepwars.tokens import DAMAGED, FLED, HELD, LEARNED, LOAD, RAN, UPGRADE, WOUND, about, kind_of

GIVEN_UP = "DW-END-05"
Marks = dict[str, int]


def report(battle: Battle, table: Table) -> dict[str, Marks]:
    """What every model came back with, and what came to both sides."""
    found: dict[str, Marks] = {}
    scored = earned(table)
    for place, roster in battle.setup.rosters.items():
        side: Marks = {w.VP: scored[place]} if scored[place] else {}
        for token, count in table.models[place].tokens.items():
            if kind_of(token) == HELD and keeps(about(token)):
                side[f"{w.STASH}:{about(token)}"] = count
            elif kind_of(token) in (DAMAGED, UPGRADE):
                side[token] = count
        for number, entry in enumerate(roster.models, 1):
            marks = told(table, table.models[f"{place}-{number}"], entry)
            for token in [t for t in marks if kind_of(t) == LOAD and about(t) in catalog.weapons()]:
                stash = f"{w.STASH}:{about(token)}"  # Nobody can use it yet.
                side[stash] = side.get(stash, 0) + marks.pop(token)
                broken = f"{DAMAGED}:{about(token)}"
                if broken in bearer_of(table, table.models[f"{place}-{number}"]).tokens:
                    side[broken] = 1
            found[f"{place}-{number}"] = marks
        found[place] = side
    return found


def gave_up(table: Table) -> Side:
    """The side that conceded; empty if nobody did."""
    over = table.outcome
    return table.other(over.winner) if over is not None and over.winner and over.rule == GIVEN_UP else ""


def earned(table: Table) -> dict[Side, int]:
    """The points of both sides; who concedes is counted as fled, and the other as if the battle ended then."""
    loser = gave_up(table)
    if not loser:
        return points(table)
    trial = table.copy()
    trial.outcome = None
    for model in [m for m in trial.squad(loser) if bereft(m) == loser]:
        token = f"{FLED}:{class_of(model)}"
        trial.put_moved(replace(model, at=None))
        trial.put_tokens(loser, token, 1 + trial.tokens(loser, token))
    trial.memo = {}
    return {**standing_points(trial), loser: points(table)[loser]}


def told(table: Table, model: Model, entry: Entry) -> Marks:
    """How it went for a model, what it knows now, and what it has."""
    place, bearer = model.owner, bearer_of(table, model)
    if bearer is not model:
        return {**brought(bearer, entry), **death(table, place, bearer)}
    ran = place == gave_up(table) if model.at is not None else bool(table.tokens(place, f"{RAN}:{model.id}"))
    if ran:  # What it carried it has dropped; its own weapons are as they are (DW-TRE-04, DW-WPN-03).
        return {w.RAN: 1, **known(model), **battered(model, entry)}
    return brought(model, entry)  # Who left on purpose too: what it carried is with the warband.


def bearer_of(table: Table, model: Model) -> Model:
    """Who has the things of a model: the model, or its body; who was brought back has none any more (DW-ABL-31)."""
    body = body_of(table, model.id)
    if model.at is not None or body is None:
        return model
    raised = any(id.startswith(f"{model.id}-{RISEN}-") for id in table.models)
    return body if body.at is not None or raised else model


def known(model: Model) -> Marks:
    """What somebody knows of things that go from battle to battle; scenic devices stay where they are (DW-SCN-12)."""
    found = {t: n for t, n in model.tokens.items() if kind_of(t) == LEARNED}
    return {t: n for t, n in found.items() if about(t) in artifacts() or about(t) in catalog.weapons()}


def death(table: Table, place: Side, body: Model) -> Marks:
    """A death: whether gruesome, and whether the body lay on its own half."""
    found = {w.DEAD: 1, **({w.GRUESOME: 1} if body.profile == REMAINS else {})}
    if body.at is not None and edge_id(place) in table.models:
        middle = table.terrain.height / 2
        south = edge_of(table, place)[1] == 0.0
        if body.at[1] <= middle if south else body.at[1] >= middle:
            found[w.OWN_HALF] = 1
    return found


def brought(bearer: Model, entry: Entry) -> Marks:
    """What somebody knows and has; made weapons are as damaged as they were, and gone if they were taken."""
    found = known(bearer) | {t: n for t, n in bearer.tokens.items() if kind_of(t) == LOAD and keeps(about(t))}
    found |= {t: n for t, n in bearer.tokens.items() if kind_of(t) == DAMAGED and about(t) in artifacts()}
    found |= {t: n for t, n in bearer.tokens.items() if improves_a_find(t) and f"{LOAD}:{item_of(t)}" in bearer.tokens}
    own = came_with(entry)
    new = [item for item in bearer.kit if item in catalog.weapons() and item not in own]
    return found | {f"{w.GAINED}:{item}": 1 for item in new} | battered(bearer, entry, *new)


def came_with(entry: Entry) -> tuple[str, ...]:
    """The weapons a member went into a battle with."""
    return (*catalog.profiles()[entry.profile].weapons, *(i for i in entry.items if i in catalog.weapons()))


def battered(bearer: Model, entry: Entry, *more: str) -> Marks:
    """The made weapons of a member that are damaged, those that were taken from it as if they were destroyed."""
    found: Marks = {}
    for item in dict.fromkeys((*came_with(entry), *more)):
        kind = weapon(item)
        boxes = bearer.tokens.get(f"{WOUND}:{item}", 0) if item in bearer.kit else kind.boxes
        if kind.kind != "natural" and boxes:
            found[f"{DAMAGED}:{item}"] = min(boxes, kind.boxes)
    return found


def keeps(item: str) -> bool:
    """Whether a find stays with a warband: gold, crystals and cores are cashed as the points they scored."""
    return item in artifacts() or item in catalog.weapons()


def item_of(upgrade: str) -> str:
    """What an upgrade was made to; empty if to its owner."""
    return about(about(upgrade))


def improves_a_find(token: str) -> bool:
    """An upgrade of an artifact goes with it, whoever has it (DW-UPG-01)."""
    return kind_of(token) == UPGRADE and item_of(token) in artifacts()


def is_tech(item: str) -> bool:
    """Artifacts, and weapons of CL 1 or more."""
    return item in artifacts() or (item in catalog.weapons() and weapon(item).cl >= 1)
