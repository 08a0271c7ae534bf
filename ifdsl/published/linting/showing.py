"""Take a row with its findings; give them as diagnostics, with their places in prompt and parameters, and as data.

A prompt is shown as a file of its own, and so are the parameters: a line each, so that a path such as
`kwargs[1].num_words` has a place that can be underlined.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from ifdsl.linting import Finding, Repair
from ifdsl.published.linting.linted import Linted, mark_of
from ifdsl.source.diagnostic import Diagnostic, Label, quoted
from ifdsl.source.file import SourceFile
from ifdsl.source.span import Span


def diagnostics_of(row: Linted, path: str) -> Iterator[Diagnostic]:
    """The findings of a row, and what kept it from being read.

    Args:
        row: the row.
        path: the file that it stands in.
    """
    yield from row.problems
    if row.prompt is None:
        return
    prompt = SourceFile(f"{path} key {row.key} prompt", row.prompt.text)
    text, places = parameters_text(row.parameters)
    parameters = SourceFile(f"{path} key {row.key} parameters", text)
    for finding in row.findings:
        asked = [Label(prompt, Span(*span)) for span in finding.spans]
        graded = [Label(parameters, places[name], "graded here") for name in finding.paths if name in places]
        first, *others = (*asked, *graded) or (Label(prompt, Span(0, 0)),)
        yield Diagnostic(finding.code, finding.message, first, tuple(others), help=tuple(advice(finding)))


def advice(finding: Finding) -> Iterator[str]:
    """What would mend a finding, and why it is so."""
    repair = finding.repair
    for path, value in repair.arguments if repair is not None else ():
        yield f"with {json.dumps(value, ensure_ascii=False)} for `{path}` the two agree"
    if repair is not None and repair.sentence:
        yield f"say in the prompt: {quoted(repair.sentence, 300)}"
    if finding.reason:
        yield finding.reason


def data_of(row: Linted, path: str) -> Iterator[dict[str, Any]]:
    """The findings of a row as plain data, one object each.

    `{"file", "line", "key", "code", "name", "severity", "message", "prompt": [{"start", "end", "line", "column",
    "text"}], "parameters": [path], "repair": {"arguments": {path: value}, "sentence"} or null, "reason", "mark"}`.
    Offsets count code points of the prompt from 0, ends are exclusive; lines and columns count from 1. The mark is that
    of `mark_of`; what kept a row from being read has none.
    """
    where = {"file": path, "line": row.line, "key": row.key if row.raw_key is None else row.raw_key}
    for problem in row.problems:
        yield {
            **where, "code": problem.code.id, "name": problem.code.name, "severity": str(problem.severity),
            "message": problem.message, "prompt": [], "parameters": [], "repair": None, "reason": "",
            "mark": None,
        }  # fmt: skip
    text = "" if row.prompt is None else row.prompt.text
    source = SourceFile(path, text)
    for finding in row.findings:
        yield {
            **where, "code": finding.code.id, "name": finding.code.name, "severity": str(finding.code.severity),
            "message": finding.message, "prompt": [_span(source, *span) for span in finding.spans],
            "parameters": list(finding.paths), "repair": _repair(finding.repair), "reason": finding.reason,
            "mark": mark_of(row, finding),
        }  # fmt: skip


def _span(source: SourceFile, start: int, end: int) -> dict[str, Any]:
    line, column = source.position(start)
    return {"start": start, "end": end, "line": line, "column": column, "text": source.text[start:end]}


def _repair(repair: Repair | None) -> dict[str, Any] | None:
    return None if repair is None else {"arguments": dict(repair.arguments), "sentence": repair.sentence}


# ---------------------------------------------------------------- parameters


def parameters_text(parameters: Mapping[str, Any]) -> tuple[str, dict[str, Span]]:
    """The parameters of a row, an entry a line, and where each path stands in that text."""
    lines = _Lines()
    ids = parameters.get("instruction_id_list", [])
    for name, value in parameters.items():
        if name == "instruction_id_list":
            continue
        for place, entry in enumerate(value) if isinstance(value, list) else [(None, value)]:
            path = name if place is None else f"{name}[{place}]"
            label = ids[place] if name == "kwargs" and place is not None and place < len(ids) else path
            lines.add(label, path, entry)
    return lines.text, lines.places


class _Lines:
    """A text that is written value by value, and where each stands."""

    def __init__(self) -> None:
        self.text = ""
        self.places: dict[str, Span] = {}

    def add(self, label: str, path: str, value: Any) -> None:
        start = len(self.text)
        self.text += f"{label} "
        self._value(path, value)
        self.places[path] = Span(start, len(self.text))
        self.text += "\n"

    def _value(self, path: str, value: Any) -> None:
        start = len(self.text)
        if isinstance(value, dict):
            self._members("{", "}", [(f"{path}.{name}", f"{json.dumps(name)}: ", one) for name, one in value.items()])
        elif isinstance(value, list):
            self._members("[", "]", [(f"{path}[{place}]", "", one) for place, one in enumerate(value)])
        else:
            self.text += json.dumps(value, ensure_ascii=False)
        self.places[path] = Span(start, len(self.text))

    def _members(self, opening: str, closing: str, members: list[tuple[str, str, Any]]) -> None:
        self.text += opening
        for place, (path, lead, value) in enumerate(members):
            self.text += f"{', ' if place else ''}{lead}"
            self._value(path, value)
        self.text += closing
