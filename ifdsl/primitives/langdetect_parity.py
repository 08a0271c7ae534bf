"""Take a text; give the language that `langdetect` 1.0.9 with seed 0 finds: the same verdict, far sooner.

The text's n-grams are listed by `langdetect_grams`, seven trials over them are run by `langdetect_trials`, and both
read the one table of `langdetect_table`. Verdicts on texts of ordinary length are remembered.
"""

from __future__ import annotations

from functools import cache, lru_cache

from ifdsl.primitives.langdetect_grams import LIMIT, Grams
from ifdsl.primitives.langdetect_table import load_table
from ifdsl.primitives.langdetect_trials import UNKNOWN, Trials


def detect(text: str) -> str:
    """Give the code of the text's language, as `langdetect.detect` does with seed 0.

    Returns:
        A code such as `en` or `zh-cn`; `""` where the package raises its error, having found no n-gram to go by;
        `unknown` where it returns that.

    Raises:
        MissingExtra: the package whose profiles are read is not installed.
    """
    return _remembered(text) if len(text) <= LIMIT else _detect(text)


def probabilities(text: str) -> list[tuple[str, float]]:
    """Give each language with a mean of more than 0.1 over the trials, highest first: `langdetect.detect_langs`.

    Returns:
        Code and mean, bit for bit those of the package where it has read its profiles in the order of their names; the
        empty list also where the package raises its error.

    Raises:
        MissingExtra: the package whose profiles are read is not installed.
    """
    grams, trials = _engine()
    listed = grams.of(text)
    return trials.means(listed) if listed else []


@lru_cache(maxsize=512)
def _remembered(text: str) -> str:
    return _detect(text)


def _detect(text: str) -> str:
    grams, trials = _engine()
    listed = grams.of(text)
    if not listed:
        return ""
    verdict = trials.verdict(listed)
    if verdict is not None:
        return verdict
    means = trials.means(listed)
    return means[0][0] if means else UNKNOWN


@cache
def _engine() -> tuple[Grams, Trials]:
    table = load_table()
    return Grams(table), Trials(table)
