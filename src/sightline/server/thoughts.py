"""What a program made of a decision, in words and figures: the answers it weighed, and why one of them is the best."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any

from msgspec import Struct, to_builtins

from sightline.ai.levels import LEVELS, SLIDERS, USUAL, parse_level
from sightline.ai.thought import Candidate, Thought
from sightline.core.decisions import (
    Action,
    Count,
    Decision,
    Illegal,
    Offer,
    Pick,
    Picks,
    Route,
    Slot,
    Split,
    Spot,
    Thrown,
    offered,
    on_lattice,
)
from sightline.core.errors import BadInput
from sightline.core.events import Moved
from sightline.core.match import Match
from sightline.core.offers import PLAIN, describe, named
from sightline.core.table import ModelId, Point
from sightline.server.messages import CandidateView, ReasonView, ThoughtAnswer

SHOWN = 5
"""Candidates that are told; nobody reads more."""
REASONS = 6
"""Reasons that are told of each."""
ANSWERS = 8
"""Answers of others that are passed over to say how somebody would go on."""
PLANNED = "as planned"
LIKED = "liked best"


def level_label(written: str) -> str:
    """A level and its style as one says it: `Veteran, aggressive`; nothing for no level."""
    try:
        level, style = parse_level(written)
    except BadInput:
        return written  # A record may name a program that is no more.
    leanings = sorted((id for id in style if style[id]), key=style.__getitem__, reverse=True)
    return ", ".join([level.name, *(SLIDERS[id].name.lower() for id in leanings)])


def level_seconds(written: str) -> float:
    """What a program of this level may think about one decision; the usual one's where a level is no more."""
    return LEVELS.get(written.partition("/")[0], LEVELS[USUAL]).seconds


def thought_view(match: Match, thought: Thought, level: str, played: Action | None = None) -> ThoughtAnswer:
    """A thought about the pending decision; `played` is what was answered, if it was not what came of this thought."""
    decision = match.decision
    done = on_lattice(played or thought.action)
    # What was answered instead of what came of this thought was no slip of it.
    liked = thought.slipped if played is None or on_lattice(thought.action) == done else None
    shown: list[tuple[Candidate | None, bool]] = []
    # Some choose by first sight and look closer only to say why: what is shown goes by what is shown.
    for one in sorted(
        thought.candidates, key=lambda c: (not (thought.planned and c.action == thought.action), -c.value)
    ):
        mine = on_lattice(one.action) == done
        # Programs weigh before they look whether something is allowed; what is not was no choice.
        if mine or (len(shown) < SHOWN and match.refusal(one.action) is None):
            shown.append((one, mine))
    if not any(mine for _, mine in shown):
        shown.append((None, True))
    return ThoughtAnswer(
        side=decision.side,
        level=level,
        label=level_label(level),
        candidates=tuple(
            candidate_view(match, one.action if one else done, one, mark_of(thought, one, liked), played=mine)
            for one, mine in shown
        ),
        weighed=thought.weighed,
        seconds=round(thought.seconds, 3),
        stopped=thought.stopped,
        slipped=liked is not None,
    )


def mark_of(thought: Thought, candidate: Candidate | None, liked: Action | None) -> str:
    """What sets a candidate apart: it was planned, or it is what the program would have done but for its slip."""
    if candidate is None:
        return ""
    if thought.planned and candidate.action == thought.action:
        return PLANNED
    return LIKED if candidate.action == liked else ""


def candidate_view(
    match: Match, action: Action, candidate: Candidate | None, mark: str = "", *, played: bool
) -> CandidateView:
    """An answer that was weighed; without a candidate, one that was given although it was not."""
    decision = match.decision
    offer = offered(decision, action)
    told = Told(match, decision, action, offer)
    found = describe(match, offer) if offer is not None else None
    name = named_for(match, found.name if found else match.game.sayings.action(match.table, action), told.model)
    then, later = afterwards(match, candidate) if candidate else ("", None)
    # Who says that it moves, and whereto only when everybody has answered, is shown where it means to go.
    path = told.path or (later.path if later is not None and later.model == told.model and not told.targets else ())
    return CandidateView(
        answer=to_builtins(action, str_keys=True),
        text=" ".join([name, *told.words]),
        glyph=found.glyph if found else PLAIN,
        rule=offer.rule if offer else decision.rule,
        value=figure(candidate.value) if candidate else None,
        reasons=tuple(
            ReasonView(reason.id, reason.text, figure(reason.value)) for reason in candidate.reasons[:REASONS]
        )
        if candidate
        else (),
        then=then,
        mark=mark,
        played=played,
        model=told.model,
        targets=tuple(told.targets),
        path=path,
        radius=told.radius,
    )


def named_for(match: Match, name: str, model: ModelId) -> str:
    """What is done, with the name of who does it."""
    actor = match.table.models.get(model)
    return f"{actor.name}: {name}" if actor is not None and actor.kind == "model" and actor.name not in name else name


def afterwards(match: Match, candidate: Candidate) -> tuple[str, Told | None]:
    """How whoever acts would go on, in words and in what can be shown, if nobody answers in between."""
    if not candidate.then or match.refusal(candidate.action) is not None:
        return "", None
    trial, action = match.fork(), candidate.then[0]
    trial.play(candidate.action)
    for _ in range(ANSWERS):
        pending = trial.pending
        if not isinstance(pending, Decision):
            break
        offer = offered(pending, action)
        if offer is not None:
            told = Told(trial, pending, action, offer)
            return " ".join([describe(trial, offer).name, *told.words]), told
        if pending.on is None or pending.default is None or trial.refusal(pending.default) is not None:
            break
        trial.play(pending.default)
    return "", None


def figure(value: float) -> float:
    """A number that JSON can carry."""
    return round(value, 4) if isfinite(value) else 0.0


class Told(Struct):
    """What there is to say and to show of an action, from the fields it fills."""

    match: Match
    decision: Decision
    action: Action
    offer: Offer | None
    model: ModelId = ""
    """Who would do it."""
    targets: list[ModelId] = []
    path: tuple[Point, ...] = ()
    """The way it would go, or the one spot it is about."""
    radius: float = 0.0
    words: list[str] = []

    def __post_init__(self) -> None:
        table, offer = self.match.table, self.offer
        self.targets, self.words = [], []
        if offer is None:
            return
        self.model = next((v for v in offer.given.values() if named(table, v)), "")
        for field, slot in self.match.slots(offer).items():
            self.take(field, slot, getattr(self.action, field))
        self.model = self.model or self.decision.about
        if self.targets:
            self.words.insert(0, f"→ {', '.join(table.models[id].name or id for id in self.targets)}")

    def take(self, field: str, slot: Slot, value: Any) -> None:
        """What one field says; nothing where it is left open."""
        if value is None:
            return
        match slot:
            case Pick() | Picks() | Split():
                self.pick(field, slot, value)
            case Spot(radius=radius):
                self.path, self.radius = (value,), radius
                self.words.append(f"at {place(value)}")
            case Route(actor):
                self.model = self.model or actor
                self.go(actor, value)
            case Count(least) if value > least:
                self.words.append(f"with {value} {field.replace('_', ' ')}")

    def pick(self, field: str, slot: Pick | Picks | Split, value: Any) -> None:
        """Somebody or something that was chosen."""
        table, thrown = self.match.table, self.decision.on
        chosen: Sequence[Any] = list(value) if isinstance(value, tuple | list | Mapping) else [value]
        if chosen and all(named(table, one) for one in chosen):
            own = table.models[chosen[0]].side == self.decision.side
            if not self.model and isinstance(slot, Pick) and own:
                self.model = chosen[0]  # Nobody is given: whoever is chosen is the one who does it.
            else:
                self.targets += chosen
            if isinstance(value, Mapping) and len(value) > 1:
                self.words.append(f"({', '.join(str(value[one]) for one in chosen)})")
        elif isinstance(thrown, Thrown) and chosen and all(type(one) is int for one in chosen):
            faces = [face for _, _, face in thrown.dice()]
            self.words.append(", ".join(str(faces[one]) for one in chosen if one < len(faces)))
        elif chosen:
            to = "→ " if isinstance(slot, Pick) and any(piece.id == value for piece in table.terrain.pieces) else ""
            said, offer = self.match.game.sayings, self.offer
            if offer is not None and said.speaks(offer, field):
                self.words.append(", ".join(said.option(table, offer, field, one) for one in chosen))
            else:
                self.words.append(to + said.word(table, value))

    def go(self, actor: ModelId, to: Point) -> None:
        """A way, as it would really be gone."""
        start = self.match.table.models[actor].at
        self.path = (start, to) if start is not None else (to,)
        try:
            events = self.match.peek(self.action).events
        except (Illegal, BadInput):  # What was only weighed may be against the rules; the straight way will do.
            return
        gone = next((event for event in events if isinstance(event, Moved) and event.model == actor), None)
        if gone is not None:
            self.path = tuple(gone.path)
            self.words.append(f"{gone.length:.1f} in to {place(self.path[-1])}")


def place(point: Point) -> str:
    """A point as one reads it off a ruler."""
    return f"({point[0]:.1f}, {point[1]:.1f})"
