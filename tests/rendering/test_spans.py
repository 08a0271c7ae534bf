"""A prompt says where it states each requirement, whatever its pattern, register and template."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl.analysis.demands import requirements_of
from ifdsl.generation.drawing import demanded
from ifdsl.ir import nodes as n
from ifdsl.recognition import vocabulary
from ifdsl.recognition.reading_back import Misread, read_back
from ifdsl.rendering.prompt import Shot, rendered, requirements_text
from tests.generation.test_drawing import PUBLISHED, STD

TASKS = (
    "Describe an old kettle.",
    "Why does rain smell good?",
    "I moved last week. Write to my landlord about the drain.",
    "Sum up this text:\nThe kettle is old. It leaks.",
    "Write a letter to the club that I left in spring",
)
PROGRAMS = {
    id(types): n.Program(module="m", constraints={one.name: one for one in types}) for types in (STD, PUBLISHED)
}
WORDS = {id(types): vocabulary(types) for types in (STD, PUBLISHED)}
SHOTS = [Shot("Name a colour.", "Blue.")] * 3


def bare(words: str) -> str:
    """Without what a sentence loses in the middle of another: its capital and its full stop."""
    return (words[:1].lower() + words[1:]).removesuffix(".")


@given(
    st.sampled_from([STD, PUBLISHED]),
    st.integers(0, 2**32),
    st.sampled_from(TASKS),
    st.sampled_from(["listing", "incorporation", "example"]),
    st.integers(0, 9),
    st.integers(0, 4),
)
@settings(max_examples=150, deadline=None)
def test_each_requirement_is_stated_where_it_is_said_and_read_back(
    types: list[n.Constraint], seed: int, task: str, pattern: str, register: int, wording: int
) -> None:
    random = Random(seed)
    demands = [demanded(one, random) for one in random.sample(types, random.randint(1, 6))]
    spec = n.Spec(name="s", task=n.Template(parts=(task,)), must=requirements_of(demands))
    order = random.sample(range(len(demands)), len(demands))
    program = PROGRAMS[id(types)]
    made = rendered(program, spec, {}, pattern, wording=wording, order=order, register=register, shots=SHOTS)
    assert all(len(spans) == 1 for spans in made.spans)
    for requirement, ((start, end),) in zip(spec.must, made.spans, strict=True):
        said = {
            bare(rule.text)
            for worded in ("listing", "incorporation")
            for rule in requirements_text(program, (requirement,), {}, worded, "en", wording)
        }
        assert bare(made.text[start:end]) in said
    assert not read_back(made.text, made.spans, spec.must, WORDS[id(types)])
    # Nothing of the task is lost, but for its full stop.
    assert task.rstrip(".") in made.text


@pytest.mark.parametrize("pattern", ["listing", "incorporation"])
@pytest.mark.parametrize("types", [STD, PUBLISHED], ids=["std", "muldimif"])
def test_every_wording_is_read_back(types: list[n.Constraint], pattern: str) -> None:
    problems: list[Misread] = []
    for place, one in enumerate(types):
        wordings = {"listing": 0, "incorporation": 0}
        for wording in one.wordings:
            if wording.language == "en" and wording.pattern in wordings:
                wordings[wording.pattern] += 1
        for number in range(max(wordings.values())):
            random = Random(place)
            spec = n.Spec(
                name="s",
                task=n.Template(parts=(TASKS[number % len(TASKS)],)),
                must=requirements_of([demanded(one, random)]),
            )
            made = rendered(PROGRAMS[id(types)], spec, {}, pattern, wording=number, register=place % 45)
            problems += read_back(made.text, made.spans, spec.must, WORDS[id(types)])
    assert not problems


def test_what_need_not_be_is_read_back() -> None:
    random = Random(3)
    by_name = {one.name: one for one in STD}
    names = ("std.length.word_count", "std.punctuation.no_commas", "std.position.first_word")
    first, *others = requirements_of([demanded(by_name[name], random) for name in names])
    spec = n.Spec(name="s", task=n.Template(parts=(TASKS[0],)), must=(first,), should=tuple(others))
    for pattern in ("listing", "incorporation"):
        for register in range(15):
            made = rendered(PROGRAMS[id(STD)], spec, {}, pattern, register=register)
            assert not read_back(made.text, made.spans, (first, *others), WORDS[id(STD)])
            assert made.text.count("If possible, ") == 2


def test_other_words_are_found_out() -> None:
    random = Random(1)
    by_name = {one.name: one for one in STD}
    demands = [
        demanded(by_name["std.length.word_count"], random),
        demanded(by_name["std.punctuation.no_commas"], random),
    ]
    spec = n.Spec(name="s", task=n.Template(parts=(TASKS[0],)), must=requirements_of(demands))
    made = rendered(PROGRAMS[id(STD)], spec, {})
    words = WORDS[id(STD)]
    swapped = read_back(made.text, made.spans[::-1], spec.must, words)
    assert [one.place for one in swapped] == [0, 1]
    more = f"{made.text}\nDo not use any exclamation marks."
    (besides,) = read_back(more, made.spans, spec.must, words)
    assert (besides.place, besides.words) == (None, "Do not use any exclamation marks.")
    vague = read_back(made.text.replace("Do not use any commas", "Do not comma"), made.spans, spec.must, words)
    assert [one.place for one in vague] == [1]


@given(
    st.sampled_from(
        [
            "{{ rules[0] | lower_first }}",
            "{{ rules | join('') | upper }}",
            "{{ rules | length }}{{ rules[0][2:] }}{{ task }}",
            "{{ task }}",
        ]
    )
)
def test_a_template_that_changes_rules_breaks_nothing(template: str) -> None:
    demands = [demanded({one.name: one for one in STD}["std.punctuation.no_commas"], Random(0))]
    spec = n.Spec(name="s", task=n.Template(parts=("Write.",)), must=requirements_of(demands))
    made = rendered(PROGRAMS[id(STD)], spec, {}, "mine", templates={"mine": template})
    assert not any("\ufdd0" <= char <= "\ufdef" for char in made.text)
    assert all(0 <= start < end <= len(made.text) for spans in made.spans for start, end in spans)
    if "lower_first" in template:
        assert [made.text[start:end] for start, end in made.spans[0]] == ["do not use any commas."]


def test_a_task_with_marks_of_our_own_breaks_nothing() -> None:
    demands = [demanded({one.name: one for one in STD}["std.punctuation.no_commas"], Random(0))]
    spec = n.Spec(name="s", task=n.Template(parts=("Write \ufdd0\ufdd2\ufdd1.",)), must=requirements_of(demands))
    made = rendered(PROGRAMS[id(STD)], spec, {})
    assert "Write \ufdd0\ufdd2\ufdd1." in made.text
    ((start, end),) = made.spans[0]
    assert made.text[start:end] == "Do not use any commas."
