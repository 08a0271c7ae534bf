"""Take a text and what is sought in it; give whether, how often and where it occurs, as whole words or in any case.

A needle is taken literally. With `as_pattern` it is read as the published checkers read it: as a pattern of Python's
`re` (see `keywords`), and `whole_word` then puts `\\b` on either side.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator
from functools import lru_cache

from ifdsl.primitives.folding import fold, fold_needle
from ifdsl.primitives.undecided import Undecided

_SPECIAL = frozenset(".^$*+?{[\\|()")
_MOST_REJECTED = 50_000_000
"""Characters compared for occurrences that turn out to be parts of words; beyond it a hostile text is given up."""


def contains(
    text: str, needle: str, whole_word: bool = False, ignore_case: bool = False, as_pattern: bool = False
) -> bool:
    """Whether `needle` occurs in `text`; the same as `count(…) > 0`.

    Raises:
        Undecided: a hostile pattern or text hits a bound.
    """
    if as_pattern and not _is_plain(needle):
        if not whole_word and _is_plain_word(needle):
            return contains(text, needle[2:-2], True, ignore_case, True)
        from ifdsl.primitives import keywords

        return keywords.contains(text, needle, whole_word, ignore_case)
    if ignore_case:
        haystack, needle = fold(text), fold_needle(needle)
    else:
        haystack = text
    start = haystack.find(needle)
    if start < 0 or not whole_word:
        return start >= 0
    edges = _between_boundaries if as_pattern else _stands_alone
    return next(_whole(haystack, needle, text, edges, start), None) is not None


def count(text: str, needle: str, whole_word: bool = False, ignore_case: bool = False, as_pattern: bool = False) -> int:
    """How many occurrences of `needle` there are in `text`, counted from the left without overlap.

    With `whole_word` an occurrence does not count where a word runs on over one of its edges: where letters, digits,
    marks or underscores stand on both sides of it, of a script that puts blanks between words. With `ignore_case`
    characters are compared as under `re.IGNORECASE`. With `as_pattern` the number is `len(re.findall(needle, text))`,
    and 0 where `needle` is no valid pattern. An empty needle occurs at every position, ends included.

    Raises:
        Undecided: a hostile pattern or text hits a bound.
    """
    if as_pattern and not _is_plain(needle):
        from ifdsl.primitives import keywords

        return keywords.count(text, needle, whole_word, ignore_case)
    if ignore_case:
        haystack, needle = fold(text), fold_needle(needle)
    else:
        haystack = text
    if not whole_word:
        return haystack.count(needle)
    start = haystack.find(needle)
    if start < 0:
        return 0
    edges = _between_boundaries if as_pattern else _stands_alone
    return sum(1 for _ in _whole(haystack, needle, text, edges, start))


def find_spans(
    text: str, needle: str, whole_word: bool = False, ignore_case: bool = False, as_pattern: bool = False
) -> list[tuple[int, int]]:
    """Where the occurrences that `count` counts are, as half-open spans of `text`.

    Raises:
        Undecided: a hostile pattern or text hits a bound.
    """
    if as_pattern and not _is_plain(needle):
        from ifdsl.primitives import keywords

        return keywords.find_spans(text, needle, whole_word, ignore_case)
    haystack, needle = (fold(text), fold_needle(needle)) if ignore_case else (text, needle)
    edges = (_between_boundaries if as_pattern else _stands_alone) if whole_word else _anywhere
    return list(_whole(haystack, needle, text, edges, haystack.find(needle)))


def starts_with(text: str, part: str, ignore_case: bool = False) -> bool:
    """Whether `text` begins with `part`; with `ignore_case` characters are compared as under `re.IGNORECASE`."""
    if ignore_case:
        return fold_needle(text[: len(part)]) == fold_needle(part)
    return text.startswith(part)


def ends_with(text: str, part: str, ignore_case: bool = False) -> bool:
    """Whether `text` ends with `part`; with `ignore_case` characters are compared as under `re.IGNORECASE`."""
    if ignore_case:
        return len(part) <= len(text) and fold_needle(text[len(text) - len(part) :]) == fold_needle(part)
    return text.endswith(part)


@lru_cache(maxsize=4096)
def _is_plain(needle: str) -> bool:
    """Whether a needle means itself as a pattern: it holds no special character, and is not empty."""
    return bool(needle) and _SPECIAL.isdisjoint(needle)


def is_pattern(needle: str) -> bool:
    """Whether `needle` can be read `as_pattern`: whether it is a pattern of Python's `re`.

    Raises:
        Undecided: it is too long for one.
    """
    if _is_plain(needle) or _is_plain_word(needle):
        return True
    from ifdsl.primitives import keywords

    return keywords.is_valid(needle)


def _is_plain_word(needle: str) -> bool:
    """Whether a pattern is a plain needle between two `\\b`."""
    return needle.startswith("\\b") and needle.endswith("\\b") and _is_plain(needle[2:-2])


def _whole(
    haystack: str, needle: str, text: str, edges: Callable[[str, int, int], bool], start: int
) -> Iterator[tuple[int, int]]:
    """Occurrences in `haystack` (`text`, folded or not) from the one at `start` on whose edges fit in `text` itself."""
    length, rejected = len(needle), 0
    while start >= 0:
        end = start + length
        if edges(text, start, end):
            yield start, end
            start = haystack.find(needle, end if length else start + 1)
        else:
            rejected += length
            if rejected > _MOST_REJECTED:
                raise Undecided("the words sought are found inside other words too often to tell them apart in time")
            start = haystack.find(needle, start + 1)


def _anywhere(text: str, start: int, end: int) -> bool:
    return True


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Whether a word begins and ends where an occurrence does: no word runs on over either of its edges."""
    if start == end:
        return not (start and is_word_char(text[start - 1])) and not (end < len(text) and is_word_char(text[end]))
    begins = start == 0 or not _runs_on(text[start - 1], text[start])
    return begins and (end == len(text) or not _runs_on(text[end - 1], text[end]))


def _runs_on(left: str, right: str) -> bool:
    """Whether one word holds two neighbouring characters.

    A needle that begins or ends with punctuation (`C++`) needs no boundary there, and the scripts that are written
    without blanks have none: a word of theirs may stand anywhere.
    """
    return is_word_char(left) and is_word_char(right) and not (_is_unspaced(left) or _is_unspaced(right))


def _is_unspaced(char: str) -> bool:
    """Whether `char` is of a script without blanks between words: Han, kana, Thai, Lao, Burmese, Khmer."""
    if char < "\u0e00":
        return False
    return (
        char <= "\u0eff"
        or "\u1000" <= char <= "\u109f"
        or "\u1780" <= char <= "\u17ff"
        or "\u3005" <= char <= "\u30ff"
        or "\u31f0" <= char <= "\u31ff"
        or "\u3400" <= char <= "\u9fff"
        or "\uf900" <= char <= "\ufaff"
        or "\uff66" <= char <= "\uff9d"
        or "\U00020000" <= char <= "\U0003ffff"
    )


def _between_boundaries(text: str, start: int, end: int) -> bool:
    """`\\b` at both ends, as Python's `re` has it: a mark is no part of a word there."""
    before = start > 0 and (text[start - 1].isalnum() or text[start - 1] == "_")
    after = end < len(text) and (text[end].isalnum() or text[end] == "_")
    first, last = text[start], text[end - 1]
    return before != (first.isalnum() or first == "_") and after != (last.isalnum() or last == "_")


def is_word_char(char: str) -> bool:
    """Whether `char` is a letter, a digit or other numeral, a mark or an underscore."""
    if char.isalnum() or char == "_":
        return True
    return char > "\u02ff" and unicodedata.category(char)[0] == "M"
