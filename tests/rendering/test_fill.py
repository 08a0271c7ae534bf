"""Filling: every hole is filled, the noun agrees, values stay as they are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ifdsl.ir import nodes as n
from ifdsl.primitives.ranges import Range
from ifdsl.rendering.fill import fill, value_of


def hole(name: str, format: str = "", type: str = "text") -> n.Hole:
    return n.Hole(expression=n.Variable(name=name, type=type), format=format)


def template(*parts: str | n.Hole) -> n.Template:
    return n.Template(parts=parts)


WORDS = template("Use ", hole("words", type="range"), " words.")
HEADINGS = template("Use ", hole("n", type="range"), " level ", hole("level", type="int"), " headings.")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (Range(1, 1), "Use exactly 1 word."),
        (Range(1, None), "Use at least 1 word."),
        (Range(None, 1), "Use at most 1 word."),
        (Range(1, 2), "Use between 1 and 2 words."),
        (Range(0, 1), "Use between 0 and 1 words."),
        (Range(80, 120), "Use between 80 and 120 words."),
        (Range(), "Use any number of words."),
        (1, "Use exactly 1 word."),
        (5, "Use exactly 5 words."),
    ],
)
def test_the_noun_agrees(words: object, expected: str) -> None:
    assert fill(WORDS, {"words": words}) == expected


@pytest.mark.parametrize(
    ("count", "level", "expected"),
    [
        (Range(1, None), 2, "Use at least 1 level 2 heading."),
        (Range(2, None), 1, "Use at least 2 level 1 headings."),
        (Range(1, 1), 1, "Use exactly 1 level 1 heading."),
        (Range(2, 3), 2, "Use between 2 and 3 level 2 headings."),
    ],
)
def test_a_number_after_a_label_is_a_name(count: Range, level: int, expected: str) -> None:
    assert fill(HEADINGS, {"n": count, "level": level}) == expected


def test_a_label_does_not_make_its_verb_singular() -> None:
    text = template("Paragraph ", hole("n", type="int"), " quotes somebody.")
    assert fill(text, {"n": 1}) == "Paragraph 1 quotes somebody."


def test_formats_that_count_nothing_change_nothing() -> None:
    text = template("Say it ", hole("n", "times", "range"), " words")
    assert fill(text, {"n": 1}) == "Say it once words"
    assert fill(template(hole("n", "ordinal", "int"), " words"), {"n": 1}) == "first words"


def test_a_list_of_one_is_named_in_the_singular() -> None:
    text = template("Avoid the words ", hole("words", "or", "list[text]"), " or ", hole("n", type="int"), " lines.")
    assert fill(text, {"words": ["tea"], "n": 2}) == 'Avoid the word "tea" or 2 lines.'
    assert fill(text, {"words": ["tea", "milk"], "n": 1}) == 'Avoid the words "tea" or "milk" or 1 line.'


def test_agreement_is_english_only() -> None:
    assert fill(template("恰好", hole("n", type="int"), " words"), {"n": 1}, "zh") == "恰好1 words"


def test_values_are_not_templates_and_do_not_agree() -> None:
    text = template(hole("n", type="int"), " ", hole("noun"), " and words")
    assert fill(text, {"n": 1, "noun": "words {n} {{ n }}"}) == "1 words {n} {{ n }} and words"


def test_expressions_are_worked_out() -> None:
    more = n.Arithmetic(
        operator="+", left=n.Variable(name="n", type="int"), right=n.Value(value=1, type="int"), type="int"
    )
    bounds = n.Bounds(low=n.Variable(name="n", type="int"), high=more)
    assert fill(template(n.Hole(expression=bounds), " words"), {"n": 3}) == "between 3 and 4 words"


def test_what_only_a_response_could_give() -> None:
    inner = n.Quantifier(
        quantifier="list",
        variable="w",
        domain=n.Variable(name="response", type="list[text]"),
        element=n.Variable(name="w", type="text"),
        type="list[text]",
    )
    with pytest.raises(ValueError, match="`response` has no value in a prompt"):
        fill(template(n.Hole(expression=inner)), {})
    shadowed = n.Quantifier(
        quantifier="list",
        variable="response",
        domain=n.Items(items=(n.Value(value=2, type="int"),), type="list[int]"),
        element=n.Variable(name="response", type="int"),
        type="list[int]",
    )
    assert value_of(shadowed, {}) == [2]


LITERAL = st.text(st.characters(blacklist_characters="{}", blacklist_categories=["Cs"]), max_size=12)


@given(st.lists(LITERAL | st.sampled_from(["words", "n"]).map(lambda name: hole(name)), max_size=6), LITERAL)
def test_values_stand_where_their_holes_were(parts: list[str | n.Hole], value: str) -> None:
    filled = fill(n.Template(parts=tuple(parts)), {"words": value, "n": value})
    assert filled == "".join(part if isinstance(part, str) else value for part in parts)
