"""Whole sentences: frames, scopes, several statements, groups, what is left over, and what must never be guessed."""

from __future__ import annotations

import time
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl.ir import nodes as n
from ifdsl.ir.build import build_text
from ifdsl.ir.printer import print_spec
from ifdsl.recognition import MAX_LENGTH, Nearest, Reading, Unrecognised, Vocabulary, recognise, vocabulary
from ifdsl.rendering.prompt import requirements_text
from tests.recognition.types_at_hand import modules, types_in, types_of

TYPES = """
constraint words(words: range) {
  check len(response.words) in words
  render listing    "Use {words} words."
  render listing zh "用{words}个词。"
  read "{words} words [long | in total]"
}
constraint keywords(words: list[text], times: range = 1..) {
  check all(response.count(w) in times for w in words)
  render listing "Mention {words:and} {times:times} each."
  read "[the] keyword {words} [must] [be] [mention | include] [{times:times}]"
}
constraint one_of(words: list[text]) {
  check any(response.count(w) > 0 for w in words)
  render listing "Mention one of {words:or}."
  read "[the] keyword {words:or}"
}
constraint ends(mark: "." | "?") {
  check response.ends_with(mark)
  render listing "End with {mark:quoted}."
  read "end [{scope}] with [a] (period | full stop)" with (mark=".")
  read "end [{scope}] with [a] question mark"        with (mark="?")
}
constraint rows(rows: range) {
  check all(len(table.rows) in rows for table in response.tables) if_empty fail
  render listing "The table must have {rows} rows."
  read "[(a | the) table ...] {rows} rows"
  read "limit (the table | {scope}) to {rows:at_most} rows"
}
constraint columns(columns: range) {
  check all(len(table.columns) in columns for table in response.tables) if_empty fail
  render listing "The table must have {columns} columns."
  read "{columns} columns"
}
constraint in_english(language: text) {
  check language_is(response, language)
  render listing "Write in {language:language}."
  read "in {language:language}"
}
constraint shout() {
  check response.upper() == response
  render listing "Write in capital letters."
  read "[in] uppercase"
}
"""


@cache
def words() -> Vocabulary:
    return vocabulary(types_in(TYPES.replace("language_is(response, language)", "response.language == language")))


def read(sentence: str) -> str:
    """What a sentence is read as, in the language; else why it is not."""
    found = recognise(sentence, words())
    if isinstance(found, Unrecognised):
        return found.reason
    spec = n.Spec(name="s", task=n.Template(parts=()), must=found.requirements)
    lines = print_spec(spec, n.Program(module="own"), "own.").splitlines()
    return " ".join(" ".join(line.split()) for line in lines[3:-2])


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("The answer must contain at most 50 words.", "words(..50)"),
        ("Additionally, please ensure that your response is no more than fifty words long", "words(..50)"),
        ("be concise, containing between 20 and 30 words in total to maintain clarity", "words(20..30)"),
        ("The summary should be 5 words, which helps the reader", "words(5..5)"),
        ("用至少200个词。", "words(200..)"),
        ("The keywords 'Mitchell's theory' and “b” must be included at least twice",
         'keywords(["Mitchell\'s theory", "b"], 2..)'),
        ("must include the keyword 'a' or 'b'", 'one_of(["a", "b"])'),
        ("it should end with a question mark", 'ends("?")'),
        ("the answer must be in English and use at most 5 words", 'in_english("en") words(..5)'),
        ("Use a table with at most 5 rows and 3 columns", "rows(..5) columns(..3)"),
        ("Use a table with at least 5 rows and exactly 3 columns", "rows(5..) columns(3..3)"),
        ("Keywords: the keyword 'x' twice", 'keywords(["x"], 2..2)'),
    ],
)  # fmt: skip
def test_frames_and_several_statements(sentence: str, expected: str) -> None:
    assert read(sentence) == expected


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Each section must contain at least 30 words", "each section { words(30..) }"),
        ("Use at most 50 words in each paragraph.", "each paragraph { words(..50) }"),
        ("each sentence ends with a period", 'each sentence { ends(".") }'),
        ("end each sentence with a period", 'each sentence { ends(".") }'),
        ("Each section must include the keyword 'a' once and contain at most 5 words",
         'each section { keywords(["a"], 1..1) } each section { words(..5) }'),
        ("If a table is used, it must not exceed 3 rows", "if_present table { rows(..3) }"),
        ("Any table included in the answer must not exceed 3 rows and 2 columns.",
         "if_present table { rows(..3) } if_present table { columns(..2) }"),
        ("Limit the table to 3 rows if a table is used", "if_present table { rows(..3) }"),
        ("limit any table to 3 rows", "if_present table { rows(..3) }"),
        ("The answer must have 5 words. Each paragraph must have 2 words.",
         "words(5..5) each paragraph { words(2..2) }"),
    ],
)  # fmt: skip
def test_scopes(sentence: str, expected: str) -> None:
    assert read(sentence) == expected


@pytest.mark.parametrize(
    "sentence",
    [
        "The response must rhyme and contain at most 50 words",
        "The introduction must contain at most 50 words",
        "ensuring that the introduction contains at most 50 words",
        "Use at most 50 words in the conclusion",
        "The answer must not contain 5 words",
        "at most 50 words for each image",
        "Each image must have 5 words",
        "Include the keyword 'a', 'b' and c",
        "at most 50 words unless the topic is long",
        "at most 50 words to fill 2 pages",
        "at most 50 words, ensuring that it is in uppercase only at the end",
        "in English or French",
        "between 30 and 20 words",
        "Use 5 words or fewer",
        "",
        "...",
    ],
)
def test_nothing_is_guessed(sentence: str) -> None:
    assert read(sentence) in ("unread", "ambiguous", "empty")


def test_what_is_left_over_is_listed_with_a_hint() -> None:
    sentence = "The response must rhyme and mention 'a' at least twice each."
    found = recognise(sentence, words())
    assert isinstance(found, Unrecognised)
    assert [sentence[start:end] for start, end in found.left] == ["rhyme"]
    assert "`rhyme`" in found.message(sentence)
    sentence = "The table must have several rows."
    found = recognise(sentence, words())
    assert isinstance(found, Unrecognised)
    assert found.nearest == Nearest("own.rows", "The table must have {rows} rows.")
    assert found.message(sentence).endswith("the nearest wording is `The table must have {rows} rows.`")


def test_spans_and_asides() -> None:
    sentence = "Please use at most 50 words to ensure clarity, and end with a period."
    found = recognise(sentence, words())
    assert isinstance(found, Reading)
    assert [[sentence[a:b] for a, b in each.spans] for each in found.stated] == [
        ["use at most 50 words"],
        ["end with a period"],
    ]
    assert [sentence[a:b] for a, b in found.asides] == ["to ensure clarity"]


def test_a_statement_that_is_said_twice_is_one() -> None:
    found = recognise("end with a period, as it must end with a period", words())
    assert isinstance(found, Reading)
    assert [len(each.spans) for each in found.stated] == [2]


def test_ids_are_those_of_the_compiler() -> None:
    text = 'use std.length\nspec s { task "x" must each paragraph { word_count(..5) } }'
    built = build_text("ifdsl 1\n" + text, name="own").program
    assert built is not None
    found = recognise("Each paragraph: Use at most 5 words.", vocabulary(types_of("std.length")))
    assert isinstance(found, Reading)
    assert found.requirements == built.specs[0].must


def test_types_that_check_the_same_do_not_compete() -> None:
    twin = """
    constraint a(n: range) { check len(response.words) in n  render listing "Use {n} words." }
    constraint b(m: range) { check len(response.words) in m  render listing "Use {m} words." }
    """
    found = recognise("Use at most 5 words.", vocabulary(types_in(twin)))
    assert isinstance(found, Reading)
    assert [each.constraint for each in found.requirements if isinstance(each, n.Demand)] == ["own.a"]


def test_readings_that_differ_are_both_listed() -> None:
    other = """
    constraint a(n: range) { check len(response.words) in n  render listing "Use {n} words." }
    constraint b(m: range) { check len(response.lines) in m  render listing "Use {m} words." }
    """
    found = recognise("Use at most 5 words.", vocabulary(types_in(other)))
    assert isinstance(found, Unrecognised)
    assert found.reason == "ambiguous"
    demands = [demand for reading in found.readings for demand in reading.requirements]
    assert {d.constraint for d in demands if isinstance(d, n.Demand)} == {"own.a", "own.b"}


# ---------------------------------------------------------------- requirements as prompts write them


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    "must",
    [
        "each paragraph { sentence_count(2..4) }",
        "if_present table { row_count(..5) }",
        "any_of { title_case()  all_upper() }",
        "none_of { word_count(..5) }",
        "none_of { word_count(..5)  sentence_count(..2) }",
        "any_of { word_count(..5)  each paragraph { sentence_count(2..4) } }",
        "any_of { word_count(..5)  none_of { title_case()  all_upper() } }",
    ],
)
def test_scopes_and_groups_of_prompts_are_read_back(must: str, language: str) -> None:
    uses = "\n".join(f"use std.{name}" for name in ("length", "format", "case"))
    program = build_text(f'ifdsl 1\n{uses}\nspec s {{ task "x" must {{ {must} }} }}', name="own").program
    assert program is not None
    (rule,) = requirements_text(program, program.specs[0].must, {}, language=language)
    found = recognise(rule.text, vocabulary(c for module in modules("std") for c in types_of(module)))
    assert isinstance(found, Reading), (rule.text, found)
    assert found.requirements == program.specs[0].must


def test_either_or() -> None:
    assert read("either use at most 5 words, or end with a period") == 'any_of { words(..5) ends(".") }'


# ---------------------------------------------------------------- hostile


def test_a_very_long_sentence_is_refused() -> None:
    start = time.perf_counter()
    found = recognise("at least 5 words and " * 50_000, words())
    assert isinstance(found, Unrecognised)
    assert found.reason == "too_long"
    assert time.perf_counter() - start < 1
    assert "1,050,000 characters" in found.message("x" * 1_050_000)


@pytest.mark.parametrize(
    "piece",
    ["to ensure ", "each section must ", "the ", "'", '"a", ', "at least ", "if a table is used, ", "5 words and "],
)
def test_a_sentence_made_to_be_slow_is_not(piece: str) -> None:
    sentence = (piece * MAX_LENGTH)[:MAX_LENGTH]
    start = time.perf_counter()
    recognise(sentence[:2_000], words())
    recognise(sentence, words())
    assert time.perf_counter() - start < 20


@given(st.text(max_size=60) | st.lists(st.sampled_from(TYPES.split()), max_size=25).map(" ".join))
@settings(max_examples=150, deadline=None)
def test_any_text_has_one_result(text: str) -> None:
    first, second = recognise(text, words()), recognise(text, words())
    assert first == second
    spans = first.left if isinstance(first, Unrecognised) else [span for each in first.stated for span in each.spans]
    assert all(0 <= start < end <= len(text) for start, end in spans)
    if isinstance(first, Unrecognised):
        assert "\n" not in first.message(text) or "\n" in text
