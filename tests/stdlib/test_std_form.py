"""The types of `std.format` against independent readings of what benchmarks ask of headings, tables, JSON and XML."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ifdsl.checking.compile import load
from ifdsl.checking.verifier import Verifier, verifier
from ifdsl.ir.build import build_text

Atom = dict[str, Any]


def _span(atom: Atom) -> str:
    low, high = atom.get("lo"), atom.get("hi")
    return (
        str(low) if low is not None and low == high else f"{'' if low is None else low}..{'' if high is None else high}"
    )


def _level(atom: Atom) -> int:
    found = atom["level"]
    return int(found[0] if isinstance(found, list) else found)


def _texts(texts: list[str]) -> str:
    return json.dumps(texts)


REQUIREMENTS: dict[str, Callable[[Atom], str]] = {
    "blockquote.present": lambda atom: "block_quote_count(1..)",
    "blockquote.wraps": lambda atom: "block_quote_only()",
    "bold.present": lambda atom: "bold_count(1..)",
    "bullets.none": lambda atom: "bullet_count(0)",
    "bullets.present": lambda atom: "bullet_count(1..)",
    "case.title.scoped": lambda atom: (
        "each heading { title_case() }" if atom["scope"] == "heading" else "each table { each cell { title_case() } }"
    ),
    "case.upper.scoped": lambda atom: "each heading { all_upper() }",
    "heading.any": lambda atom: "heading_count(1..)",
    "heading.count": lambda atom: f"heading_count({_span(atom)})",
    "heading.count(level)": lambda atom: f"headings_at_level({_level(atom)})",
    "heading.distinct_levels.exact": lambda atom: f"heading_levels({atom['n']})",
    "heading.distinct_levels.max": lambda atom: f"heading_levels(..{atom['n']})",
    "heading.distinct_levels.min": lambda atom: f"heading_levels({atom['n']}..)",
    "heading.first": lambda atom: f"starts_with_heading({_level(atom)})",
    "heading.hierarchy(main+sub)": lambda atom: "subheadings()",
    "heading.level.max": lambda atom: f"deepest_heading(..{atom['n']})",
    "heading.levels_required": lambda atom: f"heading_levels_used({atom['levels']})",
    "heading.per_entity": lambda atom: f"heading_titles_at_level({_texts(atom['entities'])}, {_level(atom)})",
    "heading.title": lambda atom: f"heading_titles_at_level({_texts(atom['titles'])}, {_level(atom)})",
    "heading.titles(eg)": lambda atom: "heading_count(1..)",
    "heading.wraps_response": lambda atom: f"heading_only({_level(atom)})",
    "items.count": lambda atom: f"item_count({_span(atom)})",
    "json.depth.exact": lambda atom: f"json_object_depth({_span(atom)})",
    "json.depth.max": lambda atom: f"json_object_depth({_span(atom)})",
    "json.depth.min": lambda atom: f"json_object_depth({_span(atom)})",
    "keyword.in_column": lambda atom: f"column_keywords({_texts(atom['kw'])}, {json.dumps(atom['column'])})",
    "table.cols.exact": lambda atom: f"column_count({_span(atom)})",
    "table.cols.exact.if": lambda atom: f"if_present table {{ column_count({_span(atom)}) }}",
    "table.cols.max": lambda atom: f"column_count({_span(atom)})",
    "table.cols.max.if": lambda atom: f"if_present table {{ column_count({_span(atom)}) }}",
    "table.columns.names": lambda atom: f"table_columns({_texts(atom['names'])})",
    "table.present": lambda atom: "table_count(1..)",
    "table.rows.exact": lambda atom: f"row_count({_span(atom)})",
    "table.rows.max": lambda atom: f"row_count({_span(atom)})",
    "table.rows.max.if": lambda atom: f"if_present table {{ row_count({_span(atom)}) }}",
    "xml.attrs.exact": lambda atom: f"xml_attribute_count({_span(atom)})",
    "xml.attrs.max": lambda atom: f"xml_attribute_count({_span(atom)})",
    "xml.attrs.max.if": lambda atom: f"if_present xml_element {{ xml_attribute_count({_span(atom)}) }}",
    "xml.attrs.min": lambda atom: f"xml_attribute_count({_span(atom)})",
}


@cache
def probes() -> tuple[Atom, ...]:
    corpora = os.environ.get("IFDSL_CORPORA")
    if not corpora:
        pytest.skip("IFDSL_CORPORA names no folder of recorded verdicts")
    path = Path(corpora) / "muldimif" / "atom_probes.jsonl"
    if not path.exists():
        pytest.skip(f"{path} does not exist")
    with path.open(encoding="utf-8") as lines:
        return tuple(probe for probe in map(json.loads, lines) if probe["atom"]["type"] in REQUIREMENTS)


@cache
def verifiers() -> dict[str, Verifier]:
    """A verifier for each requirement that the probes need, compiled together."""
    needed = sorted({REQUIREMENTS[probe["atom"]["type"]](probe["atom"]) for probe in probes()})
    specs = "".join(f'spec s{place} {{\n  task "x"\n  must {{ {body} }}\n}}\n' for place, body in enumerate(needed))
    built = build_text(f"ifdsl 1\n\nuse std.format\nuse std.case\n\n{specs}", name="main")
    assert built.program is not None, [diagnostic.message for diagnostic in built.diagnostics]
    module = load(built.program)
    return {body: verifier(module, f"s{place}") for place, body in enumerate(needed)}


@pytest.mark.parametrize("kind", REQUIREMENTS)
def test_the_type_agrees_with_every_probe(kind: str) -> None:
    asked = [probe for probe in probes() if probe["atom"]["type"] == kind]
    assert {probe["verdict"] for probe in asked} == {True, False}
    wrong = [
        (probe["atom"], probe["text"], probe["verdict"])
        for probe in asked
        if verifiers()[REQUIREMENTS[kind](probe["atom"])].check(probe["text"]).passed is not probe["verdict"]
    ]
    assert wrong == []
