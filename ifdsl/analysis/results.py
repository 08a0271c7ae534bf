"""Give the two answers of the proof: a conflict with its minimal core, or what every text must be like."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Repair:
    """The smallest change of one number that removes a conflict: argument `parameter` of demand `position`."""

    position: int
    parameter: str
    value: int | float


@dataclass(frozen=True, slots=True)
class Conflict:
    """No text satisfies the demands at the positions `core`, of which none can be left out.

    Attributes:
        core: positions in the given sequence, ascending.
        reason: why, in plain words.
        steps: the facts of the theory that the proof rests on, one sentence each.
        supposing: what the proof supposes of the text besides; empty but where `ordinary` was asked for.
        repair: the change of a number that makes a proof impossible, or None.
    """

    core: tuple[int, ...]
    reason: str
    steps: tuple[str, ...] = ()
    supposing: tuple[str, ...] = ()
    repair: Repair | None = None


@dataclass(frozen=True, slots=True)
class Bound:
    """What a measure can be at least and at most; None leaves a side open."""

    low: int | None
    high: int | None


@dataclass(frozen=True, slots=True)
class Facts:
    """What holds of every text that satisfies the demands, as far as it was derived.

    Attributes:
        measures: bounds by measure, such as `len(response.words(rule="ifeval"))`.
        needed: texts that must occur, each as spelt in the demand, with the least number of times.
        forbidden: texts that must not occur.
        start: texts that the response, leading white space aside, begins with.
        end: texts that the response ends with.
        flags: other facts, by their expression, with their truth value.
    """

    measures: dict[str, Bound] = field(default_factory=dict)
    needed: tuple[tuple[str, int], ...] = ()
    forbidden: tuple[str, ...] = ()
    start: tuple[str, ...] = ()
    end: tuple[str, ...] = ()
    flags: dict[str, bool] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Open:
    """No conflict was found; `facts` is what was derived, `unread` the demands of which nothing was understood."""

    facts: Facts
    unread: tuple[int, ...] = ()
