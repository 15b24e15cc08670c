"""The tokens that lie about in this game."""

from __future__ import annotations

from functools import cache

from sightline.core.table import TokenKind
from sightline.games.xenotactics.catalog import STATS

MOVE, ATTACK, DEFENCE, QUALITY, BUILT_HIT_POINTS = STATS
HIT_POINTS = "hp"
STUNNED = "stunned"
ACTIVATED = "activated"
SPENT = "spent"
MOVES = "moves"
ATTACKS = "attacks"
FIRST_DEED = "first_deed"
OTHER_DEED = "other_deed"
USED = "used"
SUPPLIED = "supplied"
OFFHAND = "offhand"
OVER = "over"
HARMED = "harmed"
BURNT = "burnt"
UNSEEN = "unseen"
SNEAKED = "sneaked"
LIMIT = "limit"
ACTING = "acting"
STRUCK_DOWN = "struck_down"
STOLE = "stole"
STANDING_DOWN = "standing_down"
REACTED = "reacted"
SHOT_BACK = "shot_back"
INSPIRED = "inspired"
HACKED = "hacked"
RESERVE = "reserve"
CONTROLLED = "controlled"
SHIELDED = "shielded"
INFILTRATING = "infiltrating"
TURN = "turn"
FIRST = "first"
COST = "cost"
MODELS = "models"
ACTIVATIONS = "activations"
ON_TURN = "on_turn"
RAISED = "raised"
LAST_X, LAST_Y = "last_x", "last_y"
"""Where a model stood that was removed, in steps of the lattice."""

ACTION_ENDS = "the action ends"
ACTIVATION_ENDS = "the activation ends"
TURN_ENDS = "the turn ends"

TOKENS: dict[str, TokenKind] = {
    kind.id: kind
    for kind in (
        *(TokenKind(stat) for stat in STATS),
        TokenKind(HIT_POINTS),
        TokenKind(STUNNED, condition="XT-STN-02"),
        TokenKind(ACTIVATED, fades=TURN_ENDS),
        TokenKind(ACTIVATIONS, fades=TURN_ENDS),
        TokenKind(SPENT, fades=ACTIVATION_ENDS),
        TokenKind(MOVES, fades=ACTIVATION_ENDS),
        TokenKind(ATTACKS, fades=ACTIVATION_ENDS),
        TokenKind(FIRST_DEED, fades=ACTIVATION_ENDS),
        TokenKind(OTHER_DEED, fades=ACTIVATION_ENDS),
        TokenKind(USED, fades=ACTIVATION_ENDS),
        TokenKind(SUPPLIED, fades=ACTIVATION_ENDS),
        TokenKind(OFFHAND, fades=ACTIVATION_ENDS),
        TokenKind(OVER, fades=ACTIVATION_ENDS),
        TokenKind(BURNT, fades=ACTIVATION_ENDS),
        TokenKind(UNSEEN, fades=ACTIVATION_ENDS),
        TokenKind(SNEAKED, fades=ACTIVATION_ENDS),
        TokenKind(LIMIT, fades=ACTIVATION_ENDS),
        TokenKind(ACTING, fades=ACTIVATION_ENDS),
        TokenKind(STRUCK_DOWN, fades=ACTIVATION_ENDS),
        TokenKind(STOLE, fades=ACTIVATION_ENDS),
        TokenKind(STANDING_DOWN, fades=ACTIVATION_ENDS),
        TokenKind(SHOT_BACK, fades=ACTIVATION_ENDS),
        TokenKind(HARMED, fades=ACTION_ENDS),
        TokenKind(REACTED, fades=TURN_ENDS),
        TokenKind(INSPIRED, fades=TURN_ENDS, condition="XT-ABL-17"),
        TokenKind(HACKED, condition="XT-ABL-13"),
        TokenKind(CONTROLLED),
        TokenKind(SHIELDED),
        TokenKind(RAISED),
        TokenKind(LAST_X, fades=ACTION_ENDS),
        TokenKind(LAST_Y, fades=ACTION_ENDS),
        TokenKind(RESERVE),
        TokenKind(INFILTRATING),
        TokenKind(TURN),
        TokenKind(FIRST),
        TokenKind(ON_TURN),
        TokenKind(COST),
        TokenKind(MODELS),
    )
}


@cache
def fading(moment: str) -> tuple[str, ...]:
    """The kinds that are swept away at a moment."""
    return tuple(kind.id for kind in TOKENS.values() if kind.fades == moment)
