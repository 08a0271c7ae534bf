"""Take a value, a format and a language; give the value as prose: `at least 200`, `"a", "b" and "c"`, `至少200`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ifdsl.primitives.formats import FORMATS
from ifdsl.primitives.ranges import Range
from ifdsl.rendering.agreement import agree
from ifdsl.rendering.languages import language_name
from ifdsl.rendering.numerals import Number, digits, letters, ordinal, spelled

__all__ = ["FORMATS", "LANGUAGES", "agree", "governing", "phrase"]

LANGUAGES = ("en", "zh")

_QUOTES = {"en": (('"', '"'), ("'", "'"), ("“", "”")), "zh": (("“", "”"), ("「", "」"), ("『", "』"))}
_JOINTS = {"en": {"and": ", ", "or": ", ", "comma": ", "}, "zh": {"and": "、", "or": "、", "comma": "，"}}
_LAST_JOINTS = {"en": {"and": " and ", "or": " or "}, "zh": {"and": "和", "or": "或"}}


def phrase(value: object, format: str, language: str) -> str:
    """`value` in the words of `language`.

    Args:
        value: a bool, int, float, text, `Range`, or a list of texts or of numbers.
        format: one of `FORMATS` for the value's type; empty for the type's own phrase.
        language: one of `LANGUAGES`.

    Raises:
        ValueError: an unknown format or language, a value without a phrase (an empty list in a sentence, a number
            that is not finite), in plain words.
    """
    if language not in LANGUAGES:
        raise ValueError(f"`{language}` is not a language that phrases are written in; there are {_names(LANGUAGES)}")
    name = _type_name(value)
    # A whole number is a number too, so what the type `number` knows is always a part of this.
    if format not in FORMATS[name]:
        raise ValueError(f"`{format}` is not a format of `{name}`; there are {_names(sorted(FORMATS[name] - {''}))}")
    match value:
        case bool():
            return {"en": ("no", "yes"), "zh": ("否", "是")}[language][value]
        case int() | float():
            return _number(value, format, language)
        case str():
            if format == "language":
                return language_name(value, language)
            return _quoted(value, language) if format == "quoted" else str(value)
        case Range():
            return _range(value, format, language)
        case list() | tuple():
            return _list(value, format or "and", language)
    raise AssertionError(name)


def governing(value: object, format: str) -> Number | None:
    """The number that a noun after the phrase of `value` agrees with, or None where it stays in the plural."""
    if isinstance(value, bool) or format not in ("", "words", "bare"):
        return None
    if isinstance(value, int | float):
        return value
    if not isinstance(value, Range):
        return None
    if value.lo is not None and value.hi is not None:
        return value.lo if value.lo == value.hi else None
    if value.lo is not None:
        # `1 or more words` takes the plural where `at least 1 word` takes the singular.
        return None if format == "bare" else value.lo
    return value.hi


def _type_name(value: object) -> str:
    match value:
        case bool():
            return "bool"
        case int():
            return "int"
        case float():
            return "number"
        case str():
            return "text"
        case Range():
            return "range"
        case list() | tuple() if all(isinstance(item, str) for item in value):
            return "list[text]"
        case list() | tuple() if all(isinstance(item, int | float) and not isinstance(item, bool) for item in value):
            return "list[number]"
        case list() | tuple():
            raise ValueError("a list has a phrase where its elements are all texts or all numbers")
    raise ValueError("a value of this type has no phrase")


def _number(value: Number, format: str, language: str) -> str:
    if format == "ordinal":
        return ordinal(int(value), language)
    if format == "times":
        return _times(value, language)
    return spelled(value, language) if format == "words" else digits(value)


def _times(value: Number, language: str) -> str:
    if language == "zh":
        return f"{digits(value)}次"
    return "once" if value == 1 else "twice" if value == 2 else f"{digits(value)} times"


def _range(value: Range, format: str, language: str) -> str:
    if format == "times":
        return _times_range(value, language)
    write: Callable[[Number], str] = (lambda number: spelled(number, language)) if format == "words" else digits
    parts = _BARE if format == "bare" else _FULL
    return _fill_range(value, parts[language], write)


# Templates by shape: open, exactly, at least, at most, between.
_FULL = {
    "en": ("any number of", "exactly {}", "at least {}", "at most {}", "between {} and {}"),
    "zh": ("任意数量", "恰好{}", "至少{}", "最多{}", "{}到{}之间"),
}
_BARE = {
    "en": ("any number of", "{}", "{} or more", "up to {}", "{} to {}"),
    "zh": ("任意数量", "{}", "{}或更多", "不超过{}", "{}到{}"),
}
_TIMES = {
    "en": ("any number of times", "exactly {} times", "at least {}", "at most {}", "between {} and {} times"),
    "zh": ("任意次数", "恰好{}次", "至少{}次", "最多{}次", "{}到{}次"),
}


def _fill_range(value: Range, parts: Sequence[str], write: Callable[[Number], str]) -> str:
    # INVARIANT: two different ranges never share a phrase; each shape has its own words around its own numbers.
    if value.lo is None and value.hi is None:
        return parts[0]
    if value.lo is not None and value.hi is not None:
        if value.lo == value.hi:
            return parts[1].format(write(value.lo))
        return parts[4].format(write(value.lo), write(value.hi))
    if value.lo is not None:
        return parts[2].format(write(value.lo))
    assert value.hi is not None
    return parts[3].format(write(value.hi))


def _times_range(value: Range, language: str) -> str:
    if language == "zh":
        return _fill_range(value, _TIMES["zh"], digits)
    one_sided = value.lo is None or value.hi is None
    if one_sided or (value.lo == value.hi and value.lo in (1, 2)):
        parts = (_TIMES["en"][0], "{}", *_TIMES["en"][2:])
        return _fill_range(value, parts, lambda number: _times(number, language))
    return _fill_range(value, _TIMES["en"], digits)


def _list(items: Sequence[object], format: str, language: str) -> str:
    plain = [item if isinstance(item, str) else digits(item) for item in items if isinstance(item, str | int | float)]
    if format == "lines":
        return "\n".join(plain)
    if format == "labelled":
        return "\n".join(f"{letters(place).upper()}. {item}" for place, item in enumerate(plain))
    if not items:
        raise ValueError("an empty list has no phrase in a sentence")
    joint = _JOINTS[language][format]
    if format == "comma":
        return joint.join(plain)
    shown = [_quoted(item, language) if isinstance(item, str) else digits(item) for item in items]  # type: ignore[arg-type]
    if len(shown) == 1:
        return shown[0]
    return joint.join(shown[:-1]) + _LAST_JOINTS[language][format] + shown[-1]


def _quoted(text: str, language: str) -> str:
    """`text` in the first pair of quotation marks that it does not hold itself, unchanged: a checker looks for it."""
    pairs = _QUOTES[language]
    opening, closing = next((pair for pair in pairs if not set(pair) & set(text)), pairs[0])
    return f"{opening}{text}{closing}"


def _names(names: Sequence[str]) -> str:
    return ", ".join(f"`{name}`" for name in names) or "none but its own phrase"
