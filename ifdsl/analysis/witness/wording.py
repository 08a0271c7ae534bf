"""Take a fact and the arguments of its demand; give the fact in the letter case in which these state it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ifdsl.analysis.demands import Demand
from ifdsl.analysis.witness import facts as f
from ifdsl.analysis.witness.plan import pattern_of


def given(demand: Demand) -> list[str]:
    """The texts among the arguments of a demand."""
    found: list[str] = []
    for argument in demand.arguments:
        items = argument if isinstance(argument, list | tuple) else [argument]
        found += [item.strip() for item in items if isinstance(item, str) and item.strip()]
    return found


def worded(fact: f.Fact, texts: Iterable[str]) -> f.Fact:
    """The fact with the text that was given, where the check puts that in lower case or makes a pattern of it."""
    match fact:
        case f.Start() | f.End() if fact.ignore_case:
            return replace(fact, text=_same(fact.text, texts))
        case f.Needle(as_pattern=False) if fact.ignore_case:
            return replace(fact, text=_same(fact.text, texts))
        case f.Needle(as_pattern=True) if fact.times.hi is None and not fact.path:
            pattern = pattern_of(fact)
            named = (text for text in texts if any(map(str.isalnum, text)))
            whole = next((text for text in named if pattern is not None and pattern.fullmatch(text.lower())), None)
            return fact if whole is None else replace(fact, text=whole, as_pattern=False, ignore_case=True)
    return fact


def _same(text: str, texts: Iterable[str]) -> str:
    folded = text.strip().lower()
    return next((other for other in texts if other.lower() == folded), text)
