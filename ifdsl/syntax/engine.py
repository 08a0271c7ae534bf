"""Take leaves; give the node that they make by the grammar's tables, or where they stop making one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ifdsl.syntax import tree as t
from ifdsl.syntax.build import CARRIERS, LEAVES, Builder
from ifdsl.syntax.lexing import Lexer, Noted, Unreadable
from ifdsl.syntax.tables import END, Tables

MAX_HEIGHT = 100
"""Nodes on the longest way down a declaration, from itself to a leaf: beyond what a person writes.

INVARIANT: no tree is higher, so what walks one by calling itself stays well inside Python's stack.
"""

MAX_WAITING = 1000
"""Symbols that may wait to be part of a node: far more than a tree of `MAX_HEIGHT` needs."""


class TooDeep(Unreadable):
    """Nesting beyond `MAX_HEIGHT` or `MAX_WAITING`."""


@dataclass(frozen=True, slots=True)
class _Reduction:
    size: int
    origin: str
    build: Callable[[list[Any]], Any]
    passes: bool
    ragged: bool
    height: int


class Engine:
    """A table-driven LALR(1) parser. It builds nodes as it goes and never calls itself."""

    def __init__(self, tables: Tables, builder: Builder) -> None:
        self.rows = tables.rows
        self.lexer = Lexer(tables, self.after)
        self._first = tables.first
        self._last = tables.last
        self._reductions = []
        for rule in tables.rules:
            is_list = rule.origin.startswith("_")
            passes = rule.size == 1 and (rule.single or rule.name in LEAVES)
            build = _as_it_is if is_list or passes else getattr(builder, rule.name)
            height = 0 if is_list or rule.name in CARRIERS else 1
            self._reductions.append(_Reduction(rule.size, rule.origin, build, passes, rule.ragged, height))

    def read(self, rule: str, text: str, start: int, end: int, noted: Noted, *, inside: bool = False) -> Any:
        """Read `[start, end)` of `text` as one `rule` (of `tables.START`); give its node.

        Args:
            rule: `file` or `expression`.
            text: of the whole file.
            start: where the stretch begins.
            end: where it ends.
            noted: where comments go.
            inside: whether the stretch stands inside brackets, so that no newline ends anything.

        Raises:
            Unreadable: at the first leaf that the grammar has no place for.
        """
        states = self.start(rule)
        last_state = self._last[rule]
        values: list[Any] = []
        heights: list[int] = []
        rows, reductions = self.rows, self._reductions
        before: t.Node | None = None
        for kind, leaf in self.lexer.leaves(text, start, end, states, noted, inside=inside):
            action = rows[states[-1]].get(kind)
            while action is None or action < 0:
                if action is None:
                    raise Unreadable(kind, *_place(leaf, before, text, start, end))
                reduction = reductions[~action]
                origin = reduction.origin
                if reduction.passes:
                    states[-1] = rows[states[-2]][origin]
                else:
                    size = reduction.size
                    height = reduction.height
                    children: list[Any] = []
                    if size:
                        children = values[-size:]
                        height += max(heights[-size:])
                        del states[-size:], values[-size:], heights[-size:]
                    if height > MAX_HEIGHT:
                        raise TooDeep(kind, *_place(leaf, before, text, start, end))
                    value = reduction.build(_flat(children) if reduction.ragged else children)
                    states.append(rows[states[-1]][origin])
                    values.append(value)
                    heights.append(height)
                    if kind == END and states[-1] == last_state:
                        return value
                action = rows[states[-1]].get(kind)
            states.append(action)
            values.append(leaf)
            heights.append(1)
            if len(states) > MAX_WAITING:
                raise TooDeep(kind, *_place(leaf, before, text, start, end))
            before = leaf or before
        raise AssertionError("the lexer ends each text")

    def start(self, rule: str) -> list[int]:
        """The states before the first leaf of a `rule`."""
        return [self._first[rule]]

    def after(self, states: Sequence[int], kind: str) -> list[int] | None:
        """The states once `kind` is taken, or None where it has no place. `states` stays as it is."""
        stack = list(states)
        while True:
            if kind == END and stack[-1] in self._last.values():
                return stack
            action = self.rows[stack[-1]].get(kind)
            if action is None:
                return None
            if action >= 0:
                return [*stack, action]
            reduction = self._reductions[~action]
            if reduction.size:
                del stack[-reduction.size :]
            stack.append(self.rows[stack[-1]][reduction.origin])


def _as_it_is(children: list[Any]) -> list[Any]:
    return children


def _flat(children: list[Any]) -> list[Any]:
    """The children without newlines, lists spread out. A list in front is reused: nothing else holds it."""
    if children and type(children[0]) is list:
        flat, rest = children[0], children[1:]
    else:
        flat, rest = [], children
    for child in rest:
        if type(child) is list:
            flat += child
        elif child is not None:
            flat.append(child)
    return flat


def _place(leaf: t.Node | None, before: t.Node | None, text: str, start: int, end: int) -> tuple[int, int]:
    """Where a leaf stands; a newline or the end of a text has its place after what stands before it."""
    if leaf is not None:
        return leaf.start, leaf.end
    at = before.end if before is not None else start
    newline = text.find("\n", at, end)
    return (newline, newline + 1) if newline >= 0 else (at, at)
