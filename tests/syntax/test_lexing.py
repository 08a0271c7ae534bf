from __future__ import annotations

import pytest

from ifdsl.syntax import tree as t
from ifdsl.syntax.lexing import Noted, TooLarge, Unreadable
from ifdsl.syntax.parser import engine


def _leaves(text: str, rule: str = "file", *, inside: bool = False) -> list[str]:
    """The leaves of a text that the grammar can read, each as `TERMINAL word`."""
    parser = engine()
    states = parser.start(rule)
    found = []
    for kind, leaf in parser.lexer.leaves(text, 0, len(text), states, Noted(), inside=inside):
        if kind == "$END":
            return found
        after = parser.after(states, kind)
        assert after is not None, f"{kind} has no place in {text!r}"
        states[:] = after
        found.append(f"{kind} {text[leaf.start : leaf.end]}" if leaf is not None else kind)
    raise AssertionError


def _expression(text: str) -> list[str]:
    return [leaf.partition(" ")[0] for leaf in _leaves(text, "expression", inside=True)]


def test_a_word_is_a_keyword_only_where_it_can_be_one() -> None:
    leaves = _leaves("spec task(check: text) { task check: }".replace("check: }", '"" }'))
    assert leaves[:4] == ["SPEC spec", "NAME task", "LPAR (", "NAME check"]
    assert "TASK task" in leaves


@pytest.mark.parametrize("word", ["judge", "python"])
def test_judge_and_python_are_keywords_only_before_a_text(word: str) -> None:
    assert _leaves(f'constraint a() {{ check {word} "x" }}')[-3].startswith(word.upper())
    assert f"NAME {word}" in _leaves(f"constraint a() {{ check {word}(1) }}")
    assert f"NAME {word}" in _leaves(f"constraint a() {{ check {word} == 1 }}")


def test_on_one_line_a_requirement_may_have_a_name_that_is_a_keyword() -> None:
    assert _leaves("spec a { must { b() task() } }").count("NAME task") == 1
    assert _leaves('spec a { must b() task "x" }').count("TASK task") == 1


def test_after_an_open_range_a_name_is_its_bound_and_an_operator_an_operator() -> None:
    assert "NAME task" in _leaves("spec a { expect 1..task }")
    assert "TASK task" in _leaves('spec a { expect 1..\ntask "x" }')
    assert _expression("x in 2.. and y")[-2:] == ["AND", "NAME"]
    assert _expression("1..if_empty") == ["NUMBER", "DOTS", "NAME"]
    assert "STEP step" in _leaves("constraint a() { vary x: 1.. step 2 }")


def test_newlines_count_outside_brackets_and_once() -> None:
    leaves = _leaves("\n\n use a\n \n # b\n\nfn f(\n x: int,\n) -> int = [\n1,\n\n2][\n0\n]\n")
    assert leaves.count("_NL") == 2


def test_inside_brackets_no_newline_counts() -> None:
    assert _expression("\n1\n+\n2\n") == ["NUMBER", "PLUS", "NUMBER"]


def test_a_slash_divides_after_a_value_and_begins_a_regular_expression_before_one() -> None:
    assert _expression("a / b / c") == ["NAME", "DIVIDE", "NAME", "DIVIDE", "NAME"]
    assert _expression("a // b % c") == ["NAME", "DIVIDE", "NAME", "DIVIDE", "NAME"]
    assert _leaves(r"/a\/ #[\d]/ / /b/", "expression") == [r"REGEX /a\/ #[\d]/", "DIVIDE /", "REGEX /b/"]


def test_numbers_and_ranges() -> None:
    assert _leaves("1..2.5", "expression") == ["NUMBER 1", "DOTS ..", "NUMBER 2.5"]
    assert _leaves("1_000..", "expression") == ["NUMBER 1_000", "DOTS .."]
    assert _leaves("..-1", "expression") == ["DOTS ..", "MINUS -", "NUMBER 1"]


@pytest.mark.parametrize(
    "text", ['""', '"a"', r'"\"{}\\"', '"""a"b""c\n"""', r'"""\""" x"""', '"""\\\n"""', '"#"', '"\\{"']
)
def test_texts(text: str) -> None:
    assert _leaves(text, "expression") == [f"TEXT {text}"]


@pytest.mark.parametrize("text", ['"', '"a', '"a\n"', '"\\"', '"""', '"""a""', "'a'", "é", "1 ; 2", "/a", "/a\n/"])
def test_what_begins_nothing_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable):
        engine().read("expression", text, 0, len(text), Noted())


def test_comments_are_noted_with_whether_they_stand_alone() -> None:
    text = 'a( # one\n  # two\n"""# no\n""", # three\n)'
    noted = Noted()
    engine().read("expression", text, 0, len(text), noted)
    assert [(comment.text, comment.own_line) for comment in noted.comments] == [
        ("# one", False),
        ("# two", True),
        ("# three", False),
    ]


def test_numbers_of_more_digits_than_64_bits_hold_are_refused() -> None:
    assert isinstance(engine().read("expression", "9" * 18, 0, 18, Noted()), t.Number)
    for text in ("9" * 19, "1_" * 18 + "1", "0." + "1" * 19, "1" * 100_000):
        with pytest.raises(TooLarge):
            engine().read("expression", text, 0, len(text), Noted())
    for text in ("1_" * 17 + "1", "9" * 18 + "." + "9" * 18):
        assert isinstance(engine().read("expression", text, 0, len(text), Noted()), t.Number)
