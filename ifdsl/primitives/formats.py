"""Give the formats that a hole in a text may name, by the type of the value that stands in it."""

from __future__ import annotations

from ifdsl.primitives.types import Type

_LIST = frozenset({"", "and", "or", "comma", "lines", "labelled"})

FORMATS: dict[str, frozenset[str]] = {
    "bool": frozenset({""}),
    "int": frozenset({"", "words", "ordinal", "times"}),
    "number": frozenset({"", "words"}),
    "text": frozenset({"", "quoted", "language"}),
    "regex": frozenset({"", "quoted"}),
    "range": frozenset({"", "words", "times", "bare"}),
    "list[text]": _LIST,
    "list[int]": _LIST,
    "list[number]": _LIST,
}
"""By the type's name; the empty format is the type's own phrase, and a closed choice of texts is a `text`."""


def formats_of(type_: Type) -> frozenset[str] | None:
    """The formats of a type, or None for one that no hole can hold."""
    return FORMATS.get(str(type_) if type_.item is not None else type_.name)
