"""Take a list or a number; give the functions of the language on them, each total; none changes its list."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any

from ifdsl.primitives.primitive import ZERO, Cost, Param, Primitive
from ifdsl.primitives.texts import checked_length
from ifdsl.primitives.types import ANY, BOOL, INT, NUMBER, TEXT, TEXTS, list_of
from ifdsl.primitives.undecided import Undecided

_WITNESSES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)
_LARGEST_TESTED = 3_317_044_064_679_887_385_961_981
_MOST_PLACES = 15
_DIGITS = 400


def first(items: Sequence[Any], otherwise: Any = "") -> Any:
    """The first element, or `otherwise` where there is none."""
    return items[0] if items else otherwise


def last(items: Sequence[Any], otherwise: Any = "") -> Any:
    """The last element, or `otherwise` where there is none."""
    return items[-1] if items else otherwise


def distinct(items: Sequence[Any]) -> list[Any]:
    """Each element once, where it first stands."""
    try:
        return list(dict.fromkeys(items))
    except TypeError:  # lists and records cannot be looked up as they are
        found: dict[Any, Any] = {}
        for item in items:
            found.setdefault(_key(item), item)
        return list(found.values())


def _key(item: Any) -> Any:
    """A value that can be looked up and is equal for equal elements."""
    if isinstance(item, list | tuple):
        return tuple(_key(each) for each in item)
    if isinstance(item, dict):
        return tuple((name, _key(each)) for name, each in item.items())
    return item


def in_order(items: Sequence[Any]) -> list[Any]:
    """The elements in ascending order: numbers by size, texts by code points."""
    return sorted(items)


def backwards(items: Sequence[Any]) -> list[Any]:
    """The elements in reverse order."""
    return list(items[::-1])


def indices(items: Sequence[Any]) -> list[int]:
    """The places of the elements: 0, 1, 2, …"""
    return list(range(len(items)))


def is_prime(number: int) -> bool:
    """Whether the number is a prime.

    Raises:
        Undecided: it has more than 24 digits.
    """
    if number >= _LARGEST_TESTED:
        raise Undecided("the number is too large to be tested for a prime")
    if number < 2 or any(number % prime == 0 for prime in _WITNESSES):
        return number in _WITNESSES
    # Miller and Rabin's test is exact below that bound with these witnesses (Sorenson and Webster 2015).
    twos = ((number - 1) & (1 - number)).bit_length() - 1
    return all(_is_witness_of_none(number, prime, twos) for prime in _WITNESSES)


def _is_witness_of_none(number: int, prime: int, twos: int) -> bool:
    power = pow(prime, (number - 1) >> twos, number)
    return power == 1 or any(pow(power, 1 << step, number) == number - 1 for step in range(twos))


def total(numbers: Sequence[int | float]) -> int | float:
    """The sum; 0 where there is none, or where it is too large for a fraction."""
    try:
        return sum(numbers)
    except OverflowError:
        return 0


def least(numbers: Sequence[int | float]) -> int | float:
    """The smallest number; 0 where there is none."""
    return min(numbers, default=0)


def greatest(numbers: Sequence[int | float]) -> int | float:
    """The largest number; 0 where there is none."""
    return max(numbers, default=0)


def rounded(value: int | float, places: int = 0) -> int | float:
    """`value` with `places` decimals (0 to 15), as written in decimals; a half goes away from zero."""
    if isinstance(value, int) or not math.isfinite(value):
        return value
    from decimal import ROUND_HALF_UP, Context, Decimal

    places = min(max(places, 0), _MOST_PLACES)
    exact = Decimal(repr(value)).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP, Context(prec=_DIGITS))
    return float(exact) if places else int(exact)


def max_repeats(items: Sequence[str]) -> int:
    """How often the most frequent element occurs; 0 in an empty list."""
    return max(Counter(items).values(), default=0)


def join(items: Sequence[str], separator: str = " ") -> str:
    """The elements in one text, with `separator` between them.

    Raises:
        Undecided: the result would be too long.
    """
    checked_length(sum(map(len, items)) + len(separator) * max(0, len(items) - 1))
    return separator.join(items)


_LIST = Param("items", list_of(ANY))
_NUMBERS = Param("numbers", list_of(NUMBER))
_OTHERWISE = Param("otherwise", ANY, ZERO)

PRIMITIVES = (
    Primitive(
        "len", (Param("subject", list_of(ANY), also=TEXT),), INT,
        "The number of elements of a list, or of code points of a text.",
        Cost(2), len, abstraction="measure", example=((["a", "b"],), 2),
    ),
    Primitive(
        "indices", (_LIST,), list_of(INT),
        "The places of the elements, from 0: neighbours are `items[i]` and `items[i + 1]` for `i` in "
        "`indices(items[1:])`.",
        Cost(5, 0.5), indices, example=((["a", "b"],), [0, 1]),
    ),
    Primitive(
        "is_prime", (Param("number", INT),), BOOL, "Whether the number is a prime.",
        Cost(2_000), is_prime, example=((97,), True),
    ),
    Primitive(
        "first", (_LIST, _OTHERWISE), ANY,
        "The first element; `otherwise`, or the type's zero value, where there is none.",
        Cost(3), first, generic=True, example=((["a", "b"], ""), "a"),
    ),
    Primitive(
        "last", (_LIST, _OTHERWISE), ANY,
        "The last element; `otherwise`, or the type's zero value, where there is none.",
        Cost(3), last, generic=True, example=((["a", "b"], ""), "b"),
    ),
    Primitive(
        "distinct", (_LIST,), list_of(ANY), "Each element once, where it first stands.",
        Cost(20, 3.0), distinct, generic=True, example=((["b", "a", "b"],), ["b", "a"]),
    ),
    Primitive(
        "sorted", (Param("items", TEXTS, also=list_of(NUMBER)),), list_of(ANY),
        "The elements in ascending order: numbers by size, texts by their code points.",
        Cost(20, 20.0), in_order, generic=True, example=((["b", "C", "a"],), ["C", "a", "b"]),
    ),
    Primitive(
        "reversed", (_LIST,), list_of(ANY), "The elements in reverse order.",
        Cost(5, 0.5), backwards, generic=True, example=((["a", "b"],), ["b", "a"]),
    ),
    Primitive(
        "sum", (_NUMBERS,), ANY, "The sum of the numbers; 0 where there are none.",
        Cost(5, 1.0), total, generic=True, example=(([1, 2, 3],), 6),
    ),
    Primitive(
        "min", (_NUMBERS,), ANY, "The smallest of the numbers; 0 where there are none.",
        Cost(5, 1.0), least, generic=True, example=(([3, 1, 2],), 1),
    ),
    Primitive(
        "max", (_NUMBERS,), ANY, "The largest of the numbers; 0 where there are none.",
        Cost(5, 1.0), greatest, generic=True, example=(([3, 1, 2],), 3),
    ),
    Primitive(
        "abs", (Param("value", NUMBER),), ANY, "The number without its sign.",
        Cost(2), abs, generic=True, example=((-3,), 3),
    ),
    Primitive(
        "round", (Param("value", NUMBER), Param("places", INT, 0)), NUMBER,
        "The number with `places` decimals, 0 to 15, as it is written in decimals; a half goes away from zero.",
        Cost(60), rounded, example=((2.675, 2), 2.68),
    ),
    Primitive(
        "max_repeats", (Param("items", TEXTS),), INT, "How often the most frequent element occurs; 0 in an empty list.",
        Cost(20, 3.0), max_repeats, example=((["a", "b", "a"],), 2),
    ),
    Primitive(
        "join", (Param("items", TEXTS), Param("separator", TEXT, " ")), TEXT,
        "The elements in one text, with `separator` between them.",
        Cost(10, 1.0), join, example=((["a", "b"], ", "), "a, b"),
    ),
)  # fmt: skip
