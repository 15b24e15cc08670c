"""What is worked out when it is first asked for, and then kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class once(Generic[T]):  # noqa: N801 - read like a decorator
    """An attribute that a method makes when it is first read; without the lock of functools' own, which costs more."""

    def __init__(self, make: Callable[[Any], T]) -> None:
        self.make = make
        self.name = make.__name__
        self.__doc__ = make.__doc__

    def __get__(self, of: Any, kind: type) -> T:
        found = of.__dict__[self.name] = self.make(of)
        return found
