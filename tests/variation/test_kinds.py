"""What makes the kinds of cousins sensible: what may not be drawn, swapped, added or left out."""

from __future__ import annotations

from functools import cache

import pytest

from ifdsl import data
from ifdsl.datasets.tasks import Task
from ifdsl.ir import nodes as n
from ifdsl.ir.build import build_file, build_text
from ifdsl.source.diagnostic import Label
from ifdsl.source.file import SourceFile
from ifdsl.source.span import Span
from ifdsl.variation.group import ALTERATION, DISTRACTOR, REPHRASING, Group, Member
from ifdsl.variation.stock import Stock
from ifdsl.variation.vary import vary

HEAD = "ifdsl 1\n\nuse ifeval\n\n"


def program(body: str) -> n.Program:
    built = build_text(HEAD + body, path="kinds.ifc", name="kinds")
    assert built.program is not None, built.diagnostics
    return built.program


@cache
def types() -> dict[str, n.Constraint]:
    found: dict[str, n.Constraint] = {}
    for name in ("std.content", "std.punctuation", "std.format", "std.position"):
        path = data.module_path(name)
        assert path is not None
        made = build_file(path).program
        assert made is not None
        found |= {each: one for each, one in made.constraints.items() if each.startswith(f"{name}.")}
    return found


def tasks(*texts: str) -> list[Task]:
    label = Label(SourceFile("tasks.jsonl", "x"), Span(0, 1))
    return [Task(f"task-{place}", text, "", "", label) for place, text in enumerate(texts)]


def group(body: str, *, tasks: list[Task] | None = None, seed: int = 0, **counts: int) -> Group:
    made = program(body)
    return vary(made, made.specs[0], {}, n.Cousins(of="x", **counts), seed, Stock(types(), tasks or []))


def text(member: Member) -> str:
    return "".join(part for part in member.spec.task.parts if isinstance(part, str))


def of_kind(made: Group, kind: str) -> list[Member]:
    return [one for one in made.members if one.kind == kind]


def test_two_bounds_of_one_count_stay_apart() -> None:
    body = """spec ferry {
      prompt "Describe a ferry. Use at least 20 sentences and at most 24 sentences."
      must {
        number_sentences(num_sentences=20, relation="at least")
        number_sentences(num_sentences=25, relation="less than")
      }
    }"""
    for seed in range(4):
        for member in of_kind(group(body, reconfigure=2, seed=seed), ALTERATION):
            low, high = (one.arguments[0].value for one in member.spec.must)  # type: ignore[union-attr]
            assert high - low >= 3  # type: ignore[operator]


def test_a_language_that_the_task_names_too_is_not_altered_in_place() -> None:
    body = """spec ferry {
      prompt "Say in German what a ferry is, and explain every German word. Your entire response should be in German."
      must response_language(language="de")
    }"""
    made = group(body, reconfigure=3, tasks=tasks("Describe a tram.", "Tell me about glue.", "Explain tides."))
    for member in of_kind(made, ALTERATION):
        assert ("ferry" not in text(member)) or ("German" not in text(member))


def test_a_question_for_yes_or_no_gives_way_to_another_one() -> None:
    body = '''spec ferry {
      prompt """
      Is a ferry a ship? Your answer must contain one of the following phrases:
      My answer is yes.
      My answer is no.
      My answer is maybe.
      """
      must constrained_response()
    }'''
    made = group(body, reconfigure=1, tasks=tasks("Describe a tram.", "Is glue a liquid?", "Explain tides."))
    (member,) = of_kind(made, ALTERATION)
    assert "Is glue a liquid?" in text(member)


def test_beside_another_language_no_english_words_are_asked_for() -> None:
    body = """spec ferry {
      prompt "What is a ferry? Answer in Finnish only."
      must response_language(language="fi")
    }"""
    made = group(body, distract=6)
    assert of_kind(made, DISTRACTOR)
    for member in of_kind(made, DISTRACTOR):
        change = dict(member.spec.meta)["change"]
        assert '"' not in change.replace("added and not graded: ", ""), change


def test_beside_json_only_words_and_marks_are_asked_for() -> None:
    body = """spec ferry {
      prompt "What is a ferry? Wrap the entire output in JSON format."
      must json_format()
    }"""
    made = group(body, distract=6)
    for member in of_kind(made, DISTRACTOR):
        said = dict(member.spec.meta)["change"].lower()
        assert not any(word in said for word in ("heading", "bullet", "paragraph", "end the response", "very last"))


@pytest.mark.parametrize("seed", range(3))
def test_what_no_wording_says_well_stays_in_a_persons_words(seed: int) -> None:
    body = """spec ferry {
      prompt "Describe a ferry. Do not use the letter \\"z\\" at all. Your response should have at least 60 words."
      must {
        letter_frequency(letter="z", let_frequency=1, let_relation="less than")
        number_words(num_words=60, relation="at least")
      }
    }"""
    for member in of_kind(group(body, reword=3, seed=seed), REPHRASING):
        assert 'Do not use the letter "z" at all.' in text(member)
        assert "0 times" not in text(member)


def test_what_a_prompt_says_otherwise_than_it_is_graded_is_said_as_it_is() -> None:
    body = """spec ferry {
      prompt "Describe a ferry. Your response must be at least 400 words."
      must number_words(num_words=336, relation="at least")
    }"""
    made = group(body, reword=2, distract=1)
    assert made.missing == ()
    for member in made.members[1:]:
        assert "336" in text(member)
        assert "400" not in text(member)


def test_a_request_that_cannot_be_repeated_loses_the_demand_to_repeat_it() -> None:
    body = """spec ferry {
      prompt "Describe a ferry, a tram, a bus. Use no commas.\\nFirst repeat the request above, then answer it."
      must {
        repeat_prompt(prompt_to_repeat="Describe a ferry, a tram, a bus. Use no commas.")
        no_comma()
      }
    }"""
    made = group(body, reword=1)
    first = made.members[0]
    assert text(first) == "Describe a ferry, a tram, a bus. Use no commas."
    assert [one.constraint for one in first.spec.must if isinstance(one, n.Demand)] == ["ifeval.no_comma"]
    assert "repeat_prompt" in dict(first.spec.meta)["mended"]


def test_another_task_comes_with_a_request_of_its_own() -> None:
    body = """spec ferry {
      prompt "Describe a ferry to a child of five.\\nFirst repeat the request above, then answer it."
      must repeat_prompt(prompt_to_repeat="Describe a ferry to a child of five.")
    }"""
    made = group(body, swap=1, tasks=tasks("Tell me about glue and what it is good for."))
    member = made.members[-1]
    (one,) = member.spec.must
    assert isinstance(one, n.Demand)
    assert isinstance(one.arguments[0], n.Value)
    assert one.arguments[0].value == "Tell me about glue and what it is good for."
    assert "ferry" not in text(member)
