"""Take a text; give how deep marks stand in one another in it, brackets or quotations, and how far it is indented."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache

from ifdsl.primitives.primitive import Cost, Param, Primitive
from ifdsl.primitives.types import INT, TEXT, choice

_OPENING, _CLOSING, _CORNERS, _STRAIGHT = "“„«‘‚‹", "”»’›", "「」『』", "\"'"
_KINDS = {
    **dict.fromkeys('“„«”»"', "double"),
    **dict.fromkeys("‘‚‹’›'", "single"),
    **dict.fromkeys("「」", "corner"),
    **dict.fromkeys("『』", "white corner"),
}
_TAB = 4
_QUOTE_OR_GAP = re.compile("[" + "".join(_KINDS) + r"]|\n[^\S\n]*\n")


def nesting_depth(text: str, pairs: str, by: str = "pairs") -> int:
    """How deep the marks of `pairs` stand in one another; linear in the text.

    Args:
        pairs: opening and closing marks in turn, such as `()[]`. A mark that is its own partner (`""`) closes where
            it is the innermost open one, and opens everywhere else. A last mark without partner is left out.
        by: `pairs` gives the greatest number of pairs that stand in one another; a mark without a partner is text,
            and a closing mark passes over opening ones that nothing closes. `open` gives the greatest number of
            marks that were open at once before one of them was closed; a closing mark that does not fit the
            innermost open one makes the counting start anew.
    """
    table, pattern = _marks(pairs)
    if pattern is None:
        return 0
    marks = pattern.findall(text)
    return _open_depth(marks, table) if by == "open" else _pair_depth(marks, table)


@lru_cache(maxsize=64)
def _marks(pairs: str) -> tuple[dict[str, tuple[str | None, str | None]], re.Pattern[str] | None]:
    """For each mark, the closing mark that it opens for and the opening mark that it closes."""
    table: dict[str, tuple[str | None, str | None]] = {}
    for opening, closing in zip(pairs[::2], pairs[1::2], strict=False):
        table[opening] = (closing, table.get(opening, (None, None))[1])
        table[closing] = (table.get(closing, (None, None))[0], opening)
    return table, re.compile("[" + re.escape("".join(table)) + "]") if table else None


def _pair_depth(marks: list[str], table: dict[str, tuple[str | None, str | None]]) -> int:
    # Beside each open mark stands how deep the pairs are that have been closed inside it.
    opened: list[str] = []
    inside: list[int] = []
    waiting: Counter[str] = Counter()
    deepest = 0
    for mark in marks:
        closing, opening = table[mark]
        if opening is not None and waiting[opening] and (opening != mark or opened[-1] == mark):
            depth = 1 + inside.pop()
            waiting[opened[-1]] -= 1
            while opened.pop() != opening:
                # What nothing closes is text; the pairs in it stand in the mark around it.
                depth = max(depth, 1 + inside.pop())
                waiting[opened[-1]] -= 1
            deepest = max(deepest, depth)
            if inside:
                inside[-1] = max(inside[-1], depth)
        elif closing is not None:
            opened.append(mark)
            inside.append(0)
            waiting[mark] += 1
    return deepest


def _open_depth(marks: list[str], table: dict[str, tuple[str | None, str | None]]) -> int:
    opened: list[str] = []
    most = deepest = 0
    for mark in marks:
        closing, opening = table[mark]
        if opening is not None and opened and opened[-1] == opening:
            opened.pop()
            deepest = max(deepest, most)
        elif closing is not None:
            opened.append(mark)
            most = max(most, len(opened))
        else:
            opened.clear()
            most = 0
    return deepest


def quote_depth(text: str) -> int:
    """How many quotations stand in one another, each in one of the other kind of marks; linear in the text.

    Kinds are double marks (`"`, `“”`, `„`, `«»`), single ones (`'`, `‘’`, `‚`, `‹›`), and the two kinds of corner
    brackets. A straight mark opens after a blank or a mark, before something, and closes after something, before
    a blank or a mark; an apostrophe in or after a word is none. A blank line ends every quotation.
    """
    opened: list[str] = []
    inside: list[dict[str, int]] = []
    waiting: Counter[str] = Counter()
    deepest = 0
    for match in _QUOTE_OR_GAP.finditer(text):
        mark = match[0]
        if len(mark) > 1:
            opened, inside, waiting = [], [], Counter()
            continue
        opens, closes = _directions(text, match.start(), mark)
        kind = _KINDS[mark]
        if closes and waiting[kind]:
            # What nothing closes is an apostrophe; the quotations in it stand in the one around it.
            parts = inside.pop()
            waiting[opened[-1]] -= 1
            while opened.pop() != kind:
                _deepen(inside[-1], parts)
                parts = inside.pop()
                waiting[opened[-1]] -= 1
            depth = max((held + (other != kind) for other, held in parts.items()), default=1)
            deepest = max(deepest, depth)
            if inside:
                _deepen(inside[-1], {kind: depth})
        elif opens:
            opened.append(kind)
            inside.append({})
            waiting[kind] += 1
    return deepest


def _deepen(depths: dict[str, int], others: dict[str, int]) -> None:
    for kind, depth in others.items():
        depths[kind] = max(depth, depths.get(kind, 0))


def _directions(text: str, place: int, mark: str) -> tuple[bool, bool]:
    """Whether the mark at `place` can open and whether it can close."""
    before, after = text[place - 1 : place], text[place + 1 : place + 2]
    if mark in _CORNERS:
        return mark in "「『", mark in "」』"
    closes = bool(before) and not before.isspace() and not after.isalnum()
    if mark in _STRAIGHT:
        return bool(after) and not after.isspace() and not before.isalnum(), closes
    in_word = before.isalnum() and after.isalnum()
    # German closes with the marks that English opens with.
    return mark in _OPENING and not in_word, closes if mark in "“‘" else mark in _CLOSING and not in_word


def indent(text: str) -> int:
    """How many columns of blanks and tabs the text begins with; a tab goes on to the next multiple of four."""
    columns = 0
    for char in text:
        if char == " ":
            columns += 1
        elif char == "\t":
            columns += _TAB - columns % _TAB
        else:
            break
    return columns


_TEXT = Param("text", TEXT)

PRIMITIVES = (
    Primitive(
        "nesting_depth", (_TEXT, Param("pairs", TEXT), Param("by", choice("pairs", "open"), "pairs")), INT,
        "How deep marks stand in one another. `pairs` names opening and closing marks in turn; one that is its own "
        "partner closes where it is the innermost open one. By `pairs`, the most pairs in one another: a mark without "
        "a partner is text. By `open`, the most marks open at once before one of them was closed: a closing mark that "
        "does not fit the innermost open one makes the counting start anew.",
        Cost(120, 12.0), nesting_depth, example=(("a (b [c] 1) :(", "()[]", "pairs"), 2),
    ),
    Primitive(
        "quote_depth", (_TEXT,), INT,
        "How many quotations stand in one another, each in marks of another kind than the one around it; marks may be "
        "straight, typographic or corner brackets. An apostrophe in or after a word is no mark, and a blank line ends "
        "every quotation.",
        Cost(120, 20.0), quote_depth, example=(("\"He said 'no' to the dogs' bowl.\"",), 2),
    ),
    Primitive(
        "indent", (_TEXT,), INT,
        "How many columns of blanks and tabs the text begins with; a tab goes on to the next multiple of four.",
        Cost(60, 2.0), indent, example=(("  \t item",), 5),
    ),
)  # fmt: skip
