"""Take the arguments of a call and the parameters of what is called; give one argument a parameter, in order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ifdsl.model.reporting import Reporter, span_of
from ifdsl.primitives.primitive import REQUIRED
from ifdsl.primitives.types import Type
from ifdsl.source import codes
from ifdsl.source.diagnostic import Edit, Fix, Label, Safety, quoted, suggest
from ifdsl.source.file import SourceFile
from ifdsl.syntax import tree as t


@dataclass(frozen=True, slots=True)
class Formal:
    """A parameter as a call sees it. `default` is a constant, a syntax expression, or `REQUIRED`."""

    name: str
    type: Type
    default: object = REQUIRED
    flag: bool = False
    also: Type | None = None
    """Another type that the parameter takes: `len` takes a list or a text."""

    def accepts(self, found: Type) -> bool:
        return self.type.accepts(found) or (self.also is not None and self.also.accepts(found))


@dataclass(frozen=True, slots=True)
class Flagged:
    """Stands for the argument of a flag that was written by its bare name."""

    node: t.Name


Bound = t.Expr | Flagged | None
"""What a parameter got: an expression, a flag, or None where its default applies."""


def bind(
    what: str,
    at: t.Node,
    arguments: Sequence[t.Argument],
    formals: Sequence[Formal],
    variables: set[str],
    file: SourceFile,
    reporter: Reporter,
) -> list[Bound] | None:
    """Match arguments to parameters: positional in order, then by name; flags by their bare name.

    Gives None after a report, so that the caller does not check a call that is wrong in its shape.
    """
    by_name = {formal.name: position for position, formal in enumerate(formals)}
    places = [position for position, formal in enumerate(formals) if not formal.flag]
    bound: list[Bound] = [None] * len(formals)
    written: dict[int, t.Argument] = {}
    sound = True
    for argument in arguments:
        position = _place(argument, by_name, formals, places, written, variables)
        if position is None:
            sound = False
            _misfit(what, argument, formals, file, reporter)
            continue
        if position in written:
            sound = False
            first = Label(file, span_of(written[position]), "first given here")
            message = f"{quoted(formals[position].name)} is given twice"
            reporter.report(codes.DUPLICATE_ARGUMENT, file, argument, message, secondary=[first])
            continue
        written[position] = argument
        flagged = formals[position].flag and argument.name is None
        bound[position] = Flagged(argument.value) if flagged and isinstance(argument.value, t.Name) else argument.value
    missing = [f for i, f in enumerate(formals) if i not in written and f.default is REQUIRED]
    if missing and sound:
        sound = False
        names = " and ".join(f"{quoted(formal.name)} ({formal.type})" for formal in missing)
        reporter.report(codes.MISSING_ARGUMENT, file, at, f"{quoted(what)} lacks {names}")
    return bound if sound else None


def _place(
    argument: t.Argument,
    by_name: dict[str, int],
    formals: Sequence[Formal],
    places: Sequence[int],
    written: dict[int, t.Argument],
    variables: set[str],
) -> int | None:
    if argument.name is not None:
        return by_name.get(argument.name.value)
    value = argument.value
    if isinstance(value, t.Name) and value.value not in variables:
        position = by_name.get(value.value)
        if position is not None and formals[position].flag:
            return position
    return next((place for place in places if place not in written), None)


def _misfit(what: str, argument: t.Argument, formals: Sequence[Formal], file: SourceFile, reporter: Reporter) -> None:
    if argument.name is not None:
        names = [formal.name for formal in formals]
        word = argument.name.value
        reporter.unknown(codes.UNKNOWN_PARAMETER, file, argument.name, f"parameter of {quoted(what)}", word, names)
        return
    flags = [formal.name for formal in formals if formal.flag]
    if isinstance(argument.value, t.Name) and flags:
        word = argument.value.value
        nearest = suggest(word, flags)
        if nearest is not None:
            fix = Fix(f"write {quoted(nearest)}", (Edit(span_of(argument.value), nearest),), Safety.UNSAFE)
            message = f"{quoted(what)} has no flag called {quoted(word)}"
            reporter.report(codes.BAD_FLAG, file, argument, message, fixes=[fix])
            return
    takes = len([formal for formal in formals if not formal.flag])
    count = "no argument" if not takes else "one argument" if takes == 1 else f"{takes} arguments"
    listed = ", ".join(f"{formal.name}: {formal.type}" for formal in formals)
    reporter.report(
        codes.SURPLUS_ARGUMENT,
        file,
        argument,
        f"{quoted(what)} takes {count}",
        help=[f"its parameters are {quoted(f'({listed})')}"] if listed else [],
    )
