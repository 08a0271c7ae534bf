"""Take the formulas of demands that were not found to conflict; give what each of them says of a text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import ceil, floor

from ifdsl.analysis.bounds import written
from ifdsl.analysis.formulas import AtLeast, Flag, Formula, Many, Measure, Not
from ifdsl.analysis.pieces import pieces_of
from ifdsl.analysis.results import Bound, Facts


def facts_of(formulas: Sequence[Formula]) -> Facts:
    """The bounds, texts and flags that the demands state one by one: what must hold whatever is chosen."""
    low: dict[str, int] = {}
    high: dict[str, int] = {}
    flags: dict[Flag, bool] = {}
    measures: dict[str, Measure] = {}
    for part, positive in _conjuncts(formulas):
        if isinstance(part, Flag):
            flags[part] = positive
        elif isinstance(part, AtLeast) and len(part.total.terms) == 1:
            ((factor, measure),) = part.total.terms
            if isinstance(measure, Measure):
                measures[measure.key] = measure
                _narrow(low, high, measure.key, -part.total.constant / factor, factor > 0, part.equal, positive)
    bounds = {key: Bound(low.get(key), high.get(key)) for key in measures if key in low or key in high}
    needed = tuple((written(m.needle)[1:-1], low[k]) for k, m in measures.items() if m.needle and low.get(k, 0) > 0)
    forbidden = tuple(written(m.needle)[1:-1] for k, m in measures.items() if m.needle and high.get(k) == 0)
    pieces = pieces_of(flag for flag, positive in flags.items() if positive)
    start = tuple(written(piece.needle)[1:-1] for piece in pieces if piece.where == "start")
    end = tuple(written(piece.needle)[1:-1] for piece in pieces if piece.where == "end" or piece.whole)
    return Facts(bounds, needed, forbidden, start, end, {flag.key: positive for flag, positive in flags.items()})


def _conjuncts(formulas: Sequence[Formula]) -> Iterator[tuple[Formula, bool]]:
    for formula in formulas:
        if isinstance(formula, Many) and formula.operator == "and":
            yield from _conjuncts(formula.formulas)
        elif isinstance(formula, Not) and not isinstance(formula.formula, Many):
            yield formula.formula, False
        else:
            yield formula, True


def _narrow(
    low: dict[str, int],
    high: dict[str, int],
    key: str,
    limit: float | Fraction,
    rising: bool,
    equal: bool,
    positive: bool,
) -> None:
    """Take in `measure >= limit` (or `<=`, where not `rising`), or its opposite."""
    if equal and not positive:
        return
    least, most = ceil(limit), floor(limit)
    if equal or rising is positive:
        bound = least if positive else most + 1
        low[key] = max(low.get(key, 0), bound)
    if equal or rising is not positive:
        bound = most if positive else least - 1
        high[key] = min(high.get(key, bound), bound)
