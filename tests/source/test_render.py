"""The four renderings: a snapshot of each that people read, the structure of those that programs read."""

import json
import re
from itertools import pairwise
from urllib.parse import unquote, urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl.source import codes
from ifdsl.source.diagnostic import Diagnostic, Edit, Fix, Label, Safety, in_order
from ifdsl.source.file import SourceFile
from ifdsl.source.render import render_human, render_json, render_plain, render_sarif, summary, to_data
from ifdsl.source.span import Span

TEXT = 'ifdsl 1\nuse std.length\n\nspec blurb {\n  task "写一段短文。"\n  must {\n    word_cuont(80..120)\n  }\n}\n'
BLURB = SourceFile("blurb.ifc", TEXT)
LENGTH = SourceFile("std/length.ifc", "ifdsl 1\n\nconstraint word_count(words: range) {\n}\n")


def span_of(words: str, file: SourceFile = BLURB) -> Span:
    at = file.text.index(words)
    return Span(at, at + len(words))


FINDINGS = [
    Diagnostic(
        codes.UNKNOWN_CONSTRAINT,
        "no constraint `word_cuont`",
        Label(BLURB, span_of("word_cuont"), "not declared here, nor in `std.length`"),
        secondary=(
            Label(LENGTH, span_of("word_count", LENGTH), "this name is near"),
            Label(BLURB, span_of("写一段短文。")),
        ),
        help=("`ifdsl list` prints every constraint",),
        fixes=(
            Fix("write `word_count`", (Edit(span_of("word_cuont"), "word_count"),), Safety.SAFE),
            Fix("remove it", (Edit(span_of("    word_cuont(80..120)\n"), ""),), Safety.UNSAFE),
            Fix("declare it", (Edit(Span(len(TEXT), len(TEXT)), "x"),), Safety.DISPLAY_ONLY),
        ),
    ),
    Diagnostic(codes.UNUSED_IMPORT, "`std.length` is not needed", Label(BLURB, span_of("use std.length"))),
    Diagnostic(
        codes.UNREADABLE_FILE,
        "cannot read `\x1b[2Ja.ifc`: there is no such file",
        Label(SourceFile("\x1b[2Ja.ifc", ""), Span(0, 0), "named here"),
    ),
]

HUMAN = """\
error[IF0101 unreadable-file]: cannot read `\\x1b[2Ja.ifc`: there is no such file
 --> \\x1b[2Ja.ifc:1:1
  = note: named here

warning[IF0312 unused-import]: `std.length` is not needed
 --> blurb.ifc:2:1
  |
2 | use std.length
  | ^^^^^^^^^^^^^^

error[IF0302 unknown-constraint]: no constraint `word_cuont`
 --> blurb.ifc:7:5
  |
5 |   task "写一段短文。"
  |         ------------
...
7 |     word_cuont(80..120)
  |     ^^^^^^^^^^ not declared here, nor in `std.length`
 ::: std/length.ifc:3:12
  |
3 | constraint word_count(words: range) {
  |            ---------- this name is near
  = help: `ifdsl list` prints every constraint
  = help: write `word_count` [safe fix]
  = help: remove it [unsafe fix]
  = help: declare it
"""

PLAIN = """\
\\x1b[2Ja.ifc:1:1: error IF0101 unreadable-file: cannot read `\\x1b[2Ja.ifc`: there is no such file; note: named here
blurb.ifc:2:1: warning IF0312 unused-import: `std.length` is not needed
blurb.ifc:7:5: error IF0302 unknown-constraint: no constraint `word_cuont`; \
note: not declared here, nor in `std.length`; note: this name is near (std/length.ifc:3:12); \
note: see (blurb.ifc:5:9); help: `ifdsl list` prints every constraint; help: write `word_count` [safe fix]; \
help: remove it [unsafe fix]; help: declare it
"""


def test_human_snapshot() -> None:
    assert render_human(FINDINGS) == HUMAN


def test_colour_adds_nothing_but_colour() -> None:
    coloured = render_human(FINDINGS, colour=True)
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == HUMAN
    assert coloured.startswith("\x1b[1;31merror[IF0101 unreadable-file]\x1b[0m")
    # Every colour is switched off before the line ends, so that nothing that follows is tinted.
    for line in coloured.splitlines():
        assert line.count("\x1b[0m") * 2 == line.count("\x1b[")


def test_plain_snapshot() -> None:
    assert render_plain(FINDINGS) == PLAIN


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ((0, 0, 0), "no problems"),
        ((1, 0, 0), "1 error"),
        ((0, 2, 0), "2 warnings"),
        ((2, 1, 0), "2 errors and 1 warning"),
        ((1, 2, 3), "1 error, 2 warnings and 3 notes"),
    ],
)
def test_summary(counts: tuple[int, int, int], expected: str) -> None:
    kinds = (codes.SYNTAX_ERROR, codes.UNUSED_IMPORT, codes.PYTHON_CHECK)
    found = [
        Diagnostic(code, "x", Label(BLURB, Span(0, 0)))
        for code, count in zip(kinds, counts, strict=True)
        for _ in range(count)
    ]
    assert summary(found) == expected


def test_nothing_found_renders_as_nothing() -> None:
    assert render_human([]) == ""
    assert render_plain([]) == ""
    assert json.loads(render_json([])) == []
    assert json.loads(render_sarif([]))["runs"][0]["results"] == []


def test_data_of_a_diagnostic() -> None:
    start = {"offset": span_of("word_cuont").start, "line": 7, "column": 5}
    end = {"offset": span_of("word_cuont").end, "line": 7, "column": 15}
    data = to_data(FINDINGS[0])
    assert data["code"] == "IF0302"
    assert data["name"] == "unknown-constraint"
    assert data["severity"] == "error"
    assert data["page"] == "docs/errors/IF0302-unknown-constraint.md"
    assert data["location"] == {
        "path": "blurb.ifc",
        "start": start,
        "end": end,
        "message": "not declared here, nor in `std.length`",
    }
    assert data["help"] == ["`ifdsl list` prints every constraint"]
    fixes = data["fixes"]
    assert isinstance(fixes, list)
    assert fixes[0] == {
        "title": "write `word_count`",
        "safety": "safe",
        "edits": [{"start": start, "end": end, "replacement": "word_count"}],
    }
    assert [fix["safety"] for fix in fixes] == ["safe", "unsafe", "display_only"]
    assert json.loads(render_json(FINDINGS)) == [to_data(found) for found in in_order(FINDINGS)]


def test_sarif_of_the_findings() -> None:
    log = json.loads(render_sarif(FINDINGS, version="0.1.0"))
    assert log["version"] == "2.1.0"
    assert log["$schema"].endswith("/sarif-schema-2.1.0.json")
    (run,) = log["runs"]
    assert run["columnKind"] == "unicodeCodePoints"
    driver = run["tool"]["driver"]
    assert (driver["name"], driver["version"]) == ("ifdsl", "0.1.0")
    assert [rule["id"] for rule in driver["rules"]] == ["IF0101", "IF0302", "IF0312"]
    assert driver["rules"][2]["defaultConfiguration"] == {"level": "warning"}
    unknown = run["results"][2]
    assert unknown["message"]["text"].startswith("no constraint `word_cuont`\nhelp: ")
    assert unknown["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "blurb.ifc", "uriBaseId": "%SRCROOT%"},
        "region": {"startLine": 7, "startColumn": 5, "endLine": 7, "endColumn": 15},
    }
    related = [place["physicalLocation"]["artifactLocation"]["uri"] for place in unknown["relatedLocations"]]
    assert related == ["std/length.ifc", "blurb.ifc"]
    assert [fix["properties"]["safety"] for fix in unknown["fixes"]] == ["safe", "unsafe"]
    (replacement,) = unknown["fixes"][0]["artifactChanges"][0]["replacements"]
    assert replacement["insertedContent"] == {"text": "word_count"}
    assert "fixes" not in run["results"][1]
    assert "version" not in json.loads(render_sarif([]))["runs"][0]["tool"]["driver"]


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        ("/a b/短.ifc", "file:///a%20b/%E7%9F%AD.ifc"),
        ("a:b.ifc", "a%3Ab.ifc"),
        ("../x#y.ifc", "../x%23y.ifc"),
        ("bad\udcff.ifc", "bad%ED%B3%BF.ifc"),
    ],
)
def test_sarif_paths_are_uris(path: str, uri: str) -> None:
    found = Diagnostic(codes.SYNTAX_ERROR, "x", Label(SourceFile(path, ""), Span(0, 0)))
    result = json.loads(render_sarif([found]))["runs"][0]["results"][0]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == uri


# ---------------------------------------------------------------- any text, any span

WORDS = st.text(st.characters() | st.sampled_from("\n\t\x1b\u202e短\u0301\ud800;:"), max_size=25)
SPANS = st.builds(Span, st.integers(-3, 30), st.integers(-3, 30))
FILES = st.builds(SourceFile, st.sampled_from(["a.ifc", "b\n.ifc", ""]) | WORDS, WORDS)
LABELS = st.builds(Label, FILES, SPANS, WORDS)
EDITS = st.builds(Edit, SPANS, WORDS)
FIXES = st.builds(Fix, WORDS, st.lists(EDITS, max_size=1).map(tuple), st.sampled_from(list(Safety)))
DIAGNOSTICS = st.builds(
    Diagnostic,
    st.sampled_from(codes.CODES),
    WORDS,
    LABELS,
    st.lists(LABELS, max_size=2).map(tuple),
    st.lists(WORDS, max_size=2).map(tuple),
    st.lists(FIXES, max_size=2).map(tuple),
)


@settings(deadline=None)
@given(st.lists(DIAGNOSTICS, max_size=3), st.booleans(), st.integers(0, 120))
def test_text_of_anything_is_safe_to_print(found: list[Diagnostic], colour: bool, width: int) -> None:
    human = render_human(found, colour=colour, width=width)
    plain = render_plain(found)
    allowed = re.sub(r"\x1b\[[0-9;]*m", "", human) if colour else human
    for text in (allowed, plain):
        assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]", text)
        text.encode("utf-8")
    assert plain.count("\n") == len(found)
    assert len(re.findall(r"^(?:error|warning|note)\[IF\d{4} ", allowed, re.MULTILINE)) == len(found)


@settings(deadline=None)
@given(st.lists(DIAGNOSTICS, max_size=3))
def test_json_of_anything_parses_back(found: list[Diagnostic]) -> None:
    text = render_json(found)
    assert text.isascii()
    data = json.loads(text)
    assert data == json.loads(json.dumps([to_data(each) for each in in_order(found)]))
    for diagnostic, each in zip(in_order(found), data, strict=True):
        file = diagnostic.primary.file
        assert each["location"]["path"] == file.path
        for place in (each["location"]["start"], each["location"]["end"]):
            assert file.offset(place["line"], place["column"]) == place["offset"]
        assert each["location"]["start"]["offset"] <= each["location"]["end"]["offset"] <= len(file.text)


def check_region(region: dict[str, int]) -> None:
    assert set(region) == {"startLine", "startColumn", "endLine", "endColumn"}
    assert min(region.values()) >= 1
    start, end = (region["startLine"], region["startColumn"]), (region["endLine"], region["endColumn"])
    assert start <= end


def check_artifact(artifact: dict[str, str]) -> None:
    assert set(artifact) <= {"uri", "uriBaseId"}
    assert re.fullmatch(r"[\x21-\x7e]*", artifact["uri"])
    # A URI is absolute, or it is relative and says to what.
    assert (urlsplit(artifact["uri"]).scheme == "file") == ("uriBaseId" not in artifact)
    unquote(artifact["uri"])


@settings(deadline=None)
@given(st.lists(DIAGNOSTICS, max_size=3))
def test_sarif_of_anything_has_the_required_structure(found: list[Diagnostic]) -> None:
    text = render_sarif(found)
    assert text.isascii()
    log = json.loads(text)
    assert set(log) == {"$schema", "version", "runs"}
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    ids = [rule["id"] for rule in rules]
    assert all(one < other for one, other in pairwise(ids))
    assert len(run["results"]) == len(found)
    for result in run["results"]:
        assert ids[result["ruleIndex"]] == result["ruleId"]
        assert result["level"] in {"error", "warning", "note"}
        assert set(result) <= {
            "ruleId", "ruleIndex", "level", "message", "locations", "relatedLocations", "fixes"
        }  # fmt: skip
        for place in [*result["locations"], *result.get("relatedLocations", [])]:
            check_artifact(place["physicalLocation"]["artifactLocation"])
            check_region(place["physicalLocation"]["region"])
        for fix in result.get("fixes", []):
            for change in fix["artifactChanges"]:
                check_artifact(change["artifactLocation"])
                assert change["replacements"]
                for replacement in change["replacements"]:
                    check_region(replacement["deletedRegion"])


def test_a_long_line_with_many_findings_is_quick() -> None:
    file = SourceFile("a.ifc", "x" * 2_000_000)
    found = [Diagnostic(codes.SYNTAX_ERROR, "x", Label(file, Span(at, at + 50))) for at in range(0, 2_000_000, 10_000)]
    text = render_human(found)
    assert max(map(len, text.splitlines())) < 120
    assert text.count("^" * 50) == len(found)
