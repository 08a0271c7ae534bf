"""Take a pattern; give the ways in which what it matches can begin, as places of characters."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from ifdsl.analysis.needles import Segment
from ifdsl.primitives.charset import CharSet
from ifdsl.primitives.dialect import Fault, Token, parse

MOST = 64
LONGEST = 24


@dataclass(frozen=True, slots=True)
class _Start:
    """A way to begin; what follows it is known while it is `complete`."""

    segment: Segment
    complete: bool


class _Unclear(Exception):
    pass


@lru_cache(maxsize=256)
def beginnings(source: str, whole: bool) -> tuple[Segment, ...] | None:
    """How a text begins that the pattern matches: wholly, or from its start by `\\A`; None where that is unclear."""
    try:
        tokens = parse(source)
    except Fault:
        return None
    if not whole:
        if not tokens or tokens[0] != r"\A":
            return None
        tokens = tokens[1:]
    try:
        starts, end = _alternatives(tokens, 0)
    except _Unclear:
        return None
    return tuple(dict.fromkeys(start.segment for start in starts)) if end == len(tokens) else None


def _alternatives(tokens: list[Token], place: int) -> tuple[list[_Start], int]:
    found: list[_Start] = []
    while True:
        starts, place = _sequence(tokens, place)
        found.extend(starts)
        if len(found) > MOST:
            raise _Unclear
        if place == len(tokens) or tokens[place] != "|":
            return found, place
        place += 1


def _sequence(tokens: list[Token], place: int) -> tuple[list[_Start], int]:
    starts = [_Start((), True)]
    while place < len(tokens) and tokens[place] not in ("|", ")"):
        item, place = _item(tokens, place)
        starts = [joined for start in starts for joined in _joined(start, item)]
        if len(starts) > MOST:
            raise _Unclear
    return starts, place


def _joined(start: _Start, item: list[_Start]) -> list[_Start]:
    if not start.complete:
        return [start]
    if len(start.segment) >= LONGEST:
        return [_Start(start.segment, False)]
    return [_Start(start.segment + each.segment, each.complete) for each in item]


def _item(tokens: list[Token], place: int) -> tuple[list[_Start], int]:
    token = tokens[place]
    if token == "(?:":
        item, place = _alternatives(tokens, place + 1)
        place += 1
    elif isinstance(token, CharSet):
        item, place = [_Start((_place(token),), True)], place + 1
    else:
        # An anchor or a boundary takes no character; what it asks for is left out.
        return [_Start((), True)], place + 1
    return _repeated(item, tokens, place)


def _place(token: CharSet) -> frozenset[str] | None:
    from ifdsl.analysis.needles import _Reader

    return _Reader([token], "exact").chars(token)


def _repeated(item: list[_Start], tokens: list[Token], place: int) -> tuple[list[_Start], int]:
    after = tokens[place] if place < len(tokens) else ""
    if not isinstance(after, str) or after[:1] not in ("*", "+", "?", "{"):
        return item, place
    open_ended = [_Start(each.segment, False) for each in item]
    if after[0] == "*":
        return [_Start((), True), *open_ended], place + 1
    if after[0] == "+":
        return open_ended, place + 1
    if after[0] == "?":
        return [_Start((), True), *item], place + 1
    low, _, high = after.strip("{}?").partition(",")
    times = int(low)
    starts = [_Start((), True)]
    for _ in range(min(times, LONGEST)):
        starts = [joined for start in starts for joined in _joined(start, item)]
        if len(starts) > MOST:
            raise _Unclear
    exact = "," not in after or high == low
    return (starts if exact else [_Start(start.segment, False) for start in starts]), place + 1
