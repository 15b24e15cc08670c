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
CASTING = "casting"
"""By how much a caster has grown (SQ-LVL-02)."""
ROUND = "round"
PHASE = "phase"
CORNER = "corner"
RESERVE = "reserve"
ARRIVES = "arrives"
DIFFICULTY = "difficulty"

# Of a mission: what is set up lies on the table, what is achieved on the side of the heroes.
PRIMARY, SECONDARY, BOSS = "primary", "secondary", "boss"
ALERTNESS = "alertness"
ALARM = "alarm"
"""The faces of the extra die that raise alertness, from 1 up (SQ-CHL-03)."""
BOSS_WAVE = "boss_wave"
HUNTED = "hunted"
"""The wave whose last model leaves a marker (SQ-PRI-04, SQ-SEC-02)."""
EVENT = "event"
CARRYING = "carrying"
READING = "reading"
"""The rule of which a player's reading was adopted follows a colon (SQ-GEN-01)."""
STARTED, SEIZED = "started", "seized"
CREDITS, XP = "credits", "xp"
DUSK, NIGHT, DAWN, DAY = TIMES = ("dusk", "night", "dawn", "day")
WORSENING, BAD, IMPROVING, GOOD = WEATHERS = ("worsening", "bad", "improving", "good")

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
RESTED = "rested"
SHAKEN = "shaken"
UNCONSCIOUS = "unconscious"
AFFLICTED, CRIPPLED, DISEASED, IMPAIRED = CONDITIONS = ("afflicted", "crippled", "diseased", "impaired")

ACTIVATION_ENDS = "the activation ends"
ROUND_ENDS = "the round ends"
NEXT_EVENT = "the next event is rolled"

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
        TokenKind(PRIMARY),
        TokenKind(SECONDARY),
        TokenKind(BOSS),
        TokenKind(BOSS_WAVE),
        TokenKind(ALERTNESS),
        TokenKind(ALARM),
        TokenKind(HUNTED),
        TokenKind(EVENT),
        TokenKind(CARRYING),
        TokenKind(READING),
        TokenKind(STARTED),
        TokenKind(SEIZED),
        TokenKind(CREDITS),
        TokenKind(XP),
        TokenKind(DUSK),
        TokenKind(NIGHT, condition="SQ-CHL-09"),
        TokenKind(DAWN, condition="SQ-CHL-10"),
        TokenKind(DAY),
        TokenKind(WORSENING),
        TokenKind(BAD, condition="SQ-CHL-14"),
        TokenKind(IMPROVING, condition="SQ-CHL-15"),
        TokenKind(GOOD),
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
        TokenKind(RESTED, fades=ROUND_ENDS),
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
