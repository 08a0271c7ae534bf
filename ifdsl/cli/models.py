"""Take the options of `ifdsl eval`; give the client of the model that they name, and how it is to be asked."""

from __future__ import annotations

import argparse
import json
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ifdsl.run.vllm_sampling import outdated
from ifdsl.store.records import Sampling

if TYPE_CHECKING:
    from ifdsl.run.clients import Client
    from ifdsl.run.marks import Marks


class Unusable(Exception):
    """The model cannot be asked, or not like that; the text says why, in plain words."""


def client_of(options: argparse.Namespace, stack: ExitStack) -> Client:
    """The client of the model; what it needs is started, and ends with the stack.

    Raises:
        Unusable: there is no such model, or it cannot be started.
        MissingExtra: a part that is needed is not installed.
    """
    from ifdsl.run.address import ClientSetupError
    from ifdsl.run.local import LocalServerError

    kind, colon, name = options.model.partition(":")
    try:
        match kind if colon or options.model == "local" else "":
            case "local":
                return _local(options, stack)
            case "vllm":
                from ifdsl.run.vllm_engine import VllmEngine

                arguments = _object(options.engine_arguments, "--engine-arguments")
                return VllmEngine(_named(name, "vllm:PATH"), arguments, reasoning=marks_of(options))
            case "replay":
                from ifdsl.run.replay import Replay

                return Replay(Path(_named(name, "replay:FILE")))
            case "python":
                from ifdsl.run.function import Function

                # Where the user stands is where the user's module is; at the end it takes the place of no other.
                sys.path.append(str(Path.cwd()))
                return Function(_named(name, "python:MODULE:FUNCTION"))
            case "openai":
                return _served(options, _named(name, "openai:NAME"))
            case _:
                # Names of models may have colons too, as `llama3:8b`.
                return _served(options, options.model)
    except (ClientSetupError, LocalServerError, OSError) as error:
        raise Unusable(str(error)) from error


def _local(options: argparse.Namespace, stack: ExitStack) -> Client:
    from ifdsl.run.clients import Endpoint, OpenAIClient
    from ifdsl.run.local import LocalServer

    server = stack.enter_context(LocalServer(options.gguf, slots=min(8, options.concurrency)))
    return OpenAIClient(
        Endpoint(
            server.model,
            server.base_url,
            kind="local",
            revision=server.revision,
            slots=server.slots,
            reasoning=marks_of(options),
        )
    )


def _served(options: argparse.Namespace, name: str) -> Client:
    from ifdsl.run.clients import OPENAI_URL, Endpoint, OpenAIClient

    field: Any = options.limit_field
    return OpenAIClient(
        Endpoint(
            name,
            options.base_url or OPENAI_URL,
            key_variable=options.key_variable,
            limit_field=field,
            reasoning=marks_of(options),
        ),
        # To say what would be asked, or to write it down, takes no key.
        asks=not (options.dry_run or options.batch_out or options.batch_in),
    )


def marks_of(options: argparse.Namespace) -> Marks:
    """How reasoning in the content is told from the answer.

    Raises:
        Unusable: a mark is none.
    """
    from ifdsl.run.marks import read_marks

    try:
        return read_marks(options.reasoning or ["usual"], True if options.reasoning_opened else None)
    except ValueError as error:
        raise Unusable(str(error)) from error


def _named(name: str, form: str) -> str:
    if not name.strip():
        raise Unusable(f"a model is named like `{form}`")
    return name


def sampling_of(options: argparse.Namespace) -> Sampling:
    """How the model is asked to draw its answers.

    Raises:
        Unusable: a value is out of its range, or is not JSON where that is asked for.
    """
    extra = dict(_object(options.body, "--body"))
    if options.template_arguments is not None:
        extra["chat_template_kwargs"] = _object(options.template_arguments, "--template-arguments")
    if options.structured is not None:
        extra["structured_outputs"] = _object(options.structured, "--structured")
    if options.reasoning_budget is not None:
        extra["thinking_token_budget"] = options.reasoning_budget
    if options.reasoning_effort is not None:
        extra["reasoning_effort"] = options.reasoning_effort
    old = outdated(extra)
    if old is not None:
        raise Unusable(old)
    try:
        return Sampling(
            max_tokens=options.max_tokens,
            temperature=options.temperature,
            top_p=options.top_p,
            seed=options.seed,
            stop=tuple(options.stop or ()),
            extra=extra,
        )
    except ValueError as error:
        raise Unusable(str(error)) from error


def _object(text: str | None, option: str) -> dict[str, Any]:
    if text is None:
        return {}
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise Unusable(f'{option} takes a JSON object, as `{{"top_k": 20}}`')
    return value
