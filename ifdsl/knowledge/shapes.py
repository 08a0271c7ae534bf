"""Take records of MMLU-Pro, MathQA, BoolQ, PIQA or Winogrande as published; give rows of one shape for specs over them.

A row has `id data subject family question passage options labels gold suffix`; `gold` is the place of the right option,
counted from 0, and `suffix` a short text of its own that an instruction may ask to append.
"""

from __future__ import annotations

import hashlib
import re
import string
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ifdsl.datasets.record import Unreadable
from ifdsl.datasets.records import records
from ifdsl.primitives.rearranging import read_list
from ifdsl.source.diagnostic import Diagnostic, quoted

Json = dict[str, Any]

MOST_OPTIONS = 26
_OPTION = re.compile(r"(?:^|,)\s*([a-e])\s*\)\s*")
_CAPITALS, _SMALL = tuple(string.ascii_uppercase), tuple(string.ascii_lowercase)
_SHORTEST, _LONGEST = 10, 40
_ODD = ("END", "STOP", "---", "|", "123", "That is all.", "No answer", "<done>", "I am not sure", "Note:")
"""Texts that a model may take for something else than what it was asked to append."""


class Unfit(ValueError):
    """A record that is not of its shape; the message says in plain words what is wrong."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A published data set: its name in reports, the family of its prompts, and how a record becomes a row.

    `cap` and `lite_cap` are how many items of each instruction KCIF takes of it, or of each of its subjects (paper,
    section 3; Full and Lite).
    """

    data: str
    family: str
    read: Callable[[Json], Json]
    cap: int = 1500
    lite_cap: int = 150
    by_subject: bool = False


def rows_of(shape: Shape, path: Path, problems: list[Diagnostic], seed: int = 0) -> Iterator[Json]:
    """The rows of a data file in JSON lines, JSON, CSV or Parquet.

    Args:
        shape: what it is data of.
        path: the file.
        problems: gets a diagnostic for each record that is not of the shape.
        seed: decides the suffixes.

    Raises:
        OSError: the file cannot be read.
        MissingExtra: it is in a format whose extra is not installed.
    """
    for place, record in enumerate(records(path)):
        if isinstance(record, Unreadable):
            problems.append(record.diagnostic)
            continue
        try:
            found = shape.read(record.value)
        except Unfit as error:
            problems.append(record.problem(str(error)))
            continue
        id_ = f"{shape.data}-{found.pop('number', place)}"
        row = {"id": id_, "data": shape.data, "subject": "", "family": shape.family, "passage": "", **found}
        yield {**row, "suffix": suffix_of(id_, seed)}


def suffix_of(id_: str, seed: int = 0) -> str:
    """A text to append that depends on the id and the seed alone: letters and digits, or something odd."""
    drawn = hashlib.blake2b(f"{seed} {id_}".encode("utf-8", "surrogatepass"), digest_size=64).digest()
    if drawn[0] % 2:
        return _ODD[drawn[1] % len(_ODD)]
    letters = string.ascii_letters + string.digits
    length = _SHORTEST + drawn[1] % (_LONGEST - _SHORTEST + 1)
    return "".join(letters[byte % len(letters)] for byte in drawn[2 : 2 + length])


# ---------------------------------------------------------------- one function for each shape


def _mmlu_pro(record: Json) -> Json:
    options = _texts(record, "options")
    gold = record.get("answer_index")
    if not isinstance(gold, int) or isinstance(gold, bool):
        gold = _letter(record, "answer", _CAPITALS)
    return {
        **_question(record, "question", options, gold, _CAPITALS),
        "subject": _text(record, "category"),
        **({"number": record["question_id"]} if isinstance(record.get("question_id"), int) else {}),
    }


def _mathqa(record: Json) -> Json:
    """Of the copies that go round some have the options in one text, and some of these as a list of Python."""
    raw = _text(record, "options_raw" if "options_raw" in record else "options")
    joined = ", ".join(read_list(raw)) if raw.lstrip().startswith("[") else raw
    marks = list(_OPTION.finditer(joined))
    if [mark[1] for mark in marks] != list(_SMALL[: len(marks)]) or len(marks) < 2:
        raise Unfit(f"the options {quoted(raw)} are not `a ) … , b ) …` and so on")
    ends = [mark.start() for mark in marks[1:]] + [len(joined)]
    options = [joined[mark.end() : end].strip(" ,") for mark, end in zip(marks, ends, strict=True)]
    name = "problem" if "problem" in record else "Problem"
    return _question(record, name, options, _letter(record, "correct", _SMALL), _SMALL)


def _boolq(record: Json) -> Json:
    answer = record.get("answer")
    if not isinstance(answer, bool):
        raise Unfit(f"`answer` is {quoted(str(answer))}; `true` or `false` is wanted")
    found = _question(record, "question", ["True", "False"], 0 if answer else 1, _CAPITALS)
    passage = record.get("passage", "")
    return {**found, "passage": passage if isinstance(passage, str) else ""}


def _piqa(record: Json) -> Json:
    options = [_text(record, "sol1"), _text(record, "sol2")]
    return _question(record, "goal", options, _number(record, "label"), _CAPITALS)


def _winogrande(record: Json) -> Json:
    options = [_text(record, "option1"), _text(record, "option2")]
    return _question(record, "sentence", options, _number(record, "answer") - 1, _CAPITALS)


SHAPES: Mapping[str, Shape] = {
    "mmlu_pro": Shape("mmlu_pro", "choice", _mmlu_pro, cap=150, lite_cap=25, by_subject=True),
    "mathqa": Shape("mathqa", "choice", _mathqa),
    "boolq": Shape("boolq", "boolean", _boolq),
    "piqa": Shape("piqa", "choice", _piqa),
    "winogrande": Shape("winogrande", "sentence", _winogrande),
}
"""The data sets of KCIF, with their caps."""


def _question(record: Json, name: str, options: list[str], gold: int, labels: tuple[str, ...]) -> Json:
    if not 2 <= len(options) <= MOST_OPTIONS:
        raise Unfit(f"there are {len(options)} options; 2 to {MOST_OPTIONS} are wanted")
    if not 0 <= gold < len(options):
        raise Unfit(f"the right option is number {gold}, counted from 0, and there are {len(options)}")
    if not options[gold].strip():
        raise Unfit("the right option is blank")
    question = _text(record, name)
    return {"question": question, "options": options, "labels": list(labels[: len(options)]), "gold": gold}


def _text(record: Json, name: str) -> str:
    found = record.get(name)
    if not isinstance(found, str):
        raise Unfit(f"`{name}` is {'missing' if found is None else 'no text'}")
    return found


def _texts(record: Json, name: str) -> list[str]:
    found = record.get(name)
    if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
        raise Unfit(f"`{name}` is no list of texts")
    return list(found)


def _number(record: Json, name: str) -> int:
    found = record.get(name)
    if isinstance(found, str) and found.strip().isdecimal():
        return int(found)
    if not isinstance(found, int) or isinstance(found, bool):
        raise Unfit(f"`{name}` is no whole number")
    return found


def _letter(record: Json, name: str, letters: tuple[str, ...]) -> int:
    found = _text(record, name).strip()
    if found not in letters:
        raise Unfit(f"`{name}` is {quoted(found)}, which is no label of an option")
    return letters.index(found)
