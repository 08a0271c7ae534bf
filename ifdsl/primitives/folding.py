"""Take a text; give it with the differences of case folded away, one character for one, so that offsets still hold.

Two characters fold to the same one exactly where Python's `re` calls them equal under `re.IGNORECASE`: simple lower
case, and the few lower-case letters that share an upper-case one (`s` and `ſ`, `σ` and `ς`). Nothing changes length:
`ß` is not `ss`.
"""

from __future__ import annotations

from functools import lru_cache

# Pairs of a lower-case letter and the one that stands for its class (Unicode CaseFolding.txt, statuses C and S, for
# the classes with more than one lower-case member; the selection is that of Python's `re`).
_SAME_UPPER = (
    ("ı", "i"), ("ſ", "s"), ("\u00b5", "μ"), ("\u0345", "ι"), ("\u1fbe", "ι"), ("\u1fd3", "\u0390"),
    ("\u1fe3", "\u03b0"), ("ϐ", "β"), ("ϵ", "ε"), ("ϑ", "θ"), ("ϰ", "κ"), ("ϖ", "π"), ("ϱ", "ρ"), ("ς", "σ"),
    ("ϕ", "φ"), ("\u1c80", "в"), ("\u1c81", "д"), ("\u1c82", "о"), ("\u1c83", "с"), ("\u1c84", "т"), ("\u1c85", "т"),
    ("\u1c86", "ъ"), ("\u1c87", "ѣ"), ("\u1c88", "\ua64b"), ("\u1e9b", "\u1e61"), ("\ufb05", "\ufb06"),
)  # fmt: skip
_MORE_UPPER = {"i": "\u0130", "θ": "\u03f4", "ß": "\u1e9e", "ω": "\u2126", "k": "\u212a", "å": "\u212b"}
"""Upper-case letters that are neither the upper nor the title case of their own lower case."""

_LONG_NEEDLE = 256
_last: tuple[str, str] = ("", "")


def fold(text: str) -> str:
    """Fold the case of a whole text; the last text's answer is kept, since many keywords are sought in one text."""
    global _last
    # One tuple is read and written at once, so that threads never see the text of one and the answer of another.
    known, folded = _last
    if known is text:
        return folded
    folded = _fold(text)
    _last = (text, folded)
    return folded


def fold_needle(needle: str) -> str:
    """Fold what is sought, apart from the memo of `fold`, which keeps the text that is searched."""
    return _fold_needle(needle) if len(needle) <= _LONG_NEEDLE else _fold(needle)


@lru_cache(maxsize=4096)
def orbit(char: str) -> frozenset[str]:
    """All characters that fold to the same one as `char`, itself included."""
    base = _fold(char)
    lowers = [base, *(odd for odd, plain in _SAME_UPPER if plain == base)]
    members = {char, *lowers}
    for lower in lowers:
        members.update(case for case in (lower.upper(), lower.title()) if len(case) == 1 and _fold(case) == base)
        members.update(_MORE_UPPER.get(lower, ""))
    return frozenset(members)


def _fold(text: str) -> str:
    if text.isascii():
        return text.lower()
    # `İ` is the one character whose lower case is longer than itself; `re` takes the first of the two.
    folded = text.replace("\u0130", "i").lower()
    for odd, plain in _SAME_UPPER:
        if odd in folded:
            folded = folded.replace(odd, plain)
    return folded


_fold_needle = lru_cache(maxsize=4096)(_fold)
