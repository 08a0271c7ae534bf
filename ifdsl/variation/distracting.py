"""Take an original; give it with a constraint or two more, which are not graded and can hold together with all else."""

from __future__ import annotations

import re
from random import Random
from typing import Final

from ifdsl.analysis.demands import Demand
from ifdsl.ir import nodes as n
from ifdsl.ir.varying import arguments
from ifdsl.recognition import Reading, recognise
from ifdsl.variation.originals import Wanted, wanted
from ifdsl.variation.placing import added
from ifdsl.variation.proposing import Bench, Proposal
from ifdsl.variation.stating import is_language
from ifdsl.variation.stock import side_of
from ifdsl.variation.writing import NOT_READ_BACK

NOT_JOINED: Final = "no plain witness with the extra constraint"
NO_TYPE: Final = "no type of another group"
_LINKS = ("", "", "", "Also: ", "One more thing: ", "In addition: ", "Please note: ", "And one more request: ")
_SHAPES = re.compile(r"\b(?:json|xml|csv|html)\b", re.IGNORECASE)
_IN_ANY_SHAPE = ("content", "punctuation")
"""What may be asked for besides where the whole answer is data: words and marks."""
_APART = (
    "This is not to be repeated, but keep to it in your answer: ",
    "Not part of what you repeat, but also asked for: ",
    "For the answer itself, this holds as well: ",
)
"""What leads on from a request that is to be repeated."""


def distracted(bench: Bench, random: Random) -> Proposal | str:
    """One distractor, or why there is none."""
    extra = _drawn(bench, random)
    if not extra:
        return NO_TYPE
    demands = [one.demand for one in extra]
    witness = bench.witnesses.joined(bench.original.demands, bench.witness, demands)
    if witness is None:
        return NOT_JOINED
    said: list[str] = []
    for one in extra:
        sentences = bench.writer_of(one.demand.constraint).sentences([one], random)
        if isinstance(sentences, str):
            return sentences
        said += sentences
    if _is_graded(bench, said):
        return NOT_READ_BACK
    text = _text(bench, said, random)
    if text is None:
        return NOT_READ_BACK
    meta = (("change", f"added and not graded: {' '.join(said)}"),)
    return Proposal(text, bench.original.must, bench.original.should, witness, meta, beside=tuple(demands))


def _drawn(bench: Bench, random: Random) -> list[Wanted]:
    """One extra constraint, at times two, each about another side of a text than all the others."""
    taken = [one.constraint for one in bench.original.demands]
    foreign = any(_is_foreign(one.demand) for one in bench.original.must)
    shaped = any(_SHAPES.search(_said(one.constraint)) for one in bench.original.demands)
    ids: dict[str, int] = {}
    found: list[Wanted] = []
    for _ in range(2 if random.randrange(4) == 0 else 1):
        sides: dict[str, list[n.Constraint]] = {}
        for one in bench.stock.others(taken):
            if (foreign and _is_about_words(one)) or (shaped and side_of(one) not in _IN_ANY_SHAPE):
                continue
            sides.setdefault(side_of(one), []).append(one)
        if not sides:
            break
        # First the side, then the type: a side with many types is no likelier than one with few.
        constraint = random.choice(sides[random.choice(sorted(sides))])
        values = arguments(constraint, random)
        assert values is not None, "it can be drawn"
        found.append(wanted(Demand(constraint.short_name, constraint, values), ids))
        taken.append(constraint)
    return found


def _said(constraint: n.Constraint) -> str:
    """The literal words of the main wording of a type."""
    wordings = [one for one in constraint.wordings if one.language == "en"]
    return " ".join(part for one in wordings[:1] for part in one.text.parts if isinstance(part, str))


def _is_foreign(demand: Demand) -> bool:
    """Whether a demand is for another language than English, beside which English words are out of place."""
    pairs = zip(demand.constraint.parameters, demand.arguments, strict=True)
    return any(is_language(demand, one.name) and value != "en" for one, value in pairs)


def _is_about_words(constraint: n.Constraint) -> bool:
    return any(one.type in ("text", "list[text]") for one in constraint.parameters)


def _text(bench: Bench, said: list[str], random: Random) -> str | None:
    """The original's prompt with the sentences; None where what it does not state cannot be said either."""
    original = bench.original
    if not original.stated:
        written = bench.writer.written(original.text, original.must, original.should, random)
        return None if isinstance(written, str) else added(written.text, f"{random.choice(_LINKS)}{' '.join(said)}")
    link = random.choice(_LINKS)
    if bench.request is not None:
        return f"{original.text.rstrip()}\n\n{random.choice(_APART)}{' '.join(said)}"
    if not bench.faults:
        return added(original.text, f"{link}{' '.join(said)}")
    if bench.parted.restated:
        # What the original says otherwise than it is graded is said as it is.
        rest = [original.must[place] for place in bench.parted.restated]
        written = bench.writer.written(bench.parted.task, rest, original.should, random, said=original.text)
        return None if isinstance(written, str) else added(written.text, f"{link}{' '.join(said)}")
    missing = [one for place, one in enumerate(original.must) if ("unstated", str(place)) in bench.faults]
    more = bench.writer.sentences(missing, random)
    return None if isinstance(more, str) else added(original.text, " ".join([*more, f"{link}{' '.join(said)}"]))


def _is_graded(bench: Bench, said: list[str]) -> bool:
    """Whether a sentence that is not graded says what is graded."""
    graded = {one.constraint.name for one in bench.original.demands}
    for sentence in said:
        found = recognise(sentence, bench.writer.words)
        if isinstance(found, Reading):
            named = {one.constraint for one in found.requirements if isinstance(one, n.Demand)}
            if named & graded:
                return True
    return False
