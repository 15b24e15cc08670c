"""Every proposal is legal, or refused by a rule of the ledger; a refusal leaves the match as it was, to the byte."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec import inspect
from msgspec.structs import replace

from sightline.ai.propose import filled
from sightline.core.decisions import Action, Decision, Illegal
from sightline.core.match import Match
from sightline.core.wire import encode, key
from tests.conformance.matches import GAMES, MATCHES, answers, asked, pauses

pytestmark = [
    pytest.mark.parametrize("name", GAMES),
    pytest.mark.parametrize("number", range(max(3, MATCHES // 4))),
]


EACH, MOST = 8, 100
"""Proposals for each offer, and how many are made where there is hardly any room for a legal one."""


def seen(match: Match) -> tuple[bytes, ...]:
    return (key(match.rest), key(match.table), encode(match.answers), encode(match.events), encode(match.pending))


def judged(match: Match, action: Action, before: tuple[bytes, ...]) -> bool:
    """Whether an action is legal, if `refusal` and `play` agree on it."""
    refusal = match.refusal(action)
    if refusal is not None:
        assert refusal.rule in match.game.rulebook.rules
        with pytest.raises(Illegal) as caught:
            match.play(action)
        assert caught.value.refusal == refusal
        encode(refusal)
    else:
        match.fork().play(action)
    assert seen(match) == before
    return refusal is None


def test_every_proposal_is_legal_or_refused_by_a_rule(name: str, number: int) -> None:
    rng = Random(number)  # noqa: S311 - proposals, not secrets
    for match in pauses(name, number, 20):
        decision = asked(match)
        if decision is None:
            continue
        before, legal = seen(match), 0
        for n in range(MOST):
            if n >= EACH and legal:
                break
            offers = [filled(match, offer, match.slots(offer), rng) for offer in decision.offers]
            legal += sum(judged(match, action, before) for action in offers)
        assert legal, f"nothing proposed for {decision.rule} is legal"


def twisted(match: Match, decision: Decision, rng: Random) -> Action:
    """An offer taken up with one field exchanged for something that does not belong there."""
    offer = rng.choice(decision.offers)
    action = filled(match, offer, match.slots(offer), rng)
    if not action.__struct_fields__:
        return action
    field = rng.choice(action.__struct_fields__)
    value = getattr(action, field)
    if isinstance(value, str):
        return replace(action, **{field: rng.choice([*match.table.models, "nobody", ""])})
    if isinstance(value, int):
        return replace(action, **{field: rng.choice([-1, 0, 99])})
    if isinstance(value, dict):
        return replace(action, **{field: {rng.choice([*match.table.models, "nobody"]): rng.choice([-1, 0, 1, 99])}})
    if field in type(action).points and value and isinstance(value[0], float):
        return replace(action, **{field: (rng.uniform(-5.0, 60.0), rng.uniform(-5.0, 60.0))})
    return action


def test_twisted_proposals_are_refused_by_a_rule(name: str, number: int) -> None:
    rng = Random(number)  # noqa: S311 - proposals, not secrets
    for match in pauses(name, number, 20):
        decision = asked(match)
        if decision is not None:
            before = seen(match)
            for _ in range(16):
                judged(match, twisted(match, decision, rng), before)


def made_up(kind: inspect.Type, names: list[str], rng: Random) -> Any:
    """A value of a type, of names that may belong there and numbers that hardly do."""
    match kind:
        case inspect.UnionType(types):
            return made_up(rng.choice(types), names, rng)
        case inspect.StrType():
            return rng.choice([names[0], rng.choice(names)])
        case inspect.BoolType():
            return rng.choice([True, False])
        case inspect.IntType():
            return rng.choice([-1, 0, 1, 2, 99])
        case inspect.FloatType():
            return rng.uniform(-5.0, 60.0)
        case inspect.VarTupleType(item):
            return tuple(made_up(item, names, rng) for _ in range(rng.randrange(3)))
        case inspect.TupleType(items):
            return tuple(made_up(item, names, rng) for item in items)
        case inspect.DictType(key, value):
            return {made_up(key, names, rng): made_up(value, names, rng) for _ in range(rng.randrange(3))}
        case inspect.NoneType():
            return None
    raise AssertionError(f"no action has a field of type {kind}")


def test_whatever_can_be_said_is_legal_or_refused_by_a_rule(name: str, number: int) -> None:
    rng = Random(number)  # noqa: S311 - proposals, not secrets
    for match in pauses(name, number, 20):
        decision = asked(match)
        if decision is None:
            continue
        names, before = [decision.about, "nobody", "", *match.table.models], seen(match)
        for kind in match.game.actions:
            shape = inspect.type_info(kind)
            assert isinstance(shape, inspect.StructType)
            for _ in range(2):
                said = [f for f in shape.fields if f.required or rng.random() < 0.5]
                judged(match, kind(**{f.name: made_up(f.type, names, rng) for f in said}), before)


def test_answers_of_other_moments_are_judged_too(name: str, number: int) -> None:
    known = [a for a in answers(name, number) if isinstance(a, Action)]
    kinds = {type(a): a for a in known}
    for match in pauses(name, number, 12):
        before = seen(match)
        for action in (*kinds.values(), *known[::25]):
            judged(match, action, before)
