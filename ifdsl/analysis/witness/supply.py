"""Take a plan; give words and sentences that break none of its rules for words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice, zip_longest
from random import Random

from ifdsl.analysis.witness import facts as f
from ifdsl.analysis.witness.languages import sentences_in
from ifdsl.analysis.witness.places import mentions
from ifdsl.analysis.witness.plan import Pieces, Plan, bare, holds, within
from ifdsl.analysis.witness.vocabulary import EXTRA, LOWER_RISK, SENTENCES, SIGNS, WORDS

_ENOUGH = 60
"""Different words that a text is made of where it cannot be made of whole sentences."""


class Supply:
    """Words and sentences by a plan's rules; the order is set by `seed` alone."""

    def __init__(self, plan: Plan, seed: int) -> None:
        self.plan = plan
        self.seed = seed
        self._order = shuffled(seed)
        self._judged: dict[str, bool] = {}
        self._avoided = [kind.predicate for kind in plan.word_kinds if kind.predicate and kind.most < 3]
        self.plain = not plan.word_rules and not self._avoided
        code = plan.languages[0] if plan.languages else "en"
        self.foreign = code != "en" and bool(sentences_in(code))
        self._sentences: list[str] | None = None
        self._words: list[str] | None = None
        self.code = code
        self.labels: tuple[list[str], list[str]] | None = None
        """Labels, and what begins the lines after each of them; for those that make them to keep."""
        self.numerals: list[str] | None = None
        """Numbers by their own rules, kept in the same way: all of thousands may be tried for them."""
        self._kinds: dict[int, list[str]] = {}

    def allows(self, word: str) -> bool:
        """Whether a word breaks no rule for words."""
        known = self._judged.get(word)
        if known is None:
            known = self._judged[word] = self._allows(word)
        return known

    def _allows(self, word: str) -> bool:
        return within(self.plan.slack, f" {self.cased(word)} ") and self.fits(word)

    def allows_item(self, text: str) -> bool:
        """Whether what a text must hold can stand in this form: it may use its own limit up."""
        return within(self.plan.limits, f" {self.cased(text)} ", 1) and all(map(self.fits, text.split()))

    def fits(self, word: str) -> bool:
        """Whether a word meets the rules for every word."""
        cased = self.cased(word)
        plain = bare(cased)
        if any(not holds(rule, cased) and not (plain != cased and holds(rule, plain)) for rule in self.plan.word_rules):
            return False
        return not any(holds(rule, part) for rule in self._avoided if rule is not None
                       for part in ((plain, cased) if plain != cased else (plain,)))  # fmt: skip

    def cased(self, text: str) -> str:
        upper = self.plan.upper
        return text if upper is None else text.upper() if upper else text.lower()

    def words(self) -> list[str]:
        """Some words by the rules, in letter cases that these allow; a single mark where no word will do."""
        if self._words is None:
            self._words = list(self.letterless())
            for word in () if self._words else self._stock():
                form = next((form for form in forms(word) if self.allows(form)), None)
                if form is not None:
                    self._words.append(form)
                    if len(self._words) >= max(_ENOUGH, self.plan.distinct_words + 5):
                        break
            if not self._words:
                self._words = [form for form in self._stretched() if self.allows(form)][:_ENOUGH]
        return self._words

    def _stock(self) -> Iterable[str]:
        if not self.foreign:
            return self._order
        words = [bare(word).rstrip("।۔。") for text in sentences_in(self.code) for word in text.split()]
        return [word for word in dict.fromkeys(words) if word]

    def _stretched(self) -> Iterator[str]:
        """Words with letters added, where none will do as it is."""
        for word in islice(self._stock(), 40):
            for tail in ("bb", "st", "s", "x", "xx"):
                yield word + tail
                yield tail + word

    def letterless(self) -> tuple[str, ...]:
        """What no language can be told from, where several are asked for."""
        if len(set(self.plan.languages)) < 2:
            return ()
        return {None: ("1", "2", "3"), True: ("Ⅷ", "Ⅸ"), False: ("ⅷ", "ⅸ")}[self.plan.upper]

    def every_initial(self) -> list[str]:
        """Words by the rules, as many initials as there are first; ten of each at most."""
        groups: dict[str, list[str]] = {}
        for word in self._stock():
            group = groups.setdefault(word[0].lower(), [])
            if len(group) < 10 and self.allows(word):
                group.append(word)
        return [word for row in zip_longest(*groups.values()) for word in row if word is not None]

    def sentences(self) -> list[str]:
        """Whole sentences by the rules."""
        if self._sentences is None:
            stock = sentences_in(self.code) if self.foreign else (*SENTENCES, *LOWER_RISK)
            self._sentences = [] if self.letterless() else [text for text in stock if self.keeps(text)]
        return self._sentences

    def keeps(self, sentence: str) -> bool:
        """Whether a sentence breaks no rule for words."""
        if not within(self.plan.slack, self.cased(sentence)):
            return False
        return self.spells(sentence)

    def spells(self, words: str) -> bool:
        """Whether every word of some breaks no rule for words."""
        return self.plain or all(map(self.allows, words.split()))

    def of_kind(self, kind: Pieces) -> Iterator[str]:
        """Words that meet the predicate of a kind and the other rules, different ones first."""
        found = self._found_of(kind)
        yield from found
        while found and not kind.distinct:
            yield from found

    def _found_of(self, kind: Pieces) -> list[str]:
        known = self._kinds.get(id(kind.predicate))
        if known is None:
            known = self._kinds[id(kind.predicate)] = list(islice(self._search(kind), min(kind.least, 60)))
        return known

    def _search(self, kind: Pieces) -> Iterator[str]:
        assert kind.predicate is not None
        rule = kind.predicate
        found: list[str] = []
        signs = SIGNS if self.plan.words.high < kind.least + 3 else ()
        for word in (*signs, *_mentioned(rule), *EXTRA, *self._order, *SIGNS):
            for form in forms(word):
                cased = self.cased(form)
                if cased not in found and holds(rule, cased) and self._allowed_but(form, rule):
                    found.append(cased)
                    yield cased
                    break
        # To some counts one word is several in other letter cases, or with marks.
        for word in list(found) if kind.distinct else ():
            for form in (*forms(word), *(word + mark for mark in ",.;:!")):
                cased = self.cased(form)
                if cased not in found and holds(rule, cased) and self._allowed_but(form, rule):
                    found.append(cased)
                    yield cased

    def _allowed_but(self, word: str, rule: f.Predicate) -> bool:
        if rule in self._avoided:
            return True
        return self.allows(word)


def forms(word: str) -> tuple[str, ...]:
    """A word in the letter cases that it may take."""
    return (word, word.capitalize(), word.upper())


@lru_cache(maxsize=64)
def shuffled(seed: int) -> tuple[str, ...]:
    words = list(dict.fromkeys(WORDS))
    Random(seed).shuffle(words)
    return tuple(words)


def _mentioned(rule: f.Predicate) -> list[str]:
    return [text for text in mentions(rule.node) if text and len(text) <= 30 and not text.isspace()]
