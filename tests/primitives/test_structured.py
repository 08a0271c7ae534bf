"""JSON: validity by RFC 8259, kind, keys and depth."""

from __future__ import annotations

import json
import sys
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ifdsl.primitives import structured
from ifdsl.primitives.structured import is_json, json_blocks, json_depth, json_keys, json_kind
from ifdsl.primitives.undecided import Undecided

SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
)
KINDS = {dict: "object", list: "array", str: "string", int: "number", float: "number", bool: "boolean"}


def depth(value: object) -> int:
    if isinstance(value, dict):
        return 1 + max(map(depth, value.values()), default=0)
    return 1 + max(map(depth, value), default=0) if isinstance(value, list) else 0


def object_depth(value: object) -> int:
    if isinstance(value, dict):
        return 1 + max(map(object_depth, value.values()), default=0)
    return max(map(object_depth, value), default=0) if isinstance(value, list) else 0


def blocks(text: str) -> list[str]:
    return [text[start:end] for start, end in json_blocks(text)]


@given(VALUES, st.sampled_from([None, 2]), st.booleans())
def test_what_is_written_as_json_is_json(value: object, indent: int | None, ascii_only: bool) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    assert is_json(text)
    assert is_json(text, True)
    assert json_kind(text) == KINDS.get(type(value), "null")
    assert json_keys(text) == (list(value) if isinstance(value, dict) else [])
    assert json_depth(text) == depth(value)
    assert json_depth(text, True) == object_depth(value)


@given(
    st.lists(VALUES, max_size=3) | st.dictionaries(st.text(max_size=3), VALUES, max_size=3),
    st.sampled_from([None, 2]),
    st.sampled_from(["{}", " {}\n", "```json\n{}\n```", "```\n{}\n```", "So:\n\n~~~JSON\n{}\n~~~\n[1] and so on."]),
)
def test_json_is_found_where_it_stands(value: object, indent: int | None, around: str) -> None:
    text = json.dumps(value, indent=indent)
    assert blocks(around.replace("{}", text)) == [text]


@given(
    st.dictionaries(st.text(max_size=3), VALUES, max_size=3)
    | st.lists(st.dictionaries(st.text(max_size=3), SCALARS, max_size=2), min_size=1, max_size=2)
)
def test_json_is_found_in_prose(value: object) -> None:
    text = json.dumps(value)
    assert blocks(f'Open with {{ or [1] and "quote": {text}, then {text}.') == [text, text]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("```json\nnot JSON\n```\n{}", ["not JSON"]),
        ('```python\n{"a": 1}\n```', ['{"a": 1}']),
        ("```\n[1]\n```\n```\nx\n```", ["[1]"]),
        ("7", []),
        ('"a"', []),
        ("[1]", ["[1]"]),
        ("see [1] and [a](b) and {name}", []),
        ('[{"a": 1}, {name}] {"b": [{}]}', ['{"b": [{}]}']),
        ('{"a": "}"} {"b": "{"}', ['{"a": "}"}', '{"b": "{"}']),
        ('{"a": 1', []),
        ("", []),
    ],
)
def test_json_blocks(text: str, found: list[str]) -> None:
    assert blocks(text) == found


@pytest.mark.parametrize(
    "unit",
    ["{", "[", "}", "{}", "[{", '{"', '"\\"', '{"a":', '{"a":1}', "[{}]", "{[}", '{"\\', "```json\n", "```\n{}\n"],
)
def test_json_is_looked_for_in_hostile_texts(unit: str) -> None:
    text = unit * (20_000 // len(unit))
    found = json_blocks(text)
    assert all(left[1] <= right[0] for left, right in zip(found, found[1:], strict=False))


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "{",
        "[1,]",
        "{'a': 1}",
        '{"a" 1}',
        "01",
        "1.",
        ".5",
        "+1",
        "1 2",
        '"\n"',
        '"\\x"',
        "tru",
        "\ufeff{}",
        "٣",
        "{1: 2}",
    ],
)
def test_what_is_no_json(text: str) -> None:
    assert not is_json(text)
    assert not is_json(text, True)
    assert (json_kind(text), json_keys(text), json_depth(text)) == ("", [], 0)


@pytest.mark.parametrize("text", ["NaN", "[Infinity]", '{"a": -Infinity}'])
def test_words_for_no_number_need_the_flag(text: str) -> None:
    assert not is_json(text)
    assert is_json(text, True)
    assert json_kind(text) == ""


def test_repeated_keys_are_listed_once() -> None:
    assert json_keys(' {"b": 1, "a": {"c": 2}, "b": 3} ') == ["b", "a"]


@pytest.mark.parametrize("text", ["9" * 10_000, "-1e999999", '"' + "[" * 1_000 + '"', "[" * 200 + "]" * 200])
def test_large_values_are_json(text: str) -> None:
    assert is_json(text)


@pytest.mark.parametrize("unit", ["[", '{"a":', "[[", "]", '"', '\\"', '["\\"', "1,"])
def test_hostile_nesting_is_no_json(unit: str) -> None:
    assert not is_json(unit * 100_000)
    assert json_depth("[" * 201 + "]" * 201) == 0


def test_the_verdict_does_not_depend_on_the_stack() -> None:
    text = "[" * 200 + "]" * 200
    answers = []

    def ask(frames: int) -> None:
        if frames:
            ask(frames - 1)
        else:
            answers.append(structured._parse(text, False)[0])

    threading.Thread(target=ask, args=(sys.getrecursionlimit() // 2,)).start()
    for thread in threading.enumerate():
        if thread is not threading.current_thread() and not thread.daemon:
            thread.join()
    assert answers == [True]


def test_a_text_over_the_limit_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(structured, "LONGEST", 10)
    with pytest.raises(Undecided):
        is_json("[1, 2, 3, 4]")
