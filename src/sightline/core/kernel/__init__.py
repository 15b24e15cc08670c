"""The exact geometry kernel: what round bases see of each other and where they can go.

Inches everywhere, plain floats and tuples, nothing above it imported. One source, two backends: compiled where an
extension was built at install, interpreted otherwise or when SIGHTLINE_BACKEND=interpreted; both give bit-equal
answers.
"""

from __future__ import annotations

from sightline.core.kernel import shapes
from sightline.core.kernel.backend import load

_sight = load("sight")
_reach = load("reach")

TOLERANCE = 1e-6
MARGIN: float = _sight.MARGIN
BACKEND = "compiled" if _sight.COMPILED else "interpreted"
Scene = _sight.Scene
Blocker = _sight.Blocker
Ground = _reach.Ground

__all__ = ["BACKEND", "MARGIN", "TOLERANCE", "Blocker", "Ground", "Scene", "shapes"]
