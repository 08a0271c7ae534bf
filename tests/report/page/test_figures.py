"""The drawings: well formed, inside their bounds, and true to the figures."""

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ifdsl.report.margins import EDGES
from ifdsl.report.page.figures import Dot, dots, histogram, radar, shares
from ifdsl.report.page.svg import drawing, shape

SPACE = "{http://www.w3.org/2000/svg}"
rates = st.floats(0, 1)


def percents(markup: str, name: str) -> list[float]:
    return [
        float(each.attrib[name].rstrip("%"))
        for each in ElementTree.fromstring(markup).iter()
        if "%" in each.get(name, "")
    ]


@given(st.lists(st.tuples(rates, rates, rates).map(sorted), min_size=1, max_size=4))
def test_a_dot_lies_in_its_interval_and_both_on_the_axis(triples: list[list[float]]) -> None:
    markup = dots([Dot(middle, (low, high)) for low, middle, high in triples])
    lines = [each for each in ElementTree.fromstring(markup).iter() if "whisker" in each.get("class", "")]
    ends = [(float(line.attrib["x1"][:-1]), float(line.attrib["x2"][:-1])) for line in lines]
    assert ends == [
        (pytest.approx(100 * low, abs=0.01), pytest.approx(100 * high, abs=0.01)) for low, _, high in triples
    ]
    for name in ("x1", "x2", "cx", "x"):
        assert all(0 <= each <= 100 for each in percents(markup, name))


def test_runs_differ_in_more_than_their_colour() -> None:
    marks = [ElementTree.fromstring(dots([Dot(None, None)] * run + [Dot(0.5, None)])) for run in range(4)]
    shapes = {
        next(each.get("d", each.tag) for each in mark.iter() if each.get("class", "").startswith("dot "))
        for mark in marks
    }
    assert len(shapes) == 4


def test_nothing_measured_draws_no_mark() -> None:
    assert "dot run" not in dots([Dot(None, None)])


@given(st.lists(st.integers(0, 10**9), min_size=len(EDGES) + 1, max_size=len(EDGES) + 1))
def test_bars_are_as_tall_as_their_counts(bins: list[int]) -> None:
    root = ElementTree.fromstring(histogram(bins, "said"))
    bars = [
        each
        for each in root.iter()
        if each.get("class", "").startswith("bar") and "hatched" not in each.get("class", "")
    ]
    heights = [float(bar.attrib["height"]) for bar in bars]
    most = max(bins) or 1
    assert heights == [pytest.approx(146 * count / most, abs=0.01) for count in bins]
    assert root.get("aria-label") == "said"


def test_only_failures_by_little_are_near_misses() -> None:
    root = ElementTree.fromstring(histogram([1] * (len(EDGES) + 1), ""))
    kinds = [
        each.get("class")
        for each in root.iter()
        if each.get("class", "").startswith("bar") and "hatched" not in each.get("class", "")
    ]
    assert kinds == ["bar failing"] * 4 + ["bar near"] * 2 + ["bar passing"] * 6


@given(st.lists(rates | st.none(), min_size=3, max_size=12))
def test_a_radar_stays_inside_its_ring(line: list[float | None]) -> None:
    markup = radar([f"name {i}" for i in range(len(line))], [("run", line)], "said")
    assert markup is not None
    outline = next(
        each for each in ElementTree.fromstring(markup).iter() if each.get("class", "").startswith("outline")
    )
    points = [tuple(map(float, pair.split(","))) for pair in outline.attrib["points"].split()]
    reach = [((x - 220) ** 2 + (y - 144) ** 2) ** 0.5 / 110 for x, y in points]
    assert reach == [pytest.approx(share or 0.0, abs=0.01) for share in line]


def test_a_radar_needs_three_spokes() -> None:
    assert radar(["a", "b"], [("run", [0.5, 0.5])], "said") is None


@given(st.dictionaries(st.sampled_from(["ok", "timeout", "empty"]), st.integers(0, 1000)))
def test_a_bar_of_shares_is_filled_once(counts: dict[str, int]) -> None:
    assert sum(percents(shares(counts), "width")) == pytest.approx((100 if sum(counts.values()) else 0) + 100, abs=0.1)


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_a_text_is_never_markup(text: str) -> None:
    root = ElementTree.fromstring(drawing(shape("text", text), label=text))
    assert [each.tag for each in root.iter()] == ["svg", "text"]
