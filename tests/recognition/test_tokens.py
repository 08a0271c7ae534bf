"""Sentences in tokens, and the quotations that may stand in them."""

from __future__ import annotations

import pytest

from ifdsl.recognition.tokens import Kind, tokens_of


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Use 'a' and 'b'.", ["a", "b"]),
        ('Use "a", “b” and 「c」.', ["a", "b", "c"]),
        ("The keyword 'Mitchell's theory' occurs.", ["Mitchell's theory"]),
        ("Say 'St. Joseph's Island.' once.", ["St. Joseph's Island."]),
        ("It's the dogs' bowl.", []),
        ('Say "it\'s".', ["it's"]),
    ],
)
def test_quotations(sentence: str, expected: list[str]) -> None:
    quoted = tokens_of(sentence).quoted
    assert [ends[0][1] for _, ends in sorted(quoted.items())] == expected


def test_a_mark_that_may_close_or_not_gives_both_readings() -> None:
    (ends,) = tokens_of("Say 'players' choice' once.").quoted.values()
    assert [text for _, text in ends] == ["players", "players' choice"]


def test_marks_by_what_they_do() -> None:
    kinds = {token.text: token.kind for token in tokens_of("See Next.js, ## and 20-30 (ok). 好！").items}
    assert kinds["."] is Kind.STOP
    assert kinds[","] is kinds["("] is Kind.SOFT
    assert kinds["##"] is Kind.SIGN
    assert kinds["好"] is Kind.HAN
    assert kinds["！"] is Kind.STOP
    assert [token.exact for token in tokens_of("20-30").items] == ["20", "to", "30"]
    assert [token.kind for token in tokens_of("Next.js").items] == [Kind.WORD, Kind.SOFT, Kind.WORD]


def test_a_negation_is_a_word_of_its_own() -> None:
    assert [token.exact for token in tokens_of("don't cannot won't -5").items] == [
        "do", "not", "can", "not", "will", "not", "-5",
    ]  # fmt: skip
