"""Each construction by itself: what is asked for and the text that comes of it."""

from __future__ import annotations

import json

import pytest

from ifdsl.analysis.witness.languages import STOCK, sentences_in
from tests.analysis.witness.cases import demand
from tests.analysis.witness.test_build import found


@pytest.mark.parametrize("count", [1, 7, 120, 400])
def test_words_to_the_number(count: int) -> None:
    text = found(
        demand("ifeval.number_words", count, "at least"), demand("ifeval.number_words", count + 1, "less than")
    )
    assert text


def test_plain_demands_are_met_by_whole_sentences() -> None:
    text = found(demand("ifeval.number_sentences", 5, "at least"), demand("ifeval.no_comma"))
    assert text.count(". ") >= 4
    assert all(sentence[0].isupper() for sentence in text.split(". "))


def test_keywords_exactly_as_often_as_asked() -> None:
    text = found(demand("ifbench.keywords_multiple", "river", "market", "garden", "window", "lantern"))
    assert text.lower().count("lantern") == 7


def test_paragraphs_by_stars_with_a_first_word() -> None:
    assert found(demand("ifeval.number_paragraphs", 4)).count("***") == 3
    text = found(demand("ifeval.nth_paragraph_first_word", 5, 3, "then"))
    assert text.split("\n\n")[2].startswith("Then")


def test_data_holds_what_is_asked_of_the_text() -> None:
    text = found(demand("ifeval.json_format"), demand("ifeval.existence", ["river", "market"]))
    assert "river" in json.dumps(json.loads(text)).lower()
    keys = found(demand("std/format.json_keys", ["title", "summary", "tags"]), demand("std/format.json_depth", 2))
    assert set(json.loads(keys)) == {"title", "summary", "tags"}


def test_start_end_and_quotes_around_them() -> None:
    text = found(demand("ifeval.quotation"), demand("ifeval.end_checker", "That is all."))
    assert text.startswith('"')
    assert text.lower().endswith('that is all."')


@pytest.mark.parametrize("code", sorted(STOCK))
def test_the_stock_is_told_by_the_detector(code: str) -> None:
    assert len(sentences_in(code)) == 2
    found(demand("std/language.in_language", code))


def test_regional_codes_use_the_stock_of_the_language() -> None:
    assert sentences_in("pt-BR") == STOCK["pt"]
    assert sentences_in("xx") == ()


def test_two_languages_leave_a_text_without_letters() -> None:
    text = found(demand("ifeval.response_language", "de"), demand("ifeval.response_language", "hi"))
    assert not any(map(str.isalpha, text))


def test_tables_headings_and_lists() -> None:
    text = found(
        demand("muldimif/format.table_columns", 3),
        demand("muldimif/format.table_rows", 5),
        demand("muldimif/format.titled_at", "Overview", 2),
        demand("muldimif/format.bullet_points", 4),
        demand("muldimif/format.column_mentions", ["tea"], "Notes"),
    )
    assert "## Overview" in text
    assert "| Notes |" in text


def test_few_words_take_marks_and_glue() -> None:
    found(demand("ifeval.number_bullet_lists", 3), demand("ifeval.number_words", 1, "less than"))
    glued = found(demand("ifeval.frequency", "harbour", 6, "at least"), demand("ifeval.number_words", 2, "less than"))
    assert "harbourharbour" in glued.lower()
    found(demand("ifbench.palindrome"), demand("ifeval.number_words", 3, "less than"))


def test_overlapping_keywords_share_letters() -> None:
    text = found(
        demand("ifeval.existence", ["garden"]),
        demand("ifeval.existence", ["denim"]),
        demand("ifeval.letter_frequency", "n", 2, "less than"),
    )
    assert "gardenim" in text.lower()


def test_words_by_predicate() -> None:
    text = found(demand("ifbench.prime_lengths"), demand("ifeval.number_words", 30, "at least"))
    assert {len(word.strip(".")) for word in text.split()} <= {2, 3, 5, 7, 11, 13}
    found(demand("ifbench.consonants"), demand("ifbench.pronouns", 1), demand("ifbench.unique_word_count", 20))


def test_neighbours_are_found_by_growing() -> None:
    text = found(demand("ifbench.alphabet"), demand("ifbench.unique_word_count", 30))
    assert len(text.split()) >= 30
    found(demand("ifbench.no_consecutive"), demand("ifeval.existence", ["river road"]))


def test_shares_of_a_reference() -> None:
    reference = "The river runs through the old village and the children play near the bridge in the evening."
    for share in (5, 50, 90):
        found(demand("ifbench.overlap", reference, share))


def test_examples_are_seeds_for_what_is_not_understood() -> None:
    text = found(demand("ifbench.csv_special_character"), demand("ifeval.existence", ["river"]))
    assert "river" in text.lower()
    found(demand("ifbench.thesis"), demand("ifbench.word_reverse"))
    found(demand("std/structure.labelled_parts", ["Problem:", "Cause:", "Cure:"]))


def test_sentences_are_levelled_balanced_and_grow() -> None:
    found(demand("ifbench.sentence_words"), demand("ifbench.stop_words", 30))
    found(demand("ifbench.sentence_balance"), demand("ifeval.end_checker", "Any other questions?"))
    found(demand("std/sentences.growing_sentences", 4))
