"""Take the operands of what Python leaves undefined; give the values that the language defines: it is total."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def at(items: Sequence[Any], position: int, zero: Any) -> Any:
    """The element at `position`, from the end where negative; `zero` outside the list."""
    return items[position] if -len(items) <= position < len(items) else zero


def divide(left: int | float, right: int | float) -> int | float:
    """`left / right`; 0 where `right` is 0."""
    return left / right if right else 0


def divide_down(left: int | float, right: int | float) -> int | float:
    """`left // right`; 0 where `right` is 0."""
    return left // right if right else 0


def remainder(left: int | float, right: int | float) -> int | float:
    """`left % right`; 0 where `right` is 0."""
    return left % right if right else 0
