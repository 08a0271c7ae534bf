"""The name of a choice says its texts, whatever they hold, as the language writes them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ifdsl.ir.build import build_text
from ifdsl.ir.printer import print_program
from ifdsl.primitives.types import choice, choices_of

TEXTS = st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=5), min_size=1, max_size=4, unique=True)


@given(TEXTS)
def test_the_texts_are_read_back(texts: list[str]) -> None:
    assert choices_of(str(choice(*texts))) == tuple(texts)
    assert choices_of("text") == choices_of("list[text]") == ()


@given(TEXTS)
def test_a_parameter_survives_printing(texts: list[str]) -> None:
    text = f'ifdsl 1\nconstraint c(x: {choice(*texts)}) {{ check len(response.words) > 0 render listing "x" }}\n'
    program = build_text(text, name="m").program
    assert program is not None
    assert build_text(print_program(program), name="m").program == program
