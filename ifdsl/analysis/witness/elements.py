"""Take what is asked of the elements of a view; give it as facts of a text, and what of it every stretch must hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ifdsl.analysis.witness import facts as f
from ifdsl.analysis.witness.closing import closed
from ifdsl.analysis.witness.reading import read
from ifdsl.ir import nodes as n

_RESPONSE = n.Variable(name=n.RESPONSE, type="text")
STRETCHES = frozenset(["sections", "paragraphs", "entries", "sentences"])
"""Views whose elements are running text, of which there is one in every text."""


def of_element(predicates: Sequence[f.Predicate]) -> list[f.Fact]:
    """What predicates of an element say of its text, as if that were the response."""
    return [fact for rule in predicates for fact in read(closed(rule.node, {rule.variable: _RESPONSE}))]


def held_by_each(rules: Sequence[f.Every], view: str = "") -> Iterator[f.Needle]:
    """What every stretch of text must hold; with a view, every element of that view alone."""
    for rule in rules:
        name = rule.path[0].view
        if len(rule.path) == 1 and name in STRETCHES and view in ("", name):
            for fact in of_element([rule.predicate]):
                if isinstance(fact, f.Needle) and fact.times.lo and not fact.path and not fact.text.endswith("\\z"):
                    yield fact


def given_parts(rules: Sequence[f.Every]) -> Iterator[str]:
    """What every part is, where that is given as a whole."""
    for rule in rules:
        if len(rule.path) == 1 and rule.path[0].view in ("split", "split_at", "paragraphs", "lines"):
            for fact in of_element([rule.predicate]):
                if isinstance(fact, f.Same) and not fact.path:
                    yield fact.texts[0]


def sizes_of_each(rules: Sequence[f.Every]) -> Iterator[f.Size]:
    """The least sizes of stretches: a text has one stretch at least, and so these sizes itself."""
    for rule in rules:
        if len(rule.path) == 1 and rule.path[0].view in STRETCHES - {"sentences"}:
            for fact in of_element([rule.predicate]):
                if isinstance(fact, f.Size) and fact.predicate is None and len(fact.path) == 1 and fact.times.lo:
                    yield fact
