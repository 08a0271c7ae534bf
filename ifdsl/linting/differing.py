"""Take a count that is graded and what the prompt says of it instead; give the finding: how the two differ."""

from __future__ import annotations

from ifdsl.linting.counts import Count, around, in_words
from ifdsl.linting.findings import Finding
from ifdsl.linting.prompts import Prompt
from ifdsl.linting.quantities import Quantity
from ifdsl.linting.repairing import repair_of, sentence_of
from ifdsl.primitives.ranges import Range
from ifdsl.recognition.reading import Span
from ifdsl.source import codes
from ifdsl.source.codes import Code
from ifdsl.source.diagnostic import quoted


def differing(prompt: Prompt, count: Count, said: Quantity, spans: tuple[Span, ...]) -> Finding | None:
    """How the prompt says otherwise what is counted; None where it is as good as the same.

    Args:
        prompt: the prompt.
        count: what is graded.
        said: what the prompt says, which does not agree.
        spans: where it says so.
    """
    if said.bare and said.range.lo == 1 and _holds(count.wanted.range, said.range):
        return None  # `include one title` asks for one at least
    code, why = _kind(said, count)
    words = " and ".join(quoted(prompt.text[start:end]) for start, end in spans)
    message = f"the prompt says {words}, and {count.title} grades {in_words(count.wanted)}{why}"
    repair = repair_of(count.by, said, count.wanted) or sentence_of(count.first)
    return Finding(code, message, spans, count.paths, repair)


def _kind(said: Quantity, count: Count) -> tuple[Code, str]:
    """The kind of the difference, and what there is to say about it."""
    numbers = set(said.number)
    looser = _holds(count.wanted.range, said.range)
    if said.approximate and numbers & set(count.wanted.number):
        return codes.OTHER_RELATION, ": `about` is not graded"
    if _is_near(said, count):
        return codes.NEAR_BOUND, ": they differ by one at the bound"
    if numbers & (count.named | set(count.wanted.number)):
        code = codes.LOOSELY_GRADED if looser and said.bare else codes.OTHER_RELATION
        return code, ": more passes than is asked for" if looser else ""
    if looser and len(said.number) > len(count.wanted.number) and set(count.wanted.number) & around(said.number):
        return codes.OTHER_RELATION, ": one of the bounds is not graded"
    return codes.OTHER_NUMBER, ""


def _is_near(said: Quantity, count: Count) -> bool:
    """Whether both name one number and differ by whether it is included: `more than 10`, and at least 10."""
    one, other = said.range, count.wanted.range
    if one.lo == one.hi or other.lo == other.hi or not set(said.number) & count.named:
        return False
    return max(_apart(one.lo, other.lo), _apart(one.hi, other.hi)) == 1


def _apart(one: float | int | None, other: float | int | None) -> float:
    if one is None or other is None:
        return 0 if one is other else float("inf")
    return abs(one - other)


def _holds(one: Range, other: Range) -> bool:
    return one.min <= other.min and one.max >= other.max
