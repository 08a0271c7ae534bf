"""Make a group of ten of each prompt of IFEval, without a model; give how many there are, what is missing, the time.

    pip install 'ifdsl[smt]'
    export IFDSL_CORPORA=…                      # holds published/
    python benchmarks/cousins.py                # all 541, on all processors
    python benchmarks/cousins.py --first 40 --show 20 --seed 1
    python benchmarks/cousins.py -o cousins.ifc # writes the groups as a file of specs

A group is the original, 4 rephrasings, 3 distractors and 2 alterations. Distractors are drawn from the modules that
`--distract` names, other tasks from `std.tasks`. Every member has a witness, which is checked again here by a program
that holds nothing but its own constraints, and no two members of a group have the same prompt.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from os import environ
from pathlib import Path
from random import Random
from time import perf_counter

from ifdsl import data
from ifdsl.checking.compile import load
from ifdsl.checking.verifier import verifier
from ifdsl.datasets.tasks import Task, bank
from ifdsl.ir import nodes as n
from ifdsl.ir.build import build_file
from ifdsl.ir.printer import print_program
from ifdsl.source.diagnostic import Diagnostic
from ifdsl.variation.group import Group
from ifdsl.variation.pool import Job, groups
from ifdsl.variation.sources import originals
from ifdsl.variation.stock import Stock

DISTRACT = ("ifeval", "std.content", "std.format", "std.punctuation")


def main() -> int:
    options = _options()
    corpora = environ.get("IFDSL_CORPORA")
    if corpora is None:
        print("IFDSL_CORPORA names no folder", file=sys.stderr)
        return 1
    problems: list[Diagnostic] = []
    source = n.Source(name="originals", format="ifeval", location="ifeval_input_data_541.jsonl")
    program = originals(source, Path(corpora) / "published", problems)
    if program is None or problems:
        print(*(problem.message for problem in problems), sep="\n", file=sys.stderr)
        return 1
    asked = n.Cousins(of="originals", reword=4, distract=3, reconfigure=2)
    job = Job(program, asked, Stock(_types(options.distract), _tasks()), options.seed)
    started = perf_counter()
    chosen = [spec for spec in program.specs if options.only is None or spec.name in options.only]
    made = list(groups(job, chosen[: options.first], options.workers))
    seconds = perf_counter() - started
    _report(made, seconds)
    failed = _checked(program, made)
    print(f"witnesses that fail when they are checked again: {failed}")
    for group in Random(options.seed).sample(made, min(options.show, len(made))):
        _show(group)
    if options.out is not None:
        _write(program, made, options.out)
    return 1 if failed else 0


def _report(made: Sequence[Group], seconds: float) -> None:
    kinds = Counter(member.kind for group in made for member in group.members)
    full = sum(not group.missing and bool(group.members) for group in made)
    print(f"{len(made)} groups in {seconds:.0f} s, {full} of them complete; {sum(kinds.values()):,} members")
    print("members: " + ", ".join(f"{kind} {count:,}" for kind, count in kinds.items()))
    clean = [group.members[0].clean for group in made if group.members]
    print(f"originals taken apart cleanly: {sum(clean)} of {len(clean)} ({sum(clean) / max(1, len(clean)):.0%})")
    ways = Counter(_way(dict(one.spec.meta)) for group in made for one in group.members if one.kind == "ct_alteration")
    print("ct_alteration: " + ", ".join(f"{way} {count}" for way, count in ways.items()))
    missing = Counter((one.kind, one.reason) for group in made for one in group.missing)
    for (kind, reason), count in missing.most_common():
        print(f"missing: {count:4} {kind}: {reason}")
    rejected: Counter[str] = Counter()
    for group in made:
        rejected.update(group.rejected)
    print("rejected and drawn anew: " + ", ".join(f"{count:,} {reason}" for reason, count in rejected.most_common()))
    noted = [group for group in made if group.members and "mended" in dict(group.members[0].spec.meta)]
    print(f"mended: {len(noted)}")
    doubled = sum(len({one.spec.task for one in group.members}) < len(group.members) for group in made)
    print(f"groups with a prompt that stands twice: {doubled}")


def _way(meta: dict[str, str]) -> str:
    return "another task" if "task" in meta else "other arguments"


def _checked(program: n.Program, made: Sequence[Group]) -> int:
    """How many witnesses fail their members' own requirements."""
    specs = tuple(
        replace(member.spec, name=f"s{place}_{number}")
        for place, group in enumerate(made)
        for number, member in enumerate(group.members)
    )
    module = load(replace(program, specs=specs, suites=(), cousins=(), sources=()))
    failed = 0
    for place, group in enumerate(made):
        for number, member in enumerate(group.members):
            failed += not verifier(module, f"s{place}_{number}").passes(member.witness)
    return failed


def _show(group: Group) -> None:
    for member in group.members:
        meta = dict(member.spec.meta)
        said = ", ".join(f"{name}: {meta[name]}" for name in ("pattern", "change", "mended") if name in meta)
        print(f"\n=== {group.base} {member.kind} {member.number} [{said}]")
        print("".join(part for part in member.spec.task.parts if isinstance(part, str)))
    for one in group.missing:
        print(f"\n=== {group.base} missing {one.kind} {one.number}: {one.reasons}")


def _write(program: n.Program, made: Sequence[Group], path: Path) -> None:
    specs = tuple(member.spec for group in made for member in group.members)
    path.write_text(print_program(replace(program, module=path.stem, specs=specs)), encoding="utf-8")


def _types(names: Sequence[str]) -> dict[str, n.Constraint]:
    types: dict[str, n.Constraint] = {}
    for name in names:
        path = data.module_path(name)
        program = None if path is None else build_file(path).program
        if program is None:
            raise SystemExit(f"there is no module {name}")
        types |= {each: one for each, one in program.constraints.items() if each.startswith(f"{program.module}.")}
    return types


def _tasks() -> tuple[Task, ...]:
    path = data.module_path("std.tasks")
    assert path is not None
    program = build_file(path).program
    assert program is not None
    return bank([(source, path.parent) for source in program.sources], [])


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--first", type=int, default=None, help="so many originals only")
    parser.add_argument("--only", nargs="+", help="originals of these names only")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=None)
    parser.add_argument("--show", type=int, default=0, help="print so many groups")
    parser.add_argument("--distract", nargs="+", default=DISTRACT, help="modules that distractors are drawn from")
    parser.add_argument("-o", "--out", type=Path, help="write the groups as a file of specs")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
