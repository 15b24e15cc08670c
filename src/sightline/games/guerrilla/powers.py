"""What abilities do, by the keyword of their entry, and how long it lasts."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sightline.core.events import Attached, Event, Spawned
from sightline.core.table import Attachment, Model, Table
from sightline.core.variants import Variant
from sightline.games.guerrilla.acting import turn
from sightline.games.guerrilla.catalog import TURNS, Item
from sightline.games.guerrilla.effects import EFFECTS
from sightline.games.guerrilla.events import Damaged, Healed
from sightline.games.guerrilla.questions import Healing
from sightline.games.guerrilla.reloading import empty_weapons, jam, load
from sightline.games.guerrilla.tokens import DAMAGE


class Span(NamedTuple):
    """The turns in which something works: its first heal, and its last turn."""

    first: int
    last: int


# Durations


def active_begins(number: int) -> str:
    """The moment the active phase of a turn begins."""
    return f"{number} active begins"


def turn_ends(number: int) -> str:
    """The moment a turn ends, after its upkeep."""
    return f"{number} ends"


def current_counts(now: int) -> Span:
    """The turn of the cast is the first of two (DG-DUR-02)."""
    return Span(now, now + 1)


def next_two_turns(now: int) -> Span:
    """The rest of this turn is free, two full ones follow."""
    return Span(now + 1, now + 2)


TWO_TURNS = Variant("two_turn_count", {"current_counts": current_counts, "next_two_turns": next_two_turns})


def until_next_active(table: Table) -> str:
    """Ends when the next active phase begins (DG-DUR-01)."""
    return active_begins(turn(table) + 1)


def for_two_turns(table: Table) -> str:
    """Ends after the upkeep of its last turn."""
    return turn_ends(TWO_TURNS.of(table)(turn(table)).last)


def rest_of_match(table: Table) -> str:
    """Never ends (DG-DUR-03)."""
    return ""


UNTIL: dict[str, Callable[[Table], str]] = {
    "until_next_active": until_next_active,
    "two_turns": for_two_turns,
    "rest_of_match": rest_of_match,
}


# What a cast does


def healed(table: Table, caster: Model, ability: Item) -> int:
    """What each heal of this cast takes off, fixed now (DG-HLK-04)."""
    return int(EFFECTS.tally(table, Healing(caster.id), ability.effect["amount"]).value)


def heal(model: Model, amount: int, rule: str) -> list[Event]:
    """Tokens come off, as many as there are (DG-DMG-03)."""
    off = min(amount, model.tokens.get(DAMAGE, 0))
    return [Healed(rule=rule, bearer=model.id, token=DAMAGE, by=-off)] if off else []


def damages(table: Table, caster: Model, ability: Item, models: tuple[Model, ...]) -> list[Event]:
    """Tokens at once (DG-DMG-04)."""
    amount = ability.effect["amount"]
    return [Damaged(rule=ability.rule, bearer=m.id, token=DAMAGE, by=amount, source=ability.id) for m in models]


def heals(table: Table, caster: Model, ability: Item, models: tuple[Model, ...]) -> list[Event]:
    """Tokens off at once."""
    amount = healed(table, caster, ability)
    return [event for m in models for event in heal(m, amount, ability.rule)]


def lasts(table: Table, caster: Model, ability: Item, models: tuple[Model, ...]) -> list[Event]:
    """The ability's own effect stays with the models; a second cast only renews it (DG-CST-13, DG-CST-15)."""
    until = UNTIL[ability.duration](table)
    return [
        Attached(rule=ability.rule, attachment=Attachment(f"{ability.id}@{m.id}", ability.rule, m.id, caster.id, until))
        for m in models
    ]


def heals_each_turn(table: Table, caster: Model, ability: Item, models: tuple[Model, ...]) -> list[Event]:
    """A heal in the upkeep of each of two turns, of the size fixed by the newest caster (DG-REV-01, DG-CST-15)."""
    span = TWO_TURNS.of(table)(turn(table))
    events: list[Event] = []
    for model in models:
        id = f"{ability.id}@{model.id}"
        running = table.attachments.get(id)
        # A renewal takes no heal away that is due already.
        first = span.first if running is None else min(span.first, running.tokens["from"])
        tokens = {"amount": healed(table, caster, ability), "from": first}
        attachment = Attachment(id, ability.rule, model.id, caster.id, turn_ends(span.last), tokens)
        events.append(Attached(rule=ability.rule, attachment=attachment))
    return events


def ties(table: Table, caster: Model, ability: Item, models: tuple[Model, ...]) -> list[Event]:
    """Caster and target share one fate (DG-DUA-01); a second tie of the same pair changes nothing (DG-DUA-04)."""
    return [
        Attached(
            rule=ability.rule, attachment=Attachment(f"{ability.id}@{caster.id}+{m.id}", ability.rule, m.id, caster.id)
        )
        for m in models
    ]


def loads(table: Table, caster: Model, ability: Item, models: tuple[Model, ...]) -> list[Event]:
    """Every empty weapon of theirs is loaded (DG-SUP-01)."""
    return [event for m in models for event in load(m, empty_weapons(m), ability.rule)]


def jams(table: Table, caster: Model, ability: Item, models: tuple[Model, ...]) -> list[Event]:
    """Their weapons have to be reloaded (DG-MAL-01)."""
    return [event for m in models for event in jam(table, m, ability.rule)]


# Sanctified ground


def to_the_end(table: Table) -> Span:
    """From this upkeep to the last (DG-SAN-03)."""
    return Span(turn(table), TURNS)


def the_two_turns(table: Table) -> Span:
    """The upkeeps an aura of revitalization would have."""
    return TWO_TURNS.of(table)(turn(table))


def this_turn(table: Table) -> Span:
    """Only this upkeep."""
    return Span(turn(table), turn(table))


SANCTIFIED = Variant(
    "sanctify_duration",
    {"rest_of_match": to_the_end, "two_turns": the_two_turns, "this_turn": this_turn},
)


def sanctifies(table: Table, caster: Model, ability: Item, models: tuple[Model, ...]) -> list[Event]:
    """A circle of ground that stays where the caster stood (DG-SAN-02)."""
    span = SANCTIFIED.of(table)(table)
    marker = Model(
        id=f"{ability.id}-{table.serial}",
        owner=caster.side,
        side=caster.side,
        profile=ability.id,
        name=ability.name,
        kind="marker",
        at=caster.at,
        radius=ability.diameter_in / 2,
        tokens={"amount": healed(table, caster, ability), "from": span.first, "to": span.last},
    )
    return [Spawned(rule=ability.rule, new=marker)]


Does = Callable[[Table, Model, Item, tuple[Model, ...]], list[Event]]

POWERS: dict[str, Does] = {
    "damage": damages,
    "heal": heals,
    "speed": lasts,
    "advantage": lasts,
    "disadvantage": lasts,
    "attacks_against_disadvantage": lasts,
    "half_cover": lasts,
    "heal_per_turn": heals_each_turn,
    "link_fate": ties,
    "load_weapons": loads,
    "unload_weapons": jams,
    "heal_zone": sanctifies,
}
