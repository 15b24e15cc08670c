"""Which rules a test holds, as its marks say, and the map made from them."""

import re
from collections.abc import Iterable
from typing import Any

import pytest

RULE_ID = r"[A-Z]{2}-[A-Z][A-Z0-9]{2}-\d\d"


def rules_of(item: pytest.Item) -> list[list[Any]]:
    """The marks of a test: for each the rule's id, followed by the indices of the examples covered."""
    marks = [list(mark.args) for mark in item.iter_markers("rule")]
    for mark in marks:
        if not mark or not re.fullmatch(RULE_ID, str(mark[0])) or not all(type(index) is int for index in mark[1:]):
            raise pytest.UsageError(f"{item.nodeid}: expected rule(id, *indices of examples), got rule{tuple(mark)}")
    return marks


def bare_name(nodeid: str) -> str:
    """The name of a test without the parameters of one case."""
    return nodeid.partition("[")[0]


def tested_map(named: dict[str, set[str]], prefix: str, spoiled: Iterable[str]) -> dict[str, list[str]]:
    """The content of a game's tested.json: its rules and their tests, both sorted."""
    held = {rule_id: sorted(tests.difference(spoiled)) for rule_id, tests in sorted(named.items())}
    return {rule_id: tests for rule_id, tests in held.items() if tests and rule_id.startswith(f"{prefix}-")}
