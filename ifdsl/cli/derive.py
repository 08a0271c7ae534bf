"""`ifdsl derive`: take an `.ifc` file with specs over rows; say what follows from them for the rows at hand."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from ifdsl.cli import FAILED, OK
from ifdsl.cli.output import add_diagnostic_options, failed, show, write
from ifdsl.source import codes
from ifdsl.source.diagnostic import Diagnostic
from ifdsl.source.file import about

if TYPE_CHECKING:
    from ifdsl.knowledge.asking import Asked
    from ifdsl.knowledge.composition import Composition
    from ifdsl.knowledge.deriving import Derived

PUBLISHED = "In brackets: what the published data call effective and without effect."


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="an .ifc file with specs over the rows of a source")
    parser.add_argument("--data", type=Path, metavar="DIR", help="where the sources that the file declares are")
    parser.add_argument("--spec", action="append", metavar="NAME", help="only this spec; may be given several times")
    parser.add_argument(
        "--beside", type=Path, metavar="FILE", help="another .ifc file whose `meta split` is shown beside the effects"
    )
    parser.add_argument("-o", "--out", type=Path, metavar="FILE.jsonl", help="write what follows for each row")
    add_diagnostic_options(parser)
    parser.epilog = (
        "For each row are found out: whether following the instruction gives something else than the right answer\n"
        "as it stands; what a subject answers that does not know, or does not follow, or neither; and where such an\n"
        "answer cannot be told from the right one. --out writes the answers themselves, each with its reason.\n"
        "examples:\n  ifdsl derive specs/kcif.ifc --data data\n"
        "  ifdsl derive specs/kcif.ifc --data data --beside specs/kcif_as_released.ifc\n"
        "  ifdsl derive specs/kcif.ifc --data data --spec reverse_correct_answer -o reversed.jsonl"
    )


def run(options: argparse.Namespace) -> int:
    from ifdsl.knowledge.composition import Composition
    from ifdsl.knowledge.deriving import Derived, row_of

    problems: list[Diagnostic] = []
    derived: dict[str, Derived] = {}
    composition = Composition()
    lines = []
    for asked in asked_in(options.file, options, problems):
        sets, meta = asked.sets(), asked.meta()
        derived.setdefault(asked.knowledge.name, Derived()).add(asked, sets)
        composition.add(asked, meta)
        if options.out is not None:
            lines.append(json.dumps(row_of(asked, sets), ensure_ascii=False) + "\n")
    if options.beside is not None:
        for asked in asked_in(options.beside, options, problems):
            composition.add_published(asked.meta())
    if not derived and not failed(problems):
        problems.append(about(options.file, "no spec of the file asks any row", codes.NOTHING_TO_RUN))
    if options.out is not None and not failed(problems):
        problems += write(options.out, "".join(lines).encode("utf-8", "surrogatepass"))
    problems += [note for one in derived.values() for note in one.notes]
    if options.format == "json" and not failed(problems):
        print(json.dumps(_json(derived, composition), ensure_ascii=False, indent=2))
        return OK
    show(problems, options)
    if failed(problems):
        return FAILED
    if options.format != "json":
        _print(derived, composition, options.beside is not None)
    return OK


def asked_in(path: Path, options: argparse.Namespace, problems: list[Diagnostic]) -> Iterator[Asked]:
    """What the specs of a file ask of rows; findings are added to `problems`."""
    from ifdsl.checking.compile import load
    from ifdsl.ir.build import build_file
    from ifdsl.knowledge.asking import asked_of

    built = build_file(path)
    problems.extend(built.diagnostics)
    if built.program is None:
        return
    home = options.data or path.parent
    yield from asked_of(built.program, load(built.program), home, problems, only=getattr(options, "spec", None))


def _print(derived: dict[str, Derived], composition: Composition, published: bool) -> None:
    from ifdsl.knowledge.composition import rows_of_table
    from ifdsl.knowledge.deriving import rows_of_derived
    from ifdsl.report.columns import aligned

    print("what follows from each spec (sizes of sets are means over rows)")
    print("\n".join(aligned(rows_of_derived(derived.items()))))
    print("\nitems with an effect + items without, by instruction and data set")
    print("\n".join(aligned(rows_of_table(composition, published))))
    if published:
        print(PUBLISHED)


def _json(derived: dict[str, Derived], composition: Composition) -> dict[str, object]:
    from dataclasses import asdict

    specs = {
        name: {key: value for key, value in asdict(one).items() if key != "notes"} for name, one in derived.items()
    }
    cells = [
        {"instruction": instruction, "data": data, **asdict(count)}
        for (instruction, data), count in composition.cells.items()
    ]
    return {"specs": specs, "composition": cells}
