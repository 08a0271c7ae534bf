"""Take a text and the code of a language; say whether the text is rather English than of that language."""

from __future__ import annotations

import re
from functools import lru_cache

from ifdsl.linting.units import words

_OTHER_SCRIPTS = words(
    "am ar bg bn el fa gu he hi hy ja ka kn ko mk ml mr my ne pa ru sr ta te th uk ur zh zh-cn zh-tw"
)
"""Languages that are not written in Latin letters."""
_LETTERS = re.compile(r"[A-Za-z]{2,}")


@lru_cache(maxsize=1024)
def rather_english(text: str, code: str) -> bool:
    """Whether a text of plain Latin letters is likelier English than of the language `code`."""
    if not text.isascii() or not _LETTERS.search(text):
        return False
    if code in _OTHER_SCRIPTS:
        return True
    from py3langid import rank

    scores = {name: float(score) for name, score in rank(text.lower())}
    return code in scores and scores["en"] > scores[code]
