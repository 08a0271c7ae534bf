"""Take what a prompt says and what is graded otherwise; give the smallest change of arguments that makes them agree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from ifdsl.linting.findings import Repair
from ifdsl.linting.graded import Graded
from ifdsl.linting.prompts import plain_of
from ifdsl.linting.quantities import Quantity, quantities

_RELATIONS = ("at least", "less than", "at most")
_MOST_TRIED = 60


def sentence_of(graded: Graded) -> Repair | None:
    """The sentence that is missing, in the words of the constraint; none where the data has only its own."""
    if not graded.sentences:
        return None
    return Repair(sentence=graded.sentences[0])


def repair_of(graded: Sequence[Graded], said: Quantity, wanted: Quantity) -> Repair | None:
    """New values of one argument, or of its relation too, with which what is graded is what is said."""
    if len(graded) != 1 or graded[0].literal:
        return None
    one = graded[0]
    for changed in islice(_changes(one, said), _MOST_TRIED):
        arguments = {path.rpartition(".")[2]: value for path, value in changed}
        sentence = one.again(arguments)
        if sentence is None:
            continue
        found = [q for q in quantities(plain_of(sentence)) if set(q.units) & set(wanted.units)]
        if any(q.range == said.range for q in found):
            return Repair(arguments=changed)
    return None


def _changes(one: Graded, said: Quantity) -> Iterator[tuple[tuple[str, Any], ...]]:
    """Changes from small to large: a number, a relation, both."""
    bounds = [bound for bound in (*said.number, said.range.lo, said.range.hi) if bound is not None]
    numbers = list(dict.fromkeys([*bounds, *(bound + 1 for bound in bounds), *(bound - 1 for bound in bounds)]))
    relations = [value for value in one.values if value.choice]
    for value in one.numbers:
        for number in numbers:
            if number != value.value:
                yield ((value.path, number),)
    for relation in relations:
        for other in _RELATIONS:
            if other != relation.value:
                yield ((relation.path, other),)
    for relation in relations:
        for other in _RELATIONS:
            for value in one.numbers:
                for number in numbers:
                    yield ((relation.path, other), (value.path, number))
