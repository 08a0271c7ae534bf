"""Take the place where reading stopped; give a diagnostic that names the mistake in the author's terms.

Each recogniser looks at the place and either knows the mistake or passes. They are asked in order, the surest first.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import islice

from ifdsl.source import codes
from ifdsl.source.diagnostic import Diagnostic, Edit, Fix, Label, Safety, quoted
from ifdsl.source.file import SourceFile
from ifdsl.source.span import Span
from ifdsl.syntax import brackets, marks, missing, words
from ifdsl.syntax.characters import explain_character, hidden_characters, name_of
from ifdsl.syntax.engine import Engine, TooDeep
from ifdsl.syntax.lexing import ERROR, MAX_DIGITS, TooLarge, Unreadable
from ifdsl.syntax.literals import Problem, value_of
from ifdsl.syntax.scene import Scene, look
from ifdsl.syntax.tree import Module, Node, Number, Text

VERSION = "1"
"""The version of the language that this package reads."""

MAX_SLIPS = 20
"""Slips of one kind reported per file, of those that do not keep it from being read."""

_VERSION_LINE = re.compile(r"(?:\s|#[^\n]*)*+ifdsl\b")


def explain(engine: Engine, rule: str, file: SourceFile, start: int, end: int, error: Unreadable) -> Diagnostic:
    """Explain why `[start, end)` of `file` cannot be read as a `rule`."""
    scene = look(engine, rule, file, start, end, error)
    if isinstance(error, TooDeep):
        help = ("give a part of it a name of its own",)
        return scene.report(codes.NESTING_TOO_DEEP, "this is nested too deep", scene.at, scene.stop, help=help)
    if isinstance(error, TooLarge):
        message = f"a number has at most {MAX_DIGITS} digits on either side of its point"
        return scene.report(codes.NUMBER_TOO_LARGE, message, scene.at, scene.stop)
    if error.kind == ERROR:
        return explain_character(scene)
    found = (recognise(scene) for recognise in _RECOGNISERS)
    return next(filter(None, found), None) or missing.anything_else(scene)


def misplaced_version(file: SourceFile, version: Number) -> Diagnostic:
    """What to say of a line `ifdsl 1` that is not the first thing in the file."""
    return _late_version(file, file.text.rfind("ifdsl", 0, version.start), version.end)


def of_whole(file: SourceFile, module: Module, slips: list[Node], *, fragment: bool) -> list[Diagnostic]:
    """What is wrong in a file that could be read: its version line, escapes, spellings and hidden characters."""
    found = [*_version(file, module, fragment), *_hidden(file)]
    wrong = filter(None, (_slip(file, node) for node in slips))
    return found + list(islice(wrong, MAX_SLIPS))


def _version_line(scene: Scene) -> Diagnostic | None:
    if scene.kind == "IFDSL" or (scene.word == "ifdsl" and scene.first_on_line):
        return _late_version(scene.file, scene.at, scene.line_end(scene.at))
    if scene.before[0] == "IFDSL":
        start, end = scene.before[1:]
        return scene.report(codes.VERSION_LINE, "the first line of a file is `ifdsl 1`", start, end)
    return None


_RECOGNISERS: tuple[Callable[[Scene], Diagnostic | None], ...] = (
    _version_line,
    brackets.separate_else,
    brackets.stray_closer,
    marks.bad_number,
    marks.broken_text,
    marks.import_path,
    marks.foreign_operator,
    marks.equals_sign,
    marks.surplus_mark,
    missing.missing_type,
    brackets.block_opening,
    marks.split_expression,
    missing.missing_else,
    missing.missing_comma,
    brackets.unclosed,
    brackets.unclosed_before_word,
    words.wrong_word,
    missing.missing_quotes,
    missing.missing_mark,
    words.no_item,
)


def _late_version(file: SourceFile, start: int, end: int) -> Diagnostic:
    message = "the line `ifdsl 1` stands first in a file, and once"
    fix = Fix("remove this one", (Edit(Span(start, end), ""),), Safety.UNSAFE)
    return Diagnostic(codes.VERSION_LINE, message, Label(file, Span(start, end)), fixes=(fix,))


def _version(file: SourceFile, module: Module, fragment: bool) -> list[Diagnostic]:
    version = module.version
    if version is None:
        # A first line that could not be read is reported by itself.
        if fragment or _VERSION_LINE.match(file.text):
            return []
        fix = Fix("put `ifdsl 1` first", (Edit(Span(0, 0), f"ifdsl {VERSION}\n\n"),), Safety.SAFE)
        message = "the first line of the file is not `ifdsl 1`"
        return [Diagnostic(codes.VERSION_LINE, message, Label(file, Span(0, 0)), fixes=(fix,))]
    if version.literal == VERSION:
        return []
    message = f"version {quoted(version.literal)} of the language is not known"
    help = (f"this is version `{VERSION}`",)
    return [Diagnostic(codes.VERSION_LINE, message, Label(file, Span(version.start, version.end)), help=help)]


def _hidden(file: SourceFile) -> list[Diagnostic]:
    return [
        Diagnostic(
            codes.UNEXPECTED_CHARACTER,
            f"the character {name_of(file.text[at])} cannot stand in a file",
            Label(file, Span(at, at + 1)),
        )
        for at in hidden_characters(file.text)[:MAX_SLIPS]
    ]


def _slip(file: SourceFile, node: Node) -> Diagnostic | None:
    if isinstance(node, Text):
        value = value_of(node)
        return _bad_escape(file, value) if isinstance(value, Problem) else None
    place = Span(node.start, node.end)
    word = file.text[node.start : node.end]
    fix = Fix(f"write `{word.lower()}`", (Edit(place, word.lower()),), Safety.SAFE)
    return Diagnostic(
        codes.SYNTAX_ERROR, f"{quoted(word)} is written `{word.lower()}`", Label(file, place), fixes=(fix,)
    )


def _bad_escape(file: SourceFile, problem: Problem) -> Diagnostic:
    known = file.text.startswith("\\u", problem.start)
    help = () if known else ("a backslash itself is written `\\\\`",)
    place = Label(file, Span(problem.start, problem.end))
    return Diagnostic(codes.BAD_ESCAPE, problem.message, place, help=help)
