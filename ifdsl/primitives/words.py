"""Take a text; give its words by a named, versioned rule, as spans, as texts or as a count.

`standard` is this language's own definition, `icu` that of Unicode with dictionaries for the scripts without blanks.
`ifeval`, `whitespace`, `stripped`, `nltk` and `multi_if` repeat what published checkers take for a word, so that their
verdicts can be reproduced; `no_punctuation` repeats one more, whose words are not slices of the text and which is
therefore a plain function.
"""

from __future__ import annotations

import re
import string
from functools import cache
from unicodedata import category

from ifdsl.primitives.primitive import Rule, later

_ASCII_STANDARD = re.compile(r"[A-Za-z0-9]+(?:(?:['.&@_-]|(?<=\d)[,:](?=\d))[A-Za-z0-9]+)*+", re.ASCII)
_IDEOGRAPH = r"\p{Han}\p{Hiragana}\p{Katakana}\u3006\u30fc\uff70"
_INSIDE = r"\p{M}\u00ad\u200c\u200d\u2060"
_HALF_WIDTH_MARKS = "\uff9e\uff9f"
_NUMBER_ONLY = "٫٬．"
_START = rf"[[\p{{L}}\p{{N}}]--[{_IDEOGRAPH}]]"
_RUN = rf"{_START}[[\p{{L}}\p{{N}}{_INSIDE}]--[{_IDEOGRAPH}]]*+"
_JOINTS = "'’＇.&@_-‐‑·״׳"
_STANDARD = (
    rf"[{_IDEOGRAPH}][{_INSIDE}{_HALF_WIDTH_MARKS}]*+"
    rf"|{_RUN}(?:(?:[{re.escape(_JOINTS)}]|(?<=\p{{Nd}})[,:{_NUMBER_ONLY}](?=\p{{Nd}})){_RUN})*+"
)
_IFEVAL = r"\w+"
_SETTLED_IFEVAL = re.compile(_IFEVAL)
_UNSETTLED = (
    "[^\0-\xb1\xb4-\xb8\xba\xbb\xbf-\u02af\u0400-\u0482\u048a-\u052f\u2010-\u203e\u2190-\u23ff\u2500-\u2775"
    "\u2794-\u2bff\U0001f300-\U0001f6ff\U0001f900-\U0001f9ff]"
)
"""Characters other than these (letters, dashes, symbols, emoji) may be of a word to `regex` and not to `re`."""
_TOKEN = re.compile(r"\S+")
_NO_PUNCTUATION = str.maketrans("", "", string.punctuation)

# Counting goes over one byte a character, with each byte replaced by its class: that is several times faster than a
# regular expression, and the code page also holds the letters, quotes and dashes of most Western texts.
_PAGE = "cp1252"
_LETTER, _JOINT, _OTHER = b"aj "
_CHARACTERS = [bytes([byte]).decode(_PAGE, "replace") for byte in range(256)]
_STANDARD_CLASSES = bytes(
    _LETTER if category(character)[0] in "LN" else _JOINT if character in _JOINTS else _OTHER
    for character in _CHARACTERS
)
_IFEVAL_CLASSES = bytes(
    _LETTER if character.isalpha() or character.isdecimal() or character == "_" else _OTHER for character in _CHARACTERS
)
_NUMBER_JOINTS = [re.compile(rf"{mark}(?<=[0-9]{mark})(?=[0-9])") for mark in ",:"]


def standard(text: str) -> list[tuple[int, int]]:
    """Spans of the words of `text`, about as a word processor counts them, without tokens of pure punctuation.

    A word is a run of letters and numbers (Unicode categories L and N) with the combining marks, joiners and soft
    hyphens in it. Runs that a single apostrophe, hyphen, full stop, middle dot, `&`, `@` or `_` joins are one word
    (`don't`, `well-known`, `e.g`, `3.14`, `AT&T`, `snake_case`), as are those that a Hebrew geresh or gershayim joins;
    and so are digits that a single comma, colon, Arabic separator or full-width stop joins (`1,000`, `12:30`, `٣٫٥`).
    A dash or a slash separates (`yes/no` is two words). Each Han, Hiragana or Katakana character is a word of its own,
    with the marks of its sound. Scripts that are written without blanks and need a dictionary (Thai, Lao, Khmer,
    Burmese) are not segmented: a run between blanks or punctuation counts as one word there, which is far too few.
    """
    return [match.span() for match in _pattern(text, _ASCII_STANDARD, _STANDARD).finditer(text)]


def standard_texts(text: str) -> list[str]:
    """The slices of `text` at `standard`."""
    found: list[str] = _pattern(text, _ASCII_STANDARD, _STANDARD).findall(text)
    return found


def standard_count(text: str) -> int:
    """The number of `standard` words."""
    classes = _classes(text, _STANDARD_CLASSES)
    if classes is None:
        return len(standard_texts(text))
    # A word starts at each letter after something else, unless a joint between two letters is all that is there.
    number = classes.count(b" a") + classes.count(b" ja") + classes.count(b"jja")
    for mark, pattern in zip(",:", _NUMBER_JOINTS, strict=True):
        if mark in text:
            number -= len(pattern.findall(text))
    return number


def ifeval(text: str) -> list[tuple[int, int]]:
    r"""Spans of the runs of word characters, as `RegexpTokenizer(r"\w+")` of nltk 3.10.4 gives them.

    nltk 3.10 runs patterns with the `regex` engine, to which combining marks are word characters and superscript
    digits are not. (`don't` and `3.14` are two words each, a run of Chinese is one.)
    Source: IFEval, `length_constraints:number_words`.
    """
    return [match.span() for match in _ifeval_pattern(text).finditer(text)]


def ifeval_texts(text: str) -> list[str]:
    """The slices of `text` at `ifeval`."""
    found: list[str] = _ifeval_pattern(text).findall(text)
    return found


def ifeval_count(text: str) -> int:
    """The number of `ifeval` words."""
    classes = _classes(text, _IFEVAL_CLASSES)
    return len(ifeval_texts(text)) if classes is None else classes.count(b" a")


def whitespace(text: str) -> list[tuple[int, int]]:
    """Spans of what `str.split()` gives: the runs without white space."""
    return [match.span() for match in _TOKEN.finditer(text)]


def stripped(text: str) -> list[tuple[int, int]]:
    """Spans of what `str.split()` gives, each without the ASCII punctuation at its ends.

    A token of pure punctuation leaves an empty span, for the checkers that strip count an empty word there.
    Source: IFBench, `count:unique_word_count`.
    """
    found = []
    for match in _TOKEN.finditer(text):
        token = match.group()
        start = match.end() - len(token.lstrip(string.punctuation))
        end = match.start() + len(token.rstrip(string.punctuation))
        found.append((start, end) if start < end else (match.start(), match.start()))
    return found


def stripped_texts(text: str) -> list[str]:
    """The slices of `text` at `stripped`."""
    return [token.strip(string.punctuation) for token in text.split()]


def nltk(text: str) -> list[tuple[int, int]]:
    """Spans of the tokens of `word_tokenize` of nltk 3.10.4 in `text`, which hold all characters but white space.

    A punctuation mark is a token, and `don't` is two (`do`, `n't`). `nltk_tokens` gives the tokens as nltk writes
    them, which differ from the slices in the quotation marks alone.

    Raises:
        MissingExtra: the extra `parity` is not installed.
    """
    from ifdsl.primitives import treebank

    return treebank.spans(text)


def nltk_texts(text: str) -> list[str]:
    """The slices of `text` at `nltk`."""
    from ifdsl.primitives import treebank

    return treebank.texts(text)


def nltk_tokens(text: str) -> list[str]:
    """The tokens exactly as `nltk.word_tokenize(text)` of 3.10.4 gives them, with `"` turned into ` `` ` or `''`.

    Raises:
        MissingExtra: the extra `parity` is not installed.
    """
    from ifdsl.primitives import treebank

    return treebank.tokens(text)


def nltk_count(text: str) -> int:
    """The number of `nltk` tokens."""
    return len(nltk_tokens(text))


def no_punctuation(text: str) -> list[str]:
    """What `str.split()` gives once all ASCII punctuation is deleted; `a-b` becomes `ab`, which is no slice.

    Source: IFBench, `words:repeats`, `words:alphabet` and others.
    """
    return text.translate(_NO_PUNCTUATION).split()


def _pattern(text: str, ascii_pattern: re.Pattern[str], pattern: str) -> re.Pattern[str]:
    return ascii_pattern if text.isascii() else _unicode_pattern(pattern)


def _ifeval_pattern(text: str) -> re.Pattern[str]:
    return _SETTLED_IFEVAL if text.isascii() or not re.search(_UNSETTLED, text) else _unicode_pattern(_IFEVAL)


@cache
def _unicode_pattern(pattern: str) -> re.Pattern[str]:
    # Loading `regex` takes about 10 ms, which a run over ASCII texts can save.
    import regex

    compiled: re.Pattern[str] = regex.compile(pattern, regex.V1)
    return compiled


def _classes(text: str, table: bytes) -> bytes | None:
    """A blank and then one class letter a character, or None for a text with characters outside the code page."""
    try:
        data = text.encode("ascii" if text.isascii() else _PAGE)
    except UnicodeEncodeError:
        return None
    # A soft hyphen belongs to the word around it, which no class can tell.
    return None if b"\xad" in data else b" " + data.translate(table)


RULES: dict[str, Rule] = {
    "standard": Rule(
        standard,
        "Letters and numbers, joined by inner apostrophes, hyphens and full stops; each Han or Kana character is one.",
        version=2,
        texts=standard_texts,
        count=standard_count,
    ),
    "ifeval": Rule(
        ifeval,
        r"Runs of word characters (`\w+`), as IFEval counts them with nltk 3.10.4.",
        texts=ifeval_texts,
        count=ifeval_count,
    ),
    "whitespace": Rule(
        whitespace,
        "Runs without white space, as Python's `str.split()` gives them.",
        texts=str.split,
        count=lambda text: len(text.split()),
    ),
    "stripped": Rule(
        stripped,
        "Runs without white space, less the ASCII punctuation at their ends; pure punctuation leaves an empty word.",
        texts=stripped_texts,
        count=lambda text: len(text.split()),
    ),
    "nltk": Rule(
        nltk,
        "Tokens of `word_tokenize` of nltk 3.10.4: punctuation is a token, `don't` is two, a quotation mark stays.",
        texts=nltk_texts,
        count=nltk_count,
        needs="parity",
    ),
    "icu": Rule(
        later("icu_breaks", "words"),
        "Segments with a letter or digit by UAX #29 and the dictionaries of ICU 78.3, so Chinese or Thai words too.",
        count=later("icu_breaks", "words_count"),
        needs="icu",
    ),
    "multi_if": Rule(
        later("segment_multi_if", "words"),
        "As Multi-IF counts: a Chinese or Japanese character, a Thai token (extra `thai`), else those of `ifeval`.",
        count=later("segment_multi_if", "words_count"),
        needs="parity",
    ),
    "shown": Rule(
        later("prose", "shown_words"),
        "Those of `standard` that are no part of a web address or of a line that opens or closes a code block.",
        texts=later("prose", "shown_texts"),
        count=later("prose", "shown_count"),
    ),
}
"""The word rules by name; the first is the default."""
