"""Take names as specs write them; give names that are safe, unique and readable in a generated module."""

from __future__ import annotations

import builtins
import keyword
import re

RESERVED = frozenset(keyword.kwlist) | frozenset(keyword.softkwlist) | frozenset(dir(builtins)) | {"mg", "r", "rt"}
"""What no name from a spec may become: Python's own names and those that every generated module uses."""


def plain(name: str) -> str:
    """`name` with everything but ASCII letters, digits and single inner underscores taken out; never empty."""
    # INVARIANT: no plain name holds two underscores in a row: those are kept for names that the compiler makes.
    word = re.sub(r"_+", "_", re.sub(r"[^A-Za-z0-9_]", "_", name)).strip("_") or "x"
    return f"x{word}" if word[0].isdigit() else word


class Names:
    """The names taken in one scope. `outer` are those of the scopes around it, which it does not shadow."""

    __slots__ = ("_outer", "_taken")

    def __init__(self, outer: Names | None = None) -> None:
        self._outer = outer
        self._taken: set[str] = set()

    def __contains__(self, name: str) -> bool:
        return name in self._taken or (name in RESERVED if self._outer is None else name in self._outer)

    def take(self, name: str) -> str:
        """A name like `name` that is free here, now taken; the same calls in the same order give the same names."""
        word = plain(name)
        return self.take_exactly(word if word not in self else f"{word}_")

    def take_exactly(self, name: str) -> str:
        """`name` itself, which the caller made of plain names, or with a number where it is taken."""
        number, free = 2, name
        while free in self:
            free, number = f"{name.rstrip('_')}_{number}", number + 1
        self._taken.add(free)
        return free
