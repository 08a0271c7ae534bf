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
from ifdsl.source.diagnostic import quoted, suggest
from ifdsl.source.excerpt import visible

if TYPE_CHECKING:
    from ifdsl.generation.suites import Made
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
            wrong = wrong or (row["verdict"] == "conflict" and not {row["spec"], row["instance"]} & {*options.allow})
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
    from ifdsl.generation.shelf import CannotDraw

    try:
        yield from certificates_of(built, source)
    except CannotDraw as error:
        show(error.diagnostics, options)
        yield None


def certificates_of(built: Built, source: str) -> Iterator[dict[str, Any]]:
    """The rows of a file of certificates: the program, then one for each instance of its specs.

    Raises:
        CannotDraw: a suite of the file cannot be drawn.
    """
    from ifdsl.analysis.issuing import certificates
    from ifdsl.analysis.rows import row_of
    from ifdsl.checking.compile import load
    from ifdsl.checking.verifier import verifier
    from ifdsl.generation.expand import expanded
    from ifdsl.published.rechecking import head

    assert built.program is not None
    expansion = expanded(built)
    module = load(built.program)
    yield head(expansion.program, source)
    for issued in certificates(built, lambda spec, values: verifier(module, spec, values)):
        yield {
            "spec": issued.instance.spec.name,
            "instance": issued.instance.id,
            "requirements": [requirement.id for requirement in issued.instance.spec.must],
            **row_of(issued.certificate),
        }
    yield from map(row_of_made, expansion.made)


def row_of_made(made: Made) -> dict[str, Any]:
    """The certificate of a generated prompt as a row."""
    from ifdsl.analysis.rows import row_of

    return {
        "spec": made.spec.name,
        "instance": made.spec.name,
        "requirements": [requirement.id for requirement in made.spec.must],
        **row_of(made.certificate),
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
