"""Take a plan; give sentences one after another, as many as it asks for and none that breaks a rule."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, cycle

from ifdsl.analysis.witness import markdown
from ifdsl.analysis.witness.asking import is_letter
from ifdsl.analysis.witness.filling import words_in
from ifdsl.analysis.witness.languages import sentences_in
from ifdsl.analysis.witness.plan import Pieces, Plan, bare, holds, pattern_of
from ifdsl.analysis.witness.stock import EXCLAMATIONS, LEAN, QUESTIONS, SHORT, deeds
from ifdsl.analysis.witness.style import Style
from ifdsl.analysis.witness.supply import Supply
from ifdsl.analysis.witness.topics import TOPICS, Topic

_MOST_MISSES = 150
"""Sentences in a row that do not fit, after which no more are looked at; a few where each word must meet rules."""

_LEAST_WORDS = 3
"""Words that are kept for each sentence that is still to come."""


_USUAL_WORDS, _FEWEST_WORDS = 7, 2
"""Words of the sentences of a topic at least, and of the shortest sentence."""


class Telling:
    """Counts what is told, and tells more of it."""

    def __init__(
        self, plan: Plan, supply: Supply, topics: Sequence[Topic], style: Style, around: str, fixed: int
    ) -> None:
        """Begin after what stands `around` the sentences, of which `fixed` sentences are a part."""
        self.plan, self.supply = plan, supply
        self.turn = TOPICS.index(topics[0])
        self._rules = markdown.rules_of(plan, "sentences")
        self._left = [limit.most for limit in plan.limits]
        self._letters: list[tuple[str, re.Pattern[str], int]] = [
            (needle.text, pattern, int(needle.times.lo or 0))
            for needle in plan.needles
            if is_letter(needle)
            for pattern in [pattern_of(needle)]
            if pattern is not None
        ]
        self._distinct: set[str] = set()
        self.words = self.chars = 0
        self.count = fixed
        marks = [*style.marks, *(letter for letter, *_ in self._letters if letter in "?!")]
        self.stock = _stock(supply, topics, marks, SHORT[3 * style.choice :] if style.mass < 1 else ())
        self.note(around)

    def note(self, text: str) -> None:
        """Count a text that is no sentence."""
        lowered = text.lower()
        self.words += words_in(text)
        self.chars += len(text) + 1
        if self.plan.distinct_words:
            self._distinct.update(lowered.split())
        for place, limit in enumerate(self.plan.limits):
            self._left[place] -= len(limit.pattern.findall(lowered))
        self._letters = [
            (letter, pattern, count - len(pattern.findall(lowered))) for letter, pattern, count in self._letters
        ]

    def fits(self, text: str, given: bool = False) -> bool:
        """Whether a sentence may stand; of a `given` one, the words that it must hold are not looked at."""
        plan = self.plan
        if not text or self.words + words_in(text) > plan.words.high or self.chars + len(text) > plan.chars.high:
            return False
        if self.count + 1 > plan.sentences.high:
            return False
        lowered = self.supply.cased(text).lower()
        if any(len(limit.pattern.findall(lowered)) > left for limit, left in zip(plan.limits, self._left, strict=True)):
            return False
        if not given and not self.supply.plain and not all(map(self.supply.fits, text.split())):
            return False
        return all(holds(rule, self.supply.cased(text)) for rule in self._rules)

    def take(self, text: str) -> bool:
        """Count a sentence, if it may stand."""
        if not self.fits(text, given=True):
            return False
        self.note(text)
        self.count += 1
        return True

    def told(self, least: int, likes: int) -> list[str] | None:
        """So many more sentences, and more where words, letters or sentences are lacking; None where they are not had.

        Args:
            least: sentences that there must be.
            likes: sentences that there are where nothing forbids it.
        """
        plan, made = self.plan, list[str]()
        misses = 0
        patience = _MOST_MISSES if self.supply.plain else _MOST_MISSES // 3
        least = max(least, plan.sentences.low - self.count)
        for text in self.stock:
            filled = len(made) >= max(least, likes) and self._is_filled()
            if filled and (not self.lacking() or misses > patience // 5):
                break
            if misses > (patience // 5 if len(made) >= least and self._is_filled() else patience):
                break
            if self.count >= plan.sentences.high:
                break
            useful = not filled or self._brings(text)
            if useful and self._suits(text, least - len(made) - 1) and self.fits(text):
                self.note(text)
                self.count += 1
                made.append(text)
                misses = 0
            else:
                misses += 1
        return made if len(made) >= least and self._is_filled() else None

    def lacking(self) -> list[str]:
        """The letters that must still come up, ten in a row at most."""
        return [letter * min(10, count - done) for letter, _, count in self._letters for done in range(0, count, 10)]

    def _brings(self, text: str) -> bool:
        """Whether a sentence holds letters that are lacking."""
        lowered = text.lower()
        return any(count > 0 and pattern.search(lowered) for _, pattern, count in self._letters)

    def of_kind(self, kind: Pieces, held: Iterable[str], most: int) -> list[str]:
        """More sentences until so many of their words are of a kind; `most` of them at most."""
        assert kind.predicate is not None
        rule, made = kind.predicate, list[str]()
        there = [word for text in held for word in self._words_of(text) if holds(rule, word)]
        misses = 0
        while (len(set(there)) if kind.distinct else len(there)) < kind.least and len(made) < most:
            text = next(self.stock, None)
            if text is None or misses > _MOST_MISSES // 5:
                break
            found = [word for word in self._words_of(text) if holds(rule, word)]
            if found and (not kind.distinct or set(found) - set(there)) and self.fits(text) and self.take(text):
                made.append(text)
                there += found
                misses = 0
            else:
                misses += 1
        return made

    def _words_of(self, text: str) -> list[str]:
        return [bare(self.supply.cased(word)) for word in text.split()]

    def _suits(self, text: str, coming: int) -> bool:
        """Whether room is left after a sentence for those to come, and no gap that none can fill."""
        size = words_in(text)
        room = self.plan.words.high - self.words - size
        if room < _LEAST_WORDS * max(coming, 0):
            return False
        lacking = self.words + size < self.plan.words.low
        return not (lacking and room < (_USUAL_WORDS if size >= _USUAL_WORDS else _FEWEST_WORDS))

    def _is_filled(self) -> bool:
        plan = self.plan
        return (
            self.words >= plan.words.low and self.chars > plan.chars.low and len(self._distinct) >= plan.distinct_words
        )


def _stock(supply: Supply, topics: Sequence[Topic], marks: Sequence[str], first: Sequence[str]) -> Iterator[str]:
    """Sentences in the language, each once; these `first`."""
    if supply.foreign:
        return iter(sentences_in(supply.code))
    by_topic = (text for topic in topics for text in topic.sentences)
    short = [text for text in SHORT if text not in first]
    # Where words must meet rules, few of a long sentence do.
    stock = chain(first, by_topic, short, LEAN) if supply.plain else chain(first, LEAN, short, by_topic)
    told: Iterator[str] = chain(stock, deeds())
    if not supply.plain and all(map(supply.fits, LEAN[0].title().split())):
        told = map(str.title, told)
    if set(marks) <= {"."}:
        return told
    by_mark = {"?": iter(QUESTIONS), "!": iter(EXCLAMATIONS)}
    return (next(by_mark.get(mark, told), "") for mark in cycle(marks))
