"""Take the term of a check; give the formula that it is, with a flag for each part that is not understood.

The formula and the check are equivalent: whatever is known of a flag or a measure is said by lemmas.
"""

from __future__ import annotations

from fractions import Fraction
from math import isfinite
from typing import Any

from ifdsl.analysis import formulas as f
from ifdsl.analysis.formulas import Flag, Formula, Measure, Sum
from ifdsl.analysis.needles import Mode, Needle, literal, pattern
from ifdsl.analysis.sources import SPACE, Source, source_of
from ifdsl.analysis.terms import Term, known, make, substitute
from ifdsl.primitives.ranges import Range


def read(term: Term) -> Formula:
    """The formula of a term of type bool."""
    match term.op:
        case "known":
            return bool(term.value)
        case "and":
            return f.both(*map(read, term.args))
        case "or":
            return f.either(*map(read, term.args))
        case "not":
            return f.negation(read(term.args[0]))
        case "conditional":
            condition = read(term.args[0])
            then, otherwise = read(term.args[1]), read(term.args[2])
            return f.both(f.implies(condition, then), f.either(condition, otherwise))
        case "compare":
            return _compare(term)
        case "any":
            return f.negation(_every(term, negated=True))
        case "all":
            return _every(term, negated=False)
        case "call":
            return _call(term)
    return Flag(term.key, "opaque", term)


# ---------------------------------------------------------------- numbers


def number(term: Term) -> Sum | None:
    """The linear sum that a term of type int or number is; None for a value that is no finite number."""
    if term.known:
        value = term.value
        return f.constant(Fraction(value)) if isinstance(value, int | float) and isfinite(value) else None
    if term.op == "arithmetic":
        return _arithmetic(term)
    if term.op == "negative":
        below = number(term.args[0])
        return None if below is None else below.times(-1)
    if term.calls("len"):
        return _length(term)
    if term.calls("count"):
        measure = counted(term.args[0], term.args[1:])
        return f.count_of(measure if measure is not None else Measure(term.key, term))
    if term.op == "call" and term.value[0] in _NEVER_BELOW_ZERO:
        return f.count_of(Measure(term.key, term, real=term.type != "int"))
    return None


_NEVER_BELOW_ZERO = frozenset({"max_repeats", "overlap", "nesting_depth", "syllables", "code_point"})


def _arithmetic(term: Term) -> Sum | None:
    left, right = number(term.args[0]), number(term.args[1])
    if left is None or right is None:
        return None
    if term.value in "+-":
        return left.plus(right, 1 if term.value == "+" else -1)
    if term.value == "*" and not right.terms:
        return left.times(right.constant)
    if term.value == "*" and not left.terms:
        return right.times(left.constant)
    return None


def _length(term: Term) -> Sum:
    subject = term.args[0]
    if subject.op == "list" and len(subject.args) == 3 and subject.args[0].known:
        place = f"x{subject.value}"
        parts = [read(substitute(subject.args[2], {place: known(item)})) for item in subject.args[0].value]
        total = f.constant(sum(part is True for part in parts))
        return total.plus(f.sum_of((1, part) for part in parts if not isinstance(part, bool)))
    if subject.op == "call":
        simpler = view_length(subject)
        if simpler is not None:
            return simpler
    if subject.op == "list" and len(subject.args) == 3 and is_filled(subject):
        subject = make("list", (subject.args[0], known(""), subject.args[2]), subject.value, "list[text]")
    return f.count_of(Measure(f"len({subject.key})", subject))


def view_length(view: Term) -> Sum | None:
    function, rule = view.value
    text = view.args[0]
    if function == "find_all" and view.args[1].known:
        return f.count_of(matches(view, text, view.args[1].value))
    if function == "split" and view.args[1].known and view.args[1].value:
        measure = counted(text, (view.args[1], *[known(False)] * 3))
    elif (function, rule) == ("paragraphs", "blank_line"):
        measure = counted(text, (known("\n\n"), *[known(False)] * 3))
    elif (function, rule) == ("paragraphs", "stars"):
        measure = matches(view, text, r"\s?\*\*\*\s?")
    elif function == "occurrences":
        measure = counted(text, view.args[1:])
        return None if measure is None else f.count_of(measure)
    elif function == "chars":
        return f.count_of(Measure(f"len({text.key})", text))
    else:
        return None
    return None if measure is None else f.count_of(measure).plus(f.constant(1))


def is_filled(items: Term) -> bool:
    """Whether a list keeps just the elements that are not blank; what it makes of each does not change their number."""
    condition = items.args[2]
    return condition.op == "not" and condition.args[0].calls("is_blank")


def matches(view: Term, text: Term, source: str) -> Measure:
    origin = source_of(text)
    needle = None if origin is None else seen(pattern(source, origin.mode), origin)
    return Measure(f"matches({text.key},{source!r})", view, needle)


def counted(text: Term, arguments: tuple[Term, ...]) -> Measure | None:
    """How often a needle with the flags of `count` occurs in a text; None where the needle is not known."""
    if not all(argument.known for argument in arguments):
        return None
    origin = source_of(text)
    needle = None if origin is None else needle_of(origin, *[argument.value for argument in arguments])
    return count_measure(text, origin, needle, arguments)


def count_measure(text: Term, origin: Source | None, needle: Needle | None, arguments: tuple[Term, ...]) -> Measure:
    if needle is not None and needle.exact and origin is not None and _is_all(origin, needle):
        # Counts of one needle are one measure, whichever way each demand puts it.
        return Measure(f"count({_shown(needle)})", None, needle)
    parts = ",".join([text.key, *[argument.key for argument in arguments]])
    return Measure(f"count({parts})", make("items", (text, *arguments), None, "counted"), needle)


def _is_all(origin: Source, needle: Needle) -> bool:
    """Whether a needle occurs in the text just as often as in the response."""
    if origin.joined:
        return False
    if not origin.whole or origin.deleted or needle.left or needle.right:
        return origin.whole and not origin.deleted and origin.off_left == origin.off_right == frozenset()
    off = (origin.off_left, origin.off_right)
    return all(o is not None and all(p is not None and p.isdisjoint(o) for p in needle.places) for o in off)


def _shown(needle: Needle) -> str:
    return repr(["".join(sorted(place or "")) for place in needle.places]) + needle.left + needle.right


def needle_of(origin: Source, text: str, whole: bool, fold: bool, as_pattern: bool) -> Needle | None:
    """The needle of `count` and `contains` in a text with that source."""
    mode: Mode = "fold" if fold else origin.mode
    if (fold and origin.mode == "lower") or not text:
        return None
    if as_pattern:
        found = pattern(rf"\b{text}\b" if whole else text, mode)
    elif whole:
        found = None
    else:
        found = literal(text, mode)
    return seen(found, origin)


def seen(needle: Needle | None, origin: Source) -> Needle | None:
    """The needle as it lies in the response: where characters were deleted, others may stand between its own."""
    if needle is None or origin.plain:
        return needle
    places = tuple((place,) for place in needle.places)
    return Needle(places)


# ---------------------------------------------------------------- comparisons


def _compare(term: Term) -> Formula:
    (operator,) = term.value
    left, right = term.args
    if operator in ("not in", "!="):
        positive = {"not in": "in", "!=": "=="}[operator]
        return f.negation(read(make("compare", (left, right), (positive,), "bool")))
    if left.type in ("int", "number"):
        found = _numeric(operator, left, right)
        if found is not None:
            return found
    elif left.type == "text":
        return _textual(term, operator, left, right)
    if operator == "==" and left.known:
        term = make("compare", (right, left), ("==",), "bool")
    return Flag(term.key, "list" if operator == "==" else "opaque", term)


def _numeric(operator: str, left: Term, right: Term) -> Formula | None:
    if operator == "in" and right.known and isinstance(right.value, Range):
        low, high = right.value.lo, right.value.hi
        parts = [] if low is None else [_numeric(">=", left, known(low))]
        parts += [] if high is None else [_numeric("<=", left, known(high))]
        return None if None in parts else f.both(*[part for part in parts if part is not None])
    if operator == "in" and right.op == "range":
        ends = [
            _numeric(op, left, end)
            for op, end in zip((">=", "<="), right.args, strict=True)
            if end.value is not None or not end.known
        ]
        return None if None in ends else f.both(*[end for end in ends if end is not None])
    if operator == "in" and right.known and isinstance(right.value, list):
        links = [_numeric("==", left, known(value)) for value in right.value]
        return None if None in links else f.either(*[link for link in links if link is not None])
    one, other = number(left), number(right)
    if one is None or other is None:
        return None
    if operator == "==":
        return f.equal(one, other)
    if operator in ("<=", ">="):
        return f.at_least(one, other) if operator == ">=" else f.at_least(other, one)
    return f.negation(f.at_least(one, other) if operator == "<" else f.at_least(other, one))


def _textual(term: Term, operator: str, left: Term, right: Term) -> Formula:
    if operator == "in" and right.type == "text":
        return contains(right, (left, *[known(False)] * 3), term)
    if operator == "in" and right.known and isinstance(right.value, list):
        return f.either(*[equals(left, value, term) for value in dict.fromkeys(right.value)])
    if operator == "==":
        known_side, other = (right, left) if right.known else (left, right)
        if known_side.known:
            return equals(other, known_side.value, term)
        return Flag(term.key, "same_text", term)
    return Flag(term.key, "opaque", term)


def equals(text: Term, value: Any, term: Term) -> Formula:
    """Whether a text is that one."""
    origin = source_of(text)
    needle = None
    if origin is not None and value:
        needle = seen(literal(value, origin.mode), origin)
        # A letter that was taken off in one case may be left in the other.
        if (value[-1] in origin.not_last and not value[-1].isalpha()) or (
            value[0] in origin.not_first and not value[0].isalpha()
        ):
            return False
    return Flag(
        f"equals({text.key},{value!r})", "equals", make("items", (text, known(value)), None, ""), needle, origin
    )


def contains(text: Term, arguments: tuple[Term, ...], term: Term) -> Formula:
    measure = counted(text, arguments)
    if measure is None:
        return Flag(term.key, "opaque", term)
    return f.at_least(f.count_of(measure), 1)


# ---------------------------------------------------------------- calls and quantifiers


def _call(term: Term) -> Formula:
    function, _ = term.value
    if function == "contains":
        return contains(term.args[0], term.args[1:], term)
    if function == "matches" and term.args[1].known:
        view = make("call", (term.args[0], term.args[1]), ("find_all", "standard"), "list[text]")
        return f.at_least(f.count_of(matches(view, term.args[0], term.args[1].value)), 1)
    origin = source_of(term.args[0]) if term.args else None
    if function in ("starts_with", "ends_with") and origin is not None and term.args[1].known:
        return _at_an_end(term, origin, term.args[1].value, term.args[2].known and bool(term.args[2].value))
    if (
        function == "is_blank"
        and origin is not None
        and origin.whole
        and origin.off_left in (frozenset(), frozenset(SPACE))
    ):
        return Flag("blank", "blank", term)
    return Flag(term.key, function, term, source=origin)


def _at_an_end(term: Term, origin: Source, text: str, fold: bool) -> Formula:
    if not text:
        return True
    starts = term.calls("starts_with")
    needle = None
    if not (fold and origin.mode == "lower"):
        mode: Mode = "fold" if fold else origin.mode
        needle = seen(literal(text, mode), origin)
    outer = text[0] if starts else text[-1]
    if outer in (origin.not_first if starts else origin.not_last) and not fold and not outer.isalpha():
        return False
    return Flag(term.key, "starts" if starts else "ends", term, needle, origin)


def _every(term: Term, negated: bool) -> Formula:
    """`all(…)`, or `not any(…)`, which is `all(not …)`; without a condition."""
    element = term.args[1]
    if negated:
        element = make("not", (element,), None, "bool")
    parts = (term.args[0], element, *term.args[2:])
    every = make("all", parts, term.value, "bool")
    return Flag(every.key, "every", every) if every.op == "all" else read(every)
