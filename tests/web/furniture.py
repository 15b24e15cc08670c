"""What stands ready for the journeys: squads of two and a nearly empty table, so that matches are short."""

from __future__ import annotations

from functools import cache
from typing import Any

import httpx
from msgspec import convert, to_builtins

from sightline.ai.player import play_out, player
from sightline.core.decisions import Action
from sightline.core.deeds import deeds
from sightline.core.dice import Roll, SeededDice
from sightline.core.game import SetUp, TablePlan, game
from sightline.core.match import Match
from sightline.core.muster import Roster
from sightline.core.record import record
from tests.server.guests import GAME, Server

PAIR: dict[str, Any] = {
    "game": GAME,
    "name": "Long Pair",
    "models": [
        {"profile": "artillerist", "name": "Ash", "items": ["long_range_phaser_rifle", "saw_sword"]},
        {"profile": "recon", "name": "Birch", "items": ["long_range_phaser_rifle"]},
    ],
}
OTHERS: dict[str, Any] = {
    "game": GAME,
    "name": "Other Pair",
    "models": [
        {"profile": "crusader", "name": "Cedar", "items": ["phaser_rifle"]},
        {"profile": "crusader", "name": "Dorn", "items": ["saw_sword"]},
    ],
}
FIELD: dict[str, Any] = {
    "id": "open_field",
    "name": "Open Field",
    "pieces": [{"id": "hut", "height": 3.0, "polygon": [[17.0, 1.0], [19.0, 1.0], [19.0, 3.0], [17.0, 3.0]]}],
}

POND: dict[str, Any] = {
    "id": "narrow_pond",
    "name": "Narrow Pond",
    "width": 24.0,
    "height": 16.0,
    "pieces": [
        {
            "id": "rock",
            "name": "Rock",
            "kind": "reef",
            "height": 1.0,
            "polygon": [[0.5, 7], [2.5, 7], [2.5, 9], [0.5, 9]],
        }
    ],
}


def furnish(server: Server) -> dict[str, str]:
    """Save the squads and the table; gives the ids they were saved under."""
    with httpx.Client(base_url=f"http://{server.address}", timeout=60) as http:
        saved = {roster["name"]: http.post("/api/squads", json={"roster": roster}) for roster in (PAIR, OTHERS)}
        saved["Open Field"] = http.post("/api/tables", json={"game": GAME, "plan": FIELD, "mat": "steel"})
    assert all(answer.status_code == 201 for answer in saved.values()), [answer.text for answer in saved.values()]
    return {name: str(answer.json()["saved"]) for name, answer in saved.items()}


def set_up(server: Server, blue: dict[str, Any], red: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A match of the two pairs on the open field, made behind the scenes; the seats are given."""
    body = {
        "game": GAME,
        "seats": {"blue": blue, "red": red},
        "squads": {"blue": PAIR, "red": OTHERS},
        "table": FIELD,
        **more,
    }
    answer = httpx.post(f"http://{server.address}/api/matches", json=body, timeout=60)
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


@cache
def fought() -> Match:
    """A whole match of the two pairs between random players, always the same; shared, so nobody may write to it."""
    book = game(GAME)
    rosters = {"blue": convert(PAIR, Roster), "red": convert(OTHERS, Roster)}
    match = Match(
        book, SetUp(GAME, rosters, convert(FIELD, TablePlan), book.rulebook.settle({})), SeededDice(1), keep=True
    )
    play_out(match, {side: player("random", side) for side in book.sides})
    return match


def go(match: Match, *actions: Action, **faces: int) -> None:
    """Play actions; whatever is rolled shows its highest face, or the one that is wanted of a rule (`DW_SCW_01=3`)."""
    for action in actions:
        match.play(action)
        while isinstance(match.pending, Roll):
            face = faces.get(match.pending.rule.replace("-", "_"), match.pending.sides)
            match.play((face,) * match.pending.count)


def taken_up(server: Server, match: Match, seats: dict[str, Any], share: float = 1.0) -> dict[str, Any]:
    """A match that goes on from some share of another, which was played behind the scenes: it is handed in."""
    body = {"record": to_builtins(record(match)), "action": int(deeds(match)[-1].number * share), "seats": seats}
    answer = httpx.post(f"http://{server.address}/api/matches/on", json=body, timeout=60)
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made
