"""Texts of a stranger's making: words that look like code are words, and a long response is only long."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ifdsl import data
from ifdsl.checking.compile import load, module_source
from ifdsl.checking.verdict import Verdict
from ifdsl.checking.verifier import ConstraintChecker
from ifdsl.compiler import Compiled, compile_file
from ifdsl.ir.build import build_text
from ifdsl.ir.instances import instances
from ifdsl.primitives.ranges import Range
from ifdsl.rendering.prompt import render
from ifdsl.run.items import Rendering, items_of
from ifdsl.syntax.literals import quote

modest = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))

CODE = [
    "__import__('pathlib').Path('PWNED').touch()",
    '"); __import__("pathlib").Path("PWNED").touch(); ("',
    "'''\nimport pathlib; pathlib.Path('PWNED').touch()\n'''",
    '"""\nimport pathlib; pathlib.Path("PWNED").touch()\n"""',
    "\\'; import pathlib; pathlib.Path('PWNED').touch() #",
    "\\\n__import__('pathlib').Path('PWNED').touch()",
    "{__import__('pathlib').Path('PWNED').touch()}",
    "{{ cycler.__init__.__globals__.os.system('touch PWNED') }}",
    "{% for x in ().__class__.__bases__[0].__subclasses__() %}{{ x }}{% endfor %}",
    "${jndi:ldap://x} `touch PWNED` $(touch PWNED); touch PWNED & | touch PWNED",
    "%(name)s %s {0.__class__} {name!r} {0[__import__]}",
    "# coding: utf-7\n+ACI-",
    "\N{RIGHT-TO-LEFT OVERRIDE}\N{ZERO WIDTH SPACE}\x00\x1b[2J\r\f\v\x85\u2028",
    "<script>alert(1)</script>",
    "]]>]]&gt;<!--",
]


def everywhere(text: str) -> str:
    """A program that has `text` in every place where a text may stand."""
    plain, template = quote(text), quote(text, template=True)
    return f"""ifdsl 1

pack {plain} {{
  source {plain}
  licence {plain}
  doc {plain}
}}

constraint c(word: text = {plain}, words: list[text] = [{plain}, {plain}]) {{
  doc {plain}
  id {plain}
  see c {plain}
  let a = {plain}
  check a in response and response.contains(word) and words[0] in response and word == a
  render listing {template}
  render incorporation {template}
  also listing {template}
  pass c() on {plain}
  fail c({plain}) on ""
}}

constraint j(word: text) {{
  check judge {template}
  render listing {quote("{word}")}
}}

conflict {plain} {{
  between c(word) and j(word as other)
  when word == {plain}
  because {plain}
}}

spec s(value: text = {plain}) {{
  doc {template}
  task {template}
  must {{
    c(value, [{plain}])
    if value == {plain} {{ c({plain}) }}
    in {plain} {{ c({plain}) }}
  }}
  for value in [{plain}, {plain}]
}}

suite u {{
  doc {plain}
}}
"""


@pytest.mark.parametrize("text", CODE)
def test_a_text_that_looks_like_code_is_a_text(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    built = build_text(everywhere(text), name="main")
    assert built.program is not None, [diagnostic.message for diagnostic in built.diagnostics]
    module = load(built.program)
    checker = ConstraintChecker(module, "main.c", ())
    assert checker.verdict(text) is Verdict.PASS
    assert checker.check(text).verdict is Verdict.PASS
    assert checker.verdict("something else") is Verdict.FAIL
    assert checker.check("something else").verdict is Verdict.FAIL
    (spec,) = built.program.specs
    for instance in instances(spec):
        assert instance.values == {"value": text}
    Path("verifier.py").write_text(module_source(built.program), encoding="utf-8", errors="surrogatepass")
    namespace: dict[str, Any] = {"__name__": "verifier"}
    exec(compile(Path("verifier.py").read_text(encoding="utf-8"), "verifier.py", "exec"), namespace)  # noqa: S102
    assert namespace["CONSTRAINTS"].keys() == module.constraints.keys()
    assert {path.name for path in tmp_path.iterdir()} == {"verifier.py"}


def test_a_prompt_says_a_text_that_looks_like_code_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for text in CODE:
        source = (
            f'ifdsl 1\n\nconstraint c(word: text) {{\n  check word in response\n  render listing "{{word}}"\n}}\n\n'
            f"spec s {{\n  task {quote(text, template=True)}\n  must c({quote(text)})\n}}\n"
        )
        program = build_text(source, name="main").program
        assert program is not None
        prompt = render(program, program.specs[0], {})
        assert prompt.startswith(text)
        assert prompt.count(text) == 2
    assert list(tmp_path.iterdir()) == []


@modest
@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=30))
def test_any_text_in_a_check_means_itself(text: str) -> None:
    source = f'ifdsl 1\n\nconstraint c() {{\n  check response == {quote(text)}\n  render listing "x"\n}}\n'
    program = build_text(source, name="main").program
    assert program is not None
    checker = ConstraintChecker(load(program), "main.c", ())
    assert checker.passes(text)
    assert not checker.passes(text + "x")


@modest
@given(st.text(max_size=30), st.text(max_size=10))
def test_any_response_is_graded_half_characters_and_all(text: str, word: str) -> None:
    checker = ConstraintChecker(std("content").module, "std.content.keywords", ([word],))
    assert checker.check(text).verdict is checker.verdict(text)


@pytest.mark.parametrize(
    "name",
    ["class", "def", "lambda", "None", "import", "async", "print", "exec", "eval", "len", "r", "rt", "mg",
     "__import__", "__builtins__", "__name__", "__debug__", "__class__", "_", "__", "CONSTRAINTS", "SPECS", "self",
     "ALLOW_PYTHON", "Range", "response_", "doc", "check", "task", "spec", "AT_MOST_2", "a__passes", "c__explain",
     "x" * 300],
)  # fmt: skip
def test_a_name_that_python_uses_is_a_name(name: str) -> None:
    """As a module, a constraint, a parameter, a variable of a loop, a requirement's id, and (in the second) a spec."""
    for constraint, spec in ((name, f"of_{name}"), (f"of_{name}", name)):
        source = f"""ifdsl 1

constraint {constraint}({name}: int) {{
  let a_{name} = {name} + 1
  check all(len({name}) < a_{name} for {name} in response.words) and len(response) > {name}
  render listing "{{{name}}}"
}}

spec {spec}({name}: int) {{
  task "{{{name}}}"
  must {{
    {name}: {constraint}({name})
  }}
  for {name} in [2]
}}
"""
        built = build_text(source, name=name)
        assert built.program is not None, [diagnostic.message for diagnostic in built.diagnostics]
        (item,) = items_of(built.program, load(built.program), Rendering())
        assert item.prompt.text.startswith("2")
        assert item.verifier.passes("ab cd")
        assert not item.verifier.passes("ab cde")
        assert item.verifier.check("ab cd").passed


# ---------------------------------------------------------------- long responses

LENGTH = 5_000_000
PROSE = "The quick brown fox, said Dr. Smith, jumps over 3.14 dogs! Why? **bold** [x] `code`\n- item one\n# Head\n\n"
SHAPES = [
    "a", "\n", "*", "|", "[", "](", "`", '"', "#", "<", "{", "[[", "((", ">", " \n", "- ", "* *", "1,", "1. ", ". ",
    "A.", "“", "'", "_", "**a", "&#x;", "—", "é", "\u0301", "👨‍👩‍👧‍👦", "!?", "http://", "a@", "\t", "| a |\n", "```",
    "\r\n", "P.S.", "<<", "\u2028", '{"a":', "[1,", "***\n", "Section 1\n", "  * a\n", "a b\n\n", "你", "ا", "\x00",
]  # fmt: skip


@cache
def std(name: str) -> Compiled:
    return compile_file(data.stdlib_path() / "std" / f"{name}.ifc")


def argument(type_: str, random: Random) -> Any:
    if type_.startswith("list["):
        return [argument(type_.removeprefix("list[").removesuffix("]"), random) for _ in range(3)]
    plain = {
        "int": random.randint(0, 5),
        "number": 2.5,
        "bool": True,
        "range": Range(0, 3),
        "text": random.choice("ab#."),
    }
    return plain[type_] if type_ in plain else type_.split("|")[0].strip().strip('"')


def checkers(module: str) -> list[ConstraintChecker]:
    compiled, random = std(module), Random(module)
    return [
        ConstraintChecker(
            compiled.module, name, [argument(parameter.type, random) for parameter in signature.parameters]
        )
        for name, signature in compiled.signatures.items()
    ]


MODULES = ("case", "content", "format", "length", "position", "punctuation")


@pytest.mark.parametrize("module", MODULES)
def test_five_million_characters_are_graded(module: str) -> None:
    """One in eight constraints: the step bound of each is linear, and so is what they take."""
    text = (PROSE * (LENGTH // len(PROSE) + 1))[:LENGTH]
    chosen = checkers(module)[::8]
    assert chosen
    for checker in chosen:
        assert checker.verdict(text) in (Verdict.PASS, Verdict.FAIL, Verdict.NOT_APPLICABLE, Verdict.UNKNOWN)


@pytest.mark.parametrize("shape", SHAPES)
def test_no_shape_of_a_response_is_costly_for_any_constraint(shape: str) -> None:
    text = shape * (8_000 // len(shape))
    for module in MODULES:
        for checker in checkers(module):
            verdict = checker.verdict(text)
            assert checker.check(text[:2_000]).verdict is checker.verdict(text[:2_000])
            assert verdict in (Verdict.PASS, Verdict.FAIL, Verdict.NOT_APPLICABLE, Verdict.UNKNOWN)


def test_nothing_that_ships_runs_python_of_an_author() -> None:
    for path in data.stdlib_path().rglob("*.ifc"):
        assert "check python" not in path.read_text(encoding="utf-8")
