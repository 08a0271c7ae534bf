"""Records: joining verdicts, naming requests, and refusing values that cannot be sent."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ifdsl.store.records import (
    VERDICTS,
    ItemResult,
    Message,
    Problem,
    Prompt,
    RequirementResult,
    Response,
    Sampling,
    fingerprint,
    join,
)

verdicts = st.lists(st.sampled_from(VERDICTS), max_size=6)


def requirement(strict: str, loose: str = "pass") -> RequirementResult:
    return RequirementResult("r", "std.length.word_count", "length", strict, loose)  # type: ignore[arg-type]


def test_a_prompt_of_one_text_is_one_user_message() -> None:
    assert Prompt.of_text("1", "hello").messages == (Message("user", "hello"),)
    with_system = Prompt.of_text("1", "hello", system="be brief")
    assert with_system.messages == (Message("system", "be brief"), Message("user", "hello"))
    assert with_system.text == "hello"
    assert Prompt("1", (Message("system", "x"),)).text == ""


@pytest.mark.parametrize(
    ("given_verdicts", "whole"),
    [
        (["pass", "pass"], True),
        (["pass", "fail", "unknown"], False),
        (["pass", "unknown"], None),
        (["pass", "not_applicable"], True),
        (["not_applicable"], None),
        ([], None),
    ],
)
def test_join_is_the_strong_kleene_conjunction(given_verdicts: list, whole: bool | None) -> None:
    assert join(given_verdicts) is whole


@given(verdicts, verdicts)
def test_join_does_not_depend_on_order_and_never_gets_better_by_more_failures(first: list, second: list) -> None:
    assert join(first + second) == join(second + first)
    assert join([*first, "fail"]) is False


@given(verdicts, st.sampled_from(["empty", "refused", "content_filter", "api_error", "timeout"]))
def test_an_item_without_an_answer_is_failed(strict: list, status: str) -> None:
    response = Response("1", "", status, "m")  # type: ignore[arg-type]
    item = ItemResult.of(Prompt.of_text("1", "x"), response, [requirement(v) for v in strict])
    assert (item.strict, item.loose, item.answered) == (False, False, False)
    assert ItemResult.of(Prompt.of_text("1", "x"), None, []).strict is False


def test_a_blank_text_is_no_answer_whatever_its_status_says() -> None:
    assert not Response("1", " \n", "ok", "m").answered
    assert Response("1", "cut", "truncated", "m").answered


def test_a_fingerprint_names_what_decides_the_answer() -> None:
    hello = (Message("user", "hello"),)
    base = fingerprint("m", Sampling(), hello)
    assert base == fingerprint("m", Sampling(temperature=0), hello)
    others = [
        fingerprint("n", Sampling(), hello),
        fingerprint("m", Sampling(seed=1), hello),
        fingerprint("m", Sampling(max_tokens=5), hello),
        fingerprint("m", Sampling(temperature=None), hello),
        fingerprint("m", Sampling(top_p=0.5), hello),
        fingerprint("m", Sampling(stop=("x",)), hello),
        fingerprint("m", Sampling(extra={"top_k": 1}), hello),
        fingerprint("m", Sampling(), (Message("system", "hello"),)),
        fingerprint("m", Sampling(), (Message("user", "hello "),)),
    ]
    assert len({base, *others}) == len(others) + 1


@given(st.text(), st.text(), st.text())
def test_moving_text_between_messages_changes_the_fingerprint(a: str, b: str, c: str) -> None:
    one = fingerprint("m", Sampling(), (Message("user", a + b), Message("user", c)))
    two = fingerprint("m", Sampling(), (Message("user", a), Message("user", b + c)))
    assert (one == two) == (b == "")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"max_tokens": 0}, "`max_tokens` is 0"),
        ({"temperature": float("nan")}, "`temperature` is nan"),
        ({"top_p": float("inf")}, "`top_p` is inf"),
        ({"extra": {"x": object()}}, "JSON cannot express"),
        ({"stop": ("\ud800",)}, "JSON cannot express"),
        ({"extra": {"stream": True}}, "`stream` has no place"),
        ({"extra": {"max_tokens": 9}}, "`max_tokens` has no place"),
    ],
)
def test_sampling_that_cannot_be_sent_is_refused(arguments: dict, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Sampling(**arguments)


def test_a_problem_says_where() -> None:
    assert str(Problem("a.jsonl", 3, "malformed", "this line is blank")) == "a.jsonl:3: this line is blank"
    assert str(Problem("a.jsonl", None, "missing", "`1` has no response")) == "a.jsonl: `1` has no response"
