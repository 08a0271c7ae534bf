"""Take the options of `ifdsl generate`; give what puts the words of cousins otherwise: a model, asked once for all."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from ifdsl.cli.consulting import Consultation, consulted
from ifdsl.cli.run_folder import RUNS
from ifdsl.source.diagnostic import counted
from ifdsl.store.records import Prompt
from ifdsl.variation.revising import Question, Rewriter

REWRITER = "rewriter"


@contextmanager
def rewriter_of(options: argparse.Namespace) -> Iterator[tuple[Rewriter | None, list[Consultation]]]:
    """The rewriter that `--rewriter` names, and how asking it went; no rewriter where none is named.

    Raises:
        CannotEvaluate: there is no such model, or its folder holds something else.
    """
    asked: list[Consultation] = []
    if options.rewriter is None:
        yield None, asked
        return
    # `--seed` is that of the suites.
    own = argparse.Namespace(**{**vars(options), "model": options.rewriter, "seed": None})
    with consulted(own, folder_of(options), REWRITER, options.file) as consultation:
        asked.append(consultation)

        def rewrite(questions: Sequence[Question]) -> Mapping[str, str]:
            prompts = [Prompt.of_text(one.id, one.prompt) for one in questions]
            found = consultation.ask(prompts)
            answered = {id_: one.text for id_, one in found.items() if one.answered}
            if consultation.errors:
                lost = counted(len(consultation.errors), "request")
                why = consultation.errors[0]
                print(f"{lost} to the rewriter got no answer ({why}); their prompts stay as they are", file=sys.stderr)
            return answered

        yield rewrite, asked


def folder_of(options: argparse.Namespace) -> Path:
    """Where requests to the rewriter and its answers are kept."""
    if options.rewriter_out is not None:
        return Path(options.rewriter_out)
    if options.out is not None:
        return Path(options.out.with_name(f"{options.out.name}.{REWRITER}"))
    return RUNS / f"{options.file.stem}-{REWRITER}"
