"""Take the facts of a set of constraints; give the plan of a text: what it holds, how much of what, what it avoids."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from math import ceil, floor, inf, isfinite
from typing import Any

from ifdsl.analysis.witness import facts as f
from ifdsl.analysis.witness.elements import held_by_each, sizes_of_each
from ifdsl.analysis.witness.samples import usable
from ifdsl.ir.evaluate import evaluate
from ifdsl.primitives.ranges import Range
from ifdsl.primitives.undecided import Undecided

MARKS = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
_BARE = str.maketrans("", "", MARKS)
_SEPARATORS = {"stars": "\n***\n", "blank_line": "\n\n", "standard": "\n\n", "prose": "\n\n", "line": "\n"}
_ERRORS = (Undecided, ValueError, TypeError, IndexError, KeyError, AttributeError, ZeroDivisionError)


MOST = 20_000
"""No text is made that holds more of anything: where more is asked for, no witness is found."""


def _whole(bound: float) -> int:
    return max(0, min(MOST, ceil(bound) if isfinite(bound) else MOST))


@dataclass(slots=True)
class Span:
    """A closed interval of whole numbers that only gets narrower."""

    low: int = 0
    high: float = inf

    def narrow(self, times: Range) -> None:
        if times.lo is not None:
            self.low = max(self.low, _whole(times.lo))
        if times.hi is not None:
            self.high = min(self.high, floor(times.hi) if isfinite(times.hi) else inf)


@dataclass(frozen=True, slots=True)
class Limit:
    """What matches occurs at most so often."""

    pattern: re.Pattern[str]
    most: int


@dataclass(frozen=True, slots=True)
class Pieces:
    """So many elements of a view, or matches of a pattern."""

    view: str
    arguments: tuple[Any, ...]
    least: int
    most: float
    predicate: f.Predicate | None = None
    distinct: bool = False


@dataclass(slots=True)
class Plan:
    """What a text must have. Numbers are of whole texts; places are counted from 0, from the end where negative."""

    words: Span = field(default_factory=Span)
    distinct_words: int = 0
    sentences: Span = field(default_factory=Span)
    chars: Span = field(default_factory=Span)
    lines: Span = field(default_factory=Span)
    parts: dict[str, Span] = field(default_factory=dict)
    needles: list[f.Needle] = field(default_factory=list)
    limits: list[Limit] = field(default_factory=list)
    slack: list[Limit] = field(default_factory=list)
    """The limits, and what is left of each once the text holds what it must."""
    word_rules: list[f.Predicate] = field(default_factory=list)
    element_rules: list[f.Every] = field(default_factory=list)
    ranks: list[f.Ranked] = field(default_factory=list)
    word_kinds: list[Pieces] = field(default_factory=list)
    pieces: list[Pieces] = field(default_factory=list)
    placed: list[tuple[f.Path, str]] = field(default_factory=list)
    leads: list[str] = field(default_factory=list)
    """Patterns that the text begins with a match of."""
    starts: list[str] = field(default_factory=list)
    ends: list[str] = field(default_factory=list)
    closings: list[str] = field(default_factory=list)
    exact: list[tuple[str, ...]] = field(default_factory=list)
    shapes: list[str] = field(default_factory=list)
    nested: list[f.Nested] = field(default_factory=list)
    data: list[f.Data] = field(default_factory=list)
    shares: list[f.Shares] = field(default_factory=list)
    upper: bool | None = None
    languages: list[str] = field(default_factory=list)
    others: list[f.Other] = field(default_factory=list)


def planned(facts: Iterable[f.Fact], choice: int = 0) -> Plan:
    """The plan for all of these facts; of alternatives, the `choice`-th (and those after it) are taken."""
    plan = Plan()
    for fact in facts:
        _add(plan, fact, choice)
    for needle in held_by_each(plan.element_rules):
        _needle(plan, needle)
    for size in sizes_of_each(plan.element_rules):
        _size(plan, replace(size, times=Range(size.times.lo, None)))
    plan.slack = [replace(limit, most=limit.most - _used(plan, limit)) for limit in plan.limits]
    return plan


def _used(plan: Plan, limit: Limit) -> int:
    """How much of a limit is used up by what the text must hold."""
    held = [" ".join([needle.text] * int(needle.times.lo or 0)) for needle in plan.needles if needle.times.lo]
    return len(limit.pattern.findall(" ".join([*held, *plan.starts, *plan.ends]).lower()))


def _add(plan: Plan, fact: f.Fact, choice: int) -> None:
    match fact:
        case f.Needle():
            _needle(plan, fact)
        case f.Size():
            _size(plan, fact)
        case f.Chosen():
            _chosen(plan, fact, choice)
        case f.Every():
            if len(fact.path) == 1 and fact.path[0].view == "words":
                plan.word_rules.append(fact.predicate)
            else:
                plan.element_rules.append(fact)
        case f.Ranked():
            plan.ranks.append(fact)
        case f.Start(path=()):
            plan.starts.append(fact.text)
        case f.End(path=()):
            plan.ends.append(fact.text)
        case f.Same(path=()):
            plan.exact.append(fact.texts)
        case f.Same(texts=("",), path=(f.Step(view="split_at", place=0, arguments=(pattern,)),)):
            plan.leads.append(str(pattern))
        case f.Same():
            if all(abs(step.place or 0) <= MOST for step in fact.path):
                plan.placed.append((fact.path, fact.texts[choice % len(fact.texts)]))
        case f.Shape(path=()):
            plan.shapes.append(fact.pattern)
        case f.Case():
            plan.upper = fact.upper
        case f.Language():
            plan.languages.append(fact.code)
        case f.Data():
            plan.data.append(fact)
        case f.Nested():
            plan.nested.append(fact)
        case f.Shares():
            for place, old in enumerate(plan.shares):
                if (old.reference, old.length) == (fact.reference, fact.length):
                    low, high = max(old.low, fact.low), min(old.high, fact.high)
                    plan.shares[place] = replace(old, low=low, high=high)
                    return
            plan.shares.append(fact)
        case f.Other():
            plan.others.append(fact)


def _needle(plan: Plan, needle: f.Needle) -> None:
    low, high = needle.times.lo or 0, needle.times.hi
    if low and not needle.path and needle.as_pattern and needle.text.endswith("\\z"):
        plan.closings.append(needle.text)
        return
    if needle.path and low:
        plan.placed.append((needle.path, needle.text))
        return
    if low:
        plan.needles.append(needle)
    if high is not None:
        pattern = pattern_of(needle)
        if pattern is not None:
            plan.limits.append(Limit(pattern, max(floor(high), 0)))


def pattern_of(needle: f.Needle) -> re.Pattern[str] | None:
    """What finds the occurrences in a text in lower case, or None."""
    text = needle.text if needle.as_pattern else re.escape(needle.text.lower())
    if needle.whole_word and text:
        text = rf"(?<!\w){text}(?!\w)"
    # Letter case is often folded before the search, and a limit that is too strict does no harm.
    return usable(text, needle.as_pattern) if text else None


def _size(plan: Plan, size: f.Size) -> None:
    view = size.path[-1]
    low = _whole(size.times.lo or 0)
    high = inf if size.times.hi is None or not isfinite(size.times.hi) else floor(size.times.hi)
    if len(size.path) > 1:
        return
    if size.predicate is not None and view.view in ("words", "letters", "chars"):
        _merge(plan.word_kinds, Pieces(view.view, view.arguments, low, high, size.predicate, size.distinct))
        return
    match view.view:
        case "words" if size.distinct:
            plan.distinct_words = max(plan.distinct_words, low)
            if high < inf:
                plan.words.narrow(Range(None, high))
        case "words":
            plan.words.narrow(size.times)
        case "sentences" if size.predicate is None:
            plan.sentences.narrow(size.times)
        case "chars" | "letters" | "graphemes":
            plan.chars.narrow(size.times)
        case "lines" if size.predicate is None:
            plan.lines.narrow(size.times)
        case "paragraphs":
            plan.parts.setdefault(_SEPARATORS[view.rule or "standard"], Span()).narrow(size.times)
        case "split" if view.arguments and view.arguments[0] != "\n":
            plan.parts.setdefault(f"\n{view.arguments[0]}\n", Span()).narrow(size.times)
        case _:
            _merge(plan.pieces, Pieces(view.view, view.arguments, low, high, size.predicate, size.distinct))
            if view.view == "find_all" and high < inf:
                pattern = usable(str(view.arguments[0]))
                if pattern is not None:
                    plan.limits.append(Limit(pattern, max(int(high), 0)))


def _merge(pieces: list[Pieces], new: Pieces) -> None:
    for place, old in enumerate(pieces):
        if replace(old, least=0, most=0) == replace(new, least=0, most=0):
            pieces[place] = replace(new, least=max(old.least, new.least), most=min(old.most, new.most))
            return
    pieces.append(new)


def _chosen(plan: Plan, chosen: f.Chosen, choice: int) -> None:
    count = len(chosen.options)
    low = ceil(chosen.times.lo or 0)
    high = inf if chosen.times.hi is None else floor(chosen.times.hi)
    order = [(choice + place) % count for place in range(count)]
    for place in order[:low]:
        for fact in chosen.options[place]:
            _add(plan, fact, choice)
    if high < count:
        # As many as are allowed may come up by chance; the rest is kept out.
        for place in order[int(max(high, low)) :]:
            for fact in chosen.options[place]:
                if isinstance(fact, f.Needle):
                    _needle(plan, f.Needle(fact.text, Range(0, 0), fact.whole_word, fact.ignore_case, fact.as_pattern))


def holds(predicate: f.Predicate, value: Any, **known: Any) -> bool:
    """Whether a value meets a predicate, more variables being `known`; where that cannot be told, it does not."""
    try:
        if isinstance(value, str):
            value = value.translate(_BARE) if predicate.bare else value
            value = value.lower() if predicate.folded else value
        return bool(evaluate(predicate.node, {predicate.variable: value, "response": "", **known}))
    except _ERRORS:
        return False


def bare(word: str) -> str:
    return word.translate(_BARE) or word


def within(limits: Sequence[Limit], text: str, few: int = 3) -> bool:
    """Whether a text has none of what may occur less than `few` times."""
    lowered = text.lower()
    return not any(limit.most < few and limit.pattern.search(lowered) for limit in limits)
