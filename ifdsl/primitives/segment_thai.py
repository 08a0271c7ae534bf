"""Take a Thai text; give the spans of its words or sentences as PyThaiNLP 5.4.0 cuts them, for packs that must agree.

Words come from maximal matching in a dictionary within the bounds of character clusters (`newmm`), sentences from a
trained model over them (`crfcut`). Both are called as they are, from the extra `thai`, which pins the package.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from ifdsl.primitives.extras import MissingExtra
from ifdsl.primitives.undecided import Undecided

LONGEST = 20_000
"""Code points that are segmented at once. The time grows with the square of a text made for it: about 1 s here."""


def words(text: str, rule: str) -> list[tuple[int, int]]:
    """Spans of the tokens of `word_tokenize`, which hold every character: white space and punctuation are tokens too.

    Args:
        text: any text.
        rule: the rule that asks, for the error.

    Raises:
        MissingExtra: the extra `thai` is not installed.
        Undecided: the text is too long to be segmented in time.
    """
    return _spans(_functions(rule)[0](_checked(text)), 0)


def sentences(text: str, rule: str) -> list[tuple[int, int]]:
    """Spans of the sentences of each line of `text`, as `sent_tokenize` cuts the line; the blank after one is its own.

    Args:
        text: any text.
        rule: the rule that asks, for the error.

    Raises:
        MissingExtra: the extra `thai` is not installed.
        Undecided: the text is too long to be segmented in time.
    """
    cut = _functions(rule)[1]
    found = []
    start = 0
    for bare, line in zip(_checked(text).splitlines(), text.splitlines(keepends=True), strict=True):
        found += _spans(cut(bare), start)
        start += len(line)
    return found


def _checked(text: str) -> str:
    if len(text) > LONGEST:
        raise Undecided(f"a Thai text of more than {LONGEST:,} characters takes too long to be segmented")
    return text


def _spans(pieces: Iterable[str], start: int) -> list[tuple[int, int]]:
    found = []
    for piece in pieces:
        found.append((start, start + len(piece)))
        start += len(piece)
    return found


def _functions(rule: str) -> tuple[Callable[[str], list[str]], Callable[[str], list[str]]]:
    functions = _load()
    if functions is None:
        raise MissingExtra(f"the rule {rule} on a Thai text", "thai")
    return functions


@cache
def _load() -> tuple[Any, Any] | None:
    try:
        # The sentence model needs the second package only when it is first asked, which would be too late to say so.
        import pycrfsuite  # noqa: F401
        from pythainlp.tokenize import sent_tokenize, word_tokenize
    except ImportError:
        return None
    return word_tokenize, sent_tokenize
