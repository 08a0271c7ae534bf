"""Take a built file; give the prompts of its specs with the values of each, and where things are written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ifdsl.ir import nodes as n
from ifdsl.ir.build import Built
from ifdsl.ir.instances import instances
from ifdsl.primitives.undecided import Undecided
from ifdsl.rendering.prompt import MissingWording, render
from ifdsl.source import codes
from ifdsl.source.codes import Code
from ifdsl.source.diagnostic import Diagnostic
from ifdsl.source.file import about


class Unsayable(ValueError):
    """Something that a published shape has no place for; the message says what, `advice` what might do."""

    def __init__(self, message: str, *advice: str) -> None:
        super().__init__(message)
        self.advice = advice


@dataclass(frozen=True, slots=True)
class Posed:
    """One prompt: its spec, the values by name, and its text. `id` names it among all prompts of the file."""

    id: str
    spec: n.Spec
    values: Mapping[str, Any]
    prompt: str

    @property
    def meta(self) -> dict[str, str]:
        return dict(self.spec.meta)


def prompts(built: Built, pattern: str, problems: list[Diagnostic]) -> Iterator[Posed]:
    """The prompts of all instances, in the order of the file; what cannot be put into words is added to `problems`.

    Args:
        built: a file without errors.
        pattern: how requirements are put, where a task does not state them itself.
        problems: takes what is wrong.
    """
    assert built.program is not None
    for spec in built.program.specs:
        for instance in instances(spec):
            try:
                text = render(built.program, spec, instance.values, pattern)
            except (MissingWording, Undecided, OverflowError, ValueError) as error:
                problems.append(problem(built, codes.UNRENDERABLE, str(error), ("spec", spec.name)))
                break
            yield Posed(instance.id, spec, instance.values, text)


def problem(built: Built, code: Code, message: str, place: tuple[str, ...], advice: Sequence[str] = ()) -> Diagnostic:
    """A diagnostic at a place of the file, or about the whole file where the place is not known."""
    label = built.places.get(place)
    if label is not None:
        return Diagnostic(code, message, label, help=tuple(advice))
    path = built.files[-1].path if built.files else "<text>"
    return about(path, message, code, *advice)
