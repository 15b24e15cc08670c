"""Changing the party between chapters: heroes on the bench, and new ones of the first level (SQ-PRT-06)."""

from __future__ import annotations

from collections.abc import Mapping

from sightline.core.decisions import Action, Decision, Offer, Pick, Picks, Refusal, Slot
from sightline.core.game import ActionKind, Script
from sightline.core.muster import Entry, Roster
from sightline.core.referee import Referee
from sightline.core.table import Model, ModelId, Table
from sightline.games.starquest import camp_words as w
from sightline.games.starquest import models, muster
from sightline.games.starquest.catalog import GAME_ID, HEROES, classes, heroes
from sightline.games.starquest.growth import KNOWN_SKILLS, enlisted, entry_of


def everybody(table: Table) -> list[Model]:
    """All heroes of a campaign, those on the bench included."""
    return [m for m in table.models.values() if m.kind == "model"]


def party(table: Table) -> list[Model]:
    """The heroes who go into missions."""
    return [m for m in everybody(table) if w.BENCH not in m.tokens]


def bench(table: Table) -> list[Model]:
    """The heroes who stay behind."""
    return [m for m in everybody(table) if w.BENCH in m.tokens]


def strangers(table: Table) -> tuple[str, ...]:
    """The templates nobody of the campaign was built from."""
    known = {m.profile for m in everybody(table)}
    return tuple(id for id in heroes() if id not in known)


# ------------------------------------------------------------------ what is on offer


def offers(table: Table) -> list[Offer]:
    """Who may stay behind, come back, or join; where the party is full, in the place of another."""
    found = []
    if len(party(table)) > muster.LEAST:
        found += [Offer(w.Bench, "SQ-PRT-06", {"hero": m.id}) for m in party(table)]
    found += [Offer(w.Recall, "SQ-PRT-06", {"hero": m.id}) for m in bench(table)]
    if strangers(table):
        found += [Offer(w.Enlist, "SQ-PRT-06", {"trade": trade}) for trade in classes()]
    return found


def is_full(table: Table) -> bool:
    """Whether whoever comes takes the place of another."""
    return size_fault(table, 1) is not None


def newcomer(action: w.Enlist) -> Entry:
    """A hero as it is written into a roster."""
    return Entry(action.profile, (action.trade, *action.skills, *action.upgrades))


# ------------------------------------------------------------------ what is legal


def size_fault(table: Table, more: int) -> Refusal | None:
    """Two to four heroes are in a party (SQ-PRT-02)."""
    size = len(party(table)) + more
    if muster.LEAST <= size <= muster.MOST:
        return None
    return Refusal("SQ-PRT-02", {"heroes": size, "least": muster.LEAST, "most": muster.MOST})


def fixed(decision: Decision) -> Refusal | None:
    """Between the missions of a chapter the party stays as it is."""
    return None if decision.rule == "SQ-CMP-03" else Refusal("SQ-PRT-06", {"asked": decision.rule})


def place_fault(table: Table, stays: ModelId) -> Refusal | None:
    """There is room for one more, or a hero of the party makes room."""
    if stays and stays not in [m.id for m in party(table)]:
        return Refusal("SQ-PRT-06", {"model": stays})
    return size_fault(table, 0 if stays else 1)


def check_bench(table: Table, decision: Decision, action: w.Bench) -> Refusal | None:
    """A hero of the party, if enough are left."""
    no = fixed(decision)
    if no is None and action.hero not in [m.id for m in party(table)]:
        no = Refusal("SQ-PRT-06", {"model": action.hero})
    return no or size_fault(table, -1)


def check_recall(table: Table, decision: Decision, action: w.Recall) -> Refusal | None:
    """A hero on the bench, if there is room."""
    no = fixed(decision)
    if no is None and action.hero not in [m.id for m in bench(table)]:
        no = Refusal("SQ-PRT-06", {"model": action.hero})
    return no or place_fault(table, action.stays)


def check_enlist(table: Table, decision: Decision, action: w.Enlist) -> Refusal | None:
    """A hero without fault, of a template that nobody has; it owns nothing and has learned nothing yet."""
    no = fixed(decision) or place_fault(table, action.stays)
    if no is not None:
        return no
    if action.profile not in strangers(table):
        return Refusal("SQ-PRT-05", {"hero": action.profile, "times": 2, "limit": 1})
    entry = newcomer(action)
    if muster.skills_of(entry) != action.skills or len(action.skills) != KNOWN_SKILLS:
        return Refusal("SQ-HSK-01", {"skills": len(action.skills), "needed": KNOWN_SKILLS})
    if len(list(muster.upgrades_of(entry))) != len(action.upgrades):
        return Refusal("SQ-PRT-06", {"upgrades": ", ".join(action.upgrades)})
    crew = Roster(GAME_ID, "", (*(entry_of(m) for m in party(table) if m.id != action.stays), entry))
    return next(iter(muster.faults(crew, table.options)), None)


def enlist_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Who joins, what it can do, and who makes room."""
    taught = tuple(classes()[offer.given["trade"]].skills)
    who: dict[str, Slot] = {"profile": Pick(strangers(table)), "skills": Picks(taught, KNOWN_SKILLS, KNOWN_SKILLS)}
    return {**who, **recall_slots(table, decision, offer)}


def recall_slots(table: Table, decision: Decision, offer: Offer) -> Mapping[str, Slot]:
    """Who makes room, where there is none."""
    return {"stays": Pick(tuple(m.id for m in party(table)))} if is_full(table) else {}


KINDS: Mapping[type[Action], ActionKind] = {
    w.Bench: ActionKind(check_bench),
    w.Recall: ActionKind(check_recall, recall_slots),
    w.Enlist: ActionKind(check_enlist, enlist_slots),
}


# ------------------------------------------------------------------ what happens


async def stay_behind(ref: Referee, action: w.Bench) -> None:
    """It keeps all it has and is, good and bad."""
    await ref.emit(w.Benched(rule="SQ-PRT-06", bearer=action.hero, token=w.BENCH, value=1))


async def make_room(ref: Referee, stays: ModelId) -> None:
    """Whoever is replaced stays behind."""
    if stays:
        await stay_behind(ref, w.Bench(stays))


async def come_back(ref: Referee, action: w.Recall) -> None:
    """A hero goes with the others again."""
    await make_room(ref, action.stays)
    await ref.emit(w.Recalled(rule="SQ-PRT-06", bearer=action.hero, token=w.BENCH, value=0))


async def join(ref: Referee, action: w.Enlist) -> None:
    """A new hero with the purse of a new hero (SQ-SHP-03)."""
    await make_room(ref, action.stays)
    entry = newcomer(action)
    number = 1 + max(int(m.id.removeprefix(f"{HEROES}-")) for m in everybody(ref.table))
    await ref.emit(w.Enlisted(rule="SQ-PRT-06", new=enlisted(models.hero(number, entry, ref.table.options), entry)))


PLAYS: Mapping[type[Action], Script] = {w.Bench: stay_behind, w.Recall: come_back, w.Enlist: join}


def in_battle(table: Table) -> Mapping[ModelId, ModelId]:
    """What the heroes of the party are called in a mission, where they are numbered anew."""
    return {m.id: f"{HEROES}-{number}" for number, m in enumerate(party(table), 1)}
