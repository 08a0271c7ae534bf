"""Take a regular expression; give short texts that it matches, made from its own parts."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib import import_module
from typing import Any

from ifdsl.primitives import patterns
from ifdsl.primitives.undecided import Undecided

# The parser of `re` has no public name; nothing else gives the parts of a pattern.
_parser: Any = import_module("re._parser")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_PREFERRED = _LETTERS + "1234567890" + _LETTERS.upper() + " -_.,:;!?'\"()[]{}<>#*+/&%$@=~^|`\\\n\té中"


@lru_cache(maxsize=4096)
def sample(pattern: str, filler: str = "", spaced: bool = False) -> str | None:
    """A text that `pattern` matches, or None where none was found.

    Args:
        pattern: in the language's dialect; where `re` reads it otherwise, nothing is given.
        filler: a word to put where any characters will do, so that the text reads like one.
        spaced: whether optional white space inside the pattern is used.
    """
    try:
        tree = _parser.parse(_portable(pattern))
        text = _Sampler(filler, spaced).sequence(tree)
        # Some patterns ask for nothing; a match of nothing is no use to a text.
        return text if re.search(_portable(pattern), text) else None
    except (re.error, OverflowError, RecursionError, ValueError):
        return None


def framed(pattern: str, text: str) -> str | None:
    """The text, if the whole of it matches, or else with what the pattern has around any characters; None if neither.

    Nothing is searched by `re` here: a long text may take it for ever.
    """
    frame = sample(pattern, _GAP) or ""
    ways = (text, frame.replace(_GAP, text)) if _GAP in frame else (text,)
    return next((way for way in ways if _is_matched(pattern, way)), None)


def _is_matched(pattern: str, text: str) -> bool:
    try:
        return patterns.full_match(pattern, text)
    except Undecided:
        # The two are over the limits for patterns, where the check cannot be decided either.
        return False


_GAP = "qqzqq"


@lru_cache(maxsize=4096)
def usable(pattern: str, ignore_case: bool = False) -> re.Pattern[str] | None:
    """The pattern for Python's `re`, which is good enough to avoid or to place what it matches."""
    try:
        return re.compile(_portable(pattern), re.IGNORECASE if ignore_case else 0)
    except (re.error, OverflowError, RecursionError):
        return None


_CLASSES = {"L": "A-Za-z", "Lu": "A-Z", "Ll": "a-z", "N": "0-9", "Nd": "0-9", "P": "!-/:-@", "Han": "一-鿿",
            "Hiragana": "ぁ-ゖ", "Katakana": "ァ-ヺ", "Latin": "A-Za-z"}  # fmt: skip


def _portable(pattern: str) -> str:
    """The pattern with what `re` does not know put in its words: `\\p{L}`, `\\x{3040}`, `\\z`."""
    if "\\" not in pattern:
        return pattern
    made: list[str] = []
    place = 0
    while place < len(pattern):
        character = pattern[place]
        if character != "\\":
            # A bracket in a class stands for itself, but `re` warns of it.
            made.append("\\[" if character == "[" and made and _open_class(made) else character)
            place += 1
            continue
        found = _ESCAPE.match(pattern, place)
        if found is None:
            made.append(pattern[place : place + 2])
            place += 2
            continue
        place = found.end()
        if found["code"]:
            made.append(re.escape(chr(int(found["code"], 16))))
        elif found["name"]:
            members = _CLASSES.get(found["name"], "A-Za-z")
            made.append(members if _open_class(made) else f"[{members}]")
        else:
            made.append("\\Z")
    return "".join(made)


_ESCAPE = re.compile(r"\\(?:x\{(?P<code>[0-9A-Fa-f]+)\}|p\{(?P<name>\w+)\}|z)")


def _open_class(made: list[str]) -> bool:
    """Whether what is made so far ends inside `[…]`."""
    for piece in reversed(made):
        if piece == "]":
            return False
        if piece == "[":
            return True
    return False


class _Sampler:
    def __init__(self, filler: str, spaced: bool) -> None:
        self.filler = filler
        self.spaced = spaced
        self.groups: dict[int, str] = {}

    def sequence(self, tree: Any) -> str:
        return "".join(self.part(str(operator), argument) for operator, argument in tree)

    def part(self, operator: str, argument: Any) -> str:
        match operator:
            case "LITERAL":
                return chr(argument)
            case "NOT_LITERAL":
                return next(c for c in _PREFERRED if ord(c) != argument)
            case "ANY":
                return self.filler or "x"
            case "IN":
                return self.character(argument)
            case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
                return self.repeat(argument)
            case "SUBPATTERN":
                text = self.sequence(argument[-1])
                if argument[0] is not None:
                    self.groups[argument[0]] = text
                return text
            case "ATOMIC_GROUP":
                return self.sequence(argument)
            case "BRANCH":
                return self.sequence(argument[1][0])
            case "GROUPREF":
                return self.groups.get(argument, "")
        return ""

    def repeat(self, argument: Any) -> str:
        low, high, tree = argument
        open_class = len(tree) == 1 and str(tree[0][0]) in ("ANY", "IN", "NOT_LITERAL")
        if open_class and self.filler and high > 3 and low <= 1:
            wide = str(tree[0][0]) == "ANY" or _is_wide(tree[0])
            if wide:
                return self.filler
        if self.spaced and low == 0 and high == 1 and self.sequence(tree) == " ":
            return " "
        return "".join(self.sequence(tree) for _ in range(low))

    def character(self, members: Any) -> str:
        return next((c for c in _PREFERRED if _holds(members, c)), _first(members))


def _is_wide(part: Any) -> bool:
    return str(part[0]) == "NOT_LITERAL" or all(_holds(part[1], c) for c in "aeiou")


def _first(members: Any) -> str:
    for operator, argument in members:
        if str(operator) == "LITERAL":
            return chr(argument)
        if str(operator) == "RANGE":
            return chr(argument[0])
    return "x"


def _holds(members: Any, character: str) -> bool:
    negated = bool(members) and str(members[0][0]) == "NEGATE"
    return negated != any(_is(operator, argument, character) for operator, argument in members)


def _is(operator: Any, argument: Any, character: str) -> bool:
    match str(operator):
        case "LITERAL":
            return bool(ord(character) == argument)
        case "RANGE":
            return bool(argument[0] <= ord(character) <= argument[1])
        case "CATEGORY":
            name = str(argument).removeprefix("CATEGORY_")
            kind = {"DIGIT": r"\d", "SPACE": r"\s", "WORD": r"\w"}[name.removeprefix("NOT_")]
            return (re.match(kind, character) is None) == name.startswith("NOT_")
    return False
