"""Take a text that fails rules for neighbours; give it grown word by word, with words put in where the rules ask it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import cycle, islice

from ifdsl.analysis.witness.supply import Supply
from ifdsl.analysis.witness.trial import Trial

_TOKEN = re.compile(r"\S+\s*")
_MOST_BETWEEN = 26
"""Words put in before one word of the text: an alphabet may have to be gone through."""


def grown(text: str, more: Sequence[str], supply: Supply, trial: Trial, allowance: int) -> str | None:
    """`text` with more words between its own, so that what fails on it holds; None where that did not come about.

    Only rules that hold of a beginning of the text can be kept while it grows.

    Args:
        more: further words that may be put in.
        allowance: texts that may be checked for it.

    Raises:
        Exhausted: see `Trial`.
    """
    tokens = _TOKEN.findall(text)
    verdicts = trial(text)
    stop = trial.left() - allowance
    if not tokens or len(tokens) > 150:
        return None
    first = trial(tokens[0].strip())
    kept = [place for place, passed in enumerate(verdicts) if not passed and first[place]]
    if not kept:
        return None
    words = [*_varied(supply), *more]
    made: str = tokens[0]
    for token in tokens[1:]:
        for _ in range(_MOST_BETWEEN):
            if trial.left() < stop:
                return None
            if _holds(made + token, kept, trial):
                made += token
                break
            between = next((word for word in words if _holds(_with(made, word), kept, trial)), None)
            if between is None:
                return None
            made = _with(made, between)
        else:
            return None
    return made


def grown_freely(supply: Supply, more: Sequence[str], trial: Trial, allowance: int) -> None:
    """Check longer and longer texts of words alone, each of which keeps what its first word keeps.

    Raises:
        Exhausted: see `Trial`; a witness is found that way too.
    """
    stop = trial.left() - allowance
    words = [*supply.every_initial(), *more]
    if not words:
        return
    made = words[0]
    kept = [place for place, passed in enumerate(trial(made)) if passed]
    for step in range(200):
        turned = words[step % len(words) :] + words[: step % len(words)]
        word = next((word for word in turned if trial.left() > stop and _holds(f"{made} {word}", kept, trial)), None)
        if word is None:
            return
        made = f"{made} {word}"


def ladders(words: Sequence[str], least: int) -> Iterator[str]:
    """Texts whose sentences grow by the same number of words each, or begin with the word that ended the last one.

    Args:
        least: a number of sentences that is asked for.
    """
    supply = cycle(words or ("1",))
    counts = [(1, 2), (2, 3), (3, 2), (1, 4), *([(1, least)] if 4 < least <= 40 else [])]
    for step in (1, 2, 3, 4, 5, 0):
        for first, count in counts:
            lengths = (first + step * place for place in range(count))
            yield " ".join(" ".join(islice(supply, length)).capitalize() + "." for length in lengths)
    for size in (3, 5, 4):
        alike = [word for word in words if len(word) == size and word.isalpha()][: max(least, 3) + 1]
        pairs = zip(alike, alike[1:], strict=False)
        yield " ".join(f"{left.capitalize()} {right}." for left, right in pairs) or "."


def _with(made: str, word: str) -> str:
    gap = made[len(made.rstrip()) :] or " "
    return f"{made.rstrip()} {word}{gap}"


def _holds(text: str, kept: list[int], trial: Trial) -> bool:
    verdicts = trial(text.strip())
    return all(verdicts[place] for place in kept)


def _varied(supply: Supply) -> list[str]:
    """Words of different initials first."""
    return [word for word in supply.every_initial() if word.isalpha()][:60]
