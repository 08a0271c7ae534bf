"""Take a spec over rows and its source; give functions from a row to what is expected, and to what goes wrong.

Everything is compiled once: for a row there is nothing left but to call functions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ifdsl.checking.functions import functions_of
from ifdsl.ir import nodes as n
from ifdsl.ir.posing import Posed, mapped, posed, without_rows
from ifdsl.knowledge.gold import Gold, changes_with, gold_of
from ifdsl.knowledge.perturbing import inlined, mistakes, steps
from ifdsl.primitives.undecided import Undecided
from ifdsl.rendering.numerals import letters

LONGEST_MARK = 3
"""Characters of a name of an answer that may stand before the answer itself, as labels do."""

Values = list[Any]
"""The values of the parameters, of the row's fields and of the `given` lines, in that order."""


class Alternative(NamedTuple):
    """Another answer to the question of a row: its place among the choices, its text, and the row with it as values."""

    place: int
    text: str
    values: Values


@dataclass(frozen=True, slots=True)
class Pipeline:
    """The functions of one spec.

    `names` are the names of the `Values`; `mistakes` and `steps` have a name and a function each.
    """

    knowledge: n.Knowledge
    posed: Posed
    names: tuple[str, ...]
    gold: Gold | None
    asks_knowledge: bool
    """Whether what is expected depends on which answer is right."""
    mistakes: tuple[tuple[str, Callable[..., Any]], ...]
    steps: tuple[tuple[str, Callable[..., Any]], ...]
    written: Mapping[str, Callable[..., Any]]
    remarks: tuple[n.Remark, ...]
    _fields: tuple[str, ...]
    _field_place: int
    _gold_place: int
    _form_places: tuple[int, ...]
    _condition: Callable[..., Any] | None
    _given: tuple[Callable[..., Any], ...]
    _expect: Callable[..., Any]
    _choices: Callable[..., Any] | None

    @classmethod
    def of(cls, knowledge: n.Knowledge, source: n.Source) -> Pipeline:
        """Compile a spec over the rows of a source."""
        types = tuple((field.name, field.type) for field in source.fields)
        made = posed(knowledge, types)
        plain = without_rows(knowledge, made)
        rows = [n.Parameter(name=made.fields[name], type=type_) for name, type_ in types]
        given = [n.Parameter(name=one.name, type=one.value.type) for one in plain.given]
        before = [*knowledge.parameters, *rows]
        everything = [*before, *given]
        functions = [functions_of([one.value], [*before, *given[:place]])[0] for place, one in enumerate(plain.given)]
        gold = gold_of(knowledge, dict(types))
        keep = {given.name for given in knowledge.given} if gold is None else {gold.name}
        whole = mapped(inlined(knowledge, keep), made.change)
        wrong, parts = mistakes(whole), steps(whole)
        compiled = functions_of(
            [plain.expect, *(one.value for one in wrong), *(one.value for one in parts)], everything
        )
        written = functions_of([errors.texts for errors in plain.errors], everything)
        names = tuple(one.name for one in everything)
        condition, choices = plain.condition, None
        if gold is not None and gold.choices is not None:
            choices = functions_of([mapped(gold.choices, made.change)], everything)[0]
        return cls(
            knowledge=knowledge,
            posed=made,
            names=names,
            gold=gold,
            asks_knowledge=gold is not None and changes_with(knowledge.expect, knowledge, gold.field),
            mistakes=tuple(zip((one.name for one in wrong), compiled[1 : len(wrong) + 1], strict=True)),
            steps=tuple(zip((one.name for one in parts), compiled[len(wrong) + 1 :], strict=True)),
            written={errors.kind: it for errors, it in zip(plain.errors, written, strict=True)},
            remarks=plain.meta,
            _fields=tuple(name for name, _ in types),
            _field_place=-1 if gold is None else names.index(made.fields[gold.field]),
            _gold_place=-1 if gold is None else names.index(gold.name),
            _form_places=() if gold is None else tuple(names.index(name) for name in gold.others),
            _condition=None if condition is None else functions_of([condition], before)[0],
            _given=tuple(functions),
            _expect=compiled[0],
            _choices=choices,
        )

    def applies(self, row: Mapping[str, Any], drawn: Mapping[str, Any]) -> bool:
        """Whether the spec is about this row.

        Raises:
            Undecided: its condition hit a bound.
        """
        return self._condition is None or bool(self._condition(*self._before(row, drawn)))

    def values(self, row: Mapping[str, Any], drawn: Mapping[str, Any]) -> Values:
        """All values of a row.

        Raises:
            Undecided: a `given` line hit a bound.
        """
        return self._completed(self._before(row, drawn))

    def expected(self, values: Values) -> str:
        """What is expected of the answer.

        Raises:
            Undecided: it hit a bound.
        """
        return str(self._expect(*values))

    def gold_text(self, values: Values) -> str | None:
        """The right answer as it stands in the row; None where the spec has none."""
        return None if self.gold is None else values[self._gold_place]

    def forms(self, values: Values, place: int) -> list[tuple[str, str]]:
        """The other names of an answer, each with what it is called: `label`, or a step on the way."""
        assert self.gold is not None
        found = [(name, values[at]) for name, at in zip(self.gold.others, self._form_places, strict=True)]
        if self.gold.labelled:
            found.append(("label", letters(place).upper()))
        return found

    def marks(self, values: Values) -> set[str]:
        """The short names of all answers to the question of a row, such as labels."""
        if self.gold is None:
            return set()
        every = [(values, self.place_of(values)), *((one.values, one.place) for one in self.alternatives(values))]
        forms = [form for of, place in every for _, form in self.forms(of, place)]
        return {form for form in forms if 0 < len(form) <= LONGEST_MARK}

    def place_of(self, values: Values) -> int:
        """The place of the right answer among the choices; 0 where they are no list."""
        found = values[self._field_place]
        return found if isinstance(found, int) and not isinstance(found, bool) else 0

    def outside(self, values: Values) -> str | None:
        """What is wrong with a row whose field picks nothing from the list that it picks from; None where it does."""
        if self.gold is None or self._choices is None:
            return None
        count, place = len(self._choices(*values)), values[self._field_place]
        if 0 <= place < count:
            return None
        return f"`{self.gold.field}` is {place}, and the list that it picks from has {count} elements, counted from 0"

    def alternatives(self, values: Values) -> Iterator[Alternative]:
        """The wrong answers to the question of a row, in order; those that read like the right one are left out."""
        if self.gold is None:
            return
        right, text = values[self._field_place], values[self._gold_place]
        others: Sequence[Any] = self.gold.values
        if self._choices is not None:
            others = range(len(self._choices(*values)))
        seen = {text}
        for place, other in enumerate(others):
            if other == right:
                continue
            before = values[: len(values) - len(self._given)]
            before[self._field_place] = other
            changed = self._completed(before)
            found = changed[self._gold_place]
            if found not in seen:
                seen.add(found)
                yield Alternative(place, found, changed)

    def _before(self, row: Mapping[str, Any], drawn: Mapping[str, Any]) -> Values:
        parameters = [drawn[parameter.name] for parameter in self.knowledge.parameters]
        return [*parameters, *(row[name] for name in self._fields)]

    def _completed(self, before: Values) -> Values:
        values = list(before)
        for given in self._given:
            values.append(given(*values))
        return values


def text_of(function: Callable[..., Any], values: Values) -> str | None:
    """The text that a function gives; None where it hits a bound."""
    try:
        return str(function(*values))
    except (Undecided, OverflowError):
        return None
