"""Give `Range`, the central value of the language: containment, bounds and the scaled signed distance (margin)."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf


@dataclass(frozen=True, slots=True)
class Range:
    """All numbers from `lo` to `hi`, both inclusive; `None` leaves that side open.

    `Range(200, None)` is written `200..`, `Range(5, 5)` is written `5`.
    """

    lo: int | float | None = None
    hi: int | float | None = None

    @classmethod
    def of(cls, value: Range | int | float) -> Range:
        """A number used as a range means exactly that number."""
        return value if isinstance(value, Range) else cls(value, value)

    @classmethod
    def parse(cls, text: str) -> Range:
        """Read `80..120`, `200..`, `..20` or `5`.

        Raises:
            ValueError: the text is not a range, or its lower bound is above its upper bound.
        """
        lo, dots, hi = text.strip().partition("..")
        try:
            bounds = [_number(part) for part in ((lo, hi) if dots else (lo, lo))]
        except ValueError:
            raise ValueError(f"`{text}` is not a range; write `80..120`, `200..`, `..20` or `5`") from None
        if bounds == [None, None] and not dots:
            raise ValueError("an empty text is not a range")
        if bounds[0] is not None and bounds[1] is not None and bounds[0] > bounds[1]:
            raise ValueError(f"`{text}` is empty: its lower bound is above its upper bound")
        return cls(*bounds)

    @property
    def min(self) -> int | float:
        return -inf if self.lo is None else self.lo

    @property
    def max(self) -> int | float:
        return inf if self.hi is None else self.hi

    def __contains__(self, value: int | float) -> bool:
        return (self.lo is None or value >= self.lo) and (self.hi is None or value <= self.hi)

    def margin(self, value: int | float) -> float:
        """Signed distance of `value` to the nearer bound, in units of that bound (at least 1).

        `margin >= 0` exactly when `value in self`; a range that is open on both sides gives 1.
        """
        # INVARIANT: the sign is decided by the bound that is nearest, so scaling never flips it.
        sides = []
        if self.lo is not None:
            sides.append((value - self.lo) / max(1.0, abs(self.lo)))
        if self.hi is not None:
            sides.append((self.hi - value) / max(1.0, abs(self.hi)))
        return min(sides, default=1.0)

    def __str__(self) -> str:
        if self.lo is not None and self.lo == self.hi:
            return str(self.lo)
        return f"{'' if self.lo is None else self.lo}..{'' if self.hi is None else self.hi}"


def _number(text: str) -> int | float | None:
    text = text.strip()
    if not text:
        return None
    return float(text) if "." in text else int(text)
