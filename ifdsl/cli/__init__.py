"""Take the command line; give an exit code. One file a command, imported only when that command runs."""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper

OK, FAILED, USAGE, INTERRUPTED = 0, 1, 2, 130
"""Exit codes: done and nothing wrong; done and something wrong with the input; wrong usage; stopped by the user."""

COMMANDS = {
    "check": "say what is wrong with .ifc files",
    "lint": "say where prompts and what they are graded on disagree",
    "fmt": "rewrite .ifc files in the house format",
    "compile": "write the IR, the prompts and a standalone verifier of a file",
    "explain": "say what a constraint asks, checks and costs",
    "render": "print the prompts of a file's specs",
    "generate": "make the prompts of a file's suites and cousins",
    "certify": "check certificates of consistency and conflict again",
    "test": "run the pass and fail lines of constraints",
    "import": "turn a published data file into an .ifc file",
    "subset": "make the rows of a benchmark over knowledge tasks from published data sets",
    "derive": "say what follows from specs over rows: effects, wrong answers that tell why, collisions",
    "eval": "score responses, recorded or from a model",
    "verify": "grade the responses of a run again, or those of a file at scale",
    "judge": "ask a model what no code decides about the answers of a run",
    "report": "write the report on one run or several",
    "view": "serve the report with every answer, page by page",
    "export": "write the answers of a run as JSONL or Parquet, or the prompts of a file as published rows",
    "serve-local": "serve the small local model over HTTP",
}

EPILOG = """\
examples:
  ifdsl check specs/quickstart.ifc
  ifdsl eval specs/quickstart.ifc --model local
  ifdsl eval --from ifeval input_data.jsonl --responses responses.jsonl --out results
  ifdsl COMMAND --help

exit codes: 0 all well, 1 something is wrong with the input, 2 wrong usage, 130 stopped
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; give its exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    _write_anything()
    parser = argparse.ArgumentParser(
        prog="ifdsl",
        description="Instruction-following constraints, declared once: checkers, prompts, tests and scores.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="store_true", help="print the version and stop")
    # Without `prog` a formatter is made to find it out, which loads half a dozen modules.
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands", prog="ifdsl")
    chosen = next((word for word in arguments if not word.startswith("-")), None)
    for name, summary in COMMANDS.items():
        command = commands.add_parser(name, help=summary, description=summary[0].upper() + summary[1:] + ".")
        if name == chosen:
            module = import_module(f"ifdsl.cli.{name.replace('-', '_').replace('import', 'import_')}")
            command.formatter_class = argparse.RawDescriptionHelpFormatter
            module.configure(command)
            command.set_defaults(run=module.run)
    if any("\0" in word for word in arguments):
        parser.error("no option and no path can hold a zero byte")
    options = parser.parse_args(arguments)
    if options.command is None and not options.version:
        parser.print_help()
        return USAGE
    # What a command builds it keeps; to look for rubbish every few hundred objects is a tenth of a large compilation.
    gc.set_threshold(50_000, 20, 50)
    try:
        code = _version() if options.version else int(options.run(options))
        sys.stdout.flush()
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of our output went away (`| head`); what is left is for nobody, and Python would write it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except OSError as error:
        where = error.filename or "what is printed"
        print(f"error: {where} cannot be written: {(error.strerror or str(error)).lower()}", file=sys.stderr)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    return code


def _version() -> int:
    from importlib.metadata import version

    print(version("ifdsl"))
    return OK


def _write_anything() -> None:
    """Let prompts and paths be printed whatever the terminal can show: what goes to a file or pipe is UTF-8."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding=None if stream.isatty() else "utf-8", errors="backslashreplace")
