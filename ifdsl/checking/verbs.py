"""Give the verbs by which messages say what a function of the language says of a text, and where that shows."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Verb:
    """What a function says of its first argument when it holds and when it does not.

    The next `words` arguments come after it. `finder` is the function of the runtime, on the same arguments, that
    gives the places where it shows.
    """

    yes: str
    no: str
    words: int = 0
    finder: str | None = None


VERBS = {
    "contains": Verb("contains", "does not contain", 1, "mg.occurrences"),
    "starts_with": Verb("starts with", "does not start with", 1, "mg.at_start"),
    "ends_with": Verb("ends with", "does not end with", 1, "mg.at_end"),
    "matches": Verb("has a match of", "has no match of", 1, "mg.matches"),
    "full_match": Verb("matches", "does not match", 1),
    "is_upper": Verb("is in upper case", "is not in upper case"),
    "is_lower": Verb("is in lower case", "is not in lower case"),
    "is_title": Verb("is in title case", "is not in title case"),
    "is_blank": Verb("is blank", "is not blank"),
    "is_number": Verb("is a number", "is not a number"),
    "is_json": Verb("is valid JSON", "is not valid JSON"),
    "in_language": Verb("is in the language", "is not in the language", 1),
}
"""By primitive. One that is not here is quoted as it is written."""

COUNTS = {"count": "mg.occurrences"}
"""Primitives whose number counts occurrences of their second argument in their first, with what finds these."""
