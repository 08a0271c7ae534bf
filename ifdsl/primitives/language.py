"""Take a text; give the code of its language by one of two engines, or the empty text where nothing can be said.

`default` is a fixed model (py3langid, BSD) behind fixed preparation: the same text gives the same answer on every
machine. `langdetect` gives what langdetect 1.0.9 gives with its seed at 0, for packs that must agree with it.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

MAX_CHARS = 10_000
"""The default engine reads this much of a text: what follows does not change its mind, and the cost is bounded."""

MIN_LETTERS = 20
"""Fewer letters decide nothing, except in a script that a single language writes."""

_SCRIPTS = {
    "ARMENIAN": "hy", "BENGALI": "bn", "ETHIOPIC": "am", "GEORGIAN": "ka", "GREEK": "el", "GUJARATI": "gu",
    "GURMUKHI": "pa", "HANGUL": "ko", "HEBREW": "he", "HIRAGANA": "ja", "KANNADA": "kn", "KATAKANA": "ja",
    "KHMER": "km", "LAO": "lo", "MALAYALAM": "ml", "MYANMAR": "my", "ORIYA": "or", "SINHALA": "si", "TAMIL": "ta",
    "TELUGU": "te", "THAI": "th", "TIBETAN": "bo",
}  # fmt: skip
"""Scripts that settle the language, by the first word of their characters' Unicode names."""

_ALIKE = (
    frozenset({"no", "nb", "nn"}),
    frozenset({"hr", "bs", "sr", "sh"}),
    frozenset({"id", "ms", "in"}),
    frozenset({"he", "iw"}),
    frozenset({"tl", "fil"}),
)
"""Codes that no detector tells apart reliably, or that name one language."""


def detect(text: str, by: str = "default") -> str:
    """The ISO 639-1 code of the text's language, lower case; `""` where it is undetermined.

    `langdetect` splits Chinese into `zh-cn` and `zh-tw`, as that package does.

    Raises:
        MissingExtra: `by` is `langdetect` and the extra `parity` is not installed.
    """
    if by == "langdetect":
        from ifdsl.primitives import langdetect_parity

        return langdetect_parity.detect(text)
    return _default(text[:MAX_CHARS])


def same_language(code: str, wanted: str) -> bool:
    """Whether a detected code stands for the wanted language; undetermined is no language.

    What follows the language in a code is left aside: `pt-BR` is `pt`, and `zh-cn`, `zh-tw` and `zh-Hant` are `zh`.
    """
    code, wanted = _bare(code), _bare(wanted)
    return bool(code) and (code == wanted or any(code in alike and wanted in alike for alike in _ALIKE))


def _bare(code: str) -> str:
    return code.strip().lower().replace("_", "-").partition("-")[0]


@lru_cache(maxsize=1024)
def _default(text: str) -> str:
    plain = _prose(text)
    letters = [char for char in plain if char.isalpha()]
    by_script = _by_script(letters)
    if by_script:
        return by_script
    if len(letters) < MIN_LETTERS:
        return ""
    from py3langid import classify

    code, _ = classify(plain.lower() if plain.isupper() else plain)
    return str(code)


def _prose(text: str) -> str:
    """The text without fenced code, addresses and markdown's marks, which are of no language."""
    kept = []
    fenced = False
    for line in text.split("\n"):
        if line.lstrip().startswith(("```", "~~~")):
            fenced = not fenced
        elif not fenced:
            kept.append(" ".join(word for word in line.split() if "://" not in word and "@" not in word))
    return "\n".join(kept).translate(_MARKS).strip()


_MARKS = str.maketrans(dict.fromkeys("#*_`|<>[](){}=~", " "))


def _by_script(letters: list[str]) -> str:
    """The language of the script that holds more than half of the letters, where one script means one language."""
    counts: dict[str, int] = {}
    for letter in letters:
        if letter > "\u036f":
            script = unicodedata.name(letter, "").removeprefix("HALFWIDTH ").partition(" ")[0]
            counts[script] = counts.get(script, 0) + 1
    if not counts:
        return ""
    # Japanese is written with Chinese characters as well: a fifth of kana among them settles it.
    kana, han = counts.get("HIRAGANA", 0) + counts.get("KATAKANA", 0), counts.get("CJK", 0)
    if 5 * kana >= kana + han > len(letters) / 2:
        return "ja"
    if han > len(letters) / 2:
        return "zh"
    script, most = max(counts.items(), key=lambda item: (item[1], item[0]))
    return _SCRIPTS.get(script, "") if 2 * most > len(letters) else ""
