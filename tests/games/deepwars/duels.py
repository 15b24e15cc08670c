"""Two who fight or shoot: duels in one line, and what each adds to the dice."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from sightline.core.match import Match
from sightline.core.table import Grant
from sightline.games.deepwars.actions import Attack
from sightline.games.deepwars.combat import Comparing
from sightline.games.deepwars.damage import Suffering
from sightline.games.deepwars.effects import EFFECTS
from sightline.games.deepwars.events import Clashed, Struck, Unmoved
from sightline.games.deepwars.questions import SHOT, AttackScore, Blow, DefenceScore
from tests.games.deepwars.stage import (
    On,
    Stage,
    act,
    free,
    happened,
    on,
    spent,
)

FISTS, HORN = "bare_hands", "sonic_horn"
HIT = Attack("red-1", FISTS, "blue-1")


def duel(red: On | None = None, blue: On | None = None, **more: Any) -> Stage:
    """Two in contact who face each other, with friends far away."""
    return Stage([red or on(20, 18), on(2, 2), on(6, 2)], [blue or on(21, 18), on(2, 34), on(6, 34)], **more)


def fight(*faces: int, red: On | None = None, blue: On | None = None, action: Attack = HIT, **more: Any) -> Match:
    """One attack by a Free Activation, with the dice of both."""
    match = duel(red, blue, **more).match(*faces)
    act(match, *free("red-1"), action)
    assert spent(match)
    return match


def scores(stage: Stage, blow: Blow) -> tuple[int, int]:
    """What attacker and defender add to their dice, weapons and Combat included."""
    table = stage.table
    attack = EFFECTS.tally(table, AttackScore(blow.attacker, blow.defender, blow), 0)
    defence = EFFECTS.tally(table, DefenceScore(blow.defender, blow.attacker, blow), 0)
    return int(attack.value), int(defence.value)


PLAIN = Blow("red-1", "blue-1", FISTS)


def row_of(match: Match) -> str:
    """The result in the words of the examples."""
    hit = happened(match, Struck)
    if not hit:
        return "tie" if happened(match, Unmoved)[0].rule == "DW-DMG-01" else "no_effect"
    word = "counter" if hit[0].counter else "hit"
    if hit[0].severity == 1:
        return "recoil" if word == "hit" else "counter_recoil"
    return f"{word}_{hit[0].severity - 1}"


def shot(red: On, blue: On, weapon: str = "dart_rifle", terrain: Any = (), **blow: Any) -> tuple[int, int]:
    """What shooter and target add to their dice."""
    return scores(Stage([red], [blue], terrain=terrain), Blow("red-1", "blue-1", weapon, SHOT, **blow))


def result(totals: tuple[int, int], facing: float = 180.0, blue: On | None = None, **more: Any) -> Match:
    """What comes of two totals."""
    stage = duel(
        blue=blue or on(21, 18, facing=facing),
        agenda=(Comparing(more.pop("blow", PLAIN), totals, more.pop("faces", (3, 3))),),
        **more,
    )
    return stage.match()


def struck(match: Match) -> list[str]:
    """Who had to defend itself, in order."""
    return [e.defender for e in happened(match, Clashed)]


def suffer(section: str, severity: int, victim: On, **more: Any) -> Match:
    """A loser takes so many wounds on a section."""
    blow = Blow("red-1", "blue-1", FISTS, section=section)
    stage = duel(blue=victim, agenda=(Suffering(blow, "red-1", "blue-1", severity + 1),), **more)
    return stage.match(*([6] * 60))


def disintegrating(stage: Stage, victim: str, section: str = "body") -> Stage:
    """The first red model has wounded somebody with a rifle that disintegrates."""
    red = stage.table.models["red-1"]
    stage.table.put_moved(replace(red, effects=(*red.effects, Grant("DW-ABL-20", 0, "dart_rifle"))))
    blow = Blow("red-1", victim, "dart_rifle", SHOT, section)
    stage.table.agenda = (Suffering(blow, "red-1", victim, 2), *stage.table.agenda)
    return stage
