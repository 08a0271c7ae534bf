"""Take the options of `ifdsl eval --model oracle`, and items with their aims; give the oracle's responses."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from ifdsl.cli.own_items import Opened, Posed, posed_in
from ifdsl.cli.writing import WITNESSES
from ifdsl.run.aims import Aim, aim_of
from ifdsl.run.grading import Item
from ifdsl.run.oracle import respond
from ifdsl.run.progress import Progress
from ifdsl.run.schedule import INTERRUPTED
from ifdsl.source.diagnostic import Diagnostic
from ifdsl.store.jsonl import append_jsonl
from ifdsl.store.records import Response

_Made = TypeVar("_Made")


def answered(
    rows: Iterable[tuple[_Made, Item | None, Aim]],
    options: argparse.Namespace,
    stopped: list[str],
    *,
    graded: Callable[[str], str] | None = None,
) -> Iterator[tuple[_Made, Item | None, Response | None]]:
    """Each row with the response to its item, which is also written to the folder of --out.

    Ctrl-C ends the rows, and is noted in `stopped`.

    Args:
        rows: what an item is made of, the item (None where it cannot be read) and its aim.
        graded: what of a response is graded, where that is not all of it.

    Raises:
        OSError: the file of responses cannot be written.
    """
    progress = Progress(None, sys.stderr, options.quiet)
    path = None if options.out is None else options.out / WITNESSES
    try:
        for made, item, aim in rows:
            response = None
            if item is not None:
                response = respond(item, aim, seed=options.seed or 0, graded=graded)
                if path is not None:
                    if not progress.done:
                        path.unlink(missing_ok=True)
                    append_jsonl(path, [response])
                progress.update(response)
            yield made, item, response
    except KeyboardInterrupt:
        stopped.append(INTERRUPTED)
    finally:
        if progress.done:
            progress.close()


def aims_in(made: Opened, options: argparse.Namespace, problems: list[Diagnostic]) -> Iterator[tuple[Posed, Item, Aim]]:
    """The items of the specs of an `.ifc` file with what they aim at; findings are added to `problems`."""
    for one in posed_in(made, options, problems):
        program, spec = one.built.program, one.instance.spec
        assert program is not None, "it has items"
        names = [one.built.written(("requirement", spec.name, requirement.id)) for requirement in spec.must]
        aim = aim_of(program, spec, one.instance.values, names, allow_python=options.allow_python)
        yield one, one.item, aim
