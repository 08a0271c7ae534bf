"""A model's words are taken where they are read back to exactly what is graded, and refused with a reason elsewhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ifdsl.datasets.tasks import Task
from ifdsl.ir import nodes as n
from ifdsl.ir.build import build_text
from ifdsl.ir.printer import print_program
from ifdsl.source.diagnostic import Label
from ifdsl.source.file import SourceFile
from ifdsl.source.span import Span
from ifdsl.variation.group import ORIGINAL, REPHRASING, SWAP, Group, Member
from ifdsl.variation.originals import values_of
from ifdsl.variation.revising import NOT_APART, REWRITTEN, Question, revised
from ifdsl.variation.rewriting import AS_IT_WAS, BLANK, LOST, MORE, NO_TEXT, OFF_TASK, SCAFFOLDING, TOO_LONG
from ifdsl.variation.stock import Stock
from ifdsl.variation.vary import Variation

FILE = """ifdsl 1

use ifeval
use std.length

spec tea {
  prompt "Tell our guests how the tea is grown. Your answer must have at least 120 words. Do not use any commas."
  must {
    number_words(num_words=120, relation="at least")
    no_comma()
  }
}

spec plan {
  task "Plan a weekend in Lisbon."
  must word_count(80..200)
}
"""
TASKS = SourceFile("tasks.jsonl", "")
TASK = Task("soup", "Describe a soup that warms a cold child.", "description", "food", Label(TASKS, Span(0, 0)))
GOOD = "Tell our guests how tea grows. Your response must contain at least 120 words. Do not use any commas."


@cache
def program() -> n.Program:
    built = build_text(FILE, path="cousins.ifc", name="cousins")
    assert built.program is not None
    return built.program


@cache
def made(name: str) -> Group:
    asked = n.Cousins(of=name, reword=2, swap=1)
    spec = next(one for one in program().specs if one.name == name)
    return Variation(program(), Stock({}, (TASK,))).group(spec, values_of(spec), asked)


def said(name: str, answers: Mapping[str, str]) -> Group:
    (group,) = revised(program(), [made(name)], lambda _: answers, {TASK.id: TASK.text})
    return group


def text(member: Member) -> str:
    return text_of(member.spec)


def text_of(spec: n.Spec) -> str:
    return "".join(part for part in spec.task.parts if isinstance(part, str))


def test_each_member_in_new_words_is_asked_for_once_and_the_others_are_not() -> None:
    asked: list[Question] = []

    def silent(questions: Sequence[Question]) -> Mapping[str, str]:
        asked.extend(questions)
        return {}

    groups = [made("tea"), made("plan")]
    assert revised(program(), groups, silent, {TASK.id: TASK.text}) == tuple(groups)
    assert [one.id for one in asked] == [
        f"{name}:{kind}:{number}" for name in ("tea", "plan")
        for kind, number in ((REPHRASING, 1), (REPHRASING, 2), (SWAP, 1))
    ]  # fmt: skip
    assert [one.text for one in asked[:3]] == [text(made("tea").members[0])] * 2 + [TASK.text]
    assert asked[0].prompt != asked[1].prompt
    assert all(one.text in one.prompt for one in asked)


def test_words_that_are_read_back_are_taken() -> None:
    group = said("tea", {"tea:rephrasing:1": GOOD, "tea:task_swap:1": "Write about a soup to warm a cold child."})
    first, swap = group.members[1], group.members[-1]
    assert text(first) == GOOD
    assert dict(first.spec.meta)["change"] == REWRITTEN
    assert text(swap).startswith("Write about a soup to warm a cold child.")
    assert dict(swap.spec.meta)["change"].endswith(f"({REWRITTEN})")
    assert group.rewritten == 2
    assert group.refused == ()
    assert [member.witness for member in group.members] == [member.witness for member in made("tea").members]
    assert [member.spec.must for member in group.members] == [member.spec.must for member in made("tea").members]


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        ("", BLANK),
        ("Tell our guests how the tea is grown. Do not use any commas.", LOST),
        (GOOD.replace("120", "130"), MORE),
        (GOOD.replace("at least", "at most"), MORE),
        (f"{GOOD} Use exactly 3 bullet points, written as markdown bullets such as: * This is a point.", MORE),
        (f"Here is the rewritten prompt: {GOOD}", SCAFFOLDING),
        ("Your response must contain at least 120 words. Do not use any commas.", OFF_TASK),
        (f"{GOOD} \ud83d", NO_TEXT),
        (GOOD + " Tea grows." * 10_000, TOO_LONG),
    ],
)
def test_a_proposal_that_is_not_read_back_is_refused_and_counted(bad: str, reason: str) -> None:
    group = said("tea", {"tea:rephrasing:2": bad})
    assert [(one.kind, one.number, one.text, one.reason) for one in group.refused] == [(REPHRASING, 2, bad, reason)]
    assert group.members == made("tea").members
    assert group.rewritten == 0
    assert group.rejected[reason] == made("tea").rejected[reason] + 1


def test_what_is_no_news_is_refused() -> None:
    group = said("tea", {"tea:rephrasing:1": GOOD, "tea:rephrasing:2": f" {GOOD.replace(' ', '  ')}"})
    assert [one.number for one in group.refused] == [2]
    group = said("tea", {"tea:rephrasing:1": text(made("tea").members[0])})
    assert [one.reason for one in group.refused] == [AS_IT_WAS]


def test_a_task_that_asks_for_more_is_refused() -> None:
    for more in (
        "Describe a soup in exactly 3 bullet points.",
        "Describe a soup for a cold child. Do not use any commas.",
    ):
        group = said("plan", {"plan:task_swap:1": more})
        assert [one.reason for one in group.refused] == [MORE]
    assert NOT_APART not in said("plan", {"plan:task_swap:1": "Write of a soup."}).rejected


@given(st.lists(st.sampled_from([*GOOD.split(" "), "130", "exactly", "at", "most", ".", "exclamation"]), max_size=24))
def test_what_is_taken_is_what_is_graded_and_nothing_else(words: list[str]) -> None:
    """Whatever a model says, a member states exactly the requirements that it is graded on."""
    proposal = " ".join(words)
    group = said("tea", {"tea:rephrasing:1": proposal})
    member = group.members[1]
    assert (text(member) == proposal.strip()) == (group.rewritten == 1)
    assert len(group.refused) + group.rewritten == 1
    if group.rewritten:
        said_words = set(proposal.split())
        assert {"120", "words.", "commas."} <= said_words
        assert not {"130", "most"} & said_words


@given(st.text(st.characters(exclude_categories=[]), max_size=40))
def test_whatever_a_model_says_can_be_written(said_: str) -> None:
    group = said("tea", {"tea:rephrasing:1": f"{GOOD} {said_}"})
    assert len(group.refused) + group.rewritten == 1
    made_of = replace(program(), specs=tuple(member.spec for member in group.members))
    again = build_text(print_program(made_of), path="group.ifc", name="group").program
    assert again is not None
    assert [text_of(one) for one in again.specs] == [text(member) for member in group.members]


def test_members_keep_their_order_and_kinds() -> None:
    group = said("tea", {"tea:rephrasing:1": GOOD})
    assert [one.kind for one in group.members] == [ORIGINAL, REPHRASING, REPHRASING, SWAP]
