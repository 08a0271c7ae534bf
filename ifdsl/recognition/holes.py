"""Take the type and format of a hole; give the function that reads it: the inverse of the phrase that fills it."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator
from functools import cache

from ifdsl.primitives.ranges import Range
from ifdsl.primitives.types import item_of
from ifdsl.recognition.automaton import Hole, Place
from ifdsl.recognition.forms import Said, occasions, past_soft, ranges_at
from ifdsl.recognition.levels import describes, level, level_of_something
from ifdsl.recognition.numbers import number_at, occasions_at, ordinal_at, whole_at
from ifdsl.recognition.sentence import Sentence
from ifdsl.recognition.tokens import Kind, Token, Tokens, literal_tokens
from ifdsl.rendering.languages import names_of_languages

MAX_ITEMS = 60
"""Members of the longest list that is read."""

_JOINTS = {
    "and": ("and", "&", "和", "与", "及", "以及", "plus"),
    "or": ("or", "或", "或者"),
}
_YES = {"yes": True, "no": False, "是": True, "否": False}
_MARKS_OF_LABELS = "abcdefghijklmnopqrstuvwxyz"


def hole_of(type_: str, format: str, choices: tuple[str, ...] = (), *, read: bool = False) -> Hole | None:
    """What reads a value of a type in a format; None where only text as it stands can be taken.

    Args:
        type_: the type's name, `text` for a choice.
        format: of a wording or of a `read` line.
        choices: of a closed choice.
        read: whether the hole stands in a `read` line, where people write freely: a number alone is a range, and a
            full stop or comma that a quotation takes in is none of it.
    """
    if read and (type_, format) in _FREE:
        return _FREE[type_, format]
    if choices:
        return _chosen(choices, format)
    item = item_of(type_)
    if item is not None:
        return _list(item, format, read)
    return _SIMPLE.get((type_, format))


def _memo(name: str, find: Hole) -> Hole:
    def hole(place: Place, at: int) -> Iterable[tuple[int, Hashable]]:
        assert isinstance(place, Sentence)
        at = past_soft(place, at)
        return place.once(name, at, lambda: find(place, at))

    return hole


# ---------------------------------------------------------------- single values


def _number(place: Place, at: int) -> Iterator[tuple[int, Hashable]]:
    found = number_at(place.tokens, at)
    if found is not None:
        yield found


def _whole(place: Place, at: int) -> Iterator[tuple[int, Hashable]]:
    found = whole_at(place.tokens, at)
    if found is not None:
        yield found


def _ordinal(place: Place, at: int) -> Iterator[tuple[int, Hashable]]:
    found = ordinal_at(place.tokens, at)
    if found is not None:
        yield found


def _times(place: Place, at: int) -> Iterator[tuple[int, Hashable]]:
    return ((end, value) for end, value in occasions_at(place.tokens, at) if isinstance(value, int))


def _bounded(place: Place, at: int, *, least: bool) -> Iterator[tuple[int, Hashable]]:
    for end, said in ranges_at(place, at):
        if said.bare:
            assert said.range.lo is not None
            yield end, Said(Range(said.range.lo, None) if least else Range(None, said.range.lo))
        elif (said.range.hi if least else said.range.lo) is None:
            yield end, said


def _quoted(place: Place, at: int) -> Iterable[tuple[int, Hashable]]:
    return place.tokens.quoted.get(at, ())


def _closed(place: Place, at: int) -> Iterator[tuple[int, Hashable]]:
    """A quotation without the mark of the sentence that stands inside it: `such as "Overview" and "Details,"`.

    A heading with its number signs is a level and no text.
    """
    for end, text in place.tokens.quoted.get(at, ()):
        following = place.tokens.items[end : end + 1]
        last = not following or following[0].kind is Kind.STOP
        if _HEADING.match(text):
            continue
        bare = text[:-1] if text.endswith(",") or (text.endswith(".") and last) else text
        yield end, bare or text


_HEADING = re.compile(r"#{1,6}(?:\s|\Z)")


def _in_full(place: Place, at: int) -> Iterator[tuple[int, Hashable]]:
    """A range as prompts say it: `exactly 5`, for `5` alone would be none."""
    return ((end, said) for end, said in ranges_at(place, at) if not said.bare)


def _truth(place: Place, at: int) -> Iterator[tuple[int, Hashable]]:
    if at < len(place.tokens) and place.tokens.items[at].exact in _YES:
        yield at + 1, _YES[place.tokens.items[at].exact]


def _language(place: Place, at: int) -> Iterator[tuple[int, Hashable]]:
    for keys, code in _languages():
        end = past_keys(place, at, keys)
        if end is not None:
            yield end, code


@cache
def _languages() -> tuple[tuple[tuple[str, ...], str], ...]:
    found: dict[tuple[str, ...], str] = {}
    for code, names in names_of_languages().items():
        for name in names:
            # Two codes of one language share its name: the first is the one that is meant.
            found.setdefault(tuple(token.exact for token in literal_tokens(name)), code)
    return tuple(found.items())


def _plain(place: Place, at: int) -> Iterator[tuple[int, Hashable]]:
    """The words without quotation marks up to the end of the phrase: a mark, a number, or what leads on."""
    items = place.tokens.items
    end = at
    while end < len(items) and (describes(items[end]) or (end > at and _joins(items, end))):
        end += 1
    if end > at:
        first, last = place.tokens.span(at, end)
        yield end, place.tokens.sentence[first:last]


def _joins(items: tuple[Token, ...], at: int) -> bool:
    """Whether a token is a hyphen inside a word."""
    inside = items[at].text in "-–" and at + 1 < len(items)
    return inside and items[at - 1].end == items[at].start and items[at].end == items[at + 1].start


def _name(place: Place, at: int) -> Iterator[tuple[int, Hashable]]:
    """A name without quotation marks: words that begin with capitals, and small ones between them."""
    items = place.tokens.items
    if _is_title(place.tokens):
        return
    end = last = at
    while end < len(items) and items[end].kind in (Kind.WORD, Kind.NUMBER):
        word = items[end].text
        if word[0].isupper() or word[0].isdigit():
            last = end + 1
        elif end == at or word not in _SMALL:
            break
        end += 1
        if end < len(items) and items[end].text in "-/&" and end + 1 < len(items):
            end += 1
    if last > at and items[at].text[0].isupper():
        first, stop = place.tokens.span(at, last)
        yield last, place.tokens.sentence[first:stop]


def _is_title(tokens: Tokens) -> bool:
    """Whether most words of a sentence have capitals, so that these tell nothing."""
    words = [token.text for token in tokens.items if token.kind is Kind.WORD]
    return sum(word[0].isupper() for word in words) > _MOST_CAPITALS * len(words)


_MOST_CAPITALS = 0.6
_SMALL = frozenset({"of", "the", "for", "in", "to", "per", "a"})


def past_keys(place: Place, at: int, keys: tuple[str, ...]) -> int | None:
    """Where these words end that stand from `at` on; None where others do."""
    items = place.tokens.items
    for key in keys:
        at = past_soft(place, at)
        if at >= len(items) or items[at].exact != key:
            return None
        at += 1
    return at


_SIMPLE: dict[tuple[str, str], Hole] = (
    {
        ("bool", ""): _memo("bool", _truth),
        ("text", "quoted"): _memo("quoted", _quoted),
        ("text", "language"): _memo("language", _language),
        ("text", "plain"): _memo("plain", _plain),
        ("text", "names"): _memo("names", _name),
        ("regex", "quoted"): _memo("quoted", _quoted),
        ("int", "level"): _memo("level", level),
        ("int", "ordinal"): _memo("ordinal", _ordinal),
        ("int", "times"): _memo("int times", _times),
        ("range", "times"): _memo("times", occasions),
        ("range", "at_least"): _memo("at_least", lambda place, at: _bounded(place, at, least=True)),
        ("range", "at_most"): _memo("at_most", lambda place, at: _bounded(place, at, least=False)),
    }
    | {
        (type_, format): _memo(name, find)
        for type_, name, find in (("int", "int", _whole), ("number", "number", _number), ("range", "said", _in_full))
        for format in ("", "words")
    }
    | {("range", "bare"): _memo("range", ranges_at)}
)

_FREE: dict[tuple[str, str], Hole] = {
    ("range", ""): _memo("range", ranges_at),
    ("text", "quoted"): _memo("closed", _closed),
}
"""How `read` lines differ."""


def _chosen(choices: tuple[str, ...], format: str) -> Hole | None:
    """One of the texts of a choice, in quotation marks or in words."""
    words = [(tuple(token.exact for token in literal_tokens(choice)), choice) for choice in choices]
    if format == "quoted":
        return lambda place, at: ((end, text) for end, text in _quoted(place, past_soft(place, at)) if text in choices)
    if not all(keys for keys, _ in words):
        return None

    def hole(place: Place, at: int) -> Iterator[tuple[int, Hashable]]:
        at = past_soft(place, at)
        yield from ((end, text) for end, text in _quoted(place, at) if text in choices)
        for keys, choice in words:
            end = past_keys(place, at, keys)
            if end is not None:
                yield end, choice

    return hole


# ---------------------------------------------------------------- lists


def _list(item: str, format: str, read: bool) -> Hole | None:
    single: Hole | None = {"text": _closed if read else _quoted, "int": _whole, "number": _number}.get(item)
    if format in ("names", "level"):
        single, format = (_name if format == "names" else level_of_something), "and"
    form = single.__name__ if single is not None else ""
    if format in ("comma", "lines", "labelled") or single is None:
        return None
    joints = {"": ("and",), "and": ("and",), "or": ("or",), "any": ("and", "or")}[format]
    least = 2 if single is level_of_something else 1
    return _memo(f"list {item} {form} {format} {read}", lambda place, at: _members(place, at, single, joints, least))


def _members(
    place: Place, at: int, single: Hole, joints: tuple[str, ...], least: int
) -> Iterator[tuple[int, Hashable]]:
    """Every list of at least so many members that begins here."""
    waiting: list[tuple[int, tuple[Hashable, ...]]] = [(at, ())]
    seen: set[tuple[int, tuple[Hashable, ...]]] = set()
    while waiting:
        start, members = waiting.pop()
        for end, value in single(place, start):
            found = end, (*members, value)
            if found in seen or len(found[1]) > MAX_ITEMS:
                continue
            seen.add(found)
            if len(found[1]) >= least:
                yield found
            following = _joined(place, end, joints)
            if following is not None:
                waiting.append((following, found[1]))


def _joined(place: Place, at: int, joints: tuple[str, ...]) -> int | None:
    """Where the next member of a list begins, if a comma or a joining word leads to one."""
    items = place.tokens.items
    start = past_soft(place, at)
    comma = any(items[place_].text in (",", "，", "、") for place_ in range(at, start))
    for joint in joints:
        for word in _JOINTS[joint]:
            end = past_keys(place, start, tuple(token.exact for token in literal_tokens(word)))
            if end is not None:
                return past_soft(place, end)
    return start if comma else None
