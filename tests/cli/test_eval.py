"""`ifdsl eval` on recorded responses: how they are joined to rows, and what does not fit."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ifdsl.cli import FAILED, OK
from ifdsl.published import joining
from tests.cli.evaluation import NEEDS_PARITY, NO_COMMA, RESPONSES, ROWS, VERDICTS, Folder, row

pytestmark = NEEDS_PARITY


# ---------------------------------------------------------------- joining


def test_by_key(folder: Folder) -> None:
    folder.evaluate(ROWS, RESPONSES)
    assert folder.code == OK
    assert [result["follow_instruction_list"] for result in folder.results()] == list(VERDICTS.values())


@pytest.mark.parametrize("order", [[0, 2, 1], [2, 1, 0], [1, 0, 2]])
def test_by_key_in_any_order(order: list[int], folder: Folder) -> None:
    folder.evaluate(ROWS, [RESPONSES[place] for place in order])
    assert folder.code == OK
    assert folder.err == f"results are in {folder.path / 'out'}\n"
    results = folder.results()
    assert [result["key"] for result in results] == [1, 2, 3], "results are in the order of the rows"
    assert {result["key"]: result["follow_instruction_list"] for result in results} == VERDICTS


@pytest.mark.parametrize("order", [[0, 1, 2], [2, 0, 1]])
def test_by_prompt_where_a_side_has_no_key(order: list[int], folder: Folder) -> None:
    by_prompt = [
        {"prompt": given["prompt"], "response": made["response"]} for given, made in zip(ROWS, RESPONSES, strict=True)
    ]
    folder.evaluate(ROWS, [by_prompt[place] for place in order])
    assert (folder.code, [result["follow_instruction_list"] for result in folder.results()]) == (
        OK,
        list(VERDICTS.values()),
    )
    keyless = [{name: value for name, value in each.items() if name != "key"} for each in ROWS]
    both = [{**each, **made} for each, made in zip(by_prompt, RESPONSES, strict=True)]
    folder.evaluate(keyless, [both[place] for place in order])
    assert (folder.code, [result["follow_instruction_list"] for result in folder.results()]) == (
        OK,
        list(VERDICTS.values()),
    )
    assert all("key" not in result for result in folder.results())


def test_keys_that_differ_are_not_overruled_by_an_equal_prompt(folder: Folder) -> None:
    folder.evaluate([row(1, "same")], [{"key": 2, "prompt": "same", "response": "x"}], "--format", "plain")
    assert [code for code, _, _ in folder.findings()] == ["IF0804", "IF0805"]
    assert folder.results()[0]["response"] is None


def test_keys_are_compared_as_they_read(folder: Folder) -> None:
    folder.evaluate([row("7", "a"), row(8, "b")], [{"key": 7, "response": "x"}, {"id": "8", "output": "y"}])
    assert folder.code == OK
    assert [(result["key"], result["response"]) for result in folder.results()] == [("7", "x"), (8, "y")]


def test_by_position(folder: Folder) -> None:
    folder.evaluate(ROWS, [{"key": 99, "response": made["response"]} for made in RESPONSES], "--join", "position")
    assert folder.code == OK
    assert [result["follow_instruction_list"] for result in folder.results()] == list(VERDICTS.values())


def test_by_position_a_line_that_cannot_be_read_keeps_its_place(folder: Folder) -> None:
    lines = [json.dumps(RESPONSES[0]).encode(), b"", b"no JSON", b"  ", json.dumps(RESPONSES[2]).encode()]
    folder.evaluate(ROWS, b"\n".join(lines), "--join", "position", "--format", "plain")
    assert folder.code == FAILED
    assert [result["response"] for result in folder.results()] == ["no comma", None, "Hello, there"]
    assert [(code, line) for code, line, _ in folder.findings()] == [("IF0805", 1), ("IF0801", 3)]


def test_by_position_with_too_few_and_too_many(folder: Folder) -> None:
    folder.evaluate(ROWS, RESPONSES[:2], "--join", "position", "--format", "plain")
    assert folder.code == OK
    assert folder.findings() == [("IF0805", 1, "key 3 has no response")]
    folder.evaluate(ROWS[:1], RESPONSES, "--join", "position", "--format", "plain")
    (found,) = folder.findings()
    assert found[:2] == ("IF0804", 2)
    assert "2 responses belong to no row" in found[2]


def test_two_rows_of_one_prompt_take_their_responses_in_order(folder: Folder) -> None:
    rows = [row(None, "same"), row(None, "other"), row(None, "same")]
    made = [
        {"prompt": "other", "response": "o"},
        {"prompt": "same", "response": "a,"},
        {"prompt": "same", "response": "b"},
    ]
    folder.evaluate(rows, made)
    assert [result["response"] for result in folder.results()] == ["a,", "o", "b"]


def test_rows_with_one_key(folder: Folder) -> None:
    rows, made = [row(1, "a"), row(1, "b"), row(1, "c")], [{"key": 1, "response": "x"}, {"key": 1, "response": "y,"}]
    folder.evaluate(rows, made, "--format", "plain")
    assert [result["response"] for result in folder.results()] == ["x", "y,", None]
    assert folder.findings() == [("IF0805", 1, "key 1 has no response")]
    folder.evaluate(rows[:1], [*made, made[0]], "--format", "plain")
    assert [(code, line) for code, line, _ in folder.findings()] == [("IF0804", 2), ("IF0804", 3)]


def test_thousands_of_equal_keys_out_of_step_are_joined_at_once(folder: Folder) -> None:
    count = 3_000
    rows = [row(2, "first"), *(row(1, "p") for _ in range(count))]
    made = [{"key": 1, "response": str(number)} for number in range(count)] + [{"key": 2, "response": "last"}]
    folder.evaluate(rows, made)
    assert [result["response"] for result in folder.results()] == ["last", *map(str, range(count))]


def test_what_is_left_over_is_listed_and_then_counted(folder: Folder) -> None:
    extra = [{"key": number, "response": "x"} for number in range(100, 150)]
    folder.evaluate(ROWS, [*RESPONSES, *extra], "--format", "plain")
    assert folder.code == OK
    findings = folder.findings()
    assert len(findings) == joining.MAX_LISTED + 1
    assert findings[0] == ("IF0804", 4, "this response belongs to no row: nothing asks `100`")
    assert findings[-1] == ("IF0804", 4 + joining.MAX_LISTED, "30 more responses belong to no row")


# ---------------------------------------------------------------- what does not fit


def test_missing_responses_are_listed_and_written_as_not_followed(folder: Folder) -> None:
    folder.evaluate(ROWS, [RESPONSES[0], RESPONSES[2]], "--format", "plain")
    assert folder.code == OK
    assert folder.findings() == [("IF0805", 1, "key 2 has no response")]
    missing = folder.results()[1]
    assert missing["response"] is None
    assert missing["follow_instruction_list"] == [False]
    assert missing["follow_all_instructions"] is False
    assert missing["error"] == "there is no response"


def test_rows_that_are_wrong_are_reported_and_the_others_graded(folder: Folder) -> None:
    wrong = [
        {"key": 10, "prompt": "p"},
        row(11, "p", ("punctuation:no_coma", {})),
        row(12, "p", ("keywords:frequency", {"keyword": "x", "frequency": "2", "relation": "at least"}), NO_COMMA),
        row(13, "p", ("keywords:frequency", {"keyword": "x", "relation": "at least"})),
        row(14, "p", ("punctuation:no_comma", {"spaces": 1})),
        row(15, "p", ("length_constraints:number_words", {"num_words": 3, "relation": "most"})),
        {**row(16, "p"), "kwargs": [{}, {}]},
        {**row(17, "p"), "instruction_id_list": "punctuation:no_comma"},
        {**row(18, "p"), "kwargs": [None]},
        {"key": 19, "prompt": "p", "instruction_id_list": [], "kwargs": []},
    ]
    made = [{"key": key, "response": "fine"} for key in range(10, 20)]
    folder.evaluate([ROWS[0], *wrong, *ROWS[1:]], [RESPONSES[0], *made, *RESPONSES[1:]], "--format", "plain")
    assert folder.code == FAILED
    codes = [(code, line) for code, line, _ in folder.findings()]
    kinds = ["IF0801", "IF0802", *["IF0803"] * 4, "IF0807", *["IF0801"] * 3]
    assert codes == [(code, line) for line, code in enumerate(kinds, 2)]
    assert "there is `punctuation:no_comma`" in folder.findings()[1][2]
    results = folder.results()
    assert [result["key"] for result in results] == [1, *range(10, 20), 2, 3]
    assert results[3]["follow_instruction_list"] == [False, True], "what can be checked is checked"
    assert all("error" in result for result in results[1:11])
    assert [results[place]["follow_instruction_list"] for place in (0, 11, 12)] == list(VERDICTS.values())


HOSTILE_LINES = [
    b"not json",
    b"[" * 100_000,
    b'{"key": ' + b"1" * 5_000 + b"}",
    b"\xff\xfe\x00",
    b"null",
    b"[]",
    b"3",
    b'"text"',
    b"{}",
    b'{"key": NaN, "prompt": NaN, "response": NaN}',
    b'{"key": 1, "prompt": 1e999, "response": {"a": [1]}}',
    b'{"key": true, "prompt": "p", "instruction_id_list": [1], "kwargs": [{}]}',
    b'{"key": 1, "prompt": "p", "instruction_id_list": ["keywords:existence"], "kwargs": [{"keywords": '
    + b"[" * 900
    + b"]" * 900
    + b"}]}",
    b'{"key": 1, "prompt": "p", "instruction_id_list": ["length_constraints:number_words"], '
    b'"kwargs": [{"relation": "at least", "num_words": 1e400}]}',
    b'{"key": 1, "prompt": "p", "instruction_id_list": ["length_constraints:number_words"], '
    b'"kwargs": [{"relation": ["at least"], "num_words": NaN}]}',
    b'{"key": 1, "response": "cut off in the mid',
]


@pytest.mark.parametrize("line", HOSTILE_LINES, ids=range(len(HOSTILE_LINES)))
def test_a_hostile_line_amid_sound_ones(line: bytes, folder: Folder) -> None:
    """As a row and as a response: it is reported at its place, and nothing else changes."""
    sound = [json.dumps(each).encode() for each in ROWS]
    folder.evaluate(b"\n".join([sound[0], line, *sound[1:]]), RESPONSES, "--format", "plain")
    assert folder.code == FAILED
    assert 2 in [place for _, place, _ in folder.findings()]
    verdicts = {result.get("key"): result["follow_instruction_list"] for result in folder.results()}
    assert {2: VERDICTS[2], 3: VERDICTS[3]}.items() <= verdicts.items()
    made = [json.dumps(each).encode() for each in RESPONSES]
    folder.evaluate(ROWS, b"\n".join([made[0], line, *made[1:]]), "--format", "plain")
    assert folder.code == FAILED
    assert [(code, place) for code, place, _ in folder.findings()] == [("IF0801", 2)]
    assert [result["follow_instruction_list"] for result in folder.results()] == list(VERDICTS.values())


def test_a_huge_line_and_a_file_full_of_nonsense(folder: Folder) -> None:
    folder.evaluate([row(1, "p" * 10_000_000)], [{"key": 1, "response": "x" * 10_000_000}])
    assert folder.code == OK
    assert folder.results()[0]["follow_instruction_list"] == [True]
    folder.evaluate(b"nonsense\n" * 5_000 + json.dumps(ROWS[0]).encode(), RESPONSES[:1], "--format", "plain")
    assert folder.code == FAILED
    assert len(folder.findings()) == 5_000
    assert folder.findings()[-1][1] == 5_000
    assert folder.results()[-1]["follow_instruction_list"] == [True]
    folder.evaluate(b"x" * 10_000_000, RESPONSES[:1])
    assert len(folder.err) < 2_000


def test_line_ends_blank_lines_and_byte_order_marks(folder: Folder) -> None:
    def dressed(rows: list[dict[str, Any]]) -> bytes:
        return b"\xef\xbb\xbf" + b"\r\n\r\n".join(json.dumps(each).encode() for each in rows) + b"\r\n\n  \n"

    folder.evaluate(dressed(ROWS), dressed(RESPONSES))
    assert folder.code == OK
    assert [result["follow_instruction_list"] for result in folder.results()] == list(VERDICTS.values())


def test_texts_that_are_hard_to_write(folder: Folder) -> None:
    texts = ["half \ud83d", "\u2028\u0085\x00", "👍" * 3, "a\nb\r\nc"]
    folder.evaluate(
        [row(number, text) for number, text in enumerate(texts)],
        [{"key": number, "response": text} for number, text in enumerate(texts)],
    )
    assert folder.code == OK
    assert [(result["prompt"], result["response"]) for result in folder.results()] == [(text, text) for text in texts]
    assert [result["response"]["text"] for result in folder.own()] == texts


def test_null_and_empty_responses_follow_nothing(folder: Folder) -> None:
    folder.evaluate(ROWS, [{"key": 1, "response": None}, {"key": 2, "response": ""}, {"key": 3, "response": " \n\t"}])
    assert folder.code == OK
    assert not any(any(result["follow_instruction_list"]) for result in folder.results())


def test_an_empty_file_of_rows(folder: Folder) -> None:
    for empty in (b"", b"\n \n"):
        folder.evaluate(empty, RESPONSES)
        assert folder.code == FAILED
        assert "IF0903 nothing-to-run" in folder.err
    folder.evaluate(ROWS, b"", "--format", "plain")
    assert folder.code == OK
    assert [code for code, _, _ in folder.findings()] == ["IF0805"] * 3
