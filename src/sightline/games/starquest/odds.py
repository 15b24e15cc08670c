"""Exact odds of one attack, by the scripts that are played on a bare table."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta, Struct
from msgspec.structs import replace

from sightline.core.errors import BadInput
from sightline.core.game import SetUp, TablePlan
from sightline.core.match import Match
from sightline.core.odds import distribution
from sightline.core.reading import shape
from sightline.core.table import Model, Table
from sightline.games.starquest import catalog
from sightline.games.starquest.attacking import Assault, Blocking, Group
from sightline.games.starquest.catalog import ENEMIES, HEROES, Special
from sightline.games.starquest.harm import Suffering
from sightline.games.starquest.measure import members
from sightline.games.starquest.models import grants
from sightline.games.starquest.sequence import HeroPhase
from sightline.games.starquest.tokens import DEFENSE, FATIGUED, HEIGHT, POINTS, QUALITY, SIZE, TOUGH, WOUNDS

if TYPE_CHECKING:
    from sightline.core.game import Game

Stat = Annotated[int, Meta(ge=2, le=6)]
ATTACKER, TARGET = f"{HEROES}-1", f"{ENEMIES}-1"
APART = {True: 2.0, False: 8.0}
"""How far apart the two stand: in melee, or within every distance that shooting minds."""
FAR = 12.0
"""How far they stand apart for rules that mind long distances."""
TALL = 125
WITH_ALL_WEAPONS = frozenset(("furious", "relentless"))
"""Rules of a unit that change what its weapons do."""
ENDLESS = 999
"""More than any attack can do."""


class AttackSpec(Struct, frozen=True, forbid_unknown_fields=True):
    """An attack in figures."""

    quality: Stat
    attacks: Annotated[int, Meta(ge=1, le=12)]
    defense: Stat
    ap: Annotated[int, Meta(ge=0, le=6)] = 0
    cover: bool = False
    rules: tuple[str, ...] = ()
    target_rules: tuple[str, ...] = ()
    models: Annotated[int, Meta(ge=1, le=10)] = 1
    tough: Annotated[int, Meta(ge=1, le=18)] = 1
    melee: bool = False
    charging: bool = False
    fatigued: bool = False
    far: bool = False
    """Over nine inches away."""


class Spec(Struct, frozen=True, forbid_unknown_fields=True):
    """One question."""

    attack: AttackSpec


def answer(game: Game, spec: Any) -> dict[str, Any]:
    """The odds a question asks for: hits, wounds, however many the target can take, and models killed."""
    question = shape(spec, Spec, "odds").attack
    match, lasting = attack_match(game, question), attack_match(game, replace(question, tough=ENDLESS))
    return {
        "hits": written(distribution(match, after_the_hits, hits)),
        "wounds": written(distribution(lasting, over, wounds)),
        "killed": written(distribution(match, over, killed)),
    }


def examples() -> list[dict[str, Any]]:
    """Questions as they come up in play."""
    found: list[dict[str, Any]] = []
    for quality in (3, 4, 5):
        for attacks in (1, 3):
            plain = {"quality": quality, "attacks": attacks, "defense": 4, "ap": 1}
            found.append({"attack": {**plain, "models": 5}})
            found.append({"attack": {**plain, "cover": True, "rules": ["rending"], "tough": 6}})
            found.append({"attack": {**plain, "rules": ["deadly(3)"], "target_rules": ["regeneration"], "tough": 6}})
    found.append({"attack": {"quality": 4, "attacks": 2, "defense": 5, "rules": ["blast(3)"], "models": 5}})
    return found


# ------------------------------------------------------------------ a bare table


def read_rule(word: str, where: str, scope: str) -> Special:
    """A special rule as a question writes it: `rending`, `blast(3)`."""
    try:
        found = catalog.special(word.replace("_", " "))
    except BadInput as error:
        raise BadInput(f"odds.attack.{where}: {error}") from None
    if catalog.specials()[found.id].scope != scope and not (
        scope == "weapon" and found.id in ("furious", "relentless")
    ):
        raise BadInput(f"odds.attack.{where}: {word} is a rule of a {catalog.specials()[found.id].scope}")
    return found


def attack_match(game: Game, spec: AttackSpec) -> Match:
    """A match on a bare table, with an attack about to be rolled."""
    own = [read_rule(word, "rules", "weapon") for word in spec.rules]
    theirs = [read_rule(word, "target_rules", "unit") for word in spec.target_rules]
    table = bare(game, spec, own, theirs)
    weapon = next(iter(table.models[ATTACKER].kit))
    part = Assault(
        ATTACKER,
        TARGET,
        (Group(weapon, (ATTACKER,), spec.attacks),),
        spec.melee,
        spec.charging,
        spec.cover and not spec.melee,
        spec.cover and not spec.melee,
    )
    table.agenda = (part, HeroPhase())
    return Match(game, the_setup(game), rest=table)


def the_setup(game: Game) -> SetUp:
    """Whatever else there would be."""
    rosters = {HEROES: next(iter(catalog.parties().values())), ENEMIES: next(iter(catalog.collections().values()))}
    return SetUp(game.id, rosters, TablePlan("bare", ()), game.rulebook.settle({}))


def bare(game: Game, spec: AttackSpec, own: list[Special], theirs: list[Special]) -> Table:
    """One attacker and the models of its target."""
    table = game.set_up(the_setup(game))
    for id in [m.id for m in table.models.values() if m.kind == "model"]:
        del table.models[id]
    weapon = f"Weapon (A{spec.attacks})" if spec.melee else f'Weapon (30", A{spec.attacks})'
    of_unit = [s for s in own if catalog.specials()[s.id].scope == "unit"]
    of_weapon = [s for s in own if s not in of_unit]
    if spec.ap:
        of_weapon.append(Special("ap", spec.ap))
    stats = {QUALITY: spec.quality, DEFENSE: 4, TOUGH: 1, HEIGHT: TALL, SIZE: 1, POINTS: 0}
    stats |= {FATIGUED: 1} if spec.fatigued else {}
    effects = (*grants(of_unit), *grants(of_weapon, weapon))
    one = Model(ATTACKER, HEROES, HEROES, "", "", unit=ATTACKER, at=(10.0, 20.0), kit=(weapon,), effects=effects)
    table.put_moved(one)
    table.put_all_tokens(one, stats)
    apart = FAR if spec.far else APART[spec.melee]
    for number in range(spec.models):
        at = (11.0 + apart, 20.0 + 1.2 * number)
        id = f"{TARGET}-{number + 1}"
        other = Model(id, ENEMIES, ENEMIES, "", "", unit=TARGET, at=at, effects=tuple(grants(theirs)))
        figures = {QUALITY: 4, DEFENSE: spec.defense, TOUGH: spec.tough, HEIGHT: TALL, SIZE: spec.models, POINTS: 0}
        table.put_moved(other)
        table.put_all_tokens(other, figures)
    table.put_tokens("table", "round", 1)
    table.put_tokens("table", "phase", 1)
    return table


def written(chances: dict[Any, Fraction]) -> dict[str, str]:
    """Chances as exact fractions."""
    return {str(value): str(chances[value]) for value in sorted(chances)}


# ------------------------------------------------------------------ what is looked at


def after_the_hits(match: Match) -> bool:
    """The hits are known."""
    return not any(isinstance(part, Assault) and part.groups for part in match.rest.agenda)


def hits(match: Match) -> int:
    """The hits that are to be blocked, Blast included."""
    return sum(part.plain + part.torn for part in match.rest.agenda if isinstance(part, Blocking))


def over(match: Match) -> bool:
    """Nothing of the attack is left to be played."""
    busy = (Assault, Blocking, Suffering)
    return not any(isinstance(part, busy) for part in match.rest.agenda)


def wounds(match: Match) -> int:
    """The wounds that were taken, by somebody who can take them all."""
    return sum(m.tokens.get(WOUNDS, 0) for m in members(match.table, TARGET))


def killed(match: Match) -> int:
    """The models that fell."""
    return sum(m.at is None for m in match.table.models.values() if m.unit == TARGET)
