"""Take a term of type text; give how its characters come from the response: all of it or a part, in which letter case.

What is not understood has no source, and nothing is concluded from it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from ifdsl.analysis.needles import EDGES, Edge, Mode, edge_of, pattern
from ifdsl.analysis.terms import Term
from ifdsl.primitives.charset import CharSet
from ifdsl.primitives.dialect import Fault, parse


@dataclass(frozen=True, slots=True)
class Source:
    """Where a text comes from.

    Attributes:
        whole: it is the response, but for what `left` and `right` say was taken off its ends; else it is a stretch.
        mode: `exact`, or `lower` where it was put in lower case.
        deleted: characters that were taken out all over.
        left: what stands before it in the response; the end of the text counts as white space.
        right: what stands after it.
        off_left: the characters that may have been taken off before it, or None if any; for a whole alone.
        off_right: the same behind it.
        not_last: characters that it cannot end with.
        not_first: characters that it cannot begin with.
        joined: it is put together from stretches that do not overlap, or is one of several.
    """

    whole: bool = True
    mode: Mode = "exact"
    deleted: str = ""
    left: Edge = "space"
    right: Edge = "space"
    off_left: frozenset[str] | None = frozenset()
    off_right: frozenset[str] | None = frozenset()
    not_last: str = ""
    not_first: str = ""
    joined: bool = False

    @property
    def plain(self) -> bool:
        """Whether neighbours in it are neighbours in the response."""
        return not self.deleted and not self.joined


SPACE = "".join(filter(str.isspace, map(chr, range(0x3001))))
"""The characters of white space."""
WHITE = frozenset(SPACE)
_WORD_EDGES: dict[str, Edge] = {"whitespace": "space"}
_SENTENCE_EDGES: dict[str, Edge] = {"ifeval": "mark"}


def source_of(term: Term) -> Source | None:
    """The source of a text, or None."""
    if term.op == "response":
        return Source()
    if term.op == "arithmetic" and term.value == "+":
        return _together(term.args, term)
    if term.op == "conditional":
        return _together(term.args[1:], term)
    if term.op == "index" and term.args[1].known:
        return _element(term.args[0], term.args[1].value)
    if term.op != "call":
        return None
    function, _ = term.value
    if function in ("first", "last") and term.args[0].op == "call":
        return _element(term.args[0], 0 if function == "first" else -1)
    if function == "join":
        return _joined(term)
    if function not in _CHANGES:
        return None
    below = source_of(term.args[0])
    arguments = [argument.value for argument in term.args[1:]] if all(a.known for a in term.args[1:]) else None
    return None if below is None or arguments is None else _CHANGES[function](below, *arguments)


def _together(parts: tuple[Term, ...], term: Term) -> Source | None:
    """A text put together from parts, or one of them: each of its characters is one of the response."""
    sources = [source_of(part) for part in parts]
    if term.op == "arithmetic" and not _apart(*parts):
        return None
    found = [source for source in sources if source is not None]
    if len(found) < len(parts) or len({source.mode for source in found}) > 1:
        return None
    return replace(_stretch(found[0], "", ""), joined=True)


def _apart(one: Term, other: Term) -> bool:
    """Whether two parts have no character in common: what stands before a text and what stands after it."""
    return one.calls("before") and other.calls("after") and [a.key for a in one.args] == [a.key for a in other.args]


def _lower(source: Source) -> Source:
    return replace(source, mode="lower")


def _strip_end(source: Source, chars: str = "") -> Source:
    off = chars or SPACE
    edge = _weaker(source.right, edge_of(frozenset(off)))
    taken = None if source.off_right is None else source.off_right | frozenset(off)
    return replace(source, right=edge, off_right=taken, not_last=off)


def _strip_start(source: Source, chars: str = "") -> Source:
    off = chars or SPACE
    edge = _weaker(source.left, edge_of(frozenset(off)))
    taken = None if source.off_left is None else source.off_left | frozenset(off)
    return replace(source, left=edge, off_left=taken, not_first=off)


def _strip(source: Source, chars: str = "") -> Source:
    return _strip_end(_strip_start(source, chars), chars)


def _delete(source: Source, chars: str) -> Source:
    return replace(source, deleted=source.deleted + chars, not_last="", not_first="")


def _cut(source: Source, separator: str) -> Source:
    """A stretch up to or from a text."""
    return _stretch(source, "", "")


_CHANGES: dict[str, Callable[..., Source]] = {
    "lower": _lower,
    "strip": _strip,
    "strip_start": _strip_start,
    "strip_end": _strip_end,
    "delete": _delete,
    "before": _cut,
    "after": _cut,
    "after_last": _cut,
    "without_prefix": _cut,
    "without_suffix": _cut,
}


def _stretch(source: Source, left: Edge, right: Edge) -> Source:
    return replace(
        source, whole=False, left=left, right=right, off_left=None, off_right=None, not_last="", not_first=""
    )


def _weaker(one: Edge, other: Edge) -> Edge:
    return min(one, other, key=EDGES.index)


def element_source(view: Term) -> Source | None:
    """The source of any element of a view."""
    if view.op == "list" and view.args[1].key == f"x{view.value}":
        view = view.args[0]
    if view.op == "slice":
        return element_source(view.args[0])
    if view.op != "call" or view.value[1] is None:
        return None
    source = source_of(view.args[0])
    return None if source is None else _piece(view, source, None)


def _element(view: Term, place: int) -> Source | None:
    if view.op != "call" or view.value[1] is None:
        return None
    source = source_of(view.args[0])
    return None if source is None else _piece(view, source, place)


def _piece(view: Term, source: Source, place: int | None) -> Source:
    function, rule = view.value
    if function == "words":
        edge = _WORD_EDGES.get(rule, "")
        run = _stretch(source, _weaker(source.left, edge), _weaker(source.right, edge))
        if place == 0 and rule == "whitespace" and source.off_left is not None:
            return replace(run, off_left=source.off_left | WHITE)
        return run
    if function == "sentences":
        edge = _SENTENCE_EDGES.get(rule, "")
        return _stretch(source, _weaker(source.left, edge), _weaker(source.right, edge))
    separator = separator_of(view)
    if separator is None:
        return _stretch(source, "", "")
    first, last = separator
    left = source.left if place == 0 else _weaker(source.left, last)
    right = _weaker(source.right, first)
    kept = _stretch(source, left, right)
    if place == 0:
        return replace(kept, off_left=source.off_left, not_first="")
    return kept


def separator_of(view: Term) -> tuple[Edge, Edge] | None:
    """What is certain of the first and the last character of what divides the elements of a view."""
    function, rule = view.value
    if function == "split" and view.args[1].known and view.args[1].value:
        text = view.args[1].value
        return edge_of(frozenset(text[0])), edge_of(frozenset(text[-1]))
    if (function, rule) == ("paragraphs", "blank_line"):
        return "space", "space"
    if (function, rule) == ("paragraphs", "stars"):
        return "mark", "mark"
    if function == "lines":
        return "space", "space"
    if function == "split_at" and view.args[1].known:
        return _pattern_edges(view.args[1].value)
    return None


def _pattern_edges(source: str) -> tuple[Edge, Edge] | None:
    try:
        tokens = parse(source)
    except Fault:
        return None
    needle = pattern(source, "exact")
    if len(tokens) != 1 or not isinstance(tokens[0], CharSet) or needle is None or not needle.segments:
        return None
    edge = edge_of(needle.segments[0][0])
    return edge, edge


def _joined(term: Term) -> Source | None:
    """`join([char.lower() for char in text.chars], "")` is the text in lower case."""
    items, separator = term.args
    if not separator.known or separator.value != "" or items.op != "list" or len(items.args) != 2:
        return None
    domain, element = items.args
    if not domain.calls("chars") or not element.calls("lower") or element.args[0].key != f"x{items.value}":
        return None
    source = source_of(domain.args[0])
    return None if source is None else replace(source, mode="lower")
