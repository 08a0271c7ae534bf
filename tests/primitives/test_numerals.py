"""Numbers as people write them: what is one, exact sums, rounding in decimals, and the way they are written kept."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ifdsl.primitives.numerals import decimal_places, increment, is_numeral, read, with_places

DECIMALS = st.decimals(allow_nan=False, allow_infinity=False, min_value=-(10**12), max_value=10**12, places=4)


@st.composite
def numerals(draw: st.DrawFn) -> tuple[str, Decimal, int]:
    """A numeral as somebody may write it, with its value and its digits after the point."""
    places = draw(st.integers(0, 5))
    value = draw(st.decimals(min_value=-(10**9), max_value=10**9, places=places))
    grouped = draw(st.sampled_from(["", ","]))
    digits = format(abs(value), f"{grouped}.{places}f")
    sign = draw(st.sampled_from(["-", "−"])) if value.is_signed() else draw(st.sampled_from(["", "+"]))
    before, after = draw(st.sampled_from([("", ""), ("$", ""), ("", "€"), ("", "%"), ("", " %")]))
    signed = draw(st.booleans()) and before
    return (f"{before}{sign}{digits}{after}" if signed else f"{sign}{before}{digits}{after}"), value, places


@given(numerals())
def test_a_numeral_is_read_with_its_value_and_its_places(written: tuple[str, Decimal, int]) -> None:
    text, value, places = written
    found = read(text)
    assert found is not None
    assert (found.value, found.places) == (value, places)
    assert is_numeral(f" {text}\n", currency=True, percent=True)
    assert decimal_places(text) == places


@given(numerals(), st.integers(-1000, 1000))
def test_a_sum_is_exact_and_can_be_taken_back(written: tuple[str, Decimal, int], by: int) -> None:
    text, value, places = written
    found = read(increment(text, by))
    assert found is not None
    assert (found.value, found.places) == (value + by, places)
    back = read(increment(increment(text, by), -by))
    assert back is not None
    assert back.value == value


@given(numerals(), st.integers(0, 8))
def test_places_are_those_asked_for_and_the_nearest(written: tuple[str, Decimal, int], places: int) -> None:
    text, value, _ = written
    found = read(with_places(text, places))
    assert found is not None
    assert found.places == places
    assert found.value == value.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)


@given(numerals(), st.sampled_from(["half_up", "half_even", "down", "up", "floor", "ceiling"]))
def test_no_way_to_round_leads_further_than_to_the_next_number(written: tuple[str, Decimal, int], way: str) -> None:
    text, value, _ = written
    found = read(with_places(text, 2, way))
    assert found is not None
    assert abs(found.value - value) < Decimal("0.01")


@given(st.text())
def test_what_is_no_numeral_stays_as_it_is(text: str) -> None:
    if read(text) is None:
        assert increment(text) == with_places(text) == text
        assert not is_numeral(text, currency=True, percent=True)


@pytest.mark.parametrize(
    "text",
    [
        *("007", "1e5", "nan", "inf", "Infinity", "1_000", "٣", "½", "1,2,3", "1,23", "1,234,5", "$5€", "--5", "-$-5"),
        *("5.", ".5", "", " ", "5  $", "$", "1 000", "0x10", "12px", "٣%", "9" * 400),
    ],
)  # fmt: skip
def test_these_are_no_numerals(text: str) -> None:
    assert read(text) is None


def test_known_values() -> None:
    assert increment("0.57") == "1.57"
    assert increment("3.50") == "4.50"
    assert increment("3.50", places="shortest") == "4.5"
    assert increment("1234") == "1235"
    assert increment("999,999") == "1,000,000"
    assert increment("1234", grouping="thousands") == "1,235"
    assert increment("1,234", grouping="none") == "1235"
    assert (increment("-$5"), increment("$-5"), increment("50 %")) == ("-$4", "$-4", "51 %")
    assert increment("5", 0.25) == "5.25"
    assert (with_places("2.675"), with_places("1.005"), with_places("0.125")) == ("2.68", "1.01", "0.13")
    assert with_places("0.125", 2, "half_even") == "0.12"
    assert with_places("-0.001") == "0.00"
    assert is_numeral("1,234", grouping="required")
    assert not is_numeral("1234", grouping="required")
    assert not is_numeral("1,234", grouping="none")
    assert not is_numeral("$5", percent=True)
    assert not is_numeral("5%", currency=True)
