"""Records on disk: round trips, bad lines as located problems, and rows that outlive a killed writer."""

import json
import math
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl.store.encoding import (
    RecordError,
    decode_item,
    decode_prompt,
    decode_requirement,
    decode_response,
    encode,
)
from ifdsl.store.jsonl import append_jsonl, json_lines, read_jsonl
from ifdsl.store.records import ItemResult, Prompt, RequirementResult, Response, Usage
from tests.store.strategies import json_texts, json_values, prompts_of, requirements_of, responses_of

prompts, responses, requirements = prompts_of(json_texts), responses_of(json_texts), requirements_of(json_texts)
items = st.builds(
    ItemResult,
    prompt_id=json_texts,
    prompt=prompts,
    response=st.none() | responses,
    requirements=st.lists(requirements, max_size=2).map(tuple),
    strict=st.none() | st.booleans(),
    loose=st.none() | st.booleans(),
    repeat=st.integers(0, 9),
    verifier=json_texts,
)
PROMPT = Prompt.of_text("1", "hello")
RESPONSE = Response("1", "two\u2028lines\x85and 語", "ok", "m", usage=Usage(1, 2))


@settings(max_examples=60)
@given(items)
def test_an_item_survives_json(item: ItemResult) -> None:
    text = json.dumps(encode(item), allow_nan=False)
    assert decode_item(json.loads(text)) == item


@settings(max_examples=40)
@given(st.lists(responses, max_size=4), st.lists(responses, max_size=3))
def test_batches_come_back_in_order(tmp_path_factory, first: list[Response], second: list[Response]) -> None:
    path = tmp_path_factory.mktemp("rows") / "r.jsonl"
    assert append_jsonl(path, first) == len(first)
    append_jsonl(path, second)
    if first or second:
        read = read_jsonl(path, decode_response)
        assert read.records == (*first, *second)
        assert read.problems == ()
    else:
        assert not path.exists()


def test_numbers_that_json_cannot_express_become_texts() -> None:
    judged = RequirementResult("r", "c", "g", "fail", "fail", measured=[math.inf], margin=-math.inf)
    row = encode(judged)
    assert (row["measured"], row["margin"]) == (["inf"], "-inf")
    assert decode_requirement(row).margin == -math.inf


def test_members_with_unknown_names_are_passed_over() -> None:
    assert decode_prompt({**encode(PROMPT), "later": 1}) == PROMPT


@pytest.mark.parametrize("value", [object(), {1: "x"}, b"bytes", {"a": {1, 2}}])
def test_what_json_cannot_express_is_refused_and_nothing_is_written(value: object, tmp_path: Path) -> None:
    bad = RequirementResult("r", "c", "g", "pass", "pass", measured=value)
    with pytest.raises(RecordError, match="`measured`"):
        append_jsonl(tmp_path / "r.jsonl", [RESPONSE, bad])
    assert not (tmp_path / "r.jsonl").exists()


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ([], "a response is an object; a list stands here"),
        ({}, "a response needs `prompt_id`"),
        ({"prompt_id": 5}, "`prompt_id` is a number; a text was expected"),
        ({**encode(RESPONSE), "status": "fine"}, "`status` is `fine`; known are `ok`, .*"),
        ({**encode(RESPONSE), "attempts": True}, "`attempts` is a truth value; a whole number was expected"),
        ({**encode(RESPONSE), "usage": 3}, "`usage` is a number; an object was expected"),
        ({**encode(RESPONSE), "latency": "soon"}, "`latency` is a text; a number was expected"),
        *(
            ({**encode(RESPONSE), "slices": spans}, "`slices` holds something else than pairs of whole numbers")
            for spans in ([3], [[1, 2], [3]], [[1, "2"]], [[True, 2]])
        ),
    ],
)
def test_a_wrong_row_is_named_in_plain_words(row: object, said: str) -> None:
    with pytest.raises(RecordError, match=f"^{said}$"):
        decode_response(row)


@settings(max_examples=80)
@given(json_values)
def test_no_json_value_breaks_the_decoders(value: object) -> None:
    for decode in (decode_prompt, decode_response, decode_requirement, decode_item):
        with pytest.raises(RecordError):
            decode(value)


def test_bad_lines_are_located_and_the_rest_is_read(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    good = json.dumps(encode(RESPONSE)).encode()
    bad = [b"{oops", b"", b"\xff\xfe", b"[" * 100_000, b"9" * 5000, b'{"prompt_id": "1"}']
    path.write_bytes(b"\xef\xbb\xbf" + b"\n".join([good, *bad, good]) + b"\n")
    read = read_jsonl(path, decode_response)
    assert read.records == (RESPONSE, RESPONSE)
    assert [(p.line, p.kind) for p in read.problems] == [
        (2, "malformed"),
        (3, "blank"),
        (4, "malformed"),
        (5, "malformed"),
        (6, "malformed"),
        (7, "malformed"),
    ]
    assert read.problems[-1].message == "a response needs `text`"


@settings(max_examples=60)
@given(st.lists(st.binary(max_size=30), max_size=6))
def test_no_bytes_break_the_reader(tmp_path_factory, lines: list[bytes]) -> None:
    path = tmp_path_factory.mktemp("bytes") / "x.jsonl"
    path.write_bytes(b"\n".join(lines))
    pieces = path.read_bytes().split(b"\n")
    assert len(list(json_lines(path))) == len(pieces) - (pieces[-1] == b"")


@given(st.data())
def test_a_last_line_cut_anywhere_costs_that_line_alone(tmp_path_factory, data: st.DataObject) -> None:
    path = tmp_path_factory.mktemp("cut") / "r.jsonl"
    append_jsonl(path, [RESPONSE, RESPONSE])
    whole = path.read_bytes()
    first = whole.index(b"\n") + 1
    cut = data.draw(st.integers(first, len(whole) - 1))
    path.write_bytes(whole[:cut])
    # Cut before its line feed alone, the row is whole; cut at its start, there is no row.
    kept = 2 if cut == len(whole) - 1 else 1
    torn = 0 if cut in (first, len(whole) - 1) else 1
    read = read_jsonl(path, decode_response)
    assert (len(read.records), [p.kind for p in read.problems]) == (kept, ["cut_off"] * torn)

    append_jsonl(path, [RESPONSE])
    again = read_jsonl(path, decode_response)
    assert (len(again.records), [p.kind for p in again.problems]) == (kept + 1, ["malformed"] * torn)


WRITER = """
import sys
from ifdsl.store.jsonl import append_jsonl
from ifdsl.store.records import Response
for n in range(100_000):
    append_jsonl(sys.argv[1], [Response(str(n), "x" * 20_000, "ok", "m")])
    print(n, flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_rows_outlive_a_killed_writer(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    with subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        while int(writer.stdout.readline()) < 20:
            pass
        writer.send_signal(signal.SIGKILL)
        acknowledged = [int(line) for line in writer.stdout]
    read = read_jsonl(path, decode_response)
    told = max(acknowledged, default=20) + 1
    assert [r.prompt_id for r in read.records[:told]] == [str(n) for n in range(told)]
    assert [p.kind for p in read.problems] in ([], ["cut_off"])
