"""Lint published prompts; print how many of the faults that others found in them are found.

The faults are listed by key and code in `tests/published/linting/truth.json`: three of IFEval that were reported
publicly, the rows that the authors of IFEval++ repaired (what they changed in each is read from their two files), and
those of MulDimIF. A repair without a fault of prompt or parameters is listed with the reason, and counted apart.

    export IFDSL_CORPORA=…                  # holds published/, ifeval/, muldimif/
    python benchmarks/lint_recall.py
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from typing import Any

from clock import corpus, describe_machine
from lint_data import KNOWN, SETS, rows_of

from ifdsl.published.linting import Linted


def main() -> None:
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    print(f"{describe_machine()}; CPU seconds a set")
    truth = json.loads((KNOWN / "truth.json").read_text(encoding="utf-8"))
    found = listed = without = 0
    for source in truth:
        rows = {row.key: row for row in rows_of(source["set"])[0]}
        if source["set"] == "ifevalpp_before":
            unlisted = repaired() - source["faults"].keys() - source["without"].keys()
            assert not unlisted, f"rows that were repaired and are not listed: {unlisted}"
        missed = [key for key, codes in source["faults"].items() if not codes_of(rows[key]) & set(codes)]
        count = len(source["faults"])
        found, listed, without = found + count - len(missed), listed + count, without + len(source["without"])
        tail = f"; missed: {', '.join(missed)}" if missed else ""
        print(f"{source['name']}: {count - len(missed)} of {count} ({(count - len(missed)) / count:.1%}){tail}")
        for key, reason in source["without"].items():
            print(f"    not counted, {key}: {reason}; reported: {', '.join(sorted(codes_of(rows[key]))) or 'nothing'}")
    print(f"all: {found} of {listed} ({found / listed:.1%}); with the {without} not counted as missed: "
          f"{found} of {listed + without} ({found / (listed + without):.1%})")  # fmt: skip
    for name in SETS:
        rows, seconds = rows_of(name)
        counts = Counter(finding.code.name for row in rows for finding in row.findings)
        print(f"{name}: {len(rows)} rows, {counts.total()} findings, {seconds:.1f} s: {dict(counts.most_common())}")


def repaired() -> set[str]:
    """The rows that the authors of IFEval++ changed."""
    before, after = (list(_records(SETS[name][1])) for name in ("ifevalpp_before", "ifevalpp_after"))
    return {str(one["key"]) for one, other in zip(before, after, strict=True) if one != other}


def _records(path: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in corpus(path).read_text(encoding="utf-8").splitlines()]


def codes_of(row: Linted) -> set[str]:
    return {finding.code.name for finding in row.findings}


if __name__ == "__main__":
    main()
