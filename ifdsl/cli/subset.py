"""`ifdsl subset`: take published data sets and an `.ifc` file with specs over rows; write the rows of a benchmark."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from ifdsl.cli import FAILED, OK
from ifdsl.cli.derive import asked_in
from ifdsl.cli.output import add_diagnostic_options, failed, natural, show, write
from ifdsl.knowledge.shapes import SHAPES
from ifdsl.source import codes
from ifdsl.source.diagnostic import Diagnostic, counted, quoted
from ifdsl.source.file import about, system_reason

SIZES = ("full", "lite", "all")


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="an .ifc file with specs over the rows of one source")
    for name in SHAPES:
        option = f"--{name.replace('_', '-')}"
        parser.add_argument(option, type=Path, metavar="DATA", help=f"{name} as published: JSONL, JSON, CSV or Parquet")
    parser.add_argument("--size", choices=SIZES, default="lite", help="how much is taken (default: lite)")
    parser.add_argument("--seed", type=natural, default=0, metavar="N", help="which rows are taken (default: 0)")
    parser.add_argument("-o", "--out", type=Path, metavar="DIR", required=True, help="the folder for the rows")
    add_diagnostic_options(parser)
    parser.epilog = (
        "Of each instruction as many items are taken as KCIF's caps say, of each data set or subject, with an effect\n"
        "and without one: 1,500 (150 a subject of MMLU-Pro) for `full`, 150 (25) for `lite`. The same data and seed\n"
        "give the same rows on every machine.\n"
        "example:\n  ifdsl subset specs/kcif.ifc --mmlu-pro mmlu_pro.jsonl --mathqa mathqa.jsonl --size lite -o data"
    )


def run(options: argparse.Namespace) -> int:
    from ifdsl.ir.build import build_file
    from ifdsl.primitives.extras import MissingExtra

    problems: list[Diagnostic] = []
    built = build_file(options.file)
    if built.program is None:
        show(built.diagnostics, options)
        return FAILED
    sources = {knowledge.source for knowledge in built.program.knowledge}
    locations = {source.location for source in built.program.sources if source.name in sources}
    if len(locations) != 1:
        message = "the specs of the file are not over the rows of one source"
        show([about(options.file, message, codes.NOTHING_TO_RUN)], options)
        return FAILED
    names = [knowledge.name for knowledge in built.program.knowledge]
    try:
        rows = _rows(options, names, problems)
    except MissingExtra as error:
        problems.append(about(options.file, str(error), codes.MISSING_EXTRA))
    except OSError as error:
        problems.append(about(error.filename or options.file, system_reason(error), codes.UNREADABLE_FILE))
    if failed(problems):
        show(problems, options)
        return FAILED
    if not rows:
        data = ", ".join(f"--{name.replace('_', '-')}" for name in SHAPES)
        show([about(options.file, "there is no data", codes.NOTHING_TO_RUN, f"name some with {data}")], options)
        return FAILED
    return _chosen(options, rows, options.out / locations.pop(), problems)


def _rows(options: argparse.Namespace, names: list[str], problems: list[Diagnostic]) -> list[dict[str, Any]]:
    from ifdsl.knowledge.shapes import rows_of

    found = []
    for name, shape in SHAPES.items():
        path = getattr(options, name)
        if path is not None:
            for row in rows_of(shape, path, problems, options.seed):
                found.append({**row, "instructions": names})
    return found


def _chosen(options: argparse.Namespace, rows: list[dict[str, Any]], place: Path, problems: list[Diagnostic]) -> int:
    from ifdsl.knowledge.subsets import Offered, chosen

    # What a spec does on a row is found out where it will be asked: all rows are written, and then those taken.
    options.data = options.out
    try:
        options.out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        problems.append(about(options.out, system_reason(error), codes.CANNOT_WRITE))
    problems += write(place, _lines(rows))
    if failed(problems):
        show(problems, options)
        return FAILED
    offered = [
        Offered(asked.row["id"], asked.knowledge.name, asked.row["data"], asked.row["subject"], asked.has_effect)
        for asked in asked_in(options.file, options, problems)
    ]
    if failed(problems):
        show(problems, options)
        return FAILED
    taken = chosen(offered, options.size, options.seed)
    kept = [{**row, "instructions": taken[row["id"]]} for row in rows if row["id"] in taken]
    kept.sort(key=lambda row: str(row["id"]))
    problems += write(place, _lines(kept))
    show(problems, options)
    items = sum(len(row["instructions"]) for row in kept)
    print(f"{counted(items, 'item')} of {counted(len(kept), 'row')} are in {quoted(str(place))}", file=sys.stderr)
    return FAILED if failed(problems) else OK


def _lines(rows: list[dict[str, Any]]) -> bytes:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode("utf-8", "surrogatepass")
