"""Equal players with equal squads on a symmetric table."""

import sightline
from sightline.ai.player import play_out, player
from sightline.core import rulebook
from sightline.core.game import game
from sightline.lab.statistics import wilson

BOOK = game(next(iter(rulebook.packages())))
SQUAD = min(BOOK.rosters, key=lambda name: abs(len(BOOK.rosters[name].models) - 6))


def test_mirrored_regular_players_win_equally_often() -> None:
    one, other = BOOK.sides
    wins = {one: 0, other: 0, None: 0}
    for number in range(60):
        match = sightline.new_match(BOOK.id, seed=f"fair {number}", squads={one: SQUAD, other: SQUAD}, keep=False)
        play_out(match, {side: player("regular", f"fair {number} {side}") for side in BOOK.sides})
        assert match.outcome is not None
        wins[match.outcome.winner] += 1
    # A wide interval: a test that runs once a day must not cry wolf once a month. `sightline sim` gives the narrow one.
    low, high = wilson(wins[one], wins[one] + wins[other], z=3.29)
    assert low < 0.5 < high
