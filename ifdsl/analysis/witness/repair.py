"""Take the texts that came nearest; give them edited, an edit being kept where the text then satisfies more."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, product

from ifdsl.analysis.witness.supply import Supply
from ifdsl.analysis.witness.trial import Trial
from ifdsl.analysis.witness.vocabulary import WORDS

_TOKEN = re.compile(r"\S+\s*")


def repair(supply: Supply, seeds: Sequence[str], stretches: Sequence[str], trial: Trial) -> None:
    """Edit the best texts until one satisfies the whole set.

    Raises:
        Exhausted: see `Trial`; a witness is found that way too.
    """
    for text in [text for text, verdicts in trial.seen.items() if sum(verdicts) == trial.most][:12]:
        for change in WHOLE:
            trial(change(text))
    done: set[tuple[bool, ...]] = set()
    while True:
        leaders = [text for text in trial.leaders(6) if trial(text) not in done]
        if not leaders:
            return
        text = leaders[0]
        done.add(trial(text))
        count = sum(trial(text))
        for edited in edits(text, supply, seeds, stretches):
            if sum(trial(edited)) > count:
                break


def edits(text: str, supply: Supply, seeds: Sequence[str], stretches: Sequence[str]) -> Iterator[str]:
    """Texts one edit away, whole-text edits first."""
    for change in WHOLE:
        yield change(text)
    word = next((word for word in supply.words() if word.isalpha()), "so")
    for seed in seeds[:6]:
        yield from (f"{seed} {text}", f"{text} {seed}", f"{seed}\n{text}", f"{text}\n{seed}", seed + text, text + seed)
    for counts in product(range(4), repeat=3):
        marked = "".join(mark * times for mark, times in zip(".?!", counts, strict=True))
        shown = supply.cased(word.capitalize())
        yield text.rstrip() + "".join(f" {shown}{mark}" for mark in marked)
        yield "".join(f"{shown}{mark} " for mark in marked) + text
    for stretch in stretches:
        for end in islice(re.finditer(r"(?<=\w)(?!\w)", text), 30):
            yield f"{text[: end.start()]} {stretch}{text[end.start() :]}"
    tokens = _TOKEN.findall(text)
    if len(tokens) <= 60:
        for seed in seeds[:3]:
            for place in range(1, min(len(tokens), 12)):
                yield "".join(tokens[:place]) + seed + " " + "".join(tokens[place:])
        for place in range(len(tokens)):
            yield "".join(tokens[:place] + tokens[place + 1 :])
        for place in range(min(len(tokens), 20)):
            for other in supply.words()[: 40 if place < 1 else 3]:
                yield "".join(tokens[:place]) + other + " " + "".join(tokens[place:])
                yield "".join(tokens[:place]) + other + " " + "".join(tokens[place + 1 :])


def _levelled(text: str) -> str:
    """Sentences of the same length: a word of the right length goes in before the last word of each shorter one."""
    sentences = re.split(r"(?<=[.!?])\s+", text)
    most = max(map(len, sentences)) + 2
    made = []
    for sentence in sentences:
        lacking = most - len(sentence)
        head, gap, last = sentence.rpartition(" ")
        word = next((word for word in WORDS if len(word) == lacking - 1), "z" * (lacking - 1))
        made.append(f"{head}{gap}{word} {last}")
    return " ".join(made)


def _indented(text: str) -> str:
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    return "\n".join(" " * place + line for place, line in enumerate(lines))


def _chained(text: str) -> str:
    """Each line ends with its first word."""
    made = []
    for line in text.split("\n"):
        words = line.split()
        made.append(f"{line} {words[0]}" if words and words[0].lower() != words[-1].lower() else line)
    return "\n".join(made)


WHOLE: tuple[Callable[[str], str], ...] = (
    lambda text: text.rstrip(".!?;: "),
    lambda text: re.sub(r"\s+", " ", text),
    lambda text: re.sub(r"\n\s*\n", "\n", text),
    _indented,
    _chained,
    lambda text: re.sub(r"\s+", "", text),
    lambda text: re.sub(r"\s+", "\n", text),
    lambda text: re.sub(r"[.!?](?=\s|$)", "", text),
    lambda text: re.sub(r"[.!?](?=\s|$)", "!", text),
    lambda text: re.sub(r"[.!?](?=\s|$)", "", re.sub(r"\s+", " ", text)),
    lambda text: text.title(),
    lambda text: re.sub(r"\b[a-z]", lambda match: match[0].upper(), text),
    lambda text: text.upper(),
    lambda text: text.lower(),
    lambda text: text.replace("s", "ſ").replace("i", "ı"),
    lambda text: text.replace(",", ""),
    lambda text: " ".join(re.findall(r"\w+", text)),
    lambda text: re.sub(r"(?m)(?<=\S)$", " -", text),
    _levelled,
    lambda text: _levelled(re.sub(r"\s+", " ", text)),
    lambda text: "Ⅷ",
    lambda text: "ⅷ",
    lambda text: " ".join(["CANNOT"] * 3),
    lambda text: " ".join(["CANNOT"] * 4),
)
"""Edits of a whole text. The last ones are words that some counts take for two."""
