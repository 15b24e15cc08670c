"""Traits of weapons (DW-ABL): they come with a grant through the weapon and speak where it is used."""

from __future__ import annotations

from sightline.core.effects import Effect

ALL: tuple[Effect, ...] = tuple(found for found in list(globals().values()) if isinstance(found, Effect))
