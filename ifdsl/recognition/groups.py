"""Take a sentence; give the header and the members of `do at least one of the following: (a) …; or (b) …`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Literal

from ifdsl.rendering.numerals import letters, roman
from ifdsl.rendering.scopes import Group, group_header

_LANGUAGES = ("en", "zh")
_JOINTS = re.compile(r"\s*(?:[;；,，]\s*(?:or\s|and\s|或)?|\s(?:or|and)\s)\s*$")
_EITHER = re.compile(r"\beither\b(?P<one>.+?),?\s\bor\b(?P<other>.+)", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Grouped:
    """The members of a group, as stretches of the sentence."""

    group: Literal["any_of", "all_of", "none_of"]
    members: tuple[tuple[int, int], ...]


def grouped(sentence: str) -> Grouped | None:
    """The group that a sentence is, as prompts write one; also `either … or …`. None where it is no group.

    Members that hold groups themselves are marked in another way than the group that they are in.
    """
    for group, header in _headers():
        at = _after(sentence, header)
        if at is None:
            continue
        for marks in (letters, roman, lambda place: str(place + 1)):
            members = _marked(sentence, at, marks)
            if len(members) > 1:
                return Grouped(group, members)
        return Grouped(group, ((at, len(sentence)),))
    either = _EITHER.fullmatch(sentence.strip())
    if either is not None:
        shift = len(sentence) - len(sentence.lstrip())
        spans = [(either.start(name) + shift, either.end(name) + shift) for name in ("one", "other")]
        return Grouped("any_of", tuple(spans))
    return None


@cache
def _headers() -> tuple[tuple[Group, str], ...]:
    kinds: tuple[Group, ...] = ("any_of", "all_of", "none_of")
    found = [(kind, group_header(kind, members, language).strip())
             for language in _LANGUAGES for kind in kinds for members in (1, 2)]  # fmt: skip
    return tuple(dict.fromkeys(found))


def _after(sentence: str, header: str) -> int | None:
    start = len(sentence) - len(sentence.lstrip())
    stop = start + len(header)
    return stop if sentence[start:stop].casefold() == header.casefold() else None


def _marked(sentence: str, at: int, marks: object) -> tuple[tuple[int, int], ...]:
    """The members that `(a)`, `(b)` … begin, in order; none where the first mark does not stand first."""
    assert callable(marks)
    begins: list[tuple[int, int]] = []
    place = at
    while True:
        label = re.escape(marks(len(begins)))
        mark = re.compile(rf"[(（]{label}[)）]\s*").search(sentence, place)
        if mark is None or (not begins and sentence[at : mark.start()].strip()):
            break
        begins.append(mark.span())
        place = mark.end()
    if not begins:
        return ()
    ends = [start for start, _ in begins[1:]] + [len(sentence)]
    members = []
    for (_, begin), end in zip(begins, ends, strict=True):
        last = end < len(sentence)
        joint = _JOINTS.search(sentence, begin, end) if last else None
        members.append((begin, joint.start() if joint is not None else end))
    return tuple(members)
