"""What a run may spend: never more, whatever requests come to; and all of it, where they come to less."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ifdsl.run.budget import Budget, Limits, Prices, Reservation, expected, reserved
from ifdsl.store.database import Spent
from ifdsl.store.records import Message, Prompt, Sampling, Usage

reservations = st.builds(Reservation, st.integers(0, 50), st.integers(0, 50))
steps = st.lists(
    st.one_of(st.tuples(st.just("admit"), reservations), st.tuples(st.just("settle"), st.floats(0, 1))), max_size=60
)


@given(
    st.one_of(st.none(), st.integers(0, 300)),
    st.one_of(st.none(), st.integers(0, 20)),
    st.one_of(st.none(), st.floats(0, 500)),
    steps,
)
def test_it_admits_what_surely_fits_and_nothing_else(
    tokens: int | None, most: int | None, cost: float | None, taken: list[tuple[str, object]]
) -> None:
    prices = Prices(1e6, 3e6)
    budget = Budget(Limits(cost, tokens, most), prices)
    held: list[Reservation] = []
    prompt = completion = count = 0
    for step, value in taken:
        if step == "admit":
            assert isinstance(value, Reservation)
            p = prompt + sum(each.prompt_tokens for each in held) + value.prompt_tokens
            c = completion + sum(each.completion_tokens for each in held) + value.completion_tokens
            fits = (
                (tokens is None or p + c <= tokens)
                and (most is None or count + len(held) + 1 <= most)
                and (cost is None or prices.cost(p, c) <= cost)
            )
            assert (budget.admit(value) is None) == fits
            if fits:
                held.append(value)
        elif held:
            assert isinstance(value, float)
            one = held.pop()
            used = Usage(int(value * one.prompt_tokens), int(value * one.completion_tokens))
            budget.settle(one, used)
            prompt, completion, count = prompt + (used[0] or 0), completion + (used[1] or 0), count + 1
        assert budget.holds == bool(held)
        assert (budget.prompt_tokens, budget.completion_tokens, budget.requests) == (prompt, completion, count)
        # INVARIANT: even if all that is held comes to its most, no limit is passed.
        p = prompt + sum(each.prompt_tokens for each in held)
        c = completion + sum(each.completion_tokens for each in held)
        assert tokens is None or p + c <= tokens
        assert cost is None or prices.cost(p, c) <= cost
        assert most is None or count + len(held) <= most


def test_what_was_spent_before_counts() -> None:
    budget = Budget.after(Spent(3, 40, 50), Limits(tokens=100), None)
    assert budget.admit(Reservation(5, 6)) == "one more request could go beyond the limit of 100 tokens"
    assert budget.admit(Reservation(5, 5)) is None
    assert (budget.requests, budget.cost) == (3, None)


def test_the_words_of_each_limit() -> None:
    one = Reservation(1, 1)
    assert Budget(Limits(requests=0)).admit(one) == "the limit of 0 requests is reached"
    over = Budget(Limits(cost=0.5), Prices(1e6, 1e6)).admit(one)
    assert over == "one more request could go beyond the limit of 0.5 on the cost"


def test_a_limit_on_the_cost_needs_prices() -> None:
    with pytest.raises(ValueError, match="needs the prices"):
        Budget(Limits(cost=1.0))


def test_the_cost_is_in_the_currency_of_the_prices() -> None:
    budget = Budget(prices=Prices(0.5, 2.0))
    assert budget.admit(Reservation(9, 9)) is None
    budget.settle(Reservation(9, 9), Usage(2_000_000, 1_000_000))
    assert budget.cost == pytest.approx(3.0)


texts = st.text(st.characters(codec="utf-8"), max_size=200)


@given(st.lists(texts, max_size=4), st.integers(1, 10_000))
def test_what_is_held_for_a_request_is_no_less_than_its_bytes(contents: list[str], limit: int) -> None:
    prompt = Prompt("1", tuple(Message("user", content) for content in contents))
    most = reserved(prompt, Sampling(max_tokens=limit))
    assert most.completion_tokens == limit
    assert most.prompt_tokens >= sum(len(content.encode()) for content in contents)


@given(st.lists(texts, max_size=4), st.integers(1, 10_000))
def test_what_is_expected_lies_between_nothing_and_what_is_held(contents: list[str], limit: int) -> None:
    prompts = [Prompt.of_text(str(n), content) for n, content in enumerate(contents)]
    sampling = Sampling(max_tokens=limit)
    least, most = expected(prompts, sampling)
    held = [reserved(prompt, sampling) for prompt in prompts]
    assert 0 <= least.prompt_tokens <= most.prompt_tokens <= sum(each.prompt_tokens for each in held)
    assert (least.completion_tokens, most.completion_tokens) == (0, sum(each.completion_tokens for each in held))
