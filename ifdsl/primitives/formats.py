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
    return FORMATS.get(_name(type_))


def _name(type_: Type) -> str:
    """The type's name; a closed choice of texts is a text, in a list too."""
    return type_.name if type_.item is None else f"list[{type_.item.name}]"


READ_FORMATS: dict[str, frozenset[str]] = {
    "int": frozenset({"", "ordinal", "times", "level"}),
    "number": frozenset({""}),
    "text": frozenset({"", "quoted", "language", "plain", "names"}),
    "range": frozenset({"", "at_least", "at_most", "times"}),
    "list[text]": frozenset({"", "or", "any", "names"}),
    "list[int]": frozenset({"", "level"}),
}
"""What a hole of a `read` line may name, by the type of its parameter.

A hole without a format reads every phrase of the type that says what it means by itself: `at least 5`, a quoted text,
a list that `and` joins. The others:

- `at_least`, `at_most`: a number alone is that bound (`a limit of 5 rows`); a phrase that says another is not read.
- `times`: how often (`twice`, `at least 3 times`); `ordinal`: a place in a row; `language`: the name of a language.
- `level`: a level of headings (`2`, `H2`, `##`); of a list, at least two of them, with what each is for.
- `or`: a list that `or` joins; `any`: that `and` or `or` joins.
- `names`: a name, or names, without quotation marks, each word of which begins with a capital; `plain`: words without
  quotation marks, up to the end of the phrase.
"""


def read_formats_of(type_: Type) -> frozenset[str] | None:
    """The formats of a type in a `read` line, or None for one that no such hole can hold."""
    return READ_FORMATS.get(_name(type_))
