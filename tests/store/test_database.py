"""A run in SQLite and in PostgreSQL: what is written is read, once, in order, with the verdicts that hold."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ifdsl.store.database import Database, Entry, Graded, Spent, StoredItem
from ifdsl.store.encoding import RecordError
from ifdsl.store.link import StoreError
from ifdsl.store.records import (
    Attempt,
    Evidence,
    ItemResult,
    Prompt,
    Request,
    RequirementResult,
    Response,
    Sampling,
    Subject,
    Usage,
    request_of,
)
from ifdsl.store.results import PAGE
from tests.store.strategies import attempts, prompts, requirements, responses, texts

SUBJECT = Subject("openai", "m")
each_example = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def asked(prompt: Prompt, repeat: int = 0) -> Request:
    return request_of(SUBJECT, Sampling(), prompt, repeat)


def answer(request: Request, text: str = "yes", **more: object) -> Response:
    base = Response(request.prompt.id, text, "ok", "m", request=request.key, repeat=request.repeat)
    return base._replace(**more)  # type: ignore[arg-type]


def entry(request: Request, text: str = "yes", started: float = 1.0, **more: object) -> Entry:
    return Entry(request, (Attempt(1, started, 0.5, usage=Usage(3, 5)),), answer(request, text, **more))


def requirement(strict: str = "unknown", loose: str | None = None, **more: object) -> RequirementResult:
    judged = RequirementResult("r", "std.c", "g", strict, strict if loose is None else loose)  # type: ignore[arg-type]
    return judged._replace(**more)  # type: ignore[arg-type]


def item(id_: str, *stated_: RequirementResult, verifier: str = "v1") -> StoredItem:
    return StoredItem(Prompt.of_text(id_, f"prompt {id_}"), stated_ or (requirement(),), verifier)


@each_example
@given(prompts, responses, attempts, st.lists(requirements, max_size=3).map(tuple), st.integers(0, 5), texts)
def test_every_record_survives(
    database: Database,
    prompt: Prompt,
    response: Response,
    tries: tuple[Attempt, ...],
    judged: tuple[RequirementResult, ...],
    repeat: int,
    verifier: str,
) -> None:
    database.empty("{}")
    request = asked(prompt, repeat)
    response = response._replace(prompt_id=prompt.id, request=request.key, repeat=repeat)
    database.put_items([StoredItem(prompt, judged, verifier)])
    database.enter([Entry(request, tries, response)])
    assert database.response(request) == response
    assert database.responses_to(prompt.id) == [response]
    assert database.attempts(request.key) == sorted(tries, key=lambda one: (one.started, one.number))
    assert database.prompts() == {prompt.id: prompt.messages}

    unjudged = ItemResult.of(prompt, response, [one.unjudged() for one in judged])._replace(verifier=verifier)
    assert list(database.results()) == [unjudged]
    database.put_verdicts([Graded(request.key, verifier, judged)])
    assert list(database.results()) == [ItemResult.of(prompt, response, judged)._replace(verifier=verifier)]


def test_prompts_whose_ids_differ_in_what_databases_refuse_are_apart(database: Database) -> None:
    ids = ["a", "a\0", "a😀", "a\ud83d", "A", "\x1bescaped:a", "a\\ud83d"]
    database.put_items([item(id_) for id_ in ids])
    database.enter([entry(asked(Prompt.of_text(id_, "x")), f"to {id_}") for id_ in ids])
    assert list(database.prompts()) == ids
    assert [one.response.text for one in database.results() if one.response] == [f"to {id_}" for id_ in ids]


def test_two_prompts_of_one_wording_have_an_answer_each(database: Database) -> None:
    one, two = Prompt.of_text("1", "same"), Prompt.of_text("2", "same")
    database.put_items([StoredItem(prompt, (requirement(),), "v") for prompt in (one, two)])
    database.enter([entry(asked(one), "first"), entry(asked(two), "second")])
    assert [result.response.text for result in database.results() if result.response] == ["first", "second"]


def test_an_infinite_margin_stays_infinite(database: Database) -> None:
    judged = [requirement("fail", margin=float("-inf")), requirement("pass", margin=float("inf"))]
    database.put_items([item("1", *judged)])
    request = asked(item("1").prompt)
    database.enter([entry(request)])
    database.put_verdicts([Graded(request.key, "v1", tuple(judged))])
    assert [one.margin for result in database.results() for one in result.requirements] == [float("-inf"), float("inf")]


def test_an_entry_made_twice_is_there_once(database: Database) -> None:
    request = asked(item("1").prompt)
    database.put_items([item("1")])
    for _ in range(2):
        database.enter([entry(request)])
    assert database.spent() == Spent(1, 3, 5)
    assert len(list(database.results())) == 1


def test_a_request_that_is_asked_again_keeps_its_attempts_and_its_last_response(database: Database) -> None:
    request = asked(item("1").prompt)
    database.put_items([item("1")])
    database.enter([entry(request, "", started=1.0, status="timeout", error_kind="timeout")])
    assert database.answered() == set()
    database.enter([entry(request, "yes", started=2.0)])
    assert database.answered() == {request.key}
    assert [one.started for one in database.attempts(request.key)] == [1.0, 2.0]
    assert database.response(request) == answer(request)
    assert database.spent() == Spent(2, 6, 10)


def test_what_arrived_counts_as_answered_whatever_it_is(database: Database) -> None:
    statuses = ("ok", "truncated", "empty", "refused", "template_error", "api_error", "timeout")
    requests = {status: asked(item(status).prompt) for status in statuses}
    database.enter([entry(request, status=status) for status, request in requests.items()])
    assert database.answered() == {requests[status].key for status in statuses[:-2]}


def test_entries_are_all_there_or_none(database: Database) -> None:
    good, bad = asked(item("1").prompt), asked(item("2").prompt)
    with pytest.raises(RecordError, match="`effective`"):
        database.enter([entry(good), entry(bad, effective={"x": {1, 2}})])
    assert database.response(good) is None
    assert database.spent().requests == 0
    database.enter([entry(good)])
    assert database.response(good) is not None


def test_a_later_turn_that_is_asked_anew_stands_for_the_answer(database: Database) -> None:
    first, second = (Request(key, item("1").prompt) for key in ("a" * 32, "b" * 32))
    database.put_items([item("1")])
    database.enter([entry(first, "old")])
    database.point([second])
    assert database.responses_to("1") == []
    assert [result.response for result in database.results()] == [None]
    database.enter([entry(second, "new")])
    assert [result.response.text for result in database.results() if result.response] == ["new"]
    assert database.response(first) is not None


@pytest.mark.parametrize("items", [1, PAGE - 1, PAGE, PAGE + 1, 2 * PAGE + 7])
def test_results_are_in_order_across_pages(database: Database, items: int) -> None:
    every = [item(str(number)) for number in range(items)]
    database.put_items(every[: items // 2])
    database.put_items(every[items // 2 :])
    wanted = []
    entries = []
    for number, one in enumerate(every):
        # As many answers as there is room for between none and three, with one that never came in between.
        came = [repeat for repeat in range(3) if (number + repeat) % 4]
        database_requests = [asked(one.prompt, repeat) for repeat in range(3)]
        entries += [entry(database_requests[repeat], f"{number} {repeat}") for repeat in came]
        wanted += [(one.prompt.id, repeat) for repeat in came]
    database.point(asked(one.prompt, repeat) for one in every for repeat in range(3))
    database.enter(entries[::-1])
    assert [(result.prompt_id, result.repeat) for result in database.results()] == wanted
    assert {result.response.text for result in database.results() if result.response} == {
        f"{id_} {repeat}" for id_, repeat in wanted
    }


def test_an_item_without_a_response_stands_once(database: Database) -> None:
    database.put_items([item("1"), item("2"), item("3")])
    database.point(asked(item("1").prompt, repeat) for repeat in range(4))
    database.point(asked(item("3").prompt, repeat) for repeat in range(4))
    database.enter([entry(asked(item("3").prompt, 2))])
    found = [(one.prompt_id, one.repeat, one.response is None) for one in database.results()]
    assert found == [("1", 0, True), ("2", 0, True), ("3", 2, False)]


def test_an_item_that_is_entered_again_keeps_its_place(database: Database) -> None:
    database.put_items([item("1"), item("2")])
    changed = item("1", requirement(id="other"), requirement(id="more"), verifier="v2")
    database.put_items([item("3"), changed])
    assert [(one.prompt_id, [r.id for r in one.requirements], one.verifier) for one in database.results()] == [
        ("1", ["other", "more"], "v2"),
        ("2", ["r"], "v1"),
        ("3", ["r"], "v1"),
    ]


def test_only_verdicts_of_the_verifier_that_holds_are_given_and_others_are_kept(database: Database) -> None:
    request = asked(item("1").prompt)
    database.put_items([item("1")])
    database.enter([entry(request)])
    evidence = (Evidence(0, 3, "violates", "x"),)
    old = requirement("fail", "pass", view="trimmed", measured=[1, None], expected={"a": 2}, evidence=evidence)
    database.put_verdicts([Graded(request.key, "v1", (old,))])

    def judged() -> list[tuple[str, ...]]:
        return [tuple(one.strict for one in result.requirements) for result in database.results()]

    assert judged() == [("fail",)]
    two = (requirement(id="a"), requirement(id="b"))
    database.regrade([item("1", *two, verifier="v2"), item("not there", verifier="v2")])
    assert judged() == [("unknown", "unknown")]
    assert [result.strict for result in database.results()] == [None]
    database.put_verdicts([Graded(request.key, "v2", (requirement("pass"), requirement("pass")))])
    assert judged() == [("pass", "pass")]
    assert list(database.prompts()) == ["1"]
    database.regrade([item("1")])
    assert [result.requirements for result in database.results()] == [(old,)]


def test_verdicts_of_a_verifier_without_a_name_are_replaced_whole(database: Database) -> None:
    request = asked(item("1").prompt)
    database.put_items([item("1", requirement(), requirement(), verifier="")])
    database.enter([entry(request)])
    database.put_verdicts([Graded(request.key, "", (requirement("pass"), requirement("fail")))])
    database.regrade([item("1", requirement(), verifier="")])
    database.put_verdicts([Graded(request.key, "", (requirement("fail"),))])
    assert [[one.strict for one in result.requirements] for result in database.results()] == [["fail"]]


def test_counts_of_tokens_that_no_server_means_do_not_stop_a_run(database: Database) -> None:
    request = asked(item("1").prompt)
    attempt = Attempt(1, 1.0, 0.1, usage=Usage(10**30, 4))
    database.enter([Entry(request, (attempt,), answer(request, usage=Usage(10**30, 4)))])
    assert database.spent() == Spent(1, 0, 4)
    assert database.response(request) == answer(request, usage=Usage(None, 4))


def test_a_run_that_is_emptied_holds_nothing(database: Database) -> None:
    request = asked(item("1").prompt)
    database.put_items([item("1")])
    database.enter([entry(request)])
    database.put_verdicts([Graded(request.key, "v1", (requirement("pass"),))])
    database.empty(json.dumps({"new": 1}))
    assert (list(database.results()), database.prompts(), database.answered()) == ([], {}, set())
    assert database.spent() == Spent(0, 0, 0)
    assert json.loads(database.manifest) == {"new": 1}


def test_a_run_that_is_not_there_is_told(database: Database) -> None:
    with pytest.raises(StoreError, match=r"^there is no run `nowhere` in the database$"):
        Database(database.link, "nowhere")


def test_a_run_of_a_newer_version_is_refused(database: Database) -> None:
    database.link.run("INSERT INTO run (run, name, version, manifest) VALUES (99, 'later', 99, '{}')")
    with pytest.raises(StoreError, match=r"^the run `later` was written by a newer version of ifdsl$"):
        Database(database.link, "later")


def test_a_fault_within_a_transaction_leaves_the_connection_usable(database: Database) -> None:
    with pytest.raises(StoreError, match=r"cannot be used|holds no runs"), database.link.transaction():
        database.link.run("INSERT INTO nowhere VALUES (1)")
    with pytest.raises(KeyboardInterrupt), database.link.transaction():
        raise KeyboardInterrupt
    database.put_items([item("1")])
    assert list(database.prompts()) == ["1"]
