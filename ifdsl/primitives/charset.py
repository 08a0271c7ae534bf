"""Take the parts of a character class; give `CharSet`, the set of characters that one place of a pattern matches.

`\\w \\d \\s` mean what they mean in Python's `re` on text: Unicode letters, digits and white space. Case is ignored as
by `folding`. `\\p{…}` asks RE2 for its own tables.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from ifdsl.primitives.folding import orbit

Item = tuple[int, int] | str
"""A range of code points, both ends inclusive; one of `d D w W s S`; or a property in RE2's syntax (`\\p{Greek}`)."""

POSIX: dict[str, tuple[tuple[int, int], ...]] = {
    "alnum": ((48, 57), (65, 90), (97, 122)),
    "alpha": ((65, 90), (97, 122)),
    "ascii": ((0, 127),),
    "blank": ((9, 9), (32, 32)),
    "cntrl": ((0, 31), (127, 127)),
    "digit": ((48, 57),),
    "graph": ((33, 126),),
    "lower": ((97, 122),),
    "print": ((32, 126),),
    "punct": ((33, 47), (58, 64), (91, 96), (123, 126)),
    "space": ((9, 13), (32, 32)),
    "upper": ((65, 90),),
    "word": ((48, 57), (65, 90), (95, 95), (97, 122)),
    "xdigit": ((48, 57), (65, 70), (97, 102)),
}
"""The ASCII classes of RE2, `[:alpha:]` and so on."""


@dataclass(frozen=True, slots=True)
class CharSet:
    """The characters of `items`, or all others where `negated`; `fold` ignores case."""

    items: tuple[Item, ...]
    negated: bool = False
    fold: bool = False

    @property
    def only(self) -> int | None:
        """The one code point that it matches, where it is written as a single character."""
        item = self.items[0] if len(self.items) == 1 else None
        if isinstance(item, tuple) and item[0] == item[1] and not self.negated and not self.fold:
            return item[0]
        return None

    def __contains__(self, char: str) -> bool:
        chars = orbit(char) if self.fold else (char,)
        return self.negated != any(_matches(item, each) for item in self.items for each in chars)


@lru_cache(maxsize=2048)
def ascii_members(chars: CharSet) -> frozenset[int]:
    """Which of the 128 ASCII characters a set holds."""
    members = _NONE.union(*(_ascii_item(item, chars.fold) for item in chars.items))
    return _ASCII - members if chars.negated else members


def has_property(source: str, char: str) -> bool:
    """Whether a character has the Unicode property `source`, such as `\\p{Greek}`."""
    try:
        encoded = char.encode()
    except UnicodeEncodeError:  # a lone surrogate, which RE2 cannot read: it has the properties of none
        return source[1] == "P"
    return _property(source).fullmatch(encoded) is not None


def is_property(source: str) -> bool:
    """Whether RE2 knows the property `source`."""
    import re2

    try:
        _property(source)
    except re2.error:
        return False
    return True


@cache
def _ascii_item(item: Item, fold: bool) -> frozenset[int]:
    if isinstance(item, tuple) and not fold:
        return frozenset(range(item[0], min(item[1], 127) + 1))
    return frozenset(code for code in _ASCII if chr(code) in CharSet((item,), fold=fold))


def _matches(item: Item, char: str) -> bool:
    if isinstance(item, tuple):
        return item[0] <= ord(char) <= item[1]
    if len(item) == 1:
        # In upper case the letter means the opposite.
        return _CATEGORY[item.lower()](char) != item.isupper()
    return has_property(item, char)


def _is_word(char: str) -> bool:
    return char.isalnum() or char == "_"


_NONE: frozenset[int] = frozenset()
_ASCII = frozenset(range(128))
_CATEGORY = {"w": _is_word, "d": str.isdecimal, "s": str.isspace}


@cache
def _property(source: str) -> Any:
    import re2

    options = re2.Options()
    options.log_errors = False
    return re2.compile(source.encode(), options)
