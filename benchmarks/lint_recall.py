"""Lint published prompts; print how many of the faults that others found in them are found, and how much is right.

The faults are listed by key and code in `tests/published/linting/truth.json`: three of IFEval that were reported
publicly, the rows that the authors of IFEval++ repaired (what they changed in each is read from their two files), and
those of MulDimIF. A repair without a fault of prompt or parameters is listed with the reason, and counted apart.

With `--sample` findings are drawn at random from all sets, for a person to judge; with `--precision` the verdicts of a
person on such a draw (`verdicts.json`, beside the other) are counted, if it is still what is drawn.

    export IFDSL_CORPORA=…                  # holds published/, ifeval/, muldimif/
    python benchmarks/lint_recall.py
    python benchmarks/lint_recall.py --precision
    python benchmarks/lint_recall.py --sample 100 --seed 7
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from functools import cache
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

from clock import corpus, describe_machine

from ifdsl.published.benchmarks import BENCHMARKS
from ifdsl.published.linting import Linted, linted

KNOWN = Path(__file__).resolve().parents[1] / "tests" / "published" / "linting"
SETS = {
    "ifeval": ("ifeval", "published/ifeval_input_data_541.jsonl"),
    "ifevalpp_before": ("ifeval", "published/ifevalpp_ifeval_original_541.jsonl"),
    "ifevalpp_after": ("ifeval-pp", "published/ifevalpp_ifeval_original_fix_541.jsonl"),
    "ifbench": ("ifbench", "published/ifbench_test_300.jsonl"),
    "extended_gpt4o_mini": ("ifeval", "ifeval/extended_gpt4o_mini.jsonl"),
    "extended_llama_3_8b": ("ifeval", "ifeval/extended_llama_3_8b.jsonl"),
    "muldimif": ("muldimif", "muldimif/test.jsonl"),
}
SAMPLED = ("ifeval", "ifevalpp_after", "ifbench", "muldimif")
"""The benchmarks that findings are drawn from; IFEval++ before its repairs is IFEval."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sample", type=int, metavar="N", help="print so many findings, drawn at random")
    parser.add_argument("--precision", action="store_true", help="count the verdicts of a person on a draw")
    parser.add_argument("--seed", type=int, default=7, help="what is drawn (default: 7)")
    options = parser.parse_args()
    print(f"{describe_machine()}; CPU seconds a set")
    if options.sample is not None:
        for one in drawn(options.sample, options.seed):
            print(json.dumps(one, ensure_ascii=False))
    elif options.precision:
        precision()
    else:
        recall()


@cache
def rows_of(name: str) -> tuple[tuple[Linted, ...], float]:
    """The rows of a set, and the CPU seconds that it took to lint them."""
    benchmark, path = SETS[name]
    start = process_time()
    rows = tuple(linted(corpus(path), BENCHMARKS[benchmark]))
    return rows, process_time() - start


# ---------------------------------------------------------------- recall


def recall() -> None:
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


# ---------------------------------------------------------------- precision


def drawn(count: int, seed: int) -> list[dict[str, Any]]:
    """Findings drawn at random from all sets, in the order in which they were drawn."""
    pool = [
        {
            "set": name, "line": row.line, "key": row.key, "code": finding.code.name,
            "parameters": list(finding.paths), "prompt": [list(span) for span in finding.spans],
            "message": finding.message,
        }
        for name in SAMPLED
        for row in rows_of(name)[0]
        for finding in row.findings
    ]  # fmt: skip
    return Random(seed).sample(pool, count)


def precision() -> None:
    known = json.loads((KNOWN / "verdicts.json").read_text(encoding="utf-8"))
    findings = drawn(len(known["findings"]), known["seed"])
    same = [_short(one) for one in findings] == [_short(one) for one in known["findings"]]
    right = sum(one["right"] for one in known["findings"])
    print(f"{right} of {len(known['findings'])} right ({right / len(known['findings']):.1%})")
    print(f"the draw of seed {known['seed']} is {'the one' if same else 'no longer the one'} that was judged")
    for one in known["findings"]:
        if not one["right"]:
            print(f"    wrong: {one['set']} {one['key']} {one['code']}")


def _short(one: dict[str, Any]) -> tuple[str, str, str]:
    return one["set"], str(one["key"]), one["code"]


if __name__ == "__main__":
    main()
