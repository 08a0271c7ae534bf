"""`ifdsl compile`: take an `.ifc` file; write its IR, prompts, standalone verifier and manifest to a folder."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from ifdsl.cli import FAILED, OK
from ifdsl.cli.output import add_diagnostic_options, failed, show
from ifdsl.source import codes
from ifdsl.source.diagnostic import counted
from ifdsl.source.file import about, system_reason


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="an .ifc file")
    parser.add_argument("-o", "--out", type=Path, required=True, metavar="DIR", help="where the files are written")
    parser.add_argument("--pattern", choices=("listing", "incorporation"), default="listing", help="of the prompts")
    parser.add_argument("--language", choices=("en", "zh"), default="en", help="of the rules in the prompts")
    add_diagnostic_options(parser)
    parser.epilog = (
        "Writes ir.json, prompts.jsonl, verifier.py (needs `ifdsl` installed, but neither the file nor the compiler)\n"
        "and manifest.json with the hash of each.\n"
        "example:\n  ifdsl compile specs/quickstart.ifc -o build"
    )


def run(options: argparse.Namespace) -> int:
    from ifdsl.outputs import compile_outputs
    from ifdsl.primitives.undecided import Undecided
    from ifdsl.rendering.prompt import MissingWording

    try:
        outputs = compile_outputs(options.file, pattern=options.pattern, language=options.language)
    except (MissingWording, Undecided, OverflowError, ValueError) as error:
        show([about(options.file, str(error), codes.UNRENDERABLE)], options)
        return FAILED
    if failed(outputs.diagnostics):
        show(outputs.diagnostics, options)
        return FAILED
    try:
        options.out.mkdir(parents=True, exist_ok=True)
        for name, text in outputs.files.items():
            (options.out / name).write_text(text, encoding="utf-8", errors="surrogatepass", newline="\n")
    except OSError as error:
        show([about(options.out, system_reason(error), codes.CANNOT_WRITE)], options)
        return FAILED
    if options.format == "json":
        print(json.dumps({"out": str(options.out), "manifest": json.loads(outputs.files["manifest.json"])}, indent=2))
        return OK
    show(outputs.diagnostics, options)
    prompts = outputs.files["prompts.jsonl"].count("\n")
    print(f"{', '.join(outputs.files)} with {counted(prompts, 'prompt')} are in {options.out}", file=sys.stderr)
    return OK
