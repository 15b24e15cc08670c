"""Whole matches, told line by line and kept: a change in rules, dice, geometry or words shows as a difference."""

from collections.abc import Callable

import pytest

import sightline
from sightline.ai.player import play_out, player
from sightline.commands.narrate import Tale
from sightline.core.wire import digest

MATCHES = {
    "volley": ("picket_line", "frontier_detachment", "cargo_yard", {}),
    "powers": ("veil_choir", "mercy_and_static", "ice_shelf", {}),
    "blades": (
        "red_boots",
        "three_lords",
        "canyon_pass",
        {"engaged_scope": "into_combat", "initiative": "roll_each_turn"},
    ),
}


@pytest.mark.parametrize("name", MATCHES)
def test_a_match_is_told_as_it_was(name: str, golden: Callable[[str, str], None]) -> None:
    red, blue, table, options = MATCHES[name]
    match = sightline.new_match("guerrilla", red=red, blue=blue, table=table, seed=name, options=options)
    play_out(match, {side: player("random", f"{name} {side}") for side in match.game.sides})
    tale = Tale(match.game, match.setup)
    lines = [*tale.opening(), *tale.told(match.events), *tale.closing(match.outcome)]
    told = [f"{line.text.plain}  [{line.rule}]" if line.rule else line.text.plain for line in lines]
    golden(f"guerrilla-{name}.txt", "\n".join([*told, f"digest {digest(match.table)}"]) + "\n")
