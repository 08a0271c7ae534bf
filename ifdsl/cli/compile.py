"""`ifdsl compile`: take an `.ifc` file; write its IR, prompts, standalone verifier and manifest to a folder."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ifdsl.cli import FAILED, OK
from ifdsl.cli.output import add_diagnostic_options, failed, show
from ifdsl.cli.proving import add_proof_options, key_of, proved
from ifdsl.source import codes
from ifdsl.source.diagnostic import Diagnostic, counted
from ifdsl.source.file import about, system_reason

if TYPE_CHECKING:
    from ifdsl.ir.build import Built


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="an .ifc file")
    parser.add_argument("-o", "--out", type=Path, required=True, metavar="DIR", help="where the files are written")
    parser.add_argument("--pattern", choices=("listing", "incorporation"), default="listing", help="of the prompts")
    parser.add_argument("--language", choices=("en", "zh"), default="en", help="of the rules in the prompts")
    add_proof_options(parser)
    add_diagnostic_options(parser)
    parser.epilog = (
        "Writes ir.json, prompts.jsonl, verifier.py (needs `ifdsl` installed, but neither the file nor the compiler)\n"
        "and manifest.json with the hash of each; with --certify certificates.jsonl too, for `ifdsl certify`.\n"
        "Requirements that no text can satisfy are an error; --allow lists the specs where they are meant so.\n"
        "example:\n  ifdsl compile specs/quickstart.ifc -o build"
    )


def run(options: argparse.Namespace) -> int:
    from ifdsl.outputs import Examination, compile_outputs
    from ifdsl.primitives.undecided import Undecided
    from ifdsl.rendering.prompt import MissingWording

    try:
        examination = Examination(
            f"{key_of(options.allow)}{'-certified' if options.certify else ''}",
            lambda built: _examined(built, options),
        )
        outputs = compile_outputs(
            options.file, pattern=options.pattern, language=options.language, examination=examination
        )
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


def _examined(built: Built, options: argparse.Namespace) -> tuple[Sequence[Diagnostic], dict[str, str]]:
    """What is proved of a program, and its certificates where they are asked for."""
    # What asks for nothing more is for `check` to say: to look for it takes as long as the rest of the proof.
    found = proved(built, options.allow, idle=False)
    if not options.certify or failed(found):
        return found, {}
    from ifdsl.cli.certifying import certificates_of

    rows = certificates_of(built, options.file.name)
    return found, {"certificates.jsonl": "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)}
