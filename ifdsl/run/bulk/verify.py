"""Take files of responses, checks and a folder; verify the responses into it, on one machine or with Ray."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from os import cpu_count
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from ifdsl.run.bulk.batch import BatchVerifier
from ifdsl.run.bulk.checks import Checks
from ifdsl.run.bulk.job import (
    Settings,
    batches_of,
    by_part,
    commit,
    enter,
    is_done,
    kept_columns,
    manifest_of,
    summarise,
)
from ifdsl.run.bulk.pool import Pool
from ifdsl.run.bulk.tally import Tally
from ifdsl.source.diagnostic import Diagnostic
from ifdsl.store.columns import Part, arrow, files_of, parts_of

if TYPE_CHECKING:
    import pyarrow as pa

Engine: TypeAlias = Literal["local", "ray"]
Progress: TypeAlias = Callable[[int, int, Tally], None]
"""Is told of each part that is done: how many are, of how many, and the counts of this one."""


def verify_file(
    source: Path,
    checks: Checks,
    out: Path,
    *,
    engine: Engine = "local",
    workers: int | None = None,
    settings: Settings | None = None,
    problems: list[Diagnostic] | None = None,
    progress: Progress | None = None,
) -> Tally:
    """Verify the responses in `source`; what was done of the same job before is not done again.

    The verdicts are in `out` as `run.bulk.job` describes it, with the columns of `BatchVerifier.verify_batch`; the
    column `row` is the place of the response in its file, from 1. A row that cannot be graded is one of the output too,
    with the reason, and no row ends the job.

    The processes are spawned: a script that calls this keeps the call under `if __name__ == "__main__":`.

    Args:
        source: a Parquet file, JSON lines, or a folder of such files.
        checks: what to grade with.
        out: the folder of the job, which need not exist.
        engine: `local` is a pool of processes here; `ray` is the Ray cluster that this process belongs to, or one of
            this machine.
        workers: processes, or actors of Ray; None is one for each CPU (of the cluster). Of `local`, 0 grades in this
            process, without a deadline.
        settings: how to go about it.
        problems: what is wrong with the sources of the checks is added here.
        progress: is told how it goes.

    Returns:
        The counts of the whole job, earlier parts included. `sound` says whether every row has its verdict.

    Raises:
        OSError: a file cannot be read or written.
        UnreadableColumns: a file is no Parquet file, or is broken.
        CompileFailed: the checks cannot be made.
        JobDiffers: `out` holds another job.
        MissingExtra: `pyarrow`, or for `ray` Ray Data, is not installed.
        WorkerLost: processes die, and no row is to blame.
        ValueError: `out` lies inside `source`, or a setting is out of its range.
    """
    arrow()
    settings = settings or Settings()
    if source.is_dir() and out.resolve().is_relative_to(source.resolve()):
        raise ValueError(f"`{out}` lies inside `{source}`, whose files are read as responses")
    files = files_of(source)
    parts = parts_of(files, settings.part_rows)
    enter(out, manifest_of(files, checks.facts(), settings))
    todo = [part for part in parts if not is_done(out, part)]
    done = len(parts) - len(todo)
    for found in _verified(todo, checks, out, engine, workers, settings, [] if problems is None else problems):
        done += 1
        if progress is not None:
            progress(done, len(parts), found)
    return summarise(out, parts)


def _verified(
    todo: list[Part],
    checks: Checks,
    out: Path,
    engine: Engine,
    workers: int | None,
    settings: Settings,
    problems: list[Diagnostic],
) -> Iterator[Tally]:
    """The counts of each part, as soon as it is committed."""
    if not todo:
        return iter(())
    # Made here too: a mistake in the checks is found before a process is started, and what compiling leaves in the
    # cache is there for all of them.
    verifier = BatchVerifier(checks, problems)
    if engine == "local" and workers == 0:
        return _committed(out, _here(todo, verifier, settings))
    del verifier
    if engine == "ray":
        from ifdsl.run.bulk.on_ray import verify_parts

        return verify_parts(todo, checks, out, workers, settings)
    return _pooled(todo, checks, out, workers or cpu_count() or 1, settings)


def _here(todo: list[Part], verifier: BatchVerifier, settings: Settings) -> Iterator[tuple[Part, pa.RecordBatch]]:
    keep = kept_columns(settings)
    return ((part, verifier.verify_batch(batch, keep=keep)) for part, batch in batches_of(todo, settings))


def _pooled(todo: list[Part], checks: Checks, out: Path, workers: int, settings: Settings) -> Iterator[Tally]:
    with Pool(checks, workers, keep=kept_columns(settings), deadline=settings.deadline) as pool:
        yield from _committed(out, pool.verify(batches_of(todo, settings)))


def _committed(out: Path, verified: Iterator[tuple[Part, pa.RecordBatch]]) -> Iterator[Tally]:
    for part, batches in by_part(verified):
        yield commit(out, part, batches)
