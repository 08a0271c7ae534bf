"""Take the options of `ifdsl generate`; give the models that help: one rewords prompts, one gives golden answers."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from ifdsl.cli.consulting import Consultation, consulted
from ifdsl.cli.run_folder import RUNS
from ifdsl.generation.goldens import Answerer
from ifdsl.source.diagnostic import counted
from ifdsl.store.records import Prompt
from ifdsl.variation.revising import Question, Rewriter

REWRITER, GOLDEN = "rewriter", "golden"
ASKED = "asked"
"""What the name of the folder ends with where requests and answers are kept, one folder in it for each model."""


@contextmanager
def rewriter_of(options: argparse.Namespace) -> Iterator[tuple[Rewriter | None, Consultation | None]]:
    """The rewriter that `--rewriter` names, and how asking it goes; nothing where none is named.

    Raises:
        CannotEvaluate: there is no such model, or its folder holds something else.
    """
    with _assistant(options, options.rewriter, REWRITER) as consultation:
        if consultation is None:
            yield None, None
            return

        def rewrite(questions: Sequence[Question]) -> Mapping[str, str]:
            return _answers(consultation, [Prompt.of_text(one.id, one.prompt) for one in questions], "rewriter")

        yield rewrite, consultation


@contextmanager
def answerer_of(options: argparse.Namespace) -> Iterator[tuple[Answerer | None, Consultation | None]]:
    """The model that `--golden` names, and how asking it goes; nothing where none is named, or the oracle.

    Raises:
        CannotEvaluate: there is no such model, or its folder holds something else.
    """
    from ifdsl.store.records import ORACLE

    with _assistant(options, None if options.golden == ORACLE else options.golden, GOLDEN) as consultation:
        if consultation is None:
            yield None, None
            return

        def answer(prompts: Sequence[Prompt]) -> Mapping[str, str]:
            return _answers(consultation, prompts, "golden model")

        yield answer, consultation


@contextmanager
def _assistant(options: argparse.Namespace, model: str | None, role: str) -> Iterator[Consultation | None]:
    if model is None:
        yield None
        return
    # `--seed` is that of the suites.
    own = argparse.Namespace(**{**vars(options), "model": model, "seed": None})
    with consulted(own, folder_of(options) / role, role, options.file) as consultation:
        yield consultation


def _answers(consultation: Consultation, prompts: Sequence[Prompt], who: str) -> Mapping[str, str]:
    """The answers by id; what got none is told."""
    before = len(consultation.errors)
    found = consultation.ask(prompts)
    lost = consultation.errors[before:]
    if lost:
        told = f"{counted(len(lost), 'request')} to the {who} got no answer ({lost[0]})"
        print(f"{told}; the words that were made without it stay", file=sys.stderr)
    return {id_: one.text for id_, one in found.items() if one.answered}


def folder_of(options: argparse.Namespace) -> Path:
    """Where requests to models and their answers are kept."""
    if options.asked is not None:
        return Path(options.asked)
    if options.out is not None:
        return Path(options.out.with_name(f"{options.out.name}.{ASKED}"))
    return RUNS / f"{options.file.stem}-{ASKED}"
