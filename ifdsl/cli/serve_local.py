"""`ifdsl serve-local`: take nothing; serve the small quick-start model over HTTP until stopped."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from ifdsl.cli import FAILED, OK


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--gguf", type=Path, metavar="FILE", help="another model in llama.cpp's format")
    parser.add_argument("--threads", type=int, default=1, help="threads of the server (default: 1)")
    parser.epilog = (
        "The model has 135 million parameters: it shows that everything works, and little more.\n"
        "example:\n  ifdsl serve-local"
    )


def run(options: argparse.Namespace) -> int:
    from ifdsl.primitives.extras import MissingExtra
    from ifdsl.run.local import LocalServer, LocalServerError

    try:
        with LocalServer(options.gguf, threads=options.threads) as server:
            print(f"serving {server.model} at {server.base_url} (stop with Ctrl-C)", flush=True)
            try:
                while True:
                    time.sleep(3600)
            except KeyboardInterrupt:
                return OK
    except (MissingExtra, LocalServerError) as error:
        print(f"error: {error}", file=sys.stderr)
        return FAILED
