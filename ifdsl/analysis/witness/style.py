"""Give the ways to write a plan down: with or without full stops, whole sentences, white space, data around it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ifdsl.analysis.witness.plan import Plan


@dataclass(frozen=True, slots=True)
class Style:
    """One way to write a text.

    Attributes:
        marks: what sentences end with, in turn.
        filler: what the text is filled with: `sentences`, `words`, or `none` beyond what is asked for.
        glue: what stands between words.
        merged: whether what is asked for stands in one sentence.
        data: how the text is wrapped: as it is, in a JSON object, a JSON string, or a JSON list of lines.
        ends: which order of the texts that end it.
        seed: which of the examples of the constraints stand in it, and where (`before`, `after`, `around`).
        choice: which of several alternatives.
    """

    marks: tuple[str, ...] = (".",)
    filler: str = "sentences"
    glue: str = " "
    merged: bool = False
    data: str = ""
    ends: int = 0
    seed: str = ""
    choice: int = 0
    mass: int = 8
    """Words up to which the text is filled where it may be."""


def styles(plan: Plan, choice: int) -> Iterator[Style]:
    """The styles worth trying for a plan, the most natural first."""
    data = [""]
    if any(fact.form in ("json", "object", "array", "depth") for fact in plan.data):
        data = ["object", "string", "lines", "parts", "fence", ""]
        if plan.starts or plan.ends:
            data[:2] = ["string", "object"]
    ends = range(2 if len(plan.ends) > 1 else 1)
    for filler, marks, glue, merged, mass in _MANNERS:
        for form in data:
            for end in ends:
                yield Style(marks, filler, glue, merged, form, end, choice=choice, mass=mass)


_MANNERS: tuple[tuple[str, tuple[str, ...], str, bool, int], ...] = (
    ("sentences", (".",), " ", False, 8),
    ("none", (".",), " ", False, 0),
    ("none", ("",), " ", True, 0),
    ("sentences", (".",), " ", False, 60),
    ("words", (".",), " ", False, 8),
    ("words", ("",), " ", True, 8),
    ("words", (".",), " ", False, 60),
    ("words", ("",), " ", True, 250),
    ("sentences", (".",), " ", False, 250),
    ("words", ("!",), " ", False, 8),
    ("words", (".", ".", "?"), " ", False, 8),
    ("words", (".", "?", "!"), " ", False, 8),
    ("none", ("",), "\n", True, 0),
    ("words", ("",), "\n", True, 8),
    ("none", ("",), "", True, 0),
    ("none", ("",), "~", True, 0),
    ("none", ("",), ";", True, 0),
    ("none", ("",), "-", True, 0),
    ("none", ("",), "x", True, 0),
    ("words", ("",), "", True, 8),
)
