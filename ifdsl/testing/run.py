"""Take the path of an .ifc file; give its facts, those of its lines and those made for it, with what is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ifdsl.checking import compile as compiler
from ifdsl.checking.compile import Uncompilable
from ifdsl.ir.build import build_file
from ifdsl.source import codes
from ifdsl.source.diagnostic import Diagnostic, Label
from ifdsl.testing.coverage import Coverage, coverage
from ifdsl.testing.facts import Fact, diagnostics_of, facts_of
from ifdsl.testing.generated import DEEP, QUICK, Gap, generated
from ifdsl.testing.recognised import recognised


@dataclass(frozen=True, slots=True)
class FileFacts:
    """One file: the facts of its lines, those made for it, what could not be tested, and what is wrong.

    `broken` are errors of the file itself, without which there would be facts.
    """

    path: Path
    facts: Sequence[Fact] = ()
    made: Sequence[Fact] = ()
    gaps: Sequence[Gap] = ()
    coverage: Sequence[Coverage] = ()
    diagnostics: Sequence[Diagnostic] = ()

    @property
    def broken(self) -> list[Diagnostic]:
        if self.facts or self.made:
            return []
        return [diagnostic for diagnostic in self.diagnostics if diagnostic.severity == "error"]


def run_file(
    path: Path, *, generate: bool = True, deep: bool = False, covered: bool = False, allow_python: bool = False
) -> FileFacts:
    """Test the types that a file declares itself.

    Args:
        generate: whether texts are made beside the lines, and wordings read back.
        deep: whether more of both are made, for larger arguments.
        covered: whether it is also worked out what of the types the texts reach.
        allow_python: whether checks that name a Python function may run.
    """
    built = build_file(path)
    program = built.program
    if program is None:
        return FileFacts(path, diagnostics=built.diagnostics)
    own = [one for name, one in program.constraints.items() if name.rpartition(".")[0] == program.module]
    depth = DEEP if deep else QUICK
    try:
        module = compiler.load(program, allow_python=allow_python)
        facts = facts_of(module, own, built.places)
        made, gaps, tried = [], [], []
        if generate:
            texts = generated(module, own, built.places, depth)
            read, unread = recognised(own, built.places, depth.arguments)
            made, gaps, tried = [*texts.facts, *read], [*texts.gaps, *unread], texts.tried
        reached = coverage(module, own, tried) if covered else []
    except Uncompilable as error:
        label = Label(built.files[-1], next(iter(built.places.values())).span)
        return FileFacts(path, diagnostics=[*built.diagnostics, Diagnostic(codes.COST_TOO_HIGH, str(error), label)])
    found = [*built.diagnostics, *diagnostics_of([*facts, *made])]
    return FileFacts(path, facts, made, gaps, reached, found)
