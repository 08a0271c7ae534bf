"""Take the rows of a published file; give `.ifc` text that a person can read, one spec a row."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from ifdsl.published.benchmarks import Benchmark
from ifdsl.published.instructions import Instruction
from ifdsl.published.rows import Row
from ifdsl.syntax.lexing import MAX_DIGITS
from ifdsl.syntax.literals import quote


class Unwritable(ValueError):
    """A row that the language has no words for; the message says why."""


@dataclass(slots=True)
class SpecFile:
    """The text of a file that asks what rows ask. Spec names come from the keys; equal keys get a number."""

    benchmark: Benchmark
    specs: list[str] = field(default_factory=list)
    _taken: dict[str, int] = field(default_factory=dict)

    def add(self, row: Row, instructions: Sequence[Instruction | None]) -> None:
        """Add the spec of one row.

        Raises:
            Unwritable: the row holds a text or a number that no literal stands for.
        """
        calls = [f"    {_call(instruction)}" for instruction in instructions if instruction is not None]
        prompt = _text(row.prompt, template=True, indent=2)
        head = [f"spec {self._name(row.key)} {{", f"  prompt {prompt}", "  must {"]
        self.specs.append("\n".join([*head, *calls, "  }", "}"]))

    def text(self, title: str) -> str:
        """The whole file. `title` is put in a comment."""
        line = "".join(char if char.isprintable() else " " for char in title)
        return "\n\n".join([f"ifdsl 1\n\n# {line}\n\nuse {self.benchmark.pack}", *self.specs]) + "\n"

    def _name(self, key: str) -> str:
        base = "prompt_" + (re.sub(r"[^A-Za-z0-9]+", "_", key).strip("_") or "row")
        name = base
        while name in self._taken:
            self._taken[base] += 1
            name = f"{base}_{self._taken[base]}"
        self._taken[name] = 1
        return name


def _call(instruction: Instruction) -> str:
    parameters = instruction.signature.parameters
    arguments = ", ".join(
        f"{parameter.name}={_literal(value)}"
        for parameter, value in zip(parameters, instruction.arguments, strict=True)
    )
    return f"{instruction.signature.name.rpartition('.')[2]}({arguments})"


def _literal(value: Any) -> str:
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, list):
        return f"[{', '.join(_literal(item) for item in value)}]"
    if isinstance(value, bool):
        return "true" if value else "false"
    # A float is written without an exponent, which the language has not.
    number = format(Decimal(repr(value)), "f")
    if any(len(digits) > MAX_DIGITS for digits in number.lstrip("-").split(".")):
        raise Unwritable(f"a number has at most {MAX_DIGITS} digits on either side of its point")
    return number


def _text(value: str, *, template: bool = False, indent: int = 0) -> str:
    try:
        return quote(value, template=template, indent=indent)
    except ValueError as error:
        raise Unwritable(str(error)) from None
