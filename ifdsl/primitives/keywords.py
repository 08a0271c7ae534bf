"""Take a text and a keyword that published checkers hand to Python's `re`; give the verdict that they would give.

IFEval and its kin search `re.search(keyword, text, re.IGNORECASE)` with the keyword unescaped, so that `C++` is a
possessive repetition and `(` an error. Verdicts are those of `re` itself wherever its backtracking is bounded for the
text at hand; otherwise the third-party `regex` module runs the pattern under a time limit. A keyword that is no valid
pattern never occurs.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from ifdsl.primitives.undecided import Undecided

_LONGEST = 1_000
_MOST_RANGES = 32
_MOST_STEPS = 50_000_000
"""Steps of backtracking, each 5 to 10 ns, up to which `re` may run: there is no way to interrupt it."""
_SECONDS = 1.0

_QUOTED = re.compile(r"\\.|\[\^?\]?(?:[^\]\\]|\\.)*+\]", re.DOTALL)
_PLAIN = re.compile(r"[^\0.^$*+?{}|()\[\]\\]{2,}")
_QUANTIFIER = re.compile(r"([*+?]|\{\d*,?\d*\})[?+]?")
_WORD = r"\p{L}\p{N}_"
_SPACE = r"\t-\r\x1c- \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
_OUTSIDE = {
    "w": f"[{_WORD}]", "W": f"[^{_WORD}]", "d": r"\p{Nd}", "D": r"\P{Nd}", "s": f"[{_SPACE}]", "S": f"[^{_SPACE}]",
    "b": f"(?:(?<=[{_WORD}])(?![{_WORD}])|(?<![{_WORD}])(?=[{_WORD}]))",
    "B": f"(?:(?<=[{_WORD}])(?=[{_WORD}])|(?<![{_WORD}])(?![{_WORD}]))",
}  # fmt: skip
_INSIDE = {"w": _WORD, "d": r"\p{Nd}", "D": r"\P{Nd}", "s": _SPACE}


@dataclass(frozen=True, slots=True)
class _Keyword:
    """A valid pattern, and how its backtracking grows: `length * 2**optional * n**(1 + repeats)` steps for n chars.

    `repeats` is None where groups and repetitions mix, so that no such bound is known. `part` is a text that stands in
    every match with nothing before it that repeats, or empty: only from where it stands does matching go on behind it.
    """

    pattern: re.Pattern[str]
    repeats: int | None
    optional: int
    part: str = ""


def contains(text: str, keyword: str, whole_word: bool, ignore_case: bool) -> bool:
    """Whether `re.search` finds `keyword`, with `\\b` on either side where `whole_word`; false where it is an error.

    Raises:
        Undecided: the pattern is over the limits, or takes too long on this text.
    """
    compiled = _compiled(keyword, whole_word, ignore_case)
    if compiled is None:
        return False
    if _is_bounded(compiled, text):
        return bool(compiled.pattern.search(text))
    return next(_limited(compiled, text), None) is not None


def count(text: str, keyword: str, whole_word: bool, ignore_case: bool) -> int:
    """`len(re.findall(keyword, text))`, with `\\b` on either side where `whole_word`; 0 where it is an error.

    Raises:
        Undecided: the pattern is over the limits, or takes too long on this text.
    """
    return len(find_spans(text, keyword, whole_word, ignore_case))


def find_spans(text: str, keyword: str, whole_word: bool, ignore_case: bool) -> list[tuple[int, int]]:
    """Where the matches are that `count` counts.

    Raises:
        Undecided: the pattern is over the limits, or takes too long on this text.
    """
    compiled = _compiled(keyword, whole_word, ignore_case)
    if compiled is None:
        return []
    if _is_bounded(compiled, text):
        return [match.span() for match in compiled.pattern.finditer(text)]
    return list(_limited(compiled, text))


def is_valid(keyword: str) -> bool:
    """Whether `re` takes `keyword` for a pattern when it ignores case, as the published checkers make it.

    Raises:
        Undecided: the pattern is over the limits.
    """
    return _compiled(keyword, False, True) is not None


@lru_cache(maxsize=1024)
def _compiled(keyword: str, whole_word: bool, ignore_case: bool) -> _Keyword | None:
    # Ranges are counted because `re` expands each range of a class, character by character, when it ignores case.
    if len(keyword) > _LONGEST or ("[" in keyword and keyword.count("-") > _MOST_RANGES):
        raise Undecided("a keyword is too long to be read as a pattern")
    source = rf"\b{keyword}\b" if whole_word else keyword
    flags = re.IGNORECASE if ignore_case else 0
    try:
        if "[" in keyword:
            with warnings.catch_warnings():
                # `re` warns of classes that a later version may read otherwise.
                warnings.simplefilter("ignore")
                pattern = re.compile(source, flags)
        else:
            pattern = re.compile(source, flags)
    except (re.error, OverflowError, RecursionError):
        return None
    rest = _QUOTED.sub("x", source)
    quantifiers = [match[1] for match in _QUANTIFIER.finditer(rest)]
    optional = quantifiers.count("?")
    if "(" in rest and (quantifiers or "|" in rest):
        return _Keyword(pattern, None, 0)
    part = "" if ignore_case or "|" in rest or "(" in rest else _part(source)
    return _Keyword(pattern, len(quantifiers) - optional, optional, part)


def _part(source: str) -> str:
    bare = _QUOTED.sub("\0", source)
    found = _PLAIN.search(bare)
    if found is None or not {"*", "+", "{"}.isdisjoint(bare[: found.start()]):
        return ""
    end = found.end()
    return bare[found.start() : end - 1 if bare[end : end + 1] in ("*", "+", "?", "{") else end]


def _is_bounded(keyword: _Keyword, text: str) -> bool:
    if keyword.repeats is None or keyword.optional > 20 or keyword.repeats > 20:
        return False
    length = len(text) + 1
    most = _MOST_STEPS // len(keyword.pattern.pattern or ".") >> keyword.optional
    behind: int = length**keyword.repeats
    if length * behind <= most:
        return True
    # Occurrences that overlap begin inside one that was counted.
    starts = text.count(keyword.part) * len(keyword.part) if keyword.part else length
    return length + starts * behind <= most


def _limited(keyword: _Keyword, text: str) -> Iterator[tuple[int, int]]:
    """The spans of the matches, by an engine that can be stopped."""
    import regex

    source = keyword.pattern.pattern
    flags = regex.V0 | (regex.IGNORECASE if keyword.pattern.flags & re.IGNORECASE else 0)
    try:
        # Under `(?a)` both engines agree on what they call a word, a digit and a space.
        translated = source if keyword.pattern.flags & re.ASCII else _for_regex(source)
        pattern = regex.compile(translated, flags)
        for match in pattern.finditer(text, timeout=_SECONDS):
            yield match.span()
    except TimeoutError:
        raise Undecided(f"the pattern `{source}` takes too long on this text") from None
    except (regex.error, RecursionError, MemoryError):
        raise Undecided(f"the pattern `{source}` cannot be run within its limits") from None


def _for_regex(source: str) -> str:
    """The same pattern for `regex`, which reads some classes, boundaries and braces in another way than `re`."""
    pieces, end = [], 0
    for match in _QUOTED.finditer(source):
        pieces.append(_literal_braces(source[end : match.start()]))
        pieces.append(_class_for_regex(match[0]) if match[0][0] == "[" else _OUTSIDE.get(match[0][1], match[0]))
        end = match.end()
    pieces.append(_literal_braces(source[end:]))
    return "".join(pieces)


def _literal_braces(stretch: str) -> str:
    """Write `{,n}` in full and escape a `{` that opens no repetition, where `regex` would read an approximate match."""
    return re.sub(r"\{(?!\d+,?\d*\})", r"\\{", re.sub(r"\{,(\d*)\}", r"{0,\1}", stretch))


def _class_for_regex(source: str) -> str:
    def translate(match: re.Match[str]) -> str:
        if match[0] == "[":
            return r"\["
        name = match[0][1]
        if name in "WS":
            raise Undecided(f"the class `{source}` cannot be run within its limits")
        return _INSIDE.get(name, match[0])

    return "[" + re.sub(r"\\.|\[", translate, source[1:], flags=re.DOTALL)
