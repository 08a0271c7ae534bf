"""Take a program; give its facts, each with whether it holds: what `pass` and `fail` lines claim, and what follows.

From the lines of a constraint three kinds of fact are read. `example`: the check gives the verdict that a line claims.
`agreement`: the compiled check, fast and explaining, and the reference evaluator say the same of a line's text, margin
included. `wording`: a wording can be rendered with the arguments of every line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isclose
from typing import Any, Literal

from ifdsl.checking import compile as compiler
from ifdsl.checking import reference
from ifdsl.checking.binding import BadArguments
from ifdsl.checking.verdict import Verdict
from ifdsl.checking.verifier import ConstraintChecker
from ifdsl.ir import nodes as n
from ifdsl.ir.evaluate import as_declared, evaluate
from ifdsl.primitives.extras import MissingExtra
from ifdsl.primitives.undecided import Undecided
from ifdsl.rendering.fill import fill
from ifdsl.source import codes
from ifdsl.source.diagnostic import Diagnostic, Label, quoted
from ifdsl.source.file import SourceFile
from ifdsl.source.span import Span

Kind = Literal["example", "agreement", "wording", "boundary", "near_miss", "recognition"]
Places = Mapping[tuple[str, ...], Label]

NOT_RUN = "not run"
"""What became of a fact that needs an extra which is not installed."""

_NO_VALUE = (Undecided, BadArguments, ArithmeticError, RecursionError)
_NOWHERE = Label(SourceFile("<program>", ""), Span(0, 0))


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact and what became of it.

    `index` counts from 0, among the lines of the constraint or, for a `wording`, among its wordings. `message` says
    what was found, and `label` where the line or wording stands, if that is known. What is generated comes with the
    `call` and the `text` that it is about, and says in `region` what it was made for.
    """

    # INVARIANT: `got` equals `expected` exactly where the fact holds.
    constraint: str
    kind: Kind
    index: int
    expected: str
    got: str
    message: str
    label: Label | None = None
    call: str = ""
    text: str = ""
    region: str = ""

    @property
    def holds(self) -> bool:
        return self.got == self.expected

    @property
    def line(self) -> int | None:
        """The line of the file that it comes from."""
        return None if self.label is None else self.label.file.position(self.label.span.start)[0]

    @property
    def title(self) -> str:
        """What it is called in a report, within its constraint."""
        where = "" if self.line is None else f" (line {self.line})"
        if not self.call:
            return f"{self.kind} {self.index + 1}{where}"
        return f"{self.kind} {self.index + 1} [{self.call}{self.region and f', {self.region}'}]{where}"


def run_facts(
    program: n.Program, names: Iterable[str] | None = None, places: Places | None = None, *, allow_python: bool = False
) -> list[Fact]:
    """Check every fact of some constraints, in their order; the program is compiled once.

    Args:
        program: what declares the constraints.
        names: the qualified names of the constraints; all of the program where None.
        places: where the parts of the program stand, as building it gives them; without, facts have no label.
        allow_python: whether checks that name a Python function may run.

    Raises:
        KeyError: the program has no constraint of that name.
        Uncompilable: the program nests too deeply, or is none that the model gave.
    """
    chosen = [program.constraints[name] for name in (program.constraints if names is None else names)]
    return facts_of(compiler.load(program, allow_python=allow_python), chosen, places or {})


def facts_of(module: compiler.Module, constraints: Iterable[n.Constraint], places: Places) -> list[Fact]:
    """The same of a program that is compiled already."""
    return [fact for constraint in constraints for fact in _facts(module, constraint, places)]


def diagnostics_of(facts: Iterable[Fact]) -> list[Diagnostic]:
    """A diagnostic for each fact that does not hold, at its line; those that could not run are one a constraint."""
    found: list[Diagnostic] = []
    not_run: set[str] = set()
    for fact in facts:
        if fact.got == NOT_RUN and fact.constraint not in not_run:
            not_run.add(fact.constraint)
            found.append(Diagnostic(codes.MISSING_EXTRA, fact.message, fact.label or _NOWHERE))
        elif not fact.holds and fact.got != NOT_RUN:
            found.append(Diagnostic(codes.EXAMPLE_CONTRADICTED, _contradiction(fact), fact.label or _NOWHERE))
    return found


def _contradiction(fact: Fact) -> str:
    short = fact.constraint.rpartition(".")[2]
    if fact.kind == "example":
        return f"this line says that `{short}` gives {fact.expected}, but it gives {fact.got}: {fact.message}"
    if fact.kind in ("boundary", "near_miss"):
        return (
            f"`{fact.call}` gives {fact.got}, not {fact.expected}, on {quoted(fact.text)}, "
            f"a text that was made for {fact.region}: {fact.message}"
        )
    if fact.kind == "recognition":
        return f"this wording of `{short}` is read back as something else: {fact.message}"
    if fact.kind == "agreement":
        return f"two ways to check `{short}` differ on this text: {fact.message}"
    return f"this wording of `{short}` cannot be rendered: {fact.message}"


# ---------------------------------------------------------------- lines


def _facts(module: compiler.Module, constraint: n.Constraint, places: Places) -> Iterator[Fact]:
    known: list[tuple[Any, ...]] = []
    for index, example in enumerate(constraint.examples):
        label = places.get(("example", constraint.name, str(index)))
        try:
            arguments = tuple(evaluate(argument, {}) for argument in example.arguments)
            known.append(arguments)
            yield from _line(module, constraint, index, example, arguments, label)
        except MissingExtra as error:
            yield Fact(constraint.name, "example", index, example.expect, NOT_RUN, str(error), label)
        except _NO_VALUE as error:
            yield Fact(constraint.name, "example", index, example.expect, Verdict.UNKNOWN, str(error), label)
    if known:
        for index, wording in enumerate(constraint.wordings):
            label = places.get(("wording", constraint.name, str(index)))
            yield _wording(constraint, index, wording, known, label)


def _line(
    module: compiler.Module,
    constraint: n.Constraint,
    index: int,
    example: n.Example,
    arguments: Sequence[Any],
    label: Label | None,
) -> list[Fact]:
    fact = Fact(constraint.name, "example", index, example.expect, "", "", label)
    return claimed(module, constraint, arguments, example.text, fact)


def claimed(
    module: compiler.Module, constraint: n.Constraint, arguments: Sequence[Any], text: str, fact: Fact
) -> list[Fact]:
    """`fact` with the verdict that the check gives, and whether all ways to check the text agree.

    Raises:
        MissingExtra: the check needs an extra which is not installed.
    """
    checker = ConstraintChecker(module, constraint.name, arguments)
    outcome, fast = checker.check(text), checker.verdict(text)
    expected = Verdict(fact.expected)
    # What does not apply leaves its response passing, and is written as a pass.
    agrees = outcome.verdict.accepted if expected is Verdict.PASS else outcome.verdict is expected
    got = expected if agrees else outcome.verdict
    found = [replace(fact, expected=expected, got=got, message=outcome.message)]
    if isinstance(constraint.check, n.ExprCheck):
        verdict, margin = reference.check_constraint(constraint, arguments, text)
        referred = compiled = _said(verdict, margin)
        message = "all ways to check this text agree"
        if not (outcome.verdict is verdict is fast and _same(margin, outcome.margin)):
            compiled = f"{_said(outcome.verdict, outcome.margin)}, and {fast} in its fast form"
            message = f"the reference evaluator gives {referred}; the compiled check gives {compiled}"
        found.append(replace(fact, kind="agreement", expected=referred, got=compiled, message=message))
    return found


def _said(verdict: Verdict, margin: float | None) -> str:
    return str(verdict) if margin is None else f"{verdict} by {margin:.9g}"


def _same(one: float | None, other: float | None) -> bool:
    if one is None or other is None:
        return one is other
    return isclose(one, other, rel_tol=1e-9, abs_tol=1e-9)


# ---------------------------------------------------------------- wordings


def _wording(
    constraint: n.Constraint, index: int, wording: n.Wording, known: Sequence[Sequence[Any]], label: Label | None
) -> Fact:
    problem = next(filter(None, (_rendering_problem(constraint, wording, arguments) for arguments in known)), None)
    got, message = ("rendered", "the wording renders") if problem is None else ("no text", problem)
    return Fact(constraint.name, "wording", index, "rendered", got, message, label)


def _rendering_problem(constraint: n.Constraint, wording: n.Wording, arguments: Sequence[Any]) -> str | None:
    pairs = zip(constraint.parameters, arguments, strict=True)
    environment = {parameter.name: as_declared(value, parameter.type) for parameter, value in pairs}
    try:
        text = fill(wording.text, environment, wording.language)
    except (ValueError, *_NO_VALUE) as error:
        return str(error)
    return None if text.strip() else "it gives no text"
