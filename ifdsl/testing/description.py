"""Take a built file and one of its constraints; give all there is to say of that constraint, as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ifdsl.checking.compile import Uncompilable, module_source
from ifdsl.ir import nodes as n
from ifdsl.ir.build import Built
from ifdsl.ir.evaluate import as_declared, evaluate
from ifdsl.ir.printer import print_expression
from ifdsl.primitives.extras import MissingExtra
from ifdsl.primitives.undecided import Undecided
from ifdsl.rendering.fill import fill
from ifdsl.syntax import tree as t
from ifdsl.syntax.parser import parse

TYPICAL = 2000
"""Characters of the response that a cost is worked out for."""


def describe(built: Built, constraint: n.Constraint) -> dict[str, Any]:
    """What a constraint says, checks and costs, where it comes from, and its lines; every value goes into JSON.

    Args:
        built: a file that was built without an error.
        constraint: one of the constraints of its program.
    """
    assert built.program is not None
    pack = built.program.packs.get(constraint.name.rpartition(".")[0])
    check = constraint.check
    return {
        "name": constraint.name,
        "call": signature(constraint),
        "doc": constraint.doc,
        "group": constraint.group,
        "also_in": list(constraint.also_in),
        "id": constraint.id,
        "pack": pack and {"title": pack.title, "source": pack.source, "revisions": list(pack.revisions)},
        "see": [{"path": see.path, "note": see.note} for see in constraint.see],
        "says": _sayings(constraint),
        "checks": {
            "kind": check.kind,
            "source": _check_source(built, constraint),
            "if_empty": check.if_empty if isinstance(check, n.ExprCheck) else None,
            "python": _python(built.program, constraint),
        },
        "costs": _cost(constraint),
        "varies": [_vary(vary) for vary in constraint.vary],
        "lines": [_line(constraint, example) for example in constraint.examples],
    }


def signature(constraint: n.Constraint) -> str:
    """The constraint with its parameters, as it is declared."""
    parameters = [
        f"{p.name}: {p.type}" + ("" if p.default is None else f" = {print_expression(p.default)}")
        for p in constraint.parameters
    ]
    return f"{constraint.short_name}({', '.join(parameters)})"


# ---------------------------------------------------------------- what it says


def _sayings(constraint: n.Constraint) -> list[dict[str, Any]]:
    environment = _arguments(constraint)
    return [
        {
            "pattern": wording.pattern,
            "language": wording.language,
            "main": wording.main,
            "template": _template(wording.text),
            "text": None if environment is None else _filled(wording, environment),
        }
        for wording in constraint.wordings
    ]


def _arguments(constraint: n.Constraint) -> dict[str, Any] | None:
    """The arguments of the first line; None where there is no line, or it has no value."""
    if not constraint.examples:
        return None if constraint.parameters else {}
    pairs = zip(constraint.parameters, constraint.examples[0].arguments, strict=True)
    try:
        return {p.name: as_declared(evaluate(argument, {}), p.type) for p, argument in pairs}
    except (Undecided, MissingExtra, ArithmeticError, RecursionError):
        return None


def _filled(wording: n.Wording, environment: Mapping[str, Any]) -> str | None:
    """The wording with these arguments; None where they have no phrase in it."""
    try:
        return fill(wording.text, environment, wording.language)
    except (Undecided, MissingExtra, ArithmeticError, RecursionError, ValueError):
        return None


def _template(template: n.Template) -> str:
    holes = [
        part if isinstance(part, str) else f"{{{print_expression(part.expression)}{part.format and ':' + part.format}}}"
        for part in template.parts
    ]
    return "".join(holes)


# ---------------------------------------------------------------- what it checks and costs


def _check_source(built: Built, constraint: n.Constraint) -> str:
    """The lines of the declaration that check, `let` and `check`, as they are written."""
    label = built.places[("constraint", constraint.name)]
    node = next(
        item
        for item in parse(label.file).module.declarations
        if isinstance(item, t.Constraint) and item.name.start == label.span.start
    )
    parts = [item for item in node.items if isinstance(item, t.Let | t.Check)]
    return "\n".join(label.file.text[part.start : part.end].rstrip() for part in parts)


def _python(program: n.Program, constraint: n.Constraint) -> str:
    """The module that the compiler makes of this constraint alone."""
    alone = {constraint.name: constraint}
    try:
        return module_source(replace(program, constraints=alone, conflicts=(), specs=(), sources=(), suites=()))
    except Uncompilable as error:
        return f"# {error}"


def _cost(constraint: n.Constraint) -> dict[str, Any]:
    base, linear, squared = constraint.cost, constraint.cost_per_char, constraint.cost_per_char_squared
    steps = base + linear * TYPICAL + squared * TYPICAL**2
    return {"base": base, "per_char": linear, "per_char_squared": squared, "length": TYPICAL, "steps": steps}


def _vary(vary: n.Vary) -> dict[str, Any]:
    step = None if vary.step is None else print_expression(vary.step)
    domain = print_expression(vary.domain)
    return {"parameter": vary.parameter, "domain": domain, "step": step, "shapes": list(vary.shapes)}


def _line(constraint: n.Constraint, example: n.Example) -> dict[str, Any]:
    call = f"{constraint.short_name}({', '.join(print_expression(argument) for argument in example.arguments)})"
    return {"expect": example.expect, "call": call, "text": example.text}
