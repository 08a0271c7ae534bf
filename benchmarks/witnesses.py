"""Take a file of labelled sets of published instructions; say for how many consistent ones a witness is built."""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from ifdsl import data
from ifdsl.analysis.demands import Demand, demands_of_row
from ifdsl.analysis.witness.build import Witness, build
from ifdsl.checking.quick import accepted
from ifdsl.compiler import compile_file
from ifdsl.ir.build import build_file
from ifdsl.primitives.doc import Doc


def main() -> None:
    """Measure every `step`-th consistent set; print shares by kind, the times, and what failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", type=Path)
    parser.add_argument("--step", type=int, default=1)
    parser.add_argument("--kind", default="")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--offset", type=int, default=0)
    options = parser.parse_args()
    rows = [json.loads(line) for line in options.sets.read_text(encoding="utf-8").splitlines()]
    rows = [row for row in rows if row["label"] == "consistent" and row["kind"].startswith(options.kind)]
    constraints, entries = published()
    done: dict[str, Counter[bool]] = defaultdict(Counter)
    times: list[float] = []
    tries: list[int] = []
    for row in rows[options.offset :: options.step]:
        started = time.perf_counter()
        demands = demands_of_row(row["instruction_id_list"], row["kwargs"], constraints)
        made = build(demands, checker(demands, entries))
        times.append(1000 * (time.perf_counter() - started))
        tries.append(made.checked)
        done[row["kind"].partition(":")[0]][isinstance(made, Witness)] += 1
        if not isinstance(made, Witness):
            names = [f"{'!' if at in made.failing else ''}{d.name}{_short(d)}" for at, d in enumerate(demands)]
            print(row["set_id"], *names, f"{times[-1]:.0f} ms", *([repr(made.best[:300])] if options.show else []))
    for kind, counts in sorted(done.items()):
        print(f"{kind:40} {counts[True]:5} of {counts.total()}")
    total = sum(counts.total() for counts in done.values())
    found = sum(counts[True] for counts in done.values())
    times.sort()
    print(f"{found} of {total} = {found / total:.2%}; median {times[len(times) // 2]:.1f} ms, "
          f"p95 {times[len(times) * 95 // 100]:.1f} ms, most {times[-1]:.0f} ms; "
          f"texts checked: median {sorted(tries)[len(tries) // 2]}, most {max(tries)}")  # fmt: skip


def _short(demand: Demand) -> str:
    return "(" + ", ".join(str(argument)[:40] for argument in demand.arguments) + ")"


def published() -> tuple[dict[str, Any], dict[str, Any]]:
    """The constraints of the packs by published name, and their compiled entries by qualified name."""
    constraints: dict[str, Any] = {}
    entries: dict[str, Any] = {}
    for name in ("ifeval", "ifbench"):
        path = data.stdlib_path() / f"{name}.ifc"
        program = build_file(path).program
        assert program is not None
        for constraint in program.constraints.values():
            if constraint.id is not None:
                constraints.setdefault(constraint.id, constraint)
        entries.update(compile_file(path).module.constraints)
    return constraints, entries


def checker(demands: Sequence[Demand], entries: dict[str, Any]) -> Callable[[str], list[bool]]:
    """What gives the verdicts of the compiled checkers on a text."""
    checks = [(entries[demand.constraint.name].passes, demand.arguments) for demand in demands]

    def check(text: str) -> list[bool]:
        doc = Doc(text)
        return [accepted(passes(doc, *arguments)) for passes, arguments in checks]

    return check


if __name__ == "__main__":
    main()
