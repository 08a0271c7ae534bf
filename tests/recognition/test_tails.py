"""Purposes, reasons and restatements are passed over; what could state or limit a demand never is."""

from __future__ import annotations

from functools import cache

import pytest

from ifdsl.ir import nodes as n
from ifdsl.ir.printer import print_spec
from ifdsl.recognition import Reading, Vocabulary, recognise, vocabulary
from tests.recognition.types_at_hand import modules, types_of


@cache
def words() -> Vocabulary:
    return vocabulary(c for module in modules("muldimif") for c in types_of(module))


def read(sentence: str) -> str:
    """What a sentence is read as, in the language; nothing where it is not."""
    found = recognise(sentence, words())
    if not isinstance(found, Reading):
        return ""
    spec = n.Spec(name="s", task=n.Template(parts=()), must=found.requirements)
    lines = print_spec(spec, n.Program(module="own"), "own.").splitlines()
    return " ".join(" ".join(line.split()) for line in lines[3:-2])


@pytest.mark.parametrize(
    "tail",
    [
        "to make it suitable for a 5th-grade class",
        "to highlight the names of the key players",
        "to emphasize the keyword and its place in the headings of a page",
        "to cover the introduction, the main ideas, and the conclusion",
        "to compare the two cities, such as their weather and culture",
        "to clearly distinguish between the 1986 and 1991 versions",
        "to help me identify the end of each thought",
        "to illustrate the importance of 'Sea Wolf'",
        'to provide detailed information about "Sea Wolf 4."',
        "to address topics related to French cuisine",
        "to reflect the parents' hopes",
        "to show different hats from the 70s and 80s",
        "to emphasize the nature of Scope Three emissions",
        "to highlight its relevance to Next.js 13.4",
        "as this helps me see the end of each thought",
        "which helps the reader find the headings",
        "as it is a crucial limitation",
        "which means it should not be too brief or overly detailed",
    ],
)
def test_a_tail_that_asks_for_nothing_is_passed_over(tail: str) -> None:
    assert read(f"The answer must contain at least 50 words {tail}") == "muldimif.length.words(50..)"


@pytest.mark.parametrize(
    "tail",
    [
        "to present the results in a table",
        "to highlight the key points and present a table",
        "to illustrate the data with bullet points",
        "to emphasize the names in uppercase letters",
        "to convey the message in French",
        "to help translate it to French",
        "to highlight three points",
        "to highlight the three sections",
        "to organize the answer into the three main sections",
        "to emphasize 'love'",
        "to enhance it and capitalize each word",
        "to highlight only the first part",
        "to organize each section under headings",
        "as it is capitalized",
        "which is capitalized",
        "and provide a detailed explanation, including headings",
        "to address 20 sentences",
        "to highlight Paris 3 or more times",
        "to highlight Paris 3 different times",
        "to highlight the 1986 or 1991 words",
        "to clarify the meaning from 1500 to 2000 words",
    ],
)
def test_a_tail_that_could_ask_for_something_is_not_passed_over(tail: str) -> None:
    assert read(f"The answer must contain at least 50 words {tail}") != "muldimif.length.words(50..)"


def test_a_restatement_is_read_like_a_statement() -> None:
    said = "Use at least 50 words, which means it should contain at most 90 words."
    assert read(said) == "muldimif.length.words(50..) muldimif.length.words(..90)"


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Use two heading levels: one for 'Causes' and another for 'Effects'", "muldimif.format.heading_levels(2..2)"),
        ("Use heading levels, with 'Causes' as a level 1 heading and 'Effects' as a level 2 heading",
         "muldimif.format.levels_used([1, 2])"),
        ("The data must be structured with at least two levels of nesting, for example, {\"a\": {\"b\": 5}}",
         "muldimif.format.json_nesting(2..)"),
        ("When summarizing the results, ensure that the table does not exceed 4 rows",
         "if_present table { muldimif.format.table_rows(..4) }"),
        ("must not exceed two rows if presented in a table", "if_present table { muldimif.format.table_rows(..2) }"),
        ("Any extra data must be organized in a table, which should not exceed two rows",
         "if_present table { muldimif.format.table_rows(..2) }"),
        ("Each word in the travel tips must be capitalized", "each entry { muldimif.language.capitalised_words() }"),
        ("present each step in a table format, which should be limited to two columns",
         "muldimif.format.table_columns(..2)"),
        ("The questions include the keyword 'sea'", ""),
    ],
)  # fmt: skip
def test_kinds_of_sentences(sentence: str, expected: str) -> None:
    assert read(sentence) == expected
