"""Take `.ifc` text or rows; give what they are once they have gone out as rows, or have come in as specs."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ifdsl.ir import nodes as n
from ifdsl.ir.build import Built, build_text
from ifdsl.published.benchmarks import BENCHMARKS
from ifdsl.published.exporting.rows import Exported, export
from ifdsl.published.importing import specs_of
from ifdsl.published.results import encoded
from ifdsl.source.diagnostic import Diagnostic


def built(text: str) -> Built:
    found = build_text(text, path="own.ifc")
    assert found.program is not None, found.diagnostics
    return found


def exported(text: str, shape: str, pattern: str = "listing") -> Exported:
    return export(built(text), shape, pattern)


def rows_of(text: str, shape: str) -> list[dict[str, Any]]:
    """The rows as another program reads them."""
    found = exported(text, shape)
    assert not [one for one in found.problems if one.severity == "error"], found.problems
    return [json.loads(encoded(row)) for row in found.rows]


def imported(rows: Iterable[dict[str, Any]], benchmark: str, folder: Path) -> tuple[str, list[Diagnostic]]:
    """The text of the specs that ask what rows ask."""
    data = folder / "rows.jsonl"
    data.write_bytes(b"".join(encoded(row) + b"\n" for row in rows))
    problems: list[Diagnostic] = []
    return specs_of(data, BENCHMARKS[benchmark], problems).text(data.name), problems


def asked(text: str) -> list[tuple[Any, ...]]:
    """What each spec asks, and says of itself; not its name or key, which the other way of writing it decides."""
    program = built(text).program
    assert program is not None
    return [(spec.task, spec.stated, spec.must, meta_of(spec)) for spec in program.specs]


def meta_of(spec: n.Spec) -> dict[str, str]:
    return {name: said for name, said in spec.meta if name != "key"}
