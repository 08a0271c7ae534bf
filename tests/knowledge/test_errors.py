"""What wrong answers tell: the sets against what they mean, and a subject whose causes are known is found out."""

from __future__ import annotations

import tempfile
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl.knowledge.asking import Asked
from ifdsl.knowledge.errors import Sets
from ifdsl.knowledge.kinds import Kind
from ifdsl.knowledge.metrics import Answered, Share, measure_knowledge
from tests.knowledge.specs import PIPELINES, ROWS, asked_by, rows, spec


def one(expect: str, row: dict[str, Any], more: str = "", match: str = "exact, loose(edits=2)") -> Asked:
    with tempfile.TemporaryDirectory() as folder:
        (asked,) = asked_by(spec(expect, match, more=more), Path(folder), [row])
    return asked


def kind_of(asked: Asked, answer: str) -> Kind:
    return asked.fault(f"Let me think.\nResponse: {answer}").kind


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(PIPELINES), rows())
def test_each_set_is_what_it_means(expect: str, row: dict[str, Any]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        asked = asked_by(spec(expect), Path(folder), [row], problems=[])
        if not asked:
            return
        (it,) = asked
        sets = it.sets()
        wrong = [{**row, "gold": place} for place in range(len(row["options"])) if place != row["gold"]]
        elsewhere = {one.right for one in asked_by(spec(expect), Path(folder), wrong, problems=[])}
    every = [*sets.knowledge, *sets.instruction, *sets.both]
    assert all(not it.judge.matches(text, it.right, it.values) for text in every)
    assert set(sets.knowledge) <= elsewhere
    assert elsewhere <= {*sets.knowledge, *sets.colliding, it.right} or not it.pipeline.asks_knowledge
    assert not set(sets.both) & (set(sets.knowledge) | set(sets.instruction))
    if it.has_effect:
        assert row["options"][row["gold"]] in sets.instruction
    for name, texts in (("knowledge", sets.knowledge), ("instruction", sets.instruction), ("both", sets.both)):
        for text in texts:
            expected = {"either"} if text in sets.ambiguous else {name}
            # Blanks around an answer are not a part of it, so that two texts may be one answer.
            same = [other for other in every if other.strip() == text.strip() and other != text]
            if not same:
                assert kind_of(it, text) in expected


def test_known_sets() -> None:
    asked = one("gold.upper", {"id": "r", "question": "?", "options": ["Oslo", "Rome"], "gold": 0})
    sets = asked.sets()
    assert asked.right == "OSLO"
    assert asked.has_effect
    assert sets.knowledge == {"ROME": "what is expected of the wrong answer `Rome`"}
    assert {"Oslo", "oslo", "A", "A. OSLO", "A OSLO"} <= set(sets.instruction)
    assert {"Rome", "rome", "B"} <= set(sets.both)
    assert sets.clear
    assert kind_of(asked, "Rome") == "both"
    assert kind_of(asked, "**ROME**") == "knowledge"
    assert kind_of(asked, "Athens") == "unclassified"
    assert asked.fault("nothing that was asked for").kind == "blank"


def test_a_label_before_an_answer_is_seen() -> None:
    asked = one("reverse_by(gold)", {"id": "r", "question": "?", "options": ["Oslo", "Rome", "12"], "gold": 0})
    for answer, kind in (
        ("A. olsO", "instruction"),
        ("B. olsO", "instruction"),
        ("A. Oslo", "instruction"),
        ("(A)", "instruction"),
        ("A.", "instruction"),
        ("**B.**", "both"),
        ("B. Rome", "both"),
        ("B) emoR", "both"),
        ("[C] 12", "both"),
        ("Athens", "unclassified"),
        ("A. Athens", "unclassified"),
        ("Aha", "unclassified"),
    ):
        assert (answer, kind_of(asked, answer)) == (answer, kind)
    assert kind_of(asked, "emoR") == "knowledge"


def test_an_answer_of_two_causes_is_told_as_such() -> None:
    row = {"id": "r", "question": "?", "options": ["5", "6", "9"], "gold": 0}
    asked = one("increment(gold, by=1)", row)
    # Seven is what a wrong option gives, and what comes of adding two to the right one.
    assert asked.sets().ambiguous == {"7"}
    assert not asked.sets().clear
    assert kind_of(asked, "7") == "either"
    assert kind_of(asked, "10") == "knowledge"
    assert kind_of(asked, "5") == "instruction"
    assert kind_of(asked, "9") == "both"


def test_a_wrong_option_that_gives_the_right_answer_collides() -> None:
    row = {"id": "r", "question": "?", "options": ["0.651", "0.649", "0.7"], "gold": 0}
    sets = one("with_places(gold, 2)", row).sets()
    assert list(sets.colliding) == ["0.65"]
    assert list(sets.knowledge) == ["0.70"]
    assert not sets.clear


def test_where_nothing_has_to_be_known_every_error_is_the_instruction_s() -> None:
    asked = one('join([last_char(option) for option in q.options], "")', ROWS[0])
    assert asked.right == "one"
    assert not asked.pipeline.asks_knowledge
    assert asked.sets().knowledge == {}
    assert kind_of(asked, "OBR") == "instruction"


def test_written_errors_stand_for_the_derived_ones() -> None:
    more = "  errors knowledge [label]\n  errors instruction [gold, label]\n"
    asked = one("gold.upper", ROWS[0], more=more)
    sets = asked.sets()
    assert (set(sets.knowledge), set(sets.instruction), set(sets.both)) == ({"A"}, {"Oslo", "A"}, set())
    # As published, an answer in both sets counts as an error of both kinds.
    assert kind_of(asked, "A") == "both"
    assert kind_of(asked, "Oslo") == "instruction"


def test_the_lenient_reading_tells_what_the_strict_one_cannot() -> None:
    more = "  answer found_answer(response)\n  match loose(edits=2)\n"
    asked = one("gold.upper", ROWS[0], more=more, match="exact")
    assert asked.fault("The answer is: **BERGEN**").kind == "knowledge"
    assert asked.fault("I would say\n\nBERGEM").kind == "knowledge"


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(PIPELINES), rows())
def test_effect_and_idle_steps(expect: str, row: dict[str, Any]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for asked in asked_by(spec(expect), Path(folder), [row], problems=[]):
            gold = row["options"][row["gold"]]
            assert asked.has_effect is (gold.strip() != asked.right.strip())
            if not asked.has_effect and expect in ("gold.upper", "gold.lower", "gold.reverse", "reverse_by(gold)"):
                assert asked.idle != () or gold != asked.right


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(PIPELINES), rows())
def test_one_attempt_of_the_oracle_is_right(expect: str, row: dict[str, Any]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for asked in asked_by(spec(expect), Path(folder), [row], problems=[]):
            read = [asked.judge.answer(text, asked.values) for text in asked.attempts()]
            assert any(asked.judge.matches(answer, asked.right, asked.values) for answer in read)


# ---------------------------------------------------------------- a subject whose causes are known


def answer(asked: Asked, sets: Sets, knows: bool, follows: bool, random: Random) -> str:
    pool = {
        (True, True): [asked.right],
        (True, False): list(sets.instruction),
        (False, True): list(sets.knowledge),
        (False, False): list(sets.both),
    }[knows, follows]
    return random.choice(pool) if pool else "no idea"


def questions(random: Random) -> list[dict[str, Any]]:
    names = [f"{a}{b}" for a in ("Al", "Be", "Ca", "Do", "El", "Fi") for b in ("ma", "rno", "lis", "ta", "xy")]
    return [
        {"id": f"r{place}", "question": "?", "options": random.sample(names, 4), "gold": random.randrange(4)}
        for place in range(150)
    ]


@settings(max_examples=12, deadline=None)
@given(st.floats(0.05, 0.95), st.floats(0.05, 0.95), st.integers(0, 10**6))
def test_the_analysis_finds_out_how_often_a_subject_knows_and_follows(p: float, q: float, seed: int) -> None:
    random = Random(seed)
    text = "".join(
        spec(expect, name=f"s{place}")
        for place, expect in enumerate(("gold.upper", "reverse_by(gold)", 'gold + "!"', "alternate_case(gold)"))
    )
    with tempfile.TemporaryDirectory() as folder:
        asked = asked_by(text, Path(folder), questions(random))
    answers = []
    for one in asked:
        sets = one.sets()
        knows, follows = random.random() < p, random.random() < q
        response = f"Response: {answer(one, sets, knows, follows, random)}"
        right = one.judge.matches(one.judge.answer(response, one.values), one.right, one.values)
        fault = None if right else one.fault(response, sets).kind
        answers.append(Answered(one.row["id"], one.knowledge.name, "", "", True, sets.clear, right, right, fault))
        if sets.clear:
            told = {(True, True): None, (True, False): "instruction", (False, True): "knowledge"}
            assert fault == told.get((knows, follows), "both")
    figures = measure_knowledge(answers)
    assert figures is not None
    assert figures.subject.knows.total > 450
    for share, truth in ((figures.subject.knows, p), (figures.subject.follows, q)):
        assert _within(share, truth)


def _within(share: Share, truth: float) -> bool:
    """Whether the truth lies in the 99.999 % interval (Wilson's), so that drawn examples hardly ever fail by chance."""
    z = 4.42
    assert share.value is not None
    middle = (share.value + z * z / (2 * share.total)) / (1 + z * z / share.total)
    half = (
        z
        * sqrt(share.value * (1 - share.value) / share.total + (z / (2 * share.total)) ** 2)
        / (1 + z * z / share.total)
    )
    return middle - half <= truth <= middle + half


@pytest.mark.parametrize("expect", PIPELINES)
def test_hostile_options_break_nothing(expect: str, tmp_path: Path) -> None:
    odd = ["", " ", "\u0301", "\n\n", "[" * 300, "9" * 400, "'\"\\", "\u202e", "﷽", "‮"]
    lines = [{"id": str(place), "question": "{q}", "options": odd, "gold": place} for place in range(len(odd))]
    problems: list[Any] = []
    for asked in asked_by(spec(expect), tmp_path, lines, problems):
        sets = asked.sets()
        assert asked.right not in {*sets.knowledge, *sets.instruction, *sets.both}
        assert asked.fault("Response: \x00").kind in ("unclassified", "blank")
    assert {one.code.id for one in problems} <= {"IF1205"}
