"""Take the name of a type in the language; give the `Type` value that declarations, primitives and the IR share.

Types are values, compared by equality: `int number bool text range regex`, `list[T]`, a record of named fields and
the closed choice of texts (`"at least" | "less than"`). Nothing here knows syntax.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True, slots=True)
class Type:
    """A type of the language.

    `item` is the element type of a list; `choices` are the texts of a closed choice (its name is `text`); `fields` are
    those of a row.
    """

    name: str
    item: Type | None = None
    choices: tuple[str, ...] = ()
    fields: tuple[tuple[str, Type], ...] = ()

    def __str__(self) -> str:
        if self.item is not None:
            return f"list[{self.item}]"
        if self.choices:
            return " | ".join(f'"{_escaped(choice)}"' for choice in self.choices)
        return self.name

    def accepts(self, other: Type) -> bool:
        """Whether a value of `other` can stand where this type is asked for (an `int` is a `number` and a `range`)."""
        if self == other or ANY in (self, other):
            return True
        if self.item is not None:
            return other.item is not None and self.item.accepts(other.item)
        if self.choices:
            return bool(other.choices) and set(other.choices) <= set(self.choices)
        if self.name == other.name:
            return True
        return self in (NUMBER, RANGE) and other == INT


BOOL = Type("bool")
INT = Type("int")
NUMBER = Type("number")
TEXT = Type("text")
RANGE = Type("range")
REGEX = Type("regex")
ANY = Type("any")
"""The type of an expression that already has an error, and of a generic element: it never causes a further report."""


ROW = "row of "
"""What the name of a row's type begins with: no name of a type that can be written has a blank in it."""


def row_of(source: str, fields: Iterable[tuple[str, Type]]) -> Type:
    """The type of the rows of a source."""
    return Type(ROW + source, fields=tuple(fields))


def list_of(item: Type) -> Type:
    return Type("list", item=item)


def item_of(type_name: str) -> str | None:
    """The element type of a list, by their names: `text` of `list[text]`; None for what is no list."""
    return type_name[5:-1] if type_name.startswith("list[") else None


def choice(*texts: str) -> Type:
    return Type("text", choices=texts)


@lru_cache(maxsize=256)
def choices_of(type_name: str) -> tuple[str, ...]:
    """The texts of a closed choice, by its name as the language writes it; none for any other type."""
    if not type_name.startswith('"'):
        return ()
    return tuple(_ESCAPE.sub(_meant, match[1]) for match in _LITERAL.finditer(type_name))


_LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"')
_ESCAPE = re.compile(r"\\(?:u\{([0-9A-F]+)\}|(.))")
_WRITTEN = re.compile(r'[\\"\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]')


def _escaped(text: str) -> str:
    """What stands between the quotation marks of a literal: no mark, line break or hidden character as it is."""
    return _WRITTEN.sub(lambda char: f"\\{char[0]}" if char[0] in '\\"' else f"\\u{{{ord(char[0]):X}}}", text)


def _meant(escape: re.Match[str]) -> str:
    return chr(int(escape[1], 16)) if escape[1] else escape[2]


TEXTS = list_of(TEXT)
