"""Try the checks of relations on subjects whose faults are known, on generated dialogues.

Each template of `std.flows` makes as many dialogues as --each says, and two templates after one another as many that
depart. What a check says of a subject is known beforehand (`ifdsl.flows.subjects`), so the table shows whether the
checks fail what they should and nothing else.

    python benchmarks/flows.py --each 4
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from pathlib import Path

from ifdsl.checking.compile import load
from ifdsl.checking.lenient import LENIENT
from ifdsl.flows.posing import posings
from ifdsl.flows.results import faults, role_of
from ifdsl.flows.subjects import SUBJECTS, answered
from ifdsl.flows.turns import with_turns
from ifdsl.generation.expand import expanded
from ifdsl.ir.build import build_file
from ifdsl.report.columns import aligned
from ifdsl.run.grading import Grader
from ifdsl.run.items import Rendering

SUITE = """ifdsl 1
use std.case
use std.content
use std.flows
use std.format
use std.length
use std.tasks

flow departing = follow_and_return then revision

suite talks {{
  seed {seed}
  cases {cases}
  flows from std.flows, departing
  draw 1..2 groups from std.content, std.format, std.case, std.length
  tasks from std.tasks
}}
"""
TEMPLATES = 20


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--each", type=int, default=4, help="dialogues of each template (default: 4)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "talks.ifc")
        path.write_text(SUITE.format(seed=options.seed, cases=options.each * TEMPLATES), "utf-8")
        program = expanded(build_file(path)).program
    turns = list(posings(program, load(with_turns(program)), Rendering()))
    grader = Grader(LENIENT["ifeval"])
    results = {name: answered(turns, subject, grader) for name, subject in SUBJECTS.items()}
    print(f"{len(program.flows)} dialogues with {len(turns)} turns: how many checks of each kind fail")
    counts = {name: Counter[tuple[str, str]]() for name in results}
    totals: Counter[tuple[str, str]] = Counter()
    for name, found in results.items():
        for result in found:
            for one in result.requirements:
                if one.strict == "not_applicable":
                    continue
                role = role_of(result, one)
                totals[role.kind, role.relation] += name == "oracle"
                counts[name][role.kind, role.relation] += one.strict == "fail"
    rows = [["check", "relation", "in all", *results]]
    rows += [
        [kind, relation or "-", str(total), *(str(counts[name][kind, relation]) for name in results)]
        for (kind, relation), total in sorted(totals.items())
    ]
    print("\n".join(aligned(rows)))
    print("\nwhat went wrong with relations, by class")
    classes = {name: Counter(one.kind for result in found for one in faults(result)) for name, found in results.items()}
    kinds = sorted({kind for found in classes.values() for kind in found})
    print(
        "\n".join(
            aligned([["class", *results], *([kind, *(str(classes[n][kind]) for n in results)] for kind in kinds)])
        )
    )


if __name__ == "__main__":
    main()
