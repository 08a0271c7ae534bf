"""Take a plan and what a text must hold; give its sentences, to the number of words and sentences that is asked for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import cycle, islice
from math import inf

from ifdsl.analysis.witness import pieces
from ifdsl.analysis.witness.elements import held_by_each
from ifdsl.analysis.witness.plan import MOST, Pieces, Plan, holds
from ifdsl.analysis.witness.samples import sample
from ifdsl.analysis.witness.separated import VIEW
from ifdsl.analysis.witness.stretches import dividing
from ifdsl.analysis.witness.style import Style
from ifdsl.analysis.witness.supply import Supply

_WORD = re.compile(r"\w+")


def words_in(text: str) -> int:
    return len(_WORD.findall(text))


class Filling:
    """Sentences as lists of words, and the words that end the text after its last line."""

    def __init__(self, plan: Plan, style: Style, supply: Supply, seed: str) -> None:
        self.plan, self.style, self.supply, self.seed = plan, style, supply, seed
        self.compact = style.filler == "none"
        self.sentences: list[list[str]] = []
        self.tail: list[str] = []
        self.signs = cycle(_MARKS_ONLY)

    def fill(self, items: list[str], lines: list[str], around: int, start: str, ends: list[str]) -> None:
        """Make the sentences.

        Args:
            items: what must stand in them.
            lines: what stands on lines of its own.
            around: the number of words outside the sentences.
            start: what the text begins with.
            ends: what it ends with.
        """
        plan, style = self.plan, self.style
        if items:
            size = len(items) if style.merged or plan.sentences.high < 4 else 8
            self.sentences = [items[at : at + size] for at in range(0, len(items), size)]
            if style.filler == "sentences" and self._may_speak(items):
                self.sentences = [_spoken(sentence) for sentence in self.sentences]
        labels = dividing(plan)
        parts = sum(max(span.low - 1, 0) for span in plan.parts.values())
        parts += 1 if parts or not (self.compact and (lines or self._placed_words())) else 0
        parts = max(parts, labels.least if labels else 0)
        held = " ".join(word for sentence in self.sentences for word in sentence)
        count = words_in(held) + around + self._placed_words()
        least = max(
            plan.words.low, self._least_words(), style.mass if style.filler == "words" and style.mass > 8 else 0
        )
        least = int(min(least, max(plan.words.high, plan.words.low)))
        fixed_sentences = (1 if start else 0) + (1 if ends else 0)
        wanted = max(plan.sentences.low - fixed_sentences, parts, self._last_sentence_placed())
        room = plan.words.high - count
        if style.filler == "sentences" and self.supply.sentences():
            for text in islice(cycle(self.supply.sentences()), MOST):
                size = words_in(text)
                enough = count >= least and len(self.sentences) >= wanted and self._chars() >= plan.chars.low
                if (enough and count >= max(style.mass, around if style.mass > 8 else 0)) or size > room:
                    break
                if len(self.sentences) + fixed_sentences >= min(plan.sentences.high, 10_000):
                    break
                self.sentences.append(text.rstrip(".。।!؟?۔").split(" "))
                count, room = count + size, room - size
        words = cycle(self.supply.words() or ["1"])
        for piece in plan.pieces:
            if piece.view == "sentences" and piece.predicate is not None:
                self.sentences.extend(self._of_kind(piece, words))
        while len(self.sentences) < wanted:
            remaining = wanted - len(self.sentences)
            size = min(6, max(1, int((least - count) / remaining))) if least > count else 1
            if room < remaining and room < inf:
                size = 0 if room <= 0 else 1
            self.sentences.append(list(islice(words, size)) or [next(self.signs)])
            count, room = count + size, room - size
        while count < least and room > 0 and count < MOST:
            at = max((place for place in range(len(self.sentences))), default=None)
            if at is None or (len(self.sentences[at]) >= 14 and self._may_add_sentence(fixed_sentences)):
                self.sentences.append([])
                at = -1
            self.sentences[at].append(next(words))
            count, room = count + 1, room - 1
        have = self._chars()
        while have < plan.chars.low and len(self.sentences) < MOST and room > 0:
            if not self.sentences or (len(self.sentences[-1]) >= 14 and self._may_add_sentence(fixed_sentences)):
                self.sentences.append([])
            word = next(words)
            self.sentences[-1].append(word)
            have, room = have + len(word) + 1, room - 1
        if not (self.sentences or start or ends or self.seed or lines or self._placed_words()):
            self.sentences = [[next(words)]] if room > 0 else [[next(self.signs)]]
        self._merge(fixed_sentences)
        for needle in held_by_each(plan.element_rules, "sentences"):
            for sentence in self.sentences:
                if needle.text.lower() not in " ".join(sentence).lower():
                    sentence.append(pieces.fitted(needle.text, self.supply, loose=needle.ignore_case, whole=True))
        self._place(words)

    def _may_speak(self, items: list[str]) -> bool:
        """Whether words that are asked for can stand in a plain English sentence."""
        plain = all(item.replace(" ", "").isalpha() and len(item) > 2 for item in items)
        words = ("think", "of", "and")
        return plain and not self.supply.foreign and all(map(self.supply.allows, words)) and self.plan.words.high > 60

    def _of_kind(self, piece: Pieces, words: Iterator[str]) -> Iterator[list[str]]:
        """Sentences that meet a predicate by the mark at their end."""
        rule = piece.predicate
        for _ in range(piece.least):
            word = next(words).capitalize()
            ways = [self.supply.cased(word) + mark for mark in ("?", "!", ".", ":", ";", "…", "")]
            yield [next((way for way in ways if rule is not None and holds(rule, way)), word)]

    def _placed_words(self) -> int:
        places = [
            path[0].place for path, _ in self.plan.placed if path[0].view == "words" and path[0].place is not None
        ]
        edges = max((place + 1 for place in places if place >= 0), default=0)
        edges += max((-place for place in places if place < 0), default=0)
        return edges + sum(path[0].view not in ("words", VIEW) for path, _ in self.plan.placed)

    def _least_words(self) -> int:
        distinct = self.plan.distinct_words
        return distinct + 2 if distinct else 0

    def _may_add_sentence(self, fixed: int) -> bool:
        return not self.style.merged and len(self.sentences) + fixed < self.plan.sentences.high

    def _chars(self) -> int:
        return sum(len(word) + 1 for sentence in self.sentences for word in sentence)

    def _last_sentence_placed(self) -> int:
        places = [path[0].place + 1 for path, _ in self.plan.placed
                  if path[0].view == "sentences" and path[0].place is not None and path[0].place >= 0]  # fmt: skip
        return min(max(places, default=0), 500)

    def _merge(self, fixed: int) -> None:
        most = max(1, self.plan.sentences.high - fixed)
        while len(self.sentences) > most:
            last = self.sentences.pop()
            self.sentences[-1].extend(last)

    def _place(self, words: Iterator[str]) -> None:
        """Put words where the plan has them: in a sentence, at a place of it, at the start of a part."""
        head: dict[int, str] = {}
        for path, text in self.plan.placed:
            view, place = path[0].view, path[0].place
            if place is None:
                continue
            word = sample(text) or text if "\\b" in text else text
            word = pieces.fitted(word, self.supply, loose=False, whole=True)
            last = path[-1].place if len(path) > 1 else None
            if view == "sentences" and -len(self.sentences) <= place < len(self.sentences):
                sentence = self.sentences[place]
                if last is None:
                    sentence.insert(min(1, len(sentence)), word)
                    continue
                while 0 <= last > len(sentence):
                    sentence.append(next(words))
                sentence.insert(last if last >= 0 else len(sentence) + 1 + last, word)
            elif view == "words" and (self.sentences or place >= 0):
                if place >= 0:
                    # An opening quote is a token by itself to the tokenizer that knows words and marks.
                    shift = 1 if path[0].rule == "nltk" and '"' in self.plan.starts and place > 0 else 0
                    head[place - shift] = word
                else:
                    shift = 1 if path[0].rule == "nltk" and '"' in self.plan.ends else 0
                    self.tail[:0] = [word, *islice(words, -place - 1 - shift)]
        for path, text in self.plan.placed:
            # The first word of the first part is the first word of all.
            if head and path[0].view == "paragraphs" and path[0].place == 0:
                head[0] = text
        if head:
            if not self.sentences:
                self.sentences.append([])
            self.sentences[0][:0] = [head.get(place) or next(words) for place in range(max(head) + 1)]


def _spoken(words: list[str]) -> list[str]:
    """Words as a sentence: `Think of` the first, `and` the next."""
    return ["Think", "of", words[0], *(part for word in words[1:] for part in ("and", word))]


_MARKS_ONLY = ("...", "!", "?", ";", "+", "/", "=")
"""What stands where no word may."""
