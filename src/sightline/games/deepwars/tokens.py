"""The tokens that lie about in this game."""

from __future__ import annotations

from collections.abc import Mapping

from sightline.core.table import TokenKind

QUALITY = "quality"
COMBAT = "combat"
SIZE = "size"
STICK = "stick"
ARMOR = "av"
BOXES = "boxes"
WOUND = "wound"
POINTS = "points"
PERSONALITY = "personality"

FALLEN = "fallen"
DAZED = "dazed"
TRANSFIXED = "transfixed"
RECOVERING = "recovering"
ENTANGLED = "entangled"
IMMOBILIZED = "immobilized"
POISONED = "poisoned"
CHARMED = "charmed"
SHIFTED = "shifted"
ADVANTAGE = "advantage"
EMPTY = "empty"
SPENT = "spent"

ACTING = "acting"
ACTIVATED = "activated"
ACTIONS = "actions"
ATTACKS = "attacks"
MOVES = "moves"
RUN = "run"
MET = "met"
TURNED = "turned"
UNSEEN = "unseen"
BROKE_AWAY = "broke_away"
PASSES = "passes"
ATTACKED = "attacked"
SCARED = "scared"
UNFINISHED = "unfinished"
NO_MORE = "no_more"
LOOSENED = "loosened"
HELD_BY = "held_by"
HERO = "hero"
CHARGES = "charges"
DIED = "died"
INKED = "inked"
LASTS = "lasts"
BURNT = "burnt"

GAME_TURN = "game_turn"
ON_TURN = "on_turn"
ATTACKER = "attacker"
STARTED = "started"
KILLED = "killed"
FLED = "fled"
HALVED = "halved"
VICTORY = "vp"
SCENARIO = "scenario"
SUMMONED = "summoned"
OPEN_OCEAN = "open_ocean"

ACTIVATION_ENDS = "the activation ends"
TURN_ENDS = "the turn ends"
GAME_TURN_ENDS = "the game turn ends"

TOKENS: Mapping[str, TokenKind] = {
    kind.id: kind
    for kind in (
        # figures of a model
        *map(TokenKind, (QUALITY, COMBAT, SIZE, STICK, ARMOR, BOXES, WOUND, POINTS, PERSONALITY, SUMMONED)),
        # conditions
        TokenKind(FALLEN, condition="DW-CND-01"),
        TokenKind(DAZED, condition="DW-CND-02"),
        TokenKind(TRANSFIXED, condition="DW-CND-03"),
        TokenKind(RECOVERING),
        TokenKind(ENTANGLED, condition="DW-CND-04"),
        TokenKind(LOOSENED),
        TokenKind(HELD_BY),
        TokenKind(HERO, TURN_ENDS),
        TokenKind(CHARGES),
        TokenKind(DIED),
        TokenKind(INKED),
        TokenKind(LASTS),
        TokenKind(IMMOBILIZED, condition="DW-CND-05"),
        TokenKind(POISONED, condition="DW-CND-06"),
        TokenKind(CHARMED),
        TokenKind(SHIFTED, condition="DW-CND-08"),
        TokenKind(ADVANTAGE),
        TokenKind(EMPTY),
        TokenKind(SPENT),
        TokenKind(UNFINISHED),
        TokenKind(NO_MORE),
        # an activation
        TokenKind(ACTING, ACTIVATION_ENDS),
        TokenKind(ACTIONS, ACTIVATION_ENDS),
        TokenKind(ATTACKS, ACTIVATION_ENDS),
        TokenKind(MOVES, ACTIVATION_ENDS),
        TokenKind(RUN, ACTIVATION_ENDS),
        TokenKind(MET, ACTIVATION_ENDS),
        TokenKind(TURNED, ACTIVATION_ENDS),
        TokenKind(UNSEEN, ACTIVATION_ENDS),
        TokenKind(BROKE_AWAY, ACTIVATION_ENDS),
        TokenKind(PASSES, ACTIVATION_ENDS),
        # a turn, a game turn
        TokenKind(ACTIVATED, TURN_ENDS),
        TokenKind(ATTACKED),
        TokenKind(SCARED, GAME_TURN_ENDS),
        TokenKind(BURNT, GAME_TURN_ENDS),
        # sides and the table
        *map(TokenKind, (GAME_TURN, ON_TURN, ATTACKER, STARTED, KILLED, FLED, HALVED, VICTORY, SCENARIO, OPEN_OCEAN)),
    )
}


def fading(moment: str) -> tuple[str, ...]:
    """The kinds of token that a moment sweeps away."""
    return tuple(kind.id for kind in TOKENS.values() if kind.fades == moment)
