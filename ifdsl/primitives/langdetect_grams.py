"""Take a text; give the numbers of the n-grams that `langdetect` 1.0.9 would list for it, in the same order.

URLs and mail addresses become blanks, a letter with a Vietnamese combining mark becomes one character, and the first
10,000 characters are kept. Where characters from U+0300 on are more than twice those from `A` to `z`, the latter are
dropped. Each character is folded: all but letters to a blank; kana, hangul, Vietnamese letters and classes of Chinese
characters to one each. Listed are all n-grams of 1 to 3 characters that the profiles know, within a word and the
blanks at its sides, but none that ends in two capitals.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import chain, compress, count
from operator import add, and_, not_
from typing import Any

from ifdsl.primitives.langdetect_table import Table, script_of

LIMIT = 10_000
"""How many characters of the cleaned text are looked at."""
CHUNK = 16_384
UNSETTLED = 600
"""How far a cut can reach back: an open URL (8 characters), then a mail address (64 + 1 + 510), then a mark."""
FIRST_CHINESE = 0x4E00
"""The classes of Chinese characters begin here; most texts need none of them."""
KEPT_WORDS = 50_000
LONGEST_KEPT = 40

_URL = re.compile(r"https?://[-_.?&~;+=/#0-9A-Za-z]{1,2076}")
_MAIL_HEAD = "-_.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_MAIL_TAIL = re.compile(r"[-_0-9A-Za-z]{1,255}[-_.0-9A-Za-z]{1,255}")
_ASCII_BLANKS = bytes(code if chr(code).isalpha() and code < 128 else 32 for code in range(256))
_WORD = re.compile("[^\0-@\\[-`{-\x7f\xa0\xab\xb0\xbb\u2000-\u206f]+")
_CAPITALS = re.compile("[A-Z]{2,}+")
_A_TO_Z = re.compile("[A-z]+")
_FAR = re.compile("[^\0-\u02ff]+")
_ASCII_NOT_A_TO_Z = bytes(code for code in range(128) if not 0x41 <= code <= 0x7A)


class Grams:
    """Reads texts by one table; keeps the n-grams of the words it has met."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._numbers: dict[str, int] = {}
        self._scripts: set[int] = set()
        self._characters: set[str] = set()
        self._load({0})
        self._words: dict[str, tuple[int, ...]] = {}
        self._folds = _Folds(table)
        letters, self._marks, self._composed = _vietnamese(table)
        self._marked = re.compile(f"[{letters}][{self._marks}]")

    def of(self, text: str) -> list[int]:
        """Give the number of each n-gram of `text`, in order."""
        text = self._clean(text)
        if text.isascii():
            words = text.encode("ascii").translate(_ASCII_BLANKS).decode("ascii").split(" ")
            last = words.pop()
        else:
            text = _drop_latin(text)
            words = _WORD.findall(text)
            last = words.pop() if words and _WORD.match(text[-1]) else ""
        known = self._words
        pieces: list[Any] = list(map(known.get, words))
        if None in pieces:
            # A word known to have no n-grams is read again, which changes nothing.
            new = set(compress(words, map(not_, pieces)))
            read = self._read(new)
            pieces = list(map(read.get, words, pieces))
            if len(known) > KEPT_WORDS:
                known.clear()
            known.update((word, piece) for word, piece in read.items() if len(word) <= LONGEST_KEPT)
        found: list[int] = list(chain.from_iterable(pieces))
        if last:
            # No blank follows the last word, so it lacks the n-grams that end with one and is not kept as others are.
            found += self._read([last], "")[last]
        return found

    def _read(self, words: Collection[str], after: str = " ") -> dict[str, tuple[int, ...]]:
        """Give for each word the n-grams from its first letter up to the blank `after` it, if one is there."""
        text = f" {' '.join(words)}{after}"
        if not text.isascii():
            text = text.translate(self._folds)
            fresh = set(text) - self._characters
            if fresh:
                self._load(set(map(script_of, fresh)))
                self._characters |= fresh
        known = self._numbers.get
        pairs = list(map(add, text, text[1:]))
        # N-grams across a blank are looked up too, but the table has none.
        numbers: list[Any] = [None] * (3 * len(pairs))
        numbers[::3] = map(known, text[1:])
        numbers[1::3] = map(known, pairs)
        numbers[5::3] = map(known, map(add, pairs, text[2:]))
        if text.isascii():
            for run in _CAPITALS.finditer(text):
                start, end = run.span()
                numbers[3 * start : 3 * end - 3] = [None] * (3 * (end - start - 1))
        else:
            upper = list(map(str.isupper, text))
            for place in compress(count(), map(and_, upper, upper[1:])):
                numbers[3 * place : 3 * place + 3] = (None, None, None)
        read = {}
        end = 0
        for word in words:
            start, end = end, end + 3 * len(word) + 3
            read[word] = tuple(filter(None, numbers[start:end]))
        return read

    def _load(self, scripts: set[int]) -> None:
        """Read the n-grams of those scripts that are not there yet."""
        for script in scripts - self._scripts:
            number, grams = self._table.scripts.get(script, (0, b""))
            names = grams.decode().split("\n") if grams else []
            self._numbers.update(zip(names, range(number, number + len(names)), strict=True))
            self._scripts.add(script)

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


class _Folds(dict[int, str]):
    """The character that stands for each code point beyond the blanks, as `str.translate` asks for it."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self._table = table
        self._has_chinese = False

    def __missing__(self, code: int) -> str:
        folded = chr(code)
        if code >= FIRST_CHINESE and not self._has_chinese:
            characters, leaders = self._table.folds
            self.update(zip(map(ord, characters), leaders, strict=True))
            self._has_chinese = True
            return self[code]
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
