"""Take the character sets of a pattern; give the translation of any text to one byte a character that it reads alike.

A pattern tells characters apart only by the sets it names (and by `\\b`, which asks for word characters). So each
class of characters that lie in the same sets can be stood for by one byte. RE2 then runs on as many bytes as the text
has characters: its offsets are those of the text, its `\\b` sees the Unicode words, and its programs stay small.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Mapping, Sequence

from ifdsl.primitives.charset import CharSet, ascii_members
from ifdsl.primitives.undecided import Undecided

_NON_ASCII = re.compile(r"[^\x00-\x7f]+")
_FEW = 40
_MOST_ANSWERS = 8
_NEWLINE = 10
_WORD = CharSet(("w",))
_WORD_CODES = ascii_members(_WORD)
_WORD_BYTES = sorted(_WORD_CODES)
_OTHER_BYTES = [code for code in range(256) if code not in _WORD_BYTES and code != _NEWLINE]

Members = Sequence[frozenset[int]]
"""For each set of the pattern, in order, the bytes that stand for its characters."""


class Alphabet:
    """The classes that a pattern's sets divide all characters into, and the bytes that stand for them."""

    __slots__ = ("_ascii", "_full", "_sets", "_twins")

    def __init__(self, sets: Sequence[CharSet], boundaries: bool) -> None:
        self._sets = sets
        self._ascii = [ascii_members(each) for each in sets]
        signature = _Signature(sets, boundaries)
        self._twins = _Twins(signature, self._ascii)
        self._full = _Full(signature)

    @property
    def ascii(self) -> Members:
        """The members of each set among the ASCII characters, which stand for themselves."""
        return self._ascii

    def reduce(self, text: str) -> tuple[str, Members]:
        """Give a text of the same length whose characters are bytes, and which of them each set holds.

        Raises:
            Undecided: the pattern tells more of this text's characters apart than there are bytes.
        """
        if text.isascii():
            return text, self._ascii
        try:
            return _translated(text, self._twins), self._ascii
        except _NoByteError:
            pass
        try:
            return text.translate(self._full), self._full.members()
        except _NoByteError:
            # What earlier texts needed may be more than this one does.
            self._full = _Full(self._full.signature)
        try:
            return text.translate(self._full), self._full.members()
        except _NoByteError:
            raise Undecided("a pattern tells too many of the text's characters apart") from None


class _NoByteError(Exception):
    pass


_last: tuple[str, str, dict[str, str]] = ("", "", {})


def _translated(text: str, twins: dict[int, int]) -> str:
    """Put the twin in the place of each character beyond ASCII.

    The last text's answers are kept: many patterns are sought in one text, and most of them agree on the twins.
    """
    global _last
    known, beyond, answers = _last
    if known is not text:
        beyond, answers = "".join(sorted(set("".join(_NON_ASCII.findall(text))))), {}
        _last = (text, beyond, answers)
    chosen = "".join([chr(twins[ord(char)]) for char in beyond])
    answer = answers.get(chosen)
    if answer is None:
        answer = text
        # A pass in C for each of a few characters is faster than one look-up for each character of the text.
        if len(beyond) > _FEW:
            answer = text.translate(twins)
        else:
            for char, twin in zip(beyond, chosen, strict=True):
                answer = answer.replace(char, twin)
        if len(answers) < _MOST_ANSWERS:
            answers[chosen] = answer
    return answer


class _Signature:
    """Which sets of a pattern hold a character: the class that it belongs to, as bits."""

    __slots__ = ("boundaries", "sets")

    def __init__(self, sets: Sequence[CharSet], boundaries: bool) -> None:
        self.sets = sets
        self.boundaries = boundaries

    def __call__(self, char: str) -> int:
        # The line break is a class of its own, since `^` and `$` may ask for it.
        bits = 1 if char == "\n" else 0
        if self.boundaries and char in _WORD:
            bits |= 2
        for place, chars in enumerate(self.sets, start=2):
            if char in chars:
                bits |= 1 << place
        return bits

    def of_ascii(self, code: int, members: Members) -> int:
        """The same for an ASCII character, by the members of the sets among them."""
        bits = 1 if code == _NEWLINE else 0
        if self.boundaries and code in _WORD_CODES:
            bits |= 2
        for place, codes in enumerate(members, start=2):
            if code in codes:
                bits |= 1 << place
        return bits


class _Twins(dict[int, int]):
    """From a character beyond ASCII to an ASCII one of the same class, so that ASCII can stay as it is."""

    def __init__(self, signature: _Signature, ascii: Members) -> None:
        super().__init__((code, code) for code in range(128))
        self._signature = signature
        self._ascii = ascii
        self._known: dict[int, int] | None = None

    def __missing__(self, code: int) -> int:
        if self._known is None:
            self._known = {self._signature.of_ascii(each, self._ascii): each for each in range(128)}
        twin = self._known.get(self._signature(chr(code)))
        if twin is None:
            raise _NoByteError
        self[code] = twin
        return twin


class _Full(dict[int, int]):
    """From any character to a byte, given out to classes as they are met: word bytes where `\\b` must see a word."""

    def __init__(self, signature: _Signature) -> None:
        self.signature = signature
        self._bytes: dict[int, int] = {}
        self._free = {True: iter(_WORD_BYTES), False: iter(_OTHER_BYTES)}
        self._lock = threading.Lock()

    def __missing__(self, code: int) -> int:
        bits = self.signature(chr(code))
        with self._lock:
            byte = self._bytes.get(bits)
            if byte is None:
                byte = _NEWLINE if bits & 1 else next(self._free[bits & 2 != 0], None)
                # Without boundaries a word byte is as good as any other.
                if byte is None and not self.signature.boundaries:
                    byte = next(self._free[True], None)
                if byte is None:
                    raise _NoByteError
                self._bytes[bits] = byte
        self[code] = byte
        return byte

    def members(self) -> Members:
        with self._lock:
            given: Mapping[int, int] = dict(self._bytes)
        return [
            frozenset(byte for bits, byte in given.items() if bits >> place & 1)
            for place in range(2, 2 + len(self.signature.sets))
        ]
