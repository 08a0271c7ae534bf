"""Take a published file; give each row with what is wrong between its prompt and its parameters.

from ifdsl.published.benchmarks import BENCHMARKS
from ifdsl.published.linting import linted

for row in linted(Path("input_data.jsonl"), BENCHMARKS["ifeval"]):
    for finding in row.findings:
        print(row.key, finding.code, finding.message)
"""

from __future__ import annotations

from ifdsl.published.linting.guessing import guessed
from ifdsl.published.linting.linted import Linted, mark_of
from ifdsl.published.linting.rows import linted

__all__ = ["Linted", "guessed", "linted", "mark_of"]
