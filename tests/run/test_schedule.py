"""Requests within a pace, a budget and a patience: each once, again where that helps, and no more than is allowed."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ifdsl.run.budget import Budget, Limits, Prices, reserved
from ifdsl.run.protocol import Failure
from ifdsl.run.retry import RetryPolicy
from ifdsl.run.schedule import Breaker, Patience, Schedule
from ifdsl.store.database import Entry
from ifdsl.store.records import Attempt, Message, Prompt, Request, Response, Usage, request_of
from tests.run.plain_client import GREEDY, SUBJECT, Plain, answer, failure, requests

QUICK = Patience(RetryPolicy(attempts=4, first=0.001, longest=0.002), timeout=5.0, deadline=10.0)


def ask_all(
    asked: Sequence[Request],
    client: Plain,
    *,
    most: int = 64,
    patience: Patience = QUICK,
    budget: Budget | None = None,
    breaker: Breaker | None = None,
) -> tuple[list[Entry], str | None]:
    """What came, in the order in which it came, and why the run stopped."""
    came: list[Entry] = []

    async def once() -> str | None:
        schedule = Schedule(client, GREEDY, came.append, most=most, patience=patience, budget=budget, breaker=breaker)
        await schedule.ask_all(asked)
        assert schedule.pace.under_way == 0
        return schedule.stopped

    return came, asyncio.run(once())


def ids(came: Sequence[Entry]) -> list[str]:
    return sorted((entry.request.prompt.id for entry in came), key=int)


def test_every_request_is_asked_once_within_the_bound() -> None:
    client = Plain()
    came, stopped = ask_all(requests(50), client, most=7)
    assert sorted(client.asked, key=int) == ids(came) == [str(n) for n in range(50)]
    assert 1 < client.most <= 7
    assert client.entered == 0
    assert stopped is None
    assert ids(came) != [entry.request.prompt.id for entry in came], "the order of the answers is to be another"


def test_what_came_is_told_with_the_request() -> None:
    (entry,), _ = ask_all(requests(1), Plain(lambda request, number: answer(request, Usage(2, None))))
    response = entry.response
    assert (response.prompt_id, response.text, response.status, response.model) == ("0", "re: prompt 0", "ok", "m")
    assert response.request == entry.request.key == requests(1)[0].key
    assert (response.attempts, response.error, response.error_kind) == (1, None, None)
    assert response.usage == Usage(2, None)
    # What the server does not count is taken to be the most that it can have been.
    assert [attempt.usage for attempt in entry.attempts] == [Usage(2, 100)]
    assert response.latency == entry.attempts[0].seconds < 5


def test_no_requests_are_no_trouble() -> None:
    assert ask_all([], Plain()) == ([], None)


def test_the_slots_of_a_client_are_its_bound() -> None:
    client = Plain(slots=3)
    ask_all(requests(30), client)
    assert client.most == 3


def test_a_bound_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 1 is needed"):
        ask_all(requests(1), Plain(), most=0)


@pytest.mark.parametrize(
    "messages", [(), (Message("user", " "),), (Message("user", "\ud800"),)], ids=["none", "blank", "half"]
)
def test_a_prompt_that_cannot_be_sent_is_not(messages: tuple[Message, ...]) -> None:
    client = Plain()
    (entry,), stopped = ask_all([request_of(SUBJECT, GREEDY, Prompt("7", messages))], client)
    response = entry.response
    assert (response.status, response.error_kind, response.attempts) == ("api_error", "invalid_prompt", 0)
    assert (client.asked, entry.attempts, stopped) == ([], (), None)


# Another try


def test_what_passes_is_tried_again_and_every_attempt_is_told() -> None:
    def result(request: Request, number: int) -> Failure | None:
        return [failure("http_503", retried=True), failure("timeout", 0.001, retried=True), None][number - 1]

    (entry,), _ = ask_all(requests(1), Plain(result))
    assert (entry.response.status, entry.response.attempts, entry.response.error) == ("ok", 3, None)
    told = [(one.number, one.outcome, one.http_status, one.message, one.retry_after) for one in entry.attempts]
    assert told == [
        (1, "http_503", 503, "no: http_503", None),
        (2, "timeout", None, "no: timeout", 0.001),
        (3, "answer", None, None, None),
    ]
    # Of an attempt that timed out the answer may have been paid for.
    most = reserved(entry.request.prompt, GREEDY)
    assert [one.usage for one in entry.attempts] == [Usage(0, 0), Usage(*most), Usage(2, 3)]
    assert [one.started for one in entry.attempts] == sorted(one.started for one in entry.attempts)


def test_what_lasts_is_not() -> None:
    (entry,), _ = ask_all(requests(1), Plain(lambda request, number: failure("http_404")))
    assert (entry.response.status, entry.response.error_kind, entry.response.attempts) == ("api_error", "http_404", 1)
    assert entry.response.error == "no: http_404"


def test_attempts_run_out() -> None:
    client = Plain(lambda request, number: failure("http_503", retried=True))
    (entry,), _ = ask_all(requests(1), client)
    assert (entry.response.attempts, len(entry.attempts), len(client.asked)) == (4, 4, 4)


def test_a_wait_that_a_server_asks_for_holds_up_that_request_alone() -> None:
    def result(request: Request, number: int) -> Failure | None:
        return failure("http_429", 0.3, retried=True) if request.prompt.id == "0" and number == 1 else None

    came, _ = ask_all(requests(60), Plain(result), most=2)
    assert [entry.request.prompt.id for entry in came][-1] == "0"
    assert len(came) == 60
    first, second = came[-1].attempts
    assert first.retry_after == 0.3
    assert second.started - first.started >= 0.3


def test_a_wait_beyond_the_deadline_is_not_begun() -> None:
    (entry,), _ = ask_all(requests(1), Plain(lambda request, number: failure("http_429", 3600, retried=True)))
    assert entry.response.attempts == 1
    assert entry.response.error == "no: http_429; the next try would come after the deadline of 10 s"


def test_no_attempt_has_longer_than_what_is_left_until_the_deadline() -> None:
    client = Plain(lambda request, number: failure("http_500", retried=True))
    patience = Patience(RetryPolicy(100, 0.02, 0.02), timeout=0.1, deadline=0.15)
    (entry,), _ = ask_all(requests(1), client, patience=patience)
    assert (entry.response.error or "").endswith("after the deadline of 0.15 s")
    assert 2 < len(client.limits) < 12
    assert client.limits[0] == 0.1
    assert client.limits == sorted(client.limits, reverse=True)


def test_a_place_that_comes_after_the_deadline_is_not_taken() -> None:
    """A request that waits for its second try behind others does not go out with no time left."""

    class Slow(Plain):
        async def attempt(self, request: Request, *rest: object) -> Failure | object:
            if request.prompt.id == "1":
                await asyncio.sleep(0.2)
            return await super().attempt(request, *rest)  # type: ignore[arg-type]

    def result(request: Request, number: int) -> Failure | None:
        return failure("http_500", retried=True) if request.prompt.id == "0" else None

    client = Slow(result, slots=1)

    async def once() -> list[Entry]:
        came: list[Entry] = []
        patience = Patience(RetryPolicy(9, 0.02, 0.02), 5.0, 0.1)
        schedule = Schedule(client, GREEDY, came.append, most=2, patience=patience)
        schedule.pace.most = 1
        # Two workers for one place: the second request has it while the first waits for its second try.
        waiting = iter(requests(2))
        await client.__aenter__()
        await asyncio.gather(schedule._work(waiting), schedule._work(waiting))
        await client.__aexit__()
        return came

    came = asyncio.run(once())
    first = next(entry for entry in came if entry.request.prompt.id == "0")
    assert (first.response.attempts, client.asked.count("0")) == (1, 1)
    assert (first.response.error or "").endswith("after the deadline of 0.1 s")


# The end of a run


@pytest.mark.parametrize("kind", ["http_401", "http_400", "connection", "quota"])
def test_failures_in_a_row_stop_the_run(kind: str) -> None:
    client = Plain(lambda request, number: failure(kind))
    came, stopped = ask_all(requests(100), client, most=4, breaker=Breaker(5))
    assert stopped == f"5 requests in a row failed, the last with: no: {kind}"
    # Those under way when the fifth failed are still heard.
    assert 5 <= len(came) <= 8
    assert len(client.asked) == len(came)


@pytest.mark.parametrize("kind", ["context_length", "invalid_prompt", "template_error", "timeout", "recorded"])
def test_failures_of_single_prompts_do_not(kind: str) -> None:
    came, stopped = ask_all(requests(30), Plain(lambda request, number: failure(kind)), breaker=Breaker(5))
    assert (stopped, len(came)) == (None, 30)


def test_an_answer_sets_the_count_of_failures_back() -> None:
    breaker = Breaker(3)
    bad = Response("1", "", "api_error", "m", error="no", error_kind="http_500")
    too_long = Response("1", "", "api_error", "m", error="no", error_kind="context_length")
    good = Response("1", "", "empty", "m")
    for response in (bad, bad, good, bad, too_long, bad):
        assert breaker.note(response) is None
    assert breaker.note(bad) == "3 requests in a row failed, the last with: no"


def test_what_is_under_way_when_a_run_stops_is_waited_for() -> None:
    came: list[Entry] = []
    client = Plain()

    async def once() -> str | None:
        def deliver(entry: Entry) -> None:
            came.append(entry)
            schedule.stop("enough")
            schedule.stop("a later reason")

        schedule = Schedule(client, GREEDY, deliver, most=5)
        await schedule.ask_all(requests(50))
        return schedule.stopped

    assert asyncio.run(once()) == "enough"
    assert ids(came) == sorted(client.asked, key=int)
    assert len(came) <= 5


def test_a_request_that_waits_for_its_next_try_when_a_run_stops_is_told_as_it_is() -> None:
    came: list[Entry] = []
    stopped: list[str] = []

    def result(request: Request, number: int) -> Failure | None:
        return failure("http_429", 60.0, retried=True) if request.prompt.id == "0" else None

    async def once() -> None:
        def deliver(entry: Entry) -> None:
            came.append(entry)
            if len(came) == 3:
                schedule.stop("enough")
                stopped.append("yes")

        schedule = Schedule(Plain(result), GREEDY, deliver, patience=Patience(deadline=600))
        await schedule.ask_all(requests(4))

    asyncio.run(asyncio.wait_for(once(), 30))
    assert stopped == ["yes"]
    last = came[-1]
    assert (last.request.prompt.id, last.response.error_kind, last.response.attempts) == ("0", "http_429", 1)


def test_an_error_where_entries_go_ends_the_run() -> None:
    client = Plain()

    async def once() -> None:
        def deliver(entry: Entry) -> None:
            raise OSError("no room")

        await Schedule(client, GREEDY, deliver, most=3).ask_all(requests(50))

    with pytest.raises(OSError, match="no room"):
        asyncio.run(once())
    assert client.entered == 0
    assert len(client.asked) < 50


# Budgets


usages = st.lists(st.tuples(st.integers(0, 25), st.integers(0, 100)), min_size=1, max_size=25)


@given(usages, st.integers(1, 3000), st.integers(1, 30), st.integers(1, 8), st.randoms(use_true_random=False))
def test_no_budget_is_exceeded_and_none_is_given_up_early(
    used: list[tuple[int, int]], tokens: int, most_requests: int, most: int, random: object
) -> None:
    """Each attempt uses what is drawn for it, at most what is held for it; some fail and are tried again."""
    outcomes = iter([Usage(*one) for one in used] * 40)
    spent: list[Usage] = []

    def result(request: Request, number: int) -> Failure | object:
        if random.random() < 0.2:  # type: ignore[attr-defined]
            spent.append(Usage(0, 0))
            return failure("http_503", retried=True)
        spent.append(next(outcomes))
        return answer(request, spent[-1])

    asked = requests(len(used))
    prices = Prices(1e6, 2e6)
    limits = Limits(cost=2 * tokens, tokens=tokens, requests=most_requests)
    budget = Budget(limits, prices)
    patience = Patience(RetryPolicy(4, 0.0, 0.0))
    came, stopped = ask_all(asked, Plain(result), most=most, budget=budget, patience=patience)  # type: ignore[arg-type]
    total = sum(p + c for p, c in spent)
    cost = sum(p + 2 * c for p, c in spent)
    assert (total, len(spent)) == (budget.prompt_tokens + budget.completion_tokens, budget.requests)
    assert total <= tokens
    assert cost <= 2 * tokens
    assert len(spent) <= most_requests
    assert not budget.holds
    if stopped is None:
        assert len(came) == len(asked)
    else:
        # Nothing was under way any more that could have come to less, and one more might have been too much.
        needs = [reserved(request.prompt, GREEDY) for request in asked]
        assert (
            len(spent) == most_requests
            or any(total + p + c > tokens for p, c in needs)
            or any(cost + p + 2 * c > 2 * tokens for p, c in needs)
        )


def test_a_budget_goes_on_when_what_was_under_way_turns_out_cheaper() -> None:
    asked = requests(40)
    each = reserved(asked[-1].prompt, GREEDY)
    # Room for two at their most; at what they come to there is room for all.
    budget = Budget(Limits(tokens=2 * sum(each) + 40 * 5))
    client = Plain()
    came, stopped = ask_all(asked, client, budget=budget)
    assert (len(came), stopped) == (40, None)
    assert 1 < client.most <= 3


def test_a_budget_that_is_spent_stops_the_run_in_plain_words() -> None:
    came, stopped = ask_all(requests(40), Plain(), budget=Budget(Limits(requests=7)))
    assert (len(came), stopped) == (7, "the limit of 7 requests is reached")


def test_a_try_again_is_a_request_of_the_budget() -> None:
    client = Plain(lambda request, number: failure("http_500", retried=True))
    came, stopped = ask_all(requests(1), client, budget=Budget(Limits(requests=2)))
    assert (len(client.asked), stopped) == (2, "the limit of 2 requests is reached")
    assert [entry.response.attempts for entry in came] == [2]


def test_attempts_are_numbered_from_one() -> None:
    came, _ = ask_all(requests(3), Plain())
    assert all([attempt.number for attempt in entry.attempts] == [1] for entry in came)
    assert all(isinstance(attempt, Attempt) for entry in came for attempt in entry.attempts)
