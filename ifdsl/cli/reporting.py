"""Take folders of runs; give what a report reads of them, and write reports."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ifdsl.cli.output import CannotEvaluate
from ifdsl.source import codes
from ifdsl.source.file import about
from ifdsl.store.manifest import BadManifest
from ifdsl.store.records import ItemResult

if TYPE_CHECKING:
    from ifdsl.report.page.gathering import RunResults
    from ifdsl.report.page.write import Shown
    from ifdsl.store.runs import Run


@dataclass(frozen=True, slots=True)
class Results:
    """The results of a run, read anew each time they are gone through."""

    run: Run

    def __iter__(self) -> Iterator[ItemResult]:
        return self.run.database.results()


@contextmanager
def opened(folders: Sequence[Path]) -> Iterator[list[Run]]:
    """The runs in some folders, to look at.

    Raises:
        CannotEvaluate: one of the folders is no run, or cannot be read.
    """
    from ifdsl.store.runs import Run, StoreError

    with ExitStack() as stack:
        runs = []
        for folder in folders:
            try:
                runs.append(stack.enter_context(Run.read(folder)))
            except (BadManifest, StoreError) as error:
                raise CannotEvaluate([about(folder, str(error), codes.BAD_RUN)]) from error
        yield runs


def results_of(runs: Sequence[Run]) -> list[RunResults]:
    """What a report reads of each run; those whose folders have one name are told apart by their place."""
    from ifdsl.report.page.gathering import RunResults

    names = [run.folder.resolve().name for run in runs]
    told = [name if names.count(name) == 1 else f"{name} ({place})" for place, name in enumerate(names, start=1)]
    return [RunResults(name, run.manifest, Results(run)) for name, run in zip(told, runs, strict=True)]


def write_report(runs: Sequence[Run], target: Path) -> Shown:
    """Write the report on some runs.

    Raises:
        OSError: the report cannot be written.
    """
    from ifdsl.report.page.write import write_page

    return write_page(target, results_of(runs))
