"""Fixes applied to texts, the order of diagnostics, and spelling suggestions."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ifdsl.source import codes
from ifdsl.source.diagnostic import (
    Diagnostic,
    Edit,
    Fix,
    Label,
    Safety,
    alternatives,
    apply_fixes,
    counted,
    in_order,
    quoted,
    suggest,
)
from ifdsl.source.file import SourceFile
from ifdsl.source.span import Span


def finding(text: str, *edits: Edit, safety: Safety = Safety.SAFE, path: str = "a.ifc") -> Diagnostic:
    at = edits[0].span if edits else Span(0, 0)
    fixes = (Fix("mend it", edits, safety),)
    return Diagnostic(codes.SYNTAX_ERROR, "wrong", Label(SourceFile(path, text), at), fixes=fixes)


@st.composite
def texts_and_edits(draw: st.DrawFn) -> tuple[str, list[Edit]]:
    text = draw(st.text("abc\n短", max_size=30))
    cuts = draw(st.lists(st.integers(0, len(text)), unique=True, max_size=10).map(sorted))
    spans = [Span(*pair) for pair in zip(cuts[::2], cuts[1::2], strict=False)]
    return text, [Edit(span, draw(st.text("xyz", max_size=3))) for span in spans]


@settings(deadline=None)
@given(texts_and_edits(), st.data())
def test_edits_that_do_not_overlap_are_all_made(case: tuple[str, list[Edit]], data: st.DataObject) -> None:
    text, edits = case
    expected = text
    for edit in reversed(edits):
        expected = expected[: edit.span.start] + edit.replacement + expected[edit.span.end :]
    shuffled = data.draw(st.permutations(edits))
    assert apply_fixes(text, [finding(text, edit) for edit in shuffled]) == expected
    assert apply_fixes(text, [finding(text, *shuffled)]) == expected


@settings(deadline=None)
@given(st.text("abcde", max_size=12), st.data())
def test_fixes_are_made_whole_or_not_at_all(text: str, data: st.DataObject) -> None:
    bounds = st.tuples(st.integers(0, len(text)), st.integers(0, len(text))).map(sorted)
    spans = st.lists(bounds.map(lambda pair: Span(*pair)), min_size=1, max_size=3)
    fixes = []
    for number, group in enumerate(data.draw(st.lists(spans, max_size=4))):
        try:
            fixes.append(finding(text, *(Edit(span, str(number)) for span in group)))
        except ValueError:
            assume(False)
    result = apply_fixes(text, fixes)
    made = {int(char) for char in result if char.isdigit()}
    for number in made:
        assert result.count(str(number)) == len(fixes[number].fixes[0].edits)
    # Making the chosen fixes by themselves gives the same text: what was left out left nothing behind.
    assert apply_fixes(text, [fixes[number] for number in made]) == result
    assert bool(made) == bool(fixes)


def test_only_the_asked_safety_is_applied() -> None:
    safe = finding("ab", Edit(Span(0, 1), "A"))
    unsafe = finding("ab", Edit(Span(1, 2), "B"), safety=Safety.UNSAFE)
    shown = finding("ab", Edit(Span(2, 2), "C"), safety=Safety.DISPLAY_ONLY)
    everything = [safe, unsafe, shown]
    assert apply_fixes("ab", everything) == "Ab"
    assert apply_fixes("ab", everything, Safety.UNSAFE) == "AB"
    assert apply_fixes("ab", everything, Safety.DISPLAY_ONLY) == "ab"


def test_alternatives_are_tried_in_order_and_one_is_made() -> None:
    label = Label(SourceFile("a.ifc", "ab"), Span(0, 1))
    risky = Fix("risky", (Edit(Span(0, 1), "R"),), Safety.UNSAFE)
    sure = Fix("sure", (Edit(Span(1, 2), "S"),), Safety.SAFE)
    found = Diagnostic(codes.SYNTAX_ERROR, "wrong", label, fixes=(risky, sure))
    assert apply_fixes("ab", [found]) == "aS"
    assert apply_fixes("ab", [found], Safety.UNSAFE) == "Rb"


def test_the_same_edit_is_made_once_and_rival_ones_wait() -> None:
    one = finding("ab", Edit(Span(1, 1), "use std.length\n"))
    rival = finding("ab", Edit(Span(1, 1), "use std.format\n"))
    assert apply_fixes("ab", [one, one]) == "ause std.length\nb"
    assert apply_fixes("ab", [one, rival]) == "ause std.length\nb"


def test_fixes_of_another_text_or_past_its_end_change_nothing() -> None:
    assert apply_fixes("ab", [finding("xy", Edit(Span(0, 1), "Z"))]) == "ab"
    assert apply_fixes("ab", [finding("ab", Edit(Span(1, 3), "Z"))]) == "ab"
    assert apply_fixes("ab", [finding("ab", Edit(Span(2, 1), "Z"))]) == "ab"


@pytest.mark.parametrize("spans", [(Span(0, 2), Span(1, 3)), (Span(1, 1), Span(1, 1)), (Span(0, 3), Span(1, 1))])
def test_edits_of_one_fix_may_not_overlap(spans: tuple[Span, ...]) -> None:
    with pytest.raises(ValueError, match="overlap"):
        Fix("mend it", tuple(Edit(span, "x") for span in spans), Safety.SAFE)


def test_many_fixes_in_a_large_text_are_quick() -> None:
    text = "ab" * 200_000
    found = [finding(text, Edit(Span(at, at + 1), "X")) for at in range(0, 4000, 2)]
    assert apply_fixes(text, found).startswith("Xb" * 2000 + "ab")


def test_order_is_by_path_then_place_then_code() -> None:
    def at(path: str, start: int, code: codes.Code = codes.SYNTAX_ERROR) -> Diagnostic:
        return Diagnostic(code, "wrong", Label(SourceFile(path, "abc"), Span(start, start)))

    ordered = [at("a", 1), at("a", 2), at("a", 2, codes.UNKNOWN_NAME), at("b", 0)]
    assert in_order(reversed(ordered)) == ordered
    assert ordered[0].severity is codes.Severity.ERROR


NAMES = ["word_count", "sentence_count", "keywords", "title_case", "all_caps", "words", "lines", "or_else"]


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("word_cuont", "word_count"),
        ("wordcount", "word_count"),
        ("word-count", "word_count"),
        ("Word_Count", "word_count"),
        ("wrods", "words"),
        ("word", "words"),
        ("sentnce_cont", "sentence_count"),
        ("TITLE CASE", "title_case"),
        ("line", "lines"),
        ("xyzzy", None),
        ("ab", None),
        ("", None),
        ("word_count", None),
        ("w" * 100, None),
    ],
)
def test_suggestions(word: str, expected: str | None) -> None:
    assert suggest(word, NAMES) == expected
    assert suggest(word, reversed(NAMES)) == expected


def test_a_suggestion_is_the_nearest_candidate_and_then_the_first_by_name() -> None:
    assert suggest("tabke", ["tables", "table", "cable"]) == "table"
    assert suggest("lime", ["mime", "line", "dime"]) == "dime"


def _slow_distance(a: str, b: str) -> int:
    """The definition, by recursion on the ends of both words."""
    if not a or not b:
        return len(a) + len(b)
    best = min(
        _slow_distance(a[:-1], b) + 1,
        _slow_distance(a, b[:-1]) + 1,
        _slow_distance(a[:-1], b[:-1]) + (a[-1] != b[-1]),
    )
    if len(a) > 1 and len(b) > 1 and a[-1] == b[-2] and a[-2] == b[-1]:
        best = min(best, _slow_distance(a[:-2], b[:-2]) + 1)
    return best


@settings(deadline=None)
@given(st.text("ab", max_size=6), st.text("ab", max_size=6))
def test_a_word_is_suggested_exactly_when_it_is_near(word: str, candidate: str) -> None:
    near = _slow_distance(word, candidate) <= len(word) // 3
    assert (suggest(word, [candidate]) == candidate) == (near and word != candidate)


@settings(deadline=None)
@given(st.text(max_size=70), st.lists(st.text(max_size=70), max_size=4))
def test_any_words_can_be_compared(word: str, candidates: list[str]) -> None:
    assert suggest(word, candidates) in {None, *candidates} - {word}


def test_things_are_counted_and_listed() -> None:
    assert [counted(count, "prompt") for count in (0, 1, 2)] == ["0 prompts", "1 prompt", "2 prompts"]
    assert [alternatives(words) for words in (["a"], ["a", "b"], ["a", "b", "c"])] == ["a", "a or b", "a, b or c"]


def test_words_are_quoted_and_cut() -> None:
    assert quoted("word_cuont") == "`word_cuont`"
    assert quoted("x" * 60) == "`" + "x" * 60 + "`"
    assert quoted("x" * 61) == "`" + "x" * 59 + "…`"
