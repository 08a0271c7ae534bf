from __future__ import annotations

import pytest

from ifdsl.syntax.pieces import boundaries


def _pieces(text: str) -> list[str]:
    found = boundaries(text)
    return [text[start:end] for start, end in zip(found, found[1:], strict=False)]


@pytest.mark.parametrize(
    "pieces",
    [
        ["use a\n", "use b\n"],
        ["\n# c\n", "spec a {\n  task \"x\"\n}\n\n", "fn f() -> int = 1"],
        ["spec a {\nuse = 1\nsource \"x\"\n}\n", "use b"],
        ["spec a {\n  must {\n}\n", "spec b {}"],
        ["fn f() -> int = (\n  1\n", "constraint a() {}"],
        ['spec a { task """\nuse b\n""" }\n', "use c"],
        ['spec a { task """\n', "spec b {}\n", "use c"],
        ['spec a { task "\n}\n', "use b"],
        ["# spec a {\n", "use b"],
        ["contraint a() {\n}\n", "use b"],
        ["spec a {} # }\n", "  spec b {}"],
        ["spec a\n  task \"x\"\n}\n", "use b"],
        ["spec a { /[{]/ }\n", "spec b {}"],
    ],
)  # fmt: skip
def test_a_text_is_cut_where_declarations_begin(pieces: list[str]) -> None:
    assert _pieces("".join(pieces)) == pieces


@pytest.mark.parametrize(
    "text", ['"""' + '\\"""' * 60_000, "{" * 200_000, '"' * 200_001, "use a\n" * 20_000, "#" * 200_000, " " * 200_000]
)
def test_a_text_is_cut_soon(text: str) -> None:
    assert boundaries(text)[-1] == len(text)
