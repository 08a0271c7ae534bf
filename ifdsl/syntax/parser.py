"""Take a source file; give its tree and the diagnostics of what could not be read.

A file that is wrong somewhere is read again declaration by declaration, so that each broken declaration is reported
once, by itself, and every sound one still reaches the later stages.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from ifdsl.source.diagnostic import Diagnostic
from ifdsl.source.file import SourceFile
from ifdsl.syntax import mistakes
from ifdsl.syntax.build import Builder
from ifdsl.syntax.engine import Engine
from ifdsl.syntax.lexing import Noted, Unreadable
from ifdsl.syntax.pieces import boundaries
from ifdsl.syntax.tables import load_tables
from ifdsl.syntax.tree import Declaration, Expr, Module

MAX_SYNTAX_ERRORS = 50
"""Broken declarations reported per file; beyond that the file is more likely not an ifc file at all."""


@dataclass(frozen=True, slots=True)
class Parsed:
    """A file's tree (of its sound declarations) and what was wrong with the rest."""

    file: SourceFile
    module: Module
    diagnostics: tuple[Diagnostic, ...]


def parse(file: SourceFile, *, fragment: bool = False) -> Parsed:
    """Parse a whole file. Never raises on any text.

    Args:
        file: what to read.
        fragment: whether the line `ifdsl 1` may be left out, as in an example on a page.
    """
    noted = Noted()
    diagnostics: list[Diagnostic] = []
    try:
        module: Module = engine().read("file", file.text, 0, len(file.text), noted)
    except Unreadable as error:
        noted = Noted()
        module = _read_in_pieces(file, noted, diagnostics)
        if not diagnostics:
            # Every piece can be read by itself, so what is wrong is how they were cut.
            diagnostics.append(mistakes.explain(engine(), "file", file, 0, len(file.text), error))
    module.end = len(file.text)
    module.comments = noted.comments
    module.text = file.text
    diagnostics += mistakes.of_whole(file, module, noted.slips, fragment=fragment)
    return Parsed(file, module, tuple(diagnostics))


def parse_expression(file: SourceFile, start: int, end: int) -> Expr | Diagnostic:
    """Parse the stretch `[start, end)` of a file as one expression, with spans in the file. Newlines end nothing."""
    try:
        return engine().read("expression", file.text, start, end, Noted(), inside=True)  # type: ignore[no-any-return]
    except Unreadable as error:
        return mistakes.explain(engine(), "expression", file, start, end, error)


@cache
def engine() -> Engine:
    return Engine(load_tables(), Builder())


def _read_in_pieces(file: SourceFile, noted: Noted, diagnostics: list[Diagnostic]) -> Module:
    declarations: list[Declaration] = []
    version = None
    bounds = boundaries(file.text)
    for start, end in zip(bounds, bounds[1:], strict=False):
        try:
            part: Module = engine().read("file", file.text, start, end, noted)
        except Unreadable as error:
            diagnostics.append(mistakes.explain(engine(), "file", file, start, end, error))
            if len(diagnostics) >= MAX_SYNTAX_ERRORS:
                break
            continue
        if part.version is not None and (version is not None or declarations or diagnostics):
            diagnostics.append(mistakes.misplaced_version(file, part.version))
        version = version or part.version
        declarations += part.declarations
    return Module(0, len(file.text), version, declarations, [], file.text)
