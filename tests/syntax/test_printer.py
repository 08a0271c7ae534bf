from __future__ import annotations

import re
from pathlib import Path

import pytest

from ifdsl.source.file import SourceFile
from ifdsl.syntax.parser import parse
from ifdsl.syntax.printer import format_file, format_module

EVERYTHING = (Path(__file__).parent / "everything.ifc").read_text(encoding="utf-8")


def _formatted(text: str) -> str:
    formatted = format_file(SourceFile("f", text))
    assert isinstance(formatted, str), formatted
    assert format_file(SourceFile("f", formatted)) == formatted
    return formatted


def test_the_sample_is_laid_out_as_it_should_be() -> None:
    assert _formatted(EVERYTHING) == EVERYTHING


def test_layout_is_lost_and_nothing_else() -> None:
    parts = EVERYTHING.split('"""')
    parts[::2] = [re.sub(r"\n *", "\n ", part).replace(" = ", "=\t") for part in parts[::2]]
    assert _formatted('"""'.join(parts)) == EVERYTHING


_CASES = [
    case.split("\n----\n")
    for case in (Path(__file__).parent / "formatting.txt").read_text(encoding="utf-8").split("\n====\n")
]
"""What is formatted, before and after, each after the line `ifdsl 1`."""


@pytest.mark.parametrize(("text", "formatted"), [case[1:] for case in _CASES], ids=[case[0] for case in _CASES])
def test_formatting(text: str, formatted: str) -> None:
    assert _formatted("ifdsl 1\n" + text) == "ifdsl 1\n\n" + formatted.rstrip("\n") + "\n"


def test_blanks_at_the_end_of_a_comment_are_dropped() -> None:
    assert _formatted("ifdsl 1\nuse a # b  \t\n") == "ifdsl 1\n\nuse a  # b\n"


@pytest.mark.parametrize(
    ("text", "formatted"),
    [
        ("", "ifdsl 1\n"),
        ("\n\nifdsl   1", "ifdsl 1\n"),
        ("use a", "ifdsl 1\n\nuse a\n"),
        ("# a\nuse b", "ifdsl 1\n\n# a\nuse b\n"),
        ("# a", "ifdsl 1\n\n# a\n"),
        ("# a\n\nifdsl 1 # b\n# c\nuse d", "# a\n\nifdsl 1  # b\n\n# c\nuse d\n"),
        ("ifdsl 1\n# a\n\n\n# b\n\n", "ifdsl 1\n\n# a\n\n# b\n"),
    ],
)
def test_the_version_line_is_first_and_put_in(text: str, formatted: str) -> None:
    assert _formatted(text) == formatted


def test_long_lines_are_broken_inside_brackets() -> None:
    words = ", ".join(f'"word number {number}"' for number in range(6))
    text = (
        f"ifdsl 1\n\nspec a {{\n  must {{\n    first: keywords([{words}], times=2.., where=response.first)\n  }}\n}}\n"
    )
    broken = "".join(f'        "word number {number}",\n' for number in range(6))
    assert _formatted(text) == (
        "ifdsl 1\n\nspec a {\n  must {\n    first: keywords(\n      [\n"
        + broken
        + "      ],\n      times=2..,\n      where=response.first,\n    )\n  }\n}\n"
    )


def test_what_cannot_be_broken_is_left_long() -> None:
    text = "ifdsl 1\n\nconstraint a() {\n  check " + " and ".join(["condition"] * 12) + "\n}\n"
    assert _formatted(text) == text


def test_a_file_with_mistakes_is_not_formatted() -> None:
    for text in ("ifdsl 1\nspec a {", 'spec a { task "\\q" }', "ifdsl 2\nuse a", "ifdsl 1\nfn f() -> bool = True"):
        found = format_file(SourceFile("f", text))
        assert not isinstance(found, str)
        assert found


def test_format_module_writes_what_is_sound() -> None:
    parsed = parse(SourceFile("f", "ifdsl 1\nuse a # b\n"))
    assert format_module(parsed.module) == "ifdsl 1\n\nuse a  # b\n"


def test_a_large_file_is_formatted_soon() -> None:
    text = "ifdsl 1\n" + EVERYTHING.partition("ifdsl 1")[2].partition("\n")[2] * 10
    text += "constraint a() {\n" + '  render b "c" # d\n' * 2000 + "}\n"
    _formatted(text)
