"""Take a text; give the numbers of the n-grams that `langdetect` 1.0.9 would list for it, in the same order.

URLs and mail addresses become blanks, a letter with a Vietnamese combining mark becomes one character, and the first
10,000 characters are kept. Where characters from U+0300 on are more than twice those from `A` to `z`, the latter are
dropped. Each character is folded: all but letters to a blank; kana, hangul, Vietnamese letters and classes of Chinese
characters to one each. Listed are all n-grams of 1 to 3 characters that the profiles know, within a word and the
blanks at its sides, but none that ends in two capitals.
"""

from __future__ import annotations

import re
from functools import cached_property
from operator import add, and_
from typing import Any

from ifdsl.primitives.langdetect_table import LATIN_END, Table

LIMIT = 10_000
"""How many characters of the cleaned text are looked at."""
CHUNK = 16_384
UNSETTLED = 600
"""How far a cut can reach back: an open URL (8 characters), then a mail address (64 + 1 + 510), then a mark."""
KEPT_WORDS = 20_000
LONGEST_KEPT = 40

_URL = re.compile(r"https?://[-_.?&~;+=/#0-9A-Za-z]{1,2076}")
_MAIL_HEAD = "-_.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_MAIL_TAIL = re.compile(r"[-_0-9A-Za-z]{1,255}[-_.0-9A-Za-z]{1,255}")
_ASCII_BLANKS = {code: " " for code in range(128) if not chr(code).isalpha()}
_WORD = re.compile("[^\0-@\\[-`{-\x7f\xa0\xab\xb0\xbb\u2000-\u206f]+")
_A_TO_Z = re.compile("[A-z]+")
_FAR = re.compile("[\u0300-\U0010ffff]+")
_ASCII_NOT_A_TO_Z = bytes(code for code in range(128) if not 0x41 <= code <= 0x7A)


Row = list[Any]
"""What is known of an n-gram: its number alone, or what `fill` made of it."""


class Grams:
    """Reads texts by one table; keeps the n-grams of the words it has met."""

    def __init__(self, table: Table) -> None:
        self._words = _Words(table)
        letters, marks, self._composed = _vietnamese(table)
        self._marks = marks
        self._marked = re.compile(f"[{letters}][{marks}]")

    def of(self, text: str) -> list[Row]:
        """Give the row of each n-gram of `text`; a row occurs as often as its n-gram does."""
        text = self._clean(text)
        if text.isascii():
            words = text.translate(_ASCII_BLANKS).split(" ")
            last = words.pop()
        else:
            text = _drop_latin(text)
            words = _WORD.findall(text)
            last = words.pop() if words and _WORD.match(text[-1]) else ""
        found: list[Row] = []
        extend = found.extend
        for rows in map(self._words.__getitem__, words):
            extend(rows)
        # No blank follows the last word, so its closing n-grams are absent and it cannot be kept as a whole word.
        extend(self._words.read(last, ""))
        return found

    def _clean(self, text: str) -> str:
        size = CHUNK
        while True:
            clean = self._strip(text[:size])
            # INVARIANT: what a cut can change lies in the last UNSETTLED characters, so a long text costs no more.
            if size >= len(text) or len(clean) >= LIMIT + UNSETTLED:
                return clean[:LIMIT]
            size *= 4

    def _strip(self, text: str) -> str:
        if "://" in text:
            text = _URL.sub(" ", text)
        if "@" in text:
            text = _strip_mail(text)
        if not text.isascii() and any(mark in text for mark in self._marks):
            text = self._marked.sub(lambda pair: self._composed[pair[0]], text)
        return text


def _vietnamese(table: Table) -> tuple[str, str, dict[str, str]]:
    letters, marks, composed = table.vietnamese
    pairs = {
        letter + mark: character
        for mark, row in zip(marks, composed, strict=True)
        for letter, character in zip(letters, row, strict=True)
    }
    return letters, marks, pairs


def _strip_mail(text: str) -> str:
    """Give `text` with each match of `[-_.0-9A-Za-z]{1,64}@` and the tail replaced, in time linear in its length."""
    parts: list[str] = []
    end = 0
    at = text.find("@")
    while at >= 0:
        tail = _MAIL_TAIL.match(text, at + 1)
        head = text[max(end, at - 64) : at] if tail else ""
        start = at - len(head) + len(head.rstrip(_MAIL_HEAD))
        if tail and start < at:
            parts += (text[end:start], " ")
            end = tail.end()
        at = text.find("@", max(end, at + 1))
    parts.append(text[end:])
    return "".join(parts)


def _drop_latin(text: str) -> str:
    """Drop `A` to `z` where characters from U+0300 on are more than twice as many."""
    near = len(text.encode("latin-1", "ignore"))
    if 2 * len(text.encode("ascii", "ignore").translate(None, _ASCII_NOT_A_TO_Z)) >= len(text) - near:
        return text
    latin = sum(map(len, _A_TO_Z.findall(text)))
    far = sum(map(len, _FAR.findall(text)))
    return _A_TO_Z.sub("", text) if 2 * latin < far else text


class Rows(dict[int, Row]):
    """The row of each n-gram met so far, by its number."""

    def __missing__(self, gram: int) -> Row:
        self[gram] = row = [gram]
        return row


class _Words(dict[str, tuple[Row, ...]]):
    """The n-grams of each word met so far, with the blanks before and after it."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self._table = table
        self._folds = _Folds(table)
        self._rows = Rows()

    @cached_property
    def _grams(self) -> dict[str, int]:
        return self._table.grams()

    def __missing__(self, word: str) -> tuple[Row, ...]:
        grams = self.read(word, " ")
        if len(word) <= LONGEST_KEPT:
            if len(self) >= KEPT_WORDS:
                self.clear()
            self[word] = grams
        return grams

    def read(self, word: str, after: str) -> tuple[Row, ...]:
        """Give the n-grams of `word` behind a blank and before `after`, which is a blank or nothing."""
        if not word:
            return ()
        if not word.isascii():
            word = word.translate(self._folds)
        grams = self._table.latin if word.isascii() or max(word) < LATIN_END else self._grams
        text = f" {word}{after}"
        singles, pairs = text[1:], list(map(add, text, text[1:]))
        listed: list[str | None] = [None] * (3 * len(pairs))
        listed[::3] = singles
        listed[1::3] = pairs
        listed[5::3] = map(add, pairs, text[2:])
        if len(word) > 1 and not word[1:].islower():
            upper = [character.isupper() for character in text]
            for place, both in enumerate(map(and_, upper, upper[1:])):
                if both:
                    listed[3 * place : 3 * place + 3] = (None, None, None)
        # Numbers start at 1, so that what is not in the profiles can be told by its truth value.
        return tuple(map(self._rows.__getitem__, filter(None, map(grams.get, listed))))


class _Folds(dict[int, str]):
    """The character that stands for each code point beyond the blanks, as `str.translate` asks for it."""

    def __init__(self, table: Table) -> None:
        characters, leaders = table.folds
        super().__init__(zip(map(ord, characters), leaders, strict=True))

    def __missing__(self, code: int) -> str:
        folded = chr(code)
        for first, last, character in _FOLDED:
            if first <= code <= last:
                folded = character
        if len(self) < KEPT_WORDS:
            self[code] = folded
        return folded


_FOLDED = (
    (0x0219, 0x0219, "\u015f"),
    (0x021B, 0x021B, "\u0163"),
    (0x06CC, 0x06CC, "\u064a"),
    (0x1EA0, 0x1EFF, "\u1ec3"),
    (0x3040, 0x309F, "\u3042"),
    (0x30A0, 0x30FF, "\u30a2"),
    (0x3100, 0x312F, "\u3105"),
    (0x31A0, 0x31BF, "\u3105"),
    (0xAC00, 0xD7AF, "\uac00"),
)
"""Ranges of code points that are read as one character: Romanian letters, Farsi yeh, Vietnamese, kana and so on."""
