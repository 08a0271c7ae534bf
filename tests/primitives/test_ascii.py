"""What of a text can be written in ASCII."""

from __future__ import annotations

import sys
import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from ifdsl.primitives.ascii import LONGEST_DECOMPOSITION, plain_digits, unaccented


@given(st.text(max_size=20))
def test_every_text(text: str) -> None:
    assert unaccented(text).isascii()
    assert unaccented(unaccented(text)) == unaccented(text)
    assert len(plain_digits(text)) == len(text)
    for char, plain in zip(text, plain_digits(text), strict=True):
        assert plain == (str(int(char)) if char.isdecimal() else char)


def test_letters() -> None:
    assert unaccented("Reykjavík, Chișinău, ﬁn, Ø, ½") == "Reykjavik, Chisinau, fin, , 12"


def test_no_character_becomes_longer_than_the_cost_bound_says() -> None:
    longest = max(len(unaccented(chr(code))) for code in range(128, sys.maxunicode))
    assert longest == LONGEST_DECOMPOSITION
    assert all(
        len(plain_digits(chr(code))) == 1 for code in range(sys.maxunicode) if unicodedata.category(chr(code)) == "Nd"
    )
