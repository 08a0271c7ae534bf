"""Take the graded items of MulDimIF; write the judges of each, and the figures of its evaluator.

Source: Junjie-Ye/MulDimIF, Code/evaluation/evaluation.py. The evaluator adds `judges` to each item, one 0 or 1 for each
constraint, and writes one JSON file of five maps whose values are texts such as `392/400=0.98`: the share of items that
pass all of their constraints, overall, by pattern and by difficulty; of items that pass all their constraints of a
category; and of constraints, by subcategory. A pattern, difficulty or category in which no item passes is missing from
its map, as published.

A constraint whose sentence is not recognised is graded here neither way: its judge is null, and it counts in no share.
Neither does an item on which such a constraint would decide. How many there are stands under `Ungraded`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ifdsl.published.reading import ReadItem
from ifdsl.published.results import Write, encoded
from ifdsl.store.records import ItemResult

JUDGES, SCORE = "judges.jsonl", "score.json"
RECORD = "the record"
"""Under what `Row.meta` holds an item as it stands in the file; no spec can say anything of that name."""

_LABELS = {
    "Content_Keywords": ("Content_Keywords", "Content_Keywords: Must include", "Content_Mention"),
    "Content_Punctuation": (
        "Content_Punctuation", "Content_Punctuation: Ending punctuation", "Punctuation_Ending punctuation",
        "Content_Quotes",
    ),
    "Content_Identifiers": (
        "Content_Identifiers", "Citations_In-text", "Content_Sources", "Format_Text", "References_Format",
        "Format_Bullet Points",
    ),
    "Length_Words": (
        "Length_Words", "Length_Words: At most", "Length_Words: At least", "Length_Words: Range", "Words_At most",
        "Content_Length", "Format_Blurb", "Format_Word Count", "Format_Length",
    ),
    "Length_Sentences": (
        "Length_Sentences", "Length_Sentences: At least", "Length_Sentences: At most", "Length_Sentences: Range",
        "Sentences_At most", "Sentences_At least",
    ),
    "Length_Paragraphs": (
        "Length_Paragraphs", "Length_Paragraphs: At most", "Length_Paragraphs: At least", "Length_Paragraphs: Range",
        "Paragraphs_At most",
    ),
    "Format_Table": (
        "Format_Table", "Format_Table: Row limit", "Format_Table: Column limit", "Table_Row limit",
        "Table_Column limit", "Table_Table",
    ),
    "Format_Markdown": (
        "Format_Markdown", "Markdown_Heading levels", "Format_Markdown: Heading levels", "Markdown_Block quotes",
        "Format_Markdown: Block quotes",
    ),
    "Format_Json": ("Format_Json", "Json_Object nesting levels", "Json_Number of attributes"),
    "Format_XML": ("Format_XML", "XML_Number of attributes"),
    "Language_English": ("Language_English", "Language_English: Capitalized", "Language_English: All Uppercase"),
    "Language_Chinese": ("Language_Chinese", "Language_Chinese: Simplified", "Language_Chinese: Traditional"),
}  # fmt: skip
MAPPING = {label: name for name, labels in _LABELS.items() for label in labels}
"""Category and subcategory as they stand in the data, to those reported: the published `constraint_mapping`."""


@contextmanager
def muldimif(folder: Path) -> Iterator[Write]:
    """
    Raises:
        OSError: one of the files cannot be written; so may each row.
    """
    score = Score()
    with open(folder / JUDGES, "wb") as file:

        def write(read: ReadItem, result: ItemResult | None) -> None:
            if read.row is None or result is None:
                return
            judges = _judges(result)
            score.add(read.row.instruction_ids, judges, read.row.meta["pattern"], read.row.meta["level"])
            file.write(encoded({**_answered(read.row.meta[RECORD], result), "judges": judges}) + b"\n")

        yield write
    text = json.dumps(score.maps(), indent=4, ensure_ascii=False)
    (folder / SCORE).write_text(text + "\n", encoding="utf-8")


def _judges(result: ItemResult) -> list[int | None]:
    if not result.answered:
        return [0] * len(result.requirements)
    # A requirement that does not apply leaves its response passing.
    known = {"pass": 1, "not_applicable": 1, "fail": 0, "unknown": None}
    return [known[one.strict] for one in result.requirements]


def _answered(item: dict[str, Any], result: ItemResult) -> dict[str, Any]:
    """An item as published, with the answer as the last message of its chat."""
    answer = "" if result.response is None else result.response.text
    asked = [message for message in item["conversations"] if isinstance(message, dict)]
    if len(asked) > 1 and asked[-1].get("role") != "user":
        asked.pop()
    return {**item, "conversations": [*asked, {"role": "assistant", "content": answer}]}


@dataclass(slots=True)
class _Shares:
    """How many passed of how many, by name in the order of the first that passed (`published`), or that came."""

    passed: dict[str, int] = field(default_factory=dict)
    total: dict[str, int] = field(default_factory=dict)

    def add(self, name: str, passed: bool | None) -> None:
        if passed is None:
            return
        self.total[name] = self.total.get(name, 0) + 1
        if passed:
            self.passed[name] = self.passed.get(name, 0) + 1

    def texts(self, names: Iterable[str]) -> dict[str, str]:
        return {name: share(self.passed.get(name, 0), self.total[name]) for name in names}


def share(passed: int, total: int) -> str:
    """`392/400=0.98`; of nothing there is no share, and `0/0` is all there is to say."""
    return f"{passed}/{total}={passed / total}" if total else "0/0"


@dataclass(slots=True)
class Score:
    """The maps of the evaluator, counted item by item."""

    _patterns: _Shares = field(default_factory=_Shares)
    _levels: _Shares = field(default_factory=_Shares)
    _categories: _Shares = field(default_factory=_Shares)
    _subcategories: _Shares = field(default_factory=_Shares)
    _overall: _Shares = field(default_factory=_Shares)
    _items: list[int] = field(default_factory=lambda: [0, 0])
    _constraints: list[int] = field(default_factory=lambda: [0, 0])

    def add(self, ids: Iterable[str], judges: list[int | None], pattern: str, level: str) -> None:
        """Count one item: the subcategory and the judge of each of its constraints."""
        whole = _all(judges)
        for shares, name in ((self._overall, ""), (self._patterns, pattern), (self._levels, level)):
            shares.add(name, whole)
        categories: dict[str, list[int | None]] = {}
        for id_, judge in zip(ids, judges, strict=True):
            categories.setdefault(id_.partition("_")[0], []).append(judge)
            self._subcategories.add(id_, None if judge is None else judge == 1)
        for category, of_category in categories.items():
            self._categories.add(category, _all(of_category))
        for count, ungraded, total in (
            (self._items, int(whole is None), 1),
            (self._constraints, judges.count(None), len(judges)),
        ):
            count[0] += ungraded
            count[1] += total

    def maps(self) -> dict[str, Any]:
        """What the published file holds."""
        maps: dict[str, Any] = {
            "constraint_pattern_list": self._patterns.texts(self._patterns.passed),
            "constraint_category_list": self._categories.texts(self._categories.passed),
            "constraint_category_second_list": self._subcategories.texts(self._subcategories.total),
            "constraint_difficulty_list": self._levels.texts(sorted(self._levels.passed)),
            "Overall": share(self._overall.passed.get("", 0), self._overall.total.get("", 0)),
        }
        if self._constraints[0]:
            maps["Ungraded"] = {"items": share(*self._items), "constraints": share(*self._constraints)}
        return maps


def _all(judges: Iterable[int | None]) -> bool | None:
    """Whether all passed; None where one that was not graded decides."""
    found = list(judges)
    return False if 0 in found else None if None in found else True
