"""Take a text; give the numbers of the n-grams that `langdetect` 1.0.9 would list for it, in the same order.

URLs and mail addresses become blanks, a letter with a Vietnamese combining mark becomes one character, and the first
10,000 characters are kept. Where characters from U+0300 on are more than twice those from `A` to `z`, the latter are
dropped. Each character is folded: all but letters to a blank; kana, hangul, Vietnamese letters and classes of Chinese
characters to one each. Listed are all n-grams of 1 to 3 characters that the profiles know, within a word and the
blanks at its sides, but none that ends in two capitals.
"""

from __future__ import annotations

import re
import sys
from array import array
from collections.abc import Iterable
from itertools import chain
from threading import Lock

from ifdsl.primitives.langdetect_table import Table

LIMIT = 10_000
"""How many characters of the cleaned text are looked at."""
CHUNK = 16_384
UNSETTLED = 600
"""How far a cut can reach back: an open URL (8 characters), then a mail address (64 + 1 + 510), then a mark."""
FIRST_CHINESE = 0x4E00
"""The classes of Chinese characters begin here; most texts need none of them."""
PART = 512
"""How many characters are read at once."""
CODES = 1625
"""How many characters have a code at the same time: the third power still fits in 32 bits."""
KEPT = 50_000
"""How many windows and how many folded characters are kept."""

_URL = re.compile(r"https?://[-_.?&~;+=/#0-9A-Za-z]{1,2076}")
_MAIL_HEAD = "-_.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_MAIL_TAIL = re.compile(r"[-_0-9A-Za-z]{1,255}[-_.0-9A-Za-z]{1,255}")
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_ASCII_CODES = bytes(_LETTERS.find(chr(byte)) + 1 for byte in range(256))
_TAIL = CODES * CODES
_WINDOW = 1 + (CODES << 32) + (_TAIL << 64)
_A_TO_Z = re.compile("[A-z]+")
_FAR = re.compile("[^\0-\u02ff]+")
_ASCII_NOT_A_TO_Z = bytes(code for code in range(128) if not 0x41 <= code <= 0x7A)


class Grams:
    """Reads texts by one table; keeps the n-grams of each three characters in a row that it has met.

    Three characters in a row (a window) are one number here: their codes, times powers of `CODES`. All windows of a
    text come out of one multiplication of whole numbers, with a lane of 32 bits for each character.
    """

    def __init__(self, table: Table) -> None:
        self._codes = _Codes(table)
        self._windows = _Windows(table, self._codes.characters)
        letters, self._marks, self._composed = _vietnamese(table)
        self._marked = f"[{letters}][{self._marks}]"
        self._lock = Lock()

    def of(self, text: str) -> list[int]:
        """Give the number of each n-gram of `text`, in order."""
        text = self._clean(text)
        if not text.isascii():
            text = _drop_latin(text)
        found: list[int] = []
        for start in range(0, len(text), PART):
            # A code must not be given twice, nor forgotten between two steps.
            with self._lock:
                found += self._read(text[max(0, start - 2) : start], text[start : start + PART])
        return found

    def _read(self, before: str, text: str) -> Iterable[int]:
        """Give the n-grams that end with each character of `text`; `before` are the two that it follows."""
        if len(self._windows) > KEPT or len(self._codes.characters) > CODES - PART - len(before):
            self._codes.forget()
            self._windows.forget()
        both = before + text
        if both.isascii():
            codes = both.encode("ascii").translate(_ASCII_CODES).decode("latin-1")
        else:
            codes = both.translate(self._codes)
        windows = int.from_bytes(codes.encode("utf-32-le"), "little") * _WINDOW
        lanes = windows.to_bytes(4 * len(codes) + 12, "little")
        numbers = array("I", lanes[4 * len(before) : 4 * len(codes)])
        if sys.byteorder == "big":
            numbers.byteswap()
        return chain.from_iterable(map(self._windows.__getitem__, numbers))

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
            text = re.sub(self._marked, lambda pair: self._composed[pair[0]], text)
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


class _Windows(dict[int, tuple[int, ...]]):
    """By window, the numbers of the n-grams that end with its last character, the shortest first."""

    def __init__(self, table: Table, characters: list[str]) -> None:
        super().__init__()
        self._tails = _Tails(table, characters)
        self._firsts = table.firsts
        self._characters = characters

    def forget(self) -> None:
        """Drop all, as the codes are to be given anew."""
        self.clear()
        self._tails.clear()

    def __missing__(self, window: int) -> tuple[int, ...]:
        found, start, end = self._tails[window % _TAIL]
        # Those with a blank inside are looked for too, but the table has none.
        place = self._firsts.find(self._characters[window // _TAIL], start, end)
        if place >= 0:
            found += (place + 1,)
        self[window] = found
        return found


class _Tails(dict[int, tuple[tuple[int, ...], int, int]]):
    """By the codes of two characters, the n-grams of one and two that end there, and where those of three are."""

    def __init__(self, table: Table, characters: list[str]) -> None:
        super().__init__()
        self._table = table
        self._characters = characters

    def __missing__(self, tail: int) -> tuple[tuple[int, ...], int, int]:
        table, characters = self._table, self._characters
        middle, last = characters[tail // CODES], characters[tail % CODES]
        bounds = table.endings.get(last)
        if bounds is None or (last.isupper() and middle.isupper()):
            found: tuple[tuple[int, ...], int, int] = (), 0, 0
        else:
            numbers = (table.groups[bounds[0]] + 1,) if table.middles[bounds[0]] == "\0" else ()
            place = table.middles.find(middle, *bounds)
            if place < 0:
                found = numbers, 0, 0
            else:
                start, end = table.groups[place], table.groups[place + 1]
                found = (*numbers, start + 1) if table.firsts[start] == "\0" else numbers, start, end
        self[tail] = found
        return found


class _Codes(dict[int, int]):
    """A small number for each character, by its code point, as `str.translate` asks for it; 0 is for blanks.

    Characters that are read as one have the same.
    """

    def __init__(self, table: Table) -> None:
        super().__init__()
        self._folds = _Folds(table)
        self.characters: list[str] = []
        """By code, the character."""
        self.forget()

    def forget(self) -> None:
        """Take the codes of all but ASCII letters back."""
        self.clear()
        self.characters[:] = " " + _LETTERS
        self.update((ord(character), code) for code, character in enumerate(self.characters))

    def __missing__(self, point: int) -> int:
        folded = self._folds[point]
        if folded == point:
            self[point] = len(self.characters)
            self.characters.append(chr(point))
        else:
            self[point] = self[folded]
        return self[point]


class _Folds(dict[int, int]):
    """By code point, that of the character that it is read as."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self._table = table
        self._has_chinese = False

    def __missing__(self, point: int) -> int:
        if point >= FIRST_CHINESE and not self._has_chinese:
            characters, leaders = self._table.folds
            self.update(zip(map(ord, characters), map(ord, leaders), strict=True))
            self._has_chinese = True
            return self[point]
        for first, last, character in _FOLDED:
            if first <= point <= last:
                return ord(character)
        return point


_FOLDED = (
    (0x0000, 0x0040, " "),
    (0x005B, 0x0060, " "),
    (0x007B, 0x007F, " "),
    (0x00A0, 0x00A0, " "),
    (0x00AB, 0x00AB, " "),
    (0x00B0, 0x00B0, " "),
    (0x00BB, 0x00BB, " "),
    (0x2000, 0x206F, " "),
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
"""Ranges of code points that are read as one character: all but letters, then Romanian letters, Farsi yeh, Vietnamese,
kana and so on."""
