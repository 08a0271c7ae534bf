"""Take a prompt and all that is graded of a response to it; give where the two count otherwise.

The quantities of the prompt that count the same are compared with what is wanted. A number that stands in the prompt in
some way is never said to be missing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from ifdsl.linting.concepts import DENIED
from ifdsl.linting.counts import Count, counts_of, in_words, meet
from ifdsl.linting.differing import differing
from ifdsl.linting.findings import Finding
from ifdsl.linting.graded import Graded
from ifdsl.linting.placing import where_asked
from ifdsl.linting.prompts import Prompt
from ifdsl.linting.quantities import Quantity
from ifdsl.linting.repairing import sentence_of
from ifdsl.linting.units import TIMES, Unit, unit_of
from ifdsl.primitives.ranges import Range
from ifdsl.recognition.reading import Span
from ifdsl.source import codes
from ifdsl.source.diagnostic import quoted

_WORD, _PARAGRAPH, _PART = Unit("word"), Unit("paragraph"), Unit("part")
_LEVEL, _HEADING = Unit("level"), Unit("heading")
_NESTED = re.compile(r"[^.;!?\n]{0,24}\bnest")
_PIECES = frozenset({"paragraph", "part", "response", "bullet"})
_PIECES_TOO = frozenset({"paragraph", "part", "response", "line", "item"})
_REPEATED = frozenset({"word", "sentence", "paragraph", "row", "column", "cell", "level", "heading", "character"})
"""Units that a prompt names where it asks for what a sentence of the data says."""

_CAPITALS_AFTER = re.compile(r"[^.;!?\n]{0,24}\b(?:all|with|in|be)\b[^.;!?\n]{0,16}\b(?:cap(?:s|ital)|upper)")
_CAPITALS_BEFORE = re.compile(r"(?:words?|letters?)[^.;!?\n]{0,30}\b(?:all[- ])?(?:caps|capital|upper)[^.;!?\n]{0,40}$")
_APART = re.compile(
    r"\b(?:separat|divid|split|between|both|each|either|other|versions?|pair|second)|(?m:^[ \t]*\*{3,}[ \t]*$)"
)
_TWO_APART = re.compile(r"\b(?:separat|divid|split|between|distinguish)\w*\b[^.;!?\n]{0,100}\b(?:and|from)\b")
_DIVIDER = re.compile(r"^[ \t]*\*{3}[ \t]*$", re.MULTILINE)
_NEW_CLAUSE = re.compile(r"[,;:] | and | but ")
_LETTERS = re.compile(r"[a-z]+")


def miscounted(prompt: Prompt, graded: Sequence[Graded]) -> Iterator[Finding]:
    """Numbers that the prompt does not state, or states otherwise."""
    counts = list(counts_of(graded))
    owners = _owners(prompt, counts)
    candidates = [_candidates(prompt, count, owners, place) for place, count in enumerate(counts)]
    matched = [_matched(said, count.wanted) for said, count in zip(candidates, counts, strict=True)]
    taken = {quantity.span for quantity in matched if quantity is not None}
    for count, said, found in zip(counts, candidates, matched, strict=True):
        if found is None:
            finding = _finding(prompt, count, [quantity for quantity in said if quantity.span not in taken])
            if finding is not None:
                yield finding


# ---------------------------------------------------------------- what the prompt says of a count


def _owners(prompt: Prompt, counts: Sequence[Count]) -> dict[Span, int]:
    """Which count each `so many times` of the prompt belongs to: that of the nearest text that is counted."""
    stands: list[tuple[Span, int]] = []
    for place, count in enumerate(counts):
        if TIMES in count.wanted.units:
            for subject in count.subjects:
                stands += [(span, place) for span, whole in prompt.find(subject) if whole]
    found: dict[Span, int] = {}
    for quantity in prompt.quantities:
        if TIMES not in quantity.units:
            continue
        near = [(span, place) for span, place in stands if prompt.same_sentence(span, quantity.span)]
        end = quantity.span[1]
        before = [(end - span[1], place) for span, place in near if span[1] <= end]
        after = [(span[0] - end, place) for span, place in near if span[0] >= end]
        best = min(before, default=None) or min(after, default=None)
        if best is not None:
            found[quantity.span] = best[1]
    return found


def _candidates(prompt: Prompt, count: Count, owners: Mapping[Span, int], place: int) -> list[Quantity]:
    """The quantities of the prompt that count the same."""
    wanted = {unit for unit in count.wanted.units if unit.known} or set(count.wanted.units)
    times, capitals = TIMES in wanted, "upper" in count.first.concepts
    by_dividers = _PARAGRAPH in wanted and "three_stars" in count.first.concepts
    found = []
    for quantity in prompt.quantities:
        of_capitals = _WORD in quantity.units and _of_capitals(prompt, quantity)
        if times and capitals and of_capitals:
            found.append(quantity)
            continue
        same = bool(wanted & set(quantity.units)) and (capitals or not of_capitals)
        same = same and not _of_other_levels(prompt, quantity, count)
        if not same and not (by_dividers and _PART in quantity.units):
            continue
        owner = owners.get(quantity.span)
        if not times or owner == place or (owner is None and not count.subjects) or quantity.span not in owners:
            found.append(quantity)
    return found


def _of_capitals(prompt: Prompt, quantity: Quantity) -> bool:
    """Whether it counts words in capital letters, and not words."""
    start, end = quantity.span
    if _CAPITALS_AFTER.match(prompt.plain, end):
        return True
    first, _ = prompt.sentence(start)
    return _CAPITALS_BEFORE.search(prompt.plain[max(first, start - 90) : start]) is not None


def _of_other_levels(prompt: Prompt, quantity: Quantity, count: Count) -> bool:
    """Whether one of the two counts levels of headings, and the other levels of nesting."""
    of_headings = [_HEADING in one.units for one in (quantity, count.wanted)]
    if _LEVEL not in quantity.units or _LEVEL not in count.wanted.units or of_headings[0] == of_headings[1]:
        return False
    if of_headings[1]:
        return _NESTED.match(prompt.plain, quantity.span[1]) is not None
    return any("nest" in sentence.lower() for sentence in count.first.masked)


def _matched(said: Sequence[Quantity], wanted: Quantity) -> Quantity | None:
    """The quantity of the prompt that asks for what is wanted, or several that do so together."""
    for quantity in said:
        if agrees(quantity, wanted):
            return quantity
    together = _together(said)
    return together if together is not None and agrees(together, wanted) else None


def _together(said: Iterable[Quantity]) -> Quantity | None:
    """What several quantities of one thing say together: `at least 5 words … no more than 9 words`."""
    whole: Quantity | None = None
    for quantity in said:
        if quantity.vague or quantity.each:
            continue
        both = quantity.range if whole is None else meet(whole.range, quantity.range)
        if both is None:
            return None
        whole = quantity if whole is None else replace(whole, range=both, number=(*whole.number, *quantity.number))
    return whole


def agrees(said: Quantity, wanted: Quantity) -> bool:
    """Whether a quantity of the prompt asks for what is graded; that there is one at all needs no number."""
    low, high = _plainly(wanted.range)
    if said.vague and said.range.hi is not None:  # an article, or `no`
        return low is not None and low <= 1 if said.range.hi else high == 0
    if said.vague:
        return high is None and (low is None or low <= max(2, said.range.min))
    if said.approximate and wanted.range.lo is not None and wanted.range.hi is not None:
        return all(number in wanted.range for number in said.number)
    ways = [_plainly(range_) for range_ in (said.range, said.shared) if range_ is not None]
    return (low, high) in ways or (wanted.shared is not None and _plainly(wanted.shared) in ways)


def _plainly(range_: Range) -> tuple[float | int | None, float | int | None]:
    """The bounds of a range; `at most 5` and `1 to 5` are asked for in the same words."""
    one_alone = range_.lo == 1 and range_.hi is None
    low = None if range_.lo in (None, 0, 1) and range_.hi not in (0, 1) and not one_alone else range_.lo
    return low, range_.hi


# ---------------------------------------------------------------- what is wrong


def _finding(prompt: Prompt, count: Count, said: Sequence[Quantity]) -> Finding | None:
    whole = [q for q in said if q.each == count.wanted.each] if not count.wanted.each else said
    told = [q for q in whole if not q.vague]
    if told:
        return _told_otherwise(prompt, count, told)
    ruled_out = _ruled_out(prompt, count)
    if ruled_out is not None:
        words = quoted(prompt.text[slice(*ruled_out)])
        message = f"the prompt says {words}, and {count.title} grades {in_words(count.wanted)}"
        return Finding(codes.OTHER_RELATION, message, (ruled_out,), count.paths, sentence_of(count.first))
    nearby = _in_its_place(prompt, count)
    if nearby is not None:
        return differing(prompt, count, nearby, (nearby.span,))
    if _is_said(prompt, count):
        return None
    if not count.is_argument and (count.wanted.range.lo != 2 or _APART.search(prompt.plain)):
        return None
    spans = tuple(q.span for q in whole[:1])
    words = f"; it says {quoted(prompt.text[slice(*spans[0])])}" if spans else ""
    message = f"{count.title} grades {in_words(count.wanted)}, and the prompt gives no such number{words}"
    return Finding(codes.UNSTATED, message, spans, count.paths, sentence_of(count.first))


def _told_otherwise(prompt: Prompt, count: Count, told: Sequence[Quantity]) -> Finding | None:
    nearest = min(told, key=lambda q: _distance(q, count.wanted))
    together = _together(told)
    if together is not None and len(together.number) > len(nearest.number):
        return differing(prompt, count, together, tuple(q.span for q in told))
    if _is_said_of_others(prompt, count, told):
        return None
    return differing(prompt, count, nearest, (nearest.span,))


def _distance(quantity: Quantity, wanted: Quantity) -> tuple[float, int]:
    numbers = [abs(number - other) for number in quantity.number for other in wanted.number]
    return min(numbers, default=float("inf")), quantity.span[0]


def _is_said_of_others(prompt: Prompt, count: Count, told: Sequence[Quantity]) -> bool:
    """Whether another quantity of the prompt says the same of pieces under another name (`parts` for paragraphs)."""
    if not {unit.name for unit in count.wanted.units} & _PIECES:
        return False
    taken = {q.span for q in told}
    others = [q for q in prompt.quantities if q.span not in taken and not q.vague and agrees(q, count.wanted)]
    return any(not q.units or not q.units[0].known or q.units[0].name in _PIECES_TOO for q in others)


def _ruled_out(prompt: Prompt, count: Count) -> Span | None:
    """Where a prompt keeps a text out altogether that is graded by how often it stands there."""
    if TIMES not in count.wanted.units or count.wanted.range.hi == 0:
        return None
    for subject in count.subjects:
        for (start, end), whole in prompt.find(subject):
            first, last = prompt.sentence(start)
            denied = list(DENIED.finditer(prompt.plain, max(first, start - 60), start))
            counted = any(first <= q.span[0] < last and q.number for q in prompt.quantities)
            if whole and denied and not counted and not _NEW_CLAUSE.search(prompt.plain, denied[-1].end(), start):
                return denied[-1].start(), end
    return None


def _in_its_place(prompt: Prompt, count: Count) -> Quantity | None:
    """The same number where the prompt asks for what is counted, said of something else: `highlight it twice`."""
    if count.first.literal or not count.is_argument:
        return None
    near = set(count.wanted.number)
    found = [
        q
        for q in prompt.quantities
        if near & set(q.number) and not q.each and (not q.units or not q.units[0].known or TIMES in q.units)
    ]
    if not found or any(agrees(q, count.wanted) for q in found):
        return None
    spans = where_asked(prompt, count.first)
    return next((q for q in found if any(start <= q.span[0] < end for start, end in spans)), None)


def _is_said(prompt: Prompt, count: Count) -> bool:
    """Whether the prompt says the number in some other way, or needs none."""
    low, high = count.wanted.range.lo, count.wanted.range.hi
    if high == 0:
        return DENIED.search(prompt.plain) is not None
    if low in (None, 0) and high is None:
        return True
    if low == 1 and high in (None, 1):
        return _speaks_of(prompt, count)
    numbers = set(prompt.numbers)
    if _TWO_APART.search(prompt.plain):
        numbers.add(2)
    dividers = len(_DIVIDER.findall(prompt.plain))
    if dividers:
        numbers.add(dividers + 1)
    low_said = low in (None, 0, 1) or low in numbers or any(q.range.lo == low for q in prompt.quantities)
    high_said = high is None or high in numbers or any(q.range.hi == high for q in prompt.quantities)
    return low_said and high_said and (not count.first.literal or _names_unit(prompt, count))


def _speaks_of(prompt: Prompt, count: Count) -> bool:
    """Whether the prompt names what is counted, or a text of which it is: one of it needs no number."""
    units = {unit.name for unit in count.wanted.units}
    named = {unit.name for word in set(_LETTERS.findall(prompt.plain)) for unit in unit_of(word)}
    return bool(units & named) or any(prompt.find(subject) for subject in count.subjects)


def _names_unit(prompt: Prompt, count: Count) -> bool:
    """Whether the prompt names what a sentence of the data counts: it repeats such sentences more or less."""
    known = {unit.name for unit in count.wanted.units if unit.known}
    if not known & _REPEATED:
        return True
    words = set(_LETTERS.findall(prompt.plain))
    return any(f"{name}{ending}" in words for name in known for ending in ("", "s"))
