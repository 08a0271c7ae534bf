"""Give Hypothesis strategies for demands of published packs, and for texts that meet or nearly meet them."""

from __future__ import annotations

from functools import cache
from typing import Any

from hypothesis import strategies as st

from ifdsl.analysis.demands import Demand
from ifdsl.data import stdlib_path
from ifdsl.ir import nodes as n
from ifdsl.ir.build import build_file

WORDS = ("river", "rivers", "light", "old light town", "a", "the answer is", "kiss", "Emma", "Liam", "it", "and", "but")
PHRASES = (
    "hot harbor",
    "some hot harbor",
    "Write it now.",
    "Write it, please.",
    "the end",
    'he said "no"',
    "go go",
    "14",
)
MARKS = (",", "*", "-", '"', "[", "<", "i", "e", "s", "o")
TEXT_PIECES = (
    *WORDS, *PHRASES, "Kiſſ", "rıver", "İ", "\u0301", "²", "_", "***", "******", "*x*", "**y**", "[name]",
    "<<t>>", "- b", "* c", "\n", "\n\n", " ", " ", " ", ".", "!", "? ", '"', "```", "{", "}", "[1]", "14", "21",
    "Day 1", "SECTION 2", "My answer is yes.", "My answer is no.", "can't", "cannot", "CANNOT", "RIVER",
    "river!", "level", "\u2028", "\t", "1", ",", "Write it now. ", "ID,Country,City,Year,Count\n", "1800-01-01",
    "Question 1", "P.S. hi", "true", "yes", "(", "you",
)  # fmt: skip


@cache
def packs() -> dict[str, n.Constraint]:
    """The constraints of IFBench and IFEval by published name."""
    known: dict[str, n.Constraint] = {}
    for pack in ("ifbench", "ifeval"):
        program = build_file(stdlib_path() / f"{pack}.ifc").program
        assert program is not None
        for constraint in program.constraints.values():
            known.setdefault(constraint.id or constraint.name, constraint)
    return known


def demand(id_: str, **arguments: Any) -> Demand:
    constraint = packs()[id_]
    return Demand(constraint.short_name, constraint, tuple(arguments[each.name] for each in constraint.parameters))


@st.composite
def texts(draw: st.DrawFn) -> str:
    return "".join(draw(st.lists(st.sampled_from(TEXT_PIECES), max_size=14)))


_VALUES: dict[str, st.SearchStrategy[Any]] = {
    "int": st.integers(0, 4),
    "number": st.integers(0, 6),
    "text": st.sampled_from((*WORDS, *PHRASES, *MARKS, "yes/no", "left, right", "en", "Day", "SECTION", "P.S.")),
    "list[text]": st.lists(st.sampled_from(WORDS), min_size=1, max_size=2),
    '"less than" | "at least"': st.sampled_from(("less than", "at least")),
}


@st.composite
def demands(draw: st.DrawFn) -> Demand:
    constraint = draw(st.sampled_from(sorted(packs().values(), key=lambda each: each.name)))
    values = tuple(draw(_VALUES[parameter.type]) for parameter in constraint.parameters)
    return Demand(constraint.short_name, constraint, values)
