"""Rows of data: what is wrong with a row as a whole, with the file, and where each finding stands in its parameters."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ifdsl.published.benchmarks import BENCHMARKS
from ifdsl.published.linting import guessed, linted, mark_of
from ifdsl.published.linting.showing import data_of, diagnostics_of, parameters_text
from ifdsl.source.file import SourceFile
from tests.published.linting.rows import looked_over, row, written

WORDS = ("length_constraints:number_words", {"num_words": 120, "relation": "at least"})
COMMAS: tuple[str, dict[str, Any]] = ("punctuation:no_comma", {})
GOOD = "Write a note to Ann. Use at least 120 words. Do not use any commas."


def names(folder: Path, *rows: dict[str, Any], benchmark: str = "ifeval", proofs: bool = False) -> list[list[str]]:
    found = looked_over(folder, rows, benchmark, proofs)
    return [[*(one.code.name for one in each.problems), *(one.code.name for one in each.findings)] for each in found]


def test_a_row_that_says_what_it_grades(tmp_path: Path) -> None:
    assert names(tmp_path, row(GOOD, WORDS, COMMAS), proofs=True) == [[]]


def test_one_instruction_twice(tmp_path: Path) -> None:
    (found,) = looked_over(tmp_path, [row(GOOD, WORDS, COMMAS, WORDS)])
    (finding,) = found.findings
    assert finding.code.name == "repeated-instruction"
    assert finding.paths == ("kwargs[2]", "kwargs[0]")


def test_two_rows_with_one_prompt(tmp_path: Path) -> None:
    found = names(tmp_path, row(GOOD, WORDS, COMMAS), row(f" {GOOD}", WORDS, COMMAS, key=2))
    assert found == [[], ["repeated-prompt"]]


def test_one_key_twice(tmp_path: Path) -> None:
    other = row("Write a note to Bo. Do not use any commas.", COMMAS)
    assert names(tmp_path, row(GOOD, WORDS, COMMAS), other)[1] == ["duplicate-key"]


def test_what_cannot_hold_together_is_proved(tmp_path: Path) -> None:
    few = ("length_constraints:number_words", {"num_words": 20, "relation": "less than"})
    said = f"{GOOD} Use fewer than 20 words."
    pytest.importorskip("z3")
    (found,) = names(tmp_path, row(said, WORDS, COMMAS, few), proofs=True)
    assert "conflict" in found


def test_a_row_that_cannot_be_read_keeps_none_of_the_others(tmp_path: Path) -> None:
    path = written(tmp_path, [row(GOOD, WORDS, COMMAS)])
    path.write_text("[1, 2]\n{\n" + path.read_text(encoding="utf-8"), encoding="utf-8")
    rows = list(linted(path, BENCHMARKS["ifeval"], proofs=False))
    assert [bool(one.problems) for one in rows] == [True, True, False]
    assert [one.line for one in rows] == [1, 2, 3]


def test_a_text_for_a_list_of_texts(tmp_path: Path) -> None:
    spelled = ("keywords:existence", {"keywords": "harbour"})
    (found,) = names(tmp_path, row('Write a note to Ann. Include the keyword "harbour".', spelled))
    assert "misread-argument" in found


def test_later_turns_are_asked_what_the_first_was(tmp_path: Path) -> None:
    """What one turn asks for is graded on the later ones too, and is stated there."""
    turns = {
        "key": "7", "turns": [[{"role": "user", "content": GOOD}]], "responses": [],
        "turn_1_prompt": json.dumps({"role": "user", "content": GOOD}),
        "turn_1_instruction_id_list": json.dumps([WORDS[0], COMMAS[0]]),
        "turn_1_kwargs": json.dumps([json.dumps(WORDS[1]), json.dumps(COMMAS[1])]),
        "turn_2_prompt": json.dumps({"role": "user", "content": "Now in at most 2 paragraphs."}),
        "turn_2_instruction_id_list": json.dumps([WORDS[0], COMMAS[0]]),
        "turn_2_kwargs": json.dumps([json.dumps(WORDS[1]), json.dumps(COMMAS[1])]),
        "turn_3_prompt": "", "turn_3_instruction_id_list": "", "turn_3_kwargs": "", "language": "English",
    }  # fmt: skip
    found = names(tmp_path, turns, benchmark="multi-if")
    assert len(found) == 2
    assert not {"unstated", "other-number"} & {name for each in found for name in each}


def test_the_shape_tells_the_benchmark(tmp_path: Path) -> None:
    assert guessed(written(tmp_path, [row(GOOD, WORDS, COMMAS)])) is BENCHMARKS["ifeval"]
    cousins = [row(GOOD, WORDS, COMMAS, key="1:original"), row(GOOD, WORDS, COMMAS, key="1:rephrasing:1")]
    assert guessed(written(tmp_path, cousins)) is BENCHMARKS["ifeval-pp"]
    sentences = {
        "id": "1", "conversations": [{"role": "user", "content": "Name a river."}], "difficulty": "Level 1",
        "constraints": [["Length", "Words", "Use at most 5 words"]], "constraint_pattern": "Listing",
    }  # fmt: skip
    assert guessed(written(tmp_path, [sentences])) is BENCHMARKS["muldimif"]
    assert guessed(written(tmp_path, [{"a": 1}])) is None


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=6),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text("ab", min_size=1, max_size=2), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(st.lists(st.dictionaries(st.text("abc", min_size=1, max_size=3), VALUES, max_size=3), min_size=1, max_size=3))
def test_each_path_stands_where_its_value_does(kwargs: list[dict[str, Any]]) -> None:
    """The text of a path in what is shown of the parameters is its value, as JSON."""
    text, places = parameters_text({"kwargs": kwargs})
    for place, given_ in enumerate(kwargs):
        for name, value in given_.items():
            span = places[f"kwargs[{place}].{name}"]
            assert json.loads(text[span.start : span.end]) == value


def test_findings_are_shown_and_given_as_data_alike(tmp_path: Path) -> None:
    (found,) = looked_over(tmp_path, [row(GOOD.replace("120", "200"), WORDS, COMMAS)])
    (told,) = diagnostics_of(found, "rows.jsonl")
    (data,) = data_of(found, "rows.jsonl")
    assert (data["code"], data["message"]) == (told.code.id, told.message)
    assert data["repair"] == {"arguments": {"kwargs[0].num_words": 200}, "sentence": ""}
    (place,) = data["prompt"]
    assert found.prompt is not None
    assert found.prompt.text[place["start"] : place["end"]] == place["text"] == "at least 200 words"
    assert isinstance(told.primary.file, SourceFile)
    assert [label.message for label in told.secondary] == ["graded here"]


def test_what_is_asked_for_at_the_end_may_stand_anywhere(tmp_path: Path) -> None:
    postscript = ("detectable_content:postscript", {"postscript_marker": "P.S."})
    ending = ("startend:end_checker", {"end_phrase": "Is there anything else?"})
    said = "Write a note to Ann. At the end of your response add a postscript starting with P.S."
    assert names(tmp_path, row(said, postscript)) == [["loosely-graded"]]
    assert names(tmp_path, row(said.replace("At the end of your response add", "Add"), postscript)) == [[]]
    assert names(tmp_path, row('Write a note. End it with the phrase "Is there anything else?"', ending)) == [[]]


def test_a_sentence_of_the_data_has_a_place(tmp_path: Path) -> None:
    value = {
        "id": "1", "conversations": [{"role": "user", "content": "Name a river. Use at most 9 words."}],
        "constraints": [["Length", "Words", "Use at most 5 words"]], "constraint_pattern": "Listing",
        "difficulty": "Level 1",
    }  # fmt: skip
    (found,) = looked_over(tmp_path, [value], "muldimif")
    (told,) = diagnostics_of(found, "rows.jsonl")
    (place,) = told.secondary
    assert place.file.text[place.span.start : place.span.end] == '"Use at most 5 words"'


def test_a_mark_stays_with_its_finding(tmp_path: Path) -> None:
    """What else stands in the file makes no difference to it; another row or another number does."""
    bad = row(GOOD.replace("120", "200"), WORDS, COMMAS, key=7)
    (alone,) = looked_over(tmp_path, [bad])
    below = looked_over(tmp_path, [row(GOOD, WORDS, COMMAS), bad])[1]
    others = [
        looked_over(tmp_path, [one])[0] for one in (bad | {"key": 8}, row(GOOD.replace("120", "300"), WORDS, COMMAS))
    ]
    marks = [mark_of(each, each.findings[0]) for each in (alone, below, *others)]
    assert marks[0] == marks[1]
    assert len(set(marks)) == 3


def test_a_mark_after_the_word_to_begin_with(tmp_path: Path) -> None:
    """A colon is no part of the word, and the published check takes it for one; it looks past a comma."""
    first = (
        "length_constraints:nth_paragraph_first_word",
        {"first_word": "note", "num_paragraphs": 2, "nth_paragraph": 2},
    )
    said = 'Write about a note. Use 2 paragraphs with two line breaks between them. Paragraph 2 must start with "Note".'
    (found,) = looked_over(tmp_path, [row(said, first)])
    (finding,) = found.findings
    (span,) = finding.spans
    assert finding.code.name == "strictly-graded"
    assert found.prompt is not None
    assert found.prompt.text[slice(*span)] == "Note"
    assert finding.message.endswith("fails what begins with `note:`")
    named = (first[0], first[1] | {"first_word": "note:"})
    assert names(tmp_path, row(said.replace('"Note"', '"Note:"'), named)) == [[]]
