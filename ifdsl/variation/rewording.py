"""Take an original; give it in other words: other wordings, order, pattern and register, with the same checks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from typing import Final

from ifdsl.rendering.prompt import LISTING
from ifdsl.variation.asking import posed
from ifdsl.variation.frames import framed, opened, reminded
from ifdsl.variation.originals import Wanted
from ifdsl.variation.parting import Parted
from ifdsl.variation.proposing import Bench, Proposal
from ifdsl.variation.stating import stands
from ifdsl.variation.writing import Written

NOTHING_NEW: Final = "nothing in other words"
_MARK = re.compile(r"\s*(?:[-*•]|\(?\d{1,2}[.)])\s+")
_SHORT = 60
"""Code points of an argument that a prompt may hold twice."""


def reworded(bench: Bench, random: Random) -> Proposal | str:
    """One rephrasing of the original, or why there is none."""
    original = bench.original
    if not original.stated:
        written = bench.writer.written(posed(original.text, random), original.must, original.should, random)
        clean = True
    else:
        written = restated(bench, random)
        clean = bench.parted.clean
    if isinstance(written, str):
        return written
    meta = (("pattern", written.pattern),) if written.pattern else ()
    return Proposal(written.text, original.must, original.should, bench.witness, meta, clean)


def restated(bench: Bench, random: Random) -> Written | str:
    """What a person wrote, with what it asks for in other words: after its task, or after the whole text."""
    original, parted = bench.original, bench.parted
    if parted.request is not None:
        return _of_request(bench, parted, random)
    said = [original.must[place] for place in parted.restated]
    if said:
        task = posed(parted.task, random) if parted.clean else parted.task
        return bench.writer.written(task, said, original.should, random, said=original.text)
    if parted.alone and random.randrange(2):
        return _in_place(bench, parted, random)
    # A request to repeat the text above would be about a reminder too, if that held the text once more.
    once = [one for one in original.must if not _holds_text(one, original.text) and bench.writer.says(one)]
    if not once or random.randrange(10) == 0:
        return Written(framed(original.text, random), "")
    chosen = random.sample(once, random.randint(1, len(once)))
    rules = bench.writer.sentences(chosen, random)
    if isinstance(rules, str):
        return rules
    text = original.text if random.randrange(3) else opened(original.text, random)
    return Written(reminded(text, rules, random), "")


def _in_place(bench: Bench, parted: Parted, random: Random) -> Written | str:
    """The prompt with sentences that state demands said anew, each where it stands."""
    text = bench.original.text
    chosen = random.sample(parted.alone, random.randint(1, len(parted.alone)))
    for one in sorted(chosen, key=lambda one: one.start, reverse=True):
        rules = bench.writer.sentences([bench.original.must[place] for place in sorted(one.places)], random)
        if isinstance(rules, str):
            return rules
        mark = _MARK.match(text, one.start, one.end)
        start = one.start if mark is None else mark.end()
        text = f"{text[:start]}{' '.join(rules)}{text[one.end :]}"
    return Written(text, "")


def _of_request(bench: Bench, parted: Parted, random: Random) -> Written | str:
    """A request that is to be repeated: it stays as it is, and that it be repeated is said in other words."""
    text = bench.original.text
    if random.randrange(4) == 0:
        return Written(opened(text, random), "")
    must = [bench.original.must[place] for place in parted.restated]
    rules = bench.writer.sentences(must, random)
    if isinstance(rules, str):
        return rules
    made = _in_order(rules, text[slice(*parted.request)])  # type: ignore[misc]
    return Written(opened(made, random) if random.randrange(3) == 0 else made, LISTING)


def _in_order(rules: Sequence[str], request: str) -> str:
    """The rules, that with the request last, for it may end in anything."""
    return "\n\n".join(sorted(rules, key=lambda rule: request in rule))


def _holds_text(one: Wanted, text: str) -> bool:
    """Whether an argument is a stretch of the prompt that is too long to be said twice."""
    arguments = one.demand.arguments
    return any(isinstance(value, str) and len(value) > _SHORT and bool(stands(text, value)) for value in arguments)
