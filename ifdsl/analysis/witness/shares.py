"""Take a reference and the texts that came nearest; give texts that share more or less of it."""

from __future__ import annotations

from collections.abc import Iterator

from ifdsl.analysis.witness.supply import Supply
from ifdsl.analysis.witness.trial import Trial

_STRANGE = "ȹȺȻȼȽȾɁɃɄɅɆɈɊɌɎʘʙʚʛʜʝʞʟʠʡʢ"


def mixed(reference: str, supply: Supply, trial: Trial) -> None:
    """Check mixtures of a good text, the reference, and what shares nothing with it.

    Raises:
        Exhausted: see `Trial`; a witness is found that way too.
    """
    for base in (*trial.leaders(2), ""):
        for gap in (" ", ""):
            for text in _ladder(base, gap, reference, supply):
                trial(text)


def _ladder(base: str, gap: str, reference: str, supply: Supply) -> Iterator[str]:
    size = len(reference)
    copied = [reference[: size * part // 8] for part in range(8, -1, -2)]
    for copy in copied:
        held = f"{base}{gap}{copy}" if base else copy
        total = max(len(held), 3)
        for part in range(0, 41):
            # Characters that no text holds: each is a sequence that the reference lacks.
            yield held + gap + _novel(total * part // 20)
        if not base:
            continue
        for part in range(0, 41, 2):
            yield f"{_novel(total * part // 20)}{gap}{held}"


def _novel(count: int) -> str:
    """`count` characters of which no three in a row come up twice, for as long as that is possible."""
    letters, size = _STRANGE, len(_STRANGE)
    made = []
    for place in range(count):
        lap, at = divmod(place, size)
        made.append(letters[(at * (lap % (size - 1) + 1) + lap) % size])
    return "".join(made)


__all__ = ["mixed"]
