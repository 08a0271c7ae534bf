"""Take a row of a spec; give the wrong answers that tell what went wrong, and of an answer what it tells.

Nothing of this is written by hand unless a spec says `errors`: a *knowledge* error is what the spec expects where
another answer were right; an *instruction* error is the right answer with one step of what is expected left out or done
otherwise, or under another of its names (a label for a text); *both* is the same with a wrong answer. What the deciding
matcher takes for right is none of them. Where what is expected does not depend on which answer is right, nothing has to
be known, and every error is one of the instruction.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ifdsl.checking.functions import functions_of
from ifdsl.checking.module import Module
from ifdsl.checking.quick import Quick
from ifdsl.ir import nodes as n
from ifdsl.ir.posing import without_rows
from ifdsl.knowledge.kinds import Kind
from ifdsl.knowledge.pipeline import LONGEST_MARK, Pipeline, Values, text_of
from ifdsl.primitives.doc import Doc
from ifdsl.primitives.undecided import Undecided

SEPARATORS = ("", " ", ". ", ".", ") ", ": ")
"""What people write between a label and the answer that it stands for."""


_CLOSED = re.compile(r"[)\].:]+\s*|\s+|$")
_OPENED = re.compile(r"[(\[]?")


class Fault(NamedTuple):
    """What a wrong answer tells, and in plain words why."""

    kind: Kind
    why: str


@dataclass(frozen=True, slots=True)
class Sets:
    """The wrong answers to one row, each with why it is wrong. `colliding` are those that match the right one."""

    right: str
    knowledge: Mapping[str, str]
    instruction: Mapping[str, str]
    both: Mapping[str, str]
    colliding: Mapping[str, str] = field(default_factory=dict)
    overlapping_means_both: bool = False

    @property
    def ambiguous(self) -> set[str]:
        """The answers that are in the sets of both single causes."""
        return set(self.knowledge) & set(self.instruction)

    @property
    def clear(self) -> bool:
        """Whether each answer of a subject that knows or not, and follows or not, tells which of the four it is."""
        if not self.knowledge or not self.instruction or not self.both:
            return False
        first, second, third = set(self.knowledge), set(self.instruction), set(self.both)
        return not self.colliding and not first & second and not first & third and not second & third


class Judge:
    """Reads answers from responses, and says whether they match: the matchers of one spec, compiled."""

    __slots__ = ("_answers", "_arguments", "_matchers", "_pipeline", "count")

    def __init__(self, pipeline: Pipeline, module: Module) -> None:
        plain = without_rows(pipeline.knowledge, pipeline.posed)
        variables = [
            n.Parameter(name=n.RESPONSE, type="text"),
            *(one for one in pipeline.posed.spec.parameters if one.name != pipeline.posed.expected),
        ]
        matchers = [(reading.answer, matcher) for reading in plain.readings for matcher in reading.matchers]
        self._answers = functions_of([answer for answer, _ in matchers], variables)
        self._matchers: list[Callable[..., Quick]] = [module.constraints[one.constraint].passes for _, one in matchers]
        self._arguments = [functions_of(one.arguments, variables) for _, one in matchers]
        self._pipeline = pipeline
        self.count = len(matchers)

    def marks(self, values: Values) -> set[str]:
        """The labels and other short names of the answers to a row; none where the wrong answers are written out."""
        return set() if self._pipeline.written else self._pipeline.marks(values)

    def answer(self, response: str, values: Values, matcher: int = 0) -> str:
        """What the matcher of that number judges of a response; nothing where it cannot be told.

        Of a `Piece` it is a `Piece`, which knows where it stands in the response.
        """
        try:
            found: str = self._answers[matcher](response, *values)
        except (Undecided, OverflowError):
            return ""
        return found

    def matches(self, answer: str, expected: str, values: Values, matcher: int = 0) -> bool:
        """Whether an answer passes as the expected one."""
        try:
            arguments = [function("", *values) for function in self._arguments[matcher]]
            return self._matchers[matcher](Doc(answer), expected, *arguments) is True
        except Undecided:
            return False


def sets_of(pipeline: Pipeline, judge: Judge, values: Values, right: str) -> Sets:
    """The wrong answers to one row.

    Args:
        values: those of the row.
        right: what is expected.
    """
    colliding: dict[str, str] = {}
    if pipeline.written:
        return _written(pipeline, judge, values, right)
    knowledge: dict[str, str] = {}
    instruction: dict[str, str] = {}
    both: dict[str, str] = {}

    known: dict[str, bool] = {right: True}

    def is_right(text: str) -> bool:
        if text not in known:
            known[text] = text.strip() == right.strip() or judge.matches(text, right, values)
        return known[text]

    def put(into: dict[str, str], text: str | None, why: str, tell: bool) -> None:
        if text is None or not text.strip() or text in into:
            return
        if is_right(text):
            if tell:
                colliding.setdefault(text, why)
            return
        into[text] = why

    if pipeline.gold is not None:
        place = pipeline.place_of(values)
        for why, text in _failing(pipeline, values, place):
            put(instruction, text, why, tell=False)
        for why, text in _labelled(pipeline, values, place, right):
            put(instruction, text, why, tell=False)
        for other in pipeline.alternatives(values) if pipeline.asks_knowledge else ():
            text = text_of(lambda *all_: pipeline.expected(list(all_)), other.values)
            put(knowledge, text, f"what is expected of the wrong answer `{_cut(other.text)}`", tell=True)
            for why, text in _failing(pipeline, other.values, other.place):
                put(both, text, f"{why}, of the wrong answer `{_cut(other.text)}`", tell=False)
    both = {text: why for text, why in both.items() if text not in knowledge and text not in instruction}
    return Sets(right, knowledge, instruction, both, colliding)


def _failing(pipeline: Pipeline, values: Values, place: int) -> Iterator[tuple[str, str | None]]:
    gold = pipeline.gold_text(values)
    yield "the answer as it stands", gold
    for name, form in pipeline.forms(values, place):
        yield f"`{name}` in the place of what is expected", form
    for name, function in pipeline.mistakes:
        yield name, text_of(function, values)


def _labelled(pipeline: Pipeline, values: Values, place: int, right: str) -> Iterator[tuple[str, str]]:
    for name, form in pipeline.forms(values, place):
        if 0 < len(form) <= LONGEST_MARK:
            for separator in SEPARATORS:
                yield f"`{name}` before what is expected", f"{form}{separator}{right}"


def _written(pipeline: Pipeline, judge: Judge, values: Values, right: str) -> Sets:
    found: dict[str, dict[str, str]] = {"knowledge": {}, "instruction": {}}
    colliding: dict[str, str] = {}
    for kind, function in pipeline.written.items():
        try:
            texts: Sequence[str] = function(*values)
        except (Undecided, OverflowError):
            continue
        for text in texts:
            if judge.matches(text, right, values):
                colliding.setdefault(text, f"one of the {kind} errors")
            found[kind].setdefault(text, f"one of the {kind} errors that the spec names")
    return Sets(right, found["knowledge"], found["instruction"], {}, colliding, overlapping_means_both=True)


def fault_of(sets: Sets, judge: Judge, response: str, values: Values) -> Fault:
    """What a response that is wrong tells.

    An answer is looked for as it is, then by the deciding matcher, then by the last one, which as a rule is the most
    lenient; by each of these two also without a label before it. Of an answer in several sets the one with fewer causes
    counts.
    """
    last = judge.count - 1
    answers = [judge.answer(response, values, matcher) for matcher in dict.fromkeys((0, last))]
    if not any(answer.strip() for answer in answers):
        return Fault("blank", "no answer was found in the response")
    for answer in answers:
        found = _in_sets(sets, lambda text, answer=answer: text.strip() == answer.strip())  # type: ignore[misc]
        if found is not None:
            return found
    for matcher, answer in zip(dict.fromkeys((0, last)), answers, strict=True):
        found = _by_matcher(sets, judge, answer, values, matcher) or _after_mark(sets, judge, answer, values, matcher)
        if found is not None:
            return found
    return Fault("unclassified", "it is none of the wrong answers that were derived")


def _by_matcher(sets: Sets, judge: Judge, answer: str, values: Values, matcher: int) -> Fault | None:
    return _in_sets(sets, lambda text: judge.matches(answer, text, values, matcher))


def _after_mark(sets: Sets, judge: Judge, answer: str, values: Values, matcher: int) -> Fault | None:
    """What an answer tells that is a label with something around it, or begins with one: `(B)`, `B. Rome`.

    Whoever writes a label before an answer has not done as told, whatever the answer is.
    """
    mark, rest = _parted(answer, judge.marks(values))
    if not mark:
        return None
    if not rest:
        return _in_sets(sets, lambda text: text.strip() == mark)
    before = f"the label `{mark}` before: "
    if judge.matches(rest, sets.right, values, matcher):
        return Fault("instruction", before + "what is expected")
    found = _by_matcher(sets, judge, rest, values, matcher)
    if found is None:
        return None
    return Fault("both" if found.kind == "knowledge" else found.kind, before + found.why)


def _parted(answer: str, marks: Iterable[str]) -> tuple[str, str]:
    """A label and what stands after it; nothing of an answer that does not begin with one."""
    text = answer.strip().strip("*`").strip()
    opened = _OPENED.match(text)
    start = 0 if opened is None else opened.end()
    for mark in sorted(marks, key=len, reverse=True):
        if text.startswith(mark, start):
            closed = _CLOSED.match(text, start + len(mark))
            if closed is not None:
                return mark, text[closed.end() :].strip()
    return "", ""


def _in_sets(sets: Sets, same: Callable[[str], bool]) -> Fault | None:
    knowledge, instruction, both = (
        next((why for text, why in found.items() if same(text)), None)
        for found in (sets.knowledge, sets.instruction, sets.both)
    )
    if knowledge is not None and instruction is not None:
        kind: Kind = "both" if sets.overlapping_means_both else "either"
        return Fault(kind, f"{knowledge}; or {instruction}")
    if knowledge is not None:
        return Fault("knowledge", knowledge)
    if instruction is not None:
        return Fault("instruction", instruction)
    return None if both is None else Fault("both", both)


def _cut(text: str, longest: int = 40) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "…"
