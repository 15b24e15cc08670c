"""A digital table that knows the rules of miniature skirmish games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sightline.tables import new_match

__version__ = "0.1.0"

__all__ = ["__version__", "new_match"]


def __getattr__(name: str) -> Any:
    # The engine is loaded when it is first asked for: importing the package costs next to nothing.
    if name == "new_match":
        from sightline.tables import new_match

        return new_match
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
