"""Which form of a kernel module to use: the compiled extension, or its own source interpreted."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

PACKAGE = "sightline.core.kernel"


def load(name: str) -> ModuleType:
    """The kernel module of this name: compiled if it was built, unless SIGHTLINE_BACKEND says interpreted."""
    if os.environ.get("SIGHTLINE_BACKEND") == "interpreted":
        return interpreted(name)
    try:
        return import_module(f"{PACKAGE}.{name}")
    except ImportError:  # an extension that was built only in part, or for another Python
        return interpreted(name)


def interpreted(name: str) -> ModuleType:
    """The source of this module, run as it stands, beside the compiled form if there is one."""
    alias = f"{PACKAGE}.interpreted_{name}"
    if alias in sys.modules:
        return sys.modules[alias]
    spec = spec_from_file_location(alias, Path(__file__).with_name(f"{name}.py"))
    if spec is None or spec.loader is None:
        raise ImportError(f"no source of {PACKAGE}.{name}")
    module = module_from_spec(spec)
    sys.modules[alias] = module
    spec.loader.exec_module(module)
    return module
