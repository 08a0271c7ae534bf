"""Give the ways to write a plan down: with or without full stops, whole sentences, white space, data around it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ifdsl.analysis.witness.plan import Plan
from ifdsl.analysis.witness.separated import is_separated


@dataclass(frozen=True, slots=True)
class Style:
    """One way to write a text.

    Attributes:
        marks: what sentences end with, in turn.
        filler: what the text is filled with: `prose` on a topic, `sentences`, `words`, or `none` beyond what is asked
            for.
        glue: what stands between words.
        merged: whether what is asked for stands in one sentence.
        data: how the text is wrapped: as it is, in a JSON object, a JSON string, a JSON list of lines, or rows of
            separated values.
        ends: which order of the texts that end it.
        seed: which of the examples of the constraints stand in it, and where (`before`, `after`, `around`).
        choice: which of several alternatives; of topics, too.
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
    """Words up to which the text is filled where it may be; of prose, sentences."""


def styles(plan: Plan, choice: int) -> Iterator[Style]:
    """The styles worth trying for a plan, the most natural first."""
    forms = _forms(plan)
    ends = range(2 if len(plan.ends) > 1 else 1)
    for filler, marks, glue, merged, mass in _MANNERS:
        for form in forms:
            for end in ends:
                yield Style(marks, filler, glue, merged, form, end, choice=choice, mass=mass)


def natural(plan: Plan) -> Iterator[Style]:
    """The styles of running text: as much of it as reads well, then little, then with questions and exclamations."""
    form = _forms(plan)[0]
    if form == "rows":
        # Fields are no place for running text; a few sentences can stand there, where there must be any.
        long = plan.words.low or plan.sentences.low
        yield from (Style(filler=filler, data=form) for filler in (("sentences", "none") if long else ("none",)))
        return
    for end in range(2 if len(plan.ends) > 1 else 1):
        yield Style(filler="prose", data=form, mass=4, ends=end)
    yield Style(filler="prose", data=form, mass=1, choice=1)
    if any(mark in other.mentions for other in plan.others for mark in "?!"):
        for marks in ((".", "?", "!"), (".", ".", "?")):
            yield Style(marks, "prose", data=form, mass=3, choice=2)
    if plan.others:
        # What is not understood is more often met by less.
        for choice in range(4):
            yield Style(filler="prose", data=form, mass=0, choice=choice)


def _forms(plan: Plan) -> list[str]:
    """The data that the text may be wrapped in."""
    if not any(fact.form in ("json", "object", "array", "depth") for fact in plan.data):
        return ["rows", ""] if is_separated(plan) else [""]
    first = ["string", "object"] if plan.starts or plan.ends else ["object", "string"]
    return [*first, "lines", "parts", "fence", ""]


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
