"""The tokens that lie about in this game."""

from __future__ import annotations

from sightline.core.table import TokenKind

DAMAGE = "damage"
POINTS_LEFT = "points"
ACTIVATED = "activated"
PASSED = "passed"
EMPTY = "empty"
USED = "used"
SPENT = "spent"
TURN = "turn"
PHASE = "phase"
FIRST = "first"
STARS = "stars"
SECOND_WIND = "second_wind"
SECOND_WIND_EACH_TURN = "second_wind_each_turn"
PAINTED = "painted"

PHASE_END = "end of phase"

TOKENS: dict[str, TokenKind] = {
    kind.id: kind
    for kind in (
        TokenKind(DAMAGE),
        TokenKind(POINTS_LEFT),
        TokenKind(ACTIVATED, fades=PHASE_END),
        TokenKind(PASSED, fades=PHASE_END),
        TokenKind(USED, fades=PHASE_END),
        TokenKind(EMPTY),
        TokenKind(SPENT),
        TokenKind(TURN),
        TokenKind(PHASE),
        TokenKind(FIRST),
        TokenKind(STARS),
        TokenKind(SECOND_WIND),
        TokenKind(SECOND_WIND_EACH_TURN),
        TokenKind(PAINTED),
    )
}

FADING = tuple(kind.id for kind in TOKENS.values() if kind.fades == PHASE_END)
