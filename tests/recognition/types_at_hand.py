"""Take the path of a shipped module; give its types, and each of their wordings filled with values."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from ifdsl import data
from ifdsl.ir import nodes as n
from ifdsl.ir.build import build_file, build_text
from ifdsl.ir.evaluate import as_declared, evaluate
from ifdsl.rendering.fill import fill


class Said(NamedTuple):
    """A sentence with the type and the values that it was made of."""

    sentence: str
    constraint: n.Constraint
    values: tuple[Any, ...]


@cache
def types_of(module: str) -> tuple[n.Constraint, ...]:
    """The types of a shipped module by its dotted name."""
    program = build_file(data.stdlib_path().joinpath(*module.split(".")).with_suffix(".ifc")).program
    assert program is not None
    return tuple(c for name, c in program.constraints.items() if name.startswith(f"{module}."))


@cache
def types_in(text: str) -> tuple[n.Constraint, ...]:
    """The types of a module that the test writes."""
    built = build_text("ifdsl 1\n" + text, name="own")
    assert built.program is not None, built.diagnostics
    return tuple(built.program.constraints.values())


def modules(package: str) -> list[str]:
    return sorted(f"{package}.{path.stem}" for path in (data.stdlib_path() / package).glob("*.ifc"))


def said(constraint: n.Constraint, most: int) -> Iterator[Said]:
    """Each wording of a type with the values of its lines, of at most so many lines."""
    lines = list(dict.fromkeys(tuple(map(_hashable, values(constraint, line))) for line in constraint.examples))
    for given in lines[:most]:
        environment = {p.name: _plain(value) for p, value in zip(constraint.parameters, given, strict=True)}
        for wording in constraint.wordings:
            try:
                sentence = fill(wording.text, environment, wording.language)
            except ValueError:
                # An empty list has no phrase, and a code may be of no language with a name.
                continue
            yield Said(sentence, constraint, tuple(environment.values()))


def values(constraint: n.Constraint, line: n.Example) -> list[Any]:
    pairs = zip(constraint.parameters, line.arguments, strict=True)
    return [as_declared(evaluate(argument, {}), parameter.type) for parameter, argument in pairs]


def _hashable(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
