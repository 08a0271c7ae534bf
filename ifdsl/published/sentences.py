"""Take a published file whose constraints are sentences; give each row with the requirements that its sentences state.

A sentence is read by the wordings of constraint types (`ifdsl.recognition`). One that is not recognised is reported and
is `unknown` on every response: nothing is guessed. Requirements are compiled once each, for the rows of a stretch of
the file together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from ifdsl.checking.compile import load
from ifdsl.checking.entries import SpecEntry
from ifdsl.checking.joint import Check
from ifdsl.checking.verdict import Outcome, Report
from ifdsl.compiler import CompileFailed
from ifdsl.ir import nodes as n
from ifdsl.ir.build import build_file
from ifdsl.ir.fingerprint import fingerprint
from ifdsl.ir.limits import wrong_with_requirement
from ifdsl.published.items import item_with
from ifdsl.published.locating import of_sentences
from ifdsl.published.reading import ReadItem
from ifdsl.published.records import problem_at
from ifdsl.published.rows import BadRow, Row, Shape, read_rows
from ifdsl.recognition import Reading, Vocabulary, recognise, vocabulary
from ifdsl.run.grading import Item
from ifdsl.source import codes
from ifdsl.source.diagnostic import Diagnostic

STRETCH = 64
"""Rows whose requirements are compiled together."""


class Stated(NamedTuple):
    """One row, and for each of its sentences what it asks for; None where that is not recognised."""

    read: ReadItem
    requirements: tuple[n.Requirement | None, ...]


def words_of(modules: Iterable[Path]) -> Vocabulary:
    """The vocabulary of some modules; where two of their types mean the same, the first is what is recognised.

    It is made once in a process: the modules are those of the standard library.

    Raises:
        CompileFailed: a module has errors.
    """
    return _words(tuple(modules))


@cache
def _words(modules: tuple[Path, ...]) -> Vocabulary:
    constraints: dict[str, n.Constraint] = {}
    for path in modules:
        built = build_file(path)
        if built.program is None:
            raise CompileFailed(built.diagnostics)
        for name, constraint in built.program.constraints.items():
            constraints.setdefault(name, constraint)
    return vocabulary(constraints.values())


def read_sentences(path: str | Path, shape: Shape, words: Vocabulary) -> Iterator[Stated]:
    """Read the rows of `path` in order; nothing in the file raises.

    Raises:
        OSError: the file cannot be read.
        MissingExtra: the file is in a format whose extra is not installed.
    """
    known: dict[str, n.Requirement | str] = {}
    for row in read_rows(path, shape):
        if isinstance(row, BadRow):
            yield Stated(ReadItem(row.line, None, row, (), (row.diagnostic,)), ())
            continue
        requirements: list[n.Requirement | None] = []
        problems = []
        for place, given in enumerate(row.arguments, start=1):
            sentence = given["sentence"]
            if sentence not in known:
                known[sentence] = _requirement(sentence, words)
            found = known[sentence]
            requirements.append(None if isinstance(found, str) else found)
            if isinstance(found, str):
                problems.append(_problem(path, row, f"constraint {place}: {found}"))
        yield Stated(ReadItem(row.line, row, None, (), tuple(problems)), tuple(requirements))


def _problem(path: str | Path, row: Row, message: str) -> Diagnostic:
    return problem_at(str(path), row.line, f"key {row.key}", message, codes.UNKNOWN_INSTRUCTION)


def _requirement(sentence: str, words: Vocabulary) -> n.Requirement | str:
    """What a sentence asks for, all of it in one; or why that is not known."""
    found = recognise(sentence, words)
    if not isinstance(found, Reading):
        return found.message(sentence)
    if len(found.requirements) == 1:
        requirement = found.requirements[0]
    else:
        id_ = f"all_of.{fingerprint(found.requirements)[:4]}"
        requirement = n.Combined(id=id_, combinator="all_of", body=found.requirements)
    wrong = wrong_with_requirement(requirement, words.constraints, {}, 1)
    return requirement if wrong is None else f"the check {wrong}"


@dataclass(slots=True)
class Checks:
    """What grades requirements; each is compiled when a row first has it."""

    words: Vocabulary
    _known: dict[n.Requirement, Check] = field(default_factory=dict)

    def items(self, stated: Iterable[Stated]) -> Iterator[tuple[Stated, Item | None]]:
        """Each row with the item that grades it."""
        rows = iter(stated)
        while stretch := list(islice(rows, STRETCH)):
            self._compile([one for row in stretch for one in row.requirements if one is not None])
            for row in stretch:
                checks = [None if one is None else self._known[one] for one in row.requirements]
                names = [frozenset() if one is None else frozenset(constraints_in(one)) for one in row.requirements]
                tell = partial(of_sentences, constraints=names)
                yield row, None if row.read.row is None else item_with(row.read.row, checks, "_", tell)

    def _compile(self, requirements: Sequence[n.Requirement]) -> None:
        new = [one for one in dict.fromkeys(requirements) if one not in self._known]
        specs = tuple(
            n.Spec(name=f"sentence_{number}", task=n.Template(parts=()), must=(requirement,))
            for number, requirement in enumerate(new)
        )
        constraints = {name: self.words.constraints[name] for one in new for name in constraints_in(one)}
        module = load(n.Program(module="sentences", constraints=constraints, specs=specs))
        for requirement, spec in zip(new, specs, strict=True):
            self._known[requirement] = _check(module.specs[spec.name])


def _check(entry: SpecEntry) -> Check:
    assert entry.origin is not None
    return Check(entry.requirements[0], partial(_outcome, entry.explain), partial(_check_again, entry.origin))


def _check_again(origin: Callable[[], SpecEntry]) -> Check:
    return _check(origin())


def _outcome(explain: Callable[..., Report], doc: Any) -> Outcome:
    return explain(doc).must[0].outcome


def constraints_in(requirement: n.Requirement) -> Iterator[str]:
    """The names of the constraints that a requirement asks for, at any depth."""
    if isinstance(requirement, n.Demand):
        yield requirement.constraint
        return
    body = (*requirement.then, *requirement.otherwise) if isinstance(requirement, n.When) else requirement.body
    for part in body:
        yield from constraints_in(part)
