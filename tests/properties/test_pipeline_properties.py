"""What holds of every text on its way through the compiler: it never fails, and its program survives every form."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from ifdsl import data
from ifdsl.checking.compile import module_source
from ifdsl.ir import nodes as n
from ifdsl.ir.build import Built, build_file, build_text
from ifdsl.ir.fingerprint import fingerprint
from ifdsl.ir.json import InvalidIR, from_json, to_json
from ifdsl.ir.printer import print_program
from ifdsl.source.diagnostic import Diagnostic
from ifdsl.source.file import decode_source
from ifdsl.source.render import render_human, render_json, render_plain, render_sarif
from ifdsl.syntax.literals import quote_line
from tests.ir_strategies import Maker, case_of
from tests.programs import modules

ROOT = Path(__file__).parents[2]
STDLIB = sorted(data.stdlib_path().rglob("*.ifc"))
SHIPPED = [*STDLIB, *sorted((ROOT / "specs").glob("*.ifc"))]
CHAPTERS = sorted((ROOT / "tests" / "language").glob("*.md"))

modest = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT if path.is_relative_to(ROOT) else data.stdlib_path()))


@cache
def built(path: Path) -> Built:
    return build_file(path)


def program_of(path: Path) -> n.Program:
    found = built(path).program
    assert found is not None, render_plain(built(path).diagnostics)
    return found


def sound(found: Built) -> None:
    """What holds of every result: a program exactly where nothing is an error, and places inside their files."""
    failed = any(diagnostic.severity == "error" for diagnostic in found.diagnostics)
    assert (found.program is None) is failed
    for diagnostic in found.diagnostics:
        assert diagnostic.message
        for label in (diagnostic.primary, *diagnostic.secondary):
            assert 0 <= label.span.start <= label.span.end <= len(label.file.text)
    for show in (render_plain, render_json, render_sarif, lambda those: render_human(those, True)):
        show(found.diagnostics)


def survives_printing(program: n.Program, root: Path | None = None) -> None:
    text = print_program(program)
    again = build_text(text, name=program.module, root=root)
    assert again.program is not None, render_plain(again.diagnostics) + text
    assert again.program == program
    assert fingerprint(again.program) == fingerprint(program)


# ---------------------------------------------------------------- shipped files


@pytest.mark.parametrize("path", SHIPPED, ids=name_of)
def test_a_shipped_program_survives_json_and_the_printer(path: Path) -> None:
    program = program_of(path)
    assert from_json(to_json(program)) == program
    assert fingerprint(from_json(to_json(program, indent=2))) == fingerprint(program)
    survives_printing(program, path.parent)


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=6))
@settings(modest, max_examples=60)
def test_a_text_in_a_hole_of_a_text_survives_the_printer(text: str) -> None:
    literal = quote_line(text)
    made = build_text(f'ifdsl 1\nconstraint c(x: text) {{\n  check x == {literal}\n  render listing "a {{x}}"\n}}\n')
    assert made.program is not None
    (constraint,) = made.program.constraints.values()
    check = constraint.check
    assert isinstance(check, n.ExprCheck)
    hole = n.Hole(expression=n.Conditional(condition=check.value, then=value(text), otherwise=value("b"), type="text"))
    wording = replace(constraint.wordings[0], text=n.Template(parts=(hole,)))
    program = replace(made.program, constraints={constraint.name: replace(constraint, wordings=(wording,))})
    assert build_text(print_program(program)).program == program


def value(text: str) -> n.Value:
    return n.Value(value=text, type="text")


def test_a_function_of_any_text_may_be_given_a_choice() -> None:
    """What it compares the choice with need not be among the choices, and must not be in the expanded program."""
    source = """ifdsl 1
fn sound(mark: text) -> text = "low" if mark == "," else "high" if mark != "." else "none"
constraint c(mark: "." | "?") {
  check response == sound(mark)
  render listing "Say {sound(mark)}."
}
"""
    program = build_text(source).program
    assert program is not None
    again = build_text(print_program(program))
    assert (again.program, [d for d in again.diagnostics if d.severity == "error"]) == (program, [])


def test_fingerprints_are_the_same_in_every_process() -> None:
    code = (
        "import sys\nfrom ifdsl.ir.build import build_file\nfrom ifdsl.ir.fingerprint import fingerprint\n"
        "from ifdsl.checking.compile import module_source\nfrom hashlib import sha256\n"
        "for path in sys.argv[1:]:\n    program = build_file(path).program\n"
        "    print(fingerprint(program), sha256(module_source(program).encode()).hexdigest())\n"
    )
    paths = [path for path in SHIPPED if path.stem in ("length", "punctuation", "quickstart")]
    found = set()
    for seed in ("1", "12345"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        words = [sys.executable, "-c", code, *map(str, paths)]
        found.add(subprocess.run(words, capture_output=True, text=True, check=True, env=environment).stdout)
    (out,) = found
    assert [line.split()[0] for line in out.splitlines()] == [fingerprint(program_of(path)) for path in paths]


def test_fingerprints_tell_programs_apart() -> None:
    programs = [program_of(path) for path in SHIPPED]
    constraints = {name: held for program in programs for name, held in program.constraints.items()}
    assert len({fingerprint(held) for held in constraints.values()}) == len(constraints)
    assert len({fingerprint(program) for program in programs}) == len(programs)


# ---------------------------------------------------------------- the examples of the language tests


def blocks(chapter: Path) -> list[str]:
    return re.findall(r"^```ifc\n(.*?)^```$", chapter.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda path: path.stem)
def test_the_programs_of_a_chapter_survive(chapter: Path) -> None:
    survived = 0
    for block in blocks(chapter):
        found = build_text(block, name="main")
        sound(found)
        if found.program is not None:
            survives_printing(found.program)
            assert from_json(to_json(found.program)) == found.program
            module_source(found.program)
            survived += 1
    assert survived or chapter.stem in ("01-files", "11-not-compiled")


# ---------------------------------------------------------------- generated programs


@modest
@given(modules())
def test_every_text_of_the_grammar_is_built_or_reported(text: str) -> None:
    found = build_text(text, name="main")
    sound(found)
    if found.program is not None:
        survives_printing(found.program)


@modest
@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=60), st.integers(0, 3))
def test_every_text_at_all_is_built_or_reported(text: str, place: int) -> None:
    frames = (
        "{}",
        "ifdsl 1\n{}",
        "ifdsl 1\nconstraint c() {{\n  check {}\n}}\n",
        'ifdsl 1\nspec s {{\n  task "{}"\n}}\n',
    )
    sound(build_text(frames[place].format(text), name="main"))


@settings(modest, max_examples=60)
@given(st.integers(0, 2**32 - 1))
def test_a_typed_program_survives_json_and_the_printer(seed: int) -> None:
    """The generated one is built first, for many a tree stands for the same program as another, which is that built."""
    constraint = case_of(Maker(Random(seed)), depth=4).constraint
    generated = n.Program(
        module="main", constraints={"main.c": n.Constraint(**{**fields(constraint), "name": "main.c"})}
    )
    assert from_json(to_json(generated)) == generated
    program = build_text(print_program(generated), name="main").program
    assume(program is not None)
    assert program is not None
    survives_printing(program)
    assert from_json(to_json(program)) == program
    module_source(program)


def fields(node: n.Constraint) -> dict[str, object]:
    return {name: getattr(node, name) for name in node.__dataclass_fields__}


# ---------------------------------------------------------------- mutated files

TOKENS = [
    "{", "}", "(", ")", "[", "]", '"', '"""', "\\", "/", "#", "..", "=", "==", ":", ",", "|", "->", "\n", "\r", "\t",
    "\0", "\ufeff", "\u202e", "é", "👍", "use ", "spec s {", "constraint c() {", "check ", "let ", "if ", " for x in ",
    "all(", "response", ".words", "999999999999999999999", "0.", "not ", "in ", "{x}", "{", "\\u{110000}", "\xa0",
]  # fmt: skip


def mutated(source: bytes, random: Random) -> bytes:
    """A few declarations of a file, changed at a few places."""
    head, *rest = source.split(b"\nconstraint ")
    kept = random.sample(rest, min(len(rest), random.randint(1, 3)))
    text = bytearray(b"\nconstraint ".join([head, *kept]))
    for _ in range(random.randint(1, 4)):
        start = random.randrange(len(text))
        end = min(len(text), start + random.choice([1, 1, 2, 8, 40]))
        match random.randrange(5):
            case 0:
                del text[start:end]
            case 1:
                text[start:start] = random.choice(TOKENS).encode()
            case 2:
                text[start] ^= 1 << random.randrange(8)
            case 3:
                text[start:start] = text[start:end] * random.randint(1, 3)
            case _:
                other = random.randrange(len(text))
                text[other:other] = text[start:end]
    return bytes(text)


@pytest.mark.parametrize("path", SHIPPED, ids=name_of)
def test_a_mutated_file_is_built_or_reported(path: Path) -> None:
    source = path.read_bytes()
    outcomes = set()
    # A spec brings whole modules along, which takes its time.
    for seed in range(5 if path.parent.name == "specs" else 20):
        file = decode_source("mutated.ifc", mutated(source, Random(f"{path.name}:{seed}")))
        if isinstance(file, Diagnostic):
            outcomes.add("not UTF-8")
            continue
        found = build_text(file.text, path="mutated.ifc", root=path.parent, name="mutated")
        sound(found)
        outcomes.add("built" if found.program is not None else "reported")
        if found.program is not None:
            survives_printing(found.program, path.parent)
    assert "reported" in outcomes


@modest
@given(st.integers(0, 2**32 - 1))
def test_mutated_json_is_read_or_refused(seed: int) -> None:
    random = Random(seed)
    text = mutated(to_json(program_of(SHIPPED[-1])).encode(), random)
    try:
        program = from_json(text)
    except InvalidIR:
        return
    assert from_json(to_json(program)) == program
