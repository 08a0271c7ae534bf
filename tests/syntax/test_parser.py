from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest

from ifdsl.source.diagnostic import Diagnostic
from ifdsl.source.file import SourceFile
from ifdsl.syntax import tree as t
from ifdsl.syntax.engine import MAX_HEIGHT
from ifdsl.syntax.parser import parse, parse_expression
from ifdsl.syntax.walk import children, shape, walk

EVERYTHING = (Path(__file__).parent / "everything.ifc").read_text(encoding="utf-8")


def _parse(text: str) -> t.Module:
    parsed = parse(SourceFile("f", text))
    assert not parsed.diagnostics
    return parsed.module


def _expr(text: str) -> t.Expr:
    found = parse_expression(SourceFile("f", text), 0, len(text))
    assert not isinstance(found, Diagnostic), found.message
    return found


def _shape(text: str) -> object:
    return shape(_expr(text))


# ---------------------------------------------------------------- trees


@pytest.mark.parametrize(
    ("text", "grouped"),
    [
        ("a or b and not c == d", "(a or (b and (not (c == d))))"),
        ("not a in b", "(not (a in b))"),
        ("1 + 2 * -3 - 4", "((1 + (2 * (-3))) - 4)"),
        ("a.b[0](1)".replace("(1)", ".c(1)"), "(((a.b)[0]).c(1))"),
        ("-a.b", "(-(a.b))"),
        ("1 + 1..2 * 3", "((1 + 1)..(2 * 3))"),
        ("x in 2..", "(x in (2..))"),
        ("a if b else c if d else e", "(a if b else (c if d else e))"),
        ("a // b % c / d", "(((a // b) % c) / d)"),
    ],
)
def test_operators_bind_as_in_python(text: str, grouped: str) -> None:
    assert _grouped(_expr(text)) == grouped.replace("(1 + (2 * (-3))) - 4", "1 + (2 * (-3)) - 4").replace(
        "((a // b) % c) / d", "a // b % c / d"
    )


def _grouped(expr: t.Expr) -> str:
    """An expression with brackets round every node that has parts."""
    match expr:
        case t.Logic(operator=operator, operands=operands):
            return "(" + f" {operator} ".join(map(_grouped, operands)) + ")"
        case t.Compare(operators=operators, operands=operands) | t.Arithmetic(operators=operators, operands=operands):
            joined = "".join(f" {word} {_grouped(item)}" for word, item in zip(operators, operands[1:], strict=True))
            return f"({_grouped(operands[0])}{joined})"
        case t.Not(operand=operand):
            return f"(not {_grouped(operand)})"
        case t.Minus(operand=operand):
            return f"(-{_grouped(operand)})"
        case t.RangeOf(low=low, high=high):
            return f"({_grouped(low) if low else ''}..{_grouped(high) if high else ''})"
        case t.Conditional(then=then, condition=condition, otherwise=otherwise):
            return f"({_grouped(then)} if {_grouped(condition)} else {_grouped(otherwise)})"
        case t.Attribute(subject=subject, name=name):
            return f"({_grouped(subject)}.{name.value})"
        case t.Method(subject=subject, name=name, arguments=arguments):
            return f"({_grouped(subject)}.{name.value}({', '.join(_grouped(one.value) for one in arguments)}))"
        case t.Index(subject=subject, index=index):
            return f"({_grouped(subject)}[{_grouped(index)}])"
        case t.Name(value=value):
            return value
        case t.Number(literal=literal):
            return literal
        case _:
            raise AssertionError(expr)


def test_chained_comparisons_stay_one_node() -> None:
    found = _expr("1 <= x not in y != z")
    assert isinstance(found, t.Compare)
    assert found.operators == ["<=", "not in", "!="]


def test_slices_and_ranges_have_the_bounds_that_are_written() -> None:
    for text, low, high in [("a[:]", 0, 0), ("a[1:]", 1, 0), ("a[:1]", 0, 1), ("a[1:2]", 1, 1)]:
        found = _expr(text)
        assert isinstance(found, t.Slice)
        assert [found.low is not None, found.high is not None] == [bool(low), bool(high)]
    for text, low, high in [("..", 0, 0), ("1..", 1, 0), ("..1", 0, 1), ("1..2", 1, 1)]:
        found = _expr(text)
        assert isinstance(found, t.RangeOf)
        assert [found.low is not None, found.high is not None] == [bool(low), bool(high)]


def test_values_of_leaves() -> None:
    number, regex = _expr("1_000.5"), _expr(r"/a\/b\d/")
    assert isinstance(number, t.Number)
    assert number.value == 1000.5
    assert isinstance(regex, t.Regex)
    assert regex.pattern == r"a/b\d"
    assert _shape("true") != _shape("false")


def test_the_layout_of_a_list_is_no_part_of_the_tree() -> None:
    assert _shape("f(a, [1, 2], x=3)") == _shape("f(\na , # one\n [1,2,],x = 3,\n)")
    assert _shape("f(a)") != _shape("f((a))")


def test_every_span_holds_its_node_and_its_children() -> None:
    module = _parse(EVERYTHING)
    assert module.version is not None
    for node in walk(module):
        assert 0 <= node.start <= node.end <= len(EVERYTHING)
        words = EVERYTHING[node.start : node.end]
        assert words == words.strip() or isinstance(node, t.Module), type(node)
        for child in children(node):
            assert node.start <= child.start <= child.end <= node.end
        if isinstance(node, t.Name | t.Word):
            assert words == node.value
        if isinstance(node, t.Text | t.Number | t.Regex):
            assert words == node.literal


def test_the_tree_holds_nothing_but_nodes_of_the_tree() -> None:
    known = {kind for kind in vars(t).values() if isinstance(kind, type) and issubclass(kind, t.Node)}
    for node in walk(_parse(EVERYTHING)):
        assert type(node) in known
        for field in fields(node):
            value = getattr(node, field.name)
            items = value if isinstance(value, list) else [value]
            assert all(item is None or isinstance(item, t.Node | str | int | bool) for item in items)


def test_comments_are_all_there_in_order() -> None:
    module = _parse("# a\nifdsl 1 # b\nuse c # d\n\n# e\nfn f( # g\n) -> int = 1\n# h")
    assert [comment.text for comment in module.comments] == ["# a", "# b", "# d", "# e", "# g", "# h"]
    assert [comment.own_line for comment in module.comments] == [True, False, False, True, False, True]


def test_a_fragment_needs_no_version_line() -> None:
    assert not parse(SourceFile("f", "use a"), fragment=True).diagnostics
    assert [one.code.id for one in parse(SourceFile("f", "use a")).diagnostics] == ["IF0108"]


def test_an_expression_has_the_spans_of_its_file() -> None:
    file = SourceFile("f", 'x "{ a.b\n + 1 }" y')
    found = parse_expression(file, 4, 14)
    assert isinstance(found, t.Arithmetic)
    assert file.text[found.start : found.end] == "a.b\n + 1"
    wrong = parse_expression(file, 4, 12)
    assert isinstance(wrong, Diagnostic)
    assert 4 <= wrong.primary.span.start <= 12


# ---------------------------------------------------------------- files that mean harm

_DEEP = 10_000
_HARM = {
    "parentheses": "fn f() -> int = " + "(" * _DEEP + "1" + ")" * _DEEP,
    "open parentheses": "fn f() -> int = " + "(" * _DEEP,
    "lists": "fn f() -> int = " + "[" * _DEEP + "]" * _DEEP,
    "calls": "fn f() -> int = " + "f(" * _DEEP + ")" * _DEEP,
    "indices": "fn f() -> int = a" + "[0]" * _DEEP,
    "indices with commas": "fn f() -> int = a" + "[f(1, 2)]" * _DEEP,
    "dots": "fn f() -> int = a" + ".b" * _DEEP,
    "methods": "fn f() -> int = a" + ".b(1, 2)" * _DEEP,
    "nots": "fn f() -> bool = " + "not " * _DEEP + "a",
    "minuses": "fn f() -> int = " + "-" * _DEEP + "1",
    "conditionals": "fn f() -> int = " + "1 if a and b else " * _DEEP + "2",
    "conditions": "fn f() -> int = " + "1 if (" * _DEEP,
    "types": "fn f() -> " + "list[" * _DEEP + "x" + "]" * _DEEP + " = 1",
    "blocks": "spec a { must { " + "any_of { " * _DEEP + "}" * _DEEP + "} }",
    "open blocks": "spec a { must " + "any_of { " * _DEEP,
    "closers": "spec a { }" + " }" * _DEEP,
    "flows": "flow f = " + "(" * _DEEP + "a" + ")" * _DEEP,
    "comprehensions": "fn f() -> int = " + "[x for x in " * _DEEP,
    "brackets of all kinds": "fn f() -> int = " + "([{" * _DEEP,
}


def _height(node: t.Node) -> int:
    waiting, highest = [(node, 1)], 0
    while waiting:
        node, height = waiting.pop()
        highest = max(highest, height)
        waiting += [(child, height + 1) for child in children(node)]
    return highest


@pytest.mark.parametrize("name", _HARM)
def test_deep_nesting_is_refused_politely_and_soon(name: str) -> None:
    parsed = parse(SourceFile("f", "ifdsl 1\n" + _HARM[name]))
    assert len(parsed.diagnostics) == 1
    assert name in ("closers",) or parsed.diagnostics[0].code.id in ("IF0205", "IF0201", "IF0202")
    assert _height(parsed.module) <= MAX_HEIGHT


def test_a_tree_is_never_higher_than_the_limit_and_may_be_as_high() -> None:
    highest = 0
    for depth in range(1, MAX_HEIGHT + 3):
        parsed = parse(SourceFile("f", f"ifdsl 1\nfn f() -> int = {'(' * depth}1{')' * depth}"))
        if not parsed.diagnostics:
            highest = max(highest, _height(parsed.module))
    assert MAX_HEIGHT - 3 <= highest <= MAX_HEIGHT + 1


def test_what_is_long_but_not_deep_is_read() -> None:
    words = ", ".join(f'"{number}"' for number in range(2000))
    sums = " + ".join(f"a{number}.b[0]" for number in range(2000))
    logic = " and ".join("not x in 1.." for _ in range(2000))
    items = "\n".join(f"  must a{number}()" for number in range(1000))
    _parse(f"ifdsl 1\nfn f() -> bool = f([{words}]) == {sums} or {logic}\nspec a {{\n{items}\n}}\n")


@pytest.mark.parametrize(
    "text",
    [
        '"' + "a" * 300_000,
        '"""' + "a" * 300_000,
        '"""' + '\\"""' * 50_000,
        '"' + "\\" * 300_001 + '"',
        " " * 300_000,
        "\t" * 300_000 + "x",
        "#" * 300_000,
        "x" * 300_000,
        "/" + "a" * 300_000,
        "9" * 300_000,
        "\n" * 300_000,
        "use a\n" * 4_000 + "use",
        "}" * 100_000,
        "'" * 100_000,
        "“" * 100_000,
        "\n".join("spec a {" for _ in range(5_000)),
        "fn f() -> int = " + "[" * 1000 + "\n" * 100_000,
        "\n" + '"""' * 50_001,
    ],
    ids=lambda text: repr(text[:12]),
)
def test_long_nonsense_is_refused_soon(text: str) -> None:
    parsed = parse(SourceFile("f", "ifdsl 1\n" + text))
    for diagnostic in parsed.diagnostics:
        assert 0 <= diagnostic.primary.span.start <= diagnostic.primary.span.end <= len(text) + 8


@pytest.mark.parametrize("char", ["\0", "\ud800"])
def test_characters_that_no_file_may_hold_are_named(char: str) -> None:
    for text in (f'ifdsl 1\nspec a {{ task "a{char}b" }} # {char}', f"ifdsl 1\nuse {char}"):
        found = parse(SourceFile("f", text)).diagnostics
        assert {one.code.id for one in found} == {"IF0203"}
        assert all(text[one.primary.span.start] == char for one in found)
        assert f"`U+{ord(char):04X}`" in found[0].message


def test_carriage_returns_are_blanks() -> None:
    _parse('ifdsl 1\r\nspec a {\r\n  task "x"\r\n}\r\n')


def test_the_number_of_reports_is_bounded() -> None:
    assert len(parse(SourceFile("f", "spec a { tusk }\n" * 500)).diagnostics) == 51
    slips = parse(SourceFile("f", "ifdsl 1\n" + 'use a(x="\\q")\n' * 500)).diagnostics
    assert {one.code.id for one in slips} == {"IF0207"}
    assert len(slips) == 20


def _stretches(text: str) -> Iterator[str]:
    step = max(1, len(text) // 60)
    for end in range(0, len(text), step):
        yield text[:end]
        yield text[end:]


def test_a_file_cut_anywhere_is_reported_politely() -> None:
    for text in _stretches(EVERYTHING):
        for diagnostic in parse(SourceFile("f", text)).diagnostics:
            assert 0 <= diagnostic.primary.span.start <= diagnostic.primary.span.end <= len(text)
