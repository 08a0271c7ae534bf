"""Verify ever more responses in bulk: responses a second for each core, the peak memory, and Ray against local.

The responses are those of GPT-4 to IFEval, over and over, each with its number at its end, so that no two are the same
text and no memo of earlier texts can help; they stand in one Parquet file with row groups of 100,000. Each run is a
process of its own that verifies them into a folder, as `run.bulk.verify_file` does for anyone: reading, verdicts strict
and loose, writing and committing. What starting costs is taken from a run over 541 responses and left out of the rates.

- *a core*: one process of the pool. CPU is that of all processes, so that reading and writing are in it.
- *memory*: the peak of the largest process. It should be the same for all sizes.
- *Ray*: as many actors as the pool has processes, in wall-clock time, right after the pool on the same data. What both
  write is compared byte for byte.

    export IFDSL_CORPORA=…       # holds ifeval/gpt4.jsonl and published/
    python benchmarks/bulk.py    # with the extras `parity`, `parquet` and, for the comparison, `ray`

Sizes can be named: `--sizes 20000 100000` is done in a few minutes. A million takes ten, with --skip-one.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import tempfile
from itertools import cycle, islice
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from clock import HERE, corpus, describe_machine, importable, ran

ROW_GROUP = 100_000
FEW = 541


class Measured(NamedTuple):
    """One run: seconds on the clock of `verify_file` alone, CPU seconds and peak MiB of the whole process."""

    wall: float
    cpu: float
    peak: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=[100_000, 1_000_000])
    parser.add_argument("--workers", type=int, default=2, help="processes, and actors of Ray")
    parser.add_argument("--skip-one", action="store_true", help="leave out the run of a single process")
    options = parser.parse_args()
    print(describe_machine())
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        few = _responses(folder / "few.parquet", FEW)
        _run(few, folder, "local", 1)  # fills the cache of compiled packs
        counts = [options.workers] if options.skip_one else sorted({1, options.workers})
        starts = {count: _run(few, folder, "local", count) for count in counts}
        ray_start = _run(few, folder, "ray", options.workers) if importable("ray") else None
        print(f"{'responses':>10} {'processes':>9} {'wall s':>8} {'a second':>9} {'µs CPU each':>11} {'peak MiB':>8}")
        for size in options.sizes:
            source = _responses(folder / f"{size}.parquet", size)
            rates = {}
            for count in counts:
                found, start = _run(source, folder, "local", count), starts[count]
                rates[count] = size / (found.wall - start.wall)
                each = (found.cpu - start.cpu) / size * 1e6
                print(
                    f"{size:10,} {count:9} {found.wall:8.1f} {rates[count]:9,.0f} {each:11.0f} {found.peak:8.1f}",
                    flush=True,
                )
            if len(counts) > 1:
                print(f"{'':10} {options.workers} processes: {rates[options.workers] / rates[1]:.2f} times one")
            if ray_start is None:
                print(f"{'':10} Ray is not installed: nothing to compare with")
            else:
                _against_ray(source, size, folder, options.workers, rates[options.workers], ray_start)
            source.unlink()
    print("starting (imports, compiled packs, processes), left out of the rates:")
    for count, start in starts.items():
        print(f"  {count} processes: {start.wall:.1f} s")
    if ray_start is not None:
        print(f"  Ray, {options.workers} actors: {ray_start.wall:.1f} s")


def _against_ray(source: Path, size: int, folder: Path, workers: int, local: float, start: Measured) -> None:
    expected = _digest(folder / f"local-{workers}")
    found = _run(source, folder, "ray", workers)
    rate = size / (found.wall - start.wall)
    same = "the same" if _digest(folder / f"ray-{workers}") == expected else "OTHER"
    print(
        f"{'':10} Ray, {workers} actors: {found.wall:.1f} s, {rate:,.0f} a second, {rate / local:.2f} times local; "
        f"{same} bytes",
        flush=True,
    )


def _responses(path: Path, size: int) -> Path:
    """A Parquet file of `size` responses, made by a process of its own: what this one holds counts in every peak."""
    ran([sys.executable, __file__, "make", path, str(size)])
    return path


def make(name: str, count: str) -> None:
    """Write the responses, a row group at a time."""
    import pyarrow as pa
    from pyarrow import parquet

    with open(corpus("ifeval/gpt4.jsonl"), "rb") as file:
        rows = [json.loads(line) for line in file]
    schema = pa.schema([("key", pa.string()), ("repeat", pa.int32()), ("response", pa.string())])
    numbered = islice(enumerate(cycle(rows)), int(count))
    with parquet.ParquetWriter(name, schema, compression="zstd") as writer:
        while group := list(islice(numbered, ROW_GROUP)):
            columns = [
                [str(row["key"]) for _, row in group],
                [number // len(rows) for number, _ in group],
                [f"{row['response']} {number}" for number, row in group],
            ]
            writer.write_table(pa.table(columns, schema=schema))


def _run(source: Path, folder: Path, engine: str, workers: int) -> Measured:
    out = folder / f"{engine}-{workers}"
    for old in out.glob("*"):
        old.unlink()
    done = ran(
        [sys.executable, __file__, "work", source, out, engine, str(workers)],
        {"XDG_CACHE_HOME": str(folder / "cache"), "PYTHONPATH": str(HERE.parent)},
    )
    return Measured(json.loads(done.output.splitlines()[-1]), done.cpu, done.peak)


def _digest(out: Path) -> str:
    found = hashlib.sha256()
    for path in sorted(out.glob("part-*.parquet")):
        found.update(path.read_bytes())
    return found.hexdigest()


def work(source: str, out: str, engine: str, workers: str) -> None:
    """Verify in this process; print the seconds that it took as the last line."""
    from ifdsl.published.bulk import published_checks
    from ifdsl.run.bulk.verify import verify_file

    checks = published_checks(corpus("published/ifeval_input_data_541.jsonl"), "ifeval")
    start = perf_counter()
    found = verify_file(
        Path(source), checks, Path(out), engine="ray" if engine == "ray" else "local", workers=int(workers)
    )
    seconds = perf_counter() - start
    if not found.sound:
        sys.exit(f"not every row has its verdict: {dict(found.troubles)}, {[str(one) for one in found.problems[:3]]}")
    print(json.dumps(seconds))


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["work", source, out, engine, workers]:
            work(source, out, engine, workers)
        case ["make", name, count]:
            make(name, count)
        case _:
            main()
