"""Take the text under check; give `Doc`, which computes each view, count and costly call on it once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ifdsl.primitives.primitive import Rule


class Doc:
    """A text with a memo of what was asked of it; constraints on one response share it.

    The lists that it gives are shared as well: they are for reading.
    """

    __slots__ = ("_calls", "_sizes", "_views", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self._views: dict[Any, list[str]] = {}
        self._sizes: dict[Any, int] = {}
        self._calls: dict[Any, Any] = {}

    def view(self, rule: Rule, *args: object) -> list[str]:
        """The elements of a view; those of a `Piece` are `Piece`s."""
        key = (rule, args) if args else rule
        pieces = self._views.get(key)
        if pieces is None:
            pieces = self._views[key] = rule.pieces(self.text, *args)
        return pieces

    def size(self, rule: Rule, *args: object) -> int:
        """How many elements a view has, without making them where that is faster."""
        key = (rule, args) if args else rule
        pieces = self._views.get(key)
        if pieces is not None:
            return len(pieces)
        size = self._sizes.get(key)
        if size is None:
            size = self._sizes[key] = rule.size(self.text, *args)
        return size

    def call(self, function: Callable[..., Any], *args: object) -> Any:
        """`function(text, *args)`, computed once for arguments that can be looked up."""
        key = (function, args) if args else function
        try:
            return self._calls[key]
        except KeyError:
            value = self._calls[key] = function(self.text, *args)
            return value
        except TypeError:  # an argument that is a list
            return function(self.text, *args)
