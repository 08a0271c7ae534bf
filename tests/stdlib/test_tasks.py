"""The banks of tasks: plain requests that state nothing, none twice, and as many of each kind and on each topic."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations

import pytest

from ifdsl import data
from ifdsl.datasets.rows import BadRow, rows
from ifdsl.datasets.tasks import Task, bank
from ifdsl.ir import nodes as n
from ifdsl.ir.build import build_file
from ifdsl.ir.evaluate import call
from ifdsl.primitives.language import detect
from ifdsl.primitives.table import TABLE
from ifdsl.published.sentences import words_of
from ifdsl.recognition import Unrecognised, Vocabulary, recognise
from ifdsl.source.diagnostic import Diagnostic

LEAST = {"std.tasks": 360, "std.tasks_zh": 60}
LANGUAGES = {"std.tasks": "en", "std.tasks_zh": "zh"}
FIELDS = {"id": "text", "task": "text", "kind": "text", "topic": "text"}
LONGEST_OVERLAP = 0.3
"""Share of the runs of five words of the smaller of two tasks that the other may have too."""

COUNTED = re.compile(
    r"(?i)\b(?:\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|few|several|some|many|least|most|exactly) "
    r"(?:\w+ )?(?:sentences?|paragraphs?|lines?|bullets?|points?|items?|headings?|sections?|stanzas?|verses?|steps?)\b"
    r"|[0-9一二两三四五六七八九十几]\s*(?:句|段话|段文字|行|个字|条建议|点)"
)
"""An amount of text; the pasted part of a task may hold one, for nobody would read it as a demand."""


@cache
def sources(module: str) -> tuple[n.Source, ...]:
    path = data.module_path(module)
    assert path is not None
    built = build_file(path)
    assert built.diagnostics == ()
    assert built.program is not None
    return built.program.sources


@cache
def tasks(module: str, name: str | None = None) -> tuple[Task, ...]:
    """The tasks of one source of a module, or of all."""
    path = data.module_path(module)
    assert path is not None
    problems: list[Diagnostic] = []
    found = bank([(one, path.parent) for one in sources(module) if name in (None, one.name)], problems)
    assert problems == []
    return found


def each_source() -> list[tuple[str, str]]:
    return [(module, source.name) for module in LEAST for source in sources(module)]


@cache
def vocabulary(package: str) -> Vocabulary:
    return words_of(sorted((data.stdlib_path() / package).glob("*.ifc")))


def sentences(text: str) -> Iterator[str]:
    rule = next(iter(TABLE["sentences"].rules))
    for line in text.split("\n"):
        yield from map(str, call("sentences", rule, [line]))


# ---------------------------------------------------------------- what they are


@pytest.mark.parametrize(("module", "name"), each_source())
def test_every_row_is_whole(module: str, name: str) -> None:
    path = data.module_path(module)
    assert path is not None
    (source,) = (one for one in sources(module) if one.name == name)
    assert source.format == "jsonl"
    assert {field.name: field.type for field in source.fields} == FIELDS
    found = list(rows(source, path.parent))
    assert found
    assert not [row.diagnostic.message for row in found if isinstance(row, BadRow)]
    for task in tasks(module, name):
        assert task.text == task.text.strip()
        assert re.fullmatch(r"(zh-)?\w+-\w+(-\d+)?", task.id), task.id
        assert task.kind
        assert task.topic


@pytest.mark.parametrize("module", LEAST)
def test_kinds_and_topics_are_evenly_spread(module: str) -> None:
    found = tasks(module)
    assert len(found) >= LEAST[module]
    for counts in (Counter(task.kind for task in found), Counter(task.topic for task in found)):
        assert len(counts) == 20
        assert max(counts.values()) <= 2 * min(counts.values())
    for source in sources(module):
        assert len({task.kind for task in tasks(module, source.name)}) == 1
    both = {(task.kind, task.topic) for task in found}
    assert len(both) == len(found)


def test_both_banks_have_the_same_kinds_and_topics() -> None:
    english, chinese = (tasks(module) for module in LEAST)
    assert {task.kind for task in english} == {task.kind for task in chinese}
    assert {task.topic for task in english} == {task.topic for task in chinese}
    assert [source.name for source in sources("std.tasks")] == [source.name for source in sources("std.tasks_zh")]


@pytest.mark.parametrize("module", LEAST)
def test_each_is_in_its_language(module: str) -> None:
    wrong = [task.id for task in tasks(module) if detect(task.text.split("\n")[0]) != LANGUAGES[module]]
    assert wrong == []


# ---------------------------------------------------------------- none twice


def runs(text: str, length: int = 5) -> frozenset[str]:
    words = re.findall(r"[\u4e00-\u9fff]|[^\W\u4e00-\u9fff]+", text.lower())
    return frozenset(" ".join(words[at : at + length]) for at in range(max(1, len(words) - length + 1)))


def overlap(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / min(len(one), len(other))


def test_ids_are_unique_over_both_banks() -> None:
    ids = [task.id for module in LEAST for task in tasks(module)]
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("module", LEAST)
def test_no_two_are_nearly_the_same(module: str) -> None:
    made = [(task.id, runs(task.text)) for task in tasks(module)]
    near = [(one[0], other[0]) for one, other in combinations(made, 2) if overlap(one[1], other[1]) > LONGEST_OVERLAP]
    assert near == []
    said = Counter(run for _, found in made for run in found)
    assert [run for run, count in said.items() if count > 2] == []


def test_near_duplicates_are_told() -> None:
    one = runs("Write a poem about the far side of the moon.")
    assert overlap(one, runs("Please write a poem about the far side of the moon!")) > LONGEST_OVERLAP
    assert overlap(one, runs("Write a poem about a cello that has been left in its case.")) < LONGEST_OVERLAP


def test_they_do_not_all_begin_alike() -> None:
    found = tasks("std.tasks")
    first = Counter(task.text.split()[0] for task in found)
    pairs = Counter(" ".join(task.text.split()[:2]) for task in found)
    assert len(first) >= 60
    assert max(first.values()) <= len(found) / 5
    assert max(pairs.values()) <= len(found) / 10


# ---------------------------------------------------------------- they state nothing


@pytest.mark.parametrize("package", ["std", "muldimif"])
@pytest.mark.parametrize(("module", "name"), each_source())
def test_no_sentence_states_a_constraint(module: str, name: str, package: str) -> None:
    for task in tasks(module, name):
        for sentence in sentences(task.text):
            found = recognise(sentence, vocabulary(package))
            assert isinstance(found, Unrecognised), (task.id, sentence, found)
            assert found.reason == "unread", (task.id, sentence, found)


def test_a_sentence_that_states_one_would_be_read() -> None:
    for sentence in ("Use at least 200 words.", "全文字数：至少200。"):
        assert not isinstance(recognise(sentence, vocabulary("std")), Unrecognised), sentence
    for sentence in ("Write three paragraphs.", "Include drains and gutters."):
        assert not isinstance(recognise(sentence, vocabulary("muldimif")), Unrecognised), sentence


@pytest.mark.parametrize("module", LEAST)
def test_no_request_asks_for_an_amount_of_text(module: str) -> None:
    asked = [(task.id, match[0]) for task in tasks(module) if (match := COUNTED.search(task.text.split("\n\n")[0]))]
    assert asked == []
    assert COUNTED.search("Write it in two sentences.")
    assert COUNTED.search("请写三段话。")
