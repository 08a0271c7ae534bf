"""Take a text; say whether it is JSON by RFC 8259, of which kind, with which keys and how deep."""

from __future__ import annotations

import re
from typing import Any

from ifdsl.primitives.primitive import Cost, Param, Primitive, Spans
from ifdsl.primitives.types import BOOL, INT, TEXT, TEXTS
from ifdsl.primitives.undecided import Undecided

DEEPEST = 200
"""How deep arrays and objects may be nested; RFC 8259, section 9, lets a parser set such a limit."""
LONGEST = 20_000_000

_KINDS = {dict: "object", list: "array", str: "string", bool: "boolean", type(None): "null"}
_STRING = re.compile(r'"(?:[^"\\]|\\.)*+"?', re.DOTALL)
_TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*+"?|[\[\]{}]')
_OPENING = re.compile(r"[\[{]")
_OPENER = {"]": "[", "}": "{"}

Found = tuple[bool, Any]
"""Whether the text is JSON, and its value. Numbers are only recognised, each as 0."""

_last: tuple[str, bool, Found] = ("", False, (False, None))


def is_json(text: str, allow_nan: bool = False) -> bool:
    """Whether the whole text is one JSON value; with `allow_nan`, `NaN` and `Infinity` are values too.

    Raises:
        Undecided: the text is too long.
    """
    return _read(text, allow_nan)[0]


def json_kind(text: str) -> str:
    """`object`, `array`, `string`, `number`, `boolean` or `null`; empty where the text is no JSON.

    Raises:
        Undecided: the text is too long.
    """
    valid, value = _read(text, False)
    return _KINDS.get(type(value), "number") if valid else ""


def json_keys(text: str) -> list[str]:
    """The names in a JSON object, each once, in order; none where the text is no JSON object.

    Raises:
        Undecided: the text is too long.
    """
    _, value = _read(text, False)
    return list(value) if isinstance(value, dict) else []


def json_text(text: str, key: str) -> str:
    """What stands under `key` in the JSON object that the text is: a text as it is, anything else as JSON writes it.

    The empty text where the text is no JSON object, or has no such key.

    Raises:
        Undecided: the text is too long.
    """
    valid, value = _read(text, False)
    if not valid or not isinstance(value, dict) or key not in value:
        return ""
    import json

    try:
        found = json.loads(text)[key]
    except ValueError:  # a number of thousands of digits
        return ""
    return found if isinstance(found, str) else json.dumps(found, ensure_ascii=False)


def json_depth(text: str, objects: bool = False) -> int:
    """How many arrays and objects, or only `objects`, lie in one another at the deepest place; 0 where it is no JSON.

    Raises:
        Undecided: the text is too long.
    """
    valid, _ = _read(text, False)
    return _depth(text, "{}" if objects else "[]{}") if valid else 0


def json_blocks(text: str) -> Spans:
    """The JSON in a text: in code blocks labelled so, else in those without a label, else all of it, else in prose.

    In prose it is each object, or array that holds one, that lies in no other and is valid.

    Raises:
        Undecided: the text is too long.
    """
    # Whether a text is JSON is asked far more often than where in it JSON stands.
    from ifdsl.primitives.markdown import fenced, label

    blocks = fenced(text)
    labelled = [block.content for block in blocks if label(block) == "json"]
    if labelled:
        return labelled
    bare = [block.content for block in blocks if not label(block) and _is_composite(text[slice(*block.content)])]
    if bare:
        return bare
    whole = text.strip()
    start = len(text) - len(text.lstrip())
    if _is_composite(whole):
        return [(start, start + len(whole))]
    return [span for span in _enclosed(text) if "{" in text[slice(*span)] and _is_composite(text[slice(*span)])]


def _is_composite(text: str) -> bool:
    return text[:1] in ("{", "[") and _parse(text, False)[0]


def _enclosed(text: str) -> Spans:
    """The stretches from a bracket to the one that closes it, without those inside another.

    A bracket that is never closed is skipped over. Quotation marks mean something inside brackets only, on one line.
    """
    found: list[tuple[int, int]] = []
    open_: list[tuple[str, int]] = []
    waiting = {"[": 0, "{": 0}
    place = 0
    while (token := (_TOKEN if open_ else _OPENING).search(text, place)) is not None:
        place = token.end()
        mark = token[0]
        if mark in waiting:
            open_.append((mark, token.start()))
            waiting[mark] += 1
        elif mark in _OPENER and waiting[_OPENER[mark]]:
            opener, start = "", 0
            while opener != _OPENER[mark]:
                opener, start = open_.pop()
                waiting[opener] -= 1
            while found and found[-1][0] > start:
                found.pop()
            found.append((start, place))
    return found


def _read(text: str, allow_nan: bool) -> Found:
    """Parse a text; the last text's answer is kept, since kind, keys and depth are often asked for together."""
    global _last
    known, allowed, found = _last
    if known is not text or allowed is not allow_nan:
        found = _parse(text, allow_nan)
        _last = (text, allow_nan, found)
    return found


def _parse(text: str, allow_nan: bool) -> Found:
    if len(text) > LONGEST:
        raise Undecided(f"JSON of more than {LONGEST:,} characters is not read")
    # Judged before the parser runs, so that the answer does not depend on how deep the caller's own stack is.
    if text.count("[") + text.count("{") > DEEPEST and _depth(text, "[]{}") > DEEPEST:
        return False, None
    import json

    constant = _zero if allow_nan else _refuse
    try:
        return True, json.loads(text, parse_int=_zero, parse_float=_zero, parse_constant=constant)
    except ValueError:
        return False, None
    except RecursionError:
        raise Undecided("there is too little room on the stack to read JSON") from None


def _zero(numeral: str) -> int:
    return 0


def _refuse(name: str) -> None:
    raise ValueError(name)


def _depth(text: str, brackets: str) -> int:
    depth = deepest = 0
    for bracket in re.findall(f"[{re.escape(brackets)}]", _STRING.sub("", text)):
        if bracket in "[{":
            depth += 1
            deepest = max(deepest, depth)
        else:
            depth -= 1
    return deepest


_TEXT = Param("text", TEXT)

PRIMITIVES = (
    Primitive(
        "is_json", (_TEXT, Param("allow_nan", BOOL, False, flag=True)), BOOL,
        "Whether the whole text is one JSON value by RFC 8259, nested at most 200 deep; with `allow_nan` the words "
        "`NaN`, `Infinity` and `-Infinity` are values too.",
        Cost(600, 25.0), is_json, example=(('{"a": [1, 2]}', False), True),
    ),
    Primitive(
        "json_kind", (_TEXT,), TEXT,
        "`object`, `array`, `string`, `number`, `boolean` or `null`; empty where the text is no JSON.",
        Cost(600, 25.0), json_kind, example=(("[1, 2]",), "array"), longest=len("boolean"),
    ),
    Primitive(
        "json_keys", (_TEXT,), TEXTS,
        "The names in a JSON object, each once, in order; none where the text is no JSON object.",
        Cost(600, 25.0), json_keys, example=(('{"a": 1, "b": 2}',), ["a", "b"]),
    ),
    Primitive(
        "json_text", (_TEXT, Param("key", TEXT)), TEXT,
        "What stands under `key` in the JSON object that the text is: a text as it is, the rest as JSON writes it. "
        "Nothing where the text is no JSON object, or has no such key.",
        Cost(900, 35.0), json_text, growth=6.0, example=(('{"answer": "b"}', "answer"), "b"),
    ),
    Primitive(
        "json_depth", (_TEXT, Param("objects", BOOL, False, flag=True)), INT,
        "How many arrays and objects lie inside one another at the deepest place; 0 for a bare value, or no JSON. With "
        "`objects`, only objects count.",
        Cost(600, 25.0), json_depth, example=(('{"a": [1]}', False), 2),
    ),
)  # fmt: skip
