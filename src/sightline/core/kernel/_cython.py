"""What the kernel needs of the `cython` module, for machines that do not have it.

The kernel is written in Cython's pure-Python mode: compiled, its annotations are C types and its decorators shape C
code; interpreted, both mean nothing and this stand-in says so. It is also what the type checker reads.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")

compiled: bool = False

double = builtins.float
int = builtins.int
bint = builtins.bool
longlong = builtins.int
p_char = builtins.bytearray
p_double = list[float]
p_int = list[builtins.int]


def cclass(cls: type[T]) -> type[T]:
    """A class whose attributes are C fields."""
    return cls


def cfunc(function: F) -> F:
    """A function only compiled code calls."""
    return function


def inline(function: F) -> F:
    """A function the C compiler should unfold."""
    return function


def final(thing: T) -> T:
    """A class nobody derives from, whose methods are then called directly."""
    return thing


def cast(kind: type[T], value: Any) -> T:
    """A C cast."""
    result: T = value
    return result


def sizeof(kind: Any) -> builtins.int:
    """The size of a C type in bytes."""
    return 8
