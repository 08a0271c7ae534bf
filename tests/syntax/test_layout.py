from __future__ import annotations

import pytest

from ifdsl.source.diagnostic import Diagnostic
from ifdsl.source.file import SourceFile
from ifdsl.syntax.documents import expression, print_expression
from ifdsl.syntax.layout import WIDTH, Chain, List, flat, lay_out
from ifdsl.syntax.parser import parse_expression


def _laid_out(text: str, column: int = 0) -> str:
    found = parse_expression(SourceFile("f", text), 0, len(text))
    assert not isinstance(found, Diagnostic)
    return lay_out(expression(found), "", column)


def test_what_fits_stays_on_its_line() -> None:
    exact = "f(" + "a" * (WIDTH - 3) + ")"
    assert _laid_out(exact) == exact
    assert _laid_out(exact, 1) != exact


def test_a_list_is_broken_at_its_commas_the_outermost_first() -> None:
    inner = "[" + ", ".join(["word"] * 12) + "]"
    assert _laid_out(f"function({inner}, other={inner})") == f"function(\n  {inner},\n  other={inner},\n)"
    long = "[" + ", ".join(["word"] * 20) + "]"
    assert _laid_out(f"f({long})") == "f(\n  [\n" + "    word,\n" * 20 + "  ],\n)"


def test_a_chain_is_broken_only_inside_brackets() -> None:
    chain = " and ".join(["condition"] * 12)
    assert _laid_out(chain) == chain
    assert _laid_out(f"({chain})") == "(\n  condition" + "\n    and condition" * 11 + "\n)"


def test_a_comprehension_is_broken_before_its_words() -> None:
    text = f"all({'a' * 50} for {'b' * 30} in {'c' * 30} if d)"
    assert _laid_out(text) == f"all(\n  {'a' * 50}\n  for {'b' * 30} in {'c' * 30}\n  if d\n)"


def test_what_follows_a_list_counts() -> None:
    doc = [List("(", ["a" * 40, "b" * 40], ")"), " " + "c" * 30]
    assert lay_out(doc, "", 0).startswith("(\n")
    assert lay_out([List("(", ["a" * 40, "b" * 40], ")"), List("[", ["c" * 30], "]")], "", 0).startswith("(a")


def test_newlines_of_texts_are_kept_and_begin_a_new_count() -> None:
    text = '"""\n' + "a" * 90 + '\n"""'
    assert _laid_out(f"f({text}, {'b' * 80})") == f"f({text}, {'b' * 80})"
    assert flat(Chain(["a", "b"])) == "a b"


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("a+b*-c", "a + b * -c"),
        ("1 .. 2", "1..2"),
        ("1+1 .. ", "1 + 1 .."),
        (".. a+1", ".. a + 1"),
        ("f ( a , b = 2.. , )", "f(a, b=2..)"),
        ("a . b ( ) [ 1 : ] [ : 2 ] [ 0 ]", "a.b()[1:][:2][0]"),
        ("not( a )", "not (a)"),
        ("a if b else c", "a if b else c"),
        ("a   not   in[1,2,]", "a not in [1, 2]"),
        ("[x for x in y if z]", "[x for x in y if z]"),
        ("any( x for x in y )", "any(x for x in y)"),
        (r"/a b/ == '".replace("'", '"') + '"', '/a b/ == ""'),
        ("True", "true"),
    ],
)
def test_the_spaces_of_an_expression(text: str, printed: str) -> None:
    found = parse_expression(SourceFile("f", text), 0, len(text))
    assert not isinstance(found, Diagnostic)
    assert print_expression(found) == printed


def test_long_chains_and_lists_are_laid_out_soon() -> None:
    for text in (
        " + ".join(["a"] * 5000),
        "f(" + ", ".join(["a"] * 5000) + ")",
        "a" + "[0]" * 90,
        "(" * 90 + "a" + ")" * 90,
    ):
        assert _laid_out(text)
