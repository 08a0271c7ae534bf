"""Take the options of `ifdsl verify`; grade the responses of a run again, or those of a file."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from ifdsl.cli import FAILED, OK
from ifdsl.cli import eval as eval_
from ifdsl.cli.evaluating import data_of, evaluate, show_problems
from ifdsl.cli.output import CannotEvaluate, failed, unreadable
from ifdsl.cli.own_items import rendering_of
from ifdsl.cli.writing import REPORT
from ifdsl.compiler import CompileFailed
from ifdsl.primitives.extras import MissingExtra
from ifdsl.source import codes
from ifdsl.source.diagnostic import Diagnostic, counted
from ifdsl.source.excerpt import visible
from ifdsl.source.file import about
from ifdsl.store.manifest import MANIFEST, BadManifest, Manifest, read_manifest

if TYPE_CHECKING:
    from ifdsl.run.bulk.checks import By, Checks
    from ifdsl.run.bulk.tally import Tally


def is_run(path: Path) -> bool:
    return (path / MANIFEST).exists()


def verify_run(options: argparse.Namespace) -> int:
    """Grade a run again; give the exit code.

    Raises:
        CannotEvaluate: the run or its spec cannot be used.
    """
    return evaluate(as_evaluated(options, manifest_of_run(options)))


def manifest_of_run(options: argparse.Namespace) -> Manifest:
    try:
        manifest = read_manifest(options.target)
    except BadManifest as error:
        raise CannotEvaluate([about(options.target, str(error), codes.BAD_RUN)]) from error
    if manifest.get("file") is None and options.spec is None:
        message = "the run does not say what it was made with"
        raise CannotEvaluate([about(options.target, message, codes.BAD_RUN, "name the spec with --spec")])
    return manifest


def as_evaluated(options: argparse.Namespace, manifest: Manifest) -> argparse.Namespace:
    """The options of the `ifdsl eval` that made the run, with what is asked for now in their place."""
    parser = argparse.ArgumentParser()
    eval_.configure(parser)
    file = options.spec or Path(str(manifest["file"]))
    made = parser.parse_args([str(file), "--responses", "none"])
    prompts = manifest.get("prompts") or {}
    for name in ("pattern", "language", "system"):
        setattr(made, name, prompts.get(name) or parser.get_default(name))
    made.benchmark = options.benchmark or (None if options.spec else manifest.get("benchmark"))
    made.reading = manifest.get("reading", made.reading)
    made.data = options.data or _path(manifest.get("data"))
    made.templates = _path(manifest.get("templates"))
    made.responses = None
    made.run_folder = options.target
    for name in ("details", "allow_python", "quiet", "format", "no_colour"):
        setattr(made, name, getattr(options, name))
    made.report = (options.target / REPORT).exists() if options.report is None else options.report
    return made


def _path(text: object) -> Path | None:
    return Path(text) if isinstance(text, str) else None


def verify_exported(options: argparse.Namespace) -> int:
    """Grade the responses of a run again as a job of its own, whose folder is --out; give the exit code.

    Raises:
        CannotEvaluate: the run or its spec cannot be used.
    """
    from ifdsl.cli.reporting import opened
    from ifdsl.store.export import write_table

    made = as_evaluated(options, manifest_of_run(options))
    # Beside the folder of the job: what lies in it is the job's.
    responses = options.out.with_name(f"{options.out.name}-responses.parquet")
    try:
        with opened([options.target]) as (run,):
            responses.parent.mkdir(parents=True, exist_ok=True)
            write_table(responses, run.database.results())
    except (OSError, MissingExtra) as error:
        raise CannotEvaluate(unreadable(responses, error)) from error
    options.target = responses
    # Each row names its prompt, and holds nothing else to join it by.
    return _verify(options, made, "only_key")


def verify_rows(options: argparse.Namespace) -> int:
    """Grade a file of responses, or a folder of them; give the exit code.

    Raises:
        CannotEvaluate: it cannot be used.
    """
    for name in ("spec", "out"):
        if getattr(options, name) is None:
            options.parser.error(f"`{options.target}` is no run: --{name} is needed")
    return _verify(options, as_evaluated(options, {}), None)


def _verify(options: argparse.Namespace, made: argparse.Namespace, join: By | None) -> int:
    """Grade a file of responses as `ifdsl eval` does with the options `made`; None joins as the benchmark has it."""
    from ifdsl.run.bulk.verify import verify_file

    problems: list[Diagnostic] = []
    with _told(options, made.file, problems):
        tally = verify_file(
            options.target,
            _checks(made, join),
            options.out,
            engine=options.engine,
            workers=options.workers,
            problems=problems,
            progress=None if options.quiet else _progress,
        )
    show_problems(problems, options)
    if options.format == "json":
        print(json.dumps(tally.to_dict(), indent=2, ensure_ascii=False))
    else:
        print(_summary(tally), end="")
        for problem in tally.problems:
            print(visible(str(problem)), file=sys.stderr)
    if not options.quiet:
        print(f"verdicts are in {options.out}", file=sys.stderr)
    return OK if tally.sound and not failed(problems) else FAILED


def _checks(made: argparse.Namespace, join: By | None) -> Checks:
    benchmark, path = data_of(made)
    if benchmark is not None:
        from ifdsl.published.bulk import published_checks

        return published_checks(path, benchmark.name, reading=made.reading, join=join)
    from ifdsl.run.bulk.checks import Checks, OwnItems

    return Checks(OwnItems(path, rendering_of(made), made.allow_python), reading=made.reading, join=join or "key")


@contextmanager
def _told(options: argparse.Namespace, spec: Path, problems: list[Diagnostic]) -> Iterator[None]:
    """Put what ends a job into a diagnostic."""
    from ifdsl.primitives.undecided import Undecided
    from ifdsl.rendering.prompt import MissingWording
    from ifdsl.rendering.vetting import TemplateProblem
    from ifdsl.run.bulk.job import JobDiffers
    from ifdsl.run.bulk.pool import WorkerLost
    from ifdsl.store.columns import UnreadableColumns

    try:
        yield
    except JobDiffers as error:
        raise CannotEvaluate([*problems, about(options.out, str(error), codes.DIFFERENT_RUN)]) from error
    except (MissingWording, TemplateProblem, Undecided, OverflowError) as error:
        raise CannotEvaluate([*problems, about(spec, str(error), codes.UNRENDERABLE)]) from error
    except (UnreadableColumns, ValueError) as error:
        raise CannotEvaluate([*problems, about(options.target, str(error), codes.MALFORMED_ROW)]) from error
    except WorkerLost as error:
        raise CannotEvaluate([*problems, about(options.target, str(error), codes.BAD_RUN)]) from error
    except (OSError, MissingExtra, CompileFailed) as error:
        # The responses, the spec, or what it reads.
        path = Path(getattr(error, "filename", None) or options.target)
        raise CannotEvaluate([*problems, *unreadable(path, error)]) from error


def _progress(done: int, parts: int, found: Tally) -> None:
    print(f"{done}/{parts} parts, {found.judged} of the last {counted(found.rows, 'response')} judged", file=sys.stderr)


def _summary(tally: Tally) -> str:
    """The counts for a terminal."""
    lines = [f"{counted(tally.rows, 'response')}, {tally.judged} judged"]
    lines += [
        f"{count} {kind.replace('_', ' ')}: no verdict" for kind, count in sorted(tally.troubles.items()) if count
    ]
    for name, counts in (("strict", tally.strict), ("loose", tally.loose)):
        share = counts["pass"] / tally.judged if tally.judged else 0.0
        lines.append(f"{name:<7} {share:.4f}  {counts['pass']} passed, {counts['fail']} failed")
    return "".join(f"{line}\n" for line in lines)
