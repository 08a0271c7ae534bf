"""Take a constraint with its arguments, or a sentence; give what a prompt has to say for it to be stated.

A constraint says it by its wordings: they are filled with the arguments and read as a prompt is. What all of them name
is part of what is asked; what one of them leaves out may be left out by a prompt too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any

from ifdsl.ir import nodes as n
from ifdsl.linting.concepts import DENIED, all_languages, concepts_in
from ifdsl.linting.places import Place, places
from ifdsl.linting.prompts import Prompt, plain_of
from ifdsl.linting.quantities import Quantity, quantities
from ifdsl.linting.units import words
from ifdsl.primitives.ranges import Range
from ifdsl.primitives.undecided import Undecided
from ifdsl.rendering.fill import fill

LONGEST = 200
"""Code points of a text that a prompt may name; a longer one is what is spoken of."""

_FIRM = words(
    """
    upper lower title_case comma json xml csv html angle square quotes postscript different repeat emoji simplified
    traditional block_quote character_index word_index three_stars six_stars
    """
)
"""Concepts without which a prompt does not state what is graded."""
_THINGS = words("heading table bullet period question_mark exclamation_mark semicolon")
"""The same for sentences of the data, which prompts repeat more or less."""
_VAGUE = words("different postscript")
"""Concepts that tell nothing in such sentences."""
_SHOWN = words("asterisk")
"""Signs that count as part of what is asked where the main wording shows them."""


@dataclass(frozen=True, slots=True)
class Value:
    """An argument, or one of a list: where it stands (`kwargs[1].keywords[0]`), and what it is.

    Attributes:
        path: where it stands.
        value: what it is.
        language: whether it is the code of a language.
        choice: whether it is one of a few words that are not how people say it (`at least`).
    """

    path: str
    value: int | float | str
    language: bool = False
    choice: bool = False


def _no_other(changed: Mapping[str, Any]) -> str | None:
    return None


@dataclass(frozen=True)
class Graded:
    """One thing that is graded.

    Attributes:
        title: what messages call it.
        path: where it stands: `kwargs[1]`, `constraints[0][2]`, a requirement of a spec.
        sentences: what would state it, the best first.
        masked: the same without the texts among its values, which are no words of its own.
        values: its arguments one by one.
        again: the sentence that it would have with other arguments, by their names; for repairs.
        literal: the sentence stands in the data itself, so that what it names is named there.
    """

    title: str
    path: str
    sentences: tuple[str, ...]
    masked: tuple[str, ...]
    values: tuple[Value, ...] = ()
    again: Callable[[Mapping[str, Any]], str | None] = field(default=_no_other, compare=False)
    literal: bool = False

    @cached_property
    def texts(self) -> tuple[Value, ...]:
        plain = [v for v in self.values if isinstance(v.value, str) and not v.language and not v.choice]
        return tuple(v for v in plain if str(v.value).strip())

    @cached_property
    def numbers(self) -> tuple[Value, ...]:
        return tuple(v for v in self.values if isinstance(v.value, int | float))

    @cached_property
    def languages(self) -> tuple[Value, ...]:
        return tuple(v for v in self.values if v.language)

    @cached_property
    def _plain(self) -> tuple[str, ...]:
        return tuple(map(plain_of, self.masked))

    @cached_property
    def quantities(self) -> tuple[Quantity, ...]:
        """What it counts, by its main sentence, with what others count the same by."""
        found = []
        for quantity in quantities(self._plain[0]) if self._plain else ():
            unit = quantity.units[0] if quantity.units else None
            if unit is None or quantity.vague or unit.name == "asterisk":
                continue  # how many marks make a divider is no count of the response
            if not unit.known and not (self._is_bounded(quantity) or self._is_argument(quantity)):
                continue
            alike = [q for plain in self._plain[1:] for q in quantities(plain) if q.range == quantity.range]
            units = dict.fromkeys((*quantity.units, *(unit for q in alike for unit in q.units)))
            found.append(replace(quantity, units=tuple(units)))
        return tuple(found)

    def _is_bounded(self, quantity: Quantity) -> bool:
        """Whether a sentence of the data says how many of anything: `at most 5 scenes`."""
        return self.literal and bool(quantity.number) and not quantity.bare

    def _is_argument(self, quantity: Quantity) -> bool:
        given = {value.value for value in self.numbers}
        return any({number, number - 1, number + 1} & given for number in quantity.number)

    @cached_property
    def places(self) -> tuple[Place, ...]:
        return tuple(place for place in places(self._plain[0]) if place.units) if self._plain else ()

    @cached_property
    def concepts(self) -> tuple[str, ...]:
        """The concepts that every sentence names."""
        if not self._plain:
            return ()
        common = frozenset.intersection(*map(concepts_in, self._plain))
        if self.literal:
            return tuple(sorted(common & (_FIRM | _THINGS) - _VAGUE))
        return tuple(sorted((common & _FIRM) | (concepts_in(self._plain[0]) & _SHOWN)))

    @cached_property
    def denied(self) -> bool:
        """Whether it keeps something out."""
        if any(quantity.range.hi == 0 for quantity in self.quantities):
            return True
        return bool(self._plain) and all(DENIED.search(plain) is not None for plain in self._plain)

    @cached_property
    def language_names(self) -> frozenset[str]:
        """The languages that every sentence names besides those among its values, in small letters."""
        if not self._plain or self.languages:
            return frozenset()
        return frozenset.intersection(*(frozenset(all_languages().findall(plain)) for plain in self._plain))


def of_constraint(
    constraint: n.Constraint, arguments: Sequence[Any], title: str, path: str, given: Mapping[str, Any] | None = None
) -> Graded:
    """What a constraint with its arguments asks to be stated.

    Args:
        constraint: the constraint.
        arguments: a value for each of its parameters, in order.
        title: what messages call it.
        path: where its arguments stand.
        given: the arguments as they stand there, where some are left to their defaults.
    """
    named = {p.name: value for p, value in zip(constraint.parameters, arguments, strict=True)}
    kinds = {p.name: _kind(constraint, p) for p in constraint.parameters}
    english = [wording for wording in constraint.wordings if wording.language == "en"]
    wordings = sorted(english, key=lambda wording: (wording.pattern != "listing", not wording.main))

    def filled(values: Mapping[str, Any]) -> tuple[str, ...]:
        return tuple(text for wording in wordings if (text := _filled(wording.text, values)) is not None)

    masked = {name: _masked(value, name) if kinds[name] == "text" else value for name, value in named.items()}
    values = [
        one
        for name, value in named.items()
        if given is None or name in given
        for one in _each(value, f"{path}.{name}", kinds[name])
    ]
    return Graded(
        title,
        path,
        filled(named),
        filled(masked) or filled(named),
        tuple(values),
        lambda changed: next(iter(filled({**masked, **changed})), None),
    )


def of_sentence(sentence: str, title: str, path: str) -> Graded:
    """What a sentence of the data asks to be stated: what it says itself.

    Args:
        sentence: the sentence; what it quotes are its values.
        title: what messages call it.
        path: where it stands.
    """
    masked, values = mask(sentence, path)
    return Graded(title, path, (sentence,), (masked,), values, literal=True)


def mask(sentence: str, path: str) -> tuple[str, tuple[Value, ...]]:
    """A sentence without what it quotes, and what that is."""
    masked, values = list(sentence), []
    for quotation in Prompt(sentence).quoted:
        start, end = quotation.span
        text = quotation.text.strip()
        if len(text) > 1 or text.isalnum():
            values.append(Value(path, text.rstrip(".,;:!?") or text))
        masked[start:end] = "_" * (end - start)
    return "".join(masked), tuple(values)


def _filled(template: n.Template, values: Mapping[str, Any]) -> str | None:
    try:
        return fill(template, dict(values), "en")
    except (ValueError, Undecided, OverflowError):
        return None  # a value without a phrase: an empty list, a code of no language


@lru_cache(maxsize=2048)
def _kind(constraint: n.Constraint, parameter: n.Parameter) -> str:
    """`text`, `language`, `choice`, or else the type of a parameter."""
    if parameter.type.startswith('"') or (parameter.type == "text" and parameter.name.endswith("relation")):
        return "choice"
    holes = (part for wording in constraint.wordings for part in wording.text.parts if isinstance(part, n.Hole))
    if any(hole.format == "language" and _is_variable(hole.expression, parameter.name) for hole in holes):
        return "language"
    return "text" if parameter.type in ("text", "list[text]", "regex") else parameter.type


def _is_variable(expression: n.Expr, name: str) -> bool:
    return isinstance(expression, n.Variable) and expression.name == name


def _masked(value: Any, name: str) -> Any:
    """Texts that say nothing, in place of texts that may say anything."""
    if isinstance(value, list | tuple):
        return [f"_{name}_" for _ in value]
    return f"_{name}_"


def _each(value: Any, where: str, kind: str) -> Iterator[Value]:
    if isinstance(value, list | tuple):
        for place, one in enumerate(value):
            yield from _each(one, f"{where}[{place}]", kind)
    elif isinstance(value, Range):
        yield from (Value(where, bound) for bound in dict.fromkeys((value.lo, value.hi)) if bound is not None)
    elif isinstance(value, int | float | str) and not isinstance(value, bool):
        yield Value(where, value, language=kind == "language", choice=kind == "choice")


_SPACES = re.compile(r"\s+")


def shown(text: str, limit: int = 100) -> str:
    """A text on one line, for messages."""
    line = _SPACES.sub(" ", text).strip()
    return line if len(line) <= limit else line[: limit - 1] + "…"
