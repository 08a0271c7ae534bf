"""Give the marks by which pydantic tells the members of a union of nodes apart, without importing pydantic here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple


class Told(NamedTuple):
    """How pydantic tells the members of a union apart: by a field's name, or by what a function calls each."""

    by: str | Callable[[object], str]

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        # Only reading and writing JSON needs pydantic, whose import takes longer than compiling a small file.
        from pydantic import Discriminator

        return Discriminator(self.by).__get_pydantic_core_schema__(source, handler)


class Called(NamedTuple):
    """What the function of `Told` calls a member."""

    tag: str

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        from pydantic import Tag

        return Tag(self.tag).__get_pydantic_core_schema__(source, handler)
