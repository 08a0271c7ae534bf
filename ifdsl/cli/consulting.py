"""Take the options that name a model, and a folder; ask it prompts, each once, with the answers kept in the folder."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ifdsl.cli import FAILED, INTERRUPTED, OK
from ifdsl.cli.output import CannotEvaluate
from ifdsl.cli.run_folder import manifest_of_asking
from ifdsl.source import codes
from ifdsl.source.file import about
from ifdsl.store.database import StoredItem
from ifdsl.store.manifest import BadManifest, DifferentRun
from ifdsl.store.records import Prompt, Response, Sampling, request_of

if TYPE_CHECKING:
    from ifdsl.run.clients import Client
    from ifdsl.store.runs import Run

NOTHING: Mapping[str, Any] = {}
HELD = frozenset({"openai", "local", "vllm"})
"""Kinds of subjects that take a schema for the answer."""


@dataclass(slots=True)
class Consultation:
    """A model that is asked for something beside what is evaluated: to judge answers, or to reword prompts.

    What was asked is in the folder, so that going on there asks nothing twice.

    Attributes:
        stopped: why not all was asked; None where all was.
        errors: what went wrong with requests that got no answer.
    """

    options: argparse.Namespace
    run: Run
    client: Client
    sampling: Sampling
    stopped: str | None = None
    errors: list[str] = field(default_factory=list)

    def ask(self, prompts: Sequence[Prompt]) -> Mapping[str, Response]:
        """The responses there are, by the ids of the prompts. Once it was stopped nothing more is asked.

        Raises:
            CannotEvaluate: the model cannot be asked.
        """
        from ifdsl.cli.asking import manner_of, watcher
        from ifdsl.run import asking
        from ifdsl.run.address import ClientSetupError

        if self.stopped is not None:
            return {}
        database = self.run.database
        requests = [request_of(self.client.subject, self.sampling, prompt) for prompt in prompts]
        database.put_items(StoredItem(prompt, (), "") for prompt in prompts)
        progress, watch = watcher(self.options)
        try:
            outcome = asking.ask(self.run, requests, self.client, self.sampling, manner_of(self.options), watch)
        except ClientSetupError as error:
            raise CannotEvaluate([about(self.options.model, str(error), codes.MODEL_ERROR)]) from error
        if outcome.asked:
            progress.close()
        self.stopped = outcome.stopped
        there = {request.prompt.id: database.response(request) for request in requests}
        responses = {id_: response for id_, response in there.items() if response is not None}
        self.errors += [one.error or str(one.status) for one in responses.values() if not one.answered]
        return responses

    @property
    def code(self) -> int:
        """The exit code that tells whether all was asked and answered."""
        if self.stopped is None:
            return FAILED if self.errors else OK
        return INTERRUPTED if self.stopped == "interrupted" else FAILED


@contextmanager
def consulted(
    options: argparse.Namespace, folder: Path, what: str, file: Path, structured: Mapping[str, Any] = NOTHING
) -> Iterator[Consultation]:
    """A model to ask, started where it has to be; it ends with the context.

    Args:
        options: with `model`, and all that `add_model_options` and `add_asking_options` of `eval` give.
        folder: where requests and answers are kept.
        what: it is asked for, one word.
        file: what it is asked about.
        structured: members of the request body by which a server or an engine is held to structured outputs.

    Raises:
        CannotEvaluate: there is no such model, or the folder holds something else.
    """
    from ifdsl.cli.models import Unusable, client_of, sampling_of
    from ifdsl.store.runs import Run, StoreError

    with ExitStack() as stack:
        try:
            sampling = sampling_of(options)
            client = client_of(options, stack)
        except Unusable as error:
            raise CannotEvaluate([about(options.model, str(error), codes.MODEL_ERROR)]) from error
        if structured and client.subject.kind in HELD:
            sampling = replace(sampling, extra={**structured, **sampling.extra})
        try:
            about_it = manifest_of_asking(options, client.subject, sampling)
            about_it |= {"repeats": 1, "prompts": {"from": what}, "file": str(file.resolve())}
            run = stack.enter_context(Run.write(folder, about_it))
        except (DifferentRun, BadManifest, StoreError) as error:
            advice = "name another folder, or ask as before"
            raise CannotEvaluate([about(folder, str(error), codes.DIFFERENT_RUN, advice)]) from error
        yield Consultation(options, run, client, sampling)
