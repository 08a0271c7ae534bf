"""Marks in marks: hand-written cases, and what holds for every text, against slow readings of the definition."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ifdsl.primitives.nesting import indent, nesting_depth, quote_depth

BRACKETS = "()[]{}"
TEXTS = st.text(alphabet="([{)]} a", max_size=14)


@pytest.mark.parametrize(
    ("text", "depth"),
    [
        ("", 0),
        ("none", 0),
        ("()", 1),
        ("(a [b] {c (d)})", 3),
        ("(a) (b) [c]", 1),
        ("((((", 0),
        ("))))", 0),
        ("1) one 2) two :(", 0),
        ("((a) b", 1),
        ("(a :( [b] c", 1),
        ("[a :( b]", 1),
        ("[a :( (b) c]", 2),
        ("( [ ) ]", 1),
        ("(1) ([2) 3]", 1),
    ],
)
def test_pairs_of_brackets(text: str, depth: int) -> None:
    assert nesting_depth(text, BRACKETS) == depth


@pytest.mark.parametrize(
    ("text", "depth"),
    [
        ("", 0),
        ("(((((", 0),
        ("((((()", 5),
        ("(((((]", 0),
        ("((((a)", 4),
        ("((((] ()", 1),
        (") (((((x))", 5),
        ("(((((x]) ()", 1),
        ("()((((()", 5),
    ],
)
def test_brackets_open_at_once(text: str, depth: int) -> None:
    assert nesting_depth(text, BRACKETS, "open") == depth


def test_a_mark_that_is_its_own_partner() -> None:
    assert nesting_depth('"a \'b "c" d\' e"', "\"\"''") == 3
    assert nesting_depth('"a" \'b\' "c"', "\"\"''") == 1
    assert nesting_depth("don't", "''") == 0
    assert nesting_depth('"a (b) "', '""()') == 2
    assert nesting_depth('(a " b)', '""()') == 1
    assert nesting_depth("||a|", "||", "open") == 1


def test_pairs_of_no_use() -> None:
    assert nesting_depth("(a)", "") == 0
    assert nesting_depth("(a)", "(") == 0
    assert nesting_depth("]a[ (a)", "][") == 1
    assert nesting_depth("-a^", "-^") == 1


BALANCED = st.recursive(
    st.sampled_from(["", "a", "b "]),
    lambda inner: st.one_of(
        st.tuples(st.sampled_from([("(", ")"), ("[", "]"), ("{", "}")]), inner).map(lambda p: p[0][0] + p[1] + p[0][1]),
        st.tuples(inner, inner).map("".join),
    ),
    max_leaves=8,
)


def height(text: str) -> int:
    """How many brackets are open at once, for texts whose brackets all fit."""
    level = most = 0
    for char in text:
        level += (char in "([{") - (char in ")]}")
        most = max(most, level)
    return most


@given(BALANCED)
def test_both_readings_agree_where_all_brackets_fit(text: str) -> None:
    assert nesting_depth(text, BRACKETS) == nesting_depth(text, BRACKETS, "open") == height(text)


@given(BALANCED, TEXTS)
def test_brackets_around_are_one_deeper_and_texts_side_by_side_are_not(text: str, other: str) -> None:
    assert nesting_depth(f"({text})", BRACKETS) == nesting_depth(text, BRACKETS) + 1
    assert nesting_depth(f"{text}{other}", BRACKETS) == max(nesting_depth(each, BRACKETS) for each in (text, other))


@given(TEXTS)
def test_never_more_than_there_are_marks(text: str) -> None:
    opened = sum(char in "([{" for char in text)
    closed = sum(char in ")]}" for char in text)
    assert nesting_depth(text, BRACKETS) <= min(opened, closed)
    assert nesting_depth(text, BRACKETS, "open") <= opened
    assert nesting_depth("", BRACKETS) == 0


@pytest.mark.parametrize(
    ("text", "depth"),
    [
        ("", 0),
        ("none", 0),
        ("don't say o'clock or the dogs' bowl", 0),
        ('"Yes," he said.', 1),
        ("\"He said 'no' to me.\"", 2),
        ('"He said \'she said "go" and went\'."', 3),
        ("“He said ‘she said “go” and went’.”", 3),
        ("“It’s ‘the dogs’ bowl’”", 2),
        ("„Er sagte: ‚Nein‘.“", 2),
        ("« Il dit “non” »", 1),
        ("« Il dit ‘non’ »", 2),
        ("「他说『好』」", 2),
        ('"a "b" c"', 1),
        ("\"the dogs' bowl 'x'\"", 2),
        ("'\"a\"'", 2),
        ("\"open\n\n'x'\"", 1),
        ('a "', 0),
        ("5' 10\" tall", 0),
        ('"the \'x "y" z"', 1),
    ],
)
def test_quotations(text: str, depth: int) -> None:
    assert quote_depth(text) == depth


@given(st.text(alphabet="\"'“”‘’„«»「」『』 a\n", max_size=20))
def test_quotations_of_every_text(text: str) -> None:
    depth = quote_depth(text)
    assert 0 <= 2 * depth <= sum(char in "\"'“”‘’„«»「」『』" for char in text)
    assert quote_depth(f"{text}\n\n{text}") == depth


def test_long_texts_take_linear_time() -> None:
    for piece in ("(", "()", "([", ")", '"a ', "'“", "(]"):
        text = piece * 30_000
        assert nesting_depth(text, BRACKETS) >= 0
        assert quote_depth(text) >= 0
    assert nesting_depth("(" * 30_000 + ")" * 30_000, BRACKETS) == 30_000


@pytest.mark.parametrize(("text", "columns"), [("", 0), ("a", 0), ("  a", 2), ("\ta", 4), (" \t a", 5), ("  \n", 2)])
def test_indentation(text: str, columns: int) -> None:
    assert indent(text) == columns
