"""Take a lemma and a text; say whether the lemma holds of it, by counting in that text with the primitives."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from ifdsl.analysis.formulas import AtLeast, Flag, Formula, Lemma, Many, Measure, Not, Sum
from ifdsl.analysis.needles import Needle
from ifdsl.analysis.reading import Term
from ifdsl.analysis.terms import known, substitute


class Unknown(Exception):
    """The text decides nothing about a part of the lemma."""


class Text:
    """What flags and measures are worth in one text; an auxiliary measure is the least that lemmas let it be."""

    def __init__(self, text: str, lemmas: Iterable[Lemma] = ()) -> None:
        self.text = text
        self._least: dict[str, int] = {}
        for lemma in lemmas:
            if lemma.rule == "free copies" and isinstance(lemma.formula, AtLeast):
                ((factor, auxiliary), *rest) = _auxiliary_first(lemma.formula.total)
                others = Sum(tuple(rest), lemma.formula.total.constant)
                assert factor == 1
                self._least[auxiliary.key] = max(0, -int(self.total(others)))

    def holds(self, formula: Formula) -> bool:
        if isinstance(formula, bool):
            return formula
        if isinstance(formula, Not):
            return not self.holds(formula.formula)
        if isinstance(formula, Many):
            values = [self.holds(each) for each in formula.formulas]
            return all(values) if formula.operator == "and" else any(values)
        if isinstance(formula, Flag):
            return self.flag(formula)
        total = self.total(formula.total)
        return total == 0 if formula.equal else total >= 0

    def total(self, total: Sum) -> Any:
        parts = (f * (self.measure(t) if isinstance(t, Measure) else self.holds(t)) for f, t in total.terms)
        return sum(parts, total.constant)

    def flag(self, flag: Flag) -> bool:
        first = self.text.strip()[:1]
        if flag.kind == "blank":
            return not first
        if flag.kind == "equals":
            assert flag.term is not None
            text, value = flag.term.args
            return bool(self.value(text) == value.value)
        if flag.kind in ("quoted", "unquoted"):
            assert flag.term is not None
            return bool(self.value(flag.term)) and (first == '"') is (flag.kind == "quoted")
        if flag.key.startswith("opens("):
            return first == ("*" if "\\*" in flag.key else "-")
        if flag.term is None:
            raise Unknown
        return bool(self.value(flag.term))

    def measure(self, measure: Measure) -> Any:
        if measure.auxiliary:
            return self._least[measure.key]
        if measure.key.startswith("matches(") and measure.term is not None and not measure.term.calls("find_all"):
            return len(re.findall(r"\s?\*\*\*\s?", self.text))
        if measure.term is None:
            assert measure.needle is not None
            return len(re.findall(pattern_of(measure.needle), self.text))
        term = measure.term
        if measure.key.startswith("count(") and term.op == "items":
            from ifdsl.primitives.occurrences import count

            text, *arguments = term.args
            return count(self.value(text), *[argument.value for argument in arguments])
        value = self.value(term)
        return len(value) if measure.key.startswith(("len(", "matches(")) else value

    def value(self, term: Term) -> Any:
        result = substitute(term, {"response": known(self.text)})
        if not result.known:
            raise Unknown(result.key)
        return result.value


def pattern_of(needle: Needle) -> str:
    """The pattern that an exact needle is."""
    (segment,) = needle.segments
    places = ["[" + "".join(map(re.escape, sorted(place or ()))) + "]" for place in segment]
    left, right = (r"(?<!\w)" if needle.left else ""), (r"(?!\w)" if needle.right else "")
    return left + "".join(places) + right


def _auxiliary_first(total: Sum) -> list[Any]:
    return sorted(total.terms, key=lambda term: not (isinstance(term[1], Measure) and term[1].auxiliary))
