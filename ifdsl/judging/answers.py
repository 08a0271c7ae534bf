"""Take answers of a judge; keep them by response and question, write them as JSON lines and read them again.

A row names the prompt (`key`) and the `repeat` of the response, the `question`, the `part` of the response that it is
about where that is not all of it, and the `answer`: true, false, or null where the judge's answer could not be read.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ifdsl.checking.judging import Answers
from ifdsl.store.jsonl import json_lines
from ifdsl.store.records import Problem
from ifdsl.store.whole import write_whole

Key = str | tuple[str, str]
"""A question, or a question and the part that it is about."""


@dataclass(slots=True)
class JudgeAnswers:
    """The answers on responses, by prompt id and repeat. What could not be read is known too, as None."""

    _found: dict[tuple[str, int], dict[Key, bool | None]] = field(default_factory=dict)

    def add(self, prompt_id: str, repeat: int, key: Key, answer: bool | None) -> None:
        """Keep an answer. One that could be read stays when the question is asked again in vain."""
        held = self._found.setdefault((prompt_id, repeat), {})
        if answer is not None or key not in held:
            held[key] = answer

    def of(self, prompt_id: str, repeat: int) -> Answers | None:
        held = self._found.get((prompt_id, repeat))
        return None if held is None else {key: answer for key, answer in held.items() if answer is not None}

    def beside(self, other: JudgeAnswers) -> Iterator[tuple[bool | None, bool | None]]:
        """The answers to each question that the other was asked too, in pairs."""
        for response, held in self._found.items():
            theirs = other._found.get(response, {})
            yield from ((answer, theirs[key]) for key, answer in held.items() if key in theirs)

    def __len__(self) -> int:
        return sum(map(len, self._found.values()))

    @property
    def unread(self) -> int:
        """Questions whose answers could not be read."""
        return sum(answer is None for held in self._found.values() for answer in held.values())

    @property
    def fingerprint(self) -> str:
        rows = "\n".join(sorted(json.dumps(row, sort_keys=True) for row in self._rows()))
        return hashlib.blake2b(rows.encode("ascii"), digest_size=12).hexdigest()

    def write(self, path: Path) -> None:
        """
        Raises:
            OSError: the file cannot be written.
        """
        text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in self._rows())
        # Half of a surrogate pair, which a response may hold, comes out as the escape that JSON has for it.
        write_whole(path, lambda file: file.write(text.encode("utf-8", "backslashreplace")))

    def _rows(self) -> Iterator[dict[str, object]]:
        for (prompt_id, repeat), held in self._found.items():
            for key, answer in held.items():
                question, part = (key, None) if isinstance(key, str) else key
                about = {} if part is None else {"part": part}
                yield {"key": prompt_id, "repeat": repeat, "question": question, **about, "answer": answer}


def read_answers(path: Path, problems: list[Problem]) -> JudgeAnswers:
    """Read a file of answers; what is wrong with a line is added to `problems`.

    Raises:
        OSError: the file cannot be read.
    """
    answers = JudgeAnswers()
    for line in json_lines(path):
        if line.problem is not None:
            if line.problem.kind != "blank":
                problems.append(line.problem)
            continue
        row = line.value
        if not isinstance(row, dict) or not _is_row(row):
            message = "a row has a `key`, a `question` and an `answer` that is true, false or null"
            problems.append(Problem(str(path), line.number, "malformed", message))
            continue
        part = row.get("part")
        key = row["question"] if part is None else (row["question"], str(part))
        answers.add(row["key"], int(row.get("repeat", 0)), key, row["answer"])
    return answers


def _is_row(row: dict[str, object]) -> bool:
    texts = isinstance(row.get("key"), str) and isinstance(row.get("question"), str)
    repeat = row.get("repeat", 0)
    whole = isinstance(repeat, int) and not isinstance(repeat, bool)
    return texts and whole and (row.get("answer") is None or isinstance(row["answer"], bool)) and "answer" in row
