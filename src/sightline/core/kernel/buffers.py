# cython: language_level=3, cdivision=True, infer_types=True
"""Flat scratch memory: C arrays when compiled, lists when interpreted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sightline.core.kernel import _cython as cython
else:
    try:
        import cython
    except ImportError:
        from sightline.core.kernel import _cython as cython


@cython.cfunc
def doubles(keep: list[Any], size: cython.int) -> cython.p_double:
    """Room for `size` numbers; compiled, a raw pointer into a byte array that `keep` holds alive."""
    if cython.compiled:
        block: bytearray = bytearray(size * cython.sizeof(cython.double))
        keep.append(block)
        return cython.cast(cython.p_double, cython.cast(cython.p_char, block))
    else:
        return [0.0] * size


@cython.cfunc
def ints(keep: list[Any], size: cython.int) -> cython.p_int:
    """Room for `size` integers."""
    if cython.compiled:
        block: bytearray = bytearray(size * cython.sizeof(cython.int))
        keep.append(block)
        return cython.cast(cython.p_int, cython.cast(cython.p_char, block))
    else:
        return [0] * size


@cython.cfunc
def wider(keep: list[Any], old: cython.p_double, size: cython.int, new_size: cython.int) -> cython.p_double:
    """A larger buffer that begins with what the old one held."""
    new: cython.p_double = doubles(keep, new_size)
    for i in range(size):
        new[i] = old[i]
    return new


@cython.cfunc
def wider_ints(keep: list[Any], old: cython.p_int, size: cython.int, new_size: cython.int) -> cython.p_int:
    """A larger buffer that begins with what the old one held."""
    new: cython.p_int = ints(keep, new_size)
    for i in range(size):
        new[i] = old[i]
    return new
