r"""Take a text literal that is used as a template; give its literal stretches and its `{expression:format}` holes.

`{{`, `}}`, `\{` and `\}` are plain braces. A hole holds one expression and, after the last `:` outside brackets, the
name of a format. Texts inside a hole stand between `\"` where the literal itself stands between `"`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, replace

from ifdsl.source import codes
from ifdsl.source.diagnostic import Diagnostic, Edit, Fix, Label, Safety, quoted
from ifdsl.source.file import SourceFile
from ifdsl.source.span import Span
from ifdsl.syntax import tree as t
from ifdsl.syntax.literals import ESCAPE, character, stretches
from ifdsl.syntax.parser import parse_expression
from ifdsl.syntax.walk import walk


@dataclass(slots=True)
class Hole:
    """`{expression:format}`; the span holds the braces, `format` is None where none is named."""

    start: int
    end: int
    expression: t.Expr
    format: str | None


_MARK = re.compile(rf"(?P<escape>{ESCAPE.pattern})|(?P<pair>\{{\{{|\}}\}})|(?P<open>\{{)|(?P<close>\}})")
_NAME = r"[A-Za-z_][A-Za-z0-9_]*"
_PLAIN_HOLE = re.compile(rf"\{{({_NAME})(?::({_NAME}))?\}}")
_NOT_NAMES = frozenset({"not", "true", "false", "True", "False"})
_IN_HOLE = re.compile(
    r"""\\"(?:[^"\\\n]|\\[^"\n])*+\\"   # a text in a literal of one line
    |"(?:[^"\\\n]|\\[^\n])*+"           # a text in a literal of several
    |(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<colon>:)""",
    re.VERBOSE,
)
_MAX_PROBLEMS = 10
_HOW_TO_WRITE = "a brace that opens no hole is written twice or after a backslash"


def parts_of(file: SourceFile, text: t.Text) -> tuple[list[str | Hole], list[Diagnostic]]:
    """Split a template of `file` into texts, escapes read and layout dropped, and holes.

    What is wrong is reported (`bad-interpolation`) and left out of the parts. A bad escape stays in them as it is
    written, for `parse` has reported it already.
    """
    reader = _Reader(file, text)
    reader.read()
    return reader.parts, reader.diagnostics


class _Reader:
    def __init__(self, file: SourceFile, text: t.Text) -> None:
        self.file = file
        self.literal = text.literal
        self.offset = text.start
        self.kept = [(start - text.start, start - text.start + len(words)) for start, words in stretches(text)]
        self.parts: list[str | Hole] = []
        self.diagnostics: list[Diagnostic] = []

    def read(self) -> None:
        if not self.kept:
            return
        at, end = self.kept[0][0], self.kept[-1][1]
        while len(self.diagnostics) < _MAX_PROBLEMS and (mark := _MARK.search(self.literal, at, end)) is not None:
            self._add_kept(at, mark.start())
            at = mark.end()
            if mark["escape"]:
                escape = ESCAPE.match(mark[0])
                self._add((escape and character(escape)) or mark[0])
            elif mark["pair"]:
                self._add(mark[0][0])
            elif mark["open"]:
                at = self._hole(mark.start(), end)
            else:
                self._report(mark.start(), at, "this `}` closes no hole", twice="}")
        self._add_kept(at, end)

    def _add(self, words: str) -> None:
        if self.parts and isinstance(self.parts[-1], str):
            self.parts[-1] += words
        elif words:
            self.parts.append(words)

    def _add_kept(self, start: int, end: int) -> None:
        """Add what the layout keeps of a stretch without marks."""
        number = max(0, bisect_right(self.kept, (start, len(self.literal))) - 1)
        while number < len(self.kept) and self.kept[number][0] < end:
            first, last = self.kept[number]
            self._add(self.literal[max(start, first) : min(end, last)])
            number += 1

    def _hole(self, start: int, end: int) -> int:
        """Read the hole that opens at `start`; give where to go on."""
        plain = _PLAIN_HOLE.match(self.literal, start, end)
        if plain is not None and plain[1] not in _NOT_NAMES:
            name = t.Name(self.offset + plain.start(1), self.offset + plain.end(1), plain[1])
            self.parts.append(Hole(self.offset + start, self.offset + plain.end(), name, plain[2]))
            return plain.end()
        close, colon = self._close(start + 1, end)
        if close is None:
            self._report(start, start + 1, "this `{` opens a hole that nothing closes", twice="{")
            # Nothing closes what opens after it either, and to look again from each brace would take for ever.
            return end
        stop = close if colon is None else colon
        if not self.literal[start + 1 : stop].strip():
            self._report(start, close + 1, "the braces hold no expression")
            return close + 1
        format_ = None
        if colon is not None:
            format_ = self.literal[colon + 1 : close].strip()
            if not re.fullmatch(_NAME, format_):
                what = f"{quoted(format_)} is no name of a format" if format_ else "no format is named after `:`"
                self._report(colon, close, what)
                return close + 1
        expression = self._expression(self.offset + start + 1, self.offset + stop)
        if isinstance(expression, Diagnostic):
            self.diagnostics.append(replace(expression, code=codes.BAD_INTERPOLATION))
        elif "#" in self.literal[expression.end - self.offset : stop]:
            at = self.literal.index("#", expression.end - self.offset)
            self._report(at, stop, "a comment cannot stand in a hole")
        else:
            self.parts.append(Hole(self.offset + start, self.offset + close + 1, expression, format_))
        return close + 1

    def _expression(self, start: int, end: int) -> t.Expr | Diagnostic:
        text = self.file.text
        if '\\"' not in text[start:end] or self.literal.startswith('"""'):
            return parse_expression(self.file, start, end)
        # In a literal of one line the quotes of a text in a hole have backslashes, which are no part of the expression.
        places = [at for at in range(start, end) if text[at : at + 2] != '\\"'] + [end]
        plain = SourceFile(self.file.path, "".join(text[at] for at in places[:-1]))
        found = parse_expression(plain, 0, len(plain.text))
        if isinstance(found, Diagnostic):
            labels = [
                Label(self.file, Span(places[label.span.start], places[label.span.end]), label.message)
                for label in (found.primary, *found.secondary)
            ]
            return replace(found, primary=labels[0], secondary=tuple(labels[1:]), fixes=())
        for node in walk(found):
            node.start, node.end = places[node.start], places[node.end - 1] + 1
        return found

    def _close(self, at: int, end: int) -> tuple[int | None, int | None]:
        """Where the brace is that closes a hole, and the last colon outside brackets before it."""
        depth, colon = 0, None
        for token in _IN_HOLE.finditer(self.literal, at, end):
            if token["open"]:
                depth += 1
            elif token["close"]:
                if not depth and token["close"] == "}":
                    return token.start(), colon
                depth -= depth > 0
            elif token["colon"] and not depth:
                colon = token.start()
        return None, None

    def _report(self, start: int, end: int, message: str, *, twice: str = "") -> None:
        place = Span(self.offset + start, self.offset + end)
        fixes = (Fix(f"write {quoted(twice * 2)}", (Edit(place, twice * 2),), Safety.UNSAFE),) if twice else ()
        label = Label(self.file, place)
        self.diagnostics.append(Diagnostic(codes.BAD_INTERPOLATION, message, label, (), (_HOW_TO_WRITE,), fixes))
