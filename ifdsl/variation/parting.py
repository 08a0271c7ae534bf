"""Take a prompt that a person wrote and what it asks for; give its task, and what is left for other words to say.

A sentence that states demands and nothing else is left out of the task, and so is such a part of a sentence where what
stays is a sentence still. What cannot be left out so stays as it stands, and the demands that it states stay with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from ifdsl.analysis.demands import Demand
from ifdsl.recognition.locating import locate
from ifdsl.variation.covering import about, is_wordy, subjects_in, tells, uncovered
from ifdsl.variation.cutting import Cut, cuts_of, joined
from ifdsl.variation.knowing import Known, known
from ifdsl.variation.stating import figures, stands, unstated
from ifdsl.variation.units import Unit, units

_REFERS = re.compile(
    r"[-*\d.)\s(]*(?:that|these|those|it|its|they|them|for example|an example|example|then|so|otherwise|the above"
    r"|the same|such|each|this (?:is|means|way|includes))\b(?! (?:should|must|has to|needs to|is|are|can))",
    re.IGNORECASE,
)
_POINTS = re.compile(
    r"\b(?:the (?:example|same)|above (?:format|example|rules?)|as (?:above|follows)|this format|in other words)\b",
    re.IGNORECASE,
)

_LONG = 6
"""Words of the shortest request."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A whole sentence `[start, end)` of a prompt that states the demands at `places` and nothing else."""

    start: int
    end: int
    places: frozenset[int]


@dataclass(frozen=True, slots=True)
class Parted:
    """A prompt in its parts.

    Attributes:
        task: what is kept, as it stands; empty where nothing of the prompt is only a task.
        restated: the positions of the demands that no longer stand in `task`, or never did.
        clean: whether no demand stands in `task`, so that it is wholly task.
        covered: the positions of the demands of which `task` says nothing.
        statements: the whole sentences that state demands and nothing else.
        alone: those of them that say all that the prompt says of their demands.
        request: where the stretch stands that is to be repeated, in a prompt that is such a stretch and the demand to
            repeat it.
    """

    task: str
    restated: tuple[int, ...]
    clean: bool
    covered: frozenset[int] = frozenset()
    statements: tuple[Statement, ...] = ()
    alone: tuple[Statement, ...] = ()
    request: tuple[int, int] | None = None


def part(
    text: str,
    demands: Sequence[Demand],
    firm: frozenset[int] = frozenset(),
    misstated: Mapping[int, frozenset[int | float]] = MappingProxyType({}),
) -> Parted:
    """The parts of a prompt.

    Args:
        text: the prompt.
        demands: what it asks for.
        firm: the places of demands whose statements stay, as nothing else says them well.
        misstated: by the place of a demand, numbers that the prompt gives in place of its own.
    """
    knowns = [known(one, misstated.get(place, ())) for place, one in enumerate(demands)]
    if any(requests(text, one) for one in knowns):
        return _request(text, knowns) or Parted(text, (), False)
    return _Parting(text, knowns, firm, frozenset(misstated)).parted()


class _Parting:
    def __init__(
        self,
        text: str,
        knowns: Sequence[Known],
        firm: frozenset[int] = frozenset(),
        misstated: frozenset[int] = frozenset(),
    ) -> None:
        self.text = text
        self.knowns = knowns
        self.firm, self.misstated = firm, misstated
        self.units = units(text)
        self.spans = locate(text, [one.asked for one in knowns])

    def parted(self) -> Parted:
        cuts, statements = self._cuts()
        kept, covered = self._left(cuts)
        while cuts and not all(self._told(cut) <= covered for cut in cuts):
            # What says something of a demand that stays, stays with it.
            cuts = [cut for cut in cuts if self._told(cut) <= covered]
            kept, covered = self._left(cuts)
        still = [place for place, one in enumerate(self.knowns) if place not in covered]
        restated = [*covered, *(place for place in still if unstated(kept, self.knowns[place].demand))]
        alone = [one for one in statements if self._is_alone(one)]
        return Parted(
            kept, tuple(sorted(restated)), bool(covered) and not still, covered, tuple(statements), tuple(alone)
        )

    def _left(self, cuts: Sequence[Cut]) -> tuple[str, frozenset[int]]:
        """What stays without some stretches, and the demands of which it says nothing."""
        kept = joined(self.text, cuts)
        if kept is None or not is_wordy(kept, self.knowns) or self._torn(cuts):
            return self.text, frozenset()
        return kept, self._covered(cuts, kept)

    def _told(self, cut: Cut) -> frozenset[int]:
        """The demands that a stretch speaks of, by the places where they are asked for; else by their words."""
        held = self._held(cut.start, cut.end)
        if held:
            return held
        said = self.text[cut.start : cut.end]
        near = frozenset(place for place, one in enumerate(self.knowns) if about(said, one))
        # A word may tell of several demands, and an example of none.
        return near if len(near) == 1 else frozenset()

    def _cuts(self) -> tuple[list[Cut], list[Statement]]:
        found: list[Cut] = []
        statements: list[Statement] = []
        left: list[Unit] = []
        for unit in self.units:
            said, subjects = self.text[unit.start : unit.end], self._subjects(unit)
            held = self._held(unit.start, unit.end)
            if held & self.firm:
                continue
            if held and not uncovered(said, self.knowns, subjects):
                found.append(Cut(unit.start, unit.end))
                statements.append(Statement(unit.start, unit.end, held))
                continue
            cuts = list(cuts_of(self.text, unit, self.knowns, subjects, held)) if held else []
            found += cuts
            if not cuts:
                left.append(unit)
        # A sentence that only says more of what others say goes with them: `No capital letters are allowed.`
        told = frozenset[int]().union(*(self._held(cut.start, cut.end) for cut in found)) - self.firm
        for unit in left:
            said, subjects = self.text[unit.start : unit.end], self._subjects(unit)
            more = frozenset(place for place in told if about(said, self.knowns[place]))
            if more and not uncovered(said, [self.knowns[place] for place in told], subjects):
                found.append(Cut(unit.start, unit.end))
                statements.append(Statement(unit.start, unit.end, more))
            elif more and not self._held(unit.start, unit.end):
                found += cuts_of(self.text, unit, self.knowns, subjects, more)
            elif _REFERS.match(said) and self._follows(unit, found) and not uncovered(said, self.knowns):
                # `For example: *like this*.`
                found.append(Cut(unit.start, unit.end))
        return sorted(found, key=lambda cut: cut.start), sorted(statements, key=lambda one: one.start)

    def _is_alone(self, one: Statement) -> bool:
        """Whether a sentence says all that the prompt says of its demands, and nothing goes on with it."""
        said = self.text[one.start : one.end]
        after = next((unit for unit in self.units if unit.start >= one.end), None)
        goes_on = after is not None and _REFERS.match(self.text[after.start : after.end]) is not None
        if (
            goes_on
            or "\n" in said
            or said.rstrip().endswith(":")
            or self.text[: one.start].rstrip().endswith(("(", ":"))
        ):
            return False
        inside = all(one.start <= start and end <= one.end for place in one.places for start, end in self.spans[place])
        return inside and not any(unstated(said, self.knowns[place].demand) for place in one.places)

    def _follows(self, unit: Unit, cuts: Sequence[Cut]) -> bool:
        return any(cut.end <= unit.start and not self.text[cut.end : unit.start].strip() for cut in cuts)

    def _subjects(self, unit: Unit) -> frozenset[str]:
        return subjects_in(self.text[: unit.start])

    def _held(self, start: int, end: int) -> frozenset[int]:
        """The demands that are asked for in a stretch, by the words that tell of them."""
        return frozenset(
            place
            for place, spans in enumerate(self.spans)
            for first, last in spans
            if first < end and start < last and tells(self.text[max(first, start) : min(last, end)], self.knowns[place])
        )

    def _covered(self, cuts: Sequence[Cut], kept: str) -> frozenset[int]:
        """The demands that the cuts state in full, and of which what is kept says nothing more."""
        out = "\n".join(self.text[cut.start : cut.end] for cut in cuts)
        found = set()
        for place, one in enumerate(self.knowns):
            inside = any(cut.start < end and start < cut.end for start, end in self.spans[place] for cut in cuts)
            outside = [
                stretch
                for start, end in self.spans[place]
                for stretch in _outside(start, end, cuts)
                if about(self.text[slice(*stretch)], one)
            ]
            counted = one.always <= {figure.value for figure in figures(out)}
            stated = place in self.misstated or not unstated(out, one.demand)
            if inside and not outside and counted and stated and not _says_more(kept, one):
                found.add(place)
        return frozenset(found)

    def _torn(self, cuts: Sequence[Cut]) -> bool:
        """Whether what stays goes on with what is left out."""
        gone = [(cut.start, cut.end) for cut in cuts]
        if not gone:
            return False
        left = [unit for unit in self.units if (unit.start, unit.end) in gone]
        staying = [unit for unit in self.units if unit not in left]
        for place, unit in enumerate(self.units):
            before = self.units[place - 1] if place else None
            after = self.units[place + 1] if place + 1 < len(self.units) else None
            said = self.text[unit.start : unit.end].rstrip()
            if unit in left and before in staying and self.text[: unit.start].rstrip().endswith((":", "：", "(")):
                return True
            if unit in left and after in staying and said.endswith((":", "：")):
                return True
            if unit in staying and before in left and _REFERS.match(said):
                return True
        return any(
            _POINTS.search(self.text[unit.start : unit.end]) for unit in staying if unit.start > min(s for s, _ in gone)
        )


def _outside(start: int, end: int, cuts: Sequence[Cut]) -> Iterator[tuple[int, int]]:
    """The parts of a stretch that no cut takes."""
    at = start
    for cut in cuts:
        if cut.start >= end or cut.end <= at:
            continue
        if at < cut.start:
            yield at, cut.start
        at = max(at, cut.end)
    if at < end:
        yield at, end


def _says_more(kept: str, one: Known) -> bool:
    """Whether what is kept names one of the texts that a demand is about, marked as such, or its language."""
    if any(stands(kept, name) for name in one.names):
        return True
    return any(
        re.search(rf"[\"“'‘]{re.escape(text)}[\"”'’]", kept, re.IGNORECASE) for text in one.texts if len(text) < 40
    )


def requests(text: str, one: Known) -> list[tuple[int, int]]:
    """Where a request stands in a prompt that asks to repeat it: a text of several words that it holds once, from the
    beginning of a line on."""
    for value in one.texts:
        found = stands(text, value) if len(value.split()) >= _LONG else []
        if len(found) != 1:
            continue
        start, end = found[0]
        if (start == 0 or text[start - 1] == "\n") and about(text[:start] + text[end:], one):
            return found
    return []


def _request(text: str, knowns: Sequence[Known]) -> Parted | None:
    """The parts of a prompt that holds a request that is to be repeated, and besides only that it be repeated."""
    for place, one in enumerate(knowns):
        for start, end in requests(text, one):
            outside = f"{text[:start]}\n{text[end:]}"
            if uncovered(outside, [one], subjects_in(text[start:end])):
                continue
            within = text[start:end]
            rest = [other for other, each in enumerate(knowns) if other != place and unstated(within, each.demand)]
            return Parted("", tuple(sorted([place, *rest])), not rest, request=(start, end))
    return None
