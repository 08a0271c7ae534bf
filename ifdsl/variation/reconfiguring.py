"""Take an original; give it with arguments drawn anew, in its prompt and in what is graded, or with another task."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final

from ifdsl.analysis.demands import Demand
from ifdsl.primitives.ranges import Range
from ifdsl.variation.originals import Wanted
from ifdsl.variation.proposing import Bench, Proposal
from ifdsl.variation.redrawing import alterable, redrawn
from ifdsl.variation.stating import is_choice, is_language, languages_of, stands
from ifdsl.variation.substituting import substituted
from ifdsl.variation.swapping import swapped
from ifdsl.variation.witnesses import same_set

NO_WITNESS: Final = "no witness"
NOTHING_ELSE: Final = "no arguments that make sense"
NO_PLACE: Final = "no sure place for the new argument"
_ROOM = 3
"""How far the two bounds of one count stay apart at least."""


def reconfigured(bench: Bench, random: Random) -> Proposal | str:
    """One alteration, or why there is none: other arguments; another task where no argument can be drawn."""
    places = [place for place, one in enumerate(bench.original.must) if one.flat and alterable(one.demand)]
    if not places:
        return swapped(bench, random)
    count = 1 if len(places) == 1 or random.randrange(3) else 2
    chosen = random.sample(places, count)
    changed: dict[int, Wanted] = {}
    for place in sorted(chosen):
        values = redrawn(bench.original.must[place].demand, random)
        if values is None:
            return NO_PLACE
        changed[place] = bench.original.must[place].altered(values)
    must = tuple(changed.get(place, one) for place, one in enumerate(bench.original.must))
    demands = [one.demand for one in must]
    if same_set(demands, bench.original.demands) or _is_pinched(bench.original.demands, demands, changed):
        return NOTHING_ELSE
    written = _text(bench, must, changed, random)
    if written is None:
        return NO_PLACE
    text, must, pattern, clean = written
    if _says_old(bench, text, must, changed):
        return NO_PLACE
    witness = bench.witnesses.of([one.demand for one in must], bench.witness)
    if witness is None:
        return NO_WITNESS
    change = "; ".join(_said(bench.original.must[place].demand, must[place].demand) for place in sorted(changed))
    meta = ((("pattern", pattern),) if pattern else ()) + (("change", change),)
    return Proposal(text, must, bench.original.should, witness, meta, clean)


def _says_old(bench: Bench, text: str, must: Sequence[Wanted], changed: Mapping[int, Wanted]) -> bool:
    """Whether a prompt still says of a changed demand what its original says."""
    stated = bench.original.stated
    return stated and any(_names_old(text, bench.original.must[place].demand, must[place].demand) for place in changed)


def _text(
    bench: Bench, must: tuple[Wanted, ...], changed: Mapping[int, Wanted], random: Random
) -> tuple[str, tuple[Wanted, ...], str, bool] | None:
    """The prompt with the new arguments, what is then graded, and the pattern; None where it cannot be written."""
    original = bench.original
    if not original.stated:
        written = bench.writer.written(original.text, must, original.should, random)
        return None if isinstance(written, str) else (written.text, must, written.pattern, True)
    parted = bench.parted
    again = parted.request is None and set(changed) <= parted.covered
    if again and random.randrange(2):
        said = [must[place] for place in parted.restated]
        written = bench.writer.written(parted.task, said, original.should, random, said=original.text)
        if not isinstance(written, str):
            return written.text, must, written.pattern, parted.clean
    text = original.text
    demands = list(original.demands)
    for place, one in changed.items():
        put = substituted(text, demands, place, one.demand)
        if put is None:
            return None
        text, demands[place] = put, one.demand
    return text, _with_request(bench, text, must), "", bench.parted.clean


def _with_request(bench: Bench, text: str, must: tuple[Wanted, ...]) -> tuple[Wanted, ...]:
    """What is graded, where a changed stretch of the prompt is to be repeated: as it now stands."""
    span = bench.parted.request
    if span is None:
        return must
    old = bench.original.text
    request, end = old[slice(*span)], len(old) - span[1]
    new = text[span[0] : len(text) - end]
    return tuple(
        one.altered(tuple(new if argument == request else argument for argument in one.demand.arguments))
        if request in one.demand.arguments
        else one
        for one in must
    )


def _is_pinched(before: Sequence[Demand], after: Sequence[Demand], changed: Mapping[int, Wanted]) -> bool:
    """Whether the two bounds of one count, of which one was drawn anew, now are of two things or leave no room."""
    for place in changed:
        for other, each in enumerate(after):
            if other == place or each.constraint.name != after[place].constraint.name:
                continue
            if _things(before[place]) != _things(before[other]):
                continue
            if _things(after[place]) != _things(each) or abs(_sum(after[place]) - _sum(each)) < _ROOM:
                return True
    return False


def _things(demand: Demand) -> list[Any]:
    """What is counted: the arguments that are no numbers and no choice."""
    pairs = zip(demand.constraint.parameters, demand.arguments, strict=True)
    return [value for one, value in pairs if not isinstance(value, int | float) and not is_choice(one)]


def _sum(demand: Demand) -> float:
    return sum(value for value in demand.arguments if isinstance(value, int | float))


def _names_old(text: str, old: Demand, new: Demand) -> bool:
    """Whether a prompt still names a language, or quotes a text, that is no argument any more."""
    for parameter, before, after in zip(old.constraint.parameters, old.arguments, new.arguments, strict=True):
        if before == after or is_choice(parameter):
            continue
        if isinstance(before, str) and is_language(old, parameter.name):
            if any(stands(text, name) for name in languages_of(before)):
                return True
            continue
        texts = [before] if isinstance(before, str) else before if isinstance(before, list | tuple) else []
        kept = [after] if isinstance(after, str) else after if isinstance(after, list | tuple) else []
        for one in texts:
            if isinstance(one, str) and one not in kept and _is_quoted(text, one):
                return True
    return False


def _is_quoted(text: str, value: str) -> bool:
    return re.search(rf"[\"“'‘]{re.escape(value)}[\"”'’]", text, re.IGNORECASE) is not None


def _said(old: Demand, new: Demand) -> str:
    """What of a demand was altered, in words."""
    pairs = zip(old.constraint.parameters, old.arguments, new.arguments, strict=True)
    changes = [f"{one.name} {_shown(before)} is now {_shown(after)}" for one, before, after in pairs if before != after]
    return f"{old.constraint.short_name}: {', '.join(changes)}"


def _shown(value: Any) -> str:
    if isinstance(value, Range):
        low, high = ("" if bound is None else str(bound) for bound in (value.lo, value.hi))
        return low if low == high else f"{low}..{high}"
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, Sequence):
        return f"[{', '.join(map(_shown, value))}]"
    return str(value)
