"""Take the check of a constraint as it is written; give what checks texts, compiled from it."""

from __future__ import annotations

from typing import Any

from ifdsl.checking.compile import load
from ifdsl.checking.module import Module
from ifdsl.checking.verdict import Outcome
from ifdsl.checking.verifier import ConstraintChecker
from ifdsl.ir import nodes as n
from ifdsl.ir.build import build_text

RESPONSE = n.Variable(name=n.RESPONSE, type="text")


def program_of(source: str) -> n.Program:
    """The program of a module; the version line is added."""
    built = build_text(f"ifdsl 1\n{source}")
    assert built.program is not None, [item.message for item in built.diagnostics]
    return built.program


def constraint_source(check: str, parameters: str = "", lets: str = "") -> str:
    names = [part.partition(":")[0].strip() for part in parameters.split(",") if part.strip()]
    words = " ".join(f"{{{name}}}" for name in names)
    return f'constraint c({parameters}) {{\n  {lets}\n  check {check}\n  render listing "Do {words}."\n}}\n'


def checker(check: str, parameters: str = "", arguments: Any = (), lets: str = "") -> ConstraintChecker:
    """The checker of a constraint with that check."""
    program = program_of(constraint_source(check, parameters, lets))
    (name,) = program.constraints
    return ConstraintChecker(load(program), name, arguments)


def outcome(check: str, text: str, parameters: str = "", arguments: Any = (), lets: str = "") -> Outcome:
    return checker(check, parameters, arguments, lets).check(text)


def ir_program(check: n.Check, *parameters: n.Parameter, name: str = "t.c") -> n.Program:
    """A program of one constraint, as no source may give it."""
    return n.Program(module="t", constraints={name: n.Constraint(name=name, parameters=parameters, check=check)})


def ir_checker(value: n.Expr, *lets: n.LetItem, if_empty: Any = None) -> ConstraintChecker:
    module = load(ir_program(n.ExprCheck(value=value, lets=lets, if_empty=if_empty)))
    return ConstraintChecker(module, "t.c")


def literal(value: bool | int | float | str) -> n.Value:
    names = {bool: "bool", int: "int", float: "number", str: "text"}
    return n.Value(value=value, type=names[type(value)])


def call(function: str, *arguments: n.Expr, type: str, rule: str | None = None) -> n.Call:
    return n.Call(function=function, rule=rule, arguments=arguments, type=type)


def compare(left: n.Expr, operator: Any, right: n.Expr) -> n.Compare:
    return n.Compare(operators=(operator,), operands=(left, right))


UNDECIDABLE = call("matches", RESPONSE, n.Pattern(pattern="("), type="bool")
"""A truth value that cannot be decided: its pattern is none."""


def module_of(source: str, *, allow_python: bool = False) -> Module:
    return load(program_of(source), allow_python=allow_python)
