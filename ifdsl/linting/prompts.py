"""Take a prompt; give what it says in forms that can be compared: plain text, sentences, quotations, quantities."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property

from ifdsl.linting.places import Place, numbers_in, places
from ifdsl.linting.quantities import Quantity, quantities
from ifdsl.linting.units import words
from ifdsl.recognition.clauses import words_in
from ifdsl.recognition.reading import Span
from ifdsl.recognition.words import CARRIERS, COMPARING, SIGNIFICANT

_PLAIN = str.maketrans({
    "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "「": '"', "」": '"', "『": '"', "』": '"',
    "‘": "'", "’": "'", "‚": "'", "`": "'",
    "–": "-", "—": "-", "‑": "-", "−": "-", "\u00a0": " ", "\t": " ", "\r": " ",
})  # fmt: skip
_END = re.compile(
    r"(?<!\bi\.e)(?<!\be\.g)(?<!\bp\.s)(?<!\bp\.p\.s)(?<!\bvs)(?<!\bmr)(?<!\bms)(?<!\bdr)(?<!\bst)(?<!\bno)"
    r"[.!?][\"')\]*]{0,3}(?=\s|$)|\n|[。！？]"
)
_SHOT = re.compile(r"^[^\w\n]{0,6}(?:question|问题)[^\w\n]{0,6}[:：]", re.IGNORECASE | re.MULTILINE)
_QUOTED = re.compile(r"\"([^\"\n]{1,300})\"|(?<![\w'])'([^'\n]{1,300}(?:'[a-z]{1,2} [^'\n]{0,120}){0,2})'(?!\w)")
_GAPS = re.compile(r"\s+")
_COMMON = CARRIERS | COMPARING | SIGNIFICANT | {"than", "pleas", "additional"}
_ASIDE = re.compile(r"\"[^\"\n]{1,600}\"|(?<!\w)'(?:[^'\n]|(?<=\w)'(?=\w)){1,600}'(?!\w)")
_LETTERS = re.compile(r"[a-zß-ɏ]+")
_LATIN = 0.6
"""The part of a prompt's letters that are Latin, where its words can be read here."""
_ENGLISH = words(
    """
    the and you your are with should that this for from about which what how can write use using include make give must
    words word response answer following their below each any have by to
    """
)
"""Words that English prompts have, and that no other language has many of."""
_SOME = 0.04
"""The part of an English prompt's words that are among these."""
_SHORT = 8
"""Words from which on a prompt has some of these."""
_LONG = 120
_MOST_PLACES = 200


def plain_of(text: str) -> str:
    """The text in small letters with straight quotation marks and hyphens; each code point keeps its place."""
    text = text.translate(_PLAIN)
    lower = text.lower()
    if len(lower) == len(text):
        return lower
    return "".join(char.lower() if len(char.lower()) == 1 else char for char in text)


def telling(text: str) -> frozenset[object]:
    """What a text is known by: the stems of its words without those that every sentence has, and its numbers."""
    found = words_in(plain_of(text))
    return frozenset(
        what
        for kind, what in found
        if kind == "number" or (kind == "word" and what not in _COMMON and len(str(what)) > 1)
    )


@dataclass(frozen=True, slots=True)
class Quotation:
    """A stretch between quotation marks: the text in it, where that stands, and where the marks stand."""

    text: str
    span: Span
    outer: Span


@dataclass
class Prompt:
    """A prompt, read.

    Attributes:
        text: as it stands.
        shots: where its worked examples end: what is asked is asked after that.
    """

    text: str
    shots: int = field(init=False)

    def __post_init__(self) -> None:
        starts = [match.start() for match in _SHOT.finditer(self.text)]
        self.shots = starts[-1] if len(starts) > 1 else 0

    @cached_property
    def plain(self) -> str:
        """What is asked, in small letters; worked examples are blanked, so that places stay as they are."""
        plain = plain_of(self.text)
        return " " * self.shots + plain[self.shots :] if self.shots else plain

    @cached_property
    def is_readable(self) -> bool:
        """Whether it is asked in English, whatever it quotes: of other prompts little can be said here."""
        asked = self.plain[self.shots :]
        own = _ASIDE.sub(" ", asked)
        own = own if any(map(str.isalpha, own)) else asked
        letters = sum(map(str.isalpha, own))
        if sum(len(word) for word in _LETTERS.findall(own)) < _LATIN * letters:
            return False
        said = _LETTERS.findall(own)
        return len(said) < _SHORT or sum(word in _ENGLISH for word in said) >= _SOME * len(said)

    @cached_property
    def quantities(self) -> tuple[Quantity, ...]:
        return quantities(self.plain)

    @cached_property
    def places(self) -> tuple[Place, ...]:
        return tuple(place for place in places(self.plain) if place.units)

    @cached_property
    def numbers(self) -> frozenset[int | float]:
        return numbers_in(self.plain)

    @cached_property
    def quoted(self) -> tuple[Quotation, ...]:
        found = []
        for match in _QUOTED.finditer(self.plain):
            start, end = match.span(1 if match[1] is not None else 2)
            found.append(Quotation(self.text[start:end], (start, end), match.span()))
        return tuple(found)

    @cached_property
    def _starts(self) -> list[int]:
        return [self.shots, *(match.end() for match in _END.finditer(self.plain, self.shots))]

    def sentence(self, offset: int) -> Span:
        """The sentence or line that an offset stands in."""
        starts = self._starts
        place = max(0, bisect_right(starts, offset) - 1)
        end = starts[place + 1] if place + 1 < len(starts) else len(self.text)
        stretch = self.text[starts[place] : end]
        start = starts[place] + len(stretch) - len(stretch.lstrip())
        return start, max(start, starts[place] + len(stretch.rstrip()))

    @cached_property
    def sentences(self) -> list[Span]:
        """All sentences and lines that hold something."""
        found = {self.sentence(start) for start in self._starts if start < len(self.text)}
        return sorted(span for span in found if span[0] < span[1])

    @cached_property
    def told(self) -> list[frozenset[object]]:
        """What each two sentences that follow one another are known by."""
        single = [telling(self.plain[slice(*span)]) for span in self.sentences]
        return [one | other for one, other in zip(single, [*single[1:], frozenset[object]()], strict=True)]

    @cached_property
    def telling(self) -> frozenset[object]:
        """What all that is asked is known by."""
        return telling(self.plain[self.shots :])

    def same_sentence(self, one: Span, other: Span) -> bool:
        return self.sentence(one[0]) == self.sentence(other[0])

    def find(self, value: str) -> list[tuple[Span, bool]]:
        """Where a text stands, in any letter case and whatever its blanks and marks; and whether as whole words."""
        sought = plain_of(value).strip()
        if not sought:
            return []
        if len(sought) > _LONG or "\n" in sought:
            pattern = r"\s+".join(map(re.escape, _GAPS.split(sought)))
            return [(match.span(), True) for match in re.finditer(pattern, self.plain)]
        found: list[tuple[Span, bool]] = []
        at = self.plain.find(sought)
        while at >= 0 and len(found) < _MOST_PLACES:
            found.append(((at, at + len(sought)), self._is_whole(at, sought)))
            at = self.plain.find(sought, at + 1)
        return found

    def _is_whole(self, at: int, sought: str) -> bool:
        """Whether what stands there is no part of a longer word; `P.S.` is a part of `P.P.S.` too."""
        before, after = self.plain[at - 1 : at], self.plain[at + len(sought) : at + len(sought) + 1]
        dotted = "." in sought and before == "."
        left = sought[0].isalnum() and (before.isalnum() or dotted)
        return not left and not (sought[-1].isalnum() and after.isalnum())
