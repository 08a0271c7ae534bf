"""Take a plan of rows of separated values and what they must hold; give the rows, the first one being the header."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, cycle, islice
from math import inf

from ifdsl.analysis.witness import markdown
from ifdsl.analysis.witness.plan import Plan, holds
from ifdsl.analysis.witness.stock import COLUMNS
from ifdsl.analysis.witness.supply import Supply
from ifdsl.analysis.witness.wrapping import between, grouped, row_of
from ifdsl.primitives import tabular

VIEW = "csv_rows"
_QUOTE = '"'
_WIDTHS = (2, 3, 1, *range(4, 13))
"""How many fields a header may have that is not given, the first number being taken that the rules for rows allow."""


def is_separated(plan: Plan) -> bool:
    """Whether the text is to be rows of separated values."""
    return next(_arguments(plan), None) is not None


def as_rows(plan: Plan, supply: Supply, texts: Sequence[str], start: str, ends: Sequence[str], filled: bool) -> str:
    """The whole text.

    Args:
        texts: what stands in the last field of each row, spread over the rows.
        start: what the text begins with.
        ends: what it ends with.
        filled: whether fields hold something where they need not.
    """
    delimiter = next((str(arguments[0]) for arguments in _arguments(plan) if arguments), ",")
    rules = markdown.rules_of(plan, VIEW)
    quoted = _QUOTE in (start, *ends)
    tails = [text for text in ends if text != _QUOTE]

    def written(ways: Sequence[Sequence[str]]) -> str:
        """A row by the rules, if there is one; not all of its fields in quotes, if it may be so."""
        made = [supply.cased(row_of(fields, delimiter, all_)) for all_ in (quoted, True) for fields in ways]
        return next((row for row in made if row and all(holds(rule, row) for rule in rules)), made[0])

    heads = (text for path, text in plan.placed if path[0].view == VIEW and path[0].place == 0 and len(path) == 1)
    head = next(heads, None)
    names = tabular.fields(head, delimiter) if head is not None else None
    wide = [_names(supply, width) for width in _WIDTHS]
    header = written([names] if names else wide)
    columns = [_values(name, supply) for name in names or tabular.fields(header, delimiter)]
    made = [header]
    count = _below(plan, bool(texts or tails))
    for place, held in enumerate(grouped(texts, count)):
        is_last = place == count - 1
        told = between("", held, tails if is_last else (), " ")
        values = [next(column) for column in columns]
        full, lean = [*values[:-1], told or values[-1]], [*[""] * (len(columns) - 1), told]
        row = written([full, lean] if filled else [lean, full])
        # The end of the text ends a field in quotes too, so that what must stand last can.
        made.append(row.removesuffix(_QUOTE) if is_last and tails and told and not quoted else row)
    return "\n".join(made)


def _arguments(plan: Plan) -> Iterator[tuple[object, ...]]:
    """What the rows are divided by, each time that something is asked of them."""
    yield from (path[0].arguments for path, _ in plan.placed if path[0].view == VIEW)
    yield from (piece.arguments for piece in plan.pieces if piece.view == VIEW)
    yield from (rule.path[0].arguments for rule in plan.element_rules if rule.path[0].view == VIEW)


def _below(plan: Plan, needed: bool) -> int:
    """How many rows stand below the header; one where it is `needed` and may be."""
    asked = [piece for piece in plan.pieces if piece.view == VIEW and piece.predicate is None]
    least = max((piece.least - 1 for piece in asked), default=1)
    most = min((piece.most - 1 for piece in asked), default=inf)
    return max(least, 1 if needed and most >= 1 else 0)


def _names(supply: Supply, width: int) -> list[str]:
    usual = (name for name in COLUMNS if supply.allows(name) and not supply.foreign)
    return list(islice(chain(usual, cycle(supply.words() or ["1"])), width))


def _values(name: str, supply: Supply) -> Iterator[str]:
    """What stands in a column, without an end."""
    usual = [value for value in COLUMNS.get(name, COLUMNS["State"]) if supply.allows(value) and not supply.foreign]
    return cycle(usual or supply.words() or ["1"])
