"""Take the place where reading stopped; give what stands before it and what could stand there, to explain it by."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from ifdsl.source.codes import Code
from ifdsl.source.diagnostic import Diagnostic, Edit, Fix, Label, Safety
from ifdsl.source.file import SourceFile
from ifdsl.source.span import Span
from ifdsl.syntax.engine import Engine
from ifdsl.syntax.lexing import Leaf, Noted, Unreadable
from ifdsl.syntax.tables import END

OPENERS = {"LPAR": "RPAR", "LSQB": "RSQB", "LBRACE": "RBRACE"}
"""The terminal that opens a bracket, and the one that closes it."""

OPERATORS = frozenset(["AND", "OR", "NOT", "IN", "COMPARE", "PLUS", "MINUS", "STAR", "DIVIDE", "DOTS", "IF", "ELSE"])


@dataclass(slots=True)
class Scene:
    """Where reading `[start, end)` of `file` as a `rule` stopped: at the terminal `kind`, which is `[at, stop)`."""

    engine: Engine
    rule: str
    file: SourceFile
    start: int
    end: int
    kind: str
    at: int
    stop: int
    leaves: list[Leaf] = field(default_factory=list)
    """What was read before; newlines have no node."""
    states: list[int] = field(default_factory=list)
    """The parser's states at the place."""
    states_before: list[int] = field(default_factory=list)
    """The parser's states before the last of `leaves` that is no newline."""
    states_of_line: list[int] = field(default_factory=list)
    """The parser's states before the last newline in `leaves`."""
    open: list[int] = field(default_factory=list)
    """Which of `leaves` are brackets that are still open, the innermost last."""

    @property
    def text(self) -> str:
        return self.file.text

    @property
    def word(self) -> str:
        """What stands at the place; empty for a newline and for the end of the text."""
        return "" if self.kind in ("_NL", END) else self.text[self.at : self.stop]

    @property
    def before(self) -> tuple[str, int, int]:
        """The terminal, start and end of the leaf before the place, newlines left out; empty at the start."""
        found = ((kind, leaf.start, leaf.end) for kind, leaf in reversed(self.leaves) if leaf is not None)
        return next(found, ("", self.start, self.start))

    @property
    def before_word(self) -> str:
        _, start, end = self.before
        return self.text[start:end]

    @property
    def what_ends(self) -> str:
        """What a newline or the end of the text cuts off at the place."""
        return "expression" if self.rule == "expression" else "line" if self.kind == "_NL" else "text"

    @property
    def first_on_line(self) -> bool:
        return self.begins_line(self.at)

    @property
    def bracket(self) -> str:
        """The terminal of the innermost bracket that is open, or nothing."""
        return self.leaves[self.open[-1]][0] if self.open else ""

    def takes(self, kind: str, states: list[int] | None = None) -> bool:
        """Whether a terminal can stand at the place, or after other states."""
        return self.engine.after(self.states if states is None else states, kind) is not None

    def words_at(self, states: list[int]) -> list[str]:
        """The keywords that can stand after these states."""
        row = self.engine.rows[states[-1]]
        return [word for word, kind in self.engine.lexer.words.items() if kind in row and self.takes(kind, states)]

    @property
    def takes_expression(self) -> bool:
        return self.takes("NUMBER") and self.takes("TEXT") and self.takes("NAME")

    @property
    def takes_item(self) -> bool:
        """Whether the place is one where an item of a block, or a declaration, can begin."""
        return (self.takes("RBRACE") and self.bracket == "LBRACE") or (not self.open and self.takes("SPEC"))

    @property
    def block(self) -> str:
        """The keyword of the innermost block, such as `must`; empty outside all."""
        braces = [at for at in self.open if self.leaves[at][0] == "LBRACE"]
        if not braces:
            return ""
        depth = 0
        for kind, leaf in reversed(self.leaves[: braces[-1]]):
            depth += (kind in OPENERS.values()) - (kind in OPENERS)
            if depth == 0 and leaf is not None and kind in _BLOCKS:
                return self.text[leaf.start : leaf.end]
        return ""

    def begins_line(self, at: int) -> bool:
        """Whether nothing but blanks stands before `at` on its line."""
        return not self.text[self.line_start(at) : at].strip()

    def line_start(self, at: int) -> int:
        return self.text.rfind("\n", 0, at) + 1

    def line_end(self, at: int) -> int:
        """Where the line ends, blanks at its end left out."""
        newline = self.text.find("\n", at, self.end)
        line = self.text[at : newline if newline >= 0 else self.end]
        return at + len(line.rstrip())

    def indent(self, at: int) -> str:
        line = self.text[self.line_start(at) : at]
        return line[: len(line) - len(line.lstrip())]

    def after_blanks(self, at: int) -> int:
        """The first place from `at` on that is neither blank, newline nor comment."""
        found = _BLANKS.match(self.text, at, self.end)
        return found.end() if found else at

    def report(
        self,
        code: Code,
        message: str,
        start: int,
        end: int,
        *,
        label: str = "",
        secondary: Iterable[tuple[int, int, str]] = (),
        help: Iterable[str] = (),
        fixes: Iterable[Fix] = (),
    ) -> Diagnostic:
        """A diagnostic of this file."""
        others = tuple(Label(self.file, Span(first, last), words) for first, last, words in secondary)
        primary = Label(self.file, Span(start, end), label)
        return Diagnostic(code, message, primary, others, tuple(help), tuple(fixes))


_BLANKS = re.compile(r"(?:\s|#[^\n]*)*+")
_BLOCKS = frozenset(
    [
        "PACK",
        "CONSTRAINT",
        "CONFLICT",
        "SPEC",
        "COUSINS",
        "FLOW",
        "TURN",
        "SOURCE",
        "SUITE",
        "MUST",
        "SHOULD",
        "EACH",
        "IN",
        "IF_PRESENT",
        "ANY_OF",
        "ALL_OF",
        "NONE_OF",
        "IF",
        "ELSE",
    ]
)


def edit(title: str, start: int, end: int, replacement: str, *, safe: bool = False) -> Fix:
    """A fix of one edit; `safe` where it can only be what was meant."""
    return Fix(title, (Edit(Span(start, end), replacement),), Safety.SAFE if safe else Safety.UNSAFE)


def look(engine: Engine, rule: str, file: SourceFile, start: int, end: int, error: Unreadable) -> Scene:
    """Read again up to where reading stopped, and keep what was seen on the way."""
    scene = Scene(engine, rule, file, start, end, error.kind, error.start, error.end)
    states = engine.start(rule)
    scene.states = states
    inside = rule == "expression"
    for kind, leaf in engine.lexer.leaves(file.text, start, error.start, states, Noted(), inside=inside):
        if kind == END:
            break
        after = engine.after(states, kind)
        if after is None:
            # Cut off at the error, what stands before it reads otherwise, as `judge` does before its text.
            break
        if leaf is not None:
            scene.states_before = list(states)
        else:
            scene.states_of_line = list(states)
        states[:] = after
        if kind in OPENERS:
            scene.open.append(len(scene.leaves))
        elif kind in OPENERS.values() and scene.open:
            scene.open.pop()
        scene.leaves.append((kind, leaf))
    return scene
