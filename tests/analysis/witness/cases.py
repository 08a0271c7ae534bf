"""Give demands on texts, and what checks them: constraints of the standard library, compiled and as IR."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import Any

from ifdsl import data
from ifdsl.analysis.demands import Demand
from ifdsl.checking.quick import accepted
from ifdsl.compiler import compile_file
from ifdsl.ir import nodes as n
from ifdsl.ir.build import build_file
from ifdsl.ir.evaluate import as_declared
from ifdsl.primitives.doc import Doc
from tests.stdlib.drawing import domain

STD = tuple(sorted(path.stem for path in (data.stdlib_path() / "std").glob("*.ifc")))


@cache
def module(name: str) -> dict[str, n.Constraint]:
    """The constraints of a module's own, by short name."""
    program = build_file(data.stdlib_path() / f"{name}.ifc").program
    assert program is not None
    own = name.replace("/", ".") + "."
    return {c.short_name: c for c in program.constraints.values() if c.name.startswith(own)}


@cache
def entries(name: str) -> Any:
    return compile_file(data.stdlib_path() / f"{name}.ifc").module.constraints


@cache
def std() -> tuple[n.Constraint, ...]:
    return tuple(
        constraint
        for name in STD
        for constraint in module(f"std/{name}").values()
        if isinstance(constraint.check, n.ExprCheck)
    )


def demand(name: str, *arguments: Any) -> Demand:
    """A demand by the module and short name of its constraint: `ifeval.no_comma`, `std/case.all_upper`."""
    where, _, short = name.partition(".")
    constraint = module(where)[short]
    values = [as_declared(value, p.type) for value, p in zip(arguments, constraint.parameters, strict=True)]
    return Demand(short, constraint, tuple(values))


def drawn(constraint: n.Constraint, random: Random) -> Demand:
    """A demand with arguments from the `vary` lines."""
    by_name = {vary.parameter: vary for vary in constraint.vary}
    values = [random.choice(domain(by_name[p.name], p.type)) for p in constraint.parameters]
    return Demand(constraint.short_name, constraint, tuple(values))


def checker(demands: Sequence[Demand]) -> Callable[[str], list[bool]]:
    """The verdicts of the compiled checkers on a text."""
    checks = []
    for one in demands:
        where = "/".join(one.constraint.name.split(".")[:-1])
        checks.append((entries(where)[one.constraint.name].passes, one.arguments))

    def check(text: str) -> list[bool]:
        doc = Doc(text)
        return [accepted(passes(doc, *arguments)) for passes, arguments in checks]

    return check
