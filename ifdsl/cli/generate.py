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
    from ifdsl.generation.goldens import Goldens
    from ifdsl.ir.build import Built
    from ifdsl.variation.group import Refused


SHAPES = ("ifeval", "ifeval-pp", "muldimif")
REWRITER = f"puts prompts in other words: {MODEL.replace('oracle, ', '')}"
GOLDEN = "gives golden answers to the turns of dialogues: oracle, or a model as above"
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
    parser.add_argument("--golden", metavar="MODEL", help=GOLDEN)
    parser.add_argument(
        "--asked", type=Path, metavar="DIR", help="where what these models are asked and answer is kept"
    )
    add_model_options(parser, seed=False)
    add_asking_options(parser)
    add_diagnostic_options(parser)
    parser.set_defaults(dry_run=False, batch_out=None, batch_in=None)
    parser.epilog = (
        "Each prompt comes with a text that satisfies all it asks, and is read back to exactly what is graded. The\n"
        "same file and seed give the same prompts on every machine. `ifdsl eval` takes the file that is written, and\n"
        "takes FILE itself as well. Without -o the counts alone are printed.\n"
        "With --rewriter a model words the rephrasings and tasks of cousins, and what users say in dialogues. What it\n"
        "writes is taken where it is read back to exactly what is graded; else it is refused, counted and shown.\n"
        "With --golden dialogues get golden answers: a model's where every check accepts it, else the oracle's.\n"
        "examples:\n  ifdsl generate specs/generated.ifc -o prompts.ifc\n"
        "  ifdsl generate specs/generated.ifc --seed 8 -o prompts.ifc --certificates proofs.jsonl\n"
        "  ifdsl generate specs/cousins.ifc --data FOLDER --to ifeval-pp -o groups.jsonl\n"
        "  ifdsl generate specs/cousins.ifc --data FOLDER --rewriter openai:gpt-4.1-mini -o groups.ifc"
    )


def run(options: argparse.Namespace) -> int:
    from ifdsl.analysis.solving import NoSolver
    from ifdsl.cli.assisting import answerer_of, rewriter_of
    from ifdsl.generation.expand import expanded, is_drawn
    from ifdsl.generation.goldens import with_goldens
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
        with rewriter_of(options) as (rewriter, rewriting):
            found = expanded(built, options.data, meter.count, rewriter=rewriter)
        meter.close()
        golden, answering = None, None
        if options.golden is not None:
            with answerer_of(options) as (answerer, answering):
                golden = with_goldens(found, answerer)
                found = golden.expanded
    except (CannotDraw, CannotEvaluate) as error:
        show([*built.diagnostics, *error.diagnostics], options)
        return FAILED
    except NoSolver as error:
        show([about(options.file, str(error), codes.MISSING_EXTRA)], options)
        return FAILED
    code = _written(built, found, golden, options)
    for who, one in (("rewriter", rewriting), ("golden model", answering)):
        if one is not None and one.stopped is not None:
            print(f"the {who} was stopped early: {one.stopped}; run again to go on", file=sys.stderr)
        code = code if one is None else one.code or code
    return code


def _written(built: Built, found: Expanded, golden: Goldens | None, options: argparse.Namespace) -> int:
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
        counts |= {} if golden is None else {"golden": _golden(golden)}
        counts |= {"said": _said(found)} if options.rewriter is not None else {}
        print(json.dumps(counts, indent=2))
        return OK
    show(problems, options)
    if options.format != "json":
        if found.made or not found.flows:
            print(distribution.table())
        _tell_groups(found)
        _tell_dialogues(found, golden)
        if options.out is not None and not failed(problems):
            nouns = [(len(found.made), "prompt"), (len(found.flows), "dialogue")]
            written = " and ".join(counted(number, noun) for number, noun in nouns if number)
            print(f"{written} are in {options.out}", file=sys.stderr)
    return FAILED if failed(problems) else OK


def _tell_groups(found: Expanded) -> None:
    for name, group in _groups(found).items():
        print(f"{counted(group['groups'], 'group')} of {name}, {counted(group['prompts'], 'prompt')}")
        for reason, count in group["missing"].items():
            print(f"  missing: {count} {reason}")
        _tell_refused(group)


def _tell_dialogues(found: Expanded, golden: Goldens | None) -> None:
    for name, count in _dialogues(found).items():
        print(f"{name:<24}{counted(count['dialogues'], 'dialogue'):>16}{counted(count['turns'], 'turn'):>12}")
    said = _said(found)
    if said["asked"]:
        print("what users say")
        _tell_refused(said)
    if golden is not None:
        told = _golden(golden)
        print(f"golden answers: {told['of_model']} of the model, {told['of_oracle']} of the oracle")
        _tell_each("rejected of the model", told["rejected"])
        _tell_each("without one", told["missing"])


def _tell_refused(told: dict[str, Any]) -> None:
    """What a rewriter wrote, and some of what was refused of it."""
    if told["asked"]:
        print(f"  the rewriter wrote {counted(told['rewritten'], 'prompt')} of {told['asked']}")
    for reason, count in told["refused_for"].items():
        print(f"  refused: {count} {reason}")
    _tell_each("", told["refused"])


def _tell_each(heading: str, lines: list[str]) -> None:
    if lines and heading:
        print(f"  {heading}: {len(lines)}")
    for line in lines[:SHOWN]:
        print(f"    {shorten(line, 160, placeholder=' …')}")
    if len(lines) > SHOWN:
        print("    … (all with --json)")


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
            **_worded(refused, sum(group.rewritten for group in family.groups)),
        }
    return data


def _worded(refused: list[tuple[str, Refused]], rewritten: int) -> dict[str, Any]:
    """What a rewriter was asked for and wrote, with what was refused of it."""
    return {
        "asked": len(refused) + rewritten,
        "rewritten": rewritten,
        "refused_for": dict(Counter(one.reason for _, one in refused).most_common()),
        "refused": [f"{base}:{one.kind}:{one.number}: {one.reason}: {one.text}" for base, one in refused],
    }


def _said(found: Expanded) -> dict[str, Any]:
    """What a rewriter was asked to put otherwise of what users say."""
    refused = [(made.flow.name, one) for made in found.flows for one in made.refused]
    return _worded(refused, sum(made.rewritten for made in found.flows))


def _golden(golden: Goldens) -> dict[str, Any]:
    """How many golden answers there are of whom, and which of a model's were rejected."""
    return {
        "of_model": golden.of_model,
        "of_oracle": golden.of_oracle,
        "rejected": [f"{one.turn}: {one.why}" for one in golden.rejected],
        "missing": list(golden.missing),
    }


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
