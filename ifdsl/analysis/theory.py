"""Take what a set of demands speaks of; give the lemmas of all parts of the theory."""

from __future__ import annotations

from collections.abc import Iterator

from ifdsl.analysis import bounds
from ifdsl.analysis.context import Context
from ifdsl.analysis.formulas import Lemma


def lemmas(context: Context) -> Iterator[Lemma]:
    """What holds of every text about the flags and measures of a context."""
    yield from bounds.lemmas(context)
