"""Responses made elsewhere, joined to prompts."""

import json
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl.run.recorded import Joined, join_responses
from ifdsl.store.jsonl import append_jsonl
from ifdsl.store.records import Message, Prompt, Response

PROMPTS = [Prompt.of_text("10", "first"), Prompt.of_text("11", "second"), Prompt.of_text("12", "third")]


def join(tmp_path: Path, *rows: object, prompts: list[Prompt] = PROMPTS, **how: str) -> Joined:
    path = tmp_path / "r.jsonl"
    lines = [row if isinstance(row, str) else json.dumps(row) for row in rows]
    path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    return join_responses(path, prompts, **how)  # type: ignore[arg-type]


def texts(joined: Joined) -> dict[str, str]:
    return {id: response.text for id, response in joined.responses.items()}


def kinds(joined: Joined) -> list[tuple[int | None, str]]:
    return [(problem.line, problem.kind) for problem in joined.problems]


@pytest.mark.parametrize("answer", ["response", "output", "completion"])
@pytest.mark.parametrize("name", ["key", "id"])
def test_by_key(name: str, answer: str, tmp_path: Path) -> None:
    joined = join(tmp_path, {name: 12, answer: "c"}, {name: "10", answer: "a"}, {name: 11, answer: "b"})
    assert list(texts(joined).items()) == [("10", "a"), ("11", "b"), ("12", "c")]
    assert joined.problems == ()
    assert all(response.prompt_id == id for id, response in joined.responses.items())


def test_by_text(tmp_path: Path) -> None:
    joined = join(tmp_path, *({"prompt": p.text, "response": p.id} for p in reversed(PROMPTS)))
    assert texts(joined) == {"10": "10", "11": "11", "12": "12"}
    assert joined.problems == ()


def test_a_key_of_another_numbering_gives_way_to_the_text(tmp_path: Path) -> None:
    joined = join(tmp_path, *({"id": n, "prompt": p.text, "response": p.id} for n, p in enumerate(PROMPTS)))
    assert texts(joined) == {"10": "10", "11": "11", "12": "12"}
    assert joined.problems == ()


def test_the_text_of_a_chat_is_its_last_user_message(tmp_path: Path) -> None:
    chat = Prompt("1", (Message("system", "s"), Message("user", "a"), Message("assistant", "b"), Message("user", "c")))
    assert texts(join(tmp_path, {"prompt": "c", "response": "d"}, prompts=[chat])) == {"1": "d"}


def test_an_edited_prompt_is_unmatched_without_a_key_and_reported_with_one(tmp_path: Path) -> None:
    rest = [{"key": 11, "response": "b"}, {"key": 12, "response": "c"}]
    joined = join(tmp_path, {"prompt": "First", "response": "a"}, *rest)
    assert kinds(joined) == [(1, "unmatched"), (None, "missing")]
    assert [p.message for p in joined.problems] == ["no prompt has the text `First`", "`10` has no response"]
    joined = join(tmp_path, {"key": 10, "prompt": "First", "response": "a"}, *rest)
    assert kinds(joined) == [(1, "text_differs")]
    assert texts(joined)["10"] == "a"


def test_a_key_and_a_text_of_different_prompts_are_not_believed(tmp_path: Path) -> None:
    joined = join(tmp_path, {"key": 10, "prompt": "second", "response": "x"}, prompts=PROMPTS[:2])
    assert kinds(joined) == [(1, "contradiction"), (None, "missing"), (None, "missing")]


def test_a_text_of_two_prompts_needs_a_key(tmp_path: Path) -> None:
    twins = [Prompt.of_text("1", "same"), Prompt.of_text("2", "same")]
    joined = join(
        tmp_path, {"prompt": "same", "response": "x"}, {"key": 2, "prompt": "same", "response": "y"}, prompts=twins
    )
    assert kinds(joined) == [(1, "ambiguous"), (None, "missing")]
    assert texts(joined) == {"2": "y"}


def test_the_first_of_two_responses_stands(tmp_path: Path) -> None:
    joined = join(tmp_path, *({"key": 10, "response": r} for r in ("a", "b", "a")), prompts=PROMPTS[:1])
    assert texts(joined) == {"10": "a"}
    assert [p.message for p in joined.problems] == [
        "`10` has another response on line 1, which stands",
        "`10` has the same response on line 1, which stands",
    ]


def test_bad_rows_are_located_and_the_rest_is_joined(tmp_path: Path) -> None:
    joined = join(
        tmp_path,
        "{oops",
        "",
        [1],
        {"key": 10},
        {"key": 10, "response": ["a"]},
        {"response": "x"},
        {"key": True, "prompt": 5, "response": "x"},
        {"key": "99\x1b[2J", "prompt": "nowhere", "response": "x"},
        {"key": 10, "response": "a"},
        prompts=PROMPTS[:1],
    )
    assert texts(joined) == {"10": "a"}
    assert [(p.line, p.kind, p.message) for p in joined.problems][2:] == [
        (3, "malformed", "a row is an object; a list stands here"),
        (4, "no_answer_field", "this row has none of `response`, `output`, `completion`"),
        (5, "malformed", "`response` is a list; a text was expected"),
        (6, "unmatched", "this row has neither a key nor a prompt"),
        (7, "unmatched", "this row has neither a key nor a prompt"),
        (8, "unmatched", "no prompt has the key `99 [2J` or the text `nowhere`"),
    ]
    assert kinds(joined)[:2] == [(1, "malformed"), (2, "blank")]


@pytest.mark.parametrize(
    ("row", "status"),
    [
        ({"response": "a"}, "ok"),
        ({"response": " "}, "empty"),
        ({"response": None}, "empty"),
        ({"response": "a", "finish_reason": "length"}, "truncated"),
        ({"response": "a", "finish_reason": "content_filter"}, "content_filter"),
        ({"response": "a", "finish_reason": 5, "model": 5}, "ok"),
    ],
)
def test_the_status_of_a_recorded_answer(row: dict, status: str, tmp_path: Path) -> None:
    joined = join(tmp_path, {"key": 10, **row}, prompts=PROMPTS[:1])
    assert joined.responses["10"].status == status
    assert joined.problems == ()


def test_by_position_only_where_asked(tmp_path: Path) -> None:
    rows = [{"prompt": "x", "response": "a"}, "", "{oops", {"key": 10, "response": "c"}, {"response": "d"}]
    assert texts(join(tmp_path, *rows)) == {"10": "c"}
    joined = join(tmp_path, *rows, by="position")
    assert texts(joined) == {"10": "a", "12": "c"}
    assert kinds(joined) == [(2, "blank"), (3, "malformed"), (5, "unmatched"), (None, "missing")]


def test_rows_of_a_run_are_read_and_an_answer_replaces_a_failure(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    lost = Response("10", "", "api_error", "m", error="no", error_kind="http_500")
    good = Response("10", "a", "truncated", "m", finish_reason="length")
    append_jsonl(path, [lost, good, Response("11", "", "refused", "m")])
    joined = join_responses(path, PROMPTS[:2])
    assert joined == Joined({"10": good, "11": Response("11", "", "refused", "m")}, ())


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=5), inner, max_size=2),
    max_leaves=4,
)
rows = json_values | st.fixed_dictionaries(
    {},
    optional={
        "key": st.sampled_from([10, "11", 12, 99]) | json_values,
        "prompt": st.sampled_from(["first", "second", "other"]) | json_values,
        "response": json_values,
        "status": json_values,
        "prompt_id": json_values,
        "text": json_values,
    },
)


@settings(max_examples=80)
@given(st.lists(rows, max_size=6), st.sampled_from(["key_or_text", "position"]))
def test_each_row_is_joined_or_reported_and_each_prompt_too(tmp_path_factory, drawn: list, by: str) -> None:
    joined = join(tmp_path_factory.mktemp("rows"), *map(json.dumps, drawn), by=by)
    reported = {p.line for p in joined.problems if p.kind not in ("missing", "text_differs")}
    missing = [p for p in joined.problems if p.kind == "missing"]
    assert len(joined.responses) + len(missing) == len(PROMPTS)
    replaced = sum(r.status in ("api_error", "timeout") for r in joined.responses.values())
    assert len(joined.responses) + len(reported) + replaced >= len(drawn)


def test_a_file_that_is_not_there_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        join_responses(tmp_path / "none.jsonl", PROMPTS)


@pytest.mark.skipif("IFDSL_CORPORA" not in os.environ, reason="IFDSL_CORPORA is not set: no published responses")
def test_the_published_ifeval_responses_fit_but_for_one_edited_prompt() -> None:
    published = Path(os.environ["IFDSL_CORPORA"], "published")
    with (published / "ifeval_input_data_541.jsonl").open(encoding="utf-8") as file:
        data = [json.loads(line) for line in file]
    prompts = [Prompt.of_text(str(row["key"]), row["prompt"]) for row in data]
    joined = join_responses(published / "ifeval_responses_gpt4_20231107_541.jsonl", prompts)
    assert len(joined.responses) == 540
    assert sorted(p.kind for p in joined.problems) == ["missing", "unmatched"]
    assert joined.problems[-1].message == "`2785` has no response"
