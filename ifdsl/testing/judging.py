"""Take a compiled module and a constraint; give what says how texts fare with any arguments, each text cut up once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import inf
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

    __slots__ = ("_allowed", "_docs", "_run", "constraint", "lacking", "spent")

    def __init__(self, module: Module, constraint: n.Constraint, allowed: float = inf) -> None:
        """
        Args:
            module: compiled, with the constraint in it.
            constraint: whose check is run.
            allowed: steps, by the static bound of the check, after which everything is undecided.
        """
        self.constraint = constraint
        self.spent = 0.0
        """Steps that the checks so far may have taken."""
        self._allowed = allowed
        self.lacking: MissingExtra | None = None
        """What is not installed, once a check has asked for it."""
        self._run: Callable[..., Quick] = module.constraints[constraint.name].passes
        self._docs: dict[str, Doc] = {}

    def passes(self, text: str, arguments: Sequence[Any]) -> bool:
        """Whether it passes or does not apply."""
        found = self._verdict(text, arguments)
        return found is not None and accepted(found)

    def fails(self, text: str, arguments: Sequence[Any]) -> bool:
        return self._verdict(text, arguments) is False

    @property
    def exhausted(self) -> bool:
        return self.spent > self._allowed

    def _verdict(self, text: str, arguments: Sequence[Any]) -> Quick | None:
        doc = self._docs.get(text)
        if doc is None:
            if len(self._docs) >= MOST_TEXTS:
                self._docs.clear()
            doc = self._docs[text] = Doc(text)
        size, of = len(text), self.constraint
        self.spent += of.cost + of.cost_per_char * size + of.cost_per_char_squared * size**2
        if self.exhausted:
            return None
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
