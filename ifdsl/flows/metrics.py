"""Take judged requirements of the turns of dialogues; give the figures of multi-turn instruction following.

CSR, ISR, DRFR and WCSR are those of StructFlowBench (arXiv 2502.14494, section 4), where an instruction is a turn. The
paper and the released code (MLGroupJLU/StructFlowBench at 5a65141, evaluation/score.py) do not mean the same by WCSR:
the paper divides once over all requirements, the code averages over turns. Both are given, each under its name.

What is `unknown` is in no figure: a turn of which one requirement is unknown and none failed is not counted in ISR, nor
is such a dialogue among those of which all turns pass.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import fsum
from typing import NamedTuple

STRUCTURAL_WEIGHT = 2.0
"""What a requirement that says nothing but whether a relation is kept weighs in WCSR; any other weighs 1."""


class Judged(NamedTuple):
    """A requirement of one turn of a dialogue, with its verdict.

    Attributes:
        dialogue: which dialogue.
        turn: which of its turns, from 1.
        type: what kind of requirement it is, such as `Style Constraint` or `length.words`; empty where it says nothing
            but whether a relation is kept.
        passed: whether it holds; None where that is unknown.
        relation: the relation whose keeping it shows; empty where it shows none.
        requirement: names the requirement within the dialogue, so that it is known again in later turns; empty where
            it is in this turn only.
        weight: in WCSR.
    """

    dialogue: str
    turn: int
    type: str
    passed: bool | None
    relation: str = ""
    requirement: str = ""
    weight: float = 1.0


class Share(NamedTuple):
    """How many of a total passed."""

    passed: int
    total: int

    @property
    def value(self) -> float | None:
        """The share in [0, 1]; None of nothing."""
        return self.passed / self.total if self.total else None

    @classmethod
    def of(cls, outcomes: Iterable[bool | None]) -> Share:
        """The share of those that are known."""
        known = [one for one in outcomes if one is not None]
        return cls(sum(known), len(known))


class TurnFigures(NamedTuple):
    """The figures of some turns.

    Attributes:
        csr: constraint satisfaction rate: the mean over turns of the share of requirements that hold.
        isr: instruction satisfaction rate: the share of turns of which all requirements hold.
        drfr: decomposed requirements following ratio: the share of all requirements that hold.
        wcsr_global: the weight of what holds, of the weight of all requirements (the paper).
        wcsr_per_turn: the mean over turns of that ratio in each turn (the released code).
    """

    turns: int
    csr: float | None
    isr: Share
    drfr: Share
    wcsr_global: float | None
    wcsr_per_turn: float | None


class Retained(NamedTuple):
    """What came of requirements so many turns after they were first asked for.

    Attributes:
        holding: those that hold then, of all that are still in force.
        kept: those that hold then, of those that also held when they were first asked for; the rest was forgotten.
    """

    holding: Share
    kept: Share


@dataclass(frozen=True, slots=True)
class Figures:
    """All figures of some dialogues.

    Attributes:
        dialogues: how many there are.
        unknown: requirements without a verdict, which are in no figure.
        whole: the figures of all turns.
        by_turn: those of the first turns, of the second ones and so on.
        by_type: requirements by type, those that say nothing but whether a relation is kept left out.
        by_relation: requirements that show whether a relation is kept, by relation.
        all_turns: dialogues of which every requirement of every turn holds.
        first_failure: dialogues by the first turn in which a requirement fails; None where none does.
        by_distance: requirements that were first asked for in an earlier turn, by how many turns that is ago.
    """

    dialogues: int
    unknown: int
    whole: TurnFigures
    by_turn: dict[int, TurnFigures]
    by_type: dict[str, Share]
    by_relation: dict[str, Share]
    all_turns: Share
    first_failure: dict[int | None, int]
    by_distance: dict[int, Retained]


def measure(judged: Iterable[Judged]) -> Figures:
    """The figures; they do not depend on the order of what is given."""
    everything = list(judged)
    turns: dict[tuple[str, int], list[Judged]] = {}
    dialogues: dict[str, list[Judged]] = {}
    for one in everything:
        turns.setdefault((one.dialogue, one.turn), []).append(one)
        dialogues.setdefault(one.dialogue, []).append(one)
    numbers = sorted({turn for _, turn in turns})
    return Figures(
        dialogues=len(dialogues),
        unknown=sum(one.passed is None for one in everything),
        whole=_figures(list(turns.values())),
        by_turn={number: _figures([held for (_, turn), held in turns.items() if turn == number]) for number in numbers},
        by_type=_shares((one.type, one.passed) for one in everything if one.type),
        by_relation=_shares((one.relation, one.passed) for one in everything if one.relation),
        all_turns=Share.of(_all(held) for held in dialogues.values()),
        first_failure=_first_failures(dialogues.values()),
        by_distance=_by_distance(dialogues.values()),
    )


def _figures(turns: Sequence[Sequence[Judged]]) -> TurnFigures:
    known = [held for turn in turns if (held := [one for one in turn if one.passed is not None])]
    weighed = [[(one.weight, one.weight if one.passed else 0.0) for one in turn] for turn in known]
    pairs = [(fsum(held for _, held in turn), fsum(weight for weight, _ in turn)) for turn in weighed]
    gained, weight = fsum(a for a, _ in pairs), fsum(b for _, b in pairs)
    return TurnFigures(
        turns=len(turns),
        csr=_mean([sum(one.passed is True for one in turn) / len(turn) for turn in known]),
        isr=Share.of(_all(turn) for turn in turns),
        drfr=Share.of(one.passed for turn in turns for one in turn),
        wcsr_global=gained / weight if weight else None,
        wcsr_per_turn=_mean([a / b for a, b in pairs if b]),
    )


def _all(judged: Iterable[Judged]) -> bool | None:
    """Whether all hold, by strong Kleene logic."""
    found = {one.passed for one in judged}
    return False if False in found else None if None in found else True


def _mean(values: Sequence[float]) -> float | None:
    return fsum(values) / len(values) if values else None


def _shares(pairs: Iterable[tuple[str, bool | None]]) -> dict[str, Share]:
    found: dict[str, list[bool | None]] = {}
    for name, passed in pairs:
        found.setdefault(name, []).append(passed)
    return {name: Share.of(found[name]) for name in sorted(found)}


def _first_failures(dialogues: Iterable[Sequence[Judged]]) -> dict[int | None, int]:
    """Where dialogues fail first. One that has an unknown and no failure is not counted."""
    count: Counter[int | None] = Counter()
    for judged in dialogues:
        failed = [one.turn for one in judged if one.passed is False]
        if failed:
            count[min(failed)] += 1
        elif _all(judged):
            count[None] += 1
    return dict(sorted(count.items(), key=lambda pair: (pair[0] is None, pair[0] or 0)))


def _by_distance(dialogues: Iterable[Sequence[Judged]]) -> dict[int, Retained]:
    found: dict[int, list[tuple[bool, bool | None]]] = {}
    for judged in dialogues:
        asked: dict[str, list[Judged]] = {}
        for one in judged:
            if one.requirement:
                asked.setdefault(one.requirement, []).append(one)
        for times in asked.values():
            first = min(one.turn for one in times)
            began = _all(one for one in times if one.turn == first)
            for one in times:
                if one.turn > first:
                    found.setdefault(one.turn - first, []).append((began is True, one.passed))
    return {
        distance: Retained(
            Share.of(passed for _, passed in found[distance]),
            Share.of(passed for began, passed in found[distance] if began),
        )
        for distance in sorted(found)
    }
