"""Take what a plan says of headings, tables, JSON and XML; give blocks of Markdown that have it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain, cycle, islice

from ifdsl.analysis.witness import facts as f
from ifdsl.analysis.witness.elements import of_element
from ifdsl.analysis.witness.places import mentions
from ifdsl.analysis.witness.plan import Plan, Span, holds, planned
from ifdsl.analysis.witness.stock import COLUMNS
from ifdsl.analysis.witness.supply import Supply, forms

VIEWS = frozenset(["headings", "tables", "table_column", "rows", "json_blocks", "xml_elements"])
"""The views whose elements are made here."""

_MOST_ROWS = 300


def structure(plan: Plan, supply: Supply, element: Callable[[str, Sequence[f.Predicate]], str]) -> list[str]:
    """The blocks, headings first.

    Args:
        element: gives a text for an element of that view under those rules.
    """
    made = _headings(plan, supply, element)
    table = _table(plan, supply, element)
    if table:
        made.extend([table] * max((piece.least for piece in plan.pieces if piece.view == "tables"), default=1))
    made.extend(_data(plan, supply))
    return made


# ---------------------------------------------------------------- headings


def _headings(plan: Plan, supply: Supply, element: Callable[[str, Sequence[f.Predicate]], str]) -> list[str]:
    titled: list[tuple[int, str]] = []
    rules = rules_of(plan, "headings")

    def add(level: int, title: str = "") -> None:
        titled.append((level or _usual(plan), title or element("headings", rules)))

    for fact in plan.data:
        if fact.form == "first_level":
            add(int(fact.times.lo or 1))
    for piece in plan.pieces:
        if piece.view == "headings":
            level = int(piece.arguments[0]) if piece.arguments else 0
            title = _title(piece.predicate, supply) if piece.predicate else ""
            have = 0 if title else sum(not level or level == at for at, _ in titled)
            for _ in range(max(piece.least - have, 0)):
                add(level, title)
    levels = {level for level, _ in titled}
    for fact in plan.data:
        low = int(fact.times.lo or 0)
        if fact.form == "level" and low not in levels:
            add(low)
        elif fact.form == "distinct_levels":
            for level in range(1, 7):
                if len({at for at, _ in titled}) < low and level not in {at for at, _ in titled}:
                    add(level)
        elif fact.form == "heading_levels" and max((at for at, _ in titled), default=0) < low:
            add(low)
        levels = {level for level, _ in titled}
    if rules and not titled:
        add(0)
    return [f"{'#' * level} {title}" for level, title in titled]


def _usual(plan: Plan) -> int:
    return next((int(fact.times.lo) for fact in plan.data if fact.form == "first_level" and fact.times.lo), 1)


def _title(predicate: f.Predicate, supply: Supply) -> str:
    for text in mentions(predicate.node):
        for way in (text.title(), *forms(text), text):
            if text and holds(predicate, supply.cased(way)) and supply.allows_item(way):
                return way
    return next((text for text in mentions(predicate.node) if text), "")


def rules_of(plan: Plan, *views: str) -> list[f.Predicate]:
    """The rules for the elements of these views."""
    return [rule.predicate for rule in plan.element_rules if len(rule.path) == 1 and rule.path[0].view in views]


# ---------------------------------------------------------------- tables


def _table(plan: Plan, supply: Supply, element: Callable[[str, Sequence[f.Predicate]], str]) -> str:
    rules = rules_of(plan, "tables")
    asked = [piece for piece in plan.pieces if piece.view in ("tables", "table_column") and piece.least]
    of_rows = of_element(rules_of(plan, "rows"))
    cell_rules = [rule.predicate for rule in of_rows if isinstance(rule, f.Every) and rule.path[-1].view == "cells"]
    cell_rules += rules_of(plan, "cells")
    if not (rules or asked or cell_rules):
        return ""
    inner = planned(of_element([*rules, *(p.predicate for p in asked if p.view == "tables" and p.predicate)]))
    rows, columns = Span(1), Span(1)
    names: list[str] = []
    for piece in inner.pieces:
        if piece.view == "rows":
            rows.low, rows.high = max(rows.low, piece.least), min(rows.high, piece.most)
        elif piece.view == "columns" and piece.predicate is None:
            columns.low, columns.high = max(columns.low, piece.least), min(columns.high, piece.most)
        elif piece.view == "columns" and piece.predicate is not None:
            names.append(_title(piece.predicate, supply))
    if inner.exact:
        given = [text for piece in asked if piece.predicate for text in mentions(piece.predicate.node)]
        names.extend(text.title() for text in given if any(map(str.isalnum, text)))
    for other in inner.others:
        names.extend(text.title() for text in other.mentions if text.strip() and len(text) > 1)
    filled: dict[str, list[str]] = {}
    for piece in asked:
        if piece.view == "table_column":
            column = str(piece.arguments[0])
            name = next((way for way in (column, column.title()) if supply.allows_item(way)), column)
            filled.setdefault(name, []).extend(mentions(piece.predicate.node) if piece.predicate else ())
    names = list(dict.fromkeys([*names, *filled]))
    width = max(columns.low, len(names), 2 if columns.high > 1 else 1)
    height = min(max(rows.low, 1), _MOST_ROWS) if rows.high > 0 else 0
    fillers = cycle(supply.words() or ["1"])
    usual = () if supply.foreign else (name for name in COLUMNS if name not in names and supply.allows(name))
    words = (word.capitalize() if supply.allows(word.capitalize()) else word for word in fillers)
    names += islice(chain(usual, words), max(width - len(names), 0))

    def cell(name: str, row: int) -> str:
        held = " ".join(filled.get(name, ()))
        if cell_rules:
            return f"{element('cells', cell_rules)} {held}".strip()
        values = COLUMNS.get(name, COLUMNS["State"])
        value = values[row % len(values)]
        return held or (value if supply.allows(value) and not supply.foreign else next(fillers))

    lines = [" | ".join(names), " | ".join(["---"] * len(names))]
    lines += [" | ".join(cell(name, row) for name in names) for row in range(height)]
    return "\n".join(f"| {line} |" for line in lines)


# ---------------------------------------------------------------- data


def _data(plan: Plan, supply: Supply) -> list[str]:
    made = []
    word = "note" if supply.allows("note") and not supply.foreign else next(iter(supply.words()), "x")
    name = "".join(c for c in word if c.isalpha()) or "a"
    nested = [piece for piece in plan.pieces if piece.view == "json_blocks" and piece.least]
    rules = [*rules_of(plan, "json_blocks"), *(piece.predicate for piece in nested if piece.predicate)]
    if nested or rules:
        depth = max(
            (int(fact.times.lo or 1) for fact in planned(of_element(rules)).data if fact.form == "depth"), default=1
        )
        text = f'"{word}"'
        for _ in range(min(max(depth, 1), 60)):
            text = f'{{"{word}": {text}}}'
        made.append(f"```json\n{text}\n```" if supply.allows("json") else text)
    elements = [piece for piece in plan.pieces if piece.view == "xml_elements" and piece.least]
    rules = rules_of(plan, "xml_elements")
    facts = [fact for fact in (*plan.data, *planned(of_element(rules)).data) if fact.form == "xml_attributes"]
    if elements or facts or any(fact.form == "xml" for fact in plan.data):
        count = max((int(fact.times.lo or 0) for fact in facts), default=0)
        count = max(
            count, *(piece.least for piece in planned(of_element(rules)).pieces if piece.view == "xml_attributes"), 0
        )
        given = "".join(f' {name}{place}="{word}"' for place in range(1, min(count, 60) + 1))
        made.extend(f"<{name}{given}>{word}</{name}>" for _ in range(max((p.least for p in elements), default=1) or 1))
    return made
