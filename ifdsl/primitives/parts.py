"""Give the declarations of all primitives, part by part: a part is imported when it is reached, the most used first."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

from ifdsl.primitives.primitive import Primitive

PARTS = (
    "views",
    "texts",
    "lists",
    "linguistic",
    "ascii",
    "structured",
    "markdown",
    "xml",
    "tabular",
    "similarity",
    "nesting",
    "dates",
    "expected",
)
"""The modules of this package that have a tuple `PRIMITIVES`."""


def declarations() -> Iterator[Primitive]:
    """Give every view and function of the language, each once."""
    for part in PARTS:
        yield from import_module(f"ifdsl.primitives.{part}").PRIMITIVES
