"""What compiled checkers import: names for every primitive, and the memo of a text under check."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ifdsl.primitives import runtime as rt
from ifdsl.primitives.primitive import Rule
from ifdsl.primitives.table import TABLE


def test_every_primitive_has_a_name() -> None:
    names = set()
    for primitive in TABLE.values():
        if not primitive.is_view:
            names.add(rt.name_of(primitive.name))
            assert getattr(rt, rt.name_of(primitive.name)) is primitive.run
        for rule in primitive.rules:
            name = rt.name_of(primitive.name, rule)
            names.add(name)
            assert getattr(rt, name) is primitive.rules[rule]
    assert len(names) == sum(len(primitive.rules) or 1 for primitive in TABLE.values())
    assert rt.name_of("words") == "words"
    assert rt.name_of("words", "ifeval") == "words_ifeval"
    assert not names & set(rt.__all__)


@pytest.mark.parametrize("name", ["nothing", "words_nothing", "count_standard", "lines_"])
def test_other_names_are_unknown(name: str) -> None:
    with pytest.raises(AttributeError, match=name):
        getattr(rt, name)


@given(st.text(alphabet="a -\n*", max_size=20), st.integers(0, 9))
def test_a_doc_gives_what_the_primitive_gives(text: str, start: int) -> None:
    for doc in (rt.Doc(text), rt.Doc(rt.Piece(text, start))):
        assert doc.size(rt.bullets) == len(doc.view(rt.bullets)) == doc.size(rt.bullets)
        assert doc.view(rt.split, "-") == text.split("-")
        assert doc.size(rt.split, "a") == text.count("a") + 1
        assert doc.call(rt.count, "a") == text.count("a")
        assert doc.call(rt.upper) == text.upper()
    pieces = rt.Doc(rt.Piece(text, start)).view(rt.lines_filled)
    assert pieces == rt.pieces(rt.lines_filled, text)
    assert all(("x" * start + text)[piece.start :].startswith(piece) for piece in pieces)


def test_a_doc_asks_once() -> None:
    asked = []

    def spans(text: str, *args: object) -> list[tuple[int, int]]:
        asked.append((text, args))
        return [(0, 1)]

    def shout(text: str, *args: object) -> str:
        asked.append((text, args))
        return text.upper()

    rule, doc = Rule(spans, "the first character"), rt.Doc("abc")
    assert doc.size(rule) == doc.size(rule) == 1
    assert doc.view(rule) is doc.view(rule)
    assert doc.size(rule) == 1
    assert doc.view(rule, "x") == doc.view(rule, "x") == ["a"]
    assert asked == [("abc", ()), ("abc", ()), ("abc", ("x",))]
    asked.clear()
    assert doc.call(shout) == doc.call(shout) == doc.call(shout, 1) == doc.call(shout, 1) == "ABC"
    assert asked == [("abc", ()), ("abc", (1,))]
    assert doc.call(shout, []) == "ABC"
