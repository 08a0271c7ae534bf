"""Take the rows of a published file; give `.ifc` text that a person can read, one spec a row."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from ifdsl.published.benchmarks import Benchmark
from ifdsl.published.instructions import Instruction
from ifdsl.published.rows import Row
from ifdsl.syntax.literals import quote


def write_specs(benchmark: Benchmark, title: str, items: Iterable[tuple[Row, Sequence[Instruction | None]]]) -> str:
    """The text of a file that asks what the rows ask. Spec names come from the keys; equal keys get a number."""
    blocks = [f"ifdsl 1\n\n# {title}\n\nuse {benchmark.pack}"]
    taken: set[str] = set()
    for row, instructions in items:
        lines = [f"spec {_name(row.key, taken)} {{", f"  prompt {quote(row.prompt, template=True, indent=2)}", "  must {"]
        lines += [f"    {_call(instruction)}" for instruction in instructions if instruction is not None]
        blocks.append("\n".join([*lines, "  }", "}"]))
    return "\n\n".join(blocks) + "\n"


def _name(key: str, taken: set[str]) -> str:
    base = "prompt_" + (re.sub(r"[^A-Za-z0-9]+", "_", key).strip("_") or "row")
    name, count = base, 2
    while name in taken:
        name, count = f"{base}_{count}", count + 1
    taken.add(name)
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
        return quote(value)
    if isinstance(value, list):
        return f"[{', '.join(_literal(item) for item in value)}]"
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)
