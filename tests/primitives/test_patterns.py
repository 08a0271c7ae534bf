"""Regular expressions of the language: what is refused and why, agreement with Python's `re`, and bounds."""

from __future__ import annotations

import re

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ifdsl.primitives import patterns
from ifdsl.primitives.patterns import find_spans, full_match, problem, search
from ifdsl.primitives.undecided import Undecided

CHARS = "ab kKsSſ\u212aéÉßẞıİσςΣ1_-.\n\u0301²٣漢’"
TEXTS = st.text(alphabet=CHARS, max_size=16)
ATOMS = st.sampled_from(
    [
        "a", "b", "K", "s", "é", "ß", "ı", "σ", "²", "漢", r"\.", " ", r"\n", r"\w", r"\W", r"\d", r"\D", r"\s", r"\S",
        ".", "[ab]", "[^ab]", r"[\w-]", r"[^\W_]", r"[^\W\d_a]", r"[\s\d]", "[a-kÀ-ÿ]", "[^é-σ]", r"[\Dé]", "[]^-]",
    ]
)  # fmt: skip


@st.composite
def pattern_sources(draw: st.DrawFn, depth: int = 2) -> tuple[str, bool]:
    """A pattern that RE2 and `re` read alike, and whether it can match nothing.

    Only what cannot match nothing is repeated: loops over empty matches are where engines differ.
    """
    kinds = ["atom", "atom", "edge"] + (["group", "choice", "sequence", "sequence"] if depth else [])
    kind = draw(st.sampled_from(kinds))
    if kind == "edge":
        return draw(st.sampled_from([r"\b", r"\B", "^", "(?m:^)", "(?m:$)"])), True
    if kind == "choice":
        (left, left_empty), (right, right_empty) = draw(pattern_sources(depth - 1)), draw(pattern_sources(depth - 1))
        return f"(?:{left}|{right})", left_empty or right_empty
    if kind == "sequence":
        parts = draw(st.lists(pattern_sources(depth - 1), min_size=1, max_size=3))
        return "".join(source for source, _ in parts), all(empty for _, empty in parts)
    if kind == "group":
        source, empty = draw(pattern_sources(depth - 1))
        source = draw(st.sampled_from(["({})", "(?:{})", "(?i:{})", "(?s:{})", "(?i-s:{})"])).format(source)
    else:
        source, empty = draw(ATOMS), False
    if empty:
        return source, True
    repeat = draw(st.sampled_from(["", "", "?", "*", "+", "{2}", "{1,2}", "{0,3}", "+?", "{1,2}?"]))
    return source + repeat, repeat[:1] in ("?", "*") or repeat.startswith("{0")


@settings(max_examples=120, deadline=None)
@given(pattern_sources(), st.sampled_from(["", "(?i)", "(?m)", "(?is)"]), TEXTS)
def test_it_matches_where_re_does(pattern: tuple[str, bool], flags: str, text: str) -> None:
    source, empty = flags + pattern[0], pattern[1]
    # Before Python 3.14 `\B` does not match in an empty text, though `\b` does not either.
    assume(text or r"\B" not in source)
    assert problem(source) is None
    expected = re.compile(source)
    assert search(source, text) is (expected.search(text) is not None)
    assert full_match(source, text) is (expected.fullmatch(text) is not None)
    if not empty:
        assert find_spans(source, text) == [match.span() for match in expected.finditer(text)]


@settings(max_examples=40, deadline=None)
@given(pattern_sources(), TEXTS)
def test_spans_are_ordered_and_do_not_overlap(pattern: tuple[str, bool], text: str) -> None:
    spans = find_spans(pattern[0], text)
    assert bool(spans) is search(pattern[0], text)
    for (_, end), (start, _) in zip(spans, spans[1:], strict=False):
        assert end <= start
    assert len(set(spans)) == len(spans)
    assert all(0 <= start <= end <= len(text) for start, end in spans)


@pytest.mark.parametrize("source", ["a*", r"\b", "x?", "^", "(?m)^", "(?m)$", "", "é*", "(?:ab)*", r"\w*"])
@settings(max_examples=20, deadline=None)
@given(text=TEXTS)
def test_empty_matches_are_found_as_re_finds_them(source: str, text: str) -> None:
    assert find_spans(source, text) == [match.span() for match in re.finditer(source, text)]


def test_dollar_is_the_end_of_the_text_alone() -> None:
    assert not search("a$", "a\n")
    assert search("(?m)a$", "a\n")
    assert search(r"a\n\z", "a\n")


@given(st.text(alphabet=r"ab\(|)[]{}*+?^$.,-:<>=!PiwWdbzZQxp0129é ", max_size=10), TEXTS)
def test_any_text_is_a_pattern_or_a_located_fault(source: str, text: str) -> None:
    fault = problem(source)
    if fault is None:
        assert isinstance(search(source, text), bool)
    else:
        message, offset = fault
        assert message
        assert 0 <= offset <= len(source)
        with pytest.raises(Undecided):
            search(source, text)


@pytest.mark.parametrize(
    ("source", "offset", "words"),
    [
        ("a(?=b)", 1, "look-ahead"),
        ("a(?<!b)", 1, "look-behind"),
        (r"(a)\1", 3, "back-references"),
        ("(?P<n>a)(?P=n)", 8, "back-references"),
        ("a++", 2, "possessive"),
        ("a*+", 2, "possessive"),
        ("(?>a)", 0, "atomic"),
        (r"a\Z", 1, r"`$` and `\z`"),
        ("a**", 2, "directly after"),
        ("*a", 0, "nothing"),
        ("(|*)", 2, "nothing"),
        ("^*", 1, "nothing"),
        ("(a", 0, "never closed"),
        ("a)", 1, "closes nothing"),
        ("[a", 0, "never closed"),
        ("[b-a]", 1, "is empty"),
        (r"[a-\d]", 1, "no range"),
        ("[[:foo:]]", 1, "no class"),
        (r"\q", 0, "means nothing"),
        ("a\\", 1, "lone backslash"),
        (r"\u00e9", 0, r"`\x{…}`"),
        (r"\x{110000}", 0, "no character"),
        (r"\p{Foo}", 0, "no Unicode property"),
        ("(?x)a", 0, "flags are"),
        ("a{,3}", 1, "`{0,3}`"),
        ("a{3,2}", 1, "is empty"),
        ("a{1001}", 1, "1,000"),
        ("(a{100}){20}", 8, "1,000"),
        ("(?:a{1000}b)" * 25, 0, "too large"),
        ("a" * 10_001, 10_000, "at most"),
        ("(" * 300, 200, "nested"),
        ("\ud800", 0, "surrogate"),
    ],
)
def test_what_is_refused_is_explained(source: str, offset: int, words: str) -> None:
    fault = problem(source)
    assert fault is not None
    assert words in fault[0]
    assert fault[1] == offset


@pytest.mark.parametrize(
    ("source", "text", "found"),
    [
        (r"\p{Greek}+", "abc αβγ d", ["αβγ"]),
        (r"(?i)\p{Lu}+", "ab ΑΒ 1", ["ab", "ΑΒ"]),
        (r"[^\PL]+", "ab1é", ["ab", "é"]),
        ("[[:alpha:]_]+", "ab_é1", ["ab_"]),
        ("[[:^alpha:]]+", "ab_é1", ["_é1"]),
        (r"\x41\x{1F600}\0\t", "A😀\0\t", ["A😀\0\t"]),
        (r"\ba\b", "’a’ na\u0308 éa a", ["a", "a"]),
        ("“[^”]*”", "x “q” “é漢” y", ["“q”", "“é漢”"]),
        ("x{", "x{", ["x{"]),
        ("(?i)a(?-i)b", "AB Ab ab", ["Ab", "ab"]),
        ("(?:(?i)a)b", "AB Ab", ["Ab"]),
        ("(?P<year>[0-9]{4})", "in 1999", ["1999"]),
        ("\ufffd", "\ud800", []),
        (".", "\ud800", ["\ud800"]),
        ("[é-\U0010ffff]+", "eéz\U0001f600", ["é", "\U0001f600"]),
    ],
)
def test_dialect(source: str, text: str, found: list[str]) -> None:
    assert [text[start:end] for start, end in find_spans(source, text)] == found


@pytest.mark.parametrize("source", ["(a+)+$", "(x+x+)+y", "(.*)*b", r"\s+$", ".*.*=.*;"])
@pytest.mark.parametrize("unit", ["a", "x", " "])
def test_hostile_patterns_stay_linear(source: str, unit: str) -> None:
    assert not search(source, unit * 100_000 + "!")


def test_matches_that_each_look_far_ahead_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patterns, "_SECONDS", 0.1)
    with pytest.raises(Undecided, match="too long"):
        find_spans("a(?:[^b]*b)?", "a" * 200_000)


def test_dense_matches_of_a_pattern_without_repeats_are_all_found_in_a_long_text(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(patterns, "_SECONDS", 0.0)
    assert len(patterns.find_spans("[a-z]", "ab" * 600_000)) == 1_200_000
    assert len(patterns.find_spans("a[bc]?", "ab" * 600_000)) == 600_000


def test_a_large_pattern_on_a_long_text_is_given_up() -> None:
    assert not search("a[ab]{900}c", "ab" * 1_000)
    with pytest.raises(Undecided, match="too long"):
        search("a[ab]{900}c", "ab" * 500_000)


def test_a_pattern_may_tell_many_characters_apart() -> None:
    letters = "".join(map(chr, range(0x4E00, 0x4E00 + 400)))
    source = "|".join(f"{letter}x" for letter in letters)
    for start in range(0, 400, 100):
        assert find_spans(source, letters[start : start + 100] + "x") == [(99, 101)]
    with pytest.raises(Undecided, match="apart"):
        search(source, letters)
    bounded = rf"\b(?:{source})\b"
    assert find_spans(bounded, letters[5] + "x " + letters[7] + "xy") == [(0, 2)]
    with pytest.raises(Undecided, match="apart"):
        search(bounded, letters[:100])


@given(TEXTS)
def test_a_pattern_that_was_used_before_answers_the_same(text: str) -> None:
    source = r"(?i)\b[aéσ]\w*|漢"
    fresh = patterns.Pattern(source)
    assume(text)
    assert fresh.find_spans(text) == find_spans(source, text)
