"""Take a stretch of text; give the leaves of its tree one by one, each with the terminal that the parser sees.

A word is a keyword only where the parser can use one, so the lexer looks at the parser's state before each leaf.
Newlines inside `()` and `[]` are dropped, and of several in a row one is left.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from ifdsl.syntax import tree as t
from ifdsl.syntax.tables import END, Tables

MAX_DIGITS = 18
"""Digits of a number on either side of its point: what 64 bits hold."""

ERROR = "$ERROR"
"""The terminal of a character that begins nothing."""

Leaf = tuple[str, t.Node | None]
"""A terminal and its node; a newline and the end of the text have none."""

After = Callable[[Sequence[int], str], list[int] | None]

_LEAVES = {"NAME": t.Name, "TEXT": t.Text, "NUMBER": t.Number}
_BRACKETS = {"LPAR": 1, "LSQB": 1, "RPAR": -1, "RSQB": -1}
_OTHER_SPELLINGS = {"True": "TRUE", "False": "FALSE"}
_KEYWORD = re.compile(r"\(?(?:\?:)?([a-z_]+(?:\|[a-z_]+)*)\)?(\\b|\(\?=.*\))")


class Unreadable(Exception):
    """The text stops being of the grammar at `[start, end)`, where `kind` is the terminal that stands there."""

    def __init__(self, kind: str, start: int, end: int) -> None:
        super().__init__(kind)
        self.kind = kind
        self.start = start
        self.end = end


class TooLarge(Unreadable):
    """A number of more than `MAX_DIGITS` digits."""


@dataclass(slots=True)
class Noted:
    """What the lexer saw beside the leaves, in order."""

    comments: list[t.Comment] = field(default_factory=list)
    slips: list[t.Node] = field(default_factory=list)
    """Texts with a backslash, whose escapes may be wrong, and words in the spelling of another language."""

    def add(self, later: Noted) -> None:
        self.comments += later.comments
        self.slips += later.slips


class Lexer:
    """Reads leaves by the terminals of the grammar; one serves any number of texts.

    Args:
        tables: of the grammar.
        after: the states after a terminal, or None where it cannot follow; a row of the tables holds some that cannot.
    """

    def __init__(self, tables: Tables, after: After) -> None:
        self._rows = tables.rows
        self._after = after
        self.words: dict[str, str] = {}
        self._guards: dict[str, re.Pattern[str]] = {}
        kinds, patterns, blanks = [""], [], []
        for name, regexp in tables.terminals:
            keyword = _KEYWORD.fullmatch(regexp)
            if keyword is not None:
                self.words |= dict.fromkeys(keyword[1].split("|"), name)
                if keyword[2] != r"\b":
                    self._guards[name] = re.compile(keyword[2])
            elif name == "REGEX":
                self._regex = re.compile(regexp)
            elif name in tables.ignored and name != "COMMENT":
                blanks.append(regexp)
            else:
                # Groups within a terminal take numbers too.
                kinds += [name, *[""] * re.compile(regexp).groups]
                patterns.append(f"({regexp})")
        # Blanks are taken whole and never given back, or a long run of them would be read again from each of its ends.
        blank, leaf = "|".join(blanks), "|".join(patterns)
        self._pattern = re.compile(rf"(?:{blank})*+(?:{leaf}|(\Z)|([\s\S]))")
        self._kinds = [*kinds, END, ERROR]

    def leaves(
        self,
        text: str,
        start: int,
        end: int,
        states: Sequence[int],
        noted: Noted,
        *,
        inside: bool = False,
    ) -> Iterator[Leaf]:
        """Give the leaves up to the end of the stretch, and `END` last.

        Args:
            text: of the whole file.
            start: where the stretch begins.
            end: where it ends.
            states: the parser's stack of states, which the parser changes between two leaves.
            noted: where comments go.
            inside: whether the stretch stands inside brackets, so that no newline ends anything.

        Raises:
            Unreadable: at a character that begins no leaf.
            TooLarge: at a number beyond the limit.
        """
        rows, kinds, words = self._rows, self._kinds, self.words
        brackets = 1 if inside else 0
        after_newline = True
        matches = self._pattern.finditer(text, start, end)
        while True:
            for match in matches:
                group = match.lastindex or 0
                kind = kinds[group]
                first, last = match.span(group)
                word = match[group]
                if kind == "_NL":
                    if not brackets and not after_newline:
                        after_newline = True
                        yield kind, None
                    continue
                if kind == "COMMENT":
                    own_line = not text[text.rfind("\n", 0, first) + 1 : first].strip()
                    noted.comments.append(t.Comment(first, last, word, own_line))
                    continue
                if kind == END:
                    yield kind, None
                    return
                if kind == ERROR:
                    raise Unreadable(kind, first, last)
                after_newline = False
                if kind == "NAME" and (word in words or word in _OTHER_SPELLINGS):
                    kind = self._kind_of(word, text, last, end, states)
                elif kind == "NUMBER" and last - first > MAX_DIGITS and _too_large(word):
                    raise TooLarge(kind, first, last)
                elif kind == "DIVIDE" and word[0] == "/" and "REGEX" in rows[states[-1]]:
                    # A regular expression hides what the pattern makes of its inside, so matching starts anew.
                    found = self._regex.match(text, first, end)
                    if found is None:
                        raise Unreadable(ERROR, first, last)
                    yield "REGEX", t.Regex(first, found.end(), found[0])
                    matches = self._pattern.finditer(text, found.end(), end)
                    break
                elif kind in _BRACKETS:
                    brackets = max(0, brackets + _BRACKETS[kind])
                leaf = _LEAVES.get(kind, t.Word)(first, last, word)
                if (kind == "TEXT" and "\\" in word) or (kind != "NAME" and word in _OTHER_SPELLINGS):
                    noted.slips.append(leaf)
                yield kind, leaf

    def _kind_of(self, word: str, text: str, last: int, end: int, states: Sequence[int]) -> str:
        """Whether a word that is a keyword somewhere is one here, or a name."""
        row = self._rows[states[-1]]
        keyword = self.words.get(word) or _OTHER_SPELLINGS[word]
        guard = self._guards.get(keyword)
        if guard is not None and not guard.match(text, last, end):
            return "NAME"
        if keyword not in row:
            # Where a name cannot stand either, a known word is better reported as the keyword that it is.
            return "NAME" if "NAME" in row or word in _OTHER_SPELLINGS else keyword
        if row[keyword] >= 0 or "NAME" not in row:
            return keyword
        after = self._after(states, keyword)
        if after is not None and row["NAME"] >= 0:
            # After `..` a name is the upper bound. A keyword that begins an item would end the range before it,
            # which only a newline does.
            next_line = self._after(states, "_NL")
            if next_line is not None and self._after(next_line, keyword) is not None:
                return "NAME"
        return "NAME" if after is None else keyword


def _too_large(literal: str) -> bool:
    return any(len(digits) > MAX_DIGITS for digits in literal.replace("_", "").split("."))
