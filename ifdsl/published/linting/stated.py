"""Take a published file whose constraints are sentences; give each row with the findings on it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from ifdsl.analysis.demands import Demand, demands_of_spec
from ifdsl.ir import nodes as n
from ifdsl.linting import Finding, Prompt, lint, of_sentence
from ifdsl.linting.prompts import plain_of
from ifdsl.published.benchmarks import Benchmark
from ifdsl.published.linting.linted import Asked, Linted, repeats, unread
from ifdsl.published.linting.proofs import Prover
from ifdsl.published.muldimif import RECORD
from ifdsl.published.reading import ReadItem
from ifdsl.published.rows import BadRow, Row, read_rows
from ifdsl.published.sentences import Stated, constraints_in, read_sentences, words_of
from ifdsl.recognition import Vocabulary
from ifdsl.source import codes

_EXAMPLE = "Example"
"""The pattern of MulDimIF whose prompts have worked examples."""
_HEAD = re.compile(r"^[^\w\n]{0,6}example \d+[^\w\n]{0,6}$", re.IGNORECASE | re.MULTILINE)


def of_sentences(path: Path, benchmark: Benchmark, proofs: bool) -> Iterator[Linted]:
    """The rows of a file, in order.

    Sentences are compared with the prompt as they stand; what they ask for is only read for the proofs.

    Raises:
        OSError: the file cannot be read.
        MissingExtra: it is in a format whose extra is not installed.
        CompileFailed: a module of the vocabulary has errors.
        NoSolver: `proofs` is asked for and the extra `smt` is not installed.
    """
    words = words_of(benchmark.vocabulary_paths) if proofs else None
    asked, prover = Asked(), Prover()
    for stated in _rows(path, benchmark, words):
        row = stated.read.row
        if row is None:
            yield unread(stated.read)
            continue
        prompt = asked.prompt(row)
        sentences = [given["sentence"] for given in row.arguments]
        graded = [
            of_sentence(sentence, f"constraint {place + 1} ({row.instruction_ids[place]})", f"constraints[{place}][2]")
            for place, sentence in enumerate(sentences)
        ]
        again = dict(repeats(plain_of(sentence).strip(" .") for sentence in sentences))
        findings = [
            *lint(prompt, graded),
            *(_repeated(place, first) for place, first in again.items()),
            *_examples(prompt, row),
        ]
        if words is not None:
            held = [place for place, one in enumerate(stated.requirements) if one is not None]
            demands = _demands(stated, words)
            findings += prover.proved(prompt, demands, [graded[place] for place in held], again)
        value = row.meta[RECORD]
        parameters = {name: value[name] for name in ("constraints", "constraint_pattern") if name in value}
        yield Linted(stated.read.line, row.key, row.raw_key, prompt, tuple(findings), (), parameters)


def _rows(path: Path, benchmark: Benchmark, words: Vocabulary | None) -> Iterator[Stated]:
    if words is not None:
        yield from read_sentences(path, benchmark.shape, words)
        return
    for row in read_rows(path, benchmark.shape):
        if isinstance(row, BadRow):
            yield Stated(ReadItem(row.line, None, row, (), (row.diagnostic,)), ())
        else:
            yield Stated(ReadItem(row.line, row, None, (), ()), ())


def _demands(stated: Stated, words: Vocabulary) -> Sequence[Demand]:
    """What the sentences that are recognised ask together."""
    must = tuple(one for one in stated.requirements if one is not None)
    types = {name: words.constraints[name] for one in must for name in constraints_in(one)}
    spec = n.Spec(name="row", task=n.Template(parts=()), must=must)
    return demands_of_spec(n.Program(module="sentences", constraints=types, specs=(spec,)), spec, {})


def _repeated(place: int, first: int) -> Finding:
    message = f"constraint {place + 1} says what constraint {first + 1} says"
    return Finding(codes.REPEATED_INSTRUCTION, message, (), (f"constraints[{place}][2]", f"constraints[{first}][2]"))


def _examples(prompt: Prompt, row: Row) -> Iterator[Finding]:
    """Worked examples that are missing, and those that stand there twice."""
    if row.meta.get("pattern") == _EXAMPLE and not prompt.shots:
        message = "the row is said to have worked examples, and its prompt has none"
        yield Finding(codes.OTHER_PATTERN, message, (), ("constraint_pattern",))
    heads = [match.end() for match in _HEAD.finditer(prompt.text, 0, prompt.shots)]
    ends = [match.start() for match in _HEAD.finditer(prompt.text, 0, prompt.shots)][1:]
    bodies = [(start, end) for start, end in zip(heads, [*ends, prompt.shots], strict=False)]
    for place, first in repeats(prompt.text[slice(*body)].strip() for body in bodies):
        start, end = bodies[place]
        body = prompt.text[start:end]
        span = (start + len(body) - len(body.lstrip()), start + len(body.rstrip()))
        message = f"worked example {place + 1} is worked example {first + 1} once more"
        yield Finding(codes.REPEATED_EXAMPLE, message, (span,))
