"""Take IR expressions and the variables that stand in them; give Python functions that compute their values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ifdsl.checking import code as c
from ifdsl.checking.expressions import value
from ifdsl.checking.module import code_of
from ifdsl.checking.unit import Scope, Unit
from ifdsl.ir import nodes as n


def functions_of(expressions: Sequence[n.Expr], variables: Sequence[n.Parameter]) -> list[Callable[..., Any]]:
    """A function for each expression; it takes the values of all variables in order, and may raise `Undecided`.

    Raises:
        Uncompilable: an expression names a variable or a primitive that there is not.
    """
    from ifdsl.primitives.table import TABLE

    unit = Unit(TABLE)
    names = [unit.names.take_exactly(f"f{place}") for place in range(len(expressions))]
    scope, parameters = Scope(unit), []
    for variable in variables:
        scope, local = scope.with_local(variable.name, fixed=True)
        parameters.append(local)
    definitions = []
    for name, expression in zip(names, expressions, strict=True):
        unit.owner, unit.parts = name, []
        body = value(expression, scope)
        definitions += [*unit.parts, f"def {name}({', '.join(parameters)}):\n    return {c.indented(body.text)}\n"]
    constants = [f"{name} = {source}\n" for source, name in unit.constants.items()]
    head = "from ifdsl.checking import margins as mg\nfrom ifdsl.primitives import runtime as rt\n"
    namespace: dict[str, Any] = {}
    exec(code_of(head + "".join([*constants, *definitions])), namespace)  # noqa: S102 - written here alone
    return [namespace[name] for name in names]
