"""Give the published benchmarks that are read: the shape of their data, what states their checkers, what they write.

A benchmark of several revisions has a name for each, such as `ifbench@2025-12`; the name alone is the revision that its
published data belongs to. Where a name stands in an `.ifc` file it is written with `_`: `from ifbench_2025_12`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

from ifdsl import data
from ifdsl.published import results, shapes
from ifdsl.published.joining import By
from ifdsl.published.muldimif import JUDGES, SCORE, muldimif
from ifdsl.published.multi_if import TURNS, multi_if, step_file
from ifdsl.published.responses import Answers, of_conversation, of_turns
from ifdsl.published.results import LOG, LOOSE, STRICT, Write
from ifdsl.published.rows import Shape


@dataclass(frozen=True, slots=True)
class Benchmark:
    """A published benchmark.

    Attributes:
        name: what it is called on the command line.
        packs: modules of the standard library that state its checkers; of two with one id the first counts.
        vocabulary: folders of the standard library whose types its constraints, which are sentences, are read with.
        shape: what a record of its file holds.
        write: writes results in the shape of its evaluator, into the files `files`.
        lenient: a set of `checking.lenient`.
        join: how responses find their rows.
        answers: takes a record of a file of responses apart, where that is not one answer.
        graded: what of a response its evaluator grades, where that is not all of it.
        conversations: whether its rows are the turns of conversations, which go on from the model's own answers.
    """

    name: str
    packs: tuple[str, ...]
    shape: Shape
    write: Callable[[Path], AbstractContextManager[Write]]
    files: tuple[str, ...]
    vocabulary: tuple[str, ...] = ()
    lenient: str = "ifeval"
    join: By = "key"
    answers: Answers | None = None
    graded: Callable[[str], str] | None = None
    conversations: bool = False

    @property
    def pack_paths(self) -> tuple[Path, ...]:
        return tuple(data.stdlib_path().joinpath(*pack.split(".")).with_suffix(".ifc") for pack in self.packs)

    @property
    def vocabulary_paths(self) -> tuple[Path, ...]:
        root = data.stdlib_path()
        return tuple(path for folder in self.vocabulary for path in sorted((root / folder).glob("*.ifc")))

    @property
    def source_format(self) -> str:
        """The name in an `.ifc` file: `source prompts from ifbench_2025_12 "file.jsonl"`."""
        return re.sub(r"\W", "_", self.name)


STRUCTFLOW = "structflow"
"""The benchmark whose file holds dialogues with golden answers and checklists; it has a package of its own."""


def after_thinking(response: str) -> str:
    """What IFEval++ grades of a response: what follows the first end of thinking, up to another one."""
    mark = "</think>\n\n"
    return response.split(mark)[1] if mark in response else response


_TWO = (STRICT, LOOSE)
_TURN_FILES = (TURNS, *(step_file(turn) for turn in range(1, 4)))


def _ifbench(name: str, *older: str) -> Benchmark:
    packs = (*older, "ifbench", "ifeval")
    return Benchmark(name, packs, shapes.ifeval, results.ifbench, _TWO, join="stripped")


BENCHMARKS: dict[str, Benchmark] = {
    benchmark.name: benchmark
    for benchmark in (
        Benchmark("ifeval", ("ifeval",), shapes.ifeval, results.ifeval, _TWO),
        _ifbench("ifbench"),
        _ifbench("ifbench@2026-05"),
        _ifbench("ifbench@2025-12", "ifbench_2025_12"),
        _ifbench("ifbench@2025-08", "ifbench_2025_08", "ifbench_2025_12"),
        Benchmark("iftrain", ("iftrain", "ifeval"), shapes.iftrain, results.ifeval, _TWO),
        Benchmark(
            "multi-if",
            ("multi_if", "ifeval"),
            shapes.multi_if,
            multi_if,
            _TURN_FILES,
            join="only_key",
            answers=of_turns,
            conversations=True,
        ),
        Benchmark(
            "ifeval-pp",
            ("ifeval_pp", "ifeval"),
            shapes.ifeval,
            results.ifeval_pp,
            (STRICT, LOG),
            join="prompt",
            graded=after_thinking,
        ),
        Benchmark(
            "muldimif",
            (),
            shapes.muldimif,
            muldimif,
            (JUDGES, SCORE),
            vocabulary=("muldimif",),
            answers=of_conversation,
        ),
    )
}
