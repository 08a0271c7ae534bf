"""Take a prompt and what is known of its requirements; give the stretches of the prompt that ask for each of them.

A wording that stands in the prompt as it is, is the place. Otherwise a clause counts by what it shares with the
requirement: words of its name and its wordings, and its values, in figures or in words. The best clause is taken, with
the neighbours that add to it. Where nothing shares enough nothing is given: a wrong place is worse than none.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import nlargest
from typing import Any, NamedTuple

from ifdsl.ir import nodes as n
from ifdsl.primitives.ranges import Range
from ifdsl.recognition.clauses import Feature, Read, words_in
from ifdsl.recognition.reading import Span
from ifdsl.recognition.words import CARRIERS, COMPARING, PIECES, SIGNIFICANT
from ifdsl.rendering.languages import language_name

MOST_VALUES = 60
"""Values of one requirement that are looked for."""
LONGEST_VALUE = 80
"""Characters of a text that may be quoted where it is asked for; a longer one is what is spoken of."""

ENOUGH = 1.6
"""What a clause has to share with a requirement, in words of a name."""
ADDS = 0.9
"""What a neighbouring clause has to add."""

_LEAST, _MOST = 0.35, 0.6
"""The part of a sentence that a clause has to share where the sentence is all that is known."""
_TRIED = 4
"""Sentences that are looked at whole."""
_FEWEST = 4
"""Words of a wording that is looked for as it is: a shorter one stands within what asks."""

_OF_NAME, _OF_WORDING, _OF_VALUE = 1.5, 1.0, 2.0
_OF_NUMBER, _OF_NEAR_NUMBER, _OF_SIGN = 1.5, 1.0, 1.0
_OF_COMMON_NAME, _OF_BOUND, _OF_CARRIER = 0.5, 0.4, 0.15


class Asked(NamedTuple):
    """What is known of one requirement.

    Attributes:
        name: the words of its name, as `number_words`.
        wordings: what it may be asked in, word for word.
        words: texts that hold words it may be asked in, in any order.
        values: its arguments: numbers, texts, ranges, and lists of these.
    """

    name: str = ""
    wordings: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    values: tuple[Any, ...] = ()


def stretches(template: n.Template) -> tuple[str, ...]:
    """The literal text of a wording, with a hole between any two stretches."""
    found = [""]
    for part in template.parts:
        if isinstance(part, str):
            found[-1] += part
        else:
            found.append("")
    return tuple(found)


def asked_in(name: str, said: Iterable[Sequence[str]], values: Sequence[Any], *more: str) -> Asked:
    """What is known of a requirement by its wordings.

    Args:
        name: the words of its name.
        said: the stretches of its wordings; one without a hole is looked for as it is.
        values: its arguments.
        more: texts that hold further words.
    """
    wordings = list(said)
    whole = [one[0] for one in wordings if len(one) == 1]
    return Asked(name, tuple(whole), (*more, *(" ".join(one) for one in wordings if len(one) > 1)), tuple(values))


def locate(text: str, asked: Sequence[Asked]) -> list[tuple[Span, ...]]:
    """For each requirement the stretches of `text` that most likely ask for it.

    Args:
        text: the prompt.
        asked: what is known of its requirements.

    Returns:
        For each of `asked` half-open spans in code points of `text`, in order and apart; none where no stretch is
        likely enough.
    """
    read = Read(text)
    known = [_Known(read, one) for one in asked]
    taken: list[set[int]] = [set() if one.best is None else {one.best} for one in known]
    return [one.spans(set().union(*taken[:place], *taken[place + 1 :])) for place, one in enumerate(known)]


class _Known:
    """One requirement in a prompt: where it stands word for word, or else what each clause shares with it."""

    def __init__(self, read: Read, asked: Asked) -> None:
        self.best: int | None = None
        self.weights = _weights(asked)
        self.enough = _enough(asked, self.weights)
        self.exact = _exact(read, asked, read.begins)
        if self.exact is not None:
            return
        self.clauses = read.clauses
        spoken_of = [span for value in _texts(asked.values) if _is_long(value) for span in _stands(value, read.text)]
        values = _values_in(read, asked)
        self.held = [
            frozenset[Feature]()
            if any(start <= clause.start and clause.end <= end for start, end in spoken_of)
            else clause.features & self.weights.keys() | values.get(place, frozenset())
            for place, clause in enumerate(self.clauses)
        ]
        self.best = self._best()
        if self.best is None:
            # An example asks in these words, where the last question has them in no form that is known.
            self.exact = _exact(read, asked, 0)

    def spans(self, taken: set[int]) -> tuple[Span, ...]:
        """Where it is asked for; clauses that are taken ask for another requirement first of all."""
        if self.exact is not None:
            return (self.exact,)
        if self.best is None:
            return ()
        first, last, features = self._grown(self.best, taken)
        spans = [(self.clauses[first].start, self.clauses[last].end)]
        missing = {feature for held in self.held for feature in held if feature[0] == "value"} - features
        for place, held in enumerate(self.held):
            if not first <= place <= last and missing & held and self._sum(held) >= _OF_VALUE + ADDS:
                spans.append((self.clauses[place].start, self.clauses[place].end))
                missing -= held
        return tuple(sorted(spans))

    def _best(self) -> int | None:
        often: dict[Feature, int] = {}
        for held in self.held:
            for feature in held:
                often[feature] = often.get(feature, 0) + 1
        # A word that stands in every clause tells little of which is meant.
        telling: dict[Feature, float] = {
            feature: self._sum((feature,)) / count**0.5 for feature, count in often.items()
        }

        def score(features: Iterable[Feature]) -> float:
            return sum(sorted(telling[feature] for feature in features))

        # The likeliest clause of each sentence, in order of the places; of equals the later.
        leading: dict[int, tuple[float, int]] = {}
        for place, held in enumerate(self.held):
            sentence = self.clauses[place].sentence
            leading[sentence] = max(leading.get(sentence, (0.0, -1)), (score(held), place))
        likely = [place for _, place in nlargest(_TRIED, leading.values()) if place >= 0]
        # Keywords in one clause may be spread over several in another sentence, each of which shares less.
        grown = {place: self._grown(place, set())[2] for place in likely}
        best = max(likely, key=lambda place: (score(grown[place]), place), default=None)
        return best if best is not None and self._sum(grown[best]) >= self.enough else None

    def _grown(self, best: int, taken: set[int]) -> tuple[int, int, frozenset[Feature]]:
        """The clause with the neighbours that ask for the same, and all that they hold."""
        first, last, features = best, best, self.held[best]
        own = self._sum(features)
        for step in (1, -1):
            place, passed = best + step, 0
            while 0 <= place < len(self.held) and passed < 2:
                if self.clauses[place].sentence != self.clauses[best].sentence:
                    break
                passed += 1
                adds = self._sum(self.held[place] - features) >= (2 * ADDS if place in taken else ADDS)
                again = place not in taken and self._sum(self.held[place]) >= max(self.enough, own / 2)
                if adds or again:
                    first, last, features = min(first, place), max(last, place), features | self.held[place]
                    passed = 0
                place += step
        return first, last, features

    def _sum(self, features: Iterable[Feature]) -> float:
        # Sorted, as a sum of floats depends on the order, and that of a set on the process.
        return sum(sorted(self.weights.get(feature, _OF_VALUE) for feature in features))


def _exact(read: Read, asked: Asked, begins: int) -> Span | None:
    """Where the longest wording stands that stands there as it is."""
    fewest = _FEWEST if asked.name else 1
    longest_first = sorted(asked.wordings, key=len, reverse=True)
    found = (read.verbatim(wording, begins, fewest) for wording in longest_first)
    return next((span for span in found if span is not None), None)


def _enough(asked: Asked, weights: Mapping[Feature, float]) -> float:
    """What a clause has to share. Of a sentence that is all there is, it is a part of what that holds."""
    if asked.name:
        return ENOUGH
    whole = sum(sorted(weights.values()))
    return max(min(ENOUGH, _MOST * whole), _LEAST * whole)


def _weights(asked: Asked) -> dict[Feature, float]:
    """What each word and number that a requirement is known by counts for."""
    weights: dict[Feature, float] = {}

    def count(features: Iterable[Feature], content: float, carrier: float) -> None:
        for feature in features:
            weight = _weight(feature, content, carrier)
            weights[feature] = max(weights.get(feature, 0.0), weight)

    count(words_in(asked.name.replace("_", " ")), _OF_NAME, _OF_COMMON_NAME)
    for wording in (*asked.wordings, *asked.words):
        count(words_in(wording), _OF_WORDING, _OF_CARRIER)
    for value in _plain(asked.values):
        if isinstance(value, str):
            if "language" in asked.name:
                count(_language(value), _OF_VALUE, _OF_VALUE)
            continue
        weights["number", value] = max(weights.get(("number", value), 0.0), _OF_NUMBER)
        for near in (value - 1, value + 1):
            # `more than 800` is what is asked where at least 801 is wanted.
            weights.setdefault(("number", near), _OF_NEAR_NUMBER if near > 1 else 0.0)
    return weights


def _weight(feature: Feature, content: float, carrier: float) -> float:
    kind, what = feature
    if kind == "sign":
        return _OF_SIGN if len(str(what)) > 1 else _OF_BOUND
    if kind == "word" and what not in PIECES:
        if what in COMPARING or what in SIGNIFICANT:
            return _OF_BOUND
        if what in CARRIERS:
            return carrier
    return content


def _language(code: str) -> Iterator[Feature]:
    for language in ("en", "zh"):
        try:
            yield from words_in(language_name(code, language))
        except ValueError:
            return  # it is no code of a language: a checker may take any text


def _values_in(read: Read, asked: Asked) -> dict[int, frozenset[Feature]]:
    """The texts among the values that each clause quotes, by the place of the clause."""
    found: dict[int, frozenset[Feature]] = {}
    starts = [clause.start for clause in read.clauses]
    for number, value in enumerate(_texts(asked.values)):
        if _is_long(value):
            continue
        for start, end in _stands(value, read.text):
            for place in _overlapping(starts, start, end):
                found[place] = found.get(place, frozenset()) | {("value", number)}
    return found


def _overlapping(starts: Sequence[int], start: int, end: int) -> range:
    first = bisect_right(starts, start) - 1
    return range(first, bisect_left(starts, end)) if first >= 0 else range(0)


def _stands(value: str, text: str) -> Iterator[Span]:
    """Where a value stands as whole words, in any letter case."""
    sought = value.strip()
    if not sought:
        return
    before = r"(?<![^\W_])" if sought[0].isalnum() and sought[0].isascii() else ""
    after = r"(?![^\W_])" if sought[-1].isalnum() and sought[-1].isascii() else ""
    for match in re.finditer(f"{before}{re.escape(sought)}{after}", text, re.IGNORECASE):
        yield match.span()


def _is_long(value: str) -> bool:
    return len(value) > LONGEST_VALUE


def _texts(values: Iterable[Any]) -> list[str]:
    return list(dict.fromkeys(value for value in _plain(values) if isinstance(value, str) and value.strip()))


def _plain(values: Iterable[Any]) -> list[Any]:
    """The texts and numbers among values, with what lists and ranges hold."""
    found: list[Any] = []
    waiting = list(reversed(list(values)))
    while waiting and len(found) < MOST_VALUES:
        value = waiting.pop()
        if isinstance(value, Range):
            waiting += [bound for bound in (value.hi, value.lo) if bound is not None]
        elif isinstance(value, list | tuple):
            waiting += reversed(value)
        elif isinstance(value, str) or (isinstance(value, int | float) and not isinstance(value, bool)):
            found.append(value)
    return found
