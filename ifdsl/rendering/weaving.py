"""Take a task and clauses; give the sentences that weave them together as a person would write them.

A clause goes on from a verb: `in at least 80 words`, `mentioning the river`, `without using any commas`. Three are as
many as a sentence bears; what is left goes on in a sentence of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

Clause = tuple[str, str]
"""A clause as it reads, and as it is to stand in the text."""

MOST_IN_SENTENCE = 3

_RANKS = {
    word: rank
    for rank, words in enumerate(
        (
            ("as", "formatted", "presented", "divided", "organized", "between", "wrapped"),
            ("in", "entirely", "with", "at", "counting", "listing"),
            ("using", "giving", "citing", "quoting", "asking", "writing"),
            ("mentioning", "including", "repeating"),
            ("beginning", "starting", "indenting", "alternating"),
            ("ending", "concluding"),
            ("without", "avoiding"),
        )
    )
    for word in words
}
"""What comes first in a sentence: form, size, what is used, what is named, how it begins, how it ends, what is not."""

_ATTACHED = ("in ", "as ", "entirely ", "at ")
"""What a clause begins with that follows a verb without a comma."""

_FIRST = ("Write your answer", "Please write your answer", "Answer", "Make sure to answer", "Give your answer")
_NEXT = (
    ("Write it", "Also write it"),
    ("Please write it", "Please also write it"),
    ("Compose it", "Also compose it"),
    ("Make sure to write it", "Make sure as well to write it"),
    ("Be sure to write it", "Be sure also to write it"),
)
WAYS = len(_FIRST)
"""Ways to go on after a task; a register chooses one."""


def woven(stem: str, task: str, gap: str, clauses: Sequence[Clause], language: str, register: int) -> str:
    """The task with its clauses.

    Args:
        stem: the task ready for a clause to follow; empty where none can.
        gap: what separates the task from a sentence after it.
        language: `en` or `zh`.
        register: which way to go on after the task.
    """
    if not clauses:
        return task
    if language == "zh":
        joined = "，".join(shown for _, shown in clauses)
        return f"{stem}，{joined}。" if stem else f"{task}{gap}{_FIRST_ZH[register % len(_FIRST_ZH)]}{joined}。"
    groups = _grouped(sorted(clauses, key=lambda clause: _RANKS.get(clause[0].partition(" ")[0], 2)))
    first, *rest = groups
    heads = _NEXT[register % WAYS]
    if stem and _bears_more(stem):
        comma = "" if first[0][0].startswith(_ATTACHED) else ","
        sentences = [f"{stem}{comma} {_series(first)}."]
        said = 0
    elif stem:
        sentences = [f"{stem}. {heads[0]} {_series(first)}."]
        said = 1
    else:
        sentences = [f"{task}{gap}{_FIRST[register % WAYS]} {_series(first)}."]
        said = 0
    sentences += [f"{heads[min(place, 1)]} {_series(group)}." for place, group in enumerate(rest, start=said)]
    return " ".join(sentences)


def _bears_more(stem: str) -> bool:
    """Whether a clause after a task would be taken to belong to its verb, and not to what stands last."""
    words = stem.split()
    return (
        len(words) <= _MOST_WORDS and not _ASIDE.intersection(word.strip(".,;:") for word in words) and "," not in stem
    )


_MOST_WORDS = 10
_ASIDE = frozenset(
    {"that", "which", "who", "whose", "where", "when", "while", "because", "in", "with", "as", "without"}
)


_FIRST_ZH = ("回答要求：", "请注意：", "要求如下：", "写的时候，")


def _grouped(clauses: Sequence[Clause]) -> list[Sequence[Clause]]:
    """The clauses in sentences of like length."""
    count = ceil(len(clauses) / MOST_IN_SENTENCE)
    size, more = divmod(len(clauses), count)
    groups, at = [], 0
    for place in range(count):
        end = at + size + (place < more)
        groups.append(clauses[at:end])
        at = end
    return groups


def _series(clauses: Sequence[Clause]) -> str:
    shown = [clause[1] for clause in clauses]
    if len(shown) == 1:
        return shown[0]
    if len(shown) == 2:
        first, second = (text.partition(" ")[0].endswith("ing") for text, _ in clauses)
        if second and not first:
            return ", ".join(shown)
        plain = not any("," in text or " and " in text or " or " in text for text, _ in clauses)
        return f"{shown[0]}{'' if plain else ','} and {shown[1]}"
    return f"{', '.join(shown[:-1])}, and {shown[-1]}"
