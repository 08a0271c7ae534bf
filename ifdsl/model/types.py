"""Take a type as written; give the `Type` it names. Also: the join of two types, and what can be compared."""

from __future__ import annotations

from ifdsl.model.reporting import Reporter
from ifdsl.primitives.types import ANY, BOOL, INT, NUMBER, RANGE, REGEX, TEXT, Type, choice, list_of
from ifdsl.source import codes
from ifdsl.source.diagnostic import quoted
from ifdsl.source.file import SourceFile
from ifdsl.syntax import tree as t
from ifdsl.syntax.literals import value_of

NAMED = {"bool": BOOL, "int": INT, "number": NUMBER, "text": TEXT, "range": RANGE, "regex": REGEX}


def resolve_type(written: t.TypeExpr, file: SourceFile, reporter: Reporter) -> Type:
    """The type that is written; `ANY` after a report."""
    if isinstance(written, t.TypeChoice):
        values = [value_of(text) for text in written.choices]
        return choice(*(value for value in values if isinstance(value, str)))
    name = written.name.value
    if name == "list":
        if written.item is None:
            reporter.report(
                codes.UNKNOWN_TYPE, file, written, "a list names the type of its elements", help=("write `list[text]`",)
            )
            return ANY
        return list_of(resolve_type(written.item, file, reporter))
    found = NAMED.get(name)
    if found is None:
        reporter.unknown(codes.UNKNOWN_TYPE, file, written.name, "type", name, [*NAMED, "list"])
        return ANY
    if written.item is not None:
        reporter.report(codes.UNKNOWN_TYPE, file, written, f"{quoted(name)} takes no type in brackets")
    return found


def join(one: Type, other: Type) -> Type | None:
    """The narrowest type that holds the values of both, or None where there is none."""
    if one == ANY:
        return other
    if one.accepts(other):
        return one
    if other.accepts(one):
        return other
    if one.name == other.name == "text":
        return choice(*dict.fromkeys((*one.choices, *other.choices)))
    if one.item is not None and other.item is not None:
        item = join(one.item, other.item)
        return None if item is None else list_of(item)
    return None


def is_number(type_: Type) -> bool:
    return type_ in (INT, NUMBER, ANY)


def comparable(one: Type, other: Type) -> bool:
    """Whether `==` between the two can ever be true by more than accident."""
    return join(one, other) is not None


def described(type_: Type) -> str:
    """A type in prose: `a text`, `an int`, `a list of texts`."""
    if type_.item is not None:
        return "a list" if type_.item == ANY else f"a list of {type_.item}s"
    if len(type_.choices) == 1:
        return "a text"
    if type_.choices:
        return "one of " + ", ".join(quoted(word) for word in type_.choices)
    words = {"int": "a whole number", "number": "a number", "bool": "a condition", "regex": "a regular expression"}
    return words.get(type_.name, f"a {type_.name}")
