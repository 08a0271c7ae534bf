"""`ifdsl check --from`: take a published file; print for each row a witness, or the instructions that conflict."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from typing import TYPE_CHECKING, Any

from ifdsl.cli import FAILED, OK
from ifdsl.cli.output import show, unreadable
from ifdsl.source.diagnostic import quoted, suggest
from ifdsl.source.excerpt import visible

if TYPE_CHECKING:
    from ifdsl.published.certifying import Certified


VERDICTS = ("consistent", "conflict", "unknown", "unreadable")


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
        except (OSError, MissingExtra, CompileFailed) as error:
            show(unreadable(path, error), options)
            return FAILED
    if options.format != "json":
        said = [f"{counts[verdict]} {verdict}" for verdict in VERDICTS if counts[verdict]]
        print(", ".join(said) or "no rows", file=sys.stderr)
    return FAILED if counts["conflict"] or counts["unreadable"] else OK


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
        print(json.dumps(_data(row), ensure_ascii=False))
    elif certificate.verdict != "consistent":
        print(visible(f"{certificate.verdict}: key {read.row.key}: {certificate.reason}"))
    return certificate.verdict


def _data(row: Certified) -> dict[str, Any]:
    """The certificate of a row as JSON; `core` holds positions in `instruction_id_list`."""
    read, certificate = row.read, row.certificate
    assert read.row is not None
    assert certificate is not None
    data: dict[str, Any] = {
        "key": read.row.raw_key if read.row.raw_key is not None else read.row.key,
        "line": read.line,
        "verdict": certificate.verdict,
    }
    if certificate.verdict == "consistent":
        return {**data, "witness": certificate.witness}
    if certificate.verdict == "conflict":
        repair = certificate.repair
        data |= {
            "core": list(certificate.core),
            "instructions": [read.row.instruction_ids[place] for place in certificate.core],
            "steps": list(certificate.steps),
        }
        if certificate.supposing:
            data["supposing"] = list(certificate.supposing)
        if repair is not None:
            data["repair"] = {"position": repair.position, "parameter": repair.parameter, "value": repair.value}
    return {**data, "reason": certificate.reason}
