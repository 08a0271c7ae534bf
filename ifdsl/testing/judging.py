"""Take a compiled module and a constraint; give what says how texts fare with any arguments, each text cut up once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from ifdsl.checking.module import Module
from ifdsl.checking.quick import Quick, accepted
from ifdsl.ir import nodes as n
from ifdsl.primitives.doc import Doc
from ifdsl.primitives.extras import MissingExtra

Arguments: TypeAlias = tuple[Any, ...]

MOST_TEXTS = 4000
"""Texts whose views are kept."""


class Judge:
    """Says of texts whether a constraint passes or fails with some arguments; what is undecided does neither."""

    __slots__ = ("_docs", "_run", "constraint", "lacking", "runs")

    def __init__(self, module: Module, constraint: n.Constraint) -> None:
        self.constraint = constraint
        self.lacking: MissingExtra | None = None
        """What is not installed, once a check has asked for it."""
        self.runs = 0
        self._run: Callable[..., Quick] = module.constraints[constraint.name].passes
        self._docs: dict[str, Doc] = {}

    def passes(self, text: str, arguments: Sequence[Any]) -> bool:
        """Whether it passes or does not apply."""
        found = self._verdict(text, arguments)
        return found is not None and accepted(found)

    def fails(self, text: str, arguments: Sequence[Any]) -> bool:
        return self._verdict(text, arguments) is False

    def _verdict(self, text: str, arguments: Sequence[Any]) -> Quick | None:
        doc = self._docs.get(text)
        if doc is None:
            if len(self._docs) >= MOST_TEXTS:
                self._docs.clear()
            doc = self._docs[text] = Doc(text)
        self.runs += 1
        try:
            return self._run(doc, *arguments)
        except MissingExtra as error:
            self.lacking = error
            return None


def negated(constraint: n.Constraint) -> n.Constraint:
    """What holds where a constraint does not, as far as it can be read; no part of the check itself is changed."""
    check = constraint.check
    if not isinstance(check, n.ExprCheck):
        return constraint
    return replace(constraint, name=f"not {constraint.name}", check=replace(check, value=n.Not(operand=check.value)))
