"""`ifdsl render`: take an `.ifc` file; print the prompts of its specs."""

from __future__ import annotations

import argparse
import json
from itertools import islice
from pathlib import Path

from ifdsl.cli import FAILED, OK
from ifdsl.cli.output import add_diagnostic_options, failed, natural, positive, show
from ifdsl.source.diagnostic import Diagnostic


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="an .ifc file")
    parser.add_argument("--pattern", default="listing", help="listing, incorporation, or one of --templates")
    parser.add_argument("--language", choices=("en", "zh"), default="en", help="language of the rules")
    parser.add_argument("--wording", type=natural, default=0, metavar="N", help="the N-th wording of each (default: 0)")
    parser.add_argument("--templates", type=Path, metavar="DIR", help="templates of your own for the patterns")
    parser.add_argument("--data", type=Path, metavar="DIR", help="where the sources that the file declares are")
    parser.add_argument("--limit", type=positive, metavar="N", help="only the first N prompts")
    add_diagnostic_options(parser)
    parser.epilog = (
        "examples:\n  ifdsl render specs/quickstart.ifc\n"
        "  ifdsl render specs/quickstart.ifc --pattern incorporation --language zh\n"
        "  ifdsl render specs/quickstart.ifc --json"
    )


def run(options: argparse.Namespace) -> int:
    from ifdsl.cli.own_items import own_items

    problems: list[Diagnostic] = []
    items = list(islice(own_items(options, problems), options.limit))
    if failed(problems):
        show(problems, options)
        return FAILED
    if options.format == "json":
        print(
            json.dumps(
                [{"id": item.prompt.id, "prompt": item.prompt.text} for item in items], ensure_ascii=False, indent=2
            )
        )
        return OK
    show(problems, options)
    for item in items:
        print(f"== {item.prompt.id}\n{item.prompt.text}\n")
    return OK
