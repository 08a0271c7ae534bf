"""Take diagnostics and the options of a command; print them the way that was asked for."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from ifdsl.source import codes
from ifdsl.source.diagnostic import Diagnostic
from ifdsl.source.file import about, system_reason

FORMATS = ("human", "plain", "json", "sarif")


class CannotEvaluate(Exception):
    """Nothing could be graded; `diagnostics` says why."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        super().__init__("nothing could be graded")
        self.diagnostics = tuple(diagnostics)


def add_diagnostic_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--format", choices=FORMATS, default="human", help="how findings are printed (default: human)")
    parser.add_argument("--json", action="store_const", const="json", dest="format", help="short for --format json")
    parser.add_argument("--no-colour", "--no-color", action="store_true", help="print without colour")


def positive(text: str) -> int:
    """Read an option that counts something: a whole number of at least 1."""
    return _at_least(1, text)


def natural(text: str) -> int:
    """Read an option that picks something: a whole number of at least 0."""
    return _at_least(0, text)


def _at_least(least: int, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text) >= least):
        raise argparse.ArgumentTypeError(f"`{text}` is no whole number of at least {least}")
    return int(text)


def number(text: str) -> float:
    """Read an option that is a number of at least 0."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value < float("inf"):
        raise argparse.ArgumentTypeError(f"`{text}` is no number of at least 0")
    return value


def seconds(text: str) -> float:
    """Read an option that is a time: a number of seconds above 0."""
    value = number(text)
    if value <= 0:
        raise argparse.ArgumentTypeError(f"`{text}` is no number of seconds above 0")
    return value


def use_colour(options: argparse.Namespace) -> bool:
    """Colour only where a person reads: on a terminal, and not where `NO_COLOR` is set."""
    return not options.no_colour and sys.stderr.isatty() and "NO_COLOR" not in os.environ


def show(diagnostics: Sequence[Diagnostic], options: argparse.Namespace) -> None:
    """Print findings: machine formats whole and on standard output, the others on standard error."""
    human = options.format == "human"
    if not diagnostics and (human or options.format == "plain"):
        return
    from ifdsl.source.render import render_human, render_json, render_plain, render_sarif, summary

    if options.format == "json":
        print(render_json(diagnostics))
    elif options.format == "sarif":
        print(render_sarif(diagnostics))
    else:
        text = render_human(diagnostics, use_colour(options)) if human else render_plain(diagnostics)
        print(text if human else text.rstrip("\n"), file=sys.stderr)
        if human:
            print(summary(diagnostics), file=sys.stderr)


def failed(diagnostics: Sequence[Diagnostic]) -> bool:
    return any(diagnostic.severity == "error" for diagnostic in diagnostics)


def unreadable(path: Path, error: Exception) -> Sequence[Diagnostic]:
    """Why data at `path` cannot be read: the system refuses, an extra or a pack is missing, or a pack has errors.

    Raises:
        Exception: `error` itself, where it is of another kind.
    """
    from ifdsl.compiler import CompileFailed
    from ifdsl.primitives.extras import MissingExtra

    match error:
        case MissingExtra():
            return [about(path, str(error), codes.MISSING_EXTRA)]
        case OSError():
            return [about(path, system_reason(error), codes.UNREADABLE_FILE)]
        case CompileFailed():
            return error.diagnostics
        case _:
            raise error


def write(path: Path, data: bytes) -> list[Diagnostic]:
    """Write a file; give why it could not be written."""
    try:
        path.write_bytes(data)
    except OSError as error:
        return [about(path, system_reason(error), codes.CANNOT_WRITE)]
    return []
