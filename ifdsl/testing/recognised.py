"""Take the constraints of a file; give whether each of their wordings, filled in, is read back as what it says.

Reading a wording as something else is a fact that does not hold: two readers of one prompt would differ. A wording that
is not read at all is a gap, as the reader says nothing of what it does not know.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ifdsl.analysis.witness.closing import closed_check
from ifdsl.ir import nodes as n
from ifdsl.ir.evaluate import as_declared, evaluate
from ifdsl.primitives.extras import MissingExtra
from ifdsl.primitives.undecided import Undecided
from ifdsl.recognition import Reading, Vocabulary, recognise, vocabulary
from ifdsl.rendering.fill import fill
from ifdsl.testing.facts import Fact, Places
from ifdsl.testing.generated import Gap
from ifdsl.testing.judging import Arguments
from ifdsl.testing.lines import argument_sets, call

LANGUAGES = ("en", "zh")
"""Languages in which sentences are read."""

_NO_PHRASE = (ValueError, Undecided, MissingExtra, ArithmeticError, RecursionError)


def recognised(constraints: Sequence[n.Constraint], places: Places, most: int = 2) -> tuple[list[Fact], list[Gap]]:
    """Each wording of some constraints, filled with the arguments of at most so many of their lines, and read back.

    Wordings in languages that are not read, and arguments without a phrase, are left out.
    """
    words = vocabulary(constraints)
    facts: list[Fact] = []
    gaps: list[Gap] = []
    for constraint in constraints:
        sets = [arguments for _, arguments in argument_sets(constraint, most) if _is_told(arguments)]
        for index, wording in enumerate(constraint.wordings):
            if wording.language not in LANGUAGES:
                continue
            label = places.get(("wording", constraint.name, str(index)))
            for arguments in sets:
                environment = {p.name: value for p, value in zip(constraint.parameters, arguments, strict=True)}
                try:
                    sentence = fill(wording.text, environment, wording.language)
                except _NO_PHRASE:
                    continue
                said = call(constraint, arguments)
                got, message = _read(sentence, constraint, arguments, words)
                if got:
                    fact = Fact(constraint.name, "recognition", index, said, got, message, label, said, sentence)
                    facts.append(fact)
                else:
                    gaps.append(Gap(constraint.name, said, "a wording, read back", message))
    return facts, gaps


def _is_told(arguments: Arguments) -> bool:
    """Whether a sentence tells the arguments: blanks at the edges of a text that stands without quotes it does not."""
    return not any(isinstance(value, str) and (not value or value != value.strip()) for value in arguments)


def _read(sentence: str, constraint: n.Constraint, arguments: Arguments, words: Vocabulary) -> tuple[str, str]:
    """What a sentence is read as, and words about it; nothing where it is not read."""
    said = call(constraint, arguments)
    found = recognise(sentence, words)
    if isinstance(found, Reading):
        read = [_said(requirement, words) for requirement in found.requirements]
        same = len(read) == 1 and _is_like(found.requirements[0], constraint, arguments, words)
        return (
            said if same else " and ".join(read)
        ), f"`{sentence}` is read as {' and '.join(f'`{one}`' for one in read)}"
    if found.reason == "ambiguous" and found.readings:
        every = [" and ".join(_said(one, words) for one in reading.requirements) for reading in found.readings]
        # Readings that all check the same do not mislead.
        if all(
            len(reading.requirements) == 1 and _is_like(reading.requirements[0], constraint, arguments, words)
            for reading in found.readings
        ):
            return said, f"`{sentence}` is read"
        return " or ".join(every), f"`{sentence}` can be read as {' or as '.join(f'`{one}`' for one in every)}"
    return "", f"`{sentence}`: {found.message(sentence)}"


def _is_like(requirement: n.Requirement, constraint: n.Constraint, arguments: Arguments, words: Vocabulary) -> bool:
    """Whether a requirement is that constraint with these arguments, or checks the same."""
    if not isinstance(requirement, n.Demand):
        return False
    other = words.constraints[requirement.constraint]
    given = _values(requirement, other)
    if other.name == constraint.name and given == arguments:
        return True
    one = closed_check(constraint, arguments)
    return one is not None and one == closed_check(other, given)


def _values(requirement: n.Demand, constraint: n.Constraint) -> tuple[Any, ...]:
    pairs = zip(constraint.parameters, requirement.arguments, strict=True)
    return tuple(as_declared(evaluate(argument, {}), parameter.type) for parameter, argument in pairs)


def _said(requirement: n.Requirement, words: Vocabulary) -> str:
    if not isinstance(requirement, n.Demand):
        return requirement.id
    constraint = words.constraints[requirement.constraint]
    return call(constraint, _values(requirement, constraint))
