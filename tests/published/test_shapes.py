"""The published shapes: what a record of each holds, and what is said of one that is not as its shape has it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl.published import shapes
from ifdsl.published.records import Record
from ifdsl.published.rows import BadRow, Row, Shape
from ifdsl.store.records import Message


def rows(shape: Shape, value: dict[str, Any]) -> list[Row | BadRow]:
    return list(shape(Record("rows.jsonl", 7, b"", value)))


def row(shape: Shape, value: dict[str, Any]) -> Row:
    (found,) = rows(shape, value)
    assert isinstance(found, Row), found
    return found


def message(shape: Shape, value: dict[str, Any]) -> str:
    (found,) = rows(shape, value)
    assert isinstance(found, BadRow), found
    assert found.diagnostic.primary.file.first == 7
    return found.diagnostic.message


# ---------------------------------------------------------------- IFEval, IFBench, IFEval++

PADDED = {"N": None, "keyword": "", "n_start": 0, "keywords": [], "relation": None, "strict": False}


def test_ifeval_drops_nulls_and_keeps_what_is_falsy() -> None:
    value = {
        "key": "12:rephrasing:1", "prompt": "p", "instruction_id_list": ["a:b"], "kwargs": [PADDED],
        "original_prompt": "q", "validity-checking": {"is_valid": True},
    }  # fmt: skip
    found = row(shapes.ifeval, value)
    assert found.arguments == ({"keyword": "", "n_start": 0, "keywords": [], "strict": False},)
    assert (found.key, found.raw_key, found.messages) == ("12:rephrasing:1", "12:rephrasing:1", ())
    assert row(shapes.ifeval, {**value, "key": None}).key == "7", "a row without a key is called by its line"


def test_a_chat_of_three_messages() -> None:
    chat = [{"role": role, "content": role[0]} for role in ("user", "assistant", "user")]
    value = {"key": 5, "prompt": "p", "instruction_id_list": ["a:b"], "kwargs": [{}], "messages": chat}
    assert row(shapes.ifeval, value).messages == tuple(Message(one["role"], one["content"]) for one in chat)
    assert "the last message" in message(shapes.ifeval, {**value, "messages": chat[:2]})
    for wrong in ([], "text", [{"role": "user"}], [{"role": 1, "content": "x"}]):
        assert "`messages` is a list of objects" in message(shapes.ifeval, {**value, "messages": wrong})


# ---------------------------------------------------------------- IFTrain

CHAT = [{"role": "user", "content": "Do it."}]
TRUTH = "[{'instruction_id': ['a:b', 'c:d'], 'kwargs': [None, {'word': 'it\\'s', 'n': 0, 'x': None}]}]"


def test_iftrain_reads_what_python_writes() -> None:
    found = row(shapes.iftrain, {"key": "k/1", "messages": CHAT, "ground_truth": TRUTH, "dataset": "ifeval"})
    assert (found.prompt, found.messages) == ("Do it.", ())
    assert found.instruction_ids == ("a:b", "c:d")
    assert found.arguments == ({}, {"word": "it's", "n": 0})


@pytest.mark.parametrize(
    "truth",
    [
        '[{"instruction_id": ["a:b"], "kwargs": [null]}]',
        '{"instruction_id": ["a:b"], "kwargs": [{}]}',
        [{"instruction_id": ["a:b"], "kwargs": [None]}],
        "[{'instruction_id': ['a:b'], 'kwargs': [{'pattern': None}]}]",
    ],
)
def test_iftrain_takes_a_ground_truth_written_otherwise(truth: object) -> None:
    found = row(shapes.iftrain, {"messages": CHAT, "ground_truth": truth})
    assert (found.instruction_ids, found.arguments) == (("a:b",), ({},))


def test_iftrain_takes_rows_of_ifevals_shape() -> None:
    value = {"key": 1, "prompt": "p", "instruction_id_list": ["a:b"], "kwargs": [{}]}
    assert row(shapes.iftrain, value) == row(shapes.ifeval, value)


@pytest.mark.parametrize(
    ("truth", "wanted"),
    [
        ("[{'instruction_id': ['a:b'], 'kwargs': []}]", "1 instruction, but 0 in `kwargs`"),
        ("[{'instruction_id': 'a:b', 'kwargs': [None]}]", "`instruction_id` is a list"),
        ("[{'kwargs': [None]}]", "no `instruction_id`"),
        ("__import__('os').abort()", "neither a literal of Python nor JSON"),
        ("[" * 5_000, "neither a literal of Python nor JSON"),
        ("-" * 50_000 + "1", "neither a literal of Python nor JSON"),
        ("9" * 10_000, "neither a literal of Python nor JSON"),
        ("'\\d'", "a list of one object"),
        ("", "neither a literal of Python nor JSON"),
        ("[{}, {}]", "a list of one object"),
        (None, "a list of one object"),
    ],
)
def test_iftrain_rows_that_are_wrong(truth: object, wanted: str) -> None:
    assert wanted in message(shapes.iftrain, {"messages": CHAT, "ground_truth": truth})


# ---------------------------------------------------------------- Multi-IF


def turn(number: int, prompt: str, ids: list[str], kwargs: list[dict[str, Any]]) -> dict[str, str]:
    return {
        f"turn_{number}_prompt": json.dumps({"role": "user", "content": prompt}),
        f"turn_{number}_instruction_id_list": json.dumps(ids),
        f"turn_{number}_kwargs": json.dumps([json.dumps(one) for one in kwargs]),
    }


CONVERSATION = {
    "turns": "", "responses": "", "key": "1019:16:en", "turn_index": "0", "language": "English",
    **turn(1, "One.", ["a:b"], [{}]),
    **turn(2, "Two.", ["a:b", "c:d"], [{}, {"relation": "at least", "n": 3, "x": None}]),
    "turn_3_prompt": "None", "turn_3_instruction_id_list": "None", "turn_3_kwargs": "None",
}  # fmt: skip


def test_multi_if_gives_a_row_a_turn() -> None:
    first, second = rows(shapes.multi_if, CONVERSATION)
    assert isinstance(first, Row)
    assert isinstance(second, Row)
    assert [first.key, second.key] == ["1019:16:en:turn_1", "1019:16:en:turn_2"]
    assert [first.prompt, second.prompt] == ["One.", "Two."]
    assert second.arguments == ({}, {"relation": "at least", "n": 3})
    assert second.meta == {"conversation": "1019:16:en", "turn": 2, "language": "English"}


@pytest.mark.parametrize(
    ("column", "value", "wanted"),
    [
        ("turn_2_prompt", "no JSON", "turn 2: `turn_2_prompt` holds no JSON"),
        ("turn_2_prompt", '"text"', "turn 2: `turn_2_prompt` is a list of objects"),
        ("turn_2_instruction_id_list", "{}", "turn 2: `turn_2_instruction_id_list` holds a JSON list"),
        ("turn_2_instruction_id_list", "[" * 100_000, "turn 2: `turn_2_instruction_id_list` holds no JSON"),
        ("turn_2_kwargs", '["{}"]', "turn 2: 2 instructions, but 1 in `turn_2_kwargs`"),
        ("turn_2_kwargs", '["{}", "{"]', "turn 2: `turn_2_kwargs` holds no JSON"),
        ("turn_2_kwargs", '["{}", "[]"]', "turn 2: `turn_2_kwargs` holds something that is no object"),
    ],
)
def test_multi_if_a_turn_that_is_wrong_leaves_the_others(column: str, value: str, wanted: str) -> None:
    first, second = rows(shapes.multi_if, {**CONVERSATION, column: value})
    assert isinstance(first, Row)
    assert isinstance(second, BadRow)
    assert wanted in second.diagnostic.message
    assert second.key == "1019:16:en:turn_2"


def test_multi_if_without_its_columns() -> None:
    assert "no `turn_1_prompt`" in message(shapes.multi_if, {"key": "x"})


# ---------------------------------------------------------------- MulDimIF

ITEM = {
    "id": "100", "conversations": [{"role": "user", "content": "Do it."}],
    "constraints": [["Length", "Words", "At most 5 words"], ["Content", "Keywords: Must include", "Include 'x'"]],
    "constraint_pattern": "Listing", "difficulty": "Level 2",
}  # fmt: skip


def test_muldimif_folds_subcategories() -> None:
    found = row(shapes.muldimif, ITEM)
    assert found.instruction_ids == ("Length_Words", "Content_Keywords")
    assert found.arguments == ({"sentence": "At most 5 words"}, {"sentence": "Include 'x'"})
    assert (found.meta["pattern"], found.meta["level"]) == ("Listing", "Level 2")
    answered = {**ITEM, "conversations": [*ITEM["conversations"], {"role": "assistant", "content": "x"}]}
    assert row(shapes.muldimif, answered).prompt == "Do it.", "a file of results is data too"


@pytest.mark.parametrize(
    ("change", "wanted"),
    [
        ({"constraints": []}, "no constraint"),
        ({"constraints": [["Length", "Words"]]}, "three texts"),
        ({"constraints": [["Length", "Wrods", "x"]]}, "called `Length_Wrods`; there is `Length_Words`"),
        ({"conversations": []}, "`conversations` is a list of objects"),
        ({"constraint_pattern": 1}, "`constraint_pattern` is a text"),
        ({"difficulty": None}, "`difficulty` is a text"),
    ],
)  # fmt: skip
def test_muldimif_items_that_are_wrong(change: dict[str, Any], wanted: str) -> None:
    assert wanted in message(shapes.muldimif, {**ITEM, **change})


# ---------------------------------------------------------------- all of them

_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
_SOUND: dict[str, Any] = {
    **CONVERSATION, **ITEM, "prompt": "p", "instruction_id_list": ["a:b"], "kwargs": [{}],
    "messages": CHAT, "ground_truth": TRUTH,
}  # fmt: skip


@settings(max_examples=80, deadline=None)
@given(
    shape=st.sampled_from([shapes.ifeval, shapes.iftrain, shapes.multi_if, shapes.muldimif]),
    changes=st.dictionaries(st.sampled_from(sorted(_SOUND)), _JSON | _JSON.map(str), max_size=3),
    left_out=st.sets(st.sampled_from(sorted(_SOUND)), max_size=3),
)
def test_no_record_raises(shape: Shape, changes: dict[str, Any], left_out: set[str]) -> None:
    value = {name: part for name, part in {**_SOUND, **changes}.items() if name not in left_out}
    for found in rows(shape, value):
        assert isinstance(found, Row | BadRow)
        if isinstance(found, Row):
            assert len(found.instruction_ids) == len(found.arguments) > 0
            assert isinstance(found.prompt, str)
