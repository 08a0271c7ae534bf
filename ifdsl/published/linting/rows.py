"""Take a published file and its benchmark; give each row, in order, with the findings on it.

A row is read as it is for grading. What cannot be read of it is reported with the rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ifdsl.linting import Finding
from ifdsl.published.benchmarks import Benchmark
from ifdsl.published.linting.linted import Linted
from ifdsl.published.linting.packs import of_packs
from ifdsl.published.linting.stated import of_sentences
from ifdsl.source import codes
from ifdsl.source.diagnostic import quoted


def linted(path: Path, benchmark: Benchmark, *, proofs: bool = True) -> Iterator[Linted]:
    """The rows of a published file, in order.

    Args:
        path: the file.
        benchmark: what its rows are.
        proofs: whether to prove what cannot hold together, and what asks for nothing more; it takes the extra `smt`.

    Raises:
        OSError: the file cannot be read.
        MissingExtra: it is in a format whose extra is not installed.
        CompileFailed: a pack of the benchmark is not there or has errors.
        NoSolver: `proofs` is asked for and the extra `smt` is not installed.
    """
    read = of_sentences if benchmark.vocabulary else of_packs
    keys: dict[object, int] = {}
    prompts: dict[str, tuple[str, int]] = {}
    for row in read(path, benchmark, proofs):
        yield row._replace(findings=(*row.findings, *_again(row, keys, prompts)))


def _again(row: Linted, keys: dict[object, int], prompts: dict[str, tuple[str, int]]) -> Iterator[Finding]:
    """Keys and prompts that an earlier row of the file has."""
    if row.prompt is None:
        return
    if row.raw_key is not None:
        first = keys.setdefault(row.raw_key, row.line)
        if first != row.line:
            message = f"line {first} has the key {quoted(str(row.raw_key))} too"
            yield Finding(codes.DUPLICATE_KEY, message, (), ("key",))
    text = " ".join(row.prompt.text.split())
    key, line = prompts.setdefault(text, (row.key, row.line))
    if line != row.line and text:
        message = f"the prompt is that of key {key} (line {line})"
        yield Finding(codes.REPEATED_PROMPT, message, ((0, len(row.prompt.text)),))
