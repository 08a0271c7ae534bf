"""Certify published prompts, one after another; print how many are consistent, in conflict or unknown, and the time.

Each row is shown to be consistent by a text that the compiled checkers accept, or in conflict by a minimal core. With a
labelled file (`consistency/sets.jsonl`) the certificates are compared with the labels.

    export IFDSL_CORPORA=…                      # holds published/, consistency/
    python benchmarks/certificates.py           # an interpreter with the wheel, its extras `parity` and `smt`
    python benchmarks/certificates.py --labelled --every 4
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections import Counter
from pathlib import Path
from statistics import median, quantiles
from time import process_time
from typing import Any

from clock import corpus, describe_machine

PUBLISHED = (
    ("ifeval", "published/ifeval_input_data_541.jsonl"),
    ("ifeval", "ifeval/extended_gpt4o_mini.jsonl"),
    ("ifbench", "published/ifbench_test_300.jsonl"),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--labelled", action="store_true", help="the labelled sets, in place of the published prompts")
    parser.add_argument("--every", type=int, default=1, help="of the labelled sets, every so many")
    options = parser.parse_args()
    print(f"{describe_machine()}; CPU seconds a row")
    if options.labelled:
        labelled(options.every)
    else:
        for benchmark, name in PUBLISHED:
            counts, seconds, _ = certificates(benchmark, corpus(name))
            report(name, counts, seconds)


def certificates(benchmark: str, path: Path) -> tuple[Counter[str], list[float], dict[str, Any]]:
    """How many rows have each verdict, the CPU seconds of each row, and the certificates by key."""
    from ifdsl.published.benchmarks import BENCHMARKS
    from ifdsl.published.certifying import certified

    counts: Counter[str] = Counter()
    seconds, found = [], {}
    start = process_time()
    for read, certificate in certified(path, BENCHMARKS[benchmark], details=False):
        now = process_time()
        seconds.append(now - start)
        counts[certificate.verdict if certificate is not None else "unreadable"] += 1
        if read.row is not None:
            found[read.row.key] = certificate
        start = process_time()
    return counts, seconds, found


def report(name: str, counts: Counter[str], seconds: list[float]) -> None:
    total = sum(counts.values())
    said = ", ".join(f"{count} {verdict} ({count / total:.1%})" for verdict, count in counts.most_common())
    print(f"{name}: {total} rows: {said}")
    # The first row loads packs and solver.
    later = [each * 1000 for each in seconds[1:]]
    print(f"  median {median(later):.1f} ms, p95 {quantiles(later, n=20)[-1]:.1f} ms, most {max(later):.0f} ms")


def labelled(every: int) -> None:
    with open(corpus("consistency/sets.jsonl"), encoding="utf-8") as file:
        sets = [json.loads(line) for line in file][::every]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "sets.jsonl")
        rows = [
            {
                "key": each["set_id"],
                "prompt": each["prompt"] or "-",
                **{k: each[k] for k in ("instruction_id_list", "kwargs")},
            }
            for each in sets
        ]
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        counts, seconds, found = certificates("ifbench", path)
    report("consistency/sets.jsonl", counts, seconds)
    wrong: Counter[str] = Counter()
    for each in sets:
        certificate = found[each["set_id"]]
        verdict = certificate.verdict if certificate is not None else "unreadable"
        if verdict != each["label"]:
            wrong[f"{each['kind']}: {each['label']}, found {verdict}"] += 1
        elif verdict == "conflict" and len(certificate.core) > len(each["core"]):
            wrong[f"{each['kind']}: a core of {len(certificate.core)} for one of {len(each['core'])}"] += 1
    for label in ("consistent", "conflict"):
        of_label = [each for each in sets if each["label"] == label]
        right = sum(getattr(found[each["set_id"]], "verdict", "") == label for each in of_label)
        print(f"  {label}: {right} of {len(of_label)}")
    for what, count in wrong.most_common():
        print(f"  {count} {what}")


if __name__ == "__main__":
    main()
