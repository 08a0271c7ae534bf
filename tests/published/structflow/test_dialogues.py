"""Reading StructFlowBench's dialogues and verdicts, from files of one's own and from the published ones."""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path

import pytest

from ifdsl.published.structflow.dialogues import Dialogue, Edge, read_dialogues
from ifdsl.published.structflow.verdicts import Recorded, read_verdicts
from ifdsl.source.diagnostic import Diagnostic

CORPORA = os.environ.get("IFDSL_CORPORA")
needs_corpora = pytest.mark.skipif(CORPORA is None, reason="IFDSL_CORPORA is not set: no published dialogues")


def dialogue(**changes: object) -> dict[str, object]:
    turns = [
        {"name": f"c{place}", "user prompt": f"{place}?", "assistant answer": f"{place}.", "constraints": []}
        for place in (1, 2, 3)
    ]
    turns[0]["constraints"] = [{"type": "Style Constraint", "content": "Is it calm?", "explanation": "so"}]
    turns[2]["constraints"] = [{"type": "recall", "content": "Is c3 a recall of c1?"}]
    edges = [{"source": "c1", "target": ["c3"], "relation": "recall"}]
    about = {"conv_purpose": "p", "conv_topic": "t", "conv_task": "k", "user_type": 1}
    return {**about, "structure": edges, "whole_conv": turns, **changes}


def read(tmp_path: Path, *values: object) -> list[Dialogue | Diagnostic]:
    path = tmp_path / "data.json"
    path.write_text(json.dumps(values), encoding="utf-8")
    return list(read_dialogues(path))


def test_a_dialogue_has_its_turns_and_edges(tmp_path: Path) -> None:
    (found,) = read(tmp_path, dialogue())
    assert isinstance(found, Dialogue)
    assert found.expert
    assert [(turn.name, turn.prompt, turn.golden) for turn in found.turns][2] == ("c3", "3?", "3.")
    assert found.edges == (Edge((1,), (3,), "recalls"),)
    assert [one.relation for turn in found.turns for one in turn.questions] == ["", "recalls"]
    assert found.repeated == ()


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"structure": [{"source": ["c1"], "target": ["c9"], "relation": "recall"}]}, "those that there are"),
        ({"structure": [{"source": ["c1"], "target": ["c2"], "relation": "sequel"}]}, "no relation is called `sequel`"),
        ({"structure": "c1"}, "`structure` is a list"),
        ({"whole_conv": []}, "has no turn"),
        ({"whole_conv": [{"name": "c1"}]}, "no `constraints`"),
        ({"conv_topic": 3}, "`conv_topic` is a text"),
    ],
)
def test_a_dialogue_that_is_wrong_is_reported_and_the_next_is_read(
    tmp_path: Path, changes: dict[str, object], words: str
) -> None:
    wrong, right = read(tmp_path, dialogue(**changes), dialogue())
    assert isinstance(wrong, Diagnostic)
    assert words in wrong.message
    assert isinstance(right, Dialogue)
    assert right.index == 1


def test_a_row_of_verdicts_that_is_wrong_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "verdicts.jsonl"
    row = {"d": 0, "t": 1, "c": 0, "type": "summary", "content": "Is it?", "verdicts": {"m": "N/A"}}
    rows = [row, {**row, "t": True}, {**row, "verdicts": {"m": 1}}]
    path.write_text("".join(json.dumps(one) + "\n" for one in rows), encoding="utf-8")
    first, *others = read_verdicts(path)
    assert isinstance(first, Recorded)
    judged = first.judged("m")
    assert (judged.passed, judged.type, judged.relation, judged.weight) == (False, "", "summarizes", 2.0)
    assert [isinstance(one, Diagnostic) for one in others] == [True, True]


@needs_corpora
def test_the_published_dialogues() -> None:
    found = list(read_dialogues(Path(str(CORPORA), "structflow", "StructFlowBench.json")))
    dialogues = [one for one in found if isinstance(one, Dialogue)]
    assert len(found) == len(dialogues) == 155
    assert sum(len(one.turns) for one in dialogues) == 643
    assert sum(len(turn.questions) for one in dialogues for turn in one.turns) == 1775
    edges = Counter(edge.relation for one in dialogues for edge in one.edges)
    counts = {"refines": 156, "follows": 95, "summarizes": 63, "expands": 42, "recalls": 32, "departs": 24}
    assert edges == counts
    assert len({one.graph for one in dialogues}) == 38
    assert [one.index for one in dialogues if one.repeated] == [136]
