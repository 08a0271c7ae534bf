"""Take a text; give it changed, cut or judged: the functions of the language on texts, each total.

What is cut out of a `Piece` is a `Piece` again, so that it can still be pointed at in the graded text.
"""

from __future__ import annotations

import re
from functools import lru_cache

from ifdsl.primitives import occurrences
from ifdsl.primitives.piece import Piece
from ifdsl.primitives.primitive import Cost, Param, Primitive, later
from ifdsl.primitives.types import BOOL, INT, NUMBER, REGEX, TEXT, TEXTS, Type
from ifdsl.primitives.undecided import Undecided

LONGEST = 10_000_000
"""Code points that a text made by the language may have; it keeps nested replacements from filling the memory."""

_LONGEST_NUMERAL = 300
_NUMERAL = re.compile(r"(?:[+-]?|\u2212)(?:[0-9]{1,3}(?:,[0-9]{3})++|[0-9]++)(?:\.[0-9]++)?")


def checked_length(length: int) -> None:
    """Refuse to make a text that is too long.

    Raises:
        Undecided: `length` is over the limit.
    """
    if length > LONGEST:
        raise Undecided(f"a text of more than {LONGEST:,} characters would come about")


def _cut(text: str, start: int, end: int) -> str:
    if isinstance(text, Piece):
        return Piece(text[start:end], text.start + start)
    return text[start:end]


def strip(text: str, chars: str = "") -> str:
    """Without the characters of `chars` at either end; without white space where `chars` is empty."""
    if isinstance(text, Piece):
        return strip_end(strip_start(text, chars), chars)
    return text.strip(chars or None)


def strip_start(text: str, chars: str = "") -> str:
    """Without the characters of `chars` at the start; without white space where `chars` is empty."""
    return _cut(text, len(text) - len(text.lstrip(chars or None)), len(text))


def strip_end(text: str, chars: str = "") -> str:
    """Without the characters of `chars` at the end; without white space where `chars` is empty."""
    return _cut(text, 0, len(text.rstrip(chars or None)))


def without_prefix(text: str, prefix: str) -> str:
    """Without `prefix` at the start, if it is there."""
    return _cut(text, len(prefix) if text.startswith(prefix) else 0, len(text))


def without_suffix(text: str, suffix: str) -> str:
    """Without `suffix` at the end, if it is there."""
    return _cut(text, 0, len(text) - (len(suffix) if text.endswith(suffix) else 0))


def before(text: str, separator: str) -> str:
    """What stands before the first `separator`; nothing where it does not occur."""
    return _cut(text, 0, max(0, text.find(separator)))


def after(text: str, separator: str) -> str:
    """What stands after the first `separator`; nothing where it does not occur."""
    place = text.find(separator)
    return _cut(text, place + len(separator) if place >= 0 else len(text), len(text))


def after_last(text: str, separator: str) -> str:
    """What stands after the last `separator`; nothing where it does not occur."""
    place = text.rfind(separator)
    return _cut(text, place + len(separator) if place >= 0 else len(text), len(text))


def replace(text: str, old: str, new: str) -> str:
    """Each `old`, from the left, replaced by `new`; the text as it is where `old` is empty.

    Raises:
        Undecided: the result would be too long.
    """
    if not old:
        return text
    if len(new) > len(old):
        checked_length(len(text) + text.count(old) * (len(new) - len(old)))
    return text.replace(old, new)


def delete(text: str, chars: str) -> str:
    """Without any character of `chars`."""
    return text.translate(_deletion(chars))


@lru_cache(maxsize=64)
def _deletion(chars: str) -> dict[int, None]:
    return dict.fromkeys(map(ord, chars))


def reverse(text: str) -> str:
    """The code points in reverse order."""
    return text[::-1]


def upper(text: str) -> str:
    """In upper case, by Unicode's full mapping.

    Raises:
        Undecided: the result would be too long.
    """
    # A character becomes three at most.
    checked_length(len(text) if text.isascii() else 3 * len(text))
    return text.upper()


def lower(text: str) -> str:
    """In lower case, by Unicode's full mapping.

    Raises:
        Undecided: the result would be too long.
    """
    checked_length(len(text) if text.isascii() else 3 * len(text))
    return text.lower()


def matches(text: str, pattern: str) -> bool:
    """Whether the regular expression matches somewhere.

    Raises:
        Undecided: text and pattern together are over the limits.
    """
    return bool(_search(pattern, text))


def full_match(text: str, pattern: str) -> bool:
    """Whether the regular expression matches the whole text.

    Raises:
        Undecided: text and pattern together are over the limits.
    """
    return bool(_full_match(pattern, text))


_treebank_tokens = later("treebank", "tokens")
_google_sentences = later("google_splitter", "rewritten")
_search = later("patterns", "search")
_full_match = later("patterns", "full_match")


def is_blank(text: str) -> bool:
    """Whether there is nothing but white space."""
    return not text or text.isspace()


def code_point(text: str) -> int:
    """The number of the first character in Unicode; 0 where there is none."""
    return ord(text[0]) if text else 0


def is_number(text: str) -> bool:
    """Whether the whole text, white space around it aside, is one numeral such as `7`, `-1,000` or `3.14`."""
    numeral = text.strip()
    return len(numeral) <= _LONGEST_NUMERAL and _NUMERAL.fullmatch(numeral) is not None


def number(text: str) -> int | float:
    """The number that the text writes; 0 where it is no number."""
    if not is_number(text):
        return 0
    numeral = text.strip().replace(",", "").replace("−", "-")
    return float(numeral) if "." in numeral else int(numeral)


_TEXT = Param("text", TEXT)
_WHOLE_WORD = Param("whole_word", BOOL, False, flag=True)
_IGNORE_CASE = Param("ignore_case", BOOL, False, flag=True)
_AS_PATTERN = Param("as_pattern", BOOL, False, flag=True)
NEEDLE = (_TEXT, Param("needle", TEXT), _WHOLE_WORD, _IGNORE_CASE, _AS_PATTERN)
"""What the functions take that look for one text in another."""


def _function(
    name: str,
    run: object,
    params: tuple[Param, ...],
    returns: Type,
    doc: str,
    example: tuple[tuple[object, ...], object],
    cost: Cost = Cost(80, 0.5),  # noqa: B008 - a frozen value
    abstraction: str = "opaque",
    growth: float = 1.0,
) -> Primitive:
    assert callable(run)
    return Primitive(name, params, returns, doc, cost, run, abstraction=abstraction, example=example, growth=growth)


_CASE_GROWTH = 3.0
"""How many times longer a text can get in another case: ß becomes SS, and a letter with two accents three."""


PRIMITIVES = (
    _function(
        "count", occurrences.count, NEEDLE, INT,
        "How often `needle` occurs, from the left and without overlap. It is taken literally. With `whole_word` an "
        "occurrence does not count where a word runs on over its edge (scripts without blanks between words have no "
        "such edges); with `ignore_case` case is folded character by character; with `as_pattern` the needle is a "
        "pattern of Python's `re`, as published checkers read it, and one that is invalid occurs nowhere.",
        (("Cat, cats and a cat.", "cat", True, True, False), 2), Cost(400, 40.0), "contains",
    ),
    _function(
        "contains", occurrences.contains, NEEDLE, BOOL,
        "Whether `needle` occurs at all; its flags are those of `count`.",
        (("A STRAY word", "stray", False, True, False), True), Cost(400, 40.0), "contains",
    ),
    _function(
        "is_pattern", occurrences.is_pattern, (_TEXT,), BOOL,
        "Whether `count` can read the text `as_pattern`: whether it is a pattern of Python's `re`.",
        (("a(b",), False), Cost(5_000, 50.0),
    ),
    _function(
        "starts_with", occurrences.starts_with, (_TEXT, Param("part", TEXT), _IGNORE_CASE), BOOL,
        "Whether the text begins with `part`.",
        (("Dear reader", "dear", True), True), Cost(350, 1.0), "prefix",
    ),
    _function(
        "ends_with", occurrences.ends_with, (_TEXT, Param("part", TEXT), _IGNORE_CASE), BOOL,
        "Whether the text ends with `part`.",
        (("The end.", "end.", False), True), Cost(350, 1.0), "suffix",
    ),
    _function(
        "matches", matches, (_TEXT, Param("pattern", REGEX)), BOOL,
        "Whether the regular expression matches somewhere in the text.",
        (("Call 555-0199.", r"\d{3}-\d{4}"), True), Cost(400, 20.0),
    ),
    _function(
        "full_match", full_match, (_TEXT, Param("pattern", REGEX)), BOOL,
        "Whether the regular expression matches the whole text.",
        (("2024-05-01", r"\d+(-\d+)*"), True), Cost(400, 20.0),
    ),
    _function(
        "lower", lower, (_TEXT,), TEXT, "The text in lower case.", (("Ab C",), "ab c"), Cost(60, 0.5),
        growth=_CASE_GROWTH,
    ),
    _function(
        "upper", upper, (_TEXT,), TEXT, "The text in upper case.", (("Ab ß",), "AB SS"), Cost(60, 0.5),
        growth=_CASE_GROWTH,
    ),
    _function(
        "strip", strip, (_TEXT, Param("chars", TEXT, "")), TEXT,
        "The text without the characters of `chars` at either end; without white space where `chars` is empty.",
        ((' "Hi" \n', ' \n"'), "Hi"),
    ),
    _function(
        "strip_start", strip_start, (_TEXT, Param("chars", TEXT, "")), TEXT,
        "The text without the characters of `chars` at its start; without white space where `chars` is empty.",
        (("  Hi ", ""), "Hi "),
    ),
    _function(
        "strip_end", strip_end, (_TEXT, Param("chars", TEXT, "")), TEXT,
        "The text without the characters of `chars` at its end; without white space where `chars` is empty.",
        (("Hi!?!", "!?"), "Hi"),
    ),
    _function(
        "without_prefix", without_prefix, (_TEXT, Param("prefix", TEXT)), TEXT,
        "The text without `prefix` at its start, if it is there.",
        (("```json\n{}", "```json"), "\n{}"),
    ),
    _function(
        "without_suffix", without_suffix, (_TEXT, Param("suffix", TEXT)), TEXT,
        "The text without `suffix` at its end, if it is there.",
        (("report.txt", ".txt"), "report"),
    ),
    _function(
        "before", before, (_TEXT, Param("separator", TEXT)), TEXT,
        "What stands before the first `separator`; nothing where it does not occur.",
        (("name: value", ": "), "name"),
    ),
    _function(
        "after", after, (_TEXT, Param("separator", TEXT)), TEXT,
        "What stands after the first `separator`; nothing where it does not occur.",
        (("name: value", ": "), "value"),
    ),
    _function(
        "after_last", after_last, (_TEXT, Param("separator", TEXT)), TEXT,
        "What stands after the last `separator`; nothing where it does not occur.",
        (("Response: no. Response: 7", "Response:"), " 7"),
    ),
    _function(
        "replace", replace, (_TEXT, Param("old", TEXT), Param("new", TEXT)), TEXT,
        "The text with each `old`, from the left, replaced by `new`; as it is where `old` is empty.",
        (("a-b-c", "-", "+"), "a+b+c"), Cost(80, 1.0),
    ),
    _function(
        "delete", delete, (_TEXT, Param("chars", TEXT)), TEXT,
        "The text without any character that is one of `chars`.",
        (("don't, stop", "',"), "dont stop"), Cost(80, 8.0),
    ),
    _function("reverse", reverse, (_TEXT,), TEXT, "The characters in reverse order.", (("abc",), "cba")),
    _function(
        "is_upper", str.isupper, (_TEXT,), BOOL,
        "Whether there is a cased letter and each one is in upper case.",
        (("A1 B!",), True), abstraction="alphabet",
    ),
    _function(
        "is_lower", str.islower, (_TEXT,), BOOL,
        "Whether there is a cased letter and each one is in lower case.",
        (("a1 B!",), False), abstraction="alphabet",
    ),
    _function(
        "is_title", str.istitle, (_TEXT,), BOOL,
        "Whether each run of cased letters begins with a capital that no other capital follows, and there is one.",
        (("The Quick Fox",), True), Cost(60, 0.5),
    ),
    _function(
        "is_blank", is_blank, (_TEXT,), BOOL, "Whether there is nothing but white space.", ((" \n",), True),
        abstraction="alphabet",
    ),
    _function(
        "treebank_tokens", _treebank_tokens, (_TEXT,), TEXTS,
        "The words by the rule `nltk` as that tokenizer writes them: a straight quotation mark is ` `` ` where it "
        "opens and `''` where it closes. Needs the extra `parity`.",
        (('Say "no".',), ["Say", "``", "no", "''", "."]), Cost(800, 200.0), growth=len("``"),
    ),
    _function(
        "google_sentences", _google_sentences, (_TEXT,), TEXTS,
        "The sentences by the rule `google` as that splitter writes them: a blank for a line break, and a closing "
        "quotation mark before the stop that it follows.",
        (('"Go\non."',), ['"Go on".']), Cost(500, 200.0),
    ),
    _function(
        "code_point", code_point, (_TEXT,), INT,
        "The number of the first character in Unicode: `a` is 97, `b` is 98; 0 where there is none.",
        (("a bee",), 97), Cost(10),
    ),
    _function(
        "is_number", is_number, (_TEXT,), BOOL,
        "Whether the whole text, white space around it aside, is one numeral such as `7`, `-1,000` or `3.14`.",
        (("-1,250.5",), True),
    ),
    _function(
        "number", number, (_TEXT,), NUMBER, "The number that the text writes, as `is_number` reads it; else 0.",
        (("-1,250.5",), -1250.5),
    ),
)  # fmt: skip
