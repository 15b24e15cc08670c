"""Opposed rolls: higher successes cancel lower ones (XT-OPP-01 to XT-OPP-06)."""

from __future__ import annotations

from collections.abc import Sequence

from sightline.core.effects import Tally
from sightline.games.xenotactics.catalog import DIE


def reads(need: Tally) -> tuple[int, ...]:
    """What each face of a die means where a higher success matters: its number, or nothing for a failure."""
    return tuple(face if need.met(face) else 0 for face in range(1, DIE + 1))


def hit_or_not(need: Tally) -> tuple[int, ...]:
    """What each face means where only success counts."""
    return tuple(int(need.met(face)) for face in range(1, DIE + 1))


def successes(faces: Sequence[int], need: Tally) -> list[int]:
    """The dice that succeed; failed dice play no part (XT-OPP-04)."""
    return [face for face in faces if need.met(face)]


def standing(own: Sequence[int], other: Sequence[int]) -> list[int]:
    """The successes that stand against the successes of the other side: none lower than its highest (XT-OPP-02)."""
    bar = max(other, default=0)
    return [face for face in own if face >= bar]
