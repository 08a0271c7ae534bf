"""What `check` and `compile` share: the option for exceptions, and what is proved of a built file."""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING

from ifdsl.source import codes
from ifdsl.source.diagnostic import Diagnostic, Label, quoted, suggest
from ifdsl.source.span import Span

if TYPE_CHECKING:
    from ifdsl.ir.build import Built


def add_proof_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--allow", action="append", default=[], metavar="SPEC",
        help="a spec, or one instance of it, whose requirements may be in conflict; again for each",
    )  # fmt: skip
    parser.add_argument("--certify", action="store_true", help="give each instance and each draw a certificate")


def key_of(allowed: Sequence[str]) -> str:
    """What tells an answer with these exceptions from others in the cache, and one with the solver from one without."""
    solved = "" if find_spec("z3") is not None else "-unproved"
    return f"{solved}-{hashlib.sha256(repr(sorted(allowed)).encode()).hexdigest()[:12]}" if allowed else solved


def proved(built: Built, allowed: Sequence[str], *, alone: bool = True, idle: bool = True) -> list[Diagnostic]:
    """Requirements that cannot hold together, or ask for nothing more; without the solver nothing is said of them.

    Args:
        alone: whether every exception must name something in this file, since there is no other.
        idle: whether to look for what asks for nothing more.
    """
    if built.program is None:
        return []
    found = _strangers(built, allowed) if alone else []
    if built.program.flows:
        from ifdsl.flows.proving import golden_faults

        found += golden_faults(built)
    if not built.program.specs and not built.program.flows:
        return found
    from ifdsl.analysis.solving import NoSolver
    from ifdsl.analysis.specs import findings

    try:
        return [*found, *findings(built, allowed, idle=idle), *_of_flows(built, allowed)]
    except NoSolver:
        return found


def _of_flows(built: Built, allowed: Sequence[str]) -> list[Diagnostic]:
    assert built.program is not None
    if not built.program.flows:
        return []
    from ifdsl.flows.proving import conflicts

    return list(conflicts(built, allowed))


def _strangers(built: Built, allowed: Sequence[str]) -> list[Diagnostic]:
    """An error for each exception that names nothing in the file."""
    assert built.program is not None
    if not allowed:
        return []
    from ifdsl.ir.instances import instances

    specs = {spec.name for spec in built.program.specs} | {suite.name for suite in built.program.suites}
    specs |= {flow.name for flow in built.program.flows}
    known = specs | {instance.id for spec in built.program.specs for instance in instances(spec)}
    found = []
    for name in allowed:
        if name not in known:
            nearest = suggest(name, specs)
            hint = f"; there is {quoted(nearest)}" if nearest else ""
            label = Label(built.files[-1], Span(0, 0))
            found.append(Diagnostic(codes.UNKNOWN_EXCEPTION, f"no spec is called {quoted(name)}{hint}", label))
    return found
