"""Check ever longer texts with every type of the standard library and the packs; print how the cost grows, to 1 MB.

Each type is asked with the arguments of its own `pass` and `fail` lines. The texts are of several kinds that have
slowed text tools before: prose, one long word, blanks, punctuation, brackets, unclosed marks, table rows, nested lists,
headings, digits, quotes, other scripts. For each pair the time is taken at two sizes; what grows faster than its text
shows as an exponent well over 1 between them (1 is linear, 2 quadratic).

    python benchmarks/curve.py                       # every module, 64 kB and 1 MB
    python benchmarks/curve.py --module std.format --sizes 16384 65536 262144 1048576

The worst types are printed first. A type that has no verdict on a text (`unknown`, a bound was met) is told apart.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator
from time import process_time
from typing import Any

from clock import describe_machine

KINDS = {
    "prose": "The market opened late, and most people had gone home by then. ",
    "capitals": "THE MARKET OPENED LATE! DID IT? ",
    "word": "a",
    "blanks": " ",
    "lines": "one\n",
    "blank lines": "one\n\n",
    "stops": ". ",
    "marks": "?!",
    "brackets": "[(<{",
    "stars": "*a **b ",
    "ticks": "`a ``b ",
    "pipes": "|a",
    "table": "| a | b |\n|---|---|\n| 1 | 2 |\n",
    "list": "- a\n  - b\n",
    "quotes": "> ",
    "headings": "## A\n",
    "digits": "1,234.5 ",
    "quotation": "\"a 'b ",
    "tags": "<a b='c'><d>",
    "json": '{"a":[',
    "chinese": "市场开得很晚，大多数人已经回家了。",
    "thai": "ตลาดเปิดช้าและคนส่วนใหญ่กลับบ้านแล้ว",
    "emoji": "👍🏽 ok ",
    "marks on letters": "é̂̃ ",
}
LEAST = 0.02
"""Seconds below which a growth says nothing."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--module", action="append", help="only this module (may stand several times)")
    parser.add_argument("--sizes", type=int, nargs="+", default=[65_536, 1_048_576])
    parser.add_argument("--kind", action="append", choices=KINDS, help="only this kind of text")
    parser.add_argument("--shown", type=int, default=25)
    options = parser.parse_args()
    print(f"{describe_machine()}; CPU seconds of one check")
    found = [
        (type_name, kind, measure(checker, kind, options.sizes))
        for type_name, checker in checkers(options.module)
        for kind in options.kind or KINDS
    ]
    print(f"{len({name for name, _, _ in found})} types, {len(options.kind or KINDS)} kinds of text\n")
    print(f"{'growth':>7} {'type':42} {'text':17} " + " ".join(f"{size // 1024:>7} kB" for size in options.sizes))
    for name, kind, (seconds, decided) in sorted(found, key=lambda one: -growth(one[2][0], options.sizes))[
        : options.shown
    ]:
        cells = " ".join(f"{each:10.4f}" for each in seconds)
        note = "" if decided else "  no verdict at a bound"
        print(f"{growth(seconds, options.sizes):7.2f} {name:42} {kind:17} {cells}{note}")
    slowest = max(found, key=lambda one: one[2][0][-1])
    print(f"\nslowest at the greatest size: {slowest[0]} on {slowest[1]}, {slowest[2][0][-1]:.2f} s")
    worst = max(growth(seconds, options.sizes) for _, _, (seconds, _) in found)
    print(f"greatest growth: {worst:.2f} (1 is linear, 2 quadratic)")


def checkers(modules: list[str] | None) -> Iterator[tuple[str, Any]]:
    from ifdsl import data
    from ifdsl.checking.verifier import ConstraintChecker
    from ifdsl.compiler import compile_file
    from ifdsl.ir.build import build_file
    from ifdsl.ir.evaluate import evaluate

    for name, path in data.module_paths().items():
        if modules and name not in modules:
            continue
        module = compile_file(path).module
        program = build_file(path).program
        assert program is not None
        for constraint in program.constraints.values():
            if constraint.name.rpartition(".")[0] != program.module or not constraint.examples:
                continue
            arguments = [evaluate(argument, {}) for argument in constraint.examples[0].arguments]
            yield constraint.name, ConstraintChecker(module, constraint.name, arguments)


def measure(checker: Any, kind: str, sizes: list[int]) -> tuple[list[float], bool]:
    """The seconds of one check at each size, and whether each gave a verdict."""
    seconds, decided = [], True
    for size in sizes:
        unit = KINDS[kind]
        text = (unit * (size // len(unit) + 1))[:size]
        start = process_time()
        verdict = checker.verdict(text)
        seconds.append(process_time() - start)
        decided &= str(verdict) != "unknown"
    return seconds, decided


def growth(seconds: list[float], sizes: list[int]) -> float:
    """The exponent of the cost between the two greatest sizes; 0 where it is too small to tell."""
    if seconds[-1] < LEAST:
        return 0.0
    before = max(seconds[-2], LEAST / (sizes[-1] / sizes[-2]))
    return math.log(seconds[-1] / before) / math.log(sizes[-1] / sizes[-2])


if __name__ == "__main__":
    main()
