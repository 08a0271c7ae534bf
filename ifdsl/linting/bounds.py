"""Take what stands around a number in a text; give how it is bounded: `at least`, `600+`, `or fewer`, `not longer than`.

All text here is in small letters, with straight quotation marks and hyphens.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal, TypeAlias

from ifdsl.primitives.ranges import Range

# ruff: noqa: E501
# INVARIANT: every pattern here is bounded, so that a long text costs no more than its length.

Relation: TypeAlias = Literal["least", "most", "more", "fewer", "exact"]

_FILL = r"(?:[ ,:(\"'*]|\b(?:a|an|the|of|in|for|to|around|about|one|total|grand|overall|number|word|sentence|count|length|be|mere|strict|limit|any)\b){0,12}$"
_NOT = r"(?:no|not|\w{2,6}n't|never|without|cannot|avoid)"
_BEFORE: tuple[tuple[Relation, re.Pattern[str]], ...] = tuple(
    (relation, re.compile(pattern))  # type: ignore[misc]
    for relation, pattern in (
        (
            "least",
            rf"\b(?:at (?:the )?(?:very |bare )?least|at (?:a )?minimum(?: of)?|(?:a )?min(?:imum)?\.?(?: number)?(?: of)?"
            rf"|{_NOT} (?:\w{{2,8}} ){{0,2}}(?:fewer|less|shorter|smaller|lower) than|not (?:\w{{2,5}} )?(?:below|under)"
            rf"|starting (?:at|from)|(?:greater|more) than or equal to){_FILL}|(?:>=|≥)\s*$",
        ),
        (
            "most",
            rf"\b(?:at (?:the )?(?:very )?most|(?:a )?max(?:imum)?\.?(?: number)?(?: of)?|up to|within|no (?:more|longer|greater|larger|higher) than"
            rf"|{_NOT} (?:\w{{2,10}} ){{0,3}}(?:exceed(?:ing)?|surpass(?:ing)?|go(?:ing)? (?:over|beyond|above)|more than|longer than|over|above|greater than|beyond)"
            rf"|{_NOT}(?: [\w']{{1,12}}){{0,7}} (?:more|longer|greater|larger) than"
            rf"|(?:limit|restrict|cap|confine)(?:ed|s|ting|ing|ped)?(?: [\w']{{1,12}}){{0,6}} (?:to|at|of)(?: (?:only|just))?"
            rf"|(?:keep|reduce|shorten|condense|trim|cut)(?:s|ing)?(?: [\w']{{1,12}}){{0,6}} (?:to|at|under|below|within)(?: (?:only|just))?"
            rf"|(?:word |sentence |row |column |character )?limit(?:ed)?(?: is)?(?: of| to)?|as many as|(?:fewer|less) than or equal to){_FILL}|(?:<=|≤)\s*$",
        ),
        ("fewer", rf"\b(?:(?:less|fewer|shorter|smaller|lower) than|under|below|short of){_FILL}|<\s*$"),
        ("more", rf"\b(?:(?:more|greater|longer|larger|higher) than|over|above|exceed(?:s|ing)?|beyond|surpass(?:es|ing)?){_FILL}|>\s*$"),
        ("exact", rf"\b(?:exactly|precisely|only|just|a total of|total of|no more and no less than|equal to|consist of|composed of){_FILL}"),
    )
)  # fmt: skip
_AFTER: tuple[tuple[Relation, re.Pattern[str]], ...] = (
    ("least", re.compile(r" ?(?:\+|or (?:more|above|greater|over|higher|longer)\b|and (?:above|up|more)\b|plus\b|(?:at )?(?:the |a )?(?:least|minimum|min)\b)")),
    ("most", re.compile(r" ?(?:(?:or|and) (?:less|fewer|below|under|shorter)\b|(?:at )?(?:the )?(?:most|maximum|max|tops)\b)")),
)  # fmt: skip
_ABOUT = re.compile(
    r"(?:\b(?:about|around|approximately|approx\.?|roughly|nearly|almost|circa|close to|or so)|~|≈) ?(?:a total of )?$"
)
_BETWEEN = re.compile(r"\b(?:between|from|range of|in the range of|ranging from)(?: about| the)? $")

_RANGES: dict[Relation | None, Callable[[int | float], Range]] = {
    None: lambda value: Range(value, value),
    "exact": lambda value: Range(value, value),
    "least": lambda value: Range(value, None),
    "most": lambda value: Range(None, value),
    "more": lambda value: Range(value + 1, None),
    "fewer": lambda value: Range(None, value - 1),
}


def bounded(value: int | float, relation: Relation | None) -> Range:
    """The numbers that a number stands for; alone it is exactly that."""
    return _RANGES[relation](value)


def relation_before(before: str) -> tuple[Relation | None, int]:
    """How the words before a number bound it, and where they begin; their end where they do not."""
    for relation, pattern in _BEFORE:
        found = pattern.search(before)
        if found is not None:
            return relation, found.start()
    return None, len(before)


def relation_after(plain: str, end: int) -> tuple[Relation | None, int]:
    """How the words after a number, or after what it counts, bound it, and where they end."""
    for relation, pattern in _AFTER:
        found = pattern.match(plain, end)
        if found is not None:
            return relation, found.end()
    return None, end


def is_about(before: str) -> bool:
    """Whether the words before a number say that it need not be met exactly."""
    return _ABOUT.search(before) is not None


def is_between(before: str) -> bool:
    """Whether the words before a number make it the first of two: `between 5 and 10`."""
    return _BETWEEN.search(before) is not None
