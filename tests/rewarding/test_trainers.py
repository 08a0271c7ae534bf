"""The functions that trainers call: what they take of a row, and what is no row."""

from __future__ import annotations

import json
import pickle
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from typing import Any

import pytest

from ifdsl.rewarding.trainers import by_key, by_row, trl_reward, verl_score
from ifdsl.std import length, punctuation

needs_parity = pytest.mark.skipif(find_spec("langdetect") is None, reason="the pack needs the extra `parity`")

ITEMS = {"calm": [punctuation.no_commas()], "7": [length.word_count("..2"), punctuation.no_commas()]}
ROW = {
    "instruction_id_list": ["punctuation:no_comma", "length_constraints:number_words"],
    "kwargs": [{"num_words": None}, {"num_words": 3, "relation": "at least", "keywords": None}],
}


def test_trl_finds_items_by_key_and_takes_texts_and_chats() -> None:
    reward_func = trl_reward(by_key(ITEMS, column="id"))
    chat = [{"role": "assistant", "content": "Well, no."}]
    found = reward_func(
        prompts=["p"] * 4,
        completions=["Yes.", chat, "Well, yes, it is.", None],
        completion_ids=[[1]] * 4,
        id=["calm", "calm", 7, "7"],
        trainer_state=object(),
    )
    assert found == [1.0, 0.0, 0.0, 0.0]
    assert reward_func.__name__ == "ifdsl_reward"


@needs_parity
def test_trl_reads_the_instructions_of_a_row() -> None:
    reward_func = trl_reward(by_row("ifeval", "fraction"))
    texts = ["One two three.", "One, two, three.", "One."]
    columns = {name: [value] * len(texts) for name, value in ROW.items()}
    assert reward_func(completions=texts, **columns) == [1.0, 0.5, 0.5]


@needs_parity
def test_verl_takes_an_object_json_or_a_key() -> None:
    compute_score = verl_score({"ifeval": by_row("ifeval", "count"), "own": by_key(ITEMS, "all")})
    for truth in (ROW, json.dumps(ROW)):
        assert compute_score("ifeval", "One two three.", truth, {"index": 3}) == 2.0
        assert compute_score("ifeval", "One, two, three.", truth) == 1.0
    assert compute_score("own", "Yes.", "calm", extra_info=None, more="settings") == 1.0
    assert verl_score(by_key(ITEMS))("whatever", "Yes, it is.", 7) == 0.0


@needs_parity
def test_what_a_benchmark_does_not_grade_is_left_out() -> None:
    text = "<think>a, b, c</think>\n\nOne two three."
    assert by_row("ifeval").reward(ROW)(text) == 0.5
    assert by_row("ifeval-pp").reward(ROW)(text) == 1.0


@needs_parity
def test_rows_are_read_from_many_threads_at_once() -> None:
    compute_score = verl_score(by_row("ifeval", "fraction"))
    truths = [{**ROW, "kwargs": [{}, {"num_words": number % 7, "relation": "at least"}]} for number in range(200)]
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda truth: compute_score("ifeval", "One two three.", truth), truths))
    assert found == [1.0 if number % 7 <= 3 else 0.5 for number in range(200)]


@needs_parity
def test_rows_can_be_pickled() -> None:
    rows = by_row("ifeval", "count", loose=True)
    rows.reward(ROW)
    assert pickle.loads(pickle.dumps(rows)).reward(ROW)("One two three.") == 2.0
    assert pickle.loads(pickle.dumps(by_key(ITEMS))).reward("calm")("Yes.") == 1.0


@needs_parity
@pytest.mark.parametrize(
    ("truth", "words"),
    [
        ("no row", "an object, or JSON that holds one"),
        ("[1]", "an object, not list"),
        ({"kwargs": [{}]}, "the row has no `instruction_id_list`"),
        ({**ROW, "kwargs": [{}]}, "2 instructions, but 1 in `kwargs`"),
        ({"instruction_id_list": ["a:b"], "kwargs": [{}]}, "no instruction is called `a:b`"),
        ({"instruction_id_list": ["length_constraints:number_words"], "kwargs": [{}]}, "`num_words` is missing"),
    ],
)
def test_a_row_that_cannot_be_graded_is_an_error_and_no_reward(truth: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        verl_score(by_row("ifeval"))("ifeval", "text", truth)


def test_what_is_not_known_is_an_error_and_no_reward() -> None:
    with pytest.raises(ValueError, match="no item has the key 'elsewhere'"):
        verl_score(by_key(ITEMS))("own", "text", "elsewhere")
    with pytest.raises(ValueError, match="the data source `other`"):
        verl_score({"own": by_key(ITEMS)})("other", "text", "calm")
    with pytest.raises(ValueError, match="no column `key`"):
        trl_reward(by_key(ITEMS))(completions=["a"], id=["calm"])
    with pytest.raises(ValueError, match="not of `muldimif`"):
        by_row("muldimif")
    for wrong in ([], [3], [{"role": "assistant", "content": 3}], 3):
        with pytest.raises(TypeError, match="a completion is a text"):
            trl_reward(by_key(ITEMS))(completions=[wrong], key=["calm"])
