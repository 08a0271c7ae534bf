"""Give what lemmas are made from: the flags, measures and pieces of a set of demands, and the measures of theory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ifdsl.analysis.formulas import Flag, Formula, Measure, atoms
from ifdsl.analysis.needles import literal
from ifdsl.analysis.pieces import Piece, pieces_of
from ifdsl.analysis.sources import WHITE, Source, source_of
from ifdsl.analysis.terms import RESPONSE, Term, known, make


def _len_of(view: Term) -> Measure:
    return Measure(f"len({view.key})", view)


def view_of_response(function: str, rule: str, *arguments: Term) -> Term:
    return make("call", (RESPONSE, *arguments), (function, rule), "list[text]")


WORDS = _len_of(view_of_response("words", "ifeval"))
r"""Runs of word characters."""
TOKENS = _len_of(view_of_response("words", "whitespace"))
"""Runs without white space."""


def _filled_lines() -> Measure:
    lines = view_of_response("split", "standard", known("\n"))
    filled = make(
        "not", (make("call", (Term("bound", (), 0, "text", "x0"),), ("is_blank", None), "bool"),), None, "bool"
    )
    return _len_of(make("list", (lines, known(""), filled), 0, "list[text]"))


LINES = _filled_lines()
r"""Lines, ended by `\n`, that hold more than white space."""


def occurrences_of(text: str) -> Measure:
    """How often a text occurs, as it is written."""
    needle = literal(text, "exact")
    assert needle is not None
    return Measure(f"count({list(text)!r})", None, needle)


BREAKS = occurrences_of("\n")


@dataclass(frozen=True, slots=True)
class Context:
    """What the demands of a set speak of."""

    flags: tuple[Flag, ...]
    measures: tuple[Measure, ...]
    pieces: tuple[Piece, ...]

    def of_kind(self, kind: str) -> Iterator[Flag]:
        return (flag for flag in self.flags if flag.kind == kind)

    def lengths(self) -> Iterator[tuple[Measure, Term]]:
        """The measures that are the length of a list."""
        for measure in self.measures:
            if measure.term is not None and measure.key.startswith("len(") and measure.term.type.startswith("list"):
                yield measure, measure.term


def context_of(formulas: Iterable[Formula], more: Iterable[Measure] = ()) -> Context:
    things = dict.fromkeys(atom for formula in formulas for atom in atoms(formula))
    things.update(dict.fromkeys(more))
    flags = tuple(thing for thing in things if isinstance(thing, Flag))
    measures = tuple(thing for thing in things if isinstance(thing, Measure))
    return Context(flags, measures, tuple(pieces_of([*flags, *measures])))


def kept(items: Term) -> tuple[Term, Term | None, str]:
    """What a list is made from: its domain, the condition on an element, and how that element is called."""
    if items.op == "list":
        return items.args[0], items.args[2] if len(items.args) == 3 else None, f"x{items.value}"
    return items, None, ""


def all_of_response(view: Term) -> Source | None:
    """The source of the text that a view is of, where that is the whole response but for white space at its ends."""
    if view.op != "call" or not view.args:
        return None
    source = source_of(view.args[0])
    if source is None or not source.whole or source.off_left is None or source.off_right is None:
        return None
    return source if source.off_left <= WHITE and source.off_right <= WHITE else None
