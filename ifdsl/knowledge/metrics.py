"""Take graded answers to knowledge tasks; give KCIF's figures, and what the wrong answers tell.

Source: Murthy et al. 2024 (arXiv 2410.12972), section 4, and evaluation/benchmark.py of github IBM/KCIF: exact match
over all items on which an instruction has an effect (`micro`), its mean over categories of instructions (`IC`), its
mean over data sets (`KTS`), exact match over the items without effect, and the mean of these four. Plain answers, with
which the instructions are compared, are in none of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from statistics import fmean
from typing import NamedTuple

from ifdsl.knowledge.kinds import BASELINES, KINDS, Kind

MOST_ROWS = 1_000_000
"""Rows whose plain answers are kept for comparison."""


_ByRow = dict[tuple[str, str], tuple[int, int]]
"""How many answers to a row are right, of how many; a row is named by its data set and its id."""
_Wanted = Callable[[str, str], bool]


class Answered(NamedTuple):
    """One graded answer.

    `effect` is whether the instruction has an effect there (None where that is not known), `clear` whether each cause
    of a wrong answer can be told there, `fault` what a wrong answer tells; None of a right one.
    """

    row: str
    instruction: str
    category: str
    data: str
    effect: bool | None
    clear: bool
    strict: bool
    loose: bool
    fault: Kind | None


class Share(NamedTuple):
    """How many of a total; `value` is the share in [0, 1], None of nothing."""

    passed: int
    total: int

    @property
    def value(self) -> float | None:
        return self.passed / self.total if self.total else None


class Scores(NamedTuple):
    """KCIF's figures in one reading. `overall` is the mean of the four before it that there are."""

    micro: Share
    by_category: float | None
    by_data: float | None
    no_effect: Share
    overall: float | None


class Errors(NamedTuple):
    """What the wrong answers of some items tell: how many there are of each kind, and of how many answers."""

    answers: int
    right: int
    kinds: dict[Kind, int]

    @property
    def wrong(self) -> int:
        return self.answers - self.right


class Drop(NamedTuple):
    """An instruction against the plain answer on the same rows, strict."""

    plain: Share
    told: Share

    @property
    def value(self) -> float | None:
        """How much less is right with the instruction, as a share of all."""
        if self.plain.value is None or self.told.value is None:
            return None
        return self.plain.value - self.told.value


class Subject(NamedTuple):
    """How often whoever answered knew the answer, and followed the instruction, taken for independent.

    They are counted over answers to clear items whose cause is told: right or following is `knows` or not, and so on.
    """

    knows: Share
    follows: Share


class KnowledgeFigures(NamedTuple):
    """All figures of a run."""

    answers: int
    strict: Scores
    loose: Scores
    plain: dict[str, tuple[Share, Share]]
    """By the plain instruction: exact match strict and loose."""
    by_instruction: dict[str, tuple[Share, Share]]
    """Strict and loose, over the items on which the instruction has an effect, as are `by_data` and `grid`."""
    by_data: dict[str, tuple[Share, Share]]
    grid: dict[str, dict[str, Share]]
    """Strict exact match by instruction and data set."""
    errors: Errors
    errors_by_instruction: dict[str, Errors]
    errors_by_data: dict[str, Errors]
    drops: dict[str, Drop]
    subject: Subject


@dataclass(slots=True)
class _Cell:
    total: int = 0
    strict: int = 0
    loose: int = 0

    def add(self, answer: Answered) -> None:
        self.total += 1
        self.strict += answer.strict
        self.loose += answer.loose

    def pair(self) -> tuple[Share, Share]:
        return Share(self.strict, self.total), Share(self.loose, self.total)


@dataclass(slots=True)
class KnowledgeMeter:
    """Counts answers as they come; it holds counts, and of each row whether the plain answer was right."""

    answers: int = 0
    _cells: dict[tuple[str, str, str, bool], _Cell] = field(default_factory=dict)
    _kinds: dict[tuple[str, str], Counter[Kind]] = field(default_factory=dict)
    _right: Counter[tuple[str, str]] = field(default_factory=Counter)
    _all: Counter[tuple[str, str]] = field(default_factory=Counter)
    _clear: Counter[str] = field(default_factory=Counter)
    _plain: _ByRow = field(default_factory=dict)
    _told: dict[str, _ByRow] = field(default_factory=dict)

    def add(self, answer: Answered) -> None:
        """Count one answer."""
        self.answers += 1
        effective = answer.effect is not False
        key = answer.instruction, answer.category, answer.data, effective
        self._cells.setdefault(key, _Cell()).add(answer)
        place = answer.instruction, answer.data
        self._all[place] += 1
        self._right[place] += answer.strict
        if answer.fault is not None and not answer.strict:
            self._kinds.setdefault(place, Counter())[answer.fault] += 1
        if answer.clear:
            self._clear["right" if answer.strict else str(answer.fault)] += 1
        if answer.instruction == BASELINES[0]:
            _count(self._plain, answer)
        elif answer.instruction not in BASELINES:
            _count(self._told.setdefault(answer.instruction, {}), answer)

    def figures(self) -> KnowledgeFigures | None:
        """The figures so far; None where nothing was counted."""
        if not self.answers:
            return None
        told = {key: cell for key, cell in self._cells.items() if key[0] not in BASELINES}
        effective = {key: cell for key, cell in told.items() if key[3]}
        instructions = sorted({key[0] for key in self._cells})
        sets = sorted({key[2] for key in self._cells})
        return KnowledgeFigures(
            answers=self.answers,
            strict=_scores(told, 0),
            loose=_scores(told, 1),
            plain={
                name: _sum(cell for key, cell in self._cells.items() if key[0] == name).pair()
                for name in BASELINES
                if name in instructions
            },
            by_instruction={name: _where(effective, 0, name).pair() for name in sorted({key[0] for key in effective})},
            by_data={name: _where(effective, 2, name).pair() for name in sorted({key[2] for key in effective})},
            grid=_grid(effective),
            errors=self._errors(lambda name, data: name not in BASELINES),
            errors_by_instruction={name: self._errors(_of_instruction(name)) for name in instructions},
            errors_by_data={data: self._errors(_of_data(data)) for data in sets},
            drops={name: self._drop(told_rows) for name, told_rows in sorted(self._told.items())},
            subject=self._subject(),
        )

    def _errors(self, wanted: _Wanted) -> Errors:
        places = [place for place in self._all if wanted(*place)]
        kinds: Counter[Kind] = Counter()
        for place in places:
            kinds.update(self._kinds.get(place, {}))
        answers, right = (sum(count[place] for place in places) for count in (self._all, self._right))
        return Errors(answers, right, {kind: kinds[kind] for kind in KINDS if kinds[kind]})

    def _drop(self, told: _ByRow) -> Drop:
        both = [row for row in told if row in self._plain]
        return Drop(*(Share(*(sum(by[row][at] for row in both) for at in (0, 1))) for by in (self._plain, told)))

    def _subject(self) -> Subject:
        right, knowledge, instruction, both = (
            self._clear[name] for name in ("right", "knowledge", "instruction", "both")
        )
        total = right + knowledge + instruction + both
        return Subject(Share(right + instruction, total), Share(right + knowledge, total))


def measure_knowledge(answers: Iterable[Answered]) -> KnowledgeFigures | None:
    """Count answers, whose order does not matter; None of none."""
    meter = KnowledgeMeter()
    for answer in answers:
        meter.add(answer)
    return meter.figures()


def _count(by_row: _ByRow, answer: Answered) -> None:
    key = answer.data, answer.row
    if key in by_row or len(by_row) < MOST_ROWS:
        right, total = by_row.get(key, (0, 0))
        by_row[key] = right + answer.strict, total + 1


def _of_instruction(name: str) -> _Wanted:
    return lambda instruction, data: instruction == name


def _of_data(name: str) -> _Wanted:
    return lambda instruction, data: data == name and instruction not in BASELINES


_Cells = Mapping[tuple[str, str, str, bool], _Cell]


def _where(cells: _Cells, place: int, name: str) -> _Cell:
    return _sum(cell for key, cell in cells.items() if key[place] == name)


def _grid(cells: _Cells) -> dict[str, dict[str, Share]]:
    found: dict[str, dict[str, Share]] = {}
    for instruction, data in sorted({(key[0], key[2]) for key in cells}):
        cell = _sum(cell for key, cell in cells.items() if (key[0], key[2]) == (instruction, data))
        found.setdefault(instruction, {})[data] = cell.pair()[0]
    return found


def _sum(cells: Iterable[_Cell]) -> _Cell:
    found = _Cell()
    for cell in cells:
        found.total += cell.total
        found.strict += cell.strict
        found.loose += cell.loose
    return found


def _scores(cells: _Cells, reading: int) -> Scores:
    effective = {key: cell for key, cell in cells.items() if key[3]}
    micro = _sum(effective.values()).pair()[reading]
    idle = _sum(cell for key, cell in cells.items() if not key[3]).pair()[reading]
    by_category = _mean(effective, 1, reading)
    by_data = _mean(effective, 2, reading)
    four = [one for one in (micro.value, by_category, by_data, idle.value) if one is not None]
    return Scores(micro, by_category, by_data, idle, fmean(four) if four else None)


def _mean(cells: _Cells, place: int, reading: int) -> float | None:
    """The mean over what stands at a place of the keys of the share within each."""
    names = {key[place] for key in cells}
    shares = [_sum(cell for key, cell in cells.items() if key[place] == name).pair()[reading].value for name in names]
    known = sorted(share for share in shares if share is not None)
    return fmean(known) if known else None
