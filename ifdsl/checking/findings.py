"""Take the operands of one comparison or claim; give the finding: whether it holds, by what margin, and its words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple, TypeAlias

from ifdsl.checking import distances
from ifdsl.checking import wording as w
from ifdsl.checking.distances import certain, is_number
from ifdsl.checking.places import MOST_SPANS, occurrences
from ifdsl.checking.places import evidence as evidence_of
from ifdsl.checking.verdict import Evidence, Measured
from ifdsl.checking.wording import Topic, topic
from ifdsl.primitives.piece import Piece
from ifdsl.primitives.ranges import Range


class Telling(NamedTuple):
    """What a finding has to say once it turns out to decide."""

    message: str
    measured: Measured = None
    expected: str | None = None
    evidence: Sequence[Evidence] = ()


LONGEST = 200
"""Characters of a measured text that are kept."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One part of a check. `tell` is called only for the part that decides; it may take time.

    `holds` is None where the part does not apply (an `all` over nothing, by `if_empty`); the margin is then void.
    """

    # INVARIANT: margin >= 0 exactly where holds is True.
    holds: bool | None
    margin: float
    tell: Callable[[], Telling]


class Needle(NamedTuple):
    """The text or pattern whose occurrences a number counts."""

    text: str


Subject: TypeAlias = w.Noun | Needle | str | None
"""What is compared: a number of elements or of occurrences, an expression as written, or (None) the topic itself."""

COMPLEMENT = {
    "==": "!=",
    "!=": "==",
    "<": ">=",
    "<=": ">",
    ">": "<=",
    ">=": "<",
    "in": "not in",
    "not in": "in",
}
_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


# ---------------------------------------------------------------- comparisons


def compare(
    operator: str,
    left: Any,
    right: Any,
    of: Subject,
    *,
    at: Topic = None,
    found: Callable[[], Iterable[Any]] | None = None,
    fixed: str = "right",
    holds: bool = True,
) -> Finding:
    """One link of a comparison.

    Args:
        of: what the measured side is.
        at: the text that it was measured in.
        found: gives the elements that were counted.
        fixed: the side (`"left"` or `"right"`) that says what was asked for; its size scales the distance.
        holds: whether the link is to hold; false under a `not`.
    """
    truth = _holds(operator, left, right) is holds
    if not holds:
        operator = COMPLEMENT[operator]
    margin = distances.settle(truth, _distance(operator, left, right, left if fixed == "left" else right, truth))
    measured, bound = (right, left) if fixed == "left" else (left, right)
    if fixed == "left":
        operator = _MIRRORED.get(operator, operator)
    return Finding(truth, margin, lambda: _compared(operator, measured, bound, of, at, found, fixed, truth))


def _holds(operator: str, left: Any, right: Any) -> bool:
    match operator:
        case "==":
            return bool(left == right)
        case "!=":
            return bool(left != right)
        case "<":
            return bool(left < right)
        case "<=":
            return bool(left <= right)
        case ">":
            return bool(left > right)
        case ">=":
            return bool(left >= right)
        case "in":
            return left in right
        case _:
            return left not in right


def _distance(operator: str, left: Any, right: Any, bound: Any, truth: bool) -> float:
    if operator in ("in", "not in"):
        if isinstance(right, Range):
            return distances.inside(left, right) if operator == "in" else distances.outside(left, right)
    elif is_number(left) and is_number(right):
        return distances.compare(operator, left, right, bound)
    return certain(truth)


def _compared(
    operator: str,
    measured: Any,
    bound: Any,
    of: Subject,
    at: Topic,
    found: Callable[[], Iterable[Any]] | None,
    fixed: str,
    truth: bool,
) -> Telling:
    if fixed == "left" and operator in ("in", "not in"):
        return _member(operator, bound, of, truth)
    want = w.wanted(operator, bound)
    elements = [] if found is None else list(islice(found(), MOST_SPANS))
    evidence: list[Evidence] = []
    if isinstance(of, Needle):
        evidence = evidence_of("satisfies" if truth else "violates", elements)
        if measured == 0 and not truth:
            evidence = [missing(of.text)]
        message = f"{w.ticked(of.text)} {_occurs(measured)}{'' if at is None else f' in {topic(at)}'}"
    elif isinstance(of, tuple):
        evidence = evidence_of("counted", elements)
        message = w.counted(measured, of) if at is None else f"{topic(at)} has {w.counted(measured, of)}"
    else:
        value = w.phrase(measured) if is_number(measured) else w.ticked(measured)
        subject = topic(at) if of is None else w.ticked(of)
        message = f"{subject} is {value}{'' if of is None or at is None else f' for {topic(at)}'}"
        if isinstance(measured, Piece):
            evidence = evidence_of("satisfies" if truth else "violates", [measured])
    return Telling(f"{message}; {w.asked(want)}", plain(measured), want, evidence)


def _occurs(times: int | float) -> str:
    if times == 0:
        return "does not occur"
    return "occurs once" if times == 1 else f"occurs {w.number(times)} times"


def _member(operator: str, member: Any, of: Subject, truth: bool) -> Telling:
    """The words of `member in …`, where the member is what was asked for."""
    among = truth is (operator == "in")
    message = f"{w.ticked(member)} is {'' if among else 'not '}among {w.ticked(str(of))}"
    if operator == "not in":
        message += "" if truth else ", and must not be"
    want = f"{'' if operator == 'in' else 'not '}{w.ticked(member)}"
    lost = [missing(w.phrase(member))] if operator == "in" and not truth else []
    return Telling(message, among, want, lost)


# ---------------------------------------------------------------- claims


def contains(needle: str, text: str, *, at: Topic = None, holds: bool = True) -> Finding:
    """`needle in text`."""
    truth = (needle in text) is holds
    return Finding(truth, certain(truth), lambda: _contained(needle, text, at, holds, truth))


def _contained(needle: str, text: str, at: Topic, holds: bool, truth: bool) -> Telling:
    inside = truth is holds
    message = f"{topic(at)} {'contains' if inside else 'does not contain'} {w.ticked(needle)}"
    want = f"{'' if holds else 'not '}{w.ticked(needle)}"
    if inside:
        evidence = evidence_of("satisfies" if truth else "violates", occurrences(text, needle))
        return Telling(message if truth else f"{message}, and must not", True, want, evidence)
    return Telling(message, False, want, [] if truth else [missing(needle)])


def claim(
    truth: bool,
    yes: str,
    no: str,
    *words: Any,
    at: Topic = None,
    found: Callable[[], Iterable[Any]] | None = None,
    holds: bool = True,
) -> Finding:
    """What a function says of a text: `yes` or `no` is the verb, and `words` come after it, in backticks."""
    said = truth
    truth = said is holds
    return Finding(truth, certain(truth), lambda: _claimed(said, yes, no, words, at, found, holds))


def _claimed(
    said: bool,
    yes: str,
    no: str,
    words: Sequence[Any],
    at: Topic,
    found: Callable[[], Iterable[Any]] | None,
    holds: bool,
) -> Telling:
    tail = "".join(f" {w.ticked(word)}" for word in words)
    message = f"{topic(at)} {yes if said else no}{tail}"
    if said and not holds:
        message += ", and must not be" if yes.startswith("is ") else ", and must not"
    evidence: list[Evidence] = []
    if said and found is not None:
        evidence = evidence_of("satisfies" if holds else "violates", islice(found(), MOST_SPANS))
    elif not said and holds:
        evidence = [missing(word) for word in words if isinstance(word, str)]
    return Telling(message, said, f"{yes if holds else no}{tail}", evidence)


def fact(truth: bool, of: str, *, at: Topic = None, holds: bool = True) -> Finding:
    """A truth value that nothing more is known of than the expression it comes from."""
    said = truth
    truth = said is holds

    def tell() -> Telling:
        words = f"{w.ticked(of)} {'holds' if said else 'does not hold'}{'' if at is None else f' for {topic(at)}'}"
        want = f"{'' if holds else 'not '}{w.ticked(of)}"
        return Telling(f"{words}, and must not" if said and not holds else words, said, want)

    return Finding(truth, certain(truth), tell)


# ---------------------------------------------------------------- evidence and words


def missing(text: str) -> Evidence:
    return Evidence("missing", -1, -1, text)


def plain(value: Any) -> Measured:
    """A measured value as a record can hold it: long texts are cut off, what is neither number nor text is in words."""
    if isinstance(value, str):
        return str(value[:LONGEST])
    huge = isinstance(value, int) and value.bit_length() > 1024
    if huge or not (value is None or isinstance(value, bool | int | float)):
        return w.phrase(value)[:LONGEST]
    return value
