"""The labels of published rows: where their constraints are declared, and where the prompt asks for them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ifdsl import data
from ifdsl.checking.lenient import LENIENT
from ifdsl.published.benchmarks import BENCHMARKS
from ifdsl.published.evaluate import read_published
from ifdsl.published.wordings import worded
from ifdsl.run.grading import Grader, Item, stored
from ifdsl.store.records import Response

PROMPT = "Write on rain in more than 20 words. Do not use any commas. Include the keywords 'fog' and 'dew'."
IFEVAL = {
    "key": 1,
    "prompt": PROMPT,
    "instruction_id_list": ["length_constraints:number_words", "punctuation:no_comma", "keywords:existence"],
    "kwargs": [{"num_words": 21, "relation": "at least"}, {}, {"keywords": ["fog", "dew"]}],
}
ASKED = [
    ["Write on rain in more than 20 words."],
    ["Do not use any commas."],
    ["Include the keywords 'fog' and 'dew'."],
]
MULDIMIF = {
    "id": "7",
    "conversations": [
        {"role": "user", "content": "What is dew? It must have two heading levels, and end with a period."}
    ],
    "constraints": [
        ["Format", "Markdown", "The answer must have at least two heading levels"],
        ["Content", "Punctuation", "End with a period"],
    ],
    "constraint_pattern": "Incorporation",
    "difficulty": "Level 1",
}


def item_of(record: dict[str, object], benchmark: str, folder: Path) -> Item:
    path = folder / "rows.jsonl"
    path.write_text(json.dumps(record) + "\n", encoding="utf-8")
    ((_, item),) = read_published(path, BENCHMARKS[benchmark])
    assert item is not None
    return item


def asked(item: Item) -> list[list[str]]:
    return [[item.prompt.text[start:end] for start, end in label.phrases] for label in item.told()]


def declared(source: str) -> str:
    """The line of the standard library that a source names."""
    name, _, line = source.partition(":")
    return (data.stdlib_path() / name).read_text(encoding="utf-8").splitlines()[int(line) - 1]


def test_instructions(tmp_path: Path) -> None:
    item = item_of(IFEVAL, "ifeval", tmp_path)
    assert asked(item) == ASKED
    lines = [declared(label.source) for label in item.told()]
    assert [line.split("(")[0] for line in lines] == [
        "constraint number_words",
        "constraint no_comma",
        "constraint existence",
    ]


def test_sentences(tmp_path: Path) -> None:
    item = item_of(MULDIMIF, "muldimif", tmp_path)
    assert asked(item) == [["It must have two heading levels"], ["end with a period."]]
    assert all(declared(label.source).startswith("constraint ") for label in item.told())
    assert all(label.source.startswith("muldimif/") for label in item.told())


def test_an_instruction_that_cannot_be_checked_has_no_source(tmp_path: Path) -> None:
    record = {**IFEVAL, "instruction_id_list": ["x:y"], "kwargs": [{}]}
    (label,) = item_of(record, "ifeval", tmp_path).told()
    assert (label.source, label.phrases) == ("", ())


def test_phrases_are_found_for_a_run_and_for_details_alone(tmp_path: Path) -> None:
    item = item_of(IFEVAL, "ifeval", tmp_path)
    assert [label.phrases for label in item.labels] == [(), (), ()]
    response = Response("1", "Fog and dew.", "ok", "m")
    plain = Grader(LENIENT["ifeval"]).grade(item, response)
    detailed = Grader(LENIENT["ifeval"], details=True).grade(item, response)
    assert [one.phrases for one in plain.requirements] == [(), (), ()]
    wanted = [label.phrases for label in item.told()]
    assert all(wanted)
    assert [one.phrases for one in detailed.requirements] == wanted
    assert [one.phrases for one in stored(item).requirements] == wanted
    assert [one.source for one in stored(item).requirements] == [label.source for label in item.told()]


@pytest.mark.parametrize("benchmark", ["ifeval", "ifbench", "iftrain", "multi-if", "ifeval-pp"])
def test_every_constraint_of_a_pack_is_declared_where_it_is_said_to_be(benchmark: str) -> None:
    from ifdsl.published.overlay import Overlay

    for signature in Overlay(BENCHMARKS[benchmark].pack_paths).values():
        said = worded(signature.name)
        assert said is not None
        assert said.wordings
        assert declared(said.source).startswith(f"constraint {signature.name.rpartition('.')[2]}(")


def test_what_no_module_has() -> None:
    assert worded("ifeval.nothing") is None
    assert worded("nowhere.at_all") is None
