"""Each mistake of `mistakes.txt` is explained in exactly the words that stand there, and its fix does what it says.

The file holds cases between lines of `====`: a program, a line `----`, the diagnostics as `render_plain` writes them
(without path and code name), and what is left after all fixes are made. The line `ifdsl 1` is put before a program
that does not begin with `!`.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ifdsl.source.diagnostic import Diagnostic, Safety, apply_fixes
from ifdsl.source.file import SourceFile
from ifdsl.source.render import render_plain
from ifdsl.syntax.parser import engine, parse

_CASES = (Path(__file__).parent / "mistakes.txt").read_text(encoding="utf-8").split("\n====\n")


def _explained(program: str) -> str:
    """What the second half of a case holds."""
    text = program[1:] if program.startswith("!") else f"ifdsl 1\n{program}"
    file = SourceFile("f", text)
    found = parse(file).diagnostics
    lines = [re.sub(r"^f:|error (?=IF)|(?<=IF\d{4}) [\w-]+", "", line) for line in render_plain(found).splitlines()]
    if any(diagnostic.fixes for diagnostic in found):
        fixed = apply_fixes(text, found, Safety.UNSAFE)
        left = parse(SourceFile("f", fixed)).diagnostics
        lines.append("fixed" if not left else f"then: {left[0].message}")
    return "\n".join(lines)


@pytest.mark.parametrize("case", _CASES, ids=lambda case: " ".join(case.partition("\n----\n")[0].split())[:50])
def test_is_explained(case: str) -> None:
    program, _, expected = case.partition("\n----\n")
    assert _explained(program) == expected.rstrip("\n")


def _all() -> list[Diagnostic]:
    programs = [case.partition("\n----\n")[0] for case in _CASES]
    texts = [program[1:] if program.startswith("!") else f"ifdsl 1\n{program}" for program in programs]
    return [diagnostic for text in texts for diagnostic in parse(SourceFile("f", text)).diagnostics]


def test_messages_follow_the_style() -> None:
    for diagnostic in _all():
        for words in (diagnostic.message, *diagnostic.help, *(fix.title for fix in diagnostic.fixes)):
            plain = re.sub(r"`(?:``|[^`]*)`", "", words)
            assert plain == plain.lower(), words
            assert not re.search(r"\b(?:you|your|token|terminal|lark|expected one of|unexpected)\b", plain), words
            names = {name for row in engine().rows for name in row if name.isupper()}
            assert not names & set(re.findall(r"`([A-Z_$]+)`", words)), words


def test_what_is_sound_around_a_mistake_is_kept() -> None:
    text = 'ifdsl 1\nuse a\nspec b { tusk "x" }\nfn f() -> int = 1\nspec c {\n  task "x\n}\nspec d { task "y" }\n'
    parsed = parse(SourceFile("f", text))
    assert [diagnostic.code.id for diagnostic in parsed.diagnostics] == ["IF0201", "IF0204"]
    assert [type(node).__name__ for node in parsed.module.declarations] == ["Use", "Fn", "Spec"]


def test_a_missing_brace_hides_no_declaration_after_it() -> None:
    text = 'ifdsl 1\nspec a {\n  must {\n    b()\n}\n\nspec c { task "y" }\nfn f() -> int = )\nuse d\n'
    parsed = parse(SourceFile("f", text))
    assert [diagnostic.message for diagnostic in parsed.diagnostics] == [
        "the block of `must` is never closed",
        "`)` closes nothing",
    ]
    assert [type(node).__name__ for node in parsed.module.declarations] == ["Spec", "Use"]


def test_text_that_is_no_program_gives_few_reports() -> None:
    prose = "The quick brown fox\njumps over\nthe lazy dog\n" * 200
    assert len(parse(SourceFile("f", prose)).diagnostics) == 50 + 1
