"""Take a checker and a budget; give what checks texts, each once, and keeps those that satisfy the most."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

Check: TypeAlias = Callable[[str], Sequence[bool]]
"""Gives one verdict for each demand, in order."""


class Exhausted(Exception):
    """The budget is used up, or a text was found that satisfies the whole set."""


@dataclass(slots=True)
class Trial:
    """Checks texts against a set. `seen` has the verdicts of every text checked, in order."""

    check: Check
    budget: int
    seen: dict[str, tuple[bool, ...]] = field(default_factory=dict)
    best: str = ""
    most: int = -1
    found: str | None = None

    def __call__(self, text: str) -> tuple[bool, ...]:
        """The verdicts of a text; none holds of a blank one.

        Raises:
            Exhausted: nothing more is to be checked.
        """
        known = self.seen.get(text)
        if known is not None:
            return known
        if self.found is not None or len(self.seen) >= self.budget:
            raise Exhausted
        verdicts = tuple(map(bool, self.check(text)))
        if not text or text.isspace():
            verdicts = (False,) * len(verdicts)
        self.seen[text] = verdicts
        count = sum(verdicts)
        if count > self.most or (count == self.most and len(text) < len(self.best)):
            self.best, self.most = text, count
        if all(verdicts):
            self.found = text
            raise Exhausted
        return verdicts

    def left(self) -> int:
        return self.budget - len(self.seen)

    def leaders(self, most: int) -> list[str]:
        """The shortest of the texts that satisfy the most, one for each set of demands that they fail."""
        by_verdicts: dict[tuple[bool, ...], str] = {}
        for text, verdicts in self.seen.items():
            old = by_verdicts.get(verdicts)
            if old is None or len(text) < len(old):
                by_verdicts[verdicts] = text
        ranked = sorted(by_verdicts.items(), key=lambda pair: (-sum(pair[0]), len(pair[1])))
        return [text for _, text in ranked[:most]]

    def failing(self) -> list[int]:
        """The demands that texts failed, those that failed the most first."""
        fails = [0] * len(next(iter(self.seen.values()), ()))
        for verdicts in self.seen.values():
            for place, passed in enumerate(verdicts):
                fails[place] += not passed
        return sorted((place for place, count in enumerate(fails) if count), key=lambda place: (-fails[place], place))
