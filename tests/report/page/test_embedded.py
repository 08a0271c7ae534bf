"""What is embedded in the page reads back as it was, and holds nothing that HTML or a reader could take amiss."""

import json
import unicodedata
from typing import Any

import regex
from hypothesis import given
from hypothesis import strategies as st

from ifdsl.report.page.embedded import embedded
from ifdsl.report.page.offsets import in_utf16
from ifdsl.report.page.text import seen

# Half surrogate pairs too: a model's server may send them.
TRICKY = [
    "<",
    ">",
    "&",
    "!",
    "-",
    "/",
    "script",
    "\u2028",
    "\u202e",
    "\ud800",
    "\udc00",
    "\u200d",
    "\u3164",
    "\ufe0f",
    "\U0001f600",
    '"',
    "\\",
]
texts = st.text(st.characters(), max_size=40) | st.lists(st.sampled_from(TRICKY), max_size=20).map("".join)
values = st.recursive(
    texts | st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=8,
)


def joined(value: Any) -> Any:
    """A value as JSON has it: a pair of surrogates that stand side by side is one character there."""
    return json.loads(json.dumps(value))


@given(values)
def test_the_value_reads_back(value: Any) -> None:
    assert json.loads(embedded(value)) == joined(value)


@given(values)
def test_no_character_means_anything_to_html_or_hides(value: Any) -> None:
    written = embedded(value)
    assert not set(written) & set("<>&\u2028\u2029")
    written.encode("utf-8")
    assert not {unicodedata.bidirectional(char) for char in written} & {"RLO", "LRO", "RLE", "LRE", "RLI", "LRI", "FSI"}


@given(texts, st.data())
def test_an_offset_counts_the_utf_16_units_before_it(text: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(text)))
    assert in_utf16(text)(at) == len(text[:at].encode("utf-16-le", "surrogatepass")) // 2


@given(texts, st.integers())
def test_an_offset_outside_is_moved_inside(text: str, at: int) -> None:
    assert 0 <= in_utf16(text)(at) <= in_utf16(text)(len(text))


@given(texts)
def test_a_name_hides_nothing(text: str) -> None:
    shown = seen(text)
    assert seen(shown) == shown
    assert "\n" not in shown
    assert not regex.search(r"[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]", shown)
