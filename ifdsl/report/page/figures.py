"""Take figures of one or several runs; give their drawings: intervals, a radar, a histogram, a bar of statuses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import cos, pi, sin
from typing import NamedTuple

from ifdsl.report.intervals import Interval
from ifdsl.report.margins import EDGES, NEAR
from ifdsl.report.metrics import Rate
from ifdsl.report.page.svg import Shape, drawing, percent, shape

MARKS = 4
"""How many runs have a mark and a colour of their own."""
ROW = 16  # The height of one run's line in a row of dots, in pixels.
_SIZE = 8.0
_RADIUS, _MARGIN_X, _MARGIN_Y = 110.0, 110.0, 34.0
_FEWEST_SPOKES = 3


class Dot(NamedTuple):
    """A share with its interval, and a second one (the loose reading) to show hollow beside it."""

    share: float | None
    interval: Interval | None
    hollow: float | None = None

    @classmethod
    def of(cls, strict: Rate, loose: Rate | None = None) -> Dot:
        return cls(strict.value, strict.interval, None if loose is None else loose.value)


def dots(runs: Sequence[Dot], low: float = 0.0, high: float = 1.0) -> str:
    """One row of a dot plot: a line for each run, on an axis from `low` to `high`; the numbers stand beside it."""
    height = ROW * max(1, len(runs)) + 6
    inside = [
        shape(
            "line",
            x1=percent(at),
            x2=percent(at),
            y1=0,
            y2=height,
            class_="axis" if low + at * (high - low) == 0 else "grid",
        )
        for at in (0.0, 0.25, 0.5, 0.75, 1.0)
    ]
    for index, dot in enumerate(runs):
        inside += _line_of_dots(dot, index, ROW * index + ROW / 2 + 3, low, high)
    # What stands at an end of the axis reaches over it by half a mark.
    return drawing(*inside, label=None, class_="dots", width="100%", height=height)


def _line_of_dots(dot: Dot, index: int, y: float, low: float, high: float) -> list[Shape]:
    def place(value: float) -> str:
        return percent((value - low) / (high - low))

    inside: list[Shape] = []
    if dot.interval is not None:
        start, end = (place(each) for each in dot.interval)
        inside.append(shape("line", x1=start, x2=end, y1=y, y2=y, class_=f"whisker run{index % MARKS}"))
    if dot.hollow is not None and dot.hollow != dot.share:
        inside.append(
            shape("circle", cx=place(dot.hollow), cy=y, r=_SIZE / 2 - 0.5, class_=f"hollow run{index % MARKS}")
        )
    if dot.share is not None:
        inside.append(mark_at(place(dot.share), y, index % MARKS))
    return inside


def mark(index: int) -> str:
    """The mark of one run alone, for a legend."""
    return drawing(mark_at("50%", 8, index % MARKS), label=None, class_="mark", width=16, height=16)


def mark_at(x: str, y: float, index: int) -> Shape:
    """The mark of a run: a circle, a square, a diamond or a triangle, so that its colour is not needed."""
    name = f"dot run{index}"
    if index == 0:
        return shape("circle", cx=x, cy=y, r=_SIZE / 2 + 0.5, class_=name)
    half = _SIZE / 2
    path = {
        1: f"M{-half} {-half}H{half}V{half}H{-half}Z",
        2: f"M0 {-half - 1.5}L{half + 1.5} 0L0 {half + 1.5}L{-half - 1.5} 0Z",
        3: f"M0 {-half - 1}L{half + 1} {half}H{-half - 1}Z",
    }[index]
    # A path knows no percentages; a nested drawing of no size does, and moves the path's zero to its place.
    return shape("svg", shape("path", d=path, class_=name), x=x, y=y, overflow="visible", width=1, height=1)


def radar(names: Sequence[str], runs: Sequence[tuple[str, Sequence[float | None]]], said: str) -> str | None:
    """A radar with one spoke for each name and one outline for each run; `None` where it would have too few spokes.

    Args:
        names: of the spokes, clockwise from the top.
        runs: the name of each, and its share on each spoke; one that is `None` is drawn in the middle.
        said: what it shows, for whoever does not see it.
    """
    if len(names) < _FEWEST_SPOKES:
        return None
    turn = [2 * pi * index / len(names) - pi / 2 for index in range(len(names))]
    middle_x, middle_y = _RADIUS + _MARGIN_X, _RADIUS + _MARGIN_Y

    def at(index: int, share: float) -> tuple[float, float]:
        return middle_x + cos(turn[index]) * _RADIUS * share, middle_y + sin(turn[index]) * _RADIUS * share

    def outline(shares: Sequence[float]) -> str:
        return " ".join("{:.1f},{:.1f}".format(*at(index, share)) for index, share in enumerate(shares))

    inside = [shape("polygon", points=outline([ring] * len(names)), class_="ring") for ring in (0.25, 0.5, 0.75, 1.0)]
    for index, name in enumerate(names):
        (x, y), (text_x, text_y) = at(index, 1.0), at(index, 1.09)
        inside.append(shape("line", x1=middle_x, y1=middle_y, x2=x, y2=y, class_="grid"))
        side = "middle" if abs(text_x - middle_x) < 12 else "start" if text_x > middle_x else "end"
        inside += _label(name, text_x, text_y + 4, side)
    for order, (_, shares) in enumerate(runs):
        inside.append(
            shape("polygon", points=outline([share or 0.0 for share in shares]), class_=f"outline run{order % MARKS}")
        )
    between = turn[0] + pi / len(names)
    for ring in (0.5, 1.0):
        # A ring is nearest to the middle half-way between two spokes.
        reach = _RADIUS * ring * cos(pi / len(names)) - 7
        x, y = middle_x + cos(between) * reach, middle_y + sin(between) * reach + 4
        inside.append(shape("text", f"{100 * ring:.0f} %", x=x, y=y, text_anchor="middle", class_="small halo"))
    return drawing(*inside, label=said, class_="radar", viewBox=f"0 0 {2 * middle_x:.0f} {2 * middle_y:.0f}")


def _label(name: str, x: float, y: float, side: str) -> list[Shape]:
    """A name in at most two lines, broken where its words join."""
    lines = [name]
    if len(name) > 14:
        breaks = [at for at, char in enumerate(name) if char in "_ -:." and 3 < at < len(name) - 3]
        if breaks:
            best = min(breaks, key=lambda at: abs(at - len(name) / 2)) + 1
            lines = [name[:best], name[best:]]
    return [
        shape(
            "text",
            line if len(line) <= 18 else line[:17] + "…",
            x=x,
            y=y + 13 * (order - (len(lines) - 1) / 2),
            text_anchor=side,
            class_="spoke",
        )
        for order, line in enumerate(lines)
    ]


def histogram(bins: Sequence[int], said: str) -> str:
    """Counts of margins over the bins of `EDGES`; failures are hatched, near misses among them marked."""
    width, height, top, left = 480.0, 150.0, 40.0, 8.0
    step, most = (width - 2 * left) / len(bins), max(bins) or 1
    lows = [None, *EDGES]
    inside: list[Shape] = []
    for index, (count, low) in enumerate(zip(bins, lows, strict=True)):
        failing = low is None or low < 0
        kind = ("near" if low is not None and low >= -NEAR else "failing") if failing else "passing"
        tall = (height - 4) * count / most
        x, y = left + step * index, top + height - tall
        for name in (kind, *(["hatched"] if kind == "near" else [])):
            inside.append(shape("rect", x=x + 2, y=y, width=step - 4, height=tall, class_=f"bar {name}"))
        inside.append(shape("text", f"{count}", x=x + step / 2, y=y - 5, text_anchor="middle", class_="small"))
    for index, edge in enumerate(EDGES, start=1):
        inside.append(
            shape("text", f"{edge:g}", x=left + step * index, y=top + height + 17, text_anchor="middle", class_="small")
        )
    zero = left + step * (EDGES.index(0.0) + 1)
    inside += [
        shape("line", x1=left, x2=width - left, y1=top + height, y2=top + height, class_="axis"),
        shape("line", x1=zero, x2=zero, y1=4, y2=top + height + 4, class_="zero"),
        shape("text", "failed", x=zero - 6, y=12, text_anchor="end", class_="small strong"),
        shape("text", "passed", x=zero + 6, y=12, class_="small strong"),
        shape("text", "margin", x=width - left, y=top + height + 34, text_anchor="end", class_="small"),
    ]
    return drawing(*inside, label=said, class_="histogram", viewBox=f"0 0 {width:.0f} {top + height + 40:.0f}")


def shares(counts: Mapping[str, int]) -> str:
    """A bar cut in proportion to `counts`; its legend is the page's."""
    total, start, inside = sum(counts.values()) or 1, 0.0, []
    for name, count in counts.items():
        inside.append(
            shape("rect", x=percent(start), width=percent(count / total), y=0, height=10, class_=f"part {name}")
        )
        start += count / total
    return drawing(*inside, label=None, class_="shares", width="100%", height=10)
