"""Take the items of a block; give the beginnings of those that stand in columns, each as wide as its column asks.

Items of one kind that follow each other without a blank line share columns: wordings, examples, and clauses.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ifdsl.syntax import documents as d
from ifdsl.syntax import tree as t
from ifdsl.syntax.layout import Doc, Rest, flat

_MAX_ALIGNED = 60
"""Columns beyond which what stands before `on` is not waited for."""

Heads = dict[int, Doc]
"""By the identity of an item, what stands before its text, or before the parts of a clause."""


def heads_in_columns(items: Sequence[t.Node], apart: Callable[[t.Node, t.Node], bool], let: str = "") -> Heads:
    """The heads of the wordings, examples and clauses among `items`.

    Args:
        items: of one block, in order.
        apart: whether a blank line stands between two items.
        let: the keyword of a `Let` in this block, where it stands in a column with the clauses.
    """
    heads: Heads = {}
    run: list[t.Node] = []
    for item in items:
        if run and (_kind(run[-1], let) is not _kind(item, let) or apart(run[-1], item)):
            heads |= _heads(run, let)
            run = []
        run.append(item)
    return heads | _heads(run, let)


def _kind(item: t.Node, let: str) -> type:
    return t.Clause if isinstance(item, t.Let) and let else type(item)


def _heads(run: Sequence[t.Node], let: str) -> Heads:
    wordings = [item for item in run if isinstance(item, t.Wording)]
    examples = [item for item in run if isinstance(item, t.Example)]
    if wordings:
        return _wordings(wordings)
    if examples:
        return _examples(examples)
    keywords = {
        id(item): item.keyword if isinstance(item, t.Clause) else let
        for item in run
        if isinstance(item, t.Clause) or (isinstance(item, t.Let) and let)
    }
    width = max(map(len, keywords.values()), default=0)
    return {key: keyword.ljust(width) for key, keyword in keywords.items()}


def _wordings(wordings: Sequence[t.Wording]) -> Heads:
    keyword = max(len(item.keyword) for item in wordings)
    names = {
        id(item): item.pattern.value + (f" {item.language.value}" if item.language is not None else "")
        for item in wordings
    }
    width = max(map(len, names.values()))
    return {id(item): f"{item.keyword:{keyword}} {names[id(item)]:{width}} " for item in wordings}


def _examples(examples: Sequence[t.Example]) -> Heads:
    docs: dict[int, list[Doc]] = {
        id(item): [f"{item.keyword} {item.name.value}", d.arguments(item.arguments)] for item in examples
    }
    widths = {key: len(flat(doc)) for key, doc in docs.items()}
    width = max((width for width in widths.values() if width <= _MAX_ALIGNED), default=0)
    return {key: [*doc, " " * max(0, width - widths[key]) + " on ", Rest()] for key, doc in docs.items()}
