"""Certificates on the command line: of the specs of `.ifc` files, and of the rows of published files."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ifdsl.cli import FAILED, OK
from ifdsl.cli.output import show, unreadable
from ifdsl.primitives.ranges import Range
from ifdsl.source.diagnostic import quoted, suggest
from ifdsl.source.excerpt import visible

if TYPE_CHECKING:
    from ifdsl.ir import nodes as n
    from ifdsl.ir.build import Built
    from ifdsl.published.certifying import Certified


VERDICTS = ("consistent", "conflict", "unknown", "unreadable")
IDLE = ("vacuous", "redundant")


def run_published(options: argparse.Namespace) -> int:
    from ifdsl.compiler import CompileFailed
    from ifdsl.primitives.extras import MissingExtra
    from ifdsl.published.benchmarks import BENCHMARKS
    from ifdsl.published.certifying import certified

    benchmark = BENCHMARKS.get(options.benchmark)
    if benchmark is None:
        nearest = suggest(options.benchmark, BENCHMARKS)
        hint = f"; there is {quoted(nearest)}" if nearest else f"; there are {', '.join(BENCHMARKS)}"
        print(f"error: no benchmark is called {quoted(options.benchmark)}{hint}", file=sys.stderr)
        return FAILED
    if benchmark.vocabulary:
        advice = f"import it (`ifdsl import {benchmark.name}`) and check the file that this writes"
        print(f"error: {quoted(benchmark.name)} asks in sentences; {advice}", file=sys.stderr)
        return FAILED
    counts: Counter[str] = Counter()
    for path in options.files:
        try:
            for row in certified(path, benchmark):
                counts[_say(row, options)] += 1
                counts.update(_idle(row))
        except (OSError, MissingExtra, CompileFailed) as error:
            show(unreadable(path, error), options)
            return FAILED
    if options.format != "json":
        print(totals(counts) or "no rows", file=sys.stderr)
    return FAILED if counts["conflict"] or counts["unreadable"] else OK


def run_files(options: argparse.Namespace) -> int:
    """`ifdsl check --certify`: print a certificate for each instance of the specs of `.ifc` files."""
    from ifdsl.cli.output import failed
    from ifdsl.ir.build import build_file

    counts: Counter[str] = Counter()
    wrong = False
    for path in options.files:
        built = build_file(path)
        if built.program is None:
            show(built.diagnostics, options)
            wrong = wrong or failed(built.diagnostics)
            continue
        for row in _rows(built, path.name, options):
            if row is None:
                wrong = True
                continue
            if options.format == "json":
                print(json.dumps(row, ensure_ascii=False))
            if "verdict" not in row:
                continue
            counts[row["verdict"]] += 1
            implied = row.get("implied", [])
            counts.update({each["kind"] for each in implied})
            owner = row.get("spec", row.get("suite"))
            wrong = wrong or (row["verdict"] == "conflict" and not {owner, row["instance"]} & {*options.allow})
            if options.format != "json":
                said = "" if row["verdict"] == "consistent" else f": {row['reason']}"
                print(visible(f"{row['verdict']}: {row['instance']}{said}"))
                for each in implied:
                    print(visible(f"{each['kind']}: {row['instance']}: {each['reason']}"))
    if options.format != "json":
        print(totals(counts) or "no specs", file=sys.stderr)
    return FAILED if wrong else OK


def _rows(built: Built, source: str, options: argparse.Namespace) -> Iterator[dict[str, Any] | None]:
    """The rows of `certificates_of`; None where a suite cannot be drawn, which is shown."""
    from ifdsl.analysis.suites import BadSuite

    try:
        yield from certificates_of(built, source)
    except BadSuite as error:
        show([error.diagnostic], options)
        yield None


def certificates_of(built: Built, source: str) -> Iterator[dict[str, Any]]:
    """The rows of a file of certificates: the program, then one for each instance of its specs."""
    from ifdsl.analysis.issuing import certificates
    from ifdsl.analysis.rows import row_of
    from ifdsl.checking.compile import load
    from ifdsl.checking.verifier import verifier
    from ifdsl.published.rechecking import head

    program = built.program
    assert program is not None
    module = load(program)
    yield head(program, source)
    for issued in certificates(built, lambda spec, values: verifier(module, spec, values)):
        yield {
            "spec": issued.instance.spec.name,
            "instance": issued.instance.id,
            "requirements": [requirement.id for requirement in issued.instance.spec.must],
            **row_of(issued.certificate),
        }
    for suite in program.suites:
        yield from _draws_of(built, suite)


def _draws_of(built: Built, suite: n.Suite) -> Iterator[dict[str, Any]]:
    """A row for each draw of a suite; what it takes to check it again is the constraints by their names."""
    from ifdsl.analysis.rows import row_of
    from ifdsl.analysis.suites import suite_draws

    for draw in suite_draws(built, suite):
        yield {
            "suite": suite.name,
            "instance": f"{suite.name}[{draw.number}]",
            "requirements": [
                {
                    "constraint": demand.constraint.name,
                    "arguments": {
                        parameter.name: str(value) if isinstance(value, Range) else value
                        for parameter, value in zip(demand.constraint.parameters, demand.arguments, strict=True)
                    },
                }
                for demand in draw.demands
            ],
            "rejected": draw.rejected,
            **row_of(draw.certificate),
        }


def totals(counts: Counter[str]) -> str:
    """How many certificates have each verdict, and how many of them name an idle requirement."""
    said = [f"{counts[verdict]} {verdict}" for verdict in VERDICTS if counts[verdict]]
    idle = [f"{counts[kind]} with a {kind} requirement" for kind in IDLE if counts[kind]]
    return "; ".join(filter(None, [", ".join(said), ", ".join(idle)]))


def _idle(row: Certified) -> set[str]:
    return set() if row.certificate is None else {each.kind for each in row.certificate.implied}


def _say(row: Certified, options: argparse.Namespace) -> str:
    """Print one row; give what it is counted as."""
    read, certificate = row.read, row.certificate
    if certificate is None:
        if options.format == "json":
            key = read.row.raw_key if read.row is not None else read.bad.raw_key if read.bad is not None else None
            reason = "; ".join(problem.message for problem in read.problems)
            print(json.dumps({"key": key, "line": read.line, "verdict": "unreadable", "reason": reason}))
        else:
            show(read.problems, options)
        return "unreadable"
    assert read.row is not None
    if options.format == "json":
        print(json.dumps(_data(row, options.benchmark), ensure_ascii=False))
    else:
        if certificate.verdict != "consistent":
            print(visible(f"{certificate.verdict}: key {read.row.key}: {certificate.reason}"))
        for implied in certificate.implied:
            print(visible(f"{implied.kind}: key {read.row.key}: {implied.reason}"))
    return certificate.verdict


def _data(row: Certified, benchmark: str) -> dict[str, Any]:
    """The certificate of a row as JSON, with what it takes to check it again; `core` holds positions in the lists."""
    from ifdsl.analysis.rows import row_of

    read, certificate = row.read, row.certificate
    assert read.row is not None
    assert certificate is not None
    data: dict[str, Any] = {
        "key": read.row.raw_key if read.row.raw_key is not None else read.row.key,
        "line": read.line,
        **row_of(certificate),
    }
    if certificate.verdict == "conflict":
        data["instructions"] = [read.row.instruction_ids[place] for place in certificate.core]
    return {
        **data,
        "benchmark": benchmark,
        "instruction_id_list": list(read.row.instruction_ids),
        "kwargs": list(read.row.arguments),
    }
