"""Batches of rollouts: the same rewards as one by one, from threads and from processes."""

from __future__ import annotations

import json
import os
import pickle
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import ifdsl
from ifdsl.checking.compile import load
from ifdsl.checking.verifier import verifier
from ifdsl.published.bulk import PublishedItems
from ifdsl.rewarding.batch import Rewarder
from ifdsl.rewarding.kinds import KINDS
from ifdsl.rewarding.reward import Rewardable
from ifdsl.std import case, content, format, length, punctuation
from tests.ir_strategies import SpecCase, spec_cases

CORPORA = os.environ.get("IFDSL_CORPORA")
NOTE = """ifdsl 1
use std.length

spec note(name: text, most: range = ..9) {
  task "Write to {name}."
  must {
    word_count(most)
    each sentence { word_count(..4) }
  }
  for name in ["Ann"]
}
"""
TEXTS = ["", "One, two.", "ONE", "- a\n- b\n\nThe kettle boils. It sings a song.", "a" * 90, None, "Ann! Ann!\n\ud800"]


def items(folder: Path) -> list[Rewardable]:
    path = folder / "note.ifc"
    path.write_text(NOTE, encoding="utf-8")
    library = ifdsl.load(path)
    return [
        [length.word_count("2..4"), punctuation.no_commas(), content.keywords(["kettle"], times="1..")],
        [case.all_upper()],
        library.spec("note", {"name": "Ann"}),
        library.spec("note", {"name": "Bo", "most": "..2"}),
        format.bullet_count(2),
    ]


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=30)
@given(st.lists(spec_cases(), min_size=1, max_size=3), st.sampled_from(KINDS), st.booleans(), st.data())
def test_a_batch_is_its_responses_one_by_one(
    cases: list[SpecCase], kind: Any, loose: bool, data: st.DataObject
) -> None:
    asked: list[Rewardable] = [verifier(load(one.program), "s", one.values) for one in cases]
    texts = st.lists(st.sampled_from([*(one.text for one in cases), *TEXTS]), max_size=4)
    nested = [data.draw(texts) for _ in asked]
    single = [
        [ifdsl.reward(item, kind, loose=loose)(text) for text in of] for item, of in zip(asked, nested, strict=True)
    ]
    assert ifdsl.rewards(asked, nested, kind, loose=loose) == single
    order = data.draw(st.permutations([(place, text) for place, of in enumerate(nested) for text in of]))
    flat = ifdsl.rewards(asked, [text for _, text in order], kind, loose=loose, prompts=[place for place, _ in order])
    assert flat == [ifdsl.reward(asked[place], kind, loose=loose)(text) for place, text in order]


def test_processes_give_the_same_rewards(tmp_path: Path) -> None:
    asked = items(tmp_path)
    nested = [[*TEXTS, f"Ann {place}"] for place in range(len(asked))]
    with Rewarder(asked, "dense", loose=True, workers=2) as rewarder:
        first = rewarder.rewards(nested)
        assert first == ifdsl.rewards(asked, nested, "dense", loose=True)
        places = [place for place in range(len(asked)) for _ in range(40)]
        flat = [TEXTS[at % len(TEXTS)] for at in range(len(places))]
        # Trainers call from threads of their own, several at once.
        with ThreadPoolExecutor(2) as threads:
            again, once_more = threads.map(lambda _: rewarder.rewards(flat, places), range(2))
    assert again == once_more
    assert again == ifdsl.rewards(asked, flat, "dense", loose=True, prompts=places)
    assert len({one for of in first for one in of}) >= 5


def test_items_can_be_pickled(tmp_path: Path) -> None:
    asked = [ifdsl.reward(item, "dense") for item in items(tmp_path)]
    (tmp_path / "note.ifc").unlink()
    again = pickle.loads(pickle.dumps(asked))
    for text in TEXTS:
        assert [one(text) for one in again] == [one(text) for one in asked]


def test_python_checks_stay_allowed_or_not_where_they_are_read_again(tmp_path: Path) -> None:
    path = tmp_path / "own.ifc"
    path.write_text(
        'ifdsl 1\n\nconstraint own() {\n  check python "keyword:iskeyword"\n  render listing "Be a keyword."\n}\n',
        encoding="utf-8",
    )
    for allow, wanted in ((True, 1.0), (False, 0.0)):
        made = ifdsl.reward([ifdsl.load(path, allow_python=allow).constraint("own")()])
        assert (made("while"), pickle.loads(pickle.dumps(made))("while")) == (wanted, wanted)


def test_what_does_not_fit_together_says_so() -> None:
    asked: list[Rewardable] = [[case.all_upper()], [case.all_lower()]]
    wrong: list[tuple[type[Exception], str, Any]] = [
        (ValueError, "1 lists of responses for 2 items", {"responses": [["a"]]}),
        (ValueError, "1 places of prompts for 2 responses", {"responses": ["a", "b"], "prompts": [0]}),
        (ValueError, "no item at place 2; there are 2", {"responses": ["a"], "prompts": [2]}),
        (ValueError, "no item at place -1", {"responses": ["a"], "prompts": [-1]}),
        (TypeError, "item 0 are a list, not str; in one list they need `prompts`", {"responses": ["a", "b"]}),
        (TypeError, "item 1 are a list, not int", {"responses": [["a"], 3]}),
        (TypeError, "a text or None, not int", {"responses": [["a"], [3]]}),
        (TypeError, "a text or None, not list", {"responses": [["a"]], "prompts": [0]}),
        (ValueError, "`workers` is 0", {"responses": [[], []], "workers": 0}),
    ]
    for kind, words, arguments in wrong:
        with pytest.raises(kind, match=words):
            ifdsl.rewards(asked, **arguments)
    assert ifdsl.rewards([], []) == []
    assert ifdsl.rewards(asked, [[], []]) == [[], []]
    assert ifdsl.rewards(asked, [], prompts=[]) == []


# ---------------------------------------------------------------- published items, from threads


def published(count: int) -> tuple[list[Rewardable], list[list[str]]]:
    """Items of IFEval, and for each a few texts: two models' answers to it, and parts of them."""
    assert CORPORA is not None
    made = list(PublishedItems(Path(CORPORA, "ifeval", "gpt4.jsonl"), "ifeval").items([]))[:count]
    given = [{row["key"]: row["response"] for row in rows(name)} for name in ("gpt4", "okatanaaa_en")]
    texts = [[of_model[int(item.prompt.id)] for of_model in given] for item in made]
    return list(made), [[part for text in of for part in (text, text[: len(text) // 2])] for of in texts]


def rows(name: str) -> list[dict[str, Any]]:
    assert CORPORA is not None
    with open(Path(CORPORA, "ifeval", f"{name}.jsonl"), encoding="utf-8") as file:
        return [json.loads(line) for line in file]


needs_corpora = [
    pytest.mark.skipif(CORPORA is None, reason="IFDSL_CORPORA does not say where the published prompts are"),
    pytest.mark.skipif(find_spec("langdetect") is None, reason="the pack needs the extra `parity`"),
]


def with_marks(test: Any) -> Any:
    for mark in needs_corpora:
        test = mark(test)
    return test


@with_marks
def test_threads_give_the_same_rewards_as_one_after_another() -> None:
    asked, nested = published(160)
    rewarder = Rewarder(asked, "dense", loose=False)
    calm = Rewarder(asked, "fraction", loose=True)
    serial = rewarder.rewards(nested), calm.rewards(nested)
    assert len({one for of in serial[0] for one in of}) > 20
    begin = threading.Barrier(8)

    def both(at: int) -> Any:
        begin.wait()
        # Each thread in an order of its own, so that no two are at one item in step.
        order = [(place + 20 * at) % len(asked) for place in range(len(asked))]
        flat = [(place, text) for place in order for text in nested[place]]
        texts, places = [text for _, text in flat], [place for place, _ in flat]
        found = [[[], []] for _ in asked]
        for number, one in enumerate((rewarder, calm)):
            for place, value in zip(places, one.rewards(texts, places), strict=True):
                found[place][number].append(value)
        return [of[0] for of in found], [of[1] for of in found]

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(8) as pool:
            for found in pool.map(both, range(8)):
                assert found == serial
    finally:
        sys.setswitchinterval(interval)


@with_marks
def test_processes_give_the_same_rewards_of_published_items() -> None:
    asked, nested = published(40)
    assert ifdsl.rewards(asked, nested, "fraction", workers=2) == ifdsl.rewards(asked, nested, "fraction")


@with_marks
def test_the_fraction_is_that_of_the_published_verdicts() -> None:
    asked, _ = published(541)
    recorded = rows("gpt4")
    for loose, name in ((False, "strict"), (True, "loose")):
        found = ifdsl.rewards(asked, [[row["response"]] for row in recorded], "fraction", loose=loose)
        assert found == [[sum(row[name]) / len(row[name])] for row in recorded]


def test_sentences_of_muldimif_travel_to_processes(tmp_path: Path) -> None:
    data = tmp_path / "items.jsonl"
    row = {
        "id": "1",
        "conversations": [{"role": "user", "content": "Name a river."}],
        "constraints": [
            ["Length", "Words", "The response must contain no more than 5 words"],
            ["Content", "Keywords", "Colourless green ideas sleep furiously"],
        ],
        "constraint_pattern": "Listing",
        "difficulty": "Level 2",
    }
    data.write_text(json.dumps(row) + "\n", encoding="utf-8")
    (item,) = PublishedItems(data, "muldimif").items([])
    made = ifdsl.reward(item)
    assert (made("The Rhine."), made("It is the long river Rhine.")) == (0.5, 0.0)
    again = pickle.loads(pickle.dumps(made))
    assert (again("The Rhine."), again("It is the long river Rhine.")) == (0.5, 0.0)
