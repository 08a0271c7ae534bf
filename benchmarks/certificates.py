"""Certify published prompts, one after another; print how many are consistent, in conflict or unknown, and the time.

Each row is shown to be consistent by a text that the compiled checkers accept, or in conflict by a minimal core. With a
labelled file (`consistency/sets.jsonl`) the certificates are compared with the labels. `--growth` certifies sets of 2
to 50 instructions, drawn from all that recorded responses to IFEval follow, so that each set is consistent.

    export IFDSL_CORPORA=…                      # holds published/, ifeval/, muldimif/, consistency/
    python benchmarks/certificates.py           # an interpreter with the wheel, its extras `parity` and `smt`
    python benchmarks/certificates.py --labelled --every 4
    python benchmarks/certificates.py --growth
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import process_time
from typing import Any

from clock import corpus, describe_machine

PUBLISHED = (
    ("ifeval", "published/ifeval_input_data_541.jsonl"),
    ("ifeval", "ifeval/extended_gpt4o_mini.jsonl"),
    ("ifbench", "published/ifbench_test_300.jsonl"),
    ("muldimif", "muldimif/test.jsonl"),
)
SIZES = (2, 5, 10, 20, 50)
DRAWN = 60
"""Sets of each size."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--labelled", action="store_true", help="the labelled sets, in place of the published prompts")
    parser.add_argument("--growth", action="store_true", help="sets of 2 to 50 instructions, in their place")
    parser.add_argument("--every", type=int, default=1, help="of the labelled sets, every so many")
    options = parser.parse_args()
    print(f"{describe_machine()}; CPU seconds a row")
    if options.labelled:
        labelled(options.every)
    elif options.growth:
        growth()
    else:
        for benchmark, name in PUBLISHED:
            counts, seconds, _ = certificates(benchmark, corpus(name))
            report(name, counts, seconds)


def certificates(benchmark: str, path: Path) -> tuple[Counter[str], list[float], dict[str, Any]]:
    """How many rows have each verdict, the CPU seconds of each row, and the certificates by key."""
    counts: Counter[str] = Counter()
    seconds, found = [], {}
    start = process_time()
    for key, certificate in certified_rows(benchmark, path):
        now = process_time()
        seconds.append(now - start)
        counts[certificate.verdict if certificate is not None else "unreadable"] += 1
        if certificate is not None:
            counts.update({f"with a {each.kind} requirement" for each in certificate.implied})
        if key is not None:
            found[key] = certificate
        start = process_time()
    return counts, seconds, found


def certified_rows(name: str, path: Path) -> Iterator[tuple[str | None, Any]]:
    """The keys of the rows of a file, with their certificates; none where a row cannot be read."""
    from ifdsl.analysis.certificate import certify
    from ifdsl.published.aiming import aimed_rows
    from ifdsl.published.benchmarks import BENCHMARKS
    from ifdsl.published.certifying import certified

    benchmark = BENCHMARKS[name]
    if not benchmark.vocabulary:
        for read, certificate in certified(path, benchmark, details=False):
            yield None if read.row is None else read.row.key, certificate
        return
    for read, item, aim in aimed_rows(path, benchmark):
        key = None if read.row is None else read.row.key
        if item is None or aim.obstacles:
            yield key, None
            continue
        verifier = item.verifier

        def check(text: str, verifier: Any = verifier) -> list[bool]:
            return [verdict.accepted for verdict in verifier.verdicts(text)]

        yield key, certify(aim.demands, check, details=False)


def report(name: str, counts: Counter[str], seconds: list[float]) -> None:
    total = sum(count for verdict, count in counts.items() if not verdict.startswith("with"))
    said = ", ".join(f"{count} {verdict} ({count / total:.1%})" for verdict, count in counts.most_common())
    print(f"{name}: {total} rows: {said}")
    # The first row loads packs and solver.
    later = [each * 1000 for each in seconds[1:]]
    print(f"  median {median(later):.1f} ms, p95 {quantiles(later, n=20)[-1]:.1f} ms, most {max(later):.0f} ms")


def growth() -> None:
    """Sets of growing size, each of instructions that one recorded response follows."""
    from ifdsl.analysis.certificate import certify
    from ifdsl.analysis.demands import Demand
    from ifdsl.published.benchmarks import BENCHMARKS
    from ifdsl.published.certifying import checker
    from ifdsl.published.overlay import Overlay
    from ifdsl.published.pack_types import PackTypes
    from ifdsl.published.reading import read_items

    benchmark = BENCHMARKS["ifbench"]
    known, types = Overlay(benchmark.pack_paths), PackTypes(benchmark)
    pool = {}
    for name in ("published/ifeval_input_data_541.jsonl", "published/ifbench_test_300.jsonl"):
        for read in read_items(corpus(name), benchmark.shape, known):
            pool.update({repr((each.id, each.arguments)): each for each in read.instructions if each is not None})
    instructions = list(pool.values())
    with open(corpus("ifeval/gpt4.jsonl"), encoding="utf-8") as file:
        responses = [json.loads(line)["response"] for line in file]
    draw = Random(1)
    for size in SIZES:
        counts: Counter[str] = Counter()
        seconds = []
        while len(seconds) < DRAWN:
            text = draw.choice(responses)
            followed = [
                each for each in draw.sample(instructions, 400) if all(checker([each], known.constraints)(text))
            ]
            if len(followed) < size or not text.strip():
                continue
            chosen = followed[:size]
            demands = [Demand(each.id, types[each.signature.name], each.arguments) for each in chosen]
            start = process_time()
            certificate = certify(demands, checker(chosen, known.constraints), details=False)
            seconds.append(process_time() - start)
            counts[certificate.verdict] += 1
        report(f"{size} instructions", counts, seconds)


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
