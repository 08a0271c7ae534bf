"""Take the name of a published set; give its rows as `ifdsl lint` looks them over, and the findings of several sets."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from time import process_time

from clock import corpus

from ifdsl.linting import Finding
from ifdsl.published.benchmarks import BENCHMARKS
from ifdsl.published.linting import Linted, linted, mark_of

KNOWN = Path(__file__).resolve().parents[1] / "tests" / "published" / "linting"
SETS: dict[str, tuple[str, str]] = json.loads((KNOWN / "sets.json").read_text(encoding="utf-8"))
"""The sets by the names of their benchmarks and their files; IFEval++ before its repairs is IFEval."""


@dataclass(frozen=True)
class Found:
    """A finding with the set and the row in which it was found."""

    source: str
    row: Linted
    finding: Finding

    @property
    def code(self) -> str:
        return self.finding.code.name

    @property
    def mark(self) -> str:
        return mark_of(self.row, self.finding)


@cache
def rows_of(name: str) -> tuple[tuple[Linted, ...], float]:
    """The rows of a set, and the CPU seconds that it took to lint them."""
    benchmark, path = SETS[name]
    start = process_time()
    rows = tuple(linted(corpus(path), BENCHMARKS[benchmark]))
    return rows, process_time() - start


def findings_of(names: Iterable[str]) -> Iterator[Found]:
    """All findings of some sets; what two sets have in common counts for the first."""
    seen: set[str] = set()
    for name in names:
        for row in rows_of(name)[0]:
            for finding in row.findings:
                found = Found(name, row, finding)
                if found.mark not in seen:
                    seen.add(found.mark)
                    yield found
