"""Take the condition on an element of a view; give what every element that meets it holds."""

from __future__ import annotations

from ifdsl.analysis.needles import Chars, Needle, is_space, is_visible, is_word, literal, pattern
from ifdsl.analysis.reading import needle_of
from ifdsl.analysis.sources import source_of
from ifdsl.analysis.terms import RESPONSE, Term, substitute
from ifdsl.primitives.charset import CharSet
from ifdsl.primitives.dialect import Fault, parse

ORDINARY = "the text has no combining marks, and no digits but decimal ones"
"""Under it, `\\w` means the same to every rule."""
WORD_CLASS = frozenset({"a", "²"})
"""Stands for a place that holds any letter or digit there is."""


def held(condition: Term, name: str) -> list[Needle] | None:
    """Needles of which an element that meets the condition holds one; None where none is known."""
    return _held(substitute(condition, {name: RESPONSE}))


def _held(term: Term) -> list[Needle] | None:
    """The same for the text that stands where the response does."""
    if term.op == "and":
        return next((found for found in map(_held, term.args) if found is not None), None)
    if term.op == "or":
        parts = [_held(arg) for arg in term.args]
        return None if None in parts else [needle for part in parts if part is not None for needle in part]
    if term.op == "compare":
        return _compared(term)
    source = source_of(term.args[0]) if term.op == "call" and term.args else None
    if source is None or not all(arg.known for arg in term.args[1:]):
        return None
    arguments = [arg.value for arg in term.args[1:]]
    if term.calls("matches") or term.calls("full_match"):
        return _one(_letter_or_digit(arguments[0]) or pattern(arguments[0], source.mode))
    if term.calls("contains"):
        return _one(needle_of(source, *arguments))
    if term.calls("starts_with") or term.calls("ends_with"):
        return _one(literal(arguments[0], "fold" if arguments[1] else source.mode)) if arguments[0] else None
    return None


def _compared(term: Term) -> list[Needle] | None:
    left, right = term.args
    (operator,) = term.value
    if operator == "in" and right.type == "text" and left.known:
        source = source_of(right)
        return None if source is None or not left.value else _one(needle_of(source, left.value, False, False, False))
    source = source_of(left) if left.type == "text" else None
    if source is None or not right.known or operator not in ("==", "in"):
        return None
    values = [right.value] if operator == "==" else right.value
    if not isinstance(values, list):
        return None
    found = [literal(value, source.mode) if value else None for value in values]
    return None if None in found else [needle for needle in found if needle is not None]


def _letter_or_digit(source: str) -> Needle | None:
    r"""The needle of a pattern that is one class within `\w`, such as `[^\W_]`."""
    try:
        tokens = parse(source)
    except Fault:
        return None
    found = tokens[0] if len(tokens) == 1 else None
    if isinstance(found, CharSet) and found.negated and "W" in found.items and "_" not in found:
        return Needle(((WORD_CLASS,),))
    return None


def _one(needle: Needle | None) -> list[Needle] | None:
    return None if needle is None or not needle.segments else [needle]


def least_words(condition: Term, name: str) -> int:
    """How many words by the rule `ifeval` an element without white space holds at least if it meets the condition."""
    needles = held(condition, name)
    return 0 if not needles else min(int(any(map(is_word, needle.places))) for needle in needles)


def implies_filled(condition: Term, name: str) -> bool:
    """Whether an element that meets the condition holds a visible character."""
    if is_filled(condition, name):
        return True
    needles = held(condition, name)
    return bool(needles) and all(any(map(_shows, needle.places)) for needle in needles or ())


def is_filled(condition: Term, name: str) -> bool:
    """Whether the condition says that an element is not blank, and nothing more."""
    return condition.op == "not" and condition.args[0].calls("is_blank") and condition.args[0].args[0].key == name


def _shows(place: Chars) -> bool:
    return is_visible(place) and not is_space(place)


def run_class(source: str) -> CharSet | None:
    """The class of a pattern that is one class, repeated: its matches are the longest runs of such characters."""
    try:
        tokens = parse(source)
    except Fault:
        return None
    found = tokens[0] if len(tokens) == 2 and tokens[1] == "+" else None
    return found if isinstance(found, CharSet) else None
