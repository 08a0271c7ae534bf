"""Take a task and clauses; give the sentences that weave them together as a person would write them.

A clause goes on from a verb: `in at least 80 words`, `mentioning the river`, `without using any commas`. Three are as
many as a sentence bears, and not every clause suits every task: `woven_well` says which are to be clauses, and what it
leaves out is better said in a sentence of its own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import ceil

from ifdsl.rendering.prose import Part

MOST_IN_SENTENCE = 3

_RANKS = {
    word: rank
    for rank, words in enumerate(
        (
            ("in", "on", "entirely"),
            ("as", "formatted", "presented", "divided", "split", "organized", "written", "between", "wrapped", "under"),
            ("with", "at", "by", "counting", "listing"),
            ("using", "giving", "citing", "quoting", "asking", "putting", "writing", "keeping"),
            ("mentioning", "including", "repeating"),
            ("beginning", "opening", "starting", "indenting", "alternating"),
            ("ending", "closing", "concluding"),
            ("without", "avoiding", "leaving", "never"),
        )
    )
    for word in words
}
"""What comes first in a sentence: size, form, what is used, what is named, how it begins, how it ends, what is not."""
_RANK_OF_OTHERS = 3

_ATTACHED = ("in ", "as ", "on ", "entirely ", "by ")
"""What a clause begins with that follows a verb without a comma."""

_AFTER_VERB = frozenset({"in", "on", "as", "entirely", "with", "by", "using", "without"})
"""What a clause begins with that goes well after `Answer` or `Write it`."""
_AFTER_BE = frozenset(
    {"formatted", "presented", "divided", "split", "organized", "written", "between", "wrapped", "under"}
)
"""What a clause begins with that goes well after `Your answer should be`."""

_ANSWER = ("Write your answer", "Please answer", "Answer", "Make sure to answer", "Please write your answer")
_ANSWER_AS = ("Answer", "Please answer", "Give your answer", "Make sure to answer", "Please give your answer")
_ANSWER_BY = ("Answer", "Please answer", "Answer", "Make sure to answer", "Do this")
_ANSWER_DOING = ("Write your answer", "Please write your answer", "Make sure to write your answer")
_ANSWER_BE = ("Your answer should be", "The answer should be", "Your answer has to be", "All of it should be")
_WRITE = ("Write it", "Please write it", "Write it", "Make sure to write it", "Please make sure to write it")
_WRITE_BE = ("It should be", "The text should be", "It has to be", "All of it should be")

_WRITING = re.compile(
    r"(?:write|compose|draft|create)(?: me| us)? (?:a|an|the|my|our|your|some|one|this)\b[^.!?]*[.!?]?\s*$",
    re.IGNORECASE,
)
"""A last sentence that asks for something to be written, which can be called `it`."""
_MOST_WORDS = 10
_FEW_WORDS = 6
# fmt: off
_ASIDE = frozenset({
    "as", "because", "between", "how", "if", "in", "that", "what", "when", "where", "whether", "which", "while", "who",
    "whose", "why", "with", "without",
})
# fmt: on
"""After one of these a clause would be taken to belong to what stands there."""
_QUOTED = re.compile(r'"[^"]*"')
_HEAVY = 12

_FIRST_ZH = ("回答要求：", "请注意：", "要求如下：", "写的时候，")
_NEXT_ZH = ("另外，", "此外，", "同时，", "还要注意：")


def woven_well(
    clauses: Sequence[str], stem: str, language: str, register: int, first: frozenset[int] = frozenset()
) -> frozenset[int]:
    """The positions of the clauses that are to be woven in with a task; the others are better sentences.

    Args:
        clauses: all clauses that there are.
        stem: the task ready for a clause to follow; empty where none can.
        language: `en` or `zh`.
        register: 0 takes as many as a sentence bears; others may take less.
        first: the positions of those that should be woven in if any are.
    """
    most = MOST_IN_SENTENCE - register % 3 // 2
    if language == "zh":
        ordered = sorted(range(len(clauses)), key=lambda place: place not in first)
        return frozenset(ordered if len(clauses) <= most + 1 else ordered[:most])
    fitting = [place for place, clause in enumerate(clauses) if _fits(clause, stem)]
    light = [place for place in fitting if place in first or not _is_heavy(clauses[place])]
    ordered = sorted(light or fitting[:1], key=lambda place: (place not in first, _rank(clauses[place])))
    if not _goes_on(stem):
        # One must go on from the words that begin the sentence.
        heads = next((place for place in ordered if _heads(clauses[place])), None)
        ordered = [place for place in ordered if place in first] if heads is None else ordered
        ordered.sort(key=lambda place: place != heads)
    chosen: list[int] = []
    for again in (False, True):
        for place in ordered:
            words = [_first(clauses[one]) for one in chosen]
            if place not in chosen and len(chosen) < most and (again or _first(clauses[place]) not in words):
                chosen.append(place)
    return frozenset(chosen)


def woven(
    stem: str, task: str, gap: str, clauses: Sequence[Part], rest: str, language: str = "en", register: int = 0
) -> str:
    """The task with its clauses, and what else there is to say.

    Args:
        stem: the task ready for a clause to follow; empty where none can.
        task: the task as it is.
        gap: what separates the task from a sentence after it.
        clauses: all of them are woven in.
        rest: the other requirements as sentences, which follow; may be empty.
        language: `en` or `zh`.
        register: which way to go on after the task.
    """
    if not clauses:
        if stem and rest and gap.strip(" "):
            # One statement that only lacks its full stop.
            return f"{stem}。{rest}" if language == "zh" else f"{stem}. {rest}"
        return task + gap + rest if rest else task
    if language == "zh":
        return _woven_zh(stem, task, gap, clauses, register) + rest
    if _goes_on(stem):
        first, *more = _grouped(sorted(clauses, key=lambda clause: _rank(clause.text)))
        comma = "" if first[0].text.startswith(_ATTACHED) else ","
        sentences = [f"{stem}{comma} {_series(first)}."]
    else:
        first, *more = _grouped(sorted(clauses, key=lambda clause: (not _heads(clause.text), _rank(clause.text))))
        begin = f"{stem}. " if stem else task + gap
        sentences = [f"{begin}{_head(task, first[0].text, register)} {_series(first)}."]
    for group in more:
        sentences.append(f"{_head(task, group[0].text, register + 1)} {_series(group)}.")
    return " ".join([*sentences, rest] if rest else sentences)


def _fits(clause: str, stem: str) -> bool:
    """Whether a clause can go on from a task of this form."""
    if _goes_on(stem):
        # `Explain why the sea is salty as one list` would say what the sea is.
        return _first(clause) != "as" or len(stem.split()) <= _FEW_WORDS
    return True


def _goes_on(stem: str) -> bool:
    """Whether a clause after a task would be taken to belong to its verb, and not to what stands last."""
    words = stem.split()
    aside = _ASIDE.intersection(word.strip(".,;:").lower() for word in words)
    return 0 < len(words) <= _MOST_WORDS and not aside and "," not in stem


def _head(task: str, clause: str, register: int) -> str:
    """The words that lead to a clause in a sentence of its own."""
    word = _first(clause)
    heads: tuple[str, ...]
    writes = _WRITING.search(task) is not None
    if word in _AFTER_BE:
        heads = _WRITE_BE if writes else _ANSWER_BE
    elif writes:
        heads = _WRITE
    else:
        heads = {"as": _ANSWER_AS, "by": _ANSWER_BY}.get(word, _ANSWER if _heads(clause) else _ANSWER_DOING)
    return heads[register % len(heads)]


def _heads(clause: str) -> bool:
    """Whether a clause goes on well from the words that begin a sentence after the task."""
    return _first(clause) in _AFTER_VERB | _AFTER_BE


def _first(text: str) -> str:
    return text.partition(" ")[0]


def _rank(clause: str) -> int:
    return _RANKS.get(_first(clause), _RANK_OF_OTHERS)


def _is_heavy(clause: str) -> bool:
    plain = _QUOTED.sub("it", clause)
    return "," in plain or len(clause.split()) > _HEAVY


def _grouped(clauses: Sequence[Part]) -> list[Sequence[Part]]:
    """The clauses in sentences of like length."""
    count = ceil(len(clauses) / MOST_IN_SENTENCE)
    size, more = divmod(len(clauses), count)
    groups, at = [], 0
    for place in range(count):
        end = at + size + (place < more)
        groups.append(clauses[at:end])
        at = end
    return groups


def _series(clauses: Sequence[Part]) -> str:
    shown = [clause.show(clause.text) for clause in clauses]
    if len(shown) == 1:
        return shown[0]
    if len(shown) == 2:
        first, second = (_first(clause.text) for clause in clauses)
        if second.endswith("ing") and not first.endswith("ing"):
            return ", ".join(shown)
        plain = not any(mark in clause.text for clause in clauses for mark in (",", " and ", " or ", f" {second} "))
        return f"{shown[0]}{'' if plain else ','} and {shown[1]}"
    return f"{', '.join(shown[:-1])}, and {shown[-1]}"


def _woven_zh(stem: str, task: str, gap: str, clauses: Sequence[Part], register: int) -> str:
    first, *rest = _grouped(clauses) if len(clauses) > MOST_IN_SENTENCE + 1 else [clauses]
    begin = f"{stem}，" if stem else f"{task}{gap}{_FIRST_ZH[register % len(_FIRST_ZH)]}"
    sentences = [f"{begin}{'，'.join(clause.show(clause.text) for clause in first)}。"]
    for group in rest:
        shown = "，".join(clause.show(clause.text) for clause in group)
        sentences.append(f"{_NEXT_ZH[register % len(_NEXT_ZH)]}{shown}。")
    return "".join(sentences)
