"""The tokens that lie about in this game."""

from __future__ import annotations

from sightline.core.table import TokenKind

QUALITY, DEFENSE, TOUGH, MOST_POWER = "quality", "defense", "tough", "most_power"
STR, DEX, WIL = "str", "dex", "wil"
WOUNDS = "wounds"
POWER = "power"
HEIGHT = "height"
"""How tall a model is, in hundredths of an inch."""
SIZE = "size"
"""How many models a unit had when it was deployed."""
POINTS = "points"
WAVE = "wave"
SPELL_TOKENS = "spell_tokens"
ROUND = "round"
PHASE = "phase"
CORNER = "corner"
RESERVE = "reserve"
ARRIVES = "arrives"
DIFFICULTY = "difficulty"

ACTIVATED = "activated"
ACTING = "acting"
DEEDS = "deeds"
SKILLS = "skills"
EXTRA = "extra"
MOVED = "moved"
SHOT = "shot"
CHARGED = "charged"
ATTACKED = "attacked"
HURT = "hurt"
DREAD = "dread"
TESTED = "tested"
CAST = "cast"
KNACK = "knack"
SPENT = "spent"
FATIGUED = "fatigued"
SHAKEN = "shaken"
UNCONSCIOUS = "unconscious"
AFFLICTED, CRIPPLED, DISEASED, IMPAIRED = CONDITIONS = ("afflicted", "crippled", "diseased", "impaired")

ACTIVATION_ENDS = "the activation ends"
ROUND_ENDS = "the round ends"

TOKENS: dict[str, TokenKind] = {
    kind.id: kind
    for kind in (
        TokenKind(QUALITY),
        TokenKind(DEFENSE),
        TokenKind(TOUGH),
        TokenKind(MOST_POWER),
        TokenKind(STR),
        TokenKind(DEX),
        TokenKind(WIL),
        TokenKind(WOUNDS),
        TokenKind(POWER),
        TokenKind(HEIGHT),
        TokenKind(SIZE),
        TokenKind(POINTS),
        TokenKind(WAVE),
        TokenKind(SPELL_TOKENS),
        TokenKind(ROUND),
        TokenKind(PHASE),
        TokenKind(CORNER),
        TokenKind(RESERVE),
        TokenKind(ARRIVES),
        TokenKind(DIFFICULTY),
        TokenKind(ACTIVATED, fades=ROUND_ENDS),
        TokenKind(ACTING, fades=ACTIVATION_ENDS),
        TokenKind(DEEDS, fades=ACTIVATION_ENDS),
        TokenKind(SKILLS, fades=ACTIVATION_ENDS),
        TokenKind(EXTRA, fades=ACTIVATION_ENDS),
        TokenKind(MOVED, fades=ACTIVATION_ENDS),
        TokenKind(SHOT, fades=ACTIVATION_ENDS),
        TokenKind(CHARGED, fades=ACTIVATION_ENDS),
        TokenKind(ATTACKED, fades=ACTIVATION_ENDS),
        TokenKind(HURT, fades=ACTIVATION_ENDS),
        TokenKind(DREAD, fades=ACTIVATION_ENDS),
        TokenKind(TESTED, fades=ACTIVATION_ENDS),
        TokenKind(CAST, fades=ACTIVATION_ENDS),
        TokenKind(KNACK, fades=ROUND_ENDS),
        TokenKind(SPENT),
        TokenKind(FATIGUED, fades=ROUND_ENDS, condition="SQ-FTG-02"),
        TokenKind(SHAKEN, condition="SQ-SHK-01"),
        TokenKind(UNCONSCIOUS, condition="SQ-UNC-02"),
        TokenKind(AFFLICTED),
        TokenKind(CRIPPLED, condition="SQ-STC-02"),
        TokenKind(DISEASED),
        TokenKind(IMPAIRED, condition="SQ-STC-04"),
    )
}


def fading(moment: str) -> tuple[str, ...]:
    """The kinds that are swept away at a moment."""
    return tuple(kind.id for kind in TOKENS.values() if kind.fades == moment)
