"""Exports: every result once, in order, as JSON lines and as columns; a file is there whole or not at all."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl.store.encoding import decode_item, encode
from ifdsl.store.export import schema, write_jsonl, write_table
from ifdsl.store.jsonl import read_jsonl
from ifdsl.store.records import Evidence, ItemResult, Message, Prompt, RequirementResult, Response, Usage
from ifdsl.store.runs import Run
from tests.store.strategies import prompts, requirements, responses
from tests.store.test_runs import manifest, put

items = st.builds(
    ItemResult.of,
    prompts,
    st.none() | responses,
    st.lists(requirements, max_size=2).map(tuple),
)


def held(text: str | None) -> str | None:
    """The text with halves of surrogate pairs replaced, where JSON did not join them."""
    if text is None:
        return None
    joined = json.loads(json.dumps(text))
    return "".join("�" if "\ud800" <= sign <= "\udfff" else sign for sign in joined)


@settings(max_examples=50, deadline=None)
@given(st.lists(items, max_size=4))
def test_lines_are_read_back_as_they_were(tmp_path_factory: pytest.TempPathFactory, results: list[ItemResult]) -> None:
    path = tmp_path_factory.mktemp("out") / "r.jsonl"
    assert write_jsonl(path, results) == len(results)
    read = read_jsonl(path, decode_item)
    # JSON takes two halves of a pair side by side for one character.
    assert read.records == tuple(decode_item(json.loads(json.dumps(encode(one)))) for one in results)
    assert read.problems == ()


@settings(max_examples=50, deadline=None)
@given(st.lists(items, max_size=4))
def test_columns_hold_what_the_results_hold(
    tmp_path_factory: pytest.TempPathFactory, results: list[ItemResult]
) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path_factory.mktemp("out") / "r.parquet"
    assert write_table(path, results) == len(results)
    table = parquet.read_table(path)
    assert table.schema.equals(schema())
    for row, result in zip(table.to_pylist(), results, strict=True):
        response = result.response
        assert (row["strict"], row["loose"], row["repeat"]) == (result.strict, result.loose, result.repeat)
        assert json.loads(row["meta"]) == dict(result.prompt.meta)
        assert row["status"] == (None if response is None else response.status)
        assert row["text"] == (None if response is None else held(response.text))
        assert row["latency"] == (None if response is None else response.latency)
        assert row["prompt_tokens"] == (None if response is None else response.usage.prompt_tokens)
        assert [one["margin"] for one in row["requirements"]] == [one.margin for one in result.requirements]
        assert [one["id"] for one in row["requirements"]] == [held(one.id) for one in result.requirements]
        for one, judged in zip(row["requirements"], result.requirements, strict=True):
            assert (None if one["measured"] is None else json.loads(one["measured"])) == judged.measured
            assert [(span["start"], span["end"]) for span in one["phrases"]] == list(judged.phrases)


def test_a_row_reads_as_it_is_documented(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    prompt = Prompt("1", (Message("user", "hi"),), {"level": 3})
    judged = RequirementResult(
        "r", "std.c", "g", "fail", "pass", 3, [1], "too many", -2.0, (Evidence(0, 1, "violates", "x"),), view="trimmed"
    )
    response = Response("1", "a\ud800b", "truncated", "m", usage=Usage(2**70, 4), reasoning="so", repeat=2)
    write_table(tmp_path / "r.parquet", [ItemResult.of(prompt, response, [judged])])
    [row] = parquet.read_table(tmp_path / "r.parquet").to_pylist()
    assert row["messages"] == [{"role": "user", "content": "hi"}]
    assert (row["meta"], row["text"], row["reasoning"], row["repeat"]) == ('{"level": 3}', "a�b", "so", 2)
    assert (row["prompt_tokens"], row["completion_tokens"]) == (None, 4)
    assert (row["strict"], row["loose"]) == (False, True)
    wanted = {"id": "r", "constraint": "std.c", "group": "g", "required": True, "strict": "fail", "loose": "pass"}
    wanted |= {"view": "trimmed", "measured": "3", "expected": "[1]", "margin": -2.0, "message": "too many"}
    wanted |= {"source": "", "phrases": []}
    wanted["evidence"] = [{"start": 0, "end": 1, "role": "violates", "label": "x"}]
    assert row["requirements"] == [wanted]


@pytest.mark.parametrize("length", [1, 20_000_000])
def test_a_table_is_cut_into_groups_by_rows_and_by_length(tmp_path: Path, length: int) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    long = Response("x", "y" * length, "ok", "m")
    count = 3 if length > 1 else 9000
    write_table(tmp_path / "r.parquet", (ItemResult.of(Prompt.of_text("x", "z"), long, []) for _ in range(count)))
    metadata = parquet.read_metadata(tmp_path / "r.parquet")
    assert [metadata.row_group(number).num_rows for number in range(metadata.num_row_groups)] == (
        [1, 1, 1] if length > 1 else [4096, 4096, 808]
    )


@pytest.mark.parametrize("name", ["r.jsonl", "r.parquet"])
def test_a_file_is_there_whole_or_not_at_all(tmp_path: Path, name: str) -> None:
    write = write_jsonl if name == "r.jsonl" else write_table
    result = ItemResult.of(Prompt.of_text("1", "x"), None, [])

    def broken() -> Iterator[ItemResult]:
        yield result
        raise KeyError("the database is gone")

    write(tmp_path / name, [result])
    before = (tmp_path / name).read_bytes()
    with pytest.raises(KeyError):
        write(tmp_path / name, broken())
    assert (tmp_path / name).read_bytes() == before


def test_a_run_is_exported_while_it_is_open(tmp_path: Path) -> None:
    with Run.write(tmp_path / "run", manifest()) as run:
        put(run, *(str(number) for number in range(600)))
        assert write_jsonl(tmp_path / "r.jsonl", run.database.results()) == 600
        assert read_jsonl(tmp_path / "r.jsonl", decode_item).records == tuple(run.database.results())
