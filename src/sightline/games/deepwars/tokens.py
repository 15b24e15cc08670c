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
IRRADIATED = "irradiated"
CHARMED = "charmed"
ENCHANTED = "enchanted"
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
PARRIES = "parries"
"""On a model whose owner has named what it defends itself with hand-to-hand (DW-CBT-05)."""
NAMED = "named"
UNSEEN = "unseen"
BROKE_AWAY = "broke_away"
PASSES = "passes"
ATTACKED = "attacked"
FLASHED = "flashed"
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

CASTING = "casting"
AMPLIFIED = "amplified"
KEPT = "kept"
KEEPS = "keeps"
DISCIPLINE = "discipline"
ENDS = "ends"
MANTLED = "mantled"
SURGED = "surged"
PUPPET = "puppet"
SPURRED = "spurred"
"""On a model that takes a free move at once, where its own side likes (DW-MAG-17)."""
HUNTS = "hunts"
PROVOKED = "provoked"
DROVE = "drove"
BEAST = "beast"

LOAD = "load"
HELD = "held"
CORE = "power_core"
LEARNED = "learned"
DAMAGED = "damaged"
SWITCHED_OFF = "switched_off"
CHARGING = "charging"
FIRED = "fired"
USED = "used"
POOL = "pool"
MISSION = "mission"
ACHIEVED = "achieved"
FIRST_BREACH = "first_breach"
ZONE_KILL = "zone_kill"
DESTROYED = "destroyed"
HELPLESS_FOE = "helpless_foe"
DIVES = "dives"
ROSE = "rose"
VISITED = "visited"
BURNS = "burns"
UPGRADE = "upgrade"
SKILL = "skill"
ADVANCE = "advance"
WEAKENED = "weakened"
READY = "ready"
SONG = "song"
DIVERS = "divers"
TRICKED = "tricked"
LOOPED = f"{USED}:time_loop_generator"
ACCELERATED = "accelerated"
RISK = "risk"
EXTRACTED = "extracted"
CORE_HOME = "core_home"
OF = "of"
CASHED = "cashed"
"""On a thing that has brought its points in another battle (DW-CMP-05)."""
SERVES = "serves"
PORTAL = "portal"
ARTIFACTS = {
    "portable_shield_generator": "DW-ART-02",
    "planar_eye": "DW-ART-03",
    "acoustic_map": "",
    "soul_accelerator": "",
    "time_loop_generator": "DW-ART-07",
    "quantum_entangler": "DW-ART-08",
    "psychic_crusher": "",
}
"""The artifacts that work without further actions once they are learned, each a token on its bearer, and a
condition where its bearer is asked; where others are asked, or nobody, the effect lies on the table."""

GAME_TURN = "game_turn"
ON_TURN = "on_turn"
ATTACKER = "attacker"
STARTED = "started"
KILLED = "killed"
FLED = "fled"
RAN = "ran"
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
        TokenKind(IRRADIATED),
        TokenKind(CHARMED),
        TokenKind(ENCHANTED),
        TokenKind(SHIFTED, condition="DW-CND-08"),
        TokenKind(ADVANTAGE),
        # spells
        TokenKind(CASTING, ACTIVATION_ENDS, condition="DW-SPL-04"),
        TokenKind(AMPLIFIED, ACTIVATION_ENDS),
        TokenKind(KEPT, condition="DW-SPL-03"),
        TokenKind(MANTLED, condition="DW-MAG-06"),
        TokenKind(SURGED, condition="DW-MAG-17"),
        # treasure, devices, missions
        *(TokenKind(id, condition=rule) for id, rule in ARTIFACTS.items()),
        TokenKind("load:power_core", condition="DW-TRE-03"),
        TokenKind(FIRED, GAME_TURN_ENDS),
        TokenKind(ROSE, ACTIVATION_ENDS),
        TokenKind(ACCELERATED, ACTIVATION_ENDS),
        *map(TokenKind, (LOAD, HELD, LEARNED, DAMAGED, SWITCHED_OFF, CHARGING, USED, POOL, MISSION)),
        *map(TokenKind, (ACHIEVED, FIRST_BREACH, ZONE_KILL, DESTROYED, HELPLESS_FOE, DIVES, VISITED, BURNS)),
        TokenKind(WEAKENED, condition="DW-SRV-03"),
        TokenKind(SONG, TURN_ENDS),
        *map(TokenKind, (READY, DIVERS, TRICKED)),
        *map(TokenKind, (UPGRADE, ADVANCE, SKILL, RISK, EXTRACTED, CORE_HOME, OF, CASHED, SERVES, PORTAL)),
        *map(TokenKind, (KEEPS, DISCIPLINE, ENDS, PUPPET, SPURRED, HUNTS, PROVOKED, DROVE, BEAST)),
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
        TokenKind(NAMED, ACTIVATION_ENDS),
        TokenKind(PARRIES),
        TokenKind(UNSEEN, ACTIVATION_ENDS),
        TokenKind(BROKE_AWAY, ACTIVATION_ENDS),
        TokenKind(PASSES, ACTIVATION_ENDS),
        # a turn, a game turn
        TokenKind(ACTIVATED, TURN_ENDS),
        TokenKind(ATTACKED),
        TokenKind(FLASHED, GAME_TURN_ENDS),
        TokenKind(SCARED, GAME_TURN_ENDS),
        TokenKind(BURNT, GAME_TURN_ENDS),
        # sides and the table
        *map(
            TokenKind, (GAME_TURN, ON_TURN, ATTACKER, STARTED, KILLED, FLED, RAN, HALVED, VICTORY, SCENARIO, OPEN_OCEAN)
        ),
    )
}


def fading(moment: str) -> tuple[str, ...]:
    """The kinds of token that a moment sweeps away."""
    return tuple(kind.id for kind in TOKENS.values() if kind.fades == moment)


def kind_of(token: str) -> str:
    """What a token is, without what it is about."""
    return token.partition(":")[0]


def about(token: str) -> str:
    """What a token is about."""
    return token.partition(":")[2]


def marks_of(tokens: Mapping[str, int], what: str) -> dict[str, int]:
    """What is known of a thing somebody has, and goes with it: damaged, given up, improved, cashed, used up, whose."""
    kinds = (DAMAGED, NO_MORE, UPGRADE, OF, CASHED, USED)
    found = {t: n for t, n in tokens.items() if t.endswith(f":{what}") and kind_of(t) in kinds}
    return found | ({f"{CASHED}:{what}": 1} if f"{CASHED}:{what}" in found else {})  # Of several each has its own.
