"""Take a sentence and what is significant in it; give what automata ask of it: phrases by place, and where gaps go."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field

from ifdsl.recognition.frames import META, compiled
from ifdsl.recognition.numbers import is_number_word
from ifdsl.recognition.tokens import Kind, Tokens
from ifdsl.recognition.words import COMPARING, PARTS, SIGNIFICANT

_NEAR = 8
"""Tokens within which a number belongs to a word that bounds it."""

_YEAR = re.compile(r"1[5-9]\d\d|20\d\d")
_BEFORE_YEAR = frozenset({"in", "since", "during"})

Found = tuple[tuple[int, Hashable], ...]


@dataclass(slots=True)
class Sentence:
    """A sentence being read.

    Attributes:
        tokens: its tokens.
        significant: stems of words that may tell of a type in play, which no gap passes over.
        proper: the same for words with a capital.
        parts: words, in their number, that name parts which a demand may be about.
    """

    tokens: Tokens
    significant: frozenset[str]
    proper: frozenset[str] = frozenset()
    parts: frozenset[str] = frozenset()
    _inert: list[bool] = field(default_factory=list)
    _known: dict[tuple[object, int], Found] = field(default_factory=dict)

    def __post_init__(self) -> None:
        items = self.tokens.items
        self._inert = [self._is_inert(at) for at in range(len(items))]

    def inert(self, at: int) -> bool:
        """Whether the token states nothing by itself."""
        return self._inert[at]

    def gap_ends(self, at: int, wide: bool = False) -> Iterable[int]:
        if at >= len(self._inert):
            return ()
        if self._inert[at] or (wide and self.describes(at)):
            return (at + 1,)
        meta = compiled(META)
        if self.tokens.items[at].stem not in meta.first:
            return ()
        return [end for end, _ in self.once(META, at, lambda: [(end, None) for end, _ in meta.run(self, at)])]

    def describes(self, at: int) -> bool:
        """Whether the token is a word that may describe something, if it is no number and matters nowhere."""
        token = self.tokens.items[at]
        if token.kind is not Kind.WORD or is_number_word(token) or self._bounds(at):
            return False
        return token.stem not in SIGNIFICANT

    def once(self, what: object, at: int, find: Callable[[], Iterable[tuple[int, Hashable]]]) -> Found:
        """What `find` gives for a kind of phrase at a place, looked for once."""
        key = (what, at)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = tuple(find())
        return found

    def _bounds(self, at: int) -> bool:
        """Whether the token bounds a number that soon follows."""
        items = self.tokens.items
        if items[at].stem not in COMPARING:
            return False
        for token in items[at + 1 : at + 1 + _NEAR]:
            if token.kind is Kind.STOP:
                return False
            if is_number_word(token):
                return True
        return False

    def _is_year(self, at: int) -> bool:
        """Whether the token is a year, and no number of anything: `in 1971`, `the 1990 championship`."""
        items = self.tokens.items
        if not _YEAR.fullmatch(items[at].text) or not at or items[at - 1].kind is not Kind.WORD:
            return False
        if items[at - 1].text.lower() not in _BEFORE_YEAR and not items[at - 1].text.endswith(("'s", "’s")):
            return False
        after = items[at + 1 : at + 2]
        return not any(token.text.endswith("s") or token.text.lower() in ("or", "at") for token in after)

    def _is_inert(self, at: int) -> bool:
        token = self.tokens.items[at]
        if token.kind is Kind.SOFT:
            return True
        if self._is_year(at):
            return True
        if token.kind is not Kind.WORD or is_number_word(token):
            return False
        if self._bounds(at):
            return False
        if token.text.lower() in self.parts:
            return False
        if token.stem in self.proper and token.text[0].isupper():
            return False
        return token.stem not in SIGNIFICANT and token.stem not in PARTS and token.stem not in self.significant
