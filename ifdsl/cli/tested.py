"""Take tested files; give the report on them: a summary, a table of coverage, JSON data, JUnit XML."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from ifdsl.source.diagnostic import Diagnostic, counted
from ifdsl.source.render import to_data

if TYPE_CHECKING:
    from pathlib import Path

    from ifdsl.testing.coverage import Coverage, Item
    from ifdsl.testing.facts import Fact
    from ifdsl.testing.run import FileFacts

_NO_FACTS = "no facts: no constraint has `pass` or `fail` lines"
_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def summary(tested: Sequence[FileFacts]) -> str:
    """How many facts there are and hold: those of the lines, then those that were made, if any."""
    facts = [fact for one in tested for fact in one.facts]
    made = [fact for one in tested for fact in one.made]
    gaps = sum(len(one.gaps) for one in tested)
    lines = [f"{counted(len(facts), 'fact')}, {_hold(facts)}" if facts else _NO_FACTS]
    if made or gaps:
        lines.append(f"{len(made)} generated, {_hold(made)}" + (f"; {counted(gaps, 'gap')}" if gaps else ""))
    return "\n".join(lines)


def _hold(facts: Sequence[Fact]) -> str:
    holding = sum(fact.holds for fact in facts)
    return f"{holding} {'holds' if holding == 1 else 'hold'}"


# ---------------------------------------------------------------- JSON


def data(tested: Sequence[FileFacts], diagnostics: Sequence[Diagnostic], *, covered: bool) -> dict[str, Any]:
    """The whole report as plain data."""
    facts = [(one.path, fact) for one in tested for fact in one.facts]
    made = [(one.path, fact) for one in tested for fact in one.made]
    found: dict[str, Any] = {
        "facts": [_fact(path, fact) for path, fact in facts],
        "total": len(facts),
        "holding": sum(fact.holds for _, fact in facts),
        "generated": {
            "facts": [
                {**_fact(path, fact), "call": fact.call, "text": fact.text, "region": fact.region}
                for path, fact in made
            ],
            "total": len(made),
            "holding": sum(fact.holds for _, fact in made),
            "gaps": [{"path": str(one.path), **asdict(gap)} for one in tested for gap in one.gaps],
        },
        "diagnostics": [to_data(diagnostic) for diagnostic in diagnostics],
    }
    if covered:
        found["coverage"] = [_coverage(one.path, item) for one in tested for item in one.coverage]
    return found


def _fact(path: Path, fact: Fact) -> dict[str, Any]:
    return {
        "path": str(path),
        "line": fact.line,
        "constraint": fact.constraint,
        "kind": fact.kind,
        "index": fact.index,
        "expected": fact.expected,
        "got": fact.got,
        "holds": fact.holds,
        "message": fact.message,
    }


def _coverage(path: Path, found: Coverage) -> dict[str, Any]:
    return {
        "path": str(path),
        "constraint": found.constraint,
        "texts": {"lines": found.texts[0], "generated": found.texts[1]},
        "regions": [_item(item) for item in found.regions],
        "branches": [_item(item) for item in found.branches],
    }


def _item(item: Item) -> dict[str, Any]:
    return {"what": item.what, "by_lines": item.by_lines, "by_all": item.by_all}


# ---------------------------------------------------------------- the table of coverage


def table(tested: Sequence[FileFacts]) -> str:
    """What the lines reach of each type, what they and the texts made for it reach, what neither does, and the gaps."""
    found = [one for each in tested for one in each.coverage]
    rows = [["type", "texts", "regions", "branches"]]
    for one in found:
        texts = f"{one.texts[0]} + {one.texts[1]}"
        rows.append([one.constraint.rpartition(".")[2], texts, _reached(one.regions), _reached(one.branches)])
    if len(found) > 1:
        texts = f"{sum(one.texts[0] for one in found)} + {sum(one.texts[1] for one in found)}"
        regions = [item for one in found for item in one.regions]
        branches = [item for one in found for item in one.branches]
        rows.append(["all", texts, _reached(regions), _reached(branches)])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    missed = list(_missed(found))
    gaps = [
        f"  {gap.call}: {gap.region + ': ' if gap.region else ''}{gap.reason}" for each in tested for gap in each.gaps
    ]
    for title, listed in (("not reached:", missed), ("gaps:", gaps)):
        lines += ["", title, *listed] if listed else []
    return "\n".join(lines)


def _reached(items: Sequence[Item]) -> str:
    by_lines, by_all = sum(item.by_lines for item in items), sum(item.by_all for item in items)
    return f"{by_lines}, {by_all} of {len(items)}" if items else "-"


def _missed(found: Iterable[Coverage]) -> Iterator[str]:
    for one in found:
        for item in (*one.regions, *one.branches):
            if not item.by_all:
                yield f"  {one.constraint.rpartition('.')[2]}: {item.what}"


# ---------------------------------------------------------------- JUnit


def junit(tested: Sequence[FileFacts]) -> str:
    """One suite a file, one case a fact; a file that does not build is a suite with one error."""
    from xml.etree import ElementTree as Xml

    root = Xml.Element("testsuites", name="ifdsl")
    for one in tested:
        facts = [*one.facts, *one.made]
        broken = one.broken
        failures = sum(not fact.holds for fact in facts)
        counts = {"tests": len(facts) + bool(broken), "failures": failures, "errors": int(bool(broken))}
        attributes = {name: str(value) for name, value in counts.items()}
        suite = Xml.SubElement(root, "testsuite", {"name": _xml(str(one.path)), **attributes})
        if broken:
            case = Xml.SubElement(suite, "testcase", classname=_xml(str(one.path)), name="build")
            error = Xml.SubElement(case, "error", message=_xml(broken[0].message), type=str(broken[0].code))
            error.text = _xml("\n".join(diagnostic.message for diagnostic in broken))
        for fact in facts:
            case = Xml.SubElement(suite, "testcase", classname=_xml(fact.constraint), name=_xml(fact.title))
            if not fact.holds:
                Xml.SubElement(case, "failure", message=_xml(fact.message), type=fact.kind).text = _xml(
                    f"expected {fact.expected}, got {fact.got}"
                )
    Xml.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + Xml.tostring(root, encoding="unicode") + "\n"


def _xml(text: str) -> str:
    """`text` without the characters that no XML document can hold."""
    return _NOT_IN_XML.sub("\ufffd", text)
