"""The drawings of groups of cousins: inside their bounds, and true to the figures."""

from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl.report.intervals import Share
from ifdsl.report.page.curves import Bar, Curve, bars, curves
from ifdsl.report.reliability import Point

rates = st.floats(0, 1)
spans = st.tuples(rates, rates, rates).map(sorted)
NOTHING = Share(None, None)


def points(drawn: list[list[float]]) -> list[Point]:
    """One for each k, from the low bound, the share and the high bound."""
    return [
        Point(k, 9, Share(middle, (low, high)), NOTHING, NOTHING)
        for k, (low, middle, high) in enumerate(drawn, start=1)
    ]


def named(markup: str | None, name: str) -> list[ElementTree.Element]:
    assert markup is not None
    return [each for each in ElementTree.fromstring(markup).iter() if f"{each.get('class')} ".startswith(f"{name} ")]


def heights(markup: str | None, name: str) -> list[list[float]]:
    """The shares that the corners of lines or areas stand for."""
    corners = [[pair.split(",") for pair in each.attrib["points"].split()] for each in named(markup, name)]
    return [[1 - (float(y) - 12) / 194 for _, y in each] for each in corners]


@settings(deadline=None)
@given(st.lists(spans, min_size=1, max_size=40), st.lists(spans, min_size=1, max_size=40))
def test_a_curve_is_true_and_lies_in_its_band(strict: list[list[float]], loose: list[list[float]]) -> None:
    markup = curves([Curve(2, points(strict), points(loose))], "said")
    lines = heights(markup, "curve")
    assert lines == [
        [pytest.approx(middle, abs=1e-3) for _, middle, _ in loose],
        [pytest.approx(middle, abs=1e-3) for _, middle, _ in strict],
    ]
    (band,) = heights(markup, "band run2")
    assert band == [
        *(pytest.approx(high, abs=1e-3) for _, _, high in strict),
        *(pytest.approx(low, abs=1e-3) for low, _, _ in reversed(strict)),
    ]
    assert [each.get("class") for each in named(markup, "curve")] == ["curve loose run2", "curve run2"]
    places = [float(pair.split(",")[0]) for each in named(markup, "curve") for pair in each.attrib["points"].split()]
    assert all(48 <= place <= 560 for place in places)
    # Each k has its place, whichever line it is on.
    assert len(set(places)) == max(len(strict), len(loose))
    assert len(named(markup, "dot run2")) == len(strict)


@settings(deadline=None)
@given(st.integers(1, 64))
def test_there_is_room_for_the_numbers_of_k(longest: int) -> None:
    markup = curves([Curve(0, points([[0.1, 0.5, 0.9]] * longest), ())], "said")
    assert markup is not None
    texts = [each.text or "" for each in ElementTree.fromstring(markup).iter("text")]
    numbers = [int(text) for text in texts if text.isdigit()]
    assert len(numbers) <= 16
    assert numbers == sorted(set(numbers), reverse=True)
    assert numbers[0] == longest
    if longest <= 16:
        assert numbers[-1] == 1


def test_runs_differ_in_more_than_their_colour() -> None:
    one = points([[0.4, 0.5, 0.6]] * 2)
    markup = curves([Curve(place, one, ()) for place in range(4)], "said")
    assert len({each.get("d", each.tag) for each in named(markup, "dot")}) == 4


def test_nothing_to_draw_draws_nothing() -> None:
    assert curves([], "said") is None
    assert curves([Curve(0, (), ())], "said") is None
    assert "share" not in bars([Bar(None, None)])


@settings(deadline=None)
@given(st.lists(spans, min_size=1, max_size=4))
def test_bars_are_as_long_as_their_shares(drawn: list[list[float]]) -> None:
    markup = bars([Bar(middle, (low, high), low) for low, middle, high in drawn])
    assert [float(each.attrib["width"][:-1]) for each in named(markup, "share")] == [
        pytest.approx(100 * middle, abs=0.01) for _, middle, _ in drawn
    ]
    ends = [(float(each.attrib["x1"][:-1]), float(each.attrib["x2"][:-1])) for each in named(markup, "whisker")]
    assert ends == [(pytest.approx(100 * a, abs=0.01), pytest.approx(100 * b, abs=0.01)) for a, _, b in drawn]
    tall = float(ElementTree.fromstring(markup).attrib["height"])
    assert all(0 <= float(each.attrib["y"]) <= tall - 10 for each in named(markup, "share"))
