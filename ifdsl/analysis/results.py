"""Give the answers of the proof: a conflict with its minimal core, that there is none, or what asks for no more."""

from __future__ import annotations

from dataclasses import dataclass

from ifdsl.primitives.ranges import Range


@dataclass(frozen=True, slots=True)
class Repair:
    """The smallest change of one number that removes a conflict: argument `parameter` of demand `position`.

    `value` is what the argument then is: a number, or a range with another bound.
    """

    position: int
    parameter: str
    value: int | float | Range


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
class Implied:
    """Demand `position` holds of every text that meets the demands `by`; where `by` is empty, of every text.

    None of `by` can be left out. `reason` says why, in plain words.
    """

    position: int
    by: tuple[int, ...]
    reason: str

    @property
    def kind(self) -> str:
        return "redundant" if self.by else "vacuous"


@dataclass(frozen=True, slots=True)
class Open:
    """No conflict was found; `unread` are the demands of which nothing was understood."""

    unread: tuple[int, ...] = ()
