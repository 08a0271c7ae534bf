"""Take a text; give its sentences as the older regular-expression splitter of Google's checkers cuts it.

The splitter protects the full stops that end no sentence, moves a closing quotation mark before the stop that it
follows, and cuts after every stop that is left. Here the rewriting is done on a copy of the same length, so that each
sentence is known as a slice of the text (`spans`) and as the published code writes it (`rewritten`).
"""

from __future__ import annotations

import re

_STARTER = (
    r"(?:Mr|Mrs|Ms|Dr|Prof|Capt|Cpt|Lt|Wherever"
    r"|(?:He|She|It|They|Their|Our|We|But|However|That|This)\s)"
)
_TITLE = re.compile(r"(Mr|St|Mrs|Ms|Dr)\.")
_DOMAIN = re.compile(r"\.(com|net|org|io|gov|edu|me)")
_DECIMAL = re.compile(r"([0-9])\.([0-9])")
_ELLIPSIS = re.compile(r"\.{2,}")
_INITIAL = re.compile(r"\s([A-Za-z])\. ")
_ACRONYM_BEFORE_STARTER = re.compile(rf"([A-Z]\.[A-Z]\.(?:[A-Z]\.)?) {_STARTER}")
_THREE_LETTERS = re.compile(r"([A-Za-z])\.([A-Za-z])\.([A-Za-z])\.")
_TWO_LETTERS = re.compile(r"([A-Za-z])\.([A-Za-z])\.")
_COMPANY_BEFORE_STARTER = re.compile(rf" (?:Inc|Ltd|Jr|Sr|Co)(\.) {_STARTER}")
_COMPANY = re.compile(r" (Inc|Ltd|Jr|Sr|Co)\.")
_LETTER = re.compile(r" ([A-Za-z])\.")
_STOP = re.compile(r"[.?!]")


def spans(text: str) -> list[tuple[int, int]]:
    """Spans of the sentences, without white space at their ends; a stop of its own is a sentence.

    A sentence before a company's `Inc. He` ends without its full stop, and one after a doubled cut is empty, as in the
    published code. `rewritten` gives the sentences as that code writes them.
    Source: `split_into_sentences` of IFEval, which IFBench used up to 2025-12-16 and IFTrain uses.
    """
    copy, bounds, _ = _rewritten(text)
    found = []
    for start, end in bounds:
        part = copy[start:end]
        left = start + len(part) - len(part.lstrip())
        # The copy has one more blank at its start.
        found.append((left - 1, max(left, start + len(part.rstrip())) - 1))
    return _without_padding(found, len(text))


def rewritten(text: str) -> list[str]:
    """The sentences as the published code gives them: blanks for line breaks, `"Go".` for `"Go."`."""
    copy, bounds, kept = _rewritten(text)
    found = [copy[start:end].strip().replace(kept, ".") for start, end in bounds]
    return found if found[-1] else found[:-1]


def _without_padding(found: list[tuple[int, int]], length: int) -> list[tuple[int, int]]:
    start, end = found[-1]
    if start == end:
        found.pop()
    return [(min(start, length), min(end, length)) for start, end in found]


def _rewritten(text: str) -> tuple[str, list[tuple[int, int]], str]:
    """The copy, the bounds of each sentence in it, and the character that stands there for a protected full stop."""
    kept = next(mark for mark in map(chr, range(0xE000, 0x110000)) if mark not in text)
    copy = f" {text}  ".replace("\n", " ")
    copy = _TITLE.sub(rf"\1{kept}", copy)
    copy = _DOMAIN.sub(rf"{kept}\1", copy)
    copy = _DECIMAL.sub(rf"\1{kept}\2", copy)
    cuts = [(match.end(), match.end()) for match in _ELLIPSIS.finditer(copy)]
    copy = _ELLIPSIS.sub(lambda match: kept * len(match.group()), copy)
    copy = copy.replace("Ph.D.", f"Ph{kept}D{kept}")
    copy = _INITIAL.sub(rf" \1{kept} ", copy)
    cuts += [(match.end(1), match.end(1)) for match in _ACRONYM_BEFORE_STARTER.finditer(copy)]
    copy = _THREE_LETTERS.sub(rf"\1{kept}\2{kept}\3{kept}", copy)
    copy = _TWO_LETTERS.sub(rf"\1{kept}\2{kept}", copy)
    cuts += [match.span(1) for match in _COMPANY_BEFORE_STARTER.finditer(copy)]
    copy = _COMPANY.sub(rf" \1{kept}", copy)
    copy = _LETTER.sub(rf" \1{kept}", copy)
    for mark in (".”", '."', '!"', '?"'):
        copy = copy.replace(mark, mark[::-1])
    cuts += [(match.end(), match.end()) for match in _STOP.finditer(copy)]
    bounds, start = [], 0
    for end, after in sorted(cuts):
        bounds.append((start, end))
        start = after
    return copy, [*bounds, (start, len(copy))], kept
