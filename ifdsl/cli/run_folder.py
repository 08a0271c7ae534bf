"""Take the options of `ifdsl eval`, and who is asked; give the manifest of the run, and the folders it may be in."""

from __future__ import annotations

import argparse
import platform
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ifdsl.store.records import Sampling, Subject, plain_sampling

RUNS = Path("runs")
"""Where the folder of a run goes that was given none."""


def folders_of(options: argparse.Namespace, subject: Subject) -> Iterable[Path]:
    """Where the run may be: in the folder named, or in the first of its own name that is free or holds the same."""
    if options.out is not None:
        return [options.out]
    name = f"{options.file.stem}-{Path(subject.model).name}"
    name = "".join(c if c.isalnum() or c in "-._" else "-" for c in name)
    numbered = (RUNS / (name if number == 1 else f"{name}-{number}") for number in range(1, 10_000))
    return (folder for folder in numbered if not (options.fresh and folder.exists()))


def manifest_of(options: argparse.Namespace, subject: Subject, sampling: Sampling, folder: Path) -> dict[str, Any]:
    """What the run in a folder is about; see `ifdsl.store.manifest` for what of it has to stay."""
    made: dict[str, Any] = {
        **manifest_of_asking(options, subject, sampling),
        "repeats": options.repeats,
        "prompts": {
            "from": options.benchmark,
            "pattern": options.pattern,
            "language": options.language,
            "system": options.system,
        },
        "benchmark": options.benchmark,
        "file": str(options.file.resolve()),
        "data": None if options.data is None else str(options.data.resolve()),
        "templates": None if options.templates is None else str(options.templates.resolve()),
        "reading": options.reading,
        "allow_python": options.allow_python,
    }
    if options.store is not None:
        made["store"] = {"url": options.store, "name": folder.resolve().name}
    return made


def manifest_of_asking(options: argparse.Namespace, subject: Subject, sampling: Sampling) -> dict[str, Any]:
    """Who is asked, how, by what and when: what the manifest of every folder with requests says."""
    from importlib.metadata import version

    return {
        "created": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "ifdsl": version("ifdsl"),
        "python": platform.python_version(),
        "subject": subject._asdict(),
        "sampling": plain_sampling(sampling),
        "reasoning": {"marks": options.reasoning or ["usual"], "opened": options.reasoning_opened},
        "server": _server(options.base_url),
    }


def _server(base_url: str | None) -> str | None:
    """The server that a run belongs to. One on this machine may listen elsewhere the next time."""
    from ifdsl.run.address import is_loopback, read_address

    return None if base_url is None or is_loopback(read_address(base_url)) else base_url
