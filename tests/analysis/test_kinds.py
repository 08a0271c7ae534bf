"""Every kind of conflict is proven on a set of its own, and its near miss, for which there is a text, is not."""

from __future__ import annotations

from typing import Any

import pytest

from ifdsl.analysis.demands import Demand
from ifdsl.analysis.prove import Conflict, prove
from tests.analysis.drawing import demand

PHRASE = "amber bell cedar"
ASK = "Tell me of a lamp and a boat."

Asked = tuple[str, dict[str, Any]]


def at_least(keyword: str, times: int = 1) -> Asked:
    return "keywords:frequency", {"keyword": keyword, "frequency": times, "relation": "at least"}


def fewer(keyword: str, times: int) -> Asked:
    return "keywords:frequency", {"keyword": keyword, "frequency": times, "relation": "less than"}


def letters(letter: str, below: int) -> Asked:
    return "keywords:letter_frequency", {"letter": letter, "let_frequency": below, "let_relation": "less than"}


def words(below: int) -> Asked:
    return "length_constraints:number_words", {"num_words": below, "relation": "less than"}


def forbidden(*texts: str) -> Asked:
    return "keywords:forbidden_words", {"forbidden_words": list(texts)}


def repeat(text: str = ASK) -> Asked:
    return "combination:repeat_prompt", {"prompt_to_repeat": text}


def end(text: str) -> Asked:
    return "startend:end_checker", {"end_phrase": text}


def bullets(number: int) -> Asked:
    return "detectable_format:number_bullet_lists", {"num_bullets": number}


def paragraph(number: int, nth: int, word: str) -> Asked:
    return "length_constraints:nth_paragraph_first_word", {
        "num_paragraphs": number, "nth_paragraph": nth, "first_word": word,
    }  # fmt: skip


def capitals(number: int, relation: str) -> Asked:
    return "change_case:capital_word_frequency", {"capital_frequency": number, "capital_relation": relation}


def paragraphs(number: int) -> Asked:
    return "length_constraints:number_paragraphs", {"num_paragraphs": number}


def between(low: int, high: int) -> Asked:
    return "count:word_count_range", {"min_words": low, "max_words": high}


def sections(splitter: str, number: int) -> Asked:
    return "detectable_format:multiple_sections", {"section_spliter": splitter, "num_sections": number}


def plain(id_: str) -> Asked:
    return id_, {}


UPPER, LOWER = plain("change_case:english_capital"), plain("change_case:english_lowercase")
CONSTRAINED, JSON = plain("detectable_format:constrained_response"), plain("detectable_format:json_format")
QUOTED, NO_COMMA = plain("startend:quotation"), plain("punctuation:no_comma")
NO_SPACE, VOWELS = plain("format:no_whitespace"), plain("words:vowel")
TWO, MULTIPLES = plain("combination:two_responses"), plain("custom:multiples")
FIVE = {f"keyword{place}": word for place, word in enumerate(("oak", "elm", "yew", "fir", "ash"), 1)}

CONFLICTS: dict[str, list[Asked]] = {
    "neighbours begin alike": [at_least("old bell bird"), plain("words:no_consecutive")],
    "below zero": [letters("q", 0)],
    "two numbers of bullets": [bullets(2), bullets(3)],
    "capital words, two ranges": [capitals(4, "at least"), capitals(4, "less than")],
    "both cases": [UPPER, LOWER],
    "an answer in upper case": [CONSTRAINED, UPPER],
    "an answer in lower case": [CONSTRAINED, LOWER],
    "a splitter in the other case": [sections("Part", 2), LOWER],
    "a comma in a postscript": [("detectable_content:postscript", {"postscript_marker": "Oh, one thing"}), NO_COMMA],
    "a comma repeated": [repeat("Tell me, please."), NO_COMMA],
    "a comma in a separated list": [("format:list", {"sep": ","}), NO_COMMA],
    "a comma among marks": [plain("count:punctuation"), NO_COMMA],
    "a comma in a table": [plain("custom:csv_city"), NO_COMMA],
    "conjunctions in few words": [("count:conjunctions", {"small_n": 4}), words(4)],
    "an answer in few words": [CONSTRAINED, words(4)],
    "nothing of a text": [("repeat:repeat_span", {"prompt_to_repeat": ASK, "n_start": 4, "n_end": 4})],
    "two tables": [plain("custom:csv_city"), plain("custom:csv_quotes")],
    "dates and a sentence": [plain("custom:date_format_list"), plain("repeat:repeat_simple")],
    "questions and JSON": [plain("custom:mcq_count_length"), JSON],
    "a forbidden word of each answer": [CONSTRAINED, forbidden("answer")],
    "a forbidden first word": [paragraph(2, 2, "lamp"), forbidden("lamp")],
    "a forbidden word at the end": [end("by the lamp tonight"), forbidden("lamp")],
    "a forbidden word repeated": [repeat(), forbidden("lamp")],
    "a forbidden word in a phrase": [at_least(PHRASE), forbidden("bell")],
    "a forbidden word in a sentence": [("sentence:keyword", {"word": "lamp", "N": 2}), forbidden("lamp")],
    "an end that is taken off": [end('he said "go"')],
    "JSON after a word, three paragraphs": [JSON, paragraph(3, 1, "lamp")],
    "a letter of a keyword": [at_least("lamp", 3), letters("m", 3)],
    "a keyword, two ranges": [at_least("lamp", 3), fewer("lamp", 3)],
    "a keyword, given numbers": [("count:keywords_multiple", FIVE), at_least("elm", 3)],
    "letters of given numbers": [("count:keywords_multiple", FIVE), letters("h", 7)],
    "capital words in lower case": [LOWER, capitals(1, "at least")],
    "names in lower case": [LOWER, ("count:person_names", {"N": 2})],
    "a foreign number": [MULTIPLES, at_least("50")],
    "too few numbers": [MULTIPLES, ("count:numbers", {"N": 7})],
    "no number but a numeral": [("count:numbers", {"N": 0}), at_least("50")],
    "a word of four letters": [at_least("one lamp there"), plain("words:prime_lengths")],
    "lines without white space": [NO_SPACE, bullets(2)],
    "paragraphs without white space": [NO_SPACE, paragraph(2, 1, "lamp")],
    "runs without white space": [NO_SPACE, ("count:unique_word_count", {"N": 2})],
    "words turned round without white space": [NO_SPACE, plain("custom:word_reverse")],
    "labels without white space": [NO_SPACE, plain("format:output_template")],
    "two first words": [paragraph(3, 2, "lamp"), paragraph(3, 2, "boat")],
    "an option without a letter": [("format:options", {"options": "yes/no"}), at_least("lamp")],
    "an option that is repeated": [("format:options", {"options": "yes/no"}), repeat()],
    "an overlap above all": [("ratio:overlap", {"reference_text": ASK, "percentage": 110})],
    "an overlap with too little": [("ratio:overlap", {"reference_text": "ab", "percentage": 40})],
    "an empty range": [between(9, 8)],
    "two numbers of paragraphs": [paragraphs(2), paragraphs(3)],
    "phrases in few words": [at_least(PHRASE, 2), words(5)],
    "pronouns in few words": [("count:pronouns", {"N": 12}), words(6)],
    "JSON that repeats": [JSON, repeat()],
    "a repeated keyword": [repeat(), fewer("lamp", 1)],
    "quotation marks around what repeats": [QUOTED, repeat()],
    "too few words to repeat": [repeat(), words(8)],
    "a word of phrases too often": [at_least(PHRASE, 3), ("words:repeats", {"small_n": 2})],
    "sentences, two ranges": [
        ("length_constraints:number_sentences", {"num_sentences": 3, "relation": relation})
        for relation in ("at least", "less than")
    ],
    "sentences of a given number": [
        ("length_constraints:number_sentences", {"num_sentences": 4, "relation": "at least"}),
        plain("ratio:sentence_words"),
    ],
    "a sentence that is not there": [
        ("length_constraints:number_sentences", {"num_sentences": 4, "relation": "less than"}),
        ("sentence:keyword", {"word": "lamp", "N": 4}),
    ],
    "a stop word, none allowed": [at_least("lamp the boat"), ("ratio:stop_words", {"percentage": 0})],
    "a keyword in a keyword": [at_least("lamplight", 2), fewer("lamp", 2)],
    "brackets": [("detectable_content:number_placeholders", {"num_placeholders": 2}), letters("[", 2)],
    "angle brackets": [plain("detectable_format:title"), letters("<", 2)],
    "asterisks": [TWO, letters("*", 6)],
    "dividers": [paragraphs(4), letters("*", 9)],
    "no bullet can begin": [bullets(1), letters("*", 1), letters("-", 1)],
    "an answer and a phrase": [CONSTRAINED, at_least("amber bell"), words(5)],
    "JSON in quotation marks, bullets": [JSON, QUOTED, bullets(1)],
    "JSON in quotation marks, paragraphs": [JSON, QUOTED, paragraph(2, 2, "lamp")],
    "palindromes of clusters": [plain("words:palindrome"), plain("words:consonants"), words(10)],
    "a keyword repeated and at the end": [repeat(), end("we sail the boat"), fewer("boat", 2)],
    "words repeated and at the end": [repeat(), end("we sail at dawn"), words(12)],
    "letters repeated and of a keyword": [repeat(), at_least("mammoth", 2), letters("m", 8)],
    "vowels repeated and of a keyword": [
        repeat("Glow on cold woods, run."),
        at_least("meteor"),
        at_least("camel"),
        VOWELS,
    ],
    "stop words among few": [repeat(), words(9), ("ratio:stop_words", {"percentage": 40})],
    "letters of sections and a keyword": [sections("Part", 3), at_least("parrot", 2), letters("r", 7)],
    "letters of two keywords": [at_least("pepper", 2), at_least("plum"), letters("p", 7)],
    "vowels of two keywords": [at_least("meadow"), at_least("cloud"), VOWELS],
    "two phrases": [at_least("amber bell"), at_least("quick fox jumps"), words(4)],
    "capital words of a phrase": [UPPER, at_least(PHRASE), capitals(3, "less than")],
    "a lower-case word as a title": [CONSTRAINED, plain("format:title_case")],
    "two texts to repeat": [repeat(), repeat("Tell me of a boat.")],
    "two ends": [end("by the lamp"), end("by the boat")],
    "two responses with paragraphs": [TWO, paragraphs(3)],
    "no capital word in upper case": [UPPER, capitals(1, "less than")],
    "lines in one line": [VOWELS, bullets(2)],
    "a range and a limit": [between(5, 9), words(5)],
    "two ranges": [between(5, 9), between(10, 12)],
    "two quotation marks": [QUOTED, letters('"', 2)],
    "a changed text in few words": [("repeat:repeat_change", {"prompt_to_repeat": ASK}), words(4)],
    "starred lines": [plain("format:no_bullets_bullets"), letters("*", 2)],
    "each part holds a mark": [plain("format:sub-bullets"), letters("-", 1), at_least(r"\*", 1)],
}


def asked(conflict: list[Asked]) -> list[Demand]:
    return [demand(id_, **arguments) for id_, arguments in conflict]


@pytest.mark.parametrize("kind", CONFLICTS)
def test_the_kind_is_proven(kind: str) -> None:
    demands = asked(CONFLICTS[kind])
    found = prove(demands, blank_fails=True)
    assert isinstance(found, Conflict), found
    assert found.reason
    assert found.supposing == ()


TRAPS: dict[str, tuple[list[Asked], str]] = {
    "a keyword inside another word": ([at_least("river"), forbidden("river")], "rivers"),
    "keywords in one word": ([at_least("lamp", 3), words(2)], "lamplamplamp"),
    "long s and dotless i": ([at_least("kiss"), letters("s", 1), letters("i", 1)], "kıſſ"),
    "the end begins inside a word": ([end("lamp post"), forbidden("lamp")], "headlamp post"),
    "sections in one word": ([sections("Part", 2), words(2)], "Part1Part2"),
    "a tight range": (
        [("length_constraints:number_words", {"num_words": 3, "relation": "at least"}), words(4)],
        "a b c",
    ),
    "keywords that overlap": ([at_least("lamp"), at_least("amper"), letters("m", 2)], "lamper"),
    "dashes in a list of numbers": ([JSON, bullets(2)], "[\n-1,\n-2]"),
    "quotation marks are taken off": ([QUOTED, end("the end")], '"the end"'),
    "palindromes of marks": ([plain("words:palindrome"), words(1)], "→→→→→ " * 10),
    "names that a mark joins": ([("count:person_names", {"N": 2}), words(2)], "Emma\u0301Liam\u0301"),
    "numerals that are no words": (
        [("words:keywords_specific_position", {"keyword": "lamp", "n": 1, "m": 3}), words(2)],
        "² ² lamp",
    ),
    "a contraction": ([capitals(2, "at least"), words(2)], "CANNOT"),
    "repeated in capitals": ([repeat("Tell me."), capitals(2, "at least")], "TELL ME."),
}


@pytest.mark.parametrize("kind", TRAPS)
def test_what_only_looks_impossible_is_left_open(kind: str) -> None:
    conflict, text = TRAPS[kind]
    demands = asked(conflict)
    assert all(_passes(demand, text) for demand in demands)
    assert not isinstance(prove(demands, blank_fails=True), Conflict)


def _passes(demand: Demand, text: str) -> bool:
    from ifdsl.analysis.terms import term_of
    from tests.analysis.refuting import Text

    term = term_of(demand.constraint, demand.arguments)
    assert term is not None
    return bool(Text(text).value(term))


@pytest.mark.parametrize("kind", ["names that a mark joins", "numerals that are no words"])
def test_an_ordinary_text_is_supposed_by_name(kind: str) -> None:
    found = prove(asked(TRAPS[kind][0]), blank_fails=True, ordinary=True)
    if kind == "names that a mark joins":
        assert isinstance(found, Conflict)
        assert found.supposing
