"""Take a request, ask a server that speaks the OpenAI chat protocol once, give the answer or what went wrong."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from importlib import import_module
from importlib.util import find_spec
from types import TracebackType
from typing import Any, Literal, Protocol, Self

from ifdsl.primitives.extras import MissingExtra
from ifdsl.run.address import ClientSetupError, is_loopback, read_address, read_key
from ifdsl.run.bodies import body_of
from ifdsl.run.marks import USUAL, Marks
from ifdsl.run.protocol import Answer, Failure, plain, read_answer, read_error
from ifdsl.run.retry import retry_after
from ifdsl.store.records import Request, Sampling, Subject

OPENAI_URL = "https://api.openai.com/v1"
_LARGEST_ANSWER = 16 * 1024 * 1024
_CONNECT_SECONDS = 10.0


class Client(Protocol):
    """Something that answers requests. It is entered once per run, inside the event loop of that run.

    Attributes:
        subject: who answers.
        slots: how many requests it takes at once by its own account; `None` where that has to be found out.
    """

    @property
    def subject(self) -> Subject: ...

    @property
    def slots(self) -> int | None: ...

    async def attempt(self, request: Request, sampling: Sampling, limit: float) -> Answer | Failure:
        """Ask once, and wait for at most `limit` seconds. What goes wrong is a failure, and never raised."""
        ...

    async def __aenter__(self) -> Self: ...

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A model on a server.

    `kind` and `revision` tell it from another model of the same name; `slots` is how many requests it takes at once,
    where that is known.
    """

    model: str
    base_url: str = OPENAI_URL
    key_variable: str | None = None
    """The environment variable that holds the key; see `read_key` for what happens without one."""
    limit_field: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    """Under which name the limit on tokens is sent: some hosted models refuse the older `max_tokens`."""
    kind: str = "openai"
    revision: str = ""
    slots: int | None = None
    reasoning: Marks = USUAL
    """How reasoning that stands in the content is told from the answer."""


class OpenAIClient:
    """A client over the `openai` package, whose own retries are off so that each attempt is counted once.

    Args:
        endpoint: what is asked.
        asks: false where nothing will be sent, so that no key is needed.

    Raises:
        MissingExtra: the `openai` package is not installed.
        ClientSetupError: the address or the key cannot be used.
    """

    def __init__(self, endpoint: Endpoint, *, asks: bool = True) -> None:
        if find_spec("openai") is None:
            raise MissingExtra("a model server", "openai")
        if not (endpoint.model.strip() and endpoint.model.isprintable()):
            raise ClientSetupError("the name of the model is blank or has characters that cannot be sent")
        self.endpoint = endpoint
        self._address = read_address(endpoint.base_url)
        self._key = read_key(self._address, endpoint.key_variable) if asks else "none"
        self._api: Any = None
        self._lost: tuple[type[Exception], ...] = ()
        self._unmet: tuple[type[Exception], ...] = ()

    def __repr__(self) -> str:
        return f"OpenAIClient(model={self.endpoint.model!r}, base_url={self.endpoint.base_url!r})"

    @property
    def subject(self) -> Subject:
        return Subject(self.endpoint.kind, self.endpoint.model, self.endpoint.revision)

    @property
    def slots(self) -> int | None:
        return self.endpoint.slots

    async def __aenter__(self) -> Self:
        import openai

        self._lost = (openai.APIConnectionError, *_transport_errors("HTTPError"))
        self._unmet = _transport_errors("ConnectError")
        # A proxy that the environment names for the outside must not be asked for this machine.
        transport = openai.DefaultAsyncHttpxClient(trust_env=not is_loopback(self._address), limits=_pool())
        self._api = openai.AsyncOpenAI(
            base_url=self.endpoint.base_url,
            api_key=self._key,
            max_retries=0,
            timeout=openai.Timeout(None, connect=_CONNECT_SECONDS),
            http_client=transport,
        )
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        api, self._api = self._api, None
        await api.close()

    async def attempt(self, request: Request, sampling: Sampling, limit: float) -> Answer | Failure:
        """Ask once; see `Client`."""
        import openai

        try:
            async with asyncio.timeout(limit):
                return read_answer(await self._send(request, sampling), self.endpoint.reasoning)
        except openai.APITimeoutError:
            # Of the parts of an attempt the connection alone has a limit of its own.
            return Failure("connection", f"no connection to the server within {_CONNECT_SECONDS:g} s", retried=True)
        except TimeoutError:
            words = f"no complete answer within {limit:.3g} s"
            return Failure("timeout", words, retried=True, status="timeout")
        except _TooLargeError:
            words = f"the server's answer is larger than {_LARGEST_ANSWER} bytes"
            return Failure("too_large", words, retried=False)
        except openai.APIStatusError as error:
            wait = retry_after(error.response.headers, time.time())
            failure = read_error(error.status_code, error.body, wait)
            return replace(failure, message=self._redacted(failure.message))
        except self._lost as error:
            cause = self._redacted(plain(str(error.__cause__ or error))) or "no reason given"
            if isinstance(error.__cause__, self._unmet):
                return Failure("connection", f"the connection to the server failed: {cause}", retried=True)
            # Another kind, as the request went out: the answer may have been made, and paid for.
            return Failure("broken_off", f"the connection to the server broke off: {cause}", retried=True)

    async def _send(self, request: Request, sampling: Sampling) -> bytes:
        body = body_of(self.endpoint.model, request, sampling, self.endpoint.limit_field)
        # Packages of different ages know different members; as extra ones, which take the place of others, any of them
        # sends them all. So do the messages: to look through their members costs the package a fifth of a request.
        async with self._api.chat.completions.with_streaming_response.create(
            model=body["model"], messages=[], extra_body=body
        ) as response:
            return await _read_capped(response.iter_bytes())

    def _redacted(self, text: str) -> str:
        return text if self._key == "none" else text.replace(self._key, "[key]")


class _TooLargeError(Exception):
    pass


async def _read_capped(chunks: AsyncIterator[bytes]) -> bytes:
    # A server that never stops must cost neither the memory nor, with the timeout, the time of the run.
    body = bytearray()
    async for chunk in chunks:
        body += chunk
        if len(body) > _LARGEST_ANSWER:
            raise _TooLargeError
    return bytes(body)


def _pool() -> Any:
    """Connections without a bound: how many are open is decided by the pace of the run alone."""
    transport = import_module("httpx2" if find_spec("httpx2") is not None else "httpx")
    return transport.Limits(max_connections=None, max_keepalive_connections=None)


def _transport_errors(called: str) -> tuple[type[Exception], ...]:
    """The errors of the transport that are called so: older `openai` has another transport."""
    return tuple(getattr(import_module(name), called) for name in ("httpx2", "httpx") if find_spec(name) is not None)
