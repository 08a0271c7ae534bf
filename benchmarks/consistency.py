"""Prove conflicts on labelled sets and print, per kind, how many were proven, false conflicts and the time per set.

Run as `IFDSL_CORPORA=... python benchmarks/consistency.py [kind ...]`; the file is `consistency/sets.jsonl` there.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

from ifdsl.analysis.demands import demands_of_row
from ifdsl.analysis.prove import Conflict, prove
from ifdsl.data import stdlib_path
from ifdsl.ir import nodes as n
from ifdsl.ir.build import build_file


def known_constraints() -> dict[str, n.Constraint]:
    """The constraints of IFBench and IFEval by published name."""
    known: dict[str, n.Constraint] = {}
    for pack in ("ifbench", "ifeval"):
        program = build_file(stdlib_path() / f"{pack}.ifc").program
        assert program is not None
        for constraint in program.constraints.values():
            known.setdefault(constraint.id or constraint.name, constraint)
    return known


def main() -> int:
    root = os.environ.get("IFDSL_CORPORA")
    if not root:
        print("IFDSL_CORPORA is not set", file=sys.stderr)
        return 2
    with open(Path(root) / "consistency" / "sets.jsonl", encoding="utf-8") as file:
        rows: list[dict[str, Any]] = [json.loads(line) for line in file]
    ordinary = "--ordinary" in sys.argv
    wanted = set(sys.argv[1:]) - {"--ordinary"}
    rows = [row for row in rows if not wanted or row["kind"] in wanted or row["label"] in wanted]
    known = known_constraints()
    proven: Counter[str] = Counter()
    total: Counter[str] = Counter()
    larger = 0
    false: list[str] = []
    missed: dict[str, list[str]] = defaultdict(list)
    times = []
    for row in rows:
        start = time.process_time()
        result = prove(
            demands_of_row(row["instruction_id_list"], row["kwargs"], known), blank_fails=True, ordinary=ordinary
        )
        times.append(time.process_time() - start)
        if row["label"] == "consistent":
            if isinstance(result, Conflict):
                false.append(f"{row['set_id']} ({row['kind']}): {result.core} {result.reason}")
            continue
        total[row["kind"]] += 1
        if isinstance(result, Conflict):
            proven[row["kind"]] += 1
            larger += len(result.core) > len(row["core"])
            if len(result.core) > len(row["core"]):
                print(row["set_id"], row["core"], result.core, result.reason)
        else:
            missed[row["kind"]].append(row["set_id"])
    for kind in sorted(total):
        gap = "" if proven[kind] == total[kind] else "  " + " ".join(missed[kind][:4])
        print(f"{kind:34} {proven[kind]:3} of {total[kind]:3}{gap}")
    times.sort()
    print(f"proven {sum(proven.values())} of {sum(total.values())}; cores larger than the planted one: {larger}")
    print(f"false conflicts: {len(false)} of {sum(row['label'] == 'consistent' for row in rows)}")
    for line in false[:20]:
        print("  ", line[:600])
    if times:
        median, late = times[len(times) // 2], times[int(len(times) * 0.95)]
        print(f"time per set: median {median * 1e3:.1f} ms, p95 {late * 1e3:.1f} ms, most {times[-1] * 1e3:.0f} ms")
    return 1 if false else 0


if __name__ == "__main__":
    sys.exit(main())
