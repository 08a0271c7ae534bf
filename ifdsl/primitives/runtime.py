"""Give what a compiled checker imports: `Doc`, ranges, and every primitive under a name of its own.

A function of the language has its own name (`runtime.count`); a view's default rule has the view's (`runtime.words`),
and each other rule that of view and rule (`runtime.words_ifeval`). A rule is called to get the elements of a view. A
name is looked up, and what it needs imported, when it is first asked for.
"""

from __future__ import annotations

from typing import Any

from ifdsl.primitives.doc import Doc
from ifdsl.primitives.parts import declarations
from ifdsl.primitives.piece import Piece
from ifdsl.primitives.primitive import Rule
from ifdsl.primitives.ranges import Range
from ifdsl.primitives.undecided import Undecided

__all__ = ["Doc", "Piece", "Range", "Undecided", "name_of", "pieces"]


def pieces(rule: Rule, text: str, *args: object) -> list[str]:
    """The elements of a view of `text`: `Piece`s where it is a `Piece`, else plain texts."""
    return rule.pieces(text, *args)


def name_of(primitive: str, rule: str | None = None) -> str:
    """The name under which this module has a function, or a rule of a view (its default rule where `rule` is None)."""
    from ifdsl.primitives.table import TABLE

    declared = TABLE[primitive]
    return primitive if rule is None or not declared.is_view or rule == declared.default_rule else f"{primitive}_{rule}"


def __getattr__(name: str) -> Any:
    found = _find(name)
    # Checkers ask for these names once a word: from here on the module has them as its own.
    globals()[name] = found
    return found


def _find(name: str) -> Any:
    # Part by part, so that checkers of plain texts load nothing of tables or XML. No two primitives share a name here.
    for primitive in declarations():
        if name == primitive.name:
            return primitive.rules[primitive.default_rule] if primitive.is_view else primitive.run
        rule = name.removeprefix(f"{primitive.name}_")
        if rule != name and rule in primitive.rules:
            return primitive.rules[rule]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
