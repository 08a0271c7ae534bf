"""Entries, the sections that divide a text, and running text: what they give, in each form that a text may have."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ifdsl.primitives import prose
from ifdsl.primitives.table import TABLE


def pieces(view: str, rule: str, text: str) -> list[str]:
    return TABLE[view].rules[rule].pieces(text)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # Two headings of one level divide the text; a title above them does not; what is below is theirs.
        ("# T\nintro\n\n## A\na\n### AA\n- b\n- c\n\n## B\nd", ["## A\na\n### AA\n- b\n- c", "## B\nd"]),
        ("# T\n\n- a\n- b", ["a", "b"]),
        # An item goes on over what is indented below it, and over a line that follows without a blank one.
        ("- a\n  more\n\n  still\n- b\nand on\n\nNo item.", ["a\n  more\n\n  still", "b\nand on"]),
        ("1. Q?\n   - x\n   - y\n2. R?\n   - z", ["Q?\n   - x\n   - y", "R?\n   - z"]),
        ("1. Q?\n- x\n- y\n2. R?\n- z", ["Q?\n- x\n- y", "R?\n- z"]),
        ("1. Q?\n\n- x\n- y", ["Q?", "x", "y"]),
        ("Two:\n\n| a | b |\n|---|---|\n| 1 | 2 |\n|3|4 \\| 5", ["1 | 2", "3|4 \\| 5"]),
        ("One.\n\nTwo,\nstill two.\n\n**Label**\n\nThree.", ["One.", "Two,\nstill two.", "Three."]),
        ("", []),
    ],
)
def test_entries(text: str, found: list[str]) -> None:
    assert pieces("entries", "standard", text) == found


def test_listed_entries_are_items_or_rows_and_nothing_else() -> None:
    assert pieces("entries", "listed", "## A\n- a\n\n## B\n- b") == ["a", "b"]
    assert pieces("entries", "listed", "| a |\n|---|\n| 1 |") == ["1"]
    assert pieces("entries", "listed", "One.\n\nTwo.") == []


def test_the_main_sections_of_a_text() -> None:
    assert pieces("sections", "main", "# T\na\n## A\nb\n## B\nc") == ["## A\nb", "## B\nc"]
    assert pieces("sections", "main", "# T\na\n## A\nb") == ["# T\na\n## A\nb"]
    assert pieces("sections", "main", "One.\n\nTwo.") == ["One.", "Two."]


TEXT = """# Title

First one. Dr. Lee paid 3.50.

- an item. Another
- **bold item.**

| a. b | c |
|---|---|
| One. Two. | d |

```py
x = 1. y
```

**Label**

**It rained.**
Last.
---
"""


def test_sentences_of_running_text() -> None:
    found = ["First one.", "Dr. Lee paid 3.50.", "an item.", "Another", "**bold item.**", "**It rained.**", "Last."]
    assert [sentence.split("\n")[0] for sentence in pieces("sentences", "prose", TEXT)] == found


def test_paragraphs_of_running_text() -> None:
    assert pieces("paragraphs", "prose", TEXT) == ["First one. Dr. Lee paid 3.50.", "**It rained.**\nLast."]
    assert pieces("paragraphs", "prose", "# T\nText.\n- a\n\n  b\n\nMore.") == ["Text.", "More."]


def test_an_underlined_sentence_is_none_of_the_headings() -> None:
    assert pieces("sentences", "prose", "It rained.\n---\nTitle\n===\nIt snowed.") == ["It rained.", "It snowed."]


def test_shown_words() -> None:
    text = "See https://a.b/c, now:\n```json\n{}\n```\nwww.x.yy end"
    assert pieces("words", "shown", text) == ["See", "now", "end"]


@given(st.lists(st.sampled_from(["a", " ", "b-c", "http", "://", "x.y", "www.", "WWW.", "```", "\n", "~~~", "é", ","])))
def test_shown_words_are_counted_as_they_are_found(parts: list[str]) -> None:
    text = "".join(parts)
    spans = prose.shown_words(text)
    assert prose.shown_texts(text) == [text[start:end] for start, end in spans]
    assert prose.shown_count(text) == len(spans)
