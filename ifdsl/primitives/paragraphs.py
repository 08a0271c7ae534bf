"""Take a text; give its paragraphs by a named, versioned rule, as spans, as texts or as a count.

`standard` is this language's own definition; `stars`, `blank_line` and `line` repeat how published checkers cut a text,
blank pieces included, so that the caller decides what a blank piece means. Lines end at `\\n`; a `\\r` before it is
white space at the end of the line.
"""

from __future__ import annotations

import re

from ifdsl.primitives.primitive import Rule, later

_FENCE = re.compile(r"`{3,}(?=[^`]*+\Z)|~{3,}")
_CLOSING_FENCE = re.compile(r"\n[ \t]*+(`{3,}+|~{3,}+)[ \t\r]*+(?=\n|\Z)")
_BREAK = re.compile(r"([-*_])(?:[ \t]*+\1){2,}+[ \t\r]*+\Z")
_STARS = re.compile(r"\s?\*\*\*\s?")


def standard(text: str) -> list[tuple[int, int]]:
    """Spans of the blocks of `text` between blank lines, without the white space at their ends.

    A line of white space alone is blank. A thematic break of Markdown (a line of three or more `*`, `-` or `_`) cuts
    like a blank line and is no paragraph. Blank lines inside a fenced code block do not cut. Headings, lists and
    tables are paragraphs where blank lines surround them.
    """
    found = []
    start = end = -1
    at = 0
    while at < len(text):
        first, line_end = line_bounds(text, at)
        if first == line_end or _is_break(text, first, line_end):
            if start >= 0:
                found.append((start, end))
            start = -1
        else:
            start = first if start < 0 else start
            line_end = max(line_end, code_block_end(text, first, line_end))
            end = first + len(text[first:line_end].rstrip())
        at = line_end + 1
    if start >= 0:
        found.append((start, end))
    return found


def stars(text: str) -> list[tuple[int, int]]:
    r"""Spans of all pieces between matches of `\s?\*\*\*\s?`, blank ones included.

    Source: IFEval, `length_constraints:number_paragraphs`.
    """
    return _between(text, [match.span() for match in _STARS.finditer(text)])


def blank_line(text: str) -> list[tuple[int, int]]:
    """Spans of all pieces between two line breaks in a row, as `text.split("\\n\\n")` gives them, blank ones included.

    Source: IFEval, `length_constraints:nth_paragraph_first_word`.
    """
    cuts = []
    at = text.find("\n\n")
    while at >= 0:
        cuts.append((at, at + 2))
        at = text.find("\n\n", at + 2)
    return _between(text, cuts)


def line(text: str) -> list[tuple[int, int]]:
    """Spans of the lines that hold more than white space, without the line break and with their indentation.

    Source: IFBench, `words:paragraph_last_first`.
    """
    found = []
    at = 0
    for piece in text.split("\n"):
        if piece and not piece.isspace():
            found.append((at, at + len(piece)))
        at += len(piece) + 1
    return found


def line_texts(text: str) -> list[str]:
    """The slices of `text` at `line`."""
    return [piece for piece in text.split("\n") if piece and not piece.isspace()]


def line_bounds(text: str, at: int) -> tuple[int, int]:
    """The first character that is not white space of the line that starts at `at`, and the end of the line.

    The two are equal for a blank line.
    """
    end = text.find("\n", at)
    if end < 0:
        end = len(text)
    first = at
    while first < end and text[first].isspace():
        first += 1
    return first, end


def code_block_end(text: str, first: int, line_end: int) -> int:
    """Where the fenced code block ends that the line from `first` to `line_end` opens, or -1 where it opens none.

    As in CommonMark, a fence is three or more backticks or tildes, the closing one is at least as long as the opening
    one, and a block that is never closed runs to the end of the text. Any indentation is allowed.
    """
    if first == line_end or text[first] not in "`~":
        return -1
    opening = _FENCE.match(text, first, line_end)
    if opening is None:
        return -1
    for closing in _CLOSING_FENCE.finditer(text, line_end):
        if closing.group(1).startswith(opening.group()):
            return closing.end()
    return len(text)


def _is_break(text: str, first: int, line_end: int) -> bool:
    return text[first] in "-*_" and _BREAK.match(text, first, line_end) is not None


def _between(text: str, cuts: list[tuple[int, int]]) -> list[tuple[int, int]]:
    starts = [0, *(end for _, end in cuts)]
    ends = [*(start for start, _ in cuts), len(text)]
    return list(zip(starts, ends, strict=True))


RULES: dict[str, Rule] = {
    "standard": Rule(standard, "Blocks between blank lines or thematic breaks; a fenced code block is never cut."),
    "stars": Rule(
        stars,
        "All pieces between `***`, blank ones included, as IFEval cuts them.",
        texts=_STARS.split,
        count=lambda text: len(_STARS.findall(text)) + 1,
    ),
    "blank_line": Rule(
        blank_line,
        "All pieces between two line breaks in a row, blank ones included, as IFEval cuts them.",
        texts=lambda text: text.split("\n\n"),
        count=lambda text: text.count("\n\n") + 1,
    ),
    "line": Rule(
        line,
        "Lines that hold more than white space.",
        texts=line_texts,
        count=lambda text: len(line_texts(text)),
    ),
    "prose": Rule(
        later("prose", "prose_paragraphs"),
        "Those of `standard` without headings, list items, table rows and fenced code.",
    ),
}
"""The paragraph rules by name; the first is the default."""
