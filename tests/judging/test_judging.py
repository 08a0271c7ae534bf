"""A judge is asked all questions at once, is read strictly, and is asked again where it cannot be read."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ifdsl.checking.compile import load
from ifdsl.checking.judging import Question
from ifdsl.checking.verifier import verifier
from ifdsl.ir.build import build_text
from ifdsl.judging.agreement import kappa, table
from ifdsl.judging.answers import JudgeAnswers, read_answers
from ifdsl.judging.asking import asked
from ifdsl.judging.judge import Judged, judge, to_be_judged
from ifdsl.judging.reading import answers_in
from ifdsl.judging.relations import Posed
from ifdsl.run.grading import Item, Label
from ifdsl.store.records import Message, Problem, Prompt, Response

CHAT = (Message("system", "Be brief."), Message("user", "Hello?"), Message("assistant", "Hi."), Message("user", "And?"))
QUESTIONS = tuple(Question(f"Is it {word}?", "reply", True) for word in ("warm", "short", "kind", "true"))


@given(st.lists(st.booleans(), min_size=1, max_size=8), st.randoms(use_true_random=False))
def test_every_way_to_answer_is_read(answers: list[bool], random) -> None:  # type: ignore[no-untyped-def]
    words = ["yes" if answer else "no" for answer in answers]
    entries = [{"number": number, "answer": word} for number, word in enumerate(words, start=1)]
    random.shuffle(entries)
    count = len(answers)
    whole = json.dumps({"answers": entries})
    for text in (
        whole,
        f"Here you are:\n```json\n{whole}\n```\nDone.",
        json.dumps(entries),
        json.dumps(words),
        json.dumps([word.upper() + "." for word in words]),
        json.dumps(answers),
        "\n".join(f"{number}. {word.title()}, because." for number, word in enumerate(words, start=1)),
    ):
        assert answers_in(text, count) == answers


@pytest.mark.parametrize(
    "text",
    ["", "I cannot say.", "yes", "[]", '["yes"]', '{"answers": "yes"}', '{"answers": [{"number": 1}]}', "[" * 5000,
     '{"answers": [{"number": 9, "answer": "yes"}]}', '["yes", "perhaps"]', "{" * 60 + '["yes", "no"]'],
)  # fmt: skip
def test_what_is_no_answer_is_none(text: str) -> None:
    assert answers_in(text, 2) == [None, None]


def test_two_answers_to_one_question_are_none() -> None:
    text = '[{"number": 1, "answer": "yes"}, {"number": 1, "answer": "no"}, {"number": 2, "answer": "no"}]'
    assert answers_in(text, 2) == [None, False]


@given(st.text(max_size=200), st.integers(1, 5))
def test_nothing_that_a_judge_writes_breaks_the_reader(text: str, count: int) -> None:
    assert len(answers_in(text, count)) == count


def test_the_history_is_chat_and_relations_are_defined() -> None:
    posed = Posed(("c1", "c2", "c3"), (("recalls", "c1"), ("follows", ""), ("recalls", "c2"), ("unheard-of", "c1")))
    request = asked(Prompt("p", CHAT), "So it is.", QUESTIONS, posed, 0)
    roles = [message.role for message in request.prompt.messages]
    assert roles == ["system", "user", "assistant", "user", "assistant", "user"]
    system, last = request.prompt.messages[0].content, request.prompt.messages[-1].content
    assert system.count("Recall:") == system.count("Follow-up:") == 1
    assert "Be brief." in system
    assert "called, in order: c1, c2, c3." in system
    assert "Meant here: c1, c2." in next(line for line in system.splitlines() if line.startswith("Recall:"))
    assert "Meant here" not in next(line for line in system.splitlines() if line.startswith("Follow-up:"))
    assert "Summary:" not in system
    assert request.prompt.messages[-2].content == "So it is."
    assert [line.partition(". ")[2] for line in last.splitlines()[1:5]] == [one.question for one in request.order]


def test_each_try_has_an_order_of_its_own() -> None:
    orders = {asked(Prompt("p", CHAT), "r", QUESTIONS, Posed(), attempt).order for attempt in range(6)}
    assert len(orders) > 1
    assert {frozenset(order) for order in orders} == {frozenset(QUESTIONS)}
    assert asked(Prompt("p", CHAT), "r", QUESTIONS, Posed(), 2) == asked(Prompt("p", CHAT), "r", QUESTIONS, Posed(), 2)


SPEC = """ifdsl 1
use std.length

constraint warm() { check judge "Is it warm?"  render listing "Be warm." }

spec blurb {
  task "Write."
  must {
    size: word_count(..3)
    any_of { word_count(..3)  warm() }
    each sentence { any_of { warm()  word_count(..2) } }
  }
}
"""
PROGRAM = build_text(SPEC, name="s").program
assert PROGRAM is not None
BLURB = verifier(load(PROGRAM), "blurb")


VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4),
    max_leaves=12,
)


@given(VALUES, VALUES, VALUES)
def test_whatever_a_file_says_of_a_turn_can_be_judged(number: Any, shape: Any, relations: Any) -> None:
    prompt = Prompt("p", CHAT, {"turn": number, "shape": shape, "relations": relations})
    found = to_be_judged(Item(prompt, BLURB, (Label("", ""),) * 3), Response("p", "One two three four.", "ok", "m"))
    assert found is not None
    assert asked(prompt, "r", found.questions, found.posed, 0).prompt.messages[-2].content == "r"


def judged(name: str = "p") -> Judged:
    return Judged(Prompt(name, CHAT), Response(name, "reply", "ok", "m"), QUESTIONS)


class Scripted:
    """A judge that says yes to what is in `yes`, and at each try leaves out as many numbers as `silent` says."""

    def __init__(self, yes: set[str], silent: Sequence[int]) -> None:
        self.yes, self.silent, self.rounds = yes, list(silent), list[list[int]]()

    def __call__(self, prompts: Sequence[Prompt]) -> Mapping[str, Response]:
        found = {}
        silent = self.silent[len(self.rounds)] if len(self.rounds) < len(self.silent) else 0
        counts = []
        for prompt in prompts:
            lines = prompt.messages[-1].content.split("\n\n")[0].splitlines()[1:]
            counts.append(len(lines))
            questions = [line.partition(". ")[2] for line in lines]
            entries = [
                {"number": number, "answer": "yes" if question in self.yes else "no"}
                for number, question in enumerate(questions, start=1)
            ]
            text = json.dumps({"answers": entries[silent:]}) if entries[silent:] else "I would rather not."
            found[prompt.id] = Response(prompt.id, text, "ok", "judge")
        self.rounds.append(counts)
        return found


def test_unread_answers_are_asked_for_again_and_counted_in_the_end() -> None:
    scripted = Scripted({"Is it warm?", "Is it true?"}, [4, 1, 1])
    answers = judge([judged()], scripted, JudgeAnswers(), attempts=3)
    assert scripted.rounds == [[4], [4], [1]]
    assert answers.unread == 1
    found = answers.of("p", 0)
    assert found is not None
    assert len(found) == 3
    assert all(found[question] is (question in scripted.yes) for question in found)


def test_what_is_known_is_not_asked() -> None:
    known = JudgeAnswers()
    for question in QUESTIONS[:3]:
        known.add("p", 0, question.key, True)
    scripted = Scripted(set(), [])
    assert judge([judged()], scripted, known).of("p", 0) == {
        **{question.key: True for question in QUESTIONS[:3]},
        QUESTIONS[3].key: False,
    }
    assert scripted.rounds == [[1]]
    assert judge([judged()], scripted, known) is known
    assert scripted.rounds == [[1]]


def test_what_code_settles_is_not_asked() -> None:
    item = Item(Prompt("p", CHAT), BLURB, (Label("", ""),) * 3)
    assert to_be_judged(item, Response("p", "One two.", "ok", "m")) is None
    assert to_be_judged(item, Response("p", "", "empty", "m")) is None
    assert to_be_judged(item, None) is None
    found = to_be_judged(item, Response("p", "One two three four. Five six.", "ok", "m"))
    assert found is not None
    assert [(one.text, one.whole) for one in found.questions] == [
        ("One two three four. Five six.", True),
        ("One two three four.", False),
    ]


def test_answers_survive_being_written(tmp_path: Path) -> None:
    answers = JudgeAnswers()
    answers.add("p", 0, "Is it warm?", True)
    answers.add("p", 1, ("Is it warm?", "a part \ud800"), False)
    answers.add("q", 0, "Is it warm?", None)
    path = tmp_path / "answers.jsonl"
    answers.write(path)
    problems: list[Problem] = []
    again = read_answers(path, problems)
    assert problems == []
    assert again.of("p", 0) == {"Is it warm?": True}
    assert again.unread == 1
    assert len(again) == 3
    with path.open("a") as file:
        file.write('{"key": "p", "question": "?"}\n[]\nnot json\n')
    assert len(read_answers(path, problems)) == 3
    assert len(problems) == 3


pairs = st.lists(st.tuples(st.sampled_from([True, False, None]), st.sampled_from([True, False, None])), max_size=40)


@given(pairs)
def test_kappa_is_what_its_definition_says(found: list[tuple[bool | None, bool | None]]) -> None:
    known = [(a, b) for a, b in found if a is not None and b is not None]
    counted = table(found)
    assert counted.total == len(known)
    if not known:
        assert counted.kappa is None
        return
    observed = sum(a == b for a, b in known) / len(known)
    shares = [sum(one[side] for one in known) / len(known) for side in (0, 1)]
    chance = shares[0] * shares[1] + (1 - shares[0]) * (1 - shares[1])
    if chance == 1:
        assert counted.kappa is None
    else:
        assert counted.kappa == pytest.approx((observed - chance) / (1 - chance))
    assert counted.agreed == observed


def test_kappa_of_a_known_table() -> None:
    assert kappa(20, 5, 10, 15) == pytest.approx(0.4)
    assert kappa(7, 0, 0, 0) is None
