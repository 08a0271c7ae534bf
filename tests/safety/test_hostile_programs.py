"""Programs that ask for more than they look: each is refused with a finding when it is compiled."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from ifdsl.checking.compile import load, module_source
from ifdsl.ir.build import Built, build_text
from ifdsl.ir.printer import print_program
from ifdsl.run.items import Rendering, items_of

HEAD = "ifdsl 1\n"
BIG = "999999999999999"
LONG = "[" + ", ".join(map(str, range(100))) + "]"


def constraint(check: str, parameters: str = "", render: str = "x", rest: str = "") -> str:
    return f'\nconstraint c({parameters}) {{\n{rest}\n  check {check}\n  render listing "{render}"\n}}\n'


def spec(body: str = "ok()", rest: str = "", parameters: str = "", task: str = "t") -> str:
    own = '\nconstraint ok() {\n  check response == ""\n  render listing "x"\n}\n'
    return f'{own}\nspec s({parameters}) {{\n  task "{task}"\n  must {{\n{body}\n  }}\n{rest}\n}}\n'


def functions(first: str, again: str, count: int, *, backwards: bool = False) -> str:
    """`f0` and, for each number up to `count`, a function whose body is `again` with `{f}` for the one before."""
    made = [f"fn f0{first}"] + [f"fn f{k}{again.replace('{f}', f'f{k - 1}')}" for k in range(1, count)]
    return "\n" + "\n".join(reversed(made) if backwards else made) + "\n"


def lets(first: str, again: str, count: int) -> str:
    """`a0` and, for each number up to `count`, a `let` line with `{a}` for the one before."""
    lines = [f"  let a0 = {first}"] + [f"  let a{k} = {again.replace('{a}', f'a{k - 1}')}" for k in range(1, count)]
    return "\n".join(lines)


def build(text: str) -> Built:
    return build_text(HEAD + text, name="main")


def refused(text: str, *codes: str) -> list[str]:
    """The messages of a text that is refused with one of these codes and with no other error."""
    found = build(text)
    errors = [diagnostic for diagnostic in found.diagnostics if diagnostic.severity == "error"]
    assert errors
    assert found.program is None
    assert {diagnostic.code.name for diagnostic in errors} <= set(codes)
    return [diagnostic.message for diagnostic in errors]


def accepted(text: str) -> None:
    """Ask that a text builds, compiles, prints and grades."""
    found = build(text)
    assert found.program is not None, [diagnostic.message for diagnostic in found.diagnostics]
    module = load(found.program)
    assert build_text(print_program(found.program), name="main").program == found.program
    for item in items_of(found.program, module, Rendering()):
        item.verifier.verdicts("Some words. More words!")
        item.verifier.check("Some words. More words!")


# ---------------------------------------------------------------- functions

DOUBLING = functions("(x: int) -> int = x + 1", "(x: int) -> int = {f}(x) + {f}(x)", 41)


@pytest.mark.parametrize(
    "text",
    [
        constraint("f40(1) > 0"),
        constraint('response == ""', render="{f40(1)}"),
        constraint("len(response) > n", "n: int = f40(1)", "{n}"),
        constraint("len(response) > n", "n: int", "{n}", "vary n: 1..f40(1)"),
        constraint("len(response) > n", "n: int", "{n}", 'pass c(f40(1)) on "x"'),
        constraint('response == ""') + 'conflict "t" {\n  between c() and c()\n  when f40(1) > 0\n}\n',
        spec(parameters="n: int = f40(1)"),
        spec(task="{f40(1)}"),
        spec(rest="for n in [f40(1)]", parameters="n: int"),
        spec("if f40(1) > 0 {\n ok()\n }"),
        "suite u {\n  draw f40(1)..9 groups\n}\n",
    ],
)
def test_functions_that_double_forty_times(text: str) -> None:
    (message,) = refused(DOUBLING + text, "cost-too-high")
    assert "when its functions are expanded" in message


@pytest.mark.parametrize(
    "text",
    [
        functions("(x: int) -> int = x + x", "(x: int) -> int = {f}({f}(x))", 30) + constraint("f29(1) > 0"),
        functions("(x: int = 1) -> int = x", "(x: int = {f}() + {f}()) -> int = x", 60) + constraint("f59() > 0"),
        functions("(x: int) -> int = x", "(x: int) -> int = {f}(x + 1)", 3_000) + constraint("f2999(1) > 0"),
        functions("(x: int) -> int = x", f"(x: int) -> int = {'(' * 90}{{f}}(x + 1){')' * 90}", 300)
        + constraint("f299(1) > 0"),
        functions("(x: int) -> int = x", "(x: int) -> int = {f}(x)", 3_000, backwards=True)
        + constraint("f2999(1) > 0"),
        functions("(x: list[int]) -> list[int] = x + x", "(x: list[int]) -> list[int] = {f}({f}(x))", 30)
        + constraint("f29([1]) == []"),
    ],
)
def test_other_ways_to_grow_by_expansion(text: str) -> None:
    refused(text, "cost-too-high")


def test_many_declarations_share_one_budget() -> None:
    """Each is refused for its own size; all together take no more time than a bound on the whole program allows."""
    doubling = functions("(x: int) -> bool = x > 1", "(x: int) -> bool = {f}(x) and {f}(x)", 15)
    many = "".join(constraint("f14(1)").replace("constraint c(", f"constraint c{k}(") for k in range(300))
    assert len(refused(doubling + many, "cost-too-high")) == 300


@pytest.mark.parametrize("count", [1, 2, 3, 2_000])
def test_functions_that_call_each_other_in_a_circle(count: int) -> None:
    names = [f"f{k}" for k in range(count)]
    circle = "".join(f"fn {a}(x: int) -> int = {b}(x)\n" for a, b in zip(names, [*names[1:], names[0]], strict=True))
    (message,) = refused(circle + constraint("f0(1) > 0"), "recursive-function")
    assert "calls itself" in message
    assert len(message) < 1_000


# ---------------------------------------------------------------- nesting


@pytest.mark.parametrize(
    "check",
    [
        "(" * 5_000 + "true" + ")" * 5_000,
        "[" * 5_000 + "]" * 5_000 + " == []",
        "not " * 5_000 + "true",
        "-" * 5_000 + "1 > 0",
        "true if true else " * 3_000 + "false",
        "response" + ".lower()" * 3_000 + ' == ""',
        "response" + "[0]" * 3_000 + ' == ""',
        "all(" * 3_000 + "true" + " for x in [1])" * 3_000,
        "lower(" * 3_000 + "response" + ")" * 3_000,
        " + ".join(["1"] * 5_000) + " > 0",
        " * ".join(["1.5"] * 200) + " > 0",
        "not " * 80 + "true",
    ],
)
def test_nesting_has_a_limit(check: str) -> None:
    refused(constraint(check), "nesting-too-deep", "cost-too-high", "syntax-error")


def test_blocks_nest_no_deeper_either() -> None:
    for head in ("any_of {", "each paragraph {", "if true {", 'in "x" {'):
        refused(
            spec(f"{head}\n" * 3_000 + "ok()\n" + "}\n" * 3_000), "nesting-too-deep", "cost-too-high", "syntax-error"
        )


@pytest.mark.parametrize(
    "text",
    [
        constraint(" and ".join(["true"] * 3_000)),
        constraint(" < ".join(map(str, range(2_000)))),
        constraint("not " * 40 + "true"),
        constraint("all(" * 20 + "true" + "".join(f" for x{k} in [1])" for k in range(20))),
        constraint("a59 > 0", rest=lets("len(response)", "{a} + 1", 60)),
        constraint('a59 == ""', rest=lets("response", "{a}.lower()", 60)),
        spec("any_of {\n" * 40 + "ok()\n" + "}\n" * 40),
        spec("each word {\n" * 20 + "ok()\n" + "}\n" * 20),
        spec("ok()\n" * 2_000),
    ],
)  # fmt: skip
def test_what_is_long_but_harmless_goes_all_the_way(text: str) -> None:
    accepted(text)


def test_a_chain_of_lets_has_a_limit() -> None:
    (message,) = refused(constraint("a2999 > 0", rest=lets("len(response)", "{a} + 1", 3_000)), "cost-too-high")
    assert "`let` lines" in message


# ---------------------------------------------------------------- steps


def nested(loops: Sequence[str], inner: str = "x0 == x0") -> str:
    made = inner
    for number, domain in enumerate(loops):
        made = f"all({made} for x{number} in {domain})"
    return made


@pytest.mark.parametrize(
    "check",
    [
        nested(["response.chars"] * 3),
        nested(["response.words", "response.lines", "response.sentences"]),
        nested(["ws"] * 3),
        nested(["response.chars"] * 2, "response.contains(response)"),
        nested([LONG] * 6),
        nested(["xs"] * 6),
        nested(["response.words", LONG, LONG, LONG]),
        nested(["[response for a in response.words]"]),
        nested(["[[w for w in response.words] for v in response.words]"], "x0 == []"),
    ],
)
def test_checks_that_take_too_long_are_refused(check: str) -> None:
    text = constraint(check, "xs: list[text]", "{xs:and}", "  let ws = response.words")
    (message,) = refused(text, "cost-too-high")
    assert "of `c` " in message


@pytest.mark.parametrize(
    "body",
    [
        "in response + response {\n" * 40 + "ok()\n" + "}\n" * 40,
        "in response + response {\n" * 10 + "ok()\n" + "}\n" * 10,
        'each word {\n in "' + "x" * 1_000_000 + '" {\n  long()\n }\n}',
        "cube([" + ", ".join(f'"{k}"' for k in range(3_000)) + "])",
        "in response + response {\n" * 7 + "square()\n" + "}\n" * 7,
    ],
)  # fmt: skip
def test_requirements_that_multiply_are_refused(body: str) -> None:
    own = (
        constraint("all(all(all(a == b for a in xs) for b in xs) for c in xs)", "xs: list[text]", "{xs:and}")
        .replace("constraint c(", "constraint cube(")
        + constraint("len(response.words) > 1").replace("constraint c(", "constraint long(")
        + constraint(nested(["response.words"] * 2)).replace("constraint c(", "constraint square(")
    )  # fmt: skip
    assert all(message.startswith("this ") for message in refused(own + spec(body), "cost-too-high"))


@pytest.mark.parametrize(
    "text",
    [
        spec(rest=f"for n in [len([len([len([1 for a in {LONG}]) for b in {LONG}]) for c in {LONG}]) for d in {LONG}]",
             parameters="n: int"),
        spec(rest=f"for n in [1 if {nested([LONG] * 4)} else 2]", parameters="n: int"),
        spec(parameters=f"n: int = 1 if {nested([LONG] * 4)} else 2"),
        spec(task=f"{{len([1 for a in {LONG} if {nested([LONG] * 3)}])}}"),
        spec(f"if {nested([LONG] * 4)} {{\n ok()\n}}"),
        spec(f"c({nested([LONG] * 4)})") + constraint("n", "n: bool", "{1 if n else 2}"),
        constraint("n", f"n: bool = {nested([LONG] * 4)}", "{1 if n else 2}"),
        constraint('response == ""', render=f"{{1 if {nested([LONG] * 4)} else 2}}"),
        constraint("n > 0", "n: int", "{n}", f"vary n: 1..(1 if {nested([LONG] * 4)} else 2)"),
        constraint("n > 0", "n: int", "{n}", f'pass c(1 if {nested([LONG] * 4)} else 2) on "x"'),
        constraint("judge").replace("check judge", f'check judge "{{1 if {nested([LONG] * 4)} else 2}}"'),
    ],
)  # fmt: skip
def test_constants_that_take_too_long_are_refused(text: str) -> None:
    assert any("could take more than" in message for message in refused(text, "cost-too-high"))


# ---------------------------------------------------------------- sizes


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (constraint("len(a59) > 0", rest=lets('"aaaaaaaaaa"', "{a} + {a}", 60)), "more than 1,000,000 characters"),
        (constraint("len(a59) > 0", rest=lets("response", "{a} + {a}", 60)), "more than 100 times as long"),
        (constraint("len(a59) > 0", rest=lets("response.words", "{a} + {a}", 60)), "more than 100 times as long"),
        (constraint("a39 > 0", rest=lets(BIG, "{a} * {a}", 40)), "more than 4,000 digits"),
        (constraint("len([response + w for w in response.words]) > 0"), "the square of the response"),
        (constraint(f'all(r + r + r != "" for r in [{" + ".join(["response"] * 40)}])'), "more than 100 times as long"),
    ],
)  # fmt: skip
def test_values_that_grow_too_large_are_refused(text: str, words: str) -> None:
    assert any(words in message for message in refused(text, "cost-too-high"))


@pytest.mark.parametrize(
    "values",
    ["(..3).min", "1.5 * " + " * ".join([f"{BIG}.5"] * 30), " * ".join([BIG] * 30) + " / 3", "(..3).min - (..3).min"],
)
def test_constants_are_finite(values: str) -> None:
    for text in (
        spec(rest=f"for n in [{values}]", parameters="n: number"),
        spec(parameters=f"n: number = {values}"),
        constraint("n > 0", f"n: number = {values}", "{n}"),
        constraint("n > 0", "n: number", "{n}", f'pass c({values}) on "x"'),
    ):
        refused(text, "cost-too-high")


def test_a_check_whose_numbers_outgrow_the_machine_is_undecided() -> None:
    huge = " * ".join([BIG] * 30)
    for check in (f"len(response) * {huge} / 2 > 1", f"0.5 + len(response) * {huge} > 1", "(..3).min % 2 == 1"):
        accepted(constraint(check) + spec("c()"))


# ---------------------------------------------------------------- instances and ids


def test_instances_are_counted_before_they_are_made() -> None:
    hundred = '"' + "a " * 100 + '".split(" ")'
    rest = "\n".join(f"  for {name} in {hundred}" for name in "abcdefgh")
    (message,) = refused(
        spec(rest=rest, parameters=", ".join(f"{name}: text" for name in "abcdefgh")), "too-many-instances"
    )
    assert "the limit is 10000" in message
    ten_thousand = "[" + ", ".join(map(str, range(10_000))) + "]"
    rest = f"for a in {ten_thousand}\n  for b in {ten_thousand}"
    refused(spec(rest=rest, parameters="a: int, b: int"), "too-many-instances", "cost-too-high")


def test_words_are_not_multiplied_by_instances() -> None:
    forty = "[" + ", ".join(map(str, range(40))) + "]"
    heavy = constraint('response == ""', render=f"{{len([1 for x in {forty} if {nested([forty] * 2)}])}}")
    values = "\n".join(f"  for {name} in {LONG}" for name in "ab")
    refused(heavy + spec("c()", values, "a: int, b: int", "{a} {b}"), "cost-too-high")
    accepted(heavy + spec("c()"))


def test_a_file_full_of_misspellings_is_reported_in_time() -> None:
    declared = "".join(
        constraint('response == ""').replace("constraint c(", f"constraint name_number_a{k:04}(") for k in range(800)
    )
    asked = "\n".join(f"name_number_b{k:04}()" for k in range(800))
    assert len(refused(declared + spec(asked), "unknown-constraint")) == 800
    names = " and ".join(f"bame{k:04}" for k in range(800))
    parameters = ", ".join(f"name{k:04}: bool" for k in range(800))
    refused(constraint(names, parameters), "unknown-name")


@pytest.mark.parametrize(
    "pattern",
    [
        "(a{1,1000}){1,1000}", "((a{1,100}){1,100}){1,100}", "(" * 500 + "a" + ")" * 500, r"(a)\1", "(?=a)", "(?<!a)b",
        "(?>a)", "a++", r"\x{110000}", "[" * 1_000, "x" * 11_000, "(?P<n>a)(?P=n)", r"\C", "*", "a{9999}", "\\",
    ],
)  # fmt: skip
def test_patterns_that_have_no_linear_matcher_are_refused(pattern: str) -> None:
    refused(constraint(f"response.matches(/{pattern}/)"), "bad-regex", "syntax-error", "unterminated-text")


@pytest.mark.parametrize("pattern", ["(a*)*b", "(a|a)*b", "(a|aa)+$", "(.*)*x", "(x+x+)+y", r"(\w+\s?)+$", "((a*)*)*c"])
def test_patterns_that_hang_elsewhere_run_here(pattern: str) -> None:
    program = build(constraint(f"response.matches(/{pattern}/)") + spec("c()")).program
    assert program is not None
    (item,) = items_of(program, load(program), Rendering())
    for text in ("a" * 50_000 + "!", "x" * 50_000, "ab " * 20_000):
        item.verifier.verdicts(text)


def test_generated_modules_are_python_that_compiles() -> None:
    """CPython's own parser has limits too: the writer of modules stays below them."""
    for check in (
        " and ".join(["true"] * 2_000),
        "[" * 40 + "]" * 40 + " == []",
        " or ".join(["response in [response]"] * 500),
    ):
        program = build(constraint(check)).program
        assert program is not None
        compile(module_source(program), "m", "exec")
