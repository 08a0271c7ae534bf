"""Make the prompts of a suite; print how many certified items a minute that gives, of the processor and of the clock.

Each item is proven consistent by a text that the compiled checkers accept, none of its requirements is vacuous or
redundant, and its prompt is read back to exactly what is graded; sets rejected on the way are paid for as well. Then
witnesses grade what was made, and so do texts that follow no instruction: what passes with one measures nothing.

    python benchmarks/generation.py                       # an interpreter with the wheel and its extra `smt`
    python benchmarks/generation.py --cases 300 --workers 1
"""

from __future__ import annotations

import argparse
import os
import tempfile
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from clock import describe_machine

if TYPE_CHECKING:
    from ifdsl.generation.expand import Expanded

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


TEMPLATE = """# Summary

## Overview

This is a short, clear and complete answer. It covers the main points, the reasons and the next steps.

| Name | Value | Note |
|------|-------|------|
| One | 1 | first |
| Two | 2 | second |

- First point: prepare.
- Second point: act.
- Third point: review.

1. Begin.
2. Go on.

**In conclusion**, this should be enough. Thank you!"""
TEXTS = {
    "empty": "",
    "template": TEMPLATE,
    "template, upper case": TEMPLATE.upper(),
    "template, lower case": TEMPLATE.lower(),
}
"""What no item should pass with. The generator does not know the template: it has texts of its own to try items on."""


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
        found, cpu, clock = measure(modules, options.cases, options.patterns, options.workers)
        items, rejected = len(found.made), sum(one.rejected.total() for one in found.made)
        print(
            f"{name:10}{items:6} items, {rejected} sets rejected: "
            f"{60 * items / cpu:,.0f} items a minute of one core, {60 * items / clock:,.0f} by the clock"
        )
        for said, passed in graded(found).items():
            print(f"{'':10}{said:22}{passed:6} of {items} pass ({passed / items:.1%})")


def graded(found: Expanded) -> dict[str, int]:
    """How many of the items pass with their witnesses, and with each fixed text."""
    from ifdsl.checking.compile import load
    from ifdsl.checking.verifier import verifier

    module, passed = load(found.program), dict.fromkeys(["witness", *TEXTS], 0)
    for one in found.made:
        check = verifier(module, one.spec.name, {})
        for name, text in {"witness": one.certificate.witness or "", **TEXTS}.items():
            passed[name] += check.check(text).verdict == "pass"
    return passed


def measure(modules: str, cases: int, patterns: str, workers: int | None) -> tuple[Expanded, float, float]:
    """What was made, and the seconds of CPU and clock."""
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
    return found, cpu, clock


if __name__ == "__main__":
    main()
