"""Take parameters and the values given for them; give the values in order, complete and of the right types."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ifdsl.checking.entries import ConstraintEntry, SpecEntry
from ifdsl.checking.wording import ticked
from ifdsl.primitives.ranges import Range
from ifdsl.primitives.types import choices_of, item_of


class BadArguments(ValueError):
    """Arguments that do not fit their parameters; the message says which and why."""


def bind(what: str, entry: ConstraintEntry | SpecEntry, given: Mapping[str, Any] | Sequence[Any]) -> tuple[Any, ...]:
    """The values of an entry's parameters: those given, by name or in order, else the defaults.

    A number, or a text such as `80..120`, stands for a range; a tuple for a list.

    Args:
        what: the constraint or spec that takes them, for messages.

    Raises:
        BadArguments: a value is missing, left over, or of another type.
    """
    names = entry.parameters
    if not names and not given:
        return ()
    if not isinstance(given, Mapping):
        if len(given) > len(names):
            raise BadArguments(f"`{what}` takes {len(names)} arguments, not {len(given)}")
        given = dict(zip(names, given, strict=False))
    left_over = sorted(given.keys() - set(names))
    if left_over:
        raise BadArguments(f"`{what}` has no parameter `{left_over[0]}`")
    complete = {**entry.defaults, **given}
    missing = [name for name in names if name not in complete]
    if missing:
        raise BadArguments(f"`{what}` is not given `{missing[0]}`")
    if not entry.types:
        return tuple(complete[name] for name in names)
    pairs = zip(names, entry.types, strict=True)
    return tuple(fit(complete[name], type_, f"`{name}` of `{what}`") for name, type_ in pairs)


def fit(value: Any, type_: str, what: str) -> Any:
    """`value` as the type `type_`, written as in the language.

    Raises:
        BadArguments: it is none.
    """
    element = item_of(type_)
    if element is not None and isinstance(value, list | tuple):
        return [fit(item, element, f"an element of {what}") for item in value]
    if type_.startswith('"'):
        # A choice of texts is written as JSON-like literals with bars between them.
        if value in choices_of(type_):
            return value
    elif type_ == "range":
        ranged = _range(value, what)
        if ranged is not None:
            return ranged
    elif _is_a(value, type_):
        return value
    raise BadArguments(f"{what} is {type_}, not {ticked(value)}")


def _range(value: Any, what: str) -> Range | None:
    if isinstance(value, str):
        try:
            return Range.parse(value)
        except ValueError as error:
            raise BadArguments(f"{what}: {error}") from None
    return Range.of(value) if isinstance(value, Range) or _is_a(value, "number") else None


def _is_a(value: Any, type_: str) -> bool:
    if isinstance(value, bool):
        return type_ == "bool"
    kinds: dict[str, tuple[type, ...]] = {"int": (int,), "number": (int, float), "text": (str,), "regex": (str,)}
    return isinstance(value, kinds.get(type_, ()))
