"""Take a published file whose instructions are constraints of packs; give each row with the findings on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ifdsl.analysis.demands import Demand
from ifdsl.linting import Finding, Graded, Repair, lint, of_constraint
from ifdsl.linting.kinds import Kinds, kinds_of
from ifdsl.published.benchmarks import Benchmark
from ifdsl.published.instructions import Instruction
from ifdsl.published.linting.linted import Asked, Linted, repeats, unread
from ifdsl.published.linting.patterns import read_as_patterns
from ifdsl.published.linting.probing import Prober
from ifdsl.published.linting.proofs import Prover
from ifdsl.published.overlay import Overlay
from ifdsl.published.pack_types import PackTypes
from ifdsl.published.reading import ReadItem, read_items
from ifdsl.published.rows import Row
from ifdsl.published.wordings import worded
from ifdsl.source import codes
from ifdsl.source.diagnostic import quoted

_SUSPECTED = (codes.PROMPT_CONFLICT, codes.OTHER_SCOPE)
"""What may turn out to be proved."""


def of_packs(path: Path, benchmark: Benchmark, proofs: bool) -> Iterator[Linted]:
    """The rows of a file, in order.

    Raises:
        OSError: the file cannot be read.
        MissingExtra: it is in a format, or a rule of a pack needs data, whose extra is not installed.
        CompileFailed: a pack of the benchmark is not there or has errors.
        NoSolver: `proofs` is asked for and the extra `smt` is not installed.
    """
    known = Overlay(benchmark.pack_paths)
    types = PackTypes(benchmark)
    prober, prover, asked, kinds = Prober(known), Prover(), Asked(), _kinds(known)
    for read in read_items(path, benchmark.shape, known):
        if read.row is None:
            yield unread(read)
            continue
        row, prompt = read.row, asked.prompt(read.row)
        places = [place for place, one in enumerate(read.instructions) if one is not None]
        instructions = [one for one in read.instructions if one is not None]
        demands = types.demands(instructions)
        graded = [
            _graded(one, demand, row.arguments[place], place)
            for place, one, demand in zip(places, instructions, demands, strict=True)
        ]
        names = {name for given in row.arguments for name in given}
        again = dict(repeats(_written(row)))
        findings = [
            *lint(prompt, graded, names, kinds),
            *_misread(read),
            *read_as_patterns(known.constraints, instructions, places),
            *(_repeated(row, place, first) for place, first in again.items()),
            *prober.probed(prompt, graded, instructions, demands),
        ]
        if proofs and len(instructions) == len(read.instructions):
            findings = _proved_first(findings, list(prover.proved(prompt, demands, graded, again)))
        parameters = {"instruction_id_list": list(row.instruction_ids), "kwargs": list(row.arguments)}
        yield Linted(read.line, row.key, row.raw_key, prompt, tuple(findings), read.problems, parameters)


def _kinds(known: Overlay) -> Kinds:
    """The constraints of the packs by the literal words of their English wordings."""
    said = {id_: worded(known[id_].name) for id_ in known}
    literal = {id_: [" ".join(stretches) for stretches in one.wordings] for id_, one in said.items() if one is not None}
    return kinds_of({id_: [text for text in texts if text.isascii()] for id_, texts in literal.items()})


def _proved_first(found: Sequence[Finding], proofs: Sequence[Finding]) -> list[Finding]:
    """All findings, without those that only suspect what is proved."""
    cores = [set(one.paths) for one in proofs if one.code == codes.CONFLICT]
    suspected = [{path.partition(".")[0] for path in one.paths} for one in found]
    kept = [
        one for one, paths in zip(found, suspected, strict=True) if one.code not in _SUSPECTED or paths not in cores
    ]
    return [*kept, *proofs]


# ---------------------------------------------------------------- instructions


def _graded(one: Instruction, demand: Demand, given: Mapping[str, Any], place: int) -> Graded:
    arguments = [
        [given[p.name]] if _is_spelled_out(given.get(p.name), p.type) else value
        for p, value in zip(demand.constraint.parameters, demand.arguments, strict=True)
    ]
    return of_constraint(demand.constraint, arguments, one.id, f"kwargs[{place}]", given)


def _is_spelled_out(value: object, type_: str) -> bool:
    """Whether a text stands where a list of texts belongs: the published checkers read it letter by letter."""
    return isinstance(value, str) and type_.startswith("list[") and len(value) > 1


def _misread(read: ReadItem) -> Iterator[Finding]:
    assert read.row is not None
    for place, (one, given) in enumerate(zip(read.instructions, read.row.arguments, strict=True)):
        for parameter in () if one is None else one.signature.parameters:
            value = given.get(parameter.name)
            if one is not None and _is_spelled_out(value, parameter.type):
                path = f"kwargs[{place}].{parameter.name}"
                said = quoted(str(value))
                message = f"{one.id} reads the text {said} letter by letter, for a list of texts belongs there"
                yield Finding(codes.MISREAD_ARGUMENT, message, (), (path,), Repair(arguments=((path, [value]),)))


def _written(row: Row) -> Iterator[str]:
    """Each instruction with its arguments, in one text."""
    for id_, given in zip(row.instruction_ids, row.arguments, strict=True):
        yield f"{id_} {sorted(given.items())}"


def _repeated(row: Row, place: int, first: int) -> Finding:
    message = f"{row.instruction_ids[place]} stands in the row twice with the same arguments"
    return Finding(codes.REPEATED_INSTRUCTION, message, (), (f"kwargs[{place}]", f"kwargs[{first}]"))
