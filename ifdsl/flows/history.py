"""Take a graded turn, its flow's values and the replies before it; give the values of its spec, and golden answers.

What a turn captures is taken from the reply that stands in the history: the golden answer in a golden context, else the
model's own. It is cut to a size for which the cost of the checks is bounded.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

from ifdsl.flows.turns import GradedTurn
from ifdsl.ir import nodes as n
from ifdsl.ir.cost import LIST_BOUND, TEXT_BOUND
from ifdsl.ir.evaluate import evaluate
from ifdsl.primitives.primitive import zero
from ifdsl.primitives.undecided import Undecided
from ifdsl.rendering.fill import fill
from ifdsl.rendering.phrases import phrase

SHORTEST_TELLING = 3
"""Characters of the shortest term that tells a topic: a shorter one turns up in any text."""


def values_in(turn: GradedTurn, values: Mapping[str, Any], replies: Mapping[str, str]) -> dict[str, Any]:
    """The value of each parameter of a turn's spec.

    Args:
        turn: the turn.
        values: of the flow's parameters.
        replies: what stands for the assistant in the history, by turn. Without a reply a value is the zero of its type.
    """
    known = captured(turn, values, replies)
    said = fill(turn.turn.user, known) if any(one.distinctive for one in turn.terms) else ""
    for one in turn.terms:
        terms = _terms(one.expressions, known)
        if one.distinctive:
            words = said.casefold()
            terms = [term for term in terms if len(term) >= SHORTEST_TELLING and term.casefold() not in words]
        known[one.parameter] = terms
    return known


def captured(turn: GradedTurn, values: Mapping[str, Any], replies: Mapping[str, str]) -> dict[str, Any]:
    """The values of the flow, and those that the turns before this one capture."""
    known = dict(values)
    for name, captures in turn.captured:
        for capture in captures:
            known[capture.name] = _captured(capture, known, replies.get(name))
    return known


def golden_replies(turns: Sequence[GradedTurn], values: Mapping[str, Any]) -> dict[str, str]:
    """The golden answers of the turns that have one, by turn."""
    replies: dict[str, str] = {}
    for turn in turns:
        if turn.turn.golden is not None:
            replies[turn.turn.name] = fill(turn.turn.golden, captured(turn, values, replies))
    return replies


def _captured(capture: n.LetItem, known: Mapping[str, Any], reply: str | None) -> Any:
    if reply is None:
        return zero(capture.value.type)
    try:
        return _cut(evaluate(capture.value, {**known, n.RESPONSE: reply}))
    except (Undecided, OverflowError):
        return zero(capture.value.type)


def _cut(value: Any) -> Any:
    if isinstance(value, str):
        return str(value)[:TEXT_BOUND]
    return [_cut(one) for one in value[:LIST_BOUND]] if isinstance(value, list) else value


def _terms(expressions: Iterable[n.Expr], known: Mapping[str, Any]) -> list[str]:
    """Each term once, as a text; blank ones are none."""
    found = [evaluate(expression, known) for expression in expressions]
    flat = chain.from_iterable(value if isinstance(value, list) else [value] for value in found)
    texts = [value if isinstance(value, str) else phrase(value, "", "en") for value in flat]
    return list(dict.fromkeys(text.strip() for text in texts if text.strip()))
