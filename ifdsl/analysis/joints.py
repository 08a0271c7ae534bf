"""Give what a text with a given beginning and a given end holds where it is long enough for both."""

from __future__ import annotations

from collections.abc import Iterator

from ifdsl.analysis import formulas as f
from ifdsl.analysis.context import Context
from ifdsl.analysis.formulas import Flag, Lemma, Measure
from ifdsl.analysis.needles import Needle
from ifdsl.analysis.sources import Source
from ifdsl.analysis.terms import Term, known, make


def lemmas(context: Context) -> Iterator[Lemma]:
    for start in context.of_kind("starts"):
        for end in context.of_kind("ends"):
            if start.term is not None and end.term is not None and _same_text(start, end):
                yield from _both(start, start.term, end, end.term)


def _same_text(start: Flag, end: Flag) -> bool:
    plain = start.source is not None and start.source.plain
    assert start.term is not None
    assert end.term is not None
    return plain and start.term.args[0].key == end.term.args[0].key


def _both(start: Flag, first: Term, end: Flag, last: Term) -> Iterator[Lemma]:
    if start.needle is None or end.needle is None:
        return
    (beginning,), (ending,) = start.needle.segments, end.needle.segments
    text, length = first.args[0], len(beginning) + len(ending)
    size = make("call", (text,), ("len", None), "int")
    term = make("and", (first, last, make("compare", (size, known(length)), (">=",), "bool")), None, "bool")
    joint = Flag(term.key, "joint", term, Needle((beginning, ending)), Source(whole=False))
    long = f.at_least(f.count_of(Measure(f"len({text.key})", text)), length)
    why = "a text that is long enough for its beginning and its end holds both"
    yield Lemma("beginning and end", f.implies(f.both(start, end, long), joint), why)
