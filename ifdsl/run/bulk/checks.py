"""Take an `.ifc` file, by its path; give what bulk verification grades with, in a form that travels to any process."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Literal, Protocol

from ifdsl.compiler import CompileFailed
from ifdsl.run.grading import Item, Reading
from ifdsl.run.items import Rendering, items_of
from ifdsl.source.diagnostic import Diagnostic

By = Literal["key", "stripped", "prompt", "only_key"]
"""How a response finds its item.

`key`: by key where it has one, else by the exact prompt. `stripped`: the same, but blanks at the ends of a prompt count
for nothing. `prompt`: by the exact prompt alone. `only_key`: by key alone.
"""


class Items(Protocol):
    """Where items come from. It is sent to other processes, which make the items anew: functions do not travel."""

    def items(self, problems: list[Diagnostic]) -> Iterable[Item]:
        """The items, in a fixed order; what is wrong with their sources is added to `problems`.

        Raises:
            CompileFailed: no item can be made.
            OSError: a file cannot be read.
        """

    def fingerprint(self) -> str:
        """A text that changes with whatever can change a verdict; raises as `items`."""


@dataclass(frozen=True, slots=True)
class Checks:
    """What responses are graded with, and how.

    Attributes:
        source: gives the items.
        lenient: a set of `checking.lenient`.
        reading: `each` or `one`, see `run.grading.Grader`.
        join: how responses find their items.
        graded: what of a response is graded, where that is not all of it; a function of a module.
        rewards: whether to give the dense reward as well, which costs several times the verdicts.
    """

    source: Items
    lenient: str = "ifeval"
    reading: Reading = "each"
    join: By = "key"
    graded: Callable[[str], str] | None = None
    rewards: bool = False

    def facts(self) -> dict[str, str]:
        """What decides verdicts, as words by name: two equal ones give equal verdicts on equal responses."""
        return {
            "checks": self.source.fingerprint(),
            "lenient": self.lenient,
            "reading": self.reading,
            "join": self.join,
            "graded": "all" if self.graded is None else f"{self.graded.__module__}.{self.graded.__qualname__}",
            "rewards": str(self.rewards).lower(),
        }


@dataclass(frozen=True, slots=True)
class OwnItems:
    """The items of the specs of an `.ifc` file.

    Attributes:
        path: the file; every machine that verifies has to reach it, and the modules it uses.
        rendering: how its prompts are made, which decides what a response without a key is joined by.
        allow_python: whether checks that name a Python function may call it; without, they are `unknown`.
    """

    path: Path
    rendering: Rendering = field(default_factory=Rendering)
    allow_python: bool = False

    def items(self, problems: list[Diagnostic]) -> Iterable[Item]:
        """
        Raises:
            CompileFailed: the file has errors.
            MissingWording: a constraint has no wording in the pattern and the language.
            ValueError: a value has no phrase, or a template is wrong, in plain words.
        """
        from ifdsl.checking.compile import load
        from ifdsl.ir.build import build_file

        built = build_file(self.path)
        if built.program is None:
            raise CompileFailed(built.diagnostics)
        problems.extend(built.diagnostics)
        module = load(built.program, allow_python=self.allow_python)
        return items_of(built.program, module, self.rendering)

    def fingerprint(self) -> str:
        """Of the module that is run, the prompts and this package's version."""
        from ifdsl.checking.compile import module_source
        from ifdsl.ir.build import build_file
        from ifdsl.ir.fingerprint import fingerprint

        built = build_file(self.path)
        if built.program is None:
            raise CompileFailed(built.diagnostics)
        parts = [fingerprint(built.program), module_source(built.program), repr(self.rendering), str(self.allow_python)]
        return digest([part.encode("utf-8", "surrogatepass") for part in parts])


def digest(parts: Iterable[bytes]) -> str:
    """32 hexadecimal digits that change with any of the parts, and with the version of this package."""
    from importlib.metadata import version

    found = sha256(version("ifdsl").encode("ascii"))
    for part in parts:
        found.update(len(part).to_bytes(8, "big") + part)
    return found.hexdigest()[:32]
