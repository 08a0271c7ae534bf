"""Take a constraint type; give its two Python functions: the fast one, and the one that explains."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ifdsl.checking import code as c
from ifdsl.checking import explaining
from ifdsl.checking.code import Code
from ifdsl.checking.expressions import alias, loop, reads, value
from ifdsl.checking.unit import Scope, Uncompilable, Unit
from ifdsl.ir import nodes as n
from ifdsl.ir.emptiness import conjuncts, is_outermost_all
from ifdsl.ir.walk import free_variables

NOTHING: dict[str | None, str] = {"fail": "False", "not_applicable": "mg.NOT_APPLICABLE"}
"""What an outermost `all` over nothing gives in Python, where that is not what the logic gives."""


def functions(constraint: n.Constraint, python_name: str, unit: Unit) -> list[str]:
    """The source of a constraint's functions, helpers first.

    Raises:
        Uncompilable: the check uses a name that there is not.
    """
    unit.owner = python_name
    unit.parts = []
    scope, parameters = _parameters(constraint, unit)
    signature = ", ".join(["r", *parameters])
    title = f"# {re.sub(r'[^A-Za-z0-9_.]', '_', constraint.name)}"
    match constraint.check:
        case n.ExprCheck():
            fast, full = _fast(constraint.check, scope), _full(constraint.check, scope)
        case n.JudgeCheck():
            asked = question(constraint.check.question, scope)
            fast = [f"return {c.call('mg.judged', Code('r'), asked).text}"]
            full = [f"yield {c.call('mg.judgement', Code('r'), asked).text}"]
        case n.PythonCheck():
            pairs = [Code(f"{p.name!r}: {scope.read(p.name).text}") for p in constraint.parameters]
            given = c.bracketed("{", pairs, "}")
            target = c.literal(constraint.check.target)
            ran = c.call("mg.python", Code("ALLOW_PYTHON"), target, Code("r.text"), given)
            fast = [f"return {ran.text}"]
            full = [f"yield {c.call('mg.fact', ran, target).text}"]
    return [
        *unit.parts,
        "\n".join(
            [
                title,
                f"def {python_name}({signature}):",
                "    try:",
                *(f"        {c.indented(line, ' ' * 8)}" for line in fast),
                "    except mg.UNDECIDED:",
                "        return mg.UNKNOWN\n",
            ]
        ),
        "\n".join(
            [
                "@mg.explains",
                f"def {python_name}__explain({signature}):",
                *(f"    {c.indented(line)}" for line in full),
                "",
            ]
        ),
    ]


def _parameters(constraint: n.Constraint, unit: Unit) -> tuple[Scope, list[str]]:
    names = [parameter.name for parameter in constraint.parameters]
    names += [let.name for let in constraint.check.lets] if isinstance(constraint.check, n.ExprCheck) else []
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise Uncompilable(f"`{constraint.name}` has two things called `{twice}`")
    scope = Scope(unit, taken=frozenset({"r"}))
    scope = scope.with_value(n.RESPONSE, Code("r.text", uses=frozenset({"r"}), doc="r"), fixed=False)
    parameters = []
    for parameter in constraint.parameters:
        scope, local = scope.with_local(parameter.name, fixed=True)
        parameters.append(local)
    return scope, parameters


def question(template: n.Template, scope: Scope) -> Code:
    """The Python expression for a text with holes."""
    parts = []
    for part in template.parts:
        if isinstance(part, str):
            parts.append(c.literal(part))
        else:
            form = c.literal(part.format) if part.format else None
            parts.append(c.call("mg.filled", value(part.expression, scope), *([form] if form else [])))
    if len(parts) == 1 and isinstance(template.parts[0], str):
        return parts[0]
    return c.operation(["+"] * (len(parts) - 1), parts, c.SUM, [c.TERM] * len(parts)) if parts else c.literal("")


# ---------------------------------------------------------------- the order of evaluation


Step = n.LetItem | n.Expr
"""A name that a value gets, or a conjunct."""


def steps(check: n.ExprCheck) -> list[Step]:
    """The conjuncts of a check in order, each name right before the first of them that needs it."""
    waiting = {let.name for let in check.lets}
    ordered: list[Step] = []

    def emit(wanted: frozenset[str]) -> None:
        for let in check.lets:
            if let.name in wanted and let.name in waiting:
                waiting.remove(let.name)
                emit(free_variables(let.value))
                ordered.append(let)

    for conjunct in conjuncts(check.value):
        emit(free_variables(conjunct))
        ordered.append(conjunct)
    return ordered


# ---------------------------------------------------------------- the fast function


def _fast(check: n.ExprCheck, scope: Scope) -> list[str]:
    """Statements that return a quick verdict."""
    ordered = steps(check)
    claims = [step for step in ordered if not isinstance(step, n.LetItem)]
    # What does not apply is left out of a conjunction, so it is seen only where no other conjunct is left.
    empty = NOTHING.get(check.if_empty)
    if check.if_empty == "not_applicable" and not all(is_outermost_all(step) for step in claims):
        empty = None
    kleene = check.if_empty == "not_applicable" and empty is not None and len(claims) > 1
    lines: list[str] = []
    pending: list[Code] = []
    for position, step in enumerate(ordered):
        if isinstance(step, n.LetItem):
            scope, assignment = _named(step, ordered[position + 1 :], scope)
            if pending and assignment:
                lines.append(f"if not {_and(pending).at(c.NOT).text}:\n    return False")
                pending = []
            lines += assignment
        elif kleene:
            scope, local = scope.with_local(f" part{position}", fixed=False)
            lines.append(f"{local} = {_conjunct(step, scope, empty).text}\nif {local} is False:\n    return False")
        else:
            pending.append(_conjunct(step, scope, empty))
    if kleene:
        parts = [
            scope.read(f" part{position}") for position, step in enumerate(ordered) if not isinstance(step, n.LetItem)
        ]
        return [*lines, f"return {c.call('mg.all_of', c.bracketed('(', parts, ')')).text}"]
    return [*lines, f"return {_and(pending).text}"]


def _and(parts: Sequence[Code]) -> Code:
    return c.operation(["and"] * (len(parts) - 1), parts, c.AND, [c.NOT] * len(parts))


def _conjunct(node: n.Expr, scope: Scope, empty: str | None) -> Code:
    if empty is None or not is_outermost_all(node):
        return value(node, scope)
    assert isinstance(node, n.Quantifier)
    claims = c.bracketed("(", [loop(node, scope)], ")", comma=False)
    return c.call("mg.all_hold", claims, Code(empty))


def _named(step: n.LetItem, later: Sequence[Step], scope: Scope) -> tuple[Scope, list[str]]:
    """The scope after a step that names a value, with the statements for it: none where it can be put in place."""
    known = alias(step.name, step.value, scope)
    if known is not None:
        return known, []
    code = value(step.value, scope)
    counts = [reads(step.name, other.value if isinstance(other, n.LetItem) else other) for other in later]
    # INVARIANT: a value is put in place only where it is computed once and whatever else is true, so that one that
    # cannot be decided leaves the verdict as undecided as it would under its name.
    if counts[0] == (1, 1) and not any(high for _, high in counts[1:]):
        return scope.with_value(step.name, code, fixed=scope.is_fixed(step.value), origin=step.value), []
    inner, local = scope.with_local(step.name, fixed=scope.is_fixed(step.value), origin=step.value)
    return inner, [f"{local} = {code.text}"]


# ---------------------------------------------------------------- the function that explains


def _full(check: n.ExprCheck, scope: Scope) -> list[str]:
    """Statements that yield the findings of the conjuncts."""
    empty = NOTHING.get(check.if_empty)
    lines = []
    for step in steps(check):
        if not isinstance(step, n.LetItem):
            if_empty = Code(empty) if empty is not None and is_outermost_all(step) else None
            lines.append(f"yield {explaining.finding(step, scope, if_empty=if_empty).text}")
            continue
        known = alias(step.name, step.value, scope)
        if known is not None:
            scope = known
            continue
        code = value(step.value, scope)
        claim = explaining.claim(step.value, scope) if explaining.is_claim(step.value) else None
        scope, local = scope.with_local(step.name, fixed=scope.is_fixed(step.value), origin=step.value)
        lines.append(f"{local} = {code.text}")
        if claim is not None:
            scope, local = explaining.with_claim(step.name, scope)
            lines.append(f"{local} = {claim.text}")
    return lines
