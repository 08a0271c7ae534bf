"""Take an original; give another task with the same demands."""

from __future__ import annotations

import re
from random import Random
from typing import Final

from ifdsl.datasets.tasks import Task
from ifdsl.variation.originals import Wanted
from ifdsl.variation.proposing import Bench, Proposal
from ifdsl.variation.stating import stands
from ifdsl.variation.writing import NO_WORDING

NO_TASK: Final = "no task to swap in"
_LEAST = 4
"""Words of an argument that may be a stretch of the task."""
_MARK = re.compile(r"^(?:[-*•]|\(?\d{1,2}[.)])\s+")
_YES_OR_NO = re.compile(r"(?:is|are|was|were|do|does|did|can|could|should|will|would|has|have)\b[^?]*\?", re.IGNORECASE)


def swapped(bench: Bench, random: Random) -> Proposal | str:
    """The demands with another task, or why there is none.

    A question that is answered by yes or no gives way to another one, for the demands may rest on it.
    """
    tasks = _fitting(bench)
    if not tasks:
        return NO_TASK
    task = random.choice(tasks)
    original = bench.original
    tied = [place for place, one in enumerate(original.must) if _is_tied(one, bench.original.text)]
    if len(tied) > 1:
        return NO_TASK
    meta = (("task", task.id), ("change", f"another task: {_shown(task.text)}"))
    if tied:
        return _with_request(bench, task, tied[0], meta, random)
    own = _in_own_words(bench)
    if own is None:
        return NO_WORDING
    must = [one for place, one in enumerate(original.must) if place not in own[0]]
    text = f"{task.text}\n\n{own[1]}" if own[1] else task.text
    written = bench.writer.written(text, must, original.should, random, said=original.text)
    if isinstance(written, str):
        return written
    return Proposal(written.text, original.must, original.should, bench.witness, (("pattern", written.pattern), *meta))


def _in_own_words(bench: Bench) -> tuple[frozenset[int], str] | None:
    """The demands that no wording says well, and the sentences of the original that say them; None without such."""
    unsaid = frozenset(place for place, one in enumerate(bench.original.must) if not bench.writer.says(one))
    if not unsaid:
        return unsaid, ""
    found = [one for one in bench.parted.alone if one.places & unsaid] if bench.original.stated else []
    places = frozenset[int]().union(*(one.places for one in found))
    if not unsaid <= places:
        return None
    text = bench.original.text
    return places, " ".join(_MARK.sub("", text[one.start : one.end].strip()) for one in found)


def _with_request(
    bench: Bench, task: Task, place: int, meta: tuple[tuple[str, str], ...], random: Random
) -> Proposal | str:
    """Another request to be repeated: another task with the other demands, which then is the argument of that one."""
    original = bench.original
    others = tuple(one for at, one in enumerate(original.must) if at != place)
    request = task.text
    if others:
        written = bench.writer.written(task.text, others, (), random)
        if isinstance(written, str):
            return written
        request = written.text
    old = original.must[place]
    arguments = tuple(request if _is_part(one, original.text) else one for one in old.demand.arguments)
    must = (*original.must[:place], old.altered(arguments), *original.must[place + 1 :])
    witness = bench.witnesses.of([one.demand for one in must])
    if witness is None:
        return "no witness"
    rules = bench.writer.sentences([must[place]], random)
    if isinstance(rules, str):
        return NO_WORDING
    return Proposal(rules[0], must, original.should, witness, meta)


def _fitting(bench: Bench) -> list[Task]:
    lead = bench.task.strip()
    if _asks_yes_or_no(lead):
        return [one for one in bench.stock.tasks if _YES_OR_NO.fullmatch(one.text.strip())]
    return [one for one in bench.stock.tasks if not _YES_OR_NO.fullmatch(one.text.strip())]


def _asks_yes_or_no(task: str) -> bool:
    """Whether a task is a question, or leads to one, that is answered by yes or no."""
    sentences = re.split(r"(?<=[.?!])\s+", task)
    return any(
        _YES_OR_NO.match(sentence) and not re.match(r"(?:can|could|would|will) you\b", sentence, re.IGNORECASE)
        for sentence in sentences[:3]
    )


def _is_tied(one: Wanted, text: str) -> bool:
    return one.flat and any(_is_part(argument, text) for argument in one.demand.arguments)


def _is_part(argument: object, text: str) -> bool:
    """Whether an argument is a stretch of the prompt that stands there without quotation marks: a request, say."""
    if not isinstance(argument, str) or len(argument.split()) < _LEAST:
        return False
    return any(start == 0 or text[start - 1] == "\n" for start, _ in stands(text, argument))


def _shown(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 80 else f"{line[:79]}…"
