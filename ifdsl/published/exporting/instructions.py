"""Take a requirement and the packs of a benchmark; give the instruction that asks the same, with its arguments.

The constraint of a demand is an instruction where a pack has it under a published id. A type of `std` is one where the
pack has one that passes the same texts: most have none, for `std` corrects what the published checkers do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ifdsl.ir import nodes as n
from ifdsl.ir.evaluate import as_declared
from ifdsl.primitives.ranges import Range
from ifdsl.primitives.undecided import Undecided
from ifdsl.published.benchmarks import Benchmark
from ifdsl.published.exporting.posing import Unsayable
from ifdsl.published.instructions import BadInstruction, read_instruction
from ifdsl.published.overlay import Overlay
from ifdsl.rendering.fill import value_of

Instruction = tuple[str, dict[str, Any]]
"""An id and its arguments by name."""


class Instructions:
    """The instructions of a benchmark, for the requirements of one program."""

    def __init__(self, program: n.Program, benchmark: Benchmark, title: str) -> None:
        """
        Args:
            program: where the constraints are.
            benchmark: whose packs have the instructions.
            title: what messages call the benchmark.
        """
        self._program = program
        self._packs = benchmark.packs
        self._known = Overlay(benchmark.pack_paths)
        self._paths = benchmark.pack_paths
        self._title = title
        self._better: dict[str, tuple[str, str]] = {}

    def of(self, requirement: n.Requirement, environment: Mapping[str, Any]) -> Instruction:
        """The instruction that asks what a requirement does.

        Raises:
            Unsayable: there is none.
            CompileFailed: a pack has errors.
        """
        if not isinstance(requirement, n.Demand):
            word = requirement.combinator if isinstance(requirement, n.Combined) else _WORDS[requirement.kind]
            raise Unsayable(f"rows of {self._title} ask for single constraints, and have no place for `{word}`")
        constraint = self._program.constraints[requirement.constraint]
        try:
            values = [value_of(argument, environment) for argument in requirement.arguments]
        except (ValueError, Undecided, OverflowError) as error:
            raise Unsayable(f"an argument of `{constraint.name}` has no value: {error}") from None
        pairs = zip(constraint.parameters, values, strict=True)
        given = {parameter.name: as_declared(value, parameter.type) for parameter, value in pairs}
        id_, arguments = self._instruction(constraint, given)
        try:
            read_instruction(id_, arguments, self._known)
        except BadInstruction as error:
            raise Unsayable(f"`{constraint.name}` is no instruction of {self._title}: {error}") from None
        return id_, arguments

    def _instruction(self, constraint: n.Constraint, given: Mapping[str, Any]) -> Instruction:
        if constraint.id is not None and constraint.name.rpartition(".")[0] in self._packs:
            return constraint.id, dict(given)
        counterpart = COUNTERPARTS.get(constraint.name)
        found = None if counterpart is None else counterpart(given)
        # A pack that is laid over another may check an id otherwise than the counterpart was compared with.
        if found is not None and self._known[found[0]].name in _COMPARED.get(found[0], ()):
            return found
        raise Unsayable(f"`{constraint.name}` is no instruction of {self._title}", *self._near(constraint.name))

    def _near(self, name: str) -> Sequence[str]:
        """What the packs say of the constraint: which of theirs it is better than, and in what."""
        if not self._better:
            self._better = _better(self._paths)
        found = self._better.get(name)
        return () if found is None else (f"the nearest is `{found[0]}`; `{name}` differs from it: {found[1]}",)


def _better(packs: Sequence[Path]) -> dict[str, tuple[str, str]]:
    """By the name of a constraint: that of the first of a pack which it is better than, and in what."""
    from ifdsl.ir.build import build_file

    found: dict[str, tuple[str, str]] = {}
    for path in packs:
        program = build_file(path).program
        for one in () if program is None else program.constraints.values():
            for see in one.see:
                found.setdefault(see.path, (one.name, see.note))
    return found


_WORDS = {"each": "each", "within": "in", "if_present": "if_present", "when": "if"}


# ---------------------------------------------------------------- types of std with an exact counterpart


def _starts_with(given: Mapping[str, Any]) -> Instruction | None:
    text = given["text"]
    if given["any_case"] is not True or not text.strip():
        return None
    return "combination:repeat_prompt", {"prompt_to_repeat": text}


def _letter_frequency(given: Mapping[str, Any]) -> Instruction | None:
    letter, times = given["letter"], given["times"]
    relation = _relation(times)
    if relation is None or given["any_case"] is not True or len(letter) != 1 or letter.isspace():
        return None
    return "keywords:letter_frequency", {"letter": letter, "let_frequency": relation[1], "let_relation": relation[0]}


def _relation(times: Range) -> tuple[str, int] | None:
    """`at least 3` for `3..`, `less than 3` for `..2`; a range with two ends is no relation."""
    if times.hi is None and isinstance(times.lo, int):
        return "at least", times.lo
    if times.lo is None and isinstance(times.hi, int):
        return "less than", times.hi + 1
    return None


COUNTERPARTS: Mapping[str, Callable[[Mapping[str, Any]], Instruction | None]] = {
    "std.position.starts_with": _starts_with,
    "std.content.letter_frequency": _letter_frequency,
}
"""Types of `std` that pass the same texts as an instruction, where the function gives one for their arguments.

The few letters whose case Python's `re` folds otherwise than its `lower` (`ſ`, `İ`, the kelvin sign) are set aside."""

_COMPARED = {
    "combination:repeat_prompt": ("ifeval.repeat_prompt",),
    "keywords:letter_frequency": ("ifeval.letter_frequency", "ifeval_pp.letter_frequency"),
}
"""The checks that each was compared with."""
