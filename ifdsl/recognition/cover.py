"""Take a sentence and a vocabulary; give the ways to account for every word of it, or what is left over at best.

A chart from left to right: at each place, the statements, scopes and connecting phrases that begin there lead on to
where they end. What was stated so far goes along; two ways that state the same are one.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from ifdsl.recognition import frames
from ifdsl.recognition.automaton import PRONOUNS, Automaton, Captures
from ifdsl.recognition.forms import Said, past_soft
from ifdsl.recognition.nouns import Nouns
from ifdsl.recognition.recogniser import Recogniser
from ifdsl.recognition.scopes import Scope, scopes_at
from ifdsl.recognition.sentence import Sentence
from ifdsl.recognition.stems import stem
from ifdsl.recognition.subjects import object_ends, place_ends, subject_ends
from ifdsl.recognition.tokens import Kind

MAX_WAYS = 12
"""Ways to one place and scope that are carried on."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A statement found in the sentence: a type, its values, the scope it stands in, and its tokens `[first, last)`."""

    recogniser: Recogniser
    values: tuple[tuple[str, Hashable], ...]
    first: int
    last: int
    scope: Scope | None = None
    held: frozenset[int] = frozenset()
    """The tokens that its holes took."""

    @property
    def key(self) -> tuple[str, tuple[tuple[str, Hashable], ...], tuple[Hashable, ...]]:
        """What the clause states."""
        plain = tuple((name, value.range if isinstance(value, Said) else value) for name, value in self.values)
        return self.recogniser.constraint.name, plain, self.scope.heads if self.scope is not None else ()


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


_NEW_CLAUSE = {
    "and": frozenset(map(stem, "must should shall it they the your each every".split())),
    "by": frozenset(map(stem, "use include contain have write provide limit keep".split())),
}
"""By a word that leads on, the words after it with which another statement begins."""

Chart: TypeAlias = dict[int, dict[Scope | None, dict[Hashable, Way]]]


@dataclass(slots=True)
class Cover:
    """The chart of one sentence."""

    sentence: Sentence
    recognisers: list[Recogniser]
    nouns: Nouns
    _clauses: dict[tuple[int, frozenset[str]], list[Clause]] = field(default_factory=dict)

    def ways(self) -> list[Way]:
        """The ways to account for the whole sentence that state different things."""
        length = len(self.sentence.tokens)
        chart: Chart = {0: {None: {_key(Way()): Way()}}}
        for at in range(length):
            for scope, ways in chart.pop(at, {}).items():
                for end, following, step in self._steps(at, scope):
                    for way in ways.values():
                        self._extend(chart, (at, end), following, way, step)
        finished: dict[Hashable, Way] = {}
        for ways in chart.pop(length, {}).values():
            for way in ways.values():
                if way.clauses and not way.pending:
                    finished.setdefault(way.key, way)
        return _best(list(finished.values()))

    def left_over(self) -> list[tuple[int, int]]:
        """The fewest tokens that cannot be accounted for, as stretches `[first, last)`."""
        length = len(self.sentence.tokens)
        best: list[tuple[int, tuple[int, ...]]] = [(length + 1, ())] * (length + 1)
        best[0] = (0, ())
        named = {scope: None for at in range(length) for _, scope in self._scopes(at, "before")}
        scopes: list[Scope | None] = [None, *named]
        for at in range(length):
            cost, skipped = best[at]
            token = self.sentence.tokens.items[at]
            free = token.kind in (Kind.SOFT, Kind.STOP)
            best[at + 1] = min(best[at + 1], (cost + (not free), skipped if free else (*skipped, at)))
            for scope in scopes:
                for end, _, _ in self._steps(at, scope):
                    best[end] = min(best[end], (cost, skipped))
        stretches: list[tuple[int, int]] = []
        for at in best[length][1]:
            if stretches and past_soft(self.sentence, stretches[-1][1]) >= at:
                stretches[-1] = (stretches[-1][0], at + 1)
            else:
                stretches.append((at, at + 1))
        return stretches

    # ------------------------------------------------------------ what begins at a place

    def _steps(self, at: int, scope: Scope | None) -> Iterator[tuple[int, Scope | None, Clause | Scope | str]]:
        """Where one can go from a token, with the scope there and what was met."""
        token = self.sentence.tokens.items[at]
        if token.kind is Kind.SOFT:
            yield at + 1, scope, "soft"
            return
        if token.kind is Kind.STOP:
            yield at + 1, None, "stop"
            return
        for end in self._labels(at):
            yield end, scope, "label"
        for clause in self._statements(at, scope):
            yield clause.last, scope, clause
        for kind in ("LEADS", "VERBS", "VAGUE"):
            for end in self._frames(kind, at):
                yield end, scope, kind
        for end in self._frames("JOINTS", at):
            yield end, scope, "joint"
        for end in self._frames("MARKUP", at):
            yield end, scope, "aside"
        for end in self._frames("TAILS", at):
            if self._is_boundary(end):
                yield end, scope, "aside"
        for end in self._handled(at):
            yield end, scope, "VERBS"
        for end, _ in self.sentence.once("place", at, self._places(at)):
            yield end, scope, "place"
        for end in self._modals(at):
            # A clause may go on without its subject, or with a pronoun for it: `and must include …`.
            yield end, scope, "subject"
        for end in self._subjects(at):
            yield end, scope if token.text.lower() in PRONOUNS else None, "subject"
        for end, opened in self._scopes(at, "before"):
            yield end, opened, "scope"
        for end, named in self._scopes(at, "after"):
            yield end, scope, named

    def _is_boundary(self, at: int) -> bool:
        """Whether a phrase may be over: what comes next is no more of it."""
        items = self.sentence.tokens.items
        if at >= len(items) or items[at].kind in (Kind.STOP, Kind.SOFT):
            return True
        following = items[at + 1 : at + 2]
        return bool(following) and following[0].stem in _NEW_CLAUSE.get(items[at].text.lower(), ())

    def _labels(self, at: int) -> Iterator[int]:
        """Where a word or two and a colon end that only name what follows: `Keywords: …`."""
        items = self.sentence.tokens.items
        if at and items[at - 1].kind not in (Kind.STOP, Kind.SOFT):
            return
        for end in range(at + 1, min(at + 2, len(items) - 1) + 1):
            if items[end - 1].kind is not Kind.WORD or not self.sentence.describes(end - 1):
                return
            if items[end].text in (":", "："):
                yield end + 1

    def _statements(self, at: int, scope: Scope | None) -> list[Clause]:
        context = scope.stems if scope is not None else frozenset()
        found = self._clauses.get((at, context))
        if found is None:
            found = self._clauses[at, context] = list(self._find(at, context))
        return [replace(clause, scope=scope if clause.scope is None else clause.scope.inside(scope)) for clause in found]

    def _find(self, at: int, context: frozenset[str]) -> Iterator[Clause]:
        tokens = self.sentence.tokens
        token = tokens.items[at]
        for recogniser in self.recognisers:
            automaton = recogniser.automaton
            key = token.exact if automaton.exact else token.stem
            if not (automaton.open or automaton.first_holes or key in automaton.first or context):
                continue
            found: list[tuple[int, Clause]] = []
            for end, captures in automaton.run(self.sentence, at, frozenset() if automaton.exact else context):
                values = recogniser.values(captures) if end > at else None
                if values is None:
                    continue
                likeness = recogniser.likeness(values, tokens, at, end) if recogniser.raw else 2
                if likeness:
                    ordered = tuple((p.name, values[p.name]) for p in recogniser.constraint.parameters)
                    found.append((likeness, Clause(recogniser, ordered, at, end, recogniser.scope(captures), _held(captures))))
            best = max((likeness for likeness, _ in found), default=0)
            yield from (clause for likeness, clause in found if likeness == best)

    def _frames(self, name: str, at: int) -> list[int]:
        frame: Automaton = frames.compiled(name)
        if self.sentence.tokens.items[at].stem not in frame.first:
            return []
        found = self.sentence.once(name, at, lambda: [(end, None) for end, _ in frame.run(self.sentence, at)])
        return [end for end, _ in found if end > at]

    def _subjects(self, at: int) -> list[int]:
        def find() -> Iterator[tuple[int, Hashable]]:
            modals = frames.compiled("MODALS")
            wholes = set(subject_ends(self.sentence, at))
            if self._scopes(at, "before"):
                # What opens a scope is not the whole.
                wholes = {end for end in wholes if end == at + 1}
            for end in wholes:
                yield end, None
                yield from ((after, None) for after, _ in modals.run(self.sentence, end) if after > end)
            for end in set(object_ends(self.sentence, at)) - wholes:
                yield from ((after, None) for after in self._presented(end))

        return sorted({end for end, _ in self.sentence.once("subject", at, find)})

    def _modals(self, at: int) -> list[int]:
        return self._frames("MODALS", at)

    def _presented(self, at: int) -> Iterator[int]:
        """Where `must be presented in` ends: of anything that can be presented, not of the whole text alone."""
        for modal, _ in frames.compiled("MODALS").run(self.sentence, at):
            for verb, _ in frames.compiled("PRESENTED").run(self.sentence, modal):
                yield from (end for end, _ in frames.compiled("HOW").run(self.sentence, verb))

    def _handled(self, at: int) -> list[int]:
        handled, how = frames.compiled("HANDLED"), frames.compiled("HOW")
        if self.sentence.tokens.items[at].stem not in handled.first:
            return []

        def find() -> Iterator[tuple[int, Hashable]]:
            for verb, _ in handled.run(self.sentence, at):
                for object_ in object_ends(self.sentence, verb):
                    yield from ((end, None) for end, _ in how.run(self.sentence, object_))

        return sorted({end for end, _ in self.sentence.once("handled", at, find)})

    def _places(self, at: int) -> Callable[[], Iterator[tuple[int, Hashable]]]:
        def find() -> Iterator[tuple[int, Hashable]]:
            if not self._scopes(at, "after"):
                yield from ((end, None) for end in place_ends(self.sentence, at))

        return find

    def _scopes(self, at: int, where: str) -> list[tuple[int, Scope]]:
        def find() -> Iterator[tuple[int, Hashable]]:
            return scopes_at(self.sentence, at, self.nouns, where=where)

        found = self.sentence.once(("scope", where), at, find)
        return [(end, scope) for end, scope in found if isinstance(scope, Scope) and end > at]

    # ------------------------------------------------------------ going on

    def _extend(
        self, chart: Chart, span: tuple[int, int], scope: Scope | None, way: Way, step: Clause | Scope | str
    ) -> None:
        for longer in self._longer(span, way, step):
            ways = chart.setdefault(span[1], {}).setdefault(scope, {})
            if len(ways) < MAX_WAYS:
                ways.setdefault(_key(longer), longer)

    def _longer(self, span: tuple[int, int], way: Way, step: Clause | Scope | str) -> Iterator[Way]:
        if isinstance(step, Clause):
            yield replace(way, clauses=(*way.clauses, self._inherited(way, step)), joined=False, pending=False)
        elif isinstance(step, Scope):
            yield from (replace(longer, scopes=(*way.scopes, span)) for longer in _scoped(way, step))
        elif step == "scope":
            if not way.pending:
                yield replace(way, joined=False, pending=True, scopes=(*way.scopes, span))
        elif step == "stop":
            if not way.pending:
                yield replace(way, joined=False, since=len(way.clauses))
        elif step == "soft":
            yield way
        elif step == "aside":
            yield replace(way, joined=False, asides=(*way.asides, span))
        elif step != "subject" or not way.pending:
            yield replace(way, joined=step == "joint")

    def _inherited(self, way: Way, clause: Clause) -> Clause:
        """`at most 5 rows and 3 columns`: a number alone, joined to a bounded one, is bounded alike."""
        first = self.sentence.tokens.items[clause.first].text.lower()
        if not way.clauses or not (way.joined or first == "and"):
            return clause
        before = [value for _, value in way.clauses[-1].values if isinstance(value, Said)]
        if not before or before[-1].bare or None not in (before[-1].range.lo, before[-1].range.hi):
            return clause
        from ifdsl.primitives.ranges import Range

        def bounded(value: Hashable) -> Hashable:
            if not isinstance(value, Said) or not value.bare:
                return value
            number = value.range.lo
            assert number is not None
            return Said(Range(number, None) if before[-1].range.lo is not None else Range(None, number))

        return replace(clause, values=tuple((name, bounded(value)) for name, value in clause.values))


def _scoped(way: Way, scope: Scope) -> Iterator[Way]:
    """The ways to take a scope that is named after what holds in it: the last statement, or all of the sentence."""
    free = [place for place in range(way.since, len(way.clauses)) if way.clauses[place].scope is None]
    if way.pending or not free or free[-1] != len(way.clauses) - 1:
        return
    for chosen in {(free[-1],), tuple(free)}:
        clauses = list(way.clauses)
        for place in chosen:
            clauses[place] = replace(clauses[place], scope=scope)
        yield replace(way, clauses=tuple(clauses), joined=False)


def _held(captures: Captures) -> frozenset[int]:
    return frozenset(token for filled in captures for token in range(filled.first, filled.last))


def _best(ways: list[Way]) -> list[Way]:
    """The ways that no other covers, and of those that cover the same the most literal ones.

    A wording as a whole says more than its parts and the words around them, and a wording that has a word more than
    one with a hole there: `the first word` is no case of `the {place:ordinal} word`.
    """
    largest = [way for way in ways if not any(_covers(other, way) for other in ways if other is not way)]
    return [way for way in largest if not any(_more_literal(other, way) for other in largest if other is not way)]


def _covers(larger: Way, smaller: Way) -> bool:
    parts, spans = set(_spans(smaller)), set(_spans(larger))
    if not _within(parts, spans | set(larger.scopes)):
        return False
    return not _within(spans, parts | set(smaller.scopes)) or (spans < parts and len(larger.scopes) >= len(smaller.scopes))


def _within(parts: set[tuple[int, int]], spans: set[tuple[int, int]]) -> bool:
    return all(any(first <= begin and end <= last for first, last in spans) for begin, end in parts)


def _more_literal(one: Way, other: Way) -> bool:
    if _spans(one) != _spans(other):
        return False
    pairs = [(a.held, b.held) for a, b in zip(one.clauses, other.clauses, strict=True)]
    return all(a <= b for a, b in pairs) and any(a < b for a, b in pairs)


def _spans(way: Way) -> list[tuple[int, int]]:
    return [(clause.first, clause.last) for clause in way.clauses]


def _key(way: Way) -> Hashable:
    return way.key, way.joined, way.pending, way.since
