"""What Python and num2words make of a text: total, and equal to Python's own reading."""

from __future__ import annotations

import math

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ifdsl.primitives.python_numbers import is_python_number, num2words, python_fixed, python_plus

TEXTS = st.one_of(
    st.text(max_size=20),
    st.integers().map(str),
    st.floats().map(repr),
    st.text(alphabet="0123456789.-+e_ ٣", max_size=9),
)


@given(TEXTS)
@example("1_000")
@example("٣")
@example("nan")
def test_they_read_what_float_reads(text: str) -> None:
    try:
        value = float(text)
    except ValueError:
        assert not is_python_number(text)
        assert python_plus(text) == python_fixed(text) == text
        return
    assert is_python_number(text)
    assert python_fixed(text, 2) == f"{value:.2f}"
    try:
        assert python_plus(text) == f"{int(text) + 1:,}"
    except ValueError:
        assert python_plus(text) == f"{value + 1:,}"


@given(TEXTS)
def test_words_never_raise(text: str) -> None:
    assert isinstance(num2words(text), str)


@given(st.integers(-(10**35), 10**35))
def test_words_of_whole_numbers_begin_with_a_word(value: int) -> None:
    assert num2words(str(value)).startswith("minus ") == (value < 0)
    assert num2words(f"{value}.00") == num2words(str(value))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("12", "twelve"),
        ("1234", "one thousand, two hundred and thirty-four"),
        ("1001000", "one million, one thousand"),
        ("1000001", "one million and one"),
        ("-7", "minus seven"),
        ("-0.5", "zero point five"),
        ("-1.5", "minus one point five"),
        ("3.50", "three point five"),
        ("1e5", "one hundred thousand"),
        ("1_000", "one thousand"),
        (" 12 ", "twelve"),
        ("٣", "three"),
        ("1,234", "1,234"),
        ("nan", "nan"),
        ("inf", "inf"),
        ("½", "½"),
    ],
)
def test_known_words(text: str, words: str) -> None:
    assert num2words(text) == words


def test_binary_fractions_keep_their_errors() -> None:
    assert python_plus("0.57") == "1.5699999999999998"
    assert python_fixed("0.125", 2) == "0.12"
    assert math.isinf(float(python_plus("inf")))
