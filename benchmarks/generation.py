"""Make the prompts of a suite; print how many certified items a minute that gives, of the processor and of the clock.

Each item is proven consistent by a text that the compiled checkers accept, none of its requirements is vacuous or
redundant, and its prompt is read back to exactly what is graded; sets rejected on the way are paid for as well.

    python benchmarks/generation.py                       # an interpreter with the wheel and its extra `smt`
    python benchmarks/generation.py --cases 300 --workers 1
"""

from __future__ import annotations

import argparse
import os
import tempfile
from pathlib import Path
from time import perf_counter

from clock import describe_machine

MODULES = {
    "muldimif": "muldimif.content, muldimif.format, muldimif.language, muldimif.length",
    "std": "std.length, std.content, std.format, std.case, std.punctuation, std.position",
}
SUITE = """ifdsl 1
{uses}
use std.tasks

suite core {{
  seed {seed}
  cases {cases}
  draw 1..4 groups of 1..2 from {modules}
  tasks from std.tasks
  patterns {patterns}
}}
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=int, default=1200, help="items of each suite")
    parser.add_argument("--workers", type=int, help="processes (default: as `ifdsl generate` has it)")
    parser.add_argument("--patterns", default="listing, incorporation, example")
    options = parser.parse_args()
    print(f"{describe_machine()}; {options.cases} items a suite, patterns {options.patterns}")
    for name, modules in MODULES.items():
        # A small suite first: packs are compiled into the cache once for each installed version.
        measure(modules, 8, options.patterns, 1)
        items, rejected, cpu, clock = measure(modules, options.cases, options.patterns, options.workers)
        print(
            f"{name:10}{items:6} items, {rejected} sets rejected: "
            f"{60 * items / cpu:,.0f} items a minute of one core, {60 * items / clock:,.0f} by the clock"
        )


def measure(modules: str, cases: int, patterns: str, workers: int | None) -> tuple[int, int, float, float]:
    """The items, the sets that were rejected, and the seconds of CPU and clock."""
    from ifdsl.generation.expand import expanded
    from ifdsl.ir.build import build_file

    uses = "\n".join(f"use {module}" for module in modules.split(", "))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "core.ifc")
        path.write_text(SUITE.format(uses=uses, seed=3, cases=cases, modules=modules, patterns=patterns), "utf-8")
        before, start = os.times(), perf_counter()
        found = expanded(build_file(path), workers=workers)
        clock, after = perf_counter() - start, os.times()
    cpu = sum(after[:4]) - sum(before[:4])
    return len(found.made), sum(one.rejected.total() for one in found.made), cpu, clock


if __name__ == "__main__":
    main()
