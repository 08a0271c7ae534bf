"""Asking for a run: what came is written, nothing is asked twice, and signals end it softly."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest

from ifdsl.run.asking import Manner, Outcome, State, ask
from ifdsl.run.budget import Limits, Prices
from ifdsl.run.clients import Endpoint, OpenAIClient
from ifdsl.run.protocol import Failure
from ifdsl.run.retry import RetryPolicy
from ifdsl.run.schedule import INTERRUPTED, Patience
from ifdsl.store.database import Entry
from ifdsl.store.records import Prompt, Request, Response, Sampling, Subject, Usage, request_of
from ifdsl.store.runs import Run
from tests.run.faulty_server import LASTING, PASSING, FaultyServer, Plan, text_of
from tests.run.plain_client import GREEDY, SUBJECT, Plain, answer, failure, requests

needs_openai = pytest.mark.skipif(find_spec("openai") is None, reason="needs the extra `openai`")
QUICK = Patience(RetryPolicy(attempts=4, first=0.001, longest=0.002), timeout=0.5, deadline=20.0)
MANNER = Manner(patience=QUICK)
NEVER_MADE = ("filter_error", "context_length", "template_error", "unauthorised")
"""Faults by which the server refuses a request, so that no answer is paid for."""


def responses(run: Run, asked: Sequence[Request]) -> list[Response | None]:
    return [run.database.response(request) for request in asked]


def statuses(run: Run, asked: Sequence[Request]) -> list[str | None]:
    return [None if each is None else each.status for each in responses(run, asked)]


# In this process


def test_what_came_is_in_the_run(run: Run) -> None:
    asked = requests(50)
    outcome = ask(run, asked, Plain(), GREEDY, MANNER)
    assert outcome == Outcome(kept=0, asked=50, stopped=None)
    found = responses(run, asked)
    assert [each and each.text for each in found] == [f"re: prompt {n}" for n in range(50)]
    assert [each and each.prompt_id for each in found] == [str(n) for n in range(50)]
    assert run.database.spent() == (50, 100, 150)


def test_no_requests_are_no_trouble(run: Run) -> None:
    client = Plain()
    assert ask(run, [], client, GREEDY) == Outcome(0, 0, None)


def test_a_response_outlives_a_crash_before_anyone_hears_of_it(run: Run) -> None:
    states: list[State] = []

    def check(entries: Sequence[Entry], state: State) -> None:
        states.append(state)
        with Run.read(run.folder) as looked:
            assert {entry.request.key for entry in entries} <= looked.database.answered()

    assert ask(run, requests(20), Plain(), GREEDY, replace(MANNER, most=3), check).asked == 20
    assert all(0 <= state.under_way <= state.limit <= 3 for state in states)
    assert {state.to_ask for state in states} == {20}
    assert states[-1].budget.requests == 20


def test_a_run_goes_on_where_it_ended(run: Run) -> None:
    ask(run, requests(6), Plain(), GREEDY, MANNER)
    client = Plain()
    outcome = ask(run, requests(9), client, GREEDY, MANNER)
    assert sorted(client.asked) == ["6", "7", "8"]
    assert outcome == Outcome(kept=6, asked=3, stopped=None)
    # With nothing left the client is not even entered: a model that is gone keeps nobody from its answers.
    assert ask(run, requests(9), Plain(entered=5), GREEDY, MANNER) == Outcome(9, 0, None)


@pytest.mark.parametrize(
    ("subject", "sampling", "changed", "asked"),
    [
        (SUBJECT, GREEDY, "", 0),
        (Subject("openai", "other"), GREEDY, "", 3),
        (Subject("vllm", "m"), GREEDY, "", 3),
        (Subject("openai", "m", "another revision"), GREEDY, "", 3),
        (SUBJECT, Sampling(seed=1), "", 3),
        (SUBJECT, Sampling(max_tokens=9), "", 3),
        (SUBJECT, GREEDY, "!", 3),
    ],
)
def test_only_answers_to_the_same_request_are_kept(
    subject: Subject, sampling: Sampling, changed: str, asked: int, run: Run
) -> None:
    ask(run, requests(3), Plain(), GREEDY, MANNER)
    now = requests(3, sampling, subject, changed=changed)
    outcome = ask(run, now, Plain(subject=subject), sampling, MANNER)
    assert (outcome.asked, outcome.kept) == (asked, 3 - asked)
    assert [each and each.text for each in responses(run, now)] == [f"re: prompt {n}{changed}" for n in range(3)]
    # What was answered before is still there.
    assert ask(run, requests(3), Plain(), GREEDY, MANNER).asked == 0


def test_what_did_not_arrive_is_asked_for_again(run: Run) -> None:
    def first(request: Request, number: int) -> Failure | None:
        return {"1": failure("http_500"), "2": failure("timeout")}.get(request.prompt.id)

    asked = requests(4)
    ask(run, asked, Plain(first), GREEDY, MANNER)
    assert statuses(run, asked) == ["ok", "api_error", "timeout", "ok"]
    client = Plain(lambda request, number: failure("http_500") if request.prompt.id == "2" else None)
    outcome = ask(run, asked, client, GREEDY, MANNER)
    assert sorted(client.asked) == ["1", "2"]
    assert (outcome.kept, outcome.asked) == (2, 2)
    assert statuses(run, asked) == ["ok", "ok", "api_error", "ok"]
    assert [len(run.database.attempts(request.key)) for request in asked] == [1, 2, 2, 1]


def test_answers_to_one_prompt_have_keys_and_seeds_of_their_own(run: Run) -> None:
    sampling = Sampling(seed=7, max_tokens=9)
    asked = requests(3, sampling, repeats=4)
    assert len({request.key for request in asked}) == 12
    assert ask(run, asked, Plain(), sampling, MANNER).asked == 12
    assert [each and (each.prompt_id, each.repeat) for each in responses(run, asked)] == [
        (str(n), repeat) for n in range(3) for repeat in range(4)
    ]


def test_two_requests_that_are_the_same_are_refused(run: Run) -> None:
    client = Plain()
    with pytest.raises(ValueError, match="two of the requests are the same"):
        ask(run, [*requests(2), *requests(1)], client, GREEDY)
    assert client.asked == []


def test_an_error_of_the_watcher_ends_the_run_and_loses_nothing(run: Run) -> None:
    def full(entries: Sequence[Entry], state: State) -> None:
        if any(entry.request.prompt.id == "3" for entry in entries):
            raise OSError("terminal gone")

    client = Plain()
    with pytest.raises(OSError, match="terminal gone"):
        ask(run, requests(5000), client, GREEDY, replace(MANNER, most=2), full)
    assert client.entered == 0
    assert len(client.asked) < 5000
    assert len(run.database.answered()) == len(client.asked)


def test_what_a_limit_leaves_is_asked_by_a_later_command(run: Run) -> None:
    """A limit holds for the run, and not for each command."""
    asked = requests(10)
    first = ask(run, asked, Plain(), GREEDY, replace(MANNER, limits=Limits(requests=4)))
    assert (first.asked, first.stopped) == (4, "the limit of 4 requests is reached")
    again = Plain()
    assert ask(run, asked, again, GREEDY, replace(MANNER, limits=Limits(requests=4))).asked == 0
    assert again.asked == []
    rest = ask(run, asked, Plain(), GREEDY, replace(MANNER, limits=Limits(requests=10)))
    assert (rest.kept, rest.asked, rest.stopped) == (4, 6, None)


def test_the_cost_so_far_counts_what_was_spent_before(run: Run) -> None:
    prices = Prices(1e6, 0.0)
    client = Plain(lambda request, number: answer(request, Usage(10, 0)))
    manner = replace(MANNER, prices=prices, limits=Limits(cost=1e9))
    ask(run, requests(3), client, GREEDY, manner)
    costs: list[float | None] = []
    ask(run, requests(4), client, GREEDY, manner, lambda entries, state: costs.append(state.budget.cost))
    assert costs[-1] == pytest.approx(40)


def test_failures_in_a_row_stop_the_run_and_keep_what_was_paid_for(run: Run) -> None:
    def result(request: Request, number: int) -> Failure | None:
        return failure("http_401") if int(request.prompt.id) >= 20 else None

    outcome = ask(run, requests(200), Plain(result), GREEDY, replace(MANNER, most=4, stop_after=5))
    assert outcome.stopped == "5 requests in a row failed, the last with: no: http_401"
    assert len(run.database.answered()) == 20
    assert outcome.asked < 30


# A server with faults


def ask_server(
    run: Run, server: FaultyServer, asked: Sequence[Request], sampling: Sampling = GREEDY, most: int = 32
) -> Outcome:
    manner = Manner(most, QUICK, stop_after=10**6)
    return ask(run, asked, OpenAIClient(Endpoint("m", server.base_url)), sampling, manner)


@needs_openai
@pytest.mark.parametrize("fault", PASSING)
def test_a_passing_fault_is_tried_again(fault: str, run: Run) -> None:
    asked = requests(3)
    with FaultyServer(Plan(passing=[fault], share=1.0, most=1)) as server:
        assert ask_server(run, server, asked).stopped is None
    assert server.faults[fault] == 3
    assert [each and (each.status, each.attempts) for each in responses(run, asked)] == [("ok", 2)] * 3
    kinds = {
        **{name: f"http_{name[:3]}" for name in PASSING if name[0].isdigit()},
        **dict.fromkeys(("dropped_before", "dropped_within", "broken_stream"), "broken_off"),
        **dict.fromkeys(("not_json", "cut_json", "no_choices"), "malformed"),
        "stalled": "timeout",
    }
    attempts = run.database.attempts(asked[0].key)
    assert [one.outcome for one in attempts] == [kinds[fault], "answer"]
    assert [one.http_status for one in attempts] == [int(fault[:3]) if fault[0].isdigit() else None, None]
    # What may have been paid for counts as if it had been.
    assert bool(attempts[0].usage.completion_tokens) == (kinds[fault] in ("broken_off", "malformed", "timeout"))
    if fault == "429_seconds":
        assert attempts[0].retry_after == server.plan.wait


@needs_openai
@pytest.mark.parametrize("fault", PASSING)
def test_a_fault_that_does_not_pass_is_told_at_the_end(fault: str, run: Run) -> None:
    (request,) = asked = requests(1)
    with FaultyServer(Plan(passing=[fault], share=1.0, most=99)) as server:
        ask_server(run, server, asked)
        # It is no answer: the next command asks again.
        server.plan = Plan()
        assert ask_server(run, server, asked).asked == 1
    assert server.asked[request.prompt.text, None] == 5
    assert len(run.database.attempts(request.key)) == 5
    assert statuses(run, asked) == ["ok"]


@needs_openai
@pytest.mark.parametrize("fault", LASTING)
def test_a_lasting_fault_has_its_status_and_is_asked_once(fault: str, run: Run) -> None:
    asked = requests(3)
    with FaultyServer(Plan(lasting=[fault], share=1.0)) as server:
        ask_server(run, server, asked)
    assert statuses(run, asked) == [LASTING[fault]] * 3
    assert set(server.asked.values()) == {1}
    kind = {
        "filter_error": "content_filter",
        "context_length": "context_length",
        "template_error": "template_error",
        "unauthorised": "http_401",
    }
    assert [each and each.error_kind for each in responses(run, asked)] == [kind.get(fault)] * 3


@needs_openai
@pytest.mark.parametrize(("seed", "most"), [(1, 16), (2, 32), (3, 64)])
def test_under_random_faults_nothing_is_lost_and_nothing_is_doubled(seed: int, most: int, run: Run) -> None:
    sampling = Sampling(max_tokens=50, temperature=0.7, seed=11)
    asked = requests(150, sampling, repeats=2)
    quick = [fault for fault in PASSING if fault != "stalled"]
    plan = Plan(seed, passing=quick, lasting=list(LASTING), share=0.3)
    with FaultyServer(plan) as server:
        outcome = ask_server(run, server, asked, sampling, most)
    assert outcome == Outcome(0, 300, None)
    assert server.most_under_way <= most
    assert sum(server.asked.values()) > 350, "faults were to be met"
    for request, response in zip(asked, responses(run, asked), strict=True):
        question = request.prompt.text, 11 + request.repeat
        lasting = plan.lasting_fault(question)
        assert response is not None
        assert (response.prompt_id, response.repeat) == (request.prompt.id, request.repeat)
        assert response.status == ("ok" if lasting is None else LASTING[lasting])
        if response.status in ("ok", "truncated"):
            assert response.text == text_of(question)
        # No answer was paid for twice, and none was made that is not there.
        assert server.in_full[question] == (lasting not in NEVER_MADE)
        attempts = run.database.attempts(request.key)
        assert len(attempts) == response.attempts == server.asked[question]
    with Run.read(run.folder) as looked:
        assert len(looked.database.answered()) == 300 - sum(
            LASTING.get(plan.lasting_fault((r.prompt.text, 11 + r.repeat)) or "") == "api_error" for r in asked
        )


@needs_openai
def test_each_answer_to_a_prompt_is_asked_with_a_seed_of_its_own(run: Run) -> None:
    sampling = Sampling(seed=5)
    with FaultyServer() as server:
        ask_server(run, server, requests(2, sampling, repeats=3), sampling)
    assert sorted(server.asked) == [(f"prompt {n}", 5 + repeat) for n in range(2) for repeat in range(3)]
    assert set(server.asked.values()) == {1}


@needs_openai
def test_an_answer_that_came_is_never_asked_for_again(run: Run) -> None:
    asked = requests(60)
    with FaultyServer() as server:
        ask_server(run, server, asked[:25])
        ask_server(run, server, asked)
        ask_server(run, server, asked)
    assert set(server.asked.values()) == {1}
    assert len(server.asked) == 60


# Signals

PROGRAM = """
import sys
from pathlib import Path
from ifdsl.run.asking import Manner, ask
from ifdsl.run.clients import Endpoint, OpenAIClient
from ifdsl.store.runs import Run
from tests.run.plain_client import GREEDY, SUBJECT, requests
with Run.write(Path(sys.argv[1]), {"subject": SUBJECT._asdict(), "repeats": 1}) as run:
    client = OpenAIClient(Endpoint("m", sys.argv[2]))
    outcome = ask(run, requests(200), client, GREEDY, Manner(most=int(sys.argv[3])))
    print(outcome.stopped, outcome.kept, outcome.asked, flush=True)
"""
ROOT = Path(__file__).parents[2]


class Program:
    """The program above in a process of its own."""

    def __init__(self, folder: Path, server: FaultyServer, most: int) -> None:
        self.folder, self.server = folder, server
        command = [sys.executable, "-c", PROGRAM, str(folder), server.base_url, str(most)]
        environment = {**os.environ, "OPENAI_API_KEY": "", "PYTHONPATH": str(ROOT)}
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment, cwd=folder.parent
        )

    def __enter__(self) -> Program:
        return self

    def __exit__(self, *error: object) -> None:
        self.process.kill()
        self.process.communicate()

    def wait_until(self, holds: Callable[[], bool], what: str) -> None:
        end = time.monotonic() + 30
        while not holds():
            assert self.process.poll() is None, self.process.communicate()
            assert time.monotonic() < end, f"{what} did not come about"
            time.sleep(0.005)

    def signal(self, how: signal.Signals) -> None:
        self.process.send_signal(how)

    def end(self) -> tuple[str, str]:
        return self.process.communicate(timeout=30)


def there(folder: Path) -> set[str]:
    """The texts of the prompts that the run in a folder has an answer to."""
    with Run.read(folder) as run:
        answered = run.database.answered()
    return {request.prompt.text for request in requests(200) if request.key in answered}


posix = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")


@posix
@needs_openai
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM], ids=["ctrl-c", "terminate"])
def test_the_first_signal_waits_for_what_is_under_way_and_keeps_it(how: signal.Signals, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    with FaultyServer(Plan(delay=(0.05, 0.1))) as server, Program(folder, server, 6) as program:
        program.wait_until(lambda: len(server.in_full) >= 20, "twenty answers")
        program.signal(how)
        out, err = program.end()
        asked = set(server.asked)
    kept = there(folder)
    assert 20 <= len(kept) < 200
    assert out.split() == [INTERRUPTED, "0", str(len(kept))]
    # What was under way is there too: nothing that was asked is missing, and it was asked once.
    assert {text for text, _ in asked} == kept
    assert set(server.asked.values()) == {1}
    assert "under way; Ctrl-C again waits no longer" in err
    assert "Traceback" not in err


@posix
@needs_openai
def test_the_second_signal_gives_up_what_is_under_way(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    # The first eight answers come at once, and the others never.
    with FaultyServer(Plan(answers=8)) as server, Program(folder, server, 6) as program:
        program.wait_until(lambda: len(server.in_full) == 8 and server.under_way == 6, "six that hang")
        program.signal(signal.SIGINT)
        assert program.process.stderr is not None
        line = program.process.stderr.readline() + program.process.stderr.readline()
        assert line.strip() == "waiting for 6 answers under way; Ctrl-C again waits no longer"
        assert program.process.poll() is None
        program.signal(signal.SIGINT)
        out, err = program.end()
    assert out.split() == [INTERRUPTED, "0", "8"]
    assert len(there(folder)) == 8
    assert "Traceback" not in err


@posix
def test_a_run_that_stopped_by_itself_is_given_up_by_the_second_signal_too(run: Run) -> None:
    class Hanging(Plain):
        """All that is asked fails, but for what is asked first, which hangs."""

        async def attempt(self, request: Request, *rest: object) -> object:
            if request.prompt.id == "0":
                loop = asyncio.get_running_loop()
                for wait in (0.3, 0.6):
                    loop.call_later(wait, os.kill, os.getpid(), signal.SIGINT)
                await asyncio.sleep(30)
                raise AssertionError("it was not given up")
            return await super().attempt(request, *rest)  # type: ignore[arg-type]

    client = Hanging(lambda request, number: failure("http_401"))
    outcome = ask(run, requests(50), client, GREEDY, replace(MANNER, stop_after=5))  # type: ignore[arg-type]
    assert outcome.stopped == "5 requests in a row failed, the last with: no: http_401"
    assert run.database.response(requests(1)[0]) is None


@posix
@needs_openai
def test_a_killed_process_loses_nothing_that_was_written(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    with FaultyServer(Plan(delay=(0.01, 0.03))) as server:
        with Program(folder, server, 3) as program:
            program.wait_until(lambda: len(server.in_full) >= 20, "twenty answers")
            program.signal(signal.SIGKILL)
            program.end()
        before = there(folder)
        asked = server.asked.copy()
        assert 10 <= len(before) < 200
        # Only what was under way at the kill may be missing.
        assert len(asked) - len(before) <= 3
        with Run.write(folder, {"subject": SUBJECT._asdict(), "repeats": 1}) as run:
            client = Plain()
            outcome = ask(run, requests(200), client, GREEDY)
    assert outcome == Outcome(len(before), 200 - len(before), None)
    assert {f"prompt {n}" for n in client.asked} | before == {f"prompt {n}" for n in range(200)}
    assert len(client.asked) == len(set(client.asked))


def test_requests_to_prompts_of_one_wording_are_asked_apart(run: Run) -> None:
    same = [request_of(SUBJECT, GREEDY, Prompt.of_text(id_, "the same")) for id_ in ("1", "2")]
    client = Plain()
    assert ask(run, same, client, GREEDY).asked == 2
    assert sorted(client.asked) == ["1", "2"]
