"""Give the modules of the standard library as Python names.

from ifdsl.std import length

verdict = length.word_count("80..120").check(text)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ifdsl import data

if TYPE_CHECKING:
    from ifdsl.checking.verifier import ConstraintChecker


class StdModule:
    """One module of `std`: its constraints are its attributes."""

    __slots__ = ("_name",)

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Callable[..., ConstraintChecker]:
        from ifdsl.library import module

        try:
            return module(self._name).constraint(name)
        except LookupError as error:
            raise AttributeError(str(error)) from None

    def __dir__(self) -> list[str]:
        from ifdsl.library import module

        return sorted(module(self._name).constraints())

    def __repr__(self) -> str:
        return f"<ifdsl module {self._name}>"


def __getattr__(name: str) -> StdModule:
    if name in __dir__():
        return StdModule(f"std.{name}")
    raise AttributeError(f"`std` has no module `{name}`; there are {', '.join(__dir__())}")


def __dir__() -> list[str]:
    return sorted(path.stem for path in (data.stdlib_path() / "std").glob("*.ifc"))
