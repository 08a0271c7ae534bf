"""Take a source file; give its tree and the diagnostics of what could not be read.

A file that is wrong somewhere is read again declaration by declaration, so that each broken declaration is reported
once, by itself, and every sound one still reaches the later stages.
"""

from __future__ import annotations

from bisect import bisect_right
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
from ifdsl.syntax.tree import Declaration, Expr, Module, Number

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
        pieces = _Pieces(file, noted)
        pieces.read()
        module = Module(0, len(file.text), pieces.version, pieces.declarations, [], file.text)
        # Where every piece can be read by itself, what is wrong is how they were cut.
        diagnostics = pieces.diagnostics or [mistakes.explain(engine(), "file", file, 0, len(file.text), error)]
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


class _Pieces:
    """Reads a file piece by piece, and what is sound between two mistakes at once."""

    def __init__(self, file: SourceFile, noted: Noted) -> None:
        self.file = file
        self.noted = noted
        self.version: Number | None = None
        self.declarations: list[Declaration] = []
        self.diagnostics: list[Diagnostic] = []

    def read(self) -> None:
        bounds = boundaries(self.file.text)
        last, at = len(bounds) - 1, 0
        while at < last and len(self.diagnostics) < MAX_SYNTAX_ERRORS:
            error = self.read_one(bounds[at], bounds[last], report=False)
            if error is None:
                return
            # INVARIANT: each piece is read at most three times, however many mistakes there are.
            wrong = min(bisect_right(bounds, error.start), last) - 1
            if self.read_one(bounds[at], bounds[wrong], report=False) is not None:
                # What is wrong began before the place where it showed.
                for number in range(at, wrong):
                    self.read_one(bounds[number], bounds[number + 1])
            self.read_one(bounds[wrong], bounds[wrong + 1])
            at = wrong + 1

    def read_one(self, start: int, end: int, *, report: bool = True) -> Unreadable | None:
        """Read a stretch of declarations and keep them; or report, or only give, why they cannot be read."""
        if len(self.diagnostics) >= MAX_SYNTAX_ERRORS:
            return None
        noted = Noted()
        try:
            part: Module = engine().read("file", self.file.text, start, end, noted)
        except Unreadable as error:
            if report:
                self.diagnostics.append(mistakes.explain(engine(), "file", self.file, start, end, error))
                self.noted.add(noted)
            return error
        self.noted.add(noted)
        if part.version is not None and (self.version is not None or self.declarations or self.diagnostics):
            self.diagnostics.append(mistakes.misplaced_version(self.file, part.version))
        self.version = self.version or part.version
        self.declarations += part.declarations
        return None
