"""Give the two answers of the proof: a conflict with its minimal core, or what every text must be like."""

from __future__ import annotations

from dataclasses import dataclass


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
class Open:
    """No conflict was found; `unread` are the demands of which nothing was understood."""

    unread: tuple[int, ...] = ()
