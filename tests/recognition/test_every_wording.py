"""Every wording of the shipped types is recognised back as the type and the values that it was made of."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache

import pytest

from ifdsl.ir import nodes as n
from ifdsl.ir.evaluate import evaluate
from ifdsl.recognition import Reading, Vocabulary, recognise, vocabulary
from tests.recognition.types_at_hand import Said, modules, said, types_of

LINES = int(os.environ.get("IFDSL_RECOGNITION_LINES", "1"))
"""Lines of each type whose values are used; `IFDSL_RECOGNITION_LINES` sets another number."""


@cache
def words_of(package: str) -> Vocabulary:
    return vocabulary(c for module in packages()[package] for c in types_of(module))


def packages() -> dict[str, list[str]]:
    singles = ("ifeval", "ifeval_pp", "multi_if", "iftrain", "ifbench")
    return {"std": modules("std"), "muldimif": modules("muldimif"), **{name: [name] for name in singles}}


def is_like(one: Said, found: n.Requirement) -> bool:
    """Whether a requirement is what a sentence was made of."""
    if not isinstance(found, n.Demand):
        return False
    given = tuple(evaluate(argument, {}) for argument in found.arguments)
    return found.constraint == one.constraint.name and given == one.values


def says_no_more(one: Said) -> bool:
    """Whether the values are told by the sentence: blanks at the edges of an unquoted text are not."""
    edges = [value for value in one.values if isinstance(value, str) and (value != value.strip() or not value)]
    return not edges


MEANT_ALIKE: dict[str, Callable[[Said, n.Demand], bool]] = {
    # `less than 2` and `at most 1` are one phrase, and one check.
    "ifeval_pp": lambda one, found: found.constraint == one.constraint.name,
    # A place that is the first has a type of its own; a language has one code.
    "std": lambda one, found: (
        (one.constraint.short_name, one.values[:1]) == ("word_at", (1,)) or one.values == ("zh-CN",)
    ),
}
"""By package, what is recognised as something else that checks the same."""


@pytest.mark.parametrize("package", list(packages()))
def test_every_wording_is_recognised_as_what_it_was_made_of(package: str) -> None:
    words, problems, number = words_of(package), [], 0
    for module in packages()[package]:
        for constraint in types_of(module):
            for one in filter(says_no_more, said(constraint, LINES)):
                number += 1
                problem = _problem(one, words, MEANT_ALIKE.get(package))
                if problem is not None:
                    problems.append(problem)
    assert number > 15
    # What is written without quotation marks, and has words in it that matter to every sentence, is not read.
    assert len(problems) <= 0.005 * number, problems


def _problem(one: Said, words: Vocabulary, alike: Callable[[Said, n.Demand], bool] | None) -> str | None:
    found = recognise(one.sentence, words)
    if not isinstance(found, Reading):
        return f"{one.constraint.name}: {one.sentence!r}: {found.message(one.sentence)}"
    if len(found.requirements) == 1 and is_like(one, found.requirements[0]):
        return None
    only = found.requirements[0]
    if alike is not None and len(found.requirements) == 1 and isinstance(only, n.Demand) and alike(one, only):
        return None
    return f"{one.constraint.name}: {one.sentence!r} is read as {found.requirements}"
