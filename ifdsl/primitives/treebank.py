"""Take a text; give the word tokens, or their spans, that `word_tokenize` of nltk 3.10.4 gives, quirks included.

The tokeniser is a list of substitutions that put blanks around punctuation and clitics, sentence by sentence. Here they
run once over all sentences, joined by line breaks. That comes to the same, because only three rules look at the ends of
a sentence (an opening quotation mark, the last full stop, a last comma or colon): the first two are applied before
joining, and after joining the general rule for commas and colons does the work of the third.
"""

from __future__ import annotations

import re
from functools import cache

from ifdsl.primitives import punkt

_SPACES = re.compile(rf"{punkt.SPACE}+")
_AFTER_STOP = " ])}>\"'»”’"
_BACKTICKS = re.compile("`+")
_DOTS = re.compile(r"\.{2,}")

_OPENING_QUOTE = re.compile(r"\"(?<=[ (\[{<]\")|''(?<=[ (\[{<]'')")
_LEADING_APOSTROPHE = r"(?i)'(?<!\w')(?!(?:re|ve|ll|m|t|s|d|n)\b)(?=\w)"
_CLOSING_APOSTROPHE = re.compile(r"'(?<=[^']') ")
_SHORT_CLITIC = re.compile(r"'(?<=[^' ]')([sSmMdD]?) ")
_LONG_CLITIC = re.compile(r"(n't(?<=[^' ]n't)|N'T(?<=[^' ]N'T)|'(?:ll|LL|re|RE|ve|VE)(?<=[^' ]'..)) ")
_LONG_CLITICS = ("n't ", "N'T ", "'ll ", "'LL ", "'re ", "'RE ", "'ve ", "'VE ")
_CONTRACTIONS = {
    "cannot": r"(?i)\b(can)(not)\b",
    "d'ye": r"(?i)\b(d)('ye)\b",
    "gimme": r"(?i)\b(gim)(me)\b",
    "gonna": r"(?i)\b(gon)(na)\b",
    "gotta": r"(?i)\b(got)(ta)\b",
    "lemme": r"(?i)\b(lem)(me)\b",
    "more'n": r"(?i)\b(more)('n)\b",
    "wanna": r"(?i)\b(wan)(na)(?=\s)",
    "'tis": r"(?i) ('t)(is)\b",
    "'twas": r"(?i) ('t)(was)\b",
}
"""What each contraction looks like in lower case, and how it is cut."""


def tokens(text: str) -> list[str]:
    """The tokens exactly as `nltk.word_tokenize(text)` of 3.10.4 gives them, with `"` turned into ` `` ` or `''`.

    Raises:
        MissingExtra: the extra `parity` is not installed.
    """
    sentences = punkt.texts(text, 'words(rule="nltk")')
    return _cut("".join([f"{_open_and_close(sentence)}\n" for sentence in sentences])).split()


def spans(text: str) -> list[tuple[int, int]]:
    """The places of `tokens` in `text`. A quotation mark covers the mark as it stands in the text.

    The spans are in order, disjoint, not empty, and together they hold every character that is not white space.

    Raises:
        MissingExtra: the extra `parity` is not installed.
    """
    found = []
    end = 0
    for token in tokens(text):
        if token in ("``", "''"):
            start = end
            while text[start].isspace():
                start += 1
            end = start + (1 if text[start] == '"' else 2)
        else:
            start = text.index(token, end)
            end = start + len(token)
        found.append((start, end))
    return found


def texts(text: str) -> list[str]:
    """The slices of `text` at `spans`."""
    if "''" in text or ("``" in text and '"' in text):
        return [text[start:end] for start, end in spans(text)]
    if '"' in text:
        return ['"' if token in ("``", "''") else token for token in tokens(text)]
    return tokens(text)


def _open_and_close(sentence: str) -> str:
    """Put blanks round a quotation mark that opens the sentence and round the full stop that closes it."""
    if sentence[0] == '"':
        sentence = f" `` {sentence[1:]}"
    end = len(sentence.rstrip(_AFTER_STOP))
    tail = sentence[end:]
    stopped = sentence[end - 1 : end] == "." and sentence[end - 2 : end - 1] not in ("", ".")
    # A quotation mark after a blank has become an opening one by the time that the reference looks for the stop.
    if stopped and ' "' not in tail and " ''" not in tail:
        # A line break, not a blank: a blank would make the next rules take a quotation mark for an opening one.
        return f"{sentence[: end - 1]} .\n{tail} "
    return sentence


def _cut(text: str) -> str:
    """Put blanks between the tokens. The order matters: later rules see the blanks that earlier ones put in."""
    ascii_only = text.isascii()
    apostrophe = "'" in text
    quote = '"' in text or "''" in text
    if not ascii_only:
        text = _pad(text, "«“‘„")
    if "`" in text:
        text = _BACKTICKS.sub(r" \g<0> ", text).replace("``", " `` ")
    if quote:
        text = _OPENING_QUOTE.sub(" `` ", text)
    if apostrophe:
        text = _pattern(_LEADING_APOSTROPHE, ascii_only).sub("' ", text)
    text = _cut_commas(text, ascii_only)
    if ".." in text:
        text = _DOTS.sub(r" \g<0> ", text)
    text = _pad(text, ";@#$%&")
    if not ascii_only:
        text = _pad(text, "\u2012\u2013\u2014\u2015")
    text = _pad(text, "?!")
    if apostrophe:
        text = _CLOSING_APOSTROPHE.sub(" ' ", text)
    text = _pad(text, "*[](){}<>").replace("--", " -- ")
    if not ascii_only:
        text = _pad(text, "»”’")
    if quote:
        text = text.replace("''", " '' ").replace('"', " '' ")
    if apostrophe:
        # Separator controls are white space to `str.split`, but not to the patterns of the reference.
        odd = "\x1c" in text or "\x1d" in text or "\x1e" in text or "\x1f" in text
        text = _SPACES.sub(" ", f" {text}") if odd else f" {' '.join(text.split())} "
        text = _SHORT_CLITIC.sub(r" '\1 ", text)
        if any(clitic in text for clitic in _LONG_CLITICS):
            text = _LONG_CLITIC.sub(r" \1 ", text)
    return _cut_contractions(text, apostrophe)


def _pad(text: str, marks: str) -> str:
    for mark in marks:
        text = text.replace(mark, f" {mark} ")
    return text


def _cut_commas(text: str, ascii_only: bool) -> str:
    """Put a blank before and after each comma and colon that no digit follows."""
    if ",," in text or ",:" in text or ":," in text or "::" in text:
        # The reference takes the character after the mark along, so it passes over every second mark of a row.
        return _pattern(r"([:,])(\D)", ascii_only).sub(r" \1 \2", text)
    for mark in ",:":
        if mark in text:
            text = _pattern(mark + r"(?=\D)", ascii_only).sub(f" {mark} ", text)
    return text


def _cut_contractions(text: str, apostrophe: bool) -> str:
    low = text.lower()
    # A pattern without case takes these for `i`, `s` or `k`, though `str.lower` does not turn them into those.
    folded = not text.isascii() and any(letter in text for letter in "İıſ\u212a")
    for shape, pattern in _CONTRACTIONS.items():
        if ("'" not in shape or apostrophe) and (folded or shape in low):
            text = _compiled(pattern).sub(r" \1 \2 ", text)
    return text


_compiled = cache(re.compile)


@cache
def _pattern(source: str, ascii_only: bool) -> re.Pattern[str]:
    # The two engines agree on ASCII; elsewhere only `regex` has the letters and digits of the reference.
    if ascii_only:
        return _compiled(source)
    import regex

    compiled: re.Pattern[str] = regex.compile(source)
    return compiled
