"""Take a sentence and a vocabulary; give the ways to account for every word of it, or what is left over at best.

A chart from left to right: at each place, the statements, scopes and connecting phrases that begin there lead on to
where they end. What was stated so far goes along; two ways that state the same are one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from json import JSONDecoder
from typing import TypeAlias

from ifdsl.ir import nodes as n
from ifdsl.recognition import frames
from ifdsl.recognition.automaton import PRONOUNS
from ifdsl.recognition.forms import past_soft
from ifdsl.recognition.nouns import Nouns
from ifdsl.recognition.recogniser import Recogniser
from ifdsl.recognition.scopes import Scope, scopes_at
from ifdsl.recognition.sentence import Sentence
from ifdsl.recognition.stems import stem
from ifdsl.recognition.subjects import object_ends, place_ends, subject_ends
from ifdsl.recognition.tokens import Kind
from ifdsl.recognition.ways import Clause, Way, best, held_by, inherited, scoped, state_of

MAX_WAYS = 24
"""Ways to one place and scope that are carried on; a sentence with more is not read."""


_NEW_CLAUSE = {
    "and": frozenset(map(stem, ["must", "should", "shall", "it", "they", "the", "your", "each", "every"])),
    "by": frozenset(map(stem, ["use", "include", "contain", "have", "write", "provide", "limit", "keep"])),
}
"""By a word that leads on, the words after it with which another statement begins."""

_EXAMPLE = re.compile(r"(?i)(?:for example|for instance|such as|like|e\.g\.),?\s*(?=\{)")

Chart: TypeAlias = dict[int, dict[Scope | None, dict[Hashable, Way]]]


@dataclass(slots=True)
class Cover:
    """The chart of one sentence."""

    sentence: Sentence
    recognisers: list[Recogniser]
    nouns: Nouns
    meant: Mapping[str, n.Constraint]
    crowded: bool = False
    """Whether ways were given up because there were too many."""
    _clauses: dict[tuple[int, frozenset[str]], list[Clause]] = field(default_factory=dict)

    def ways(self) -> list[Way]:
        """The ways to account for the whole sentence that state different things."""
        length = len(self.sentence.tokens)
        chart: Chart = {0: {None: {state_of(Way()): Way()}}}
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
        return best(list(finished.values()))

    def left_over(self) -> list[tuple[int, int]]:
        """The fewest tokens that cannot be accounted for, as stretches `[first, last)`."""
        length = len(self.sentence.tokens)
        least: list[tuple[int, tuple[int, ...]]] = [(length + 1, ())] * (length + 1)
        least[0] = (0, ())
        named = {scope: None for at in range(length) for _, scope in self._scopes(at, "before")}
        scopes: list[Scope | None] = [None, *named]
        for at in range(length):
            cost, skipped = least[at]
            token = self.sentence.tokens.items[at]
            free = token.kind in (Kind.SOFT, Kind.STOP)
            least[at + 1] = min(least[at + 1], (cost + (not free), skipped if free else (*skipped, at)))
            for scope in scopes:
                for end, _, _ in self._steps(at, scope):
                    least[end] = min(least[end], (cost, skipped))
        stretches: list[tuple[int, int]] = []
        for at in least[length][1]:
            if stretches and past_soft(self.sentence, stretches[-1][1]) >= at:
                stretches[-1] = (stretches[-1][0], at + 1)
            else:
                stretches.append((at, at + 1))
        return stretches

    # ------------------------------------------------------------ what begins at a place

    def _steps(self, at: int, scope: Scope | None) -> Iterator[tuple[int, Scope | None, Clause | Scope | str]]:
        """Where one can go from a token, with the scope there and what was met."""
        token = self.sentence.tokens.items[at]
        for end in self._examples(at):
            yield end, scope, "aside"
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
        for table in (frames.LEADS, frames.VERBS, frames.VAGUE):
            for end in self._frames(table, at):
                yield end, scope, "frame"
        for end in self._frames(frames.JOINTS, at):
            yield end, scope, "joint"
        for end in self._frames(frames.MARKUP, at):
            yield end, scope, "aside"
        for end in self._frames(frames.TAILS, at):
            if self._is_boundary(end):
                yield end, self._occasion(at, end) or scope, "aside"
        for end in self._purposes(at):
            yield end, scope, "aside"
        for end in self._frames(frames.RESTATED, at):
            if self._is_boundary(end):
                yield end, scope, "aside"
        for end in self._handled(at):
            yield end, scope, "frame"
        for end, _ in self.sentence.once("place", at, self._places(at)):
            yield end, scope, "place"
        for end in self._frames(frames.MODAL, at):
            # A clause may go on without its subject, or with a pronoun for it: `and must include …`.
            yield end, scope, "subject"
        for end in self._subjects(at):
            again = token.text.lower() in PRONOUNS
            yield end, scope if again else None, "pronoun" if again else "subject"
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

    def _occasion(self, first: int, last: int) -> Scope | None:
        """The scope that `when presenting …,` opens at the beginning, by what is spoken of after it: `the table`."""
        items = self.sentence.tokens.items
        if items[first].text.lower() not in ("when", "whenever") or (first and items[first - 1].kind is not Kind.STOP):
            return None
        for at in range(last, len(items) - 1):
            if items[at].kind is Kind.STOP:
                break
            heads = self.nouns.occasional.get(items[at + 1].text.lower())
            if heads is not None and items[at].text.lower() == "the":
                return Scope(heads, frozenset({items[at + 1].stem}))
        return None

    def _examples(self, at: int) -> Iterator[int]:
        """Where an example in JSON ends: `for example, {"a": {"b": 1}}`."""
        tokens = self.sentence.tokens
        opening = _EXAMPLE.match(tokens.sentence, tokens.items[at].start)
        if opening is None:
            return
        try:
            _, stop = JSONDecoder().raw_decode(tokens.sentence, opening.end())
        except (ValueError, RecursionError):
            return
        yield from (place + 1 for place, token in enumerate(tokens.items) if token.end == stop)

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
        if scope is None:
            return found
        return [replace(each, scope=scope if each.scope is None else each.scope.inside(scope)) for each in found]

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
                    ordered = tuple(values[parameter.name] for parameter in recogniser.constraint.parameters)
                    meaning = self.meant[recogniser.constraint.name].name
                    scope, held = recogniser.scope(captures), held_by(captures)
                    clause = Clause(recogniser.constraint, meaning, ordered, at, end, scope, held)
                    found.append((likeness, clause))
            most = max((likeness for likeness, _ in found), default=0)
            yield from (clause for likeness, clause in found if likeness == most)

    def _frames(self, table: str, at: int) -> list[int]:
        frame = frames.compiled(table)
        if self.sentence.tokens.items[at].stem not in frame.first:
            return []
        found = self.sentence.once(table, at, lambda: [(end, None) for end, _ in frame.run(self.sentence, at)])
        return [end for end, _ in found if end > at]

    def _purposes(self, at: int) -> list[int]:
        def find() -> Iterator[tuple[int, Hashable]]:
            for table in (frames.PURPOSES, frames.MAKING):
                for verb in self._frames(table, at):
                    ends = self.sentence.purpose_ends(verb, making=table == frames.MAKING)
                    yield from ((end, None) for end in ends if self._is_boundary(end))

        return sorted({end for end, _ in self.sentence.once("purpose", at, find)})

    def _subjects(self, at: int) -> list[int]:
        def find() -> Iterator[tuple[int, Hashable]]:
            modals = frames.compiled(frames.MODAL)
            wholes = set(subject_ends(self.sentence, at))
            if self._scopes(at, "before"):
                # What opens a scope is not the whole.
                wholes = {end for end in wholes if end == at + 1}
            for end in wholes:
                yield end, None
                yield from ((after, None) for after, _ in modals.run(self.sentence, end) if after > end)
            for end in object_ends(self.sentence, at):
                yield from ((after, None) for after in self._presented(end))

        return sorted({end for end, _ in self.sentence.once("subject", at, find)})

    def _presented(self, at: int) -> Iterator[int]:
        """Where `must be presented in` ends: of anything that can be presented, not of the whole text alone."""
        for modal in (at, *(end for end, _ in frames.compiled(frames.MODAL).run(self.sentence, at))):
            for verb, _ in frames.compiled(frames.PRESENTED).run(self.sentence, modal):
                yield from (end for end, _ in frames.compiled(frames.HOW).run(self.sentence, verb))

    def _handled(self, at: int) -> list[int]:
        handled, how = frames.compiled(frames.HANDLED), frames.compiled(frames.HOW)
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
                ways.setdefault(state_of(longer), longer)
            elif state_of(longer) not in ways:
                self.crowded = True

    def _longer(self, span: tuple[int, int], way: Way, step: Clause | Scope | str) -> Iterator[Way]:
        if isinstance(step, Clause):
            joined = way.joined or self.sentence.tokens.items[step.first].text.lower() == "and"
            yield replace(way, clauses=(*way.clauses, inherited(way, step, joined=joined)), joined=False, pending=False)
        elif isinstance(step, Scope):
            yield from (replace(longer, scopes=(*way.scopes, span)) for longer in scoped(way, step))
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
