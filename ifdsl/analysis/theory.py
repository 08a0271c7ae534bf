"""Take what a set of demands speaks of; give the lemmas of all parts of the theory."""

from __future__ import annotations

from collections.abc import Iterator

from ifdsl.analysis import bounds, casing, elements, lists, openings, ratios, spacing, wholes
from ifdsl.analysis.context import Context
from ifdsl.analysis.formulas import Lemma


_PARTS = (bounds, casing, elements, lists, openings, ratios, spacing, wholes)
_LINKS = (lists, ratios, spacing)
"""The parts that speak of measures that no demand speaks of."""


def linked(context: Context) -> Iterator[Lemma]:
    """The lemmas from which more measures come into play."""
    for part in _LINKS:
        yield from part.lemmas(context)


def lemmas(context: Context) -> Iterator[Lemma]:
    """What holds of every text about the flags and measures of a context."""
    for part in _PARTS:
        yield from part.lemmas(context)
