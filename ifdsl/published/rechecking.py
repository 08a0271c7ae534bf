"""Take a file of certificates; give for each of them what is wrong with it: nothing where it holds.

Nothing but the file is read. Certificates of an `.ifc` file come after a line that holds its program; one of a
published row names its benchmark and holds the row's instructions.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ifdsl.analysis.demands import Demand, demands_of_spec
from ifdsl.analysis.issuing import checker as spec_checker
from ifdsl.analysis.rows import BadRow, faults
from ifdsl.analysis.witness.trial import Check
from ifdsl.checking.compile import Module, Uncompilable, load
from ifdsl.checking.verifier import verifier
from ifdsl.compiler import CompileFailed
from ifdsl.ir import nodes as n
from ifdsl.ir.instances import Instance, instances
from ifdsl.published.benchmarks import BENCHMARKS
from ifdsl.published.certifying import checker
from ifdsl.published.instructions import BadInstruction, read_instruction
from ifdsl.published.overlay import Overlay
from ifdsl.published.pack_types import PackTypes
from ifdsl.published.records import Record, Unreadable, records
from ifdsl.source.diagnostic import Diagnostic, quoted

VERSION = 1
"""Of the first line of a file of certificates of specs."""


class Rechecked(NamedTuple):
    """One certificate: its name in messages, its verdict, and what is wrong with it."""

    name: str
    verdict: str
    problems: tuple[Diagnostic, ...]


def rechecked(path: Path) -> Iterator[Rechecked]:
    """Check the certificates of a file again, in order; nothing in the file raises.

    Raises:
        OSError: the file cannot be read.
        MissingExtra: a rule of a pack needs data whose extra is not installed.
        NoSolver: a conflict is to be proved again, and the extra `smt` is not installed.
    """
    held = _Held()
    for record in records(path):
        if isinstance(record, Unreadable):
            yield Rechecked("", "unreadable", (record.diagnostic,))
            continue
        if "program" in record.value:
            problem = held.take(record)
            if problem is not None:
                yield Rechecked("", "unreadable", (problem,))
            continue
        yield _rechecked(record, held)


def head(program: n.Program, source: str) -> dict[str, Any]:
    """The first line of a file of certificates of specs: the program that they are about."""
    from ifdsl.ir.json import to_json

    return {"certificates": VERSION, "source": source, "program": json.loads(to_json(program))}


class _Held:
    """What certificates are about: the program read last, and the packs of benchmarks."""

    def __init__(self) -> None:
        self.program: n.Program | None = None
        self.module: Module | None = None
        self._instances: dict[str, Instance] = {}
        self._packs: dict[str, tuple[Overlay, PackTypes]] = {}

    def take(self, record: Record) -> Diagnostic | None:
        """Take the program of a line; give what is wrong with it."""
        from ifdsl.ir.json import InvalidIR, from_json

        self.program = self.module = None
        try:
            program = from_json(json.dumps(record.value["program"]))
            self.module = load(program)
            self._instances = {instance.id: instance for spec in program.specs for instance in instances(spec)}
        except (InvalidIR, Uncompilable, RecursionError) as error:
            return record.problem(f"`program` cannot be used: {error or 'it nests too deeply'}")
        self.program = program
        return None

    def instance(self, name: object) -> Instance:
        if self.program is None:
            raise BadRow("no program stands before this certificate of a spec")
        found = self._instances.get(name) if isinstance(name, str) else None
        if found is None:
            raise BadRow(f"the program has no instance {quoted(str(name))}")
        return found

    def packs(self, name: object) -> tuple[Overlay, PackTypes]:
        benchmark = BENCHMARKS.get(name) if isinstance(name, str) else None
        if benchmark is None:
            raise BadRow(f"no benchmark is called {quoted(str(name))}")
        if benchmark.name not in self._packs:
            self._packs[benchmark.name] = Overlay(benchmark.pack_paths), PackTypes(benchmark)
        return self._packs[benchmark.name]


def _rechecked(record: Record, held: _Held) -> Rechecked:
    row = record.value
    name = str(row.get("key") if "key" in row else row.get("instance"))
    verdict = row.get("verdict")
    if verdict == "unreadable":
        return Rechecked(name, "unreadable", ())
    try:
        if "spec" in row:
            demands, check, declared = _of_spec(row, held)
        else:
            demands, check, declared = _of_row(row, held)
        found = list(faults(row, demands, check, declared))
    except (BadRow, BadInstruction, CompileFailed) as error:
        return Rechecked(name, "unreadable", (record.problem(str(error)),))
    return Rechecked(name, str(verdict), tuple(record.problem(f"{name}: {fault}") for fault in found))


Asked = tuple[Sequence[Demand], Check, Sequence[n.Conflict]]


def _of_spec(row: dict[str, Any], held: _Held) -> Asked:
    instance = held.instance(row.get("instance"))
    assert held.program is not None
    assert held.module is not None
    demands = demands_of_spec(held.program, instance.spec, instance.values)
    check = spec_checker(verifier(held.module, instance.spec.name, instance.values), len(demands))
    return demands, check, held.program.conflicts


def _of_row(row: dict[str, Any], held: _Held) -> Asked:
    known, types = held.packs(row.get("benchmark"))
    ids, given = row.get("instruction_id_list"), row.get("kwargs")
    if not isinstance(ids, list) or not isinstance(given, list) or len(ids) != len(given):
        raise BadRow("`instruction_id_list` and `kwargs` are no two lists of one length")
    if not all(isinstance(id_, str) for id_ in ids) or not all(isinstance(each, dict) for each in given):
        raise BadRow("`instruction_id_list` holds names and `kwargs` objects")
    read = [read_instruction(id_, each, known) for id_, each in zip(ids, given, strict=True)]
    return types.demands(read), checker(read, known.constraints), ()
