"""Take patterns; say whether a text can match some of them and not others, and give the shortest that does.

A pattern becomes a nondeterministic automaton whose steps are sets of characters. The automata of several patterns run
side by side over classes of characters: those that no set in any of them tells apart. A pattern that speaks of word
boundaries, of lines, or of Unicode properties has no automaton here.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache, partial
from itertools import pairwise
from typing import Literal, NamedTuple

from ifdsl.primitives.charset import CharSet
from ifdsl.primitives.dialect import Fault, Token, parse
from ifdsl.primitives.folding import orbit

MOST_STATES = 2_000
"""States of one automaton, and of several run side by side, that are looked at."""
MOST_FOLDED = 256
"""Characters of a set whose letter case is ignored."""
_LAST = 0x10FFFF
_REPEAT = re.compile(r"\{(\d+)(,?)(\d*)\}")
_ANY = CharSet((), negated=True)


class TooLarge(Exception):
    """A pattern, or several together, need more states or sets than are looked at here."""


class Regular(NamedTuple):
    """A fact about a text: that the whole of it, or a part of it, is as a pattern says."""

    pattern: str
    where: Literal["whole", "part"]


@dataclass(slots=True)
class _Automaton:
    """States by number; a step is taken on a character of a set, for free, at the start or at the end of the text."""

    steps: list[list[tuple[CharSet, int]]] = field(default_factory=list)
    free: list[list[tuple[Literal["", "start", "end"], int]]] = field(default_factory=list)
    first: int = 0
    final: int = 0

    def state(self) -> int:
        if len(self.steps) >= MOST_STATES:
            raise TooLarge
        self.steps.append([])
        self.free.append([])
        return len(self.steps) - 1

    def closed(self, states: frozenset[int], at_start: bool, at_end: bool) -> frozenset[int]:
        """These states and all that can be reached from them without a character."""
        found, waiting = set(states), list(states)
        while waiting:
            for condition, to in self.free[waiting.pop()]:
                open_ = not condition or (at_start if condition == "start" else at_end)
                if open_ and to not in found:
                    found.add(to)
                    waiting.append(to)
        return frozenset(found)

    def stepped(self, states: frozenset[int], members: frozenset[CharSet]) -> frozenset[int]:
        """Where a character that lies in just these sets leads to."""
        after = frozenset([to for state in states for chars, to in self.steps[state] if chars in members])
        return self.closed(after, False, False)


@lru_cache(maxsize=256)
def _automaton(fact: Regular) -> _Automaton | None:
    """The automaton of a fact; None where it has none."""
    try:
        tokens = parse(fact.pattern)
    except Fault:
        return None
    if any(not _is_plain(token) for token in tokens):
        return None
    made = _Automaton()
    try:
        reader = _Reader(tokens, made)
        made.first, made.final = reader.alternatives()
    except TooLarge:
        return None
    if fact.where == "part":
        for state in (made.first, made.final):
            outer = made.state()
            made.steps[outer].append((_ANY, outer))
            if state == made.first:
                made.free[outer].append(("", state))
                made.first = outer
            else:
                made.free[state].append(("", outer))
                made.final = outer
    return made


def _is_plain(token: Token) -> bool:
    if isinstance(token, str):
        return token not in (r"\b", r"\B", "(?m:^)", "(?m:$)")
    if any(isinstance(item, str) and item not in "dDwWsS" for item in token.items):
        return False
    if not token.fold:
        return True
    return (
        all(isinstance(item, tuple) for item in token.items)
        and sum(item[1] - item[0] + 1 for item in token.items if isinstance(item, tuple)) <= MOST_FOLDED
    )


class _Reader:
    """Reads tokens into an automaton; each part is a pair of states, where it begins and where it ends."""

    def __init__(self, tokens: Sequence[Token], made: _Automaton) -> None:
        self._tokens = tokens
        self._made = made
        self._at = 0

    def alternatives(self) -> tuple[int, int]:
        begin, end = self._made.state(), self._made.state()
        while True:
            first, last = self._sequence()
            self._link(begin, first)
            self._link(last, end)
            if self._peek() != "|":
                return begin, end
            self._at += 1

    def _peek(self) -> Token | None:
        return self._tokens[self._at] if self._at < len(self._tokens) else None

    def _sequence(self) -> tuple[int, int]:
        begin = end = self._made.state()
        while (token := self._peek()) is not None and token not in ("|", ")"):
            start = self._at
            first, last = self._part()
            repeat = self._peek()
            if isinstance(repeat, str) and repeat[0] in "*+?{":
                first, last = self._repeated(start, repeat.rstrip("?") or "?", (first, last))
            self._link(end, first)
            end = last
        return begin, end

    def _part(self) -> tuple[int, int]:
        token = self._tokens[self._at]
        self._at += 1
        begin = self._made.state()
        if token == "(?:":
            first, last = self.alternatives()
            self._at += 1
            self._link(begin, first)
            return begin, last
        end = self._made.state()
        if isinstance(token, CharSet):
            self._made.steps[begin].append((token, end))
        else:
            self._made.free[begin].append(("start" if token == r"\A" else "end", end))
        return begin, end

    def _repeated(self, start: int, repeat: str, once: tuple[int, int]) -> tuple[int, int]:
        after = self._at + 1
        counted = _REPEAT.fullmatch(repeat)
        if counted is None:
            low, high = {"*": (0, None), "+": (1, None), "?": (0, 1)}[repeat]
        else:
            low = int(counted[1])
            high = low if not counted[2] else int(counted[3]) if counted[3] else None
        begin = end = self._made.state()
        copies = iter([once])
        for number in range(max(low, 1) if high is None else high):
            first, last = next(copies, None) or self._again(start)
            if number >= low:
                # From here on the rest may be left out.
                self._link(first, last)
            self._link(end, first)
            if high is None and number == max(low, 1) - 1:
                self._link(last, first)
                if low == 0:
                    self._link(first, last)
            end = last
        self._at = after
        return begin, end

    def _again(self, start: int) -> tuple[int, int]:
        self._at = start
        return self._part()

    def _link(self, one: int, other: int) -> None:
        self._made.free[one].append(("", other))


# ---------------------------------------------------------------- several side by side


def has_automaton(fact: Regular) -> bool:
    return _automaton(fact) is not None


def shortest(facts: Sequence[tuple[Regular, bool]]) -> str | None:
    """A shortest text of which each fact holds or not, as is asked; None where there is no such text.

    Raises:
        TooLarge: that takes more states than are looked at.
    """
    machines = []
    for fact, _ in facts:
        machine = _automaton(fact)
        if machine is None:
            raise TooLarge
        machines.append(machine)
    wanted = [holds for _, holds in facts]
    classes = _classes(frozenset([chars for machine in machines for steps in machine.steps for chars, _ in steps]))
    start = tuple(machine.closed(frozenset([machine.first]), True, False) for machine in machines)
    seen = {start}
    waiting = deque([(start, "")])
    while waiting:
        states, text = waiting.popleft()
        if all(_accepts(m, each, not text) is holds for m, each, holds in zip(machines, states, wanted, strict=True)):
            return text
        for char, members in classes:
            after = tuple(map(partial(_Automaton.stepped, members=members), machines, states))
            if after not in seen:
                if len(seen) >= MOST_STATES:
                    raise TooLarge
                seen.add(after)
                waiting.append((after, text + char))
    return None


def _accepts(machine: _Automaton, states: frozenset[int], at_start: bool) -> bool:
    return machine.final in machine.closed(states, at_start, True)


@lru_cache(maxsize=256)
def _classes(sets: frozenset[CharSet]) -> tuple[tuple[str, frozenset[CharSet]], ...]:
    """A character of each class that the sets tell apart, the plainest first, with the sets that hold it."""
    cuts = {0, _LAST + 1}
    for chars in sets:
        for low, high in _ranges(chars):
            cuts |= {low, high + 1}
    found: dict[frozenset[CharSet], str] = {}
    by_kind = any(isinstance(item, str) for chars in sets for item in chars.items)
    kinds = _runs() if by_kind else [([0, 0xE000], [0xD800, _LAST + 1])]
    for low, high in pairwise(sorted(cuts)):
        # Within a stretch that no range cuts, what tells characters apart is whether they are letters, digits, blanks.
        for char in filter(None, [_one_of(kind, low, high) for kind in kinds]):
            members = frozenset([chars for chars in sets if char in chars])
            if members not in found or _plainness(char) < _plainness(found[members]):
                found[members] = char
    return tuple(sorted(((char, members) for members, char in found.items()), key=lambda pair: _plainness(pair[0])))


def _one_of(kind: tuple[list[int], list[int]], low: int, high: int) -> str | None:
    """The plainest character of a kind, given by where its runs start and end, from `low` up to before `high`."""
    starts, ends = kind
    for preferred in _PREFERRED:
        if low <= preferred < high:
            place = bisect_right(starts, preferred) - 1
            if place >= 0 and preferred < ends[place]:
                return chr(preferred)
    place = bisect_right(ends, low)
    if place == len(starts) or max(low, starts[place]) >= high:
        return None
    return chr(max(low, starts[place]))


_PREFERRED = tuple(map(ord, "a0 A.\n"))


def _plainness(char: str) -> tuple[int, int]:
    order = 0 if char.isascii() and char.isalnum() else 1 if char.isascii() and char.isprintable() else 2
    return order, ord(char)


def _ranges(chars: CharSet) -> Iterator[tuple[int, int]]:
    for item in chars.items:
        if isinstance(item, tuple):
            yield item
            if chars.fold:
                for code in range(item[0], item[1] + 1):
                    yield from ((ord(other), ord(other)) for other in orbit(chr(code)))


@cache
def _runs() -> list[tuple[list[int], list[int]]]:
    """Where in Unicode the runs of digits, of blanks, of letters and of others start and end, as `re` sees them."""
    whole = "".join(map(chr, range(_LAST + 1)))
    kinds = []
    # No text holds a surrogate.
    for kind in (r"\d+", r"\s+", r"[^\W\d]+", r"[^\w\s\ud800-\udfff]+"):
        spans = [match.span() for match in re.finditer(kind, whole)]
        kinds.append(([start for start, _ in spans], [end for _, end in spans]))
    return kinds
