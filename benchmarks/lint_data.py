"""Take the name of a published set; give its rows as `ifdsl lint` looks them over, and the findings of several sets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from time import process_time

from clock import corpus

from ifdsl.linting import Finding
from ifdsl.published.benchmarks import BENCHMARKS
from ifdsl.published.linting import Linted, linted, mark_of

SETS = {
    "ifeval": ("ifeval", "published/ifeval_input_data_541.jsonl"),
    "ifevalpp_before": ("ifeval", "published/ifevalpp_ifeval_original_541.jsonl"),
    "ifevalpp_after": ("ifeval-pp", "published/ifevalpp_ifeval_original_fix_541.jsonl"),
    "ifbench": ("ifbench", "published/ifbench_test_300.jsonl"),
    "ifbench_multi": ("ifbench", "published/ifbench_multiturn_test.parquet"),
    "extended_gpt4o_mini": ("ifeval", "ifeval/extended_gpt4o_mini.jsonl"),
    "extended_llama_3_8b": ("ifeval", "ifeval/extended_llama_3_8b.jsonl"),
    "muldimif": ("muldimif", "muldimif/test.jsonl"),
}
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
