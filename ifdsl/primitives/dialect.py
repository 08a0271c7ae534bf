"""Take the text of a regular expression; give its tokens with all flags resolved, or the first fault and its place.

The syntax is that of RE2: no look-around, back-references, atomic groups or possessive repetitions, since these have no
linear-time matcher. Flags are `i`, `m` and `s`. Groups do not capture, so that each becomes `(?:…)`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ifdsl.primitives.charset import POSIX, CharSet, Item, is_property

LONGEST = 10_000
DEEPEST = 200
MOST_REPEATS = 1_000

Token = CharSet | str
"""A set of characters, or structure: `(?:`, `)`, `|`, a repetition, an anchor or a boundary, as RE2 writes them."""

BOUNDARIES = (r"\b", r"\B")
LINE_ANCHORS = ("(?m:^)", "(?m:$)")

_REPEAT = re.compile(r"[*+?]|\{(\d+)(,?)(\d*)\}")
_OPEN_REPEAT = re.compile(r"\{,\d*\}")
_GROUP_NAME = re.compile(r"\(\?P?<([A-Za-z_]\w*)>")
_FLAGS = re.compile(r"\(\?([a-zA-Z]*)(-[a-zA-Z]+)?([:)])")
_PROPERTY = re.compile(r"\\[pP](?:[A-Za-z]|\{\^?\w+\})")
_HEX = re.compile(r"\\x(?:\{([0-9A-Fa-f]{1,8})\}|([0-9A-Fa-f]{2}))")
_OCTAL = re.compile(r"\\0([0-7]{0,2})")
_POSIX_CLASS = re.compile(r"\[:(\^?)(\w+):\]")
_CONTROL = {"a": 7, "f": 12, "t": 9, "n": 10, "r": 13, "v": 11}
_LOOK = {"(?=": "look-ahead", "(?!": "look-ahead", "(?<=": "look-behind", "(?<!": "look-behind"}
_NOT_HERE = {
    "Z": "`\\Z` is not part of the language: `$` and `\\z` are the end of the text",
    "C": "`\\C` (one byte) is not part of the language: `.` is one character",
    "G": "`\\G` is not part of the language",
    "K": "`\\K` is not part of the language",
    "u": "`\\u` is not part of the language: write `\\x{…}` or the character itself",
    "U": "`\\U` is not part of the language: write `\\x{…}` or the character itself",
    "N": "`\\N` is not part of the language: write the character itself",
    "k": "back-references are not part of the language: they cannot be matched in linear time",
    "g": "back-references are not part of the language: they cannot be matched in linear time",
    "Q": "`\\Q` is not part of the language: put a backslash before each special character",
    "E": "`\\E` is not part of the language",
}


class Fault(ValueError):
    """What is wrong with a pattern, and at which code point of it."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.message = message
        self.offset = offset


def parse(pattern: str) -> list[Token]:
    """Give the tokens of a pattern.

    Raises:
        Fault: the pattern is not part of the language.
    """
    if len(pattern) > LONGEST:
        raise Fault(f"a pattern has at most {LONGEST:,} characters", LONGEST)
    return _Parser(pattern).parse()


@dataclass(slots=True)
class _Group:
    start: int
    flags: frozenset[str]
    factor: int
    """How often the most repeated part inside is repeated."""


class _Parser:
    __slots__ = ("flags", "groups", "last", "pattern", "pos", "tokens")

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self.pos = 0
        self.tokens: list[Token] = []
        self.flags: frozenset[str] = frozenset()
        self.groups = [_Group(0, self.flags, 1)]
        # The product of nested counted repetitions in what a repetition at this place would repeat; 0 where there is
        # nothing to repeat, None directly after a repetition.
        self.last: int | None = 0

    def parse(self) -> list[Token]:
        pattern = self.pattern
        while self.pos < len(pattern):
            char = pattern[self.pos]
            if "\ud800" <= char <= "\udfff":
                raise self.fault("half a character (a lone surrogate) cannot be part of a pattern")
            if char == "\\":
                self.escape()
            elif char == "[":
                self.add(self.char_class())
            elif char == "(":
                self.open_group()
            elif char == ")":
                self.close_group()
            elif char == "|":
                self.structure("|")
            elif char in "^$":
                self.anchor(char)
            elif char == ".":
                self.pos += 1
                self.add(CharSet(() if "s" in self.flags else ((10, 10),), negated=True))
            elif (repeat := _REPEAT.match(pattern, self.pos)) is not None:
                self.repetition(repeat)
            elif (odd := _OPEN_REPEAT.match(pattern, self.pos)) is not None:
                raise self.fault(f"`{odd[0]}` is read differently by different engines: write `{{0{odd[0][1:]}`")
            else:
                self.pos += 1
                self.add(self.single(ord(char)))
        if len(self.groups) > 1:
            raise self.fault("this `(` is never closed", self.groups[-1].start)
        return self.tokens

    def fault(self, message: str, offset: int | None = None) -> Fault:
        return Fault(message, self.pos if offset is None else offset)

    def single(self, code: int) -> CharSet:
        return CharSet(((code, code),), fold="i" in self.flags)

    def add(self, chars: CharSet) -> None:
        self.tokens.append(chars)
        self.last = 1

    def structure(self, token: str, width: int = 1) -> None:
        self.tokens.append(token)
        self.last = 0
        self.pos += width

    def anchor(self, char: str) -> None:
        if "m" in self.flags:
            self.structure(LINE_ANCHORS[char == "$"])
        else:
            self.structure(r"\A" if char == "^" else r"\z")

    # ------------------------------------------------------------ repetitions

    def repetition(self, match: re.Match[str]) -> None:
        if not self.last:
            if self.last is None:
                if match[0] == "+":
                    raise self.fault("a possessive repetition is not part of the language: leave the second `+` out")
                raise self.fault(f"the repetition `{match[0]}` stands directly after another one")
            raise self.fault(f"there is nothing that `{match[0]}` could repeat")
        text, factor = match[0], 1
        if text[0] == "{":
            low, high = int(match[1][:7]), int(match[3][:7] or 0) if match[2] else int(match[1][:7])
            if match[3] and high < low:
                raise self.fault(f"`{text}` is empty: its lower bound is above its upper bound")
            factor = max(low, high)
        product = self.last * max(1, factor)
        if product > MOST_REPEATS:
            raise self.fault(
                f"a part may be repeated at most {MOST_REPEATS:,} times, all repetitions around it taken together"
            )
        self.groups[-1].factor = max(self.groups[-1].factor, product)
        self.pos = match.end()
        if self.pattern.startswith("?", self.pos):
            self.pos += 1
            text += "?"
        self.tokens.append(text)
        self.last = None

    # ------------------------------------------------------------ groups

    def open_group(self) -> None:
        pattern, start = self.pattern, self.pos
        if len(self.groups) > DEEPEST:
            raise self.fault(f"groups are nested at most {DEEPEST} deep")
        inner = self.flags
        if not pattern.startswith("(?", start):
            width = 1
        elif (name := _GROUP_NAME.match(pattern, start)) is not None:
            width = len(name[0])
        elif (flags := _FLAGS.match(pattern, start)) is not None:
            inner, width = self.changed(flags), len(flags[0])
            if flags[3] == ")":
                if not (flags[1] or flags[2]):
                    raise self.fault("`(?)` says nothing")
                self.flags = inner
                self.pos += width
                self.last = 0
                return
        else:
            raise self.unknown_group()
        self.groups.append(_Group(start, self.flags, 1))
        self.flags = inner
        self.structure("(?:", width)

    def changed(self, match: re.Match[str]) -> frozenset[str]:
        on, off = match[1], (match[2] or "")[1:]
        for flag in on + off:
            if flag not in "ims":
                raise self.fault(f"the flag `{flag}` is not part of the language: flags are `i`, `m` and `s`")
        return (self.flags | set(on)) - set(off)

    def unknown_group(self) -> Fault:
        rest = self.pattern[self.pos : self.pos + 4]
        for opening, name in _LOOK.items():
            if rest.startswith(opening):
                return self.fault(f"{name} (`{opening}…)`) is not part of the language: it has no linear-time matcher")
        if rest.startswith("(?>"):
            return self.fault("an atomic group (`(?>…)`) is not part of the language")
        if rest.startswith(("(?P=", "(?(")):
            return self.fault("back-references are not part of the language: they cannot be matched in linear time")
        if rest.startswith("(?#"):
            return self.fault("a comment (`(?#…)`) is not part of a pattern's language")
        return self.fault("this group is none that the language knows: write `(…)`, `(?:…)` or `(?i:…)`")

    def close_group(self) -> None:
        if len(self.groups) == 1:
            raise self.fault("this `)` closes nothing")
        group = self.groups.pop()
        self.flags = group.flags
        self.structure(")")
        self.last = group.factor
        self.groups[-1].factor = max(self.groups[-1].factor, group.factor)

    # ------------------------------------------------------------ escapes and classes

    def escape(self) -> None:
        name = self.pattern[self.pos + 1 : self.pos + 2]
        if name and name in "bBAz":
            self.structure("\\" + name, 2)
        else:
            item = self.escaped_item()
            self.add(CharSet((item,), fold="i" in self.flags))

    def escaped_item(self) -> Item:
        """Read one escape that stands for characters, in a class or outside."""
        pattern, start = self.pattern, self.pos
        name = pattern[start + 1 : start + 2]
        if not name:
            raise self.fault("the pattern ends in a lone backslash")
        if name in "dDwWsS":
            self.pos += 2
            return name
        if name in "pP":
            match = _PROPERTY.match(pattern, start)
            if match is None or not is_property(match[0]):
                raise self.fault(f"`{match[0] if match else pattern[start : start + 2]}` is no Unicode property")
            self.pos = match.end()
            return match[0]
        code: int | None = None
        if name == "x":
            match = _HEX.match(pattern, start)
            if match is None:
                raise self.fault("write `\\x41` or `\\x{1f600}`")
            code = int(match[1] or match[2], 16)
            self.pos = match.end()
            if code > 0x10FFFF or 0xD800 <= code <= 0xDFFF:
                raise self.fault(f"`{match[0]}` is no character", start)
        elif name == "0" and (match := _OCTAL.match(pattern, start)) is not None:
            code = int(match[1] or "0", 8)
            self.pos = match.end()
        elif name in "123456789":
            raise self.fault("back-references are not part of the language: they cannot be matched in linear time")
        elif name in _CONTROL or (name.isascii() and not name.isalnum() and name != "_"):
            code = _CONTROL.get(name, ord(name))
            self.pos += 2
        if code is None:
            raise self.fault(_NOT_HERE.get(name, f"`\\{name}` means nothing"))
        return code, code

    def char_class(self) -> CharSet:
        pattern, start = self.pattern, self.pos
        self.pos += 1
        negated = pattern.startswith("^", self.pos)
        self.pos += negated
        items: list[Item] = []
        first = True
        while first or not pattern.startswith("]", self.pos):
            first = False
            if self.pos >= len(pattern):
                raise self.fault("this `[` is never closed", start)
            if (posix := _POSIX_CLASS.match(pattern, self.pos)) is not None:
                items.extend(self.posix(posix))
                continue
            place = self.pos
            low = self.class_item()
            if not (pattern.startswith("-", self.pos) and pattern[self.pos + 1 : self.pos + 2] not in ("]", "")):
                items.append(low)
                continue
            self.pos += 1
            high = self.class_item()
            if isinstance(low, str) or isinstance(high, str):
                raise self.fault(f"`{pattern[place : self.pos]}` is no range of characters", place)
            if high[0] < low[0]:
                raise self.fault(f"the range `{pattern[place : self.pos]}` is empty", place)
            items.append((low[0], high[0]))
        self.pos += 1
        return CharSet(tuple(items), negated=negated, fold="i" in self.flags)

    def class_item(self) -> Item:
        char = self.pattern[self.pos]
        if char == "\\":
            return self.escaped_item()
        if "\ud800" <= char <= "\udfff":
            raise self.fault("half a character (a lone surrogate) cannot be part of a pattern")
        self.pos += 1
        return ord(char), ord(char)

    def posix(self, match: re.Match[str]) -> list[Item]:
        if match[2] not in POSIX:
            raise self.fault(f"`{match[0]}` is no class of characters")
        self.pos = match.end()
        ranges = POSIX[match[2]]
        if not match[1]:
            return list(ranges)
        outside: list[Item] = []
        low = 0
        for start, end in ranges:
            if low < start:
                outside.append((low, start - 1))
            low = end + 1
        outside.append((low, 0x10FFFF))
        return outside
