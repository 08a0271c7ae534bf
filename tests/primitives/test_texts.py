"""Functions on texts: cutting, changing, judging, reading numbers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ifdsl.primitives import texts
from ifdsl.primitives.piece import Piece
from ifdsl.primitives.table import TABLE
from ifdsl.primitives.undecided import Undecided

TEXTS = st.text(alphabet="ab \n\t.é\u3000", max_size=12)


@given(TEXTS, st.sampled_from(["", "a", ".b", " \n"]))
def test_strip(text: str, chars: str) -> None:
    assert texts.strip(text, chars) == text.strip(chars or None)
    assert texts.strip_start(text, chars) == text.lstrip(chars or None)
    assert texts.strip_end(text, chars) == text.rstrip(chars or None)


@given(TEXTS, st.sampled_from(["", "a", "ab", ".", "\n"]))
def test_cutting_at_a_separator(text: str, separator: str) -> None:
    before, found, after = text.partition(separator) if separator else ("", "x", text)
    assert texts.before(text, separator) == (before if found else "")
    assert texts.after(text, separator) == after
    last = text.rpartition(separator)[2] if separator in text and separator else ""
    assert texts.after_last(text, separator) == last
    assert texts.without_prefix(text, separator) == text.removeprefix(separator)
    assert texts.without_suffix(text, separator) == text.removesuffix(separator)


CUTS = [
    (texts.strip, ("",)), (texts.strip, (" a",)), (texts.strip_start, ("",)), (texts.strip_end, ("a",)),
    (texts.without_prefix, ("a",)), (texts.without_suffix, ("a",)), (texts.before, (" ",)), (texts.after, (" ",)),
    (texts.after_last, (" ",)), (texts.after_last, ("z",)),
]  # fmt: skip


@pytest.mark.parametrize(("cut", "args"), CUTS)
@given(text=TEXTS, start=st.integers(0, 9))
def test_what_is_cut_from_a_piece_is_a_piece(cut, args, text: str, start: int) -> None:
    part = cut(Piece(text, start), *args)
    assert isinstance(part, Piece)
    assert part == cut(text, *args)
    assert ("x" * start + text)[part.start : part.start + len(part)] == part


@given(TEXTS, st.sampled_from(["a", "ab", " "]), st.sampled_from(["", "x", "aa"]))
def test_replace_and_delete(text: str, old: str, new: str) -> None:
    assert texts.replace(text, old, new) == text.replace(old, new)
    assert texts.replace(text, "", new) == text
    assert texts.delete(text, old) == "".join(char for char in text if char not in old)
    assert texts.reverse(texts.reverse(text)) == text


def test_no_text_grows_without_bound() -> None:
    text = "a" * (texts.LONGEST // 2)
    assert len(texts.replace(text, "a", "aa")) == texts.LONGEST
    with pytest.raises(Undecided, match="characters"):
        texts.replace(text, "a", "aaa")
    with pytest.raises(Undecided):
        texts.upper("ß" * texts.LONGEST)


@pytest.mark.parametrize(
    ("text", "value"),
    [("7", 7), (" -1,000 ", -1000), ("3.14", 3.14), ("+0.5", 0.5), ("−2", -2), ("007", 7), ("1,234,567.5", 1234567.5)],
)
def test_numerals(text: str, value: float) -> None:
    assert texts.is_number(text)
    assert texts.number(text) == value
    assert type(texts.number(text)) is type(value)


@pytest.mark.parametrize("text", ["", "x", "1,00", "1.", ".5", "1e5", "1 000", "--1", "٣", "½", "1,2345", "9" * 5_000])
def test_what_is_no_numeral_is_zero(text: str) -> None:
    assert not texts.is_number(text)
    assert texts.number(text) == 0


@given(st.integers(-(10**9), 10**9) | st.floats(-1e6, 1e6).map(lambda value: round(value, 4)))
def test_numbers_are_read_back(value: float) -> None:
    written = f"{value:,}"
    if "e" not in written:
        assert texts.number(written) == value


def test_judging() -> None:
    assert texts.is_blank(" \n\u3000")
    assert texts.is_blank("")
    assert not texts.is_blank(" .")
    assert texts.matches("call 555", r"\d+")
    assert not texts.full_match("call 555", r"\d+")


@given(st.text(min_size=1, max_size=3))
def test_code_point_is_that_of_the_first_character(text: str) -> None:
    assert chr(texts.code_point(text)) == text[0]
    assert texts.code_point("") == 0


def test_a_tokenizer_writes_quotation_marks_in_its_own_way() -> None:
    pytest.importorskip("punkt")
    written = TABLE["treebank_tokens"].run
    assert written is not None
    assert written('He said "no" ("yes").') == ["He", "said", "``", "no", "''", "(", "``", "yes", "''", ")", "."]
    assert written("") == []
