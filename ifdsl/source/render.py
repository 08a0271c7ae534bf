"""Take diagnostics; give them as text for people (human, plain) or for programs (JSON, SARIF 2.1.0).

All four write the same findings in the same order (`in_order`). Lines and columns count from 1, columns in
code points.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import PurePath
from urllib.parse import quote

from ifdsl.source.codes import CODES, Severity
from ifdsl.source.diagnostic import Diagnostic, Fix, Label, Safety, counted, in_order
from ifdsl.source.excerpt import Paint, clamped, draw, visible
from ifdsl.source.file import SourceFile
from ifdsl.source.span import Span

_STYLES = {
    "error": "1;31",
    "warning": "1;33",
    "note": "1;36",
    "gutter": "34",
    "^": "31",
    "-": "36",
    "help": "32",
    "bold": "1",
}

SARIF_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def render_human(diagnostics: Iterable[Diagnostic], colour: bool = False, width: int = 100) -> str:
    """Each diagnostic with the lines it speaks of, its labels underlined (`^` the primary one), and its help.

    Args:
        diagnostics: in any order.
        colour: whether to put in terminal colour codes. Nothing is said by colour alone.
        width: the columns that a source line may take before it is cropped round its label.
    """
    blocks = [_human(diagnostic, _painter(colour), max(20, width)) for diagnostic in in_order(diagnostics)]
    return "\n".join(f"{block}\n" for block in blocks)


def render_plain(diagnostics: Iterable[Diagnostic]) -> str:
    """One line each, for screen readers and `grep`.

    `path:line:column: error IF0302 unknown-constraint: message; note: …; help: …`.
    """
    lines = []
    for diagnostic in in_order(diagnostics):
        parts = [f"{_place(diagnostic.primary)}: {diagnostic.severity} {diagnostic.code}: {diagnostic.message}"]
        if diagnostic.primary.message:
            parts.append(f"note: {diagnostic.primary.message}")
        parts += [f"note: {label.message or 'see'} ({_place(label)})" for label in diagnostic.secondary]
        parts += [f"help: {line}" for line in _advice(diagnostic)]
        lines.append(visible("; ".join(parts)) + "\n")
    return "".join(lines)


def render_json(diagnostics: Iterable[Diagnostic]) -> str:
    """A JSON list of `to_data` objects, in ASCII, so that no terminal or code page spoils it."""
    return json.dumps([to_data(diagnostic) for diagnostic in in_order(diagnostics)], indent=2) + "\n"


def to_data(diagnostic: Diagnostic) -> dict[str, object]:
    """A diagnostic as plain data.

    `{"code": "IF0302", "name", "severity", "message", "page", "location": L, "related": [L], "help": [text],
    "fixes": [{"title", "safety", "edits": [{"start": P, "end": P, "replacement"}]}]}` where `L` is
    `{"path", "start": P, "end": P, "message"}` and `P` is `{"offset", "line", "column"}`. Offsets count code
    points from 0 in the text with its newlines as `\\n`, ends are exclusive, edits are in the `location` file.
    """
    file = diagnostic.primary.file
    return {
        "code": diagnostic.code.id,
        "name": diagnostic.code.name,
        "severity": str(diagnostic.severity),
        "message": diagnostic.message,
        "page": diagnostic.code.page,
        "location": _location(diagnostic.primary),
        "related": [_location(label) for label in diagnostic.secondary],
        "help": list(diagnostic.help),
        "fixes": [
            {
                "title": fix.title,
                "safety": str(fix.safety),
                "edits": [{**_ends(edit.span, file), "replacement": edit.replacement} for edit in fix.edits],
            }
            for fix in diagnostic.fixes
        ],
    }


def render_sarif(diagnostics: Iterable[Diagnostic], version: str | None = None) -> str:
    """A SARIF 2.1.0 log of one run, in ASCII; `version` is this tool's. Fixes never applied are help only.

    Source: OASIS, Static Analysis Results Interchange Format 2.1.0 (errata 01).
    """
    found = in_order(diagnostics)
    used = {diagnostic.code for diagnostic in found}
    rules = [code for code in CODES if code in used]
    driver: dict[str, object] = {
        "name": "ifdsl",
        "rules": [
            {
                "id": code.id,
                "name": code.name,
                "shortDescription": {"text": code.title},
                "defaultConfiguration": {"level": str(code.severity)},
            }
            for code in rules
        ],
    }
    if version is not None:
        driver["version"] = version
    index = {code: number for number, code in enumerate(rules)}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(diagnostic, index[diagnostic.code]) for diagnostic in found],
    }
    return json.dumps({"$schema": SARIF_SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def summary(diagnostics: Iterable[Diagnostic]) -> str:
    """How many of each severity: `2 errors and 1 warning`; `no problems` where there are none."""
    severities = [diagnostic.severity for diagnostic in diagnostics]
    counts = [(severities.count(severity), severity) for severity in Severity]
    parts = [counted(count, severity) for count, severity in counts if count]
    return " and ".join(filter(None, [", ".join(parts[:-1]), *parts[-1:]])) or "no problems"


# ---------------------------------------------------------------- human


def _painter(colour: bool) -> Paint:
    def paint(text: str, style: str) -> str:
        return f"\x1b[{_STYLES[style]}m{text}\x1b[0m" if colour and text else text

    return paint


def _human(diagnostic: Diagnostic, paint: Paint, width: int) -> str:
    primary, severity = diagnostic.primary, str(diagnostic.severity)
    labels = [primary, *diagnostic.secondary]
    gutter = max(len(str(label.file.position(label.span.end)[0])) for label in labels)
    rows = [paint(f"{severity}[{diagnostic.code}]", severity) + paint(f": {visible(diagnostic.message)}", "bold")]
    for file in dict.fromkeys(label.file for label in labels):
        here = [(label, "^" if label is primary else "-") for label in labels if label.file == file]
        arrow = "-->" if file == primary.file else ":::"
        rows.append(" " * gutter + paint(arrow, "gutter") + " " + visible(_place(here[0][0])))
        if file.text:
            rows += draw(here, paint, gutter, width)
        else:
            rows += [_note("note", label.message, paint, gutter) for label, _ in here if label.message]
    rows += [_note("help", line, paint, gutter) for line in _advice(diagnostic)]
    return "\n".join(rows)


def _note(kind: str, text: str, paint: Paint, gutter: int) -> str:
    return f"{' ' * gutter} {paint('=', 'gutter')} {paint(f'{kind}:', kind)} {visible(text)}"


def _place(label: Label) -> str:
    line, column = label.file.position(label.span.start)
    return f"{label.file.path}:{line}:{column}"


def _advice(diagnostic: Diagnostic) -> list[str]:
    return [*diagnostic.help, *(_offer(fix) for fix in diagnostic.fixes)]


def _offer(fix: Fix) -> str:
    return fix.title if fix.safety is Safety.DISPLAY_ONLY else f"{fix.title} [{fix.safety} fix]"


# ---------------------------------------------------------------- JSON


def _location(label: Label) -> dict[str, object]:
    return {"path": label.file.path, **_ends(label.span, label.file), "message": label.message}


def _ends(span: Span, file: SourceFile) -> dict[str, object]:
    start, end = clamped(span, file)
    return {"start": _point(start, file), "end": _point(end, file)}


def _point(offset: int, file: SourceFile) -> dict[str, int]:
    line, column = file.position(offset)
    return {"offset": offset, "line": line, "column": column}


# ---------------------------------------------------------------- SARIF


def _result(diagnostic: Diagnostic, rule: int) -> dict[str, object]:
    text = "\n".join([diagnostic.message, *(f"help: {line}" for line in _advice(diagnostic))])
    result: dict[str, object] = {
        "ruleId": diagnostic.code.id,
        "ruleIndex": rule,
        "level": str(diagnostic.severity),
        "message": {"text": text},
        "locations": [_physical(diagnostic.primary)],
    }
    if diagnostic.secondary:
        result["relatedLocations"] = [
            {"id": number, **_physical(label)} for number, label in enumerate(diagnostic.secondary, 1)
        ]
    fixes = [fix for fix in diagnostic.fixes if fix.edits and fix.safety is not Safety.DISPLAY_ONLY]
    if fixes:
        result["fixes"] = [_sarif_fix(fix, diagnostic.primary.file) for fix in fixes]
    return result


def _physical(label: Label) -> dict[str, object]:
    where = {"artifactLocation": _artifact(label.file.path), "region": _region(label.span, label.file)}
    return {"physicalLocation": where, **({"message": {"text": label.message}} if label.message else {})}


def _sarif_fix(fix: Fix, file: SourceFile) -> dict[str, object]:
    replacements = [
        {"deletedRegion": _region(edit.span, file), "insertedContent": {"text": edit.replacement}} for edit in fix.edits
    ]
    return {
        "description": {"text": fix.title},
        "artifactChanges": [{"artifactLocation": _artifact(file.path), "replacements": replacements}],
        "properties": {"safety": str(fix.safety)},
    }


def _artifact(path: str) -> dict[str, str]:
    """A path as a URI: one from the root of the file system as `file:`, any other below `%SRCROOT%`."""
    pure = PurePath(path)
    # A path may hold bytes that are no text, which Python keeps as lone surrogates.
    uri = quote(pure.as_posix().encode("utf-8", "surrogatepass"))
    if pure.is_absolute():
        return {"uri": f"file://{uri}" if uri.startswith("/") else f"file:///{uri}"}
    return {"uri": uri, "uriBaseId": "%SRCROOT%"}


def _region(span: Span, file: SourceFile) -> dict[str, int]:
    start, end = clamped(span, file)
    (line, column), (end_line, end_column) = file.position(start), file.position(end)
    return {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column}
