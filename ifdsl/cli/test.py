"""`ifdsl test`: take .ifc files; run the `pass` and `fail` lines of their constraints and say which do not hold."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ifdsl.cli import FAILED, OK
from ifdsl.cli.output import add_diagnostic_options, failed, show
from ifdsl.source import codes
from ifdsl.source.diagnostic import Diagnostic, Label, counted
from ifdsl.source.file import about, system_reason
from ifdsl.source.render import to_data

if TYPE_CHECKING:
    from ifdsl.testing.facts import Fact

_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class _Tested:
    """One file: its facts, and what is wrong with it or with them."""

    path: Path
    facts: Sequence[Fact]
    diagnostics: Sequence[Diagnostic]


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help=".ifc files")
    parser.add_argument("--junit", type=Path, metavar="FILE", help="also write the facts as a JUnit XML report")
    parser.add_argument("--allow-python", action="store_true", help="run checks that are written in Python")
    add_diagnostic_options(parser)
    parser.epilog = "examples:\n  ifdsl test my.ifc\n  ifdsl test my.ifc --json\n  ifdsl test *.ifc --junit facts.xml"


def run(options: argparse.Namespace) -> int:
    tested = [_test(path, options.allow_python) for path in options.files]
    found = [diagnostic for one in tested for diagnostic in one.diagnostics]
    if options.junit is not None:
        found += _write_junit(options.junit, tested)
    if options.format == "json":
        print(json.dumps(_data(tested, found), indent=2))
    else:
        show(found, options)
        if options.format in ("human", "plain"):
            print(_summary(tested))
    return FAILED if failed(found) else OK


def _test(path: Path, allow_python: bool) -> _Tested:
    from ifdsl.checking.compile import Uncompilable
    from ifdsl.ir.build import build_file
    from ifdsl.testing.facts import diagnostics_of, run_facts

    built = build_file(path)
    if built.program is None:
        return _Tested(path, (), built.diagnostics)
    own = [name for name in built.program.constraints if name.rpartition(".")[0] == built.program.module]
    try:
        facts = run_facts(built.program, own, built.places, allow_python=allow_python)
    except Uncompilable as error:
        label = Label(built.files[-1], next(iter(built.places.values())).span)
        return _Tested(path, (), [*built.diagnostics, Diagnostic(codes.COST_TOO_HIGH, str(error), label)])
    return _Tested(path, facts, [*built.diagnostics, *diagnostics_of(facts)])


def _summary(tested: Sequence[_Tested]) -> str:
    facts = [fact for one in tested for fact in one.facts]
    if not facts:
        return "no facts: no constraint has `pass` or `fail` lines"
    holding = sum(fact.holds for fact in facts)
    return f"{counted(len(facts), 'fact')}, {holding} {'holds' if holding == 1 else 'hold'}"


# ---------------------------------------------------------------- machine formats


def _data(tested: Sequence[_Tested], diagnostics: Sequence[Diagnostic]) -> dict[str, Any]:
    facts = [(one.path, fact) for one in tested for fact in one.facts]
    return {
        "facts": [
            {
                "path": str(path),
                "line": _line(fact),
                "constraint": fact.constraint,
                "kind": fact.kind,
                "index": fact.index,
                "expected": fact.expected,
                "got": fact.got,
                "holds": fact.holds,
                "message": fact.message,
            }
            for path, fact in facts
        ],
        "total": len(facts),
        "holding": sum(fact.holds for _, fact in facts),
        "diagnostics": [to_data(diagnostic) for diagnostic in diagnostics],
    }


def _line(fact: Fact) -> int | None:
    return None if fact.label is None else fact.label.file.position(fact.label.span.start)[0]


def _write_junit(path: Path, tested: Sequence[_Tested]) -> list[Diagnostic]:
    """Write the report; give what kept it from being written."""
    try:
        path.write_text(_junit(tested), encoding="utf-8")
    except OSError as error:
        return [about(path, f"the report cannot be written: {system_reason(error)}", codes.CANNOT_WRITE)]
    return []


def _junit(tested: Sequence[_Tested]) -> str:
    """One suite a file, one case a fact; a file that does not build is a suite with one error."""
    from xml.etree import ElementTree as Xml

    root = Xml.Element("testsuites", name="ifdsl")
    for one in tested:
        broken = [] if one.facts else [diagnostic for diagnostic in one.diagnostics if failed([diagnostic])]
        failures = sum(not fact.holds for fact in one.facts)
        counts = {"tests": len(one.facts) + bool(broken), "failures": failures, "errors": int(bool(broken))}
        attributes = {name: str(value) for name, value in counts.items()}
        suite = Xml.SubElement(root, "testsuite", {"name": _xml(str(one.path)), **attributes})
        if broken:
            case = Xml.SubElement(suite, "testcase", classname=_xml(str(one.path)), name="build")
            error = Xml.SubElement(case, "error", message=_xml(broken[0].message), type=str(broken[0].code))
            error.text = _xml("\n".join(diagnostic.message for diagnostic in broken))
        for fact in one.facts:
            line = "" if _line(fact) is None else f" (line {_line(fact)})"
            name = _xml(f"{fact.kind} {fact.index + 1}{line}")
            case = Xml.SubElement(suite, "testcase", classname=_xml(fact.constraint), name=name)
            if not fact.holds:
                Xml.SubElement(case, "failure", message=_xml(fact.message), type=fact.kind).text = _xml(
                    f"expected {fact.expected}, got {fact.got}"
                )
    Xml.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + Xml.tostring(root, encoding="unicode") + "\n"


def _xml(text: str) -> str:
    """`text` without the characters that no XML document can hold."""
    return _NOT_IN_XML.sub("\ufffd", text)
