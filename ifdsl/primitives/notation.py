"""Take the literal stretches and holes of a `read` line; give the pattern that they write, or what is wrong with them.

    [please] (use | write) {words} words ... at the end

`[…]` may be left out, `(a | b)` is one of several, `...` is a gap of words that state nothing. Brackets nest, and a
bracket of either kind may hold alternatives. `<a>` is a word that stands before and belongs to another statement.
Two holes are no parameters: `{scope}` is where a scope is named, `{place}` where the whole text is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias, Union

SCOPE = "scope"
PLACE = "place"
NO_PARAMETERS = (SCOPE, PLACE)
"""Names of holes that are no parameters: where a scope is named (`each section`), and the whole (`in the answer`)."""

MAX_DEPTH = 20
"""Brackets inside one another."""


@dataclass(frozen=True, slots=True)
class Words:
    """Literal text."""

    text: str


@dataclass(frozen=True, slots=True)
class Slot:
    """A hole, by its place among the parts of the line."""

    part: int


@dataclass(frozen=True, slots=True)
class Gap:
    """A run of words that state nothing, which may be empty; a wide one may have words that types are stated with."""

    wide: bool = False


@dataclass(frozen=True, slots=True)
class Behind:
    """A word that stands before, and is no part of what is read here."""

    text: str


@dataclass(frozen=True, slots=True)
class InOrder:
    items: tuple[Pattern, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the items; an empty sequence among them means that all may be left out."""

    items: tuple[Pattern, ...]


Pattern: TypeAlias = Union[Words, Slot, Gap, Behind, InOrder, Choice]

NOTHING = InOrder(())

_MARK = re.compile(r"\.\.\.|…|~|<(?P<behind>[^<>\[\]()|]+)>|[\[\]()|]")
_CLOSING = {"[": "]", "(": ")"}


class Malformed(ValueError):
    """The line is no pattern; the message says why in plain words."""


def parse(parts: Sequence[object]) -> Pattern:
    """The pattern of a line. Parts that are no texts are holes.

    Raises:
        Malformed: a bracket has no partner or holds nothing, `|` stands outside brackets, or they nest too deep.
    """
    reader = _Reader(list(_marks(parts)))
    return reader.alternatives("")


def _marks(parts: Sequence[object]) -> Iterator[Words | Slot | Behind | str]:
    """The parts with each mark of the notation on its own."""
    for place, part in enumerate(parts):
        if not isinstance(part, str):
            yield Slot(place)
            continue
        at = 0
        for mark in _MARK.finditer(part):
            if part[at : mark.start()].strip():
                yield Words(part[at : mark.start()])
            if mark["behind"] is not None:
                yield Behind(mark["behind"])
            else:
                yield "..." if mark[0] == "…" else mark[0]
            at = mark.end()
        if part[at:].strip():
            yield Words(part[at:])


class _Reader:
    def __init__(self, marks: list[Words | Slot | Behind | str]) -> None:
        self.marks = marks
        self.at = 0
        self.depth = 0

    def alternatives(self, opening: str) -> Pattern:
        """What stands up to the partner of `opening`, or up to the end where it is empty."""
        branches: list[list[Pattern]] = [[]]
        while self.at < len(self.marks):
            mark = self.marks[self.at]
            self.at += 1
            if mark == "|":
                if not opening:
                    raise Malformed("`|` stands between alternatives in `(…)` or `[…]`")
                branches.append([])
            elif isinstance(mark, str) and mark in _CLOSING:
                branches[-1].append(self._bracket(mark))
            elif mark in ("...", "~"):
                branches[-1].append(Gap(wide=mark == "~"))
            elif isinstance(mark, str):
                if mark != _CLOSING.get(opening):
                    raise Malformed(f"nothing opens this `{mark}`")
                return self._closed(opening, branches)
            else:
                branches[-1].append(mark)
        if opening:
            raise Malformed(f"nothing closes this `{opening}`")
        return _one(branches[0])

    def _bracket(self, opening: str) -> Pattern:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise Malformed(f"the brackets nest more than {MAX_DEPTH} deep")
        found = self.alternatives(opening)
        self.depth -= 1
        return found

    @staticmethod
    def _closed(opening: str, branches: list[list[Pattern]]) -> Pattern:
        if not all(branches):
            raise Malformed(f"`{opening}{_CLOSING[opening]}` holds an alternative without words")
        items = tuple(_one(branch) for branch in branches)
        return Choice((*items, NOTHING) if opening == "[" else items)


def _one(items: list[Pattern]) -> Pattern:
    return items[0] if len(items) == 1 else InOrder(tuple(items))


def literal_stretches(pattern: Pattern) -> Iterator[str]:
    """The literal texts of a pattern, in order."""
    match pattern:
        case Words() | Behind():
            yield pattern.text
        case InOrder() | Choice():
            for item in pattern.items:
                yield from literal_stretches(item)


def always(pattern: Pattern, names: Mapping[int, str]) -> frozenset[str]:
    """The parameters that every way through the pattern fills; `names` has that of each hole by its part."""
    match pattern:
        case Slot():
            return frozenset({names[pattern.part]} if pattern.part in names else ())
        case InOrder():
            return frozenset().union(*(always(item, names) for item in pattern.items))
        case Choice():
            first, *rest = (always(item, names) for item in pattern.items)
            return first.intersection(*rest)
    return frozenset()
