"""What programs are asked besides playing: why they did something, and what one had better do oneself."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from concurrent.futures import BrokenExecutor
from typing import Any

import msgspec
from msgspec.structs import replace

from sightline.core.errors import BadInput
from sightline.core.game import SetUp
from sightline.core.table import Side
from sightline.server.bots import Before, Bots
from sightline.server.measuring import MOST
from sightline.server.messages import Advise, ThoughtAnswer, Why
from sightline.server.rooms import Room, Visitor
from sightline.server.showing import may_be_advised

LOG = logging.getLogger("sightline.consulting")

HINTS = 40
"""Hints that are kept for one table: nobody tries more drafts than that before they play."""
GONE = "the program did not answer; ask again"


def remembered(room: Room, query: Why) -> bytes | None:
    """Why a program did something, as JSON, if that is still known."""
    entry = room.chronicle.entry(query.action)
    if entry is None or not entry.level:
        raise BadInput("action: no program did that in this match")
    text = room.programs.thoughts.get(query.action)
    if text is None:
        return None
    thought = msgspec.json.decode(text, type=ThoughtAnswer)
    return msgspec.json.encode(replace(thought, action=query.action))


async def thought_again(room: Room, query: Why) -> bytes:
    """Why a program did something, thought again from the table it was done on."""
    number, created = query.action, room.created
    entry = room.chronicle.entry(number)
    assert entry is not None
    levels = {entry.by: entry.level}
    text = await _again(room.bots, created.setup, room.chronicle.answers, number, levels, room.id)
    if room.chronicle.entry(number) is entry:
        room.programs.remember(number, text)  # It was not taken back meanwhile.
    return text


async def of_record(
    bots: Bots, setup: SetUp, answers: tuple[Any, ...], number: int, levels: Mapping[Side, str]
) -> bytes:
    """Why a program did something in a match that was handed in."""
    return await _again(bots, setup, answers, number, levels, "")


async def _again(
    bots: Bots, setup: SetUp, answers: tuple[Any, ...], number: int, levels: Mapping[Side, str], seed: str
) -> bytes:
    try:
        thought = await bots.think_again(setup, answers, number, levels, seed)
    except (TimeoutError, BrokenExecutor):
        raise BadInput(GONE) from None
    except BadInput:
        raise
    except Exception as error:
        LOG.warning("not thought again action=%d error=%s", number, type(error).__name__)
        raise BadInput("action: the rules have changed since then") from error
    return msgspec.json.encode(replace(thought, action=number, again=True))


def known_advice(room: Room, visitor: Visitor, query: Advise) -> bytes | None:
    """A hint that was given for this table already; raises BadInput where none may be given."""
    if not visitor.sides:
        raise BadInput("a watcher only watches")
    if not may_be_advised(room, visitor.sides):
        raise BadInput("no hints were agreed on at this table")
    if room.chronicle.turn not in visitor.sides:
        raise BadInput("you are not asked")
    if len(query.draft) > MOST:
        raise BadInput(f"draft: at most {MOST}")
    return room.advice.get((room.version, msgspec.json.encode(query.draft)))


async def advice(room: Room, query: Advise) -> bytes:
    """What a good player would do: the same as he said before, while that is still good."""
    version, draft = room.version, msgspec.json.encode(query.draft)
    side, answers = room.chronicle.turn, room.chronicle.answers
    plans, until = room.plans.get(side, ((), 0))
    before = Before(plans, tuple(answer for answer in answers[until:] if isinstance(answer, dict)))
    try:
        found = await room.bots.advise(room.position, draft, before, f"{room.id}/advice/{version}")
    except (TimeoutError, BrokenExecutor):
        raise BadInput(GONE) from None
    room.plans[side] = found.plans, len(answers)
    text = msgspec.json.encode(found.thought)
    room.advice = {known: kept for known, kept in room.advice.items() if known[0] == room.version}
    room.advice[version, draft] = text
    while len(room.advice) > HINTS:
        del room.advice[next(iter(room.advice))]
    return text
