"""Take a sentence and what is significant in it; give what automata ask of it: phrases by place, and where gaps go."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field

from ifdsl.recognition.frames import META, VERBS, compiled
from ifdsl.recognition.numbers import is_number_word
from ifdsl.recognition.tokens import Kind, Tokens
from ifdsl.recognition.words import CARRIERS, COMPARING, LEADING_ON, MANNER, PARTS, PIECES, SIGNIFICANT, stems_of

_NEAR = 8
"""Tokens within which a number belongs to a word that bounds it."""

_YEAR = re.compile(r"1[5-9]\d\d|20\d\d")
_BEFORE_YEAR = frozenset({"in", "since", "during"})
_DECADE = re.compile(r"(?:1[5-9]|20)?\d0['’]?s")
_MOST_CAPITALS = 0.6
_MOST_OF_PURPOSE = 40
"""Tokens of a purpose in which types are named."""


_QUANTITIES = stems_of("each every all any")
_AGAIN = stems_of("ensure guarantee remember confirm")
_ABOUT = frozenset({"of", "about", "on", "for", "between", "regarding", "around", "behind"})
_GOING_ON = frozenset({"or", "to", "through", "+", "different", "separate", "distinct", "more"})
_KNOWN = frozenset({"the", "these", "both", "all", "those", "their", "its"})
_AFTER_ORDINAL = stems_of("grade grader century edition anniversary")

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
    _capitals: float = 0.0
    """The share of words with capitals: where most have them, these tell nothing."""
    _known: dict[tuple[object, int], Found] = field(default_factory=dict)

    def __post_init__(self) -> None:
        items = self.tokens.items
        words = [token.text for token in items if token.kind is Kind.WORD]
        self._capitals = sum(word[0].isupper() for word in words) / max(1, len(words))
        self._inert = [self._is_inert(at) for at in range(len(items))]

    def inert(self, at: int) -> bool:
        """Whether the token states nothing by itself."""
        return self._inert[at]

    def gap_ends(self, at: int, wide: bool = False) -> Iterable[int]:
        if at >= len(self._inert):
            return ()
        if self._inert[at] or (wide and self.describes(at)):
            return (at + 1,)
        if wide and at in self.tokens.quoted and self._one_for(at):
            return [end for end, _ in self.tokens.quoted[at]]
        return self._spoken_of(at)

    def _one_for(self, at: int) -> bool:
        """Whether a title follows that says what one of several is for: `one for 'Causes', another for 'Effects'`."""
        before = [token.text.lower() for token in self.tokens.items[max(at - 2, 0) : at]]
        return len(before) == 2 and before[0] in ("one", "another", "other") and before[1] == "for"

    def _spoken_of(self, at: int) -> list[int]:
        """Where a phrase ends that speaks of demands and makes none."""
        meta = compiled(META)
        if self.tokens.items[at].stem not in meta.first:
            return []
        return [end for end, _ in self.once(META, at, lambda: [(end, None) for end, _ in meta.run(self, at)])]

    def purpose_ends(self, at: int, *, making: bool) -> Iterable[int]:
        """Where a purpose or a reason may be over whose verb ends at `at`: at every place up to what could be a demand.

        Types may be named in it (`to emphasize the keyword`, `the names of key players`), but not how they would be
        stated: not after `in`, `with`, `use` and their like, in no new clause, and with no number or quotation that
        is more than the name of something (`the two cities`, `the 1986 version`, `of 'Title'`).

        Args:
            making: whether the verb itself may make something (`to provide a table`).
        """
        items = self.tokens.items
        manner, clause = making, False
        carrying = compiled(VERBS).first
        last = min(at + _MOST_OF_PURPOSE, len(items))
        while at < last and items[at].kind is not Kind.STOP:
            token = items[at]
            before = items[at - 1].text.lower()
            spoken = max((end for end in self._spoken_of(at)), default=None)
            if spoken is not None:
                at = spoken
                yield at
                continue
            if token.kind is Kind.QUOTE and not self._inert[at]:
                quoted = self.tokens.quoted.get(at, ())
                if manner is not making or before not in _ABOUT or len(quoted) != 1:
                    return
                at = quoted[0][0]
                yield at
                continue
            if token.stem in _AGAIN or not (self._inert[at] or self._may_be_named(at, manner=manner, clause=clause)):
                return
            manner = manner or token.stem in MANNER or token.stem in carrying
            clause = clause or token.text in (",", ";", "，")
            at += 1
            yield at

    def _may_be_named(self, at: int, *, manner: bool, clause: bool) -> bool:
        items = self.tokens.items
        token = items[at]
        before = items[at - 1].text.lower()
        after = next((place for place in range(at + 1, len(items)) if items[place].kind is not Kind.SOFT), None)
        counted = after is not None and self._counts(after)
        following = items[after] if after is not None else None
        if is_number_word(token):
            year = _YEAR.fullmatch(token.text) is not None
            ordinal = following is not None and following.stem in _AFTER_ORDINAL
            soon = any(self.tokens.items[place].stem in PIECES for place in range(at + 1, min(at + 4, len(items))))
            known = before in _KNOWN and not manner and not soon
            return not counted and following is not None and (year or ordinal or known)
        if token.kind is not Kind.WORD:
            return False
        if token.stem in _QUANTITIES:
            known = following is not None and following.text.lower() in _KNOWN
            return known or (before in _ABOUT and (not counted or before != "for"))
        if token.stem in SIGNIFICANT:
            return False
        if token.stem in self.proper:
            related = before == "to" and items[at - 2].stem == "relat"
            return related or before in ("of", "about") or (not manner and before != "to")
        if token.stem in self.significant:
            return not manner and not clause and before not in ("and", "or", "but", "then", "to")
        return token.stem in COMPARING or not manner

    def _counts(self, at: int) -> bool:
        """Whether a number before the token counts: it is a piece of a text, or goes on to one (`3 or more times`)."""
        token = self.tokens.items[at]
        return token.stem in PIECES or token.stem in self.significant or token.text.lower() in _GOING_ON

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

    def _is_possessive(self, at: int) -> bool:
        """Whether the token is the apostrophe of `parents'`; the end of a quotation never is, nor what it opens."""
        items = self.tokens.items
        if items[at].text not in ("'", "’") or not at or items[at - 1].end != items[at].start:
            return False
        ends = any(end == at + 1 for quoted in self.tokens.quoted.values() for end, _ in quoted)
        return items[at - 1].text[-1:] == "s" and not ends

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

    def _is_year_of_two(self, at: int) -> bool:
        """Whether the token belongs to `from 2010 to 2021`, which counts nothing."""
        items = self.tokens.items
        for begin in range(max(at - 3, 0), at + 1):
            words = [token.text.lower() for token in items[begin : begin + 4]]
            if len(words) == 4 and (words[0], words[2]) in (("from", "to"), ("between", "and")):
                after = items[begin + 4 : begin + 5]
                last = not after or after[0].kind is not Kind.WORD or after[0].stem in LEADING_ON
                return last and all(_YEAR.fullmatch(word) for word in words[1::2])
        return False

    def _is_of_name(self, at: int) -> bool:
        """Whether the token is a number in a name: `Scope Three`, `Million Dollar Extreme`, `Next.js 13.4`."""
        items = self.tokens.items
        token, before, after = items[at], items[at - 1 : at], items[at + 1 : at + 2]
        if at < 2 or not is_number_word(token) or self._capitals > _MOST_CAPITALS:
            return False
        if after and self._counts(at + 1):
            return False
        if "." in token.text:
            return self._names(at - 1)
        if items[at - 2].kind is not Kind.STOP and before[0].text[0].isupper() and self._names(at - 1):
            return token.kind is Kind.NUMBER or token.text[0].isupper()
        capital = token.kind is Kind.WORD and token.text[0].isupper()
        return capital and bool(after) and after[0].text[0].isupper() and self._names(at + 1)

    def _names(self, at: int) -> bool:
        """Whether the token may be part of a name, for it is no word of wordings nor one that carries a sentence."""
        token = self.tokens.items[at]
        usual = token.kind is Kind.WORD and not is_number_word(token)
        return usual and token.stem not in CARRIERS | COMPARING | PIECES | PARTS | SIGNIFICANT | self.significant

    def _is_inert(self, at: int) -> bool:
        token = self.tokens.items[at]
        if token.kind is Kind.SOFT or self._is_possessive(at):
            return True
        if self._is_year(at) or self._is_year_of_two(at) or self._is_of_name(at):
            return True
        if _DECADE.fullmatch(token.text):
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
