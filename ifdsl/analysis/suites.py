"""Take a built file; give the draws of its suites, each with its certificate."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from ifdsl import data
from ifdsl.analysis.demands import Demand
from ifdsl.analysis.draws import Draw, drawable, draws
from ifdsl.analysis.witness.trial import Check
from ifdsl.checking.compile import load
from ifdsl.checking.verifier import ConstraintChecker
from ifdsl.ir import nodes as n
from ifdsl.ir.build import Built, build_file
from ifdsl.source import codes
from ifdsl.source.diagnostic import Diagnostic, quoted


class BadSuite(Exception):
    """A suite that cannot be drawn; `diagnostic` says why and where."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


def suite_draws(built: Built, suite: n.Suite) -> Iterator[Draw]:
    """The draws of a suite of a file without errors, in order; none where it draws from no module.

    Raises:
        BadSuite: a module that it draws from is not there or has errors, or has no type that can be drawn.
    """
    if not suite.draw_from:
        return
    assert built.program is not None
    program = types_of(built, suite)
    types = drawable(program.constraints)
    if not types:
        raise BadSuite(_at(built, suite, f"{', '.join(map(quoted, suite.draw_from))} has no type that can be drawn"))
    module = load(program)

    def checks(demands: Sequence[Demand]) -> Check:
        return check_by([ConstraintChecker(module, each.constraint.name, each.arguments) for each in demands])

    yield from draws(suite, types, checks, built.program.conflicts)


def suite_findings(built: Built, allowed: Sequence[str] = ()) -> Iterator[Diagnostic]:
    """For each suite whether it cannot be drawn, and the first draw that conflicts, unless it rejects such draws."""
    for suite in built.program.suites if built.program is not None else ():
        if "conflicts" in suite.reject or suite.name in allowed:
            continue
        try:
            for draw in suite_draws(built, suite):
                if draw.certificate.verdict == "conflict":
                    message = f"draw {draw.number + 1} of this suite has requirements that cannot hold together"
                    advice = "with `reject conflicts` such a set is drawn anew"
                    finding = _at(built, suite, message)
                    yield replace(finding, code=codes.CONFLICT, help=(draw.certificate.reason, advice))
                    break
        except BadSuite as error:
            yield error.diagnostic


def types_of(built: Built, suite: n.Suite) -> n.Program:
    """A program of the constraint types of all modules that a suite draws from.

    Raises:
        BadSuite: a module is not there or has errors.
    """
    held: dict[str, n.Constraint] = {}
    for name in suite.draw_from:
        for path in _paths(built, suite, name):
            program = build_file(path).program
            if program is None:
                raise BadSuite(_at(built, suite, f"the module {quoted(name)} has errors"))
            own = f"{program.module}."
            held |= {each: one for each, one in program.constraints.items() if each.startswith(own)}
    return n.Program(module=f"suite_{suite.name}", constraints=held)


def check_by(checkers: Sequence[ConstraintChecker]) -> Check:
    """What checks texts against a set of demands, each by its checker."""
    return lambda text: [checker.passes(text) for checker in checkers]


def _paths(built: Built, suite: n.Suite, name: str) -> list[Path]:
    """The files of a module, or of all modules of a package: beside the file, shipped or installed.

    A module in use may go by the last part of its name.
    """
    assert built.program is not None
    name = next((used for used in built.program.uses if used.rpartition(".")[2] == name), name)
    beside = Path(built.files[-1].path).parent.joinpath(*name.split(".")).with_suffix(".ifc")
    found = beside if beside.is_file() else data.module_path(name)
    if found is not None:
        return [found]
    package = [path for each, path in data.module_paths().items() if each.startswith(f"{name}.")]
    if not package:
        raise BadSuite(_at(built, suite, f"no module is called {quoted(name)}"))
    return package


def _at(built: Built, suite: n.Suite, message: str) -> Diagnostic:
    return Diagnostic(codes.MODULE_NOT_FOUND, message, built.places["suite", suite.name])
