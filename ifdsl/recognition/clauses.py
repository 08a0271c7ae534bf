"""Take a text; give its clauses, and what each of them holds that a requirement may be known by."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TypeAlias

from ifdsl.recognition.numbers import is_number_word, occasions_at, ordinal_at
from ifdsl.recognition.tokens import Kind, Token, Tokens, literal_tokens

Feature: TypeAlias = tuple[str, str | int | float]
"""`word` with a stem, `number` with its value, `sign` with marks as they stand, `han` with two Chinese characters."""

# INVARIANT: no pattern here reads a run of marks or blanks again from each of its places.
_SENTENCE_END = re.compile(
    r"(?:(?<![A-Za-z]\.[A-Za-z])\.|[!?;])[\"'”’)\]*]{0,4}(?=\s|$)|[。！？；]+[”’」』）】]*|(?<!:)\n|(?<= ) (?=[A-Z])"
)
"""The last full stop of `i.e.` or `P.S.` ends no sentence; two blanks before a capital letter do.
What a colon announces on the next line belongs to it.
"""
_CLAUSE_END = re.compile(
    r"[,:]\s|[，：]|\s(?:-{2,}|[–—])\s|\s(?=\()|\)\s|\s(?=(?:and|but|while|without)\s)"
    r"|(?<=\s)(?:(?!(?:and|but|while|without)\s)[^\s.,:;]+\s+){6}(?=(?:with|using|where|in which|so that)\s)",
    re.IGNORECASE,
)
"""A short stretch before `with` and its like is what they say the manner of: `Answer with more than 800 words.`"""
_QUESTION = re.compile(r"^[^\w\n]{0,6}(?:question|问题)[^\w\n]{0,6}[:：]", re.IGNORECASE | re.MULTILINE)
_CLOSING = re.compile(r"[.!?。！？]?[\"'”’」』](?![^\W_])[.!?。！？]?|[.!?。！？](?=\s|$)")
_EDGES = " \t\r\n,:;，：；、-–—"
_ALIKE = {
    "cap": "capital",
    "capitaliz": "capital",
    "italiciz": "italic",
    "lower": "lowercas",
    "upper": "capital",
    "uppercas": "capital",
}
"""Stems that stand for one thing in what people ask of texts."""
_LONGEST_NUMBER = 12
"""Tokens of a number in words: a window of that size keeps the whole linear."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A stretch `[start, end)` of a text, in code points, and the number of the sentence that it belongs to."""

    start: int
    end: int
    sentence: int
    features: frozenset[Feature]


class Read:
    """A text in clauses. In worked examples, which ask questions one after another, only the last question counts."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens: Sequence[Token] = literal_tokens(text)
        self.begins = _last_question(text)

    @cached_property
    def clauses(self) -> list[Clause]:
        found = [list(features_at(self.tokens, place)) for place in range(len(self.tokens))]
        starts = [token.start for token in self.tokens]
        clauses = []
        for number, (start, end) in enumerate(_between(_SENTENCE_END, self.text, self.begins, len(self.text))):
            for first, last in _between(_CLAUSE_END, self.text, start, end):
                held = found[bisect_left(starts, first) : bisect_left(starts, last)]
                first, last = _trimmed(self.text, first, last)
                if held and first < last:
                    clauses.append(Clause(first, last, number, frozenset(each for one in held for each in one)))
        return clauses

    @cached_property
    def _words(self) -> tuple[str, list[int], Sequence[Token]]:
        """The words and numbers of the text, one a line, where each line starts, and the tokens themselves."""
        tokens = [token for token in self.tokens if token.kind is not Kind.QUOTE]
        starts, size = [], 0
        for token in tokens:
            starts.append(size)
            size += len(token.exact) + 1
        return "".join(f"{token.exact}\n" for token in tokens), starts, tokens

    def verbatim(self, sentence: str, begins: int = 0, fewest: int = 1) -> tuple[int, int] | None:
        """The first place from `begins` on where the words of a sentence stand together, whatever marks are between.

        A noun may be in the other number. A sentence of less than `fewest` words is not looked for.
        """
        sought, count = _lines(sentence)
        lines, starts, tokens = self._words
        if count < max(1, fewest):
            return None
        first = bisect_left(tokens, begins, key=lambda token: token.start)
        place = starts[first] if first < len(starts) else len(lines)
        # A line is a whole token, so that what is found begins with one where a line break stands before it.
        place = f"\n{lines}".find(f"\n{sought}", place)
        if place < 0:
            return None
        first = bisect_right(starts, place) - 1
        end = tokens[first + count - 1].end
        closing = _CLOSING.match(self.text, end)
        return tokens[first].start, end if closing is None else closing.end()


def features_at(tokens: Sequence[Token], place: int) -> Iterator[Feature]:
    """What the token at a place is known by."""
    token = tokens[place]
    if token.kind is Kind.SIGN:
        yield "sign", token.text
    elif token.kind is Kind.HAN and place + 1 < len(tokens) and tokens[place + 1].kind is Kind.HAN:
        yield "han", token.text + tokens[place + 1].text
    elif token.kind is Kind.WORD:
        yield "word", _ALIKE.get(token.stem, token.stem)
    yield from _numbers_at(tokens, place)


@lru_cache(maxsize=4096)
def words_in(text: str) -> tuple[Feature, ...]:
    """What a text is known by."""
    tokens = literal_tokens(text)
    return tuple(each for place in range(len(tokens)) for each in features_at(tokens, place))


@lru_cache(maxsize=4096)
def _lines(sentence: str) -> tuple[str, int]:
    """The words and numbers of a sentence, one a line, and how many there are."""
    words = [token.exact for token in literal_tokens(sentence) if token.kind is not Kind.QUOTE]
    return "".join(f"{word}\n" for word in words), len(words)


def _numbers_at(tokens: Sequence[Token], place: int) -> Iterator[Feature]:
    token = tokens[place]
    if not is_number_word(token):
        return
    window = Tokens("", tuple(tokens[place : place + _LONGEST_NUMBER]))
    ordinal = ordinal_at(window, 0)
    if ordinal is not None:
        yield "number", ordinal[1]
    for _, value in occasions_at(window, 0):
        yield "number", value


def _last_question(text: str) -> int:
    """Where the last of several questions begins; 0 in a text without worked examples."""
    places = [match.start() for match in _QUESTION.finditer(text)]
    return places[-1] if len(places) > 1 else 0


def _between(mark: re.Pattern[str], text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The stretches that marks end, each with its mark."""
    for match in mark.finditer(text, start, end):
        if match.end() > start:
            yield start, match.end()
            start = match.end()
    if start < end:
        yield start, end


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    stretch = text[start:end]
    start += len(stretch) - len(stretch.lstrip(_EDGES))
    return start, max(start, start + len(stretch.strip(_EDGES)))
