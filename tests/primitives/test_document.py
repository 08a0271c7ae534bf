"""The document of a text: every record lies where it says, whatever the text is, and work grows as the text does."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ifdsl.primitives import document as d
from ifdsl.primitives import reading
from ifdsl.primitives.document import Document, document, source_of
from ifdsl.primitives.offsets import by_byte

_PIECES = [
    "\n", "\n\n", "\r\n", "\r", " ", "    ", "\t", "word", "é", "漢字", "😀", "- ", "* ", "+ ", "1. ", "23) ", "# ",
    "## ", "#", "===\n", "---\n", "```", "~~~\n", "```py\n", "`", "``", "*", "**", "***", "_", "__", "|", "| 1 |",
    "|a|b|\n|-|-|\n", "> ", ">", "[", "]", "(", ")", "](u)", "![", "[a]: /u\n", "[^1]", "[^1]: note\n", "<", ">", "<b>",
    "</b>", "<div>\n", "<!--", "&amp;", "\\", "\\*", "\0", "\ud800", "\udfff", "\u2028", "\u0085", "\u00a0", "“", "!",
]  # fmt: skip
TEXTS = st.lists(st.sampled_from(_PIECES), max_size=30).map("".join) | st.text(max_size=40)
KINDS = [kind for kind in Document._fields if kind != "source"]


def spans(value: Any) -> Iterator[tuple[int, int]]:
    if isinstance(value, tuple) and len(value) == 2 and all(isinstance(each, int) for each in value):
        yield value
    elif isinstance(value, tuple):
        for each in value:
            yield from spans(each)


@settings(max_examples=200, deadline=None)
@given(TEXTS)
@example("- \u2028")
@example("# \u2028")
@example("|a|\n|-|\n\u00a0")
@example("# `` a ``\t")
def test_every_span_lies_in_the_text_and_in_its_element(text: str) -> None:
    found = document(text)
    assert len(found.source) == len(text)
    for kind in KINDS:
        assert all(0 <= start <= end <= len(text) for start, end in spans(getattr(found, kind))), kind
    for heading in found.headings:
        assert heading.span[0] <= heading.title[0] <= heading.title[1] <= heading.span[1]
        assert 1 <= heading.level <= 6
    for item in found.items:
        assert item.span[0] <= item.text[0] <= item.text[1] <= item.span[1]
        assert item.depth >= 1
    for table in found.tables:
        for row in (table.header, *table.rows):
            assert table.span[0] <= row.span[0] <= row.span[1] <= table.span[1]
            assert len(row.cells) <= len(table.header.cells)
            assert all(row.span[0] <= start <= end <= row.span[1] for start, end in row.cells)
            assert all(text[start:end] == text[start:end].strip() for start, end in row.cells)
    for code in found.inline_code:
        assert code.span[0] < code.content[0] <= code.content[1] < code.span[1]
        assert text[code.span[0]] == text[code.span[1] - 1] == "`"
    for link in found.links:
        assert link.span[0] < link.text[0] <= link.text[1] < link.span[1]
        assert text[link.span[0]] == ("!" if link.image else "<" if link.bare else "[")


APART: dict[str, Callable[[Document], list[tuple[int, int]]]] = {
    "headings": lambda found: [heading.span for heading in found.headings],
    "paragraphs": lambda found: list(found.paragraphs),
    "items": lambda found: [item.text for item in found.items],
    "tables": lambda found: [table.span for table in found.tables],
    "rows": lambda found: [row.span for table in found.tables for row in (table.header, *table.rows)],
    "code_blocks": lambda found: [block.span for block in found.code_blocks],
    "block_quotes": lambda found: list(found.block_quotes),
    "rules": lambda found: list(found.rules),
    "html_blocks": lambda found: list(found.html_blocks),
    "inline_code": lambda found: [code.span for code in found.inline_code],
    "links": lambda found: [link.span for link in found.links if not link.image],
}


@pytest.mark.parametrize("kind", APART)
@settings(max_examples=60, deadline=None)
@given(text=TEXTS)
def test_elements_come_in_order_and_apart(kind: str, text: str) -> None:
    found = APART[kind](document(text))
    assert found == sorted(found)
    assert all(left[1] <= right[0] for left, right in zip(found, found[1:], strict=False))


@settings(max_examples=100, deadline=None)
@given(TEXTS)
def test_emphasis_nests_no_deeper_than_it_says(text: str) -> None:
    found = [each.content for each in document(text).emphasis]
    assert found == sorted(found)
    assert sum(end - start for start, end in found) <= reading.DEEPEST_EMPHASIS * len(text)


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=40), st.integers(0, 300))
def test_places_in_bytes_are_places_in_code_points(text: str, before: int) -> None:
    text = "é" * before + text
    place = by_byte(text)
    assert [place(len(text[:end].encode())) for end in range(len(text) + 1)] == list(range(len(text) + 1))


@settings(max_examples=100, deadline=None)
@given(TEXTS)
def test_what_is_parsed_differs_from_the_text_in_surrogates_only(text: str) -> None:
    source = source_of(text)
    source.encode()
    assert len(source) == len(text)
    if not d._CONTAINED_TABLE.match(source):
        assert all(a == b or "\ud800" <= b <= "\udfff" for a, b in zip(source, text, strict=True))


def test_a_surrogate_is_neither_space_nor_punctuation() -> None:
    assert [each.content for each in document("*\ud800* a_\udfff_").emphasis] == [(1, 2)]


def test_the_records_of_one_text() -> None:
    text = (
        "Title\n=====\n\nA *b* **c** `d` [e](f) ![g](h) <http://i.j>\n\n> quoted\n\n* * *\n\n<div>\n</div>\n\n"
        "1. one\n   - two\n\n| k | l |\n|---|---|\n| m |\n\n    indented\n\n~~~ js x\nn\n~~~\n"
    )
    found = document(text)

    def cut(span: tuple[int, int]) -> str:
        return text[slice(*span)]

    assert [(cut(each.span), each.level, cut(each.title)) for each in found.headings] == [("Title\n=====", 1, "Title")]
    assert [cut(span) for span in found.paragraphs] == [text.split("\n\n")[1], "quoted"]
    assert [(cut(each.content), each.strong) for each in found.emphasis] == [("b", False), ("c", True)]
    assert [(cut(each.span), cut(each.content)) for each in found.inline_code] == [("`d`", "d")]
    assert [(cut(each.span), cut(each.text), each.address, each.image, each.bare) for each in found.links] == [
        ("[e](f)", "e", "f", False, False),
        ("![g](h)", "g", "h", True, False),
        ("<http://i.j>", "http://i.j", "http://i.j", False, True),
    ]
    assert [cut(span) for span in found.block_quotes] == ["> quoted"]
    assert [cut(span) for span in found.rules] == ["* * *"]
    assert [cut(span) for span in found.html_blocks] == ["<div>\n</div>"]
    assert [(cut(each.span), cut(each.text), each.ordered, each.depth) for each in found.items] == [
        ("1. one\n   - two", "one", True, 1),
        ("- two", "two", False, 2),
    ]
    (table,) = found.tables
    assert [cut(cell) for cell in table.header.cells] == ["k", "l"]
    assert [[cut(cell) for cell in row.cells] for row in table.rows] == [["m"]]
    assert [(cut(each.content), each.info, each.fenced) for each in found.code_blocks] == [
        ("    indented", "", False),
        ("n", "js x", True),
    ]


@pytest.mark.parametrize("end", ["", "\n", "\n```js", "\n~~~", "\n``"])
def test_a_fence_that_is_never_closed_goes_on_to_the_end(end: str) -> None:
    (block,) = document(f"a\n```\nb{end}").code_blocks
    assert f"a\n```\nb{end}"[slice(*block.content)] == f"b{end}".removesuffix("\n")


def test_records_are_frozen() -> None:
    heading = document("# A").headings[0]
    with pytest.raises(AttributeError):
        heading.level = 2  # type: ignore[misc]
    assert not hasattr(heading, "__dict__")


def test_a_text_is_read_once_though_its_elements_are_read_in_between(monkeypatch: pytest.MonkeyPatch) -> None:
    reads: list[str] = []
    read = reading.read
    monkeypatch.setattr(reading, "read", lambda text, source: reads.append(text) or read(text, source))
    text = "# A\n\n" + "- item of a list\n" * 20
    whole = document(text)
    for start, end in [item.text for item in whole.items]:
        document(text[start:end])
        assert document(text) is whole
    assert reads.count(text) == 1


# ---------------------------------------------------------------- work

_UNITS = [
    ">", "> ", "- ", "-\n", "- a\n", "- > ", "1. ", "[", "[a", "[a](", "![", "![a](b", "*a ", "**a ", "*a**b ", "a* ",
    "_a", "`", "`a ", "` ``", "|", "|a|\n|-|\n\n", "|a\n", "|-", "# a\n", "#\n", "a\n=\n", "a\n---\n", "```\n",
    "~~~a\n", "    a\n", "\t", "\n", "\r", "\r\n", "<", "<a ", "<b>", "<!--", "<?", "&a", "\\", "[a]: b\n", "[^a]",
    "[^a]: b\n", "漢 ", "é*a* ", "\ud800", "- a\n\n  b\n\n", "  - a\n", " " * 9 + "\n",
]  # fmt: skip
HOSTILE: dict[str, Callable[[int], str]] = {
    **{repr(unit): lambda n, unit=unit: unit * (n // len(unit)) for unit in _UNITS},
    "wide and short rows": lambda n: "|a" * (n // 20) + "\n" + "|-" * (n // 20) + "\n" + "|1\n" * (n // 4),
    "nested images": lambda n: "![" * (n // 6) + "a" + "](b)" * (n // 6),
    "nested emphasis": lambda n: "*a **b " * (n // 16) + "b** a* " * (n // 16),
    "nested strong": lambda n: "**" * (n // 4) + "a" + "**" * (n // 4),
    "nested items before blank lines": lambda n: "- " * (n // 4) + "a" + "\n" * (n // 2),
    "list that goes in": lambda n: "".join(" " * (2 * depth) + "- a\n" for depth in range(int(n**0.5))),
    "runs of backticks": lambda n: "".join("`" * width + " " for width in range(1, int((2 * n) ** 0.5))),
    "one line of items": lambda n: "- a " * (n // 4),
}


def work(text: str) -> int:
    """How many calls reading a text takes."""
    calls = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    source = source_of(text)
    sys.setprofile(count)
    try:
        reading.read(text, source)
    finally:
        sys.setprofile(None)
    return calls


# The parser itself fills short rows up, with no more than 2 ** 18 cells in a text, however long that is.
@pytest.mark.parametrize("name", [name for name in HOSTILE if name != "wide and short rows"])
def test_work_grows_no_faster_than_the_text(name: str) -> None:
    small, large = (HOSTILE[name](size) for size in (1_500, 6_000))
    assert work(large) <= 4.5 * (len(large) / len(small) / 4) * work(small) + 200


@pytest.mark.parametrize("name", HOSTILE)
def test_a_long_hostile_text_is_read(name: str) -> None:
    text = HOSTILE[name](20_000)
    found = document(text)
    assert all(end <= len(text) for kind in KINDS for _, end in spans(getattr(found, kind)))
