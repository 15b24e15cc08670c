"""Which backend is in use, and that a machine without Cython or a compiler still has one."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from sightline.core import kernel

ASK = "from sightline.core import kernel; print(kernel.BACKEND, kernel.Scene().share(5, 12, 0.5, 15, 12, 0.5))"
NO_CYTHON = "import sys; sys.modules['cython'] = None; sys.modules['Cython'] = None; " + ASK


@pytest.mark.parametrize("code", [ASK, NO_CYTHON])
def test_the_interpreted_backend_can_be_asked_for(code: str) -> None:
    environment = {**os.environ, "SIGHTLINE_BACKEND": "interpreted", "PYTHONPATH": os.pathsep.join(sys.path)}
    answer = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert answer.stdout.split() == ["interpreted", "1.0"]


def test_the_kernel_says_which_backend_it_uses() -> None:
    assert kernel.BACKEND in ("compiled", "interpreted")
    assert kernel.MARGIN == 0.5 / 25.4
    assert kernel.TOLERANCE == 1e-6
