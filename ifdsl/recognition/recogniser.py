"""Give the recogniser of one wording: what its holes held, and what values the parameters of its type have by that."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ifdsl.ir import nodes as n
from ifdsl.ir.evaluate import evaluate
from ifdsl.primitives.ranges import Range
from ifdsl.primitives.types import choices_of
from ifdsl.primitives.undecided import Undecided
from ifdsl.recognition.automaton import Automaton, Captures, Filled
from ifdsl.recognition.forms import Said
from ifdsl.recognition.scopes import Scope
from ifdsl.recognition.tokens import Tokens
from ifdsl.rendering.fill import fill, value_of
from ifdsl.rendering.phrases import phrase

WHOLE = "the whole text"
"""What a hole holds that names no part."""


@dataclass(frozen=True, slots=True)
class Assigned:
    """The values that several parameters must have for a hole to read as it does."""

    values: tuple[tuple[str, Hashable], ...]


@dataclass(frozen=True, slots=True)
class Later:
    """Text in a hole that can be checked once the parameters are known."""

    text: str


@dataclass(frozen=True, slots=True)
class Recogniser:
    """Finds one wording of one type.

    Attributes:
        fills: by slot, the parameter that the hole gives a value; None where the hole only has to agree.
        given: parameters whose values the wording implies.
        raw: whether a hole takes text as it stands, so that nearly anything fits.
    """

    constraint: n.Constraint
    shown: n.Template
    language: str
    automaton: Automaton
    fills: Mapping[int, str | None]
    given: tuple[tuple[str, Hashable], ...] = ()
    raw: bool = False
    telling: frozenset[str] = frozenset()
    """Stems of the words that alone tell of it; none where a number or a quotation does, which no gap passes over."""
    proper: frozenset[str] = frozenset()
    """Stems of the names that its holes may hold."""
    types: Mapping[str, str] = field(default_factory=dict)

    def scope(self, captures: Captures) -> Scope | None:
        """The scope that the wording names itself."""
        return next((filled.value for filled in captures if isinstance(filled.value, Scope)), None)

    def values(self, captures: Captures) -> dict[str, Hashable] | None:
        """The value of each parameter by what the holes held; None where they contradict the wording."""
        values: dict[str, Hashable] = {}
        later: list[Filled] = []
        pairs: list[tuple[str, Hashable]] = list(self.given)
        for filled in captures:
            name = self.fills.get(filled.slot)
            if isinstance(filled.value, Scope) or filled.value is WHOLE:
                continue
            if isinstance(filled.value, Assigned):
                pairs += filled.value.values
            elif name is None:
                later.append(filled)
            else:
                pairs.append((name, filled.value))
        for name, value in pairs:
            if not _fits(value, self.types[name]) or _known(values.setdefault(name, value)) != _known(value):
                return None
        for parameter in self.constraint.parameters:
            if parameter.name not in values:
                if parameter.default is None:
                    return None
                values[parameter.name] = frozen(evaluate(parameter.default, {}))
        return None if later and not self._agrees(later, values) else values

    def _agrees(self, later: list[Filled], values: Mapping[str, Hashable]) -> bool:
        """Whether the holes that are no parameters say what these values make them say."""
        environment = {name: thawed(value) for name, value in values.items()}
        for filled in later:
            hole = self.shown.parts[filled.slot]
            assert isinstance(hole, n.Hole)
            assert isinstance(filled.value, Later)
            try:
                said = phrase(value_of(hole.expression, environment), hole.format, self.language)
            except (ValueError, Undecided, OverflowError):
                return False
            if _plain(said) != _plain(filled.value.text):
                return False
        return True

    def likeness(self, values: Mapping[str, Hashable], tokens: Tokens, start: int, end: int) -> int:
        """How like the wording with these values is to `[start, end)`: 2 to the mark, 1 up to its end, else 0."""
        environment = {name: thawed(value) for name, value in values.items()}
        try:
            said = _plain(fill(self.shown, environment, self.language))
        except (ValueError, Undecided, OverflowError):
            return 0
        first, last = tokens.span(start, end)
        stops = len(tokens.sentence[last:]) - len(tokens.sentence[last:].lstrip(_ENDS))
        found = _plain(tokens.sentence[first : last + stops])
        return 2 if said == found else int(said.rstrip(_ENDS) == found.rstrip(_ENDS))


_ENDS = " .。!?！？:："


def _plain(text: str) -> str:
    return "".join(text.casefold().split())


def _known(value: Hashable) -> Hashable:
    return value.range if isinstance(value, Said) else value


def thawed(value: Hashable) -> Any:
    """A captured value as the evaluator takes it."""
    if isinstance(value, Said):
        return value.range
    return list(value) if isinstance(value, tuple) else value


def frozen(value: Any) -> Hashable:
    """A value of the evaluator as it is captured."""
    return tuple(value) if isinstance(value, list) else value


def _fits(value: Hashable, type_: str) -> bool:
    choices = choices_of(type_)
    if choices:
        return value in choices
    if type_ == "range":
        return isinstance(value, Said | Range)
    if type_ == "int":
        return isinstance(value, int) and not isinstance(value, bool)
    return True
