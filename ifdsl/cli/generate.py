"""`ifdsl generate`: take an `.ifc` file with suites and cousins; write their prompts as an `.ifc` file of specs."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from textwrap import shorten
from typing import TYPE_CHECKING, Any

from ifdsl.cli import FAILED, OK
from ifdsl.cli.eval import MODEL, add_asking_options, add_model_options
from ifdsl.cli.output import CannotEvaluate, add_diagnostic_options, failed, show, write
from ifdsl.source import codes
from ifdsl.source.diagnostic import Diagnostic, counted
from ifdsl.source.file import MAX_BYTES, about

if TYPE_CHECKING:
    from ifdsl.generation.expand import Expanded
    from ifdsl.ir.build import Built


SHAPES = ("ifeval", "ifeval-pp", "muldimif")
REWRITER = f"puts cousins in other words: {MODEL.replace('oracle, ', '')}"
SHOWN = 5
"""Refused proposals that are shown to a person of each block of cousins; `--json` gives all."""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="an .ifc file with suites or cousins")
    parser.add_argument("-o", "--out", type=Path, metavar="FILE.ifc", help="where to write the prompts, as specs")
    parser.add_argument("--to", choices=SHAPES, help="write rows in the shape of a benchmark, in place of specs")
    parser.add_argument("--certificates", type=Path, metavar="FILE", help="write the proof of each, for `certify`")
    parser.add_argument("--data", type=Path, metavar="DIR", help="where the sources that the file declares are")
    parser.add_argument("--seed", type=int, metavar="N", help="in place of the seeds of the suites")
    parser.add_argument("--quiet", action="store_true", help="print no progress")
    parser.add_argument("--rewriter", metavar="MODEL", help=REWRITER)
    parser.add_argument("--rewriter-out", type=Path, metavar="DIR", help="where what it is asked and answers is kept")
    add_model_options(parser, seed=False)
    add_asking_options(parser)
    add_diagnostic_options(parser)
    parser.set_defaults(dry_run=False, batch_out=None, batch_in=None)
    parser.epilog = (
        "Each prompt comes with a text that satisfies all it asks, and is read back to exactly what is graded. The\n"
        "same file and seed give the same prompts on every machine. `ifdsl eval` takes the file that is written, and\n"
        "takes FILE itself as well. Without -o the counts alone are printed.\n"
        "With --rewriter a model words the rephrasings and the tasks of cousins. What it writes is taken where it is\n"
        "read back to exactly what is graded; else it is refused, counted and shown, and the prompt stays as it is.\n"
        "examples:\n  ifdsl generate specs/generated.ifc -o prompts.ifc\n"
        "  ifdsl generate specs/generated.ifc --seed 8 -o prompts.ifc --certificates proofs.jsonl\n"
        "  ifdsl generate specs/cousins.ifc --data FOLDER --to ifeval-pp -o groups.jsonl\n"
        "  ifdsl generate specs/cousins.ifc --data FOLDER --rewriter openai:gpt-4.1-mini -o groups.ifc"
    )


def run(options: argparse.Namespace) -> int:
    from ifdsl.analysis.solving import NoSolver
    from ifdsl.cli.rewriting import rewriter_of
    from ifdsl.generation.expand import expanded, is_drawn
    from ifdsl.generation.shelf import CannotDraw
    from ifdsl.ir.build import build_file
    from ifdsl.run.progress import Meter

    built = build_file(options.file)
    if built.program is None:
        show(built.diagnostics, options)
        return FAILED
    if not is_drawn(built.program):
        advice = "a suite with a `draw` line or a block of `cousins` makes prompts"
        show([about(options.file, "the file has nothing to generate", codes.NOTHING_TO_RUN, advice)], options)
        return FAILED
    if options.seed is not None:
        suites = tuple(replace(suite, seed=options.seed) for suite in built.program.suites)
        built = replace(built, program=replace(built.program, suites=suites))
    try:
        meter = Meter(None, quiet=options.quiet, noun="set")
        with rewriter_of(options) as (rewriter, consultations):
            found = expanded(built, options.data, meter.count, rewriter=rewriter)
        meter.close()
    except (CannotDraw, CannotEvaluate) as error:
        show([*built.diagnostics, *error.diagnostics], options)
        return FAILED
    except NoSolver as error:
        show([about(options.file, str(error), codes.MISSING_EXTRA)], options)
        return FAILED
    code = _written(built, found, options)
    for one in consultations:
        if one.stopped is not None:
            print(f"the rewriter was stopped early: {one.stopped}; run again to go on", file=sys.stderr)
        code = one.code or code
    return code


def _written(built: Built, found: Expanded, options: argparse.Namespace) -> int:
    from ifdsl.generation.distribution import Distribution
    from ifdsl.ir.printer import print_program

    distribution = Distribution()
    for made in found.made:
        distribution.add(made.spec, found.program.constraints, made.rejected)
    problems: list[Diagnostic] = [one for one in built.diagnostics if one.severity != "note"]
    if options.out is not None and options.to is not None:
        problems += _rows(built, found, options)
    elif options.out is not None:
        data = print_program(found.program).encode("utf-8")
        if len(data) > MAX_BYTES:
            message = f"it is larger than {MAX_BYTES:,} bytes, so it could not be read again as an `.ifc` file"
            advice = "with --to any number of prompts is written, as rows"
            problems.append(about(options.out, message, codes.FILE_TOO_LARGE, advice))
        else:
            problems += write(options.out, data)
    if options.certificates is not None:
        problems += write(options.certificates, _certificates(found, options.file.name))
    if options.format == "json" and not failed(problems):
        counts = {**distribution.data(), "dialogues": _dialogues(found), "groups": _groups(found)}
        print(json.dumps(counts, indent=2))
        return OK
    show(problems, options)
    if options.format != "json":
        if found.made or not found.flows:
            print(distribution.table())
        for name, group in _groups(found).items():
            print(f"{counted(group['groups'], 'group')} of {name}, {counted(group['prompts'], 'prompt')}")
            for reason, count in group["missing"].items():
                print(f"  missing: {count} {reason}")
            if group["asked"]:
                print(f"  the rewriter wrote {counted(group['rewritten'], 'prompt')} of {group['asked']}")
            for reason, count in group["refused_for"].items():
                print(f"  refused: {count} {reason}")
            for text in group["refused"][:SHOWN]:
                print(f"    {shorten(text, 160, placeholder=' …')}")
            if len(group["refused"]) > SHOWN:
                print("    … (all with --json)")
        for name, count in _dialogues(found).items():
            print(f"{name:<24}{counted(count['dialogues'], 'dialogue'):>16}{counted(count['turns'], 'turn'):>12}")
        if options.out is not None and not failed(problems):
            nouns = [(len(found.made), "prompt"), (len(found.flows), "dialogue")]
            written = " and ".join(counted(number, noun) for number, noun in nouns if number)
            print(f"{written} are in {options.out}", file=sys.stderr)
    return FAILED if failed(problems) else OK


def _rows(built: Built, found: Expanded, options: argparse.Namespace) -> list[Diagnostic]:
    """Write the prompts in a published shape; what has no place there is said and left out."""
    from ifdsl.published.exporting.rows import export

    exported = export(replace(built, program=found.program), options.to)
    lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in exported.rows)
    return [*exported.problems, *write(options.out, lines.encode("utf-8", "surrogatepass"))]


def _groups(found: Expanded) -> dict[str, dict[str, Any]]:
    """For each block of cousins its groups and prompts, what is missing and why, and what a rewriter wrote in vain."""
    data: dict[str, dict[str, Any]] = {}
    for family in found.families:
        refused = [(group.base, one) for group in family.groups for one in group.refused]
        missing = Counter(f"{one.kind}: {one.reason}" for group in family.groups for one in group.missing)
        data[family.cousins.of] = {
            "groups": len(family.groups),
            "prompts": sum(len(group.members) for group in family.groups),
            "missing": dict(missing.most_common()),
            "asked": len(refused) + sum(group.rewritten for group in family.groups),
            "rewritten": sum(group.rewritten for group in family.groups),
            "refused_for": dict(Counter(one.reason for _, one in refused).most_common()),
            "refused": [f"{base}:{one.kind}:{one.number}: {one.reason}: {one.text}" for base, one in refused],
        }
    return data


def _dialogues(found: Expanded) -> dict[str, dict[str, int]]:
    """How many dialogues were made from each template, with how many turns."""
    count: dict[str, dict[str, int]] = {}
    for made in found.flows:
        row = count.setdefault(dict(made.flow.meta).get("template", ""), {"dialogues": 0, "turns": 0, "rejected": 0})
        row["dialogues"] += 1
        row["turns"] += len(made.flow.turns)
        row["rejected"] += made.rejected
    return count


def _certificates(found: Expanded, source: str) -> bytes:
    from ifdsl.cli.certifying import row_of_made
    from ifdsl.published.rechecking import head

    rows = [head(found.program, source), *map(row_of_made, found.made)]
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode("utf-8", "surrogatepass")
