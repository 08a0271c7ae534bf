"""Take a program; give the Python module that checks responses: its source, readable, and that source executed."""

from __future__ import annotations

import re

from ifdsl.checking import code as c
from ifdsl.checking.constraints import functions
from ifdsl.checking.module import Module, execute
from ifdsl.checking.requirements import Compiled, SpecWriter, named, signature
from ifdsl.checking.unit import Uncompilable, Unit
from ifdsl.ir import nodes as n
from ifdsl.ir.posing import posed

__all__ = ["Module", "Uncompilable", "load", "module_source"]


def module_source(program: n.Program) -> str:
    """The source of the module for all constraint types and specs of `program`; equal for equal programs.

    The module imports the primitives and the runtime of this package, and nothing else. It lists its functions in
    `CONSTRAINTS` and `SPECS`; each takes a `Doc` and then the arguments or the spec's values.

    Raises:
        Uncompilable: the program is not one that the model gave: it uses names that there are not, or is too deep.
    """
    try:
        return _source(program)
    except RecursionError:
        raise Uncompilable("an expression nests too deeply to be compiled") from None


def load(program: n.Program, *, allow_python: bool = False) -> Module:
    """Compile and execute the module for `program`.

    Args:
        allow_python: whether checks that name a Python function may import and call it; without, they are `unknown`.

    Raises:
        Uncompilable: as `module_source`.
    """
    return execute(module_source(program), allow_python=allow_python)


def _source(program: n.Program) -> str:
    from ifdsl.primitives.table import TABLE

    unit = Unit(TABLE)
    for name in ("ALLOW_PYTHON", "CONSTRAINTS", "SPECS"):
        unit.names.take_exactly(name)
    # INVARIANT: every name that a function may call is taken before any local name is chosen, so none is shadowed.
    compiled = {name: Compiled(it, unit.names.take(name)) for name, it in program.constraints.items()}
    every = [*program.specs, *(posed(knowledge).spec for knowledge in program.knowledge)]
    specs = [(spec, unit.names.take(spec.name)) for spec in every]
    definitions: list[str] = []
    constraint_rows, spec_rows = [], []
    for name, held in compiled.items():
        definitions += functions(held.constraint, held.python_name, unit)
        constraint_rows.append(_row(name, _constraint_entry(held)))
    for spec, python_name in specs:
        written, entry = SpecWriter.of(spec, python_name, unit, compiled).write()
        definitions += written
        spec_rows.append(_row(spec.name, entry))
    has_python = any(isinstance(held.constraint.check, n.PythonCheck) for held in compiled.values())
    constants = [f"{name} = {source}" for source, name in unit.constants.items()]
    title = re.sub(r"[^A-Za-z0-9_.]", "_", program.module)
    head = [
        f'"""Take a response as a `Doc`; give the verdicts of the constraints and specs of `{title}`."""\n',
        "from ifdsl.checking import margins as mg\nfrom ifdsl.primitives import runtime as rt\n",
    ]
    tables = [
        f"{word} = {c.bracketed('{', rows, '}').text}\n"
        for word, rows in (("CONSTRAINTS", constraint_rows), ("SPECS", spec_rows))
    ]
    settings = ["ALLOW_PYTHON = False\n"] if has_python else []
    parts = [*head, *settings, *(["\n".join(constants) + "\n"] if constants else [])]
    return "\n".join(parts) + "".join(f"\n\n{definition}" for definition in definitions) + "\n\n" + "\n".join(tables)


def _row(name: str, entry: c.Code) -> c.Code:
    return c.Code(f"{name!r}: {entry.text}")


def _constraint_entry(held: Compiled) -> c.Code:
    parameters = held.constraint.parameters
    functions = [c.Code(held.python_name), c.Code(f"{held.python_name}__explain")]
    return c.call("mg.ConstraintEntry", named(parameters), *functions, **signature(parameters))
