"""XML: what is well-formed, where the elements in a response are, and their attributes."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from xml.sax.saxutils import quoteattr

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl.primitives.table import TABLE
from ifdsl.primitives.xml import DEEPEST, attributes, elements, is_xml

NAMES = st.from_regex(r"[A-Za-z_é][A-Za-z0-9._\-é]{0,4}", fullmatch=True)
CONTENT = st.text(alphabet=st.sampled_from("aé漢 \n'\"=/;"), max_size=5)
TREES = st.recursive(
    st.tuples(NAMES, st.dictionaries(NAMES, CONTENT, max_size=3), CONTENT, st.just([])),
    lambda inner: st.tuples(NAMES, st.dictionaries(NAMES, CONTENT, max_size=3), CONTENT, st.lists(inner, max_size=3)),
    max_leaves=8,
)


def written(tree: tuple[str, dict[str, str], str, list]) -> str:  # type: ignore[type-arg]
    name, named, content, inner = tree
    tag = name + "".join(f" {key}={quoteattr(value)}" for key, value in named.items())
    if not content and not inner:
        return f"<{tag}/>"
    return f"<{tag}>{content}{''.join(map(written, inner))}</{name}>"


def found(text: str) -> list[str]:
    return [text[start:end] for start, end in elements(text)]


@settings(max_examples=100, deadline=None)
@given(
    TREES, st.sampled_from(["{}", "```xml\n{}\n```", "See {} there.", "1 < 2 and\n\n{}\n", "```\n{}\n```", "<br> {}"])
)
def test_the_elements_of_a_tree(tree: tuple[str, dict[str, str], str, list], around: str) -> None:  # type: ignore[type-arg]
    text = written(tree)
    expected = list(ET.fromstring(text).iter())
    assert is_xml(text)
    shown = found(around.format(text))
    assert shown[0] == text
    assert [(ET.fromstring(each).tag, ET.fromstring(each).attrib) for each in shown] == [
        (each.tag, each.attrib) for each in expected
    ]
    assert [attributes(each) for each in shown] == [list(each.attrib) for each in expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a < b > c, <3, a<b>", []),
        ("<br> <i>x</i> <b>y", ["<i>x</i>"]),
        ("```xml\n<r><i/></r>\n<s/>\n```\n<z/>", ["<r><i/></r>", "<i/>", "<s/>"]),
        ("```python\n'<r/>'\n```\nand `<b>` with `</b>`", []),
        ("<!-- <a> --><c/><?p <d/> ?><e><![CDATA[<f/>]]></e>", ["<c/>", "<e><![CDATA[<f/>]]></e>"]),
        ("<a x='1'/><a x=1/><a x='1' x='2'/><a x='&'/><a>&nbsp;</a>", ["<a x='1'/>"]),
        ("<a><b></a>", []),
        ("<a x='>'>1</a >", ["<a x='>'>1</a >"]),
        ("<a:b xmlns:a='u'/>", ["<a:b xmlns:a='u'/>"]),
        ("<!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>", []),
        ("<a>\0</a><b>\ud800</b>", ["<b>\ud800</b>"]),
        ("<A></a>", []),
    ],
)
def test_elements(text: str, expected: list[str]) -> None:
    assert found(text) == expected


@pytest.mark.parametrize(
    "text", ["<a/>", " <a>é</a>\n", "<?xml version='1.0' encoding='utf-16'?>\n<a/>", "<!-- b --><a/><!-- c -->"]
)
def test_whole_texts_that_are_xml(text: str) -> None:
    assert is_xml(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a",
        "<a>",
        "<a/><b/>",
        "x <a/>",
        "<a/> x",
        "<a b/>",
        "<!DOCTYPE html><a/>",
        "```xml\n<a/>\n```",
        "<1/>",
        "<a>\0</a>",
    ],
)
def test_whole_texts_that_are_none(text: str) -> None:
    assert not is_xml(text)


def test_entities_are_refused() -> None:
    bomb = "<!DOCTYPE a [<!ENTITY b 'bbbb'><!ENTITY c '&b;&b;&b;&b;'>]><a>&c;</a>"
    outside = '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>'
    assert not is_xml(bomb)
    assert not is_xml(outside)
    assert attributes(bomb) == []


def test_elements_lie_so_deep_and_no_deeper() -> None:
    deepest, deeper = ("<a>" * depth + "</a>" * depth for depth in (DEEPEST, DEEPEST + 1))
    assert is_xml(deepest)
    assert not is_xml(deeper)
    assert len(found(deepest)) == DEEPEST
    assert found(deeper + "<b/>") == ["<b/>"]


@pytest.mark.parametrize(
    ("element", "names"),
    [
        ("<a/>", []),
        (" <a y='1'\n x = \"2\"><b z='3'/></a>", ["y", "x"]),
        ("<a xmlns='u' xmlns:b='v' b:c='1'>", ["xmlns", "xmlns:b", "b:c"]),
        (f"<a x='{'y' * 9_000}' z='1'/>", ["x", "z"]),
        ("<a x='1'", []),
        ("b <a x='1'/>", []),
        ("<a x='1' x='2'/>", []),
        ("", []),
    ],
)
def test_attributes(element: str, names: list[str]) -> None:
    assert attributes(element) == names


@settings(max_examples=200, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            ["<a>", "</a>", "<b x='1'>", "</b>", "<c/>", "<!--", "-->", "<![CDATA[", "]]>", "<?", "?>", "<", ">", "&",
             "\0", "\ud800", "é", "```xml\n", "```\n", "`", "\n", "<!DOCTYPE a>", "'", '"', " "]
        ),
        max_size=20,
    ).map("".join)
)  # fmt: skip
def test_any_text_has_elements_that_are_xml_in_their_order(text: str) -> None:
    spans = elements(text)
    assert spans == sorted(spans, key=lambda span: (span[0], -span[1]))
    assert TABLE["xml_elements"].rules["standard"].size(text) == len(spans)
    if "`" not in text:
        assert all(is_xml(text[start:end]) for start, end in spans)
    attributes(text)


_UNITS = [
    "<a>",
    "</a>",
    "<a/>",
    "<a ",
    "<a x='",
    "<a x='1' ",
    "<!--",
    "<![CDATA[",
    "<?",
    "<a><b></a>",
    "<",
    "<a>" * 31 + "</a>" * 31,
]


@pytest.mark.parametrize("unit", _UNITS)
def test_a_long_hostile_text_is_read(unit: str) -> None:
    text = unit * (60_000 // len(unit))
    assert sum(end - start for start, end in elements(text)) <= DEEPEST * len(text)
    assert len(attributes(text)) <= 1
    is_xml(text)
