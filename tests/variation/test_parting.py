"""What a prompt only asks of the form is parted from its task; what says more stays as it stands."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl.analysis.demands import Demand
from ifdsl.variation.parting import part
from tests.variation.ifeval_demands import demand

TASKS = (
    "Describe the market of a small town.",
    "Why do rivers bend?",
    "Tell me how a kite stays in the air.",
    'Rewrite this for a child: "The valve regulates the flow."',
)
SAID = (
    ("Do not use any commas.", demand("no_comma")),
    ("Your answer should have at least 120 words.", demand("number_words", 120, "at least")),
    ("Wrap your entire response in double quotation marks.", demand("quotation")),
    ("Include the keywords lantern and harbor.", demand("existence", ["lantern", "harbor"])),
    ("Highlight at least 3 sections in markdown, i.e. *such a part*.", demand("number_highlighted_sections", 3)),
    ("The letter q should appear less than 4 times.", demand("letter_frequency", "q", 4, "less than")),
    ("Finish your response with the exact phrase \"That was it.\"", demand("end_checker", "That was it.")),
)  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(TASKS), st.lists(st.sampled_from(SAID), min_size=1, max_size=3, unique_by=lambda one: one[0]))
def test_sentences_that_only_ask_for_form_are_left_out(task: str, said: list[tuple[str, Demand]]) -> None:
    parted = part(" ".join([task, *(sentence for sentence, _ in said)]), [one for _, one in said])
    assert parted.clean
    assert parted.task == task
    assert parted.restated == tuple(range(len(said)))


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=120), st.lists(st.sampled_from(SAID), min_size=1, max_size=3, unique_by=lambda one: one[0]))
def test_a_demand_stands_in_the_task_or_is_restated(text: str, said: list[tuple[str, Demand]]) -> None:
    prompt = " ".join([text, *(sentence for sentence, _ in said)])
    parted = part(prompt, [one for _, one in said])
    assert set(parted.restated) <= set(range(len(said)))
    if parted.clean:
        assert parted.restated == tuple(range(len(said)))
    for place, (sentence, _) in enumerate(said):
        assert sentence in parted.task or place in parted.restated or sentence not in prompt


@pytest.mark.parametrize(
    ("prompt", "task", "one"),
    [
        (
            "Write a poem about a lighthouse without using any commas.",
            "Write a poem about a lighthouse.",
            demand("no_comma"),
        ),
        (
            "Explain the tides to a child, and use at least 200 words.",
            "Explain the tides to a child.",
            demand("number_words", 200, "at least"),
        ),
        (
            "Can you tell me a story of a fox in JSON format?",
            "Can you tell me a story of a fox?",
            demand("json_format"),
        ),
    ],
)
def test_an_end_of_a_sentence_is_cut_off(prompt: str, task: str, one: Demand) -> None:
    parted = part(prompt, [one])
    assert (parted.task, parted.clean) == (task, True)


@pytest.mark.parametrize(
    ("prompt", "one"),
    [
        ("Write a letter in all lowercase letters to ask Ann to vote.", demand("english_lowercase")),
        ("Name 6 rivers, each as one bullet of the list you make of them, from north to south.",
         demand("number_bullet_lists", 6)),
    ],
)  # fmt: skip
def test_what_says_more_stays(prompt: str, one: Demand) -> None:
    parted = part(prompt, [one])
    if not parted.clean:
        assert parted.task == prompt
    else:
        assert "Ann" in parted.task


def test_material_in_quotation_marks_is_never_left_out() -> None:
    quoted = '"Our boats are dry. They float on any lake, and they have a bell that rings."'
    prompt = f"Criticise this advertisement, and give your answer a title in double angular brackets: {quoted}"
    assert "Our boats are dry" in part(prompt, [demand("title")]).task


def test_a_request_to_repeat_keeps_the_request() -> None:
    request = "Name three lakes and say how deep they are."
    prompt = f"{request}\nFirst repeat the request above word for word without change, then give your answer."
    parted = part(prompt, [demand("repeat_prompt", request)])
    assert parted.clean
    assert parted.request is not None
    assert prompt[slice(*parted.request)] == request
    assert parted.restated == (0,)


def test_an_argument_that_no_sentence_states_is_restated() -> None:
    prompt = "Write a plan in the form below.\n\nPart one\n***\nPart two\n***\nPart three"
    assert part(prompt, [demand("number_paragraphs", 9)]).restated == (0,)
