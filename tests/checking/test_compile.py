"""The compiler: source that a person can read, and that nothing in a spec can bend."""

from __future__ import annotations

import ast
import linecache
import sys
import traceback
from dataclasses import replace

import pytest

from ifdsl.checking import reference
from ifdsl.checking.compile import Uncompilable, load, module_source
from ifdsl.checking.names import RESERVED, Names, plain
from ifdsl.checking.verdict import Verdict
from ifdsl.checking.verifier import ConstraintChecker, verifier
from ifdsl.ir import nodes as n
from ifdsl.primitives import runtime
from ifdsl.primitives.primitive import Cost, Primitive
from ifdsl.primitives.table import TABLE
from ifdsl.primitives.types import BOOL
from tests.checking.building import (
    RESPONSE,
    UNDECIDABLE,
    call,
    checker,
    compare,
    constraint_source,
    ir_checker,
    ir_program,
    literal,
    module_of,
    program_of,
)

PASS, FAIL, UNKNOWN = Verdict.PASS, Verdict.FAIL, Verdict.UNKNOWN
LENGTH = call("len", RESPONSE, type="int")


def body_of(check: str, parameters: str = "", lets: str = "") -> str:
    """What a fast function tries."""
    source = module_source(program_of(constraint_source(check, parameters, lets)))
    lines = source.partition("    try:\n")[2].partition("    except")[0]
    return "\n".join(line.removeprefix("        ") for line in lines.rstrip().split("\n"))


# ---------------------------------------------------------------- what it writes


@pytest.mark.parametrize(
    ("check", "parameters", "expected"),
    [
        ("len(response.words) in words", "words: range", "return r.size(rt.words) in words"),
        ("len(response.words) in 3..", "", "return r.size(rt.words) in AT_LEAST_3"),
        ('len(response.words(rule="ifeval")) < n', "n: int", "return r.size(rt.words_ifeval) < n"),
        ("1 <= len(response.lines) <= 5", "", "return 1 <= r.size(rt.lines) <= 5"),
        (
            "all(response.contains(w, ignore_case) for w in words)",
            "words: list[text]",
            "return all(r.call(rt.contains, w, False, True, False) for w in words)",
        ),
        ("not any(l.is_blank for l in response.lines)", "", "return not any(rt.is_blank(l) for l in r.view(rt.lines))"),
        ("all(len(l.words) > 2 for l in response.lines if l != x)", "x: text", None),
        ("response.lines[0] == x", "x: text", "return mg.at(r.view(rt.lines), 0, '') == x"),
        ("(len(response) + 1) * 2 > n / 3", "n: int", "return (len(r.text) + 1) * 2 > n / 3"),
        ("len(response) // n == 0", "n: int", "return mg.divide_down(len(r.text), n) == 0"),
        ("(1 if x else 2) == 1 or not (x and y)", "x: bool, y: bool", None),
    ],
)
def test_a_check_reads_as_it_was_written(check: str, parameters: str, expected: str | None) -> None:
    others = {
        "all(len(l.words) > 2 for l in response.lines if l != x)": (
            "return all(rt.words.size(l) > 2 for l in r.view(rt.lines) if l != x)"
        ),
        "(1 if x else 2) == 1 or not (x and y)": "return (1 if x else 2) == 1 or not (x and y)",
    }
    assert body_of(check, parameters) == (expected or others[check])


def test_a_let_is_computed_when_it_is_first_needed_and_once() -> None:
    lets = "let lines = response.lines\n  let first = lines[0]"
    check = 'len(response) > 3 and len(lines) > 1 and len(lines) < 9 and first != "x"'
    assert body_of(check, lets=lets) == (
        "if not len(r.text) > 3:\n"
        "    return False\n"
        "lines = r.view(rt.lines)\n"
        "return len(lines) > 1 and len(lines) < 9 and mg.at(lines, 0, '') != 'x'"
    )


def test_a_let_that_is_read_once_is_put_in_place() -> None:
    assert body_of("size in n", "n: range", "let size = len(response.words)") == "return r.size(rt.words) in n"


@pytest.mark.parametrize(
    ("check", "expected"),
    [
        ("all(l.is_upper for l in response.items)", "return all(rt.is_upper(l) for l in r.view(rt.items))"),
        (
            "all(l.is_upper for l in response.items) if_empty fail",
            "return mg.all_hold((rt.is_upper(l) for l in r.view(rt.items)), False)",
        ),
        (
            "all(l.is_upper for l in response.items) if_empty not_applicable",
            "return mg.all_hold((rt.is_upper(l) for l in r.view(rt.items)), mg.NOT_APPLICABLE)",
        ),
    ],
)
def test_if_empty(check: str, expected: str) -> None:
    assert body_of(check) == expected


SPEC = """
constraint words(n: range) { check len(response.words) in n
  render listing "Use {n} words." }
constraint sure(x: bool = true) { check x
  render listing "Be {x}." }
spec s(top: int = 5) {
  task "Write."
  must {
    lines: words(1..top)
    each paragraph { words(..9) sure() }
    sure()
  }
  should words(2..)
}
"""


def test_a_spec_is_one_function_a_requirement_and_passes_takes_the_cheapest_first() -> None:
    source = module_source(program_of(SPEC))
    assert "def s__lines(r, top):\n    return text_words(r, mg.Range(1, top))\n" in source
    passes = source.partition("def s__passes(r, top):\n")[2].partition("\n\n\n")[0]
    assert passes.index("s__sure") < passes.index("s__lines") < passes.index("s__each_paragraph")
    verdicts = source.partition("def s__verdicts(r, top):\n")[2].partition("\n\n\n")[0]
    assert verdicts.index("s__lines") < verdicts.index("s__each_paragraph") < verdicts.index("s__sure")


def test_the_same_program_gives_the_same_source_and_every_line_can_be_read() -> None:
    program = program_of(SPEC)
    source = module_source(program)
    assert source == module_source(program_of(SPEC))
    assert max(map(len, source.splitlines())) <= 120
    imports = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Import | ast.ImportFrom)]
    assert [ast.unparse(node) for node in imports] == [
        "from ifdsl.checking import margins as mg",
        "from ifdsl.primitives import runtime as rt",
    ]


def test_what_runs_is_what_is_written_and_a_traceback_shows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(text: str) -> bool:
        raise ZeroDivisionError("a primitive that is broken")

    fields = {"params": TABLE["is_upper"].params, "returns": BOOL, "doc": "", "cost": Cost(), "run": broken}
    monkeypatch.setitem(TABLE, "broken", Primitive("broken", **fields))
    monkeypatch.setattr(runtime, "broken", broken, raising=False)
    module = load(ir_program(n.ExprCheck(value=call("broken", RESPONSE, type="bool"))))
    assert module.source == module_source(ir_program(n.ExprCheck(value=call("broken", RESPONSE, type="bool"))))
    with pytest.raises(ZeroDivisionError) as raised:
        ConstraintChecker(module, "t.c").verdict("x")
    assert "return rt.broken(r.text)" in "".join(traceback.format_tb(raised.tb))
    assert linecache.getline(module.filename, 1) == module.source.splitlines(keepends=True)[0]


# ---------------------------------------------------------------- names and literals

HOSTILE = ["class", "len", "r", "rt", "mg", "all", "None", "__debug__", "__import__", "_", "AT_LEAST_2", "print", "t_c"]
WORSE = ["x; import os", "x)\n    import os\n    (", "", "1", "é", "a b", '"""', "x" * 300]


@pytest.mark.parametrize("name", HOSTILE + WORSE)
def test_no_name_can_bend_the_module(name: str) -> None:
    value = n.Variable(name=name, type="int")
    two = n.Bounds(low=literal(2), high=None)
    upper = call("is_upper", n.Variable(name=name, type="text"), type="bool")
    lines = call("lines", RESPONSE, type="list[text]", rule="standard")
    shouted = n.Quantifier(quantifier="all", variable=name, domain=lines, element=upper, type="bool")
    check = n.ExprCheck(value=n.Logic(operator="and", operands=(compare(value, "in", two), shouted)))
    program = ir_program(check, n.Parameter(name=name, type="int"), name=f"t.{name}")
    spec = n.Spec(
        name=name,
        parameters=(n.Parameter(name=name, type="int"),),
        task=n.Template(parts=("x",)),
        must=tuple(n.Demand(id=f"{name}{i}", constraint=f"t.{name}", arguments=(value,)) for i in range(2)),
    )
    module = load(replace(program, specs=(spec,), module=name))
    assert {node.func.id for node in ast.walk(ast.parse(module.source)) if is_plain_call(node)} <= names_made(module)
    for number, text, expected in ((2, "AB", True), (1, "AB", False), (2, "Ab", False)):
        checks = ConstraintChecker(module, f"t.{name}", [number])
        assert checks.passes(text) is expected
        assert (checks.check(text).verdict is PASS) is expected
        assert verifier(module, name, [number]).passes(text) is expected


def is_plain_call(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name)


def names_made(module) -> set[str]:  # type: ignore[no-untyped-def]
    """Functions that a module defines, and the one built-in that the check above needs."""
    return {node.name for node in ast.parse(module.source).body if isinstance(node, ast.FunctionDef)} | {"all"}


@pytest.mark.parametrize("text", ["'", '"', "\\", "\n", "'''\"\"\"", "{x}", "\r\u2028\x00\ud800", "😀", "#"])
def test_a_text_is_a_literal(text: str) -> None:
    program = ir_program(n.ExprCheck(value=compare(RESPONSE, "==", literal(text))))
    checks = ConstraintChecker(load(program), "t.c")
    assert checks.passes(text)
    assert not checks.passes(text + "x")


def test_a_number_is_a_literal() -> None:
    for number in (10**5000, -(10**400), 1e308, float("inf"), -0.5, -3):
        assert ir_checker(compare(literal(number), "==", literal(number))).passes("")
        assert ir_checker(compare(literal(1), "in", n.Bounds(low=literal(min(0, number)), high=None))).passes("")


def test_names_are_plain_unique_and_reserve_what_python_needs() -> None:
    assert plain("a.b-c d") == "a_b_c_d"
    assert plain("__x__y__") == "x_y"
    assert plain("9") == "x9"
    assert plain("") == "x"
    names = Names()
    taken = [names.take(word) for word in ("a.b", "a_b", "a-b", "class", "len", "rt")]
    assert taken == ["a_b", "a_b_", "a_b_2", "class_", "len_", "rt_"]
    assert not RESERVED & set(taken)


def test_constraints_whose_names_differ_in_marks_alone_keep_apart() -> None:
    checks = {name: n.ExprCheck(value=literal(name == "a.b")) for name in ("a.b", "a_b", "a__b")}
    declared = {name: n.Constraint(name=name, parameters=(), check=check) for name, check in checks.items()}
    module = load(n.Program(module="t", constraints=declared))
    assert [name for name in declared if ConstraintChecker(module, name).passes("x")] == ["a.b"]


# ---------------------------------------------------------------- depth


def nested(kind: str, depth: int) -> n.Expr:
    truth: n.Expr = compare(LENGTH, "<", literal(5))
    number: n.Expr = LENGTH
    text: n.Expr = RESPONSE
    for level in range(depth):
        variable = f"v{level}"
        one = n.Items(items=(literal("a"),), type="list[text]")
        match kind:
            case "logic":
                truth = n.Logic(operator="and" if level % 2 else "or", operands=(literal(level % 2 == 1), truth))
            case "not":
                truth = n.Not(operand=truth)
            case "conditional":
                truth = n.Conditional(condition=truth, then=literal(True), otherwise=literal(False), type="bool")
            case "quantifier":
                word = "all" if level % 2 else "any"
                truth = n.Quantifier(quantifier=word, variable=variable, domain=one, element=truth, type="bool")  # type: ignore[arg-type]
            case "comparison":
                truth = compare(truth, "==", literal(True))
            case "arithmetic":
                number = n.Arithmetic(operator="-", left=literal(1), right=number, type="int")
            case "call":
                text = call("strip", text, literal(" "), type="text")
            case "index":
                items = n.Items(items=(text,), type="list[text]")
                text = n.Index(subject=items, index=literal(0), type="text")
    texts = compare(text, "==", literal("abc"))
    others = {"arithmetic": compare(number, "<", literal(5)), "call": texts, "index": texts}
    return others.get(kind, truth)


@pytest.mark.parametrize("depth", [64, 128])
@pytest.mark.parametrize(
    "kind", ["logic", "not", "conditional", "quantifier", "comparison", "arithmetic", "call", "index"]
)
def test_deep_expressions_compile_and_say_the_same(kind: str, depth: int) -> None:
    program = ir_program(n.ExprCheck(value=nested(kind, depth)))
    expected, margin = reference.check_constraint(program.constraints["t.c"], (), "abc")
    checks = ConstraintChecker(load(program), "t.c")
    assert checks.verdict("abc") is expected is PASS
    assert checks.check("abc").margin == margin


def test_what_is_too_deep_is_refused_in_words() -> None:
    with pytest.raises(Uncompilable, match="nests too deeply"):
        load(ir_program(n.ExprCheck(value=nested("call", 3_000))))


def test_deep_requirements_compile() -> None:
    demand: n.Requirement = n.Demand(id="d", constraint="t.c", arguments=())
    for level in range(64):
        demand = n.Combined(id=f"i{level}", combinator="none_of" if level % 2 else "any_of", body=(demand,))
    program = ir_program(n.ExprCheck(value=compare(LENGTH, "<", literal(5))))
    spec = n.Spec(name="s", task=n.Template(parts=("x",)), must=(demand,))
    checks = verifier(load(replace(program, specs=(spec,))), "s")
    assert checks.passes("abc")
    assert checks.check("abc").passed


# ---------------------------------------------------------------- what cannot be compiled


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (n.Variable(name="ghost", type="bool"), "`ghost` is not the name of anything here"),
        (call("ghost", RESPONSE, type="bool"), "there is no function `ghost`"),
        (call("words", RESPONSE, rule="ghost", type="bool"), "`words` has no segmentation `ghost`"),
        (call("words", RESPONSE, type="bool"), "`words` has no segmentation `None`"),
        (call("is_upper", RESPONSE, RESPONSE, type="bool"), "`is_upper` takes 1 arguments, not 2"),
        (n.Logic(operator="or", operands=()), "an `or` has no operands"),
        (n.Compare(operators=(), operands=(RESPONSE,)), "a comparison has one operand more than operators"),
        (n.FieldOf(subject=RESPONSE, name="__class__", type="bool"), "a check cannot read the field `__class__`"),
    ],
)
def test_a_program_that_no_model_gave_is_refused(value: n.Expr, words: str) -> None:
    with pytest.raises(Uncompilable) as raised:
        load(ir_program(n.ExprCheck(value=value)))
    assert str(raised.value) == words


def test_a_spec_must_fit_its_constraints() -> None:
    program = ir_program(n.ExprCheck(value=literal(True)))
    for name, arguments, words in (
        ("ghost", (), "there is no constraint `ghost`"),
        ("t.c", (literal(1),), "`t.c` takes 0 arguments, not 1"),
    ):
        demand = n.Demand(id="d", constraint=name, arguments=arguments)
        spec = n.Spec(name="s", task=n.Template(parts=("x",)), must=(demand,))
        with pytest.raises(Uncompilable) as raised:
            load(replace(program, specs=(spec,)))
        assert str(raised.value) == words


def test_two_things_of_one_name_are_refused() -> None:
    check = n.ExprCheck(lets=(n.LetItem(name="x", value=literal(1)),), value=literal(True))
    with pytest.raises(Uncompilable, match="two things called `x`"):
        load(ir_program(check, n.Parameter(name="x", type="int")))


# ---------------------------------------------------------------- what cannot be decided


@pytest.mark.parametrize(
    ("operands", "expected"),
    [
        ((literal(False), UNDECIDABLE), FAIL),
        ((UNDECIDABLE, literal(False)), UNKNOWN),
        ((literal(True), UNDECIDABLE), UNKNOWN),
    ],
)
def test_an_undecided_part_leaves_what_is_settled_before_it(operands: tuple[n.Expr, ...], expected: Verdict) -> None:
    for value in (
        n.Logic(operator="and", operands=operands),
        n.Not(operand=n.Logic(operator="and", operands=operands)),
    ):
        checks = ir_checker(value)
        wanted = expected if isinstance(value, n.Logic) or expected is UNKNOWN else PASS
        assert checks.verdict("x") is wanted
        assert checks.check("x").verdict is wanted


def test_an_undecided_let_counts_where_it_is_first_needed() -> None:
    undecided = n.LetItem(name="u", value=UNDECIDABLE)
    name = n.Variable(name="u", type="bool")
    never = n.Logic(operator="or", operands=(literal(True), name))
    settled = n.Logic(operator="and", operands=(literal(False), name))
    for value, expected in ((never, UNKNOWN), (settled, FAIL), (literal(True), PASS)):
        checks = ir_checker(value, undecided)
        assert checks.verdict("x") is expected
        assert checks.check("x").verdict is expected


def test_why_it_was_not_decided_is_said() -> None:
    found = ir_checker(UNDECIDABLE).check("x")
    assert (found.verdict, found.margin) == (UNKNOWN, None)
    assert "the pattern `(` cannot be used" in found.message
    huge = n.Arithmetic(operator="/", left=literal(10**400), right=literal(3), type="number")
    too_large = ir_checker(compare(huge, ">", literal(1))).check("x")
    assert (too_large.verdict, too_large.message) == (UNKNOWN, "a number grew too large")


# ---------------------------------------------------------------- python checks

PYTHON = 'constraint c(n: int, words: range = 1..) { check python "TARGET"\n  render listing "Do {n} {words}." }'


def python_checker(target: str, *, allow: bool) -> ConstraintChecker:
    module = module_of(PYTHON.replace("TARGET", target), allow_python=allow)
    (name,) = module.constraints
    return ConstraintChecker(module, name, [3])


def test_a_python_check_runs_only_where_it_is_allowed(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "checks_by_hand.py").write_text(
        "LOADED = True\n"
        "def longer(text, n, words): return len(text) > n and n in words\n"
        "def broken(text, n, words): raise ValueError('no\\nway')\n"
        "def leaves(text, n, words): raise SystemExit(1)\n"
        "def vague(text, n, words): return len(text)\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    refused = python_checker("checks_by_hand:longer", allow=False)
    assert refused.verdict("text") is UNKNOWN
    assert refused.check("text").message == "`checks_by_hand:longer` was not run: python checks are not allowed here"
    assert "checks_by_hand" not in sys.modules
    allowed = python_checker("checks_by_hand:longer", allow=True)
    assert [allowed.verdict(text) for text in ("text", "tex")] == [PASS, FAIL]
    assert allowed.check("tex").margin == -1.0
    for name, words in (
        ("broken", "failed: ValueError: no way"),
        ("leaves", "failed: SystemExit: 1"),
        ("vague", "gave no truth value"),
        ("ghost", "failed: AttributeError"),
    ):
        found = python_checker(f"checks_by_hand:{name}", allow=True)
        assert found.verdict("text") is UNKNOWN
        assert words in found.check("text").message


def test_a_target_is_a_name_and_nothing_else() -> None:
    program = ir_program(n.PythonCheck(target="os; import sys:system"))
    found = ConstraintChecker(load(program, allow_python=True), "t.c").check("x")
    assert found.verdict is UNKNOWN
    assert "does not name a function" in found.message


def test_a_check_over_a_constant_list_shares_nothing_between_calls() -> None:
    checks = checker('all(w in response for w in ["a", "b"])')
    assert [checks.passes(text) for text in ("ab", "a", "ba")] == [True, False, True]
