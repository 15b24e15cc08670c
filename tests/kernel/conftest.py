"""Every kernel test runs on each backend there is: `kernels` is the modules (sight, reach, ...) of one of them."""

from __future__ import annotations

import os
import shutil
from types import SimpleNamespace

import pytest

from sightline.core.kernel.backend import interpreted, load

MODULES = ("footprints", "outline", "sight", "reach", "skyline", "strife")


def _backends() -> dict[str, SimpleNamespace]:
    found = {"interpreted": SimpleNamespace(**{name: interpreted(name) for name in MODULES})}
    if load("sight").COMPILED:
        found["compiled"] = SimpleNamespace(**{name: load(name) for name in MODULES})
    return found


BACKENDS = _backends()


@pytest.fixture(params=sorted(BACKENDS))
def kernels(request: pytest.FixtureRequest) -> SimpleNamespace:
    """One backend."""
    return BACKENDS[request.param]


@pytest.fixture
def both() -> tuple[SimpleNamespace, SimpleNamespace]:
    """The compiled and the interpreted backend, side by side."""
    if "compiled" not in BACKENDS:
        # Only where nothing could have been compiled may the comparison be left out; CI always has a compiler.
        if "CI" in os.environ or shutil.which("cc") or shutil.which("gcc"):
            pytest.fail("there is a compiler, yet the compiled backend is not built")
        pytest.skip("there is no compiler to build the other backend")
    return BACKENDS["compiled"], BACKENDS["interpreted"]


@pytest.fixture
def fastest() -> SimpleNamespace:
    """The compiled backend if it is built."""
    return BACKENDS.get("compiled", BACKENDS["interpreted"])
