"""Take prompts and the options of `ifdsl eval`; ask the model that they name, and give its responses."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field

from ifdsl.store.records import Prompt, Response, Sampling


@dataclass(frozen=True, slots=True)
class Asked:
    """What came of asking. `error` says why nothing could be asked at all, `stopped` why it ended early."""

    responses: dict[str, Response] = field(default_factory=dict)
    kept: int = 0
    stopped: str | None = None
    error: str | None = None
    missing: bool = False


def ask(prompts: Sequence[Prompt], options: argparse.Namespace) -> Asked:
    """Ask every prompt; responses are written to the folder of --out as they come, and are not asked for twice."""
    from ifdsl.primitives.extras import MissingExtra
    from ifdsl.run.address import ClientSetupError
    from ifdsl.run.clients import Endpoint, OpenAIClient
    from ifdsl.run.local import LocalServer, LocalServerError
    from ifdsl.run.progress import Progress
    from ifdsl.run.schedule import run

    sampling = Sampling(max_tokens=options.max_tokens, temperature=options.temperature, seed=options.seed)
    path = None if options.out is None else options.out / "responses.jsonl"
    try:
        with ExitStack() as stack:
            if options.model == "local":
                server = stack.enter_context(LocalServer(options.gguf, slots=min(8, options.concurrency)))
                endpoint = Endpoint(server.model, server.base_url)
            else:
                name = options.model.removeprefix("openai:")
                address = {} if options.base_url is None else {"base_url": options.base_url}
                endpoint = Endpoint(name, key_variable=options.key_variable, **address)
            client = OpenAIClient(endpoint)
            progress = Progress(len(prompts), sys.stderr, options.quiet)
            outcome = run(
                prompts, client, sampling, path=path, on_result=progress.update, concurrency=options.concurrency
            )
            progress.close()
    except MissingExtra as error:
        return Asked(error=str(error), missing=True)
    except (ClientSetupError, LocalServerError, ValueError) as error:
        return Asked(error=str(error))
    return Asked(outcome.responses, outcome.kept, outcome.stopped)
