"""Texts of an unusual form (rows, questions, nested lists, ruled numbers) have witnesses with ordinary demands too."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl.analysis.demands import Demand
from ifdsl.analysis.witness import numerals
from ifdsl.analysis.witness.build import Failed, build
from ifdsl.analysis.witness.facts import Predicate
from ifdsl.analysis.witness.plan import MOST, holds
from ifdsl.primitives.ranges import Range
from tests.analysis.witness.cases import checker, demand, drawn, std
from tests.analysis.witness.test_build import found

FORMS = {c.short_name: c for c in std() if c.short_name in ("multiples", "csv_table", "multiple_choice", "list_depth")}
WORDS = ("river", "lantern", "gladly", "measure", "forty", "because", "purple", "kindness")

Draw = Callable[[Random], Demand]

ANYWHERE: tuple[Draw, ...] = (
    lambda random: demand("std/length.word_count", Range(random.randint(10, 200), None)),
    lambda random: demand("std/length.sentence_count", Range(random.randint(1, 12), None)),
    lambda random: demand("std/length.paragraph_count", random.randint(2, 5)),
    lambda random: demand(
        "std/content.keywords", random.sample(WORDS, random.randint(1, 3)), Range(random.randint(1, 3), None)
    ),
    lambda random: demand("std/content.avoid_words", ["very", "the"]),
    lambda random: demand("std/content.placeholder_count", Range(random.randint(1, 4), None)),
    lambda random: demand("std/position.ends_with", "That is all.", True),
    lambda random: demand("std/punctuation.ends_with_mark", "."),
    lambda random: demand("std/format.wrapped_title"),
    lambda random: demand("std/format.highlight_count", Range(random.randint(1, 3), None)),
    lambda random: demand("std/format.heading_count", Range(random.randint(1, 3), None)),
    lambda random: demand("std/format.bullet_count", Range(random.randint(3, 6), None)),
    lambda random: demand("std/language.ascii_only"),
)
"""Demands that any two of can be met by one text, whatever its form."""

UNLED: tuple[Draw, ...] = (
    lambda random: demand("std/case.all_lower"),
    lambda random: demand("std/position.starts_with", "in short", True),
)
"""Demands that the header of rows and the label of a question, which come first and have capitals, never meet."""


@pytest.mark.parametrize("form", FORMS)
@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10**6), size=st.integers(1, 3))
def test_with_one_to_three_ordinary_demands(form: str, seed: int, size: int) -> None:
    random = Random(seed)
    first = drawn(FORMS[form], random)
    ways = list(ANYWHERE)
    if "," not in first.arguments:
        ways.append(lambda _: demand("std/punctuation.no_commas"))
    if form in ("multiples", "list_depth"):
        ways.extend(UNLED)
    found(first, *(way(random) for way in random.sample(ways, size)))


@pytest.mark.parametrize("lines", [16, 25, 36])
def test_with_an_exact_number_of_lines(lines: int) -> None:
    count = demand("std/length.line_count", lines)
    found(demand("std/data.csv_table", ["Name", "Price"], 4, ";"), count)
    found(demand("std/structure.multiple_choice", 2, 4), count)
    found(demand("std/data.multiples", 7, 10, 50), count)
    found(demand("std/format.list_depth", 3), count)


# ---------------------------------------------------------------- numbers


def test_ruled_numbers_stand_in_sentences_in_ascending_order() -> None:
    text = found(demand("std/data.multiples", 7, 10, 50), demand("std/length.word_count", Range(60, None)))
    assert re.findall(r"\d+", text) == ["14", "21", "28", "35", "42", "49"]
    assert text.count(". ") >= 5


def test_ruled_numbers_may_be_below_zero() -> None:
    assert re.findall(r"-?\d+", found(demand("std/data.multiples", 5, -5, 5))) == ["-5", "0", "5"]


def test_numbers_that_stand_in_labels_count() -> None:
    found(demand("std/structure.multiple_choice", 3, 3), demand("std/content.number_count", Range(7, 7)))


def test_numbers_that_some_of_the_ruled_ones_are_count() -> None:
    """There is one run of numbers, however many demands speak of them."""
    text = found(demand("std/data.multiples", 30, 30, 150), demand("std/content.number_count", Range(3, None)))
    assert re.findall(r"\d+", text) == ["30", "60", "90", "120", "150"]


def test_numbers_that_there_are_not_are_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = 0

    def counted(predicate: Predicate, value: object) -> bool:
        nonlocal tried
        tried += 1
        return holds(predicate, value)

    monkeypatch.setattr(numerals, "holds", counted)
    asked = [demand("std/data.multiples", 7, 10, 50), demand("std/content.number_count", Range(10, None))]
    assert isinstance(build(asked, checker(asked), budget=30), Failed)
    assert 0 < tried <= 4 * MOST


# ---------------------------------------------------------------- rows


def read(text: str, delimiter: str = ",") -> list[list[str]]:
    return [row for row in csv.reader(io.StringIO(text), delimiter=delimiter) if row]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_rows_under_a_header(delimiter: str) -> None:
    rows = read(found(demand("std/data.csv_table", ["Name", "City"], Range(3, 4), delimiter)), delimiter)
    assert rows[0] == ["Name", "City"]
    assert len(rows) == 4
    assert all(all(row) and len(row) == 2 for row in rows)


def test_rows_of_no_field_but_the_header() -> None:
    assert read(found(demand("std/data.csv_table", ["A"], 0, ","))) == [["A"]]
    assert len(read(found(demand("std/data.csv_table", ["A"], 3, ",")))) == 4


def test_a_header_whose_names_hold_the_delimiter() -> None:
    assert read(found(demand("std/data.csv_table", ["A, B", 'the "C"'], 1, ",")))[0] == ["A, B", 'the "C"']


def test_quoted_rows() -> None:
    table, quoted = demand("std/data.csv_table", ["Name", "Price"], 2, ","), demand("std/data.csv_quoted", ",")
    text = found(table, quoted, demand("std/content.keywords", ["river"], 1))
    assert text.startswith('"Name","Price"\n')
    assert found(quoted).startswith('"')


def test_what_needs_lines_of_its_own_is_one_field() -> None:
    table = demand("std/data.csv_table", ["Name", "Price"], 2, ",")
    rows = read(found(table, demand("std/format.bullet_count", 3), demand("std/length.paragraph_count", 4)))
    assert len(rows) == 3
    assert rows[2][1].count("\n- ") == 3


def test_an_end_with_the_delimiter_is_in_a_field_that_the_text_ends() -> None:
    end = "Thank you, and goodbye."
    rows = read(found(demand("std/data.csv_table", ["A", "B"], 1, ","), demand("std/position.ends_with", end, False)))
    assert rows[1][1].endswith(end)


# ---------------------------------------------------------------- questions and lists


def test_questions_have_numbers_a_text_and_lettered_options() -> None:
    text = found(demand("std/structure.multiple_choice", 3, 4), demand("std/length.word_count", Range(120, None)))
    assert re.findall(r"^Question (\d): [A-Z]", text, re.MULTILINE) == ["1", "2", "3"]
    assert "".join(re.findall(r"^([A-J])\) [A-Z]", text, re.MULTILINE)) == "ABCD" * 3


def test_labels_and_options_keep_to_the_marks_that_may_stand() -> None:
    questions = demand("std/structure.multiple_choice", 2, 3)
    assert ":" not in found(questions, demand("std/punctuation.no_colons"))
    assert ")" not in found(questions, demand("std/punctuation.no_parentheses"))


def test_questions_with_little_room() -> None:
    text = found(demand("std/structure.multiple_choice", 3, 3), demand("std/length.word_count", Range(None, 20)))
    assert text.count("Question") == 3
    found(demand("std/structure.multiple_choice", 4, 3), demand("std/length.sentence_count", Range(None, 4)))


def test_as_many_questions_as_will_do_where_none_is_asked_for() -> None:
    assert found(demand("std/structure.multiple_choice", Range(None, 3), 2)).startswith("Question 1")


def test_a_list_as_deep_as_asked_of_items_of_the_kind_that_is_asked_for() -> None:
    deep = demand("std/format.list_depth", 3)
    found(deep, demand("std/format.numbered_count", 4), demand("std/format.bullet_count", 0))
    found(deep, demand("std/format.numbered_count", 2), demand("std/format.bullet_count", 2))
    found(deep, demand("std/format.item_count", 3))
    found(demand("std/format.list_depth", 6), demand("std/format.item_count", Range(9, None)))


# ---------------------------------------------------------------- shapes of whole texts


def test_a_shape_is_put_around_a_text_of_sentences() -> None:
    text = found(demand("std/position.wrapped_in_quotes"), demand("std/length.sentence_count", Range(4, None)))
    assert text.count(". ") >= 3
    found(demand("std/language.ascii_only"), demand("std/length.word_count", Range(50, None)))
