"""What the rules ask of those concerned."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from msgspec import Struct

from sightline.core.effects import Note, Question, fold
from sightline.core.table import ModelId, Table
from sightline.core.variants import Variant
from sightline.games.deepwars.catalog import BODY

H2H, SHOT, HACK, SPELL = "h2h", "shot", "hack", "spell"
"""How somebody is attacked: hand-to-hand, by a shot, by a Free Hack, by a spell."""
UNAIMED = "unaimed"
"""How those are reached whom nobody aims at: near the target of a blast, or where a beam jumps to."""


class Blow(Struct, frozen=True, omit_defaults=True):
    """An attack as it was declared (DW-CBT-06)."""

    attacker: ModelId
    defender: ModelId
    weapon: str
    mode: str = H2H
    section: str = BODY
    effort: int = 1
    pierce: int = 0
    run: int = 0
    """Moves that led straight into it: 1 for a charge, 2 for a rush."""
    joiners: int = 0
    ambush: bool = False
    score: int | None = None
    """What stands in the place of Combat and weapon, where something does."""
    near: str = ""
    """Whom the attack was aimed at, where it is made at somebody beside it."""
    die: int | None = None
    """The attack die, where it has fallen already."""
    fixed: int | None = None
    """The whole score without the die, where it is settled already."""
    total: int | None = None
    """The whole attack, where it is settled already."""
    declared: tuple[str, ...] = ()
    """The advances that were declared for the attack die, where it has fallen already and counts again."""

    @property
    def melee(self) -> bool:
        """Whether it is fought hand-to-hand."""
        return self.mode in (H2H, HACK)

    @property
    def mighty(self) -> bool:
        """Whether more than one action was spent on it."""
        return self.effort > 1


# ------------------------------------------------------------------ success rolls (DW-GEN-02, DW-GEN-03)

EVERYWHERE, SOMEWHERE = True, False
NATURALS = Variant("nat_1_6_scope", {"all_success_rolls": EVERYWHERE, "activation_and_quality_only": SOMEWHERE})


class Check(Question, frozen=True):
    """The number each die of a success roll has to reach; notes are bonuses, which lower it.

    A natural 1 fails and a natural 6 succeeds: the number never leaves 2 to 6 where that holds.
    """

    roles: ClassVar[tuple[str, ...]] = ("model", "near")
    bonus: ClassVar[bool] = True
    strict: ClassVar[bool] = False
    """Whether natural 1 and 6 count under every reading."""
    model: ModelId
    near: tuple[ModelId, ...] = ()
    """Friends on the map, who may have something to add."""
    cause: str = ""
    """What it is for."""
    about: str = ""
    """Whom or what it is about besides the model."""
    mod: int = 0
    """What the cause itself adds to every die."""

    def fold(self, table: Table, base: float, notes: Sequence[Note]) -> float:
        value = base - fold(0.0, notes)
        if type(self).strict or NATURALS.of(table):
            return min(6.0, max(2.0, value))
        return value


class Activating(Check, frozen=True):
    """Dice against Quality for actions (DW-ACT-03)."""

    strict: ClassVar[bool] = True


class Casting(Check, frozen=True):
    """Dice against Quality for power (DW-SPL-01)."""


class QualityCheck(Check, frozen=True):
    """Three dice against Quality (DW-CHK-01)."""

    strict: ClassVar[bool] = True


class ResistanceCheck(Check, frozen=True):
    """Three dice against 5, with armor and size (DW-CHK-02)."""


class WillCheck(Check, frozen=True):
    """Three dice against Quality (DW-CHK-03)."""


class StrengthCheck(Check, frozen=True):
    """Three dice against 5, with size (DW-CHK-04)."""


class MoraleCheck(Check, frozen=True):
    """Three dice against Quality (DW-MRL-06)."""


# ------------------------------------------------------------------ combat


class AttackScore(Question, frozen=True):
    """What the attacker adds to its die."""

    roles: ClassVar[tuple[str, ...]] = ("attacker", "defender")
    attacker: ModelId
    defender: ModelId
    blow: Blow


class DefenceScore(Question, frozen=True):
    """What the defender adds to its die."""

    roles: ClassVar[tuple[str, ...]] = ("defender", "attacker")
    defender: ModelId
    attacker: ModelId
    blow: Blow


class Armor(Question, frozen=True):
    """The Armor Value a blow has to reach."""

    roles: ClassVar[tuple[str, ...]] = ("victim", "striker")
    victim: ModelId
    striker: ModelId
    blow: Blow
    section: str

    def fold(self, table: Table, base: float, notes: Sequence[Note]) -> float:
        """All Armor Break adds up, never below nothing (DW-DMG-10)."""
        return max(0.0, base + sum(n.value for n in notes))


class Severity(Question, frozen=True):
    """How bad a result is: 0 nothing, 1 a recoil, 2 one wound, 3 two, 4 three."""

    roles: ClassVar[tuple[str, ...]] = ("striker", "victim")
    striker: ModelId
    victim: ModelId
    blow: Blow
    face: int
    counter: bool = False
    won: bool = True
    """Equal totals may hurt, but nobody has won."""


class Targeting(Question, frozen=True):
    """Whether somebody may be attacked."""

    roles: ClassVar[tuple[str, ...]] = ("attacker", "target")
    attacker: ModelId
    target: ModelId
    mode: str
    weapon: str


class Countering(Question, frozen=True):
    """Whether a defender that wins hurts the attacker."""

    roles: ClassVar[tuple[str, ...]] = ("defender", "attacker")
    defender: ModelId
    attacker: ModelId
    blow: Blow


class Passing(Question, frozen=True):
    """Whether anything is in the way of a model; who says no passes through models and terrain."""

    roles: ClassVar[tuple[str, ...]] = ("model",)
    model: ModelId


class Rolling(Question, frozen=True):
    """Whether a check has to be rolled at all; who says no succeeds without dice."""

    roles: ClassVar[tuple[str, ...]] = ("model",)
    model: ModelId
    cause: str


class Affecting(Question, frozen=True):
    """Whether something touches a model: poison, irradiation, psychic, healing, repair."""

    roles: ClassVar[tuple[str, ...]] = ("model",)
    model: ModelId
    cause: str


class Hacking(Question, frozen=True):
    """Whether a model makes a Free Hack at one that leaves it."""

    roles: ClassVar[tuple[str, ...]] = ("hacker", "victim")
    hacker: ModelId
    victim: ModelId


class Recoiling(Question, frozen=True):
    """Whether a model that loses is driven back."""

    roles: ClassVar[tuple[str, ...]] = ("model", "opponent")
    model: ModelId
    opponent: ModelId
    blow: Blow


class Flanking(Question, frozen=True):
    """Whether a model counts among those that beset another (DW-H2H-08)."""

    roles: ClassVar[tuple[str, ...]] = ("model",)
    model: ModelId


# ------------------------------------------------------------------ acting

MOVING, STEPPING, ATTACKING, ITEMS, RECOVERING, OTHER = "move", "step", "attack", "item", "recover", "other"
USING, GIFTED = "use", "gift"
"""Using devices and passing things on, as picking them up is not; and what only some can do (DW-SPL-04)."""


class Doing(Question, frozen=True):
    """Whether a model may do something of a kind now."""

    roles: ClassVar[tuple[str, ...]] = ("actor",)
    actor: ModelId
    deed: str


class DoingMore(Question, frozen=True):
    """What else a model may do with its actions: abilities, spells and items put their offers here."""

    roles: ClassVar[tuple[str, ...]] = ("actor", "near")
    actor: ModelId
    near: tuple[ModelId, ...] = ()


class Choosing(Question, frozen=True):
    """What else a nominated model may do in the place of a free activation or a roll."""

    roles: ClassVar[tuple[str, ...]] = ("actor",)
    actor: ModelId


class Gambling(Question, frozen=True):
    """Whether a nominated model may roll for actions."""

    roles: ClassVar[tuple[str, ...]] = ("actor",)
    actor: ModelId


class Pace(Question, frozen=True):
    """The step of the stick a model moves by, on a way if there is one; below Short each move costs two actions."""

    roles: ClassVar[tuple[str, ...]] = ("model",)
    model: ModelId
    difficult: bool = False

    def fold(self, table: Table, base: float, notes: Sequence[Note]) -> float:
        """Reductions add up, and a stick is never longer than Long (DW-MOV-07)."""
        return min(3.0, max(0.0, base + sum(n.value for n in notes)))


class AttackLimit(Question, frozen=True):
    """How many attack actions a model has in one activation (DW-ACT-15)."""

    roles: ClassVar[tuple[str, ...]] = ("model",)
    model: ModelId


class CheckingMorale(Question, frozen=True):
    """Whether a model has to check its morale."""

    roles: ClassVar[tuple[str, ...]] = ("model", "cause")
    model: ModelId
    trigger: str
    cause: ModelId = ""


class Seeing(Question, frozen=True):
    """Whether somebody is seen, terrain and arcs apart: light, stealth, camouflage."""

    roles: ClassVar[tuple[str, ...]] = ("viewer", "target")
    viewer: ModelId
    target: ModelId
    cover: int
