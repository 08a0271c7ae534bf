"""Take a reference and how much of a text it should share; give a text that holds so much of it and as much else."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ifdsl.analysis.witness.facts import Shares
from ifdsl.primitives.table import TABLE

_STRANGE = "ȹȺȻȼȽȾɁɃɄɅɆɈɊɌɎʘʙʚʛʜʝʞʟʠʡʢ"
"""Letters that hardly a text holds."""

_MOST = 20_000


def mixtures(share: Shares, written: Callable[[str], str], allowed: Callable[[str], bool]) -> Iterator[str]:
    """Texts with the wanted share, as far as one can be had.

    Args:
        share: the reference, and the share that is wanted.
        written: gives the whole text that has a given stretch in it.
        allowed: whether a word may stand in the text.
    """
    target = (share.low + share.high) / 2
    for reference in dict.fromkeys(_references(share.reference, allowed)):
        for part in (8, 4, 2, 1, 0):
            copy = reference[: len(reference) * part // 8]
            for gap in ("", " "):
                text = _tuned(share, copy, gap, target, written)
                if text is not None:
                    yield text


def _references(reference: str, allowed: Callable[[str], bool]) -> Iterator[str]:
    yield reference
    words = [word for word in reference.split() if allowed(word)]
    yield " ".join(words)
    # Without marks there is no more than one sentence.
    yield " ".join(word.strip(".,;:!?\"'()[]*-") for word in words)


def _tuned(share: Shares, copy: str, gap: str, target: float, written: Callable[[str], str]) -> str | None:
    """The text with just so many strange letters after `copy` that the share is nearest to the target."""
    whole = written(copy)
    now = _share(share, whole)
    if now < share.low:
        return None
    guess = min(_MOST, max(0, round((len(whole) - 2) * (now / max(target, 0.01) - 1))))
    best, nearest = whole, abs(now - target)
    for _ in range(6):
        text = written(copy + gap + _novel(guess))
        found = _share(share, text)
        if abs(found - target) < nearest:
            best, nearest = text, abs(found - target)
        if share.low <= found <= share.high:
            return text
        guess = min(_MOST, max(0, guess + round(len(text) * (found - target) / max(target, 0.01)) or guess + 1))
    return best if share.low <= _share(share, best) <= share.high else None


def _share(share: Shares, text: str) -> float:
    run = TABLE["overlap"].run
    assert run is not None
    if share.by_word:
        return float(run(text.split(), share.reference.split(), share.length))
    return float(run(list(text), list(share.reference), share.length))


def _novel(count: int) -> str:
    """`count` letters of which few stretches of three come up twice."""
    size = len(_STRANGE)
    made = []
    for place in range(count):
        lap, at = divmod(place, size)
        made.append(_STRANGE[(at * (lap % (size - 1) + 1) + lap) % size])
    return "".join(made)
