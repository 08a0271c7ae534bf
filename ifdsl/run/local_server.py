"""Take a GGUF file and a port, serve the model over the OpenAI chat protocol on this machine until ended.

This is a program of its own (`python -m ifdsl.run.local_server --help`), so that a fault of the engine, which is
compiled code, ends a subprocess and not the run.
"""

from __future__ import annotations

import argparse
import os
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import Any


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until the process is ended; with `--with-parent`, until the standard input closes."""
    parser = argparse.ArgumentParser(prog="python -m ifdsl.run.local_server", description="serve a local model")
    parser.add_argument("--gguf", required=True, help="the model's file")
    parser.add_argument("--name", required=True, help="the model's name in requests")
    parser.add_argument("--port", type=int, default=0, help="0 takes a free one")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--slots", type=int, default=8, help="requests that are answered at once")
    parser.add_argument("--context", type=int, default=2048, help="tokens of prompt and answer, per slot")
    parser.add_argument("--with-parent", action="store_true", help="end when the standard input closes")
    asked = parser.parse_args(arguments)

    # The address is to be all that comes out; whatever the engine prints goes where its log goes.
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as output:
        os.dup2(2, 1)
        server = _serve(asked)
        print(f"{server.listening_address}/v1", file=output, flush=True)
    if asked.with_parent:
        # A parent that was killed cannot end its child, but the system closes its end of the pipe.
        sys.stdin.buffer.read()
    else:
        with suppress(KeyboardInterrupt):
            threading.Event().wait()
    return 0


def _serve(asked: argparse.Namespace) -> Any:
    """Start the engine; it answers once this returns, for as long as the value is kept."""
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = asked.gguf
    params.model_alias = {asked.name}
    params.n_parallel = asked.slots
    params.n_ctx = asked.slots * asked.context  # the slots share one context
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = asked.threads
    params.hostnames = ["127.0.0.1"]
    params.port = asked.port
    return xllamacpp.Server(params)


if __name__ == "__main__":
    raise SystemExit(main())
