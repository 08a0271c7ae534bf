"""Take all that is graded; give what it counts, with what several instructions ask of one count taken together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from ifdsl.linting.graded import Graded, shown
from ifdsl.linting.quantities import Quantity
from ifdsl.linting.units import TIMES
from ifdsl.primitives.ranges import Range


@dataclass(frozen=True)
class Count:
    """One count that is graded, by one instruction or several together.

    Attributes:
        wanted: how many, of what.
        by: what grades it; never empty.
        subjects: in small letters, the texts whose number it is; none where pieces of the response are counted.
    """

    wanted: Quantity
    by: tuple[Graded, ...]
    subjects: tuple[str, ...] = ()

    @property
    def first(self) -> Graded:
        return self.by[0]

    @property
    def title(self) -> str:
        return self.first.title

    @property
    def named(self) -> set[int | float]:
        """The numbers that stand for it in the arguments, or in the sentence that is graded."""
        near = around(self.wanted.number)
        arguments = {v.value for one in self.by for v in one.numbers if v.value in near}
        return {number for number in arguments if isinstance(number, int | float)} or set(self.wanted.number)

    @property
    def is_argument(self) -> bool:
        """Whether an argument or a sentence says it; what a constraint has by itself is seldom said as a number."""
        near = around(self.wanted.number)
        return any(one.literal or any(v.value in near for v in one.numbers) for one in self.by)

    @property
    def paths(self) -> tuple[str, ...]:
        """The arguments that say the number; the instruction where none does."""
        near = around(self.wanted.number)
        found: list[str] = []
        for one in self.by:
            found += [v.path for v in one.numbers if v.value in near] or [one.path]
        return tuple(dict.fromkeys(found))


def counts_of(graded: Sequence[Graded]) -> Iterator[Count]:
    """The counts that are graded. Two instructions of one kind with the same texts bound one count."""
    found: dict[object, Count] = {}
    for one in graded:
        subjects = tuple(str(value.value).lower() for value in one.texts)
        for place, quantity in enumerate(one.quantities):
            key = (one.path if one.literal else one.title, subjects, place, quantity.units[:1], quantity.each)
            known = found.get(key)
            both = None if known is None else meet(known.wanted.range, quantity.range)
            if known is None:
                found[key] = Count(quantity, (one,), subjects)
            elif both is not None:
                numbers = tuple(dict.fromkeys((*known.wanted.number, *quantity.number)))
                wanted = replace(known.wanted, range=both, number=numbers)
                found[key] = replace(known, wanted=wanted, by=(*known.by, one))
    for count in found.values():
        if TIMES in count.wanted.units and count.wanted.range.lo is None and _is_required(count, graded):
            yield replace(count, wanted=replace(count.wanted, range=Range(1, count.wanted.range.hi)))
        else:
            yield count


def _is_required(count: Count, graded: Sequence[Graded]) -> bool:
    """Whether something else asks for the texts that are counted, so that there is one at least."""
    if count.wanted.range.hi == 0:
        return False
    others = {str(v.value).lower() for one in graded if one not in count.by and not one.denied for v in one.texts}
    return bool(count.subjects) and set(count.subjects) <= others


def meet(one: Range, other: Range) -> Range | None:
    """What is in both ranges; None where nothing is."""
    low = max((bound for bound in (one.lo, other.lo) if bound is not None), default=None)
    high = min((bound for bound in (one.hi, other.hi) if bound is not None), default=None)
    return None if low is not None and high is not None and low > high else Range(low, high)


def around(numbers: Iterable[int | float]) -> set[int | float]:
    """Numbers with their neighbours: `fewer than 10` is at most 9."""
    return {near for number in numbers for near in (number - 1, number, number + 1)}


def in_words(quantity: Quantity) -> str:
    """A quantity as messages say it."""
    low, high = quantity.range.lo, quantity.range.hi
    unit = quantity.units[0] if quantity.units and quantity.units[0].known else None
    noun = (
        ""
        if unit is None
        else {"part": "sections", "times": "times", "percent": "percent"}.get(unit.name, f"{unit.name}s")
    )
    if low is not None and low == high:
        number = f"exactly {low}"
    elif low is not None and high is not None:
        number = f"{low} to {high}"
    elif low is not None:
        number = f"at least {low}"
    else:
        number = f"at most {high}"
    return shown(f"{number} {noun}".strip())
