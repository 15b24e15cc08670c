"""The exact geometry kernel: what round bases see of each other and where they can go.

Inches everywhere, plain floats and tuples, nothing above it imported. One source, two backends with bit-equal answers:
compiled where an extension was built at install, interpreted otherwise or when SIGHTLINE_BACKEND=interpreted. A Scene
or a Ground holds its own scratch memory: share one freely, but ask it from one thread at a time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sightline.core.kernel import shapes
from sightline.core.kernel.backend import load

if TYPE_CHECKING:
    from sightline.core.kernel.bundle import Bundle
    from sightline.core.kernel.footprints import Footprints
    from sightline.core.kernel.reach import Ground
    from sightline.core.kernel.sight import COMPILED, MARGIN, Blocker, Scene
    from sightline.core.kernel.skyline import Skyline
    from sightline.core.kernel.strife import Strife
else:
    _sight = load("sight")
    COMPILED, MARGIN, Blocker, Scene = _sight.COMPILED, _sight.MARGIN, _sight.Blocker, _sight.Scene
    Bundle = load("bundle").Bundle
    Footprints = load("footprints").Footprints
    Ground = load("reach").Ground
    Skyline = load("skyline").Skyline
    Strife = load("strife").Strife

TOLERANCE = 1e-6
"""Overlap up to here is contact, in inches."""

BACKEND = "compiled" if COMPILED else "interpreted"

__all__ = [
    "BACKEND",
    "MARGIN",
    "TOLERANCE",
    "Blocker",
    "Bundle",
    "Footprints",
    "Ground",
    "Scene",
    "Skyline",
    "Strife",
    "shapes",
]
