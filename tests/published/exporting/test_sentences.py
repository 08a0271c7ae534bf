"""Programs to rows of MulDimIF and back: requirements become sentences, and the sentences say the same again."""

from __future__ import annotations

import json
import os
import tempfile
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ifdsl import data
from ifdsl.ir import nodes as n
from ifdsl.ir.build import build_file
from ifdsl.ir.varying import arguments
from ifdsl.primitives.ranges import Range
from ifdsl.published.categories import LEVELS, PATTERNS, is_own, label_of, ours
from ifdsl.published.muldimif import MAPPING
from ifdsl.syntax.literals import quote_line
from tests.published.exporting.going_round import asked, built, exported, imported, rows_of

CORPORA = os.environ.get("IFDSL_CORPORA")
SLOW = settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow])


@cache
def types_of(package: str) -> tuple[n.Constraint, ...]:
    found = []
    for path in sorted((data.stdlib_path() / package).glob("*.ifc")):
        program = build_file(path).program
        assert program is not None
        found += [one for name, one in program.constraints.items() if name.startswith(f"{package}.{path.stem}.")]
    return tuple(found)


# ---------------------------------------------------------------- the table

SUBCATEGORIES = {
    "Content": ("Keywords", "Identifiers", "Punctuation"),
    "Language": ("English", "Chinese"),
    "Format": ("Markdown", "Table", "Json", "XML"),
    "Length": ("Words", "Sentences", "Paragraphs"),
}
"""As the paper lists them, without its thirteenth."""


def test_every_type_has_a_published_label_or_one_of_its_own() -> None:
    used = set()
    for constraint in (*types_of("std"), *types_of("muldimif")):
        (category, subcategory), known = label_of(constraint, arguments(constraint, Random(1)) or ())
        assert (subcategory in SUBCATEGORIES.get(category, ())) is known
        assert (f"{category}_{subcategory}" in MAPPING) is known
        assert is_own(category, subcategory) is not known
        used |= {(category, subcategory)} if known else set()
    assert used == {(category, each) for category, names in SUBCATEGORIES.items() for each in names}


def test_a_type_of_the_pack_is_always_of_a_published_subcategory() -> None:
    for constraint in types_of("muldimif"):
        values = ("en",) if constraint.short_name == "written_in" else ()
        assert label_of(constraint, values)[1], constraint.name


def test_a_language_decides_the_subcategory() -> None:
    (one,) = [each for each in types_of("std") if each.name == "std.language.in_language"]
    assert label_of(one, ("en",)) == (("Language", "English"), True)
    assert label_of(one, ("zh-TW",)) == (("Language", "Chinese"), True)
    assert label_of(one, ("de",)) == (("language", "language"), False)


def test_patterns_and_levels_are_read_as_they_are_written() -> None:
    for table in (PATTERNS, LEVELS):
        assert all(ours(published) == name for name, published in table.items())
    assert ours("Listing, mostly") == "Listing, mostly"


# ---------------------------------------------------------------- programs over the pack


def literal(value: Any) -> str:
    if isinstance(value, Range):
        lo, hi = ("" if end is None else str(end) for end in (value.lo, value.hi))
        return lo if value.lo == value.hi else f"{lo}..{hi}"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(literal, value))}]"
    return quote_line(value) if isinstance(value, str) else str(value)


@cache
def in_words_of_their_own() -> tuple[n.Constraint, ...]:
    """The types whose sentences say which type they are; what a judge is asked reads like any keyword."""
    return tuple(one for one in types_of("muldimif") if not isinstance(one.check, n.JudgeCheck))


@st.composite
def specs(draw: st.DrawFn, number: int) -> str:
    meta = {"pattern": draw(st.sampled_from(list(PATTERNS))), "level": draw(st.sampled_from(list(LEVELS)))}
    if draw(st.booleans()):
        meta |= {"base": draw(st.sampled_from(["1", "x"])), "kind": draw(st.sampled_from(["original", "distractor"]))}
    must = []
    for constraint in draw(st.lists(st.sampled_from(in_words_of_their_own()), min_size=1, max_size=3)):
        values = arguments(constraint, Random(draw(st.integers(0, 2**16))))
        assert values is not None, constraint.name
        must.append(f"    {constraint.name}({', '.join(map(literal, values))})")
    lines = [f"  meta {name} {quote_line(text)}" for name, text in meta.items()]
    prompt = f"  prompt {quote_line(draw(st.text(st.characters(exclude_categories=['Cs']))), template=True)}"
    return "\n".join([f"spec s{number} {{", *lines, prompt, "  must {", *must, "  }", "}"])


@st.composite
def programs(draw: st.DrawFn) -> str:
    made = [draw(specs(number)) for number in range(draw(st.integers(1, 3)))]
    uses = [f"use muldimif.{path.stem}" for path in sorted((data.stdlib_path() / "muldimif").glob("*.ifc"))]
    used = [use for use in uses if any(f" {use[4:]}." in one for one in made)]
    return "\n".join(["ifdsl 1", *used, *made]) + "\n"


@SLOW
@given(programs())
def test_what_goes_out_comes_back(text: str) -> None:
    rows = rows_of(text, "muldimif")
    with tempfile.TemporaryDirectory() as folder:
        again, problems = imported(rows, "muldimif", Path(folder))
    assert problems == []
    assert asked(again) == asked(text)
    assert rows_of(again, "muldimif") == rows


# ---------------------------------------------------------------- published data


@pytest.fixture(scope="module")
def published() -> list[dict[str, Any]]:
    """Every tenth of the published items."""
    if CORPORA is None:
        pytest.skip("IFDSL_CORPORA does not say where the published items are")
    with open(Path(CORPORA, "muldimif", "test.jsonl"), encoding="utf-8") as file:
        return [json.loads(line) for line in file][::10]


def test_published_items_come_out_as_they_went_in(published: list[dict[str, Any]], tmp_path: Path) -> None:
    """Up to the labels, which become those of the twelve subcategories, and to the words of the sentences."""
    text, problems = imported(published, "muldimif", tmp_path)
    assert len(problems) < 0.03 * sum(len(item["constraints"]) for item in published)
    unread = {one.primary.file.first for one in problems}
    found = exported(text, "muldimif")
    # What stands at the head of each entry has no phrase.
    assert {one.message.partition(";")[0] for one in found.problems} <= {
        "the part of the answer that `in` names has no phrase"
    }
    assert len(found.problems) < 0.05 * len(published)
    rows = {row["id"]: row for row in found.rows}
    whole = [item for place, item in enumerate(published, start=1) if place not in unread and item["id"] in rows]
    assert len(whole) > 0.9 * len(published)
    for item in whole:
        row = rows[item["id"]]
        assert row["conversations"] == item["conversations"]
        assert (row["constraint_pattern"], row["difficulty"]) == (item["constraint_pattern"], item["difficulty"])
        assert len(row["constraints"]) == len(item["constraints"])
    again, unread_again = imported([rows[item["id"]] for item in whole], "muldimif", tmp_path)
    first, _ = imported(whole, "muldimif", tmp_path)
    differing = [one for one, other in zip(asked(first), asked(again), strict=True) if one != other]
    # A scope in a scope (each cell of each row) is read as one.
    assert len(unread_again) <= len(differing) <= 0.04 * len(whole)


def test_the_labels_are_mostly_those_of_the_data(published: list[dict[str, Any]], tmp_path: Path) -> None:
    text, _ = imported(published, "muldimif", tmp_path)
    rows = {row["id"]: row for row in exported(text, "muldimif").rows}
    pairs = [
        (MAPPING[f"{one[0]}_{one[1]}"], f"{other[0]}_{other[1]}")
        for item in published
        if item["id"] in rows and len(rows[item["id"]]["constraints"]) == len(item["constraints"])
        for one, other in zip(item["constraints"], rows[item["id"]]["constraints"], strict=True)
    ]
    assert len(pairs) > 300
    assert sum(one == other for one, other in pairs) > 0.97 * len(pairs)


# ---------------------------------------------------------------- what stands in a row

NOTE = """ifdsl 1
use std.length
use std.format
use std.position

spec note(name: text, most: range = ..50) {
  meta task "t1"
  task "Write to {name}."
  must {
    word_count(most)
    line_count(4)
    if_present table { row_count(..5) }
    starts_with("Dear")
  }
  for name in ["Ada"]
}
"""


def test_a_row_has_the_columns_of_the_shape() -> None:
    found = exported(NOTE, "muldimif")
    (row,) = found.rows
    assert list(row) == ["id", "conversations", "constraints", "constraint_pattern", "difficulty", "meta"]
    assert row["conversations"][0]["role"] == "user"
    assert row["conversations"][0]["content"].startswith("Write to Ada.")
    assert "Use at most 50 words" in row["conversations"][0]["content"]
    assert [(category, subcategory) for category, subcategory, _ in row["constraints"]] == [
        ("Length", "Words"), ("length", "lines"), ("Format", "Table"), ("Content", "Identifiers"),
    ]  # fmt: skip
    assert (row["constraint_pattern"], row["difficulty"], row["meta"]) == ("Listing", "Level 4", {"task": "t1"})
    assert [(one.code.name, one.severity) for one in found.problems] == [("own-group", "note")]
    assert "`std.length.line_count` (1)" in found.problems[0].message
    (clause,) = exported(NOTE, "muldimif", "incorporation").rows
    assert clause["constraint_pattern"] == "Incorporation"
    assert clause["constraints"] == row["constraints"], "sentences are those of a listing"


def test_a_label_of_ours_is_read(tmp_path: Path) -> None:
    text, problems = imported(exported(NOTE, "muldimif").rows, "muldimif", tmp_path)
    assert [one.code.name for one in problems if "subcategory" in one.message] == []
    assert built(text).program is not None


def test_what_has_no_place_is_said_where_it_stands() -> None:
    text = (
        'ifdsl 1\nuse std.length\n\nspec a {\n  task "p"\n  must word_count(3)\n  should line_count(3)\n}\n'
        'spec b {\n  prompt "p"\n  must in response.words[0].lower() { word_count(3) }\n}\n'
    )
    found = exported(text, "muldimif")
    assert found.rows == ()
    assert [(one.code.name, one.primary.file.position(one.primary.span.start)[0]) for one in found.problems] == [
        ("no-place", 7),
        ("no-place", 11),
    ]
    assert "`in`" in found.problems[1].message


def test_a_spec_that_asks_for_nothing_in_an_instance_is_reported() -> None:
    text = (
        'ifdsl 1\nuse std.length\n\nspec a(n: int) {\n  task "p"\n  must if n > 1 { word_count(n) }\n'
        "  for n in [1, 2]\n}\n"
    )
    found = exported(text, "muldimif")
    assert [row["id"] for row in found.rows] == ["a(n=2)"]
    assert [one.message for one in found.problems] == ["`a(n=1)` asks for nothing"]
