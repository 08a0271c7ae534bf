"""Take a literal or a pattern and how letter case is read; give the characters that each of its places can be.

A needle is a sequence of segments with gaps of any length between them; a place of a segment is the set of characters
that may stand there, or None where that is not known. Whatever the needle matches holds its segments in order.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal

from ifdsl.primitives.charset import CharSet
from ifdsl.primitives.dialect import BOUNDARIES, LINE_ANCHORS, Fault, Token, parse
from ifdsl.primitives.folding import orbit

Chars = frozenset[str] | None
Segment = tuple[Chars, ...]
Mode = Literal["exact", "fold", "lower"]
"""Characters as they stand, as under `re.IGNORECASE`, or as a text in lower case has them."""
Edge = Literal["", "boundary", "mark", "space"]
"""What stands next to a piece for certain: nothing known; no letter, digit or underscore (`\\b`); an ASCII mark, white
space or the end of the text; white space or the end of the text. Each of them includes the ones after it."""

MOST_CHARS = 40
EDGES: tuple[Edge, ...] = ("", "boundary", "mark", "space")


@dataclass(frozen=True, slots=True)
class Needle:
    """What is sought. `exact`: it matches precisely what its one segment between its edges describes.

    `line_start` holds the characters of which one is the first visible one of a line where it matches.
    """

    segments: tuple[Segment, ...]
    left: Edge = ""
    right: Edge = ""
    exact: bool = False
    line_start: frozenset[str] | None = None

    @property
    def places(self) -> Iterator[Chars]:
        for segment in self.segments:
            yield from segment


@lru_cache(maxsize=4096)
def literal(text: str, mode: Mode, left: Edge = "", right: Edge = "") -> Needle | None:
    """The needle of a text; None where its case cannot be followed character by character."""
    segment = []
    for place, char in enumerate(text):
        chars = chars_of(char, mode, place == len(text) - 1)
        if chars is None:
            return None
        segment.append(chars)
    return Needle((tuple(segment),), left, right, exact=text.isascii() or mode != "lower")


def chars_of(char: str, mode: Mode, last: bool = True) -> Chars:
    """The characters that can stand where `char` is read; None where that cannot be said."""
    if mode == "exact":
        return frozenset(char)
    if mode == "fold":
        return orbit(char)
    if char == "\u0307":
        return None
    found = {each for each in orbit(char) if each.lower() == char}
    if char in "σς":
        found |= {"Σ"}
    # The lower case of `İ` is an `i` and a combining dot, so that it can end what was found and not stand inside it.
    if char == "i" and last:
        found.add("\u0130")
    return frozenset(found)


@lru_cache(maxsize=1024)
def pattern(source: str, mode: Mode) -> Needle | None:
    """What every match of a pattern holds; None for one outside the dialect, or that nothing is known of."""
    try:
        tokens = parse(f"(?i){source}" if mode == "fold" else source)
    except Fault:
        return None
    if "|" in tokens:
        return None
    return _Reader(tokens, mode).read()


class _Reader:
    def __init__(self, tokens: list[Token], mode: Mode) -> None:
        self.tokens = tokens
        self.mode = mode
        self.segments: list[list[Chars]] = [[]]
        self.exact = True
        self.left: Edge = ""
        self.right: Edge = ""
        self.line_start: frozenset[str] | None = None

    def read(self) -> Needle:
        depth = 0
        anchored = bool(self.tokens) and self.tokens[0] == LINE_ANCHORS[0]
        for place, token in enumerate(self.tokens):
            after = self.tokens[place + 1] if place + 1 < len(self.tokens) else ""
            if token == "(?:":
                depth += 1
                self.gap()
            elif token == ")":
                depth -= 1
            elif depth:
                continue
            elif isinstance(token, CharSet):
                self.place(token, after if isinstance(after, str) else "")
                anchored = self.anchored(anchored, token, after)
            elif token in BOUNDARIES:
                self.boundary(token, place)
            elif token in LINE_ANCHORS or token in (r"\A", r"\z"):
                self.exact = False
        segments = tuple(tuple(segment) for segment in self.segments if segment)
        exact = self.exact and len(segments) == 1 and None not in segments[0]
        return Needle(segments, self.left, self.right, exact, self.line_start)

    def gap(self) -> None:
        self.exact = False
        if self.segments[-1]:
            self.segments.append([])

    def place(self, token: CharSet, after: str) -> None:
        if after.startswith(("*", "?")) or (after.startswith("{") and after[1] == "0"):
            self.gap()
            return
        self.segments[-1].append(self.chars(token))
        if after.startswith(("+", "{")):
            self.gap()

    def anchored(self, anchored: bool, token: CharSet, after: Token) -> bool:
        """Whether only white space was read since the start of a line; takes down the first visible character."""
        if not anchored:
            return False
        if token == CharSet(("s",)) and after == "*":
            return True
        chars = self.chars(token)
        certain = not (isinstance(after, str) and after.startswith(("*", "?", "{")))
        if certain and chars is not None and not any(char.isspace() for char in chars):
            self.line_start = chars
        return False

    def boundary(self, token: str, place: int) -> None:
        if token != BOUNDARIES[0]:
            self.exact = False
        elif place == 0 and _starts_word(self.tokens[1:2], self):
            self.left = "boundary"
        elif place == len(self.tokens) - 1 and _starts_word(self.tokens[-2:-1], self):
            self.right = "boundary"
        else:
            self.exact = False

    def chars(self, token: CharSet) -> Chars:
        if token == CharSet(("d",)):
            return every_digit()
        if token.negated or any(isinstance(item, str) for item in token.items):
            return None
        if sum(item[1] - item[0] + 1 for item in token.items if isinstance(item, tuple)) > MOST_CHARS:
            return None
        members = {chr(code) for item in token.items if isinstance(item, tuple) for code in range(item[0], item[1] + 1)}
        if token.fold:
            return frozenset[str]().union(*(orbit(char) for char in members))
        if self.mode != "lower":
            return frozenset(members)
        found: set[str] = set()
        for char in members:
            chars = chars_of(char, "lower")
            if chars is None:
                return None
            found |= chars
        return frozenset(found)


@cache
def every_digit() -> frozenset[str]:
    """The decimal digits of every script."""
    return frozenset(filter(str.isdecimal, map(chr, range(0x20000))))


def _starts_word(tokens: list[Token], reader: _Reader) -> bool:
    chars = reader.chars(tokens[0]) if tokens and isinstance(tokens[0], CharSet) else None
    return chars is not None and all(is_re_word(char) for char in chars)


def is_re_word(char: str) -> bool:
    r"""Whether `\w` of Python's `re` matches."""
    return char.isalnum() or char == "_"


def is_word(chars: Chars) -> bool:
    r"""Whether each of the characters is a word character by every rule: of `re` and of Unicode."""
    return chars is not None and all(c.isalpha() or c.isdecimal() or c == "_" for c in chars)


def is_mark(chars: Chars) -> bool:
    """Whether each is an ASCII mark or white space, which no rule takes for a part of a word."""
    return chars is not None and all((c.isascii() and not is_re_word(c)) or c.isspace() for c in chars)


def is_space(chars: Chars) -> bool:
    return chars is not None and all(c.isspace() for c in chars)


def is_visible(chars: Chars) -> bool:
    return chars is not None and not any(c.isspace() for c in chars)


def edge_of(chars: Chars) -> Edge:
    """What is certain of a place that one of these characters fills."""
    if chars is None:
        return ""
    if is_space(chars):
        return "space"
    if is_mark(chars):
        return "mark"
    return "" if any(is_re_word(c) for c in chars) else "boundary"


def at_least(edge: Edge, wanted: Edge) -> bool:
    return EDGES.index(edge) >= EDGES.index(wanted)


def meets(one: Chars, other: Chars) -> bool:
    """Whether one character can fill both places."""
    return one is None or other is None or not one.isdisjoint(other)


def within(one: Chars, other: Chars) -> bool:
    """Whether each character of the first place fills the second."""
    return one is not None and other is not None and one <= other
