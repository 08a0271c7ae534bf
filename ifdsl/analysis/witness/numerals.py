"""Take a plan; give the numbers that a text holds: each meets the rules for numbers, and each is above the last."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, count, islice
from typing import Any

from ifdsl.analysis.witness import markdown
from ifdsl.analysis.witness.plan import MOST, Plan, holds
from ifdsl.analysis.witness.supply import Supply
from ifdsl.ir import nodes as n
from ifdsl.ir.walk import operands


def numerals(plan: Plan, supply: Supply) -> list[str]:
    """As many numbers as are asked for; none of them where there are no rules for them."""
    if supply.numerals is None:
        supply.numerals = _numerals(plan)
    return supply.numerals


def _numerals(plan: Plan) -> list[str]:
    rules = markdown.rules_of(plan, "numbers")
    least = max((piece.least for piece in plan.pieces if piece.view == "numbers"), default=0)
    if not rules or not least:
        return []
    # What decides is mostly where a number lies to those that the rules name, and what it leaves when divided.
    named = [number for rule in rules for number in _numbers(rule.node)]
    low = max(min([0, *named]), -MOST)
    tried = map(str, islice(count(low), MOST))
    return list(islice((text for text in tried if all(holds(rule, text) for rule in rules)), least))


def _numbers(node: Any) -> Iterator[int]:
    """The whole numbers that an expression names."""
    if isinstance(node, n.Value) and type(node.value) is int:
        yield node.value
    yield from chain.from_iterable(map(_numbers, operands(node)))
