"""Take a regular expression of the language and a text; give whether and where it matches, in linear time.

RE2 does the matching, on the bytes that `alphabet` translates the text to. `\\w \\d \\s \\b` are Unicode as in Python's
`re`; `$` without `(?m)` is the end of the text alone. After an empty match the search goes on one character further.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from ifdsl.primitives.alphabet import Alphabet, Members
from ifdsl.primitives.charset import CharSet
from ifdsl.primitives.dialect import BOUNDARIES, LINE_ANCHORS, Fault, Token, parse
from ifdsl.primitives.undecided import Undecided

_MEMORY = 4 << 20
_MOST_INSTRUCTIONS = 20_000
_MOST_STEPS = 500_000_000
"""Instructions times characters. RE2's slowest way takes about 15 ns for one such step, its usual way far less."""
_SECONDS = 5.0
_MOST_WALKED, _MOST_WALKED_EACH = 1_000_000, 16
"""Steps of backtracking, of 5 to 10 ns, in all or for each character, up to which `re` finds matches: it takes a tenth
of RE2's time for a match."""


def problem(pattern: str) -> tuple[str, int] | None:
    """Say what is wrong with a pattern: a message and the offset in code points, or None where it can be used."""
    try:
        compiled(pattern)
    except Fault as fault:
        return fault.message, fault.offset
    return None


def search(pattern: str, text: str) -> bool:
    """Whether the pattern matches somewhere in the text.

    Raises:
        Undecided: text and pattern together are over the limits, or the pattern is not part of the language.
    """
    return _usable(pattern).search(text)


def full_match(pattern: str, text: str) -> bool:
    """Whether the pattern matches the whole text.

    Raises:
        Undecided: text and pattern together are over the limits, or the pattern is not part of the language.
    """
    return _usable(pattern).full_match(text)


def find_spans(pattern: str, text: str) -> list[tuple[int, int]]:
    """Where the matches are, from the left, not overlapping; half-open spans in code points.

    Raises:
        Undecided: text and pattern together are over the limits, or the pattern is not part of the language.
    """
    return _usable(pattern).find_spans(text)


@lru_cache(maxsize=256)
def compiled(pattern: str) -> Pattern:
    """Compile a pattern.

    Raises:
        Fault: the pattern is not part of the language, or too large for it.
    """
    return Pattern(pattern)


def _usable(pattern: str) -> Pattern:
    try:
        return compiled(pattern)
    except Fault as fault:
        raise Undecided(f"the pattern `{pattern}` cannot be used: {fault.message}") from None


class Pattern:
    """A compiled pattern. It is never changed by use, but for what it remembers to be faster next time."""

    __slots__ = ("_alphabet", "_ascii", "_literal", "_part", "_sets", "_simple", "_tokens", "_walk")

    def __init__(self, pattern: str) -> None:
        self._tokens = parse(pattern)
        self._sets = list(dict.fromkeys(token for token in self._tokens if isinstance(token, CharSet)))
        self._alphabet = Alphabet(self._sets, any(token in BOUNDARIES for token in self._tokens))
        self._literal = _literal(self._tokens)
        self._part = _part(self._tokens)
        source = self._written(self._alphabet.ascii)
        self._simple = re.compile(source) if _is_simple(self._tokens) else None
        self._walk = None if self._simple else _walk(self._tokens, source)
        self._ascii = _program(source)

    def search(self, text: str) -> bool:
        if self._literal is not None:
            return self._literal in text
        if self._part not in text:
            return False
        program, reduced = self._ready(*self._alphabet.reduce(text))
        return program.search(reduced) is not None

    def full_match(self, text: str) -> bool:
        if self._literal is not None:
            return self._literal == text
        program, reduced = self._ready(*self._alphabet.reduce(text))
        return program.fullmatch(reduced) is not None

    def find_spans(self, text: str) -> list[tuple[int, int]]:
        if self._literal:
            return _literal_spans(self._literal, text)
        if self._part not in text:
            return []
        reduced, members = self._alphabet.reduce(text)
        if members is self._alphabet.ascii:
            if self._simple is not None:
                return [match.span() for match in self._simple.finditer(reduced)]
            if self._walk is not None and self._walk.is_short(reduced):
                return [match.span() for match in self._walk.engine.finditer(reduced)]
        return list(_spans(*self._ready(reduced, members)))

    def _ready(self, reduced: str, members: Members) -> tuple[Any, bytes]:
        try:
            program = self._ascii if members is self._alphabet.ascii else _program(self._written(members))
        except Fault as fault:
            raise Undecided(fault.message) from None
        engine, size = program
        if size * len(reduced) > _MOST_STEPS:
            raise Undecided("the text is too long for a pattern of this size")
        return engine, reduced.encode("latin-1")

    def _written(self, members: Members) -> str:
        classes = {chars: _class(bytes_) for chars, bytes_ in zip(self._sets, members, strict=True)}
        return "".join(token if isinstance(token, str) else classes[token] for token in self._tokens)


@lru_cache(maxsize=256)
def _program(source: str) -> tuple[Any, int]:
    """RE2's program for a pattern that `_written` gave, and its number of instructions."""
    import re2

    options = re2.Options()
    options.log_errors = False
    options.never_capture = True
    options.encoding = re2.Options.Encoding.LATIN1
    options.max_mem = _MEMORY
    try:
        program = re2.compile(source.encode("ascii"), options)
    except re2.error:
        raise Fault("the pattern is too large", 0) from None
    size = int(program.programsize)
    if size > _MOST_INSTRUCTIONS:
        raise Fault("the pattern is too large", 0)
    return program, size


def _spans(program: Any, text: bytes) -> Iterator[tuple[int, int]]:
    deadline = time.monotonic() + _SECONDS
    last = (-1, -1)
    for number, match in enumerate(program.finditer(text)):
        span = match.span()
        # The engine gives an empty match twice where it had to look further for it.
        if span != last:
            yield span
        last = span
        # Each match alone is found in linear time, but each may have to look at the rest of the text.
        if number & 15 == 15 and time.monotonic() > deadline:
            raise Undecided("the matches of a pattern take too long to find in this text")


def _literal_spans(literal: str, text: str) -> list[tuple[int, int]]:
    spans, width = [], len(literal)
    start = text.find(literal)
    while start >= 0:
        spans.append((start, start + width))
        start = text.find(literal, start + width)
    return spans


def _literal(tokens: list[Token]) -> str | None:
    """The text that a pattern without any structure stands for."""
    codes = [token.only if isinstance(token, CharSet) else None for token in tokens]
    if None in codes:
        return None
    return "".join(chr(code) for code in codes if code is not None)


def _part(tokens: list[Token]) -> str:
    """The longest text that certainly stands in every match; to look for it first is many times faster."""
    if "|" in tokens or "(?:" in tokens:
        return ""
    longest = part = ""
    for token, after in zip(tokens, [*tokens[1:], ""], strict=False):
        code = token.only if isinstance(token, CharSet) else None
        repeated = isinstance(after, str) and after.startswith(("*", "+", "?", "{"))
        part = "" if code is None or repeated else part + chr(code)
        longest = max(longest, part, key=len)
    return longest


def _is_simple(tokens: list[Token]) -> bool:
    """Whether a pattern is places of one character each, the last of which repeats, greedily, such as `#\\w+`.

    Backtracking is linear then: a start that fails looked at no more characters than there are places, and one that
    matches takes all that it looked at. So `re` may find the matches, which it does many times faster where they are
    dense.
    """
    return len(tokens) > 1 and tokens[-1] in ("*", "+") and all(isinstance(token, CharSet) for token in tokens[:-1])


class _Walk(NamedTuple):
    """How `re` matches a pattern: from each `first` (from anywhere if empty) by at most `each * n**repeats` steps."""

    engine: re.Pattern[str]
    first: str
    repeats: int
    each: int

    def is_short(self, text: str) -> bool:
        """Whether finding all matches in `text` certainly takes few steps: in all, or for each character."""
        return self._steps(text) <= max(_MOST_WALKED, _MOST_WALKED_EACH * len(text))

    def _steps(self, text: str) -> int:
        starts = text.count(self.first) if self.first else len(text) + 1
        steps: int = starts * self.each * (len(text) + 1) ** self.repeats
        return steps


def _walk(tokens: list[Token], source: str) -> _Walk | None:
    """The bound for a pattern without groups and counts that matches nothing empty; None for any other."""
    structure = [token for token in tokens if isinstance(token, str)]
    repeats = sum(token[0] in "*+" for token in structure)
    options = sum(token[0] == "?" for token in structure)
    anchors = sum(token in (*LINE_ANCHORS, *BOUNDARIES) for token in structure)
    certain = [place for place, token in enumerate(tokens) if isinstance(token, CharSet) and _is_certain(tokens, place)]
    if repeats + options + anchors < len(structure) or repeats > 2 or options > 8 or not certain:
        return None
    code = tokens[0].only if isinstance(tokens[0], CharSet) and certain[0] == 0 else None
    return _Walk(re.compile(source), "" if code is None else chr(code), repeats, len(tokens) << options)


def _is_certain(tokens: list[Token], place: int) -> bool:
    """Whether what stands at a place has to occur: nothing after it says that it may be absent."""
    after = tokens[place + 1] if place + 1 < len(tokens) else ""
    return not (isinstance(after, str) and after.startswith(("*", "?")))


def _class(codes: frozenset[int]) -> str:
    """Write a set of bytes as RE2 and `re` both read it."""
    if not codes:
        return r"[^\x00-\xff]"
    if len(codes) == 1:
        (code,) = codes
        return _char(code)
    ranges: list[list[int]] = []
    for code in sorted(codes):
        if ranges and ranges[-1][1] == code - 1:
            ranges[-1][1] = code
        else:
            ranges.append([code, code])
    return "[" + "".join(_char(low) if low == high else f"{_char(low)}-{_char(high)}" for low, high in ranges) + "]"


def _char(code: int) -> str:
    return chr(code) if 48 <= code <= 57 or 65 <= code <= 90 or 97 <= code <= 122 else f"\\x{code:02x}"
