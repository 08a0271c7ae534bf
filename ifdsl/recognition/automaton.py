"""Take a pattern; give the automaton that finds it among tokens: each place where it ends, and what its holes hold.

The automaton is run without backtracking: all states of one place are carried to the next places together, so a run
takes at most (tokens x states x variants) steps, and variants are limited.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

from ifdsl.primitives.notation import Behind, Choice, Gap, InOrder, Pattern, Slot, Words
from ifdsl.recognition.tokens import Kind, Token, Tokens, literal_tokens

MAX_VARIANTS = 8
"""Ways of filling the holes that are followed through one state at one place; more make a sentence unreadable."""


@dataclass(frozen=True, slots=True)
class Filled:
    """What a hole held, and the tokens `[first, last)` that said it."""

    slot: int
    value: Hashable
    first: int
    last: int


Captures: TypeAlias = tuple[Filled, ...]
Hole: TypeAlias = Callable[["Place", int], Iterable[tuple[int, Hashable]]]
"""Takes the sentence and a place; gives the places where the hole may end, with its value."""


class Place(Protocol):
    """What an automaton needs to know of a sentence."""

    @property
    def tokens(self) -> Tokens: ...

    def gap_ends(self, at: int, wide: bool) -> Iterable[int]:
        """Where a gap that has come to `at` may be one step later."""
        ...


@dataclass(frozen=True, slots=True)
class Literal:
    """A word to be met: `exact` up to number, or by its stem."""

    key: str
    exact: bool


@dataclass(frozen=True, slots=True)
class Before:
    """A word that has to stand before, by its stem."""

    key: str


_GAP, _WIDE = "gap", "wide gap"


@dataclass(slots=True)
class Automaton:
    """States are numbers; `steps[s]` is what state `s` reads and where it goes, `free[s]` where it goes at once."""

    steps: list[list[tuple[Literal | Before | int | str, int]]] = field(default_factory=list)
    free: list[list[int]] = field(default_factory=list)
    last: int = 0
    holes: Mapping[int, Hole] = field(default_factory=dict)
    needs: frozenset[str] = frozenset()
    """Keys of words that every way through meets."""
    exact: bool = False
    first: frozenset[str] = frozenset()
    """Keys of the words that it may begin with."""
    first_holes: frozenset[int] = frozenset()
    """Holes that it may begin with."""
    open: bool = False
    """Whether it may begin with a gap or be empty."""

    def run(self, place: Place, start: int, context: frozenset[str] = frozenset()) -> list[tuple[int, Captures]]:
        """Where the pattern ends that begins at token `start`, with what its holes held.

        Args:
            context: stems that are understood: a pronoun stands for one, and at `start` nothing need.
        """
        tokens = place.tokens.items
        found: list[tuple[int, Captures]] = []
        waiting: dict[int, dict[int, list[Captures]]] = {start: {}}
        self._enter(waiting[start], 0, ())
        if context:
            self._understood(waiting[start], context)
        while waiting:
            at = min(waiting)
            states = waiting.pop(at)
            if self.last in states:
                found += [(at, captures) for captures in states[self.last]]
            following = at
            while following < len(tokens) and tokens[following].kind is Kind.SOFT:
                following += 1
            stopped = following < len(tokens) and tokens[following].kind is Kind.STOP
            for state in (queue := list(states)):
                variants = states[state]
                for reads, target in self.steps[state]:
                    if isinstance(reads, Literal):
                        end = self._literal(reads, tokens, following, stopped, context)
                        if end is not None:
                            for captures in variants:
                                self._enter(waiting.setdefault(end, {}), target, captures)
                    elif isinstance(reads, Before):
                        if _stem_before(tokens, at) == reads.key:
                            for captures in variants:
                                self._enter(states, target, captures)
                            queue += [other for other in states if other not in queue]
                    elif reads in (_GAP, _WIDE):
                        for end in place.gap_ends(at, reads == _WIDE):
                            for captures in variants:
                                self._enter(waiting.setdefault(end, {}), target, captures)
                    else:
                        assert isinstance(reads, int)
                        for end, value in self.holes[reads](place, at):
                            filled = Filled(reads, value, at, end)
                            for captures in variants:
                                self._enter(waiting.setdefault(end, {}), target, (*captures, filled))
        return found

    def _literal(
        self, reads: Literal, tokens: Sequence[Token], at: int, stopped: bool, context: frozenset[str]
    ) -> int | None:
        if stopped and self.exact:
            # A wording may hold several sentences; what people write is read one sentence at a time.
            while at < len(tokens) and tokens[at].kind in (Kind.STOP, Kind.SOFT):
                at += 1
        if at >= len(tokens):
            return None
        token = tokens[at]
        key = token.exact if reads.exact else token.stem
        if key == reads.key or (reads.key in context and key in PRONOUNS):
            return at + 1
        return None

    def _enter(self, states: dict[int, list[Captures]], state: int, captures: Captures) -> None:
        stack = [state]
        while stack:
            state = stack.pop()
            variants = states.setdefault(state, [])
            if captures in variants or len(variants) >= MAX_VARIANTS:
                continue
            variants.append(captures)
            stack += self.free[state]

    def _understood(self, states: dict[int, list[Captures]], context: frozenset[str]) -> None:
        """Enter what follows a word that is understood, with or without its article."""
        for state in list(states):
            for reads, target in self.steps[state]:
                if not isinstance(reads, Literal):
                    continue
                if reads.key in context:
                    self._enter(states, target, ())
                elif reads.key in _ARTICLES:
                    after: dict[int, list[Captures]] = {}
                    self._enter(after, target, ())
                    nouns = [end for each in after for step, end in self.steps[each] if _means(step, context)]
                    for end in nouns:
                        self._enter(states, end, ())


def _stem_before(tokens: Sequence[Token], at: int) -> str:
    while at and tokens[at - 1].kind is Kind.SOFT:
        at -= 1
    return tokens[at - 1].stem if at else ""


def _means(reads: object, context: frozenset[str]) -> bool:
    return isinstance(reads, Literal) and reads.key in context


_ARTICLES = frozenset({"a", "the", "this", "each", "all", "your"})
PRONOUNS = frozenset({"it", "they", "them", "this", "these", "which"})


def automaton(pattern: Pattern, holes: Mapping[int, Hole], *, exact: bool = False) -> Automaton:
    """The automaton of a pattern; `holes` says by slot how each is read."""
    builder = _Builder(exact)
    end = builder.add(pattern, builder.state())
    made = Automaton(builder.steps, builder.free, end, holes, needs(pattern, exact), exact)
    builder.note_first(made)
    return made


@dataclass(slots=True)
class _Builder:
    exact: bool
    steps: list[list[tuple[Literal | Before | int | str, int]]] = field(default_factory=list)
    free: list[list[int]] = field(default_factory=list)

    def state(self) -> int:
        self.steps.append([])
        self.free.append([])
        return len(self.steps) - 1

    def add(self, pattern: Pattern, start: int) -> int:
        match pattern:
            case Words():
                for key in keys(pattern.text, self.exact):
                    start = self._step(start, Literal(key, self.exact))
                return start
            case Slot():
                return self._step(start, pattern.part)
            case Behind():
                for token in literal_tokens(pattern.text):
                    start = self._step(start, Before(token.stem))
                return start
            case Gap():
                self.steps[start].append((_WIDE if pattern.wide else _GAP, start))
                end = self.state()
                self.free[start].append(end)
                return end
            case InOrder():
                for item in pattern.items:
                    start = self.add(item, start)
                return start
            case Choice():
                end = self.state()
                for item in pattern.items:
                    # Each branch begins in a state of its own: a gap loops where it stands.
                    begin = self.state()
                    self.free[start].append(begin)
                    self.free[self.add(item, begin)].append(end)
                return end

    def _step(self, start: int, reads: Literal | Before | int) -> int:
        end = self.state()
        self.steps[start].append((reads, end))
        return end

    def note_first(self, made: Automaton) -> None:
        """Note what the automaton may begin with."""
        reached, stack = {0}, [0]
        while stack:
            for state in self.free[stack.pop()]:
                if state not in reached:
                    reached.add(state)
                    stack.append(state)
        reads = [one for state in reached for one, _ in self.steps[state]]
        made.first = frozenset(one.key for one in reads if isinstance(one, Literal))
        made.first_holes = frozenset(one for one in reads if isinstance(one, int))
        made.open = made.last in reached or any(one in (_GAP, _WIDE) or isinstance(one, Before) for one in reads)


def keys(text: str, exact: bool) -> list[str]:
    return [token.exact if exact else token.stem for token in literal_tokens(text)]


def needs(pattern: Pattern, exact: bool) -> frozenset[str]:
    """The keys of words that every way through a pattern meets."""
    match pattern:
        case Words():
            return frozenset(keys(pattern.text, exact))
        case Behind():
            return frozenset(keys(pattern.text, False))
        case InOrder():
            return frozenset().union(*(needs(item, exact) for item in pattern.items))
        case Choice():
            first, *rest = (needs(item, exact) for item in pattern.items)
            return first.intersection(*rest)
    return frozenset()


def telling(pattern: Pattern) -> frozenset[str]:
    """The stems of words that a pattern cannot be said without, those of every alternative included."""
    match pattern:
        case Words():
            return frozenset(keys(pattern.text, False))
        case InOrder():
            return frozenset().union(*(telling(item) for item in pattern.items))
        case Choice():
            found = [telling(item) for item in pattern.items]
            return frozenset().union(*found) if all(found) else frozenset()
    return frozenset()
