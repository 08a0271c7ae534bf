"""Give the exception by which a primitive says that it cannot decide, so that a verdict becomes `unknown`."""

from __future__ import annotations


class Undecided(Exception):
    """A check could not be decided within its bounds; the message says why, in words for a report."""
