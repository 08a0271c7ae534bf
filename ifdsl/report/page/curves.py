"""Take shares of one or several runs; give their drawings: curves over k or over turns, and bars side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from ifdsl.report.intervals import Interval, Share
from ifdsl.report.page.figures import MARKS, ROW, mark_at
from ifdsl.report.page.svg import Shape, drawing, percent, shape

_WIDTH, _HEIGHT = 560.0, 250.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 48.0, 16.0, 12.0, 44.0
_MOST_TICKS = 16
_BAR = 10


class Placed(Protocol):
    """A share at the `k`-th place of the axis: reliable@k, or the figure of the k-th turns."""

    @property
    def k(self) -> int: ...

    @property
    def all(self) -> Share: ...


class At(NamedTuple):
    """A share and where it stands."""

    k: int
    all: Share


class Curve(NamedTuple):
    """What one run, the `place`-th of all, has: `solid` with a band where there are intervals, and `dashed`."""

    place: int
    solid: Sequence[Placed]
    dashed: Sequence[Placed]


class Bar(NamedTuple):
    """A share with its interval, and the loose one to show hollow beside it."""

    share: float | None
    interval: Interval | None
    hollow: float | None = None


def curves(runs: Sequence[Curve], said: str, axis: str = "k") -> str | None:
    """Lines over k = 1, 2, … from 0 to 100 %; `None` where no run has a point.

    Args:
        runs: those that have something to draw.
        said: what it shows, for whoever does not see it.
        axis: what k is.
    """
    longest = max((point.k for run in runs for point in (*run.solid, *run.dashed)), default=0)
    if not longest:
        return None
    inside = _frame(longest, axis)
    for run in runs:
        name = f"run{run.place % MARKS}"
        bounds = [(point.k, point.all.interval) for point in run.solid if point.all.interval is not None]
        if bounds:
            upper = [(k, interval[1]) for k, interval in bounds]
            lower = [(k, interval[0]) for k, interval in reversed(bounds)]
            inside.append(shape("polygon", points=_path([*upper, *lower], longest), class_=f"band {name}"))
        for kind, points in ((" loose", run.dashed), ("", run.solid)):
            shares = [(point.k, point.all.value) for point in points if point.all.value is not None]
            inside.append(shape("polyline", points=_path(shares, longest), class_=f"curve{kind} {name}"))
    for run in runs:
        for point in run.solid:
            if point.all.value is not None:
                x, y = _at(point.k, point.all.value, longest)
                inside.append(mark_at(f"{x:.2f}", y, run.place % MARKS))
    return drawing(*inside, label=said, class_="curves", viewBox=f"0 0 {_WIDTH:.0f} {_HEIGHT:.0f}")


def _frame(longest: int, axis: str) -> list[Shape]:
    """The axes: a line for each quarter, and the numbers under as many k as there is room for."""
    bottom, inside = _HEIGHT - _BOTTOM, []
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        _, y = _at(1, share, longest)
        inside += [
            shape("line", x1=_LEFT, x2=_WIDTH - _RIGHT, y1=y, y2=y, class_="grid" if share else "axis"),
            shape("text", f"{100 * share:.0f} %", x=_LEFT - 8, y=y + 4, text_anchor="end", class_="small"),
        ]
    step = -(-longest // _MOST_TICKS)
    for k in range(longest, 0, -step):
        x, _ = _at(k, 0.0, longest)
        inside.append(shape("text", f"{k}", x=x, y=bottom + 18, text_anchor="middle", class_="small"))
    end = _WIDTH - _RIGHT
    inside.append(shape("text", axis, x=end, y=bottom + 36, text_anchor="end", class_="small strong"))
    return inside


def _at(k: int, share: float, longest: int) -> tuple[float, float]:
    along = (k - 1) / max(1, longest - 1)
    inner = _LEFT + 8
    return inner + along * (_WIDTH - _RIGHT - 8 - inner), _TOP + (1 - share) * (_HEIGHT - _TOP - _BOTTOM)


def _path(points: Sequence[tuple[int, float]], longest: int) -> str:
    return " ".join("{:.1f},{:.1f}".format(*_at(k, share, longest)) for k, share in points)


def bars(runs: Sequence[Bar]) -> str:
    """One row of a bar chart: a bar for each run on an axis from 0 to 100 %; the numbers stand beside it."""
    height = ROW * max(1, len(runs)) + 6
    inside = [
        shape("line", x1=percent(at), x2=percent(at), y1=0, y2=height, class_="grid" if at else "axis")
        for at in (0.0, 0.25, 0.5, 0.75, 1.0)
    ]
    for index, bar in enumerate(runs):
        if bar.share is None:
            continue
        name, y = f"run{index % MARKS}", ROW * index + ROW / 2 + 3
        inside.append(shape("rect", x=0, y=y - _BAR / 2, width=percent(bar.share), height=_BAR, class_=f"share {name}"))
        if bar.interval is not None:
            start, end = map(percent, bar.interval)
            inside.append(shape("line", x1=start, x2=end, y1=y, y2=y, class_=f"whisker {name}"))
        if bar.hollow is not None and bar.hollow != bar.share:
            inside.append(shape("circle", cx=percent(bar.hollow), cy=y, r=3.5, class_=f"hollow {name}"))
        inside.append(mark_at(percent(bar.share), y, index % MARKS))
    return drawing(*inside, label=None, class_="dots bars", width="100%", height=height)
