"""Take a code, a message and labelled spans; give a `Diagnostic`, and what its fixes make of a text.

Diagnostics are data: nothing here prints (see `render`). Messages are raw text; the renderers escape them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import TYPE_CHECKING

from ifdsl.source.codes import Code, Severity
from ifdsl.source.span import Span

if TYPE_CHECKING:
    # `file` gives diagnostics of what it cannot read, so it is above this module.
    from ifdsl.source.file import SourceFile

__all__ = [
    "Diagnostic",
    "Edit",
    "Fix",
    "Label",
    "Safety",
    "Severity",
    "alternatives",
    "apply_fixes",
    "counted",
    "in_order",
    "quoted",
    "suggest",
]


class Safety(StrEnum):
    """What a fix may change: `safe` keeps the meaning, `unsafe` may not, `display_only` is never applied."""

    SAFE = "safe"
    UNSAFE = "unsafe"
    DISPLAY_ONLY = "display_only"


@dataclass(frozen=True, slots=True)
class Label:
    """A stretch of a file with what there is to say about it (which may be nothing)."""

    file: SourceFile
    span: Span
    message: str = ""


@dataclass(frozen=True, slots=True)
class Edit:
    """Put `replacement` where `span` stands; an empty span inserts, an empty replacement deletes."""

    span: Span
    replacement: str


@dataclass(frozen=True, slots=True)
class Fix:
    """Edits of the diagnostic's primary file that are made together or not at all.

    Raises:
        ValueError: two of the edits overlap, or insert at one place.
    """

    title: str
    edits: tuple[Edit, ...]
    safety: Safety

    def __post_init__(self) -> None:
        spans = sorted(edit.span for edit in self.edits)
        if any(_clash(one, other) for one, other in pairwise(spans)):
            raise ValueError(f"the edits of the fix {self.title!r} overlap")


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding. `fixes` are alternatives, the best first; `help` is advice that no edit can carry out."""

    code: Code
    message: str
    primary: Label
    secondary: tuple[Label, ...] = ()
    help: tuple[str, ...] = ()
    fixes: tuple[Fix, ...] = ()

    @property
    def severity(self) -> Severity:
        return self.code.severity


def in_order(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """By path, then by place in the file, then by code and message: the same order on every run."""

    def key(diagnostic: Diagnostic) -> tuple[str, int, Span, int, str]:
        file, span = diagnostic.primary.file, diagnostic.primary.span
        return file.path, file.first, span, diagnostic.code.number, diagnostic.message

    return sorted(diagnostics, key=key)


_ALLOWED = {
    Safety.SAFE: (Safety.SAFE,),
    Safety.UNSAFE: (Safety.SAFE, Safety.UNSAFE),
    Safety.DISPLAY_ONLY: (),
}


def apply_fixes(text: str, diagnostics: Iterable[Diagnostic], safety: Safety = Safety.SAFE) -> str:
    """Give `text` with the fixes of the diagnostics made.

    The first fix of each diagnostic that `safety` allows is taken (`UNSAFE` allows safe ones too;
    `DISPLAY_ONLY` fixes are never made), in the order of `in_order`. A fix that clashes with one already
    taken is left out whole, so that a second run over the new text can make it; an edit that another fix
    makes in the same words is made once. A diagnostic of another text, or a fix that reaches past the end,
    changes nothing.
    """
    allowed = _ALLOWED[safety]
    taken: list[Edit] = []
    # INVARIANT: offsets mean something only in the text they were made for.
    for diagnostic in in_order(d for d in diagnostics if d.primary.file.text == text):
        fix = next((fix for fix in diagnostic.fixes if fix.safety in allowed), None)
        if fix is not None:
            _take(fix.edits, taken, len(text))
    pieces: list[str] = []
    done = 0
    for edit in taken:
        pieces += [text[done : edit.span.start], edit.replacement]
        done = edit.span.end
    return "".join([*pieces, text[done:]])


def _take(edits: Sequence[Edit], taken: list[Edit], length: int) -> None:
    """Add the edits to `taken`, which stays sorted and free of clashes, or add none."""
    new = []
    for edit in edits:
        if not 0 <= edit.span.start <= edit.span.end <= length:
            return
        place = bisect_left(taken, edit.span, key=lambda other: other.span)
        # INVARIANT: taken edits do not clash, so a new one can only clash with its neighbours.
        near = taken[max(0, place - 1) : place + 1]
        if edit in near:
            continue
        if any(_clash(*sorted((edit.span, other.span))) for other in near):
            return
        new.append(edit)
    taken.extend(new)
    taken.sort(key=lambda edit: edit.span)


def _clash(first: Span, second: Span) -> bool:
    """Whether two edits, in order, cannot both be made: they share a code point or a place to insert at."""
    return second.start < first.end or first == second


def quoted(words: str, limit: int = 60) -> str:
    """The user's words in backticks, for a message; beyond `limit` code points they are cut off with `…`."""
    return f"`{words if len(words) <= limit else words[: limit - 1] + '…'}`"


def counted(count: int, noun: str) -> str:
    """`1 prompt`, `2 prompts`."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def alternatives(words: Sequence[str]) -> str:
    """One word or more as what one may choose from: `a, b or c`."""
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1]


_LONGEST_WORD = 64


def suggest(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate that `word` is most likely a misspelling of, or None where none is near.

    Near means at most one slip (a letter left out, put in, exchanged, or swapped with its neighbour) for
    every three letters and at most three in all; letter case, and `-` or a blank for `_`, count for
    nothing. Of equally near candidates the one that sorts first is given, so the order of `candidates` does
    not matter. `word` itself is never suggested, and a word of more than 64 code points has no suggestion.
    """
    if len(word) > _LONGEST_WORD:
        return None
    plain = _plain(word)
    limit = min(3, len(plain) // 3)
    best: tuple[int, str] | None = None
    for candidate in candidates:
        if candidate == word or abs(len(candidate) - len(word)) > limit:
            continue
        distance = _slips(plain, _plain(candidate), limit)
        if distance <= limit and (best is None or (distance, candidate) < best):
            best = (distance, candidate)
    return best[1] if best else None


def _plain(word: str) -> str:
    return word.lower().replace("-", "_").replace(" ", "_")


def _slips(a: str, b: str, limit: int) -> int:
    """The Damerau-Levenshtein distance (optimal string alignment), or any number above `limit`.

    Source: Damerau, Communications of the ACM 7 (1964) 171-176.
    """
    before: list[int] = []
    above = list(range(len(b) + 1))
    for i, left in enumerate(a, 1):
        row = [i]
        for j, right in enumerate(b, 1):
            cost = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (left != right))
            if i > 1 and j > 1 and left == b[j - 2] and a[i - 2] == right:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        if min(row) > limit and min(above) > limit:
            return limit + 1
        before, above = above, row
    return above[-1]
