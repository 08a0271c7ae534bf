"""Take diagnostics; give JSON data that stands for them; and back, as long as the files they speak of are unchanged."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ifdsl.source.codes import BY_NUMBER
from ifdsl.source.diagnostic import Diagnostic, Edit, Fix, Label, Safety
from ifdsl.source.file import SourceFile, read_source
from ifdsl.source.span import Span


def encoded(diagnostics: Sequence[Diagnostic]) -> list[Any]:
    """The diagnostics as JSON data; files stand in it by their paths."""
    return [
        [
            one.code.number,
            one.message,
            [_label(label) for label in (one.primary, *one.secondary)],
            list(one.help),
            [
                [fix.title, fix.safety.value, [[*edit.span, edit.replacement] for edit in fix.edits]]
                for fix in one.fixes
            ],
        ]
        for one in diagnostics
    ]


def decoded(data: list[Any]) -> tuple[Diagnostic, ...] | None:
    """The diagnostics that `encoded` made into `data`; None where a file is gone."""
    files: dict[str, SourceFile] = {}
    for _, _, labels, _, _ in data:
        for path, *_ in labels:
            if path not in files:
                file = read_source(path)
                if not isinstance(file, SourceFile):
                    return None
                files[path] = file
    return tuple(
        Diagnostic(
            BY_NUMBER[number],
            message,
            *_labels(labels, files),
            help=tuple(help_),
            fixes=tuple(
                Fix(title, tuple(Edit(Span(start, end), text) for start, end, text in edits), Safety(safety))
                for title, safety, edits in fixes
            ),
        )
        for number, message, labels, help_, fixes in data
    )


def _fix(fix: Fix) -> list[Any]:
    return [fix.title, fix.safety.value, [[*edit.span, edit.replacement] for edit in fix.edits]]


def _label(label: Label) -> list[Any]:
    return [label.file.path, *label.span, label.message]


def _labels(labels: list[Any], files: dict[str, SourceFile]) -> tuple[Label, tuple[Label, ...]]:
    first, *others = (Label(files[path], Span(start, end), message) for path, start, end, message in labels)
    return first, tuple(others)
