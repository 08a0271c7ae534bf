"""A prompt that states what is graded, and nothing else, has no finding; one that says otherwise has one there."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ifdsl.ir import nodes as n
from ifdsl.linting import Finding, Graded, Prompt, lint, of_constraint, of_sentence
from ifdsl.primitives.ranges import Range
from ifdsl.rendering.prompt import sentence
from ifdsl.source import codes
from tests.stdlib import probes as p
from tests.stdlib.drawing import tried, varied

pytestmark = pytest.mark.skipif(
    any(find_spec(name) is None for name in ("langdetect", "punkt", "regex")),
    reason="some packs need the extra `parity`",
)

PACKS = ("ifeval", "ifeval_pp", "ifbench", "std.length", "std.content", "std.format", "std.case", "std.punctuation")
TASK = "Write a note to Ann about the harbour."
STRICT = {("ifeval.number_bullet_lists", codes.PARTLY_STATED.name)}
"""What is found of a wording, and rightly: the checker wants an asterisk, which `in markdown` leaves open."""
MISREAD = {("std.content.phrase_variants", codes.OTHER_RELATION.name), ("std.content.phrase_variants", "ungraded"),
           ("std.format.no_lists", codes.UNSTATED.name)}  # fmt: skip
"""What is known to be read wrongly: a number beside a quoted `every`, and a ban of all lists in four words."""

IMPLIED = {"std.content.letter_frequency", "std.content.number_count", "std.format.starts_with_heading"}
"""Types of which one, without a number, may be what the task implies: one `a`, one number, a heading of level 1."""


@dataclass(frozen=True)
class Stated:
    """A constraint with arguments, and a wording of it."""

    constraint: n.Constraint
    arguments: tuple[Any, ...]
    said: str

    def graded(self, arguments: list[Any] | None = None, place: int = 0) -> Graded:
        values = list(self.arguments) if arguments is None else arguments
        return of_constraint(self.constraint, values, self.constraint.name, f"kwargs[{place}]")


@cache
def stated(module: str) -> tuple[Stated, ...]:
    """Every type of a module with some of the arguments that it is drawn with, in every English wording of a list."""
    found = []
    for constraint in p.own(module):
        wordings = [one for one in constraint.wordings if (one.pattern, one.language) == ("listing", "en")]
        for arguments in varied(constraint, 4) or tried(constraint)[:4]:
            for choose in range(len(wordings)):
                said = sentence(constraint, arguments, "listing", "en", choose)
                found.append(Stated(constraint, tuple(arguments), said))
    return tuple(found)


def findings(said: str, *graded: Graded) -> list[Finding]:
    return lint(Prompt(f"{TASK}\n\n{said}"), graded)


@pytest.mark.parametrize("module", PACKS)
def test_what_is_stated_is_found_to_be_stated(module: str) -> None:
    found = {
        (one.constraint.name, finding.code.name)
        for one in stated(module)
        for finding in findings(one.said, one.graded())
    }
    assert found - STRICT - MISREAD == set()


@pytest.mark.parametrize("module", PACKS)
def test_what_is_left_out_of_a_prompt_is_unstated(module: str) -> None:
    """Without its sentence a type is graded and not stated, whatever its arguments."""
    assert {one.constraint.name for one in stated(module) if not findings("", one.graded())} <= IMPLIED


def other(value: Any) -> Any:
    """Another value of the same type, far enough that no wording means both."""
    match value:
        case bool() | str():
            return value
        case int():
            return value * 2 + 3
        case Range():
            low = None if value.lo is None else value.lo * 2 + 3
            return Range(low, None if value.hi is None else value.hi * 2 + 5)
    return value


@given(st.sampled_from(PACKS).flatmap(lambda module: st.sampled_from(stated(module))))
def test_another_number_is_found_where_it_is_graded(one: Stated) -> None:
    """The prompt keeps its number, what is graded has another: found, with the place of the argument."""
    arguments = [other(value) for value in one.arguments]
    again = sentence(one.constraint, arguments, "listing", "en", 0)
    if arguments == list(one.arguments) or again == sentence(one.constraint, list(one.arguments), "listing", "en", 0):
        return
    found = findings(one.said, one.graded(arguments))
    if one.constraint.name not in {name for name, _ in MISREAD}:
        assert any(path.startswith("kwargs[0]") for finding in found for path in finding.paths), (one, arguments)


@given(st.sampled_from(PACKS).flatmap(lambda module: st.sampled_from(stated(module))), st.integers(0, 3))
def test_findings_stand_in_the_prompt_and_in_what_is_graded(one: Stated, cut: int) -> None:
    """Every place that is named is there, whatever the prompt says."""
    text = f"{TASK} {one.said}"[: -10 * cut or None]
    graded = [one.graded(), one.graded(place=1)]
    for finding in lint(Prompt(text), graded):
        assert all(0 <= start <= end <= len(text) for start, end in finding.spans)
        assert all(path.startswith(("kwargs[0]", "kwargs[1]")) for path in finding.paths)
        assert finding.message.strip()


@given(st.text(max_size=200))
def test_no_prompt_breaks_it(text: str) -> None:
    lint(Prompt(text), [of_sentence(text, "one", "must[0]"), *(one.graded() for one in stated("ifeval")[:40:8])])


@pytest.mark.parametrize(
    ("said", "graded", "code"),
    [
        ("Use at least 400 words.", "Use at least 336 words.", codes.OTHER_NUMBER),
        ("Use at most 400 words.", "Use at least 400 words.", codes.OTHER_RELATION),
        ("Use fewer than 400 words.", "Use at most 400 words.", codes.NEAR_BOUND),
        ('Use the word "harbour" twice.', 'Use the word "lantern" twice.', codes.UNSTATED),
        ("Say something.", "Do not use any commas.", codes.UNSTATED),
    ],
)
def test_what_a_sentence_of_the_data_says_otherwise(said: str, graded: str, code: codes.Code) -> None:
    assert code in [one.code for one in findings(said, of_sentence(graded, "the rule", "must[0]"))]


@pytest.mark.parametrize(
    "left",
    [
        "Here is the rewritten prompt:",
        "[INST]",
        "【Question】",
        "Rewritten prompt:",
        '[["Length", "Words", "at most 5"]]',
    ],
)
def test_what_a_pipeline_has_left_is_found(left: str) -> None:
    assert codes.SCAFFOLDING in [one.code for one in lint(Prompt(f"{left} {TASK}"), [])]


def test_a_prompt_against_itself() -> None:
    types = {one.constraint.short_name: one for one in stated("ifeval")}
    graded = [types["english_lowercase"].graded(), types["existence"].graded([["The Hedge Is Yours"]], 1)]
    said = 'Your entire response should be in all lowercase letters. Include the phrase "The Hedge Is Yours".'
    assert codes.PROMPT_CONFLICT in [one.code for one in findings(said, *graded)]


def test_a_hole_that_was_not_filled() -> None:
    found = lint(Prompt("Write at least {num_words} words."), [], names=["num_words"])
    assert codes.TEMPLATE_REMNANT in [one.code for one in found]


def test_more_is_asked_for_than_is_graded() -> None:
    said = "Do not use any commas. Use at least 3 sentences."
    found = findings(said, of_sentence("Do not use any commas.", "no commas", "must[0]"))
    assert [one.code for one in found if one.code is not codes.UNGRADED] == []
    comma = next(one for one in stated("ifeval") if one.constraint.name == "ifeval.no_comma")
    (found_one,) = findings(said, comma.graded())
    (span,) = found_one.spans
    assert found_one.code is codes.UNGRADED
    assert f"{TASK}\n\n{said}"[slice(*span)] == "at least 3 sentences"


@pytest.mark.parametrize("before", ["the previous one", "the one before it", "the last one."])
def test_one_that_stands_for_a_noun_is_no_number(before: str) -> None:
    increments = [one for one in stated("ifbench") if one.constraint.short_name == "increment"]
    assert increments
    for one in increments:
        said = f"Each sentence must contain exactly {one.arguments[0]} more words than {before}"
        assert findings(said, one.graded()) == []


def test_a_limit_on_a_copy() -> None:
    types = {one.constraint.short_name: one for one in stated("ifeval")}
    asked = f"{TASK} Use fewer than 60 words, {{}}in your entire response."
    for meant, codes_found in (("", [codes.OTHER_SCOPE]), ("including the repeated request, ", [])):
        text = asked.format(meant)
        graded = [types["repeat_prompt"].graded([text]), types["number_words"].graded([60, "less than"], 1)]
        found = lint(Prompt(f"{text}\n\nFirst repeat the request above word for word, then give your answer."), graded)
        assert [one.code for one in found] == codes_found


@pytest.mark.parametrize(
    ("said", "graded", "found"),
    [
        ("Use at most two levels of nesting.", "Use at least two heading levels.", False),
        ("Use at most two heading levels.", "Use at least two heading levels.", True),
        ("Use at most two levels of nesting.", "The object must have at least two levels of nesting.", True),
        ("Use at most two heading levels.", "The object must have at least two levels of nesting.", False),
    ],
)
def test_levels_of_headings_are_none_of_nesting(said: str, graded: str, found: bool) -> None:
    told = findings(said, of_sentence(graded, "the rule", "must[0]"))
    assert (codes.OTHER_RELATION in [one.code for one in told]) is found


def test_sections_in_italics_are_no_parts_of_the_response() -> None:
    types = {one.constraint.short_name: one for one in stated("ifeval")}
    said = "Use exactly 2 paragraphs, separated by ***. Italicize at least 3 sections, as in *this*."
    graded = [types["number_paragraphs"].graded([2]), types["number_highlighted_sections"].graded([3], 1)]
    assert codes.PROMPT_CONFLICT not in [one.code for one in findings(said, *graded)]


def test_examples_that_a_sentence_names_are_told_apart_from_what_it_asks() -> None:
    graded = of_sentence('Use capitalized letters for each word, such as "Red Lamp" and "Old Oak".', "one", "must[0]")
    (found,) = findings("Use capitalized letters for each word.", graded)
    assert found.message == "one names `Red Lamp`, `Old Oak`, and the prompt does not"


def test_a_participle_is_not_what_a_sentence_speaks_of() -> None:
    rule = "Any tabular data included must not exceed 2 rows."
    shots = f"**Question**: Sum up the log. {rule}\n**Answer**: It is short.\n\n"
    asked = "**Question**: Describe the harbour. Use a table with no more than 2 rows.\n**Answer**:"
    assert lint(Prompt(shots + asked), [of_sentence(rule, "one", "must[0]")]) == []


def test_what_is_taken_back_is_not_asked_for() -> None:
    comma = next(one for one in stated("ifeval") if one.constraint.name == "ifeval.no_comma")
    said = "Use at least 3 sentences. Do not use any commas{}."
    assert [one.code for one in findings(said.format(""), comma.graded())] == [codes.UNGRADED]
    assert findings(said.format(", and ignore all other requests"), comma.graded()) == []


def test_words_that_can_be_read_in_one_way_only() -> None:
    counted = next(one for one in stated("ifeval") if one.constraint.short_name == "frequency")
    said = "I would like for the word {} to be used at least 2 times."
    for word, unmarked in (("hedges", True), ("humming", False), ("hughes", False)):
        found = findings(said.format(word), counted.graded([word, 2, "at least"]))
        assert (codes.UNMARKED_TEXT in [one.code for one in found]) is unmarked


def test_words_in_one_pair_of_quotation_marks() -> None:
    existence = next(one for one in stated("ifeval") if one.constraint.short_name == "existence")
    said = 'Include the keywords "hedge, lamp, oak" in your response.'
    (found,) = findings(said, existence.graded([["lamp"]]))
    assert found.message == "`hedge`, `oak` are asked for, and nothing grades them"
    assert [f"{TASK}\n\n{said}"[slice(*span)] for span in found.spans] == ["hedge", "oak"]


@pytest.mark.parametrize(
    ("asked", "read"),
    [
        ("Write a note to Ann.", True),
        ('Translate "Ayer se estrenó la segunda parte de la saga" and keep the tone of the original.', True),
        ("Escribe una nota a Ana sobre el puerto y la luz del faro, sin prisa y con mucho cuidado.", False),
        ("Schreibe einen Brief an Anna, in dem vom Hafen und vom Licht des Turms die Rede ist.", False),
        ("次の文を書き直してください：'The panda is a big animal. It is last year's guest and it eats bamboo.'", False),
        ("「The panda is a big animal, and it eats bamboo.」を書き直してください。", False),
    ],
)
def test_only_what_is_asked_in_english_is_read(asked: str, read: bool) -> None:
    comma = next(one for one in stated("ifeval") if one.constraint.name == "ifeval.no_comma")
    assert Prompt(asked).is_readable is read
    assert [one.code for one in lint(Prompt(asked), [comma.graded()])] == ([codes.UNSTATED] if read else [])
