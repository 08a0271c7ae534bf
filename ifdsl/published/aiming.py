"""Take a published file; give each row with the item that grades it and what a response must be like to pass it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from ifdsl.ir import nodes as n
from ifdsl.published.benchmarks import Benchmark
from ifdsl.published.evaluate import read_published
from ifdsl.published.pack_types import PackTypes
from ifdsl.published.reading import ReadItem
from ifdsl.published.sentences import Checks, Stated, constraints_in, read_sentences, words_of
from ifdsl.run.aims import Aim, aim_of
from ifdsl.run.grading import Item


def aimed_rows(path: Path, benchmark: Benchmark) -> Iterator[tuple[ReadItem, Item | None, Aim]]:
    """The rows of a published file, in order; an instruction that cannot be checked is an obstacle of its row's aim.

    Raises:
        OSError: the file cannot be read.
        MissingExtra: it is in a format whose extra is not installed.
        CompileFailed: a pack of the benchmark is not there or has errors.
    """
    if benchmark.vocabulary:
        words = words_of(benchmark.vocabulary_paths)
        for stated, item in Checks(words).items(read_sentences(path, benchmark.shape, words)):
            yield stated.read, item, _aim_of_sentences(stated, words.constraints)
        return
    types = PackTypes(benchmark)
    for read, item in read_published(path, benchmark):
        yield read, item, Aim(types.demands(read.instructions), _obstacles(read))


def _aim_of_sentences(stated: Stated, constraints: Mapping[str, n.Constraint]) -> Aim:
    """What the sentences of a row ask together, each called by its own words."""
    row = stated.read.row
    if row is None:
        return Aim(())
    read = [(one, given) for one, given in zip(stated.requirements, row.arguments, strict=True) if one is not None]
    sentences = [" ".join(given["sentence"].split()) for _, given in read]
    must = tuple(one for one, _ in read)
    held = {name: constraints[name] for one in must for name in constraints_in(one)}
    spec = n.Spec(name="row", task=n.Template(parts=()), must=must)
    program = n.Program(module="sentences", constraints=held, specs=(spec,))
    aim = aim_of(program, spec, {}, sentences)
    return aim._replace(obstacles=(*_obstacles(stated.read), *aim.obstacles))


def _obstacles(read: ReadItem) -> tuple[str, ...]:
    return tuple(problem.message for problem in read.problems)
