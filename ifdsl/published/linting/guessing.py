"""Take a file of data; give the benchmark whose shape its first rows have."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

from ifdsl.published.benchmarks import BENCHMARKS, Benchmark
from ifdsl.published.overlay import Overlay
from ifdsl.published.rows import Row, read_rows

_LOOKED_AT = 50
_ORDER = ("ifeval", "ifbench", "iftrain", "ifeval-pp", "multi-if", "muldimif")
"""Of benchmarks that fit alike, the first is meant; older revisions are asked for by their names."""


def guessed(path: Path) -> Benchmark | None:
    """The benchmark that reads most of the first rows and knows their instructions; None where none reads any.

    Raises:
        OSError: the file cannot be read.
        MissingExtra: it is in a format whose extra is not installed.
    """
    best: tuple[float, Benchmark] | None = None
    for name in _ORDER:
        benchmark = BENCHMARKS[name]
        fit = _fit(path, benchmark)
        if fit > 0 and (best is None or fit > best[0]):
            best = fit, benchmark
    return None if best is None else best[1]


def _fit(path: Path, benchmark: Benchmark) -> float:
    """How many instructions of the first rows it knows, less a little for what it cannot read."""
    rows = list(islice(read_rows(path, benchmark.shape), _LOOKED_AT))
    read = [row for row in rows if isinstance(row, Row)]
    if not read:
        return 0.0
    if benchmark.vocabulary:
        return len(read) / len(rows)
    known = Overlay(benchmark.pack_paths)
    ids = [id_ for row in read for id_ in row.instruction_ids]
    fits = sum(id_ in known for id_ in ids) / max(1, len(ids)) * len(read) / len(rows)
    keyed = any(":" in row.key and row.key.rpartition(":")[0] for row in read)
    return fits + (0.01 if benchmark.name == "ifeval-pp" and keyed else 0.0)
