"""Take the ways to account for a sentence; give those that say most of it, and how each goes on."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace

from ifdsl.ir import nodes as n
from ifdsl.primitives.ranges import Range
from ifdsl.recognition.automaton import Captures
from ifdsl.recognition.forms import Said
from ifdsl.recognition.scopes import Scope


@dataclass(frozen=True, slots=True)
class Clause:
    """A statement found in the sentence: a type, its values, the scope it stands in, and its tokens `[first, last)`."""

    constraint: n.Constraint
    meaning: str
    """The name of the first type that checks the same."""
    values: tuple[Hashable, ...]
    first: int
    last: int
    scope: Scope | None = None
    held: frozenset[int] = frozenset()
    """The tokens that its holes took."""

    @property
    def key(self) -> tuple[str, tuple[Hashable, ...], tuple[Hashable, ...]]:
        """What the clause states."""
        plain = tuple(value.range if isinstance(value, Said) else value for value in self.values)
        return self.meaning, plain, self.scope.heads if self.scope is not None else ()


@dataclass(frozen=True, slots=True)
class Way:
    """One way to account for the sentence up to some place."""

    clauses: tuple[Clause, ...] = ()
    asides: tuple[tuple[int, int], ...] = ()
    joined: bool = False
    """Whether the last phrase was one that joins two statements."""
    scopes: tuple[tuple[int, int], ...] = ()
    """The tokens `[first, last)` that named a scope."""
    pending: bool = False
    """Whether a scope was named and nothing said of it yet."""
    since: int = 0
    """How many clauses stood before the last full stop."""

    @property
    def key(self) -> frozenset[Hashable]:
        return frozenset(clause.key for clause in self.clauses)


def inherited(way: Way, clause: Clause, *, joined: bool) -> Clause:
    """`at most 5 rows and 3 columns`: a number alone, joined to a bounded one, is bounded alike."""
    if not way.clauses or not joined:
        return clause
    before = [value for value in way.clauses[-1].values if isinstance(value, Said)]
    if not before or before[-1].bare or None not in (before[-1].range.lo, before[-1].range.hi):
        return clause

    def bounded(value: Hashable) -> Hashable:
        if not isinstance(value, Said) or not value.bare:
            return value
        number = value.range.lo
        return Said(Range(number, None) if before[-1].range.lo is not None else Range(None, number))

    return replace(clause, values=tuple(map(bounded, clause.values)))


def scoped(way: Way, scope: Scope) -> Iterator[Way]:
    """The ways to take a scope that is named after what holds in it: the last statement, or all of the sentence."""
    free = [place for place in range(way.since, len(way.clauses)) if way.clauses[place].scope is None]
    if way.pending or not free or free[-1] != len(way.clauses) - 1:
        return
    for chosen in dict.fromkeys([(free[-1],), tuple(free)]):
        clauses = list(way.clauses)
        for place in chosen:
            clauses[place] = replace(clauses[place], scope=scope)
        yield replace(way, clauses=tuple(clauses), joined=False)


def held_by(captures: Captures) -> frozenset[int]:
    return frozenset(token for filled in captures for token in range(filled.first, filled.last))


def best(ways: list[Way]) -> list[Way]:
    """The ways that no other covers, and of those that cover the same the most literal ones.

    A wording as a whole says more than its parts and the words around them, and a wording that has a word more than
    one with a hole there: `the first word` is no case of `the {place:ordinal} word`.
    """
    largest = [way for way in ways if not any(_covers(other, way) for other in ways if other is not way)]
    literal = [way for way in largest if not any(_more_literal(other, way) for other in largest if other is not way)]
    return [way for way in literal if not any(_says_more(other, way) for other in literal if other is not way)]


def _covers(larger: Way, smaller: Way) -> bool:
    parts, spans = set(_spans(smaller)), set(_spans(larger))
    if not _within(parts, spans | set(larger.scopes)):
        return False
    if spans < parts and len(larger.scopes) >= len(smaller.scopes):
        return True
    return not _within(spans, parts | set(smaller.scopes))


def _within(parts: set[tuple[int, int]], spans: set[tuple[int, int]]) -> bool:
    return all(any(first <= begin and end <= last for first, last in spans) for begin, end in parts)


def _more_literal(one: Way, other: Way) -> bool:
    if _spans(one) != _spans(other):
        return False
    pairs = [(a.held, b.held) for a, b in zip(one.clauses, other.clauses, strict=True)]
    return all(a <= b for a, b in pairs) and any(a < b for a, b in pairs)


def _says_more(one: Way, other: Way) -> bool:
    """Whether both state the same but for scopes, and the wordings themselves take more of the sentence in one."""
    same = {clause.key[:2] for clause in one.clauses} == {clause.key[:2] for clause in other.clauses}
    return same and _length(one) > _length(other)


def _length(way: Way) -> int:
    return sum(last - first for first, last in _spans(way))


def _spans(way: Way) -> list[tuple[int, int]]:
    return [(clause.first, clause.last) for clause in way.clauses]


def state_of(way: Way) -> Hashable:
    """What tells ways apart that go on from one place: what they state, and what may follow."""
    return way.key, way.joined, way.pending, way.since
