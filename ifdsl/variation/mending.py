"""Take an original that no text satisfies; give it without the fewest demands, in its prompt and in what is graded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from ifdsl.analysis.certificate import certify
from ifdsl.variation.knowing import known
from ifdsl.variation.originals import Original
from ifdsl.variation.parting import part, requests
from ifdsl.variation.stating import unstated
from ifdsl.variation.witnesses import Witnesses


@dataclass(frozen=True, slots=True)
class Mended:
    """An original with a witness, and the names of the demands that were left out of it."""

    original: Original
    witness: str
    left_out: tuple[str, ...]


def mended(original: Original, witnesses: Witnesses) -> Mended | None:
    """An original that a text satisfies; None where none is found.

    Of equally few demands those are left out that belong to the core of the conflict, and of these first such as leave
    a prompt that does not ask for them any more.
    """
    witness = witnesses.of(original.demands)
    if witness is not None:
        return Mended(original, witness, ())
    demands = original.demands
    core = certify(demands, witnesses.check(demands), declared=witnesses.declared, details=False).core
    places = [*core, *(place for place in range(len(demands)) if place not in core)]
    for count in range(1, len(demands)):
        found: list[Mended] = []
        for out in combinations(places, count):
            kept = tuple(one for place, one in enumerate(original.must) if place not in out)
            witness = witnesses.of([one.demand for one in kept])
            if witness is None:
                continue
            names = tuple(demands[place].constraint.short_name for place in out)
            text = _without(original, out)
            if text is not None:
                return Mended(replace(original, text=text, must=kept), witness, names)
            found.append(Mended(replace(original, must=kept), witness, names))
        if found:
            return found[0]
    return None


def _without(original: Original, out: Sequence[int]) -> str | None:
    """The prompt without what asks for some demands; None where that cannot be taken out."""
    if not original.stated:
        return original.text
    text, demands = original.text, original.demands
    if len(out) == 1:
        for start, end in requests(text, known(demands[out[0]])):
            # A request without the demand that it be repeated is the request.
            return text[start:end]
    parted = part(text, demands)
    stretches = [one for one in parted.statements if one.places <= set(out)]
    if not stretches or not set(out) <= frozenset[int]().union(*(one.places for one in stretches)):
        return None
    for one in sorted(stretches, key=lambda one: one.start, reverse=True):
        text = f"{text[: one.start].rstrip(' ')} {text[one.end :].lstrip(' ')}".strip()
    rest = [one for place, one in enumerate(demands) if place not in out]
    return None if any(unstated(text, one) for one in rest) else text
